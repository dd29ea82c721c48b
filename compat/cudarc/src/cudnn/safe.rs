use core::ffi::{c_int, c_void};
use core::marker::PhantomData;
use std::sync::Arc;

use super::{result, sys};
use crate::driver::CudaStream;

mod conv;
mod operations;

pub use self::conv::{
    ConvBackwardData, ConvBackwardFilter, ConvBiasActivationForward, ConvForward,
};
pub use self::operations::{
    ActivationForward, PoolingForward, ReduceTensor, Softmax, SoftmaxForward,
};
pub use super::result::CudnnError;

/// cuDNN's state, whose calls go to a stream. It belongs to a thread.
#[derive(Debug)]
pub struct Cudnn {
    pub(crate) handle: sys::cudnnHandle_t,
    pub(crate) stream: Arc<CudaStream>,
}

impl Cudnn {
    #[allow(clippy::arc_with_non_send_sync, reason = "cudarc has it")]
    pub fn new(stream: Arc<CudaStream>) -> Result<Arc<Self>, CudnnError> {
        let context = stream.context();
        context.record_err(context.bind_to_thread());
        let handle = result::create_handle()?;
        let cudnn = Self { handle, stream };
        // SAFETY: both are alive.
        unsafe { result::set_stream(cudnn.handle, cudnn.stream.cu_stream().cast()) }?;
        Ok(Arc::new(cudnn))
    }

    pub unsafe fn set_stream(&mut self, stream: Arc<CudaStream>) -> Result<(), CudnnError> {
        self.stream = stream;
        // SAFETY: both are alive.
        unsafe { result::set_stream(self.handle, self.stream.cu_stream().cast()) }
    }
}

impl Drop for Cudnn {
    fn drop(&mut self) {
        let context = self.stream.context();
        context.record_err(context.bind_to_thread());
        // Its error can't be returned, and cudarc panics.
        // SAFETY: the handle isn't used any more.
        let _ = unsafe { result::destroy_handle(self.handle) };
    }
}

/// An element of cuDNN.
pub trait CudnnDataType {
    const DATA_TYPE: sys::cudnnDataType_t;

    /// What factors are.
    type Scalar;

    fn into_scaling_parameter(self) -> Self::Scalar;
}

impl CudnnDataType for f32 {
    const DATA_TYPE: sys::cudnnDataType_t = sys::cudnnDataType_t::CUDNN_DATA_FLOAT;
    type Scalar = f32;
    fn into_scaling_parameter(self) -> f32 {
        self
    }
}

impl CudnnDataType for f64 {
    const DATA_TYPE: sys::cudnnDataType_t = sys::cudnnDataType_t::CUDNN_DATA_DOUBLE;
    type Scalar = f64;
    fn into_scaling_parameter(self) -> f64 {
        self
    }
}

impl CudnnDataType for i8 {
    const DATA_TYPE: sys::cudnnDataType_t = sys::cudnnDataType_t::CUDNN_DATA_INT8;
    type Scalar = i8;
    fn into_scaling_parameter(self) -> i8 {
        self
    }
}

impl CudnnDataType for i32 {
    const DATA_TYPE: sys::cudnnDataType_t = sys::cudnnDataType_t::CUDNN_DATA_INT32;
    type Scalar = i32;
    fn into_scaling_parameter(self) -> i32 {
        self
    }
}

impl CudnnDataType for i64 {
    const DATA_TYPE: sys::cudnnDataType_t = sys::cudnnDataType_t::CUDNN_DATA_INT64;
    type Scalar = i64;
    fn into_scaling_parameter(self) -> i64 {
        self
    }
}

impl CudnnDataType for u8 {
    const DATA_TYPE: sys::cudnnDataType_t = sys::cudnnDataType_t::CUDNN_DATA_UINT8;
    type Scalar = u8;
    fn into_scaling_parameter(self) -> u8 {
        self
    }
}

impl CudnnDataType for bool {
    const DATA_TYPE: sys::cudnnDataType_t = sys::cudnnDataType_t::CUDNN_DATA_BOOLEAN;
    type Scalar = bool;
    fn into_scaling_parameter(self) -> bool {
        self
    }
}

