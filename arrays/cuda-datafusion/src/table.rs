use std::sync::Arc;

use async_trait::async_trait;
use cuda_arrow::{DeviceRecordBatch, MemoryManager};
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::Result;
use datafusion::logical_expr::{Expr, TableType};
use datafusion::physical_plan::ExecutionPlan;

use crate::exchange;
use crate::operation::Operation;
use crate::plan::DeviceExec;

/// A table in device memory, which queries read where it is.
#[derive(Debug)]
pub struct DeviceTable {
    batch: DeviceRecordBatch,
    schema: SchemaRef,
}

impl DeviceTable {
    /// Creates one of a batch.
    ///
    /// # Errors
    /// DataFusion's, for a type that its version of arrow-rs doesn't have.
    pub fn new(batch: &DeviceRecordBatch) -> Result<Self> {
        let schema = Arc::new(exchange::schema_of(batch.schema())?);
        Ok(Self { batch: batch.clone(), schema })
    }

    fn manager(&self) -> &MemoryManager {
        self.batch.manager()
    }
}

#[async_trait]
impl TableProvider for DeviceTable {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    async fn scan(
        &self,
        _state: &dyn Session,
        columns: Option<&Vec<usize>>,
        _filters: &[Expr],
        _limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let (batch, schema) = match columns {
            None => (self.batch.clone(), self.schema.clone()),
            Some(columns) => (
                self.batch.project(columns).map_err(crate::external)?,
                Arc::new(self.schema.project(columns)?),
            ),
        };
        let operation = Operation::Table(batch);
        Ok(Arc::new(DeviceExec::new(operation, self.manager(), Vec::new(), schema, None)))
    }
}
