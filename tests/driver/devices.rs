use cuda_driver::{
    DeviceAttribute, ErrorCode, Version,
    array::ArrayFormat,
    context::{ContextFlags, ExecAffinity, ExecAffinityType},
    device::AtomicOperation,
    sys::{CUatomicOperation, CUdevice_attribute},
};

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

    fn a_device_reports_its_properties(device) {
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

    fn a_device_is_found_by_its_pci_bus_id(device) {
        let gpu = device.context.device();
        let id = gpu.pci_bus_id().unwrap();
        assert_eq!(device.driver.device_by_pci_bus_id(&id).unwrap(), gpu);
        assert_eq!(device.driver.device_by_pci_bus_id(&id.to_lowercase()).unwrap(), gpu);
        let error = device.driver.device_by_pci_bus_id("ffff:ff:1f.0").unwrap_err();
        assert!(error.to_string().contains("cuDeviceGetByPCIBusId: "), "{error}");
        assert!(device.driver.device_by_pci_bus_id("0000\0").unwrap_err().to_string().contains("null byte"));
    }

    fn only_windows_has_luids(device) {
        let luid = device.context.device().luid();
        if cfg!(windows) {
            luid.unwrap();
        } else {
            assert_eq!(luid.unwrap_err().code(), ErrorCode::NOT_SUPPORTED);
        }
    }

    fn the_primary_context_has_a_state_and_flags(device) {
        let gpu = device.context.device();
        let state = gpu.primary_context_state().unwrap();
        assert!(state.is_active);
        gpu.set_primary_context_flags(state.flags).unwrap();
        let error = gpu.set_primary_context_flags(ContextFlags::SCHED_SPIN | ContextFlags::SCHED_YIELD).unwrap_err();
        assert_eq!(error.code(), ErrorCode::INVALID_VALUE);
        assert_eq!(gpu.primary_context_state().unwrap(), state);
    }

    fn textures_on_linear_memory_have_a_maximum_width(device) {
        let gpu = device.context.device();
        let one = gpu.texture_1d_linear_max_width(ArrayFormat::FLOAT, 1).unwrap();
        assert!(one >= 1 << 27, "{one}");
        assert!(gpu.texture_1d_linear_max_width(ArrayFormat::FLOAT, 4).unwrap() <= one);
    }

    fn atomic_operations_of_the_link_to_the_host_are_reported(device) {
        let gpu = device.context.device();
        let operations = [AtomicOperation::INTEGER_ADD, AtomicOperation::CAS];
        match gpu.host_atomic_capabilities(&operations) {
            Ok(capabilities) => assert_eq!(capabilities.len(), 2),
            Err(error) => {
                assert!(device.driver.version() < Version::new(13, 0), "{error}");
                assert!(error.to_string().contains("13.0"), "{error}");
                return;
            }
        }
        assert_eq!(gpu.host_atomic_capabilities(&[]).unwrap_err().code(), ErrorCode::INVALID_VALUE);
        let unknown = AtomicOperation::from_raw(CUatomicOperation(99));
        assert_eq!(gpu.host_atomic_capabilities(&[unknown]).unwrap_err().code(), ErrorCode::INVALID_VALUE);
    }

    fn execution_affinity_is_limited_only_where_supported(device) {
        let gpu = device.context.device();
        if gpu.supports_exec_affinity(ExecAffinityType::SM_COUNT).unwrap() {
            return cuda_rust::skip("the Multi-Process Service runs");
        }
        let limited = gpu.create_context_with_affinity(ContextFlags::empty(), ExecAffinity::SmCount(2));
        assert!(limited.is_err());
    }
}
