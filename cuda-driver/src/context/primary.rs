use crate::context::{Context, ContextFlags};
use crate::device::Device;
use crate::error::CuResult;

/// The state of a device's primary context, whether it exists or not: [`Device::primary_context_state`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct PrimaryContextState {
    /// The flags that it has, or will have once it is created.
    pub flags: ContextFlags,
    /// Whether it exists, because code in this process has retained it.
    pub is_active: bool,
}

impl Device {
    /// Returns the device's primary context, which the CUDA runtime and other libraries of the process share.
    ///
    /// [`cuDevicePrimaryCtxRetain`](crate::driver::Raw::cuDevicePrimaryCtxRetain)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuDevicePrimaryCtxRetain")]
    #[inline]
    pub fn primary_context(self) -> Result<Context, CuResult> {
        Context::primary(self)
    }

    /// Returns the flags of the device's primary context, and whether it exists. This doesn't create it.
    ///
    /// [`cuDevicePrimaryCtxGetState`](crate::driver::Raw::cuDevicePrimaryCtxGetState)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuDevicePrimaryCtxGetState")]
    #[inline]
    pub fn primary_context_state(self) -> Result<PrimaryContextState, CuResult> {
        // SAFETY: the driver returned the device.
        let (flags, active) =
            unsafe { self.driver().raw().cuDevicePrimaryCtxGetState(self.as_raw()) }?;
        Ok(PrimaryContextState {
            flags: ContextFlags::from_bits_retain(flags),
            is_active: active != 0,
        })
    }

    /// Sets the flags of the device's primary context, which all libraries of the process share.
    ///
    /// [`cuDevicePrimaryCtxSetFlags`](crate::driver::Raw::cuDevicePrimaryCtxSetFlags)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) for `MAP_HOST`, which it always has, and for flags that exclude each other.
    #[doc(alias("cuDevicePrimaryCtxSetFlags", "cuDevicePrimaryCtxSetFlags_v2"))]
    #[inline]
    pub fn set_primary_context_flags(self, flags: ContextFlags) -> Result<(), CuResult> {
        // SAFETY: the driver returned the device.
        unsafe { self.driver().raw().cuDevicePrimaryCtxSetFlags(self.as_raw(), flags.bits()) }
    }

    /// Destroys everything in the device's primary context, including objects of other libraries.
    ///
    /// [`cuDevicePrimaryCtxReset`](crate::driver::Raw::cuDevicePrimaryCtxReset)
    ///
    /// # Errors
    /// Returns the driver's error.
    ///
    /// # Safety
    /// No object of the context is used or dropped afterwards, by any library of the process:
    /// dropping returns handles to the driver, which may have reused them by then. Forget the objects
    /// ([`core::mem::forget`]) instead, and every [`Context`] too, because it owns events and pinned
    /// memory.
    #[doc(alias("cuDevicePrimaryCtxReset", "cuDevicePrimaryCtxReset_v2"))]
    #[inline]
    pub unsafe fn reset_primary_context(self) -> Result<(), CuResult> {
        // SAFETY: the caller guarantees that no object of the context is used afterwards.
        unsafe { self.driver().raw().cuDevicePrimaryCtxReset(self.as_raw()) }
    }
}
