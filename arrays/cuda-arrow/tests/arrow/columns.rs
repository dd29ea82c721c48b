//! What columns of a table may be: their names, and types that differ and still fit together.

use std::sync::Arc;

use cuda_arrow::arrow_array::builder::{FixedSizeListBuilder, Int32Builder, ListBuilder};
use cuda_arrow::arrow_array::cast::AsArray;
use cuda_arrow::arrow_array::types::{ArrowDictionaryKeyType, Int8Type, Int64Type, UInt8Type};
use cuda_arrow::arrow_array::{
    Array, ArrayRef, BooleanArray, Decimal32Array, Decimal64Array, Decimal128Array,
    Decimal256Array, DictionaryArray, Float64Array, Int8Array, Int64Array, LargeStringArray,
    PrimitiveArray, RecordBatch, StringArray, StructArray, UInt8Array, UInt64Array, UnionArray,
};
use cuda_arrow::arrow_buffer::{ArrowNativeType, NullBuffer, i256};
use cuda_arrow::arrow_schema::{DataType, Field, Schema};
use cuda_arrow::{
    Aggregate, Comparison, DeviceArray, DeviceRecordBatch, DeviceStreamReader, DeviceStreamWriter,
    Error, Function, JoinType, MemoryManager, SortKey,
};
use cuda_driver::driver::Symbol;

use crate::device::on_every_driver;
use crate::instrumented;

fn table(columns: &[(&str, ArrayRef)]) -> RecordBatch {
    RecordBatch::try_from_iter_with_nullable(
        columns.iter().map(|(name, column)| (name, column.clone(), true)),
    )
    .unwrap()
}

fn ints(values: impl IntoIterator<Item = i64>) -> ArrayRef {
    Arc::new(Int64Array::from_iter_values(values))
}

