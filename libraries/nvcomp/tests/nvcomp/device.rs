//! The device and the nvCOMP of the tests.

use std::ffi::c_void;
use std::ptr::null;

use cuda_driver::{Context, DeviceBuffer, Stream};
use cuda_rust::device::{context, is_software};
use cuda_rust::skip;
use nvcomp::sys::{NvcompTable, Symbol, nvcompAlignmentRequirements_t, nvcompStatus_t};
use nvcomp::{Codec, Compressor, Nvcomp};

/// Returns a stream of the GPU, and its nvCOMP; `None`, with a skip, if there is none.
pub(crate) fn stream_and_nvcomp() -> Option<(Stream, Nvcomp)> {
    if is_software() {
        skip("the software device has no nvCOMP");
        return None;
    }
    match Nvcomp::load() {
        Ok(nvcomp) => Some((context().stream().unwrap(), nvcomp)),
        Err(_) => {
            skip("there is no nvCOMP: set CUDA_NVCOMP");
            None
        }
    }
}

/// Returns a compressor of the codec; `None`, with a skip, if this nvCOMP doesn't compress to it.
pub(crate) fn compressor(nvcomp: Nvcomp, codec: Codec) -> Option<Compressor> {
    if matches!(codec, Codec::Gzip { .. }) && nvcomp.version() < 5300 {
        skip("this nvCOMP doesn't compress to gzip");
        return None;
    }
    Some(nvcomp.compressor(codec).unwrap())
}

/// Uploads each chunk to a buffer of its own.
pub(crate) fn upload(stream: &Stream, chunks: &[Vec<u8>]) -> Vec<DeviceBuffer<u8>> {
    chunks.iter().map(|chunk| stream.upload(chunk).unwrap()).collect()
}

/// Returns bytes without a pattern.
pub(crate) fn random(len: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u8
    };
    (0..len).map(|_| next()).collect()
}

/// Returns bytes with words that repeat.
pub(crate) fn text(len: usize) -> Vec<u8> {
    const WORDS: [&str; 8] =
        ["the ", "stream ", "waits ", "for ", "an ", "event ", "of ", "kernels, "];
    random(len).iter().flat_map(|byte| WORDS[usize::from(byte % 8)].bytes()).take(len).collect()
}

/// Begins a capture of other code, runs `test`, and ends it.
pub(crate) fn captured(context: &Context, stream: &Stream, test: impl FnOnce()) {
    let driver = context.driver().raw();
    let mode = cuda_driver::sys::CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;
    // SAFETY: the stream is alive, and the capture ends below.
    unsafe { driver.cuStreamBeginCapture(stream.as_raw(), mode) }.unwrap();
    test();
    // SAFETY: as above.
    let graph = unsafe { driver.cuStreamEndCapture(stream.as_raw()) }.unwrap();
    // SAFETY: nothing else knows the graph.
    unsafe { driver.cuGraphDestroy(graph) }.unwrap();
}

/// Returns an nvCOMP of a release with these functions alone.
pub(crate) fn fake(release: u32, functions: &[(Symbol, *const c_void)]) -> Nvcomp {
    let resolve = |symbol: Symbol| {
        functions
            .iter()
            .find(|(other, _)| *other == symbol)
            .map_or(null(), |(_, function)| *function)
    };
    // SAFETY: each function has the signature of its slot.
    let table = unsafe { NvcompTable::from_fn(release, resolve) };
    Nvcomp::from_table(Box::leak(Box::new(table)))
}

const OK: nvcompStatus_t = nvcompStatus_t::nvcompSuccess;

/// Needs no alignment.
pub(crate) unsafe extern "C" fn alignments(
    _: nvcomp::sys::nvcompBatchedSnappyCompressOpts_t,
    to: *mut nvcompAlignmentRequirements_t,
) -> nvcompStatus_t {
    // SAFETY: the crate passes a live structure.
    unsafe { *to = nvcompAlignmentRequirements_t { input: 1, output: 1, temp: 1 } };
    OK
}

/// Fails.
pub(crate) unsafe extern "C" fn failing_alignments(
    _: nvcomp::sys::nvcompBatchedSnappyCompressOpts_t,
    _: *mut nvcompAlignmentRequirements_t,
) -> nvcompStatus_t {
    nvcompStatus_t::nvcompErrorNotSupported
}

/// Needs no memory.
pub(crate) unsafe extern "C" fn temp_size(
    _: usize,
    _: usize,
    _: nvcomp::sys::nvcompBatchedSnappyCompressOpts_t,
    to: *mut usize,
    _: usize,
) -> nvcompStatus_t {
    // SAFETY: the crate passes a live number.
    unsafe { *to = 0 };
    OK
}

/// Returns the size itself.
pub(crate) unsafe extern "C" fn max_output(
    len: usize,
    _: nvcomp::sys::nvcompBatchedSnappyCompressOpts_t,
    to: *mut usize,
) -> nvcompStatus_t {
    // SAFETY: the crate passes a live number.
    unsafe { *to = len };
    OK
}

/// Fails for the second chunk, in the stream's order.
#[allow(clippy::too_many_arguments, reason = "nvCOMP's function has them")]
pub(crate) unsafe extern "C" fn failing_compress(
    _: *const *const c_void,
    _: *const usize,
    _: usize,
    _: usize,
    _: *mut c_void,
    _: usize,
    _: *const *mut c_void,
    _: *mut usize,
    _: nvcomp::sys::nvcompBatchedSnappyCompressOpts_t,
    statuses: *mut nvcompStatus_t,
    stream: *mut c_void,
) -> nvcompStatus_t {
    let second = statuses.wrapping_add(1) as u64;
    let failure = nvcompStatus_t::nvcompErrorCannotCompress.0;
    let driver = context().driver().raw();
    // SAFETY: there are as many statuses as chunks, at least two, and the stream is alive.
    unsafe { driver.cuMemsetD32Async(second, failure, 1, stream.cast()) }.unwrap();
    OK
}

/// Writes nothing.
#[allow(clippy::too_many_arguments, reason = "nvCOMP's function has them")]
pub(crate) unsafe extern "C" fn idle_decompress(
    _: *const *const c_void,
    _: *const usize,
    _: *const usize,
    _: *mut usize,
    _: usize,
    _: *mut c_void,
    _: usize,
    _: *const *mut c_void,
    _: nvcomp::sys::nvcompBatchedSnappyDecompressOpts_t,
    _: *mut nvcompStatus_t,
    _: *mut c_void,
) -> nvcompStatus_t {
    OK
}
