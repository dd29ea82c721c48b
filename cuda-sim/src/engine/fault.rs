//! The reason why a kernel was stopped.

use cuda_driver_sys::CUresult;
use std::fmt;

use crate::debug_as_display;

/// A kernel was stopped: the driver's error for it, and what happened where.
#[derive(Clone, PartialEq, Eq)]
pub struct Fault {
    /// The error that the real driver gives for this fault.
    pub code: CUresult,
    /// Kernel, PTX line, block, thread and address, and what was near it.
    pub report: String,
}

debug_as_display!(Fault);

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.report)
    }
}

impl std::error::Error for Fault {}
