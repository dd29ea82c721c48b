//! What a node of a plan does on the device.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use cuda_arrow::arrow_schema::{Field, Schema};
use cuda_arrow::{Aggregate, DeviceRecordBatch, Error, Expr, JoinType, SortKey, col};

use crate::expression::PlannedExpression;

/// An operation on tables, whose columns have the [`name`] of their position.
#[derive(Debug, Clone)]
pub(crate) enum Operation {
    /// No operation: a table that is in device memory.
    Table(DeviceRecordBatch),
    /// The rows for which it is true, and at most this many.
    Filter(PlannedExpression, Option<usize>),
    Project(Vec<PlannedExpression>),
    Aggregate(Vec<PlannedExpression>, Vec<Reduction>),
    Join(Box<Join>),
    /// Rows by keys, from the first on, at most this many.
    Sort(Vec<Key>, Option<usize>),
    /// Rows from one on, at most this many.
    Limit(usize, Option<usize>),
}

/// A function of a column, or the number of rows.
#[derive(Debug, Clone)]
pub(crate) struct Reduction {
    pub(crate) of: Option<(PlannedExpression, cuda_arrow::Function)>,
    /// The type of the result, if it isn't the function's.
    pub(crate) cast: Option<cuda_arrow::arrow_schema::DataType>,
}

#[derive(Debug, Clone)]
pub(crate) struct Key {
    pub(crate) of: PlannedExpression,
    pub(crate) is_float: bool,
    pub(crate) descends: bool,
    pub(crate) nulls_first: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct Join {
    pub(crate) how: JoinType,
    /// Pairs of an expression of the left table and one of the right.
    pub(crate) on: Vec<(PlannedExpression, PlannedExpression)>,
    /// A condition on pairs, whose columns are those of both tables.
    pub(crate) filter: Option<PlannedExpression>,
    /// The names of the columns of both tables, and how many are the left one's.
    pub(crate) names: Vec<String>,
    pub(crate) left: usize,
    /// The columns of the result, of those of both tables.
    pub(crate) columns: Vec<usize>,
}

/// Returns the name on the device of a column, as in DataFusion's plans.
pub(crate) fn name(name: &str, at: usize) -> String {
    format!("{name}@{at}")
}

/// Returns the table with these names of columns.
pub(crate) fn named(
    batch: &DeviceRecordBatch,
    names: impl IntoIterator<Item = String>,
) -> Result<DeviceRecordBatch, Error> {
    let fields = batch.schema().fields().iter().zip(names);
    let fields: Vec<Field> =
        fields.map(|(field, name)| field.as_ref().clone().with_name(name)).collect();
    let (columns, rows) = (batch.columns().to_vec(), batch.num_rows());
    DeviceRecordBatch::try_new(batch.manager(), Arc::new(Schema::new(fields)), columns, rows)
}

fn at(batch: &DeviceRecordBatch, place: usize) -> Expr {
    col(batch.schema().field(place).name())
}

fn first(
    batch: DeviceRecordBatch,
    skip: usize,
    most: Option<usize>,
) -> Result<DeviceRecordBatch, Error> {
    let skip = skip.min(batch.num_rows());
    let rest = batch.num_rows() - skip;
    batch.slice(skip, most.map_or(rest, |most| most.min(rest)))
}

fn union<'a>(sets: impl IntoIterator<Item = &'a [usize]>) -> Vec<usize> {
    let all: BTreeSet<usize> = sets.into_iter().flatten().copied().collect();
    all.into_iter().collect()
}

impl Operation {
    /// Returns which columns of each child it reads for these columns of its own.
    pub(crate) fn reads(&self, needed: &[usize]) -> Vec<Vec<usize>> {
        let columns = |expressions: &[PlannedExpression]| {
            union(expressions.iter().map(|expression| &expression.columns[..]))
        };
        match self {
            Self::Table(_) => Vec::new(),
            Self::Limit(..) => vec![needed.to_vec()],
            Self::Filter(by, _) => vec![union([&by.columns[..], needed])],
            Self::Project(expressions) => {
                vec![union(needed.iter().map(|i| &expressions[*i].columns[..]))]
            }
            Self::Sort(keys, _) => {
                vec![union(keys.iter().map(|key| &key.of.columns[..]).chain([needed]))]
            }
            Self::Aggregate(keys, aggregates) => {
                let reductions = aggregates
                    .iter()
                    .filter_map(|aggregate| Some(aggregate.of.as_ref()?.0.clone()));
                vec![columns(&keys.iter().cloned().chain(reductions).collect::<Vec<_>>())]
            }
            Self::Join(join) => join.reads(needed),
        }
    }

