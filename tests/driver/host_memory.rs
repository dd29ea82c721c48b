//! Host memory: pinned, pooled, registered, and owned by copies.

use core::num::NonZeroUsize;
use std::cell::Cell;

use cuda_driver::{
    Error, ErrorCode, Stream,
    driver::Symbol,
    memory::{HostMemory, PinnedFlags, PinnedPool, RegisterFlags, Staging},
    stream::wait_for_deferred,
    sys::{CU_STREAM_PER_THREAD, CUresult},
};

use crate::costs::instrumented;
use crate::device::{TestDevice, on_every_driver};

thread_local! {
    /// The number of times `CountedMemory` was asked for its elements on this thread.
    static CALLS: Cell<usize> = const { Cell::new(0) };
}

/// Host memory that can't be shared between threads, and counts its uses.
struct CountedMemory {
    memory: Vec<u32>,
    calls: Cell<usize>,
}

// SAFETY: the elements are on the heap, where they stay when the value is moved.
unsafe impl HostMemory for CountedMemory {
    type Element = u32;

    fn elements(&self) -> &[u32] {
        self.calls.set(self.calls.get() + 1);
        CALLS.with(|calls| calls.set(calls.get() + 1));
        &self.memory
    }

    fn elements_mut(&mut self) -> &mut [u32] {
        &mut self.memory
    }
}

