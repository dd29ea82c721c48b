use core::ptr::null_mut;

use cuda_driver::sys::{CUresult, CUstreamCaptureMode};

use crate::{TestDevice, code};

/// It forbids nothing to the threads of other tests.
const THREAD_LOCAL: CUstreamCaptureMode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;

#[test]
fn captured_work_is_not_executed() {
    let sim = TestDevice::alone();
    let stream = sim.stream(1);
    let p = call!(sim.raw, cuMemAlloc(4)).unwrap();
    call!(sim.raw, cuMemsetD8(p, 0, 4)).unwrap();
    call!(sim.raw, cuStreamBeginCapture(stream, THREAD_LOCAL)).unwrap();
    call!(sim.raw, cuMemsetD8Async(p, 9, 4, stream)).unwrap();
    let graph = call!(sim.raw, cuStreamEndCapture(stream)).unwrap();
    call!(sim.raw, cuGraphDestroy(graph)).unwrap();
    call!(sim.raw, cuStreamSynchronize(stream)).unwrap();
    assert_eq!(sim.read(p), 0);
    assert_eq!(code(call!(sim.raw, cuGraphDestroy(graph))), CUresult::CUDA_ERROR_INVALID_VALUE);
}

#[test]
fn a_captured_graph_runs_at_each_launch() {
    let sim = TestDevice::alone();
    let stream = sim.stream(1);
    let p = call!(sim.raw, cuMemAlloc(8)).unwrap();
    sim.write(p, 1);
    sim.write(p + 4, 1);
    call!(sim.raw, cuStreamBeginCapture(stream, THREAD_LOCAL)).unwrap();
    call!(sim.raw, cuMemcpyDtoDAsync(p, p + 4, 4, stream)).unwrap();
    call!(sim.raw, cuMemsetD32Async(p + 4, 7, 1, stream)).unwrap();
    let graph = call!(sim.raw, cuStreamEndCapture(stream)).unwrap();
    let exec = call!(sim.raw, cuGraphInstantiate(graph, 0)).unwrap();
    call!(sim.raw, cuGraphDestroy(graph)).unwrap();
    for expected in [(1, 7), (7, 7)] {
        call!(sim.raw, cuGraphLaunch(exec, stream)).unwrap();
        call!(sim.raw, cuStreamSynchronize(stream)).unwrap();
        assert_eq!((sim.read(p), sim.read(p + 4)), expected);
    }
    call!(sim.raw, cuGraphExecDestroy(exec)).unwrap();
    assert_eq!(
        code(call!(sim.raw, cuGraphLaunch(exec, stream))),
        CUresult::CUDA_ERROR_INVALID_VALUE
    );
}

