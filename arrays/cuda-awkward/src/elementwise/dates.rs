//! Conversions between units of dates and durations, and NumPy's functions of them.

use crate::elementwise::step::Step;
use crate::error::{Error, Result};
use crate::layout::dtype::{Dtype, NumberKind};
use crate::layout::times::{TimeUnit, UNITS};

/// Returns the code that converts a number of units, rounded down. What doesn't fit wraps, as in NumPy.
fn scaled(value: &str, from: TimeUnit, to: TimeUnit) -> Result<String> {
    let (by, over) = (from.length(), to.length());
    let (mut divisor, mut rest) = (by, over);
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    match (i64::try_from(by / divisor), i64::try_from(over / divisor)) {
        (Ok(1), Ok(1)) => Ok(value.to_owned()),
        (Ok(by), Ok(over)) => Ok(format!("time_scaled({value}, {by}ll, {over}ll)")),
        _ => {
            let [from, to] = [from, to].map(|unit| UNITS[unit as usize].name);
            let text = format!("{from} and {to} are too different to be converted to each other");
            Err(Error::Value(text))
        }
    }
}

/// Returns the code that converts a date or a duration, of which there is the number of units.
fn converted(value: &str, from: TimeUnit, to: TimeUnit, is_date: bool) -> Result<String> {
    let (day, month) = (TimeUnit::Day, TimeUnit::Month);
    match (from.is_of_calendar(), to.is_of_calendar()) {
        (true, false) if is_date => {
            let months = scaled(value, from, month)?;
            scaled(&format!("days_of_months({months})"), day, to)
        }
        (false, true) if is_date => {
            let days = scaled(value, from, day)?;
            scaled(&format!("months_of_days({days})"), month, to)
        }
        _ => scaled(value, from, to),
    }
}

impl Dtype {
    /// Returns the unit of dates and durations.
    #[must_use]
    pub fn time_unit(self) -> Option<TimeUnit> {
        match self {
            Self::DateTime64(unit) | Self::TimeDelta64(unit) => Some(unit),
            _ => None,
        }
    }

    pub(crate) fn is_time(self) -> bool {
        self.time_unit().is_some()
    }
}

/// Returns the code that converts a number to another type.
pub(crate) fn cast(value: &str, from: Dtype, to: Dtype) -> Result<String> {
    match (from.time_unit(), to.time_unit()) {
        (Some(unit), Some(other)) if from.kind() == to.kind() => {
            converted(value, unit, other, to.kind() == NumberKind::Date)
        }
        _ => Ok(format!("as<{}>({value})", to.c_type())),
    }
}

/// Returns the types as which a function of two operands looks at them: whether numbers are 0, and NaT isn't.
pub(crate) fn as_numbers(name: &str, types: &[Dtype]) -> Option<Vec<Dtype>> {
    let plain = |ty: &Dtype| if ty.is_time() { Dtype::Int64 } else { *ty };
    match (name, types.len()) {
        ("logical_and" | "logical_or" | "logical_xor", 2) => {
            Some(types.iter().map(plain).collect())
        }
        _ => None,
    }
}

/// Returns the code of a function if one of its operands is a date or a duration, of operands of these types, which have
/// these names in the kernel.
pub(crate) fn step(name: &str, types: &[Dtype], names: &[&str]) -> Option<Result<Step>> {
    // The finest unit is that of the computation.
    let Some(unit) = types.iter().filter_map(|ty| ty.time_unit()).max() else {
        return match name {
            "isnat" => {
                Some(Err(Error::Type("ufunc 'isnat' is for dates and durations".to_owned())))
            }
            _ => None,
        };
    };
    // The mean length of a month isn't that of one.
    let is_vague = |ty: &Dtype| match ty {
        Dtype::TimeDelta64(own) => own.is_of_calendar() && !unit.is_of_calendar(),
        _ => false,
    };
    let found = if types.iter().any(is_vague) { None } else { formula(name, types) };
    Some(match found {
        Some((expression, result)) => computed(expression, result, unit, types, names),
        None => {
            let types: Vec<_> = types.iter().map(|ty| ty.name()).collect();
            Err(Error::Type(format!("ufunc '{name}' is not for {}", types.join(", "))))
        }
    })
}

/// The type of a result.
#[derive(Clone, Copy)]
enum ResultType {
    Date,
    Span,
    Number(Dtype),
}

