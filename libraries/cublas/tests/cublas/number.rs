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
    f32: f32::EPSILON as f64, false, |it: C64| it.re as f32, |it: f32| f64::from(it).into();
    f64: f64::EPSILON, false, |it: C64| it.re, C64::from;
    f16: 1.0 / 1024.0, false, |it: C64| f16::from_f64(it.re), |it: f16| it.to_f64().into();
    bf16: 1.0 / 128.0, false, |it: C64| bf16::from_f64(it.re), |it: bf16| it.to_f64().into();
    i8: 0.0, false, |it: C64| (it.re * 4.0) as i8, |it: i8| f64::from(it).into();
    i32: 0.0, false, |it: C64| it.re as i32, |it: i32| f64::from(it).into();
    Complex<f32>: f32::EPSILON as f64, true, |it: C64| Self::new(it.re as f32, it.im as f32),
        |it: Self| C64::new(it.re.into(), it.im.into());
    Complex<f64>: f64::EPSILON, true, |it: C64| it, |it| it;
}
