//! Compares results with the expected ones.

use cuda_awkward::{HostArray, Scalar, Value};
use serde_json::Value as Json;

/// Checks that a type is what was expected, where a fixed length is as good as `var`.
pub fn ty(found: &str, expected: &str) -> Result<(), String> {
    let (mut a, mut b) = (found, expected);
    loop {
        if a == b {
            return Ok(());
        }
        let same = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
        // Back to the start of a word.
        let start = a[..same].rfind(|c: char| !c.is_ascii_alphanumeric()).map_or(0, |at| at + 1);
        (a, b) = (&a[start..], &b[start..]);
        let digits = a.bytes().take_while(u8::is_ascii_digit).count();
        match b.strip_prefix("var *") {
            Some(rest) if digits > 0 && a[digits..].starts_with(" *") => {
                (a, b) = (&a[digits + 2..], rest);
            }
            _ => return Err(format!("the type {found}, and not {expected}")),
        }
    }
}

/// How far floats may be from the expected ones.
#[derive(Clone, Copy, Default)]
pub struct Tolerance {
    rtol: Option<f64>,
    atol: Option<f64>,
}

impl Tolerance {
    pub fn of(case: &Json) -> Self {
        let [rtol, atol] = ["rtol", "atol"].map(|name| case[name].as_f64());
        Self { rtol, atol }
    }
}

fn close(found: f64, expected: f64, tolerance: Tolerance) -> bool {
    if found.is_nan() || expected.is_nan() {
        return found.is_nan() && expected.is_nan();
    }
    match (tolerance.rtol, tolerance.atol) {
        (rtol, Some(atol)) if expected.is_finite() => {
            (found - expected).abs() <= atol + rtol.unwrap_or(0.0) * expected.abs()
        }
        (Some(rtol), None) if expected.is_finite() && expected != 0.0 => {
            (found - expected).abs() <= rtol * expected.abs()
        }
        _ => found == expected && found.is_sign_negative() == expected.is_sign_negative(),
    }
}

/// Complex numbers of which all parts are finite are compared by modulus.
fn complex(re: f64, im: f64, expected: &Json, tolerance: Tolerance) -> bool {
    let finite = |name: &str| expected[name].as_f64().filter(|number| number.is_finite());
    match (finite("re"), finite("im"), tolerance.rtol) {
        (Some(a), Some(b), Some(rtol)) if re.is_finite() && im.is_finite() => {
            (re - a).hypot(im - b) <= tolerance.atol.unwrap_or(0.0) + rtol * a.hypot(b)
        }
        _ => {
            number(re.into(), &expected["re"], tolerance)
                && number(im.into(), &expected["im"], tolerance)
        }
    }
}

fn number(found: Scalar, expected: &Json, rtol: Tolerance) -> bool {
    match found {
        Scalar::Complex64(..) | Scalar::Complex128(..) => {
            let (re, im) = match found {
                Scalar::Complex64(re, im) => (f64::from(re), f64::from(im)),
                Scalar::Complex128(re, im) => (re, im),
                _ => unreachable!(),
            };
            complex(re, im, expected, rtol)
        }
        Scalar::Bool(found) => expected.as_bool() == Some(found),
        Scalar::Float16(_) | Scalar::Float32(_) | Scalar::Float64(_) => {
            let found = found.as_f64().unwrap();
            match expected.as_str() {
                Some("NaN") => found.is_nan(),
                Some("Infinity") => found == f64::INFINITY,
                Some("-Infinity") => found == f64::NEG_INFINITY,
                _ => expected.as_f64().is_some_and(|expected| close(found, expected, rtol)),
            }
        }
        Scalar::UInt64(found) => expected.as_u64() == Some(found),
        _ => expected.as_i64() == found.as_i64(),
    }
}

pub fn value(found: &Value, expected: &Json, rtol: Tolerance) -> bool {
    match found {
        Value::Missing => expected.is_null(),
        Value::Number(found) => number(*found, expected, rtol),
        Value::Text(text) => expected.as_str() == Some(text),
        Value::Bytes(bytes) => {
            let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            expected["hex"].as_str() == Some(&hex)
        }
        Value::List(entries) => expected.as_array().is_some_and(|expected| {
            entries.len() == expected.len()
                && entries.iter().zip(expected).all(|(a, b)| value(a, b, rtol))
        }),
        Value::Record(fields) => expected.as_object().is_some_and(|expected| {
            fields.len() == expected.len()
                && fields.iter().all(|(name, found)| {
                    expected.get(name).is_some_and(|expected| value(found, expected, rtol))
                })
        }),
        Value::Tuple(fields) => expected.as_object().is_some_and(|expected| {
            fields.len() == expected.len()
                && fields.iter().enumerate().all(|(number, found)| {
                    let expected = expected.get(&number.to_string());
                    expected.is_some_and(|expected| value(found, expected, rtol))
                })
        }),
        _ => false,
    }
}

pub fn array(found: &HostArray, expected: &Json, rtol: Tolerance) -> Result<(), String> {
    let list = found.value().map_err(|error| error.to_string())?;
    if !value(&list, &expected["list"], rtol) {
        return Err(format!("{list}, and not {}", expected["list"]));
    }
    ty(&found.type_text(), expected["type"].as_str().unwrap())
}

/// Forms are the same, but for keys that are there without need.
pub fn form(found: &Json, expected: &Json) -> Result<(), String> {
    let empty = |json: &Json| match json {
        Json::Null => true,
        Json::Object(map) => map.is_empty(),
        Json::Array(list) => list.is_empty(),
        _ => false,
    };
    let same = match (found, expected) {
        (Json::Object(a), Json::Object(b)) => {
            let keys = a.keys().chain(b.keys());
            keys.into_iter().all(|key| {
                let (a, b) = (a.get(key).unwrap_or(&Json::Null), b.get(key).unwrap_or(&Json::Null));
                (empty(a) && empty(b)) || form(a, b).is_ok()
            })
        }
        (Json::Array(a), Json::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| form(a, b).is_ok())
        }
        (a, b) => a == b,
    };
    if same { Ok(()) } else { Err(format!("the form {found}, and not {expected}")) }
}
