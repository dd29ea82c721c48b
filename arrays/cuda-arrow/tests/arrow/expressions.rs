//! Expressions of columns: what they cost, and what is wrong with some. Their results are compared with pyarrow's by the test
//! `cases`.

use std::collections::HashMap;
use std::sync::Arc;

use cuda_arrow::arrow_array::types::{Float32Type, Float64Type, Int32Type};
use cuda_arrow::arrow_array::{
    Array, ArrayRef, BinaryArray, BooleanArray, Date32Array, Decimal128Array, DictionaryArray,
    Float32Array, Float64Array, Int32Array, Int64Array, IntervalYearMonthArray, RecordBatch,
    StringArray, TimestampSecondArray, cast::AsArray,
};
use cuda_arrow::arrow_schema::{DataType, Field, Schema};
use cuda_arrow::{
    DeviceArray, DeviceRecordBatch, Error, Expr, MemoryManager, SortKey, Window, col, if_else, lit,
};
use cuda_driver::driver::Symbol;
use cuda_driver::sys::CUresult;
use cuda_rust::{faults, options};

use crate::device::{TestDevice, with_others};
use crate::instrumented;
use crate::tables::{launches, waits};

fn host() -> RecordBatch {
    let columns: [(&str, ArrayRef); 5] = [
        ("i", Arc::new(Int32Array::from(vec![Some(3), None, Some(0), Some(-7)]))),
        ("x", Arc::new(Float64Array::from(vec![0.5, 1.5, f64::NAN, -2.0]))),
        ("t", Arc::new(StringArray::from(vec![Some("one"), Some("zwölf"), None, Some("")]))),
        ("b", Arc::new(BooleanArray::from(vec![Some(true), Some(false), None, Some(true)]))),
        ("d", Arc::new(Date32Array::from(vec![0, 8766, 19_782, -1]))),
    ];
    RecordBatch::try_from_iter(columns).unwrap()
}

#[test]
fn the_expressions_of_a_call_are_one_launch_that_waits_only_if_they_can_fail() {
    let _turn = with_others();
    let device = TestDevice::of_tests();
    let (instrument, manager) = instrumented(&device);
    let batch = manager.upload(&host()).unwrap();
    let sure = [
        col("x") * 2.0 + col("i").cast(DataType::Float64),
        col("i").gt(1) & col("b"),
        col("d").year(),
    ];
    let unsure = [col("i") / 2, col("x") + 1.0];
    let texts = [col("t").contains("w").alias("a"), col("t").len_chars()];
    for (expressions, expected) in [(&sure[..], (1, 0)), (&unsure, (1, 1)), (&texts, (1, 1))] {
        drop(batch.select(expressions).unwrap());
        instrument.reset();
        let result = batch.select(expressions).unwrap();
        assert_eq!((launches(&instrument), waits(&instrument)), expected, "{expressions:?}");
        assert_eq!(result.num_columns(), expressions.len());
    }
    // Numbers and names aren't part of the kernel.
    let other = batch.select(&[col("x").alias("y"), col("i")]).unwrap();
    instrument.reset();
    drop(other.select(&[col("i") / 77, col("y") + 0.25]).unwrap());
    let loads = [Symbol::cuModuleLoadDataEx, Symbol::cuModuleLoadData, Symbol::cuLibraryLoadData];
    assert_eq!(loads.map(|load| instrument.calls(load)), [0; 3], "{:?}", instrument.called());
}

