//! Elements by NumPy's names, and their values in JSON.

use cuda_ndarray::{Bool, Dtype};
use half::f16;
use num_complex::Complex;
use serde_json::Value;

/// An element that a case can have.
pub trait TestValue: Dtype {
    const NAME: &'static str;

    /// An index as NumPy returns it.
    fn of_index(index: usize) -> Self;

    fn is(&self, expected: &Value) -> bool;

    fn text(&self) -> String;
}

/// A float as the cases write it.
fn float(expected: &Value) -> Option<f64> {
    match expected {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => match text.as_str() {
            "NaN" => Some(f64::NAN),
            "Infinity" => Some(f64::INFINITY),
            "-Infinity" => Some(f64::NEG_INFINITY),
            _ => None,
        },
        _ => None,
    }
}

/// Equal, any NaN to any NaN, and zeros with their signs.
fn is_float(found: f64, expected: &Value) -> bool {
    float(expected).is_some_and(|expected| {
        found.is_nan() && expected.is_nan() || found.to_bits() == expected.to_bits()
    })
}

macro_rules! integers {
    ($($ty:ty: $name:literal;)*) => {$(
        impl TestValue for $ty {
            const NAME: &'static str = $name;

            fn of_index(index: usize) -> Self {
                index as Self
            }

            fn is(&self, expected: &Value) -> bool {
                let expected = expected.as_i64().map(i128::from).or(expected.as_u64().map(i128::from));
                expected == Some(*self as i128)
            }

            fn text(&self) -> String {
                self.to_string()
            }
        }
    )*};
}

integers! {
    i8: "int8"; i16: "int16"; i32: "int32"; i64: "int64";
    u8: "uint8"; u16: "uint16"; u32: "uint32"; u64: "uint64";
}

impl TestValue for Bool {
    const NAME: &'static str = "bool";

    fn of_index(index: usize) -> Self {
        (index != 0).into()
    }

    fn is(&self, expected: &Value) -> bool {
        expected.as_bool() == Some(self.get())
    }

    fn text(&self) -> String {
        self.get().to_string()
    }
}

macro_rules! floats {
    ($($ty:ty: $name:literal, $from:expr;)*) => {$(
        impl TestValue for $ty {
            const NAME: &'static str = $name;

            fn of_index(index: usize) -> Self {
                let from: fn(f64) -> $ty = $from;
                from(index as f64)
            }

            fn is(&self, expected: &Value) -> bool {
                is_float(f64::from(*self), expected)
            }

            fn text(&self) -> String {
                format!("{self:?}")
            }
        }
    )*};
}

floats! {
    f16: "float16", f16::from_f64;
    f32: "float32", |value| value as f32;
    f64: "float64", |value| value;
}

macro_rules! complex {
    ($($ty:ty: $name:literal;)*) => {$(
        impl TestValue for Complex<$ty> {
            const NAME: &'static str = $name;

            fn of_index(index: usize) -> Self {
                Complex::new(index as $ty, 0.0)
            }

            fn is(&self, expected: &Value) -> bool {
                is_float(self.re.into(), &expected["re"]) && is_float(self.im.into(), &expected["im"])
            }

            fn text(&self) -> String {
                format!("{self:?}")
            }
        }
    )*};
}

complex! {
    f32: "complex64";
    f64: "complex128";
}

/// The names that are known.
pub const NAMES: [&str; 14] = [
    "bool",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "float16",
    "float32",
    "float64",
    "complex64",
    "complex128",
];

/// Calls a generic function with the type of a name.
macro_rules! with_dtype {
    ($name:expr, $function:ident($($argument:expr),*), $unknown:expr) => {
        match $name {
            "bool" => $function::<cuda_ndarray::Bool>($($argument),*),
            "int8" => $function::<i8>($($argument),*),
            "int16" => $function::<i16>($($argument),*),
            "int32" => $function::<i32>($($argument),*),
            "int64" => $function::<i64>($($argument),*),
            "uint8" => $function::<u8>($($argument),*),
            "uint16" => $function::<u16>($($argument),*),
            "uint32" => $function::<u32>($($argument),*),
            "uint64" => $function::<u64>($($argument),*),
            "float16" => $function::<half::f16>($($argument),*),
            "float32" => $function::<f32>($($argument),*),
            "float64" => $function::<f64>($($argument),*),
            "complex64" => $function::<num_complex::Complex<f32>>($($argument),*),
            "complex128" => $function::<num_complex::Complex<f64>>($($argument),*),
            other => $unknown(other),
        }
    };
}
pub(crate) use with_dtype;

/// Numbers that may be negative.
pub fn integers(list: &Value) -> Vec<isize> {
    let list = list.as_array().expect("a list of numbers").iter();
    list.map(|list| list.as_i64().expect("an integer") as isize).collect()
}

/// Lengths.
pub fn lengths(list: &Value) -> Vec<usize> {
    let list = integers(list).into_iter();
    list.map(|list| usize::try_from(list).expect("no negative length")).collect()
}
