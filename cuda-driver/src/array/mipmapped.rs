use core::any::Any;
use std::sync::Arc;

use cuda_driver_sys::CUmipmappedArray;

use super::{Array, ArrayDescriptor, ArrayMemoryRequirements, SparseProperties};
use crate::context::{Context, capture_mode::relaxed};
use crate::error::{CuResult, DestroyError, Error};

use crate::object::{Object, ObjectKind, Ownership};
use crate::stream::Stream;

/// A mipmapped array: a sequence of levels, each half as large as the one before, from which a texture selects by the
/// level of detail.
///
/// It belongs to a stream, as an [`Array`] does. Clones refer to the same array.
///
/// ```
/// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
/// # let stream = context.stream()?;
/// use cuda_driver::array::ArrayDescriptor;
///
/// let mipmapped = stream.create_mipmapped_array(&ArrayDescriptor::new::<f32>((64, 64)), 3)?;
/// let half = mipmapped.level(1)?; // an array of 32 x 32
/// stream.upload_region(&vec![1.0f32; 32 * 32], &half, (32, 32))?;
/// assert_eq!(half.extent().width, 32);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct MipmappedArray {
    object: Arc<Object<MipmappedKind>>,
}

#[derive(Debug)]
struct MipmappedKind {
    descriptor: ArrayDescriptor,
    levels: u32,
    stream: Stream,
}

impl Stream {
    /// Creates a mipmapped array of `levels` levels, or of fewer if the last ones would be smaller than one element.
    ///
    /// [`cuMipmappedArrayCreate`](crate::driver::Raw::cuMipmappedArrayCreate)
    ///
    /// # Errors
    /// [`Error::Array`] for an invalid descriptor, [`Error::OutOfMemory`], or the driver's error.
    #[doc(alias = "cuMipmappedArrayCreate")]
    #[inline]
    pub fn create_mipmapped_array(
        &self,
        descriptor: &ArrayDescriptor,
        levels: u32,
    ) -> Result<MipmappedArray, Error> {
        descriptor.check()?;
        let levels = levels.clamp(1, max_levels(descriptor));
        let raw_descriptor = descriptor.to_raw();
        let _bound = self.context().bind()?;
        // SAFETY: the context is current, and the pointer is to a live descriptor.
        let handle = relaxed(self.raw(), || unsafe {
            self.raw().cuMipmappedArrayCreate(&raw const raw_descriptor, levels)
        })
        .map_err(|error| Error::of_allocation(error, descriptor.bytes(), Some(self.context())))?;
        Ok(MipmappedArray::new(self, handle, *descriptor, levels, Ownership::Owned))
    }
}

/// Returns how many levels there are until one has a single element.
fn max_levels(descriptor: &ArrayDescriptor) -> u32 {
    use super::ArrayFlags as F;
    let mut largest = descriptor.width.max(descriptor.height);
    if !descriptor.flags.intersects(F::LAYERED | F::CUBEMAP) {
        largest = largest.max(descriptor.depth);
    }
    1 + largest.max(1).ilog2()
}

impl MipmappedArray {
    /// Returns the descriptor of its first level.
    #[must_use]
    #[inline]
    pub fn descriptor(&self) -> &ArrayDescriptor {
        &self.object.descriptor
    }

    /// Returns the number of its levels.
    #[must_use]
    #[inline]
    pub fn levels(&self) -> u32 {
        self.object.levels
    }

    /// Returns the stream that it belongs to.
    #[must_use]
    #[inline]
    pub fn stream(&self) -> &Stream {
        &self.object.stream
    }

    /// Returns a level, counted from 0, as an array. It keeps the mipmapped array alive.
    ///
    /// [`cuMipmappedArrayGetLevel`](crate::driver::Raw::cuMipmappedArrayGetLevel)
    ///
    /// # Errors
    /// [`Error::Level`], or the driver's error.
    #[doc(alias = "cuMipmappedArrayGetLevel")]
    #[inline]
    pub fn level(&self, level: u32) -> Result<Array, Error> {
        let levels = self.levels();
        if level >= levels {
            return Err(Error::Level { level, levels });
        }
        // SAFETY: the array is alive, and has the level.
        let handle = self.context().retry(self.context().raw(), |raw| unsafe {
            raw.cuMipmappedArrayGetLevel(self.as_raw(), level)
        })?;
        let descriptor = self.descriptor_of(level);
        let whole = Ownership::foreign(self.clone());
        Ok(Array::new(self.stream(), handle, descriptor, whole))
    }

    /// Returns how much memory a mipmapped array with `DEFERRED_MAPPING` needs.
    ///
    /// [`cuMipmappedArrayGetMemoryRequirements`](crate::driver::Raw::cuMipmappedArrayGetMemoryRequirements)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) for an array that has memory.
    #[doc(alias = "cuMipmappedArrayGetMemoryRequirements")]
    #[inline]
    pub fn memory_requirements(&self) -> Result<ArrayMemoryRequirements, CuResult> {
        let context = self.context();
        // SAFETY: the array is alive, and the device is that of its context.
        let raw = context.retry(context.raw(), |raw| unsafe {
            raw.cuMipmappedArrayGetMemoryRequirements(self.as_raw(), context.device().as_raw())
        })?;
        Ok(ArrayMemoryRequirements { size: raw.size, alignment: raw.alignment })
    }

