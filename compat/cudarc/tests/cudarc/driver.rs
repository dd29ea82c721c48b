//! What programs that are written for cudarc do, on the GPU or the software device.

use std::sync::Arc;

use cudarc::driver::sys::{self, CUgraphInstantiate_flags, CUresult, CUstreamCaptureMode};
use cudarc::driver::{
    CudaContext, CudaFunction, CudaSlice, CudaStream, DevicePtr, DriverError, HostSlice,
    LaunchConfig, PinnedHostSlice, PushKernelArg, SyncOnDrop, result,
};
use cudarc::nvrtc::Ptx;

use crate::chosen;

/// Runs the tests below in a process whose driver is the software device, unless the GPU is wanted.
#[test]
fn on_the_chosen_device() {
    chosen::run(module_path!(), 10, |_| vec![("CUDA_SIM_DEVICES", "2".into())]);
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn elements_are_copied() {
    let stream = stream();
    let numbers = [1.0f32, 2.0, 3.0];
    let slice = stream.clone_htod(&numbers).unwrap();
    assert_eq!((slice.len(), slice.num_bytes()), (3, 12));
    assert_eq!(stream.clone_dtoh(&slice).unwrap(), numbers);
    let copy = slice.try_clone().unwrap();
    drop(slice);
    let mut host = vec![0.0f32; 5];
    stream.memcpy_dtoh(&copy, &mut host).unwrap();
    stream.synchronize().unwrap();
    assert_eq!(host, [1.0, 2.0, 3.0, 0.0, 0.0]);
    let mut zeros = stream.alloc_zeros::<u64>(4).unwrap();
    assert_eq!(stream.clone_dtoh(&zeros).unwrap(), [0; 4]);
    stream.memcpy_htod(&[7u64, 8], &mut zeros).unwrap();
    assert_eq!(Vec::<u64>::try_from(zeros).unwrap(), [7, 8, 0, 0]);
    let none = stream.null::<u8>().unwrap();
    assert!(none.is_empty() && stream.clone_dtoh(&none).unwrap().is_empty());
    let mut small = stream.alloc_zeros::<f32>(2).unwrap();
    let refused = stream.memcpy_dtod(&copy, &mut small);
    assert_eq!(code(refused), CUresult::CUDA_ERROR_INVALID_VALUE);

    let address = copy.leak();
    // SAFETY: it is the memory of three elements, which nothing else frees.
    let again: CudaSlice<f32> = unsafe { stream.upgrade_device_ptr(address, 3) };
    assert_eq!(stream.clone_dtoh(&again).unwrap(), numbers);
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn views_are_parts() {
    let stream = stream();
    let mut slice = stream.clone_htod(&[0u32, 1, 2, 3, 4, 5, 6]).unwrap();
    assert_eq!(stream.clone_dtoh(&slice.slice(2..4)).unwrap(), [2, 3]);
    assert!(slice.try_slice(3..8).is_none());
    let (low, high) = slice.split_at(3);
    assert_eq!((low.len(), high.len()), (3, 4));
    assert_eq!(stream.clone_dtoh(&high.slice(1..)).unwrap(), [4, 5, 6]);
    let view = slice.slice(..6);
    let chunks = view.chunks_exact(3);
    let chunks: Vec<_> = chunks.map(|chunk| stream.clone_dtoh(&chunk).unwrap()).collect();
    assert_eq!(chunks, [[0, 1, 2], [3, 4, 5]]);
    {
        let (mut low, mut high) = slice.split_at_mut(3);
        stream.memset_zeros(&mut low.slice_mut(..1)).unwrap();
        let target = &mut high.slice_mut(2..);
        stream.memcpy_dtod(&low.slice(1..3), target).unwrap();
    }
    assert_eq!(stream.clone_dtoh(&slice).unwrap(), [0, 1, 2, 3, 4, 1, 2]);
    // SAFETY: all bytes are such numbers.
    let bytes = unsafe { slice.transmute::<u8>(28) }.unwrap();
    let second = stream.clone_dtoh(&bytes.slice(4..8)).unwrap();
    assert_eq!(second, 1u32.to_ne_bytes());
    // SAFETY: as above.
    assert!(unsafe { slice.transmute::<u8>(29) }.is_none());
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn unified_memory_is_the_hosts_and_the_devices() {
    let stream = stream();
    let context = stream.context();
    let add = add(context);
    // SAFETY: the elements are written before they are read.
    let [mut x, mut y] =
        [(); 2].map(|()| unsafe { context.alloc_unified::<u32>(100, true) }.unwrap());
    x.as_mut_slice().unwrap().fill(3);
    stream.memset_zeros(&mut y).unwrap();
    let config = LaunchConfig::for_num_elems(100);
    let (summand, n) = (3u32, 100u32);
    for _ in 0..2 {
        let mut launch = stream.launch_builder(&add);
        launch.arg(&x).arg(&mut y).arg(&summand).arg(&n);
        // SAFETY: `y` becomes the sums of that many elements and the summand.
        unsafe { launch.launch(config) }.unwrap();
    }
    assert_eq!(y.as_slice().unwrap(), [6; 100]);
    // Each use is after that of another stream.
    let other = context.new_stream().unwrap();
    let (low, high) = y.split_at_mut(50);
    assert_eq!((low.len(), high.len()), (50, 50));
    let mut part = high;
    other.memset_zeros(&mut part.slice_mut(..25)).unwrap();
    let copy = stream.clone_dtoh(&y.slice(40..80)).unwrap();
    assert_eq!(
        (&copy[..10], &copy[10..35], &copy[35..]),
        (&[6; 10][..], &[0; 25][..], &[6; 5][..])
    );
    let slice = stream.clone_htod(&y).unwrap();
    assert_eq!(stream.clone_dtoh(&slice).unwrap(), y.as_slice().unwrap());
    stream.memcpy_dtoh(&slice, &mut x).unwrap();
    assert_eq!(x.as_slice().unwrap(), y.as_slice().unwrap());
    assert!(y.try_slice(90..101).is_none() && y.try_split_at_mut(101).is_none());

    use sys::CUmemAttach_flags::{CU_MEM_ATTACH_GLOBAL, CU_MEM_ATTACH_SINGLE};
    assert_eq!((y.attach_mode(), y.num_bytes()), (CU_MEM_ATTACH_GLOBAL, 400));
    y.attach(&other, CU_MEM_ATTACH_SINGLE).unwrap();
    assert_eq!(y.check_device_access(&other), Ok(()));
    assert_eq!(code(y.check_device_access(&stream)), CUresult::CUDA_ERROR_NOT_PERMITTED);
    y.prefetch().unwrap();
    assert_eq!(y.as_slice().unwrap()[99], 6);
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn unified_memory_is_used_before_in_and_after_a_capture() {
    let context = CudaContext::new(0).unwrap();
    // SAFETY: the elements are written before they are read.
    let mut x = unsafe { context.alloc_unified::<u32>(100, true) }.unwrap();
    for value in [3, 4] {
        // Two values of a stream.
        let [begun, stream] = [(); 2].map(|()| context.per_thread_stream());
        begun.begin_capture(CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED).unwrap();
        stream.memset_zeros(&mut x).unwrap();
        let none = CUgraphInstantiate_flags(0);
        let graph = begun.end_capture(none).unwrap().unwrap();
        stream.memcpy_htod(&[value; 100], &mut x).unwrap();
        assert_eq!(stream.clone_dtoh(&x).unwrap(), [value; 100]);
        graph.launch().unwrap();
        assert_eq!(stream.clone_dtoh(&x).unwrap(), [0; 100]);
        // The graph may be launched again.
        assert_eq!(code(x.as_slice()), CUresult::CUDA_ERROR_CAPTURED_EVENT);
    }
    assert_eq!(context.check_err(), Ok(()));
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn uses_of_unified_memory_by_two_devices_are_ordered() {
    if CudaContext::device_count().unwrap() < 2 {
        return cuda_rust::skip("one device");
    }
    let contexts = [0, 1].map(|ordinal| CudaContext::new(ordinal).unwrap());
    let streams = [0, 1].map(|index| contexts[index].new_stream().unwrap());
    // SAFETY: the elements are written before they are read.
    let mut x = unsafe { contexts[0].alloc_unified::<u32>(1000, true) }.unwrap();
    for step in 0..10 {
        let [one, other] = [step % 2, (step + 1) % 2].map(|index: usize| &streams[index]);
        let values = one.clone_htod(&[step as u32; 1000]).unwrap();
        one.memcpy_dtod(&values, &mut x).unwrap();
        assert_eq!(other.clone_dtoh(&x).unwrap(), [step as u32; 1000]);
    }
    assert_eq!(contexts.map(|context| context.check_err()), [Ok(()), Ok(())]);
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn unified_memory_is_freed_although_an_error_was_recorded() {
    let stream = stream();
    let context = stream.context();
    // SAFETY: the elements aren't read.
    let x = unsafe { context.alloc_unified::<u32>(100, true) }.unwrap();
    let address = x.device_ptr(&stream).0;
    let error = DriverError(CUresult::CUDA_ERROR_ALREADY_MAPPED);
    context.record_err(Err::<(), _>(error));
    drop(x);
    assert_eq!(context.check_err(), Err(error));
    let attribute = sys::CUpointer_attribute::CU_POINTER_ATTRIBUTE_MEMORY_TYPE;
    let mut kind = 0u32;
    // SAFETY: the attribute is a number of this type, and the driver doesn't follow the address.
    let answer = unsafe { sys::cuPointerGetAttribute((&raw mut kind).cast(), attribute, address) };
    assert_ne!(answer, CUresult::CUDA_SUCCESS);
}

#[cfg(unix)]
#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn memory_of_another_api_is_mapped() {
    use std::os::fd::FromRawFd;
    use sys::CUmemAllocationHandleType as Kind;

    const BYTES: usize = 2 << 20;
    let stream = stream();
    let mut descriptor = -1;
    // SAFETY: the driver's own memory plays the other API's. What is zero in its description has no meaning.
    let imported = unsafe {
        let mut properties: sys::CUmemAllocationProp = std::mem::zeroed();
        properties.type_ = sys::CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED;
        properties.requestedHandleTypes = Kind::CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
        properties.location.type_ = sys::CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE;
        let (mut memory, to) = (0, &raw mut descriptor);
        sys::cuMemCreate(&raw mut memory, BYTES, &raw const properties, 0).result().unwrap();
        let kind = Kind::CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
        sys::cuMemExportToShareableHandle(to.cast(), memory, kind, 0).result().unwrap();
        let file = std::fs::File::from_raw_fd(descriptor);
        let imported = stream.context().import_external_memory(file, BYTES as u64);
        sys::cuMemRelease(memory).result().unwrap();
        imported
    };
    let memory = match imported {
        Err(_) if std::env::var("CUDA_TEST_DEVICE").as_deref() == Ok("hardware") => {
            return cuda_rust::skip("the driver doesn't import its own memory as external memory");
        }
        imported => imported.unwrap(),
    };
    let buffer = memory.map_range(4096..8192).unwrap();
    {
        let (address, _until) = buffer.device_ptr(&stream);
        // SAFETY: the buffer is that long.
        unsafe { result::memset_d8_sync(address, 7, 4096) }.unwrap();
    }
    assert_eq!(stream.clone_dtoh(&buffer).unwrap(), [7u8; 4096]);
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn a_kernel_gets_its_arguments() {
    let stream = stream();
    let add = add(stream.context());
    let x = stream.clone_htod(&[1u32; 100]).unwrap();
    let mut y = stream.alloc_zeros::<u32>(100).unwrap();
    for _ in 0..2 {
        launch(&stream, &add, &x, &mut y, 5, 100);
    }
    // A thread on which no context is current.
    std::thread::scope(|scope| {
        scope.spawn(|| launch(&stream, &add, &x, &mut y, 5, 100));
    });
    assert_eq!(stream.clone_dtoh(&y).unwrap(), [6; 100]);
    assert!(add.num_regs().unwrap() > 0);
    // Too few of them: a driver would read on behind them.
    let config = LaunchConfig::for_num_elems(100);
    // SAFETY: it isn't launched.
    let refused = unsafe { stream.launch_builder(&add).arg(&x).arg(&mut y).launch(config) };
    assert_eq!(code(refused), CUresult::CUDA_ERROR_INVALID_VALUE);
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn streams_wait_for_uses_by_others() {
    let first = stream();
    let context = first.context().clone();
    assert!(!context.is_in_multi_stream_mode());
    let add = add(&context);
    // From before the second stream.
    let mut value = first.alloc_zeros::<u32>(1000).unwrap();
    let others: Vec<_> = (0..3).map(|_| context.new_stream().unwrap()).collect();
    assert!(context.is_managing_stream_synchronization());
    let mut expected = 0;
    for step in 0..60u32 {
        let stream = &others[step as usize % 3];
        let before = value.try_clone().unwrap();
        launch(stream, &add, &before, &mut value, step, 1000);
        expected += step;
        if step % 7 == 0 {
            assert_eq!(first.clone_dtoh(&value).unwrap(), [expected; 1000]);
        }
        // `before` is freed on its own stream, after the other one has read it.
    }
    assert_eq!(others[0].clone_dtoh(&value).unwrap(), [expected; 1000]);
    let one = value.try_clone().unwrap();
    launch(&others[2], &add, &one, &mut value, 1, 1000);
    // Its own stream has waited for the others.
    let address = value.leak();
    // SAFETY: it is the memory of so many elements, which nothing else frees.
    let value: CudaSlice<u32> = unsafe { first.upgrade_device_ptr(address, 1000) };
    assert_eq!(first.clone_dtoh(&value).unwrap(), [expected + 1; 1000]);
    let forked = first.fork().unwrap();
    forked.join(&others[1]).unwrap();
    let event = forked.record_event(None).unwrap();
    event.synchronize().unwrap();
    assert!(event.is_complete());
    context.synchronize().unwrap();
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn a_captured_graph_is_launched() {
    let context = CudaContext::new(0).unwrap();
    // SAFETY: one stream uses the memory.
    unsafe { context.disable_event_tracking() };
    let stream = context.new_stream().unwrap();
    let add = add(&context);
    let x = stream.clone_htod(&[3u32; 10]).unwrap();
    let mut y = stream.alloc_zeros::<u32>(10).unwrap();
    let relaxed = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
    stream.begin_capture(relaxed).unwrap();
    launch(&stream, &add, &x, &mut y, 4, 10);
    let flags = CUgraphInstantiate_flags::CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH;
    let graph = stream.end_capture(flags).unwrap().unwrap();
    assert_eq!(stream.clone_dtoh(&y).unwrap(), [0; 10]);
    graph.upload().unwrap();
    graph.launch().unwrap();
    assert_eq!(stream.clone_dtoh(&y).unwrap(), [7; 10]);
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn a_stream_with_the_handle_of_a_destroyed_one_waits_for_its_work() {
    let context = CudaContext::new(0).unwrap();
    let owner = context.new_stream().unwrap();
    let len = 8 << 20;
    let ones = owner.clone_htod(&vec![1u8; len]).unwrap();
    let mut x = owner.alloc_zeros::<u8>(len).unwrap();
    owner.synchronize().unwrap();
    for _ in 0..4 {
        owner.memset_zeros(&mut x).unwrap();
        let a = context.new_stream().unwrap();
        for _ in 0..50 {
            a.memcpy_dtod(&ones, &mut x).unwrap();
        }
        drop(a); // its work continues
        let b = context.new_stream().unwrap();
        let read = b.clone_dtoh(&x.slice(len - 64..)).unwrap();
        assert_eq!(read, [1; 64]);
    }
    drop((x, ones));
    let mut y = owner.alloc_zeros::<u8>(len).unwrap();
    owner.memset_zeros(&mut y).unwrap();
    context.synchronize().unwrap();
    let zeros = owner.clone_dtoh(&y).unwrap();
    assert!(zeros.iter().all(|number| *number == 0));
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn memory_of_a_capture_that_failed_is_not_freed() {
    let context = CudaContext::new(0).unwrap();
    // SAFETY: one stream uses the memory.
    unsafe { context.disable_event_tracking() };
    let stream = context.new_stream().unwrap();
    let relaxed = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
    let none = CUgraphInstantiate_flags(0);
    let x = stream.clone_htod(&[3u32; 4]).unwrap();
    stream.begin_capture(relaxed).unwrap();
    let first = stream.clone_dtod(&x).unwrap();
    // The vector would be written at each launch.
    let error = stream.clone_dtoh(&x).unwrap_err();
    assert_eq!(error.0, CUresult::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    assert!(context.synchronize().is_err());
    assert!(stream.end_capture(none).is_err());
    stream.begin_capture(relaxed).unwrap();
    let second = stream.clone_dtod(&x).unwrap();
    let graph = stream.end_capture(none).unwrap().unwrap();
    graph.launch().unwrap();
    drop(first);
    let third = stream.clone_htod(&[9u32; 4]).unwrap();
    assert_eq!(stream.clone_dtoh(&second).unwrap(), [3; 4]);
    drop((second, third));
    graph.launch().unwrap();
    stream.synchronize().unwrap();
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn another_value_of_a_stream_ends_its_capture() {
    let context = CudaContext::new(0).unwrap();
    let relaxed = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
    let active = sys::CUstreamCaptureStatus::CU_STREAM_CAPTURE_STATUS_ACTIVE;
    let none = CUgraphInstantiate_flags(0);
    let (p, q) = (context.per_thread_stream(), context.per_thread_stream());
    p.begin_capture(relaxed).unwrap();
    q.end_capture(none).unwrap().unwrap();
    p.synchronize().unwrap();
    q.begin_capture(relaxed).unwrap();
    drop(p);
    assert_eq!(q.capture_status().unwrap(), active);
    // A call of `result` ends it, too.
    // SAFETY: the stream is alive, and nothing else has the graph.
    unsafe { result::graph::destroy(result::stream::end_capture(q.cu_stream()).unwrap()) }.unwrap();
    q.begin_capture(relaxed).unwrap();
    assert_eq!(q.capture_status().unwrap(), active);
    q.end_capture(none).unwrap().unwrap();
    q.synchronize().unwrap();
}

/// Memory of the host that says it has more elements than it has.
struct Liar(Vec<u32>);

impl HostSlice<u32> for Liar {
    fn len(&self) -> usize {
        4
    }

    unsafe fn stream_synced_slice<'a>(
        &'a self,
        stream: &'a CudaStream,
    ) -> (&'a [u32], SyncOnDrop<'a>) {
        // SAFETY: the caller passes it on.
        unsafe { self.0.stream_synced_slice(stream) }
    }

    unsafe fn stream_synced_mut_slice<'a>(
        &'a mut self,
        stream: &'a CudaStream,
    ) -> (&'a mut [u32], SyncOnDrop<'a>) {
        // SAFETY: the caller passes it on.
        unsafe { self.0.stream_synced_mut_slice(stream) }
    }
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn copies_go_by_the_elements_that_memory_of_the_host_has() {
    let stream = CudaContext::new(0).unwrap().new_stream().unwrap();
    let mut x = stream.clone_htod(&[1u32; 4]).unwrap();
    let wrong = CUresult::CUDA_ERROR_INVALID_VALUE;
    assert_eq!(code(stream.memcpy_htod(&Liar(vec![2; 8]), &mut x)), wrong);
    assert_eq!(code(stream.memcpy_dtoh(&x, &mut Liar(vec![2; 2]))), wrong);
    assert_eq!(stream.clone_dtoh(&x).unwrap(), [1; 4]);
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn threads_without_a_current_context_use_default_streams() {
    let context = CudaContext::new(0).unwrap();
    for stream in [context.default_stream(), context.per_thread_stream()] {
        let work = move || {
            // SAFETY: it is written before it is read.
            let mut x = unsafe { stream.alloc::<u32>(4) }.unwrap();
            // The per-thread default stream of another thread is another stream.
            let done = || stream.synchronize().unwrap();
            done();
            on_a_thread(|| (stream.memset_zeros(&mut x).unwrap(), done()));
            on_a_thread(|| (stream.memcpy_htod(&[1, 2, 3, 4], &mut x).unwrap(), done()));
            let y = on_a_thread(|| (stream.clone_dtod(&x).unwrap(), done())).0;
            on_a_thread(|| assert_eq!(stream.clone_dtoh(&y).unwrap(), [1, 2, 3, 4]));
            on_a_thread(|| drop((x, y)));
            stream.context().check_err().unwrap();
        };
        on_a_thread(work);
    }
}

/// Runs it on a thread without a current context.
fn on_a_thread<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| scope.spawn(work).join().unwrap())
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn every_kind_of_stream_is_captured_with_allocations_and_events() {
    let context = CudaContext::new(0).unwrap();
    // SAFETY: each captured stream is alone.
    unsafe { context.disable_event_tracking() };
    let owner = context.new_stream().unwrap();
    // SAFETY: `owner` outlives it.
    let borrowed = unsafe { context.wrap_borrowed_stream(owner.cu_stream()) };
    for stream in [context.per_thread_stream(), borrowed] {
        let (before, other) = (context.new_event(None).unwrap(), context.new_stream().unwrap());
        let x = stream.clone_htod(&[5u32; 4]).unwrap();
        let mut y = stream.alloc_zeros::<u32>(4).unwrap();
        stream.synchronize().unwrap();
        let relaxed = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
        stream.begin_capture(relaxed).unwrap();
        let within = stream.clone_dtod(&x).unwrap();
        before.record(&stream).unwrap();
        other.wait(&before).unwrap();
        stream.join(&other).unwrap();
        stream.memcpy_dtod(&within, &mut y).unwrap();
        drop(within);
        let none = CUgraphInstantiate_flags(0);
        let graph = stream.end_capture(none).unwrap().unwrap();
        graph.launch().unwrap();
        assert_eq!(stream.clone_dtoh(&y).unwrap(), [5; 4]);
        context.check_err().unwrap();
    }
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn a_recorded_error_does_not_end_a_wait_early() {
    let context = CudaContext::new(0).unwrap();
    let stream = context.new_stream().unwrap();
    let slice = stream.clone_htod(&vec![7u32; 1 << 20]).unwrap();
    // SAFETY: the elements are written before they are read.
    let mut pinned = unsafe { context.alloc_pinned::<u32>(1 << 20) }.unwrap();
    let part: &mut [u32] = pinned.as_mut_slice().unwrap();
    part.fill(0);
    {
        let (address, _until) = slice.device_ptr(&stream);
        // SAFETY: both have as many bytes, and the use ends below.
        unsafe {
            let (part, _until) = part.stream_synced_mut_slice(&stream);
            result::memcpy_dtoh_async(part, address, stream.cu_stream()).unwrap();
            let failed: Result<(), _> = Err(DriverError(CUresult::CUDA_ERROR_INVALID_VALUE));
            context.record_err(failed);
        }
    }
    assert!(part.iter().all(|number| *number == 7));
    assert_eq!(context.check_err(), Err(DriverError(CUresult::CUDA_ERROR_INVALID_VALUE)));
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn a_context_of_other_code_is_destroyed() {
    let context = CudaContext::new(0).unwrap();
    let mut raw = core::ptr::null_mut();
    // SAFETY: the pointer is writable.
    unsafe { sys::cuCtxCreate_v2(&raw mut raw, 0, context.cu_device()) }.result().unwrap();
    // SAFETY: it is a context of the device, which nothing else destroys.
    let owned = unsafe { CudaContext::from_raw_context(0, context.cu_device(), raw) }.unwrap();
    drop(owned);
    // SAFETY: the driver looks the handle up.
    let again = unsafe { sys::cuCtxDestroy_v2(raw) };
    assert_ne!(again, CUresult::CUDA_SUCCESS);
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
#[should_panic = "chunks of 3"]
fn chunks_divide_a_view() {
    let x = stream().alloc_zeros::<u32>(10).unwrap();
    let _ = x.as_view().chunks_exact(3).count();
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn a_time_between_events_is_negative_in_the_other_order() {
    let stream = stream();
    let flags = Some(sys::CUevent_flags::CU_EVENT_DEFAULT);
    let [start, end] = [0; 2].map(|_| stream.context().new_event(flags).unwrap());
    start.record(&stream).unwrap();
    let zeros = stream.alloc_zeros::<u8>(1 << 20).unwrap();
    end.record(&stream).unwrap();
    let time = start.elapsed_ms(&end).unwrap();
    assert!(time >= 0.0 && end.elapsed_ms(&start).unwrap() == -time, "{time}");
    drop(zeros);
}

/// Pinned memory of sevens, and a slice of zeros of another stream with as many elements.
fn sevens_and_zeros(
    stream: &Arc<CudaStream>,
    context: &Arc<CudaContext>,
) -> (PinnedHostSlice<u32>, CudaSlice<u32>) {
    const LEN: usize = 1 << 20;
    // SAFETY: the elements are written before they are read.
    let mut pinned = unsafe { context.alloc_pinned(LEN) }.unwrap();
    pinned.as_mut_slice().unwrap().fill(7);
    (pinned, stream.alloc_zeros(LEN).unwrap())
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn pinned_memory_waits_for_copies_of_other_contexts() {
    let context = CudaContext::new(0).unwrap();
    let stream = CudaContext::new_non_primary(0, 0).unwrap().new_stream().unwrap();
    for _ in 0..20 {
        let (mut pinned, mut slice) = sevens_and_zeros(&stream, &context);
        stream.memcpy_htod(&pinned, &mut slice).unwrap();
        pinned.as_mut_slice().unwrap().fill(9);
        assert!(stream.clone_dtoh(&slice).unwrap().iter().all(|number| *number == 7));
        stream.memcpy_dtoh(&slice, &mut pinned).unwrap();
        assert!(pinned.as_slice().unwrap().iter().all(|number| *number == 7));
        stream.memset_zeros(&mut slice).unwrap();
        stream.memcpy_htod(&pinned, &mut slice).unwrap();
        drop(pinned);
        let others = vec![9u32; slice.len()];
        assert!(
            stream.clone_dtoh(&slice).unwrap().iter().all(|number| *number == 7),
            "{}",
            others.len()
        );
        assert_eq!([context.check_err(), stream.context().check_err()], [Ok(()); 2]);
    }
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn pinned_memory_waits_for_copies_of_several_threads() {
    let context = CudaContext::new(0).unwrap();
    let others = [context.clone(), CudaContext::new_non_primary(0, 0).unwrap(), context.clone()];
    let streams = others.map(|context| context.new_stream().unwrap());
    for _ in 0..20 {
        let (mut pinned, _) = sevens_and_zeros(&streams[0], &context);
        let mut slices = streams.each_ref().map(|stream| sevens_and_zeros(stream, &context).1);
        streams.iter().for_each(|stream| stream.synchronize().unwrap());
        let barrier = std::sync::Barrier::new(streams.len());
        std::thread::scope(|scope| {
            for (stream, slice) in streams.iter().zip(&mut slices) {
                let (barrier, pinned) = (&barrier, &pinned);
                scope.spawn(move || {
                    stream.context().bind_to_thread().unwrap();
                    barrier.wait();
                    stream.memcpy_htod(pinned, slice).unwrap();
                });
            }
        });
        pinned.as_mut_slice().unwrap().fill(9);
        for (stream, slice) in streams.iter().zip(&slices) {
            assert!(stream.clone_dtoh(slice).unwrap().iter().all(|number| *number == 7));
        }
    }
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn pinned_memory_is_copied() {
    let stream = stream();
    // SAFETY: the elements are written before they are read.
    let mut pinned = unsafe { stream.context().alloc_pinned::<u32>(100) }.unwrap();
    pinned.as_mut_slice().unwrap().fill(9);
    let slice = stream.clone_htod(&pinned).unwrap();
    pinned.as_mut_slice().unwrap().fill(1);
    assert_eq!(stream.clone_dtoh(&slice).unwrap(), [9; 100]);
    stream.memcpy_dtoh(&slice, &mut pinned).unwrap();
    assert_eq!(pinned.as_slice().unwrap(), [9; 100]);
    // A slice of it is pinned, too, and nothing tells when it is used.
    let part: &[u32] = &pinned.as_slice().unwrap()[..10];
    let copy = stream.clone_htod(part).unwrap();
    assert_eq!(stream.clone_dtoh(&copy).unwrap(), [9; 10]);
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn errors_are_the_drivers_codes() {
    let no_device = CudaContext::new(1000);
    assert_eq!(code(no_device), CUresult::CUDA_ERROR_INVALID_DEVICE);
    let context = CudaContext::new(0).unwrap();
    let module = context.load_module(Ptx::from_src(PTX)).unwrap();
    let missing = module.load_function("missing");
    assert_eq!(code(missing), CUresult::CUDA_ERROR_NOT_FOUND);
    let missing = context.load_module(Ptx::from_file("/missing.ptx"));
    assert_eq!(code(missing), CUresult::CUDA_ERROR_FILE_NOT_FOUND);
    let error = DriverError(CUresult::CUDA_ERROR_OUT_OF_MEMORY);
    let name = error.error_name().unwrap();
    assert_eq!(name, c"CUDA_ERROR_OUT_OF_MEMORY");
    let text = "DriverError(CUDA_ERROR_OUT_OF_MEMORY, \"out of memory\")";
    assert_eq!(error.to_string(), text);
    let stream = context.default_stream();
    // SAFETY: nothing reads the elements.
    let too_many = unsafe { stream.alloc::<u64>(usize::MAX) };
    assert_eq!(code(too_many), CUresult::CUDA_ERROR_OUT_OF_MEMORY);
    context.record_err::<()>(Err(error));
    assert_eq!(context.check_err(), Err(error));
    assert_eq!(context.check_err(), Ok(()));
}

#[cfg(all(feature = "cufile", target_os = "linux"))]
#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn cufile_is_called_with_the_streams_context_current() {
    let stream = stream();
    let other = CudaContext::new_non_primary(0, 0).unwrap();
    other.bind_to_thread().unwrap();
    // It may fail, because there may be no cuFile.
    let _ = cudarc::cufile::Cufile {}.stream_register(&stream, 0);
    assert_eq!(result::ctx::get_current().unwrap(), Some(stream.context().cu_ctx()));
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn a_context_within_none_of_graphics_is_refused() {
    // SAFETY: zeros are a null pointer and a number.
    let mut none: sys::CUctxCigParam = unsafe { core::mem::zeroed() };
    let refused = CudaContext::new_cig(0, 0, &mut none);
    assert_ne!(code(refused), CUresult::CUDA_SUCCESS);
    let no_device = CudaContext::new_cig(1000, 0, &mut none);
    assert_eq!(code(no_device), CUresult::CUDA_ERROR_INVALID_DEVICE);
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn functions_are_found_in_the_library() {
    type GetVersion = unsafe extern "C" fn(*mut i32) -> CUresult;
    // SAFETY: there is a driver, and the function has this signature.
    let get_version = unsafe { sys::culib().get::<GetVersion>(b"cuDriverGetVersion") }.unwrap();
    let [mut found, mut expected] = [0; 2];
    // SAFETY: the pointers are writable.
    let codes =
        unsafe { [get_version(&raw mut found), sys::cuDriverGetVersion(&raw mut expected)] };
    assert_eq!(codes, [CUresult::CUDA_SUCCESS; 2]);
    assert_eq!(found, expected);
    assert_ne!(found, 0);
}

fn stream() -> Arc<CudaStream> {
    CudaContext::new(0).unwrap().default_stream()
}

fn code<T>(result: Result<T, DriverError>) -> CUresult {
    match result {
        Ok(_) => CUresult::CUDA_SUCCESS,
        Err(DriverError(code)) => code,
    }
}

/// add(const unsigned *x, unsigned *y, unsigned summand, unsigned n): y[i] = x[i] + summand
const PTX: &str = "
.version 7.0
.target sm_52
.address_size 64
.visible .entry add(.param .u64 x, .param .u64 y, .param .u32 summand, .param .u32 n)
{
    .reg .pred %p;
    .reg .b32 %i, %b, %t, %n, %v, %s;
    .reg .b64 %x, %y, %o;
    mov.u32 %b, %ctaid.x;
    mov.u32 %i, %ntid.x;
    mov.u32 %t, %tid.x;
    mad.lo.u32 %i, %b, %i, %t;
    ld.param.u32 %n, [n];
    setp.ge.u32 %p, %i, %n;
    @%p ret;
    ld.param.u64 %x, [x];
    ld.param.u64 %y, [y];
    ld.param.u32 %s, [summand];
    mul.wide.u32 %o, %i, 4;
    add.u64 %x, %x, %o;
    add.u64 %y, %y, %o;
    ld.global.u32 %v, [%x];
    add.u32 %v, %v, %s;
    st.global.u32 [%y], %v;
    ret;
}
";

fn add(context: &Arc<CudaContext>) -> CudaFunction {
    let module = context.load_module(Ptx::from_src(PTX)).unwrap();
    module.load_function("add").unwrap()
}

fn launch(
    stream: &Arc<CudaStream>,
    add: &CudaFunction,
    x: &CudaSlice<u32>,
    y: &mut CudaSlice<u32>,
    summand: u32,
    n: u32,
) {
    let mut builder = stream.launch_builder(add);
    builder.arg(x).arg(y).arg(&summand).arg(&n);
    // SAFETY: add() is declared so, with `n` elements each.
    unsafe { builder.launch(LaunchConfig::for_num_elems(n)) }.unwrap();
}
