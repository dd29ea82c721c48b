//! Round trips of random arrays, sliced and nested, through every means of exchange.

use std::io::Cursor;
use std::sync::Arc;

use cuda_arrow::arrow_array::{
    Array, ArrayRef, RecordBatch, RecordBatchOptions, StructArray, make_array,
};
use cuda_arrow::arrow_buffer::{BooleanBuffer, Buffer, NullBuffer};
use cuda_arrow::arrow_data::ArrayData;
use cuda_arrow::arrow_ipc::reader::StreamReader;
use cuda_arrow::arrow_ipc::writer::StreamWriter;
use cuda_arrow::arrow_schema::{
    DataType, Field, Fields, IntervalUnit, Schema, TimeUnit, UnionFields, UnionMode,
};
use cuda_arrow::{ArrayParts, DeviceArray, DeviceRecordBatch, DeviceStreamWriter, MemoryManager};
use fastrand::Rng;

use crate::device::on_every_driver;
use crate::messages::{read_both, read_host};

/// A type without children.
fn plain(random: &mut Rng) -> DataType {
    use DataType::*;
    let types = [
        Null,
        Boolean,
        Int8,
        Int16,
        Int32,
        Int64,
        UInt8,
        UInt16,
        UInt32,
        UInt64,
        Float16,
        Float32,
        Float64,
        Date32,
        Date64,
        Time32(TimeUnit::Second),
        Time64(TimeUnit::Nanosecond),
        Timestamp(TimeUnit::Millisecond, None),
        Timestamp(TimeUnit::Second, Some("Asia/Tokyo".into())),
        Duration(TimeUnit::Microsecond),
        Interval(IntervalUnit::YearMonth),
        Interval(IntervalUnit::DayTime),
        Interval(IntervalUnit::MonthDayNano),
        Decimal32(9, 2),
        Decimal64(18, 2),
        Decimal128(38, -2),
        Decimal256(76, 5),
        Binary,
        LargeBinary,
        Utf8,
        LargeUtf8,
        BinaryView,
        Utf8View,
        FixedSizeBinary(0),
        FixedSizeBinary(1),
        FixedSizeBinary(5),
    ];
    types[random.usize(..types.len())].clone()
}

fn item(data_type: DataType) -> Arc<Field> {
    Arc::new(Field::new("item", data_type, true))
}

/// A type of at most `levels` levels.
fn data_type(random: &mut Rng, levels: usize) -> DataType {
    use DataType::*;
    if levels <= 1 || random.u8(..3) == 0 {
        return plain(random);
    }
    let child = |random: &mut Rng| item(data_type(random, levels - 1));
    match random.u8(..12) {
        0 => List(child(random)),
        1 => LargeList(child(random)),
        2 => ListView(child(random)),
        3 => LargeListView(child(random)),
        4 => FixedSizeList(child(random), random.i32(0..4)),
        5 | 6 => {
            let count = random.usize(..4);
            let fields = (0..count)
                .map(|at| Field::new(at.to_string(), data_type(random, levels - 1), true));
            Struct(fields.collect())
        }
        7 => {
            let keys = if random.bool() { Utf8 } else { Int32 };
            let fields = [
                Field::new("key", keys, false),
                Field::new("value", data_type(random, levels - 1), true),
            ];
            let entries = Struct(Fields::from(fields.to_vec()));
            Map(Arc::new(Field::new("entries", entries, false)), false)
        }
        8 => {
            let count = random.usize(1..4);
            let fields: Vec<Field> = (0..count)
                .map(|at| Field::new(at.to_string(), data_type(random, levels - 1), true))
                .collect();
            let ids = [3i8, 0, 9];
            let fields = UnionFields::try_new(ids[..count].iter().copied(), fields).unwrap();
            Union(fields, if random.bool() { UnionMode::Dense } else { UnionMode::Sparse })
        }
        9 | 10 => {
            let keys = [Int8, Int16, Int32, Int64, UInt8, UInt16, UInt32, UInt64];
            let values = loop {
                match data_type(random, levels - 1) {
                    Dictionary(_, _) | Null => {}
                    values => break values,
                }
            };
            Dictionary(Box::new(keys[random.usize(..keys.len())].clone()), Box::new(values))
        }
        _ => {
            let ends = [Int16, Int32, Int64][random.usize(..3)].clone();
            let values = Field::new("values", data_type(random, levels - 1), true);
            RunEndEncoded(Arc::new(Field::new("run_ends", ends, false)), Arc::new(values))
        }
    }
}

