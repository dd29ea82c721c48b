//! The engine: decodes a PTX module once, and executes it a warp at a time.
//!
//! A register is a plane of 32 lanes, a predicate a mask, and an instruction one loop over the lanes
//! of a warp. [`Program::compile`] reads PTX, [`Image`] says where its variables lie, and [`run`]
//! executes a [`Launch`] until it ends or a [`Fault`] stops it.

mod architecture;
mod block_group;
mod code;
mod core;
mod deadlock;
mod decode;
mod device;
mod error;
mod fault;
mod fault_kind;
mod function;
mod grid;
mod lane;
mod launch;
mod meeting;
mod ops;
mod order;
mod printf;
mod program;
mod rounding;
mod schedule;
mod space;
mod split;
mod tensor;
mod texture;
mod work;
mod worker_pool;

pub use device::{DeviceMemory, DeviceModel, Output, Range};
pub use error::{CompileError, CompileErrorKind};
pub use fault::Fault;
pub use launch::{Launch, Limits, run};
pub use program::{Global, Image, Kernel, Param, Program, Relocation, RelocationTarget, Space};
pub use tensor::*;
pub use texture::{AddressMode, Channel, Geometry, Plane, Sampler, Texture};
