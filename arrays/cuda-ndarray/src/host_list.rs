use core::ptr::NonNull;

use cuda_driver::{
    Context, Element, Stream,
    memory::{HostMemory, RegisterFlags, RegisteredMemory},
};
use ndarray::{ArrayBase, ArrayRef, ArrayViewMut, DataMut, Dimension};

use crate::array::DeviceArray;
use crate::error::Error;
use crate::host;
use crate::make::MakeArrays;
use crate::view::DeviceArrayViewMut;

/// Several host arrays: a tuple of mutable references to up to six arrays of any types and ranks, or a mutable reference to an
/// array or a slice of references to arrays of one type and rank.
pub trait HostArrayList: sealed::HostArrayList {
    /// The views of the arrays for the host, while they are pinned: a tuple of [`ArrayViewMut`], or a vector of them.
    type HostViews<'a>;
    /// The views of the arrays for kernels: a tuple of [`DeviceArrayViewMut`], or a vector of them.
    type Views<'a>;
    /// Copies of the arrays on the device: a tuple of [`DeviceArray`], or a vector of them.
    type Copies;

    #[doc(hidden)]
    fn copy_to_device(&mut self, stream: &Stream) -> Result<Self::Copies, Error>;

    /// Returns an error if the copies are others than [`copy_back`](Self::copy_back) takes.
    #[doc(hidden)]
    fn check_copies(&self, copies: &Self::Copies) -> Result<(), Error>;

    #[doc(hidden)]
    fn copy_back(&mut self, copies: &Self::Copies) -> Result<(), Error>;

    /// # Safety
    /// The arrays are borrowed until the views and the pins are dropped, and not used as long as the views are.
    #[doc(hidden)]
    unsafe fn pin<'a>(&mut self, pins: &mut sealed::Pins<'_>)
    -> Result<Self::HostViews<'a>, Error>;

    /// # Safety
    /// The arrays are borrowed until the stream's work on the views is over.
    #[doc(hidden)]
    unsafe fn views<'a>(
        &mut self,
        stream: &'a Stream,
        pins: &mut sealed::PinnedIter<'_>,
    ) -> Result<Self::Views<'a>, Error>;
}

pub(crate) mod sealed {
    use super::*;

    pub trait HostArrayList {}

    /// Those that are pinned so far.
    pub struct Pins<'a> {
        pub(crate) context: &'a Context,
        pub(crate) flags: RegisterFlags,
        pub(crate) pinned: Vec<RegisteredMemory<Memory>>,
    }

    impl<'a> Pins<'a> {
        pub(crate) fn new(context: &'a Context, flags: RegisterFlags) -> Self {
            Self { context, flags, pinned: Vec::new() }
        }
    }

    /// Those whose views aren't made yet.
    pub struct PinnedIter<'a>(pub(crate) core::slice::Iter<'a, RegisteredMemory<Memory>>);

    /// A host array whose elements may be written.
    pub trait HostArray {
        type Element: Element;
        type Dimension: Dimension;

        fn shape(&self) -> &[usize];

        /// The elements, which no other array shares.
        fn array(&mut self) -> &mut ArrayRef<Self::Element, Self::Dimension>;
    }
}

impl<A: Element, D: Dimension> sealed::HostArray for ArrayRef<A, D> {
    type Element = A;
    type Dimension = D;

    fn shape(&self) -> &[usize] {
        (**self).shape()
    }

    fn array(&mut self) -> &mut Self {
        self
    }
}

impl<S: DataMut<Elem: Element>, D: Dimension> sealed::HostArray for ArrayBase<S, D> {
    type Element = S::Elem;
    type Dimension = D;

    fn shape(&self) -> &[usize] {
        (***self).shape()
    }

    fn array(&mut self) -> &mut ArrayRef<S::Elem, D> {
        self
    }
}

impl<T: sealed::HostArray + ?Sized> sealed::HostArrayList for &mut T {}

