//! Arrow's file format: what is written is read by arrow-rs and the reverse, and what isn't a whole file is an error.

use std::fs;
use std::io::Cursor;

use cuda_arrow::arrow_array::{Array, RecordBatch, StringArray};
use cuda_arrow::arrow_ipc::CompressionType;
use cuda_arrow::arrow_ipc::reader::FileReader;
use cuda_arrow::arrow_ipc::writer::{FileWriter, IpcWriteOptions};
use cuda_arrow::{
    DeviceFileReader, DeviceFileWriter, DeviceRecordBatch, DeviceStreamReader, Error, IpcError,
    MemoryManager,
};

use crate::device::on_every_driver;
use crate::samples;

fn file_of(batches: &[RecordBatch], codec: Option<CompressionType>) -> Vec<u8> {
    let options = IpcWriteOptions::default().try_with_compression(codec).unwrap();
    let schema = batches[0].schema();
    let mut writer = FileWriter::try_new_with_options(Vec::new(), &schema, options).unwrap();
    for batch in batches {
        writer.write(batch).unwrap();
    }
    writer.into_inner().unwrap()
}

fn readers<'a>(
    manager: &MemoryManager,
    bytes: &'a [u8],
) -> [Result<DeviceFileReader<'a>, Error>; 2] {
    [
        DeviceFileReader::from_host(manager, Cursor::new(bytes)),
        manager.copy_from_host(bytes).and_then(DeviceFileReader::new),
    ]
}

fn error_of(manager: &MemoryManager, bytes: &[u8]) -> String {
    let [host, device] = readers(manager, bytes).map(|reader| match reader {
        Ok(mut reader) => (0..reader.num_batches().max(1))
            .find_map(|index| reader.batch(index).err())
            .map(|error| error.to_string()),
        Err(error) => Some(error.to_string()),
    });
    let host = host.expect("an error");
    assert_eq!(Some(&host), device.as_ref());
    host
}

/// Batches that share their dictionaries.
fn batches() -> Vec<RecordBatch> {
    let all = samples::all_types(60);
    vec![all.clone(), all.slice(7, 31), all.slice(60, 0), all.slice(59, 1)]
}

