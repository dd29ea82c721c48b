//! Messages and streams, read from and written to the device.

use std::io::Cursor;
use std::slice::from_ref;
use std::sync::Arc;

use cuda_arrow::arrow_array::{
    ArrayRef, DictionaryArray, Int32Array, RecordBatch, types::Int32Type,
};
use cuda_arrow::arrow_ipc::CompressionType;
use cuda_arrow::arrow_ipc::reader::StreamReader;
use cuda_arrow::arrow_ipc::writer::{IpcWriteOptions, StreamWriter};
use cuda_arrow::arrow_schema::{DataType, Field, Schema};
use cuda_arrow::{
    ArrayParts, DeviceArray, DeviceRecordBatch, DeviceStreamReader, DeviceStreamWriter,
    Dictionaries, Error, IpcError, MemoryManager, Message, MessageKind, StreamSchema,
};
use cuda_driver::driver::Symbol;

use crate::batches::narrow;
use crate::device::on_every_driver;
use crate::{instrumented, samples};

pub fn stream_of(batches: &[RecordBatch]) -> Vec<u8> {
    let mut writer = StreamWriter::try_new(Vec::new(), &batches[0].schema()).unwrap();
    batches.iter().for_each(|batch| writer.write(batch).unwrap());
    writer.into_inner().unwrap()
}

pub fn read_host(bytes: &[u8]) -> Vec<RecordBatch> {
    StreamReader::try_new(Cursor::new(bytes), None).unwrap().map(Result::unwrap).collect()
}

/// Returns the batches of a stream, from the device and from the host.
pub fn read_both(
    manager: &MemoryManager,
    bytes: &[u8],
) -> [Result<Vec<DeviceRecordBatch>, Error>; 2] {
    let on_device = manager.copy_from_host(bytes).and_then(DeviceStreamReader::new);
    [
        on_device.and_then(Iterator::collect),
        DeviceStreamReader::from_host(manager, bytes).and_then(Iterator::collect),
    ]
}

fn to_host(batches: &[DeviceRecordBatch]) -> Vec<RecordBatch> {
    batches.iter().map(|batch| batch.to_host().unwrap()).collect()
}

/// A stream whose bodies are compressed.
pub fn compressed_by(codec: CompressionType, batches: &[RecordBatch]) -> Vec<u8> {
    let options = IpcWriteOptions::default();
    let options = options.try_with_compression(Some(codec));
    let schema = batches[0].schema();
    let mut writer =
        StreamWriter::try_new_with_options(Vec::new(), &schema, options.unwrap()).unwrap();
    batches.iter().for_each(|batch| writer.write(batch).unwrap());
    writer.into_inner().unwrap()
}

fn dictionary(words: &[&str]) -> RecordBatch {
    let array: DictionaryArray<Int32Type> = words.iter().copied().collect();
    RecordBatch::try_from_iter([("word", Arc::new(array) as ArrayRef)]).unwrap()
}

