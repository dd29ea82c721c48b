//! Products of matrices.

use cuda_libraries_sys::cublas::*;
use cuda_libraries_sys::shared::*;

use super::arguments::{
    Value, check, check_leading, check_operation, constant, matrices, matrix, rows,
};
use super::context::{Context, NOT_SUPPORTED, Outcome, status};
use super::product::Product;
use crate::bytes::{BytesProduct, Side};
use crate::dense::is_transposed;
use crate::element::data_of;
use crate::matrix::Matrix;

/// A product as the functions take it.
pub(super) struct Gemm {
    pub operations: [cublasOperation_t; 2],
    pub sizes: [i64; 3],
    pub alpha: Value,
    pub a: Matrix,
    pub b: Matrix,
    pub beta: Value,
    pub c: Matrix,
    pub len: i64,
    pub types: Types,
}

/// The types of the computation and of its factors.
#[derive(Clone, Copy)]
pub(super) struct Types {
    pub scalar: cudaDataType,
    pub factor: cudaDataType,
}

impl Gemm {
    /// Checks the arguments that aren't pointers.
    pub(super) fn check(&self) -> Outcome {
        let [m, n, k] = self.sizes;
        let [left, right] = self.operations;
        check_operation(left)?;
        check_operation(right)?;
        check(m >= 0 && n >= 0 && k >= 0 && self.len >= 0)?;
        check_leading(self.a.columns, if is_transposed(left) { k } else { m })?;
        check_leading(self.b.columns, if is_transposed(right) { n } else { k })?;
        check_leading(self.c.columns, m)
    }

    /// Fails for integers that aren't aligned to four bytes, or for which there is no kernel.
    fn check_integers(&self) -> Outcome {
        if self.types.scalar != cudaDataType::CUDA_R_32I {
            return Ok(());
        }
        let is_aligned = |side: &Matrix| {
            side.is_array != 0
                || side.address.is_multiple_of(4) && (self.len == 1 || side.batch % 4 == 0)
        };
        let [left, right] = self.operations.map(is_transposed);
        let product = BytesProduct {
            sizes: self.sizes,
            left: Side { in_order: left, leading: self.a.columns },
            right: Side { in_order: !right, leading: self.b.columns },
            leading: self.c.columns,
            // Arrays of matrices are multiplied as single ones.
            len: if self.c.is_array != 0 { 1 } else { self.len },
            to_bytes: false,
        };
        if is_aligned(&self.a) && is_aligned(&self.b) && product.has_kernel() {
            Ok(())
        } else {
            Err(NOT_SUPPORTED)
        }
    }

    /// Submits it.
    pub(super) fn submit(&self, handle: cublasHandle_t) -> Outcome {
        let context = Context::of(handle)?;
        self.check()?;
        let [m, n, k] = self.sizes;
        let [left, right] = self.operations;
        if m == 0 || n == 0 || self.len == 0 {
            return Ok(());
        }
        self.check_integers()?;
        let (alpha, beta) = (self.alpha.factor(&context)?, self.beta.factor(&context)?);
        context.submit(&Product {
            m,
            n,
            k,
            len: self.len,
            alpha,
            a: self.a.operation(left),
            b: self.b.operation(right),
            beta,
            ..Product::new(self.types.scalar, self.c)
        })
    }
}

