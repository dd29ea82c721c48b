//! Versions with the raw driver that several operations use.

use std::ffi::c_void;
use std::hint::black_box;

use anyhow::Result;
use cuda_driver::{CuResult, Raw, Stream};

use super::{Bench, Way};

pub const RAW: &str = "raw driver";

/// Device memory for calls of the raw driver.
pub struct RawMemory {
    raw: Raw,
    stream: Stream,
    address: u64,
}

impl RawMemory {
    pub fn new(bench: &Bench, bytes: usize) -> Result<Self, CuResult> {
        let (raw, stream) = (bench.raw(), bench.stream.clone());
        // SAFETY: the stream is alive.
        let address = unsafe { raw.cuMemAllocAsync(bytes, stream.as_raw()) }?;
        Ok(Self { raw, stream, address })
    }
}

impl RawMemory {
    /// Returns the address; a method, so that closures capture the whole value.
    pub fn address(&self) -> u64 {
        self.address
    }
}

impl Drop for RawMemory {
    fn drop(&mut self) {
        // SAFETY: the memory is this value's, and the stream is alive.
        let _ = unsafe { self.raw.cuMemFreeAsync(self.address, self.stream.as_raw()) };
    }
}

/// Copies bytes at `address` to new device memory; the host memory belongs to another version and lives long enough.
pub fn to_device(bench: &Bench, address: usize, bytes: usize) -> Way {
    let (raw, stream) = (bench.raw(), bench.stream.clone());
    Way::queued(RAW, &bench.stream, move || {
        // SAFETY: the host memory is large enough, and lives until the stream was waited for.
        unsafe {
            let to = raw.cuMemAllocAsync(bytes, stream.as_raw())?;
            raw.cuMemcpyHtoDAsync(to, address as *const c_void, bytes, stream.as_raw())?;
            raw.cuStreamSynchronize(stream.as_raw())?;
            raw.cuMemFreeAsync(to, stream.as_raw())?;
        }
        Ok(())
    })
}

/// Copies to `address`; the host memory belongs to another version and lives long enough.
pub fn to_host(bench: &Bench, address: usize, bytes: usize) -> Result<Way> {
    let (raw, stream) = (bench.raw(), bench.stream.clone());
    let memory = RawMemory::new(bench, bytes)?;
    Ok(Way::queued(RAW, &bench.stream, move || {
        // SAFETY: the host memory is large enough, and lives until the stream was waited for.
        unsafe {
            let to = address as *mut c_void;
            raw.cuMemcpyDtoHAsync(to, memory.address(), bytes, stream.as_raw())?;
            raw.cuStreamSynchronize(stream.as_raw())?;
        }
        Ok(())
    }))
}

/// Copies to new zeroed host memory, as from calloc.
pub fn to_new_host(bench: &Bench, bytes: usize) -> Result<Way> {
    let (raw, stream) = (bench.raw(), bench.stream.clone());
    let memory = RawMemory::new(bench, bytes)?;
    Ok(Way::queued(RAW, &bench.stream, move || {
        let mut host = vec![0u8; bytes];
        // SAFETY: the host memory is large enough, and lives until the stream was waited for.
        unsafe {
            let to = host.as_mut_ptr().cast();
            raw.cuMemcpyDtoHAsync(to, memory.address(), bytes, stream.as_raw())?;
            raw.cuStreamSynchronize(stream.as_raw())?;
        }
        black_box(&host);
        Ok(())
    }))
}

/// Copies on the device between existing memories, reading and writing that many bytes in total.
pub fn copy(bench: &Bench, moved: u64) -> Result<Way> {
    let bytes = moved as usize / 2;
    let (from, to) = (RawMemory::new(bench, bytes)?, RawMemory::new(bench, bytes)?);
    let (raw, stream) = (bench.raw(), bench.stream.clone());
    Ok(Way::queued(RAW, &bench.stream, move || {
        // SAFETY: both memories are large enough.
        unsafe { raw.cuMemcpyDtoDAsync(to.address(), from.address(), bytes, stream.as_raw()) }?;
        Ok(())
    }))
}

/// The same, to memory that is allocated before and freed afterwards.
pub fn copy_to_new(bench: &Bench, moved: u64) -> Result<Way> {
    let bytes = moved as usize / 2;
    let from = RawMemory::new(bench, bytes)?;
    let (raw, stream) = (bench.raw(), bench.stream.clone());
    Ok(Way::queued(RAW, &bench.stream, move || {
        // SAFETY: both memories are large enough.
        unsafe {
            let to = raw.cuMemAllocAsync(bytes, stream.as_raw())?;
            raw.cuMemcpyDtoDAsync(to, from.address(), bytes, stream.as_raw())?;
            raw.cuMemFreeAsync(to, stream.as_raw())?;
        }
        Ok(())
    }))
}
