use cuda_driver::{
    Error, ErrorCode,
    array::ArrayDescriptor,
    context::ContextFlags,
    copy::{
        CopyAttributes, CopyBatch, CopySource, CopyTarget, HostRegion, MemcpySrcAccessOrder,
        RegionBatch,
    },
    driver::Symbol,
    memory::PitchedBuffer,
    sys::CUresult,
};

use crate::costs::instrumented;
use crate::device::{TestDevice, on_every_driver};

fn numbers(len: u32) -> Vec<u32> {
    (0..len).collect()
}

on_every_driver! {
    fn a_region_of_memory_is_copied_row_by_row(device) {
        let stream = &device.stream;
        // Three slices of four rows of five.
        let source = stream.upload(&numbers(60)).unwrap();
        let mut target = stream.alloc_zeroed::<u32>(2 * 2 * 3).unwrap();
        let region = CopySource::from(&source).row_length(5).layer_height(4).offset((1, 2, 1));
        stream.copy_region(region, &mut target, (3, 2, 2)).unwrap();
        assert_eq!(target.to_vec().unwrap(), [31, 32, 33, 36, 37, 38, 51, 52, 53, 56, 57, 58]);
    }

    fn writing_a_region_leaves_the_rest_unchanged(device) {
        let stream = &device.stream;
        let mut target = stream.alloc_zeroed::<u32>(12).unwrap();
        let region = CopyTarget::from(&mut target).row_length(4).offset((1, 1));
        stream.upload_region(&[1u32, 2, 3, 4], region, (2, 2)).unwrap();
        assert_eq!(target.to_vec().unwrap(), [0, 0, 0, 0, 0, 1, 2, 0, 0, 3, 4, 0]);
    }

    fn a_region_of_host_memory_is_copied_in_both_directions(device) {
        let stream = &device.stream;
        let host = numbers(20);
        let mut buffer = stream.alloc_zeroed::<u32>(4).unwrap();
        let corner = HostRegion::from(&host).row_length(5).offset((3, 2));
        stream.upload_region(corner, &mut buffer, (2, 2)).unwrap();
        assert_eq!(buffer.to_vec().unwrap(), [13, 14, 18, 19]);
        let mut back = [0u32; 6];
        let into = cuda_driver::copy::HostRegionMut::from(&mut back).row_length(3).offset(1);
        stream.download_region(&buffer, into, (2, 2)).unwrap();
        assert_eq!(back, [0, 13, 14, 0, 18, 19]);
    }

    fn a_region_beyond_memory_is_rejected_and_nothing_is_copied(device) {
        let stream = &device.stream;
        let source = stream.upload(&numbers(20)).unwrap();
        let mut target = stream.alloc_zeroed::<u32>(20).unwrap();
        for (row, offset, extent) in [
            (5, (1, 0), (5, 1)),
            (5, (0, 1), (5, 4)),
            (6, (0, 0), (5, 4)),
            (5, (0, 4), (1, 1)),
            (usize::MAX, (0, 1), (1, 1)),
            (5, (usize::MAX, 0), (1, 1)),
            (5, (0, usize::MAX), (1, 1)),
        ] {
            let region = CopySource::from(&source).row_length(row).offset(offset);
            let error = stream.copy_region(region, &mut target, extent).unwrap_err();
            let Error::Region(error) = error else { panic!("{error}") };
            assert!(!error.is_target);
            assert_eq!((error.offset, error.elements), (offset.into(), Some(20)));
        }
        let error = stream.upload_region(&[0u32; 3], &mut target, (2, 2)).unwrap_err();
        assert!(matches!(error, Error::Region(_)), "{error}");
        assert_eq!(target.to_vec().unwrap(), [0; 20]);
    }

    fn an_empty_region_makes_no_copy(device) {
        let stream = &device.stream;
        let source = stream.upload(&[1u32]).unwrap();
        let mut target = stream.alloc_zeroed::<u32>(1).unwrap();
        stream.copy_region(&source, &mut target, 0).unwrap();
        assert_eq!(target.to_vec().unwrap(), [0]);
    }

    fn a_copy_works_without_a_current_context(device) {
        let instrument = instrumented(device);
        let counted = TestDevice::new(instrument.table());
        let stream = &counted.stream;
        // As an H200 does once memory was mapped and no context is current.
        let refuse = |symbol| {
            instrument.reset();
            instrument.fail(symbol, 1, CUresult::CUDA_ERROR_INVALID_VALUE);
        };
        let source = stream.upload(&numbers(16)).unwrap();
        let mut target = stream.alloc_zeroed::<u32>(16).unwrap();
        refuse(Symbol::cuMemcpy3DAsync_v2);
        stream.copy_region(&source, &mut target, (4, 2)).unwrap();
        assert_eq!(instrument.calls(Symbol::cuMemcpy3DAsync_v2), 2);
        assert_eq!(target.to_vec().unwrap()[..8], numbers(8));
        refuse(Symbol::cuMemcpyDtoDAsync_v2);
        stream.copy_peer(&source, &mut target).unwrap();
        assert_eq!(instrument.calls(Symbol::cuMemcpyDtoDAsync_v2), 2);
        assert_eq!(target.to_vec().unwrap(), numbers(16));
        let mut filled = stream.alloc::<[u32; 2]>(4096).unwrap();
        refuse(Symbol::cuMemcpyDtoDAsync_v2);
        stream.fill(&mut filled, [1, 2]).unwrap();
        assert_eq!(instrument.failed(), Some(Symbol::cuMemcpyDtoDAsync_v2));
        assert_eq!(filled.to_vec().unwrap(), [[1, 2]; 4096]);
        let mut rows = stream.alloc_pitched::<[u32; 2]>(3, 5).unwrap();
        refuse(Symbol::cuMemcpy2DAsync_v2);
        stream.fill_pitched(&mut rows, [1, 2]).unwrap();
        assert_eq!(instrument.failed(), Some(Symbol::cuMemcpy2DAsync_v2));
        assert_eq!(rows.to_vec().unwrap(), [[1, 2]; 15]);
        let other = counted.context.stream().unwrap();
        let mut target = other.alloc_zeroed::<u32>(8).unwrap();
        refuse(Symbol::cuMemcpy3DPeerAsync);
        other.copy_region_peer(&source, &mut target, (4, 2)).unwrap();
        assert_eq!(instrument.calls(Symbol::cuMemcpy3DPeerAsync), 2);
        assert_eq!(target.to_vec().unwrap(), numbers(8));
    }

    fn memory_of_another_stream_is_rejected(device) {
        let other = device.context.stream().unwrap();
        let source = other.upload(&[1u32; 4]).unwrap();
        let mut target = device.stream.alloc_zeroed::<u32>(4).unwrap();
        let error = device.stream.copy_region(&source, &mut target, 4).unwrap_err();
        assert_eq!(error, Error::OtherStream);
    }

    fn a_region_does_not_extend_into_the_padding_of_a_pitched_buffer(device) {
        let mut rows = device.stream.alloc_pitched::<f32>(10, 10).unwrap();
        let other = device.stream.alloc_pitched::<f32>(20, 10).unwrap();
        device.stream.fill_pitched(&mut rows, 1.0).unwrap();
        let mut host = vec![0.0f32; 200];
        let wide = CopySource::from(&rows).offset(1);
        let errors = [
            device.stream.download_region(&rows, &mut host, (11, 10)),
            device.stream.download_region(wide, &mut host, (10, 10)),
            device.stream.upload_region(&host, &mut rows, (11, 1)),
            device.stream.copy_region(&other, &mut rows, (11, 10)),
        ];
        for copied in errors {
            assert!(matches!(copied, Err(Error::Region(_))), "{copied:?}");
        }
        device.stream.download_region(&rows, &mut host, (10, 10)).unwrap();
        assert_eq!(host[..101], [[1.0; 100].as_slice(), &[0.0]].concat());
        // With another length of rows, they are plain memory.
        let row_length = rows.pitch() / 4;
        let whole = CopyTarget::from(&mut rows).row_length(row_length);
        device.stream.upload_region(&[2.0f32; 110], whole, (11, 10)).unwrap();
        let whole = CopySource::from(&rows).row_length(row_length);
        device.stream.download_region(whole, &mut host, (11, 10)).unwrap();
        assert_eq!(host[..110], [2.0; 110]);
    }

    fn the_error_of_a_region_says_what_there_is_in_elements(device) {
        let stream = &device.stream;
        let host = vec![0.0f32; 53];
        let mut rows = stream.alloc_pitched::<f32>(10, 10).unwrap();
        let held = |copied: Result<(), Error>| {
            let text = copied.unwrap_err().to_string();
            text.split_once(" is not within the ").map(|(_, held)| held.to_string()).unwrap_or(text)
        };
        let mut from_host = |source, extent: (usize, usize, usize)| held(stream.upload_region(source, &mut rows, extent));
        let plain = |len: usize| HostRegion::from(&host[..len]);
        assert_eq!(from_host(plain(50), (10, 10, 1)), "source, which has 50 elements: 5 rows of 10");
        assert_eq!(from_host(plain(53), (10, 10, 1)), "source, which has 53 elements, in rows of 10");
        assert_eq!(from_host(plain(10).row_length(10), (1, 2, 1)), "source, which has 10 elements: 1 row of 10");
        assert_eq!(from_host(plain(50).layer_height(5), (5, 5, 3)), "source, which has 50 elements: 2 slices of 5 rows of 5");
        assert_eq!(from_host(plain(53), (5, 5, 3)), "source, which has 53 elements, in slices of 5 rows of 5");
        let pitch = rows.pitch();
        let mut elsewhere = stream.alloc::<f32>(1000).unwrap();
        let mut from_rows = |source, extent: (usize, usize, usize)| held(stream.copy_region(source, &mut elsewhere, extent));
        let source = CopySource::from(&rows);
        assert_eq!(from_rows(source, (11, 10, 1)), format!("source, which has 10 rows of 10 elements (pitch {pitch} bytes)"));
        let source = CopySource::from(&rows).layer_height(4);
        assert_eq!(from_rows(source, (10, 4, 3)), format!("source, which has 100 elements, in slices of 4 rows of 10 (pitch {pitch} bytes)"));
        let array = stream.create_array(&ArrayDescriptor::new::<f32>((8, 4))).unwrap();
        let text = held(stream.upload_region(plain(50), &array, (10, 5)));
        assert_eq!(text, "target, which is an array of 8 x 4 x 1 elements");
    }

    fn regions_are_copied_between_arrays_and_memory(device) {
        let stream = &device.stream;
        let source = stream.upload(&numbers(32)).unwrap();
        let one = stream.create_array(&ArrayDescriptor::new::<u32>((8, 4))).unwrap();
        let other = stream.create_array(&ArrayDescriptor::new::<u32>((8, 4))).unwrap();
        let mut target = stream.alloc_zeroed::<u32>(32).unwrap();
        stream.copy_region::<u32>(&source, &one, one.extent()).unwrap();
        stream.copy_region::<u32>(&one, &other, one.extent()).unwrap();
        stream.copy_region(&other, &mut target, one.extent()).unwrap();
        assert_eq!(target.to_vec().unwrap(), numbers(32));
    }

    fn copies_of_regions_in_a_scope_wait_once(device) {
        let stream = &device.stream;
        let array = stream.create_array(&ArrayDescriptor::new::<u32>((8, 4))).unwrap();
        let (input, mut output) = (numbers(32), vec![0; 32]);
        stream
            .scope(|scope| {
                scope.upload_region(&input, &array, (8, 4))?;
                scope.download_region(&array, &mut output, (8, 4))
            })
            .unwrap();
        assert_eq!(output, input);
    }

    fn copies_of_regions_own_their_memory_until_they_are_done(device) {
        let stream = &device.stream;
        let array = stream.create_array(&ArrayDescriptor::new::<u32>((8, 4))).unwrap();
        let up = stream.upload_region_owned(numbers(32), &array, (8, 4)).unwrap();
        let down = stream.download_region_owned(&array, vec![0u32; 32], (8, 4)).unwrap();
        assert_eq!(up.wait().unwrap(), numbers(32));
        assert_eq!(down.wait().unwrap(), numbers(32));
        let error = stream.upload_region_owned(vec![0u32; 3], &array, (8, 4)).unwrap_err();
        assert_eq!(error.memory, Some(vec![0; 3]));
    }

    fn regions_are_copied_from_another_context(device) {
        let other = device.driver.device(0).unwrap().create_context(ContextFlags::empty()).unwrap();
        let there = other.stream().unwrap();
        let source = there.create_array(&ArrayDescriptor::new::<u32>((8, 4))).unwrap();
        there.upload_region(&numbers(32), &source, (8, 4)).unwrap();
        let mut target = device.stream.alloc_zeroed::<u32>(32).unwrap();
        device.stream.copy_region_peer(&source, &mut target, (8, 4)).unwrap();
        assert_eq!(target.to_vec().unwrap(), numbers(32));
        // Also fewer elements in a row than an element has bytes, and none.
        for width in 0..4 {
            let mut part = device.stream.alloc_zeroed::<u32>(8).unwrap();
            device.stream.copy_region_peer(&source, &mut part, (width, 2)).unwrap();
            let mut expected = vec![0; 8];
            for (at, number) in (0..width).chain(8..8 + width).enumerate() {
                expected[at] = number as u32;
            }
            assert_eq!(part.to_vec().unwrap(), expected, "{width}");
        }
    }

    fn a_pitched_buffer_pads_its_rows(device) {
        let stream = &device.stream;
        let mut pitched = stream.alloc_pitched::<u32>(5, 4).unwrap();
        assert_eq!((pitched.width(), pitched.height()), (5, 4));
        assert!(pitched.pitch() >= 20 && pitched.pitch().is_multiple_of(4));
        stream.upload_region(&numbers(20), &mut pitched, (5, 4)).unwrap();
        assert_eq!(pitched.to_vec().unwrap(), numbers(20));
        let mut part = stream.alloc_zeroed::<u32>(4).unwrap();
        stream.copy_region(CopySource::from(&pitched).offset((3, 2)), &mut part, (2, 2)).unwrap();
        assert_eq!(part.to_vec().unwrap(), [13, 14, 18, 19]);
        let error = stream.copy_region(CopySource::from(&pitched).offset((0, 3)), &mut part, (2, 2)).unwrap_err();
        assert!(matches!(error, Error::Region(_)), "{error}");
        pitched.destroy().unwrap();
    }

    fn a_pitched_buffer_with_too_many_elements_does_not_become_a_vector(device) {
        let nothing = device.stream.alloc_pitched::<()>(usize::MAX, 2).unwrap();
        assert!(matches!(nothing.to_vec(), Err(Error::TooLarge(_))));
    }

    fn a_pitched_buffer_is_filled_with_elements_of_any_size(device) {
        fn filled<T: cuda_driver::Element + PartialEq + std::fmt::Debug>(device: &crate::device::TestDevice, value: T) {
            let mut pitched = device.stream.alloc_pitched::<T>(7, 5).unwrap();
            device.stream.fill_pitched(&mut pitched, T::zeroed()).unwrap();
            device.stream.fill_pitched(&mut pitched, value).unwrap();
            assert_eq!(pitched.to_vec().unwrap(), [value; 35]);
        }
        filled(device, 7u8);
        filled(device, 0x1234u16);
        filled(device, 1.5f32);
        filled(device, [1.5f32; 4]);
        filled(device, 0x0123_4567_89ab_cdefu64);
        filled(device, [1u8, 2, 3]);
    }

    fn an_empty_pitched_buffer_allocates_no_memory(device) {
        for (width, height) in [(0, 5), (5, 0)] {
            let mut empty = device.stream.alloc_pitched::<u32>(width, height).unwrap();
            device.stream.fill_pitched(&mut empty, 1).unwrap();
            assert!(empty.to_vec().unwrap().is_empty());
        }
        let error = device.stream.alloc_pitched::<u32>(usize::MAX, 2).unwrap_err();
        assert!(matches!(error, Error::TooLarge(_)), "{error}");
    }

    fn bytes_are_viewed_as_rows_where_they_fit(device) {
        let bytes = || device.stream.alloc_zeroed::<u8>(100).unwrap();
        assert!(PitchedBuffer::<u32>::from_bytes(bytes(), 5, 5, 20).is_ok());
        for (width, height, pitch) in [(6, 4, 20), (5, 6, 20), (5, 2, 22), (usize::MAX, 1, 4)] {
            let error = PitchedBuffer::<u32>::from_bytes(bytes(), width, height, pitch).unwrap_err();
            assert!(matches!(error, Error::Pitch(_)), "{error}");
        }
    }

    fn a_batch_performs_all_its_copies(device) {
        let stream = &device.stream;
        let (a, b) = (stream.upload(&numbers(10)).unwrap(), stream.upload(&[1.5f64; 4]).unwrap());
        let (mut c, mut d) = (stream.alloc_zeroed::<u32>(10).unwrap(), stream.alloc_zeroed::<f64>(4).unwrap());
        let mut batch = CopyBatch::new(stream);
        batch.run().unwrap();
        batch.push(&a, &mut c).unwrap().push(&b, &mut d).unwrap();
        assert_eq!(batch.len(), 2);
        match batch.run() {
            Ok(()) => {
                assert_eq!(c.to_vec().unwrap(), numbers(10));
                assert_eq!(d.to_vec().unwrap(), [1.5; 4]);
            }
            Err(error) => assert!(error.is_absent() && error.driver_version() < cuda_driver::Version::new(12, 8), "{error}"),
        }
    }

    fn a_batch_rejects_other_lengths_and_streams(device) {
        let stream = &device.stream;
        let other = device.context.stream().unwrap();
        let (a, b) = (stream.upload(&numbers(10)).unwrap(), other.upload(&numbers(4)).unwrap());
        let mut c = stream.alloc_zeroed::<u32>(4).unwrap();
        let mut batch = CopyBatch::new(stream);
        assert!(matches!(batch.push(&a, &mut c), Err(Error::Length(_))));
        let mut batch = CopyBatch::new(stream);
        assert!(matches!(batch.push(&b, &mut c), Err(Error::OtherStream)));
        assert!(batch.is_empty());
    }

    fn a_batch_of_regions_performs_all_its_copies(device) {
        let stream = &device.stream;
        let source = stream.upload(&numbers(20)).unwrap();
        let array = stream.create_array(&ArrayDescriptor::new::<u32>((8, 4))).unwrap();
        stream.upload_region(&[0u32; 32], &array, (8, 4)).unwrap();
        let mut target = stream.alloc_zeroed::<u32>(4).unwrap();
        let mut batch = RegionBatch::new(stream);
        let region = || CopySource::from(&source).row_length(5).offset((3, 2));
        batch.push(region(), &mut target, (2, 2)).unwrap();
        batch.push(region(), CopyTarget::from(&array).offset((6, 1)), (2, 2)).unwrap();
        match batch.run() {
            Ok(()) => {
                assert_eq!(target.to_vec().unwrap(), [13, 14, 18, 19]);
                let mut all = [0u32; 32];
                stream.download_region(&array, &mut all, (8, 4)).unwrap();
                assert_eq!([all[14], all[15], all[22], all[23]], [13, 14, 18, 19]);
                assert_eq!(all.iter().sum::<u32>(), 64);
            }
            Err(error) => assert!(error.is_absent() && error.driver_version() < cuda_driver::Version::new(12, 8), "{error}"),
        }
    }

    fn copies_take_attributes(device) {
        let stream = &device.stream;
        let source = stream.upload(&numbers(10)).unwrap();
        let mut target = stream.alloc_zeroed::<u32>(10).unwrap();
        let attributes = CopyAttributes::default().source_access(MemcpySrcAccessOrder::ANY);
        // SAFETY: the source was written by a copy that is complete.
        let copied = unsafe { stream.copy_with(&source, &mut target, attributes) };
        match copied {
            Ok(()) => assert_eq!(target.to_vec().unwrap(), numbers(10)),
            Err(error) => assert!(error.result().is_some_and(|result| result.is_absent()), "{error}"),
        }
        // SAFETY: as above.
        let copied = unsafe { stream.copy_region_with(&source, &mut target, (5, 2), attributes) };
        match copied {
            Ok(()) => assert_eq!(target.to_vec().unwrap(), numbers(10)),
            Err(error) => assert!(error.result().is_some_and(|result| result.is_absent()), "{error}"),
        }
        let wrong = attributes.source_access(MemcpySrcAccessOrder::INVALID);
        // SAFETY: as above.
        let error = unsafe { stream.copy_with(&source, &mut target, wrong) }.unwrap_err().result().unwrap();
        assert!(error.is_absent() || error.code() == ErrorCode::INVALID_VALUE, "{error}");
    }
}
