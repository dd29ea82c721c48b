//! Results of calls while a stream captures, as recorded from a driver of CUDA 13.0 on an H200.

use core::ptr::null_mut;

use cuda_driver::{
    ErrorCode,
    sys::{CUresult, CUstream, CUstreamCaptureMode, CUstreamCaptureStatus},
};

use crate::{TestDevice, code};

const GLOBAL: CUstreamCaptureMode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_GLOBAL;
const THREAD_LOCAL: CUstreamCaptureMode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;
const RELAXED: CUstreamCaptureMode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
const EMPTY: &core::ffi::CStr =
    c".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry nothing() { ret; }\n";

/// The result of a call, and whether the capture is still valid.
type Answer = (CUresult, bool);
const FINE: Answer = (CUresult::CUDA_SUCCESS, true);
const REJECTED: Answer = (CUresult::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, false);
const IMPLICIT: Answer = (CUresult::CUDA_ERROR_STREAM_CAPTURE_IMPLICIT, false);

/// Returns the answer to `call`, made by a thread in this mode during a capture on a stream with these flags.
fn during(
    sim: &TestDevice,
    flags: u32,
    capture: CUstreamCaptureMode,
    thread: CUstreamCaptureMode,
    call: impl FnOnce() -> Result<(), cuda_driver::CuResult>,
) -> Answer {
    let stream = sim.stream(flags);
    call!(sim.raw, cuStreamBeginCapture(stream, capture)).unwrap();
    let mut mode = thread;
    call!(sim.raw, cuThreadExchangeStreamCaptureMode(&mut mode)).unwrap();
    let answer = call();
    call!(sim.raw, cuThreadExchangeStreamCaptureMode(&mut mode)).unwrap();
    assert_eq!(mode, thread);
    let ended = call!(sim.raw, cuStreamEndCapture(stream));
    call!(sim.raw, cuStreamDestroy(stream)).unwrap();
    let is_valid = match ended {
        Ok(graph) => call!(sim.raw, cuGraphDestroy(graph)).is_ok(),
        Err(error) => {
            assert_eq!(error.code(), ErrorCode::STREAM_CAPTURE_INVALIDATED);
            false
        }
    };
    let answer = answer.map_or_else(|error| error.code().as_raw(), |()| CUresult::CUDA_SUCCESS);
    (answer, is_valid)
}

/// Calls `check` for each mode of the capture and of the thread, with whether the call is rejected.
fn in_every_mode(check: impl Fn(CUstreamCaptureMode, CUstreamCaptureMode, bool)) {
    for capture in [GLOBAL, THREAD_LOCAL, RELAXED] {
        for thread in [GLOBAL, RELAXED] {
            check(capture, thread, capture != RELAXED && thread != RELAXED);
        }
    }
}

#[test]
fn calls_that_may_wait_for_the_device_fail_unless_the_thread_or_the_capture_is_relaxed() {
    let sim = TestDevice::alone();
    let raw = sim.raw;
    let (other, event) = (sim.stream(1), call!(raw, cuEventCreate(2)).unwrap());
    call!(raw, cuEventRecord(event, other)).unwrap();
    let mut registered = vec![0u8; 4096];
    in_every_mode(|capture, thread, is_rejected| {
        let expected = if is_rejected { REJECTED } else { FINE };
        let check = |name: &str, call: &mut dyn FnMut() -> Result<(), cuda_driver::CuResult>| {
            let answer = during(&sim, 1, capture, thread, call);
            assert_eq!(answer, expected, "{name}, {capture:?}, {thread:?}");
        };
        let device = call!(raw, cuMemAlloc(4)).unwrap();
        check("cuMemFree", &mut || call!(raw, cuMemFree(device)));
        let host = call!(raw, cuMemHostAlloc(4, 0)).unwrap();
        check("cuMemFreeHost", &mut || call!(raw, cuMemFreeHost(host)));
        let module = call!(raw, cuModuleLoadData(EMPTY.as_ptr().cast())).unwrap();
        check("cuModuleUnload", &mut || call!(raw, cuModuleUnload(module)));
        let pooled = call!(raw, cuMemAllocAsync(4, other)).unwrap();
        call!(raw, cuStreamSynchronize(other)).unwrap();
        check("cuMemFreeAsync", &mut || call!(raw, cuMemFreeAsync(pooled, other)));
        check("cuMemAlloc", &mut || call!(raw, cuMemAlloc(4)).map(drop));
        check("cuMemAllocAsync", &mut || call!(raw, cuMemAllocAsync(4, other)).map(drop));
        check("cuMemHostAlloc", &mut || call!(raw, cuMemHostAlloc(4, 0)).map(drop));
        call!(raw, cuStreamSynchronize(other)).unwrap();
        check("cuStreamQuery", &mut || call!(raw, cuStreamQuery(other)));
        check("cuStreamSynchronize", &mut || call!(raw, cuStreamSynchronize(other)));
        check("cuEventQuery", &mut || call!(raw, cuEventQuery(event)));
        check("cuEventSynchronize", &mut || call!(raw, cuEventSynchronize(event)));
        let memory = registered.as_ptr().cast_mut().cast();
        check("cuMemHostRegister", &mut || call!(raw, cuMemHostRegister(memory, 4096, 0)));
        if is_rejected {
            call!(raw, cuMemHostRegister(memory, 4096, 0)).unwrap();
        }
        check("cuMemHostUnregister", &mut || call!(raw, cuMemHostUnregister(memory)));
        if is_rejected {
            call!(raw, cuMemHostUnregister(memory)).unwrap();
        }
    });
    registered.clear();
}

