//! Matrices as cuSOLVER sees them: by columns.

use core::ffi::{c_int, c_void};

use cublas::{Matrix, MatrixMut};
use cuda_driver::{Element, Stream};

use crate::error::Error;
use cuda_library_support::Operand;

/// A matrix, or a batch, as it is in memory by columns: of a row-major one, that is its transpose.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Columns<'a> {
    name: &'static str,
    stream: &'a Stream,
    address: u64,
    size: usize,
    /// Rows and columns as they are meant.
    pub(crate) shape: (usize, usize),
    pub(crate) leading: usize,
    pub(crate) between: usize,
    pub(crate) len: usize,
    /// Whether rows are next to each other.
    pub(crate) is_row_major: bool,
    is_conjugated: bool,
}

impl<'a, T: Element> From<(&'static str, &Matrix<'a, T>)> for Columns<'a> {
    fn from((name, view): (&'static str, &Matrix<'a, T>)) -> Self {
        Self {
            name,
            stream: view.stream(),
            address: view.as_raw(),
            size: size_of::<T>(),
            shape: view.shape(),
            leading: view.row_stride(),
            between: view.matrix_stride(),
            len: view.len(),
            is_row_major: !view.is_transposed(),
            is_conjugated: view.is_conjugated(),
        }
    }
}

impl<'a, T: Element> From<(&'static str, &MatrixMut<'a, T>)> for Columns<'a> {
    fn from((name, view): (&'static str, &MatrixMut<'a, T>)) -> Self {
        Self {
            name,
            stream: view.stream(),
            address: view.as_raw(),
            size: size_of::<T>(),
            shape: view.shape(),
            leading: view.row_stride(),
            between: view.matrix_stride(),
            len: view.len(),
            is_row_major: !view.is_transposed(),
            is_conjugated: false,
        }
    }
}

impl<'a> Columns<'a> {
    pub(crate) fn operand(&self) -> Operand<'a> {
        Operand::new(self.name, self.stream, self.address, self.size)
    }

    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    pub(crate) fn address(&self) -> u64 {
        self.address
    }

    pub(crate) fn void(&self) -> *mut c_void {
        self.address as *mut c_void
    }

    pub(crate) fn ld(&self) -> i64 {
        self.leading as i64
    }

    pub(crate) fn is_square(&self) -> bool {
        self.shape.0 == self.shape.1
    }

    /// Returns the rows and columns of what cuSOLVER sees.
    pub(crate) fn seen(&self) -> (i64, i64) {
        let (rows, columns) = (self.shape.0 as i64, self.shape.1 as i64);
        if self.is_row_major { (columns, rows) } else { (rows, columns) }
    }

    /// Returns one matrix of a batch.
    pub(crate) fn nth(self, index: usize) -> Self {
        let address = self.address + (index * self.between * self.size) as u64;
        Self { address, len: 1, ..self }
    }

    /// Returns the addresses of the matrices.
    pub(crate) fn addresses(&self) -> Vec<u64> {
        (0..self.len).map(|i| self.address + (i * self.between * self.size) as u64).collect()
    }

    /// Returns it by columns, if the elements of each are next to each other, as those of one row or column are in both orders.
    pub(crate) fn by_columns(mut self, call: &'static str) -> Result<Self, Error> {
        let (rows, columns) = self.shape;
        if self.is_row_major {
            let is_both = rows <= 1 || columns <= 1 && self.leading == 1;
            if !is_both {
                let rule = "its columns have to be contiguous: copy it, and pass it after `t`";
                return Err(Error::Layout { call, operand: self.name, rule });
            }
            (self.leading, self.is_row_major) = (rows.max(1), false);
        }
        Ok(self)
    }

    pub(crate) fn text(&self) -> String {
        let (rows, columns) = self.shape;
        let times = if self.len == 1 { String::new() } else { format!("{} times ", self.len) };
        format!("{} of {times}{rows} × {columns}", self.name)
    }
}

/// Returns operands in words.
pub(crate) fn listed(all: &[&Columns<'_>]) -> String {
    all.iter().map(|columns| columns.text()).collect::<Vec<_>>().join(", ")
}

/// Returns an error unless operands fit. cuSOLVER has no conjugates.
pub(crate) fn demand(
    call: &'static str,
    all: &[&Columns<'_>],
    fits: bool,
    rule: &'static str,
) -> Result<(), Error> {
    if !fits {
        return Err(Error::Shapes { call, operands: listed(all), rule });
    }
    match all.iter().find(|columns| columns.is_conjugated) {
        None => Ok(()),
        Some(operand) => {
            let rule = "cuSOLVER takes no conjugates: copy them";
            Err(Error::Layout { call, operand: operand.name, rule })
        }
    }
}

/// Returns a size for functions of 32 bits.
pub(crate) fn narrow(call: &'static str, a: &Columns<'_>, size: i64) -> Result<c_int, Error> {
    c_int::try_from(size).map_err(|_| Error::Shapes {
        call,
        operands: a.text(),
        rule: "cuSOLVER's function takes sizes and distances below 2^31",
    })
}
