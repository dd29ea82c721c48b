//! Products of matrices of the types that computations use, by the crate `matrixmultiply`.

use matrixmultiply::{CGemmOption, cgemm, dgemm, sgemm, zgemm};
use num_complex::Complex;

use crate::element::{Scalar, StridedMatrix};

macro_rules! scalars {
    ($($ty:ty, $function:ident $plain:tt, |$x:ident| $factor:expr, $conj:expr;)*) => {$(
        impl Scalar for $ty {
            const IS_COMPLEX: bool = scalars!(@is $plain);

            fn conj(self) -> Self {
                let $x = self;
                $conj
            }

            unsafe fn multiply(
                [m, n, k]: [usize; 3],
                alpha: Self,
                a: StridedMatrix<Self>,
                b: StridedMatrix<Self>,
                beta: Self,
                c: StridedMatrix<Self>,
            ) {
                let factor = |$x: Self| $factor;
                // SAFETY: the caller guarantees the matrices; a complex number has the layout of an array of two.
                unsafe {
                    scalars!(@call $function $plain m, k, n, factor(alpha),
                        a.start.cast_const().cast(), a.rows, a.columns,
                        b.start.cast_const().cast(), b.rows, b.columns,
                        factor(beta), c.start.cast(), c.rows, c.columns)
                }
            }
        }
    )*};
    (@is real) => { false };
    (@is complex) => { true };
    (@call $function:ident real $($argument:expr),*) => { $function($($argument),*) };
    (@call $function:ident complex $($argument:expr),*) => {
        $function(CGemmOption::Standard, CGemmOption::Standard, $($argument),*)
    };
}

scalars! {
    f32, sgemm real, |x| x, x;
    f64, dgemm real, |x| x, x;
    Complex<f32>, cgemm complex, |x| [x.re, x.im], Complex::conj(&x);
    Complex<f64>, zgemm complex, |x| [x.re, x.im], Complex::conj(&x);
}
