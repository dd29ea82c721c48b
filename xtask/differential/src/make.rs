//! Generates programs with Python, and compiles those in C++ with NVRTC.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

/// A kind of program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Kind {
    /// Random control flow, guards and calls, in PTX
    Control,
    /// Single instructions on 1,024 inputs each, which are generated from the first seed
    Forms,
    /// Matrix instructions; seeds don't matter
    Matrices,
    /// Random kernels in CUDA C++
    Kernels,
}

/// The set of headers that kernels include, in the folder that `CUDA_HEADERS` names.
const HEADERS: &str = "13.0/include";

/// Returns the folder of the generators.
fn generators() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("generators")
}

fn generate(name: &str, arguments: &[&str], folder: &Path) -> Result<()> {
    let python = env::var_os("PYTHON").unwrap_or_else(|| OsString::from("python3"));
    let mut command = Command::new(&python);
    // This makes the order of Python's sets of strings deterministic.
    command.env("PYTHONHASHSEED", "0");
    command.arg("-B").arg(generators().join(name)).arg(folder).args(arguments);
    let output = command.output().with_context(|| format!("starting {}", python.display()))?;
    if !output.status.success() {
        bail!("{name} failed: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(())
}

/// Writes the programs of a kind and these seeds to `folder`, and returns how many of them don't compile.
pub(crate) fn make(kind: Kind, seeds: &Range<u64>, folder: &Path) -> Result<usize> {
    fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
    let (first, last) = (seeds.start.to_string(), seeds.end.to_string());
    match kind {
        Kind::Control => generate("control.py", &[&first, &last], folder)?,
        Kind::Forms => generate("forms.py", &[&first], folder)?,
        Kind::Matrices => generate("matrices.py", &[], folder)?,
        Kind::Kernels => {
            generate("kernels.py", &[&first, &last], folder)?;
            return compile(folder);
        }
    }
    Ok(0)
}

/// A kernel written by Python, and how to compile and launch it.
#[derive(Deserialize)]
struct Source {
    name: String,
    options: Vec<String>,
    /// The rest of the manifest's line, after the file name.
    launch: String,
}

/// Compiles the kernels, and returns how many don't compile.
fn compile(folder: &Path) -> Result<usize> {
    let sources: Vec<Source> = serde_json::from_slice(&fs::read(folder.join("kernels.json"))?)?;
    let headers = env::var_os("CUDA_HEADERS")
        .map(|sets| Path::new(&sets).join(HEADERS))
        .filter(|folder| folder.is_dir());
    let (mut manifest, mut failed) = (String::new(), 0);
    for source in sources {
        let text = fs::read_to_string(folder.join(format!("{}.cu", source.name)))?;
        let program = nvrtc::Program::new("k.cu", text.as_str());
        let mut program = match &headers {
            Some(folder) => program.include_dir(folder).include_dir(folder.join("cccl")),
            None => program.cuda_headers()?,
        };
        for option in &source.options {
            program = program.option(option.as_str());
        }
        let ptx = match program.compile_ptx() {
            Ok(ptx) => ptx,
            Err(error) => {
                xtask_print::print_note(format_args!("{}: {error}", source.name));
                failed += 1;
                continue;
            }
        };
        let ptx = ptx.as_str();
        let inexact = ptx.contains(".approx") || ptx.contains("div.full");
        fs::write(folder.join(format!("{}.ptx", source.name)), ptx)?;
        let flag = if inexact { "approx" } else { "exact" };
        manifest += &format!("{0} {0}.ptx {1} {flag}\n", source.name, source.launch);
    }
    fs::write(folder.join("kernels.man"), manifest)?;
    Ok(failed)
}
