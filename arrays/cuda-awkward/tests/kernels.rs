//! The committed Rust of the kernels' arguments is what cuda-build makes of `arguments.cuh`. `CUDA_AWKWARD_UPDATE=1` rewrites it:
//!
//! ```sh
//! CUDA_AWKWARD_UPDATE=1 cargo test -p cuda-awkward --test kernels
//! ```
//!
//! Change the header and run it before the code that uses what is new: the test is built with the crate.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[allow(dead_code, reason = "nothing is compiled to PTX")]
#[path = "../../cuda-ndarray/tests/kernels/ptx.rs"]
mod ptx;

use std::fs;
use std::path::{Path, PathBuf};

use cuda_build::{Arch, Build, Structure};

const UPDATE: &str = "CUDA_AWKWARD_UPDATE";

const STRUCTURES: [&str; 11] = [
    "Ix", "Args", "Tiles", "Check", "Level", "Levels", "Parse", "Pass", "Reduce", "Sort", "Inputs",
];

/// The constants that are numbers of elements.
const COUNTS: [&str; 10] = [
    "TILE",
    "SPREAD_TILE",
    "BITS_TILE",
    "BLOCK_LISTS",
    "WARP_LIMIT",
    "LIMIT",
    "DIRECT_ITEMS",
    "KEYED_ITEMS",
    "MOST_LEVELS",
    "OPERANDS",
];

fn kernels() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/kernels")
}

fn header() -> String {
    fs::read_to_string(kernels().join("arguments.cuh")).unwrap()
}

#[test]
fn the_committed_file_matches_the_header() {
    let Some(nvrtc) = ptx::nvrtc() else {
        return cuda_rust::skip("CUDA_NVRTC_SETS names no NVRTC 11.8");
    };
    let build = Build::text("arguments.cuh", header())
        .with(move |program| program.with_nvrtc(nvrtc).option("--std=c++17"))
        .constants("u32", ["THREADS"])
        .constants("usize", COUNTS)
        .enumeration("i32", "Form");
    let structures = STRUCTURES.iter().map(|name| Structure::generated(*name));
    ptx::check_rust(structures.fold(build, Build::structure), &kernels(), "arguments", UPDATE);
}

#[test]
fn the_layouts_are_those_of_every_compiler() {
    let nvrtcs: Vec<_> = ptx::nvrtcs().collect();
    if nvrtcs.is_empty() {
        return cuda_rust::skip("CUDA_NVRTC_SETS names no NVRTC");
    }
    for nvrtc in nvrtcs {
        let source = ptx::asserted(header(), &kernels().join("arguments.rs"), UPDATE);
        let program = nvrtc.program("arguments.cuh", source).arch(Arch::compute(7, 5));
        let program = program.option("--std=c++17");
        program.compile_ptx().unwrap_or_else(|error| panic!("NVRTC {}: {error}", nvrtc.version()));
    }
}