#[cfg(feature = "f16")]
impl CudnnDataType for half::f16 {
    const DATA_TYPE: sys::cudnnDataType_t = sys::cudnnDataType_t::CUDNN_DATA_HALF;
    type Scalar = f32;
    fn into_scaling_parameter(self) -> f32 {
        self.to_f32()
    }
}

#[cfg(feature = "f16")]
impl CudnnDataType for half::bf16 {
    const DATA_TYPE: sys::cudnnDataType_t = sys::cudnnDataType_t::CUDNN_DATA_BFLOAT16;
    type Scalar = f32;
    fn into_scaling_parameter(self) -> f32 {
        self.to_f32()
    }
}

/// Returns the factors of a result and of what was there before, in the type that cuDNN reads.
fn factors<T: CudnnDataType>((alpha, beta): (T, T)) -> (T::Scalar, T::Scalar) {
    (alpha.into_scaling_parameter(), beta.into_scaling_parameter())
}

/// Returns the pointer to a factor.
fn factor<T>(factor: &T) -> *const c_void {
    core::ptr::from_ref(factor).cast()
}

use result::{
    destroy_convolution_descriptor, destroy_filter_descriptor, destroy_reduce_tensor_descriptor,
    destroy_tensor_descriptor,
};
use sys::{
    cudnnDestroyActivationDescriptor as destroy_activation_descriptor,
    cudnnDestroyPoolingDescriptor as destroy_pooling_descriptor,
};

#[derive(Debug)]
pub struct TensorDescriptor<T> {
    pub(crate) desc: sys::cudnnTensorDescriptor_t,
    // What it doesn't call, it keeps.
    #[allow(dead_code)]
    pub(crate) handle: Arc<Cudnn>,
    marker: PhantomData<(T,)>,
}

impl<T> TensorDescriptor<T> {
    fn create(handle: &Arc<Cudnn>) -> Result<Self, CudnnError> {
        Ok(Self {
            desc: result::create_tensor_descriptor()?,
            handle: handle.clone(),
            marker: PhantomData,
        })
    }
}

impl<T> Drop for TensorDescriptor<T> {
    fn drop(&mut self) {
        // Its error can't be returned, and cudarc panics.
        // SAFETY: the description isn't used any more.
        let _ = unsafe { destroy_tensor_descriptor(self.desc) };
    }
}

#[derive(Debug)]
pub struct FilterDescriptor<T> {
    pub(crate) desc: sys::cudnnFilterDescriptor_t,
    // What it doesn't call, it keeps.
    #[allow(dead_code)]
    pub(crate) handle: Arc<Cudnn>,
    marker: PhantomData<(T,)>,
}

impl<T> FilterDescriptor<T> {
    fn create(handle: &Arc<Cudnn>) -> Result<Self, CudnnError> {
        Ok(Self {
            desc: result::create_filter_descriptor()?,
            handle: handle.clone(),
            marker: PhantomData,
        })
    }
}

impl<T> Drop for FilterDescriptor<T> {
    fn drop(&mut self) {
        // Its error can't be returned, and cudarc panics.
        // SAFETY: the description isn't used any more.
        let _ = unsafe { destroy_filter_descriptor(self.desc) };
    }
}

#[derive(Debug)]
pub struct ConvDescriptor<T> {
    pub(crate) desc: sys::cudnnConvolutionDescriptor_t,
    // What it doesn't call, it keeps.
    #[allow(dead_code)]
    pub(crate) handle: Arc<Cudnn>,
    marker: PhantomData<(T,)>,
}

impl<T> ConvDescriptor<T> {
    fn create(handle: &Arc<Cudnn>) -> Result<Self, CudnnError> {
        Ok(Self {
            desc: result::create_convolution_descriptor()?,
            handle: handle.clone(),
            marker: PhantomData,
        })
    }
}

