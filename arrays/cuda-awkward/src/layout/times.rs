//! Units of dates and durations, the conversions between them, and NumPy's functions of dates and durations.

use core::fmt;

use crate::elementwise::ufunc::Step;
use crate::error::{Error, Result};
use crate::layout::dtype::{Dtype, NumberKind};

/// The unit in which dates are counted from the beginning of 1970, and durations. Coarser units are less.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the names are self-explanatory")]
pub enum TimeUnit {
    Year,
    Month,
    Week,
    Day,
    Hour,
    Minute,
    Second,
    Millisecond,
    Microsecond,
    Nanosecond,
    Picosecond,
    Femtosecond,
    Attosecond,
}

/// A unit: its symbol, its name, how many of it are in the unit before (a month and a week apart), and the names of the types.
struct Unit {
    unit: TimeUnit,
    symbol: &'static str,
    name: &'static str,
    in_coarser: i128,
    date: &'static str,
    duration: &'static str,
}

macro_rules! units {
    ($($unit:ident $symbol:literal $name:literal $in_coarser:literal),* $(,)?) => {
        [$(Unit {
            unit: TimeUnit::$unit,
            symbol: $symbol,
            name: $name,
            in_coarser: $in_coarser,
            date: concat!("datetime64[", $symbol, "]"),
            duration: concat!("timedelta64[", $symbol, "]"),
        }),*]
    };
}

const UNITS: [Unit; 13] = units!(
    Year "Y" "years" 1, Month "M" "months" 12, Week "W" "weeks" 1, Day "D" "days" 7, Hour "h" "hours" 24,
    Minute "m" "minutes" 60, Second "s" "seconds" 60, Millisecond "ms" "milliseconds" 1000,
    Microsecond "us" "microseconds" 1000, Nanosecond "ns" "nanoseconds" 1000, Picosecond "ps" "picoseconds" 1000,
    Femtosecond "fs" "femtoseconds" 1000, Attosecond "as" "attoseconds" 1000,
);

impl TimeUnit {
    /// Returns NumPy's symbol: `ms`.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        UNITS[self as usize].symbol
    }

    pub(crate) fn date_name(self) -> &'static str {
        UNITS[self as usize].date
    }

    pub(crate) fn duration_name(self) -> &'static str {
        UNITS[self as usize].duration
    }

    /// Returns the type of dates or durations with this name, if there is one.
    pub(crate) fn dtype_of_name(name: &str) -> Option<Dtype> {
        UNITS.iter().find_map(|it| match name {
            _ if name == it.date => Some(Dtype::DateTime64(it.unit)),
            _ if name == it.duration => Some(Dtype::TimeDelta64(it.unit)),
            _ => None,
        })
    }

    fn is_of_calendar(self) -> bool {
        self <= Self::Month
    }

    /// Returns its length in attoseconds, 4,800 times: months have their mean length, 146,097 days in 4,800.
    fn length(self) -> i128 {
        match self {
            Self::Year => 12 * Self::Month.length(),
            Self::Month => 146_097 * Self::Day.length() / 4800,
            _ => {
                let finer = &UNITS[self as usize + 1..];
                finer.iter().fold(4800, |it, unit| it * unit.in_coarser)
            }
        }
    }

    /// Returns how many of a finer unit it is.
    fn in_finer(self, finer: Self) -> i128 {
        self.length() / finer.length()
    }
}

/// Formats a number of units as NumPy does: as a date, or as `5 seconds`.
pub(crate) fn write(
    f: &mut fmt::Formatter<'_>,
    count: i64,
    unit: TimeUnit,
    is_date: bool,
) -> fmt::Result {
    if count == i64::MIN {
        return f.write_str("NaT");
    }
    if !is_date {
        return write!(f, "{count} {}", UNITS[unit as usize].name);
    }
    let count = i128::from(count);
    let (days, rest) = match unit {
        TimeUnit::Year => return write!(f, "{:04}", count + 1970),
        TimeUnit::Month => {
            let year = count.div_euclid(12) + 1970;
            return write!(f, "{year:04}-{:02}", count.rem_euclid(12) + 1);
        }
        TimeUnit::Week => (count * 7, 0),
        _ => {
            let day = TimeUnit::Day.in_finer(unit);
            (count.div_euclid(day), count.rem_euclid(day))
        }
    };
    // Days since the beginning of March of the year 0, by eras of 400 years.
    let day = days + 719_468;
    let (era, day) = (day.div_euclid(146_097), day.rem_euclid(146_097));
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let date = day - (153 * month + 2) / 5 + 1;
    let month = (month + 2) % 12 + 1;
    let year = year + era * 400 + i128::from(month <= 2);
    write!(f, "{year:04}-{month:02}-{date:02}")?;
    let parts =
        [(TimeUnit::Hour, 'T', 24), (TimeUnit::Minute, ':', 60), (TimeUnit::Second, ':', 60)];
    for (part, sign, most) in parts.into_iter().filter(|it| it.0 <= unit) {
        write!(f, "{sign}{:02}", rest / part.in_finer(unit) % most)?;
    }
    if unit > TimeUnit::Second {
        let digits = 3 * (unit as usize - TimeUnit::Second as usize);
        let second = TimeUnit::Second.in_finer(unit);
        write!(f, ".{:0digits$}", rest % second)?;
    }
    Ok(())
}

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
