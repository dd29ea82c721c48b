//! Checks of a message's metadata, before anything in it is used.

use core::ops::Range;

use arrow_ipc::MetadataVersion;
use flatbuffers::VerifierOptions;

use super::IpcError;

/// Verifies a message's metadata: every table is within it, and its version is supported.
pub(crate) fn verified(metadata: &[u8]) -> Result<arrow_ipc::Message<'_>, IpcError> {
    let options = VerifierOptions {
        // The limit follows from the length, because each table takes at least four bytes.
        max_tables: metadata.len() / 4 + 16,
        max_depth: 128,
        ..VerifierOptions::default()
    };
    let message =
        arrow_ipc::root_as_message_with_opts(&options, metadata).map_err(IpcError::metadata)?;
    match message.version() {
        MetadataVersion::V4 | MetadataVersion::V5 => Ok(message),
        version => Err(IpcError::Version { version }),
    }
}

/// Returns the range of a buffer, if it is within a body of `available` bytes.
pub(super) fn range(offset: i64, len: i64, available: usize) -> Option<Range<usize>> {
    let (start, len) = (usize::try_from(offset).ok()?, usize::try_from(len).ok()?);
    // An empty buffer may have any offset.
    if len == 0 {
        return Some(0..0);
    }
    let end = start.checked_add(len)?;
    (end <= available).then_some(start..end)
}
