//! Slices of layouts, with the indices of `ndarray`.

use ndarray::{Axis, Dimension, RemoveAxis, Slice, SliceArg, SliceInfoElem};

use crate::error::Error;
use crate::layout::Layout;

impl<D: Dimension> Layout<D> {
    /// Returns the part that `info` selects: `s![1.., ..;2]`.
    ///
    /// # Errors
    /// [`Error::Index`], [`Error::Step`], [`Error::ExtraIndices`]; [`Error::Ndim`] if the number of axes is known only
    /// at run time, and `info` has fewer indices.
    pub fn slice<I: SliceArg<D>>(&self, info: I) -> Result<Layout<I::OutDim>, Error> {
        // Of dimensions that are known at compile time, these are constants.
        let (ndim, used) = (self.ndim(), info.in_ndim());
        if used > ndim {
            let extra = used - ndim;
            return Err(Error::ExtraIndices { extra, ndim });
        }
        // Axes without an index are selected completely; only dimensions known at run time allow that.
        let ndim_left = info.out_ndim() + (ndim - used);
        if let Some(expected) = I::OutDim::NDIM.filter(|expected| *expected != ndim_left) {
            let found = ndim_left;
            return Err(Error::Ndim { found, expected });
        }
        let (mut shape, mut strides) = (I::OutDim::zeros(ndim_left), I::OutDim::zeros(ndim_left));
        let mut start = self.offset();
        let mut is_empty = false;
        let mut axes = self.shape().iter().zip(self.strides()).enumerate();
        let mut places = shape.slice_mut().iter_mut().zip(strides.slice_mut());
        for element in info.as_ref() {
            // There are as many axes, and places below, as `info` says.
            let axis = match element {
                SliceInfoElem::NewAxis => None,
                _ => axes.next(),
            };
            let (len, stride) = match (*element, axis) {
                (SliceInfoElem::Slice { start: from, end, step }, Some((axis, (len, stride)))) => {
                    let part = part(axis, *len, *stride, from, end, step)?;
                    start = start.wrapping_add_signed(part.begin);
                    (part.len, part.stride)
                }
                (SliceInfoElem::Index(index), Some((axis, (len, stride)))) => {
                    let Some(at) = position(index, *len).filter(|at| *at < *len) else {
                        return Err(no_index(index, axis, *len));
                    };
                    start = start.wrapping_add_signed((at as isize).wrapping_mul(*stride));
                    continue;
                }
                _ => (1, 0),
            };
            is_empty |= len == 0;
            if let Some((to_len, to_stride)) = places.next() {
                (*to_len, *to_stride) = (len, stride as usize);
            }
        }
        for ((_, (len, stride)), (to_len, to_stride)) in axes.zip(places) {
            is_empty |= *len == 0;
            (*to_len, *to_stride) = (*len, *stride as usize);
        }
        if is_empty {
            // Without elements, any offset is valid.
            start = self.offset();
        }
        Ok(Layout::from_parts(shape, strides, start))
    }

    /// Returns the part that a slice selects of one axis.
    ///
    /// # Errors
    /// [`Error::Axis`], [`Error::Index`], [`Error::Step`].
    pub fn slice_axis(&self, axis: Axis, slice: Slice) -> Result<Self, Error> {
        self.check_axis(axis)?;
        let at = axis.index();
        let (len, stride) = (self.shape()[at], self.strides()[at]);
        let part = part(at, len, stride, slice.start, slice.end, slice.step)?;
        let (mut shape, mut strides) = (self.raw_dim(), self.raw_strides());
        shape[axis.index()] = part.len;
        strides[axis.index()] = part.stride as usize;
        let offset = if shape.slice().contains(&0) {
            self.offset()
        } else {
            self.offset().wrapping_add_signed(part.begin)
        };
        Ok(Self::from_parts(shape, strides, offset))
    }

    /// Returns the elements at one index of an axis, without that axis.
    ///
    /// # Errors
    /// [`Error::Axis`], [`Error::Index`].
    pub fn index_axis(&self, axis: Axis, index: usize) -> Result<Layout<D::Smaller>, Error>
    where
        D: RemoveAxis,
    {
        self.check_axis(axis)?;
        let len = self.shape()[axis.index()];
        if index >= len {
            return Err(Error::Index {
                index: isize::try_from(index).unwrap_or(isize::MAX),
                axis: axis.index(),
                len,
            });
        }
        let (shape, strides) = (self.raw_dim(), self.raw_strides());
        let (shape, strides) = (shape.remove_axis(axis), strides.remove_axis(axis));
        let step = (index as isize).wrapping_mul(self.strides()[axis.index()]);
        let offset = if shape.slice().contains(&0) {
            self.offset()
        } else {
            self.offset().wrapping_add_signed(step)
        };
        Ok(Layout::from_parts(shape, strides, offset))
    }

