//! The reason why a kernel was stopped.

use crate::device::error::ErrorCode;
use std::fmt;

/// What a report says if the PTX has no line information.
pub const WITHOUT_LINES: &str =
    "for the line of the source, compile with -lineinfo (in Rust, `Program::generate_line_info`)";

/// The fault that stopped a kernel: the driver's error code, and a report.
#[derive(Clone, PartialEq, Eq)]
pub struct Fault {
    /// The code that a real driver returns for this fault.
    pub code: ErrorCode,
    /// The kernel, PTX line, block, thread and address, and the memory near it.
    pub report: String,
}

/// Its text, which is what `unwrap` shows.
impl fmt::Debug for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Fault {
    /// The fault of a launch that fails as planned, at a block.
    pub(crate) fn planned(kernel: &str, [x, y, z]: [u32; 3], code: ErrorCode) -> Self {
        Self {
            code,
            report: format!(
                "planned: kernel {kernel} fails at block ({x}, {y}, {z}) with error {}",
                code.0
            ),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.report)
    }
}

impl std::error::Error for Fault {}
