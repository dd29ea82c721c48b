//! Matrices on the host, by rows, of complex numbers in double precision.

use cublas::MatrixMut;
use cuda_driver::{DeviceBuffer, Stream};
use fastrand::Rng;
use num_complex::Complex;

pub(crate) type C64 = Complex<f64>;

/// An element of the tests.
pub(crate) trait Number: cusolver::SolverType {
    /// The error of a result, beside the size of a matrix of few rows.
    const ERROR: f64;
    const IS_REAL: bool;
    fn of(value: C64) -> Self;
    fn wide(self) -> C64;
    fn of_real(real: Self::Real) -> f64;
}

macro_rules! numbers {
    ($($ty:ty: $error:literal $is_real:literal |$value:ident| $from:expr, $wide:expr;)*) => {$(
        impl Number for $ty {
            const ERROR: f64 = $error;
            const IS_REAL: bool = $is_real;
            fn of($value: C64) -> Self {
                $from
            }
            fn wide(self) -> C64 {
                let $value = self;
                $wide
            }
            fn of_real(real: Self::Real) -> f64 {
                real.into()
            }
        }
    )*};
}

numbers! {
    f32: 3e-5 true |value| value.re as f32, C64::new(value.into(), 0.0);
    f64: 1e-12 true |value| value.re, C64::new(value, 0.0);
    Complex<f32>: 3e-5 false |value| Complex::new(value.re as f32, value.im as f32), C64::new(value.re.into(), value.im.into());
    Complex<f64>: 1e-12 false |value| value, value;
}

/// A matrix by rows.
#[derive(Clone, Debug)]
pub(crate) struct Host {
    pub rows: usize,
    pub columns: usize,
    pub all: Vec<C64>,
}

impl Host {
    pub fn new(rows: usize, columns: usize, element: impl Fn(usize, usize) -> C64) -> Self {
        let all = (0..rows * columns).map(|at| element(at / columns, at % columns)).collect();
        Self { rows, columns, all }
    }

    pub fn random<T: Number>(rng: &mut Rng, rows: usize, columns: usize) -> Self {
        let mut number = || rng.f64() * 2.0 - 1.0;
        let all = (0..rows * columns).map(|_| T::of(C64::new(number(), number())).wide()).collect();
        Self { rows, columns, all }
    }

    pub fn identity(n: usize) -> Self {
        Self::new(n, n, |row, column| C64::new(f64::from(u8::from(row == column)), 0.0))
    }

    pub fn at(&self, row: usize, column: usize) -> C64 {
        self.all[row * self.columns + column]
    }

    pub fn times(&self, other: &Self) -> Self {
        assert_eq!(self.columns, other.rows);
        Self::new(self.rows, other.columns, |row, column| {
            (0..self.columns).map(|i| self.at(row, i) * other.at(i, column)).sum()
        })
    }

    /// The adjoint.
    pub fn h(&self) -> Self {
        Self::new(self.columns, self.rows, |row, column| self.at(column, row).conj())
    }

    pub fn t(&self) -> Self {
        Self::new(self.columns, self.rows, |row, column| self.at(column, row))
    }

    /// A Hermitian matrix, and a positive definite one.
    pub fn hermitian<T: Number>(rng: &mut Rng, n: usize) -> Self {
        let a = Self::random::<T>(rng, n, n);
        Self::new(n, n, |row, column| {
            T::of((a.at(row, column) + a.at(column, row).conj()) / 2.0).wide()
        })
    }

    pub fn positive<T: Number>(rng: &mut Rng, n: usize) -> Self {
        let mut a = Self::hermitian::<T>(rng, n);
        (0..n).for_each(|at| a.all[at * n + at] += n as f64);
        a
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
}

/// A matrix on the device, in an order, with gaps between rows or columns.
pub(crate) struct Device<T> {
    pub buffer: DeviceBuffer<T>,
    rows: usize,
    columns: usize,
    pub is_row_major: bool,
    gap: usize,
}

impl<T: Number> Device<T> {
    pub fn new(stream: &Stream, host: &Host, is_row_major: bool, gap: usize) -> Self {
        let by_rows = if is_row_major { host.clone() } else { host.t() };
        let row = |row: &[C64]| {
            row.iter()
                .map(|value| T::of(*value))
                .chain((0..gap).map(|_| T::ZERO))
                .collect::<Vec<_>>()
        };
        let all: Vec<T> = by_rows.all.chunks(by_rows.columns.max(1)).flat_map(row).collect();
        let buffer = stream.upload(&all).unwrap();
        Self { buffer, rows: host.rows, columns: host.columns, is_row_major, gap }
    }

    pub fn view(&mut self) -> MatrixMut<'_, T> {
        let (rows, columns) =
            if self.is_row_major { (self.rows, self.columns) } else { (self.columns, self.rows) };
        let view = MatrixMut::with_row_stride(&mut self.buffer, rows, columns, columns + self.gap)
            .unwrap();
        if self.is_row_major { view } else { view.t() }
    }

    pub fn host(&self) -> Host {
        let (rows, columns) =
            if self.is_row_major { (self.rows, self.columns) } else { (self.columns, self.rows) };
        let all = self.buffer.to_vec().unwrap();
        let host =
            Host::new(rows, columns, |row, column| all[row * (columns + self.gap) + column].wide());
        if self.is_row_major { host } else { host.t() }
    }
}

/// The values of a result as a diagonal matrix.
pub(crate) fn diagonal<T: Number>(
    values: &DeviceBuffer<<T as cublas::Scalar>::Real>,
    rows: usize,
    columns: usize,
) -> Host {
    let values: Vec<f64> = values.to_vec().unwrap().into_iter().map(T::of_real).collect();
    Host::new(
        rows,
        columns,
        |row, column| if row == column { values[row].into() } else { C64::ZERO },
    )
}