impl<T: sealed::HostArray + ?Sized> HostArrayList for &mut T {
    type HostViews<'a> = ArrayViewMut<'a, T::Element, T::Dimension>;
    type Views<'a> = DeviceArrayViewMut<'a, T::Element, T::Dimension>;
    type Copies = DeviceArray<T::Element, T::Dimension>;

    fn copy_to_device(&mut self, stream: &Stream) -> Result<Self::Copies, Error> {
        stream.to_device(self.array())
    }

    fn check_copies(&self, copies: &Self::Copies) -> Result<(), Error> {
        copies.view().check_shape(self.shape())
    }

    fn copy_back(&mut self, copies: &Self::Copies) -> Result<(), Error> {
        copies.copy_to(self.array())
    }

    unsafe fn pin<'a>(
        &mut self,
        pins: &mut sealed::Pins<'_>,
    ) -> Result<Self::HostViews<'a>, Error> {
        let array = self.array();
        let layout = host::layout_of(array);
        let Some(elements) = array.as_slice_memory_order_mut() else {
            return Err(Error::NonContiguous {
                shape: layout.shape().to_vec(),
                strides: layout.strides().to_vec(),
            });
        };
        let memory =
            Memory { bytes: size_of_val(elements), pointer: NonNull::from(elements).cast() };
        pins.pinned.push(pins.context.register(memory, pins.flags)?);
        // SAFETY: the caller guarantees that the array is borrowed for as long, and used only by this view.
        Ok(unsafe { array.raw_view_mut().deref_into_view_mut() })
    }

    unsafe fn views<'a>(
        &mut self,
        stream: &'a Stream,
        pins: &mut sealed::PinnedIter<'_>,
    ) -> Result<Self::Views<'a>, Error> {
        let address = match pins.0.next() {
            Some(pin) if !pin.is_empty() => pin.device_pointer()?,
            _ => 0,
        };
        let layout = host::layout_of(self.array());
        // SAFETY: the caller guarantees that the memory lives; it holds the layout, which `ndarray` keeps free of overlaps
        // where it may be written.
        Ok(unsafe { DeviceArrayViewMut::from_raw_parts(stream, address, layout) })
    }
}

impl<L: HostArrayList> sealed::HostArrayList for &mut [L] {}

impl<L: HostArrayList> HostArrayList for &mut [L] {
    type HostViews<'a> = Vec<L::HostViews<'a>>;
    type Views<'a> = Vec<L::Views<'a>>;
    type Copies = Vec<L::Copies>;

    fn copy_to_device(&mut self, stream: &Stream) -> Result<Self::Copies, Error> {
        self.iter_mut().map(|array| array.copy_to_device(stream)).collect()
    }

    fn check_copies(&self, copies: &Self::Copies) -> Result<(), Error> {
        if self.len() != copies.len() {
            return Err(Error::Copies { found: copies.len(), expected: self.len() });
        }
        let mut pairs = self.iter().zip(copies);
        pairs.try_for_each(|(array, copy)| array.check_copies(copy))
    }

    fn copy_back(&mut self, copies: &Self::Copies) -> Result<(), Error> {
        let mut pairs = self.iter_mut().zip(copies);
        pairs.try_for_each(|(array, copy)| array.copy_back(copy))
    }

    unsafe fn pin<'a>(
        &mut self,
        pins: &mut sealed::Pins<'_>,
    ) -> Result<Self::HostViews<'a>, Error> {
        // SAFETY: as for this function.
        self.iter_mut().map(|array| unsafe { array.pin(pins) }).collect()
    }

    unsafe fn views<'a>(
        &mut self,
        stream: &'a Stream,
        pins: &mut sealed::PinnedIter<'_>,
    ) -> Result<Self::Views<'a>, Error> {
        // SAFETY: as for this function.
        let views = self.iter_mut().map(|array| unsafe { array.views(stream, pins) });
        views.collect()
    }
}

impl<L: HostArrayList, const N: usize> sealed::HostArrayList for &mut [L; N] {}

impl<L: HostArrayList, const N: usize> HostArrayList for &mut [L; N] {
    type HostViews<'a> = Vec<L::HostViews<'a>>;
    type Views<'a> = Vec<L::Views<'a>>;
    type Copies = Vec<L::Copies>;

