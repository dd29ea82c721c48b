//! Arrays: memory that textures read, laid out as the device likes it.

mod descriptor;
mod mipmapped;

use std::sync::Arc;

use cuda_driver_sys::{CUarray, CUresult, Symbol};

pub use descriptor::{ArrayDescriptor, ArrayFlags, InvalidArray, Texel};
pub use mipmapped::MipmappedArray;

use crate::capture_mode::relaxed;
use crate::handle::{DestroyError, Handle, destroy_shared, give_away};
use crate::memory::MemoryError;
use crate::{Context, CuResult, Extent, Stream};

/// An array: elements in one to three dimensions, or in layers, which kernels read through a
/// [`Texture`](crate::Texture) and write through a [`Surface`](crate::Surface).
///
/// It belongs to a stream, as buffers do: safe copies to and from it are done in that stream's order. Cloning shares it.
/// [`Stream::create_array`] makes one.
///
/// ```
/// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
/// use cuda_driver::ArrayDescriptor;
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
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    handle: CUarray,
    descriptor: ArrayDescriptor,
    owned: bool,
    stream: Stream,
    /// What it is a part of.
    _whole: Option<Whole>,
}

/// What an array is a part of, and lives as long as.
#[derive(Debug)]
enum Whole {
    /// The plane of an array.
    Array(#[allow(dead_code, reason = "it is only kept")] Array),
    /// The level of a mipmapped array.
    Mipmapped(#[allow(dead_code, reason = "it is only kept")] MipmappedArray),
}

// SAFETY: an array is no thread's, and the driver locks what needs locking.
unsafe impl Send for Inner {}
// SAFETY: as above.
unsafe impl Sync for Inner {}

/// How much memory an array needs that has none: [`Array::memory_requirements`].
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
    /// Whether all layers have one tail.
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
    /// Makes an array. What is in it at first is unspecified.
    ///
    /// [`cuArray3DCreate`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gc2322c70b38c2984536c90ed118bb1d7)
    ///
    /// # Errors
    /// [`MemoryError::Array`] for what there can't be, [`MemoryError::OutOfMemory`], or what the driver answers.
    #[doc(alias = "cuArray3DCreate")]
    #[doc(alias = "cuArrayCreate")]
    #[inline]
    pub fn create_array(&self, descriptor: &ArrayDescriptor) -> Result<Array, MemoryError> {
        descriptor.check()?;
        let raw_descriptor = descriptor.to_raw();
        let _bound = self.context().bind()?;
        // SAFETY: the context is current, and the pointer is to a live descriptor.
        let handle = relaxed(self.raw(), || unsafe {
            self.raw().cuArray3DCreate(&raw const raw_descriptor)
        })
        .map_err(|error| MemoryError::of_allocation(error, descriptor.bytes()))?;
        Ok(Array::new(handle, *descriptor, self, true, None))
    }
}

impl Array {
    fn new(
        handle: CUarray,
        descriptor: ArrayDescriptor,
        stream: &Stream,
        owned: bool,
        whole: Option<Whole>,
    ) -> Self {
        Self {
            inner: Arc::new(Inner {
                handle,
                descriptor,
                owned,
                stream: stream.clone(),
                _whole: whole,
            }),
        }
    }

    /// Takes over an array: it is destroyed with the last clone.
    ///
    /// [`cuArray3DGetDescriptor`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gb58549f2f3f390b9e0e7c8f3acd53857)
    /// tells what it is.
    ///
    /// # Errors
    /// What the driver answers; the array is still the caller's then.
    ///
    /// # Safety
    /// - `handle` is an array of the stream's context.
    /// - Nobody else destroys it, or accesses it while the value lives, except to read what the value only reads, too.
    ///   Earlier work of other streams on it is over or ordered before `stream`'s.
    #[doc(alias = "cuArray3DGetDescriptor")]
    #[doc(alias = "cuArrayGetDescriptor")]
    #[inline]
    pub unsafe fn from_raw(stream: &Stream, handle: CUarray) -> Result<Self, CuResult> {
        // SAFETY: the caller vouches for the handle.
        let descriptor = unsafe { descriptor_of(stream.context(), handle) }?;
        Ok(Self::new(handle, descriptor, stream, true, None))
    }

    /// Uses somebody else's array: it is never destroyed by this crate.
    ///
    /// # Errors
    /// What the driver answers.
    ///
    /// # Safety
    /// - `handle` is an array of the stream's context, and lives longer than the value and its clones.
    /// - Nobody else accesses it while the value lives, except to read what the value only reads, too. Earlier work of
    ///   other streams on it is over or ordered before `stream`'s.
    #[inline]
    pub unsafe fn borrow_raw(stream: &Stream, handle: CUarray) -> Result<Self, CuResult> {
        // SAFETY: the caller vouches for the handle.
        let descriptor = unsafe { descriptor_of(stream.context(), handle) }?;
        Ok(Self::new(handle, descriptor, stream, false, None))
    }

    /// The same array as if it belonged to `stream`, for those who keep the order themselves.
    ///
    /// # Safety
    /// The context of `stream` can reach the array. Other work on it, on its own stream or another, is ordered by the caller
    /// (by events, or [`Stream::wait_stream`]) before or after what `stream` is given to do with it.
    #[must_use]
    #[inline]
    pub unsafe fn assume_on(&self, stream: &Stream) -> Self {
        let whole = Some(Whole::Array(self.clone()));
        Self::new(self.as_raw(), *self.descriptor(), stream, false, whole)
    }

