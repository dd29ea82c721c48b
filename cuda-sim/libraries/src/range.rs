//! Numbers of any size: norms, quotients and factors whose squares would be too large or too small for `f64`.

use crate::dense::Dense;
use crate::element::{Scalar, Wide};

/// Returns the quotient of complex numbers, within the range of `f64` wherever the result is: LAPACK's `dladiv`, of Baudin and
/// Smith, "A robust complex division in Scilab" (2012).
pub(crate) fn quotient(mut a: Wide, mut b: Wide) -> Wide {
    const LARGE: f64 = f64::MAX / 2.0;
    const SMALL: f64 = f64::MIN_POSITIVE * 2.0 / f64::EPSILON;
    const UP: f64 = 2.0 / (f64::EPSILON * f64::EPSILON);
    if b.im == 0.0 {
        // Each part: what isn't finite doesn't reach the other one.
        return Wide::new(a.re / b.re, a.im / b.re);
    }
    let largest = |value: Wide| value.re.abs().max(value.im.abs());
    let (of_a, of_b) = (largest(a), largest(b));
    let mut scale = 1.0;
    if of_a >= LARGE {
        (a, scale) = (a / 2.0, scale * 2.0);
    }
    if of_b >= LARGE {
        (b, scale) = (b / 2.0, scale / 2.0);
    }
    if of_a <= SMALL {
        (a, scale) = (a * UP, scale / UP);
    }
    if of_b <= SMALL {
        (b, scale) = (b * UP, scale * UP);
    }
    let quotient = match b.im.abs() <= b.re.abs() {
        true => smith(a, b),
        // Both times -i, which turns the larger part of the divisor to the front.
        false => smith(Wide::new(a.im, -a.re), Wide::new(b.im, -b.re)),
    };
    quotient * scale
}

/// Returns the quotient by a number whose imaginary part isn't larger than the real one.
fn smith(a: Wide, b: Wide) -> Wide {
    let ratio = b.im / b.re;
    let divisor = b.re + b.im * ratio;
    let part = |one: f64, other: f64| {
        let product = other * ratio;
        if ratio == 0.0 {
            (one + b.im * (other / b.re)) / divisor
        } else if product == 0.0 {
            one / divisor + (other / divisor) * ratio
        } else {
            (one + product) / divisor
        }
    };
    Wide::new(part(a.re, a.im), part(a.im, -a.re))
}

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
        elements.iter_mut().for_each(|it| *it = S::of_wide(power(it.wide(), exponent)));
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
