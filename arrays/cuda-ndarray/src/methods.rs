//! Methods that several types of arrays have.

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
                if self.is_empty() || size_of::<A>() == 0 {
                    0
                } else {
                    self.address_of(self.layout.offset())
                }
            }

            /// Returns the address of an element, by its offset in the memory.
            pub(crate) fn address_of(&self, element: usize) -> cuda_driver::sys::CUdeviceptr {
                let bytes = element.wrapping_mul(size_of::<A>());
                self.base().wrapping_add(bytes as cuda_driver::sys::CUdeviceptr)
            }

            /// Returns the memory and the layout in it.
            #[allow(dead_code, reason = "not everything is copied from")]
            pub(crate) fn place(&self) -> $crate::kernels::StridedMemory<'_, D> {
                $crate::kernels::StridedMemory {
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