/// Returns the types for those of the matrices; `None` for combinations that cuBLAS doesn't have.
pub(super) fn types(
    compute: cublasComputeType_t,
    a: cudaDataType,
    b: cudaDataType,
    c: cudaDataType,
) -> Option<Types> {
    use cublasComputeType_t as C;
    use cudaDataType as T;
    let types_if = |fits: bool, scalar, factor| fits.then_some(Types { scalar, factor });
    if a != b {
        return None;
    }
    match compute {
        C::CUBLAS_COMPUTE_16F | C::CUBLAS_COMPUTE_16F_PEDANTIC => {
            types_if(a == T::CUDA_R_16F && c == a, T::CUDA_R_32F, a)
        }
        C::CUBLAS_COMPUTE_32I | C::CUBLAS_COMPUTE_32I_PEDANTIC => {
            types_if((a, c) == (T::CUDA_R_8I, T::CUDA_R_32I), c, c)
        }
        C::CUBLAS_COMPUTE_32F | C::CUBLAS_COMPUTE_32F_PEDANTIC => match (a, c) {
            (T::CUDA_R_16BF, T::CUDA_R_16BF | T::CUDA_R_32F)
            | (T::CUDA_R_16F, T::CUDA_R_16F | T::CUDA_R_32F)
            | (T::CUDA_R_8I | T::CUDA_R_32F, T::CUDA_R_32F) => {
                types_if(true, T::CUDA_R_32F, T::CUDA_R_32F)
            }
            (T::CUDA_C_8I | T::CUDA_C_32F, T::CUDA_C_32F) => types_if(true, c, c),
            _ => None,
        },
        C::CUBLAS_COMPUTE_32F_FAST_16F
        | C::CUBLAS_COMPUTE_32F_FAST_16BF
        | C::CUBLAS_COMPUTE_32F_FAST_TF32
        | C::CUBLAS_COMPUTE_32F_EMULATED_16BFX9 => {
            types_if(matches!(a, T::CUDA_R_32F | T::CUDA_C_32F) && c == a, a, a)
        }
        C::CUBLAS_COMPUTE_64F
        | C::CUBLAS_COMPUTE_64F_PEDANTIC
        | C::CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT => {
            types_if(matches!(a, T::CUDA_R_64F | T::CUDA_C_64F) && c == a, a, a)
        }
        _ => None,
    }
}

/// Submits a product of any types.
fn submit_any(
    handle: cublasHandle_t,
    compute: cublasComputeType_t,
    gemm: impl FnOnce(Types) -> Gemm,
    [a, b, c]: [cudaDataType; 3],
) -> cublasStatus_t {
    match types(compute, a, b, c) {
        Some(types) => status(gemm(types).submit(handle)),
        None => status(Context::of(handle).and(Err(NOT_SUPPORTED))),
    }
}

/// The types of a product whose matrices have one type.
pub(super) fn same_types<T: crate::element::Number>(pointer: *const T) -> Types {
    let factor = data_of(pointer);
    let scalar = match factor {
        cudaDataType::CUDA_R_16F => cudaDataType::CUDA_R_32F,
        other => other,
    };
    Types { scalar, factor }
}

rows! { (handle, transa, transb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc) => {
        let gemm = Gemm {
            operations: [transa, transb],
            sizes: [m.into(), n.into(), k.into()],
            alpha: Value::of(alpha),
            a: matrix(A, lda.into()),
            b: matrix(B, ldb.into()),
            beta: Value::of(beta),
            c: matrix(C.cast_const(), ldc.into()),
            len: 1,
            types: same_types(alpha),
        };
        status(gemm.submit(handle))
    };
    cublasSgemm_v2 cublasSgemm_v2_64 cublasDgemm_v2 cublasDgemm_v2_64 cublasCgemm_v2 cublasCgemm_v2_64
    cublasZgemm_v2 cublasZgemm_v2_64 cublasHgemm cublasHgemm_64 cublasCgemm3m cublasCgemm3m_64 cublasZgemm3m
    cublasZgemm3m_64
}

rows! {
    (handle, transa, transb, m, n, k, alpha, A, lda, strideA, B, ldb, strideB, beta, C, ldc, strideC,
    batchCount) => {
        let gemm = Gemm {
            operations: [transa, transb],
            sizes: [m.into(), n.into(), k.into()],
            alpha: Value::of(alpha),
            a: matrix(A, lda.into()).batch(strideA),
            b: matrix(B, ldb.into()).batch(strideB),
            beta: Value::of(beta),
            c: matrix(C.cast_const(), ldc.into()).batch(strideC),
            len: batchCount.into(),
            types: same_types(alpha),
        };
        status(gemm.submit(handle))
    };
    cublasSgemmStridedBatched cublasSgemmStridedBatched_64 cublasDgemmStridedBatched
    cublasDgemmStridedBatched_64 cublasCgemmStridedBatched cublasCgemmStridedBatched_64
    cublasZgemmStridedBatched cublasZgemmStridedBatched_64 cublasHgemmStridedBatched
    cublasHgemmStridedBatched_64 cublasCgemm3mStridedBatched cublasCgemm3mStridedBatched_64
}

