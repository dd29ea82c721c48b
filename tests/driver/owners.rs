//! Memory from elsewhere: external allocators, other libraries' objects, pools.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use cuda_driver::{
    CuResult, DeviceBuffer, Element, Error, ErrorCode, Stream,
    driver::Symbol,
    error::DestroyError,
    memory::{KeepAlive, MemoryOwner},
    sys::CUdeviceptr,
};

use crate::costs::instrumented;
use crate::device::{TestDevice, on_every_driver};
use crate::kernels;

/// A third-party allocator: blocks of one size on one stream, reused in the stream's order.
#[derive(Clone)]
struct CachingAllocator {
    stream: Stream,
    free: Arc<Mutex<Vec<DeviceBuffer<u8>>>>,
    allocated: Arc<AtomicUsize>,
}

const BLOCK: usize = 4096;

struct CachedBlock {
    block: DeviceBuffer<u8>,
    allocator: CachingAllocator,
}

impl MemoryOwner for CachedBlock {
    fn release(mut self: Box<Self>, stream: &Stream) -> Result<(), Error> {
        // The buffer may have been moved to another stream, so the block's next user waits for its work there.
        let allocator = self.allocator;
        allocator.stream.wait_stream(stream)?;
        self.block.move_to(&allocator.stream).map_err(|error| error.result().unwrap())?;
        allocator.free.lock().unwrap().push(self.block);
        Ok(())
    }
}

impl CachingAllocator {
    fn new(stream: &Stream) -> Self {
        Self { stream: stream.clone(), free: Arc::default(), allocated: Arc::default() }
    }

    fn alloc<T: Element>(&self, len: usize) -> Result<DeviceBuffer<T>, Error> {
        assert!(len * size_of::<T>() <= BLOCK);
        let cached = self.free.lock().unwrap().pop();
        let block = match cached {
            Some(block) => block,
            None => {
                self.allocated.fetch_add(1, Ordering::Relaxed);
                self.stream.alloc(BLOCK)?
            }
        };
        let pointer = block.as_raw();
        let owner = CachedBlock { block, allocator: self.clone() };
        // SAFETY: the block is large enough, the owner keeps it, and no other code has it.
        Ok(unsafe { DeviceBuffer::from_owner(&self.stream, pointer, len, owner) })
    }
}

