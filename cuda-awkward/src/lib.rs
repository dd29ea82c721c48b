//! Ragged arrays in device memory: lists of different lengths, records and missing values, nested to any depth, with the
//! operations of [Awkward Array](https://awkward-array.org), computed by kernels that NVRTC compiles when they are first needed
//! and [`nvrtc_cache`] keeps.
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
//! assert_eq!(lead.to_host()?.value().to_string(), "[31.5, None]");
//! # Ok(()) }
//! ```
//!
//! # Rules
//! - An array belongs to its [`Backend`], a stream. Arrays of different ones don't mix: [`Error::Backend`]. [`Array::on`] shares one
//!   with another stream of the context; nothing is copied unasked.
//! - Arrays are immutable. Nodes share buffers: slices of rows, fields and clones make no driver call.
//! - An error is that of the call that made it. What can't fail on data never waits; the rest waits for the sizes and the
//!   check together, where lists are contiguous. Lists that don't (after picks of rows) are brought together
//!   first, which is one more wait a level.
//! - Buffers from outside are checked before a kernel follows them.
//! - Sums have the same bits in every run.
//!
//! # Broadcasting
//! From the outside in: a number is the same everywhere, and an array with one value a list spreads over the lists. Lists must
//! be of the same lengths. Where all lists are of one size, axes that are missing are those on the left, as NumPy has it. What is
//! missing in one operand is missing in the result.
//!
//! # Arrow
//! Arrays of [`cuda_arrow`] are shared, by [`Backend::from_arrow`] and [`Array::to_arrow`], as far as the layouts agree:
//!
//! | Arrow | here |
//! |---|---|
//! | integers, floats | numbers, shared |
//! | booleans | booleans, of which each becomes a byte, and a bit on the way back |
//! | `Utf8`, `Binary`, and large ones | `string`, `bytes`, shared |
//! | `List`, `LargeList`, `Map`; `FixedSizeList` | `var * T`; `3 * T`, shared |
//! | `ListView`, `LargeListView` | `var * T`, whose entries are shared |
//! | `Struct` | records, shared; tuples have the fields `0`, `1` … there |
//! | validity | options by the same bits, where they begin at a byte |
//! | `Union`, dense and sparse | unions; back they are dense |
//! | `Dictionary` | `categorical`, of which the values are shared |
//! | `Null` | `?unknown` |
//!
//! A field that may have nulls and hasn't any is an option all the same, as its type says. Dates, times, decimals, intervals, views
//! of texts and run-end encoded arrays are [`Error::Unsupported`], and so are complex numbers on the way back.
//!
//! # The calls of Awkward Array
//! | Awkward | here |
//! |---|---|
//! | `ak.Array(...)`, `ak.from_iter`, `ak.from_json` | [`HostArray::from_json`], [`HostArray::from_values`] |
//! | `ak.to_backend(a, "cuda")`, `"cpu"`, `ak.backend` | [`HostArray::to_backend`], [`Array::to_host`], [`Array::backend`] |
//! | `ak.to_buffers`, `ak.from_buffers`, `ak.to_packed` | [`Array::to_buffers`], [`Backend::from_buffers`], [`Array::packed`] |
//! | `ak.from_numpy`, `ak.from_cupy`, `ak.to_numpy`, `ak.to_cupy` | `Backend::from_ndarray`, `Array::to_ndarray`, by the feature `ndarray` |
//! | `ak.from_arrow`, `ak.to_arrow` | [`Backend::from_arrow`], [`Array::to_arrow`] |
//! | `ak.to_list`, `print(a)`, `a.type` | [`HostArray::to_list`], `{a}`, [`Array::type_text`] |
//! | `a[...]`, `a["x"]`, `a[100:]` | [`get`](Array::get), [`field`](Array::field), [`slice`](Array::slice), [`get_jagged`](Array::get_jagged) |
//! | `np.sqrt(a)`, `a + b` | [`Backend::ufunc`], operators, methods such as [`gt`](Array::gt) |
//! | a fused expression | [`Backend::map`] |
//! | `ak.sum` and its like, `ak.mean`, `ak.var`, `ak.std`, `ak.ptp` | [`sum`](Array::sum) …, with all options [`reduce`](Array::reduce) |
//! | `ak.sort`, `ak.argsort` | [`sort`](Array::sort), [`argsort`](Array::argsort) |
//! | `ak.num`, `ak.flatten`, `ak.ravel`, `ak.unflatten`, `ak.local_index`, `ak.run_lengths` | the methods of these names |
//! | `ak.combinations`, `ak.cartesian`, and `arg` of them | [`combinations`](Array::combinations), [`Backend::cartesian`] |
//! | `ak.concatenate`, `ak.where`, `ak.zip`, `ak.broadcast_arrays` | [`Backend::concatenate`], [`choose`](Backend::choose), [`zip`](Backend::zip), [`broadcast_arrays`](Backend::broadcast_arrays) |
//! | `ak.unzip`, `ak.with_field`, `ak.without_field`, `ak.fields` | the methods of these names |
//! | `ak.pad_none`, `ak.fill_none`, `ak.is_none`, `ak.drop_none`, `ak.mask`, `ak.firsts`, `ak.singletons` | the methods of these names |
//! | an array in a kernel of Numba's | [`view`](Array::view), [`Backend::kernel`], [`Backend::from_numbers`] |
//! | `ak.to_regular`, `ak.from_regular`, `ak.values_astype`, `ak.nan_to_num`, `ak.zeros_like` | the methods of these names |
//!
//! Types that don't go together make a union, and operations work on each of its types.
//!
//! # What differs
//! Results are those of Awkward 2.14 on the CPU, but for these:
//!
//! | Awkward | here |
//! |---|---|
//! | reduces the characters of texts: `ak.sum(["ab"])` is 195 | [`Error::Unsupported`] |
//! | sorts and most functions of complex numbers | [`Error::Unsupported`] |
//! | dates and durations | [`Error::Unsupported`] |
//! | `run_lengths` of lists with missing entries gives lists that end beyond their content | [`Error::Unsupported`]: drop or fill these first |
//! | `argsort` of records is not implemented | each field is sorted for itself |
//! | sorts of records of which some are missing, or whose fields are of different depths, within lists | [`Error::Unsupported`] |
//! | `sort` in lists, some of which are missing, can lose the last list | it is kept |
//! | `pad_none` of regular lists of which some are missing mixes them up | each list is padded |
//! | `concatenate` along lists of size 0 gives no lists | as many as there were |
//! | `drop_none`, `sort`, `pad_none` of lists with 32-bit offsets and a byte mask: no such kernel | done |
//! | `unflatten` by negative counts gives offsets that go back | [`Error::Value`] |
//! | lists of size 0 beside an array whose entries are all missing broadcast to missing ones | [`Error::Broadcast`] |
//!
//! Integers wrap, and floats become integers as they do on x86: what doesn't fit, and NaN, is the least of 32 or 64 bits, cut
//! to the type.
//!
//! # Features
//! - `ndarray`: exchange of rectangular arrays with `cuda-ndarray`, and by it with CuPy, PyTorch and others.
#![warn(missing_docs)]

