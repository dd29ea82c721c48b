//! Unsafe calls that return a `Result`.
#![allow(clippy::too_many_arguments, reason = "the functions of C have as many")]

use core::ffi::{c_int, c_void};

use super::sys;
use crate::library::value;

crate::library::error!(CudnnError of cudnn cudnnStatus_t, CUDNN_STATUS_SUCCESS);

pub type CudnnResult<T> = Result<T, CudnnError>;

pub fn get_version() -> usize {
    // SAFETY: it only returns a number.
    unsafe { sys::cudnnGetVersion() }
}

pub fn get_cudart_version() -> usize {
    // SAFETY: it only returns a number.
    unsafe { sys::cudnnGetCudartVersion() }
}

/// Checks that all parts of the library are of the same release.
pub fn version_check() -> Result<(), CudnnError> {
    // SAFETY: they take nothing.
    unsafe {
        sys::cudnnAdvVersionCheck().result()?;
        sys::cudnnCnnVersionCheck().result()?;
        sys::cudnnOpsVersionCheck().result()
    }
}

pub fn create_handle() -> Result<sys::cudnnHandle_t, CudnnError> {
    // SAFETY: the call stores a handle.
    unsafe { value(|handle| sys::cudnnCreate(handle).result()) }
}

pub fn create_tensor_descriptor() -> Result<sys::cudnnTensorDescriptor_t, CudnnError> {
    // SAFETY: the call stores a handle.
    unsafe { value(|handle| sys::cudnnCreateTensorDescriptor(handle).result()) }
}

pub fn create_filter_descriptor() -> Result<sys::cudnnFilterDescriptor_t, CudnnError> {
    // SAFETY: the call stores a handle.
    unsafe { value(|handle| sys::cudnnCreateFilterDescriptor(handle).result()) }
}

pub fn create_convolution_descriptor() -> Result<sys::cudnnConvolutionDescriptor_t, CudnnError> {
    // SAFETY: the call stores a handle.
    unsafe { value(|handle| sys::cudnnCreateConvolutionDescriptor(handle).result()) }
}

pub fn create_reduce_tensor_descriptor() -> Result<sys::cudnnReduceTensorDescriptor_t, CudnnError> {
    // SAFETY: the call stores a handle.
    unsafe { value(|handle| sys::cudnnCreateReduceTensorDescriptor(handle).result()) }
}

pub fn create_pooling_descriptor() -> Result<sys::cudnnPoolingDescriptor_t, CudnnError> {
    // SAFETY: the call stores a handle.
    unsafe { value(|handle| sys::cudnnCreatePoolingDescriptor(handle).result()) }
}

pub fn create_activation_descriptor() -> Result<sys::cudnnActivationDescriptor_t, CudnnError> {
    // SAFETY: the call stores a handle.
    unsafe { value(|handle| sys::cudnnCreateActivationDescriptor(handle).result()) }
}

