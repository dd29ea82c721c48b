//! The types of expressions, and their code in the kernel.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;

use crate::batch::DeviceRecordBatch;
use crate::error::Error;
use crate::table::column;
use crate::table::compare::{Family, family};
use crate::table::expression::constant::{self, Constant, ScalarValue};
use crate::table::expression::types::{
    c_type, common, either, is_decimal, is_number, is_text, plain,
};
use crate::table::expression::{Expr, Node, Op};
use crate::table::work::invalid;

/// A value of each row, which the kernel has under a number: `t3`, and whether it isn't null as `m3`.
#[derive(Debug, Clone)]
pub(super) struct TypedValue {
    pub(super) number: usize,
    pub(super) data_type: DataType,
    pub(super) nullable: bool,
}

/// What a kernel reads besides columns, in two words each.
#[derive(Debug)]
pub(super) enum Word {
    Constant(Constant),
    /// Numbers: a set is sorted.
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
    done: HashMap<*const Node, TypedValue>,
    count: usize,
}

/// The code of a value: its type in the kernel, its expression, and the condition under which it isn't null.
pub(super) struct ValueCode<'a> {
    pub(super) data_type: DataType,
    pub(super) value: String,
    /// What the value is of: it is null where one of these is.
    pub(super) operands: &'a [TypedValue],
    /// What is wrong where the value sets `bad`.
    pub(super) check: Option<String>,
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
    pub(super) fn write(&mut self, expression: &Expr) -> Result<TypedValue, Error> {
        let address = Arc::as_ptr(&expression.node);
        if let Some(typed) = self.done.get(&address) {
            return Ok(typed.clone());
        }
        let typed = match &*expression.node {
            Node::Column(name) => self.column(name)?,
            Node::Alias(expression, _) => self.write(expression)?,
            Node::Literal(constant) => self.constant(constant.clone()),
            Node::Wrong(reason) => return Err(invalid(reason.clone())),
            Node::Call(op, operands) => {
                let operands = operands
                    .iter()
                    .map(|operand| self.write(operand))
                    .collect::<Result<Vec<_>, _>>()?;
                self.call(op, &operands, expression)?
            }
        };
        self.done.insert(address, typed.clone());
        Ok(typed)
    }

    /// Appends a value with its condition, and returns it.
    fn push(
        &mut self,
        data_type: DataType,
        value: &str,
        valid: &str,
        nullable: bool,
    ) -> TypedValue {
        let number = self.count;
        self.count += 1;
        let ty = c_type(&data_type).unwrap_or("bool");
        self.text += &format!("        const bool m{number} = {valid};\n");
        self.text += &format!("        const {ty} t{number} = {value};\n");
        TypedValue { number, data_type, nullable }
    }

    pub(super) fn assign(&mut self, code: ValueCode<'_>) -> TypedValue {
        let valid: Vec<String> =
            code.operands.iter().map(|operand| format!("m{}", operand.number)).collect();
        let valid = if valid.is_empty() { "true".to_owned() } else { valid.join(" && ") };
        let nullable = code.operands.iter().any(|operand| operand.nullable);
        let Some(check) = code.check else {
            return self.push(code.data_type, &code.value, &valid, nullable);
        };
        let number = self.count;
        self.checks.push(check);
        let ty = c_type(&code.data_type).unwrap_or("bool");
        let value = format!(
            "[&]() -> {ty} {{ bool bad = false; const {ty} value = {}; if (m{number} && bad) report(x.wrong, i, {}); return value; }}()",
            code.value,
            self.checks.len()
        );
        self.push(code.data_type, &value, &valid, nullable)
    }

    fn column(&mut self, name: &str) -> Result<TypedValue, Error> {
        let index = self.batch.index_of(name)?;
        let parts = self.batch.columns()[index].parts();
        let Some(ty) = c_type(&parts.data_type) else {
            return Err(invalid(format!(
                "the column {name:?} is of {}, which expressions don't read",
                parts.data_type
            )));
        };
        let place = self.columns.iter().position(|column| *column == index).unwrap_or_else(|| {
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

    pub(super) fn word(&mut self, word: Word) -> usize {
        self.words.push(word);
        2 * (self.words.len() - 1)
    }

    fn constant(&mut self, constant: Constant) -> TypedValue {
        let data_type = plain(&constant.data_type);
        let ty = c_type(&data_type).unwrap_or("bool");
        if constant.value == ScalarValue::Null {
            return self.push(data_type, &format!("{ty}()"), "false", true);
        }
        let (place, number) = (self.word(Word::Constant(constant)), self.count);
        self.before += &format!("    const {ty} l{number} = constant<{ty}>(x.words + {place});\n");
        self.push(data_type, &format!("l{number}"), "true", false)
    }

    fn call(
        &mut self,
        op: &Op,
        operands: &[TypedValue],
        expression: &Expr,
    ) -> Result<TypedValue, Error> {
        let refused = |reason: &str| {
            let types: Vec<String> =
                operands.iter().map(|operand| operand.data_type.to_string()).collect();
            invalid(format!("`{expression}`: {reason}, and not of {}", types.join(" and ")))
        };
        let t = |at: usize| format!("t{}", operands[at].number);
        let m = |at: usize| format!("m{}", operands[at].number);
        let all =
            |test: fn(&DataType) -> bool| operands.iter().all(|operand| test(&operand.data_type));
        let is_boolean = |operand: &TypedValue| operand.data_type == DataType::Boolean;
        let simple =
            |data_type, value: String| ValueCode { data_type, value, operands, check: None };
        Ok(match op {
            Op::Number(name @ ("least" | "greatest"), _) => {
                let operands =
                    self.unified(operands).ok_or_else(|| refused("values of one type"))?;
                self.picked(name, &operands)
            }
            Op::Number(name, _) => self.number(name, operands, expression)?,
            Op::Float(_) if !all(|ty| is_number(ty) || is_decimal(ty)) => {
                return Err(refused("it takes numbers"));
            }
            Op::Float(name @ ("floor" | "ceil" | "trunc" | "rint")) if all(is_decimal) => {
                self.whole_decimal(name, &operands[0], expression)
            }
            Op::Float(name) => self.float(name, operands, expression)?,
            Op::Compare(condition, _) => self.compare(condition, operands).ok_or_else(|| {
                refused("numbers, texts, or dates and times are compared with their like")
            })?,
            Op::And | Op::Or | Op::Not if !operands.iter().all(is_boolean) => {
                return Err(refused("it takes booleans"));
            }
            Op::Not => self.assign(simple(DataType::Boolean, format!("!{}", t(0)))),
            Op::And | Op::Or => {
                let (a, b, ma, mb) = (t(0), t(1), m(0), m(1));
                let (sign, join) = if *op == Op::And { ("!", "&&") } else { ("", "||") };
                let valid = format!("({ma} && {mb}) || ({ma} && {sign}{a}) || ({mb} && {sign}{b})");
                let value = match join {
                    "&&" => format!("({a} || !{ma}) && ({b} || !{mb})"),
                    _ => format!("({a} && {ma}) || ({b} && {mb})"),
                };
                let nullable = operands.iter().any(|operand| operand.nullable);
                self.push(DataType::Boolean, &value, &valid, nullable)
            }
            Op::IsNull => self.push(DataType::Boolean, &format!("!{}", m(0)), "true", false),
            Op::IsValid => self.push(DataType::Boolean, &m(0), "true", false),
            Op::IsNan if all(is_decimal) => {
                self.assign(simple(DataType::Boolean, "false".to_owned()))
            }
            Op::IsNan if !all(is_number) => return Err(refused("it takes numbers")),
            Op::IsNan => self.assign(simple(DataType::Boolean, format!("{0} != {0}", t(0)))),
            Op::TotalOrder => {
                let to = match operands[0].data_type {
                    DataType::Float16 => DataType::Int16,
                    DataType::Float32 => DataType::Int32,
                    DataType::Float64 => DataType::Int64,
                    _ => return Err(refused("it takes floating-point numbers")),
                };
                self.assign(simple(to, format!("total_order({})", t(0))))
            }
            Op::IfElse if !is_boolean(&operands[0]) => {
                return Err(refused("its condition is a boolean"));
            }
            Op::IfElse => {
                let one =
                    self.unified(&operands[1..]).ok_or_else(|| refused("values of one type"))?;
                let (a, b) = (one[0].number, one[1].number);
                let (value, valid) = (
                    format!("{} ? t{a} : t{b}", t(0)),
                    format!("{} && ({} ? m{a} : m{b})", m(0), t(0)),
                );
                let nullable = operands.iter().any(|operand| operand.nullable);
                self.push(one[0].data_type.clone(), &value, &valid, nullable)
            }
            Op::Coalesce => {
                let one = self.unified(operands).ok_or_else(|| refused("values of one type"))?;
                let (a, b) = (one[0].number, one[1].number);
                let nullable = operands[0].nullable && operands[1].nullable;
                let valid = format!("m{a} || m{b}");
                self.push(
                    one[0].data_type.clone(),
                    &format!("m{a} ? t{a} : t{b}"),
                    &valid,
                    nullable,
                )
            }
            Op::Length(_) | Op::Find(_) | Op::Substring => {
                self.text(op, operands).ok_or_else(|| refused("it takes texts"))?
            }
            // They are columns before.
            Op::Concat | Op::Case(_) => return Err(refused("it takes texts")),
            Op::DatePart(part) => {
                self.part(*part, &operands[0]).map_err(|reason| refused(&reason))?
            }
            Op::Cast(to, false) => self.cast(&operands[0], to, expression)?,
            Op::Cast(to, true) => self.cast_inexact(&operands[0], to, expression)?,
            Op::IsIn(values) => {
                self.is_in(&operands[0], values).map_err(|reason| refused(&reason))?
            }
        })
    }

    /// A function of floating-point numbers; half-precision ones are computed with as `float`, and decimals as `double`.
    fn float(
        &mut self,
        name: &str,
        operands: &[TypedValue],
        expression: &Expr,
    ) -> Result<TypedValue, Error> {
        let to = operands.iter().map(|operand| match operand.data_type {
            DataType::Float16 | DataType::Float32 => operand.data_type.clone(),
            _ => DataType::Float64,
        });
        let to = to.reduce(|a, b| common(&a, &b)).unwrap_or(DataType::Float64);
        let operands: Vec<TypedValue> = operands
            .iter()
            .map(|operand| self.cast(operand, &to, expression))
            .collect::<Result<_, _>>()?;
        let ty = c_type(&to).unwrap_or("double");
        let computed = if to == DataType::Float64 { ty } else { "float" };
        let of_kernel = operands.iter().map(|operand| format!("({computed})t{}", operand.number));
        let value = format!("({ty}){name}({})", of_kernel.collect::<Vec<_>>().join(", "));
        Ok(self.assign(ValueCode { data_type: to, value, operands: &operands, check: None }))
    }

    /// A function of texts.
    fn text(&mut self, op: &Op, operands: &[TypedValue]) -> Option<TypedValue> {
        let first = &operands[0].data_type;
        let t = |at: usize| format!("t{}", operands[at].number);
        let (data_type, value) = match op {
            _ if !is_text(first) => return None,
            // Bytes have no characters.
            Op::Length("characters") | Op::Substring if family(first).0 != Family::Text => {
                return None;
            }
            Op::Length(unit) => {
                let is_large = matches!(first, DataType::LargeUtf8 | DataType::LargeBinary);
                let result = if is_large { DataType::Int64 } else { DataType::Int32 };
                let ty = c_type(&result)?;
                match *unit {
                    "bytes" => (result, format!("({ty}){}.len", t(0))),
                    _ => (result, format!("({ty})characters({})", t(0))),
                }
            }
            Op::Find(name) if is_text(&operands[1].data_type) => {
                let valid = format!("m{} && m{}", operands[0].number, operands[1].number);
                (DataType::Boolean, format!("{valid} && {name}({}, {})", t(0), t(1)))
            }
            Op::Substring => (first.clone(), format!("substring({}, {}, {})", t(0), t(1), t(2))),
            _ => return None,
        };
        Some(self.assign(ValueCode { data_type, value, operands, check: None }))
    }

    /// Converts values to their common type.
    fn unified(&mut self, operands: &[TypedValue]) -> Option<Vec<TypedValue>> {
        let to = either(&operands[0].data_type, &operands[1].data_type)?;
        operands.iter().map(|operand| self.cast(operand, &to, &"").ok()).collect()
    }

    /// One of two values by a function, or the only one that isn't null.
    fn picked(&mut self, name: &str, operands: &[TypedValue]) -> TypedValue {
        let (a, b) = (operands[0].number, operands[1].number);
        let value = format!("!m{b} ? t{a} : !m{a} ? t{b} : {name}(t{a}, t{b})");
        let nullable = operands[0].nullable && operands[1].nullable;
        self.push(operands[0].data_type.clone(), &value, &format!("m{a} || m{b}"), nullable)
    }

    fn is_in(&mut self, operand: &TypedValue, values: &ArrayRef) -> Result<TypedValue, String> {
        let found = values.data_type();
        if plain(found) != operand.data_type {
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
                    DataType::Float16 if bits & 0x7fff > 0x7c00 => 0x7e00,
                    DataType::Float32 if f32::from_bits(bits as u32).is_nan() => 0x7fc0_0000,
                    DataType::Float64 if f64::from_bits(bits).is_nan() => 0x7ff8_0000_0000_0000,
                    _ => bits,
                };
                let mut numbers: Vec<u64> = numbers.into_iter().flatten().map(nan).collect();
                numbers.sort_unstable();
                Word::Numbers(numbers)
            }
            _ => return Err("it takes numbers and texts".to_owned()),
        };
        let place = self.word(word);
        let (t, m) = (format!("t{}", operand.number), format!("m{}", operand.number));
        let value = format!("{m} ? is_in({t}, x.words + {place}) : {has_null}");
        Ok(self.push(DataType::Boolean, &value, "true", false))
    }
}
