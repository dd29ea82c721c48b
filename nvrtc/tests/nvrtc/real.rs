//! The real NVRTC that a test may have.

use std::io::Write;

use nvrtc::Nvrtc;

/// The kernel that everyone begins with.
pub(crate) const SAXPY: &str = r#"
extern "C" __global__ void saxpy(float a, const float* x, const float* y, float* out, size_t n) {
    size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = a * x[i] + y[i];
}"#;

/// The NVRTC of this machine; `None`, and a line in `CUDA_TEST_SKIPS`, where there is none.
pub(crate) fn nvrtc(test: &str) -> Option<Nvrtc> {
    let error = match Nvrtc::load() {
        Ok(nvrtc) => return Some(nvrtc),
        Err(error) => error.to_string(),
    };
    let line = format!(
        "SKIPPED {test}: {}",
        error.lines().next().unwrap_or_default()
    );
    eprintln!("{line}");
    if let Some(file) = std::env::var_os("CUDA_TEST_SKIPS") {
        let file = std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(file);
        writeln!(file.unwrap(), "{line}").unwrap();
    }
    None
}

/// A test that needs a real NVRTC, and gets it as the named argument.
macro_rules! with_nvrtc {
    ($(fn $test:ident($nvrtc:ident) $body:block)*) => {$(
        #[test]
        fn $test() {
            let Some($nvrtc) = crate::real::nvrtc(stringify!($test)) else {
                return;
            };
            $body
        }
    )*};
}
pub(crate) use with_nvrtc;
