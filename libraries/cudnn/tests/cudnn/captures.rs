//! Recording into graphs.

use cuda_driver::graph::CaptureMode;
use cudnn::half::f16;
use cudnn::{
    Activation, Attention, AttentionLayouts, CallError, Convolution, Error, Layout, Reduce, Tensor,
    TensorMut, Workspace,
};

use crate::device::{alone, is_software, stream_and_handle};

#[test]
fn a_stream_that_other_code_captures_is_refused() {
    alone("captures::a_stream_that_other_code_captures_is_refused", || {
        let (stream, mut handle) = stream_and_handle();
        let context = handle.context().clone();
        // SAFETY: the stream is alive, and lives longer.
        let foreign = unsafe { cuda_driver::Stream::borrow_raw(&context, stream.as_raw()) };
        let mut y = foreign.upload(&[1.0_f32; 8]).unwrap();
        let driver = context.driver().raw();
        let mode = CaptureMode::THREAD_LOCAL.as_raw();
        // SAFETY: the stream is alive, and the capture ends below.
        unsafe { driver.cuStreamBeginCapture(foreign.as_raw(), mode) }.unwrap();
        let view = TensorMut::new(&mut y, [2, 4]).unwrap();
        let error = handle.on(&foreign).scale_tensor(view, 2.0).unwrap_err();
        // SAFETY: as above.
        let graph = unsafe { driver.cuStreamEndCapture(foreign.as_raw()) }.unwrap();
        // SAFETY: nothing else knows the graph.
        unsafe { driver.cuGraphDestroy(graph) }.unwrap();
        assert!(
            matches!(error, Error::Call(CallError::Captured { call: "scale_tensor" })),
            "{error}"
        );
    });
}

#[test]
fn recorded_calls_are_done_at_each_launch() {
    alone("captures::recorded_calls_are_done_at_each_launch", || {
        let (stream, mut handle) = stream_and_handle();
        let context = handle.context().clone();
        let mut x = stream.upload(&[1.0_f32, -2.0, 3.0, -4.0]).unwrap();
        let mut sum = stream.upload(&[0.0_f32; 4]).unwrap();
        let mut workspace = Workspace::new(&stream, 1 << 24).unwrap();
        let one = stream.upload(&[1.0_f32]).unwrap();
        let shape = [1, 1, 2, 2];
        let capture = context.capture().unwrap();
        // SAFETY: everything outlives the graph, and nothing else uses it while it runs.
        let dnn = unsafe { handle.record(&capture) };
        let mut dnn = dnn.workspace(&mut workspace).unwrap();
        dnn.scale_tensor(TensorMut::new(&mut x, shape).unwrap(), 2.0).unwrap();
        let (x_is, one_is) =
            (Tensor::new(&x, shape).unwrap(), Tensor::new(&one, [1, 1, 1, 1]).unwrap());
        let sum_is = TensorMut::new(&mut sum, shape).unwrap();
        dnn.beta(1.0).convolution_forward(&Convolution::<2>::new(), x_is, one_is, sum_is).unwrap();
        let graph = capture.finish().unwrap().instantiate().unwrap();
        assert_eq!(x.to_vec().unwrap(), [1.0, -2.0, 3.0, -4.0]);
        for _ in 0..3 {
            // SAFETY: as recorded.
            unsafe { graph.launch(&stream) }.unwrap();
        }
        assert_eq!(x.to_vec().unwrap(), [8.0, -16.0, 24.0, -32.0]);
        assert_eq!(sum.to_vec().unwrap(), [14.0, -28.0, 42.0, -56.0]);
    });
}

