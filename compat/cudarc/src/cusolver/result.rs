//! Unsafe calls that return a `Result`.

use super::sys;
use crate::library::value;

crate::library::error!(CusolverError of cusolver cusolverStatus_t, CUSOLVER_STATUS_SUCCESS);

pub fn dn_create() -> Result<sys::cusolverDnHandle_t, CusolverError> {
    // SAFETY: the call stores a handle.
    unsafe { value(|handle| sys::cusolverDnCreate(handle).result()) }
}

pub fn dn_create_params() -> Result<sys::cusolverDnParams_t, CusolverError> {
    // SAFETY: the call stores a handle.
    unsafe { value(|handle| sys::cusolverDnCreateParams(handle).result()) }
}

pub fn sp_create() -> Result<sys::cusolverSpHandle_t, CusolverError> {
    // SAFETY: the call stores a handle.
    unsafe { value(|handle| sys::cusolverSpCreate(handle).result()) }
}

pub fn rf_create() -> Result<sys::cusolverRfHandle_t, CusolverError> {
    // SAFETY: the call stores a handle.
    unsafe { value(|handle| sys::cusolverRfCreate(handle).result()) }
}

pub unsafe fn dn_destroy(handle: sys::cusolverDnHandle_t) -> Result<(), CusolverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cusolverDnDestroy(handle) }.result()
}

pub unsafe fn dn_set_stream(
    handle: sys::cusolverDnHandle_t,
    stream: sys::cudaStream_t,
) -> Result<(), CusolverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cusolverDnSetStream(handle, stream) }.result()
}

pub unsafe fn dn_set_deterministic_mode(
    handle: sys::cusolverDnHandle_t,
    mode: sys::cusolverDeterministicMode_t,
) -> Result<(), CusolverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cusolverDnSetDeterministicMode(handle, mode) }.result()
}

pub unsafe fn dn_set_adv_options(
    params: sys::cusolverDnParams_t,
    function: sys::cusolverDnFunction_t,
    algo: sys::cusolverAlgMode_t,
) -> Result<(), CusolverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cusolverDnSetAdvOptions(params, function, algo) }.result()
}

pub unsafe fn dn_destroy_params(params: sys::cusolverDnParams_t) -> Result<(), CusolverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cusolverDnDestroyParams(params) }.result()
}

pub unsafe fn sp_destroy(handle: sys::cusolverSpHandle_t) -> Result<(), CusolverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cusolverSpDestroy(handle) }.result()
}

pub unsafe fn sp_set_stream(
    handle: sys::cusolverSpHandle_t,
    stream: sys::cudaStream_t,
) -> Result<(), CusolverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cusolverSpSetStream(handle, stream) }.result()
}

pub unsafe fn rf_destroy(handle: sys::cusolverRfHandle_t) -> Result<(), CusolverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cusolverRfDestroy(handle) }.result()
}

pub unsafe fn rf_set_matrix_format(
    handle: sys::cusolverRfHandle_t,
    format: sys::cusolverRfMatrixFormat_t,
    diag: sys::cusolverRfUnitDiagonal_t,
) -> Result<(), CusolverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cusolverRfSetMatrixFormat(handle, format, diag) }.result()
}

pub unsafe fn rf_set_numeric_properties(
    handle: sys::cusolverRfHandle_t,
    zero: f64,
    boost: f64,
) -> Result<(), CusolverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cusolverRfSetNumericProperties(handle, zero, boost) }.result()
}

pub unsafe fn rf_set_reset_values_fast_mode(
    handle: sys::cusolverRfHandle_t,
    fast_mode: sys::cusolverRfResetValuesFastMode_t,
) -> Result<(), CusolverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cusolverRfSetResetValuesFastMode(handle, fast_mode) }.result()
}

pub unsafe fn rf_set_algs(
    handle: sys::cusolverRfHandle_t,
    fact_alg: sys::cusolverRfFactorization_t,
    alg: sys::cusolverRfTriangularSolve_t,
) -> Result<(), CusolverError> {
    // SAFETY: the caller keeps to the function's contract.
    unsafe { sys::cusolverRfSetAlgs(handle, fact_alg, alg) }.result()
}

pub unsafe fn dn_get_deterministic_mode(
    handle: sys::cusolverDnHandle_t,
) -> Result<sys::cusolverDeterministicMode_t, CusolverError> {
    // SAFETY: the caller guarantees that the handle is alive; the call stores the mode.
    let mode = unsafe {
        value(|to: *mut u32| sys::cusolverDnGetDeterministicMode(handle, to.cast()).result())
    }?;
    let checked_mode = sys::cusolverDeterministicMode_t::of(mode.into());
    checked_mode.ok_or(CusolverError(sys::cusolverStatus_t::CUSOLVER_STATUS_INTERNAL_ERROR))
}
