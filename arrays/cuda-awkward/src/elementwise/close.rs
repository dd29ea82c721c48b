//! Whether numbers are close to each other.

use crate::array::Array;
use crate::backend::Backend;
use crate::elementwise::broadcast::{ElementWise, Level, Nodes, Operand, Side};
use crate::error::internal;
use crate::error::{Error, Result};
use crate::layout::dtype::Dtype;

/// How far two numbers may be from each other: `a` is close to `b` if `|a - b| <= atol + rtol * |b|`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tolerance {
    /// The relative tolerance; 10⁻⁵ by default.
    pub rtol: f64,
    /// The absolute tolerance; 10⁻⁸ by default.
    pub atol: f64,
    /// Whether NaN is close to NaN; it isn't by default.
    pub equal_nan: bool,
}

impl Default for Tolerance {
    fn default() -> Self {
        Self { rtol: 1e-5, atol: 1e-8, equal_nan: false }
    }
}

/// A number as a C++ constant of type `double`, exactly.
fn constant(value: f64) -> String {
    format!(
        "__longlong_as_double({}ll)",
        i128::from(value.to_bits() as i64).max(-0x7fff_ffff_ffff_ffff)
    )
}

impl ElementWise for Tolerance {
    fn operation(&self) -> &str {
        "isclose"
    }

    fn compute(&self, backend: &Backend, sides: &[Side], level: &Level) -> Result<Nodes> {
        if sides.iter().any(Side::is_text) {
            return Err(Error::Type("isclose is not for texts".to_owned()));
        }
        let (values, types) = backend.values(sides)?;
        if let Some(ty) = types.iter().find(|ty| ty.is_time()) {
            return Err(Error::Type(format!("isclose is not for {ty}")));
        }
        let (Some(a), Some(b)) = (types.first(), types.get(1)) else {
            return Err(internal());
        };
        // Integers are compared as float64.
        let b = if b.is_float() || b.is_complex() { *b } else { Dtype::Float64 };
        let common = a.promote(b);
        let (gap, size) = (common.c_type(), b.real().c_type());
        let (rtol, atol) = (constant(self.rtol), constant(self.atol));
        let before = format!(
            "typedef computed<{gap}>::type C; typedef computed<{size}>::type R; \
             const C a = as<C>(x0), b = as<C>(x1); const R bound = R({atol}) + R({rtol}) * R(op_absolute(b)); "
        );
        let nan = if self.equal_nan { " || (op_isnan(a) && op_isnan(b))" } else { "" };
        let expression = format!(
            "boolean((op_absolute(op_subtract(a, b)) <= bound && op_isfinite(b)) || op_equal(a, b){nan})"
        );
        let node = backend.element_wise(&values, &before, &expression, Dtype::Bool, level)?;
        Ok(vec![node])
    }
}

impl Array {
    /// Returns whether each number is close to that of `other`, with which the array is
    /// [broadcast](crate#broadcasting):
    /// [`ak.isclose`](https://awkward-array.org/doc/main/reference/generated/ak.isclose.html).
    ///
    /// # Errors
    /// As [`Backend::ufunc`].
    pub fn isclose(&self, other: impl Into<Operand>, mut tolerance: Tolerance) -> Result<Self> {
        let operands = [Operand::from(self), other.into()];
        let results = self.backend.broadcast(&operands, &mut tolerance)?;
        let node = results.into_iter().next().ok_or_else(internal)?;
        Ok(self.with(node))
    }
}
