use bytemuck::{Pod, Zeroable};
use cuda_driver::{
    DeviceBuffer, Element, Error, ErrorCode, driver::Symbol, memory::PinnedFlags, sys::CUresult,
};

use crate::costs::instrumented;
use crate::device::{TestDevice, on_every_driver};

#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
struct Point {
    x: f64,
    y: f32,
    id: u32,
}

fn round_trip<T: Element + PartialEq + std::fmt::Debug>(device: &TestDevice, elements: &[T]) {
    let buffer = device.stream.upload(elements).unwrap();
    assert_eq!(buffer.len(), elements.len());
    assert_eq!(buffer.to_vec().unwrap(), elements);
    buffer.destroy().unwrap();
}

fn filled<T: Element + PartialEq + std::fmt::Debug>(device: &TestDevice, value: T) {
    let mut buffer = device.stream.alloc_zeroed::<T>(1001).unwrap();
    device.stream.fill(buffer.slice_mut(1..1000).unwrap(), value).unwrap();
    let elements = buffer.to_vec().unwrap();
    assert!(elements[1..1000].iter().all(|e| *e == value), "{value:?}");
    assert_eq!([elements[0], elements[1000]], [T::zeroed(); 2], "{value:?} went beyond its slice");
}

on_every_driver! {
    fn elements_of_every_kind_are_unchanged_by_a_round_trip(device) {
        round_trip(device, &[1u8, 2, 255]);
        round_trip(device, &[-1i16; 1000]);
        round_trip(device, &[1.5f32, f32::INFINITY, -0.0]);
        round_trip(device, &[u64::MAX, 0]);
        round_trip(device, &[[1.0f64, 2.0, 3.0]]);
        round_trip(device, &[half::f16::from_f32(1.5), half::f16::MAX]);
        round_trip(device, &[Point { x: 1.0, y: 2.0, id: 3 }]);
    }

    fn every_size_of_element_can_be_filled(device) {
        filled(device, 0xa5u8);
        filled(device, 0x1234u16);
        filled(device, [1u8, 2, 3]);
        filled(device, 1.5f32);
        filled(device, [1u16, 2, 3]);
        filled(device, 0x0123_4567_89ab_cdefu64);
        filled(device, [7u8; 16]);
        filled(device, Point { x: 1.0, y: 2.0, id: 3 });
        filled(device, [1u8, 2, 3, 4, 5]);
    }

    fn memory_without_a_pool_is_freed_in_order(device) {
        let mut buffer = device.stream.alloc_unpooled::<u32>(1000).unwrap();
        device.stream.fill(&mut buffer, 7).unwrap();
        assert_eq!(buffer.to_vec().unwrap(), [7; 1000]);
        buffer.destroy().unwrap();
        assert_eq!(device.stream.alloc_unpooled::<u32>(0).unwrap().len(), 0);
        let error = device.stream.alloc_unpooled::<u64>(usize::MAX).unwrap_err();
        assert!(matches!(error, Error::TooLarge(_)), "{error}");
    }

    fn memory_without_a_pool_is_freed_immediately_by_destroy_and_later_by_drop(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let freed = || (instrument.calls(Symbol::cuMemFree_v2), instrument.calls(Symbol::cuMemFreeAsync));
        let (a, b) = (device.stream.alloc_unpooled::<u32>(10).unwrap(), device.stream.alloc_unpooled::<u32>(10).unwrap());
        a.destroy().unwrap();
        assert_eq!(freed(), (1, 0));
        drop(b);
        assert_eq!(freed(), (1, 1));
        device.stream.alloc::<u32>(10).unwrap().destroy().unwrap();
        assert_eq!(freed(), (1, 2));
    }

    fn empty_operations_make_no_calls(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        instrument.reset();
        let mut empty = device.stream.alloc::<f32>(0).unwrap();
        assert_eq!(empty.as_raw(), 0);
        device.stream.fill(&mut empty, 1.0).unwrap();
        let mut other = device.stream.alloc::<f32>(0).unwrap();
        device.stream.copy(&empty, &mut other).unwrap();
        drop((empty, other));
        drop(device.context.pinned::<u64>(0).unwrap());
        assert_eq!(instrument.called(), []);
        assert_eq!(device.stream.upload::<u8>(&[]).unwrap().to_vec().unwrap(), [0u8; 0]);
    }

    fn a_size_that_overflows_is_an_error_that_says_so(device) {
        for len in [usize::MAX, usize::MAX / 2, isize::MAX as usize / 4] {
            let error = device.stream.alloc::<u64>(len).unwrap_err();
            let Error::TooLarge(error) = error else { panic!("{error}") };
            assert_eq!((error.len, error.size), (len, 8));
            assert!(device.context.pinned::<u64>(len).is_err());
        }
        let error = device.stream.alloc::<u8>(1 << 50).unwrap_err();
        assert_eq!(error.result().unwrap().code(), ErrorCode::OUT_OF_MEMORY);
    }

    fn an_allocation_without_memory_tells_how_much_is_free(device) {
        const BYTES: usize = 1 << 50;
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let (stream, context) = (&device.stream, &device.context);
        let total = context.memory_info().unwrap().1;
        let mut growing = stream.growing::<u8>(64 << 20).unwrap();
        instrument.fail(Symbol::cuMemCreate, 1, CUresult::CUDA_ERROR_OUT_OF_MEMORY);
        let errors = [
            ("cuMemAllocAsync", BYTES, stream.alloc::<u8>(BYTES).unwrap_err()),
            ("cuMemAlloc", BYTES, stream.alloc_unpooled::<u8>(BYTES).unwrap_err()),
            ("cuMemAllocPitch", BYTES, stream.alloc_pitched::<u8>(1 << 20, 1 << 30).unwrap_err()),
            ("cuMemCreate", 64 << 20, growing.grow_to(64 << 20).unwrap_err()),
        ];
        for (call, bytes, error) in errors {
            let Error::OutOfMemory(inner) = &error else { panic!("{call}: {error}") };
            let (free, of) = inner.device_memory.unwrap();
            assert_eq!((inner.bytes, of), (bytes, total), "{call}");
            assert!(free > 0 && free <= total, "{call}: {free}");
            let start = format!("cannot allocate {bytes} bytes, with {free} of {total} bytes of device memory free: {call}");
            assert!(error.to_string().starts_with(&start), "{error}");
        }
        // Reads nothing of a device, because the memory isn't its alone.
        let error = context.pinned::<u8>(BYTES).unwrap_err();
        let Error::OutOfMemory(inner) = &error else { panic!("{error}") };
        assert_eq!(inner.device_memory, None);
        assert!(error.to_string().starts_with("cannot allocate 1125899906842624 bytes: cuMemHostAlloc"), "{error}");
    }

    fn an_error_of_an_allocation_needs_no_report_of_the_free_memory(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        instrument.reset();
        instrument.fail(Symbol::cuMemGetInfo_v2, 1, CUresult::CUDA_ERROR_INVALID_CONTEXT);
        let error = device.stream.alloc::<u8>(1 << 50).unwrap_err();
        assert_eq!(instrument.failed(), Some(Symbol::cuMemGetInfo_v2));
        assert!(error.to_string().starts_with("cannot allocate 1125899906842624 bytes: cuMemAllocAsync"), "{error}");
    }

    fn different_lengths_are_an_error_without_a_copy(device) {
        let mut buffer = device.stream.upload(&[1u32, 2, 3]).unwrap();
        let error = device.stream.upload_into(&[9, 9], &mut buffer).unwrap_err();
        assert!(matches!(&error, Error::Length(lens) if (lens.source_len, lens.target_len) == (2, 3)), "{error}");
        let mut host = [0; 4];
        let longer = device.stream.download(&buffer, &mut host).unwrap_err();
        assert!(matches!(&longer, Error::Length(lens) if (lens.source_len, lens.target_len) == (3, 4)), "{longer}");
        let mut other = device.stream.alloc::<u32>(2).unwrap();
        assert!(device.stream.copy(&buffer, &mut other).is_err());
        assert_eq!(buffer.to_vec().unwrap(), [1, 2, 3]);
        assert!(error.to_string().contains("2 elements to a target of 3"), "{error}");
    }

    fn debug_of_slices_names_the_element_type(device) {
        let mut buffer = device.stream.upload(&(0u32..10).collect::<Vec<_>>()).unwrap();
        let mut host = [0; 3];
        device.stream.download(buffer.slice(4..7).unwrap(), &mut host).unwrap();
        assert_eq!(host, [4, 5, 6]);
        assert_eq!(buffer.slice(4..7).unwrap().to_vec().unwrap(), [4, 5, 6]);
        assert!(buffer.slice(4..4).unwrap().to_vec().unwrap().is_empty());
        device.stream.upload_into(&[100, 101], buffer.slice_mut(8..).unwrap()).unwrap();
        let (mut low, high) = buffer.as_slice_mut().split_at_mut(5).unwrap();
        device.stream.copy(high, low.slice_mut(..).unwrap()).unwrap();
        assert_eq!(buffer.to_vec().unwrap(), [5, 6, 7, 100, 101, 5, 6, 7, 100, 101]);
        for error in [buffer.slice(4..11).unwrap_err(), buffer.slice(usize::MAX..).unwrap_err()] {
            assert!(matches!(&error, Error::OutOfRange(range) if range.len == 10), "{error}");
        }
        #[allow(clippy::reversed_empty_ranges)]
        let error = buffer.slice_mut(7..4).unwrap_err();
        assert_eq!(error.to_string(), "the range 7..4 is not within 10 elements");
        // As it was written.
        assert_eq!(buffer.slice(11..).unwrap_err().to_string(), "the range 11.. is not within 10 elements");
        assert_eq!(buffer.slice(..=10).unwrap_err().to_string(), "the range ..=10 is not within 10 elements");
        assert_eq!(buffer.slice(2..=10).unwrap_err().to_string(), "the range 2..=10 is not within 10 elements");
        assert!(buffer.slice(10..10).unwrap().is_empty());
    }

    fn a_buffer_of_another_stream_is_rejected_until_it_is_moved(device) {
        let other = device.context.stream().unwrap();
        let mut buffer = device.stream.upload(&[1u8, 2]).unwrap();
        let mut host = [0u8; 2];
        assert_eq!(other.download(&buffer, &mut host).unwrap_err(), Error::OtherStream);
        assert_eq!(other.fill(&mut buffer, 0).unwrap_err(), Error::OtherStream);
        assert_eq!(other.upload_into(&[3, 4], &mut buffer).unwrap_err(), Error::OtherStream);
        buffer.move_to(&other).unwrap();
        other.download(&buffer, &mut host).unwrap();
        assert_eq!(host, [1, 2]);
    }

    fn a_buffer_converts_to_a_raw_handle_and_back(device) {
        let pointer = device.stream.upload(&[1u16, 2, 3]).unwrap().into_raw().unwrap();
        // SAFETY: the memory holds three elements, was allocated on this stream, and no other code has it.
        let buffer = unsafe { DeviceBuffer::<u16>::from_raw(&device.stream, pointer, 3) };
        // SAFETY: the memory outlives the borrowed buffer.
        let borrowed = unsafe { DeviceBuffer::<u16>::borrow_raw(&device.stream, pointer, 2) };
        assert_eq!(borrowed.to_vec().unwrap(), [1, 2]);
        borrowed.destroy().unwrap();
        assert_eq!(buffer.to_vec().unwrap(), [1, 2, 3]);
        buffer.destroy().unwrap();
    }

    fn pinned_memory_is_a_zeroed_slice(device) {
        for flags in [PinnedFlags::empty(), PinnedFlags::PORTABLE | PinnedFlags::DEVICE_MAP, PinnedFlags::WRITE_COMBINED] {
            let mut pinned = device.context.pinned_with::<f64>(1000, flags).unwrap();
            assert_eq!(pinned.len(), 1000);
            assert!(pinned.iter().all(|x| *x == 0.0));
            pinned[999] = 1.5;
            assert_eq!(device.stream.upload(&pinned).unwrap().to_vec().unwrap()[999], 1.5);
            pinned.destroy().unwrap();
        }
        let mapped = device.context.pinned_with::<u32>(4, PinnedFlags::DEVICE_MAP).unwrap();
        assert_ne!(mapped.device_pointer().unwrap(), 0);
    }

    fn uninitialized_pinned_memory_is_one_allocation_and_becomes_what_is_written(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        instrument.reset();
        let written = device.context.pinned_uninit::<u32>(1000).unwrap().write_with(|at| at as u32 * 3);
        assert_eq!(instrument.calls(Symbol::cuMemHostAlloc), 1);
        assert!(written.iter().enumerate().all(|(at, x)| *x == at as u32 * 3));
        let uploaded = device.stream.upload(&written).unwrap();
        let copied = device.context.pinned_uninit_with::<u32>(1000, PinnedFlags::PORTABLE).unwrap();
        let refused = copied.write_copy_of_slice(&[1; 999]).expect_err("it is shorter");
        assert!(matches!(refused.error, Error::Length(_)), "{refused}");
        let copied = refused.memory.expect("the buffer comes back");
        assert_eq!(copied.write_copy_of_slice(&written).unwrap()[..], written[..]);
        let mut downloaded = device.context.pinned_uninit::<u32>(1000).unwrap();
        for place in downloaded.iter_mut() {
            place.write(1);
        }
        // SAFETY: all elements were written.
        let mut downloaded = unsafe { downloaded.assume_init() };
        device.stream.download(&uploaded, &mut downloaded).unwrap();
        assert_eq!(downloaded[..], written[..]);
        let before = instrument.calls(Symbol::cuMemFreeHost);
        downloaded.destroy().unwrap();
        assert_eq!(instrument.calls(Symbol::cuMemFreeHost), before + 1);
        let empty = device.context.pinned_uninit::<u32>(0).unwrap().write_with(|_| unreachable!());
        assert!(empty.is_empty());
        let huge = device.context.pinned_uninit::<u64>(usize::MAX).expect_err("no such memory");
        assert!(matches!(huge, Error::TooLarge(_)), "{huge}");
    }

    fn dropped_memory_is_returned(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        instrument.reset();
        for _ in 0..10 {
            drop(device.stream.alloc_zeroed::<u32>(1000).unwrap());
        }
        assert_eq!(instrument.calls(Symbol::cuMemAllocAsync), 10);
        assert_eq!(instrument.calls(Symbol::cuMemFreeAsync), 10);
    }
}
