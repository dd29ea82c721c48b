use std::sync::Arc;

use cuda_driver_sys::{CUDA_RESOURCE_DESC, CUsurfObject};

use crate::array::Array;
use crate::context::{Context, capture_mode::relaxed};
use crate::error::{CuResult, DestroyError};
use crate::handle::{Handle, destroy_shared, into_raw_handle};
use crate::launch::Argument;
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
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    handle: CUsurfObject,
    owned: bool,
    stream: Stream,
    /// Its array; `None` if other code keeps it alive.
    _array: Option<Array>,
}

impl Surface {
    /// Creates a surface of an array.
    ///
    /// [`cuSurfObjectCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__SURFOBJECT.html#group__CUDA__SURFOBJECT_1g6bc972c90c9590c9f720b2754e6d079d)
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
        let array_kept = Some(array.clone());
        Ok(Self::of(array.stream(), handle, true, array_kept))
    }

    /// Returns the stream of its array.
    #[inline]
    #[must_use]
    pub fn stream(&self) -> &Stream {
        &self.inner.stream
    }

    /// Returns the driver's description of its array.
    ///
    /// [`cuSurfObjectGetResourceDesc`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__SURFOBJECT.html#group__CUDA__SURFOBJECT_1g2472b7ea0b7e74600ed3d6c244b7ba21)
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
    /// [`cuSurfObjectDestroy`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__SURFOBJECT.html#group__CUDA__SURFOBJECT_1g4c4ec48d203d1e0bb71750ddc4d7aef3)
    ///
    /// # Errors
    /// Returns the driver's error, or the value if clones of it are alive.
    #[doc(alias = "cuSurfObjectDestroy")]
    #[inline]
    pub fn destroy(self) -> Result<(), DestroyError<Self>> {
        destroy_shared(self.inner, |inner| Self { inner })
    }

    /// Returns the handle, which is passed to kernels.
    #[inline]
    #[must_use]
    pub fn as_raw(&self) -> CUsurfObject {
        self.inner.handle
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
        Self::of(stream, handle, true, None)
    }

    /// Borrows a surface object that other code owns; this crate never destroys it.
    ///
    /// # Safety
    /// As [`from_raw`](Self::from_raw), but `handle` outlives the value and its clones.
    #[must_use]
    #[inline]
    pub unsafe fn borrow_raw(stream: &Stream, handle: CUsurfObject) -> Self {
        Self::of(stream, handle, false, None)
    }

    /// Releases ownership of the surface object; the caller must destroy it, and keep its array alive.
    ///
    /// # Errors
    /// Returns the value if clones of it are alive, or if this crate doesn't own it.
    #[inline]
    pub fn into_raw(self) -> Result<CUsurfObject, Self> {
        into_raw_handle(self.inner, |inner| inner.handle).map_err(|inner| Self { inner })
    }

    fn of(stream: &Stream, handle: CUsurfObject, owned: bool, array: Option<Array>) -> Self {
        Self {
            inner: Arc::new(Inner {
                handle,
                owned,
                stream: stream.clone(),
                _array: array,
            }),
        }
    }

    fn context(&self) -> &Context {
        self.inner.stream.context()
    }
}

impl Handle for Inner {
    fn owned(&mut self) -> &mut bool {
        &mut self.owned
    }

    fn call_destroy(&mut self) -> Result<(), CuResult> {
        let (handle, context) = (self.handle, self.stream.context());
        // SAFETY: this value owns the surface, which is destroyed once.
        context.retry_despite_captures(|raw| unsafe { raw.cuSurfObjectDestroy(handle) })
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        // Errors are ignored; `destroy` returns them.
        let _ = self.release();
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
        Some(&self.inner.stream)
    }
}
