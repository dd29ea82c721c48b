//! Captures of the program's own stream: what is recorded, what is refused meanwhile, and the memory of a graph.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::mpsc;

use cuda_driver::{
    Error, ErrorCode, Event, Stream, Version,
    array::{Array, ArrayDescriptor},
    copy::CopySource,
    driver::{Driver, Symbol},
    event::EventFlags,
    graph::{Capture, CaptureMode, HostNode, InstantiateFlags},
    managed::MemAttachFlags,
    memory::{
        HandleTypes, MemoryPool, PinnedFlags, PoolProperties, RegisterFlags, Staging, UnmapError,
        resource::{CachingResource, DeferredResource, DevicePool},
    },
    stream::{CaptureStatus, StreamFlags, wait_for_deferred},
    sys::{CU_STREAM_PER_THREAD, CUresult, CUstreamCaptureMode},
};

use crate::costs::instrumented;
use crate::device::{TestDevice, alone, on_every_driver, process, with_device};
use crate::owners::PATIENCE;

/// The modes that don't affect other threads, and so other tests. The global one is tested in a separate process.
const MODES: [CaptureMode; 2] = [CaptureMode::THREAD_LOCAL, CaptureMode::RELAXED];

const EMPTY: &str =
    ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry nothing() { ret; }\n";

/// Begins to record `stream`.
fn record(stream: &Stream, mode: CaptureMode) -> Capture {
    // SAFETY: no other code uses the stream, and each test keeps the memory until the graph is gone.
    unsafe { stream.capture(mode) }.unwrap()
}

