//! Batches of a source in chunks: nothing is lost, memory stays within the budget, and groups are those of the whole.

use std::sync::Arc;
use std::sync::mpsc::channel;

use cuda_arrow::arrow_array::cast::AsArray;
use cuda_arrow::arrow_array::types::Int64Type;
use cuda_arrow::arrow_array::{
    Array, ArrayRef, Decimal128Array, DictionaryArray, Float64Array, Int32Array, Int64Array,
    ListArray, RecordBatch, StringArray, StringViewArray, StructArray,
};
use cuda_arrow::arrow_buffer::OffsetBuffer;
use cuda_arrow::arrow_schema::{ArrowError, Field};
use cuda_arrow::{Aggregate, DeviceRecordBatch, Function, Groups, MemoryManager, SortKey, col};
use cuda_driver::driver::Symbol;
use cuda_driver::memory::resource::{CountingResource, DevicePool};
use cuda_driver::sys::CUresult;

use crate::device::{TestDevice, with_others};

fn batch(rows: usize, begin: i32) -> RecordBatch {
    let all = || begin..begin + rows as i32;
    let k = all().map(|i| (i % 10 != 3).then_some(i % 7));
    let t = all().map(|i| format!("text {}", i % 3));
    let x = all().map(|i| (i % 5 != 0).then(|| f64::from(i % 100) / 4.0));
    let c = Decimal128Array::from_iter(all().map(|i| Some(i128::from(i))));
    RecordBatch::try_from_iter_with_nullable([
        ("k", Arc::new(Int32Array::from_iter(k)) as ArrayRef, true),
        ("t", Arc::new(StringArray::from_iter_values(t)), true),
        ("x", Arc::new(Float64Array::from_iter(x)), true),
        ("c", Arc::new(c), true),
    ])
    .unwrap()
}

#[test]
fn chunks_have_all_rows_in_order_within_a_budget() {
    let _turn = with_others();
    let stream = TestDevice::of_tests().stream;
    for (sizes, budget) in [
        (&[40_000, 1, 0, 3, 25_000][..], 2 << 20),
        (&[100; 300], 4 << 20),
        (&[100_000], 0),
        (&[0], 1 << 20),
        (&[], 1 << 20),
    ] {
        let counting = CountingResource::new(DevicePool);
        let manager = MemoryManager::with_resource(&stream, Arc::new(counting.clone()));
        let mut begin = 0;
        let host: Vec<RecordBatch> = sizes
            .iter()
            .map(|rows| {
                begin += *rows as i32;
                batch(*rows, begin - *rows as i32)
            })
            .collect();
        let mut rows = 0;
        let mut chunks = manager.chunks(host.clone().into_iter().map(Ok), budget).unwrap();
        while let Some(chunk) = chunks.next() {
            let chunk = chunk.unwrap();
            assert_eq!(chunk.to_host().unwrap(), batch(chunk.num_rows(), rows), "{sizes:?}");
            rows += chunk.num_rows() as i32;
            assert_eq!(chunks.rows(), rows as usize);
        }
        assert!(chunks.next().is_none());
        assert_eq!(rows, begin, "{sizes:?}");
        assert!(begin == 0 || chunks.bytes() > 0);
        drop(chunks);
        stream.synchronize().unwrap();
        assert_eq!(manager.bytes_allocated(), 0, "memory is left over");
        if budget > 0 {
            let peak = counting.counts().peak_bytes;
            assert!(peak <= budget / 4, "{sizes:?}: {peak} bytes of {budget}");
        }
    }
}

