//! Matrices in device memory, as kernels take them: of any type, layout and form.

use cuda_libraries_sys::cublas::{cublasDiagType_t, cublasFillMode_t, cublasOperation_t};
use cuda_libraries_sys::shared::cudaDataType;
use cuda_sim::{Elements, Fault, NativeCall};

use crate::dense::{Dense, is_transposed, real};
use crate::dispatch::with_element;
use crate::element::{Element, Scalar, StridedMatrix, Wide, size_of_data};

/// Which elements of a matrix are stored, and what the others are.
#[repr(transparent)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Form(u32);

impl Form {
    /// All, except those outside of a band, which are 0.
    pub const GENERAL: Self = Self(0);
    /// One triangle, of which the other one is the mirror image.
    pub const SYMMETRIC: Self = Self(1);
    /// The same with conjugate complex numbers.
    pub const HERMITIAN: Self = Self(2);
    /// One triangle; the other one is 0.
    pub const TRIANGULAR: Self = Self(3);
}

/// A matrix, or a batch of them, as a kernel's parameter.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub(crate) struct Matrix {
    /// The address of the first element, or of an array with the address of each matrix.
    pub address: u64,
    /// Whether it is an array, then `batch` doesn't count.
    pub is_array: u32,
    pub data: cudaDataType,
    /// What is computed with: the matrix, its transpose, …
    pub operation: cublasOperation_t,
    pub form: Form,
    /// The triangle that is stored.
    pub fill: cublasFillMode_t,
    /// Whether the diagonal of a triangular one is 1 and not stored.
    pub diagonal: cublasDiagType_t,
    /// Whether columns follow each other without gaps: the triangle is packed, `rows` and `columns` don't count.
    pub is_packed: u32,
    pub reserved: u32,
    /// The place of the first element, in elements after `address`.
    pub first: i64,
    /// The distances of rows, columns and matrices, in elements.
    pub rows: i64,
    pub columns: i64,
    pub batch: i64,
    /// How many diagonals below and above the main one are stored.
    pub below: i64,
    pub above: i64,
}

impl Matrix {
    /// One by columns, whose distance is `columns`.
    pub(crate) fn new(address: u64, data: cudaDataType, columns: i64) -> Self {
        Self {
            address,
            is_array: 0,
            data,
            operation: cublasOperation_t::CUBLAS_OP_N,
            form: Form::GENERAL,
            fill: cublasFillMode_t::CUBLAS_FILL_MODE_FULL,
            diagonal: cublasDiagType_t::CUBLAS_DIAG_NON_UNIT,
            is_packed: 0,
            reserved: 0,
            first: 0,
            rows: 1,
            columns,
            batch: 0,
            below: i64::MAX,
            above: i64::MAX,
        }
    }

    /// A vector of `len` elements, as a matrix of one column; with a negative increment, from its end.
    pub(crate) fn vector(address: u64, data: cudaDataType, len: i64, increment: i64) -> Self {
        let mut vector = Self::new(address, data, 1);
        vector.rows = increment;
        if increment < 0 {
            vector.first = (len - 1).max(0).saturating_mul(increment.saturating_neg());
        }
        vector
    }

    pub(crate) fn operation(mut self, operation: cublasOperation_t) -> Self {
        self.operation = operation;
        self
    }

    /// With matrices at this distance, in elements.
    pub(crate) fn batch(mut self, distance: i64) -> Self {
        self.batch = distance;
        self
    }

    /// With the address of each matrix in an array, at `address`.
    pub(crate) fn array(mut self) -> Self {
        self.is_array = 1;
        self
    }

    /// One triangle of a matrix of this form.
    pub(crate) fn triangle(mut self, form: Form, fill: cublasFillMode_t) -> Self {
        self.form = form;
        self.fill = fill;
        match fill {
            cublasFillMode_t::CUBLAS_FILL_MODE_LOWER => self.above = 0,
            _ => self.below = 0,
        }
        self
    }

    /// Its diagonal is 1, and isn't stored.
    pub(crate) fn diagonal(mut self, diagonal: cublasDiagType_t) -> Self {
        self.diagonal = diagonal;
        if diagonal == cublasDiagType_t::CUBLAS_DIAG_UNIT {
            match self.fill {
                cublasFillMode_t::CUBLAS_FILL_MODE_LOWER => self.above = -1,
                _ => self.below = -1,
            }
        }
        self
    }

