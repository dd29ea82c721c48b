//! Functions of elements.

use ndarray::{DimMax, Dimension};

use crate::arithmetic::expr::{Expr, Operand};
use crate::arithmetic::operators::{BroadcastDim, binary};
use crate::arithmetic::scalar::{CastInto, ComplexNumber, Float, Numeric, Ordered, Real, Scalar};
use crate::array::DeviceArray;
use crate::dtype::Bool;
use crate::shared::SharedDeviceArray;
use crate::view::DeviceArrayView;

impl<A: Scalar, D: Dimension> DeviceArray<A, D> {
    /// Returns the elements as an expression, whose methods are functions of them.
    pub fn expr(&self) -> Expr<'_, A, D> {
        self.into_expr()
    }
}

impl<A: Scalar, D: Dimension> SharedDeviceArray<A, D> {
    /// Returns the elements as an expression, whose methods are functions of them.
    pub fn expr(&self) -> Expr<'_, A, D> {
        self.into_expr()
    }
}

impl<'a, A: Scalar, D: Dimension> DeviceArrayView<'a, A, D> {
    /// Returns the elements as an expression, whose methods are functions of them.
    pub fn expr(&self) -> Expr<'a, A, D> {
        self.into_expr()
    }
}

impl<'a, A: Scalar, D: Dimension> Expr<'a, A, D> {
    /// Converts each element to another type: NumPy's `astype`, with the results of Rust's `as`. Integers wrap, floats are cut off and
    /// kept within the type, and NaN becomes 0; every number but 0 is true.
    pub fn astype<B: Scalar>(&self) -> Expr<'a, B, D>
    where
        A: CastInto<B>,
    {
        Expr::call("cast", [self.node().clone()])
    }

    /// Returns whether elements are equal. NaN isn't equal to itself.
    pub fn eq<R: Operand<'a, A>>(&self, other: R) -> Expr<'a, Bool, BroadcastDim<D, R::Dim>>
    where
        D: DimMax<R::Dim>,
    {
        binary("equal", self.clone(), other.into_expr())
    }

    /// Returns whether elements differ.
    pub fn ne<R: Operand<'a, A>>(&self, other: R) -> Expr<'a, Bool, BroadcastDim<D, R::Dim>>
    where
        D: DimMax<R::Dim>,
    {
        binary("differ", self.clone(), other.into_expr())
    }
}

/// What [`Expr::select`] returns: elements of the shape to which its three operands broadcast.
pub type SelectExpr<'a, A, D, T, U> = Expr<'a, A, BroadcastDim<BroadcastDim<D, T>, U>>;

impl<'a, D: Dimension> Expr<'a, Bool, D> {
    /// Returns an element of the first operand where this is true, and of the second elsewhere: NumPy's `where`.
    pub fn select<A, T, U>(&self, then: T, otherwise: U) -> SelectExpr<'a, A, D, T::Dim, U::Dim>
    where
        A: Scalar,
        T: Operand<'a, A>,
        U: Operand<'a, A>,
        D: DimMax<T::Dim>,
        BroadcastDim<D, T::Dim>: DimMax<U::Dim>,
    {
        let (then, otherwise) = (then.into_expr(), otherwise.into_expr());
        Expr::call("select", [self.node().clone(), then.into_node(), otherwise.into_node()])
    }
}

impl<'a, A: Numeric, D: Dimension> Expr<'a, A, D> {
    /// Returns absolute values; that of the least integer wraps, and those of complex numbers are real.
    pub fn abs(&self) -> Expr<'a, A::Abs, D> {
        Expr::call("absolute", [self.node().clone()])
    }

    /// Returns powers. Those of integers wrap, and those with a negative exponent are cut off.
    pub fn pow<R: Operand<'a, A>>(&self, other: R) -> Expr<'a, A, BroadcastDim<D, R::Dim>>
    where
        D: DimMax<R::Dim>,
    {
        binary("power", self.clone(), other.into_expr())
    }
}

impl<'a, A: Ordered, D: Dimension> Expr<'a, A, D> {
    /// Returns whether an element is less.
    pub fn lt<R: Operand<'a, A>>(&self, other: R) -> Expr<'a, Bool, BroadcastDim<D, R::Dim>>
    where
        D: DimMax<R::Dim>,
    {
        binary("less", self.clone(), other.into_expr())
    }

    /// Returns whether an element isn't greater.
    pub fn le<R: Operand<'a, A>>(&self, other: R) -> Expr<'a, Bool, BroadcastDim<D, R::Dim>>
    where
        D: DimMax<R::Dim>,
    {
        binary("less_equal", self.clone(), other.into_expr())
    }

    /// Returns whether an element is greater.
    pub fn gt<R: Operand<'a, A>>(&self, other: R) -> Expr<'a, Bool, BroadcastDim<D, R::Dim>>
    where
        D: DimMax<R::Dim>,
    {
        Expr::call("less", [other.into_expr().into_node(), self.node().clone()])
    }

    /// Returns whether an element isn't less.
    pub fn ge<R: Operand<'a, A>>(&self, other: R) -> Expr<'a, Bool, BroadcastDim<D, R::Dim>>
    where
        D: DimMax<R::Dim>,
    {
        Expr::call("less_equal", [other.into_expr().into_node(), self.node().clone()])
    }

    /// Returns the lesser elements, and NaN where either is.
    pub fn minimum<R: Operand<'a, A>>(&self, other: R) -> Expr<'a, A, BroadcastDim<D, R::Dim>>
    where
        D: DimMax<R::Dim>,
    {
        binary("minimum", self.clone(), other.into_expr())
    }

