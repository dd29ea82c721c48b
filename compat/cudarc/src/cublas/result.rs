//! Unsafe calls that return a `Result`.
#![allow(clippy::too_many_arguments, reason = "the functions of C have as many")]

use core::ffi::{c_int, c_longlong, c_void};

use super::sys;
use crate::library::value;

crate::library::error!(CublasError of cublas cublasStatus_t, CUBLAS_STATUS_SUCCESS);

pub fn create_handle() -> Result<sys::cublasHandle_t, CublasError> {
    // SAFETY: the call stores a handle.
    unsafe { value(|handle| sys::cublasCreate_v2(handle).result()) }
}

pub unsafe fn destroy_handle(handle: sys::cublasHandle_t) -> Result<(), CublasError> {
    // SAFETY: the caller gives up the handle.
    unsafe { sys::cublasDestroy_v2(handle) }.result()
}

pub unsafe fn set_stream(
    handle: sys::cublasHandle_t,
    stream: sys::cudaStream_t,
) -> Result<(), CublasError> {
    // SAFETY: the caller guarantees that both are alive.
    unsafe { sys::cublasSetStream_v2(handle, stream) }.result()
}

/// The functions that exist once for each type of elements.
macro_rules! of_types {
    ($($ty:ty: $gemm:ident $gemm_c:ident, $batched:ident $batched_c:ident;)*) => {$(
        pub unsafe fn $gemm(
            handle: sys::cublasHandle_t,
            transa: sys::cublasOperation_t,
            transb: sys::cublasOperation_t,
            m: c_int,
            n: c_int,
            k: c_int,
            alpha: *const $ty,
            a: *const $ty,
            lda: c_int,
            b: *const $ty,
            ldb: c_int,
            beta: *const $ty,
            c: *mut $ty,
            ldc: c_int,
        ) -> Result<(), CublasError> {
            // SAFETY: the caller keeps to the function's contract.
            unsafe {
                sys::$gemm_c(
                    handle, transa, transb, m, n, k, alpha.cast(), a.cast(), lda, b.cast(), ldb, beta.cast(), c.cast(),
                    ldc,
                )
            }
            .result()
        }

        pub unsafe fn $batched(
            handle: sys::cublasHandle_t,
            transa: sys::cublasOperation_t,
            transb: sys::cublasOperation_t,
            m: c_int,
            n: c_int,
            k: c_int,
            alpha: *const $ty,
            a: *const $ty,
            lda: c_int,
            stride_a: c_longlong,
            b: *const $ty,
            ldb: c_int,
            stride_b: c_longlong,
            beta: *const $ty,
            c: *mut $ty,
            ldc: c_int,
            stride_c: c_longlong,
            batch_size: c_int,
        ) -> Result<(), CublasError> {
            // SAFETY: the caller keeps to the function's contract.
            unsafe {
                sys::$batched_c(
                    handle, transa, transb, m, n, k, alpha.cast(), a.cast(), lda, stride_a, b.cast(), ldb, stride_b,
                    beta.cast(), c.cast(), ldc, stride_c, batch_size,
                )
            }
            .result()
        }
    )*};
}

of_types! {
    f32: sgemm cublasSgemm_v2, sgemm_strided_batched cublasSgemmStridedBatched;
    f64: dgemm cublasDgemm_v2, dgemm_strided_batched cublasDgemmStridedBatched;
}

#[cfg(feature = "f16")]
of_types! {
    half::f16: hgemm cublasHgemm, hgemm_strided_batched cublasHgemmStridedBatched;
}

macro_rules! of_vectors {
    ($($ty:ty: $gemv:ident $gemv_c:ident, $asum:ident $asum_c:ident;)*) => {$(
        pub unsafe fn $gemv(
            handle: sys::cublasHandle_t,
            trans: sys::cublasOperation_t,
            m: c_int,
            n: c_int,
            alpha: *const $ty,
            a: *const $ty,
            lda: c_int,
            x: *const $ty,
            incx: c_int,
            beta: *const $ty,
            y: *mut $ty,
            incy: c_int,
        ) -> Result<(), CublasError> {
            // SAFETY: the caller keeps to the function's contract.
            unsafe { sys::$gemv_c(handle, trans, m, n, alpha, a, lda, x, incx, beta, y, incy) }.result()
        }

        pub unsafe fn $asum(
            handle: sys::cublasHandle_t,
            n: c_int,
            x: *const $ty,
            incx: c_int,
            result: *mut $ty,
        ) -> Result<(), CublasError> {
            // SAFETY: the caller keeps to the function's contract.
            unsafe { sys::$asum_c(handle, n, x, incx, result) }.result()
        }
    )*};
}

of_vectors! {
    f32: sgemv cublasSgemv_v2, sasum cublasSasum_v2;
    f64: dgemv cublasDgemv_v2, dasum cublasDasum_v2;
}

pub unsafe fn gemm_ex(
    handle: sys::cublasHandle_t,
    transa: sys::cublasOperation_t,
    transb: sys::cublasOperation_t,
    m: c_int,
    n: c_int,
    k: c_int,
    alpha: *const c_void,
    a: *const c_void,
    a_type: sys::cudaDataType,
    lda: c_int,
    b: *const c_void,
    b_type: sys::cudaDataType,
    ldb: c_int,
    beta: *const c_void,
    c: *mut c_void,
    c_type: sys::cudaDataType,
    ldc: c_int,
    compute_type: sys::cublasComputeType_t,
    algo: sys::cublasGemmAlgo_t,
) -> Result<(), CublasError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        sys::cublasGemmEx(
            handle,
            transa,
            transb,
            m,
            n,
            k,
            alpha,
            a,
            a_type,
            lda,
            b,
            b_type,
            ldb,
            beta,
            c,
            c_type,
            ldc,
            compute_type,
            algo,
        )
    }
    .result()
}

pub unsafe fn gemm_strided_batched_ex(
    handle: sys::cublasHandle_t,
    transa: sys::cublasOperation_t,
    transb: sys::cublasOperation_t,
    m: c_int,
    n: c_int,
    k: c_int,
    alpha: *const c_void,
    a: *const c_void,
    a_type: sys::cudaDataType,
    lda: c_int,
    stride_a: c_longlong,
    b: *const c_void,
    b_type: sys::cudaDataType,
    ldb: c_int,
    stride_b: c_longlong,
    beta: *const c_void,
    c: *mut c_void,
    c_type: sys::cudaDataType,
    ldc: c_int,
    stride_c: c_longlong,
    batch_count: c_int,
    compute_type: sys::cublasComputeType_t,
    algo: sys::cublasGemmAlgo_t,
) -> Result<(), CublasError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe {
        sys::cublasGemmStridedBatchedEx(
            handle,
            transa,
            transb,
            m,
            n,
            k,
            alpha,
            a,
            a_type,
            lda,
            stride_a,
            b,
            b_type,
            ldb,
            stride_b,
            beta,
            c,
            c_type,
            ldc,
            stride_c,
            batch_count,
            compute_type,
            algo,
        )
    }
    .result()
}
