//! The callback of a compilation, and cancelling.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

use nvrtc::{Nvrtc, NvrtcError, NvrtcErrorKind, Ptx, Version};

use crate::real::{SAXPY, with_nvrtc};

/// Compiles with a callback; returns `None` if this NVRTC has no callbacks.
fn compile(
    nvrtc: Nvrtc,
    goes_on: &(dyn Fn() -> ControlFlow<()> + Sync),
) -> Option<Result<Ptx, NvrtcError>> {
    let result = nvrtc.program("saxpy.cu", SAXPY).flow(goes_on).compile_ptx();
    if nvrtc.version() < Version::new(12, 8) {
        let error = result.unwrap_err();
        assert!(matches!(error.kind(), NvrtcErrorKind::Absent { .. }), "{error}");
        return None;
    }
    Some(result)
}

with_nvrtc! {
    fn a_compilation_that_continues_succeeds(nvrtc) {
        let calls = AtomicUsize::new(0);
        let goes_on = || {
            calls.fetch_add(1, Ordering::Relaxed);
            ControlFlow::Continue(())
        };
        if let Some(result) = compile(nvrtc, &goes_on) {
            assert!(result.unwrap().as_str().contains(".entry saxpy"));
            assert!(calls.into_inner() > 0);
        }
    }

    fn a_compilation_that_the_callback_breaks_is_cancelled(nvrtc) {
        if let Some(result) = compile(nvrtc, &|| ControlFlow::Break(())) {
            let error = result.unwrap_err();
            assert!(matches!(error.kind(), NvrtcErrorKind::Cancelled { .. }), "{error}");
            assert_eq!(error.to_string(), "the compilation of saxpy.cu was cancelled");
        }
        nvrtc.program("saxpy.cu", SAXPY).compile_ptx().unwrap();
    }

    fn nvrtc_calls_within_the_callback_are_errors(nvrtc) {
        let refused = AtomicUsize::new(0);
        let goes_on = || {
            let nested = nvrtc.program("nested.cu", SAXPY).compile_ptx();
            let heap = nvrtc.set_pch_heap_size(1 << 20);
            let asks = |error: NvrtcError| matches!(error.kind(), NvrtcErrorKind::InCallback);
            let both = nested.is_err_and(asks) && heap.is_err_and(asks);
            refused.fetch_add(usize::from(both), Ordering::Relaxed);
            ControlFlow::Break(())
        };
        if compile(nvrtc, &goes_on).is_some() {
            assert!(refused.into_inner() > 0);
            nvrtc.program("saxpy.cu", SAXPY).compile_ptx().unwrap();
        }
    }

    fn a_panic_of_the_callback_resumes_in_the_thread_that_compiles(nvrtc) {
        if nvrtc.version() >= Version::new(12, 8) {
            let goes_on = || -> ControlFlow<()> { std::panic::panic_any(42) };
            let caught = catch_unwind(AssertUnwindSafe(|| compile(nvrtc, &goes_on)));
            assert_eq!(caught.err().and_then(|panic| panic.downcast_ref().copied()), Some(42));
        }
    }
}
