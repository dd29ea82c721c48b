use core::any::Any;
use std::sync::Arc;

use cuda_driver_sys::{CUDA_RESOURCE_DESC, CUsurfObject};

use crate::array::Array;
use crate::context::{Context, capture_mode::relaxed};
use crate::error::{CuResult, DestroyError};
use crate::launch::Argument;
use crate::object::{Object, ObjectKind, Ownership};
use crate::stream::Stream;
use crate::texture::TextureResource;

/// A surface object, through which kernels read and write an array created with
/// [`ArrayFlags::SURFACE_LDST`](crate::array::ArrayFlags::SURFACE_LDST).
///
/// It keeps the array alive. Pass it to a launch as the argument `&surface`, for a parameter of type
/// `cudaSurfaceObject_t`. Dropping it doesn't wait for kernels that use it: keep it until they have run, for example
/// with [`Stream::drop_after`]. Clones refer to the same object.
///
/// ```
/// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
/// use cuda_driver::{array::{ArrayDescriptor, ArrayFlags}, texture::Surface};
///
/// let picture = ArrayDescriptor::new::<[u8; 4]>((64, 64)).flags(ArrayFlags::SURFACE_LDST);
/// let array = stream.create_array(&picture)?;
/// let surface = Surface::new(&array)?; // `&surface` is the argument of a launch
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Surface {
    object: Arc<Object<SurfaceKind>>,
}

#[derive(Debug)]
struct SurfaceKind {
    stream: Stream,
    /// Its array; `None` if other code keeps it alive.
    _array: Option<Array>,
}

impl Surface {
    /// Creates a surface of an array.
    ///
    /// [`cuSurfObjectCreate`](crate::driver::Raw::cuSurfObjectCreate)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuSurfObjectCreate")]
    #[inline]
    pub fn new(array: &Array) -> Result<Self, CuResult> {
        let description = TextureResource::from(array).to_raw();
        let context = array.stream().context();
        let handle = {
            let _bound = context.bind()?;
            // SAFETY: the context is current, the description is live, and the array alive.
            relaxed(context.raw(), || unsafe {
                context.raw().cuSurfObjectCreate(&raw const description)
            })?
        };
        let owner = Some(array.clone());
        Ok(Self::wrap(array.stream(), handle, Ownership::Owned, owner))
    }

    /// Returns the stream of its array.
    #[inline]
    #[must_use]
    pub fn stream(&self) -> &Stream {
        &self.object.stream
    }

    /// Returns the driver's description of its array.
    ///
    /// [`cuSurfObjectGetResourceDesc`](crate::driver::Raw::cuSurfObjectGetResourceDesc)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuSurfObjectGetResourceDesc")]
    #[inline]
    pub fn resource_desc(&self) -> Result<CUDA_RESOURCE_DESC, CuResult> {
        // SAFETY: the surface is alive.
        self.context().retry(self.context().raw(), |raw| unsafe {
            raw.cuSurfObjectGetResourceDesc(self.as_raw())
        })
    }

    /// Destroys the surface; dropping the last clone does the same silently. Neither waits for kernels that use it.
    ///
    /// [`cuSurfObjectDestroy`](crate::driver::Raw::cuSurfObjectDestroy)
    ///
    /// # Errors
    /// Returns the driver's error, or the value if clones of it are alive.
    #[doc(alias = "cuSurfObjectDestroy")]
    #[inline]
    pub fn destroy(self) -> Result<(), DestroyError<Self>> {
        Object::destroy_shared(self.object).map_err(|error| error.map(Self::of))
    }

    /// Returns the handle, which is passed to kernels.
    #[inline]
    #[must_use]
    pub fn as_raw(&self) -> CUsurfObject {
        self.object.handle()
    }

    /// Takes ownership of a surface object, which is destroyed with the last clone.
    ///
    /// # Safety
    /// - `handle` is a surface object of the stream's context, and no other code destroys it.
    /// - Its array outlives the value and its clones, and belongs to `stream`: work of other streams on it is complete
    ///   or ordered before.
    #[must_use]
    #[inline]
    pub unsafe fn from_raw(stream: &Stream, handle: CUsurfObject) -> Self {
        Self::wrap(stream, handle, Ownership::Owned, None)
    }

    /// Borrows a surface object that other code owns; this crate never destroys it.
    ///
    /// # Safety
    /// - `handle` is a surface object of the stream's context, and outlives the value and its clones.
    /// - Its array does, too, and belongs to `stream`: work of other streams on it is complete or ordered before.
    #[must_use]
    #[inline]
    pub unsafe fn borrow_raw(stream: &Stream, handle: CUsurfObject) -> Self {
        Self::wrap(stream, handle, Ownership::Borrowed, None)
    }

    /// Uses a surface object that other code owns, and keeps it and its array alive through `owner`, which is dropped
    /// with the last clone.
    ///
    /// # Safety
    /// - `handle` is a surface object of the stream's context, and lives until `owner` is dropped, as its array does.
    /// - The array belongs to `stream`: work of other streams on it is complete or ordered before.
    #[must_use]
    #[inline]
    pub unsafe fn from_owner(
        stream: &Stream,
        handle: CUsurfObject,
        owner: impl Any + Send,
    ) -> Self {
        Self::wrap(stream, handle, Ownership::foreign(owner), None)
    }

    /// Releases ownership of the surface object; the caller must destroy it, and keep its array alive.
    ///
    /// # Errors
    /// Returns the value if clones of it are alive, or if this crate doesn't own it.
    #[inline]
    pub fn into_raw(self) -> Result<CUsurfObject, Self> {
        Object::into_raw_shared(self.object).map_err(Self::of)
    }

    fn wrap(
        stream: &Stream,
        handle: CUsurfObject,
        ownership: Ownership,
        array: Option<Array>,
    ) -> Self {
        let kind = SurfaceKind { stream: stream.clone(), _array: array };
        Self::of(Object::shared(handle, ownership, kind))
    }

    const fn of(object: Arc<Object<SurfaceKind>>) -> Self {
        Self { object }
    }

    fn context(&self) -> &Context {
        self.object.stream.context()
    }
}

impl ObjectKind for SurfaceKind {
    type Handle = CUsurfObject;

    unsafe fn destroy(&mut self, handle: CUsurfObject) -> Result<(), CuResult> {
        let context = self.stream.context();
        // SAFETY: the caller gives up the surface.
        context.retry_despite_captures(|raw| unsafe { raw.cuSurfObjectDestroy(handle) })
    }
}

impl Argument for &Surface {
    type Value = CUsurfObject;

    #[inline]
    fn value(&self) -> CUsurfObject {
        self.as_raw()
    }

    #[inline]
    fn stream(&self) -> Option<&Stream> {
        Some(&self.object.stream)
    }
}
