//! Products of matrices of any types.

use core::ffi::{c_int, c_longlong, c_void};

use cuda_libraries_sys::cublas::*;
use cuda_libraries_sys::shared::*;

use super::Cublas;
use super::context::{Context, INVALID_VALUE, NOT_SUPPORTED, Outcome, status};
use super::product::Product;
use crate::matrix::{Matrix, is_transposed};

/// A matrix as the functions take it.
#[derive(Clone, Copy)]
pub(super) struct Side {
    pub pointer: *const c_void,
    pub data: cudaDataType,
    pub leading: i64,
    /// The distance of matrices of a batch; `None` for an array of pointers.
    pub batch: Option<i64>,
}

impl Side {
    pub(super) fn matrix(&self) -> Matrix {
        let matrix = Matrix::new(self.pointer as u64, self.data, self.leading);
        match self.batch {
            Some(distance) => matrix.batch(distance),
            None => matrix.array(),
        }
    }
}

/// A product as the functions take it.
pub(super) struct Gemm {
    pub operations: [cublasOperation_t; 2],
    pub sizes: [i64; 3],
    pub alpha: *const c_void,
    pub a: Side,
    pub b: Side,
    pub beta: *const c_void,
    pub c: Side,
    pub len: i64,
    pub scalar: cudaDataType,
    /// The type of the factors.
    pub factor: cudaDataType,
}

/// Fails for operations that the header doesn't have.
pub(super) fn check_operation(operation: cublasOperation_t) -> Outcome {
    operation.name().map(drop).ok_or(INVALID_VALUE)
}

/// Fails if columns of `rows` elements overlap.
pub(super) fn check_leading(leading: i64, rows: i64) -> Outcome {
    match leading >= rows.max(1) {
        true => Ok(()),
        false => Err(INVALID_VALUE),
    }
}

impl Gemm {
    /// Submits it.
    ///
    /// # Safety
    /// In the mode for host pointers, the factors are null or numbers of their type.
    pub(super) unsafe fn submit(&self, handle: cublasHandle_t) -> Outcome {
        let context = Context::of(handle)?;
        let [m, n, k] = self.sizes;
        let [left, right] = self.operations;
        check_operation(left)?;
        check_operation(right)?;
        if m < 0 || n < 0 || k < 0 || self.len < 0 {
            return Err(INVALID_VALUE);
        }
        check_leading(self.a.leading, if is_transposed(left) { k } else { m })?;
        check_leading(self.b.leading, if is_transposed(right) { n } else { k })?;
        check_leading(self.c.leading, m)?;
        if m == 0 || n == 0 || self.len == 0 {
            return Ok(());
        }
        // SAFETY: the caller guarantees it.
        let (alpha, beta) = unsafe {
            (
                context.factor(self.alpha, self.factor)?,
                context.factor(self.beta, self.factor)?,
            )
        };
        context.submit(&Product {
            m,
            n,
            k,
            len: self.len,
            scalar: self.scalar,
            mirror: cublasOperation_t::CUBLAS_OP_N,
            alpha,
            a: self.a.matrix().operation(left),
            b: self.b.matrix().operation(right),
            beta,
            c: self.c.matrix(),
        })
    }
}

