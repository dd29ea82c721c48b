use cuda_driver::{
    Element, PinnedBuffer, Stream,
    memory::{MappedMemory, UnmapError},
};
use ndarray::Dimension;

use crate::error::Error;
use crate::layout::Layout;
use crate::pinned::PinnedArray;
use crate::view::{DeviceArrayView, DeviceArrayViewMut};

/// A host array that a stream's work accesses without a copy: Numba's `MappedNDArray`. While it is mapped, the host
/// can't access it, because a kernel may be writing; [`unmap`](Self::unmap) waits and returns it.
///
/// ```
/// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
/// # let stream = context.stream()?;
/// use cuda_driver::memory::PinnedFlags;
/// use cuda_ndarray::HostArrays;
///
/// let host = context.mapped_array::<f32, _>((2, 3), PinnedFlags::empty())?;
/// let mut mapped = host.map(&stream)?;
/// mapped.view_mut()?.fill(2.0)?; // or a kernel
/// let host = mapped.unmap()?; // waits
/// assert_eq!(host.sum(), 12.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct MappedArray<A: Element + Send, D> {
    memory: MappedMemory<PinnedBuffer<A>>,
    layout: Layout<D>,
}

impl<A: Element + Send, D: Dimension> PinnedArray<A, D> {
    /// Lets the work of `stream` access the array, which must have been created by
    /// [`mapped_array`](crate::pinned::HostArrays::mapped_array).
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
    /// Returns the stream that the array is mapped for.
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

    /// Returns the elements as device memory, to read.
    ///
    /// # Errors
    /// Never returns an error, because the layout was within the memory when it was mapped.
    pub fn view(&self) -> Result<DeviceArrayView<'_, A, D>, Error> {
        DeviceArrayView::from_slice(self.memory.as_device(), self.layout.clone())
    }

    /// Returns the elements as device memory, to read and write.
    ///
    /// # Errors
    /// Never returns an error, because the layout was within the memory when it was mapped.
    pub fn view_mut(&mut self) -> Result<DeviceArrayViewMut<'_, A, D>, Error> {
        DeviceArrayViewMut::from_slice(self.memory.as_device_mut(), self.layout.clone())
    }

    /// Waits for the stream's work, and returns the array to the host.
    ///
    /// # Errors
    /// The error of the stream's work, with the array; or, while the stream is captured, so that it can't wait,
    /// `CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED` (900) with this value.
    pub fn unmap(self) -> Result<PinnedArray<A, D>, UnmapError<Self, PinnedArray<A, D>>> {
        let Self { memory, layout } = self;
        match memory.unmap() {
            Ok(memory) => Ok(PinnedArray::of_checked(memory, layout)),
            Err(UnmapError::Refused(memory, error)) => {
                Err(UnmapError::Refused(Self { memory, layout }, error))
            }
            Err(UnmapError::Failed(memory, error)) => {
                Err(UnmapError::Failed(PinnedArray::of_checked(memory, layout), error))
            }
        }
    }
}
