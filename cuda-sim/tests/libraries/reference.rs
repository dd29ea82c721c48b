//! Numbers and matrices of the tests, and what they should become, in `f64`.

use half::{bf16, f16};
use num_complex::{Complex, Complex64};

/// A number as the functions take it.
pub(crate) trait Number: Copy + 'static {
    /// The distance of 1 and the next number.
    const EPSILON: f64;
    const IS_COMPLEX: bool = false;

    fn wide(self) -> Complex64;

    fn of(value: Complex64) -> Self;

    /// The largest random number.
    const LARGEST: f64 = 1.0;

    /// Returns a number between the largest one and its negative.
    fn random() -> Self {
        let part = || 2.0 * fastrand::f64() - 1.0;
        let (re, im) = (part(), part());
        let value = Complex64::new(re, if Self::IS_COMPLEX { im } else { 0.0 });
        Self::of(value * Self::LARGEST)
    }
}

macro_rules! numbers {
    ($($ty:ty, $epsilon:expr, $largest:literal, $is_complex:literal, |$value:ident| $wide:expr, $of:expr;)*) => {$(
        impl Number for $ty {
            const EPSILON: f64 = $epsilon;
            const LARGEST: f64 = $largest;
            const IS_COMPLEX: bool = $is_complex;

            fn wide(self) -> Complex64 {
                let $value = self;
                $wide
            }

            fn of($value: Complex64) -> Self {
                $of
            }
        }
    )*};
}

numbers! {
    f32, f32::EPSILON as f64, 1.0, false, |x| f64::from(x).into(), x.re as f32;
    f64, f64::EPSILON, 1.0, false, |x| x.into(), x.re;
    Complex<f32>, f32::EPSILON as f64, 1.0, true, |x| Complex::new(x.re.into(), x.im.into()), Complex::new(x.re as f32, x.im as f32);
    Complex<f64>, f64::EPSILON, 1.0, true, |x| x, x;
    f16, 1.0 / 1024.0, 1.0, false, |x| x.to_f64().into(), f16::from_f64(x.re);
    bf16, 1.0 / 128.0, 1.0, false, |x| x.to_f64().into(), bf16::from_f64(x.re);
    i8, 0.0, 127.0, false, |x| f64::from(x).into(), x.re as i8;
    i32, 0.0, 1000.0, false, |x| f64::from(x).into(), x.re as i32;
}

/// A matrix, by columns.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Matrix {
    pub rows: usize,
    pub columns: usize,
    pub elements: Vec<Complex64>,
}

impl Matrix {
    pub(crate) fn new(
        rows: usize,
        columns: usize,
        get: impl Fn(usize, usize) -> Complex64,
    ) -> Self {
        let places = (0..columns).flat_map(|column| (0..rows).map(move |row| (row, column)));
        Self { rows, columns, elements: places.map(|(row, column)| get(row, column)).collect() }
    }

    pub(crate) fn at(&self, row: usize, column: usize) -> Complex64 {
        self.elements[column * self.rows + row]
    }

    pub(crate) fn t(&self) -> Self {
        Self::new(self.columns, self.rows, |row, column| self.at(column, row))
    }

    pub(crate) fn h(&self) -> Self {
        Self::new(self.columns, self.rows, |row, column| self.at(column, row).conj())
    }

    pub(crate) fn times(&self, other: &Self) -> Self {
        assert_eq!(self.columns, other.rows);
        Self::new(self.rows, other.columns, |row, column| {
            (0..self.columns).map(|inner| self.at(row, inner) * other.at(inner, column)).sum()
        })
    }

    pub(crate) fn scaled(&self, factor: Complex64) -> Self {
        Self::new(self.rows, self.columns, |row, column| factor * self.at(row, column))
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        Self::new(self.rows, self.columns, |row, column| {
            self.at(row, column) + other.at(row, column)
        })
    }

    /// Returns the largest absolute value.
    pub(crate) fn largest(&self) -> f64 {
        self.elements.iter().map(|element| element.norm()).fold(0.0, f64::max)
    }

    /// Fails if an element differs by more than the bound.
    pub(crate) fn assert_near(&self, expected: &Self, bound: f64, label: &str) {
        assert_eq!((self.rows, self.columns), (expected.rows, expected.columns), "{label}");
        for column in 0..self.columns {
            for row in 0..self.rows {
                let (found, expected) = (self.at(row, column), expected.at(row, column));
                let is_near = (found - expected).norm() <= bound * (1.0 + expected.norm());
                assert!(
                    is_near,
                    "{label}: element ({row}, {column}) is {found} instead of {expected}"
                );
            }
        }
    }
}
