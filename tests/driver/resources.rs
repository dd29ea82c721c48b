//! Memory resources: one trait for all sources of device memory.

use std::alloc::Layout;
use std::sync::Arc;

use cuda_driver::{
    DeviceBuffer, Error, Stream,
    context::ContextFlags,
    driver::Symbol,
    managed::ManagedResource,
    memory::resource::{
        CachingResource, CountingResource, DeferredResource, DevicePool, MemoryResource,
        UnpooledResource,
    },
    stream::wait_for_deferred,
    sys::{CU_STREAM_PER_THREAD, CUresult, CUstreamCaptureMode},
    virtual_memory::VirtualMemory,
};

use crate::costs::instrumented;
use crate::device::{TestDevice, alone, on_every_driver};

/// The driver calls of `work`.
fn calls(
    instrument: &cuda_driver::sys::instrument::Instrument,
    work: impl FnOnce(),
) -> Vec<(Symbol, u64)> {
    instrument.reset();
    work();
    instrument.called()
}

/// Gives memory of its own stream, whose work on it isn't over. It was allocated before: a driver that allocates while a
/// stream is held may wait for the destruction of another context, which waits for the stream.
struct OtherStreamMemory(std::sync::Mutex<Vec<DeviceBuffer<u8>>>);

impl OtherStreamMemory {
    fn new(stream: &Stream, lens: &[usize]) -> Self {
        let buffers = lens.iter().map(|len| stream.alloc_unpooled(*len).unwrap());
        Self(std::sync::Mutex::new(buffers.collect()))
    }
}

impl MemoryResource for OtherStreamMemory {
    fn allocate(&self, _: &Stream, layout: Layout) -> Result<DeviceBuffer<u8>, Error> {
        let mut buffers = self.0.lock().unwrap();
        let mut memory = buffers.pop().expect("as much was prepared");
        assert_eq!(memory.len(), layout.size());
        let stream = memory.stream().clone();
        stream.fill(&mut memory, 7)?;
        Ok(memory)
    }
}

