//! Expressions from their description in a case.

use cuda_arrow::arrow_schema::DataType;
use cuda_arrow::{DatePart, DeviceRecordBatch, Expr, col, if_else, lit};
use serde_json::Value;

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

macro_rules! numbers {
    ($kind:expr, $text:expr; $($name:literal $ty:ty: $data_type:ident),*) => {
        match ($kind, $text) {
            $(($name, Some(text)) => (DataType::$data_type, lit(text.parse::<$ty>().unwrap())),)*
            $(($name, None) => (DataType::$data_type, lit(<$ty>::default())),)*
            ("dec2", _) => (DataType::Decimal128(9, 2), lit(0)),
            ("halffloat", _) => (DataType::Float16, lit(0)),
            ("date32[day]", _) => (DataType::Date32, lit(0)),
            ("string", text) => (DataType::Utf8, lit(text.unwrap_or_default())),
            (other, _) => (decimal(other), lit(0)),
        }
    };
}

/// Returns a type such as `decimal32(9, 2)`.
fn decimal(name: &str) -> DataType {
    let numbers: Vec<i64> = name
        .split(|c: char| !c.is_ascii_digit() && c != '-')
        .filter_map(|part| part.parse().ok())
        .collect();
    let &[width, precision, scale] = &numbers[..] else { panic!("unknown type {name}") };
    let (precision, scale) = (precision as u8, scale as i8);
    match width {
        32 => DataType::Decimal32(precision, scale),
        64 => DataType::Decimal64(precision, scale),
        128 => DataType::Decimal128(precision, scale),
        _ => DataType::Decimal256(precision, scale),
    }
}

/// Returns the type of this name, and a literal of it.
fn literal(kind: &str, text: Option<&str>) -> (DataType, Expr) {
    numbers!(
        kind, text;
        "int8" i8: Int8, "int16" i16: Int16, "int32" i32: Int32, "int64" i64: Int64,
        "uint8" u8: UInt8, "uint16" u16: UInt16, "uint32" u32: UInt32, "uint64" u64: UInt64,
        "float" f32: Float32, "double" f64: Float64, "bool" bool: Boolean
    )
}

fn part(name: &str) -> DatePart {
    use DatePart::*;
    let all = [
        Year,
        Quarter,
        Month,
        Day,
        DayOfYear,
        DayOfWeek,
        Hour,
        Minute,
        Second,
        Millisecond,
        Microsecond,
        Nanosecond,
    ];
    all.into_iter().find(|value| format!("{value:?}") == name).unwrap()
}

/// Returns an expression; columns of `whole` have the values of `is_in`.
pub fn expression(whole: &DeviceRecordBatch, tree: &Value) -> Expr {
    let operand = |index: usize| expression(whole, &tree[index]);
    match text(&tree[0]) {
        "col" => col(text(&tree[1])),
        "lit" => literal(text(&tree[1]), Some(text(&tree[2]))).1,
        "add" => operand(1) + operand(2),
        "subtract" => operand(1) - operand(2),
        "multiply" => operand(1) * operand(2),
        "divide" => operand(1) / operand(2),
        "negate" => -operand(1),
        "not" => !operand(1),
        "cast" => operand(2).cast(literal(text(&tree[1]), None).0),
        "cast_inexact" => operand(2).cast_inexact(literal(text(&tree[1]), None).0),
        "part" => operand(2).part(part(text(&tree[1]))),
        "if_else" => if_else(operand(1), operand(2), operand(3)),
        "substring" => {
            let count = tree[3].as_u64().map(|count| count as u32);
            operand(1).substring(tree[2].as_i64().unwrap(), count)
        }
        "is_in" => {
            let values = whole.column(text(&tree[2])).unwrap();
            let values = values.slice(0, tree[3].as_u64().unwrap() as usize).unwrap();
            operand(1).is_in(values.to_host().unwrap())
        }
        name => {
            let one: Option<fn(&Expr) -> Expr> = match name {
                "abs" => Some(Expr::abs),
                "sqrt" => Some(Expr::sqrt),
                "exp" => Some(Expr::exp),
                "ln" => Some(Expr::ln),
                "floor" => Some(Expr::floor),
                "ceil" => Some(Expr::ceil),
                "trunc" => Some(Expr::trunc),
                "len_bytes" => Some(Expr::len_bytes),
                "len_chars" => Some(Expr::len_chars),
                "to_ascii_uppercase" => Some(Expr::to_ascii_uppercase),
                "to_ascii_lowercase" => Some(Expr::to_ascii_lowercase),
                "is_null" => Some(Expr::is_null),
                "is_not_null" => Some(Expr::is_not_null),
                "is_nan" => Some(Expr::is_nan),
                _ => None,
            };
            let two: fn(&Expr, Expr) -> Expr = match (one, name) {
                (Some(one), _) => return one(&operand(1)),
                (_, "eq") => Expr::eq,
                (_, "ne") => Expr::ne,
                (_, "lt") => Expr::lt,
                (_, "le") => Expr::le,
                (_, "gt") => Expr::gt,
                (_, "ge") => Expr::ge,
                (_, "and") => Expr::and,
                (_, "or") => Expr::or,
                (_, "fill_null") => Expr::fill_null,
                (_, "least") => Expr::least,
                (_, "greatest") => Expr::greatest,
                (_, "concat") => Expr::concat,
                (_, "contains") => Expr::contains,
                (_, "starts_with") => Expr::starts_with,
                (_, "ends_with") => Expr::ends_with,
                other => panic!("unknown method {other:?}"),
            };
            two(&operand(1), operand(2))
        }
    }
}
