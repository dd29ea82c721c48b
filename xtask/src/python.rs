//! A Python with NVIDIA's packages, for the tests that run them on the software device.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::cache::Cache;
use crate::pip;
use crate::wheels::name_of;

/// The environment variable with the Python that has the packages, for the tests.
pub const VARIABLE: &str = "CUDA_TEST_PYTHON";

/// The packages, with their versions.
const REQUIREMENTS: &str = include_str!("../../tests/python/requirements.txt");

/// Installs the packages in a virtual environment of this machine's Python, if needed, and returns the environment's
/// Python.
pub fn provision(cache: &Cache) -> Result<PathBuf> {
    environment(cache, &pip::python()?, REQUIREMENTS)
}

/// The packages of NVIDIA's compiler, with their versions.
const TOOLKIT: &str = include_str!("../toolkit.txt");

/// Installs nvcc, the runtime and their headers in another environment, if needed, and returns their folder.
pub fn provision_toolkit(cache: &Cache) -> Result<PathBuf> {
    let python = environment(cache, &pip::python()?, TOOLKIT)?;
    let toolkit = packages(&python)?.join("nvidia/cu13");
    // Linkers look for the name without a version.
    #[cfg(unix)]
    for (name, of) in [("lib64", "lib"), ("lib/libcudart.so", "libcudart.so.13")] {
        let link = toolkit.join(name);
        if fs::symlink_metadata(&link).is_err() {
            std::os::unix::fs::symlink(of, &link)
                .with_context(|| format!("making {}", link.display()))?;
        }
    }
    Ok(toolkit)
}

/// The packages whose tests run on the software device, and what these need.
const PEERS: &str = include_str!("../peers.txt");

/// Installs these packages in another environment, if needed, and returns the environment's Python.
pub fn provision_peers(cache: &Cache) -> Result<PathBuf> {
    environment(cache, &pip::python()?, PEERS)
}

/// Installs packages and what they depend on, as pip chooses it, in another environment, if needed, and returns the
/// environment's Python.
pub fn provision_tested(cache: &Cache, requirements: &str) -> Result<PathBuf> {
    filled(cache, &pip::python()?, requirements, &[])
}

/// Returns the folder of the packages that an environment's Python imports.
pub fn packages(python: &Path) -> Result<PathBuf> {
    let place = ["-c", "import sysconfig; print(sysconfig.get_path('purelib'))"];
    let packages = output(Command::new(python).args(place))?;
    Ok(PathBuf::from(String::from_utf8_lossy(&packages).trim()))
}

/// Returns the Python of an environment with these packages, and no others.
fn environment(cache: &Cache, python: &OsStr, requirements: &str) -> Result<PathBuf> {
    filled(cache, python, requirements, &["--no-deps"])
}

fn filled(cache: &Cache, python: &OsStr, requirements: &str, options: &[&str]) -> Result<PathBuf> {
    // An environment only works with the Python that created it.
    let identify = ["-c", "import sys; print(sys.executable, sys.version)"];
    let identity = output(Command::new(python).args(identify))?;
    let inputs = [requirements.as_bytes(), identity.as_slice()].concat();
    let name = format!("python/{}", name_of(&inputs));
    let folder = cache.entry(name, |folder| {
        xtask_print::print_note(format_args!("installing NVIDIA's Python packages"));
        fill(folder, python, requirements, options)
            .with_context(|| format!("installing {requirements:?} into a virtual environment"))
    })?;
    Ok(interpreter(&folder))
}

fn fill(folder: &Path, python: &OsStr, requirements: &str, options: &[&str]) -> Result<()> {
    output(Command::new(python).args(["-m", "venv"]).arg(folder))?;
    let file = folder.join("requirements.txt");
    fs::write(&file, requirements).with_context(|| format!("writing {}", file.display()))?;
    let mut install = Command::new(interpreter(folder));
    install.args([
        "-m",
        "pip",
        "install",
        "--disable-pip-version-check",
        "--no-input",
        "--only-binary=:all:",
    ]);
    output(install.args(options).arg("--requirement").arg(file))?;
    Ok(())
}