on_every_driver! {
    fn pinned_memory_returns_to_its_pool_without_a_call(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let pool = PinnedPool::new(&device.context);
        drop(pool.alloc::<u32>(1000).unwrap());
        instrument.reset();
        for _ in 0..10 {
            let mut staging = pool.alloc::<u64>(500).unwrap();
            staging.fill(7);
            staging.destroy().unwrap();
        }
        assert_eq!(instrument.called(), []);
        assert_eq!(pool.spare_bytes(), 4096);
        let allocation = pool.alloc::<u8>(1).unwrap();
        pool.trim().unwrap();
        drop(pool);
        assert_eq!(allocation.len(), 1, "a buffer keeps its pool");
        drop(allocation);
        assert_eq!(instrument.calls(Symbol::cuMemFreeHost), 1);
    }

    fn large_copies_use_windows_of_several_threads(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let stream = &device.stream;
        let staging = Staging::with_threads(&device.context, NonZeroUsize::new(3).unwrap());
        let host: Vec<u32> = (0..(21 << 18) + 5).map(|at| at ^ 0x5555).collect();
        let mut buffer = stream.alloc(host.len()).unwrap();
        let mut back = vec![0; host.len()];
        instrument.reset();
        staging.upload_into(&host, &mut buffer).unwrap();
        assert_eq!(instrument.calls(Symbol::cuMemcpyHtoDAsync_v2), 6, "more than 20 MiB in chunks of 4 MiB");
        staging.download(&buffer, &mut back).unwrap();
        assert!(back == host);
        assert_eq!(instrument.calls(Symbol::cuMemcpyDtoHAsync_v2), 6);
        assert!(instrument.calls(Symbol::cuMemHostAlloc) <= 9, "two windows per thread, and those of the last chunk");
        // The context keeps the windows for later copies.
        let windows = instrument.calls(Symbol::cuMemHostAlloc);
        let another = Staging::with_threads(&device.context, NonZeroUsize::new(2).unwrap());
        let some = buffer.slice_mut(..5 << 20).unwrap();
        another.upload_into(&host[..5 << 20], some).unwrap();
        // Fewer windows if threads started late.
        assert!(instrument.calls(Symbol::cuMemHostAlloc) <= windows.max(6), "two windows per thread, and those of the last chunk");
        // Pinned memory, small memory, or one thread: copied by the driver itself.
        let mut pinned = device.context.pinned::<u32>(host.len()).unwrap();
        staging.download(&buffer, &mut pinned).unwrap();
        assert!(pinned[..] == host[..]);
        staging.upload_into(&host[..1000], buffer.slice_mut(..1000).unwrap()).unwrap();
        Staging::with_threads(&device.context, NonZeroUsize::MIN).upload_into(&host, &mut buffer).unwrap();
        assert_eq!((instrument.calls(Symbol::cuMemcpyHtoDAsync_v2), instrument.calls(Symbol::cuMemcpyDtoHAsync_v2)), (13, 7));
        let error = staging.upload_into(&host[1..], &mut buffer).unwrap_err();
        assert!(matches!(error, Error::Length(_)), "{error}");
        // On other threads, the handle would mean other streams.
        // SAFETY: the stream is used on this thread alone.
        let per_thread = unsafe { Stream::borrow_raw(&device.context, CU_STREAM_PER_THREAD) };
        let mut elsewhere = per_thread.alloc(host.len()).unwrap();
        instrument.reset();
        staging.upload_into(&host, &mut elsewhere).unwrap();
        staging.download(&elsewhere, &mut back).unwrap();
        assert!(back == host);
        assert_eq!((instrument.calls(Symbol::cuMemcpyHtoDAsync_v2), instrument.calls(Symbol::cuMemcpyDtoHAsync_v2)), (1, 1));

        // A failed call is reported, and later copies are correct.
        for (symbol, nth) in [(Symbol::cuMemcpyHtoDAsync_v2, 3), (Symbol::cuEventRecord, 2), (Symbol::cuEventSynchronize, 1)] {
            instrument.reset();
            instrument.fail(symbol, nth, CUresult::CUDA_ERROR_UNKNOWN);
            let error = staging.upload_into(&host, &mut buffer).unwrap_err();
            assert!(error.to_string().contains("CUDA_ERROR_UNKNOWN"), "{symbol:?}: {error}");
        }
        for (symbol, nth) in [(Symbol::cuMemcpyDtoHAsync_v2, 4), (Symbol::cuEventRecord, 2), (Symbol::cuEventSynchronize, 1)] {
            instrument.reset();
            instrument.fail(symbol, nth, CUresult::CUDA_ERROR_UNKNOWN);
            let error = staging.download(&buffer, &mut back).unwrap_err();
            assert!(error.to_string().contains("CUDA_ERROR_UNKNOWN"), "{symbol:?}: {error}");
        }
        wait_for_deferred();
        instrument.reset();
        instrument.fail(Symbol::cuMemFreeHost, 1, CUresult::CUDA_ERROR_UNKNOWN);
        staging.trim().unwrap_err();
        staging.trim().unwrap();
        assert!(instrument.calls(Symbol::cuMemFreeHost) > 1);
        // Without a window, the driver copies a chunk itself.
        instrument.reset();
        instrument.fail(Symbol::cuMemHostAlloc, 1, CUresult::CUDA_ERROR_OUT_OF_MEMORY);
        staging.upload_into(&host, &mut buffer).unwrap();
        back.fill(0);
        staging.download(&buffer, &mut back).unwrap();
        assert!(back == host);
    }

    fn a_context_keeps_a_limited_number_of_windows(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let staging = Staging::with_threads(&device.context, NonZeroUsize::new(1000).unwrap());
        let host = vec![1_u8; 100 << 20];
        let mut buffer = device.stream.alloc(host.len()).unwrap();
        staging.upload_into(&host, &mut buffer).unwrap();
        wait_for_deferred();
        let calls = |symbol| instrument.calls(symbol);
        assert!(calls(Symbol::cuMemHostAlloc) <= 25, "at most one window per chunk");
        assert!(calls(Symbol::cuMemHostAlloc) - calls(Symbol::cuMemFreeHost) <= 16);
        let mut back = vec![0_u8; host.len()];
        staging.download(&buffer, &mut back).unwrap();
        assert!(back == host);
    }

    fn windows_are_freed_with_their_context(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let staging = Staging::with_threads(&device.context, NonZeroUsize::new(2).unwrap());
        let host = vec![1_u8; 16 << 20];
        let mut buffer = device.stream.alloc(host.len()).unwrap();
        staging.upload_into(&host, &mut buffer).unwrap();
        let windows = instrument.calls(Symbol::cuMemHostAlloc);
        assert!(windows > 0);
        drop((buffer, staging, device));
        wait_for_deferred();
        assert_eq!(instrument.calls(Symbol::cuMemFreeHost), windows);
    }

    fn an_upload_returns_its_memory(device) {
        let mut buffer = device.stream.alloc::<u32>(1000).unwrap();
        let mut pinned = device.context.pinned::<u32>(1000).unwrap();
        for round in 0..3 {
            pinned.fill(round);
            pinned = device.stream.upload_owned(pinned, &mut buffer).unwrap().wait().unwrap();
            assert_eq!(buffer.to_vec().unwrap(), [round; 1000]);
        }
        let transfer = device.stream.upload_owned(vec![9u32; 1000], &mut buffer).unwrap();
        drop(transfer);
        let boxed: Box<[u32]> = vec![0; 1000].into();
        let transfer = device.stream.download_owned(&buffer, boxed).unwrap();
        while !transfer.is_done().unwrap() {
            std::thread::yield_now();
        }
        assert_eq!(*transfer.wait().unwrap(), [9; 1000]);
    }

    fn a_failed_transfer_returns_the_memory(device) {
        let mut buffer = device.stream.alloc::<u32>(10).unwrap();
        let error = device.stream.upload_owned(vec![1u32; 3], &mut buffer).unwrap_err();
        assert!(matches!(error.error, Error::Length(_)), "{error}");
        assert_eq!(error.memory, Some(vec![1; 3]));
        let other = device.context.stream().unwrap();
        let error = other.download_owned(&buffer, vec![0u32; 10]).unwrap_err();
        assert_eq!(error.error, Error::OtherStream);
        assert_eq!(error.memory.map(|memory| memory.len()), Some(10));
    }

    fn memory_of_the_program_is_registered_and_returned(device) {
        let mut registered = device.context.register(vec![1.0f32; 4096], RegisterFlags::PORTABLE | RegisterFlags::DEVICE_MAP).unwrap();
        registered[0] = 2.0;
        assert_ne!(registered.device_pointer().unwrap(), 0);
        let buffer = device.stream.upload(&registered).unwrap();
        assert_eq!(buffer.to_vec().unwrap()[..2], [2.0, 1.0]);
        let mut copied = device.stream.alloc::<f32>(4096).unwrap();
        let registered = device.stream.upload_owned(registered, &mut copied).unwrap().wait().unwrap();
        let memory = registered.into_inner().unwrap();
        assert_eq!(memory.len(), 4096);
        let error = device.context.register(vec![0u8; usize::from(u16::MAX)], RegisterFlags::from_bits_retain(1 << 30)).unwrap_err();
        assert_eq!(error.memory.map(|memory| memory.len()), Some(65535), "{}", error.error);
        drop(device.context.register(memory, RegisterFlags::empty()).unwrap());
        drop(device.context.register(Vec::<u8>::new(), RegisterFlags::empty()).unwrap());
    }

    fn a_slice_is_registered_for_a_closure(device) {
        let mut host = vec![3u8; 10_000];
        let buffer = device.context.with_registered(&mut host, RegisterFlags::empty(), |host| {
            let again = device.context.with_registered(host, RegisterFlags::empty(), |_| Ok(()));
            let error = again.unwrap_err().result().unwrap();
            assert_eq!(error.code(), ErrorCode::HOST_MEMORY_ALREADY_REGISTERED);
            device.stream.upload(host)
        }).unwrap();
        assert_eq!(buffer.to_vec().unwrap(), host);
        device.context.with_registered(&mut host, RegisterFlags::empty(), |_| Ok(())).unwrap();
    }

    #[cfg(target_os = "linux")]
    fn pages_of_a_file_that_are_mapped_again_while_they_are_registered_are_the_same(device) {
        use rustix::fs::{MemfdFlags, memfd_create};
        use rustix::mm::{MapFlags, ProtFlags, mmap, munmap};
        const LEN: usize = 2 << 20;
        // A driver refuses files of a disk.
        let file = std::fs::File::from(memfd_create("registered", MemfdFlags::empty()).unwrap());
        file.set_len(4 * LEN as u64).unwrap();
        let protection = ProtFlags::READ | ProtFlags::WRITE;
        // SAFETY: the address is the kernel's to choose, or that of the memory below, to which there are no references.
        let map = |at, flags| unsafe { mmap(at, 4 * LEN, protection, MapFlags::SHARED | flags, &file, 0) }.unwrap();
        let address = map(std::ptr::null_mut(), MapFlags::empty());
        // SAFETY: it is readable and writable, and each slice is dropped before the next is made.
        let memory = || unsafe { std::slice::from_raw_parts_mut(address.cast::<u32>(), LEN) };
        let raw = device.driver.raw();
        let _current = device.context.make_current().unwrap();
        // SAFETY: it is unregistered below.
        unsafe { raw.cuMemHostRegister(address, 4 * LEN, 0) }.unwrap();
        memory().fill(1);
        assert_eq!(map(address, MapFlags::FIXED), address);
        memory()[1] = 2;
        let found = device.stream.upload(memory()).unwrap().to_vec().unwrap();
        assert!(found == memory());
        // SAFETY: it was registered, and nothing uses it any more.
        unsafe { raw.cuMemHostUnregister(address) }.unwrap();
        // SAFETY: as above.
        unsafe { munmap(address, 4 * LEN) }.unwrap();
    }

    #[cfg(target_os = "linux")]
    fn memory_that_is_unmapped_while_it_is_registered_stays_the_devices(device) {
        use rustix::mm::{MapFlags, ProtFlags, mmap_anonymous, munmap};
        const LEN: usize = 2 << 20;
        // SAFETY: the address is the kernel's to choose, or that of the memory below, to which there are no references.
        let map = |at, flags| unsafe { mmap_anonymous(at, 4 * LEN, ProtFlags::READ | ProtFlags::WRITE, MapFlags::PRIVATE | flags) }.unwrap();
        let address = map(std::ptr::null_mut(), MapFlags::empty());
        // SAFETY: it is readable and writable, and each slice is dropped before the next is made.
        let memory = || unsafe { std::slice::from_raw_parts_mut(address.cast::<u32>(), LEN) };
        memory().fill(1);
        let raw = device.driver.raw();
        let register = || {
            let _current = device.context.make_current().unwrap();
            // SAFETY: it is unregistered below.
            unsafe { raw.cuMemHostRegister(address, 4 * LEN, 0) }
        };
        register().unwrap();
        let upload = || device.stream.upload(memory()).unwrap().to_vec().unwrap();
        assert!(upload().iter().all(|byte| *byte == 1));
        memory().fill(2);
        assert!(upload().iter().all(|byte| *byte == 2), "it still has its pages");

        assert_eq!(map(address, MapFlags::FIXED), address, "unmaps what is there");
        memory().fill(4);
        assert!(upload().iter().all(|byte| *byte != 4));
        let threes = device.stream.upload(&vec![3; LEN]).unwrap();
        device.stream.download(&threes, memory()).unwrap();
        assert!(memory().iter().all(|byte| *byte == 4));
        assert_eq!(register().unwrap_err().code(), ErrorCode::HOST_MEMORY_ALREADY_REGISTERED);

        // SAFETY: it was registered once.
        unsafe { raw.cuMemHostUnregister(address) }.unwrap();
        assert!(upload().iter().all(|byte| *byte == 4));
        register().unwrap();
        device.stream.download(&threes, memory()).unwrap();
        assert!(memory().iter().all(|byte| *byte == 3));
        // SAFETY: it was registered again; nothing uses it any more.
        unsafe { raw.cuMemHostUnregister(address) }.unwrap();
        // SAFETY: as above.
        unsafe { munmap(address, 4 * LEN) }.unwrap();
    }

    fn host_memory_reports_its_pinned_flags(device) {
        for flags in [
            PinnedFlags::empty(),
            PinnedFlags::PORTABLE,
            PinnedFlags::WRITE_COMBINED | PinnedFlags::DEVICE_MAP,
            PinnedFlags::all(),
        ] {
            let pinned = device.context.pinned_with::<u8>(100, flags).unwrap();
            // Drivers may or may not report that memory is portable.
            let reported = flags - PinnedFlags::PORTABLE;
            let flags = pinned.flags().unwrap() - PinnedFlags::PORTABLE;
            assert_eq!(flags, reported | PinnedFlags::DEVICE_MAP);
        }
        let error = device.context.pinned_with::<u8>(100, PinnedFlags::from_bits_retain(0x40)).unwrap_err();
        assert_eq!(error.result().unwrap().code(), ErrorCode::INVALID_VALUE);
        let registered = device.context.register(vec![0u8; 10_000], RegisterFlags::PORTABLE).unwrap();
        assert!(registered.flags().unwrap().contains(RegisterFlags::PORTABLE));
    }

    fn kernels_use_mapped_host_memory_in_place(device) {
        let mut pinned = device.context.pinned_with::<u32>(1000, PinnedFlags::DEVICE_MAP).unwrap();
        pinned.fill(1);
        let address = pinned.as_ptr();
        let mut mapped = device.stream.map(pinned).unwrap();
        let buffer = device.stream.upload(&[7u32; 10]).unwrap();
        device.stream.fill(mapped.as_device_mut().slice_mut(10..).unwrap(), 2).unwrap();
        device.stream.copy(&buffer, mapped.as_device_mut().slice_mut(..10).unwrap()).unwrap();
        assert_eq!(mapped.as_device().len(), 1000);
        let pinned = mapped.unmap().unwrap();
        assert_eq!(pinned.as_ptr(), address);
        assert_eq!((pinned[9], pinned[10], pinned[999]), (7, 2, 2));
        let registered = device.context.register(vec![3u32; 5000], RegisterFlags::DEVICE_MAP).unwrap();
        let mut mapped = device.stream.map(registered).unwrap();
        device.stream.fill(mapped.as_device_mut(), 4).unwrap();
        assert_eq!(*mapped.unmap().unwrap(), [4; 5000]);
        drop(device.stream.map(pinned).unwrap());
        cuda_driver::stream::wait_for_deferred();
    }

    fn memory_comes_back_from_a_failed_wait_if_nothing_can_use_it(device) {
        let instrument = instrumented(device);
        let device = &TestDevice::new(instrument.table());
        let mut buffer = device.stream.upload(&[0u32; 3]).unwrap();
        for (code, comes_back) in [
            (CUresult::CUDA_ERROR_ILLEGAL_ADDRESS, true), (CUresult::CUDA_ERROR_LAUNCH_FAILED, true),
            (CUresult::CUDA_ERROR_OUT_OF_MEMORY, false), (CUresult::CUDA_ERROR_INVALID_VALUE, false),
        ] {
            let transfer = device.stream.upload_owned(vec![1u32; 3], &mut buffer).unwrap();
            // The memory may have to live as long as the program.
            device.stream.synchronize().unwrap();
            instrument.fail(Symbol::cuEventSynchronize, 1, code);
            let error = transfer.wait().unwrap_err();
            assert_eq!(instrument.failed(), Some(Symbol::cuEventSynchronize));
            assert_eq!(error.error.result().unwrap().code(), ErrorCode::from_raw(code));
            assert_eq!(error.memory.is_some(), comes_back, "{code:?}");
            instrument.reset();
        }
    }

    fn host_memory_in_use_by_a_stream_is_not_accessed(device) {
        let watched = CountedMemory { memory: vec![3u32; 5000], calls: Cell::new(0) };
        let registered = device.context.register(watched, RegisterFlags::DEVICE_MAP).unwrap();
        let mut mapped = device.stream.map(registered).unwrap();
        CALLS.with(|calls| calls.set(0));
        // Threads may do this concurrently, although the memory itself can't be shared.
        std::thread::scope(|scope| scope.spawn(|| assert_eq!(mapped.as_device().len(), 5000)).join()).unwrap();
        assert_eq!((mapped.as_device().len(), mapped.as_device_mut().len()), (5000, 5000));
        assert!(format!("{mapped:?}").contains("5000"));
        assert_eq!(CALLS.with(Cell::get), 0);
        let watched = mapped.unmap().unwrap().into_inner().unwrap();
        assert_eq!(watched.memory, [3; 5000]);
    }

    fn memory_that_is_pinned_for_another_context_is_not_mapped(device) {
        let other = device.context.device().create_context(Default::default()).unwrap();
        let pinned = other.pinned_with::<u32>(10, PinnedFlags::DEVICE_MAP).unwrap();
        let error = device.stream.map(pinned).unwrap_err();
        assert_eq!(error.error, Error::OtherContext);
        assert_eq!(error.memory.map(|memory| memory.len()), Some(10));
    }
}
