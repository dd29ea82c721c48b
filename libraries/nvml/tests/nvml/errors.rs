use std::ptr::null;
use std::sync::atomic::{AtomicI32, Ordering};

use nvml::sys::{Symbol, nvmlReturn_t};
use nvml::{Error, Nvml};

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
