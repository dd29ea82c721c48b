//! Handles that are destroyed when they are dropped.

use std::sync::Arc;

pub use super::result::CusolverError;
use super::{result, sys};
use crate::driver::CudaStream;

/// Dense matrices, on a stream.
#[derive(Debug)]
pub struct DnHandle {
    handle: sys::cusolverDnHandle_t,
    stream: Arc<CudaStream>,
}

impl DnHandle {
    pub fn cu(&self) -> sys::cusolverDnHandle_t {
        self.handle
    }
}

impl Drop for DnHandle {
    fn drop(&mut self) {
        // SAFETY: it is this value's, and nothing uses it afterwards.
        let _ = unsafe { result::dn_destroy(self.handle) };
    }
}

/// How dense matrices are decomposed.
#[derive(Debug)]
pub struct DnParams {
    params: sys::cusolverDnParams_t,
}

impl DnParams {
    pub fn cu(&self) -> sys::cusolverDnParams_t {
        self.params
    }
}

impl Drop for DnParams {
    fn drop(&mut self) {
        // SAFETY: it is this value's, and nothing uses it afterwards.
        let _ = unsafe { result::dn_destroy_params(self.params) };
    }
}

/// Sparse matrices, on a stream.
#[derive(Debug)]
pub struct SpHandle {
    handle: sys::cusolverSpHandle_t,
    stream: Arc<CudaStream>,
}

impl SpHandle {
    pub fn cu(&self) -> sys::cusolverSpHandle_t {
        self.handle
    }
}

impl Drop for SpHandle {
    fn drop(&mut self) {
        // SAFETY: it is this value's, and nothing uses it afterwards.
        let _ = unsafe { result::sp_destroy(self.handle) };
    }
}

/// Sparse matrices that are decomposed again with other values.
#[derive(Debug)]
pub struct RfHandle {
    handle: sys::cusolverRfHandle_t,
}

impl RfHandle {
    pub fn cu(&self) -> sys::cusolverRfHandle_t {
        self.handle
    }
}

impl Drop for RfHandle {
    fn drop(&mut self) {
        // SAFETY: it is this value's, and nothing uses it afterwards.
        let _ = unsafe { result::rf_destroy(self.handle) };
    }
}

// SAFETY: cuSOLVER lets any thread use a handle; two at the same time only by `unsafe` calls.
unsafe impl Send for DnHandle {}
// SAFETY: as above.
unsafe impl Sync for DnHandle {}

impl DnHandle {
    pub fn new(stream: Arc<CudaStream>) -> Result<Self, CusolverError> {
        let bound = stream.context().bind_to_thread();
        bound.map_err(|_| CusolverError(sys::cusolverStatus_t::CUSOLVER_STATUS_NOT_INITIALIZED))?;
        let handle = Self { handle: result::dn_create()?, stream };
        // SAFETY: both are alive.
        unsafe { result::dn_set_stream(handle.handle, handle.stream.cu_stream().cast()) }?;
        Ok(handle)
    }

    pub fn stream(&self) -> &Arc<CudaStream> {
        &self.stream
    }

    /// # Safety
    /// Work of the stream before needs nothing that the handle keeps.
    pub unsafe fn set_stream(&mut self, stream: Arc<CudaStream>) -> Result<(), CusolverError> {
        // SAFETY: both are alive, and the caller guarantees the rest.
        unsafe { result::dn_set_stream(self.handle, stream.cu_stream().cast()) }?;
        self.stream = stream;
        Ok(())
    }
}

// SAFETY: cuSOLVER lets any thread use a handle; two at the same time only by `unsafe` calls.
unsafe impl Send for SpHandle {}
// SAFETY: as above.
unsafe impl Sync for SpHandle {}

impl SpHandle {
    pub fn new(stream: Arc<CudaStream>) -> Result<Self, CusolverError> {
        let bound = stream.context().bind_to_thread();
        bound.map_err(|_| CusolverError(sys::cusolverStatus_t::CUSOLVER_STATUS_NOT_INITIALIZED))?;
        let handle = Self { handle: result::sp_create()?, stream };
        // SAFETY: both are alive.
        unsafe { result::sp_set_stream(handle.handle, handle.stream.cu_stream().cast()) }?;
        Ok(handle)
    }

    pub fn stream(&self) -> &Arc<CudaStream> {
        &self.stream
    }

    /// # Safety
    /// Work of the stream before needs nothing that the handle keeps.
    pub unsafe fn set_stream(&mut self, stream: Arc<CudaStream>) -> Result<(), CusolverError> {
        // SAFETY: both are alive, and the caller guarantees the rest.
        unsafe { result::sp_set_stream(self.handle, stream.cu_stream().cast()) }?;
        self.stream = stream;
        Ok(())
    }
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

impl RfHandle {
    pub fn new() -> Result<Self, CusolverError> {
        let handle = result::rf_create()?;
        Ok(Self { handle })
    }

    /// # Panics
    /// If cuSOLVER refuses it, as cudarc does.
    pub fn set_matrix_format(
        &self,
        format: sys::cusolverRfMatrixFormat_t,
        diag: sys::cusolverRfUnitDiagonal_t,
    ) {
        // SAFETY: the handle is alive.
        unsafe { result::rf_set_matrix_format(self.handle, format, diag) }
            .expect("cuSOLVER takes it");
    }

    /// # Panics
    /// If cuSOLVER refuses it, as cudarc does.
    pub fn set_numeric_properties(&self, zero: f64, boost: f64) {
        // SAFETY: the handle is alive.
        unsafe { result::rf_set_numeric_properties(self.handle, zero, boost) }
            .expect("cuSOLVER takes it");
    }

    /// # Panics
    /// If cuSOLVER refuses it, as cudarc does.
    pub fn set_reset_values_fast_mode(&self, fast_mode: sys::cusolverRfResetValuesFastMode_t) {
        // SAFETY: the handle is alive.
        unsafe { result::rf_set_reset_values_fast_mode(self.handle, fast_mode) }
            .expect("cuSOLVER takes it");
    }

    /// # Panics
    /// If cuSOLVER refuses it, as cudarc does.
    pub fn set_algs(
        &self,
        fact_alg: sys::cusolverRfFactorization_t,
        alg: sys::cusolverRfTriangularSolve_t,
    ) {
        // SAFETY: the handle is alive.
        unsafe { result::rf_set_algs(self.handle, fact_alg, alg) }.expect("cuSOLVER takes it");
    }
}
