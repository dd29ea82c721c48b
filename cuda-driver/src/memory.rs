//! Device and pinned memory, and what moves data between them.

mod buffer;
mod error;
mod fill;
mod pinned;
mod slice;
mod transfer;

pub use buffer::DeviceBuffer;
pub use error::MemoryError;
pub use pinned::{PinnedBuffer, PinnedFlags};
pub use slice::{DeviceSlice, DeviceSliceMut};

/// What device memory can hold: plain data, of which every bit pattern is a value and every byte is
/// initialised.
///
/// Integers, floats, arrays of them, and structs that derive [`bytemuck::Pod`] are elements.
pub trait Element: bytemuck::NoUninit + bytemuck::AnyBitPattern {}

impl<T: bytemuck::NoUninit + bytemuck::AnyBitPattern> Element for T {}
