//! Reserved addresses, physical memory, and mappings.

use cuda_driver::{
    DeviceAttribute, DeviceSlice, DeviceSliceMut, Error, ErrorCode,
    driver::Symbol,
    error::DestroyError,
    memory::{
        HandleTypes, MemAccessFlags, MemLocation, MemLocationType, MemoryType, PoolProperties,
    },
    stream::wait_for_deferred,
    virtual_memory::{
        MemAllocationGranularity, MulticastProperties, PhysicalMemory, PhysicalProperties,
    },
};

use crate::costs::instrumented;
use crate::device::{TestDevice, on_every_driver};
use crate::pairs;

/// Returns the granularity of memory.
fn granularity(device: &TestDevice) -> usize {
    PhysicalProperties::new(device.context.device())
        .granularity(device.driver, MemAllocationGranularity::MINIMUM)
        .unwrap()
}

/// Functions that create and destroy.
const PAIRS: [(Symbol, Symbol); 3] = [
    (Symbol::cuMemAddressReserve, Symbol::cuMemAddressFree),
    (Symbol::cuMemCreate, Symbol::cuMemRelease),
    (Symbol::cuMemMap, Symbol::cuMemUnmap),
];

on_every_driver! {
    fn memory_mapped_twice_is_the_same_memory(device) {
        let gpu = device.context.device();
        let step = granularity(device);
        let addresses = device.driver.reserve(2 * step).unwrap();
        let memory = gpu.create_memory(step).unwrap();
        let mut first = addresses.map(0, &memory).unwrap();
        let mut second = addresses.map(step, &memory).unwrap();
        for mapping in [&mut first, &mut second] {
            assert_eq!(mapping.access(gpu).unwrap(), MemAccessFlags::NONE);
            mapping.set_access(gpu, MemAccessFlags::READWRITE).unwrap();
            assert_eq!(mapping.access(gpu).unwrap(), MemAccessFlags::READWRITE);
        }
        assert_eq!(second.as_raw(), first.as_raw() + step as u64);
        let len = step / 4;
        // SAFETY: both are mapped until the end of the test, and used in the order of one stream.
        let (mut written, read) = unsafe {(
            DeviceSliceMut::<u32>::from_raw_parts(&device.stream, first.as_raw(), len),
            DeviceSlice::<u32>::from_raw_parts(&device.stream, second.as_raw(), len),
        )};
        device.stream.fill(&mut written, 7).unwrap();
        let mut found = vec![0; len];
        device.stream.download(read, &mut found).unwrap();
        assert!(found.iter().all(|element| *element == 7));
    }

    fn a_mapping_keeps_memory_and_addresses_alive(device) {
        let instrument = instrumented(device);
        let counted = TestDevice::new(instrument.table());
        let step = granularity(&counted);
        instrument.reset();
        let addresses = counted.driver.reserve(step).unwrap();
        let memory = counted.context.device().create_memory(step).unwrap();
        let mapping = addresses.map(0, &memory).unwrap();
        let memory = match memory.destroy() {
            Err(DestroyError::Shared(memory)) => memory,
            other => panic!("{other:?}"),
        };
        drop(memory);
        let addresses = addresses.destroy().unwrap_err().into_value().unwrap();
        drop(addresses.into_raw().unwrap_err());
        assert_eq!(instrument.calls(Symbol::cuMemRelease), 0);
        mapping.destroy().unwrap();
        for (make, destroy) in PAIRS {
            assert_eq!((instrument.calls(make), instrument.calls(destroy)), (1, 1), "{make}");
        }
    }

    fn handles_convert_to_raw_and_back(device) {
        let step = granularity(device);
        let memory = device.context.device().create_memory(step).unwrap();
        let addresses = device.driver.reserve(step).unwrap();
        let handle = memory.into_raw().unwrap();
        let pointer = addresses.into_raw().unwrap();
        // SAFETY: ownership was just released.
        let (memory, addresses) = unsafe {(
            PhysicalMemory::from_raw(device.driver, handle, step),
            cuda_driver::virtual_memory::Reservation::from_raw(device.driver, pointer, step),
        )};
        let mapping = addresses.map(0, &memory).unwrap();
        let again = PhysicalMemory::mapped_at(device.driver, mapping.as_raw(), step).unwrap();
        assert_eq!(again.as_raw(), memory.as_raw());
        drop((mapping, memory));
        again.destroy().unwrap();
        addresses.destroy().unwrap();
    }

    fn memory_with_a_wrong_size_is_not_mapped(device) {
        let step = granularity(device);
        let memory = device.context.device().create_memory(2 * step).unwrap();
        let addresses = device.driver.reserve(8 * step).unwrap();
        let mapping = addresses.map(0, &memory).unwrap();
        for bytes in [step, 3 * step, 4 * step] {
            let other = PhysicalMemory::mapped_at(device.driver, mapping.as_raw(), bytes).unwrap();
            // A driver may be able to map part of it some day.
            let code = addresses.map(2 * step, &other).unwrap_err().result().unwrap().code();
            assert!([ErrorCode::INVALID_VALUE, ErrorCode::NOT_SUPPORTED].contains(&code), "{bytes}: {code}");
        }
        let nothing = PhysicalMemory::mapped_at(device.driver, mapping.as_raw() + 4 * step as u64, step);
        assert_eq!(nothing.unwrap_err().code(), ErrorCode::INVALID_VALUE);
    }

    fn memory_reports_its_properties(device) {
        let gpu = device.context.device();
        let properties = PhysicalProperties::new(gpu).handle_types(HandleTypes::POSIX_FILE_DESCRIPTOR);
        let memory = device.driver.create_memory(granularity(device), &properties).unwrap();
        let found = memory.properties().unwrap();
        assert_eq!(found.location, MemLocation::device(gpu));
        assert_eq!(found.handle_types, HandleTypes::POSIX_FILE_DESCRIPTOR);
        assert!(!found.compressible);
    }

    fn host_memory_is_used_by_host_and_device(device) {
        let gpu = device.context.device();
        for location in [MemLocation::HOST, MemLocation::host_numa(0)] {
            let properties = PhysicalProperties::new(location);
            let step = properties.granularity(device.driver, MemAllocationGranularity::MINIMUM).unwrap();
            let memory = device.driver.create_memory(step, &properties).unwrap();
            // The host is then a NUMA node.
            assert_eq!(memory.properties().unwrap().location.location_type(), MemLocationType::HOST_NUMA);
            let mut mapping = device.driver.reserve(step).unwrap().map(0, &memory).unwrap();
            for place in [MemLocation::device(gpu), location] {
                mapping.set_access(place, MemAccessFlags::READWRITE).unwrap();
                assert_eq!(mapping.access(place).unwrap(), MemAccessFlags::READWRITE);
            }
            let address = mapping.as_raw();
            let attributes = device.context.pointer(address).attributes().unwrap();
            assert_eq!(attributes.memory_type, Some(MemoryType::HOST));
            // SAFETY: no other code uses the memory while the buffer lives.
            let mut buffer = unsafe { mapping.into_buffer::<u32>(&device.stream) };
            device.stream.fill(&mut buffer, 11).unwrap();
            device.stream.synchronize().unwrap();
            // SAFETY: the memory is the host's, which has access, and the device is done with it.
            let found = unsafe { core::slice::from_raw_parts(address as usize as *const u32, step / 4) };
            assert!(found.iter().all(|number| *number == 11));
        }
        let memory = gpu.create_memory(granularity(device)).unwrap();
        let mut mapping = device.driver.reserve(memory.bytes()).unwrap().map(0, &memory).unwrap();
        let error = mapping.set_access(MemLocation::HOST, MemAccessFlags::READWRITE).unwrap_err();
        assert_eq!(error.code(), ErrorCode::NOT_SUPPORTED);
    }

    fn a_wrong_size_is_an_error_that_names_the_step(device) {
        let step = granularity(device);
        for bytes in [0, 1000, step + 1] {
            let error = device.context.device().create_memory(bytes).unwrap_err();
            let Error::Granularity(known) = &error else { panic!("{error}") };
            assert_eq!((known.bytes, known.granularity), (bytes, step));
            assert_eq!(error.result().unwrap().code(), ErrorCode::INVALID_VALUE);
        }
    }

    fn mappings_that_do_not_fit_are_errors(device) {
        let step = granularity(device);
        let addresses = device.driver.reserve(2 * step).unwrap();
        let memory = device.context.device().create_memory(2 * step).unwrap();
        for offset in [step, usize::MAX] {
            let error = addresses.map(offset, &memory).unwrap_err();
            assert!(matches!(error, Error::OutOfReservation(_)), "{error}");
        }
        let mapping = addresses.map(0, &memory).unwrap();
        let error = addresses.map(0, &memory).unwrap_err();
        assert_eq!(error.result().unwrap().code(), ErrorCode::INVALID_VALUE);
        drop(mapping);
        addresses.map(0, &memory).unwrap();
    }

    fn an_array_grows_in_place(device) {
        let mut array = device.stream.growing::<u32>(100 << 20).unwrap();
        let address = array.as_raw();
        assert!(array.is_empty() && array.capacity() == 0);
        assert!(array.max_len() >= 100 << 20);
        array.grow_to(1000).unwrap();
        device.stream.upload_into(&[3; 1000], &mut array).unwrap();
        let capacity = array.capacity();
        for len in [capacity, capacity + 1, 3 * capacity] {
            array.grow_to(len).unwrap();
            assert_eq!((array.as_raw(), array.len()), (address, len));
        }
        // Across mappings that were created at different times.
        let mut all = array.as_slice_mut();
        device.stream.fill(all.slice_mut(capacity - 10..capacity + 10).unwrap(), 5).unwrap();
        let written = |range| array.as_buffer().slice(range).unwrap().to_vec().unwrap();
        assert_eq!(written(0..1000), [3; 1000]);
        assert_eq!(written(capacity - 10..capacity + 10), [5; 20]);
        array.grow_to(10).unwrap();
        assert_eq!(array.len(), 3 * capacity, "it never shrinks");
        let buffer = array.into_buffer();
        assert_eq!(buffer.slice(..1000).unwrap().to_vec().unwrap(), [3; 1000]);
        buffer.destroy().unwrap();
        wait_for_deferred();
    }

    fn an_array_that_cannot_grow_is_unchanged(device) {
        let mut array = device.stream.growing::<u64>(1).unwrap();
        array.grow_to(1).unwrap();
        device.stream.upload_into(&[9], &mut array).unwrap();
        let error = array.grow_to(array.max_len() + 1).unwrap_err();
        assert!(matches!(error, Error::OutOfReservation(_)), "{error}");
        assert!(matches!(array.grow_to(usize::MAX), Err(Error::TooLarge(_))));
        assert_eq!(array.as_buffer().to_vec().unwrap(), [9]);
        assert!(matches!(device.stream.growing::<u64>(usize::MAX), Err(Error::TooLarge(_))));
    }

    fn growing_makes_three_calls_and_leaks_nothing(device) {
        let instrument = instrumented(device);
        let counted = TestDevice::new(instrument.table());
        let mut array = counted.stream.growing::<u8>(64 << 20).unwrap();
        instrument.reset();
        array.grow_to(1).unwrap();
        assert_eq!(instrument.called(), [(Symbol::cuMemCreate, 1), (Symbol::cuMemMap, 1), (Symbol::cuMemSetAccess, 1)]);
        instrument.reset();
        array.grow_to(array.capacity()).unwrap();
        assert_eq!(instrument.called(), []);
        drop(array);
        wait_for_deferred();
        for (_, destroy) in PAIRS {
            assert_eq!(instrument.calls(destroy), 1, "{destroy}");
        }
    }

    fn each_call_of_growing_may_fail(device) {
        let instrument = instrumented(device);
        let counted = TestDevice::new(instrument.table());
        let grow = || -> Result<(), Error> {
            let mut array = counted.stream.growing::<u8>(8 << 20)?;
            array.grow_to(1)?;
            array.grow_to(array.capacity() + 1)
        };
        grow().unwrap();
        wait_for_deferred();
        for symbol in [
            Symbol::cuMemGetAllocationGranularity, Symbol::cuMemAddressReserve, Symbol::cuMemCreate, Symbol::cuMemMap,
            Symbol::cuMemSetAccess,
        ] {
            for nth in 1..=2 {
                instrument.reset();
                instrument.fail(symbol, nth, cuda_driver::sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY);
                let result = grow();
                wait_for_deferred();
                let failed = instrument.failed();
                assert_eq!(result.is_err(), failed.is_some(), "{symbol}, call {nth}");
                pairs::all_was_destroyed_once(&instrument, || format!("{symbol}, call {nth}"));
            }
        }
    }

    fn an_array_belongs_to_its_stream(device) {
        let other = device.context.stream().unwrap();
        let mut array = device.stream.growing::<u32>(100).unwrap();
        array.grow_to(100).unwrap();
        assert_eq!(other.fill(array.as_slice_mut(), 1).unwrap_err(), Error::OtherStream);
        array.move_to(&other).unwrap();
        other.fill(array.as_slice_mut(), 1).unwrap();
        assert_eq!(array.as_buffer().to_vec().unwrap(), [1; 100]);
    }

    fn multicast_objects_are_an_error_if_unsupported(device) {
        // On shared machines, creating such an object may not be allowed.
        let gpu = device.context.device();
        if gpu.attribute(DeviceAttribute::MULTICAST_SUPPORTED).is_ok_and(|supported| supported != 0) { return }
        let error = device.driver.create_multicast(&MulticastProperties::new(1, granularity(device))).unwrap_err();
        let error = error.result().unwrap();
        assert!(error.is_absent() || error.code() == ErrorCode::NOT_SUPPORTED, "{error}");
    }
}

