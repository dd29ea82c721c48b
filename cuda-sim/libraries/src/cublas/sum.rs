//! The kernels of sums of matrices and vectors, and of products with diagonal matrices.

use cuda_libraries_sys::shared::cudaDataType;
use cuda_sim::{Fault, NativeCall};

use super::product::size;
use crate::dense::Dense;
use crate::dispatch::with_scalar;
use crate::element::Scalar;
use crate::factor::Factor;
use crate::matrix::Matrix;
use crate::operation::Operation;

/// `c = alpha * a + beta * b`, of `m` × `n` elements, for each matrix of a batch. A matrix whose factor is 0 isn't read.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sum {
    pub m: i64,
    pub n: i64,
    pub len: i64,
    pub scalar: cudaDataType,
    pub reserved: u32,
    pub alpha: Factor,
    pub a: Matrix,
    pub beta: Factor,
    pub b: Matrix,
    pub c: Matrix,
}

// SAFETY: it consists of integers, floating-point numbers and open enumerations, so any bytes are one.
unsafe impl Operation for Sum {
    const NAME: &'static str = "cublas::sum";

    fn run(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        with_scalar!(call, self.scalar, S => self.compute::<S>(call))
    }
}

impl Sum {
    /// `c = a`
    pub(crate) fn copy([m, n]: [i64; 2], scalar: cudaDataType, a: Matrix, c: Matrix) -> Self {
        Self {
            m,
            n,
            len: 1,
            scalar,
            reserved: 0,
            alpha: Factor::new(1.0),
            a,
            beta: Factor::new(0.0),
            b: a,
            c,
        }
    }

    fn compute<S: Scalar>(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        (0..self.len).try_for_each(|index| self.add::<S>(call, index))
    }

    fn add<S: Scalar>(&self, call: &NativeCall<'_>, index: i64) -> Result<(), Fault> {
        let (m, n) = (size(call, self.m)?, size(call, self.n)?);
        let term = |factor: &Factor, matrix: &Matrix| {
            let factor = factor.get::<S>(call)?;
            if factor.is_zero() {
                return Ok(None);
            }
            let matrix: Dense<S> = matrix.load(call, index, m, n)?;
            Ok(Some((factor, matrix)))
        };
        let terms = [term(&self.alpha, &self.a)?, term(&self.beta, &self.b)?];
        self.c.store::<S>(call, index, [m, n], false, |row, column, mut sum| {
            for (factor, matrix) in terms.iter().flatten() {
                let element = matrix.get(row, column);
                // A copy keeps every number as it is.
                sum += if factor.value == S::one() { element } else { factor.times(element) };
            }
            sum
        })
    }
}

/// `c = diagonal * a`, or `a * diagonal`: each row, or each column, times an element of a vector.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scale {
    pub m: i64,
    pub n: i64,
    pub scalar: cudaDataType,
    pub is_right: u32,
    pub a: Matrix,
    pub diagonal: Matrix,
    pub c: Matrix,
}

// SAFETY: it consists of integers and open enumerations, so any bytes are one.
unsafe impl Operation for Scale {
    const NAME: &'static str = "cublas::scale";

    fn run(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        with_scalar!(call, self.scalar, S => self.compute::<S>(call))
    }
}

impl Scale {
    fn compute<S: Scalar>(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        let (m, n) = (size(call, self.m)?, size(call, self.n)?);
        let len = if self.is_right != 0 { n } else { m };
        let diagonal: Dense<S> = self.diagonal.load(call, 0, len, 1)?;
        let a: Dense<S> = self.a.load(call, 0, m, n)?;
        self.c.store::<S>(call, 0, [m, n], false, |row, column, _| {
            let index = if self.is_right != 0 { column } else { row };
            a.get(row, column) * diagonal.get(index, 0)
        })
    }
}
