use core::marker::PhantomData;

use cuda_driver::{DeviceSlice, DeviceSliceMut, Element, Stream, scope::Fork, sys::CUdeviceptr};
use ndarray::{Axis, Dimension, IntoDimension, Ix1, IxDyn, Order, RemoveAxis, Slice, SliceArg};

use crate::error::Error;
use crate::layout::Layout;
use crate::methods::queries;

/// Elements in device memory to read from, in any layout. It is `Copy` if its dimension is.
///
/// ```
/// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
/// use cuda_ndarray::MakeArrays;
/// use ndarray::{array, s};
///
/// let d = stream.to_device(&array![[1, 2, 3], [4, 5, 6]])?;
/// let odd = d.slice(s![.., ..;2])?; // no copy
/// assert_eq!(odd.shape(), [2, 2]);
/// assert_eq!(odd.t().to_host()?, array![[1, 4], [3, 6]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct DeviceArrayView<'a, A, D> {
    /// The start of the memory that the layout refers to.
    address: CUdeviceptr,
    layout: Layout<D>,
    stream: &'a Stream,
    elements: PhantomData<&'a A>,
}

/// Elements in device memory to read and write, in any layout in which no two indices refer to one element.
///
/// ```
/// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
/// use cuda_ndarray::MakeArrays;
/// use ndarray::{Axis, array};
///
/// let mut d = stream.to_device(&array![[1, 2], [3, 4]])?;
/// let (mut upper, lower) = d.split_at_mut(Axis(0), 1)?;
/// upper.assign(&lower)?;
/// assert_eq!(d.to_host()?, array![[3, 4], [3, 4]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct DeviceArrayViewMut<'a, A, D> {
    address: CUdeviceptr,
    layout: Layout<D>,
    stream: &'a Stream,
    elements: PhantomData<&'a mut A>,
}

impl<A, D: Clone> Clone for DeviceArrayView<'_, A, D> {
    fn clone(&self) -> Self {
        Self { layout: self.layout.clone(), ..*self }
    }
}

impl<A, D: Copy> Copy for DeviceArrayView<'_, A, D> {}

