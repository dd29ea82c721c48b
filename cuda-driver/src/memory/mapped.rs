use core::fmt;
use core::mem::ManuallyDrop;

use cuda_driver_sys::{CUdeviceptr, Symbol};

use crate::context::Context;
use crate::error::{CuResult, Error};
use crate::memory::{
    DeviceSlice, DeviceSliceMut, Element, HostMemory, HostMemoryError, PinnedBuffer,
    RegisteredMemory,
};
use crate::stream::{
    Stream,
    quiesce::{Proof, quiesce},
};

/// Host memory that kernels can access in place.
pub trait MappedHostMemory: HostMemory + sealed::Sealed {
    #[doc(hidden)]
    fn device_address(&self) -> Result<CUdeviceptr, CuResult>;

    #[doc(hidden)]
    fn pinned_for(&self) -> &Context;
}

mod sealed {
    /// The driver decides which memory can be mapped.
    pub trait Sealed {}
}

impl<T> sealed::Sealed for PinnedBuffer<T> {}
impl<H: HostMemory> sealed::Sealed for RegisteredMemory<H> {}

impl<T: Element + Send> MappedHostMemory for PinnedBuffer<T> {
    fn device_address(&self) -> Result<CUdeviceptr, CuResult> {
        self.device_pointer()
    }

    fn pinned_for(&self) -> &Context {
        self.context()
    }
}

impl<H: HostMemory> MappedHostMemory for RegisteredMemory<H> {
    fn device_address(&self) -> Result<CUdeviceptr, CuResult> {
        self.device_pointer()
    }

    fn pinned_for(&self) -> &Context {
        self.context()
    }
}

/// Host memory that a stream's work uses in place, without a copy: [`Stream::map`].
///
/// While the stream has the memory, the host can't access it, so it never reads what a kernel is writing.
/// [`unmap`](Self::unmap) waits and returns the memory. Dropping the value doesn't wait: the memory is dropped once the
/// stream has completed the work submitted to it before.
pub struct MappedMemory<H: MappedHostMemory> {
    memory: ManuallyDrop<H>,
    pointer: CUdeviceptr,
    /// The number of elements, because the memory itself isn't accessed while the device uses it.
    len: usize,
    stream: Stream,
}

// SAFETY: a shared reference gives access only to the device address and the length of the memory, not to the memory.
unsafe impl<H: MappedHostMemory> Sync for MappedMemory<H> {}

impl Stream {
    /// Lets the stream's work use host memory in place. The memory must be pinned with
    /// [`PinnedFlags::DEVICE_MAP`](crate::memory::PinnedFlags) or registered with
    /// [`RegisterFlags::DEVICE_MAP`](crate::memory::RegisterFlags).
    ///
    /// ```no_run
    /// # use cuda_driver::memory::PinnedFlags;
    /// # let stream = cuda_driver::Driver::load()?.device(0)?.primary_context()?.stream()?;
    /// let mut pinned = stream.context().pinned_with::<u32>(1000, PinnedFlags::DEVICE_MAP)?;
    /// pinned.fill(1);
    /// let mut mapped = stream.map(pinned)?;
    /// stream.fill(mapped.as_device_mut(), 2)?;
    /// let pinned = mapped.unmap()?;
    /// assert_eq!(pinned[0], 2);
    /// # Ok::<(), cuda_driver::Error>(())
    /// ```
    ///
    /// [`cuMemHostGetDevicePointer`](crate::driver::Raw::cuMemHostGetDevicePointer)
    ///
    /// # Errors
    /// [`Error::OtherContext`] for memory that is pinned for another context, or the driver's error, each with
    /// the memory.
    #[doc(alias("cuMemHostGetDevicePointer", "cuMemHostGetDevicePointer_v2"))]
    pub fn map<H: MappedHostMemory>(
        &self,
        memory: H,
    ) -> Result<MappedMemory<H>, HostMemoryError<H>> {
        if !memory.pinned_for().shares_memory_with(self.context()) {
            return Err(HostMemoryError::new(memory, Error::OtherContext));
        }
        let len = memory.elements().len();
        let pointer = match len {
            0 => 0,
            _ => match memory.device_address() {
                Ok(pointer) => pointer,
                Err(error) => return Err(HostMemoryError::new(memory, error)),
            },
        };
        Ok(MappedMemory { memory: ManuallyDrop::new(memory), pointer, len, stream: self.clone() })
    }
}

