//! The types of elements that are computed with.

use crate::dtype::{Bool, Dtype};

/// A type of elements in an [`Expr`](crate::arithmetic::Expr): integers, floats, complex numbers with the feature `complex`, those of 16 bits with `half`, and
/// [`Bool`].
pub trait Scalar: Dtype + sealed::Scalar {}

/// A number.
pub trait Numeric: Scalar {
    /// The type of its absolute value: a complex number's is real.
    type Abs: Numeric;
}

/// A number that is less than others or isn't: no complex one.
pub trait Ordered: Numeric {}

/// An integer.
pub trait Integer: Ordered + Bits {}

/// An integer, or a boolean.
pub trait Bits: Scalar {}

/// A float, or a complex number.
pub trait Float: Numeric {}

/// A float.
pub trait Real: Ordered + Float {}

/// A complex number.
pub trait ComplexNumber: Float {}

/// A type whose values become those of another by [`Expr::astype`](crate::arithmetic::Expr::astype): all but complex numbers become each other, and complex ones; and
/// complex numbers complex ones.
pub trait CastInto<B>: Scalar {}

impl<A: NotComplex, B: Scalar> CastInto<B> for A {}

/// A type that isn't complex.
pub trait NotComplex: Scalar {}

pub(crate) mod sealed {
    /// The name of the type in the kernel.
    pub trait Scalar {
        const NAME: &'static str;
    }
}

macro_rules! scalars {
    ($($(#[$attribute:meta])* $ty:ty: $name:literal $($marker:ident)*;)*) => {$(
        $(#[$attribute])*
        const _: () = {
            impl sealed::Scalar for $ty {
                const NAME: &'static str = $name;
            }

            impl Scalar for $ty {}
            $(impl $marker for $ty {})*
        };
    )*};
}

scalars! {
    Bool: "bool" Bits NotComplex;
    i8: "i8" Ordered Bits Integer NotComplex;
    i16: "i16" Ordered Bits Integer NotComplex;
    i32: "i32" Ordered Bits Integer NotComplex;
    i64: "i64" Ordered Bits Integer NotComplex;
    isize: "i64" Ordered Bits Integer NotComplex;
    u8: "u8" Ordered Bits Integer NotComplex;
    u16: "u16" Ordered Bits Integer NotComplex;
    u32: "u32" Ordered Bits Integer NotComplex;
    u64: "u64" Ordered Bits Integer NotComplex;
    usize: "u64" Ordered Bits Integer NotComplex;
    f32: "float" Ordered Float Real NotComplex;
    f64: "double" Ordered Float Real NotComplex;
    #[cfg(feature = "half")]
    half::f16: "f16" Ordered Float Real NotComplex;
    #[cfg(feature = "half")]
    half::bf16: "bf16" Ordered Float Real NotComplex;
    #[cfg(feature = "complex")]
    num_complex::Complex<f32>: "c32" Float ComplexNumber;
    #[cfg(feature = "complex")]
    num_complex::Complex<f64>: "c64" Float ComplexNumber;
}

impl Numeric for i8 {
    type Abs = Self;
}

impl Numeric for i16 {
    type Abs = Self;
}

impl Numeric for i32 {
    type Abs = Self;
}

impl Numeric for i64 {
    type Abs = Self;
}

impl Numeric for isize {
    type Abs = Self;
}

impl Numeric for u8 {
    type Abs = Self;
}

impl Numeric for u16 {
    type Abs = Self;
}

impl Numeric for u32 {
    type Abs = Self;
}

impl Numeric for u64 {
    type Abs = Self;
}

impl Numeric for usize {
    type Abs = Self;
}

impl Numeric for f32 {
    type Abs = Self;
}

impl Numeric for f64 {
    type Abs = Self;
}

#[cfg(feature = "half")]
impl Numeric for half::f16 {
    type Abs = Self;
}

#[cfg(feature = "half")]
impl Numeric for half::bf16 {
    type Abs = Self;
}

#[cfg(feature = "complex")]
impl Numeric for num_complex::Complex<f32> {
    type Abs = f32;
}

#[cfg(feature = "complex")]
impl Numeric for num_complex::Complex<f64> {
    type Abs = f64;
}

#[cfg(feature = "complex")]
mod complex {
    use num_complex::Complex;

    use super::CastInto;

    impl CastInto<Complex<f32>> for Complex<f32> {}
    impl CastInto<Complex<f64>> for Complex<f32> {}
    impl CastInto<Complex<f32>> for Complex<f64> {}
    impl CastInto<Complex<f64>> for Complex<f64> {}
}
