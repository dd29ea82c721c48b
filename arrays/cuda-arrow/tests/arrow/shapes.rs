//! Malicious messages: impossible types, missing entries, overlapping buffers.

use std::sync::Arc;

use cuda_arrow::arrow_ipc::writer::{
    DictionaryTracker, IpcDataGenerator, IpcWriteOptions, write_message,
};
use cuda_arrow::arrow_ipc::{
    Buffer, DictionaryBatchBuilder, FieldBuilder, FieldNode, MessageBuilder, MessageHeader,
    MetadataVersion, RecordBatchBuilder, SchemaBuilder, Type, UnionBuilder,
};
use cuda_arrow::arrow_schema::{DataType, Field, Fields, Schema, UnionFields, UnionMode};
use cuda_arrow::{DeviceStreamReader, DeviceStreamWriter, MemoryManager, StreamSchema};
use fastrand::Rng;
use flatbuffers::{FlatBufferBuilder, WIPOffset};

use crate::device::on_every_driver;
use crate::invalid_input::{guarded, rounds};
use crate::messages::read_both;

/// A type of at most `levels` levels, which may be invalid.
fn data_type(random: &mut Rng, levels: usize) -> DataType {
    use DataType::*;
    let plain = [
        Null,
        Boolean,
        Int8,
        Int32,
        Int64,
        Float64,
        Utf8,
        LargeBinary,
        Utf8View,
        BinaryView,
        FixedSizeBinary(0),
        FixedSizeBinary(3),
        FixedSizeBinary(-1),
        FixedSizeBinary(i32::MAX),
        Decimal128(0, 100),
        Decimal256(255, -128),
    ];
    if levels <= 1 || random.u8(..4) == 0 {
        return plain[random.usize(..plain.len())].clone();
    }
    let field = |random: &mut Rng| {
        let nullable = random.bool();
        Arc::new(Field::new("item", data_type(random, levels - 1), nullable))
    };
    match random.u8(..11) {
        0 => List(field(random)),
        1 => LargeList(field(random)),
        2 => ListView(field(random)),
        3 => {
            let sizes = [0, 1, 2, -1, i32::MAX];
            let size = sizes[random.usize(..sizes.len())];
            FixedSizeList(field(random), size)
        }
        4 | 5 => Struct((0..random.usize(..3)).map(|_| field(random)).collect()),
        6 => Map(field(random), random.bool()),
        7 => {
            let pair: Fields = (0..2).map(|_| field(random)).collect();
            let mode = if random.bool() { UnionMode::Dense } else { UnionMode::Sparse };
            let fields = UnionFields::try_new([0, 1], pair.iter().cloned()).unwrap();
            match random.u8(..3) {
                0 => Map(Arc::new(Field::new("entries", Union(fields, mode), false)), false),
                1 => Map(Arc::new(Field::new("entries", Struct(pair), false)), false),
                _ => Union(fields, mode),
            }
        }
        8 => {
            let keys = [Int8, Int32, UInt64][random.usize(..3)].clone();
            Dictionary(Box::new(keys), Box::new(data_type(random, levels - 1)))
        }
        9 => {
            let runs = RunEndEncoded(field(random), field(random));
            Map(Arc::new(Field::new("entries", runs, false)), false)
        }
        _ => {
            let ends = [Int16, Int32, Int64][random.usize(..3)].clone();
            let ends = Arc::new(Field::new("run_ends", ends, random.u8(..5) == 0));
            RunEndEncoded(ends, field(random))
        }
    }
}

/// A message's description of its arrays.
#[derive(Default)]
struct Metadata {
    nodes: Vec<FieldNode>,
    buffers: Vec<Buffer>,
    variadic: Vec<i64>,
    /// The dictionaries' types.
    dictionaries: Vec<DataType>,
}

const BODY: usize = 4096;

fn length(random: &mut Rng, likely: i64) -> i64 {
    let other = [0, 1, 2, 7, 64, 1 << 20, 1 << 31, 1 << 60, i64::MAX, -1, i64::MIN];
    match random.u8(..12) {
        0 => other[random.usize(..other.len())],
        _ => likely,
    }
}

impl Metadata {
    fn buffer(&mut self, random: &mut Rng) {
        let start = random.usize(..BODY / 8) * 8;
        let (start, len) = match random.u8(..8) {
            0 => (0, 0),
            1 => (start, random.usize(..=BODY - start)),
            _ => (start % 512, BODY - start % 512),
        };
        let len = length(random, len as i64);
        let start = if random.u8(..40) == 0 { length(random, -8) } else { start as i64 };
        self.buffers.push(Buffer::new(start, len));
    }