on_every_driver! {
    fn an_external_allocator_returns_buffers(device) {
        let allocator = CachingAllocator::new(&device.stream);
        for round in 0..10u32 {
            let (mut a, mut b) = (allocator.alloc::<u32>(1000).unwrap(), allocator.alloc::<u32>(1000).unwrap());
            device.stream.fill(&mut a, round).unwrap();
            device.stream.copy(&a, &mut b).unwrap();
            assert_eq!(b.to_vec().unwrap(), [round; 1000]);
        }
        assert_eq!(allocator.allocated.load(Ordering::Relaxed), 2, "two blocks serve all rounds");
        assert_eq!(allocator.free.lock().unwrap().len(), 2);
        allocator.free.lock().unwrap().clear();
    }

    fn an_owner_receives_the_last_stream_of_the_buffer(device) {
        let other = device.context.stream().unwrap();
        let memory = device.stream.alloc::<u8>(100).unwrap();
        let (sender, receiver) = mpsc::channel();
        let pointer = memory.as_raw();
        let owner = move |stream: &Stream| {
            sender.send(stream.clone()).unwrap();
            drop(memory);
            Ok(())
        };
        // SAFETY: the memory is valid until the owner drops it, and no other code has it.
        let mut buffer = unsafe { DeviceBuffer::<u8>::from_owner(&device.stream, pointer, 100, owner) };
        buffer.move_to(&other).unwrap();
        drop(buffer);
        assert_eq!(receiver.recv().unwrap(), other);
    }

    fn destroy_returns_an_owners_error(device) {
        let refused = CuResult::new(cuda_driver::sys::CUresult::CUDA_ERROR_NOT_PERMITTED, Symbol::cuMemFree_v2, 13000);
        // SAFETY: the memory isn't used.
        let buffer = unsafe { DeviceBuffer::<u8>::from_owner(&device.stream, 0x1000, 1, move |_: &Stream| Err(refused.into())) };
        let error = buffer.destroy().unwrap_err();
        assert_eq!(error.result(), Some(refused));
        assert!(error.to_string().starts_with("the owner did not release the memory: cuMemFree_v2: "), "{error}");
        assert!(error.into_value().is_none(), "the owner is gone");
    }

    fn the_owner_of_memory_is_dropped_after_the_work(device) {
        let Some(slow) = kernels::kernel(&device.context, "slow_add") else { return };
        let memory = Arc::new(device.stream.upload(&[1i32]).unwrap());
        let weak = Arc::downgrade(&memory);
        let event = device.context.event().unwrap();
        let pointer = memory.as_raw();
        // SAFETY: the value keeps the memory alive, and no other code uses it.
        let mut buffer = unsafe { DeviceBuffer::<i32>::from_owner(&device.stream, pointer, 1, KeepAlive(memory)) };
        // SAFETY: slow_add(int *, int), one element.
        unsafe { device.stream.launch(&slow, cuda_driver::Launch::grid(1), (&mut buffer, 5_000_000i32)) }.unwrap();
        device.stream.record(&event).unwrap();
        drop(buffer);
        while weak.upgrade().is_some() {
            std::thread::yield_now();
        }
        assert!(event.query().unwrap(), "the kernel was still at work");
    }

    fn foreign_memory_has_no_raw_handle(device) {
        let memory = device.stream.upload(&[1u8, 2]).unwrap();
        // SAFETY: the memory outlives both.
        let borrowed = unsafe { DeviceBuffer::<u8>::borrow_raw(&device.stream, memory.as_raw(), 2) };
        let borrowed = borrowed.into_raw().unwrap_err();
        assert_eq!(borrowed.to_vec().unwrap(), [1, 2]);
        // SAFETY: as above.
        let owned = unsafe { DeviceBuffer::<u8>::from_owner(&device.stream, memory.as_raw(), 2, KeepAlive(())) };
        assert_eq!(owned.into_raw().unwrap_err().to_vec().unwrap(), [1, 2]);
        assert!(device.stream.alloc::<u8>(0).unwrap().into_raw().is_err());
    }

    fn a_buffer_that_could_not_be_freed_is_returned(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let buffer = device.stream.upload(&[7u32]).unwrap();
        instrument.reset();
        instrument.fail(Symbol::cuMemFreeAsync, 1, cuda_driver::sys::CUresult::CUDA_ERROR_NOT_PERMITTED);
        let buffer = match buffer.destroy() {
            Err(DestroyError::Refused(buffer, result)) if result.code() == ErrorCode::NOT_PERMITTED => buffer,
            other => panic!("{other:?}"),
        };
        assert_eq!(buffer.to_vec().unwrap(), [7]);
        buffer.destroy().unwrap();
        assert_eq!(instrument.calls(Symbol::cuMemFreeAsync), 2);
    }

    fn memory_can_be_allocated_from_a_given_pool(device) {
        let pool = match device.context.device().create_pool() {
            Err(error) if error.is_absent() => return,
            pool => pool.unwrap(),
        };
        assert_eq!(pool.release_threshold().unwrap(), 0);
        pool.set_release_threshold(1 << 30).unwrap();
        assert_eq!(pool.release_threshold().unwrap(), 1 << 30);
        let mut buffer = device.stream.alloc_from::<u32>(&pool, 1 << 20).unwrap();
        device.stream.fill(&mut buffer, 3).unwrap();
        assert_eq!(buffer.slice(..2).unwrap().len(), 2);
        assert_eq!(pool.used().unwrap(), 4 << 20);
        buffer.destroy().unwrap();
        device.stream.synchronize().unwrap();
        assert_eq!(pool.used().unwrap(), 0);
        assert!(pool.reserved().unwrap() >= 4 << 20, "the threshold keeps it");
        pool.trim(0).unwrap();
        assert_eq!(pool.reserved().unwrap(), 0);
        // SAFETY: no other thread uses the stream.
        unsafe { pool.destroy() }.unwrap();
    }

    fn the_first_allocation_lets_the_default_pool_keep_memory(device) {
        let pool = device.context.device().default_pool().unwrap();
        drop(device.context.device().primary_context().unwrap().stream().unwrap().alloc::<u8>(1).unwrap());
        assert_ne!(pool.release_threshold().unwrap(), 0);
    }

    fn memory_is_cast_like_bytemuck(device) {
        let buffer = device.stream.upload(&[1u32, 2, 3, 4, 5]).unwrap();
        let bytes = buffer.as_slice().as_bytes();
        assert_eq!(bytes.len(), 20);
        assert_eq!(buffer.slice(..4).unwrap().cast::<[u32; 2]>().unwrap().len(), 2);
        assert_eq!(buffer.slice(..4).unwrap().cast::<u64>().unwrap().len(), 2);
        let slop = buffer.as_slice().cast::<u64>().unwrap_err();
        assert!(slop.to_string().starts_with("20 bytes at 0x"), "{slop}");
        let unaligned = buffer.slice(1..3).unwrap().cast::<u64>().unwrap_err();
        assert!(matches!(unaligned, Error::Cast(_)), "{unaligned}");
        let (buffer, error) = buffer.cast::<u64>().unwrap_err();
        assert!(matches!(error, Error::Cast(_)));
        let halves = buffer.cast::<u16>().unwrap();
        assert_eq!(halves.to_vec().unwrap(), [1, 0, 2, 0, 3, 0, 4, 0, 5, 0]);
        assert_eq!(halves.cast::<u32>().unwrap().to_vec().unwrap(), [1, 2, 3, 4, 5]);
    }

    fn slices_are_split_chunked_and_reborrowed(device) {
        let mut buffer = device.stream.upload(&(0u32..10).collect::<Vec<_>>()).unwrap();
        let lengths: Vec<usize> = buffer.as_slice().chunks(4).map(|chunk| chunk.len()).collect();
        assert_eq!(lengths, [4, 4, 2]);
        let (low, high) = buffer.as_slice().split_at(3).unwrap();
        assert_eq!((low.len(), high.len()), (3, 7));
        assert!(buffer.as_slice().split_at(11).is_err());
        for (value, chunk) in (100u32..).zip(buffer.as_slice_mut().chunks_mut(4)) {
            device.stream.fill(chunk, value).unwrap();
        }
        let mut all = buffer.as_slice_mut();
        device.stream.fill(all.reborrow().slice_mut(..1).unwrap(), 7).unwrap();
        device.stream.fill(&mut all, 9).unwrap();
        let (first, mut second) = all.split_at_mut(5).unwrap();
        device.stream.copy(&first, &mut second).unwrap();
        assert_eq!(buffer.to_vec().unwrap(), [9; 10]);
        assert_eq!(buffer.as_slice().chunks(0).len(), 10);
    }

    fn slices_from_raw_parts_behave_like_others(device) {
        let buffer = device.stream.upload(&[1u32, 2, 3]).unwrap();
        let pointer: CUdeviceptr = buffer.as_raw();
        // SAFETY: the buffer outlives both, which no other code uses.
        let (source, target) = unsafe {
            (
                cuda_driver::DeviceSlice::<u32>::from_raw_parts(&device.stream, pointer, 1),
                cuda_driver::DeviceSliceMut::<u32>::from_raw_parts(&device.stream, pointer + 8, 1),
            )
        };
        device.stream.copy(source, target).unwrap();
        assert_eq!(buffer.to_vec().unwrap(), [1, 2, 1]);
    }

    fn a_fill_of_any_value_takes_logarithmically_many_calls(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let value: [u32; 64] = std::array::from_fn(|i| i as u32);
        let mut buffer = device.stream.alloc::<[u32; 64]>(100_000).unwrap();
        instrument.reset();
        device.stream.fill(&mut buffer, value).unwrap();
        // A copy, an event after it, and log2(100,000) copies; another thread polls until the first copy is done, in
        // another mode of captures.
        let polls = [Symbol::cuEventQuery, Symbol::cuThreadExchangeStreamCaptureMode];
        let polls: u64 = polls.iter().map(|symbol| instrument.calls(*symbol)).sum();
        let calls = instrument.all_calls() - polls;
        assert!(calls <= 40, "{calls} calls for 100,000 elements of 256 bytes");
        let elements = buffer.to_vec().unwrap();
        assert!(elements.iter().all(|element| *element == value));
        // Another test may use this table next.
        cuda_driver::stream::wait_for_deferred();
    }
}

/// The time limit for expected events.
pub const PATIENCE: Duration = Duration::from_secs(60);
