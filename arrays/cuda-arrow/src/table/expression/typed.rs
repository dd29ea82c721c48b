//! The types of expressions, and their code in the kernel.

use core::fmt;
use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::{Array, ArrayRef};
use arrow_schema::{DataType, TimeUnit};

use crate::batch::DeviceRecordBatch;
use crate::error::Error;
use crate::table::column;
use crate::table::compare::{Family, family};
use crate::table::expression::constant::{self, Constant, Value};
use crate::table::expression::{DatePart, Expr, Node, Op};
use crate::table::work::invalid;

/// A value of each row, which the kernel has under a number: `t3`, and whether it isn't null as `m3`.
#[derive(Debug, Clone)]
pub(super) struct Typed {
    pub(super) number: usize,
    pub(super) data_type: DataType,
    pub(super) nullable: bool,
}

/// What a kernel reads besides columns, in two words each.
#[derive(Debug)]
pub(super) enum Word {
    Constant(Constant),
    /// Sorted numbers.
    Numbers(Vec<u64>),
    /// Sorted texts.
    Texts(Vec<Vec<u8>>),
}

/// The code of expressions of a table.
pub(super) struct Code<'a> {
    batch: &'a DeviceRecordBatch,
    /// The positions of the columns that are read.
    pub(super) columns: Vec<usize>,
    pub(super) words: Vec<Word>,
    /// What is the same in all rows, and what isn't.
    pub(super) before: String,
    pub(super) text: String,
    /// What is wrong where the kernel reports a number, the first of which is 1.
    pub(super) checks: Vec<String>,
    /// Whether entries are read that an invalid array may not have.
    pub(super) reads_cells: bool,
    done: HashMap<*const Node, Typed>,
    count: usize,
}

/// Returns the type of a value in the kernel.
pub(super) fn c_type(data_type: &DataType) -> Option<&'static str> {
    use DataType::*;
    Some(match data_type {
        Boolean => "bool",
        Int8 => "i8",
        Int16 => "i16",
        Int32 | Date32 | Time32(_) => "i32",
        Int64 | Date64 | Time64(_) | Timestamp(..) | Duration(_) => "i64",
        UInt8 => "u8",
        UInt16 => "u16",
        UInt32 => "u32",
        UInt64 => "u64",
        Float32 => "float",
        Float64 => "double",
        Decimal128(..) => "i128",
        Utf8 | LargeUtf8 | Utf8View | Binary | LargeBinary | BinaryView => "Text",
        Dictionary(_, values) if !matches!(**values, Dictionary(..)) => return c_type(values),
        _ => return None,
    })
}

/// Returns the type of a result: a dictionary's values, and texts with offsets.
fn plain(data_type: &DataType) -> DataType {
    match data_type {
        DataType::Dictionary(_, values) => plain(values),
        DataType::Utf8View => DataType::Utf8,
        DataType::BinaryView => DataType::Binary,
        other => other.clone(),
    }
}

pub(super) fn is_text(data_type: &DataType) -> bool {
    c_type(data_type) == Some("Text")
}

fn is_number(data_type: &DataType) -> bool {
    data_type.is_integer() || data_type.is_floating()
}

/// Returns the precision and scale of decimals, or those that hold an integer; `None` for other types.
fn digits(data_type: &DataType) -> Option<(i32, i32)> {
    use DataType::*;
    Some(match data_type {
        Decimal128(precision, scale) => (i32::from(*precision), i32::from(*scale)),
        Int8 | UInt8 => (3, 0),
        Int16 | UInt16 => (5, 0),
        Int32 | UInt32 => (10, 0),
        Int64 => (19, 0),
        UInt64 => (20, 0),
        _ => return None,
    })
}

fn is_decimal(data_type: &DataType) -> bool {
    matches!(data_type, DataType::Decimal128(..))
}

/// Returns the type of decimals, unless it has too many digits.
fn decimal(precision: i32, scale: i32) -> Option<DataType> {
    let is_known = (1..=38).contains(&precision) && (-38..=38).contains(&scale);
    is_known.then(|| DataType::Decimal128(precision as u8, scale as i8))
}

