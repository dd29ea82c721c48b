//! Matrices on the host, in which the tests compute with `f64`, and what is on the device beside them.

use std::ops::{Add, Mul};

use cublas::{Fill, Matrix, MatrixMut, Vector, VectorMut};
use cuda_driver::{DeviceBuffer, Stream};
use fastrand::Rng;

use crate::number::{C64, Number};

/// A number, and the sum of the absolute values of what it was computed of: what its error is relative to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    pub(crate) value: C64,
    pub(crate) magnitude: f64,
}

impl From<C64> for Cell {
    fn from(value: C64) -> Self {
        let magnitude = value.norm();
        Self { value, magnitude }
    }
}

impl Add for Cell {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { value: self.value + other.value, magnitude: self.magnitude + other.magnitude }
    }
}

impl Mul for Cell {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Self { value: self.value * other.value, magnitude: self.magnitude * other.magnitude }
    }
}

/// A matrix of numbers.
#[derive(Clone, Debug)]
pub(crate) struct Dense {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    cells: Vec<Cell>,
}

impl Dense {
    pub(crate) fn from_fn(
        rows: usize,
        columns: usize,
        mut at: impl FnMut(usize, usize) -> Cell,
    ) -> Self {
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let cells = places.map(|(row, column)| at(row, column)).collect();
        Self { rows, columns, cells }
    }

    pub(crate) fn at(&self, row: usize, column: usize) -> Cell {
        self.cells[row * self.columns + column]
    }

    pub(crate) fn t(&self) -> Self {
        Self::from_fn(self.columns, self.rows, |row, column| self.at(column, row))
    }

    pub(crate) fn conj(&self) -> Self {
        self.map(|cell| Cell { value: cell.value.conj(), ..cell })
    }

    pub(crate) fn h(&self) -> Self {
        self.t().conj()
    }

    pub(crate) fn map(&self, each: impl Fn(Cell) -> Cell) -> Self {
        Self::from_fn(self.rows, self.columns, |row, column| each(self.at(row, column)))
    }

    pub(crate) fn scaled(&self, factor: C64) -> Self {
        self.map(|cell| {
            if factor == C64::ZERO {
                // Nothing is read, and NaN stays away.
                Cell::from(C64::ZERO)
            } else {
                cell * factor.into()
            }
        })
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        assert_eq!((self.rows, self.columns), (other.rows, other.columns));
        Self::from_fn(self.rows, self.columns, |row, column| {
            self.at(row, column) + other.at(row, column)
        })
    }

    pub(crate) fn times(&self, other: &Self) -> Self {
        assert_eq!(self.columns, other.rows);
        Self::from_fn(self.rows, other.columns, |row, column| {
            let terms = (0..self.columns).map(|i| self.at(row, i) * other.at(i, column));
            terms.fold(Cell::from(C64::ZERO), |sum, term| sum + term)
        })
    }

    /// Returns the symmetric or Hermitian matrix of a triangle.
    pub(crate) fn mirrored(&self, fill: Fill, is_hermitian: bool) -> Self {
        Self::from_fn(self.rows, self.columns, |row, column| {
            let cell = if is_in(fill, row, column) {
                self.at(row, column)
            } else if is_hermitian {
                let cell = self.at(column, row);
                Cell { value: cell.value.conj(), ..cell }
            } else {
                self.at(column, row)
            };
            if row == column && is_hermitian {
                Cell { value: cell.value.re.into(), ..cell }
            } else {
                cell
            }
        })
    }

    /// Returns the triangular matrix of a triangle.
    pub(crate) fn triangle(&self, fill: Fill, is_unit: bool) -> Self {
        Self::from_fn(self.rows, self.columns, |row, column| {
            if !is_in(fill, row, column) {
                C64::ZERO.into()
            } else if row == column && is_unit {
                C64::ONE.into()
            } else {
                self.at(row, column)
            }
        })
    }
}

/// Returns whether an element is of a triangle.
pub(crate) fn is_in(fill: Fill, row: usize, column: usize) -> bool {
    match fill {
        Fill::Upper => row <= column,
        Fill::Lower => row >= column,
    }
}

/// How a matrix is in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Order {
    Plain,
    Transposed,
    Hermitian,
}

impl Order {
    pub(crate) fn random(rng: &mut Rng) -> Self {
        [Self::Plain, Self::Transposed, Self::Hermitian][rng.usize(..3)]
    }

    pub(crate) fn plain_or_transposed(rng: &mut Rng) -> Self {
        [Self::Plain, Self::Transposed][rng.usize(..2)]
    }
}

/// A batch of matrices on the device: within more memory, from a random element on, with random distances.
pub(crate) struct StoredBatch<T> {
    pub(crate) buffer: DeviceBuffer<T>,
    before: Vec<T>,
    /// As it is used.
    rows: usize,
    columns: usize,
    order: Order,
    start: usize,
    row_stride: usize,
    batch: usize,
    batch_stride: usize,
}