    /// Computes a table with at least these columns, in this order, of those of the children that it [reads](Self::reads).
    pub(crate) fn run(
        &self,
        inputs: &[DeviceRecordBatch],
        needed: &[usize],
    ) -> Result<DeviceRecordBatch, Error> {
        let reads = self.reads(needed);
        // Where the columns are in the first input.
        let place = |column: &usize| reads[0].binary_search(column).unwrap_or(0);
        let project = |batch: &DeviceRecordBatch| {
            batch.project(&needed.iter().map(place).collect::<Vec<_>>())
        };
        match (self, inputs) {
            (Self::Table(table), _) => table.project(needed),
            (Self::Limit(skip, most), [batch]) => first(project(batch)?, *skip, *most),
            (Self::Filter(by, most), [batch]) => {
                let mask = batch.select(&[by.expression.alias("mask")])?;
                first(project(batch)?.filter(&mask.columns()[0])?, 0, *most)
            }
            (Self::Project(expressions), [batch]) => {
                let aliased = needed.iter().map(|i| expressions[*i].expression.alias(i.to_string()));
                batch.select(&aliased.collect::<Vec<_>>())
            }
            (Self::Sort(keys, most), [batch]) => {
                let mut all: Vec<Expr> =
                    needed.iter().map(|column| at(batch, place(column))).collect();
                let mut by = Vec::with_capacity(keys.len());
                for (nth, key) in keys.iter().enumerate() {
                    let sorted = match (key.of.column, key.is_float) {
                        (Some(column), false) if needed.contains(&column) => {
                            batch.schema().field(place(&column)).name().clone()
                        }
                        (_, is_float) => {
                            let expression = &key.of.expression;
                            let expression = if is_float {
                                expression.total_order()
                            } else {
                                expression.clone()
                            };
                            all.push(expression.alias(format!("key {nth}")));
                            format!("key {nth}")
                        }
                    };
                    let sorted = if key.descends {
                        SortKey::descending(sorted)
                    } else {
                        SortKey::ascending(sorted)
                    };
                    by.push(if key.nulls_first { sorted.nulls_first() } else { sorted });
                }
                let sorted = batch.select(&all)?.sort_by(&by)?;
                first(sorted.project(&(0..needed.len()).collect::<Vec<_>>())?, 0, *most)
            }
            (Self::Aggregate(keys, aggregates), [batch]) => {
                aggregated(batch, keys, aggregates)?.project(needed)
            }
            (Self::Join(join), [left, right]) => join.run(left, right, needed),
            _ => unreachable(),
        }
    }
}

fn unreachable() -> Result<DeviceRecordBatch, Error> {
    let reason = "an operation has another number of children".to_owned();
    Err(cuda_arrow::arrow_schema::ArrowError::InvalidArgumentError(reason).into())
}

fn aggregated(
    batch: &DeviceRecordBatch,
    keys: &[PlannedExpression],
    aggregates: &[Reduction],
) -> Result<DeviceRecordBatch, Error> {
    // A name for each different expression.
    let mut read: Vec<Expr> = Vec::new();
    let mut names: Vec<(PlannedExpression, String)> = Vec::new();
    let mut named = |computed: &PlannedExpression, is_key: bool| {
        // Keys are results, and each has its own.
        let text = computed.expression.to_string();
        // Texts of different lists are the same, and a key has no negative zero.
        let is_same = |key: &PlannedExpression| {
            key.source.as_ref() == computed.source.as_ref() && key.expression.to_string() == text
        };
        let found = names.iter().find(|name| is_same(&name.0)).filter(|_| !is_key);
        if let Some((_, name)) = found {
            return name.clone();
        }
        let name = match computed.column {
            Some(_) if !is_key => text.clone(),
            _ => format!("{text} #{}", read.len()),
        };
        read.push(computed.expression.alias(&name));
        names.push((computed.clone(), name.clone()));
        name
    };
    let key_names: Vec<String> = keys.iter().map(|key| named(key, true)).collect();
    let mut reductions = Vec::with_capacity(aggregates.len());
    for aggregate in aggregates {
        reductions.push(match &aggregate.of {
            Some((column, function)) => Aggregate::of(named(column, false), *function),
            None => Aggregate::rows(),
        });
    }
    let keys: Vec<&str> = key_names.iter().map(String::as_str).collect();
    let computed = if read.is_empty() { batch.clone() } else { batch.select(&read)? };
    let grouped = computed.group_by(&keys, &reductions)?;
    if aggregates.iter().all(|aggregate| aggregate.cast.is_none()) {
        return Ok(grouped);
    }
    let renamed = crate::operation::named(&grouped, (0..grouped.num_columns()).map(|i| i.to_string()))?;
    let results = (0..renamed.num_columns()).map(|i| {
        let cast = i.checked_sub(keys.len()).and_then(|i| aggregates[i].cast.clone());
        cast.map_or(at(&renamed, i), |to| at(&renamed, i).cast(to).alias(i.to_string()))
    });
    renamed.select(&results.collect::<Vec<_>>())
}

impl Join {
    /// Returns the columns of both tables that the result has at these positions.
    fn of_both(&self, needed: &[usize]) -> Vec<usize> {
        needed.iter().map(|i| self.columns[*i]).collect()
    }

