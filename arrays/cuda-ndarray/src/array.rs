use cuda_driver::{DeviceBuffer, DeviceSlice, DeviceSliceMut, Element, Stream, sys::CUdeviceptr};
use ndarray::{Axis, Dimension, IntoDimension, Ix1, IxDyn, Order, RemoveAxis, SliceArg};

use crate::assign::Source;
use crate::{CowArray, DeviceArrayView, DeviceArrayViewMut, Error, Layout};

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

/// Methods of all types that have a layout.
macro_rules! queries {
    ($array:ident<$($lifetime:lifetime,)* A, D>) => {
        impl<A, D: ndarray::Dimension> $array<$($lifetime,)* A, D> {
            /// Returns the lengths of the axes.
            #[must_use]
            pub fn shape(&self) -> &[usize] {
                self.layout.shape()
            }

            /// Returns the lengths of the axes, as `ndarray` has them.
            #[must_use]
            pub fn raw_dim(&self) -> D {
                self.layout.raw_dim()
            }

            /// Returns the stride of each axis, in elements.
            #[must_use]
            pub fn strides(&self) -> &[isize] {
                self.layout.strides()
            }

            /// Returns the number of axes.
            #[must_use]
            pub fn ndim(&self) -> usize {
                self.layout.ndim()
            }

            /// Returns the number of elements.
            #[must_use]
            pub fn len(&self) -> usize {
                self.layout.len()
            }

            /// Returns `true` if there are no elements.
            #[must_use]
            pub fn is_empty(&self) -> bool {
                self.layout.is_empty()
            }

            /// Returns the size of the elements in bytes: without gaps between them, and with repeated elements counted
            /// each time.
            #[must_use]
            pub fn nbytes(&self) -> usize {
                self.len().saturating_mul(size_of::<A>())
            }

            /// Returns `true` if the elements are contiguous in C order, with those of the last axis adjacent.
            #[must_use]
            pub fn is_c_contiguous(&self) -> bool {
                self.layout.is_c_contiguous()
            }

            /// Returns `true` if the elements are contiguous in Fortran order, with those of the first axis adjacent.
            #[must_use]
            pub fn is_f_contiguous(&self) -> bool {
                self.layout.is_f_contiguous()
            }

            /// Returns the same as [`is_c_contiguous`](Self::is_c_contiguous), under `ndarray`'s name.
            #[must_use]
            pub fn is_standard_layout(&self) -> bool {
                self.layout.is_c_contiguous()
            }

            /// Returns the layout: shape, strides and offset.
            #[must_use]
            pub fn layout(&self) -> &$crate::Layout<D> {
                &self.layout
            }

            /// Returns the device address of the element of index 0; null if there are no elements, or if they have no
            /// size.
            #[must_use]
            pub fn device_pointer(&self) -> cuda_driver::sys::CUdeviceptr {
                match self.is_empty() || size_of::<A>() == 0 {
                    true => 0,
                    false => self.address_of(self.layout.offset()),
                }
            }

            /// Returns the address of an element, by its offset in the memory.
            pub(crate) fn address_of(&self, element: usize) -> cuda_driver::sys::CUdeviceptr {
                let bytes = element.wrapping_mul(size_of::<A>());
                self.base().wrapping_add(bytes as cuda_driver::sys::CUdeviceptr)
            }

            /// Returns the memory and the layout in it.
            #[allow(dead_code, reason = "not everything is copied from")]
            pub(crate) fn place(&self) -> $crate::kernels::Place<'_, D> {
                $crate::kernels::Place {
                    address: self.base(),
                    layout: &self.layout,
                }
            }
        }

        impl<A, D: ndarray::Dimension> core::fmt::Debug for $array<$($lifetime,)* A, D> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.debug_struct(stringify!($array))
                    .field("pointer", &format_args!("{:#x}", self.device_pointer()))
                    .field("shape", &self.shape())
                    .field("strides", &self.strides())
                    .field("element", &core::any::type_name::<A>())
                    .finish_non_exhaustive()
            }
        }
    };
}
pub(crate) use queries;

queries!(DeviceArray<A, D>);

