use std::fmt;
use std::sync::Arc;
use std::thread;

use cuda_arrow::{DeviceRecordBatch, MemoryManager};
use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::compute::concat_batches;
use datafusion::arrow::datatypes::{DataType, SchemaRef};
use datafusion::common::Result;
use datafusion::common::runtime::SpawnedTask;
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::error::DataFusionError;
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::physical_expr::{EquivalenceProperties, LexOrdering};
use datafusion::physical_plan::execution_plan::{Boundedness, EmissionType, SchedulingType};
use datafusion::physical_plan::metrics::{BaselineMetrics, ExecutionPlanMetricsSet, MetricsSet};
use datafusion::physical_plan::stream::RecordBatchStreamAdapter;
use datafusion::physical_plan::{
    DisplayAs, DisplayFormatType, ExecutionPlan, ExecutionPlanProperties, Partitioning,
    PhysicalExpr, PlanProperties, collect,
};
use futures::future::{BoxFuture, FutureExt, try_join_all};
use futures::stream::{self, StreamExt, TryStreamExt};

use crate::operation::{Operation, name, named};
use crate::{exchange, external};

/// A node of a plan that runs on the device. What it computes stays there for a node above it that is one, too.
#[derive(Debug)]
pub struct DeviceExec {
    operation: Operation,
    manager: MemoryManager,
    children: Vec<Arc<dyn ExecutionPlan>>,
    properties: Arc<PlanProperties>,
    metrics: ExecutionPlanMetricsSet,
}

impl DeviceExec {
    pub(crate) fn new(
        operation: Operation,
        manager: &MemoryManager,
        children: Vec<Arc<dyn ExecutionPlan>>,
        schema: SchemaRef,
        order: Option<LexOrdering>,
    ) -> Self {
        let mut equivalences = EquivalenceProperties::new(schema);
        equivalences.add_orderings(order);
        let properties = PlanProperties::new(
            equivalences,
            Partitioning::UnknownPartitioning(1),
            EmissionType::Final,
            Boundedness::Bounded,
        );
        // A node between two of the device would take rows to the host and back.
        let properties = properties.with_scheduling_type(SchedulingType::Cooperative);
        Self {
            operation,
            manager: manager.clone(),
            children,
            properties: Arc::new(properties),
            metrics: ExecutionPlanMetricsSet::new(),
        }
    }

    /// Computes the columns at these positions, in this order.
    fn batch(
        &self,
        needed: Vec<usize>,
        context: Arc<TaskContext>,
    ) -> BoxFuture<'static, Result<DeviceRecordBatch>> {
        let reads = self.operation.reads(&needed).into_iter();
        let inputs = self.children.iter().cloned().zip(reads).map(|(child, reads)| {
            let (context, manager) = (context.clone(), self.manager.clone());
            async move {
                let schema = child.schema();
                let names = reads.iter().map(|i| name(schema.field(*i).name(), *i));
                let names: Vec<String> = names.collect();
                let batch = match child.downcast_ref::<Self>() {
                    Some(child) => child.batch(reads, context).await?,
                    None => uploaded(child, &reads, manager.clone(), context).await?,
                };
                // A table may be of another stream, or of another device.
                let batch = match batch.manager() {
                    owner if *owner == manager => batch,
                    owner if owner.device() == manager.device() => {
                        batch.on(&manager).map_err(external)?
                    }
                    _ => batch.copy_to(&manager).map_err(external)?,
                };
                named(&batch, names).map_err(external)
            }
        });
        let inputs = try_join_all(inputs.collect::<Vec<_>>());
        let operation = self.operation.clone();
        let metrics = BaselineMetrics::new(&self.metrics, 0);
        async move {
            let inputs = inputs.await?;
            blocking(move || {
                let _timer = metrics.elapsed_compute().timer();
                let result = operation.run(&inputs, &needed).map_err(|error| {
                    DataFusionError::External(error.into()).context(operation.to_string())
                })?;
                metrics.record_output(result.num_rows());
                Ok(result)
            })
            .await
        }
        .boxed()
    }
}

/// Runs what waits for the device on a thread that may.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    let done = SpawnedTask::spawn_blocking(work).join().await;
    done.map_err(|error| DataFusionError::ExecutionJoin(Box::new(error)))?
}

/// The least number of rows that are uploaded at once.
const ROWS: usize = 1 << 20;

/// Copies columns of what a plan computes to the device.
async fn uploaded(
    plan: Arc<dyn ExecutionPlan>,
    columns: &[usize],
    manager: MemoryManager,
    context: Arc<TaskContext>,
) -> Result<DeviceRecordBatch> {
    let schema = Arc::new(plan.schema().project(columns)?);
    let batches = collect(plan, context).await?;
    let batches =
        batches.iter().map(|batch| batch.project(columns)).collect::<Result<Vec<_>, _>>()?;
    blocking(move || {
        let mut pieces: Vec<Vec<RecordBatch>> = Vec::new();
        let mut rows = ROWS;
        for batch in batches {
            if rows >= ROWS {
                pieces.push(Vec::new());
                rows = 0;
            }
            rows += batch.num_rows();
            pieces.last_mut().into_iter().for_each(|piece| piece.push(batch.clone()));
        }
        if pieces.is_empty() {
            pieces.push(vec![RecordBatch::new_empty(schema.clone())]);
        }
        let joined = joined(&pieces, &schema)?;
        let there = Arc::new(exchange::schema(&schema)?);
        let uploads = joined
            .iter()
            .map(|pieces| manager.upload(&exchange::batch(pieces, &there)?).map_err(external));
        let uploads = uploads.collect::<Result<Vec<_>>>()?;
        match &uploads[..] {
            [only] => Ok(only.clone()),
            all => DeviceRecordBatch::concat(all).map_err(external),
        }
    })
    .await
}

