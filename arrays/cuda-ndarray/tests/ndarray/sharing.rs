//! Arrays shared by several streams and processes.

use cuda_driver::{Stream, driver::Symbol, memory::resource::UnpooledResource};
use cuda_ndarray::ndarray::{Axis, Ix1, Ix2, s};
use cuda_ndarray::{
    DeviceArray, DeviceArrayView, DeviceArrayViewMut, Error, MakeArrays, ManagedArray, MappedArray,
    PinnedArray, ShareError, SharedArray, SharedDeviceArray,
};

use crate::blocked_stream::BlockedStream;
use crate::device::{TestDevice, on_every_driver};
use crate::views::counted;

on_every_driver! {
    fn parts_are_written_on_several_streams(device) {
        let branches = [(); 2].map(|()| device.context.stream().unwrap());
        let source = device.stream.to_device(&counted(10, 8)).unwrap();
        let mut array = device.stream.zeros::<f32, Ix2>((10, 8)).unwrap();
        device.stream.fork(|fork| {
            let parts = array.view_mut().unwrap().axis_chunks_iter(Axis(1), 4).unwrap();
            for ((part, of), branch) in parts.zip(source.axis_chunks_iter(Axis(1), 4).unwrap()).zip(&branches) {
                let mut part = part.lend(fork, branch).unwrap();
                part.assign(of.share(fork, branch).unwrap()).unwrap();
            }
            Ok(())
        }).unwrap();
        assert_eq!(array.to_host().unwrap(), counted(10, 8));
    }

    fn a_borrowed_stream_is_not_called_after_its_last_array(device) {
        let (instrument, device) = device.instrumented();
        let shared = device.stream.to_device(&counted(3, 4)).unwrap().into_shared();
        let handle = device.context.stream().unwrap().into_raw().unwrap();
        // SAFETY: the stream is destroyed after the value and its clones are dropped.
        let borrowed = unsafe { Stream::borrow_raw(&device.context, handle) };
        let there = shared.on(&borrowed).unwrap();
        assert_eq!(there.to_host().unwrap(), counted(3, 4));
        drop((there, borrowed));
        let raw = device.context.driver().raw();
        // SAFETY: nothing uses it any more.
        device.context.with_current(|| unsafe { raw.cuStreamDestroy(handle) }).unwrap().unwrap();
        instrument.reset();
        drop(shared);
        let called = instrument.called();
        assert_eq!((instrument.successes(Symbol::cuMemFreeAsync), instrument.calls(Symbol::cuEventRecord)), (1, 0), "{called:?}");
        assert_eq!(instrument.calls(Symbol::cuStreamIsCapturing), 0, "{called:?}");
    }

    fn a_handle_converts_to_bytes_and_back(device) {
        let array: DeviceArray<f32, Ix2> = device.stream.with_resource(&UnpooledResource).zeros((3, 4)).unwrap();
        let shared = match array.share() {
            Ok(shared) => shared,
            // The software device has no such handles.
            Err(Error::Share(ShareError::Ipc(error))) => {
                assert!(error.result().is_some(), "{error}");
                return;
            }
            Err(error) => panic!("{error}"),
        };
        let bytes = shared.to_bytes();
        assert_eq!(SharedArray::from_bytes(&bytes), Ok(shared.clone()));
        // SAFETY: it is rejected.
        let error = unsafe { shared.open::<f32, Ix2>(&device.stream) }.unwrap_err();
        assert!(error.to_string().starts_with("opening IpcHandle from original process"), "{error}");
        // SAFETY: as above.
        let error = unsafe { shared.open::<f64, Ix2>(&device.stream) }.unwrap_err();
        assert!(error.to_string().starts_with("incompatible dtype: <f4 vs. <f8"), "{error}");
        for len in 0..bytes.len() - 4 {
            assert!(SharedArray::from_bytes(&bytes[..len]).is_err(), "{len} bytes");
        }
    }

    fn an_empty_array_is_not_shared(device) {
        let array = device.stream.with_resource(&UnpooledResource).zeros::<f32, Ix1>(0).unwrap();
        let error = array.share().unwrap_err();
        assert!(matches!(error, Error::Share(ShareError::Empty)), "{error}");
    }

    fn bytes_that_are_not_a_handle_are_rejected(device) {
        let _ = device;
        for bytes in [&b""[..], b"cuNDarr\x02", &[0; 200], b"cuNDarr\x01abc"] {
            assert!(matches!(SharedArray::from_bytes(bytes), Err(ShareError::Bytes { .. })));
        }
        // More axes than the bytes can hold.
        let mut bytes = b"cuNDarr\x01".to_vec();
        bytes.extend([0; 64 + 16 + 4]);
        bytes.extend(u32::MAX.to_le_bytes());
        bytes.extend([0; 100]);
        assert!(SharedArray::from_bytes(&bytes).is_err());
    }
}

