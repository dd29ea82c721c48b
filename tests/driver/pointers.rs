//! Attributes of addresses.

use cuda_driver::{
    ErrorCode,
    memory::{HandleTypes, MemAccessFlags, MemoryType, PinnedFlags},
};

use crate::device::on_every_driver;

on_every_driver! {
    fn every_address_of_device_memory_has_its_attributes(device) {
        let buffer = device.stream.alloc_unpooled::<u8>(1000).unwrap();
        let inner = device.context.pointer(buffer.as_raw() + 100);
        assert_eq!(inner.memory_type().unwrap(), MemoryType::DEVICE);
        assert_eq!(inner.device_pointer().unwrap(), inner.address());
        assert_eq!(inner.range_start().unwrap(), buffer.as_raw());
        assert_eq!(inner.range_size().unwrap(), 1000);
        assert_eq!(inner.device_ordinal().unwrap(), device.context.device().as_raw());
        assert_eq!(inner.context().unwrap(), device.context.as_raw());
        assert!(!inner.is_managed().unwrap() && inner.is_mapped().unwrap());
        assert!(inner.is_legacy_ipc_capable().unwrap());
        assert_eq!(inner.allowed_handle_types().unwrap(), HandleTypes::empty());
        assert_eq!(inner.access_flags(&device.context).unwrap(), MemAccessFlags::READWRITE);
        assert!(inner.memory_pool().unwrap().is_null());
        assert_eq!(inner.host_pointer().unwrap_err().code(), ErrorCode::INVALID_VALUE);
        assert_eq!(device.context.address_range(inner.address()).unwrap(), (buffer.as_raw(), 1000));
        if let (Ok(start), Ok(size)) = (inner.mapping_start(), inner.mapping_size()) {
            assert!(start <= buffer.as_raw() && size >= 1000);
        }
        let other = device.stream.alloc_unpooled::<u8>(1000).unwrap();
        assert_ne!(device.context.pointer(other.as_raw()).buffer_id().unwrap(), inner.buffer_id().unwrap());
    }

    fn one_call_returns_several_attributes(device) {
        let pool = device.context.device().create_pool().unwrap();
        let buffer = device.stream.alloc_from::<u8>(&pool, 1000).unwrap();
        let attributes = device.context.pointer(buffer.as_raw() + 8).attributes().unwrap();
        assert_eq!(attributes.memory_type, Some(MemoryType::DEVICE));
        assert_eq!(attributes.device, Some(device.context.device()));
        assert_eq!(attributes.device_pointer, buffer.as_raw() + 8);
        assert_eq!(attributes.range_start, buffer.as_raw());
        assert!(attributes.range_size >= 1000);
        assert_eq!(attributes.memory_pool, pool.as_raw());
        assert!(attributes.host_pointer.is_null() && !attributes.is_managed);
        assert_ne!(attributes.buffer_id, 0);
    }

    fn pinned_memory_is_host_memory(device) {
        let pinned = device.context.pinned_with::<u32>(100, PinnedFlags::PORTABLE).unwrap();
        let address = pinned.as_ptr() as u64;
        let attributes = device.context.pointer(address).attributes().unwrap();
        assert_eq!(attributes.memory_type, Some(MemoryType::HOST));
        assert_eq!(attributes.host_pointer as u64, address);
        assert_eq!(attributes.device_pointer, pinned.device_pointer().unwrap());
        assert_eq!(device.context.pointer(address).host_pointer().unwrap() as u64, address);
    }

    fn an_address_unknown_to_the_driver_has_no_owner(device) {
        let local = 5u32;
        let pointer = device.context.pointer(&raw const local as u64);
        let attributes = pointer.attributes().unwrap();
        assert_eq!((attributes.memory_type, attributes.device), (None, None));
        assert_eq!((attributes.range_start, attributes.range_size, attributes.device_pointer), (0, 0, 0));
        assert_eq!(pointer.memory_type().unwrap_err().code(), ErrorCode::INVALID_VALUE);
        let nowhere = device.context.address_range(&raw const local as u64);
        assert!(nowhere.is_err());
    }

    fn synchronous_copies_can_be_made_to_wait(device) {
        let buffer = device.stream.alloc_unpooled::<u8>(1000).unwrap();
        let pointer = device.context.pointer(buffer.as_raw());
        for expected in [true, false] {
            pointer.set_sync_memops(expected).unwrap();
            assert_eq!(pointer.sync_memops().unwrap(), expected);
        }
        let local = 5u32;
        assert!(device.context.pointer(&raw const local as u64).set_sync_memops(true).is_err());
    }
}
