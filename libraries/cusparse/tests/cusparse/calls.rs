//! What a call costs, and what happens when a function fails.

use std::cell::Cell;

use cublas::{Fill, Matrix, MatrixMut};
use cuda_driver::Stream;
use cuda_driver::driver::Symbol;
use cuda_rust::device::TestDevice;
use cuda_rust::failing::{Answer, Replaceable, each_function_fails, replace};
use cusparse::sys::{
    CusparseTable, cusparseConstDnMatDescr_t, cusparseConstDnVecDescr_t, cusparseConstSpMatDescr_t,
    cusparseDnMatDescr_t, cusparseDnVecDescr_t, cusparseHandle_t, cusparseIndexBase_t,
    cusparseIndexType_t, cusparseOrder_t, cusparseSpGEMMDescr_t, cusparseSpMatDescr_t,
    cusparseSpSMDescr_t, cusparseSpSVDescr_t, cusparseStatus_t,
};
use cusparse::{Cusparse, Error, Format, Operation, Parts, SparseMatrix};

use crate::allocations::cost;
use crate::device::{copy_of_table, table};

type Data = cuda_libraries_sys::shared::cudaDataType;
type Pointer = *mut core::ffi::c_void;

struct InternalError;

impl Answer for InternalError {
    type Status = cusparseStatus_t;
    const STATUS: cusparseStatus_t = cusparseStatus_t::CUSPARSE_STATUS_INTERNAL_ERROR;
}

fn fail<F: Replaceable<InternalError>>(slot: &mut Option<F>) {
    replace::<InternalError, F>(slot);
}

cuda_rust::failing! {
    fail, CusparseTable:
    cusparseCreate cusparseSetStream cusparseCreateCsr cusparseCreateCsc cusparseCreateCoo cusparseCreateBsr cusparseCreateDnVec
    cusparseDnVecSetValues cusparseCreateDnMat cusparseDnMatSetValues cusparseSpMV_bufferSize cusparseSpMV cusparseSpMV_preprocess
    cusparseSpMM_bufferSize cusparseSpMM cusparseSDDMM_bufferSize cusparseSDDMM cusparseSpMatSetAttribute cusparseSpSV_createDescr
    cusparseSpSV_bufferSize cusparseSpSV_analysis cusparseSpSV_solve cusparseSpSV_updateMatrix cusparseSpSM_createDescr
    cusparseSpSM_bufferSize cusparseSpSM_analysis cusparseSpSM_solve cusparseSpSM_updateMatrix cusparseSpGEMM_createDescr
    cusparseSpGEMMreuse_workEstimation cusparseSpGEMMreuse_nnz cusparseSpGEMMreuse_copy cusparseSpGEMMreuse_compute
    cusparseSpMatGetSize cusparseCsrSetPointers cusparseCscSetPointers cusparseCooSetPointers cusparseSparseToDense_bufferSize
    cusparseSparseToDense cusparseDenseToSparse_bufferSize cusparseDenseToSparse_analysis cusparseDenseToSparse_convert
    cusparseCsr2cscEx2_bufferSize cusparseCsr2cscEx2 cusparseXcsr2coo cusparseXcoo2csr
}

