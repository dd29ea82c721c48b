//! Objects and devices of OpenGL.

use core::ffi::c_void;

use cuda_driver_sys::{GLenum, GLuint};

use super::{GlDeviceList, GraphicsRegisterFlags, GraphicsResource};
use crate::context::Context;
use crate::device::Device;
use crate::driver::Driver;
use crate::error::CuResult;

impl Context {
    /// Registers a buffer object of OpenGL, which is mapped as memory.
    ///
    /// [`cuGraphicsGLRegisterBuffer`](crate::driver::Raw::cuGraphicsGLRegisterBuffer)
    ///
    /// # Errors
    /// Returns the driver's error: `CUDA_ERROR_INVALID_VALUE` (1) if there is no such object,
    /// `CUDA_ERROR_INVALID_GRAPHICS_CONTEXT` (219) or `CUDA_ERROR_OPERATING_SYSTEM` (304) if no context of OpenGL is
    /// current on this thread.
    ///
    /// # Safety
    /// - `buffer` is an object of the context of OpenGL that is current on this thread, and neither deleted nor given other
    ///   memory until it is unregistered.
    /// - While it is mapped, OpenGL doesn't use it, except for calls that were made before. It keeps the flags' promises.
    #[doc(alias = "cuGraphicsGLRegisterBuffer")]
    pub unsafe fn register_gl_buffer(
        &self,
        buffer: GLuint,
        flags: GraphicsRegisterFlags,
    ) -> Result<GraphicsResource, CuResult> {
        // SAFETY: the context is current, and the caller guarantees the rest.
        GraphicsResource::register(self, false, &|raw| unsafe {
            raw.cuGraphicsGLRegisterBuffer(buffer, flags.bits())
        })
    }

    /// Registers a texture or renderbuffer object of OpenGL, which is mapped as arrays. `target` is its kind, such as
    /// `GL_TEXTURE_2D`.
    ///
    /// [`cuGraphicsGLRegisterImage`](crate::driver::Raw::cuGraphicsGLRegisterImage)
    ///
    /// # Errors
    /// As [`register_gl_buffer`](Self::register_gl_buffer); also `CUDA_ERROR_INVALID_VALUE` (1) for formats that aren't
    /// supported, and for multisampled textures.
    ///
    /// # Safety
    /// As [`register_gl_buffer`](Self::register_gl_buffer), for the object `image`.
    #[doc(alias = "cuGraphicsGLRegisterImage")]
    pub unsafe fn register_gl_image(
        &self,
        image: GLuint,
        target: GLenum,
        flags: GraphicsRegisterFlags,
    ) -> Result<GraphicsResource, CuResult> {
        // SAFETY: the context is current, and the caller guarantees the rest.
        GraphicsResource::register(self, false, &|raw| unsafe {
            raw.cuGraphicsGLRegisterImage(image, target, flags.bits())
        })
    }
}

impl Driver {
    /// Returns the devices that the current context of OpenGL uses, or some of them: the first is the one that draws.
    ///
    /// [`cuGLGetDevices`](crate::driver::Raw::cuGLGetDevices)
    ///
    /// # Errors
    /// Returns the driver's error: `CUDA_ERROR_NO_DEVICE` (100) if OpenGL uses no device of CUDA,
    /// `CUDA_ERROR_INVALID_GRAPHICS_CONTEXT` (219) or `CUDA_ERROR_OPERATING_SYSTEM` (304) if no context of OpenGL is
    /// current on this thread.
    #[doc(alias("cuGLGetDevices", "cuGLGetDevices_v2"))]
    pub fn gl_devices(self, list: GlDeviceList) -> Result<Vec<Device>, CuResult> {
        let mut handles = vec![0; self.device_count()?];
        // SAFETY: the driver is initialized, and writes no more handles than there is room for.
        let count = unsafe { self.raw().cuGLGetDevices(&mut handles, list.as_raw()) }?;
        handles.truncate(count as usize);
        let devices = handles.into_iter().map(|handle| Device::new(self, handle));
        Ok(devices.collect())
    }

    /// Returns the device of a GPU that the extension `WGL_NV_gpu_affinity` enumerates, on Windows.
    ///
    /// [`cuWGLGetDevice`](crate::driver::Raw::cuWGLGetDevice)
    ///
    /// # Errors
    /// Returns the driver's error. Drivers of other systems lack the function.
    ///
    /// # Safety
    /// `gpu` is a handle that `wglEnumGpusNV` returned.
    #[doc(alias = "cuWGLGetDevice")]
    pub unsafe fn wgl_device(self, gpu: *mut c_void) -> Result<Device, CuResult> {
        // SAFETY: the caller guarantees the handle.
        let handle = unsafe { self.raw().cuWGLGetDevice(gpu) }?;
        Ok(Device::new(self, handle))
    }
}