fn nulls(random: &mut Rng, len: usize) -> Option<NullBuffer> {
    let (lead, kind) = (random.usize(..11), random.u8(..6));
    let bits = (0..lead + len).map(|_| match kind {
        0 => true,
        1 => false,
        _ => random.u8(..4) > 0,
    });
    let nulls = NullBuffer::from_iter(bits.collect::<Vec<_>>());
    (kind != 2 && kind != 3).then(|| nulls.slice(lead, len))
}

/// `len` entries of a larger array.
fn array(random: &mut Rng, data_type: &DataType, len: usize) -> ArrayRef {
    let (lead, rest) = match random.u8(..3) {
        0 => (0, 0),
        1 => (random.usize(..13), 0),
        _ => (random.usize(..13), random.usize(..9)),
    };
    whole(random, data_type, lead + len + rest).slice(lead, len)
}

/// The bytes of a number of `width` bytes.
fn number(value: usize, width: usize) -> Vec<u8> {
    (value as u64).to_le_bytes()[..width].to_vec()
}

/// Where `len` lists begin and end.
fn offsets(random: &mut Rng, len: usize) -> Vec<usize> {
    let mut at = if random.bool() { 0 } else { random.usize(..7) };
    let each = random.usize(1..5);
    let mut offsets = vec![at];
    for _ in 0..len {
        at += random.usize(..each);
        offsets.push(at);
    }
    offsets
}

fn buffer(numbers: &[usize], width: usize) -> Buffer {
    let bytes: Vec<u8> = numbers.iter().flat_map(|at| number(*at, width)).collect();
    Buffer::from_vec(bytes)
}

fn text(random: &mut Rng) -> String {
    let len = if random.bool() { random.usize(..9) } else { random.usize(9..30) };
    (0..len).map(|_| random.alphanumeric()).collect()
}

