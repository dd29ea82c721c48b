//! Parts of numbers: real and imaginary parts, angles, rounded numbers; and NaN as missing.

use std::sync::Arc;

use cuda_arrow::Buffer;

use crate::array::{Array, DeviceNode};
use crate::backend::Backend;
use crate::error::{Error, Result};
use crate::layout::dtype::{Dtype, NumberKind};
use crate::layout::node::{Kind, Node};

/// Returns a power of ten as a C++ constant of type `double`.
fn power_of_ten(exponent: u32) -> String {
    match exponent {
        0..=308 => format!("1e{exponent}"),
        _ => "__longlong_as_double(0x7ff0000000000000ll)".to_owned(),
    }
}

/// Returns the expression that rounds one number `value` of a floating-point type, as NumPy does: scaled, rounded to an
/// integer, half to even, and scaled back, with a result of the type after each step.
fn rounded(ty: Dtype, value: &str, decimals: i32) -> String {
    let ty = ty.c_type();
    let step = |text: String| format!("as<computed<{ty}>::type>(as<{ty}>({text}))");
    let factor = step(power_of_ten(decimals.unsigned_abs()));
    let (before, after) = match decimals {
        0.. => ("*", "/"),
        _ => ("/", "*"),
    };
    match decimals {
        0 => step(format!("rint({value})")),
        _ => {
            let scaled = step(format!("{value} {before} {factor}"));
            step(format!("rint({scaled}) {after} {factor}"))
        }
    }
}

impl Backend {
    /// Returns the numbers with NaN missing, at any depth; integers, complex numbers and texts stay as they are.
    fn without_nan(&self, node: &DeviceNode) -> Result<DeviceNode> {
        match &node.kind {
            _ if node.is_text() => Ok(node.clone()),
            Kind::Numpy { dtype, data } if dtype.is_float() => {
                let computed = format!("as<computed<{}>::type>(x0)", dtype.c_type());
                let valid = format!("boolean(!op_isnan({computed}))");
                let valid = self.each_number(data, *dtype, node.len, "", &valid, Dtype::Bool)?;
                let kind = Kind::ByteMasked {
                    mask: self.as_numbers(&valid)?.0,
                    valid_when: true,
                    content: Arc::new(node.clone()),
                };
                Ok(Node::new(node.len, kind))
            }
            Kind::Union { .. } => self.over_union(node, &mut |own, _| self.without_nan(own)),
            _ if node.is_option() || node.is_indexed() => {
                self.canonical(node.with_contents(&mut |content| self.without_nan(content))?)
            }
            _ => node.with_contents(&mut |content| self.without_nan(content)),
        }
    }
}

impl Array {
    /// Applies a change to numbers, if it is one for their type.
    fn each_part(&self, change: &dyn Fn(Dtype) -> Result<Option<(String, Dtype)>>) -> Result<Self> {
        let backend = &self.backend;
        let mut apply = |data: &Buffer, ty: Dtype, n: usize| match change(ty)? {
            Some((expression, result)) => {
                let expression = format!("as<{}>({expression})", result.c_type());
                let before =
                    format!("typedef computed<{}>::type C; const C a = as<C>(x0); ", ty.c_type());
                backend.each_number(data, ty, n, &before, &expression, result)
            }
            None => Ok(Node::numpy(ty, data.clone())),
        };
        Ok(self.with(backend.map_numbers(&self.node, &mut apply)?))
    }

    /// Returns the real parts of complex numbers, and other numbers unchanged:
    /// [`ak.real`](https://awkward-array.org/doc/main/reference/generated/ak.real.html).
    ///
    /// # Errors
    /// Returns the error of the driver or of NVRTC.
    pub fn real(&self) -> Result<Self> {
        self.each_part(&|ty| Ok(ty.is_complex().then(|| ("a.re".to_owned(), ty.real()))))
    }

    /// Returns the imaginary parts of complex numbers, and 0 for others:
    /// [`ak.imag`](https://awkward-array.org/doc/main/reference/generated/ak.imag.html).
    ///
    /// # Errors
    /// Returns the error of the driver or of NVRTC.
    pub fn imag(&self) -> Result<Self> {
        self.each_part(&|ty| {
            let expression = if ty.is_complex() { "a.im" } else { "0.f" };
            Ok(Some((expression.to_owned(), ty.real())))
        })
    }

    /// Returns the angles of complex numbers from the positive real axis, in radians or in degrees; those of other
    /// numbers are 0 or π: [`ak.angle`](https://awkward-array.org/doc/main/reference/generated/ak.angle.html).
    ///
    /// # Errors
    /// [`Error::Type`] for dates and durations.
    pub fn angle(&self, degrees: bool) -> Result<Self> {
        self.each_part(&|ty| {
            if ty.is_time() {
                return Err(Error::Type(format!("angle is not for {ty}")));
            }
            let result = match ty.kind() {
                NumberKind::Bool => Dtype::Float64,
                _ => ty.real().to_float(),
            };
            let part = format!("computed<{}>::type", result.c_type());
            let angle = if ty.is_complex() {
                "atan2(a.im, a.re)".to_owned()
            } else {
                format!("atan2({part}(0), as<{part}>(a))")
            };
            let expression = if degrees {
                // The product of the rounded angle, as in NumPy.
                format!("as<{part}>(as<{}>({angle})) * {part}(57.29577951308232)", result.c_type())
            } else {
                angle
            };
            Ok(Some((expression, result)))
        })
    }

    /// Returns the numbers, also the parts of complex ones, rounded to a number of decimals, half to even; negative
    /// decimals round to tens, hundreds …:
    /// [`ak.round`](https://awkward-array.org/doc/main/reference/generated/ak.round.html). Booleans become `float16`.
    ///
    /// # Errors
    /// [`Error::Type`] for booleans with decimals other than 0, and for dates and durations.
    pub fn round(&self, decimals: i32) -> Result<Self> {
        self.each_part(&|ty| match ty.kind() {
            _ if ty.is_time() => Err(Error::Type(format!("round is not for {ty}"))),
            NumberKind::Bool if decimals != 0 => {
                Err(Error::Type(format!("round: booleans can't be rounded to {decimals} decimals")))
            }
            NumberKind::Bool => Ok(Some(("float(a)".to_owned(), Dtype::Float16))),
            NumberKind::Float => Ok(Some((rounded(ty, "a", decimals), ty))),
            NumberKind::Complex => {
                let part = |value: &str| rounded(ty.real(), value, decimals);
                let expression = format!("{}({}, {})", ty.c_type(), part("a.re"), part("a.im"));
                Ok(Some((expression, ty)))
            }
            // Computed as float64, as in NumPy.
            _ if decimals < 0 => {
                let value = rounded(Dtype::Float64, "static_cast<double>(a)", decimals);
                Ok(Some((value, ty)))
            }
            _ => Ok(None),
        })
    }

    /// Returns the array with NaN missing, in floating-point numbers at any depth:
    /// [`ak.nan_to_none`](https://awkward-array.org/doc/main/reference/generated/ak.nan_to_none.html).
    ///
    /// # Errors
    /// Returns the error of the driver or of NVRTC.
    pub fn nan_to_none(&self) -> Result<Self> {
        Ok(self.with(self.backend.without_nan(&self.node)?))
    }
}
