//! Inputs: arrays from forms and buffers, and typed scalars.

use cuda_awkward::{Array, Backend, Dtype, Error, Form, HostArray, Operand, Scalar};
use serde_json::Value as Json;

use crate::compare;

/// A number of a JSON value, in a type.
pub fn scalar(json: &Json, dtype: Dtype) -> Scalar {
    let text = json.as_str();
    let float = || match text {
        Some("NaN") => f64::NAN,
        Some("Infinity") => f64::INFINITY,
        Some("-Infinity") => f64::NEG_INFINITY,
        _ => json.as_f64().unwrap_or_else(|| panic!("{json} is no float")),
    };
    let int = || json.as_i64().unwrap_or_else(|| panic!("{json} is no int"));
    let unsigned = || json.as_u64().unwrap_or_else(|| panic!("{json} is no uint"));
    let part = |name: &str| match scalar(&json[name], Dtype::Float64) {
        Scalar::Float64(value) => value,
        other => panic!("{other:?}"),
    };
    match dtype {
        Dtype::Bool => Scalar::Bool(json.as_bool().unwrap_or_else(|| int() != 0)),
        Dtype::Int8 => Scalar::Int8(int().try_into().unwrap()),
        Dtype::Int16 => Scalar::Int16(int().try_into().unwrap()),
        Dtype::Int32 => Scalar::Int32(int().try_into().unwrap()),
        Dtype::Int64 => Scalar::Int64(int()),
        Dtype::UInt8 => Scalar::UInt8(unsigned().try_into().unwrap()),
        Dtype::UInt16 => Scalar::UInt16(unsigned().try_into().unwrap()),
        Dtype::UInt32 => Scalar::UInt32(unsigned().try_into().unwrap()),
        Dtype::UInt64 => Scalar::UInt64(unsigned()),
        Dtype::Float16 => Scalar::Float16(half::f16::from_f64(float())),
        Dtype::Float32 => Scalar::Float32(float() as f32),
        Dtype::Float64 => Scalar::Float64(float()),
        Dtype::Complex64 => Scalar::Complex64(part("re") as f32, part("im") as f32),
        Dtype::Complex128 => Scalar::Complex128(part("re"), part("im")),
        Dtype::DateTime64(unit) => Scalar::DateTime64(int(), unit),
        Dtype::TimeDelta64(unit) => Scalar::TimeDelta64(int(), unit),
        other => panic!("no case has {other}"),
    }
}

/// Buffers on the host.
pub fn buffers(json: &Json) -> Result<Vec<(String, Vec<u8>)>, Error> {
    let all = json.as_object().expect("buffers are an object").iter();
    all.map(|(name, buffer)| {
        let ty = buffer["dtype"].as_str().unwrap();
        let dtype = Dtype::of_name(ty).ok_or_else(|| Error::Unsupported(ty.to_owned()))?;
        let data = buffer["data"].as_array().unwrap().iter();
        Ok((name.clone(), data.flat_map(|value| scalar(value, dtype).to_bytes()).collect()))
    })
    .collect()
}

/// An array of a form, a length and buffers, which are checked on the device.
pub fn from_buffers(backend: &Backend, json: &Json) -> Result<Array, Error> {
    let form = Form::from_json(&json["form"].to_string())?;
    let length = json["length"].as_i64().unwrap();
    let length = usize::try_from(length).map_err(|_| Error::Buffers {
        node: String::new(),
        reason: format!("{length} isn't a length"),
    })?;
    let host = buffers(&json["buffers"])?;
    let device = host.iter().map(|(name, bytes)| {
        let buffer = backend.manager().copy_from_host(bytes)?;
        Ok((name.clone(), buffer))
    });
    let device = device.collect::<Result<Vec<_>, Error>>()?;
    let checked = backend.from_buffers(&form, length, device);
    let on_host = HostArray::from_buffers(&form, length, host);
    assert_eq!(checked.is_ok(), on_host.is_ok(), "{checked:?} {on_host:?}");
    checked
}

/// An input of a case.
pub fn operand(backend: &Backend, inputs: &Json, json: &Json) -> Result<Operand, Error> {
    if let Some(name) = json["array"].as_str() {
        return Ok(from_buffers(backend, &inputs[name])?.into());
    }
    if !json["buffers"].is_null() {
        return Ok(from_buffers(backend, &json["buffers"])?.into());
    }
    let ty = json["dtype"].as_str().unwrap_or_else(|| panic!("what is the input {json}"));
    if let (Some(text), "string") = (json["scalar"].as_str(), ty) {
        return Ok(Operand::from(text));
    }
    let dtype = Dtype::of_name(ty).ok_or_else(|| Error::Unsupported(format!("scalars of {ty}")))?;
    Ok(Operand::Scalar(scalar(&json["scalar"], dtype)))
}

/// An input is what its values and its type say.
pub fn check(backend: &Backend, input: &Json) -> Result<(), String> {
    crate::only_keys(input, &["type", "list", "form", "length", "buffers", "note"])?;
    let array = match from_buffers(backend, input) {
        Ok(array) => array,
        Err(Error::Unsupported(_)) => return Ok(()),
        Err(error) => return Err(error.to_string()),
    };
    let host = array.to_host().map_err(|error| error.to_string())?;
    compare::array(&host, input, compare::Tolerance::default())?;
    // The array must survive the round trip.
    let form: Json = serde_json::from_str(&array.form().to_json()).unwrap();
    compare::form(&form, &input["form"])?;
    let again = host.to_backend(backend).and_then(|backend| backend.to_host());
    let again = again.map_err(|error| error.to_string())?;
    let (again, value) = (again.value(), host.value());
    let (again, value) =
        again.and_then(|again| Ok((again, value?))).map_err(|error| error.to_string())?;
    if again == value || value.to_string().contains("NaN") {
        Ok(())
    } else {
        Err("it changed on the way".to_owned())
    }
}
