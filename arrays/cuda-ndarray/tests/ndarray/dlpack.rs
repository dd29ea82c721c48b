//! Exchange by DLPack.

use std::ffi::c_void;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};

use cuda_driver::{
    DeviceBuffer, Stream, driver::Symbol, managed::MemAttachFlags, stream::wait_for_deferred,
    sys::CUresult,
};
use cuda_ndarray::dlpack::abi::*;
use cuda_ndarray::dlpack::{ConsumerStream, DlpackError, ExportOptions, LegacyTensor, Tensor};
use cuda_ndarray::ndarray::{Array1, Axis, Ix0, Ix1, Ix2, Ix3, IxDyn, s};
use cuda_ndarray::{Bool, DeviceArray, Error, HostArrays, Layout, MakeArrays, ManagedArrays};

use crate::blocked_stream::BlockedStream;
use crate::device::on_every_driver;
use crate::views::counted;

const UNORDERED: ExportOptions = ExportOptions::new(ConsumerStream::Unordered);

/// A tensor of another library's, which counts how often it is given back.
pub struct Foreign {
    numbers: Vec<i64>,
    deleted: Arc<AtomicUsize>,
    pub tensor: DLManagedTensorVersioned,
}

impl Foreign {
    /// Of four floats at `data`, until it is changed.
    pub fn new(
        data: u64,
        shape: &[i64],
        strides: Option<&[i64]>,
        deleted: &Arc<AtomicUsize>,
    ) -> Box<Self> {
        unsafe extern "C" fn delete(tensor: *mut DLManagedTensorVersioned) {
            // SAFETY: it is what `into_raw` leaked.
            let foreign = unsafe { Box::from_raw((*tensor).manager_ctx.cast::<Foreign>()) };
            foreign.deleted.fetch_add(1, SeqCst);
        }

        let mut numbers = shape.to_vec();
        numbers.extend(strides.unwrap_or_default());
        let dl_tensor = DLTensor {
            data: data as usize as *mut c_void,
            device: DLDevice { device_type: DLDeviceType::CUDA, device_id: 0 },
            ndim: shape.len() as i32,
            dtype: DLDataType { code: 2, bits: 32, lanes: 1 },
            shape: null_mut(),
            strides: null_mut(),
            byte_offset: 0,
        };
        let mut foreign = Box::new(Self {
            numbers,
            deleted: deleted.clone(),
            tensor: DLManagedTensorVersioned {
                version: DLPackVersion { major: 1, minor: 0 },
                manager_ctx: null_mut(),
                deleter: Some(delete),
                flags: 0,
                dl_tensor,
            },
        });
        let shape_pointer = foreign.numbers.as_mut_ptr();
        foreign.tensor.dl_tensor.shape = shape_pointer;
        if strides.is_some() {
            // SAFETY: the strides follow the shape.
            foreign.tensor.dl_tensor.strides = unsafe { shape_pointer.add(shape.len()) };
        }
        foreign
    }

    fn into_raw(self: Box<Self>) -> *mut DLManagedTensorVersioned {
        let pointer = Box::into_raw(self);
        // SAFETY: the pointer is to the value that was just leaked.
        unsafe {
            (*pointer).tensor.manager_ctx = pointer.cast();
            &raw mut (*pointer).tensor
        }
    }

    pub fn import<D: cuda_ndarray::ndarray::Dimension + 'static>(
        self: Box<Self>,
        stream: &Stream,
    ) -> Result<DeviceArray<f32, D>, Error> {
        // SAFETY: the tensor is valid except for the test's changes, and nothing else uses the memory.
        unsafe { Tensor::from_raw(self.into_raw())?.into_array(stream) }
    }
}