on_every_driver! { alone
    fn reading_streams_wait_for_the_writing_one(device) {
        let branches = [(); 2].map(|()| device.context.stream().unwrap());
        let mut array = device.stream.zeros::<f32, Ix2>((30, 40)).unwrap();
        let held = BlockedStream::new(&device.stream);
        array.fill(2.0).unwrap();
        let shared = array.into_shared();
        let copies = branches.each_ref().map(|branch| shared.on(branch).unwrap().t().to_standard_layout().unwrap());
        drop(shared);
        held.release();
        for copy in copies {
            assert!(copy.to_host().unwrap().iter().all(|value| *value == 2.0));
        }
    }

    fn an_array_moves_to_another_stream(device) {
        let other = device.context.stream().unwrap();
        let mut array = device.stream.zeros::<u8, Ix1>(100).unwrap();
        let held = BlockedStream::new(&device.stream);
        array.fill(5).unwrap();
        let array = array.on(&other).unwrap();
        let copy = array.to_owned().unwrap();
        assert!(!other.query().unwrap());
        held.release();
        assert_eq!(copy.to_host().unwrap().to_vec(), [5; 100]);
    }
}

/// Names the bytes of a shared array, in hexadecimal, to the process that opens it.
const SHARED: &str = "CUDA_TEST_CHILD";

#[test]
fn another_process_reads_a_shared_array() {
    let _turn = crate::device::with_others();
    let device = TestDevice::of_tests();
    let mut array: DeviceArray<f32, Ix2> =
        device.stream.with_resource(&UnpooledResource).zeros((30, 40)).unwrap();
    array.assign(&counted(30, 40)).unwrap();
    device.stream.synchronize().unwrap();
    let part = array.reversed_axes();
    let Ok(shared) = part.share() else {
        return cuda_rust::skip("this device has no memory that processes share");
    };
    let bytes: String = shared.to_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "--ignored", "--nocapture", "sharing::the_other_process"])
        .env(SHARED, bytes)
        .output()
        .unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stdout}\n{errors}");
    assert!(stdout.contains("the other process saw 719400 in [40, 30]"), "{stdout}\n{errors}");
}

#[test]
#[ignore = "`another_process_reads_a_shared_array` runs it"]
fn the_other_process() {
    let text = std::env::var(SHARED).unwrap();
    let digits = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).unwrap();
    let bytes: Vec<u8> = (0..text.len()).step_by(2).map(digits).collect();
    let device = TestDevice::of_tests();
    let shared = SharedArray::from_bytes(&bytes).unwrap();
    // SAFETY: the other process waits for this one, and nothing writes.
    let opened = unsafe { shared.open::<f32, Ix2>(&device.stream) }.unwrap();
    let host = opened.view().unwrap().to_host().unwrap();
    assert_eq!(host, counted(30, 40).t());
    println!("the other process saw {} in {:?}", host.sum(), host.shape());
}

#[test]
fn arrays_can_be_sent_to_other_threads() {
    fn both<T: Send + Sync>() {}
    both::<DeviceArray<f32, Ix2>>();
    both::<DeviceArrayView<'_, f32, Ix2>>();
    both::<DeviceArrayViewMut<'_, f32, Ix2>>();
    both::<SharedDeviceArray<f32, Ix2>>();
    both::<PinnedArray<f32, Ix2>>();
    both::<MappedArray<f32, Ix2>>();
    both::<ManagedArray<f32, Ix2>>();
    both::<SharedArray>();
    both::<Error>();
    fn sent<T: Send>() {}
    sent::<cuda_ndarray::dlpack::Tensor>();
    let _ = s![..];
}
