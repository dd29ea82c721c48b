//! What is wrong with a stream or a file.

use crate::ipc::kind::MessageKind;
use arrow_ipc::MetadataVersion;
use cuda_driver::debug_as_display;

/// The reason why bytes aren't a message that can be read.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IpcError {
    /// The stream ends here.
    #[error("End of stream (message has length 0)")]
    EndOfStream,
    /// There are too few bytes.
    #[error("the {part} needs {needed} bytes, and {available} are left: the stream is truncated")]
    Cut {
        /// The part that is truncated.
        part: &'static str,
        /// The number of bytes that it needs.
        needed: u64,
        /// The number of bytes that are left.
        available: u64,
    },
    /// The bytes begin as those of another format.
    #[error("these are bytes of {format}, and not {expected} of Arrow's IPC format: {remedy}")]
    Format {
        /// The format.
        format: &'static str,
        /// What was expected: a stream or a file.
        expected: &'static str,
        /// How to read it.
        remedy: &'static str,
    },
    /// A file that doesn't end as one.
    #[error(
        "the file of {len} bytes ends with {found:?}, and not with `ARROW1`: it is truncated, or its writer wasn't finished"
    )]
    Unfinished {
        /// The size of the file in bytes.
        len: u64,
        /// Its last bytes.
        found: String,
    },
    /// The footer of a file is invalid.
    #[error("the footer of the file can't be read: {reason}")]
    Footer {
        /// The problem.
        reason: String,
    },
    /// A message isn't where the footer of a file says.
    #[error(
        "{kind:?} {index} of the file is {len} bytes from {offset} on, and messages are between byte 8 and byte {end}"
    )]
    Block {
        /// The kind of the message.
        kind: MessageKind,
        /// Its position among those of its kind.
        index: usize,
        /// The position of its first byte.
        offset: i64,
        /// Its length in bytes.
        len: i64,
        /// Where the footer begins.
        end: u64,
    },
    /// A message of a file is wrong.
    #[error("{kind:?} {index} of the file, from byte {offset} on: {error}")]
    InBlock {
        /// The expected kind of the message.
        kind: MessageKind,
        /// Its position among those of its kind.
        index: usize,
        /// The position of its first byte.
        offset: u64,
        /// What is wrong with it.
        #[source]
        error: Box<IpcError>,
    },
    /// A batch that a file doesn't have.
    #[error("batch {index} was requested, and the file has {count}")]
    NoBatch {
        /// The number that was requested.
        index: usize,
        /// How many there are.
        count: usize,
    },
    /// An invalid length.
    #[error("the {part} has a length of {len}")]
    Length {
        /// The part with this length.
        part: &'static str,
        /// The length.
        len: i64,
    },
    /// The metadata is invalid.
    #[error("the metadata of the message can't be read: {reason}")]
    Metadata {
        /// The problem.
        reason: String,
    },
    /// A message of another kind.
    #[error("a {expected:?} message was expected, and this is a {found:?} one")]
    Kind {
        /// The expected kind.
        expected: MessageKind,
        /// The kind of the message.
        found: MessageKind,
    },
    /// A buffer isn't within the message.
    #[error(
        "buffer {index} of the message is {len} bytes from {offset} on, and its body has {body}"
    )]
    Buffer {
        /// The index of the buffer.
        index: usize,
        /// The position of its first byte in the body.
        offset: i64,
        /// Its length in bytes.
        len: i64,
        /// The size of the body in bytes.
        body: usize,
    },
    /// The buffers share so many bytes that a small message would become a large batch.
    #[error("the buffers of the message have {together} bytes together, and its body has {body}")]
    Together {
        /// The total size of all buffers in bytes.
        together: u64,
        /// The size of the body in bytes.
        body: usize,
    },
    /// The message has fewer parts than its schema.
    #[error("the message has {found} {parts}, and its schema needs more")]
    Missing {
        /// The kind of the missing parts.
        parts: &'static str,
        /// The number of parts that it has.
        found: usize,
    },
    /// No message with this dictionary was read before.
    #[error("there is no dictionary {id}: its message must come before that of the batch")]
    NoDictionary {
        /// Its number.
        id: i64,
    },
    /// The numbers have the other endianness.
    #[error("the stream is of {0} endianness, which no device has")]
    Endianness(&'static str),
    /// The version of the metadata is older than V4, or newer than V5.
    #[error("the metadata are of version {}: V4 and V5 are read", version.0)]
    Version {
        /// The version.
        version: MetadataVersion,
    },
    /// The body is compressed by a codec that isn't known, or whose feature is off.
    #[error(
        "the body is compressed by {codec}: cuda-arrow reads LZ4 frames with its feature `lz4`, and Zstandard with `zstd`"
    )]
    Compressed {
        /// The codec.
        codec: String,
    },
    /// A compressed buffer is invalid.
    #[error("buffer {index} of the message can't be decompressed by {codec}: {reason}")]
    Decompression {
        /// The index of the buffer.
        index: usize,
        /// The codec.
        codec: String,
        /// The problem.
        reason: String,
    },
}

debug_as_display!(IpcError);
