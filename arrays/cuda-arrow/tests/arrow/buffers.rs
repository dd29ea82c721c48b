//! Buffers of the device and of the host.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cuda_arrow::arrow_array::Int32Array;
use cuda_arrow::arrow_buffer::ScalarBuffer;
use cuda_arrow::{Error, MemoryManager, OutOfRange};
use cuda_driver::{Stream, driver::Symbol, stream::wait_for_deferred, sys::CUresult};

use crate::device::on_every_driver;
use crate::instrumented;

fn bytes(len: usize) -> Vec<u8> {
    let mut random = fastrand::Rng::with_seed(len as u64);
    (0..len).map(|_| random.u8(..)).collect()
}

/// Returns the kind of an error, its start, length and available length, and its message.
fn out_of_range(error: Error) -> (OutOfRange, [usize; 3], String) {
    let text = error.to_string();
    let Error::OutOfRange { operation: kind, start, len, available } = error else {
        panic!("{error}")
    };
    (kind, [start, len, available], text)
}

on_every_driver! {
    fn a_failed_wait_for_one_reader_does_not_skip_the_others(device) {
        let (instrument, manager) = instrumented(device);
        let stream = || MemoryManager::new(&manager.context().stream().unwrap());
        let (first, second) = (stream(), stream());
        let buffer = manager.copy_from_host(&[1; 100]).unwrap();
        for (reader, kept) in [(&first, &second), (&second, &first)] {
            for nth in [1, 2] {
                drop(buffer.on(reader).unwrap());
                drop(buffer.on(kept).unwrap());
                let copy = manager.copy(&buffer).unwrap();
                drop(copy.on(reader).unwrap());
                let shared = copy.on(kept).unwrap();
                drop(copy);
                instrument.fail(Symbol::cuStreamWaitEvent, nth, CUresult::CUDA_ERROR_UNKNOWN);
                let Err(shared) = shared.into_mutable() else { panic!("it was not waited for") };
                instrument.reset();
                drop(shared);
                assert_eq!(instrument.calls(Symbol::cuStreamWaitEvent), 2);
            }
        }
    }

    fn an_allocation_is_counted_until_it_is_freed(device) {
        let manager = MemoryManager::new(&device.stream);
        let clone = manager.clone();
        let other = MemoryManager::new(&device.stream);
        let a = manager.allocate(1000).unwrap();
        let b = clone.allocate_shareable(24).unwrap().freeze();
        let c = manager.copy_from_host(&[1; 100]).unwrap();
        let d = manager.copy(&c).unwrap();
        assert_eq!((manager.bytes_allocated(), other.bytes_allocated()), (1224, 0));
        let slice = c.slice(10..20).unwrap();
        drop(c);
        assert_eq!(manager.bytes_allocated(), 1224);
        drop((slice, a, d));
        assert_eq!(manager.bytes_allocated(), 24);
        // SAFETY: the memory belongs to `b`, which lives longer.
        let foreign = unsafe { manager.foreign(b.as_raw(), 24, ()) }.unwrap();
        assert_eq!(manager.bytes_allocated(), 24);
        drop(foreign);
        b.destroy().unwrap();
        assert_eq!(clone.bytes_allocated(), 0);
        let pinned = manager.pinned(300).unwrap();
        assert_eq!((manager.host_bytes_allocated(), manager.bytes_allocated()), (300, 0));
        let frozen = pinned.freeze();
        assert_eq!(clone.host_bytes_allocated(), 300);
        drop(frozen);
        assert_eq!(clone.host_bytes_allocated(), 0);
    }

    fn an_empty_buffer_makes_no_call(device) {
        let (instrument, manager) = instrumented(device);
        instrument.reset();
        let empty = manager.allocate(0).unwrap();
        assert_eq!((empty.len(), empty.as_raw()), (0, 0));
        let mut other = manager.allocate_shareable(0).unwrap();
        other.upload_into(0, &[]).unwrap();
        other.copy_from(0, &empty.freeze()).unwrap();
        let other = other.freeze();
        let copy = manager.copy_from_host(&[]).unwrap();
        assert!(other.equals(&copy).unwrap());
        assert!(other.slice(..).unwrap().is_empty());
        assert!(other.to_host().unwrap().is_empty());
        drop((other, copy));
        assert_eq!(instrument.called(), []);
        assert_eq!(manager.pinned(0).unwrap().len(), 0);
    }

    fn a_slice_keeps_the_memory(device) {
        let manager = MemoryManager::new(&device.stream);
        let data = bytes(1000);
        let whole = manager.copy_from_host(&data).unwrap();
        let part = whole.slice(100..300).unwrap().slice(50..).unwrap();
        assert!(part.same_allocation(&whole));
        assert_eq!(part.as_raw(), whole.as_raw() + 150);
        assert!(!part.same_allocation(&manager.copy(&whole).unwrap()));
        drop(whole);
        assert_eq!(manager.bytes_allocated(), 1000);
        assert_eq!(part.to_host().unwrap().as_slice(), &data[150..300]);
        let hex: String = data[150..160].iter().map(|byte| format!("{byte:02X}")).collect();
        assert_eq!(part.slice(..10).unwrap().hex().unwrap(), hex);
        drop(part);
        assert_eq!(manager.bytes_allocated(), 0);
    }

    fn slices_clamp_only_on_request(device) {
        let manager = MemoryManager::new(&device.stream);
        let buffer = manager.copy_from_host(&bytes(100)).unwrap();
        assert_eq!(buffer.slice_clamped(90, 1000).unwrap().len(), 10);
        assert_eq!(buffer.slice_clamped(99, usize::MAX).unwrap().len(), 1);
        let (kind, numbers, text) = out_of_range(buffer.slice_clamped(100, 0).unwrap_err());
        assert_eq!((kind, numbers), (OutOfRange::Offset, [100, 0, 100]));
        assert!(text.starts_with("offset argument is out-of-range"), "{text}");
        assert_eq!(buffer.slice(100..).unwrap().len(), 0);
        let (kind, numbers, text) = out_of_range(buffer.slice(90..101).unwrap_err());
        assert_eq!((kind, numbers), (OutOfRange::Slice, [90, 11, 10]));
        assert!(text.starts_with("requested larger slice than available in device buffer"), "{text}");
        assert_eq!(out_of_range(buffer.slice(101..).unwrap_err()).0, OutOfRange::Offset);
        #[expect(clippy::reversed_empty_ranges)]
        let backwards = buffer.slice(7..3);
        let (kind, numbers, text) = out_of_range(backwards.unwrap_err());
        assert_eq!((kind, numbers), (OutOfRange::Reversed, [7, 0, 93]));
        assert!(text.starts_with("the range ends before it starts"), "{text}");
        out_of_range(buffer.slice(0..=usize::MAX).unwrap_err());
        let empty = manager.allocate(0).unwrap().freeze();
        assert_eq!(empty.slice_clamped(0, 10).unwrap().len(), 0);
        out_of_range(empty.slice_clamped(1, 0).unwrap_err());
    }

    fn copies_clamp_only_on_request(device) {
        let (instrument, manager) = instrumented(device);
        let data = bytes(100);
        let source = manager.copy_from_host(&data).unwrap();
        let (mut short, mut long) = ([7; 30], [7; 120]);
        assert_eq!(source.download_clamped(10, &mut short).unwrap(), 30);
        assert_eq!(short[..], data[10..40]);
        assert_eq!(source.download_clamped(10, &mut long).unwrap(), 90);
        assert_eq!((&long[..90], &long[90..]), (&data[10..], &[7; 30][..]));
        let mut target = manager.allocate(50).unwrap();
        assert_eq!(target.upload_clamped(0, &data).unwrap(), 50);
        assert_eq!(target.upload_clamped(48, &data[60..70]).unwrap(), 2);
        assert_eq!(target.copy_clamped(20, &source).unwrap(), 30);
        assert_eq!(target.copy_clamped(0, &source.slice(90..).unwrap()).unwrap(), 10);
        // At the end, nothing is left, and no call is made.
        instrument.reset();
        assert_eq!(source.download_clamped(100, &mut short).unwrap(), 0);
        assert_eq!((target.upload_clamped(50, &data).unwrap(), target.copy_clamped(50, &source).unwrap()), (0, 0));
        assert_eq!(instrument.called(), []);
        let errors = [
            source.download_clamped(101, &mut short).unwrap_err(),
            target.upload_clamped(51, &data).unwrap_err(),
            target.copy_clamped(51, &source).unwrap_err(),
        ];
        for error in errors {
            assert_eq!(out_of_range(error).0, OutOfRange::Position);
        }
        let expected = [&data[90..], &data[10..20], &data[..30]].concat();
        assert_eq!(target.freeze().to_host().unwrap().as_slice(), expected);
    }

    fn memory_of_the_caller_gets_the_bytes(device) {
        let manager = MemoryManager::new(&device.stream);
        let data = bytes(100);
        let buffer = manager.copy_from_host(&data).unwrap();
        let vec = buffer.to_host_in(|len| Ok(Vec::from_iter((0..len + 3).map(|_| 7)))).unwrap();
        assert_eq!((&vec[..100], &vec[100..]), (&data[..], &[7; 3][..]));
        let (kind, numbers, _) = out_of_range(buffer.to_host_in(|_| Ok(vec![0; 99])).unwrap_err());
        assert_eq!((kind, numbers), (OutOfRange::Host, [0, 100, 99]));
        let full = |len: usize| Err::<Vec<u8>, _>(Error::OutOfRange { operation: OutOfRange::Host, start: 0, len, available: 0 });
        assert_eq!(out_of_range(buffer.to_host_in(full).unwrap_err()).1, [0, 100, 0]);
        assert!(buffer.slice(..0).unwrap().to_host_in(|len| Ok(vec![0; len])).unwrap().is_empty());
    }

    fn a_part_knows_the_whole(device) {
        let manager = MemoryManager::new(&device.stream);
        let whole = manager.copy_from_host(&bytes(100)).unwrap();
        assert!(whole.parent().is_none() && whole.slice(..).unwrap().parent().is_none());
        for part in [10..20, 0..99, 1..100, 100..100] {
            let part = whole.slice(part).unwrap().slice(..).unwrap();
            let parent = part.parent().unwrap();
            assert_eq!((parent.as_raw(), parent.len()), (whole.as_raw(), 100));
            assert!(parent.same_allocation(&whole) && parent.parent().is_none());
        }
        let part = whole.slice(50..60).unwrap();
        drop(whole);
        assert_eq!(part.parent().unwrap().slice(50..60).unwrap().as_raw(), part.as_raw());
        assert!(manager.allocate(0).unwrap().freeze().parent().is_none());
    }

    fn a_copy_out_of_either_range_is_rejected(device) {
        let manager = MemoryManager::new(&device.stream);
        let data = bytes(100);
        let source = manager.copy_from_host(&data).unwrap();
        let mut target = manager.allocate(50).unwrap();
        target.upload_into(0, &[7; 50]).unwrap();

        let check = |error: Result<(), Error>, kind, numbers, begins: &str| {
            let (found, values, text) = out_of_range(error.unwrap_err());
            assert_eq!((found, values), (kind, numbers), "{text}");
            assert!(text.starts_with(begins), "{text}");
            for number in numbers {
                assert!(text.contains(&number.to_string()), "{text}");
            }
        };
        let position = "position argument is out-of-range";
        let in_device = "requested more to copy than available in device buffer";
        check(target.upload_into(51, &[0]), OutOfRange::Position, [51, 1, 50], position);
        check(target.upload_into(41, &[0; 10]), OutOfRange::Target, [41, 10, 9], in_device);
        check(target.copy_from(51, &source), OutOfRange::Position, [51, 100, 50], position);
        check(target.copy_from(0, &source), OutOfRange::Target, [0, 100, 50], in_device);
        check(target.upload_into(usize::MAX, &[0]), OutOfRange::Position, [usize::MAX, 1, 50], position);
        let mut host = [0; 20];
        check(source.download_into(101.., &mut host), OutOfRange::Position, [101, 0, 100], position);
        let from_device = "requested more to copy than available from device buffer";
        check(source.download_into(95..105, &mut host), OutOfRange::Source, [95, 10, 5], from_device);
        let host_full = "requested copy does not fit into host buffer";
        check(source.download_into(10..31, &mut host), OutOfRange::Host, [10, 21, 20], host_full);
        check(target.download_into(10..31, &mut host), OutOfRange::Host, [10, 21, 20], host_full);

        // Nothing was written so far.
        let mut all = [0; 50];
        target.download_into(.., &mut all).unwrap();
        assert_eq!(all, [7; 50]);
        target.copy_from(40, &source.slice(90..).unwrap()).unwrap();
        target.upload_into(50, &[]).unwrap();
        target.upload_into(5, &[1, 2, 3]).unwrap();
        let target = target.freeze();
        assert_eq!(target.to_host().unwrap()[40..], data[90..]);
        assert_eq!(target.to_host().unwrap()[..9], [7, 7, 7, 7, 7, 1, 2, 3, 7]);
        source.download_into(10..25, &mut host).unwrap();
        assert_eq!((&host[..15], &host[15..]), (&data[10..25], &[0; 5][..]));
    }

    fn writing_needs_a_unique_reference(device) {
        let manager = MemoryManager::new(&device.stream);
        let buffer = manager.copy_from_host(&bytes(10)).unwrap();
        let slice = buffer.slice(2..4).unwrap();
        let buffer = buffer.into_mutable().unwrap_err();
        drop(slice);
        let mut buffer = buffer.into_mutable().unwrap();
        buffer.upload_into(0, &[9]).unwrap();
        let buffer = buffer.freeze();
        assert_eq!(buffer.to_host().unwrap()[0], 9);
        // Shared memory isn't written.
        // SAFETY: the memory lives longer.
        let foreign = unsafe { manager.foreign(buffer.as_raw(), 10, buffer.clone()) }.unwrap();
        foreign.into_mutable().unwrap_err();
    }

    fn buffers_are_compared_on_the_device(device) {
        let (instrument, manager) = instrumented(device);
        for (len, begin) in [(1, 0), (15, 1), (16, 0), (17, 3), (16384, 0), (16385, 16), (100_000, 7), (100_000, 32)] {
            let data = bytes(len + begin);
            let a = manager.copy_from_host(&data).unwrap().slice(begin..).unwrap();
            let b = manager.copy_from_host(&data).unwrap().slice(begin..).unwrap();
            assert!(a.equals(&b).unwrap(), "{len} {begin}");
            for at in [0, len / 2, len - 1] {
                let mut other = data.clone();
                other[begin + at] ^= 0x10;
                let other = manager.copy_from_host(&other).unwrap().slice(begin..).unwrap();
                assert!(!a.equals(&other).unwrap(), "{len} {begin} {at}");
            }
        }
        let a = manager.copy_from_host(&bytes(1000)).unwrap();
        let shorter = a.slice(1..).unwrap();
        instrument.reset();
        assert!(!a.equals(&shorter).unwrap());
        assert!(a.equals(&a.clone()).unwrap());
        assert_eq!(instrument.all_calls(), 0);
        let b = manager.copy(&a).unwrap();
        device.context.with_current(|| {
            instrument.reset();
            assert!(a.equals(&b).unwrap());
            assert_eq!(instrument.calls(Symbol::cuLaunchKernel), 1);
            assert_eq!(instrument.calls(Symbol::cuMemcpyDtoHAsync_v2), 1);
        }).unwrap();
        let stream = manager.context().stream().unwrap();
        let elsewhere = MemoryManager::new(&stream).copy_from_host(&bytes(1000)).unwrap();
        assert!(a.equals(&elsewhere).unwrap());
    }

    fn a_foreign_buffer_keeps_its_owner(device) {
        struct Owner(Arc<AtomicBool>);
        impl Drop for Owner {
            fn drop(&mut self) {
                self.0.store(true, Ordering::SeqCst);
            }
        }
        let manager = MemoryManager::new(&device.stream);
        let memory = manager.copy_from_host(&bytes(100)).unwrap();
        let dropped = Arc::new(AtomicBool::new(false));
        // SAFETY: the memory lives longer, and isn't written.
        let foreign = unsafe { manager.foreign(memory.as_raw(), 100, Owner(dropped.clone())) }.unwrap();
        let part = foreign.slice(10..20).unwrap();
        drop(foreign);
        manager.stream().synchronize().unwrap();
        wait_for_deferred();
        assert!(!dropped.load(Ordering::SeqCst));
        assert_eq!(part.to_host().unwrap().as_slice(), &bytes(100)[10..20]);
        drop(part);
        manager.stream().synchronize().unwrap();
        wait_for_deferred();
        assert!(dropped.load(Ordering::SeqCst));
        // An unknown address is refused.
        // SAFETY: the address is invalid, and is refused.
        let error = unsafe { manager.foreign(0x10, 5, ()) }.unwrap_err();
        assert!(error.to_string().contains("the address 0x10: cu") && error.driver().is_some(), "{error}");
    }

    fn pinned_memory_becomes_an_arrow_buffer_without_a_copy(device) {
        let manager = MemoryManager::new(&device.stream);
        let mut pinned = manager.pinned(40).unwrap();
        assert!(pinned.iter().all(|byte| *byte == 0));
        for (at, number) in pinned.chunks_mut(4).enumerate() {
            number.copy_from_slice(&(at as i32).to_le_bytes());
        }
        let address = pinned.as_ptr();
        let frozen = pinned.freeze();
        assert_eq!((frozen.as_ptr(), frozen.len()), (address, 40));
        let array = Int32Array::new(ScalarBuffer::new(frozen, 0, 10), None);
        assert_eq!(array.slice(3, 2).values(), &[3, 4]);
        drop(array);
        assert_eq!(manager.host_bytes_allocated(), 0);

        let mut pinned = manager.pinned(3).unwrap();
        pinned.copy_from_slice(&[1, 2, 3]);
        let mut mapped = pinned.on_device().unwrap();
        mapped.upload_into(1, &[9]).unwrap();
        assert_eq!(mapped.freeze().to_host().unwrap().as_slice(), [1, 9, 3]);
    }

    fn a_borrowed_stream_is_not_called_after_its_last_buffer(device) {
        let (instrument, device) = device.instrumented();
        let manager = MemoryManager::new(&device.stream);
        let buffer = manager.copy_from_host(&[1, 2, 3]).unwrap();
        let handle = device.context.stream().unwrap().into_raw().unwrap();
        // SAFETY: the stream is destroyed after the value and its clones are dropped.
        let other = MemoryManager::new(&unsafe { Stream::borrow_raw(&device.context, handle) });
        let there = buffer.on(&other).unwrap();
        assert_eq!(there.to_host().unwrap().as_slice(), [1, 2, 3]);
        drop((there, other));
        let raw = device.context.driver().raw();
        // SAFETY: nothing uses it any more.
        device.context.with_current(|| unsafe { raw.cuStreamDestroy(handle) }).unwrap().unwrap();
        instrument.reset();
        drop(buffer);
        let called = instrument.called();
        assert_eq!((instrument.successes(Symbol::cuMemFreeAsync), instrument.calls(Symbol::cuEventRecord)), (1, 0), "{called:?}");
        assert_eq!((instrument.calls(Symbol::cuStreamIsCapturing), manager.bytes_allocated()), (0, 0), "{called:?}");
    }

    fn a_buffer_is_shared_with_another_stream_and_copied_to_another_manager(device) {
        let manager = MemoryManager::new(&device.stream);
        let other = MemoryManager::new(&device.context.stream().unwrap());
        let data = bytes(1000);
        let buffer = manager.copy_from_host(&data).unwrap();
        let there = buffer.on(&other).unwrap();
        assert_eq!((there.manager(), there.as_raw()), (&other, buffer.as_raw()));
        drop(buffer);
        assert_eq!(there.to_host().unwrap().as_slice(), &data[..]);
        assert_eq!((manager.bytes_allocated(), other.bytes_allocated()), (1000, 0));
        let copy = there.copy_to(&other).unwrap();
        assert_eq!(other.bytes_allocated(), 1000);
        let back = there.into_mutable().unwrap();
        assert_eq!((back.manager(), manager.bytes_allocated()), (&other, 1000));
        assert_eq!(copy.to_host().unwrap().as_slice(), &data[..]);
    }
}

on_every_driver! {
    alone

    fn more_bytes_than_the_host_has_are_an_error(device) {
        let manager = MemoryManager::new(&device.stream);
        let small = manager.copy_from_host(&[1]).unwrap();
        // SAFETY: the buffer isn't that large, but none of it is read, because the host has no room for it.
        let large = unsafe { manager.foreign(small.as_raw(), 1 << 60, small.clone()) }.unwrap();
        let error = large.to_host().unwrap_err();
        assert!(error.to_string().contains("no host memory for 1152921504606846976 bytes"), "{error}");
    }
}
