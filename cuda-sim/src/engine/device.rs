//! What the engine asks of the device around it.

use super::texture::Texture;
use std::sync::Arc;

/// The device that a program is compiled for.
#[derive(Clone, Debug)]
pub struct DeviceModel {
    /// Compute capability, major and minor.
    pub compute_capability: (u32, u32),
    /// Newest PTX version that is accepted, major and minor.
    pub ptx_version: (u32, u32),
    /// Number of streaming multiprocessors, the answer of `%nsmid`.
    pub multiprocessors: u32,
    /// Most bytes of shared memory that a block may have.
    pub shared_per_block: u32,
}

impl Default for DeviceModel {
    fn default() -> Self {
        DeviceModel {
            compute_capability: (9, 0),
            ptx_version: (9, 5),
            multiprocessors: 2,
            shared_per_block: 232_448,
        }
    }
}

/// Addresses `start..end` of one live allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// First address.
    pub start: u64,
    /// Address after the last.
    pub end: u64,
    /// May kernels write here?
    pub writable: bool,
}

/// Global memory as a kernel sees it: a device address is a host address.
///
/// # Safety
/// Every range that [`find`](DeviceMemory::find) answers is mapped, readable (and writable, when it
/// says so) host memory, and stays so while a launch that may use it runs.
pub unsafe trait DeviceMemory: Sync {
    /// Returns the allocation that holds `address`.
    fn find(&self, address: u64) -> Option<Range>;

    /// Returns the allocation nearest to `address` in words, for a fault's report.
    fn describe(&self, address: u64) -> String;

    /// A number that changes when allocations change, so that ranges found earlier are forgotten.
    fn generation(&self) -> u64;

    /// Is it watched which bytes were written? Kernels are slow then.
    fn watches_writes(&self) -> bool {
        false
    }

    /// Notes that `size` bytes at `address` were written.
    fn note_write(&self, address: u64, size: u64) {
        let _ = (address, size);
    }

    /// Were all of `size` bytes at `address` written, as far as is known?
    fn is_written(&self, address: u64, size: u64) -> bool {
        let _ = (address, size);
        true
    }

    /// Returns the image that a texture's or surface's handle means.
    fn image(&self, handle: u64) -> Option<Arc<Texture>> {
        let _ = handle;
        None
    }

    /// Takes `size` bytes from the device's heap, for a kernel's `malloc`; 16-byte aligned.
    fn heap_allocate(&self, size: u64) -> Option<u64> {
        let _ = size;
        None
    }

    /// Gives back what [`heap_allocate`](DeviceMemory::heap_allocate) gave; false when it is no such address.
    fn heap_free(&self, address: u64) -> bool {
        let _ = address;
        false
    }

    /// Takes `size` bytes for each of `addresses`, as [`heap_allocate`](DeviceMemory::heap_allocate) does one after the
    /// other; zero where there are none.
    fn heap_allocate_each(&self, size: u64, addresses: &mut [u64]) {
        for address in addresses {
            *address = self.heap_allocate(size).unwrap_or(0);
        }
    }

    /// Gives back all of `addresses` in turn; the index of the first that nothing began at, which ends it.
    fn heap_free_each(&self, addresses: &[u64]) -> Result<(), usize> {
        let wrong = addresses
            .iter()
            .position(|&address| !self.heap_free(address));
        wrong.map_or(Ok(()), Err)
    }

    /// Do `size` bytes at each of `addresses` lie in what [`heap_allocate`](DeviceMemory::heap_allocate) gave?
    fn heap_holds(&self, addresses: &[u64; 32], size: u64) -> bool {
        let _ = (addresses, size);
        false
    }
}

/// Where a kernel's `printf` goes.
pub trait Output: Sync {
    /// Takes the text of one `printf` of one thread.
    fn print(&self, text: &[u8]);

    /// Takes the text of an `assert` that failed in one thread: to standard error, unless it goes elsewhere.
    fn complain(&self, text: &[u8]) {
        use std::io::Write;
        // Nobody can be told where standard error can't be written.
        let _ = std::io::stderr().write_all(text);
    }
}