crate::library::calls! {
    -> Result<(), CudnnError>;
    destroy_handle cudnnDestroy(handle: sys::cudnnHandle_t);
    set_stream cudnnSetStream(handle: sys::cudnnHandle_t, stream: sys::cudaStream_t);
    set_tensornd_descriptor cudnnSetTensorNdDescriptor(
        tensor_desc: sys::cudnnTensorDescriptor_t, data_type: sys::cudnnDataType_t, num_dims: c_int,
        dims: *const c_int, strides: *const c_int,
    );
    destroy_tensor_descriptor cudnnDestroyTensorDescriptor(desc: sys::cudnnTensorDescriptor_t);
    set_filternd_descriptor cudnnSetFilterNdDescriptor(
        filter_desc: sys::cudnnFilterDescriptor_t, data_type: sys::cudnnDataType_t,
        format: sys::cudnnTensorFormat_t, nb_dims: c_int, filter_dims: *const c_int,
    );
    destroy_filter_descriptor cudnnDestroyFilterDescriptor(desc: sys::cudnnFilterDescriptor_t);
    set_convolution2d_descriptor cudnnSetConvolution2dDescriptor(
        conv_desc: sys::cudnnConvolutionDescriptor_t, pad_h: c_int, pad_w: c_int, u: c_int,
        v: c_int, dilation_h: c_int, dilation_w: c_int, mode: sys::cudnnConvolutionMode_t,
        compute_type: sys::cudnnDataType_t,
    );
    set_convolutionnd_descriptor cudnnSetConvolutionNdDescriptor(
        conv_desc: sys::cudnnConvolutionDescriptor_t, array_length: c_int, pads: *const c_int,
        filter_strides: *const c_int, dilations: *const c_int, mode: sys::cudnnConvolutionMode_t,
        compute_type: sys::cudnnDataType_t,
    );
    set_convolution_math_type cudnnSetConvolutionMathType(
        desc: sys::cudnnConvolutionDescriptor_t, math_type: sys::cudnnMathType_t,
    );
    set_convolution_group_count cudnnSetConvolutionGroupCount(
        desc: sys::cudnnConvolutionDescriptor_t, group_count: i32,
    );
    destroy_convolution_descriptor cudnnDestroyConvolutionDescriptor(
        desc: sys::cudnnConvolutionDescriptor_t,
    );
    get_convolution_forward_algorithm cudnnGetConvolutionForwardAlgorithm_v7(
        handle: sys::cudnnHandle_t, src: sys::cudnnTensorDescriptor_t,
        filter: sys::cudnnFilterDescriptor_t, conv: sys::cudnnConvolutionDescriptor_t,
        dest: sys::cudnnTensorDescriptor_t, requested_algo_count: c_int,
        returned_algo_count: *mut c_int, perf_results: *mut sys::cudnnConvolutionFwdAlgoPerf_t,
    );
    convolution_forward cudnnConvolutionForward(
        handle: sys::cudnnHandle_t, alpha: *const c_void, x_desc: sys::cudnnTensorDescriptor_t,
        x: *const c_void, w_desc: sys::cudnnFilterDescriptor_t, w: *const c_void,
        conv_desc: sys::cudnnConvolutionDescriptor_t, algo: sys::cudnnConvolutionFwdAlgo_t,
        work_space: *mut c_void, work_space_size_in_bytes: usize, beta: *const c_void,
        y_desc: sys::cudnnTensorDescriptor_t, y: *mut c_void,
    );
    convolution_bias_activation_forward cudnnConvolutionBiasActivationForward(
        handle: sys::cudnnHandle_t, alpha1: *const c_void, x_desc: sys::cudnnTensorDescriptor_t,
        x: *const c_void, w_desc: sys::cudnnFilterDescriptor_t, w: *const c_void,
        conv_desc: sys::cudnnConvolutionDescriptor_t, algo: sys::cudnnConvolutionFwdAlgo_t,
        work_space: *mut c_void, work_space_size_in_bytes: usize, alpha2: *const c_void,
        z_desc: sys::cudnnTensorDescriptor_t, z: *const c_void,
        bias_desc: sys::cudnnTensorDescriptor_t, bias: *const c_void,
        activation_desc: sys::cudnnActivationDescriptor_t, y_desc: sys::cudnnTensorDescriptor_t,
        y: *mut c_void,
    );
    get_convolution_backward_data_algorithm cudnnGetConvolutionBackwardDataAlgorithm_v7(
        handle: sys::cudnnHandle_t, w_desc: sys::cudnnFilterDescriptor_t,
        dy_desc: sys::cudnnTensorDescriptor_t, conv_desc: sys::cudnnConvolutionDescriptor_t,
        dx_desc: sys::cudnnTensorDescriptor_t, requested_algo_count: c_int,
        returned_algo_count: *mut c_int, perf_results: *mut sys::cudnnConvolutionBwdDataAlgoPerf_t,
    );
    convolution_backward_data cudnnConvolutionBackwardData(
        handle: sys::cudnnHandle_t, alpha: *const c_void, w_desc: sys::cudnnFilterDescriptor_t,
        w: *const c_void, dy_desc: sys::cudnnTensorDescriptor_t, dy: *const c_void,
        conv_desc: sys::cudnnConvolutionDescriptor_t, algo: sys::cudnnConvolutionBwdDataAlgo_t,
        work_space: *mut c_void, work_space_size_in_bytes: usize, beta: *const c_void,
        dx_desc: sys::cudnnTensorDescriptor_t, dx: *mut c_void,
    );
    get_convolution_backward_filter_algorithm cudnnGetConvolutionBackwardFilterAlgorithm_v7(
        handle: sys::cudnnHandle_t, src_desc: sys::cudnnTensorDescriptor_t,
        diff_desc: sys::cudnnTensorDescriptor_t, conv_desc: sys::cudnnConvolutionDescriptor_t,
        grad_desc: sys::cudnnFilterDescriptor_t, requested_algo_count: c_int,
        returned_algo_count: *mut c_int,
        perf_results: *mut sys::cudnnConvolutionBwdFilterAlgoPerf_t,
    );
    convolution_backward_filter cudnnConvolutionBackwardFilter(
        handle: sys::cudnnHandle_t, alpha: *const c_void, x_desc: sys::cudnnTensorDescriptor_t,
        x: *const c_void, dy_desc: sys::cudnnTensorDescriptor_t, dy: *const c_void,
        conv_desc: sys::cudnnConvolutionDescriptor_t, algo: sys::cudnnConvolutionBwdFilterAlgo_t,
        work_space: *mut c_void, work_space_size_in_bytes: usize, beta: *const c_void,
        dw_desc: sys::cudnnFilterDescriptor_t, dw: *mut c_void,
    );
    set_reduce_tensor_descriptor cudnnSetReduceTensorDescriptor(
        tensor_desc: sys::cudnnReduceTensorDescriptor_t, tensor_op: sys::cudnnReduceTensorOp_t,
        tensor_comp_type: sys::cudnnDataType_t, tensor_nan_opt: sys::cudnnNanPropagation_t,
        tensor_indices: sys::cudnnReduceTensorIndices_t,
        tensor_indices_type: sys::cudnnIndicesType_t,
    );
    destroy_reduce_tensor_descriptor cudnnDestroyReduceTensorDescriptor(
        tensor_desc: sys::cudnnReduceTensorDescriptor_t,
    );
    reduce_tensor cudnnReduceTensor(
        handle: sys::cudnnHandle_t, reduce_tensor_desc: sys::cudnnReduceTensorDescriptor_t,
        indices: *mut c_void, indices_size_in_bytes: usize, workspace: *mut c_void,
        workspace_size_in_bytes: usize, alpha: *const c_void, a_desc: sys::cudnnTensorDescriptor_t,
        a: *const c_void, beta: *const c_void, c_desc: sys::cudnnTensorDescriptor_t, c: *mut c_void,
    );
    pooling_forward cudnnPoolingForward(
        handle: sys::cudnnHandle_t, pooling_desc: sys::cudnnPoolingDescriptor_t,
        alpha: *const c_void, x_desc: sys::cudnnTensorDescriptor_t, x: *const c_void,
        beta: *const c_void, y_desc: sys::cudnnTensorDescriptor_t, y: *mut c_void,
    );
    set_activation_descriptor cudnnSetActivationDescriptor(
        desc: sys::cudnnActivationDescriptor_t, mode: sys::cudnnActivationMode_t,
        nan_propagation: sys::cudnnNanPropagation_t, coef: f64,
    );
    activation_forward cudnnActivationForward(
        handle: sys::cudnnHandle_t, activation_desc: sys::cudnnActivationDescriptor_t,
        alpha: *const c_void, x_desc: sys::cudnnTensorDescriptor_t, x: *const c_void,
        beta: *const c_void, y_desc: sys::cudnnTensorDescriptor_t, y: *mut c_void,
    );
    softmax_forward cudnnSoftmaxForward(
        handle: sys::cudnnHandle_t, algo: sys::cudnnSoftmaxAlgorithm_t,
        mode: sys::cudnnSoftmaxMode_t, alpha: *const c_void, x_desc: sys::cudnnTensorDescriptor_t,
        x: *const c_void, beta: *const c_void, y_desc: sys::cudnnTensorDescriptor_t, y: *mut c_void,
    );
}

