use cuda_driver_sys::Symbol;

use crate::context::Context;
use crate::error::CuResult;

impl Context {
    /// Lets this context's kernels access memory of `peer`, until [`disable_peer_access`](Self::disable_peer_access) is
    /// called. Copies between them also work without it.
    ///
    /// [`cuCtxEnablePeerAccess`](crate::driver::Raw::cuCtxEnablePeerAccess)
    ///
    /// # Errors
    /// `CUDA_ERROR_PEER_ACCESS_UNSUPPORTED` (217) if the devices don't support it, or are the same device, and
    /// `CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED` (704).
    #[doc(alias = "cuCtxEnablePeerAccess")]
    #[inline]
    pub fn enable_peer_access(&self, peer: &Context) -> Result<(), CuResult> {
        (self.device()).same_driver(peer.device(), Symbol::cuCtxEnablePeerAccess)?;
        let _bound = self.bind()?;
        // SAFETY: this context is current, and the other alive; zero is the only value of the flags.
        unsafe { self.raw().cuCtxEnablePeerAccess(peer.as_raw(), 0) }
    }

    /// Disables access that was enabled with [`enable_peer_access`](Self::enable_peer_access).
    ///
    /// [`cuCtxDisablePeerAccess`](crate::driver::Raw::cuCtxDisablePeerAccess)
    ///
    /// # Errors
    /// `CUDA_ERROR_PEER_ACCESS_NOT_ENABLED` (705).
    #[doc(alias = "cuCtxDisablePeerAccess")]
    #[inline]
    pub fn disable_peer_access(&self, peer: &Context) -> Result<(), CuResult> {
        (self.device()).same_driver(peer.device(), Symbol::cuCtxDisablePeerAccess)?;
        let _bound = self.bind()?;
        // SAFETY: this context is current, and the other alive.
        unsafe { self.raw().cuCtxDisablePeerAccess(peer.as_raw()) }
    }
}