impl<T> Drop for ConvDescriptor<T> {
    fn drop(&mut self) {
        // Its error can't be returned, and cudarc panics.
        // SAFETY: the description isn't used any more.
        let _ = unsafe { destroy_convolution_descriptor(self.desc) };
    }
}

#[derive(Debug)]
pub struct ActivationDescriptor<T> {
    pub(crate) desc: sys::cudnnActivationDescriptor_t,
    // What it doesn't call, it keeps.
    #[allow(dead_code)]
    pub(crate) handle: Arc<Cudnn>,
    marker: PhantomData<(T,)>,
}

impl<T> ActivationDescriptor<T> {
    fn create(handle: &Arc<Cudnn>) -> Result<Self, CudnnError> {
        Ok(Self {
            desc: result::create_activation_descriptor()?,
            handle: handle.clone(),
            marker: PhantomData,
        })
    }
}

impl<T> Drop for ActivationDescriptor<T> {
    fn drop(&mut self) {
        // Its error can't be returned, and cudarc panics.
        // SAFETY: the description isn't used any more.
        let _ = unsafe { destroy_activation_descriptor(self.desc) };
    }
}

#[derive(Debug)]
pub struct PoolingDescriptor<T> {
    pub(crate) desc: sys::cudnnPoolingDescriptor_t,
    // What it doesn't call, it keeps.
    #[allow(dead_code)]
    pub(crate) handle: Arc<Cudnn>,
    marker: PhantomData<(T,)>,
}

impl<T> PoolingDescriptor<T> {
    fn create(handle: &Arc<Cudnn>) -> Result<Self, CudnnError> {
        Ok(Self {
            desc: result::create_pooling_descriptor()?,
            handle: handle.clone(),
            marker: PhantomData,
        })
    }
}

impl<T> Drop for PoolingDescriptor<T> {
    fn drop(&mut self) {
        // Its error can't be returned, and cudarc panics.
        // SAFETY: the description isn't used any more.
        let _ = unsafe { destroy_pooling_descriptor(self.desc) };
    }
}

/// With [`FlatIndices`] or [`NoIndices`].
#[derive(Debug)]
pub struct ReductionDescriptor<T, Idx> {
    pub(crate) desc: sys::cudnnReduceTensorDescriptor_t,
    // What it doesn't call, it keeps.
    #[allow(dead_code)]
    pub(crate) handle: Arc<Cudnn>,
    marker: PhantomData<(T, Idx)>,
}

impl<T, Idx> ReductionDescriptor<T, Idx> {
    fn create(handle: &Arc<Cudnn>) -> Result<Self, CudnnError> {
        Ok(Self {
            desc: result::create_reduce_tensor_descriptor()?,
            handle: handle.clone(),
            marker: PhantomData,
        })
    }
}

impl<T, Idx> Drop for ReductionDescriptor<T, Idx> {
    fn drop(&mut self) {
        // Its error can't be returned, and cudarc panics.
        // SAFETY: the description isn't used any more.
        let _ = unsafe { destroy_reduce_tensor_descriptor(self.desc) };
    }
}

/// A reduction returns where the elements are that it chose.
#[derive(Debug, Default, Copy, Clone)]
pub struct FlatIndices;

/// A reduction doesn't.
#[derive(Debug, Default, Copy, Clone)]
pub struct NoIndices;

#[deprecated(note = "use ConvDescriptor instead. This will be removed in future versions")]
pub type Conv2dDescriptor<T> = ConvDescriptor<T>;
#[deprecated(note = "use ConvForward instead. This will be removed in future versions")]
pub type Conv2dForward<'a, X, C, Y> = ConvForward<'a, X, C, Y>;
#[deprecated(note = "use ConvBackwardData instead. This will be removed in future versions")]
pub type Conv2dBackwardData<'a, X, C, Y> = ConvBackwardData<'a, X, C, Y>;
#[deprecated(note = "use ConvBackwardFilter instead. This will be removed in future versions")]
pub type Conv2dBackwardFilter<'a, X, C, Y> = ConvBackwardFilter<'a, X, C, Y>;