#[test]
fn an_expression_that_is_wrong_is_an_error_that_names_it() {
    let _turn = with_others();
    let manager = MemoryManager::new(&TestDevice::of_tests().stream);
    let batch = manager.upload(&host()).unwrap();
    let zoned = TimestampSecondArray::from(vec![0]).with_timezone("Europe/Atlantis");
    let bytes = Expr::scalar(&BinaryArray::from(vec![&b"\x80"[..]]));
    let day = DataType::Duration(cuda_arrow::arrow_schema::TimeUnit::Second);
    let cases: [(Expr, &[&str]); 20] = [
        (col("z") + 1, &["z"]),
        (col("t") + 1, &["`(t + 1)`", "Utf8 and Int32", "texts aren't parsed on the device"]),
        (Expr::date(2024, 2, 29) + 1, &["Date32 and Int32", "`cast` the number to a duration"]),
        (Expr::date(2024, 2, 29) * lit(2i64).cast(day), &["Date32 and Duration", "subtracted"]),
        (col("b") + 1, &["Boolean and Int32", "`cast` converts"]),
        (col("t").lt(col("i")), &["`(t < i)`", "Utf8 and Int32"]),
        (col("i").and(true), &["`(i and true)`", "booleans", "Int32"]),
        (col("i").len_bytes(), &["`len_bytes(i)`", "texts"]),
        (col("i").year(), &["`year(i)`", "dates"]),
        (col("d").hour() / (col("i") - 3), &["division by zero", "in row 0"]),
        (lit(1) % col("i"), &["`(1 % i)`: division by zero", "in row 2"]),
        (col("x").cast(DataType::Int32), &["cast to Int32(x)", "Float64", "in row 0"]),
        (col("i").cast(DataType::UInt8), &["cast to UInt8(i)", "in row 3"]),
        (col("t").cast(DataType::Int32), &["Utf8 can't be converted to Int32"]),
        (Expr::date(2023, 2, 29).lt(col("d")), &["there is no date 2023-02-29"]),
        (
            Expr::scalar(&IntervalYearMonthArray::from(vec![1])),
            &["a literal of Interval(YearMonth)"],
        ),
        (Expr::scalar(&zoned).cast(DataType::Date32), &["Europe/Atlantis", "tz database"]),
        (bytes.len_chars(), &["`len_chars(", "texts", "Binary"]),
        (bytes.substring(0, 1), &["`substring(", "texts", "Binary"]),
        (if_else(col("b"), "x", 1), &["values of one type", "Boolean and Utf8 and Int32"]),
    ];
    for (expression, parts) in cases {
        let error = batch.select(&[expression]).unwrap_err().to_string();
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
    }
    let sum = |count| (0..count).fold(col("x"), |sum, _| sum + 1.0);
    assert_eq!(
        batch.select(&[sum(256) - 0.0]).unwrap_err().to_string().matches("257 functions").count(),
        1
    );
    assert_eq!(batch.select(&[sum(255).alias("y")]).unwrap().num_columns(), 1);
    let doubled = (0..100).fold(col("x"), |sum, _| &sum + &sum);
    assert!(batch.select(&[doubled]).unwrap_err().to_string().contains("are the most"));
    let twice = batch.select(&[col("i"), col("x").alias("i")]).unwrap();
    assert!(twice.with_column("i", lit(1)).unwrap_err().to_string().contains("ambiguous"));
    let error = batch.filter(col("i")).unwrap_err().to_string();
    assert!(error.contains("a mask is boolean"), "{error}");
}

#[test]
fn floats_are_in_total_order() {
    let _turn = with_others();
    let manager = MemoryManager::new(&TestDevice::of_tests().stream);
    let inf = f64::INFINITY;
    let mut values = vec![1.5, -0.0, 0.0, f64::NAN, -f64::NAN, inf, -inf, 5e-324, -1.5];
    let x: ArrayRef = Arc::new(Float64Array::from(values.clone()));
    let singles = Float32Array::from_iter_values(values.iter().map(|value| *value as f32));
    let host = RecordBatch::try_from_iter([("x", x), ("y", Arc::new(singles))]).unwrap();
    let batch = manager.upload(&host).unwrap();
    let keys = [col("x").total_order().alias("k"), col("x"), col("y").total_order().alias("l")];
    let sorted = batch.select(&keys).unwrap().sort_by(&[SortKey::ascending("k")]).unwrap();
    values.sort_by(f64::total_cmp);
    let found = sorted.to_host().unwrap();
    let bits = |floats: &[f64]| floats.iter().map(|float| float.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(found.column(1).as_primitive::<Float64Type>().values()), bits(&values));
    assert!(found.column(2).as_primitive::<Int32Type>().values().is_sorted());
    let error = manager.upload(&host).unwrap().select(&[lit(1).total_order()]).unwrap_err();
    assert!(error.to_string().contains("floating-point numbers"), "{error}");
}

