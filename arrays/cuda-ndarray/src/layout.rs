use core::ops::Range;

use ndarray::{ArrayView, Dimension, IxDyn, Order, StrideShape};

use crate::error::Error;

/// The places of an array's elements in its memory: the length and stride of each axis, and the offset of the element
/// of index 0.
///
/// Every layout has three properties. The product of its lengths, without zeros, is at most `isize::MAX`; no element
/// lies before the memory's first; and any two are at most `isize::MAX` apart. So [`range`](Self::range) is the memory
/// that a layout needs, and arithmetic with its numbers never overflows.
///
/// ```
/// use cuda_ndarray::Layout;
/// use ndarray::{Ix2, s};
///
/// let rows = Layout::<Ix2>::of_shape((3, 4))?;
/// assert_eq!(rows.strides(), [4, 1]);
/// let part = rows.slice(s![1.., ..;2])?;
/// assert_eq!((part.shape(), part.strides(), part.offset()), (&[2, 2][..], &[4, 2][..], 4));
/// # Ok::<(), cuda_ndarray::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Layout<D> {
    shape: D,
    /// The strides, each an `isize` stored as a `usize`, as in `ndarray`.
    strides: D,
    offset: usize,
}

/// The maximum number of zero-sized elements of an array, for which `ndarray` computes the strides of a shape.
static NOTHING: [(); isize::MAX as usize] = [(); isize::MAX as usize];

impl<D: Dimension> Layout<D> {
    /// Creates a layout from a shape and strides, in elements, with the element of index 0 at `offset`.
    ///
    /// # Errors
    /// [`Error::Ndim`], [`Error::TooLarge`]; [`Error::OutOfMemoryRange`] if an element would lie before the first.
    pub fn new(shape: &[usize], strides: &[isize], offset: usize) -> Result<Self, Error> {
        let ndim = D::NDIM.unwrap_or(shape.len());
        if let Some(found) = [shape.len(), strides.len()].into_iter().find(|n| *n != ndim) {
            return Err(Error::Ndim { found, expected: ndim });
        }
        let layout = Self {
            shape: dimension(shape),
            strides: dimension(bytemuck::cast_slice(strides)),
            offset,
        };
        layout.check()?;
        Ok(layout)
    }

    /// Creates a layout from a shape of `ndarray`: `(3, 4)`, `(3, 4).f()` in column-major order, `(3, 4).strides((8,
    /// 2))`.
    ///
    /// # Errors
    /// [`Error::TooLarge`].
    pub fn of_shape(shape: impl Into<StrideShape<D>>) -> Result<Self, Error> {
        let shape = shape.into();
        let too_large = || Error::TooLarge { shape: shape.raw_dim().slice().to_vec() };
        let view: ArrayView<'_, (), D> =
            ArrayView::from_shape(shape.clone(), &NOTHING).map_err(|_| too_large())?;
        let mut layout = Self {
            shape: view.raw_dim(),
            strides: dimension(bytemuck::cast_slice(view.strides())),
            offset: 0,
        };
        // With a negative stride, the first element is the last in memory.
        let (before, _) = layout.reach().ok_or_else(too_large)?;
        layout.offset = before;
        // `ndarray` rejects shapes whose product is too large.
        debug_assert!(layout.check().is_ok(), "{layout:?}");
        Ok(layout)
    }

    /// Creates a layout with contiguous elements.
    ///
    /// # Errors
    /// [`Error::TooLarge`].
    pub fn contiguous(shape: D, order: Order) -> Result<Self, Error> {
        use ndarray::ShapeBuilder;
        Self::of_shape(shape.set_f(order == Order::ColumnMajor))
    }

    /// Creates a layout from parts for which the guarantees above hold.
    pub(crate) fn from_parts(shape: D, strides: D, offset: usize) -> Self {
        let layout = Self { shape, strides, offset };
        debug_assert!(layout.check().is_ok(), "{layout:?}");
        layout
    }

    fn check(&self) -> Result<(), Error> {
        let mut size = 1usize;
        let count = self.shape().iter().filter(|len| **len > 0);
        let too_large = || Error::TooLarge { shape: self.shape().to_vec() };
        for len in count {
            size = size
                .checked_mul(*len)
                .filter(|size| isize::try_from(*size).is_ok())
                .ok_or_else(too_large)?;
        }
        let (before, after) = self.reach().ok_or_else(too_large)?;
        let end = self.offset.checked_add(after);
        if end.is_none_or(|end| isize::try_from(end).is_err()) {
            return Err(too_large());
        }
        if before > self.offset {
            return Err(self.outside(0));
        }
        Ok(())
    }

    pub(crate) fn outside(&self, len: usize) -> Error {
        Error::OutOfMemoryRange {
            shape: self.shape().to_vec(),
            strides: self.strides().to_vec(),
            offset: self.offset,
            len,
        }
    }