impl Cudnn {
    pub fn create_4d_tensor<T: CudnnDataType>(
        self: &Arc<Self>,
        format: sys::cudnnTensorFormat_t,
        dims: [c_int; 4],
    ) -> Result<TensorDescriptor<T>, CudnnError> {
        let descriptor = TensorDescriptor::create(self)?;
        // SAFETY: the description is alive.
        unsafe { result::set_tensor4d_descriptor(descriptor.desc, format, T::DATA_TYPE, dims) }?;
        Ok(descriptor)
    }

    pub fn create_4d_tensor_ex<T: CudnnDataType>(
        self: &Arc<Self>,
        dims: [c_int; 4],
        strides: [c_int; 4],
    ) -> Result<TensorDescriptor<T>, CudnnError> {
        self.create_nd_tensor(&dims, &strides)
    }

    pub fn create_nd_tensor<T: CudnnDataType>(
        self: &Arc<Self>,
        dims: &[c_int],
        strides: &[c_int],
    ) -> Result<TensorDescriptor<T>, CudnnError> {
        assert!(dims.len() >= 4 && dims.len() == strides.len());
        let (len, dims, strides) = (dims.len() as c_int, dims.as_ptr(), strides.as_ptr());
        let descriptor = TensorDescriptor::create(self)?;
        // SAFETY: the description is alive, and there are as many numbers.
        unsafe {
            result::set_tensornd_descriptor(descriptor.desc, T::DATA_TYPE, len, dims, strides)
        }?;
        Ok(descriptor)
    }

    pub fn create_4d_filter<T: CudnnDataType>(
        self: &Arc<Self>,
        format: sys::cudnnTensorFormat_t,
        dims: [c_int; 4],
    ) -> Result<FilterDescriptor<T>, CudnnError> {
        self.create_nd_filter(format, &dims)
    }

    pub fn create_3d_filter<T: CudnnDataType>(
        self: &Arc<Self>,
        format: sys::cudnnTensorFormat_t,
        dims: [c_int; 3],
    ) -> Result<FilterDescriptor<T>, CudnnError> {
        self.create_nd_filter(format, &dims)
    }

    pub fn create_5d_filter<T: CudnnDataType>(
        self: &Arc<Self>,
        format: sys::cudnnTensorFormat_t,
        dims: [c_int; 5],
    ) -> Result<FilterDescriptor<T>, CudnnError> {
        self.create_nd_filter(format, &dims)
    }

    pub fn create_nd_filter<T: CudnnDataType>(
        self: &Arc<Self>,
        format: sys::cudnnTensorFormat_t,
        dims: &[c_int],
    ) -> Result<FilterDescriptor<T>, CudnnError> {
        let (len, dims) = (dims.len() as c_int, dims.as_ptr());
        let descriptor = FilterDescriptor::create(self)?;
        // SAFETY: the description is alive, and there are as many numbers.
        unsafe {
            result::set_filternd_descriptor(descriptor.desc, T::DATA_TYPE, format, len, dims)
        }?;
        Ok(descriptor)
    }

    pub fn create_conv2d<T: CudnnDataType>(
        self: &Arc<Self>,
        pad: [c_int; 2],
        stride: [c_int; 2],
        dilation: [c_int; 2],
        mode: sys::cudnnConvolutionMode_t,
    ) -> Result<ConvDescriptor<T>, CudnnError> {
        self.create_convnd(&pad, &stride, &dilation, mode)
    }

    pub fn create_convnd<T: CudnnDataType>(
        self: &Arc<Self>,
        pads: &[c_int],
        strides: &[c_int],
        dilations: &[c_int],
        mode: sys::cudnnConvolutionMode_t,
    ) -> Result<ConvDescriptor<T>, CudnnError> {
        assert!(pads.len() == strides.len() && pads.len() == dilations.len());
        let len = pads.len() as c_int;
        let [pads, strides, dilations] = [pads, strides, dilations].map(<[c_int]>::as_ptr);
        let descriptor = ConvDescriptor::create(self)?;
        // SAFETY: the description is alive, and there are as many numbers.
        unsafe {
            result::set_convolutionnd_descriptor(
                descriptor.desc,
                len,
                pads,
                strides,
                dilations,
                mode,
                T::DATA_TYPE,
            )
        }?;
        Ok(descriptor)
    }