    /// Adds an array of about `len` entries.
    fn add(&mut self, random: &mut Rng, data_type: &DataType, len: i64) {
        use DataType::*;
        let len = length(random, len);
        let nulls = if random.bool() { 0 } else { length(random, 1) };
        self.nodes.push(FieldNode::new(len, nulls));
        let buffers = match data_type {
            Null | RunEndEncoded(_, _) => 0,
            Struct(_) | FixedSizeList(_, _) => 1,
            Union(_, UnionMode::Sparse) => 1,
            Utf8 | LargeUtf8 | Binary | LargeBinary | ListView(_) | LargeListView(_) => 3,
            _ => 2,
        };
        (0..buffers).for_each(|_| self.buffer(random));
        if let Utf8View | BinaryView = data_type {
            let count = length(random, random.clone().i64(0..3));
            self.variadic.push(count);
            (0..count.clamp(0, 3)).for_each(|_| self.buffer(random));
        }
        match data_type {
            List(field) | LargeList(field) | ListView(field) | Map(field, _) => {
                self.add(random, field.data_type(), len.clamp(0, 64));
            }
            FixedSizeList(field, size) => {
                let len = len.saturating_mul(i64::from(*size));
                self.add(random, field.data_type(), len);
            }
            Struct(fields) => {
                fields.iter().for_each(|field| self.add(random, field.data_type(), len));
            }
            Union(fields, _) => {
                fields.iter().for_each(|(_, field)| self.add(random, field.data_type(), len));
            }
            RunEndEncoded(ends, values) => {
                let count = random.i64(0..4);
                self.add(random, ends.data_type(), count);
                self.add(random, values.data_type(), count);
            }
            Dictionary(_, values) => self.dictionaries.push((**values).clone()),
            _ => {}
        }
    }

    fn message(&self, rows: i64, dictionary: Option<(i64, bool)>, body: &[u8]) -> Vec<u8> {
        let mut builder = FlatBufferBuilder::new();
        let nodes = builder.create_vector(&self.nodes);
        let buffers = builder.create_vector(&self.buffers);
        let variadic = builder.create_vector(&self.variadic);
        let mut batch = RecordBatchBuilder::new(&mut builder);
        batch.add_length(rows);
        batch.add_nodes(nodes);
        batch.add_buffers(buffers);
        batch.add_variadicBufferCounts(variadic);
        let batch = batch.finish();
        let (kind, header) = match dictionary {
            None => (MessageHeader::RecordBatch, batch.as_union_value()),
            Some((id, is_delta)) => {
                let mut dictionary = DictionaryBatchBuilder::new(&mut builder);
                dictionary.add_id(id);
                dictionary.add_data(batch);
                dictionary.add_isDelta(is_delta);
                let header = dictionary.finish().as_union_value();
                (MessageHeader::DictionaryBatch, header)
            }
        };
        encapsulated(builder, kind, header, body)
    }
}

fn encapsulated(
    mut builder: FlatBufferBuilder<'_>,
    kind: MessageHeader,
    header: WIPOffset<flatbuffers::UnionWIPOffset>,
    body: &[u8],
) -> Vec<u8> {
    let mut message = MessageBuilder::new(&mut builder);
    message.add_version(MetadataVersion::V5);
    message.add_header_type(kind);
    message.add_header(header);
    message.add_bodyLength(body.len() as i64);
    let message = message.finish();
    builder.finish(message, None);
    let metadata = builder.finished_data();
    let len = (metadata.len() + 8).next_multiple_of(64) - 8;
    let mut bytes = vec![0xff; 4];
    bytes.extend((len as i32).to_le_bytes());
    bytes.extend(metadata);
    bytes.resize(8 + len, 0);
    bytes.extend(body);
    bytes
}

/// Numbers that may be offsets, run ends, keys or views.
fn body(random: &mut Rng) -> Vec<u8> {
    let width = [1, 2, 4, 8][random.usize(..4)];
    let (mut at, step) = (random.i64(0..3), random.i64(0..4));
    let mut bytes = Vec::with_capacity(BODY);
    while bytes.len() < BODY {
        at = (at + step) % (1 << 40);
        let number = match random.u16(..600) {
            0 => random.i64(..),
            1 => -1,
            2 => i64::MAX,
            _ => at,
        };
        bytes.extend(&number.to_le_bytes()[..width]);
    }
    bytes
}

fn schema_message(schema: &Schema) -> Vec<u8> {
    let options = IpcWriteOptions::default();
    let mut tracker = DictionaryTracker::new(false);
    let encoded = IpcDataGenerator::default().schema_to_bytes_with_dictionary_tracker(
        schema,
        &mut tracker,
        &options,
    );
    let mut bytes = Vec::new();
    write_message(&mut bytes, encoded, &options).unwrap();
    bytes
}

/// A stream of a random schema with random batches.
fn stream(random: &mut Rng) -> Vec<u8> {
    let columns = random.usize(1..3);
    let fields = (0..columns).map(|at| {
        let data_type = data_type(random, 4);
        Field::new(at.to_string(), data_type, random.bool())
    });
    let schema = Schema::new(fields.collect::<Vec<_>>());
    let mut bytes = schema_message(&schema);
    let rows = [0, 1, 3, 60, 1 << 60, i64::MAX][random.usize(..6)];
    let mut metadata = Metadata::default();
    for field in schema.fields() {
        metadata.add(random, field.data_type(), rows);
    }
    for (id, data_type) in metadata.dictionaries.iter().enumerate() {
        for is_delta in [false, random.bool()] {
            let mut metadata = Metadata::default();
            let len = [3, 1 << 60][usize::from(random.u8(..4) == 0)];
            metadata.add(random, data_type, len);
            let len = metadata.nodes[0].length();
            bytes.extend(metadata.message(len, Some((id as i64, is_delta)), &body(random)));
        }
    }
    bytes.extend(metadata.message(rows, None, &body(random)));
    bytes
}

