//! Arrays whose entries need no memory have any length: sums of lengths neither wrap nor panic.

use std::sync::Arc;

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

/// Arrays of about `len` entries, or with such children.
fn arrays(manager: &MemoryManager, len: usize) -> Vec<ArrayParts> {
    let item = |data_type| Arc::new(Field::new("item", data_type, true));
    let null = |len| parts(DataType::Null, len, vec![], vec![]);
    let none = || manager.allocate(0).unwrap().freeze();
    let words = |words: &[i64]| {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        manager.copy_from_host(&bytes).unwrap()
    };
    let most = len.min(i64::MAX as usize) as i64;
    let record = DataType::Struct(Fields::from(vec![Field::new("a", DataType::Null, true)]));
    let keys = DataType::Dictionary(Box::new(DataType::Int64), Box::new(DataType::Null));
    let pairs = DataType::FixedSizeList(item(DataType::Null), i32::MAX);
    let run_ends = Arc::new(Field::new("run_ends", DataType::Int64, false));
    let values = Arc::new(Field::new("values", DataType::Null, true));
    let runs = vec![parts(DataType::Int64, 1, vec![words(&[i64::MAX])], vec![]), null(1)];
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
        parts(
            DataType::LargeList(item(DataType::Null)),
            2,
            vec![words(&[0, 1, most])],
            vec![null(len)],
        ),
        ArrayParts {
            dictionary: Some(Box::new(null(len))),
            ..parts(keys, 2, vec![words(&[0, most - 1])], vec![])
        },
        parts(DataType::RunEndEncoded(run_ends, values), most as usize, vec![], runs),
        ArrayParts { null_count: Some(len), ..null(len) },
        ArrayParts { offset: len, ..null(3) },
    ]
}

/// The tables of one column of such an array.
fn tables(manager: &MemoryManager, len: usize) -> Vec<DeviceRecordBatch> {
    let arrays = arrays(manager, len).into_iter().map(DeviceArray::try_new);
    let table = |array: DeviceArray| {
        let field = Field::new("x", array.data_type().clone(), true);
        let (schema, rows) = (Arc::new(Schema::new(vec![field])), array.len());
        DeviceRecordBatch::try_new(manager, schema, vec![array], rows).unwrap()
    };
    arrays.filter_map(|array| array.ok().map(table)).collect()
}

on_every_driver! {
    fn more_rows_than_an_address_counts_are_an_error_with_both_lengths(device) {
        let manager = MemoryManager::new(&device.stream);
        let (mut joined, mut refused) = (0, 0);
        for table in LENGTHS.into_iter().flat_map(|len| tables(&manager, len)) {
            let rows = table.num_rows();
            for copies in [2, 3, 4, 5, 8] {
                let what = format!("{copies} of {rows} rows of {}", table.columns()[0].data_type());
                let all = vec![table.clone(); copies];
                match (rows.checked_mul(copies), DeviceRecordBatch::concat(&all)) {
                    (Some(expected), Ok(all)) => {
                        assert_eq!(all.num_rows(), expected, "{what}");
                        joined += 1;
                    }
                    (None, Ok(all)) => panic!("{what} are {}", all.num_rows()),
                    (None, Err(error)) => {
                        let error = error.to_string();
                        assert!(error.contains(&format!("and {rows} more are over {}", usize::MAX)), "{what}: {error}");
                        refused += 1;
                    }
                    // Its type can't be joined, or its children are too long.
                    (Some(_), Err(_)) => {}
                }
            }
        }
        assert!(joined > 20 && refused > 20, "{joined} {refused}");
    }

    fn operations_on_rows_without_memory_end_with_a_result_or_an_error(device) {
        let manager = MemoryManager::new(&device.stream);
        for table in LENGTHS.into_iter().flat_map(|len| tables(&manager, len)) {
            let (array, rows) = (&table.columns()[0], table.num_rows());
            assert!(array.slice(1, usize::MAX).is_err());
            assert_eq!(array.slice(rows / 2, rows - rows / 2).unwrap().len(), rows - rows / 2);
            // Errors are fine here: there is no panic, no fault of a kernel, and the stream is usable.
            let _ = (array.null_count(), array.export().map(drop), table.to_string());
            let _ = (table.copy_to(&manager).map(drop), manager.serialize(&table).map(drop));
            if rows > 1 << 31 {
                assert!(table.sort_by(&[SortKey::ascending("x")]).is_err());
                assert!(table.group_by(&["x"], &[Aggregate::rows()]).is_err());
                assert!(table.join(&table, &[("x", "x")], JoinType::Inner).is_err());
            }
            device.stream.synchronize().unwrap();
        }
    }
}
