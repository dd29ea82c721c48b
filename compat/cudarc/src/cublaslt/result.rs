//! Unsafe calls that return a `Result`.
#![allow(clippy::too_many_arguments, reason = "the functions of C have as many")]

use core::ffi::c_void;

use cuda_libraries_sys::cublaslt as raw;

use super::sys;
use crate::library::value;

crate::library::error!(CublasError of cublaslt cublasStatus_t, CUBLAS_STATUS_SUCCESS);

pub fn create_handle() -> Result<sys::cublasLtHandle_t, CublasError> {
    // SAFETY: the call stores a handle.
    unsafe { value(|handle| sys::cublasLtCreate(handle).result()) }
}

pub unsafe fn destroy_handle(handle: sys::cublasLtHandle_t) -> Result<(), CublasError> {
    // SAFETY: the caller gives up the handle.
    unsafe { sys::cublasLtDestroy(handle) }.result()
}

pub fn create_matrix_layout(
    matrix_type: sys::cudaDataType,
    rows: u64,
    cols: u64,
    ld: i64,
) -> Result<sys::cublasLtMatrixLayout_t, CublasError> {
    // SAFETY: the call stores a layout.
    unsafe {
        value(|layout| {
            sys::cublasLtMatrixLayoutCreate(layout, matrix_type, rows, cols, ld).result()
        })
    }
}

pub fn create_matmul_desc(
    compute_type: sys::cublasComputeType_t,
    scale_type: sys::cudaDataType,
) -> Result<sys::cublasLtMatmulDesc_t, CublasError> {
    // SAFETY: the call stores a description.
    unsafe { value(|desc| sys::cublasLtMatmulDescCreate(desc, compute_type, scale_type).result()) }
}

pub fn create_matmul_pref() -> Result<sys::cublasLtMatmulPreference_t, CublasError> {
    // SAFETY: the call stores preferences.
    unsafe { value(|pref| sys::cublasLtMatmulPreferenceCreate(pref).result()) }
}

pub unsafe fn set_matrix_layout_attribute(
    object: sys::cublasLtMatrixLayout_t,
    attr: sys::cublasLtMatrixLayoutAttribute_t,
    buf: *const c_void,
    buf_size: usize,
) -> Result<(), CublasError> {
    // SAFETY: the caller guarantees that the object is alive, and the attribute's value.
    unsafe { sys::cublasLtMatrixLayoutSetAttribute(object, attr, buf, buf_size) }.result()
}

pub unsafe fn destroy_matrix_layout(
    object: sys::cublasLtMatrixLayout_t,
) -> Result<(), CublasError> {
    // SAFETY: the caller gives up the object.
    unsafe { sys::cublasLtMatrixLayoutDestroy(object) }.result()
}

pub unsafe fn set_matmul_desc_attribute(
    object: sys::cublasLtMatmulDesc_t,
    attr: sys::cublasLtMatmulDescAttributes_t,
    buf: *const c_void,
    buf_size: usize,
) -> Result<(), CublasError> {
    // SAFETY: the caller guarantees that the object is alive, and the attribute's value.
    unsafe { sys::cublasLtMatmulDescSetAttribute(object, attr, buf, buf_size) }.result()
}

pub unsafe fn destroy_matmul_desc(object: sys::cublasLtMatmulDesc_t) -> Result<(), CublasError> {
    // SAFETY: the caller gives up the object.
    unsafe { sys::cublasLtMatmulDescDestroy(object) }.result()
}

pub unsafe fn set_matmul_pref_attribute(
    object: sys::cublasLtMatmulPreference_t,
    attr: sys::cublasLtMatmulPreferenceAttributes_t,
    buf: *const c_void,
    buf_size: usize,
) -> Result<(), CublasError> {
    // SAFETY: the caller guarantees that the object is alive, and the attribute's value.
    unsafe { sys::cublasLtMatmulPreferenceSetAttribute(object, attr, buf, buf_size) }.result()
}

pub unsafe fn destroy_matmul_pref(
    object: sys::cublasLtMatmulPreference_t,
) -> Result<(), CublasError> {
    // SAFETY: the caller gives up the object.
    unsafe { sys::cublasLtMatmulPreferenceDestroy(object) }.result()
}

/// Returns the algorithm that is expected to be the fastest.
pub unsafe fn get_matmul_algo_heuristic(
    handle: sys::cublasLtHandle_t,
    matmul_desc: sys::cublasLtMatmulDesc_t,
    a_layout: sys::cublasLtMatrixLayout_t,
    b_layout: sys::cublasLtMatrixLayout_t,
    c_layout: sys::cublasLtMatrixLayout_t,
    d_layout: sys::cublasLtMatrixLayout_t,
    matmul_pref: sys::cublasLtMatmulPreference_t,
) -> Result<sys::cublasLtMatmulHeuristicResult_t, CublasError> {
    let (mut found, mut count) = (raw::cublasLtMatmulHeuristicResult_t::default(), 0);
    // SAFETY: the caller guarantees that all objects are alive; there is room for one algorithm.
    unsafe {
        sys::cublasLtMatmulAlgoGetHeuristic(
            handle,
            matmul_desc,
            a_layout,
            b_layout,
            c_layout,
            d_layout,
            matmul_pref,
            1,
            (&raw mut found).cast(),
            &raw mut count,
        )
        .result()?;
    }
    if count == 0 {
        return Err(CublasError(sys::cublasStatus_t::CUBLAS_STATUS_NOT_SUPPORTED));
    }
    // Otherwise the rest isn't an algorithm.
    sys::cublasStatus_t::from(found.state).result()?;
    // SAFETY: both have the same layout, and the code is a success.
    Ok(unsafe {
        core::mem::transmute::<
            raw::cublasLtMatmulHeuristicResult_t,
            sys::cublasLtMatmulHeuristicResult_t,
        >(found)
    })
}

pub unsafe fn matmul(
    handle: sys::cublasLtHandle_t,
    matmul_desc: sys::cublasLtMatmulDesc_t,
    alpha: *const c_void,
    beta: *const c_void,
    a: *const c_void,
    a_layout: sys::cublasLtMatrixLayout_t,
    b: *const c_void,
    b_layout: sys::cublasLtMatrixLayout_t,
    c: *const c_void,
    c_layout: sys::cublasLtMatrixLayout_t,
    d: *mut c_void,
    d_layout: sys::cublasLtMatrixLayout_t,
    algo: *const sys::cublasLtMatmulAlgo_t,
    workspace: *mut c_void,
    workspace_size: usize,
    stream: sys::cudaStream_t,
) -> Result<(), CublasError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        sys::cublasLtMatmul(
            handle,
            matmul_desc,
            alpha,
            a,
            a_layout,
            b,
            b_layout,
            beta,
            c,
            c_layout,
            d,
            d_layout,
            algo,
            workspace,
            workspace_size,
            stream,
        )
    }
    .result()
}
