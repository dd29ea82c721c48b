use std::sync::Arc;

use cuda_driver_sys::{CUdeviceptr, CUgraphicsResource};

use super::GraphicsResource;
use crate::array::{Array, ArrayDescriptor, MipmappedArray};
use crate::context::Context;
use crate::error::{CuResult, DestroyError, Error, ErrorCode};
use crate::memory::{DeviceSlice, DeviceSliceMut, Element};
use crate::object::{Object, ObjectKind, Ownership};
use crate::stream::Stream;

/// A [resource](GraphicsResource) that is mapped: until it is unmapped, it belongs to a stream, and the graphics API doesn't
/// use it.
///
/// It is unmapped in the stream's order, by [`unmap`](Self::unmap), or once the value, and the arrays and textures of it,
/// are dropped. While the stream is captured, that fails: a value that is dropped then leaves the resource mapped.
#[derive(Debug)]
pub struct MappedResource {
    object: Arc<Object<MappedKind>>,
}

#[derive(Debug)]
struct MappedKind {
    stream: Stream,
    resource: GraphicsResource,
}

impl GraphicsResource {
    /// Maps the resource: the work submitted to `stream` from now on waits for what the graphics API was told to do with it,
    /// and then uses it. The host may wait for that, too. It also waits for the work of the last mapping, if that was for
    /// another stream. An image of EGL is always mapped, so that no call is made.
    ///
    /// [`cuGraphicsMapResources`](crate::driver::Raw::cuGraphicsMapResources)
    ///
    /// # Errors
    /// [`Error::OtherContext`] for a stream of a context that doesn't [share memory](Context::shares_memory_with) with the
    /// resource's, or the driver's error: `CUDA_ERROR_ALREADY_MAPPED` (208) if it is mapped,
    /// `CUDA_ERROR_INVALID_GRAPHICS_CONTEXT` (219) if the context of OpenGL isn't current on this thread.
    #[doc(alias = "cuGraphicsMapResources")]
    #[inline]
    pub fn map(&self, stream: &Stream) -> Result<MappedResource, Error> {
        if !self.context().shares_memory_with(stream.context()) {
            return Err(Error::OtherContext);
        }
        self.begin_use(stream)?;
        if !self.is_always_mapped() {
            map(&[self.as_raw()], stream)?;
        }
        Ok(MappedResource::new(self, stream))
    }

    /// Maps several resources in one call, which takes less time than one for each. They are unmapped individually.
    ///
    /// [`cuGraphicsMapResources`](crate::driver::Raw::cuGraphicsMapResources)
    ///
    /// # Errors
    /// As [`map`](Self::map), also if a resource is listed twice. None of them is mapped then.
    #[doc(alias = "cuGraphicsMapResources")]
    pub fn map_all(resources: &[&Self], stream: &Stream) -> Result<Vec<MappedResource>, Error> {
        let is_foreign =
            |resource: &&Self| !resource.context().shares_memory_with(stream.context());
        if resources.iter().any(is_foreign) {
            return Err(Error::OtherContext);
        }
        let always_mapped = |resource: &&Self| {
            let begin =
                || resource.begin_use(stream).map(|()| MappedResource::new(resource, stream));
            resource.is_always_mapped().then(begin).transpose()
        };
        let begun: Result<Vec<_>, _> = resources.iter().map(always_mapped).collect();
        let begun = begun?;
        let mut handles = Vec::with_capacity(resources.len());
        for resource in resources.iter().filter(|resource| !resource.is_always_mapped()) {
            resource.begin_use(stream)?;
            handles.push(resource.as_raw());
        }
        if !handles.is_empty() {
            map(&handles, stream)?;
        }
        let all = resources.iter().zip(begun);
        Ok(all
            .map(|(resource, begun)| begun.unwrap_or_else(|| MappedResource::new(resource, stream)))
            .collect())
    }
}

