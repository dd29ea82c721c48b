//! Systems by formula, and how well they are solved.

use core::ops::{Add, Mul, Neg, Sub};

use cuda_driver::Stream;
use cusparse::cublas::{BlasType, Fill};
use cusparse::{Format, Index, Parts, SparseMatrix};
use num_complex::Complex;

use crate::device::cusparse;

/// A number that systems are solved with.
pub(crate) trait Number:
    BlasType + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self>
{
    /// The distance of 1 and the next number.
    const EPSILON: f64;
    fn of(real: f64, imaginary: f64) -> Self;
    fn conjugate(self) -> Self {
        self
    }
    fn norm(self) -> f64;
}

impl Number for f32 {
    const EPSILON: f64 = f32::EPSILON as f64;
    fn of(real: f64, _: f64) -> Self {
        real as f32
    }
    fn norm(self) -> f64 {
        self.abs().into()
    }
}

impl Number for f64 {
    const EPSILON: f64 = f64::EPSILON;
    fn of(real: f64, _: f64) -> Self {
        real
    }
    fn norm(self) -> f64 {
        self.abs()
    }
}

impl Number for Complex<f32> {
    const EPSILON: f64 = f32::EPSILON as f64;
    fn of(real: f64, imaginary: f64) -> Self {
        Self::new(real as f32, imaginary as f32)
    }
    fn conjugate(self) -> Self {
        self.conj()
    }
    fn norm(self) -> f64 {
        Self::norm(self).into()
    }
}

impl Number for Complex<f64> {
    const EPSILON: f64 = f64::EPSILON;
    fn of(real: f64, imaginary: f64) -> Self {
        Self::new(real, imaginary)
    }
    fn conjugate(self) -> Self {
        self.conj()
    }
    fn norm(self) -> f64 {
        Self::norm(self)
    }
}

/// A square matrix: the columns and values of each row, in order.
#[derive(Clone, Debug)]
pub(crate) struct System<T>(pub(crate) Vec<Vec<(usize, T)>>);

impl<T: Number> System<T> {
    /// Returns the Laplacian of a grid of `sides`, which is 0 around it.
    pub(crate) fn laplacian<const D: usize>(sides: [usize; D]) -> Self {
        let rows: usize = sides.iter().product();
        let row = |row: usize| {
            let mut elements = vec![(row, T::of(2.0 * D as f64, 0.0))];
            let mut stride = 1;
            for side in sides {
                let place = row / stride % side;
                if place > 0 {
                    elements.push((row - stride, T::of(-1.0, 0.0)));
                }
                if place + 1 < side {
                    elements.push((row + stride, T::of(-1.0, 0.0)));
                }
                stride *= side;
            }
            elements.sort_by_key(|(column, _)| *column);
            elements
        };
        Self((0..rows).map(row).collect())
    }

    /// Returns a matrix with a first row, a first column and a diagonal.
    pub(crate) fn arrow(rows: usize) -> Self {
        let row = |row: usize| match row {
            0 => (0..rows).map(|column| (column, Self::tip(rows, column))).collect(),
            _ => vec![(0, Self::tip(rows, row).conjugate()), (row, T::of(2.0 + row as f64, 0.0))],
        };
        Self((0..rows).map(row).collect())
    }

    fn tip(rows: usize, column: usize) -> T {
        if column == 0 { T::of(rows as f64, 0.0) } else { T::of(0.5, 0.25) }
    }

    /// Returns a matrix of random places and values, of which the diagonal is larger than the rest of its row.
    pub(crate) fn dominant(rows: usize, seed: u64) -> Self {
        let mut random = fastrand::Rng::with_seed(seed);
        let row = |row: usize| {
            let mut columns: Vec<_> = (0..5).map(|_| random.usize(..rows)).collect();
            columns.push(row);
            columns.sort_unstable();
            columns.dedup();
            let mut value = |column| {
                let (real, imaginary) = (random.f64() - 0.5, random.f64() - 0.5);
                if column == row { T::of(4.0 + real, imaginary) } else { T::of(real, imaginary) }
            };
            columns.into_iter().map(|column| (column, value(column))).collect()
        };
        Self((0..rows).map(row).collect())
    }

