//! Casts on the device have DataFusion's results: of values at the ends of all types, and of those that are cut off.

use std::sync::Arc;

use cuda_arrow::MemoryManager;
use cuda_datafusion::OnDevice;
use datafusion::arrow::array::{
    Array, ArrayData, ArrayRef, BooleanArray, DictionaryArray, Float32Array, Float64Array,
    Int32Array, LargeStringArray, RecordBatch, StringArray, make_array, new_null_array,
};
use datafusion::arrow::buffer::Buffer;
use datafusion::arrow::compute::{concat, concat_batches, take};
use datafusion::arrow::datatypes::{DataType, TimeUnit::*};
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::execution::SessionStateBuilder;
use datafusion::logical_expr::ColumnarValue;
use datafusion::physical_plan::{ExecutionPlan, collect};
use datafusion::prelude::SessionContext;

/// Numbers near the ends of types and of days, and with parts of all units.
const NUMBERS: [i128; 46] = [
    0,
    1,
    -1,
    49,
    50,
    51,
    99,
    -50,
    -149,
    150,
    127,
    128,
    -128,
    -129,
    255,
    256,
    1000,
    -1500,
    1500,
    32_767,
    32_768,
    -32_769,
    65_535,
    65_536,
    86_399,
    86_400,
    -86_401,
    16_777_217,
    86_399_999,
    -86_400_001,
    2_147_483_647,
    -2_147_483_648,
    2_147_483_648,
    -2_147_483_649,
    4_294_967_295,
    86_399_999_999,
    1_582_981_496_789,
    9_007_199_254_740_993,
    1_582_981_496_789_012_345,
    // The last second that arrow-rs has a date of, and the next one.
    8_210_266_876_799,
    8_210_266_876_800,
    -8_334_601_228_800,
    -8_334_601_228_801,
    i64::MAX as i128,
    i64::MIN as i128,
    u64::MAX as i128,
];

fn types() -> Vec<DataType> {
    use DataType::*;
    let zoned = |unit, zone: &str| Timestamp(unit, Some(zone.into()));
    let mut all = vec![
        Boolean,
        Int8,
        Int16,
        Int32,
        Int64,
        UInt8,
        UInt16,
        UInt32,
        UInt64,
        Float32,
        Float64,
        Date32,
        Date64,
        Time32(Second),
        Time32(Millisecond),
        Time64(Microsecond),
        Time64(Nanosecond),
        zoned(Microsecond, "UTC"),
        zoned(Second, "+05:30"),
        zoned(Millisecond, "-08:00"),
        Decimal128(9, 2),
        Decimal128(38, 0),
        Decimal128(5, -2),
        Decimal128(20, 10),
        Utf8,
        LargeUtf8,
        Dictionary(Int32.into(), Timestamp(Millisecond, None).into()),
    ];
    for unit in [Second, Millisecond, Microsecond, Nanosecond] {
        all.extend([Timestamp(unit, None), Duration(unit)]);
    }
    all
}

/// Returns the values of a type.
fn values(data_type: &DataType) -> ArrayRef {
    use DataType::*;
    let reals = [
        0.0,
        -0.0,
        0.5,
        -0.5,
        1.5,
        2.5,
        -1.99,
        127.9,
        128.0,
        -128.9,
        255.5,
        16_777_217.0,
        1e10,
        2_147_483_647.9,
        9.3e18,
        -9.3e18,
        1.8e19,
        1e39,
        1e300,
        f64::NAN,
        f64::INFINITY,
    ];
    let texts = ["", "1", "1.5", "2020-02-29T12:34:56.789", "true"];
    match data_type {
        Boolean => Arc::new(BooleanArray::from(vec![true, false])),
        Float32 => Arc::new(Float32Array::from_iter_values(reals.map(|real| real as f32))),
        Float64 => Arc::new(Float64Array::from_iter_values(reals)),
        Utf8 => Arc::new(StringArray::from_iter_values(texts)),
        LargeUtf8 => Arc::new(LargeStringArray::from_iter_values(texts)),
        Dictionary(_, values_type) => {
            let values = values(values_type);
            let keys = Int32Array::from_iter_values(0..values.len() as i32);
            Arc::new(DictionaryArray::new(keys, values))
        }
        _ => {
            let width = data_type.primitive_width().unwrap();
            let (least, most) = match data_type {
                // Of a day: arrow-rs computes with others, too, and wraps.
                Time32(Second) => (0, 86_399),
                Time32(_) => (0, 86_399_999),
                Time64(Microsecond) => (0, 86_399_999_999),
                Time64(_) => (0, 86_399_999_999_999),
                Decimal128(precision, _) => {
                    let most = 10i128.pow((*precision).into()) - 1;
                    (-most, most)
                }
                ty if ty.is_unsigned_integer() => (0, (1 << (8 * width)) - 1),
                _ => (-(1 << (8 * width - 1)), (1 << (8 * width - 1)) - 1),
            };
            let all = NUMBERS.iter().chain([&least, &most]);
            let all = all.filter(|value| (least..=most).contains(value));
            let bytes: Vec<u8> =
                all.clone().flat_map(|value| value.to_le_bytes()[..width].to_vec()).collect();
            let data = ArrayData::builder(data_type.clone()).len(all.count());
            let data = data.add_buffer(Buffer::from_vec(bytes)).align_buffers(true);
            make_array(data.build().unwrap())
        }
    }
}

