//! The functions that copy variables.

use super::template::fill;
use crate::identifiers::raw;
use crate::plan::Variable;

/// The size in bytes of the largest variable that is returned by value: that of all constant memory. A value is on the stack
/// more than once on its way, and a thread of Rust has 2 MiB.
const LARGEST_VALUE: usize = 64 << 10;

/// How Rust has a variable.
struct Form {
    /// What is returned.
    value: String,
    /// What it is before it is read.
    zero: String,
    as_mut: &'static str,
    /// What is written is a reference to this.
    source: String,
    as_ref: &'static str,
}

impl Form {
    fn of(variable: &Variable) -> Self {
        let Variable { element, count, is_array, size, .. } = variable;
        let zero = format!("<{element} as ::core::default::Default>::default()");
        let new = |value: String, zero: String, as_mut, source: String, as_ref| Self {
            value,
            zero,
            as_mut,
            source,
            as_ref,
        };
        let one = "::core::slice::from_ref(value)";
        let array = format!("[{element}; {count}]");
        match (*is_array, *size > LARGEST_VALUE) {
            (true, false) => {
                new(array.clone(), format!("[{zero}; {count}]"), "&mut value", array, "value")
            }
            (true, true) => new(
                format!("::std::vec::Vec<{element}>"),
                format!("::cuda_driver::bytemuck::zeroed_vec::<{element}>({count})"),
                "&mut value",
                format!("[{element}]"),
                "value",
            ),
            (false, false) => {
                let as_mut = "::core::slice::from_mut(&mut value)";
                new(element.clone(), zero, as_mut, element.clone(), one)
            }
            (false, true) => new(
                format!("::std::boxed::Box<{element}>"),
                format!("::cuda_driver::bytemuck::zeroed_box::<{element}>()"),
                "::core::slice::from_mut(&mut *value)",
                element.clone(),
                one,
            ),
        }
    }
}

/// Returns the functions that copy a variable from the device and, unless C++ forbids that, to it.
pub(super) fn access(variable: &Variable) -> String {
    let Variable { name, rust, cpp, is_constant, is_const, .. } = variable;
    let Form { value, zero, as_mut, source, as_ref } = Form::of(variable);
    let values = [
        ("kind", if *is_constant { "constant" } else { "device" }),
        ("cpp", cpp),
        ("name", name),
        ("raw", &raw(rust)),
        ("rust", rust),
        ("value", &value),
        ("zero", &zero),
        ("as_mut", as_mut),
        ("source", &source),
        ("as_ref", as_ref),
    ];
    let read = fill(include_str!("templates/read.txt"), &values);
    if *is_const { read } else { read + &fill(include_str!("templates/write.txt"), &values) }
}
