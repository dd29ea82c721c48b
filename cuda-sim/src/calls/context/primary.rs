//! The primary contexts, one for each device.

use core::ffi::{c_int, c_uint};

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::state::outcome::{Out, Outcome};
use crate::state::{
    context::check_flags,
    error::{INVALID_VALUE, NOT_PERMITTED, PRIMARY_CONTEXT_ACTIVE},
};

impl Call {
    pub(crate) fn cuDevicePrimaryCtxRetain(&self, pctx: Out<CUcontext>, dev: CUdevice) -> Outcome {
        let device = self.device(dev)?;
        pctx.not_null()?;
        if !self.system.contexts.primary_state(device)?.1 {
            self.system.check()?;
        }
        pctx.store(self.system.contexts.retain_primary(device)?.raw())
    }

    pub(crate) fn cuDevicePrimaryCtxRelease_v2(&self, dev: CUdevice) -> Outcome {
        let device = self.device(dev)?;
        let green = self.system.green.live.all().into_iter();
        let green = green.filter(|(_, green)| green.context.device == device);
        if self.system.contexts.is_held_by_green(device, green.count()) {
            return Err(NOT_PERMITTED);
        }
        self.system.release_primary(device)
    }

    pub(crate) fn cuDevicePrimaryCtxRelease(&self, dev: CUdevice) -> Outcome {
        self.cuDevicePrimaryCtxRelease_v2(dev)
    }

    pub(crate) fn cuDevicePrimaryCtxReset_v2(&self, dev: CUdevice) -> Outcome {
        let device = self.device(dev)?;
        self.system.reset_primary(device)
    }

    pub(crate) fn cuDevicePrimaryCtxReset(&self, dev: CUdevice) -> Outcome {
        self.cuDevicePrimaryCtxReset_v2(dev)
    }

    pub(crate) fn cuDevicePrimaryCtxSetFlags_v2(&self, dev: CUdevice, flags: c_uint) -> Outcome {
        let device = self.device(dev)?;
        check_flags(flags)?;
        if flags & CUctx_flags::CU_CTX_MAP_HOST.0 != 0 {
            // This flag is always set, and must not be requested.
            return Err(INVALID_VALUE);
        }
        self.system.contexts.set_primary_flags(device, flags)
    }

    // Unlike the newer one, not while the context is there.
    pub(crate) fn cuDevicePrimaryCtxSetFlags(&self, dev: CUdevice, flags: c_uint) -> Outcome {
        let device = self.device(dev)?;
        check_flags(flags)?;
        if self.system.contexts.primary_state(device)?.1 {
            return Err(PRIMARY_CONTEXT_ACTIVE);
        }
        self.cuDevicePrimaryCtxSetFlags_v2(dev, flags)
    }

    pub(crate) fn cuDevicePrimaryCtxGetState(
        &self,
        dev: CUdevice,
        flags: Out<c_uint>,
        active: Out<c_int>,
    ) -> Outcome {
        if flags.is_null() || active.is_null() {
            return Err(INVALID_VALUE);
        }
        let device = self.device(dev)?;
        let (set, is_active) = self.system.contexts.primary_state(device)?;
        flags.store(set)?;
        active.store(c_int::from(is_active))
    }
}
