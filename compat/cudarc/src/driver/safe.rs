//! Contexts, streams, slices, modules and launches, which are safe except for what kernels do.

pub(crate) mod any_memory;
mod context;
mod event;
#[cfg(unix)]
mod external_memory;
mod graph;
#[cfg(feature = "nccl")]
pub(crate) mod group;
mod host;
mod launch;
mod module;
mod others;
mod profile;
mod seal;
mod slice;
mod stream;
mod transfer;
mod types;
mod unified_memory;
mod uses;
mod view;

pub use super::result::DriverError;
pub use context::CudaContext;
pub use event::CudaEvent;
#[cfg(unix)]
pub use external_memory::{ExternalMemory, MappedBuffer};
pub use graph::CudaGraph;
pub use host::{HostSlice, PinnedHostSlice};
pub use launch::{LaunchArgs, LaunchConfig, PushKernelArg};
pub use module::{CudaFunction, CudaModule};
pub use profile::{Profiler, profiler_start, profiler_stop};
pub use slice::CudaSlice;
pub use stream::CudaStream;
pub use types::{DeviceRepr, ValidAsZeroBits};
pub use unified_memory::{UnifiedSlice, UnifiedView, UnifiedViewMut};
pub use uses::SyncOnDrop;
pub use view::{CudaView, CudaViewMut, DevicePtr, DevicePtrMut, DeviceSlice};