impl<T: Number> StoredBatch<T> {
    pub(crate) fn random(
        stream: &Stream,
        rng: &mut Rng,
        batch: usize,
        rows: usize,
        columns: usize,
        order: Order,
    ) -> Self {
        let (stored_rows, stored_columns) = match order {
            Order::Plain => (rows, columns),
            _ => (columns, rows),
        };
        let row_stride = stored_columns + rng.usize(..4);
        let batch_stride = stored_rows * row_stride + rng.usize(1..4);
        let start = rng.usize(..4);
        let before: Vec<T> =
            (0..start + batch_stride * batch + 3).map(|_| T::random(rng)).collect();
        let buffer = stream.upload(&before).unwrap();
        Self { buffer, before, rows, columns, order, start, row_stride, batch, batch_stride }
    }

    /// The same with every distance and address a multiple of 4 elements, if its sizes are.
    pub(crate) fn packed(
        stream: &Stream,
        rng: &mut Rng,
        batch: usize,
        rows: usize,
        columns: usize,
        order: Order,
    ) -> Self {
        let mut this = Self::random(stream, rng, batch, rows, columns, order);
        this.start = 0;
        this.row_stride = this.stored_shape().1;
        this.batch_stride = rows * columns;
        this
    }

    /// Returns one of the matrices alone.
    pub(crate) fn single(&self, index: usize) -> Matrix<'_, T> {
        let start = self.start + index * self.batch_stride;
        let slice = self.buffer.slice(start..).unwrap();
        let (rows, columns) = self.stored_shape();
        let matrix = Matrix::with_row_stride(slice, rows, columns, self.row_stride).unwrap();
        match self.order {
            Order::Plain => matrix,
            Order::Transposed => matrix.t(),
            Order::Hermitian => matrix.h(),
        }
    }

    /// Returns each of the first matrices alone.
    pub(crate) fn singles_mut(&mut self, len: usize) -> Vec<MatrixMut<'_, T>> {
        let ((rows, columns), order) = (self.stored_shape(), self.order);
        let row_stride = self.row_stride;
        let rest = self.buffer.slice_mut(self.start..).unwrap();
        let parts = rest.chunks_mut(self.batch_stride).take(len);
        let each = parts.map(|slice| {
            let matrix = MatrixMut::with_row_stride(slice, rows, columns, row_stride).unwrap();
            match order {
                Order::Plain => matrix,
                _ => matrix.t(),
            }
        });
        each.collect()
    }

    pub(crate) fn one(
        stream: &Stream,
        rng: &mut Rng,
        rows: usize,
        columns: usize,
        order: Order,
    ) -> Self {
        Self::random(stream, rng, 1, rows, columns, order)
    }

    /// Replaces elements before the call.
    pub(crate) fn set(&mut self, index: usize, each: impl Fn(usize, usize, T) -> T) {
        for (row, column) in (0..self.rows).flat_map(|row| (0..self.columns).map(move |i| (row, i)))
        {
            let place = self.place(index, row, column);
            self.before[place] = each(row, column, self.before[place]);
        }
        let stream = self.buffer.stream().clone();
        stream.upload_into(&self.before, &mut self.buffer).unwrap();
    }

    fn place(&self, index: usize, row: usize, column: usize) -> usize {
        let (row, column) = match self.order {
            Order::Plain => (row, column),
            _ => (column, row),
        };
        self.start + index * self.batch_stride + row * self.row_stride + column
    }

    /// Returns one of the matrices as it was before the call.
    pub(crate) fn dense(&self, index: usize) -> Dense {
        self.dense_of(&self.before, index)
    }

    /// Returns one of the matrices as it is now.
    pub(crate) fn now(&self, index: usize) -> Dense {
        self.dense_of(&self.buffer.to_vec().unwrap(), index)
    }

    fn dense_of(&self, values: &[T], index: usize) -> Dense {
        let index = if self.batch == 1 { 0 } else { index };
        Dense::from_fn(self.rows, self.columns, |row, column| {
            let value = values[self.place(index, row, column)].value();
            match self.order {
                Order::Hermitian => value.conj().into(),
                _ => value.into(),
            }
        })
    }

    fn stored_shape(&self) -> (usize, usize) {
        match self.order {
            Order::Plain => (self.rows, self.columns),
            _ => (self.columns, self.rows),
        }
    }

    pub(crate) fn view(&self) -> Matrix<'_, T> {
        let slice = self.buffer.slice(self.start..).unwrap();
        let shape = self.stored_shape();
        let matrix = Matrix::batch_with_strides(
            slice,
            self.batch,
            shape,
            self.row_stride,
            self.batch_stride,
        )
        .unwrap();
        match self.order {
            Order::Plain => matrix,
            Order::Transposed => matrix.t(),
            Order::Hermitian => matrix.h(),
        }
    }

    pub(crate) fn view_mut(&mut self) -> MatrixMut<'_, T> {
        let (shape, order) = (self.stored_shape(), self.order);
        let (batch, row_stride, batch_stride) = (self.batch, self.row_stride, self.batch_stride);
        let slice = self.buffer.slice_mut(self.start..).unwrap();
        let matrix =
            MatrixMut::batch_with_strides(slice, batch, shape, row_stride, batch_stride).unwrap();
        match order {
            Order::Plain => matrix,
            _ => matrix.t(),
        }
    }

    /// Compares what is there now with matrices, and all other elements with what was there before.
    #[track_caller]
    pub(crate) fn assert_is(&self, expected: &[Dense]) {
        self.assert_is_in(expected, |_, _| true);
    }

    /// The same if only some elements are written.
    #[track_caller]
    pub(crate) fn assert_is_in(
        &self,
        expected: &[Dense],
        is_written: impl Fn(usize, usize) -> bool,
    ) {
        let mut untouched = self.buffer.to_vec().unwrap();
        for (index, expected) in expected.iter().enumerate() {
            assert_eq!((expected.rows, expected.columns), (self.rows, self.columns));
            for (row, column) in
                (0..self.rows).flat_map(|row| (0..self.columns).map(move |i| (row, i)))
            {
                if !is_written(row, column) {
                    continue;
                }
                let place = self.place(index, row, column);
                let (found, expected) = (untouched[place].value(), expected.at(row, column));
                assert_close::<T>(
                    found,
                    expected,
                    format_args!("matrix {index}, row {row}, column {column}"),
                );
                untouched[place] = self.before[place];
            }
        }
        let bytes = |values: &[T]| bytemuck::cast_slice::<T, u8>(values).to_vec();
        assert!(
            bytes(&untouched) == bytes(&self.before),
            "elements beside the matrix were written"
        );
    }
}