/// Maps resources whose contexts share memory with the stream's.
fn map(resources: &[CUgraphicsResource], stream: &Stream) -> Result<(), CuResult> {
    // SAFETY: resources and stream are alive, and the graphics API doesn't use the resources while they are mapped.
    stream.submit_uncaptured(|raw, stream| unsafe { raw.cuGraphicsMapResources(resources, stream) })
}

impl MappedResource {
    /// Returns the resource.
    #[must_use]
    #[inline]
    pub fn resource(&self) -> &GraphicsResource {
        &self.object.resource
    }

    /// Returns the stream that it belongs to.
    #[must_use]
    #[inline]
    pub fn stream(&self) -> &Stream {
        &self.object.stream
    }

    /// Returns the contents of a buffer, to read them.
    ///
    /// [`cuGraphicsResourceGetMappedPointer`](crate::driver::Raw::cuGraphicsResourceGetMappedPointer)
    ///
    /// # Errors
    /// [`Error::Cast`] if they aren't a whole number of elements, or the driver's error:
    /// `CUDA_ERROR_NOT_MAPPED_AS_POINTER` (213) for an image.
    #[doc(alias("cuGraphicsResourceGetMappedPointer", "cuGraphicsResourceGetMappedPointer_v2"))]
    #[inline]
    pub fn slice<T: Element>(&self) -> Result<DeviceSlice<'_, T>, Error> {
        let (pointer, bytes) = self.pointer()?;
        // SAFETY: the memory is mapped as long as the value, and no other code writes to it; the graphics API
        // initialized it.
        let slice = unsafe { DeviceSlice::<u8>::from_raw_parts(self.stream(), pointer, bytes) };
        slice.cast()
    }

    /// Returns the contents of a buffer, to read and to write them.
    ///
    /// [`cuGraphicsResourceGetMappedPointer`](crate::driver::Raw::cuGraphicsResourceGetMappedPointer)
    ///
    /// # Errors
    /// As [`slice`](Self::slice).
    #[doc(alias("cuGraphicsResourceGetMappedPointer", "cuGraphicsResourceGetMappedPointer_v2"))]
    #[inline]
    pub fn slice_mut<T: Element>(&mut self) -> Result<DeviceSliceMut<'_, T>, Error> {
        let (pointer, bytes) = self.pointer()?;
        // SAFETY: the memory is mapped as long as the value, and no other code accesses it.
        let slice = unsafe { DeviceSliceMut::<u8>::from_raw_parts(self.stream(), pointer, bytes) };
        slice.cast()
    }

    /// Returns an image: a layer or face (0 if there is only one), and a level of detail of it, from 0. The array keeps the
    /// resource mapped.
    ///
    /// [`cuGraphicsSubResourceGetMappedArray`](crate::driver::Raw::cuGraphicsSubResourceGetMappedArray)
    ///
    /// # Errors
    /// Returns the driver's error: `CUDA_ERROR_NOT_MAPPED_AS_ARRAY` (212) for a buffer, `CUDA_ERROR_INVALID_VALUE` (1) if
    /// there is no such layer or level.
    #[doc(alias = "cuGraphicsSubResourceGetMappedArray")]
    pub fn array(&self, layer: u32, level: u32) -> Result<Array, CuResult> {
        let context = self.context();
        // SAFETY: the resource is mapped.
        let array = context.retry(context.raw(), |raw| unsafe {
            raw.cuGraphicsSubResourceGetMappedArray(self.as_raw(), layer, level)
        })?;
        // SAFETY: the driver returned an array of the context, which lives as long as the resource is mapped, and that ends
        // in the stream's order.
        unsafe { Array::from_owner(self.stream(), array, self.object.clone()) }
    }

    /// Returns an image with all its levels of detail. The array keeps the resource mapped.
    ///
    /// [`cuGraphicsResourceGetMappedMipmappedArray`](crate::driver::Raw::cuGraphicsResourceGetMappedMipmappedArray)
    ///
    /// # Errors
    /// Returns the driver's error: `CUDA_ERROR_NOT_MAPPED_AS_ARRAY` (212) for a buffer.
    #[doc(alias = "cuGraphicsResourceGetMappedMipmappedArray")]
    pub fn mipmapped_array(&self) -> Result<MipmappedArray, CuResult> {
        let context = self.context();
        // SAFETY: the resource is mapped.
        let mipmapped = context.retry(context.raw(), |raw| unsafe {
            raw.cuGraphicsResourceGetMappedMipmappedArray(self.as_raw())
        })?;
        let level = |level| {
            // SAFETY: the array is alive; the driver refuses a level that doesn't exist.
            context.retry(context.raw(), |raw| unsafe {
                raw.cuMipmappedArrayGetLevel(mipmapped, level)
            })
        };
        // SAFETY: the driver returned an array of the context, which lives until this function returns.
        let first = unsafe { Array::borrow_raw(self.stream(), level(0)?) }?;
        let descriptor: ArrayDescriptor = *first.descriptor();
        let mut levels = 1;
        while found(level(levels))?.is_some() {
            levels += 1;
        }
        // SAFETY: as for `array`, with the descriptor and the levels that the driver returned.
        Ok(unsafe {
            let owner = self.object.clone();
            MipmappedArray::from_owner(self.stream(), mipmapped, descriptor, levels, owner)
        })
    }

    /// Unmaps the resource, in the stream's order: what the graphics API is told to do with it from now on waits for the
    /// work submitted to the stream so far. Dropping the value does the same silently.
    ///
    /// [`cuGraphicsUnmapResources`](crate::driver::Raw::cuGraphicsUnmapResources)
    ///
    /// # Errors
    /// Returns the driver's error, or the value if arrays of it are alive.
    #[doc(alias = "cuGraphicsUnmapResources")]
    #[inline]
    pub fn unmap(self) -> Result<(), DestroyError<Self>> {
        Object::destroy_shared(self.object).map_err(|error| error.map(|object| Self { object }))
    }

    /// Returns the raw handle of the resource, for calls of [`Driver::raw`](crate::driver::Driver::raw).
    #[inline]
    #[must_use]
    pub fn as_raw(&self) -> CUgraphicsResource {
        self.object.handle()
    }

    /// Creates the mapping of a resource that is mapped.
    fn new(resource: &GraphicsResource, stream: &Stream) -> Self {
        let kind = MappedKind { stream: stream.clone(), resource: resource.clone() };
        let object = Object::shared(resource.as_raw(), Ownership::Owned, kind);
        Self { object }
    }

    /// Returns what keeps the resource mapped.
    pub(super) fn owner(&self) -> impl core::any::Any + Send + use<> {
        self.object.clone()
    }

    pub(super) fn context(&self) -> &Context {
        self.stream().context()
    }

    /// Returns the address of a buffer, and its size in bytes.
    fn pointer(&self) -> Result<(CUdeviceptr, usize), CuResult> {
        // SAFETY: the resource is mapped.
        self.context().retry(self.context().raw(), |raw| unsafe {
            raw.cuGraphicsResourceGetMappedPointer(self.as_raw())
        })
    }
}

/// Returns `None` for what doesn't exist.
fn found<T>(result: Result<T, CuResult>) -> Result<Option<T>, CuResult> {
    match result {
        Err(error) if error.code() == ErrorCode::INVALID_VALUE => Ok(None),
        result => result.map(Some),
    }
}

impl ObjectKind for MappedKind {
    type Handle = CUgraphicsResource;

    unsafe fn destroy(&mut self, handle: CUgraphicsResource) -> Result<(), CuResult> {
        self.resource.end_use(&self.stream)?;
        if self.resource.is_always_mapped() {
            return Ok(());
        }
        // SAFETY: the caller gives up the mapping, which only work submitted to the stream uses.
        self.stream.submit_uncaptured(|raw, stream| unsafe {
            raw.cuGraphicsUnmapResources(&[handle], stream)
        })
    }
}
