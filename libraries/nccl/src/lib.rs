//! Communication between GPUs with NVIDIA's NCCL: in one process, in several, or on several hosts.
//!
//! ```no_run
//! use cuda_driver::Driver;
//! use nccl::rendezvous::{Ranks, master_address};
//! use nccl::{Nccl, Reduce};
//! use std::time::Duration;
//!
//! // One process per GPU, started by torchrun, or by Slurm or MPI with MASTER_ADDR and MASTER_PORT.
//! let ranks = Ranks::from_environment()?;
//! let nccl = Nccl::load()?;
//! let id = ranks.share_by_tcp(master_address()?, || nccl.unique_id(), Duration::from_secs(60))?;
//!
//! let context = Driver::load()?.device(ranks.local_rank)?.primary_context()?;
//! let stream = context.stream()?;
//! // SAFETY: each rank is created once, on its own device.
//! let comm = unsafe { nccl.communicator(&context, &id, ranks.nranks, ranks.rank) }?;
//!
//! let mut gradients = stream.upload(&[1.0_f32; 1000])?;
//! // SAFETY: all ranks do this, with 1,000 elements.
//! unsafe { comm.all_reduce_in_place(&stream, &mut gradients, Reduce::Avg) }?;
//! comm.wait(&stream)?;
//! comm.destroy()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`Nccl`] is the library, found and loaded at run time: it isn't needed to build. Release 2.18 or newer is
//!   required.
//! - A [`Communicator`] is one rank. Its operations are `unsafe` with [one
//!   contract](Communicator#what-operations-demand), because no rank can check the others. A [`Clique`] owns all ranks
//!   in this process, compares their arguments, and is safe.
//! - A [`Group`] starts operations together: sends in both directions, rings.
//! - [`Nccl::alloc`], [`Communicator::register`] and [`Communicator::window`] are for memory that peers access without
//!   copies.
//! - [`rendezvous`] reads the environment variables of launchers, and distributes the [`UniqueId`] to all ranks.
//! - [`Nccl::raw`] has every function, also those without a method here: `ncclPutSignal`, `ncclSignal` and `ncclWaitSignal`
//!   (2.29), the other functions of `ncclParam…` (2.30), the collectives that take a configuration, and `ncclSetEncryption` (2.32).
//!
//! Operations are submitted to a stream and return immediately. Their buffers belong to that stream, so that later work
//! on them runs afterwards. [`Communicator::wait`] waits for a stream and monitors the peers meanwhile. With a
//! [deadline](Config::deadline), ranks that don't arrive result in an error.
//!
//! Ranks of this crate work together with those of PyTorch, CuPy and other programs, if their NCCL versions are
//! compatible.
//!
//! # Features
//! - `half`: `f16` and `bf16` of the crate `half` can be elements.
//!
//! # The crates of this workspace
//! [cuda-driver](https://docs.rs/cuda-driver/latest/cuda_driver/#the-crates-of-this-workspace) lists them.
// What a feature has can be linked to only with it.
#![cfg_attr(not(feature = "half"), allow(rustdoc::broken_intra_doc_links))]
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod clique;
mod communicator;
mod config;
mod element;
mod error;
mod group;
mod library;
mod memory;
mod operation;
mod operations;
mod operator;
mod plan;
pub mod rendezvous;
mod shutdown;
mod unique_id;
mod version;

pub use clique::Clique;
pub use communicator::{
    Communicator, GrowId, MemoryStat, RevokedCommunicator, Shrink, SuspendedCommunicator,
};
pub use config::Config;
pub use cuda_driver::memory::{F8E4M3, F8E5M2};
pub use element::{DataType, NcclType};
pub use error::{Error, Failure};
pub use group::Group;
#[cfg(feature = "half")]
pub use half;
pub use library::Nccl;
pub use memory::{NcclBuffer, RegisteredMemory, Window, WindowFlags};
pub use operator::{Operator, PreMulSum, Reduce, ReduceAs};
pub use shutdown::{wait_for_dropped, wait_for_dropped_within};
pub use unique_id::UniqueId;
pub use version::Version;

/// The raw bindings, some of whose types appear in this crate's interface.
pub use cuda_libraries_sys::nccl as sys;