fn interpreter(environment: &Path) -> PathBuf {
    environment.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" })
}

/// Returns the standard output of `command`; if it fails, the error contains all output.
fn output(command: &mut Command) -> Result<Vec<u8>> {
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| pip::cannot_start(command.get_program(), error))?;
    if !output.status.success() {
        let messages = [output.stdout, output.stderr].concat();
        let messages = String::from_utf8_lossy(&messages);
        bail!("`{command:?}` failed ({}):\n{}", output.status, messages.trim_end());
    }
    Ok(output.stdout)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    use tempfile::TempDir;

    /// A cache, and a fake Python that records its arguments and whose pip runs a script.
    struct Machine(TempDir);

    impl Machine {
        fn new(pip: &str) -> Self {
            let machine = Self(tempfile::tempdir().unwrap());
            machine.install_python("3.11", pip);
            machine
        }

        fn install_python(&self, version: &str, pip: &str) {
            let calls = self.0.path().join("calls");
            let script = format!(
                "#!/bin/sh\n\
                 case \"$2\" in\n\
                 import*) echo {version}; exit;;\n\
                 venv) mkdir \"$3/bin\"; cp \"$0\" \"$3/bin/python\";;\n\
                 pip) {pip};;\n\
                 esac\n\
                 echo \"$2\" >> '{}'\n",
                calls.display()
            );
            // Another program writes it, because a file that this process writes may still be open in a child.
            let write = "printf '%s' \"$1\" > \"$0\" && chmod 755 \"$0\"";
            let mut shell = Command::new("sh");
            shell.args(["-c", write]).arg(self.python()).arg(script);
            assert!(shell.status().unwrap().success());
        }

        fn python(&self) -> PathBuf {
            self.0.path().join("python")
        }

        fn environment(&self, requirements: &str) -> Result<PathBuf> {
            let cache = Cache::at(self.0.path().join("cache"));
            environment(&cache, self.python().as_os_str(), requirements)
        }

        fn calls(&self) -> String {
            fs::read_to_string(self.0.path().join("calls")).unwrap_or_default()
        }
    }

    #[test]
    fn the_packages_are_installed_once() {
        let machine = Machine::new("true");
        let first = machine.environment("numpy==1").unwrap();
        let second = machine.environment("numpy==1").unwrap();
        assert_eq!(first, second);
        assert!(first.ends_with("bin/python") && first.is_file());
        assert_eq!(machine.calls(), "venv\npip\n");
    }

    #[test]
    fn other_packages_or_another_python_get_a_separate_environment() {
        let machine = Machine::new("true");
        let first = machine.environment("numpy==1").unwrap();
        let second = machine.environment("numpy==2").unwrap();
        machine.install_python("3.12", "true");
        let third = machine.environment("numpy==2").unwrap();
        assert!(first != second && second != third && third != first);
    }

    #[test]
    fn packages_that_cannot_be_installed_are_an_error_with_the_output_of_pip_and_leave_no_files() {
        let machine = Machine::new("echo 'No matching distribution for numpy==1' >&2; exit 1");
        let error = format!("{:#}", machine.environment("numpy==1").unwrap_err());
        for part in [
            "installing \"numpy==1\" into",
            "pip",
            "exit status: 1",
            "No matching distribution for numpy==1",
        ] {
            assert!(error.contains(part), "{error}");
        }
        machine.install_python("3.11", "true");
        machine.environment("numpy==1").unwrap();
    }

    #[test]
    fn a_missing_python_is_an_error_with_a_remedy() {
        let machine = Machine::new("true");
        fs::remove_file(machine.python()).unwrap();
        let error = machine.environment("numpy==1").unwrap_err().to_string();
        assert!(error.contains("doesn't exist") && error.contains("PYTHON"), "{error}");
    }

    #[test]
    fn every_package_is_pinned_to_one_version() {
        let lines = [REQUIREMENTS, TOOLKIT, PEERS].into_iter().flat_map(str::lines);
        for package in lines.filter(|line| !line.starts_with('#')) {
            assert!(package.contains("==") && !package.contains('*'), "{package}");
        }
    }
}
