use core::ptr::null_mut;

use cuda_driver::sys::{CUresult, CUstreamCaptureMode};

use crate::{Own, code};

/// It forbids nothing to the threads of other tests.
const THREAD_LOCAL: CUstreamCaptureMode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;

#[test]
fn captured_work_is_not_executed() {
    let own = Own::alone();
    let stream = own.stream(1);
    let p = call!(own.raw, cuMemAlloc(4)).unwrap();
    call!(own.raw, cuMemsetD8(p, 0, 4)).unwrap();
    call!(own.raw, cuStreamBeginCapture(stream, THREAD_LOCAL)).unwrap();
    call!(own.raw, cuMemsetD8Async(p, 9, 4, stream)).unwrap();
    let graph = call!(own.raw, cuStreamEndCapture(stream)).unwrap();
    call!(own.raw, cuGraphDestroy(graph)).unwrap();
    call!(own.raw, cuStreamSynchronize(stream)).unwrap();
    assert_eq!(own.read(p), 0);
    assert_eq!(code(call!(own.raw, cuGraphDestroy(graph))), CUresult::CUDA_ERROR_INVALID_VALUE);
}

#[test]
fn a_captured_graph_runs_at_each_launch() {
    let own = Own::alone();
    let stream = own.stream(1);
    let p = call!(own.raw, cuMemAlloc(8)).unwrap();
    own.write(p, 1);
    own.write(p + 4, 1);
    call!(own.raw, cuStreamBeginCapture(stream, THREAD_LOCAL)).unwrap();
    call!(own.raw, cuMemcpyDtoDAsync(p, p + 4, 4, stream)).unwrap();
    call!(own.raw, cuMemsetD32Async(p + 4, 7, 1, stream)).unwrap();
    let graph = call!(own.raw, cuStreamEndCapture(stream)).unwrap();
    let exec = call!(own.raw, cuGraphInstantiate(graph, 0)).unwrap();
    call!(own.raw, cuGraphDestroy(graph)).unwrap();
    for expected in [(1, 7), (7, 7)] {
        call!(own.raw, cuGraphLaunch(exec, stream)).unwrap();
        call!(own.raw, cuStreamSynchronize(stream)).unwrap();
        assert_eq!((own.read(p), own.read(p + 4)), expected);
    }
    call!(own.raw, cuGraphExecDestroy(exec)).unwrap();
    assert_eq!(
        code(call!(own.raw, cuGraphLaunch(exec, stream))),
        CUresult::CUDA_ERROR_INVALID_VALUE
    );
}