    pub(crate) fn packed(mut self) -> Self {
        self.is_packed = 1;
        self
    }

    /// Only these diagonals, each of which is a row: `columns` is the distance of two elements of the diagonal.
    pub(crate) fn band(mut self, below: i64, above: i64) -> Self {
        self.first = above;
        self.below = self.below.min(below);
        self.above = self.above.min(above);
        self.columns = self.columns.saturating_sub(1);
        self
    }

    /// Returns whether each element is stored, or is the mirror image of one.
    pub(crate) fn is_whole(&self) -> bool {
        let is_mirrored = self.form == Form::SYMMETRIC || self.form == Form::HERMITIAN;
        let is_band = self.below.max(self.above) != i64::MAX;
        self.is_dense() || (is_mirrored && !is_band)
    }

    /// Returns whether there is an element in what the operation makes of the matrix, and not only a 0 outside of what is stored.
    pub(crate) fn has(&self, row: usize, column: usize) -> bool {
        let (row, column) = if is_transposed(self.operation) {
            (column as i64, row as i64)
        } else {
            (row as i64, column as i64)
        };
        let is_stored =
            |row: i64, column: i64| (row - column) <= self.below && (column - row) <= self.above;
        let is_mirrored = self.form == Form::SYMMETRIC || self.form == Form::HERMITIAN;
        let is_unit = self.diagonal == cublasDiagType_t::CUBLAS_DIAG_UNIT;
        is_stored(row, column)
            || (is_mirrored && is_stored(column, row))
            || (is_unit && row == column)
    }

    pub(crate) fn is_dense(&self) -> bool {
        self.form == Form::GENERAL
            && self.is_packed == 0
            && (self.below, self.above) == (i64::MAX, i64::MAX)
    }

    /// Returns the address of a matrix of the batch.
    fn start(&self, call: &NativeCall<'_>, index: i64) -> Result<u64, Fault> {
        let size = self.size(call)?;
        let (address, elements) = match self.is_array {
            0 => (self.address, index.wrapping_mul(self.batch)),
            _ => {
                let place = self.address.wrapping_add((index as u64).wrapping_mul(8));
                let place = call.read(Elements::new(place, 8, 1))?;
                // SAFETY: eight aligned bytes there were just found readable.
                (unsafe { place.cast::<u64>().read() }, 0)
            }
        };
        let elements = elements.wrapping_add(self.first);
        Ok(address.wrapping_add_signed(elements.wrapping_mul(size.into())))
    }

    fn size(&self, call: &NativeCall<'_>) -> Result<u32, Fault> {
        size_of_data(self.data).ok_or_else(|| {
            call.trap(format_args!("elements of the type {:?} aren't supported", self.data))
        })
    }

    /// Returns the rows that are stored of a column.
    fn stored(&self, column: usize, rows: usize) -> core::ops::Range<usize> {
        let column = column as i64;
        let first = column.saturating_sub(self.above).max(0) as usize;
        let end = column.saturating_add(self.below).saturating_add(1).max(0) as usize;
        let end = end.min(rows);
        first.min(end)..end
    }

    /// Returns the place of an element after the first one, in elements.
    fn place(&self, row: usize, column: usize, rows: usize) -> i64 {
        let (row, column, rows) = (row as i64, column as i64, rows as i64);
        match (self.is_packed, self.fill) {
            (0, _) => row.wrapping_mul(self.rows).wrapping_add(column.wrapping_mul(self.columns)),
            (_, cublasFillMode_t::CUBLAS_FILL_MODE_LOWER) => {
                row + column * (2 * rows - column - 1) / 2
            }
            _ => row + column * (column + 1) / 2,
        }
    }

