//! Ways of the raw driver that several works have beside them.

use std::ffi::c_void;
use std::hint::black_box;

use anyhow::Result;
use cuda_driver::{CuResult, Raw, Stream};

use super::{Bench, Way};

pub const RAW: &str = "raw driver";

/// Device memory of the raw driver's calls.
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
        Ok(Self {
            raw,
            stream,
            address,
        })
    }
}

impl RawMemory {
    /// Where it is; a closure that asks has the whole value, and not the number alone.
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

/// New device memory, with a copy of the bytes at `address`, which is host memory of the way beside that lives as long.
pub fn to_device(bench: &Bench, address: usize, bytes: usize) -> Way {
    let (raw, stream) = (bench.raw(), bench.stream.clone());
    Way::queued(RAW, &bench.stream, move || {
        // SAFETY: the host memory is as large, and stays until the stream was waited for.
        unsafe {
            let to = raw.cuMemAllocAsync(bytes, stream.as_raw())?;
            raw.cuMemcpyHtoDAsync(to, address as *const c_void, bytes, stream.as_raw())?;
            raw.cuStreamSynchronize(stream.as_raw())?;
            raw.cuMemFreeAsync(to, stream.as_raw())?;
        }
        Ok(())
    })
}

/// A copy to `address`, which is host memory of the way beside that lives as long.
pub fn to_host(bench: &Bench, address: usize, bytes: usize) -> Result<Way> {
    let (raw, stream) = (bench.raw(), bench.stream.clone());
    let memory = RawMemory::new(bench, bytes)?;
    Ok(Way::queued(RAW, &bench.stream, move || {
        // SAFETY: the host memory is as large, and stays until the stream was waited for.
        unsafe {
            let to = address as *mut c_void;
            raw.cuMemcpyDtoHAsync(to, memory.address(), bytes, stream.as_raw())?;
            raw.cuStreamSynchronize(stream.as_raw())?;
        }
        Ok(())
    }))
}

/// A copy to new host memory, all zero, as calloc gives it.
pub fn to_new_host(bench: &Bench, bytes: usize) -> Result<Way> {
    let (raw, stream) = (bench.raw(), bench.stream.clone());
    let memory = RawMemory::new(bench, bytes)?;
    Ok(Way::queued(RAW, &bench.stream, move || {
        let mut host = vec![0u8; bytes];
        // SAFETY: the host memory is as large, and stays until the stream was waited for.
        unsafe {
            let to = host.as_mut_ptr().cast();
            raw.cuMemcpyDtoHAsync(to, memory.address(), bytes, stream.as_raw())?;
            raw.cuStreamSynchronize(stream.as_raw())?;
        }
        black_box(&host);
        Ok(())
    }))
}

/// A copy on the device that reads and writes that many bytes together, between memories that are there.
pub fn copy(bench: &Bench, moved: u64) -> Result<Way> {
    let bytes = moved as usize / 2;
    let (from, to) = (RawMemory::new(bench, bytes)?, RawMemory::new(bench, bytes)?);
    let (raw, stream) = (bench.raw(), bench.stream.clone());
    Ok(Way::queued(RAW, &bench.stream, move || {
        // SAFETY: both memories are as large.
        unsafe { raw.cuMemcpyDtoDAsync(to.address(), from.address(), bytes, stream.as_raw()) }?;
        Ok(())
    }))
}

/// Returns the same to memory that is allocated before and freed behind.
pub fn copy_to_new(bench: &Bench, moved: u64) -> Result<Way> {
    let bytes = moved as usize / 2;
    let from = RawMemory::new(bench, bytes)?;
    let (raw, stream) = (bench.raw(), bench.stream.clone());
    Ok(Way::queued(RAW, &bench.stream, move || {
        // SAFETY: both memories are as large.
        unsafe {
            let to = raw.cuMemAllocAsync(bytes, stream.as_raw())?;
            raw.cuMemcpyDtoDAsync(to, from.address(), bytes, stream.as_raw())?;
            raw.cuMemFreeAsync(to, stream.as_raw())?;
        }
        Ok(())
    }))
}
