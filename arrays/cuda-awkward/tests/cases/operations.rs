//! Operations by their names in the cases.

use cuda_awkward::{Array, Backend, Dtype, Entry, Error, Operand, Reducer, Scalar, Value};
use serde_json::{Map, Value as Json};

use crate::arguments::Arguments;
use crate::compare::Tolerance;
use crate::{compare, inputs, of_papers};
use cuda_rust::cases::Outcome;

/// The result of an operation.
pub enum CaseOutput {
    Array(Array),
    Arrays(Vec<Array>),
    Scalar(Option<Scalar>, String),
    Value(Value, String),
    Names(Vec<String>),
    Packed(Array),
    Parameters(Map<String, Json>),
    /// What is wrong, if anything.
    Validity(Option<String>),
}

fn word(error: &Error) -> &'static str {
    match error {
        Error::Axis { .. } => "axis",
        Error::Index { .. } => "index",
        Error::Slice(_) => "slice",
        Error::Broadcast(_) => "broadcast",
        Error::Field(_) => "field",
        Error::Type(_) => "type",
        Error::Value(_) => "value",
        Error::Buffers { .. } => "buffers",
        _ => "other",
    }
}

pub fn run(backend: &Backend, all: &Json, case: &Json) -> Outcome {
    let allowed_keys = ["name", "tier", "inputs", "op", "args", "expect", "rtol", "atol", "note"];
    if let Err(text) = crate::only_keys(case, &allowed_keys) {
        return Outcome::Failed(text);
    }
    let expected = &case["expect"];
    if let Err(text) = crate::only_keys(
        expected,
        &[
            "type",
            "list",
            "scalar",
            "record",
            "fields",
            "arrays",
            "buffers",
            "error",
            "upstream",
            "parameters",
            "valid",
        ],
    ) {
        return Outcome::Failed(text);
    }
    let operands = case["inputs"].as_array().unwrap().iter();
    let operands = operands.map(|input| inputs::operand(backend, all, input));
    let operands = operands.collect::<Result<Vec<_>, _>>();
    let arguments = Arguments::new(&case["args"]);
    let name = case["op"].as_str().unwrap();
    let found = operands.and_then(|operands| operation(backend, name, &operands, &arguments));
    let found = match found {
        // Buffers may be refused when they are read.
        Err(Error::Buffers { reason, .. }) if !expected["valid"].is_null() => {
            Ok(CaseOutput::Validity(Some(reason)))
        }
        found => found,
    };
    if let (Ok(_), Some(unknown)) = (&found, arguments.unknown()) {
        return Outcome::Failed(format!("unknown argument {unknown}"));
    }
    match (found, expected["error"].as_str()) {
        (Err(Error::Unsupported(text)), _) => Outcome::Unsupported(text),
        (Err(error), Some(expected)) => {
            if word(&error) == expected {
                Outcome::Passed
            } else {
                Outcome::Failed(format!("error {}: {error}; and not {expected}", word(&error)))
            }
        }
        (Err(error), None) => Outcome::Failed(format!("error: {error}")),
        (Ok(found), Some(error)) => {
            let text = match found {
                CaseOutput::Array(array) => {
                    array.to_host().and_then(|host| Ok(host.value()?.to_string()))
                }
                _ => Ok(String::new()),
            };
            Outcome::Failed(format!("{text:?}, and not an error: {error}"))
        }
        (Ok(found), None) => match check(found, expected, Tolerance::of(case)) {
            Ok(()) => Outcome::Passed,
            Err(text) => Outcome::Failed(text),
        },
    }
}

