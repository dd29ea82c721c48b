//! Ragged arrays in device memory: lists of different lengths, records and missing values, nested in any way, with the
//! operations of [Awkward Array](https://awkward-array.org). NVRTC compiles each kernel when it is first needed, and
//! [`nvrtc_cache`] keeps it.
//!
//! ```
//! use cuda_awkward::{Axis, Backend, HostArray};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // The GPU, or the software device where there is none.
//! let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
//! let gpu = Backend::new(&stream)?;
//! let text = r#"[{"muons": [{"pt": 31.5, "eta": 0.2}, {"pt": 12, "eta": 1.1}]}, {"muons": []}]"#;
//! let events = HostArray::from_json(text)?.to_backend(&gpu)?;
//! let pt = events.field("muons")?.field("pt")?;
//! let good = pt.gt(20.0)?;
//! let lead = pt.get_jagged(&good)?.max(Axis::INNER)?;
//! assert_eq!(lead.to_host()?.value()?.to_string(), "[31.5, None]");
//! # Ok(()) }
//! ```
//!
//! # Rules
//! - An array belongs to a [`Backend`], and so to a stream. An operation on arrays of different backends returns
//!   [`Error::Backend`]. [`Array::on`] shares an array with another stream of the context. Nothing is copied implicitly.
//! - Arrays are immutable. Nodes share buffers: slices of rows, fields and clones make no driver call.
//! - Each call returns its own errors. An operation that can't fail because of the data doesn't wait for the device.
//!   The others wait once, for sizes and checks together, if the lists are contiguous. Lists that aren't, such as after
//!   a selection of rows, are first made contiguous, with one more wait for each level.
//! - The contents of buffers from elsewhere are checked before a kernel uses them.
//! - Sums have the same bits in every run.
//!
//! # Broadcasting
//! Operands are matched from the outermost axis inwards. A number is used for every entry. An array with one value for each
//! list is repeated over the entries of that list. Lists at the same place must have the same lengths. If all lists are
//! regular, missing axes are added on the left, as in NumPy. An entry that is missing in one operand is missing in the
//! result.
//!
//! # Arrow
//! [`Backend::from_arrow`] and [`Array::to_arrow`] share memory with arrays of [`cuda_arrow`] as far as the layouts agree:
//!
//! | Arrow | here |
//! |---|---|
//! | integers, floats | numbers, shared |
//! | booleans | booleans; each bit is converted to a byte, and back |
//! | `Utf8`, `Binary`, and their large forms | `string`, `bytes`, shared |
//! | `FixedSizeBinary` | `bytes[3]`, shared |
//! | `List`, `LargeList`, `Map`; `FixedSizeList` | `var * T`; `3 * T`, shared |
//! | `ListView`, `LargeListView` | `var * T`; the entries are shared |
//! | `Struct` | records, shared; tuples become structs with the fields `0`, `1` … |
//! | validity | options; the bits are shared if they begin at a byte |
//! | `Union`, dense and sparse | unions; converted back to dense ones |
//! | `Dictionary` | `categorical`; the values are shared |
//! | `Timestamp`, `Date64`, `Time64`; `Duration` | `datetime64`, `timedelta64`, shared; `Time32` is converted |
//! | `Date32` | `datetime64[D]`, converted; NaT becomes null |
//! | `Null` | `?unknown` |
//!
//! A nullable field becomes an option even if it has no nulls. Timestamps with a time zone are in UTC, and lose its name; times
//! are those of the first day of 1970. Decimals, intervals, string views and run-end encoded arrays return [`Error::Unsupported`], and so does the conversion to Arrow of complex numbers, and of
//! dates in other units than days and seconds to nanoseconds, and durations in others than the latter.
//!
//! [`functions`] lists every public name of Awkward Array with its counterpart.
//! [`coming_from`] has a session side by side, the results that differ, and the buffers of an array in memory.
//!
//! # Design
//! Buffers are `cuda-arrow`'s. An array is a tree of nodes (`layout/node.rs`): numbers, lists by offsets or by starts and stops,
//! regular lists, records, options and unions. Operations reuse buffers in the new tree where possible, and launch kernels for
//! new values, which `nvrtc` compiles and `nvrtc-cache` keeps. Sizes that a kernel needs stay on the device where possible,
//! because waits dominate an operation's cost; tests count launches and waits. Where the host needs a total, the kernel writes
//! it to host memory as soon as it is known, and goes on (`backend/scan.rs`, `kernels/look_back.cuh`). What kernels and Rust both
//! know, arguments and numbers, is written in `kernels/arguments.cuh`, of which `kernels/arguments.rs` is made.
//!
//! `walk.rs` descends to an axis; reductions, sorts and `flatten`, which change the levels above, descend by themselves. `view.rs` describes types of entries in Rust and in C++, whose columns have equal
//! layouts; `exchange/arrow` converts nodes to Arrow's parts and back, with the checks that buffers get; `exchange/ndarray.rs` exchanges
//! rectangular arrays.
//!
//! # Features
//! - `ndarray`: exchange of rectangular arrays with `cuda-ndarray`, and through it with CuPy, PyTorch and others.
//!
//! If the compiler says that a method isn't found, a feature may be missing:
//!
#![doc = include_str!("features.md")]
//!
//! # The crates of this workspace
//! [cuda-driver](https://docs.rs/cuda-driver/latest/cuda_driver/#the-crates-of-this-workspace) lists them.
// What a feature has can be linked to only with it.
#![cfg_attr(not(feature = "ndarray"), allow(rustdoc::broken_intra_doc_links))]
#![warn(missing_docs)]

mod arguments;
mod array;
mod backend;
mod carry;
#[doc = include_str!("coming_from.md")]
pub mod coming_from {}
mod combining;
mod elementwise;
mod error;
mod exchange;
mod host;
#[doc = include_str!("functions.md")]
pub mod functions {}
mod layout;
mod lists;
mod reduce;
mod slicing;
mod structure;
pub mod view;
mod walk;

pub use array::Array;
pub use backend::Backend;
pub use combining::cartesian::Cartesian;
pub use combining::combine::Combinations;
pub use elementwise::broadcast::Operand;
pub use elementwise::close::Tolerance;
pub use elementwise::equality::Equality;
pub use elementwise::expression::Expression;
pub use error::Error;
pub use half;
pub use host::{HostArray, NamedBuffer};
pub use layout::axis::Axis;
pub use layout::dtype::{Dtype, IndexType};
pub use layout::form::Form;
pub use layout::scalar::Scalar;
pub use layout::times::TimeUnit;
pub use layout::value::Value;
pub use reduce::reducer::Reducer;
pub use reduce::statistics::{Statistic, StatisticOutput};
pub use reduce::{ReducerOutput, Reduction};
pub use slicing::pick::{Entry, Pick};
