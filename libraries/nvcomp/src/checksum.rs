use core::ffi::c_void;
use core::ptr::{null, null_mut};

use cuda_driver::{DeviceBuffer, Stream};
use cuda_libraries_sys::nvcomp::{
    Symbol, nvcompBatchedCRC32Opts_t, nvcompCRC32KernelConf_t, nvcompCRC32SegmentKind_t,
    nvcompCRC32Spec_t,
};

use crate::error::{Error, check};
use crate::functions::Batch;
use crate::library::Nvcomp;

impl Nvcomp {
    /// Submits the computation of the CRC-32 of chunks, that of gzip, whose addresses and sizes are columns of the batch.
    ///
    /// # Safety
    /// They are chunks of the stream.
    pub(crate) unsafe fn crc32(
        self,
        stream: &Stream,
        batch: &Batch,
        (addresses, sizes): (usize, usize),
    ) -> Result<DeviceBuffer<u32>, Error> {
        let table = self.raw();
        let configure = self.require(
            Symbol::nvcompBatchedCRC32GetHeuristicConf,
            table.nvcompBatchedCRC32GetHeuristicConf,
        )?;
        let submit =
            self.require(Symbol::nvcompBatchedCRC32Async, table.nvcompBatchedCRC32Async)?;
        let (count, max, raw) = (batch.count, batch.max, stream.as_raw().cast());
        let mut checksums = stream.alloc_zeroed::<u32>(count)?;
        let arguments = || format!("{count} chunks of up to {max} bytes");
        stream.context().with_current(|| {
            let mut kernel_conf = nvcompCRC32KernelConf_t::default();
            // SAFETY: the pointer is to a live structure; the sizes aren't read, as the largest is passed.
            let status = unsafe { configure(null(), count, &raw mut kernel_conf, max, raw) };
            check(Symbol::nvcompBatchedCRC32GetHeuristicConf, status, arguments)?;
            let spec = nvcompCRC32Spec_t {
                poly: 0x04c1_1db7,
                init: u32::MAX,
                ref_in: true,
                ref_out: true,
                xorout: u32::MAX,
                ..Default::default()
            };
            let options = nvcompBatchedCRC32Opts_t { spec, kernel_conf, ..Default::default() };
            // SAFETY: the caller guarantees it; the arrays have an element for each chunk.
            let status = unsafe {
                submit(
                    batch.column(addresses) as *const *const c_void,
                    batch.column(sizes) as *const usize,
                    count,
                    checksums.as_slice_mut().as_raw() as *mut u32,
                    options,
                    nvcompCRC32SegmentKind_t::nvcompCRC32OnlySegment,
                    null_mut(),
                    raw,
                )
            };
            check(Symbol::nvcompBatchedCRC32Async, status, arguments)
        })??;
        Ok(checksums)
    }
}
