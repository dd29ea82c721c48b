//! Elements in the format of the cases.

use cuda_rust::cases::Outcome;
use half::{bf16, f16};
use nccl::NcclType;
use serde_json::Value;

/// An element that a case can have.
pub trait CaseElement: NcclType + PartialEq + std::fmt::Debug + Send + Sync {
    fn read(value: &Value) -> Option<Self>;

    /// Returns `true` if they are the same, any NaN being like any other.
    fn same(self, other: Self) -> bool {
        self == other
    }
}

macro_rules! integers {
    ($($ty:ty),*) => {$(
        impl CaseElement for $ty {
            fn read(value: &Value) -> Option<Self> {
                let signed = value.as_i64().and_then(|integer| integer.try_into().ok());
                signed.or_else(|| value.as_u64()?.try_into().ok())
            }
        }
    )*};
}

integers!(i8, u8, i32, u32, i64, u64);

fn float(value: &Value) -> Option<f64> {
    match value.as_str() {
        Some("NaN") => Some(f64::NAN),
        Some("Infinity") => Some(f64::INFINITY),
        Some("-Infinity") => Some(f64::NEG_INFINITY),
        Some(_) => None,
        None => value.as_f64(),
    }
}

macro_rules! floats {
    ($($ty:ty: $from:expr,)*) => {$(
        impl CaseElement for $ty {
            fn read(value: &Value) -> Option<Self> {
                float(value).map($from)
            }

            fn same(self, other: Self) -> bool {
                let bits = |number: Self| number.to_bits();
                bits(self) == bits(other) || (self.is_nan() && other.is_nan())
            }
        }
    )*};
}

floats! {
    f32: |value| value as f32,
    f64: |value| value,
    f16: f16::from_f64,
    bf16: bf16::from_f64,
}

/// Returns the elements of a list.
pub fn list<T: CaseElement>(value: &Value) -> Result<Vec<T>, Outcome> {
    let wrong = || Outcome::Failed(format!("'{value}' is no list of such elements"));
    let elements = value.as_array().ok_or_else(wrong)?;
    elements.iter().map(|element| T::read(element).ok_or_else(wrong)).collect()
}
