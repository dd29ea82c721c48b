//! One allocator of a program for all array crates.

use std::alloc::Layout;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use cuda_arrow::MemoryManager;
use cuda_arrow::arrow_array::{ArrayRef, Int32Array, RecordBatch};
use cuda_awkward::{Axis, Backend, HostArray};
use cuda_driver::{
    DeviceBuffer, Error, Stream,
    memory::{DeviceMemory, resource::MemoryResource},
};
use cuda_ndarray::MakeArrays;
use cuda_ndarray::ndarray::{Array2, array};

use crate::cache;

/// An allocator of the program, which counts the bytes in use.
#[derive(Clone, Default)]
struct CountingAllocator {
    allocations: Arc<AtomicUsize>,
    live_bytes: Arc<AtomicUsize>,
}

impl MemoryResource for CountingAllocator {
    fn allocate(&self, stream: &Stream, layout: Layout) -> Result<DeviceBuffer<u8>, Error> {
        let memory: DeviceMemory = stream.alloc::<u8>(layout.size())?.into_memory();
        let (pointer, bytes, live_bytes) =
            (memory.as_raw(), memory.bytes(), self.live_bytes.clone());
        self.allocations.fetch_add(1, Relaxed);
        live_bytes.fetch_add(bytes, Relaxed);
        let owner = move |stream: &Stream| {
            live_bytes.fetch_sub(bytes, Relaxed);
            // SAFETY: the buffer belonged to the stream.
            unsafe { memory.release(stream) }
        };
        // SAFETY: the memory has that many bytes, belongs to the stream, and only the owner has it.
        Ok(unsafe { DeviceBuffer::from_owner(stream, pointer, bytes, owner) })
    }
}

on_the_device! {
    fn one_allocator_of_the_program_serves_all_crates(device) {
        let allocator = CountingAllocator::default();
        let used = |before: usize| {
            let now = allocator.allocations.load(Relaxed);
            assert!(now > before, "nothing was allocated from it");
            assert_ne!(allocator.live_bytes.load(Relaxed), 0);
            now
        };
        let host = array![[1.0f32, 2.0], [3.0, 4.0]];
        let array = device.stream.with_resource(&allocator).to_device(&host).unwrap();
        let count = used(0);

        let manager = MemoryManager::with_resource(&device.stream, Arc::new(allocator.clone()));
        let column: ArrayRef = Arc::new(Int32Array::from(vec![1, 2, 3]));
        let batch = manager.upload(&RecordBatch::try_from_iter([("x", column)]).unwrap()).unwrap();
        assert_eq!(manager.bytes_allocated(), allocator.live_bytes.load(Relaxed) - 16);
        let count = used(count);

        let backend = Backend::with_manager(manager.clone(), cache()).unwrap();
        let lists = HostArray::from_json("[[0, 1, 2], [], [3, 4]]").unwrap().to_backend(&backend).unwrap();
        let counts = lists.num(Axis::at(1)).unwrap();
        used(count);

        assert_eq!(array.to_host().unwrap(), Array2::from(host));
        assert_eq!(batch.to_host().unwrap().num_rows(), 3);
        assert_eq!(counts.to_host().unwrap().value().unwrap().to_string(), "[3, 0, 2]");
        drop((array, batch, lists, counts, backend, manager));
        assert_eq!(allocator.live_bytes.load(Relaxed), 0);
    }

    fn pairs_keep_at_most_twice_the_memory_that_they_need(device) {
        let allocator = CountingAllocator::default();
        let manager = MemoryManager::with_resource(&device.stream, Arc::new(allocator.clone()));
        let backend = Backend::with_manager(manager, cache()).unwrap();
        let n = 100_000;
        for (short, long) in [(1, 1), (0, 2), (1, 2), (2, 2), (0, 4)] {
            let lens: Vec<i64> = (0..n).map(|list| if list % 2 == 0 { short } else { long }).collect();
            let entries = lens.iter().sum::<i64>();
            let each = lens.iter().map(|len| len * (len - 1) / 2);
            let up = |numbers: &[i64]| HostArray::from_numbers(numbers).unwrap().to_backend(&backend).unwrap();
            let content = up(&(0..entries).collect::<Vec<_>>());
            let lists = content.unflatten(up(&lens), 0).unwrap();
            let before = allocator.live_bytes.load(Relaxed);
            let pairs = lists.combinations(2).run().unwrap();
            let now = allocator.live_bytes.load(Relaxed) - before;
            // Two positions of four bytes for each pair, and an offset of eight for each list.
            let needed = each.sum::<i64>() as usize * 8 + 4096;
            let offsets = (n as usize + 1) * 8;
            assert!(now <= 2 * needed + offsets + 4096, "{now} bytes for lists of {short} and {long}");
            drop(pairs);
        }
    }
}
