//! Numbers: those in memory, which have any of the libraries' types, and those of the computation.

use core::ops::{Add, AddAssign, Mul, Neg, Sub};

use cuda_libraries_sys::shared::{__half, __nv_bfloat16, cuComplex, cuDoubleComplex, cudaDataType};
use half::{bf16, f16};
use num_complex::Complex;

use crate::quotient::quotient;

/// The number to which every other converts.
pub(crate) type Wide = Complex<f64>;

/// A number in memory.
pub(crate) trait Element: Copy + 'static {
    /// Its type in the API.
    const DATA: cudaDataType;

    fn wide(self) -> Wide;

    /// Rounds to the nearest.
    fn of_wide(value: Wide) -> Self;
}

/// A number of the computation.
pub(crate) trait Scalar:
    Element
    + Default
    + PartialEq
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
    + AddAssign
{
    const IS_COMPLEX: bool;

    fn conj(self) -> Self {
        self
    }

    /// Returns the quotient. It is no operator, because that of complex numbers leaves the range of their type.
    fn over(self, divisor: Self) -> Self {
        let (value, divisor) = (self.wide(), divisor.wide());
        Self::of_wide(if Self::IS_COMPLEX {
            quotient(value, divisor)
        } else {
            (value.re / divisor.re).into()
        })
    }

    /// Returns each part times a real number, which leaves one that is 0 as it is beside an infinite one.
    fn scaled(self, factor: f64) -> Self {
        let value = self.wide();
        Self::of_wide(Complex::new(value.re * factor, value.im * factor))
    }

    /// Returns each part over a real number.
    fn parted(self, divisor: f64) -> Self {
        let value = self.wide();
        Self::of_wide(Complex::new(value.re / divisor, value.im / divisor))
    }

    fn modulus(self) -> f64 {
        let value = self.wide();
        if Self::IS_COMPLEX { value.norm() } else { value.re.abs() }
    }

    fn square(self) -> f64 {
        self.wide().norm_sqr()
    }

    fn real(value: f64) -> Self {
        Self::of_wide(value.into())
    }

    fn one() -> Self {
        Self::of_wide(Complex::ONE)
    }

    /// Computes `c = alpha * a * b + beta * c`, without reading `c` if `beta` is 0.
    ///
    /// # Safety
    /// `a` is a matrix of `m` × `k` readable elements, `b` of `k` × `n`, and `c` of `m` × `n` readable and writable ones
    /// that don't overlap the others. All are aligned.
    unsafe fn multiply(
        sizes: [usize; 3],
        alpha: Self,
        a: StridedMatrix<Self>,
        b: StridedMatrix<Self>,
        beta: Self,
        c: StridedMatrix<Self>,
    );
}

/// A matrix in memory: its first element, and the distances of rows and of columns, in elements.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StridedMatrix<T> {
    pub start: *mut T,
    pub rows: isize,
    pub columns: isize,
}

impl<T> StridedMatrix<T> {
    /// Returns the part that begins at an element.
    ///
    /// # Safety
    /// The matrix has the element.
    pub(crate) unsafe fn at(self, row: usize, column: usize) -> Self {
        let distance = row as isize * self.rows + column as isize * self.columns;
        // SAFETY: the caller guarantees it.
        let start = unsafe { self.start.offset(distance) };
        Self { start, ..self }
    }
}

impl Element for f64 {
    const DATA: cudaDataType = cudaDataType::CUDA_R_64F;

    fn wide(self) -> Wide {
        Complex::new(self, 0.0)
    }

    fn of_wide(wide: Wide) -> Self {
        wide.re
    }
}

impl Element for f32 {
    const DATA: cudaDataType = cudaDataType::CUDA_R_32F;

    fn wide(self) -> Wide {
        let value = self;
        Complex::new(value.into(), 0.0)
    }

    fn of_wide(wide: Wide) -> Self {
        let value = wide.re;
        value as f32
    }
}

impl Element for f16 {
    const DATA: cudaDataType = cudaDataType::CUDA_R_16F;

    fn wide(self) -> Wide {
        let value = self;
        Complex::new(value.to_f64(), 0.0)
    }

    fn of_wide(wide: Wide) -> Self {
        let value = wide.re;
        f16::from_f64(value)
    }
}

impl Element for bf16 {
    const DATA: cudaDataType = cudaDataType::CUDA_R_16BF;

    fn wide(self) -> Wide {
        let value = self;
        Complex::new(value.to_f64(), 0.0)
    }

    fn of_wide(wide: Wide) -> Self {
        let value = wide.re;
        bf16::from_f64(value)
    }
}

