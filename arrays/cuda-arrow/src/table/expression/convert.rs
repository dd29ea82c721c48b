//! Arithmetic, comparisons, conversions and parts of dates.

use core::fmt;

use arrow_schema::DataType;

use crate::error::Error;
use crate::table::compare::{Family, family};
use crate::table::expression::DatePart;
use crate::table::expression::typed::{Code, TypedValue, ValueCode, Word};
use crate::table::expression::types::{
    c_type, common, decimal, digits, is_decimal, is_number, is_text, is_widening, moments, plain,
    units_of_day, wide, zone,
};
use crate::table::expression::zones;
use crate::table::work::invalid;

/// Returns the code of the float that is nearest to a decimal of this scale, as Arrow computes it.
fn real(t: &str, from: &DataType, scale: i32, suffix: &str) -> String {
    // The unit of a float may be less than all of them.
    let unit = match suffix {
        "f" if scale > 45 => "0.f".to_owned(),
        _ => format!("1e{}{suffix}", -scale),
    };
    format!("real_of(({}){t}, {scale}, {unit})", wide(&[from]))
}

/// Returns the code of a decimal for a number, or of a number for one, and whether it can fail; `None` if it isn't converted.
fn cast_decimal(t: &str, from: &DataType, to: &DataType, ty: &str) -> (Option<String>, bool) {
    let wide = wide(&[from, to]);
    match (digits(from), digits(to)) {
        (Some((_, s)), None) if to.is_floating() => {
            // The unit of a scale below isn't a `float`.
            let suffix = if *to == DataType::Float32 && s >= -38 { "f" } else { "" };
            (Some(format!("({ty}){}", real(t, from, s, suffix))), false)
        }
        (Some((_, s)), Some(_)) if to.is_integer() => {
            let most = if wide == "i256" { 76 } else { 38 };
            let whole = format!("rescaled(({wide}){t}, -({s}), {most}, lost)");
            let value = format!(
                "[&]() {{ bool lost; const {ty} whole = integer_of<{ty}>({whole}, bad); bad |= lost; return whole; }}()"
            );
            (Some(value), true)
        }
        (Some((q, t_scale)), Some((p, s))) => {
            let by = s - t_scale;
            // Digits that are there fit.
            let can_fail = by < 0 || q + by > p;
            (Some(format!("({ty})rescaled(({wide}){t}, {by}, {p}, bad)")), can_fail)
        }
        // Powers of ten that the kernel's integers have.
        (None, Some((p, s))) if from.is_floating() && (-76..=76).contains(&s) => {
            (Some(format!("({ty})decimal_of({t}, {p}, {s}, bad)")), true)
        }
        _ => (None, false),
    }
}

/// Returns what to do where arithmetic isn't of these types.
fn operand_help(types: &[&DataType]) -> &'static str {
    let any = |test: fn(&DataType) -> bool| types.iter().any(|ty| test(ty));
    if any(is_text) {
        "texts aren't parsed on the device: parse them on the host, before they are uploaded; `concat` joins two"
    } else if any(|ty| matches!(ty, DataType::Time32(_) | DataType::Time64(_))) {
        "`cast` the time to `Int32` or `Int64`, which count its units"
    } else if any(|ty| *ty == DataType::Date64) {
        "`cast` the date to a timestamp of milliseconds"
    } else if any(|ty| units_of_day(ty).is_some()) && any(is_number) {
        "`cast` the number to a duration, such as `lit(86_400i64).cast(DataType::Duration(TimeUnit::Second))` for a day, or the date, timestamp or duration to an integer of its size, which counts its units"
    } else if any(|ty| units_of_day(ty).is_some()) {
        "dates and timestamps are subtracted from each other, and durations added to them or subtracted"
    } else {
        "`cast` converts"
    }
}

/// What becomes of a fraction that the other type doesn't have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fraction {
    Fails,
    IsCut,
}

