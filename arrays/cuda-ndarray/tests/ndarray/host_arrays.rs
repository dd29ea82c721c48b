//! Pinned, mapped and managed arrays.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::SeqCst};
use std::sync::mpsc;

use cuda_driver::{
    CuResult, ErrorCode,
    context::ContextFlags,
    driver::Symbol,
    graph::CaptureMode,
    managed::{MemAttachFlags, MemoryAdvice},
    memory::{
        MemLocation, PinnedFlags, UnmapError,
        resource::{DeferredResource, UnpooledResource},
    },
    stream::StreamFlags,
    sys::{CUmemAttach_flags, CUresult, CUstreamCaptureMode, DriverTable},
};
use cuda_ndarray::ndarray::{ArcArray, Array1, Array2, CowArray, Ix2, ShapeBuilder, s};
use cuda_ndarray::{Error, HostArrays, MakeArrays, ManagedArrays, MapArrays, ScopedArrays};

use crate::device::{TestDevice, on_every_driver};
use crate::views::counted;

on_every_driver! {
    fn a_pinned_array_is_an_array(device) {
        let mut pinned = device.context.pinned_array::<f32, Ix2>((3, 4)).unwrap();
        assert!(pinned.iter().all(|value| *value == 0.0));
        pinned.assign(&counted(3, 4));
        pinned[(1, 2)] = 100.0;
        assert_eq!(pinned.sum(), 160.0);
        let array = device.stream.to_device(&pinned).unwrap();
        assert_eq!(array.get((1, 2)).unwrap(), 100.0);
        let columns = device.context.pinned_array::<f32, Ix2>((3, 4).f()).unwrap();
        assert_eq!(columns.strides(), [1, 3]);
        // A slice of it stays a slice.
        let mut part = device.context.pinned_array::<f32, Ix2>((3, 4)).unwrap();
        part.assign(&counted(3, 4));
        part.slice_collapse(s![1.., ..;2]);
        let (buffer, layout) = part.into_buffer();
        let again = cuda_ndarray::PinnedArray::from_buffer(buffer, layout).unwrap();
        assert_eq!(again.iter().copied().collect::<Vec<_>>(), [4.0, 6.0, 8.0, 10.0]);
    }

    fn a_pinned_array_can_have_the_layout_of_another(device) {
        let columns = Array2::<u8>::ones((3, 5).f());
        let pinned = device.context.pinned_array_like(&columns).unwrap();
        assert_eq!((pinned.strides(), pinned.sum()), (&[1, 3][..], 0));
        let part = columns.slice(s![..;2, ..;-1]);
        let mapped = device.context.mapped_array_like(&part, PinnedFlags::PORTABLE).unwrap();
        assert_eq!((mapped.shape(), mapped.strides()), (&[2, 5][..], &[1, 2][..]));
        let flags = mapped.flags().unwrap();
        assert!(flags.contains(PinnedFlags::DEVICE_MAP), "{flags:?}");
    }

    fn kernels_use_a_mapped_array_in_place(device) {
        let mut array = device.context.mapped_array::<u32, Ix2>((4, 5), PinnedFlags::empty()).unwrap();
        array.fill(1);
        let mut mapped = array.map(&device.stream).unwrap();
        mapped.view_mut().unwrap().slice_mut(s![.., ..;2]).unwrap().fill(7).unwrap();
        let copy = mapped.view().unwrap().to_owned().unwrap();
        let array = mapped.unmap().unwrap();
        assert_eq!(array.row(3).to_vec(), [7, 1, 7, 1, 7]);
        assert_eq!(copy.to_host().unwrap(), array.to_owned());
    }

    fn host_and_device_share_a_managed_array(device) {
        let managed = device.stream.managed_array::<f32, Ix2>((3, 4), MemAttachFlags::GLOBAL);
        let mut array = managed.unwrap();
        array.host_mut().unwrap().assign(&counted(3, 4));
        array.view_mut().unwrap().slice_mut(s![1, ..]).unwrap().fill(-1.0).unwrap();
        let host = array.host().unwrap();
        assert_eq!((host[(0, 3)], host[(1, 3)], host[(2, 3)]), (3.0, -1.0, 11.0));
    }

    fn managed_memory_is_attached_moved_and_advised(device) {
        // It belongs to one stream until it is attached to all.
        let managed = device.stream.managed_array::<f32, Ix2>((3, 4), MemAttachFlags::HOST);
        let mut array = managed.unwrap();
        array.host_mut().unwrap().fill(2.0);
        assert_eq!(array.host().unwrap().sum(), 24.0);
        let managed = device.stream.managed_array::<f32, Ix2>((3, 4).f(), MemAttachFlags::GLOBAL);
        let mut array = managed.unwrap();
        array.host_mut().unwrap().assign(&counted(3, 4));
        let ordinal = device.context.device();
        array.advise(MemoryAdvice::SET_PREFERRED_LOCATION, ordinal).unwrap();
        array.prefetch(ordinal).unwrap();
        let copy = array.view().unwrap().t().to_standard_layout().unwrap();
        array.prefetch(MemLocation::HOST).unwrap();
        assert_eq!(array.host().unwrap(), counted(3, 4));
        assert_eq!(copy.to_host().unwrap(), counted(3, 4).t());
        let wide = device.stream.managed_array::<f32, Ix2>((3, 4).strides((0, 1)), MemAttachFlags::GLOBAL);
        assert!(matches!(wide.unwrap_err(), Error::Overlap { .. }));
    }

    fn managed_memory_moves_to_another_stream_and_stays_the_arrays(device) {
        let (stream, other) = (&device.stream, device.context.stream().unwrap());
        let mut array = stream.managed_array::<f32, Ix2>((3, 4), MemAttachFlags::GLOBAL).unwrap();
        array.view_mut().unwrap().fill(2.0).unwrap();
        array.move_to(&other).unwrap();
        assert_eq!(array.stream().as_raw(), other.as_raw());
        array.attach(MemAttachFlags::SINGLE).unwrap();
        assert_eq!(array.host().unwrap().sum(), 24.0);
        let error = array.attach(MemAttachFlags::from_raw(CUmemAttach_flags(8))).unwrap_err();
        assert_eq!(error.result().map(CuResult::code), Some(ErrorCode::INVALID_VALUE));
        array.attach(MemAttachFlags::GLOBAL).unwrap();
        array.view_mut().unwrap().fill(1.0).unwrap();
        assert_eq!(array.host().unwrap().sum(), 12.0);
    }

    fn pinning_ends_immediately_even_if_frees_are_deferred(device) {
        let manager = DeferredResource::new(UnpooledResource);
        let mut array = counted(8, 8);
        manager.defer(|| {
            for _ in 0..2 {
                device.context.with_pinned(&mut [&mut array], |arrays| {
                    drop(device.stream.with_resource(&manager).to_device(&arrays[0])?);
                    Ok(())
                }).unwrap();
            }
        });
        assert_eq!(manager.pending().0, 2);
    }

    fn pinning_ends_when_unwinding_and_can_begin_again(device) {
        let (mut one, mut two) = (counted(8, 8), counted(8, 8));
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            device.context.with_pinned(&mut [&mut one, &mut two], |_| -> Result<(), Error> { panic!("on purpose") })
        }));
        assert!(panicked.is_err());
        for _ in 0..2 {
            let back = device.context.with_pinned(&mut [&mut one, &mut two], |arrays| {
                let array = device.stream.try_scope(|scope| scope.to_device(&arrays[0]))?;
                device.stream.try_scope(|scope| scope.to_host(&array, &mut arrays[1]))?;
                array.to_host()
            });
            assert_eq!(back.unwrap(), one);
        }
        assert_eq!(two, one);
    }

    fn pinning_twice_is_error_712(device) {
        let mut array = counted(64, 64);
        let (mut first, _) = array.view_mut().split_at(cuda_ndarray::ndarray::Axis(0), 32);
        let mut whole = first.view_mut();
        let error = device.context.with_pinned(&mut [&mut whole], |arrays| {
            let mut again = arrays[0].view_mut();
            device.context.with_pinned(&mut [&mut again], |_| Ok(()))
        }).unwrap_err();
        assert_eq!(error.result().map(|result| result.code()), Some(ErrorCode::HOST_MEMORY_ALREADY_REGISTERED), "{error}");
        // It is no longer pinned.
        device.context.with_pinned(&mut [&mut first], |_| Ok(())).unwrap();
    }

    fn arrays_of_the_program_are_mapped(device) {
        let mut array = Array1::<u32>::zeros(1000);
        let sum = device.stream.with_mapped(&mut [&mut array], |arrays| {
            arrays[0].fill(3)?;
            Ok(arrays[0].view().to_host()?.sum())
        }).unwrap();
        assert_eq!((sum, array.sum()), (3000, 3000));
        let panicked = catch_unwind(AssertUnwindSafe(|| {
            device.stream.with_mapped(&mut [&mut array], |arrays| -> Result<(), Error> {
                arrays[0].fill(4)?;
                panic!("on purpose")
            })
        }));
        assert!(panicked.is_err());
        assert_eq!(array.sum(), 4000);
        let mut gaps = Array2::<u32>::zeros((4, 4));
        let mut gaps = gaps.slice_mut(s![.., ..2]);
        let error = device.stream.with_mapped(&mut [&mut gaps], |_| Ok(())).unwrap_err();
        assert!(matches!(error, Error::NonContiguous { .. }), "{error}");
    }

    fn arrays_of_several_types_and_ranks_are_pinned_and_mapped_together(device) {
        let (context, stream) = (&device.context, &device.stream);
        let (mut one, mut two) = (counted(3, 4), Array1::<u8>::from_elem(5000, 7));
        let mut part = Array1::<i64>::zeros(100);
        let mut part = part.slice_mut(s![10..90]);
        let copies = context.with_pinned((&mut one, &mut two, &mut part), |(one, two, part)| {
            stream.try_scope(|scope| Ok((scope.to_device(one)?, scope.to_device(two)?, scope.to_device(part)?)))
        }).unwrap();
        assert_eq!(copies.0.to_host().unwrap(), one);
        assert_eq!(copies.1.to_host().unwrap(), two);
        assert_eq!(copies.2.to_host().unwrap(), part);
        let mut none = Array2::<f64>::zeros((0, 3));
        let sums = stream.with_mapped((&mut one, &mut none, &mut [&mut two], &mut part), |(one, none, many, part)| {
            one.fill(2.0)?;
            none.fill(1.0)?;
            many[0].fill(3)?;
            part.fill(-1)?;
            Ok((one.view().to_host()?.sum(), many[0].view().to_host()?.len()))
        }).unwrap();
        assert_eq!(sums, (24.0, 5000));
        assert!(one.iter().all(|value| *value == 2.0) && two.iter().all(|value| *value == 3) && part.iter().all(|value| *value == -1));

        // If one can't be pinned, none is, and `work` isn't called.
        let mut gaps = Array2::<u32>::zeros((4, 4));
        let mut gaps = gaps.slice_mut(s![.., ..2]);
        let refused = context.with_pinned((&mut one, &mut gaps), |_| -> Result<(), Error> { panic!("not called") });
        assert!(matches!(refused.unwrap_err(), Error::NonContiguous { .. }));
        let mut rest = two.view_mut();
        let refused = context.with_pinned((&mut rest,), |(rest,)| {
            let mut again = rest.view_mut();
            context.with_pinned((&mut one, &mut again), |_| Ok(()))
        });
        assert_eq!(refused.unwrap_err().result().map(CuResult::code), Some(ErrorCode::HOST_MEMORY_ALREADY_REGISTERED));
        context.with_pinned((&mut one, &mut two), |_| Ok(())).unwrap();
    }

    fn a_shared_array_is_made_unique_before_it_is_pinned(device) {
        let mut array = ArcArray::<u32, _>::from_elem(5000, 1);
        let before = array.clone();
        let (address, back) = device.context.with_pinned(&mut array, |view| {
            view[0] = 5;
            Ok((view.as_ptr(), device.stream.to_device(view)?.to_host()?))
        }).unwrap();
        assert_ne!(address, before.as_ptr());
        assert_eq!((address, array[0], before[0]), (array.as_ptr(), 5, 1));
        assert_eq!(back, array);
        let (before, mut columns) = (counted(3, 4), CowArray::from(counted(3, 4)));
        device.stream.with_mapped(&mut columns, |view| view.fill(2.0)).unwrap();
        assert_eq!((columns.sum(), before.sum()), (24.0, 66.0));
    }

    fn a_list_of_copies_must_stay_as_long_as_the_list_of_arrays(device) {
        let (mut one, mut two, mut three) = (counted(3, 4), counted(3, 4), counted(3, 4));
        let pair: &mut [_] = &mut [&mut one, &mut two];
        for (left, kept) in [(1, 1), (0, 0), (3, 2)] {
            let error = device.stream.with_copies((&mut three, &mut *pair), |(three, pair)| {
                three.fill(9.0)?;
                pair.truncate(kept);
                pair.iter_mut().try_for_each(|array| array.fill(9.0))?;
                while pair.len() < left {
                    pair.push(device.stream.zeros((3, 4))?);
                }
                Ok(())
            }).unwrap_err();
            assert!(matches!(error, Error::Copies { found, expected: 2 } if found == left), "{error}");
        }
        let error = device.stream.with_copies(&mut [&mut three], |copies| {
            copies.clear();
            Ok(())
        }).unwrap_err();
        assert_eq!(error.to_string(), "0 copies for 1 host arrays; leave one of each in the list");
        // Nor may one have another shape.
        let error = device.stream.with_copies((&mut one, &mut two), |(one, two)| {
            one.fill(9.0)?;
            *two = device.stream.zeros((4, 3))?;
            Ok(())
        }).unwrap_err();
        assert!(matches!(error, Error::Shape { .. }), "{error}");
        assert!([one, two, three].iter().all(|array| *array == counted(3, 4)), "nothing is copied back");
    }

    fn what_is_left_in_copies_is_written_back(device) {
        let stream = &device.stream;
        let (mut one, mut two) = (counted(3, 4), Array1::<u8>::from_elem(5000, 7));
        let mut columns = counted(4, 6);
        let mut part = columns.slice_mut(s![.., ..;-2]);
        let before = part.to_owned();
        let read = stream.with_copies((&mut one, &mut [&mut two], &mut part), |(one, many, part)| {
            one.fill(2.0)?;
            many[0].fill(3)?;
            let read = part.to_host()?;
            part.fill(-1.0)?;
            Ok(read)
        }).unwrap();
        assert_eq!(read, before);
        assert!(one.iter().all(|value| *value == 2.0) && two.iter().all(|value| *value == 3));
        for (at, value) in columns.indexed_iter() {
            let expected = if at.1 % 2 == 1 { -1.0 } else { counted(4, 6)[at] };
            assert_eq!(*value, expected, "{at:?}");
        }
        let failed = stream.with_copies((&mut one,), |(one,)| {
            one.fill(5.0)?;
            Err::<(), _>(stream.alloc_array::<f32, _>(usize::MAX).unwrap_err())
        });
        failed.unwrap_err();
        assert!(one.iter().all(|value| *value == 2.0));
    }

    fn mapped_arrays_outlive_a_capture_of_their_own_stream(device) {
        let stream = device.context.stream().unwrap();
        let (go, held) = mpsc::channel::<()>();
        let mut array = Array1::<u32>::zeros(1000);
        let mut capture = None;
        let result = std::thread::scope(|threads| {
            threads.spawn(move || drop(go));
            stream.with_mapped(&mut [&mut array], |arrays| {
                stream.launch_host_func(move || _ = held.recv())?;
                arrays[0].fill(3)?;
                // SAFETY: nothing is recorded.
                capture = Some(unsafe { stream.capture(CaptureMode::RELAXED) }?);
                Ok(())
            })
        });
        let code = result.unwrap_err().result().map(CuResult::code);
        assert_eq!(code, Some(ErrorCode::STREAM_CAPTURE_UNSUPPORTED));
        assert_eq!(array.sum(), 3000);
        let ended = capture.unwrap().finish().unwrap_err();
        assert_eq!(ended.code(), ErrorCode::STREAM_CAPTURE_INVALIDATED);
        stream.synchronize().unwrap();
        // Before, nothing is mapped.
        // SAFETY: nothing is recorded.
        let capture = unsafe { stream.capture(CaptureMode::RELAXED) }.unwrap();
        let refused = stream.with_mapped(&mut [&mut array], |_| Ok(())).unwrap_err();
        assert_eq!(refused.result().map(CuResult::code), Some(ErrorCode::STREAM_CAPTURE_UNSUPPORTED));
        capture.finish().unwrap();
        stream.with_mapped(&mut [&mut array], |arrays| arrays[0].fill(4)).unwrap();
        assert_eq!(array.sum(), 4000);
    }

    fn an_array_stays_mapped_while_its_stream_is_captured(device) {
        let stream = device.context.stream().unwrap();
        let array = device.context.mapped_array::<u32, Ix2>((4, 5), PinnedFlags::empty()).unwrap();
        let mut mapped = array.map(&stream).unwrap();
        mapped.view_mut().unwrap().fill(2).unwrap();
        // SAFETY: nothing is recorded.
        let capture = unsafe { stream.capture(CaptureMode::RELAXED) }.unwrap();
        let Err(UnmapError::Refused(mapped, error)) = mapped.unmap() else {
            panic!("it can't have waited");
        };
        assert_eq!(error.code(), ErrorCode::STREAM_CAPTURE_UNSUPPORTED);
        capture.finish().unwrap();
        assert_eq!(mapped.unmap().unwrap().sum(), 40);
    }

    fn mapped_arrays_outlive_work_of_a_stream_that_a_capture_blocks(device) {
        let (instrument, device) = device.instrumented();
        // A capture affects the default stream of its context, which other tests use, too.
        let context = device.context.device().create_context(ContextFlags::empty()).unwrap();
        let raw = context.driver().raw();
        let (default, captured) = (context.default_stream(), context.stream_with(StreamFlags::empty(), 0).unwrap());
        let mode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
        let mut array = Array1::<u32>::zeros(1000);
        let is_over = AtomicBool::new(false);
        let end = || {
            // By then, it has found that the stream can't be waited for, and waits for the end of the capture.
            while instrument.calls(Symbol::cuStreamIsCapturing) < 10 {
                std::thread::yield_now();
            }
            is_over.store(true, SeqCst);
            // SAFETY: the stream is alive, and captures.
            let graph = unsafe { raw.cuStreamEndCapture(captured.as_raw()) }.unwrap();
            // SAFETY: the graph was just created.
            unsafe { raw.cuGraphDestroy(graph) }.unwrap();
        };
        let result = std::thread::scope(|threads| {
            default.with_mapped(&mut [&mut array], |arrays| {
                arrays[0].fill(3)?;
                // SAFETY: the stream is alive, and nothing else uses it.
                unsafe { raw.cuStreamBeginCapture(captured.as_raw(), mode) }?;
                instrument.reset();
                threads.spawn(end);
                Ok(())
            })
        });
        assert!(is_over.load(SeqCst));
        let error = result.unwrap_err();
        assert_eq!(error.result().map(CuResult::code), Some(ErrorCode::STREAM_CAPTURE_IMPLICIT), "{error}");
        assert_eq!(array.sum(), 3000);
    }

    fn flags_of_pinned_memory_reach_the_driver(device) {
        static FLAGS: AtomicU32 = AtomicU32::new(0);
        static REAL: std::sync::OnceLock<&'static DriverTable> = std::sync::OnceLock::new();
        unsafe extern "C" fn spy(pointer: *mut *mut std::ffi::c_void, bytes: usize, flags: u32) -> CUresult {
            FLAGS.store(flags, SeqCst);
            let real = REAL.get().and_then(|table| table.cuMemHostAlloc).expect("drivers have it");
            // SAFETY: the arguments are passed on.
            unsafe { real(pointer, bytes, flags) }
        }
        let table = REAL.get_or_init(|| device.driver.raw().table());
        // A copy that keeps all functions.
        let mut spied = table.capped(i32::MAX);
        spied.cuMemHostAlloc = Some(spy);
        let device = TestDevice::new(Box::leak(Box::new(spied)));
        let flags = PinnedFlags::PORTABLE | PinnedFlags::WRITE_COMBINED;
        drop(device.context.mapped_array::<f32, Ix2>((2, 2), flags).unwrap());
        assert_eq!(FLAGS.load(SeqCst), (flags | PinnedFlags::DEVICE_MAP).bits());
    }
}
