//! [`Workshop`]: where the command runs programs.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use cuda_rust::built;
use tempfile::TempDir;

/// A folder with the libraries and the program, which is linked with the driver as any other.
pub struct Workshop(pub TempDir);

impl Workshop {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let workshop = Self(folder);
        built::write_software_driver(&workshop.libraries()).unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program.c");
        let output = Command::new(env::var_os("CC").unwrap_or_else(|| "cc".into()))
            .args([&source, &workshop.libraries().join("libcuda.so.1")])
            .arg("-o")
            .arg(workshop.program())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        workshop
    }

    pub fn libraries(&self) -> PathBuf {
        self.0.path().join("libraries")
    }

    pub fn program(&self) -> PathBuf {
        self.0.path().join("program")
    }

    /// A call of the command without settings of the environment.
    pub fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cuda-sim"));
        for (name, _) in env::vars_os() {
            if name.to_string_lossy().starts_with("CUDA_SIM_") {
                command.env_remove(name);
            }
        }
        command.env("CUDA_SIM_LIBRARIES", self.libraries());
        command
    }

    /// Calls the command with words, then `--`, the program and its words.
    pub fn run(&self, words: &[&str], program: [&str; 2]) -> Run {
        let mut command = self.command();
        Run::of(command.args(words).arg("--").arg(self.program()).args(program))
    }
}

/// What a command did.
pub struct Run {
    pub status: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Run {
    pub fn of(command: &mut Command) -> Self {
        let Output { status, stdout, stderr } = command.output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Self { status: status.code(), out: text(stdout), err: text(stderr) }
    }
}