/// Returns a value as DataFusion casts it on the host; `None` also where chrono panics, of local times beyond its years.
fn on_host(value: ArrayRef, to: &DataType) -> Option<ArrayRef> {
    let cast = || ColumnarValue::Array(value).cast_to(to, None).ok()?.into_array(1).ok();
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(cast)).ok()?
}

fn with_null(parts: &[ArrayRef], data_type: &DataType) -> ArrayRef {
    let null = new_null_array(data_type, 1);
    let parts: Vec<&dyn Array> = parts.iter().chain([&null]).map(|part| &**part).collect();
    concat(&parts).unwrap()
}

/// A cast, with the rows that the host casts, their results, and the first row that it doesn't.
struct Case {
    to: DataType,
    fine: ArrayRef,
    expected: ArrayRef,
    wrong: Option<ArrayRef>,
}

fn case(values: &ArrayRef, to: &DataType) -> Case {
    let (mut fine, mut made, mut wrong) = (Vec::new(), Vec::new(), None);
    for row in 0..values.len() {
        let value = take(values, &Int32Array::from(vec![row as i32]), None).unwrap();
        match on_host(value.clone(), to) {
            Some(result) => {
                fine.push(value);
                made.push(result);
            }
            None => wrong = wrong.or(Some(value)),
        }
    }
    let fine = with_null(&fine, values.data_type());
    Case { to: to.clone(), fine, expected: with_null(&made, to), wrong }
}

/// Plans casts of columns, each of its own, which have as many rows as the longest.
async fn plan(
    session: &SessionContext,
    columns: Vec<ArrayRef>,
    to: &[&DataType],
) -> Result<Arc<dyn ExecutionPlan>, String> {
    let rows = columns.iter().map(|column| column.len()).max().unwrap();
    let columns = columns.into_iter().enumerate().map(|(at, column)| {
        let nulls = new_null_array(column.data_type(), rows - column.len());
        (format!("x{at}"), concat(&[&*column, &*nulls]).unwrap())
    });
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    session.deregister_table("c").unwrap();
    session.register_batch("c", batch).unwrap();
    let casts = to.iter().enumerate().map(|(at, to)| format!("arrow_cast(x{at}, '{to}') AS c{at}"));
    let query = format!("SELECT {} FROM c", casts.collect::<Vec<_>>().join(", "));
    let frame = session.sql(&query).await.map_err(|error| error.to_string())?;
    frame.create_physical_plan().await.map_err(|error| error.to_string())
}

/// Runs them.
async fn run(
    session: &SessionContext,
    columns: Vec<ArrayRef>,
    to: &[&DataType],
) -> Result<RecordBatch, String> {
    let plan = plan(session, columns, to).await?;
    let batches = collect(plan, session.task_ctx()).await.map_err(|error| error.to_string())?;
    Ok(concat_batches(&batches[0].schema(), &batches).unwrap())
}

#[tokio::test]
async fn casts_of_all_types_have_the_results_of_the_host() {
    let driver = cuda_sim::gpu_or_software().unwrap();
    let manager = MemoryManager::of_device(driver.device(0).unwrap()).unwrap();
    let rules = OnDevice::new(&manager).among_rules();
    let state =
        SessionStateBuilder::new_with_default_features().with_physical_optimizer_rules(rules);
    let session = SessionContext::new_with_state(state.build());
    let (mut wrong, mut on_device) = (Vec::new(), 0);
    for from in types() {
        let values = values(&from);
        let mut cases = Vec::new();
        for to in types().into_iter().filter(|to| *to != from) {
            let null = new_null_array(&from, 1);
            let planned = plan(&session, vec![null], &[&to]).await;
            if planned.is_ok_and(|plan| plan.name() == "DeviceProjectionExec") {
                cases.push(case(&values, &to));
            }
        }
        if cases.is_empty() {
            continue;
        }
        on_device += cases.len();
        let to: Vec<&DataType> = cases.iter().map(|case| &case.to).collect();
        let fine = cases.iter().map(|case| case.fine.clone()).collect();
        match run(&session, fine, &to).await {
            Ok(made) => {
                for (column, case) in made.columns().iter().zip(&cases) {
                    let found = column.slice(0, case.expected.len());
                    if *found != *case.expected {
                        let batch = RecordBatch::try_from_iter([
                            ("from", case.fine.clone()),
                            ("found", found),
                            ("expected", case.expected.clone()),
                        ]);
                        let rows = pretty_format_batches(&[batch.unwrap()]).unwrap();
                        wrong.push(format!("{from} to {}\n{rows}", case.to));
                    }
                }
            }
            Err(error) => wrong.push(format!("{from}: {error}")),
        }
        for (at, case) in cases.iter().enumerate() {
            // The host also casts entries of a dictionary that no row has, and has fewer years where there is a time zone.
            let has_zone = matches!(case.to, DataType::Timestamp(_, Some(_)));
            if has_zone || matches!(from, DataType::Dictionary(..)) {
                continue;
            }
            let Some(value) = &case.wrong else { continue };
            let mut columns = vec![new_null_array(&from, 2); cases.len()];
            columns[at] = with_null(std::slice::from_ref(value), &from);
            if let Ok(made) = run(&session, columns, &to).await {
                let rows = pretty_format_batches(&[made.project(&[at]).unwrap()]).unwrap();
                wrong.push(format!("{from} to {}: {value:?} is no error\n{rows}", case.to));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {on_device}\n{}", wrong.len(), wrong.join("\n\n"));
    assert!(on_device > 250, "{on_device} casts run on the device");
}
