//! Recording into graphs.

use std::sync::Arc;

use cublas::{CallError, Error, Matrix, MatrixMut, Workspace};
use cuda_driver::graph::CaptureMode;

use crate::device::{alone, cublas, stream_and_handle};

#[test]
fn a_stream_that_other_code_captures_is_refused() {
    alone("captures::a_stream_that_other_code_captures_is_refused", || {
        let (stream, mut handle) = stream_and_handle();
        let context = handle.context().clone();
        // SAFETY: the stream is alive, and lives longer.
        let foreign = unsafe { cuda_driver::Stream::borrow_raw(&context, stream.as_raw()) };
        let x = foreign.upload(&[1.0_f32]).unwrap();
        let mut y = foreign.upload(&[1.0_f32]).unwrap();
        let driver = context.driver().raw();
        let mode = CaptureMode::THREAD_LOCAL.as_raw();
        // SAFETY: the stream is alive, and the capture ends below.
        unsafe { driver.cuStreamBeginCapture(foreign.as_raw(), mode) }.unwrap();
        let error = handle.on(&foreign).axpy(1.0, &x, &mut y).unwrap_err();
        // SAFETY: as above.
        let graph = unsafe { driver.cuStreamEndCapture(foreign.as_raw()) }.unwrap();
        // SAFETY: nothing else knows the graph.
        unsafe { driver.cuGraphDestroy(graph) }.unwrap();
        assert!(matches!(error, Error::Call(CallError::Captured { call: "axpy" })), "{error}");
    });
}

#[test]
fn a_loop_of_recorded_products_keeps_its_memory_and_its_handle() {
    alone("captures::a_loop_of_recorded_products_keeps_its_memory_and_its_handle", || {
        let (stream, mut handle) = stream_and_handle();
        let context = handle.context().clone();
        // Doubles the vector at each launch: y = a x, x = y.
        let a = Arc::new(stream.upload(&[0.0_f32, 2.0, 2.0, 0.0]).unwrap());
        let mut x = stream.upload(&[1.0_f32, 3.0]).unwrap();
        let mut y = stream.upload(&[0.0_f32; 2]).unwrap();
        let mut norm = stream.upload(&[0.0_f32]).unwrap();
        let mut workspace = Workspace::new(&stream, 1 << 20).unwrap();
        let mut capture = context.capture().unwrap();
        // SAFETY: the graph keeps what it uses, and nothing else uses it while it runs.
        let blas = unsafe { handle.record(&capture) };
        let mut blas = blas.workspace(&mut workspace).unwrap();
        let matrix = Matrix::new(&*a, 2, 2).unwrap();
        blas.gemv(1.0, matrix, &x, 0.0, &mut y).unwrap();
        blas.copy(&y, &mut x).unwrap();
        blas.nrm2_into(&x, &mut norm).unwrap();
        // What has no result yet, or allocates, is refused, and leaves the capture valid.
        assert!(matches!(blas.nrm2(&x), Err(Error::Call(CallError::Captured { call: "nrm2" }))));
        assert!(matches!(
            blas.matmul(matrix, matrix),
            Err(Error::Call(CallError::Captured { call: "matmul" }))
        ));
        let (x, y, norm) = (Arc::new(x), Arc::new(y), Arc::new(norm));
        capture.keep((a, x.clone(), y, norm.clone(), workspace, handle.owner()));
        drop(handle);
        let graph = capture.finish().unwrap().instantiate().unwrap();
        for _ in 0..3 {
            // SAFETY: nothing else uses the memory meanwhile.
            unsafe { graph.launch(&stream) }.unwrap();
        }
        assert_eq!(x.to_vec().unwrap(), [24.0, 8.0]);
        let norm = norm.to_vec().unwrap()[0];
        assert!((norm - 640.0_f32.sqrt()).abs() < 1e-5, "{norm}");
    });
}

#[test]
fn calls_on_a_stream_that_is_recorded_become_part_of_its_graph() {
    alone("captures::calls_on_a_stream_that_is_recorded_become_part_of_its_graph", || {
        let (stream, mut handle) = stream_and_handle();
        let x = stream.upload(&[2.0_f64; 4]).unwrap();
        let mut y = stream.upload(&[1.0_f64; 4]).unwrap();
        // SAFETY: the buffers and the handle outlive the graph, and only its launches use them.
        let capture = unsafe { stream.capture(CaptureMode::RELAXED) }.unwrap();
        let matrix = Matrix::new(&x, 2, 2).unwrap();
        let sum = MatrixMut::new(&mut y, 2, 2).unwrap();
        handle.on(&stream).gemm(1.0, matrix, matrix, 1.0, sum).unwrap();
        let graph = capture.finish().unwrap().instantiate().unwrap();
        assert_eq!(y.to_vec().unwrap(), [1.0; 4]);
        for _ in 0..2 {
            // SAFETY: as recorded.
            unsafe { graph.launch(&stream) }.unwrap();
        }
        assert_eq!(y.to_vec().unwrap(), [17.0; 4]);
    });
}

#[test]
fn a_branch_records_nothing_after_its_capture() {
    alone("captures::a_branch_records_nothing_after_its_capture", || {
        let (stream, mut handle) = stream_and_handle();
        let context = handle.context().clone();
        let mut x = stream.upload(&[2.0_f32]).unwrap();
        let capture = context.capture().unwrap();
        let branch = capture.branch().unwrap();
        // The branch was never joined.
        drop(capture);
        // SAFETY: the call is refused.
        let error = unsafe { handle.record(&branch) }.scal(3.0, &mut x).unwrap_err();
        assert!(matches!(error, Error::Call(CallError::NotRecording { call: "scal" })), "{error}");
        assert_eq!(x.to_vec().unwrap(), [2.0]);
    });
}

#[test]
fn a_workspace_of_another_stream_is_refused() {
    let (stream, _) = stream_and_handle();
    let context = stream.context().clone();
    let mut handle = cublas().handle(&context).unwrap();
    let mut workspace = Workspace::new(&context.stream().unwrap(), 1 << 16).unwrap();
    let error = handle.on(&stream).workspace(&mut workspace).unwrap_err();
    assert!(
        matches!(error, Error::Call(CallError::OtherStream { call: "workspace", .. })),
        "{error}"
    );
}