/// Returns the type of decimals that hold those of both types, with more digits before the point.
fn wider(a: &DataType, b: &DataType, more: i32) -> Option<DataType> {
    let ((p, s), (q, t)) = (digits(a)?, digits(b)?);
    let scale = s.max(t);
    decimal((p - s).max(q - t) + more + scale, scale)
}

/// Returns the type to which pyarrow converts numbers of both types.
fn common(a: &DataType, b: &DataType) -> DataType {
    use DataType::*;
    if let Some(float) = [Float64, Float32].into_iter().find(|it| [a, b].contains(&it)) {
        return float;
    }
    let bits = |signed: bool| {
        let of = [a, b].into_iter().filter(move |it| it.is_signed_integer() == signed);
        of.filter_map(DataType::primitive_width).max().unwrap_or(0)
    };
    match (bits(true), bits(false)) {
        (0, 1) => UInt8,
        (0, 2) => UInt16,
        (0, 4) => UInt32,
        (0, _) => UInt64,
        (1, 0) => Int8,
        (signed, unsigned) => match signed.max(2 * unsigned) {
            0..=2 => Int16,
            4 => Int32,
            _ => Int64,
        },
    }
}

/// Returns the common type of values of which either may be the result.
fn either(a: &DataType, b: &DataType) -> Option<DataType> {
    use DataType::{LargeBinary, LargeUtf8};
    match (a, b) {
        _ if a == b => Some(a.clone()),
        _ if is_number(a) && is_number(b) => Some(common(a, b)),
        _ if a.is_floating() || b.is_floating() => {
            (is_decimal(a) || is_decimal(b)).then_some(DataType::Float64)
        }
        _ if is_decimal(a) || is_decimal(b) => wider(a, b, 0),
        _ if is_text(a) && is_text(b) && family(a).0 == family(b).0 => {
            Some(if family(a).0 == Family::Text { LargeUtf8 } else { LargeBinary })
        }
        _ => None,
    }
}

/// Returns the number of units of a date or time in a day; `None` for other types.
fn units_of_day(data_type: &DataType) -> Option<i64> {
    use DataType::*;
    let of = |unit: &TimeUnit| match unit {
        TimeUnit::Second => 86_400,
        TimeUnit::Millisecond => 86_400_000,
        TimeUnit::Microsecond => 86_400_000_000,
        TimeUnit::Nanosecond => 86_400_000_000_000,
    };
    match data_type {
        Date32 => Some(1),
        Date64 => Some(86_400_000),
        Timestamp(unit, _) | Time32(unit) | Time64(unit) | Duration(unit) => Some(of(unit)),
        _ => None,
    }
}

/// Returns to which types dates, timestamps and durations are converted to be added or subtracted, and the type of the result.
fn moments(name: &str, a: &DataType, b: &DataType) -> Option<([DataType; 2], DataType)> {
    use DataType::{Date32, Duration, Timestamp};
    let unit = |it: &DataType| match it {
        Date32 => Some(TimeUnit::Second),
        Timestamp(unit, _) | Duration(unit) => Some(*unit),
        _ => None,
    };
    let unit = unit(a)?.max(unit(b)?);
    let zone = |it: &DataType| match it {
        Timestamp(_, zone) => zone.clone(),
        _ => None,
    };
    let is_long = |it: &DataType| matches!(it, Duration(_));
    let of = |it: &DataType| if is_long(it) { Duration(unit) } else { Timestamp(unit, zone(it)) };
    let result = match (name, is_long(a), is_long(b)) {
        ("add" | "subtract", true, true) => Duration(unit),
        ("add" | "subtract", false, true) | ("add", true, false) => {
            Timestamp(unit, zone(if is_long(a) { b } else { a }))
        }
        ("subtract", false, false) if zone(a).is_some() == zone(b).is_some() => Duration(unit),
        _ => return None,
    };
    Some(([of(a), of(b)], result))
}

/// The code of a value: its type in the kernel, its expression, and the condition under which it isn't null.
struct Made<'a> {
    data_type: DataType,
    value: String,
    /// What the value is of: it is null where one of these is.
    of: &'a [Typed],
    /// What is wrong where the value sets `bad`.
    check: Option<String>,
}

