use cuda_driver::{Element, HostMemoryError, Mapped, PinnedBuffer, Stream};
use ndarray::Dimension;

use crate::{DeviceArrayView, DeviceArrayViewMut, Error, Layout, PinnedArray};

/// A host array that the work of a stream uses where it is, without a copy: Numba's `MappedNDArray`. As long as the stream has
/// it, the host doesn't, because a kernel may be writing; [`unmap`](Self::unmap) waits and gives it back.
pub struct MappedArray<A: Element + Send, D> {
    memory: Mapped<PinnedBuffer<A>>,
    layout: Layout<D>,
}

impl<A: Element + Send, D: Dimension> PinnedArray<A, D> {
    /// Gives the array to `stream`, whose work uses it where it is. It is one of
    /// [`mapped_array`](crate::HostArrays::mapped_array).
    ///
    /// # Errors
    /// As [`Stream::map`]; the array is dropped.
    pub fn map(self, stream: &Stream) -> Result<MappedArray<A, D>, Error> {
        let (memory, layout) = self.into_buffer();
        let memory = stream.map(memory)?;
        Ok(MappedArray { memory, layout })
    }
}

impl<A: Element + Send, D: Dimension> MappedArray<A, D> {
    /// Returns the stream that has the array.
    #[must_use]
    pub fn stream(&self) -> &Stream {
        self.memory.stream()
    }

    /// Returns the layout: shape, strides and offset.
    #[must_use]
    pub fn layout(&self) -> &Layout<D> {
        &self.layout
    }

    /// Returns the lengths of the axes.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        self.layout.shape()
    }

    /// Returns the elements as the device's, to read.
    ///
    /// # Errors
    /// None, as the layout was within the memory when it was mapped.
    pub fn view(&self) -> Result<DeviceArrayView<'_, A, D>, Error> {
        DeviceArrayView::from_slice(self.memory.as_device(), self.layout.clone())
    }

    /// Returns the elements as the device's, to read and write.
    ///
    /// # Errors
    /// None, as the layout was within the memory when it was mapped.
    pub fn view_mut(&mut self) -> Result<DeviceArrayViewMut<'_, A, D>, Error> {
        DeviceArrayViewMut::from_slice(self.memory.as_device_mut(), self.layout.clone())
    }

    /// Waits until the stream has done its work, and gives the array back to the host.
    ///
    /// # Errors
    /// Those of the stream's work, and the array is dropped.
    pub fn unmap(self) -> Result<PinnedArray<A, D>, Error> {
        let memory = self
            .memory
            .unmap()
            .map_err(|error: HostMemoryError<PinnedBuffer<A>>| Error::from(error))?;
        PinnedArray::from_buffer(memory, self.layout)
    }
}
