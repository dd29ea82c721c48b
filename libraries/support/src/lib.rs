//! What the wrappers of CUDA's libraries have in common. Programs use the wrappers, such as `cuda-cublas`, which export
//! what appears in their interfaces; this crate is for those who write one.
//!
//! | a wrapper's | is |
//! |---|---|
//! | call on a stream, and the checks before it | [`StreamCall`] of [`Operand`]s |
//! | handle or plan, which is destroyed in its context | [`OwnedHandle`] of a [`HandleApi`] |
//! | setting of the stream in a handle | [`CurrentStream`] |
//! | workspace | [`Workspace`], of which a call gets [`CallMemory`] |
//! | error | an enumeration with [`CallError`], [`AbsentFunction`], and [`Failure`] of its status |
//!
//! # The crates of this workspace
//! [cuda-driver](https://docs.rs/cuda-driver/latest/cuda_driver/#the-crates-of-this-workspace) lists them.

mod call;
mod error;
mod handle;
mod workspace;

pub use call::{Operand, StreamCall};
pub use error::{AbsentFunction, CallError, ErrorWithValue, Failure, Release};
pub use handle::{CurrentStream, HandleApi, OwnedHandle};
pub use workspace::{CallMemory, Workspace, WorkspaceRange};
