use cuda_driver::{
    Driver, Error, ErrorCode,
    array::{Array, ArrayDescriptor, ArrayFlags, ArrayFormat, MipmappedArray, Texel},
    copy::{CopySource, CopyTarget},
    error::DestroyError,
    memory::Extent,
};

use cuda_driver::sys::CUresult;

use crate::costs::instrumented;
use crate::device::{TestDevice, on_every_driver};
use crate::pairs;

/// Returns elements that differ, as far as 251 values can.
fn pattern(len: usize) -> Vec<u8> {
    (0..len).map(|index| (index % 251) as u8).collect()
}

/// Copies elements to an array and back.
fn round_trip<T: Texel + PartialEq + std::fmt::Debug>(
    device: &TestDevice,
    descriptor: &ArrayDescriptor,
    element: T,
) {
    let stream = &device.stream;
    let array = stream.create_array(descriptor).unwrap();
    let elements = vec![element; array.extent().len()];
    stream.upload_region(&elements, &array, array.extent()).unwrap();
    let mut back = vec![T::zeroed(); elements.len()];
    stream.download_region(&array, &mut back, array.extent()).unwrap();
    assert_eq!(back, elements, "{descriptor:?}");
}

/// One of each kind of array: its description, and its number of elements.
fn every_kind() -> Vec<(ArrayDescriptor, usize)> {
    let new = |extent: Extent| ArrayDescriptor::new::<u8>(extent);
    vec![
        (new(100.into()), 100),
        (new((20, 7).into()), 140),
        (new((20, 7, 3).into()), 420),
        (new(20.into()).layered(5), 100),
        (new((20, 7).into()).layered(2), 280),
        (new((8, 8).into()).cube(), 384),
        (new((8, 8).into()).cube_layered(2), 768),
    ]
}

/// Returns the rule that makes an array invalid.
fn broken_rule(device: &TestDevice, descriptor: &ArrayDescriptor) -> &'static str {
    match device.stream.create_array(descriptor).unwrap_err() {
        Error::Array(error) => {
            assert_eq!(error.descriptor, *descriptor);
            error.reason
        }
        other => panic!("{descriptor:?}: {other}"),
    }
}

fn code(error: &Error) -> Option<ErrorCode> {
    error.result().map(|result| result.code())
}

/// Creates an array, a mipmapped one and a pitched buffer, and copies from each to the next.
fn copied(driver: Driver) -> Result<Vec<u8>, Error> {
    let stream = driver.device(0)?.primary_context()?.stream()?;
    let descriptor = ArrayDescriptor::new::<u8>((16, 8));
    let array = stream.create_array(&descriptor)?;
    stream.upload_region(&pattern(128), &array, (16, 8))?;
    let mipmapped = stream.create_mipmapped_array(&descriptor, 2)?;
    stream.copy_region::<u8>(&array, &mipmapped.level(0)?, (16, 8))?;
    let mut pitched = stream.alloc_pitched::<u8>(16, 8)?;
    stream.fill_pitched(&mut pitched, 0)?;
    stream.copy_region(&mipmapped.level(0)?, &mut pitched, (16, 8))?;
    let mut back = vec![0; 128];
    stream.scope(|scope| scope.download_region(&pitched, &mut back, (16, 8)))?;
    Ok(back)
}

fn copied_on_a_new_thread(driver: Driver) -> Result<Vec<u8>, Error> {
    std::thread::scope(|scope| scope.spawn(|| copied(driver)).join().expect("no panic"))
}

fn level_extents(array: &MipmappedArray) -> Vec<(usize, usize, usize)> {
    (0..array.levels())
        .map(|level| {
            let level = array.level(level).unwrap();
            let descriptor = level.descriptor();
            (descriptor.width, descriptor.height, descriptor.depth)
        })
        .collect()
}

