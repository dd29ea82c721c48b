//! Copies between contexts and devices, and peer access.

use cuda_driver_sys::{CUresult, Symbol};

use crate::context::Context;
use crate::device::{Device, P2pAttribute};
use crate::driver::Raw;
use crate::error::{CuResult, Error};
use crate::memory::{DeviceSlice, DeviceSliceMut, Element, same_bytes};
use crate::stream::{
    Stream,
    settle::{Proof, settle},
};

impl Stream {
    /// Copies device memory of any stream, context or device to memory of the same length of this stream. The copy
    /// waits for the work submitted to the source's stream so far, and later work of that stream waits for the copy.
    ///
    /// [`cuMemcpyPeerAsync`](Raw::cuMemcpyPeerAsync),
    /// or [`cuMemcpyDtoDAsync`](Raw::cuMemcpyDtoDAsync)
    /// between contexts that [share memory](Context::shares_memory_with); and, between two streams, two calls before and two after it, which order them.
    ///
    /// # Errors
    /// [`Error::Length`], [`Error::OtherStream`] or [`Error::OtherContext`] if the target is another
    /// stream's, or the driver's error.
    ///
    /// # Aborts
    /// As [`scope`](Stream::scope), if the source's stream can't be made to wait for the copy.
    #[doc(alias = "cuMemcpyDtoDAsync")]
    #[doc(alias = "cuMemcpyDtoDAsync_v2")]
    #[doc(alias = "cuMemcpyPeerAsync")]
    pub fn copy_peer<'a, 'b, T: Element>(
        &self,
        source: impl Into<DeviceSlice<'a, T>>,
        target: impl Into<DeviceSliceMut<'b, T>>,
    ) -> Result<(), Error> {
        let (source, target) = (source.into(), target.into());
        self.owns(target.stream())?;
        let bytes = same_bytes::<T>(source.len(), target.len())?;
        if bytes == 0 {
            return Ok(());
        }
        let (from, to) = (source.as_raw(), target.as_raw());
        let (source_stream, source_context) = (source.stream(), source.stream().context());
        self.wait_stream(source_stream)?;
        // SAFETY: both are memory of that many bytes in their contexts, borrowed separately, and the streams are ordered.
        self.submit_copy(|raw, stream| unsafe {
            if self.context().shares_memory_with(source_context) {
                raw.cuMemcpyDtoDAsync(to, from, bytes, stream)
            } else {
                let (here, there) = (self.context().as_raw(), source_context.as_raw());
                raw.cuMemcpyPeerAsync(to, here, from, there, bytes, stream)
            }
        })?;
        source_stream.wait_stream(self).map_err(|error| {
            // The source's owner may write to it from now on.
            let _ = settle(self, &Proof::None);
            error.into()
        })
    }
}

impl Device {
    /// Returns whether contexts of this device can access memory of `peer`, once [`Context::enable_peer_access`] was
    /// called.
    ///
    /// [`cuDeviceCanAccessPeer`](Raw::cuDeviceCanAccessPeer)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuDeviceCanAccessPeer")]
    #[inline]
    pub fn can_access_peer(self, peer: Device) -> Result<bool, CuResult> {
        let raw = self.same_driver(peer, Symbol::cuDeviceCanAccessPeer)?;
        // SAFETY: the driver returned the devices.
        let can = unsafe { raw.cuDeviceCanAccessPeer(self.as_raw(), peer.as_raw()) }?;
        Ok(can != 0)
    }

    /// Returns an attribute of the link from this device to `peer`.
    ///
    /// [`cuDeviceGetP2PAttribute`](Raw::cuDeviceGetP2PAttribute)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_DEVICE` (101) if `peer` is the device itself, or the driver's error.
    #[doc(alias = "cuDeviceGetP2PAttribute")]
    #[inline]
    pub fn peer_attribute(self, peer: Device, attribute: P2pAttribute) -> Result<i32, CuResult> {
        let raw = self.same_driver(peer, Symbol::cuDeviceGetP2PAttribute)?;
        // SAFETY: the driver returned the devices, and an unknown attribute is an error.
        unsafe { raw.cuDeviceGetP2PAttribute(attribute.as_raw(), self.as_raw(), peer.as_raw()) }
    }
}

impl Device {
    /// Returns the driver if `peer` belongs to the same one.
    pub(crate) fn same_driver(self, peer: Device, call: Symbol) -> Result<Raw, CuResult> {
        let raw = self.driver().raw();
        if self.driver() != peer.driver() {
            raw.check(call, CUresult::CUDA_ERROR_INVALID_DEVICE)?;
        }
        Ok(raw)
    }
}

impl Context {
    /// Lets this context's kernels access memory of `peer`, until [`disable_peer_access`](Self::disable_peer_access) is
    /// called. Copies between them also work without it.
    ///
    /// [`cuCtxEnablePeerAccess`](Raw::cuCtxEnablePeerAccess)
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
    /// [`cuCtxDisablePeerAccess`](Raw::cuCtxDisablePeerAccess)
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
