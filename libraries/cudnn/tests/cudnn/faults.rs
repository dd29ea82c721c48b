//! Every function fails in turn: what was made is released, and the error names the function.

use cuda_driver::Stream;
use cuda_rust::failing::{Answer, Replaceable, each_function_fails, replace};
use cudnn::half::f16;
use cudnn::sys::*;
use cudnn::{
    Activation, Attention, AttentionLayouts, BatchNorm, BatchNormMode, Convolution, Cudnn, Error,
    Handle, Layout, Mask, OpTensor, Pooling, PoolingMode, Reduce, SoftmaxAlgorithm, SoftmaxMode,
    Tensor, TensorMut, Workspace,
};

use crate::device::{copy_of_table, table};

pub(crate) struct CallFailure;

impl Answer for CallFailure {
    type Status = cudnnStatus_t;
    const STATUS: cudnnStatus_t = cudnnStatus_t::CUDNN_STATUS_EXECUTION_FAILED;
}

/// Makes a function fail.
pub(crate) fn fail<F: Replaceable<CallFailure>>(slot: &mut Option<F>) {
    replace::<CallFailure, F>(slot);
}

cuda_rust::failing! {
    fail, CudnnTable:
    cudnnCreate cudnnSetStream
    cudnnCreateTensorDescriptor cudnnSetTensorNdDescriptor cudnnCreateFilterDescriptor cudnnSetFilterNdDescriptor
    cudnnCreateConvolutionDescriptor cudnnSetConvolutionNdDescriptor cudnnSetConvolutionGroupCount
    cudnnSetConvolutionMathType cudnnCreateActivationDescriptor cudnnSetActivationDescriptor
    cudnnSetActivationDescriptorSwishBeta cudnnCreatePoolingDescriptor cudnnSetPoolingNdDescriptor
    cudnnCreateOpTensorDescriptor cudnnSetOpTensorDescriptor cudnnCreateReduceTensorDescriptor
    cudnnSetReduceTensorDescriptor
    cudnnGetConvolutionForwardAlgorithm_v7 cudnnConvolutionForward cudnnConvolutionBiasActivationForward
    cudnnGetConvolutionBackwardDataAlgorithm_v7 cudnnConvolutionBackwardData
    cudnnGetConvolutionBackwardFilterAlgorithm_v7 cudnnConvolutionBackwardFilter cudnnConvolutionBackwardBias
    cudnnActivationForward cudnnActivationBackward cudnnSoftmaxForward cudnnSoftmaxBackward cudnnPoolingForward
    cudnnPoolingBackward cudnnBatchNormalizationForwardTraining cudnnBatchNormalizationForwardInference
    cudnnBatchNormalizationBackward cudnnAddTensor cudnnTransformTensor cudnnSetTensor cudnnScaleTensor cudnnOpTensor
    cudnnGetReductionWorkspaceSize cudnnReduceTensor cudnnGetReductionIndicesSize cudnnBackendCreateDescriptor cudnnBackendSetAttribute
    cudnnBackendFinalize cudnnBackendGetAttribute cudnnBackendExecute
}

