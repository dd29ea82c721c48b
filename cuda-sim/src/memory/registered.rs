use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::RwLock;

use super::shared_file::page;
use crate::standard_error::print_line;

/// What tells whether registered memory still has the pages that were registered.
///
/// A GPU goes on using these pages when the program unmaps them and maps others at their addresses. The software device
/// uses whatever is there, so it marks a page of each range, and finds that the mark is gone.
#[derive(Debug, Default)]
pub(super) struct RegisteredPages {
    /// The number of ranges, which is nearly always zero.
    count: AtomicUsize,
    /// By their first address.
    ranges: RwLock<BTreeMap<u64, MarkedRange>>,
}

/// A range with a mark.
#[derive(Debug)]
struct MarkedRange {
    size: u64,
    /// The address of the page.
    page: u64,
    /// The file that the page is part of, if it is shared: mapped again, it is the same.
    file: Option<system::Place>,
    /// Set once the mark is missing: whether the page was replaced, or other code has given advice about it.
    is_replaced: OnceLock<bool>,
}

/// Returns the greatest number of marks: each takes two of a process's 65,530 mappings, and some kernels list all of them
/// for each look at one.
fn most() -> usize {
    if system::can_query() { 4096 } else { 64 }
}

/// Returns why memory can't be registered, if it can't: all pages must be mapped, readable and, unless only reads are wanted,
/// writable, and then not a file's on a disk.
pub(crate) fn refusal(start: u64, size: u64, reads_only: bool) -> Option<&'static str> {
    let end = start.checked_add(size)?;
    let mut at = start;
    for mapping in system::mappings(start, end)? {
        if mapping.range.start > at {
            break;
        }
        if !mapping.is_readable || !reads_only && !mapping.is_writable {
            return Some("the memory is protected against reads, or writes without READ_ONLY");
        }
        if !reads_only && mapping.is_on_disk {
            return Some(
                "the memory is a shared file's on a disk, which can't be pinned for writes",
            );
        }
        at = mapping.range.end;
    }
    (at < end).then_some("not all pages are mapped")
}

/// Reads memory that the program may unmap or protect at any time; returns `false` if it has, or if the system can't.
pub(super) fn read(address: u64, bytes: &mut [u8]) -> bool {
    system::read(address, bytes)
}

/// Pages that the program has mapped.
struct Mapping {
    range: core::ops::Range<u64>,
    is_readable: bool,
    is_writable: bool,
    /// Whether they are shared with a file that isn't in memory alone.
    is_on_disk: bool,
}

/// The size of a large page, whose mapping a mark inside would split.
const LARGE_PAGE: u64 = 2 << 20;

impl RegisteredPages {
    /// Marks a page of a range, if it has two whole ones and there are few marks.
    pub(super) fn begin(&self, start: u64, size: u64) {
        let Some(page) = page_to_mark(start, size) else { return };
        let mut ranges = self.ranges.write();
        if ranges.len() < most() && system::mark(page) {
            let file = system::place(page);
            ranges.insert(start, MarkedRange { size, page, file, is_replaced: OnceLock::new() });
            self.count.store(ranges.len(), Ordering::Release);
        }
    }

    /// Removes the mark of a range.
    pub(super) fn end(&self, start: u64) {
        let mut ranges = self.ranges.write();
        if let Some(marked) = ranges.remove(&start) {
            self.count.store(ranges.len(), Ordering::Release);
            let is_decided = marked.is_replaced.get().is_some();
            if !is_decided && system::has_mark(marked.page) == Some(true) {
                system::unmark(marked.page);
            }
        }
    }

    /// Returns `true` if any of `length` bytes from `address` are in a range whose pages were replaced.
    pub(super) fn are_replaced(&self, address: u64, length: u64) -> bool {
        if self.count.load(Ordering::Acquire) == 0 || length == 0 {
            return false;
        }
        let ranges = self.ranges.read();
        let below = ranges.range(..address.saturating_add(length)).rev();
        below.take_while(|(start, marked)| **start + marked.size > address).any(|(_, marked)| {
            marked.is_replaced().unwrap_or_else(|| {
                decide(&ranges);
                marked.is_replaced() == Some(true)
            })
        })
    }
}

