use std::sync::Arc;

use cuda_arrow::arrow_array::RecordBatch;
use cuda_arrow::arrow_schema::Schema;
use cuda_arrow::{Function, JoinType, MemoryManager};
use datafusion::arrow::datatypes::DataType as HostType;
use datafusion::common::config::ConfigOptions;
use datafusion::common::tree_node::{Transformed, TransformedResult, TreeNode};
use datafusion::common::{JoinSide, JoinType as HostJoin, NullEquality, Result};
use datafusion::physical_expr::aggregate::AggregateFunctionExpr;
use datafusion::physical_expr::expressions::Literal;
use datafusion::physical_optimizer::PhysicalOptimizerRule;
use datafusion::physical_optimizer::optimizer::PhysicalOptimizer;
use datafusion::physical_plan::aggregates::{AggregateExec, AggregateMode};
use datafusion::physical_plan::filter::FilterExec;
use datafusion::physical_plan::joins::HashJoinExec;
use datafusion::physical_plan::limit::GlobalLimitExec;
use datafusion::physical_plan::projection::ProjectionExec;
use datafusion::physical_plan::sorts::sort::SortExec;
use datafusion::physical_plan::{ExecutionPlan, ExecutionPlanProperties, PhysicalExpr};

use crate::exchange::data_type;
use crate::expression::{Columns, PlannedExpression};
use crate::operation::{Join, Key, Operation, Reduction, name, named};
use crate::plan::DeviceExec;
use crate::{exchange, external, refused};

/// Moves to the device what `cuda-arrow` can compute: a rule of DataFusion's optimizer.
///
/// ```
/// use cuda_arrow::MemoryManager;
/// use cuda_datafusion::OnDevice;
/// use datafusion::execution::SessionStateBuilder;
/// use datafusion::prelude::SessionContext;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let manager = MemoryManager::of_device(cuda_sim::gpu_or_software()?.device(0)?)?;
/// let state = SessionStateBuilder::new_with_default_features()
///     .with_physical_optimizer_rules(OnDevice::new(&manager).among_rules())
///     .build();
/// let context = SessionContext::new_with_state(state);
/// # let _ = context;
/// # Ok(()) }
/// ```
#[derive(Debug, Clone)]
pub struct OnDevice {
    manager: MemoryManager,
}

impl OnDevice {
    /// Creates a rule for the device of `manager`, and its stream.
    #[must_use]
    pub fn new(manager: &MemoryManager) -> Self {
        Self { manager: manager.clone() }
    }

    /// Returns DataFusion's rules with this one among them: after those that push filters to sources, and before
    /// those that spread work over processors.
    #[must_use]
    pub fn among_rules(self) -> Vec<Arc<dyn PhysicalOptimizerRule + Send + Sync>> {
        let mut rules = PhysicalOptimizer::new().rules;
        let place = rules.iter().position(|rule| rule.name() == "EnsureRequirements");
        rules.insert(place.unwrap_or(rules.len()), Arc::new(self));
        rules
    }

    /// Returns the node of the device for one of the host, or why there is none.
    fn replace(&self, plan: &Arc<dyn ExecutionPlan>) -> Result<DeviceExec> {
        let (operation, children) = operation(plan)?;
        let schema = plan.schema();
        if children.iter().any(|child| child.boundedness().is_unbounded()) {
            return Err(refused("an input doesn't end".to_owned()));
        }
        // What it refuses for tables without rows, it refuses for all.
        let all: Vec<usize> = (0..schema.fields().len()).collect();
        let inputs = children.iter().zip(operation.reads(&all)).map(|(child, reads)| {
            let schema = exchange::schema(&child.schema().project(&reads)?)?;
            let empty = self.manager.upload(&RecordBatch::new_empty(Arc::new(schema)));
            let names = reads.iter().map(|i| name(child.schema().field(*i).name(), *i));
            named(&empty.map_err(external)?, names.collect::<Vec<_>>()).map_err(external)
        });
        let result = operation.run(&inputs.collect::<Result<Vec<_>>>()?, &all).map_err(external)?;
        let expected: Schema = exchange::schema(&schema)?;
        for (found, expected) in result.columns().iter().zip(expected.fields()) {
            if found.data_type() != expected.data_type() {
                return Err(refused(format!(
                    "the column {:?} is of {}, and would be of {} on the device",
                    expected.name(),
                    expected.data_type(),
                    found.data_type()
                )));
            }
        }
        let keeps_order = matches!(
            operation,
            Operation::Filter(..)
                | Operation::Project(_)
                | Operation::Sort(..)
                | Operation::Limit(..)
        );
        let is_one =
            children.iter().all(|child| child.output_partitioning().partition_count() == 1)
                || matches!(operation, Operation::Sort(..));
        let order = plan.output_ordering().filter(|_| keeps_order && is_one).cloned();
        Ok(DeviceExec::new(operation, &self.manager, children, schema, order))
    }
}

