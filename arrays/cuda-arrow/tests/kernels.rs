//! The committed PTX is NVRTC 11.8's output for the source. `CUDA_ARROW_UPDATE=1` rewrites it:
//!
//! ```sh
//! CUDA_ARROW_UPDATE=1 cargo test -p cuda-arrow --test kernels
//! ```
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../../cuda-ndarray/tests/kernels/ptx.rs"]
mod ptx;

use std::fs;
use std::path::Path;

#[test]
fn the_committed_ptx_matches_the_source() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/kernels");
    let Some(nvrtc) = ptx::nvrtc() else {
        return cuda_rust::skip("CUDA_NVRTC_SETS names no NVRTC 11.8");
    };
    for name in ["arrow", "table"] {
        let source_name = format!("{name}.cu");
        let source = fs::read_to_string(folder.join(&source_name)).unwrap();
        let program = nvrtc.program(&source_name, source.as_str());
        let file = folder.join(format!("{name}.ptx"));
        ptx::check(program, &source_name, &file, "CUDA_ARROW_UPDATE");
    }
}
