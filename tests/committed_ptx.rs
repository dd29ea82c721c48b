//! PTX of compilers is committed as [`cuda_rust::ptx::packed`] writes it: other lines would be four times as many.
//! `CUDA_RUST_UPDATE=1` rewrites it, as for a new kernel of the software device's tests.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::{env, fs};

use cuda_rust::ptx::packed;

const FOLDERS: [&str; 5] = [
    "arrays/cuda-arrow/src/kernels",
    "arrays/cuda-ndarray/src/kernels",
    "benches/software/programs",
    "cuda-sim/tests/kernels/ptx",
    "cuda-sim/tests/api/counters",
];

#[test]
fn the_ptx_of_compilers_is_packed() {
    let mut files = 0;
    for folder in FOLDERS {
        for file in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap() {
            let file = file.unwrap().path();
            if file.extension().is_none_or(|extension| extension != "ptx") {
                continue;
            }
            let text = fs::read_to_string(&file).unwrap();
            let packed = packed(&text);
            if env::var_os("CUDA_RUST_UPDATE").is_some_and(|value| value == "1") {
                fs::write(&file, packed).unwrap();
            } else {
                let file = file.display();
                assert!(text == packed, "{file} isn't packed: run this with CUDA_RUST_UPDATE=1");
            }
            files += 1;
        }
    }
    assert!(files > 60, "{files}");
}