/// `len` entries from the first on.
#[expect(clippy::too_many_lines, reason = "a row for each type")]
fn whole(random: &mut Rng, data_type: &DataType, len: usize) -> ArrayRef {
    use DataType::*;
    let builder = ArrayData::builder(data_type.clone()).len(len);
    let bytes = |random: &mut Rng, len: usize| {
        let bytes: Vec<u8> = (0..len).map(|_| random.u8(..)).collect();
        Buffer::from_vec(bytes)
    };
    let builder = match data_type {
        Null => builder,
        Boolean => builder.nulls(nulls(random, len)).add_buffer(bytes(random, len.div_ceil(8) + 1)),
        Utf8 | LargeUtf8 | Binary | LargeBinary => {
            let offsets = offsets(random, len);
            let end = offsets[len];
            let text: String = (0..end).map(|_| random.alphanumeric()).collect();
            let width = if matches!(data_type, Utf8 | Binary) { 4 } else { 8 };
            builder
                .nulls(nulls(random, len))
                .add_buffer(buffer(&offsets, width))
                .add_buffer(Buffer::from_vec(text.into_bytes()))
        }
        Utf8View | BinaryView => {
            let (mut views, mut behind) = (Vec::new(), vec![Vec::<u8>::new(); 2]);
            for _ in 0..len {
                let text = text(random);
                let mut view = number(text.len(), 4);
                if text.len() <= 12 {
                    view.extend(text.as_bytes());
                } else {
                    let which = random.usize(..behind.len());
                    view.extend(&text.as_bytes()[..4]);
                    view.extend(number(which, 4));
                    view.extend(number(behind[which].len(), 4));
                    behind[which].extend(text.as_bytes());
                }
                view.resize(16, 0);
                views.extend(view);
            }
            let behind = behind.into_iter().map(Buffer::from_vec);
            builder
                .nulls(nulls(random, len))
                .add_buffer(Buffer::from_vec(views))
                .add_buffers(behind)
        }
        FixedSizeBinary(size) => {
            let bytes = bytes(random, len * *size as usize);
            builder.nulls(nulls(random, len)).add_buffer(bytes)
        }
        List(field) | LargeList(field) | Map(field, _) => {
            let offsets = offsets(random, len);
            let width = if matches!(data_type, LargeList(_)) { 8 } else { 4 };
            let more = random.usize(..3);
            let child = match field.data_type() {
                // Entries and keys of maps are never null.
                Struct(fields) if matches!(data_type, Map(_, _)) => {
                    entries(random, fields, offsets[len] + more)
                }
                other => array(random, other, offsets[len] + more),
            };
            builder
                .nulls(nulls(random, len))
                .add_buffer(buffer(&offsets, width))
                .add_child_data(child.to_data())
        }
        ListView(field) | LargeListView(field) => {
            let width = if matches!(data_type, LargeListView(_)) { 8 } else { 4 };
            let count = random.usize(..20);
            let child = array(random, field.data_type(), count);
            let starts: Vec<usize> = (0..len).map(|_| random.usize(..=count)).collect();
            let sizes: Vec<usize> = starts.iter().map(|at| random.usize(..=count - at)).collect();
            builder
                .nulls(nulls(random, len))
                .add_buffer(buffer(&starts, width))
                .add_buffer(buffer(&sizes, width))
                .add_child_data(child.to_data())
        }
        FixedSizeList(field, size) => {
            let count = len * *size as usize + random.usize(..3);
            let child = array(random, field.data_type(), count);
            builder.nulls(nulls(random, len)).add_child_data(child.to_data())
        }
        Struct(fields) => {
            let mut builder = builder.nulls(nulls(random, len));
            for field in fields {
                builder = builder.add_child_data(array(random, field.data_type(), len).to_data());
            }
            builder
        }
        Union(fields, mode) => {
            let picks: Vec<usize> = (0..len).map(|_| random.usize(..fields.len())).collect();
            let ids: Vec<i8> = fields.iter().map(|(id, _)| id).collect();
            let types: Vec<u8> = picks.iter().map(|pick| ids[*pick] as u8).collect();
            let mut builder = builder.add_buffer(Buffer::from_vec(types));
            let mut counts = vec![0; fields.len()];
            let places: Vec<usize> = picks
                .iter()
                .map(|pick| {
                    counts[*pick] += 1;
                    counts[*pick] - 1
                })
                .collect();
            if *mode == UnionMode::Dense {
                builder = builder.add_buffer(buffer(&places, 4));
            }
            for ((_, field), count) in fields.iter().zip(counts) {
                let count = if *mode == UnionMode::Dense { count } else { len };
                builder = builder.add_child_data(array(random, field.data_type(), count).to_data());
            }
            builder
        }
        Dictionary(keys, values) => {
            let count = random.usize(..9);
            let values = array(random, values, count);
            let keys_of: Vec<usize> =
                (0..len).map(|_| if count == 0 { 0 } else { random.usize(..count) }).collect();
            let nulls = match count {
                0 => Some(NullBuffer::new_null(len)),
                _ => nulls(random, len),
            };
            builder
                .nulls(nulls)
                .add_buffer(buffer(&keys_of, keys.primitive_width().unwrap()))
                .add_child_data(values.to_data())
        }
        RunEndEncoded(ends, values) => {
            let (mut at, mut run_ends) = (0, Vec::new());
            while at < len {
                at = len.min(at + random.usize(1..6));
                run_ends.push(at);
            }
            let width = ends.data_type().primitive_width().unwrap();
            let run_ends = ArrayData::builder(ends.data_type().clone())
                .len(run_ends.len())
                .add_buffer(buffer(&run_ends, width))
                .align_buffers(true)
                .build()
                .unwrap();
            let values = array(random, values.data_type(), run_ends.len());
            builder.add_child_data(run_ends).add_child_data(values.to_data())
        }
        other => {
            let bytes = bytes(random, len * other.primitive_width().unwrap());
            builder.nulls(nulls(random, len)).add_buffer(bytes)
        }
    };
    make_array(builder.align_buffers(true).build().unwrap())
}

