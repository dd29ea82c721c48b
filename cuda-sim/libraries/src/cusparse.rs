//! cuSPARSE: what `cuda-cusparse` calls.
//!
//! Each function is `unsafe` with the same contract: the pointers are as NVIDIA's documentation of that function
//! requires. Handles and descriptors are looked up by their numbers, and device memory is accessed only by kernels, which check it,
//! and the indices. The names and the order of parameters are those of the header; the compiler checks them against its list.
//!
//! # Features and limits
//! - Products of CSR, CSC, COO and BSR matrices with vectors and dense matrices; of CSR matrices, with each other and at the places of
//!   one; solutions of triangular ones; conversions. Values are 16 to 64-bit floats and complex numbers, computed in `double`.
//! - Each call needs a workspace of some bytes, which it writes to, as NVIDIA's do.
#![allow(non_snake_case, clippy::too_many_arguments, clippy::useless_conversion)]

mod kernel;

use core::ffi::*;
use std::collections::HashMap;

use cuda_driver_sys::{CUresult, CUstream};
use cuda_libraries_sys::cublas::cublasOperation_t;
use cuda_libraries_sys::cusparse::*;
use cuda_libraries_sys::for_each_cusparse_function;
use cuda_libraries_sys::shared::*;
use parking_lot::Mutex;

use crate::device;
use crate::matrix::Matrix;
use crate::operation::Operation;
use kernel::{Job, SparseStorage, Task, of_index};

/// The functions, by their names; those that it lacks are in `Unsupported`.
struct Cusparse;

/// The newest release that the table knows, 12.9.4.
const VERSION: u32 = 12_904;

for_each_cusparse_function!(stand_in, "cuSPARSE" Cusparse CusparseTable VERSION);

/// The result of a call: nothing, or its status.
type Outcome<T = ()> = Result<T, cusparseStatus_t>;

const SUCCESS: cusparseStatus_t = cusparseStatus_t::CUSPARSE_STATUS_SUCCESS;
const INVALID_VALUE: cusparseStatus_t = cusparseStatus_t::CUSPARSE_STATUS_INVALID_VALUE;
const NOT_INITIALIZED: cusparseStatus_t = cusparseStatus_t::CUSPARSE_STATUS_NOT_INITIALIZED;
const NOT_SUPPORTED: cusparseStatus_t = cusparseStatus_t::CUSPARSE_STATUS_NOT_SUPPORTED;

/// The bytes of each workspace.
const WORK: usize = 256;

/// A matrix or vector in memory: its rows and columns.
#[derive(Clone, Copy)]
struct Dense {
    rows: i64,
    columns: i64,
    matrix: Matrix,
}

/// What a number stands for.
#[derive(Clone, Copy)]
enum Object {
    Handle {
        stream: usize,
    },
    Dense(Dense),
    Sparse(SparseStorage),
    /// Of a solution or a product: the matrix that was analyzed, or how many steps are done, and the memory for what follows.
    Plan(usize, u64),
}

static LIVE: Mutex<Option<HashMap<usize, Object>>> = Mutex::new(None);

fn status(outcome: Outcome) -> cusparseStatus_t {
    outcome.err().unwrap_or(SUCCESS)
}

fn of_driver(code: CUresult) -> cusparseStatus_t {
    match code {
        CUresult::CUDA_ERROR_OUT_OF_MEMORY => cusparseStatus_t::CUSPARSE_STATUS_ALLOC_FAILED,
        _ => cusparseStatus_t::CUSPARSE_STATUS_EXECUTION_FAILED,
    }
}

/// Makes a number for an object.
unsafe fn create<T>(to: *mut *mut T, object: Object) -> Outcome {
    static NEXT: Mutex<usize> = Mutex::new(0x1000);
    if to.is_null() {
        return Err(INVALID_VALUE);
    }
    let mut next = NEXT.lock();
    *next += 16;
    LIVE.lock().get_or_insert_default().insert(*next, object);
    // SAFETY: the caller guarantees that it is writable, and it isn't null.
    unsafe { to.write(*next as *mut T) };
    Ok(())
}

fn destroy<T>(handle: *const T) -> Outcome {
    let gone = LIVE.lock().as_mut().and_then(|live| live.remove(&(handle as usize)));
    gone.map(drop).ok_or(INVALID_VALUE)
}

/// Uses the object of a number.
fn with<T, R>(handle: *const T, access: impl FnOnce(&mut Object) -> Option<R>) -> Outcome<R> {
    let mut live = LIVE.lock();
    live.as_mut()
        .and_then(|live| live.get_mut(&(handle as usize)))
        .and_then(access)
        .ok_or(INVALID_VALUE)
}

fn dense<T>(descriptor: *const T) -> Outcome<Dense> {
    with(descriptor, |object| if let Object::Dense(dense) = object { Some(*dense) } else { None })
}

fn sparse(descriptor: *const cusparseSpMatDescr) -> Outcome<SparseStorage> {
    with(
        descriptor,
        |object| if let Object::Sparse(stored) = object { Some(*stored) } else { None },
    )
}

fn change<R>(
    descriptor: *const cusparseSpMatDescr,
    access: impl FnOnce(&mut SparseStorage) -> R,
) -> Outcome<R> {
    with(
        descriptor,
        |object| if let Object::Sparse(stored) = object { Some(access(stored)) } else { None },
    )
}

fn plan<T>(descriptor: *mut T) -> Outcome<(usize, u64)> {
    with(descriptor, |object| {
        if let Object::Plan(routine, work) = object { Some((*routine, *work)) } else { None }
    })
}

fn advance<T>(descriptor: *mut T, to: usize, work: u64) -> Outcome {
    plan(descriptor)?;
    with(descriptor, |object| {
        *object = Object::Plan(to, work);
        Some(())
    })
}

