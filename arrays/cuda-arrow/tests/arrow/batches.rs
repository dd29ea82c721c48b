//! Record batches on the device.

use std::sync::Arc;

use cuda_arrow::arrow_array::types::Int32Type;
use cuda_arrow::arrow_array::{
    Array, ArrayRef, FixedSizeListArray, Int32Array, ListArray, PrimitiveArray, RecordBatch,
    RunArray, StringArray, StructArray,
};
use cuda_arrow::arrow_buffer::OffsetBuffer;
use cuda_arrow::arrow_schema::{DataType, Field, Schema};
use cuda_arrow::{
    ArrayParts, Buffer, DeviceArray, DeviceRecordBatch, Dictionaries, Error, MemoryManager,
    Message, OutOfRange, SortKey, StreamSchema,
};
use cuda_driver::driver::Symbol;

use crate::device::on_every_driver;
use crate::{instrumented, samples};

pub fn narrow(columns: usize, rows: usize) -> RecordBatch {
    let column = |at: usize| -> (String, ArrayRef) {
        let values = (0..rows).map(|row| (row % 7 > 0).then_some((at * row) as i32));
        (format!("column {at}"), Arc::new(Int32Array::from_iter(values)))
    };
    RecordBatch::try_from_iter((0..columns).map(column)).unwrap()
}

fn read(message: &Buffer, schema: &Schema) -> DeviceRecordBatch {
    let schema = StreamSchema::new(schema).unwrap();
    Message::read(message).unwrap().record_batch(&schema, &Dictionaries::new()).unwrap()
}

