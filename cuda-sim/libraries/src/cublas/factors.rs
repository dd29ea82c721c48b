//! The kernel of factorizations of the matrices of a batch, and of what is solved with them.

use cuda_libraries_sys::cublas::{cublasFillMode_t, cublasOperation_t};
use cuda_libraries_sys::shared::cudaDataType;
use cuda_sim::{Fault, NativeCall};

use super::product::size;
use super::solve::substitute;
use crate::dense::{Dense, is_transposed};
use crate::dispatch::with_scalar;
use crate::element::{Scalar, Wide};
use crate::matrix::Matrix;
use crate::operation::Operation;
use crate::quotient::quotient;
use crate::range::{self, largest_part, norm};

/// What is done with each matrix.
#[repr(transparent)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Task(u32);

impl Task {
    /// `a` becomes its triangular factors.
    pub const LU: Self = Self(0);
    /// `b` becomes the inverse of the matrix whose triangular factors `a` has.
    pub const INVERT_FACTORS: Self = Self(1);
    /// `b` becomes the solution of equations with that matrix.
    pub const SOLVE: Self = Self(2);
    /// `b` becomes the inverse of `a`.
    pub const INVERT: Self = Self(3);
    /// `a` becomes its orthogonal factor, as reflections with factors in `b`, and its triangular one.
    pub const QR: Self = Self(4);
    /// `b` becomes the solution of an overdetermined system, and `a` its factors.
    pub const LEAST_SQUARES: Self = Self(5);
}

/// A task for a batch of matrices: `a` has `m` × `n` elements. Arrays at the address 0 aren't there.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub(super) struct Factorize {
    pub task: Task,
    pub scalar: cudaDataType,
    /// What is solved with: the matrix, or its transpose.
    pub operation: cublasOperation_t,
    pub reserved: u32,
    pub m: i64,
    pub n: i64,
    /// The number of columns of `b`.
    pub columns: i64,
    pub len: i64,
    pub a: Matrix,
    pub b: Matrix,
    /// The rows that were exchanged, from 1 on.
    pub pivots: Matrix,
    /// For each matrix, the place of a 0 on its diagonal, from 1 on, or 0.
    pub places: Matrix,
}

// SAFETY: it consists of integers and open enumerations, so any bytes are one.
unsafe impl Operation for Factorize {
    const NAME: &'static str = "cublas::factorize";

    fn run(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        with_scalar!(call, self.scalar, S => {
            (0..self.len).try_for_each(|index| self.one::<S>(call, index))
        })
    }
}

impl Factorize {
    fn one<S: Scalar>(&self, call: &NativeCall<'_>, index: i64) -> Result<(), Fault> {
        let (m, n) = (size(call, self.m)?, size(call, self.n)?);
        let columns = size(call, self.columns)?;
        let mut a: Dense<S> = self.a.load(call, index, m, n)?;
        let store = |to: &Matrix, from: &Dense<S>| {
            let sizes = [from.rows, from.columns];
            to.store::<S>(call, index, sizes, false, |row, column, _| from.get(row, column))
        };
        let place = match self.task {
            Task::LU => {
                let (pivots, place) = factorize(&mut a, self.pivots.address != 0);
                store(&self.a, &a)?;
                if self.pivots.address != 0 {
                    let pivot = |row: usize| Wide::from((pivots[row] + 1) as f64);
                    self.pivots
                        .store::<Wide>(call, index, [n, 1], false, |row, _, _| pivot(row))?;
                }
                place
            }
            Task::INVERT_FACTORS | Task::SOLVE => {
                let pivots = self.load_pivots(call, index, n)?;
                let mut b = match self.task {
                    Task::SOLVE => self.b.load(call, index, n, columns)?,
                    _ => unit(n),
                };
                // Of a singular matrix, too: what isn't finite is divided by 0.
                solve(&a, &pivots, self.operation, &mut b);
                store(&self.b, &b)?;
                zero_on_diagonal(&a)
            }
            Task::INVERT => {
                let (pivots, place) = factorize(&mut a, true);
                if place == 0 {
                    let mut b = unit(n);
                    solve(&a, &pivots, cublasOperation_t::CUBLAS_OP_N, &mut b);
                    store(&self.b, &b)?;
                }
                place
            }
            Task::QR => {
                let factors = reflect(&mut a);
                store(&self.a, &a)?;
                let factors = Dense { rows: factors.len(), columns: 1, elements: factors };
                store(&self.b, &factors)?;
                0
            }
            Task::LEAST_SQUARES => {
                let mut b: Dense<S> = self.b.load(call, index, m, columns)?;
                let factors = reflect(&mut a);
                for (column, factor) in factors.iter().enumerate() {
                    apply(&a, column, *factor, &mut b);
                }
                let place = zero_on_diagonal(&a);
                if place == 0 {
                    // SAFETY: `a` has `n` columns and as many rows at least, and so has `b`; they are different.
                    unsafe { substitute(false, n, columns, a.strided(), b.strided()) };
                    store(&self.b, &b)?;
                }
                store(&self.a, &a)?;
                place
            }
            other => return Err(call.trap(format_args!("an unknown {other:?}"))),
        };
        match self.places.address {
            0 => Ok(()),
            _ => self
                .places
                .store::<Wide>(call, index, [1, 1], false, |_, _, _| (place as f64).into()),
        }
    }