fn stream_of(handle: cusparseHandle_t) -> Outcome<CUstream> {
    let stream =
        with(
            handle,
            |object| if let Object::Handle { stream } = object { Some(*stream) } else { None },
        );
    stream.map(|stream| stream as CUstream).map_err(|_| NOT_INITIALIZED)
}

fn submit(handle: cusparseHandle_t, work: *mut c_void, job: Job) -> Outcome {
    let stream = stream_of(handle)?;
    if work.is_null() {
        return Err(INVALID_VALUE);
    }
    Job { work: work as u64, ..job }.submit(stream).map_err(of_driver)
}

/// Submits a task that writes a number, and waits for it.
fn counted(handle: cusparseHandle_t, work: *mut c_void, job: Job) -> Outcome<i64> {
    let stream = stream_of(handle)?;
    if work.is_null() {
        return Err(INVALID_VALUE);
    }
    let mut number = 0_i64;
    // SAFETY: there are eight bytes.
    let outcome = unsafe {
        device::with_result((&raw mut number).cast(), 8, stream, |result| {
            Job { work: work as u64, result, ..job }.submit(stream)
        })
    };
    outcome.map(|()| number).map_err(of_driver)
}

/// Writes the size of a workspace.
unsafe fn sized(handle: cusparseHandle_t, to: *mut usize) -> Outcome {
    stream_of(handle)?;
    if to.is_null() {
        return Err(INVALID_VALUE);
    }
    // SAFETY: the caller guarantees that it is writable, and it isn't null.
    unsafe { to.write(WORK) };
    Ok(())
}

/// Returns a factor, which is in the host's memory.
unsafe fn factor(pointer: *const c_void, ty: cudaDataType) -> Outcome<[f64; 2]> {
    use cudaDataType as T;
    // NVIDIA's reads complex numbers of double precision as aligned vectors.
    let is_misaligned = ty == T::CUDA_C_64F && !(pointer as usize).is_multiple_of(16);
    if pointer.is_null() || is_misaligned {
        return Err(INVALID_VALUE);
    }
    Ok(match ty {
        // SAFETY: the caller guarantees a number of this type, here and below.
        T::CUDA_R_32F => [unsafe { pointer.cast::<f32>().read() }.into(), 0.0],
        // SAFETY: as above.
        T::CUDA_R_64F => [unsafe { pointer.cast::<f64>().read() }, 0.0],
        // SAFETY: as above.
        T::CUDA_C_32F => unsafe { pointer.cast::<[f32; 2]>().read() }.map(f64::from),
        // SAFETY: as above.
        T::CUDA_C_64F => unsafe { pointer.cast::<[f64; 2]>().read() },
        _ => return Err(NOT_SUPPORTED),
    })
}

/// Checks the types of values and of the computation: 16-bit floats are computed with in `float`.
fn check_types(values: &[cudaDataType], ty: cudaDataType) -> Outcome {
    let is_half = matches!(values[0], cudaDataType::CUDA_R_16F | cudaDataType::CUDA_R_16BF);
    let compute_type = if is_half { cudaDataType::CUDA_R_32F } else { values[0] };
    if values.iter().all(|value| *value == values[0]) && compute_type == ty {
        Ok(())
    } else {
        Err(NOT_SUPPORTED)
    }
}

/// Checks an algorithm: the default one is for all formats, and others for one each.
fn check_algorithm(
    number: u32,
    format: cusparseFormat_t,
    others: &[(cusparseFormat_t, &[u32])],
) -> Outcome {
    let is_for =
        |entry: &(cusparseFormat_t, &[u32])| entry.0 == format && entry.1.contains(&number);
    if number == 0 || others.iter().any(is_for) { Ok(()) } else { Err(INVALID_VALUE) }
}

/// The algorithms of products with vectors, and with matrices.
const OF_VECTORS: [(cusparseFormat_t, &[u32]); 4] = [
    (cusparseFormat_t::CUSPARSE_FORMAT_COO, &[1, 4]),
    (cusparseFormat_t::CUSPARSE_FORMAT_CSR, &[2, 3]),
    (cusparseFormat_t::CUSPARSE_FORMAT_CSC, &[2, 3]),
    (cusparseFormat_t::CUSPARSE_FORMAT_BSR, &[6]),
];
const OF_MATRICES: [(cusparseFormat_t, &[u32]); 4] = [
    (cusparseFormat_t::CUSPARSE_FORMAT_COO, &[1, 2, 3, 5]),
    (cusparseFormat_t::CUSPARSE_FORMAT_CSR, &[4, 6, 12]),
    (cusparseFormat_t::CUSPARSE_FORMAT_CSC, &[4, 6]),
    (cusparseFormat_t::CUSPARSE_FORMAT_BSR, &[14]),
];
const OF_SPARSE: [(cusparseFormat_t, &[u32]); 1] =
    [(cusparseFormat_t::CUSPARSE_FORMAT_CSR, &[1, 2])];

fn operation(operation: cusparseOperation_t) -> cublasOperation_t {
    cublasOperation_t(operation.0)
}

/// Returns the rows and columns of what an operation makes of a matrix.
fn operated(operation: cusparseOperation_t, rows: i64, columns: i64) -> (i64, i64) {
    match operation {
        cusparseOperation_t::CUSPARSE_OPERATION_NON_TRANSPOSE => (rows, columns),
        _ => (columns, rows),
    }
}

function!(Cusparse::cusparseGetProperty, |type_, value| {
    if value.is_null() {
        return INVALID_VALUE;
    }
    value.write(match type_ {
        libraryPropertyType::MAJOR_VERSION => (VERSION / 1000) as c_int,
        libraryPropertyType::MINOR_VERSION => (VERSION / 100 % 10) as c_int,
        _ => (VERSION % 100) as c_int,
    });
    SUCCESS
});

call!(Cusparse::cusparseGetVersion, |handle, version| {
    stream_of(handle)?;
    if version.is_null() {
        return Err(INVALID_VALUE);
    }
    version.write(VERSION as c_int);
    Ok(())
});

