//! A cuBLAS whose functions do nothing, so that what is left of a call is the cost of making it.

use core::ffi::{c_int, c_void};
use core::ptr::null;

use cublas::Cublas;
use cublas::sys::{
    CublasTable, Symbol, cublasAtomicsMode_t, cublasComputeType_t, cublasGemmAlgo_t,
    cublasHandle_t, cublasMath_t, cublasOperation_t, cublasPointerMode_t, cublasStatus_t,
};
use cuda_driver::sys::CUstream;

const OK: cublasStatus_t = cublasStatus_t::CUBLAS_STATUS_SUCCESS;

/// cuBLAS's numbers of types.
type Data = u32;

/// Returns the library.
pub fn cublas() -> Cublas {
    static TABLE: std::sync::OnceLock<CublasTable> = std::sync::OnceLock::new();
    let resolve = |symbol| match symbol {
        Symbol::cublasCreate_v2 => create as *const c_void,
        Symbol::cublasDestroy_v2 => destroy as *const c_void,
        Symbol::cublasSetStream_v2 => set_stream as *const c_void,
        Symbol::cublasSetPointerMode_v2 => set_pointer_mode as *const c_void,
        Symbol::cublasSetMathMode => set_math_mode as *const c_void,
        Symbol::cublasSetAtomicsMode => set_atomics_mode as *const c_void,
        Symbol::cublasGemmEx => gemm as *const c_void,
        Symbol::cublasAxpyEx => axpy as *const c_void,
        _ => null(),
    };
    // SAFETY: each function has the signature of its slot: the numbers of types are transparent.
    Cublas::from_table(TABLE.get_or_init(|| unsafe { CublasTable::from_fn(130_000, resolve) }))
}

unsafe extern "C" fn create(handle: *mut cublasHandle_t) -> cublasStatus_t {
    // SAFETY: the caller's pointer is to a live handle.
    unsafe { *handle = std::ptr::without_provenance_mut(0x1000) };
    OK
}

unsafe extern "C" fn destroy(_: cublasHandle_t) -> cublasStatus_t {
    OK
}

unsafe extern "C" fn set_stream(_: cublasHandle_t, stream: CUstream) -> cublasStatus_t {
    std::hint::black_box(stream);
    OK
}

unsafe extern "C" fn set_pointer_mode(_: cublasHandle_t, _: cublasPointerMode_t) -> cublasStatus_t {
    OK
}

unsafe extern "C" fn set_math_mode(_: cublasHandle_t, _: cublasMath_t) -> cublasStatus_t {
    OK
}

unsafe extern "C" fn set_atomics_mode(_: cublasHandle_t, _: cublasAtomicsMode_t) -> cublasStatus_t {
    OK
}

#[allow(clippy::too_many_arguments, reason = "cuBLAS's")]
unsafe extern "C" fn gemm(
    _: cublasHandle_t,
    _: cublasOperation_t,
    _: cublasOperation_t,
    _: c_int,
    _: c_int,
    _: c_int,
    _: *const c_void,
    a: *const c_void,
    _: Data,
    _: c_int,
    b: *const c_void,
    _: Data,
    _: c_int,
    _: *const c_void,
    c: *mut c_void,
    _: Data,
    _: c_int,
    _: cublasComputeType_t,
    _: cublasGemmAlgo_t,
) -> cublasStatus_t {
    std::hint::black_box((a, b, c));
    OK
}

#[allow(clippy::too_many_arguments, reason = "cuBLAS's")]
unsafe extern "C" fn axpy(
    _: cublasHandle_t,
    _: c_int,
    _: *const c_void,
    _: Data,
    x: *const c_void,
    _: Data,
    _: c_int,
    y: *mut c_void,
    _: Data,
    _: c_int,
    _: Data,
) -> cublasStatus_t {
    std::hint::black_box((x, y));
    OK
}
