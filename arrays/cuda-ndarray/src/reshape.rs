//! Reshaping.

use ndarray::{
    Axis, Dimension, IntoDimension, IxDyn, Order, RemoveAxis, ShapeBuilder, StrideShape,
};

use crate::error::Error;
use crate::layout::{Layout, default_strides, dimension};

/// The maximum number of axes of an array that have two elements or more.
pub(crate) const MOST_AXES: usize = 64;

impl<D: Dimension> Layout<D> {
    pub(crate) fn raw_strides(&self) -> D {
        dimension(bytemuck::cast_slice(self.strides()))
    }

    /// Returns the shape and strides for `ndarray`, which rejects some strides, although they mean nothing without elements.
    pub(crate) fn host_shape(&self) -> StrideShape<D> {
        if self.is_empty() {
            self.raw_dim().into()
        } else {
            self.raw_dim().strides(self.raw_strides())
        }
    }

    /// Returns the same elements, in `order`, in another shape.
    ///
    /// # Errors
    /// [`Error::Size`]; [`Error::NeedsCopy`] if no strides describe the new shape; [`Error::TooLarge`], which is
    /// possible only without elements.
    pub fn with_shape<E: Dimension>(&self, shape: E, order: Order) -> Result<Layout<E>, Error> {
        let size = self.len();
        let found = shape.slice().iter().try_fold(1usize, |product, len| product.checked_mul(*len));
        // With a length of 0, the product of the others may overflow.
        if found.or(shape.slice().contains(&0).then_some(0)) != Some(size) {
            return Err(Error::Size {
                from: self.shape().to_vec(),
                size,
                to: shape.slice().to_vec(),
            });
        }
        let is_f = order == Order::ColumnMajor;
        if self.is_empty() {
            return Layout::contiguous(shape, order);
        }
        let strides = self.strides_as(&shape, is_f).ok_or_else(|| Error::NeedsCopy {
            shape: self.shape().to_vec(),
            strides: self.strides().to_vec(),
            to: shape.slice().to_vec(),
        })?;
        Ok(Layout::from_parts(shape, strides, self.offset()))
    }

    /// Returns the strides of another shape with the same number of elements, if they exist. Strides of axes of length
    /// one are ignored.
    fn strides_as<E: Dimension>(&self, shape: &E, is_f: bool) -> Option<E> {
        let mut old = [(0usize, 0isize); MOST_AXES];
        let mut count = 0;
        let mut keep = |axis: (usize, isize)| {
            if axis.0 != 1 {
                old[count] = axis;
                count += 1;
            }
        };
        if is_f {
            self.axes().rev().for_each(&mut keep);
        } else {
            self.axes().for_each(&mut keep);
        }
        let old = &old[..count];
        let ndim = shape.ndim();
        let new = |at: usize| if is_f { ndim - 1 - at } else { at };
        let mut strides = E::zeros(ndim);
        // Finds runs of old and new axes with the same number of elements, from the slowest axis on.
        let (mut from, mut to) = (0, 0);
        while to < ndim && from < old.len() {
            let (mut end, mut new_end) = (from + 1, to + 1);
            let (mut size, mut new_size) = (old[from].0, shape[new(to)]);
            while size != new_size {
                if new_size < size {
                    new_size *= shape[new(new_end)];
                    new_end += 1;
                } else {
                    size *= old[end].0;
                    end += 1;
                }
            }
            let is_one = |pair: &[(usize, isize)]| {
                Some(pair[0].1) == pair[1].1.checked_mul(pair[1].0 as isize)
            };
            if !old[from..end].windows(2).all(is_one) {
                return None;
            }
            let mut stride = old[end - 1].1;
            for at in (to..new_end).rev() {
                strides[new(at)] = stride as usize;
                stride = stride.wrapping_mul(shape[new(at)] as isize);
            }
            (from, to) = (end, new_end);
        }
        // Only axes of one element are left.
        let last = if to > 0 { strides[new(to - 1)] } else { 1 };
        for at in to..ndim {
            strides[new(at)] = last;
        }
        Some(strides)
    }

    /// Returns the same elements with the axes in this order.
    ///
    /// # Errors
    /// [`Error::Axes`].
    pub fn permuted_axes(&self, axes: impl IntoDimension<Dim = D>) -> Result<Self, Error> {
        let (axes, ndim) = (axes.into_dimension(), self.ndim());
        let names = axes.slice();
        let is_order = names.len() == ndim && (0..ndim).all(|axis| names.contains(&axis));
        if !is_order {
            let axes = names.to_vec();
            return Err(Error::Axes { axes, ndim });
        }
        let (mut shape, mut strides) = (self.raw_dim(), self.raw_strides());
        for (new, old) in names.iter().enumerate() {
            shape[new] = self.shape()[*old];
            strides[new] = self.strides()[*old] as usize;
        }
        Ok(Self::from_parts(shape, strides, self.offset()))
    }

