mod columns;
mod constant;
mod convert;
mod run;
mod strings;
mod typed;
mod types;
mod zones;

use core::fmt;
use std::sync::Arc;

use arrow_array::{ArrayRef, Datum};
use arrow_schema::DataType;

use crate::table::expression::constant::Constant;

/// An expression of a table's columns, which is computed row by row: [`with_column`](crate::batch::DeviceRecordBatch::with_column),
/// [`select`](crate::batch::DeviceRecordBatch::select) and [`filter`](crate::batch::DeviceRecordBatch::filter) take it.
///
/// One kernel computes all expressions of a call, and nothing between them is written to memory. NVRTC compiles it when it is
/// first needed; it is kept in the user's cache, for all expressions that differ in names of columns and numbers alone. The 256
/// kernels that a manager used last stay loaded.
/// A part that is used several times, by a clone, is computed once.
///
/// Results are those of the functions of [`pyarrow.compute`](https://arrow.apache.org/docs/python/compute.html): integers
/// wrap, quotients of integers are integers, sums, products, quotients and remainders of decimals have the digits that Arrow gives
/// them, and nulls make nulls, unless a method says otherwise. Where pyarrow's dates, timestamps and durations wrap, the result is an
/// error, or right: parts of a local time are known where no timestamp has it. Half-precision floats are computed with as by NumPy. A
/// number on the right of an operator is a literal of its own type: `col("x") + 1` of an `Int8` column is `Int32`, as `1` is.
/// Dictionaries are read as their values.
///
/// Rust's `==`, `<`, `&&` and `||` are of `bool`s, so comparisons are the methods [`eq`](Self::eq), [`ne`](Self::ne), [`lt`](Self::lt),
/// [`le`](Self::le), [`gt`](Self::gt) and [`ge`](Self::ge), and conditions are joined by `&` and `|`, or [`and`](Self::and) and
/// [`or`](Self::or):
///
/// ```
/// # use cuda_arrow::col;
/// let some = col("count").gt(0) & !col("city").eq("Bern"); // not: col("count") > 0 && col("city") != "Bern"
/// # let _ = some;
/// ```
///
/// ```
/// use std::sync::Arc;
/// use cuda_arrow::arrow_array::{ArrayRef, Float64Array, Int32Array, RecordBatch};
/// use cuda_arrow::{MemoryManager, col, lit};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let manager = MemoryManager::of_device(cuda_sim::gpu_or_software()?.device(0)?)?;
/// let host = RecordBatch::try_from_iter([
///     ("price", Arc::new(Float64Array::from(vec![2.0, 3.0, 5.0])) as ArrayRef),
///     ("count", Arc::new(Int32Array::from(vec![Some(1), None, Some(4)]))),
/// ])?;
/// let batch = manager.upload(&host)?;
/// let sold = batch
///     .filter(col("count").gt(0))?
///     .with_column("total", col("price") * col("count") - lit(0.5))?;
/// let total = sold.column("total")?.to_host()?;
/// assert_eq!(*total, *(&Float64Array::from(vec![1.5, 19.5]) as &dyn cuda_arrow::arrow_array::Array));
/// # Ok(()) }
/// ```
#[derive(Clone, Debug)]
#[must_use = "it is computed by `with_column`, `select` or `filter`"]
pub struct Expr {
    node: Arc<Node>,
    calls: usize,
}

/// The maximum number of functions in an expression: it is walked by calls, and displayed in errors.
const MAX_CALLS: usize = 256;

#[derive(Debug)]
enum Node {
    Column(String),
    Literal(Constant),
    Alias(Expr, String),
    Call(Op, Vec<Expr>),
    /// What is wrong with a literal.
    Wrong(String),
}

