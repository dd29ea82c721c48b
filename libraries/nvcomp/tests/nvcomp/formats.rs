//! Other programs decompress what nvCOMP has compressed, and the reverse.

use std::io::{Read, Write};

use cuda_driver::Stream;
use flate2::Compression;
use flate2::read::{DeflateDecoder, MultiGzDecoder};
use flate2::write::{DeflateEncoder, GzEncoder};
use nvcomp::{Codec, CompressedChunks, Nvcomp};

use crate::device::{compressor, random, stream_and_nvcomp, text, upload};

fn chunks() -> Vec<Vec<u8>> {
    vec![text(65_536), random(1001), vec![0; 4096], text(1)]
}

/// Compresses with nvCOMP, and decompresses with `decompress`, which is told the size.
fn theirs(nvcomp: Nvcomp, stream: &Stream, codec: Codec, decompress: fn(&[u8], usize) -> Vec<u8>) {
    let Some(compressor) = compressor(nvcomp, codec) else { return };
    let chunks = chunks();
    let compressed = compressor.compress(stream, &upload(stream, &chunks)).unwrap();
    for (index, chunk) in chunks.iter().enumerate() {
        let bytes = compressed.chunk(index).unwrap().to_vec().unwrap();
        assert!(decompress(&bytes, chunk.len()) == *chunk, "{codec:?}, chunk {index}");
    }
}

/// Compresses with `compress`, and decompresses with nvCOMP, which is asked for sizes or told them.
fn ours(nvcomp: Nvcomp, stream: &Stream, codec: Codec, compress: fn(&[u8]) -> Vec<u8>) {
    let compressor = nvcomp.compressor(codec).unwrap();
    let chunks = chunks();
    let alignment = compressor.input_alignment().unwrap();
    let (mut bytes, mut ranges) = (Vec::new(), Vec::new());
    for chunk in &chunks {
        bytes.resize(bytes.len().next_multiple_of(alignment), 0);
        let start = bytes.len();
        bytes.extend(compress(chunk));
        ranges.push(start..bytes.len());
    }
    let lens = chunks.iter().map(Vec::len).collect();
    for sizes in [None, Some(lens)] {
        let buffer = stream.upload(&bytes).unwrap();
        // SAFETY: a compressor of the format has written them.
        let compressed =
            unsafe { CompressedChunks::new(codec, buffer, ranges.clone(), sizes) }.unwrap();
        let found = compressor.decompress(stream, &compressed).unwrap().to_vec().unwrap();
        assert!(found == chunks.concat(), "{codec:?}");
    }
}

#[test]
fn blocks_of_lz4_are_those_of_lz4_flex() {
    let Some((stream, nvcomp)) = stream_and_nvcomp() else { return };
    let codec = Codec::ALL[0];
    theirs(nvcomp, &stream, codec, |bytes, len| {
        let mut found = vec![0; len];
        let written = lz4_flex::block::decompress_into(bytes, &mut found).unwrap();
        found.truncate(written);
        found
    });
    ours(nvcomp, &stream, codec, |bytes| {
        let mut found = vec![0; lz4_flex::block::get_maximum_output_size(bytes.len())];
        let written = lz4_flex::block::compress_into(bytes, &mut found).unwrap();
        found.truncate(written);
        found
    });
}

#[test]
fn blocks_of_snappy_are_those_of_snap() {
    let Some((stream, nvcomp)) = stream_and_nvcomp() else { return };
    let decompress =
        |bytes: &[u8], _: usize| snap::raw::Decoder::new().decompress_vec(bytes).unwrap();
    theirs(nvcomp, &stream, Codec::Snappy, decompress);
    let compress = |bytes: &[u8]| snap::raw::Encoder::new().compress_vec(bytes).unwrap();
    ours(nvcomp, &stream, Codec::Snappy, compress);
}

#[test]
fn frames_of_zstandard_are_those_of_zstd() {
    let Some((stream, nvcomp)) = stream_and_nvcomp() else { return };
    theirs(nvcomp, &stream, Codec::Zstd, |bytes, len| zstd::bulk::decompress(bytes, len).unwrap());
    ours(nvcomp, &stream, Codec::Zstd, |bytes| zstd::bulk::compress(bytes, 3).unwrap());
}

#[test]
fn deflate_and_gzip_are_those_of_flate2() {
    let Some((stream, nvcomp)) = stream_and_nvcomp() else { return };
    let deflate = Codec::Deflate { level: 1 };
    theirs(nvcomp, &stream, deflate, |bytes, _| all(DeflateDecoder::new(bytes)));
    ours(nvcomp, &stream, deflate, |bytes| {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    });
    let gzip = Codec::Gzip { level: 1 };
    theirs(nvcomp, &stream, gzip, |bytes, _| all(MultiGzDecoder::new(bytes)));
    ours(nvcomp, &stream, gzip, |bytes| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    });
}

fn all(mut reader: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes).unwrap();
    bytes
}
