//! The engine of [`cuda-sim`](https://docs.rs/cuda-sim), the software CUDA device, which executes PTX: it decodes a
//! module once, and executes a kernel one warp at a time.
//!
//! **Use `cuda-sim`.** This crate has no stable interface: any version may change it.
//!
//! A register is a plane of 32 lanes, a predicate a mask, and an instruction one loop over the lanes
//! of a warp. [`Program::compile`] reads PTX, [`Image`] has the addresses of its variables, and [`run`]
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

mod architecture;
mod block_group;
mod code;
mod core;
mod counters;
mod deadlock;
mod decode;
mod device;
mod error;
mod explore;
mod fault;
mod fault_kind;
mod forms;
mod function;
mod grid;
mod half;
mod interleave;
mod lane;
mod launch;
mod native;
mod ops;
mod order;
mod printf;
mod program;
mod ptx;
mod races;
mod rounding;
mod schedule;
mod space;
mod split;
mod switches;
mod synchronization;
mod tensor;
mod texture;
mod words;
mod work;
mod worker_pool;

pub use counters::{
    Counters, Counts, Executed, GlobalAccesses, InstructionKind, LineCounts, SharedAccesses,
};
pub use device::{Child, DeviceMemory, DeviceModel, Output, Range};
pub use error::{CompileError, CompileErrorKind, ErrorCode};
pub use explore::{Difference, Explored, Outcome, explore};
pub use fault::{Fault, WITHOUT_LINES};
pub use launch::{Launch, Limits, run};
pub use native::{Elements, NativeBody, NativeCall};
pub use program::{Global, Image, Kernel, Param, Program, Relocation, RelocationTarget, Space};
pub use ptx::Problem;
pub use races::{Before, Checks, Item, Known, Operation, Race, RaceAccess, Races, WorkPlace};
pub use tensor::*;
pub use texture::{AddressMode, Channel, Geometry, Plane, Sampler, Texture};
