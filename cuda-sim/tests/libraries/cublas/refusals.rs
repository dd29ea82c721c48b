//! Wrong arguments, functions that it lacks, and what handles hold.

use core::ffi::CStr;
use core::ptr::{null, null_mut};

use cuda_libraries_sys::cublas::*;
use cuda_libraries_sys::shared::libraryPropertyType;

use super::{OPERATIONS, SUCCESS, TestHandle, call};
use crate::run_alone;

const INVALID: cublasStatus_t = cublasStatus_t::CUBLAS_STATUS_INVALID_VALUE;
const NOT_INITIALIZED: cublasStatus_t = cublasStatus_t::CUBLAS_STATUS_NOT_INITIALIZED;

#[test]
fn a_handle_that_is_null_or_destroyed_is_not_initialized() {
    if !crate::is_software() {
        return;
    }
    let mut stream = null_mut();
    let null = null_mut();
    assert_eq!(call!(cublasGetStream_v2(null, &raw mut stream)), NOT_INITIALIZED);
    let gone = TestHandle::new().handle;
    assert_eq!(call!(cublasGetStream_v2(gone, &raw mut stream)), NOT_INITIALIZED);
    assert_eq!(call!(cublasDestroy_v2(gone)), NOT_INITIALIZED);
    assert_eq!(call!(cublasCreate_v2(null_mut())), INVALID);
}

#[test]
fn sizes_and_distances_that_cannot_be_are_invalid() {
    let test = TestHandle::new();
    let one = 1.0_f32;
    let x = test.upload(&[0.0_f32; 16]);
    let gemm = |[m, n, k]: [i32; 3], [lda, ldb, ldc]: [i32; 3], operation| {
        call!(cublasSgemm_v2(
            test.handle,
            operation,
            OPERATIONS[0],
            m,
            n,
            k,
            &raw const one,
            x.c(),
            lda,
            x.c(),
            ldb,
            &raw const one,
            x.m(),
            ldc
        ))
    };
    let none = OPERATIONS[0];
    for sizes in [[-1, 2, 2], [2, -1, 2], [2, 2, -1]] {
        assert_eq!(gemm(sizes, [4; 3], none), INVALID, "{sizes:?}");
    }
    for leading in [[1, 2, 2], [2, 1, 2], [2, 2, 1], [0, 2, 2]] {
        assert_eq!(gemm([2; 3], leading, none), INVALID, "{leading:?}");
    }
    // A transposed matrix has as many rows as the other one's columns.
    assert_eq!(gemm([2, 2, 3], [2, 3, 2], OPERATIONS[1]), INVALID);
    assert_eq!(gemm([2, 2, 3], [2, 3, 2], none), SUCCESS);
    assert_eq!(gemm([2; 3], [2; 3], cublasOperation_t(7)), INVALID);
    // Also those of empty matrices are at least 1.
    assert_eq!(gemm([0; 3], [0; 3], none), INVALID);
    assert_eq!(gemm([0; 3], [1; 3], none), SUCCESS);
    let gemv = |increment| {
        call!(cublasSgemv_v2(
            test.handle,
            none,
            2,
            2,
            &raw const one,
            x.c(),
            2,
            x.c(),
            1,
            &raw const one,
            x.m(),
            increment
        ))
    };
    assert_eq!(gemv(1), SUCCESS);
    // cuBLAS 13.1 doesn't look.
    if crate::chosen().is_software() {
        assert_eq!(gemv(0), INVALID);
        let null = call!(cublasSscal_v2(test.handle, 2, null(), x.m(), 1));
        assert_eq!(null, INVALID);
    }
}

