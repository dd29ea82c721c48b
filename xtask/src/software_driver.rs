//! `cargo xtask software-driver`: the software device as the library that programs load as CUDA's driver, and as the
//! libraries that it has, too.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, Result, anyhow, bail};
use cuda_pathfinder::DRIVER;
#[cfg(unix)]
use cuda_pathfinder::{CUBLAS, CUBLAS_LT, CUDNN, CUFFT, CUPTI, CURAND, Library};
use serde::Deserialize;
use tempfile::NamedTempFile;

use crate::cargo;

const PACKAGE: &str = "cuda-sim-cdylib";

/// The package whose archive becomes `libcudart.so.13` and so on.
const RUNTIME: &str = "cuda-runtime";

/// The file name by which programs load the driver.
const NAME: &str = if cfg!(windows) { "nvcuda.dll" } else { "libcuda.so.1" };

/// The libraries whose functions it exports besides the driver's.
#[cfg(unix)]
const LIBRARIES: [&Library; 6] = [&CUBLAS, &CUBLAS_LT, &CUDNN, &CUFFT, &CUPTI, &CURAND];

/// The Python packages of NVIDIA's wheels with these libraries and the runtime: `nvidia.cublas` and so on. Others look for
/// the files in their folders `lib`, and then load them by path.
#[cfg(unix)]
const WHEELS: [&str; 7] =
    ["cu13", "cublas", "cuda_cupti", "cuda_runtime", "cudnn", "cufft", "curand"];

/// Where to write the library.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The folder to write it to, created if it doesn't exist
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Builds and writes the library, and prints how to use it.
pub(crate) fn run(options: &Options) -> Result<ExitCode> {
    let library = build(&options.folder)?;
    xtask_print::print_line(instructions(&library))?;
    Ok(ExitCode::SUCCESS)
}

/// Builds the library and writes it into `folder`.
pub(crate) fn build(folder: &Path) -> Result<PathBuf> {
    let mut build = cargo::command("build");
    build.args(["--release", "--package", PACKAGE]);
    let library = write(build, folder)?;
    if cfg!(target_os = "linux") {
        link_runtime(folder)?;
    }
    Ok(library)
}

/// Builds the archive of the runtime, and links it to the libraries of each major release of CUDA in `folder`.
fn link_runtime(folder: &Path) -> Result<()> {
    let mut build = cargo::command("build");
    build.args(["--release", "--package", RUNTIME, "--lib", "--bins"]);
    build.arg("--message-format=json-render-diagnostics");
    let output = build.stderr(Stdio::inherit()).output();
    let output = output.with_context(|| format!("starting {}", build.get_program().display()))?;
    if !output.status.success() {
        bail!("{RUNTIME} wasn't built ({})", output.status);
    }
    let messages = String::from_utf8_lossy(&output.stdout);
    let archive = file_of(&messages, "staticlib", |file| {
        file.extension().is_some_and(|extension| extension == "a")
    });
    let linker = file_of(&messages, "bin", |_| true);
    let (Some(archive), Some(linker)) = (archive, linker) else {
        bail!("cargo built {RUNTIME} but reported no archive or no linker");
    };
    let status = Command::new(&linker).arg(&archive).arg(folder).status();
    let status = status.with_context(|| format!("starting {}", linker.display()))?;
    if !status.success() {
        bail!("the runtime wasn't linked ({status})");
    }
    Ok(())
}

/// Runs `build`, a `cargo build`, and writes its library to `folder`.
fn write(mut build: Command, folder: &Path) -> Result<PathBuf> {
    build.arg("--message-format=json-render-diagnostics");
    let output = build
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("starting {}", build.get_program().display()))?;
    if !output.status.success() {
        bail!("the software device wasn't built ({})", output.status);
    }
    let built = library(&String::from_utf8_lossy(&output.stdout))
        .ok_or_else(|| anyhow!("cargo built {PACKAGE} but reported no library"))?;
    let folder =
        std::path::absolute(folder).with_context(|| format!("the folder {}", folder.display()))?;
    let library = replace(&built, &folder, NAME)?;
    #[cfg(unix)]
    {
        for name in links() {
            link(&folder, &name, NAME)?;
        }
        for wheel in WHEELS {
            let wheel = folder.join("python/nvidia").join(wheel);
            fs::create_dir_all(&wheel)
                .with_context(|| format!("making the folder {}", wheel.display()))?;
            link(&wheel, "lib", "../../..")?;
        }
    }
    Ok(library)
}

