use cuda_driver::sys::CUdevice_attribute;
use cuda_driver::{DeviceAttribute, ErrorCode, Version};

use crate::device::on_every_driver;

on_every_driver! {
    fn an_ordinal_out_of_range_is_an_invalid_device(device) {
        let count = device.driver.device_count().unwrap();
        for ordinal in [count, 1_000_000, usize::MAX] {
            let error = device.driver.device(ordinal).unwrap_err();
            assert_eq!(error.result().unwrap().code(), ErrorCode::INVALID_DEVICE);
            assert!(error.to_string().starts_with(&format!("there is no device {ordinal}: the driver has {count}")), "{error}");
            assert!(error.to_string().contains("cuDeviceGet: CUDA_ERROR_INVALID_DEVICE (101)"), "{error}");
        }
    }

    fn a_device_tells_what_it_is(device) {
        let gpu = device.context.device();
        assert!(!gpu.name().unwrap().is_empty());
        assert!(gpu.total_memory().unwrap() > 1 << 20);
        assert!(gpu.compute_capability().unwrap().major >= 5);
        assert_eq!(gpu.attribute(DeviceAttribute::WARP_SIZE).unwrap(), 32);
        let uuid = gpu.uuid().unwrap();
        assert_ne!(uuid.0, [0; 16]);
        assert_eq!(uuid.to_string().len(), "GPU-01234567-89ab-cdef-0123-456789abcdef".len());
        assert_eq!(gpu.pci_bus_id().unwrap().matches(':').count(), 2);
    }

    fn an_unknown_attribute_is_an_error_that_names_the_call(device) {
        let error = device.context.device().attribute(DeviceAttribute::from_raw(CUdevice_attribute(1_000_000))).unwrap_err();
        assert_eq!(error.code(), ErrorCode::INVALID_VALUE);
        assert!(error.to_string().starts_with("cuDeviceGetAttribute: "), "{error}");
    }

    fn the_version_is_the_drivers_or_the_cap(device) {
        let version = device.driver.version();
        assert!(version >= Version::new(11, 4), "{version}");
        assert_eq!(device.driver.raw().table().version(), (version.major * 1000 + version.minor * 10) as i32);
    }
}
