//! Managed memory: access by host and device, advice, attributes, and prefetches.

use cuda_driver::{
    DeviceAttribute, Error, ErrorCode, Launch,
    driver::Symbol,
    managed::{DiscardBatch, MemAttachFlags, MemoryAdvice, PrefetchBatch},
    memory::MemLocation,
    stream::wait_for_deferred,
};

use crate::costs::instrumented;
use crate::device::{TestDevice, on_every_driver};
use crate::kernels;

const LEN: usize = 1 << 20;

on_every_driver! {
    fn host_and_device_see_the_same_elements(device) {
        let mut memory = device.stream.alloc_managed::<u32>(LEN, MemAttachFlags::GLOBAL).unwrap();
        device.stream.fill(memory.as_slice_mut(), 3).unwrap();
        let host = memory.host_mut().unwrap();
        assert!(host.iter().all(|element| *element == 3));
        host[LEN - 1] = 4;
        let elements = memory.as_buffer().to_vec().unwrap();
        assert_eq!(elements[LEN - 2..], [3, 4]);
        let copy = device.stream.alloc::<u32>(LEN).and_then(|mut copy| {
            device.stream.copy(&memory, &mut copy)?;
            Ok(copy)
        });
        assert_eq!(copy.unwrap().to_vec().unwrap(), memory.host().unwrap());
        memory.into_buffer().destroy().unwrap();
        wait_for_deferred();
    }

    fn an_empty_allocation_makes_no_call(device) {
        let instrument = instrumented(device);
        let counted = TestDevice::new(instrument.table());
        instrument.reset();
        let mut none = counted.stream.alloc_managed::<u64>(0, MemAttachFlags::GLOBAL).unwrap();
        assert!(none.is_empty() && none.host().unwrap().is_empty() && none.host_mut().unwrap().is_empty());
        none.attach(MemAttachFlags::HOST).unwrap();
        counted.stream.prefetch::<u64>(&none, MemLocation::HOST).unwrap();
        drop(none);
        wait_for_deferred();
        assert_eq!(instrument.called(), []);
    }

    fn managed_memory_is_freed_once_after_its_work(device) {
        let instrument = instrumented(device);
        let counted = TestDevice::new(instrument.table());
        instrument.reset();
        let mut memory = counted.stream.alloc_managed::<u8>(LEN, MemAttachFlags::GLOBAL).unwrap();
        counted.stream.fill(memory.as_slice_mut(), 1).unwrap();
        drop(memory);
        wait_for_deferred();
        assert_eq!(instrument.calls(Symbol::cuMemAllocManaged), 1);
        assert_eq!(instrument.calls(Symbol::cuMemFree_v2), 1);
    }

    fn wrong_allocations_are_errors(device) {
        let error = device.stream.alloc_managed::<u64>(usize::MAX, MemAttachFlags::GLOBAL).unwrap_err();
        assert!(matches!(error, Error::TooLarge(_)), "{error}");
        let error = device.stream.alloc_managed::<u64>(8, MemAttachFlags::SINGLE).unwrap_err();
        assert_eq!(error.result().unwrap().code(), ErrorCode::INVALID_VALUE);
    }

    fn advice_is_reported_for_its_range(device) {
        let gpu = device.context.device();
        let memory = device.stream.alloc_managed::<u8>(8 * LEN, MemAttachFlags::GLOBAL).unwrap();
        let (all, half) = (memory.as_slice(), memory.as_slice().slice(..4 * LEN).unwrap());
        assert!(!all.is_read_mostly().unwrap());
        assert_eq!(all.preferred_location().unwrap(), None);
        assert_eq!(all.last_prefetch_location().unwrap(), None);
        assert_eq!(all.accessed_by().unwrap(), []);
        half.advise(MemoryAdvice::SET_READ_MOSTLY, gpu).unwrap();
        assert!(half.is_read_mostly().unwrap() && !all.is_read_mostly().unwrap());
        half.advise(MemoryAdvice::UNSET_READ_MOSTLY, gpu).unwrap();
        assert!(!half.is_read_mostly().unwrap());
        all.advise(MemoryAdvice::SET_PREFERRED_LOCATION, gpu).unwrap();
        assert_eq!(all.preferred_location().unwrap(), Some(MemLocation::device(gpu)));
        half.advise(MemoryAdvice::SET_PREFERRED_LOCATION, MemLocation::HOST).unwrap();
        assert_eq!(half.preferred_location().unwrap(), Some(MemLocation::HOST));
        assert_eq!(all.preferred_location().unwrap(), None, "not the same everywhere");
        all.advise(MemoryAdvice::SET_ACCESSED_BY, gpu).unwrap();
        assert_eq!(all.accessed_by().unwrap(), [MemLocation::device(gpu)]);
        half.advise(MemoryAdvice::UNSET_ACCESSED_BY, gpu).unwrap();
        assert_eq!(all.accessed_by().unwrap(), []);
    }

    fn advice_on_other_memory_is_rejected(device) {
        let memory = device.stream.alloc::<u8>(100).unwrap();
        let error = memory.as_slice().advise(MemoryAdvice::SET_READ_MOSTLY, MemLocation::HOST).unwrap_err();
        assert_eq!(error.code(), ErrorCode::INVALID_VALUE);
        assert_eq!(memory.as_slice().is_read_mostly().unwrap_err().code(), ErrorCode::INVALID_VALUE);
        let error = device.stream.prefetch::<u8>(&memory, MemLocation::HOST).unwrap_err();
        assert_eq!(error.result().unwrap().code(), ErrorCode::INVALID_VALUE);
    }

    fn a_prefetch_is_reported_and_keeps_the_contents(device) {
        let gpu = device.context.device();
        let mut memory = device.stream.alloc_managed::<u32>(LEN, MemAttachFlags::GLOBAL).unwrap();
        memory.host_mut().unwrap().fill(6);
        for place in [MemLocation::device(gpu), MemLocation::HOST] {
            device.stream.prefetch::<u32>(&memory, place).unwrap();
            device.stream.synchronize().unwrap();
            assert_eq!(memory.as_slice().last_prefetch_location().unwrap(), Some(place));
            assert!(memory.host().unwrap().iter().all(|element| *element == 6));
        }
        let other = device.context.stream().unwrap();
        assert_eq!(other.prefetch::<u32>(&memory, gpu).unwrap_err(), Error::OtherStream);
    }

    fn ranges_are_prefetched_by_one_call(device) {
        let gpu = device.context.device();
        let first = device.stream.alloc_managed::<u8>(4 * LEN, MemAttachFlags::GLOBAL).unwrap();
        let second = device.stream.alloc_managed::<u32>(LEN, MemAttachFlags::GLOBAL).unwrap();
        let mut batch = PrefetchBatch::new(&device.stream);
        batch.prefetch().unwrap();
        batch.push::<u8>(first.as_slice().slice(..2 * LEN).unwrap(), gpu).unwrap();
        batch.push::<u8>(first.as_slice().slice(2 * LEN..).unwrap(), gpu).unwrap();
        batch.push::<u32>(&second, MemLocation::HOST).unwrap();
        match batch.prefetch() {
            Err(error) => return assert!(error.is_absent(), "{error}"),
            Ok(()) => device.stream.synchronize().unwrap(),
        }
        assert_eq!(first.as_slice().last_prefetch_location().unwrap(), Some(MemLocation::device(gpu)));
        assert_eq!(second.as_slice().last_prefetch_location().unwrap(), Some(MemLocation::HOST));
    }

    fn discarded_memory_can_be_reused(device) {
        let gpu = device.context.device();
        let mut memory = device.stream.alloc_managed::<u32>(LEN, MemAttachFlags::GLOBAL).unwrap();
        memory.host_mut().unwrap().fill(1);
        let mut batch = DiscardBatch::new(&device.stream);
        batch.push::<u32>(&mut memory).unwrap();
        for result in [batch.discard(), batch.discard_and_prefetch(gpu)] {
            assert!(result.is_ok_and(|()| true) || device.driver.version() < cuda_driver::Version::new(13, 0));
        }
        device.stream.fill(memory.as_slice_mut(), 8).unwrap();
        let wrong: Vec<_> = memory.host().unwrap().iter().enumerate().filter(|(_, element)| **element != 8).collect();
        assert!(wrong.is_empty(), "{} elements, the first {:?}, the last {:?}", wrong.len(), wrong.first(), wrong.last());
    }

    fn memory_is_attached_to_streams(device) {
        let mut memory = device.stream.alloc_managed::<u32>(100, MemAttachFlags::HOST).unwrap();
        for flags in [MemAttachFlags::SINGLE, MemAttachFlags::HOST, MemAttachFlags::GLOBAL] {
            memory.attach(flags).unwrap();
        }
        let error = memory.attach(MemAttachFlags::from_raw(cuda_driver::sys::CUmemAttach_flags(8))).unwrap_err();
        assert_eq!(error.code(), ErrorCode::INVALID_VALUE);
        device.stream.fill(memory.as_slice_mut(), 2).unwrap();
        assert_eq!(memory.host().unwrap(), [2; 100]);
    }

    fn a_kernel_writes_what_the_host_reads(device) {
        let Some(saxpy) = kernels::kernel(&device.context, "saxpy") else { return };
        let alloc = || device.stream.alloc_managed::<f32>(1000, MemAttachFlags::GLOBAL).unwrap();
        let (mut x, mut y, mut out) = (alloc(), alloc(), alloc());
        x.host_mut().unwrap().fill(1.0);
        y.host_mut().unwrap().fill(2.0);
        let arguments = (2.0f32, x.as_slice(), y.as_slice(), out.as_slice_mut(), 1000usize);
        // SAFETY: saxpy(float a, const float *x, const float *y, float *out, size_t n), n elements each.
        unsafe { device.stream.launch(&saxpy, Launch::elements(1000, 128), arguments) }.unwrap();
        assert_eq!(out.host().unwrap(), [4.0; 1000]);
    }

    fn a_dma_buf_is_an_error_if_unsupported(device) {
        let gpu = device.context.device();
        if gpu.attribute(DeviceAttribute::DMA_BUF_SUPPORTED).is_ok_and(|supported| supported != 0) { return }
        let memory = device.stream.alloc_unpooled::<u8>(1 << 21).unwrap();
        #[cfg(unix)]
        // SAFETY: no export is made.
        unsafe { memory.as_slice().dma_buf(cuda_driver::memory::DmaBufFlags::empty()) }.unwrap_err();
        drop(memory);
    }
}