on_every_driver! {
    fn safe_calls_of_a_stream_are_recorded_in_each_mode(device) {
        let device = &alone(device);
        MODES.iter().for_each(|mode| records(&device.stream, *mode));
    }

    fn the_status_of_a_stream_tells_whether_it_captures(device) {
        let device = &alone(device);
        let stream = &device.stream;
        assert_eq!(stream.capture_status().unwrap(), CaptureStatus::NONE);
        let capture = record(stream, CaptureMode::RELAXED);
        assert_eq!(stream.capture_status().unwrap(), CaptureStatus::ACTIVE);
        assert_eq!(stream.clone().capture_status().unwrap(), CaptureStatus::ACTIVE);
        // SAFETY: the stream is alive.
        unsafe { device.driver.raw().cuStreamSynchronize(stream.as_raw()) }.unwrap_err();
        assert_eq!(stream.capture_status().unwrap(), CaptureStatus::INVALIDATED);
        assert_eq!(capture.finish().unwrap_err().code(), ErrorCode::STREAM_CAPTURE_INVALIDATED);
        assert_eq!(stream.capture_status().unwrap(), CaptureStatus::NONE);
        stream.synchronize().unwrap();

        let blocking = device.context.stream_with(StreamFlags::empty(), 0).unwrap();
        let capture = record(&blocking, CaptureMode::RELAXED);
        let error = device.context.default_stream().capture_status().unwrap_err();
        assert_eq!(error.code(), ErrorCode::STREAM_CAPTURE_IMPLICIT);
        capture.finish().unwrap();
    }

    fn calls_that_wait_or_borrow_fail_and_leave_the_capture_valid(device) {
        let instrument = instrumented(device);
        let device = &alone(&TestDevice::new(instrument.table()));
        let own_stream = &device.stream;
        let theirs = device.context.stream().unwrap();
        // SAFETY: the stream outlives the borrowed one.
        let borrowed = unsafe { Stream::borrow_raw(&device.context, theirs.as_raw()) };
        for stream in [own_stream, &borrowed] {
            let mut buffer = stream.upload(&[1u32]).unwrap();
            let capture = record(stream, CaptureMode::THREAD_LOCAL);
            instrument.reset();
            let mut host = [0u32];
            let codes = [
                stream.synchronize().unwrap_err().code(),
                stream.query().unwrap_err().code(),
                stream.done().unwrap_err().code(),
                stream.on_done(|_| panic!("nothing was done")).unwrap_err().code(),
                buffer.to_vec().unwrap_err().result().unwrap().code(),
                stream.upload(&[1u32]).unwrap_err().result().unwrap().code(),
                stream.upload_into(&[1], &mut buffer).unwrap_err().result().unwrap().code(),
                stream.download(&buffer, &mut host).unwrap_err().result().unwrap().code(),
                stream.upload_owned(vec![1u32], &mut buffer).unwrap_err().error.result().unwrap().code(),
                stream.scope(|_| Ok(())).unwrap_err().result().unwrap().code(),
                stream.launch_host_func(|| panic!("it is neither run nor recorded")).unwrap_err().code(),
            ];
            assert_eq!(codes, [ErrorCode::STREAM_CAPTURE_UNSUPPORTED; 11]);
            // An error names the function behind the call, as any other does, and not the query of the capture.
            let of_driver = |error: cuda_driver::Error| error.result().unwrap();
            let named = [
                (stream.synchronize().unwrap_err(), "cuStreamSynchronize: "),
                (stream.query().unwrap_err(), "cuStreamQuery: "),
                (of_driver(buffer.to_vec().unwrap_err()), "cuMemcpyDtoHAsync_v2: "),
                (of_driver(stream.download(&buffer, &mut host).unwrap_err()), "cuMemcpyDtoHAsync_v2: "),
                (of_driver(stream.upload_into(&[1], &mut buffer).unwrap_err()), "cuMemcpyHtoDAsync_v2: "),
                (of_driver(stream.upload_owned(vec![1u32], &mut buffer).unwrap_err().error), "cuMemcpyHtoDAsync_v2: "),
                (of_driver(stream.scope(|_| Ok(())).unwrap_err()), "cuStreamSynchronize: "),
                (stream.launch_host_func(|| panic!("it is neither run nor recorded")).unwrap_err(), "cuLaunchHostFunc: "),
            ];
            for (error, call) in named {
                let text = error.to_string();
                assert!(text.starts_with(call) && text.contains("CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED (900)"), "{text}, expected {call}");
            }
            for symbol in [Symbol::cuStreamSynchronize, Symbol::cuStreamQuery, Symbol::cuEventRecord, Symbol::cuLaunchHostFunc, Symbol::cuMemcpyHtoDAsync_v2] {
                assert_eq!(instrument.calls(symbol), 0, "{symbol:?}");
            }
            assert_eq!(stream.capture_status().unwrap(), CaptureStatus::ACTIVE);
            capture.finish().unwrap();
            assert_eq!(buffer.to_vec().unwrap(), [1], "the stream does its work again");
        }
    }

    fn staging_and_mapped_memory_refuse_a_captured_stream_and_leave_the_capture_valid(device) {
        let device = &alone(device);
        let own_stream = &device.stream;
        let theirs = device.context.stream().unwrap();
        // SAFETY: the stream outlives the borrowed one.
        let borrowed = unsafe { Stream::borrow_raw(&device.context, theirs.as_raw()) };
        let staging = Staging::with_threads(&device.context, NonZeroUsize::new(2).unwrap());
        let mut host = vec![1u8; 32 << 20];
        for stream in [own_stream, &borrowed] {
            let mut buffer = stream.alloc::<u8>(host.len()).unwrap();
            let map = || stream.map(device.context.pinned_with::<u8>(16, PinnedFlags::DEVICE_MAP).unwrap()).unwrap();
            let (mut mapped, dropped) = (map(), map());
            // Once by this crate, and once by other code.
            for is_ours in [true, false] {
                let capture = is_ours.then(|| record(stream, CaptureMode::RELAXED));
                let mode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
                if !is_ours {
                    if !stream.is_capturable() {
                        continue;
                    }
                    // SAFETY: the stream is alive; no other code uses it.
                    unsafe { device.driver.raw().cuStreamBeginCapture(stream.as_raw(), mode) }.unwrap();
                }
                let Err(UnmapError::Refused(refused, error)) = mapped.unmap() else {
                    panic!("it can't have waited");
                };
                mapped = refused;
                let codes = [
                    staging.upload_into(&host, &mut buffer).unwrap_err().result().unwrap().code(),
                    staging.download(&buffer, &mut host).unwrap_err().result().unwrap().code(),
                    error.code(),
                ];
                assert_eq!(codes, [ErrorCode::STREAM_CAPTURE_UNSUPPORTED; 3]);
                assert_eq!(stream.capture_status().unwrap(), CaptureStatus::ACTIVE);
                match capture {
                    Some(capture) => _ = capture.finish().unwrap(),
                    // SAFETY: the stream is alive, and nothing else has the graph.
                    None => unsafe {
                        let graph = device.driver.raw().cuStreamEndCapture(stream.as_raw()).unwrap();
                        device.driver.raw().cuGraphDestroy(graph).unwrap();
                    },
                }
            }
            mapped.unmap().unwrap();
            dropped.unmap().unwrap();
            staging.upload_into(&host, &mut buffer).unwrap();
        }
        wait_for_deferred();
    }

    fn a_cache_keeps_no_memory_of_a_graph(device) {
        let device = &alone(device);
        let stream = &device.stream;
        let caching = CachingResource::new(DevicePool, 1 << 20);
        drop(stream.alloc_from::<u8>(&caching, 512).unwrap());
        let capture = record(stream, CaptureMode::RELAXED);
        let mut inside = stream.alloc_from::<u8>(&caching, 512).unwrap();
        assert_eq!(caching.kept_bytes(), 512, "a graph would use it whenever it is launched");
        stream.fill(&mut inside, 1).unwrap();
        let exec = capture.finish().unwrap().instantiate().unwrap();
        // SAFETY: as recorded.
        unsafe { exec.launch(stream) }.unwrap();
        assert_eq!(inside.to_vec().unwrap(), [1; 512]);
        drop(inside);
        assert_eq!(caching.kept_bytes(), 512, "without another launch, there is no such memory");
        // SAFETY: as recorded; the memory of the launch before is freed.
        unsafe { exec.launch(stream) }.unwrap();
        stream.synchronize().unwrap();
    }

    fn another_value_of_a_captured_stream_is_refused(device) {
        let device = &alone(device);
        let theirs = &device.stream;
        // SAFETY: the stream outlives the borrowed ones.
        let [one, other] = unsafe { [(); 2].map(|()| Stream::borrow_raw(&device.context, theirs.as_raw())) };
        let mut buffer = one.upload(&[1u32]).unwrap();
        let capture = record(&one, CaptureMode::RELAXED);
        assert!(!one.is_capturable() && other.is_capturable());
        one.fill(&mut buffer, 2).unwrap();
        assert!(other.alloc::<u32>(1).is_err());
        let exec = capture.finish().unwrap().instantiate().unwrap();
        assert!(one.is_capturable());
        // SAFETY: as recorded.
        unsafe { exec.launch(&one) }.unwrap();
        assert_eq!(buffer.to_vec().unwrap(), [2]);
    }

    fn memory_of_a_graph_is_freed_by_the_next_launch_if_the_graph_says_so(device) {
        let device = &alone(device);
        let stream = &device.stream;
        let record_one = || {
            let capture = record(stream, CaptureMode::RELAXED);
            let mut buffer = stream.alloc::<u32>(2).unwrap();
            stream.fill(&mut buffer, 7).unwrap();
            (buffer, capture.finish().unwrap())
        };
        let (kept, graph) = record_one();
        let exec = graph.instantiate_with(InstantiateFlags::AUTO_FREE_ON_LAUNCH).unwrap();
        match exec.flags() {
            Ok(flags) => assert_eq!(flags, InstantiateFlags::AUTO_FREE_ON_LAUNCH),
            Err(error) => assert!(device.driver.version() < Version::new(12, 0), "{error}"),
        }
        for _ in 0..3 {
            // SAFETY: as recorded; the buffer is used after the launch.
            unsafe { exec.launch(stream) }.unwrap();
            assert_eq!(kept.to_vec().unwrap(), [7, 7]);
        }
        kept.destroy().unwrap();
        drop(exec);

        // Otherwise it has to be freed before.
        let (kept, graph) = record_one();
        let exec = graph.instantiate().unwrap();
        let address = kept.into_raw().unwrap();
        // SAFETY: as recorded; the memory is freed once for each launch.
        unsafe {
            exec.launch(stream).unwrap();
            let again = exec.launch(stream).unwrap_err();
            assert_eq!(again.code(), ErrorCode::INVALID_VALUE);
            stream.synchronize().unwrap();
            for _ in 0..2 {
                device.driver.raw().cuMemFreeAsync(address, stream.as_raw()).unwrap();
                exec.launch(stream).unwrap();
            }
            device.driver.raw().cuMemFreeAsync(address, stream.as_raw()).unwrap();
            let twice = device.driver.raw().cuMemFreeAsync(address, stream.as_raw()).unwrap_err();
            assert_eq!(twice.code(), ErrorCode::INVALID_VALUE);
        }

        // Memory of a graph that never ran doesn't exist.
        let (kept, graph) = record_one();
        drop(graph);
        drop(kept);
        stream.synchronize().unwrap();
    }

    fn a_graph_with_memory_has_one_executable_graph_at_a_time(device) {
        let device = &alone(device);
        let stream = &device.stream;
        let capture = record(stream, CaptureMode::RELAXED);
        drop(stream.alloc::<u32>(1).unwrap());
        let graph = capture.finish().unwrap();
        let first = graph.instantiate().unwrap();
        let refused = graph.instantiate().unwrap_err();
        assert_eq!(refused.result().unwrap().code(), ErrorCode::NOT_SUPPORTED);
        drop(first);
        graph.instantiate().unwrap();
    }

    fn a_buffer_from_before_that_is_dropped_meanwhile_is_freed_later(device) {
        let instrument = instrumented(device);
        let device = &alone(&TestDevice::new(instrument.table()));
        let stream = &device.stream;
        let before = stream.upload(&[1u32]).unwrap();
        let capture = record(stream, CaptureMode::THREAD_LOCAL);
        let inside = stream.alloc::<u32>(1).unwrap();
        instrument.reset();
        drop(inside);
        drop(before);
        // One was recorded, the other refused.
        assert_eq!(instrument.calls(Symbol::cuMemFreeAsync), 2);
        assert_eq!(stream.capture_status().unwrap(), CaptureStatus::ACTIVE);
        let graph = capture.finish().unwrap();
        wait_for_deferred();
        assert_eq!(instrument.calls(Symbol::cuMemFreeAsync), 3);
        let exec = graph.instantiate().unwrap();
        for _ in 0..2 {
            // SAFETY: as recorded.
            unsafe { exec.launch(stream) }.unwrap();
        }
        stream.synchronize().unwrap();
    }

    fn memory_that_streams_share_is_released_after_the_capture_of_a_reader(device) {
        let instrument = instrumented(device);
        let device = &alone(&TestDevice::new(instrument.table()));
        let reader = device.context.stream().unwrap();
        let shared = device.stream.upload(&[1u32, 2]).unwrap().into_shared();
        let read = shared.on(&reader).unwrap();
        let mut target = reader.alloc_zeroed::<u32>(2).unwrap();
        reader.synchronize().unwrap();
        let capture = record(&reader, CaptureMode::RELAXED);
        reader.copy(read.as_slice(), &mut target).unwrap();
        instrument.reset();
        drop(shared);
        drop(read);
        assert_eq!(instrument.calls(Symbol::cuMemFreeAsync), 0);
        assert_eq!(reader.capture_status().unwrap(), CaptureStatus::ACTIVE);
        capture.finish().unwrap();
        wait_for_deferred();
        assert_eq!(instrument.calls(Symbol::cuMemFreeAsync), 1);
    }

    fn a_value_that_is_dropped_after_the_work_of_a_recorded_stream_waits_for_the_end(device) {
        struct Notify(mpsc::Sender<()>);
        impl Drop for Notify {
            fn drop(&mut self) {
                let _ = self.0.send(());
            }
        }
        let device = &alone(device);
        let (sender, receiver) = mpsc::channel();
        let capture = record(&device.stream, CaptureMode::RELAXED);
        device.stream.drop_after(Notify(sender)).unwrap();
        assert!(receiver.try_recv().is_err());
        capture.finish().unwrap();
        receiver.recv_timeout(PATIENCE).unwrap();
    }

    fn dropping_never_invalidates_a_capture(device) {
        let device = &alone(device);
        let other = &device.context.stream().unwrap();
        for mode in MODES {
            drops_and_stays(device, other, mode).finish().unwrap();
            let capture = drops_and_stays(device, other, mode);
            std::thread::scope(|threads| threads.spawn(|| other.alloc::<u32>(1).map(drop)).join().unwrap()).unwrap();
            capture.finish().unwrap();
        }
    }

    fn the_first_allocation_of_a_context_can_be_recorded(device) {
        for mode in MODES {
            let device = &alone(device);
            let capture = record(&device.stream, mode);
            drop(device.stream.alloc::<u32>(1).unwrap());
            let exec = capture.finish().unwrap().instantiate().unwrap();
            // SAFETY: as recorded.
            unsafe { exec.launch(&device.stream) }.unwrap();
            device.stream.synchronize().unwrap();
        }
    }

    fn a_graph_frees_memory_of_another_graph(device) {
        let device = &alone(device);
        let stream = &device.stream;
        let capture = record(stream, CaptureMode::RELAXED);
        let buffer = stream.alloc::<u32>(1).unwrap();
        let allocates = capture.finish().unwrap().instantiate().unwrap();
        let capture = record(stream, CaptureMode::RELAXED);
        drop(buffer);
        let frees = capture.finish().unwrap().instantiate().unwrap();
        for _ in 0..2 {
            // SAFETY: as recorded, in this order.
            unsafe {
                allocates.launch(stream).unwrap();
                frees.launch(stream).unwrap();
                assert_eq!(frees.launch(stream).unwrap_err().code(), ErrorCode::INVALID_VALUE, "it is free");
            }
        }
        stream.synchronize().unwrap();
    }

    fn a_capture_keeps_branches_and_joins_on_the_programs_stream(device) {
        let device = &alone(device);
        let stream = &device.stream;
        let capture_owner = Arc::new(());
        let (mut a, mut b) = (stream.alloc_zeroed::<u32>(1).unwrap(), stream.alloc_zeroed::<u32>(1).unwrap());
        let mut capture = record(stream, CaptureMode::RELAXED);
        capture.keep(capture_owner.clone());
        let branch = capture.branch().unwrap();
        let other = device.context.stream().unwrap();
        other.wait_stream(stream).unwrap();
        other.fill(unsafe_view(&mut a, &other), 1).unwrap();
        // SAFETY: the buffers outlive the graph.
        unsafe { branch.fill(&mut b, 2) }.unwrap();
        stream.wait_stream(&other).unwrap();
        capture.join(branch).unwrap();
        let exec = capture.finish().unwrap().instantiate().unwrap();
        // SAFETY: as recorded.
        unsafe { exec.launch(stream) }.unwrap();
        assert_eq!((a.to_vec().unwrap(), b.to_vec().unwrap()), (vec![1], vec![2]));
        assert_eq!(Arc::strong_count(&capture_owner), 2);
    }

    fn a_dropped_capture_ends(device) {
        let instrument = instrumented(device);
        let device = &alone(&TestDevice::new(instrument.table()));
        let mut buffer = device.stream.upload(&[1u32]).unwrap();
        let capture = record(&device.stream, CaptureMode::THREAD_LOCAL);
        device.stream.fill(&mut buffer, 2).unwrap();
        drop(capture);
        assert_eq!(buffer.to_vec().unwrap(), [1]);
        assert_eq!((instrument.calls(Symbol::cuStreamEndCapture), instrument.calls(Symbol::cuGraphDestroy)), (1, 1));
    }

    fn memory_of_a_capture_that_failed_is_nobodys(device) {
        let instrument = instrumented(device);
        let device = &alone(&TestDevice::new(instrument.table()));
        let stream = &device.stream;
        let lose = |how: fn(&TestDevice, Capture)| {
            let capture = record(stream, CaptureMode::RELAXED);
            let buffers = [(); 2].map(|()| stream.alloc::<u32>(1 << 20).unwrap());
            how(device, capture);
            buffers
        };
        // In each, the graph's memory never exists, and the next graph's may have its address.
        let stale = [
            lose(|device, capture| {
                device.context.synchronize().unwrap_err();
                capture.finish().unwrap_err();
            }),
            lose(|_, capture| drop(capture)),
            lose(|_, capture| drop(capture.finish().unwrap())),
            lose(|_, capture| drop(capture.finish().unwrap().instantiate().unwrap())),
        ];
        let [dropped, destroyed, within, moved] = stale.map(|[first, second]| {
            drop(second);
            first
        });
        let capture = record(stream, CaptureMode::RELAXED);
        let mut live = stream.alloc::<u32>(1 << 20).unwrap();
        stream.fill(&mut live, 7).unwrap();
        instrument.reset();
        drop(within);
        assert_eq!(instrument.calls(Symbol::cuMemFreeAsync), 0, "the graph would free its own memory");
        let exec = capture.finish().unwrap().instantiate_with(InstantiateFlags::AUTO_FREE_ON_LAUNCH).unwrap();
        // SAFETY: as recorded.
        unsafe { exec.launch(stream) }.unwrap();
        drop(dropped);
        destroyed.destroy().unwrap();
        drop(moved.into_shared());
        wait_for_deferred();
        assert_eq!(instrument.calls(Symbol::cuMemFreeAsync), 0);
        let mut next = stream.alloc::<u32>(1 << 20).unwrap();
        stream.fill(&mut next, 9).unwrap();
        assert_eq!(live.slice(..2).unwrap().to_vec().unwrap(), [7; 2]);
        drop(live);
        assert_eq!(instrument.calls(Symbol::cuMemFreeAsync), 1);
        stream.synchronize().unwrap();
    }

    fn memory_of_a_graph_is_freed_after_its_executable_graph_is_gone(device) {
        let instrument = instrumented(device);
        let device = &alone(&TestDevice::new(instrument.table()));
        let stream = &device.stream;
        let capture = record(stream, CaptureMode::RELAXED);
        let mut buffer = stream.alloc::<u32>(2).unwrap();
        stream.fill(&mut buffer, 7).unwrap();
        let exec = capture.finish().unwrap().instantiate().unwrap();
        // SAFETY: as recorded.
        unsafe { exec.launch(stream) }.unwrap();
        stream.synchronize().unwrap();
        drop(exec);
        assert_eq!(buffer.to_vec().unwrap(), [7, 7]);
        instrument.reset();
        drop(buffer);
        assert_eq!(instrument.calls(Symbol::cuMemFreeAsync), 1);
        stream.synchronize().unwrap();
    }

    fn after_an_update_launches_allocate_the_memory_of_the_other_graph(device) {
        let instrument = instrumented(device);
        let device = &alone(&TestDevice::new(instrument.table()));
        let stream = &device.stream;
        let record_one = |value| {
            let capture = record(stream, CaptureMode::RELAXED);
            let mut buffer = stream.alloc::<u32>(1 << 20).unwrap();
            stream.fill(&mut buffer, value).unwrap();
            (capture.finish().unwrap(), buffer)
        };
        let (first, a) = record_one(1);
        let mut exec = first.instantiate().unwrap();
        let (second, b) = record_one(2);
        exec.update(&second).unwrap();
        drop((first, second));
        // SAFETY: as recorded.
        unsafe { exec.launch(stream) }.unwrap();
        // Its memory may have the address of the first one's.
        let (third, c) = record_one(3);
        let other = third.instantiate().unwrap();
        // SAFETY: as recorded.
        unsafe { other.launch(stream) }.unwrap();
        instrument.reset();
        drop(a);
        assert_eq!(instrument.calls(Symbol::cuMemFreeAsync), 0);
        assert_eq!(b.slice(..1).unwrap().to_vec().unwrap(), [2]);
        assert_eq!(c.slice(..1).unwrap().to_vec().unwrap(), [3]);
        drop((b, c));
        assert_eq!(instrument.calls(Symbol::cuMemFreeAsync), 2);
        // SAFETY: as recorded; the memory of the last launch is freed.
        unsafe { exec.launch(stream) }.unwrap();
        stream.synchronize().unwrap();
    }

    fn a_launch_allocates_nothing_of_a_later_capture_into_its_graph(device) {
        let instrument = instrumented(device);
        let device = &alone(&TestDevice::new(instrument.table()));
        let stream = &device.stream;
        let mut graph = device.context.create_graph().unwrap();
        graph.add_node(&[], cuda_driver::graph::EmptyNode).unwrap();
        let before = graph.instantiate().unwrap();
        // SAFETY: no other thread uses the graph, and it uses its own memory.
        let Ok(capture) = (unsafe { graph.capture_on(stream, &[], CaptureMode::RELAXED) }) else {
            assert!(device.driver.version() < Version::new(12, 3));
            return;
        };
        let within = stream.alloc::<u32>(1 << 20).unwrap();
        capture.finish().unwrap();
        // SAFETY: it does nothing.
        unsafe { before.launch(stream) }.unwrap();
        drop(graph);
        instrument.reset();
        drop(within);
        assert_eq!(instrument.calls(Symbol::cuMemFreeAsync), 0);
        stream.synchronize().unwrap();
    }

    fn a_graph_that_frees_what_no_launch_has_allocated_is_refused(device) {
        let instrument = instrumented(device);
        let device = &alone(&TestDevice::new(instrument.table()));
        let stream = &device.stream;
        let allocating = || {
            let capture = record(stream, CaptureMode::RELAXED);
            let buffer = stream.alloc::<u32>(1 << 20).unwrap();
            (capture.finish().unwrap().instantiate().unwrap(), buffer)
        };
        let (allocates, kept) = allocating();
        let capture = record(stream, CaptureMode::RELAXED);
        drop(kept);
        let frees = capture.finish().unwrap().instantiate().unwrap();
        drop(allocates);
        let (live, kept) = allocating();
        // SAFETY: as recorded.
        unsafe {
            live.launch(stream).unwrap();
            // Its address may be that of the memory that no longer exists.
            assert_eq!(frees.launch(stream).unwrap_err().code(), ErrorCode::INVALID_VALUE);
        }
        drop(kept);
        // SAFETY: as recorded.
        unsafe { live.launch(stream) }.unwrap();

        // If the graph that would free it doesn't come about, the memory is freed at once.
        let (allocates, kept) = allocating();
        // SAFETY: as recorded.
        unsafe { allocates.launch(stream) }.unwrap();
        let capture = record(stream, CaptureMode::RELAXED);
        drop(kept);
        device.context.synchronize().unwrap_err();
        instrument.reset();
        capture.finish().unwrap_err();
        assert_eq!(instrument.calls(Symbol::cuMemFreeAsync), 1);
        // SAFETY: as recorded.
        unsafe { allocates.launch(stream) }.unwrap();
        stream.synchronize().unwrap();
    }

    fn a_graph_frees_memory_that_its_streams_share(device) {
        let instrument = instrumented(device);
        let device = &alone(&TestDevice::new(instrument.table()));
        let stream = &device.stream;
        let other = device.context.stream().unwrap();
        let mut out = other.alloc_zeroed::<u32>(2).unwrap();
        other.synchronize().unwrap();
        let capture = record(stream, CaptureMode::RELAXED);
        let mut inside = stream.alloc::<u32>(2).unwrap();
        stream.fill(&mut inside, 5).unwrap();
        let shared = inside.into_shared();
        let there = shared.on(&other).unwrap();
        other.copy(&there, &mut out).unwrap();
        drop(there);
        stream.wait_stream(&other).unwrap();
        instrument.reset();
        drop(shared);
        assert_eq!(instrument.calls(Symbol::cuMemFreeAsync), 1);
        let exec = capture.finish().unwrap().instantiate().unwrap();
        wait_for_deferred();
        assert_eq!(instrument.calls(Symbol::cuMemFreeAsync), 1);
        for _ in 0..3 {
            // SAFETY: as recorded.
            unsafe { exec.launch(stream) }.unwrap();
        }
        stream.synchronize().unwrap();
        assert_eq!(out.to_vec().unwrap(), [5, 5]);
    }

    fn a_resource_that_defers_keeps_no_memory_of_a_graph(device) {
        let device = &alone(device);
        let stream = &device.stream;
        let deferred = DeferredResource::new(DevicePool);
        let capture = record(stream, CaptureMode::RELAXED);
        let mut inside = stream.alloc_from::<u32>(&deferred, 4).unwrap();
        stream.fill(&mut inside, 7).unwrap();
        let exec = capture.finish().unwrap().instantiate().unwrap();
        // SAFETY: as recorded.
        unsafe { exec.launch(stream) }.unwrap();
        assert_eq!(inside.to_vec().unwrap(), [7; 4]);
        drop(inside);
        // SAFETY: as recorded; the memory of the launch before is freed.
        unsafe { exec.launch(stream) }.unwrap();
        deferred.clear();
        stream.synchronize().unwrap();
    }

    fn streams_of_a_capture_that_a_scope_ended_do_no_work_until_the_program_ends_it(device) {
        let device = &alone(device);
        let (stream, other) = (&device.stream, device.context.stream().unwrap());
        let event = device.context.event_with(EventFlags::DISABLE_TIMING).unwrap();
        let capture = record(stream, CaptureMode::RELAXED);
        let mut inside = stream.alloc::<u32>(4).unwrap();
        stream.record(&event).unwrap();
        let scope = other.scope(|_| Ok(other.wait_event(&event)?));
        assert_eq!(scope.unwrap_err().result().unwrap().code(), ErrorCode::STREAM_CAPTURE_UNSUPPORTED);
        let kernel = device.context.load_ptx(EMPTY).unwrap().function("nothing").unwrap();
        // The memory was never allocated.
        let codes = [
            stream.fill(&mut inside, 1).unwrap_err().result().unwrap().code(),
            stream.alloc::<u32>(4).unwrap_err().result().unwrap().code(),
            stream.wait_stream(&other).unwrap_err().code(),
            other.record(&event).unwrap_err().code(),
            // SAFETY: it does nothing.
            unsafe { stream.launch(&kernel, cuda_driver::Launch::grid(1), ()) }.unwrap_err().result().unwrap().code(),
        ];
        assert_eq!(codes, [ErrorCode::STREAM_CAPTURE_INVALIDATED; 5]);
        drop(inside);
        assert_eq!(capture.finish().unwrap_err().code(), ErrorCode::STREAM_CAPTURE_INVALIDATED);
        for stream in [stream, &other] {
            assert_eq!(stream.upload(&[1u32, 2]).unwrap().to_vec().unwrap(), [1, 2]);
        }
    }

    fn a_buffer_dropped_while_its_capture_is_abandoned_frees_no_other_memory(device) {
        let instrument = instrumented(device);
        let device = &alone(&TestDevice::new(instrument.table()));
        let (stream, other) = (&device.stream, device.context.stream().unwrap());
        let event = device.context.event_with(EventFlags::DISABLE_TIMING).unwrap();
        let capture = record(stream, CaptureMode::RELAXED);
        let inside = stream.alloc::<u32>(1 << 20).unwrap();
        stream.record(&event).unwrap();
        let scope = other.scope(|_| {
            other.wait_event(&event)?;
            // It invalidates every capture of its context, so that the driver destroys the graph.
            device.context.synchronize().unwrap_err();
            Ok(())
        });
        scope.unwrap_err();
        let third = device.context.stream().unwrap();
        let next = record(&third, CaptureMode::RELAXED);
        let mut live = third.alloc::<u32>(1 << 20).unwrap();
        third.fill(&mut live, 3).unwrap();
        let exec = next.finish().unwrap().instantiate().unwrap();
        // SAFETY: as recorded.
        unsafe { exec.launch(&third) }.unwrap();
        instrument.reset();
        drop(inside);
        capture.finish().unwrap_err();
        assert_eq!(instrument.calls(Symbol::cuMemFreeAsync), 0);
        assert_eq!(live.slice(..1).unwrap().to_vec().unwrap(), [3]);
    }

    fn a_capture_that_fails_frees_what_its_buffers_had_in_the_order_of_their_streams(device) {
        let instrument = instrumented(device);
        let device = &alone(&TestDevice::new(instrument.table()));
        let (stream, other) = (&device.stream, device.context.stream().unwrap());
        let allocating = record(stream, CaptureMode::RELAXED);
        let mut buffer = stream.alloc::<u32>(2).unwrap();
        stream.fill(&mut buffer, 7).unwrap();
        let exec = allocating.finish().unwrap().instantiate_with(InstantiateFlags::AUTO_FREE_ON_LAUNCH).unwrap();
        // SAFETY: as recorded.
        unsafe { exec.launch(stream) }.unwrap();
        buffer.move_to(&other).unwrap();
        let (go, held) = mpsc::channel::<()>();
        let mut out = other.alloc_zeroed::<u32>(2).unwrap();
        other.launch_host_func(move || _ = held.recv()).unwrap();
        other.copy(&buffer, &mut out).unwrap();
        let capture = record(stream, CaptureMode::RELAXED);
        other.wait_stream(stream).unwrap();
        instrument.reset();
        drop(buffer);
        // The other stream's work isn't joined.
        assert_eq!(capture.finish().unwrap_err().code(), ErrorCode::STREAM_CAPTURE_UNJOINED);
        assert_eq!(instrument.calls(Symbol::cuMemFreeAsync), 2, "one was recorded");
        drop(go);
        assert_eq!(out.to_vec().unwrap(), [7, 7], "the memory is freed after the copy");
    }

    fn a_graph_frees_what_an_earlier_capture_into_it_allocates(device) {
        let device = &alone(device);
        let stream = &device.stream;
        let mut graph = device.context.create_graph().unwrap();
        // SAFETY: no other thread uses the graph, and it uses its own memory.
        let Ok(capture) = (unsafe { graph.capture_on(stream, &[], CaptureMode::RELAXED) }) else {
            assert!(device.driver.version() < Version::new(12, 3));
            return;
        };
        let inside = stream.alloc::<u32>(4).unwrap();
        let last = capture.finish().unwrap();
        // SAFETY: as above.
        let capture = unsafe { graph.capture_on(stream, &last, CaptureMode::RELAXED) }.unwrap();
        drop(inside);
        capture.finish().unwrap();
        let exec = graph.instantiate().unwrap();
        for _ in 0..2 {
            // SAFETY: it only allocates and frees.
            unsafe { exec.launch(stream) }.unwrap();
        }
        stream.synchronize().unwrap();
    }

    fn a_capture_ends_although_it_drops_an_executable_graph_of_its_graph(device) {
        let device = &alone(device);
        let stream = &device.stream;
        let mut graph = device.context.create_graph().unwrap();
        graph.add_node(&[], cuda_driver::graph::EmptyNode).unwrap();
        let exec = graph.instantiate().unwrap();
        // SAFETY: no other thread uses the graph.
        let Ok(capture) = (unsafe { graph.capture_on(stream, &[], CaptureMode::RELAXED) }) else {
            assert!(device.driver.version() < Version::new(12, 3));
            return;
        };
        stream.drop_after(exec).unwrap();
        capture.finish().unwrap();
        wait_for_deferred();
    }

    fn a_fork_with_the_default_stream_ends_captures_of_this_thread_that_block_it(device) {
        let device = &alone(device);
        let (stream, default) = (&device.stream, device.context.default_stream());
        let blocking = device.context.stream_with(StreamFlags::empty(), 0).unwrap();
        let buffer = stream.alloc_zeroed::<u32>(16).unwrap();
        let mut capture = None;
        let forked = stream.fork(|fork| {
            fork.share(&default, &buffer)?;
            capture = Some(record(&blocking, CaptureMode::RELAXED));
            Ok(())
        });
        assert_eq!(forked.unwrap_err().result().unwrap().code(), ErrorCode::STREAM_CAPTURE_IMPLICIT);
        let ended = capture.unwrap().finish().unwrap_err();
        assert_eq!(ended.code(), ErrorCode::STREAM_CAPTURE_INVALIDATED);
        default.synchronize().unwrap();
    }

    fn a_capture_that_other_code_ended_ends_no_other(device) {
        let device = &alone(device);
        let stream = &device.stream;
        let raw = device.driver.raw();
        let stale = record(stream, CaptureMode::RELAXED);
        // SAFETY: the stream is alive, and nothing else has the graph.
        unsafe {
            let graph = raw.cuStreamEndCapture(stream.as_raw()).unwrap();
            raw.cuGraphDestroy(graph).unwrap();
        }
        let capture = record(stream, CaptureMode::RELAXED);
        assert_eq!(stale.finish().unwrap_err().code(), ErrorCode::STREAM_CAPTURE_INVALIDATED);
        assert_eq!(stream.capture_status().unwrap(), CaptureStatus::ACTIVE);
        assert!(stream.is_recorded());
        capture.finish().unwrap();
        stream.synchronize().unwrap();
    }

    fn what_a_capture_put_off_is_done_when_it_has_ended(device) {
        let instrument = instrumented(device);
        let device = &alone(&TestDevice::new(instrument.table()));
        let theirs = device.context.stream().unwrap().into_raw().unwrap();
        for _ in 0..4 {
            // SAFETY: the stream is destroyed after all values of it.
            let stream = unsafe { Stream::borrow_raw(&device.context, theirs) };
            let before = stream.alloc::<u32>(1 << 20).unwrap();
            let capture = record(&stream, CaptureMode::RELAXED);
            drop(before);
            stream.drop_after(stream.context().clone()).unwrap();
            instrument.reset();
            capture.finish().unwrap();
            assert_eq!(instrument.calls(Symbol::cuMemFreeAsync), 1);
            assert_eq!(instrument.calls(Symbol::cuEventRecord), 1);
        }
        // SAFETY: it is a stream of the context, and no value of it is left.
        drop(unsafe { Stream::from_raw(&device.context, theirs) });
        wait_for_deferred();
    }

    fn what_one_capture_put_off_does_not_join_the_next(device) {
        let device = &alone(device);
        let own_stream = &device.stream;
        let theirs = device.context.stream().unwrap();
        // SAFETY: the stream outlives the borrowed one.
        let borrowed = unsafe { Stream::borrow_raw(&device.context, theirs.as_raw()) };
        // SAFETY: as above.
        let again = unsafe { Stream::borrow_raw(&device.context, theirs.as_raw()) };
        for (recorded, dropping) in [(own_stream, own_stream), (&borrowed, &borrowed), (&borrowed, &again)] {
            for round in 0..40u32 {
                let before = dropping.alloc::<u32>(256).unwrap();
                let shared = dropping.alloc::<u32>(256).unwrap().into_shared();
                let managed = dropping.alloc_managed::<u32>(256, MemAttachFlags::GLOBAL).unwrap();
                let capture = record(recorded, CaptureMode::RELAXED);
                drop((before, shared, managed));
                dropping.drop_after(vec![0u8; 16]).unwrap();
                capture.finish().unwrap();
                // Immediately again, for as long as the crate's threads need to find out that the first has ended.
                for _ in 0..3 {
                    let capture = record(recorded, CaptureMode::RELAXED);
                    for _ in 0..round % 8 {
                        std::thread::yield_now();
                    }
                    let graph = capture.finish().unwrap();
                    assert_eq!(graph.nodes().unwrap().len(), 0);
                }
            }
        }
        wait_for_deferred();
    }

    fn a_stream_that_waits_for_a_recorded_one_is_recorded_until_the_end(device) {
        let device = &alone(device);
        let stream = &device.stream;
        let others = [(); 3].map(|()| device.context.stream().unwrap());
        let event = device.context.event_with(EventFlags::DISABLE_TIMING).unwrap();
        let capture_owner = Arc::new(());
        let buffer = others[0].upload(&[1u32]).unwrap();
        let capture = record(stream, CaptureMode::RELAXED);
        others[0].wait_stream(stream).unwrap();
        stream.record(&event).unwrap();
        others[1].wait_event(&event).unwrap();
        others[2].wait_stream(&others[1]).unwrap();
        for other in &others {
            assert!(other.is_recorded());
            // What happens once is refused, and what is dropped waits for the end.
            let codes = [
                other.synchronize().unwrap_err().code(),
                other.done().unwrap_err().code(),
                other.launch_host_func(|| panic!("it is neither run nor recorded")).unwrap_err().code(),
                other.scope(|_| Ok(())).unwrap_err().result().unwrap().code(),
            ];
            assert_eq!(codes, [ErrorCode::STREAM_CAPTURE_UNSUPPORTED; 4]);
            other.drop_after(capture_owner.clone()).unwrap();
            let within = other.alloc::<u32>(1).unwrap();
            drop(within);
        }
        drop(buffer);
        assert_eq!(Arc::strong_count(&capture_owner), 4);
        for other in &others {
            stream.wait_stream(other).unwrap();
        }
        let exec = capture.finish().unwrap().instantiate().unwrap();
        for other in &others {
            assert!(!other.is_recorded());
            other.synchronize().unwrap();
        }
        wait_for_deferred();
        assert_eq!(Arc::strong_count(&capture_owner), 1);
        // SAFETY: as recorded.
        unsafe { exec.launch(stream) }.unwrap();
        stream.synchronize().unwrap();
        // Recorded again, the event is one of work that is done.
        stream.record(&event).unwrap();
        others[1].wait_event(&event).unwrap();
        assert!(!others[1].is_recorded());
    }

    fn a_fork_whose_capture_becomes_invalid_ends_it(device) {
        let device = &alone(device);
        let (stream, branch) = (&device.stream, device.context.stream().unwrap());
        let (x, mut y) = (stream.alloc::<u32>(16).unwrap(), branch.alloc::<u32>(16).unwrap());
        stream.synchronize().unwrap();
        branch.synchronize().unwrap();
        let capture = record(stream, CaptureMode::RELAXED);
        let forked = stream.fork(|fork| {
            let there = fork.share(&branch, &x)?;
            branch.copy(there, &mut y)?;
            // It invalidates every capture of its context.
            device.context.synchronize().unwrap_err();
            Ok(())
        });
        let code = forked.unwrap_err().result().unwrap().code();
        assert_eq!(code, ErrorCode::STREAM_CAPTURE_INVALIDATED);
        assert_eq!(capture.finish().unwrap_err().code(), ErrorCode::STREAM_CAPTURE_INVALIDATED);
        stream.synchronize().unwrap();
        branch.synchronize().unwrap();
    }

    fn a_stream_isnt_captured_again_before_the_end_of_a_capture_that_has_become_invalid(device) {
        let device = &alone(device);
        let (stream, branch) = (&device.stream, device.context.stream().unwrap());
        let (x, mut y) = (stream.alloc::<u32>(16).unwrap(), branch.alloc::<u32>(16).unwrap());
        stream.synchronize().unwrap();
        branch.synchronize().unwrap();
        let capture = record(stream, CaptureMode::RELAXED);
        let mut inside = stream.alloc::<u32>(16).unwrap();
        let forked = stream.fork(|fork| {
            branch.copy(fork.share(&branch, &x)?, &mut y)?;
            // As above.
            device.context.synchronize().unwrap_err();
            Ok(())
        });
        forked.unwrap_err();
        // SAFETY: nothing is recorded.
        let again = unsafe { stream.capture(CaptureMode::RELAXED) };
        let refused = again.map(|again| again.finish().map(drop)).unwrap_err();
        assert_eq!(refused.code(), ErrorCode::STREAM_CAPTURE_INVALIDATED);
        // The graph would have allocated the memory.
        let refused = stream.fill(&mut inside, 1).unwrap_err().result().unwrap();
        assert_eq!(refused.code(), ErrorCode::STREAM_CAPTURE_INVALIDATED);
        capture.finish().unwrap_err();
        record(stream, CaptureMode::RELAXED).finish().unwrap();
    }

    fn a_graph_is_lost_when_a_fork_ends_the_capture_into_it(device) {
        let device = &alone(device);
        let (context, stream) = (&device.context, &device.stream);
        let (other, branch) = (context.stream().unwrap(), context.stream().unwrap());
        let (x, mut y) = (other.alloc::<u32>(16).unwrap(), branch.alloc::<u32>(16).unwrap());
        other.synchronize().unwrap();
        branch.synchronize().unwrap();
        let mut graph = context.create_graph().unwrap();
        let node = graph.add_node(&[], HostNode::new(|| ())).unwrap();
        let mut exec = graph.instantiate().unwrap();
        // SAFETY: nothing is launched, here and below, and no other thread uses the graph.
        let Ok(capture) = (unsafe { graph.capture_on(stream, &[], CaptureMode::RELAXED) }) else {
            return; // drivers before 12.3
        };
        let buffer = stream.alloc::<u32>(16).unwrap();
        capture.finish().unwrap();
        // SAFETY: as above.
        let capture = unsafe { graph.capture_on(&other, &[], CaptureMode::RELAXED) }.unwrap();
        let forked = other.fork(|fork| {
            branch.copy(fork.share(&branch, &x)?, &mut y)?;
            // As above.
            context.synchronize().unwrap_err();
            Ok(())
        });
        forked.unwrap_err();
        assert_eq!(exec.set_node(node, HostNode::new(|| ())).unwrap_err(), Error::NotInGraph);
        // What has the address by now is freed by its owner alone.
        let next = record(stream, CaptureMode::RELAXED);
        drop(buffer);
        assert!(next.finish().unwrap().nodes().unwrap().is_empty());
        capture.finish().unwrap_err();
    }

    fn a_copy_between_streams_whose_capture_becomes_invalid_ends_it(device) {
        let instrument = instrumented(device);
        let device = &alone(&TestDevice::new(instrument.table()));
        let (stream, source) = (&device.stream, device.context.stream().unwrap());
        let (x, mut y) = (source.alloc::<u32>(16).unwrap(), stream.alloc::<u32>(16).unwrap());
        source.synchronize().unwrap();
        stream.synchronize().unwrap();
        let capture = record(&source, CaptureMode::RELAXED);
        // The copy is recorded, and then the source's stream can't be made to wait for it.
        instrument.reset();
        instrument.fail(Symbol::cuStreamWaitEvent, 2, CUresult::CUDA_ERROR_UNKNOWN);
        let copied = stream.copy_peer(&x, &mut y);
        assert_eq!(copied.unwrap_err().result().unwrap().code(), ErrorCode::UNKNOWN);
        // The stream's work isn't joined.
        assert_eq!(capture.finish().unwrap_err().code(), ErrorCode::STREAM_CAPTURE_UNJOINED);
        stream.synchronize().unwrap();
        source.synchronize().unwrap();
    }

    fn wrong_captures_are_errors(device) {
        let device = &alone(device);
        let begin = |stream: &Stream, mode| {
            // SAFETY: nothing is recorded.
            unsafe { stream.capture(mode) }
        };
        let default = device.context.default_stream();
        let refused = begin(&default, CaptureMode::RELAXED).unwrap_err();
        assert_eq!(refused.code(), ErrorCode::STREAM_CAPTURE_UNSUPPORTED);
        let wrong = begin(&device.stream, CaptureMode::from_raw(cuda_driver::sys::CUstreamCaptureMode(3)));
        assert_eq!(wrong.unwrap_err().code(), ErrorCode::INVALID_VALUE);

        let capture = begin(&device.stream, CaptureMode::RELAXED).unwrap();
        let twice = begin(&device.stream, CaptureMode::RELAXED).unwrap_err();
        assert_eq!(twice.code(), ErrorCode::ILLEGAL_STATE);
        assert!(device.stream.synchronize().is_err(), "it still records");
        capture.finish().unwrap();
        device.stream.synchronize().unwrap();
    }

    fn a_capture_in_the_relaxed_mode_alone_ends_on_another_thread(device) {
        let device = &alone(device);
        for mode in MODES {
            let stream = device.context.stream().unwrap();
            let capture = record(&stream, mode);
            let ended = std::thread::scope(|threads| threads.spawn(|| capture.finish().map(drop)).join().unwrap());
            match mode {
                CaptureMode::RELAXED => ended.unwrap(),
                _ => assert_eq!(ended.unwrap_err().code(), ErrorCode::STREAM_CAPTURE_WRONG_THREAD),
            }
            assert_eq!(stream.capture_status().unwrap(), CaptureStatus::NONE, "it has ended all the same");
            stream.synchronize().unwrap();
        }
    }

    fn a_graph_of_another_driver_is_not_uploaded(device) {
        let device = &alone(device);
        let exec = device.context.capture().unwrap().finish().unwrap().instantiate().unwrap();
        let instrument = instrumented(device);
        // SAFETY: the table wraps that of the device.
        let driver = unsafe { Driver::from_table(instrument.table()) }.unwrap();
        let foreign = driver.device(0).unwrap().primary_context().unwrap().stream().unwrap();
        assert_eq!(exec.upload(&foreign).unwrap_err().code(), ErrorCode::INVALID_HANDLE);
        let capture = record(&device.stream, CaptureMode::RELAXED);
        assert_eq!(exec.upload(&device.stream).unwrap_err().code(), ErrorCode::STREAM_CAPTURE_UNSUPPORTED);
        capture.finish().unwrap();
        exec.upload(&device.stream).unwrap();
        device.stream.synchronize().unwrap();
    }

    fn regions_are_recorded(device) {
        let device = &alone(device);
        let stream = &device.stream;
        let image: Vec<u32> = (0..16).collect();
        let buffer = stream.upload(&image).unwrap();
        let array: Array = stream.create_array(&ArrayDescriptor::new::<u32>((2, 2))).unwrap();
        let mut out = stream.alloc_zeroed::<u32>(4).unwrap();
        let (row, mut host) = ([70u32, 80], [0u32; 4]);
        let capture = device.context.capture().unwrap();
        // SAFETY: everything outlives the graph, and only its launches use it.
        unsafe {
            let middle = CopySource::from(&buffer).row_length(4).offset((1, 1));
            capture.copy_region(middle, &array, (2, 2)).unwrap();
            capture.upload_region(&row, cuda_driver::copy::CopyTarget::from(&array).offset((0, 1)), (2, 1)).unwrap();
            capture.copy_region(&array, &mut out, (2, 2)).unwrap();
            capture.download_region(&array, &mut host, (2, 2)).unwrap();
            let outside = CopySource::from(&buffer).row_length(4).offset((3, 0));
            assert!(matches!(capture.copy_region(outside, &array, (2, 2)), Err(cuda_driver::Error::Region(_))));
        }
        let exec = capture.finish().unwrap().instantiate().unwrap();
        // SAFETY: as recorded.
        unsafe { exec.launch(stream) }.unwrap();
        assert_eq!(out.to_vec().unwrap(), [5, 6, 70, 80]);
        assert_eq!(host, [5, 6, 70, 80]);
    }

    fn events_of_a_recorded_stream_order_other_streams_in_the_graph(device) {
        let device = &alone(device);
        let (stream, other) = (&device.stream, device.context.stream().unwrap());
        let event: Event = device.context.event_with(EventFlags::DISABLE_TIMING).unwrap();
        let mut buffer = stream.alloc_zeroed::<u32>(2).unwrap();
        stream.synchronize().unwrap();
        let capture = record(stream, CaptureMode::RELAXED);
        stream.fill(buffer.slice_mut(..1).unwrap(), 1).unwrap();
        stream.record(&event).unwrap();
        other.wait_event(&event).unwrap();
        other.fill(unsafe_view(&mut buffer, &other), 2).unwrap();
        other.record(&event).unwrap();
        stream.wait_event(&event).unwrap();
        stream.fill(buffer.slice_mut(1..).unwrap(), 3).unwrap();
        let exec = capture.finish().unwrap().instantiate().unwrap();
        // SAFETY: as recorded.
        unsafe { exec.launch(stream) }.unwrap();
        assert_eq!(buffer.to_vec().unwrap(), [2, 3]);
    }
}

