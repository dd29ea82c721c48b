//! cuSOLVER: what `cuda-cusolver` calls.
//!
//! Each function is `unsafe` with the same contract: the pointers are as NVIDIA's documentation of that function
//! requires. Handles are looked up by their numbers, and device memory is accessed only by kernels, which check it. The names
//! and the order of parameters are those of the header; the compiler checks them against its list.
//!
//! # Features and limits
//! - Factorizations, what is solved with them, eigenvalues and singular values, by LAPACK's conventions, of `float`, `double` and
//!   complex numbers, computed in `double`. Signs of vectors may differ from those of NVIDIA's, as may the last bits.
//! - Each needs a workspace of some bytes, which it writes to, as NVIDIA's do. None needs one on the host.
#![allow(non_snake_case, clippy::too_many_arguments, clippy::useless_conversion)]

mod eigen;
mod kernel;

use core::ffi::*;
use std::collections::HashMap;

use cuda_driver_sys::{CUresult, CUstream};
use cuda_libraries_sys::cublas::{
    cublasDiagType_t, cublasFillMode_t, cublasOperation_t, cublasSideMode_t,
};
use cuda_libraries_sys::cusolver::*;
use cuda_libraries_sys::cusparse::cusparseMatDescr_t;
use cuda_libraries_sys::for_each_cusolver_function;
use cuda_libraries_sys::shared::*;
use parking_lot::Mutex;

use crate::device;
use crate::element::{Number, data_of};
use crate::matrix::{Form, Matrix};
use crate::operation::Operation;
use kernel::{Job, Task};

/// The functions, by their names; those that it lacks are in `Unsupported`.
struct Cusolver;

/// The newest release that the table knows, 12.4.1.
const VERSION: u32 = 12_401;

for_each_cusolver_function!(stand_in, "cuSOLVER" Cusolver CusolverTable VERSION);

/// The result of a call: nothing, or its status.
type Outcome = Result<(), cusolverStatus_t>;

const SUCCESS: cusolverStatus_t = cusolverStatus_t::CUSOLVER_STATUS_SUCCESS;
const INVALID_VALUE: cusolverStatus_t = cusolverStatus_t::CUSOLVER_STATUS_INVALID_VALUE;
const NOT_INITIALIZED: cusolverStatus_t = cusolverStatus_t::CUSOLVER_STATUS_NOT_INITIALIZED;

/// The bytes of each workspace.
const WORK: usize = 256;

/// The streams of live handles.
static LIVE: Mutex<Option<HashMap<usize, usize>>> = Mutex::new(None);

fn status(outcome: Outcome) -> cusolverStatus_t {
    outcome.err().unwrap_or(SUCCESS)
}

fn of_driver(code: CUresult) -> cusolverStatus_t {
    match code {
        CUresult::CUDA_ERROR_OUT_OF_MEMORY => cusolverStatus_t::CUSOLVER_STATUS_ALLOC_FAILED,
        _ => cusolverStatus_t::CUSOLVER_STATUS_EXECUTION_FAILED,
    }
}

/// Runs a call with the stream of a handle.
fn with(handle: cusolverDnHandle_t, call: impl FnOnce(&mut usize) -> Outcome) -> cusolverStatus_t {
    let mut live = LIVE.lock();
    let stream = live.as_mut().and_then(|live| live.get_mut(&(handle as usize)));
    status(stream.ok_or(NOT_INITIALIZED).and_then(call))
}

/// Checks sizes and the workspace, and submits a task if there is something to do.
fn submit(handle: cusolverDnHandle_t, work: (*mut c_void, usize), job: Job) -> cusolverStatus_t {
    let sizes = [job.m, job.n, job.k, job.columns, job.len];
    let has_sizes = sizes.iter().all(|size| *size >= 0);
    with(handle, |stream| {
        if !has_sizes || (work.1 < WORK && job.needs_work()) {
            return Err(INVALID_VALUE);
        }
        let job = Job { work: if job.needs_work() { work.0 as u64 } else { 0 }, ..job };
        job.submit(*stream as CUstream).map_err(of_driver)
    })
}

