//! The types with which NumPy's functions compute, and their source in the kernel.

use crate::error::{Error, Result};
use crate::layout::dtype::{Dtype, NumberKind};

/// How a function is computed: the types to which it converts its operands and its result, and its expression.
pub(crate) struct Plan {
    pub(crate) computed: Dtype,
    pub(crate) result: Dtype,
    pub(crate) expression: String,
}

pub(crate) fn plan(name: &str, types: &[Dtype]) -> Result<Plan> {
    use NumberKind::{Bool, Complex, Float};
    let common = types.iter().copied().reduce(Dtype::promote);
    let common = common.unwrap_or(Dtype::Float64);
    let kind = common.kind();
    let no_loop = || {
        let types: Vec<_> = types.iter().map(|it| it.name()).collect();
        Error::Type(format!("ufunc '{name}' is not for numbers of {}", types.join(", ")))
    };
    let count = |expected: usize| match types.len() == expected {
        true => Ok(()),
        false => Err(Error::Value(format!(
            "ufunc '{name}' takes {expected} operands, and was given {}",
            types.len()
        ))),
    };
    let made = |computed: Dtype, result: Dtype, expression: &str| {
        Ok(Plan { computed, result, expression: expression.to_owned() })
    };
    // The other functions have no boolean version.
    let number = match kind {
        Bool => Dtype::Int8,
        _ => common,
    };
    // Each operand counts as the floating-point type that holds it.
    let floats = types.iter().map(|it| it.to_float()).reduce(Dtype::promote);
    let float = floats.unwrap_or(common);
    let unary_float = |function: &str| {
        count(1)?;
        match kind {
            Complex
                if matches!(name, "cbrt" | "fabs")
                    || name.contains("deg")
                    || name.contains("rad") =>
            {
                Err(no_loop())
            }
            Complex if name.starts_with("arc") => {
                Err(Error::Unsupported(format!("'{name}' of complex numbers")))
            }
            Complex => made(common, common, &format!("op_{name}(a)")),
            _ => made(float, float, &format!("{function}(a)")),
        }
    };
    match name {
        "add" | "multiply" => {
            count(2)?;
            made(common, common, &format!("op_{name}(a, b)"))
        }
        "subtract" => {
            count(2)?;
            match kind {
                Bool => Err(no_loop()),
                _ => made(common, common, "op_subtract(a, b)"),
            }
        }
        "divide" | "true_divide" => {
            count(2)?;
            let ty = match kind {
                Float | Complex => common,
                _ => Dtype::Float64,
            };
            made(ty, ty, "op_divide(a, b)")
        }
        "floor_divide" | "remainder" | "mod" | "fmod" | "power" => {
            count(2)?;
            let function = if name == "mod" { "remainder" } else { name };
            match kind {
                Complex if name == "power" => made(common, common, "op_power(a, b)"),
                Complex => Err(no_loop()),
                _ => made(number, number, &format!("op_{function}(a, b)")),
            }
        }
        "float_power" => {
            count(2)?;
            match kind {
                Complex => made(Dtype::Complex128, Dtype::Complex128, "op_power(a, b)"),
                _ => made(Dtype::Float64, Dtype::Float64, "pow(a, b)"),
            }
        }
        "maximum" | "minimum" | "fmax" | "fmin" => {
            count(2)?;
            made(common, common, &format!("op_{name}(a, b)"))
        }
        "arctan2" | "hypot" | "copysign" | "nextafter" | "logaddexp" | "logaddexp2"
        | "heaviside" => {
            count(2)?;
            if kind == Complex {
                return Err(no_loop());
            }
            let function = match name {
                "arctan2" => "atan2",
                // Computations with these are of `float`.
                "nextafter" if float == Dtype::Float16 => "op_nextafter_half",
                "logaddexp" | "logaddexp2" | "heaviside" => &format!("op_{name}"),
                other => other,
            };
            made(float, float, &format!("{function}(a, b)"))
        }
        "equal" | "not_equal" | "less" | "less_equal" | "greater" | "greater_equal" => {
            count(2)?;
            let expression = match name {
                "equal" => "op_equal(a, b)",
                "not_equal" => "!op_equal(a, b)",
                "less" => "op_less(a, b)",
                "less_equal" => "op_less_equal(a, b)",
                "greater" => "op_less(b, a)",
                _ => "op_less_equal(b, a)",
            };
            made(common, Dtype::Bool, expression)
        }
        "logical_and" | "logical_or" | "logical_xor" => {
            count(2)?;
            let sign = match name {
                "logical_and" => "&&",
                "logical_or" => "||",
                _ => "!=",
            };
            made(common, Dtype::Bool, &format!("truth(a) {sign} truth(b)"))
        }
        "logical_not" => {
            count(1)?;
            made(common, Dtype::Bool, "!truth(a)")
        }
        "bitwise_and" | "bitwise_or" | "bitwise_xor" => {
            count(2)?;
            if matches!(kind, Float | Complex) {
                return Err(no_loop());
            }
            let sign = match name {
                "bitwise_and" => "&",
                "bitwise_or" => "|",
                _ => "^",
            };
            made(common, common, &format!("a {sign} b"))
        }
        "left_shift" | "right_shift" => {
            count(2)?;
            if matches!(kind, Float | Complex) {
                return Err(no_loop());
            }
            let way = if name == "left_shift" { "left" } else { "right" };
            made(number, number, &format!("op_shift_{way}(a, b)"))
        }
        "gcd" | "lcm" => {
            count(2)?;
            match common.is_integer() {
                true => made(common, common, &format!("op_{name}(a, b)")),
                false => Err(no_loop()),
            }
        }
        "invert" | "bitwise_not" => {
            count(1)?;
            match kind {
                Float | Complex => Err(no_loop()),
                Bool => made(common, common, "!a"),
                _ => made(common, common, "~a"),
            }
        }
        "negative" | "positive" | "sign" if kind == Bool => Err(no_loop()),
        "negative" | "positive" | "sign" => {
            count(1)?;
            made(common, common, &format!("op_{name}(a)"))
        }
        "absolute" | "abs" => {
            count(1)?;
            made(common, common.real(), "op_absolute(a)")
        }
        "modf.fraction" | "modf.whole" | "frexp.mantissa" | "frexp.exponent" => {
            count(1)?;
            let result = match name {
                "frexp.exponent" => Dtype::Int32,
                _ => float,
            };
            match kind {
                Complex => Err(no_loop()),
                _ => made(float, result, &format!("op_{}(a)", name.replace('.', "_"))),
            }
        }
        "ldexp" => {
            count(2)?;
            let exponents = types
                .get(1)
                .is_some_and(|ty| ty.kind() == Bool || ty.is_integer() && *ty != Dtype::UInt64);
            match types.first() {
                Some(ty) if exponents && !ty.is_complex() => {
                    made(Dtype::Float64, ty.to_float(), "op_ldexp(a, b)")
                }
                _ => Err(no_loop()),
            }
        }
        "fabs" => unary_float("fabs"),
        "square" | "conjugate" | "conj" => {
            count(1)?;
            let function = if name == "square" { name } else { "conjugate" };
            made(number, number, &format!("op_{function}(a)"))
        }
        "reciprocal" => {
            count(1)?;
            match kind {
                Complex => made(common, common, "op_reciprocal(a)"),
                _ => made(number, number, "op_reciprocal(a)"),
            }
        }
        "floor" | "ceil" | "trunc" => {
            count(1)?;
            match kind {
                Complex => Err(no_loop()),
                Float => made(common, common, &format!("{name}(a)")),
                _ => made(common, common, "a"),
            }
        }
        "isnan" | "isinf" | "isfinite" => {
            count(1)?;
            made(common, Dtype::Bool, &format!("op_{name}(a)"))
        }
        "signbit" => {
            count(1)?;
            match kind {
                Complex => Err(no_loop()),
                _ => made(float, Dtype::Bool, "signbit(a)"),
            }
        }
        "sqrt" | "exp" if kind == Complex => {
            count(1)?;
            made(common, common, &format!("op_{name}(a)"))
        }
        "sqrt" | "cbrt" | "exp" | "exp2" | "expm1" | "log" | "log2" | "log10" | "log1p" | "sin"
        | "cos" | "tan" | "sinh" | "cosh" | "tanh" | "rint" => unary_float(name),
        "arcsin" | "arccos" | "arctan" | "arcsinh" | "arccosh" | "arctanh" => {
            unary_float(&name.replace("arc", "a"))
        }
        "degrees" | "rad2deg" => unary_float("decltype(a)(57.295779513082320876798154814105) *"),
        "radians" | "deg2rad" => unary_float("decltype(a)(0.017453292519943295769236907684886) *"),
        _ => Err(Error::Value(format!("there is no ufunc '{name}'"))),
    }
}