    /// Reverses the order of the axes.
    #[must_use]
    pub fn reversed_axes(mut self) -> Self {
        let (mut shape, mut strides) = (self.raw_dim(), self.raw_strides());
        shape.slice_mut().reverse();
        strides.slice_mut().reverse();
        self = Self::from_parts(shape, strides, self.offset());
        self
    }

    /// Returns the layout with a new axis of length one before `axis`.
    ///
    /// # Errors
    /// [`Error::Axis`].
    pub fn insert_axis(&self, axis: Axis) -> Result<Layout<D::Larger>, Error> {
        let (axis, ndim) = (axis.index(), self.ndim());
        if axis > ndim {
            return Err(Error::Axis { axis, ndim });
        }
        let (mut shape, mut strides) = (D::Larger::zeros(ndim + 1), D::Larger::zeros(ndim + 1));
        for new in 0..=ndim {
            let old = new - usize::from(new > axis);
            let (len, stride) =
                if new == axis { (1, 0) } else { (self.shape()[old], self.strides()[old]) };
            (shape[new], strides[new]) = (len, stride as usize);
        }
        Ok(Layout::from_parts(shape, strides, self.offset()))
    }

    /// Returns the layout without an axis, which must have length one.
    ///
    /// # Errors
    /// [`Error::Axis`], [`Error::Squeeze`].
    pub fn squeeze_axis(&self, axis: Axis) -> Result<Layout<D::Smaller>, Error>
    where
        D: RemoveAxis,
    {
        self.check_axis(axis)?;
        let len = self.shape()[axis.index()];
        if len != 1 {
            let axis = axis.index();
            return Err(Error::Squeeze { axis, len });
        }
        self.index_axis(axis, 0)
    }

    /// Returns the layout without the axes of length one.
    #[must_use]
    pub fn squeeze(&self) -> Layout<IxDyn> {
        let other_axes = || self.axes().filter(|(len, _)| *len != 1);
        let shape: Vec<usize> = other_axes().map(|(len, _)| len).collect();
        let strides: Vec<usize> = other_axes().map(|(_, stride)| stride as usize).collect();
        Layout::from_parts(IxDyn(&shape), IxDyn(&strides), self.offset())
    }

    /// Returns the elements broadcast to a shape: repeated along axes that they lack or whose length is one.
    ///
    /// # Errors
    /// [`Error::Broadcast`], [`Error::TooLarge`].
    pub fn broadcast<E: Dimension>(&self, shape: E) -> Result<Layout<E>, Error> {
        let refused =
            || Error::Broadcast { from: self.shape().to_vec(), to: shape.slice().to_vec() };
        let more = shape.ndim().checked_sub(self.ndim()).ok_or_else(refused)?;
        let mut strides = E::zeros(shape.ndim());
        for (axis, (len, stride)) in self.axes().enumerate() {
            strides[more + axis] = match (len, shape[more + axis]) {
                (len, expected) if len == expected => stride as usize,
                (1, _) => 0,
                _ => return Err(refused()),
            };
        }
        Layout::new(shape.slice(), bytemuck::cast_slice(strides.slice()), self.offset())
    }

    /// Returns the layout of the same memory as elements of `to` bytes instead of `from`.
    ///
    /// With equal sizes, any layout is accepted. Otherwise the last axis must be contiguous, and a whole number of new
    /// elements long.
    ///
    /// # Errors
    /// [`Error::CastScalar`], [`Error::CastStride`], [`Error::CastSize`], [`Error::Stride`].
    pub fn cast(&self, from: usize, to: usize) -> Result<Self, Error> {
        if from == to {
            return Ok(self.clone());
        }
        let Some(last) = self.ndim().checked_sub(1) else {
            return Err(Error::CastScalar { from, to });
        };
        let (len, stride) = (self.shape()[last], self.strides()[last]);
        if len != 1 && !self.is_empty() && stride != 1 {
            return Err(Error::CastStride { len, size: from, stride });
        }
        let bytes = if to < from { from } else { len.saturating_mul(from) };
        let smaller = to < from && to != 0 && from.is_multiple_of(to);
        let new_len = scaled(len, from, to).filter(|_| smaller || to > from);
        let Some(new_len) = new_len else {
            return Err(Error::CastSize { bytes, size: to });
        };
        let (mut shape, mut strides) = (self.raw_dim(), self.raw_strides());
        shape[last] = new_len;
        for (axis, (len, stride)) in self.axes().enumerate() {
            strides[axis] = match (axis == last, len > 1 && !self.is_empty()) {
                (true, _) => 1,
                (_, false) => 0,
                (false, true) => whole(axis, stride, from, to)? as usize,
            };
        }
        // The offset of the first element is the same.
        let offset = match (self.is_empty(), scaled(self.offset(), from, to)) {
            (true, _) => 0,
            (false, Some(offset)) => offset,
            (false, None) => {
                let begin = self.offset().saturating_mul(from);
                return Err(Error::Stride {
                    axis: last,
                    bytes: isize::try_from(begin).unwrap_or(isize::MAX),
                    size: to,
                });
            }
        };
        Layout::new(shape.slice(), bytemuck::cast_slice(strides.slice()), offset)
    }