call!(Cusparse::cusparseCreate, |handle| {
    device::ensure_context().map_err(|_| NOT_INITIALIZED)?;
    create(handle, Object::Handle { stream: 0 })
});

call!(Cusparse::cusparseDestroy, |handle| { stream_of(handle).and_then(|_| destroy(handle)) });

call!(Cusparse::cusparseSetStream, |handle, streamId| {
    stream_of(handle)?;
    with(handle, |object| {
        *object = Object::Handle { stream: streamId as usize };
        Some(())
    })
});

call!(Cusparse::cusparseCreateDnVec, |dnVecDescr, size, values, valueType| {
    if size < 0 || (size > 0 && values.is_null()) {
        return Err(INVALID_VALUE);
    }
    let matrix = Matrix::vector(values as u64, valueType, size, 1);
    create(dnVecDescr, Object::Dense(Dense { rows: size, columns: 1, matrix }))
});

call!(Cusparse::cusparseCreateDnMat, |dnMatDescr, rows, cols, ld, values, valueType, order| {
    let is_row_major = order == cusparseOrder_t::CUSPARSE_ORDER_ROW;
    let least = if is_row_major { cols } else { rows };
    let is_empty = rows == 0 || cols == 0;
    let is_ordered = is_row_major || order == cusparseOrder_t::CUSPARSE_ORDER_COL;
    if rows < 0 || cols < 0 || ld < least || !is_ordered || (!is_empty && values.is_null()) {
        return Err(INVALID_VALUE);
    }
    let mut matrix = Matrix::new(values as u64, valueType, ld);
    if is_row_major {
        (matrix.rows, matrix.columns) = (ld, 1);
    }
    create(dnMatDescr, Object::Dense(Dense { rows, columns: cols, matrix }))
});

call!(Cusparse::cusparseDnVecSetValues, |dnVecDescr, values| {
    with(dnVecDescr.cast_const(), |object| match object {
        Object::Dense(dense) if !values.is_null() => {
            dense.matrix.address = values as u64;
            Some(())
        }
        _ => None,
    })
});
call!(Cusparse::cusparseDnMatSetValues, |dnMatDescr, values| {
    with(dnMatDescr.cast_const(), |object| match object {
        Object::Dense(dense) if !values.is_null() => {
            dense.matrix.address = values as u64;
            Some(())
        }
        _ => None,
    })
});
call!(Cusparse::cusparseDestroyDnVec, |dnVecDescr| { destroy(dnVecDescr) });
call!(Cusparse::cusparseDestroyDnMat, |dnMatDescr| { destroy(dnMatDescr) });
call!(Cusparse::cusparseDestroySpMat, |spMatDescr| { destroy(spMatDescr) });
call!(Cusparse::cusparseSpSV_destroyDescr, |descr| { destroy(descr) });
call!(Cusparse::cusparseSpSM_destroyDescr, |descr| { destroy(descr) });
call!(Cusparse::cusparseSpGEMM_destroyDescr, |descr| { destroy(descr) });

/// Makes a sparse matrix.
unsafe fn create_sparse(
    to: *mut cusparseSpMatDescr_t,
    format: cusparseFormat_t,
    [rows, columns, nnz, block]: [i64; 4],
    [offsets, indices, values]: [*mut c_void; 3],
    types: [cusparseIndexType_t; 2],
    base: cusparseIndexBase_t,
    data: cudaDataType,
) -> Outcome {
    let has_indices = nnz == 0 || (!indices.is_null() && !values.is_null());
    let is_coo = format == cusparseFormat_t::CUSPARSE_FORMAT_COO;
    let has_offsets = !offsets.is_null() || (is_coo && nnz == 0);
    let has_sizes = [rows, columns, nnz, block - 1].iter().all(|size| *size >= 0) && base.0 <= 1;
    use cusparseIndexType_t as I;
    let is_index = |ty: &I| matches!(*ty, I::CUSPARSE_INDEX_32I | I::CUSPARSE_INDEX_64I);
    if !has_sizes || !has_indices || !has_offsets || !types.iter().any(is_index) {
        return Err(INVALID_VALUE);
    }
    if types[0] != types[1] {
        return Err(NOT_SUPPORTED);
    }
    let (types, base) = (types.map(of_index), base.0);
    let (offsets, indices, values) = (offsets as u64, indices as u64, values as u64);
    let (rows, columns) = (rows * block, columns * block);
    let flags = [0; 3];
    let stored = SparseStorage {
        format,
        base,
        types,
        data,
        flags,
        rows,
        columns,
        nnz,
        block,
        offsets,
        indices,
        values,
    };
    // SAFETY: the caller guarantees it.
    unsafe { create(to, Object::Sparse(stored)) }
}

call!(Cusparse::cusparseCreateCsr, |spMatDescr,
                                    rows,
                                    cols,
                                    nnz,
                                    csrRowOffsets,
                                    csrColInd,
                                    csrValues,
                                    csrRowOffsetsType,
                                    csrColIndType,
                                    idxBase,
                                    valueType| {
    let (format, sizes) = (cusparseFormat_t::CUSPARSE_FORMAT_CSR, [rows, cols, nnz, 1]);
    create_sparse(
        spMatDescr,
        format,
        sizes,
        [csrRowOffsets, csrColInd, csrValues],
        [csrRowOffsetsType, csrColIndType],
        idxBase,
        valueType,
    )
});

call!(Cusparse::cusparseCreateCsc, |spMatDescr,
                                    rows,
                                    cols,
                                    nnz,
                                    cscColOffsets,
                                    cscRowInd,
                                    cscValues,
                                    cscColOffsetsType,
                                    cscRowIndType,
                                    idxBase,
                                    valueType| {
    let (format, sizes) = (cusparseFormat_t::CUSPARSE_FORMAT_CSC, [rows, cols, nnz, 1]);
    create_sparse(
        spMatDescr,
        format,
        sizes,
        [cscColOffsets, cscRowInd, cscValues],
        [cscColOffsetsType, cscRowIndType],
        idxBase,
        valueType,
    )
});

