//! The kernel of all products of matrices and of vectors.

use cuda_libraries_sys::cublas::cublasOperation_t;
use cuda_libraries_sys::shared::cudaDataType;
use cuda_sim::{Fault, NativeCall};

use crate::dense::Dense;
use crate::dispatch::with_scalar;
use crate::element::Scalar;
use crate::factor::{Factor, Multiplier};
use crate::matrix::{Form, Matrix};
use crate::operation::Operation;
use crate::range::largest_part;

/// `c = alpha * a * b + beta * c` for each matrix of a batch: `a` has `m` × `k` elements, `b` has `k` × `n`.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub(crate) struct Product {
    pub m: i64,
    pub n: i64,
    pub k: i64,
    pub len: i64,
    /// The type of the computation.
    pub scalar: cudaDataType,
    /// What is added besides: nothing if it is `CUBLAS_OP_N`, else the transpose of `alpha * a * b`.
    pub mirror: cublasOperation_t,
    pub alpha: Factor,
    pub a: Matrix,
    pub b: Matrix,
    pub beta: Factor,
    pub c: Matrix,
}

// SAFETY: it consists of integers, floating-point numbers and open enumerations, so any bytes are one.
unsafe impl Operation for Product {
    const NAME: &'static str = "cublas::product";

    fn run(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        with_scalar!(call, self.scalar, S => self.compute::<S>(call))
    }
}

/// Converts a size of a kernel's parameters.
pub(crate) fn size(call: &NativeCall<'_>, value: i64) -> Result<usize, Fault> {
    usize::try_from(value).map_err(|_| call.trap(format_args!("a size of {value}")))
}

impl Product {
    /// Nothing yet: `c = 1 * a * b + 0 * c` of no elements.
    pub(crate) fn new(scalar: cudaDataType, c: Matrix) -> Self {
        Self {
            m: 0,
            n: 0,
            k: 0,
            len: 1,
            scalar,
            mirror: cublasOperation_t::CUBLAS_OP_N,
            alpha: Factor::new(1.0),
            a: c,
            b: c,
            beta: Factor::new(0.0),
            c,
        }
    }

    fn compute<S: Scalar>(&self, call: &NativeCall<'_>) -> Result<(), Fault> {
        let (alpha, beta) = (self.alpha.get::<S>(call)?, self.beta.get::<S>(call)?);
        for index in 0..self.len {
            if !self.multiply_in_place(call, index, alpha, beta)? {
                self.multiply(call, index, alpha, beta)?;
            }
        }
        Ok(())
    }

    fn sizes(&self, call: &NativeCall<'_>, alpha_is_zero: bool) -> Result<[usize; 3], Fault> {
        // With a factor of 0, the matrices aren't read.
        let k = if alpha_is_zero { 0 } else { self.k };
        Ok([size(call, self.m)?, size(call, self.n)?, size(call, k)?])
    }

    /// Computes one without copies; returns `false` if that isn't possible.
    fn multiply_in_place<S: Scalar>(
        &self,
        call: &NativeCall<'_>,
        index: i64,
        alpha: Multiplier<S>,
        beta: Multiplier<S>,
    ) -> Result<bool, Fault> {
        let sizes @ [m, n, k] = self.sizes(call, alpha.is_zero())?;
        if self.mirror != cublasOperation_t::CUBLAS_OP_N || alpha.is_of_parts() {
            return Ok(false);
        }
        if k == 0 || !self.c.is_dense() || self.c.data != S::DATA {
            return Ok(false);
        }
        let Some(a) = self.a.in_place::<S>(call, index, m, k, false)? else {
            return Ok(false);
        };
        let Some(b) = self.b.in_place::<S>(call, index, k, n, false)? else {
            return Ok(false);
        };
        if !beta.is_zero() {
            self.c.in_place::<S>(call, index, m, n, false)?;
        }
        let Some(c) = self.c.in_place::<S>(call, index, m, n, true)? else {
            return Ok(false);
        };
        // SAFETY: the three matrices were just found readable and writable.
        unsafe { S::multiply(sizes, alpha.value, a, b, beta.value, c) };
        Ok(true)
    }

    fn multiply<S: Scalar>(
        &self,
        call: &NativeCall<'_>,
        index: i64,
        alpha: Multiplier<S>,
        beta: Multiplier<S>,
    ) -> Result<(), Fault> {
        let [m, n, k] = self.sizes(call, alpha.is_zero())?;
        let mut a = self.a.load::<S>(call, index, m, k)?;
        let mut b = self.b.load::<S>(call, index, k, n)?;
        self.c.check_writable(call, index, [m, n])?;
        let mut product = Dense::new(call, m, n)?;
        let is_finite = |of: &Dense<S>| largest_part(&of.elements).is_finite();
        if self.is_exact(alpha) && !(is_finite(&a) && is_finite(&b)) {
            self.multiply_stored(alpha, &a, &b, &mut product);
        } else {
            product.multiply(alpha.value, &mut a, &mut b, S::default());
        }
        if self.mirror != cublasOperation_t::CUBLAS_OP_N {
            let mut mirrored = Dense { elements: product.elements.clone(), ..product };
            mirrored = mirrored.operated(self.mirror);
            for (value, other) in product.elements.iter_mut().zip(mirrored.elements) {
                *value += other;
            }
        }
        let reads = !beta.is_zero();
        self.c.store::<S>(call, index, [m, n], reads, |row, column, old| {
            let old = if self.c.form == Form::HERMITIAN && row == column {
                crate::dense::real(old)
            } else {
                old
            };
            if reads {
                product.get(row, column) + beta.times(old)
            } else {
                product.get(row, column)
            }
        })
    }

    /// Returns whether some products don't count if a number isn't finite: those with what a matrix doesn't store, and those of a
    /// part that isn't there.
    fn is_exact<S: Scalar>(&self, alpha: Multiplier<S>) -> bool {
        let is_whole = |of: &Matrix| of.is_whole() && of.form != Form::HERMITIAN;
        !is_whole(&self.a) || !is_whole(&self.b) || alpha.is_of_parts()
    }

    /// Computes `product = alpha * a * b` of the elements that the matrices store.
    fn multiply_stored<S: Scalar>(
        &self,
        alpha: Multiplier<S>,
        a: &Dense<S>,
        b: &Dense<S>,
        product: &mut Dense<S>,
    ) {
        // The diagonal of a Hermitian matrix is real.
        let is_real =
            |of: &Matrix, row, column| of.form == Form::HERMITIAN && row == column && S::IS_COMPLEX;
        for column in 0..b.columns {
            for row in 0..a.rows {
                let mut sum = S::default();
                for at in 0..a.columns {
                    if !self.a.has(row, at) || !self.b.has(at, column) {
                        continue;
                    }
                    let (left, right) = (a.get(row, at), b.get(at, column));
                    sum += if is_real(&self.a, row, at) {
                        right.scaled(left.wide().re)
                    } else if is_real(&self.b, at, column) {
                        left.scaled(right.wide().re)
                    } else {
                        left * right
                    };
                }
                product.set(row, column, alpha.times(sum));
            }
        }
    }
}
