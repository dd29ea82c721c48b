//! Operations on the rows of tables: how often they wait, what is equal, and what they don't do. Their results are compared with
//! pyarrow's by the test `cases`.

use std::sync::Arc;

use cuda_arrow::arrow_array::types::{Int8Type, Int32Type};
use cuda_arrow::arrow_array::{
    Array, ArrayRef, BooleanArray, DictionaryArray, Float64Array, Int8Array, Int32Array,
    Int64Array, RecordBatch, RecordBatchOptions, StringArray, TimestampMicrosecondArray,
    TimestampSecondArray, cast::AsArray,
};
use cuda_arrow::arrow_schema::{DataType, Schema};
use cuda_arrow::{
    Aggregate, Comparison, DeviceArray, DeviceRecordBatch, Error, Function, JoinType,
    MemoryManager, SortKey,
};
use cuda_driver::driver::Symbol;
use cuda_driver::sys::instrument::Instrument;

use crate::device::on_every_driver;
use crate::{instrumented, samples};

fn table(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    RecordBatch::try_from_iter_with_nullable(
        columns.into_iter().map(|(name, column)| (name, column, true)),
    )
    .unwrap()
}

/// Columns of `n` rows: keys `k` of 97, texts `t`, and numbers `x`.
fn numbers(n: usize) -> RecordBatch {
    let k: ArrayRef = Arc::new(Int64Array::from_iter_values((0..n as i64).map(|i| i * 31 % 97)));
    let t = StringArray::from_iter_values((0..n).map(|i| format!("text {}", i % 5)));
    let x = Float64Array::from_iter((0..n).map(|i| (i % 7 > 0).then_some(i as f64)));
    table(vec![("k", k), ("t", Arc::new(t)), ("x", Arc::new(x))])
}

/// The number of times that the host waited.
pub fn waits(instrument: &Instrument) -> u64 {
    let waits = [
        Symbol::cuMemcpyDtoHAsync_v2,
        Symbol::cuStreamSynchronize,
        Symbol::cuCtxSynchronize,
        Symbol::cuEventSynchronize,
    ];
    // A copy to pageable memory waits by itself, and once more for the stream.
    let [copies, others @ ..] = waits.map(|symbol| instrument.calls(symbol));
    copies.max(others.iter().sum())
}

pub fn launches(instrument: &Instrument) -> u64 {
    instrument.calls(Symbol::cuLaunchKernel)
}

fn ints(array: &DeviceArray) -> Vec<Option<i64>> {
    array
        .to_host()
        .unwrap()
        .as_primitive::<cuda_arrow::arrow_array::types::Int64Type>()
        .iter()
        .collect()
}

