//! What programs that are written for cudarc do with cuDNN, on the GPU or the software device.

use std::sync::Arc;

use cudarc::cudnn::sys::{
    cudnnActivationMode_t, cudnnConvolutionMode_t, cudnnNanPropagation_t, cudnnPoolingMode_t,
    cudnnReduceTensorOp_t, cudnnSoftmaxAlgorithm_t, cudnnSoftmaxMode_t, cudnnStatus_t,
    cudnnTensorFormat_t,
};
use cudarc::cudnn::{
    ActivationForward, ConvBackwardData, ConvBackwardFilter, ConvForward, Cudnn, CudnnError,
    PoolingForward, ReduceTensor, SoftmaxForward, result,
};
use cudarc::driver::{CudaContext, CudaSlice, CudaStream};
use half::f16;

use crate::chosen;

/// Runs the tests below in a process whose driver is the software device, unless the GPU is wanted.
#[test]
fn on_the_chosen_device() {
    chosen::run(module_path!(), 5, |folder| {
        ["CUDA_CUDNN", "CUDA_CUBLASLT"].map(|name| (name, folder.into())).to_vec()
    });
}

const NCHW: cudnnTensorFormat_t = cudnnTensorFormat_t::CUDNN_TENSOR_NCHW;
const NAN: cudnnNanPropagation_t = cudnnNanPropagation_t::CUDNN_PROPAGATE_NAN;

