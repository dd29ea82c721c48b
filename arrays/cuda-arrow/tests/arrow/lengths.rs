//! Arrays whose entries need no memory have any length: sums of lengths neither wrap nor panic.

use std::sync::Arc;

use cuda_arrow::arrow_array::cast::AsArray;
use cuda_arrow::arrow_array::{Array, BooleanArray, Int32Array, NullArray, StringArray};
use cuda_arrow::arrow_schema::{DataType, Field, Fields, Schema};
use cuda_arrow::{
    Aggregate, ArrayParts, Buffer, DeviceArray, DeviceRecordBatch, JoinType, MemoryManager, SortKey,
};

use crate::device::on_every_driver;

const LENGTHS: [usize; 8] = [
    1 << 40,
    1 << 48,
    1 << 61,
    1 << 62,
    usize::MAX >> 1,
    (usize::MAX >> 1) + 1,
    usize::MAX - 1,
    usize::MAX,
];

fn parts(
    data_type: DataType,
    len: usize,
    buffers: Vec<Buffer>,
    children: Vec<ArrayParts>,
) -> ArrayParts {
    ArrayParts {
        data_type,
        len,
        offset: 0,
        null_count: None,
        nulls: None,
        buffers,
        children,
        dictionary: None,
    }
}

fn item(data_type: DataType) -> Arc<Field> {
    Arc::new(Field::new("item", data_type, true))
}

fn null(len: usize) -> ArrayParts {
    parts(DataType::Null, len, vec![], vec![])
}

fn words(manager: &MemoryManager, words: &[i64]) -> Buffer {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    manager.copy_from_host(&bytes).unwrap()
}

/// Lists with these offsets, of 8 bytes each.
fn lists(manager: &MemoryManager, offsets: &[i64], content: ArrayParts) -> ArrayParts {
    let data_type = DataType::LargeList(item(content.data_type.clone()));
    parts(data_type, offsets.len() - 1, vec![words(manager, offsets)], vec![content])
}

fn table(manager: &MemoryManager, columns: Vec<(&str, DeviceArray)>) -> DeviceRecordBatch {
    let field =
        |(name, array): &(&str, DeviceArray)| Field::new(*name, array.data_type().clone(), true);
    let schema = Arc::new(Schema::new(columns.iter().map(field).collect::<Vec<_>>()));
    let rows = columns[0].1.len();
    let columns = columns.into_iter().map(|(_, array)| array).collect();
    DeviceRecordBatch::try_new(manager, schema, columns, rows).unwrap()
}

/// Arrays of about `len` entries, or with such children.
fn arrays(manager: &MemoryManager, len: usize) -> Vec<ArrayParts> {
    let none = || manager.allocate(0).unwrap().freeze();
    let most = len.min(i64::MAX as usize) as i64;
    let record = DataType::Struct(Fields::from(vec![Field::new("a", DataType::Null, true)]));
    let keys = DataType::Dictionary(Box::new(DataType::Int64), Box::new(DataType::Null));
    let pairs = DataType::FixedSizeList(item(DataType::Null), i32::MAX);
    let run_ends = Arc::new(Field::new("run_ends", DataType::Int64, false));
    let values = Arc::new(Field::new("values", DataType::Null, true));
    let runs = vec![parts(DataType::Int64, 1, vec![words(manager, &[i64::MAX])], vec![]), null(1)];
    vec![
        null(len),
        parts(DataType::FixedSizeBinary(0), len, vec![none()], vec![]),
        parts(DataType::Struct(Fields::empty()), len, vec![], vec![]),
        parts(record, len, vec![], vec![null(len)]),
        parts(
            DataType::FixedSizeList(item(DataType::Int32), 0),
            len,
            vec![],
            vec![parts(DataType::Int32, 0, vec![none()], vec![])],
        ),
        parts(pairs, len / i32::MAX as usize, vec![], vec![null(len)]),
        lists(manager, &[0, 1, most], null(len)),
        ArrayParts {
            dictionary: Some(Box::new(null(len))),
            ..parts(keys, 2, vec![words(manager, &[0, most - 1])], vec![])
        },
        parts(DataType::RunEndEncoded(run_ends, values), most as usize, vec![], runs),
        ArrayParts { null_count: Some(len), ..null(len) },
        ArrayParts { offset: len, ..null(3) },
    ]
}

/// The tables of one column of such an array.
fn tables(manager: &MemoryManager, len: usize) -> Vec<DeviceRecordBatch> {
    let arrays = arrays(manager, len).into_iter().map(DeviceArray::try_new);
    arrays.filter_map(|array| array.ok().map(|array| table(manager, vec![("x", array)]))).collect()
}

