use std::collections::BTreeMap;
use std::sync::Arc;

use parking_lot::{Mutex, RwLock};

use super::shared_file::{SharedFile, page};

/// The parts of the arena that other processes can map.
///
/// Memory is private until it is exported: then its contents are moved to a file, which replaces its pages. So only
/// exporters pay for it.
#[derive(Debug, Default)]
pub(super) struct SharedRanges {
    /// By the first address of the allocation.
    pub(super) files: Mutex<BTreeMap<u64, Part>>,
    /// Held shared while device memory is accessed, and exclusively while pages are replaced.
    pub(super) in_use: RwLock<()>,
}

/// The part of a file that belongs to an allocation.
#[derive(Debug, Clone)]
pub(super) struct Part {
    pub(super) file: Arc<SharedFile>,
    pub(super) offset: u64,
    /// The size in bytes, of whole pages.
    pub(super) bytes: u64,
    /// The number of bytes of the first page that are in front of the allocation.
    pub(super) lead: u64,
    /// Whether the part belongs to this allocation alone, so that its memory is freed with it.
    pub(super) is_alone: bool,
}

/// Rounds up to whole pages.
pub(super) fn in_pages(bytes: u64) -> Option<u64> {
    bytes.checked_next_multiple_of(page())
}
