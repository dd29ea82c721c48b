//! The reason why a program can't be compiled.

use std::fmt;

use crate::debug_as_display;

/// What is wrong with a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompileErrorKind {
    /// The text is no valid PTX.
    InvalidPtx,
    /// The PTX version is newer than the device accepts.
    UnsupportedPtxVersion,
    /// The PTX is for a newer or another architecture than the device's.
    UnsupportedTarget,
    /// The PTX is valid, but needs what the software device can't do.
    Unsupported,
}

/// The reason why a program can't be compiled, with the place in the PTX.
#[derive(Clone, PartialEq, Eq)]
pub struct CompileError {
    /// The problem.
    pub kind: CompileErrorKind,
    /// One line an error, each with `line:column` of the PTX.
    pub log: String,
}

debug_as_display!(CompileError);

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.log)
    }
}

impl std::error::Error for CompileError {}
