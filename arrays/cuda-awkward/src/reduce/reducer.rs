//! The reducers, and their source in the kernel.

use crate::layout::dtype::{Dtype, NumberKind};

/// A function that reduces many numbers to one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names are Awkward's")]
#[non_exhaustive]
pub enum Reducer {
    Sum,
    Prod,
    Min,
    Max,
    ArgMin,
    ArgMax,
    Any,
    All,
    Count,
    CountNonzero,
    Mean,
    Var,
    Std,
    Ptp,
}

impl Reducer {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Sum => "sum",
            Self::Prod => "prod",
            Self::Min => "min",
            Self::Max => "max",
            Self::ArgMin => "argmin",
            Self::ArgMax => "argmax",
            Self::Any => "any",
            Self::All => "all",
            Self::Count => "count",
            Self::CountNonzero => "count_nonzero",
            Self::Mean => "mean",
            Self::Var => "var",
            Self::Std => "std",
            Self::Ptp => "ptp",
        }
    }

    /// Returns `true` if the result of an empty list is missing by default.
    pub(crate) fn masks(self) -> bool {
        matches!(self, Self::Min | Self::Max | Self::ArgMin | Self::ArgMax | Self::Ptp)
    }

    pub(crate) fn result(self, ty: Dtype) -> Dtype {
        match self {
            Self::Sum | Self::Prod => match ty.kind() {
                NumberKind::Bool | NumberKind::Signed => Dtype::Int64,
                NumberKind::Unsigned => Dtype::UInt64,
                _ => ty,
            },
            Self::Min | Self::Max => ty,
            Self::Any | Self::All => Dtype::Bool,
            _ => Dtype::Int64,
        }
    }
}

/// The options of a reduction, independent of the array.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReduceOptions {
    pub(crate) reducer: Reducer,
    pub(crate) mask: bool,
    /// Whether a NaN counts as the minimum or maximum of any numbers.
    pub(crate) nan_wins: bool,
    /// Whether positions are counted within lists.
    pub(crate) local: bool,
}

/// The definitions of a reduction in the kernel, and the size in bytes of the accumulator.
pub(crate) struct Operation {
    pub(crate) text: String,
    pub(crate) accumulator: usize,
}

/// Returns the text for the kernel. `position` is the C++ type of positions.
pub(crate) fn operation(how: ReduceOptions, ty: Dtype, result: Dtype, position: &str) -> Operation {
    let (value, size) = value(how.reducer, ty, result);
    let number = number(how.reducer, ty, value);
    let result = result.c_type();
    match how.reducer {
        Reducer::Min | Reducer::Max if ty.is_complex() => {
            let text = number + &complex_extreme(how, ty, result);
            Operation { text, accumulator: 3 * size }
        }
        Reducer::ArgMin | Reducer::ArgMax => {
            let text = number + &best(how, position);
            // The positions, three for complex numbers, and what aligns the accumulator.
            Operation { text, accumulator: size.max(8) + 32 }
        }
        Reducer::Prod if ty.is_complex() => {
            let text = number + &combined("PRODUCT", how, ty, result);
            Operation { text, accumulator: 3 * size }
        }
        _ if how.mask => {
            let text = number + &combined("COUNTED", how, ty, result);
            Operation { text, accumulator: size.max(4) * 2 }
        }
        _ => Operation { text: number + &combined("ONE", how, ty, result), accumulator: size },
    }
}

/// Returns the C++ type in which numbers are reduced, and its size in bytes.
fn value(reducer: Reducer, ty: Dtype, result: Dtype) -> (&'static str, usize) {
    let wide = |ty: Dtype| match ty {
        Dtype::Bool | Dtype::UInt8 | Dtype::UInt16 => ("u32", 4),
        Dtype::Int8 | Dtype::Int16 => ("i32", 4),
        Dtype::Float16 => ("float", 4),
        other => (other.c_type(), other.size()),
    };
    match reducer {
        Reducer::Min | Reducer::Max | Reducer::ArgMin | Reducer::ArgMax => wide(ty),
        Reducer::Any | Reducer::All => ("u32", 4),
        Reducer::Count | Reducer::CountNonzero => ("i64", 8),
        _ => wide(result),
    }
}

