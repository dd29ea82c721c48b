//! A profiler in the program: what the GPU and the driver do between two points, recorded by NVIDIA's CUPTI.
//!
//! ```no_run
//! use cuda_driver::Driver;
//!
//! let context = Driver::load()?.device(0)?.primary_context()?;
//! let stream = context.stream()?;
//! let (buffer, trace) = cuda_profiler::profile(&context, || stream.upload(&[1.0f32; 1024]))?;
//!
//! println!("{trace}"); // a table of 80 columns
//! assert_eq!((trace.kernels.len(), trace.copies[0].bytes), (0, 4096));
//! std::fs::write("trace.json", trace.to_chrome())?; // opens in ui.perfetto.dev
//! # drop(buffer?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`profile`] records a closure; [`Profiler`] is CUPTI, found and loaded at run time, and has what else can be chosen:
//!   [which activities](Profiler::activities), and [`start`](Profiler::start) and [`stop`](Recording::stop) anywhere in the
//!   program, for work of several contexts and threads.
//! - A [`Trace`] has the records as values: [`Kernel`], [`struct@Copy`], [`Fill`], [`Memory`], [`Call`], [`Synchronization`],
//!   [`Marker`]. A test asserts what should happen, "two launches and one copy of 4 KiB", without times.
//! - It is displayed as a table, and [written](Trace::to_json) as JSON or [as a picture](Trace::to_chrome).
//! - [`Profiler::raw`] has every function of CUPTI.
//!
//! # What is complete
//! CUPTI has one recording in a process, of all of its contexts. What isn't done when it stops has no times yet:
//! [`profile`] waits for its context before and after the closure, and [`Recording::stop`] doesn't wait. Records that CUPTI
//! dropped, or that weren't complete, are [counted](Trace::dropped) and named in the table.
//!
//! If the work makes an error on the device, [`Error::Failed`] has what was recorded until then. What is complete is read ten times a
//! second, and by [`Recording::flush_complete`]; work since then has no times after a fault, and is counted.
//!
//! Kernels of a graph are recorded one by one, with the id of [their node](Place::graph_node).
//!
//! # What it costs
//! Nothing is loaded before the first recording, and no call of `cuda-driver` knows about the profiler: CUPTI itself
//! hooks the driver. A record takes some 200 bytes until the trace is dropped. After a recording, CUPTI stays loaded, and its
//! hooks do nothing.
//!
//! # Permissions and versions
//! Where only administrators may profile, CUPTI fails with `ERR_NVGPUCTRPERM`: [`Error::NotPermitted`] says what to do. A
//! CUPTI that the driver is too old for is [`Error::Unfit`], and one older than CUDA 11.8 is [`Error::Old`]. Beside another
//! profiler, such as Nsight Systems, it is [`Error::OtherProfiler`], and in a child of `fork` [`Error::Forked`].
//!
//! # On the software device
//! `cuda_sim_libraries::cupti::table()` is a CUPTI of the device of `cuda-sim`, for [`Profiler::from_table`]: tests run
//! without a GPU. [`profile`] takes NVIDIA's, which doesn't see that device. Its times are those of a CPU
//! that interprets the kernels, and say nothing about a GPU.
//!
//! # Features
//! - `tracing`: `SpanLayer` adds the spans of the crate `tracing` to the recording, the program's and those of `cuda-driver`.
//!
//! # The crates of this workspace
//! [cuda-driver](https://docs.rs/cuda-driver/latest/cuda_driver/#the-crates-of-this-workspace) lists them.
// What a feature has can be linked to only with it.
#![cfg_attr(not(feature = "tracing"), allow(rustdoc::broken_intra_doc_links))]
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod activity;
mod chrome;
mod error;
mod occupancy;
mod profiler;
mod record;
mod session;
#[cfg(feature = "tracing")]
mod spans;
mod table;
mod trace;

pub use activity::Activity;
pub use error::{Error, Failure};
pub use profiler::{Profiler, Recording, profile};
#[cfg(feature = "tracing")]
pub use spans::SpanLayer;
pub use trace::{
    Call, Copy, CopyKind, Fill, Kernel, Marker, Memory, MemoryKind, MemoryOperation, Place, Span,
    Synchronization, SynchronizationKind, Trace,
};

/// The raw bindings, some of whose types appear in this crate's interface.
pub use cuda_libraries_sys::cupti as sys;