impl<'a> Code<'a> {
    pub(super) fn new(batch: &'a DeviceRecordBatch) -> Self {
        Self {
            batch,
            columns: Vec::new(),
            words: Vec::new(),
            before: String::new(),
            text: String::new(),
            checks: Vec::new(),
            reads_cells: false,
            done: HashMap::new(),
            count: 0,
        }
    }

    /// Appends the code of an expression, unless it is there.
    ///
    /// # Errors
    /// [`Error::Arrow`] names the part whose types don't fit, and what is wrong.
    pub(super) fn write(&mut self, expression: &Expr) -> Result<Typed, Error> {
        let address = Arc::as_ptr(&expression.node);
        if let Some(typed) = self.done.get(&address) {
            return Ok(typed.clone());
        }
        let typed = match &*expression.node {
            Node::Column(name) => self.column(name)?,
            Node::Alias(of, _) => self.write(of)?,
            Node::Literal(constant) => self.constant(constant.clone()),
            Node::Wrong(reason) => return Err(invalid(reason.clone())),
            Node::Call(op, of) => {
                let of = of.iter().map(|it| self.write(it)).collect::<Result<Vec<_>, _>>()?;
                self.call(op, &of, expression)?
            }
        };
        self.done.insert(address, typed.clone());
        Ok(typed)
    }

    /// Appends a value with its condition, and returns it.
    fn push(&mut self, data_type: DataType, value: &str, valid: &str, nullable: bool) -> Typed {
        let number = self.count;
        self.count += 1;
        let ty = c_type(&data_type).unwrap_or("bool");
        self.text += &format!("        const bool m{number} = {valid};\n");
        self.text += &format!("        const {ty} t{number} = {value};\n");
        Typed { number, data_type, nullable }
    }

    fn made(&mut self, made: Made<'_>) -> Typed {
        let valid: Vec<String> = made.of.iter().map(|it| format!("m{}", it.number)).collect();
        let valid = if valid.is_empty() { "true".to_owned() } else { valid.join(" && ") };
        let nullable = made.of.iter().any(|it| it.nullable);
        let Some(check) = made.check else {
            return self.push(made.data_type, &made.value, &valid, nullable);
        };
        let number = self.count;
        self.checks.push(check);
        let ty = c_type(&made.data_type).unwrap_or("bool");
        let value = format!(
            "[&]() -> {ty} {{ bool bad = false; const {ty} value = {}; if (m{number} && bad) report(x.wrong, i, {}); return value; }}()",
            made.value,
            self.checks.len()
        );
        self.push(made.data_type, &value, &valid, nullable)
    }

    fn column(&mut self, name: &str) -> Result<Typed, Error> {
        let index = self.batch.index_of(name)?;
        let parts = self.batch.columns()[index].parts();
        let Some(ty) = c_type(&parts.data_type) else {
            return Err(invalid(format!(
                "the column {name:?} is of {}, which expressions don't read",
                parts.data_type
            )));
        };
        let place = self.columns.iter().position(|it| *it == index).unwrap_or_else(|| {
            self.columns.push(index);
            self.columns.len() - 1
        });
        let data_type = plain(&parts.data_type);
        let is_cell = column::may_lack_entries(parts);
        self.reads_cells |= is_cell;
        let nullable = parts.has_nulls();
        if !is_cell {
            let value = format!("number<{ty}>(c{place}, i)");
            return Ok(self.push(data_type, &value, &format!("is_valid(c{place}, i)"), nullable));
        }
        let cell = self.count;
        self.text +=
            &format!("        const Cell e{cell} = cell_at(x.columns + {place}, i, x.error);\n");
        let value = format!("of_cell<{ty}>(e{cell})");
        Ok(self.push(data_type, &value, &format!("e{cell}.valid"), nullable))
    }

    fn word(&mut self, word: Word) -> usize {
        self.words.push(word);
        2 * (self.words.len() - 1)
    }

    fn constant(&mut self, constant: Constant) -> Typed {
        let data_type = plain(&constant.data_type);
        let ty = c_type(&data_type).unwrap_or("bool");
        if constant.value == Value::Null {
            return self.push(data_type, &format!("{ty}()"), "false", true);
        }
        let (place, number) = (self.word(Word::Constant(constant)), self.count);
        self.before += &format!("    const {ty} l{number} = constant<{ty}>(x.words + {place});\n");
        self.push(data_type, &format!("l{number}"), "true", false)
    }

