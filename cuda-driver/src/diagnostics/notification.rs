use core::ffi::c_void;

use cuda_driver_sys::{CUasyncCallbackHandle, CUasyncNotificationInfo, CUasyncNotificationType};

use super::callbacks::{Callbacks, argument};
use crate::device::Device;
use crate::error::CuResult;
use crate::fork::is_forked;
use crate::opaque::Opaque;

/// What a device notifies the program of: [`Device::on_notification`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[doc(alias = "CUasyncNotificationInfo")]
pub enum Notification {
    /// The process uses more device memory than the operating system grants it, and should free some.
    OverBudget {
        /// How much more, in bytes.
        bytes: u64,
    },
}

/// A closure that the driver calls with notifications from a device, until this value is dropped: [`Device::on_notification`].
#[derive(Debug)]
#[must_use = "the closure is called only until the value is dropped"]
pub struct NotificationCallback {
    device: Device,
    number: usize,
    handle: Opaque<CUasyncCallbackHandle>,
}

impl Device {
    /// Calls `function` with each notification from the device, on a thread of the driver, until the returned value is dropped.
    ///
    /// It may still be running when the value has been dropped. Its panics are caught.
    ///
    /// [`cuDeviceRegisterAsyncNotification`](crate::driver::Raw::cuDeviceRegisterAsyncNotification)
    ///
    /// # Errors
    /// `CUDA_ERROR_NOT_SUPPORTED` (801) if the device has no notifications, and an error if the driver is older than CUDA 12.4.
    #[doc(alias = "cuDeviceRegisterAsyncNotification")]
    pub fn on_notification(
        self,
        function: impl Fn(Notification) + Send + Sync + 'static,
    ) -> Result<NotificationCallback, CuResult> {
        let raw = self.driver().raw();
        let number = CALLBACKS.add(raw, Box::new(function));
        // SAFETY: the driver returned the device. The function only looks for the number, however late it is called.
        let registered = unsafe {
            raw.cuDeviceRegisterAsyncNotification(self.as_raw(), Some(notified), argument(number))
        };
        match registered {
            Ok(handle) => Ok(NotificationCallback { device: self, number, handle: Opaque(handle) }),
            Err(error) => {
                CALLBACKS.remove(number);
                Err(error)
            }
        }
    }
}

impl Drop for NotificationCallback {
    #[doc(alias = "cuDeviceUnregisterAsyncNotification")]
    fn drop(&mut self) {
        if is_forked() {
            return;
        }
        let (raw, device) = (self.device.driver().raw(), self.device.as_raw());
        // SAFETY: the callback is registered. Errors are ignored; it then finds nothing to call.
        let _ = unsafe { raw.cuDeviceUnregisterAsyncNotification(device, self.handle.0) };
        CALLBACKS.remove(self.number);
    }
}

static CALLBACKS: Callbacks<Box<dyn Fn(Notification) + Send + Sync>> = Callbacks::new();

/// # Safety
/// `info` is null or a notification.
unsafe extern "C" fn notified(
    info: *mut CUasyncNotificationInfo,
    number: *mut c_void,
    _: CUasyncCallbackHandle,
) {
    CALLBACKS.call(number.addr(), |function| {
        // SAFETY: the driver passes a notification.
        let Some(info) = (unsafe { info.as_ref() }) else {
            return;
        };
        if info.type_ == CUasyncNotificationType::CU_ASYNC_NOTIFICATION_TYPE_OVER_BUDGET {
            // SAFETY: this is the field of the type.
            let bytes = unsafe { info.info.overBudget.bytesOverBudget };
            function(Notification::OverBudget { bytes });
        }
    });
}