/// Returns the other names by which programs load the file: the driver's, which some try first and would find another
/// driver otherwise, and those of the libraries in all versions.
#[cfg(unix)]
fn links() -> Vec<String> {
    let mut names = vec!["libcuda.so".to_owned()];
    for library in LIBRARIES {
        let versions = library.sonames().linux.iter().map(|soname| soname.file);
        // Without a version, as a linker looks for it.
        let plain = versions.clone().filter_map(|file| file.split_once(".so."));
        names.extend(plain.take(1).map(|(name, _)| format!("{name}.so")));
        names.extend(versions.map(str::to_owned));
    }
    names
}

#[cfg(unix)]
fn link(folder: &Path, name: &str, target: &str) -> Result<()> {
    let link = tempfile::Builder::new()
        .make_in(folder, |path| std::os::unix::fs::symlink(target, path))
        .with_context(|| format!("making a link in {}", folder.display()))?;
    link.into_temp_path()
        .persist(folder.join(name))
        .with_context(|| format!("writing {name} in {}", folder.display()))
}

/// Returns the library's file from Cargo's messages.
fn library(messages: &str) -> Option<PathBuf> {
    file_of(messages, "cdylib", |file| {
        file.extension().is_some_and(|extension| extension == std::env::consts::DLL_EXTENSION)
    })
}

/// Returns the first file of a kind of target from Cargo's messages.
fn file_of(messages: &str, kind: &str, is_it: impl Fn(&Path) -> bool) -> Option<PathBuf> {
    #[derive(Deserialize)]
    struct Message {
        target: Target,
        filenames: Vec<PathBuf>,
    }
    #[derive(Deserialize)]
    struct Target {
        kind: Vec<String>,
    }
    messages
        .lines()
        .filter_map(|line| serde_json::from_str::<Message>(line).ok())
        .filter(|message| message.target.kind.iter().any(|it| it == kind))
        .flat_map(|message| message.filenames)
        .find(|file| is_it(file))
}

/// Renames `file` to `name` in `folder`: programs that have loaded the old one keep it.
fn replace(file: &Path, folder: &Path, name: &str) -> Result<PathBuf> {
    fs::create_dir_all(folder)
        .with_context(|| format!("making the folder {}", folder.display()))?;
    let copy = NamedTempFile::new_in(folder)
        .with_context(|| format!("making a file in {}", folder.display()))?;
    fs::copy(file, copy.path())
        .with_context(|| format!("copying {} to {}", file.display(), copy.path().display()))?;
    let path = folder.join(name);
    copy.persist(&path).with_context(|| format!("writing {}", path.display()))?;
    Ok(path)
}

