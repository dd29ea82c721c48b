//! The engine of [`cuda-sim`](https://docs.rs/cuda-sim), the software CUDA device, which executes PTX: it decodes a
//! module once, and executes a kernel one warp at a time.
//!
//! **Use `cuda-sim`.** This crate has no stable interface: any version may change it.
//!
//! A register is a plane of 32 lanes, a predicate a mask, and an instruction one loop over the lanes
//! of a warp. [`Program::compile`] reads PTX, [`Image`] has the addresses of its variables, and [`run()`]
//! executes a [`Launch`] until it ends or a [`Fault`] stops it.
//!
//! It is a separate crate because it is slow without optimization: debug builds can optimize it alone. It needs no
//! driver.
//!
#![doc = include_str!("design.md")]
#![deny(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "on a closed pipe or a full disk it panics"
)]

mod check;
mod code;
mod decode;
mod device;
mod forms;
mod numbers;
mod observe;
mod ops;
mod ptx;
mod races;
mod run;
mod state;
mod texture;

pub use code::counts::{
    Counters, Counts, ExecutionCount, GlobalAccesses, LineCounts, SharedAccesses,
};
pub use code::native::{Elements, NativeBody, NativeCall};
pub use code::program::{
    Global, Image, Kernel, Param, Program, Relocation, RelocationTarget, Space,
};
pub use decode::architecture::is_architecture;
pub use device::error::{CompileError, CompileErrorKind, ErrorCode};
pub use device::fault::{Fault, WITHOUT_LINES};
pub use device::tensor::*;
pub use device::{DeviceMemory, DeviceModel, Range};
pub use forms::InstructionKind;
pub use ops::RUNTIME_FUNCTIONS;
pub use ptx::{Problem, Reference};
pub use races::{
    Checks, Item, ItemClock, LaunchClock, Operation, Race, RaceAccess, Races, Snapshot, WorkPlace,
};
pub use run::explore::{Difference, Exploration, Outcome, explore};
pub use run::launch::run;
pub use state::launch::{Child, Launch, Limits, Output, Question};
pub use texture::{AddressMode, Channel, Geometry, Plane, Sampler, Texture};
