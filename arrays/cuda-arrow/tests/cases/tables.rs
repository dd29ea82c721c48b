//! Operations on tables, with pyarrow's results.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use cuda_arrow::arrow_array::cast::AsArray;
use cuda_arrow::arrow_array::types::{ArrowPrimitiveType, Float16Type, Float32Type, Float64Type};
use cuda_arrow::arrow_array::{ArrayRef, RecordBatch};
use cuda_arrow::arrow_ipc::reader::StreamReader;
use cuda_arrow::arrow_schema::DataType;
use cuda_arrow::{
    Aggregate, Comparison, DeviceArray, DeviceRecordBatch, DeviceStreamReader, Error, Function,
    Interpolation, JoinType, MemoryManager, SortKey, Window,
};
use cuda_rust::cases::Outcome;
use serde_json::Value;

use crate::expressions;

pub fn run(manager: &MemoryManager, folder: &Path, case: &Value) -> Outcome {
    match check(manager, folder, case) {
        Ok(()) => Outcome::Passed,
        Err(error) => Outcome::Failed(error.to_string()),
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

/// Returns a stream that a case refers to.
fn stream(folder: &Path, place: &Value) -> Vec<u8> {
    let mut file = File::open(folder.join("tables.bin")).unwrap();
    file.seek(SeekFrom::Start(place[0].as_u64().unwrap())).unwrap();
    let mut bytes = vec![0; place[1].as_u64().unwrap() as usize];
    file.read_exact(&mut bytes).unwrap();
    bytes
}

fn table(manager: &MemoryManager, bytes: &[u8]) -> Result<DeviceRecordBatch, Error> {
    let reader = DeviceStreamReader::from_host(manager, bytes)?;
    let schema = reader.schema();
    let batches = reader.collect::<Result<Vec<_>, _>>()?;
    if batches.is_empty() {
        manager.upload(&RecordBatch::new_empty(schema))
    } else {
        DeviceRecordBatch::concat(&batches)
    }
}

fn comparison(name: &str) -> Comparison {
    match name {
        "equal" => Comparison::Equal,
        "not_equal" => Comparison::NotEqual,
        "less" => Comparison::Less,
        "less_equal" => Comparison::LessEqual,
        "greater" => Comparison::Greater,
        "greater_equal" => Comparison::GreaterEqual,
        other => panic!("unknown comparison {other}"),
    }
}

fn aggregate(aggregate: &Value) -> Aggregate {
    let function = match text(&aggregate[1]) {
        "count_all" => return Aggregate::rows(),
        "sum" => Function::Sum,
        "count" => Function::Count,
        "count_distinct" => Function::CountDistinct,
        "min" => Function::Min,
        "max" => Function::Max,
        "mean" => Function::Mean,
        other => panic!("unknown function {other}"),
    };
    Aggregate::of(text(&aggregate[0]), function)
}

fn window(function: &Value) -> Window {
    let (of, by) =
        (function[1].as_str().unwrap_or_default(), function[2].as_u64().unwrap() as usize);
    match text(&function[0]) {
        "row_number" => Window::row_number(),
        "rank" => Window::rank(),
        "dense_rank" => Window::dense_rank(),
        "running_sum" => Window::running_sum(of),
        "lag" => Window::lag(of, by),
        _ => Window::lead(of, by),
    }
}

fn quantiles(case: &Value) -> (Vec<f64>, Interpolation) {
    let probabilities = case["of"].as_array().unwrap().iter().map(|array| array.as_f64().unwrap());
    let how = match text(&case["how"]) {
        "linear" => Interpolation::Linear,
        "lower" => Interpolation::Lower,
        "higher" => Interpolation::Higher,
        "nearest" => Interpolation::Nearest,
        _ => Interpolation::Midpoint,
    };
    (probabilities.collect(), how)
}

/// Returns the columns of an operation that makes no table; `None` for the others.
fn columns(batch: &DeviceRecordBatch, case: &Value) -> Result<Option<Vec<DeviceArray>>, Error> {
    Ok(Some(match text(&case["op"]) {
        "compare" => {
            let [a, b] = batch.columns() else { panic!("two columns") };
            vec![a.compare_columns(comparison(text(&case["how"])), b)?]
        }
        "logic" => {
            let (a, b) = (&batch.columns()[0], &batch.columns()[1]);
            vec![match text(&case["how"]) {
                "and" => a.and(b)?,
                "or" => a.or(b)?,
                "not" => a.not()?,
                "is_valid" => a.is_valid()?,
                _ => a.is_null()?,
            }]
        }
        "window" => {
            let order = case["order"].as_array().unwrap().iter().map(|key| match text(&key[1]) {
                "ascending" => SortKey::ascending(text(&key[0])),
                _ => SortKey::descending(text(&key[0])),
            });
            let parts: Vec<&str> = case["parts"].as_array().unwrap().iter().map(text).collect();
            let functions = case["what"].as_array().unwrap().iter().map(window);
            let result =
                batch.window(&parts, &order.collect::<Vec<_>>(), &functions.collect::<Vec<_>>())?;
            result.columns()[batch.num_columns()..].to_vec()
        }
        "quantile" => {
            let (of, how) = quantiles(case);
            let quantiles = batch.columns()[0].quantiles(&of, how)?;
            vec![batch.manager().upload_array(&quantiles)?]
        }
        "quantile_by" => {
            let (of, how) = quantiles(case);
            let keys: Vec<&str> = case["keys"].as_array().unwrap().iter().map(text).collect();
            batch.quantiles_by(&keys, text(&case["column"]), &of, how)?.columns().to_vec()
        }
        _ => return Ok(None),
    }))
}

fn check(manager: &MemoryManager, folder: &Path, case: &Value) -> Result<(), Error> {
    let bytes = stream(folder, &case["result"]);
    let expected: Vec<RecordBatch> =
        StreamReader::try_new(&bytes[..], None).and_then(Iterator::collect).unwrap();
    let whole = table(manager, &stream(folder, &case["table"]))?;
    let mut batch = whole.clone();
    if let Some(part) = case.get("slice") {
        let at = |index: usize| part[index].as_u64().unwrap() as usize;
        batch = batch.slice(at(0), at(1))?;
    }
    let keys = || case["keys"].as_array().unwrap();
    let names = || keys().iter().map(text).collect::<Vec<_>>();
    if let Some(made) = columns(&batch, case)? {
        return check_columns(case, &made, &expected);
    }
    let result = match text(&case["op"]) {
        "group_by" => {
            let aggregates = case["what"].as_array().unwrap().iter().map(aggregate);
            batch.group_by(&names(), &aggregates.collect::<Vec<_>>())?
        }
        "sort_by" => {
            let keys = keys().iter().map(|key| {
                let name = text(&key[0]);
                let sort_key = match text(&key[1]) {
                    "ascending" => SortKey::ascending(name),
                    _ => SortKey::descending(name),
                };
                if key[2].as_bool().unwrap() { sort_key.nulls_first() } else { sort_key }
            });
            batch.sort_by(&keys.collect::<Vec<_>>())?
        }
        "filter" => {
            let mask = batch.column(text(&case["mask"]))?;
            batch.filter(mask)?
        }
        "join" => {
            let right = table(manager, &stream(folder, &case["right"]))?;
            let pairs: Vec<(&str, &str)> = names().into_iter().map(|name| (name, name)).collect();
            let join = match text(&case["how"]) {
                "inner" => JoinType::Inner,
                "left outer" => JoinType::LeftOuter,
                "left semi" => JoinType::LeftSemi,
                "left anti" => JoinType::LeftAnti,
                "right outer" => JoinType::RightOuter,
                "right semi" => JoinType::RightSemi,
                "right anti" => JoinType::RightAnti,
                _ => JoinType::FullOuter,
            };
            batch.join(&right, &pairs, join)?
        }
        "all" => batch,
        "unique" => batch.unique(&names())?,
        "value_counts" => batch.value_counts(&names())?,
        "expressions" => {
            let trees = case["trees"].as_array().unwrap();
            let all: Vec<_> =
                trees.iter().map(|tree| expressions::expression(&whole, tree)).collect();
            return check_columns(case, batch.select(&all)?.columns(), &expected);
        }
        "expression" => {
            let expression = expressions::expression(&whole, &case["tree"]);
            let result = batch.select(core::slice::from_ref(&expression));
            if case.get("fails").is_some() {
                let error = result.map(|batch| batch.num_rows()).unwrap_err().to_string();
                assert!(error.contains(", in row "), "{error}");
                return Ok(());
            }
            let result = result?;
            check_columns(case, result.columns(), &expected)?;
            let added = batch.with_column("made", &expression)?;
            check_columns(case, &added.columns()[batch.num_columns()..], &expected)?;
            if result.columns()[0].data_type() == &DataType::Boolean {
                let masked = batch.filter(&result.columns()[0])?.to_host()?;
                assert_eq!(batch.filter(&expression)?.to_host()?, masked, "rows");
            }
            return Ok(());
        }
        other => panic!("unknown operation {other}"),
    };
    let schema = expected.first().map(RecordBatch::schema);
    if let Some(schema) = schema {
        let names = |schema: &cuda_arrow::arrow_schema::Schema| {
            let fields = schema.fields().iter();
            fields.map(|field| field.name().clone()).collect::<Vec<_>>()
        };
        assert_eq!(names(result.schema()), names(&schema), "columns");
    }
    check_columns(case, result.columns(), &expected)
}

/// Compares columns with those of the only batch of a stream; without one, they have no rows.
fn check_columns(
    case: &Value,
    found: &[DeviceArray],
    expected: &[RecordBatch],
) -> Result<(), Error> {
    assert!(expected.len() <= 1, "one batch");
    let Some(expected) = expected.first() else {
        assert!(found.iter().all(DeviceArray::is_empty), "rows");
        return Ok(());
    };
    assert_eq!(found.len(), expected.num_columns(), "number of columns");
    let names = expected.schema();
    for (index, (found, expected)) in found.iter().zip(expected.columns()).enumerate() {
        let found = found.to_host()?;
        let tree = &case["trees"][index];
        assert_eq!(found.data_type(), expected.data_type(), "column {index} {tree}");
        let name = names.field(index).name();
        // Large numbers that cancel leave a rounding error of their size.
        let least = if name.contains("int64") { 1e6 } else { 0.0 };
        let allowed = match name.as_str() {
            name if name.starts_with("zeros") => Some((0.0, 0.0)),
            name => name.ends_with("_mean").then_some((1e-12, least)),
        };
        let is_same = is_close::<Float64Type>(&found, expected, allowed)
            .or_else(|| is_close::<Float16Type>(&found, expected, allowed))
            .or_else(|| {
                is_close::<Float32Type>(
                    &found,
                    expected,
                    allowed.map(|limits| (limits.0 * 1e6, 0.0)),
                )
            });
        if is_same != Some(true) {
            assert_eq!(&found, expected, "column {index} {tree}");
        }
    }
    Ok(())
}

/// Returns whether both are floats that differ at most as allowed, or in their encoding of NaN; `None` for other types.
fn is_close<T>(a: &ArrayRef, b: &ArrayRef, allowed: Option<(f64, f64)>) -> Option<bool>
where
    T: ArrowPrimitiveType,
    T::Native: Into<f64>,
{
    let mut pairs = a.as_primitive_opt::<T>()?.iter().zip(b.as_primitive_opt::<T>()?);
    let is = |a: f64, b: f64| match allowed {
        Some((share, least)) => a == b || (a - b).abs() <= least.max(share * a.abs().max(b.abs())),
        None => a.to_bits() == b.to_bits(),
    };
    Some(pairs.all(|pair| match pair {
        (Some(a), Some(b)) => {
            let (a, b): (f64, f64) = (a.into(), b.into());
            is(a, b) || (a.is_nan() && b.is_nan())
        }
        (a, b) => a.is_none() && b.is_none(),
    }))
}