on_every_driver! {
    fn a_cache_orders_memory_of_another_stream_before_it_hands_it_out(device) {
        // The stream is held, which would hold other tests of its context, too.
        let context = device.context.device().create_context(ContextFlags::empty()).unwrap();
        let (stream, other) = (context.stream().unwrap(), context.stream().unwrap());
        let caching = CachingResource::new(OtherStreamMemory::new(&other, &[512]), 1 << 20);
        let (go, held) = std::sync::mpsc::channel::<()>();
        other.launch_host_func(move || {
            let _ = held.recv();
        }).unwrap();
        let mut memory = stream.alloc_from::<u8>(&caching, 512).unwrap();
        stream.fill(&mut memory, 1).unwrap();
        assert!(!stream.query().unwrap());
        go.send(()).unwrap();
        assert_eq!(memory.to_vec().unwrap(), [1; 512]);
    }

    fn a_cache_gives_memory_of_a_default_stream_of_a_thread_once_its_work_is_over(device) {
        // The stream is held, which would hold other tests of its context, too.
        let device = &alone(device);
        // SAFETY: this thread alone uses it.
        let stream = unsafe { Stream::borrow_raw(&device.context, CU_STREAM_PER_THREAD) };
        let caching = CachingResource::new(OtherStreamMemory::new(&stream, &[512; 2]), 1 << 20);
        let (go, held) = std::sync::mpsc::channel::<()>();
        let first = stream.alloc_from::<u8>(&caching, 512).unwrap();
        stream.launch_host_func(move || {
            let _ = held.recv();
        }).unwrap();
        let address = first.as_raw();
        drop(first);
        let second = stream.alloc_from::<u8>(&caching, 512).unwrap();
        assert_ne!(second.as_raw(), address);
        go.send(()).unwrap();
        stream.synchronize().unwrap();
        assert_eq!(stream.alloc_from::<u8>(&caching, 512).unwrap().as_raw(), address);
    }

    fn every_resource_gives_memory_and_takes_it_back(device) {
        let of_device = device.context.device();
        let mut resources: Vec<Box<dyn MemoryResource>> = vec![
            Box::new(DevicePool),
            Box::new(UnpooledResource),
            Box::new(ManagedResource::default()),
            Box::new(VirtualMemory),
            Box::new(CachingResource::new(VirtualMemory, 64 << 20)),
            Box::new(CachingResource::new(UnpooledResource, 1 << 20)),
            Box::new(DeferredResource::new(UnpooledResource)),
            Box::new(Arc::new(DevicePool)),
        ];
        if let Ok(pool) = of_device.create_pool() {
            resources.push(Box::new(pool));
        }
        for resource in resources {
            let counting = CountingResource::new(resource);
            let dynamic: &dyn MemoryResource = &counting;
            let mut buffers: Vec<_> = (0..3).map(|_| device.stream.alloc_from::<u64>(dynamic, 100).unwrap()).collect();
            for (index, buffer) in buffers.iter_mut().enumerate() {
                device.stream.fill(buffer, index as u64).unwrap();
            }
            for (index, buffer) in buffers.iter().enumerate() {
                assert_eq!((buffer.len(), buffer.as_raw() % 256), (100, 0));
                assert_eq!(buffer.to_vec().unwrap(), [index as u64; 100]);
            }
            assert_eq!(counting.counts().live, 3);
            drop(buffers);
            assert_eq!((counting.counts().live, counting.counts().live_bytes, counting.counts().allocations), (0, 0, 3));
            dynamic.trim(0).unwrap();
            let (free, total) = dynamic.memory_info(&device.context).unwrap();
            assert!(free <= total);
            assert_eq!(device.stream.alloc_from::<u64>(dynamic, 0).unwrap().as_raw(), 0);
            assert_eq!(counting.counts().allocations, 3);
        }
        wait_for_deferred();
    }

    fn the_devices_pool_is_one_call_through_the_trait(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        drop(device.stream.alloc::<u8>(1).unwrap());
        let resource: Arc<dyn MemoryResource> = Arc::new(CountingResource::new(DevicePool));
        let mut buffer = None;
        let called = calls(&instrument, || buffer = Some(device.stream.alloc_from::<f32>(&resource, 100).unwrap()));
        assert_eq!(called, [(Symbol::cuMemAllocAsync, 1)]);
        let mut called = calls(&instrument, || drop(buffer.take()));
        called.sort();
        let mut freed = vec![(Symbol::cuThreadExchangeStreamCaptureMode, 2), (Symbol::cuMemFreeAsync, 1)];
        freed.sort();
        assert_eq!(called, freed);
    }

    fn a_caching_resource_reuses_memory_without_a_call(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let caching = CachingResource::new(UnpooledResource, 1 << 20);
        let first = device.stream.alloc_from::<u8>(&caching, 4000).unwrap();
        let address = first.as_raw();
        drop(first);
        assert_eq!(caching.kept_bytes(), 4096);
        let mut again = None;
        let called = calls(&instrument, || again = Some(device.stream.alloc_from::<u8>(&caching, 2000).unwrap()));
        assert_eq!((called, again.as_ref().map(DeviceBuffer::as_raw)), (vec![], Some(address)));
        let called = calls(&instrument, || drop(again.take()));
        assert_eq!(called, [(Symbol::cuEventRecord, 1)]);
        // Smaller than half of it, or larger.
        for len in [1000, 5000] {
            assert_ne!(device.stream.alloc_from::<u8>(&caching, len).unwrap().as_raw(), address);
        }
        // Another stream has it once the work is over.
        device.stream.synchronize().unwrap();
        let other = device.context.stream().unwrap();
        assert_eq!(other.alloc_from::<u8>(&caching, 4000).unwrap().as_raw(), address);
    }

    fn a_caching_resource_keeps_no_stream_and_calls_none_that_is_gone(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let caching = CachingResource::new(CountingResource::new(UnpooledResource), 1 << 20);
        for _ in 0..10 {
            let stream = device.context.stream().unwrap();
            drop(stream.alloc_from::<u8>(&caching, 100).unwrap());
            // It would be refused if the cache kept a clone.
            let handle = stream.into_raw().unwrap();
            // SAFETY: the value is dropped before the stream is destroyed.
            let borrowed = unsafe { Stream::borrow_raw(&device.context, handle) };
            drop(borrowed.alloc_from::<u8>(&caching, 5000).unwrap());
            drop(borrowed);
            // SAFETY: nothing uses it any more.
            let destroy = || unsafe { device.driver.raw().cuStreamDestroy(handle) };
            device.context.with_current(destroy).unwrap().unwrap();
        }
        instrument.reset();
        caching.trim(0).unwrap();
        assert_eq!(caching.kept_bytes(), 0);
        assert_ne!(instrument.calls(Symbol::cuMemFreeAsync), 0);
        let failed = |(symbol, calls): &(Symbol, u64)| *calls != instrument.successes(*symbol);
        assert!(!instrument.called().iter().any(failed), "{:?}", instrument.called());
    }

    fn a_caching_resource_is_bounded_and_emptied_when_memory_is_short(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let counting = CountingResource::new(UnpooledResource);
        let caching = CachingResource::new(counting.clone(), 10 * 512);
        let buffers: Vec<_> = (0..20).map(|_| device.stream.alloc_from::<u8>(&caching, 512).unwrap()).collect();
        drop(buffers);
        assert!(caching.kept_bytes() <= 10 * 512);
        assert_eq!(counting.counts().live_bytes, caching.kept_bytes());
        instrument.fail(Symbol::cuMemAlloc_v2, 1, CUresult::CUDA_ERROR_OUT_OF_MEMORY);
        let large = device.stream.alloc_from::<u8>(&caching, 5000).unwrap();
        assert_eq!((caching.kept_bytes(), counting.counts().live), (0, 1));
        drop(large);
        drop(caching);
        assert_eq!(counting.counts().live, 0);
    }

    fn nothing_is_leaked_whichever_call_fails(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let work = |resource: &dyn MemoryResource| -> Result<(), Error> {
            let other = device.context.stream()?;
            let first = device.stream.alloc_from::<u8>(resource, 4000)?;
            let second = other.alloc_from::<u8>(resource, 3000)?;
            drop(first);
            let third = other.alloc_from::<u8>(resource, 4000)?;
            let shared = third.into_shared();
            let there = shared.on(&device.stream)?;
            drop((shared, second));
            drop(there);
            resource.trim(0)
        };
        let counting = CountingResource::new(DevicePool);
        for nth in 1.. {
            instrument.reset();
            instrument.fail_any(nth, CUresult::CUDA_ERROR_NOT_PERMITTED);
            let caching = CachingResource::new(counting.clone(), 6000);
            let result = work(&caching);
            drop(caching);
            wait_for_deferred();
            let failed = instrument.failed();
            assert_eq!(counting.counts().live, 0, "call {nth}, {failed:?}, {result:?}");
            if failed.is_none() {
                result.unwrap();
                break;
            }
        }
    }

    fn memory_released_on_a_captured_stream_is_freed_after_the_capture(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let handle = device.context.stream().unwrap().into_raw().unwrap();
        // SAFETY: the handle is this value's from now on.
        let stream = unsafe { Stream::from_raw(&device.context, handle) };
        let caching = CachingResource::new(DevicePool, 1 << 20);
        let buffer = stream.alloc_from::<u8>(&caching, 100).unwrap();
        let raw = device.driver.raw();
        let relaxed = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
        // SAFETY: the stream is alive, and no safe call with it is under way.
        unsafe { raw.cuStreamBeginCapture(handle, relaxed) }.unwrap();
        instrument.reset();
        drop(buffer);
        assert_eq!((caching.kept_bytes(), instrument.calls(Symbol::cuMemFreeAsync)), (0, 0));
        // SAFETY: as above; the graph is destroyed once.
        unsafe { raw.cuGraphDestroy(raw.cuStreamEndCapture(handle).unwrap()) }.unwrap();
        wait_for_deferred();
        assert_eq!(instrument.successes(Symbol::cuMemFreeAsync), 1);
    }

    fn a_buffer_that_was_moved_is_released_on_its_last_stream_alone(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let counting = CountingResource::new(CountingResource::new(DevicePool));
        let home = device.context.stream().unwrap();
        let mut buffer = home.alloc_from::<u8>(&counting, 100).unwrap();
        buffer.move_to(&device.stream).unwrap();
        // Refused if an owner kept it.
        home.destroy().unwrap();
        instrument.reset();
        buffer.destroy().unwrap();
        assert_eq!((counting.counts().live, instrument.calls(Symbol::cuEventRecord)), (0, 0));
    }

    fn a_resource_is_not_trusted(device) {
        struct WrongMemory(usize, u64);
        impl MemoryResource for WrongMemory {
            fn allocate(&self, stream: &Stream, _: Layout) -> Result<DeviceBuffer<u8>, Error> {
                let memory = stream.alloc::<u8>(self.0)?.into_memory();
                let (pointer, bytes) = (memory.as_raw() + self.1, memory.bytes() - self.1 as usize);
                // SAFETY: the part is within the memory, which belongs to the stream.
                Ok(unsafe { DeviceBuffer::from_owner(stream, pointer, bytes, |stream: &Stream| memory.release(stream)) })
            }
        }
        let error = device.stream.alloc_from::<u32>(&WrongMemory(4, 0), 2).unwrap_err();
        assert!(error.to_string().contains("0..8 is not within 4"), "{error}");
        let error = device.stream.alloc_from::<u32>(&WrongMemory(100, 2), 2).unwrap_err();
        assert!(error.to_string().contains("aligned to the 4 bytes"), "{error}");
        let large = Layout::from_size_align(8, 1 << 40).unwrap();
        assert!(matches!(DevicePool.allocate(&device.stream, large), Err(Error::Alignment { .. })));
    }
}