    /// The handle, for calls of [`Driver::raw`](crate::Driver::raw).
    #[inline]
    #[must_use]
    pub fn as_raw(&self) -> CUarray {
        self.inner.handle
    }

    /// Gives the array away: the caller destroys it.
    ///
    /// # Errors
    /// The value, where clones of it live, or the array isn't this crate's to give.
    #[inline]
    pub fn into_raw(self) -> Result<CUarray, Self> {
        give_away(self.inner, |inner| inner.handle).map_err(|inner| Self { inner })
    }

    /// What it is made of.
    #[inline]
    #[must_use]
    pub fn descriptor(&self) -> &ArrayDescriptor {
        &self.inner.descriptor
    }

    /// Its extent as copies count it: at least one row and one slice.
    #[must_use]
    #[inline]
    pub fn extent(&self) -> Extent {
        self.inner.descriptor.extent()
    }

    /// The stream that it belongs to.
    #[inline]
    #[must_use]
    pub fn stream(&self) -> &Stream {
        &self.inner.stream
    }

    /// The plane of an array of a planar format, such as the colours of a picture in `NV12`.
    ///
    /// [`cuArrayGetPlane`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1ge66ce245a1e3802f9ccc3583cec6b71f)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) where there is no such plane, and for other formats.
    #[doc(alias = "cuArrayGetPlane")]
    #[inline]
    pub fn plane(&self, plane: u32) -> Result<Self, CuResult> {
        // SAFETY: the array is alive, and so is its plane as long as it.
        let (handle, descriptor) = unsafe {
            let handle = self.context().retry(self.context().raw(), |raw| {
                raw.cuArrayGetPlane(self.as_raw(), plane)
            })?;
            (handle, descriptor_of(self.context(), handle)?)
        };
        let whole = Some(Whole::Array(self.clone()));
        Ok(Self::new(handle, descriptor, self.stream(), false, whole))
    }

    /// How much memory an array with `DEFERRED_MAPPING` needs.
    ///
    /// [`cuArrayGetMemoryRequirements`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gac8761ced0fa462e4762f6528073d9f4)
    ///
    /// # Errors
    /// `CUDA_ERROR_INVALID_VALUE` (1) for an array that has memory.
    #[doc(alias = "cuArrayGetMemoryRequirements")]
    #[inline]
    pub fn memory_requirements(&self) -> Result<ArrayMemoryRequirements, CuResult> {
        let context = self.context();
        // SAFETY: the array is alive, and the device its context's.
        let raw = context.retry(context.raw(), |raw| unsafe {
            raw.cuArrayGetMemoryRequirements(self.as_raw(), context.device().as_raw())
        })?;
        Ok(ArrayMemoryRequirements {
            size: raw.size,
            alignment: raw.alignment,
        })
    }

    /// The tiles of an array with `SPARSE`.
    ///
    /// [`cuArrayGetSparseProperties`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html#group__CUDA__MEM_1gf74df88a07404ee051f0e5b36647d8c7)
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

    /// Destroys the array; dropping the last clone does the same silently. The driver waits for the device before.
    ///
    /// # Errors
    /// What the driver answers, and the value, where clones of it, or textures and surfaces of it live.
    #[doc(alias = "cuArrayDestroy")]
    #[inline]
    pub fn destroy(self) -> Result<(), DestroyError<Self>> {
        destroy_shared(self.inner, |inner| Self { inner })
    }

    pub(crate) fn context(&self) -> &Context {
        self.inner.stream.context()
    }

    /// Refuses elements of another size than the array's, as far as that is known.
    pub(crate) fn check_element(&self, size: usize) -> Result<(), MemoryError> {
        match self.inner.descriptor.element_size() {
            Some(expected) if expected != size => Err(MemoryError::ElementSize {
                size: size as u32,
                expected: expected as u32,
            }),
            _ => Ok(()),
        }
    }
}

/// # Safety
/// `handle` is an array of the context.
unsafe fn descriptor_of(context: &Context, handle: CUarray) -> Result<ArrayDescriptor, CuResult> {
    if handle.is_null() {
        // The driver would follow it.
        let code = CUresult::CUDA_ERROR_INVALID_HANDLE;
        context
            .raw()
            .check(Symbol::cuArray3DGetDescriptor_v2, code)?;
    }
    // SAFETY: the caller vouches for the handle.
    let raw = context.retry(context.raw(), |raw| unsafe {
        raw.cuArray3DGetDescriptor(handle)
    })?;
    Ok(ArrayDescriptor::from_raw(&raw))
}

impl Handle for Inner {
    fn owned(&mut self) -> &mut bool {
        &mut self.owned
    }

    fn call_destroy(&mut self) -> Result<(), CuResult> {
        let context = self.stream.context();
        // SAFETY: the array is this value's own, and destroyed once.
        context.retry_beside_captures(|raw| unsafe { raw.cuArrayDestroy(self.handle) })
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        // Errors are for `destroy` to return.
        let _ = self.release();
    }
}
