//! Descriptions: those of tensors, filters and operations.

use core::ffi::c_int;
use std::collections::HashMap;

use cuda_libraries_sys::cudnn::*;
use parking_lot::Mutex;

use super::handle::{because, factor};
use super::view::{MOST, View, data_of};
use super::{BAD_PARAM, Cudnn, NOT_SUPPORTED, Outcome, put, signatures, status};

/// What is described.
#[derive(Debug, Clone, Copy)]
pub(super) enum Description {
    /// One that nothing was set in.
    Empty(DescriptorKind),
    Tensor(View, cudnnDataType_t),
    Filter(View),
    Convolution(Convolution),
    Activation(Activation),
    Pooling(Pooling),
    OpTensor(cudnnOpTensorOp_t),
    Reduce(cudnnReduceTensorOp_t, cudnnReduceTensorIndices_t),
}

/// Which function created it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DescriptorKind {
    Tensor,
    Filter,
    Convolution,
    Activation,
    Pooling,
    OpTensor,
    Reduce,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Convolution {
    pub rank: usize,
    pub padding: [i64; MOST],
    pub stride: [i64; MOST],
    pub dilation: [i64; MOST],
    pub groups: i64,
    pub mode: cudnnConvolutionMode_t,
    pub compute: cudnnDataType_t,
    pub math: cudnnMathType_t,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Activation {
    pub mode: cudnnActivationMode_t,
    pub nan: cudnnNanPropagation_t,
    pub coefficient: f64,
    pub swish_beta: f64,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Pooling {
    pub mode: cudnnPoolingMode_t,
    pub nan: cudnnNanPropagation_t,
    pub rank: usize,
    pub window: [i64; MOST],
    pub padding: [i64; MOST],
    pub stride: [i64; MOST],
}

impl Description {
    fn kind(&self) -> DescriptorKind {
        match self {
            Self::Empty(kind) => *kind,
            Self::Tensor(..) => DescriptorKind::Tensor,
            Self::Filter(_) => DescriptorKind::Filter,
            Self::Convolution(_) => DescriptorKind::Convolution,
            Self::Activation(_) => DescriptorKind::Activation,
            Self::Pooling(_) => DescriptorKind::Pooling,
            Self::OpTensor(_) => DescriptorKind::OpTensor,
            Self::Reduce(..) => DescriptorKind::Reduce,
        }
    }
}

/// The live descriptions. They are looked up here, never dereferenced.
static LIVE: Mutex<Option<HashMap<usize, Description>>> = Mutex::new(None);

fn create(kind: DescriptorKind) -> usize {
    static NEXT: Mutex<usize> = Mutex::new(0x5000);
    let mut next = NEXT.lock();
    *next += 64;
    let empty = Description::Empty(kind);
    LIVE.lock().get_or_insert_default().insert(*next, empty);
    *next
}

fn destroy(handle: usize, kind: DescriptorKind) -> Outcome {
    find(handle, kind)?;
    LIVE.lock().as_mut().map(|live| live.remove(&handle));
    Ok(())
}

fn find(handle: usize, kind: DescriptorKind) -> Outcome<Description> {
    let live = LIVE.lock();
    let found = live.as_ref().and_then(|live| live.get(&handle)).copied();
    found
        .filter(|found| found.kind() == kind)
        .ok_or_else(|| because(BAD_PARAM, "this is no description of the kind"))
}

fn set(handle: usize, description: Description) -> Outcome {
    find(handle, description.kind())?;
    LIVE.lock().get_or_insert_default().insert(handle, description);
    Ok(())
}

/// Describes a tensor.
pub(super) fn describe_tensor(
    descriptor: cudnnTensorDescriptor_t,
    view: View,
    data: cudnnDataType_t,
) -> Outcome {
    set(descriptor as usize, Description::Tensor(view, data))
}

pub(super) fn tensor(descriptor: cudnnTensorDescriptor_t) -> Outcome<View> {
    match find(descriptor as usize, DescriptorKind::Tensor)? {
        Description::Tensor(view, _) => Ok(view),
        _ => Err(because(BAD_PARAM, "nothing was set in the description")),
    }
}

pub(super) fn filter(descriptor: cudnnFilterDescriptor_t) -> Outcome<View> {
    match find(descriptor as usize, DescriptorKind::Filter)? {
        Description::Filter(view) => Ok(view),
        _ => Err(because(BAD_PARAM, "nothing was set in the description")),
    }
}

pub(super) fn convolution(descriptor: cudnnConvolutionDescriptor_t) -> Outcome<Convolution> {
    match find(descriptor as usize, DescriptorKind::Convolution)? {
        Description::Convolution(convolution) => Ok(convolution),
        _ => Err(because(BAD_PARAM, "nothing was set in the description")),
    }
}

pub(super) fn activation(descriptor: cudnnActivationDescriptor_t) -> Outcome<Activation> {
    match find(descriptor as usize, DescriptorKind::Activation)? {
        Description::Activation(activation) => Ok(activation),
        _ => Err(because(BAD_PARAM, "nothing was set in the description")),
    }
}

pub(super) fn pooling(descriptor: cudnnPoolingDescriptor_t) -> Outcome<Pooling> {
    match find(descriptor as usize, DescriptorKind::Pooling)? {
        Description::Pooling(pooling) => Ok(pooling),
        _ => Err(because(BAD_PARAM, "nothing was set in the description")),
    }
}

pub(super) fn op_tensor(descriptor: cudnnOpTensorDescriptor_t) -> Outcome<cudnnOpTensorOp_t> {
    match find(descriptor as usize, DescriptorKind::OpTensor)? {
        Description::OpTensor(operation) => Ok(operation),
        _ => Err(because(BAD_PARAM, "nothing was set in the description")),
    }
}

pub(super) fn reduce(
    descriptor: cudnnReduceTensorDescriptor_t,
) -> Outcome<(cudnnReduceTensorOp_t, cudnnReduceTensorIndices_t)> {
    match find(descriptor as usize, DescriptorKind::Reduce)? {
        Description::Reduce(op, indices) => Ok((op, indices)),
        _ => Err(because(BAD_PARAM, "nothing was set in the description")),
    }
}

/// Creates a description, and writes its handle.
///
/// # Safety
/// `to` is null or writable.
unsafe fn create_at<T>(to: *mut *mut T, kind: DescriptorKind) -> cudnnStatus_t {
    if to.is_null() {
        return super::NULL_POINTER;
    }
    // SAFETY: the caller guarantees it.
    status(unsafe { put(to, create(kind) as *mut T) })
}

function!(Cudnn::cudnnCreateTensorDescriptor, |descriptor| {
    create_at(descriptor, DescriptorKind::Tensor)
});

function!(Cudnn::cudnnDestroyTensorDescriptor, |descriptor| {
    status(destroy(descriptor as usize, DescriptorKind::Tensor))
});

function!(Cudnn::cudnnCreateFilterDescriptor, |descriptor| {
    create_at(descriptor, DescriptorKind::Filter)
});

function!(Cudnn::cudnnDestroyFilterDescriptor, |descriptor| {
    status(destroy(descriptor as usize, DescriptorKind::Filter))
});

function!(Cudnn::cudnnCreateConvolutionDescriptor, |descriptor| {
    create_at(descriptor, DescriptorKind::Convolution)
});

function!(Cudnn::cudnnDestroyConvolutionDescriptor, |descriptor| {
    status(destroy(descriptor as usize, DescriptorKind::Convolution))
});

function!(Cudnn::cudnnCreateActivationDescriptor, |descriptor| {
    create_at(descriptor, DescriptorKind::Activation)
});

function!(Cudnn::cudnnDestroyActivationDescriptor, |descriptor| {
    status(destroy(descriptor as usize, DescriptorKind::Activation))
});

function!(Cudnn::cudnnCreatePoolingDescriptor, |descriptor| {
    create_at(descriptor, DescriptorKind::Pooling)
});

function!(Cudnn::cudnnDestroyPoolingDescriptor, |descriptor| {
    status(destroy(descriptor as usize, DescriptorKind::Pooling))
});

function!(Cudnn::cudnnCreateOpTensorDescriptor, |descriptor| {
    create_at(descriptor, DescriptorKind::OpTensor)
});

function!(Cudnn::cudnnDestroyOpTensorDescriptor, |descriptor| {
    status(destroy(descriptor as usize, DescriptorKind::OpTensor))
});

function!(Cudnn::cudnnCreateReduceTensorDescriptor, |descriptor| {
    create_at(descriptor, DescriptorKind::Reduce)
});

function!(Cudnn::cudnnDestroyReduceTensorDescriptor, |descriptor| {
    status(destroy(descriptor as usize, DescriptorKind::Reduce))
});

/// Returns `count` numbers at a pointer.
///
/// # Safety
/// It is null or has that many.
unsafe fn numbers(pointer: *const c_int, count: c_int) -> Outcome<Vec<i64>> {
    match usize::try_from(count) {
        Ok(count) if count <= MOST && !pointer.is_null() => {
            // SAFETY: the caller guarantees that there are that many.
            Ok((0..count).map(|index| i64::from(unsafe { *pointer.add(index) })).collect())
        }
        _ => Err(BAD_PARAM),
    }
}

/// Returns numbers as an array, with others after them.
///
/// # Safety
/// As for [`numbers`].
unsafe fn array(pointer: *const c_int, count: c_int, fill: i64) -> Outcome<[i64; MOST]> {
    let mut array = [fill; MOST];
    // SAFETY: the caller guarantees it.
    for (place, number) in array.iter_mut().zip(unsafe { numbers(pointer, count)? }) {
        *place = number;
    }
    Ok(array)
}

/// Returns the distances of elements without gaps.
fn distances(format: cudnnTensorFormat_t, dims: &[i64]) -> Outcome<Vec<i64>> {
    let rank = dims.len();
    let order: Vec<usize> = match format {
        cudnnTensorFormat_t::CUDNN_TENSOR_NCHW => (0..rank).rev().collect(),
        cudnnTensorFormat_t::CUDNN_TENSOR_NHWC if rank > 2 => {
            core::iter::once(1).chain((2..rank).rev()).chain(core::iter::once(0)).collect()
        }
        _ => return Err(NOT_SUPPORTED),
    };
    let (mut strides, mut stride) = (vec![1; rank], 1_i64);
    for axis in order {
        strides[axis] = stride;
        stride = stride.saturating_mul(dims[axis]);
    }
    Ok(strides)
}

fn set_tensor(
    descriptor: cudnnTensorDescriptor_t,
    data: cudnnDataType_t,
    dims: &[i64],
    strides: &[i64],
) -> Outcome {
    if dims.len() < 3 {
        return Err(because(NOT_SUPPORTED, "tensors have 3 to 8 dimensions"));
    }
    set(descriptor as usize, Description::Tensor(View::new(data_of(data)?, dims, strides)?, data))
}

fn set_filter(
    descriptor: cudnnFilterDescriptor_t,
    data: cudnnDataType_t,
    format: cudnnTensorFormat_t,
    dims: &[i64],
) -> Outcome {
    if dims.len() < 3 {
        return Err(because(NOT_SUPPORTED, "filters have 3 to 8 dimensions"));
    }
    let view = View::new(data_of(data)?, dims, &distances(format, dims)?)?;
    set(descriptor as usize, Description::Filter(view))
}

function!(Cudnn::cudnnSetTensor4dDescriptor, |tensorDesc, format, dataType, n, c, h, w| {
    let dims = [n, c, h, w].map(i64::from);
    let outcome = distances(format, &dims)
        .and_then(|strides| set_tensor(tensorDesc, dataType, &dims, &strides));
    status(outcome)
});

function!(
    Cudnn::cudnnSetTensor4dDescriptorEx,
    |tensorDesc, dataType, n, c, h, w, nStride, cStride, hStride, wStride| {
        let (dims, strides) = ([n, c, h, w], [nStride, cStride, hStride, wStride]);
        status(set_tensor(tensorDesc, dataType, &dims.map(i64::from), &strides.map(i64::from)))
    }
);

function!(Cudnn::cudnnSetTensorNdDescriptor, |tensorDesc, dataType, nbDims, dimA, strideA| {
    let dims = numbers(dimA, nbDims);
    let outcome =
        dims.and_then(|dims| set_tensor(tensorDesc, dataType, &dims, &numbers(strideA, nbDims)?));
    status(outcome)
});

function!(Cudnn::cudnnSetTensorNdDescriptorEx, |tensorDesc, format, dataType, nbDims, dimA| {
    let dims = numbers(dimA, nbDims);
    let outcome =
        dims.and_then(|dims| set_tensor(tensorDesc, dataType, &dims, &distances(format, &dims)?));
    status(outcome)
});

function!(
    Cudnn::cudnnGetTensorNdDescriptor,
    |tensorDesc, nbDimsRequested, dataType, nbDims, dimA, strideA| {
        let found = match find(tensorDesc as usize, DescriptorKind::Tensor) {
            Ok(Description::Tensor(view, data)) => Ok((view, data)),
            Ok(_) => Err(BAD_PARAM),
            Err(status) => Err(status),
        };
        let outcome = found.and_then(|(view, data)| {
            put(dataType, data)?;
            put(nbDims, view.rank as c_int)?;
            let count = view.rank().min(usize::try_from(nbDimsRequested).unwrap_or(0));
            for axis in 0..count {
                put(dimA.wrapping_add(axis), view.dims[axis] as c_int)?;
                put(strideA.wrapping_add(axis), view.strides[axis] as c_int)?;
            }
            Ok(())
        });
        status(outcome)
    }
);

function!(Cudnn::cudnnGetTensorSizeInBytes, |tensorDesc, size| {
    let outcome = tensor(tensorDesc).and_then(|view| {
        let bytes = crate::element::size_of_data(view.data).ok_or(NOT_SUPPORTED)?;
        let axes = view.shape().iter().zip(view.strides);
        let last: i64 = axes.map(|(dim, stride)| (dim - 1) * stride).sum();
        put(size, (last + 1) as usize * bytes as usize)
    });
    status(outcome)
});

function!(Cudnn::cudnnSetFilter4dDescriptor, |filterDesc, dataType, format, k, c, h, w| {
    let dims = [k, c, h, w].map(i64::from);
    status(set_filter(filterDesc, dataType, format, &dims))
});

function!(Cudnn::cudnnSetFilterNdDescriptor, |filterDesc, dataType, format, nbDims, filterDimA| {
    let dims = numbers(filterDimA, nbDims);
    status(dims.and_then(|dims| set_filter(filterDesc, dataType, format, &dims)))
});

function!(
    Cudnn::cudnnSetConvolution2dDescriptor,
    |convDesc, pad_h, pad_w, u, v, dilation_h, dilation_w, mode, computeType| {
        let [padding, stride, dilation] = [[pad_h, pad_w], [u, v], [dilation_h, dilation_w]];
        Cudnn::cudnnSetConvolutionNdDescriptor(
            convDesc,
            2,
            padding.as_ptr(),
            stride.as_ptr(),
            dilation.as_ptr(),
            mode,
            computeType,
        )
    }
);

call!(
    Cudnn::cudnnSetConvolutionNdDescriptor,
    |convDesc, arrayLength, padA, filterStrideA, dilationA, mode, computeType| {
        let convolution = Convolution {
            rank: usize::try_from(arrayLength).map_err(|_| BAD_PARAM)?,
            padding: array(padA, arrayLength, 0)?,
            stride: array(filterStrideA, arrayLength, 1)?,
            dilation: array(dilationA, arrayLength, 1)?,
            groups: 1,
            mode,
            compute: computeType,
            math: cudnnMathType_t::CUDNN_DEFAULT_MATH,
        };
        let is_wrong = convolution.padding.iter().any(|padding| *padding < 0)
            || convolution.stride.iter().chain(&convolution.dilation).any(|stride| *stride < 1);
        if is_wrong {
            Err(BAD_PARAM)
        } else {
            set(convDesc as usize, Description::Convolution(convolution))
        }
    }
);

function!(Cudnn::cudnnSetConvolutionGroupCount, |convDesc, groupCount| {
    let outcome = convolution(convDesc).and_then(|mut convolution| {
        convolution.groups = i64::from(groupCount);
        if groupCount < 1 {
            Err(BAD_PARAM)
        } else {
            set(convDesc as usize, Description::Convolution(convolution))
        }
    });
    status(outcome)
});

function!(Cudnn::cudnnSetConvolutionMathType, |convDesc, mathType| {
    let outcome = convolution(convDesc).and_then(|mut convolution| {
        convolution.math = mathType;
        set(convDesc as usize, Description::Convolution(convolution))
    });
    status(outcome)
});

function!(Cudnn::cudnnGetConvolutionMathType, |convDesc, mathType| {
    status(convolution(convDesc).and_then(|convolution| put(mathType, convolution.math)))
});

function!(Cudnn::cudnnSetActivationDescriptor, |activationDesc, mode, reluNanOpt, coef| {
    let activation = Activation { mode, nan: reluNanOpt, coefficient: coef, swish_beta: 1.0 };
    status(set(activationDesc as usize, Description::Activation(activation)))
});

function!(Cudnn::cudnnSetActivationDescriptorSwishBeta, |activationDesc, swish_beta| {
    let outcome = activation(activationDesc).and_then(|mut activation| {
        activation.swish_beta = swish_beta;
        set(activationDesc as usize, Description::Activation(activation))
    });
    status(outcome)
});

function! { Cudnn::cudnnSetPooling2dDescriptor(
    poolingDesc, mode, maxpoolingNanOpt, windowHeight, windowWidth, verticalPadding,
    horizontalPadding, verticalStride, horizontalStride,
) => {
    let window = [windowHeight, windowWidth];
    let padding = [verticalPadding, horizontalPadding];
    let stride = [verticalStride, horizontalStride];
    Cudnn::cudnnSetPoolingNdDescriptor(
        poolingDesc,
        mode,
        maxpoolingNanOpt,
        2,
        window.as_ptr(),
        padding.as_ptr(),
        stride.as_ptr(),
    )
} }

call! { Cudnn::cudnnSetPoolingNdDescriptor(
    poolingDesc, mode, maxpoolingNanOpt, nbDims, windowDimA, paddingA, strideA,
) => {
    let pooling = Pooling {
        mode,
        nan: maxpoolingNanOpt,
        rank: usize::try_from(nbDims).map_err(|_| BAD_PARAM)?,
        window: array(windowDimA, nbDims, 1)?,
        padding: array(paddingA, nbDims, 0)?,
        stride: array(strideA, nbDims, 1)?,
    };
    let is_wrong = pooling.window.iter().chain(&pooling.stride).any(|size| *size < 1)
        || pooling
            .padding
            .iter()
            .zip(pooling.window)
            .any(|(padding, window)| *padding < 0 || *padding >= window);
    if is_wrong { Err(BAD_PARAM) } else { set(poolingDesc as usize, Description::Pooling(pooling)) }
} }

function!(
    Cudnn::cudnnSetOpTensorDescriptor,
    |opTensorDesc, opTensorOp, _opTensorCompType, _opTensorNanOpt| {
        status(set(opTensorDesc as usize, Description::OpTensor(opTensorOp)))
    }
);

function! { Cudnn::cudnnSetReduceTensorDescriptor(
    reduceTensorDesc, reduceTensorOp, _reduceTensorCompType, _reduceTensorNanOpt,
    reduceTensorIndices, reduceTensorIndicesType,
) => {
    if reduceTensorIndicesType != cudnnIndicesType_t::CUDNN_32BIT_INDICES {
        return because(NOT_SUPPORTED, "indices have 32 bits");
    }
    let reduction = Description::Reduce(reduceTensorOp, reduceTensorIndices);
    status(set(reduceTensorDesc as usize, reduction))
} }

function!(Cudnn::cudnnDeriveBNTensorDescriptor, |derivedBnDesc, xDesc, mode| {
    let outcome = tensor(xDesc).and_then(|x| {
        let mut dims = x.shape().to_vec();
        let axes = match mode {
            cudnnBatchNormMode_t::CUDNN_BATCHNORM_PER_ACTIVATION => 1..dims.len(),
            _ => 1..2,
        };
        for (axis, dim) in dims.iter_mut().enumerate() {
            if !axes.contains(&axis) {
                *dim = 1;
            }
        }
        let data = if x.is_double() {
            cudnnDataType_t::CUDNN_DATA_DOUBLE
        } else {
            cudnnDataType_t::CUDNN_DATA_FLOAT
        };
        let strides = distances(cudnnTensorFormat_t::CUDNN_TENSOR_NCHW, &dims)?;
        set_tensor(derivedBnDesc, data, &dims, &strides)
    });
    status(outcome)
});

/// Returns a factor and the factor of what was there before, for a tensor.
///
/// # Safety
/// The pointers are null or to factors.
pub(super) unsafe fn blend(
    alpha: *const core::ffi::c_void,
    beta: *const core::ffi::c_void,
    view: &View,
) -> Outcome<super::view::Blend> {
    let is_double = view.is_double();
    // SAFETY: the caller guarantees it.
    let (alpha, beta) = unsafe { (factor(alpha, is_double)?, factor(beta, is_double)?) };
    Ok(super::view::Blend { alpha, beta })
}