fn instructions(library: &Path) -> String {
    let variable = DRIVER.variable();
    let file = library.display();
    let mut text = format!("{file} is the software device; no GPU is needed for it\n");
    if let Some(folder) = library.parent().filter(|_| cfg!(unix)) {
        let folder = folder.display();
        text.push_str(&format!("  for any program  LD_LIBRARY_PATH={folder} program\n"));
        text.push_str(&format!("  in Python also   PYTHONPATH={folder}/python\n"));
    }
    text.push_str(&format!("  with our crates  {variable}={file} program"));
    text
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    use std::os::unix::fs::PermissionsExt;

    use tempfile::TempDir;

    /// A folder with a fake Cargo that runs `script`; `$built` is the library that it builds.
    struct Workplace(TempDir);

    impl Workplace {
        fn new() -> Self {
            Self(tempfile::tempdir().unwrap())
        }

        fn built(&self) -> PathBuf {
            let name = format!("libcuda.{}", std::env::consts::DLL_EXTENSION);
            self.0.path().join(name)
        }

        fn target(&self) -> PathBuf {
            self.0.path().join("not/yet/there")
        }

        fn write(&self, script: &str) -> Result<PathBuf> {
            let mut cargo = Command::new("sh");
            cargo
                .args(["-c", script])
                .env("built", self.built())
                .env("dependency", self.0.path().join("libother.rlib"));
            write(cargo, &self.target())
        }

        fn files(&self) -> Vec<PathBuf> {
            let Ok(entries) = fs::read_dir(self.target()) else {
                return Vec::new();
            };
            entries.map(|entry| entry.unwrap().path()).collect()
        }
    }

    const BUILD: &str = r#"
        echo library > "$built"
        chmod 755 "$built"
        echo '{"reason":"compiler-artifact","target":{"kind":["lib"]},"filenames":["'$dependency'"]}'
        echo '{"reason":"compiler-artifact","target":{"kind":["cdylib"]},"filenames":["'$built'"]}'
        echo '{"reason":"build-finished","success":true}'"#;

    #[test]
    fn the_built_library_is_written_under_the_name_that_programs_load() {
        let place = Workplace::new();
        let library = place.write(BUILD).unwrap();
        assert_eq!(library, place.target().join("libcuda.so.1"));
        assert_eq!(fs::read_to_string(&library).unwrap(), "library\n");
        assert_eq!(fs::metadata(&library).unwrap().permissions().mode() & 0o777, 0o755);
        let mut expected = vec![library];
        for name in links() {
            let link = place.target().join(name);
            assert_eq!(fs::read_link(&link).unwrap(), Path::new("libcuda.so.1"));
            expected.push(link);
        }
        for wheel in WHEELS {
            let found = place.target().join("python/nvidia").join(wheel).join("lib/libcuda.so.1");
            assert_eq!(fs::read_to_string(found).unwrap(), "library\n");
        }
        expected.push(place.target().join("python"));
        let mut files = place.files();
        files.sort();
        expected.sort();
        assert_eq!(files, expected);
    }

    #[test]
    fn libraries_are_found_under_the_names_of_every_version() {
        let names = links();
        for name in [
            "libcuda.so",
            "libcublas.so",
            "libcublas.so.11",
            "libcublas.so.12",
            "libcublas.so.13",
            "libcublasLt.so.12",
            "libcudnn.so.9",
            "libcufft.so.11",
            "libcufft.so.12",
            "libcupti.so.13",
            "libcurand.so.10",
        ] {
            assert!(names.iter().any(|it| it == name), "{names:?}");
        }
    }

    #[test]
    fn a_program_that_has_the_previous_library_open_keeps_it() {
        let place = Workplace::new();
        let library = place.write(BUILD).unwrap();
        let open = fs::File::open(&library).unwrap();
        let new = BUILD.replace("echo library", "echo new");
        place.write(&new).unwrap();
        assert_eq!(std::io::read_to_string(open).unwrap(), "library\n");
        assert_eq!(fs::read_to_string(&library).unwrap(), "new\n");
    }

    #[test]
    fn a_failed_build_leaves_the_previous_library_unchanged() {
        let place = Workplace::new();
        let library = place.write(BUILD).unwrap();
        let error = place.write("exit 101").unwrap_err().to_string();
        assert!(error.contains("wasn't built (exit status: 101)"), "{error}");
        assert_eq!(fs::read_to_string(library).unwrap(), "library\n");
    }

    #[test]
    fn a_build_without_a_library_is_an_error_and_writes_nothing() {
        let place = Workplace::new();
        let error = place.write("echo nonsense").unwrap_err().to_string();
        assert!(error.contains("reported no library"), "{error}");
        assert!(place.files().is_empty());
    }

    #[test]
    fn a_folder_that_cannot_be_created_is_an_error_that_names_it() {
        let place = Workplace::new();
        fs::write(place.0.path().join("not"), "a file").unwrap();
        let error = place.write(BUILD).unwrap_err().to_string();
        let folder = place.target();
        assert!(error.contains(&*folder.to_string_lossy()), "{error}");
    }

    #[test]
    fn the_output_explains_how_programs_use_the_library() {
        let text = instructions(Path::new("/x/libcuda.so.1"));
        assert!(text.contains("LD_LIBRARY_PATH=/x program"), "{text}");
        assert!(text.contains("CUDA_DRIVER=/x/libcuda.so.1 program"), "{text}");
    }
}
