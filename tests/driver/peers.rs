use std::ffi::c_int;
use std::process::Command;
use std::sync::OnceLock;

use cuda_driver::{
    DeviceAttribute, Error, ErrorCode, Version,
    device::{AtomicOperation, P2pAttribute},
    managed::MemAttachFlags,
    memory::{MemAccess, MemAccessFlags, MemLocation, MemoryPool, PoolProperties},
    sys::{CUdevice, CUdevice_attribute, CUresult, DriverTable},
    virtual_memory::{MemAllocationGranularity, PhysicalProperties},
};

use crate::device::{TestDevice, is_software, on_every_driver};

#[test]
fn software_devices_are_peers() {
    if !is_software() {
        return;
    }
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["peers::", "--skip", "software_devices_are_peers"]);
    let output = command.env("CUDA_SIM_DEVICES", "3").output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    assert!(text.contains("24 passed"), "{text}");
}

/// Returns the driver, with a last device that lacks concurrent access to managed memory.
fn with_a_device_without_concurrent_access(device: &TestDevice) -> &'static DriverTable {
    type Query = unsafe extern "C" fn(*mut c_int, CUdevice_attribute, CUdevice) -> CUresult;
    static ACTUAL: OnceLock<(Query, CUdevice)> = OnceLock::new();
    unsafe extern "C" fn query(
        value: *mut c_int,
        attribute: CUdevice_attribute,
        device: CUdevice,
    ) -> CUresult {
        let (actual, last) = *ACTUAL.get().unwrap();
        let concurrent = CUdevice_attribute::CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS;
        // SAFETY: the caller passes a place to write to.
        unsafe {
            let result = actual(value, attribute, device);
            if attribute == concurrent && device == last {
                value.write(0);
            }
            result
        }
    }
    let table = device.driver.raw().table();
    let last = device.driver.device_count().unwrap() - 1;
    let last = CUdevice::try_from(last).unwrap();
    ACTUAL.get_or_init(|| (table.cuDeviceGetAttribute.unwrap(), last));
    let mut table = table.capped(table.version());
    table.cuDeviceGetAttribute = Some(query);
    Box::leak(Box::new(table))
}

/// Returns another device than the test's; for the software device, [`software_devices_are_peers`] provides two.
fn another(device: &TestDevice) -> Option<cuda_driver::Device> {
    let devices = device.driver.devices().unwrap();
    let other = devices.into_iter().find(|other| *other != device.context.device());
    if other.is_none() && !is_software() {
        cuda_rust::skip("there is only one device");
    }
    other
}

/// Returns each two devices, in both orders.
fn pairs(device: &TestDevice) -> Vec<(cuda_driver::Device, cuda_driver::Device)> {
    let devices = device.driver.devices().unwrap();
    if another(device).is_none() {
        return Vec::new();
    }
    let pairs = devices.iter().flat_map(|&one| devices.iter().map(move |&other| (one, other)));
    pairs.filter(|(one, other)| one != other).collect()
}

