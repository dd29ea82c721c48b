//! The committed PTX is NVRTC 11.8's output for the source, and the committed Rust what cuda-build makes of both: the
//! structures that kernels take, and functions that launch them. `CUDA_ARROW_UPDATE=1` rewrites them:
//!
//! ```sh
//! CUDA_ARROW_UPDATE=1 cargo test -p cuda-arrow --test kernels
//! ```
//!
//! Change the `.cu` and run it before the code that uses what is new: the test is built with the crate.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[allow(dead_code, reason = "another test uses the rest")]
#[path = "../../cuda-ndarray/tests/kernels/ptx.rs"]
mod ptx;

use std::fs;
use std::path::{Path, PathBuf};

use cuda_build::{Build, Structure};

const UPDATE: &str = "CUDA_ARROW_UPDATE";

const SOURCES: [&str; 2] = ["arrow", "table"];

/// Names what Rust needs besides the kernels and the structures that they take.
fn with_names(name: &str, build: Build) -> Build {
    let (pointees, enumerations, build) = match name {
        "arrow" => (
            &["Job", "Node", "Range"][..],
            &["Kind", "Step"][..],
            build.constants("u64", ["CHUNK"]).constants("u32", ["THREADS"]),
        ),
        _ => (
            &["Column", "ViewBuffer", "Tiles", "Word", "Partial", "Aggregate", "Gather", "Running"]
                [..],
            &[
                "Kind",
                "Where",
                "Order",
                "Operation",
                "Gathered",
                "Comparison",
                "Joined",
                "Windowed",
            ][..],
            build
                .constants("usize", ["THREADS", "TILE", "PIECE", "DIGITS", "EACH_32", "EACH_64"])
                .constants("u32", ["NONE", "PART_LENGTH", "PART_CLASS"]),
        ),
    };
    // Structures that kernels read at addresses in others.
    let pointees = pointees.iter().map(|pointee| Structure::generated(*pointee));
    let build = pointees.fold(build, Build::structure);
    enumerations.iter().fold(build, |build, enumeration| build.enumeration("u32", *enumeration))
}

fn kernels() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/kernels")
}

fn read(file: &str) -> String {
    fs::read_to_string(kernels().join(file)).unwrap_or_default()
}

#[test]
fn the_committed_files_match_the_source() {
    let Some(nvrtc) = ptx::nvrtc() else {
        return cuda_rust::skip("CUDA_NVRTC_SETS names no NVRTC 11.8");
    };
    for name in SOURCES {
        let source_name = format!("{name}.cu");
        let rust = kernels().join(format!("{name}.rs"));
        let program = nvrtc.program(&source_name, ptx::asserted(read(&source_name), &rust, UPDATE));
        ptx::check(program, &source_name, &kernels().join(format!("{name}.ptx")), UPDATE);
        let build = Build::text(&source_name, read(&source_name))
            .with(move |program| program.with_nvrtc(nvrtc).option("--std=c++14"))
            .type_name("Kernels");
        ptx::check_rust(with_names(name, build), &kernels(), name, UPDATE);
    }
}
