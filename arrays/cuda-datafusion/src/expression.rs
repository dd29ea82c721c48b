//! Expressions of a plan as those of `cuda-arrow`, with DataFusion's results: its floats are in total order.

use std::sync::Arc;

use cuda_arrow::arrow_array::{ArrayRef, Scalar};
use cuda_arrow::arrow_schema::DataType;
use cuda_arrow::{Expr, if_else, lit};
use datafusion::arrow::array::{Array, new_null_array};
use datafusion::arrow::datatypes::{DataType as HostType, Schema};
use datafusion::common::{Result, ScalarValue};
use datafusion::logical_expr::Operator;
use datafusion::physical_expr::ScalarFunctionExpr;
use datafusion::physical_expr::expressions::{
    BinaryExpr, CaseExpr, CastExpr, Column, InListExpr, IsNotNullExpr, IsNullExpr, LikeExpr,
    Literal, NegativeExpr, NotExpr,
};
use datafusion::physical_plan::PhysicalExpr;

use crate::cast::{self, checked, digits};
use crate::exchange::{self, data_type};
use crate::refused;

/// Columns as expressions read them: their types, and their names on the device.
pub(crate) struct Columns<'a> {
    pub(crate) schema: &'a Schema,
    /// The number of the first one.
    pub(crate) names: &'a dyn Fn(usize) -> String,
}

/// An expression, and which columns it reads.
#[derive(Debug, Clone)]
pub(crate) struct PlannedExpression {
    pub(crate) expression: Expr,
    /// Their positions, each once.
    pub(crate) columns: Vec<usize>,
    /// The position of the column that it is.
    pub(crate) column: Option<usize>,
    /// What it was made of.
    pub(crate) source: Arc<dyn PhysicalExpr>,
}

impl PlannedExpression {
    pub(crate) fn new(expression: &Arc<dyn PhysicalExpr>, input: &Columns<'_>) -> Result<Self> {
        let mut columns: Vec<usize> = datafusion::physical_expr::utils::collect_columns(expression)
            .iter()
            .map(Column::index)
            .collect();
        columns.sort_unstable();
        let column = expression.downcast_ref::<Column>().map(Column::index);
        let source = expression.clone();
        Ok(Self { expression: input.convert(expression)?, columns, column, source })
    }

    /// Creates a key of groups or of a join, in which zeros of both signs are equal.
    pub(crate) fn key(expression: &Arc<dyn PhysicalExpr>, input: &Columns<'_>) -> Result<Self> {
        Ok(Self { expression: input.with_one_zero(expression)?, ..Self::new(expression, input)? })
    }
}

fn array(array: &dyn Array) -> Result<ArrayRef> {
    exchange::array(array, &data_type(array.data_type())?)
}

fn scalar(value: &ScalarValue) -> Result<Expr> {
    Ok(Expr::scalar(&Scalar::new(array(&value.to_array()?)?)))
}

fn null(ty: &HostType) -> Result<Expr> {
    Ok(Expr::scalar(&Scalar::new(array(&new_null_array(ty, 1))?)))
}

fn is_comparison(op: &Operator) -> bool {
    use Operator::*;
    matches!(op, Eq | NotEq | Lt | LtEq | Gt | GtEq)
}

/// Returns whether each value of a type is, or is near, one of the other.
fn has_all(to: &HostType, from: &HostType) -> bool {
    let bytes = |ty: &HostType| ty.primitive_width();
    match (digits(from), digits(to)) {
        (Some((p, s)), Some((q, t))) => {
            t >= s && i16::from(q) - i16::from(t) >= i16::from(p) - i16::from(s)
        }
        (None, Some((q, t))) => from.is_integer() && i16::from(q) - i16::from(t) >= 20,
        (from_digits, None) if to.is_floating() => from.is_numeric() || from_digits.is_some(),
        _ if from.is_integer() && to.is_integer() => {
            let is_same = from.is_signed_integer() == to.is_signed_integer();
            bytes(to) > bytes(from) && (is_same || to.is_signed_integer()) || from == to
        }
        _ => from == to || from.is_string() && to.is_string(),
    }
}

fn literal(expression: &Arc<dyn PhysicalExpr>) -> Option<&ScalarValue> {
    expression.downcast_ref::<Literal>().map(Literal::value)
}

/// Returns whether it is a number by which each integer can be divided.
fn divides_all(divisor: &ScalarValue) -> bool {
    divisor
        .cast_to(&HostType::Int64)
        .is_ok_and(|number| !matches!(number, ScalarValue::Int64(Some(0 | -1))))
}

