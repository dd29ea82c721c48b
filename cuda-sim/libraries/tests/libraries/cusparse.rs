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
    let mut wrong = Vec::new();
    macro_rules! check {
        ($found:expr, $expected:expr) => {
            check!($found, $expected, stringify!($found))
        };
        ($found:expr, $expected:expr, $what:expr) => {
            let found = $found;
            if found != $expected {
                wrong.push(format!("{}: {found:?} instead of {:?}", $what, $expected));
            }
        };
    }
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
    check!(call!(cusparseCreate(&raw mut handle)), SUCCESS);
    let narrow = I::CUSPARSE_INDEX_32I;
    let create = |to, ty_of: [I; 2], base| {
        let create = table().cusparseCreateCsr.unwrap();
        // SAFETY: as above.
        unsafe { create(to, 2, 2, 1, at, at, at, ty_of[0], ty_of[1], base, ty) }
    };
    check!(create(&raw mut csr, [I::CUSPARSE_INDEX_16U, narrow], base), NOT_SUPPORTED);
    check!(create(&raw mut csr, [narrow; 2], cusparseIndexBase_t(2)), INVALID);
    check!(create(&raw mut csr, [narrow; 2], base), SUCCESS);
    check!(call!(cusparseCreateCoo(&raw mut coo, 2, 2, 1, at, at, at, narrow, base, ty)), SUCCESS);
    check!(call!(cusparseCreateDnVec(&raw mut x, 2, at, ty)), SUCCESS);
    check!(call!(cusparseCreateDnVec(&raw mut y, 2, at, ty)), SUCCESS);
    let (mut b, mut c, mut csc) = (null_mut(), null_mut(), null_mut());
    for it in [&raw mut b, &raw mut c] {
        check!(call!(cusparseCreateDnMat(it, 2, 2, 2, at, ty, cusparseOrder_t(7))), INVALID);
        let order = cusparseOrder_t::CUSPARSE_ORDER_ROW;
        check!(call!(cusparseCreateDnMat(it, 2, 2, 2, at, ty, order)), SUCCESS);
    }
    check!(
        call!(cusparseCreateCsc(&raw mut csc, 2, 2, 1, at, at, at, narrow, narrow, base, ty)),
        SUCCESS
    );
    let (one, mut size) = (1.0_f32, 0_usize);
    let to = &raw mut size;
    let factor = (&raw const one).cast::<c_void>();
    let none = O::CUSPARSE_OPERATION_NON_TRANSPOSE;
    let vector = |a: cusparseSpMatDescr_t, operation, algorithm| {
        let (a, x) = (a.cast_const(), x.cast_const());
        let algorithm = cusparseSpMVAlg_t(algorithm);
        call!(cusparseSpMV_bufferSize(
            handle, operation, factor, a, x, factor, y, ty, algorithm, to
        ))
    };
    check!(vector(csr, cusparseOperation_t(3), 0), INVALID);
    check!(vector(null_mut(), none, 0), INVALID);
    for (name, a, of_vectors, of_matrices) in [
        ("CSR", csr, &[0, 2, 3][..], &[0, 4, 6, 12][..]),
        ("CSC", csc, &[0, 2, 3], &[0, 4, 6]),
        ("COO", coo, &[0, 1, 4], &[0, 1, 2, 3, 5]),
    ] {
        let expected = |is_one| if is_one { SUCCESS } else { NOT_SUPPORTED };
        for number in 0..16 {
            let is_one = of_vectors.contains(&number);
            check!(
                vector(a, none, number),
                expected(is_one),
                format!("SpMV of {name} by {number}")
            );
            let (a, b) = (a.cast_const(), b.cast_const());
            let algorithm = cusparseSpMMAlg_t(number);
            let found = call!(cusparseSpMM_bufferSize(
                handle, none, none, factor, a, b, factor, c, ty, algorithm, to
            ));
            let is_one = of_matrices.contains(&number);
            check!(found, expected(is_one), format!("SpMM of {name} by {number}"));
        }
    }
    let (sampled, alg) =
        (cudaDataType::CUDA_R_16BF, cusparseSDDMMAlg_t::CUSPARSE_SDDMM_ALG_DEFAULT);
    let (mut of_a, mut of_c) = (null_mut(), null_mut());
    let row = cusparseOrder_t::CUSPARSE_ORDER_ROW;
    check!(call!(cusparseCreateDnMat(&raw mut of_a, 2, 2, 2, at, sampled, row)), SUCCESS);
    check!(
        call!(cusparseCreateCsr(&raw mut of_c, 2, 2, 1, at, at, at, narrow, narrow, base, sampled)),
        SUCCESS
    );
    let found = call!(cusparseSDDMM_bufferSize(
        handle,
        none,
        none,
        factor,
        of_a.cast_const(),
        of_a.cast_const(),
        factor,
        of_c,
        ty,
        alg,
        to
    ));
    check!(found, NOT_SUPPORTED, "SDDMM of bf16");
    check!(call!(cusparseDestroyDnMat(of_a.cast_const())), SUCCESS);
    check!(call!(cusparseDestroySpMat(of_c.cast_const())), SUCCESS);
    check!(call!(cusparseCsrSetPointers(csr, null_mut(), at, at)), INVALID);
    check!(call!(cusparseCooSetPointers(csr, at, at, at)), INVALID);
    check!(
        call!(cusparseSpMatGetSize(csr.cast_const(), null_mut(), null_mut(), null_mut())),
        INVALID
    );
    let fill = 2_u32;
    let (attribute, fill) =
        (cusparseSpMatAttribute_t::CUSPARSE_SPMAT_FILL_MODE, (&raw const fill).cast_mut().cast());
    check!(call!(cusparseSpMatSetAttribute(csr, attribute, fill, 4)), INVALID);
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
            to
        ));
        check!(found, expected, format!("{rows} rows, {values:?}, {algorithm:?}"));
    }
    for it in [csr, coo, csc] {
        check!(call!(cusparseDestroySpMat(it.cast_const())), SUCCESS);
    }
    for it in [b, c] {
        check!(call!(cusparseDestroyDnMat(it.cast_const())), SUCCESS);
    }
    for it in [x, y] {
        check!(call!(cusparseDestroyDnVec(it.cast_const())), SUCCESS);
    }
    check!(call!(cusparseDestroy(handle)), SUCCESS);
    assert!(wrong.is_empty(), "{wrong:#?}");
}