    /// Returns the distances from the element of index 0 to the lowest and the highest element; `None` if they
    /// overflow.
    fn reach(&self) -> Option<(usize, usize)> {
        if self.is_empty() {
            return Some((0, 0));
        }
        let (mut before, mut after) = (0usize, 0usize);
        for (len, stride) in self.shape().iter().zip(self.strides()) {
            let far = (len - 1).checked_mul(stride.unsigned_abs())?;
            let side = if *stride < 0 { &mut before } else { &mut after };
            *side = side.checked_add(far)?;
        }
        let whole = before.checked_add(after)?;
        isize::try_from(whole).ok()?;
        Some((before, after))
    }

    /// Returns the lengths of the axes.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        self.shape.slice()
    }

    /// Returns the lengths of the axes, as `ndarray` has them.
    #[must_use]
    pub fn raw_dim(&self) -> D {
        self.shape.clone()
    }

    /// Returns the stride of each axis, in elements.
    #[must_use]
    pub fn strides(&self) -> &[isize] {
        bytemuck::cast_slice(self.strides.slice())
    }

    /// Returns the position of the element of index 0.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the number of axes.
    #[must_use]
    pub fn ndim(&self) -> usize {
        self.shape.ndim()
    }

    /// Returns the number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.shape().iter().product()
    }

    /// Returns `true` if there are no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.shape().contains(&0)
    }

    /// Returns the range of positions from the first element in memory to the last.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        match self.reach() {
            Some((before, after)) if !self.is_empty() => {
                self.offset - before..self.offset + after + 1
            }
            _ => self.offset..self.offset,
        }
    }

    /// Returns `true` if the elements are contiguous in C order. Axes of length 1 don't count, and an array without
    /// elements is contiguous.
    #[must_use]
    pub fn is_c_contiguous(&self) -> bool {
        self.is_empty() || is_dense(self.axes().rev())
    }

    /// Returns `true` if the elements are contiguous in Fortran order. Axes of length 1 don't count, and an array
    /// without elements is contiguous.
    #[must_use]
    pub fn is_f_contiguous(&self) -> bool {
        self.is_empty() || is_dense(self.axes())
    }

    /// Returns `true` if several indices may refer to the same element, so that the array can't be written. It compares
    /// strides, as `ndarray` does: each must exceed the extent of the smaller ones.
    #[must_use]
    pub fn overlaps(&self) -> bool {
        if self.is_c_contiguous() || self.is_f_contiguous() {
            return false;
        }
        let far = |(len, stride): (usize, isize)| (len - 1) * stride.unsigned_abs();
        let long = || self.axes().enumerate().filter(|(_, (len, _))| *len > 1);
        long().any(|(axis, (_, stride))| {
            let rank = (stride.unsigned_abs(), axis);
            let below =
                long().filter(|(other, (_, stride))| (stride.unsigned_abs(), *other) < rank);
            let inner: usize = below.map(|(_, axis)| far(axis)).sum();
            stride.unsigned_abs() <= inner
        })
    }

    /// Returns the range of the elements, or an error if there are gaps between them.
    pub(crate) fn dense_range(&self) -> Result<Range<usize>, Error> {
        let range = self.range();
        if range.len() == self.len() && !self.overlaps() {
            Ok(range)
        } else {
            Err(Error::NonContiguous {
                shape: self.shape().to_vec(),
                strides: self.strides().to_vec(),
            })
        }
    }

    /// Returns the offset of the lowest element, and the layout relative to it.
    pub(crate) fn rebased(&self) -> (usize, Self) {
        let lowest = self.range().start;
        let mut layout = self.clone();
        layout.offset -= lowest;
        (lowest, layout)
    }

    /// Returns an error if [the array can't be written](Self::overlaps).
    pub(crate) fn check_writable(&self) -> Result<(), Error> {
        if self.overlaps() {
            Err(Error::Overlap { shape: self.shape().to_vec(), strides: self.strides().to_vec() })
        } else {
            Ok(())
        }
    }

    /// Returns the length and the stride of each axis.
    pub(crate) fn axes(
        &self,
    ) -> impl DoubleEndedIterator<Item = (usize, isize)> + ExactSizeIterator {
        let strides = self.strides();
        (0..self.ndim()).map(move |axis| (self.shape()[axis], strides[axis]))
    }

    /// Returns the dense layout of a new array of this shape: in C or Fortran order if this one is, and otherwise with
    /// the axes in the order of their strides.
    pub(crate) fn dense_like(&self) -> Self {
        let ndim = self.ndim();
        let mut order = D::zeros(ndim);
        for axis in 0..ndim {
            order[axis] = axis;
        }
        let order = order.slice_mut();
        if self.is_c_contiguous() {
        } else if self.is_f_contiguous() {
            order.reverse();
        } else {
            // The largest stride first; where they are equal, as in C order.
            sort_axes(order, self.strides());
        }
        let mut strides = D::zeros(ndim);
        let mut stride = 1;
        for axis in order.iter().rev() {
            strides[*axis] = stride;
            stride *= self.shape[*axis].max(1);
        }
        Self::from_parts(self.raw_dim(), strides, 0)
    }

    /// Returns the elements in C order as equally spaced rows: the number of rows, their length, and the distance
    /// between them.
    pub(crate) fn as_rows(&self) -> Option<(usize, usize, usize)> {
        let (mut rows, mut columns, mut pitch) = (1usize, 1usize, 0isize);
        for (len, stride) in self.axes().rev().filter(|(len, _)| *len != 1) {
            if stride == 0 {
                return None;
            } else if pitch == 0 && stride == columns as isize {
                columns *= len;
            } else if pitch == 0 {
                (rows, pitch) = (len, stride);
            } else if Some(stride) == pitch.checked_mul(rows as isize) {
                rows *= len;
            } else {
                return None;
            }
        }
        let is_apart = pitch >= columns as isize;
        is_apart.then_some((rows, columns, pitch.unsigned_abs()))
    }

    /// Returns the same with a number of axes that is known only at run time.
    #[must_use]
    pub fn into_dyn(self) -> Layout<IxDyn> {
        Layout::from_parts(IxDyn(self.shape.slice()), IxDyn(self.strides.slice()), self.offset)
    }

    /// Returns the same with another type of dimension.
    ///
    /// # Errors
    /// [`Error::Ndim`].
    pub fn into_dimensionality<E: Dimension>(self) -> Result<Layout<E>, Error> {
        Layout::new(self.shape(), self.strides(), self.offset)
    }

    /// Returns the position of the element at an index.
    ///
    /// # Errors
    /// [`Error::Index`], [`Error::ExtraIndices`], [`Error::Ndim`].
    pub fn position(&self, index: &[usize]) -> Result<usize, Error> {
        if let Some(extra) = index.len().checked_sub(self.ndim()).filter(|n| *n > 0) {
            let ndim = self.ndim();
            return Err(Error::ExtraIndices { extra, ndim });
        }
        if index.len() < self.ndim() {
            return Err(Error::Ndim { found: index.len(), expected: self.ndim() });
        }
        let mut position = self.offset;
        for (axis, ((len, stride), index)) in self.axes().zip(index).enumerate() {
            if *index >= len {
                return Err(Error::Index {
                    index: isize::try_from(*index).unwrap_or(isize::MAX),
                    axis,
                    len,
                });
            }
            position = position.wrapping_add_signed((*index as isize).wrapping_mul(stride));
        }
        Ok(position)
    }
}

