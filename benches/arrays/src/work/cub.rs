//! The library of CUB's operations: `programs/cub.cu`, compiled by this machine's nvcc to a
//! library.

use std::ffi::OsString;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

use anyhow::{Context as _, Result, bail, ensure};
use libloading::Library;

use crate::work::Bench;

const SOURCE: &str = include_str!("../../programs/cub.cu");

/// The loaded library.
pub struct Cub {
    pub library: Library,
}

fn nvcc_candidates(bench: &Bench) -> Vec<OsString> {
    if let Some(nvcc) = &bench.nvcc {
        return vec![nvcc.clone().into()];
    }
    let below = |folder: OsString| PathBuf::from(folder).join("bin/nvcc").into_os_string();
    let mut all = vec!["nvcc".into()];
    all.extend(env::var_os("CUDA_PATH").map(below));
    all.push("/usr/local/cuda/bin/nvcc".into());
    all
}

impl Cub {
    /// Compiles it, unless it was compiled before, and loads it.
    pub fn build(bench: &Bench) -> Result<Self> {
        let device = bench.context.device();
        if device.name()?.starts_with(cuda_sim::DEVICE_NAME) {
            bail!("the software device doesn't run programs linked by nvcc");
        }
        let mut version = None;
        for nvcc in nvcc_candidates(bench) {
            match Command::new(&nvcc).arg("--version").output() {
                Ok(output) if output.status.success() => {
                    version = Some((nvcc, output.stdout));
                    break;
                }
                _ => {}
            }
        }
        let Some((nvcc, version)) = version else {
            bail!("there is no nvcc: install the CUDA toolkit, or set nvcc with --nvcc");
        };
        let capability = device.compute_capability()?;
        let (major, minor) = (capability.major, capability.minor);
        let mut hash = DefaultHasher::new();
        (SOURCE, version, major, minor).hash(&mut hash);
        let folder = env::temp_dir().join(format!("arrays-compare-{:016x}", hash.finish()));
        let library = folder.join("libcub.so");
        if !library.exists() {
            fs::create_dir_all(&folder)?;
            let source = folder.join("cub.cu");
            fs::write(&source, SOURCE)?;
            let part = folder.join(format!("part-{}.so", std::process::id()));
            eprintln!("compiling CUB");
            let output = Command::new(&nvcc)
                .args(["-O3", "-std=c++17", "-shared", "-Xcompiler", "-fPIC"])
                .arg(format!("-arch=sm_{major}{minor}"))
                .arg("-o")
                .args([&part, &source])
                .output()
                .context("starting nvcc")?;
            let message = String::from_utf8_lossy(&output.stderr);
            let first = message.lines().next().unwrap_or_default();
            ensure!(output.status.success(), "nvcc ends with {}: {first}", output.status);
            fs::rename(part, &library)?;
        }
        // SAFETY: it was compiled from the source above, and loading it only runs the CUDA
        // runtime's initialization.
        let library = unsafe { Library::new(&library) }?;
        Ok(Self { library })
    }
}
