use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// A program to compare.
pub struct Program {
    /// Its name in tables.
    pub name: &'static str,
    /// Its source, relative to the folder of the sources.
    pub file: &'static str,
    /// How it is built.
    pub maker: Maker,
    /// What it does, as a note for the figures.
    pub does: &'static str,
    /// The times that it must report.
    pub tells: &'static [&'static str],
}

/// How a program is built from its source.
#[derive(Clone, Copy)]
pub enum Maker {
    Nvcc,
    Cxx,
    /// By Cargo beforehand: the name of the built program.
    Cargo(&'static str),
    /// The same, and its compiled kernel is cached between runs.
    CargoCached(&'static str),
    /// Not built: Python runs it, with this module of NVIDIA's and numpy.
    Python(&'static str),
}

/// The times that every application reports, in addition to its own steps.
const APPLICATION: &[&str] = &["context", "load", "generate", "kernel", "total"];

/// The application; others are compared with the first that runs.
pub static PROGRAMS: [Program; 8] = [
    Program {
        name: "C++, runtime API",
        file: "runtime.cu",
        maker: Maker::Nvcc,
        does: "one step after the other on one thread; nvcc compiled the kernel before, for this very GPU",
        tells: APPLICATION,
    },
    Program {
        name: "C++, driver API",
        file: "driver.cpp",
        maker: Maker::Cxx,
        does: "one step after the other, but that NVRTC compiles the kernel to PTX in each run, on a second thread \
               while the context is created; it is linked with NVRTC and the driver's library, which are loaded before all else",
        tells: APPLICATION,
    },
    Program {
        name: "C++, best",
        file: "best.cu",
        maker: Maker::Nvcc,
        does: "the steps of Rust, best, with the runtime API; nvcc compiled the kernel before, for this very GPU",
        tells: APPLICATION,
    },
    Program {
        name: "Rust, plain",
        file: "plain.rs",
        maker: Maker::Cargo("saxpy-plain"),
        does: "the steps of the C++ with the driver API, but that the second thread loads NVRTC, too",
        tells: APPLICATION,
    },
    Program {
        name: "Rust, plain, cached",
        file: "plain.rs",
        maker: Maker::CargoCached("saxpy-plain"),
        does: "the same program; the kernel was compiled before, as nvcc's is, and comes from nvrtc-cache",
        tells: APPLICATION,
    },
    Program {
        name: "Rust, best",
        file: "best.rs",
        maker: Maker::Cargo("saxpy-best"),
        does: "generates, touches the result's memory and compiles while the context is created; up to 8 threads copy \
               through pinned memory, compute and check piece by piece; four floats a thread in the kernel; nothing is \
               freed before the process ends",
        tells: APPLICATION,
    },
    Program {
        name: "cuda.bindings",
        file: "bindings.py",
        maker: Maker::Python("cuda.bindings"),
        does: "one step after the other on one thread, NVRTC's among them; numpy generates and checks, in memory of \
               huge pages where the system gives them",
        tells: APPLICATION,
    },
    Program {
        name: "cuda.core",
        file: "core.py",
        maker: Maker::Python("cuda.core"),
        does: "the same steps with pinned memory, which is allocated before it generates into it",
        tells: APPLICATION,
    },
];

/// Kernels compared with the device's copy.
pub static KERNELS: Program = Program {
    name: "Rust, kernels",
    file: "kernels.rs",
    maker: Maker::Cargo("saxpy-kernels"),
    does: "plain computes one float a thread, vector four, unrolled twice four, streamed four that pass by the caches; \
           copy is the driver's, on the device",
    tells: &["plain", "vector", "unrolled", "streamed", "copy", "total"],
};

impl Program {
    /// Counts the lines of its source, including code shared with other programs of its API, without empty lines and
    /// comments. The input, check and figures, which all languages have, aren't counted.
    pub fn lines(&self, sources: &Path) -> Result<usize> {
        let shared = matches!(self.maker, Maker::Nvcc).then_some("runtime.hpp");
        let files = [self.file].into_iter().chain(shared);
        let lines = files.map(|file| {
            let path = sources.join(file);
            let text =
                fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
            Ok(match self.maker {
                Maker::Python(_) => python_lines(&text),
                _ => text.lines().filter(|line| is_code(line, "//")).count(),
            })
        });
        lines.sum()
    }
}

fn is_code(line: &str, comment: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && !line.starts_with(comment)
}

/// A line that begins with a plain string starts documentation, which lasts until the string ends.
fn python_lines(text: &str) -> usize {
    let mut documentation = false;
    let mut count = 0;
    for line in text.lines() {
        let quotes = line.matches("\"\"\"").count();
        if documentation || line.trim().starts_with("\"\"\"") {
            documentation ^= quotes % 2 == 1;
        } else {
            count += usize::from(is_code(line, "#"));
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn docstrings_are_not_lines_of_source() {
        let text = "\"\"\"One.\n\ntwo\n\"\"\"\n\nimport a  # why\n# no\nS = r\"\"\"x\ny\"\"\"\n";
        assert_eq!(python_lines(text), 3);
    }

    #[test]
    fn comments_and_empty_lines_are_not_lines_of_source() {
        assert!(is_code("    let x = 1; // one", "//"));
        assert!(!is_code("    // one", "//"));
        assert!(!is_code("  ", "//"));
    }
}
