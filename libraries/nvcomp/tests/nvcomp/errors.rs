//! Errors that need no GPU.

use std::ffi::c_void;

use cuda_driver::DeviceSlice;
use cuda_rust::device::context;
use nvcomp::sys::{Symbol, nvcompStatus_t};
use nvcomp::{CallError, Codec, CompressedChunks, DataType, Error, Nvcomp};

use crate::device::{
    alignments, captured, failing_alignments, failing_compress, fake, idle_decompress, max_output,
    temp_size,
};

/// The functions of Snappy before 6.0, whose compression fails for the second chunk.
fn functions() -> Vec<(Symbol, *const c_void)> {
    vec![
        (Symbol::nvcompBatchedSnappyCompressGetRequiredAlignments, alignments as *const c_void),
        (Symbol::nvcompBatchedSnappyDecompressGetRequiredAlignments, alignments as *const c_void),
        (Symbol::nvcompBatchedSnappyCompressGetTempSizeAsync, temp_size as *const c_void),
        (Symbol::nvcompBatchedSnappyCompressGetMaxOutputChunkSize, max_output as *const c_void),
        (Symbol::nvcompBatchedSnappyCompressAsync, failing_compress as *const c_void),
        (Symbol::nvcompBatchedSnappyDecompressGetTempSizeAsync, temp_size as *const c_void),
        (Symbol::nvcompBatchedSnappyDecompressAsync, idle_decompress as *const c_void),
    ]
}

