//! The reducers, and their source in the kernel.

use crate::layout::dtype::{Dtype, NumberKind};

/// A function that reduces many numbers to one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
pub(crate) struct How {
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
pub(crate) fn operation(how: How, ty: Dtype, result: Dtype, position: &str) -> Operation {
    let element = ty.c_type();
    let wide = |ty: Dtype| match ty {
        Dtype::Bool | Dtype::UInt8 | Dtype::UInt16 => ("u32", 4),
        Dtype::Int8 | Dtype::Int16 => ("i32", 4),
        Dtype::Float16 => ("float", 4),
        other => (other.c_type(), other.size()),
    };
    let reducer = how.reducer;
    let is_best = matches!(reducer, Reducer::ArgMin | Reducer::ArgMax);
    let (value, size) = match reducer {
        Reducer::Min | Reducer::Max | Reducer::ArgMin | Reducer::ArgMax => wide(ty),
        Reducer::Any | Reducer::All => ("u32", 4),
        Reducer::Count | Reducer::CountNonzero => ("i64", 8),
        _ => wide(result),
    };
    let value_of = match reducer {
        Reducer::Any | Reducer::All | Reducer::CountNonzero => {
            format!("truth(as<computed<{element}>::type>(element))")
        }
        Reducer::Count => "1".to_owned(),
        _ => "as<VALUE>(element)".to_owned(),
    };
    let is_read = i32::from(reducer != Reducer::Count);
    let number = format!(
        "#define ELEMENT {element}\n#define READS {is_read}\n#define BEST {}\n#define OPERATION typedef {value} VALUE; \
         __device__ inline VALUE value_of({element} element) {{ return VALUE({value_of}); }} ",
        i32::from(is_best)
    );
    let (least, greatest) = match ty {
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
    };
    let nan = match (ty.is_float(), how.nan_wins) {
        (true, false) => "f",
        _ => "",
    };
    let (identity, combine) = match reducer {
        Reducer::Sum => ("VALUE(0)", "op_add(a, b)".to_owned()),
        Reducer::Prod => ("VALUE(1)", "op_multiply(a, b)".to_owned()),
        Reducer::Any => ("0", "a | b".to_owned()),
        Reducer::All => ("1", "a & b".to_owned()),
        Reducer::Count | Reducer::CountNonzero => ("0", "a + b".to_owned()),
        // The first is never NaN, and a NaN isn't less or greater.
        Reducer::Min if nan == "f" => (greatest, "b < a ? b : a".to_owned()),
        Reducer::Max if nan == "f" => (least, "b > a ? b : a".to_owned()),
        Reducer::Min => (greatest, "op_minimum(a, b)".to_owned()),
        Reducer::Max => (least, "op_maximum(a, b)".to_owned()),
        _ => ("0", String::new()),
    };
    let out = result.c_type();
    if ty.is_complex() && matches!(reducer, Reducer::Min | Reducer::Max) {
        let better = match reducer {
            Reducer::Min => "op_less(b.value, a.value)",
            _ => "op_less(a.value, b.value)",
        };
        // The result is the first NaN if `nan_wins`, and otherwise a NaN only if it is the first number.
        let nan = match how.nan_wins {
            true => "op_isnan",
            false => "is_nan",
        };
        let first = match how.nan_wins {
            true => "a.any & 4 ? a.first : b.first",
            false => "a.any ? a.first : b.first",
        };
        let last = match how.nan_wins {
            true => "acc.any & 4",
            false => "is_nan(acc.first)",
        };
        let filled = match how.mask {
            true => "x.filled[list] = acc.any > 0;",
            false => "",
        };
        let text = format!(
            "{number}typedef Leading<VALUE> ACC; \
             __device__ inline ACC identity() {{ return {{VALUE(0), VALUE(0), 0}}; }} \
             __device__ inline ACC single(VALUE value, i64) {{ return {{value, value, {nan}(value) ? 5u : 3u}}; }} \
             __device__ inline ACC combine(const ACC &a, const ACC &b) {{ \
                 bool take = !(a.any & 2) || (b.any & 2 && {better}); \
                 return {{take ? b.value : a.value, {first}, a.any | b.any}}; }} \
             __device__ inline void store(const Reduce &x, i64 list, const ACC &acc) {{ \
                 static_cast<{out} *>(x.out)[list] = !acc.any ? {identity} : {last} ? acc.first : acc.value; {filled} }}"
        );
        return Operation { text, accumulator: 3 * size };
    }
    if is_best {
        let better = match reducer {
            Reducer::ArgMin => "op_less(b, a)",
            _ => "op_less(a, b)",
        };
        let text = format!(
            "#define POSITION {position}\n#define LOCAL {}\n{number}\
             __device__ inline bool is_better(const VALUE &a, const VALUE &b) {{ return {better}; }}",
            i32::from(how.local)
        );
        return Operation { text, accumulator: size.max(8) + 16 };
    }
    let text = match how.mask {
        false => format!(
            "{number}typedef VALUE ACC; \
             __device__ inline ACC identity() {{ return {identity}; }} \
             __device__ inline ACC single(VALUE value, i64) {{ return value; }} \
             __device__ inline ACC combine(const ACC &a, const ACC &b) {{ return {combine}; }} \
             __device__ inline void store(const Reduce &x, i64 list, const ACC &acc) {{ \
                 static_cast<{out} *>(x.out)[list] = as<{out}>(acc); }}"
        ),
        true => format!(
            "{number}typedef Counted<VALUE> ACC; \
             __device__ inline VALUE both(VALUE a, VALUE b) {{ return {combine}; }} \
             __device__ inline ACC identity() {{ return {{{identity}, 0}}; }} \
             __device__ inline ACC single(VALUE value, i64) {{ return {{value, 1}}; }} \
             __device__ inline ACC combine(const ACC &a, const ACC &b) {{ return {{both(a.value, b.value), a.any | b.any}}; }} \
             __device__ inline void store(const Reduce &x, i64 list, const ACC &acc) {{ \
                 static_cast<{out} *>(x.out)[list] = as<{out}>(acc.value); x.filled[list] = acc.any > 0; }}"
        ),
    };
    Operation { text, accumulator: if how.mask { size.max(4) * 2 } else { size } }
}