/// Decides for all ranges whose mark is missing.
fn decide(ranges: &BTreeMap<u64, MarkedRange>) {
    // First, because a mark may go while the advice about others is read.
    let missing: Vec<_> =
        ranges.iter().filter(|(_, marked)| marked.is_replaced().is_none()).collect();
    // What can't be known is no reason for an alarm.
    let Ok(advised) = system::advised() else { return };
    for (start, marked) in missing {
        let is_same = marked.file.is_some() && system::place(marked.page) == marked.file;
        let is_replaced = !is_same && !advised.iter().any(|mapping| mapping.contains(&marked.page));
        if marked.is_replaced.set(is_replaced).is_ok() && is_replaced {
            marked.report(*start);
        }
    }
}

impl MarkedRange {
    /// Returns `None` if the mark is missing and its reason isn't known yet.
    fn is_replaced(&self) -> Option<bool> {
        let lacks_mark = || system::has_mark(self.page) == Some(false);
        self.is_replaced.get().copied().or_else(|| (!lacks_mark()).then_some(false))
    }

    fn report(&self, start: u64) {
        print_line(format_args!(
            "cuda-sim: {} bytes of registered host memory at {start:#x} were unmapped: a GPU would go on using their old \
             pages, so copies from them have wrong bytes, and copies to them don't arrive; unregister memory before it \
             is freed",
            self.size
        ));
    }
}

/// Returns the address of a page in the middle of a range, where a large one begins if possible.
fn page_to_mark(start: u64, size: u64) -> Option<u64> {
    let first = start.checked_next_multiple_of(page())?;
    let end = start.checked_add(size)? / page() * page();
    let pages = end.checked_sub(first)? / page();
    let middle = (pages >= 2).then(|| first + pages / 2 * page())?;
    let aligned = middle
        .checked_next_multiple_of(LARGE_PAGE)
        .filter(|checked_next_multiple_of| *checked_next_multiple_of < end);
    Some(aligned.unwrap_or(middle))
}

/// A mark is that a page is expected to be read in no order, which means nothing for memory without a file, so that the
/// kernel has a mapping for the page alone until it is unmapped.
#[cfg(target_os = "linux")]
mod system {
    use core::ffi::{c_char, c_int, c_long, c_ulong, c_void};
    use core::ops::Range;
    use std::ffi::CString;
    use std::fs::File;
    use std::io::{self, BufRead, BufReader};
    use std::os::fd::AsRawFd;
    use std::os::unix::fs::FileExt;
    use std::path::Path;
    use std::sync::OnceLock;

    use super::{Mapping, page};

    // From the C library, which the standard library links.
    unsafe extern "C" {
        fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
        fn statfs(path: *const c_char, status: *mut c_long) -> c_int;
        fn ioctl(descriptor: c_int, request: c_ulong, ...) -> c_int;
    }

    const MADV_NORMAL: c_int = 0;
    const MADV_RANDOM: c_int = 1;
    const MADV_POPULATE_WRITE: c_int = 23;
    /// The process's memory as a file: a read of what isn't mapped is an error, not a signal.
    const MEMORY: &str = "/proc/self/mem";
    const MAPS: &str = "/proc/self/maps";
    /// The same with the state of each mapping.
    const SMAPS: &str = "/proc/self/smaps";
    /// In the line `VmFlags` there: the mapping is expected to be read in no order, or from its begin to its end.
    const ADVISED: [&str; 2] = ["rr", "sr"];
    const ENOENT: i32 = 2;
    /// `_IOWR('f', 17, struct procmap_query)`.
    const PROCMAP_QUERY: c_ulong =
        3 << 30 | (size_of::<Query>() as c_ulong) << 16 | (b'f' as c_ulong) << 8 | 17;

    /// The kernel's `struct procmap_query`.
    #[repr(C)]
    #[derive(Default)]
    struct Query {
        size: u64,
        flags: u64,
        address: u64,
        start: u64,
        end: u64,
        mapping_flags: u64,
        page_size: u64,
        offset: u64,
        inode: u64,
        device: u64,
        /// The sizes and addresses of its name and build id.
        names: [u64; 3],
    }