call!(Cusparse::cusparseCreateCoo, |spMatDescr,
                                    rows,
                                    cols,
                                    nnz,
                                    cooRowInd,
                                    cooColInd,
                                    cooValues,
                                    cooIdxType,
                                    idxBase,
                                    valueType| {
    let (format, sizes) = (cusparseFormat_t::CUSPARSE_FORMAT_COO, [rows, cols, nnz, 1]);
    create_sparse(
        spMatDescr,
        format,
        sizes,
        [cooRowInd, cooColInd, cooValues],
        [cooIdxType; 2],
        idxBase,
        valueType,
    )
});

call! { Cusparse::cusparseCreateBsr(
    spMatDescr, brows, bcols, bnnz, rowBlockSize, colBlockSize, bsrRowOffsets, bsrColInd, bsrValues, bsrRowOffsetsType,
    bsrColIndType, idxBase, valueType, order
) => {
    if rowBlockSize != colBlockSize || order != cusparseOrder_t::CUSPARSE_ORDER_ROW {
        return Err(NOT_SUPPORTED);
    }
    let parts = [bsrRowOffsets, bsrColInd, bsrValues];
    let (format, types) = (cusparseFormat_t::CUSPARSE_FORMAT_BSR, [bsrRowOffsetsType, bsrColIndType]);
    create_sparse(spMatDescr, format, [brows, bcols, bnnz, rowBlockSize], parts, types, idxBase, valueType)
} }

call!(Cusparse::cusparseSpMatGetSize, |spMatDescr, rows, cols, nnz| {
    let matrix = sparse(spMatDescr)?;
    if rows.is_null() || cols.is_null() || nnz.is_null() {
        return Err(INVALID_VALUE);
    }
    rows.write(matrix.rows);
    cols.write(matrix.columns);
    nnz.write(matrix.nnz);
    Ok(())
});

call!(Cusparse::cusparseCsrSetPointers, |spMatDescr, csrRowOffsets, csrColInd, csrValues| {
    let (all, matrix) =
        ([csrRowOffsets as u64, csrColInd as u64, csrValues as u64], sparse(spMatDescr)?);
    if matrix.format != cusparseFormat_t::CUSPARSE_FORMAT_CSR {
        return Err(INVALID_VALUE);
    }
    change(spMatDescr, |matrix| [matrix.offsets, matrix.indices, matrix.values] = all)
});

call!(Cusparse::cusparseCscSetPointers, |spMatDescr, cscColOffsets, cscRowInd, cscValues| {
    let (all, matrix) =
        ([cscColOffsets as u64, cscRowInd as u64, cscValues as u64], sparse(spMatDescr)?);
    if matrix.format != cusparseFormat_t::CUSPARSE_FORMAT_CSC {
        return Err(INVALID_VALUE);
    }
    change(spMatDescr, |matrix| [matrix.offsets, matrix.indices, matrix.values] = all)
});

call!(Cusparse::cusparseCooSetPointers, |spMatDescr, cooRows, cooColumns, cooValues| {
    let (all, matrix) =
        ([cooRows as u64, cooColumns as u64, cooValues as u64], sparse(spMatDescr)?);
    if matrix.format != cusparseFormat_t::CUSPARSE_FORMAT_COO {
        return Err(INVALID_VALUE);
    }
    change(spMatDescr, |matrix| [matrix.offsets, matrix.indices, matrix.values] = all)
});

call!(Cusparse::cusparseSpMatSetAttribute, |spMatDescr, attribute, data, dataSize| {
    let place = match attribute {
        cusparseSpMatAttribute_t::CUSPARSE_SPMAT_FILL_MODE => 0,
        cusparseSpMatAttribute_t::CUSPARSE_SPMAT_DIAG_TYPE => 1,
        _ => return Err(NOT_SUPPORTED),
    };
    if data.is_null() || dataSize != 4 {
        return Err(INVALID_VALUE);
    }
    let value = data.cast::<u32>().read();
    if value > 1 {
        return Err(INVALID_VALUE);
    }
    change(spMatDescr, |matrix| {
        matrix.flags[place] = value;
        matrix.flags[2] = 1;
    })
});

/// Checks a product with a dense matrix or vector, and describes it: of a whole matrix.
unsafe fn product(
    operations: [cusparseOperation_t; 2],
    factors: [*const c_void; 2],
    a: cusparseConstSpMatDescr_t,
    dense: (Dense, Dense),
    ty: cudaDataType,
) -> Outcome<Job> {
    // NVIDIA's refuses what is described as a triangle.
    if sparse(a)?.flags[2] == 0 {
        // SAFETY: the caller guarantees it.
        unsafe { multiplied(operations, factors, a, dense, ty) }
    } else {
        Err(NOT_SUPPORTED)
    }
}

/// Describes a product, or what has its operands.
unsafe fn multiplied(
    [op_a, op_b]: [cusparseOperation_t; 2],
    [alpha, beta]: [*const c_void; 2],
    a: cusparseConstSpMatDescr_t,
    (x, y): (Dense, Dense),
    ty: cudaDataType,
) -> Outcome<Job> {
    let a = sparse(a)?;
    check_types(&[a.data, x.matrix.data, y.matrix.data], ty)?;
    if op_a.0.max(op_b.0) > 2 {
        return Err(INVALID_VALUE);
    }
    let (rows, inner) = operated(op_a, a.rows, a.columns);
    if operated(op_b, x.rows, x.columns) != (inner, y.columns) || y.rows != rows {
        return Err(INVALID_VALUE);
    }
    // As NVIDIA's; a vector has the distance 1 of its columns.
    let (is_half, is_many) = (a.data != ty, y.matrix.columns != 1 || y.matrix.rows != 1);
    let has_kernel = match a.format {
        cusparseFormat_t::CUSPARSE_FORMAT_BSR => op_a == NONE,
        cusparseFormat_t::CUSPARSE_FORMAT_CSC => !(is_half && is_many),
        _ => op_a == NONE || !(is_half && is_many),
    };
    if !has_kernel {
        return Err(NOT_SUPPORTED);
    }
    // SAFETY: the caller guarantees it.
    let factors = unsafe { [factor(alpha, ty)?, factor(beta, ty)?] };
    let (x, y, columns) = (x.matrix.operation(operation(op_b)), y.matrix, y.columns);
    Ok(Job { operation: operation(op_a), factors, a, x, y, columns, ..Job::new(Task::MULTIPLY) })
}