on_every_driver! {
    fn a_device_is_not_its_own_peer(device) {
        let gpu = device.context.device();
        assert!(!gpu.can_access_peer(gpu).unwrap());
        let error = gpu.peer_attribute(gpu, P2pAttribute::ACCESS_SUPPORTED).unwrap_err();
        assert_eq!(error.code(), ErrorCode::INVALID_DEVICE);
        let error = gpu.peer_atomic_capabilities(gpu, &[AtomicOperation::INTEGER_ADD]).unwrap_err();
        if device.driver.version() < Version::new(13, 0) {
            assert!(error.to_string().contains("13.0"), "{error}");
        }
        let error = device.context.enable_peer_access(&device.context).unwrap_err();
        assert_eq!(error.code(), ErrorCode::PEER_ACCESS_UNSUPPORTED);
        let error = device.context.disable_peer_access(&device.context).unwrap_err();
        assert_eq!(error.code(), ErrorCode::PEER_ACCESS_NOT_ENABLED);
    }

    fn peer_access_is_enabled_and_disabled_once_in_each_direction(device) {
        for (gpu, other) in pairs(device) {
            if !gpu.can_access_peer(other).unwrap() {
                cuda_rust::skip("the devices aren't peers");
                continue;
            }
            assert_eq!(gpu.peer_attribute(other, P2pAttribute::ACCESS_SUPPORTED).unwrap(), 1);
            let peer = other.primary_context().unwrap();
            let context = gpu.create_context(Default::default()).unwrap();
            context.enable_peer_access(&peer).unwrap();
            let error = context.enable_peer_access(&peer).unwrap_err();
            assert_eq!(error.code(), ErrorCode::PEER_ACCESS_ALREADY_ENABLED);
            context.disable_peer_access(&peer).unwrap();
            let error = context.disable_peer_access(&peer).unwrap_err();
            assert_eq!(error.code(), ErrorCode::PEER_ACCESS_NOT_ENABLED);
        }
    }

    fn a_dropped_pool_keeps_access_until_its_memory_is_freed(device) {
        let gpu = device.context.device();
        let Some(other) = another(device) else { return };
        if !other.can_access_peer(gpu).unwrap() {
            return cuda_rust::skip("the devices aren't peers");
        }
        // Different from every other test's.
        let properties = PoolProperties::new(gpu).max_size(320 << 20);
        let pool = device.driver.create_pool(&properties).unwrap();
        let for_other = MemAccess::new(other, MemAccessFlags::READWRITE);
        pool.set_access(&[for_other]).unwrap();
        let buffer = device.stream.alloc_from::<u32>(&pool, 100).unwrap();
        // SAFETY: dropped pools are kept.
        let dropped = unsafe { MemoryPool::borrow_raw(gpu, pool.as_raw()) };
        drop(pool);
        assert_eq!(dropped.access(other), Ok(MemAccessFlags::READWRITE));
        drop(buffer);
        device.stream.synchronize().unwrap();
        let again = device.driver.create_pool(&properties).unwrap();
        assert_eq!(again.access(other), Ok(MemAccessFlags::NONE));
        // Part of it may be done even if the whole fails.
        let nowhere = MemAccess::new(MemLocation::host_numa(1 << 20), MemAccessFlags::READWRITE);
        again.set_access(&[for_other, nowhere]).unwrap_err();
        drop(again);
        let again = device.driver.create_pool(&properties).unwrap();
        assert_eq!(again.access(other), Ok(MemAccessFlags::NONE));
    }

    fn access_to_an_address_is_that_of_the_given_contexts_device(device) {
        let (gpu, Some(other)) = (device.context.device(), another(device)) else { return };
        let peer = other.primary_context().unwrap();
        let step = PhysicalProperties::new(gpu)
            .granularity(device.driver, MemAllocationGranularity::MINIMUM)
            .unwrap();
        let memory = gpu.create_memory(step).unwrap();
        let mut mapping = device.driver.reserve(step).unwrap().map(0, &memory).unwrap();
        mapping.set_access(gpu, MemAccessFlags::READWRITE).unwrap();
        for asking in [&device.context, &peer] {
            let pointer = asking.pointer(mapping.as_raw());
            assert_eq!(pointer.access_flags(&device.context), Ok(MemAccessFlags::READWRITE));
            assert_eq!(pointer.access_flags(&peer), Ok(MemAccessFlags::NONE));
        }
    }

    fn the_host_accesses_managed_memory_only_if_all_devices_allow_it(device) {
        if another(device).is_none() { return }
        let attribute = DeviceAttribute::CONCURRENT_MANAGED_ACCESS;
        if device.context.device().attribute(attribute).unwrap() == 0 {
            return cuda_rust::skip("the device has no concurrent access to managed memory");
        }
        let memory = device.stream.alloc_managed::<u32>(10, MemAttachFlags::GLOBAL).unwrap();
        memory.host().unwrap();
        let lacking = TestDevice::new(with_a_device_without_concurrent_access(device));
        let mut memory = lacking.stream.alloc_managed::<u32>(10, MemAttachFlags::GLOBAL).unwrap();
        assert_eq!(memory.host().unwrap_err(), Error::NoHostAccess);
        assert_eq!(memory.host_mut().unwrap_err(), Error::NoHostAccess);
    }

    fn copies_between_devices_work_in_each_direction(device) {
        for (gpu, other) in pairs(device) {
            let from = gpu.primary_context().unwrap().stream().unwrap();
            let stream = other.primary_context().unwrap().stream().unwrap();
            let numbers = [gpu.ordinal().unwrap(), other.ordinal().unwrap(), 7];
            let source = from.upload(&numbers).unwrap();
            let mut target = stream.alloc::<usize>(3).unwrap();
            stream.copy_peer(&source, &mut target).unwrap();
            assert_eq!(target.to_vec().unwrap(), numbers);
        }
    }
}
