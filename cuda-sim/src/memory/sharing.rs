use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Mutex, RwLock, RwLockReadGuard};

use super::shared_file::{SharedFile, map_private, page};
use super::{Allocation, AllocationKind, Memory, Owner};

/// The parts of the arena that other processes can map.
///
/// Memory is private until it is exported: then its contents are moved to a file, which replaces its pages. So only
/// exporters pay for it.
#[derive(Debug, Default)]
pub(super) struct SharedRanges {
    /// By the first address of the allocation.
    files: Mutex<BTreeMap<u64, Part>>,
    /// Held shared while device memory is accessed, and exclusively while pages are replaced.
    in_use: RwLock<()>,
}

/// The part of a file that belongs to an allocation.
#[derive(Debug, Clone)]
struct Part {
    file: Arc<SharedFile>,
    offset: u64,
    /// The size in bytes, of whole pages.
    bytes: u64,
    /// The number of bytes of the first page that are in front of the allocation.
    lead: u64,
    /// Whether the part belongs to this allocation alone, so that its memory is freed with it.
    is_alone: bool,
}

/// The unit in which contents are moved; zeros are skipped.
const PIECE: usize = 64 << 10;

/// How long an export waits for kernels, which may never end.
const EXPORT_TIMEOUT: Duration = Duration::from_secs(20);

/// Rounds up to whole pages.
pub(super) fn in_pages(bytes: u64) -> Option<u64> {
    bytes.checked_next_multiple_of(page())
}