mod align;
mod arguments;
mod array;
mod arrow;
mod axis;
mod backend;
mod broadcast;
mod build;
mod carry;
mod cartesian;
mod check;
mod choose;
mod columns;
mod combine;
mod concatenate;
mod dtype;
mod error;
mod fields;
mod form;
mod getitem;
mod host;
mod import;
mod jagged;
mod lists;
mod map;
mod merge;
mod moments;
#[cfg(feature = "ndarray")]
mod ndarray;
mod node;
mod numbers;
mod options;
mod order;
mod pack;
mod pick;
mod plan;
mod records;
mod reduce;
mod reducer;
mod scalar;
mod sort;
mod structure;
mod type_text;
mod ufunc;
mod unflatten;
mod value;
pub mod view;
mod walk;

pub use array::Array;
pub use axis::Axis;
pub use backend::Backend;
pub use broadcast::Operand;
pub use cartesian::Cartesian;
pub use combine::Combinations;
pub use dtype::{Dtype, IndexType};
pub use error::Error;
pub use form::Form;
pub use half;
pub use host::{HostArray, NamedBuffer};
pub use pick::{Entry, Pick};
pub use reduce::{Reduced, Reduction};
pub use reducer::Reducer;
pub use scalar::Scalar;
pub use value::Value;
