//! Rust's operators of arrays, expressions and numbers.

use core::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Rem, Shl, Shr, Sub};

use ndarray::{DimMax, Dimension, Ix0};

use crate::arithmetic::expr::{Expr, Operand};
use crate::arithmetic::scalar::{Bits, Integer, Numeric, Ordered, Scalar};
use crate::array::DeviceArray;
use crate::dtype::Bool;
use crate::shared::SharedDeviceArray;
use crate::view::DeviceArrayView;

/// The dimension of what is computed of two.
pub(super) type BroadcastDim<D, E> = <D as DimMax<E>>::Output;

/// A function of two operands of one type, with a result of another.
pub(super) fn binary<'a, A, B: Scalar, D: Dimension + DimMax<E>, E: Dimension>(
    name: &'static str,
    a: Expr<'a, A, D>,
    b: Expr<'a, A, E>,
) -> Expr<'a, B, BroadcastDim<D, E>> {
    Expr::call(name, [a.into_node(), b.into_node()])
}

macro_rules! binary_operators {
    ($($trait:ident $method:ident $bound:ident $name:literal;)*) => {$(
        binary_operators!(@ $trait $method $bound $name; Expr<'a, A, D>);
        binary_operators!(@ $trait $method $bound $name; &Expr<'a, A, D>);
        binary_operators!(@ $trait $method $bound $name; &'a DeviceArray<A, D>);
        binary_operators!(@ $trait $method $bound $name; &'a SharedDeviceArray<A, D>);
        binary_operators!(@ $trait $method $bound $name; DeviceArrayView<'a, A, D>);
        binary_operators!(@ $trait $method $bound $name; &DeviceArrayView<'a, A, D>);
    )*};
    (@ $trait:ident $method:ident $bound:ident $name:literal; $left:ty) => {
        impl<'a, A: $bound, D: Dimension + DimMax<R::Dim>, R: Operand<'a, A>> $trait<R> for $left {
            type Output = Expr<'a, A, BroadcastDim<D, R::Dim>>;

            fn $method(self, other: R) -> Self::Output {
                binary($name, self.into_expr(), other.into_expr())
            }
        }
    };
}

binary_operators! {
    Add add Numeric "add";
    Sub sub Numeric "subtract";
    Mul mul Numeric "multiply";
    Div div Numeric "divide";
    Rem rem Ordered "remainder_of";
    BitAnd bitand Bits "bit_and";
    BitOr bitor Bits "bit_or";
    BitXor bitxor Bits "bit_xor";
    Shl shl Integer "shift_left";
    Shr shr Integer "shift_right";
}

impl<'a, A: Numeric, D: Dimension> Neg for Expr<'a, A, D> {
    type Output = Expr<'a, A, D>;

    fn neg(self) -> Self::Output {
        Expr::call("negate", [self.into_expr().into_node()])
    }
}

impl<'a, A: Numeric, D: Dimension> Neg for &Expr<'a, A, D> {
    type Output = Expr<'a, A, D>;

    fn neg(self) -> Self::Output {
        Expr::call("negate", [self.into_expr().into_node()])
    }
}

impl<'a, A: Numeric, D: Dimension> Neg for &'a DeviceArray<A, D> {
    type Output = Expr<'a, A, D>;

    fn neg(self) -> Self::Output {
        Expr::call("negate", [self.into_expr().into_node()])
    }
}

impl<'a, A: Numeric, D: Dimension> Neg for DeviceArrayView<'a, A, D> {
    type Output = Expr<'a, A, D>;

    fn neg(self) -> Self::Output {
        Expr::call("negate", [self.into_expr().into_node()])
    }
}

impl<'a, A: Bits, D: Dimension> Not for Expr<'a, A, D> {
    type Output = Expr<'a, A, D>;

    fn not(self) -> Self::Output {
        Expr::call("bit_not", [self.into_expr().into_node()])
    }
}

impl<'a, A: Bits, D: Dimension> Not for &Expr<'a, A, D> {
    type Output = Expr<'a, A, D>;

    fn not(self) -> Self::Output {
        Expr::call("bit_not", [self.into_expr().into_node()])
    }
}

impl<'a, A: Bits, D: Dimension> Not for &'a DeviceArray<A, D> {
    type Output = Expr<'a, A, D>;

    fn not(self) -> Self::Output {
        Expr::call("bit_not", [self.into_expr().into_node()])
    }
}

impl<'a, A: Bits, D: Dimension> Not for DeviceArrayView<'a, A, D> {
    type Output = Expr<'a, A, D>;

    fn not(self) -> Self::Output {
        Expr::call("bit_not", [self.into_expr().into_node()])
    }
}

impl<'a> Operand<'a, Bool> for bool {
    type Dim = Ix0;

    fn into_expr(self) -> Expr<'a, Bool, Ix0> {
        Expr::of_scalar(Bool::from(self))
    }
}

macro_rules! numbers {
    ($($(#[$attribute:meta])* $ty:ty;)*) => {$(
        $(#[$attribute])*
        impl<'a> Operand<'a, $ty> for $ty {
            type Dim = Ix0;

            fn into_expr(self) -> Expr<'a, $ty, Ix0> {
                Expr::of_scalar(self)
            }
        }
        numbers!(@ $(#[$attribute])* $ty; Add add "add" Sub sub "subtract" Mul mul "multiply" Div div "divide");
    )*};
    (@ $(#[$attribute:meta])* $ty:ty; $trait:ident $method:ident $name:literal $($rest:tt)*) => {
        numbers!(@@ $(#[$attribute])* $ty; $trait $method $name; Expr<'a, $ty, D>);
        numbers!(@@ $(#[$attribute])* $ty; $trait $method $name; &Expr<'a, $ty, D>);
        numbers!(@@ $(#[$attribute])* $ty; $trait $method $name; &'a DeviceArray<$ty, D>);
        numbers!(@@ $(#[$attribute])* $ty; $trait $method $name; DeviceArrayView<'a, $ty, D>);
        numbers!(@ $(#[$attribute])* $ty; $($rest)*);
    };
    (@ $(#[$attribute:meta])* $ty:ty;) => {};
    (@@ $(#[$attribute:meta])* $ty:ty; $trait:ident $method:ident $name:literal; $right:ty) => {
        $(#[$attribute])*
        impl<'a, D: Dimension> $trait<$right> for $ty {
            type Output = Expr<'a, $ty, D>;

            fn $method(self, other: $right) -> Self::Output {
                let this: Expr<'a, $ty, Ix0> = Expr::of_scalar(self);
                Expr::call($name, [this.into_node(), other.into_expr().into_node()])
            }
        }
    };
}

numbers! {
    i8;
    i16;
    i32;
    i64;
    isize;
    u8;
    u16;
    u32;
    u64;
    usize;
    f32;
    f64;
    #[cfg(feature = "half")]
    half::f16;
    #[cfg(feature = "half")]
    half::bf16;
    #[cfg(feature = "complex")]
    num_complex::Complex<f32>;
    #[cfg(feature = "complex")]
    num_complex::Complex<f64>;
}
