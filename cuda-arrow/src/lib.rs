//! Arrow arrays in device memory.
mod buffer;
mod error;
mod host;
mod ipc;
mod kernels;
mod manager;
mod memory;
mod share;

pub use arrow_array;
pub use arrow_buffer;
pub use arrow_data;
pub use arrow_schema;
pub use buffer::{Buffer, MutableBuffer};
pub use error::{Error, OutOfRange};
pub use host::HostBuffer;
pub use ipc::IpcError;
pub use manager::MemoryManager;
pub use share::ShareError;