#[test]
fn creating_objects_and_synchronous_copies_work_during_every_capture() {
    let sim = TestDevice::alone();
    let raw = sim.raw;
    let p = call!(raw, cuMemAlloc(4)).unwrap();
    in_every_mode(|capture, thread, _| {
        let check = |name: &str, call: &mut dyn FnMut() -> Result<(), cuda_driver::CuResult>| {
            let answer = during(&sim, 1, capture, thread, call);
            assert_eq!(answer, FINE, "{name}, {capture:?}, {thread:?}");
        };
        check("cuModuleLoadData", &mut || {
            call!(raw, cuModuleLoadData(EMPTY.as_ptr().cast())).map(drop)
        });
        check("events", &mut || {
            let event = call!(raw, cuEventCreate(2))?;
            call!(raw, cuEventDestroy(event))
        });
        check("streams", &mut || {
            let stream = call!(raw, cuStreamCreate(1))?;
            call!(raw, cuStreamDestroy(stream))
        });
        check("cuMemsetD8", &mut || call!(raw, cuMemsetD8(p, 0, 4)));
        check("cuMemcpyHtoD", &mut || call!(raw, cuMemcpyHtoD(p, (&raw const capture).cast(), 4)));
    });
}

#[test]
fn synchronizing_the_context_fails_during_every_capture() {
    let sim = TestDevice::alone();
    in_every_mode(|capture, thread, _| {
        let answer = during(&sim, 1, capture, thread, || call!(sim.raw, cuCtxSynchronize()));
        assert_eq!(answer, REJECTED, "{capture:?}, {thread:?}");
    });
}

#[test]
fn any_use_of_the_legacy_stream_during_a_capture_of_a_blocking_stream_is_implicit() {
    let sim = TestDevice::alone();
    let raw = sim.raw;
    let legacy: CUstream = null_mut();
    let event = call!(raw, cuEventCreate(2)).unwrap();
    call!(raw, cuEventRecord(event, sim.stream(1))).unwrap();
    let p = call!(raw, cuMemAlloc(4)).unwrap();
    let mut value = 0u32;
    let to = (&raw mut value).cast();
    in_every_mode(|capture, thread, _| {
        let check = |name: &str, call: &mut dyn FnMut() -> Result<(), cuda_driver::CuResult>| {
            let answer = during(&sim, 0, capture, thread, call);
            assert_eq!(answer, IMPLICIT, "{name}, {capture:?}, {thread:?}");
        };
        check("synchronize", &mut || call!(raw, cuStreamSynchronize(legacy)));
        check("query", &mut || call!(raw, cuStreamQuery(legacy)));
        check("record", &mut || call!(raw, cuEventRecord(event, legacy)));
        check("wait", &mut || call!(raw, cuStreamWaitEvent(legacy, event, 0)));
        check("copy", &mut || call!(raw, cuMemcpyDtoHAsync(to, p, 4, legacy)));
        check("copy now", &mut || call!(raw, cuMemcpyDtoH(to, p, 4)));
        check("allocate", &mut || call!(raw, cuMemAllocAsync(4, legacy)).map(drop));
        let is_capturing =
            during(&sim, 0, capture, thread, || call!(raw, cuStreamIsCapturing(legacy)).map(drop));
        assert_eq!(is_capturing, (IMPLICIT.0, true));
        call!(raw, cuEventRecord(event, sim.stream(1))).unwrap();
    });
}

#[test]
fn a_global_capture_restricts_other_threads_too() {
    let sim = TestDevice::alone();
    let (raw, context) = (sim.raw, sim.context.as_raw() as usize);
    for (capture, expected) in [(GLOBAL, REJECTED), (THREAD_LOCAL, FINE)] {
        let answer = during(&sim, 1, capture, GLOBAL, || {
            let there = move || {
                call!(raw, cuCtxSetCurrent(context as _))?;
                call!(raw, cuMemAlloc(4)).map(drop)
            };
            std::thread::spawn(there).join().unwrap()
        });
        assert_eq!(answer, expected, "{capture:?}");
    }
}

