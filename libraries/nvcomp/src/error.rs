use cuda_driver::{CuResult, debug_as_display};
use cuda_libraries_sys::LoadError;
use cuda_libraries_sys::nvcomp::{Symbol, nvcompStatus_t};
use cuda_library_support::{AbsentFunction, CallError, Release};
use thiserror::Error;

/// An error of nvCOMP or this crate.
#[derive(Error)]
#[non_exhaustive]
pub enum Error {
    /// No nvCOMP could be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// This nvCOMP lacks a function.
    #[error(transparent)]
    Absent(#[from] AbsentFunction),
    /// nvCOMP returned an error.
    #[error(transparent)]
    Nvcomp(#[from] Box<Failure>),
    /// The call isn't possible with its stream and memory.
    #[error(transparent)]
    Call(#[from] CallError),
    /// The driver returned an error.
    #[error(transparent)]
    Driver(#[from] CuResult),
    /// Memory could not be allocated or copied.
    #[error(transparent)]
    Memory(#[from] cuda_driver::Error),
    /// The library was loaded from a file, and the context isn't of NVIDIA's driver.
    #[error(
        "nvCOMP needs NVIDIA's driver, and the context is of another one: the software device has no nvCOMP"
    )]
    OtherDriver,
    /// nvCOMP could not compress or decompress a chunk.
    #[error(
        "{call} failed for chunk {chunk} with {status}; in all, for {failed} of {chunks} chunks"
    )]
    Chunk {
        /// The call.
        call: &'static str,
        /// The number of the first chunk that failed.
        chunk: usize,
        /// Its status.
        status: nvcompStatus_t,
        /// The number of chunks that failed.
        failed: usize,
        /// The number of chunks.
        chunks: usize,
    },
    /// A chunk is larger than the codec allows.
    #[error(
        "{call}: chunk {chunk} has {len} bytes uncompressed, and {codec} allows {max}: divide it"
    )]
    ChunkSize {
        /// The call.
        call: &'static str,
        /// The number of the chunk.
        chunk: usize,
        /// Its bytes.
        len: usize,
        /// The codec.
        codec: &'static str,
        /// The most bytes.
        max: usize,
    },
    /// A chunk isn't whole elements of the codec's type.
    #[error("chunk {chunk} has {len} bytes, which aren't whole elements of {size} bytes")]
    NotWhole {
        /// The number of the chunk.
        chunk: usize,
        /// Its bytes.
        len: usize,
        /// The bytes of an element.
        size: usize,
    },
    /// A chunk is decompressed to another number of bytes than it should be.
    #[error("chunk {chunk} was decompressed to {found} bytes instead of {expected}")]
    Size {
        /// The number of the chunk.
        chunk: usize,
        /// The bytes that it should have.
        expected: usize,
        /// Those that it has.
        found: usize,
    },
    /// nvCOMP can't tell the size of a chunk uncompressed: it is damaged, or its format doesn't say.
    #[error(
        "nvCOMP can't tell the size of chunk {chunk} uncompressed: pass the sizes, if it isn't damaged"
    )]
    UnknownSize {
        /// The number of the chunk.
        chunk: usize,
    },
    /// The memory for a decompressed chunk is too small.
    #[error("chunk {chunk} has {needed} bytes uncompressed, and the memory for it {found}")]
    TooSmall {
        /// The number of the chunk.
        chunk: usize,
        /// Its bytes.
        needed: usize,
        /// Those of the memory.
        found: usize,
    },
    /// There aren't as many slices, or sizes, as chunks.
    #[error("there are {chunks} chunks, and {found} {of}")]
    Count {
        /// The number of chunks.
        chunks: usize,
        /// That of the others.
        found: usize,
        /// What they are.
        of: &'static str,
    },
    /// A decompressed chunk isn't what was compressed.
    #[error(
        "chunk {chunk} has the checksum {found:#010x} instead of {expected:#010x}: it is damaged"
    )]
    Checksum {
        /// The number of the chunk.
        chunk: usize,
        /// The CRC-32 of what was compressed.
        expected: u32,
        /// That of what was decompressed.
        found: u32,
    },
    /// The chunks are of another codec.
    #[error("the chunks were compressed with {found}, and this decompresses {expected}")]
    OtherCodec {
        /// The codec of the call.
        expected: &'static str,
        /// That of the chunks.
        found: &'static str,
    },
    /// There is no such level.
    #[error("there is no level {0}: those of Deflate, GDeflate and gzip are 0 to 5")]
    Level(u8),
    /// This nvCOMP, or the codec in it, lacks a type of data.
    #[error(
        "{codec} has no elements of the type {data_type} in this nvCOMP: it is {found}, and {since} or newer is needed"
    )]
    DataType {
        /// The codec.
        codec: &'static str,
        /// The type.
        data_type: String,
        /// The oldest release that has it.
        since: Release,
        /// The release that is loaded.
        found: Release,
    },
}

/// An error of a function of nvCOMP.
pub type Failure = cuda_library_support::Failure<nvcompStatus_t>;

/// Returns the error of a status, with what was passed.
pub(crate) fn check(
    symbol: Symbol,
    status: nvcompStatus_t,
    arguments: impl FnOnce() -> String,
) -> Result<(), Error> {
    match status {
        nvcompStatus_t::nvcompSuccess => Ok(()),
        status => Err(Box::new(Failure::new(symbol.function(), status, arguments())).into()),
    }
}

debug_as_display!(Error);