/// What is computed of operands.
#[derive(Debug, Clone, PartialEq)]
enum Op {
    /// A function of numbers of one type, of this name in the kernel; the operator or the method.
    Number(&'static str, &'static str),
    /// A function of floating-point numbers.
    Float(&'static str),
    /// A comparison: the condition on what the kernel's `compare` returns, and the operator.
    Compare(&'static str, &'static str),
    And,
    Or,
    Not,
    IsNull,
    IsValid,
    IsNan,
    TotalOrder,
    IfElse,
    Coalesce,
    /// The length of a text, in bytes or characters.
    Length(&'static str),
    /// Whether a text has a part, by this function of the kernel.
    Find(&'static str),
    Substring,
    /// A text after another.
    Concat,
    /// A text in upper or lower case.
    Case(bool),
    DatePart(DatePart),
    /// To a type; whether a fraction may be lost.
    Cast(DataType, bool),
    IsIn(ArrayRef),
}

/// A part of a date or time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DatePart {
    /// The year.
    Year,
    /// The quarter, from 1 to 4.
    Quarter,
    /// The month, from 1 to 12.
    Month,
    /// The day of the month, from 1.
    Day,
    /// The day of the year, from 1.
    DayOfYear,
    /// The day of the week, from Monday's 0 to Sunday's 6.
    DayOfWeek,
    /// The hour of the day.
    Hour,
    /// The minute of the hour.
    Minute,
    /// The second of the minute.
    Second,
    /// The millisecond of the second.
    Millisecond,
    /// The microsecond of the millisecond.
    Microsecond,
    /// The nanosecond of the microsecond.
    Nanosecond,
}

/// The column of this name.
pub fn col(name: impl Into<String>) -> Expr {
    Expr::new(Node::Column(name.into()))
}

/// A value that is the same in all rows: a number, a boolean or a text. [`Expr::scalar`] has those of other types, and
/// [`Expr::date`] dates.
pub fn lit(value: impl Into<Expr>) -> Expr {
    value.into()
}

/// The first of two values where a boolean is true, the second where it is false, and null where that is null: pyarrow's `if_else`.
pub fn if_else(condition: Expr, then: impl Into<Expr>, otherwise: impl Into<Expr>) -> Expr {
    Expr::call(Op::IfElse, [condition, then.into(), otherwise.into()])
}

impl Expr {
    fn new(node: Node) -> Self {
        let calls = match &node {
            Node::Call(_, operands) => {
                operands.iter().fold(1, |sum: usize, operand| sum.saturating_add(operand.calls))
            }
            Node::Alias(expression, _) => expression.calls.saturating_add(1),
            _ => 0,
        };
        if calls <= MAX_CALLS {
            return Self { node: Arc::new(node), calls };
        }
        Self::new(Node::Wrong(format!(
            "an expression has {calls} functions, and {MAX_CALLS} are the most: compute parts of it by `with_column`"
        )))
    }

    fn call(op: Op, operands: impl IntoIterator<Item = Self>) -> Self {
        Self::new(Node::Call(op, operands.into_iter().collect()))
    }

    /// The only value of a scalar, or of an array of one entry, on the host. It may be null.
    pub fn scalar(value: &dyn Datum) -> Self {
        Self::new(match Constant::of(value.get().0) {
            Ok(constant) => Node::Literal(constant),
            Err(error) => Node::Wrong(error),
        })
    }

    /// A date: `Expr::date(1994, 1, 1)`.
    pub fn date(year: i32, month: u32, day: u32) -> Self {
        Self::new(match constant::days(year, month, day) {
            Some(days) => Node::Literal(Constant::number(DataType::Date32, i64::from(days) as u64)),
            None => Node::Wrong(format!("there is no date {year}-{month:02}-{day:02}")),
        })
    }

    /// The same, as a column of this name in [`select`](crate::batch::DeviceRecordBatch::select).
    pub fn alias(&self, name: impl Into<String>) -> Self {
        Self::new(Node::Alias(self.clone(), name.into()))
    }

    /// Returns the name of its column: an alias, that of the column that it is, or the expression as it is displayed.
    #[must_use]
    pub fn name(&self) -> String {
        match &*self.node {
            Node::Column(name) | Node::Alias(_, name) => name.clone(),
            _ => self.to_string(),
        }
    }

    /// Converts to another type, as pyarrow's `cast` does: a number that doesn't fit is an error, and so is a fraction that would be
    /// lost. Numbers and booleans, dates and timestamps, and types of texts are converted among themselves; a timestamp becomes the
    /// date or the time of day in its zone. A float becomes the nearest decimal of a scale from -76 to 76, and a number the nearest half-precision
    /// float.
    pub fn cast(&self, to: DataType) -> Self {
        Self::call(Op::Cast(to, false), [self.clone()])
    }

    /// Converts as [`cast`](Self::cast) does, but cuts a fraction off, of a float, a decimal, or a date or time in coarser units,
    /// and rounds an integer that a floating-point type doesn't have: pyarrow's `cast` with `safe=False`, but a number outside of
    /// the type's range is an error.
    pub fn cast_inexact(&self, to: DataType) -> Self {
        Self::call(Op::Cast(to, true), [self.clone()])
    }

    /// Returns the part of a text from a character on, counted from the end if it is negative: of `count` characters, or to the
    /// end. pyarrow's `utf8_slice_codeunits`.
    pub fn substring(&self, start: i64, count: impl Into<Option<u32>>) -> Self {
        let count = count.into().map_or(i64::MAX, i64::from);
        Self::call(Op::Substring, [self.clone(), start.into(), count.into()])
    }

    /// Returns a part of a date, timestamp or time, as `Int64`. That of a timestamp with a zone is of its local time: the zone is an
    /// offset such as `+05:30`, or with the feature `time-zones` a name of the tz database, whose changes are known until 2100.
    pub fn part(&self, part: DatePart) -> Self {
        Self::call(Op::DatePart(part), [self.clone()])
    }

    /// Returns whether the value is one of an array's on the host, which has the same type. A null is one if the array has
    /// one, and the result is never null: pyarrow's `is_in`.
    pub fn is_in(&self, values: ArrayRef) -> Self {
        Self::call(Op::IsIn(values), [self.clone()])
    }

    /// Returns whether the value isn't less than one, and not greater than another.
    pub fn between(&self, least: impl Into<Self>, most: impl Into<Self>) -> Self {
        self.ge(least).and(self.le(most))
    }
}

#[allow(clippy::should_implement_trait, reason = "operators do the same")]
impl Expr {
    /// Returns whether the values are equal, by the rules of [`DeviceArray::compare`](crate::array::DeviceArray::compare). NaN isn't
    /// equal to itself.
    pub fn eq(&self, other: impl Into<Self>) -> Self {
        Self::call(Op::Compare("order == 0", "=="), [self.clone(), other.into()])
    }

    /// Returns whether the values differ.
    pub fn ne(&self, other: impl Into<Self>) -> Self {
        Self::call(Op::Compare("order != 0", "!="), [self.clone(), other.into()])
    }

    /// Returns whether the value is less.
    pub fn lt(&self, other: impl Into<Self>) -> Self {
        Self::call(Op::Compare("order == -1", "<"), [self.clone(), other.into()])
    }

    /// Returns whether the value isn't greater.
    pub fn le(&self, other: impl Into<Self>) -> Self {
        Self::call(Op::Compare("order <= 0", "<="), [self.clone(), other.into()])
    }

    /// Returns whether the value is greater.
    pub fn gt(&self, other: impl Into<Self>) -> Self {
        Self::call(Op::Compare("order == 1", ">"), [self.clone(), other.into()])
    }

    /// Returns whether the value isn't less.
    pub fn ge(&self, other: impl Into<Self>) -> Self {
        Self::call(Op::Compare("order == 0 || order == 1", ">="), [self.clone(), other.into()])
    }

    /// Returns whether both are true: pyarrow's `and_kleene`, which is false if either is, whatever the other is.
    pub fn and(&self, other: impl Into<Self>) -> Self {
        Self::call(Op::And, [self.clone(), other.into()])
    }

    /// Returns whether either is true: pyarrow's `or_kleene`.
    pub fn or(&self, other: impl Into<Self>) -> Self {
        Self::call(Op::Or, [self.clone(), other.into()])
    }

    /// Returns the opposite of a boolean.
    pub fn not(&self) -> Self {
        Self::call(Op::Not, [self.clone()])
    }

    /// Returns whether the value is null. The result isn't.
    pub fn is_null(&self) -> Self {
        Self::call(Op::IsNull, [self.clone()])
    }

    /// Returns whether the value isn't null.
    pub fn is_not_null(&self) -> Self {
        Self::call(Op::IsValid, [self.clone()])
    }

    /// Returns whether a number is NaN.
    pub fn is_nan(&self) -> Self {
        Self::call(Op::IsNan, [self.clone()])
    }

    /// Returns an integer for a floating-point number, such that integers are ordered as [`f64::total_cmp`] orders numbers: NaN is
    /// equal to itself, and has a place.
    pub fn total_order(&self) -> Self {
        Self::call(Op::TotalOrder, [self.clone()])
    }

    /// Returns the value, or another one where it is null: pyarrow's `coalesce`.
    pub fn fill_null(&self, other: impl Into<Self>) -> Self {
        Self::call(Op::Coalesce, [self.clone(), other.into()])
    }

    /// Returns the lesser value, or the only one that isn't null: pyarrow's `min_element_wise`. NaN counts as greater than all.
    pub fn least(&self, other: impl Into<Self>) -> Self {
        Self::call(Op::Number("least", "least"), [self.clone(), other.into()])
    }

    /// Returns the greater value, or the only one that isn't null: pyarrow's `max_element_wise`. NaN counts as less than all.
    pub fn greatest(&self, other: impl Into<Self>) -> Self {
        Self::call(Op::Number("greatest", "greatest"), [self.clone(), other.into()])
    }

    /// Returns the absolute value. That of the least integer wraps.
    pub fn abs(&self) -> Self {
        Self::call(Op::Number("absolute", "abs"), [self.clone()])
    }

    /// Returns the square root as a floating-point number; that of a decimal, as [`exp`](Self::exp), [`ln`](Self::ln) and
    /// [`pow`](Self::pow), is `Float64`.
    pub fn sqrt(&self) -> Self {
        Self::call(Op::Float("sqrt"), [self.clone()])
    }

    /// Returns e to this power.
    pub fn exp(&self) -> Self {
        Self::call(Op::Float("exp"), [self.clone()])
    }

    /// Returns the natural logarithm: that of 0 is -∞, and that of less NaN.
    pub fn ln(&self) -> Self {
        Self::call(Op::Float("log"), [self.clone()])
    }

    /// Returns this number to a power, as a floating-point number.
    pub fn pow(&self, power: impl Into<Self>) -> Self {
        Self::call(Op::Float("pow"), [self.clone(), power.into()])
    }

    /// Returns the greatest integer that isn't greater, as a floating-point number, or as a decimal of the same type: one that
    /// would have more digits is an error.
    pub fn floor(&self) -> Self {
        Self::call(Op::Float("floor"), [self.clone()])
    }

    /// Returns the least integer that isn't less, as [`floor`](Self::floor) does.
    pub fn ceil(&self) -> Self {
        Self::call(Op::Float("ceil"), [self.clone()])
    }

    /// Returns the number without its fraction, as [`floor`](Self::floor) does.
    pub fn trunc(&self) -> Self {
        Self::call(Op::Float("trunc"), [self.clone()])
    }

    /// Returns the nearest integer, and of two the even one, as [`floor`](Self::floor) does.
    pub fn round(&self) -> Self {
        Self::call(Op::Float("rint"), [self.clone()])
    }

    /// Returns the number of bytes of a text: pyarrow's `binary_length`.
    pub fn len_bytes(&self) -> Self {
        Self::call(Op::Length("bytes"), [self.clone()])
    }

    /// Returns the number of characters of a text: pyarrow's `utf8_length`.
    pub fn len_chars(&self) -> Self {
        Self::call(Op::Length("characters"), [self.clone()])
    }

    /// Returns a text followed by another, and null where either is null: pyarrow's `binary_join_element_wise` without a separator.
    pub fn concat(&self, other: impl Into<Self>) -> Self {
        Self::call(Op::Concat, [self.clone(), other.into()])
    }

    /// Returns a text with `A` to `Z` in place of `a` to `z`: pyarrow's `ascii_upper`. Other letters stay as they are.
    pub fn to_ascii_uppercase(&self) -> Self {
        Self::call(Op::Case(true), [self.clone()])
    }

    /// Returns a text with `a` to `z` in place of `A` to `Z`: pyarrow's `ascii_lower`.
    pub fn to_ascii_lowercase(&self) -> Self {
        Self::call(Op::Case(false), [self.clone()])
    }

    /// Returns whether a text has a part: pyarrow's `match_substring`.
    pub fn contains(&self, part: impl Into<Self>) -> Self {
        Self::call(Op::Find("contains"), [self.clone(), part.into()])
    }

    /// Returns whether a text begins with another.
    pub fn starts_with(&self, part: impl Into<Self>) -> Self {
        Self::call(Op::Find("starts_with"), [self.clone(), part.into()])
    }

    /// Returns whether a text ends with another.
    pub fn ends_with(&self, part: impl Into<Self>) -> Self {
        Self::call(Op::Find("ends_with"), [self.clone(), part.into()])
    }
}

impl Expr {
    /// Returns [`DatePart::Year`].
    pub fn year(&self) -> Self {
        self.part(DatePart::Year)
    }

    /// Returns [`DatePart::Month`].
    pub fn month(&self) -> Self {
        self.part(DatePart::Month)
    }

    /// Returns [`DatePart::Day`].
    pub fn day(&self) -> Self {
        self.part(DatePart::Day)
    }

    /// Returns [`DatePart::Hour`].
    pub fn hour(&self) -> Self {
        self.part(DatePart::Hour)
    }

    /// Returns [`DatePart::Minute`].
    pub fn minute(&self) -> Self {
        self.part(DatePart::Minute)
    }

    /// Returns [`DatePart::Second`].
    pub fn second(&self) -> Self {
        self.part(DatePart::Second)
    }
}

impl<T: Into<Expr>> core::ops::Add<T> for &Expr {
    type Output = Expr;

    fn add(self, other: T) -> Expr {
        Expr::call(Op::Number("add", "+"), [self.clone(), other.into()])
    }
}

impl<T: Into<Expr>> core::ops::Add<T> for Expr {
    type Output = Expr;

    fn add(self, other: T) -> Expr {
        Expr::call(Op::Number("add", "+"), [self, other.into()])
    }
}

impl<T: Into<Expr>> core::ops::Sub<T> for &Expr {
    type Output = Expr;

    fn sub(self, other: T) -> Expr {
        Expr::call(Op::Number("subtract", "-"), [self.clone(), other.into()])
    }
}

impl<T: Into<Expr>> core::ops::Sub<T> for Expr {
    type Output = Expr;

    fn sub(self, other: T) -> Expr {
        Expr::call(Op::Number("subtract", "-"), [self, other.into()])
    }
}

impl<T: Into<Expr>> core::ops::Mul<T> for &Expr {
    type Output = Expr;

    fn mul(self, other: T) -> Expr {
        Expr::call(Op::Number("multiply", "*"), [self.clone(), other.into()])
    }
}

impl<T: Into<Expr>> core::ops::Mul<T> for Expr {
    type Output = Expr;

    fn mul(self, other: T) -> Expr {
        Expr::call(Op::Number("multiply", "*"), [self, other.into()])
    }
}

impl<T: Into<Expr>> core::ops::Div<T> for &Expr {
    type Output = Expr;

    fn div(self, other: T) -> Expr {
        Expr::call(Op::Number("divide", "/"), [self.clone(), other.into()])
    }
}

impl<T: Into<Expr>> core::ops::Div<T> for Expr {
    type Output = Expr;

    fn div(self, other: T) -> Expr {
        Expr::call(Op::Number("divide", "/"), [self, other.into()])
    }
}

impl<T: Into<Expr>> core::ops::Rem<T> for &Expr {
    type Output = Expr;

    fn rem(self, other: T) -> Expr {
        Expr::call(Op::Number("remainder_of", "%"), [self.clone(), other.into()])
    }
}

impl<T: Into<Expr>> core::ops::Rem<T> for Expr {
    type Output = Expr;

    fn rem(self, other: T) -> Expr {
        Expr::call(Op::Number("remainder_of", "%"), [self, other.into()])
    }
}

impl<T: Into<Expr>> core::ops::BitAnd<T> for Expr {
    type Output = Expr;

    fn bitand(self, other: T) -> Expr {
        Expr::call(Op::And, [self, other.into()])
    }
}

impl<T: Into<Expr>> core::ops::BitOr<T> for Expr {
    type Output = Expr;

    fn bitor(self, other: T) -> Expr {
        Expr::call(Op::Or, [self, other.into()])
    }
}

impl core::ops::Neg for Expr {
    type Output = Self;

    fn neg(self) -> Self {
        Self::call(Op::Number("negate", "-"), [self])
    }
}

impl core::ops::Not for Expr {
    type Output = Self;

    fn not(self) -> Self {
        Self::call(Op::Not, [self])
    }
}

impl From<&Self> for Expr {
    fn from(expression: &Self) -> Self {
        expression.clone()
    }
}

impl From<&str> for Expr {
    fn from(text: &str) -> Self {
        Self::new(Node::Literal(Constant::text(text)))
    }
}

impl From<bool> for Expr {
    fn from(value: bool) -> Self {
        Self::new(Node::Literal(Constant::number(DataType::Boolean, u64::from(value))))
    }
}

impl From<i8> for Expr {
    fn from(number: i8) -> Self {
        Self::new(Node::Literal(Constant::number(DataType::Int8, number as u64)))
    }
}

impl From<i16> for Expr {
    fn from(number: i16) -> Self {
        Self::new(Node::Literal(Constant::number(DataType::Int16, number as u64)))
    }
}

impl From<i32> for Expr {
    fn from(number: i32) -> Self {
        Self::new(Node::Literal(Constant::number(DataType::Int32, number as u64)))
    }
}

impl From<i64> for Expr {
    fn from(number: i64) -> Self {
        Self::new(Node::Literal(Constant::number(DataType::Int64, number as u64)))
    }
}

impl From<u8> for Expr {
    fn from(number: u8) -> Self {
        Self::new(Node::Literal(Constant::number(DataType::UInt8, u64::from(number))))
    }
}

impl From<u16> for Expr {
    fn from(number: u16) -> Self {
        Self::new(Node::Literal(Constant::number(DataType::UInt16, u64::from(number))))
    }
}

impl From<u32> for Expr {
    fn from(number: u32) -> Self {
        Self::new(Node::Literal(Constant::number(DataType::UInt32, u64::from(number))))
    }
}

impl From<u64> for Expr {
    fn from(number: u64) -> Self {
        Self::new(Node::Literal(Constant::number(DataType::UInt64, number)))
    }
}

impl From<f32> for Expr {
    fn from(number: f32) -> Self {
        Self::new(Node::Literal(Constant::number(DataType::Float32, u64::from(number.to_bits()))))
    }
}

impl From<f64> for Expr {
    fn from(number: f64) -> Self {
        Self::new(Node::Literal(Constant::number(DataType::Float64, number.to_bits())))
    }
}

impl Op {
    /// Returns the operator between operands, or else the name of the method.
    fn symbol(&self) -> (bool, String) {
        let name = match self {
            Self::Number(_, name) | Self::Compare(_, name) => {
                return (!name.starts_with(char::is_alphabetic), (*name).to_owned());
            }
            Self::And => return (true, "and".to_owned()),
            Self::Or => return (true, "or".to_owned()),
            Self::Float("log") => "ln",
            Self::Float("rint") => "round",
            Self::Float(name) | Self::Find(name) => name,
            Self::Not => "not",
            Self::IsNull => "is_null",
            Self::IsValid => "is_not_null",
            Self::IsNan => "is_nan",
            Self::TotalOrder => "total_order",
            Self::IfElse => "if_else",
            Self::Coalesce => "fill_null",
            Self::Length("bytes") => "len_bytes",
            Self::Length(_) => "len_chars",
            Self::Substring => "substring",
            Self::Concat => "concat",
            Self::Case(true) => "to_ascii_uppercase",
            Self::Case(false) => "to_ascii_lowercase",
            Self::DatePart(part) => return (false, format!("{part:?}").to_lowercase()),
            Self::Cast(to, _) => return (false, format!("cast to {to}")),
            Self::IsIn(values) => return (false, format!("is_in {} values", values.len())),
        };
        (false, name.to_owned())
    }
}

/// Displays it as in code: `(a + 1)`, `substring(text, 0, 3)`.
impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.node {
            Node::Column(name) => f.write_str(name),
            Node::Literal(constant) => constant.fmt(f),
            Node::Wrong(reason) => f.write_str(reason),
            Node::Alias(expression, _) => expression.fmt(f),
            Node::Call(op, operands) => match (op.symbol(), &operands[..]) {
                ((true, name), [a, b]) => write!(f, "({a} {name} {b})"),
                ((_, name), operands) => {
                    write!(f, "{name}(")?;
                    for (at, operand) in operands.iter().enumerate() {
                        write!(f, "{}{operand}", if at == 0 { "" } else { ", " })?;
                    }
                    f.write_str(")")
                }
            },
        }
    }
}
