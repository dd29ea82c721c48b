//! Arrow's IPC format on the device: messages, streams of them, and how columns become messages.

mod decode;
mod decompress;
mod encode;
mod message;
mod runs;
mod schema;
mod stream;
mod write;

use arrow_ipc::MetadataVersion;

use crate::error::debug_as_display;

pub use message::{Message, MessageKind};
pub use schema::{Dictionaries, StreamSchema};
pub use stream::DeviceStreamReader;
pub use write::DeviceStreamWriter;

/// The reason why bytes aren't a message that can be read.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IpcError {
    /// The stream ends here.
    #[error("End of stream (message has length 0)")]
    EndOfStream,
    /// There are too few bytes.
    #[error("the {what} needs {needed} bytes, and {available} are left: the stream is truncated")]
    Cut {
        /// What is missing.
        what: &'static str,
        /// How many it needs.
        needed: u64,
        /// How many there are.
        available: u64,
    },
    /// A length that can't be one.
    #[error("the {what} has a length of {len}")]
    Length {
        /// What has it.
        what: &'static str,
        /// The length.
        len: i64,
    },
    /// The metadata isn't what it must be.
    #[error("the metadata of the message can't be read: {reason}")]
    Metadata {
        /// The problem.
        reason: String,
    },
    /// A message of another kind.
    #[error("a {expected:?} message was expected, and this is a {found:?} one")]
    Kind {
        /// What was expected.
        expected: MessageKind,
        /// What it is.
        found: MessageKind,
    },
    /// A buffer isn't within the message.
    #[error(
        "buffer {index} of the message is {len} bytes from {offset} on, and its body has {body}"
    )]
    Buffer {
        /// Which buffer.
        index: usize,
        /// Where it begins.
        offset: i64,
        /// How long it is.
        len: i64,
        /// The bytes of the body.
        body: usize,
    },
    /// The buffers share so many bytes that a small message would become a large batch.
    #[error("the buffers of the message have {together} bytes together, and its body has {body}")]
    Together {
        /// The bytes of all buffers.
        together: u64,
        /// The bytes of the body.
        body: usize,
    },
    /// The message has fewer parts than its schema.
    #[error("the message has {found} {what}, and its schema needs more")]
    Missing {
        /// What there are too few of.
        what: &'static str,
        /// How many there are.
        found: usize,
    },
    /// A dictionary hasn't come yet.
    #[error("there is no dictionary {id}: its message must come before that of the batch")]
    NoDictionary {
        /// Its number.
        id: i64,
    },
    /// The numbers are of the other endianness.
    #[error("the stream is of {0} endianness, which no device has")]
    Endianness(&'static str),
    /// The version is one before 1.0, or a later one.
    #[error("the metadata are of version {}: V4 and V5 are read", version.0)]
    Version {
        /// The version.
        version: MetadataVersion,
    },
    /// The body is compressed by a codec that this program was built without.
    #[error(
        "the body is compressed by {codec}: switch on the feature `lz4` or `zstd` of arrow-ipc, or write it without"
    )]
    Compressed {
        /// The codec.
        codec: String,
    },
    /// A compressed buffer isn't what its codec makes.
    #[error("buffer {index} of the message can't be decompressed by {codec}: {reason}")]
    Decompression {
        /// Which buffer.
        index: usize,
        /// The codec.
        codec: String,
        /// The problem.
        reason: String,
    },
}

debug_as_display!(IpcError);

impl IpcError {
    pub(crate) fn of_buffer(index: usize, buffer: &arrow_ipc::Buffer, body: usize) -> Self {
        Self::Buffer {
            index,
            offset: buffer.offset(),
            len: buffer.length(),
            body,
        }
    }

    pub(crate) fn metadata(reason: impl ToString) -> Self {
        Self::Metadata {
            reason: reason.to_string(),
        }
    }
}