/// Returns the memory as that of another stream, which the test orders.
fn unsafe_view<'a>(
    buffer: &'a mut cuda_driver::DeviceBuffer<u32>,
    stream: &'a Stream,
) -> cuda_driver::DeviceSliceMut<'a, u32> {
    // SAFETY: the streams wait for each other.
    unsafe { buffer.as_slice_mut().assume_on(stream) }
}

/// Records safe calls, and launches the graph.
fn records(stream: &Stream, mode: CaptureMode) {
    let source = stream.upload(&[1u32, 2, 3, 4]).unwrap();
    let mut target = stream.upload(&[0u32; 4]).unwrap();
    let mut wide = stream.alloc_zeroed::<[u32; 20]>(3).unwrap();
    let value: [u32; 20] = core::array::from_fn(|index| index as u32);
    stream.synchronize().unwrap();
    let capture = record(stream, mode);
    let mut copy = stream.alloc::<u32>(4).unwrap();
    stream.copy(&source, &mut copy).unwrap();
    stream.fill(copy.slice_mut(..1).unwrap(), 9).unwrap();
    stream.copy(&copy, &mut target).unwrap();
    drop(copy);
    stream.fill(&mut wide, value).unwrap();
    let exec = capture.finish().unwrap().instantiate().unwrap();
    assert_eq!(target.to_vec().unwrap(), [0; 4], "nothing is done while it is recorded");
    exec.upload(stream).unwrap();
    for _ in 0..3 {
        stream.fill(&mut target, 0).unwrap();
        stream.fill(&mut wide, [0; 20]).unwrap();
        // SAFETY: as recorded.
        unsafe { exec.launch(stream) }.unwrap();
        assert_eq!(target.to_vec().unwrap(), [9, 2, 3, 4], "{mode:?}");
        assert_eq!(wide.to_vec().unwrap(), [value; 3]);
    }
}

