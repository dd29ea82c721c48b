//! Memory resources: what device memory is allocated from, behind one trait.
//!
//! [`Stream::alloc_from`] takes any [`MemoryResource`]:
//!
//! | resource | memory |
//! |---|---|
//! | [`DevicePool`] | of the device's pool, as [`Stream::alloc`] allocates it |
//! | [`MemoryPool`](crate::memory::MemoryPool) | of another pool |
//! | [`UnpooledResource`] | without a pool, by `cuMemAlloc` |
#![cfg_attr(
    feature = "virtual_memory",
    doc = "| [`VirtualMemory`](crate::virtual_memory::VirtualMemory) | without a pool, mapped |"
)]
#![cfg_attr(
    feature = "managed",
    doc = "| [`ManagedResource`](crate::managed::ManagedResource) | that migrates between device and host |"
)]
//! | [`CachingResource`], [`DeferredResource`] | of another resource, and what is freed is kept for later, or freed later |
//! | [`CountingResource`] | of another resource, counted |
//!
//! The array crates of this workspace allocate through it, too, so a program's own allocator serves all of them.

mod caching;
mod counting;
mod deferred;
mod driver;
mod freed;

use core::alloc::Layout;
use std::sync::Arc;

pub use caching::CachingResource;
pub use counting::{CountingResource, Statistics};
pub use deferred::{DeferredObject, DeferredResource};
pub use driver::{DevicePool, UnpooledResource};

use crate::context::Context;
use crate::error::{CuResult, Error};
use crate::memory::{DeviceBuffer, Element, OutOfRange, TooLarge, error::bytes_of};
use crate::stream::Stream;

/// A source of device memory, for any streams: cuda.core and CUDA C++ call it a memory resource, too.
///
/// The memory is released in stream order by the owner of the returned buffer. The trait can be used as `&dyn
/// MemoryResource` and `Arc<dyn MemoryResource>`.
///
/// A resource around another one, which allocates everything in whole pages:
///
/// ```
/// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
/// use std::alloc::Layout;
/// use std::sync::Arc;
/// use cuda_driver::memory::resource::{CountingResource, DevicePool, MemoryResource};
/// use cuda_driver::{DeviceBuffer, Error, Stream};
///
/// struct Pages<M>(M);
///
/// impl<M: MemoryResource> MemoryResource for Pages<M> {
///     fn allocate(&self, stream: &Stream, layout: Layout) -> Result<DeviceBuffer<u8>, Error> {
///         let pages = layout.align_to(4096).map_or(layout, |layout| layout.pad_to_align());
///         self.0.allocate(stream, Layout::from_size_align(pages.size(), layout.align()).unwrap_or(layout))
///     }
/// }
///
/// let counting = CountingResource::new(DevicePool);
/// let resource: Arc<dyn MemoryResource> = Arc::new(Pages(counting.clone()));
/// let buffer = stream.alloc_from::<f32>(&resource, 100)?;
/// assert_eq!((buffer.len(), counting.counts().live_bytes), (100, 4096));
/// drop(buffer);
/// assert_eq!(counting.counts().live_bytes, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// To keep memory that was released, take it out of its buffer ([`DeviceBuffer::into_memory`]): a kept buffer would keep
/// its stream, too. The [guide](crate::guide::allocation) shows such a resource.
pub trait MemoryResource: Send + Sync {
    /// Allocates memory in the order of `stream`: a buffer of that stream with at least the bytes of `layout`, of which
    /// there is at least one. Its contents are unspecified.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::Alignment`], or the driver's error.
    fn allocate(&self, stream: &Stream, layout: Layout) -> Result<DeviceBuffer<u8>, Error>;

    /// Returns what is allocated from the resource; `None` if it isn't counted. [`CountingResource`] counts any resource.
    fn statistics(&self) -> Option<Statistics> {
        None
    }

    /// Returns free memory that the resource keeps to where it came from, in stream order, until it keeps at most `keep`
    /// bytes. Does nothing for resources that keep none.
    ///
    /// # Errors
    /// Returns the driver's error.
    fn trim(&self, keep: usize) -> Result<(), Error> {
        let _ = keep;
        Ok(())
    }