    fn call(&mut self, op: &Op, of: &[Typed], expression: &Expr) -> Result<Typed, Error> {
        let refused = |what: &str| {
            let types: Vec<String> = of.iter().map(|it| it.data_type.to_string()).collect();
            invalid(format!("`{expression}`: {what}, and not of {}", types.join(" and ")))
        };
        let t = |at: usize| format!("t{}", of[at].number);
        let m = |at: usize| format!("m{}", of[at].number);
        let all = |test: fn(&DataType) -> bool| of.iter().all(|it| test(&it.data_type));
        let is_boolean = |it: &Typed| it.data_type == DataType::Boolean;
        let simple = |data_type, value: String| Made { data_type, value, of, check: None };
        Ok(match op {
            Op::Number(name @ ("least" | "greatest"), _) => {
                let of = self.unified(of).ok_or_else(|| refused("values of one type"))?;
                self.picked(name, &of)
            }
            Op::Number(name, _) => self.number(name, of, expression)?,
            Op::Float(name) => {
                if !all(is_number) {
                    return Err(refused("it is of numbers"));
                }
                let single = of.iter().all(|it| it.data_type == DataType::Float32);
                let to = if single { DataType::Float32 } else { DataType::Float64 };
                let of: Vec<Typed> =
                    of.iter().map(|it| self.cast(it, &to, expression)).collect::<Result<_, _>>()?;
                let names: Vec<String> = of.iter().map(|it| format!("t{}", it.number)).collect();
                let value = format!("{name}({})", names.join(", "));
                self.made(Made { data_type: to, value, of: &of, check: None })
            }
            Op::Compare(condition, _) => self.compare(condition, of).ok_or_else(|| {
                refused("numbers, texts, or dates and times are compared with their like")
            })?,
            Op::And | Op::Or | Op::Not if !of.iter().all(is_boolean) => {
                return Err(refused("it is of booleans"));
            }
            Op::Not => self.made(simple(DataType::Boolean, format!("!{}", t(0)))),
            Op::And | Op::Or => {
                let (a, b, ma, mb) = (t(0), t(1), m(0), m(1));
                let (sign, join) = if *op == Op::And { ("!", "&&") } else { ("", "||") };
                let valid = format!("({ma} && {mb}) || ({ma} && {sign}{a}) || ({mb} && {sign}{b})");
                let value = match join {
                    "&&" => format!("({a} || !{ma}) && ({b} || !{mb})"),
                    _ => format!("({a} && {ma}) || ({b} && {mb})"),
                };
                let nullable = of.iter().any(|it| it.nullable);
                self.push(DataType::Boolean, &value, &valid, nullable)
            }
            Op::IsNull => self.push(DataType::Boolean, &format!("!{}", m(0)), "true", false),
            Op::IsValid => self.push(DataType::Boolean, &m(0), "true", false),
            Op::IsNan if !all(is_number) => return Err(refused("it is of numbers")),
            Op::IsNan => self.made(simple(DataType::Boolean, format!("{0} != {0}", t(0)))),
            Op::IfElse if !is_boolean(&of[0]) => {
                return Err(refused("its condition is a boolean"));
            }
            Op::IfElse => {
                let one = self.unified(&of[1..]).ok_or_else(|| refused("values of one type"))?;
                let (a, b) = (one[0].number, one[1].number);
                let (value, valid) = (
                    format!("{} ? t{a} : t{b}", t(0)),
                    format!("{} && ({} ? m{a} : m{b})", m(0), t(0)),
                );
                let nullable = of.iter().any(|it| it.nullable);
                self.push(one[0].data_type.clone(), &value, &valid, nullable)
            }
            Op::Coalesce => {
                let one = self.unified(of).ok_or_else(|| refused("values of one type"))?;
                let (a, b) = (one[0].number, one[1].number);
                let nullable = of[0].nullable && of[1].nullable;
                let valid = format!("m{a} || m{b}");
                self.push(
                    one[0].data_type.clone(),
                    &format!("m{a} ? t{a} : t{b}"),
                    &valid,
                    nullable,
                )
            }
            Op::Length(_) | Op::Find(_) | Op::Substring if !is_text(&of[0].data_type) => {
                return Err(refused("it is of texts"));
            }
            Op::Length(what) => {
                let is_large =
                    matches!(of[0].data_type, DataType::LargeUtf8 | DataType::LargeBinary);
                let result = if is_large { DataType::Int64 } else { DataType::Int32 };
                let ty = c_type(&result).unwrap_or("i64");
                let value = match *what {
                    "bytes" => format!("({ty}){}.len", t(0)),
                    _ => format!("({ty})characters({})", t(0)),
                };
                self.made(simple(result, value))
            }
            Op::Find(_) if !is_text(&of[1].data_type) => return Err(refused("it is of texts")),
            Op::Find(name) => {
                let valid = format!("{} && {}", m(0), m(1));
                let value = format!("{valid} && {name}({}, {})", t(0), t(1));
                self.made(simple(DataType::Boolean, value))
            }
            Op::Substring => {
                let value = format!("substring({}, {}, {})", t(0), t(1), t(2));
                self.made(simple(of[0].data_type.clone(), value))
            }
            Op::DatePart(part) => self.part(*part, &of[0]).map_err(|what| refused(&what))?,
            Op::Cast(to) => self.cast(&of[0], to, expression)?,
            Op::IsIn(values) => self.is_in(&of[0], values).map_err(|what| refused(&what))?,
        })
    }

