//! The interface between the engine and the device.

pub mod error;
pub mod fault;
pub mod fault_kind;
pub mod tensor;
pub mod windows;

use crate::texture::Texture;
use std::sync::Arc;

/// The device that a program is compiled for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceModel {
    /// Compute capability, major and minor.
    pub compute_capability: (u32, u32),
    /// The newest accepted PTX version, major and minor.
    pub ptx_version: (u32, u32),
    /// The number of streaming multiprocessors, which `%nsmid` returns.
    pub multiprocessors: u32,
    /// The maximum size of a block's shared memory in bytes.
    pub shared_per_block: u32,
    /// Whether instructions use AVX2 on x86-64 CPUs that have it. Tests of other CPUs don't.
    pub avx2: bool,
}

impl Default for DeviceModel {
    fn default() -> Self {
        DeviceModel {
            compute_capability: (9, 0),
            ptx_version: (9, 5),
            multiprocessors: 2,
            shared_per_block: 232_448,
            avx2: true,
        }
    }
}

/// Addresses `start..end` of one live allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The first address.
    pub start: u64,
    /// The address after the last.
    pub end: u64,
    /// Whether kernels may write to it.
    pub writable: bool,
}

/// Global memory as a kernel sees it: device addresses are host addresses.
///
/// # Safety
/// - Every range that [`find`](DeviceMemory::find) returns is mapped host memory, readable (and writable, if it is
///   marked so) while a launch that may use it runs.
/// - So are all bytes for which [`heap_holds`](DeviceMemory::heap_holds) or [`tolerates`](DeviceMemory::tolerates) returns
///   `true`, readable and writable.
/// - So are all [levels](Texture::levels) of an [`image`](DeviceMemory::image) that is [kept](Texture::kept), as long
///   as the image exists; those of a surface are also writable.
pub unsafe trait DeviceMemory: Sync {
    /// Returns the allocation that holds `address`.
    fn find(&self, address: u64) -> Option<Range>;

    /// Returns the allocation that holds `address`, if the host can write to it while a kernel runs.
    fn shared_with_host(&self, address: u64) -> Option<Range> {
        let _ = address;
        None
    }

    /// Returns what memory that is [shared with the host](Self::shared_with_host) contains, if the host still lets it be read.
    fn read_shared(&self, start: u64, size: u64) -> Option<Box<[u8]>> {
        let _ = (start, size);
        None
    }

    /// Describes the allocation nearest to `address`, for a fault's report.
    fn describe(&self, address: u64) -> String;

    /// Returns a number that changes when allocations change, so that ranges found earlier are discarded.
    fn generation(&self) -> u64;

    /// Returns `true` if some accesses beyond an allocation are only reported, which makes kernels slower.
    fn is_tolerant(&self) -> bool {
        false
    }

    /// Returns `true` if an access of `size` bytes at `address`, which no allocation holds, is only reported.
    fn tolerates(&self, address: u64, size: u64) -> bool {
        let _ = (address, size);
        false
    }

    /// Returns `true` if written bytes are tracked, which makes kernels slow.
    fn watches_writes(&self) -> bool {
        false
    }

    /// Records that `size` bytes at `address` were written.
    fn note_write(&self, address: u64, size: u64) {
        let _ = (address, size);
    }

    /// Returns `true` if an access of `size` bytes at `address` reads what was written, as far as is known: all bytes, or any of
    /// up to four, of which the others may be padding.
    fn is_written(&self, address: u64, size: u64) -> bool {
        let _ = (address, size);
        true
    }

    /// Returns the image that a texture or surface handle refers to.
    fn image(&self, handle: u64) -> Option<Arc<Texture>> {
        let _ = handle;
        None
    }

    /// Allocates `size` bytes on the device's heap, for a kernel's `malloc`; 16-byte aligned.
    fn heap_allocate(&self, size: u64) -> Option<u64> {
        let _ = size;
        None
    }

    /// Frees memory of [`heap_allocate`](DeviceMemory::heap_allocate); returns `false` for any other address.
    fn heap_free(&self, address: u64) -> bool {
        let _ = address;
        false
    }

    /// Allocates `size` bytes for each of `addresses`, as repeated calls of
    /// [`heap_allocate`](DeviceMemory::heap_allocate) would; zero if there is no memory.
    fn heap_allocate_each(&self, size: u64, addresses: &mut [u64]) {
        for address in addresses {
            *address = self.heap_allocate(size).unwrap_or(0);
        }
    }

    /// Frees all of `addresses` in turn, up to the first that isn't the start of an allocation, whose index it returns.
    fn heap_free_each(&self, addresses: &[u64]) -> Result<(), usize> {
        let wrong = addresses.iter().position(|&address| !self.heap_free(address));
        wrong.map_or(Ok(()), Err)
    }

    /// Returns `true` if `size` bytes at each of `addresses` are within memory of
    /// [`heap_allocate`](DeviceMemory::heap_allocate).
    fn heap_holds(&self, addresses: &[u64; 32], size: u64) -> bool {
        let _ = (addresses, size);
        false
    }
}
