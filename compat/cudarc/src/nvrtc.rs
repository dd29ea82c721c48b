//! Compiling CUDA C++ at run time.

pub mod result;
pub mod safe;
pub mod sys;

mod enums {}

#[cfg(feature = "driver")]
pub(crate) use safe::PtxKind;
pub use safe::{CompileError, CompileOptions, Ptx, compile_ptx, compile_ptx_with_opts};
