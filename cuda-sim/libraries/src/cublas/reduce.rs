//! The kernel of functions that make one number of vectors.

use cuda_libraries_sys::shared::cudaDataType;
use cuda_sim::{Fault, NativeCall};

use super::product::size;
use crate::dense::Dense;
use crate::dispatch::with_scalar;
use crate::element::Wide;
use crate::factor::Multiplier;
use crate::matrix::Matrix;
use crate::operation::Operation;
use crate::range::norm;

/// What is made of the vectors.
#[repr(transparent)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reduction(u32);

impl Reduction {
    /// The sum of the products of their elements.
    pub const DOT: Self = Self(0);
    /// The same, with conjugate elements of the first one.
    pub const CONJUGATE_DOT: Self = Self(1);
    /// The Euclidean norm.
    pub const NORM: Self = Self(2);
    /// The sum of the absolute values; that of a complex number is the sum of those of its parts.
    pub const ABSOLUTE_SUM: Self = Self(3);
    /// The index, from 1 on, of the first element with the largest absolute value.
    pub const LARGEST: Self = Self(4);
    pub const SMALLEST: Self = Self(5);
}

/// A number made of one or two vectors of `n` elements.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reduce {
    pub n: i64,
    pub reduction: Reduction,
    pub reserved: u32,
    pub x: Matrix,
    pub y: Matrix,
    pub result: Matrix,
}

// SAFETY: it consists of integers and open enumerations, so any bytes are one.
unsafe impl Operation for Reduce {
    const NAME: &'static str = "cublas::reduce";

    fn run(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        let n = size(call, self.n)?;
        let x: Dense<Wide> = self.x.load(call, 0, n, 1)?;
        let result = match self.reduction {
            Reduction::DOT | Reduction::CONJUGATE_DOT => {
                let y: Dense<Wide> = self.y.load(call, 0, n, 1)?;
                let first = |x: &Wide| match self.reduction {
                    Reduction::DOT => *x,
                    _ => x.conj(),
                };
                let terms = x.elements.iter().zip(&y.elements);
                terms.map(|(x, y)| first(x) * y).sum()
            }
            Reduction::NORM => norm(&x.elements).into(),
            Reduction::ABSOLUTE_SUM => x.elements.iter().map(absolute).sum::<f64>().into(),
            Reduction::LARGEST => place(&x.elements, |found, best| found > best),
            Reduction::SMALLEST => place(&x.elements, |found, best| found < best),
            other => return Err(call.trap(format_args!("an unknown {other:?}"))),
        };
        self.result.store::<Wide>(call, 0, [1, 1], false, |_, _, _| result)
    }
}

fn absolute(value: &Wide) -> f64 {
    value.re.abs() + value.im.abs()
}

/// Returns the index of the first element that no other is better than, from 1 on; 0 if there are none.
fn place(elements: &[Wide], is_better: impl Fn(f64, f64) -> bool) -> Wide {
    let mut best = None;
    for (index, value) in elements.iter().map(absolute).enumerate() {
        if best.is_none_or(|(_, best)| is_better(value, best)) {
            best = Some((index, value));
        }
    }
    best.map_or(0.0, |(index, _)| (index + 1) as f64).into()
}

/// Two vectors, whose elements are combined: `x = a * x + b * y` and `y = c * x + d * y`.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rotate {
    pub n: i64,
    pub scalar: cudaDataType,
    pub rotation: Rotation,
    pub x: Matrix,
    pub y: Matrix,
    pub first: crate::factor::Factor,
    pub second: crate::factor::Factor,
    /// The five numbers of a modified rotation: in device memory, unless the address is 0.
    pub parameters: Matrix,
    pub numbers: [f64; 5],
}

/// Where the numbers of a rotation come from.
#[repr(transparent)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Rotation(u32);

impl Rotation {
    /// The vectors are exchanged.
    pub const SWAP: Self = Self(0);
    /// The first factor is the cosine, the second one the sine.
    pub const PLANE: Self = Self(1);
    /// They are in memory, after a flag that says which of them count.
    pub const MODIFIED: Self = Self(2);
}

// SAFETY: it consists of integers, floating-point numbers and open enumerations, so any bytes are one.
unsafe impl Operation for Rotate {
    const NAME: &'static str = "cublas::rotate";

    fn run(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        with_scalar!(call, self.scalar, S => self.compute::<S>(call))
    }
}

impl Rotate {
    fn compute<S: crate::element::Scalar>(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        let n = size(call, self.n)?;
        let (zero, one) = (S::default(), S::one());
        let [a, b, c, d] = match self.rotation {
            Rotation::SWAP => [zero, one, one, zero],
            Rotation::PLANE => return self.turn::<S>(call, n),
            _ => {
                let numbers: Dense<S> = match self.parameters.address {
                    0 => Dense {
                        rows: 5,
                        columns: 1,
                        elements: self.numbers.map(|number| S::of_wide(number.into())).to_vec(),
                    },
                    _ => self.parameters.load(call, 0, 5, 1)?,
                };
                let h = |index| numbers.get(index, 0);
                // By columns: h11, h21, h12, h22.
                match h(0).wide().re {
                    -1.0 => [h(1), h(3), h(2), h(4)],
                    0.0 => [one, h(3), h(2), one],
                    1.0 => [h(1), one, -one, h(4)],
                    _ => return Ok(()),
                }
            }
        };
        let x: Dense<S> = self.x.load(call, 0, n, 1)?;
        let y: Dense<S> = self.y.load(call, 0, n, 1)?;
        // Numbers that are only moved stay as they are, also if they aren't finite.
        let term = |factor: S, value: S| match factor {
            factor if factor == zero => zero,
            factor if factor == one => value,
            factor => factor * value,
        };
        let combined = |row, p, q| term(p, x.get(row, 0)) + term(q, y.get(row, 0));
        self.x.store::<S>(call, 0, [n, 1], false, |row, _, _| combined(row, a, b))?;
        self.y.store::<S>(call, 0, [n, 1], false, |row, _, _| combined(row, c, d))
    }

    /// Turns by the cosine, which is real, and the sine.
    fn turn<S: crate::element::Scalar>(
        &self,
        call: &NativeCall<'_>,
        n: usize,
    ) -> Result<(), Fault> {
        let (cosine, sine) = (self.first.get::<S>(call)?, self.second.get::<S>(call)?);
        let x: Dense<S> = self.x.load(call, 0, n, 1)?;
        let y: Dense<S> = self.y.load(call, 0, n, 1)?;
        // A factor of 0 leaves out what isn't finite, and one of 1 keeps it.
        let term = |factor: Multiplier<S>, value: S| match factor {
            factor if factor.is_zero() => S::default(),
            factor if factor.value == S::one() => value,
            factor => factor.times(value),
        };
        let mirrored = sine.with(-sine.value.conj());
        self.x.store::<S>(call, 0, [n, 1], false, |row, _, _| {
            term(cosine, x.get(row, 0)) + term(sine, y.get(row, 0))
        })?;
        self.y.store::<S>(call, 0, [n, 1], false, |row, _, _| {
            term(mirrored, x.get(row, 0)) + term(cosine, y.get(row, 0))
        })
    }
}