pub unsafe fn get_convolution_forward_workspace_size(
    handle: sys::cudnnHandle_t,
    x: sys::cudnnTensorDescriptor_t,
    w: sys::cudnnFilterDescriptor_t,
    conv: sys::cudnnConvolutionDescriptor_t,
    y: sys::cudnnTensorDescriptor_t,
    algo: sys::cudnnConvolutionFwdAlgo_t,
) -> Result<usize, CudnnError> {
    // SAFETY: the caller keeps to the function's contract, and the call stores the number.
    unsafe {
        value(|bytes| {
            sys::cudnnGetConvolutionForwardWorkspaceSize(handle, x, w, conv, y, algo, bytes)
                .result()
        })
    }
}

pub unsafe fn get_convolution_backward_data_workspace_size(
    handle: sys::cudnnHandle_t,
    w_desc: sys::cudnnFilterDescriptor_t,
    dy_desc: sys::cudnnTensorDescriptor_t,
    conv_desc: sys::cudnnConvolutionDescriptor_t,
    dx_desc: sys::cudnnTensorDescriptor_t,
    algo: sys::cudnnConvolutionBwdDataAlgo_t,
) -> Result<usize, CudnnError> {
    // SAFETY: the caller keeps to the function's contract, and the call stores the number.
    unsafe {
        value(|bytes| {
            sys::cudnnGetConvolutionBackwardDataWorkspaceSize(
                handle, w_desc, dy_desc, conv_desc, dx_desc, algo, bytes,
            )
            .result()
        })
    }
}