on_every_driver! {
    fn a_name_of_several_columns_is_an_error_that_says_where_they_are(device) {
        let manager = MemoryManager::new(&device.stream);
        let left = manager.upload(&table(&[("k", ints([1, 2, 1])), ("x", ints([5, 6, 7]))])).unwrap();
        let right = manager.upload(&table(&[("k", ints([1, 2])), ("x", ints([8, 9]))])).unwrap();
        let both = left.join(&right, &[("k", "k")], JoinType::Inner).unwrap();
        let sum = |name: &str| [Aggregate::of(name, Function::Sum)];
        let say = |made: Result<(), Error>| {
            let Err(Error::Arrow(error)) = made else { panic!("{made:?}") };
            let error = error.to_string();
            assert!(error.contains("the name \"x\" is ambiguous: 2 columns have it, at the positions 1, 2"), "{error}");
        };
        say(both.column("x").map(drop));
        say(both.sort_by(&[SortKey::ascending("k"), SortKey::ascending("x")]).map(drop));
        say(both.group_by(&["x"], &[]).map(drop));
        say(both.group_by(&["k"], &sum("x")).map(drop));
        for join in [JoinType::Inner, JoinType::LeftOuter, JoinType::LeftSemi, JoinType::LeftAnti] {
            say(both.join(&right, &[("x", "x")], join).map(drop));
            say(right.join(&both, &[("x", "x")], join).map(drop));
        }
        // Other names, and tables without one of the two, have no such error.
        assert_eq!(both.group_by(&["k"], &[]).unwrap().num_rows(), 2);
        let one = both.project(&[0, 2]).unwrap();
        assert_eq!(one.group_by(&["x"], &sum("k")).unwrap().num_rows(), 2);
    }

    fn different_dictionaries_become_one(device) {
        let manager = MemoryManager::new(&device.stream);
        let name = |at: i64| format!("v{at}");
        let forward: ArrayRef = Arc::new(StringArray::from_iter_values((0..80).map(name)));
        let backward: ArrayRef = Arc::new(StringArray::from_iter_values((0..80).rev().map(name)));
        let keys = || Int8Array::from(vec![Some(0), None, Some(2)]);
        let merged = unified(&manager, &[
            Arc::new(DictionaryArray::new(keys(), forward.clone())),
            Arc::new(DictionaryArray::new(keys(), backward)),
            Arc::new(DictionaryArray::new(keys(), forward)),
        ]);
        let all = merged.as_dictionary::<Int8Type>();
        assert_eq!((all.values().len(), all.keys().values()[3]), (80, 79));
        let texts = all.downcast_dict::<StringArray>().unwrap();
        let texts: Vec<_> = texts.into_iter().map(|text| text.unwrap_or("-")).collect();
        assert_eq!(texts, ["v0", "-", "v2", "v79", "-", "v77", "v0", "-", "v2"]);

        // Slices, other values and repeated ones; entries that only some have.
        let part = |values: &[&str], keys: &[u8]| -> ArrayRef {
            let values = Arc::new(LargeStringArray::from(values.to_vec()));
            Arc::new(DictionaryArray::new(UInt8Array::from(keys.to_vec()), values))
        };
        let merged = unified(&manager, &[
            part(&["x", "y", "x"], &[0, 1, 2, 0]).slice(1, 2),
            part(&["z", "y"], &[1, 0]),
            part(&[], &[]),
        ]);
        let all = merged.as_dictionary::<UInt8Type>();
        assert_eq!(all.keys().values(), &[1, 0, 1, 2]);
        assert_eq!(all.values().as_string::<i64>(), &LargeStringArray::from(vec!["x", "y", "z"]));

        // In a struct.
        let dictionary = |column: ArrayRef| -> ArrayRef {
            let field = Field::new("d", column.data_type().clone(), true);
            Arc::new(StructArray::new(vec![field].into(), vec![column], None))
        };
        let merged = unified(&manager, &[dictionary(part(&["x"], &[0])), dictionary(part(&["y", "x"], &[0, 1]))]);
        let all = merged.as_struct().column(0).as_dictionary::<UInt8Type>();
        assert_eq!((all.keys().values().to_vec(), all.values().len()), (vec![0, 1, 0], 2));
    }

    fn a_dictionary_may_use_all_its_keys(device) {
        let manager = MemoryManager::new(&device.stream);
        full::<Int8Type>(&manager, 128);
        full::<UInt8Type>(&manager, 256);
    }

    fn a_key_outside_of_dictionaries_that_become_one_is_an_error(device) {
        let manager = MemoryManager::new(&device.stream);
        let column = |key: u8| {
            let values: ArrayRef = Arc::new(StringArray::from(vec!["a", "b"]));
            let keys = UInt8Array::from(vec![Some(1), None]);
            let host = DictionaryArray::new(keys, values);
            let mut parts = manager.upload_array(&host).unwrap().into_parts();
            parts.buffers[0] = manager.copy_from_host(&[key, 200]).unwrap();
            let column = DeviceArray::try_new(parts).unwrap();
            let field = Field::new("d", column.data_type().clone(), true);
            DeviceRecordBatch::try_new(&manager, Arc::new(Schema::new(vec![field])), vec![column], 2).unwrap()
        };
        // What the key of a null is doesn't matter.
        let concatenated = DeviceRecordBatch::concat(&[column(1), column(0)]).unwrap().to_host().unwrap();
        assert_eq!(concatenated.column(0).as_dictionary::<UInt8Type>().values().len(), 2);
        let error = DeviceRecordBatch::concat(&[column(1), column(2)]).unwrap_err().to_string();
        assert!(error.contains("a key is outside of its dictionary"), "{error}");
    }

    fn batches_whose_metadata_differ_are_concatenated(device) {
        let manager = MemoryManager::new(&device.stream);
        let batch = |number: &str| {
            let note = |field: Field| field.with_metadata([("id".to_owned(), number.to_owned())]);
            let item = note(Field::new("item", DataType::Int32, true));
            let mut lists = ListBuilder::new(Int32Builder::new()).with_field(item.clone());
            lists.append_value([Some(1), None]);
            let field = note(Field::new_list("l", item, true));
            let schema = Schema::new(vec![field]).with_metadata([("n".to_owned(), number.to_owned())]);
            RecordBatch::try_new(Arc::new(schema), vec![Arc::new(lists.finish())]).unwrap()
        };
        let (a, b) = (batch("1"), batch("2"));
        let concatenated = DeviceRecordBatch::concat(&[manager.upload(&a).unwrap(), manager.upload(&b).unwrap()]).unwrap();
        assert_eq!(*concatenated.schema(), a.schema());
        let concatenated = concatenated.to_host().unwrap();
        assert_eq!(concatenated.slice(0, 1), a);
        assert_eq!(concatenated.column(0).as_list::<i32>().value(1).len(), 2);
        let other = table(&[("l", ints([1]))]);
        let error = DeviceRecordBatch::concat(&[manager.upload(&a).unwrap(), manager.upload(&other).unwrap()]);
        let error = error.unwrap_err().to_string();
        assert!(error.contains("different schemas: column 0 is"), "{error}");
    }

    fn decimals_are_compared_by_their_values(device) {
        let manager = MemoryManager::new(&device.stream);
        let most = i256::from_string("9".repeat(76).as_str()).unwrap();
        let of_128 = |values: &[i128], scale| -> ArrayRef {
            Arc::new(Decimal128Array::from(values.to_vec()).with_precision_and_scale(38, scale).unwrap())
        };
        let of_32: ArrayRef = Arc::new(Decimal32Array::from(vec![150, -150, 0]).with_precision_and_scale(5, 2).unwrap());
        let of_64: ArrayRef = Arc::new(Decimal64Array::from(vec![i64::MAX / 10, -3, 1]).with_precision_and_scale(18, 0).unwrap());
        let of_256 = |values: Vec<i256>, scale| -> ArrayRef {
            Arc::new(Decimal256Array::from(values).with_precision_and_scale(76, scale).unwrap())
        };
        let pairs: Vec<(ArrayRef, ArrayRef, [i32; 3])> = vec![
            (of_128(&[100, 105, -100], 2), of_128(&[10, 10, -11], 1), [0, 1, 1]),
            (of_128(&[i128::MAX / 10, 0, -1], 38), of_128(&[1, 0, i128::MIN / 10], -38), [-1, 0, 1]),
            (of_32.clone(), of_128(&[15, -16, 0], 1), [0, 1, 0]),
            (of_32.clone(), ints([1, -1, 0]), [1, -1, 0]),
            (of_64.clone(), Arc::new(UInt64Array::from(vec![u64::MAX, 0, 1])), [-1, -1, 0]),
            (of_128(&[u64::MAX.into(), 1, -1], 0), Arc::new(UInt64Array::from(vec![u64::MAX, 1, 1])), [0, 0, -1]),
            (of_256(vec![most, most.wrapping_neg(), i256::ONE], 0), of_256(vec![most, most, i256::ONE], 76), [1, -1, 1]),
            (of_256(vec![i256::from(5), i256::from(-5), i256::ZERO], 76), of_64, [-1, 1, -1]),
            (of_128(&[1, 3, -25], 1), Arc::new(Float64Array::from(vec![0.1, 0.3, -2.4])), [0, 0, -1]),
            (of_32, Arc::new(Float64Array::from(vec![f64::INFINITY, f64::NEG_INFINITY, -0.0])), [-1, 1, 0]),
        ];
        let upload = |array: &ArrayRef| manager.upload_array(array).unwrap();
        let truth = |made: DeviceArray| made.to_host().unwrap().as_boolean().clone();
        for (a, b, orders) in pairs {
            let types = format!("{} and {}", a.data_type(), b.data_type());
            let (a, b) = (upload(&a), upload(&b));
            for (a, b, sign) in [(&a, &b, 1), (&b, &a, -1)] {
                let expect = |is: &dyn Fn(i32) -> bool| BooleanArray::from_iter(orders.map(|order| Some(is(sign * order))));
                let found = |how| truth(a.compare_columns(how, b).unwrap());
                assert_eq!(found(Comparison::Equal), expect(&|order| order == 0), "{types}");
                assert_eq!(found(Comparison::Less), expect(&|order| order < 0), "{types}");
                assert_eq!(found(Comparison::GreaterEqual), expect(&|order| order >= 0), "{types}");
            }
        }
        let nan = upload(&(Arc::new(Float64Array::from(vec![f64::NAN])) as ArrayRef));
        let one = upload(&of_128(&[1], 0));
        assert_eq!(truth(one.compare_columns(Comparison::NotEqual, &nan).unwrap()), BooleanArray::from(vec![true]));
        let price = upload(&of_128(&[999, 1000, 1001], 2));
        let under = price.compare(Comparison::Less, &Int64Array::new_scalar(10)).unwrap();
        assert_eq!(truth(under), BooleanArray::from(vec![true, false, false]));
    }

    fn the_validity_of_nested_entries_is_known(device) {
        let manager = MemoryManager::new(&device.stream);
        let valid = [true, false, true, false, true, true, true];
        let nulls = || Some(NullBuffer::from(valid.to_vec()));
        let mut lists = ListBuilder::new(Int32Builder::new());
        let mut pairs = FixedSizeListBuilder::new(Int32Builder::new(), 2);
        for is in valid {
            lists.append_option(is.then_some([None, Some(1)]));
            pairs.values().append_slice(&[1, 2]);
            pairs.append(is);
        }
        let (lists, pairs): (ArrayRef, ArrayRef) = (Arc::new(lists.finish()), Arc::new(pairs.finish()));
        let field = |column: &ArrayRef| Field::new("x", column.data_type().clone(), true);
        let dictionary = |column: &ArrayRef, nulls| -> ArrayRef {
            Arc::new(StructArray::new(vec![field(column)].into(), vec![column.clone()], nulls))
        };
        let numbers = ints(0..7);
        for (column, has_nulls) in [(lists.clone(), true), (pairs, true), (dictionary(&numbers, nulls()), true), (dictionary(&lists, None), false)] {
            for (start, len) in [(0, 7), (2, 4), (3, 1), (7, 0)] {
                let part = manager.upload_array(&column).unwrap().slice(start, len).unwrap();
                let expected: Vec<bool> = valid[start..start + len].iter().map(|is_valid| *is_valid || !has_nulls).collect();
                let found = part.is_valid().unwrap().to_host().unwrap();
                assert_eq!(found.as_boolean(), &BooleanArray::from(expected.clone()), "{}", column.data_type());
                let found = part.is_null().unwrap().to_host().unwrap();
                let not: Vec<bool> = expected.iter().map(|value| !value).collect();
                assert_eq!(found.as_boolean(), &BooleanArray::from(not));
            }
        }
    }

    fn foreign_offsets_of_unions_need_no_alignment(device) {
        let manager = MemoryManager::new(&device.stream);
        let fields = [(5, Arc::new(Field::new("x", DataType::Boolean, true)))].into_iter().collect();
        let child: ArrayRef = Arc::new(BooleanArray::from(vec![Some(true), None]));
        let union = UnionArray::try_new(fields, vec![5; 3].into(), Some(vec![1, 0, 1].into()), vec![child]).unwrap();
        let mut parts = manager.upload_array(&union).unwrap().into_parts();
        let bytes: Vec<u8> = [0].into_iter().chain([1, 0, 1].into_iter().flat_map(i32::to_ne_bytes)).collect();
        parts.buffers[1] = manager.copy_from_host(&bytes).unwrap().slice(1..).unwrap();
        let found = DeviceArray::try_new(parts).unwrap().slice(1, 2).unwrap().is_valid().unwrap().to_host().unwrap();
        assert_eq!(found.as_boolean(), &BooleanArray::from(vec![true, false]));
    }

    fn long_texts_are_sorted_and_cost_only_themselves(device) {
        let (instrument, manager) = instrumented(device);
        let sorted = |texts: &[Option<String>], key: SortKey| {
            let t: ArrayRef = Arc::new(StringArray::from(texts.to_vec()));
            let count = texts.len() as i64;
            let rows = table(&[("t", t), ("x", ints((0..count).map(|i| i * 7 % 3))), ("at", ints(0..count))]);
            let rows = manager.upload(&rows).unwrap();
            instrument.reset();
            let sorted_rows = rows.sort_by(&[key, SortKey::descending("x")]).unwrap();
            let launches = instrument.calls(Symbol::cuLaunchKernel);
            let at = sorted_rows.column("at").unwrap().to_host().unwrap();
            let found: Vec<usize> = at.as_primitive::<Int64Type>().values().iter().map(|value| *value as usize).collect();
            (found, launches)
        };
        let long = |end: &str, len: usize| Some("y".repeat(len) + end);
        let mut texts = vec![long("b", 300_000), Some("b".to_owned()), None, long("a", 300_000), Some("a".to_owned()), long("", 300_000)];
        texts.extend([Some(String::new()), long("c", 70), None, long("b", 300_000), Some("b".to_owned()), long("c", 70)]);
        for (descends, nulls_first) in [(false, false), (true, false), (false, true), (true, true)] {
            let mut expected: Vec<usize> = (0..texts.len()).collect();
            expected.sort_by(|a, b| {
                let (x, y) = (&texts[*a], &texts[*b]);
                let nulls = x.is_none().cmp(&y.is_none());
                let nulls = if nulls_first { nulls.reverse() } else { nulls };
                let order = if descends { y.cmp(x) } else { x.cmp(y) };
                nulls.then(order).then((b * 7 % 3).cmp(&(a * 7 % 3)))
            });
            let key = if descends { SortKey::descending("t") } else { SortKey::ascending("t") };
            let key = if nulls_first { key.nulls_first() } else { key };
            assert_eq!(sorted(&texts, key).0, expected, "{descends} {nulls_first}");
        }
        // Launches don't depend on the length of the longest text.
        let with = |len: usize| {
            let mut texts: Vec<_> = (0..100).map(|i| Some((i * 37 % 100).to_string())).collect();
            texts[50] = long("", len);
            sorted(&texts, SortKey::ascending("t")).1
        };
        assert_eq!(with(100), with(100_000));
    }
}

