//! Why memory can't be shared with another process.

use cuda_driver::debug_as_display;

/// The reason why memory can't be shared with another process.
#[derive(Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ShareError {
    /// The driver's error.
    #[error(transparent)]
    Ipc(#[from] cuda_driver::Error),
    /// The memory wasn't allocated to be shared.
    #[error(
        "the memory can't be shared by a handle: copy it to memory of `MemoryManager::allocate_shareable`"
    )]
    NotShareable,
    /// The memory is this process's own.
    #[error("process {process} can't open what it has exported itself: use the buffer")]
    OwnProcess {
        /// The ID of this process.
        process: u64,
    },
    /// The memory is of another device.
    #[error("the memory is on the device {}, and the stream on {}", hex(theirs), hex(ours))]
    Device {
        /// The device of the memory.
        theirs: [u8; 16],
        /// The device of the stream.
        ours: [u8; 16],
    },
    /// There are too few bytes, or too many.
    #[error("a handle has {expected} bytes, not {found}")]
    Length {
        /// The number of bytes.
        found: usize,
        /// The required number of bytes.
        expected: usize,
    },
    /// A size that no memory has.
    #[error("a handle can't be of {size} bytes of memory")]
    Size {
        /// The size in the handle.
        size: i64,
    },
    /// The memory is smaller than the size in the handle.
    #[error("the handle is of {needed} bytes, and the memory has {found}")]
    TooSmall {
        /// The end of the handle's bytes in the memory.
        needed: usize,
        /// The size of the memory in bytes.
        found: usize,
    },
    /// The bytes don't begin like those of [`SharedMemory::to_bytes`](crate::SharedMemory::to_bytes).
    #[error("the bytes aren't those of shared memory of this version: they begin with {0:02x?}")]
    Begin([u8; 8]),
}

debug_as_display!(ShareError);

fn hex(bytes: &[u8; 16]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
