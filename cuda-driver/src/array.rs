//! Arrays: memory that textures read, in a layout of the device's choice.

pub(crate) mod descriptor;
mod mipmapped;
mod side;

pub use crate::error::array::InvalidArray;
pub use crate::generated::enums::{ArrayCubemapFace, ArrayFormat, ArraySparseSubresourceType};
pub use descriptor::{ArrayDescriptor, ArrayFlags, Texel};
pub use mipmapped::MipmappedArray;

use core::any::Any;
use std::sync::Arc;

use cuda_driver_sys::{CUarray, CUresult, Symbol};

use crate::context::{Context, capture_mode::relaxed};
use crate::error::{CuResult, DestroyError, Error};
use crate::memory::Extent;

use crate::object::{Object, ObjectKind, Ownership};
use crate::stream::Stream;

/// Elements in one to three dimensions, or in layers, which kernels read through a
/// [`Texture`](crate::texture::Texture) and write through a [`Surface`](crate::texture::Surface).
///
/// It belongs to a stream, as buffers do: safe copies to and from it run in that stream's order. Clones refer to the
/// same array. [`Stream::create_array`] creates one.
///
/// ```
/// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
/// use cuda_driver::array::ArrayDescriptor;
///
/// let array = stream.create_array(&ArrayDescriptor::new::<f32>((4, 2)))?;
/// stream.upload_region(&[1.0f32; 8], &array, array.extent())?;
/// let mut row = [0.0f32; 4];
/// stream.download_region(&array, &mut row, 4)?;
/// assert_eq!(row, [1.0; 4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Array {
    object: Arc<Object<ArrayKind>>,
}

#[derive(Debug)]
struct ArrayKind {
    descriptor: ArrayDescriptor,
    stream: Stream,
}

/// The memory that an array without memory needs: [`Array::memory_requirements`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct ArrayMemoryRequirements {
    /// The size, in bytes.
    pub size: usize,
    /// The alignment, in bytes.
    pub alignment: usize,
}

/// The tiles of a sparse array: [`Array::sparse_properties`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SparseProperties {
    /// The extent of a tile, in elements.
    pub tile: Extent,
    /// The first level that lies in the tail, which is mapped as one.
    pub tail_first_level: u32,
    /// The size of the tail, in bytes.
    pub tail_size: u64,
    /// Whether all layers share one tail.
    pub has_single_tail: bool,
}

impl SparseProperties {
    fn from_raw(raw: &cuda_driver_sys::CUDA_ARRAY_SPARSE_PROPERTIES) -> Self {
        Self {
            tile: Extent {
                width: raw.tileExtent.width as usize,
                height: raw.tileExtent.height as usize,
                depth: raw.tileExtent.depth as usize,
            },
            tail_first_level: raw.miptailFirstLevel,
            tail_size: raw.miptailSize,
            has_single_tail: raw.flags & cuda_driver_sys::CU_ARRAY_SPARSE_PROPERTIES_SINGLE_MIPTAIL
                != 0,
        }
    }
}

impl Stream {
    /// Creates an array, whose contents are unspecified at first.
    ///
    /// [`cuArray3DCreate`](crate::driver::Raw::cuArray3DCreate)
    ///
    /// # Errors
    /// [`Error::Array`] for an invalid descriptor, [`Error::OutOfMemory`], or the driver's error.
    #[doc(alias("cuArray3DCreate", "cuArray3DCreate_v2", "cuArrayCreate", "cuArrayCreate_v2"))]
    #[inline]
    pub fn create_array(&self, descriptor: &ArrayDescriptor) -> Result<Array, Error> {
        descriptor.check()?;
        let raw_descriptor = descriptor.to_raw();
        let _bound = self.context().bind()?;
        // SAFETY: the context is current, and the pointer is to a live descriptor.
        let handle = relaxed(self.raw(), || unsafe {
            self.raw().cuArray3DCreate(&raw const raw_descriptor)
        })
        .map_err(|error| Error::of_allocation(error, descriptor.bytes(), Some(self.context())))?;
        Ok(Array::new(self, handle, *descriptor, Ownership::Owned))
    }
}

impl ArrayDescriptor {
    /// Rejects descriptors that `cuArray3DCreate` documents as invalid, with the rule that they break.
    ///
    /// # Errors
    /// [`Error::Array`].
    #[inline]
    pub fn check(&self) -> Result<(), Error> {
        match self.broken_rule() {
            None => Ok(()),
            Some(reason) => Err(Error::Array(Box::new(InvalidArray { descriptor: *self, reason }))),
        }
    }
}