queries!(DeviceArrayView<'_, A, D>);
queries!(DeviceArrayViewMut<'_, A, D>);

impl<'a, A, D: Dimension> DeviceArrayView<'a, A, D> {
    /// Creates a view of the elements of a slice of device memory that a layout describes.
    ///
    /// # Errors
    /// [`Error::OutOfMemoryRange`].
    pub fn from_slice(slice: DeviceSlice<'a, A>, layout: Layout<D>) -> Result<Self, Error> {
        if layout.range().end > slice.len() {
            return Err(layout.outside(slice.len()));
        }
        // SAFETY: the layout is within the slice.
        Ok(unsafe { Self::from_raw_parts(slice.stream(), slice.as_raw(), layout) })
    }

    /// Creates a view of memory that this crate doesn't manage. The layout's positions are counted from `address`.
    ///
    /// # Safety
    /// As [`DeviceSlice::from_raw_parts`], for the elements that the layout names.
    #[must_use]
    pub unsafe fn from_raw_parts(
        stream: &'a Stream,
        address: CUdeviceptr,
        layout: Layout<D>,
    ) -> Self {
        Self { address, layout, stream, elements: PhantomData }
    }

    /// Returns the stream that the memory belongs to.
    #[must_use]
    pub fn stream(&self) -> &'a Stream {
        self.stream
    }

    /// Returns the address of the memory.
    pub(crate) fn base(&self) -> CUdeviceptr {
        self.address
    }

    /// Returns the same memory with a layout within this one's.
    pub(crate) fn with_layout<E: Dimension>(&self, layout: Layout<E>) -> DeviceArrayView<'a, A, E> {
        // SAFETY: the elements are among those of this view.
        unsafe { DeviceArrayView::from_raw_parts(self.stream, self.address, layout) }
    }

    /// Returns the elements as a slice, if they are contiguous in some order of the axes.
    ///
    /// # Errors
    /// [`Error::NonContiguous`].
    pub fn as_slice_memory_order(&self) -> Result<DeviceSlice<'a, A>, Error> {
        let range = self.layout.dense_range()?;
        let start = self.address_of(range.start);
        // SAFETY: all elements of the range are this view's.
        Ok(unsafe { DeviceSlice::from_raw_parts(self.stream, start, range.len()) })
    }

    /// Returns the elements with those between them, from the lowest to the highest.
    pub(crate) fn extent(&self) -> DeviceSlice<'a, A> {
        let range = self.layout.range();
        let start = self.address_of(range.start);
        // SAFETY: the ends are elements of the view, and callers read nothing but the elements and what lies between them.
        unsafe { DeviceSlice::from_raw_parts(self.stream, start, range.len()) }
    }

    /// Returns the same, to be written.
    ///
    /// # Safety
    /// The elements and what lies between them are memory that nothing else uses.
    #[cfg(feature = "cufft")]
    pub(crate) unsafe fn into_extent_mut(self) -> DeviceSliceMut<'a, A> {
        let extent = self.extent();
        // SAFETY: the caller guarantees it.
        unsafe { DeviceSliceMut::from_raw_parts(self.stream, extent.as_raw(), extent.len()) }
    }

    /// Returns the axes in reverse order: the transpose of a matrix.
    #[must_use]
    pub fn t(&self) -> Self {
        self.reversed_axes()
    }

    /// Returns the elements broadcast to a shape: repeated along axes that they lack or whose length is one.
    ///
    /// # Errors
    /// [`Error::Broadcast`], [`Error::TooLarge`].
    pub fn broadcast<E: IntoDimension>(
        &self,
        shape: E,
    ) -> Result<DeviceArrayView<'a, A, E::Dim>, Error> {
        Ok(self.with_layout(self.layout.broadcast(shape.into_dimension())?))
    }

    /// Returns the elements before an index of an axis, and the others.
    ///
    /// # Errors
    /// [`Error::Axis`], [`Error::Index`].
    pub fn split_at(&self, axis: Axis, index: usize) -> Result<(Self, Self), Error> {
        let (before, after) = self.layout.split_at(axis, index)?;
        Ok((self.with_layout(before), self.with_layout(after)))
    }

    /// Returns the parts of `size` indices of an axis, in order; the last may have fewer: Numba's `split`. A `size` of
    /// 0 counts as 1.
    ///
    /// # Errors
    /// [`Error::Axis`].
    pub fn axis_chunks_iter(
        &self,
        axis: Axis,
        size: usize,
    ) -> Result<impl ExactSizeIterator<Item = Self> + use<'a, A, D>, Error> {
        let this = self.clone();
        Ok(self.layout.chunks(axis, size)?.map(move |layout| this.with_layout(layout)))
    }

    /// Returns the same elements for work on `branch`, within [`Stream::fork`].
    ///
    /// # Errors
    /// As [`Fork::share`].
    pub fn share<'scope, 'env>(
        &self,
        fork: &'scope Fork<'scope, 'env>,
        branch: &'env Stream,
    ) -> Result<DeviceArrayView<'scope, A, D>, Error>
    where
        'a: 'scope,
    {
        let shared = fork.share(branch, self.extent())?;
        // SAFETY: the branch is ordered with the memory's stream, as for the slice.
        Ok(unsafe { self.clone().assume_on(shared.stream()) })
    }

    /// Returns the same view as if it belonged to `stream`.
    ///
    /// # Safety
    /// As [`DeviceSlice::assume_on`].
    #[must_use]
    pub unsafe fn assume_on<'b>(self, stream: &'b Stream) -> DeviceArrayView<'b, A, D>
    where
        'a: 'b,
    {
        // SAFETY: the elements are this view's, and the caller keeps the order.
        unsafe { DeviceArrayView::from_raw_parts(stream, self.address, self.layout) }
    }
}

