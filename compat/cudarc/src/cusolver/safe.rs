//! Handles that are destroyed when they are dropped.

use std::sync::Arc;

pub use super::result::CusolverError;
use super::{result, sys};
use crate::driver::CudaStream;

macro_rules! handles {
    ($($(#[$doc:meta])* $name:ident { $handle:ident: $ty:ident $(, $stream:ident)? } $destroy:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name {
            $handle: sys::$ty,
            $($stream: Arc<CudaStream>,)?
        }

        impl $name {
            pub fn cu(&self) -> sys::$ty {
                self.$handle
            }
        }

        impl Drop for $name {
            fn drop(&mut self) {
                // SAFETY: it is this value's, and nothing uses it afterwards.
                let _ = unsafe { result::$destroy(self.$handle) };
            }
        }
    )*};
}

handles! {
    /// Dense matrices, on a stream.
    DnHandle { handle: cusolverDnHandle_t, stream } dn_destroy;
    /// How dense matrices are decomposed.
    DnParams { params: cusolverDnParams_t } dn_destroy_params;
    /// Sparse matrices, on a stream.
    SpHandle { handle: cusolverSpHandle_t, stream } sp_destroy;
    /// Sparse matrices that are decomposed again with other values.
    RfHandle { handle: cusolverRfHandle_t } rf_destroy;
}

macro_rules! on_streams {
    ($($name:ident $create:ident $set_stream:ident;)*) => {$(
        // SAFETY: cuSOLVER lets any thread use a handle; two at the same time only by `unsafe` calls.
        unsafe impl Send for $name {}
        // SAFETY: as above.
        unsafe impl Sync for $name {}

        impl $name {
            pub fn new(stream: Arc<CudaStream>) -> Result<Self, CusolverError> {
                let bound = stream.context().bind_to_thread();
                bound.map_err(|_| CusolverError(sys::cusolverStatus_t::CUSOLVER_STATUS_NOT_INITIALIZED))?;
                let handle = Self { handle: result::$create()?, stream };
                // SAFETY: both are alive.
                unsafe { result::$set_stream(handle.handle, handle.stream.cu_stream().cast()) }?;
                Ok(handle)
            }

            pub fn stream(&self) -> &Arc<CudaStream> {
                &self.stream
            }

            /// # Safety
            /// Work of the stream before needs nothing that the handle keeps.
            pub unsafe fn set_stream(&mut self, stream: Arc<CudaStream>) -> Result<(), CusolverError> {
                // SAFETY: both are alive, and the caller guarantees the rest.
                unsafe { result::$set_stream(self.handle, stream.cu_stream().cast()) }?;
                self.stream = stream;
                Ok(())
            }
        }
    )*};
}

on_streams! {
    DnHandle dn_create dn_set_stream;
    SpHandle sp_create sp_set_stream;
}

impl DnHandle {
    pub fn set_deterministic_mode(
        &self,
        mode: sys::cusolverDeterministicMode_t,
    ) -> Result<(), CusolverError> {
        // SAFETY: the handle is alive.
        unsafe { result::dn_set_deterministic_mode(self.handle, mode) }
    }

    /// # Panics
    /// If the library is older than CUDA 12.2, as cudarc does.
    pub fn get_deterministic_mode(&self) -> sys::cusolverDeterministicMode_t {
        // SAFETY: the handle is alive.
        unsafe { result::dn_get_deterministic_mode(self.handle) }.expect("cuSOLVER has modes")
    }
}

impl DnParams {
    pub fn new(
        function: sys::cusolverDnFunction_t,
        algo: sys::cusolverAlgMode_t,
    ) -> Result<Self, CusolverError> {
        let params = Self { params: result::dn_create_params()? };
        // SAFETY: the parameters are alive.
        unsafe { result::dn_set_adv_options(params.params, function, algo) }?;
        Ok(params)
    }
}

// SAFETY: as for `DnHandle`.
unsafe impl Send for RfHandle {}
// SAFETY: as above.
unsafe impl Sync for RfHandle {}

macro_rules! settings {
    ($($name:ident $call:ident($($parameter:ident: $ty:ty),*);)*) => {
        impl RfHandle {
            pub fn new() -> Result<Self, CusolverError> {
                let handle = result::rf_create()?;
                Ok(Self { handle })
            }

            $(
                /// # Panics
                /// If cuSOLVER refuses it, as cudarc does.
                pub fn $name(&self, $($parameter: $ty),*) {
                    // SAFETY: the handle is alive.
                    unsafe { result::$call(self.handle, $($parameter),*) }.expect("cuSOLVER takes it");
                }
            )*
        }
    };
}

settings! {
    set_matrix_format rf_set_matrix_format(format: sys::cusolverRfMatrixFormat_t, diag: sys::cusolverRfUnitDiagonal_t);
    set_numeric_properties rf_set_numeric_properties(zero: f64, boost: f64);
    set_reset_values_fast_mode rf_set_reset_values_fast_mode(fast_mode: sys::cusolverRfResetValuesFastMode_t);
    set_algs rf_set_algs(fact_alg: sys::cusolverRfFactorization_t, alg: sys::cusolverRfTriangularSolve_t);
}
