//! Memory pools: properties, attributes, and access.

use cuda_driver::{
    DeviceAttribute, Error, ErrorCode,
    context::ContextFlags,
    driver::Symbol,
    memory::{
        MemAccess, MemAccessFlags, MemAllocationType, MemLocation, MemoryPool, PoolProperties,
    },
    sys::CUresult,
};

use crate::costs::instrumented;
use crate::device::{TestDevice, on_every_driver, process, with_device};

fn pool(device: &TestDevice) -> MemoryPool {
    device.context.device().create_pool().unwrap()
}

/// Creates a pool with properties that no other test uses.
fn pool_of(device: &TestDevice, max_size: usize) -> MemoryPool {
    let properties = PoolProperties::new(device.context.device()).max_size(max_size);
    device.driver.create_pool(&properties).unwrap()
}

/// Sets a policy to both values.
fn set_both(
    get: impl Fn() -> Result<bool, cuda_driver::CuResult>,
    set: impl Fn(bool) -> Result<(), cuda_driver::CuResult>,
) {
    assert!(get().unwrap(), "a new pool reuses memory in every way");
    for expected in [false, true] {
        set(expected).unwrap();
        assert_eq!(get().unwrap(), expected);
    }
}

#[test]
#[ignore = "run in a separate process: it sets what the whole process allocates from"]
fn sets_the_pool_of_the_device() {
    with_device(None, |device| {
        let of_device = device.context.device();
        let pool = pool(device);
        of_device.set_pool(&pool).unwrap();
        // SAFETY: the pool lives.
        let current = unsafe { of_device.pool() }.unwrap();
        assert_eq!(current.as_raw(), pool.as_raw());
        let buffer = device.stream.alloc::<u8>(100).unwrap();
        let default = of_device.default_pool().unwrap();
        assert_eq!(default.release_threshold(), Ok(0), "it isn't in use");
        let from = device.context.pointer(buffer.as_raw()).memory_pool().unwrap();
        assert_eq!(from, pool.as_raw());
        drop(buffer);
        drop(current);
        // SAFETY: no other thread uses the device.
        let pool = unsafe { pool.destroy() }.unwrap_err().into_value().unwrap();
        of_device.set_pool(&of_device.default_pool().unwrap()).unwrap();
        drop(pool);
        // SAFETY: the default pool lives as long as the driver.
        let current = unsafe { of_device.pool() }.unwrap();
        assert_eq!(current.as_raw(), of_device.default_pool().unwrap().as_raw());
    });
}

#[test]
#[ignore = "run in a separate process: the threshold is that of the whole process"]
fn keeps_a_part_of_the_memory() {
    with_device(None, |device| {
        let of_device = device.context.device();
        let pool = of_device.default_pool().unwrap();
        assert_eq!(pool.release_threshold(), Ok(0));
        let part = of_device.total_memory().unwrap() as u64 / 8;
        let [small, large] = [part / 2, part * 2].map(|bytes| {
            drop(device.stream.alloc::<u8>(bytes as usize).unwrap());
            device.stream.synchronize().unwrap();
            pool.reserved().unwrap()
        });
        assert_eq!(pool.release_threshold(), Ok(part));
        assert!(small >= part / 2, "{small} bytes of {part} are kept");
        assert!(large <= part, "{large} bytes of {part} are kept");
        // Another choice is kept, also by later contexts.
        pool.set_release_threshold(1 << 20).unwrap();
        let other = of_device.create_context(ContextFlags::empty()).unwrap();
        drop(other.stream().unwrap().alloc::<u8>(100).unwrap());
        assert_eq!(pool.release_threshold(), Ok(1 << 20));
    });
}

#[test]
#[ignore = "run in a separate process: the threshold is that of the whole process"]
fn keeps_nothing_if_the_program_says_so() {
    with_device(None, |device| {
        let of_device = device.context.device();
        let pool = of_device.default_pool().unwrap();
        pool.set_release_threshold(0).unwrap();
        drop(device.stream.alloc::<u8>(64 << 20).unwrap());
        device.stream.synchronize().unwrap();
        assert_eq!((pool.release_threshold(), pool.reserved()), (Ok(0), Ok(0)));
    });
}

#[test]
fn the_default_pool_keeps_an_eighth_of_the_memory() {
    passes("pools::keeps_a_part_of_the_memory");
}

#[test]
fn the_default_pool_keeps_nothing_if_the_program_says_so() {
    passes("pools::keeps_nothing_if_the_program_says_so");
}