/// Makes one batch of each of these lists, on several threads.
fn joined(pieces: &[Vec<RecordBatch>], schema: &SchemaRef) -> Result<Vec<RecordBatch>> {
    let threads = thread::available_parallelism().map_or(1, |count| count.get());
    let share = pieces.len().div_ceil(threads).max(1);
    let join = |pieces: &[Vec<RecordBatch>]| {
        let one = |batches: &Vec<RecordBatch>| match &batches[..] {
            [only] => Ok(only.clone()),
            all => Ok(concat_batches(schema, all)?),
        };
        pieces.iter().map(one).collect::<Result<Vec<_>>>()
    };
    thread::scope(|scope| {
        let all: Vec<_> =
            pieces.chunks(share).map(|chunk| scope.spawn(move || join(chunk))).collect();
        let mut batches = Vec::with_capacity(pieces.len());
        for thread in all {
            let panicked =
                |_| DataFusionError::Internal("a thread that joins batches panicked".into());
            batches.extend(thread.join().map_err(panicked)??);
        }
        Ok(batches)
    })
}

impl DisplayAs for DeviceExec {
    fn fmt_as(&self, _: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.operation, f)
    }
}

impl ExecutionPlan for DeviceExec {
    fn name(&self) -> &str {
        match &self.operation {
            Operation::Table(_) => "DeviceTableExec",
            Operation::Filter(..) => "DeviceFilterExec",
            Operation::Project(_) => "DeviceProjectionExec",
            Operation::Aggregate(..) => "DeviceAggregateExec",
            Operation::Join(_) => "DeviceJoinExec",
            Operation::Sort(..) => "DeviceSortExec",
            Operation::Limit(..) => "DeviceLimitExec",
        }
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        &self.properties
    }

    fn benefits_from_input_partitioning(&self) -> Vec<bool> {
        vec![false; self.children.len()]
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        self.children.iter().collect()
    }

    /// The expressions are the device's.
    fn apply_expressions(
        &self,
        _: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        Ok(TreeNodeRecursion::Continue)
    }

    fn with_new_children(
        self: Arc<Self>,
        children: Vec<Arc<dyn ExecutionPlan>>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let types = |plans: &[Arc<dyn ExecutionPlan>]| -> Vec<Vec<DataType>> {
            let of_one = |child: &Arc<dyn ExecutionPlan>| {
                child.schema().fields().iter().map(|field| field.data_type().clone()).collect()
            };
            plans.iter().map(of_one).collect()
        };
        let (found, expected) = (types(&children), types(&self.children));
        if found != expected {
            let text = format!("{}: inputs of {found:?} instead of {expected:?}", self.name());
            return Err(DataFusionError::Internal(text));
        }
        // It has the order of its input.
        let order = |plans: &[Arc<dyn ExecutionPlan>]| -> Vec<_> {
            let of_one = |child: &Arc<dyn ExecutionPlan>| {
                (
                    child.output_ordering().cloned(),
                    child.output_partitioning().partition_count() == 1,
                )
            };
            plans.iter().map(of_one).collect()
        };
        if !matches!(self.operation, Operation::Sort(..))
            && order(&children) != order(&self.children)
        {
            let (operation, schema) = (self.operation.clone(), self.schema());
            return Ok(Arc::new(Self::new(operation, &self.manager, children, schema, None)));
        }
        Ok(Arc::new(Self {
            operation: self.operation.clone(),
            manager: self.manager.clone(),
            children,
            properties: self.properties.clone(),
            metrics: ExecutionPlanMetricsSet::new(),
        }))
    }

    fn execute(
        &self,
        partition: usize,
        context: Arc<TaskContext>,
    ) -> Result<SendableRecordBatchStream> {
        if partition != 0 {
            let name = self.name();
            return Err(DataFusionError::Internal(format!(
                "{name} has one partition, and partition {partition} was asked for"
            )));
        }
        let schema = self.schema();
        let size = context.session_config().batch_size().max(1);
        let future = self.batch((0..schema.fields().len()).collect(), context);
        let to = schema.clone();
        let batches = async move {
            let batch = future.await?;
            let rows = batch.num_rows();
            let whole =
                blocking(move || exchange::batch_of(&batch.to_host().map_err(external)?, &to));
            let whole = whole.await?;
            let parts =
                (0..rows).step_by(size).map(move |at| Ok(whole.slice(at, size.min(rows - at))));
            Ok::<_, DataFusionError>(stream::iter(parts))
        };
        let batches = stream::once(batches).try_flatten().boxed();
        Ok(Box::pin(RecordBatchStreamAdapter::new(schema, batches)))
    }

    fn metrics(&self) -> Option<MetricsSet> {
        Some(self.metrics.clone_inner())
    }
}