    /// `PROCMAP_QUERY_VMA_READABLE` and `PROCMAP_QUERY_VMA_SHARED`.
    const READABLE: u64 = 1;
    const SHARED: u64 = 8;

    /// A page of a file: the file's device and inode, and the offset.
    pub(super) type Place = [u64; 3];

    /// Marks a page, and returns `true` if the mark can be recognized.
    pub(super) fn mark(address: u64) -> bool {
        if has_mark(address) != Some(false) {
            return false; // It already is a mapping of its own.
        }
        // Pages that are first touched after the mapping was split would keep it split when the mark is gone.
        advise(address, MADV_POPULATE_WRITE);
        advise(address, MADV_RANDOM);
        // If not, all around it has this advice.
        has_mark(address) == Some(true)
    }

    pub(super) fn unmark(address: u64) {
        advise(address, MADV_NORMAL);
    }

    /// Returns `true` if the page is a mapping of its own, `false` if it is in none or in a larger one, and `None` if the
    /// kernel doesn't tell. The page that guards the end of a thread's stack may be there instead, and can't be read.
    pub(super) fn has_mark(address: u64) -> Option<bool> {
        mapping(address).ok().map(|mapping| mapping == Some(address..address + page()))
    }

    pub(super) fn read(address: u64, bytes: &mut [u8]) -> bool {
        File::open(MEMORY).is_ok_and(|memory| memory.read_exact_at(bytes, address).is_ok())
    }

    /// Returns the addresses of all mappings that code has given advice about.
    pub(super) fn advised() -> io::Result<Vec<Range<u64>>> {
        let (mut advised, mut range) = (Vec::new(), None);
        for line in BufReader::new(File::open(SMAPS)?).split(b'\n') {
            let line = line?;
            let line = String::from_utf8_lossy(&line); // Names of files may be any bytes.
            if let Some(flags) = line.strip_prefix("VmFlags:") {
                let is_advised = flags.split_whitespace().any(|flag| ADVISED.contains(&flag));
                advised.extend(range.take().filter(|_| is_advised));
            } else {
                range = addresses(&line).or(range);
            }
        }
        Ok(advised)
    }

    /// Does nothing if the kernel refuses it.
    fn advise(address: u64, advice: c_int) {
        // SAFETY: the advice changes neither the contents of pages nor the access to them.
        let _ = unsafe { madvise(address as *mut c_void, page() as usize, advice) };
    }

    /// Returns `true` if the kernel can be asked for one mapping, as since Linux 6.11.
    pub(super) fn can_query() -> bool {
        static CAN_QUERY: OnceLock<bool> = OnceLock::new();
        *CAN_QUERY.get_or_init(|| {
            File::open(MAPS).is_ok_and(|maps| query(&maps, (&raw const CAN_QUERY) as u64).is_ok())
        })
    }

    /// Returns what a page is of a file that it shares with other mappings, if the kernel tells.
    pub(super) fn place(address: u64) -> Option<Place> {
        let found = query(&File::open(MAPS).ok()?, address).ok()??;
        let is_shared = found.mapping_flags & SHARED != 0 && found.inode != 0;
        is_shared.then(|| [found.device, found.inode, found.offset + (address - found.start)])
    }

    /// Returns the addresses of the mapping that contains one, if it can be read.
    fn mapping(address: u64) -> io::Result<Option<Range<u64>>> {
        // Opened each time, because the program may close all descriptors.
        let maps = File::open(MAPS)?;
        match query(&maps, address) {
            Ok(found) => {
                let found = found.filter(|found| found.mapping_flags & READABLE != 0);
                Ok(found.map(|found| found.start..found.end))
            }
            Err(_) => listed(BufReader::new(maps), address),
        }
    }

