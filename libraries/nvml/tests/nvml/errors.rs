use std::ptr::null;
use std::sync::atomic::{AtomicI32, Ordering};

use nvml::sys::{Symbol, nvmlDevice_t, nvmlReturn_t};
use nvml::{Error, Nvml, P2pCapability};

use crate::device::{driver_and_nvml, table};

#[test]
fn a_device_that_is_not_there_is_an_error_with_its_name() {
    let (_, nvml) = driver_and_nvml();
    let uuid = "GPU-00000000-0000-0000-0000-000000000000";
    let error = nvml.device_by_uuid(uuid).unwrap_err();
    assert!(error.is_not_found() && error.to_string().contains(uuid), "{error}");
    let error = nvml.device(999).unwrap_err();
    assert_eq!(error.status(), Some(nvmlReturn_t::NVML_ERROR_INVALID_ARGUMENT));
    assert!(error.to_string().contains("999"), "{error}");
    assert!(matches!(nvml.device_by_pci_bus_id("0\0"), Err(Error::Name(_))));
}

#[test]
fn a_function_that_is_missing_is_an_error_with_the_release_that_has_it() {
    let nvml = Nvml::from_table(table(&[
        (Symbol::nvmlDeviceGetModuleId, null()),
        (Symbol::nvmlDeviceGetTemperature, null()),
        (Symbol::nvmlDeviceGetMemoryInfo_v2, null()),
    ]));
    let device = nvml.unwrap().device(0).unwrap();
    let error = device.temperature().unwrap_err();
    assert!(error.is_not_supported());
    let expected = "this NVML has no nvmlDeviceGetTemperature: it is 13.";
    assert!(error.to_string().contains(expected), "{error}");
    // Drivers before 510 have no second version of it.
    let memory = device.memory_info().unwrap();
    assert_eq!((memory.reserved, memory.total), (None, memory.free + memory.used));
}

#[test]
fn nvml_without_a_driver_is_an_error_and_is_not_shut_down() {
    static CALLS: AtomicI32 = AtomicI32::new(0);
    unsafe extern "C" fn init() -> nvmlReturn_t {
        nvmlReturn_t::NVML_ERROR_DRIVER_NOT_LOADED
    }
    unsafe extern "C" fn shutdown() -> nvmlReturn_t {
        CALLS.fetch_add(1, Ordering::Relaxed);
        nvmlReturn_t::NVML_SUCCESS
    }
    let failing = table(&[
        (Symbol::nvmlInit_v2, init as *const _),
        (Symbol::nvmlShutdown, shutdown as *const _),
    ]);
    let error = Nvml::from_table(failing).unwrap_err();
    assert_eq!(error.status(), Some(nvmlReturn_t::NVML_ERROR_DRIVER_NOT_LOADED));
    assert_eq!(CALLS.load(Ordering::Relaxed), 0);
    let nvml = Nvml::from_table(table(&[(Symbol::nvmlShutdown, shutdown as *const _)])).unwrap();
    let device = nvml.device(0).unwrap();
    drop(nvml);
    assert_eq!(CALLS.load(Ordering::Relaxed), 0, "a device keeps it");
    drop(device);
    assert_eq!(CALLS.load(Ordering::Relaxed), 1);
}

#[test]
fn a_device_of_another_nvml_is_refused() {
    let of = || Nvml::from_table(table(&[])).unwrap();
    let (first, second) = (of().device(0).unwrap(), of().device(0).unwrap());
    assert!(matches!(first.common_ancestor(&second), Err(Error::OtherLibrary { .. })));
    let error = first.can_access_peer(&second, P2pCapability::Read).unwrap_err();
    assert!(matches!(error, Error::OtherLibrary { .. }), "{error}");
    assert_ne!(first, second);
}

#[test]
fn a_device_that_the_user_may_not_access_is_not_listed() {
    unsafe extern "C" fn two(count: *mut u32) -> nvmlReturn_t {
        // SAFETY: the caller passes a live number.
        unsafe { count.write(2) };
        nvmlReturn_t::NVML_SUCCESS
    }
    unsafe extern "C" fn second(index: u32, device: *mut nvmlDevice_t) -> nvmlReturn_t {
        if index == 0 {
            return nvmlReturn_t::NVML_ERROR_NO_PERMISSION;
        }
        // SAFETY: the caller passes a live handle.
        unsafe { device.write(std::ptr::without_provenance_mut(1)) };
        nvmlReturn_t::NVML_SUCCESS
    }
    let nvml = Nvml::from_table(table(&[
        (Symbol::nvmlDeviceGetCount_v2, two as *const _),
        (Symbol::nvmlDeviceGetHandleByIndex_v2, second as *const _),
    ]));
    assert_eq!(nvml.unwrap().devices().unwrap().len(), 1);
}
