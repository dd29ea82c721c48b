//! NCCL, communication between GPUs.

pub mod result;
pub mod sys;

pub use result::{NcclError, NcclStatus, group_end, group_start};