impl Array {
    /// Returns the array's descriptor.
    #[inline]
    #[must_use]
    pub fn descriptor(&self) -> &ArrayDescriptor {
        &self.object.descriptor
    }

    /// Returns its extent as copies use it: at least one row and one slice.
    #[must_use]
    #[inline]
    pub fn extent(&self) -> Extent {
        self.object.descriptor.extent()
    }

    /// Returns the stream that it belongs to.
    #[inline]
    #[must_use]
    pub fn stream(&self) -> &Stream {
        &self.object.stream
    }

    /// Returns the plane of an array of a planar format, such as the chroma plane of an image in `NV12`.
    ///
    /// [`cuArrayGetPlane`](crate::driver::Raw::cuArrayGetPlane)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) if there is no such plane, and for other formats.
    #[doc(alias = "cuArrayGetPlane")]
    #[inline]
    pub fn plane(&self, plane: u32) -> Result<Self, CuResult> {
        // SAFETY: the array is alive, and its plane lives as long.
        let (handle, descriptor) = unsafe {
            let handle = self
                .context()
                .retry(self.context().raw(), |raw| raw.cuArrayGetPlane(self.as_raw(), plane))?;
            (handle, descriptor_of(self.context(), handle)?)
        };
        let whole = Ownership::foreign(self.clone());
        Ok(Self::new(self.stream(), handle, descriptor, whole))
    }

    /// Returns how much memory an array with `DEFERRED_MAPPING` needs.
    ///
    /// [`cuArrayGetMemoryRequirements`](crate::driver::Raw::cuArrayGetMemoryRequirements)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) for an array that has memory.
    #[doc(alias = "cuArrayGetMemoryRequirements")]
    #[inline]
    pub fn memory_requirements(&self) -> Result<ArrayMemoryRequirements, CuResult> {
        let context = self.context();
        // SAFETY: the array is alive, and the device is that of its context.
        let raw = context.retry(context.raw(), |raw| unsafe {
            raw.cuArrayGetMemoryRequirements(self.as_raw(), context.device().as_raw())
        })?;
        Ok(ArrayMemoryRequirements { size: raw.size, alignment: raw.alignment })
    }

    /// Returns the tiles of an array with `SPARSE`.
    ///
    /// [`cuArrayGetSparseProperties`](crate::driver::Raw::cuArrayGetSparseProperties)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) for an array that isn't sparse.
    #[doc(alias = "cuArrayGetSparseProperties")]
    #[inline]
    pub fn sparse_properties(&self) -> Result<SparseProperties, CuResult> {
        // SAFETY: the array is alive.
        let raw = self.context().retry(self.context().raw(), |raw| unsafe {
            raw.cuArrayGetSparseProperties(self.as_raw())
        })?;
        Ok(SparseProperties::from_raw(&raw))
    }

    /// Destroys the array; dropping the last clone does the same silently. The driver first waits for the device.
    ///
    /// [`cuArrayDestroy`](crate::driver::Raw::cuArrayDestroy)
    ///
    /// # Errors
    /// Returns the driver's error, or the value if clones of it, or textures and surfaces of it are alive.
    #[doc(alias = "cuArrayDestroy")]
    #[inline]
    pub fn destroy(self) -> Result<(), DestroyError<Self>> {
        Object::destroy_shared(self.object).map_err(|error| error.map(Self::of))
    }

    /// Returns the raw handle, for calls of [`Driver::raw`](crate::driver::Driver::raw).
    #[inline]
    #[must_use]
    pub fn as_raw(&self) -> CUarray {
        self.object.handle()
    }

    /// Takes ownership of an array, which is destroyed with the last clone.
    ///
    /// [`cuArray3DGetDescriptor`](crate::driver::Raw::cuArray3DGetDescriptor)
    /// describes it.
    ///
    /// # Errors
    /// Returns the driver's error; the caller then still owns the array.
    ///
    /// # Safety
    /// - `handle` is an array of the stream's context.
    /// - No other code destroys it, or accesses it while the value lives, except to read elements that the value only
    ///   reads. Earlier work of other streams on it is complete or ordered before `stream`'s.
    #[doc(alias("cuArray3DGetDescriptor", "cuArray3DGetDescriptor_v2", "cuArrayGetDescriptor"))]
    #[doc(alias = "cuArrayGetDescriptor_v2")]
    #[inline]
    pub unsafe fn from_raw(stream: &Stream, handle: CUarray) -> Result<Self, CuResult> {
        // SAFETY: the caller guarantees that the handle is valid.
        let descriptor = unsafe { descriptor_of(stream.context(), handle) }?;
        Ok(Self::new(stream, handle, descriptor, Ownership::Owned))
    }

