use cuda_driver::{
    Element, Stream,
    managed::{ManagedBuffer, MemAttachFlags, MemoryAdvice},
    memory::MemLocation,
};
use ndarray::{ArrayView, ArrayViewMut, Dimension, StrideShape};

use crate::error::Error;
use crate::layout::Layout;
use crate::view::{DeviceArrayView, DeviceArrayViewMut};

/// An array that device and host access at the same address, in memory that moves to where it is used: Numba's
/// `managed_array`.
///
/// It belongs to a stream. [`host`](Self::host) and [`host_mut`](Self::host_mut) wait for the stream, and lend the elements to
/// the host.
///
/// ```
/// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
/// use cuda_driver::managed::MemAttachFlags;
/// use cuda_ndarray::ManagedArrays;
///
/// let mut array = stream.managed_array::<f32, _>((2, 3), MemAttachFlags::GLOBAL)?;
/// array.host_mut()?.fill(1.0);
/// array.view_mut()?.fill(2.0)?; // on the device
/// assert_eq!(array.host()?.sum(), 12.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ManagedArray<A, D> {
    buffer: ManagedBuffer<A>,
    layout: Layout<D>,
}

/// Creates managed arrays. Only streams implement it.
pub trait ManagedArrays: crate::sealed::Sealed {
    /// Allocates an array in managed memory, with unspecified contents: Numba's `managed_array`.
    /// [`MemAttachFlags::GLOBAL`] is its `attach_global=True`, [`MemAttachFlags::HOST`] is `False`.
    ///
    /// # Errors
    /// As [`Stream::alloc_managed`]; [`Error::TooLarge`], [`Error::Overlap`].
    fn managed_array<A: Element, D: Dimension>(
        &self,
        shape: impl Into<StrideShape<D>>,
        attach: MemAttachFlags,
    ) -> Result<ManagedArray<A, D>, Error>;
}

impl ManagedArrays for Stream {
    fn managed_array<A: Element, D: Dimension>(
        &self,
        shape: impl Into<StrideShape<D>>,
        attach: MemAttachFlags,
    ) -> Result<ManagedArray<A, D>, Error> {
        let layout = Layout::of_shape(shape)?;
        layout.check_writable()?;
        let buffer = self.alloc_managed(layout.range().end, attach)?;
        Ok(ManagedArray { buffer, layout })
    }
}

impl<A, D: Dimension> ManagedArray<A, D> {
    /// Returns the stream that the array belongs to.
    #[must_use]
    pub fn stream(&self) -> &Stream {
        self.buffer.stream()
    }

    /// Returns the lengths of the axes.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        self.layout.shape()
    }

    /// Returns the layout: shape, strides and offset.
    #[must_use]
    pub fn layout(&self) -> &Layout<D> {
        &self.layout
    }

    /// Returns the memory.
    #[must_use]
    pub fn as_buffer(&self) -> &ManagedBuffer<A> {
        &self.buffer
    }

    /// Moves the memory to `stream`, as [`ManagedBuffer::move_to`] does.
    ///
    /// # Errors
    /// As [`ManagedBuffer::move_to`].
    pub fn move_to(&mut self, stream: &Stream) -> Result<(), Error> {
        Ok(self.buffer.move_to(stream)?)
    }

    /// Sets which streams may access the memory from here on, as [`ManagedBuffer::attach`] does.
    ///
    /// # Errors
    /// As [`ManagedBuffer::attach`].
    pub fn attach(&mut self, flags: MemAttachFlags) -> Result<(), Error> {
        Ok(self.buffer.attach(flags).map_err(cuda_driver::Error::from)?)
    }

    /// Returns the elements as device memory, to read.
    ///
    /// # Errors
    /// Never returns an error, because the memory was allocated for the layout.
    pub fn view(&self) -> Result<DeviceArrayView<'_, A, D>, Error> {
        DeviceArrayView::from_slice(self.buffer.as_slice(), self.layout.clone())
    }

    /// Returns the elements as device memory, to read and write.
    ///
    /// # Errors
    /// As [`view`](Self::view).
    pub fn view_mut(&mut self) -> Result<DeviceArrayViewMut<'_, A, D>, Error> {
        DeviceArrayViewMut::from_slice(self.buffer.as_slice_mut(), self.layout.clone())
    }
}

impl<A: Element, D: Dimension> ManagedArray<A, D> {
    /// Waits for the stream's work, and lends the elements to the host, to read.
    ///
    /// # Errors
    /// As [`ManagedBuffer::host`], and as [`view`](Self::view).
    pub fn host(&self) -> Result<ArrayView<'_, A, D>, Error> {
        let elements = self.buffer.host()?;
        ArrayView::from_shape(self.layout.host_shape(), elements)
            .map_err(|_| self.layout.outside(elements.len()))
    }

    /// Waits for the stream's work, and lends the elements to the host, to read and write.
    ///
    /// # Errors
    /// As [`ManagedBuffer::host`], and as [`view`](Self::view).
    pub fn host_mut(&mut self) -> Result<ArrayViewMut<'_, A, D>, Error> {
        let elements = self.buffer.host_mut()?;
        let len = elements.len();
        ArrayViewMut::from_shape(self.layout.host_shape(), elements)
            .map_err(|_| self.layout.outside(len))
    }

    /// Moves the memory to a location, in the stream's order, ahead of its use there.
    ///
    /// # Errors
    /// As [`Stream::prefetch`].
    pub fn prefetch(&self, location: impl Into<MemLocation>) -> Result<(), Error> {
        Ok(self.stream().prefetch(&self.buffer, location)?)
    }

    /// Advises the driver how the memory will be used, and by which device.
    ///
    /// # Errors
    /// As [`cuda_driver::DeviceSlice::advise`].
    pub fn advise(
        &self,
        advice: MemoryAdvice,
        location: impl Into<MemLocation>,
    ) -> Result<(), Error> {
        Ok(self.buffer.as_slice().advise(advice, location)?)
    }
}
