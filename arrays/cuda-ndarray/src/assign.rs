//! Writing elements: one value, or those of another array.

use crate::layout::for_assignment;
use cuda_driver::Element;
use ndarray::{ArrayBase, ArrayRef, Data, Dimension};

use crate::array::DeviceArray;
use crate::error::{Error, check_stream};
use crate::host;
use crate::kernels;
use crate::kernels::StridedMemory;
use crate::shared::SharedDeviceArray;
use crate::view::{DeviceArrayView, DeviceArrayViewMut};

/// A value that can be copied into a device array: a host array, a device array, or a view of one.
pub trait Source<A>: sealed::Source<A> {}

impl<A, S: sealed::Source<A>> Source<A> for S {}

mod sealed {
    use super::*;

    pub trait Source<A> {
        /// Copies the elements, repeated where the target is larger.
        fn copy_into<D: Dimension>(self, target: DeviceArrayViewMut<'_, A, D>)
        -> Result<(), Error>;
    }
}

impl<A: Element, E: Dimension> sealed::Source<A> for DeviceArrayView<'_, A, E> {
    fn copy_into<D: Dimension>(self, target: DeviceArrayViewMut<'_, A, D>) -> Result<(), Error> {
        check_stream(self.stream(), target.stream())?;
        let layout = for_assignment(self.layout(), target.layout())?;
        let from = StridedMemory { address: self.base(), layout: &layout };
        // SAFETY: both are memory of the stream with their layouts within it, borrowed separately, so they don't overlap; the
        // target has no element twice.
        unsafe { kernels::copy(target.stream(), target.place(), from, size_of::<A>()) }
    }
}

impl<A: Element, E: Dimension> sealed::Source<A> for &DeviceArray<A, E> {
    fn copy_into<D: Dimension>(self, target: DeviceArrayViewMut<'_, A, D>) -> Result<(), Error> {
        self.view().copy_into(target)
    }
}

impl<A: Element, E: Dimension> sealed::Source<A> for &SharedDeviceArray<A, E> {
    fn copy_into<D: Dimension>(self, target: DeviceArrayViewMut<'_, A, D>) -> Result<(), Error> {
        self.view().copy_into(target)
    }
}

impl<A: Element, E: Dimension> sealed::Source<A> for &DeviceArrayViewMut<'_, A, E> {
    fn copy_into<D: Dimension>(self, target: DeviceArrayViewMut<'_, A, D>) -> Result<(), Error> {
        self.view().copy_into(target)
    }
}

impl<A: Element, E: Dimension> sealed::Source<A> for &DeviceArrayView<'_, A, E> {
    fn copy_into<D: Dimension>(self, target: DeviceArrayViewMut<'_, A, D>) -> Result<(), Error> {
        self.clone().copy_into(target)
    }
}

impl<A: Element, E: Dimension> sealed::Source<A> for &ArrayRef<A, E> {
    fn copy_into<D: Dimension>(self, target: DeviceArrayViewMut<'_, A, D>) -> Result<(), Error> {
        host::upload_into(self, target)
    }
}

impl<A: Element, S: Data<Elem = A>, E: Dimension> sealed::Source<A> for &ArrayBase<S, E> {
    fn copy_into<D: Dimension>(self, target: DeviceArrayViewMut<'_, A, D>) -> Result<(), Error> {
        host::upload_into(self, target)
    }
}

impl<A: Element, D: Dimension> DeviceArrayViewMut<'_, A, D> {
    /// Sets every element to `value`, in the stream's order.
    ///
    /// # Errors
    /// Returns the driver's error.
    pub fn fill(&mut self, value: A) -> Result<(), Error> {
        // SAFETY: the elements are the view's, which is borrowed exclusively.
        unsafe { kernels::fill(self.stream(), self.place(), value) }
    }

    /// Copies `source` into these elements, broadcast to their shape: repeated along axes that it lacks or whose length
    /// is one.
    ///
    /// A device array or view of the same stream is copied in stream order, with any strides on either side, and
    /// nothing is allocated. For a host array, the call waits until the elements are copied.
    ///
    /// # Errors
    /// [`Error::AssignNdim`], [`Error::AssignAxis`]; [`cuda_driver::Error::OtherStream`] and
    /// [`OtherContext`](cuda_driver::Error::OtherContext) in [`Error::Cuda`]; [`Error::HostMemory`] if a host array can't be
    /// packed; or the driver's error.
    ///
    /// # Aborts
    /// As [`Stream::scope`](cuda_driver::Stream::scope), for a host array.
    pub fn assign(&mut self, source: impl Source<A>) -> Result<(), Error> {
        source.copy_into(self.view_mut())
    }
}

impl<A: Element, D: Dimension> DeviceArray<A, D> {
    /// Copies `source`, a host or a device array, into this one, broadcast to its shape: see
    /// [`DeviceArrayViewMut::assign`].
    ///
    /// # Errors
    /// As [`DeviceArrayViewMut::assign`], and [`Error::Overlap`].
    pub fn assign(&mut self, source: impl Source<A>) -> Result<(), Error> {
        self.view_mut()?.assign(source)
    }
}