impl Element for i8 {
    const DATA: cudaDataType = cudaDataType::CUDA_R_8I;

    fn wide(self) -> Wide {
        let value = self;
        Complex::new(value.into(), 0.0)
    }

    fn of_wide(wide: Wide) -> Self {
        let value = wide.re;
        value.round_ties_even() as i8
    }
}

impl Element for u8 {
    const DATA: cudaDataType = cudaDataType::CUDA_R_8U;

    fn wide(self) -> Wide {
        let value = self;
        Complex::new(value.into(), 0.0)
    }

    fn of_wide(wide: Wide) -> Self {
        let value = wide.re;
        value.round_ties_even() as u8
    }
}

impl Element for i64 {
    const DATA: cudaDataType = cudaDataType::CUDA_R_64I;

    fn wide(self) -> Wide {
        let value = self;
        Complex::new(value as f64, 0.0)
    }

    fn of_wide(wide: Wide) -> Self {
        let value = wide.re;
        value.round_ties_even() as i64
    }
}

impl Element for i32 {
    const DATA: cudaDataType = cudaDataType::CUDA_R_32I;

    fn wide(self) -> Wide {
        let value = self;
        Complex::new(value.into(), 0.0)
    }

    fn of_wide(wide: Wide) -> Self {
        let value = wide.re;
        value.round_ties_even() as i64 as i32
    }
}

impl Element for Complex<f64> {
    const DATA: cudaDataType = cudaDataType::CUDA_C_64F;

    fn wide(self) -> Wide {
        Complex::new(self.re.wide().re, self.im.wide().re)
    }

    fn of_wide(wide: Wide) -> Self {
        let part = |value: f64| <f64>::of_wide(Complex::new(value, 0.0));
        Complex::new(part(wide.re), part(wide.im))
    }
}

impl Element for Complex<f32> {
    const DATA: cudaDataType = cudaDataType::CUDA_C_32F;

    fn wide(self) -> Wide {
        Complex::new(self.re.wide().re, self.im.wide().re)
    }

    fn of_wide(wide: Wide) -> Self {
        let part = |value: f64| <f32>::of_wide(Complex::new(value, 0.0));
        Complex::new(part(wide.re), part(wide.im))
    }
}

impl Element for Complex<i8> {
    const DATA: cudaDataType = cudaDataType::CUDA_C_8I;

    fn wide(self) -> Wide {
        Complex::new(self.re.wide().re, self.im.wide().re)
    }

    fn of_wide(wide: Wide) -> Self {
        let part = |value: f64| <i8>::of_wide(Complex::new(value, 0.0));
        Complex::new(part(wide.re), part(wide.im))
    }
}

/// Returns the size of an element in bytes, if the type is supported.
pub(crate) fn size_of_data(data: cudaDataType) -> Option<u32> {
    use cudaDataType as T;
    Some(match data {
        T::CUDA_R_8I | T::CUDA_R_8U | T::CUDA_R_8F_E4M3 | T::CUDA_R_8F_E5M2 => 1,
        T::CUDA_R_16F | T::CUDA_R_16BF | T::CUDA_C_8I => 2,
        T::CUDA_R_32F | T::CUDA_R_32I => 4,
        T::CUDA_R_64F | T::CUDA_C_32F | T::CUDA_R_64I => 8,
        T::CUDA_C_64F => 16,
        _ => return None,
    })
}

/// A number of the C interface.
pub(crate) trait Number {
    const DATA: cudaDataType;
}

impl Number for f32 {
    const DATA: cudaDataType = cudaDataType::CUDA_R_32F;
}

impl Number for f64 {
    const DATA: cudaDataType = cudaDataType::CUDA_R_64F;
}

impl Number for cuComplex {
    const DATA: cudaDataType = cudaDataType::CUDA_C_32F;
}

impl Number for cuDoubleComplex {
    const DATA: cudaDataType = cudaDataType::CUDA_C_64F;
}

impl Number for __half {
    const DATA: cudaDataType = cudaDataType::CUDA_R_16F;
}

impl Number for __nv_bfloat16 {
    const DATA: cudaDataType = cudaDataType::CUDA_R_16BF;
}

impl Number for i32 {
    const DATA: cudaDataType = cudaDataType::CUDA_R_32I;
}

impl Number for i64 {
    const DATA: cudaDataType = cudaDataType::CUDA_R_64I;
}

/// Returns the type of what a pointer is to.
pub(crate) fn data_of<T: Number>(_: *const T) -> cudaDataType {
    T::DATA
}