fn check(found: CaseOutput, expected: &Json, rtol: Tolerance) -> Result<(), String> {
    let of_driver = |error: Error| format!("error: {error}");
    let same = |is: bool, text: String| if is { Ok(()) } else { Err(text) };
    match found {
        CaseOutput::Array(array) if expected.get("list").is_some() => {
            compare::array(&array.to_host().map_err(of_driver)?, expected, rtol)
        }
        CaseOutput::Arrays(arrays) => {
            let all = expected["arrays"].as_array().ok_or("no arrays were expected")?;
            same(all.len() == arrays.len(), format!("{} arrays", arrays.len()))?;
            arrays
                .into_iter()
                .zip(all)
                .try_for_each(|(array, expected)| check(CaseOutput::Array(array), expected, rtol))
        }
        CaseOutput::Scalar(number, ty) if expected.get("scalar").is_some() => {
            let value = number.map_or(Value::Missing, Value::Number);
            let expected_value = &expected["scalar"];
            let text = format!("{value}, and not {expected_value}");
            same(compare::value(&value, expected_value, rtol), text)?;
            match expected["type"].as_str() {
                Some(expected) => compare::ty(&ty, expected),
                None => Ok(()),
            }
        }
        CaseOutput::Value(value, ty) => {
            let key = ["record", "scalar"].into_iter().find(|key| expected.get(key).is_some());
            let expected_value =
                &expected[key.ok_or("neither a record nor a scalar was expected")?];
            let text = format!("{value}, and not {expected_value}");
            same(compare::value(&value, expected_value, rtol), text)?;
            match expected["type"].as_str() {
                Some(expected) if value != Value::Missing => {
                    compare::ty(ty.trim_start_matches('?'), expected.trim_start_matches('?'))
                }
                _ => Ok(()),
            }
        }
        CaseOutput::Names(names) => {
            let text = format!("{names:?}, and not {}", expected["fields"]);
            same(expected["fields"] == serde_json::json!(names), text)
        }
        CaseOutput::Parameters(found) => {
            let text = format!("{found:?}, and not {}", expected["parameters"]);
            same(expected["parameters"] == Json::Object(found), text)
        }
        CaseOutput::Validity(error) => {
            let text = format!("{error:?}, and not {expected}");
            same(expected["valid"] == error.is_none(), text)
        }
        CaseOutput::Packed(array) => {
            let expected = &expected["buffers"];
            let (form, length, buffers) = array.to_buffers().map_err(of_driver)?;
            let form: Json = serde_json::from_str(&form.to_json()).unwrap();
            compare::form(&form, &expected["form"])?;
            same(expected["length"] == length, format!("length {length}"))?;
            let all = expected["buffers"].as_object().unwrap();
            same(all.len() == buffers.len(), format!("{} buffers", buffers.len()))?;
            for buffer in buffers {
                let expected = all.get(&buffer.name).ok_or(format!("no {}", buffer.name))?;
                let ty = buffer.dtype.name();
                same(expected["dtype"] == ty, format!("{} is of {ty}", buffer.name))?;
                let bytes = buffer.data.to_host().map_err(|error| error.to_string())?;
                let correct: Vec<u8> = expected["data"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .flat_map(|array| inputs::scalar(array, buffer.dtype).to_bytes())
                    .collect();
                same(
                    bytes.as_slice() == correct,
                    format!("{}: {bytes:?}, and not {correct:?}", buffer.name),
                )?;
            }
            compare::array(&array.to_host().map_err(of_driver)?, expected, rtol)
        }
        CaseOutput::Array(array) => {
            Err(format!("an array, {}, and not {expected}", array.type_text()))
        }
        CaseOutput::Scalar(number, _) => Err(format!("{number:?}, and not {expected}")),
    }
}

pub fn reducer(name: &str) -> Option<Reducer> {
    Some(match name {
        "sum" => Reducer::Sum,
        "prod" => Reducer::Prod,
        "min" => Reducer::Min,
        "max" => Reducer::Max,
        "argmin" => Reducer::ArgMin,
        "argmax" => Reducer::ArgMax,
        "any" => Reducer::Any,
        "all" => Reducer::All,
        "count" => Reducer::Count,
        "count_nonzero" => Reducer::CountNonzero,
        "mean" => Reducer::Mean,
        "var" => Reducer::Var,
        "std" => Reducer::Std,
        "ptp" => Reducer::Ptp,
        _ => return None,
    })
}

#[expect(clippy::too_many_lines, reason = "a row for each operation")]
fn operation(
    backend: &Backend,
    name: &str,
    operands: &[Operand],
    with: &Arguments<'_>,
) -> Result<CaseOutput, Error> {
    let arrays: Vec<Option<Array>> = operands
        .iter()
        .map(|operand| match operand {
            Operand::Array(array) => Some(array.clone()),
            _ => None,
        })
        .collect();
    let all = || arrays.iter().map(|array| array.as_ref().expect("an array"));
    let a = || all().next().expect("there is an input");
    let b = || operands[1].clone();
    let output = |array: Result<Array, Error>| array.map(CaseOutput::Array);
    match name {
        "to_list" => Ok(CaseOutput::Array(a().clone())),
        "from_buffers" => Ok(CaseOutput::Array(a().clone())),
        "to_buffers" => Ok(CaseOutput::Packed(a().clone())),
        "num" => {
            let axis = with.axis(1);
            let is_outer = axis
                .number()
                .is_some_and(|axis| axis == 0 || a().depths() == (-axis as usize, -axis as usize));
            if is_outer {
                Ok(CaseOutput::Scalar(Some(Scalar::Int64(a().len() as i64)), "int64".into()))
            } else {
                output(a().num(axis))
            }
        }
        "flatten" => output(a().flatten(with.axis(1))),
        "ravel" => output(a().ravel()),
        "local_index" => output(a().local_index(with.axis(-1))),
        "run_lengths" => output(a().run_lengths()),
        "is_valid" => Ok(CaseOutput::Scalar(Some(Scalar::Bool(a().is_valid()?)), "bool".into())),
        "nan_to_num" => output(a().nan_to_num()),
        "zeros_like" => output(a().zeros_like()),
        "unflatten" => output(a().unflatten(b(), with.axis(0))),
        "getitem" => match a().get(with.picks(&arrays))? {
            Entry::Array(array) => Ok(CaseOutput::Array(array)),
            Entry::Value(value, ty) => Ok(CaseOutput::Value(value, ty)),
        },
        "ufunc" if matches!(with.text("name"), "modf" | "frexp" | "divmod") => {
            let arrays = backend.ufuncs(with.text("name"), operands.iter().cloned())?;
            Ok(CaseOutput::Arrays(arrays))
        }
        "ufunc" => output(backend.ufunc(with.text("name"), operands.iter().cloned())),
        "reduce" => {
            let name = with.text("name");
            let reducer = reducer(name).unwrap_or_else(|| panic!("unknown reducer {name}"));
            of_papers::reduced(a(), reducer, operands, with, false)
        }
        "sort" => output(a().sort(with.axis(-1), with.flag("ascending", true))),
        "argsort" => output(a().argsort(with.axis(-1), with.flag("ascending", true))),
        "combinations" | "argcombinations" => {
            let n = with.number("n");
            let mut combinations = match name {
                "combinations" => a().combinations(n),
                _ => a().argcombinations(n),
            };
            combinations =
                combinations.replacement(with.flag("replacement", false)).axis(with.axis(1));
            if let Some(names) = &with.names("fields") {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                combinations = combinations.fields(&names);
            }
            output(combinations.run())
        }
        "cartesian" | "argcartesian" => {
            let mut product = match name {
                "cartesian" => backend.cartesian(all()),
                _ => backend.argcartesian(all()),
            };
            product = product.axis(with.axis(1)).nested(with.flag("nested", false));
            if let Some(names) = &with.names("fields") {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                product = product.fields(&names);
            }
            output(product.run())
        }
        "pad_none" => {
            let target = with.number("target") as usize;
            output(a().pad_none(target, with.axis(1), with.flag("clip", false)))
        }
        "fill_none" => output(a().fill_none(b(), with.axis(-1))),
        "is_none" => output(a().is_none(with.axis(0))),
        "drop_none" => output(a().drop_none(with.axis_or_all())),
        "firsts" => {
            let axis = with.axis(1);
            let outer = |axis: i64| axis == 0 || a().depths() == (-axis as usize, -axis as usize);
            if axis.number().is_some_and(outer) {
                match a().first()? {
                    Entry::Array(array) => Ok(CaseOutput::Array(array)),
                    Entry::Value(value, ty) => Ok(CaseOutput::Value(value, ty)),
                }
            } else {
                output(a().firsts(axis))
            }
        }
        "singletons" => output(a().singletons(with.axis(0))),
        "mask" => {
            let mask = all().nth(1).expect("there is a mask");
            output(a().mask(mask, with.flag("valid_when", true)))
        }
        "where" => output(backend.choose(a(), operands[1].clone(), operands[2].clone())),
        "zip" => {
            let names = with.names("fields");
            let names: Option<Vec<&str>> =
                names.as_ref().map(|names| names.iter().map(String::as_str).collect());
            let limit = with.number_or_none("depth_limit").map(|depth| depth as usize);
            output(backend.zip(operands.iter().cloned(), names.as_deref(), limit))
        }
        "unzip" => Ok(CaseOutput::Arrays(a().unzip()?)),
        "with_field" => output(a().with_field(with.text("name"), b())),
        "without_field" => output(a().without_field(with.text("name"))),
        "fields" => Ok(CaseOutput::Names(a().fields())),
        "concatenate" => output(backend.concatenate(operands.iter().cloned(), with.axis(0))),
        "broadcast_arrays" => {
            let arrays = backend.broadcast_arrays(operands.iter().cloned())?;
            Ok(CaseOutput::Arrays(arrays))
        }
        "to_regular" => output(a().to_regular(with.axis(1))),
        "from_regular" => output(a().from_regular(with.axis(1))),
        "values_astype" => {
            let to = with.text("to");
            let dtype = Dtype::of_name(to);
            let dtype = dtype.ok_or_else(|| Error::Unsupported(format!("the type {to}")))?;
            output(a().values_astype(dtype))
        }
        other => of_papers::operation(backend, other, operands, with)
            .unwrap_or_else(|| panic!("unknown operation {other}")),
    }
}