/// Drops memory on another thread during a capture, which it returns.
fn drops_and_stays(device: &TestDevice, other: &Stream, mode: CaptureMode) -> Capture {
    let buffer = other.upload(&[1u32]).unwrap();
    let pinned = device.context.pinned::<u32>(10).unwrap();
    let managed = other.alloc_managed::<u32>(1, MemAttachFlags::GLOBAL).unwrap();
    let unpooled = other.alloc_unpooled::<u32>(1).unwrap();
    let registered = device.context.register(vec![0u32; 4096], RegisterFlags::empty()).unwrap();
    let pools = pools(device, other);
    let array = other.create_array(&ArrayDescriptor::new::<f32>((4, 4))).unwrap();
    let exec = device.context.create_graph().unwrap().instantiate().unwrap();
    let (event, stream) = (device.context.event().unwrap(), device.context.stream().unwrap());
    let capture = record(&device.stream, mode);
    let values = (buffer, pinned, managed, unpooled, registered, pools, array, exec, event, stream);
    let drops = || {
        // Without a current context, a driver looks at no captures.
        let _current = device.context.make_current().unwrap();
        drop(values);
    };
    std::thread::scope(|threads| threads.spawn(drops).join().unwrap());
    let status = device.stream.capture_status().unwrap();
    assert_eq!(status, CaptureStatus::ACTIVE, "{mode:?}");
    capture
}

