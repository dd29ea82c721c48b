//! Decompresses bodies on the host, with arrow-ipc's codecs.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use arrow_array::Array as _;
use arrow_array::cast::AsArray;
use arrow_array::types::UInt8Type;
use arrow_buffer::Buffer as HostBytes;
use arrow_ipc::{
    BodyCompressionBuilder, CompressionType, FieldNode, MessageBuilder, MessageHeader,
    MetadataVersion, RecordBatch, RecordBatchBuilder,
};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use flatbuffers::FlatBufferBuilder;

use crate::buffer::Buffer;
use crate::error::Error;
use crate::ipc::IpcError;
use crate::ipc::metadata::range;
use crate::layout::ALIGNMENT;

/// The size in bytes of a compressed buffer's prefix: its uncompressed length, or −1 if it isn't compressed.
const PREFIX: usize = 8;

/// The body of a batch, and its buffers.
pub(super) type Body = (Buffer, Vec<arrow_ipc::Buffer>);

/// Returns the name of a codec, and its maximum compression ratio.
fn codec(codec: CompressionType) -> (String, usize) {
    match codec {
        // A byte extends a match by at most 255 bytes.
        CompressionType::LZ4_FRAME => ("LZ4 frames".to_owned(), 255),
        // A block of 4 bytes can encode 128 KiB of one repeated byte.
        CompressionType::ZSTD => ("Zstandard".to_owned(), 32 << 10),
        other => (format!("codec {}", other.0), 0),
    }
}

/// Returns a batch's body and buffers, decompressed if necessary.
pub(super) fn decompressed(batch: RecordBatch<'_>, body: &Buffer) -> Result<Body, Error> {
    let buffers = batch.buffers().unwrap_or_default().iter().copied();
    let Some(compression) = batch.compression() else {
        return Ok((body.clone(), buffers.collect()));
    };
    let (name, ratio) = codec(compression.codec());
    let host = body.to_host()?;
    let (mut all, mut places) = (Vec::new(), Vec::new());
    for (index, buffer) in buffers.enumerate() {
        let (offset, len) = (buffer.offset(), buffer.length());
        let range = range(offset, len, host.len());
        let range = range.ok_or_else(|| IpcError::of_buffer(index, &buffer, host.len()))?;
        let wrong = |reason: String| IpcError::Decompression { index, codec: name.clone(), reason };
        all.resize(all.len().next_multiple_of(ALIGNMENT), 0);
        let start = all.len();
        if !range.is_empty() {
            let Some((prefix, rest)) = host[range.clone()].split_first_chunk::<PREFIX>() else {
                return Err(wrong(format!("its {len} bytes don't contain its length")).into());
            };
            match i64::from_le_bytes(*prefix) {
                -1 => all.extend_from_slice(rest),
                0 => {}
                length => {
                    // The length is limited to what the compressed bytes can expand to, and each of them counts only once.
                    let room = host.len().saturating_mul(ratio).saturating_sub(start);
                    let possible = rest.len().saturating_mul(ratio).min(room);
                    let plausible = usize::try_from(length).ok().filter(|len| *len <= possible);
                    let Some(len) = plausible.filter(|_| ratio > 0) else {
                        let bytes = rest.len();
                        let reason = match ratio {
                            0 => return Err(IpcError::Compressed { codec: name }.into()),
                            _ => format!("{bytes} bytes can't have a length of {length}"),
                        };
                        return Err(wrong(reason).into());
                    };
                    let one = host.slice_with_length(range.start, range.len());
                    let one = decompress(compression.codec(), &one, len);
                    all.extend_from_slice(&one.map_err(|error| match error {
                        // An unknown codec returns only this error.
                        ArrowError::InvalidArgumentError(text) if text.contains("feature") => {
                            IpcError::Compressed { codec: name.clone() }
                        }
                        error => wrong(error.to_string()),
                    })?);
                }
            }
        }
        let len = all.len() - start;
        places.push(arrow_ipc::Buffer::new(start as i64, len as i64));
    }
    Ok((body.manager().copy_from_host(&all)?, places))
}

/// The schema of one column of bytes.
static BYTES: LazyLock<SchemaRef> = LazyLock::new(|| {
    let field = Field::new("bytes", DataType::UInt8, false);
    Arc::new(Schema::new(vec![field]))
});

/// Decompresses one buffer, by arrow-ipc: as the only column of a batch.
fn decompress(
    codec: CompressionType,
    buffer: &HostBytes,
    len: usize,
) -> Result<HostBytes, ArrowError> {
    let mut builder = FlatBufferBuilder::new();
    let nodes = builder.create_vector(&[FieldNode::new(len as i64, 0)]);
    let no_nulls = arrow_ipc::Buffer::new(0, 0);
    let values = arrow_ipc::Buffer::new(0, buffer.len() as i64);
    let buffers = builder.create_vector(&[no_nulls, values]);
    let mut compression = BodyCompressionBuilder::new(&mut builder);
    compression.add_codec(codec);
    let compression = compression.finish();
    let mut batch = RecordBatchBuilder::new(&mut builder);
    batch.add_length(len as i64);
    batch.add_nodes(nodes);
    batch.add_buffers(buffers);
    batch.add_compression(compression);
    let batch = batch.finish();
    let mut message = MessageBuilder::new(&mut builder);
    message.add_version(MetadataVersion::V5);
    message.add_header_type(MessageHeader::RecordBatch);
    message.add_header(batch.as_union_value());
    let message = message.finish();
    builder.finish(message, None);
    let message = arrow_ipc::root_as_message(builder.finished_data());
    let message = message.map_err(|error| ArrowError::IpcError(error.to_string()))?;
    let batch = message.header_as_record_batch();
    let batch = batch.ok_or_else(|| ArrowError::IpcError("there is no batch".to_owned()))?;
    let batch = arrow_ipc::reader::read_record_batch(
        buffer,
        batch,
        BYTES.clone(),
        &HashMap::new(),
        None,
        &MetadataVersion::V5,
    )?;
    match batch.columns() {
        [bytes] if bytes.len() == len => {
            Ok(bytes.as_primitive::<UInt8Type>().values().inner().clone())
        }
        _ => Err(ArrowError::IpcError("there are no bytes".to_owned())),
    }
}