/// Pairs of a map, of which no key is null.
fn entries(random: &mut Rng, fields: &Fields, len: usize) -> ArrayRef {
    let keys = whole(random, fields[0].data_type(), len).to_data();
    let keys = make_array(keys.into_builder().nulls(None).build().unwrap());
    let values = array(random, fields[1].data_type(), len);
    Arc::new(StructArray::new(fields.clone(), vec![keys, values], None))
}

fn batch(random: &mut Rng) -> RecordBatch {
    let rows = [0, 1, 2, 9, 30, 70][random.usize(..6)];
    let columns = random.usize(..5);
    let types: Vec<DataType> = (0..columns).map(|_| data_type(random, 4)).collect();
    let fields = types.iter().enumerate();
    let fields = fields.map(|(at, ty)| Field::new(format!("column {at}"), ty.clone(), true));
    let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
    let columns = types.iter().map(|ty| array(random, ty, rows)).collect();
    let options = RecordBatchOptions::new().with_row_count(Some(rows));
    RecordBatch::try_new_with_options(schema, columns, &options).unwrap()
}

/// Copies the parts of an array to the device unchanged, including offsets.
fn as_it_is(manager: &MemoryManager, data: &ArrayData, is_counted: bool) -> ArrayParts {
    let copy = |buffer: &Buffer| manager.copy_from_host(buffer).unwrap();
    let nulls = data.nulls().map(|nulls| {
        let before = core::iter::repeat_n(true, data.offset());
        BooleanBuffer::from_iter(before.chain(nulls.iter()))
    });
    let (dictionary, children) = match data.data_type() {
        DataType::Dictionary(_, _) => (data.child_data().first(), &[][..]),
        _ => (None, data.child_data()),
    };
    let counted = |data: &ArrayData| as_it_is(manager, data, is_counted);
    ArrayParts {
        data_type: data.data_type().clone(),
        len: data.len(),
        offset: data.offset(),
        null_count: (is_counted || data.nulls().is_none()).then(|| data.null_count()),
        nulls: nulls.map(|nulls| copy(nulls.inner())),
        buffers: data.buffers().iter().map(copy).collect(),
        children: children.iter().map(counted).collect(),
        dictionary: dictionary.map(|values| Box::new(counted(values))),
    }
}

fn rounds() -> u64 {
    cuda_rust::options::number("rounds", 150)
}

/// The stream that arrow-rs writes of batches; `None` if it fails, or reads other batches back.
fn stream_by_arrow(batches: &[RecordBatch]) -> Option<Vec<u8>> {
    let mut writer = StreamWriter::try_new(Vec::new(), &batches[0].schema()).ok()?;
    for batch in batches {
        writer.write(batch).ok()?;
    }
    let bytes = writer.into_inner().ok()?;
    let read = StreamReader::try_new(Cursor::new(&bytes), None).ok()?;
    let read: Vec<_> = read.collect::<Result<_, _>>().ok()?;
    (read == batches).then_some(bytes)
}

fn compare(found: &RecordBatch, expected: &RecordBatch, way: &str, seed: u64) {
    assert_eq!(found.schema(), expected.schema(), "{way}, seed {seed}");
    assert_eq!(found.num_rows(), expected.num_rows(), "{way}, seed {seed}");
    for (found, expected) in found.columns().iter().zip(expected.columns()) {
        let data_type = expected.data_type();
        assert_eq!(found, expected, "{way}, seed {seed}: {data_type}");
    }
}

