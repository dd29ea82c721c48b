//! Arrow's IPC format on the device: messages, streams of messages, and the conversion of columns to messages.

mod decode;
mod decompress;
mod encode;
mod file;
mod file_write;
mod format;
pub(crate) mod kind;
mod message;
mod metadata;
mod schema;
mod stream;
mod write;

pub use crate::error::ipc::IpcError;
pub use file::DeviceFileReader;
pub use file_write::DeviceFileWriter;
pub use kind::MessageKind;
pub use message::Message;
pub use schema::{Dictionaries, StreamSchema};
pub use stream::DeviceStreamReader;
pub use write::DeviceStreamWriter;

impl IpcError {
    pub(crate) fn of_buffer(index: usize, buffer: &arrow_ipc::Buffer, body: usize) -> Self {
        Self::Buffer { index, offset: buffer.offset(), len: buffer.length(), body }
    }

    pub(crate) fn metadata(reason: impl ToString) -> Self {
        Self::Metadata { reason: reason.to_string() }
    }
}
