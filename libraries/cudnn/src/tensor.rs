//! Views of device memory as tensors, to be read or written.

use cuda_driver::{DeviceSlice, DeviceSliceMut, Stream};

use crate::call::Operand;
use crate::element::DataType;
use crate::error::Error;
use crate::layout::Layout;

/// A tensor in device memory, to be read.
///
/// ```
/// # let context = cuda_sim::driver()?.device(0)?.primary_context()?;
/// # let stream = context.stream()?;
/// use cudnn::{Layout, Tensor};
///
/// let buffer = stream.upload(&[1.0_f32; 2 * 3 * 4 * 4])?;
/// let images = Tensor::new(&buffer, [2, 3, 4, 4])?;
/// assert_eq!(images.shape(), [2, 3, 4, 4]);
/// // The same memory as images whose channels are next to each other.
/// let images = Tensor::channels_last(&buffer, [2, 3, 4, 4])?;
/// assert_eq!(images.layout().strides(), [48, 1, 12, 3]);
/// // The first channel alone.
/// Tensor::with_layout(&buffer, Layout::with_strides([2, 1, 4, 4], [48, 16, 4, 1])?)?;
/// assert!(Tensor::new(&buffer, [3, 3, 4, 4]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias(
    "cudnnCreateTensorDescriptor",
    "cudnnDestroyTensorDescriptor",
    "cudnnSetTensorNdDescriptor",
    "cudnnCreateFilterDescriptor",
    "cudnnDestroyFilterDescriptor",
    "cudnnSetFilterNdDescriptor"
))]
#[doc(alias("cudnnTensorDescriptor_t", "cudnnFilterDescriptor_t"))]
#[derive(Debug)]
pub struct Tensor<'a, T> {
    slice: DeviceSlice<'a, T>,
    layout: Layout,
}

impl<T> Clone for Tensor<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Tensor<'_, T> {}

/// A tensor in device memory, to be written, as [`Tensor`] is to be read. Its elements don't overlap.
#[derive(Debug)]
pub struct TensorMut<'a, T> {
    slice: DeviceSliceMut<'a, T>,
    layout: Layout,
}

impl<'a, T> Tensor<'a, T> {
    /// Creates a view of a slice's first elements, the last dimension's next to each other: NCHW.
    ///
    /// # Errors
    /// [`Error::Layout`], if the slice has fewer elements, or the shape isn't one of [`Layout::packed`].
    pub fn new(
        slice: impl Into<DeviceSlice<'a, T>>,
        shape: impl AsRef<[usize]>,
    ) -> Result<Self, Error> {
        Self::with_layout(slice, Layout::packed(shape)?)
    }

    /// The same with the channels next to each other: NHWC. The shape is in the order batch, channels, height, width
    /// nevertheless.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn channels_last(
        slice: impl Into<DeviceSlice<'a, T>>,
        shape: impl AsRef<[usize]>,
    ) -> Result<Self, Error> {
        Self::with_layout(slice, Layout::channels_last(shape)?)
    }

    /// The same with any layout.
    ///
    /// # Errors
    /// [`Error::Layout`], if the slice has fewer elements.
    pub fn with_layout(
        slice: impl Into<DeviceSlice<'a, T>>,
        layout: Layout,
    ) -> Result<Self, Error> {
        let slice = slice.into();
        layout.check_len(slice.len())?;
        if false {
            layout.check_distinct()?;
        }
        Ok(Self { slice, layout })
    }

    /// Returns the layout.
    #[must_use]
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// Returns the number of elements along each dimension.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        self.layout.shape()
    }

    /// Returns the stream that the memory belongs to.
    #[must_use]
    pub fn stream(&self) -> &'a Stream {
        self.slice.stream()
    }
}

impl<'a, T: DataType> Tensor<'a, T> {
    /// Returns what is checked of it, and shown in errors.
    pub(crate) fn operand(&self, name: &'static str) -> Operand<'a> {
        Operand {
            name,
            layout: self.layout,
            data: T::DATA,
            data_name: T::NAME,
            stream: self.slice.stream(),
            address: self.slice.as_raw(),
        }
    }
}

impl<'a, T> TensorMut<'a, T> {
    /// Creates a view of a slice's first elements, the last dimension's next to each other: NCHW.
    ///
    /// # Errors
    /// [`Error::Layout`], if the slice has fewer elements, or the shape isn't one of [`Layout::packed`].
    pub fn new(
        slice: impl Into<DeviceSliceMut<'a, T>>,
        shape: impl AsRef<[usize]>,
    ) -> Result<Self, Error> {
        Self::with_layout(slice, Layout::packed(shape)?)
    }

    /// The same with the channels next to each other: NHWC. The shape is in the order batch, channels, height, width
    /// nevertheless.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn channels_last(
        slice: impl Into<DeviceSliceMut<'a, T>>,
        shape: impl AsRef<[usize]>,
    ) -> Result<Self, Error> {
        Self::with_layout(slice, Layout::channels_last(shape)?)
    }

    /// The same with any layout.
    ///
    /// # Errors
    /// [`Error::Layout`], if the slice has fewer elements.
    pub fn with_layout(
        slice: impl Into<DeviceSliceMut<'a, T>>,
        layout: Layout,
    ) -> Result<Self, Error> {
        let slice = slice.into();
        layout.check_len(slice.len())?;
        if true {
            layout.check_distinct()?;
        }
        Ok(Self { slice, layout })
    }

    /// Returns the layout.
    #[must_use]
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// Returns the number of elements along each dimension.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        self.layout.shape()
    }

    /// Returns the stream that the memory belongs to.
    #[must_use]
    pub fn stream(&self) -> &'a Stream {
        self.slice.stream()
    }
}

impl<'a, T: DataType> TensorMut<'a, T> {
    /// Returns what is checked of it, and shown in errors.
    pub(crate) fn operand(&self, name: &'static str) -> Operand<'a> {
        Operand {
            name,
            layout: self.layout,
            data: T::DATA,
            data_name: T::NAME,
            stream: self.slice.stream(),
            address: self.slice.as_raw(),
        }
    }
}

impl<T> TensorMut<'_, T> {
    /// Returns the same view for a shorter time.
    #[must_use]
    pub fn reborrow(&mut self) -> TensorMut<'_, T> {
        TensorMut { slice: self.slice.reborrow(), layout: self.layout }
    }

    /// Returns the same elements, to be read.
    #[must_use]
    pub fn as_view(&self) -> Tensor<'_, T> {
        Tensor { slice: self.slice.as_slice(), layout: self.layout }
    }
}
