//! Arrow data in device memory: buffers, record batches whose buffers are on a device, Arrow IPC read and written
//! there, and exchange with other libraries and processes.
//!
//! It is to [arrow-rs](arrow_array) what `pyarrow.cuda` is to pyarrow: types, schemas and host data are arrow-rs's own.
//! Rows of tables are [filtered](DeviceRecordBatch::filter), [sorted](DeviceRecordBatch::sort_by),
//! [grouped](DeviceRecordBatch::group_by), [joined](DeviceRecordBatch::join) and [numbered](DeviceRecordBatch::window) on the device, and
//! columns are computed by expressions, with the feature `expressions`. Other operations on values are those of programs' own kernels, or
//! of `cuda-awkward`.
//!
//! ```
//! use std::sync::Arc;
//! use cuda_arrow::arrow_array::{ArrayRef, Float32Array, RecordBatch, StringArray};
//! use cuda_arrow::{DeviceStreamReader, DeviceStreamWriter, MemoryManager};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // The GPU if there is one, and the software device otherwise.
//! let stream = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?.stream()?;
//! let manager = MemoryManager::new(&stream);
//! let host = RecordBatch::try_from_iter([
//!     ("x", Arc::new(Float32Array::from(vec![Some(1.0), None, Some(3.0)])) as ArrayRef),
//!     ("name", Arc::new(StringArray::from(vec!["one", "two", "three"]))),
//! ])?;
//!
//! let batch = manager.upload(&host)?;                 // one allocation, one copy
//! let x = batch.column("x")?.values::<f32>()?;        // typed, for a launch
//! let valid = batch.column("x")?.validity();          // its bits, if it has any
//! assert_eq!((x.len(), valid.is_some()), (3, true));
//!
//! let mut writer = DeviceStreamWriter::new(&manager, Vec::new(), &host.schema())?;
//! writer.write(&batch.slice(1, 2)?)?;                 // laid out on the device
//! let bytes = writer.finish()?;                       // for pyarrow, cuDF, DuckDB ...
//! for batch in DeviceStreamReader::from_host(&manager, &bytes[..])? {
//!     assert_eq!(batch?.to_host()?, host.slice(1, 2));
//! }
//! # Ok(()) }
//! ```
//!
//! # Types
//! | type | description | on the host |
//! |---|---|---|
//! | [`MemoryManager`] | allocates buffers on a stream, and counts them | `MemoryPool` |
//! | [`Buffer`], [`MutableBuffer`] | bytes on the device, to share and to write | `Buffer`, `MutableBuffer` |
//! | [`HostBuffer`] | pinned bytes, which become an arrow-rs buffer without a copy | |
//! | [`DeviceArray`], [`DeviceRecordBatch`] | arrays and batches whose buffers are on the device | `ArrayData`, `RecordBatch` |
//! | [`Message`], [`DeviceStreamReader`], [`DeviceStreamWriter`] | Arrow IPC | `StreamReader`, `StreamWriter` |
//! | [`DeviceFileReader`], [`DeviceFileWriter`] | Arrow files, and Feather, version 2 | `FileReader`, `FileWriter` |
//! | [`Aggregate`], [`SortKey`], [`JoinType`], [`Window`], [`Comparison`] | operations on rows | pyarrow's `Table` and `compute` |
//! | [`Chunks`] | batches of a source that is larger than device memory | `RecordBatchReader` |
//! | [`DeviceReader`], [`DeviceWriter`] | device memory as a file | `std::io::Cursor` |
//! | [`ffi`] | the C Device interface | `arrow_data::ffi` |
//! | [`IpcMemHandle`], [`SharedMemory`] | memory that processes share | |
//!
//! # Rules
//! - A buffer belongs to its manager's stream. Work on it runs in order, and the memory is freed afterwards.
//!   [`Buffer::on`] shares it with another stream, with an event; memory isn't freed while it is read there.
//! - Copies from and to the host wait for their stream, except those through the crate's own pinned memory: the small
//!   buffers of [`MemoryManager::upload`], the small bodies of [`DeviceStreamReader::from_host`], and the windows of
//!   [`DeviceWriter`]. The copies of a [`scope`](cuda_driver::Stream::scope) of the stream don't wait, either.
//! - Several threads copy large pageable memory [through pinned windows](cuda_driver::memory::Staging).
//! - The number of driver calls of an operation doesn't depend on the number of columns or their nesting, except that
//!   buffers of 1 MiB and more are copied individually, and that [`copy_to`](DeviceRecordBatch::copy_to) copies each
//!   buffer.
//! - Shared memory can't be written to: that requires the only reference ([`Buffer::into_mutable`]).
//! - Device memory isn't a `&[u8]`: passing it to a host function doesn't compile.
//! - Every length of a message, of an imported array and of a handle is checked before it is used.
//!   [`to_host`](DeviceRecordBatch::to_host) checks the contents of buffers, and offsets are checked before they are
//!   used on the device. Your own kernels, and libraries to which a batch is exported, must check the contents of
//!   untrusted messages.
//! - Arrays are nested at most 64 levels deep.
//! - Managers, buffers, arrays, batches and expressions are `Send` and `Sync`: several threads may use one at a time, and work stays in
//!   the stream's order. Readers and writers are if their sources are.
//! - Arrays, types and schemas of arrow-rs 60 are in this crate's signatures, and so is `parquet` 60: with other versions in a program's
//!   `Cargo.toml`, the compiler says that several versions of `arrow_array` are in the dependency graph. [`arrow_array`],
//!   [`arrow_schema`] and `parquet` of this crate are those.
//!
//! [`coming_from`] lists the calls of `pyarrow.cuda`, cuDF and Polars with their equivalents, and shows a batch's buffers in memory.
//!
//! # Design
//! Types, schemas and all host data are arrow-rs's; this crate has buffers, and trees of arrays whose buffers are on the device.
//!
//! - `buffer.rs` has shared and mutable buffers, each with its manager's stream: a `SharedBuffer` and a `DeviceBuffer` of
//!   `cuda-driver`. The manager's memory resource counts them.
//! - `parts.rs` is the tree of an array's buffers. Uploads, downloads, messages (`ipc`) and imports (`ffi`) build or walk it,
//!   and only `layout.rs` lists the buffers of a type.
//! - `compact.rs` computes which entries of each buffer a slice uses, and `kernels.rs` copies those of all columns with one
//!   launch: bytes, shifted bits, and offsets rebased to 0. So the number of driver calls doesn't depend on the columns.
//! - `table` has the operations on rows, and `table/work.rs` their kernels. Groups and joins are hash tables of rows in device memory:
//!   a slot has the first row of its keys, so numbers of groups, and with them all results, depend on the rows alone. Rows are then sorted
//!   by group, and each group is reduced in pieces that end at fixed rows.
//! - `table/expression` has expressions: `typed.rs` finds types and writes code, `run.rs` launches it. `compiled.rs` keeps kernels that NVRTC
//!   compiled, also those of `cuda-awkward`.
//! - Lengths from outside are checked against their buffers before they are used.
//!
//! Words of databases, as DataFusion and cuDF use them:
//!
//! | word | what it is |
//! |---|---|
//! | hash aggregate | `group_by`: a hash table with a slot for each group |
//! | build and probe side | of a join: the table whose rows are in the hash table, and the one that is looked up |
//! | selection vector | the numbers of the rows that a filter or join selects |
//! | gather | a copy of selected rows to consecutive memory |
//! | radix sort | a stable sort by digits of keys, from the last one on (Knuth, volume 3, 5.2.5) |
//! | partition | for a window function: the rows with the same keys |
//! | spill | groups beyond a budget, moved to host memory |
//! | dictionary | the distinct entries of a column, which has numbers (Arrow's format) |
//! | validity bitmap | a bit for each entry that isn't null (Arrow's format) |
//!
//! # Features
//! - `expressions`: `Expr`, expressions of columns, which NVRTC compiles at run time to one kernel.
//! - `time-zones`: named zones of timestamps in expressions, by the tz database of the crate `chrono-tz`.
//! - `half`: `half::f16` is a value of half-precision columns.
//! - `ndarray`: columns are arrays of `cuda-ndarray`, arrays become columns, and an object with a CUDA Array Interface is a buffer.
//! - `parquet`: `MemoryManager::read_parquet`. The crate `parquet` decodes files on the host; what it decoded is uploaded at once.
//! - `lz4`: bodies of IPC messages that are compressed by LZ4 are read; they are decompressed on the host. Without the
//!   feature they are an error that names the codec.
//! - `zstd`: the same for Zstandard, whose library is compiled from C. Both are also for Parquet files.
//!
//! If the compiler says that a method isn't found, a feature may be missing:
//!
#![doc = include_str!("features.md")]
//!
//! # The crates of this workspace
//! [cuda-driver](https://docs.rs/cuda-driver/latest/cuda_driver/#the-crates-of-this-workspace) lists them.
// What a feature has can be linked to only with it.
#![cfg_attr(
    not(all(
        feature = "expressions",
        feature = "half",
        feature = "time-zones",
        feature = "lz4",
        feature = "zstd",
        feature = "ndarray",
        feature = "parquet"
    )),
    allow(rustdoc::broken_intra_doc_links)
)]
#![warn(missing_docs)]

