//! The [C Device interface](https://arrow.apache.org/docs/format/CDeviceDataInterface.html): exchange of
//! arrays on the device with other libraries of the process. Nothing is copied.
//!
//! ```
//! use std::sync::Arc;
//! use cuda_arrow::MemoryManager;
//! use cuda_arrow::arrow_array::{ArrayRef, RecordBatch, StringArray};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let manager = MemoryManager::of_device(cuda_sim::gpu_or_software()?.device(0)?)?;
//! let host = RecordBatch::try_from_iter([("s", Arc::new(StringArray::from(vec!["a", "bc"])) as ArrayRef)])?;
//! let (array, schema) = manager.upload(&host)?.export()?; // with an event after the upload
//!
//! let consumer = MemoryManager::new(&manager.context().stream()?);
//! // SAFETY: the array was just exported, for this device.
//! let batch = unsafe { consumer.import(array, &schema) }?; // its stream waits for the event
//! assert_eq!(batch.to_host()?, host);
//! # Ok(()) }
//! ```

mod abi;
mod export;
mod import;
mod stream;

pub use abi::{DeviceType, FFI_ArrowDeviceArray, FFI_ArrowDeviceArrayStream};
pub use arrow_data::ffi::FFI_ArrowArray;
pub use arrow_schema::ffi::FFI_ArrowSchema;
pub use export::{export_field, export_schema};
pub use stream::{DeviceArrayStream, export_stream};

/// The name of a Python capsule that holds an [`FFI_ArrowDeviceArray`].
pub const ARRAY_CAPSULE: &core::ffi::CStr = c"arrow_device_array";

/// The name of a Python capsule that holds an [`FFI_ArrowDeviceArrayStream`].
pub const STREAM_CAPSULE: &core::ffi::CStr = c"arrow_device_array_stream";

/// The name of a Python capsule that holds an [`FFI_ArrowSchema`].
pub const SCHEMA_CAPSULE: &core::ffi::CStr = c"arrow_schema";

/// Drops what a consumer releases. A panic of its `Drop` must not reach the consumer, which isn't Rust.
fn drop_quietly(value: impl Sized) {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    if let Err(thrown) = catch_unwind(AssertUnwindSafe(|| drop(value))) {
        // Dropping it might panic, too.
        core::mem::forget(thrown);
    }
}