    /// Returns the greater elements, and NaN where either is.
    pub fn maximum<R: Operand<'a, A>>(&self, other: R) -> Expr<'a, A, BroadcastDim<D, R::Dim>>
    where
        D: DimMax<R::Dim>,
    {
        binary("maximum", self.clone(), other.into_expr())
    }
}

impl<A: Float, D: Dimension> Expr<'_, A, D> {
    /// Returns square roots.
    pub fn sqrt(&self) -> Self {
        Self::call("sqrt_of", [self.node().clone()])
    }

    /// Returns e to these powers.
    pub fn exp(&self) -> Self {
        Self::call("exp_of", [self.node().clone()])
    }

    /// Returns natural logarithms.
    pub fn ln(&self) -> Self {
        Self::call("ln_of", [self.node().clone()])
    }

    /// Returns sines.
    pub fn sin(&self) -> Self {
        Self::call("sin_of", [self.node().clone()])
    }

    /// Returns cosines.
    pub fn cos(&self) -> Self {
        Self::call("cos_of", [self.node().clone()])
    }

    /// Returns hyperbolic tangents.
    pub fn tanh(&self) -> Self {
        Self::call("tanh_of", [self.node().clone()])
    }
}

impl<'a, A: Real, D: Dimension> Expr<'a, A, D> {
    /// Returns the greatest integers that aren't greater.
    pub fn floor(&self) -> Self {
        Self::call("floor_of", [self.node().clone()])
    }

    /// Returns the least integers that aren't less.
    pub fn ceil(&self) -> Self {
        Self::call("ceil_of", [self.node().clone()])
    }

    /// Returns the numbers without their fractions.
    pub fn trunc(&self) -> Self {
        Self::call("trunc_of", [self.node().clone()])
    }

    /// Returns the nearest integers, and of two the even one: NumPy's `round`.
    pub fn round(&self) -> Self {
        Self::call("round_of", [self.node().clone()])
    }

    /// Returns cube roots.
    pub fn cbrt(&self) -> Self {
        Self::call("cbrt_of", [self.node().clone()])
    }

    /// Returns 2 to these powers.
    pub fn exp2(&self) -> Self {
        Self::call("exp2_of", [self.node().clone()])
    }

    /// Returns e to these powers, less 1.
    pub fn exp_m1(&self) -> Self {
        Self::call("expm1_of", [self.node().clone()])
    }

    /// Returns logarithms of base 2.
    pub fn log2(&self) -> Self {
        Self::call("log2_of", [self.node().clone()])
    }

    /// Returns logarithms of base 10.
    pub fn log10(&self) -> Self {
        Self::call("log10_of", [self.node().clone()])
    }

    /// Returns natural logarithms of these and 1.
    pub fn ln_1p(&self) -> Self {
        Self::call("log1p_of", [self.node().clone()])
    }

    /// Returns tangents.
    pub fn tan(&self) -> Self {
        Self::call("tan_of", [self.node().clone()])
    }

    /// Returns arcsines.
    pub fn asin(&self) -> Self {
        Self::call("asin_of", [self.node().clone()])
    }

    /// Returns arccosines.
    pub fn acos(&self) -> Self {
        Self::call("acos_of", [self.node().clone()])
    }

    /// Returns arctangents.
    pub fn atan(&self) -> Self {
        Self::call("atan_of", [self.node().clone()])
    }

    /// Returns hyperbolic sines.
    pub fn sinh(&self) -> Self {
        Self::call("sinh_of", [self.node().clone()])
    }

    /// Returns hyperbolic cosines.
    pub fn cosh(&self) -> Self {
        Self::call("cosh_of", [self.node().clone()])
    }

    /// Returns the angles of points, of which these are the ordinates.
    pub fn atan2<R: Operand<'a, A>>(&self, other: R) -> Expr<'a, A, BroadcastDim<D, R::Dim>>
    where
        D: DimMax<R::Dim>,
    {
        binary("atan2_of", self.clone(), other.into_expr())
    }

    /// Returns the distances of points from the origin.
    pub fn hypot<R: Operand<'a, A>>(&self, other: R) -> Expr<'a, A, BroadcastDim<D, R::Dim>>
    where
        D: DimMax<R::Dim>,
    {
        binary("hypot_of", self.clone(), other.into_expr())
    }

    /// Returns which elements are NaN.
    pub fn is_nan(&self) -> Expr<'a, Bool, D> {
        Expr::call("is_nan", [self.node().clone()])
    }

    /// Returns which elements are neither infinite nor NaN.
    pub fn is_finite(&self) -> Expr<'a, Bool, D> {
        Expr::call("is_finite", [self.node().clone()])
    }
}

impl<'a, A: ComplexNumber, D: Dimension> Expr<'a, A, D> {
    /// Returns conjugates.
    pub fn conj(&self) -> Self {
        Self::call("conj", [self.node().clone()])
    }

    /// Returns real parts.
    pub fn real(&self) -> Expr<'a, A::Abs, D> {
        Expr::call("real", [self.node().clone()])
    }

    /// Returns imaginary parts.
    pub fn imag(&self) -> Expr<'a, A::Abs, D> {
        Expr::call("imag", [self.node().clone()])
    }

    /// Returns angles, in radians.
    pub fn angle(&self) -> Expr<'a, A::Abs, D> {
        Expr::call("angle", [self.node().clone()])
    }
}