#[test]
fn a_device_allocates_from_its_current_pool() {
    passes("pools::sets_the_pool_of_the_device");
}

/// Runs an ignored test in a separate process.
fn passes(test: &str) {
    let mut command = process(test);
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"), "{text}");
}

on_every_driver! {
    fn a_dropped_pool_is_reused_with_default_settings(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        for _ in 0..3 {
            let pool = pool_of(&device, 192 << 20);
            let new = [pool.release_threshold(), pool.used(), pool.used_high()];
            assert_eq!(new, [Ok(0); 3]);
            assert!(pool.reuse_allow_opportunistic().unwrap());
            assert!(!pool.access(MemLocation::HOST).is_ok_and(|access| access != MemAccessFlags::NONE));
            pool.set_release_threshold(u64::MAX).unwrap();
            pool.set_reuse_allow_opportunistic(false).unwrap();
            // Few devices allow access by the host.
            let _ = pool.set_access(&[MemAccess::new(MemLocation::HOST, MemAccessFlags::READWRITE)]);
            let buffer = device.stream.alloc_from::<u8>(&pool, 1 << 20).unwrap();
            buffer.destroy().unwrap();
        }
        let other = pool_of(&device, 224 << 20);
        assert_eq!(instrument.calls(Symbol::cuMemPoolCreate), 2);
        drop((pool_of(&device, 192 << 20), other));
        assert_eq!(instrument.calls(Symbol::cuMemPoolCreate), 2);
        assert_eq!(instrument.calls(Symbol::cuMemPoolDestroy), 0);
        // SAFETY: no other thread uses streams in whose order its memory was freed.
        unsafe { pool_of(&device, 192 << 20).destroy() }.unwrap();
        assert_eq!(instrument.calls(Symbol::cuMemPoolDestroy), 1);
    }

    fn a_dropped_pool_is_not_reused_before_its_memory_is_freed(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let pool = pool_of(&device, 256 << 20);
        let buffer = device.stream.alloc_from::<u32>(&pool, 100).unwrap();
        let first = pool.as_raw();
        drop(pool);
        let second = pool_of(&device, 256 << 20);
        assert_ne!(second.as_raw(), first);
        device.stream.fill(&mut device.stream.alloc_from::<u32>(&second, 100).unwrap(), 1).unwrap();
        drop(buffer);
        device.stream.synchronize().unwrap();
        assert_eq!(pool_of(&device, 256 << 20).as_raw(), first);
        assert_eq!(instrument.calls(Symbol::cuMemPoolCreate), 2);
    }

    #[cfg(unix)]
    fn a_dropped_pool_that_can_be_exported_is_emptied_but_neither_reused_nor_destroyed(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let own_device = device.context.device();
        let exportable = cuda_driver::memory::HandleTypes::POSIX_FILE_DESCRIPTOR;
        let properties = PoolProperties::new(own_device).handle_types(exportable);
        let pool = device.driver.create_pool(&properties).unwrap();
        pool.set_release_threshold(u64::MAX).unwrap();
        let buffer = device.stream.alloc_from::<u8>(&pool, 1 << 20).unwrap();
        assert_ne!(pool.reserved(), Ok(0));
        buffer.destroy().unwrap();
        device.stream.synchronize().unwrap();
        // SAFETY: dropped pools are kept.
        let dropped = unsafe { MemoryPool::borrow_raw(own_device, pool.as_raw()) };
        drop(pool);
        assert_eq!([dropped.release_threshold(), dropped.reserved()], [Ok(0); 2]);
        let next = device.driver.create_pool(&properties).unwrap();
        assert_ne!(next.as_raw(), dropped.as_raw());
        assert_eq!(instrument.calls(Symbol::cuMemPoolCreate), 2);
        assert_eq!(instrument.calls(Symbol::cuMemPoolDestroy), 0);
        drop(next);
    }

    #[cfg(unix)]
    fn a_dropped_pool_that_can_be_exported_is_destroyed_if_nothing_was_allocated_from_it(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let exportable = cuda_driver::memory::HandleTypes::POSIX_FILE_DESCRIPTOR;
        let properties = PoolProperties::new(device.context.device()).handle_types(exportable);
        let pool = device.driver.create_pool(&properties).unwrap();
        drop(pool.export_descriptor().unwrap());
        drop(pool);
        assert_eq!(instrument.calls(Symbol::cuMemPoolDestroy), 1);
        let pool = device.driver.create_pool(&properties).unwrap();
        drop(device.stream.alloc_from::<u8>(&pool, 1 << 20).unwrap());
        device.stream.synchronize().unwrap();
        pool.reset_used_high().unwrap();
        drop(pool);
        assert_eq!(instrument.calls(Symbol::cuMemPoolDestroy), 1);
    }

    fn an_adopted_pool_is_destroyed_when_dropped(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let handle = pool_of(&device, 352 << 20).into_raw().unwrap();
        // SAFETY: it was given away; nothing was allocated from it.
        drop(unsafe { MemoryPool::from_raw(device.context.device(), handle) });
        assert_eq!(instrument.calls(Symbol::cuMemPoolDestroy), 1);
    }

    fn pools_that_cannot_be_reused_are_not_destroyed(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        for symbol in [Symbol::cuMemPoolSetAttribute, Symbol::cuMemPoolTrimTo] {
            let pool = pool_of(&device, 288 << 20);
            let handle = pool.as_raw();
            instrument.fail(symbol, 1, CUresult::CUDA_ERROR_UNKNOWN);
            drop(pool);
            assert_eq!(instrument.calls(Symbol::cuMemPoolDestroy), 0);
            let next = pool_of(&device, 288 << 20);
            assert_ne!(next.as_raw(), handle);
            // SAFETY: nothing was allocated from it.
            unsafe { next.destroy() }.unwrap();
            instrument.reset();
        }
        let first = pool_of(&device, 288 << 20);
        let handle = first.as_raw();
        drop(first);
        for symbol in [Symbol::cuMemPoolGetAttribute, Symbol::cuMemPoolSetAttribute] {
            instrument.fail(symbol, 1, CUresult::CUDA_ERROR_UNKNOWN);
            let other = pool_of(&device, 288 << 20);
            assert_ne!(other.as_raw(), handle);
            // SAFETY: nothing was allocated from it.
            unsafe { other.destroy() }.unwrap();
        }
        assert_eq!(pool_of(&device, 288 << 20).as_raw(), handle);
    }

    fn reuse_policies_are_set_one_by_one(device) {
        let pool = pool(device);
        set_both(
            || pool.reuse_follow_event_dependencies(),
            |expected| pool.set_reuse_follow_event_dependencies(expected),
        );
        set_both(
            || pool.reuse_allow_opportunistic(),
            |expected| pool.set_reuse_allow_opportunistic(expected),
        );
        set_both(
            || pool.reuse_allow_internal_dependencies(),
            |expected| pool.set_reuse_allow_internal_dependencies(expected),
        );
    }

    fn high_watermarks_stay_until_they_are_reset(device) {
        let pool = pool(device);
        assert_eq!([pool.used().unwrap(), pool.used_high().unwrap()], [0, 0]);
        assert_eq!([pool.reserved().unwrap(), pool.reserved_high().unwrap()], [0, 0]);
        let (small, large) = (
            device.stream.alloc_from::<u8>(&pool, 1 << 20).unwrap(),
            device.stream.alloc_from::<u8>(&pool, 8 << 20).unwrap(),
        );
        assert_eq!(pool.used().unwrap(), 9 << 20);
        assert!(pool.reserved().unwrap() >= 9 << 20);
        drop(large);
        device.stream.synchronize().unwrap();
        assert_eq!(pool.used().unwrap(), 1 << 20);
        assert_eq!(pool.used_high().unwrap(), 9 << 20);
        assert!(pool.reserved_high().unwrap() >= 9 << 20);
        pool.reset_used_high().unwrap();
        pool.reset_reserved_high().unwrap();
        assert_eq!(pool.used_high().unwrap(), 1 << 20);
        assert_eq!(pool.reserved_high().unwrap(), pool.reserved().unwrap());
        drop(small);
    }

    fn trimming_keeps_what_is_in_use(device) {
        let pool = pool(device);
        pool.set_release_threshold(u64::MAX).unwrap();
        let buffer = device.stream.upload(&[7u32; 1000]).unwrap();
        let mut used = device.stream.alloc_from::<u32>(&pool, 1000).unwrap();
        device.stream.copy(&buffer, &mut used).unwrap();
        drop(device.stream.alloc_from::<u8>(&pool, 256 << 20).unwrap());
        device.stream.synchronize().unwrap();
        let before = pool.reserved().unwrap();
        assert!(before >= 256 << 20, "the threshold keeps it");
        pool.trim(0).unwrap();
        let after = pool.reserved().unwrap();
        assert!(after < before && after >= pool.used().unwrap(), "{before} {after}");
        assert_eq!(used.to_vec().unwrap(), [7; 1000]);
    }

    fn freed_memory_is_reused_on_its_stream(device) {
        let pool = pool(device);
        pool.set_release_threshold(u64::MAX).unwrap();
        for _ in 0..20 {
            drop(device.stream.alloc_from::<u8>(&pool, 4 << 20).unwrap());
        }
        device.stream.synchronize().unwrap();
        assert!(pool.reserved_high().unwrap() < 80 << 20);
        assert_eq!(pool.used().unwrap(), 0);
    }

    fn a_pool_holds_no_more_than_its_maximum(device) {
        let properties = PoolProperties::new(device.context.device()).max_size(64 << 20);
        let pool = device.driver.create_pool(&properties).unwrap();
        drop(device.stream.alloc_from::<u8>(&pool, 16 << 20).unwrap());
        let error = device.stream.alloc_from::<u8>(&pool, 256 << 20).unwrap_err();
        assert!(matches!(error, Error::OutOfMemory(_)), "{error}");
    }

    fn a_pools_own_device_always_has_access(device) {
        let (pool, own) = (pool(device), device.context.device());
        assert_eq!(pool.access(own).unwrap(), MemAccessFlags::READWRITE);
        pool.set_access(&[]).unwrap();
        pool.set_access(&[MemAccess::new(own, MemAccessFlags::READWRITE)]).unwrap();
        let error = pool.set_access(&[MemAccess::new(own, MemAccessFlags::NONE)]).unwrap_err();
        assert_eq!(error.code(), ErrorCode::INVALID_DEVICE);
        assert_eq!(pool.access(own).unwrap(), MemAccessFlags::READWRITE);
    }

    fn a_pool_reports_its_properties_if_the_driver_is_new_enough(device) {
        let pool = pool(device);
        assert_eq!(pool.device(), Some(device.context.device()));
        match pool.allocation_type() {
            Ok(kind) => {
                assert_eq!(kind, MemAllocationType::PINNED);
                assert_eq!(pool.location().unwrap(), MemLocation::device(device.context.device()));
                assert!(pool.handle_types().unwrap().is_empty());
                assert_eq!(pool.max_size().unwrap(), 0);
                assert!(!pool.is_hw_decompress_enabled().unwrap());
            }
            Err(error) => assert_eq!(error.code(), ErrorCode::INVALID_VALUE),
        }
    }

    fn pools_at_invalid_locations_are_rejected(device) {
        for location in [MemLocation::host_numa(-1), MemLocation::host_numa(4000), MemLocation::NONE] {
            let refused = device.driver.create_pool(&PoolProperties::new(location));
            assert!(refused.is_err(), "{location:?}");
        }
    }

    fn host_pools_exist_where_supported(device) {
        let supported = DeviceAttribute::HOST_MEMORY_POOLS_SUPPORTED;
        if !device.context.device().attribute(supported).is_ok_and(|value| value != 0) {
            return;
        }
        let pool = device.driver.create_pool(&PoolProperties::new(MemLocation::HOST)).unwrap();
        assert_eq!(pool.device(), None);
        let access = MemAccess::new(device.context.device(), MemAccessFlags::READWRITE);
        pool.set_access(&[access]).unwrap();
        let mut buffer = device.stream.alloc_from::<u32>(&pool, 1000).unwrap();
        device.stream.fill(&mut buffer, 5).unwrap();
        device.stream.synchronize().unwrap();
        // SAFETY: it is host memory with that many elements, and the device is done with it.
        let elements = unsafe { core::slice::from_raw_parts(buffer.as_raw() as *const u32, 1000) };
        assert_eq!(elements, [5; 1000]);
    }

    fn pools_at_locations_need_a_driver_of_13(device) {
        let own_device = device.context.device();
        match device.driver.default_pool(own_device, MemAllocationType::PINNED) {
            Err(error) => {
                assert!(error.is_absent(), "{error}");
                assert!(error.to_string().contains("13.0"), "{error}");
            }
            Ok(pool) => {
                assert_eq!(pool.as_raw(), own_device.default_pool().unwrap().as_raw());
                // SAFETY: the default pool lives as long as the driver.
                let current = unsafe { device.driver.pool(own_device, MemAllocationType::PINNED) }.unwrap();
                device.driver.set_pool(own_device, MemAllocationType::PINNED, &current).unwrap();
                let of_the_host = device.driver.set_pool(MemLocation::HOST, MemAllocationType::PINNED, &current);
                assert!(of_the_host.is_err());
            }
        }
    }
}
