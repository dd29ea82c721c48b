//! The types with which NumPy's functions compute, and their source in the kernel.

use crate::error::{Error, Result};
use crate::layout::dtype::NumberKind::{Bool, Complex, Float};
use crate::layout::dtype::{Dtype, NumberKind};

/// How a function is computed: the types to which it converts its operands and its result, and its expression.
pub(crate) struct FunctionPlan {
    pub(crate) computed: Dtype,
    pub(crate) result: Dtype,
    pub(crate) expression: String,
}

/// How a function computes, for operands of all types.
#[derive(Clone, Copy)]
struct Row {
    operands: usize,
    types: Types,
    /// The expression; `{}` is the function's name.
    text: &'static str,
    /// Other expressions for operands of these kinds.
    others: &'static [(NumberKind, &'static str)],
    /// The kinds for which NumPy has no such function.
    refused: &'static [NumberKind],
}

/// The types to which operands and the result are converted.
#[derive(Clone, Copy)]
enum Types {
    /// The type that holds all operands.
    Common,
    CommonTo(Dtype),
    /// The same, and the result is of the type of its parts.
    CommonToReal,
    /// The same, but integers for booleans, of which the function has no version.
    Number,
    /// The floating-point type that holds all operands, each counted as the one that holds it.
    Float,
    FloatTo(Dtype),
    /// Floating-point numbers and complex ones as they are, others as `double`.
    Fraction,
    /// The widest.
    Double,
}

use Types::{Common, CommonTo, CommonToReal, Double, FloatTo, Fraction, Number};

const fn row(operands: usize, types: Types, text: &'static str) -> Row {
    Row { operands, types, text, others: &[], refused: &[] }
}

const fn unary(types: Types, text: &'static str) -> Row {
    row(1, types, text)
}

const fn binary(types: Types, text: &'static str) -> Row {
    row(2, types, text)
}

/// A function of floating-point numbers, with another version for complex ones.
const fn real_or_complex(text: &'static str) -> Row {
    unary(Types::Float, text).or(&[(Complex, "op_{}(a)")])
}

impl Row {
    const fn or(self, others: &'static [(NumberKind, &'static str)]) -> Self {
        Self { others, ..self }
    }

    const fn but_not(self, refused: &'static [NumberKind]) -> Self {
        Self { refused, ..self }
    }

    fn of(name: &str) -> Option<Self> {
        Some(match name {
            "add" | "multiply" | "maximum" | "minimum" | "fmax" | "fmin" => {
                binary(Common, "op_{}(a, b)")
            }
            "subtract" => binary(Common, "op_subtract(a, b)").but_not(&[Bool]),
            "divide" | "true_divide" => binary(Fraction, "op_divide(a, b)"),
            "floor_divide" | "remainder" | "fmod" => {
                binary(Number, "op_{}(a, b)").but_not(&[Complex])
            }
            "mod" => binary(Number, "op_remainder(a, b)").but_not(&[Complex]),
            "power" => binary(Number, "op_power(a, b)"),
            "float_power" => binary(Double, "pow(a, b)").or(&[(Complex, "op_power(a, b)")]),
            "arctan2" => binary(Types::Float, "atan2(a, b)").but_not(&[Complex]),
            "hypot" | "copysign" | "nextafter" => {
                binary(Types::Float, "{}(a, b)").but_not(&[Complex])
            }
            "logaddexp" | "logaddexp2" | "heaviside" => {
                binary(Types::Float, "op_{}(a, b)").but_not(&[Complex])
            }
            "ldexp" => binary(Double, "op_ldexp(a, b)"),

            "equal" => binary(CommonTo(Dtype::Bool), "op_equal(a, b)"),
            "not_equal" => binary(CommonTo(Dtype::Bool), "!op_equal(a, b)"),
            "less" => binary(CommonTo(Dtype::Bool), "op_less(a, b)"),
            "less_equal" => binary(CommonTo(Dtype::Bool), "op_less_equal(a, b)"),
            "greater" => binary(CommonTo(Dtype::Bool), "op_less(b, a)"),
            "greater_equal" => binary(CommonTo(Dtype::Bool), "op_less_equal(b, a)"),
            "logical_and" => binary(CommonTo(Dtype::Bool), "truth(a) && truth(b)"),
            "logical_or" => binary(CommonTo(Dtype::Bool), "truth(a) || truth(b)"),
            "logical_xor" => binary(CommonTo(Dtype::Bool), "truth(a) != truth(b)"),
            "logical_not" => unary(CommonTo(Dtype::Bool), "!truth(a)"),
            "isnan" | "isinf" | "isfinite" => unary(CommonTo(Dtype::Bool), "op_{}(a)"),
            "signbit" => unary(FloatTo(Dtype::Bool), "signbit(a)").but_not(&[Complex]),

            "bitwise_and" => binary(Common, "a & b").but_not(&[Float, Complex]),
            "bitwise_or" => binary(Common, "a | b").but_not(&[Float, Complex]),
            "bitwise_xor" => binary(Common, "a ^ b").but_not(&[Float, Complex]),
            "left_shift" => binary(Number, "op_shift_left(a, b)").but_not(&[Float, Complex]),
            "right_shift" => binary(Number, "op_shift_right(a, b)").but_not(&[Float, Complex]),
            "gcd" | "lcm" => binary(Common, "op_{}(a, b)").but_not(&[Bool, Float, Complex]),
            "invert" | "bitwise_not" => {
                unary(Common, "~a").or(&[(Bool, "!a")]).but_not(&[Float, Complex])
            }

            "negative" | "positive" | "sign" => unary(Common, "op_{}(a)").but_not(&[Bool]),
            "absolute" | "abs" => unary(CommonToReal, "op_absolute(a)"),
            "square" | "reciprocal" => unary(Number, "op_{}(a)"),
            "conjugate" | "conj" => unary(Number, "op_conjugate(a)"),
            "floor" | "ceil" | "trunc" => {
                unary(Common, "a").or(&[(Float, "{}(a)")]).but_not(&[Complex])
            }
            "modf.fraction" => unary(Types::Float, "op_modf_fraction(a)").but_not(&[Complex]),
            "modf.whole" => unary(Types::Float, "op_modf_whole(a)").but_not(&[Complex]),
            "frexp.mantissa" => unary(Types::Float, "op_frexp_mantissa(a)").but_not(&[Complex]),
            "frexp.exponent" => {
                unary(FloatTo(Dtype::Int32), "op_frexp_exponent(a)").but_not(&[Complex])
            }

            "sqrt" | "exp" | "exp2" | "expm1" | "log" | "log2" | "log10" | "log1p" | "sin"
            | "cos" | "tan" | "sinh" | "cosh" | "tanh" | "rint" => real_or_complex("{}(a)"),
            "cbrt" | "fabs" => unary(Types::Float, "{}(a)").but_not(&[Complex]),
            "arcsin" => real_or_complex("asin(a)"),
            "arccos" => real_or_complex("acos(a)"),
            "arctan" => real_or_complex("atan(a)"),
            "arcsinh" => real_or_complex("asinh(a)"),
            "arccosh" => real_or_complex("acosh(a)"),
            "arctanh" => real_or_complex("atanh(a)"),
            "degrees" | "rad2deg" => {
                unary(Types::Float, "decltype(a)(57.295779513082320876798154814105) *(a)")
                    .but_not(&[Complex])
            }
            "radians" | "deg2rad" => {
                unary(Types::Float, "decltype(a)(0.017453292519943295769236907684886) *(a)")
                    .but_not(&[Complex])
            }
            _ => return None,
        })
    }
}

