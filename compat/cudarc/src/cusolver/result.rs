//! Unsafe calls that return a `Result`.

use super::sys;
use crate::library::value;

crate::library::error!(CusolverError of cusolver cusolverStatus_t, CUSOLVER_STATUS_SUCCESS);

macro_rules! create {
    ($($name:ident $function:ident -> $handle:ident;)*) => {$(
        pub fn $name() -> Result<sys::$handle, CusolverError> {
            // SAFETY: the call stores a handle.
            unsafe { value(|handle| sys::$function(handle).result()) }
        }
    )*};
}

create! {
    dn_create cusolverDnCreate -> cusolverDnHandle_t;
    dn_create_params cusolverDnCreateParams -> cusolverDnParams_t;
    sp_create cusolverSpCreate -> cusolverSpHandle_t;
    rf_create cusolverRfCreate -> cusolverRfHandle_t;
}

crate::library::calls! {
    -> Result<(), CusolverError>;
    dn_destroy cusolverDnDestroy(handle: sys::cusolverDnHandle_t);
    dn_set_stream cusolverDnSetStream(handle: sys::cusolverDnHandle_t, stream: sys::cudaStream_t);
    dn_set_deterministic_mode cusolverDnSetDeterministicMode(
        handle: sys::cusolverDnHandle_t, mode: sys::cusolverDeterministicMode_t,
    );
    dn_set_adv_options cusolverDnSetAdvOptions(
        params: sys::cusolverDnParams_t, function: sys::cusolverDnFunction_t, algo: sys::cusolverAlgMode_t,
    );
    dn_destroy_params cusolverDnDestroyParams(params: sys::cusolverDnParams_t);
    sp_destroy cusolverSpDestroy(handle: sys::cusolverSpHandle_t);
    sp_set_stream cusolverSpSetStream(handle: sys::cusolverSpHandle_t, stream: sys::cudaStream_t);
    rf_destroy cusolverRfDestroy(handle: sys::cusolverRfHandle_t);
    rf_set_matrix_format cusolverRfSetMatrixFormat(
        handle: sys::cusolverRfHandle_t, format: sys::cusolverRfMatrixFormat_t, diag: sys::cusolverRfUnitDiagonal_t,
    );
    rf_set_numeric_properties cusolverRfSetNumericProperties(handle: sys::cusolverRfHandle_t, zero: f64, boost: f64);
    rf_set_reset_values_fast_mode cusolverRfSetResetValuesFastMode(
        handle: sys::cusolverRfHandle_t, fast_mode: sys::cusolverRfResetValuesFastMode_t,
    );
    rf_set_algs cusolverRfSetAlgs(
        handle: sys::cusolverRfHandle_t, fact_alg: sys::cusolverRfFactorization_t,
        alg: sys::cusolverRfTriangularSolve_t,
    );
}

pub unsafe fn dn_get_deterministic_mode(
    handle: sys::cusolverDnHandle_t,
) -> Result<sys::cusolverDeterministicMode_t, CusolverError> {
    // SAFETY: the caller guarantees that the handle is alive; the call stores the mode.
    let mode = unsafe {
        value(|to: *mut u32| sys::cusolverDnGetDeterministicMode(handle, to.cast()).result())
    }?;
    let known = sys::cusolverDeterministicMode_t::of(mode.into());
    known.ok_or(CusolverError(sys::cusolverStatus_t::CUSOLVER_STATUS_INTERNAL_ERROR))
}
