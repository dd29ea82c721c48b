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

crate::library::calls! {
    -> Result<(), CublasError>;
    destroy_handle cublasDestroy_v2(handle: sys::cublasHandle_t);
    set_stream cublasSetStream_v2(handle: sys::cublasHandle_t, stream: sys::cudaStream_t);
    gemm_ex cublasGemmEx(
        handle: sys::cublasHandle_t, transa: sys::cublasOperation_t, transb: sys::cublasOperation_t,
        m: c_int, n: c_int, k: c_int, alpha: *const c_void, a: *const c_void,
        a_type: sys::cudaDataType, lda: c_int, b: *const c_void, b_type: sys::cudaDataType,
        ldb: c_int, beta: *const c_void, c: *mut c_void, c_type: sys::cudaDataType, ldc: c_int,
        compute_type: sys::cublasComputeType_t, algo: sys::cublasGemmAlgo_t,
    );
    gemm_strided_batched_ex cublasGemmStridedBatchedEx(
        handle: sys::cublasHandle_t, transa: sys::cublasOperation_t, transb: sys::cublasOperation_t,
        m: c_int, n: c_int, k: c_int, alpha: *const c_void, a: *const c_void,
        a_type: sys::cudaDataType, lda: c_int, stride_a: c_longlong, b: *const c_void,
        b_type: sys::cudaDataType, ldb: c_int, stride_b: c_longlong, beta: *const c_void,
        c: *mut c_void, c_type: sys::cudaDataType, ldc: c_int, stride_c: c_longlong,
        batch_count: c_int, compute_type: sys::cublasComputeType_t, algo: sys::cublasGemmAlgo_t,
    );
}

crate::library::results! {
            CublasError;
            pub fn sgemm(
                handle: sys::cublasHandle_t, transa: sys::cublasOperation_t,
                transb: sys::cublasOperation_t, m: c_int, n: c_int, k: c_int, alpha: *const f32,
                a: *const f32, lda: c_int, b: *const f32, ldb: c_int, beta: *const f32,
                c: *mut f32, ldc: c_int,
            ) {
                sys::cublasSgemm_v2(
                    handle, transa, transb, m, n, k, alpha.cast(), a.cast(), lda, b.cast(), ldb,
                    beta.cast(), c.cast(), ldc,
                )
                .result()
            }

            pub fn sgemm_strided_batched(
                handle: sys::cublasHandle_t, transa: sys::cublasOperation_t,
                transb: sys::cublasOperation_t, m: c_int, n: c_int, k: c_int, alpha: *const f32,
                a: *const f32, lda: c_int, stride_a: c_longlong, b: *const f32, ldb: c_int,
                stride_b: c_longlong, beta: *const f32, c: *mut f32, ldc: c_int,
                stride_c: c_longlong, batch_size: c_int,
            ) {
                sys::cublasSgemmStridedBatched(
                    handle, transa, transb, m, n, k, alpha.cast(), a.cast(), lda, stride_a,
                    b.cast(), ldb, stride_b, beta.cast(), c.cast(), ldc, stride_c, batch_size,
                )
                .result()
            }
pub fn dgemm(
                handle: sys::cublasHandle_t, transa: sys::cublasOperation_t,
                transb: sys::cublasOperation_t, m: c_int, n: c_int, k: c_int, alpha: *const f64,
                a: *const f64, lda: c_int, b: *const f64, ldb: c_int, beta: *const f64,
                c: *mut f64, ldc: c_int,
            ) {
                sys::cublasDgemm_v2(
                    handle, transa, transb, m, n, k, alpha.cast(), a.cast(), lda, b.cast(), ldb,
                    beta.cast(), c.cast(), ldc,
                )
                .result()
            }

            pub fn dgemm_strided_batched(
                handle: sys::cublasHandle_t, transa: sys::cublasOperation_t,
                transb: sys::cublasOperation_t, m: c_int, n: c_int, k: c_int, alpha: *const f64,
                a: *const f64, lda: c_int, stride_a: c_longlong, b: *const f64, ldb: c_int,
                stride_b: c_longlong, beta: *const f64, c: *mut f64, ldc: c_int,
                stride_c: c_longlong, batch_size: c_int,
            ) {
                sys::cublasDgemmStridedBatched(
                    handle, transa, transb, m, n, k, alpha.cast(), a.cast(), lda, stride_a,
                    b.cast(), ldb, stride_b, beta.cast(), c.cast(), ldc, stride_c, batch_size,
                )
                .result()
            }
        }

#[cfg(feature = "f16")]
crate::library::results! {
    CublasError;
    pub fn hgemm(
        handle: sys::cublasHandle_t, transa: sys::cublasOperation_t,
        transb: sys::cublasOperation_t, m: c_int, n: c_int, k: c_int, alpha: *const half::f16,
        a: *const half::f16, lda: c_int, b: *const half::f16, ldb: c_int, beta: *const half::f16,
        c: *mut half::f16, ldc: c_int,
    ) {
        sys::cublasHgemm(
            handle, transa, transb, m, n, k, alpha.cast(), a.cast(), lda, b.cast(), ldb,
            beta.cast(), c.cast(), ldc,
        )
        .result()
    }

    pub fn hgemm_strided_batched(
        handle: sys::cublasHandle_t, transa: sys::cublasOperation_t,
        transb: sys::cublasOperation_t, m: c_int, n: c_int, k: c_int, alpha: *const half::f16,
        a: *const half::f16, lda: c_int, stride_a: c_longlong, b: *const half::f16, ldb: c_int,
        stride_b: c_longlong, beta: *const half::f16, c: *mut half::f16, ldc: c_int,
        stride_c: c_longlong, batch_size: c_int,
    ) {
        sys::cublasHgemmStridedBatched(
            handle, transa, transb, m, n, k, alpha.cast(), a.cast(), lda, stride_a,
            b.cast(), ldb, stride_b, beta.cast(), c.cast(), ldc, stride_c, batch_size,
        )
        .result()
    }
}

crate::library::calls! {
    -> Result<(), CublasError>;
    sgemv cublasSgemv_v2(
        handle: sys::cublasHandle_t, trans: sys::cublasOperation_t, m: c_int, n: c_int, alpha: *const f32, a: *const f32,
        lda: c_int, x: *const f32, incx: c_int, beta: *const f32, y: *mut f32, incy: c_int,
    );
    sasum cublasSasum_v2(
        handle: sys::cublasHandle_t, n: c_int, x: *const f32, incx: c_int, result: *mut f32,
    );
    dgemv cublasDgemv_v2(
        handle: sys::cublasHandle_t, trans: sys::cublasOperation_t, m: c_int, n: c_int, alpha: *const f64, a: *const f64,
        lda: c_int, x: *const f64, incx: c_int, beta: *const f64, y: *mut f64, incy: c_int,
    );
    dasum cublasDasum_v2(
        handle: sys::cublasHandle_t, n: c_int, x: *const f64, incx: c_int, result: *mut f64,
    );
}