on_every_driver! {
    fn more_rows_than_there_can_be_are_an_error_with_both_lengths(device) {
        let manager = MemoryManager::new(&device.stream);
        let most = isize::MAX as usize;
        let (mut joined, mut refused) = (0, 0);
        let none = LENGTHS.into_iter().filter_map(|rows| {
            let batch = DeviceRecordBatch::try_new(&manager, Arc::new(Schema::empty()), vec![], rows);
            match batch {
                Ok(batch) if rows <= most => Some(batch),
                Err(error) if rows > most => {
                    let error = error.to_string();
                    assert!(error.contains(&format!("{rows} rows: there are at most {most}")), "{error}");
                    None
                }
                other => panic!("{rows} rows: {other:?}"),
            }
        });
        let tables = LENGTHS.into_iter().flat_map(|len| tables(&manager, len));
        for table in none.chain(tables) {
            let rows = table.num_rows();
            for copies in [2, 3, 4, 5, 8] {
                let case = format!("{copies} of {rows} rows of {}", table.schema());
                let all = vec![table.clone(); copies];
                match (rows.checked_mul(copies).filter(|rows| *rows <= most), DeviceRecordBatch::concat(&all)) {
                    (Some(expected), Ok(all)) => {
                        assert_eq!(all.num_rows(), expected, "{case}");
                        joined += 1;
                    }
                    (None, Ok(all)) => panic!("{case} are {}", all.num_rows()),
                    (None, Err(error)) => {
                        let error = error.to_string();
                        assert!(error.contains(&format!("and {rows} more are over {most}")), "{case}: {error}");
                        refused += 1;
                    }
                    // Its type can't be joined, or its children are too long.
                    (Some(_), Err(error)) => {
                        let error = error.to_string();
                        assert!(error.contains("is not supported") || error.contains("more are over"), "{case}: {error}");
                    }
                }
            }
        }
        assert!(joined > 20 && refused > 20, "{joined} {refused}");
        for len in LENGTHS {
            let array = manager.upload_array(&NullArray::new(len));
            assert_eq!(array.is_ok(), len <= most, "{array:?}");
        }
    }

    fn operations_on_rows_without_memory_end_with_a_result_or_an_error(device) {
        let manager = MemoryManager::new(&device.stream);
        for table in LENGTHS.into_iter().flat_map(|len| tables(&manager, len)) {
            let (array, rows) = (&table.columns()[0], table.num_rows());
            assert!(array.slice(1, usize::MAX).is_err());
            assert_eq!(array.slice(rows / 2, rows - rows / 2).unwrap().len(), rows - rows / 2);
            // Errors are fine here: there is no panic, no fault of a kernel, and the stream is usable.
            let _ = (array.null_count(), array.export().map(drop), table.export().map(drop), table.to_string());
            let _ = (table.copy_to(&manager).map(drop), manager.serialize(&table).map(drop), table.to_host().map(drop));
            if rows > 1 << 31 {
                assert!(table.sort_by(&[SortKey::ascending("x")]).is_err());
                assert!(table.group_by(&["x"], &[Aggregate::rows()]).is_err());
                assert!(table.join(&table, &[("x", "x")], JoinType::Inner).is_err());
                assert!(table.filter(array).is_err());
            }
            device.stream.synchronize().unwrap();
        }
    }

    fn rows_that_a_join_repeats_have_no_more_entries_than_are_counted(device) {
        let manager = MemoryManager::new(&device.stream);
        let keys = |n| manager.upload_array(&Int32Array::from(vec![7; n])).unwrap();
        let list = |len: usize| lists(&manager, &[0, len as i64], null(len));
        let short = |len: usize| {
            let offsets = manager.copy_from_host(&[[0; 4], (len as i32).to_le_bytes()].concat()).unwrap();
            parts(DataType::List(item(DataType::Null)), 1, vec![offsets], vec![null(len)])
        };
        let fixed = |len: usize| parts(DataType::FixedSizeList(item(DataType::Null), len as i32), 1, vec![], vec![null(len)]);
        let text = |len: usize| manager.upload_array(&StringArray::from(vec!["x".repeat(len)])).unwrap().into_parts();
        type MakeParts<'a> = &'a dyn Fn(usize) -> ArrayParts;
        let refused: [(MakeParts<'_>, usize, usize, &str); 16] = [
            (&list, 1 << 31, 2, "have 4294967296 entries"),
            (&list, 1 << 62, 2, "have 9223372036854775808 entries"),
            // Without a check, these sums are 0, and small.
            (&list, 1 << 62, 4, "have at least 18446744073709551615 entries"),
            (&list, 1 << 62, 8, "have at least 18446744073709551615 entries"),
            (&list, isize::MAX as usize, 3, "have at least 18446744073709551615 entries"),
            (&list, 1 << 60, 64, "have at least 18446744073709551615 entries"),
            (&list, 1 << 56, 5000, "have at least 18446744073709551615 entries"),
            (&list, 1 << 48, 70_000, "have at least 18446744073709551615 entries"),
            (&list, 1 << 47, 1 << 17, "have at least 18446744073709551615 entries"),
            (&short, 1 << 30, 2, "have 2147483648 bytes or entries, which don't fit"),
            (&short, i32::MAX as usize, 2, "have 4294967294 entries"),
            (&short, i32::MAX as usize, 4, "have 8589934588 entries"),
            (&fixed, i32::MAX as usize, 2, "have 4294967294 entries"),
            (&fixed, i32::MAX as usize, 5000, "have 10737418235000 entries"),
            (&text, 1 << 20, 1 << 11, "have 2147483648 bytes or entries, which don't fit"),
            (&text, 1 << 16, 1 << 17, "have 8589934592 bytes or entries, which don't fit"),
        ];
        for (made, len, copies, expected) in refused {
            let left = table(&manager, vec![("k", keys(copies))]);
            let right = table(&manager, vec![("k", keys(1)), ("x", DeviceArray::try_new(made(len)).unwrap())]);
            let joined = left.join(&right, &[("k", "k")], JoinType::Inner);
            let error = joined.map(|joined| joined.num_rows()).unwrap_err().to_string();
            assert!(error.contains(&format!("{copies} rows of ")) && error.contains(expected), "{copies} of {len}: {error}");
        }
        let taken: [(MakeParts<'_>, usize, usize); 5] = [(&list, 1000, 3), (&list, 1 << 20, 7), (&short, 1 << 16, 5), (&fixed, 1000, 70), (&text, 1 << 10, 1000)];
        for (made, len, copies) in taken {
            let left = table(&manager, vec![("k", keys(copies))]);
            let right = table(&manager, vec![("k", keys(1)), ("x", DeviceArray::try_new(made(len)).unwrap())]);
            let joined = left.join(&right, &[("k", "k")], JoinType::Inner).unwrap();
            assert_eq!(joined.num_rows(), copies);
            joined.to_host().unwrap();
        }
        let many = table(&manager, vec![("k", keys(1 << 16))]);
        let error = many.join(&many, &[("k", "k")], JoinType::Inner).map(|join| join.num_rows()).unwrap_err().to_string();
        assert!(error.contains("joining 65536 rows with 65536 makes 4294967296"), "{error}");
    }

    fn entries_of_lists_after_the_last_that_is_numbered_are_an_error(device) {
        let manager = MemoryManager::new(&device.stream);
        const PAGE: usize = 1 << 20;
        let after = (1 << 32) + PAGE;
        // The entries on the last page are true.
        let mut bits = manager.allocate(after / 8).unwrap();
        device.stream.fill(bits.slice_mut(0..PAGE / 8).unwrap(), 0).unwrap();
        device.stream.fill(bits.slice_mut((1 << 29)..after / 8).unwrap(), 0xff).unwrap();
        let content = parts(DataType::Boolean, after, vec![bits.freeze()], vec![]);
        let first = |list: &dyn Array| list.as_boolean().iter().map(|bit| bit == Some(true)).collect::<Vec<_>>();
        let mask = |from: usize, n: usize| {
            manager.upload_array(&BooleanArray::from((0..n).map(|row| row >= from).collect::<Vec<_>>())).unwrap()
        };
        let end = after as i64;
        let large = lists(&manager, &[0, 4, 1 << 32, (1 << 32) + 2, end], content.clone());
        let large = table(&manager, vec![("x", DeviceArray::try_new(large).unwrap())]);
        let size = PAGE as i32;
        let fixed = parts(DataType::FixedSizeList(item(DataType::Boolean), size), after / PAGE, vec![], vec![content]);
        let fixed = table(&manager, vec![("x", DeviceArray::try_new(fixed).unwrap())]);
        for (table, from) in [(&large, 2), (&fixed, 4096)] {
            let error = table.filter(&mask(from, table.num_rows())).map(|table| table.num_rows()).unwrap_err().to_string();
            assert!(error.contains("some lists end after entry 4294967295 of their content"), "{error}");
        }
        let rows = large.filter(&manager.upload_array(&BooleanArray::from(vec![true, false, false, false])).unwrap()).unwrap();
        assert_eq!(first(&*rows.to_host().unwrap().column(0).as_list::<i64>().value(0)), [false; 4]);
        // Lists of a fixed size are numbered from the first row of a slice.
        let rows = fixed.slice(4090, 7).unwrap().filter(&mask(6, 7)).unwrap().to_host().unwrap();
        assert_eq!(first(&*rows.column(0).as_fixed_size_list().value(0)), vec![true; PAGE]);
    }

    fn dictionaries_whose_children_differ_follow_each_other(device) {
        let manager = MemoryManager::new(&device.stream);
        let table = |number: i32| {
            let numbers = manager.upload_array(&Int32Array::from(vec![number])).unwrap().into_parts();
            let record = DataType::Struct(Fields::from(vec![Field::new("a", DataType::Int32, true)]));
            let keys = DataType::Dictionary(Box::new(DataType::Int64), Box::new(record.clone()));
            let values = parts(record, 1, vec![], vec![numbers]);
            let array = ArrayParts { dictionary: Some(Box::new(values)), ..parts(keys, 1, vec![words(&manager, &[0])], vec![]) };
            table(&manager, vec![("x", DeviceArray::try_new(array).unwrap())])
        };
        let all = DeviceRecordBatch::concat(&[table(5), table(6)]).unwrap().to_host().unwrap();
        let dictionary = all.column(0).as_any_dictionary();
        assert_eq!(dictionary.normalized_keys(), [0, 1]);
        let values = dictionary.values().as_struct().column(0).clone();
        assert_eq!(values.as_primitive::<cuda_arrow::arrow_array::types::Int32Type>().values(), &[5, 6]);
    }
}