const NONE: cusparseOperation_t = cusparseOperation_t::CUSPARSE_OPERATION_NON_TRANSPOSE;

call! { Cusparse::cusparseSpMV_bufferSize(handle, opA, alpha, matA, vecX, beta, vecY, computeType, alg, bufferSize) => {
            check_algorithm(alg.0, sparse(matA)?.format, &OF_VECTORS)?;
            product([opA, NONE],
[alpha, beta],
matA,
(dense(vecX)?, dense(vecY.cast_const())?), computeType)?;
            sized(handle, bufferSize)
        } }
call! { Cusparse::cusparseSpMV(handle, opA, alpha, matA, vecX, beta, vecY, computeType, alg, externalBuffer) => {
            check_algorithm(alg.0, sparse(matA)?.format, &OF_VECTORS)?;
            submit(handle, externalBuffer, product([opA, NONE],
[alpha, beta],
matA,
(dense(vecX)?, dense(vecY.cast_const())?), computeType)?)
        } }
call! { Cusparse::cusparseSpMV_preprocess(handle, opA, alpha, matA, vecX, beta, vecY, computeType, alg, externalBuffer) => {
            check_algorithm(alg.0, sparse(matA)?.format, &OF_VECTORS)?;
            product([opA, NONE],
[alpha, beta],
matA,
(dense(vecX)?, dense(vecY.cast_const())?), computeType)?;
            stream_of(handle)?;
            if externalBuffer.is_null() { Err(INVALID_VALUE) } else { Ok(()) }
        } }

call! { Cusparse::cusparseSpMM_bufferSize(handle, opA,
opB, alpha, matA, matB, beta, matC, computeType, alg, bufferSize) => {
            check_algorithm(alg.0, sparse(matA)?.format, &OF_MATRICES)?;
            product([opA, opB],
[alpha, beta],
matA,
(dense(matB)?, dense(matC.cast_const())?), computeType)?;
            sized(handle, bufferSize)
        } }
call! { Cusparse::cusparseSpMM(handle, opA,
opB, alpha, matA, matB, beta, matC, computeType, alg, externalBuffer) => {
            check_algorithm(alg.0, sparse(matA)?.format, &OF_MATRICES)?;
            submit(handle, externalBuffer, product([opA, opB],
[alpha, beta],
matA,
(dense(matB)?, dense(matC.cast_const())?), computeType)?)
        } }
call! { Cusparse::cusparseSpMM_preprocess(handle, opA,
opB, alpha, matA, matB, beta, matC, computeType, alg, externalBuffer) => {
            check_algorithm(alg.0, sparse(matA)?.format, &OF_MATRICES)?;
            product([opA, opB],
[alpha, beta],
matA,
(dense(matB)?, dense(matC.cast_const())?), computeType)?;
            stream_of(handle)?;
            if externalBuffer.is_null() { Err(INVALID_VALUE) } else { Ok(()) }
        } }

/// Checks a product of dense matrices at the places of a sparse one, and describes it.
unsafe fn sampled(
    [op_a, op_b]: [cusparseOperation_t; 2],
    [alpha, beta]: [*const c_void; 2],
    (x, y): (Dense, Dense),
    c: cusparseConstSpMatDescr_t,
    ty: cudaDataType,
) -> Outcome<Job> {
    let a = sparse(c)?;
    check_types(&[a.data, x.matrix.data, y.matrix.data], ty)?;
    if a.flags[2] != 0 {
        return Err(NOT_SUPPORTED);
    }
    if a.format != cusparseFormat_t::CUSPARSE_FORMAT_CSR || a.data == cudaDataType::CUDA_R_16BF {
        return Err(NOT_SUPPORTED);
    }
    if op_a.0.max(op_b.0) > 2 {
        return Err(INVALID_VALUE);
    }
    let ((rows, inner), (of_y, columns)) =
        (operated(op_a, x.rows, x.columns), operated(op_b, y.rows, y.columns));
    if inner != of_y || (rows, columns) != (a.rows, a.columns) {
        return Err(INVALID_VALUE);
    }
    // SAFETY: the caller guarantees it.
    let factors = unsafe { [factor(alpha, ty)?, factor(beta, ty)?] };
    let (x, y) = (x.matrix.operation(operation(op_a)), y.matrix.operation(operation(op_b)));
    Ok(Job { factors, a, x, y, columns: inner, ..Job::new(Task::SAMPLE) })
}

call! { Cusparse::cusparseSDDMM_bufferSize(handle, opA, opB, alpha, matA, matB, beta, matC, computeType, alg, bufferSize) => {
    check_algorithm(alg.0, cusparseFormat_t::CUSPARSE_FORMAT_CSR, &[])?;
    sampled([opA, opB], [alpha, beta], (dense(matA)?, dense(matB)?), matC, computeType)?;
    sized(handle, bufferSize)
} }

call! { Cusparse::cusparseSDDMM(handle, opA, opB, alpha, matA, matB, beta, matC, computeType, alg, externalBuffer) => {
    check_algorithm(alg.0, cusparseFormat_t::CUSPARSE_FORMAT_CSR, &[])?;
    let job = sampled([opA, opB], [alpha, beta], (dense(matA)?, dense(matB)?), matC, computeType)?;
    submit(handle, externalBuffer, job)
} }

