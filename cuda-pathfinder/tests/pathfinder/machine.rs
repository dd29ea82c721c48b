//! A machine in a temporary folder.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use cuda_pathfinder::{Environment, Os, Search};
use tempfile::TempDir;

pub(crate) struct Machine {
    folder: TempDir,
    environment: Environment,
}

impl Machine {
    pub(crate) fn new(os: Os) -> Self {
        let folder = TempDir::new().unwrap();
        let environment = Environment::simulated(os, folder.path());
        Self { folder, environment }
    }

    pub(crate) fn linux() -> Self {
        Self::new(Os::Linux)
    }

    /// A path on this machine, without links.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join(path)
    }

    /// Sets a variable to a path on this machine.
    pub(crate) fn set_path(self, name: &str, path: &str) -> Self {
        let value = self.path(path);
        self.set(name, value)
    }

    pub(crate) fn set(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.environment = self.environment.set(name, value.as_ref());
        self
    }

    /// Writes a file.
    pub(crate) fn file(self, path: &str, content: impl AsRef<[u8]>) -> Self {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
        self
    }

    /// Writes a loadable library.
    pub(crate) fn library(self, path: &str) -> Self {
        self.file(path, shared_object())
    }

    /// Writes a loadable NVRTC and its builtins, of the same version, to a folder.
    pub(crate) fn nvrtc(self, folder: &str, major: u32) -> Self {
        let soname = if major == 11 { "11.2".to_owned() } else { major.to_string() };
        self.library(&format!("{folder}/libnvrtc.so.{soname}"))
            .library(&format!("{folder}/libnvrtc-builtins.so.{major}.0"))
    }

    pub(crate) fn folder(self, path: &str) -> Self {
        fs::create_dir_all(self.path(path)).unwrap();
        self
    }

    pub(crate) fn link(self, path: &str, target: &str) -> Self {
        let (path, target) = (self.path(path), self.path(target));
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(target, path).unwrap();
        self
    }

    /// Writes a library whose soname is its file name, and that can't be loaded without `needed`.
    pub(crate) fn library_with_dependency(self, path: &str, needed: Option<&str>) -> Self {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        let soname = format!("-Wl,-soname,{name}");
        let needed = needed.map(|needed| self.path(needed));
        let needed = needed.as_deref().map_or("-lc", |needed| needed.to_str().unwrap());
        compile(&path, &[&soname, "-Wl,--no-as-needed", needed]);
        self
    }

    /// Removes a file.
    pub(crate) fn without(self, path: &str) -> Self {
        fs::remove_file(self.path(path)).unwrap();
        self
    }

    pub(crate) fn environment(&self) -> Environment {
        self.environment.clone()
    }

    pub(crate) fn search(&self) -> Search {
        Search::with_environment(self.environment())
    }
}

/// Returns the bytes of a small library with a function `answer`.
pub(crate) fn shared_object() -> &'static [u8] {
    static BYTES: OnceLock<Vec<u8>> = OnceLock::new();
    BYTES.get_or_init(|| {
        let folder = TempDir::new().unwrap();
        let library = folder.path().join("answer.so");
        compile(&library, &[]);
        fs::read(library).unwrap()
    })
}

/// Compiles that library to `output`.
pub(crate) fn compile(output: &Path, flags: &[&str]) {
    let source = output.with_file_name("answer.c");
    fs::write(&source, "int answer(void) { return 42; }\n").unwrap();
    let status = Command::new(std::env::var_os("CC").unwrap_or_else(|| "cc".into()))
        .args(["-shared", "-fPIC"])
        .args(flags)
        .arg("-o")
        .args([output, source.as_path()])
        .status()
        .unwrap();
    assert!(status.success(), "cc failed");
}
