//! Access of one device to another's memory.
//!
//! All devices share one memory, so that access which was not enabled isn't stopped; only the calls tell.

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
        let (device, peer) = (self.device(dev)?, self.device(peerDev)?);
        store(canAccessPeer, c_int::from(device != peer))
    }

    pub(in crate::api) unsafe fn cuDeviceGetP2PAttribute(
        &self,
        value: *mut c_int,
        attrib: CUdevice_P2PAttribute,
        srcDevice: CUdevice,
        dstDevice: CUdevice,
    ) -> Outcome {
        use CUdevice_P2PAttribute as A;
        if value.is_null() {
            return Err(INVALID_VALUE);
        }
        // A device is no peer of itself.
        if self.device(srcDevice)? == self.device(dstDevice)? {
            return Err(INVALID_DEVICE);
        }
        let answer = match attrib {
            A::CU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED
            | A::CU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED => 1,
            A::CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK
            | A::CU_DEVICE_P2P_ATTRIBUTE_CUDA_ARRAY_ACCESS_SUPPORTED
            | A::CU_DEVICE_P2P_ATTRIBUTE_ONLY_PARTIAL_NATIVE_ATOMIC_SUPPORTED => 0,
            _ => return Err(INVALID_VALUE),
        };
        store(value, answer)
    }

    pub(in crate::api) unsafe fn cuCtxEnablePeerAccess(
        &self,
        peerContext: CUcontext,
        Flags: c_uint,
    ) -> Outcome {
        let context = self.current()?;
        if Flags != 0 {
            return Err(INVALID_VALUE);
        }
        let peer = self.system.contexts.get(peerContext)?;
        if peer.device == context.device {
            return Err(PEER_ACCESS_UNSUPPORTED);
        }
        match context.peers.lock().insert(peer.handle) {
            true => Ok(()),
            false => Err(PEER_ACCESS_ALREADY_ENABLED),
        }
    }

    pub(in crate::api) unsafe fn cuCtxDisablePeerAccess(&self, peerContext: CUcontext) -> Outcome {
        let context = self.current()?;
        let peer = self.system.contexts.get(peerContext)?;
        match context.peers.lock().remove(&peer.handle) {
            true => Ok(()),
            false => Err(PEER_ACCESS_NOT_ENABLED),
        }
    }
}
