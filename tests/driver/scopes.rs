use std::panic::{AssertUnwindSafe, catch_unwind};

use cuda_driver::{
    CuResult, Error, Stream,
    driver::Symbol,
    sys::{CUresult, CUstreamCaptureMode},
};

use crate::costs::instrumented;
use crate::device::{TestDevice, on_every_driver};

on_every_driver! {
    fn a_scope_returns_what_its_closure_returns(device) {
        let value = device.stream.scope(|_| Ok(42)).unwrap();
        assert_eq!(value, 42);
        let error = device.stream.try_scope(|_| Err::<(), _>(Error::OtherStream)).unwrap_err();
        assert_eq!(error, Error::OtherStream);
    }

    fn a_scope_waits_even_if_it_panics(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        instrument.reset();
        let host = vec![1u8; 1 << 20];
        let mut buffer = device.stream.alloc::<u8>(1 << 20).unwrap();
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            device.stream.scope(|scope| -> Result<(), Error> {
                scope.upload_into(&host, &mut buffer)?;
                panic!("on purpose");
            })
        }));
        assert!(panicked.is_err());
        assert_eq!(instrument.calls(Symbol::cuStreamSynchronize), 1);
        assert_eq!(buffer.to_vec().unwrap(), host);
    }

    fn a_failed_synchronize_is_repeated_and_reported(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let host = [1u8; 100];
        let mut buffer = device.stream.alloc::<u8>(100).unwrap();
        instrument.reset();
        instrument.fail(Symbol::cuStreamSynchronize, 1, CUresult::CUDA_ERROR_INVALID_VALUE);
        let error = device.stream.upload_into(&host, &mut buffer).unwrap_err();
        assert!(error.to_string().contains("cuStreamSynchronize: CUDA_ERROR_INVALID_VALUE (1)"), "{error}");
        assert_eq!(instrument.calls(Symbol::cuStreamSynchronize), 2);
    }

    fn a_capture_begun_inside_a_scope_is_ended_with_an_error(device) {
        let host = vec![1u32; 100];
        let mut target = vec![0u32; 100];
        let buffer = device.stream.upload(&host).unwrap();
        let error = device.stream.scope(|scope| {
            begin_capture(device, &device.stream)?;
            scope.download(&buffer, &mut target)?;
            Ok::<_, Error>(())
        }).unwrap_err();
        assert!(error.to_string().contains("CUDA_ERROR_STREAM_CAPTURE"), "{error}");
        // SAFETY: the stream is alive.
        let status = unsafe { device.driver.raw().cuStreamIsCapturing(device.stream.as_raw()) }.unwrap();
        assert_eq!(status.name(), Some("CU_STREAM_CAPTURE_STATUS_NONE"));
        assert_eq!(target, [0; 100], "captured work is never done");
        assert_eq!(buffer.to_vec().unwrap(), host);
    }

    fn a_scope_does_not_begin_on_a_capturing_stream(device) {
        let mut target = vec![0u32; 100];
        let captured = device.context.stream().unwrap();
        let buffer = captured.upload(&[1u32; 100]).unwrap();
        begin_capture(device, &captured).unwrap();
        let error = captured.download(&buffer, &mut target).unwrap_err();
        let expected = "cuMemcpyDtoHAsync_v2: CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED (900)";
        assert!(error.to_string().starts_with(expected), "{error}");
        // SAFETY: the stream is alive, and ending the capture made the graph.
        unsafe {
            let graph = device.driver.raw().cuStreamEndCapture(captured.as_raw()).unwrap();
            device.driver.raw().cuGraphDestroy(graph).unwrap();
        }
        captured.download(&buffer, &mut target).unwrap();
        assert_eq!(target, [1; 100]);
    }
}

fn begin_capture(device: &TestDevice, stream: &Stream) -> Result<(), CuResult> {
    let mode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
    // SAFETY: the stream is alive.
    unsafe { device.driver.raw().cuStreamBeginCapture(stream.as_raw(), mode) }
}