    /// Checks that all elements of a dense matrix may be read, and written if `writes`; returns the first one's address.
    fn check_dense(
        &self,
        call: &NativeCall<'_>,
        start: u64,
        rows: usize,
        columns: usize,
        writes: bool,
    ) -> Result<(), Fault> {
        let size = self.size(call)?;
        let lowest = |step: i64, count: usize| step.min(0).wrapping_mul(count as i64 - 1);
        let low = lowest(self.rows, rows).wrapping_add(lowest(self.columns, columns));
        let low = start.wrapping_add_signed(low.wrapping_mul(size.into()));
        let (rows, columns) = (rows as u64, columns as u64);
        let (row, column) = (self.rows.unsigned_abs(), self.columns.unsigned_abs());
        let access = |elements| {
            if writes { call.write(elements).map(drop) } else { call.read(elements).map(drop) }
        };
        let runs = |address, len, runs, stride| Elements { address, size, len, runs, stride };
        if row == 1 || rows == 1 {
            access(runs(low, rows, columns, column))
        } else if column == 1 || columns == 1 {
            access(runs(low, columns, rows, row))
        } else {
            (0..columns).try_for_each(|index| {
                let distance = index.wrapping_mul(column).wrapping_mul(size.into());
                access(runs(low.wrapping_add(distance), 1, rows, row))
            })
        }
    }

    /// Checks what is stored of a matrix, to be read or written; returns the address of its first element.
    fn check(
        &self,
        call: &NativeCall<'_>,
        index: i64,
        rows: usize,
        columns: usize,
        writes: bool,
    ) -> Result<u64, Fault> {
        let start = self.start(call, index)?;
        if rows == 0 || columns == 0 {
            return Ok(start);
        }
        if self.is_packed == 0 && (self.below, self.above) == (i64::MAX, i64::MAX) {
            self.check_dense(call, start, rows, columns, writes)?;
            return Ok(start);
        }
        let size = self.size(call)?;
        for column in 0..columns {
            let stored = self.stored(column, rows);
            if stored.is_empty() {
                continue;
            }
            let place = self.place(stored.start, column, rows);
            let address = start.wrapping_add_signed(place.wrapping_mul(size.into()));
            let elements = if self.rows == 1 || self.is_packed != 0 {
                Elements::new(address, size, stored.len() as u64)
            } else {
                Elements {
                    address,
                    size,
                    len: 1,
                    runs: stored.len() as u64,
                    stride: self.rows.unsigned_abs(),
                }
            };
            if writes { call.write(elements).map(drop)? } else { call.read(elements).map(drop)? }
        }
        Ok(start)
    }

    /// Loads a matrix of the batch, with the operation applied: the result has `rows` and `columns`.
    pub(crate) fn load<S: Scalar>(
        &self,
        call: &NativeCall<'_>,
        index: i64,
        rows: usize,
        columns: usize,
    ) -> Result<Dense<S>, Fault> {
        let (rows, columns) =
            if is_transposed(self.operation) { (columns, rows) } else { (rows, columns) };
        let start = self.check(call, index, rows, columns, false)?;
        let mut dense = Dense::new(call, rows, columns)?;
        with_element!(call, self.data, E => {
            // SAFETY: what is stored was just found readable and aligned.
            unsafe { self.read::<E, S>(start as *const E, &mut dense) };
            Ok(())
        })?;
        self.complete(&mut dense);
        Ok(match self.operation {
            cublasOperation_t::CUBLAS_OP_N => dense,
            operation => dense.operated(operation),
        })
    }

    /// Copies what is stored.
    ///
    /// # Safety
    /// It is readable and aligned, and `start` is the first element.
    unsafe fn read<E: Element, S: Scalar>(&self, start: *const E, dense: &mut Dense<S>) {
        let rows = dense.rows;
        for column in 0..dense.columns {
            let stored = self.stored(column, rows);
            let mut place = start.wrapping_offset(self.place(stored.start, column, rows) as isize);
            for element in &mut dense.elements[column * rows..][stored] {
                // SAFETY: the caller guarantees it.
                *element = S::of_wide(unsafe { place.read() }.wide());
                place = place.wrapping_offset(self.step());
            }
        }
    }

    /// Returns the distance of two elements of a column.
    fn step(&self) -> isize {
        match self.is_packed {
            0 => self.rows as isize,
            _ => 1,
        }
    }

