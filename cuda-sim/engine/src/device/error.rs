//! Errors from compiling a program, and the driver's codes of faults.

use std::fmt;

use crate::ptx::Problem;

/// An error code of the driver API, a `CUresult`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ErrorCode(pub u32);

#[allow(missing_docs, reason = "the names are CUDA's own")]
impl ErrorCode {
    pub const CUDA_ERROR_INVALID_VALUE: ErrorCode = ErrorCode(1);
    pub const CUDA_ERROR_INVALID_HANDLE: ErrorCode = ErrorCode(400);
    pub const CUDA_ERROR_ILLEGAL_ADDRESS: ErrorCode = ErrorCode(700);
    pub const CUDA_ERROR_LAUNCH_TIMEOUT: ErrorCode = ErrorCode(702);
    pub const CUDA_ERROR_ASSERT: ErrorCode = ErrorCode(710);
    pub const CUDA_ERROR_ILLEGAL_INSTRUCTION: ErrorCode = ErrorCode(715);
    pub const CUDA_ERROR_MISALIGNED_ADDRESS: ErrorCode = ErrorCode(716);
    pub const CUDA_ERROR_INVALID_PC: ErrorCode = ErrorCode(718);
    pub const CUDA_ERROR_LAUNCH_FAILED: ErrorCode = ErrorCode(719);
}

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

/// An error from compiling a program: what is wrong with it. Its text has a line for each problem.
#[derive(Clone, PartialEq, Eq)]
pub struct CompileError {
    /// The kind.
    pub kind: CompileErrorKind,
    /// The first problems.
    pub problems: Vec<Problem>,
    /// The number of problems that are left out.
    pub left_out: usize,
}

impl CompileError {
    /// The maximum number of problems of an error.
    const MOST: usize = 20;

    pub(crate) fn new(kind: CompileErrorKind, mut problems: Vec<Problem>) -> CompileError {
        let left_out = problems.len().saturating_sub(Self::MOST);
        problems.truncate(Self::MOST);
        CompileError { kind, problems, left_out }
    }

    /// Returns `true` if a symbol isn't defined, which another module may define that is linked.
    pub fn has_undefined_symbol(&self) -> bool {
        self.problems.iter().any(|problem| problem.is_undefined_symbol)
    }
}

/// Its text, which is what `unwrap` shows.
impl fmt::Debug for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.problems.iter().enumerate() {
            let end = if index == 0 { "" } else { "\n" };
            let (line, column, message) = (problem.line, problem.column, &problem.message);
            write!(f, "{end}{line}:{column}: {message}")?;
        }
        match self.left_out {
            0 => Ok(()),
            left_out => write!(f, "\nand {left_out} more"),
        }
    }
}

impl std::error::Error for CompileError {}
