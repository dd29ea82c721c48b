use core::ffi::{c_int, c_void};

use bytemuck::Zeroable;

/// The smallest size that is worth a call.
const MIN_BYTES: usize = 4 << 20;

/// The size of a large page of x86-64 and most of AArch64. It is a multiple of every small page size.
const LARGE_PAGE: usize = 2 << 20;

/// Returns elements that are all zero, for a copy to the host.
pub(crate) fn zeroed_vec<T: Zeroable>(len: usize) -> Vec<T> {
    let mut elements = bytemuck::allocation::zeroed_vec(len);
    prefer_large_pages(&mut elements);
    elements
}

/// Advises Linux to back untouched host memory with large pages.
///
/// A copy to new memory spends most of its time on page faults, of which there are then 512 times fewer.
/// [`to_vec`](crate::memory::DeviceBuffer::to_vec) does this automatically; call it for memory that you allocate yourself.
/// Contents don't change. It does nothing on other systems, which choose page sizes themselves, and for less than 4
/// MiB, which isn't worth the call.
///
/// See [madvise](https://man7.org/linux/man-pages/man2/madvise.2.html), `MADV_HUGEPAGE`.
pub fn prefer_large_pages<T>(memory: &mut [T]) {
    #[cfg(target_os = "linux")]
    unsafe extern "C" {
        fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
    }
    #[cfg(not(target_os = "linux"))]
    unsafe fn madvise(_: *mut c_void, _: usize, _: c_int) -> c_int {
        0
    }
    const MADV_HUGEPAGE: c_int = 14;

    let bytes = size_of_val(memory);
    let start: *mut u8 = memory.as_mut_ptr().cast();
    let before = start.addr().next_multiple_of(LARGE_PAGE) - start.addr();
    let pages = bytes.saturating_sub(before) / LARGE_PAGE * LARGE_PAGE;
    if bytes < MIN_BYTES || pages == 0 {
        return;
    }
    // SAFETY: these are whole pages of the caller's memory, and the advice doesn't change their contents.
    let advised = unsafe { madvise(start.add(before).cast(), pages, MADV_HUGEPAGE) };
    // If this fails, copies are only slower.
    let _ = advised;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_contents_are_unchanged() {
        for len in [0, 1, MIN_BYTES - 1, MIN_BYTES, 3 * LARGE_PAGE + 5] {
            let mut memory: Vec<u8> = (0..len).map(|at| at as u8).collect();
            prefer_large_pages(&mut memory);
            assert!(memory.iter().enumerate().all(|(at, byte)| *byte == at as u8));
            prefer_large_pages(memory.get_mut(1..).unwrap_or_default());
            assert!(zeroed_vec::<u8>(len).iter().all(|byte| *byte == 0));
        }
    }
}
