//! Matrices on the host, of complex numbers in double precision, and sparse ones of random elements.

use cublas::{Factor, MatrixMut, Product, Scalar};
use cuda_driver::{DeviceBuffer, Stream};
use cusparse::{Cusparse, Format, Index, Parts, SparseMatrix};
use fastrand::Rng;
use half::{bf16, f16};
use num_complex::Complex;

pub(crate) type C64 = Complex<f64>;
pub(crate) type FactorOf<T> = <T as Product<T>>::Factor;

/// An element of the tests.
pub(crate) trait Number: Scalar + PartialEq + std::fmt::Debug {
    /// The error of a result, beside its size.
    const ERROR: f64;
    fn of(value: C64) -> Self;
    fn wide(self) -> C64;
    fn factor(value: C64) -> FactorOf<Self>;
}

macro_rules! numbers {
    ($($ty:ty: $error:literal |$value:ident| $from:expr, $wide:expr, $factor:expr;)*) => {$(
        impl Number for $ty {
            const ERROR: f64 = $error;
            fn of($value: C64) -> Self {
                $from
            }
            fn wide(self) -> C64 {
                let $value = self;
                $wide
            }
            fn factor($value: C64) -> FactorOf<Self> {
                $factor
            }
        }
    )*};
}

numbers! {
    f32: 1e-5 |value| value.re as f32, C64::new(value.into(), 0.0), value.re as f32;
    f64: 1e-13 |value| value.re, C64::new(value, 0.0), value.re;
    f16: 2e-3 |value| Self::from_f64(value.re), C64::new(value.to_f64(), 0.0), value.re as f32;
    bf16: 2e-2 |value| Self::from_f64(value.re), C64::new(value.to_f64(), 0.0), value.re as f32;
    Complex<f32>: 1e-5 |value| Self::new(value.re as f32, value.im as f32), C64::new(value.re.into(), value.im.into()),
        Self::new(value.re as f32, value.im as f32);
    Complex<f64>: 1e-13 |value| value, value, value;
}

/// A matrix by rows.
#[derive(Clone, Debug)]
pub(crate) struct Host {
    pub rows: usize,
    pub columns: usize,
    pub all: Vec<C64>,
}

impl Host {
    pub fn new(rows: usize, columns: usize, element: impl FnMut(usize) -> C64) -> Self {
        Self { rows, columns, all: (0..rows * columns).map(element).collect() }
    }

    pub fn random<T: Number>(rng: &mut Rng, rows: usize, columns: usize) -> Self {
        Self::new(rows, columns, |_| number::<T>(rng))
    }

    /// Elements of which about a third aren't 0, in whole blocks.
    pub fn sparse<T: Number>(rng: &mut Rng, rows: usize, columns: usize, block: usize) -> Self {
        let across = columns.div_ceil(block);
        let is_there: Vec<bool> =
            (0..rows.div_ceil(block) * across).map(|_| rng.u8(..3) == 0).collect();
        Self::new(rows, columns, |at| {
            let place = at / columns / block * across + at % columns / block;
            if is_there[place] { number::<T>(rng) } else { C64::ZERO }
        })
    }

    pub fn at(&self, row: usize, column: usize) -> C64 {
        self.all[row * self.columns + column]
    }

    pub fn map(&self, mut element: impl FnMut(usize, usize, C64) -> C64) -> Self {
        Self::new(self.rows, self.columns, |at| {
            element(at / self.columns, at % self.columns, self.all[at])
        })
    }

    pub fn times(&self, other: &Self) -> Self {
        assert_eq!(self.columns, other.rows);
        Self::new(self.rows, other.columns, |at| {
            let (row, column) = (at / other.columns, at % other.columns);
            (0..self.columns).map(|i| self.at(row, i) * other.at(i, column)).sum()
        })
    }

    pub fn t(&self) -> Self {
        Self::new(self.columns, self.rows, |at| self.at(at % self.rows, at / self.rows))
    }

    /// `alpha * self + beta * other`.
    pub fn plus(&self, alpha: C64, beta: C64, other: &Self) -> Self {
        self.map(|row, column, value| alpha * value + beta * other.at(row, column))
    }

    #[track_caller]
    pub fn assert_is<T: Number>(&self, expected: &Self, label: &str) {
        assert_eq!((self.rows, self.columns), (expected.rows, expected.columns), "{label}");
        let size = 1.0 + expected.all.iter().map(|value| value.norm()).fold(0.0, f64::max);
        let most = T::ERROR * size * (1 + self.rows.max(self.columns)) as f64;
        for (found, expected) in self.all.iter().zip(&expected.all) {
            assert!((found - expected).norm() <= most, "{label}: {found} instead of {expected}");
        }
    }

