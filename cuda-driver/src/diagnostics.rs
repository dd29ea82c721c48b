//! What the driver says about errors, what it leaves behind, and how it is watched: logs, notifications, core dumps,
//! profilers, and checkpoints of processes.
//!
//! Without any of this, the driver writes its log to a file if the variable `CUDA_LOG_FILE` names one when the program
//! starts (`stderr` and `stdout`, too), and core dumps if `CUDA_ENABLE_COREDUMP_ON_EXCEPTION` is 1.

mod callbacks;
mod checkpoint;
mod coredump;
mod log;
mod log_entry;
mod notification;
mod profiler;

pub use crate::generated::enums::{CoredumpSettings, LogLevel, ProcessState};
pub use checkpoint::{GpuPair, Process};
pub use coredump::{Coredump, CoredumpCallback, CoredumpFlags};
pub use log::{Log, LogCallback};
pub use log_entry::{LogEntries, LogEntry};
pub use notification::{Notification, NotificationCallback};
pub use profiler::Profiling;
