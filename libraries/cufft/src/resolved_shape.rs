//! Shapes as cuFFT takes them.

use crate::element::{Kind, Types};
use crate::error::Error;
use crate::shape::{Axes, Layout, Shape};

impl TryFrom<&[usize]> for Axes {
    type Error = Error;

    fn try_from(sizes: &[usize]) -> Result<Self, Error> {
        match *sizes {
            [a] => Ok(a.into()),
            [a, b] => Ok([a, b].into()),
            [a, b, c] => Ok([a, b, c].into()),
            _ => Err(Shape::new([0; 3]).refused("a transform has one to three axes")),
        }
    }
}

impl Axes {
    fn set_last(&mut self, size: usize) {
        self.sizes[2] = size;
    }
}

impl Layout {
    /// Returns the strides of the axes that a transform has, the last one first, and the distance; `None` if they overflow.
    fn strides(&self) -> Option<([usize; 3], usize)> {
        let [planes, rows, columns] = self.axes.sizes;
        let row = columns.checked_mul(self.stride)?;
        let plane = rows.checked_mul(row)?;
        let distance = match self.distance {
            Some(distance) => distance,
            None => planes.checked_mul(plane)?,
        };
        Some(([self.stride, row, plane], distance))
    }
}

impl Shape {
    pub(crate) fn refused(self, rule: &'static str) -> Error {
        Error::Shape { shape: Box::new(self), rule }
    }

    /// Checks the shape for these types, and returns it as cuFFT takes it.
    pub(crate) fn resolved(self, types: &Types) -> Result<ResolvedShape, Error> {
        if self.axes().contains(&0) || self.batch == 0 {
            return Err(self.refused("axes and batches have at least one element"));
        }
        let mut complex = self.axes;
        if types.kind != Kind::Complex {
            complex.set_last(self.axes.sizes[2] / 2 + 1);
        }
        let mut real = self.axes;
        if self.is_in_place {
            let last = complex.sizes[2].checked_mul(2);
            real.set_last(last.ok_or_else(|| self.refused(ADDRESSABLE))?);
        }
        // What is transformed, and the array that it is by default in.
        let (of_complex, of_real) = ((complex, complex), (self.axes, real));
        let [from, to] = match types.kind {
            Kind::Complex => [of_complex; 2],
            Kind::FromReal => [of_real, of_complex],
            Kind::ToReal => [of_complex, of_real],
        };
        // It does this wrongly for some sizes.
        if types.kind == Kind::ToReal && self.axes.rank > 1 && self.axes.sizes[2] == 1 {
            return Err(self.refused("cuFFT transforms to real numbers along several axes only if the last has two at least"));
        }
        let is_half = types.is_half();
        if is_half && !self.axes().iter().all(|axis| axis.is_power_of_two()) {
            return Err(
                self.refused("cuFFT transforms numbers of 16 bits along axes of powers of two")
            );
        }
        // It computes most others wrongly, also such as its documentation allows.
        if is_half && types.kind != Kind::Complex && (self.input.is_some() || self.output.is_some())
        {
            return Err(self.refused(REAL_HALVES));
        }
        let side = |(axes, packed): (Axes, Axes), given: Option<Layout>, is_read| {
            let layout = given.unwrap_or_else(|| Layout::of(packed));
            Side::new(&self, &axes, &layout, is_read)
        };
        // The first is read; but for complex numbers that become real, cuFFT also writes it.
        let input = side(from, self.input, types.kind != Kind::ToReal)?;
        let output = side(to, self.output, false)?;
        Ok(ResolvedShape {
            shape: self,
            rank: self.axes.rank,
            axes: self.axes.sizes.map(|size| size as i64),
            input,
            output,
        })
    }
}

const REAL_HALVES: &str =
    "cuFFT transforms real numbers of 16 bits only without a layout, one after the other";
const ADDRESSABLE: &str = "its elements exceed the address space";

/// A shape as cuFFT takes it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ResolvedShape {
    pub(crate) shape: Shape,
    pub(crate) rank: usize,
    pub(crate) axes: [i64; 3],
    pub(crate) input: Side,
    pub(crate) output: Side,
}

impl ResolvedShape {
    pub(crate) fn batch(&self) -> i64 {
        self.shape.batch as i64
    }

    /// Returns whether each row of the output begins where that of the input does, for elements of these sizes.
    pub(crate) fn is_in_place(&self, sizes: [usize; 2]) -> bool {
        let places = |side: &Side, size: usize| {
            let counts = [self.shape.axes.sizes[1], self.shape.axes.sizes[0], self.shape.batch];
            let steps = [side.strides[1], side.strides[2], side.distance];
            let used = counts.into_iter().zip(steps);
            used.map(|(count, step)| if count > 1 { step * size } else { 0 }).collect::<Vec<_>>()
        };
        let is_same = sizes[0] == sizes[1];
        let strides = [self.input.strides[0], self.output.strides[0]];
        let in_a_row = if is_same { strides[0] == strides[1] } else { strides == [1, 1] };
        in_a_row && places(&self.input, sizes[0]) == places(&self.output, sizes[1])
    }
}

/// The elements of one side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side {
    pub(crate) embed: [i64; 3],
    /// The strides of the axes, the last one first.
    strides: [usize; 3],
    distance: usize,
    /// The number of elements that a slice has at least.
    pub(crate) needed: usize,
}

impl Side {
    fn new(shape: &Shape, axes: &Axes, layout: &Layout, is_read: bool) -> Result<Self, Error> {
        if layout.axes.rank != axes.rank {
            return Err(shape.refused("a layout has as many axes as the transform"));
        }
        let fits = axes.sizes.iter().zip(&layout.axes.sizes).skip(1).all(|(axis, of)| axis <= of);
        if !fits || layout.stride == 0 {
            return Err(shape.refused(
                "the array of a layout is at least as large as the transform, and its stride at least 1; of real numbers, \
                 complex ones have n / 2 + 1 of the last axis",
            ));
        }
        let exceeds = || shape.refused(ADDRESSABLE);
        let most = isize::MAX as usize;
        let mut embed = layout.axes.sizes.map(|size| size.min(most) as i64);
        let (mut strides, distance) = layout.strides().ok_or_else(exceeds)?;
        let [planes, rows, columns] = axes.sizes;
        // One element has no stride, and cuFFT refuses some.
        if axes.sizes == [1; 3] {
            strides = [1; 3];
            embed = [1; 3];
        }
        let mut steps = [
            (strides[0], columns),
            (strides[1], rows),
            (strides[2], planes),
            (distance, shape.batch),
        ];
        let mut last = 0_usize;
        let (mut overlap, mut span) = (false, 0_usize);
        steps.sort_unstable();
        for (step, count) in steps.into_iter().filter(|(_, count)| *count > 1) {
            overlap |= step <= span;
            let far = step.checked_mul(count - 1).ok_or_else(exceeds)?;
            span = span.checked_add(far).ok_or_else(exceeds)?;
            last = span;
        }
        // 16 bytes is the largest element.
        if last >= most / 16 || distance > most || shape.batch > most || strides[2] > most {
            return Err(exceeds());
        }
        if overlap && (!is_read || distance == 0) {
            return Err(shape.refused(
                "elements that are written are apart, and batches that are read: each stride and the distance exceed what is \
                 between",
            ));
        }
        Ok(Self { embed, strides, distance, needed: last + 1 })
    }

    pub(crate) fn stride(&self) -> i64 {
        self.strides[0] as i64
    }

    pub(crate) fn distance(&self) -> i64 {
        self.distance.max(1) as i64
    }
}
