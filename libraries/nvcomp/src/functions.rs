use core::ffi::c_void;

use cuda_driver::{DeviceBuffer, Stream};
use cuda_libraries_sys::nvcomp::{
    Symbol, nvcompAlignmentRequirements_t as Alignments, nvcompStatus_t as Status,
};
use cuda_libraries_sys::shared::cudaStream_t;
use cuda_library_support::CallMemory;

use crate::error::{Error, check};
use crate::library::Nvcomp;

/// A function, if this nvCOMP has it.
pub(crate) type Slot<F> = (Symbol, Option<F>);

type AlignmentsFn<O> = unsafe extern "C" fn(O, *mut Alignments) -> Status;
type TempSizeFn<O> =
    unsafe extern "C" fn(usize, usize, O, *mut usize, usize, cudaStream_t) -> Status;
type TempSizeAsyncFn<O> = unsafe extern "C" fn(usize, usize, O, *mut usize, usize) -> Status;
type MaxOutputFn<O> = unsafe extern "C" fn(usize, O, *mut usize) -> Status;
type CompressFn<O> = unsafe extern "C" fn(
    *const *const c_void,
    *const usize,
    usize,
    usize,
    *mut c_void,
    usize,
    *const *mut c_void,
    *mut usize,
    O,
    *mut Status,
    cudaStream_t,
) -> Status;
type SizeFn = unsafe extern "C" fn(
    *const *const c_void,
    *const usize,
    *mut usize,
    usize,
    cudaStream_t,
) -> Status;
type DecompressFn<O> = unsafe extern "C" fn(
    *const *const c_void,
    *const usize,
    *const usize,
    *mut usize,
    usize,
    *mut c_void,
    usize,
    *const *mut c_void,
    O,
    *mut Status,
    cudaStream_t,
) -> Status;

/// The functions of a format that compress, with their options.
pub(crate) struct CompressFunctions<O> {
    pub(crate) options: O,
    pub(crate) alignments: Slot<AlignmentsFn<O>>,
    pub(crate) temp_size: Slot<TempSizeFn<O>>,
    /// The one before nvCOMP 6.0.
    pub(crate) temp_size_async: Slot<TempSizeAsyncFn<O>>,
    pub(crate) max_output: Slot<MaxOutputFn<O>>,
    pub(crate) compress: Slot<CompressFn<O>>,
}

/// The functions of a format that decompress, with their options.
pub(crate) struct DecompressFunctions<O> {
    pub(crate) options: O,
    pub(crate) alignments: Slot<AlignmentsFn<O>>,
    pub(crate) temp_size: Slot<TempSizeFn<O>>,
    /// The one before nvCOMP 6.0.
    pub(crate) temp_size_async: Slot<TempSizeAsyncFn<O>>,
    pub(crate) size: Slot<SizeFn>,
    pub(crate) decompress: Slot<DecompressFn<O>>,
}

/// What nvCOMP has of a batch of chunks, none of which is empty, in device memory.
#[derive(Debug)]
pub(crate) struct Batch {
    /// Four columns: the addresses and sizes of the input, then the sizes and addresses of the output.
    pub(crate) arguments: DeviceBuffer<u64>,
    /// The sizes that nvCOMP writes.
    pub(crate) sizes: DeviceBuffer<u64>,
    /// The statuses that nvCOMP writes.
    pub(crate) statuses: DeviceBuffer<u32>,
    /// The number of chunks.
    pub(crate) count: usize,
    /// The bytes of the largest chunk, uncompressed.
    pub(crate) max: usize,
    /// The bytes of all chunks, uncompressed.
    pub(crate) total: usize,
}

impl Batch {
    /// Returns the address of a column of the arguments.
    pub(crate) fn column(&self, index: usize) -> u64 {
        self.arguments.as_raw() + (index * self.count * size_of::<u64>()) as u64
    }

    fn describe(&self) -> String {
        format!("{} chunks of up to {} bytes, {} in all", self.count, self.max, self.total)
    }
}

/// Compresses in a format.
pub(crate) trait Compress: Send + Sync {
    fn alignments(&self, nvcomp: Nvcomp) -> Result<Alignments, Error>;
    /// Returns the most bytes to which a chunk of up to `len` bytes is compressed.
    fn max_output(&self, nvcomp: Nvcomp, len: usize) -> Result<usize, Error>;
    fn temp_size(&self, nvcomp: Nvcomp, batch: &Batch, stream: &Stream) -> Result<usize, Error>;
    /// # Safety
    /// The stream's context is current, and what the batch names is memory of it, aligned and large enough.
    unsafe fn compress(
        &self,
        nvcomp: Nvcomp,
        batch: &Batch,
        temp: &CallMemory,
        stream: &Stream,
    ) -> Result<(), Error>;
}

/// Decompresses a format.
pub(crate) trait Decompress: Send + Sync {
    fn alignments(&self, nvcomp: Nvcomp) -> Result<Alignments, Error>;
    fn temp_size(&self, nvcomp: Nvcomp, batch: &Batch, stream: &Stream) -> Result<usize, Error>;
    /// # Safety
    /// As of [`Compress::compress`]; the chunks are of the format.
    unsafe fn sizes(&self, nvcomp: Nvcomp, batch: &Batch, stream: &Stream) -> Result<(), Error>;
    /// # Safety
    /// As of [`Compress::compress`]; the chunks are of the format.
    unsafe fn decompress(
        &self,
        nvcomp: Nvcomp,
        batch: &Batch,
        temp: &CallMemory,
        stream: &Stream,
    ) -> Result<(), Error>;
}