pub unsafe fn get_convolution_backward_filter_workspace_size(
    handle: sys::cudnnHandle_t,
    x_desc: sys::cudnnTensorDescriptor_t,
    dy_desc: sys::cudnnTensorDescriptor_t,
    conv_desc: sys::cudnnConvolutionDescriptor_t,
    grad_desc: sys::cudnnFilterDescriptor_t,
    algo: sys::cudnnConvolutionBwdFilterAlgo_t,
) -> Result<usize, CudnnError> {
    // SAFETY: the caller keeps to the function's contract, and the call stores the number.
    unsafe {
        value(|bytes| {
            sys::cudnnGetConvolutionBackwardFilterWorkspaceSize(
                handle, x_desc, dy_desc, conv_desc, grad_desc, algo, bytes,
            )
            .result()
        })
    }
}

pub unsafe fn get_reduction_indices_size(
    handle: sys::cudnnHandle_t,
    reduce_tensor_desc: sys::cudnnReduceTensorDescriptor_t,
    a_desc: sys::cudnnTensorDescriptor_t,
    c_desc: sys::cudnnTensorDescriptor_t,
) -> Result<usize, CudnnError> {
    // SAFETY: the caller keeps to the function's contract, and the call stores the number.
    unsafe {
        value(|bytes| {
            sys::cudnnGetReductionIndicesSize(handle, reduce_tensor_desc, a_desc, c_desc, bytes)
                .result()
        })
    }
}

pub unsafe fn get_reduction_workspace_size(
    handle: sys::cudnnHandle_t,
    reduce_tensor_desc: sys::cudnnReduceTensorDescriptor_t,
    a_desc: sys::cudnnTensorDescriptor_t,
    c_desc: sys::cudnnTensorDescriptor_t,
) -> Result<usize, CudnnError> {
    // SAFETY: the caller keeps to the function's contract, and the call stores the number.
    unsafe {
        value(|bytes| {
            sys::cudnnGetReductionWorkspaceSize(handle, reduce_tensor_desc, a_desc, c_desc, bytes)
                .result()
        })
    }
}

pub unsafe fn set_tensor4d_descriptor(
    tensor_desc: sys::cudnnTensorDescriptor_t,
    format: sys::cudnnTensorFormat_t,
    data_type: sys::cudnnDataType_t,
    [n, c, h, w]: [c_int; 4],
) -> Result<(), CudnnError> {
    // SAFETY: the caller guarantees that the description is alive.
    unsafe { sys::cudnnSetTensor4dDescriptor(tensor_desc, format, data_type, n, c, h, w) }.result()
}

pub unsafe fn set_tensor4d_descriptor_ex(
    tensor_desc: sys::cudnnTensorDescriptor_t,
    data_type: sys::cudnnDataType_t,
    dims: [c_int; 4],
    strides: [c_int; 4],
) -> Result<(), CudnnError> {
    // SAFETY: the caller guarantees that the description is alive; there are as many numbers.
    unsafe { set_tensornd_descriptor(tensor_desc, data_type, 4, dims.as_ptr(), strides.as_ptr()) }
}

pub unsafe fn set_filter4d_descriptor(
    filter_desc: sys::cudnnFilterDescriptor_t,
    data_type: sys::cudnnDataType_t,
    format: sys::cudnnTensorFormat_t,
    [k, c, h, w]: [c_int; 4],
) -> Result<(), CudnnError> {
    // SAFETY: the caller guarantees that the description is alive.
    unsafe { sys::cudnnSetFilter4dDescriptor(filter_desc, data_type, format, k, c, h, w) }.result()
}

pub unsafe fn set_pooling_descriptor(
    desc: sys::cudnnPoolingDescriptor_t,
    mode: sys::cudnnPoolingMode_t,
    nan_propagation: sys::cudnnNanPropagation_t,
    nb_dims: c_int,
    window_dims: &[c_int],
    pads: &[c_int],
    strides: &[c_int],
) -> Result<(), CudnnError> {
    let [window, pads, strides] = [window_dims, pads, strides].map(<[c_int]>::as_ptr);
    // SAFETY: the caller guarantees that the description is alive, and the lengths.
    unsafe {
        sys::cudnnSetPoolingNdDescriptor(
            desc,
            mode,
            nan_propagation,
            nb_dims,
            window,
            pads,
            strides,
        )
    }
    .result()
}
