//! Memory and semaphores of other APIs, such as Vulkan and Direct3D.

mod handle;
mod memory;
mod operations;
mod semaphore;

pub use crate::error::external::OutOfExternalMemory;
pub use crate::generated::enums::{ExternalMemoryHandleType, ExternalSemaphoreHandleType};
pub use handle::{ExternalMemoryHandle, ExternalSemaphoreHandle, Win32Handle};
pub use memory::{ExternalMemory, ExternalMemoryFlags};
#[cfg(feature = "graph")]
pub(crate) use operations::check_semaphores;
pub use operations::{SemaphoreSignals, SemaphoreWaits};
pub use semaphore::ExternalSemaphore;