on_every_driver! {
    fn a_stream_of_every_type_is_read_from_device_and_host(device) {
        let manager = MemoryManager::new(&device.stream);
        let all = samples::all_types(100);
        let batches = [all.clone(), all.slice(10, 33), all.slice(0, 0), all.slice(99, 1)];
        let bytes = stream_of(&batches);
        for read in read_both(&manager, &bytes) {
            assert_eq!(to_host(&read.unwrap()), batches);
        }
        // Without an end-of-stream marker, the stream ends with the bytes.
        for read in read_both(&manager, &bytes[..bytes.len() - 8]) {
            assert_eq!(read.unwrap().len(), 4);
        }
    }

    /// The last column has no buffers after its own.
    fn a_column_of_each_type_is_read_alone(device) {
        let manager = MemoryManager::new(&device.stream);
        let all = samples::all_types(100);
        for at in 0..all.num_columns() {
            let alone = all.project(&[at]).unwrap();
            for read in read_both(&manager, &stream_of(from_ref(&alone))) {
                assert_eq!(to_host(&read.unwrap()), from_ref(&alone));
            }
        }
    }

    fn a_message_is_read_by_at_most_two_copies_to_the_host(device) {
        let (instrument, manager) = instrumented(device);
        for (columns, copies) in [(1, 1), (10, 1), (3000, 2)] {
            let host = narrow(columns, 100);
            let schema = StreamSchema::new(&host.schema()).unwrap();
            let buffer = manager.serialize_host(&host).unwrap();
            instrument.reset();
            let message = Message::read(&buffer).unwrap();
            let batch = message.record_batch(&schema, &Dictionaries::new()).unwrap();
            assert_eq!(instrument.calls(Symbol::cuMemcpyDtoHAsync_v2), copies);
            assert_eq!(instrument.calls(Symbol::cuMemAllocAsync) + instrument.calls(Symbol::cuMemcpyHtoDAsync_v2), 0);
            assert!(batch.columns()[0].buffers()[0].same_allocation(&buffer));
            assert_eq!(message.encapsulated_len(), buffer.len());
            assert_eq!(batch.to_host().unwrap(), host);
        }
    }

    fn device_columns_are_written_without_copies_to_the_host(device) {
        let (instrument, manager) = instrumented(device);
        let host = samples::all_types(100);
        let batch = manager.upload(&host).unwrap();
        manager.serialize(&batch).unwrap();
        device.context.with_current(|| {
            instrument.reset();
            let message = manager.serialize(&batch).unwrap();
            // The ranges of nested arrays, and the last run end.
            assert_eq!(instrument.calls(Symbol::cuMemcpyDtoHAsync_v2), 2);
            assert_eq!(instrument.calls(Symbol::cuLaunchKernel), 2);
            assert!(message.len() > 1000);
        }).unwrap();
    }

    fn a_sliced_batch_is_written_like_an_unsliced_one(device) {
        let manager = MemoryManager::new(&device.stream);
        let host = samples::all_types(100);
        let batch = manager.upload(&host).unwrap();
        for (start, len) in [(0, 100), (0, 7), (3, 50), (64, 36), (17, 0), (99, 1)] {
            let mut writer = DeviceStreamWriter::new(&manager, Vec::new(), &host.schema()).unwrap();
            writer.write(&batch.slice(start, len).unwrap()).unwrap();
            let bytes = writer.finish().unwrap();
            let expected = host.slice(start, len);
            let read = read_host(&bytes);
            for (at, column) in expected.columns().iter().enumerate() {
                let name = expected.schema().field(at).name().clone();
                assert_eq!(read[0].column(at), column, "{name} {start} {len}");
            }
            assert_eq!(read, core::slice::from_ref(&expected), "{start} {len}");
            // The same bytes as for that part alone.
            let whole = manager.upload(&expected).unwrap();
            let (part, whole) = (manager.serialize(&batch.slice(start, len).unwrap()).unwrap(), manager.serialize(&whole).unwrap());
            let schema = StreamSchema::new(&host.schema()).unwrap();
            let sizes = [&part, &whole].map(|buffer| Message::read(buffer).unwrap().body().len());
            assert!(sizes[0] <= sizes[1] + 64 * host.num_columns(), "{sizes:?}");
            drop(schema);
        }
    }

    fn messages_written_on_the_host_are_read_on_the_device(device) {
        let manager = MemoryManager::new(&device.stream);
        let host = samples::all_types(50);
        let indices: Vec<usize> = (0..host.num_columns()).filter(|at| host.schema().field(*at).name() != "words").collect();
        let host = host.project(&indices).unwrap();
        let schema = Message::read(&manager.serialize_schema(&host.schema()).unwrap()).unwrap();
        assert_eq!(schema.kind(), MessageKind::Schema);
        let schema = schema.schema().unwrap();
        assert_eq!(schema.schema(), &host.schema());
        for buffer in [manager.serialize_host(&host).unwrap(), manager.serialize(&manager.upload(&host).unwrap()).unwrap()] {
            let message = Message::read(&buffer).unwrap();
            assert_eq!(message.kind(), MessageKind::RecordBatch);
            let batch = message.record_batch(&schema, &Dictionaries::new()).unwrap();
            assert_eq!(batch.to_host().unwrap(), host);
            let Err(Error::Ipc(IpcError::Kind { expected, found })) = message.schema() else { panic!() };
            assert_eq!((expected, found), (MessageKind::Schema, MessageKind::RecordBatch));
        }
    }

    fn files_of_other_formats_are_named(device) {
        let manager = MemoryManager::new(&device.stream);
        let begins: [(&[u8], _); 6] = [
            (b"ARROW1\0\0", "Arrow file"),
            (b"FEA1", "Feather"),
            (b"PAR1", "Parquet"),
            (b"\x1f\x8b\x08\x08", "gzip"),
            (b"\x28\xb5\x2f\xfd", "Zstandard"),
            (b"\x04\x22\x4d\x18", "LZ4"),
        ];
        for (begin, format) in begins {
            let mut bytes = begin.to_vec();
            bytes.resize(64, 7);
            for read in read_both(&manager, &bytes) {
                let error = read.unwrap_err();
                let Error::Ipc(IpcError::Format { .. }) = error else { panic!("{error}") };
                assert!(error.to_string().contains(format), "{error}");
            }
        }
    }

    fn dictionaries_can_be_replaced_and_are_written_once(device) {
        let manager = MemoryManager::new(&device.stream);
        let batches = [dictionary(&["a", "b"]), dictionary(&["c", "a", "c"])];
        for read in read_both(&manager, &stream_of(&batches)) {
            assert_eq!(to_host(&read.unwrap()), batches);
        }
        let there: Vec<_> = batches.iter().map(|batch| manager.upload(batch).unwrap()).collect();
        let mut writer = DeviceStreamWriter::new(&manager, Vec::new(), &batches[0].schema()).unwrap();
        for batch in [&there[0], &there[0].slice(1, 1).unwrap(), &there[1]] {
            writer.write(batch).unwrap();
        }
        let bytes = writer.finish().unwrap();
        let kinds = kinds(&manager, &bytes);
        use MessageKind::{DictionaryBatch, RecordBatch, Schema};
        assert_eq!(kinds, [Schema, DictionaryBatch, RecordBatch, RecordBatch, DictionaryBatch, RecordBatch]);
        assert_eq!(read_host(&bytes), [batches[0].clone(), batches[0].slice(1, 1), batches[1].clone()]);
    }

    fn another_slice_of_a_dictionarys_memory_is_written_again(device) {
        let manager = MemoryManager::new(&device.stream);
        let bytes: Vec<u8> = (0..5i32).flat_map(i32::to_le_bytes).collect();
        let (numbers, keys) = (manager.copy_from_host(&bytes).unwrap(), manager.copy_from_host(&[0, 1, 2, 3]).unwrap());
        let parts = |data_type: DataType, offset, buffers| ArrayParts {
            data_type, len: 4, offset, null_count: Some(0), nulls: None, buffers, children: Vec::new(), dictionary: None,
        };
        let pair = DataType::Struct(vec![Field::new("x", DataType::Int32, true)].into());
        let data_type = DataType::Dictionary(Box::new(DataType::Int8), Box::new(pair.clone()));
        let schema = Arc::new(Schema::new(vec![Field::new("column", data_type.clone(), true)]));
        let batch = |offset| {
            let mut values = parts(pair.clone(), 0, Vec::new());
            values.children.push(parts(DataType::Int32, offset, vec![numbers.clone()]));
            let mut column = parts(data_type.clone(), 0, vec![keys.clone()]);
            column.dictionary = Some(Box::new(values));
            let column = DeviceArray::try_new(column).unwrap();
            DeviceRecordBatch::try_new(&manager, schema.clone(), vec![column], 4).unwrap()
        };
        let mut writer = DeviceStreamWriter::new(&manager, Vec::new(), &schema).unwrap();
        let batches = [batch(0), batch(1)];
        batches.iter().for_each(|batch| writer.write(batch).unwrap());
        let read = read_host(&writer.finish().unwrap());
        assert_eq!(read, to_host(&batches));
        assert_ne!(read[0], read[1]);
    }

    fn a_batch_without_its_dictionary_is_an_error(device) {
        let manager = MemoryManager::new(&device.stream);
        let host = dictionary(&["a", "b"]);
        let batch = manager.upload(&host).unwrap();
        let schema = StreamSchema::new(&host.schema()).unwrap();
        let message = Message::read(&manager.serialize(&batch).unwrap()).unwrap();
        let Err(Error::Ipc(IpcError::NoDictionary { id })) = message.record_batch(&schema, &Dictionaries::new()) else { panic!() };
        let mut dictionaries = Dictionaries::new();
        let values = batch.columns()[0].dictionary().unwrap();
        let values = Message::read(&manager.serialize_dictionary(id, &values).unwrap()).unwrap();
        values.read_dictionary(&schema, &mut dictionaries).unwrap();
        assert_eq!(message.record_batch(&schema, &dictionaries).unwrap().to_host().unwrap(), host);
    }

    fn compressed_bodies_are_decompressed_on_the_host(device) {
        let manager = MemoryManager::new(&device.stream);
        let all = samples::all_types(100);
        let batches = [all.clone(), all.slice(10, 33), all.slice(0, 0)];
        for codec in [CompressionType::LZ4_FRAME, CompressionType::ZSTD] {
            for read in read_both(&manager, &compressed_by(codec, &batches)) {
                assert_eq!(to_host(&read.unwrap()), batches);
            }
        }
    }

    fn compressed_buffers_with_a_wrong_length_are_errors(device) {
        let manager = MemoryManager::new(&device.stream);
        let values = Arc::new(Int32Array::from(vec![7; 1000])) as ArrayRef;
        for (codec, name) in [(CompressionType::LZ4_FRAME, "LZ4 frames"), (CompressionType::ZSTD, "Zstandard")] {
            let batch = RecordBatch::try_from_iter([("x", values.clone())]).unwrap();
            let bytes = compressed_by(codec, &[batch]);
            // The length in the only compressed buffer.
            let at = bytes.windows(8).rposition(|window| window == 4000i64.to_le_bytes()).unwrap();
            for length in [-2, 1, 3999, 4001, 1 << 26, 1 << 60, i64::MAX, i64::MIN] {
                let mut bytes = bytes.clone();
                bytes[at..at + 8].copy_from_slice(&length.to_le_bytes());
                for read in read_both(&manager, &bytes) {
                    let error = read.unwrap_err();
                    assert!(matches!(error, Error::Ipc(IpcError::Decompression { index: 1, .. })), "{length}: {error}");
                    assert!(error.to_string().contains(&format!("buffer 1 of the message can't be decompressed by {name}")), "{error}");
                }
            }
            // As if it weren't compressed, and as if it were empty.
            for length in [-1, 0] {
                let mut bytes = bytes.clone();
                bytes[at..at + 8].copy_from_slice(&(length as i64).to_le_bytes());
                for read in read_both(&manager, &bytes) {
                    assert!(matches!(read, Err(Error::Invalid { .. })));
                }
            }
        }
    }

    fn a_codec_that_is_not_known_is_named(device) {
        let manager = MemoryManager::new(&device.stream);
        // LZ4 is 0, which metadata leave out; Zstandard is 1.
        let bytes = include_bytes!("../data/compressed.arrows");
        let mut reader = read_both(&manager, bytes).into_iter();
        assert_eq!(to_host(&reader.next().unwrap().unwrap()).len(), 1);
        let mut named = 0;
        for at in 0..bytes.len() {
            let mut bytes = bytes.to_vec();
            bytes[at] = match bytes[at] {
                1 => 5,
                _ => continue,
            };
            for read in read_both(&manager, &bytes) {
                let Err(Error::Ipc(error @ IpcError::Compressed { .. })) = read else { continue };
                assert!(error.to_string().starts_with("the body is compressed by codec 5: "), "{error}");
                named += 1;
            }
        }
        assert_eq!(named, 2);
    }

    fn the_end_of_a_stream_is_reported(device) {
        let manager = MemoryManager::new(&device.stream);
        let end = manager.copy_from_host(&[0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]).unwrap();
        let error = Message::read(&end).unwrap_err();
        assert_eq!(error.to_string(), "End of stream (message has length 0)");
        for bytes in [&[][..], &[1], &[0xff; 4], &[0xff; 8], &[0xff, 0xff, 0xff, 0xff, 1, 0, 0, 0]] {
            let buffer = manager.copy_from_host(bytes).unwrap();
            assert!(matches!(Message::read(&buffer), Err(Error::Ipc(_))), "{bytes:?}");
            assert!(DeviceStreamReader::new(buffer).is_err());
            assert!(DeviceStreamReader::from_host(&manager, bytes).is_err());
        }
        // Rows without columns.
        let host = RecordBatch::try_new_with_options(
            Arc::new(cuda_arrow::arrow_schema::Schema::empty()), Vec::new(),
            &cuda_arrow::arrow_array::RecordBatchOptions::new().with_row_count(Some(5)),
        ).unwrap();
        for read in read_both(&manager, &stream_of(core::slice::from_ref(&host))) {
            assert_eq!(to_host(&read.unwrap()), core::slice::from_ref(&host));
        }
        assert_eq!(manager.upload(&host).unwrap().to_host().unwrap(), host);
        let _ = Int32Array::from(vec![1]);
    }
}

pub fn kinds(manager: &MemoryManager, bytes: &[u8]) -> Vec<MessageKind> {
    let buffer = manager.copy_from_host(bytes).unwrap();
    let (mut kinds, mut at) = (Vec::new(), 0);
    while let Ok(message) = Message::read(&buffer.slice(at..).unwrap()) {
        kinds.push(message.kind());
        at += message.encapsulated_len();
    }
    kinds
}