    /// Returns the rows that were exchanged; none if there is no array.
    fn load_pivots(
        &self,
        call: &NativeCall<'_>,
        index: i64,
        n: usize,
    ) -> Result<Vec<usize>, Fault> {
        if self.pivots.address == 0 {
            return Ok((0..n).collect());
        }
        let pivots: Dense<f64> = self.pivots.load(call, index, n, 1)?;
        let row = |value: &f64| {
            let row = *value as usize;
            if (1..=n).contains(&row) {
                Ok(row - 1)
            } else {
                Err(call.trap(format_args!("row {value} of {n} was exchanged")))
            }
        };
        pivots.elements.iter().map(row).collect()
    }
}

pub(crate) fn unit<S: Scalar>(n: usize) -> Dense<S> {
    let mut unit = Dense { rows: n, columns: n, elements: vec![S::default(); n * n] };
    for index in 0..n {
        unit.set(index, index, S::one());
    }
    unit
}

/// Returns the place of the first 0 on the diagonal, from 1 on, or 0.
pub(crate) fn zero_on_diagonal<S: Scalar>(a: &Dense<S>) -> usize {
    let mut diagonal = (0..a.rows.min(a.columns)).map(|index| a.get(index, index));
    diagonal.position(|value| value == S::default()).map_or(0, |index| index + 1)
}

fn absolute<S: Scalar>(value: S) -> f64 {
    let value = value.wide();
    value.re.abs() + value.im.abs()
}

fn exchange<S: Scalar>(a: &mut Dense<S>, one: usize, other: usize) {
    for column in 0..a.columns {
        let value = a.get(one, column);
        a.set(one, column, a.get(other, column));
        a.set(other, column, value);
    }
}

/// Replaces a matrix by its triangular factors, the lower one with a diagonal of 1; returns the exchanged rows, and the place of
/// the first 0 on the diagonal.
pub(crate) fn factorize<S: Scalar>(a: &mut Dense<S>, exchanges: bool) -> (Vec<usize>, usize) {
    let n = a.rows;
    let mut pivots: Vec<usize> = (0..n.min(a.columns)).collect();
    for (step, chosen) in pivots.iter_mut().enumerate() {
        if exchanges {
            let mut best = step;
            for row in step + 1..n {
                if absolute(a.get(row, step)) > absolute(a.get(best, step)) {
                    best = row;
                }
            }
            *chosen = best;
            exchange(a, step, best);
        }
        let pivot = a.get(step, step);
        if pivot == S::default() {
            continue;
        }
        for row in step + 1..n {
            a.set(row, step, a.get(row, step).over(pivot));
        }
        for column in step + 1..a.columns {
            let factor = a.get(step, column);
            for row in step + 1..n {
                let value = a.get(row, column) - a.get(row, step) * factor;
                a.set(row, column, value);
            }
        }
    }
    let place = zero_on_diagonal(a);
    (pivots, place)
}

