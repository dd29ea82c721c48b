//! The attributes of a stream.

use cuda_driver_sys::{CUcontext, CUgreenCtx};

use crate::device::Device;
use crate::error::CuResult;
use crate::stream::{Stream, StreamFlags};

/// The context of a stream, as the driver reports it: [`Stream::origin`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct StreamOrigin {
    /// The context; the device's primary one, if the stream belongs to a green context.
    pub context: CUcontext,
    /// The green context, or null.
    pub green: CUgreenCtx,
}

impl Stream {
    /// Returns the priority of the stream: 0 is the lowest, and the highest is the smallest number
    /// ([`Context::stream_priority_range`](crate::context::Context::stream_priority_range)).
    ///
    /// [`cuStreamGetPriority`](crate::driver::Raw::cuStreamGetPriority)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuStreamGetPriority")]
    #[inline]
    pub fn priority(&self) -> Result<i32, CuResult> {
        // SAFETY: the stream is alive.
        self.submit(|raw, stream| unsafe { raw.cuStreamGetPriority(stream) })
    }

    /// Returns the flags that the stream was created with.
    ///
    /// [`cuStreamGetFlags`](crate::driver::Raw::cuStreamGetFlags)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuStreamGetFlags")]
    #[inline]
    pub fn flags(&self) -> Result<StreamFlags, CuResult> {
        // SAFETY: the stream is alive.
        self.submit(|raw, stream| unsafe { raw.cuStreamGetFlags(stream) })
            .map(StreamFlags::from_bits_retain)
    }

    /// Returns the id of the stream, which is unique in this process.
    ///
    /// [`cuStreamGetId`](crate::driver::Raw::cuStreamGetId)
    ///
    /// # Errors
    /// An error if the driver is older than CUDA 12.0.
    #[doc(alias = "cuStreamGetId")]
    #[inline]
    pub fn id(&self) -> Result<u64, CuResult> {
        // SAFETY: the stream is alive.
        self.submit(|raw, stream| unsafe { raw.cuStreamGetId(stream) })
    }

    /// Returns the stream's device, as the driver reports it.
    ///
    /// [`cuStreamGetDevice`](crate::driver::Raw::cuStreamGetDevice)
    ///
    /// # Errors
    /// An error if the driver is older than CUDA 12.8. `self.context().device()` makes no driver call.
    #[doc(alias = "cuStreamGetDevice")]
    #[inline]
    pub fn device(&self) -> Result<Device, CuResult> {
        // SAFETY: the stream is alive.
        let device = self.submit(|raw, stream| unsafe { raw.cuStreamGetDevice(stream) })?;
        Ok(Device::new(self.context().driver(), device))
    }

    /// Returns the stream's context and green context, as the driver reports them. This is useful for a stream that was
    /// created elsewhere.
    ///
    /// [`cuStreamGetCtx`](crate::driver::Raw::cuStreamGetCtx) in
    /// its newest form (CUDA 12.5), or else in the old one, with `cuStreamGetGreenCtx` where the driver has it.
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias("cuStreamGetCtx", "cuStreamGetGreenCtx"))]
    #[inline]
    pub fn origin(&self) -> Result<StreamOrigin, CuResult> {
        self.submit(|raw, stream| {
            let table = raw.table();
            // SAFETY: the stream is alive.
            let (context, green) = unsafe {
                if table.cuStreamGetCtx_v2.is_some() {
                    raw.cuStreamGetCtx_v2(stream)?
                } else if table.cuStreamGetGreenCtx.is_some() {
                    (raw.cuStreamGetCtx(stream)?, raw.cuStreamGetGreenCtx(stream)?)
                } else {
                    (raw.cuStreamGetCtx(stream)?, core::ptr::null_mut())
                }
            };
            Ok(StreamOrigin { context, green })
        })
    }
}