    /// Asks the kernel for the mapping that contains an address.
    fn query(maps: &File, address: u64) -> io::Result<Option<Query>> {
        let mut query = Query { size: size_of::<Query>() as u64, address, ..Query::default() };
        // SAFETY: the kernel writes no more than the size given in the structure.
        if unsafe { ioctl(maps.as_raw_fd(), PROCMAP_QUERY, &raw mut query) } == 0 {
            return Ok(Some(query));
        }
        let error = io::Error::last_os_error();
        if error.raw_os_error() == Some(ENOENT) { Ok(None) } else { Err(error) }
    }

    /// The same from the kernel's list.
    pub(super) fn listed(maps: impl BufRead, address: u64) -> io::Result<Option<Range<u64>>> {
        for line in maps.split(b'\n') {
            let line = line?;
            let line = String::from_utf8_lossy(&line);
            let range = addresses(&line).ok_or(io::ErrorKind::InvalidData)?;
            if range.contains(&address) {
                let access = line.split_whitespace().nth(1);
                return Ok(
                    Some(range).filter(|_| access.is_some_and(|access| access.starts_with('r')))
                );
            }
        }
        Ok(None)
    }

    /// Returns the mappings that overlap a range, in order, or `None` if the kernel doesn't tell.
    pub(super) fn mappings(start: u64, end: u64) -> Option<Vec<Mapping>> {
        let mut found = Vec::new();
        for line in BufReader::new(File::open(MAPS).ok()?).split(b'\n') {
            let line = line.ok()?;
            let line = String::from_utf8_lossy(&line);
            let range = addresses(&line)?;
            if range.start >= end {
                break;
            }
            if range.end > start {
                let mut columns = line.split_whitespace().skip(1);
                let access = columns.next()?.as_bytes();
                let path = columns.nth(3).and_then(|path| line.find(path)).map(|at| &line[at..]);
                found.push(Mapping {
                    range,
                    is_readable: access.first() == Some(&b'r'),
                    is_writable: access.get(1) == Some(&b'w'),
                    is_on_disk: access.get(3) == Some(&b's') && path.is_some_and(is_on_disk),
                });
            }
        }
        Some(found)
    }

    /// Returns `true` unless the file is known to be in memory alone.
    fn is_on_disk(path: &str) -> bool {
        const IN_MEMORY: [&str; 4] = ["/memfd:", "/dev/zero", "/SYSV", "/anon_hugepage"];
        /// `TMPFS_MAGIC` and `HUGETLBFS_MAGIC`.
        const FILE_SYSTEMS: [c_long; 2] = [0x0102_1994, 0x9584_58f6];
        if !path.starts_with('/') || IN_MEMORY.iter().any(|begin| path.starts_with(begin)) {
            return false;
        }
        // The file itself may have been deleted.
        let folder = Path::new(path).parent().map(|folder| folder.as_os_str().as_encoded_bytes());
        let Some(Ok(folder)) = folder.map(CString::new) else { return false };
        // More than `struct statfs` has.
        let mut status: [c_long; 64] = [0; 64];
        // SAFETY: the path ends with a null byte, and the structure fits.
        let is_known = unsafe { statfs(folder.as_ptr(), status.as_mut_ptr()) } == 0;
        // A folder that isn't found may be anywhere: deleted, or with a name that the list has otherwise.
        is_known && !FILE_SYSTEMS.contains(&status[0])
    }

    /// Returns the addresses at the begin of a line of the kernel's list.
    fn addresses(line: &str) -> Option<Range<u64>> {
        let (start, end) = line.split_once(' ')?.0.split_once('-')?;
        Some(u64::from_str_radix(start, 16).ok()?..u64::from_str_radix(end, 16).ok()?)
    }
}

/// On other systems, nothing is marked.
#[cfg(not(target_os = "linux"))]
mod system {
    use core::ops::Range;
    use std::io;

    pub(super) fn read(_: u64, _: &mut [u8]) -> bool {
        false
    }

    pub(super) fn can_query() -> bool {
        false
    }

    pub(super) fn mappings(_: u64, _: u64) -> Option<Vec<super::Mapping>> {
        None
    }

    pub(super) fn mark(_: u64) -> bool {
        false
    }

    pub(super) fn unmark(_: u64) {}

    pub(super) fn has_mark(_: u64) -> Option<bool> {
        None
    }

