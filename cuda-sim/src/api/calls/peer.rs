//! Access of one device to another: there is only one.

use core::ffi::{c_int, c_uint};

use cuda_driver_sys::*;

use super::Call;
use crate::api::error::*;
use crate::api::outcome::{Outcome, store};

impl Call {
    pub(in crate::api) unsafe fn cuDeviceCanAccessPeer(
        &self,
        canAccessPeer: *mut c_int,
        dev: CUdevice,
        peerDev: CUdevice,
    ) -> Outcome {
        self.device(dev)?;
        self.device(peerDev)?;
        store(canAccessPeer, 0)
    }

    pub(in crate::api) unsafe fn cuDeviceGetP2PAttribute(
        &self,
        value: *mut c_int,
        _attrib: CUdevice_P2PAttribute,
        _srcDevice: CUdevice,
        _dstDevice: CUdevice,
    ) -> Outcome {
        // A device is no peer of itself, and there is no other.
        if value.is_null() {
            Err(INVALID_VALUE)
        } else {
            Err(INVALID_DEVICE)
        }
    }

    pub(in crate::api) unsafe fn cuCtxEnablePeerAccess(
        &self,
        peerContext: CUcontext,
        Flags: c_uint,
    ) -> Outcome {
        self.current()?;
        if Flags != 0 {
            return Err(INVALID_VALUE);
        }
        self.system.contexts.get(peerContext)?;
        Err(PEER_ACCESS_UNSUPPORTED)
    }

    pub(in crate::api) unsafe fn cuCtxDisablePeerAccess(&self, peerContext: CUcontext) -> Outcome {
        self.current()?;
        self.system.contexts.get(peerContext)?;
        Err(PEER_ACCESS_NOT_ENABLED)
    }
}