    /// Its parts in a format: what isn't 0, or blocks with such.
    pub fn parts<T: Number, I: Index>(&self, format: Format) -> Parts<Vec<I>, Vec<T>> {
        let block = if let Format::Bsr { block } = format { block } else { 1 };
        let by_columns = format == Format::Csc;
        let by_rows = if by_columns { self.t() } else { self.clone() };
        let index = |number: usize| I::of(number as i64).unwrap();
        let mut parts = Parts { offsets: vec![index(0)], indices: Vec::new(), values: Vec::new() };
        let mut rows = Vec::new();
        for row in (0..by_rows.rows).step_by(block) {
            for column in (0..by_rows.columns).step_by(block) {
                let values: Vec<C64> = (0..block * block)
                    .map(|at| by_rows.at(row + at / block, column + at % block))
                    .collect();
                if values.iter().any(|value| *value != C64::ZERO) {
                    rows.push(index(row));
                    parts.indices.push(index(column / block));
                    parts.values.extend(values.into_iter().map(T::of));
                }
            }
            parts.offsets.push(index(parts.indices.len()));
        }
        if format == Format::Coo {
            parts.offsets = rows;
        }
        parts
    }

    pub fn upload<T: Number, I: Index>(
        &self,
        cusparse: Cusparse,
        stream: &Stream,
        format: Format,
    ) -> SparseMatrix<T, I> {
        let parts = self.parts::<T, I>(format);
        let parts =
            Parts { offsets: &*parts.offsets, indices: &*parts.indices, values: &*parts.values };
        cusparse.upload(stream, format, (self.rows, self.columns), parts).unwrap()
    }

    /// Reads a matrix of CSR, CSC or COO.
    pub fn download<T: Number, I: Index>(from: &SparseMatrix<T, I>) -> Self {
        let ((rows, columns), parts) = (from.shape(), from.to_host().unwrap());
        let mut host = Self::new(rows, columns, |_| C64::ZERO);
        for (at, (index, value)) in parts.indices.iter().zip(&parts.values).enumerate() {
            let minor = index.number() as usize;
            let major = match from.format() {
                Format::Coo => parts.offsets[at].number() as usize,
                _ => {
                    parts.offsets.iter().take_while(|offset| offset.number() <= at as i64).count()
                        - 1
                }
            };
            let (row, column) =
                if from.format() == Format::Csc { (minor, major) } else { (major, minor) };
            host.all[row * columns + column] = value.wide();
        }
        host
    }
}

pub(crate) fn number<T: Number>(rng: &mut Rng) -> C64 {
    T::of(C64::new(rng.f64() * 2.0 - 1.0, rng.f64() * 2.0 - 1.0)).wide()
}

/// A random factor, which is 0 now and then, as the call takes it.
pub(crate) fn factor<T: Number>(rng: &mut Rng) -> (C64, FactorOf<T>) {
    match rng.u8(..4) {
        0 => (C64::ZERO, FactorOf::<T>::ZERO),
        _ => {
            let value = number::<T>(rng);
            (value, <T as Number>::factor(value))
        }
    }
}

/// A dense matrix on the device, in an order, with gaps between rows or columns.
pub(crate) struct Device<T> {
    pub buffer: DeviceBuffer<T>,
    rows: usize,
    columns: usize,
    is_row_major: bool,
    gap: usize,
}

impl<T: Number> Device<T> {
    pub fn new(stream: &Stream, host: &Host, is_row_major: bool, gap: usize) -> Self {
        let by_rows = if is_row_major { host.clone() } else { host.t() };
        let row = |row: &[C64]| {
            row.iter()
                .map(|value| T::of(*value))
                .chain((0..gap).map(|_| T::of(C64::ZERO)))
                .collect::<Vec<_>>()
        };
        let all: Vec<T> = by_rows.all.chunks(by_rows.columns.max(1)).flat_map(row).collect();
        let buffer = stream.upload(&all).unwrap();
        Self { buffer, rows: host.rows, columns: host.columns, is_row_major, gap }
    }

    pub fn placed(stream: &Stream, rng: &mut Rng, host: &Host) -> Self {
        Self::new(stream, host, rng.bool(), rng.usize(..3))
    }

    fn seen(&self) -> (usize, usize) {
        if self.is_row_major { (self.rows, self.columns) } else { (self.columns, self.rows) }
    }

    pub fn view(&mut self) -> MatrixMut<'_, T> {
        let (rows, columns) = self.seen();
        let view = MatrixMut::with_row_stride(&mut self.buffer, rows, columns, columns + self.gap)
            .unwrap();
        if self.is_row_major { view } else { view.t() }
    }

    pub fn host(&self) -> Host {
        let (rows, columns) = self.seen();
        let all = self.buffer.to_vec().unwrap();
        let host = Host::new(rows, columns, |at| {
            all[at / columns * (columns + self.gap) + at % columns].wide()
        });
        if self.is_row_major { host } else { host.t() }
    }
}