/// Returns the schema of a union of that many fields, without type ids.
fn union_without_ids(fields: usize) -> Vec<u8> {
    let mut builder = FlatBufferBuilder::new();
    let children: Vec<_> = (0..fields)
        .map(|_| {
            let data_type = cuda_arrow::arrow_ipc::NullBuilder::new(&mut builder).finish();
            let none = builder.create_vector::<WIPOffset<cuda_arrow::arrow_ipc::Field<'_>>>(&[]);
            let mut field = FieldBuilder::new(&mut builder);
            field.add_type_type(Type::Null);
            field.add_type_(data_type.as_union_value());
            field.add_children(none);
            field.finish()
        })
        .collect();
    let children = builder.create_vector(&children);
    let data_type = UnionBuilder::new(&mut builder).finish();
    let mut field = FieldBuilder::new(&mut builder);
    field.add_type_type(Type::Union);
    field.add_type_(data_type.as_union_value());
    field.add_children(children);
    let field = field.finish();
    let fields = builder.create_vector(&[field]);
    let mut schema = SchemaBuilder::new(&mut builder);
    schema.add_fields(fields);
    let schema = schema.finish();
    encapsulated(builder, MessageHeader::Schema, schema.as_union_value(), &[])
}

on_every_driver! {
    fn malicious_messages_are_errors(device) {
        let manager = MemoryManager::new(&device.stream);
        let (mut whole, mut read) = (0, 0);
        let rounds = rounds() as u64 * 2;
        for seed in 0..rounds {
            let stream = stream(&mut Rng::with_seed(seed));
            whole += u64::from(guarded(&manager, &stream, &("shape", seed)));
            let batches = DeviceStreamReader::from_host(&manager, &stream[..]).and_then(Iterator::collect::<Result<Vec<_>, _>>);
            read += u64::from(batches.is_ok());
        }
        // Some are valid but unusual, and some are wrong only in their buffers.
        assert!(whole > rounds / 50 && read > whole && read < rounds / 2, "{whole} and {read} of {rounds}");
    }

    fn types_that_a_message_cannot_encode_are_errors(device) {
        let manager = MemoryManager::new(&device.stream);
        let boxed = |keys, values| DataType::Dictionary(Box::new(keys), Box::new(values));
        let words = || boxed(DataType::Int8, DataType::Utf8);
        let wrong = [
            boxed(DataType::Utf8, DataType::Int8),
            boxed(words(), DataType::Int8),
            boxed(DataType::Int8, words()),
            DataType::new_list(boxed(DataType::Float32, DataType::Int8), true),
        ];
        for data_type in wrong {
            let schema = Schema::new(vec![Field::new("x", data_type.clone(), true)]);
            for error in [
                StreamSchema::new(&schema).map(drop).unwrap_err(),
                manager.serialize_schema(&schema).map(drop).unwrap_err(),
                DeviceStreamWriter::new(&manager, Vec::new(), &schema).map(drop).unwrap_err(),
            ] {
                assert!(error.to_string().contains("Dictionary("), "{data_type}: {error}");
            }
        }
        // The values of a dictionary may contain other dictionaries.
        let schema = Schema::new(vec![Field::new("x", boxed(DataType::Int8, DataType::new_list(words(), true)), true)]);
        assert_eq!(StreamSchema::new(&schema).unwrap().schema().as_ref(), &schema);
    }

    fn overlapping_buffers_allocate_no_memory(device) {
        let manager = MemoryManager::new(&device.stream);
        let fields: Vec<_> = (0..2000).map(|at| Field::new(at.to_string(), DataType::Boolean, true)).collect();
        let schema = Schema::new(fields);
        let mut metadata = Metadata::default();
        for _ in schema.fields() {
            metadata.nodes.push(FieldNode::new(8 * BODY as i64, 0));
            metadata.buffers.extend([Buffer::new(0, 0), Buffer::new(0, BODY as i64)]);
        }
        let mut bytes = schema_message(&schema);
        bytes.extend(metadata.message(8 * BODY as i64, None, &[0; BODY]));
        for read in read_both(&manager, &bytes) {
            let error = read.map(|batches| batches.len()).unwrap_err();
            assert!(error.to_string().contains("8192000 bytes together, and its body has 4096"), "{error}");
        }
    }

    fn a_union_of_too_many_fields_is_an_error(device) {
        let manager = MemoryManager::new(&device.stream);
        for (fields, is_fine) in [(3, true), (128, true), (129, false), (1000, false)] {
            let bytes = union_without_ids(fields);
            let read = DeviceStreamReader::from_host(&manager, &bytes[..]);
            assert_eq!(read.is_ok(), is_fine, "{fields} fields");
            if let Err(error) = read {
                assert!(error.to_string().contains(&format!("{fields} fields")), "{error}");
            }
        }
    }
}