on_every_driver! {
    fn a_batch_is_uploaded_by_one_copy(device) {
        let (instrument, manager) = instrumented(device);
        let host = samples::all_types(100);
        drop(manager.upload(&host).unwrap());
        instrument.reset();
        let batch = manager.upload(&host).unwrap();
        assert_eq!(instrument.calls(Symbol::cuMemcpyHtoDAsync_v2), 1);
        let allocations = [Symbol::cuMemAllocAsync, Symbol::cuMemAlloc_v2];
        let created: u64 = allocations.map(|symbol| instrument.calls(symbol)).iter().sum();
        assert_eq!(created, 1);
        assert_eq!(batch.num_columns(), host.num_columns());
        instrument.reset();
        // More than two windows, and some buffers that are large by themselves.
        let host = RecordBatch::try_from_iter((0..25).map(|at| {
            let len = if at % 5 == 0 { 300_000 } else { 250_000 };
            let values = Int32Array::from_iter_values((0..300_000).map(|row| row ^ at)).slice(0, len);
            (at.to_string(), Arc::new(values.slice(0, 250_000)) as ArrayRef)
        })).unwrap();
        let batch = manager.upload(&host).unwrap();
        assert_eq!(batch.to_host().unwrap(), host);
    }

    fn a_batch_of_every_type_survives_a_round_trip(device) {
        let manager = MemoryManager::new(&device.stream);
        for rows in [0, 1, 9, 100, 1000] {
            let host = samples::all_types(rows);
            let batch = manager.upload(&host).unwrap();
            for (at, column) in batch.columns().iter().enumerate() {
                let back = column.to_host().unwrap();
                let name = host.schema().field(at).name().clone();
                assert_eq!(&back, host.column(at), "{name} of {rows} rows");
            }
            let back = batch.to_host().unwrap();
            assert_eq!(back, host, "{rows} rows");
        }
    }

    fn slices_of_every_type_survive_a_round_trip(device) {
        let manager = MemoryManager::new(&device.stream);
        let host = samples::all_types(100);
        let batch = manager.upload(&host).unwrap();
        for (start, len) in [(0, 100), (0, 3), (1, 98), (8, 16), (13, 40), (50, 0), (100, 0), (99, 1)] {
            let there = batch.slice(start, len).unwrap();
            let expected = host.slice(start, len);
            for (at, column) in there.columns().iter().enumerate() {
                let name = host.schema().field(at).name().clone();
                let back = column.to_host().unwrap();
                assert_eq!(&back, expected.column(at), "{name} {start} {len}");
                let count = expected.column(at).to_data().null_count();
                assert_eq!(column.null_count().unwrap(), count, "{name} {start} {len}");
            }
            assert_eq!(there.to_host().unwrap(), expected);
            // A slice of the host array is uploaded, too.
            assert_eq!(manager.upload(&expected).unwrap().to_host().unwrap(), expected);
            let twice = there.slice(len / 3, len - len / 3).unwrap().to_host().unwrap();
            assert_eq!(twice, expected.slice(len / 3, len - len / 3));
        }
        let Err(Error::OutOfRange { operation: range, start, len, available }) = batch.slice(98, 3) else { panic!() };
        assert_eq!((range, start, len, available), (OutOfRange::Entries, 98, 3, 100));
        batch.slice(usize::MAX, usize::MAX).unwrap_err();
    }

    fn ten_thousand_columns_take_as_many_calls_as_one(device) {
        let (instrument, manager) = instrumented(device);
        let calls = |columns: usize, rows: usize| {
            let host = narrow(columns, rows);
            drop(manager.upload(&host).unwrap().to_host().unwrap());
            cuda_driver::stream::wait_for_deferred();
            device.context.with_current(|| {
                instrument.reset();
                let batch = manager.upload(&host).unwrap();
                let (up, launches) = (instrument.calls(Symbol::cuMemcpyHtoDAsync_v2), instrument.calls(Symbol::cuLaunchKernel));
                assert_eq!((up, launches), (1, 0));
                instrument.reset();
                let back = batch.to_host().unwrap();
                let whole = (instrument.calls(Symbol::cuMemcpyDtoHAsync_v2), instrument.calls(Symbol::cuLaunchKernel));
                instrument.reset();
                let part = batch.slice(1, rows - 1).unwrap().to_host().unwrap();
                let sliced = (instrument.calls(Symbol::cuMemcpyDtoHAsync_v2), instrument.calls(Symbol::cuLaunchKernel));
                assert_eq!(back, host);
                assert_eq!(part, host.slice(1, rows - 1));
                (whole, sliced)
            }).unwrap()
        };
        assert_eq!(calls(1, 100), ((1, 0), (1, 1)));
        assert_eq!(calls(10_000, 100), ((1, 0), (1, 1)));
    }

    fn columns_are_slices_for_a_launch(device) {
        let manager = MemoryManager::new(&device.stream);
        let host = samples::all_types(50);
        let batch = manager.upload(&host).unwrap().slice(10, 20).unwrap();
        let column = batch.column("i64").unwrap();
        let values = column.values::<i64>().unwrap();
        let mut back = [0; 20];
        manager.stream().download(values, &mut back).unwrap();
        let expected = host.slice(10, 20);
        let expected: &cuda_arrow::arrow_array::Int64Array = expected.column_by_name("i64").unwrap().as_any().downcast_ref().unwrap();
        assert_eq!(&back, &expected.values()[..]);
        let valid = column.validity().unwrap();
        assert_eq!((valid.offset, valid.len), (10, 20));
        assert!(batch.column("no nulls").unwrap().validity().is_none());
        assert_eq!(batch.column("text").unwrap().offsets::<i32>().unwrap().len(), 21);
        assert_eq!(batch.column("large text").unwrap().offsets::<i64>().unwrap().len(), 21);
        assert!(!batch.column("text").unwrap().data().unwrap().is_empty());
        assert_eq!(batch.column("words").unwrap().keys::<i16>().unwrap().len(), 20);
        assert_eq!(batch.column("words").unwrap().dictionary().unwrap().len(), 3);
        assert_eq!(batch.column("decimal").unwrap().values::<i128>().unwrap().len(), 20);
        assert_eq!(batch.column("stamp").unwrap().values::<i64>().unwrap().len(), 20);
        let Err(Error::Type { expected, found }) = column.values::<f64>() else { panic!() };
        assert_eq!((expected, found), ("f64", DataType::Int64));
        batch.column("text").unwrap().offsets::<i64>().unwrap_err();
        batch.column("text").unwrap().values::<i32>().unwrap_err();
        let Err(Error::Arrow(error)) = batch.column("nothing") else { panic!() };
        assert!(error.to_string().contains("nothing"), "{error}");
    }

    fn slices_for_a_launch_are_of_the_type(device) {
        let manager = MemoryManager::new(&device.stream);
        let batch = manager.upload(&samples::all_types(20)).unwrap();
        let len = |slice: Result<usize, Error>, found: &DataType| match slice {
            Ok(len) => Some(len),
            Err(Error::Type { found: named, .. }) if named == *found => None,
            Err(error) => panic!("{found}: {error}"),
        };
        for column in batch.columns() {
            use DataType::*;
            let ty = column.data_type();
            let offsets = [column.offsets::<i32>().map(|offsets| offsets.len()), column.offsets::<i64>().map(|offsets| offsets.len())];
            let is_narrow = matches!(ty, Utf8 | Binary | List(_) | Map(..));
            let is_wide = matches!(ty, LargeUtf8 | LargeBinary | LargeList(_));
            let expected = [is_narrow.then_some(21), is_wide.then_some(21)];
            assert_eq!(offsets.map(|offsets| len(offsets, ty)), expected, "{ty}");
            let data = len(column.data().map(|data| data.len()), ty);
            assert_eq!(data.is_some(), matches!(ty, Utf8 | Binary | LargeUtf8 | LargeBinary), "{ty}");
            let keys = [
                column.keys::<i8>().map(|key| key.len()), column.keys::<i16>().map(|key| key.len()),
                column.keys::<i32>().map(|key| key.len()),
            ];
            let expected = [Int8, Int16, Int32].map(|keys| matches!(ty, Dictionary(of, _) if **of == keys).then_some(20));
            assert_eq!(keys.map(|keys| len(keys, ty)), expected, "{ty}");
            let words = [column.values::<i32>().map(|value| value.len()), column.values::<u32>().map(|value| value.len())];
            let is_signed = matches!(ty, Int32 | Date32 | Time32(_) | Interval(cuda_arrow::arrow_schema::IntervalUnit::YearMonth));
            let expected = [is_signed.then_some(20), (*ty == UInt32).then_some(20)];
            assert_eq!(words.map(|words| len(words, ty)), expected, "{ty}");
        }
    }

    fn mismatched_parts_are_rejected(device) {
        let manager = MemoryManager::new(&device.stream);
        let other = MemoryManager::new(&device.context.stream().unwrap());
        let bytes = |len: usize| manager.copy_from_host(&vec![0; len]).unwrap();
        let parts = |data_type: DataType, len, offset, nulls: Option<Buffer>, buffers: Vec<Buffer>| ArrayParts {
            data_type, len, offset, null_count: None, nulls, buffers, children: Vec::new(), dictionary: None,
        };
        let refused = |parts: ArrayParts, expected: &str| {
            let error = DeviceArray::try_new(parts).unwrap_err();
            assert!(error.to_string().contains(expected), "{error}");
        };
        DeviceArray::try_new(parts(DataType::Int32, 3, 1, None, vec![bytes(16)])).unwrap();
        refused(parts(DataType::Int32, 4, 1, None, vec![bytes(19)]), "19 bytes of 20");
        refused(parts(DataType::Int32, 4, usize::MAX, None, vec![bytes(19)]), "last address");
        refused(parts(DataType::Int32, usize::MAX / 2, 0, None, vec![bytes(19)]), "larger than any memory");
        refused(parts(DataType::Int32, 4, 5, Some(bytes(1)), vec![bytes(100)]), "1 bytes of 2");
        refused(parts(DataType::Int32, 4, 5, None, vec![]), "0 buffers of 1");
        refused(parts(DataType::Utf8, 4, 0, None, vec![bytes(16), bytes(1)]), "16 bytes of 20");
        let unaligned = bytes(30).slice(1..).unwrap();
        refused(parts(DataType::Utf8, 4, 0, None, vec![unaligned, bytes(1)]), "not aligned to 4");
        refused(parts(DataType::Null, 4, 0, Some(bytes(1)), vec![]), "there is a validity");
        refused(parts(DataType::FixedSizeBinary(-1), 4, 0, None, vec![bytes(9)]), "no such type");
        let list = DataType::new_list(DataType::Int8, true);
        refused(parts(list, 4, 0, None, vec![bytes(20)]), "0 children of 1");
        let words = DataType::Dictionary(Box::new(DataType::Int8), Box::new(DataType::Utf8));
        refused(parts(words, 4, 0, None, vec![bytes(20)]), "no dictionary");
        let elsewhere = other.copy_from_host(&[0; 16]).unwrap();
        refused(parts(DataType::Int32, 4, 0, Some(bytes(1)), vec![elsewhere]), "several streams");
    }

    fn parts_that_contradict_each_other_are_rejected(device) {
        let manager = MemoryManager::new(&device.stream);
        let bytes = |len: usize| manager.copy_from_host(&vec![0; len]).unwrap();
        let valid = || Some(bytes(1));
        let parts = |data_type: DataType, len, buffers: Vec<Buffer>, children: Vec<ArrayParts>| ArrayParts {
            data_type, len, offset: 0, null_count: None, nulls: None, buffers, children, dictionary: None,
        };
        let int8 = |len| parts(DataType::Int8, len, vec![bytes(len)], Vec::new());
        let int32 = |len| parts(DataType::Int32, len, vec![bytes(4 * len)], Vec::new());
        let accepted = |parts: ArrayParts| _ = DeviceArray::try_new(parts).unwrap();
        let refused = |parts: ArrayParts, expected: &str| {
            let error = DeviceArray::try_new(parts).unwrap_err();
            assert!(error.to_string().contains(expected), "{error}");
        };
        accepted(ArrayParts { null_count: Some(4), nulls: valid(), ..int8(4) });
        refused(ArrayParts { null_count: Some(5), nulls: valid(), ..int8(4) }, "more nulls than entries");
        accepted(ArrayParts { null_count: Some(0), ..int8(4) });
        refused(ArrayParts { null_count: Some(1), ..int8(4) }, "there are nulls, and no validity");
        // All entries of this type are null, without a validity.
        accepted(ArrayParts { null_count: Some(4), ..parts(DataType::Null, 4, vec![], vec![]) });

        let words = |keys: DataType, dictionary| ArrayParts {
            dictionary: Some(Box::new(dictionary)),
            ..parts(DataType::Dictionary(Box::new(keys), Box::new(DataType::Int8)), 4, vec![bytes(16)], vec![])
        };
        accepted(words(DataType::Int32, int8(2)));
        refused(words(DataType::Float32, int8(2)), "its keys aren't integers");
        refused(words(DataType::Int32, int32(2)), "its dictionary has values of Int32");
        refused(words(DataType::Int32, ArrayParts { null_count: Some(3), nulls: valid(), ..int8(2) }), "more nulls");
        refused(ArrayParts { dictionary: Some(Box::new(int8(2))), ..int8(4) }, "there is a dictionary");

        let pairs = |is_nullable, items| {
            let item = Arc::new(Field::new("item", DataType::Int8, is_nullable));
            parts(DataType::FixedSizeList(item, 2), 4, vec![], vec![items])
        };
        accepted(pairs(true, int8(8)));
        refused(pairs(true, int8(7)), "child 0 has 7 entries, 2 for each of 4");
        refused(pairs(true, int32(8)), "child 0 is of Int32");
        refused(pairs(true, ArrayParts { null_count: Some(9), nulls: Some(bytes(1)), ..int8(8) }), "more nulls");
        // Whether lists of items that can't be null have null items is found by a bitmap of all items.
        let many = || parts(DataType::FixedSizeBinary(0), 1 << 40, vec![bytes(0)], vec![]);
        let lists = |nulls| {
            let item = Arc::new(Field::new("item", DataType::FixedSizeBinary(0), false));
            ArrayParts { nulls, ..parts(DataType::FixedSizeList(item, 1 << 30), 4, vec![], vec![many()]) }
        };
        accepted(lists(None));
        refused(lists(valid()), "items of 0 bytes are too many");

        let runs = |len, ends: ArrayParts, values: ArrayParts| {
            let ends_field = Arc::new(Field::new("run_ends", ends.data_type.clone(), false));
            let values_field = Arc::new(Field::new("values", values.data_type.clone(), true));
            parts(DataType::RunEndEncoded(ends_field, values_field), len, vec![], vec![ends, values])
        };
        accepted(runs(4, int32(2), int8(2)));
        accepted(runs(0, int32(0), int8(0)));
        refused(runs(4, int8(2), int8(2)), "its run ends aren't signed integers");
        refused(runs(4, int32(2), int8(3)), "2 run ends for 3 values");
        refused(runs(4, int32(0), int8(0)), "0 run ends for 0 values");
        accepted(runs(4, ArrayParts { null_count: Some(0), nulls: valid(), ..int32(2) }, int8(2)));
        refused(runs(4, ArrayParts { null_count: None, nulls: valid(), ..int32(2) }, int8(2)), "a run end is null");

        let map = |entries: ArrayParts| {
            let entries_field = Arc::new(Field::new("entries", entries.data_type.clone(), false));
            parts(DataType::Map(entries_field, false), 2, vec![bytes(12)], vec![entries])
        };
        let entries = |children: Vec<ArrayParts>| {
            let fields: Vec<_> = children.iter().map(|child| Field::new("field", child.data_type.clone(), false)).collect();
            parts(DataType::Struct(fields.into()), 3, vec![], children)
        };
        accepted(map(entries(vec![int8(3), int32(3)])));
        refused(map(entries(vec![int8(3)])), "its entries aren't pairs");
        refused(map(int8(3)), "its entries aren't pairs");
        refused(map(entries(vec![int8(3), int32(2)])), "child 1 has 2 entries, 1 for each of 3");
    }

    fn slices_of_runs_within_other_arrays_keep_their_entries(device) {
        let manager = MemoryManager::new(&device.stream);
        let ends = PrimitiveArray::<Int32Type>::from(vec![3, 4, 9, 12]);
        let values = StringArray::from(vec![Some("a"), None, Some("b"), Some("c")]);
        let runs: ArrayRef = Arc::new(RunArray::try_new(&ends, &values).unwrap());
        let field = Arc::new(Field::new("item", runs.data_type().clone(), true));
        let lengths = OffsetBuffer::from_lengths([2, 0, 3, 1, 4, 0]);
        let hosts: [ArrayRef; 4] = [
            runs.clone(),
            Arc::new(StructArray::new(vec![field.clone()].into(), vec![runs.slice(1, 10)], None)),
            Arc::new(FixedSizeListArray::new(field.clone(), 2, runs.slice(2, 8), None)),
            Arc::new(ListArray::new(field, lengths, runs.slice(1, 11), None)),
        ];
        for host in hosts {
            let device = manager.upload_array(&host).unwrap();
            for start in 0..=host.len() {
                for len in 0..=host.len() - start {
                    let expected = host.slice(start, len);
                    let case = format!("{start}, {len} of {}", host.data_type());
                    let slice = device.slice(start, len).unwrap();
                    assert_eq!(&slice.to_host().unwrap(), &expected, "{case}");
                    let schema = Arc::new(Schema::new(vec![Field::new("x", host.data_type().clone(), true)]));
                    let batch = DeviceRecordBatch::try_new(&manager, schema.clone(), vec![slice], len).unwrap();
                    let message = manager.serialize(&batch).unwrap();
                    let back = read(&message, &schema);
                    assert_eq!(&back.columns()[0].to_host().unwrap(), &expected, "{case}, written");
                    let twice = DeviceRecordBatch::concat(&[batch.clone(), batch]).unwrap();
                    let twice = twice.columns()[0].to_host().unwrap();
                    assert_eq!(&twice.slice(0, len), &expected, "{case}, joined");
                    assert_eq!(&twice.slice(len, len), &expected, "{case}, joined");
                }
            }
        }
    }

    fn lists_without_entries_may_lack_their_offsets_in_other_lists(device) {
        let manager = MemoryManager::new(&device.stream);
        let bytes = |values: &[i32]| manager.copy_from_host(&values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<_>>()).unwrap();
        let parts = |data_type, len, buffers, children| ArrayParts {
            data_type, len, offset: 0, null_count: None, nulls: None, buffers, children, dictionary: None,
        };
        let list = |child: DataType| DataType::List(Arc::new(Field::new("item", child, true)));
        for inner in [DataType::Utf8, list(DataType::Int32)] {
            let children = match &inner {
                DataType::Utf8 => vec![],
                _ => vec![parts(DataType::Int32, 0, vec![bytes(&[])], vec![])],
            };
            let buffers = match &inner {
                DataType::Utf8 => vec![bytes(&[]), bytes(&[])],
                _ => vec![bytes(&[])],
            };
            let none = parts(inner.clone(), 0, buffers, children);
            let outer = list(inner);
            for (offsets, len) in [(vec![], 0), (vec![0], 0), (vec![0, 0, 0], 2)] {
                let array = DeviceArray::try_new(parts(outer.clone(), len, vec![bytes(&offsets)], vec![none.clone()])).unwrap();
                let keys = manager.upload_array(&Int32Array::from_iter_values(0..len as i32)).unwrap();
                let fields = [Field::new("key", DataType::Int32, true), Field::new("x", outer.clone(), true)];
                let schema = Arc::new(Schema::new(fields.to_vec()));
                let batch = DeviceRecordBatch::try_new(&manager, schema.clone(), vec![keys, array], len).unwrap();
                assert_eq!(batch.to_host().unwrap().num_rows(), len);
                let message = manager.serialize(&batch).unwrap();
                let back = read(&message, &schema);
                assert_eq!(back.to_host().unwrap().num_rows(), len);
                // What the allocator reuses isn't zero.
                drop(manager.copy_from_host(&[9; 1 << 16]).unwrap());
                let all = DeviceRecordBatch::concat(&[batch.clone(), back, batch]).unwrap();
                drop(manager.copy_from_host(&[9; 1 << 16]).unwrap());
                let sorted = all.sort_by(&[SortKey::ascending("key")]).unwrap();
                for batch in [&all, &sorted] {
                    assert_eq!(batch.to_host().unwrap().num_rows(), 3 * len);
                    let inner = batch.columns()[1].child(0).unwrap();
                    let offsets = inner.buffers()[0].to_host().unwrap();
                    assert!(offsets.iter().all(|byte| *byte == 0), "{offsets:?} of {outer}");
                }
            }
        }
    }

    fn arrays_without_entries_may_lack_their_offsets(device) {
        let manager = MemoryManager::new(&device.stream);
        let bytes = |len: usize| manager.copy_from_host(&vec![9; len]).unwrap();
        for (offsets, is_fine) in [(bytes(0), true), (bytes(2), true), (bytes(4), true), (bytes(8).slice(2..).unwrap(), false)] {
            let parts = ArrayParts {
                data_type: DataType::Utf8, len: 0, offset: 0, null_count: None, nulls: None,
                buffers: vec![offsets, bytes(3)], children: Vec::new(), dictionary: None,
            };
            let Ok(array) = DeviceArray::try_new(parts) else {
                assert!(!is_fine);
                continue;
            };
            assert!(is_fine);
            // With a column whose offsets are read.
            let text = manager.upload_array(&StringArray::from(vec!["one", "two"])).unwrap();
            let text = text.slice(0, 0).unwrap();
            let fields = ["a", "b"].map(|name| Field::new(name, DataType::Utf8, true));
            let schema = Arc::new(Schema::new(fields.to_vec()));
            let batch = DeviceRecordBatch::try_new(&manager, schema, vec![array, text], 0).unwrap();
            assert_eq!(batch.to_host().unwrap().num_rows(), 0);
            manager.serialize(&batch).unwrap();
        }
    }

    fn sixty_four_levels_are_copied_and_sixty_five_are_rejected(device) {
        let manager = MemoryManager::new(&device.stream);
        let array = manager.upload_array(&samples::deep(64)).unwrap();
        assert_eq!(&array.to_host().unwrap(), &samples::deep(64));
        let part = array.slice(0, 1).unwrap();
        assert_eq!(&part.to_host().unwrap(), &samples::deep(64));
        let error = manager.upload_array(&samples::deep(65)).unwrap_err();
        assert!(error.to_string().contains("deeper than 64"), "{error}");
    }

    fn out_of_range_offsets_are_errors(device) {
        let manager = MemoryManager::new(&device.stream);
        let host = RecordBatch::try_from_iter([("s", Arc::new(StringArray::from(vec!["one", "two", "three"])) as ArrayRef)]).unwrap();
        for wrong in [[0i32, 3, 6, 12], [0, 3, 6, i32::MAX], [-1, 3, 6, 11], [5, 3, 6, 2], [0, 9, 6, 11], [0, 4, 2, 11]] {
            let batch = manager.upload(&host).unwrap();
            let mut parts = batch.columns()[0].clone().into_parts();
            let bytes: Vec<u8> = wrong.iter().flat_map(|offset| offset.to_le_bytes()).collect();
            parts.buffers[0] = manager.copy_from_host(&bytes).unwrap();
            let array = DeviceArray::try_new(parts).unwrap();
            let batch = DeviceRecordBatch::try_new(&manager, host.schema(), vec![array], 3).unwrap();
            batch.to_host().unwrap_err();
        }
    }

    fn debug_shows_ten_entries_of_each_end(device) {
        let (instrument, manager) = instrumented(device);
        let batch = manager.upload(&narrow(1, 100_000)).unwrap();
        instrument.reset();
        let text = batch.to_string();
        assert!(text.contains("column 0"), "{text}");
        assert!(text.contains("...99980 entries..."), "{text}");
        assert!(instrument.calls(Symbol::cuMemcpyDtoHAsync_v2) <= 2);
    }
}