    fn copy_to_device(&mut self, stream: &Stream) -> Result<Self::Copies, Error> {
        (&mut self[..]).copy_to_device(stream)
    }

    fn check_copies(&self, copies: &Self::Copies) -> Result<(), Error> {
        if copies.len() != N {
            return Err(Error::Copies { found: copies.len(), expected: N });
        }
        let mut pairs = self.iter().zip(copies);
        pairs.try_for_each(|(array, copy)| array.check_copies(copy))
    }

    fn copy_back(&mut self, copies: &Self::Copies) -> Result<(), Error> {
        (&mut self[..]).copy_back(copies)
    }

    unsafe fn pin<'a>(
        &mut self,
        pins: &mut sealed::Pins<'_>,
    ) -> Result<Self::HostViews<'a>, Error> {
        // SAFETY: as for this function.
        unsafe { (&mut self[..]).pin(pins) }
    }

    unsafe fn views<'a>(
        &mut self,
        stream: &'a Stream,
        pins: &mut sealed::PinnedIter<'_>,
    ) -> Result<Self::Views<'a>, Error> {
        // SAFETY: as for this function.
        unsafe { (&mut self[..]).views(stream, pins) }
    }
}

macro_rules! impl_host_array_list {
    ($($list:ident $index:tt),+) => {
        impl<$($list: HostArrayList),+> sealed::HostArrayList for ($($list,)+) {}

        impl<$($list: HostArrayList),+> HostArrayList for ($($list,)+) {
            type HostViews<'a> = ($($list::HostViews<'a>,)+);
            type Views<'a> = ($($list::Views<'a>,)+);
            type Copies = ($($list::Copies,)+);

            fn copy_to_device(&mut self, stream: &Stream) -> Result<Self::Copies, Error> {
                Ok(($(self.$index.copy_to_device(stream)?,)+))
            }

            fn check_copies(&self, copies: &Self::Copies) -> Result<(), Error> {
                $(self.$index.check_copies(&copies.$index)?;)+
                Ok(())
            }

            fn copy_back(&mut self, copies: &Self::Copies) -> Result<(), Error> {
                $(self.$index.copy_back(&copies.$index)?;)+
                Ok(())
            }

            unsafe fn pin<'a>(
                &mut self,
                pins: &mut sealed::Pins<'_>,
            ) -> Result<Self::HostViews<'a>, Error> {
                // SAFETY: as for this function.
                Ok(($(unsafe { self.$index.pin(pins) }?,)+))
            }

            unsafe fn views<'a>(
                &mut self,
                stream: &'a Stream,
                pins: &mut sealed::PinnedIter<'_>,
            ) -> Result<Self::Views<'a>, Error> {
                // SAFETY: as for this function.
                Ok(($(unsafe { self.$index.views(stream, pins) }?,)+))
            }
        }
    };
}

impl_host_array_list!(A 0);
impl_host_array_list!(A 0, B 1);
impl_host_array_list!(A 0, B 1, C 2);
impl_host_array_list!(A 0, B 1, C 2, D 3);
impl_host_array_list!(A 0, B 1, C 2, D 3, E 4);
impl_host_array_list!(A 0, B 1, C 2, D 3, E 4, F 5);

/// The memory of an array while it is pinned. Its elements are accessed only through the array.
pub(crate) struct Memory {
    pointer: NonNull<u8>,
    bytes: usize,
}

// SAFETY: it is used to pin memory, which any thread may unpin.
unsafe impl Send for Memory {}

// SAFETY: this file creates values only for arrays that are borrowed for longer than the values live, and makes no copies
// with them.
unsafe impl HostMemory for Memory {
    type Element = u8;

    fn elements(&self) -> &[u8] {
        // SAFETY: as above.
        unsafe { core::slice::from_raw_parts(self.pointer.as_ptr(), self.bytes) }
    }

    fn elements_mut(&mut self) -> &mut [u8] {
        // SAFETY: as above.
        unsafe { core::slice::from_raw_parts_mut(self.pointer.as_ptr(), self.bytes) }
    }
}
