//! Compiling with nvcc.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use cuda_pathfinder::{NVCC, Search};
use nvrtc::Arch;
use tempfile::TempDir;

use crate::error::{Error, ErrorKind};
use crate::messages::prerequisites;

/// Variables that select nvcc and change its output, in addition to those that `cuda-pathfinder` reads.
pub(crate) const VARIABLES: [&str; 4] =
    ["NVCC", "NVCC_CCBIN", "NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS"];

/// Variables with folders that the host's compiler searches for headers.
pub(crate) const FOLDER_VARIABLES: [&str; 2] = ["CPATH", "CPLUS_INCLUDE_PATH"];

pub(crate) struct Nvcc {
    pub(crate) path: PathBuf,
    /// A cache of compilations, such as ccache, that `NVCC` names before nvcc.
    pub(crate) wrapper: Option<OsString>,
}

/// nvcc's output.
pub(crate) struct Output {
    pub(crate) ptx: String,
    pub(crate) image: Vec<u8>,
    pub(crate) log: String,
    pub(crate) included: Vec<PathBuf>,
}

impl Nvcc {
    /// Returns the nvcc that `NVCC` names, or else the one that `cuda-pathfinder` finds.
    pub(crate) fn find(source_name: &str) -> Result<Self, Error> {
        match Self::named() {
            Some(nvcc) => Ok(nvcc),
            None => match Search::new().tool(&NVCC) {
                Ok(path) => Ok(Self { path, wrapper: None }),
                Err(error) => Err(absent(source_name, error.to_string())),
            },
        }
    }

    /// Returns the nvcc that `NVCC` names.
    pub(crate) fn named() -> Option<Self> {
        let (wrapper, path, _) = program("NVCC")?;
        let path = path.into();
        Some(Self { path, wrapper })
    }

    /// Compiles to PTX for the first architecture, and to the image for all of them.
    pub(crate) fn compile(
        &self,
        source_name: &str,
        source: &str,
        options: &[String],
        archs: &[Arch],
    ) -> Result<Output, Error> {
        let scratch = scratch()?;
        let folder = scratch.path();
        let first = archs.first().copied().unwrap_or(Arch::compute(7, 5)).to_virtual();
        let list = folder.join("included");
        let (ptx, log) = self.ptx(source_name, source, options, first, folder, Some(&list))?;
        let included = fs::read_to_string(&list).map(|list| prerequisites(&list));
        let mut included = included.unwrap_or_default();
        included.retain(|path| !path.starts_with(folder));
        let image = match archs {
            [only] if !only.is_real() => ptx.clone().into_bytes(),
            _ => {
                let image = folder.join("image.fatbin");
                let input = write_source(folder, source_name, source)?;
                let mut command = self.command(source_name, options);
                command.arg("--fatbin");
                command.args(archs.iter().copied().map(generate_code));
                command.arg("-o").arg(&image).arg(input);
                run(source_name, command)?;
                fs::read(&image).map_err(|error| ErrorKind::Read { path: image, error })?
            }
        };
        Ok(Output { ptx, image, log, included })
    }

    /// Returns the PTX of a probe.
    pub(crate) fn probe(
        &self,
        source_name: &str,
        source: &str,
        options: &[String],
        arch: Arch,
    ) -> Result<String, Error> {
        let scratch = scratch()?;
        let (ptx, _) =
            self.ptx(source_name, source, options, arch.to_virtual(), scratch.path(), None)?;
        Ok(ptx)
    }

    fn ptx(
        &self,
        source_name: &str,
        source: &str,
        options: &[String],
        arch: Arch,
        folder: &Path,
        list: Option<&Path>,
    ) -> Result<(String, String), Error> {
        let input = write_source(folder, source_name, source)?;
        let ptx = folder.join("out.ptx");
        let mut command = self.command(source_name, options);
        command.arg("--ptx").arg(format!("-arch={arch}"));
        if let Some(list) = list {
            command.arg("-MD").arg("-MF").arg(list);
        }
        command.arg("-o").arg(&ptx).arg(input);
        let log = run(source_name, command)?;
        let text =
            fs::read_to_string(&ptx).map_err(|error| ErrorKind::Read { path: ptx, error })?;
        Ok((text, log))
    }

    fn command(&self, source_name: &str, options: &[String]) -> Command {
        let mut command = Command::new(&self.path);
        command.args(options);
        // The copy includes files next to the original.
        if let Some(folder) = Path::new(source_name).parent() {
            let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            let mut include = OsString::from("-I");
            include.push(folder);
            command.arg(include);
        }
        command
    }
}