mod array;
mod batch;
mod buffer;
mod chunks;
#[doc = include_str!("coming_from.md")]
pub mod coming_from {}
mod compact;
#[cfg(feature = "expressions")]
mod compiled;
mod download;
mod error;
pub mod ffi;
mod flat;
mod host;
mod ipc;
mod kernels;
mod layout;
mod manager;
#[cfg(feature = "ndarray")]
mod ndarray;
mod origin;
mod parts;
#[cfg(feature = "parquet")]
mod read_parquet;
mod reader;
#[cfg(feature = "expressions")]
mod recent;
mod runs;
mod share;
mod table;
mod upload;
mod writer;

pub use array::{Bitmap, DeviceArray, Offset, Primitive};
pub use arrow_array;
pub use arrow_buffer;
pub use arrow_data;
pub use arrow_ipc;
pub use arrow_schema;
pub use batch::DeviceRecordBatch;
pub use buffer::{Buffer, MutableBuffer};
pub use chunks::Chunks;
#[cfg(feature = "expressions")]
pub use compiled::CompiledKernels;
pub use error::share::ShareError;
pub use error::{Error, OutOfRange};
#[cfg(feature = "half")]
pub use half;
pub use host::HostBuffer;
pub use ipc::{
    DeviceFileReader, DeviceFileWriter, DeviceStreamReader, DeviceStreamWriter, Dictionaries,
    IpcError, Message, MessageKind, StreamSchema,
};
pub use manager::MemoryManager;
#[cfg(feature = "parquet")]
pub use parquet;
pub use parts::ArrayParts;
#[cfg(feature = "parquet")]
pub use read_parquet::ParquetOptions;
pub use reader::DeviceReader;
pub use share::{ExportedBuffer, IpcMemHandle, SharedMemory};
pub use table::{
    Aggregate, Comparison, Function, Interpolation, JoinType, Predicate, SortKey, Window,
};
#[cfg(feature = "expressions")]
pub use table::{DatePart, Expr, Groups, col, if_else, lit};
pub use writer::DeviceWriter;