impl Code<'_> {
    /// A function of numbers of one type.
    pub(super) fn number(
        &mut self,
        name: &str,
        operands: &[TypedValue],
        expression: &dyn fmt::Display,
    ) -> Result<TypedValue, Error> {
        let types: Vec<&DataType> = operands.iter().map(|operand| &operand.data_type).collect();
        let refused = |types: &[&DataType]| {
            let help = operand_help(types);
            let types: Vec<String> = types.iter().map(ToString::to_string).collect();
            invalid(format!(
                "`{expression}`: arithmetic is of numbers, and of dates, timestamps and durations, and not of {}: {help}",
                types.join(" and ")
            ))
        };
        if types.iter().any(|ty| is_decimal(ty)) {
            return self.decimals(name, operands, expression);
        }
        let to = match types[..] {
            [a] if is_number(a) => a.clone(),
            [a, b] if is_number(a) && is_number(b) => common(a, b),
            [a, b] => match moments(name, a, b) {
                Some(([a, b], result)) => {
                    let moments = [
                        self.cast(&operands[0], &a, expression)?,
                        self.cast(&operands[1], &b, expression)?,
                    ];
                    // The difference of days always fits.
                    let can_fail = types.iter().any(|ty| **ty != DataType::Date32);
                    let check = can_fail.then(|| {
                        format!("`{expression}`: a result that {result} doesn't have: `cast` to coarser units before")
                    });
                    let end = if can_fail { ", bad" } else { "" };
                    let [a, b] = [moments[0].number, moments[1].number];
                    let value = format!("{name}(t{a}, t{b}{end})");
                    return Ok(self.assign(ValueCode {
                        data_type: result,
                        value,
                        operands: &moments,
                        check,
                    }));
                }
                None => return Err(refused(&types)),
            },
            _ => return Err(refused(&types)),
        };
        let numbers = operands.iter().map(|operand| self.cast(operand, &to, expression));
        let numbers: Vec<TypedValue> = numbers.collect::<Result<_, _>>()?;
        let names: Vec<String> =
            numbers.iter().map(|number| format!("t{}", number.number)).collect();
        let is_division = matches!(name, "divide" | "remainder_of");
        let check =
            (is_division && !to.is_floating()).then(|| format!("`{expression}`: division by zero"));
        let end = if is_division { ", bad" } else { "" };
        let mut value = format!("{name}({}{end})", names.join(", "));
        if is_division && check.is_none() {
            value = format!("{name}({}, unused)", names.join(", "));
        }
        Ok(self.assign(ValueCode { data_type: to, value, operands: &numbers, check }))
    }

    /// A function of decimals, or of some and other numbers.
    fn decimals(
        &mut self,
        name: &str,
        operands: &[TypedValue],
        expression: &dyn fmt::Display,
    ) -> Result<TypedValue, Error> {
        let refused = |reason: &str| {
            let types: Vec<String> =
                operands.iter().map(|operand| operand.data_type.to_string()).collect();
            invalid(format!("`{expression}` of {}: {reason}", types.join(" and ")))
        };
        if operands.iter().any(|operand| operand.data_type.is_floating()) {
            let floats =
                operands.iter().map(|operand| self.cast(operand, &DataType::Float64, expression));
            let floats: Vec<TypedValue> = floats.collect::<Result<_, _>>()?;
            return self.number(name, &floats, expression);
        }
        let types: Vec<&DataType> = operands.iter().map(|operand| &operand.data_type).collect();
        let too_long = || {
            let most = if wide(&types) == "i256" {
                "76 digits"
            } else {
                "38 digits, which `Decimal256` would have"
            };
            refused(&format!("the result has more than {most}: `cast` before"))
        };
        let Some(all) =
            operands.iter().map(|operand| digits(&operand.data_type)).collect::<Option<Vec<_>>>()
        else {
            return Err(refused("decimals are computed with numbers"));
        };
        let (result, to) = match (name, &all[..]) {
            ("add" | "subtract" | "remainder_of", &[(p, s), (q, t)]) => {
                let scale = s.max(t);
                let more = if name == "remainder_of" { 0 } else { 1 };
                let precision = (p - s).max(q - t) + more + scale;
                let to = decimal(&types, precision, scale).ok_or_else(too_long)?;
                (to.clone(), [to.clone(), to])
            }
            ("multiply" | "divide", [(p, s), (q, t)]) => {
                // A quotient has at least 4 digits after the point, of a dividend with more.
                let more = (s + q - t + 1).max(4) + t - s;
                let (more, result) = match name {
                    "divide" => (more, decimal(&types, p + more, s + more - t)),
                    _ => (0, decimal(&types, p + q + 1, s + t)),
                };
                let to = [decimal(&types, p + more, s + more), decimal(&types, *q, *t)];
                let ([Some(a), Some(b)], Some(result)) = (to, result) else {
                    return Err(too_long());
                };
                (result, [a, b])
            }
            ("negate" | "absolute", _) => {
                let data_type = operands[0].data_type.clone();
                (data_type.clone(), [data_type.clone(), data_type])
            }
            _ => return Err(refused("decimals don't have this operation: `cast` to `Float64`")),
        };
        let numbers =
            operands.iter().zip(&to).map(|(operand, to)| self.cast(operand, to, expression));
        let numbers: Vec<TypedValue> = numbers.collect::<Result<_, _>>()?;
        let names: Vec<String> =
            numbers.iter().map(|number| format!("t{}", number.number)).collect();
        let check = matches!(name, "divide" | "remainder_of")
            .then(|| format!("`{expression}`: division by zero"));
        let end = if check.is_some() { ", bad" } else { "" };
        let value = format!("{name}({}{end})", names.join(", "));
        Ok(self.assign(ValueCode { data_type: result, value, operands: &numbers, check }))
    }

    /// A decimal without a fraction, of the same type, by a function of the kernel; one with more digits than the type is an error.
    pub(super) fn whole_decimal(
        &mut self,
        name: &str,
        operand: &TypedValue,
        expression: &dyn fmt::Display,
    ) -> TypedValue {
        let (own, t) = (operand.data_type.clone(), operand.number);
        let Some((precision, scale)) = digits(&own).filter(|(_, scale)| *scale > 0) else {
            return operand.clone();
        };
        let (ty, wide) = (c_type(&own).unwrap_or(""), wide(&[&own]));
        let check = (name != "trunc").then(|| {
            format!(
                "`{expression}`: a result that {own} doesn't have: `cast` to more digits before"
            )
        });
        let end = if check.is_some() { "bad" } else { "unused" };
        let value = format!("({ty})decimal_{name}(({wide})t{t}, {scale}, {precision}, {end})");
        self.assign(ValueCode {
            data_type: own,
            value,
            operands: core::slice::from_ref(operand),
            check,
        })
    }

    pub(super) fn compare(
        &mut self,
        condition: &str,
        operands: &[TypedValue],
    ) -> Option<TypedValue> {
        let [(a, x), (b, y)] =
            [&operands[0], &operands[1]].map(|operand| family(&operand.data_type));
        if a != b || matches!(a, Family::Same(_)) {
            return None;
        }
        let (mut p, mut q) =
            (format!("t{}", operands[0].number), format!("t{}", operands[1].number));
        let order = match a {
            Family::Text | Family::Bytes => {
                format!(
                    "m{} && m{} ? compare({p}, {q}) : 2",
                    operands[0].number, operands[1].number
                )
            }
            Family::Number if operands.iter().any(|operand| is_decimal(&operand.data_type)) => {
                let (a, b) = (&operands[0].data_type, &operands[1].data_type);
                match (digits(a), digits(b)) {
                    (Some((_, s)), Some((_, t))) => {
                        let (x, y, ty) = ((t - s).max(0), (s - t).max(0), wide(&[a, b]));
                        format!("compare_decimals(({ty}){p}, {x}, ({ty}){q}, {y})")
                    }
                    _ => {
                        let real = |name: String, ty: &DataType| match digits(ty) {
                            Some((_, s)) if is_decimal(ty) => real(&name, ty, s, ""),
                            _ => format!("(double){name}"),
                        };
                        format!("compare({}, {})", real(p, a), real(q, b))
                    }
                }
            }
            Family::Number => {
                let to = match common(&operands[0].data_type, &operands[1].data_type) {
                    // Of integers that this type doesn't have, either.
                    DataType::Float16 | DataType::Float32
                        if operands.iter().any(|operand| operand.data_type.is_integer()) =>
                    {
                        DataType::Float64
                    }
                    other => other,
                };
                let has_u64 = operands.iter().any(|operand| operand.data_type == DataType::UInt64);
                // No type holds both.
                let exact = has_u64 && to == DataType::Int64;
                for (name, operand) in [&mut p, &mut q].into_iter().zip(operands) {
                    *name = if exact && operand.data_type == DataType::UInt64 {
                        name.clone()
                    } else {
                        format!("({}){name}", c_type(&to)?)
                    };
                }
                format!("compare({p}, {q})")
            }
            _ if x == y => format!("compare({p}, {q})"),
            _ if x > y => format!("compare_units({p}, {}ll, {q})", x / y),
            _ => format!("-compare_units({q}, {}ll, {p})", y / x),
        };
        let value = format!("[&]() -> bool {{ const int order = {order}; return {condition}; }}()");
        Some(self.assign(ValueCode { data_type: DataType::Boolean, value, operands, check: None }))
    }

    /// Converts to another type; a value that it doesn't have is an error, and so is a fraction.
    pub(super) fn cast(
        &mut self,
        operand: &TypedValue,
        to: &DataType,
        expression: &dyn fmt::Display,
    ) -> Result<TypedValue, Error> {
        use DataType::*;
        let from = &operand.data_type;
        if from == to {
            return Ok(operand.clone());
        }
        let t = format!("t{}", operand.number);
        let is_value = |ty: &DataType| is_number(ty) || *ty == Boolean;
        let ty = c_type(to).unwrap_or("");
        let (value, can_fail) = match (from, to) {
            _ if c_type(from).is_none() || ty.is_empty() || plain(to) != *to => (None, false),
            _ if is_decimal(from) || is_decimal(to) => cast_decimal(&t, from, to, ty),
            _ if is_value(from) && is_value(to) => {
                (Some(format!("cast<{ty}>({t}, bad)")), !is_widening(from, to))
            }
            _ if is_text(from) && is_text(to) && family(from).0 == family(to).0 => (Some(t), false),
            (Int32, Date32 | Time32(_)) | (Date32 | Time32(_), Int32) => (Some(t), false),
            (Int64, Date64 | Time64(_) | Timestamp(..) | Duration(_))
            | (Date64 | Time64(_) | Timestamp(..) | Duration(_), Int64) => (Some(t), false),
            (Timestamp(a, _), Timestamp(b, _)) if a == b => (Some(t), false),
            _ => self.cast_moment(&t, from, to, Fraction::Fails).map_err(|reason| {
                invalid(format!("`{expression}`: {reason}, and not of {from}"))
            })?,
        };
        let Some(value) = value else {
            return Err(invalid(format!("`{expression}`: {from} can't be converted to {to}")));
        };
        Ok(self.converted(operand, to, (value, can_fail), expression))
    }

    /// Appends a conversion, with a check if it can fail.
    fn converted(
        &mut self,
        operand: &TypedValue,
        to: &DataType,
        (value, can_fail): (String, bool),
        expression: &dyn fmt::Display,
    ) -> TypedValue {
        let (from, operands) = (&operand.data_type, core::slice::from_ref(operand));
        let check = can_fail.then(|| {
            format!("`{expression}`: a value of {from} that {to} doesn't have: it is too large, or has a fraction")
        });
        let value = if can_fail { value } else { value.replace(", bad)", ", unused)") };
        self.assign(ValueCode { data_type: to.clone(), value, operands, check })
    }

    /// Returns the code of a date, time or duration in other units, and whether it can fail; `None` if it isn't converted.
    fn cast_moment(
        &mut self,
        t: &str,
        from: &DataType,
        to: &DataType,
        fraction: Fraction,
    ) -> Result<(Option<String>, bool), String> {
        use DataType::*;
        let is_local = |ty: &DataType| matches!(ty, Date32 | Date64 | Timestamp(..));
        let bits = |ty: &DataType| if c_type(ty) == Some("i32") { 31 } else { 63 };
        let (Some(a), Some(b)) = (units_of_day(from), units_of_day(to)) else {
            return Ok((None, false));
        };
        let ty = c_type(to).unwrap_or("");
        let (value, most) = match (from, to) {
            // Dates are those of the zone.
            (Timestamp(..), Date32) => {
                let can_fail = i64::MAX / a > i64::from(i32::MAX);
                let day = format!("{}.day", self.moment(t, from)?);
                return Ok((Some(format!("narrow<{ty}>({day}, bad)")), can_fail));
            }
            (Timestamp(..), Date64) => {
                let can_fail = a > 1 && a <= b;
                let day = format!("{}.day", self.moment(t, from)?);
                return Ok((Some(format!("finer({day}, {b}ll, bad)")), can_fail));
            }
            (Timestamp(..), Time32(_) | Time64(_)) => {
                (format!("{}.rest", self.moment(t, from)?), i128::from(a))
            }
            _ if (is_local(from) && is_local(to)) || family(from).0 == family(to).0 => {
                (t.to_owned(), 1i128 << bits(from))
            }
            _ => return Ok((None, false)),
        };
        let (name, ratio) = match (a > b, fraction) {
            (true, Fraction::Fails) => ("coarser", a / b),
            (true, Fraction::IsCut) => ("cut", a / b),
            (false, _) => ("finer", b / a),
        };
        let most = if a > b { most / i128::from(ratio) } else { most * i128::from(ratio) };
        let can_fail = (a > b && fraction == Fraction::Fails) || most > 1i128 << bits(to);
        Ok((Some(format!("narrow<{ty}>({name}({value}, {ratio}ll, bad), bad)")), can_fail))
    }

    /// Converts numbers and times of which a fraction may be lost.
    pub(super) fn cast_inexact(
        &mut self,
        operand: &TypedValue,
        to: &DataType,
        expression: &dyn fmt::Display,
    ) -> Result<TypedValue, Error> {
        let (from, t, operands) =
            (&operand.data_type, format!("t{}", operand.number), core::slice::from_ref(operand));
        let ty = c_type(to).unwrap_or("");
        let is_known = c_type(from).is_some() && !ty.is_empty() && plain(to) == *to;
        if !is_known
            || from == to
            || units_of_day(from) == units_of_day(to) && !is_number(from) && !is_decimal(from)
        {
            return self.cast(operand, to, expression);
        }
        if let Some((precision, scale)) =
            digits(from).filter(|_| is_decimal(from) || is_decimal(to))
        {
            let digits_left = digits(to).map_or(scale, |(_, kept)| kept);
            let Some(whole) =
                decimal(&[from, to], precision, digits_left).filter(|_| digits_left < scale)
            else {
                return self.cast(operand, to, expression);
            };
            // The digits that are kept fit.
            let wide = wide(&[from, to]);
            let value = format!("without(({wide}){t}, {})", scale - digits_left);
            let whole = self.assign(ValueCode { data_type: whole, value, operands, check: None });
            return self.cast(&whole, to, expression);
        }
        match (is_number(from), from.is_floating(), is_number(to), to.is_floating()) {
            (true, _, true, true) => {
                let value = format!("({ty}){t}");
                return Ok(self.assign(ValueCode {
                    data_type: to.clone(),
                    value,
                    operands,
                    check: None,
                }));
            }
            (true, true, true, false) => {
                let value = format!("trunc({t})");
                let whole = self.assign(ValueCode {
                    data_type: from.clone(),
                    value,
                    operands,
                    check: None,
                });
                return self.cast(&whole, to, expression);
            }
            _ => {}
        }
        match self.cast_moment(&t, from, to, Fraction::IsCut) {
            Ok((Some(value), can_fail)) => {
                Ok(self.converted(operand, to, (value, can_fail), expression))
            }
            _ => self.cast(operand, to, expression),
        }
    }

    /// Returns the code of the day and the time of day in the zone, or the error that it isn't known.
    fn moment(&mut self, t: &str, ty: &DataType) -> Result<String, String> {
        let units = units_of_day(ty).unwrap_or(1);
        let Some(zone) = zone(ty) else {
            return Ok(format!("moment_of({t}, {units}ll)"));
        };
        let place = self.word(Word::Numbers(zones::offsets(zone)?));
        Ok(format!("local_of({t}, {units}ll, x.words + {place})"))
    }

    pub(super) fn part(
        &mut self,
        part: DatePart,
        operand: &TypedValue,
    ) -> Result<TypedValue, String> {
        use DataType::*;
        let moment = self.moment(&format!("t{}", operand.number), &operand.data_type)?;
        let units = units_of_day(&operand.data_type);
        let has_date = matches!(operand.data_type, Date32 | Date64 | Timestamp(..));
        let Some(units) = units.filter(|_| !matches!(operand.data_type, Duration(_))) else {
            return Err("it takes dates, timestamps and times".to_owned());
        };
        let day = format!("{moment}.day");
        // The number of these in a day, and how many make the next part.
        let time = |each: i64, many: i64| {
            if each <= units {
                format!("{moment}.rest / {} % {many}", units / each)
            } else {
                format!("{moment}.rest * {}ll % {many}", each / units)
            }
        };
        let value = match part {
            DatePart::Year => format!("date_of({day}).year"),
            DatePart::Quarter => format!("(date_of({day}).month + 2) / 3"),
            DatePart::Month => format!("date_of({day}).month"),
            DatePart::Day => format!("date_of({day}).day"),
            DatePart::DayOfYear => format!("date_of({day}).day_of_year"),
            DatePart::DayOfWeek => format!("moment_of({day} + 3, 7).rest"),
            DatePart::Hour => time(24, 24),
            DatePart::Minute => time(1440, 60),
            DatePart::Second => time(86_400, 60),
            DatePart::Millisecond => time(86_400_000, 1000),
            DatePart::Microsecond => time(86_400_000_000, 1000),
            DatePart::Nanosecond => time(86_400_000_000_000, 1000),
        };
        let is_date = matches!(
            part,
            DatePart::Year
                | DatePart::Quarter
                | DatePart::Month
                | DatePart::Day
                | DatePart::DayOfYear
                | DatePart::DayOfWeek
        );
        if is_date && !has_date {
            return Err("it takes dates and timestamps".to_owned());
        }
        let operands = core::slice::from_ref(operand);
        Ok(self.assign(ValueCode { data_type: Int64, value, operands, check: None }))
    }
}
