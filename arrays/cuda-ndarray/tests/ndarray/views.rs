//! Views: their elements, their lifetimes, and their errors.

use cuda_ndarray::ndarray::{Array, Array2, Axis, Ix1, Ix2, Ix3, IxDyn, Order, ShapeBuilder, s};
use cuda_ndarray::{DeviceArray, DeviceArrayViewMut, Error, Layout, MakeArrays, infer_shape};

use crate::device::on_every_driver;

pub fn counted(rows: usize, columns: usize) -> Array2<f32> {
    Array::from_shape_fn((rows, columns), |(row, column)| (row * columns + column) as f32)
}

on_every_driver! {
    fn a_slice_has_the_elements_of_ndarrays_slice(device) {
        let host = counted(6, 8);
        let array = device.stream.to_device(&host).unwrap();
        assert_eq!(array.slice(s![1..5, ..;-2]).unwrap().to_host().unwrap(), host.slice(s![1..5, ..;-2]));
        assert_eq!(array.slice(s![3, ..]).unwrap().to_host().unwrap(), host.slice(s![3, ..]));
        assert_eq!(array.slice(s![-1, -2]).unwrap().to_host().unwrap(), host.slice(s![-1, -2]));
        let new = array.slice(s![.., cuda_ndarray::ndarray::NewAxis, 2..4]).unwrap();
        assert_eq!(new.shape(), [6, 1, 2]);
    }

    fn an_index_out_of_bounds_is_reported(device) {
        let array = device.stream.zeros::<u8, Ix2>((3, 4)).unwrap();
        let error = array.slice(s![3, ..]).unwrap_err();
        assert_eq!(error.to_string(), "index 3 is out of bounds for axis 0 with size 3");
        let error = array.slice(s![.., ..5]).unwrap_err();
        assert_eq!(error.to_string(), "index 5 is out of bounds for axis 1 with size 4");
        let error = array.get((0, 4)).unwrap_err();
        assert_eq!(error.to_string(), "index 4 is out of bounds for axis 1 with size 4");
        let array = array.into_dyn();
        let error = array.slice(s![0, 0, 0].as_ref()).unwrap_err();
        assert!(error.to_string().starts_with("1 extra indices given"), "{error}");
    }

    fn one_element_is_copied_to_the_host(device) {
        let array = device.stream.to_device(&counted(5, 7)).unwrap();
        assert_eq!(array.get((3, 4)).unwrap(), 25.0);
        assert_eq!(array.t().get((4, 3)).unwrap(), 25.0);
    }

    fn a_reshape_that_needs_a_copy_is_an_error(device) {
        let array = device.stream.to_device(&counted(3, 4)).unwrap();
        assert_eq!(array.view().into_shape_with_order((2, 6), Order::C).unwrap().shape(), [2, 6]);
        let error = array.t().into_shape_with_order(12, Order::C).unwrap_err();
        assert!(error.to_string().starts_with("reshape would require copy"), "{error}");
        assert!(array.t().flatten_view(Order::F).is_ok());
        assert!(array.t().flatten_view(Order::C).is_err());
        let error = array.view().into_shape_with_order(13, Order::C).unwrap_err();
        assert!(error.to_string().starts_with("reshape changes the size of the array"), "{error}");
        let copied = array.t().to_shape((6, 2), Order::C).unwrap();
        assert!(copied.is_owned());
        let host = counted(3, 4);
        assert_eq!(copied.view().to_host().unwrap(), host.t().to_shape(((6, 2), Order::C)).unwrap());
        assert!(!array.to_shape((4, 3), Order::C).unwrap().is_owned());
    }

    fn an_unknown_length_is_inferred(device) {
        let _ = device;
        assert_eq!(infer_shape(12, &[-1, 4]).unwrap(), IxDyn(&[3, 4]));
        let error = infer_shape(12, &[-1, -1]).unwrap_err();
        assert!(error.to_string().starts_with("can only specify one unknown dimension"), "{error}");
        let error = infer_shape(12, &[-1, 5]).unwrap_err();
        assert!(error.to_string().starts_with("cannot infer valid shape for unknown dimension"), "{error}");
    }

    fn an_axis_longer_than_one_is_not_squeezed(device) {
        let array = device.stream.zeros::<i32, Ix3>((1, 3, 1)).unwrap();
        assert_eq!(array.squeeze().shape(), [3]);
        let error = array.view().squeeze_axis(Axis(1)).unwrap_err();
        let text = "cannot select an axis to squeeze out which has size not equal to one";
        assert!(error.to_string().starts_with(text), "{error}");
    }

    fn axes_are_permuted_without_a_copy(device) {
        let host = Array::from_shape_fn((2, 3, 4), |(i, j, k)| (i * 100 + j * 10 + k) as u16);
        let array = device.stream.to_device(&host).unwrap();
        let view = array.view().permuted_axes([2, 0, 1]).unwrap();
        assert_eq!(view.strides(), [1, 12, 4]);
        assert_eq!(view.to_host().unwrap(), host.view().permuted_axes([2, 0, 1]));
        let error = array.view().permuted_axes([0, 0, 1]).unwrap_err();
        assert!(error.to_string().starts_with("invalid axes list [0, 0, 1]"), "{error}");
    }

    fn a_view_as_another_type_has_the_same_bytes(device) {
        let host = Array::from_shape_fn((2, 4), |(i, j)| (i * 4 + j) as u32);
        let array = device.stream.to_device(&host).unwrap();
        let bytes = array.cast::<u8>().unwrap();
        assert_eq!((bytes.shape(), bytes.strides()), (&[2, 16][..], &[16, 1][..]));
        assert_eq!(bytes.to_host().unwrap()[(1, 4)], 5);
        assert_eq!(array.t().cast::<f32>().unwrap().shape(), [4, 2]);
        let error = array.t().cast::<u64>().unwrap_err();
        assert!(error.to_string().starts_with("To change to a dtype of a different size"), "{error}");
        let odd = array.slice(s![.., ..3]).unwrap();
        let error = odd.cast::<u64>().unwrap_err();
        assert!(error.to_string().starts_with("When changing to a larger dtype"), "{error}");
        // Where there is one index or none, any stride is as good.
        let odd = device.stream.to_device(&Array::<u32, _>::zeros((3, 5))).unwrap();
        assert_eq!(odd.slice(s![..1, ..4]).unwrap().cast::<u64>().unwrap().shape(), [1, 2]);
        assert_eq!(odd.slice(s![..2, ..0]).unwrap().cast::<u64>().unwrap().shape(), [2, 0]);
        let error = odd.slice(s![..2, ..4]).unwrap().cast::<u64>().unwrap_err();
        assert!(matches!(error, Error::Stride { .. }), "{error}");
        // Element 1 is at byte 4, which isn't aligned for u64.
        let error = array.slice(s![.., 1..3]).unwrap().cast::<u64>().unwrap_err();
        assert!(matches!(error, Error::Alignment { align: 8, .. }), "{error}");
    }

    fn an_array_is_split_into_parts_of_a_size(device) {
        let array = device.stream.to_device(&Array::from_iter(0..10)).unwrap();
        let parts: Vec<Vec<i32>> = array.axis_chunks_iter(Axis(0), 4).unwrap()
            .map(|part| part.to_host().unwrap().to_vec())
            .collect();
        assert_eq!(parts, [vec![0, 1, 2, 3], vec![4, 5, 6, 7], vec![8, 9]]);
        let matrix = device.stream.to_device(&counted(2, 5)).unwrap();
        let widths: Vec<usize> = matrix.axis_chunks_iter(Axis(1), 2).unwrap().map(|chunk| chunk.shape()[1]).collect();
        assert_eq!(widths, [2, 2, 1]);
    }

    fn two_parts_are_written_at_the_same_time(device) {
        let mut array = device.stream.zeros::<u32, Ix2>((4, 6)).unwrap();
        let (mut left, mut right) = array.split_at_mut(Axis(1), 2).unwrap();
        left.fill(1).unwrap();
        right.fill(2).unwrap();
        left.fill(3).unwrap();
        let host = array.to_host().unwrap();
        assert!(host.slice(s![.., ..2]).iter().all(|value| *value == 3));
        assert!(host.slice(s![.., 2..]).iter().all(|value| *value == 2));
    }

    fn overlapping_views_cannot_be_written(device) {
        let host = Array::from_iter(0..4);
        let wide = host.broadcast((3, 4)).unwrap();
        let mut array = device.stream.to_device(&wide).unwrap();
        assert_eq!(array.strides(), [0, 1]);
        for error in [array.view_mut().unwrap_err(), array.fill(1).unwrap_err(), array.slice_mut(s![1.., ..]).unwrap_err()] {
            assert!(matches!(error, Error::Overlap { .. }), "{error}");
        }
        // Rows that overlap in part.
        let layout = Layout::<Ix2>::new(&[3, 4], &[2, 1], 0).unwrap();
        let mut buffer = device.stream.upload(&[0u8; 8]).unwrap();
        let error = DeviceArrayViewMut::from_slice(buffer.as_slice_mut(), layout).unwrap_err();
        assert!(matches!(error, Error::Overlap { .. }), "{error}");
        assert!(array.to_owned().unwrap().view_mut().is_ok());
    }

    fn a_layout_stays_within_its_memory(device) {
        let buffer = device.stream.upload(&[0u8; 11]).unwrap();
        let layout = Layout::<Ix2>::new(&[3, 4], &[4, 1], 0).unwrap();
        let error = DeviceArray::from_buffer(buffer, layout).unwrap_err();
        assert!(error.to_string().contains("is not within 11 elements"), "{error}");
        assert!(Layout::<Ix1>::new(&[4], &[-1], 2).is_err());
        assert!(Layout::<Ix1>::new(&[4], &[-1], 3).is_ok());
        assert!(Layout::<Ix2>::new(&[1 << 40, 1 << 40], &[1, 0], 0).is_err());
        assert!(Layout::<Ix2>::new(&[2, 2], &[isize::MAX, isize::MAX], 0).is_err());
        assert!(Layout::<Ix2>::new(&[2, 2], &[isize::MIN, 1], usize::MAX).is_err());
        assert!(Layout::<Ix1>::new(&[1], &[1], usize::MAX).is_err());
        // Without elements, no range is accessed.
        assert!(Layout::<Ix2>::new(&[0, 1 << 62], &[isize::MAX, isize::MIN], 0).is_ok());
    }

    fn empty_arrays_have_no_memory(device) {
        let mut array = device.stream.zeros::<f64, Ix2>((0, 5)).unwrap();
        assert_eq!((array.device_pointer(), array.alloc_size(), array.nbytes()), (0, 0, 0));
        array.fill(1.0).unwrap();
        assert_eq!(array.to_host().unwrap().shape(), [0, 5]);
        assert!(array.is_c_contiguous() && array.is_f_contiguous());
        let view = array.slice(s![.., ..;-2]).unwrap();
        assert_eq!(view.to_standard_layout().unwrap().shape(), [0, 3]);
        let units = device.stream.to_device(&Array::from_elem((2, 2), ())).unwrap();
        assert_eq!(units.to_host().unwrap().shape(), [2, 2]);
    }

    fn a_view_keeps_its_memory(device) {
        // A shared array is a view that owns its memory.
        let host = counted(40, 50);
        let part = device.stream.to_device(&host).unwrap().into_shared();
        let part = part.slice_move(s![10..20, ..;3]).unwrap();
        let other = device.stream.zeros::<f32, Ix2>((40, 50)).unwrap();
        assert_eq!(part.to_host().unwrap(), host.slice(s![10..20, ..;3]));
        drop(other);
    }

    fn arrays_are_created_in_the_requested_order(device) {
        let stream = &device.stream;
        let rows = stream.alloc_array::<f64, Ix2>((3, 4)).unwrap();
        let columns = stream.alloc_array::<f64, Ix2>((3, 4).f()).unwrap();
        assert_eq!((rows.strides(), columns.strides()), (&[4, 1][..], &[1, 3][..]));
        assert_eq!((rows.nbytes(), rows.alloc_size(), rows.ndim(), rows.len()), (96, 96, 2, 12));
        let apart = stream.from_elem::<i16, Ix2>((3, 4).strides((8, 2)), -7).unwrap();
        assert_eq!((apart.strides(), apart.nbytes(), apart.alloc_size()), (&[8, 2][..], 24, 46));
        assert!(apart.to_host().unwrap().iter().all(|value| *value == -7));
        assert!(stream.zeros::<u128, Ix1>(5).unwrap().to_host().unwrap().iter().all(|value| *value == 0));
    }

    fn contiguity_follows_numpys_relaxed_strides(device) {
        let stream = &device.stream;
        let both = |layout: &Layout<IxDyn>| (layout.is_c_contiguous(), layout.is_f_contiguous());
        let layout = |shape: &[usize], strides: &[isize]| Layout::<IxDyn>::new(shape, strides, 0).unwrap();
        // Axes of one element don't count.
        assert_eq!(both(&layout(&[1, 5, 1], &[77, 1, 0])), (true, true));
        assert_eq!(both(&layout(&[2, 1, 3], &[3, 99, 1])), (true, false));
        assert_eq!(both(&layout(&[2, 3], &[1, 2])), (false, true));
        // Arrays without elements and of no axes are both.
        assert_eq!(both(&layout(&[3, 0, 2], &[5, 7, 9])), (true, true));
        assert_eq!(both(&layout(&[], &[])), (true, true));
        // An array that repeats elements is neither.
        assert_eq!(both(&layout(&[2, 3], &[0, 1])), (false, false));
        assert_eq!(both(&layout(&[3], &[0])), (false, false));
        assert_eq!(both(&layout(&[3], &[2])), (false, false));
        let array = stream.zeros::<u8, Ix2>((4, 4)).unwrap();
        assert!(array.slice(s![1..2, ..]).unwrap().is_standard_layout());
        assert!(!array.slice(s![.., 1..2]).unwrap().is_standard_layout());
    }

    fn casts_and_positions_of_extreme_layouts_do_not_overflow(_device) {
        let huge = Layout::<Ix2>::new(&[2, 7], &[1 << 62, 1], 0).unwrap();
        assert!(matches!(huge.cast(2, 7), Err(Error::Stride { .. })));
        for (from, to) in [(7, 0), (usize::MAX, 7), (1, usize::MAX)] {
            assert!(huge.cast(from, to).is_err(), "{from} {to}");
        }
        for stride in [isize::MAX, isize::MIN] {
            let empty = Layout::<Ix2>::new(&[5, 0], &[stride, 1], 0).unwrap();
            assert!(matches!(empty.position(&[4, 0]), Err(Error::Index { axis: 1, .. })));
        }
    }

    fn views_are_copy(device) {
        fn copies<T: Copy>(_: &T) {}
        let array = device.stream.zeros::<u8, Ix2>((4, 4)).unwrap();
        let view = array.view();
        copies(&view);
        let (one, other) = (view, view);
        assert_eq!(one.device_pointer(), other.device_pointer());
    }

    fn an_array_can_have_the_layout_of_another(device) {
        let stream = &device.stream;
        let rows = stream.zeros::<f32, Ix3>((2, 3, 4)).unwrap();
        assert_eq!(rows.uninit_like().unwrap().strides(), [12, 4, 1]);
        let columns = stream.zeros::<f32, Ix3>((2, 3, 4).f()).unwrap();
        assert_eq!(columns.uninit_like().unwrap().strides(), [1, 2, 6]);
        let permuted = rows.permuted_axes([1, 2, 0]).unwrap();
        assert_eq!(permuted.uninit_like().unwrap().strides(), [4, 1, 12]);
        let sparse = permuted.slice(s![..;2, .., ..]).unwrap().to_owned().unwrap();
        assert_eq!((sparse.shape(), sparse.strides()), (&[2, 4, 2][..], &[4, 1, 8][..]));
        let every_other = columns.slice(s![.., ..;2, ..;-1]).unwrap();
        assert_eq!(every_other.uninit_like().unwrap().strides(), [1, 2, 4]);
        let host = Array2::<u8>::zeros((3, 5).f());
        assert_eq!(stream.alloc_like(&host).unwrap().strides(), [1, 3]);
    }
}