/// Concatenates columns, and compares each entry.
fn unified(manager: &MemoryManager, parts: &[ArrayRef]) -> ArrayRef {
    let batches = parts.iter().map(|part| manager.upload(&table(&[("d", part.clone())])).unwrap());
    let batches: Vec<_> = batches.collect();
    let concatenated = DeviceRecordBatch::concat(&batches).unwrap().to_host().unwrap();
    let mut at = 0;
    for part in parts {
        assert_eq!(concatenated.column(0).slice(at, part.len()).as_ref(), part.as_ref());
        at += part.len();
    }
    assert_eq!(concatenated.num_rows(), at);
    concatenated.column(0).clone()
}

/// Uses a dictionary of as many entries as its keys have values.
fn full<K: ArrowDictionaryKeyType>(manager: &MemoryManager, count: usize) {
    let column = |skip: usize| -> ArrayRef {
        let texts = (0..count).map(|at| format!("v{}", (at + skip) % count));
        let keys = (0..count).map(K::Native::usize_as);
        let keys = PrimitiveArray::<K>::from_iter_values(keys);
        Arc::new(DictionaryArray::new(keys, Arc::new(StringArray::from_iter_values(texts))))
    };
    let host = table(&[("d", column(0))]);
    let batch = manager.upload(&host).unwrap();
    assert_eq!(batch.to_host().unwrap(), host);
    assert_eq!(batch.group_by(&["d"], &[]).unwrap().num_rows(), count);
    assert_eq!(batch.sort_by(&[SortKey::descending("d")]).unwrap().num_rows(), count);
    let all = unified(manager, &[column(0), column(1), column(0)]);
    assert_eq!(all.as_any_dictionary().values().len(), count);
    let mut writer = DeviceStreamWriter::new(manager, Vec::new(), &host.schema()).unwrap();
    writer.write(&batch).unwrap();
    let bytes = writer.finish().unwrap();
    let read = DeviceStreamReader::from_host(manager, &bytes[..]).unwrap().next().unwrap().unwrap();
    assert_eq!(read.to_host().unwrap(), host);
    // One more doesn't fit.
    let one: ArrayRef = Arc::new(StringArray::from(vec!["more"]));
    let more =
        DictionaryArray::new(PrimitiveArray::<K>::from_iter_values([K::Native::usize_as(0)]), one);
    let more = manager.upload(&table(&[("d", Arc::new(more))])).unwrap();
    let error = DeviceRecordBatch::concat(&[batch, more]).unwrap_err().to_string();
    assert!(
        error.contains(&format!("dictionaries of {} different entries together", count + 1)),
        "{error}"
    );
}
