//! Factorizations of the matrices of a batch, and what is solved with them.

use core::ffi::c_int;

use cuda_libraries_sys::cublas::*;
use cuda_libraries_sys::shared::*;

use super::arguments::{check, check_leading, check_operation, constant, matrices, rows, vectors};
use super::context::{Context, INVALID_VALUE, NOT_SUPPORTED, Outcome, status};
use super::factors::{Factorize, Task};
use crate::matrix::Matrix;

/// The largest order of a matrix that is inverted without factors.
const MOST: c_int = 32;

/// An array of integers on the device, `len` for each matrix.
fn integers(pointer: *const c_int, len: i64) -> Matrix {
    Matrix::vector(pointer as u64, cudaDataType::CUDA_R_32I, len, 1).batch(len)
}

fn task(task: Task, n: c_int, len: c_int, a: Matrix, b: Matrix) -> Factorize {
    let n = i64::from(n);
    Factorize {
        task,
        scalar: a.data,
        operation: cublasOperation_t::CUBLAS_OP_N,
        reserved: 0,
        m: n,
        n,
        columns: n,
        len: len.into(),
        a,
        b,
        pivots: integers(core::ptr::null(), n),
        places: integers(core::ptr::null(), 1),
    }
}

/// Checks the sizes of a batch, and submits its task if there is something to do.
fn submit(handle: cublasHandle_t, leading: &[(i64, i64)], task: &Factorize) -> Outcome {
    let context = Context::of(handle)?;
    check(task.m >= 0 && task.n >= 0 && task.columns >= 0 && task.len >= 0)?;
    leading.iter().try_for_each(|(leading, rows)| check_leading(*leading, *rows))?;
    if task.len == 0 || task.m == 0 || task.n == 0 {
        return Ok(());
    }
    context.submit(task)
}

/// Writes which argument was wrong, if one was, to the host: 0 if none was.
///
/// # Safety
/// `info` is null or writable.
unsafe fn note(info: *mut c_int, outcome: Outcome) -> cublasStatus_t {
    if info.is_null() {
        return INVALID_VALUE;
    }
    let wrong = if outcome == Err(INVALID_VALUE) { -1 } else { 0 };
    // SAFETY: the caller guarantees that it is writable.
    unsafe { info.write(wrong) };
    status(outcome)
}

rows! { (handle, n, A, lda, P, info, batchSize) => {
        let a = matrices(constant(A), lda.into());
        let task = Factorize {
            pivots: integers(P, n.into()),
            places: integers(info, 1),
            ..task(Task::LU, n, batchSize, a, a)
        };
        status(submit(handle, &[(lda.into(), n.into())], &task))
    };
    cublasSgetrfBatched cublasDgetrfBatched cublasCgetrfBatched cublasZgetrfBatched
}

rows! { (handle, n, A, lda, P, C, ldc, info, batchSize) => {
        let (a, c) = (matrices(A, lda.into()), matrices(constant(C), ldc.into()));
        let task = Factorize {
            pivots: integers(P, n.into()),
            places: integers(info, 1),
            ..task(Task::INVERT_FACTORS, n, batchSize, a, c)
        };
        let leading = [(lda.into(), n.into()), (ldc.into(), n.into())];
        status(submit(handle, &leading, &task))
    };
    cublasSgetriBatched cublasDgetriBatched cublasCgetriBatched cublasZgetriBatched
}

rows! { (handle, trans, n, nrhs, Aarray, lda, devIpiv, Barray, ldb, info, batchSize) => {
        let a = matrices(Aarray, lda.into());
        let b = matrices(constant(Barray), ldb.into());
        let task = Factorize {
            operation: trans,
            columns: nrhs.into(),
            pivots: integers(devIpiv, n.into()),
            ..task(Task::SOLVE, n, batchSize, a, b)
        };
        let leading = [(lda.into(), n.into()), (ldb.into(), n.into())];
        let submitted = Context::of(handle)
           .and(check_operation(trans))
           .and_then(|()| submit(handle, &leading, &task));
        note(info, submitted)
    };
    cublasSgetrsBatched cublasDgetrsBatched cublasCgetrsBatched cublasZgetrsBatched
}

rows! { (handle, n, A, lda, Ainv, lda_inv, info, batchSize) => {
        let a = matrices(A, lda.into());
        let inverse = matrices(constant(Ainv), lda_inv.into());
        let task = Factorize {
            places: integers(info, 1),
            ..task(Task::INVERT, n, batchSize, a, inverse)
        };
        let leading = [(lda.into(), n.into()), (lda_inv.into(), n.into())];
        let submitted = Context::of(handle)
           .and(check(n <= MOST))
           .and_then(|()| submit(handle, &leading, &task));
        status(submitted)
    };
    cublasSmatinvBatched cublasDmatinvBatched cublasCmatinvBatched cublasZmatinvBatched
}

rows! { (handle, m, n, Aarray, lda, TauArray, info, batchSize) => {
        let a = matrices(constant(Aarray), lda.into());
        let factors = vectors(constant(TauArray), m.min(n).into(), 1);
        let task = Factorize {
            m: m.into(),
            ..task(Task::QR, n, batchSize, a, factors)
        };
        note(info, submit(handle, &[(lda.into(), m.into())], &task))
    };
    cublasSgeqrfBatched cublasDgeqrfBatched cublasCgeqrfBatched cublasZgeqrfBatched
}

rows! { (handle, trans, m, n, nrhs, Aarray, lda, Carray, ldc, info, devInfoArray, batchSize) => {
        let a = matrices(constant(Aarray), lda.into());
        let c = matrices(constant(Carray), ldc.into());
        let task = Factorize {
            m: m.into(),
            columns: nrhs.into(),
            places: integers(devInfoArray, 1),
            ..task(Task::LEAST_SQUARES, n, batchSize, a, c)
        };
        let leading = [(lda.into(), m.into()), (ldc.into(), m.into())];
        // cuBLAS has only overdetermined systems, and only those of the matrix itself.
        let submitted = Context::of(handle)
           .and(check_operation(trans))
           .and(if trans == cublasOperation_t::CUBLAS_OP_N && m >= n {
               Ok(())
           } else {
               Err(NOT_SUPPORTED)
           })
           .and_then(|()| submit(handle, &leading, &task));
        note(info, submitted)
    };
    cublasSgelsBatched cublasDgelsBatched cublasCgelsBatched cublasZgelsBatched
}