    /// Fills in what isn't stored.
    fn complete<S: Scalar>(&self, dense: &mut Dense<S>) {
        let is_unit = self.diagonal == cublasDiagType_t::CUBLAS_DIAG_UNIT;
        if self.form == Form::TRIANGULAR && is_unit {
            for index in 0..dense.rows.min(dense.columns) {
                dense.set(index, index, S::one());
            }
        }
        let is_hermitian = self.form == Form::HERMITIAN;
        if !is_hermitian && self.form != Form::SYMMETRIC {
            return;
        }
        for column in 0..dense.columns {
            for row in self.stored(column, dense.rows) {
                let value = dense.get(row, column);
                match (is_hermitian, row == column) {
                    (true, true) => dense.set(row, column, real(value)),
                    (true, false) => dense.set(column, row, value.conj()),
                    (false, _) => dense.set(column, row, value),
                }
            }
        }
    }

    /// Returns a matrix of the batch in place, if its elements are of the computation's type.
    ///
    /// Its elements are readable, or writable if `writes`, until the kernel ends.
    pub(crate) fn in_place<S: Scalar>(
        &self,
        call: &NativeCall<'_>,
        index: i64,
        rows: usize,
        columns: usize,
        writes: bool,
    ) -> Result<Option<StridedMatrix<S>>, Fault> {
        let is_plain = matches!(
            self.operation,
            cublasOperation_t::CUBLAS_OP_N | cublasOperation_t::CUBLAS_OP_T
        );
        let is_real = S::of_wide(Wide::I) == S::default();
        let is_plain = is_plain || is_real;
        if !self.is_dense() || self.data != S::DATA || !is_plain {
            return Ok(None);
        }
        let is_transposed = is_transposed(self.operation);
        let (rows, columns) = if is_transposed { (columns, rows) } else { (rows, columns) };
        let start = self.check(call, index, rows, columns, writes)? as *mut S;
        let (rows, columns) = (self.rows as isize, self.columns as isize);
        let (rows, columns) = if is_transposed { (columns, rows) } else { (rows, columns) };
        Ok(Some(StridedMatrix { start, rows, columns }))
    }

    /// Checks that what is stored of a matrix of the batch may be written: before memory for it is allocated, because its
    /// size may be wrong.
    pub(crate) fn check_writable(
        &self,
        call: &NativeCall<'_>,
        index: i64,
        [rows, columns]: [usize; 2],
    ) -> Result<(), Fault> {
        self.check(call, index, rows, columns, true).map(drop)
    }

    /// Replaces what is stored of a matrix of the batch by what `make` returns for each element, given its row, its column
    /// and its former value, which is 0 unless `reads`.
    pub(crate) fn store<S: Scalar>(
        &self,
        call: &NativeCall<'_>,
        index: i64,
        sizes: [usize; 2],
        reads: bool,
        mut make: impl FnMut(usize, usize, S) -> S,
    ) -> Result<(), Fault> {
        // Compiled once for all callers: it has a loop for each type of elements.
        self.store_made(call, index, sizes, reads, &mut make)
    }

    fn store_made<S: Scalar>(
        &self,
        call: &NativeCall<'_>,
        index: i64,
        [rows, columns]: [usize; 2],
        reads: bool,
        make: &mut dyn FnMut(usize, usize, S) -> S,
    ) -> Result<(), Fault> {
        if reads {
            self.check(call, index, rows, columns, false)?;
        }
        let start = self.check(call, index, rows, columns, true)?;
        with_element!(call, self.data, E => {
            for column in 0..columns {
                let stored = self.stored(column, rows);
                let place = self.place(stored.start, column, rows) as isize;
                let mut element = (start as *mut E).wrapping_offset(place);
                for row in stored {
                    let old = if reads {
                        // SAFETY: what is stored was just found writable and aligned.
                        S::of_wide(unsafe { element.read() }.wide())
                    } else {
                        S::default()
                    };
                    let mut value = make(row, column, old);
                    if row == column && self.form == Form::HERMITIAN {
                        value = real(value);
                    }
                    // SAFETY: as above.
                    unsafe { element.write(E::of_wide(value.wide())) };
                    element = element.wrapping_offset(self.step());
                }
            }
            Ok(())
        })
    }
}