fn stream_and_cudnn() -> (Arc<CudaStream>, Arc<Cudnn>) {
    let stream = CudaContext::new(0).unwrap().default_stream();
    let cudnn = Cudnn::new(stream.clone()).unwrap();
    (stream, cudnn)
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn a_convolution_has_an_algorithm_a_workspace_and_gradients() {
    let (stream, cudnn) = stream_and_cudnn();
    assert!(result::get_version() >= 90_000);
    let mode = cudnnConvolutionMode_t::CUDNN_CROSS_CORRELATION;
    let conv = cudnn.create_conv2d::<f32>([1, 1], [1, 1], [1, 1], mode).unwrap();
    let x = cudnn.create_4d_tensor_ex::<f32>([1, 1, 3, 3], [9, 9, 3, 1]).unwrap();
    let w = cudnn.create_4d_filter::<f32>(NCHW, [1, 1, 3, 3]).unwrap();
    let y = cudnn.create_4d_tensor::<f32>(NCHW, [1, 1, 3, 3]).unwrap();
    let image = stream.clone_htod(&[0.0f32, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 2.0]).unwrap();
    let numbers: Vec<f32> = (1..=9_u8).map(f32::from).collect();
    let filter = stream.clone_htod(&numbers).unwrap();
    let mut found = stream.alloc_zeros::<f32>(9).unwrap();
    let forward = ConvForward { conv: &conv, x: &x, w: &w, y: &y };
    let algorithm = forward.pick_algorithm().unwrap();
    let len = forward.get_workspace_size(algorithm).unwrap();
    let mut workspace = stream.alloc_zeros::<u8>(len.max(1)).unwrap();
    let factors = (1.0, 0.0);
    // SAFETY: the memory is as the descriptions say.
    unsafe {
        forward.launch(algorithm, Some(&mut workspace), factors, &image, &filter, &mut found)
    }
    .unwrap();
    let expected = [9.0, 8.0, 7.0, 6.0, 23.0, 20.0, 3.0, 14.0, 11.0];
    assert_near(&stream.clone_dtoh(&found).unwrap(), &expected);

    let backward = ConvBackwardData { conv: &conv, dx: &x, w: &w, dy: &y };
    let algorithm = backward.pick_algorithm().unwrap();
    let len = backward.get_workspace_size(algorithm).unwrap();
    let mut workspace = stream.alloc_zeros::<u8>(len.max(1)).unwrap();
    // SAFETY: the memory is as the descriptions say.
    unsafe {
        backward.launch(algorithm, Some(&mut workspace), factors, &mut found, &filter, &image)
    }
    .unwrap();
    let expected = [1.0, 2.0, 3.0, 4.0, 7.0, 10.0, 7.0, 16.0, 19.0];
    assert_near(&stream.clone_dtoh(&found).unwrap(), &expected);

    let backward = ConvBackwardFilter { conv: &conv, x: &x, dw: &w, dy: &y };
    let algorithm = backward.pick_algorithm().unwrap();
    let len = backward.get_workspace_size(algorithm).unwrap();
    let mut workspace = stream.alloc_zeros::<u8>(len.max(1)).unwrap();
    // SAFETY: the memory is as the descriptions say.
    unsafe {
        backward.launch(algorithm, Some(&mut workspace), factors, &image, &mut found, &image)
    }
    .unwrap();
    let expected = [2.0, 0.0, 0.0, 0.0, 5.0, 0.0, 0.0, 0.0, 2.0];
    assert_near(&stream.clone_dtoh(&found).unwrap(), &expected);
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn a_convolution_of_16_bits_has_factors_of_32() {
    let (stream, cudnn) = stream_and_cudnn();
    let mode = cudnnConvolutionMode_t::CUDNN_CROSS_CORRELATION;
    // One dimension, as candle has it.
    let conv = cudnn.create_conv2d::<f32>([1, 0], [1, 1], [1, 1], mode).unwrap();
    let x = cudnn.create_4d_tensor::<f16>(NCHW, [1, 8, 4, 1]).unwrap();
    let w = cudnn.create_4d_filter::<f16>(NCHW, [8, 8, 3, 1]).unwrap();
    let ones = stream.clone_htod(&[f16::ONE; 192]).unwrap();
    let mut found = stream.alloc_zeros::<f16>(32).unwrap();
    let forward = ConvForward { conv: &conv, x: &x, w: &w, y: &x };
    let algorithm = forward.pick_algorithm().unwrap();
    let mut workspace = workspace(&stream, forward.get_workspace_size(algorithm));
    let (factors, images) = ((f16::from_f32(0.5), f16::ZERO), ones.slice(..32));
    // SAFETY: the memory is as the descriptions say.
    unsafe { forward.launch(algorithm, Some(&mut workspace), factors, &images, &ones, &mut found) }
        .unwrap();
    let found = stream.clone_dtoh(&found).unwrap();
    for row in found.chunks(4) {
        assert_eq!(row, [8.0, 12.0, 12.0, 8.0].map(f16::from_f32));
    }
}

#[track_caller]
fn assert_near(found: &[f32], expected: &[f32]) {
    assert_eq!(found.len(), expected.len());
    for (index, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!((found - expected).abs() < 1e-4, "{index}: {found} for {expected}");
    }
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn operations_have_descriptions() {
    let (stream, cudnn) = stream_and_cudnn();
    let x = cudnn.create_nd_tensor::<f32>(&[1, 1, 2, 2], &[4, 4, 2, 1]).unwrap();
    let y = cudnn.create_4d_tensor::<f32>(NCHW, [1, 1, 1, 1]).unwrap();
    let numbers = stream.clone_htod(&[-1.0f32, 2.0, -3.0, 4.0]).unwrap();
    let mut found = stream.alloc_zeros::<f32>(4).unwrap();
    let mode = cudnnActivationMode_t::CUDNN_ACTIVATION_RELU;
    let act = cudnn.create_activation::<f32>(mode, NAN, 0.0).unwrap();
    let activation = ActivationForward { act: &act, x: &x, y: &x };
    // SAFETY: the memory is as the descriptions say.
    unsafe { activation.launch((1.0, 0.0), &numbers, &mut found) }.unwrap();
    assert_near(&stream.clone_dtoh(&found).unwrap(), &[0.0, 2.0, 0.0, 4.0]);

    let mode = cudnnSoftmaxMode_t::CUDNN_SOFTMAX_MODE_INSTANCE;
    let softmax = cudnn.create_softmax::<f32>(mode).unwrap();
    let softmax = SoftmaxForward { softmax: &softmax, x: &x, y: &x };
    let algorithm = cudnnSoftmaxAlgorithm_t::CUDNN_SOFTMAX_ACCURATE;
    // SAFETY: the memory is as the descriptions say.
    unsafe { softmax.launch((1.0, 0.0), algorithm, &numbers, &mut found) }.unwrap();
    let sum: f32 = stream.clone_dtoh(&found).unwrap().iter().sum();
    assert_near(&[sum], &[1.0]);

    let mode = cudnnPoolingMode_t::CUDNN_POOLING_MAX;
    let pooling = cudnn.create_poolingnd::<f32>(&[2, 2], &[0, 0], &[2, 2], mode, NAN).unwrap();
    let pooling = PoolingForward { pooling: &pooling, x: &x, y: &y };
    let mut one = stream.alloc_zeros::<f32>(1).unwrap();
    // SAFETY: the memory is as the descriptions say.
    unsafe { pooling.launch((1.0, 0.0), &numbers, &mut one) }.unwrap();
    assert_near(&stream.clone_dtoh(&one).unwrap(), &[4.0]);
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn a_reduction_returns_indices() {
    let (stream, cudnn) = stream_and_cudnn();
    let a = cudnn.create_4d_tensor::<f32>(NCHW, [1, 1, 2, 2]).unwrap();
    let c = cudnn.create_4d_tensor::<f32>(NCHW, [1, 1, 1, 1]).unwrap();
    let numbers = stream.clone_htod(&[1.0f32, 5.0, 3.0, 2.0]).unwrap();
    let mut found = stream.alloc_zeros::<f32>(1).unwrap();
    let operation = cudnnReduceTensorOp_t::CUDNN_REDUCE_TENSOR_MAX;
    let reduce = cudnn.create_reduction_flat_indices::<f32>(operation, NAN).unwrap();
    let reduction = ReduceTensor { reduce: &reduce, a: &a, c: &c };
    let mut workspace = workspace(&stream, reduction.get_workspace_size());
    assert_eq!(reduction.get_indices_size().unwrap(), 4);
    let mut indices = stream.alloc_zeros::<u32>(1).unwrap();
    // SAFETY: the memory is as the descriptions say.
    unsafe { reduction.launch(&mut indices, &mut workspace, (1.0, 0.0), &numbers, &mut found) }
        .unwrap();
    assert_near(&stream.clone_dtoh(&found).unwrap(), &[5.0]);
    assert_eq!(stream.clone_dtoh(&indices).unwrap(), [1]);

    let operation = cudnnReduceTensorOp_t::CUDNN_REDUCE_TENSOR_ADD;
    let reduce = cudnn.create_reduction_no_indices::<f32>(operation, NAN).unwrap();
    let reduction = ReduceTensor { reduce: &reduce, a: &a, c: &c };
    // SAFETY: the memory is as the descriptions say.
    unsafe { reduction.launch(&mut workspace, (1.0, 0.0), &numbers, &mut found) }.unwrap();
    assert_near(&stream.clone_dtoh(&found).unwrap(), &[11.0]);
}

fn workspace(stream: &Arc<CudaStream>, len: Result<usize, CudnnError>) -> CudaSlice<u8> {
    stream.alloc_zeros(len.unwrap().max(1)).unwrap()
}

#[test]
#[ignore = "run by `on_the_chosen_device`"]
fn errors_are_cudnns_codes() {
    let (_, cudnn) = stream_and_cudnn();
    let error = cudnn.create_4d_tensor::<f32>(NCHW, [1, 0, 1, 1]).unwrap_err();
    assert_eq!(error.0, cudnnStatus_t::CUDNN_STATUS_BAD_PARAM, "{error}");
    assert!(error.to_string().contains("CUDNN_STATUS_BAD_PARAM"), "{error}");
}
