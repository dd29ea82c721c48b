use std::time::Duration;

use nvml::{Clock, Error, EventTypes, P2pCapability};

use crate::device::driver_and_nvml;

#[test]
fn a_device_is_found_by_its_number_identifier_and_address() {
    let (_, nvml) = driver_and_nvml();
    let devices = nvml.devices().unwrap();
    assert!(!devices.is_empty());
    for device in &devices {
        assert_eq!(nvml.device(device.index().unwrap()).unwrap(), *device);
        assert_eq!(nvml.device_by_uuid(&device.uuid().unwrap()).unwrap(), *device);
        let pci = device.pci_info().unwrap();
        assert_eq!(nvml.device_by_pci_bus_id(&pci.bus_id).unwrap(), *device);
        assert_eq!(pci.device_id & 0xffff, 0x10de, "NVIDIA's");
        assert!(!device.name().unwrap().is_empty());
        assert_eq!(format!("{device:?}"), device.uuid().unwrap());
    }
}

#[test]
fn a_device_of_cuda_is_the_same_and_back() {
    let (driver, nvml) = driver_and_nvml();
    for device in driver.devices().unwrap() {
        let same = nvml.device_of(device).unwrap();
        assert_eq!(same.cuda(driver).unwrap(), device);
        assert_eq!(same.name().unwrap(), device.name().unwrap());
        assert_eq!(same.compute_capability().unwrap(), device.compute_capability().unwrap());
        let by_address = nvml.device_by_pci_bus_id(&device.pci_bus_id().unwrap()).unwrap();
        assert_eq!(by_address, same);
    }
}

#[test]
fn memory_is_known_without_a_context() {
    let (_, nvml) = driver_and_nvml();
    for device in nvml.devices().unwrap() {
        let memory = device.memory_info().unwrap();
        assert!(memory.total > 0 && memory.free <= memory.total, "{memory:?}");
        assert_eq!(memory.total, memory.free + memory.used + memory.reserved.unwrap_or(0));
    }
}

#[test]
fn releases_are_those_of_the_driver() {
    let (driver, nvml) = driver_and_nvml();
    assert_eq!(nvml.cuda_version().unwrap(), driver.version());
    let (version, driver_version) = (nvml.version().unwrap(), nvml.driver_version().unwrap());
    assert!(version.ends_with(&driver_version), "{version}, {driver_version}");
}

#[test]
fn what_a_device_measures_is_plausible_or_not_supported() {
    let (_, nvml) = driver_and_nvml();
    for device in nvml.devices().unwrap() {
        let within = |name: &str, value: Result<u64, Error>, most: u64| match value {
            Ok(value) => assert!(value <= most, "{name}: {value}"),
            Err(error) => assert!(error.is_not_supported(), "{name}: {error}"),
        };
        within("temperature", device.temperature().map(u64::from), 130);
        within("power", device.power_usage().map(u64::from), 3_000_000);
        within("power limit", device.power_limit().map(u64::from), 3_000_000);
        within("energy", device.total_energy(), u64::MAX >> 1);
        within("fan", device.fan_speed().map(u64::from), 200);
        within(
            "utilization",
            device.utilization().map(|rates| rates.gpu.max(rates.memory).into()),
            100,
        );
        within("state", device.performance_state().map(|state| state.unwrap_or(0).into()), 15);
        for clock in [Clock::Graphics, Clock::Sm, Clock::Memory, Clock::Video] {
            let most = device.max_clock(clock).map_or(100_000, u64::from);
            within("clock", device.clock(clock).map(u64::from), most);
        }
        within("lanes", device.pcie_link().map(|(_, lanes)| lanes.into()), 32);
        within("encoder", device.encoder_utilization().map(|(percent, _)| percent.into()), 100);
    }
}

#[test]
fn own_processes_are_listed_where_the_system_shows_them() {
    let (driver, nvml) = driver_and_nvml();
    let device = driver.device(0).unwrap();
    let context = device.primary_context().unwrap();
    for process in nvml.device_of(device).unwrap().compute_processes().unwrap() {
        assert!(process.pid > 0);
        assert!(process.gpu_instance_id.is_none(), "the device isn't divided");
    }
    drop(context);
}

#[test]
fn devices_reach_each_other_or_not() {
    let (_, nvml) = driver_and_nvml();
    let devices = nvml.devices().unwrap();
    for device in &devices {
        for link in device.nvlinks().unwrap() {
            assert!(link.version > 0, "{link:?}");
        }
        for other in devices.iter().filter(|other| *other != device) {
            device.can_access_peer(other, P2pCapability::Read).unwrap();
            match device.common_ancestor(other) {
                Ok(_) => {}
                Err(error) => assert!(error.is_not_supported(), "{error}"),
            }
        }
    }
}

#[test]
fn waiting_for_events_ends_after_the_time() {
    let (_, nvml) = driver_and_nvml();
    let mut events = match nvml.event_set() {
        Ok(events) => events,
        Err(error) => {
            assert!(error.is_not_supported(), "{error}");
            return;
        }
    };
    for device in nvml.devices().unwrap() {
        let types = device.supported_event_types().unwrap() & EventTypes::XID_CRITICAL_ERROR;
        events.register(&device, types).unwrap();
    }
    assert!(events.wait(Duration::from_millis(1)).unwrap().is_none());
}

#[test]
fn values_outlive_the_one_that_they_came_from() {
    let (_, nvml) = driver_and_nvml();
    let device = nvml.device(0).unwrap();
    drop(nvml);
    assert!(std::thread::spawn(move || device.memory_info().unwrap()).join().is_ok());
}