/// Pools of each kind that are dropped in ways of their own: one without and one with exports, unused, used and reset.
fn pools(device: &TestDevice, other: &Stream) -> Vec<MemoryPool> {
    let properties = PoolProperties::new(device.context.device());
    let exportable = if cfg!(unix) {
        properties.handle_types(HandleTypes::POSIX_FILE_DESCRIPTOR)
    } else {
        properties
    };
    let mut pools = Vec::new();
    for properties in [properties, exportable] {
        for (is_used, is_reset) in [(false, false), (true, false), (true, true)] {
            let pool = device.driver.create_pool(&properties).unwrap();
            if is_used {
                drop(other.alloc_from::<u32>(&pool, 1).unwrap());
                other.synchronize().unwrap();
            }
            if is_reset {
                pool.reset_used_high().unwrap();
            }
            pools.push(pool);
        }
    }
    pools
}

#[test]
fn a_free_that_another_capture_put_off_never_frees_the_memory_of_a_later_launch() {
    with_device(None, |device| {
        let device = &alone(device);
        let raw = device.context.driver().raw();
        let (stream, theirs) = (&device.stream, device.context.stream().unwrap());
        let mode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
        for _ in 0..50 {
            // SAFETY: the stream outlives the borrowed one.
            let borrowed = unsafe { Stream::borrow_raw(&device.context, theirs.as_raw()) };
            let capture = record(stream, CaptureMode::RELAXED);
            let mut buffer = stream.alloc::<u32>(1024).unwrap();
            let pointer = buffer.as_raw();
            stream.fill(&mut buffer, 1).unwrap();
            let exec = (capture.finish().unwrap())
                .instantiate_with(InstantiateFlags::AUTO_FREE_ON_LAUNCH)
                .unwrap();
            // SAFETY: nothing uses the buffer meanwhile.
            unsafe { exec.launch(stream) }.unwrap();
            buffer.move_to(&borrowed).unwrap();
            // SAFETY: the stream is alive.
            unsafe { raw.cuStreamBeginCapture(theirs.as_raw(), mode) }.unwrap();
            drop(buffer);
            // SAFETY: as above; nothing else has the graph.
            unsafe { raw.cuGraphDestroy(raw.cuStreamEndCapture(theirs.as_raw()).unwrap()) }
                .unwrap();
            // SAFETY: as above.
            unsafe { exec.launch(stream) }.unwrap();
            wait_for_deferred();
            // SAFETY: the launch allocated it, and nothing else frees it.
            unsafe { raw.cuMemFreeAsync(pointer, stream.as_raw()) }.unwrap();
            stream.synchronize().unwrap();
        }
    });
}