    /// Converts values to their common type.
    fn unified(&mut self, of: &[Typed]) -> Option<Vec<Typed>> {
        let to = either(&of[0].data_type, &of[1].data_type)?;
        of.iter().map(|it| self.cast(it, &to, &"").ok()).collect()
    }

    /// One of two values by a function, or the only one that isn't null.
    fn picked(&mut self, name: &str, of: &[Typed]) -> Typed {
        let (a, b) = (of[0].number, of[1].number);
        let value = format!("!m{b} ? t{a} : !m{a} ? t{b} : {name}(t{a}, t{b})");
        let nullable = of[0].nullable && of[1].nullable;
        self.push(of[0].data_type.clone(), &value, &format!("m{a} || m{b}"), nullable)
    }

    /// A function of numbers of one type.
    fn number(
        &mut self,
        name: &str,
        of: &[Typed],
        expression: &dyn fmt::Display,
    ) -> Result<Typed, Error> {
        let types: Vec<&DataType> = of.iter().map(|it| &it.data_type).collect();
        let refused = |types: &[&DataType]| {
            let types: Vec<String> = types.iter().map(ToString::to_string).collect();
            invalid(format!(
                "`{expression}`: arithmetic is of numbers, and of dates, timestamps and durations, and not of {}: `cast` converts",
                types.join(" and ")
            ))
        };
        if types.iter().any(|it| is_decimal(it)) {
            return self.decimals(name, of, expression);
        }
        let to = match types[..] {
            [a] if is_number(a) => a.clone(),
            [a, b] if is_number(a) && is_number(b) => common(a, b),
            [a, b] => match moments(name, a, b) {
                Some(([a, b], result)) => {
                    let moments =
                        [self.cast(&of[0], &a, expression)?, self.cast(&of[1], &b, expression)?];
                    let value = format!("{name}(t{}, t{})", moments[0].number, moments[1].number);
                    return Ok(self.made(Made {
                        data_type: result,
                        value,
                        of: &moments,
                        check: None,
                    }));
                }
                None => return Err(refused(&types)),
            },
            _ => return Err(refused(&types)),
        };
        let numbers = of.iter().map(|it| self.cast(it, &to, expression));
        let numbers: Vec<Typed> = numbers.collect::<Result<_, _>>()?;
        let names: Vec<String> = numbers.iter().map(|it| format!("t{}", it.number)).collect();
        let is_division = matches!(name, "divide" | "remainder_of");
        let check =
            (is_division && !to.is_floating()).then(|| format!("`{expression}`: division by zero"));
        let end = if is_division { ", bad" } else { "" };
        let mut value = format!("{name}({}{end})", names.join(", "));
        if is_division && check.is_none() {
            value = format!("{name}({}, unused)", names.join(", "));
        }
        Ok(self.made(Made { data_type: to, value, of: &numbers, check }))
    }