fn alignments<O>(
    nvcomp: Nvcomp,
    (symbol, slot): Slot<AlignmentsFn<O>>,
    options: O,
) -> Result<Alignments, Error> {
    let function = nvcomp.require(symbol, slot)?;
    let mut alignments = Alignments::default();
    // SAFETY: the pointer is to a live structure.
    check(symbol, unsafe { function(options, &raw mut alignments) }, String::new)?;
    let is_valid = |alignment: usize| alignment.is_power_of_two();
    if [alignments.input, alignments.output, alignments.temp].into_iter().all(is_valid) {
        return Ok(alignments);
    }
    check(symbol, Status::nvcompErrorInternal, || format!("{alignments:?}"))?;
    Ok(alignments)
}

fn temp_size<O>(
    nvcomp: Nvcomp,
    (symbol, slot): Slot<TempSizeFn<O>>,
    (old_symbol, old_slot): Slot<TempSizeAsyncFn<O>>,
    options: O,
    batch: &Batch,
    stream: &Stream,
) -> Result<usize, Error> {
    let (count, max, total) = (batch.count, batch.max, batch.total);
    let mut bytes = 0;
    if let (None, Some(function)) = (slot, old_slot) {
        // SAFETY: the pointer is to a live number.
        let status = unsafe { function(count, max, options, &raw mut bytes, total) };
        check(old_symbol, status, || batch.describe())?;
        return Ok(bytes);
    }
    let function = nvcomp.require(symbol, slot)?;
    let raw = stream.as_raw().cast();
    // SAFETY: the pointer is to a live number, and the stream is alive.
    let status = unsafe { function(count, max, options, &raw mut bytes, total, raw) };
    check(symbol, status, || batch.describe())?;
    Ok(bytes)
}

impl<O: Copy + Send + Sync> Compress for CompressFunctions<O> {
    fn alignments(&self, nvcomp: Nvcomp) -> Result<Alignments, Error> {
        alignments(nvcomp, self.alignments, self.options)
    }

    fn max_output(&self, nvcomp: Nvcomp, len: usize) -> Result<usize, Error> {
        let (symbol, slot) = self.max_output;
        let function = nvcomp.require(symbol, slot)?;
        let mut bytes = 0;
        // SAFETY: the pointer is to a live number.
        let status = unsafe { function(len, self.options, &raw mut bytes) };
        check(symbol, status, || format!("chunks of up to {len} bytes"))?;
        Ok(bytes)
    }

    fn temp_size(&self, nvcomp: Nvcomp, batch: &Batch, stream: &Stream) -> Result<usize, Error> {
        temp_size(nvcomp, self.temp_size, self.temp_size_async, self.options, batch, stream)
    }

    unsafe fn compress(
        &self,
        nvcomp: Nvcomp,
        batch: &Batch,
        temp: &CallMemory,
        stream: &Stream,
    ) -> Result<(), Error> {
        let (symbol, slot) = self.compress;
        let function = nvcomp.require(symbol, slot)?;
        // SAFETY: the caller guarantees it; the arrays have an element for each chunk.
        let status = unsafe {
            function(
                batch.column(0) as *const *const c_void,
                batch.column(1) as *const usize,
                batch.max,
                batch.count,
                temp.pointer(),
                temp.len,
                batch.column(3) as *const *mut c_void,
                batch.sizes.as_raw() as *mut usize,
                self.options,
                batch.statuses.as_raw() as *mut Status,
                stream.as_raw().cast(),
            )
        };
        check(symbol, status, || batch.describe())
    }
}

impl<O: Copy + Send + Sync> Decompress for DecompressFunctions<O> {
    fn alignments(&self, nvcomp: Nvcomp) -> Result<Alignments, Error> {
        alignments(nvcomp, self.alignments, self.options)
    }

    fn temp_size(&self, nvcomp: Nvcomp, batch: &Batch, stream: &Stream) -> Result<usize, Error> {
        temp_size(nvcomp, self.temp_size, self.temp_size_async, self.options, batch, stream)
    }

    unsafe fn sizes(&self, nvcomp: Nvcomp, batch: &Batch, stream: &Stream) -> Result<(), Error> {
        let (symbol, slot) = self.size;
        let function = nvcomp.require(symbol, slot)?;
        // SAFETY: the caller guarantees it; the arrays have an element for each chunk.
        let status = unsafe {
            function(
                batch.column(0) as *const *const c_void,
                batch.column(1) as *const usize,
                batch.sizes.as_raw() as *mut usize,
                batch.count,
                stream.as_raw().cast(),
            )
        };
        check(symbol, status, || batch.describe())
    }

    unsafe fn decompress(
        &self,
        nvcomp: Nvcomp,
        batch: &Batch,
        temp: &CallMemory,
        stream: &Stream,
    ) -> Result<(), Error> {
        let (symbol, slot) = self.decompress;
        let function = nvcomp.require(symbol, slot)?;
        // SAFETY: the caller guarantees it; the arrays have an element for each chunk.
        let status = unsafe {
            function(
                batch.column(0) as *const *const c_void,
                batch.column(1) as *const usize,
                batch.column(2) as *const usize,
                batch.sizes.as_raw() as *mut usize,
                batch.count,
                temp.pointer(),
                temp.len,
                batch.column(3) as *const *mut c_void,
                self.options,
                batch.statuses.as_raw() as *mut Status,
                stream.as_raw().cast(),
            )
        };
        check(symbol, status, || batch.describe())
    }
}