cuda_rust::counted! {
    table: CusparseTable, cusparseStatus_t::CUSPARSE_STATUS_SUCCESS;
    cusparseCreate(created: *mut cusparseHandle_t) cusparseDestroy(cusparseHandle_t);
    cusparseCreateDnVec(created: *mut cusparseDnVecDescr_t, a: i64, b: Pointer, c: Data) cusparseDestroyDnVec(cusparseConstDnVecDescr_t);
    cusparseCreateDnMat(created: *mut cusparseDnMatDescr_t, a: i64, b: i64, c: i64, d: Pointer, e: Data, f: cusparseOrder_t)
        cusparseDestroyDnMat(cusparseConstDnMatDescr_t);
    cusparseCreateCsr(
        created: *mut cusparseSpMatDescr_t, a: i64, b: i64, c: i64, d: Pointer, e: Pointer, f: Pointer, g: cusparseIndexType_t,
        h: cusparseIndexType_t, i: cusparseIndexBase_t, j: Data
    ) cusparseDestroySpMat(cusparseConstSpMatDescr_t);
    cusparseSpSV_createDescr(created: *mut cusparseSpSVDescr_t) cusparseSpSV_destroyDescr(cusparseSpSVDescr_t);
    cusparseSpSM_createDescr(created: *mut cusparseSpSMDescr_t) cusparseSpSM_destroyDescr(cusparseSpSMDescr_t);
    cusparseSpGEMM_createDescr(created: *mut cusparseSpGEMMDescr_t) cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t);
    + cusparseCreateCsc(
        created: *mut cusparseSpMatDescr_t, a: i64, b: i64, c: i64, d: Pointer, e: Pointer, f: Pointer, g: cusparseIndexType_t,
        h: cusparseIndexType_t, i: cusparseIndexBase_t, j: Data
    ) as cusparseCreateCsr;
    + cusparseCreateCoo(
        created: *mut cusparseSpMatDescr_t, a: i64, b: i64, c: i64, d: Pointer, e: Pointer, f: Pointer, g: cusparseIndexType_t,
        h: cusparseIndexBase_t, i: Data
    ) as cusparseCreateCsr;
    + cusparseCreateBsr(
        created: *mut cusparseSpMatDescr_t, a: i64, b: i64, c: i64, d: i64, e: i64, f: Pointer, g: Pointer, h: Pointer,
        i: cusparseIndexType_t, j: cusparseIndexType_t, k: cusparseIndexBase_t, l: Data, m: cusparseOrder_t
    ) as cusparseCreateCsr;
}

fn csr(cusparse: Cusparse, stream: &Stream) -> Result<SparseMatrix<f64>, Error> {
    let parts = Parts { offsets: &[0, 1, 2][..], indices: &[0, 1], values: &[2.0, 4.0][..] };
    cusparse.upload(stream, Format::Csr, (2, 2), parts)
}

#[test]
fn each_function_that_fails_is_named_and_nothing_is_leaked() {
    if table().cusparseSpMV_preprocess.is_none() {
        return cuda_rust::skip("this cuSPARSE prepares nothing");
    }
    let work = |table, stream: &Stream| -> Result<(), Error> {
        let cusparse = Cusparse::from_table(table);
        let mut handle = cusparse.handle(stream.context())?;
        let mut sparse = handle.on(stream);
        let mut a = csr(cusparse, stream)?;
        let (x, mut y) = (stream.upload(&[1.0_f64; 4])?, stream.alloc::<f64>(4)?);
        let two = x.slice(..2)?;
        sparse.spmv(Operation::None, 1.0, &a, two, 0.0, y.slice_mut(..2)?)?;
        sparse.prepare(Operation::None, &mut a)?;
        sparse.spmv(Operation::None, 1.0, &a, two, 0.0, y.slice_mut(..2)?)?;
        let b = Matrix::new(&x, 2, 2).unwrap();
        let mut z = stream.alloc::<f64>(4)?;
        for c in [&mut y, &mut z] {
            let c = MatrixMut::new(c, 2, 2).unwrap();
            sparse.spmm(Operation::None, 1.0, &a, b, 0.0, c)?;
        }
        sparse.sddmm(1.0, b, b, 0.0, &mut a)?;
        let mut plan =
            sparse.triangular(Operation::None, csr(cusparse, stream)?, Fill::Lower, false)?;
        sparse.spsv(1.0, &mut plan, two, y.slice_mut(..2)?)?;
        sparse.replace_values(&mut plan, two)?;
        let matrix = csr(cusparse, stream)?;
        let mut plan = sparse.triangular_columns(Operation::None, matrix, Fill::Lower, false, 2)?;
        sparse.spsm(1.0, &mut plan, b, MatrixMut::new(&mut y, 2, 2).unwrap())?;
        sparse.replace_values(&mut plan, two)?;
        let mut product = sparse.product(&a, &a)?;
        sparse.spgemm(1.0, &a, &a, 0.0, &mut product)?;
        sparse.to_dense(&a, MatrixMut::new(&mut y, 2, 2).unwrap())?;
        for format in [Format::Csr, Format::Csc, Format::Coo] {
            drop(sparse.from_dense::<f64, i64>(b, format)?);
        }
        let coo = sparse.convert(&a, Format::Coo)?;
        drop(sparse.convert(&coo, Format::Csc)?);
        let parts = Parts { offsets: &[0, 1][..], indices: &[0], values: &[1.0_f64; 4][..] };
        cusparse.upload(stream, Format::Bsr { block: 2 }, (2, 2), parts).map(drop)
    };
    let counting = || {
        let mut table = copy_of_table();
        count(&mut table);
        table
    };

    each_function_fails(FUNCTIONS, counting, work, |error| match error {
        Error::Cusparse(failure) => Some(failure.function),
        _ => None,
    });
}