impl PhysicalOptimizerRule for OnDevice {
    fn optimize(
        &self,
        plan: Arc<dyn ExecutionPlan>,
        _: &ConfigOptions,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let replace = |plan: Arc<dyn ExecutionPlan>| {
            Ok(match self.replace(&plan) {
                Ok(made) => Transformed::yes(Arc::new(made) as Arc<dyn ExecutionPlan>),
                Err(error) => {
                    log::debug!("{} stays on the host: {error}", plan.name());
                    Transformed::no(plan)
                }
            })
        };
        plan.transform_up(replace).data()
    }

    fn name(&self) -> &str {
        "OnDevice"
    }

    fn schema_check(&self) -> bool {
        true
    }
}

type OperationInputs = (Operation, Vec<Arc<dyn ExecutionPlan>>);

/// Returns what the node does, and of which nodes.
fn operation(plan: &Arc<dyn ExecutionPlan>) -> Result<OperationInputs> {
    let convert = |child: &Arc<dyn ExecutionPlan>, expression: &Arc<dyn PhysicalExpr>| {
        let schema = child.schema();
        let names = |at: usize| name(schema.field(at).name(), at);
        PlannedExpression::new(expression, &Columns { schema: &schema, names: &names })
    };
    let key = |child: &Arc<dyn ExecutionPlan>, expression: &Arc<dyn PhysicalExpr>| {
        let schema = child.schema();
        let names = |at: usize| name(schema.field(at).name(), at);
        PlannedExpression::key(expression, &Columns { schema: &schema, names: &names })
    };
    if let Some(filter) = plan.downcast_ref::<FilterExec>() {
        if filter.projection().is_some() {
            return Err(refused("it has a projection already".to_owned()));
        }
        let by = convert(filter.input(), filter.predicate())?;
        return Ok((Operation::Filter(by, filter.fetch()), vec![filter.input().clone()]));
    }
    if let Some(projection) = plan.downcast_ref::<ProjectionExec>() {
        let input = projection.input();
        let expressions = projection.expr().iter().map(|column| convert(input, &column.expr));
        let expressions = expressions.collect::<Result<Vec<_>>>()?;
        if expressions.iter().all(|computed| computed.column.is_some()) && !input.is::<DeviceExec>()
        {
            return Err(refused("there is nothing to compute".to_owned()));
        }
        return Ok((Operation::Project(expressions), vec![input.clone()]));
    }
    if let Some(sort) = plan.downcast_ref::<SortExec>() {
        let input = sort.input();
        let keys = sort.expr().iter().map(|order| {
            Ok(Key {
                of: convert(input, &order.expr)?,
                is_float: order.expr.data_type(&input.schema())?.is_floating(),
                descends: order.options.descending,
                nulls_first: order.options.nulls_first,
            })
        });
        let keys = keys.collect::<Result<Vec<_>>>()?;
        return Ok((Operation::Sort(keys, sort.fetch()), vec![input.clone()]));
    }
    if let Some(limit) = plan.downcast_ref::<GlobalLimitExec>() {
        let input = limit.input();
        if !input.is::<DeviceExec>() {
            return Err(refused("what it limits isn't on the device".to_owned()));
        }
        return Ok((Operation::Limit(limit.skip(), limit.fetch()), vec![input.clone()]));
    }
    if let Some(aggregate) = plan.downcast_ref::<AggregateExec>() {
        return aggregated(aggregate, &convert, &key);
    }
    if let Some(join) = plan.downcast_ref::<HashJoinExec>() {
        return joined(join, &key);
    }
    Err(refused("the device has no such operation".to_owned()))
}

type Convert<'a> = &'a dyn Fn(&Arc<dyn ExecutionPlan>, &Arc<dyn PhysicalExpr>) -> Result<PlannedExpression>;

