//! NCCL, communication between GPUs.

pub mod result;
pub mod safe;
pub mod sys;

mod enums {}

pub use result::{NcclError, NcclStatus};
pub use safe::{Comm, Group, Id, NcclType, ReduceOp, group_end, group_start};