    /// A function of decimals, or of some and other numbers.
    fn decimals(
        &mut self,
        name: &str,
        of: &[Typed],
        expression: &dyn fmt::Display,
    ) -> Result<Typed, Error> {
        let refused = |what: &str| {
            let types: Vec<String> = of.iter().map(|it| it.data_type.to_string()).collect();
            invalid(format!("`{expression}` of {}: {what}", types.join(" and ")))
        };
        if of.iter().any(|it| it.data_type.is_floating()) {
            let floats = of.iter().map(|it| self.cast(it, &DataType::Float64, expression));
            let floats: Vec<Typed> = floats.collect::<Result<_, _>>()?;
            return self.number(name, &floats, expression);
        }
        const TOO_LONG: &str = "the result has more than 38 digits: `cast` to fewer before";
        let Some(all) = of.iter().map(|it| digits(&it.data_type)).collect::<Option<Vec<_>>>()
        else {
            return Err(refused("decimals are computed with numbers"));
        };
        let (result, to) = match (name, &all[..]) {
            ("add" | "subtract", [_, _]) => {
                let to = wider(&of[0].data_type, &of[1].data_type, 1);
                let to = to.ok_or_else(|| refused(TOO_LONG))?;
                (to.clone(), [to.clone(), to])
            }
            ("multiply", [(p, s), (q, t)]) => {
                let result = decimal(p + q + 1, s + t).ok_or_else(|| refused(TOO_LONG))?;
                let own = all.iter().map(|(p, s)| decimal(*p, *s).unwrap_or(result.clone()));
                let own: Vec<DataType> = own.collect();
                (result, [own[0].clone(), own[1].clone()])
            }
            ("negate" | "absolute", _) => {
                let own = of[0].data_type.clone();
                (own.clone(), [own.clone(), own])
            }
            _ => return Err(refused("`cast` to `Float64` for quotients of decimals")),
        };
        let numbers = of.iter().zip(&to).map(|(it, to)| self.cast(it, to, expression));
        let numbers: Vec<Typed> = numbers.collect::<Result<_, _>>()?;
        let names: Vec<String> = numbers.iter().map(|it| format!("t{}", it.number)).collect();
        let value = format!("{name}({})", names.join(", "));
        Ok(self.made(Made { data_type: result, value, of: &numbers, check: None }))
    }

    fn compare(&mut self, condition: &str, of: &[Typed]) -> Option<Typed> {
        let [(a, x), (b, y)] = [&of[0], &of[1]].map(|it| family(&it.data_type));
        if a != b || matches!(a, Family::Same(_)) {
            return None;
        }
        let (mut p, mut q) = (format!("t{}", of[0].number), format!("t{}", of[1].number));
        let order = match a {
            Family::Text | Family::Bytes => {
                format!("m{} && m{} ? compare({p}, {q}) : 2", of[0].number, of[1].number)
            }
            Family::Number if of.iter().any(|it| is_decimal(&it.data_type)) => {
                let (a, b) = (&of[0].data_type, &of[1].data_type);
                match (digits(a), digits(b)) {
                    (Some((_, s)), Some((_, t))) => {
                        let (x, y) = ((t - s).max(0), (s - t).max(0));
                        format!("compare_decimals((i128){p}, {x}, (i128){q}, {y})")
                    }
                    _ => {
                        let real = |name: String, it: &DataType| match digits(it) {
                            Some((_, s)) if is_decimal(it) => format!("real_of({name}, {s})"),
                            _ => format!("(double){name}"),
                        };
                        format!("compare({}, {})", real(p, a), real(q, b))
                    }
                }
            }
            Family::Number => {
                let to = match common(&of[0].data_type, &of[1].data_type) {
                    // Of integers that this type doesn't have, either.
                    DataType::Float32 if of.iter().any(|it| it.data_type.is_integer()) => {
                        DataType::Float64
                    }
                    other => other,
                };
                let has_u64 = of.iter().any(|it| it.data_type == DataType::UInt64);
                // No type holds both.
                let exact = has_u64 && to == DataType::Int64;
                for (name, it) in [&mut p, &mut q].into_iter().zip(of) {
                    *name = match exact && it.data_type == DataType::UInt64 {
                        true => name.clone(),
                        false => format!("({}){name}", c_type(&to)?),
                    };
                }
                format!("compare({p}, {q})")
            }
            _ if x == y => format!("compare({p}, {q})"),
            _ if x > y => format!("compare_units({p}, {}ll, {q})", x / y),
            _ => format!("-compare_units({q}, {}ll, {p})", y / x),
        };
        let value = format!("[&]() -> bool {{ const int order = {order}; return {condition}; }}()");
        Some(self.made(Made { data_type: DataType::Boolean, value, of, check: None }))
    }

