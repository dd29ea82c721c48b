use core::ffi::c_void;
use core::marker::PhantomData;

use cuda_driver_sys::CUmemDecompressParams;

use crate::error::{CuResult, Error};
use crate::memory::{DeviceSlice, DeviceSliceMut, MemDecompressAlgorithm, same_bytes};
use crate::stream::Stream;

/// A decompression of one piece of memory, for [`Stream::decompress`].
#[repr(transparent)]
#[derive(Debug)]
pub struct Decompression<'a> {
    params: CUmemDecompressParams,
    memory: PhantomData<&'a mut [u8]>,
}

impl<'a> Decompression<'a> {
    /// Describes the decompression of `source` to `target`, which writes the number of decompressed bytes to the one
    /// element of `written`.
    ///
    /// # Errors
    /// [`Error::Length`] unless `written` is one element, [`Error::OtherStream`] unless all belong to one
    /// stream.
    #[inline]
    pub fn new(
        algorithm: MemDecompressAlgorithm,
        source: DeviceSlice<'a, u8>,
        target: DeviceSliceMut<'a, u8>,
        written: DeviceSliceMut<'a, u32>,
    ) -> Result<Self, Error> {
        same_bytes::<u32>(1, written.len())?;
        source.stream().owns(target.stream())?;
        source.stream().owns(written.stream())?;
        Ok(Self {
            params: CUmemDecompressParams {
                srcNumBytes: source.len(),
                dstNumBytes: target.len(),
                dstActBytes: written.as_raw() as *mut u32,
                src: source.as_raw() as *const c_void,
                dst: target.as_raw() as *mut c_void,
                algo: algorithm.as_raw(),
                ..CUmemDecompressParams::default()
            },
            memory: PhantomData,
        })
    }
}

impl Stream {
    /// Decompresses memory with the device's engine, in stream order, if
    /// [`MEM_DECOMPRESS_ALGORITHM_MASK`](crate::device::DeviceAttribute::MEM_DECOMPRESS_ALGORITHM_MASK) reports one.
    ///
    /// [`cuMemBatchDecompressAsync`](crate::driver::Raw::cuMemBatchDecompressAsync)
    ///
    /// # Errors
    /// Returns the driver's error, and the index of the piece that it concerns.
    ///
    /// # Safety
    /// - The memory belongs to this stream, and was created for
    ///   [decompression](crate::virtual_memory::MemoryUsage::HARDWARE_DECOMPRESSION), or with `cuMemAlloc`.
    /// - Each target is large enough for its decompressed source.
    #[doc(alias = "cuMemBatchDecompressAsync")]
    #[inline]
    pub unsafe fn decompress(
        &self,
        pieces: &mut [Decompression<'_>],
    ) -> Result<(), (CuResult, usize)> {
        let mut index = 0;
        let (count, at) = (pieces.len(), &raw mut index);
        // The pieces have the same layout as their parameters.
        let pieces = pieces.as_mut_ptr().cast::<CUmemDecompressParams>();
        // SAFETY: there are that many parameters, of borrowed memory; the caller guarantees the rest.
        let submitted = self.submit_uncaptured(|raw, stream| unsafe {
            raw.cuMemBatchDecompressAsync(pieces, count, 0, at, stream)
        });
        submitted.map_err(|error| (error, index))
    }
}
