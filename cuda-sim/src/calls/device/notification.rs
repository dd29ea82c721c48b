//! Notifications from a device, which this one never sends.

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::state::{error::INVALID_VALUE, handles::next, outcome::store};

impl Call {
    entry!(cuDeviceRegisterAsyncNotification, |self, device, callbackFunc, _userData, callback| {
        self.device(device)?;
        if callbackFunc.is_none() || callback.is_null() {
            return Err(INVALID_VALUE);
        }
        let handle = next();
        self.system.notifications.lock().insert(handle);
        store(callback, handle as CUasyncCallbackHandle)
    });

    entry!(cuDeviceUnregisterAsyncNotification, |self, device, callback| {
        self.device(device)?;
        let mut registered = self.system.notifications.lock();
        if registered.remove(&(callback as usize)) { Ok(()) } else { Err(INVALID_VALUE) }
    });
}
