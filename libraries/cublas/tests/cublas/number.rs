//! Elements that are made of complex numbers of `f64`, in which the tests compute.

use cuda_driver::Element;
use fastrand::Rng;
use half::{bf16, f16};
use num_complex::Complex;

pub(crate) type C64 = Complex<f64>;

pub(crate) trait Number: Element + std::fmt::Debug + PartialEq {
    /// The relative error of its rounding.
    const ERROR: f64;
    const HAS_TWO_PARTS: bool;
    fn of(value: C64) -> Self;
    fn value(self) -> C64;

    /// Returns a small number of few digits, whose products are exact.
    fn random(rng: &mut Rng) -> Self {
        let mut part = || f64::from(rng.i8(-8..=8)) / 4.0;
        let (re, im) = (part(), part());
        Self::of(C64::new(re, if Self::HAS_TWO_PARTS { im } else { 0.0 }))
    }
}

macro_rules! numbers {
    ($($ty:ty: $error:expr, $has_two_parts:literal, $of:expr, $value:expr;)*) => {$(
        impl Number for $ty {
            const ERROR: f64 = $error;
            const HAS_TWO_PARTS: bool = $has_two_parts;
            fn of(value: C64) -> Self {
                $of(value)
            }
            fn value(self) -> C64 {
                $value(self)
            }
        }
    )*};
}

numbers! {
    f32: f32::EPSILON as f64, false, |value: C64| value.re as f32, |value: f32| f64::from(value).into();
    f64: f64::EPSILON, false, |value: C64| value.re, C64::from;
    f16: 1.0 / 1024.0, false, |value: C64| f16::from_f64(value.re), |value: f16| value.to_f64().into();
    bf16: 1.0 / 128.0, false, |value: C64| bf16::from_f64(value.re), |value: bf16| value.to_f64().into();
    i8: 0.0, false, |value: C64| (value.re * 4.0) as i8, |value: i8| f64::from(value).into();
    i32: 0.0, false, |value: C64| value.re as i32, |value: i32| f64::from(value).into();
    Complex<f32>: f32::EPSILON as f64, true, |value: C64| Self::new(value.re as f32, value.im as f32),
        |value: Self| C64::new(value.re.into(), value.im.into());
    Complex<f64>: f64::EPSILON, true, |value: C64| value, |value| value;
}