#[test]
fn what_is_set_in_a_handle_is_read_from_it() {
    let test = TestHandle::new();
    let mut stream = null_mut();
    assert_eq!(call!(cublasGetStream_v2(test.handle, &raw mut stream)), SUCCESS);
    assert_eq!(stream, test.stream.as_raw().cast());
    let mut mode = cublasPointerMode_t::default();
    let device = cublasPointerMode_t::CUBLAS_POINTER_MODE_DEVICE;
    assert_eq!(call!(cublasSetPointerMode_v2(test.handle, device)), SUCCESS);
    assert_eq!(call!(cublasGetPointerMode_v2(test.handle, &raw mut mode)), SUCCESS);
    assert_eq!(mode, device);
    let unknown = cublasPointerMode_t(5);
    assert_eq!(call!(cublasSetPointerMode_v2(test.handle, unknown)), INVALID);
    let mut math = cublasMath_t::default();
    let tf32 = cublasMath_t::CUBLAS_TF32_TENSOR_OP_MATH;
    assert_eq!(call!(cublasSetMathMode(test.handle, tf32)), SUCCESS);
    assert_eq!(call!(cublasGetMathMode(test.handle, &raw mut math)), SUCCESS);
    assert_eq!(math, tf32);
}

#[test]
fn it_is_the_newest_release_that_the_table_knows() {
    if !crate::is_software() {
        return;
    }
    let table = cuda_sim_libraries::cublas::table();
    let newest = FUNCTIONS.iter().map(|function| function.since).max();
    let mut parts = [0; 3];
    let properties = [
        libraryPropertyType::MAJOR_VERSION,
        libraryPropertyType::MINOR_VERSION,
        libraryPropertyType::PATCH_LEVEL,
    ];
    for (part, property) in parts.iter_mut().zip(properties) {
        assert_eq!(call!(cublasGetProperty(property, part)), SUCCESS);
    }
    let number = parts[0] * 10_000 + parts[1] * 100 + parts[2];
    assert_eq!(table.version(), number as u32);
    assert!(newest.is_some_and(|newest| newest <= table.version()));
    let mut version = 0;
    assert_eq!(call!(cublasGetVersion_v2(null_mut(), &raw mut version)), SUCCESS);
    assert_eq!(version, number);
    assert_eq!(table.missing().count(), 0);
}

#[test]
fn a_status_has_a_name_and_a_text() {
    if !crate::is_software() {
        return;
    }
    let text = |pointer| {
        // SAFETY: the function returned a string that lives forever.
        unsafe { CStr::from_ptr(pointer) }.to_str().unwrap()
    };
    assert_eq!(text(call!(cublasGetStatusName(INVALID))), "CUBLAS_STATUS_INVALID_VALUE");
    let expected = INVALID.description().unwrap();
    assert_eq!(text(call!(cublasGetStatusString(INVALID))), expected);
}

#[test]
fn a_function_that_it_lacks_is_not_supported_and_printed_once() {
    if !crate::is_software() {
        return;
    }
    let output = run_alone("cublas::refusals::lacking", &[]);
    let text = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<&str> = text.lines().filter(|line| line.contains("cublasXt")).collect();
    let expected = "cuda-sim: cublasXtMaxBoards was called, which the stand-in for cuBLAS doesn't support \
                    (CUBLAS_STATUS_NOT_SUPPORTED)";
    assert_eq!(lines, [expected]);
}

#[test]
#[ignore = "another test runs it in a process of its own"]
fn lacking() {
    for _ in 0..2 {
        let status = call!(cublasXtMaxBoards(null_mut()));
        assert_eq!(status, cublasStatus_t::CUBLAS_STATUS_NOT_SUPPORTED);
    }
    let unsupported = cuda_sim_libraries::cublas::unsupported();
    assert!(unsupported.contains(&Symbol::cublasXtMaxBoards));
    // All but the interface for several GPUs, and a function of integers.
    let others = unsupported.iter().map(|symbol| symbol.function().name);
    let others: Vec<&str> = others.filter(|name| !name.contains("Xt")).collect();
    assert_eq!(others, ["cublasXerbla", "cublasUint8gemmBias"]);
}