rows! { (handle, transa, transb, m, n, k, alpha, Aarray, lda, Barray, ldb, beta, Carray, ldc, batchCount) => {
        let gemm = Gemm {
            operations: [transa, transb],
            sizes: [m.into(), n.into(), k.into()],
            alpha: Value::of(alpha),
            a: matrices(Aarray, lda.into()),
            b: matrices(Barray, ldb.into()),
            beta: Value::of(beta),
            c: matrices(constant(Carray), ldc.into()),
            len: batchCount.into(),
            types: same_types(alpha),
        };
        status(gemm.submit(handle))
    };
    cublasSgemmBatched cublasSgemmBatched_64 cublasDgemmBatched cublasDgemmBatched_64 cublasCgemmBatched
    cublasCgemmBatched_64 cublasZgemmBatched cublasZgemmBatched_64 cublasHgemmBatched cublasHgemmBatched_64
    cublasCgemm3mBatched cublasCgemm3mBatched_64
}

// Of any types, with factors of one.
rows! { (handle, transa, transb, m, n, k, alpha, A, Atype, lda, B, Btype, ldb, beta, C, Ctype, ldc) => {
        let factor = data_of(alpha);
        let gemm = |types: Types| Gemm {
            operations: [transa, transb],
            sizes: [m.into(), n.into(), k.into()],
            alpha: Value::of(alpha),
            a: Matrix::new(A as u64, Atype, lda.into()),
            b: Matrix::new(B as u64, Btype, ldb.into()),
            beta: Value::of(beta),
            c: Matrix::new(C as u64, Ctype, ldc.into()),
            len: 1,
            types,
        };
        let compute = cublasComputeType_t::CUBLAS_COMPUTE_32F;
        match types(compute, Atype, Btype, Ctype).filter(|types| types.factor == factor) {
            Some(types) => status(gemm(types).submit(handle)),
            None => status(Context::of(handle).and(Err(NOT_SUPPORTED))),
        }
    };
    cublasSgemmEx cublasSgemmEx_64 cublasCgemmEx cublasCgemmEx_64 cublasCgemm3mEx cublasCgemm3mEx_64
}

rows! {
    (handle, transa, transb, m, n, k, alpha, A, Atype, lda, B, Btype, ldb, beta, C, Ctype, ldc, computeType,
    _algo) => {
        let gemm = |types: Types| Gemm {
            operations: [transa, transb],
            sizes: [m.into(), n.into(), k.into()],
            alpha: Value::new(alpha, types.factor),
            a: Matrix::new(A as u64, Atype, lda.into()),
            b: Matrix::new(B as u64, Btype, ldb.into()),
            beta: Value::new(beta, types.factor),
            c: Matrix::new(C as u64, Ctype, ldc.into()),
            len: 1,
            types,
        };
        submit_any(handle, computeType, gemm, [Atype, Btype, Ctype])
    };
    cublasGemmEx cublasGemmEx_64
}

rows! {
    (handle, transa, transb, m, n, k, alpha, A, Atype, lda, strideA, B, Btype, ldb, strideB, beta, C, Ctype,
    ldc, strideC, batchCount, computeType, _algo) => {
        let gemm = |types: Types| Gemm {
            operations: [transa, transb],
            sizes: [m.into(), n.into(), k.into()],
            alpha: Value::new(alpha, types.factor),
            a: Matrix::new(A as u64, Atype, lda.into()).batch(strideA),
            b: Matrix::new(B as u64, Btype, ldb.into()).batch(strideB),
            beta: Value::new(beta, types.factor),
            c: Matrix::new(C as u64, Ctype, ldc.into()).batch(strideC),
            len: batchCount.into(),
            types,
        };
        submit_any(handle, computeType, gemm, [Atype, Btype, Ctype])
    };
    cublasGemmStridedBatchedEx cublasGemmStridedBatchedEx_64
}

rows! {
    (handle, transa, transb, m, n, k, alpha, Aarray, Atype, lda, Barray, Btype, ldb, beta, Carray, Ctype, ldc,
    batchCount, computeType, _algo) => {
        let gemm = |types: Types| Gemm {
            operations: [transa, transb],
            sizes: [m.into(), n.into(), k.into()],
            alpha: Value::new(alpha, types.factor),
            a: Matrix::new(Aarray as u64, Atype, lda.into()).array(),
            b: Matrix::new(Barray as u64, Btype, ldb.into()).array(),
            beta: Value::new(beta, types.factor),
            c: Matrix::new(Carray as u64, Ctype, ldc.into()).array(),
            len: batchCount.into(),
            types,
        };
        submit_any(handle, computeType, gemm, [Atype, Btype, Ctype])
    };
    cublasGemmBatchedEx cublasGemmBatchedEx_64
}