    pub fn create_activation<T: CudnnDataType>(
        self: &Arc<Self>,
        mode: sys::cudnnActivationMode_t,
        nan_propagation: sys::cudnnNanPropagation_t,
        coef: f64,
    ) -> Result<ActivationDescriptor<T>, CudnnError> {
        let descriptor = ActivationDescriptor::create(self)?;
        // SAFETY: the description is alive.
        unsafe { result::set_activation_descriptor(descriptor.desc, mode, nan_propagation, coef) }?;
        Ok(descriptor)
    }

    pub fn create_poolingnd<T: CudnnDataType>(
        self: &Arc<Self>,
        window: &[c_int],
        pads: &[c_int],
        strides: &[c_int],
        mode: sys::cudnnPoolingMode_t,
        nan_propagation: sys::cudnnNanPropagation_t,
    ) -> Result<PoolingDescriptor<T>, CudnnError> {
        assert!(window.len() == pads.len() && window.len() == strides.len());
        let descriptor = PoolingDescriptor::create(self)?;
        let len = window.len() as c_int;
        // SAFETY: the description is alive, and there are as many numbers.
        unsafe {
            result::set_pooling_descriptor(
                descriptor.desc,
                mode,
                nan_propagation,
                len,
                window,
                pads,
                strides,
            )
        }?;
        Ok(descriptor)
    }

    pub fn create_reduction_flat_indices<T: CudnnDataType>(
        self: &Arc<Self>,
        op: sys::cudnnReduceTensorOp_t,
        nan_opt: sys::cudnnNanPropagation_t,
    ) -> Result<ReductionDescriptor<T, FlatIndices>, CudnnError> {
        let indices = sys::cudnnReduceTensorIndices_t::CUDNN_REDUCE_TENSOR_FLATTENED_INDICES;
        self.reduction(op, nan_opt, indices)
    }

    pub fn create_reduction_no_indices<T: CudnnDataType>(
        self: &Arc<Self>,
        op: sys::cudnnReduceTensorOp_t,
        nan_opt: sys::cudnnNanPropagation_t,
    ) -> Result<ReductionDescriptor<T, NoIndices>, CudnnError> {
        let indices = sys::cudnnReduceTensorIndices_t::CUDNN_REDUCE_TENSOR_NO_INDICES;
        self.reduction(op, nan_opt, indices)
    }

    fn reduction<T: CudnnDataType, Idx>(
        self: &Arc<Self>,
        op: sys::cudnnReduceTensorOp_t,
        nan_opt: sys::cudnnNanPropagation_t,
        indices: sys::cudnnReduceTensorIndices_t,
    ) -> Result<ReductionDescriptor<T, Idx>, CudnnError> {
        let descriptor = ReductionDescriptor::create(self)?;
        let ty = sys::cudnnIndicesType_t::CUDNN_32BIT_INDICES;
        let data = T::DATA_TYPE;
        // SAFETY: the description is alive.
        unsafe {
            result::set_reduce_tensor_descriptor(descriptor.desc, op, data, nan_opt, indices, ty)
        }?;
        Ok(descriptor)
    }

    pub fn create_softmax<T: CudnnDataType>(
        self: &Arc<Self>,
        mode: sys::cudnnSoftmaxMode_t,
    ) -> Result<Softmax<T>, CudnnError> {
        Ok(Softmax::new(self.clone(), mode))
    }
}

impl<T> ConvDescriptor<T> {
    pub fn set_math_type(&mut self, math_type: sys::cudnnMathType_t) -> Result<(), CudnnError> {
        // SAFETY: the description is alive.
        unsafe { result::set_convolution_math_type(self.desc, math_type) }
    }

    pub fn set_group_count(&mut self, group_count: i32) -> Result<(), CudnnError> {
        // SAFETY: the description is alive.
        unsafe { result::set_convolution_group_count(self.desc, group_count) }
    }
}