/// Writes the size of a workspace, in bytes.
unsafe fn sized(
    handle: cusolverDnHandle_t,
    device: *mut usize,
    host: *mut usize,
) -> cusolverStatus_t {
    with(handle, |_| {
        if device.is_null() || host.is_null() {
            return Err(INVALID_VALUE);
        }
        // SAFETY: the caller of the function guarantees pointers to numbers.
        unsafe {
            device.write(WORK);
            host.write(0);
        }
        Ok(())
    })
}

/// A matrix by columns.
fn matrix(pointer: *const c_void, data: cudaDataType, leading: impl Into<i64>) -> Matrix {
    Matrix::new(pointer as u64, data, leading.into())
}

/// `len` numbers of each matrix of a batch.
fn vector(pointer: *const c_void, data: cudaDataType, len: i64) -> Matrix {
    Matrix::vector(pointer as u64, data, len, 1).batch(len)
}

fn info(pointer: *mut c_int) -> Matrix {
    vector(pointer.cast(), cudaDataType::CUDA_R_32I, 1)
}

function!(Cusolver::cusolverGetVersion, |version| {
    if version.is_null() {
        INVALID_VALUE
    } else {
        version.write(VERSION as c_int);
        SUCCESS
    }
});

function!(Cusolver::cusolverDnCreate, |handle| {
    static NEXT: Mutex<usize> = Mutex::new(0x1000);
    if handle.is_null() {
        return INVALID_VALUE;
    }
    if device::ensure_context().is_err() {
        return NOT_INITIALIZED;
    }
    let mut next = NEXT.lock();
    *next += 16;
    LIVE.lock().get_or_insert_default().insert(*next, 0);
    handle.write(*next as cusolverDnHandle_t);
    SUCCESS
});

function!(Cusolver::cusolverDnDestroy, |handle| {
    let gone = LIVE.lock().as_mut().and_then(|live| live.remove(&(handle as usize)));
    status(gone.map(drop).ok_or(NOT_INITIALIZED))
});

function!(Cusolver::cusolverDnSetStream, |handle, streamId| {
    with(handle, |stream| {
        *stream = streamId as usize;
        Ok(())
    })
});

// There are no parameters that count.
function!(Cusolver::cusolverDnCreateParams, |params| {
    if params.is_null() {
        INVALID_VALUE
    } else {
        params.write(0x10 as cusolverDnParams_t);
        SUCCESS
    }
});

function!(Cusolver::cusolverDnDestroyParams, |params| {
    if params.is_null() { INVALID_VALUE } else { SUCCESS }
});

/// Defines the functions with 64-bit sizes: that which writes the size of its workspace, and that which does the task.
macro_rules! sized {
    ($($name:ident $parameters:tt $do:ident ($($parameter:ident),*) => $job:expr;)*) => {$(
        sized! { @size $name $parameters }
        function! { Cusolver::$do($($parameter),*) => { sized!(@submit $job; $($parameter)*) } }
    )*};
    (@size $name:ident ($($parameter:ident),*)) => {
        function! { Cusolver::$name($($parameter),*) => { sized!(@host $($parameter)*) } }
    };
    (@host $handle:ident $($parameter:ident)*) => {{
        let _ = ($($parameter,)*);
        sized!(@last $handle $($parameter)*)
    }};
    (@last $handle:ident $device:ident $host:ident) => { sized($handle, $device, $host) };
    (@last $handle:ident $first:ident $($rest:ident)*) => { sized!(@last $handle $($rest)*) };
    (@submit $job:expr; $handle:ident $($parameter:ident)*) => {{
        let _ = ($($parameter,)*);
        let (work, job): ((*mut c_void, usize), Job) = $job;
        submit($handle, work, job)
    }};
}