    fn cast(
        &mut self,
        it: &Typed,
        to: &DataType,
        expression: &dyn fmt::Display,
    ) -> Result<Typed, Error> {
        use DataType::*;
        let from = &it.data_type;
        if from == to {
            return Ok(it.clone());
        }
        let t = format!("t{}", it.number);
        let of = core::slice::from_ref(it);
        let is_value = |it: &DataType| is_number(it) || *it == Boolean;
        let ty = c_type(to).unwrap_or("");
        let days = units_of_day(from).zip(units_of_day(to));
        let is_local = |it: &DataType| matches!(it, Date32 | Date64 | Timestamp(..));
        let unit = |coarser: bool, ratio: i64| match coarser {
            true => format!("({ty})coarser({t}, {ratio}ll, bad)"),
            false => format!("({ty})finer({t}, {ratio}ll, bad)"),
        };
        let (value, can_fail) = match (from, to) {
            _ if c_type(from).is_none() || ty.is_empty() || plain(to) != *to => (None, false),
            (Decimal128(_, s), to) if to.is_floating() => {
                (Some(format!("({ty})real_of({t}, {s})")), false)
            }
            (_, Decimal128(p, s)) if digits(from).is_some() => {
                let (q, t_scale) = digits(from).unwrap_or((0, 0));
                let by = i32::from(*s) - t_scale;
                // Digits that are there fit.
                let can_fail = by < 0 || q + by > i32::from(*p);
                (Some(format!("rescaled((i128){t}, {by}, {p}, bad)")), can_fail)
            }
            (Decimal128(_, s), to) if to.is_integer() => {
                let whole = format!("rescaled({t}, -({s}), 38, lost)");
                let value = format!(
                    "[&]() {{ bool lost; const {ty} whole = integer_of<{ty}>({whole}, bad); bad |= lost; return whole; }}()"
                );
                (Some(value), true)
            }
            _ if is_value(from) && is_value(to) => {
                (Some(format!("cast<{ty}>({t}, bad)")), !is_widening(from, to))
            }
            _ if is_text(from) && is_text(to) && family(from).0 == family(to).0 => (Some(t), false),
            (Int32, Date32 | Time32(_)) | (Date32 | Time32(_), Int32) => (Some(t), false),
            (Int64, Date64 | Time64(_) | Timestamp(..) | Duration(_))
            | (Date64 | Time64(_) | Timestamp(..) | Duration(_), Int64) => (Some(t), false),
            (Timestamp(a, _), Timestamp(b, _)) if a == b => (Some(t), false),
            _ => match days {
                Some((a, 1)) if is_local(from) => {
                    (Some(format!("(i32)floor_div({t}, {a})")), false)
                }
                Some((a, b)) if *to == Date64 && is_local(from) => {
                    let days = if a == 1 { t } else { format!("floor_div({t}, {a}ll)") };
                    (Some(format!("finer({days}, {b}, bad)")), true)
                }
                Some((a, b))
                    if (is_local(from) && is_local(to)) || family(from).0 == family(to).0 =>
                {
                    (Some(unit(a > b, (a / b).max(b / a))), true)
                }
                _ => (None, false),
            },
        };
        let Some(value) = value else {
            return Err(invalid(format!("`{expression}`: {from} can't be converted to {to}")));
        };
        let check = can_fail.then(|| {
            format!("`{expression}`: a value of {from} that {to} doesn't have: it is too large, or has a fraction")
        });
        let value = if can_fail { value } else { value.replace(", bad)", ", unused)") };
        Ok(self.made(Made { data_type: to.clone(), value, of, check }))
    }