fn aggregated(aggregate: &AggregateExec, convert: Convert<'_>, key: Convert<'_>) -> Result<OperationInputs> {
    // The second half has what the first one reads.
    let whole = match aggregate.mode() {
        AggregateMode::Single | AggregateMode::SinglePartitioned => aggregate,
        AggregateMode::Final | AggregateMode::FinalPartitioned => {
            let first = aggregate.input().downcast_ref::<AggregateExec>();
            let first = first.filter(|half| *half.mode() == AggregateMode::Partial);
            first.ok_or_else(|| refused("its first half is elsewhere".to_owned()))?
        }
        _ => return Err(refused("it is half of one".to_owned())),
    };
    if !whole.group_expr().is_single() {
        return Err(refused("it has several sets of keys".to_owned()));
    }
    let input = whole.input();
    let keys = whole.group_expr().expr().iter().map(|(expression, _)| key(input, expression));
    let keys = keys.collect::<Result<Vec<_>>>()?;
    let reductions = whole.aggr_expr().iter().zip(whole.filter_expr()).map(|(function, filter)| {
        if filter.is_some() {
            return Err(refused(format!("`{}` has a filter", function.name())));
        }
        reduction(function, input, convert)
    });
    let reductions = reductions.collect::<Result<Vec<_>>>()?;
    if keys.is_empty() && reductions.is_empty() {
        return Err(refused("it computes nothing".to_owned()));
    }
    Ok((Operation::Aggregate(keys, reductions), vec![input.clone()]))
}

fn reduction(
    aggregate: &AggregateFunctionExpr,
    input: &Arc<dyn ExecutionPlan>,
    convert: Convert<'_>,
) -> Result<Reduction> {
    let arguments = aggregate.expressions();
    let [argument] = &arguments[..] else {
        return Err(refused(format!("`{}` is of several values", aggregate.name())));
    };
    let function = match (aggregate.fun().name(), aggregate.is_distinct()) {
        ("sum", false) => Function::Sum,
        ("avg", false) => Function::Mean,
        ("min", _) => Function::Min,
        ("max", _) => Function::Max,
        ("count", true) => Function::CountDistinct,
        ("count", false) => {
            let literal = argument.downcast_ref::<Literal>();
            if literal.is_some_and(|literal| !literal.value().is_null()) {
                return Ok(Reduction { of: None, cast: None });
            }
            Function::Count
        }
        _ => return Err(refused(format!("the device has no function `{}`", aggregate.name()))),
    };
    let cast = match (function, aggregate.field().data_type()) {
        (Function::Sum, ty @ HostType::Decimal128(precision, _)) if *precision < 38 => {
            Some(data_type(ty)?)
        }
        _ => None,
    };
    Ok(Reduction { of: Some((convert(input, argument)?, function)), cast })
}

fn joined(join: &HashJoinExec, key: Convert<'_>) -> Result<OperationInputs> {
    use HostJoin::*;
    let how = match join.join_type() {
        Inner => JoinType::Inner,
        Left => JoinType::LeftOuter,
        Right => JoinType::RightOuter,
        Full => JoinType::FullOuter,
        LeftSemi => JoinType::LeftSemi,
        LeftAnti => JoinType::LeftAnti,
        RightSemi => JoinType::RightSemi,
        RightAnti => JoinType::RightAnti,
        other => return Err(refused(format!("the device has no join {other}"))),
    };
    if join.null_equality() != NullEquality::NullEqualsNothing || join.null_aware {
        return Err(refused("its nulls are equal, or in no result".to_owned()));
    }
    let (left, right) = (join.left(), join.right());
    let on = join.on().iter().map(|(a, b)| Ok((key(left, a)?, key(right, b)?)));
    let on = on.collect::<Result<Vec<_>>>()?;
    let (left_schema, right_schema) = (left.schema(), right.schema());
    let fields = left_schema.fields().iter().chain(right_schema.fields());
    let names: Vec<String> = fields.enumerate().map(|(at, field)| name(field.name(), at)).collect();
    let count = left_schema.fields().len();
    let filter = match join.filter() {
        None => None,
        Some(_) if how != JoinType::Inner => {
            return Err(refused("the device has conditions of inner joins alone".to_owned()));
        }
        Some(filter) => {
            let places =
                filter.column_indices().iter().map(|column_index| match column_index.side {
                    JoinSide::Left => column_index.index,
                    _ => column_index.index + count,
                });
            let places: Vec<usize> = places.collect();
            let of_both = |at: usize| names[places[at]].clone();
            let columns = Columns { schema: filter.schema(), names: &of_both };
            let mut filter_expression = PlannedExpression::new(filter.expression(), &columns)?;
            filter_expression.columns = filter_expression.columns.iter().map(|column| places[*column]).collect();
            Some(filter_expression)
        }
    };
    let begin = match how {
        JoinType::RightSemi | JoinType::RightAnti => count,
        _ => 0,
    };
    let all = || (0..join.join_schema().fields().len()).collect();
    let columns: Vec<usize> = join.projection.as_ref().map_or_else(all, |columns| columns.to_vec());
    let columns = columns.into_iter().map(|column| column + begin).collect();
    let join_operation = Join { how, on, filter, names, left: count, columns };
    Ok((Operation::Join(Box::new(join_operation)), vec![left.clone(), right.clone()]))
}