impl<H: MappedHostMemory> MappedMemory<H> {
    /// Returns the memory as device memory, to read from.
    #[must_use]
    #[inline]
    pub fn as_device(&self) -> DeviceSlice<'_, H::Element> {
        // SAFETY: the memory is mapped for the stream's context as long as the value lives, and no other code uses it.
        unsafe { DeviceSlice::from_raw_parts(&self.stream, self.pointer, self.len) }
    }

    /// Returns the memory as device memory, to write to.
    #[must_use]
    #[inline]
    pub fn as_device_mut(&mut self) -> DeviceSliceMut<'_, H::Element> {
        // SAFETY: as above, and the reference is unique.
        unsafe { DeviceSliceMut::from_raw_parts(&self.stream, self.pointer, self.len) }
    }

    /// Returns the stream that uses the memory.
    #[must_use]
    #[inline]
    pub fn stream(&self) -> &Stream {
        &self.stream
    }

    /// Waits until the stream has completed its work, and returns the memory.
    ///
    /// [`cuStreamSynchronize`](crate::driver::Raw::cuStreamSynchronize)
    ///
    /// # Errors
    /// The error of the stream's work, with the memory; or, while the stream is captured, so that it can't wait,
    /// `CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED` (900) with this value.
    ///
    /// # Aborts
    /// As [`scope`](Stream::scope).
    #[doc(alias = "cuStreamSynchronize")]
    #[inline]
    pub fn unmap(self) -> Result<H, UnmapError<Self, H>> {
        // Quiescing would end the capture.
        if let Err(error) = self.stream.refuse_possible_capture(Symbol::cuStreamSynchronize)
            && !error.is_context_lost()
        {
            return Err(UnmapError::Refused(self, error));
        }
        let quiesced = quiesce(&self.stream, &Proof::None);
        let mut this = ManuallyDrop::new(self);
        // SAFETY: `this` is neither used nor dropped afterwards, except the stream, which is also moved out once.
        let (memory, stream) = unsafe {
            (ManuallyDrop::take(&mut this.memory), core::ptr::read(&raw const this.stream))
        };
        drop(stream);
        match quiesced {
            Ok(()) => Ok(memory),
            Err(error) => Err(UnmapError::Failed(memory, error)),
        }
    }
}

/// Why host memory couldn't be unmapped: [`MappedMemory::unmap`].
pub enum UnmapError<M, H> {
    /// The stream couldn't be waited for, because it is captured. The memory is still mapped.
    Refused(M, CuResult),
    /// The stream's work failed, and no longer uses the memory.
    Failed(H, CuResult),
}

impl<M, H> UnmapError<M, H> {
    /// Returns the driver's error.
    #[must_use]
    pub const fn result(&self) -> CuResult {
        match self {
            Self::Refused(_, result) | Self::Failed(_, result) => *result,
        }
    }
}

impl<M, H> fmt::Display for UnmapError<M, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(_, result) => write!(f, "the memory is still mapped: {result}"),
            Self::Failed(_, result) => result.fmt(f),
        }
    }
}

impl<M, H> fmt::Debug for UnmapError<M, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<M, H> core::error::Error for UnmapError<M, H> {}

/// It drops the memory, once the device no longer uses it.
impl<M, H> From<UnmapError<M, H>> for Error {
    fn from(error: UnmapError<M, H>) -> Self {
        error.result().into()
    }
}

impl<H: MappedHostMemory> Drop for MappedMemory<H> {
    fn drop(&mut self) {
        // SAFETY: the value is being dropped.
        let memory = unsafe { ManuallyDrop::take(&mut self.memory) };
        // If there is no way to know when the work is over, the memory is leaked.
        let _ = self.stream.drop_after(memory);
    }
}

impl<H: MappedHostMemory> fmt::Debug for MappedMemory<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MappedMemory")
            .field("pointer", &format_args!("{:#x}", self.pointer))
            .field("len", &self.len)
            .finish_non_exhaustive()
    }
}
