//! Kernels and libraries that are compiled in build scripts.
#![allow(missing_docs)]
// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use cuda_build::{Build, Cache};

/// A test that needs NVRTC, and perhaps a temporary folder.
macro_rules! with_nvrtc {
    ($(fn $test:ident($($folder:ident)?) $body:block)*) => { $(
        #[test]
        fn $test() {
            match nvrtc::Nvrtc::load() {
                Err(error) => cuda_rust::skip(error),
                Ok(_) => {
                    $(let folder = tempfile::TempDir::new().unwrap();
                    let $folder = folder.path();)?
                    $body
                }
            }
        }
    )* };
}

// Their unit tests run here: the crate compiled with its tests would be a second one.
#[path = "../../src/identifiers.rs"]
#[allow(dead_code, reason = "only its tests are used")]
mod identifiers;
#[path = "../../src/messages.rs"]
#[allow(dead_code, reason = "only its tests are used")]
mod messages;
#[path = "../../src/names.rs"]
#[allow(dead_code, reason = "only its tests are used")]
mod names;
#[path = "../../src/ptx.rs"]
#[allow(dead_code, reason = "only its tests are used")]
mod ptx;
#[path = "../../src/ragged.rs"]
#[allow(dead_code, reason = "only its tests are used")]
mod ragged;
#[path = "../../src/generate/template.rs"]
#[allow(dead_code, reason = "only its tests are used")]
mod template;
#[path = "../../src/text.rs"]
#[allow(dead_code, reason = "only its tests are used")]
mod text;
#[path = "../../src/types.rs"]
#[allow(dead_code, reason = "only its tests are used")]
mod types;

mod generated;
mod nvcc;
mod promises;
#[cfg(unix)]
mod stale;
#[cfg(unix)]
mod static_library;
mod structures;

fn build(source: &str) -> Build {
    Build::text("k.cu", source).cache(Cache::in_memory())
}

/// Returns the types of a kernel's parameters in generated code.
fn parameters<'r>(rust: &'r str, kernel: &str) -> &'r str {
    let (_, rest) = rust.split_once(&format!("type {kernel}Parameters = (")).expect(rust);
    rest.split_once(");").unwrap().0.trim_end_matches(", ")
}
