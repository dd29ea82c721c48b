//! Copies of views on the device.

use cuda_driver::Element;
use ndarray::{Dimension, IntoDimension, Order};

use crate::array::DeviceArray;
use crate::error::Error;
use crate::layout::Layout;
use crate::view::DeviceArrayView;

impl<'a, A: Element, D: Dimension> DeviceArrayView<'a, A, D> {
    /// Copies the elements to a new array in C order, in stream order.
    ///
    /// # Errors
    /// Returns the driver's error.
    pub fn to_standard_layout(&self) -> Result<DeviceArray<A, D>, Error> {
        self.copy_as(Layout::contiguous(self.raw_dim(), Order::RowMajor)?)
    }

    /// Copies the elements to a new array without gaps, with the axes in the same order in memory, in stream order.
    ///
    /// # Errors
    /// Returns the driver's error.
    pub fn to_owned(&self) -> Result<DeviceArray<A, D>, Error> {
        self.copy_as(self.layout().dense_like())
    }

    /// Allocates an array of the same shape, in C or Fortran order if this view is, and otherwise with the axes in the
    /// same order in memory. Its contents are unspecified.
    ///
    /// # Errors
    /// As [`Stream::alloc`](cuda_driver::Stream::alloc).
    pub fn uninit_like(&self) -> Result<DeviceArray<A, D>, Error> {
        DeviceArray::uninit(self.stream(), self.layout().dense_like())
    }

    /// Copies the elements to an array with another layout of the same shape, without gaps.
    pub(crate) fn copy_as(&self, layout: Layout<D>) -> Result<DeviceArray<A, D>, Error> {
        let mut copy = DeviceArray::uninit(self.stream(), layout)?;
        copy.view_mut()?.assign(self)?;
        Ok(copy)
    }

    /// Returns the same elements, in `order`, in another shape: a view if possible, and otherwise a copy.
    ///
    /// # Errors
    /// [`Error::Size`], [`Error::TooLarge`], or the driver's error.
    pub fn to_shape<E: IntoDimension>(
        &self,
        shape: E,
        order: Order,
    ) -> Result<CowArray<'a, A, E::Dim>, Error> {
        let shape = shape.into_dimension();
        match self.layout().with_shape(shape.clone(), order) {
            Ok(layout) => Ok(CowArray::View(self.with_layout(layout))),
            Err(Error::NeedsCopy { .. }) => {
                let copy = self.copy_as(Layout::contiguous(self.raw_dim(), order)?)?;
                Ok(CowArray::Owned(copy.into_shape_with_order(shape, order)?))
            }
            Err(error) => Err(error),
        }
    }
}

/// A view, or a copy if no view was possible.
#[derive(Debug)]
pub enum CowArray<'a, A, D: Dimension> {
    /// The same elements.
    View(DeviceArrayView<'a, A, D>),
    /// A copy of the elements.
    Owned(DeviceArray<A, D>),
}

impl<A, D: Dimension> CowArray<'_, A, D> {
    /// Returns the elements, to read.
    #[must_use]
    pub fn view(&self) -> DeviceArrayView<'_, A, D> {
        match self {
            Self::View(view) => view.clone(),
            Self::Owned(array) => array.view(),
        }
    }

    /// Returns `true` if the elements were copied.
    #[must_use]
    pub fn is_owned(&self) -> bool {
        matches!(self, Self::Owned(_))
    }
}

impl<A, D: Dimension> DeviceArray<A, D> {
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
}
