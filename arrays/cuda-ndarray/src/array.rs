use crate::methods::{queries, views};
use cuda_driver::{DeviceBuffer, DeviceSlice, DeviceSliceMut, Element, Stream, sys::CUdeviceptr};
use ndarray::{Axis, Dimension, IntoDimension, Ix1, IxDyn, Order, RemoveAxis, SliceArg};

use crate::error::Error;
use crate::layout::Layout;
use crate::view::{DeviceArrayView, DeviceArrayViewMut};

/// An array in device memory that it owns: a [`DeviceBuffer`] with a shape.
///
/// It and everything created from it belongs to the buffer's stream: work on the memory runs in stream order, and so
/// does freeing it when the array is dropped. No call waits, except copies to and from the host whose documentation
/// says so.
///
/// As a kernel argument it is the address of the element of index 0, or with [`arg`](Self::arg) also its shape and
/// strides.
///
/// ```
/// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
/// use cuda_ndarray::{DeviceArray, MakeArrays};
/// use ndarray::{Ix2, array};
///
/// let mut d: DeviceArray<i32, Ix2> = stream.to_device(&array![[1, 2, 3], [4, 5, 6]])?;
/// d.slice_mut(ndarray::s![.., 0])?.fill(0)?;
/// assert_eq!(d.t().to_host()?, array![[0, 0], [2, 5], [3, 6]]);
/// assert_eq!(d.get((1, 2))?, 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct DeviceArray<A, D> {
    buffer: DeviceBuffer<A>,
    layout: Layout<D>,
}

queries!(DeviceArray<A, D>);

views!(DeviceArray);

impl<A, D: Dimension> DeviceArray<A, D> {
    /// Creates an array of the elements in a buffer.
    ///
    /// # Errors
    /// [`Error::OutOfMemoryRange`].
    pub fn from_buffer(buffer: DeviceBuffer<A>, layout: Layout<D>) -> Result<Self, Error> {
        let len = layout.range().end;
        Self::of_len(buffer, layout, len)
    }

    /// Like [`from_buffer`](Self::from_buffer), for a layout that ends at `len`.
    #[inline]
    pub(crate) fn of_len(
        buffer: DeviceBuffer<A>,
        layout: Layout<D>,
        len: usize,
    ) -> Result<Self, Error> {
        if len <= buffer.len() {
            Ok(Self { buffer, layout })
        } else {
            Err(layout.outside(buffer.len()))
        }
    }

    /// Returns the memory, and the layout of the elements in it.
    #[must_use]
    pub fn into_buffer(self) -> (DeviceBuffer<A>, Layout<D>) {
        (self.buffer, self.layout)
    }

    /// Returns the memory, including gaps between the elements.
    #[must_use]
    pub fn as_buffer(&self) -> &DeviceBuffer<A> {
        &self.buffer
    }

    /// Returns the same, to be written.
    #[cfg(feature = "cufft")]
    pub(crate) fn as_buffer_mut(&mut self) -> &mut DeviceBuffer<A> {
        &mut self.buffer
    }

    /// Returns the address of the memory.
    pub(crate) fn base(&self) -> CUdeviceptr {
        self.buffer.as_raw()
    }

    /// Returns the stream that the array belongs to.
    #[must_use]
    pub fn stream(&self) -> &Stream {
        self.buffer.stream()
    }

    /// Returns the size of the memory, in bytes, including gaps between the elements: Numba's `alloc_size`.
    #[must_use]
    pub fn alloc_size(&self) -> usize {
        self.buffer.len() * size_of::<A>()
    }

