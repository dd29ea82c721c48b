//! Every function fails in turn: what was made is released, and the error names the function.
#![allow(non_snake_case, reason = "the functions that count have cuDNN's names")]

use std::cell::RefCell;
use std::collections::BTreeMap;

use cuda_driver::driver::Symbol;
use cuda_driver::sys::instrument::Instrument;
use cuda_driver::{Driver, Stream};
use cudnn::half::f16;
use cudnn::sys::*;
use cudnn::{
    Activation, Attention, AttentionLayouts, BatchNorm, BatchNormMode, Convolution, Cudnn, Error,
    Handle, Layout, Mask, OpTensor, Pooling, PoolingMode, Reduce, SoftmaxAlgorithm, SoftmaxMode,
    Tensor, TensorMut, Workspace,
};

use crate::device::{context, copy_of_table, table};

/// A function that can be replaced by one that fails.
pub(crate) trait CanFail {
    const FAILING: Self;
}

macro_rules! can_fail {
    ($($parameter:ident)*) => {
        impl<$($parameter),*> CanFail for unsafe extern "C" fn($($parameter),*) -> cudnnStatus_t {
            const FAILING: Self = {
                unsafe extern "C" fn failing<$($parameter),*>($(_: $parameter),*) -> cudnnStatus_t {
                    cudnnStatus_t::CUDNN_STATUS_EXECUTION_FAILED
                }
                failing::<$($parameter),*>
            };
        }
    };
}

/// Implements it for functions of up to this many parameters.
macro_rules! can_fail_up_to {
    () => { can_fail!(); };
    ($first:ident $($rest:ident)*) => {
        can_fail!($first $($rest)*);
        can_fail_up_to!($($rest)*);
    };
}

can_fail_up_to!(A B C D E F G H I J K L M N O P Q R S T U V W X);

/// Makes a function fail.
pub(crate) fn fail<F: CanFail>(slot: &mut Option<F>) {
    assert!(slot.is_some());
    *slot = Some(F::FAILING);
}

macro_rules! functions {
    ($($name:ident)*) => {
        /// The functions that the work calls, and how each is made to fail.
        const FUNCTIONS: &[(&str, fn(&mut CudnnTable))] =
            &[$((stringify!($name), |table| fail(&mut table.$name)),)*];
    };
}

functions! {
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

thread_local! {
    /// What this thread has created and destroyed, by its kind.
    static MADE: RefCell<BTreeMap<&'static str, (u32, u32)>> = const { RefCell::new(BTreeMap::new()) };
}

macro_rules! counted {
    ($($create:ident $destroy:ident $raw:ty;)*) => {
        /// Replaces the functions that create and destroy by those that count, too.
        fn count(counting: &mut CudnnTable) {
            $(
                unsafe extern "C" fn $create(it: *mut $raw) -> cudnnStatus_t {
                    // SAFETY: the caller guarantees it.
                    let status = unsafe { table().$create.unwrap()(it) };
                    let is_made = status == cudnnStatus_t::CUDNN_STATUS_SUCCESS;
                    MADE.with_borrow_mut(|made| made.entry(stringify!($create)).or_default().0 += u32::from(is_made));
                    status
                }
                unsafe extern "C" fn $destroy(it: $raw) -> cudnnStatus_t {
                    MADE.with_borrow_mut(|made| made.entry(stringify!($create)).or_default().1 += 1);
                    // SAFETY: the caller guarantees it.
                    unsafe { table().$destroy.unwrap()(it) }
                }
                counting.$create = Some($create);
                counting.$destroy = Some($destroy);
            )*
        }
    };
}

counted! {
    cudnnCreate cudnnDestroy cudnnHandle_t;
    cudnnCreateTensorDescriptor cudnnDestroyTensorDescriptor cudnnTensorDescriptor_t;
    cudnnCreateFilterDescriptor cudnnDestroyFilterDescriptor cudnnFilterDescriptor_t;
    cudnnCreateConvolutionDescriptor cudnnDestroyConvolutionDescriptor cudnnConvolutionDescriptor_t;
    cudnnCreateActivationDescriptor cudnnDestroyActivationDescriptor cudnnActivationDescriptor_t;
    cudnnCreatePoolingDescriptor cudnnDestroyPoolingDescriptor cudnnPoolingDescriptor_t;
    cudnnCreateOpTensorDescriptor cudnnDestroyOpTensorDescriptor cudnnOpTensorDescriptor_t;
    cudnnCreateReduceTensorDescriptor cudnnDestroyReduceTensorDescriptor cudnnReduceTensorDescriptor_t;
}

unsafe extern "C" fn create(
    kind: cudnnBackendDescriptorType_t,
    it: *mut cudnnBackendDescriptor_t,
) -> cudnnStatus_t {
    // SAFETY: the caller guarantees it.
    let status = unsafe { table().cudnnBackendCreateDescriptor.unwrap()(kind, it) };
    let is_made = status == cudnnStatus_t::CUDNN_STATUS_SUCCESS;
    MADE.with_borrow_mut(|made| made.entry(BACKEND).or_default().0 += u32::from(is_made));
    status
}

unsafe extern "C" fn destroy(it: cudnnBackendDescriptor_t) -> cudnnStatus_t {
    MADE.with_borrow_mut(|made| made.entry(BACKEND).or_default().1 += 1);
    // SAFETY: the caller guarantees it.
    unsafe { table().cudnnBackendDestroyDescriptor.unwrap()(it) }
}

const BACKEND: &str = "cudnnBackendCreateDescriptor";

/// What is made through the driver, and what releases it.
const PAIRS: [(Symbol, Symbol); 3] = [
    (Symbol::cuMemAllocAsync, Symbol::cuMemFreeAsync),
    (Symbol::cuStreamCreate, Symbol::cuStreamDestroy_v2),
    (Symbol::cuCtxPushCurrent_v2, Symbol::cuCtxPopCurrent_v2),
];

#[test]
fn each_function_that_fails_is_named_and_nothing_is_leaked() {
    let instrument = Instrument::over(context().driver().raw().table()).unwrap();
    // SAFETY: the table wraps that of the device.
    let driver = unsafe { Driver::from_table(instrument.table()) }.unwrap();
    let context = driver.device(0).unwrap().primary_context().unwrap();
    let run = |name: &str, spoil: fn(&mut CudnnTable)| {
        let mut table = copy_of_table();
        count(&mut table);
        table.cudnnBackendCreateDescriptor = Some(create);
        table.cudnnBackendDestroyDescriptor = Some(destroy);
        spoil(&mut table);
        let table = Box::leak(Box::new(table));
        MADE.take();
        instrument.reset();
        let stream = context.stream().unwrap();
        let result = work(Cudnn::from_table(table), &stream);
        stream.synchronize().unwrap();
        drop(stream);
        cuda_driver::stream::wait_for_deferred();
        for (kind, (created, destroyed)) in MADE.take() {
            assert_eq!(created, destroyed, "{kind}, when {name} fails");
        }
        for (make, release) in PAIRS {
            let (made, released) = (instrument.successes(make), instrument.successes(release));
            assert_eq!(made, released, "{make}, {release}, when {name} fails");
        }
        result
    };
    run("nothing", |_| {}).unwrap();
    for (name, spoil) in FUNCTIONS {
        let error = run(name, *spoil).expect_err(name);
        let Error::Cudnn(failure) = &error else {
            panic!("{name}: {error}");
        };
        assert_eq!(failure.function, *name, "{error}");
    }
}
