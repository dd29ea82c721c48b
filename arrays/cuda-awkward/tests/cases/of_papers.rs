//! Operations of the folder `papers`: what analyses end with.

use cuda_awkward::{Array, Backend, Dtype, Error, Operand, Reduced, Reducer, Scalar};
use serde_json::Value as Json;

use crate::arguments::Arguments;
use crate::operations::Found;

/// The result of an operation, or `None` for one that is unknown here.
pub fn operation(
    backend: &Backend,
    name: &str,
    operands: &[Operand],
    with: &Arguments<'_>,
) -> Option<Result<Found, Error>> {
    let array = |number: usize| match operands.get(number) {
        Some(Operand::Array(array)) => array,
        other => panic!("operand {number} is {other:?}"),
    };
    let a = || array(0);
    let scalar = |number: usize| match operands.get(number) {
        Some(Operand::Scalar(scalar)) => *scalar,
        other => panic!("operand {number} is {other:?}"),
    };
    let of = |array: Result<Array, Error>| array.map(Found::Array);
    let flag = |is: bool| Ok(Found::Scalar(Some(Scalar::Bool(is)), "bool".into()));
    let dtype = || {
        with.text_or_none("dtype").map(|name| {
            Dtype::of_name(name).unwrap_or_else(|| panic!("the type {name} is unknown"))
        })
    };
    Some(match name {
        "nan_to_none" => of(a().nan_to_none()),
        "round" => of(a().round(with.number_or_none("decimals").unwrap_or(0) as i32)),
        "real" => of(a().real()),
        "imag" => of(a().imag()),
        "angle" => of(a().angle(with.flag("deg", false))),
        "full_like" => {
            of(a().full_like(scalar(1), dtype(), with.flag("including_unknown", false)))
        }
        "ones_like" => of(a().ones_like(dtype(), with.flag("including_unknown", false))),
        "is_tuple" => flag(a().is_tuple()),
        "is_categorical" => flag(a().is_categorical()),
        "from_categorical" => of(a().from_categorical()),
        "categories" => match a().categories() {
            Some(categories) => Ok(Found::Array(categories)),
            None => Ok(Found::Scalar(None, String::new())),
        },
        "parameters" => Ok(Found::Parameters(a().parameters())),
        "validity_error" => a().validity_error().map(Found::Validity),
        "with_name" => of(a().with_name(with.text_or_none("name"))),
        "with_parameter" => of(a().with_parameter(with.text("parameter"), with.json("value").clone())),
        "without_parameters" => of(a().without_parameters()),
        _ => return None,
    })
}