#[test]
fn decimals_of_distant_scales_are_compared() {
    let _turn = with_others();
    let manager = MemoryManager::new(&TestDevice::of_tests().stream);
    let batch = manager.upload(&host()).unwrap();
    let decimal = |number, scale| {
        let array = Decimal128Array::from(vec![number]).with_precision_and_scale(38, scale);
        Expr::scalar(&array.unwrap())
    };
    for (expression, rows) in [
        (decimal(1, 38).lt(decimal(1, -38)), 4),
        (decimal(-1, -1).lt(decimal(-1, 38)), 4),
        (decimal(0, 38).eq(decimal(0, -38)), 4),
        (decimal(1, 38).eq(decimal(1, -38)), 0),
    ] {
        assert_eq!(batch.filter(&expression).unwrap().num_rows(), rows, "{expression}");
    }
    // Their unit is more than a `float`.
    let floats = [0, 3].map(|n| decimal(n, -39).cast(DataType::Float32).alias(n.to_string()));
    let floats = batch.select(&floats).unwrap().to_host().unwrap();
    for (column, expected) in floats.columns().iter().zip([0.0, f32::INFINITY]) {
        assert_eq!(column.as_primitive::<Float32Type>().value(0), expected);
    }
}

#[test]
fn entries_of_corrupt_columns_are_errors() {
    let _turn = with_others();
    let manager = MemoryManager::new(&TestDevice::of_tests().stream);
    let texts = Arc::new(StringArray::from(vec!["a", "b"]));
    let keys = Int32Array::from(vec![0, 1, 1]);
    let host: ArrayRef = Arc::new(DictionaryArray::<Int32Type>::try_new(keys, texts).unwrap());
    let mut parts = manager.upload_array(&host).unwrap().into_parts();
    let bytes: Vec<u8> = [0i32, 900, -1].iter().flat_map(|n| n.to_ne_bytes()).collect();
    parts.buffers[0] = manager.copy_from_host(&bytes).unwrap();
    let schema = RecordBatch::try_from_iter([("t", host)]).unwrap().schema();
    let column = DeviceArray::try_new(parts).unwrap();
    let batch = DeviceRecordBatch::try_new(&manager, schema, vec![column], 3).unwrap();
    for expression in [col("t").is_null(), col("t").substring(0, 1), col("t").eq("a")] {
        let error = batch.select(&[expression]).unwrap_err().to_string();
        assert!(error.contains("a key is outside of its dictionary"), "{error}");
    }
}

#[test]
fn columns_are_replaced_added_shared_and_empty() {
    let _turn = with_others();
    let manager = MemoryManager::new(&TestDevice::of_tests().stream);
    let batch = manager.upload(&host()).unwrap();
    let extended = batch.with_column("i", col("i") + 1i64).unwrap();
    let extended =
        extended.with_columns(&[col("i").alias("j"), col("t").substring(-2, None)]).unwrap();
    let names: Vec<_> =
        extended.schema().fields().iter().map(|field| field.name().clone()).collect();
    assert_eq!(names, ["i", "x", "t", "b", "d", "j", "substring(t, -2, 9223372036854775807)"]);
    let host = extended.to_host().unwrap();
    let i: ArrayRef = Arc::new(Int64Array::from(vec![Some(4), None, Some(1), Some(-6)]));
    assert_eq!((host.column(0), host.column(5)), (&i, &i));
    assert_eq!(
        host.column(6).as_ref(),
        &StringArray::from(vec![Some("ne"), Some("lf"), None, Some("")]) as &dyn Array
    );
    let [a, b] = ["i", "j"].map(|name| extended.column(name).unwrap().buffers()[0].as_raw());
    assert_eq!(a, b, "a column that isn't changed shares its memory");
    let empty = batch.slice(2, 0).unwrap();
    let result = empty.select(&[col("t").substring(0, 1), col("i") / 0]).unwrap();
    assert_eq!((result.num_rows(), result.columns()[0].data_type()), (0, &DataType::Utf8));
    assert_eq!(empty.filter(col("b")).unwrap().num_rows(), 0);
}