/// Returns the definitions of an element and of the value that it is for the reduction.
fn number(reducer: Reducer, ty: Dtype, value: &str) -> String {
    let element = ty.c_type();
    let value_of = match reducer {
        Reducer::Any | Reducer::All | Reducer::CountNonzero => {
            format!("truth(as<computed<{element}>::type>(element))")
        }
        Reducer::Count => "1".to_owned(),
        _ => "as<VALUE>(element)".to_owned(),
    };
    let is_read = i32::from(reducer != Reducer::Count);
    format!(
        "#define ELEMENT {element}\n#define READS {is_read}\n#define NUMBER {value}\n#define VALUE_OF(element) {value_of}\n"
    )
}

/// Returns the least and the greatest value of a type.
fn limits(ty: Dtype) -> (&'static str, &'static str) {
    match ty {
        Dtype::Bool => ("0", "1"),
        Dtype::Int8 => ("-128", "127"),
        Dtype::Int16 => ("-32768", "32767"),
        Dtype::Int32 => ("(-2147483647 - 1)", "2147483647"),
        Dtype::Int64 | Dtype::DateTime64(_) | Dtype::TimeDelta64(_) => {
            ("(-9223372036854775807ll - 1)", "9223372036854775807ll")
        }
        Dtype::UInt8 => ("0", "255"),
        Dtype::UInt16 => ("0", "65535"),
        Dtype::UInt32 => ("0", "4294967295u"),
        Dtype::UInt64 => ("0", "18446744073709551615ull"),
        _ if ty.is_complex() => {
            ("VALUE(__int_as_float(0xff800000), 0)", "VALUE(__int_as_float(0x7f800000), 0)")
        }
        _ => ("__int_as_float(0xff800000)", "__int_as_float(0x7f800000)"),
    }
}

/// Returns the result of an empty list, and the expression that combines two values.
fn combination(how: ReduceOptions, ty: Dtype) -> (&'static str, &'static str) {
    let (least, greatest) = limits(ty);
    let skips_nan = ty.is_float() && !how.nan_wins;
    match how.reducer {
        Reducer::Sum => ("VALUE(0)", "op_add(a, b)"),
        Reducer::Prod => ("VALUE(1)", "op_multiply(a, b)"),
        Reducer::Any => ("0", "a | b"),
        Reducer::All => ("1", "a & b"),
        Reducer::Count | Reducer::CountNonzero => ("0", "a + b"),
        // The first is never NaN, and a NaN isn't less or greater.
        Reducer::Min if skips_nan => (greatest, "b < a ? b : a"),
        Reducer::Max if skips_nan => (least, "b > a ? b : a"),
        Reducer::Min => (greatest, "op_minimum(a, b)"),
        Reducer::Max => (least, "op_maximum(a, b)"),
        _ => ("0", ""),
    }
}

/// Returns the definitions of an accumulator that is a value, or also knows whether there is any (`COUNTED`, `PRODUCT`).
fn combined(accumulator: &str, how: ReduceOptions, ty: Dtype, out: &str) -> String {
    let (identity, combined) = combination(how, ty);
    format!(
        "#define ACCUMULATOR {accumulator}\n#define OUT {out}\n#define IDENTITY {identity}\n#define COMBINED {combined}\n"
    )
}

/// Returns the definitions of an accumulator of complex numbers: the least or greatest, and the first.
fn complex_extreme(how: ReduceOptions, ty: Dtype, out: &str) -> String {
    let (identity, _) = combination(how, ty);
    let better = match how.reducer {
        Reducer::Min => "is_before(b, a)",
        _ => "is_before(a, b)",
    };
    let nan_wins = i32::from(how.nan_wins);
    format!(
        "#define ACCUMULATOR LEADING\n#define OUT {out}\n#define IDENTITY {identity}\n#define BETTER {better}\n\
         #define NAN_WINS {nan_wins}\n"
    )
}

/// Returns the definitions of a position of the least or greatest value.
fn best(how: ReduceOptions, position: &str) -> String {
    let better = match how.reducer {
        Reducer::ArgMin => "is_before(b, a)",
        _ => "is_before(a, b)",
    };
    let is_local = i32::from(how.local);
    format!(
        "#define ACCUMULATOR BEST\n#define POSITION {position}\n#define LOCAL {is_local}\n#define BETTER {better}\n"
    )
}