#[test]
fn recorded_attention_is_done_at_each_launch() {
    alone("captures::recorded_attention_is_done_at_each_launch", || {
        let (stream, mut handle) = stream_and_handle();
        let context = handle.context().clone();
        let shape = [1, 1, 2, 64];
        let layout = Layout::packed(shape).unwrap();
        let layouts = AttentionLayouts { q: layout, k: layout, v: layout, bias: None, o: layout };
        let attention = Attention::new();
        let plan = handle.on(&stream).attention_plan(&attention, &layouts).unwrap();
        let mut workspace = Workspace::new(&stream, plan.workspace()).unwrap();
        let q = stream.upload(&[f16::ONE; 128]).unwrap();
        let mut o = stream.upload(&[f16::ZERO; 128]).unwrap();
        let capture = context.capture().unwrap();
        // SAFETY: everything outlives the graph, and nothing else uses it while it runs.
        let dnn = unsafe { handle.record(&capture) };
        let q_is = Tensor::new(&q, shape).unwrap();
        let o_is = TensorMut::new(&mut o, shape).unwrap();
        dnn.workspace(&mut workspace)
            .unwrap()
            .attention(&plan, q_is, q_is, q_is, None, o_is)
            .unwrap();
        let graph = capture.finish().unwrap().instantiate().unwrap();
        assert_eq!(o.to_vec().unwrap(), [f16::ZERO; 128]);
        // SAFETY: as recorded.
        unsafe { graph.launch(&stream) }.unwrap();
        assert_eq!(o.to_vec().unwrap(), [f16::ONE; 128]);
    });
}

#[test]
fn what_waits_or_lacks_memory_is_not_recorded_and_the_capture_stays_valid() {
    alone(
        "captures::what_waits_or_lacks_memory_is_not_recorded_and_the_capture_stays_valid",
        || {
            let (stream, mut handle) = stream_and_handle();
            let context = handle.context().clone();
            let x = stream.upload(&[1.0_f32; 1 << 12]).unwrap();
            let w = stream.upload(&[1.0_f32]).unwrap();
            let mut y = stream.upload(&[1.0_f32; 1 << 12]).unwrap();
            let shape = [1, 1, 64, 64];
            let capture = context.capture().unwrap();
            // SAFETY: what is recorded isn't launched.
            let mut dnn = unsafe { handle.record(&capture) };
            let (x, w) = (Tensor::new(&x, shape).unwrap(), Tensor::new(&w, [1, 1, 1, 1]).unwrap());
            let y_is = TensorMut::new(&mut y, shape).unwrap();
            let error = dnn.tune_forward(&Convolution::<2>::new(), x, w, y_is).unwrap_err();
            assert!(
                matches!(error, Error::Call(CallError::Captured { call: "tune_forward" })),
                "{error}"
            );
            let y_is = TensorMut::new(&mut y, [1, 1, 1, 1]).unwrap();
            match dnn.reduce_tensor(Reduce::Add, x, y_is) {
                // This cuDNN needs none.
                Ok(()) => assert!(!is_software()),
                Err(error) => {
                    assert!(
                        matches!(error, Error::Call(CallError::Workspace { found: 0, .. })),
                        "{error}"
                    )
                }
            }
            let y_is = TensorMut::new(&mut y, shape).unwrap();
            dnn.activation_in_place(Activation::Relu, y_is).unwrap();
            drop(capture.finish().unwrap());
        },
    );
}

#[test]
fn a_capture_that_has_ended_records_nothing() {
    alone("captures::a_capture_that_has_ended_records_nothing", || {
        let (stream, mut handle) = stream_and_handle();
        let context = handle.context().clone();
        let mut y = stream.upload(&[2.0_f32; 4]).unwrap();
        let capture = context.capture().unwrap();
        let branch = capture.branch().unwrap();
        // The branch was never joined.
        drop(capture);
        let view = TensorMut::new(&mut y, [1, 4]).unwrap();
        // SAFETY: the call is refused.
        let error = unsafe { handle.record(&branch) }.scale_tensor(view, 3.0).unwrap_err();
        assert!(
            matches!(error, Error::Call(CallError::NotRecording { call: "scale_tensor" })),
            "{error}"
        );
        assert_eq!(y.to_vec().unwrap(), [2.0; 4]);
    });
}
