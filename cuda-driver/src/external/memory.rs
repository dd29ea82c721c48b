use core::any::Any;
use std::sync::Arc;

use cuda_driver_sys::{
    CUDA_EXTERNAL_MEMORY_BUFFER_DESC, CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC, CUdeviceptr,
    CUexternalMemory, CUmipmappedArray,
};

use super::{ExternalMemoryHandle, OutOfExternalMemory};
use crate::array::{ArrayDescriptor, MipmappedArray};
use crate::context::{Context, capture_mode::relaxed};
use crate::error::{CuResult, DestroyError, Error};
use crate::memory::{DeviceBuffer, Element, KeepAlive, bytes_of};
use crate::object::{Object, ObjectKind, Ownership};
use crate::stream::Stream;

flags! {
    /// What memory of another API is for: [`Context::import_external_memory`].
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct ExternalMemoryFlags: u32 {
        /// It belongs to one resource alone: a dedicated allocation of Vulkan, or a resource of Direct3D.
        const DEDICATED = 0x1;

        // Newer drivers have more.
        const _ = !0;
    }
}

/// Memory of another API, such as Vulkan, which both use: it is mapped as [buffers](Self::buffer) and
/// [mipmapped arrays](Self::mipmapped_array).
///
/// Clones refer to the same object. It is destroyed once neither a clone nor a mapping of it is left. The other API's
/// memory exists until both have given it up.
///
/// ```
/// # #[cfg(target_os = "linux")] {
/// # let driver = cuda_sim::driver()?;
/// # let device = driver.device(0)?;
/// # let (context, stream) = { let c = device.primary_context()?; let s = c.stream()?; (c, s) };
/// # use cuda_driver::{memory::HandleTypes, virtual_memory::PhysicalProperties};
/// # let properties = PhysicalProperties::new(device).handle_types(HandleTypes::POSIX_FILE_DESCRIPTOR);
/// # let theirs = driver.create_memory(2 << 20, &properties)?;
/// # let (descriptor, bytes) = (theirs.export_descriptor()?, theirs.bytes());
/// use cuda_driver::external::{ExternalMemoryFlags, ExternalMemoryHandle};
///
/// let handle = ExternalMemoryHandle::OpaqueFd(descriptor); // from `vkGetMemoryFdKHR`, for example
/// // SAFETY: it is a descriptor of memory of that many bytes, which isn't dedicated.
/// let memory = unsafe { context.import_external_memory(handle, bytes, ExternalMemoryFlags::empty()) }?;
/// // SAFETY: nothing else uses the memory while the buffer lives.
/// let mut pixels = unsafe { memory.buffer::<u32>(&stream, 0, 640 * 480) }?;
/// stream.fill(&mut pixels, 0xff00_00ff)?;
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct ExternalMemory {
    object: Arc<Object<ExternalKind>>,
}

#[derive(Debug)]
struct ExternalKind {
    context: Context,
    bytes: usize,
}

impl Context {
    /// Imports memory of `bytes` bytes that another API exported.
    ///
    /// [`cuImportExternalMemory`](crate::driver::Raw::cuImportExternalMemory)
    ///
    /// # Errors
    /// [`Error::Name`] for a name that can't be passed to C, or the driver's error: for a handle that isn't one of such
    /// memory, and for a type of handles that the system or the device doesn't have. A descriptor is then closed.
    ///
    /// # Safety
    /// - The handle is of the type that its variant says, and of memory of the context's device. A handle that isn't a
    ///   descriptor is valid during the call.
    /// - The memory was created with `bytes` bytes, and is a dedicated allocation if and only if `flags` say so.
    #[doc(alias = "cuImportExternalMemory")]
    pub unsafe fn import_external_memory(
        &self,
        handle: ExternalMemoryHandle<'_>,
        bytes: usize,
        flags: ExternalMemoryFlags,
    ) -> Result<ExternalMemory, Error> {
        let imported = handle.import(|mut description| {
            description.size = bytes as u64;
            description.flags = flags.bits();
            let _bound = self.bind()?;
            // SAFETY: the context is current, and the pointer is to a live description of a handle that is as the caller
            // says.
            let imported = relaxed(self.raw(), || unsafe {
                self.raw().cuImportExternalMemory(&raw const description)
            });
            Ok(imported?)
        })?;
        Ok(ExternalMemory::new(self, imported, bytes, Ownership::Owned))
    }
}

impl ExternalMemory {
    /// Returns the size in bytes.
    #[must_use]
    #[inline]
    pub fn bytes(&self) -> usize {
        self.object.bytes
    }

    /// Returns the context that it was imported into.
    #[must_use]
    #[inline]
    pub fn context(&self) -> &Context {
        &self.object.context
    }

