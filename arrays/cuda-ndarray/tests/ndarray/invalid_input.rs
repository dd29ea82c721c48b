//! External input isn't trusted: inconsistent managers, tensors, dictionaries and indices return errors.

use std::alloc::Layout as MemoryLayout;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use cuda_driver::{
    DeviceBuffer, Stream,
    memory::resource::{CountingResource, DeferredResource, MemoryResource},
    stream::wait_for_deferred,
};
use cuda_ndarray::dlpack::abi::*;
use cuda_ndarray::dlpack::{ConsumerStream, ExportOptions};
use cuda_ndarray::interface::CudaArrayInterface;
use cuda_ndarray::ndarray::{
    Array1, ArrayView3, Axis, Ix0, Ix1, Ix2, Ix3, IxDyn, Order, ShapeBuilder, Slice, SliceInfoElem,
    s,
};
use cuda_ndarray::{
    DeviceArray, DeviceArrayView, Dtype, DtypeInfo, Error, Field, Kind, Layout, MakeArrays,
    infer_shape, python_slice,
};

use crate::device::on_every_driver;
use crate::dlpack::Foreign;
use crate::views::counted;

/// Returns less memory than requested.
#[derive(Clone)]
struct TooSmall;

impl MemoryResource for TooSmall {
    fn allocate(
        &self,
        stream: &Stream,
        _: MemoryLayout,
    ) -> Result<DeviceBuffer<u8>, cuda_driver::Error> {
        stream.alloc(4)
    }
}

/// Returns memory of another stream.
struct OtherStreamMemory(Stream);

impl MemoryResource for OtherStreamMemory {
    fn allocate(
        &self,
        _: &Stream,
        layout: MemoryLayout,
    ) -> Result<DeviceBuffer<u8>, cuda_driver::Error> {
        self.0.alloc(layout.size())
    }
}