/// Describes the solution of a triangular system.
unsafe fn solution(
    [op_a, op_b]: [cusparseOperation_t; 2],
    alpha: *const c_void,
    a: cusparseConstSpMatDescr_t,
    (x, y): (Dense, Dense),
    ty: cudaDataType,
) -> Outcome<Job> {
    let is_half =
        |ty: cudaDataType| matches!(ty, cudaDataType::CUDA_R_16F | cudaDataType::CUDA_R_16BF);
    // SAFETY: the caller guarantees it.
    let job = unsafe { multiplied([op_a, op_b], [alpha; 2], a, (x, y), ty) }?;
    let is_by_rows = matches!(
        job.a.format,
        cusparseFormat_t::CUSPARSE_FORMAT_CSR | cusparseFormat_t::CUSPARSE_FORMAT_COO
    );
    match (is_half(job.a.data) || !is_by_rows, job.a.rows == job.a.columns) {
        (true, _) => Err(NOT_SUPPORTED),
        (false, false) => Err(INVALID_VALUE),
        (false, true) => Ok(Job { task: Task::SOLVE, ..job }),
    }
}

call!(Cusparse::cusparseSpSV_createDescr, |descr| { create(descr, Object::Plan(0, 0)) });
call! { Cusparse::cusparseSpSV_bufferSize(handle, opA, alpha, matA, vecX, vecY, computeType, alg, spsvDescr, bufferSize) => {
            check_algorithm(alg.0, cusparseFormat_t::CUSPARSE_FORMAT_CSR, &[])?;
            solution([opA, NONE],
alpha,
matA,
(dense(vecX)?, dense(vecY.cast_const())?), computeType)?;
            plan(spsvDescr).and_then(|_| sized(handle, bufferSize))
        } }
call! { Cusparse::cusparseSpSV_analysis(handle, opA, alpha, matA, vecX, vecY, computeType, alg, spsvDescr, externalBuffer) => {
            check_algorithm(alg.0, cusparseFormat_t::CUSPARSE_FORMAT_CSR, &[])?;
            solution([opA, NONE],
alpha,
matA,
(dense(vecX)?, dense(vecY.cast_const())?), computeType)?;
            stream_of(handle)?;
            if externalBuffer.is_null() {
                return Err(INVALID_VALUE);
            }
            advance(spsvDescr, matA as usize, externalBuffer as u64)
        } }
call! { Cusparse::cusparseSpSV_solve(handle, opA, alpha, matA, vecX, vecY, computeType, alg, spsvDescr) => {
            check_algorithm(alg.0, cusparseFormat_t::CUSPARSE_FORMAT_CSR, &[])?;
            let job = solution([opA, NONE],
alpha,
matA,
(dense(vecX)?, dense(vecY.cast_const())?), computeType)?;
            match plan(spsvDescr)? {
                // What was analyzed is another matrix, or nothing.
                (matrix, _) if matrix != matA as usize => Err(INVALID_VALUE),
                (_, work) => submit(handle, work as *mut c_void, job),
            }
        } }
call! { Cusparse::cusparseSpSV_updateMatrix(handle, spsvDescr, newValues, updatePart) => {
    stream_of(handle)?;
    // That of the diagonal is another.
    if updatePart.0 != 0 {
        return Err(NOT_SUPPORTED);
    }
    let (matrix, _) = plan(spsvDescr)?;
    if newValues.is_null() {
        return Err(INVALID_VALUE);
    }
    change(matrix as *const cusparseSpMatDescr, |matrix| matrix.values = newValues as u64)
} }

call!(Cusparse::cusparseSpSM_createDescr, |descr| { create(descr, Object::Plan(0, 0)) });
call! { Cusparse::cusparseSpSM_bufferSize(handle, opA,
opB, alpha, matA, matB, matC, computeType, alg, spsmDescr, bufferSize) => {
            check_algorithm(alg.0, cusparseFormat_t::CUSPARSE_FORMAT_CSR, &[])?;
            solution([opA, opB],
alpha,
matA,
(dense(matB)?, dense(matC.cast_const())?), computeType)?;
            plan(spsmDescr).and_then(|_| sized(handle, bufferSize))
        } }
call! { Cusparse::cusparseSpSM_analysis(handle, opA,
opB, alpha, matA, matB, matC, computeType, alg, spsmDescr, externalBuffer) => {
            check_algorithm(alg.0, cusparseFormat_t::CUSPARSE_FORMAT_CSR, &[])?;
            solution([opA, opB],
alpha,
matA,
(dense(matB)?, dense(matC.cast_const())?), computeType)?;
            stream_of(handle)?;
            if externalBuffer.is_null() {
                return Err(INVALID_VALUE);
            }
            advance(spsmDescr, matA as usize, externalBuffer as u64)
        } }
call! { Cusparse::cusparseSpSM_solve(handle, opA,
opB, alpha, matA, matB, matC, computeType, alg, spsmDescr) => {
            check_algorithm(alg.0, cusparseFormat_t::CUSPARSE_FORMAT_CSR, &[])?;
            let job = solution([opA, opB],
alpha,
matA,
(dense(matB)?, dense(matC.cast_const())?), computeType)?;
            match plan(spsmDescr)? {
                // What was analyzed is another matrix, or nothing.
                (matrix, _) if matrix != matA as usize => Err(INVALID_VALUE),
                (_, work) => submit(handle, work as *mut c_void, job),
            }
        } }
call! { Cusparse::cusparseSpSM_updateMatrix(handle, spsmDescr, newValues, updatePart) => {
    stream_of(handle)?;
    // That of the diagonal is another.
    if updatePart.0 != 0 {
        return Err(NOT_SUPPORTED);
    }
    let (matrix, _) = plan(spsmDescr)?;
    if newValues.is_null() {
        return Err(INVALID_VALUE);
    }
    change(matrix as *const cusparseSpMatDescr, |matrix| matrix.values = newValues as u64)
} }