type Formula = (&'static str, ResultType);

/// Returns the expression of a function of operands of one unit, if there is one of these types.
fn formula(name: &str, types: &[Dtype]) -> Option<Formula> {
    use NumberKind::{Bool, Date, Signed, Span, Unsigned};
    let kinds: Vec<_> = types.iter().map(|ty| ty.kind()).collect();
    let is_integer = |kind: NumberKind| matches!(kind, Bool | Signed | Unsigned);
    let are_spans = kinds.iter().all(|kind| *kind == Span || is_integer(*kind));
    match kinds[..] {
        [one] => unary(name, one),
        [one, other] => arithmetic(name, one, other).or_else(|| {
            let is_u64 = types.contains(&Dtype::UInt64);
            let to = if one == Date { ResultType::Date } else { ResultType::Span };
            if one == other || (are_spans && !is_u64) { comparison(name, to) } else { None }
        }),
        _ => None,
    }
}

fn unary(name: &str, kind: NumberKind) -> Option<Formula> {
    use NumberKind::Span;
    Some(match (name, kind) {
        ("isnat" | "isnan", _) => ("a == NAT", ResultType::Number(Dtype::Bool)),
        ("isinf", _) => ("false", ResultType::Number(Dtype::Bool)),
        ("isfinite", _) => ("a != NAT", ResultType::Number(Dtype::Bool)),
        ("positive", Span) => ("a", ResultType::Span),
        ("negative", Span) => ("op_negative(a)", ResultType::Span),
        ("absolute" | "abs", Span) => ("op_absolute(a)", ResultType::Span),
        ("sign", Span) => ("op_sign(a)", ResultType::Span),
        _ => return None,
    })
}

fn arithmetic(name: &str, one: NumberKind, other: NumberKind) -> Option<Formula> {
    use NumberKind::{Bool, Date, Float, Signed, Span, Unsigned};
    Some(match (name, one, other) {
        ("add", Date, Span | Bool | Signed | Unsigned) => ("time_add(a, b)", ResultType::Date),
        ("add", Span | Bool | Signed | Unsigned, Date) => ("time_add(a, b)", ResultType::Date),
        ("add", Span | Bool | Signed | Unsigned, Span | Bool | Signed | Unsigned) => {
            ("time_add(a, b)", ResultType::Span)
        }
        ("subtract", Date, Date) => ("time_subtract(a, b)", ResultType::Span),
        ("subtract", Date, Span | Bool | Signed | Unsigned) => {
            ("time_subtract(a, b)", ResultType::Date)
        }
        ("subtract", Span | Bool | Signed | Unsigned, Span | Bool | Signed | Unsigned) => {
            ("time_subtract(a, b)", ResultType::Span)
        }
        ("multiply", Span, Float) | ("multiply", Float, Span) => {
            ("time_product(a, b)", ResultType::Span)
        }
        ("multiply", Span, Bool | Signed | Unsigned)
        | ("multiply", Bool | Signed | Unsigned, Span) => ("time_times(a, b)", ResultType::Span),
        ("divide" | "true_divide", Span, Span) => {
            ("time_ratio(a, b)", ResultType::Number(Dtype::Float64))
        }
        ("floor_divide", Span, Span) => ("time_quotient(a, b)", ResultType::Number(Dtype::Int64)),
        ("remainder" | "mod", Span, Span) => ("time_remainder(a, b)", ResultType::Span),
        ("divide" | "true_divide" | "floor_divide", Span, Float | Signed | Unsigned) => {
            ("time_over(a, b)", ResultType::Span)
        }
        _ => return None,
    })
}

/// Returns a comparison, or a function whose result is one of the operands, of the type `to`.
fn comparison(name: &str, to: ResultType) -> Option<Formula> {
    Some(match name {
        "equal" => ("time_are(a, b) && a == b", ResultType::Number(Dtype::Bool)),
        "not_equal" => ("!time_are(a, b) || a != b", ResultType::Number(Dtype::Bool)),
        "less" => ("time_are(a, b) && a < b", ResultType::Number(Dtype::Bool)),
        "less_equal" => ("time_are(a, b) && a <= b", ResultType::Number(Dtype::Bool)),
        "greater" => ("time_are(a, b) && a > b", ResultType::Number(Dtype::Bool)),
        "greater_equal" => ("time_are(a, b) && a >= b", ResultType::Number(Dtype::Bool)),
        "maximum" => ("time_are(a, b) ? max(a, b) : NAT", to),
        "minimum" => ("time_are(a, b) ? min(a, b) : NAT", to),
        // NaT is the least.
        "fmax" => ("max(a, b)", to),
        "fmin" => ("time_are(a, b) ? min(a, b) : max(a, b)", to),
        _ => return None,
    })
}

/// Returns the code of an expression whose operands are first converted to a unit.
fn computed(
    expression: &str,
    result: ResultType,
    unit: TimeUnit,
    types: &[Dtype],
    names: &[&str],
) -> Result<Step> {
    use NumberKind::{Complex, Date, Float, Span};
    let (date, span) = (Dtype::DateTime64(unit), Dtype::TimeDelta64(unit));
    let mut before = String::new();
    for (number, (ty, name)) in types.iter().zip(names).enumerate() {
        let operand = ["a", "b"][number.min(1)];
        let (computed, value) = match ty.kind() {
            Float | Complex => ("double", format!("as<double>({name})")),
            Date => ("i64", cast(name, *ty, date)?),
            Span => ("i64", cast(name, *ty, span)?),
            _ => ("i64", format!("as<i64>({name})")),
        };
        before += &format!("const {computed} {operand} = {value}; ");
    }
    let result = match result {
        ResultType::Date => date,
        ResultType::Span => span,
        ResultType::Number(ty) => ty,
    };
    let expression = match result {
        Dtype::Bool => format!("boolean({expression})"),
        _ => format!("({expression})"),
    };
    Ok(Step { before, expression, result })
}