/// Returns the type of the computation and that of the factors, for the types of the factors' matrices and the result;
/// `None` for combinations that cuBLAS doesn't have.
pub(super) fn types(
    compute: cublasComputeType_t,
    a: cudaDataType,
    b: cudaDataType,
    c: cudaDataType,
) -> Option<(cudaDataType, cudaDataType)> {
    use cublasComputeType_t as C;
    use cudaDataType as T;
    if a != b {
        return None;
    }
    match compute {
        C::CUBLAS_COMPUTE_16F | C::CUBLAS_COMPUTE_16F_PEDANTIC => {
            (a == T::CUDA_R_16F && c == a).then_some((T::CUDA_R_32F, T::CUDA_R_16F))
        }
        C::CUBLAS_COMPUTE_32I | C::CUBLAS_COMPUTE_32I_PEDANTIC => {
            let fits = (a, c) == (T::CUDA_R_8I, T::CUDA_R_32I);
            fits.then_some((T::CUDA_R_32I, T::CUDA_R_32I))
        }
        C::CUBLAS_COMPUTE_32F | C::CUBLAS_COMPUTE_32F_PEDANTIC => match (a, c) {
            (T::CUDA_R_16BF, T::CUDA_R_16BF | T::CUDA_R_32F)
            | (T::CUDA_R_16F, T::CUDA_R_16F | T::CUDA_R_32F)
            | (T::CUDA_R_8I | T::CUDA_R_32F, T::CUDA_R_32F) => Some((T::CUDA_R_32F, T::CUDA_R_32F)),
            (T::CUDA_C_8I | T::CUDA_C_32F, T::CUDA_C_32F) => Some((T::CUDA_C_32F, T::CUDA_C_32F)),
            _ => None,
        },
        C::CUBLAS_COMPUTE_32F_FAST_16F
        | C::CUBLAS_COMPUTE_32F_FAST_16BF
        | C::CUBLAS_COMPUTE_32F_FAST_TF32
        | C::CUBLAS_COMPUTE_32F_EMULATED_16BFX9 => {
            let fits = matches!(a, T::CUDA_R_32F | T::CUDA_C_32F) && c == a;
            fits.then_some((a, a))
        }
        C::CUBLAS_COMPUTE_64F
        | C::CUBLAS_COMPUTE_64F_PEDANTIC
        | C::CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT => {
            let fits = matches!(a, T::CUDA_R_64F | T::CUDA_C_64F) && c == a;
            fits.then_some((a, a))
        }
        _ => None,
    }
}

/// The functions for matrices of any types.
macro_rules! any_types {
    ($($strided:ident $plain:ident $Int:ty;)*) => {
        impl Cublas {$(
            #[allow(clippy::too_many_arguments, clippy::useless_conversion)]
            pub(super) unsafe fn $strided(
                handle: cublasHandle_t,
                transa: cublasOperation_t,
                transb: cublasOperation_t,
                m: $Int,
                n: $Int,
                k: $Int,
                alpha: *const c_void,
                A: *const c_void,
                Atype: cudaDataType,
                lda: $Int,
                strideA: c_longlong,
                B: *const c_void,
                Btype: cudaDataType,
                ldb: $Int,
                strideB: c_longlong,
                beta: *const c_void,
                C: *mut c_void,
                Ctype: cudaDataType,
                ldc: $Int,
                strideC: c_longlong,
                batchCount: $Int,
                computeType: cublasComputeType_t,
                _algo: cublasGemmAlgo_t,
            ) -> cublasStatus_t {
                let Some((scalar, factor)) = types(computeType, Atype, Btype, Ctype) else {
                    return status(Context::of(handle).and(Err(NOT_SUPPORTED)));
                };
                let side = |pointer, data, leading: $Int, batch| Side {
                    pointer,
                    data,
                    leading: leading.into(),
                    batch: Some(batch),
                };
                let gemm = Gemm {
                    operations: [transa, transb],
                    sizes: [m.into(), n.into(), k.into()],
                    alpha,
                    a: side(A, Atype, lda, strideA),
                    b: side(B, Btype, ldb, strideB),
                    beta,
                    c: side(C.cast_const(), Ctype, ldc, strideC),
                    len: batchCount.into(),
                    scalar,
                    factor,
                };
                // SAFETY: the caller guarantees it.
                status(unsafe { gemm.submit(handle) })
            }

            #[allow(clippy::too_many_arguments)]
            pub(super) unsafe fn $plain(
                handle: cublasHandle_t,
                transa: cublasOperation_t,
                transb: cublasOperation_t,
                m: $Int,
                n: $Int,
                k: $Int,
                alpha: *const c_void,
                A: *const c_void,
                Atype: cudaDataType,
                lda: $Int,
                B: *const c_void,
                Btype: cudaDataType,
                ldb: $Int,
                beta: *const c_void,
                C: *mut c_void,
                Ctype: cudaDataType,
                ldc: $Int,
                computeType: cublasComputeType_t,
                algo: cublasGemmAlgo_t,
            ) -> cublasStatus_t {
                // SAFETY: the caller guarantees it.
                unsafe {
                    Self::$strided(
                        handle, transa, transb, m, n, k, alpha, A, Atype, lda, 0, B, Btype, ldb, 0, beta, C, Ctype, ldc,
                        0, 1, computeType, algo,
                    )
                }
            }
        )*}
    };
}

any_types! {
    cublasGemmStridedBatchedEx cublasGemmEx c_int;
    cublasGemmStridedBatchedEx_64 cublasGemmEx_64 i64;
}