    /// Borrows an array that other code owns; this crate never destroys it.
    ///
    /// # Errors
    /// Returns the driver's error.
    ///
    /// # Safety
    /// - `handle` is an array of the stream's context. It outlives the value, its clones, planes, textures and surfaces,
    ///   and the work submitted to `stream` with them.
    /// - No other code accesses it while the value lives, except to read elements that the value only reads. Earlier
    ///   work of other streams on it is complete or ordered before `stream`'s.
    #[inline]
    pub unsafe fn borrow_raw(stream: &Stream, handle: CUarray) -> Result<Self, CuResult> {
        // SAFETY: the caller guarantees that the handle is valid.
        let descriptor = unsafe { descriptor_of(stream.context(), handle) }?;
        Ok(Self::new(stream, handle, descriptor, Ownership::Borrowed))
    }

    /// Uses an array that other code owns, and keeps it alive through `owner`, which is dropped with the last clone, plane,
    /// texture or surface of it.
    ///
    /// # Errors
    /// Returns the driver's error; `owner` is then dropped.
    ///
    /// # Safety
    /// - `handle` is an array of the stream's context, and lives until `owner` is dropped.
    /// - When `owner` is dropped, the array lives until the work submitted to `stream` with it is over: the driver waits
    ///   before it destroys an array.
    /// - No other code accesses it while the value lives, except to read elements that the value only reads. Earlier
    ///   work of other streams on it is complete or ordered before `stream`'s.
    #[inline]
    pub unsafe fn from_owner(
        stream: &Stream,
        handle: CUarray,
        owner: impl Any + Send,
    ) -> Result<Self, CuResult> {
        // SAFETY: the caller guarantees that the handle is valid.
        let descriptor = unsafe { descriptor_of(stream.context(), handle) }?;
        Ok(Self::new(stream, handle, descriptor, Ownership::foreign(owner)))
    }

    /// Releases ownership of the array; the caller must destroy it.
    ///
    /// # Errors
    /// Returns the value if clones of it are alive, or if this crate doesn't own the array.
    #[inline]
    pub fn into_raw(self) -> Result<CUarray, Self> {
        Object::into_raw_shared(self.object).map_err(Self::of)
    }

    /// Returns the same array as a value that belongs to `stream`, for callers that order the work themselves.
    ///
    /// # Safety
    /// The context of `stream` can access the array. The caller orders other work on it, on its own stream or another,
    /// before or after the work that `stream` does with it, with events or [`Stream::wait_stream`].
    #[must_use]
    #[inline]
    pub unsafe fn assume_on(&self, stream: &Stream) -> Self {
        let whole = Ownership::foreign(self.clone());
        Self::new(stream, self.as_raw(), *self.descriptor(), whole)
    }

    fn new(
        stream: &Stream,
        handle: CUarray,
        descriptor: ArrayDescriptor,
        ownership: Ownership,
    ) -> Self {
        let kind = ArrayKind { descriptor, stream: stream.clone() };
        Self::of(Object::shared(handle, ownership, kind))
    }

    const fn of(object: Arc<Object<ArrayKind>>) -> Self {
        Self { object }
    }

    pub(crate) fn context(&self) -> &Context {
        self.object.stream.context()
    }

    /// Rejects elements of another size than the array's, if that is known.
    pub(crate) fn check_element(&self, size: usize) -> Result<(), Error> {
        match self.object.descriptor.element_size() {
            Some(expected) if expected != size => {
                Err(Error::ElementSize { size: size as u32, expected: expected as u32 })
            }
            _ => Ok(()),
        }
    }
}

/// # Safety
/// `handle` is an array of the context.
unsafe fn descriptor_of(context: &Context, handle: CUarray) -> Result<ArrayDescriptor, CuResult> {
    if handle.is_null() {
        // The driver would dereference it.
        let code = CUresult::CUDA_ERROR_INVALID_HANDLE;
        context.raw().check(Symbol::cuArray3DGetDescriptor_v2, code)?;
    }
    // SAFETY: the caller guarantees that the handle is valid.
    let raw = context.retry(context.raw(), |raw| unsafe { raw.cuArray3DGetDescriptor(handle) })?;
    Ok(ArrayDescriptor::from_raw(&raw))
}

impl ObjectKind for ArrayKind {
    type Handle = CUarray;

    unsafe fn destroy(&mut self, handle: CUarray) -> Result<(), CuResult> {
        let context = self.stream.context();
        // SAFETY: the caller gives up the array.
        context.retry_despite_captures(|raw| unsafe { raw.cuArrayDestroy(handle) })
    }
}
