//! Arrays in memory of a resource.

use std::alloc::Layout;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use cuda_driver::{
    Context, CuResult, DeviceBuffer, Error, Stream,
    driver::Symbol,
    memory::resource::{
        CountingResource, DeferredResource, DevicePool, MemoryResource, UnpooledResource,
    },
    sys::CUresult,
};
use cuda_ndarray::ndarray::{Array2, Ix1, Ix2};
use cuda_ndarray::{DeviceArray, MakeArrays};

use crate::device::{TestDevice, is_software, on_every_driver};

type Array = DeviceArray<u8, Ix1>;

fn arrays(manager: &impl MemoryResource, stream: &Stream, count: usize) -> Vec<Array> {
    (0..count).map(|_| stream.with_resource(manager).zeros(100).unwrap()).collect()
}

/// A device of that many bytes, of which there are as many as one asks for.
struct SmallDevice(usize);

impl MemoryResource for SmallDevice {
    fn allocate(&self, stream: &Stream, layout: Layout) -> Result<DeviceBuffer<u8>, Error> {
        stream.alloc(layout.size())
    }

    fn memory_info(&self, _: &Context) -> Result<(usize, usize), CuResult> {
        Ok((self.0, self.0))
    }
}

on_every_driver! {
    fn eleven_frees_flush_and_ten_do_not(device) {
        let manager = DeferredResource::new(CountingResource::new(UnpooledResource));
        let mut buffers = arrays(&manager, &device.stream, 12);
        buffers.truncate(2);
        assert_eq!(manager.pending(), (10, 1000));
        buffers.pop();
        assert_eq!(manager.pending(), (0, 0));
        buffers.pop();
        assert_eq!(manager.pending(), (1, 100));
        manager.clear();
        assert_eq!(manager.pending(), (0, 0));
    }

    fn a_fifth_of_the_memory_flushes(device) {
        let manager = DeferredResource::new(SmallDevice(1009));
        // More than 201 bytes.
        let mut buffers = arrays(&manager, &device.stream, 3);
        buffers.truncate(1);
        assert_eq!(manager.pending(), (2, 200));
        drop(device.stream.with_resource(&manager).zeros::<u8, Ix1>(1).unwrap());
        assert_eq!(manager.pending(), (3, 201));
        buffers.clear();
        assert_eq!(manager.pending(), (0, 0));
        let manager = DeferredResource::new(SmallDevice(1000)).count(2).ratio(1.0);
        let mut buffers = arrays(&manager, &device.stream, 3);
        buffers.truncate(1);
        assert_eq!(manager.pending(), (2, 200));
        buffers.clear();
        assert_eq!(manager.pending(), (0, 0));
    }

    fn deferring_nests_and_survives_a_panic(device) {
        let manager = DeferredResource::new(UnpooledResource);
        manager.defer(|| {
            drop(arrays(&manager, &device.stream, 20));
            assert_eq!(manager.pending().0, 20);
            manager.defer(|| {
                manager.clear();
                assert_eq!(manager.pending().0, 20);
            });
            let panicked = catch_unwind(AssertUnwindSafe(|| manager.defer(|| panic!("on purpose"))));
            assert!(panicked.is_err());
            manager.clear();
            assert_eq!(manager.pending().0, 20);
        });
        // Not at its end, but at the next drop.
        assert_eq!(manager.pending().0, 20);
        drop(arrays(&manager, &device.stream, 1));
        assert_eq!(manager.pending().0, 0);
    }

    fn streams_events_and_modules_wait_like_memory(device) {
        let (instrument, device) = device.instrumented();
        let manager = DeferredResource::new(UnpooledResource).count(3);
        let context = &device.context;
        let stream = || manager.collect(context.stream().unwrap());
        let destroyed = || {
            let calls = [Symbol::cuStreamDestroy_v2, Symbol::cuEventDestroy_v2, Symbol::cuModuleUnload, Symbol::cuMemFree_v2];
            calls.map(|symbol| instrument.successes(symbol))
        };
        let empty = ".version 7.0\n.target sm_52\n.address_size 64\n.visible .entry empty() { ret; }";
        let module = || manager.collect(context.load_ptx(empty).unwrap());
        let one = module();
        let event = manager.collect(context.event().unwrap());
        let first = stream();
        first.record(&event).unwrap();
        event.synchronize().unwrap();
        instrument.reset();
        drop((one, event, first));
        assert_eq!((manager.pending(), instrument.called()), ((3, 0), Vec::new()));
        manager.defer(|| {
            drop(stream());
            manager.clear();
            assert_eq!((manager.pending(), destroyed()), ((4, 0), [0; 4]));
        });
        drop(stream());
        assert_eq!((manager.pending(), destroyed()), ((0, 0), [3, 1, 1, 0]));
        // Those of a manager are counted and freed together.
        drop(module());
        drop(arrays(&manager, &device.stream, 2));
        assert_eq!((manager.pending(), destroyed()), ((3, 200), [3, 1, 1, 0]));
        drop(arrays(&manager, &device.stream, 1));
        assert_eq!((manager.pending(), destroyed()[2], destroyed()[3]), ((0, 0), 2, 3));
        // An object may own memory and objects of the same manager.
        let nested = || manager.collect(manager.collect(arrays(&manager, &device.stream, 1)));
        drop(nested());
        assert_eq!((manager.pending(), destroyed()[3]), ((1, 0), 3));
        manager.clear();
        assert_eq!((manager.pending(), destroyed()[3]), ((0, 0), 4));
        drop((nested(), module()));
        drop(manager.clone());
        assert_eq!((destroyed()[2], destroyed()[3]), (2, 4));
        instrument.reset();
        drop(manager);
        // Memory without a manager is freed in the order of its stream.
        assert_eq!((destroyed()[2], instrument.successes(Symbol::cuMemFreeAsync)), (1, 1));
    }

    fn an_allocation_that_fails_is_tried_again_after_a_flush(device) {
        let (instrument, device) = device.instrumented();
        let manager = DeferredResource::new(UnpooledResource);
        drop(arrays(&manager, &device.stream, 3));
        instrument.reset();
        instrument.fail(Symbol::cuMemAlloc_v2, 1, CUresult::CUDA_ERROR_OUT_OF_MEMORY);
        let array: Array = device.stream.with_resource(&manager).alloc_array(50).unwrap();
        assert_eq!((instrument.calls(Symbol::cuMemAlloc_v2), instrument.calls(Symbol::cuMemFree_v2)), (2, 3));
        assert_eq!(manager.pending(), (0, 0));
        drop(array);
        // Only out-of-memory errors are retried.
        instrument.reset();
        instrument.fail(Symbol::cuMemAlloc_v2, 1, CUresult::CUDA_ERROR_UNKNOWN);
        let error = device.stream.with_resource(&manager).alloc_array::<u8, Ix1>(50).unwrap_err();
        assert!(error.to_string().contains("CUDA_ERROR_UNKNOWN"), "{error}");
        assert_eq!(manager.pending().0, 1);
    }

    fn memory_of_a_manager_is_counted(device) {
        let manager = Arc::new(CountingResource::new(DevicePool));
        let shared: &dyn MemoryResource = &manager;
        let makes = device.stream.with_resource(shared);
        let one: DeviceArray<f32, Ix2> = makes.zeros((10, 10)).unwrap();
        let two = makes.to_device(&one.to_host().unwrap()).unwrap();
        assert_eq!((manager.counts().allocations, manager.counts().live, manager.counts().live_bytes), (2, 2, 800));
        drop(one);
        assert_eq!((manager.counts().live, manager.counts().live_bytes, manager.counts().peak_bytes), (1, 400, 800));
        let other = device.context.stream().unwrap();
        drop(two.on(&other).unwrap());
        assert_eq!((manager.counts().live, manager.counts().live_bytes), (0, 0));
        let (free, total) = manager.memory_info(&device.context).unwrap();
        assert!(free <= total);
    }

    fn memory_of_another_pool_is_used(device) {
        let pool = match device.context.device().default_pool() {
            Ok(pool) => pool,
            // The oldest drivers have none.
            Err(_) => return,
        };
        let manager = pool;
        let array: Array = device.stream.with_resource(&manager).zeros(10).unwrap();
        assert_eq!(array.to_host().unwrap().to_vec(), [0; 10]);
    }

    fn a_manager_may_round_up_the_size(device) {
        /// Memory in whole pages of 256 bytes, as allocators of programs have it.
        struct Pages;
        impl MemoryResource for Pages {
            fn allocate(&self, stream: &Stream, layout: Layout) -> Result<DeviceBuffer<u8>, Error> {
                stream.alloc(layout.size().next_multiple_of(256))
            }
        }
        let manager = CountingResource::new(Pages);
        let host = Array2::from_shape_fn((5, 7), |(i, j)| [i as u8, j as u8, 9]);
        let array = device.stream.with_resource(&manager).to_device(&host).unwrap();
        assert_eq!((array.alloc_size(), manager.counts().live_bytes), (105, 256));
        assert_eq!(array.to_host().unwrap(), host);
        let other = device.context.stream().unwrap();
        let array = array.on(&other).unwrap();
        assert_eq!(array.to_host().unwrap(), host);
        drop(array);
        assert_eq!((manager.counts().live, manager.counts().live_bytes), (0, 0));
    }

    fn a_manager_is_not_called_for_an_empty_or_impossible_size(device) {
        let manager = CountingResource::new(DevicePool);
        let makes = device.stream.with_resource(&manager);
        assert_eq!(makes.zeros::<f32, Ix2>((0, 5)).unwrap().device_pointer(), 0);
        assert_eq!(makes.zeros::<(), Ix1>(5).unwrap().len(), 5);
        let error = makes.zeros::<f64, Ix1>(usize::MAX / 2).unwrap_err();
        assert!(error.to_string().contains("9223372036854775807 elements of 8 bytes"), "{error}");
        assert_eq!(manager.counts().allocations, 0);
    }

    fn a_manager_that_returns_too_little_is_an_error(device) {
        struct TooSmall;
        impl MemoryResource for TooSmall {
            fn allocate(&self, stream: &Stream, _: Layout) -> Result<DeviceBuffer<u8>, Error> {
                stream.alloc(4)
            }
        }
        let error = device.stream.with_resource(&TooSmall).zeros::<f32, Ix1>(2).unwrap_err();
        assert!(error.to_string().contains("not within 4 elements"), "{error}");
        let error = device.stream.with_resource(&TooSmall).zeros::<f64, Ix1>(2).unwrap_err();
        assert!(error.to_string().contains("not within 4 elements"), "{error}");
    }
}

/// With a second device; the software device is started with two.
#[test]
fn deferred_frees_are_counted_for_each_device() {
    const NAME: &str = "deferred_frees_are_counted_for_each_device";
    let _turn = crate::device::with_others();
    let first = TestDevice::of_tests();
    if first.driver.devices().unwrap().len() < 2 {
        if is_software() {
            let mut command = std::process::Command::new(std::env::current_exe().unwrap());
            let output = command.arg(NAME).env("CUDA_SIM_DEVICES", "2").output();
            let text = String::from_utf8_lossy(&output.unwrap().stdout).into_owned();
            assert!(text.contains("1 passed"), "{text}");
        }
        return;
    }
    let second = first.driver.device(1).unwrap().primary_context().unwrap();
    let second = second.stream().unwrap();
    let manager = DeferredResource::new(UnpooledResource).count(2);
    let mut on_first = arrays(&manager, &first.stream, 3);
    let mut on_second = arrays(&manager, &second, 3);
    on_first.truncate(1);
    on_second.truncate(1);
    assert_eq!(manager.pending(), (4, 400));
    on_second.clear();
    assert_eq!(manager.pending(), (2, 200));
    on_first.clear();
    assert_eq!(manager.pending(), (0, 0));
}
