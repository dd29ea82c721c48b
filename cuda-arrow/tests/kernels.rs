//! The PTX is what NVRTC 11.8 makes of their source. With `CUDA_ARROW_UPDATE=1` it is written anew:
//!
//! ```sh
//! CUDA_ARROW_UPDATE=1 cargo test -p cuda-arrow --test kernels
//! ```
//!
//! That release is among those of `CUDA_NVRTC_SETS`, which `cargo xtask provision` fetches. It is the oldest that the
//! workspace has, and the only one for all devices that drivers from CUDA 11 on know. What it writes says PTX 7.8; nothing
//! in it is newer than 7.0, which those drivers read, so that is what the files say.
#![allow(missing_docs)]
// What a test does not expect is its failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::{Path, PathBuf};
use std::{env, fs};

use cuda_pathfinder::{Environment, Os, Search};
use nvrtc::{Arch, Nvrtc, sys};

fn nvrtc() -> Option<Nvrtc> {
    let sets = env::var_os("CUDA_NVRTC_SETS").unwrap_or_default();
    let folder: PathBuf = env::split_paths(&sets).find(|folder| {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("11.8.")
    })?;
    let environment = Environment::simulated(Os::current(), "/");
    let search = Search::in_environment(environment.set("CUDA_NVRTC", folder.as_os_str()));
    Some(Nvrtc::from_table(sys::load_with(&search).unwrap()))
}

/// What the files hold: no comments, which name the compiler's build, and the older version.
fn tidied(ptx: &str) -> String {
    let begin = ptx.find(".version").expect("PTX says its version");
    let lines = ptx[begin..].lines();
    let lines = lines.filter(|line| !line.trim_start().starts_with("//"));
    let text: Vec<&str> = lines.collect();
    let text = text.join("\n").replace(".version 7.8\n", ".version 7.0\n");
    text.trim().to_owned() + "\n"
}

#[test]
fn the_ptx_is_made_of_the_source() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/kernels");
    let source = fs::read_to_string(folder.join("arrow.cu")).unwrap();
    let Some(nvrtc) = nvrtc() else {
        return cuda_rust::skip("CUDA_NVRTC_SETS names no NVRTC 11.8");
    };
    let program = nvrtc
        .program("arrow.cu", source.as_str())
        .arch(Arch::compute(5, 2))
        .option("--std=c++14");
    let ptx = program.compile_ptx().unwrap();
    let made = tidied(ptx.as_c_str().to_str().unwrap());
    let file = folder.join("arrow.ptx");
    if env::var_os("CUDA_ARROW_UPDATE").is_some_and(|it| it == "1") {
        fs::write(&file, made).unwrap();
    } else {
        let written = fs::read_to_string(&file).unwrap_or_default();
        assert!(
            made == written,
            "{} isn't what arrow.cu makes: run it with CUDA_ARROW_UPDATE=1",
            file.display()
        );
    }
}
