use core::ffi::c_int;
use core::fmt;

use crate::error::{Error, ShapeMismatch, Shapes, show_shape};

/// The most dimensions of a tensor.
pub const MAX_DIMENSIONS: usize = 8;

/// The shape of a tensor, and the distances of its elements in memory.
///
/// The dimensions of images are in the order batch, channels, and then height and width, or depth, height and width, or the
/// length alone, however they are in memory. Those of filters are results' channels, channels of a group, and then the same.
///
/// ```
/// use cudnn::Layout;
///
/// let images = Layout::packed([8, 3, 32, 24])?; // NCHW
/// assert_eq!(images.strides(), [3 * 32 * 24, 32 * 24, 24, 1]);
/// let images = Layout::channels_last([8, 3, 32, 24])?; // NHWC
/// assert_eq!(images.strides(), [32 * 24 * 3, 1, 24 * 3, 3]);
/// assert_eq!(images.shape(), [8, 3, 32, 24]);
/// # Ok::<(), cudnn::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Layout {
    rank: usize,
    /// Those after `rank` are 0.
    dims: [usize; MAX_DIMENSIONS],
    strides: [usize; MAX_DIMENSIONS],
}

impl Layout {
    /// Creates a layout whose elements follow each other, the last dimension's first: NCHW.
    ///
    /// # Errors
    /// [`Error::Layout`], if there are no dimensions, more than [`MAX_DIMENSIONS`], or one of 0 elements.
    #[doc(alias = "CUDNN_TENSOR_NCHW")]
    pub fn packed(shape: impl AsRef<[usize]>) -> Result<Self, Error> {
        let rank = shape.as_ref().len();
        Self::in_order(shape.as_ref(), (0..rank).rev())
    }

    /// Creates a layout whose elements follow each other, the channels' first: NHWC.
    ///
    /// # Errors
    /// As [`packed`](Self::packed).
    #[doc(alias = "CUDNN_TENSOR_NHWC")]
    pub fn channels_last(shape: impl AsRef<[usize]>) -> Result<Self, Error> {
        let rank = shape.as_ref().len();
        let first = (rank > 1).then_some(1);
        let last = (rank > 0).then_some(0);
        Self::in_order(shape.as_ref(), first.into_iter().chain((2..rank).rev()).chain(last))
    }

    /// Creates a layout with the distance of two elements along each dimension.
    ///
    /// # Errors
    /// As [`packed`](Self::packed), and if there aren't as many distances.
    pub fn with_strides(
        shape: impl AsRef<[usize]>,
        strides: impl AsRef<[usize]>,
    ) -> Result<Self, Error> {
        let (shape, given) = (shape.as_ref(), strides.as_ref());
        if shape.len() != given.len() {
            return Err(Error::layout(shape, "there must be a distance for each dimension"));
        }
        let mut layout = Self::packed(shape)?;
        for (stride, given) in layout.strides.iter_mut().zip(given) {
            *stride = *given;
        }
        match layout.checked_span() {
            Some(_) => Ok(layout),
            None => Err(Error::layout(shape, "it exceeds the address space")),
        }
    }

    /// Creates a layout whose dimensions follow each other in memory in this order.
    fn in_order(shape: &[usize], order: impl Iterator<Item = usize>) -> Result<Self, Error> {
        let rank = shape.len();
        if rank == 0 || rank > MAX_DIMENSIONS {
            return Err(Error::layout(shape, "a tensor has 1 to 8 dimensions"));
        }
        if shape.contains(&0) {
            return Err(Error::layout(
                shape,
                "cuDNN has no tensors without elements: leave the call out",
            ));
        }
        let (mut dims, mut strides) = ([0; MAX_DIMENSIONS], [0; MAX_DIMENSIONS]);
        dims[..rank].copy_from_slice(shape);
        let mut stride = 1_usize;
        for axis in order {
            strides[axis] = stride;
            stride = stride
                .checked_mul(dims[axis])
                .ok_or_else(|| Error::layout(shape, "it exceeds the address space"))?;
        }
        Ok(Self { rank, dims, strides })
    }