#[test]
fn synchronizing_a_capturing_stream_invalidates_the_capture() {
    let own = Own::alone();
    let stream = own.stream(1);
    call!(own.raw, cuStreamBeginCapture(stream, THREAD_LOCAL)).unwrap();
    let refused = call!(own.raw, cuStreamSynchronize(stream));
    assert_eq!(code(refused), CUresult::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    let spoiled = call!(own.raw, cuStreamEndCapture(stream));
    assert_eq!(code(spoiled), CUresult::CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    call!(own.raw, cuStreamSynchronize(stream)).unwrap();
}

#[test]
fn a_stream_that_joined_a_capture_has_to_be_joined_back() {
    let own = Own::alone();
    let (a, b) = (own.stream(1), own.stream(1));
    let event = call!(own.raw, cuEventCreate(2)).unwrap();
    let p = call!(own.raw, cuMemAlloc(4)).unwrap();
    for joined in [true, false] {
        call!(own.raw, cuStreamBeginCapture(a, THREAD_LOCAL)).unwrap();
        call!(own.raw, cuEventRecord(event, a)).unwrap();
        call!(own.raw, cuStreamWaitEvent(b, event, 0)).unwrap();
        call!(own.raw, cuMemsetD8Async(p, 9, 4, b)).unwrap();
        if joined {
            call!(own.raw, cuEventRecord(event, b)).unwrap();
            call!(own.raw, cuStreamWaitEvent(a, event, 0)).unwrap();
        }
        let end = call!(own.raw, cuStreamEndCapture(a));
        if joined {
            assert!(end.is_ok())
        } else {
            assert_eq!(code(end), CUresult::CUDA_ERROR_STREAM_CAPTURE_UNJOINED)
        }
        call!(own.raw, cuStreamSynchronize(b)).unwrap();
    }
}

#[test]
fn the_legacy_stream_is_not_captured_nor_usable_during_a_capture_of_a_blocking_stream() {
    let own = Own::alone();
    let begun = call!(own.raw, cuStreamBeginCapture(null_mut(), THREAD_LOCAL));
    assert_eq!(code(begun), CUresult::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    let p = call!(own.raw, cuMemAlloc(4)).unwrap();
    let stream = own.stream(0);
    call!(own.raw, cuStreamBeginCapture(stream, THREAD_LOCAL)).unwrap();
    let during = call!(own.raw, cuMemsetD8Async(p, 0, 4, null_mut()));
    assert_eq!(code(during), CUresult::CUDA_ERROR_STREAM_CAPTURE_IMPLICIT);
    assert!(call!(own.raw, cuStreamEndCapture(stream)).is_err());
}

#[test]
fn allocating_during_a_global_capture_invalidates_it() {
    let own = Own::alone();
    let stream = own.stream(1);
    call!(own.raw, cuStreamBeginCapture(stream, THREAD_LOCAL)).unwrap();
    let refused = call!(own.raw, cuMemAlloc(4));
    assert_eq!(code(refused), CUresult::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    assert!(call!(own.raw, cuStreamEndCapture(stream)).is_err());
    call!(
        own.raw,
        cuStreamBeginCapture(stream, CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED)
    )
    .unwrap();
    call!(own.raw, cuMemAlloc(4)).unwrap();
    call!(own.raw, cuStreamEndCapture(stream)).unwrap();
}

#[test]
fn a_joined_stream_may_be_destroyed() {
    let own = Own::alone();
    let (stream, other) = (own.stream(1), own.stream(1));
    let p = call!(own.raw, cuMemAlloc(8)).unwrap();
    let fork = call!(own.raw, cuEventCreate(2)).unwrap();
    let join = call!(own.raw, cuEventCreate(2)).unwrap();
    call!(own.raw, cuStreamBeginCapture(stream, THREAD_LOCAL)).unwrap();
    call!(own.raw, cuMemsetD32Async(p, 1, 1, stream)).unwrap();
    call!(own.raw, cuEventRecord(fork, stream)).unwrap();
    call!(own.raw, cuStreamWaitEvent(other, fork, 0)).unwrap();
    call!(own.raw, cuMemsetD32Async(p + 4, 2, 1, other)).unwrap();
    call!(own.raw, cuEventRecord(join, other)).unwrap();
    call!(own.raw, cuStreamWaitEvent(stream, join, 0)).unwrap();
    call!(own.raw, cuStreamDestroy(other)).unwrap();
    let graph = call!(own.raw, cuStreamEndCapture(stream)).unwrap();
    let exec = call!(own.raw, cuGraphInstantiate(graph, 0)).unwrap();
    call!(own.raw, cuGraphLaunch(exec, stream)).unwrap();
    call!(own.raw, cuStreamSynchronize(stream)).unwrap();
    assert_eq!((own.read(p), own.read(p + 4)), (1, 2));
}

#[test]
fn a_capture_ends_with_the_stream_that_began_it() {
    let own = Own::alone();
    let (stream, other) = (own.stream(1), own.stream(1));
    let p = call!(own.raw, cuMemAlloc(4)).unwrap();
    let fork = call!(own.raw, cuEventCreate(2)).unwrap();
    call!(own.raw, cuStreamBeginCapture(stream, THREAD_LOCAL)).unwrap();
    call!(own.raw, cuEventRecord(fork, stream)).unwrap();
    call!(own.raw, cuStreamWaitEvent(other, fork, 0)).unwrap();
    call!(own.raw, cuStreamDestroy(stream)).unwrap();
    call!(own.raw, cuMemsetD32Async(p, 5, 1, other)).unwrap();
    call!(own.raw, cuStreamSynchronize(other)).unwrap();
    assert_eq!(own.read(p), 5);
}

#[test]
fn an_event_of_a_capture_that_is_invalid_or_has_ended_is_an_invalid_value() {
    let own = Own::new();
    let raw = own.raw;
    let mode = cuda_driver::sys::CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
    let number = |result: Result<(), cuda_driver::CuResult>| match result {
        Ok(()) => 0,
        Err(error) => error.code().as_raw().0,
    };
    for ends in [false, true] {
        let (stream, other) = (own.stream(1), own.stream(1));
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