#[test]
fn a_capture_frees_only_what_it_allocated() {
    let sim = TestDevice::alone();
    let (raw, stream) = (sim.raw, sim.stream(1));
    let outside = call!(raw, cuMemAllocAsync(4, stream)).unwrap();
    call!(raw, cuStreamBeginCapture(stream, RELAXED)).unwrap();
    let rejected = call!(raw, cuMemFreeAsync(outside, stream));
    assert_eq!(code(rejected), CUresult::CUDA_ERROR_INVALID_VALUE);
    let status = call!(raw, cuStreamIsCapturing(stream)).unwrap();
    assert_eq!(status, CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_ACTIVE);
    let inside = call!(raw, cuMemAllocAsync(4, stream)).unwrap();
    call!(raw, cuMemFreeAsync(inside, stream)).unwrap();
    let address = call!(raw, cuMemAllocAsync(4, stream)).unwrap();
    let graph = call!(raw, cuStreamEndCapture(stream)).unwrap();
    // The graph hasn't run, so there is nothing to free yet.
    let rejected = call!(raw, cuMemFreeAsync(address, stream));
    assert_eq!(code(rejected), CUresult::CUDA_ERROR_INVALID_VALUE);
    let exec = call!(raw, cuGraphInstantiate(graph, 0)).unwrap();
    call!(raw, cuGraphLaunch(exec, stream)).unwrap();
    call!(raw, cuStreamSynchronize(stream)).unwrap();
    call!(raw, cuMemFreeAsync(address, stream)).unwrap();
    call!(raw, cuMemFreeAsync(outside, stream)).unwrap();
}

#[test]
fn a_lost_capture_is_reported_by_queries_of_contexts_and_attributes() {
    use cuda_driver::sys::CUlaunchAttributeID as A;
    let sim = TestDevice::alone();
    let raw = sim.raw;
    let other = sim.stream(1);
    type Query<'a> = (&'a str, &'a dyn Fn(CUstream) -> Result<(), cuda_driver::CuResult>);
    let mut value = [0u64; 8];
    let value = (&raw mut value).cast();
    let queries: [Query<'_>; 6] = [
        ("context", &|stream| call!(raw, cuStreamGetCtx(stream)).map(drop)),
        ("green context", &|stream| call!(raw, cuStreamGetGreenCtx(stream)).map(drop)),
        ("priority", &|stream| call!(raw, cuStreamGetPriority(stream)).map(drop)),
        ("attribute", &|stream| {
            call!(raw, cuStreamSetAttribute(stream, A::CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN, value))
        }),
        ("copy from", &|stream| call!(raw, cuStreamCopyAttributes(other, stream))),
        ("copy to", &|stream| call!(raw, cuStreamCopyAttributes(stream, other))),
    ];
    for (name, query) in queries {
        let stream = sim.stream(1);
        query(stream).unwrap();
        call!(raw, cuStreamBeginCapture(stream, RELAXED)).unwrap();
        query(stream).unwrap();
        let _ = call!(raw, cuStreamSynchronize(stream));
        assert_eq!(code(query(stream)), CUresult::CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, "{name}");
        let _ = call!(raw, cuStreamEndCapture(stream));
        query(stream).unwrap();
    }
}

#[test]
fn an_external_wait_for_an_event_of_an_ended_capture_ends_the_capture() {
    let sim = TestDevice::alone();
    let (raw, stream, external) = (sim.raw, sim.stream(1), 1);
    let event = call!(raw, cuEventCreate(2)).unwrap();
    let answer = |call: &dyn Fn() -> Result<(), cuda_driver::CuResult>| {
        call!(raw, cuStreamBeginCapture(stream, RELAXED)).unwrap();
        let answer = call();
        let ended = call!(raw, cuStreamEndCapture(stream));
        (answer.err().map(|error| error.code()), ended.is_ok())
    };
    let wait = || call!(raw, cuStreamWaitEvent(stream, event, external));
    assert_eq!(answer(&wait), (None, true), "it was never recorded");
    assert_eq!(answer(&|| call!(raw, cuEventRecord(event, stream))), (None, true));
    assert_eq!(answer(&wait), (Some(ErrorCode::INVALID_VALUE), false));
    // A record as a node isn't one of the event.
    let record = || call!(raw, cuEventRecordWithFlags(event, stream, external));
    assert_eq!(answer(&record), (None, true));
    assert_eq!(answer(&wait), (Some(ErrorCode::INVALID_VALUE), false));
    call!(raw, cuEventRecord(event, stream)).unwrap();
    assert_eq!(answer(&wait), (None, true));
}
