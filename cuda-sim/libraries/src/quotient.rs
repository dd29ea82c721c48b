//! Quotients of complex numbers of any size.

use num_complex::Complex;

/// Returns the quotient of complex numbers, within the range of `f64` wherever the result is: LAPACK's `dladiv`, of Baudin and
/// Smith, "A robust complex division in Scilab" (2012).
pub(crate) fn quotient(mut a: Complex<f64>, mut b: Complex<f64>) -> Complex<f64> {
    const LARGE: f64 = f64::MAX / 2.0;
    const SMALL: f64 = f64::MIN_POSITIVE * 2.0 / f64::EPSILON;
    const UP: f64 = 2.0 / (f64::EPSILON * f64::EPSILON);
    if b.im == 0.0 {
        // Each part: what isn't finite doesn't reach the other one.
        return Complex::new(a.re / b.re, a.im / b.re);
    }
    let largest = |value: Complex<f64>| value.re.abs().max(value.im.abs());
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
    let quotient = if b.im.abs() <= b.re.abs() {
        smith(a, b)
    } else {
        // Both times -i, which turns the larger part of the divisor to the front.
        smith(Complex::new(a.im, -a.re), Complex::new(b.im, -b.re))
    };
    quotient * scale
}

/// Returns the quotient by a number whose imaginary part isn't larger than the real one.
fn smith(a: Complex<f64>, b: Complex<f64>) -> Complex<f64> {
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
    Complex::new(part(a.re, a.im), part(a.im, -a.re))
}