on_every_driver! {
    fn arrays_of_every_kind_keep_their_contents(device) {
        for (descriptor, len) in every_kind() {
            let array = device.stream.create_array(&descriptor).unwrap();
            assert_eq!(array.extent().len(), len, "{descriptor:?}");
            let elements = pattern(len);
            device.stream.upload_region(&elements, &array, array.extent()).unwrap();
            let mut back = vec![0; len];
            device.stream.download_region(&array, &mut back, array.extent()).unwrap();
            assert_eq!(back, elements, "{descriptor:?}");
            array.destroy().unwrap();
        }
    }

    fn elements_of_every_format_are_unchanged_by_a_round_trip(device) {
        fn of<T: Texel + PartialEq + std::fmt::Debug>(device: &TestDevice, element: T) {
            round_trip(device, &ArrayDescriptor::new::<T>((9, 5)), element);
        }
        of(device, 200u8);
        of(device, [1u8, 2, 3, 4]);
        of(device, -3i8);
        of(device, [1u16, 2]);
        of(device, [1i16, -2, 3, -4]);
        of(device, u32::MAX);
        of(device, [1i32, -2, 3, -4]);
        of(device, half::f16::from_f32(1.5));
        of(device, [1.0f32, 2.0]);
        of(device, [1.0f32, 2.0, 3.0, 4.0]);
    }

    fn an_array_reports_its_descriptor(device) {
        for (descriptor, _) in every_kind() {
            let array = device.stream.create_array(&descriptor).unwrap();
            // SAFETY: the array lives longer.
            let borrowed = unsafe { Array::borrow_raw(&device.stream, array.as_raw()) }.unwrap();
            assert_eq!(borrowed.descriptor(), &descriptor);
            assert_eq!(array.descriptor(), &descriptor);
        }
    }

    fn an_invalid_array_is_rejected_with_the_rule(device) {
        let new = |extent: Extent| ArrayDescriptor::new::<f32>(extent);
        let float = ArrayFormat::FLOAT;
        for (descriptor, words) in [
            (new(0.into()), "width"),
            (new((4, 0, 4).into()), "height"),
            (new(8.into()).layered(0), "layer"),
            (new((8, 4).into()).cube(), "square"),
            (ArrayDescriptor::new::<f32>((8, 8, 5)).flags(ArrayFlags::CUBEMAP), "depth of 6"),
            (ArrayDescriptor::new::<f32>((8, 8, 7)).flags(ArrayFlags::CUBEMAP | ArrayFlags::LAYERED), "multiple of 6"),
            (new((8, 8, 8).into()).flags(ArrayFlags::TEXTURE_GATHER), "TEXTURE_GATHER"),
            (ArrayDescriptor::with_format((8, 8), float, 3), "channels"),
            (ArrayDescriptor::with_format((8, 8), float, 0), "channels"),
        ] {
            let reason = broken_rule(device, &descriptor);
            assert!(reason.contains(words), "{descriptor:?}: {reason}");
        }
    }

    fn errors_that_only_the_driver_detects_are_returned(device) {
        let unknown = ArrayDescriptor::with_format((8, 8), ArrayFormat::from_raw(cuda_driver::sys::CUarray_format(0x77)), 1);
        let error = device.stream.create_array(&unknown).unwrap_err();
        assert_eq!(code(&error), Some(ErrorCode::INVALID_VALUE));
        let wide = ArrayDescriptor::new::<u8>(1 << 20);
        let error = device.stream.create_array(&wide).unwrap_err();
        assert_eq!(code(&error), Some(ErrorCode::INVALID_VALUE));
    }

    fn a_shared_array_is_not_destroyed(device) {
        let array = device.stream.create_array(&ArrayDescriptor::new::<f32>(16)).unwrap();
        let clone = array.clone();
        let array = match array.destroy() {
            Err(DestroyError::Shared(array)) => array,
            other => panic!("{other:?}"),
        };
        drop(clone);
        array.destroy().unwrap();
    }

    fn an_array_converts_to_a_raw_handle_and_back(device) {
        let array = device.stream.create_array(&ArrayDescriptor::new::<f32>((16, 4))).unwrap();
        let handle = array.into_raw().unwrap();
        // SAFETY: the array was just given away.
        let array = unsafe { Array::from_raw(&device.stream, handle) }.unwrap();
        assert_eq!(array.extent(), Extent { width: 16, height: 4, depth: 1 });
        array.destroy().unwrap();
    }

    fn regions_of_arrays_are_copied(device) {
        let stream = &device.stream;
        let array = stream.create_array(&ArrayDescriptor::new::<u8>((16, 8, 4))).unwrap();
        stream.upload_region(&vec![0u8; 512], &array, (16, 8, 4)).unwrap();
        let elements = pattern(2 * 3 * 2);
        let target = CopyTarget::from(&array).offset((5, 4, 1));
        stream.upload_region(&elements, target, (2, 3, 2)).unwrap();
        let mut back = [0u8; 12];
        stream.download_region(CopySource::from(&array).offset((5, 4, 1)), &mut back, (2, 3, 2)).unwrap();
        assert_eq!(back[..], elements[..]);
        let mut all = vec![0u8; 512];
        stream.download_region(&array, &mut all, (16, 8, 4)).unwrap();
        assert_eq!(all[(8 + 4) * 16 + 5..][..2], elements[..2]);
        assert_eq!(all.iter().filter(|element| **element != 0).count(), 11);
    }

    fn a_region_beyond_an_array_is_rejected_with_both(device) {
        let stream = &device.stream;
        let array = stream.create_array(&ArrayDescriptor::new::<f32>((16, 8))).unwrap();
        let elements = vec![0f32; 200];
        for (offset, extent) in [((1, 0, 0), (16, 8, 1)), ((0, 1, 0), (16, 8, 1)), ((0, 0, 1), (1, 1, 1)), ((usize::MAX, 0, 0), (1, 1, 1))] {
            let target = CopyTarget::from(&array).offset(offset);
            let error = stream.upload_region(&elements, target, extent).unwrap_err();
            let Error::Region(error) = error else { panic!("{error}") };
            assert!(error.is_target);
            assert_eq!((error.offset, error.extent), (offset.into(), extent.into()));
            assert_eq!(error.has, array.extent());
        }
    }

    fn elements_of_another_size_are_rejected_with_both_sizes(device) {
        let array = device.stream.create_array(&ArrayDescriptor::new::<[f32; 2]>(16)).unwrap();
        let error = device.stream.upload_region(&[0f32; 16], &array, 16).unwrap_err();
        assert_eq!(error, Error::ElementSize { size: 4, expected: 8 });
    }

    fn an_array_of_another_stream_is_rejected(device) {
        let other = device.context.stream().unwrap();
        let array = other.create_array(&ArrayDescriptor::new::<f32>(16)).unwrap();
        let error = device.stream.upload_region(&[0f32; 16], &array, 16).unwrap_err();
        assert_eq!(error, Error::OtherStream);
    }

    fn each_level_of_a_mipmapped_array_is_half_as_large(device) {
        let stream = &device.stream;
        let flat = stream.create_mipmapped_array(&ArrayDescriptor::new::<f32>((16, 6)), 99).unwrap();
        assert_eq!(level_extents(&flat), [(16, 6, 0), (8, 3, 0), (4, 1, 0), (2, 1, 0), (1, 1, 0)]);
        let layers = stream.create_mipmapped_array(&ArrayDescriptor::new::<f32>((4, 4)).layered(3), 2).unwrap();
        assert_eq!(level_extents(&layers), [(4, 4, 3), (2, 2, 3)]);
        for array in [flat, layers] {
            for level in 0..array.levels() {
                let level = array.level(level).unwrap();
                // SAFETY: the level lives longer.
                let borrowed = unsafe { Array::borrow_raw(stream, level.as_raw()) }.unwrap();
                let (reported, is) = (level.descriptor(), borrowed.descriptor());
                assert_eq!((reported.width, reported.height, reported.depth), (is.width, is.height, is.depth));
            }
            let levels = array.levels();
            let error = array.level(levels).unwrap_err();
            assert_eq!(error, Error::Level { level: levels, levels });
        }
    }

    fn a_level_keeps_its_mipmapped_array_alive(device) {
        let stream = &device.stream;
        let whole = stream.create_mipmapped_array(&ArrayDescriptor::new::<u8>((16, 8)), 3).unwrap();
        let level = whole.level(1).unwrap();
        let whole = match whole.destroy() {
            Err(DestroyError::Shared(whole)) => whole,
            other => panic!("{other:?}"),
        };
        drop(whole);
        let elements = pattern(32);
        stream.upload_region(&elements, &level, level.extent()).unwrap();
        let mut back = [0u8; 32];
        stream.download_region(&level, &mut back, level.extent()).unwrap();
        assert_eq!(back[..], elements[..]);
        // The level isn't owned.
        assert!(level.into_raw().is_err());
    }

    fn an_array_with_memory_has_neither_tiles_nor_planes(device) {
        let array = device.stream.create_array(&ArrayDescriptor::new::<f32>((64, 64))).unwrap();
        let mipmapped = device.stream.create_mipmapped_array(&ArrayDescriptor::new::<f32>((64, 64)), 2).unwrap();
        assert!(array.plane(0).is_err());
        for error in [
            array.sparse_properties().unwrap_err(),
            mipmapped.sparse_properties().unwrap_err(),
        ] {
            assert!(error.is_absent() || error.code() == ErrorCode::INVALID_VALUE, "{error}");
        }
    }

    fn each_call_on_arrays_can_fail_and_all_are_destroyed_once(device) {
        let instrument = instrumented(device);
        // SAFETY: the table wraps that of the device.
        let driver = unsafe { Driver::from_table(instrument.table()) }.unwrap();
        copied_on_a_new_thread(driver).unwrap();
        instrument.reset();
        assert_eq!(copied_on_a_new_thread(driver).unwrap(), pattern(128));
        let calls = u32::try_from(instrument.all_calls()).unwrap();
        let mut errors = 0;
        for nth in 1..=calls {
            instrument.reset();
            instrument.fail_any(nth, CUresult::CUDA_ERROR_OUT_OF_MEMORY);
            match copied_on_a_new_thread(driver) {
                Ok(back) => assert_eq!(back, pattern(128), "call {nth}"),
                Err(_) => errors += 1,
            }
            pairs::all_was_destroyed_once(&instrument, || format!("call {nth}"));
        }
        assert!(errors > 0, "no failure was noticed");
        instrument.reset();
        assert_eq!(copied_on_a_new_thread(driver).unwrap(), pattern(128));
    }
}
