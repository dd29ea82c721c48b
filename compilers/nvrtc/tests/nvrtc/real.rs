//! The real NVRTCs that tests use, if there are any.

use std::path::PathBuf;
use std::sync::OnceLock;

use cuda_pathfinder::{Environment, Os, Search};
use nvrtc::{Nvrtc, sys};

#[allow(dead_code)]
#[path = "../../../../src/skip.rs"]
mod skipping;

/// SAXPY, the usual first kernel.
pub(crate) const SAXPY: &str = r#"
extern "C" __global__ void saxpy(float a, const float* x, const float* y, float* out, size_t n) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = a * x[i] + y[i];
}"#;

/// Returns the NVRTC of this machine, and those of the folders that `CUDA_NVRTC_SETS` names; none, and a line in
/// `CUDA_TEST_SKIPS`, if there is none.
pub(crate) fn nvrtcs(test: &str) -> Vec<Nvrtc> {
    let mut all = Vec::new();
    match Nvrtc::load() {
        Ok(nvrtc) => all.push(nvrtc),
        Err(error) => skip(test, &error.to_string()),
    }
    // The machine's is usually one of them: the same library, with the same functions.
    let is_new = |nvrtc: &&Nvrtc| all.iter().all(|other| other.path() != nvrtc.path());
    let new: Vec<_> = sets().iter().filter(is_new).copied().collect();
    all.extend(new);
    all
}

/// Returns the NVRTCs of `CUDA_NVRTC_SETS`.
pub(crate) fn sets() -> &'static [Nvrtc] {
    static SETS: OnceLock<Vec<Nvrtc>> = OnceLock::new();
    SETS.get_or_init(|| {
        let folders = std::env::var_os("CUDA_NVRTC_SETS").unwrap_or_default();
        let load = |folder: PathBuf| {
            let environment = Environment::simulated(Os::current(), "/");
            let search =
                Search::with_environment(environment.set("CUDA_NVRTC", folder.as_os_str()));
            Nvrtc::from_table(sys::load_with(&search).unwrap())
        };
        // Splitting an empty list yields one empty path.
        let folders =
            std::env::split_paths(&folders).filter(|folder| !folder.as_os_str().is_empty());
        folders.map(load).collect()
    })
}

/// Records that a test was skipped.
pub(crate) fn skip(test: &str, reason: &str) {
    skipping::note(test, reason);
}

/// A test that is run with each real NVRTC, which is the named argument.
macro_rules! with_nvrtc {
    ($($(#[$attribute:meta])* fn $test:ident($nvrtc:ident) $body:block)*) => {$(
        #[test]
        $(#[$attribute])*
        fn $test() {
            for $nvrtc in crate::real::nvrtcs(stringify!($test)) {
                println!("with NVRTC {}", $nvrtc.version());
                $body
            }
        }
    )*};
}
pub(crate) use with_nvrtc;
