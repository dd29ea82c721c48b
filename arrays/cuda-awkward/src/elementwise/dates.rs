//! Conversions between units of dates and durations, and NumPy's functions of them.

use crate::elementwise::ufunc::Step;
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
            let [from, to] = [from, to].map(|it| UNITS[it as usize].name);
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

/// Returns the code of a function if one of its operands is a date or a duration, of operands of these types, which have
/// these names in the kernel.
pub(crate) fn step(name: &str, types: &[Dtype], names: &[&str]) -> Option<Result<Step>> {
    use NumberKind::{Bool, Complex, Date, Float, Signed, Span, Unsigned};
    if !types.iter().any(|ty| ty.is_time()) {
        return match name {
            "isnat" => {
                Some(Err(Error::Type("ufunc 'isnat' is for dates and durations".to_owned())))
            }
            _ => None,
        };
    }
    let refused = || {
        let types: Vec<_> = types.iter().map(|it| it.name()).collect();
        Err(Error::Type(format!("ufunc '{name}' is not for {}", types.join(", "))))
    };
    // These look at whether numbers are 0, and NaT isn't.
    if let ("logical_and" | "logical_or" | "logical_xor", 2) = (name, types.len()) {
        let plain = |ty: &Dtype| if ty.is_time() { Dtype::Int64 } else { *ty };
        let types: Vec<_> = types.iter().map(plain).collect();
        return Some(crate::elementwise::ufunc::step(name, &types, names));
    }
    let units = types.iter().filter_map(|ty| ty.time_unit());
    let unit = units.max()?;
    // The mean length of a month isn't that of one.
    let is_vague = |ty: &Dtype| match ty {
        Dtype::TimeDelta64(own) => own.is_of_calendar() && !unit.is_of_calendar(),
        _ => false,
    };
    if types.iter().any(is_vague) {
        return Some(refused());
    }
    let (date, span) = (Dtype::DateTime64(unit), Dtype::TimeDelta64(unit));
    let kinds: Vec<_> = types.iter().map(|ty| ty.kind()).collect();
    let integer = |kind: NumberKind| matches!(kind, Bool | Signed | Unsigned);
    let is_u64 = types.contains(&Dtype::UInt64);
    let (expression, result) = match (name, &kinds[..]) {
        ("add", [Date, Span] | [Span, Date]) => ("time_add(a, b)", date),
        ("add" | "subtract", [Date, other]) if integer(*other) => match name {
            "add" => ("time_add(a, b)", date),
            _ => ("time_subtract(a, b)", date),
        },
        ("add", [other, Date]) if integer(*other) => ("time_add(a, b)", date),
        ("subtract", [Date, Date]) => ("time_subtract(a, b)", span),
        ("subtract", [Date, Span]) => ("time_subtract(a, b)", date),
        ("add" | "subtract", [one, other])
            if [*one, *other].iter().all(|it| *it == Span || integer(*it)) =>
        {
            match name {
                "add" => ("time_add(a, b)", span),
                _ => ("time_subtract(a, b)", span),
            }
        }
        ("multiply", [Span, Float] | [Float, Span]) => ("time_product(a, b)", span),
        ("multiply", [Span, other] | [other, Span]) if integer(*other) => {
            ("time_times(a, b)", span)
        }
        ("divide" | "true_divide", [Span, Span]) => ("time_ratio(a, b)", Dtype::Float64),
        ("floor_divide", [Span, Span]) => ("time_quotient(a, b)", Dtype::Int64),
        ("remainder" | "mod", [Span, Span]) => ("time_remainder(a, b)", span),
        ("divide" | "true_divide" | "floor_divide", [Span, Float]) => ("time_over(a, b)", span),
        ("divide" | "true_divide" | "floor_divide", [Span, Signed | Unsigned]) => {
            ("time_over(a, b)", span)
        }
        (_, [one, other])
            if one == other
                || (!is_u64 && [*one, *other].iter().all(|it| *it == Span || integer(*it))) =>
        {
            let ty = if *one == Date { date } else { span };
            match name {
                "equal" => ("time_are(a, b) && a == b", Dtype::Bool),
                "not_equal" => ("!time_are(a, b) || a != b", Dtype::Bool),
                "less" => ("time_are(a, b) && a < b", Dtype::Bool),
                "less_equal" => ("time_are(a, b) && a <= b", Dtype::Bool),
                "greater" => ("time_are(a, b) && a > b", Dtype::Bool),
                "greater_equal" => ("time_are(a, b) && a >= b", Dtype::Bool),
                "maximum" => ("time_are(a, b) ? max(a, b) : NAT", ty),
                "minimum" => ("time_are(a, b) ? min(a, b) : NAT", ty),
                // NaT is the least.
                "fmax" => ("max(a, b)", ty),
                "fmin" => ("time_are(a, b) ? min(a, b) : max(a, b)", ty),
                _ => return Some(refused()),
            }
        }
        ("isnat" | "isnan", [_]) => ("a == NAT", Dtype::Bool),
        ("isinf", [_]) => ("false", Dtype::Bool),
        ("isfinite", [_]) => ("a != NAT", Dtype::Bool),
        ("positive", [Span]) => ("a", span),
        ("negative", [Span]) => ("op_negative(a)", span),
        ("absolute" | "abs", [Span]) => ("op_absolute(a)", span),
        ("sign", [Span]) => ("op_sign(a)", span),
        _ => return Some(refused()),
    };
    let mut before = String::new();
    for (number, (ty, name)) in types.iter().zip(names).enumerate() {
        let own = ["a", "b"][number.min(1)];
        let (computed, value) = match ty.kind() {
            Float | Complex => ("double", Ok(format!("as<double>({name})"))),
            Date => ("i64", cast(name, *ty, date)),
            Span => ("i64", cast(name, *ty, span)),
            _ => ("i64", Ok(format!("as<i64>({name})"))),
        };
        let value = match value {
            Ok(value) => value,
            Err(error) => return Some(Err(error)),
        };
        before += &format!("const {computed} {own} = {value}; ");
    }
    let expression = match result {
        Dtype::Bool => format!("boolean({expression})"),
        _ => format!("({expression})"),
    };
    Some(Ok(Step { before, expression, result }))
}