/// Describes a product of sparse matrices.
unsafe fn sparse_product(
    task: Task,
    [op_a, op_b]: [cusparseOperation_t; 2],
    [a, b]: [cusparseConstSpMatDescr_t; 2],
    c: cusparseSpMatDescr_t,
) -> Outcome<Job> {
    let (a, b, c) = (sparse(a)?, sparse(b)?, sparse(c)?);
    let is_csr =
        [a, b, c].iter().all(|matrix| matrix.format == cusparseFormat_t::CUSPARSE_FORMAT_CSR);
    let is_narrow = [a, b, c].iter().all(|matrix| matrix.types == [cudaDataType::CUDA_R_32I; 2]);
    let is_triangle = a.flags[2] != 0 || b.flags[2] != 0;
    if !is_csr || is_triangle || !is_narrow || op_a != NONE || op_b != NONE {
        return Err(NOT_SUPPORTED);
    }
    if a.columns == b.rows && (c.rows, c.columns) == (a.rows, b.columns) {
        Ok(Job { a, b, c, ..Job::new(task) })
    } else {
        Err(INVALID_VALUE)
    }
}

call!(Cusparse::cusparseSpGEMM_createDescr, |descr| { create(descr, Object::Plan(0, 0)) });

/// Writes the sizes of memory, if there is none.
unsafe fn asks(sizes: &[*mut usize], memory: &[*mut c_void]) -> Outcome<bool> {
    if sizes.iter().any(|size| size.is_null()) {
        return Err(INVALID_VALUE);
    }
    let asks = memory.iter().all(|pointer| pointer.is_null());
    if asks {
        for size in sizes {
            // SAFETY: the caller guarantees that they are writable, and none is null.
            unsafe { size.write(WORK) };
        }
    }
    if !asks && memory.iter().any(|pointer| pointer.is_null()) {
        Err(INVALID_VALUE)
    } else {
        Ok(asks)
    }
}

call! { Cusparse::cusparseSpGEMMreuse_workEstimation(
    handle, opA, opB, matA, matB, matC, alg, spgemmDescr, bufferSize1, externalBuffer1
) => {
    check_algorithm(alg.0, cusparseFormat_t::CUSPARSE_FORMAT_CSR, &OF_SPARSE)?;
    stream_of(handle)?;
    sparse_product(Task::COUNT_PRODUCT, [opA, opB], [matA, matB], matC)?;
    if asks(&[bufferSize1], &[externalBuffer1])? {
        Ok(())
    } else {
        advance(spgemmDescr, 1, externalBuffer1 as u64)
    }
} }

call! { Cusparse::cusparseSpGEMMreuse_nnz(
    handle, opA, opB, matA, matB, matC, alg, spgemmDescr, bufferSize2, externalBuffer2, bufferSize3, externalBuffer3,
    bufferSize4, externalBuffer4
) => {
    check_algorithm(alg.0, cusparseFormat_t::CUSPARSE_FORMAT_CSR, &OF_SPARSE)?;
    let job = sparse_product(Task::COUNT_PRODUCT, [opA, opB], [matA, matB], matC)?;
    if plan(spgemmDescr)?.0 != 1 {
        return Err(INVALID_VALUE);
    }
    let memory = [externalBuffer2, externalBuffer3, externalBuffer4];
    if asks(&[bufferSize2, bufferSize3, bufferSize4], &memory)? {
        return Ok(());
    }
    let nnz = counted(handle, externalBuffer2, job)?;
    change(matC, |matrix| matrix.nnz = nnz)?;
    advance(spgemmDescr, 2, externalBuffer4 as u64)
} }

call! { Cusparse::cusparseSpGEMMreuse_copy(
    handle, opA, opB, matA, matB, matC, alg, spgemmDescr, bufferSize5, externalBuffer5
) => {
    check_algorithm(alg.0, cusparseFormat_t::CUSPARSE_FORMAT_CSR, &OF_SPARSE)?;
    let job = sparse_product(Task::PLACE_PRODUCT, [opA, opB], [matA, matB], matC)?;
    let (step, work) = plan(spgemmDescr)?;
    if step != 2 || job.c.values == 0 || job.c.indices == 0 {
        return Err(INVALID_VALUE);
    }
    if asks(&[bufferSize5], &[externalBuffer5])? {
        return Ok(());
    }
    submit(handle, externalBuffer5, job)?;
    advance(spgemmDescr, 3, work)
} }

call! { Cusparse::cusparseSpGEMMreuse_compute(
    handle, opA, opB, alpha, matA, matB, beta, matC, computeType, alg, spgemmDescr
) => {
    check_algorithm(alg.0, cusparseFormat_t::CUSPARSE_FORMAT_CSR, &OF_SPARSE)?;
    let job = sparse_product(Task::PRODUCT, [opA, opB], [matA, matB], matC)?;
    check_types(&[job.a.data, job.b.data, job.c.data], computeType)?;
    let factors = [factor(alpha, computeType)?, factor(beta, computeType)?];
    match plan(spgemmDescr)? {
        (3, work) => submit(handle, work as *mut c_void, Job { factors, ..job }),
        _ => Err(INVALID_VALUE),
    }
} }

/// Describes a conversion from or to a dense matrix, whose types and sizes are the same.
fn conversion(task: Task, a: SparseStorage, x: Dense) -> Outcome<Job> {
    let is_triangle = task == Task::TO_DENSE && a.flags[2] != 0;
    if is_triangle || a.data != x.matrix.data || a.format == cusparseFormat_t::CUSPARSE_FORMAT_BSR {
        return Err(NOT_SUPPORTED);
    }
    if (a.rows, a.columns) == (x.rows, x.columns) {
        Ok(Job { a, x: x.matrix, y: x.matrix, ..Job::new(task) })
    } else {
        Err(INVALID_VALUE)
    }
}

