//! The kernel that solves systems of equations with triangular matrices.

use cuda_libraries_sys::cublas::{cublasFillMode_t, cublasOperation_t};
use cuda_libraries_sys::shared::cudaDataType;
use cuda_sim::{Fault, NativeCall};

use super::product::size;
use crate::dense::{Dense, is_transposed};
use crate::dispatch::with_scalar;
use crate::element::{Scalar, StridedMatrix};
use crate::factor::{Factor, Multiplier};
use crate::matrix::Matrix;
use crate::operation::Operation;

/// Replaces `b`, of `m` × `n` elements, by `x` with `a * x = alpha * b`, or with `x * a = alpha * b`, for each matrix of a
/// batch.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub(crate) struct Solve {
    pub m: i64,
    pub n: i64,
    pub len: i64,
    pub scalar: cudaDataType,
    pub is_right: u32,
    pub alpha: Factor,
    pub a: Matrix,
    pub b: Matrix,
}

// SAFETY: it consists of integers, floating-point numbers and open enumerations, so any bytes are one.
unsafe impl Operation for Solve {
    const NAME: &'static str = "cublas::solve";

    fn run(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        with_scalar!(call, self.scalar, S => self.compute::<S>(call))
    }
}

impl Solve {
    fn compute<S: Scalar>(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        let alpha = self.alpha.get::<S>(call)?;
        (0..self.len).try_for_each(|index| self.solve(call, index, alpha))
    }

    fn solve<S: Scalar>(
        &self,
        call: &NativeCall<'_>,
        index: i64,
        alpha: Multiplier<S>,
    ) -> Result<(), Fault> {
        let (m, n) = (size(call, self.m)?, size(call, self.n)?);
        if alpha.is_zero() {
            // Neither matrix is read.
            return self.b.store::<S>(call, index, [m, n], false, |_, _, _| alpha.value);
        }
        let is_right = self.is_right != 0;
        let order = if is_right { n } else { m };
        let mut a: Dense<S> = self.a.load(call, index, order, order)?;
        let mut is_lower = (self.a.fill == cublasFillMode_t::CUBLAS_FILL_MODE_LOWER)
            != is_transposed(self.a.operation);
        let mut x: Dense<S> = if is_right {
            // The transposed system has the matrix on the left.

            a = a.operated(cublasOperation_t::CUBLAS_OP_T);
            is_lower = !is_lower;
            let b = self.b.operation(cublasOperation_t::CUBLAS_OP_T);
            b.load(call, index, n, m)?
        } else {
            self.b.load(call, index, m, n)?
        };
        for element in &mut x.elements {
            *element = alpha.times(*element);
        }
        let columns = x.columns;
        // SAFETY: `a` has `order` rows and columns, `x` has `order` rows, and nothing else uses them.
        unsafe { substitute(is_lower, order, columns, a.strided(), x.strided()) };
        self.b.store::<S>(call, index, [m, n], false, |row, column, _| {
            if is_right { x.get(column, row) } else { x.get(row, column) }
        })
    }
}

/// The order from which on a system is solved in two parts.
const BLOCK: usize = 32;

/// Replaces `b`, of `n` × `columns` elements, by `x` with `a * x = b`.
///
/// # Safety
/// `a` has `n` × `n` readable elements, and `b` those as readable and writable; they don't overlap.
pub(crate) unsafe fn substitute<S: Scalar>(
    is_lower: bool,
    n: usize,
    columns: usize,
    a: StridedMatrix<S>,
    b: StridedMatrix<S>,
) {
    // SAFETY: the rows and columns below are less than those that the caller guarantees.
    unsafe {
        if n <= BLOCK {
            for step in 0..n {
                let row = if is_lower { step } else { n - 1 - step };
                let done = if is_lower { 0..row } else { row + 1..n };
                let pivot = a.at(row, row).start.read();
                for column in 0..columns {
                    let place = b.at(row, column).start;
                    let mut value = place.read();
                    for other in done.clone() {
                        let solved = b.at(other, column).start.read();
                        value = value - a.at(row, other).start.read() * solved;
                    }
                    place.write(value.over(pivot));
                }
            }
            return;
        }
        let half = n / 2;
        // What is solved first, and the rest.
        let (first, rest) = if is_lower { (0..half, half..n) } else { (half..n, 0..half) };
        let (above, below) = (b.at(first.start, 0), b.at(rest.start, 0));
        let corner = a.at(first.start, first.start);
        substitute(is_lower, first.len(), columns, corner, above);
        let sizes = [rest.len(), columns, first.len()];
        let side = a.at(rest.start, first.start);
        S::multiply(sizes, -S::one(), side, above, S::one(), below);
        let corner = a.at(rest.start, rest.start);
        substitute(is_lower, rest.len(), columns, corner, below);
    }
}
