//! Access to other devices' memory.
//!
//! All devices share one memory, so a kernel's access succeeds even without peer access; a fill is checked.

use core::ffi::{c_int, c_uint};

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::calls::device::check_atomics;
use crate::memory::{Access, AllocationKind};
use crate::state::{
    error::*,
    location::Location,
    outcome::{Out, Outcome},
    pool::READ_WRITE,
    stream::Stream,
};

impl Call {
    /// Rejects memory of another device to which the stream's context has no access.
    pub(in crate::calls) fn check_reach(&self, stream: &Stream, address: u64) -> Outcome {
        let Some(allocation) = self.system.memory.containing(address) else {
            return Err(INVALID_VALUE);
        };
        let context = self.context_of(stream)?;
        let may = match allocation.kind {
            AllocationKind::Mapped(_) => self
                .system
                .virtual_memory
                .access(address, Location::Device(context.device))
                .is_some_and(|access| access != Access::None),
            _ if allocation.device == context.device => true,
            AllocationKind::Device | AllocationKind::Global => {
                context.peers.lock().contains(&allocation.context)
            }
            AllocationKind::Pool(pool) => match self.system.pools.get(pool as CUmemoryPool) {
                Ok(pool) => pool.access_of(context.device) == READ_WRITE,
                Err(_) => true,
            },
            _ => true,
        };
        if may { Ok(()) } else { Err(INVALID_VALUE) }
    }

    pub(crate) fn cuDeviceCanAccessPeer(
        &self,
        canAccessPeer: Out<c_int>,
        dev: CUdevice,
        peerDev: CUdevice,
    ) -> Outcome {
        canAccessPeer.not_null()?;
        let (device, peer) = (self.device(dev)?, self.device(peerDev)?);
        canAccessPeer.store(c_int::from(device != peer))
    }

    pub(crate) fn cuDeviceGetP2PAttribute(
        &self,
        value: Out<c_int>,
        attrib: CUdevice_P2PAttribute,
        srcDevice: CUdevice,
        dstDevice: CUdevice,
    ) -> Outcome {
        use CUdevice_P2PAttribute as A;
        value.not_null()?;
        // A device isn't its own peer.
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
        value.store(answer)
    }

    // All devices share one memory, also with the host.
    pub(crate) unsafe fn cuDeviceGetP2PAtomicCapabilities(
        &self,
        capabilities: *mut c_uint,
        operations: *const CUatomicOperation,
        count: c_uint,
        srcDevice: CUdevice,
        dstDevice: CUdevice,
    ) -> Outcome {
        check_atomics(capabilities, operations, count)?;
        if self.device(srcDevice)? == self.device(dstDevice)? {
            return Err(INVALID_DEVICE);
        }
        // SAFETY: the program's arrays have `count` elements, and aren't null, as was checked.
        unsafe { self.atomic_capabilities(capabilities, operations, count) }
    }

    pub(crate) fn cuCtxEnablePeerAccess(&self, peerContext: CUcontext, Flags: c_uint) -> Outcome {
        let context = self.owning_context()?;
        let peer = self.system.contexts.get(peerContext)?;
        if Flags != 0 {
            return Err(INVALID_VALUE);
        }
        if peer.device == context.device {
            return Err(PEER_ACCESS_UNSUPPORTED);
        }
        if context.peers.lock().insert(peer.handle) {
            Ok(())
        } else {
            Err(PEER_ACCESS_ALREADY_ENABLED)
        }
    }

    pub(crate) fn cuCtxDisablePeerAccess(&self, peerContext: CUcontext) -> Outcome {
        let context = self.owning_context()?;
        let peer = self.system.contexts.get(peerContext)?;
        if context.peers.lock().remove(&peer.handle) {
            Ok(())
        } else {
            Err(PEER_ACCESS_NOT_ENABLED)
        }
    }
}