on_every_driver! {
    fn a_resource_that_allocates_too_little_is_not_trusted(device) {
        let stream = &device.stream;
        let counting = CountingResource::new(TooSmall);
        let error = stream.with_resource(&counting).alloc_array::<u8, Ix1>(1000).unwrap_err();
        assert!(error.to_string().contains("not within 4 elements"), "{error}");
        assert_eq!({ let counts = counting.counts(); (counts.live, counts.live_bytes, counts.peak_bytes) }, (0, 0, 4));
        let deferred = DeferredResource::new(TooSmall);
        let error = stream.with_resource(&deferred).to_device(&counted(3, 4)).unwrap_err();
        assert!(matches!(error, Error::Cuda(_) | Error::OutOfMemoryRange { .. }), "{error}");
        assert_eq!(deferred.pending(), (1, 4));
    }

    fn memory_of_a_resources_own_stream_is_moved_to_the_requested_one(device) {
        let other = device.context.stream().unwrap();
        let counting = CountingResource::new(OtherStreamMemory(other.clone()));
        let deferred = DeferredResource::new(OtherStreamMemory(other.clone()));
        for manager in [&counting as &dyn MemoryResource, &deferred] {
            let array = device.stream.with_resource(manager).zeros::<u8, Ix1>(10).unwrap();
            assert_eq!(*array.stream(), device.stream);
            assert_eq!(array.to_host().unwrap().to_vec(), [0; 10]);
        }
    }

    fn extreme_numbers_are_errors_or_right(device) {
        let array = device.stream.to_device(&counted(5, 4)).unwrap();
        let ends = [isize::MIN, isize::MIN + 1, -6, -5, -1, 0, 1, 4, 5, 6, isize::MAX - 1, isize::MAX];
        let mut fine = 0;
        for start in ends {
            for end in ends.map(Some).into_iter().chain([None]) {
                for step in ends {
                    let slice = Slice { start, end, step };
                    let Ok(part) = array.view().slice_axis(Axis(0), slice) else { continue };
                    fine += 1;
                    assert!(part.layout().range().end <= 20, "{slice:?}: {part:?}");
                    part.split_at(Axis(0), part.shape()[0]).unwrap();
                    let python = python_slice(5, Some(start), end, step).unwrap();
                    assert!(array.view().slice_axis(Axis(0), python).is_ok(), "{slice:?}: {python:?}");
                }
            }
        }
        assert!(fine > 100, "{fine}");
        assert!(array.view().split_at(Axis(0), usize::MAX).is_err());
        assert!(array.view().split_at(Axis(2), 0).is_err());
        assert!(array.view().index_axis(Axis(usize::MAX), 0).is_err());
        assert!(array.view().insert_axis(Axis(usize::MAX)).is_err());
        assert!(array.get((usize::MAX, 0)).is_err());
        assert_eq!(array.axis_chunks_iter(Axis(0), usize::MAX).unwrap().len(), 1);
        assert_eq!(array.axis_chunks_iter(Axis(1), 0).unwrap().len(), 4);
        assert!(array.view().into_shape_with_order((usize::MAX, 2), Order::C).is_err());
        assert!(array.view().into_shape_with_order((usize::MAX, usize::MAX, 0), Order::C).is_err());
        assert!(array.broadcast((usize::MAX, 5, 4)).is_err());
        assert!(infer_shape(20, &[isize::MAX, isize::MAX, -1]).is_err());
        assert!(infer_shape(20, &[isize::MIN]).is_err());
        assert!(python_slice(usize::MAX, None, None, isize::MIN).is_ok());
        let index = [SliceInfoElem::Index(isize::MIN), SliceInfoElem::Index(0)];
        assert!(array.view().into_dyn().slice(&index[..]).is_err());
    }

    fn impossible_sizes_are_not_allocated(device) {
        let stream = &device.stream;
        assert!(matches!(stream.zeros::<u8, Ix2>((usize::MAX, 2)).unwrap_err(), Error::TooLarge { .. }));
        assert!(matches!(stream.zeros::<u64, Ix1>(usize::MAX / 2).unwrap_err(), Error::Cuda(_)));
        let one = stream.zeros::<u64, Ix0>(()).unwrap();
        // With so many repetitions, only a copy is too large.
        let wide = one.broadcast((1 << 30, 1 << 30)).unwrap();
        assert_eq!((wide.len(), wide.nbytes()), (1 << 60, 1 << 63));
        assert!(matches!(wide.to_owned().unwrap_err(), Error::Cuda(_)));
        assert!(matches!(wide.to_standard_layout().unwrap_err(), Error::Cuda(_)));
        assert!(matches!(wide.to_host().unwrap_err(), Error::HostMemory { .. }));
        let long = one.broadcast(1 << 50).unwrap();
        assert!(matches!(long.to_host().unwrap_err(), Error::HostMemory { .. }));
        // On the host, windows that overlap may be as large: more than a process can address, because a system may
        // promise what it doesn't have.
        let host = vec![0u64; 3 << 20];
        let windows = ArrayView3::from_shape((1 << 20, 1 << 20, 1 << 20).strides((1, 1, 1)), &host).unwrap();
        assert!(matches!(stream.to_device(&windows).unwrap_err(), Error::HostMemory { .. }));
        let units = stream.zeros::<(), Ix1>(usize::MAX / 2).unwrap();
        assert_eq!((units.nbytes(), units.device_pointer()), (0, 0));
        assert_eq!(units.cast::<u32>().unwrap().len(), 0);
        assert!(array_of_bytes(stream).cast::<()>().is_err());
        let shared = units.into_shared();
        assert_eq!(shared.slice(s![..;2]).unwrap().len(), usize::MAX / 4 + 1);
    }

    fn partially_overlapping_copies_are_right(device) {
        // Rows of a view that repeats: each is copied.
        let mut array = device.stream.to_device(&Array1::from_iter(0..12u32)).unwrap();
        let windows = Layout::<Ix2>::new(&[9, 4], &[1, 1], 0).unwrap();
        let view = DeviceArrayView::from_slice(array.as_buffer().as_slice(), windows).unwrap();
        let host = view.to_host().unwrap();
        assert!(host.indexed_iter().all(|((i, j), value)| *value as usize == i + j));
        // An axis that repeats between others that don't.
        let layout = Layout::<Ix3>::new(&[2, 3, 4], &[6, 0, 1], 1).unwrap();
        let view = DeviceArrayView::from_slice(array.as_buffer().as_slice(), layout).unwrap();
        let expected = view.to_standard_layout().unwrap().to_host().unwrap();
        assert_eq!(view.to_host().unwrap(), expected);
        assert_eq!(expected[(1, 2, 3)], 10);
        array.fill(0).unwrap();
    }

    fn a_tensor_may_begin_anywhere_in_its_memory(device) {
        let memory = device.stream.upload(&[0.0f32, 1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
        let deleted = Arc::new(AtomicUsize::new(0));
        let mut foreign = Foreign::new(memory.as_raw(), &[2, 2], Some(&[3, 1]), &deleted);
        foreign.tensor.dl_tensor.byte_offset = 4;
        let array: DeviceArray<f32, Ix2> = foreign.import(&device.stream).unwrap();
        assert_eq!(array.to_host().unwrap().into_raw_vec_and_offset().0, [1.0, 2.0, 4.0, 5.0]);
        // Backwards, from the last element.
        let mut foreign = Foreign::new(memory.as_raw(), &[6], Some(&[-1]), &deleted);
        foreign.tensor.dl_tensor.byte_offset = 20;
        let array: DeviceArray<f32, Ix1> = foreign.import(&device.stream).unwrap();
        assert_eq!(array.to_host().unwrap().to_vec(), [5.0, 4.0, 3.0, 2.0, 1.0, 0.0]);
        for (offset, text) in [(2, "not aligned"), (24, "reaches outside"), (16, "reaches outside")] {
            let mut foreign = Foreign::new(memory.as_raw(), &[6], Some(&[-1]), &deleted);
            foreign.tensor.dl_tensor.byte_offset = offset;
            let refused = foreign.import::<Ix1>(&device.stream);
            // Memory of a pool may be larger than requested.
            if let Err(error) = refused {
                let text = error.to_string();
                assert!(text.contains("aligned") || text.contains("outside") || text.contains("beyond") || text.contains("no memory"), "{text}");
            } else {
                assert_ne!(text, "not aligned");
            }
        }
    }

    fn strides_of_axes_without_two_elements_are_ignored(device) {
        let memory = device.stream.upload(&[7.0f32; 4]).unwrap();
        let deleted = Arc::new(AtomicUsize::new(0));
        for stride in [i64::MIN, -1, 0, 3, i64::MAX] {
            let foreign = Foreign::new(memory.as_raw(), &[1, 4, 1], Some(&[stride, 1, stride]), &deleted);
            let array: DeviceArray<f32, Ix3> = foreign.import(&device.stream).unwrap();
            assert_eq!(array.to_host().unwrap().sum(), 28.0, "{stride}");
            assert!(array.is_c_contiguous() && array.slice(s![.., ..;-1, ..]).unwrap().to_host().is_ok());
            assert_eq!(array.view().into_shape_with_order((2, 2), Order::C).unwrap().strides(), [2, 1]);
            let options = ExportOptions::new(ConsumerStream::Unordered);
            // SAFETY: no stream is ordered.
            let tensor = unsafe { array.into_dlpack(options) }.unwrap();
            // SAFETY: there are three.
            let strides = unsafe { core::slice::from_raw_parts(tensor.as_dl_tensor().strides, 3) };
            assert_eq!(strides, [4, 1, 1]);
        }
        // In bytes, too.
        let address = memory.as_raw();
        let text = format!("{{'shape': (1, 4), 'strides': (7, 4), 'typestr': '<f4', 'data': ({address}, True), 'version': 3}}");
        // SAFETY: nothing writes.
        let read = unsafe { CudaArrayInterface::parse(&text).unwrap().into_shared::<f32, Ix2>((), &device.stream) };
        assert_eq!(read.unwrap().to_host().unwrap().sum(), 28.0);
    }

    fn other_kinds_of_memory_are_rejected_or_accessible(device) {
        let deleted = Arc::new(AtomicUsize::new(0));
        let memory = device.stream.upload(&[1.0f32; 4]).unwrap();
        let kinds = [0, 1, 4, 7, 8, 9, 10, 11, 12, 14, 15, 16, -1, i32::MIN, i32::MAX];
        for (count, kind) in kinds.into_iter().enumerate() {
            let mut foreign = Foreign::new(memory.as_raw(), &[4], None, &deleted);
            foreign.tensor.dl_tensor.device.device_type = DLDeviceType(kind);
            let error = foreign.import::<Ix1>(&device.stream).unwrap_err();
            assert!(error.to_string().contains("memory of device type"), "{error}");
            assert_eq!(deleted.load(SeqCst), count + 1);
        }
        for id in [-1, 1, i32::MAX] {
            let mut foreign = Foreign::new(memory.as_raw(), &[4], None, &deleted);
            foreign.tensor.dl_tensor.device.device_id = id;
            assert!(foreign.import::<Ix1>(&device.stream).is_err(), "device {id}");
        }
        // Pinned and managed memory have no device number.
        let pinned = device.context.pinned::<f32>(4).unwrap();
        let managed = device.stream.alloc_managed::<f32>(4, cuda_driver::managed::MemAttachFlags::GLOBAL).unwrap();
        for (address, kind) in [(pinned.as_ptr() as u64, DLDeviceType::CUDA_HOST), (managed.as_slice().as_raw(), DLDeviceType::CUDA_MANAGED)] {
            let mut foreign = Foreign::new(address, &[4], None, &deleted);
            foreign.tensor.dl_tensor.device.device_type = kind;
            let mut array: DeviceArray<f32, Ix1> = foreign.import(&device.stream).unwrap();
            array.fill(3.0).unwrap();
            assert_eq!(array.to_host().unwrap().to_vec(), [3.0; 4]);
            drop(array);
            wait_for_deferred();
        }
        assert_eq!(pinned[..], [3.0; 4]);
    }

    fn elements_of_other_widths_are_rejected(device) {
        let deleted = Arc::new(AtomicUsize::new(0));
        let memory = device.stream.upload(&[1.0f32; 4]).unwrap();
        let wrong = [(2, 32, 0), (2, 32, 2), (2, 32, u16::MAX), (2, 0, 1), (2, 31, 1), (2, 64, 1), (1, 32, 1), (5, 32, 1), (17, 32, 1), (255, 255, 1)];
        for (count, (code, bits, lanes)) in wrong.into_iter().enumerate() {
            let mut foreign = Foreign::new(memory.as_raw(), &[4], None, &deleted);
            foreign.tensor.dl_tensor.dtype = DLDataType { code, bits, lanes };
            let error = foreign.import::<Ix1>(&device.stream).unwrap_err();
            let text = format!("elements of code {code}, {bits} bits and {lanes} lanes are not <f4");
            assert_eq!(error.to_string(), text);
            assert_eq!(deleted.load(SeqCst), count + 1);
        }
        // A flag about elements that this crate doesn't know doesn't change their type.
        let mut foreign = Foreign::new(memory.as_raw(), &[4], None, &deleted);
        foreign.tensor.flags = DLPACK_FLAG_BITMASK_IS_SUBBYTE_TYPE_PADDED | DLPACK_FLAG_BITMASK_IS_COPIED | 1 << 40;
        assert!(foreign.import::<Ix1>(&device.stream).is_ok());
    }

    fn empty_arrays_are_exported_as_null(device) {
        let options = ExportOptions::new(ConsumerStream::Unordered);
        let array = device.stream.zeros::<f32, Ix3>((2, 0, 3)).unwrap();
        // SAFETY: no stream is ordered.
        let tensor = unsafe { array.into_dlpack(options) }.unwrap();
        let found = tensor.as_dl_tensor();
        assert!(found.data.is_null() && found.byte_offset == 0 && !found.strides.is_null());
        // SAFETY: nothing else uses it.
        let back: DeviceArray<f32, IxDyn> = unsafe { tensor.into_array(&device.stream) }.unwrap();
        assert_eq!(back.shape(), [2, 0, 3]);
        assert_eq!(back.cuda_array_interface().data, (0, false));
        let scalar = device.stream.zeros::<f32, Ix0>(()).unwrap();
        // SAFETY: as above.
        let tensor = unsafe { scalar.into_dlpack(options) }.unwrap();
        assert_eq!((tensor.as_dl_tensor().ndim, tensor.as_dl_tensor().data.is_null()), (0, false));
    }

    fn an_owner_lives_as_long_as_its_array(device) {
        struct Owner(Arc<AtomicUsize>);
        impl Drop for Owner {
            fn drop(&mut self) {
                self.0.fetch_add(1, SeqCst);
            }
        }
        let dropped = Arc::new(AtomicUsize::new(0));
        let memory = device.stream.from_elem::<f32, Ix1>(4, 2.0).unwrap();
        let interface = memory.cuda_array_interface();
        // SAFETY: nothing writes.
        let array = unsafe { interface.clone().into_shared::<f32, Ix1>(Owner(dropped.clone()), &device.stream) }.unwrap();
        let part = array.clone().slice_move(s![1..]).unwrap();
        drop(array);
        wait_for_deferred();
        assert_eq!(dropped.load(SeqCst), 0);
        assert_eq!(part.to_host().unwrap().sum(), 6.0);
        drop(part);
        wait_for_deferred();
        assert_eq!(dropped.load(SeqCst), 1);
        // A rejected one is dropped, too.
        // SAFETY: it is rejected.
        assert!(unsafe { interface.into_shared::<f64, Ix1>(Owner(dropped.clone()), &device.stream) }.is_err());
        wait_for_deferred();
        assert_eq!(dropped.load(SeqCst), 2);
    }

    fn dictionaries_of_impossible_arrays_are_errors(device) {
        let array = device.stream.zeros::<f32, Ix2>((3, 4)).unwrap();
        for text in ["{'shape': (99999999999999999999999999999999999999999,), 'typestr': '<f4', 'data': (1, False)}",
            "{'shape': (18446744073709551616,), 'typestr': '<f4', 'data': (1, False)}",
            "{'shape': (4,), 'typestr': '<f4', 'data': (-1, False)}",
            "{'shape': (4,), 'typestr': '<f4', 'data': (1, False), 'strides': (9223372036854775808,)}",
            "{'shape': (4,), 'typestr': '<f4', 'data': (1, False), 'stream': -2}", "{", "{'", "{'\\", "'", "-", "{-:-}"] {
            assert!(CudaArrayInterface::parse(text).is_err(), "{text}");
        }
        // Names with only the right prefix.
        for typestr in ["<<f4", "f4", "", "<", "<f", "<f44", "é4", ">f4", "=f8"] {
            let mut interface = array.cuda_array_interface();
            interface.typestr = typestr.to_owned();
            // SAFETY: it is rejected.
            assert!(unsafe { interface.into_shared::<f32, Ix2>((), &device.stream) }.is_err(), "{typestr}");
        }
        // Shapes larger than any memory.
        for (shape, strides) in [
            (vec![usize::MAX, 2], None),
            (vec![1 << 62, 1], Some(vec![4, 4])),
            (vec![2, 2], Some(vec![isize::MIN, 4])),
            (vec![2, 2], Some(vec![isize::MAX - 3, 4])),
            (vec![2, 2], Some(vec![4])),
            (vec![3, 5], Some(vec![16, 4, 4])),
        ] {
            let mut interface = array.cuda_array_interface();
            (interface.shape, interface.strides) = (shape, strides);
            let text = interface.to_string();
            // SAFETY: it is rejected.
            assert!(unsafe { interface.into_shared::<f32, Ix2>((), &device.stream) }.is_err(), "{text}");
        }
    }
}

#[test]
fn a_dictionary_of_any_numbers_does_not_panic() {
    let field = Field {
        name: "x".to_owned(),
        offset: usize::MAX,
        dtype: DtypeInfo::scalar(Kind::Int, 8),
        shape: vec![usize::MAX, 2],
    };
    let record = DtypeInfo::record(8, vec![field]);
    let interface =
        CudaArrayInterface::new(&record, &[usize::MAX, 3], &[8, isize::MIN], 256, false);
    assert_eq!(interface.descr.unwrap().len(), 2);
    // Strides for another number of axes are passed on, so that the reader rejects them.
    let interface = CudaArrayInterface::new(&f32::dtype(), &[3, 4], &[4], 256, false);
    assert_eq!(interface.strides, Some(vec![4]));
}

fn array_of_bytes(stream: &Stream) -> DeviceArray<u8, Ix1> {
    stream.zeros(4).expect("there is memory")
}