impl Columns<'_> {
    fn type_of(&self, expression: &Arc<dyn PhysicalExpr>) -> Result<HostType> {
        expression.data_type(self.schema)
    }

    /// Returns a value that has no negative zero, if it is a float.
    fn with_one_zero(&self, expression: &Arc<dyn PhysicalExpr>) -> Result<Expr> {
        use ScalarValue::{Float32, Float64};
        let (made, of_type) = (self.convert(expression)?, self.type_of(expression)?);
        if !of_type.is_floating() {
            return Ok(made);
        }
        let zero = scalar(&ScalarValue::new_zero(&of_type)?)?;
        Ok(match literal(expression) {
            Some(Float32(Some(0.0)) | Float64(Some(0.0))) => zero,
            Some(_) => made,
            None => if_else(made.eq(&zero).fill_null(false), zero, made),
        })
    }

    /// Returns whether some value makes it an error.
    fn can_fail(&self, expression: &Arc<dyn PhysicalExpr>) -> Result<bool> {
        use Operator::{Divide, Minus, Modulo, Multiply, Plus};
        let result = self.type_of(expression)?;
        let data_type = if let Some(binary) = expression.downcast_ref::<BinaryExpr>() {
            match binary.op() {
                Divide | Modulo if !result.is_floating() => {
                    !literal(binary.right()).is_some_and(divides_all)
                }
                Plus | Minus if result.is_temporal() => true,
                Plus | Minus | Multiply => digits(&result).is_some_and(|digits| digits.0 == 38),
                _ => false,
            }
        } else if let Some(cast) = expression.downcast_ref::<CastExpr>() {
            !has_all(&result, &self.type_of(cast.expr())?)
        } else if let Some(function) = expression.downcast_ref::<ScalarFunctionExpr>() {
            matches!(function.name(), "abs" | "sqrt" | "power")
        } else {
            false
        };
        let children = expression.children();
        Ok(data_type
            || children
                .iter()
                .map(|child| self.can_fail(child))
                .collect::<Result<Vec<_>>>()?
                .contains(&true))
    }

    fn convert(&self, expression: &Arc<dyn PhysicalExpr>) -> Result<Expr> {
        let node = expression.as_ref();
        if let Some(column) = node.downcast_ref::<Column>() {
            return Ok(cuda_arrow::col((self.names)(column.index())));
        }
        if let Some(literal) = node.downcast_ref::<Literal>() {
            return scalar(literal.value());
        }
        // Their results are pyarrow's on the device, of other types.
        for child in expression.children() {
            use HostType::{Decimal32, Decimal64, Decimal256, Float16};
            let ty = self.type_of(child)?;
            if matches!(ty, Float16 | Decimal32(..) | Decimal64(..) | Decimal256(..)) {
                return Err(refused(format!("`{expression}` is of {ty}")));
            }
        }
        if let Some(binary) = node.downcast_ref::<BinaryExpr>() {
            return self.binary(binary, expression);
        }
        if let Some(cast) = node.downcast_ref::<CastExpr>() {
            return self.cast(cast);
        }
        if let Some(not) = node.downcast_ref::<NotExpr>() {
            return Ok(self.convert(not.arg())?.not());
        }
        if let Some(negative) = node.downcast_ref::<NegativeExpr>() {
            return Ok(-self.convert(negative.arg())?);
        }
        if let Some(test) = node.downcast_ref::<IsNullExpr>() {
            return Ok(self.convert(test.arg())?.is_null());
        }
        if let Some(test) = node.downcast_ref::<IsNotNullExpr>() {
            return Ok(self.convert(test.arg())?.is_not_null());
        }
        if let Some(list) = node.downcast_ref::<InListExpr>() {
            return self.in_list(list);
        }
        if let Some(like) = node.downcast_ref::<LikeExpr>() {
            return self.like(like);
        }
        if let Some(case) = node.downcast_ref::<CaseExpr>() {
            return self.case(case, expression);
        }
        if let Some(function) = node.downcast_ref::<ScalarFunctionExpr>() {
            return self.function(function);
        }
        Err(refused(format!("the device has no expression `{expression}`")))
    }

    fn binary(&self, binary: &BinaryExpr, whole: &Arc<dyn PhysicalExpr>) -> Result<Expr> {
        let types = [self.type_of(binary.left())?, self.type_of(binary.right())?];
        let [mut a, mut b] = [self.convert(binary.left())?, self.convert(binary.right())?];
        if is_comparison(binary.op()) && types.iter().all(HostType::is_floating) {
            a = self.with_one_zero(binary.left())?.total_order();
            b = self.with_one_zero(binary.right())?.total_order();
        }
        let result = whole.data_type(self.schema)?;
        Ok(match binary.op() {
            Operator::Eq => a.eq(b),
            Operator::NotEq => a.ne(b),
            Operator::Lt => a.lt(b),
            Operator::LtEq => a.le(b),
            Operator::Gt => a.gt(b),
            Operator::GtEq => a.ge(b),
            Operator::And => a.and(b),
            Operator::Or => a.or(b),
            // Arithmetic of decimals has DataFusion's number of digits.
            Operator::Multiply => match (digits(&types[0]), digits(&types[1])) {
                (Some((p, s)), Some((q, t))) if p + q + 1 > 38 => {
                    // Fewer digits before the point: a number that has more is an error.
                    let p = p.min(37 - q.min(18));
                    let [p, q] = [p, q.min(37 - p)];
                    let product =
                        a.cast(DataType::Decimal128(p, s)) * b.cast(DataType::Decimal128(q, t));
                    product.cast(data_type(&result)?)
                }
                _ => a * b,
            },
            Operator::StringConcat => a.concat(b),
            Operator::Plus => a + b,
            Operator::Minus => a - b,
            Operator::Divide if types.iter().any(|ty| digits(ty).is_some()) => {
                return Err(refused(format!("`{whole}`: the quotient has other digits")));
            }
            Operator::Divide
                if result.is_signed_integer()
                    && !literal(binary.right()).is_some_and(divides_all) =>
            {
                let least = scalar(&ScalarValue::min(&result).unwrap_or(ScalarValue::Null))?;
                let overflows = a.eq(least).and(b.eq(lit(-1i64)));
                checked(a / b, overflows, data_type(&result)?)
            }
            Operator::Divide => a / b,
            Operator::Modulo => a % b,
            op => return Err(refused(format!("`{whole}`: the device has no operator {op}"))),
        })
    }

    fn cast(&self, cast: &CastExpr) -> Result<Expr> {
        let from = self.type_of(cast.expr())?;
        let to = cast.cast_type();
        if cast.cast_options().safe {
            return Err(refused(format!("`{cast}`: what can't be cast becomes null")));
        }
        cast::cast(self.convert(cast.expr())?, &from, to)
    }

    fn in_list(&self, list: &InListExpr) -> Result<Expr> {
        let of_type = self.type_of(list.expr())?;
        let value = self.convert(list.expr())?;
        let values = list.list().iter().map(|entry| {
            let literal = entry.downcast_ref::<Literal>().map(Literal::value);
            literal.filter(|literal| !literal.is_null()).cloned()
        });
        let values = values.collect::<Option<Vec<_>>>();
        let values = values.filter(|value| !value.is_empty() && !of_type.is_floating());
        let Some(values) = values else {
            return Err(refused(format!("`{}` is in a list of other than values", list.expr())));
        };
        let found = value.is_in(array(&ScalarValue::iter_to_array(values)?)?);
        let found = if list.negated() { found.not() } else { found };
        // What is null is in no list, and isn't outside of one.
        Ok(if_else(value.is_not_null(), found, null(&HostType::Boolean)?))
    }

    /// A pattern with `%` at its ends alone.
    fn like(&self, like: &LikeExpr) -> Result<Expr> {
        let text = self.convert(like.expr())?;
        let pattern = like.pattern().downcast_ref::<Literal>().map(Literal::value);
        let pattern = pattern.and_then(|pattern| pattern.try_as_str().flatten());
        let other =
            || refused(format!("`{}`: the device has patterns with % at ends", like.pattern()));
        let pattern = pattern.filter(|_| !like.case_insensitive()).ok_or_else(other)?;
        let (starts, part) = (!pattern.starts_with('%'), pattern.trim_start_matches('%'));
        let (ends, part) = (!part.ends_with('%'), part.trim_end_matches('%'));
        if part.contains(['%', '_', '\\']) || (part.is_empty() && !pattern.is_empty()) {
            return Err(other());
        }
        let found = match (starts, ends) {
            (true, true) => text.eq(part),
            (true, false) => text.starts_with(part),
            (false, true) => text.ends_with(part),
            (false, false) => text.contains(part),
        };
        Ok(if like.negated() { found.not() } else { found })
    }

    fn case(&self, case: &CaseExpr, whole: &Arc<dyn PhysicalExpr>) -> Result<Expr> {
        let result = whole.data_type(self.schema)?;
        let mut converted = match case.else_expr() {
            Some(otherwise) => self.convert(otherwise)?,
            None => null(&result)?,
        };
        let base = case.expr().map(|expr| self.convert(expr)).transpose()?;
        // The device computes all of them for each row.
        let pairs = case.when_then_expr().iter();
        let of_some_rows = pairs.flat_map(|(when, then)| [when, then]).skip(1);
        for branch in of_some_rows.chain(case.else_expr()) {
            if self.can_fail(branch)? {
                return Err(refused(format!(
                    "`{whole}`: `{branch}` fails for rows of other cases"
                )));
            }
        }
        for (when, then) in case.when_then_expr().iter().rev() {
            if base.is_some() && self.type_of(when)?.is_floating() {
                return Err(refused(format!("`{whole}` compares floats")));
            }
            let when = self.convert(when)?;
            let when = base.as_ref().map_or(when.clone(), |base| base.eq(when));
            // What isn't known isn't true.
            converted = if_else(when.fill_null(false), self.convert(then)?, converted);
        }
        Ok(converted)
    }

    fn function(&self, function: &ScalarFunctionExpr) -> Result<Expr> {
        let arguments = function.args();
        let operands =
            arguments.iter().map(|argument| self.convert(argument)).collect::<Result<Vec<_>>>()?;
        let result = data_type(function.return_type())?;
        let call = match (function.name(), &operands[..]) {
            ("abs", [a]) => {
                // The absolute value of the least integer is only an unsigned one.
                let unsigned = match result {
                    DataType::Int8 => DataType::UInt8,
                    DataType::Int16 => DataType::UInt16,
                    DataType::Int32 => DataType::UInt32,
                    DataType::Int64 => DataType::UInt64,
                    _ => return Ok(a.abs()),
                };
                a.abs().cast(unsigned).cast(result)
            }
            ("sqrt", [a]) => checked(a.sqrt(), a.lt(lit(0.0)), result),
            ("exp", [a]) => a.exp(),
            ("ln", [a]) => a.ln(),
            ("power", [a, b]) => a.pow(b),
            ("floor", [a]) => a.floor(),
            ("ceil", [a]) => a.ceil(),
            ("trunc", [a]) => a.trunc(),
            ("isnan", [a]) => a.is_nan(),
            ("nullif", [a, b]) => {
                // By the bits of floats.
                let same = if result.is_floating() {
                    a.total_order().eq(b.total_order())
                } else {
                    a.eq(b)
                };
                if_else(same.fill_null(false), null(function.return_type())?, a)
            }
            ("coalesce", [first, rest @ ..]) => {
                for argument in &arguments[1..] {
                    if self.can_fail(argument)? {
                        return Err(refused(format!(
                            "`{argument}` fails for rows that don't need it"
                        )));
                    }
                }
                rest.iter().fold(first.clone(), |made, argument| made.fill_null(argument))
            }
            ("character_length", [a]) => a.len_chars().cast(result),
            ("octet_length", [a]) => a.len_bytes().cast(result),
            ("starts_with", [a, b]) => a.starts_with(b),
            ("ends_with", [a, b]) => a.ends_with(b),
            ("contains", [a, b]) => a.contains(b),
            ("date_part", [_, date]) => {
                let part = arguments[0].downcast_ref::<Literal>().map(Literal::value);
                let part = part.and_then(|part| part.try_as_str().flatten()).unwrap_or_default();
                use cuda_arrow::DatePart::*;
                let part = match part.to_ascii_lowercase().as_str() {
                    "year" => Year,
                    "quarter" => Quarter,
                    "month" => Month,
                    "day" => Day,
                    "doy" => DayOfYear,
                    "hour" => Hour,
                    "minute" => Minute,
                    "second" => Second,
                    "dow" => return Ok(((date.part(DayOfWeek) + 1) % lit(7i64)).cast(result)),
                    other => {
                        return Err(refused(format!("the device has no part {other:?} of dates")));
                    }
                };
                date.part(part).cast(result)
            }
            (name, _) => return Err(refused(format!("the device has no function `{name}`"))),
        };
        Ok(call)
    }
}