call!(Cusparse::cusparseSparseToDense_bufferSize, |handle, matA, matB, alg, bufferSize| {
    check_algorithm(alg.0, cusparseFormat_t::CUSPARSE_FORMAT_CSR, &[])?;
    conversion(Task::TO_DENSE, sparse(matA)?, dense(matB.cast_const())?)?;
    sized(handle, bufferSize)
});

call!(Cusparse::cusparseSparseToDense, |handle, matA, matB, alg, externalBuffer| {
    check_algorithm(alg.0, cusparseFormat_t::CUSPARSE_FORMAT_CSR, &[])?;
    let job = conversion(Task::TO_DENSE, sparse(matA)?, dense(matB.cast_const())?)?;
    submit(handle, externalBuffer, job)
});

call!(Cusparse::cusparseDenseToSparse_bufferSize, |handle, matA, matB, alg, bufferSize| {
    check_algorithm(alg.0, cusparseFormat_t::CUSPARSE_FORMAT_CSR, &[])?;
    conversion(Task::COUNT, sparse(matB.cast_const())?, dense(matA)?)?;
    sized(handle, bufferSize)
});

call!(Cusparse::cusparseDenseToSparse_analysis, |handle, matA, matB, alg, externalBuffer| {
    check_algorithm(alg.0, cusparseFormat_t::CUSPARSE_FORMAT_CSR, &[])?;
    let job = conversion(Task::COUNT, sparse(matB.cast_const())?, dense(matA)?)?;
    let nnz = counted(handle, externalBuffer, job)?;
    change(matB, |matrix| matrix.nnz = nnz)
});

call!(Cusparse::cusparseDenseToSparse_convert, |handle, matA, matB, alg, externalBuffer| {
    check_algorithm(alg.0, cusparseFormat_t::CUSPARSE_FORMAT_CSR, &[])?;
    let job = conversion(Task::TO_SPARSE, sparse(matB.cast_const())?, dense(matA)?)?;
    submit(handle, externalBuffer, job)
});

/// Checks a conversion of rows to columns.
fn check_conversion(
    sizes: [c_int; 3],
    memory: &[*const c_void],
    (action, base, algorithm): (cusparseAction_t, cusparseIndexBase_t, cusparseCsr2CscAlg_t),
) -> Outcome {
    if sizes.iter().any(|size| *size < 0)
        || base.0 > 1
        || sizes[2] > 0 && memory.iter().any(|pointer| pointer.is_null())
    {
        return Err(INVALID_VALUE);
    }
    match (algorithm.0, action) {
        (1 | 2, cusparseAction_t::CUSPARSE_ACTION_NUMERIC) => Ok(()),
        (1 | 2, _) => Err(NOT_SUPPORTED),
        _ => Err(INVALID_VALUE),
    }
}

call! { Cusparse::cusparseCsr2cscEx2_bufferSize(
    handle, m, n, nnz, csrVal, csrRowPtr, csrColInd, cscVal, cscColPtr, cscRowInd, valType, copyValues, idxBase, alg, bufferSize
) => {
    let _ = valType;
    let memory = [csrVal, csrRowPtr.cast(), csrColInd.cast(), cscVal.cast_const(), cscColPtr.cast(), cscRowInd.cast()];
    check_conversion([m, n, nnz], &memory, (copyValues, idxBase, alg))?;
    sized(handle, bufferSize)
} }

call! { Cusparse::cusparseCsr2cscEx2(
    handle, m, n, nnz, csrVal, csrRowPtr, csrColInd, cscVal, cscColPtr, cscRowInd, valType, copyValues, idxBase, alg, buffer
) => {
    let memory = [csrVal, csrRowPtr.cast(), csrColInd.cast(), cscVal.cast_const(), cscColPtr.cast(), cscRowInd.cast()];
    check_conversion([m, n, nnz], &memory, (copyValues, idxBase, alg))?;
    let (rows, columns, nnz) = (m.into(), n.into(), nnz.into());
    let (offsets, indices, values) = (csrRowPtr as u64, csrColInd as u64, csrVal as u64);
    let a = SparseStorage { base: idxBase.0, data: valType, rows, columns, nnz, offsets, indices, values, ..SparseStorage::NONE };
    let (offsets, indices, values) = (cscColPtr as u64, cscRowInd as u64, cscVal as u64);
    let c = SparseStorage { format: cusparseFormat_t::CUSPARSE_FORMAT_CSC, offsets, indices, values, ..a };
    submit(handle, buffer, Job { a, c, ..Job::new(Task::CONVERT) })
} }

call!(Cusparse::cusparseXcsr2coo, |handle, csrSortedRowPtr, nnz, m, cooRowInd, idxBase| {
    let (nnz, rows, base) = (nnz.into(), m.into(), idxBase.0);
    let a =
        SparseStorage { base, rows, nnz, offsets: csrSortedRowPtr as u64, ..SparseStorage::NONE };
    let c = SparseStorage {
        format: cusparseFormat_t::CUSPARSE_FORMAT_COO,
        offsets: cooRowInd as u64,
        ..a
    };
    Job { a, c, ..Job::new(Task::ROWS) }.submit(stream_of(handle)?).map_err(of_driver)
});

call!(Cusparse::cusparseXcoo2csr, |handle, cooRowInd, nnz, m, csrSortedRowPtr, idxBase| {
    let (nnz, rows, base) = (nnz.into(), m.into(), idxBase.0);
    let c =
        SparseStorage { base, rows, nnz, offsets: csrSortedRowPtr as u64, ..SparseStorage::NONE };
    let a = SparseStorage {
        format: cusparseFormat_t::CUSPARSE_FORMAT_COO,
        offsets: cooRowInd as u64,
        ..c
    };
    Job { a, c, ..Job::new(Task::ROWS) }.submit(stream_of(handle)?).map_err(of_driver)
});
