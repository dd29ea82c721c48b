//! Errors from compiling a program.

use std::fmt;

/// The kind of a [`CompileError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompileErrorKind {
    /// The text isn't valid PTX.
    InvalidPtx,
    /// The PTX version is newer than the device accepts.
    UnsupportedPtxVersion,
    /// The PTX is for a newer or another architecture than the device's.
    UnsupportedTarget,
    /// The PTX is valid, but the software device doesn't support it.
    Unsupported,
}

/// An error from compiling a program, with its position in the PTX.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileError {
    /// The kind.
    pub kind: CompileErrorKind,
    /// One line for each error, with `line:column` of the PTX.
    pub log: String,
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.log)
    }
}

impl std::error::Error for CompileError {}
