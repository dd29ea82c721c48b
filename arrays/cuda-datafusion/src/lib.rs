//! DataFusion's plans on a GPU: filters, projections, aggregates, joins, sorts and limits run by
//! [`cuda_arrow`](https://docs.rs/cuda-arrow), and everything else stays DataFusion's.
//!
//! [`OnDevice`] is a rule of its optimizer. It replaces each node of a plan whose types and expressions `cuda-arrow` has by a
//! [`DeviceExec`], and `EXPLAIN` shows which: `DeviceFilterExec`, `DeviceAggregateExec` and so on. Rows go to the device below
//! the first of these, and come back above the last one. A [`DeviceTable`] is there already.
//!
//! ```
//! use std::sync::Arc;
//! use cuda_arrow::MemoryManager;
//! use cuda_datafusion::OnDevice;
//! use datafusion::arrow::array::{ArrayRef, Float64Array, RecordBatch, StringArray};
//! use datafusion::execution::SessionStateBuilder;
//! use datafusion::prelude::SessionContext;
//!
//! # #[tokio::main] async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // The GPU if there is one, and the software device otherwise.
//! let manager = MemoryManager::of_device(cuda_sim::gpu_or_software()?.device(0)?)?;
//! let rules = OnDevice::new(&manager).among_rules();
//! let state = SessionStateBuilder::new_with_default_features();
//! let context = SessionContext::new_with_state(state.with_physical_optimizer_rules(rules).build());
//! context.register_batch("sales", RecordBatch::try_from_iter([
//!     ("city", Arc::new(StringArray::from(vec!["Bern", "Rome", "Bern"])) as ArrayRef),
//!     ("price", Arc::new(Float64Array::from(vec![1.5, 2.0, 4.0]))),
//! ])?)?;
//! let query = "SELECT city, sum(price) AS total FROM sales GROUP BY city ORDER BY total DESC";
//! let made = context.sql(query).await?.collect().await?;
//! assert_eq!(made[0].num_rows(), 2);
//! let plan = context.sql(query).await?.create_physical_plan().await?;
//! let plan = datafusion::physical_plan::displayable(plan.as_ref()).indent(false).to_string();
//! assert!(plan.contains("DeviceSortExec") && plan.contains("DeviceAggregateExec"), "{plan}");
//! # Ok(()) }
//! ```
//!
//! # What differs
//! - Sums of floats are added in another order, which depends on the rows alone.
//! - NaN is a least or greatest value of a group only if there is nothing else, and a computed one has no sign. The sign of a zero
//!   isn't that of the host in the results of `min`, `max` and `trunc`.
//! - Each case of `CASE` is computed for all rows, so one that could fail (a division by a column of integers, for example) stays
//!   on the host.
//! - Casts have DataFusion's results: those that would have pyarrow's stay on the host, such as decimals that are rounded, or of more than 18
//!   digits and become floats, and timestamps without a zone that get one other than UTC. A time of day beyond a day is an error where it doesn't fit.
//! - A factor of decimals whose product could have more than 38 digits has fewer before the point: an error says if it has more.
//! - Averages of decimals, conditions of outer joins, `FILTER` of aggregates, and functions that `cuda-arrow` lacks stay on the
//!   host. The log has the reason for each node, at the level `debug`.
//! - Device memory isn't counted by DataFusion's memory pool: a table must fit, with what is computed of it.
//!
//! # Versions
//! DataFusion 55 is of arrow-rs 59, and `cuda-arrow` of arrow-rs 60. Both have Arrow's layout, so arrays share their buffers.
#![warn(missing_docs)]

mod cast;
mod exchange;
mod expression;
mod operation;
mod plan;
mod rule;
mod table;

use datafusion::error::DataFusionError;

pub use cuda_arrow;
pub use datafusion;
pub use plan::DeviceExec;
pub use rule::OnDevice;
pub use table::DeviceTable;

/// Returns an error of `cuda-arrow`, or of its arrow-rs, as DataFusion's.
fn external(error: impl std::error::Error + Send + Sync + 'static) -> DataFusionError {
    DataFusionError::External(Box::new(error))
}

/// Returns why a node stays on the host.
fn refused(reason: String) -> DataFusionError {
    DataFusionError::NotImplemented(reason)
}
