//! Parquet files, which are decoded on the host.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::sync::Arc;

use cuda_arrow::arrow_array::cast::AsArray;
use cuda_arrow::arrow_array::types::{
    ArrowDictionaryKeyType, Int8Type, Int16Type, Int32Type, Int64Type, TimestampNanosecondType,
    UInt8Type,
};
use cuda_arrow::arrow_array::{
    Array, ArrayRef, DictionaryArray, ListArray, PrimitiveArray, RecordBatch, StringArray,
    make_array,
};
use cuda_arrow::arrow_buffer::{ArrowNativeType, OffsetBuffer};
use cuda_arrow::arrow_ipc::reader::StreamReader;
use cuda_arrow::arrow_schema::{DataType, Field, TimeUnit};
use cuda_arrow::parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use cuda_arrow::parquet::arrow::{ArrowWriter, ProjectionMask};
use cuda_arrow::parquet::file::properties::WriterProperties;
use cuda_arrow::{
    Comparison, DeviceFileReader, DeviceFileWriter, DeviceRecordBatch, MemoryManager,
    ParquetOptions, SortKey,
};
use cuda_driver::driver::Symbol;

use crate::device::on_every_driver;
use crate::instrumented;

/// Writes and reads a dictionary of as many entries as its keys have values, in two row groups that have other halves or the
/// same, in pages with and without dictionaries, and as items of lists.
fn full<K: ArrowDictionaryKeyType>(manager: &MemoryManager, count: usize) {
    let keys = (0..count).map(|at| (at % 7 > 0).then(|| K::Native::usize_as(count - 1 - at)));
    let keys = PrimitiveArray::<K>::from_iter(keys);
    let texts = StringArray::from_iter_values((0..count).map(|at| format!("v{at}")));
    let column: ArrayRef = Arc::new(DictionaryArray::new(keys, Arc::new(texts)));
    let item = Arc::new(Field::new_list_field(column.data_type().clone(), true));
    let offsets = OffsetBuffer::from_lengths(std::iter::repeat_n(1, count));
    let lists: ArrayRef = Arc::new(ListArray::new(item, offsets, column.clone(), None));
    let host = RecordBatch::try_from_iter_with_nullable([("d", column, true), ("l", lists, true)]);
    let host = host.unwrap();
    let half = count / 2;
    let halves = [host.slice(0, half), host.slice(half, count - half)];
    let twice = [host.clone(), host.clone()];
    for (parts, has_dictionaries) in [(&halves, true), (&twice, true), (&twice, false)] {
        let properties = WriterProperties::builder().set_dictionary_enabled(has_dictionaries);
        let mut writer = ArrowWriter::try_new(
            tempfile::tempfile().unwrap(),
            host.schema(),
            Some(properties.build()),
        )
        .unwrap();
        for part in parts {
            writer.write(part).unwrap();
            writer.flush().unwrap();
        }
        let file = writer.into_inner().unwrap();
        let read = manager.read_parquet(file).unwrap();
        assert_eq!(read.schema().fields(), host.schema().fields());
        let read = read.to_host().unwrap();
        let mut at = 0;
        for part in parts {
            let len = part.num_rows();
            for column in 0..2 {
                assert_eq!(
                    read.column(column).slice(at, len).as_ref(),
                    part.column(column).as_ref()
                );
            }
            at += len;
        }
        assert_eq!(read.num_rows(), at);
    }
}

const FILE: &str = "tests/data/sample.parquet";