    pub(super) fn advised() -> io::Result<Vec<Range<u64>>> {
        Ok(Vec::new())
    }

    pub(super) type Place = [u64; 3];

    pub(super) fn place(_: u64) -> Option<Place> {
        None
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_in_the_middle_and_where_a_large_page_begins() {
        let page = page();
        assert_eq!(page_to_mark(1, 3 * page - 2), None, "one whole page");
        assert_eq!(page_to_mark(page, 2 * page), Some(2 * page));
        assert_eq!(page_to_mark(page + 1, 4 * page), Some(3 * page));
        assert_eq!(page_to_mark(page, 3 * LARGE_PAGE), Some(2 * LARGE_PAGE));
        assert_eq!(page_to_mark(u64::MAX - 1, 1), None);
    }

    #[test]
    fn only_what_can_be_pinned_can_be_registered() {
        let size = 4 * page();
        let at = |memory: &[u8]| memory.as_ptr() as u64;
        let path = std::env::temp_dir().join(format!("registered-{}", std::process::id()));
        let options = std::fs::File::options().read(true).write(true).create_new(true).clone();
        let file = options.open(&path).unwrap();
        std::fs::remove_file(path).unwrap();
        file.set_len(size).unwrap();
        // SAFETY: nothing else changes the file.
        let (shared, private, read) = unsafe {
            let options = memmap2::MmapOptions::new();
            (
                options.map_mut(&file).unwrap(),
                options.map_copy(&file).unwrap(),
                options.map(&file).unwrap(),
            )
        };
        let is_refused = |start, size, reads| refusal(start, size, reads).is_some();
        // Where temporary files are in memory, they can be pinned.
        let is_on_disk = refusal(at(&shared), size, false).is_some();
        assert!(!is_on_disk || refusal(at(&shared), size, false).unwrap().contains("disk"));
        assert!(!is_refused(at(&shared), size, true) && !is_refused(at(&private), size, false));
        assert!(is_refused(at(&read), size, false) && !is_refused(at(&read), size, true));
        let memory = memmap2::MmapMut::map_anon(size as usize).unwrap();
        let start = at(&memory);
        assert!(!is_refused(start, size, false));
        drop(memory);
        assert!(is_refused(start, size, false) && is_refused(start, size, true));
    }

    #[test]
    fn a_mark_is_found_until_it_is_removed() {
        let memory = memmap2::MmapMut::map_anon(8 * page() as usize).unwrap();
        let page = page_to_mark(memory.as_ptr() as u64, memory.len() as u64).unwrap();
        let around = || {
            let maps = std::io::BufReader::new(std::fs::File::open("/proc/self/maps").unwrap());
            system::listed(maps, page).unwrap().unwrap()
        };
        let before = around();
        assert!(system::mark(page));
        assert!(system::has_mark(page) == Some(true) && !system::mark(page));
        assert_eq!(around(), page..page + super::page(), "as the kernel lists it");
        system::unmark(page);
        assert_eq!(system::has_mark(page), Some(false));
        assert_eq!(around(), before, "the mapping is whole again");
        drop(memory);
    }

    #[test]
    fn advice_of_other_code_is_no_removal() {
        use memmap2::Advice;
        let advice = [
            Advice::DontDump,
            Advice::DoDump,
            Advice::HugePage,
            Advice::Random,
            Advice::Sequential,
        ];
        for given in advice {
            let memory = memmap2::MmapMut::map_anon(8 * page() as usize).unwrap();
            let (start, size) = (memory.as_ptr() as u64, memory.len() as u64);
            let pages = RegisteredPages::default();
            pages.begin(start, size);
            memory.advise(given).unwrap();
            assert!(!pages.are_replaced(start, size), "{given:?}");
            pages.end(start);
            pages.begin(start, size);
            memory.advise(Advice::DoDump).unwrap();
            assert!(!pages.are_replaced(start, size), "{given:?} before it was registered");
        }
    }

    #[test]
    fn a_page_stays_out_of_core_dumps() {
        let memory = memmap2::MmapMut::map_anon(8 * page() as usize).unwrap();
        let (start, size) = (memory.as_ptr() as u64, memory.len() as u64);
        let pages = RegisteredPages::default();
        let without_dumps = || {
            let lines = std::fs::read_to_string("/proc/self/smaps").unwrap();
            let (mut bytes, mut here) = (0, 0);
            for line in lines.lines() {
                if let Some(flags) = line.strip_prefix("VmFlags:") {
                    bytes += if flags.split(' ').any(|flag| flag == "dd") { here } else { 0 };
                } else if let Some((from, to)) =
                    line.split_once(' ').and_then(|(first, _)| first.split_once('-'))
                    && let (Ok(from), Ok(to)) =
                        (u64::from_str_radix(from, 16), u64::from_str_radix(to, 16))
                {
                    here = to.min(start + size).saturating_sub(from.max(start));
                }
            }
            bytes
        };
        memory.advise(memmap2::Advice::DontDump).unwrap();
        pages.begin(start, size);
        assert_eq!(without_dumps(), size);
        pages.end(start);
        assert_eq!(without_dumps(), size);
        memory.advise(memmap2::Advice::DoDump).unwrap();
        pages.begin(start, size);
        assert_eq!(without_dumps(), 0);
        memory.advise(memmap2::Advice::DontDump).unwrap();
        pages.end(start);
        assert_eq!(without_dumps(), size);
    }

    #[test]
    fn a_guard_page_in_the_place_of_a_mark_is_none() {
        use core::ffi::{c_int, c_void};
        // From the C library, which the standard library links.
        unsafe extern "C" {
            fn mmap(
                address: *mut c_void,
                length: usize,
                protection: c_int,
                flags: c_int,
                descriptor: c_int,
                offset: i64,
            ) -> *mut c_void;
        }
        const PRIVATE_FIXED_ANONYMOUS: c_int = 0x32;
        let memory = memmap2::MmapMut::map_anon(8 * page() as usize).unwrap();
        let (start, size) = (memory.as_ptr() as u64, memory.len() as u64);
        let pages = RegisteredPages::default();
        pages.begin(start, size);
        let marked = page_to_mark(start, size).unwrap();
        let (at, len) = (marked as *mut c_void, page() as usize);
        // SAFETY: it is a page of the memory, which isn't accessed before it is unmapped.
        let guard = unsafe { mmap(at, len, 0, PRIVATE_FIXED_ANONYMOUS, -1, 0) };
        assert_eq!(guard, at);
        let maps = std::io::BufReader::new(std::fs::File::open("/proc/self/maps").unwrap());
        assert_eq!(system::listed(maps, marked).unwrap(), None);
        assert!(pages.are_replaced(start, size));
        pages.end(start);
        drop(memory);
    }

    #[test]
    fn a_removal_is_reported_until_the_end() {
        let mut memory = memmap2::MmapMut::map_anon(8 * page() as usize).unwrap();
        let (start, size) = (memory.as_ptr() as u64, memory.len() as u64);
        let pages = RegisteredPages::default();
        pages.begin(start, size);
        memory[0] = 1;
        assert!(!pages.are_replaced(start, size));
        drop(memory);
        assert!(pages.are_replaced(start, 1) && pages.are_replaced(start + size - 1, 1));
        assert!(!pages.are_replaced(start + size, 1));
        pages.end(start);
        assert!(!pages.are_replaced(start, size));
    }

    #[test]
    fn there_are_few_marks() {
        let bytes = 4 * page();
        let memory = memmap2::MmapMut::map_anon((2 * most() as u64 * bytes) as usize).unwrap();
        let starts = || (0..2 * most() as u64).map(|i| memory.as_ptr() as u64 + i * bytes);
        let pages = RegisteredPages::default();
        for start in starts() {
            pages.begin(start, bytes);
        }
        assert_eq!(pages.count.load(Ordering::Relaxed), most());
        starts().for_each(|start| pages.end(start));
        assert_eq!(pages.count.load(Ordering::Relaxed), 0);
        pages.begin(memory.as_ptr() as u64, bytes);
        assert_eq!(pages.count.load(Ordering::Relaxed), 1, "there is room again");
        pages.end(memory.as_ptr() as u64);
    }
}