#[test]
fn a_scope_of_the_default_stream_ends_a_capture_that_another_thread_began() {
    with_device(None, |device| {
        let device = &alone(device);
        let default = device.context.default_stream();
        let buffer = device.stream.alloc_zeroed::<u32>(16).unwrap();
        let mut capture = None;
        let forked = device.stream.fork(|fork| {
            fork.share(&default, &buffer)?;
            let blocking = device.context.stream_with(StreamFlags::default(), 0)?;
            capture = Some(std::thread::scope(|threads| {
                let begin = || record(&blocking, CaptureMode::RELAXED);
                threads.spawn(begin).join().unwrap()
            }));
            Ok(())
        });
        assert!(forked.is_err());
        let ended = capture.unwrap().finish().unwrap_err();
        assert_eq!(ended.code(), ErrorCode::STREAM_CAPTURE_INVALIDATED);
        default.synchronize().unwrap();
    });
}

#[test]
fn what_captures_of_a_per_thread_stream_put_off_is_done_once_they_end() {
    with_device(None, |device| {
        let instrument = instrumented(device);
        let device = &alone(&TestDevice::new(instrument.table()));
        let raw = device.context.driver().raw();
        // SAFETY: it is used on this thread only.
        let thread_stream = unsafe { Stream::borrow_raw(&device.context, CU_STREAM_PER_THREAD) };
        let capture_owner = Arc::new(());
        let freed = || instrument.successes(Symbol::cuMemFreeAsync);
        let put_off = || {
            thread_stream.drop_after(capture_owner.clone()).unwrap();
            assert_eq!(Arc::strong_count(&capture_owner), 2);
        };
        let are_done = |frees| {
            wait_for_deferred();
            assert_eq!((Arc::strong_count(&capture_owner), freed()), (1, frees));
        };
        let before = thread_stream.alloc_zeroed::<u32>(1 << 20).unwrap();
        let capture = record(&thread_stream, CaptureMode::RELAXED);
        put_off();
        drop(before);
        capture.finish().unwrap();
        are_done(1);

        let before = thread_stream.alloc_zeroed::<u32>(1 << 20).unwrap();
        let mode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
        // SAFETY: the stream is alive, and nothing else has the graph.
        unsafe {
            raw.cuCtxSetCurrent(device.context.as_raw()).unwrap();
            raw.cuStreamBeginCapture(thread_stream.as_raw(), mode).unwrap();
            put_off();
            drop(before);
            raw.cuGraphDestroy(raw.cuStreamEndCapture(thread_stream.as_raw()).unwrap()).unwrap();
        }
        are_done(2);
    });
}