/// Returns the program that a variable names, the cache of compilations before it, and the options after it: a path, or
/// words such as `ccache g++ -m64`.
pub(crate) fn program(variable: &str) -> Option<(Option<OsString>, OsString, Vec<String>)> {
    let value = env::var_os(variable).filter(|value| !value.is_empty())?;
    let words = match value.to_str() {
        Some(text) if !Path::new(text).exists() => text,
        _ => return Some((None, value, Vec::new())),
    };
    let mut words = words.split_whitespace().map(str::to_owned).peekable();
    let wrapper = words.next_if(|word| is_named(Path::new(word), &WRAPPERS));
    let program = words.next()?;
    Some((wrapper.map(Into::into), program.into(), words.collect()))
}

/// Programs that run a compiler and keep its output. The last three also wrap rustc.
pub(crate) const WRAPPERS: [&str; 6] =
    ["ccache", "distcc", "icecc", "sccache", "cachepot", "buildcache"];

/// Returns `true` if a program has one of these names.
pub(crate) fn is_named(program: &Path, names: &[&str]) -> bool {
    let stem = program.file_stem();
    stem.is_some_and(|stem| names.iter().any(|name| stem == *name))
}

/// Returns the folders that are searched for headers by options of nvcc, in the variables that it reads, too.
pub(crate) fn include_folders(options: &[String]) -> Vec<PathBuf> {
    let of_variable = |name| env::var(name).unwrap_or_default();
    let variables = ["NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS"].map(of_variable);
    let [before, after] = variables.each_ref().map(|flags| flags.split_whitespace());
    let mut words = before.chain(options.iter().map(String::as_str)).chain(after);
    let mut folders = Vec::new();
    while let Some(word) = words.next() {
        let rest = INCLUDE_OPTIONS.iter().find_map(|option| word.strip_prefix(option));
        let named = match rest.map(|rest| rest.strip_prefix('=').unwrap_or(rest)) {
            Some("") => words.next(),
            named => named,
        };
        // nvcc separates several by commas.
        folders.extend(named.into_iter().flat_map(|list| list.split(',')).map(PathBuf::from));
    }
    for name in FOLDER_VARIABLES {
        let list = env::var_os(name).unwrap_or_default();
        folders.extend(env::split_paths(&list).filter(|folder| !folder.as_os_str().is_empty()));
    }
    folders
}

/// The options that name a folder for headers, the longest of those with one beginning first.
const INCLUDE_OPTIONS: [&str; 6] =
    ["--include-path", "-include-path", "--system-include", "-isystem", "-iquote", "-I"];

/// Returns the option that compiles for `arch`.
pub(crate) fn generate_code(arch: Arch) -> String {
    format!("--generate-code=arch={},code={arch}", arch.to_virtual())
}

/// Writes a copy of the source that has the original's name in messages.
fn write_source(folder: &Path, source_name: &str, source: &str) -> Result<PathBuf, Error> {
    let path = folder.join("source.cu");
    let text = format!("#line 1 {source_name:?}\n{source}");
    match fs::write(&path, text) {
        Ok(()) => Ok(path),
        Err(error) => Err(ErrorKind::Write { path, error }.into()),
    }
}

/// Creates a temporary folder for this compilation; several sources of the same name may be compiled concurrently.
fn scratch() -> Result<TempDir, Error> {
    let base = env::var_os("OUT_DIR").map_or_else(env::temp_dir, PathBuf::from);
    let folder = tempfile::Builder::new().prefix("cuda-build-").tempdir_in(&base);
    folder.map_err(|error| ErrorKind::Write { path: base, error }.into())
}

fn run(source_name: &str, mut command: Command) -> Result<String, Error> {
    let output = command.output().map_err(|error| {
        let problem = format!("{}: {error}", Path::new(command.get_program()).display());
        match error.kind() {
            io::ErrorKind::NotFound => absent(source_name, problem),
            _ => failure(source_name, problem),
        }
    })?;
    let log = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() {
        return Ok(log);
    }
    let out = String::from_utf8_lossy(&output.stdout);
    Err(failure(source_name, format!("{}\n{log}{out}", output.status)))
}

fn absent(source_name: &str, problem: String) -> Error {
    ErrorKind::NoNvcc { source_name: source_name.to_owned(), problem }.into()
}

fn failure(source_name: &str, problem: String) -> Error {
    ErrorKind::Nvcc { source_name: source_name.to_owned(), problem }.into()
}