#[track_caller]
pub(crate) fn assert_close<T: Number>(found: C64, expected: Cell, place: std::fmt::Arguments<'_>) {
    let difference = (found - expected.value).norm();
    // A few roundings of the result, and some of the sum.
    let bound = 8.0 * T::ERROR * expected.magnitude;
    assert!(
        difference <= bound,
        "{place}: {found}, {}, by {difference:e} > {bound:e}",
        expected.value
    );
}

/// A vector on the device: within more memory, from a random element on, with a random distance.
pub(crate) struct StoredVector<T> {
    pub(crate) buffer: DeviceBuffer<T>,
    before: Vec<T>,
    len: usize,
    start: usize,
    stride: usize,
}

impl<T: Number> StoredVector<T> {
    pub(crate) fn random(stream: &Stream, rng: &mut Rng, len: usize) -> Self {
        let (start, stride) = (rng.usize(..4), rng.usize(1..4));
        let before: Vec<T> = (0..start + stride * len + 3).map(|_| T::random(rng)).collect();
        let buffer = stream.upload(&before).unwrap();
        Self { buffer, before, len, start, stride }
    }

    /// Returns the vector as a matrix of one column, as it was before the call.
    pub(crate) fn dense(&self) -> Dense {
        Dense::from_fn(self.len, 1, |row, _| {
            self.before[self.start + row * self.stride].value().into()
        })
    }

    /// Returns it as it is now.
    pub(crate) fn now(&self) -> Dense {
        let values = self.buffer.to_vec().unwrap();
        Dense::from_fn(self.len, 1, |row, _| values[self.start + row * self.stride].value().into())
    }

    pub(crate) fn view(&self) -> Vector<'_, T> {
        Vector::with_stride(self.buffer.slice(self.start..).unwrap(), self.len, self.stride)
            .unwrap()
    }

    pub(crate) fn view_mut(&mut self) -> VectorMut<'_, T> {
        let slice = self.buffer.slice_mut(self.start..).unwrap();
        VectorMut::with_stride(slice, self.len, self.stride).unwrap()
    }

    /// Compares what is there now with a matrix of one column, and all other elements with what was there before.
    #[track_caller]
    pub(crate) fn assert_is(&self, expected: &Dense) {
        let mut untouched = self.buffer.to_vec().unwrap();
        assert_eq!((expected.rows, expected.columns), (self.len, 1));
        for row in 0..self.len {
            let place = self.start + row * self.stride;
            assert_close::<T>(
                untouched[place].value(),
                expected.at(row, 0),
                format_args!("element {row}"),
            );
            untouched[place] = self.before[place];
        }
        let bytes = |values: &[T]| bytemuck::cast_slice::<T, u8>(values).to_vec();
        assert!(
            bytes(&untouched) == bytes(&self.before),
            "elements beside the vector were written"
        );
    }
}