    /// Maps `len` elements, from byte `offset` on, as a buffer of `stream`. They are unmapped once the buffer is dropped
    /// and the work submitted to its stream before is over; the drop doesn't wait for that.
    ///
    /// [`cuExternalMemoryGetMappedBuffer`](crate::driver::Raw::cuExternalMemoryGetMappedBuffer)
    ///
    /// # Errors
    /// [`Error::OutOfExternalMemory`], [`Error::TooLarge`], [`Error::Alignment`], [`Error::OtherContext`], or the
    /// driver's error.
    ///
    /// # Safety
    /// No other code accesses the elements while the buffer lives, here or in the other API, except to read those that
    /// the buffer only reads, or in an order that semaphores establish with the stream's work. Earlier work on them
    /// elsewhere is complete or ordered before `stream`'s.
    #[doc(alias = "cuExternalMemoryGetMappedBuffer")]
    pub unsafe fn buffer<T: Element>(
        &self,
        stream: &Stream,
        offset: usize,
        len: usize,
    ) -> Result<DeviceBuffer<T>, Error> {
        let bytes = bytes_of::<T>(len)?;
        self.check(stream, offset, bytes)?;
        if bytes == 0 {
            // SAFETY: there are no elements.
            return Ok(unsafe { DeviceBuffer::borrow_raw(stream, 0, len) });
        }
        let description = CUDA_EXTERNAL_MEMORY_BUFFER_DESC {
            offset: offset as u64,
            size: bytes as u64,
            ..CUDA_EXTERNAL_MEMORY_BUFFER_DESC::default()
        };
        let raw = self.context().raw();
        let _bound = self.context().bind()?;
        // SAFETY: the context is current, the memory is alive, and the pointer is to a live description.
        let pointer = relaxed(raw, || unsafe {
            raw.cuExternalMemoryGetMappedBuffer(self.as_raw(), &raw const description)
        })?;
        let mapped = MappedKind { memory: self.clone() };
        let owner = KeepAlive(Object::new(pointer, Ownership::Owned, mapped));
        if !pointer.is_multiple_of(align_of::<T>() as u64) {
            return Err(Error::Alignment { align: align_of::<T>() });
        }
        // SAFETY: the memory is mapped until the owner is dropped, and the caller orders all accesses.
        Ok(unsafe { DeviceBuffer::from_owner(stream, pointer, len, owner) })
    }

    /// Maps an image, which begins at byte `offset`, as a mipmapped array of `stream`. It is unmapped once its last clone,
    /// level and texture are dropped and the work submitted to its stream before is over; the drop doesn't wait for that.
    ///
    /// Flags of the descriptor say what the other API does with the image:
    /// [`COLOR_ATTACHMENT`](crate::array::ArrayFlags::COLOR_ATTACHMENT) for one that it draws into, for example.
    ///
    /// [`cuExternalMemoryGetMappedMipmappedArray`](crate::driver::Raw::cuExternalMemoryGetMappedMipmappedArray)
    ///
    /// # Errors
    /// [`Error::Array`] for an invalid descriptor, [`Error::OutOfExternalMemory`] for an offset beyond the memory,
    /// [`Error::OtherContext`], or the driver's error.
    ///
    /// # Safety
    /// - The other API has an image at this offset, with the descriptor's extent, format, channels and flags, and
    ///   `levels` levels, in the layout that suits the device best.
    /// - As for [`buffer`](Self::buffer), for the elements of the image.
    #[doc(alias = "cuExternalMemoryGetMappedMipmappedArray")]
    pub unsafe fn mipmapped_array(
        &self,
        stream: &Stream,
        offset: usize,
        descriptor: &ArrayDescriptor,
        levels: u32,
    ) -> Result<MipmappedArray, Error> {
        descriptor.check()?;
        self.check(stream, offset, 1)?;
        let description = CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC {
            offset: offset as u64,
            arrayDesc: descriptor.to_raw(),
            numLevels: levels,
            ..CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC::default()
        };
        let raw = self.context().raw();
        let _bound = self.context().bind()?;
        // SAFETY: the context is current, the memory is alive, and the pointer is to a live description.
        let array = relaxed(raw, || unsafe {
            raw.cuExternalMemoryGetMappedMipmappedArray(self.as_raw(), &raw const description)
        })?;
        let mapped = MappedArrayKind { memory: self.clone() };
        let owner = MappedArray {
            object: Some(Object::new(array, Ownership::Owned, mapped)),
            stream: stream.clone(),
        };
        // SAFETY: the array lives until the owner has waited for the stream's work, and the caller orders all accesses.
        Ok(unsafe { MipmappedArray::from_owner(stream, array, *descriptor, levels, owner) })
    }

    /// Destroys the object; dropping the last clone does the same silently. The memory itself lives as long as the other
    /// API keeps it.
    ///
    /// [`cuDestroyExternalMemory`](crate::driver::Raw::cuDestroyExternalMemory)
    ///
    /// # Errors
    /// Returns the driver's error, or the value if clones or mappings of it are alive.
    #[doc(alias = "cuDestroyExternalMemory")]
    #[inline]
    pub fn destroy(self) -> Result<(), DestroyError<Self>> {
        Object::destroy_shared(self.object).map_err(|error| error.map(Self::of))
    }

