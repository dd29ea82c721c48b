//! Precompiled headers, and the headers that are bundled with NVRTC.

use std::fs;

use nvrtc::{Install, NvrtcErrorKind, PchStatus, Version};
use tempfile::TempDir;

use crate::real::with_nvrtc;

/// A header that needs some memory of the heap.
fn header() -> String {
    (0..2000)
        .map(|i| {
            format!("template <class T> struct S{i} {{ T a; __device__ T f(T b) {{ return a + b; }} }};\n")
        })
        .collect()
}

with_nvrtc! {
    fn a_precompiled_header_is_created_after_the_heap_grows_and_then_used(nvrtc) {
        if nvrtc.version() < Version::new(12, 8) {
            let error = nvrtc.pch_heap_size().unwrap_err();
            assert!(matches!(error.kind(), NvrtcErrorKind::Absent { .. }), "{error}");
            continue;
        }
        let folder = TempDir::new().unwrap();
        let source = "#include \"big.h\"\n__global__ void kernel(S7<int> *s) { s->a = s->f(1); }";
        nvrtc.set_pch_heap_size(1 << 16).unwrap();
        let small = nvrtc.pch_heap_size().unwrap();
        let file = folder.path().join("big.pch");
        let result = nvrtc.program("big.cu", source).header("big.h", header()).create_pch(&file).compile_ptx().unwrap();
        assert_eq!(result.pch(), Some(PchStatus::Created), "{}", result.log());
        assert!(nvrtc.pch_heap_size().unwrap() > small);
        assert!(fs::metadata(&file).unwrap().len() > 0);

        // SAFETY: this NVRTC just wrote the file.
        let used = unsafe { nvrtc.program("big.cu", source).header("big.h", header()).use_pch(&file) };
        let used = used.compile_ptx().unwrap();
        assert_eq!(used.pch(), None);
        assert!(used.log().contains("big.pch"), "{}", used.log());
        nvrtc.set_pch_heap_size(64 << 20).unwrap();
    }

    fn a_program_without_precompiled_headers_has_no_pch_status(nvrtc) {
        assert_eq!(nvrtc.program("x.cu", "").compile_ptx().unwrap().pch(), None);
    }

    fn bundled_headers_are_installed_and_included(nvrtc) {
        let bundled = match nvrtc.bundled_headers() {
            Ok(bundled) => bundled,
            Err(error) => {
                assert!(nvrtc.version() < Version::new(13, 3), "{error}");
                continue;
            }
        };
        let folder = TempDir::new().unwrap();
        let to = folder.path().join("headers");
        let Some(bundled) = bundled else {
            let error = nvrtc.install_bundled_headers(&to, Install::IfMissing).unwrap_err();
            assert!(matches!(error.kind(), NvrtcErrorKind::BundledHeaders { .. }), "{error}");
            continue;
        };
        assert_eq!(bundled.version.major, nvrtc.version().major);
        assert!(bundled.files > 100 && bundled.uncompressed > bundled.compressed);
        nvrtc.install_bundled_headers(&to, Install::IfMissing).unwrap();
        nvrtc.install_bundled_headers(&to, Install::Overwrite).unwrap();
        let source = "#include <cuda_fp16.h>\n__global__ void k(__half *x) { *x = __hadd(*x, *x); }";
        nvrtc.program("half.cu", source).include_dir(&to).compile_ptx().unwrap();
        nvrtc.remove_bundled_headers(&to).unwrap();
        assert!(!to.join("cuda_fp16.h").exists());
    }

    fn installing_headers_below_a_file_is_an_error(nvrtc) {
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "in the way").unwrap();
        let error = nvrtc.install_bundled_headers(file.join("below"), Install::IfMissing).unwrap_err();
        let is_known = nvrtc.version() >= Version::new(13, 3);
        assert_eq!(matches!(error.kind(), NvrtcErrorKind::BundledHeaders { .. }), is_known, "{error}");
    }
}
