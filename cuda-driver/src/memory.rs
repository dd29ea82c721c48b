//! Device and host memory, and copies between them.

// These come first, because the documentation lists methods in the order of their modules.
mod buffer;
mod transfer;

mod advice;
mod cast;
mod decompress;
#[cfg(unix)]
mod dma_buf;
mod error;
mod fill;
mod growing;
mod handed_over;
mod host;
mod idle_pools;
mod large_pages;
mod location;
mod managed;
mod managed_batch;
mod mapped;
mod mapping;
mod multicast;
mod owner;
mod physical;
mod pinned;
mod pinned_pool;
mod pitched;
mod pointer;
mod pool;
mod pool_attributes;
mod pool_properties;
mod pool_sharing;
mod registered;
mod reservation;
mod slice;
mod staging;
mod window;

pub use buffer::DeviceBuffer;
pub use decompress::Decompression;
#[cfg(unix)]
pub use dma_buf::DmaBufFlags;
pub(crate) use error::bytes_of;
pub use error::{
    CastError, Granularity, LengthMismatch, MemoryError, OutOfMemory, OutOfRange, OutOfReservation,
    TooLarge,
};
pub use growing::GrowingBuffer;
pub use handed_over::Transfer;
pub use host::{HostMemory, HostMemoryError};
pub use large_pages::prefer_large_pages;
pub use location::{MemAccess, MemLocation};
pub use managed::ManagedBuffer;
pub use managed_batch::{DiscardBatch, PrefetchBatch};
pub use mapped::{Mapped, MappedHostMemory};
pub use mapping::Mapping;
pub use multicast::{MulticastObject, MulticastProperties};
pub use owner::{KeepAlive, MemoryOwner};
pub use physical::{MemoryUsage, PhysicalMemory, PhysicalProperties};
pub(crate) use pinned::Spare;
pub use pinned::{PinnedBuffer, PinnedFlags};
pub use pinned_pool::PinnedPool;
pub use pitched::{InvalidPitch, PitchedBuffer};
pub use pointer::{Pointer, PointerAttributes};
pub use pool::MemoryPool;
pub use pool_properties::{HandleTypes, PoolProperties, PoolUsage};
pub use pool_sharing::{FabricHandle, PoolPointer};
pub use registered::{RegisterFlags, Registered};
pub use reservation::Reservation;
pub use slice::{DeviceSlice, DeviceSliceMut};
pub use staging::Staging;
pub(crate) use transfer::same_bytes;

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
