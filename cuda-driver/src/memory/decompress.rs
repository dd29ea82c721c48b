use core::ffi::c_void;
use core::marker::PhantomData;

use cuda_driver_sys::CUmemDecompressParams;

use crate::memory::{DeviceSlice, DeviceSliceMut, MemoryError, same_bytes};
use crate::{CuResult, MemDecompressAlgorithm, Stream};

/// One piece of compressed memory, for [`Stream::decompress`].
#[repr(transparent)]
#[derive(Debug)]
pub struct Decompression<'a> {
    params: CUmemDecompressParams,
    memory: PhantomData<&'a mut [u8]>,
}

impl<'a> Decompression<'a> {
    /// Decompresses `source` to `target`, and writes how many bytes that gave to the one element of `written`.
    ///
    /// # Errors
    /// [`MemoryError::Length`] unless `written` is one element, [`MemoryError::OtherStream`] unless all are one stream's.
    #[inline]
    pub fn new(
        algorithm: MemDecompressAlgorithm,
        source: DeviceSlice<'a, u8>,
        target: DeviceSliceMut<'a, u8>,
        written: DeviceSliceMut<'a, u32>,
    ) -> Result<Self, MemoryError> {
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
    /// Lets the device's engine decompress memory, in the stream's order, where
    /// [`MEM_DECOMPRESS_ALGORITHM_MASK`](crate::DeviceAttribute::MEM_DECOMPRESS_ALGORITHM_MASK) says that it has one.
    ///
    /// [`cuMemBatchDecompressAsync`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__MEM.html)
    ///
    /// # Errors
    /// Returns the driver's error, and the number of the piece that it is about.
    ///
    /// # Safety
    /// - The memory is this stream's, and was made for [decompression](crate::MemoryUsage::HARDWARE_DECOMPRESSION), or by
    ///   `cuMemAlloc`.
    /// - Each target has room for what its source gives.
    #[doc(alias = "cuMemBatchDecompressAsync")]
    #[inline]
    pub unsafe fn decompress(
        &self,
        pieces: &mut [Decompression<'_>],
    ) -> Result<(), (CuResult, usize)> {
        let mut index = 0;
        let (count, at) = (pieces.len(), &raw mut index);
        // The pieces are their parameters, in memory, too.
        let pieces = pieces.as_mut_ptr().cast::<CUmemDecompressParams>();
        // SAFETY: so many parameters are there, of memory that is borrowed; the caller guarantees the rest.
        let submitted = self.submit_uncaptured(|raw, stream| unsafe {
            raw.cuMemBatchDecompressAsync(pieces, count, 0, at, stream)
        });
        submitted.map_err(|error| (error, index))
    }
}