sized! {
    cusolverDnXgetrf_bufferSize(handle, params, m, n, dataTypeA, A, lda, computeType, device, host)
    cusolverDnXgetrf(handle, params, m, n, dataTypeA, A, lda, ipiv, computeType, work, bytes, hostWork, hostBytes, devInfo) => {
        let pivots = vector(ipiv.cast(), cudaDataType::CUDA_R_64I, m.min(n));
        let a = matrix(A, dataTypeA, lda);
        ((work, bytes), Job { m, n, a, pivots, info: info(devInfo), ..Job::new(Task::LU) })
    };
    cusolverDnXpotrf_bufferSize(handle, params, uplo, n, dataTypeA, A, lda, computeType, device, host)
    cusolverDnXpotrf(handle, params, uplo, n, dataTypeA, A, lda, computeType, work, bytes, hostWork, hostBytes, devInfo) => {
        let a = matrix(A, dataTypeA, lda).triangle(Form::HERMITIAN, uplo);
        ((work, bytes), Job { n, a, info: info(devInfo), ..Job::new(Task::CHOLESKY) })
    };
    cusolverDnXgeqrf_bufferSize(handle, params, m, n, dataTypeA, A, lda, dataTypeTau, tau, computeType, device, host)
    cusolverDnXgeqrf(
        handle, params, m, n, dataTypeA, A, lda, dataTypeTau, tau, computeType, work, bytes, hostWork, hostBytes, devInfo
    ) => {
        let (a, b) = (matrix(A, dataTypeA, lda), vector(tau, dataTypeTau, m.min(n)));
        ((work, bytes), Job { m, n, a, b, info: info(devInfo), ..Job::new(Task::QR) })
    };
    cusolverDnXsyevd_bufferSize(handle, params, jobz, uplo, n, dataTypeA, A, lda, dataTypeW, W, computeType, device, host)
    cusolverDnXsyevd(
        handle, params, jobz, uplo, n, dataTypeA, A, lda, dataTypeW, W, computeType, work, bytes, hostWork, hostBytes, devInfo
    ) => {
        let a = matrix(A, dataTypeA, lda).triangle(Form::HERMITIAN, uplo);
        let (b, job) = (vector(W, dataTypeW, n), Job::new(Task::EIGEN));
        ((work, bytes), Job { n, a, b, flags: [jobz.0, 0], info: info(devInfo), ..job })
    };
    cusolverDnXgeev_bufferSize(
        handle, params, jobvl, jobvr, n, dataTypeA, A, lda, dataTypeW, W, dataTypeVL, VL, ldvl, dataTypeVR, VR, ldvr,
        computeType, device, host
    )
    cusolverDnXgeev(
        handle, params, jobvl, jobvr, n, dataTypeA, A, lda, dataTypeW, W, dataTypeVL, VL, ldvl, dataTypeVR, VR, ldvr,
        computeType, work, bytes, hostWork, hostBytes, devInfo
    ) => {
        let (a, b, c) = (matrix(A, dataTypeA, lda), vector(W, dataTypeW, n), matrix(VR, dataTypeVR, ldvr));
        // The library has no left ones.
        let size = if jobvl.0 == 0 { n } else { -1 };
        ((work, bytes), Job { n: size, a, b, c, flags: [jobvr.0, 0], info: info(devInfo), ..Job::new(Task::GENERAL_EIGEN) })
    };
    cusolverDnXgesvd_bufferSize(
        handle, params, jobu, jobvt, m, n, dataTypeA, A, lda, dataTypeS, S, dataTypeU, U, ldu, dataTypeVT, VT, ldvt,
        computeType, device, host
    )
    cusolverDnXgesvd(
        handle, params, jobu, jobvt, m, n, dataTypeA, A, lda, dataTypeS, S, dataTypeU, U, ldu, dataTypeVT, VT, ldvt,
        computeType, work, bytes, hostWork, hostBytes, devInfo
    ) => {
        let (a, b) = (matrix(A, dataTypeA, lda), vector(S, dataTypeS, m.min(n)));
        let (c, d) = (matrix(U, dataTypeU, ldu), matrix(VT, dataTypeVT, ldvt));
        // As NVIDIA's, for no more columns than rows.
        let n = if m >= n { n } else { -1 };
        let flags = [jobu as u32, jobvt as u32];
        ((work, bytes), Job { m, n, a, b, c, d, flags, info: info(devInfo), ..Job::new(Task::SVD) })
    };
}

function!(Cusolver::cusolverDnXgetrs, |handle,
                                       params,
                                       trans,
                                       n,
                                       nrhs,
                                       dataTypeA,
                                       A,
                                       lda,
                                       ipiv,
                                       dataTypeB,
                                       B,
                                       ldb,
                                       devInfo| {
    let _ = params;
    let (a, b) = (matrix(A, dataTypeA, lda), matrix(B, dataTypeB, ldb));
    let pivots = vector(ipiv.cast(), cudaDataType::CUDA_R_64I, n);
    let job = Job::new(Task::LU_SOLVE);
    let job = Job { n, columns: nrhs, a, b, pivots, operation: trans, info: info(devInfo), ..job };
    submit(handle, NO_WORK, job)
});

