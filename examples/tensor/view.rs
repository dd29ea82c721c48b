use std::ops::Range;

use crate::{Error, Result};

/// Where the elements of a tensor of `N` axes lie in its storage: `struct View` of `kernels.cu`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct View<const N: usize> {
    pub shape: [usize; N],
    strides: [usize; N],
    begin: usize,
}

impl<const N: usize> cuda_driver::launch::Argument for View<N> {
    type Value = Self;

    fn value(&self) -> Self {
        *self
    }
}

/// Returns the number of elements of a shape. If it overflows, the allocation returns an error.
fn count(shape: &[usize]) -> usize {
    shape.iter().fold(1, |count: usize, extent| count.saturating_mul(*extent))
}

impl<const N: usize> View<N> {
    /// Returns a view of all elements of storage in row order, as many as the shape `from` has.
    pub fn rows(shape: [usize; N], from: &[usize]) -> Result<Self> {
        if count(&shape) != count(from) {
            return Err(Error::Shapes(from.to_vec(), shape.to_vec()));
        }
        let strides = std::array::from_fn(|axis| count(&shape[axis + 1..]));
        let begin = 0;
        Ok(Self { shape, strides, begin })
    }

    pub fn len(&self) -> usize {
        count(&self.shape)
    }

    /// Returns the range of the elements, if they are contiguous in row order.
    pub fn contiguous(&self) -> Result<Range<usize>> {
        if Self::rows(self.shape, &self.shape)?.strides == self.strides {
            Ok(self.begin..self.begin + self.len())
        } else {
            Err(Error::Strided(self.shape.to_vec(), self.strides.to_vec()))
        }
    }

    pub fn slice(&self, axis: usize, range: Range<usize>) -> Result<Self> {
        if axis >= N || range.start > range.end || range.end > self.shape[axis] {
            return Err(Error::Range(range, axis, self.shape.to_vec()));
        }
        let mut view = *self;
        view.shape[axis] = range.len();
        if view.len() > 0 {
            view.begin += range.start * self.strides[axis];
        }
        Ok(view)
    }

    pub fn transpose(&self) -> Self {
        let mut view = *self;
        view.shape.reverse();
        view.strides.reverse();
        view
    }

    pub fn reshape<const M: usize>(&self, shape: [usize; M]) -> Result<View<M>> {
        let view = View::rows(shape, &self.shape)?;
        let begin = self.contiguous()?.start;
        Ok(View { begin, ..view })
    }

    /// Returns both views broadcast to their common shape: an extent of 1 is repeated.
    pub fn common(&self, other: &Self) -> Result<(Self, Self)> {
        let (mut a, mut b) = (*self, *other);
        for axis in 0..N {
            match (a.shape[axis], b.shape[axis]) {
                (x, y) if x == y => {}
                (1, y) => (a.shape[axis], a.strides[axis]) = (y, 0),
                (x, 1) => (b.shape[axis], b.strides[axis]) = (x, 0),
                _ => return Err(Error::Shapes(self.shape.to_vec(), other.shape.to_vec())),
            }
        }
        Ok((a, b))
    }
}