/// Methods of [`DeviceArrayView`] that an array forwards to the view of the whole array.
macro_rules! views {
    ($array:ident) => {
        impl<A, D: Dimension> $array<A, D> {
            /// Returns the part selected by an index of `ndarray`, such as `s![1.., ..;2]`. It makes no driver call and
            /// allocates nothing.
            ///
            /// # Errors
            /// As [`Layout::slice`].
            pub fn slice<I: SliceArg<D>>(
                &self,
                info: I,
            ) -> Result<DeviceArrayView<'_, A, I::OutDim>, Error> {
                let layout = self.layout.slice(info)?;
                // SAFETY: the elements are among those of this array, which is borrowed.
                Ok(unsafe { DeviceArrayView::from_raw_parts(self.stream(), self.base(), layout) })
            }

            /// Returns the elements at one index of an axis, without that axis.
            ///
            /// # Errors
            /// As [`Layout::index_axis`].
            pub fn index_axis(
                &self,
                axis: Axis,
                index: usize,
            ) -> Result<DeviceArrayView<'_, A, D::Smaller>, Error>
            where
                D: RemoveAxis,
            {
                self.view().index_axis(axis, index)
            }

            /// Returns the axes in reverse order: the transpose of a matrix.
            #[must_use]
            pub fn t(&self) -> DeviceArrayView<'_, A, D> {
                self.view().reversed_axes()
            }

            /// Returns the elements, in `order`, as one axis: NumPy's `ravel`, without a copy.
            ///
            /// # Errors
            /// [`Error::NeedsCopy`].
            pub fn flatten_view(&self, order: Order) -> Result<DeviceArrayView<'_, A, Ix1>, Error> {
                self.view().flatten_view(order)
            }

            /// Returns the array without the axes of length one.
            #[must_use]
            pub fn squeeze(&self) -> DeviceArrayView<'_, A, IxDyn> {
                self.view().squeeze()
            }

            /// Returns the elements broadcast to a shape: repeated along axes that they lack or whose length is one.
            ///
            /// # Errors
            /// [`Error::Broadcast`], [`Error::TooLarge`].
            pub fn broadcast<E: IntoDimension>(
                &self,
                shape: E,
            ) -> Result<DeviceArrayView<'_, A, E::Dim>, Error> {
                self.view().broadcast(shape)
            }

            /// Returns the parts of `size` indices of an axis, in order; the last may have fewer: Numba's `split`. A
            /// `size` of 0 counts as 1.
            ///
            /// # Errors
            /// [`Error::Axis`].
            pub fn axis_chunks_iter(
                &self,
                axis: Axis,
                size: usize,
            ) -> Result<impl ExactSizeIterator<Item = DeviceArrayView<'_, A, D>>, Error> {
                self.view().axis_chunks_iter(axis, size)
            }
        }

        impl<A: Element, D: Dimension> $array<A, D> {
            /// Returns the same memory as elements of another type: NumPy's `view(dtype)`.
            ///
            /// # Errors
            /// As [`DeviceArrayView::cast`].
            pub fn cast<B: Element>(&self) -> Result<DeviceArrayView<'_, B, D>, Error> {
                self.view().cast()
            }

            /// Copies the elements to a new array in C order, in stream order.
            ///
            /// # Errors
            /// Returns the driver's error.
            pub fn to_standard_layout(&self) -> Result<DeviceArray<A, D>, Error> {
                self.view().to_standard_layout()
            }

            /// Copies the elements to a new array without gaps, with the axes in the same order in memory, in stream
            /// order.
            ///
            /// # Errors
            /// Returns the driver's error.
            pub fn to_owned(&self) -> Result<DeviceArray<A, D>, Error> {
                self.view().to_owned()
            }

            /// Allocates an array of the same shape, in C or Fortran order if this one is, and otherwise with the axes
            /// in the same order in memory. Its contents are unspecified.
            ///
            /// # Errors
            /// As [`Stream::alloc`].
            pub fn uninit_like(&self) -> Result<DeviceArray<A, D>, Error> {
                self.view().uninit_like()
            }
        }

        #[cfg(feature = "cublas")]
        impl<A: cublas::Scalar, D: Dimension> $array<A, D> {
            /// [`DeviceArrayView::dot`].
            ///
            /// # Errors
            /// As there.
            pub fn dot<'b, E: Dimension>(
                &self,
                other: impl Into<DeviceArrayView<'b, A, E>>,
                blas: &mut cublas::Blas<'_>,
            ) -> Result<<D as $crate::MatMul<E>>::Output<A>, Error>
            where
                A: 'b,
                D: $crate::Dot<E>,
            {
                self.view().dot(other, blas)
            }

            /// [`DeviceArrayView::matmul`].
            ///
            /// # Errors
            /// As there.
            pub fn matmul<'b, E: Dimension>(
                &self,
                other: impl Into<DeviceArrayView<'b, A, E>>,
                blas: &mut cublas::Blas<'_>,
            ) -> Result<<D as $crate::MatMul<E>>::Output<A>, Error>
            where
                A: 'b,
                D: $crate::MatMul<E>,
            {
                self.view().matmul(other, blas)
            }
        }

        impl<'a, A, D: Dimension> From<&'a $array<A, D>> for DeviceArrayView<'a, A, D> {
            fn from(array: &'a $array<A, D>) -> Self {
                array.view()
            }
        }
    };
}
pub(crate) use views;

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
        match len <= buffer.len() {
            true => Ok(Self { buffer, layout }),
            false => Err(layout.outside(buffer.len())),
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
    /// As [`Layout::into_shape_with_order`].
    pub fn into_shape_with_order<E: IntoDimension>(
        self,
        shape: E,
        order: Order,
    ) -> Result<DeviceArray<A, E::Dim>, Error> {
        let layout = self.layout.into_shape_with_order(shape.into_dimension(), order)?;
        Ok(self.with(layout))
    }

    /// Returns the same elements, in `order`, in another shape: a view if possible, and otherwise a copy.
    ///
    /// # Errors
    /// As [`DeviceArrayView::to_shape`].
    pub fn to_shape<E: IntoDimension>(
        &self,
        shape: E,
        order: Order,
    ) -> Result<CowArray<'_, A, E::Dim>, Error>
    where
        A: Element,
    {
        self.view().to_shape(shape, order)
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
    /// [`Error::Axes`].
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
    /// [`Error::Ndim`].
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

    /// Copies `source`, a host or a device array, into this one, broadcast to its shape: see
    /// [`DeviceArrayViewMut::assign`].
    ///
    /// # Errors
    /// As [`DeviceArrayViewMut::assign`], and [`Error::Overlap`].
    pub fn assign(&mut self, source: impl Source<A>) -> Result<(), Error> {
        self.view_mut()?.assign(source)
    }
}

impl<'a, A, D: Dimension> From<&'a mut DeviceArray<A, D>> for DeviceArrayView<'a, A, D> {
    fn from(array: &'a mut DeviceArray<A, D>) -> Self {
        array.view()
    }
}
