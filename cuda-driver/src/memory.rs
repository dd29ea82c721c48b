//! Device and host memory: buffers, slices, copies between them, and memory pools.

// These come first, because the documentation lists methods in the order of their modules.
pub(crate) mod buffer;
mod transfer;

mod cast;
mod decompress;
mod device_memory;
#[cfg(unix)]
mod dma_buf;
pub(crate) mod error;
mod fabric_handle;
pub(crate) mod fill;
mod float8;
mod host;
pub(crate) mod large_pages;
pub(crate) mod location;
mod mapped;
mod mem_op;
pub(crate) mod owned_transfer;
pub(crate) mod owner;
pub(crate) mod pinned;
pub(crate) mod pinned_pool;
mod pinning;
mod pitched;
mod pointer;
pub(crate) mod pool;
mod pool_attributes;
pub(crate) mod pool_properties;
mod registered;
pub mod resource;
mod shared;
mod shelf;
pub(crate) mod slice;
mod staging;
pub(crate) mod window;

pub use crate::error::memory::{
    InvalidCast, InvalidPitch, LengthMismatch, OutOfMemory, OutOfRange, TooLarge,
};
pub use crate::shape::{Extent, Offset};
pub use buffer::DeviceBuffer;
pub use decompress::Decompression;
pub use device_memory::DeviceMemory;
#[cfg(unix)]
pub use dma_buf::DmaBufFlags;
#[cfg(any(feature = "external", feature = "graph", feature = "ipc"))]
pub(crate) use error::bytes_of;
pub use fabric_handle::FabricHandle;
pub use float8::{F8E4M3, F8E5M2};
pub use host::{HostMemory, HostMemoryError};
pub use large_pages::prefer_large_pages;
pub use location::{MemAccess, MemLocation};
pub use mapped::{MappedHostMemory, MappedMemory, UnmapError};
pub use mem_op::{AtomicReduction, MemOpBatch, MemOpValue, MemoryBarrier, WaitValue};
pub use owned_transfer::Transfer;
pub use owner::{KeepAlive, MemoryOwner};
pub use pinned::PinnedBuffer;
pub use pinned_pool::PinnedPool;
pub use pinning::PinnedFlags;
pub use pitched::PitchedBuffer;
pub use pointer::{Pointer, PointerAttributes};
pub use pool::MemoryPool;
pub use pool_properties::{HandleTypes, PoolProperties, PoolUsage};
pub use registered::{RegisterFlags, RegisteredMemory};
pub use shared::SharedBuffer;
pub use slice::{DeviceSlice, DeviceSliceMut};
pub use staging::Staging;
pub(crate) use transfer::same_bytes;

pub use crate::generated::enums::{
    MemAccessFlags, MemAllocationHandleType, MemAllocationType, MemDecompressAlgorithm,
    MemLocationType, MemRangeHandleType, MemoryType, PointerAttribute, PoolAttribute,
};

/// A type that device memory can hold: plain data for which every bit pattern is a valid value and every byte is
/// initialized.
///
/// Integers, floats, arrays of them, and structs that derive [`bytemuck::Pod`] implement it; `f16` and `bf16` of the
/// crate `half` do with the feature `half`. The derives are a feature of bytemuck: `cargo add bytemuck --features
/// derive`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an element of device memory",
    label = "not plain data",
    note = "elements are integers, floats, arrays of them, and `#[repr(C)]` structs that derive `bytemuck::Pod`: \
            no padding, no references, and every bit pattern a value (so no `bool`, `char` or `enum`)",
    note = "its derives are a feature: `cargo add bytemuck --features derive`",
    note = "for `f16` and `bf16`, enable the feature `half` of `cuda-driver`"
)]
pub trait Element: bytemuck::NoUninit + bytemuck::AnyBitPattern {}

impl<T: bytemuck::NoUninit + bytemuck::AnyBitPattern> Element for T {}
