//! Arrow arrays in device memory.
mod array;
mod batch;
mod buffer;
mod download;
mod error;
mod extent;
pub mod ffi;
mod host;
mod ipc;
mod kernels;
mod layout;
mod manager;
mod memory;
mod parts;
mod reader;
mod share;
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
pub use error::{Error, OutOfRange};
pub use host::HostBuffer;
pub use ipc::{
    DeviceStreamReader, DeviceStreamWriter, Dictionaries, IpcError, Message, MessageKind,
    StreamSchema,
};
pub use manager::MemoryManager;
pub use parts::ArrayParts;
pub use reader::DeviceReader;
pub use share::{ExportedBuffer, IpcMemHandle, ShareError, SharedMemory};
pub use writer::DeviceWriter;