#[test]
fn a_function_of_newer_releases_is_an_error_that_names_it() {
    let context = crate::device::context();
    let stream = context.stream().unwrap();
    let mut table = copy_of_table();
    (table.cusparseSpMV_preprocess, table.cusparseSpSV_updateMatrix) = (None, None);
    let cusparse = Cusparse::from_table(Box::leak(Box::new(table)));
    let mut handle = cusparse.handle(&context).unwrap();
    let mut a = csr(cusparse, &stream).unwrap();
    let mut sparse = handle.on(&stream);
    let error = sparse.prepare(Operation::None, &mut a).unwrap_err().to_string();
    assert!(error.starts_with("this cuSPARSE has no cusparseSpMV_preprocess: it is 1"), "{error}");
    assert!(error.ends_with("and 12.3.1 or newer is needed"), "{error}");
    let mut plan = sparse.triangular(Operation::None, a, Fill::Lower, false).unwrap();
    let values = stream.upload(&[1.0; 2]).unwrap();
    let error = sparse.replace_values(&mut plan, &values).unwrap_err();
    assert!(matches!(error, Error::Absent(_)), "{error}");
}

thread_local! {
    /// The calls of functions that do nothing else.
    static CALLS: Cell<u32> = const { Cell::new(0) };
}

#[test]
fn a_product_with_a_prepared_matrix_is_one_call_and_no_allocation() {
    if table().cusparseSpMV_preprocess.is_none() {
        return cuda_rust::skip("this cuSPARSE prepares nothing");
    }
    unsafe extern "C" fn spmv<A, B, C, D, E, F, G, H, I, J>(
        _: A,
        _: B,
        _: C,
        _: D,
        _: E,
        _: C,
        _: F,
        _: G,
        _: H,
        _: I,
    ) -> J
    where
        J: From<cusparseStatus_t>,
    {
        CALLS.set(CALLS.get() + 1);
        cusparseStatus_t::CUSPARSE_STATUS_SUCCESS.into()
    }
    unsafe extern "C" fn set<A>(_: A, _: Pointer) -> cusparseStatus_t {
        CALLS.set(CALLS.get() + 1);
        cusparseStatus_t::CUSPARSE_STATUS_SUCCESS
    }
    let (instrument, device) = TestDevice::of_tests().instrumented();
    let (context, stream) = (&device.context, &device.stream);
    let mut table = copy_of_table();
    table.cusparseSpMV = Some(spmv);
    table.cusparseDnVecSetValues = Some(set);
    let cusparse = Cusparse::from_table(Box::leak(Box::new(table)));
    let mut handle = cusparse.handle(context).unwrap();
    let mut a = csr(cusparse, stream).unwrap();
    handle.on(stream).prepare(Operation::None, &mut a).unwrap();
    let (x, mut y) = (stream.upload(&[1.0; 2]).unwrap(), stream.alloc(2).unwrap());
    let mut other = stream.alloc(2).unwrap();
    handle.on(stream).spmv(Operation::None, 1.0, &a, &x, 0.0, &mut y).unwrap();
    // The product, and the address of a vector, if it isn't that of the last one.
    for (y, calls) in [(&mut y, 1), (&mut other, 2)] {
        CALLS.take();
        let run = || {
            handle.on(stream).spmv(Operation::None, 1.0, &a, &x, 0.0, &mut *y).unwrap();
        };
        let (driver, allocations) = context.with_current(|| cost(&instrument, run)).unwrap();
        assert_eq!((CALLS.take(), allocations), (calls, 0));
        assert!(driver.iter().all(|call| call.0 == Symbol::cuCtxGetCurrent), "{driver:?}");
    }
}
