use crate::error::debug_as_display;

/// A mapping that isn't within its external memory.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "cannot map {bytes} bytes at byte {offset} of external memory that has {size} bytes; import it with its whole size"
)]
#[non_exhaustive]
pub struct OutOfExternalMemory {
    /// The offset of the mapping, in bytes.
    pub offset: usize,
    /// The size of the mapping, in bytes.
    pub bytes: usize,
    /// The size of the external memory, in bytes.
    pub size: usize,
}

debug_as_display!(OutOfExternalMemory);
