//! The crate's own captures, and operations during captures by other code.

use std::sync::{Arc, mpsc};

use cuda_driver::{
    CuResult, DeviceBuffer, Error, ErrorCode, Event, Launch, Stream,
    driver::Symbol,
    error::DestroyError,
    event::EventFlags,
    stream::StreamFlags,
    sys::{CUgraph, CUstreamCaptureMode, CUstreamCaptureStatus},
};

use crate::costs::instrumented;
use crate::device::{TestDevice, alone, on_every_driver};
use crate::kernels;
use crate::owners::PATIENCE;

const THREAD_LOCAL: CUstreamCaptureMode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;
const RELAXED: CUstreamCaptureMode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;

/// A capture by other code, with driver calls.
pub struct Foreign<'a> {
    device: &'a TestDevice,
    pub stream: Stream,
}

impl<'a> Foreign<'a> {
    pub fn begin(device: &'a TestDevice, flags: StreamFlags, mode: CUstreamCaptureMode) -> Self {
        let stream = device.context.stream_with(flags, 0).unwrap();
        // SAFETY: the stream is alive, and not used elsewhere.
        unsafe { device.driver.raw().cuStreamBeginCapture(stream.as_raw(), mode) }.unwrap();
        Self { device, stream }
    }

    pub fn is_whole(&self) -> bool {
        // SAFETY: the stream is alive.
        let status = unsafe { self.device.driver.raw().cuStreamIsCapturing(self.stream.as_raw()) };
        status.unwrap() == CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_ACTIVE
    }

    pub fn end(self) -> Result<(), CuResult> {
        let raw = self.device.driver.raw();
        // SAFETY: the stream is alive, and ending the capture makes the graph.
        let graph: CUgraph = unsafe { raw.cuStreamEndCapture(self.stream.as_raw()) }?;
        // SAFETY: no other code has the graph.
        unsafe { raw.cuGraphDestroy(graph) }
    }
}