#[cfg(target_os = "linux")]
mod descriptors {
    use std::io::Write;
    use std::os::fd::AsFd;

    use super::*;

    on_every_driver! {
        fn exported_memory_is_the_same_memory(device) {
            let gpu = device.context.device();
            let step = granularity(device);
            let properties = PhysicalProperties::new(gpu).handle_types(HandleTypes::POSIX_FILE_DESCRIPTOR);
            let memory = device.driver.create_memory(step, &properties).unwrap();
            let descriptor = memory.export_descriptor().unwrap();
            let imported = PhysicalMemory::import_descriptor(device.driver, descriptor.as_fd(), step).unwrap();
            drop(descriptor);
            let addresses = device.driver.reserve(2 * step).unwrap();
            let (mut first, mut second) = (addresses.map(0, &memory).unwrap(), addresses.map(step, &imported).unwrap());
            first.set_access(gpu, MemAccessFlags::READWRITE).unwrap();
            second.set_access(gpu, MemAccessFlags::READWRITE).unwrap();
            // SAFETY: the memory is only used through the first buffer after this buffer's work.
            let second = unsafe { second.into_buffer::<u32>(&device.stream) };
            // SAFETY: it is mapped until the end of the test.
            let mut first = unsafe { DeviceSliceMut::<u32>::from_raw_parts(&device.stream, first.as_raw(), step / 4) };
            device.stream.fill(&mut first, 11).unwrap();
            assert!(second.to_vec().unwrap().iter().all(|element| *element == 11));
            second.destroy().unwrap();
            wait_for_deferred();
        }

        fn exported_memory_is_neither_resized_nor_written_through_its_descriptor(device) {
            let gpu = device.context.device();
            let step = granularity(device);
            let properties = PhysicalProperties::new(gpu).handle_types(HandleTypes::POSIX_FILE_DESCRIPTOR);
            let memory = device.driver.create_memory(step, &properties).unwrap();
            let pool = PoolProperties::new(gpu).handle_types(HandleTypes::POSIX_FILE_DESCRIPTOR);
            let pool = device.driver.create_pool(&pool).unwrap();
            for descriptor in [memory.export_descriptor().unwrap(), pool.export_descriptor().unwrap()] {
                let file = std::fs::File::from(descriptor);
                for bytes in [0, 1, 1 << 40] {
                    file.set_len(bytes).unwrap_err();
                }
                (&file).write_all(&[1]).unwrap_err();
            }
        }

        fn memory_not_created_for_export_is_not_exported(device) {
            let memory = device.context.device().create_memory(granularity(device)).unwrap();
            memory.export_descriptor().unwrap_err();
            memory.export_fabric().unwrap_err();
        }

        fn a_descriptor_of_something_else_is_not_imported(device) {
            let null = std::fs::File::open("/dev/null").unwrap();
            PhysicalMemory::import_descriptor(device.driver, null.as_fd(), granularity(device)).unwrap_err();
        }
    }
}
