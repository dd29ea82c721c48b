//! The stand-in for cuSPARSE: what it refuses. What it computes is tested with the crate `cuda-cusparse`.

use core::ffi::c_void;
use core::ptr::{null, null_mut};

use cuda_libraries_sys::cusparse::*;
use cuda_libraries_sys::shared::cudaDataType;

use crate::curand::context;

const SUCCESS: cusparseStatus_t = cusparseStatus_t::CUSPARSE_STATUS_SUCCESS;
const INVALID: cusparseStatus_t = cusparseStatus_t::CUSPARSE_STATUS_INVALID_VALUE;
const NOT_SUPPORTED: cusparseStatus_t = cusparseStatus_t::CUSPARSE_STATUS_NOT_SUPPORTED;
const NONE: cusparseOperation_t = cusparseOperation_t::CUSPARSE_OPERATION_NON_TRANSPOSE;
const NARROW: cusparseIndexType_t = cusparseIndexType_t::CUSPARSE_INDEX_32I;
const BASE: cusparseIndexBase_t = cusparseIndexBase_t::CUSPARSE_INDEX_BASE_ZERO;
const ROW: cusparseOrder_t = cusparseOrder_t::CUSPARSE_ORDER_ROW;
const TYPE: cudaDataType = cudaDataType::CUDA_R_32F;

/// Returns the table of the stand-in, or of the cuSPARSE for the GPU.
fn table() -> &'static CusparseTable {
    if crate::chosen().is_software() {
        cuda_sim_libraries::cusparse::table()
    } else {
        cuda_libraries_sys::cusparse::load().unwrap_or_else(|error| panic!("{error}"))
    }
}

/// An address that no kernel uses.
fn at() -> *mut c_void {
    core::ptr::without_provenance_mut(0x1000)
}

macro_rules! call {
    ($name:ident($($argument:expr),* $(,)?)) => {{
        let function = table().$name.unwrap();
        // SAFETY: pointers to host memory are to live values; device memory isn't accessed.
        unsafe { function($($argument),*) }
    }};
}

/// Makes something, and returns it.
macro_rules! made {
    ($name:ident($($argument:expr),*)) => {{
        let mut handle = null_mut();
        assert_eq!(call!($name(&raw mut handle $(, $argument)*)), SUCCESS);
        handle
    }};
}

fn csr(ty: cudaDataType) -> cusparseSpMatDescr_t {
    made!(cusparseCreateCsr(2, 2, 1, at(), at(), at(), NARROW, NARROW, BASE, ty))
}

fn dense(ty: cudaDataType) -> cusparseDnMatDescr_t {
    made!(cusparseCreateDnMat(2, 2, 2, at(), ty, ROW))
}