#[test]
fn a_column_that_is_only_renamed_keeps_its_metadata_and_names_are_given_once() {
    let _turn = with_others();
    let manager = MemoryManager::new(&TestDevice::of_tests().stream);
    let metadata: HashMap<_, _> = [("unit".to_owned(), "m".to_owned())].into();
    let field = Field::new("a", DataType::Int32, true).with_metadata(metadata);
    let schema = Arc::new(Schema::new(vec![field]));
    let column: ArrayRef = Arc::new(Int32Array::from(vec![1, 2]));
    let batch = manager.upload(&RecordBatch::try_new(schema, vec![column]).unwrap()).unwrap();
    for renamed in
        [batch.with_column("b", col("a")).unwrap(), batch.select(&[col("a").alias("b")]).unwrap()]
    {
        let schema = renamed.schema();
        let field = schema.field_with_name("b").unwrap();
        assert_eq!(field.metadata().get("unit").map(String::as_str), Some("m"));
        assert!(field.is_nullable());
    }
    let error = batch.with_columns(&[(col("a") + 1i32).alias("b"), (col("a") + 2i32).alias("b")]);
    let error = error.unwrap_err().to_string();
    assert!(error.contains("two expressions are named \"b\""), "{error}");
}

#[test]
fn results_of_many_rows_are_whole() {
    let _turn = with_others();
    let manager = MemoryManager::new(&TestDevice::of_tests().stream);
    // More than a tile of windows, and than one level of prefix sums.
    let n = 70_000;
    let texts = StringArray::from_iter((0..n).map(|i| (i % 9 > 0).then(|| format!("text {i}"))));
    let keys = Int32Array::from_iter_values((0..n).map(|i| i % 3));
    let columns: [(&str, ArrayRef); 2] = [("t", Arc::new(texts)), ("k", Arc::new(keys))];
    let batch = manager.upload(&RecordBatch::try_from_iter(columns).unwrap()).unwrap();
    let result = batch.select(&[col("t").substring(5, 3)]).unwrap().to_host().unwrap();
    let expected =
        (0..n).map(|i| (i % 9 > 0).then(|| i.to_string().chars().take(3).collect::<String>()));
    assert_eq!(result.column(0).as_ref(), &StringArray::from_iter(expected) as &dyn Array);
    let functions = [Window::row_number(), Window::running_sum("k")];
    let result = batch.window(&["k"], &[], &functions).unwrap().to_host().unwrap();
    let numbers = (0..n).map(|i| i64::from(i / 3 + 1));
    assert_eq!(result.column(2).as_ref(), &Int64Array::from_iter_values(numbers) as &dyn Array);
    let sums = (0..n).map(|i| i64::from(i % 3) * i64::from(i / 3 + 1));
    assert_eq!(result.column(3).as_ref(), &Int64Array::from_iter_values(sums) as &dyn Array);
}

#[test]
fn each_driver_call_of_an_expression_fails_in_turn() {
    let _turn = with_others();
    let (instrument, warm) = TestDevice::of_tests().instrumented();
    let run = || -> Result<RecordBatch, Error> {
        let manager = MemoryManager::new(&warm.driver.device(0)?.primary_context()?.stream()?);
        let batch = manager.upload(&host())?;
        batch
            .select(&[col("t").substring(1, 2), col("i") / 2, col("b").not()])?
            .filter(col("not(b)"))?
            .to_host()
    };
    drop(run().unwrap());
    let codes = [CUresult::CUDA_ERROR_OUT_OF_MEMORY, CUresult(12345)];
    faults::each_call_fails(
        &instrument,
        &codes,
        options::number("faults", 3),
        &faults::EVENTS,
        run,
    );
}

#[test]
fn managers_buffers_batches_and_expressions_are_send_and_sync() {
    fn both<T: Send + Sync>() {}
    both::<MemoryManager>();
    both::<cuda_arrow::Buffer>();
    both::<cuda_arrow::MutableBuffer>();
    both::<cuda_arrow::DeviceArray>();
    both::<cuda_arrow::DeviceRecordBatch>();
    both::<Expr>();
    both::<cuda_arrow::Error>();
}