    /// Returns a Hermitian matrix of random places and values. `diagonal` has the elements of its diagonal; the others of a row are
    /// together at most 4.
    pub(crate) fn hermitian(rows: usize, seed: u64, diagonal: impl Fn(usize) -> f64) -> Self {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut all: Vec<std::collections::BTreeMap<usize, T>> =
            (0..rows).map(|row| [(row, T::of(diagonal(row), 0.0))].into_iter().collect()).collect();
        // Each row is in at most three pairs.
        for distance in [1, rows / 3 + 1] {
            for row in (0..rows - distance).step_by(distance + 1) {
                let value = T::of(random.f64(), random.f64() - 0.5);
                all[row].insert(row + distance, value);
                all[row + distance].insert(row, value.conjugate());
            }
        }
        Self(all.into_iter().map(|row| row.into_iter().collect()).collect())
    }

    pub(crate) fn rows(&self) -> usize {
        self.0.len()
    }

    /// Returns a triangle, with the diagonal.
    pub(crate) fn triangle(&self, fill: Fill) -> Self {
        let is_in = |row: usize, column: usize| match fill {
            Fill::Lower => column <= row,
            Fill::Upper => column >= row,
        };
        let rows = self.0.iter().enumerate().map(|(row, elements)| {
            elements.iter().copied().filter(|(column, _)| is_in(row, *column)).collect()
        });
        Self(rows.collect())
    }

    /// Returns its values, in order.
    pub(crate) fn values(&self) -> Vec<T> {
        self.0.iter().flatten().map(|(_, value)| *value).collect()
    }

    /// Copies it to the device.
    pub(crate) fn upload<I: Index>(&self, stream: &Stream) -> SparseMatrix<T, I> {
        let index = |number: usize| I::of(number as i64).unwrap();
        let mut offsets = vec![index(0)];
        let mut indices = Vec::new();
        for row in &self.0 {
            indices.extend(row.iter().map(|(column, _)| index(*column)));
            offsets.push(index(indices.len()));
        }
        let values = self.values();
        let parts = Parts { offsets: &*offsets, indices: &*indices, values: &*values };
        let shape = (self.rows(), self.rows());
        cusparse().upload(stream, Format::Csr, shape, parts).unwrap()
    }

    /// Returns a right-hand side, whose elements are between -1 and 1.
    pub(crate) fn right_hand_side(&self, columns: usize) -> Vec<T> {
        let mut random = fastrand::Rng::with_seed(7);
        let mut number = || T::of(2.0 * random.f64() - 1.0, 2.0 * random.f64() - 1.0);
        (0..self.rows() * columns).map(|_| number()).collect()
    }

    /// Asserts that the columns of `x` solve the system, up to what rounding makes of it: the residual is compared with the norms of
    /// the matrix and of `x`.
    pub(crate) fn assert_solved(&self, x: &[T], b: &[T]) {
        let rows = self.rows();
        assert_eq!((x.len(), x.len() % rows), (b.len(), 0));
        for (x, b) in x.chunks(rows).zip(b.chunks(rows)) {
            let largest =
                |numbers: &[T]| numbers.iter().map(|x| Number::norm(*x)).fold(0.0, f64::max);
            let mut of_matrix = 0.0_f64;
            let mut residual = 0.0_f64;
            for (row, elements) in self.0.iter().enumerate() {
                let sum = elements.iter().fold(b[row], |sum, (at, value)| sum - *value * x[*at]);
                residual = residual.max(Number::norm(sum));
                of_matrix = of_matrix.max(elements.iter().map(|(_, a)| Number::norm(*a)).sum());
            }
            let bound = 1000.0 * T::EPSILON * (of_matrix * largest(x) + largest(b));
            assert!(residual <= bound, "the residual is {residual:e}, more than {bound:e}");
        }
    }
}
