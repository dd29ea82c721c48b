//! Casts with DataFusion's results, which are those of arrow-rs. Those of `cuda-arrow` are pyarrow's, which differ for dates, times
//! and decimals: these are computed in steps that don't, or refused, so that they stay on the host.

use cuda_arrow::arrow_array::{Decimal128Array, Scalar};
use cuda_arrow::arrow_schema::{DataType, TimeUnit};
use cuda_arrow::{Expr, if_else, lit};
use datafusion::arrow::datatypes::{DataType as HostType, TimeUnit as HostUnit};
use datafusion::common::Result;

use crate::exchange::data_type;
use crate::{external, refused};

const MILLISECONDS_OF_DAY: i64 = 86_400_000;

/// The days that arrow-rs has dates of.
const DAYS: [i64; 2] = [-96_465_292, 95_026_236];

/// Returns a number, or an error if it is wrong in a row.
pub(crate) fn checked(number: Expr, is_wrong: Expr, data_type: DataType) -> Expr {
    let one = if_else(is_wrong.fill_null(false), lit(-1), lit(1));
    number * one.cast(DataType::UInt8).cast(data_type)
}

/// Returns the digits of a decimal, and how many of them are after the point.
pub(crate) fn digits(ty: &HostType) -> Option<(u8, i8)> {
    match ty {
        HostType::Decimal128(precision, scale) => Some((*precision, *scale)),
        _ => None,
    }
}

/// Returns an expression of a type as one of another.
pub(crate) fn cast(expression: Expr, from: &HostType, to: &HostType) -> Result<Expr> {
    use HostType::*;
    let from: &HostType = match from {
        Dictionary(_, values) => values,
        other => other,
    };
    let (a, b) = (data_type(from)?, data_type(to)?);
    let is_value = |ty: &HostType| ty.is_integer() || ty.is_floating() || *ty == Boolean;
    Ok(match (from, to) {
        _ if from == to => expression.cast(b),
        _ if is_value(from) && is_value(to) => expression.cast_inexact(b),
        _ if from.is_integer() && digits(to).is_some_and(|(_, scale)| scale >= 0) => {
            expression.cast(b)
        }
        // What is cut off; fewer digits are rounded.
        (Decimal128(..), _) if to.is_integer() => expression.cast_inexact(b),
        (Decimal128(_, s), Decimal128(_, t)) if s <= t => expression.cast(b),
        (Decimal128(precision @ ..=18, scale @ 0..=18), Float32 | Float64) => {
            real(expression, *precision, *scale)?.cast_inexact(b)
        }
        _ if from.is_string() && to.is_string() => expression.cast(b),
        (Binary | LargeBinary | BinaryView, Binary | LargeBinary | BinaryView) => {
            expression.cast(b)
        }
        (Int32, Date32 | Time32(_)) | (Date32 | Time32(_), Int32) => expression.cast(b),
        (Int64, Date64 | Time64(_) | Timestamp(_, None) | Duration(_))
        | (Date64 | Time64(_) | Timestamp(..) | Duration(_), Int64) => expression.cast(b),
        (Duration(_), Duration(_)) | (Time32(_) | Time64(_), Time32(_) | Time64(_)) => {
            expression.cast_inexact(b)
        }
        (Date32, Date64) => expression.cast(b),
        (Date64, Date32) => {
            let days = expression.cast(DataType::Int64) / lit(MILLISECONDS_OF_DAY);
            days.cast(DataType::Int32).cast(b)
        }
        (Timestamp(_, zone), Timestamp(_, to_zone)) if is_utc(to_zone) || zone.is_some() => {
            expression.cast_inexact(b)
        }
        (Date32 | Date64, Timestamp(_, zone)) if is_utc(zone) => expression.cast_inexact(b),
        // Of the time in UTC, whatever the zone.
        (Timestamp(..), Date64) => {
            let milliseconds = DataType::Timestamp(TimeUnit::Millisecond, None);
            expression.cast_inexact(milliseconds).cast(DataType::Int64).cast(b)
        }
        (Timestamp(unit, _), Date32 | Time32(_) | Time64(_)) => {
            within_dates(expression, *unit, &a).cast_inexact(b)
        }
        _ => return Err(refused(format!("the device doesn't cast {from} to {to}"))),
    })
}

/// Returns a decimal of up to 18 digits as a float: its digits, divided by a power of ten. cuda-arrow's are multiplied, as in pyarrow.
fn real(expression: Expr, precision: u8, scale: i8) -> Result<Expr> {
    let power = scale.unsigned_abs();
    let unit = Decimal128Array::from(vec![10i128.pow(power.into())]);
    let unit = unit.with_precision_and_scale(power + 1, 0).map_err(external)?;
    let digits = match scale {
        0 => expression.cast(DataType::Decimal128(precision, 0)),
        _ => expression * Expr::scalar(&Scalar::new(unit)),
    };
    let digits = digits.cast(DataType::Int64).cast_inexact(DataType::Float64);
    Ok(digits / lit(10f64.powi(power.into())))
}

/// Returns whether times in a zone are those without one.
fn is_utc(zone: &Option<std::sync::Arc<str>>) -> bool {
    zone.as_ref().is_none_or(|zone| matches!(&**zone, "UTC" | "+00:00" | "Z"))
}

/// Returns a timestamp, or an error if arrow-rs has no date of it.
fn within_dates(expression: Expr, unit: HostUnit, data_type: &DataType) -> Expr {
    let per_day = match unit {
        HostUnit::Second => MILLISECONDS_OF_DAY / 1000,
        HostUnit::Millisecond => MILLISECONDS_OF_DAY,
        HostUnit::Microsecond => MILLISECONDS_OF_DAY * 1000,
        // All of them have one.
        HostUnit::Nanosecond => return expression,
    };
    let number = expression.cast(DataType::Int64);
    let [least, most] = [DAYS[0].checked_mul(per_day), (DAYS[1] + 1).checked_mul(per_day)];
    let mut is_wrong = lit(false);
    if let Some(least) = least {
        is_wrong = is_wrong.or(number.lt(lit(least)));
    }
    if let Some(most) = most {
        is_wrong = is_wrong.or(number.ge(lit(most)));
    }
    checked(number, is_wrong, DataType::Int64).cast(data_type.clone())
}