/// Returns `true` if axes, the innermost first, leave no gap.
fn is_dense(axes: impl Iterator<Item = (usize, isize)>) -> bool {
    let mut expected = 1;
    for (len, stride) in axes.filter(|(len, _)| *len > 1) {
        if stride != expected {
            return false;
        }
        expected *= len as isize;
    }
    true
}

/// Returns the strides of C order, also those of axes without elements.
pub(crate) fn default_strides<D: Dimension>(shape: &D) -> D {
    let mut strides = D::zeros(shape.ndim());
    let mut stride = 1usize;
    for axis in (0..shape.ndim()).rev() {
        strides[axis] = stride;
        stride = stride.wrapping_mul(shape[axis].max(1));
    }
    strides
}

/// Puts the axes with the largest strides first. Not generic, as sorting takes long to compile.
pub(crate) fn sort_axes(axes: &mut [usize], strides: &[isize]) {
    axes.sort_by_key(|axis| core::cmp::Reverse(strides[*axis].unsigned_abs()));
}

/// Returns a dimension with these numbers, one per axis.
pub(crate) fn dimension<D: Dimension>(numbers: &[usize]) -> D {
    let mut dimension = D::zeros(numbers.len());
    for (axis, number) in numbers.iter().enumerate() {
        dimension[axis] = *number;
    }
    dimension
}

/// Returns the layout of a source that is broadcast to the target: its elements are repeated along additional axes, and
/// along axes of length one.
pub(crate) fn for_assignment<D: Dimension, E: Dimension>(
    source: &Layout<E>,
    target: &Layout<D>,
) -> Result<Layout<D>, Error> {
    let (source_ndim, target_ndim) = (source.ndim(), target.ndim());
    let Some(more) = target_ndim.checked_sub(source_ndim) else {
        return Err(Error::AssignNdim { source_ndim, target_ndim });
    };
    for (axis, source_len) in source.shape().iter().enumerate() {
        let target_len = target.shape()[more + axis];
        if *source_len != 1 && *source_len != target_len {
            return Err(Error::AssignAxis {
                axis: more + axis,
                source_len: *source_len,
                target_len,
                source_shape: source.shape().to_vec(),
                target_shape: target.shape().to_vec(),
            });
        }
    }
    source.broadcast(target.raw_dim())
}