on_every_driver! {
    fn a_file_of_pyarrow_is_decoded_and_uploaded_at_once(device) {
        let (instrument, manager) = instrumented(device);
        let stream = fs::read("tests/data/sample.arrows").unwrap();
        let expected = StreamReader::try_new(&stream[..], None).unwrap().next().unwrap().unwrap();
        drop(manager.read_parquet(File::open(FILE).unwrap()).unwrap());
        instrument.reset();
        let batch = manager.read_parquet(File::open(FILE).unwrap()).unwrap();
        assert_eq!(instrument.calls(Symbol::cuMemcpyHtoDAsync_v2), 1);
        let host = batch.to_host().unwrap();
        assert_eq!(host.num_rows(), 120);
        for (at, field) in expected.schema().fields().iter().enumerate() {
// The items of lists have another name in Parquet.
            match host.column(at).as_list_opt::<i32>() {
                Some(lists) => assert_eq!(lists.iter().collect::<Vec<_>>(), expected.column(at).as_list::<i32>().iter().collect::<Vec<_>>()),
                None => assert_eq!(host.column(at), expected.column(at), "{field}"),
            }
        }
        let days = batch.column("day").unwrap();
        let later = days.compare(Comparison::Greater, &cuda_arrow::arrow_array::Date32Array::new_scalar(1)).unwrap();
        assert_eq!(batch.filter(&later).unwrap().num_rows(), 40);

        let builder = ParquetRecordBatchReaderBuilder::try_new(File::open(FILE).unwrap()).unwrap();
        assert_eq!(manager.upload_parquet(builder).unwrap().schema(), batch.schema());
        let builder = ParquetRecordBatchReaderBuilder::try_new(File::open(FILE).unwrap()).unwrap();
        let mask = ProjectionMask::columns(builder.parquet_schema(), ["t"]);
        let one = manager.upload_parquet(builder.with_projection(mask).with_row_groups(vec![1])).unwrap();
        assert_eq!((one.num_rows(), one.num_columns()), (50, 1));
        assert_eq!(one.to_host().unwrap().column(0), &expected.column(1).slice(50, 50));
        let builder = ParquetRecordBatchReaderBuilder::try_new(File::open(FILE).unwrap()).unwrap();
        let none = manager.upload_parquet(builder.with_row_groups(vec![])).unwrap();
        assert_eq!((none.num_rows(), none.num_columns()), (0, 6));
    }

    fn metadata_of_the_schema_and_of_fields_is_kept(device) {
        let manager = MemoryManager::new(&device.stream);
        let path = "tests/data/parquet/metadata.parquet";
        let read = manager.read_parquet(File::open(path).unwrap()).unwrap();
        let expected = [("geo", r#"{"version":"1.1.0"}"#), ("origin", "station 7")];
        let expected: BTreeMap<_, _> = expected.into_iter().collect();
        let schema = read.schema();
        let found = schema.metadata().iter().map(|(key, value)| (key.as_str(), value.as_str()));
        assert_eq!(found.collect::<BTreeMap<_, _>>(), expected);
        let builder = || ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap()).unwrap();
        let fields = builder().schema().fields().clone();
        assert_eq!(read.schema().fields(), &fields);
        let none = ProjectionMask::none(builder().parquet_schema().num_columns());
        for builder in [builder(), builder().with_row_groups(vec![]), builder().with_projection(none)] {
            let part = manager.upload_parquet(builder).unwrap();
            assert_eq!(part.schema().metadata(), read.schema().metadata());
        }
        // It stays when the batch is written, selected from, and sorted.
        let mut writer = DeviceFileWriter::new(&manager, Vec::new(), read.schema()).unwrap();
        writer.write(&read).unwrap();
        let bytes = writer.finish().unwrap();
        let file = manager.copy_from_host(&bytes).unwrap();
        let written = DeviceFileReader::new(file).unwrap();
        assert_eq!(&written.schema(), read.schema());
        let name = read.schema().field(0).name().clone();
        for made in [
            read.sort_by(&[SortKey::ascending(name)]),
            read.project(&[0]),
            DeviceRecordBatch::concat(&[read.clone(), read.clone()]),
        ] {
            let batch = made.unwrap();
            assert_eq!(batch.schema(), read.schema());
            assert_eq!(batch.to_host().unwrap().schema(), *read.schema());
        }
    }

    fn a_dictionary_may_use_all_its_keys(device) {
        let manager = MemoryManager::new(&device.stream);
        full::<Int8Type>(&manager, 128);
        full::<UInt8Type>(&manager, 256);
        full::<Int16Type>(&manager, 1 << 15);
    }

    fn what_isnt_parquet_is_an_error(device) {
        let manager = MemoryManager::new(&device.stream);
        let whole = fs::read(FILE).unwrap();
        let folder = std::env::temp_dir().join(format!("cuda-arrow-parquet-{}-{}", std::process::id(), device.stream.as_raw() as usize));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("x");
        let error = |bytes: &[u8]| {
            fs::write(&path, bytes).unwrap();
            manager.read_parquet(File::open(&path).unwrap()).unwrap_err().to_string()
        };
        assert!(error(b"ARROW1 and more bytes").contains("DeviceFileReader"));
        assert!(error(b"a,b\n1,2\n3,4\n").contains("begins with `a,b\\n`"));
        assert!(error(b"").contains("a file of 0 bytes isn't Parquet"));
        for len in (0..whole.len()).step_by(97) {
            assert!(error(&whole[..len]).contains("Parquet"), "{len}");
        }
        fs::remove_dir_all(folder).unwrap();
    }

    fn a_footer_whose_row_counts_differ_is_an_error(device) {
        let manager = MemoryManager::new(&device.stream);
        let good = manager.read_parquet(File::open("../../tests/fuzz/corpus/parquet/rows").unwrap()).unwrap();
        assert_eq!(good.num_rows(), 6);
        for said in [0, -7, 1 << 31, 1 << 40, 1 << 62] {
            let name = match said {
                0 => "rows-0".to_owned(),
                -7 => "rows-minus-7".to_owned(),
                many => format!("rows-2-to-{}", i64::ilog2(many)),
            };
            let path = format!("../../tests/fuzz/found/parquet/{name}");
            let expected = format!("its footer says {said} rows, and those of its row groups are 6");
            let read = manager.read_parquet(File::open(&path).unwrap()).unwrap_err();
            assert!(read.to_string().contains(&expected), "{read}");
            let builder = ParquetRecordBatchReaderBuilder::try_new(File::open(&path).unwrap()).unwrap();
            let uploaded = manager.upload_parquet(builder).unwrap_err();
            assert!(uploaded.to_string().contains(&expected), "{uploaded}");
        }
    }

    fn what_the_decoder_panics_for_is_an_error(device) {
        let manager = MemoryManager::new(&device.stream);
        for name in ["delta-65-127", "fsb-107-166", "text-115-127", "text-12-0"] {
            let file = File::open(format!("../../tests/fuzz/found/parquet/{name}")).unwrap();
            let error = manager.read_parquet(file).unwrap_err().to_string();
            assert!(error.contains("the file is corrupt, or the crate `parquet` has an error: it panicked with"), "{name}: {error}");
        }
    }

    fn more_than_a_file_holds_is_an_error_that_says_both(device) {
        let manager = MemoryManager::new(&device.stream);
        for (name, expected) in [
            ("delta-lengths-2-to-33", "column \"a\": a page declares 8589934592 lengths, and has 6 values"),
            ("delta-lengths-2-to-62", "column \"a\": a page declares 4611686018427387904 lengths, and has 6 values"),
            ("delta-suffixes-2-to-33", "column \"a\": a page declares 8589934592 lengths, and has 6 values"),
            ("dictionary-2-to-31", "column \"a\": a dictionary declares 2147483647 values, and has 8 bytes"),
            ("page-2-to-31", "column \"a\": a page declares 2147483647 values, and its chunk has 6 left of 6"),
            ("snappy-2-to-31", "column \"a\": a page declares 2147483647 bytes, and 45 bytes of SNAPPY hold at most 1166"),
            ("lz4-2-to-31", "column \"a\": a page declares 2147483647 bytes, and 40 bytes of LZ4 hold at most 12240"),
            ("schema-of-2-to-28", "its footer of "),
            ("types-that-differ-1", "its footer of "),
            ("types-that-differ-2", "its footer of "),
            ("types-that-differ-5", "its footer of "),
            ("chunks-that-share", "its column chunks have 319200 bytes together, and the file has 22176"),
        ] {
            let file = File::open(format!("../../tests/fuzz/found/parquet/{name}")).unwrap();
            let error = manager.read_parquet(file).map(|batch| batch.num_rows()).unwrap_err().to_string();
            assert!(error.contains(expected), "{name}: {error}");
        }
    }

    fn a_compression_that_is_not_read_is_an_error_that_names_it(device) {
        let manager = MemoryManager::new(&device.stream);
        let file = File::open("tests/data/parquet/brotli.parquet").unwrap();
        let error = manager.read_parquet(file).map(drop).unwrap_err().to_string();
        assert!(error.contains("the file is compressed with brotli, which `cuda-arrow` doesn't read: write"), "{error}");
    }

    fn a_page_that_differs_from_its_checksum_is_an_error(device) {
        let manager = MemoryManager::new(&device.stream);
        let mut bytes = fs::read("tests/data/parquet/checksums.parquet").unwrap();
        let file = tempfile::NamedTempFile::new().unwrap();
        let read = |bytes: &[u8]| {
            fs::write(&file, bytes).unwrap();
            manager.read_parquet(File::open(&file).unwrap())
        };
        let column = read(&bytes).unwrap().to_host().unwrap().column(0).clone();
        assert!(column.as_primitive::<Int32Type>().values().iter().copied().eq(0..100));
        // That of the fiftieth number.
        bytes[267] ^= 1;
        let error = read(&bytes).map(drop).unwrap_err().to_string();
        assert!(error.contains("CRC checksum mismatch"), "{error}");
    }

    fn files_of_older_and_other_writers_are_read(device) {
        let manager = MemoryManager::new(&device.stream);
        let files = fs::read_dir("tests/data/parquet/written").unwrap();
        let mut count = 0;
        for path in files.map(|file| file.unwrap().path()) {
            let read = manager.read_parquet(File::open(&path).unwrap());
            let read = read.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let read = read.to_host().unwrap();
            let numbers = read.column(0).as_primitive::<Int32Type>().values();
            assert!(numbers.iter().copied().eq((0..20).chain(0..20)), "{}", path.display());
            let texts = read.column(1).as_string::<i32>().iter().map(Option::unwrap);
            assert!(texts.eq((0..40).map(|row| format!("x{}", row % 7))), "{}", path.display());
            count += 1;
        }
        assert_eq!(count, 24);
    }

    fn a_timestamp_of_96_bits_that_nanoseconds_do_not_hold_is_an_error_and_no_other_time(device) {
        let manager = MemoryManager::new(&device.stream);
        for (kind, unit) in [("plain", TimeUnit::Microsecond), ("dictionary", TimeUnit::Millisecond)] {
            let open = |name| File::open(format!("tests/data/parquet/int96-{name}-{kind}.parquet")).unwrap();
            let error = manager.read_parquet(open("beyond")).unwrap_err().to_string();
            assert!(error.contains("column \"t\"") && error.contains("`ParquetOptions::int96_unit`"), "{error}");
            let per_second = if unit == TimeUnit::Microsecond { 1_000_000 } else { 1000 };
            let read = manager.read_parquet_with(open("beyond"), &ParquetOptions::new().int96_unit(unit)).unwrap();
            let seconds = [-39_351_571_200i64, -12_219_292_800, 0, 9_223_372_800, 253_402_214_400];
            let expected: Vec<Option<i64>> = seconds.iter().map(|second| Some(second * per_second)).chain([None]).collect();
            let host = read.to_host().unwrap();
            for (at, repeated) in [(0, 1), (1, 2)] {
                let column = if at == 0 { host.column(0).clone() } else { host.column(1).as_list::<i32>().values().clone() };
                assert_eq!(column.data_type(), &DataType::Timestamp(unit, None));
                let found = make_array(column.to_data().into_builder().data_type(DataType::Int64).build().unwrap());
                let expected = expected.iter().flat_map(|value| std::iter::repeat_n(*value, repeated));
                assert!(found.as_primitive::<Int64Type>().iter().eq(expected), "{kind} {at}");
            }
            // What nanoseconds hold is read in them, and in seconds without its fraction.
            let within = manager.read_parquet(open("within")).unwrap().to_host().unwrap();
            let times = within.column(0).as_primitive::<TimestampNanosecondType>();
            assert_eq!((times.value(1), times.value(2), times.is_null(4)), (-1000, 0, true));
            let seconds = ParquetOptions::new().int96_unit(TimeUnit::Second);
            let within = manager.read_parquet_with(open("within"), &seconds).unwrap();
            assert_eq!(within.schema().field(0).data_type(), &DataType::Timestamp(TimeUnit::Second, None));
        }
    }

    fn many_rows_in_few_bytes_are_read(device) {
        let manager = MemoryManager::new(&device.stream);
        for name in ["nulls", "one-value", "empty-texts"] {
            let path = format!("tests/data/parquet/{name}.parquet");
            assert!(fs::metadata(&path).unwrap().len() < 150);
            let read = manager.read_parquet(File::open(&path).unwrap()).unwrap();
            assert_eq!((read.num_rows(), read.num_columns()), (3_000_000, 1), "{name}");
            let last = read.slice(2_999_999, 1).unwrap().to_host().unwrap();
            match name {
                "nulls" => assert!(last.column(0).is_null(0)),
                "one-value" => assert_eq!(last.column(0).as_primitive::<Int32Type>().value(0), 7),
                _ => assert_eq!(last.column(0).as_string::<i32>().value(0), ""),
            }
            let builder = ParquetRecordBatchReaderBuilder::try_new(File::open(&path).unwrap()).unwrap();
            assert_eq!(manager.upload_parquet(builder).unwrap().num_rows(), 3_000_000, "{name}");
        }
        // Without columns, rows need no bytes.
        let path = "../../tests/fuzz/corpus/parquet/no-columns";
        let read = manager.read_parquet(File::open(path).unwrap()).unwrap();
        assert_eq!((read.num_rows(), read.num_columns()), (1 << 62, 0));
        assert_eq!(read.to_host().unwrap().num_rows(), 1 << 62);
        let builder = ParquetRecordBatchReaderBuilder::try_new(File::open(FILE).unwrap()).unwrap();
        let mask = ProjectionMask::none(builder.parquet_schema().num_columns());
        let none = manager.upload_parquet(builder.with_projection(mask)).unwrap();
        assert_eq!((none.num_rows(), none.num_columns()), (120, 0));
    }
}
