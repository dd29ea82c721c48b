use std::sync::Arc;

use cuda_driver_sys::{CUDA_RESOURCE_DESC, CUsurfObject};

use crate::argument::Argument;
use crate::capture_mode::relaxed;
use crate::handle::{DestroyError, Handle, destroy_shared, give_away};
use crate::texture::TextureResource;
use crate::{Array, Context, CuResult, Stream};

/// A surface object: how kernels read and write an array made with [`ArrayFlags::SURFACE_LDST`](crate::ArrayFlags::SURFACE_LDST).
///
/// It keeps the array alive. A launch gets it as the argument `&surface`, for a parameter of type `cudaSurfaceObject_t`.
/// Dropping it doesn't wait for kernels that use it: keep it until they have run, for example by [`Stream::drop_after`].
/// Cloning shares it.
///
/// ```
/// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
/// use cuda_driver::{ArrayDescriptor, ArrayFlags, Surface};
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
    /// What it is of; nothing where somebody else sees to that.
    _array: Option<Array>,
}

impl Surface {
    /// Makes a surface of an array.
    ///
    /// [`cuSurfObjectCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__SURFOBJECT.html#group__CUDA__SURFOBJECT_1g6bc972c90c9590c9f720b2754e6d079d)
    ///
    /// # Errors
    /// What the driver answers.
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

    /// Takes over a surface object: it is destroyed with the last clone.
    ///
    /// # Safety
    /// - `handle` is a surface object of the stream's context, and nobody else destroys it.
    /// - Its array lives longer than the value and its clones, and belongs to `stream`: work of other streams on it is over
    ///   or ordered before.
    #[must_use]
    #[inline]
    pub unsafe fn from_raw(stream: &Stream, handle: CUsurfObject) -> Self {
        Self::of(stream, handle, true, None)
    }

    /// Uses somebody else's surface object: it is never destroyed by this crate.
    ///
    /// # Safety
    /// As [`from_raw`](Self::from_raw), but `handle` lives longer than the value and its clones.
    #[must_use]
    #[inline]
    pub unsafe fn borrow_raw(stream: &Stream, handle: CUsurfObject) -> Self {
        Self::of(stream, handle, false, None)
    }

    /// The handle, which kernels get.
    #[inline]
    #[must_use]
    pub fn as_raw(&self) -> CUsurfObject {
        self.inner.handle
    }

    /// Gives the surface object away: the caller destroys it, and keeps its array alive.
    ///
    /// # Errors
    /// The value, where clones of it live, or it isn't this crate's to give.
    #[inline]
    pub fn into_raw(self) -> Result<CUsurfObject, Self> {
        give_away(self.inner, |inner| inner.handle).map_err(|inner| Self { inner })
    }

    /// The stream that belongs to its array.
    #[inline]
    #[must_use]
    pub fn stream(&self) -> &Stream {
        &self.inner.stream
    }

    /// What the driver says that the surface is of.
    ///
    /// [`cuSurfObjectGetResourceDesc`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__SURFOBJECT.html#group__CUDA__SURFOBJECT_1g2472b7ea0b7e74600ed3d6c244b7ba21)
    ///
    /// # Errors
    /// What the driver answers.
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
    /// # Errors
    /// What the driver answers, and the value, where clones of it live.
    #[doc(alias = "cuSurfObjectDestroy")]
    #[inline]
    pub fn destroy(self) -> Result<(), DestroyError<Self>> {
        destroy_shared(self.inner, |inner| Self { inner })
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
        // SAFETY: the surface is this value's own, and destroyed once.
        context.retry_beside_captures(|raw| unsafe { raw.cuSurfObjectDestroy(handle) })
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        // Errors are for `destroy` to return.
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