    /// Returns the layout of a field of each element: `from` is the size of an element, and `to` that of the field.
    pub(crate) fn field(&self, from: usize, to: usize) -> Result<Self, Error> {
        let mut strides = D::zeros(self.ndim());
        for (axis, (len, stride)) in self.axes().enumerate() {
            // Strides of axes with fewer than two elements have no meaning.
            if len > 1 && !self.is_empty() {
                strides[axis] = whole(axis, stride, from, to)? as usize;
            }
        }
        let offset = whole(0, self.offset() as isize, from, to)?.unsigned_abs();
        Layout::new(self.shape(), bytemuck::cast_slice(strides.slice()), offset)
    }

    /// Returns the layout with each axis that repeats elements shortened to length one.
    pub(crate) fn core(&self) -> Self {
        let mut shape = self.raw_dim();
        for (axis, (len, stride)) in self.axes().enumerate() {
            if stride == 0 && len > 1 {
                shape[axis] = 1;
            }
        }
        Self::from_parts(shape, self.raw_strides(), self.offset())
    }

    /// Returns the layout with the strides of C order for axes shorter than two elements.
    pub(crate) fn normalized(&self) -> Self {
        let (mut strides, normal) = (self.raw_strides(), default_strides(&self.raw_dim()));
        for axis in 0..self.ndim() {
            if self.shape()[axis] < 2 || self.is_empty() {
                strides[axis] = normal[axis];
            }
        }
        Self::from_parts(self.raw_dim(), strides, self.offset())
    }
}

/// Converts a stride in elements of `from` bytes to one in elements of `to` bytes.
fn whole(axis: usize, stride: isize, from: usize, to: usize) -> Result<isize, Error> {
    let length =
        scaled(stride.unsigned_abs(), from, to).and_then(|elements| isize::try_from(elements).ok());
    match length {
        Some(length) => Ok(length * stride.signum()),
        None => Err(Error::Stride {
            axis,
            bytes: stride.saturating_mul(isize::try_from(from).unwrap_or(isize::MAX)),
            size: to,
        }),
    }
}

/// Converts a number of elements of `from` bytes to one of elements of `to` bytes, unless a part of one is left, or the
/// number is too large.
fn scaled(count: usize, from: usize, to: usize) -> Option<usize> {
    let bytes = count as u128 * from as u128;
    match bytes.checked_rem(to as u128)? {
        0 => usize::try_from(bytes / to as u128).ok(),
        _ => None,
    }
}

/// Returns the shape of `size` elements with at most one length left open, as -1.
///
/// ```
/// assert_eq!(cuda_ndarray::infer_shape(12, &[3, -1])?, ndarray::IxDyn(&[3, 4]));
/// # Ok::<(), cuda_ndarray::Error>(())
/// ```
///
/// # Errors
/// [`Error::UnknownDimensions`], [`Error::CannotInfer`].
pub fn infer_shape(size: usize, shape: &[isize]) -> Result<IxDyn, Error> {
    let refused = || Error::CannotInfer { size, shape: shape.to_vec() };
    let open = shape.iter().filter(|len| **len == -1).count();
    if open > 1 {
        return Err(Error::UnknownDimensions { count: open });
    }
    let mut product = 1usize;
    let mut lengths = IxDyn::zeros(shape.len());
    for (axis, len) in shape.iter().enumerate().filter(|(_, len)| **len != -1) {
        lengths[axis] = usize::try_from(*len).map_err(|_| refused())?;
        product = product.saturating_mul(lengths[axis]);
    }
    if let Some(axis) = shape.iter().position(|len| *len == -1) {
        if product == 0 || !size.is_multiple_of(product) {
            return Err(refused());
        }
        lengths[axis] = size / product;
    }
    Ok(lengths)
}