    fn reads(&self, needed: &[usize]) -> Vec<Vec<usize>> {
        let filter = self.filter.iter().map(|filter| &filter.columns[..]);
        let both = union(filter.chain([&self.of_both(needed)[..]]));
        let of_right = |column: &usize| column.checked_sub(self.left);
        let left: Vec<usize> =
            both.iter().copied().filter(|column| of_right(column).is_none()).collect();
        let right: Vec<usize> = both.iter().filter_map(of_right).collect();
        let keys = |side: fn(&(PlannedExpression, PlannedExpression)) -> &PlannedExpression| {
            self.on.iter().map(move |pair| &side(pair).columns[..])
        };
        vec![
            union(keys(|pair| &pair.0).chain([&left[..]])),
            union(keys(|pair| &pair.1).chain([&right[..]])),
        ]
    }

    fn run(
        &self,
        left: &DeviceRecordBatch,
        right: &DeviceRecordBatch,
        needed: &[usize],
    ) -> Result<DeviceRecordBatch, Error> {
        let [left_reads, right_reads] = &self.reads(needed)[..] else {
            return unreachable();
        };
        let filter = self.filter.iter().map(|filter| &filter.columns[..]);
        let both = union(filter.chain([&self.of_both(needed)[..]]));
        let side = |batch: &DeviceRecordBatch,
                    reads: &[usize],
                    begin: usize,
                    key: fn(&(PlannedExpression, PlannedExpression)) -> &PlannedExpression| {
            let mut all: Vec<Expr> = Vec::new();
            for (place, i) in reads.iter().enumerate() {
                if both.contains(&(i + begin)) {
                    all.push(at(batch, place).alias(&self.names[i + begin]));
                }
            }
            for (nth, pair) in self.on.iter().enumerate() {
                all.push(key(pair).expression.alias(format!("key {nth}")));
            }
            batch.select(&all)
        };
        let left = side(left, left_reads, 0, |pair| &pair.0)?;
        let right = side(right, right_reads, self.left, |pair| &pair.1)?;
        let keys: Vec<String> = (0..self.on.len()).map(|i| format!("key {i}")).collect();
        let keys: Vec<(&str, &str)> = keys.iter().map(|key| (&**key, &**key)).collect();
        // The rows of the table on the right are put into a hash table.
        let mut joined = match self.how {
            JoinType::Inner if left.num_rows() < right.num_rows() => {
                right.join(&left, &keys, self.how)?
            }
            how => left.join(&right, &keys, how)?,
        };
        if let Some(filter) = &self.filter {
            joined = joined.filter(&filter.expression)?;
        }
        let all = self.of_both(needed).into_iter().map(|i| joined.schema().index_of(&self.names[i]));
        joined.project(&all.collect::<Result<Vec<_>, _>>()?)
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |texts: &mut dyn Iterator<Item = String>| texts.collect::<Vec<_>>().join(", ");
        let text = |computed: &PlannedExpression| computed.expression.to_string();
        match self {
            Self::Table(table) => write!(f, "DeviceTableExec: rows={}", table.num_rows()),
            Self::Filter(by, most) => {
                write!(f, "DeviceFilterExec: {}", by.expression)?;
                most.map_or(Ok(()), |most| write!(f, ", fetch={most}"))
            }
            Self::Project(expressions) => {
                write!(
                    f,
                    "DeviceProjectionExec: expr=[{}]",
                    list(&mut expressions.iter().map(text))
                )
            }
            Self::Aggregate(keys, aggregates) => {
                let function = |aggregate: &Reduction| match &aggregate.of {
                    Some((column, function)) => format!("{function:?}({})", column.expression),
                    None => "Count(*)".to_owned(),
                };
                write!(
                    f,
                    "DeviceAggregateExec: gby=[{}], aggr=[{}]",
                    list(&mut keys.iter().map(text)),
                    list(&mut aggregates.iter().map(function))
                )
            }
            Self::Join(join) => {
                let pair = |keys: &(PlannedExpression, PlannedExpression)| {
                    format!("({}, {})", keys.0.expression, keys.1.expression)
                };
                let on = list(&mut join.on.iter().map(pair));
                write!(f, "DeviceJoinExec: join_type={:?}, on=[{on}]", join.how)?;
                let filter = join.filter.as_ref();
                filter.map_or(Ok(()), |filter| write!(f, ", filter={}", filter.expression))
            }
            Self::Sort(keys, most) => {
                let key = |order: &Key| {
                    let direction = if order.descends { "DESC" } else { "ASC" };
                    let nulls = if order.nulls_first { "FIRST" } else { "LAST" };
                    format!("{} {direction} NULLS {nulls}", order.of.expression)
                };
                let keys = list(&mut keys.iter().map(key));
                write!(f, "DeviceSortExec: expr=[{keys}]")?;
                most.map_or(Ok(()), |most| write!(f, ", fetch={most}"))
            }
            Self::Limit(skip, most) => {
                write!(f, "DeviceLimitExec: skip={skip}")?;
                most.map_or(Ok(()), |most| write!(f, ", fetch={most}"))
            }
        }
    }
}