/// Replaces `b` by the solution of equations with the matrix whose triangular factors `a` has, after an operation.
pub(crate) fn solve<S: Scalar>(
    a: &Dense<S>,
    pivots: &[usize],
    operation: cublasOperation_t,
    b: &mut Dense<S>,
) {
    let n = a.rows;
    let part = |fill| {
        let mut part = Dense { rows: n, columns: n, elements: vec![S::default(); n * n] };
        for column in 0..n {
            for row in 0..n {
                let is_lower = fill == cublasFillMode_t::CUBLAS_FILL_MODE_LOWER;
                let value = match row.cmp(&column) {
                    core::cmp::Ordering::Greater if is_lower => a.get(row, column),
                    core::cmp::Ordering::Equal if is_lower => S::one(),
                    core::cmp::Ordering::Equal | core::cmp::Ordering::Less if !is_lower => {
                        a.get(row, column)
                    }
                    _ => continue,
                };
                part.set(row, column, value);
            }
        }
        match operation {
            cublasOperation_t::CUBLAS_OP_N => part,
            operation => part.operated(operation),
        }
    };
    let mut lower = part(cublasFillMode_t::CUBLAS_FILL_MODE_LOWER);
    let mut upper = part(cublasFillMode_t::CUBLAS_FILL_MODE_UPPER);
    let columns = b.columns;
    if is_transposed(operation) {
        // SAFETY: the factors have `n` rows and columns, and `b` has `n` rows; all are different.
        unsafe {
            substitute(true, n, columns, upper.strided(), b.strided());
            substitute(false, n, columns, lower.strided(), b.strided());
        }
        for (row, other) in pivots.iter().enumerate().rev() {
            exchange(b, row, *other);
        }
    } else {
        for (row, other) in pivots.iter().enumerate() {
            exchange(b, row, *other);
        }
        // SAFETY: as above.
        unsafe {
            substitute(true, n, columns, lower.strided(), b.strided());
            substitute(false, n, columns, upper.strided(), b.strided());
        }
    }
}

/// Replaces a matrix by its triangular factor and, below, the vectors of reflections, whose first element is 1; returns
/// their factors.
pub(crate) fn reflect<S: Scalar>(a: &mut Dense<S>) -> Vec<S> {
    let (m, n) = (a.rows, a.columns);
    let mut factors = Vec::new();
    for column in 0..m.min(n) {
        let (done, rest) = a.elements.split_at_mut((column + 1) * m);
        let vector = &mut done[column * m + column..];
        let factor = reflection(vector);
        for other in rest.chunks_exact_mut(m) {
            reflect_column(vector, factor, &mut other[column..]);
        }
        factors.push(factor);
    }
    factors
}

/// Makes the reflection of a vector to its first element, LAPACK's `larfg`: the vector becomes its length, and what follows the 1
/// of the reflection's vector. Returns its factor.
fn reflection<S: Scalar>(vector: &mut [S]) -> S {
    let largest = largest_part(vector);
    // Where squares or a reciprocal would leave the range of numbers, all is scaled by a power of two.
    let is_fine = largest == 0.0 || !largest.is_finite() || (1e-100..1e100).contains(&largest);
    let exponent = if is_fine { 0 } else { libm::ilogb(largest) };
    // In f64 also for f32, whose range is smaller.
    let mut wide: Vec<Wide> = vector.iter().map(|value| value.wide()).collect();
    range::scale(&mut wide, -exponent);
    let (first, rest) = (wide[0], norm(&wide[1..]));
    if rest == 0.0 && first.im == 0.0 {
        return S::default();
    }
    let length = first.norm().hypot(rest);
    let beta = -length.copysign(first.re);
    let divisor = first - beta;
    for (element, value) in vector.iter_mut().zip(&wide).skip(1) {
        *element = S::of_wide(if S::IS_COMPLEX {
            quotient(*value, divisor)
        } else {
            (value.re / divisor.re).into()
        });
    }
    vector[0] = S::real(libm::scalbn(beta, exponent));
    S::of_wide(Wide::new((beta - first.re) / beta, -first.im / beta))
}

/// Applies the adjoint of a reflection to a column, from the row of the 1 of its vector on.
fn reflect_column<S: Scalar>(vector: &[S], factor: S, column: &mut [S]) {
    if factor == S::default() {
        return;
    }
    let (first, rest) = (column[0], &column[1..]);
    let mut sum = first;
    for (of_vector, value) in vector[1..].iter().zip(rest) {
        sum += of_vector.conj() * *value;
    }
    let step = factor.conj() * sum;
    column[0] = first - step;
    for (of_vector, value) in vector[1..].iter().zip(&mut column[1..]) {
        *value = *value - step * *of_vector;
    }
}

/// Applies the adjoint of the reflection whose vector is in a column of `a` to the columns of `b`.
pub(crate) fn apply<S: Scalar>(a: &Dense<S>, column: usize, factor: S, b: &mut Dense<S>) {
    let vector = &a.elements[column * a.rows + column..(column + 1) * a.rows];
    for other in b.elements.chunks_exact_mut(a.rows) {
        reflect_column(vector, factor, &mut other[column..]);
    }
}
