//! What is wrong is found.

use cuda_driver::{DeviceBuffer, Stream};
use nvcomp::{CallError, Codec, CompressedChunks, Compressor, Error};

use crate::device::{random, stream_and_nvcomp, text, upload};

const LZ4: Codec = Codec::ALL[0];

/// Returns three chunks, compressed.
fn compressed(stream: &Stream, compressor: &Compressor) -> CompressedChunks {
    let chunks = [text(4096), random(4096), text(4096)];
    compressor.compress(stream, &upload(stream, &chunks)).unwrap()
}

/// Writes to a part of a compressed chunk, which nothing can do in safe code.
fn damage(chunks: &CompressedChunks, chunk: usize, at: usize, len: usize) {
    let stream = chunks.stream();
    let address = chunks.chunk(chunk).unwrap().as_raw() + at as u64;
    let driver = stream.context().driver().raw();
    // SAFETY: it is a part of the buffer, which is of the stream.
    unsafe { driver.cuMemsetD8Async(address, 0xff, len, stream.as_raw()) }.unwrap();
}

#[test]
fn a_damaged_chunk_is_an_error_that_names_it() {
    let Some((stream, nvcomp)) = stream_and_nvcomp() else { return };
    let compressor = nvcomp.compressor(LZ4).unwrap();
    let chunks = compressed(&stream, &compressor);
    damage(&chunks, 2, 0, 16);
    let error = compressor.decompress(&stream, &chunks).unwrap_err();
    assert!(
        matches!(error, Error::Chunk { chunk: 2, .. } | Error::Size { chunk: 2, .. }),
        "{error}"
    );
}

#[test]
fn damage_without_a_status_is_found_by_the_checksum() {
    let Some((stream, nvcomp)) = stream_and_nvcomp() else { return };
    let compressor = nvcomp.compressor(LZ4).unwrap().checksums(true);
    let chunks = compressed(&stream, &compressor);
    assert_eq!(compressor.decompress(&stream, &chunks).unwrap().len(), 3 * 4096);
    // Bytes without a pattern are literals.
    damage(&chunks, 1, 2000, 3);
    let error = compressor.decompress(&stream, &chunks).unwrap_err();
    assert!(matches!(error, Error::Checksum { chunk: 1, .. }), "{error}");
}

#[test]
fn too_little_memory_is_refused() {
    let Some((stream, nvcomp)) = stream_and_nvcomp() else { return };
    let compressor = nvcomp.compressor(LZ4).unwrap();
    let chunks = compressed(&stream, &compressor);
    let mut outputs: Vec<DeviceBuffer<u8>> =
        [4096, 4095, 4096].map(|len| stream.alloc(len).unwrap()).into();
    let error = compressor.decompress_into(&stream, &chunks, &mut outputs).unwrap_err();
    let Error::TooSmall { chunk: 1, needed: 4096, found: 4095 } = error else {
        panic!("{error}");
    };
    let error = compressor.decompress_into(&stream, &chunks, &mut outputs[..2]).unwrap_err();
    assert!(matches!(error, Error::Count { chunks: 3, found: 2, .. }), "{error}");
}

#[test]
fn another_codec_and_another_stream_are_refused() {
    let Some((stream, nvcomp)) = stream_and_nvcomp() else { return };
    let compressor = nvcomp.compressor(LZ4).unwrap();
    let chunks = compressed(&stream, &compressor);
    let error = nvcomp.compressor(Codec::Snappy).unwrap().decompress(&stream, &chunks).unwrap_err();
    assert!(matches!(error, Error::OtherCodec { .. }), "{error}");
    let other = stream.context().stream().unwrap();
    let error = compressor.decompress(&other, &chunks).unwrap_err();
    assert!(matches!(error, Error::Call(CallError::OtherStream { .. })), "{error}");
}

#[test]
fn a_misaligned_chunk_is_refused() {
    let Some((stream, nvcomp)) = stream_and_nvcomp() else { return };
    let compressor = nvcomp.compressor(Codec::Zstd).unwrap();
    let buffer = stream.upload(&text(64)).unwrap();
    let error = compressor.compress(&stream, [buffer.slice(1..33).unwrap()]).unwrap_err();
    assert!(matches!(error, Error::Call(CallError::Misaligned { .. })), "{error}");
}