    /// Returns the number of elements along each dimension.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        self.dims.get(..self.rank).unwrap_or_default()
    }

    /// Returns the distance of two elements along each dimension, in elements.
    #[must_use]
    pub fn strides(&self) -> &[usize] {
        self.strides.get(..self.rank).unwrap_or_default()
    }

    /// Returns the number of dimensions.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.rank
    }

    /// Returns the number of elements.
    #[must_use]
    pub fn elements(&self) -> usize {
        self.shape().iter().product()
    }

    /// Returns the number of elements that a slice must have, with gaps.
    #[must_use]
    pub fn span(&self) -> usize {
        self.checked_span().unwrap_or(usize::MAX)
    }

    fn checked_span(&self) -> Option<usize> {
        let mut axes = self.shape().iter().zip(self.strides());
        axes.try_fold(1_usize, |span, (dim, stride)| span.checked_add(stride.checked_mul(dim - 1)?))
    }

    /// Returns `true` if it is that of [`packed`](Self::packed), apart from dimensions of one element.
    #[must_use]
    pub fn is_packed(&self) -> bool {
        Self::packed(self.shape()).is_ok_and(|packed| self.is_same_memory(&packed))
    }

    /// Returns `true` if it is that of [`channels_last`](Self::channels_last), apart from dimensions of one element.
    #[must_use]
    pub fn is_channels_last(&self) -> bool {
        Self::channels_last(self.shape()).is_ok_and(|last| self.is_same_memory(&last))
    }

    fn is_same_memory(&self, other: &Self) -> bool {
        let strides = self.strides().iter().zip(other.strides());
        let mut axes = self.shape().iter().zip(strides);
        self.shape() == other.shape() && axes.all(|(dim, (one, other))| *dim == 1 || one == other)
    }

    /// Returns the dimensions of more than one element, those with the smallest distance first.
    fn by_stride(&self) -> Vec<(usize, usize)> {
        let axes = self.strides().iter().copied().zip(self.shape().iter().copied());
        let mut axes: Vec<_> = axes.filter(|(_, dim)| *dim > 1).collect();
        axes.sort_unstable();
        axes
    }

    /// Returns whether each element has a place of its own.
    pub(crate) fn is_distinct(&self) -> bool {
        let mut reach = 0_usize;
        self.by_stride().into_iter().all(|(stride, dim)| {
            let is_distinct = stride > reach;
            reach = reach.saturating_add(stride.saturating_mul(dim - 1));
            is_distinct
        })
    }

    /// Returns it with at least four dimensions, which cuDNN demands: images of one spatial dimension have a height of 1.
    pub(crate) fn as_raw(
        &self,
        call: &'static str,
        operand: &'static str,
    ) -> Result<RawLayout, Error> {
        let (dims, strides) = (&self.dims, &self.strides);
        let (rank, dims, strides) = match self.rank {
            1 => (
                4,
                [1, dims[0], 1, 1, 0, 0, 0, 0],
                [dims[0].saturating_mul(strides[0]), strides[0], 1, 1, 0, 0, 0, 0],
            ),
            2 => (
                4,
                [dims[0], dims[1], 1, 1, 0, 0, 0, 0],
                [strides[0], strides[1], 1, 1, 0, 0, 0, 0],
            ),
            3 => (
                4,
                [dims[0], dims[1], 1, dims[2], 0, 0, 0, 0],
                [
                    strides[0],
                    strides[1],
                    strides[2].saturating_mul(dims[2]),
                    strides[2],
                    0,
                    0,
                    0,
                    0,
                ],
            ),
            rank => (rank, *dims, *strides),
        };
        let narrow = |values: [usize; MAX_DIMENSIONS]| {
            let mut narrow = [0; MAX_DIMENSIONS];
            for (narrow, value) in narrow.iter_mut().zip(values) {
                *narrow =
                    c_int::try_from(value).map_err(|_| Error::TooLarge { call, operand, value })?;
            }
            Ok::<_, Error>(narrow)
        };
        Ok(RawLayout { rank: rank as c_int, dims: narrow(dims)?, strides: narrow(strides)? })
    }

    /// Checks that a slice of `len` elements has all of its elements.
    pub(crate) fn check_len(&self, len: usize) -> Result<(), Error> {
        if self.span() <= len {
            Ok(())
        } else {
            Err(Error::Layout(Box::new(ShapeMismatch {
                shape: self.shape().to_vec(),
                strides: self.strides().to_vec(),
                len: Some(len),
                rule: "the slice must have all of its elements",
            })))
        }
    }

    /// Checks that each element has a place of its own, as those that are written must.
    pub(crate) fn check_distinct(&self) -> Result<(), Error> {
        if self.is_distinct() {
            Ok(())
        } else {
            Err(Error::Layout(Box::new(ShapeMismatch {
                shape: self.shape().to_vec(),
                strides: self.strides().to_vec(),
                len: None,
                rule: "elements that are written must not overlap",
            })))
        }
    }
}

/// A layout as cuDNN takes it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RawLayout {
    pub(crate) rank: c_int,
    pub(crate) dims: [c_int; MAX_DIMENSIONS],
    pub(crate) strides: [c_int; MAX_DIMENSIONS],
}

/// `2 × 3 × 8 × 8`, and the distances unless it is packed.
impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show_shape(f, self.shape())?;
        if self.is_packed() {
            return Ok(());
        }
        if self.is_channels_last() {
            f.write_str(" (channels last)")
        } else {
            write!(f, " (distances {:?})", self.strides())
        }
    }
}

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Error {
    #[cold]
    pub(crate) fn shapes(
        call: &'static str,
        operands: &[(&'static str, &Layout)],
        rule: impl Into<String>,
    ) -> Self {
        let named = |(name, layout): &(&str, &Layout)| format!("{name} of {layout}");
        Self::Shapes(Box::new(Shapes {
            call,
            operands: operands.iter().map(named).collect(),
            rule: rule.into(),
        }))
    }
}