on_every_driver! {
    alone

    fn memory_is_not_freed_before_a_reader_on_another_stream_ends(device) {
        let manager = MemoryManager::new(&device.stream);
        let host = samples::all_types(1000);
        let batch = manager.upload(&host).unwrap();
        let other = MemoryManager::new(&device.context.stream().unwrap());
        let (release, wait) = std::sync::mpsc::channel::<()>();
        let shared = batch.on(&other).unwrap();
        // The other stream is blocked, and reads afterwards.
        let held = crate::hold(other.stream(), wait);
        let mut target = other.allocate(4000).unwrap();
        target.copy_from(0, &shared.column("i32").unwrap().buffers()[0]).unwrap();
        drop((batch, shared));
        // The memory is reused only after the read.
        let again: Vec<_> = (0..8).map(|_| manager.allocate(100_000).unwrap()).collect();
        let filled: Vec<_> = again.into_iter().map(|mut buffer| {
            manager.stream().fill(buffer.as_slice_mut(), 0xff).unwrap();
            buffer
        }).collect();
        release.send(()).unwrap();
        held.join().unwrap();
        let expected = host.column_by_name("i32").unwrap().to_data();
        assert_eq!(target.freeze().to_host().unwrap().as_slice(), expected.buffers()[0].as_slice());
        drop(filled);
    }
}