impl<'a, A, D: Dimension> DeviceArrayViewMut<'a, A, D> {
    /// Creates a view of the elements of a slice of device memory that a layout describes.
    ///
    /// # Errors
    /// [`Error::OutOfMemoryRange`], [`Error::Overlap`].
    pub fn from_slice(slice: DeviceSliceMut<'a, A>, layout: Layout<D>) -> Result<Self, Error> {
        if layout.range().end > slice.len() {
            return Err(layout.outside(slice.len()));
        }
        layout.check_writable()?;
        // SAFETY: the layout is within the slice, and has no element twice.
        Ok(unsafe { Self::from_raw_parts(slice.stream(), slice.as_raw(), layout) })
    }

    /// Creates a view of memory that this crate doesn't manage. The layout's positions are counted from `address`.
    ///
    /// # Safety
    /// As [`DeviceSliceMut::from_raw_parts`], for the elements that the layout names; no two indices name the same one.
    #[must_use]
    pub unsafe fn from_raw_parts(
        stream: &'a Stream,
        address: CUdeviceptr,
        layout: Layout<D>,
    ) -> Self {
        Self { address, layout, stream, elements: PhantomData }
    }

    /// Returns the stream that the memory belongs to.
    #[must_use]
    pub fn stream(&self) -> &'a Stream {
        self.stream
    }

    /// Returns the address of the memory.
    pub(crate) fn base(&self) -> CUdeviceptr {
        self.address
    }

    /// Returns the same memory with a layout of some of these elements, none of them twice.
    fn with_layout<E: Dimension>(&self, layout: Layout<E>) -> DeviceArrayViewMut<'a, A, E> {
        // SAFETY: the elements are among those of this view, which the caller consumes or keeps apart.
        unsafe { DeviceArrayViewMut::from_raw_parts(self.stream, self.address, layout) }
    }

    /// Returns the same elements, to read.
    #[must_use]
    pub fn view(&self) -> DeviceArrayView<'_, A, D> {
        // SAFETY: this view is borrowed, so the elements are not written meanwhile.
        unsafe { DeviceArrayView::from_raw_parts(self.stream, self.address, self.layout.clone()) }
    }

    /// Returns the same elements, reborrowed for a shorter lifetime.
    #[must_use]
    pub fn view_mut(&mut self) -> DeviceArrayViewMut<'_, A, D> {
        self.with_layout(self.layout.clone())
    }

    /// Returns the part that `info` selects, reborrowed.
    ///
    /// # Errors
    /// As [`Layout::slice`].
    pub fn slice_mut<I: SliceArg<D>>(
        &mut self,
        info: I,
    ) -> Result<DeviceArrayViewMut<'_, A, I::OutDim>, Error> {
        Ok(self.with_layout(self.layout.slice(info)?))
    }

    /// Returns the elements as a slice, if they are contiguous in some order of the axes.
    ///
    /// # Errors
    /// [`Error::NonContiguous`].
    pub fn into_slice_memory_order(self) -> Result<DeviceSliceMut<'a, A>, Error> {
        let range = self.layout.dense_range()?;
        let start = self.address_of(range.start);
        // SAFETY: all elements of the range belong to this view, which is consumed.
        Ok(unsafe { DeviceSliceMut::from_raw_parts(self.stream, start, range.len()) })
    }

    /// Returns the elements with those between them, from the lowest to the highest, of which only the elements may be
    /// written.
    pub(crate) fn into_extent(self) -> DeviceSliceMut<'a, A> {
        let range = self.layout.range();
        let start = self.address_of(range.start);
        // SAFETY: the ends are elements of the view, and callers write nothing but the elements.
        unsafe { DeviceSliceMut::from_raw_parts(self.stream, start, range.len()) }
    }

    /// Returns the elements before an index of an axis, and the others: two parts that are written at the same time.
    ///
    /// # Errors
    /// [`Error::Axis`], [`Error::Index`].
    pub fn split_at(self, axis: Axis, index: usize) -> Result<(Self, Self), Error> {
        let (before, after) = self.layout.split_at(axis, index)?;
        // No element is in both.
        Ok((self.with_layout(before), self.with_layout(after)))
    }

    /// Returns the parts of `size` indices of an axis, in order; the last may have fewer: Numba's `split`. A `size` of
    /// 0 counts as 1.
    ///
    /// # Errors
    /// [`Error::Axis`].
    pub fn axis_chunks_iter(
        self,
        axis: Axis,
        size: usize,
    ) -> Result<impl ExactSizeIterator<Item = Self> + use<'a, A, D>, Error> {
        // No element is in two of them, and `self` is consumed.
        Ok(self.layout.chunks(axis, size)?.map(move |layout| self.with_layout(layout)))
    }

    /// Returns the same elements for work on `branch` alone, within [`Stream::fork`].
    ///
    /// # Errors
    /// As [`Fork::lend`].
    pub fn lend<'scope, 'env>(
        self,
        fork: &'scope Fork<'scope, 'env>,
        branch: &'env Stream,
    ) -> Result<DeviceArrayViewMut<'scope, A, D>, Error>
    where
        'a: 'scope,
    {
        let range = self.layout.range();
        let start = self.address_of(range.start);
        // SAFETY: it is used to order the streams, and not to access memory.
        let extent: DeviceSliceMut<'scope, A> =
            unsafe { DeviceSliceMut::from_raw_parts(self.stream, start, range.len()) };
        let lent = fork.lend(branch, extent)?;
        // SAFETY: the branch is ordered with the memory's stream.
        Ok(unsafe { self.assume_on(lent.stream()) })
    }

    /// Returns the same view as if it belonged to `stream`.
    ///
    /// # Safety
    /// As [`DeviceSliceMut::assume_on`].
    #[must_use]
    pub unsafe fn assume_on<'b>(self, stream: &'b Stream) -> DeviceArrayViewMut<'b, A, D>
    where
        'a: 'b,
    {
        // SAFETY: the elements belong to this view, which is consumed, and the caller keeps the order.
        unsafe { DeviceArrayViewMut::from_raw_parts(stream, self.address, self.layout) }
    }
}

