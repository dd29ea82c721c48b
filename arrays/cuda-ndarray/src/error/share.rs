//! Why an array can't be shared with another process.

use cuda_driver::debug_as_display;

/// The reason why an array can't be shared with another process.
#[derive(Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ShareError {
    /// A driver call failed.
    #[error(transparent)]
    Ipc(#[from] cuda_driver::Error),
    /// The array has no memory, because it has no elements.
    #[error("an array without elements has no memory to share: send its shape")]
    Empty,
    /// The array belongs to this process.
    #[error("opening IpcHandle from original process: use the array that was shared")]
    OwnProcess,
    /// The array is on another device.
    #[error("the array is on the device {}, and the stream on {}", hex(theirs), hex(ours))]
    Device {
        /// The device of the array.
        theirs: [u8; 16],
        /// The device of the stream.
        ours: [u8; 16],
    },
    /// The array has another element type.
    #[error("incompatible dtype: {found} vs. {expected}")]
    Dtype {
        /// The array's value.
        found: String,
        /// The requested value.
        expected: String,
    },
    /// The bytes aren't those of a shared array.
    #[error("{len} bytes don't describe a shared array: {reason}")]
    Bytes {
        /// The number of bytes.
        len: usize,
        /// The problem.
        reason: &'static str,
    },
}

debug_as_display!(ShareError);

fn hex(bytes: &[u8; 16]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
