//! What is compressed is decompressed to the same bytes.

use cuda_driver::DeviceBuffer;
use nvcomp::{Backend, Codec, DataType};

use crate::device::{compressor, random, stream_and_nvcomp, text, upload};

/// Chunks of each kind, whose sizes are multiples of `size`.
fn chunks(size: usize) -> Vec<Vec<u8>> {
    let lens = [65_536, 0, size, 3 * size, 1001 * size, 4096];
    lens.into_iter().flat_map(|len| [vec![0; len], random(len), text(len)]).collect()
}

fn size(codec: Codec) -> usize {
    match codec {
        Codec::Cascaded { .. } => 4,
        _ => 1,
    }
}

#[test]
fn every_codec_returns_chunks_of_all_kinds_and_sizes() {
    let Some((stream, nvcomp)) = stream_and_nvcomp() else { return };
    for codec in Codec::ALL {
        let Some(compressor) = compressor(nvcomp, codec) else { continue };
        let chunks = chunks(size(codec));
        let buffers = upload(&stream, &chunks);
        let compressed = compressor.compress(&stream, &buffers).unwrap();
        assert_eq!(compressed.len(), chunks.len(), "{codec:?}");
        assert!(compressed.ranges()[0].len() < 65_536, "{codec:?}: {:?}", compressed.ranges()[0]);
        assert!(compressed.ranges()[3].is_empty(), "{codec:?}");
        let found = compressor.decompress(&stream, &compressed).unwrap().to_vec().unwrap();
        assert!(found == chunks.concat(), "{codec:?}");
        let sizes = compressor.decompressed_sizes(&stream, &compressed).unwrap();
        let lens: Vec<usize> = chunks.iter().map(Vec::len).collect();
        assert_eq!(sizes, lens, "{codec:?}");
        let mut outputs: Vec<DeviceBuffer<u8>> =
            lens.iter().map(|len| stream.alloc(*len).unwrap()).collect();
        let written = compressor.decompress_into(&stream, &compressed, &mut outputs).unwrap();
        assert_eq!(written, lens, "{codec:?}");
        for (output, chunk) in outputs.iter().zip(&chunks) {
            assert!(output.to_vec().unwrap() == *chunk, "{codec:?}");
        }
    }
}

#[test]
fn parts_of_one_buffer_return_and_either_backend_decompresses() {
    let Some((stream, nvcomp)) = stream_and_nvcomp() else { return };
    let bytes = text(1_000_000);
    let buffer = stream.upload(&bytes).unwrap();
    for codec in Codec::ALL {
        let Some(compressor) = compressor(nvcomp, codec) else { continue };
        let compressor = compressor.checksums(true);
        let parts = buffer.as_slice().chunks(65_536);
        let compressed = compressor.compress(&stream, parts).unwrap();
        for backend in [Backend::Any, Backend::Cuda] {
            let other = nvcomp.compressor(codec).unwrap().backend(backend).unwrap();
            let found = other.checksums(true).decompress(&stream, &compressed).unwrap();
            assert!(found.to_vec().unwrap() == bytes, "{codec:?}, {backend:?}");
        }
    }
}

#[test]
fn types_and_levels_return_the_same_bytes() {
    let Some((stream, nvcomp)) = stream_and_nvcomp() else { return };
    let bytes = text(65_536);
    let buffer = stream.upload(&bytes).unwrap();
    let mut codecs = vec![
        Codec::Lz4 { data_type: DataType::U16 },
        Codec::Lz4 { data_type: DataType::U32 },
        Codec::Bitcomp { data_type: DataType::U32, is_sparse: true },
        Codec::Bitcomp { data_type: DataType::I64, is_sparse: false },
        Codec::Cascaded { data_type: DataType::U8 },
        Codec::Cascaded { data_type: DataType::I64 },
        Codec::Ans { data_type: DataType::U8 },
        Codec::Ans { data_type: DataType::F16 },
    ];
    codecs.extend([0, 2, 4, 5].map(|level| Codec::Deflate { level }));
    codecs.extend([0, 5].map(|level| Codec::Gdeflate { level }));
    for codec in codecs {
        let compressor = nvcomp.compressor(codec).unwrap();
        let compressed = compressor.compress(&stream, [&buffer]).unwrap();
        let found = compressor.decompress(&stream, &compressed).unwrap();
        assert!(found.to_vec().unwrap() == bytes, "{codec:?}");
    }
}

#[test]
fn pending_work_has_its_sizes_and_statuses_on_the_device() {
    let Some((stream, nvcomp)) = stream_and_nvcomp() else { return };
    let compressor = nvcomp.compressor(Codec::Zstd).unwrap();
    let buffers = upload(&stream, &[text(5000), Vec::new(), text(777)]);
    let pending = compressor.compress_async(&stream, &buffers).unwrap();
    let (sizes, statuses) = pending.on_device().unwrap();
    let (sizes, statuses) = (sizes.to_vec().unwrap(), statuses.to_vec().unwrap());
    assert_eq!((sizes.len(), statuses), (2, vec![0, 0]));
    assert!(pending.places().1[0].len() as u64 >= sizes[0]);
    let compressed = pending.finish().unwrap();
    let lens: Vec<u64> = compressed.ranges().iter().map(|range| range.len() as u64).collect();
    assert_eq!(lens, [sizes[0], 0, sizes[1]]);
    let pending = compressor.decompress_async(&stream, &compressed).unwrap();
    assert_eq!(pending.on_device().unwrap().0.to_vec().unwrap(), [5000, 777]);
    assert_eq!(pending.finish().unwrap().to_vec().unwrap(), [text(5000), text(777)].concat());
}