    /// Returns the raw handle, for calls of [`Driver::raw`](crate::driver::Driver::raw).
    #[inline]
    #[must_use]
    pub fn as_raw(&self) -> CUexternalMemory {
        self.object.handle()
    }

    /// Takes ownership of imported memory, which is destroyed with the last clone.
    ///
    /// # Safety
    /// - `handle` was imported in `context`, with `bytes` bytes.
    /// - No other code destroys it.
    #[must_use]
    #[inline]
    pub unsafe fn from_raw(context: &Context, handle: CUexternalMemory, bytes: usize) -> Self {
        Self::new(context, handle, bytes, Ownership::Owned)
    }

    /// Borrows imported memory that other code owns; this crate never destroys it.
    ///
    /// # Safety
    /// `handle` was imported in `context`, with `bytes` bytes, and outlives the value, its clones and mappings, which
    /// live until [`wait_for_deferred`](crate::stream::wait_for_deferred) returns after they are dropped.
    #[must_use]
    #[inline]
    pub unsafe fn borrow_raw(context: &Context, handle: CUexternalMemory, bytes: usize) -> Self {
        Self::new(context, handle, bytes, Ownership::Borrowed)
    }

    /// Uses imported memory that other code owns, and keeps it alive through `owner`, which is dropped with the last clone
    /// and the last mapping.
    ///
    /// # Safety
    /// `handle` was imported in `context`, with `bytes` bytes, and isn't destroyed until `owner` is dropped.
    #[must_use]
    #[inline]
    pub unsafe fn from_owner(
        context: &Context,
        handle: CUexternalMemory,
        bytes: usize,
        owner: impl Any + Send,
    ) -> Self {
        Self::new(context, handle, bytes, Ownership::foreign(owner))
    }

    /// Releases ownership of the object; the caller must destroy it.
    ///
    /// # Errors
    /// Returns the value if clones or mappings of it are alive, or if this crate doesn't own it.
    #[inline]
    pub fn into_raw(self) -> Result<CUexternalMemory, Self> {
        Object::into_raw_shared(self.object).map_err(Self::of)
    }

    fn new(
        context: &Context,
        handle: CUexternalMemory,
        bytes: usize,
        ownership: Ownership,
    ) -> Self {
        let kind = ExternalKind { context: context.clone(), bytes };
        Self::of(Object::shared(handle, ownership, kind))
    }

    const fn of(object: Arc<Object<ExternalKind>>) -> Self {
        Self { object }
    }

    /// Rejects a mapping that isn't within the memory, and a stream that can't access it.
    fn check(&self, stream: &Stream, offset: usize, bytes: usize) -> Result<(), Error> {
        if !self.context().shares_memory_with(stream.context()) {
            return Err(Error::OtherContext);
        }
        let size = self.bytes();
        match offset.checked_add(bytes) {
            Some(end) if end <= size => Ok(()),
            _ => Err(Error::OutOfExternalMemory(Box::new(OutOfExternalMemory {
                offset,
                bytes,
                size,
            }))),
        }
    }
}

impl ObjectKind for ExternalKind {
    type Handle = CUexternalMemory;

    unsafe fn destroy(&mut self, handle: CUexternalMemory) -> Result<(), CuResult> {
        // SAFETY: the caller gives up the object, of which no mapping is left.
        self.context.retry_despite_captures(|raw| unsafe { raw.cuDestroyExternalMemory(handle) })
    }
}

/// A part that is mapped as a buffer.
struct MappedKind {
    memory: ExternalMemory,
}

impl ObjectKind for MappedKind {
    type Handle = CUdeviceptr;

    unsafe fn destroy(&mut self, pointer: CUdeviceptr) -> Result<(), CuResult> {
        let context = self.memory.context();
        let _bound = context.bind()?;
        // SAFETY: the caller gives up the mapping, which was made in the context that is current.
        relaxed(context.raw(), || unsafe { context.raw().cuMemFree(pointer) })
    }
}

/// A part that is mapped as a mipmapped array.
struct MappedArrayKind {
    memory: ExternalMemory,
}

impl ObjectKind for MappedArrayKind {
    type Handle = CUmipmappedArray;

    unsafe fn destroy(&mut self, array: CUmipmappedArray) -> Result<(), CuResult> {
        // SAFETY: the caller gives up the array.
        self.memory
            .context()
            .retry_despite_captures(|raw| unsafe { raw.cuMipmappedArrayDestroy(array) })
    }
}

/// The owner of a mapped mipmapped array, which destroys it after the work of its stream.
struct MappedArray {
    object: Option<Object<MappedArrayKind>>,
    stream: Stream,
}

impl Drop for MappedArray {
    fn drop(&mut self) {
        // In a lost context, the array is dropped immediately; errors of dropping are ignored.
        let _ = self.stream.drop_after(self.object.take());
    }
}
