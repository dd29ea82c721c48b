//! candle's tensors and `cuda-ndarray`'s arrays in one process.

mod device;

use candle_core::{CudaDevice, Device, Tensor};
use cuda_driver::stream::wait_for_deferred;
use cuda_ndarray::{DeviceArray, MakeArrays, SharedDeviceArray};
use device::{Gate, Ours};
use ndarray::{Ix2, IxDyn, arr2};
use side_by_side::candle::{share, tensor};
use side_by_side::cudarc::stream;

/// candle's device with a stream of its own.
fn theirs() -> (Device, CudaDevice) {
    let device = Device::new_cuda_with_stream(0).unwrap();
    let cuda = device.as_cuda_device().unwrap().clone();
    (device, cuda)
}

/// Returns the stream of candle's device as one of ours.
fn as_ours(ours: &Ours, theirs: &CudaDevice) -> cuda_driver::Stream {
    // SAFETY: nothing captures the stream.
    unsafe { stream(&ours.context, &theirs.cuda_stream()) }.unwrap()
}

#[test]
fn a_tensor_is_shared_with_its_strides() {
    let (ours, (device, _)) = (Ours::new(), theirs());
    let whole = Tensor::new(&[[1u32, 2, 3], [4, 5, 6]], &device).unwrap();
    let part = whole.narrow(1, 1, 2).unwrap().t().unwrap();
    // SAFETY: nothing captures the stream, or writes to the tensor.
    let array: SharedDeviceArray<u32, IxDyn> = unsafe { share(&ours.stream, &part) }.unwrap();
    let expected = arr2(&[[2u32, 5], [3, 6]]).into_dyn();
    assert_eq!(array.to_host().unwrap(), expected);
    // The array keeps the memory.
    drop((whole, part, device));
    assert_eq!(array.to_host().unwrap(), expected);
}

#[test]
fn our_work_waits_for_candles_on_a_tensor_that_is_shared() {
    let (ours, (device, cuda)) = (Ours::new(), theirs());
    let one = Tensor::ones(1000, candle_core::DType::F32, &device).unwrap();
    let two = (&one + &one).unwrap();
    two.to_vec1::<f32>().unwrap();
    let gate = Gate::new(&as_ours(&ours, &cuda));
    let three = (&one + &two).unwrap();
    // SAFETY: nothing captures the stream, or writes to the tensor.
    let array: SharedDeviceArray<f32, IxDyn> = unsafe { share(&ours.stream, &three) }.unwrap();
    gate.open_before(&ours.stream);
    assert!(array.to_host().unwrap().iter().all(|element| *element == 3.0));
}

#[test]
fn candles_work_waits_for_ours_on_memory_given_to_it() {
    let (ours, (_, cuda)) = (Ours::new(), theirs());
    let mut array: DeviceArray<u32, Ix2> =
        ours.stream.to_device(&arr2(&[[1u32, 2, 3], [4, 5, 6]])).unwrap();
    let address = array.device_pointer();
    let gate = Gate::new(&ours.stream);
    ours.add(array.as_slice_memory_order_mut().unwrap(), 10);
    // SAFETY: nothing captures the stream.
    let theirs = unsafe { tensor(array, &cuda) }.unwrap();
    gate.open_before(&as_ours(&ours, &cuda));
    assert_eq!(theirs.to_vec2::<u32>().unwrap(), [[11, 12, 13], [14, 15, 16]]);
    // SAFETY: nothing captures the stream, or writes to the tensor.
    let back: SharedDeviceArray<u32, IxDyn> = unsafe { share(&ours.stream, &theirs) }.unwrap();
    assert_eq!(back.device_pointer(), address);
    drop((back, theirs));
    wait_for_deferred();
    cuda.cuda_stream().context().check_err().unwrap();
}

#[test]
fn what_does_not_fit_is_an_error() {
    let (ours, (device, cuda)) = (Ours::new(), theirs());
    let on_host = Tensor::new(&[1u32, 2], &Device::Cpu).unwrap();
    let integers = Tensor::new(&[1u32, 2], &device).unwrap();
    let elsewhere = ours.other_context().stream().unwrap();
    let array = ours.stream.to_device(&arr2(&[[1u32, 2, 3], [4, 5, 6]])).unwrap();
    // SAFETY: nothing captures the streams, or writes to the tensors.
    unsafe {
        assert!(share::<u32>(&ours.stream, &on_host).is_err());
        assert!(share::<f32>(&ours.stream, &integers).is_err());
        let error = share::<u32>(&elsewhere, &integers).unwrap_err();
        assert!(error.to_string().contains("context"), "{error}");
        assert!(tensor(array.reversed_axes(), &cuda).is_err());
    }
}
