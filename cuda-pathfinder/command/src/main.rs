//! The command `cuda-pathfinder`: finds CUDA's libraries and headers on this machine.
#![deny(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "on a closed pipe or a full disk it panics"
)]

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use cuda_pathfinder::{HeaderSet, Library, Search, TOOLS, Tool, header_set_of};
use cuda_pathfinder_cli::{List, SearchReport};

/// Finds CUDA's libraries and headers on this machine.
///
/// The exit status is 0 if everything was found, 1 if something is missing or can't be written, and 2 for a usage error.
#[derive(Parser)]
#[command(name = "cuda-pathfinder", version, max_term_width = 80)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    options: Options,
}

#[derive(Subcommand)]
enum Command {
    /// Lists the libraries and headers that it knows
    List,
    /// Prints the files of libraries, one per line: the first that can be loaded
    Find {
        /// Names, as `list` shows them: nvrtc, cublasLt
        #[arg(required = true, value_parser = library)]
        names: Vec<&'static Library>,
    },
    /// Prints every place that is searched for libraries, and what is there
    Explain {
        /// Names, as `list` shows them: nvrtc, cublasLt
        #[arg(required = true, value_parser = library)]
        names: Vec<&'static Library>,
    },
    /// Prints the paths of programs and files of the toolkit, one per line
    Tools {
        /// Names: nvcc, ptxas, libdevice, cudadevrt
        #[arg(required = true, value_parser = tool)]
        names: Vec<&'static Tool>,
    },
    /// Prints the folders of headers, one per line
    Headers {
        /// Names, as `list` shows them, or header names: cccl, cuda/std/atomic
        #[arg(required = true, value_parser = header_set)]
        names: Vec<&'static HeaderSet>,
        /// Prints every place that is searched, and what is there
        #[arg(long)]
        explain: bool,
    },
    /// Writes completions of this command for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Writes this command's manual pages into a folder, which must exist
    Man {
        /// The folder, such as ~/.local/share/man/man1
        folder: PathBuf,
    },
}

#[derive(Args)]
struct Options {
    /// Prints JSON
    #[arg(long, global = true)]
    json: bool,
    /// Skips newer major versions of CUDA
    #[arg(long, global = true, value_name = "MAJOR")]
    newest: Option<u32>,
    /// Also searches this folder, before all others except the override variable; may be repeated
    #[arg(long = "folder", global = true, value_name = "FOLDER")]
    folders: Vec<PathBuf>,
}

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(code) => code,
        // For example by `head`, which closes the pipe when it has read enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            print_error(format_args!("error: cannot write to standard output: {error}"));
            ExitCode::FAILURE
        }
    }
}

/// # Errors
/// If standard output can't be written.
fn run(Cli { command, options }: Cli) -> io::Result<ExitCode> {
    let search = options.search();
    match command {
        Command::List => {
            let list = List::new(options.newest);
            print_line(&if options.json { json(&list) } else { list.to_string() })?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Find { names } => {
            let found = names.iter().map(|library| SearchReport::find(&search, library));
            options.print(found.collect(), false)
        }
        Command::Explain { names } => {
            let seen = names.iter().map(|library| SearchReport::explain(&search, library));
            options.print(seen.collect(), true)
        }
        Command::Tools { names } => {
            let mut code = ExitCode::SUCCESS;
            for tool in names {
                match search.tool(tool) {
                    Ok(path) => print_path(&path)?,
                    Err(error) => {
                        print_error(error);
                        code = ExitCode::FAILURE;
                    }
                }
            }
            Ok(code)
        }
        Command::Headers { names, explain } => {
            let headers = names.iter().map(|set| {
                if explain {
                    SearchReport::explain_headers(&search, set)
                } else {
                    SearchReport::find_headers(&search, set)
                }
            });
            options.print(headers.collect(), explain)
        }
        Command::Completions { shell } => {
            io::stdout().write_all(completions(shell).as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Man { folder } => match clap_mangen::generate_to(Cli::command(), &folder) {
            Ok(()) => Ok(ExitCode::SUCCESS),
            Err(error) => {
                print_error(format_args!("error: cannot write to {}: {error}", folder.display()));
                Ok(ExitCode::FAILURE)
            }
        },
    }
}

fn completions(shell: Shell) -> String {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "cuda-pathfinder", &mut text);
    // clap_complete writes the hyphen of the command's name in two ways, and bash then completes nothing after a
    // subcommand: https://github.com/clap-rs/clap/issues/6421.
    String::from_utf8_lossy(&text).replace("cuda__subcmd__pathfinder", "cuda__pathfinder")
}

impl Options {
    fn search(&self) -> Search {
        let search = match self.newest {
            Some(major) => Search::new().newest(major),
            None => Search::new(),
        };
        self.folders.iter().fold(search, Search::folder)
    }

    /// Prints paths (or reports, if requested) to standard output, and missing items to standard error.
    fn print(&self, all: Vec<SearchReport>, reports: bool) -> io::Result<ExitCode> {
        let is_found = all.iter().all(|found| found.path.is_some());
        if self.json {
            print_line(&json(&all))?;
        } else {
            for found in &all {
                match &found.file {
                    _ if reports => print_line(&found.to_string())?,
                    Some(path) => print_path(path)?,
                    None => print_error(found),
                }
            }
        }
        Ok(if is_found { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// Writes a line to standard error. If that fails, there is no other place for it.
fn print_error(text: impl Display) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Writes a line.
fn print_line(text: &str) -> io::Result<()> {
    writeln!(io::stdout(), "{text}")
}

/// Writes the bytes of a path, which need not be text, and a line feed.
fn print_path(path: &Path) -> io::Result<()> {
    let line = [path.as_os_str().as_encoded_bytes(), b"\n"].concat();
    io::stdout().write_all(&line)
}

fn json(value: &impl serde::Serialize) -> String {
    // Only maps whose keys aren't strings can't be written, and there are none.
    serde_json::to_string_pretty(value).unwrap_or_default()
}

fn library(name: &str) -> Result<&'static Library, String> {
    Library::from_name(name)
        .ok_or_else(|| "unknown library; `cuda-pathfinder list` shows all".to_owned())
}

fn tool(name: &str) -> Result<&'static Tool, String> {
    Tool::from_name(name).ok_or_else(|| {
        let names: Vec<_> = TOOLS.iter().map(|tool| tool.name).collect();
        format!("unknown tool; these are known: {}", names.join(", "))
    })
}

fn header_set(name: &str) -> Result<&'static HeaderSet, String> {
    HeaderSet::from_name(name)
        .or_else(|| header_set_of(name))
        .ok_or_else(|| "unknown headers; `cuda-pathfinder list` shows all".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_fits_a_terminal_of_80_columns() {
        fn check(command: &mut clap::Command) {
            for help in [command.render_help(), command.render_long_help()] {
                for line in help.to_string().lines() {
                    assert!(line.chars().count() <= 80, "{line}");
                }
            }
            command.get_subcommands_mut().for_each(check);
        }
        let mut command = Cli::command();
        command.build();
        check(&mut command);
    }
}
