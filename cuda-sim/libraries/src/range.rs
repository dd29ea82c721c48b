//! Numbers of any size: norms and factors whose squares would be too large or too small for `f64`.

use crate::dense::Dense;
use crate::element::{Scalar, Wide};

/// Returns the largest absolute value of a part; NaN if one is.
pub(crate) fn largest_part<S: Scalar>(elements: &[S]) -> f64 {
    elements.iter().fold(0.0, |largest: f64, element| {
        let Wide { re, im } = element.wide();
        let part = re.abs().max(im.abs());
        if re.is_nan() || im.is_nan() || largest.is_nan() { f64::NAN } else { largest.max(part) }
    })
}

/// Returns the Euclidean norm.
pub(crate) fn norm<S: Scalar>(elements: &[S]) -> f64 {
    let sum = |exponent: i32| -> f64 {
        elements.iter().map(|element| power(element.wide(), exponent).norm_sqr()).sum()
    };
    let squares: f64 = elements.iter().map(|element| element.wide().norm_sqr()).sum();
    // What is lost of smaller squares is less than a rounding.
    if (1e-200..1e300).contains(&squares) {
        return squares.sqrt();
    }
    let largest = largest_part(elements);
    if largest == 0.0 || !largest.is_finite() {
        return largest;
    }
    let exponent = libm::ilogb(largest);
    libm::scalbn(sum(-exponent).sqrt(), exponent)
}

/// Returns a number times a power of two.
fn power(value: Wide, exponent: i32) -> Wide {
    Wide::new(libm::scalbn(value.re, exponent), libm::scalbn(value.im, exponent))
}

/// Multiplies by a power of two.
pub(crate) fn scale<S: Scalar>(elements: &mut [S], exponent: i32) {
    if exponent != 0 {
        elements
            .iter_mut()
            .for_each(|element| *element = S::of_wide(power(element.wide(), exponent)));
    }
}

/// Scales a matrix whose squares would be too large or too small, as LAPACK's drivers do with `lascl`, but by a power of two,
/// which is exact; returns the exponent of the factor that its values are to be multiplied by.
pub(crate) fn normalize<S: Scalar>(a: &mut Dense<S>) -> i32 {
    const MOST: i32 = 200;
    let largest = largest_part(&a.elements);
    if largest == 0.0 || !largest.is_finite() {
        return 0;
    }
    let exponent = libm::ilogb(largest);
    if exponent.abs() <= MOST {
        return 0;
    }
    scale(&mut a.elements, -exponent);
    exponent
}