on_every_driver! {
    fn the_handle_of_a_capture_is_that_of_the_stream_that_records(device) {
        let capture = device.context.capture().unwrap();
        // SAFETY: the stream is alive.
        let status = unsafe { device.driver.raw().cuStreamIsCapturing(capture.as_raw()) };
        assert_eq!(status.unwrap(), CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_ACTIVE);
        capture.finish().unwrap();
    }

    fn a_captured_graph_runs_repeatedly(device) {
        let device = &alone(device);
        let Some(four) = kernels::kernel(&device.context, "four") else { return };
        let mut a = device.stream.alloc_zeroed::<i32>(4).unwrap();
        let mut b = device.stream.alloc_zeroed::<i32>(4).unwrap();
        let capture = device.context.capture().unwrap();
        // SAFETY: four(int, int, int, int *); the buffers outlive the graph, and only its launches use them.
        unsafe {
            capture.fill(&mut b, 7).unwrap();
            capture.launch(&four, Launch::grid(1), (1i32, 2i32, 3i32, &mut a)).unwrap();
            capture.copy(a.slice(..1).unwrap(), b.slice_mut(1..2).unwrap()).unwrap();
        }
        let graph = capture.finish().unwrap().instantiate().unwrap();
        assert_eq!(a.to_vec().unwrap(), [0; 4], "nothing is done while it is recorded");
        for _ in 0..3 {
            device.stream.fill(&mut b, 0).unwrap();
            // SAFETY: as recorded.
            unsafe { graph.launch(&device.stream) }.unwrap();
            assert_eq!(b.to_vec().unwrap(), [7, 321, 7, 7]);
        }
        graph.destroy().unwrap();
    }

    fn a_capture_branches_and_joins(device) {
        let device = &alone(device);
        let Some(four) = kernels::kernel(&device.context, "four") else { return };
        let (mut a, mut b) = (device.stream.alloc_zeroed::<i32>(1).unwrap(), device.stream.alloc_zeroed::<i32>(1).unwrap());
        let capture = device.context.capture().unwrap();
        let branch = capture.branch().unwrap();
        // SAFETY: four(int, int, int, int *); as above.
        unsafe {
            branch.launch(&four, Launch::grid(1), (1i32, 0i32, 0i32, &mut a)).unwrap();
            capture.launch(&four, Launch::grid(1), (2i32, 0i32, 0i32, &mut b)).unwrap();
        }
        capture.join(branch).unwrap();
        let graph = capture.finish().unwrap().instantiate().unwrap();
        // SAFETY: as recorded.
        unsafe { graph.launch(&device.stream) }.unwrap();
        assert_eq!((a.to_vec().unwrap(), b.to_vec().unwrap()), (vec![1], vec![2]));

        let capture = device.context.capture().unwrap();
        let branch = capture.branch().unwrap();
        // SAFETY: as above.
        unsafe { branch.launch(&four, Launch::grid(1), (1i32, 0i32, 0i32, &mut a)) }.unwrap();
        let error = capture.finish().unwrap_err();
        assert_eq!(error.code(), ErrorCode::STREAM_CAPTURE_UNJOINED);
    }

    fn a_branch_does_nothing_after_its_capture_has_ended(device) {
        let instrument = instrumented(device);
        let device = &alone(&TestDevice::new(instrument.table()));
        let Some(four) = kernels::kernel(&device.context, "four") else { return };
        let (mut a, mut b) = (device.stream.alloc_zeroed::<i32>(1).unwrap(), device.stream.alloc_zeroed::<i32>(1).unwrap());
        device.stream.synchronize().unwrap();
        for end in ["without work", "unjoined", "invalid"] {
            let capture = device.context.capture().unwrap();
            let (branch, other) = (capture.branch().unwrap(), capture.branch().unwrap());
            if end != "without work" {
                // SAFETY: the buffer outlives the graph, which never runs.
                unsafe { branch.fill(&mut b, 7) }.unwrap();
            }
            if end == "invalid" {
                // SAFETY: the stream is alive.
                unsafe { device.driver.raw().cuStreamSynchronize(capture.as_raw()) }.unwrap_err();
            }
            let ended = capture.finish();
            assert!(ended.is_err() || end == "without work");
            instrument.reset();
            let mut host = [0i32];
            // SAFETY: four(int, int, int, int *); nothing is recorded.
            let errors = unsafe {
                [
                    branch.launch(&four, Launch::grid(1), (1i32, 0i32, 0i32, &mut a)).unwrap_err().result(),
                    branch.copy(&a, &mut b).unwrap_err().result(),
                    branch.fill(&mut b, 7).unwrap_err().result(),
                    branch.upload(&[7], &mut b).unwrap_err().result(),
                    branch.download(&b, &mut host).unwrap_err().result(),
                ]
            };
            for error in errors {
                assert_eq!(error.unwrap().code(), ErrorCode::STREAM_CAPTURE_INVALIDATED, "{end}");
            }
            let next = device.context.capture().unwrap();
            for ended in [branch, other] {
                assert_eq!(next.join(ended).unwrap_err().code(), ErrorCode::STREAM_CAPTURE_INVALIDATED);
            }
            next.finish().unwrap();
            let called: Vec<_> = instrument.called().into_iter().map(|(symbol, _)| symbol).collect();
            assert!(!called.contains(&Symbol::cuLaunchKernel) && !called.contains(&Symbol::cuEventRecord), "{called:?}");
            assert_eq!((a.to_vec().unwrap(), b.to_vec().unwrap(), host), (vec![0], vec![0], [0]));
        }
    }

    fn a_captured_fill_uses_no_host_memory(device) {
        let device = &alone(device);
        let mut buffer = device.stream.alloc_zeroed::<[u32; 3]>(1000).unwrap();
        let capture = device.context.capture().unwrap();
        // SAFETY: the buffer outlives the graph, and only its launches use it.
        unsafe { capture.fill(&mut buffer, [1, 2, 3]) }.unwrap();
        let graph = capture.finish().unwrap().instantiate().unwrap();
        // SAFETY: as recorded.
        unsafe { graph.launch(&device.stream) }.unwrap();
        assert_eq!(buffer.to_vec().unwrap(), [[1, 2, 3]; 1000]);
    }

    fn a_graph_keeps_what_it_uses_until_its_last_launch_ends(device) {
        let device = &alone(device);
        struct NotifyOnDrop(DeviceBuffer<i32>, mpsc::Sender<()>);
        impl Drop for NotifyOnDrop {
            fn drop(&mut self) {
                let _ = self.1.send(());
            }
        }
        let Some(slow) = kernels::kernel(&device.context, "slow_add") else { return };
        let (sender, receiver) = mpsc::channel();
        let value = NotifyOnDrop(device.stream.upload(&[1i32]).unwrap(), sender);
        let mut capture = device.context.capture().unwrap();
        // SAFETY: slow_add(int *, int), one element, which the graph keeps.
        unsafe { capture.launch(&slow, Launch::grid(1), (&value.0, 5_000_000i32)) }.unwrap();
        capture.keep(value);
        let graph = capture.finish().unwrap();
        let exec = graph.instantiate().unwrap();
        graph.destroy().unwrap();
        // SAFETY: as recorded.
        unsafe { exec.launch(&device.stream) }.unwrap();
        assert!(receiver.try_recv().is_err(), "the executable graph still uses it");
        exec.destroy().unwrap();
        receiver.recv_timeout(PATIENCE).unwrap();
    }

    fn a_dropped_capture_releases_everything(device) {
        let instrument = instrumented(device);
        let device = &alone(&TestDevice::new(instrument.table()));
        let capture_owner = Arc::new(());
        let mut buffer = device.stream.alloc::<u8>(10).unwrap();
        let mut capture = device.context.capture().unwrap();
        // SAFETY: the buffer outlives the capture.
        unsafe { capture.fill(&mut buffer, 1) }.unwrap();
        capture.keep(capture_owner.clone());
        drop(capture);
        assert_eq!(Arc::strong_count(&capture_owner), 1);
        assert_eq!((instrument.calls(Symbol::cuStreamEndCapture), instrument.calls(Symbol::cuGraphDestroy)), (1, 1));
        device.stream.fill(&mut buffer, 2).unwrap();
        assert_eq!(buffer.to_vec().unwrap(), [2; 10]);
    }

    fn safe_calls_work_during_the_crates_own_capture(device) {
        let device = &alone(device);
        let capture = device.context.capture().unwrap();
        let pinned = device.context.pinned::<u8>(100).unwrap();
        let unpooled = device.stream.alloc_unpooled::<u8>(100).unwrap();
        let buffer = device.stream.upload(&[1u8, 2]).unwrap();
        assert_eq!(buffer.to_vec().unwrap(), [1, 2]);
        assert_eq!(device.context.default_stream().upload(&[3u8]).unwrap().to_vec().unwrap(), [3]);
        unpooled.destroy().unwrap();
        pinned.destroy().unwrap();
        drop(kernels::module(&device.context));
        capture.finish().unwrap().destroy().unwrap();
    }

    fn a_foreign_capture_of_another_stream_stays_valid(device) {
        let device = &alone(device);
        for mode in [THREAD_LOCAL, RELAXED] {
            let buffer = device.stream.upload(&[1u8, 2]).unwrap();
            let pinned = device.context.pinned::<u8>(100).unwrap();
            let registered = device.context.register(vec![0u8; 4096], cuda_driver::memory::RegisterFlags::empty()).unwrap();
            let module = kernels::module(&device.context);
            let foreign = Foreign::begin(device, StreamFlags::NON_BLOCKING, mode);
            assert_eq!(buffer.to_vec().unwrap(), [1, 2]);
            pinned.destroy().unwrap();
            registered.into_inner().unwrap();
            drop(device.context.pinned::<u8>(10).unwrap());
            device.stream.alloc_unpooled::<u8>(10).unwrap().destroy().unwrap();
            let error = device.stream.alloc_unpooled::<u8>(1 << 50).unwrap_err();
            assert!(matches!(&error, Error::OutOfMemory(shortage) if shortage.device_memory.is_some()), "{error}");
            if let Some(module) = module {
                module.destroy().unwrap();
            }
            drop(buffer);
            device.stream.drop_after(()).unwrap();
            assert!(foreign.is_whole(), "{mode:?}");
            foreign.end().unwrap();
        }
    }

    fn a_stream_with_a_foreign_capture_rejects_work_that_would_be_recorded(device) {
        let device = &alone(device);
        let foreign = Foreign::begin(device, StreamFlags::NON_BLOCKING, RELAXED);
        // SAFETY: the test's stream outlives the borrowed one; it is captured while no scope of it is open.
        let stream = unsafe { Stream::borrow_raw(&device.context, foreign.stream.as_raw()) };
        let mut buffer = device.stream.alloc_zeroed::<u32>(10).unwrap();
        let mut host = [0u32; 10];
        // SAFETY: it isn't used.
        let mut view = unsafe { buffer.as_slice_mut().assume_on(&stream) };
        // Each names the function that it would have called.
        let refused = |error: &dyn core::fmt::Display, call: &str| {
            let (text, code) = (error.to_string(), ": CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED (900)");
            assert!(text.starts_with(call) && text.contains(code), "{text}, expected {call}");
        };
        refused(&stream.alloc::<u32>(10).unwrap_err(), "cuMemAllocAsync");
        refused(&stream.fill(&mut view, 1).unwrap_err(), "cuMemsetD32Async");
        refused(&stream.fill(&mut view, 0x0102_0304).unwrap_err(), "cuMemsetD32Async");
        refused(&stream.upload_into(&[1; 10], &mut view).unwrap_err(), "cuMemcpyHtoDAsync");
        refused(&stream.download(&view, &mut host).unwrap_err(), "cuMemcpyDtoHAsync");
        refused(&stream.upload(&[1u32]).unwrap_err(), "cuMemAllocAsync");
        refused(&device.stream.wait_stream(&stream).unwrap_err(), "cuEventRecord");
        refused(&stream.done().unwrap_err(), "cuEventRecord");
        refused(&stream.record_pooled().unwrap_err(), "cuEventRecord");
        let function = || panic!("it must not run");
        refused(&stream.launch_host_func(function).unwrap_err(), "cuLaunchHostFunc");
        refused(&stream.synchronize().unwrap_err(), "cuStreamSynchronize");
        refused(&stream.query().unwrap_err(), "cuStreamQuery");
        assert!(foreign.is_whole(), "the capture is still valid");
        let stream_clone = foreign.stream.clone();
        foreign.end().unwrap();
        assert_eq!(stream_clone.as_raw(), stream.as_raw());
        assert_eq!(stream.upload(&[1u32]).unwrap().to_vec().unwrap(), [1]);
    }

    fn a_buffer_that_is_dropped_while_its_stream_is_captured_is_freed_later(device) {
        let instrument = instrumented(device);
        let device = &alone(&TestDevice::new(instrument.table()));
        let captured = device.context.stream().unwrap();
        // SAFETY: the stream outlives the borrowed one; it is captured while no scope of it is open.
        let borrowed = unsafe { Stream::borrow_raw(&device.context, captured.as_raw()) };
        let (own, foreign) = (captured.upload(&[1u32]).unwrap(), borrowed.upload(&[1u32]).unwrap());
        instrument.reset();
        // SAFETY: the stream is alive.
        unsafe { device.driver.raw().cuStreamBeginCapture(captured.as_raw(), THREAD_LOCAL) }.unwrap();
        drop(own);
        drop(foreign);
        let capturing = Foreign { device, stream: captured.clone() };
        assert!(capturing.is_whole(), "the drops invalidated the capture");
        capturing.end().unwrap();
        cuda_driver::stream::wait_for_deferred();
        // One was attempted on the stream while it was captured.
        assert_eq!(instrument.calls(Symbol::cuMemFreeAsync), 3);
        drop(captured);
    }

    fn pinned_memory_is_destroyed_during_a_foreign_capture(device) {
        let device = &alone(device);
        let pinned = device.context.pinned::<u32>(10).unwrap();
        let foreign = Foreign::begin(device, StreamFlags::NON_BLOCKING, THREAD_LOCAL);
        match pinned.destroy() {
            Ok(()) => {}
            Err(DestroyError::Refused(..)) => panic!("a capture should not affect this call"),
            Err(other) => panic!("{other}"),
        }
        assert!(foreign.is_whole());
        foreign.end().unwrap();
    }

    fn a_default_stream_fails_during_a_capture_of_a_blocking_stream_without_affecting_it(device) {
        let device = &alone(device);
        let default = device.context.default_stream();
        let buffer = default.upload(&[1u8, 2]).unwrap();
        let other_buffer = default.upload(&[3u8]).unwrap();
        let foreign = Foreign::begin(device, StreamFlags::empty(), RELAXED);
        let error = buffer.to_vec().unwrap_err();
        assert_eq!(error.result().unwrap().code(), ErrorCode::STREAM_CAPTURE_IMPLICIT);
        assert_eq!(error.result().unwrap().call(), Symbol::cuMemcpyDtoHAsync_v2);
        assert!(default.alloc::<u8>(1).is_err());
        drop(buffer);
        assert!(foreign.is_whole());
        foreign.end().unwrap();
        assert_eq!(other_buffer.to_vec().unwrap(), [3]);
    }

    fn a_scope_on_a_default_stream_ends_during_a_foreign_capture_of_a_blocking_stream(device) {
        let device = &alone(device);
        let default = device.context.default_stream();
        let mut target = vec![0u32; 1000];
        let buffer = default.upload(&[7u32; 1000]).unwrap();
        let mut foreign = None;
        let error = default.scope(|scope| {
            scope.download(&buffer, &mut target)?;
            foreign = Some(Foreign::begin(device, StreamFlags::empty(), RELAXED));
            Ok(())
        }).unwrap_err();
        assert_eq!(error.result().unwrap().code(), ErrorCode::STREAM_CAPTURE_IMPLICIT);
        assert_eq!(target, [7; 1000], "the copy was waited for all the same");
        let foreign = foreign.unwrap();
        assert!(foreign.is_whole());
        foreign.end().unwrap();
    }

    fn safe_calls_never_join_a_foreign_capture(device) {
        let device = &alone(device);
        let foreign = Foreign::begin(device, StreamFlags::NON_BLOCKING, RELAXED);
        // SAFETY: the stream outlives the borrowed one; no scope of it is open.
        let torch = unsafe { Stream::borrow_raw(&device.context, foreign.stream.as_raw()) };
        let event = device.context.event().unwrap();
        let refused = [torch.record(&event).unwrap_err(), torch.synchronize().unwrap_err(), torch.query().unwrap_err(), torch.wait_event(&event).unwrap_err()];
        for error in refused {
            assert_eq!(error.code(), ErrorCode::STREAM_CAPTURE_UNSUPPORTED);
        }
        assert!(foreign.is_whole());
        let theirs = device.context.event_with(EventFlags::DISABLE_TIMING).unwrap();
        // SAFETY: both are alive.
        unsafe { device.driver.raw().cuEventRecord(theirs.as_raw(), torch.as_raw()) }.unwrap();
        // SAFETY: the event outlives the borrowed one.
        let theirs = unsafe { Event::borrow_raw(&device.context, theirs.as_raw(), EventFlags::DISABLE_TIMING) };
        let buffer = device.stream.upload(&[1u32; 100]).unwrap();
        let mut target = vec![0u32; 100];
        let error = device.stream.scope(|scope| {
            scope.download(&buffer, &mut target)?;
            Ok(device.stream.wait_event(&theirs)?)
        }).unwrap_err();
        assert_eq!(error.result().unwrap().code(), ErrorCode::CAPTURED_EVENT);
        assert_eq!(target, [1; 100], "the stream is no part of the capture");
        assert!(foreign.end().is_err(), "asking about the event invalidated the capture");
    }

    fn a_scope_that_copies_nothing_on_a_default_stream_waits_for_no_capture(device) {
        let device = &alone(device);
        let mut foreign = None;
        let error = device.context.default_stream().scope(|_| {
            foreign = Some(Foreign::begin(device, StreamFlags::empty(), RELAXED));
            Ok(())
        }).unwrap_err();
        assert_eq!(error.result().unwrap().code(), ErrorCode::STREAM_CAPTURE_IMPLICIT);
        foreign.unwrap().end().unwrap();
    }

    fn several_threads_instantiate_one_graph(device) {
        let device = &alone(device);
        let mut buffer = device.stream.alloc::<u32>(100).unwrap();
        let capture = device.context.capture().unwrap();
        // SAFETY: the buffer outlives the graph, which is never launched.
        unsafe { capture.fill(&mut buffer, 1) }.unwrap();
        let graph = capture.finish().unwrap();
        std::thread::scope(|threads| {
            for _ in 0..4 {
                threads.spawn(|| (0..20).for_each(|_| drop(graph.instantiate().unwrap())));
            }
        });
    }
}
