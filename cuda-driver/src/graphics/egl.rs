//! Images and sync objects of EGL.

use core::ffi::c_void;

use cuda_driver_sys::{CUdeviceptr, CUeglFrame, CUeglFrameType, EGLImageKHR, EGLSyncKHR};

use super::{EglColorFormat, GraphicsRegisterFlags, GraphicsResource, MappedResource};
use crate::array::{Array, ArrayFormat};
use crate::context::{Context, capture_mode::relaxed};
use crate::error::CuResult;
use crate::event::{Event, EventFlags};

/// A frame of EGL: an image of one to three planes. [`MappedResource::egl_frame`] returns it.
#[derive(Debug)]
#[non_exhaustive]
#[doc(alias = "CUeglFrame")]
pub struct EglFrame {
    /// The number of elements in a row of the first plane.
    pub width: u32,
    /// The number of rows of the first plane.
    pub height: u32,
    /// The number of slices of the first plane; 0 in two dimensions.
    pub depth: u32,
    /// The number of channels of the first plane.
    pub channels: u32,
    /// The format, which says what the planes are.
    pub color_format: EglColorFormat,
    /// The format of a channel.
    pub format: ArrayFormat,
    /// The planes.
    pub planes: EglPlanes,
}

/// The planes of an [`EglFrame`].
#[derive(Debug)]
#[non_exhaustive]
#[doc(alias = "CUeglFrameType")]
pub enum EglPlanes {
    /// Arrays, which keep the resource mapped.
    Arrays(Vec<Array>),
    /// Rows in memory, which is mapped as long as the resource.
    Pitched {
        /// The device address of each plane.
        addresses: Vec<CUdeviceptr>,
        /// The distance between the starts of two rows, in bytes.
        pitch: usize,
    },
}

impl Context {
    /// Registers an image of EGL, an `EGLImageKHR`. It is mapped from then on, so [`GraphicsResource::map`] only chooses
    /// the stream that it belongs to, and the semaphores or fences of EGL order its uses.
    ///
    /// [`cuGraphicsEGLRegisterImage`](crate::driver::Raw::cuGraphicsEGLRegisterImage)
    ///
    /// # Errors
    /// Returns the driver's error: `CUDA_ERROR_INVALID_VALUE` (1) for an image of a format that isn't supported.
    ///
    /// # Safety
    /// - `image` is such an image, and lives until it is unregistered.
    /// - Other APIs use it before or after, but not during the work that streams do with it, and the program orders both.
    ///   It keeps the flags' promises.
    #[doc(alias = "cuGraphicsEGLRegisterImage")]
    pub unsafe fn register_egl_image(
        &self,
        image: EGLImageKHR,
        flags: GraphicsRegisterFlags,
    ) -> Result<GraphicsResource, CuResult> {
        // SAFETY: the context is current, and the caller guarantees the rest.
        GraphicsResource::register(self, true, &|raw| unsafe {
            raw.cuGraphicsEGLRegisterImage(image, flags.bits())
        })
    }

    /// Creates an event that is complete once a sync object of EGL, an `EGLSyncKHR`, is signaled. It can't be recorded.
    ///
    /// [`cuEventCreateFromEGLSync`](crate::driver::Raw::cuEventCreateFromEGLSync)
    ///
    /// # Errors
    /// Returns the driver's error; `CUDA_ERROR_NOT_SUPPORTED` (801) on systems other than Tegra.
    ///
    /// # Safety
    /// `sync` is such an object, and lives as long as the event and its clones.
    #[doc(alias = "cuEventCreateFromEGLSync")]
    pub unsafe fn event_from_egl_sync(
        &self,
        sync: EGLSyncKHR,
        flags: EventFlags,
    ) -> Result<Event, CuResult> {
        let raw = self.raw();
        let _bound = self.bind()?;
        // SAFETY: the context is current, and the caller guarantees the object.
        let event = relaxed(raw, || unsafe { raw.cuEventCreateFromEGLSync(sync, flags.bits()) })?;
        // SAFETY: the driver created the event in this context, with these flags, and no other code has it.
        Ok(unsafe { Event::from_raw(self, event, flags) })
    }
}

impl MappedResource {
    /// Returns an image of EGL as a frame, with all its planes: a layer or face (0 if there is only one), and a level of
    /// detail of it, from 0.
    ///
    /// [`cuGraphicsResourceGetMappedEglFrame`](crate::driver::Raw::cuGraphicsResourceGetMappedEglFrame)
    ///
    /// # Errors
    /// Returns the driver's error: `CUDA_ERROR_INVALID_VALUE` (1) for a resource that isn't an image of EGL.
    #[doc(alias = "cuGraphicsResourceGetMappedEglFrame")]
    pub fn egl_frame(&self, layer: u32, level: u32) -> Result<EglFrame, CuResult> {
        let context = self.context();
        // SAFETY: the resource is mapped.
        let frame = context.retry(context.raw(), |raw| unsafe {
            raw.cuGraphicsResourceGetMappedEglFrame(self.as_raw(), layer, level)
        })?;
        Ok(EglFrame {
            width: frame.width,
            height: frame.height,
            depth: frame.depth,
            channels: frame.numChannels,
            color_format: EglColorFormat::from_raw(frame.eglColorFormat),
            format: ArrayFormat::from_raw(frame.cuFormat),
            planes: self.planes(&frame)?,
        })
    }

    fn planes(&self, frame: &CUeglFrame) -> Result<EglPlanes, CuResult> {
        let count = frame.planeCount as usize;
        if frame.frameType == CUeglFrameType::CU_EGL_FRAME_TYPE_PITCH {
            // SAFETY: the driver wrote addresses.
            let addresses = unsafe { frame.frame.pPitch };
            let address = |address: *mut c_void| address as CUdeviceptr;
            return Ok(EglPlanes::Pitched {
                addresses: addresses.into_iter().take(count).map(address).collect(),
                pitch: frame.pitch as usize,
            });
        }
        // SAFETY: the driver wrote handles of arrays.
        let arrays = unsafe { frame.frame.pArray }.into_iter().take(count);
        // SAFETY: they are arrays of the context, and live as long as the resource is mapped.
        let arrays = arrays
            .map(|array| unsafe { Array::from_owner(self.stream(), array, self.owner()) })
            .collect::<Result<_, _>>();
        Ok(EglPlanes::Arrays(arrays?))
    }
}
