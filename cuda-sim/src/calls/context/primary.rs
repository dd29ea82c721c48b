//! The primary contexts, one for each device.

use core::ffi::c_int;

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::state::{
    context::check_flags,
    error::{INVALID_VALUE, NOT_PERMITTED, PRIMARY_CONTEXT_ACTIVE},
    outcome::store,
};

impl Call {
    entry!(cuDevicePrimaryCtxRetain, |self, pctx, dev| {
        let device = self.device(dev)?;
        if pctx.is_null() {
            return Err(INVALID_VALUE);
        }
        if !self.system.contexts.primary_state(device)?.1 {
            self.system.check()?;
        }
        store(pctx, self.system.contexts.retain_primary(device)?.raw())
    });

    entry!(cuDevicePrimaryCtxRelease_v2, |self, dev| {
        let device = self.device(dev)?;
        let green = self.system.green.live.all().into_iter();
        let green = green.filter(|(_, green)| green.context.device == device);
        if self.system.contexts.is_held_by_green(device, green.count()) {
            return Err(NOT_PERMITTED);
        }
        self.system.release_primary(device)
    });

    entry!(cuDevicePrimaryCtxRelease, |self, dev| { self.cuDevicePrimaryCtxRelease_v2(dev) });

    entry!(cuDevicePrimaryCtxReset_v2, |self, dev| {
        let device = self.device(dev)?;
        self.system.reset_primary(device)
    });

    entry!(cuDevicePrimaryCtxReset, |self, dev| { self.cuDevicePrimaryCtxReset_v2(dev) });

    entry!(cuDevicePrimaryCtxSetFlags_v2, |self, dev, flags| {
        let device = self.device(dev)?;
        check_flags(flags)?;
        if flags & CUctx_flags::CU_CTX_MAP_HOST.0 != 0 {
            // This flag is always set, and must not be requested.
            return Err(INVALID_VALUE);
        }
        self.system.contexts.set_primary_flags(device, flags)
    });

    // Unlike the newer one, not while the context is there.
    entry!(cuDevicePrimaryCtxSetFlags, |self, dev, flags| {
        let device = self.device(dev)?;
        check_flags(flags)?;
        if self.system.contexts.primary_state(device)?.1 {
            return Err(PRIMARY_CONTEXT_ACTIVE);
        }
        self.cuDevicePrimaryCtxSetFlags_v2(dev, flags)
    });

    entry!(cuDevicePrimaryCtxGetState, |self, dev, flags, active| {
        if flags.is_null() || active.is_null() {
            return Err(INVALID_VALUE);
        }
        let device = self.device(dev)?;
        let (set, is_active) = self.system.contexts.primary_state(device)?;
        store(flags, set)?;
        store(active, c_int::from(is_active))
    });
}