#[test]
fn synchronizing_a_capturing_stream_invalidates_the_capture() {
    let sim = TestDevice::alone();
    let stream = sim.stream(1);
    call!(sim.raw, cuStreamBeginCapture(stream, THREAD_LOCAL)).unwrap();
    let refused = call!(sim.raw, cuStreamSynchronize(stream));
    assert_eq!(code(refused), CUresult::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    let spoiled = call!(sim.raw, cuStreamEndCapture(stream));
    assert_eq!(code(spoiled), CUresult::CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    call!(sim.raw, cuStreamSynchronize(stream)).unwrap();
}

#[test]
fn a_stream_that_joined_a_capture_has_to_be_joined_back() {
    let sim = TestDevice::alone();
    let (a, b) = (sim.stream(1), sim.stream(1));
    let event = call!(sim.raw, cuEventCreate(2)).unwrap();
    let p = call!(sim.raw, cuMemAlloc(4)).unwrap();
    for joined in [true, false] {
        call!(sim.raw, cuStreamBeginCapture(a, THREAD_LOCAL)).unwrap();
        call!(sim.raw, cuEventRecord(event, a)).unwrap();
        call!(sim.raw, cuStreamWaitEvent(b, event, 0)).unwrap();
        call!(sim.raw, cuMemsetD8Async(p, 9, 4, b)).unwrap();
        if joined {
            call!(sim.raw, cuEventRecord(event, b)).unwrap();
            call!(sim.raw, cuStreamWaitEvent(a, event, 0)).unwrap();
        }
        let end = call!(sim.raw, cuStreamEndCapture(a));
        if joined {
            assert!(end.is_ok())
        } else {
            assert_eq!(code(end), CUresult::CUDA_ERROR_STREAM_CAPTURE_UNJOINED)
        }
        call!(sim.raw, cuStreamSynchronize(b)).unwrap();
    }
}

#[test]
fn the_legacy_stream_is_not_captured_nor_usable_during_a_capture_of_a_blocking_stream() {
    let sim = TestDevice::alone();
    let begun = call!(sim.raw, cuStreamBeginCapture(null_mut(), THREAD_LOCAL));
    assert_eq!(code(begun), CUresult::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    let p = call!(sim.raw, cuMemAlloc(4)).unwrap();
    let stream = sim.stream(0);
    call!(sim.raw, cuStreamBeginCapture(stream, THREAD_LOCAL)).unwrap();
    let during = call!(sim.raw, cuMemsetD8Async(p, 0, 4, null_mut()));
    assert_eq!(code(during), CUresult::CUDA_ERROR_STREAM_CAPTURE_IMPLICIT);
    assert!(call!(sim.raw, cuStreamEndCapture(stream)).is_err());
}

#[test]
fn allocating_during_a_global_capture_invalidates_it() {
    let sim = TestDevice::alone();
    let stream = sim.stream(1);
    call!(sim.raw, cuStreamBeginCapture(stream, THREAD_LOCAL)).unwrap();
    let refused = call!(sim.raw, cuMemAlloc(4));
    assert_eq!(code(refused), CUresult::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    assert!(call!(sim.raw, cuStreamEndCapture(stream)).is_err());
    call!(
        sim.raw,
        cuStreamBeginCapture(stream, CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED)
    )
    .unwrap();
    call!(sim.raw, cuMemAlloc(4)).unwrap();
    call!(sim.raw, cuStreamEndCapture(stream)).unwrap();
}

#[test]
fn a_joined_stream_may_be_destroyed() {
    let sim = TestDevice::alone();
    let (stream, other) = (sim.stream(1), sim.stream(1));
    let p = call!(sim.raw, cuMemAlloc(8)).unwrap();
    let fork = call!(sim.raw, cuEventCreate(2)).unwrap();
    let join = call!(sim.raw, cuEventCreate(2)).unwrap();
    call!(sim.raw, cuStreamBeginCapture(stream, THREAD_LOCAL)).unwrap();
    call!(sim.raw, cuMemsetD32Async(p, 1, 1, stream)).unwrap();
    call!(sim.raw, cuEventRecord(fork, stream)).unwrap();
    call!(sim.raw, cuStreamWaitEvent(other, fork, 0)).unwrap();
    call!(sim.raw, cuMemsetD32Async(p + 4, 2, 1, other)).unwrap();
    call!(sim.raw, cuEventRecord(join, other)).unwrap();
    call!(sim.raw, cuStreamWaitEvent(stream, join, 0)).unwrap();
    call!(sim.raw, cuStreamDestroy(other)).unwrap();
    let graph = call!(sim.raw, cuStreamEndCapture(stream)).unwrap();
    let exec = call!(sim.raw, cuGraphInstantiate(graph, 0)).unwrap();
    call!(sim.raw, cuGraphLaunch(exec, stream)).unwrap();
    call!(sim.raw, cuStreamSynchronize(stream)).unwrap();
    assert_eq!((sim.read(p), sim.read(p + 4)), (1, 2));
}

#[test]
fn a_capture_ends_with_the_stream_that_began_it() {
    let sim = TestDevice::alone();
    let (stream, other) = (sim.stream(1), sim.stream(1));
    let p = call!(sim.raw, cuMemAlloc(4)).unwrap();
    let fork = call!(sim.raw, cuEventCreate(2)).unwrap();
    call!(sim.raw, cuStreamBeginCapture(stream, THREAD_LOCAL)).unwrap();
    call!(sim.raw, cuEventRecord(fork, stream)).unwrap();
    call!(sim.raw, cuStreamWaitEvent(other, fork, 0)).unwrap();
    call!(sim.raw, cuStreamDestroy(stream)).unwrap();
    call!(sim.raw, cuMemsetD32Async(p, 5, 1, other)).unwrap();
    call!(sim.raw, cuStreamSynchronize(other)).unwrap();
    assert_eq!(sim.read(p), 5);
}

#[test]
fn an_event_of_a_capture_that_is_invalid_or_has_ended_is_an_invalid_value() {
    let sim = TestDevice::new();
    let raw = sim.raw;
    let mode = cuda_driver::sys::CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
    let number = |result: Result<(), cuda_driver::CuResult>| match result {
        Ok(()) => 0,
        Err(error) => error.code().as_raw().0,
    };
    for ends in [false, true] {
        let (stream, other) = (sim.stream(1), sim.stream(1));
        let event = call!(raw, cuEventCreate(0)).unwrap();
        let before = call!(raw, cuEventCreate(0)).unwrap();
        call!(raw, cuEventRecord(before, other)).unwrap();
        call!(raw, cuStreamBeginCapture(stream, mode)).unwrap();
        call!(raw, cuEventRecord(event, stream)).unwrap();
        if ends {
            call!(raw, cuStreamEndCapture(stream)).unwrap();
        } else {
            assert_eq!(number(call!(raw, cuStreamSynchronize(stream))), 900);
        }
        let answers = [
            number(call!(raw, cuStreamWaitEvent(other, event, 0))),
            number(call!(raw, cuEventElapsedTime(event, before)).map(drop)),
            number(call!(raw, cuEventElapsedTime(before, event)).map(drop)),
            number(call!(raw, cuEventQuery(event))),
            number(call!(raw, cuEventSynchronize(event))),
        ];
        assert_eq!(answers, [1; 5], "ends: {ends}");
        if !ends {
            assert_eq!(number(call!(raw, cuStreamEndCapture(stream)).map(drop)), 901);
        }
        assert_eq!(number(call!(raw, cuEventRecord(event, other))), 0);
        assert_eq!(number(call!(raw, cuEventSynchronize(event))), 0);
    }
}