#[test]
fn a_missing_function_is_an_error_that_names_it_and_the_releases() {
    let stream = context().stream().unwrap();
    let buffer = stream.alloc_zeroed::<u8>(4).unwrap();
    let gzip = fake(5100, &[]).compressor(Codec::Gzip { level: 1 }).unwrap();
    let error = gzip.compress(&stream, [&buffer]).unwrap_err();
    assert!(matches!(error, Error::Absent(_)), "{error}");
    let error = error.to_string();
    for part in ["nvcompBatchedGzipCompressGetRequiredAlignments", "it is 5.1.0", "5.3.0 or newer"]
    {
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn the_function_of_either_release_is_called() {
    let stream = context().stream().unwrap();
    let buffer = stream.alloc_zeroed::<u8>(4).unwrap();
    let rest: Vec<_> =
        functions().into_iter().filter(|(_, f)| *f != temp_size as *const c_void).collect();
    let error = fake(6000, &rest).compressor(Codec::Snappy).unwrap();
    let error = error.compress(&stream, [&buffer]).unwrap_err().to_string();
    assert!(error.contains("no nvcompBatchedSnappyCompressGetTempSize:"), "{error}");
}

#[test]
fn a_status_is_an_error_with_the_function() {
    let stream = context().stream().unwrap();
    let buffer = stream.alloc_zeroed::<u8>(4).unwrap();
    let symbol = Symbol::nvcompBatchedSnappyCompressGetRequiredAlignments;
    let nvcomp = fake(6000, &[(symbol, failing_alignments as *const c_void)]);
    let error = nvcomp.compressor(Codec::Snappy).unwrap().compress(&stream, [&buffer]).unwrap_err();
    let Error::Nvcomp(failure) = &error else {
        panic!("{error}");
    };
    assert_eq!(failure.status, nvcompStatus_t::nvcompErrorNotSupported);
    assert!(
        error.to_string().contains("nvcompBatchedSnappyCompressGetRequiredAlignments"),
        "{error}"
    );
}

#[test]
fn a_chunk_that_fails_is_named_with_its_status() {
    let stream = context().stream().unwrap();
    let buffer = stream.alloc_zeroed::<u8>(10).unwrap();
    let empty = buffer.slice(..0).unwrap();
    let parts: Vec<DeviceSlice<'_, u8>> =
        [empty].into_iter().chain(buffer.as_slice().chunks(4)).collect();
    let compressor = fake(5300, &functions()).compressor(Codec::Snappy).unwrap();
    let error = compressor.compress(&stream, &parts).unwrap_err();
    let Error::Chunk { chunk: 2, status, failed: 1, chunks: 4, .. } = &error else {
        panic!("{error}");
    };
    assert_eq!(*status, nvcompStatus_t::nvcompErrorCannotCompress);
}

#[test]
fn empty_chunks_need_no_call() {
    let stream = context().stream().unwrap();
    let buffer = stream.alloc::<u8>(0).unwrap();
    let compressor = fake(5300, &functions()).compressor(Codec::Snappy).unwrap();
    let compressed = compressor.compress(&stream, [&buffer, &buffer]).unwrap();
    assert_eq!((compressed.len(), compressed.compressed_len()), (2, 0));
    assert!(compressor.decompress(&stream, &compressed).unwrap().is_empty());
}

#[test]
fn what_a_release_or_a_codec_lacks_is_refused() {
    let nvcomp = fake(5300, &[]);
    let error = nvcomp.compressor(Codec::Bitcomp { data_type: DataType::F32, is_sparse: false });
    let error = error.unwrap_err().to_string();
    for part in ["Bitcomp", "F32", "5.3.0", "6.0.0"] {
        assert!(error.contains(part), "{error}");
    }
    let error = nvcomp.compressor(Codec::Deflate { level: 6 }).unwrap_err();
    assert!(matches!(error, Error::Level(6)), "{error}");
    let stream = context().stream().unwrap();
    let buffer = stream.alloc_zeroed::<u8>((1 << 24) + 1).unwrap();
    let lz4 = nvcomp.compressor(Codec::Lz4 { data_type: DataType::U32 }).unwrap();
    let error = lz4.compress(&stream, [&buffer]).unwrap_err();
    assert!(matches!(error, Error::ChunkSize { chunk: 0, max: 16_777_216, .. }), "{error}");
    let error = lz4.compress(&stream, [buffer.slice(..6).unwrap()]).unwrap_err();
    assert!(matches!(error, Error::NotWhole { chunk: 0, len: 6, size: 4 }), "{error}");
}

#[test]
fn another_stream_and_a_captured_one_are_refused() {
    cuda_rust::device::alone("errors::another_stream_and_a_captured_one_are_refused", || {
        let context = context();
        let (stream, other) = (context.stream().unwrap(), context.stream().unwrap());
        let buffer = other.alloc_zeroed::<u8>(4).unwrap();
        let compressor = fake(5300, &functions()).compressor(Codec::Snappy).unwrap();
        let error = compressor.compress(&stream, [&buffer]).unwrap_err();
        assert!(matches!(error, Error::Call(CallError::OtherStream { .. })), "{error}");
        captured(&context, &other, || {
            let error = compressor.compress(&other, [&buffer]).unwrap_err();
            assert!(matches!(error, Error::Call(CallError::Captured { .. })), "{error}");
        });
    });
}

#[test]
fn another_size_than_expected_is_an_error_with_both() {
    let stream = context().stream().unwrap();
    let nvcomp = fake(5300, &functions());
    let compressor = nvcomp.compressor(Codec::Snappy).unwrap();
    let chunks = |ranges, sizes| {
        let buffer = stream.alloc_zeroed::<u8>(10).unwrap();
        // SAFETY: these functions don't look at the chunks.
        unsafe { CompressedChunks::new(Codec::Snappy, buffer, ranges, Some(sizes)) }
    };
    let two = || chunks(vec![0..5, 5..10], vec![0, 7]).unwrap();
    let error = compressor.decompress(&stream, &two()).unwrap_err();
    assert!(matches!(error, Error::Size { chunk: 1, expected: 7, found: 0 }), "{error}");
    let error = nvcomp.compressor(Codec::Zstd).unwrap().decompress(&stream, &two()).unwrap_err();
    assert!(
        error.to_string().contains("compressed with Snappy, and this decompresses Zstd"),
        "{error}"
    );
    let mut small = stream.alloc::<u8>(6).unwrap();
    let mut none = stream.alloc::<u8>(0).unwrap();
    let error = compressor.decompress_into(&stream, &two(), [&mut none, &mut small]).unwrap_err();
    assert!(matches!(error, Error::TooSmall { chunk: 1, needed: 7, found: 6 }), "{error}");
    let error = compressor.decompress_into(&stream, &two(), [&mut small]).unwrap_err();
    assert!(matches!(error, Error::Count { chunks: 2, found: 1, .. }), "{error}");
    let error = chunks(vec![0..5, 5..11], vec![1, 1]).unwrap_err();
    assert!(matches!(error, Error::Memory(_)), "{error}");
    let error =
        compressor.decompress(&stream, &chunks(vec![3..3, 4..8], vec![1, 4]).unwrap()).unwrap_err();
    assert!(matches!(error, Error::Size { chunk: 0, expected: 1, found: 0 }), "{error}");
}

#[test]
fn nvidias_nvcomp_refuses_the_software_device() {
    let Ok(nvcomp) = Nvcomp::load() else {
        return cuda_rust::skip("there is no nvCOMP: set CUDA_NVCOMP");
    };
    let driver = cuda_sim::driver().unwrap();
    let stream = driver.device(0).unwrap().primary_context().unwrap().stream().unwrap();
    let buffer = stream.alloc_zeroed::<u8>(4).unwrap();
    let error = nvcomp.compressor(Codec::Zstd).unwrap().compress(&stream, [&buffer]).unwrap_err();
    assert!(matches!(error, Error::OtherDriver), "{error}");
}
