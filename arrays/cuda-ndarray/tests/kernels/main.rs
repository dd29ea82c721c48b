//! The committed PTX is NVRTC 11.8's output for the source, and the committed Rust what cuda-build makes of it: the structures
//! that kernels take, and constants, which are the same for all sizes of units. `CUDA_NDARRAY_UPDATE=1` rewrites both:
//!
//! ```sh
//! CUDA_NDARRAY_UPDATE=1 cargo test -p cuda-ndarray --test kernels
//! ```
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[allow(dead_code, reason = "another test uses the rest")]
mod ptx;

use std::fs;
use std::path::Path;

use cuda_build::Build;

const UPDATE: &str = "CUDA_NDARRAY_UPDATE";

const SIZES: [u32; 5] = [1, 2, 4, 8, 16];

/// The constants of Rust's side.
const COUNTS: [&str; 2] = ["THREADS", "UNITS_OF_A_BLOCK"];
const SIZES_OF_RUST: [&str; 5] =
    ["KERNEL_AXES", "TRANSPOSE_AXES", "TILE_OF_SMALL", "TILE_OF_LARGE", "LARGEST_SMALL"];

#[test]
fn the_committed_files_match_the_source() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/kernels");
    let source = fs::read_to_string(folder.join("copy.cu")).unwrap();
    let Some(nvrtc) = ptx::nvrtc() else {
        return cuda_rust::skip("CUDA_NVRTC_SETS names no NVRTC 11.8");
    };
    for size in SIZES {
        let source = ptx::asserted(source.clone(), &folder.join("copy_1.rs"), UPDATE);
        let program = nvrtc.program("copy.cu", source);
        let file = folder.join(format!("copy_{size}.ptx"));
        ptx::check(program.define("SIZE", size), "copy.cu", &file, UPDATE);
    }
    for name in ["scale", "triangle"] {
        let (source, file) = (format!("{name}.cu"), folder.join(format!("{name}.ptx")));
        let text = fs::read_to_string(folder.join(&source)).unwrap();
        ptx::check(nvrtc.program(&source, text), &source, &file, UPDATE);
    }
    let build = Build::text("copy.cu", source)
        .with(move |program| {
            program.with_nvrtc(nvrtc).option("--std=c++14").define("SIZE", SIZES[0])
        })
        .constants("u32", COUNTS)
        .constants("usize", SIZES_OF_RUST)
        .type_name("Kernels");
    ptx::check_rust(build, &folder, "copy_1", UPDATE);
}
