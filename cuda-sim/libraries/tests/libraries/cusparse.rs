//! The stand-in for cuSPARSE: what it computes is tested with the crate `cuda-cusparse`.

use core::ffi::c_void;
use core::ptr::{null, null_mut};

use cuda_libraries_sys::cusparse::*;
use cuda_libraries_sys::shared::cudaDataType;

use crate::curand::context;

const SUCCESS: cusparseStatus_t = cusparseStatus_t::CUSPARSE_STATUS_SUCCESS;
const INVALID: cusparseStatus_t = cusparseStatus_t::CUSPARSE_STATUS_INVALID_VALUE;
const NOT_SUPPORTED: cusparseStatus_t = cusparseStatus_t::CUSPARSE_STATUS_NOT_SUPPORTED;

/// Returns the table of the stand-in, or of the cuSPARSE for the GPU.
fn table() -> &'static CusparseTable {
    match crate::chosen().is_software() {
        true => cuda_sim_libraries::cusparse::table(),
        false => cuda_libraries_sys::cusparse::load().unwrap_or_else(|error| panic!("{error}")),
    }
}

#[test]
fn what_cusparse_refuses_is_refused() {
    let _context = context();
    macro_rules! call {
        ($name:ident($($argument:expr),* $(,)?)) => {{
            let function = table().$name.unwrap();
            // SAFETY: pointers to host memory are to live values; device memory isn't accessed.
            unsafe { function($($argument),*) }
        }};
    }
    type O = cusparseOperation_t;
    type I = cusparseIndexType_t;
    let (base, ty) = (cusparseIndexBase_t::CUSPARSE_INDEX_BASE_ZERO, cudaDataType::CUDA_R_32F);
    let at = 0x1000 as *mut c_void;
    let (mut handle, mut csr, mut coo, mut x, mut y) =
        (null_mut(), null_mut(), null_mut(), null_mut(), null_mut());
    assert_eq!(call!(cusparseCreate(&raw mut handle)), SUCCESS);
    let narrow = I::CUSPARSE_INDEX_32I;
    let create = |to, ty_of: [I; 2], base| {
        let create = table().cusparseCreateCsr.unwrap();
        // SAFETY: as above.
        unsafe { create(to, 2, 2, 1, at, at, at, ty_of[0], ty_of[1], base, ty) }
    };
    assert_eq!(create(&raw mut csr, [I::CUSPARSE_INDEX_16U, narrow], base), NOT_SUPPORTED);
    assert_eq!(create(&raw mut csr, [narrow; 2], cusparseIndexBase_t(2)), INVALID);
    assert_eq!(create(&raw mut csr, [narrow; 2], base), SUCCESS);
    assert_eq!(
        call!(cusparseCreateCoo(&raw mut coo, 2, 2, 1, at, at, at, narrow, base, ty)),
        SUCCESS
    );
    assert_eq!(call!(cusparseCreateDnVec(&raw mut x, 2, at, ty)), SUCCESS);
    assert_eq!(call!(cusparseCreateDnVec(&raw mut y, 2, at, ty)), SUCCESS);
    let (order, mut none) = (cusparseOrder_t(7), null_mut());
    assert_eq!(call!(cusparseCreateDnMat(&raw mut none, 2, 2, 2, at, ty, order)), INVALID);
    let (one, mut size) = (1.0_f32, 0_usize);
    let factor = (&raw const one).cast::<c_void>();
    for (a, operation, algorithm, expected) in [
        (csr, O::CUSPARSE_OPERATION_NON_TRANSPOSE, 0, SUCCESS),
        (csr, O::CUSPARSE_OPERATION_NON_TRANSPOSE, 2, SUCCESS),
        (coo, O::CUSPARSE_OPERATION_NON_TRANSPOSE, 2, NOT_SUPPORTED),
        (csr, O::CUSPARSE_OPERATION_NON_TRANSPOSE, 1, NOT_SUPPORTED),
        (csr, O::CUSPARSE_OPERATION_NON_TRANSPOSE, 99, NOT_SUPPORTED),
        (csr, cusparseOperation_t(3), 0, INVALID),
        (null_mut(), O::CUSPARSE_OPERATION_NON_TRANSPOSE, 0, INVALID),
    ] {
        let (a, algorithm) = (a.cast_const(), cusparseSpMVAlg_t(algorithm));
        let to = &raw mut size;
        let found = call!(cusparseSpMV_bufferSize(
            handle,
            operation,
            factor,
            a,
            x.cast_const(),
            factor,
            y,
            ty,
            algorithm,
            to
        ));
        assert_eq!(found, expected, "{operation:?} {algorithm:?}");
    }
    assert_eq!(call!(cusparseCsrSetPointers(csr, null_mut(), at, at)), INVALID);
    assert_eq!(call!(cusparseCooSetPointers(csr, at, at, at)), INVALID);
    assert_eq!(
        call!(cusparseSpMatGetSize(csr.cast_const(), null_mut(), null_mut(), null_mut())),
        INVALID
    );
    let fill = 2_u32;
    let (attribute, fill) =
        (cusparseSpMatAttribute_t::CUSPARSE_SPMAT_FILL_MODE, (&raw const fill).cast_mut().cast());
    assert_eq!(call!(cusparseSpMatSetAttribute(csr, attribute, fill, 4)), INVALID);
    for (rows, values, algorithm, expected) in [
        (2, at.cast_const(), 1, SUCCESS),
        (-1, at.cast_const(), 1, INVALID),
        (2, null(), 1, INVALID),
        (2, at.cast_const(), 3, NOT_SUPPORTED),
    ] {
        let (action, from) = (cusparseAction_t::CUSPARSE_ACTION_NUMERIC, at.cast::<i32>());
        let algorithm = cusparseCsr2CscAlg_t(algorithm);
        let found = call!(cusparseCsr2cscEx2_bufferSize(
            handle,
            rows,
            2,
            1,
            values,
            from,
            from,
            at,
            from,
            from,
            ty,
            action,
            base,
            algorithm,
            &raw mut size
        ));
        assert_eq!(found, expected);
    }
    for it in [csr, coo] {
        assert_eq!(call!(cusparseDestroySpMat(it.cast_const())), SUCCESS);
    }
    for it in [x, y] {
        assert_eq!(call!(cusparseDestroyDnVec(it.cast_const())), SUCCESS);
    }
    assert_eq!(call!(cusparseDestroy(handle)), SUCCESS);
    assert_eq!(call!(cusparseDestroy(handle)), cusparseStatus_t::CUSPARSE_STATUS_NOT_INITIALIZED);
}