function!(Cusolver::cusolverDnXpotrs, |handle,
                                       params,
                                       uplo,
                                       n,
                                       nrhs,
                                       dataTypeA,
                                       A,
                                       lda,
                                       dataTypeB,
                                       B,
                                       ldb,
                                       devInfo| {
    let _ = params;
    let a = matrix(A, dataTypeA, lda).triangle(Form::TRIANGULAR, uplo);
    let b = matrix(B, dataTypeB, ldb);
    let job = Job { n, columns: nrhs, a, b, info: info(devInfo), ..Job::new(Task::CHOLESKY_SOLVE) };
    submit(handle, NO_WORK, job)
});

const NO_WORK: (*mut c_void, usize) = (core::ptr::null_mut(), 0);

/// The functions of batches and of QR's factors, which have no 64-bit sizes, for each type.
macro_rules! typed {
    ($($orgqr:ident $orgqr_size:ident $ormqr:ident $ormqr_size:ident $potrf:ident $potrs:ident $gesvdj_size:ident $gesvdj:ident;)*) => {$(
        function!(Cusolver::$orgqr_size, |handle, m, n, k, A, lda, tau, lwork| {
            let _ = (m, n, k, A, lda, tau);
            let mut host = 0;
            let mut bytes = 0;
            let status = sized(handle, &raw mut bytes, &raw mut host);
            if status == SUCCESS { lwork.write(WORK as c_int) }
            status
        });
        function!(Cusolver::$ormqr_size, |handle, side, trans, m, n, k, A, lda, tau, C, ldc, lwork| {
            let _ = (side, trans, m, n, k, A, lda, tau, C, ldc);
            let (mut host, mut bytes) = (0, 0);
            let status = sized(handle, &raw mut bytes, &raw mut host);
            if status == SUCCESS { lwork.write(WORK as c_int) }
            status
        });
        function!(Cusolver::$orgqr, |handle, m, n, k, A, lda, tau, work, lwork, devInfo| {
            let (m, n, k) = (m.into(), n.into(), k.into());
            let (a, b) = (matrix(A.cast(), data_of(A), lda), vector(tau.cast(), data_of(tau), k));
            let job = Job { m, n, k, a, b, info: info(devInfo), ..Job::new(Task::MAKE_Q) };
            submit(handle, (work.cast(), lwork as usize), job)
        });
        function!(Cusolver::$ormqr, |handle, side, trans, m, n, k, A, lda, tau, C, ldc, work, lwork, devInfo| {
            let (m, n, k) = (m.into(), n.into(), k.into());
            let (a, b) = (matrix(A.cast(), data_of(A), lda), vector(tau.cast(), data_of(tau), k));
            let c = matrix(C.cast(), data_of(C), ldc);
            let job = Job::new(Task::MULTIPLY_Q);
            let job = Job { m, n, k, a, b, c, operation: trans, flags: [side.0, 0], info: info(devInfo), ..job };
            submit(handle, (work.cast(), lwork as usize), job)
        });
        function! { Cusolver::$gesvdj_size(
            handle, jobz, m, n, A, lda, S, U, ldu, V, ldv, lwork, params, batchSize
        ) => {
            let _ = (jobz, m, n, A, lda, S, U, ldu, V, ldv, params, batchSize);
            let (mut host, mut bytes) = (0, 0);
            let status = sized(handle, &raw mut bytes, &raw mut host);
            if status == SUCCESS { lwork.write(WORK as c_int) }
            status
        } }
        function! { Cusolver::$gesvdj(
            handle, jobz, m, n, A, lda, S, U, ldu, V, ldv, work, lwork, infoArray, params, batchSize
        ) => {
            let few = i64::from(m.min(n));
            let widened = |size: c_int| i64::from(size);
            // As NVIDIA's, for few rows and columns.
            let m = if m.max(n) <= 32 && !params.is_null() { widened(m) } else { -1 };
            let a = matrix(A.cast(), data_of(A), lda).batch(widened(lda) * widened(n));
            let c = matrix(U.cast(), data_of(U), ldu).batch(widened(ldu) * m);
            let d = matrix(V.cast(), data_of(V), ldv).batch(widened(ldv) * widened(n));
            let (b, job) = (vector(S.cast(), data_of(S), few), Job::new(Task::SVD_COLUMNS));
            let flags = [jobz.0, 0];
            let job = Job { m, n: n.into(), len: batchSize.into(), a, b, c, d, flags, info: info(infoArray), ..job };
            submit(handle, (work.cast(), lwork as usize), job)
        } }
        function!(Cusolver::$potrf, |handle, uplo, n, Aarray, lda, infoArray, batchSize| {
            let (n, len) = (n.into(), batchSize.into());
            let a = of_batch(Aarray, lda).triangle(Form::HERMITIAN, uplo);
            let job = Job { n, len, a, info: info(infoArray), ..Job::new(Task::CHOLESKY) };
            submit(handle, (core::ptr::null_mut(), WORK), job)
        });
        function!(Cusolver::$potrs, |handle, uplo, n, nrhs, A, lda, B, ldb, d_info, batchSize| {
            let (n, len) = (n.into(), batchSize.into());
            let (a, b) = (of_batch(A, lda).triangle(Form::TRIANGULAR, uplo), of_batch(B, ldb));
            // As NVIDIA's, for one column.
            let columns = if nrhs == 1 { 1 } else { -1 };
            // Which argument was wrong, for all.
            let _ = d_info;
            let job = Job { n, len, columns, a, b, ..Job::new(Task::CHOLESKY_SOLVE) };
            submit(handle, NO_WORK, job)
        });
    )*};
}

