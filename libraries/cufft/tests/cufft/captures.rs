//! Recording into graphs.

use std::sync::Arc;

use cuda_driver::graph::CaptureMode;
use cufft::{CallError, Complex, Error, Workspace};

use crate::device::{alone, context_and_stream, cufft};

#[test]
fn a_recorded_transform_is_done_at_each_launch() {
    alone("captures::a_recorded_transform_is_done_at_each_launch", || {
        let (context, stream) = context_and_stream();
        for n in [256, 5003] {
            let mut plan = cufft().plan::<Complex<f64>, Complex<f64>>(&context, n).unwrap();
            let mut workspace = Workspace::new(&stream, plan.workspace_len() + 1).unwrap();
            let x: Vec<_> = (0..n).map(|i| Complex::new(i as f64, 1.0)).collect();
            let mut y = stream.upload(&x).unwrap();
            let mut capture = context.capture().unwrap();
            if plan.workspace_len() > 0 {
                // SAFETY: the call is refused.
                let mut fft = unsafe { plan.record(&capture) };
                let error = fft.forward_in_place(&mut y).unwrap_err();
                assert!(
                    matches!(error, Error::Call(CallError::Workspace { found: 0, .. })),
                    "{error}"
                );
            }
            // SAFETY: the graph keeps what it uses, and nothing else uses it while it runs.
            let fft = unsafe { plan.record(&capture) };
            let mut fft = fft.workspace(&mut workspace).unwrap();
            fft.forward_in_place(&mut y).unwrap();
            fft.inverse_in_place(&mut y).unwrap();
            let y = Arc::new(y);
            capture.keep((y.clone(), workspace, plan.owner()));
            drop(plan);
            let graph = capture.finish().unwrap().instantiate().unwrap();
            for _ in 0..2 {
                // SAFETY: nothing else uses the memory meanwhile.
                unsafe { graph.launch(&stream) }.unwrap();
            }
            let scale = (n * n) as f64;
            for (found, expected) in y.to_vec().unwrap().into_iter().zip(x) {
                assert!((found / scale - expected).norm() < 1e-9, "{found} {expected}");
            }
        }
    });
}

#[test]
fn a_stream_that_other_code_captures_is_refused() {
    alone("captures::a_stream_that_other_code_captures_is_refused", || {
        let (context, stream) = context_and_stream();
        let mut plan = cufft().plan::<Complex<f32>, Complex<f32>>(&context, 8).unwrap();
        // SAFETY: the stream is alive, and lives longer.
        let foreign = unsafe { cuda_driver::Stream::borrow_raw(&context, stream.as_raw()) };
        let mut x = foreign.alloc_zeroed::<Complex<f32>>(8).unwrap();
        let driver = context.driver().raw();
        let mode = CaptureMode::THREAD_LOCAL.as_raw();
        // SAFETY: the stream is alive, and the capture ends below.
        unsafe { driver.cuStreamBeginCapture(foreign.as_raw(), mode) }.unwrap();
        let error = plan.on(&foreign).forward_in_place(&mut x).unwrap_err();
        // SAFETY: as above.
        let graph = unsafe { driver.cuStreamEndCapture(foreign.as_raw()) }.unwrap();
        // SAFETY: nothing else knows the graph.
        unsafe { driver.cuGraphDestroy(graph) }.unwrap();
        assert!(
            matches!(error, Error::Call(CallError::Captured { call: "forward_in_place" })),
            "{error}"
        );
        let capture = context.capture().unwrap();
        let branch = capture.branch().unwrap();
        // The branch was never joined.
        drop(capture);
        // SAFETY: the call is refused.
        let error = unsafe { plan.record(&branch) }.forward_in_place(&mut x).unwrap_err();
        assert!(matches!(error, Error::Call(CallError::NotRecording { .. })), "{error}");
    });
}