/// Calls each of the functions, and returns the first error.
fn work(cudnn: Cudnn, stream: &Stream) -> Result<(), Error> {
    let mut handle: Handle = cudnn.handle(stream.context())?;
    let mut workspace = Workspace::new(stream, 1 << 24)?;
    let x = stream.upload(&[1.0_f32; 256])?;
    let mut y = stream.upload(&[0.0_f32; 256])?;
    let mut few = [stream.upload(&[0.0_f32; 4])?, stream.upload(&[0.0_f32; 4])?];
    let images = Tensor::new(&x, [2, 4, 4, 4])?;
    let filters = Tensor::new(&x, [4, 4, 3, 3])?;
    let convolution = Convolution::new().padding([1, 1]);
    let four = || x.slice(..4);
    macro_rules! y {
        ($($dim:expr),*) => { TensorMut::new(&mut y, [$($dim),*])? };
    }
    // With memory of the call's own, too.
    handle.on(stream).convolution_forward(&convolution, images, filters, y!(2, 4, 4, 4))?;
    handle.on(stream).convolution_backward_data(&convolution, filters, images, y!(2, 4, 4, 4))?;
    handle.on(stream).convolution_backward_filter(&convolution, images, images, y!(4, 4, 3, 3))?;
    let mut dnn = handle.on(stream).workspace(&mut workspace)?;
    dnn.convolution_bias_activation_forward(
        &convolution,
        images,
        filters,
        None,
        four()?,
        true,
        y!(2, 4, 4, 4),
    )?;
    dnn.convolution_backward_bias(images, &mut few[0])?;
    dnn.activation_forward(Activation::Swish(1.0), images, y!(2, 4, 4, 4))?;
    dnn.activation_backward(Activation::Relu, images, images, images, y!(2, 4, 4, 4))?;
    let (algorithm, mode) = (SoftmaxAlgorithm::Accurate, SoftmaxMode::Channel);
    dnn.softmax_forward(algorithm, mode, images, y!(2, 4, 4, 4))?;
    dnn.softmax_backward(algorithm, mode, images, images, y!(2, 4, 4, 4))?;
    let pooling = Pooling::new(PoolingMode::Max, [2, 2]);
    let pooled = Tensor::new(&x, [2, 4, 2, 2])?;
    dnn.pooling_forward(&pooling, images, y!(2, 4, 2, 2))?;
    dnn.pooling_backward(&pooling, pooled, pooled, images, y!(2, 4, 4, 4))?;
    let norm = BatchNorm::new(BatchNormMode::Spatial);
    let (one, y_is) = (four()?, y!(2, 4, 4, 4));
    dnn.batch_normalization_forward_training(&norm, images, y_is, one, one, None, None)?;
    let y_is = y!(2, 4, 4, 4);
    dnn.batch_normalization_forward_inference(&norm, images, y_is, one, one, one, one)?;
    let (y_is, [dscale, dbias]) = (y!(2, 4, 4, 4), &mut few);
    dnn.batch_normalization_backward(&norm, images, images, y_is, one, dscale, dbias, None)?;
    dnn.add_tensor(images, y!(2, 4, 4, 4))?;
    dnn.transform_tensor(images, y!(2, 4, 4, 4))?;
    dnn.set_tensor(y!(2, 4, 4, 4), 1.0)?;
    dnn.scale_tensor(y!(2, 4, 4, 4), 2.0)?;
    dnn.op_tensor(OpTensor::Add, images, images, y!(2, 4, 4, 4))?;
    dnn.reduce_tensor(Reduce::Add, images, y!(1, 4, 1, 1))?;
    let mut indices = stream.alloc::<i32>(4)?;
    dnn.reduce_tensor_indices(Reduce::Max, images, y!(1, 4, 1, 1), &mut indices)?;
    let shape = [1, 1, 4, 64];
    let layout = Layout::packed(shape)?;
    let layouts = AttentionLayouts { q: layout, k: layout, v: layout, bias: None, o: layout };
    let attention = Attention::new().mask(Mask::Causal);
    let plan = handle.on(stream).attention_plan(&attention, &layouts)?;
    let (q, mut o) = (stream.upload(&[f16::ONE; 256])?, stream.alloc::<f16>(256)?);
    let (q, o) = (Tensor::new(&q, shape)?, TensorMut::new(&mut o, shape)?);
    handle.on(stream).attention(&plan, q, q, q, None, o)
}

cuda_rust::counted! {
    table: CudnnTable, cudnnStatus_t::CUDNN_STATUS_SUCCESS;
    cudnnCreate(handle: *mut cudnnHandle_t) cudnnDestroy(cudnnHandle_t);
    cudnnCreateTensorDescriptor(handle: *mut cudnnTensorDescriptor_t) cudnnDestroyTensorDescriptor(cudnnTensorDescriptor_t);
    cudnnCreateFilterDescriptor(handle: *mut cudnnFilterDescriptor_t) cudnnDestroyFilterDescriptor(cudnnFilterDescriptor_t);
    cudnnCreateConvolutionDescriptor(handle: *mut cudnnConvolutionDescriptor_t) cudnnDestroyConvolutionDescriptor(cudnnConvolutionDescriptor_t);
    cudnnCreateActivationDescriptor(handle: *mut cudnnActivationDescriptor_t) cudnnDestroyActivationDescriptor(cudnnActivationDescriptor_t);
    cudnnCreatePoolingDescriptor(handle: *mut cudnnPoolingDescriptor_t) cudnnDestroyPoolingDescriptor(cudnnPoolingDescriptor_t);
    cudnnCreateOpTensorDescriptor(handle: *mut cudnnOpTensorDescriptor_t) cudnnDestroyOpTensorDescriptor(cudnnOpTensorDescriptor_t);
    cudnnCreateReduceTensorDescriptor(handle: *mut cudnnReduceTensorDescriptor_t) cudnnDestroyReduceTensorDescriptor(cudnnReduceTensorDescriptor_t);
    cudnnBackendCreateDescriptor(kind: cudnnBackendDescriptorType_t, handle: *mut cudnnBackendDescriptor_t)
        cudnnBackendDestroyDescriptor(cudnnBackendDescriptor_t);
}

#[test]
fn each_function_that_fails_is_named_and_nothing_is_leaked() {
    let counting = || {
        let mut table = copy_of_table();
        count(&mut table);
        table
    };
    let work = |table, stream: &Stream| work(Cudnn::from_table(table), stream);
    each_function_fails(FUNCTIONS, counting, work, |error| match error {
        Error::Cudnn(failure) => Some(failure.function),
        _ => None,
    });
}