#[test]
fn algorithms_are_for_the_formats_of_nvidias() {
    let _context = context();
    let handle = made!(cusparseCreate());
    let csc = made!(cusparseCreateCsc(2, 2, 1, at(), at(), at(), NARROW, NARROW, BASE, TYPE));
    let coo = made!(cusparseCreateCoo(2, 2, 1, at(), at(), at(), NARROW, BASE, TYPE));
    let [x, y] = [(); 2].map(|()| made!(cusparseCreateDnVec(2, at(), TYPE)));
    let [b, c] = [(); 2].map(|()| dense(TYPE));
    let (one, mut size) = (1.0_f32, 0_usize);
    let (one, to) = ((&raw const one).cast::<c_void>(), &raw mut size);
    let vector = |a: cusparseSpMatDescr_t, operation, number| {
        let (a, x, number) = (a.cast_const(), x.cast_const(), cusparseSpMVAlg_t(number));
        call!(cusparseSpMV_bufferSize(handle, operation, one, a, x, one, y, TYPE, number, to))
    };
    let first = csr(TYPE);
    for (name, a, of_vectors, of_matrices) in [
        ("CSR", first, &[0, 2, 3][..], &[0, 4, 6, 12][..]),
        ("CSC", csc, &[0, 2, 3], &[0, 4, 6]),
        ("COO", coo, &[0, 1, 4], &[0, 1, 2, 3, 5]),
    ] {
        let expected = |of: &[u32], number| if of.contains(&number) { SUCCESS } else { INVALID };
        for algorithm in 0..16 {
            assert_eq!(
                vector(a, NONE, algorithm),
                expected(of_vectors, algorithm),
                "SpMV of {name} by {algorithm}"
            );
            let (a, b, number) = (a.cast_const(), b.cast_const(), cusparseSpMMAlg_t(algorithm));
            let found = call!(cusparseSpMM_bufferSize(
                handle, NONE, NONE, one, a, b, one, c, TYPE, number, to
            ));
            assert_eq!(found, expected(of_matrices, algorithm), "SpMM of {name} by {algorithm}");
        }
    }
    assert_eq!(vector(first, cusparseOperation_t(3), 0), INVALID);
    assert_eq!(vector(null_mut(), NONE, 0), INVALID);
    let (half, number) =
        (cudaDataType::CUDA_R_16BF, cusparseSDDMMAlg_t::CUSPARSE_SDDMM_ALG_DEFAULT);
    let (of_half, a) = (csr(half), dense(half));
    let (from, to) = (a.cast_const(), &raw mut size);
    let found = call!(cusparseSDDMM_bufferSize(
        handle, NONE, NONE, one, from, from, one, of_half, TYPE, number, to
    ));
    assert_eq!(found, NOT_SUPPORTED);
    for matrix in [first, csc, coo, of_half] {
        assert_eq!(call!(cusparseDestroySpMat(matrix.cast_const())), SUCCESS);
    }
    for matrix in [a, b, c] {
        assert_eq!(call!(cusparseDestroyDnMat(matrix.cast_const())), SUCCESS);
    }
    for vector in [x, y] {
        assert_eq!(call!(cusparseDestroyDnVec(vector.cast_const())), SUCCESS);
    }
    assert_eq!(call!(cusparseDestroy(handle)), SUCCESS);
}

#[test]
fn descriptors_of_what_there_is_not_are_refused() {
    let _context = context();
    let (csr, handle, mut none) = (csr(TYPE), made!(cusparseCreate()), null_mut());
    for (ty, base, expected) in [
        (cusparseIndexType_t::CUSPARSE_INDEX_16U, BASE, NOT_SUPPORTED),
        (NARROW, cusparseIndexBase_t(2), INVALID),
    ] {
        let to = &raw mut none;
        let found = call!(cusparseCreateCsr(to, 2, 2, 1, at(), at(), at(), ty, NARROW, base, TYPE));
        assert_eq!(found, expected, "{ty:?} {base:?}");
    }
    let (mut none, order) = (null_mut(), cusparseOrder_t(7));
    assert_eq!(call!(cusparseCreateDnMat(&raw mut none, 2, 2, 2, at(), TYPE, order)), INVALID);
    assert_eq!(call!(cusparseCooSetPointers(csr, at(), at(), at())), INVALID);
    let (matrix, to) = (csr.cast_const(), null_mut());
    assert_eq!(call!(cusparseSpMatGetSize(matrix, to, to, to)), INVALID);
    let mut size = 0_usize;
    for (rows, values, number, expected) in [
        (2, at().cast_const(), 1, SUCCESS),
        (-1, at().cast_const(), 1, INVALID),
        (2, null(), 1, INVALID),
        (2, at().cast_const(), 3, INVALID),
    ] {
        let (action, i) = (cusparseAction_t::CUSPARSE_ACTION_NUMERIC, at().cast::<i32>());
        let (number, to) = (cusparseCsr2CscAlg_t(number), &raw mut size);
        let found = call!(cusparseCsr2cscEx2_bufferSize(
            handle,
            rows,
            2,
            1,
            values,
            i,
            i,
            at(),
            i,
            i,
            TYPE,
            action,
            BASE,
            number,
            to
        ));
        assert_eq!(found, expected, "{rows} rows, {values:?}, {number:?}");
    }
    assert_eq!(call!(cusparseDestroySpMat(csr.cast_const())), SUCCESS);
    assert_eq!(call!(cusparseDestroy(handle)), SUCCESS);
}