    /// Returns the elements, to read.
    #[must_use]
    pub fn view(&self) -> DeviceArrayView<'_, A, D> {
        // SAFETY: the layout is within the buffer, which is borrowed.
        unsafe {
            DeviceArrayView::from_raw_parts(self.buffer.stream(), self.base(), self.layout.clone())
        }
    }

    /// Returns the elements, to read and write.
    ///
    /// # Errors
    /// [`Error::Overlap`].
    pub fn view_mut(&mut self) -> Result<DeviceArrayViewMut<'_, A, D>, Error> {
        let layout = self.layout.clone();
        DeviceArrayViewMut::from_slice(self.buffer.as_slice_mut(), layout)
    }

    /// Returns the part selected by an index of `ndarray`, to read and write.
    ///
    /// # Errors
    /// As [`Layout::slice`], and [`Error::Overlap`].
    pub fn slice_mut<I: SliceArg<D>>(
        &mut self,
        info: I,
    ) -> Result<DeviceArrayViewMut<'_, A, I::OutDim>, Error> {
        self.view_mut()?.slice(info)
    }

    /// Returns the elements before an index of an axis, and the others, to be written at the same time.
    ///
    /// # Errors
    /// [`Error::Axis`], [`Error::Index`], [`Error::Overlap`].
    #[allow(clippy::type_complexity, reason = "it is a pair")]
    pub fn split_at_mut(
        &mut self,
        axis: Axis,
        index: usize,
    ) -> Result<(DeviceArrayViewMut<'_, A, D>, DeviceArrayViewMut<'_, A, D>), Error> {
        self.view_mut()?.split_at(axis, index)
    }

    /// Returns the elements as a slice, if they are contiguous in some order of the axes.
    ///
    /// # Errors
    /// [`Error::NonContiguous`].
    pub fn as_slice_memory_order(&self) -> Result<DeviceSlice<'_, A>, Error> {
        Ok(self.buffer.slice(self.layout.dense_range()?)?)
    }

    /// Returns the elements as a slice to write to, if they are contiguous in some order of the axes.
    ///
    /// # Errors
    /// [`Error::NonContiguous`].
    pub fn as_slice_memory_order_mut(&mut self) -> Result<DeviceSliceMut<'_, A>, Error> {
        Ok(self.buffer.slice_mut(self.layout.dense_range()?)?)
    }

    /// Moves the array to `stream`, whose later work waits for the earlier work of the old stream: Numba's `bind`.
    /// Nothing is copied, and the host doesn't wait.
    ///
    /// # Errors
    /// As [`DeviceBuffer::move_to`]; the array is then dropped.
    pub fn on(mut self, stream: &Stream) -> Result<Self, Error> {
        self.buffer.move_to(stream)?;
        Ok(self)
    }

    fn with<E: Dimension>(self, layout: Layout<E>) -> DeviceArray<A, E> {
        let buffer = self.buffer;
        DeviceArray { buffer, layout }
    }

    /// Returns the same elements, in `order`, in another shape.
    ///
    /// # Errors
    /// As [`Layout::with_shape`]; the array is then dropped, so try it on its [`layout`](Self::layout) before.
    pub fn into_shape_with_order<E: IntoDimension>(
        self,
        shape: E,
        order: Order,
    ) -> Result<DeviceArray<A, E::Dim>, Error> {
        let layout = self.layout.with_shape(shape.into_dimension(), order)?;
        Ok(self.with(layout))
    }

    /// Reverses the order of the axes.
    #[must_use]
    pub fn reversed_axes(self) -> Self {
        let layout = self.layout.clone().reversed_axes();
        self.with(layout)
    }

    /// Returns the same elements with the axes in this order.
    ///
    /// # Errors
    /// [`Error::Axes`]; the array is then dropped.
    pub fn permuted_axes(self, axes: impl IntoDimension<Dim = D>) -> Result<Self, Error> {
        let layout = self.layout.permuted_axes(axes)?;
        Ok(self.with(layout))
    }

    /// Returns the same with a number of axes that is known only at run time.
    #[must_use]
    pub fn into_dyn(self) -> DeviceArray<A, IxDyn> {
        let layout = self.layout.clone().into_dyn();
        self.with(layout)
    }

    /// Returns the same with another type of dimension.
    ///
    /// # Errors
    /// [`Error::Ndim`]; the array is then dropped.
    pub fn into_dimensionality<E: Dimension>(self) -> Result<DeviceArray<A, E>, Error> {
        let layout = self.layout.clone().into_dimensionality()?;
        Ok(self.with(layout))
    }
}

impl<A: Element, D: Dimension> DeviceArray<A, D> {
    /// Allocates an array with this layout and unspecified contents.
    pub(crate) fn uninit(stream: &Stream, layout: Layout<D>) -> Result<Self, Error> {
        let buffer = stream.alloc(layout.range().end)?;
        Ok(Self { buffer, layout })
    }

    /// Sets every element to `value`, in the stream's order.
    ///
    /// # Errors
    /// [`Error::Overlap`], or the driver's error.
    pub fn fill(&mut self, value: A) -> Result<(), Error> {
        self.view_mut()?.fill(value)
    }
}

impl<'a, A, D: Dimension> From<&'a mut DeviceArray<A, D>> for DeviceArrayView<'a, A, D> {
    fn from(array: &'a mut DeviceArray<A, D>) -> Self {
        array.view()
    }
}