on_every_driver! {
    fn operations_wait_once_and_once_more_for_texts(device) {
        let (instrument, manager) = instrumented(device);
        let all = manager.upload(&numbers(5000)).unwrap();
        let schema = all.schema().clone();
        let two = DeviceRecordBatch::try_new(
            &manager,
            Arc::new(schema.project(&[0, 2]).unwrap()),
            vec![all.columns()[0].clone(), all.columns()[2].clone()],
            5000,
        ).unwrap();
        let right = manager.upload(&table(vec![
            ("k", Arc::new(Int64Array::from_iter_values(0..50)) as ArrayRef),
            ("y", Arc::new(Int64Array::from_iter_values(0..50))),
        ])).unwrap();
        let aggregates = [Aggregate::of("x", Function::Sum), Aggregate::of("x", Function::CountDistinct), Aggregate::rows()];
        let mask = two.column("k").unwrap().compare(Comparison::Less, &Int64Array::new_scalar(50)).unwrap();
        for (batch, texts) in [(&two, 0), (&all, 1)] {
            type Call<'a> = (&'a str, u64, Box<dyn Fn() -> Result<DeviceRecordBatch, Error> + 'a>);
            let calls: Vec<Call<'_>> = vec![
                ("group_by", 1, Box::new(|| batch.group_by(&["k"], &aggregates))),
                ("join", 1 + texts, Box::new(|| batch.join(&right, &[("k", "k")], JoinType::Inner))),
                ("left outer", 1 + texts, Box::new(|| batch.join(&right, &[("k", "k")], JoinType::LeftOuter))),
                ("semi", 1 + texts, Box::new(|| batch.join(&right, &[("k", "k")], JoinType::LeftSemi))),
                ("filter", 1 + texts, Box::new(|| batch.filter(&mask))),
                ("sort", 1 + texts, Box::new(|| batch.sort_by(&[SortKey::descending("k")]))),
            ];
            for (name, expected, call) in calls {
                drop(call().unwrap());
                instrument.reset();
                let result = call().unwrap();
                assert_eq!(waits(&instrument), expected, "{name}: {:?}", instrument.called());
                assert!(result.num_rows() > 0);
            }
        }
        let by_text = || all.group_by(&["t"], &[Aggregate::of("t", Function::Max)]).unwrap();
        drop(by_text());
        instrument.reset();
        assert_eq!(by_text().num_rows(), 5);
        assert_eq!(waits(&instrument), 3, "{:?}", instrument.called());
    }

    fn launches_dont_depend_on_the_number_of_columns(device) {
        let (instrument, manager) = instrumented(device);
        let count = |columns: usize| {
            let column = |at: usize| (format!("c{at}"), Arc::new(Int32Array::from_iter((0..300).map(|row| (row % 3 > 0).then_some(row % 11 + at as i32)))) as ArrayRef);
            let host = RecordBatch::try_from_iter((0..columns).map(column)).unwrap();
            let batch = manager.upload(&host).unwrap();
            let aggregates: Vec<_> = (1..columns).map(|at| Aggregate::of(format!("c{at}"), Function::Mean)).collect();
            let mask = batch.columns()[0].compare(Comparison::Less, &Int32Array::new_scalar(5)).unwrap();
            let mut counts = Vec::new();
            for call in [
                &(|| batch.group_by(&["c0"], &aggregates)) as &dyn Fn() -> Result<DeviceRecordBatch, Error>,
                &|| batch.filter(&mask),
                &|| batch.sort_by(&[SortKey::ascending("c0")]),
                &|| batch.join(&batch, &[("c0", "c0")], JoinType::Inner),
                &|| DeviceRecordBatch::concat(&[batch.clone(), batch.slice(3, 50)?]),
            ] {
                drop(call().unwrap());
                instrument.reset();
                drop(call().unwrap());
                counts.push((launches(&instrument), waits(&instrument)));
            }
            counts
        };
        let few = count(2);
        assert_eq!(few, count(20));
        assert!(few.iter().all(|(launches, _)| *launches < 20), "{few:?}");
    }

    fn tables_without_rows_or_columns_have_results(device) {
        let manager = MemoryManager::new(&device.stream);
        let empty = manager.upload(&numbers(0)).unwrap();
        let all = manager.upload(&numbers(10)).unwrap();
        let aggregates = [Aggregate::of("x", Function::Sum), Aggregate::of("t", Function::Min), Aggregate::of("x", Function::Count), Aggregate::of("x", Function::CountDistinct)];
        let grouped = empty.group_by(&["k", "t"], &aggregates).unwrap();
        assert_eq!((grouped.num_rows(), grouped.num_columns()), (0, 6));
        let whole = empty.group_by(&[], &aggregates).unwrap().to_host().unwrap();
        assert_eq!((whole.num_rows(), whole.column(0).null_count(), whole.column(1).null_count()), (1, 1, 1));
        for count in [whole.column(2), whole.column(3)] {
            assert_eq!(count.as_ref(), &Int64Array::from(vec![0]) as &dyn Array);
        }
        assert_eq!(empty.sort_by(&[SortKey::ascending("t")]).unwrap().num_rows(), 0);
        assert_eq!(all.sort_by(&[]).unwrap().to_host().unwrap(), numbers(10));
        for join in [JoinType::Inner, JoinType::LeftOuter, JoinType::LeftSemi, JoinType::LeftAnti] {
            assert_eq!(empty.join(&all, &[("k", "k")], join).unwrap().num_rows(), 0, "{join:?}");
            let rows = all.join(&empty, &[("k", "k")], join).unwrap().num_rows();
            let keeps_left = [JoinType::LeftOuter, JoinType::LeftAnti].contains(&join);
            assert_eq!(rows, if keeps_left { 10 } else { 0 }, "{join:?}");
        }
        let none = RecordBatch::try_new_with_options(Arc::new(Schema::empty()), vec![], &RecordBatchOptions::new().with_row_count(Some(7))).unwrap();
        let none = manager.upload(&none).unwrap();
        let mask = manager.upload_array(&BooleanArray::from(vec![Some(true), None, Some(false), Some(true), Some(true), None, None])).unwrap();
        assert_eq!(none.filter(&mask).unwrap().num_rows(), 3);
        assert_eq!(none.sort_by(&[]).unwrap().num_rows(), 7);
        assert_eq!(ints(&none.group_by(&[], &[Aggregate::rows()]).unwrap().columns()[0]), [Some(7)]);
        assert_eq!(DeviceRecordBatch::concat(&[none.clone(), none]).unwrap().num_rows(), 14);
    }

    fn groups_are_in_the_order_of_their_first_rows(device) {
        let manager = MemoryManager::new(&device.stream);
        // Several tiles, and one group that is longer than a piece.
        let n = 9000i64;
        let keys = (0..n).map(|i| if i % 3 == 0 { 5000 - i / 3 % 700 } else { -1 });
        let batch = manager.upload(&table(vec![
            ("k", Arc::new(Int64Array::from_iter_values(keys.clone())) as ArrayRef),
            ("x", Arc::new(Int64Array::from_iter_values(0..n))),
        ])).unwrap();
        let aggregates = [Aggregate::of("x", Function::Min), Aggregate::of("x", Function::Sum), Aggregate::of("x", Function::Max)];
        let grouped = batch.group_by(&["k"], &aggregates).unwrap();
        let mut expected: Vec<(i64, i64, i64, i64)> = Vec::new();
        for (x, key) in keys.enumerate() {
            let x = x as i64;
            match expected.iter_mut().find(|value| value.0 == key) {
                Some(group) => (group.2, group.3) = (group.2 + x, x),
                None => expected.push((key, x, x, x)),
            }
        }
        let columns: Vec<_> = grouped.columns().iter().map(ints).collect();
        for (at, group) in expected.iter().enumerate() {
            let found = [0, 1, 2, 3].map(|column| columns[column][at].unwrap());
            assert_eq!(found, [group.0, group.1, group.2, group.3], "group {at}");
        }
        assert_eq!(grouped.num_rows(), expected.len());
        // The same bits each time.
        let floats = manager.upload(&table(vec![
            ("k", Arc::new(Int64Array::from_iter_values((0..n).map(|i| i % 2))) as ArrayRef),
            ("x", Arc::new(Float64Array::from_iter_values((0..n).map(|i| (i as f64).sin() * 1e10)))),
        ])).unwrap();
        let sum = || floats.group_by(&["k"], &[Aggregate::of("x", Function::Sum)]).unwrap().to_host().unwrap();
        assert_eq!(sum(), sum());
    }

    fn equal_texts_keep_their_order_next_to_longer_ones(device) {
        // Which warps have a longer text must not matter.
        let n = 300;
        for (text, last) in [("a", "b"), ("ab", ""), ("zürich", "b")] {
            let long = last.to_owned() + &"c".repeat(40);
            let texts = (0..n).map(|i| if i % 100 == 50 { long.as_str() } else { text });
            let x = Int64Array::from_iter_values((0..n).rev());
            let columns: Vec<(&str, ArrayRef)> = vec![("t", Arc::new(StringArray::from_iter_values(texts))), ("x", Arc::new(x))];
            let manager = MemoryManager::new(&device.stream);
            let rows = manager.upload(&table(columns)).unwrap();
            for keys in [vec![SortKey::ascending("t")], vec![SortKey::descending("t")]] {
                let sorted = rows.sort_by(&keys).unwrap();
                let short = sorted.column("t").unwrap().to_host().unwrap();
                let x = ints(sorted.column("x").unwrap());
                let short = short.as_string::<i32>().iter().zip(x).filter(|(entry, _)| *entry == Some(text));
                let found: Vec<i64> = short.filter_map(|(_, x)| x).collect();
                let expected: Vec<i64> = (0..n).filter(|i| i % 100 != 50).map(|i| n - 1 - i).collect();
                assert_eq!(found, expected, "{text:?}, {keys:?}");
            }
        }
    }

    fn dictionaries_are_compared_by_their_values(device) {
        let manager = MemoryManager::new(&device.stream);
        let dictionary = |values: &[&str], keys: Vec<Option<i32>>| -> ArrayRef {
            let values = Arc::new(StringArray::from(values.to_vec()));
            Arc::new(DictionaryArray::<Int32Type>::try_new(Int32Array::from(keys), values).unwrap())
        };
        let first = manager.upload(&table(vec![("t", dictionary(&["a", "b"], vec![Some(0), Some(1), None]))])).unwrap();
        // The same text twice, in another order.
        let second = manager.upload(&table(vec![("t", dictionary(&["b", "c", "b"], vec![Some(2), Some(0), Some(1)]))])).unwrap();
        let both = DeviceRecordBatch::concat(&[first.clone(), second.clone(), first.slice(1, 1).unwrap()]).unwrap();
        let grouped = both.group_by(&["t"], &[Aggregate::rows()]).unwrap();
        assert_eq!(ints(&grouped.columns()[1]), [1, 4, 1, 1].map(Some));
        let sorted = both.sort_by(&[SortKey::descending("t")]).unwrap().to_host().unwrap();
        let texts = sorted.column(0).as_dictionary::<Int32Type>().downcast_dict::<StringArray>().unwrap();
        let texts: Vec<_> = texts.into_iter().collect();
        assert_eq!(texts, [Some("c"), Some("b"), Some("b"), Some("b"), Some("b"), Some("a"), None]);
        let plain = manager.upload(&table(vec![("u", Arc::new(StringArray::from(vec!["b", "x"])) as ArrayRef)])).unwrap();
        assert_eq!(both.join(&plain, &[("t", "u")], JoinType::LeftSemi).unwrap().num_rows(), 4);
        // Keys of one byte don't reach as far.
        let [a, b] = [0, 100].map(|first| {
            let long: Vec<String> = (first..first + 100).map(|i| i.to_string()).collect();
            let long: ArrayRef = Arc::new(DictionaryArray::<Int8Type>::try_new(Int8Array::from(vec![1]), Arc::new(StringArray::from(long))).unwrap());
            manager.upload(&table(vec![("t", long)])).unwrap()
        });
        let error = DeviceRecordBatch::concat(&[a.clone(), b]).unwrap_err().to_string();
        assert!(error.contains("dictionaries of 200 different entries together don't fit into keys of Int8"), "{error}");
        assert_eq!(DeviceRecordBatch::concat(&[a.clone(), a]).unwrap().num_rows(), 2);
    }

    fn timestamps_are_compared_by_their_time(device) {
        let manager = MemoryManager::new(&device.stream);
        let micros = manager.upload_array(&TimestampMicrosecondArray::from(vec![Some(-1), Some(2_000_000), None, Some(2_000_001), Some(i64::MAX)])).unwrap();
        let is = |comparison: Comparison, with: &dyn cuda_arrow::arrow_array::Datum| {
            micros.compare(comparison, with).unwrap().to_host().unwrap().as_boolean().iter().collect::<Vec<_>>()
        };
        let seconds = TimestampSecondArray::new_scalar(2);
        assert_eq!(is(Comparison::Less, &seconds), [Some(true), Some(false), None, Some(false), Some(false)]);
        assert_eq!(is(Comparison::Equal, &seconds), [Some(false), Some(true), None, Some(false), Some(false)]);
        // More nanoseconds than 64 bits hold.
        let far = TimestampSecondArray::new_scalar(i64::MAX);
        assert_eq!(is(Comparison::Less, &far), [Some(true), Some(true), None, Some(true), Some(true)]);
        let zoned = TimestampSecondArray::from(vec![2]).with_timezone("UTC");
        let zoned = cuda_arrow::arrow_array::Scalar::new(zoned);
        let error = micros.compare(Comparison::Less, &zoned).unwrap_err().to_string();
        assert!(error.contains("one has a time zone, and the other has none"), "{error}");
        let error = micros.compare(Comparison::Less, &Int64Array::new_scalar(1)).unwrap_err().to_string();
        assert!(error.contains("Timestamp") && error.contains("can't be compared with Int64"), "{error}");
        // An integer is any integer.
        let numbers = manager.upload_array(&Int8Array::from(vec![-1, 7])).unwrap();
        let mask = numbers.compare(Comparison::GreaterEqual, &cuda_arrow::arrow_array::UInt64Array::new_scalar(u64::MAX)).unwrap();
        assert_eq!(mask.to_host().unwrap().as_boolean(), &BooleanArray::from(vec![false, false]));
    }

    fn wrong_uses_are_errors_that_say_what_to_do(device) {
        let manager = MemoryManager::new(&device.stream);
        let batch = manager.upload(&numbers(10)).unwrap();
        let text = |result: Result<DeviceRecordBatch, Error>| result.unwrap_err().to_string();
        assert!(text(batch.group_by(&["nothing"], &[])).contains("nothing"));
        assert!(text(batch.sort_by(&[SortKey::ascending("nothing")])).contains("nothing"));
        let sum = text(batch.group_by(&["k"], &[Aggregate::of("t", Function::Sum)]));
        assert_eq!(sum, "a sum of Utf8, the column \"t\", is not supported: it takes numbers, booleans and decimals of up to 128 bits; others can be counted");
        assert!(text(batch.join(&batch, &[("k", "t")], JoinType::Inner)).contains("\"k\" of Int64 and \"t\" of Utf8 are of different types"));
        assert!(text(batch.join(&batch, &[], JoinType::Inner)).contains("needs a pair of columns"));
        assert!(text(batch.filter(batch.column("k").unwrap())).contains("a mask is boolean"));
        let short = manager.upload_array(&BooleanArray::from(vec![true])).unwrap();
        assert!(text(batch.filter(&short)).contains("with 1 entries: a mask has an entry for each row, and the table has 10"));
        assert!(text(DeviceRecordBatch::concat(&[])).contains("there are no batches"));
        let other = MemoryManager::new(&device.stream.context().stream().unwrap());
        let elsewhere = other.upload(&numbers(10)).unwrap();
        assert!(text(batch.join(&elsewhere, &[("k", "k")], JoinType::Inner)).contains("share it with `on`"));
        let nested = manager.upload(&samples::all_types(10)).unwrap();
        for field in nested.schema().fields().iter().filter(|field| field.data_type().is_nested()) {
            if let DataType::Dictionary(..) = field.data_type() {
                continue;
            }
            let name = field.name().as_str();
            let aggregate = |function| nested.group_by(&[], &[Aggregate::of(name, function)]);
            let column = nested.column(name).unwrap();
            let cases = [
                ("grouping", nested.group_by(&[name], &[Aggregate::rows()])),
                ("grouping", aggregate(Function::CountDistinct)),
                ("a sum", aggregate(Function::Sum)),
                ("a mean", aggregate(Function::Mean)),
                ("a minimum", aggregate(Function::Min)),
                ("a maximum", aggregate(Function::Max)),
                ("sorting", nested.sort_by(&[SortKey::ascending(name)])),
                ("joining", nested.join(&nested, &[(name, name)], JoinType::Inner)),
            ];
            for (operation, result) in cases {
                let error = text(result);
                let begins = format!("{operation} of {}, the column {name:?}, is not supported: it takes ", field.data_type());
                assert!(error.starts_with(&begins), "{error}");
            }
            let error = column.compare_columns(Comparison::Equal, column).unwrap_err().to_string();
            assert!(error.contains("is not supported: it takes numbers"), "{error}");
        }
    }

    fn corrupt_columns_are_errors_and_not_followed(device) {
        let manager = MemoryManager::new(&device.stream);
        let texts = StringArray::from(vec!["a", "b"]);
        let host: ArrayRef = Arc::new(DictionaryArray::<Int32Type>::try_new(Int32Array::from(vec![0, 1, 1]), Arc::new(texts)).unwrap());
        let mut parts = manager.upload_array(&host).unwrap().into_parts();
        let bytes: Vec<u8> = [0i32, 900, -1].iter().flat_map(|n| n.to_ne_bytes()).collect();
        parts.buffers[0] = manager.copy_from_host(&bytes).unwrap();
        let column = DeviceArray::try_new(parts).unwrap();
        let schema = table(vec![("t", host)]).schema();
        let batch = DeviceRecordBatch::try_new(&manager, schema, vec![column], 3).unwrap();
        let aggregate = |function| batch.group_by(&[], &[Aggregate::of("t", function)]).map(|_| ());
        let (column, text) = (batch.column("t").unwrap(), StringArray::new_scalar("a"));
        let all = [
            batch.group_by(&["t"], &[Aggregate::rows()]).map(|_| ()),
            batch.sort_by(&[SortKey::ascending("t")]).map(|_| ()),
            aggregate(Function::Max), aggregate(Function::CountDistinct),
            column.compare(Comparison::Equal, &text).map(|_| ()),
            column.is_null().map(|_| ()),
        ];
        for (at, made) in all.into_iter().enumerate() {
            let error = made.unwrap_err().to_string();
            assert!(error.contains("a key is outside of its dictionary"), "{at}: {error}");
        }

        let host: ArrayRef = Arc::new(StringArray::from(vec!["a", "b", "c"]));
        for offsets in [[0, 1, 900_000_000, 3], [0, 2, 1, 3], [-5, 1, 2, 3]] {
            let mut parts = manager.upload_array(&host).unwrap().into_parts();
            let bytes: Vec<u8> = offsets.iter().flat_map(|offset: &i32| offset.to_ne_bytes()).collect();
            parts.buffers[0] = manager.copy_from_host(&bytes).unwrap();
            let column = DeviceArray::try_new(parts).unwrap();
            let batch = DeviceRecordBatch::try_new(&manager, table(vec![("t", host.clone())]).schema(), vec![column], 3).unwrap();
            let mask = manager.upload_array(&BooleanArray::from(vec![true; 3])).unwrap();
            let least = [Aggregate::of("t", Function::Min)];
            for made in [batch.group_by(&["t"], &[]), batch.group_by(&[], &least), batch.filter(&mask), batch.sort_by(&[SortKey::ascending("t")])] {
                let error = made.unwrap_err().to_string();
                assert!(error.contains("offsets of texts decrease, or point outside"), "{error}");
            }
        }
    }

    fn rows_of_every_type_are_selected(device) {
        let manager = MemoryManager::new(&device.stream);
        let host = samples::all_types(300);
        let schema = host.schema();
        let mask: Vec<bool> = (0..300).map(|row| row % 7 == 2 || row > 280).collect();
        let selected_rows: Vec<usize> = (0..300).filter(|row| mask[*row]).collect();
        let mask = manager.upload_array(&BooleanArray::from(mask)).unwrap();
        let mut refused = Vec::new();
        for (at, field) in schema.fields().iter().enumerate() {
            let one = host.project(&[at]).unwrap();
            match manager.upload(&one).unwrap().filter(&mask) {
                Ok(made) => {
                    let result = made.to_host().unwrap();
                    for (to, from) in selected_rows.iter().enumerate() {
                        assert_eq!(result.column(0).slice(to, 1).as_ref(), one.column(0).slice(*from, 1).as_ref(), "{} {from}", field.name());
                    }
                }
                Err(Error::Unsupported { data_type, .. }) => refused.push(data_type),
                Err(error) => panic!("{}: {error}", field.name()),
            }
        }
        assert!(refused.iter().all(|ty| matches!(ty, DataType::RunEndEncoded(..))), "{refused:?}");
    }
}