on_every_driver! {
    fn files_of_arrow_rs_are_read_in_any_order(device) {
        let manager = MemoryManager::new(&device.stream);
        for codec in [None, Some(CompressionType::LZ4_FRAME), Some(CompressionType::ZSTD)] {
            let batches = batches();
            let bytes = file_of(&batches, codec);
            for reader in readers(&manager, &bytes) {
                let mut reader = reader.unwrap();
                assert_eq!((reader.num_batches(), reader.schema()), (4, batches[0].schema()));
                for index in [3, 0, 2, 1, 0] {
                    assert_eq!(reader.batch(index).unwrap().to_host().unwrap(), batches[index], "{codec:?} {index}");
                }
                assert!(matches!(reader.batch(4), Err(Error::Ipc(IpcError::NoBatch { index: 4, count: 4 }))));
                assert_eq!(reader.by_ref().count(), 4);
                assert!(reader.next().is_none());
            }
        }
    }

    fn files_of_the_device_are_read_by_arrow_rs(device) {
        let manager = MemoryManager::new(&device.stream);
        let all = manager.upload(&samples::all_types(60)).unwrap();
        let mut writer = DeviceFileWriter::new(&manager, Vec::new(), all.schema()).unwrap();
        let parts = [(0, 60), (7, 31), (60, 0), (59, 1)];
        for (start, len) in parts {
            writer.write(&all.slice(start, len).unwrap()).unwrap();
        }
        // Another upload has the same dictionaries at other addresses.
        writer.write(&manager.upload(&samples::all_types(60)).unwrap()).unwrap();
        let bytes = writer.finish().unwrap();
        let theirs: Vec<_> = FileReader::try_new(Cursor::new(&bytes), None).unwrap().collect::<Result<_, _>>().unwrap();
        let mut expected = batches();
        expected.push(expected[0].clone());
        assert_eq!(theirs, expected);
        for reader in readers(&manager, &bytes) {
            let ours: Vec<_> = reader.unwrap().map(|reader| reader.unwrap().to_host().unwrap()).collect();
            assert_eq!(ours, expected);
        }
        let empty = DeviceFileWriter::new(&manager, Vec::new(), all.schema()).unwrap().finish().unwrap();
        assert_eq!(FileReader::try_new(Cursor::new(&empty), None).unwrap().count(), 0);
        assert_eq!(DeviceFileReader::from_host(&manager, Cursor::new(&empty)).unwrap().num_batches(), 0);
    }

    fn a_file_of_pyarrow_is_read(device) {
        let manager = MemoryManager::new(&device.stream);
        // Compressed by LZ4, with a dictionary and several batches, as Feather is by default.
        let bytes = fs::read("examples/weather/readings.arrow").unwrap();
        let theirs: Vec<_> = FileReader::try_new(Cursor::new(&bytes), None).unwrap().collect::<Result<_, _>>().unwrap();
        assert!(theirs.len() > 1);
        for reader in readers(&manager, &bytes) {
            let ours: Vec<_> = reader.unwrap().map(|reader| reader.unwrap().to_host().unwrap()).collect();
            assert_eq!(ours, theirs);
        }
        let all: Vec<_> = DeviceFileReader::from_host(&manager, Cursor::new(&bytes)).unwrap().collect::<Result<_, _>>().unwrap();
        assert_eq!(DeviceRecordBatch::concat(&all).unwrap().num_rows(), 8 * 365);
    }

    fn another_dictionary_is_an_error_of_the_writer(device) {
        let manager = MemoryManager::new(&device.stream);
        let dictionary = |texts: Vec<&str>| {
            let column: cuda_arrow::arrow_array::DictionaryArray<cuda_arrow::arrow_array::types::Int32Type> = texts.into_iter().collect();
            manager.upload(&RecordBatch::try_from_iter([("t", std::sync::Arc::new(column) as _)]).unwrap()).unwrap()
        };
        let (a, b) = (dictionary(vec!["a", "b"]), dictionary(vec!["c"]));
        let mut writer = DeviceFileWriter::new(&manager, Vec::new(), a.schema()).unwrap();
        writer.write(&a).unwrap();
        let error = writer.write(&b).unwrap_err().to_string();
        assert!(error.contains("one dictionary for each column") && error.contains("DeviceRecordBatch::concat"), "{error}");
        let both = DeviceRecordBatch::concat(&[a.clone(), b]).unwrap();
        let mut writer = DeviceFileWriter::new(&manager, Vec::new(), a.schema()).unwrap();
        writer.write(&both).unwrap();
        let bytes = writer.finish().unwrap();
        let read = FileReader::try_new(Cursor::new(&bytes), None).unwrap().next().unwrap().unwrap();
        let texts = cuda_arrow::arrow_array::cast::AsArray::as_dictionary::<cuda_arrow::arrow_array::types::Int32Type>(read.column(0).as_ref());
        let texts: Vec<_> = texts.downcast_dict::<StringArray>().unwrap().into_iter().flatten().map(str::to_owned).collect();
        assert_eq!(texts, ["a", "b", "c"]);
        assert_eq!(read.column(0).null_count(), 0);
    }

    fn every_other_beginning_has_a_remedy(device) {
        let manager = MemoryManager::new(&device.stream);
        let whole = file_of(&batches(), None);
        // arrow-rs pads the beginning.
        let stream = &whole[whole.windows(4).position(|window| window == [0xff; 4]).unwrap()..];
        for (bytes, named, remedy) in [
            (&b"FEA1 and more bytes than a file needs"[..], "Feather file, version 1", "write_feather"),
            (b"PAR1 and more bytes than a file needs", "Parquet", "read_parquet"),
            (b"PK\x03\x04 and more bytes than a file needs", "ZIP", "decompress"),
            (b"\x28\xb5\x2f\xfd and more bytes than a file", "Zstandard", "decompress"),
            (b"a,b,c\n1,2,3\n4,5,6\n", "CSV", "DuckDB"),
            (b"{\"a\": 1}\n{\"a\": 2}\n{\"a\": 3}\n", "JSON", "DuckDB"),
            (b"\x89HDF\r\n\x1a\n and more bytes than a file", "HDF5", "pyarrow"),
            (stream, "a stream of Arrow's IPC format", "DeviceStreamReader"),
            (b"\0\x01\x02\x03\x04 and more bytes than a file", "unknown", "ARROW1"),
        ] {
            let error = error_of(&manager, bytes);
            assert!(error.contains(named) && error.contains(remedy), "{error}");
        }
        let Err(error) = DeviceStreamReader::from_host(&manager, &whole[..]) else { panic!("a stream") };
        assert!(error.to_string().contains("DeviceFileReader"), "{error}");
    }

    fn truncated_and_changed_files_say_what_is_wrong_and_where(device) {
        let manager = MemoryManager::new(&device.stream);
        let small: Vec<RecordBatch> = batches().iter().map(|batch| batch.project(&[0, 5]).unwrap()).collect();
        let whole = file_of(&small, None);
        for len in 0..whole.len() {
            let error = error_of(&manager, &whole[..len]);
            let says = ["truncated", "ARROW1"].iter().any(|word| error.contains(word));
            assert!(says, "{len}: {error}");
        }
        let n = whole.len();
        let changed = |at: usize, to: &[u8]| {
            let mut bytes = whole.clone();
            bytes[at..at + to.len()].copy_from_slice(to);
            error_of(&manager, &bytes)
        };
        assert!(changed(n - 10, &i32::MAX.to_le_bytes()).contains("the footer needs 2147483647 bytes"));
        assert!(changed(n - 10, &(-1i32).to_le_bytes()).contains("the footer has a length of -1"));
        let error = changed(n - 10, &12i32.to_le_bytes());
        assert!(error.contains("the footer of the file") || error.contains("there is no schema") || error.contains("version"), "{error}");
        // Where the footer says that the first batch is.
        let mut reader = DeviceFileReader::from_host(&manager, Cursor::new(&whole)).unwrap();
        assert_eq!(reader.batch(0).unwrap().num_rows(), 60);
        let footer = cuda_arrow::arrow_ipc::root_as_footer(&whole[n - 10 - i32::from_le_bytes(whole[n - 10..n - 6].try_into().unwrap()) as usize..n - 10]).unwrap();
        let block = footer.recordBatches().unwrap().get(0);
        let metadata = block.metaDataLength().to_le_bytes();
        let at = whole.windows(12).rposition(|window| window[..8] == block.offset().to_le_bytes() && window[8..] == metadata).unwrap();
        let error = changed(at, &(1i64 << 40).to_le_bytes());
        assert!(error.contains("RecordBatch 0 of the file is") && error.contains("from 1099511627776 on"), "{error}");
        let error = changed(at, &8i64.to_le_bytes());
        assert!(error.contains("RecordBatch 0 of the file, from byte 8 on"), "{error}");
        let error = changed(block.offset() as usize + 4, &(i32::MAX - 7).to_le_bytes());
        assert!(error.contains(&format!("from byte {} on", block.offset())) && error.contains("metadata"), "{error}");
    }
}
