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

impl sealed::Scalar for Bool {
    const NAME: &'static str = "bool";
}

impl Scalar for Bool {}
impl Bits for Bool {}
impl NotComplex for Bool {}

impl sealed::Scalar for i8 {
    const NAME: &'static str = "i8";
}

impl Scalar for i8 {}
impl Ordered for i8 {}
impl Bits for i8 {}
impl Integer for i8 {}
impl NotComplex for i8 {}

impl sealed::Scalar for i16 {
    const NAME: &'static str = "i16";
}

impl Scalar for i16 {}
impl Ordered for i16 {}
impl Bits for i16 {}
impl Integer for i16 {}
impl NotComplex for i16 {}

impl sealed::Scalar for i32 {
    const NAME: &'static str = "i32";
}

impl Scalar for i32 {}
impl Ordered for i32 {}
impl Bits for i32 {}
impl Integer for i32 {}
impl NotComplex for i32 {}

impl sealed::Scalar for i64 {
    const NAME: &'static str = "i64";
}

impl Scalar for i64 {}
impl Ordered for i64 {}
impl Bits for i64 {}
impl Integer for i64 {}
impl NotComplex for i64 {}

impl sealed::Scalar for isize {
    const NAME: &'static str = "i64";
}

impl Scalar for isize {}
impl Ordered for isize {}
impl Bits for isize {}
impl Integer for isize {}
impl NotComplex for isize {}

impl sealed::Scalar for u8 {
    const NAME: &'static str = "u8";
}

impl Scalar for u8 {}
impl Ordered for u8 {}
impl Bits for u8 {}
impl Integer for u8 {}
impl NotComplex for u8 {}

impl sealed::Scalar for u16 {
    const NAME: &'static str = "u16";
}

impl Scalar for u16 {}
impl Ordered for u16 {}
impl Bits for u16 {}
impl Integer for u16 {}
impl NotComplex for u16 {}

impl sealed::Scalar for u32 {
    const NAME: &'static str = "u32";
}

impl Scalar for u32 {}
impl Ordered for u32 {}
impl Bits for u32 {}
impl Integer for u32 {}
impl NotComplex for u32 {}

impl sealed::Scalar for u64 {
    const NAME: &'static str = "u64";
}

impl Scalar for u64 {}
impl Ordered for u64 {}
impl Bits for u64 {}
impl Integer for u64 {}
impl NotComplex for u64 {}

impl sealed::Scalar for usize {
    const NAME: &'static str = "u64";
}

impl Scalar for usize {}
impl Ordered for usize {}
impl Bits for usize {}
impl Integer for usize {}
impl NotComplex for usize {}

impl sealed::Scalar for f32 {
    const NAME: &'static str = "float";
}

impl Scalar for f32 {}
impl Ordered for f32 {}
impl Float for f32 {}
impl Real for f32 {}
impl NotComplex for f32 {}

impl sealed::Scalar for f64 {
    const NAME: &'static str = "double";
}

impl Scalar for f64 {}
impl Ordered for f64 {}
impl Float for f64 {}
impl Real for f64 {}
impl NotComplex for f64 {}

#[cfg(feature = "half")]
const _: () = {
    impl sealed::Scalar for half::f16 {
        const NAME: &'static str = "f16";
    }

    impl Scalar for half::f16 {}
    impl Ordered for half::f16 {}
    impl Float for half::f16 {}
    impl Real for half::f16 {}
    impl NotComplex for half::f16 {}
};

#[cfg(feature = "half")]
const _: () = {
    impl sealed::Scalar for half::bf16 {
        const NAME: &'static str = "bf16";
    }

    impl Scalar for half::bf16 {}
    impl Ordered for half::bf16 {}
    impl Float for half::bf16 {}
    impl Real for half::bf16 {}
    impl NotComplex for half::bf16 {}
};

#[cfg(feature = "complex")]
const _: () = {
    impl sealed::Scalar for num_complex::Complex<f32> {
        const NAME: &'static str = "c32";
    }

    impl Scalar for num_complex::Complex<f32> {}
    impl Float for num_complex::Complex<f32> {}
    impl ComplexNumber for num_complex::Complex<f32> {}
};

#[cfg(feature = "complex")]
const _: () = {
    impl sealed::Scalar for num_complex::Complex<f64> {
        const NAME: &'static str = "c64";
    }

    impl Scalar for num_complex::Complex<f64> {}
    impl Float for num_complex::Complex<f64> {}
    impl ComplexNumber for num_complex::Complex<f64> {}
};

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
