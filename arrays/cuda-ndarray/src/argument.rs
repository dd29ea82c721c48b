//! Arrays as arguments of kernels.

use core::marker::PhantomData;

use cuda_driver::{Stream, launch::Argument, sys::CUdeviceptr};
use ndarray::{Dim, Dimension, Ix};

use crate::array::DeviceArray;
use crate::error::Error;
use crate::shared::SharedDeviceArray;
use crate::view::{DeviceArrayView, DeviceArrayViewMut};

/// The argument of a kernel with a parameter `strided<T, N>` of [`STRIDED_HEADER`]: the address of the element of index
/// 0, the shape, and the strides in elements. `8 + 16 N` bytes, passed by value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct Strided<const N: usize> {
    /// The address of the element of index 0.
    pub pointer: CUdeviceptr,
    /// The lengths of the axes.
    pub shape: [usize; N],
    /// The stride of each axis, in elements.
    pub strides: [isize; N],
}

/// The C++ header of `strided<T, N>`, whose elements are indexed as `a(i, j)`. Pass it to NVRTC as the header
/// [`STRIDED_HEADER_NAME`].
pub const STRIDED_HEADER: &str = include_str!("strided.cuh");

/// The name by which kernels include the header: `#include "cuda_ndarray.cuh"`.
pub const STRIDED_HEADER_NAME: &str = "cuda_ndarray.cuh";

/// An array as the argument `strided<T, N>` of a kernel: [`DeviceArrayView::arg`], [`DeviceArrayViewMut::arg_mut`].
#[derive(Debug, Clone, Copy)]
pub struct StridedArgument<'a, A, const N: usize> {
    value: Strided<N>,
    stream: &'a Stream,
    elements: PhantomData<&'a A>,
}

/// An array as the argument `strided<T, N>` of a kernel that writes it.
#[derive(Debug)]
pub struct StridedArgumentMut<'a, A, const N: usize> {
    value: Strided<N>,
    stream: &'a Stream,
    elements: PhantomData<&'a mut A>,
}

impl<A, const N: usize> Argument for StridedArgument<'_, A, N> {
    type Value = Strided<N>;

    fn value(&self) -> Strided<N> {
        self.value
    }

    fn stream(&self) -> Option<&Stream> {
        Some(self.stream)
    }
}

impl<A, const N: usize> Argument for StridedArgumentMut<'_, A, N> {
    type Value = Strided<N>;

    fn value(&self) -> Strided<N> {
        self.value
    }

    fn stream(&self) -> Option<&Stream> {
        Some(self.stream)
    }
}

/// Returns the argument that a kernel receives: the pointer, the shape and the strides.
fn strided<const N: usize>(pointer: CUdeviceptr, shape: &[usize], strides: &[isize]) -> Strided<N> {
    let mut value = Strided { pointer, shape: [0; N], strides: [0; N] };
    for (to, from) in value.shape.iter_mut().zip(shape) {
        *to = *from;
    }
    for (to, from) in value.strides.iter_mut().zip(strides) {
        *to = *from;
    }
    value
}

impl<'a, A, const N: usize> DeviceArrayView<'a, A, Dim<[Ix; N]>>
where
    Dim<[Ix; N]>: Dimension,
{
    /// Returns the elements with shape and strides, as the argument `strided<const T, N>` of a kernel.
    #[must_use]
    pub fn arg(&self) -> StridedArgument<'a, A, N> {
        StridedArgument {
            value: strided(self.device_pointer(), self.shape(), self.strides()),
            stream: DeviceArrayView::stream(self),
            elements: PhantomData,
        }
    }
}

impl<A, const N: usize> DeviceArrayViewMut<'_, A, Dim<[Ix; N]>>
where
    Dim<[Ix; N]>: Dimension,
{
    /// Returns the elements with shape and strides, as the argument `strided<T, N>` of a kernel that writes them.
    #[must_use]
    pub fn arg_mut(&mut self) -> StridedArgumentMut<'_, A, N> {
        StridedArgumentMut {
            value: strided(self.device_pointer(), self.shape(), self.strides()),
            stream: DeviceArrayViewMut::stream(self),
            elements: PhantomData,
        }
    }
}

impl<A, const N: usize> DeviceArray<A, Dim<[Ix; N]>>
where
    Dim<[Ix; N]>: Dimension,
{
    /// Returns the elements with shape and strides, as the argument `strided<const T, N>` of a kernel.
    #[must_use]
    pub fn arg(&self) -> StridedArgument<'_, A, N> {
        self.view().arg()
    }

    /// Returns the elements with shape and strides, as the argument `strided<T, N>` of a kernel that writes them.
    ///
    /// # Errors
    /// [`Error::Overlap`].
    pub fn arg_mut(&mut self) -> Result<StridedArgumentMut<'_, A, N>, Error> {
        self.layout().check_writable()?;
        Ok(StridedArgumentMut {
            value: strided(self.device_pointer(), self.shape(), self.strides()),
            stream: DeviceArray::stream(self),
            elements: PhantomData,
        })
    }
}

impl<A, D: Dimension> Argument for &DeviceArray<A, D> {
    type Value = CUdeviceptr;

    fn value(&self) -> CUdeviceptr {
        self.device_pointer()
    }

    fn stream(&self) -> Option<&Stream> {
        Some((**self).stream())
    }
}

impl<A, D: Dimension> Argument for &mut DeviceArray<A, D> {
    type Value = CUdeviceptr;

    fn value(&self) -> CUdeviceptr {
        self.device_pointer()
    }

    fn stream(&self) -> Option<&Stream> {
        Some((**self).stream())
    }
}

impl<A, D: Dimension> Argument for &SharedDeviceArray<A, D> {
    type Value = CUdeviceptr;

    fn value(&self) -> CUdeviceptr {
        self.device_pointer()
    }

    fn stream(&self) -> Option<&Stream> {
        Some((**self).stream())
    }
}

impl<'v, A, D: Dimension> Argument for &DeviceArrayView<'v, A, D> {
    type Value = CUdeviceptr;

    fn value(&self) -> CUdeviceptr {
        self.device_pointer()
    }

    fn stream(&self) -> Option<&Stream> {
        Some((**self).stream())
    }
}

impl<'v, A, D: Dimension> Argument for &DeviceArrayViewMut<'v, A, D> {
    type Value = CUdeviceptr;

    fn value(&self) -> CUdeviceptr {
        self.device_pointer()
    }

    fn stream(&self) -> Option<&Stream> {
        Some((**self).stream())
    }
}

impl<'v, A, D: Dimension> Argument for &mut DeviceArrayViewMut<'v, A, D> {
    type Value = CUdeviceptr;

    fn value(&self) -> CUdeviceptr {
        self.device_pointer()
    }

    fn stream(&self) -> Option<&Stream> {
        Some((**self).stream())
    }
}