#[test]
fn an_error_of_the_source_is_the_last_item_and_unread_batches_are_given_back() {
    let _turn = with_others();
    let manager = MemoryManager::new(&TestDevice::of_tests().stream);
    let failing = |with: fn() -> ArrowError| {
        let rest = std::iter::once_with(move || Err(with()));
        let first = (0..5).map(|i| Ok(batch(30_000, i * 30_000)));
        let chunks = manager.chunks(first.chain(rest).chain([Ok(batch(1, 0))]), 1 << 20).unwrap();
        chunks.collect::<Vec<_>>()
    };
    type Case = (fn() -> ArrowError, &'static str);
    let cases: [Case; 2] = [
        (|| ArrowError::CsvError("line 7".into()), "line 7"),
        (|| panic!("of the source"), "the source of batches panicked"),
    ];
    for (with, expected) in cases {
        let items = failing(with);
        let error = items.last().unwrap().as_ref().unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
        assert!(items[..items.len() - 1].iter().all(Result::is_ok) && items.len() > 5);
    }
    // The thread ends by itself, even if the source is stuck meanwhile.
    let (go_on, stuck) = channel::<()>();
    let (alive, ended) = channel::<()>();
    let endless = std::iter::once(Ok(batch(10_000, 0))).chain(std::iter::repeat_with(move || {
        let _ = (&alive, stuck.recv());
        Ok(batch(10_000, 0))
    }));
    let mut chunks = manager.chunks(endless, 1 << 20).unwrap();
    let first = chunks.next().unwrap().unwrap();
    drop(chunks);
    assert_eq!(first.to_host().unwrap(), batch(first.num_rows(), 0));
    drop((first, go_on));
    assert!(ended.recv().is_err());
    assert_eq!(manager.bytes_allocated(), 0);
}

#[test]
fn nested_columns_are_split_to_chunks_of_the_size_of_others() {
    let _turn = with_others();
    let manager = MemoryManager::new(&TestDevice::of_tests().stream);
    let rows = 20_000;
    let numbers = Int64Array::from_iter_values(0..4 * rows as i64);
    let lists = |values: ArrayRef| {
        let field = Arc::new(Field::new_list_field(values.data_type().clone(), false));
        let offsets = OffsetBuffer::from_lengths(vec![values.len() / rows; rows]);
        ListArray::new(field, offsets, values, None)
    };
    let texts: Vec<String> = (0..1000).map(|i| format!("{i:0100}")).collect();
    let keys = Int32Array::from_iter_values((0..rows as i32).map(|i| i % 1000));
    let list = Arc::new(lists(Arc::new(numbers.clone())));
    let columns: [ArrayRef; 5] = [
        list.clone(),
        Arc::new(StructArray::from(vec![(
            Arc::new(Field::new("of", list.data_type().clone(), false)),
            list as ArrayRef,
        )])),
        Arc::new(lists(Arc::new(lists(Arc::new(numbers))))),
        Arc::new(DictionaryArray::new(keys, Arc::new(StringArray::from(texts.clone())))),
        Arc::new(StringViewArray::from_iter_values(texts.iter().cycle().take(rows))),
    ];
    for column in columns {
        let column = column.slice(100, rows - 100);
        let host = RecordBatch::try_from_iter([("x", column)]).unwrap();
        let (mut rows, mut count) = (0, 0);
        for chunk in manager.chunks([Ok(host.clone())], 1 << 20).unwrap() {
            let chunk = chunk.unwrap();
            assert_eq!(chunk.to_host().unwrap(), host.slice(rows, chunk.num_rows()));
            (rows, count) = (rows + chunk.num_rows(), count + 1);
        }
        assert_eq!(rows, host.num_rows());
        assert!(count > 1 && count <= 32, "{count} chunks of {}", host.schema());
    }
}

#[test]
fn groups_of_parts_are_those_of_the_whole() {
    use Function::*;
    let _turn = with_others();
    let stream = TestDevice::of_tests().stream;
    let manager = MemoryManager::new(&stream);
    let mut aggregates: Vec<Aggregate> = [Mean, Sum, Count, Min, Max, Mean]
        .into_iter()
        .map(|function| Aggregate::of("x", function))
        .collect();
    aggregates.extend([Aggregate::of("c", Sum), Aggregate::rows(), Aggregate::of("t", Max)]);
    aggregates.push(Aggregate::of("k", Mean));
    let whole = batch(20_000, 0);
    let all = manager.upload(&whole).unwrap();
    for keys in [&["k", "t"][..], &[], &["x"]] {
        let counting = CountingResource::new(DevicePool);
        let bounded = MemoryManager::with_resource(&stream, Arc::new(counting.clone()));
        let mut groups = Groups::new(keys, &aggregates).unwrap();
        for chunk in bounded.chunks([Ok(whole.clone())], 1 << 20).unwrap() {
            groups.add(&chunk.unwrap()).unwrap();
        }
        let found = groups.finish().unwrap();
        assert!(counting.counts().peak_bytes <= 1 << 20, "{:?}", counting.counts());
        let expected = all.group_by(keys, &aggregates).unwrap();
        assert_eq!(found.schema(), expected.schema());
        assert_same(&found, &expected);
        // Rows of which none is left are a part, too.
        let none_at_once = all.slice(0, 0).unwrap().group_by(keys, &aggregates).unwrap();
        for budget in [usize::MAX, 0] {
            let mut none = Groups::new(keys, &aggregates).unwrap().within(budget);
            none.add(&all.filter(col("x").gt(1e9)).unwrap()).unwrap();
            none.add(&all.slice(5, 0).unwrap()).unwrap();
            assert_eq!(none.finish().unwrap().to_host().unwrap(), none_at_once.to_host().unwrap());
        }
    }
}

#[test]
fn groups_beyond_the_budget_go_to_the_host() {
    use Function::*;
    let _turn = with_others();
    let stream = TestDevice::of_tests().stream;
    let (rows, budget) = (5_000, 256 << 10);
    let number = |i: i32| i * 7919 % rows;
    let narrow = Int32Array::from_iter((0..rows).map(|i| (i != 7).then_some(number(i))));
    let texts = StringArray::from_iter_values((0..rows).map(|i| format!("text {}", number(i))));
    let few = Int32Array::from_iter_values((0..rows).map(|i| i % 3));
    let value = Float64Array::from_iter_values((0..rows).map(f64::from));
    let columns: [ArrayRef; 4] =
        [Arc::new(narrow), Arc::new(texts), Arc::new(few), Arc::new(value)];
    let host = RecordBatch::try_from_iter(["n", "t", "f", "x"].into_iter().zip(columns)).unwrap();
    let aggregates: Vec<_> =
        [Sum, Mean, Max].into_iter().map(|function| Aggregate::of("x", function)).collect();
    let plain = MemoryManager::new(&stream);
    let all = plain.upload(&host).unwrap();
    for (keys, is_large) in [(&["n"][..], true), (&["t", "f"], true), (&["f"], false)] {
        let order: Vec<_> = keys.iter().map(|key| SortKey::ascending(*key)).collect();
        let once = all.group_by(keys, &aggregates).unwrap().sort_by(&order).unwrap();
        let counting = CountingResource::new(DevicePool);
        let manager = MemoryManager::with_resource(&stream, Arc::new(counting.clone()));
        let groups = || {
            let mut groups = Groups::new(keys, &aggregates).unwrap().within(budget);
            // Each group is in two chunks.
            for chunk in manager.chunks([Ok(host.clone()), Ok(host.clone())], budget).unwrap() {
                groups.add(&chunk.unwrap()).unwrap();
            }
            groups
        };
        let mut parts = Vec::new();
        for part in groups().finish_in_parts().unwrap() {
            parts.push(part.unwrap().to_host().unwrap());
        }
        stream.synchronize().unwrap();
        assert_eq!(parts.len() > 4, is_large, "{keys:?}: {} parts", parts.len());
        let peak = counting.counts().peak_bytes;
        assert!(peak <= budget, "{keys:?}: {peak} bytes of {budget}");
        let parts: Vec<_> = parts.iter().map(|part| plain.upload(part).unwrap()).collect();
        let sorted = DeviceRecordBatch::concat(&parts).unwrap().sort_by(&order).unwrap();
        let doubled = once.with_column("x_sum", col("x_sum") * 2.0).unwrap();
        assert_same(&sorted, &doubled);
        let whole = groups().finish();
        if is_large {
            let error = whole.unwrap_err().to_string();
            assert!(error.contains("of a budget of 262144: take them by"), "{error}");
        } else {
            assert_eq!(whole.unwrap().num_rows(), 3);
        }
        assert_eq!(manager.bytes_allocated(), 0, "memory is left over");
    }
}

#[test]
fn a_part_that_fails_to_be_added_can_be_added_again() {
    let _turn = with_others();
    let (instrument, manager) = crate::instrumented(&TestDevice::of_tests());
    let part = manager.upload(&batch(2, 5)).unwrap();
    for nth in 1.. {
        // There are several lists of groups when there is no more room for them.
        let mut groups = Groups::new(&["c"], &[Aggregate::rows()]).unwrap().within(4000);
        instrument.reset();
        instrument.fail(Symbol::cuMemcpyDtoHAsync_v2, nth, CUresult::CUDA_ERROR_OUT_OF_MEMORY);
        for _ in 0..8 {
            groups.add(&part).or_else(|_| groups.add(&part)).unwrap();
        }
        let has_failed = instrument.failed().is_some();
        instrument.reset();
        let found = groups.finish().unwrap().column("count_all").unwrap().to_host().unwrap();
        assert_eq!(found.as_primitive::<Int64Type>().values(), &[8, 8], "copy {nth}");
        if !has_failed {
            break;
        }
    }
}

/// Compares tables, in which sums of floats may differ in the last digits.
fn assert_same(found: &DeviceRecordBatch, expected: &DeviceRecordBatch) {
    let (found, expected) = (found.to_host().unwrap(), expected.to_host().unwrap());
    for (at, (a, b)) in found.columns().iter().zip(expected.columns()).enumerate() {
        let floats = |array: &ArrayRef| array.as_any().downcast_ref::<Float64Array>().cloned();
        match (floats(a), floats(b)) {
            (Some(a), Some(b)) => assert!(a.iter().zip(&b).all(|pair| match pair {
                (Some(a), Some(b)) => (a - b).abs() <= 1e-12 * b.abs(),
                (a, b) => a == b,
            })),
            _ => assert_eq!(a, b, "column {at}"),
        }
    }
}

#[test]
fn groups_that_cannot_be_merged_are_errors_that_say_what_to_do() {
    let _turn = with_others();
    let manager = MemoryManager::new(&TestDevice::of_tests().stream);
    let distinct = [Aggregate::of("x", Function::CountDistinct)];
    let sum = [Aggregate::of("t", Function::Sum)];
    let text = manager.upload(&batch(3, 0)).unwrap();
    let mut groups = Groups::new(&["k"], &[Aggregate::of("x", Function::Max)]).unwrap();
    groups.add(&text).unwrap();
    let of_other = text.select(&[col("k"), col("c").alias("x")]).unwrap();
    let other_type = groups.add(&of_other).unwrap_err();
    assert_eq!(groups.finish().unwrap().num_rows(), 3);
    for (error, parts) in [
        (other_type, ["\"x\"", "another type"]),
        (Groups::new(&["k"], &distinct).unwrap_err(), ["\"x\"", "group by it"]),
        (Groups::new(&["k"], &sum).unwrap().finish().unwrap_err(), ["no part", "add one"]),
        (Groups::new(&["k"], &sum).unwrap().add(&text).unwrap_err(), ["\"t\"", "numbers"]),
    ] {
        let error = error.to_string();
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
    }
}
