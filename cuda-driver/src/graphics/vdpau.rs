//! Surfaces and devices of VDPAU, which decodes and shows video on Linux.

use cuda_driver_sys::{VdpDevice, VdpGetProcAddress, VdpOutputSurface, VdpVideoSurface};

use super::{GraphicsRegisterFlags, GraphicsResource};
use crate::context::{Context, ContextFlags};
use crate::device::Device;
use crate::driver::Driver;
use crate::error::CuResult;

impl Context {
    /// Registers a `VdpVideoSurface`, whose fields and planes are mapped as arrays. The context is one of
    /// [`Device::create_vdpau_context`].
    ///
    /// [`cuGraphicsVDPAURegisterVideoSurface`](crate::driver::Raw::cuGraphicsVDPAURegisterVideoSurface)
    ///
    /// # Errors
    /// Returns the driver's error: `CUDA_ERROR_INVALID_CONTEXT` (201) in another context.
    ///
    /// # Safety
    /// - `surface` is a surface of the context's device of VDPAU, and isn't destroyed until it is unregistered.
    /// - While it is mapped, VDPAU doesn't use it. It keeps the flags' promises.
    #[doc(alias = "cuGraphicsVDPAURegisterVideoSurface")]
    pub unsafe fn register_vdpau_video_surface(
        &self,
        surface: VdpVideoSurface,
        flags: GraphicsRegisterFlags,
    ) -> Result<GraphicsResource, CuResult> {
        // SAFETY: the context is current, and the caller guarantees the rest.
        GraphicsResource::register(self, false, &|raw| unsafe {
            raw.cuGraphicsVDPAURegisterVideoSurface(surface, flags.bits())
        })
    }

    /// Registers a `VdpOutputSurface`, which is mapped as an array. The context is one of
    /// [`Device::create_vdpau_context`].
    ///
    /// [`cuGraphicsVDPAURegisterOutputSurface`](crate::driver::Raw::cuGraphicsVDPAURegisterOutputSurface)
    ///
    /// # Errors
    /// As [`register_vdpau_video_surface`](Self::register_vdpau_video_surface).
    ///
    /// # Safety
    /// As [`register_vdpau_video_surface`](Self::register_vdpau_video_surface).
    #[doc(alias = "cuGraphicsVDPAURegisterOutputSurface")]
    pub unsafe fn register_vdpau_output_surface(
        &self,
        surface: VdpOutputSurface,
        flags: GraphicsRegisterFlags,
    ) -> Result<GraphicsResource, CuResult> {
        // SAFETY: the context is current, and the caller guarantees the rest.
        GraphicsResource::register(self, false, &|raw| unsafe {
            raw.cuGraphicsVDPAURegisterOutputSurface(surface, flags.bits())
        })
    }
}

impl Driver {
    /// Returns the device that a `VdpDevice` uses.
    ///
    /// [`cuVDPAUGetDevice`](crate::driver::Raw::cuVDPAUGetDevice)
    ///
    /// # Errors
    /// Returns the driver's error.
    ///
    /// # Safety
    /// `vdpau` is a device of VDPAU, and `get_proc_address` the address of its `VdpGetProcAddress`.
    #[doc(alias = "cuVDPAUGetDevice")]
    pub unsafe fn vdpau_device(
        self,
        vdpau: VdpDevice,
        get_proc_address: *mut VdpGetProcAddress,
    ) -> Result<Device, CuResult> {
        // SAFETY: the caller guarantees the arguments.
        let handle = unsafe { self.raw().cuVDPAUGetDevice(vdpau, get_proc_address) }?;
        Ok(Device::new(self, handle))
    }
}

impl Device {
    /// Creates a context that uses surfaces of a `VdpDevice`.
    ///
    /// [`cuVDPAUCtxCreate`](crate::driver::Raw::cuVDPAUCtxCreate)
    ///
    /// # Errors
    /// Returns the driver's error.
    ///
    /// # Safety
    /// `vdpau` is a device of VDPAU that uses this device, and `get_proc_address` the address of its `VdpGetProcAddress`.
    /// Both live as long as the context.
    #[doc(alias("cuVDPAUCtxCreate", "cuVDPAUCtxCreate_v2"))]
    pub unsafe fn create_vdpau_context(
        self,
        flags: ContextFlags,
        vdpau: VdpDevice,
        get_proc_address: *mut VdpGetProcAddress,
    ) -> Result<Context, CuResult> {
        let raw = self.driver().raw();
        // SAFETY: the caller guarantees the arguments. Creating made the new context current; the second call restores the
        // previous one.
        let handle =
            unsafe { raw.cuVDPAUCtxCreate(flags.bits(), self.as_raw(), vdpau, get_proc_address) }?;
        // SAFETY: the driver created it, and no other code has it.
        let context = unsafe { Context::from_raw(self, handle) };
        // SAFETY: as above.
        unsafe { raw.cuCtxPopCurrent() }?;
        Ok(context)
    }
}
