//! Checks of a message's metadata, before anything in it is used.

use core::ops::Range;

use arrow_ipc::MetadataVersion;
use flatbuffers::VerifierOptions;

use crate::ipc::IpcError;

fn options(metadata: &[u8]) -> VerifierOptions {
    VerifierOptions {
        // The limit follows from the length, because each table takes at least four bytes.
        max_tables: metadata.len() / 4 + 16,
        max_depth: 128,
        ..VerifierOptions::default()
    }
}

fn check_version(version: MetadataVersion) -> Result<(), IpcError> {
    match version {
        MetadataVersion::V4 | MetadataVersion::V5 => Ok(()),
        version => Err(IpcError::Version { version }),
    }
}

/// Verifies a message's metadata: every table is within it, and its version is supported.
pub(crate) fn verified(metadata: &[u8]) -> Result<arrow_ipc::Message<'_>, IpcError> {
    let message = arrow_ipc::root_as_message_with_opts(&options(metadata), metadata);
    let message = message.map_err(IpcError::metadata)?;
    check_version(message.version())?;
    Ok(message)
}

/// Verifies a file's footer in the same way.
pub(super) fn verified_footer(footer: &[u8]) -> Result<arrow_ipc::Footer<'_>, IpcError> {
    let footer = arrow_ipc::root_as_footer_with_opts(&options(footer), footer);
    let footer = footer.map_err(|error| IpcError::Footer { reason: error.to_string() })?;
    check_version(footer.version())?;
    Ok(footer)
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