on_every_driver! {
    fn an_array_is_exported_and_imported_without_a_copy(device) {
        let host = counted(4, 6);
        let array = device.stream.to_device(&host).unwrap();
        let address = array.device_pointer();
        // SAFETY: no stream is ordered, and this thread alone uses the array.
        let tensor = unsafe { array.into_dlpack(UNORDERED) }.unwrap();
        assert_eq!(tensor.managed().version, DLPackVersion { major: 1, minor: 3 });
        // SAFETY: as above.
        let back: DeviceArray<f32, Ix2> = unsafe { tensor.into_array(&device.stream) }.unwrap();
        assert_eq!(back.device_pointer(), address);
        assert_eq!(back.to_host().unwrap(), host);
        // SAFETY: as above.
        let legacy = unsafe { back.into_dlpack_legacy(UNORDERED) }.unwrap().into_raw();
        // SAFETY: as above.
        let back = unsafe { LegacyTensor::from_raw(legacy).unwrap().into_shared::<f32, IxDyn>(&device.stream) }.unwrap();
        assert_eq!(back.to_host().unwrap(), host.into_dyn());
    }

    fn an_own_tensor_becomes_its_array_again(device) {
        let consumer = device.stream.context().stream().unwrap();
        let ordered = ExportOptions::new(ConsumerStream::Handle(consumer.as_raw()));
        let host = counted(4, 6);
        let array = device.stream.to_device(&host).unwrap();
        let address = array.device_pointer();
        // SAFETY: the stream is of this context, and this thread alone uses the array.
        let tensor = unsafe { array.into_dlpack(ordered) }.unwrap();
        // SAFETY: as above.
        let back: DeviceArray<f32, Ix2> = unsafe { tensor.into_array(&consumer) }.unwrap();
        assert_eq!((back.device_pointer(), back.stream()), (address, &consumer));
        assert_eq!(back.to_host().unwrap(), host);
        // The memory is the array's own, and not kept alive for a tensor.
        let (buffer, _) = back.into_buffer();
        assert!(buffer.into_raw().map(|address| {
            // SAFETY: it was just released.
            unsafe { cuda_driver::DeviceBuffer::<f32>::from_raw(&consumer, address, 24) }
        }).is_ok());
    }

    fn an_own_tensor_that_was_changed_is_imported_as_it_is(device) {
        let array = device.stream.to_device(&counted(4, 6)).unwrap();
        // SAFETY: no stream is ordered, and this thread alone uses the array.
        let tensor = unsafe { array.into_dlpack(UNORDERED) }.unwrap().into_raw();
        // SAFETY: the tensor has two axes, and is this thread's.
        let tensor = unsafe {
            *(*tensor).dl_tensor.shape = 2;
            Tensor::from_raw(tensor).unwrap()
        };
        // SAFETY: as above.
        let back: DeviceArray<f32, Ix2> = unsafe { tensor.into_array(&device.stream) }.unwrap();
        assert_eq!(back.to_host().unwrap(), counted(4, 6).slice(s![..2, ..]));
    }

    fn an_own_tensor_of_another_type_or_device_is_rejected(device) {
        type Change = fn(&mut DLTensor);
        let changes: [(Change, &str); 3] = [
            (|t| t.dtype.code = 0, "code 0"),
            (|t| t.device.device_id = 1, "number 1"),
            (|t| t.ndim = -1, "negative number of axes"),
        ];
        for (change, text) in changes {
            let array = device.stream.to_device(&counted(4, 6)).unwrap();
            // SAFETY: no stream is ordered, and the tensor is this thread's.
            let tensor = unsafe {
                let tensor = array.into_dlpack(UNORDERED).unwrap().into_raw();
                change(&mut (*tensor).dl_tensor);
                Tensor::from_raw(tensor).unwrap()
            };
            // SAFETY: it is rejected.
            let error = unsafe { tensor.into_array::<f32, Ix2>(&device.stream) }.unwrap_err();
            assert!(error.to_string().contains(text), "{error}, expected {text}");
        }
    }

    fn an_own_tensor_whose_elements_overlap_cannot_be_written(device) {
        let buffer = device.stream.upload(&[0.0f32; 3]).unwrap();
        let array = DeviceArray::from_buffer(buffer, Layout::<Ix2>::new(&[3, 3], &[0, 1], 0).unwrap()).unwrap();
        // SAFETY: no stream is ordered.
        let tensor = unsafe { array.into_dlpack(UNORDERED) }.unwrap();
        // SAFETY: it is rejected.
        let error = unsafe { tensor.into_array::<f32, Ix2>(&device.stream) }.unwrap_err();
        assert!(matches!(error, Error::Overlap { .. }), "{error}");
    }

    fn memory_of_an_owner_is_released_on_the_consumers_stream(device) {
        let consumer = device.context.stream().unwrap();
        let (memory, released) = (device.stream.upload(&[1.0f32; 8]).unwrap(), Arc::new(Mutex::new(Vec::new())));
        let log = released.clone();
        let owner = move |stream: &Stream| {
            log.lock().unwrap().push(stream.as_raw() as usize);
            Ok(())
        };
        let producer = device.context.stream().unwrap();
        // SAFETY: the memory is released last, and nothing else uses it.
        let buffer = unsafe { DeviceBuffer::<f32>::from_owner(&producer, memory.as_raw(), 8, owner) };
        let mut array = DeviceArray::from_buffer(buffer, Layout::<Ix1>::of_shape(8).unwrap()).unwrap();
        for stream in [&consumer, &producer, &consumer] {
            let ordered = ExportOptions::new(ConsumerStream::Handle(stream.as_raw()));
            // SAFETY: the stream is of this context.
            let tensor = unsafe { array.into_dlpack(ordered) }.unwrap();
            // SAFETY: the stream is ordered, and nothing else uses the memory.
            array = unsafe { tensor.into_array(stream) }.unwrap();
        }
        drop(producer);
        assert!(released.lock().unwrap().is_empty());
        drop(array);
        assert_eq!(*released.lock().unwrap(), [consumer.as_raw() as usize]);
    }

    fn memory_from_no_pool_stays_so(device) {
        let (instrument, device) = device.instrumented();
        let buffer = device.stream.alloc_unpooled::<f32>(8).unwrap();
        let array = DeviceArray::from_buffer(buffer, Layout::<Ix1>::of_shape(8).unwrap()).unwrap();
        // SAFETY: no stream is ordered, and nothing else uses the memory.
        let back = unsafe { array.into_dlpack(UNORDERED).unwrap().into_array::<f32, Ix1>(&device.stream) }.unwrap();
        instrument.reset();
        back.into_buffer().0.destroy().unwrap();
        let called = instrument.called();
        assert!(called.contains(&(Symbol::cuMemFree_v2, 1)), "{called:?}");
    }

    fn a_consumer_may_support_an_older_version(device) {
        let array = device.stream.zeros::<f32, Ix1>(4).unwrap();
        let options = UNORDERED.max_version(DLPackVersion { major: 1, minor: 1 }).unwrap();
        // SAFETY: no stream is ordered.
        let tensor = unsafe { array.into_dlpack(options) }.unwrap();
        assert_eq!(tensor.managed().version, DLPackVersion { major: 1, minor: 1 });
        assert!(UNORDERED.max_version(DLPackVersion { major: 0, minor: 8 }).is_err());
        let newest = UNORDERED.max_version(DLPackVersion { major: 2, minor: 0 }).unwrap();
        let array = device.stream.zeros::<f32, Ix1>(4).unwrap();
        // SAFETY: no stream is ordered.
        let tensor = unsafe { array.into_dlpack(newest) }.unwrap();
        assert_eq!(tensor.managed().version, DLPackVersion { major: 1, minor: 3 });
    }

    fn strides_of_short_axes_are_those_of_c_order(device) {
        let array = device.stream.zeros::<u8, Ix3>((5, 1, 4)).unwrap();
        let array = array.into_shared().slice_move(s![..;2, .., 1..2]).unwrap();
        assert_eq!(array.strides(), [8, 4, 1]);
        // SAFETY: no stream is ordered.
        let tensor = unsafe { array.into_dlpack(UNORDERED) }.unwrap();
        // SAFETY: a tensor of three axes has three strides.
        let strides = unsafe { std::slice::from_raw_parts(tensor.as_dl_tensor().strides, 3) };
        assert_eq!(strides, [8, 1, 1]);
        assert!(tensor.is_read_only());
    }

    fn negative_strides_are_only_exported_on_request(device) {
        let mut view = counted(3, 4);
        view.invert_axis(cuda_ndarray::ndarray::Axis(0));
        let array = device.stream.to_device(&view).unwrap();
        assert_eq!(array.strides(), [-4, 1]);
        // SAFETY: no stream is ordered.
        let error = unsafe { array.into_dlpack(UNORDERED) }.unwrap_err();
        assert!(matches!(error, Error::Dlpack(DlpackError::NegativeStrides { .. })), "{error}");
        let array = device.stream.to_device(&view).unwrap();
        // SAFETY: as above.
        let tensor = unsafe { array.into_dlpack(UNORDERED.allow_negative_strides()) }.unwrap();
        // SAFETY: as above.
        let back: DeviceArray<f32, Ix2> = unsafe { tensor.into_array(&device.stream) }.unwrap();
        assert_eq!(back.to_host().unwrap(), view);
    }

    fn stream_zero_is_rejected(device) {
        assert_eq!(ConsumerStream::from_python(Some(0)), Err(DlpackError::AmbiguousStream));
        assert_eq!(ConsumerStream::from_python(Some(-2)), Err(DlpackError::UnknownStream(-2)));
        assert_eq!(ConsumerStream::from_python(None), Ok(ConsumerStream::Legacy));
        assert_eq!(ConsumerStream::from_python(Some(2)), Ok(ConsumerStream::PerThread));
        let array = device.stream.zeros::<f32, Ix1>(4).unwrap();
        let options = ExportOptions::new(ConsumerStream::Handle(null_mut()));
        // SAFETY: null is rejected.
        let error = unsafe { array.into_dlpack(options) }.unwrap_err();
        assert!(error.to_string().contains("ambiguous"), "{error}");
    }

    fn a_tensor_of_a_newer_major_version_is_only_deleted(device) {
        let deleted = Arc::new(AtomicUsize::new(0));
        let mut foreign = Foreign::new(4, &[4], None, &deleted);
        foreign.tensor.version.major = 2;
        // In another version, that field isn't a shape.
        foreign.tensor.dl_tensor.shape = std::ptr::dangling_mut();
        let error = foreign.import::<Ix1>(&device.stream).unwrap_err();
        assert!(matches!(error, Error::Dlpack(DlpackError::Version(_))), "{error}");
        assert_eq!(deleted.load(SeqCst), 1);
    }

    fn the_deleter_runs_once_on_any_error(device) {
        let memory = device.stream.upload(&[0.0f32; 16]).unwrap();
        let (data, stream) = (memory.as_raw(), &device.stream);
        type Change = fn(&mut DLManagedTensorVersioned);
        let changes: [(Change, &str); 14] = [
            (|t| t.dl_tensor.dtype.lanes = 2, "2 lanes are not <f4"),
            (|t| t.dl_tensor.dtype.code = 17, "code 17"),
            (|t| t.dl_tensor.dtype.bits = 16, "16 bits"),
            (|t| t.dl_tensor.device.device_type = DLDeviceType::CPU, "device type 1"),
            (|t| t.dl_tensor.device.device_id = 1, "number 1"),
            (|t| t.dl_tensor.ndim = -1, "negative number of axes"),
            (|t| t.dl_tensor.ndim = 0, "0 axes or strides, where 1 are expected"),
            (|t| t.dl_tensor.shape = null_mut(), "axes, and no shape"),
            // SAFETY: the shape has one length.
            (|t| unsafe { *t.dl_tensor.shape = -4 }, "a negative length"),
            // SAFETY: as above.
            (|t| unsafe { *t.dl_tensor.shape = 1 << 20 }, "reaches outside"),
            // SAFETY: as above.
            (|t| unsafe { *t.dl_tensor.shape = 1 << 62 }, "shape [4611686018427387904] with strides [1] and elements of 4 bytes"),
            // SAFETY: as above.
            (|t| unsafe { *t.dl_tensor.shape = i64::MAX }, "reaches beyond all addresses"),
            (|t| t.dl_tensor.byte_offset = u64::MAX, "an offset beyond all addresses"),
            (|t| t.flags = DLPACK_FLAG_BITMASK_READ_ONLY, "the tensor is read-only"),
        ];
        for (change, text) in changes {
            let deleted = Arc::new(AtomicUsize::new(0));
            let mut foreign = Foreign::new(data, &[4], None, &deleted);
            change(&mut foreign.tensor);
            let error = foreign.import::<Ix1>(stream).unwrap_err();
            assert!(error.to_string().contains(text), "{error}, expected {text}");
            assert_eq!(deleted.load(SeqCst), 1, "{text}");
        }
        for (shape, strides, text) in [
            (&[2, 2][..], &[1, 1][..], "cannot be written"),
            (&[2, 2], &[100, 1], "reaches outside"),
            (&[2, 2], &[i64::MAX, i64::MAX], "more elements than an address can count"),
            (&[i64::MAX, i64::MAX], &[0, 0], "more elements than an address can count"),
        ] {
            let deleted = Arc::new(AtomicUsize::new(0));
            let error = Foreign::new(data, shape, Some(strides), &deleted).import::<Ix2>(stream).unwrap_err();
            assert!(error.to_string().contains(text), "{error}, expected {text}");
            assert_eq!(deleted.load(SeqCst), 1, "{text}");
        }
        // Four terabytes before the start, where an address may also be negative.
        let deleted = Arc::new(AtomicUsize::new(0));
        let error = Foreign::new(data, &[2, 2], Some(&[-1 << 40, 1]), &deleted).import::<Ix2>(stream).unwrap_err();
        let texts = ["in no memory that the driver knows", "reaches outside", "reaches beyond all addresses"];
        assert!(texts.iter().any(|text| error.to_string().contains(text)), "{error}");
        assert_eq!(deleted.load(SeqCst), 1);
        let deleted = Arc::new(AtomicUsize::new(0));
        let error = Foreign::new(8, &[4], None, &deleted).import::<Ix1>(stream).unwrap_err();
        assert!(error.to_string().contains("in no memory that the driver knows"), "{error}");
        assert_eq!(deleted.load(SeqCst), 1);
        // An array without elements has no requirements.
        let deleted = Arc::new(AtomicUsize::new(0));
        let empty = Foreign::new(0, &[0, 7], None, &deleted).import::<Ix2>(stream).unwrap();
        assert_eq!(empty.shape(), [0, 7]);
        drop(empty);
        wait_for_deferred();
        assert_eq!(deleted.load(SeqCst), 1);
    }

    fn the_deleter_runs_once_if_any_call_fails(device) {
        let (instrument, device) = device.instrumented();
        let memory = device.stream.upload(&[0.0f32; 16]).unwrap();
        let work = |deleted: &Arc<AtomicUsize>| -> Result<(), Error> {
            let array: DeviceArray<f32, Ix1> = Foreign::new(memory.as_raw(), &[4], None, deleted).import(&device.stream)?;
            // SAFETY: the stream is of this context.
            let tensor = unsafe { array.into_dlpack(ExportOptions::new(ConsumerStream::Legacy)) }?;
            // SAFETY: the legacy stream is ordered.
            let shared = unsafe { tensor.into_shared::<f32, Ix1>(&device.stream) }?;
            drop(shared);
            Ok(())
        };
        work(&Arc::new(AtomicUsize::new(0))).unwrap();
        wait_for_deferred();
        instrument.reset();
        work(&Arc::new(AtomicUsize::new(0))).unwrap();
        let calls = instrument.all_calls();
        wait_for_deferred();
        for nth in 1..=u32::try_from(calls).unwrap() {
            let deleted = Arc::new(AtomicUsize::new(0));
            instrument.reset();
            instrument.fail_any(nth, CUresult::CUDA_ERROR_UNKNOWN);
            // Some calls may fail without an error; the tensor is deleted once in any case.
            let _ = work(&deleted);
            wait_for_deferred();
            let failed = instrument.failed();
            assert_eq!(deleted.load(SeqCst), 1, "call {nth}, {failed:?}");
        }
    }

    fn a_read_only_tensor_cannot_be_written(device) {
        let shared = device.stream.zeros::<f32, Ix1>(4).unwrap().into_shared();
        // SAFETY: no stream is ordered.
        let tensor = unsafe { shared.clone().into_dlpack(UNORDERED) }.unwrap();
        assert_eq!(tensor.managed().flags, DLPACK_FLAG_BITMASK_READ_ONLY);
        // SAFETY: it is rejected.
        let error = unsafe { tensor.into_array::<f32, Ix1>(&device.stream) }.unwrap_err();
        assert!(matches!(error, Error::Dlpack(DlpackError::ReadOnly)), "{error}");
        let interface = shared.cuda_array_interface();
        assert!(interface.data.1);
        // SAFETY: as above.
        let error = unsafe { interface.into_array::<f32, Ix1>(shared, &device.stream) }.unwrap_err();
        assert!(matches!(error, Error::Interface(cuda_ndarray::interface::InterfaceError::ReadOnly)), "{error}");
    }

    fn pinned_and_managed_arrays_report_their_device(device) {
        let mut pinned = device.context.pinned_array::<f32, Ix2>((2, 3)).unwrap();
        pinned.assign(&counted(2, 3));
        let address = pinned.as_ptr() as usize;
        let tensor = pinned.into_dlpack(UNORDERED).unwrap();
        let found = tensor.as_dl_tensor();
        assert_eq!((found.device.device_type, found.device.device_id), (DLDeviceType::CUDA_HOST, 0));
        assert_eq!((found.data as usize, found.ndim), (address, 2));
        // SAFETY: nothing else uses it.
        let mut back: DeviceArray<f32, Ix2> = unsafe { tensor.into_array(&device.stream) }.unwrap();
        back.slice_mut(s![0, ..]).unwrap().fill(7.0).unwrap();
        assert_eq!(back.to_host().unwrap().into_raw_vec_and_offset().0, [7.0, 7.0, 7.0, 3.0, 4.0, 5.0]);

        let array = device.stream.managed_array::<f32, Ix2>((2, 3), MemAttachFlags::GLOBAL);
        let mut managed = array.unwrap();
        managed.host_mut().unwrap().assign(&counted(2, 3));
        // SAFETY: no stream is ordered.
        let tensor = unsafe { managed.into_dlpack(UNORDERED) }.unwrap();
        let found = tensor.as_dl_tensor().device;
        assert_eq!((found.device_type, found.device_id), (DLDeviceType::CUDA_MANAGED, 0));
        // SAFETY: as above.
        let back: DeviceArray<f32, Ix2> = unsafe { tensor.into_array(&device.stream) }.unwrap();
        assert_eq!(back.to_host().unwrap(), counted(2, 3));
        let reversed = device.context.pinned_array::<f32, Ix1>(4).unwrap();
        let mut reversed = reversed;
        reversed.invert_axis(Axis(0));
        let error = reversed.into_dlpack(UNORDERED).unwrap_err();
        assert!(matches!(error, Error::Dlpack(DlpackError::NegativeStrides { .. })), "{error}");
    }

    fn an_older_tensor_without_strides_is_in_c_order(device) {
        let memory = device.stream.upload(&[0.0f32, 1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
        let deleted = Arc::new(AtomicUsize::new(0));
        let array: DeviceArray<f32, Ix2> = Foreign::new(memory.as_raw(), &[2, 3], None, &deleted).import(&device.stream).unwrap();
        assert_eq!(array.strides(), [3, 1]);
        assert_eq!(array.to_host().unwrap(), counted(2, 3));
    }

    fn all_element_types_have_names(device) {
        let stream = &device.stream;
        macro_rules! goes_round {
            ($($ty:ty: $typestr:literal;)*) => {$(
                let array = stream.zeros::<$ty, Ix0>(()).unwrap();
                let interface = array.cuda_array_interface();
                assert_eq!((interface.typestr.as_str(), interface.shape.len()), ($typestr, 0));
                // SAFETY: no stream is ordered, and this thread alone uses the array.
                let tensor = unsafe { array.into_dlpack(UNORDERED) }.unwrap();
                // SAFETY: as above.
                assert!(unsafe { tensor.into_array::<$ty, Ix0>(stream) }.is_ok());
            )*};
        }
        goes_round! {
            Bool: "|b1"; i8: "|i1"; i16: "<i2"; i32: "<i4"; i64: "<i8"; u8: "|u1"; u16: "<u2"; u32: "<u4"; u64: "<u8";
            f32: "<f4"; f64: "<f8"; half::f16: "<f2"; half::bf16: "<V2";
            num_complex::Complex<f32>: "<c8"; num_complex::Complex<f64>: "<c16";
        }
    }
}

on_every_driver! { alone
    fn a_consumer_waits_for_the_producer(device) {
        let consumer = device.context.stream().unwrap();
        for stream in [ConsumerStream::Handle(consumer.as_raw()), ConsumerStream::Legacy, ConsumerStream::PerThread] {
            let theirs = match stream {
                ConsumerStream::Legacy => device.context.default_stream(),
                // SAFETY: it is used on this thread alone.
                ConsumerStream::PerThread => unsafe { Stream::borrow_raw(&device.context, cuda_driver::sys::CU_STREAM_PER_THREAD) },
                _ => consumer.clone(),
            };
            let producer = device.context.stream_with(cuda_driver::stream::StreamFlags::NON_BLOCKING, 0).unwrap();
            let mut array = producer.zeros::<u32, Ix1>(1000).unwrap();
            let held = BlockedStream::new(&producer);
            array.fill(7).unwrap();
            // SAFETY: the stream is of this context.
            let tensor = unsafe { array.into_dlpack(ExportOptions::new(stream)) }.unwrap();
            // SAFETY: the producer ordered the stream.
            let ours = unsafe { tensor.into_shared::<u32, Ix1>(&theirs) }.unwrap();
            let copy = ours.to_owned().unwrap();
            assert!(!theirs.query().unwrap(), "{stream:?} doesn't wait");
            held.release();
            assert_eq!(copy.to_host().unwrap(), Array1::from_elem(1000, 7));
        }
    }

    fn memory_is_not_released_before_the_kernel_ends(device) {
        let deleted = Arc::new(AtomicUsize::new(0));
        let memory = device.stream.upload(&[1.0f32, 2.0, 3.0, 4.0]).unwrap();
        let array: DeviceArray<f32, Ix1> = Foreign::new(memory.as_raw(), &[4], None, &deleted).import(&device.stream).unwrap();
        let held = BlockedStream::new(&device.stream);
        let copy = array.to_owned().unwrap();
        drop(array);
        assert_eq!(deleted.load(SeqCst), 0);
        held.release();
        wait_for_deferred();
        assert_eq!(deleted.load(SeqCst), 1);
        assert_eq!(copy.to_host().unwrap().to_vec(), [1.0, 2.0, 3.0, 4.0]);
    }

    fn a_shared_array_is_released_after_all_its_readers(device) {
        let deleted = Arc::new(AtomicUsize::new(0));
        let memory = device.stream.upload(&[1.0f32, 2.0, 3.0, 4.0]).unwrap();
        let foreign = Foreign::new(memory.as_raw(), &[4], None, &deleted).into_raw();
        // SAFETY: the tensor is valid, and nothing writes to it.
        let array = unsafe { Tensor::from_raw(foreign).unwrap().into_shared::<f32, Ix1>(&device.stream) }.unwrap();
        let other = device.context.stream().unwrap();
        let held = BlockedStream::new(&other);
        let on_other = array.on(&other).unwrap();
        let copy = on_other.to_owned().unwrap();
        drop((array, on_other));
        device.stream.query().unwrap();
        assert_eq!(deleted.load(SeqCst), 0);
        held.release();
        wait_for_deferred();
        assert_eq!(deleted.load(SeqCst), 1);
        assert_eq!(copy.to_host().unwrap().to_vec(), [1.0, 2.0, 3.0, 4.0]);
    }
}

#[test]
fn layouts_are_those_of_the_c_header() {
    let text = include_str!("../data/exchange/layouts.json");
    let layouts: serde_json::Value = serde_json::from_str(text).unwrap();
    macro_rules! check {
        ($($name:ident { $($field:ident),* })*) => {$({
            let expected = &layouts["structs"][stringify!($name)];
            assert_eq!(expected["size"], size_of::<$name>(), stringify!($name));
            assert_eq!(expected["align"], align_of::<$name>(), stringify!($name));
            let mut count = 0;
            $(
                let offset = std::mem::offset_of!($name, $field);
                assert_eq!(expected["offsets"][stringify!($field)], offset, "{}::{}", stringify!($name), stringify!($field));
                count += 1;
            )*
            assert_eq!(expected["offsets"].as_object().unwrap().len(), count, stringify!($name));
        })*};
    }
    check! {
        DLPackVersion { major, minor }
        DLDevice { device_type, device_id }
        DLDataType { code, bits, lanes }
        DLTensor { data, device, ndim, dtype, shape, strides, byte_offset }
        DLManagedTensor { dl_tensor, manager_ctx, deleter }
        DLManagedTensorVersioned { version, manager_ctx, deleter, flags, dl_tensor }
        DLPackExchangeAPI {
            header, managed_tensor_allocator, managed_tensor_from_py_object_no_sync, managed_tensor_to_py_object_no_sync,
            dltensor_from_py_object_no_sync, current_work_stream
        }
    }
    let _: fn(cuda_driver::Error) -> Error = Error::from;
}
