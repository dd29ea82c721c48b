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
//! | `List`, `LargeList`, `Map`; `FixedSizeList` | `var * T`; `3 * T`, shared |
//! | `ListView`, `LargeListView` | `var * T`; the entries are shared |
//! | `Struct` | records, shared; tuples become structs with the fields `0`, `1` … |
//! | validity | options; the bits are shared if they begin at a byte |
//! | `Union`, dense and sparse | unions; converted back to dense ones |
//! | `Dictionary` | `categorical`; the values are shared |
//! | `Null` | `?unknown` |
//!
//! A nullable field becomes an option even if it has no nulls. Dates, times, decimals, intervals, string views and run-end
//! encoded arrays return [`Error::Unsupported`], and so does the conversion of complex numbers to Arrow.
//!
//! # The calls of Awkward Array
//! | Awkward | here |
//! |---|---|
//! | `ak.Array(...)`, `ak.from_iter`, `ak.from_json` | [`HostArray::from_json`], [`HostArray::from_values`] |
//! | `ak.to_backend(a, "cuda")`, `"cpu"`, `ak.backend` | [`HostArray::to_backend`], [`Array::to_host`], [`Array::backend`] |
//! | `ak.to_buffers`, `ak.from_buffers`, `ak.to_packed` | [`Array::to_buffers`], [`Backend::from_buffers`], [`Array::packed`] |
//! | `ak.from_numpy`, `ak.from_cupy`, `ak.to_numpy`, `ak.to_cupy` | `Backend::from_ndarray`, `Array::to_ndarray`, with the feature `ndarray` |
//! | `ak.from_arrow`, `ak.to_arrow` | [`Backend::from_arrow`], [`Array::to_arrow`] |
//! | `ak.to_list`, `print(a)`, `a.type` | [`HostArray::to_list`], `{a}`, [`Array::type_text`] |
//! | `a[...]`, `a["x"]`, `a[100:]` | [`get`](Array::get), [`field`](Array::field), [`slice`](Array::slice), [`get_jagged`](Array::get_jagged) |
//! | `np.sqrt(a)`, `a + b` | [`Backend::ufunc`], operators, methods such as [`gt`](Array::gt) |
//! | several of them in one pass | [`Array::expression`]; [`Backend::map`], unsafe because it compiles any text |
//! | `ak.sum(a, axis=-1)`, `ak.max`, `ak.mean`, `ak.var`, `ak.std`, `ak.ptp` … | [`a.sum(Axis::INNER)`](Array::sum) …; [`reduce`](Array::reduce) has all options |
//! | `ak.sum(a)`, a number | [`a.sum_of_all()`](Array::sum_of_all) … |
//! | `ak.sort`, `ak.argsort` | [`sort`](Array::sort), [`argsort`](Array::argsort) |
//! | `ak.num`, `ak.flatten`, `ak.ravel`, `ak.unflatten`, `ak.local_index`, `ak.run_lengths` | the methods of these names |
//! | `ak.combinations`, `ak.cartesian`, `ak.argcombinations`, `ak.argcartesian` | [`combinations`](Array::combinations), [`Backend::cartesian`] |
//! | `ak.concatenate`, `ak.where`, `ak.zip`, `ak.broadcast_arrays` | [`Backend::concatenate`], [`choose`](Backend::choose), [`zip`](Backend::zip), [`broadcast_arrays`](Backend::broadcast_arrays) |
//! | `ak.unzip`, `ak.with_field`, `ak.without_field`, `ak.fields` | the methods of these names |
//! | `ak.pad_none`, `ak.fill_none`, `ak.is_none`, `ak.drop_none`, `ak.mask`, `ak.firsts`, `ak.singletons` | the methods of these names |
//! | an array in a kernel of Numba | [`view`](Array::view), [`Backend::kernel`], [`Backend::from_numbers`] |
//! | `ak.to_regular`, `ak.from_regular`, `ak.values_astype`, `ak.nan_to_num`, `ak.zeros_like` | the methods of these names |
//!
//! Values of types that can't be merged form a union, and operations apply to each of its types. As in Awkward Array,
//! booleans are numbers in what `concatenate`, `where`, `fill_none`, `ravel` and `sort` join, and stay booleans in all other
//! unions, and where one of the joined types is a union within lists.
//!
//! # What differs
//! Results are the same as those of Awkward 2.14 on the CPU, except for these:
//!
//! | Awkward | here |
//! |---|---|
//! | reduces the characters of strings: `ak.sum(["ab"])` is 195 | [`Error::Unsupported`] |
//! | sorts and most functions of complex numbers | [`Error::Unsupported`] |
//! | dates and durations | [`Error::Unsupported`] |
//! | `run_lengths` of lists with missing entries returns lists that end beyond their content | these lists end where the content ends |
//! | `argsort` of records is not implemented | sorts each field separately |
//! | sorts records within lists, even if some are missing or their fields have different depths | [`Error::Unsupported`] |
//! | `sort` can lose the last list if some lists are missing | keeps it |
//! | `pad_none` of regular lists, some of which are missing, mixes them up | pads each list |
//! | `concatenate` along lists of size 0 returns no lists | returns as many lists as there were |
//! | `drop_none`, `sort`, `pad_none` have no kernel for lists with 32-bit offsets and a byte mask | they work |
//! | `unflatten` accepts negative counts, and returns decreasing offsets | [`Error::Value`] |
//! | lists of size 0 and an array whose entries are all missing broadcast to missing entries | [`Error::Broadcast`] |
//! | joins texts and numbers by `ravel` or `flatten(axis=None)`: an internal error | a union, in the order of the entries |
//! | `fill_none` along an axis of a union also fills missing entries further in, in types without missing entries | fills those of the axis |
//! | `zip` and `broadcast_arrays` stop where types of a union within two lists have different depths | go on in each type |
//! | `unflatten` leaves types of a union that aren't deep enough as they are | [`Error::Axis`] |
//! | `flatten(axis=0)` of a union drops other entries than the missing ones | drops these |
//! | `combinations`, `local_index` along a negative axis that types of a union have at different depths use entries of one type, in the order of memory | [`Error::Value`]; positions among the entries of each type |
//! | `combinations` of records whose fields have different depths, along a negative axis, loses the names of fields | keeps them |
//! | `argsort` across lists gives texts and missing entries positions in their column | those of their lists, as for numbers |
//! | `drop_none(axis=1)` of lists of regular lists drops entries of these | of the lists along the axis |
//! | a mask may be longer than its list where the rest is false or missing | [`Error::Index`] |
//! | reductions of all, with `keepdims`, of regular lists of size 0 return no lists | lists of one entry, as in NumPy |
//! | `max` of no booleans, along all axes and without `mask_identity`, is true | false, as along one axis |
//! | `run_lengths`, `is_none`, `singletons`, `argcombinations` of the characters of texts | [`Error::Type`], [`Error::Axis`] |
//! | a byte of a text prints as a text: `ak.firsts(["ab"], axis=1)` | is a `uint8` |
//! | `where` and `broadcast_arrays` of missing records, and of no entries, sometimes have more or fewer options, or `float64` for `unknown` | types as for other arrays |
//! | the result of no entries is sometimes no option: `pad_none` of no lists | has the type of other results |
//! | `to_list` returns any number of values | at most 2²⁵ at once, otherwise [`Error::Value`] |
//! | `from_buffers` accepts `__array__` that claims other nodes than lists of `uint8` to be texts | [`Error::Buffers`] |
//!
//! Integer arithmetic wraps. Floats are converted to integers as on x86: a value that doesn't fit, or NaN, becomes the minimum
//! of a 32-bit or 64-bit integer, truncated to the type.
//!
//! # Design
//! Buffers are `cuda-arrow`'s. An array is a tree of nodes (`layout/node.rs`): numbers, lists by offsets or by starts and stops,
//! regular lists, records, options and unions. Operations reuse buffers in the new tree where possible, and launch kernels for
//! new values, which `nvrtc` compiles and `nvrtc-cache` keeps. Sizes that a kernel needs stay on the device where possible,
//! because waits dominate an operation's cost; tests count launches and waits.
//!
//! `layout/walk.rs` is the only walk to an axis. `view.rs` describes types of entries in Rust and in C++, whose columns have equal
//! layouts; `exchange/arrow` converts nodes to Arrow's parts and back, with the checks that buffers get; `exchange/ndarray.rs` exchanges
//! rectangular arrays.
//!
//! # Features
//! - `ndarray`: exchange of rectangular arrays with `cuda-ndarray`, and through it with CuPy, PyTorch and others.
#![warn(missing_docs)]

mod array;
mod backend;
mod combining;
mod elementwise;
mod error;
mod exchange;
mod layout;
mod reduce;
mod slicing;
pub mod view;

pub use array::Array;
pub use backend::Backend;
pub use combining::cartesian::Cartesian;
pub use combining::combine::Combinations;
pub use elementwise::broadcast::Operand;
pub use elementwise::expression::Expression;
pub use error::Error;
pub use exchange::host::{HostArray, NamedBuffer};
pub use half;
pub use layout::axis::Axis;
pub use layout::dtype::{Dtype, IndexType};
pub use layout::form::Form;
pub use layout::scalar::Scalar;
pub use layout::value::Value;
pub use reduce::reducer::Reducer;
pub use reduce::{Reduced, Reduction};
pub use slicing::pick::{Entry, Pick};
