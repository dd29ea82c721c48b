use core::marker::PhantomData;

use cuda_driver::{DeviceBuffer, Element, Stream, memory::SharedBuffer, sys::CUdeviceptr};
use ndarray::{Axis, Dimension, IntoDimension, Ix1, IxDyn, Order, RemoveAxis, SliceArg};

use crate::array::DeviceArray;
use crate::error::Error;
use crate::layout::Layout;
use crate::methods::{queries, views};
use crate::view::DeviceArrayView;

/// An array in device memory that several values share, on any streams of its context, like
/// [`ndarray::ArcArray`] on the host. Cloning it copies nothing. It is read-only.
///
/// To read it on another stream, get a value for that stream by [`on`](Self::on). The memory is released after the work
/// of all streams that read it, and no stream is kept longer than its values: see [`SharedBuffer`].
///
/// ```
/// # let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
/// use cuda_ndarray::MakeArrays;
/// use ndarray::array;
///
/// let shared = stream.to_device(&array![1, 2, 3])?.into_shared();
/// let other = stream.context().stream()?;
/// let there = shared.on(&other)?; // the same memory, on another stream
/// assert_eq!(there.to_host()?, shared.to_host()?);
/// assert!(!shared.is_unique());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SharedDeviceArray<A, D> {
    memory: SharedBuffer<u8>,
    address: CUdeviceptr,
    layout: Layout<D>,
    elements: PhantomData<fn() -> A>,
}

impl<A, D: Clone> Clone for SharedDeviceArray<A, D> {
    fn clone(&self) -> Self {
        Self {
            memory: self.memory.clone(),
            address: self.address,
            layout: self.layout.clone(),
            elements: PhantomData,
        }
    }
}

queries!(SharedDeviceArray<A, D>);
views!(SharedDeviceArray);

impl<A, D: Dimension> SharedDeviceArray<A, D> {
    /// Returns the address of the memory.
    pub(crate) fn base(&self) -> CUdeviceptr {
        self.address
    }

    /// Returns the stream that this value belongs to.
    #[must_use]
    pub fn stream(&self) -> &Stream {
        self.memory.stream()
    }

    /// Returns the elements, to read.
    #[must_use]
    pub fn view(&self) -> DeviceArrayView<'_, A, D> {
        // SAFETY: the layout is within the memory, which is no longer written, and whose release waits for this stream.
        unsafe { DeviceArrayView::from_raw_parts(self.stream(), self.address, self.layout.clone()) }
    }

    /// Returns the same array for `stream`, whose later work waits for the work submitted to this value's stream so far.
    /// The host doesn't wait. It takes two driver calls; dropping the last value of a stream takes one, and another when
    /// the memory is released.
    ///
    /// # Errors
    /// [`MemoryError::OtherContext`](cuda_driver::Error::OtherContext) in [`Error::Cuda`], or the driver's error.
    pub fn on(&self, stream: &Stream) -> Result<Self, Error> {
        Ok(Self {
            memory: self.memory.on(stream)?,
            address: self.address,
            layout: self.layout.clone(),
            elements: PhantomData,
        })
    }

    fn with<E: Dimension>(self, layout: Layout<E>) -> SharedDeviceArray<A, E> {
        SharedDeviceArray {
            memory: self.memory,
            address: self.address,
            layout,
            elements: PhantomData,
        }
    }

    /// Returns the part selected by an index of `ndarray`, as a value that shares the memory.
    ///
    /// # Errors
    /// As [`Layout::slice`].
    pub fn slice_move<I: SliceArg<D>>(
        self,
        info: I,
    ) -> Result<SharedDeviceArray<A, I::OutDim>, Error> {
        let layout = self.layout.slice(info)?;
        Ok(self.with(layout))
    }

    /// Returns the same elements, in `order`, in another shape.
    ///
    /// # Errors
    /// As [`Layout::with_shape`].
    pub fn into_shape_with_order<E: IntoDimension>(
        self,
        shape: E,
        order: Order,
    ) -> Result<SharedDeviceArray<A, E::Dim>, Error> {
        let shape = shape.into_dimension();
        let layout = self.layout.with_shape(shape, order)?;
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
    /// [`Error::Axes`].
    pub fn permuted_axes(self, axes: impl IntoDimension<Dim = D>) -> Result<Self, Error> {
        let layout = self.layout.permuted_axes(axes)?;
        Ok(self.with(layout))
    }

    /// Returns the elements broadcast to a shape: repeated along axes that they lack or whose length is one, as a value
    /// that shares the memory.
    ///
    /// # Errors
    /// [`Error::Broadcast`], [`Error::TooLarge`].
    pub fn broadcast_move<E: IntoDimension>(
        self,
        shape: E,
    ) -> Result<SharedDeviceArray<A, E::Dim>, Error> {
        let layout = self.layout.broadcast(shape.into_dimension())?;
        Ok(self.with(layout))
    }

    /// Returns the same with a number of axes that is known only at run time.
    #[must_use]
    pub fn into_dyn(self) -> SharedDeviceArray<A, IxDyn> {
        let layout = self.layout.clone().into_dyn();
        self.with(layout)
    }

    /// Returns the same with another type of dimension.
    ///
    /// # Errors
    /// [`Error::Ndim`].
    pub fn into_dimensionality<E: Dimension>(self) -> Result<SharedDeviceArray<A, E>, Error> {
        let layout = self.layout.clone().into_dimensionality()?;
        Ok(self.with(layout))
    }

    /// Returns `true` if no other value shares the memory.
    #[must_use]
    pub fn is_unique(&self) -> bool {
        self.memory.is_unique()
    }
}

impl<A: Element, D: Dimension> DeviceArray<A, D> {
    /// Converts it to an array that can be shared, and is never written again.
    #[must_use]
    pub fn into_shared(self) -> SharedDeviceArray<A, D> {
        let (stream, address) = (self.stream().clone(), self.base());
        let (buffer, layout) = self.into_buffer();
        // Memory always consists of bytes: size and address are multiples of 1.
        let buffer = buffer.cast::<u8>().unwrap_or_else(|(_, _)| {
            // SAFETY: null is valid for no bytes.
            unsafe { DeviceBuffer::borrow_raw(&stream, 0, 0) }
        });
        SharedDeviceArray { memory: buffer.into_shared(), address, layout, elements: PhantomData }
    }
}