    /// Returns the numbers of free and of all bytes that there are to allocate: those of the context's device, unless the
    /// resource has its own.
    ///
    /// # Errors
    /// Returns the driver's error.
    fn memory_info(&self, context: &Context) -> Result<(usize, usize), CuResult> {
        context.memory_info()
    }
}

impl<M: MemoryResource + ?Sized> MemoryResource for &M {
    fn allocate(&self, stream: &Stream, layout: Layout) -> Result<DeviceBuffer<u8>, Error> {
        (**self).allocate(stream, layout)
    }

    fn statistics(&self) -> Option<Statistics> {
        (**self).statistics()
    }

    fn trim(&self, keep: usize) -> Result<(), Error> {
        (**self).trim(keep)
    }

    fn memory_info(&self, context: &Context) -> Result<(usize, usize), CuResult> {
        (**self).memory_info(context)
    }
}

impl<M: MemoryResource + ?Sized> MemoryResource for Box<M> {
    fn allocate(&self, stream: &Stream, layout: Layout) -> Result<DeviceBuffer<u8>, Error> {
        (**self).allocate(stream, layout)
    }

    fn statistics(&self) -> Option<Statistics> {
        (**self).statistics()
    }

    fn trim(&self, keep: usize) -> Result<(), Error> {
        (**self).trim(keep)
    }

    fn memory_info(&self, context: &Context) -> Result<(usize, usize), CuResult> {
        (**self).memory_info(context)
    }
}

impl<M: MemoryResource + ?Sized> MemoryResource for Arc<M> {
    fn allocate(&self, stream: &Stream, layout: Layout) -> Result<DeviceBuffer<u8>, Error> {
        (**self).allocate(stream, layout)
    }

    fn statistics(&self) -> Option<Statistics> {
        (**self).statistics()
    }

    fn trim(&self, keep: usize) -> Result<(), Error> {
        (**self).trim(keep)
    }

    fn memory_info(&self, context: &Context) -> Result<(usize, usize), CuResult> {
        (**self).memory_info(context)
    }
}

impl Stream {
    /// Allocates device memory for `len` elements in the stream's order, from `resource`: a [memory
    /// pool](crate::memory::MemoryPool), or any other [`MemoryResource`]. Its contents are unspecified until written. A
    /// zero-length allocation makes no driver call.
    ///
    /// [`cuMemAllocFromPoolAsync`](crate::driver::Raw::cuMemAllocFromPoolAsync)
    /// for a pool
    ///
    /// # Errors
    /// As [`alloc`](Self::alloc); [`Error::OtherContext`] for a resource of another context, device or driver;
    /// [`Error::OutOfRange`] and [`Error::Alignment`] for a resource that returns less memory than it was
    /// asked for, or with a smaller alignment.
    #[doc(alias = "cuMemAllocFromPoolAsync")]
    pub fn alloc_from<T: Element>(
        &self,
        resource: &(impl MemoryResource + ?Sized),
        len: usize,
    ) -> Result<DeviceBuffer<T>, Error> {
        let bytes = bytes_of::<T>(len)?;
        if bytes == 0 {
            return self.alloc(len);
        }
        let layout = Layout::array::<T>(len).map_err(|_| {
            let size = size_of::<T>();
            Error::TooLarge(Box::new(TooLarge { len, size }))
        })?;
        let mut memory = resource.allocate(self, layout)?;
        if memory.stream() != self {
            memory.move_to(self)?;
        }
        if memory.len() < bytes {
            return Err(OutOfRange::new(0..bytes, memory.len()).into());
        }
        let memory = aligned(memory, layout.align())?;
        Ok(memory.into_memory().elements(self, len))
    }
}

/// Returns the memory, or an error if its alignment is too small.
#[inline]
pub(crate) fn aligned(memory: DeviceBuffer<u8>, align: usize) -> Result<DeviceBuffer<u8>, Error> {
    if memory.as_raw().is_multiple_of(align as u64) {
        Ok(memory)
    } else {
        Err(Error::Alignment { align })
    }
}
