//! Matrices in the memory of a kernel's call.

use cuda_libraries_sys::cublas::cublasOperation_t;
use cuda_sim::{Fault, NativeCall};

use crate::element::{Scalar, StridedMatrix, Wide};

/// A matrix in the memory of a kernel's call, by columns.
pub(crate) struct Dense<S> {
    pub rows: usize,
    pub columns: usize,
    pub elements: Vec<S>,
}

impl<S: Scalar> Dense<S> {
    /// A matrix of zeros. If the host has too little memory for it, that is a fault.
    pub(crate) fn new(call: &NativeCall<'_>, rows: usize, columns: usize) -> Result<Self, Fault> {
        let mut elements = Vec::new();
        let reserved = rows.checked_mul(columns).map(|len| (len, elements.try_reserve_exact(len)));
        let Some((len, Ok(()))) = reserved else {
            return Err(call.trap(format_args!(
                "the host has too little memory for a copy of {rows} × {columns} elements"
            )));
        };
        elements.resize(len, S::default());
        Ok(Self { rows, columns, elements })
    }

    pub(crate) fn get(&self, row: usize, column: usize) -> S {
        self.elements[column * self.rows + row]
    }

    pub(crate) fn set(&mut self, row: usize, column: usize, value: S) {
        self.elements[column * self.rows + row] = value;
    }

    pub(crate) fn strided(&mut self) -> StridedMatrix<S> {
        StridedMatrix { start: self.elements.as_mut_ptr(), rows: 1, columns: self.rows as isize }
    }

    /// Computes `self = alpha * a * b + beta * self`.
    pub(crate) fn multiply(&mut self, alpha: S, a: &mut Self, b: &mut Self, beta: S) {
        debug_assert_eq!((a.rows, a.columns, b.columns), (self.rows, b.rows, self.columns));
        let sizes = [self.rows, self.columns, a.columns];
        // SAFETY: the three are vectors of as many elements, none of which is another.
        unsafe { S::multiply(sizes, alpha, a.strided(), b.strided(), beta, self.strided()) }
    }

    /// Returns the matrix that an operation makes of this one.
    pub(crate) fn operated(self, operation: cublasOperation_t) -> Self {
        let is_conj = matches!(
            operation,
            cublasOperation_t::CUBLAS_OP_C | cublasOperation_t::CUBLAS_OP_CONJG
        );
        let conj = |value: S| if is_conj { value.conj() } else { value };
        if !is_transposed(operation) {
            return Self { elements: self.elements.into_iter().map(conj).collect(), ..self };
        }
        let mut out = Self {
            rows: self.columns,
            columns: self.rows,
            elements: vec![S::default(); self.elements.len()],
        };
        for row in 0..self.rows {
            for column in 0..self.columns {
                out.elements[row * self.columns + column] = conj(self.get(row, column));
            }
        }
        out
    }
}

/// Returns whether an operation exchanges rows and columns.
pub(crate) fn is_transposed(operation: cublasOperation_t) -> bool {
    matches!(operation, cublasOperation_t::CUBLAS_OP_T | cublasOperation_t::CUBLAS_OP_C)
}

/// Returns the real part.
pub(crate) fn real<S: Scalar>(value: S) -> S {
    S::of_wide(Wide::new(value.wide().re, 0.0))
}
