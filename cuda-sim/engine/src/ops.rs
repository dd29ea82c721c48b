//! The handlers: one loop over the lanes for each instruction.

mod approximate;
mod atomic;
mod atomic_kind;
mod atomic_place;
mod barrier;
mod bits;
mod compare;
mod compare_and_swap;
mod control;
mod convert;
mod copy;
mod copy_async;
mod element;
mod float;
#[cfg(target_arch = "x86_64")]
mod group;
mod int;
mod integer;
mod launch;
mod matrix;
mod mbarrier;
mod memory;
mod modifiers;
mod op;
mod powers;
mod printf;
mod quad_matrix;
mod reduction;
mod relation;
mod runtime;
mod several_words;
#[cfg(target_arch = "x86_64")]
mod shuffle;
mod system;
mod tensor;
mod texture;
#[cfg(target_arch = "x86_64")]
pub mod vector;
#[cfg(target_arch = "x86_64")]
mod vector_float;
#[cfg(target_arch = "x86_64")]
mod vector_memory;
mod video;
mod warp;
mod warp_group;
mod watched;
mod wide_atomic;

pub use approximate::*;
pub use atomic::*;
pub use atomic_kind::*;
pub use atomic_place::*;
pub use barrier::*;
pub use bits::*;
pub use compare::*;
pub use control::*;
pub use convert::*;
pub use copy::*;
pub use copy_async::*;
pub use element::*;
pub use float::*;
#[cfg(target_arch = "x86_64")]
pub use group::*;
pub use integer::*;
pub use launch::*;
pub use matrix::*;
pub use mbarrier::*;
pub use memory::*;
pub use modifiers::*;
pub use op::{Op, rare};
pub use quad_matrix::*;
pub use relation::*;
pub use runtime::{RUNTIME_FUNCTIONS, Runtime};
pub use several_words::*;
#[cfg(target_arch = "x86_64")]
pub use shuffle::*;
pub use system::*;
pub use tensor::*;
pub use texture::*;
#[cfg(target_arch = "x86_64")]
pub use vector_memory::*;
pub use video::*;
pub use warp::*;
pub use warp_group::*;
pub use watched::*;
pub use wide_atomic::*;
