//! Creates arrays, on streams and on streams with a memory resource.

use core::fmt;
use cuda_driver::{DeviceBuffer, Element, Stream, memory::Staging};

use cuda_driver::memory::resource::MemoryResource;
use ndarray::{ArrayRef, Dimension, StrideShape};

use crate::array::DeviceArray;
use crate::error::Error;
use crate::host;
use crate::layout::Layout;

/// Creates arrays: on a [`Stream`], in memory of the device's pool, or in that of a
/// [`MemoryResource`]: [`with_resource`](Self::with_resource).
///
/// Shapes are those of `ndarray`: `(480, 640)`, `(480, 640).f()` in Fortran order, `(3, 4).strides((8, 2))`.
///
/// ```
/// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
/// # let stream = context.stream()?;
/// use cuda_ndarray::MakeArrays;
/// use ndarray::{Array2, arr2};
///
/// let zeros = stream.zeros::<f32, _>((480, 640))?;
/// let sevens = stream.from_elem((2, 2), 7u8)?;
/// let copy = stream.to_device(&arr2(&[[1, 2], [3, 4]]))?; // waits for the copy
/// assert_eq!(zeros.shape(), [480, 640]);
/// assert_eq!(sevens.to_host()?, Array2::from_elem((2, 2), 7));
/// assert_eq!(copy.to_host()?, arr2(&[[1, 2], [3, 4]]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait MakeArrays: crate::sealed::Sealed {
    /// Returns the stream that the arrays will belong to.
    fn on_stream(&self) -> &Stream;

    /// Allocates memory for `len` elements.
    ///
    /// # Errors
    /// As [`Stream::alloc`].
    fn allocate<A: Element>(&self, len: usize) -> Result<DeviceBuffer<A>, cuda_driver::Error>;

    /// Returns a value that creates arrays on this stream, in memory of `resource`: Numba's External Memory Manager
    /// plug-ins. Copies of such arrays are allocated from the stream's pool, not from the resource.
    ///
    /// ```
    /// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
    /// use cuda_driver::memory::resource::{CountingResource, DevicePool};
    /// use cuda_ndarray::MakeArrays;
    ///
    /// let counting = CountingResource::new(DevicePool);
    /// let array = stream.with_resource(&counting).zeros::<f32, _>((480, 640))?;
    /// assert_eq!(counting.counts().live_bytes, array.alloc_size());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn with_resource<'a>(&'a self, resource: &'a dyn MemoryResource) -> WithResource<'a> {
        WithResource { stream: self.on_stream(), resource }
    }

    /// Allocates an array with unspecified contents: Numba's `device_array`. Reading it is safe, because all bytes are
    /// valid in an [`Element`].
    ///
    /// ```no_run
    /// use cuda_ndarray::{DeviceArray, MakeArrays};
    /// use ndarray::{Ix2, ShapeBuilder};
    /// # fn f(stream: &cuda_driver::Stream) -> Result<(), cuda_ndarray::Error> {
    /// let rows: DeviceArray<f32, Ix2> = stream.alloc_array((480, 640))?;
    /// let columns: DeviceArray<f32, Ix2> = stream.alloc_array((480, 640).f())?;
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// [`Error::TooLarge`], or as [`Stream::alloc`].
    fn alloc_array<A: Element, D: Dimension>(
        &self,
        shape: impl Into<StrideShape<D>>,
    ) -> Result<DeviceArray<A, D>, Error> {
        let layout = Layout::of_shape(shape)?;
        let len = layout.range().end;
        DeviceArray::of_len(self.allocate(len)?, layout, len)
    }

    /// Creates an array of zeros.
    ///
    /// # Errors
    /// As [`alloc_array`](Self::alloc_array).
    fn zeros<A: Element, D: Dimension>(
        &self,
        shape: impl Into<StrideShape<D>>,
    ) -> Result<DeviceArray<A, D>, Error> {
        self.from_elem(shape, bytemuck::Zeroable::zeroed())
    }

    /// Creates an array with all elements equal to `value`.
    ///
    /// # Errors
    /// As [`alloc_array`](Self::alloc_array).
    #[allow(clippy::wrong_self_convention, reason = "it is ndarray's name")]
    fn from_elem<A: Element, D: Dimension>(
        &self,
        shape: impl Into<StrideShape<D>>,
        value: A,
    ) -> Result<DeviceArray<A, D>, Error> {
        let (mut buffer, layout) = self.alloc_array(shape)?.into_buffer();
        // Gaps between elements are filled, too, because the memory contains nothing else.
        self.on_stream().fill(&mut buffer, value)?;
        DeviceArray::from_buffer(buffer, layout)
    }

    /// Copies a host array to a new device array with the same order of axes, and waits until that is done: Numba's
    /// `to_device`.
    ///
    /// Axes along which the host array repeats its elements are copied once, and repeated on the device. An array that
    /// isn't contiguous is packed first. Large arrays that aren't pinned are copied by several threads: see
    /// [`Staging`].
    ///
    /// # Errors
    /// [`Error::HostMemory`] if there isn't enough host memory to pack the elements, or the driver's error.
    ///
    /// # Aborts
    /// As [`Stream::scope`].
    fn to_device<A: Element, D: Dimension>(
        &self,
        array: &ArrayRef<A, D>,
    ) -> Result<DeviceArray<A, D>, Error> {
        let source = host::PackedElements::new(array)?;
        let mut buffer = self.allocate(source.elements().len())?;
        Staging::new(self.on_stream().context()).upload_into(source.elements(), &mut buffer)?;
        DeviceArray::from_buffer(buffer, source.into_layout())
    }

    /// Allocates an array of the shape of a host array, in C or Fortran order if that one is, and otherwise with the
    /// axes in the same order in memory: Numba's `device_array_like`. Its contents are unspecified.
    /// [`DeviceArray::uninit_like`] does the same for a device array.
    ///
    /// # Errors
    /// As [`alloc_array`](Self::alloc_array).
    fn alloc_like<A: Element, D: Dimension>(
        &self,
        array: &ArrayRef<A, D>,
    ) -> Result<DeviceArray<A, D>, Error> {
        let layout = host::layout_of(array).dense_like();
        DeviceArray::from_buffer(self.allocate(layout.range().end)?, layout)
    }
}

impl MakeArrays for Stream {
    fn on_stream(&self) -> &Stream {
        self
    }

    fn allocate<A: Element>(&self, len: usize) -> Result<DeviceBuffer<A>, cuda_driver::Error> {
        self.alloc(len)
    }
}

/// A stream with a memory resource, which [creates arrays](MakeArrays::with_resource).
#[derive(Clone, Copy)]
pub struct WithResource<'a> {
    stream: &'a Stream,
    resource: &'a dyn MemoryResource,
}

impl fmt::Debug for WithResource<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WithResource").finish_non_exhaustive()
    }
}

impl MakeArrays for WithResource<'_> {
    fn on_stream(&self) -> &Stream {
        self.stream
    }

    fn allocate<A: Element>(&self, len: usize) -> Result<DeviceBuffer<A>, cuda_driver::Error> {
        self.stream.alloc_from(self.resource, len)
    }
}

impl crate::sealed::Sealed for WithResource<'_> {}
