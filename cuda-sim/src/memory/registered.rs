use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

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
    /// Whether the mark was missing once.
    is_replaced: AtomicBool,
}

/// The size of a large page, whose mapping a mark inside would split.
const LARGE_PAGE: u64 = 2 << 20;

impl RegisteredPages {
    /// Marks a page of a range, if it has two whole ones.
    pub(super) fn begin(&self, start: u64, size: u64) {
        if let Some(page) = page_to_mark(start, size).filter(|page| system::mark(*page)) {
            let marked = Marked { size, page, is_replaced: AtomicBool::new(false) };
            self.ranges.write().insert(start, marked);
            self.count.fetch_add(1, Ordering::Release);
        }
    }

    /// Removes the mark of a range.
    pub(super) fn end(&self, start: u64) {
        if let Some(marked) = self.ranges.write().remove(&start) {
            self.count.fetch_sub(1, Ordering::Release);
            if !system::lacks_mark(marked.page) {
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
        if self.is_replaced.load(Ordering::Relaxed) {
            return true;
        }
        let is_replaced = system::lacks_mark(self.page);
        if is_replaced && !self.is_replaced.swap(true, Ordering::Relaxed) {
            print_line(format_args!(
                "cuda-sim: {} bytes of registered host memory at {start:#x} were unmapped: a GPU would go on using their old \
                 pages, so copies from them have wrong bytes, and copies to them don't arrive; unregister memory before it \
                 is freed",
                self.size
            ));
        }
        is_replaced
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
        mapping(address).is_ok_and(|it| it == Some(address..address + page()))
    }

    pub(super) fn unmark(address: u64) {
        advise(address, MADV_DODUMP);
    }

    /// Returns `true` if the page is known to be in no mapping, or in a larger one.
    pub(super) fn lacks_mark(address: u64) -> bool {
        mapping(address).is_ok_and(|it| it != Some(address..address + page()))
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
            let line = line?;
            let range = line.split_once(' ').and_then(|(range, _)| range.split_once('-'));
            let ends = range.map(|(start, end)| [start, end].map(|it| u64::from_str_radix(it, 16)));
            let Some([Ok(start), Ok(end)]) = ends else {
                return Err(io::ErrorKind::InvalidData.into());
            };
            if (start..end).contains(&address) {
                return Ok(Some(start..end));
            }
        }
        Ok(None)
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
}