// There are no settings that count.
function!(Cusolver::cusolverDnCreateGesvdjInfo, |info| {
    if info.is_null() {
        INVALID_VALUE
    } else {
        info.write(0x20 as gesvdjInfo_t);
        SUCCESS
    }
});

function!(Cusolver::cusolverDnDestroyGesvdjInfo, |info| {
    if info.is_null() { INVALID_VALUE } else { SUCCESS }
});

/// Matrices whose addresses are in an array.
fn of_batch<T: Number>(array: *mut *mut T, leading: c_int) -> Matrix {
    matrix(array.cast(), T::DATA, leading).array()
}

typed! {
    cusolverDnSorgqr cusolverDnSorgqr_bufferSize cusolverDnSormqr cusolverDnSormqr_bufferSize
        cusolverDnSpotrfBatched cusolverDnSpotrsBatched cusolverDnSgesvdjBatched_bufferSize cusolverDnSgesvdjBatched;
    cusolverDnDorgqr cusolverDnDorgqr_bufferSize cusolverDnDormqr cusolverDnDormqr_bufferSize
        cusolverDnDpotrfBatched cusolverDnDpotrsBatched cusolverDnDgesvdjBatched_bufferSize cusolverDnDgesvdjBatched;
    cusolverDnCungqr cusolverDnCungqr_bufferSize cusolverDnCunmqr cusolverDnCunmqr_bufferSize
        cusolverDnCpotrfBatched cusolverDnCpotrsBatched cusolverDnCgesvdjBatched_bufferSize cusolverDnCgesvdjBatched;
    cusolverDnZungqr cusolverDnZungqr_bufferSize cusolverDnZunmqr cusolverDnZunmqr_bufferSize
        cusolverDnZpotrfBatched cusolverDnZpotrsBatched cusolverDnZgesvdjBatched_bufferSize cusolverDnZgesvdjBatched;
}

function! { Cusolver::cusolverDnXsyevBatched_bufferSize(
    handle, params, jobz, uplo, n, dataTypeA, A, lda, dataTypeW, W, computeType, device, host, batchSize
) => {
    let _ = (params, jobz, uplo, n, dataTypeA, A, lda, dataTypeW, W, computeType, batchSize);
    sized(handle, device, host)
} }

function! { Cusolver::cusolverDnXsyevBatched(
    handle, params, jobz, uplo, n, dataTypeA, A, lda, dataTypeW, W, computeType, work, bytes, hostWork, hostBytes,
    devInfo, batchSize
) => {
    let _ = (params, computeType, hostWork, hostBytes);
    let a = matrix(A, dataTypeA, lda).triangle(Form::HERMITIAN, uplo).batch(lda * n);
    let (b, job) = (vector(W, dataTypeW, n), Job::new(Task::EIGEN));
    let job = Job { n, len: batchSize, a, b, flags: [jobz.0, 0], info: info(devInfo), ..job };
    submit(handle, (work, bytes), job)
} }