impl Memory {
    /// Prevents pages of device memory from being replaced while they are in use.
    pub(crate) fn keep_in_place(&self) -> RwLockReadGuard<'_, ()> {
        // Recursive, because a kernel may wait for another stream, which must not wait for an export that waits for the
        // kernel.
        self.shared.in_use.read_recursive()
    }

    /// Moves the allocation at `start`, which has its own pages, to a file, and returns that.
    pub(crate) fn export(&self, allocation: &Allocation) -> io::Result<Arc<SharedFile>> {
        let mut files = self.shared.files.lock();
        if let Some(part) = files.get(&allocation.start) {
            return Ok(part.file.clone());
        }
        let bytes = in_pages(allocation.size).ok_or(io::ErrorKind::InvalidInput)?;
        let file = Arc::new(SharedFile::create(bytes)?);
        let Some(_alone) = self.shared.in_use.try_write_for(EXPORT_TIMEOUT) else {
            return Err(io::ErrorKind::TimedOut.into());
        };
        // SAFETY: the allocation is mapped, and nothing writes to it while the lock is held.
        let content = unsafe {
            core::slice::from_raw_parts(allocation.start as *const u8, allocation.size as usize)
        };
        for (i, piece) in content.chunks(PIECE).enumerate() {
            if piece.iter().any(|byte| *byte != 0) {
                file.write_at(piece, (i * PIECE) as u64)?;
            }
        }
        // SAFETY: the pages belong to this allocation, and their contents are in the file.
        unsafe { file.map_at(allocation.start, bytes, 0) }?;
        // Other processes may write to it.
        self.written.end(allocation.start);
        let part = Part { file: file.clone(), offset: 0, bytes, lead: 0, is_alone: false };
        files.insert(allocation.start, part);
        Ok(file)
    }

    /// Allocates `size` bytes in `file`: at `offset`, or in an unused part.
    pub(crate) fn allocate_in(
        &self,
        file: &Arc<SharedFile>,
        offset: Option<u64>,
        size: u64,
        kind: AllocationKind,
        owner: Owner,
    ) -> Option<u64> {
        let lead = offset.unwrap_or(0) % page();
        let bytes = in_pages(size.checked_add(lead)?)?;
        let first = offset.map(|offset| offset - lead);
        // Pages beyond the end of a file can't be accessed.
        let end = first.unwrap_or(0).checked_add(bytes)?;
        if end > in_pages(file.len().ok()?)? {
            return None;
        }
        self.count(owner.device, kind.counted(size))?;
        let start = self.map_part(file, first, bytes, lead);
        match start {
            Some(start) => {
                self.insert(start, size, kind, owner);
                // Other processes may write to it.
                self.written.end(start);
            }
            None => self.discount(owner.device, kind.counted(size)),
        }
        start
    }

    /// Maps `bytes` bytes of whole pages, and returns the address of the byte after the first `lead`.
    fn map_part(
        &self,
        file: &Arc<SharedFile>,
        offset: Option<u64>,
        bytes: u64,
        lead: u64,
    ) -> Option<u64> {
        let start = self.arena.lock().take(bytes, page())?;
        let part = Part {
            file: file.clone(),
            offset: offset.unwrap_or(self.offset_of(start)),
            bytes,
            lead,
            is_alone: offset.is_none(),
        };
        // SAFETY: the pages are in a block that was just allocated.
        if unsafe { file.map_at(start, bytes, part.offset) }.is_err() {
            self.arena.lock().give_back(start, bytes);
            return None;
        }
        self.shared.files.lock().insert(start + lead, part);
        Some(start + lead)
    }

    /// Returns the offset of an address in a file for the whole arena; the start of the file is for other uses.
    pub(crate) fn offset_of(&self, address: u64) -> u64 {
        address - self.addresses.start + page()
    }

    /// Returns the length of a file for the whole arena.
    pub(crate) fn file_size(&self) -> u64 {
        self.offset_of(self.addresses.end)
    }

    /// Returns the file of an allocation, and its offset there.
    pub(crate) fn part_of(&self, allocation: &Allocation) -> Option<(Arc<SharedFile>, u64)> {
        let files = self.shared.files.lock();
        let part = files.get(&allocation.start)?;
        Some((part.file.clone(), part.offset))
    }

    /// Returns the address of the allocation of this kind at `offset` of a file, if there is one.
    pub(crate) fn find_part(
        &self,
        file: &SharedFile,
        offset: u64,
        kind: AllocationKind,
    ) -> Option<u64> {
        let is_same_part =
            |part: &Part| part.file.identity() == file.identity() && part.offset == offset;
        let files = self.shared.files.lock();
        let starts: Vec<u64> =
            files.iter().filter(|(_, part)| is_same_part(part)).map(|(start, _)| *start).collect();
        drop(files);
        let is_live = |start: &u64| self.starting_at(*start).is_some_and(|a| a.kind == kind);
        starts.into_iter().find(is_live)
    }

    /// Returns the block of a freed allocation to the arena.
    pub(super) fn give_back(&self, allocation: &Allocation) {
        let part = self.shared.files.lock().remove(&allocation.start);
        let bytes = match &part {
            Some(part) => part.bytes,
            None if allocation.kind.has_own_pages() => {
                in_pages(allocation.size).unwrap_or(allocation.size)
            }
            None => allocation.size,
        };
        let mut start = allocation.start;
        if let Some(part) = part {
            start -= part.lead;
            if part.is_alone {
                part.file.discard(part.offset, part.bytes);
            }
            // SAFETY: the pages are those of the allocation, which is no longer used.
            if unsafe { map_private(start, bytes) }.is_err() {
                // Otherwise the block's next owner would write to shared memory.
                return;
            }
        }
        self.arena.lock().give_back(start, bytes);
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const OWNER: Owner = Owner { context: 1, device: 0 };

    fn memory() -> Memory {
        Memory::new(1 << 20, 1).unwrap()
    }

    fn bytes(address: u64, length: usize) -> &'static mut [u8] {
        // SAFETY: tests access memory that they allocated.
        unsafe { core::slice::from_raw_parts_mut(address as *mut u8, length) }
    }

    #[test]
    fn the_file_contains_writes_from_before_and_after_the_export() {
        let memory = memory();
        let a = memory.allocate(100_000, 512, AllocationKind::Device, OWNER).unwrap();
        bytes(a, 100_000)[99_999] = 7;
        let allocation = memory.starting_at(a).unwrap();
        let file = memory.export(&allocation).unwrap();
        assert_eq!(bytes(a, 100_000)[99_999], 7);
        bytes(a, 1)[0] = 9;
        let opened = SharedFile::open(0, file.descriptor()).unwrap();
        assert_eq!(opened.identity(), file.identity());
        let b = memory
            .allocate_in(&Arc::new(opened), Some(0), 100_000, AllocationKind::Imported, OWNER)
            .unwrap();
        assert_eq!((bytes(b, 1)[0], bytes(b, 100_000)[99_999]), (9, 7));
        bytes(b, 2)[1] = 3;
        assert_eq!(bytes(a, 2)[1], 3);
        memory.end(a);
        assert_eq!(bytes(b, 1)[0], 9, "the file lasts as long as its mappings");
        memory.end(b);
        assert_eq!(memory.free_bytes(0), 1 << 20);
    }

    #[test]
    fn the_block_of_a_freed_export_is_private_again() {
        let memory = memory();
        let all = (4 << 20) - 8192;
        let a = memory.arena.lock().take(all, 1).unwrap();
        memory.arena.lock().give_back(a, all);
        let a = memory.allocate(4096, 1, AllocationKind::Device, OWNER).unwrap();
        let file = memory.export(&memory.starting_at(a).unwrap()).unwrap();
        bytes(a, 1)[0] = 1;
        memory.end(a);
        assert_eq!(bytes(a, 1)[0], 0);
        bytes(a, 1)[0] = 2;
        let mut first = [0];
        file.read_at(&mut first, 0).unwrap();
        assert_eq!(first, [1]);
    }

    #[test]
    fn parts_of_a_file_do_not_overlap_and_are_zeroed_when_freed() {
        let memory = memory();
        let file = Arc::new(SharedFile::create(memory.file_size()).unwrap());
        let allocate = || {
            let kind = AllocationKind::Pool(1);
            memory.allocate_in(&file, None, 5000, kind, OWNER).unwrap()
        };
        let (a, b) = (allocate(), allocate());
        bytes(a, 5000).fill(1);
        bytes(b, 5000).fill(2);
        let offset = memory.part_of(&memory.starting_at(b).unwrap()).unwrap().1;
        assert_eq!(offset, memory.offset_of(b));
        assert_eq!(bytes(a, 5000)[4999], 1);
        memory.end(b);
        let mut last = [9];
        file.read_at(&mut last, offset + 4999).unwrap();
        assert_eq!(last, [0]);
    }

    #[test]
    fn files_that_could_become_shorter_are_not_opened() {
        use std::os::fd::{AsRawFd, FromRawFd};
        unsafe extern "C" {
            fn memfd_create(name: *const core::ffi::c_char, flags: u32) -> i32;
        }
        for flags in [0, 1, 2, 3] {
            // SAFETY: the name is null-terminated, and the descriptor is new.
            let theirs =
                unsafe { std::fs::File::from_raw_fd(memfd_create(c"cuda-sim".as_ptr(), flags)) };
            theirs.set_len(2 << 20).unwrap();
            assert!(SharedFile::open(0, theirs.as_raw_fd()).is_err());
        }
        let file = SharedFile::create(2 << 20).unwrap();
        let opened = SharedFile::open(0, file.descriptor()).unwrap();
        for bytes in [0, 4096, 4 << 20] {
            assert!(opened.as_file().set_len(bytes).is_err());
        }
        assert_eq!(file.len().unwrap(), 2 << 20);
    }

    #[test]
    fn descriptors_of_other_files_are_not_opened() {
        let file = std::fs::File::open("/dev/zero").unwrap();
        let descriptor = std::os::fd::AsRawFd::as_raw_fd(&file);
        assert!(SharedFile::open(0, descriptor).is_err());
        assert!(SharedFile::open(0, 987).is_err());
        assert!(SharedFile::open(0, -1).is_err());
    }
}