#[test]
fn a_capture_of_a_per_thread_stream_is_ended_by_its_thread_only() {
    with_device(None, |device| {
        let device = &alone(device);
        // SAFETY: it is used on this thread only.
        let thread_stream = unsafe { Stream::borrow_raw(&device.context, CU_STREAM_PER_THREAD) };
        let other = &device.context.stream().unwrap();
        let (began, begun) = mpsc::channel();
        let (end, ended) = mpsc::channel();
        let capture = record(&thread_stream, CaptureMode::RELAXED);
        std::thread::scope(|threads| {
            let thread = threads.spawn(move || {
                other.scope(|_| {
                    began.send(()).unwrap();
                    ended.recv().unwrap();
                    Ok(())
                })
            });
            begun.recv().unwrap();
            other.wait_stream(&thread_stream).unwrap();
            end.send(()).unwrap();
            while thread_stream.capture_status().unwrap() == CaptureStatus::ACTIVE {
                std::thread::yield_now();
            }
            assert!(capture.finish().is_err());
            let _ = thread.join().unwrap();
        });
        assert_eq!(thread_stream.capture_status().unwrap(), CaptureStatus::NONE);
        thread_stream.synchronize().unwrap();
        other.synchronize().unwrap();
    });
}

#[test]
fn a_capture_in_the_global_mode_restricts_other_threads() {
    let output = process("stream_captures::captures_in_the_global_mode").output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    let passed = String::from_utf8_lossy(&output.stdout).contains("1 passed");
    assert!(passed, "{text}");
}

#[test]
#[ignore = "run in a separate process: it restricts all threads"]
fn captures_in_the_global_mode() {
    let mode = CaptureMode::GLOBAL;
    with_device(None, |device| {
        records(&device.stream, mode);
        let (stream, other) = (&device.stream, &device.context.stream().unwrap());
        drops_and_stays(device, other, mode).finish().unwrap();

        let capture = record(stream, mode);
        std::thread::scope(|threads| {
            let allocated = threads.spawn(|| other.alloc::<u32>(1).map(drop)).join();
            let error = allocated.unwrap().unwrap_err().result().unwrap();
            assert_eq!(error.code(), ErrorCode::STREAM_CAPTURE_UNSUPPORTED);
        });
        let ended = capture.finish().unwrap_err();
        assert_eq!(ended.code(), ErrorCode::STREAM_CAPTURE_INVALIDATED);

        let capture = record(stream, mode);
        let ended = std::thread::scope(|threads| {
            let end = || capture.finish().map(drop);
            threads.spawn(end).join().unwrap()
        });
        let code = ended.unwrap_err().code();
        assert_eq!(code, ErrorCode::STREAM_CAPTURE_WRONG_THREAD);
        stream.synchronize().unwrap();
    });
}
