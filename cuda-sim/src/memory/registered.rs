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
    ranges: RwLock<BTreeMap<u64, Marked>>,
}

/// A range with a mark.
#[derive(Debug)]
struct Marked {
    size: u64,
    /// The address of the page.
    page: u64,
    /// Set once the mark is missing: whether the page was replaced, or other code has marked more than it.
    is_replaced: OnceLock<bool>,
}

/// The greatest number of marks: each takes two of a process's 65,530 mappings.
const MOST: usize = 4096;

/// The size of a large page, whose mapping a mark inside would split.
const LARGE_PAGE: u64 = 2 << 20;

impl RegisteredPages {
    /// Marks a page of a range, if it has two whole ones and there are few marks.
    pub(super) fn begin(&self, start: u64, size: u64) {
        let Some(page) = page_to_mark(start, size) else { return };
        let mut ranges = self.ranges.write();
        if ranges.len() < MOST && system::mark(page) {
            ranges.insert(start, Marked { size, page, is_replaced: OnceLock::new() });
            self.count.store(ranges.len(), Ordering::Release);
        }
    }

    /// Removes the mark of a range.
    pub(super) fn end(&self, start: u64) {
        let mut ranges = self.ranges.write();
        if let Some(marked) = ranges.remove(&start) {
            self.count.store(ranges.len(), Ordering::Release);
            if marked.is_replaced.get().is_none() && !system::lacks_mark(marked.page) {
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
        below
            .take_while(|(start, marked)| **start + marked.size > address)
            .any(|(start, marked)| marked.is_replaced(*start))
    }
}

impl Marked {
    fn is_replaced(&self, start: u64) -> bool {
        if let Some(is_replaced) = self.is_replaced.get() {
            return *is_replaced;
        }
        if !system::lacks_mark(self.page) {
            return false;
        }
        *self.is_replaced.get_or_init(|| {
            let is_replaced = !system::is_in_a_larger_mark(self.page);
            if is_replaced {
                self.report(start);
            }
            is_replaced
        })
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
    let aligned = middle.checked_next_multiple_of(LARGE_PAGE).filter(|it| *it < end);
    Some(aligned.unwrap_or(middle))
}

/// A mark is that a page isn't part of core dumps, so that the kernel has a mapping for it alone, until it is unmapped.
#[cfg(target_os = "linux")]
mod system {
    use core::ffi::{c_int, c_ulong, c_void};
    use core::ops::Range;
    use std::fs::File;
    use std::io::{self, BufRead, BufReader};
    use std::os::fd::AsRawFd;

    use super::page;

    // From the C library, which the standard library links.
    unsafe extern "C" {
        fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
        fn ioctl(descriptor: c_int, request: c_ulong, ...) -> c_int;
    }

    const MADV_DONTDUMP: c_int = 16;
    const MADV_DODUMP: c_int = 17;
    const MADV_POPULATE_WRITE: c_int = 23;
    const MAPS: &str = "/proc/self/maps";
    /// The same with the state of each mapping.
    const SMAPS: &str = "/proc/self/smaps";
    /// In the line `VmFlags` there: the mapping isn't part of core dumps.
    const DONTDUMP: &str = "dd";
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
        /// Its flags, page size, offset, inode and device; then the sizes and addresses of its name and build id.
        rest: [u64; 8],
    }

    /// Marks a page, and returns `true` if the mark can be recognized.
    pub(super) fn mark(address: u64) -> bool {
        if !lacks_mark(address) {
            return false; // It already is a mapping of its own.
        }
        // Pages that are first touched after the mapping was split would keep it split when the mark is gone.
        advise(address, MADV_POPULATE_WRITE);
        advise(address, MADV_DONTDUMP);
        let is_marked = mapping(address).is_ok_and(|it| it == Some(address..address + page()));
        if !is_marked {
            unmark(address);
        }
        is_marked
    }

    pub(super) fn unmark(address: u64) {
        advise(address, MADV_DODUMP);
    }

    /// Returns `true` if the page is known to be in no mapping, or in a larger one.
    pub(super) fn lacks_mark(address: u64) -> bool {
        mapping(address).is_ok_and(|it| it != Some(address..address + page()))
    }

    /// Returns `true` if the page's mapping isn't part of core dumps, because other code has given this advice about more
    /// than the page.
    pub(super) fn is_in_a_larger_mark(address: u64) -> bool {
        let lines =
            File::open(SMAPS).map(|file| BufReader::new(file).lines().map_while(Result::ok));
        let Ok(lines) = lines else { return false };
        let mut lines = lines.skip_while(|line| {
            !addresses(line).is_some_and(|addresses| addresses.contains(&address))
        });
        let flags = lines.find_map(|line| Some(line.strip_prefix("VmFlags:")?.to_owned()));
        flags.is_some_and(|flags| flags.split_whitespace().any(|flag| flag == DONTDUMP))
    }

    /// Does nothing if the kernel refuses it.
    fn advise(address: u64, advice: c_int) {
        // SAFETY: the advice changes neither the contents of pages nor the access to them.
        let _ = unsafe { madvise(address as *mut c_void, page() as usize, advice) };
    }

    /// Returns the addresses of the mapping that contains one.
    fn mapping(address: u64) -> io::Result<Option<Range<u64>>> {
        // Opened each time, because the program may close all descriptors.
        let maps = File::open(MAPS)?;
        let mut query = Query { size: size_of::<Query>() as u64, address, ..Query::default() };
        // SAFETY: the kernel writes no more than the size given in the structure.
        if unsafe { ioctl(maps.as_raw_fd(), PROCMAP_QUERY, &raw mut query) } == 0 {
            return Ok(Some(query.start..query.end));
        }
        match io::Error::last_os_error().raw_os_error() {
            Some(ENOENT) => Ok(None),
            // Before Linux 6.11.
            _ => listed(BufReader::new(maps), address),
        }
    }

    /// The same from the kernel's list.
    pub(super) fn listed(maps: impl BufRead, address: u64) -> io::Result<Option<Range<u64>>> {
        for line in maps.lines() {
            let range = addresses(&line?).ok_or(io::ErrorKind::InvalidData)?;
            if range.contains(&address) {
                return Ok(Some(range));
            }
        }
        Ok(None)
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
    pub(super) fn mark(_: u64) -> bool {
        false
    }

    pub(super) fn unmark(_: u64) {}

    pub(super) fn lacks_mark(_: u64) -> bool {
        false
    }

    pub(super) fn is_in_a_larger_mark(_: u64) -> bool {
        false
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
    fn a_mark_is_found_until_it_is_removed() {
        let memory = memmap2::MmapMut::map_anon(8 * page() as usize).unwrap();
        let page = page_to_mark(memory.as_ptr() as u64, memory.len() as u64).unwrap();
        let around = || {
            let maps = std::io::BufReader::new(std::fs::File::open("/proc/self/maps").unwrap());
            system::listed(maps, page).unwrap().unwrap()
        };
        let before = around();
        assert!(system::mark(page));
        assert!(!system::lacks_mark(page) && !system::mark(page));
        assert_eq!(around(), page..page + super::page(), "as the kernel lists it");
        system::unmark(page);
        assert!(system::lacks_mark(page));
        assert_eq!(around(), before, "the mapping is whole again");
        drop(memory);
    }

    #[test]
    fn advice_of_other_code_about_more_is_no_removal() {
        let memory = memmap2::MmapMut::map_anon(8 * page() as usize).unwrap();
        let (start, size) = (memory.as_ptr() as u64, memory.len() as u64);
        let pages = RegisteredPages::default();
        pages.begin(start, size);
        assert!(!pages.are_replaced(start, size));
        memory.advise(memmap2::Advice::DontDump).unwrap();
        assert!(!pages.are_replaced(start, size));
        pages.end(start);
        pages.begin(start, size);
        drop(memory);
        assert!(!pages.are_replaced(start, size), "a page without a mark tells nothing");
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
        let memory = memmap2::MmapMut::map_anon((2 * MOST as u64 * bytes) as usize).unwrap();
        let starts = || (0..2 * MOST as u64).map(|i| memory.as_ptr() as u64 + i * bytes);
        let pages = RegisteredPages::default();
        for start in starts() {
            pages.begin(start, bytes);
        }
        assert_eq!(pages.count.load(Ordering::Relaxed), MOST);
        starts().for_each(|start| pages.end(start));
        assert_eq!(pages.count.load(Ordering::Relaxed), 0);
        pages.begin(memory.as_ptr() as u64, bytes);
        assert_eq!(pages.count.load(Ordering::Relaxed), 1, "there is room again");
        pages.end(memory.as_ptr() as u64);
    }
}
