//! Exchange with the arrays of `cuda-ndarray`.

use cuda_arrow::arrow_array::{Array, Float32Array};
use cuda_arrow::arrow_schema::DataType;
use cuda_arrow::{Buffer, Error, MemoryManager};
use cuda_ndarray::ndarray::{Array1, Ix1};
use cuda_ndarray::{Bool, DeviceArray, Dtype, MakeArrays, interface::CudaArrayInterface};

use crate::device::on_every_driver;

on_every_driver! {
    fn columns_and_arrays_convert_without_a_copy(device) {
        let manager = MemoryManager::new(&device.stream);
        let host = Float32Array::from_iter((0..20).map(|at| (at % 3 > 0).then_some(at as f32)));
        let column = manager.upload_array(&host).unwrap().slice(2, 10).unwrap();
        let view = column.as_ndarray::<f32>().unwrap();
        assert_eq!(view.to_host().unwrap().to_vec(), host.slice(2, 10).values().to_vec());
        assert!(matches!(column.as_ndarray::<i32>(), Err(Error::Type { expected: "i32", .. })));

        let counted = manager.bytes_allocated();
        let array: DeviceArray<i64, Ix1> = device.stream.to_device(&Array1::from_iter(0..5i64)).unwrap();
        let address = array.as_buffer().as_raw();
        let column = manager.take_ndarray(array, DataType::Date64).unwrap();
        assert_eq!((column.data_type(), column.buffers()[0].as_raw()), (&DataType::Date64, address));
        assert_eq!(column.to_host().unwrap().to_data().buffers()[0].len(), 40);
        // It isn't counted.
        assert_eq!(manager.bytes_allocated(), counted);
        let array: DeviceArray<i64, Ix1> = device.stream.to_device(&Array1::from_iter(0..5i64)).unwrap();
        manager.take_ndarray(array, DataType::Int32).unwrap_err();
        let _ = Bool::dtype();
    }

    fn an_array_converts_with_its_whole_span(device) {
        let manager = MemoryManager::new(&device.stream);
        let memory = manager.copy_from_host(&(0..48).collect::<Vec<u8>>()).unwrap();
        let array = |shape: &[usize], strides: Option<&[isize]>, start: u64| CudaArrayInterface {
            shape: shape.to_vec(), typestr: "<i4".to_owned(), descr: None, data: (memory.as_raw() + start, true),
            strides: strides.map(<[isize]>::to_vec), stream: None, version: 3, has_mask: false,
        };
        // SAFETY: the memory lives longer, and isn't written.
        let take = |array: &CudaArrayInterface| unsafe { Buffer::from_array(&manager, array, memory.clone()) };
        for (array, start, len) in [
            (array(&[3, 4], None, 0), 0, 48),
            (array(&[3, 4], Some(&[4, 12]), 0), 0, 48),
            (array(&[12], Some(&[-4]), 44), 0, 48),
            (array(&[2, 4], Some(&[-16, 4]), 32), 16, 32),
            (array(&[1, 4], Some(&[1000, 4]), 0), 0, 16),
            (array(&[], None, 8), 8, 4),
        ] {
            let buffer = take(&array).unwrap();
            assert_eq!((buffer.as_raw() - memory.as_raw(), buffer.len()), (start, len), "{array:?}");
        }
        assert!(take(&array(&[3, 0], Some(&[4, 4]), 0)).unwrap().is_empty());
        for wrong in [array(&[3, 2], Some(&[16, 4]), 0), array(&[6], Some(&[8]), 0), array(&[usize::MAX, 3], None, 0)] {
            let error = take(&wrong).unwrap_err();
            assert_eq!(error.to_string(), "array data is non-contiguous");
        }
        for (strides, ndim) in [(&[4][..], 2), (&[12, 4, 4], 2), (&[], 1)] {
            let error = take(&array(&[3, 4][2 - ndim..], Some(strides), 0)).unwrap_err();
            let expected = format!("{} strides for {ndim} axes: strides not match ndim", strides.len());
            assert_eq!(error.to_string(), expected);
        }
        let interface = memory.cuda_array_interface();
        assert_eq!((interface.shape, interface.typestr, interface.data), (vec![48], "|u1".to_owned(), (memory.as_raw(), true)));
    }
}
