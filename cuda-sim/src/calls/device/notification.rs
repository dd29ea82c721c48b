//! Notifications from a device, which this one never sends.

use core::ffi::c_void;
use cuda_driver_sys::*;

use crate::calls::Call;
use crate::state::outcome::{Out, Outcome};
use crate::state::{error::INVALID_VALUE, handles::next};

impl Call {
    pub(crate) unsafe fn cuDeviceRegisterAsyncNotification(
        &self,
        device: CUdevice,
        callbackFunc: CUasyncCallback,
        _userData: *mut c_void,
        callback: Out<CUasyncCallbackHandle>,
    ) -> Outcome {
        self.device(device)?;
        if callbackFunc.is_none() || callback.is_null() {
            return Err(INVALID_VALUE);
        }
        let handle = next();
        self.system.notifications.lock().insert(handle);
        callback.store(handle as CUasyncCallbackHandle)
    }

    pub(crate) fn cuDeviceUnregisterAsyncNotification(
        &self,
        device: CUdevice,
        callback: CUasyncCallbackHandle,
    ) -> Outcome {
        self.device(device)?;
        let mut registered = self.system.notifications.lock();
        if registered.remove(&(callback as usize)) { Ok(()) } else { Err(INVALID_VALUE) }
    }
}