    /// Returns the tiles of a mipmapped array with `SPARSE`.
    ///
    /// [`cuMipmappedArrayGetSparseProperties`](crate::driver::Raw::cuMipmappedArrayGetSparseProperties)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) for an array that isn't sparse.
    #[doc(alias = "cuMipmappedArrayGetSparseProperties")]
    #[inline]
    pub fn sparse_properties(&self) -> Result<SparseProperties, CuResult> {
        // SAFETY: the array is alive.
        let raw = self.context().retry(self.context().raw(), |raw| unsafe {
            raw.cuMipmappedArrayGetSparseProperties(self.as_raw())
        })?;
        Ok(SparseProperties::from_raw(&raw))
    }

    /// Destroys the array; dropping the last clone does the same silently. The driver first waits for the device.
    ///
    /// [`cuMipmappedArrayDestroy`](crate::driver::Raw::cuMipmappedArrayDestroy)
    ///
    /// # Errors
    /// Returns the driver's error, or the value if clones of it, or levels and textures of it are alive.
    #[doc(alias = "cuMipmappedArrayDestroy")]
    #[inline]
    pub fn destroy(self) -> Result<(), DestroyError<Self>> {
        Object::destroy_shared(self.object).map_err(|error| error.map(Self::of))
    }

    /// Returns the raw handle, for calls of [`Driver::raw`](crate::driver::Driver::raw).
    #[inline]
    #[must_use]
    pub fn as_raw(&self) -> CUmipmappedArray {
        self.object.handle()
    }

    /// Takes ownership of a mipmapped array, which is destroyed with the last clone.
    ///
    /// # Safety
    /// - `handle` is a mipmapped array of the stream's context, with that many levels and this descriptor.
    /// - No other code destroys it, or accesses it while the value lives, except to read elements that the value only
    ///   reads. Earlier work of other streams on it is complete or ordered before `stream`'s.
    #[must_use]
    #[inline]
    pub unsafe fn from_raw(
        stream: &Stream,
        handle: CUmipmappedArray,
        descriptor: ArrayDescriptor,
        levels: u32,
    ) -> Self {
        Self::new(stream, handle, descriptor, levels, Ownership::Owned)
    }

    /// Borrows a mipmapped array that other code owns; this crate never destroys it.
    ///
    /// # Safety
    /// - `handle` is a mipmapped array of the stream's context, with that many levels and this descriptor. It outlives
    ///   the value, its clones, levels and textures, and the work submitted to `stream` with them.
    /// - No other code accesses it while the value lives, except to read elements that the value only reads. Earlier
    ///   work of other streams on it is complete or ordered before `stream`'s.
    #[must_use]
    #[inline]
    pub unsafe fn borrow_raw(
        stream: &Stream,
        handle: CUmipmappedArray,
        descriptor: ArrayDescriptor,
        levels: u32,
    ) -> Self {
        Self::new(stream, handle, descriptor, levels, Ownership::Borrowed)
    }

    /// Uses a mipmapped array that other code owns, and keeps it alive through `owner`, which is dropped with the last
    /// clone, level or texture of it.
    ///
    /// # Safety
    /// - `handle` is a mipmapped array of the stream's context, with that many levels and this descriptor, and lives
    ///   until `owner` is dropped.
    /// - When `owner` is dropped, the array lives until the work submitted to `stream` with it is over: the driver waits
    ///   before it destroys an array.
    /// - No other code accesses it while the value lives, except to read elements that the value only reads. Earlier
    ///   work of other streams on it is complete or ordered before `stream`'s.
    #[must_use]
    #[inline]
    pub unsafe fn from_owner(
        stream: &Stream,
        handle: CUmipmappedArray,
        descriptor: ArrayDescriptor,
        levels: u32,
        owner: impl Any + Send,
    ) -> Self {
        let ownership = Ownership::foreign(owner);
        Self::new(stream, handle, descriptor, levels, ownership)
    }

    /// Releases ownership of the mipmapped array; the caller must destroy it.
    ///
    /// # Errors
    /// Returns the value if clones of it or levels are alive, or if this crate doesn't own it.
    #[inline]
    pub fn into_raw(self) -> Result<CUmipmappedArray, Self> {
        Object::into_raw_shared(self.object).map_err(Self::of)
    }

    fn new(
        stream: &Stream,
        handle: CUmipmappedArray,
        descriptor: ArrayDescriptor,
        levels: u32,
        ownership: Ownership,
    ) -> Self {
        let kind = MipmappedKind { descriptor, levels, stream: stream.clone() };
        Self::of(Object::shared(handle, ownership, kind))
    }

    const fn of(object: Arc<Object<MipmappedKind>>) -> Self {
        Self { object }
    }

    /// Returns the descriptor of a level: half of the one before in each dimension, with the same number of layers.
    fn descriptor_of(&self, level: u32) -> ArrayDescriptor {
        use super::ArrayFlags as F;
        let half = |extent: usize| match extent {
            0 => 0,
            _ => (extent >> level).max(1),
        };
        let whole = *self.descriptor();
        let keeps_depth = whole.flags.intersects(F::LAYERED | F::CUBEMAP);
        ArrayDescriptor {
            width: half(whole.width),
            height: half(whole.height),
            depth: if keeps_depth { whole.depth } else { half(whole.depth) },
            ..whole
        }
    }

    fn context(&self) -> &Context {
        self.object.stream.context()
    }
}

impl ObjectKind for MipmappedKind {
    type Handle = CUmipmappedArray;

    unsafe fn destroy(&mut self, handle: CUmipmappedArray) -> Result<(), CuResult> {
        let context = self.stream.context();
        // SAFETY: the caller gives up the array.
        context.retry_despite_captures(|raw| unsafe { raw.cuMipmappedArrayDestroy(handle) })
    }
}
