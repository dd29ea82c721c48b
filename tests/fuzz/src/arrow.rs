//! Arrow's messages, streams and files, and Parquet. What is read is whole, or an error; reading accesses no memory that a
//! wrong offset points to.

use std::io::Cursor;
use std::ops::Range;
use std::sync::LazyLock;

use bytes::Bytes;
use cuda_arrow::arrow_array::RecordBatch;
use cuda_arrow::parquet::file::metadata::ParquetMetaDataReader;
use cuda_arrow::{
    DeviceFileReader, DeviceRecordBatch, DeviceStreamReader, Error, MemoryManager, Message,
};

use crate::device::{check_device, stream};

#[allow(dead_code, reason = "it reads more than schemas")]
#[path = "../../../arrays/cuda-arrow/src/read_parquet/thrift.rs"]
mod thrift;

fn manager() -> MemoryManager {
    MemoryManager::new(stream())
}

/// Streams, from the host and from the device.
pub(crate) fn streams(input: &[u8]) {
    let manager = manager();
    let host = DeviceStreamReader::from_host(&manager, input).and_then(Iterator::collect);
    let device = manager.copy_from_host(input).and_then(DeviceStreamReader::new);
    both(host, device.and_then(Iterator::collect));
    check_device();
}

/// The most batches of a file that are read: a footer can name the same one any number of times.
const BATCHES: usize = 8;

/// Files, which are also Feather's of version 2, from the host and from the device.
pub(crate) fn files(input: &[u8]) {
    let manager = manager();
    let read = |reader: Result<DeviceFileReader<'_>, Error>| {
        let mut reader = reader?;
        (0..reader.num_batches().min(BATCHES)).map(|index| reader.batch(index)).collect()
    };
    let host = read(DeviceFileReader::from_host(&manager, Cursor::new(input)));
    let device = read(manager.copy_from_host(input).and_then(DeviceFileReader::new));
    both(host, device);
    check_device();
}

/// Uses the batches that were read from the host and from the device, which are the same.
fn both(
    host: Result<Vec<DeviceRecordBatch>, Error>,
    device: Result<Vec<DeviceRecordBatch>, Error>,
) {
    match (host, device) {
        (Ok(host), Ok(device)) => {
            assert_eq!(host.len(), device.len());
            for (host, device) in host.iter().zip(&device) {
                let (host, device) = (use_batch(host), use_batch(device));
                assert_eq!(host.is_some(), device.is_some(), "{host:?} {device:?}");
            }
        }
        (Err(_), Err(_)) => {}
        (host, device) => panic!("{host:?}, but {device:?} for bytes on the device"),
    }
}

/// Calls everything that reads a batch, which may be an error, and returns it on the host.
fn use_batch(batch: &DeviceRecordBatch) -> Option<RecordBatch> {
    let manager = manager();
    let host = batch.to_host().ok();
    let _ = manager.serialize(batch);
    drop(batch.to_string());
    for column in batch.columns() {
        let _ = column.null_count();
    }
    if let Some(rest) = batch.num_rows().checked_sub(1) {
        let _ = batch.slice(1, rest).and_then(|part| part.to_host());
    }
    if let (Some(_), Ok((array, schema))) = (&host, batch.export()) {
        // SAFETY: it was just exported, and the contents of its buffers were checked.
        let back = unsafe { manager.import(array, &schema) };
        let _ = back.and_then(|batch| batch.to_host());
    }
    host
}

/// Streams of pyarrow whose last message is a batch.
const STREAMS: [&[u8]; 10] = [
    include_bytes!("../../../arrays/cuda-arrow/tests/data/arrow/numbers.arrows"),
    include_bytes!("../../../arrays/cuda-arrow/tests/data/arrow/bin.arrows"),
    include_bytes!("../../../arrays/cuda-arrow/tests/data/arrow/dec.arrows"),
    include_bytes!("../../../arrays/cuda-arrow/tests/data/arrow/lists2.arrows"),
    include_bytes!("../../../arrays/cuda-arrow/tests/data/arrow/lv.arrows"),
    include_bytes!("../../../arrays/cuda-arrow/tests/data/arrow/ree.arrows"),
    include_bytes!("../../../arrays/cuda-arrow/tests/data/arrow/nested_dict.arrows"),
    include_bytes!("../../../arrays/cuda-arrow/tests/data/arrow/compressed_short.arrows"),
    include_bytes!("../../../arrays/cuda-arrow/tests/data/arrow/compressed_lz4.arrows"),
    include_bytes!("../../../arrays/cuda-arrow/tests/data/arrow/compressed_zstd.arrows"),
];

/// The body of a batch: the input's first byte chooses a stream, and its others replace the end of the last body, so that
/// all that says what it is stays right.
pub(crate) fn bodies(input: &[u8]) {
    let Some((which, content)) = input.split_first() else { return };
    static BODIES: LazyLock<[Range<usize>; STREAMS.len()]> =
        LazyLock::new(|| STREAMS.map(last_body));
    let which = usize::from(*which) % STREAMS.len();
    let (mut bytes, body) = (STREAMS[which].to_vec(), BODIES[which].clone());
    let content = &content[..content.len().min(body.len())];
    bytes[body.end - content.len()..body.end].copy_from_slice(content);
    streams(&bytes);
}

/// Returns where the body of a stream's last message is.
fn last_body(stream: &[u8]) -> Range<usize> {
    let manager = manager();
    let (mut at, mut body) = (0, 0..0);
    while let Ok(message) = manager
        .copy_from_host(&stream[at..])
        .and_then(|copy_from_host| Message::read(&copy_from_host))
    {
        at += message.encapsulated_len();
        body = at - message.body().len()..at;
    }
    body
}

/// The most bytes of values that a Parquet file which is read may declare. A file of few bytes can have any number of equal
/// values, or of nulls, and take as long as a large one: that is no finding.
const VALUES: u64 = 32 << 20;

/// Returns the footer of a Parquet file as the crate `parquet` gets it, unless it would allocate for children of a schema that
/// aren't there.
fn footer(input: &[u8]) -> Option<Vec<u8>> {
    let (before, tail) = input.split_last_chunk::<8>()?;
    let size = u32::from_le_bytes([tail[0], tail[1], tail[2], tail[3]]);
    let footer = thrift::rewritten(before.get(before.len().checked_sub(size as usize)?..)?)?;
    let (elements, most) = thrift::schema(&footer)?;
    (i64::from(most) <= elements as i64).then_some(footer)
}

/// Returns how many bytes of values a Parquet file declares, if it has a footer. Each can be as long as the file, or has a fixed
/// length.
fn declared(input: &Bytes) -> u64 {
    let Some(footer) = footer(input) else { return 0 };
    let decode = || ParquetMetaDataReader::decode_metadata(&footer).ok();
    let Ok(Some(metadata)) = std::panic::catch_unwind(decode) else { return 0 };
    let chunks = metadata.row_groups().iter().flat_map(|group| group.columns());
    let bytes = chunks.map(|chunk| {
        let each =
            u64::try_from(chunk.column_descr().type_length()).unwrap_or(0).max(input.len() as u64);
        u64::try_from(chunk.num_values()).unwrap_or(0).saturating_mul(each)
    });
    bytes.fold(0, u64::saturating_add)
}

/// Parquet: the rows that the crate `parquet` reads of it, or an error.
pub(crate) fn parquet(input: &[u8]) {
    let input = Bytes::copy_from_slice(input);
    if declared(&input) > VALUES {
        return;
    }
    if let Ok(batch) = manager().read_parquet(input) {
        batch.to_host().unwrap();
    }
    check_device();
}