on_every_driver! {
    fn random_arrays_survive_every_round_trip(device) {
        let manager = MemoryManager::new(&device.stream);
        let other = MemoryManager::new(&device.context.stream().unwrap());
        let mut without_arrow = 0;
        for seed in 0..rounds() {
            let mut random = Rng::with_seed(seed);
            let host = batch(&mut random);
            let there = manager.upload(&host).unwrap();
            compare(&there.to_host().unwrap(), &host, "up and down", seed);
            let start = random.usize(..=host.num_rows());
            let len = random.usize(..=host.num_rows() - start);
            let (part, expected) = (there.slice(start, len).unwrap(), host.slice(start, len));
            compare(&part.to_host().unwrap(), &expected, "a slice", seed);
            for (column, expected) in part.columns().iter().zip(expected.columns()) {
                assert_eq!(&column.to_host().unwrap(), expected, "a column, seed {seed}");
                let count = expected.to_data().null_count();
                assert_eq!(column.null_count().unwrap(), count, "seed {seed}: {}", column.data_type());
            }
            // A stream that this crate writes, and that arrow-rs and this crate read.
            let mut writer = DeviceStreamWriter::new(&manager, Vec::new(), &host.schema()).unwrap();
            for batch in [&there, &part] {
                writer.write(batch).unwrap();
            }
            let bytes = writer.finish().unwrap();
            let read = read_host(&bytes);
            compare(&read[0], &host, "written, and read by arrow-rs", seed);
            compare(&read[1], &expected, "a slice written, and read by arrow-rs", seed);
            for read in read_both(&manager, &bytes) {
                let read = read.unwrap();
                compare(&read[0].to_host().unwrap(), &host, "written and read", seed);
                compare(&read[1].to_host().unwrap(), &expected, "a slice written and read", seed);
            }
            // With the offsets of the host arrays and their children, as other libraries export them.
            let columns = host.columns().iter().map(|column| {
                let parts = as_it_is(&manager, &column.to_data(), random.bool());
                DeviceArray::try_new(parts).unwrap()
            });
            let rows = host.num_rows();
            let raw = DeviceRecordBatch::try_new(&manager, host.schema(), columns.collect(), rows).unwrap();
            compare(&raw.to_host().unwrap(), &host, "as it is", seed);
            let raw_part = raw.slice(start, len).unwrap();
            compare(&raw_part.to_host().unwrap(), &expected, "a slice as it is", seed);
            let mut writer = DeviceStreamWriter::new(&manager, Vec::new(), &host.schema()).unwrap();
            for batch in [&raw, &raw_part, &raw.copy_to(&manager).unwrap().slice(start, len).unwrap()] {
                writer.write(batch).unwrap();
            }
            let read = read_host(&writer.finish().unwrap());
            compare(&read[0], &host, "written as it is", seed);
            compare(&read[1], &expected, "a slice written as it is", seed);
            compare(&read[2], &expected, "a slice of a copy written as it is", seed);
            // The C Device interface.
            for (batch, expected) in [(&there, &host), (&part, &expected), (&raw, &host), (&raw_part, &expected)] {
                let (array, schema) = batch.export().unwrap();
                // SAFETY: it was just exported.
                let back = unsafe { other.import(array, &schema) }.unwrap();
                compare(&back.to_host().unwrap(), expected, "exported and imported", seed);
            }
            // A stream that arrow-rs writes, if it supports the type.
            let Some(bytes) = stream_by_arrow(&[host.clone(), expected.clone()]) else {
                without_arrow += 1;
                continue;
            };
            for read in read_both(&manager, &bytes) {
                let read = read.unwrap();
                compare(&read[0].to_host().unwrap(), &host, "written by arrow-rs", seed);
                compare(&read[1].to_host().unwrap(), &expected, "a slice written by arrow-rs", seed);
                let part = read[0].slice(start, len).unwrap();
                compare(&part.to_host().unwrap(), &expected, "a slice of what arrow-rs wrote", seed);
            }
        }
        assert!(without_arrow * 5 < rounds(), "arrow-rs can't write {without_arrow} of {}", rounds());
    }
}