pub(crate) fn plan(name: &str, types: &[Dtype]) -> Result<FunctionPlan> {
    let row = Row::of(name).ok_or_else(|| Error::Value(format!("there is no ufunc '{name}'")))?;
    let common = types.iter().copied().reduce(Dtype::promote);
    let common = common.unwrap_or(Dtype::Float64);
    let kind = common.kind();
    let is_refused = row.refused.contains(&kind);
    let no_loop = || {
        let types: Vec<_> = types.iter().map(|ty| ty.name()).collect();
        Error::Type(format!("ufunc '{name}' is not for numbers of {}", types.join(", ")))
    };
    // Of booleans, even of a wrong number.
    if is_refused && matches!(name, "negative" | "positive" | "sign") {
        return Err(no_loop());
    }
    if types.len() != row.operands {
        return Err(Error::Value(format!(
            "ufunc '{name}' takes {} operands, and was given {}",
            row.operands,
            types.len()
        )));
    }
    if is_refused {
        return Err(no_loop());
    }
    if name == "ldexp" {
        return ldexp(types, row.text).ok_or_else(no_loop);
    }
    let (computed, result) = row.types.of(types, common);
    let other = row.others.iter().find(|(of, _)| *of == kind);
    let text = match other {
        // Computations with these are of `float`.
        _ if name == "nextafter" && computed == Dtype::Float16 => "op_nextafter_half(a, b)",
        Some((_, text)) => text,
        None => row.text,
    };
    Ok(FunctionPlan { computed, result, expression: text.replace("{}", name) })
}

impl Types {
    /// Returns the types of the computation and of its result; `common` holds all operands.
    fn of(self, types: &[Dtype], common: Dtype) -> (Dtype, Dtype) {
        let floats = types.iter().map(|ty| ty.to_float()).reduce(Dtype::promote);
        let kind = common.kind();
        let float = match kind {
            Complex => common,
            _ => floats.unwrap_or(common),
        };
        let computed = match self {
            Common | CommonTo(_) | CommonToReal => common,
            Number if kind == Bool => Dtype::Int8,
            Number => common,
            Self::Float | FloatTo(_) => float,
            Fraction if matches!(kind, Float | Complex) => common,
            Double if kind == Complex => Dtype::Complex128,
            Fraction | Double => Dtype::Float64,
        };
        let result = match self {
            CommonTo(result) | FloatTo(result) => result,
            CommonToReal => common.real(),
            _ => computed,
        };
        (computed, result)
    }
}

/// Returns the plan of numbers times powers of 2, whose exponents are integers.
fn ldexp(types: &[Dtype], text: &str) -> Option<FunctionPlan> {
    let [number, exponent] = types else {
        return None;
    };
    let is_integer = exponent.kind() == Bool || exponent.is_integer() && *exponent != Dtype::UInt64;
    (is_integer && !number.is_complex()).then(|| FunctionPlan {
        computed: Dtype::Float64,
        result: number.to_float(),
        expression: text.to_owned(),
    })
}
