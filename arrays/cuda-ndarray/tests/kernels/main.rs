//! The committed PTX is NVRTC 11.8's output for the source. `CUDA_NDARRAY_UPDATE=1` rewrites it:
//!
//! ```sh
//! CUDA_NDARRAY_UPDATE=1 cargo test -p cuda-ndarray --test kernels
//! ```
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod ptx;

use std::fs;
use std::path::Path;

const SIZES: [u32; 5] = [1, 2, 4, 8, 16];

#[test]
fn the_committed_ptx_matches_the_source() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/kernels");
    let source = fs::read_to_string(folder.join("copy.cu")).unwrap();
    let Some(nvrtc) = ptx::nvrtc() else {
        return cuda_rust::skip("CUDA_NVRTC_SETS names no NVRTC 11.8");
    };
    for size in SIZES {
        let program = nvrtc.program("copy.cu", source.as_str());
        let file = folder.join(format!("copy_{size}.ptx"));
        ptx::check(program.define("SIZE", size), "copy.cu", &file, "CUDA_NDARRAY_UPDATE");
    }
}
