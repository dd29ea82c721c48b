use cuda_driver_sys::{CUresult, Symbol};

use crate::device::{Device, P2pAttribute};
use crate::driver::Raw;
use crate::error::CuResult;

impl Device {
    /// Returns whether contexts of this device can access memory of `peer`, once
    /// [`Context::enable_peer_access`](crate::context::Context::enable_peer_access) was called.
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

    /// Returns the driver if `peer` belongs to the same one.
    #[inline]
    pub(crate) fn same_driver(self, peer: Device, call: Symbol) -> Result<Raw, CuResult> {
        let raw = self.driver().raw();
        if self.driver() != peer.driver() {
            raw.check(call, CUresult::CUDA_ERROR_INVALID_DEVICE)?;
        }
        Ok(raw)
    }
}