/// Methods that return other views of the same elements, for read-only and mutable views.
macro_rules! reshaping {
    ($view:ident, $self:ident, $($receiver:tt)+) => {
        impl<'a, A, D: Dimension> $view<'a, A, D> {
            /// Returns the part selected by an index of `ndarray`, such as `s![1.., ..;2]`. It makes no driver call and
            /// allocates nothing.
            ///
            /// # Errors
            /// As [`Layout::slice`].
            pub fn slice<I: SliceArg<D>>($($receiver)+, info: I) -> Result<$view<'a, A, I::OutDim>, Error> {
                Ok($self.with_layout($self.layout.slice(info)?))
            }

            /// Returns the part that a slice selects of one axis.
            ///
            /// # Errors
            /// As [`Layout::slice_axis`].
            pub fn slice_axis($($receiver)+, axis: Axis, slice: Slice) -> Result<Self, Error> {
                Ok($self.with_layout($self.layout.slice_axis(axis, slice)?))
            }

            /// Returns the elements at one index of an axis, without that axis.
            ///
            /// # Errors
            /// As [`Layout::index_axis`].
            pub fn index_axis($($receiver)+, axis: Axis, index: usize) -> Result<$view<'a, A, D::Smaller>, Error>
            where
                D: RemoveAxis,
            {
                Ok($self.with_layout($self.layout.index_axis(axis, index)?))
            }

            /// Returns the same elements, in `order`, in another shape.
            ///
            /// # Errors
            /// As [`Layout::with_shape`].
            pub fn into_shape_with_order<E: IntoDimension>(
                $($receiver)+,
                shape: E,
                order: Order,
            ) -> Result<$view<'a, A, E::Dim>, Error> {
                Ok($self.with_layout($self.layout.with_shape(shape.into_dimension(), order)?))
            }

            /// Returns the elements, in `order`, as one axis.
            ///
            /// # Errors
            /// [`Error::NeedsCopy`].
            pub fn flatten_view($($receiver)+, order: Order) -> Result<$view<'a, A, Ix1>, Error> {
                Ok($self.with_layout($self.layout.with_shape(Ix1($self.layout.len()), order)?))
            }

            /// Returns the same elements with the axes in this order.
            ///
            /// # Errors
            /// [`Error::Axes`].
            pub fn permuted_axes($($receiver)+, axes: impl IntoDimension<Dim = D>) -> Result<Self, Error> {
                Ok($self.with_layout($self.layout.permuted_axes(axes)?))
            }

            /// Reverses the order of the axes.
            #[must_use]
            pub fn reversed_axes($($receiver)+) -> Self {
                $self.with_layout($self.layout.clone().reversed_axes())
            }

            /// Returns the same elements with a new axis of length one before `axis`.
            ///
            /// # Errors
            /// [`Error::Axis`].
            pub fn insert_axis($($receiver)+, axis: Axis) -> Result<$view<'a, A, D::Larger>, Error> {
                Ok($self.with_layout($self.layout.insert_axis(axis)?))
            }

            /// Returns the same elements without an axis, which must have length one.
            ///
            /// # Errors
            /// [`Error::Axis`], [`Error::Squeeze`].
            pub fn squeeze_axis($($receiver)+, axis: Axis) -> Result<$view<'a, A, D::Smaller>, Error>
            where
                D: RemoveAxis,
            {
                Ok($self.with_layout($self.layout.squeeze_axis(axis)?))
            }

            /// Returns the same elements without the axes of length one.
            #[must_use]
            pub fn squeeze($($receiver)+) -> $view<'a, A, IxDyn> {
                $self.with_layout($self.layout.squeeze())
            }

            /// Returns the same with a number of axes that is known only at run time.
            #[must_use]
            pub fn into_dyn($($receiver)+) -> $view<'a, A, IxDyn> {
                $self.with_layout($self.layout.clone().into_dyn())
            }

            /// Returns the same with another type of dimension.
            ///
            /// # Errors
            /// [`Error::Ndim`].
            pub fn into_dimensionality<E: Dimension>($($receiver)+) -> Result<$view<'a, A, E>, Error> {
                Ok($self.with_layout($self.layout.clone().into_dimensionality()?))
            }

            /// Returns the same memory as elements of another type. With equal sizes, any layout is accepted.
            /// Otherwise the last axis must be contiguous, and a whole number of new elements long.
            ///
            /// # Errors
            /// As [`Layout::cast`], and [`Error::Alignment`].
            pub fn cast<B: Element>($($receiver)+) -> Result<$view<'a, B, D>, Error>
            where
                A: Element,
            {
                let (from, to) = (size_of::<A>(), size_of::<B>());
                // Counted from the lowest element, all distances are multiples of the strides.
                let (lowest, layout) = $self.layout.rebased();
                let (address, layout) = ($self.address_of(lowest), layout.cast(from, to)?);
                let align = align_of::<B>();
                if !layout.is_empty() && !address.is_multiple_of(align as CUdeviceptr) {
                    return Err(Error::Alignment { address, align });
                }
                // SAFETY: the new elements are the same bytes, each in only one element.
                Ok(unsafe { $view::from_raw_parts($self.stream, address, layout) })
            }
        }
    };
}

reshaping!(DeviceArrayView, self, &self);
reshaping!(DeviceArrayViewMut, self, self);

impl<'a, A, D: Dimension> From<&DeviceArrayView<'a, A, D>> for DeviceArrayView<'a, A, D> {
    fn from(view: &DeviceArrayView<'a, A, D>) -> Self {
        view.clone()
    }
}

impl<'a, A, D: Dimension> From<&'a DeviceArrayViewMut<'_, A, D>> for DeviceArrayView<'a, A, D> {
    fn from(view: &'a DeviceArrayViewMut<'_, A, D>) -> Self {
        view.view()
    }
}

impl<'a, A, D: Dimension> From<DeviceArrayViewMut<'a, A, D>> for DeviceArrayView<'a, A, D> {
    fn from(view: DeviceArrayViewMut<'a, A, D>) -> Self {
        // SAFETY: the view that could write the elements is consumed.
        unsafe { Self::from_raw_parts(view.stream, view.address, view.layout) }
    }
}