    /// Returns the part before an index of an axis, and the others.
    ///
    /// # Errors
    /// [`Error::Axis`], [`Error::Index`].
    pub fn split_at(&self, axis: Axis, index: usize) -> Result<(Self, Self), Error> {
        let end = isize::try_from(index).unwrap_or(isize::MAX);
        Ok((
            self.slice_axis(axis, Slice::new(0, Some(end), 1))?,
            self.slice_axis(axis, Slice::new(end, None, 1))?,
        ))
    }

    /// Returns the parts of `size` indices of an axis, in order; the last may have fewer: Numba's `split`.
    pub(crate) fn chunks(
        &self,
        axis: Axis,
        size: usize,
    ) -> Result<impl ExactSizeIterator<Item = Self> + use<D>, Error> {
        self.check_axis(axis)?;
        let (this, size) = (self.clone(), size.max(1));
        let len = self.shape()[axis.index()];
        let stride = self.strides()[axis.index()];
        Ok((0..len.div_ceil(size)).map(move |index| {
            let start = index * size;
            let mut shape = this.raw_dim();
            shape[axis.index()] = size.min(len - start);
            let offset = if this.is_empty() {
                this.offset()
            } else {
                this.offset().wrapping_add_signed(start as isize * stride)
            };
            Self::from_parts(shape, this.raw_strides(), offset)
        }))
    }

    pub(crate) fn check_axis(&self, axis: Axis) -> Result<(), Error> {
        let (axis, ndim) = (axis.index(), self.ndim());
        if axis < ndim { Ok(()) } else { Err(Error::Axis { axis, ndim }) }
    }
}

/// Returns the part of an axis from one index to another, or to the end, with a step: of `len` elements that are `stride`
/// apart.
#[inline]
fn part(
    axis: usize,
    len: usize,
    stride: isize,
    from: isize,
    to: Option<isize>,
    step: isize,
) -> Result<Part, Error> {
    let Some(start) = position(from, len) else {
        return Err(no_index(from, axis, len));
    };
    let end = match to {
        None => len,
        Some(to) => match position(to, len) {
            Some(end) => end.max(start),
            None => return Err(no_index(to, axis, len)),
        },
    };
    if step == 0 {
        return Err(Error::Step { axis });
    }
    let count = match step {
        // Division is slow.
        1 | -1 => end - start,
        2 | -2 => (end - start).div_ceil(2),
        _ => (end - start).div_ceil(step.unsigned_abs()),
    };
    let first = match step {
        1.. => start,
        _ => end.saturating_sub(1),
    };
    Ok(Part {
        len: count,
        // Only the stride of fewer than two elements could overflow, and it has no meaning.
        stride: stride.checked_mul(step).filter(|_| count > 1).unwrap_or(stride),
        begin: (first as isize).wrapping_mul(stride),
    })
}

#[cold]
fn no_index(index: isize, axis: usize, len: usize) -> Error {
    Error::Index { index, axis, len }
}

struct Part {
    len: usize,
    stride: isize,
    /// The distance of the first element from the first of the axis.
    begin: isize,
}

/// Returns the position of an index, which counts from the end if it is negative; at most `len`.
#[inline]
fn position(index: isize, len: usize) -> Option<usize> {
    let at = match index {
        0.. => index.unsigned_abs(),
        _ => len.checked_sub(index.unsigned_abs())?,
    };
    (at <= len).then_some(at)
}

/// Returns the slice that Python's `start:stop:step` means for an axis of `len` elements: ends are clamped, and with a
/// negative step the slice runs from `start` down to before `stop`.
///
/// ```
/// use cuda_ndarray::python_slice;
/// use ndarray::{Slice, arr1};
///
/// // a[:100] and a[::-2] of NumPy.
/// assert_eq!(python_slice(5, None, Some(100), 1)?, Slice::new(0, Some(5), 1));
/// assert_eq!(python_slice(4, None, None, -2)?, Slice::new(1, Some(4), -2));
/// # Ok::<(), cuda_ndarray::Error>(())
/// ```
///
/// # Errors
/// [`Error::Step`].
pub fn python_slice(
    len: usize,
    start: Option<isize>,
    stop: Option<isize>,
    step: isize,
) -> Result<Slice, Error> {
    let len = isize::try_from(len).unwrap_or(isize::MAX);
    if step == 0 {
        return Err(Error::Step { axis: 0 });
    }
    // Backwards, indices run from len - 1 to -1, which is before the first element.
    let (lowest, highest) = if step > 0 { (0, len) } else { (-1, len - 1) };
    let clamp = |index: isize| match index {
        0.. => index.clamp(lowest, highest),
        _ => index.saturating_add(len).clamp(lowest, highest),
    };
    let (first, last) = if step > 0 {
        (start.map_or(lowest, clamp), stop.map_or(highest, clamp))
    } else {
        (start.map_or(highest, clamp), stop.map_or(lowest, clamp))
    };
    let distance = if step > 0 { last - first } else { first - last };
    if distance <= 0 {
        return Ok(Slice::new(0, Some(0), step));
    }
    let steps = (distance - 1) / step.saturating_abs();
    Ok(match step {
        1.. => Slice::new(first, Some(first + steps * step + 1), step),
        _ => Slice::new(first + steps * step, Some(first + 1), step),
    })
}
