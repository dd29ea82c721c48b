//! Operations of the folder `papers`: what analyses end with.

use cuda_awkward::{
    Array, Backend, Dtype, Equality, Error, Form, Operand, Reducer, ReducerOutput, Scalar,
    StatisticOutput, Tolerance,
};
use serde_json::Value as Json;

use crate::arguments::Arguments;
use crate::inputs;
use crate::operations::{CaseOutput, reducer};

/// A reduction with all its options.
pub fn reduced(
    array: &Array,
    reducer: Reducer,
    operands: &[Operand],
    with: &Arguments<'_>,
    without_nan: bool,
) -> Result<CaseOutput, Error> {
    let mut reduction = array
        .reduce(reducer)
        .axis(with.axis_or_all())
        .keepdims(with.flag("keepdims", false))
        .ddof(with.number_or_none("ddof").unwrap_or(0))
        .without_nan(without_nan);
    if let Some(weight) = with.input("weight", operands) {
        reduction = reduction.weight(weight.clone());
    }
    match with.json("initial") {
        Json::Null => {}
        json => {
            let whole = json.as_i64().map(Scalar::Int64);
            let ty = whole.map_or(Dtype::Float64, |_| Dtype::Int64);
            reduction = reduction.initial(inputs::scalar(json, ty));
        }
    }
    if let Some(mask) = with.flag_or_none("mask_identity") {
        reduction = reduction.mask_identity(mask);
    }
    match reduction.run()? {
        ReducerOutput::Array(array) => Ok(CaseOutput::Array(array)),
        ReducerOutput::Scalar(number, ty) => Ok(CaseOutput::Scalar(number, ty.name().into())),
    }
}

/// The result of an operation, or `None` for one that is unknown here.
#[expect(clippy::too_many_lines, reason = "a row for each operation")]
pub fn operation(
    backend: &Backend,
    name: &str,
    operands: &[Operand],
    with: &Arguments<'_>,
) -> Option<Result<CaseOutput, Error>> {
    let array = |number: usize| match operands.get(number) {
        Some(Operand::Array(array)) => array,
        other => panic!("operand {number} is {other:?}"),
    };
    let a = || array(0);
    let scalar = |number: usize| match operands.get(number) {
        Some(Operand::Scalar(scalar)) => *scalar,
        other => panic!("operand {number} is {other:?}"),
    };
    let output = |array: Result<Array, Error>| array.map(CaseOutput::Array);
    let flag = |is: bool| Ok(CaseOutput::Scalar(Some(Scalar::Bool(is)), "bool".into()));
    let tolerance = || Tolerance {
        rtol: with.float_or("rtol", 1e-5),
        atol: with.float_or("atol", 1e-8),
        equal_nan: name == "isclose" && with.flag("equal_nan", false),
    };
    let equality = || Equality {
        dtype_exact: with.flag("dtype_exact", true),
        same_content_types: with.flag("same_content_types", true),
        check_parameters: with.flag("check_parameters", true),
        check_regular: with.flag("check_regular", true),
        equal_nan: with.flag("equal_nan", false),
    };
    let dtype = |argument: &str| {
        with.text_or_none(argument).map(|name| {
            Dtype::of_name(name).unwrap_or_else(|| panic!("the type {name} is unknown"))
        })
    };
    Some(match name {
        "nan_to_none" => output(a().nan_to_none()),
        "round" => output(a().round(with.number_or_none("decimals").unwrap_or(0) as i32)),
        "real" => output(a().real()),
        "imag" => output(a().imag()),
        "angle" => output(a().angle(with.flag("deg", false))),
        "full_like" => {
            output(a().full_like(scalar(1), dtype("dtype"), with.flag("including_unknown", false)))
        }
        "ones_like" => output(a().ones_like(dtype("dtype"), with.flag("including_unknown", false))),
        "isclose" => output(a().isclose(operands[1].clone(), tolerance())),
        "array_equal" => a().array_equal(array(1), equality()).and_then(flag),
        "almost_equal" => {
            let equal = a().almost_equal(array(1), tolerance(), equality());
            equal.and_then(flag)
        }
        "broadcast_fields" => {
            let arrays = (0..operands.len()).map(array);
            backend.broadcast_fields(arrays).map(CaseOutput::Arrays)
        }
        "zip_no_broadcast" => {
            let names = with.names("fields");
            let names: Option<Vec<&str>> =
                names.as_ref().map(|names| names.iter().map(String::as_str).collect());
            let arrays = (0..operands.len()).map(array);
            let zipped = backend.zip_no_broadcast(arrays, names.as_deref());
            output(match with.text_or_none("with_name") {
                Some(name) => zipped.and_then(|array| array.with_name(Some(name))),
                None => zipped,
            })
        }
        "merge_option_of_records" => output(a().merge_option_of_records(with.axis(-1))),
        "merge_union_of_records" => output(a().merge_union_of_records(with.axis(-1))),
        "enforce_type" => {
            let ty = Form::of_type(with.text("type"));
            output(ty.and_then(|ty| a().enforce_type(&ty)))
        }
        "strings_astype" => output(a().strings_astype(dtype("to").unwrap())),
        "to_categorical" => output(a().to_categorical()),
        "is_tuple" => flag(a().is_tuple()),
        "is_categorical" => flag(a().is_categorical()),
        "from_categorical" => output(a().from_categorical()),
        "categories" => match a().categories() {
            Some(categories) => Ok(CaseOutput::Array(categories)),
            None => Ok(CaseOutput::Scalar(None, String::new())),
        },
        "parameters" => {
            Ok(CaseOutput::Parameters(serde_json::from_str(&a().parameters()).unwrap()))
        }
        "validity_error" => a().validity_error().map(CaseOutput::Validity),
        "with_name" => output(a().with_name(with.text_or_none("name"))),
        "with_parameter" => {
            output(a().with_parameter(with.text("parameter"), &with.json("value").to_string()))
        }
        "without_parameters" => output(a().without_parameters()),
        _ if name.starts_with("nan") => {
            let reducer = reducer(&name[3..])?;
            reduced(a(), reducer, operands, with, true)
        }
        "corr" | "covar" | "linear_fit" | "moment" | "softmax" => {
            let mut statistic = match name {
                "corr" => a().corr(array(1)),
                "covar" => a().covar(array(1)),
                "linear_fit" => a().linear_fit(array(1)),
                "moment" => a().moment(with.number("n")),
                _ => a().softmax(),
            };
            statistic = match name {
                "softmax" => statistic.axis(with.axis(-1)),
                _ => statistic.axis(with.axis_or_all()),
            };
            if let Some(weight) = with.input("weight", operands) {
                statistic = statistic.weight(weight.clone());
            }
            statistic = statistic
                .keepdims(with.flag("keepdims", false))
                .mask_identity(with.flag("mask_identity", false));
            statistic.run().map(|found| match found {
                StatisticOutput::Array(array) => CaseOutput::Array(array),
                StatisticOutput::Scalar(number, ty) => CaseOutput::Scalar(number, ty.name().into()),
                StatisticOutput::Record(value, ty) => CaseOutput::Value(value, ty),
            })
        }
        _ => return None,
    })
}
