//! Batched compression and decompression in device memory with NVIDIA's nvCOMP.
//!
//! ```no_run
//! use cuda_driver::Driver;
//! use nvcomp::{Codec, DataType, Nvcomp};
//!
//! let context = Driver::load()?.device(0)?.primary_context()?;
//! let stream = context.stream()?;
//! let compressor = Nvcomp::load()?.compressor(Codec::Lz4 { data_type: DataType::U8 })?;
//!
//! let bytes = stream.upload(&vec![7_u8; 1 << 20])?;
//! let compressed = compressor.compress(&stream, bytes.as_slice().chunks(65_536))?;
//! println!("{} bytes in {} chunks", compressed.compressed_len(), compressed.len());
//! let same = compressor.decompress(&stream, &compressed)?;
//! assert_eq!(same.len(), 1 << 20);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to have | use |
//! |---|---|
//! | the library, found and loaded at run time: it isn't needed to build | [`Nvcomp`] |
//! | a format and its options | [`Codec`] |
//! | compression | [`Compressor::compress`], [`compress_async`](Compressor::compress_async) |
//! | decompression to a buffer, or to slices | [`Compressor::decompress`], [`decompress_async`](Compressor::decompress_async), [`decompress_into`](Compressor::decompress_into) |
//! | chunks that another program has compressed | [`CompressedChunks::new`] |
//! | chunks for another program | [`CompressedChunks::ranges`], [`chunk`](CompressedChunks::chunk) |
//! | sizes that aren't known | [`Compressor::decompressed_sizes`] |
//! | checksums of what was compressed | [`Compressor::checksums`] |
//! | every function of nvCOMP, and other options | [`Nvcomp::raw`] |
//!
//! # Rules
//! - **Chunks** are compressed alone, each to its own place; an empty one isn't passed to nvCOMP, and stays empty.
//! - **Errors.** Every chunk has a status. A call without `async` waits and checks all; `finish` does for the others.
//! - **Streams.** Memory belongs to the call's stream, and is freed in its order. Calls are refused while it is captured.
//! - **Damage** isn't always found by nvCOMP, which may access other memory then: what this crate has compressed is decompressed safely,
//!   and describing other chunks is `unsafe`.
//! - **Releases** from 5.1 to 6.0 work. What one lacks is an error that names the release.
//!
//! # Without a GPU
//! nvCOMP needs NVIDIA's driver, and has no stand-in: calls on the software device of `cuda-sim` return [`Error::OtherDriver`].
//!
//! # The crates of this workspace
//! [cuda-driver](https://docs.rs/cuda-driver/latest/cuda_driver/#the-crates-of-this-workspace) lists them.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod checksum;
mod chunks;
mod codec;
mod compressor;
mod decompress;
mod error;
mod functions;
mod library;
mod options;
mod outcome;

pub use chunks::CompressedChunks;
pub use codec::{Backend, Codec, DataType};
pub use compressor::{Compressor, PendingCompression};
pub use cuda_library_support::{AbsentFunction, CallError, Release};
pub use decompress::PendingDecompression;
pub use error::{Error, Failure};
pub use library::Nvcomp;

/// The raw bindings, some of whose types appear in this crate's interface.
pub use cuda_libraries_sys::nvcomp as sys;
