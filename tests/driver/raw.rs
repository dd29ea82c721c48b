use cuda_driver::{ErrorCode, sys::CUdevice_attribute};

use crate::device::on_every_driver;

on_every_driver! {
    fn every_function_can_be_called_by_its_own_name(device) {
        let raw = device.driver.raw();
        // SAFETY: the context is current, and all handles are its own.
        device.context.with_current(|| unsafe {
            let (free, total) = raw.cuMemGetInfo().unwrap();
            assert!(free <= total);
            let pointer = raw.cuMemAlloc(1024).unwrap();
            let (base, size) = raw.cuMemGetAddressRange(pointer).unwrap();
            assert_eq!((base, size), (pointer, 1024));
            raw.cuMemFree(pointer).unwrap();
            let warp = raw.cuDeviceGetAttribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_WARP_SIZE, device.context.device().as_raw());
            assert_eq!(warp, Ok(32));
        })
        .unwrap();
    }

    fn a_function_that_the_driver_lacks_is_an_error_that_names_the_version(device) {
        let raw = device.driver.raw();
        // Introduced in 13.1.
        // SAFETY: if the driver has the function, it rejects a null function.
        let result = unsafe { raw.cuKernelGetParamCount(core::ptr::null_mut()) };
        let error = result.unwrap_err();
        if raw.table().cuKernelGetParamCount.is_none() {
            assert_eq!(error.code(), ErrorCode::SHARED_OBJECT_SYMBOL_NOT_FOUND);
            assert!(error.is_absent());
            let since = error.call().since();
            let expected = format!("cuKernelGetParamCount needs a driver of {}.{} or newer, this is {}", since / 1000, since % 1000 / 10, device.driver.version());
            assert_eq!(error.to_string(), expected);
        }
    }
}