    fn part(&mut self, part: DatePart, it: &Typed) -> Result<Typed, String> {
        use DataType::*;
        if let Timestamp(_, Some(zone)) = &it.data_type
            && !matches!(&**zone, "UTC" | "+00:00" | "Z")
        {
            return Err(format!("its zone is UTC ({zone} isn't known here), or there is none"));
        }
        let t = format!("(i64)t{}", it.number);
        let units = units_of_day(&it.data_type);
        let has_date = matches!(it.data_type, Date32 | Date64 | Timestamp(..));
        let Some(units) = units.filter(|_| !matches!(it.data_type, Duration(_))) else {
            return Err("it is of dates, timestamps and times".to_owned());
        };
        let day = format!("floor_div({t}, {units}ll)");
        // The number of these in a day, and how many make the next part.
        let time = |each: i64, many: i64| match each <= units {
            true => format!("({t} - {day} * {units}ll) / {} % {many}", units / each),
            false => {
                let (up, whole) = (each / units, 1);
                format!("({t} - {day} * {units}ll) * {up}ll / {whole} % {many}")
            }
        };
        let value = match part {
            DatePart::Year => format!("date_of({day}).year"),
            DatePart::Quarter => format!("(date_of({day}).month + 2) / 3"),
            DatePart::Month => format!("date_of({day}).month"),
            DatePart::Day => format!("date_of({day}).day"),
            DatePart::DayOfYear => format!("date_of({day}).day_of_year"),
            DatePart::DayOfWeek => format!("({day} + 3) - floor_div({day} + 3, 7) * 7"),
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
            return Err("it is of dates and timestamps".to_owned());
        }
        let of = core::slice::from_ref(it);
        Ok(self.made(Made { data_type: Int64, value, of, check: None }))
    }

    fn is_in(&mut self, it: &Typed, values: &ArrayRef) -> Result<Typed, String> {
        let found = values.data_type();
        if plain(found) != it.data_type {
            return Err(format!("the values of {found} are of the expression's type"));
        }
        let has_null = values.null_count() > 0;
        let word = match (constant::texts(values), constant::numbers(values)) {
            (Some(texts), _) => {
                let mut texts: Vec<Vec<u8>> =
                    texts.into_iter().flatten().map(<[u8]>::to_vec).collect();
                texts.sort_unstable();
                Word::Texts(texts)
            }
            (_, Some(numbers)) => {
                let nan = |bits: u64| match found {
                    DataType::Float32 if f32::from_bits(bits as u32).is_nan() => 0x7fc0_0000,
                    DataType::Float64 if f64::from_bits(bits).is_nan() => 0x7ff8_0000_0000_0000,
                    _ => bits,
                };
                let mut numbers: Vec<u64> = numbers.into_iter().flatten().map(nan).collect();
                numbers.sort_unstable();
                Word::Numbers(numbers)
            }
            _ => return Err("it is of numbers and texts".to_owned()),
        };
        let place = self.word(word);
        let (t, m) = (format!("t{}", it.number), format!("m{}", it.number));
        let value = format!("{m} ? is_in({t}, x.words + {place}) : {has_null}");
        Ok(self.push(DataType::Boolean, &value, "true", false))
    }
}

/// Returns whether each value of a type of numbers is one of another.
fn is_widening(from: &DataType, to: &DataType) -> bool {
    let bytes = |it: &DataType| it.primitive_width().unwrap_or(0);
    match (from.is_floating(), to.is_floating()) {
        _ if *from == DataType::Boolean || *to == DataType::Boolean => true,
        (true, true) => true,
        (true, false) => false,
        (false, true) => bytes(from) < bytes(to),
        (false, false) => {
            common(from, to) == *to
                && (!to.is_unsigned_integer() || from.is_unsigned_integer())
                && !(*from == DataType::UInt64 && *to == DataType::Int64)
        }
    }
}
