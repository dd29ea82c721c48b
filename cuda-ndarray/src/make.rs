//! Making arrays, on streams and on streams with a memory manager.

use cuda_driver::{DeviceBuffer, Element, MemoryError, Staging, Stream};
use ndarray::{ArrayRef, Dimension, StrideShape};

use crate::{DeviceArray, Error, Layout, host};

/// Makes arrays: on a [`Stream`], with memory of the device's pool, or on one with a
/// [memory manager](crate::MemoryManager).
///
/// Shapes are those of `ndarray`: `(480, 640)`, `(480, 640).f()` in Fortran order, `(3, 4).strides((8, 2))`.
pub trait MakeArrays {
    /// Returns the stream that the arrays will belong to.
    fn on_stream(&self) -> &Stream;

    /// Memory for `len` elements.
    ///
    /// # Errors
    /// As [`Stream::alloc`].
    fn allocate<A: Element>(&self, len: usize) -> Result<DeviceBuffer<A>, MemoryError>;

    /// An array whose content is unspecified: Numba's `device_array`. Any bits are a value of an [`Element`], so reading it
    /// is safe.
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

    /// An array of zeros.
    ///
    /// # Errors
    /// As [`alloc_array`](Self::alloc_array).
    fn zeros<A: Element, D: Dimension>(
        &self,
        shape: impl Into<StrideShape<D>>,
    ) -> Result<DeviceArray<A, D>, Error> {
        self.from_elem(shape, bytemuck::Zeroable::zeroed())
    }

    /// An array whose elements are all `value`.
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
        // What lies between the elements is set, too: nothing else is in the memory.
        self.on_stream().fill(&mut buffer, value)?;
        DeviceArray::from_buffer(buffer, layout)
    }

    /// A device array of a host array's shape, elements and order of axes, once they are copied: Numba's `to_device`.
    ///
    /// Axes along which the host array repeats its elements are sent once, and repeat them on the device, too. An array whose
    /// elements aren't contiguous is packed first. Large arrays that aren't pinned are copied by several threads: see
    /// [`Staging`].
    ///
    /// # Errors
    /// [`Error::HostMemory`] if there is none to pack the elements, or the driver's error.
    ///
    /// # Aborts
    /// As [`Stream::scope`].
    fn to_device<A: Element, D: Dimension>(
        &self,
        array: &ArrayRef<A, D>,
    ) -> Result<DeviceArray<A, D>, Error> {
        let source = host::Packed::new(array)?;
        let mut buffer = self.allocate(source.elements().len())?;
        Staging::new(self.on_stream().context()).upload_into(source.elements(), &mut buffer)?;
        DeviceArray::from_buffer(buffer, source.into_layout())
    }

    /// An array of the shape of another, on the host or the device, in C or Fortran order as that one is, and else with axes
    /// in the order of that one's: Numba's `device_array_like`. Its content is unspecified.
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

    fn allocate<A: Element>(&self, len: usize) -> Result<DeviceBuffer<A>, MemoryError> {
        self.alloc(len)
    }
}
