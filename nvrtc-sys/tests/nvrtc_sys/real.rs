//! The real NVRTCs that a test may have.

use std::ffi::{CStr, OsStr, c_char};
use std::path::PathBuf;
use std::ptr::{null, null_mut};

use cuda_pathfinder::{Environment, Os, Search};
use nvrtc_sys::{NvrtcTable, nvrtcResult};

#[allow(dead_code)]
#[path = "../../../src/skip.rs"]
mod skipping;

/// Returns the NVRTC of this machine; `None`, and a line in `CUDA_TEST_SKIPS`, if there is none.
pub(crate) fn nvrtc(test: &str) -> Option<&'static NvrtcTable> {
    match nvrtc_sys::load() {
        Ok(table) => Some(table),
        Err(error) => {
            skip(test, &error.to_string());
            None
        }
    }
}

/// Returns the folders of `CUDA_NVRTC_SETS`; none, and a line in `CUDA_TEST_SKIPS`, where it isn't set.
pub(crate) fn sets(test: &str) -> Vec<PathBuf> {
    match std::env::var_os("CUDA_NVRTC_SETS") {
        Some(sets) => std::env::split_paths(&sets).collect(),
        None => {
            skip(test, "CUDA_NVRTC_SETS is not set");
            Vec::new()
        }
    }
}

pub(crate) fn skip(test: &str, reason: &str) {
    skipping::note(test, reason);
}

/// A search that sees the file or folder at `path` and nothing else of this machine.
pub(crate) fn only(path: impl AsRef<OsStr>) -> Search {
    let environment = Environment::simulated(Os::current(), "/");
    Search::with_environment(environment.set("CUDA_NVRTC", path.as_ref()))
}

/// Compiles a kernel, and gives its PTX.
pub(crate) fn compile(table: &NvrtcTable) -> String {
    const SUCCESS: nvrtcResult = nvrtcResult::NVRTC_SUCCESS;
    let source = c"extern \"C\" __global__ void twice(float* x) { x[threadIdx.x] *= 2; }";
    let option = c"--gpu-architecture=compute_75".as_ptr();
    let (mut program, mut size) = (null_mut(), 0);
    // SAFETY: the program is created first and destroyed last, texts are C strings, counts are
    // those of the arrays, and the buffer has the size that NVRTC asked for.
    unsafe {
        let create = table.nvrtcCreateProgram.unwrap();
        let created = create(&raw mut program, source.as_ptr(), null(), 0, null(), null());
        assert_eq!(created, SUCCESS);
        let compiled = table.nvrtcCompileProgram.unwrap()(program, 1, &raw const option);
        assert_eq!(compiled, SUCCESS);
        assert_eq!(table.nvrtcGetPTXSize.unwrap()(program, &raw mut size), SUCCESS);
        let mut ptx = vec![0u8; size];
        let got = table.nvrtcGetPTX.unwrap()(program, ptx.as_mut_ptr().cast::<c_char>());
        assert_eq!(got, SUCCESS);
        assert_eq!(table.nvrtcDestroyProgram.unwrap()(&raw mut program), SUCCESS);
        CStr::from_bytes_with_nul(&ptx).unwrap().to_str().unwrap().to_owned()
    }
}
