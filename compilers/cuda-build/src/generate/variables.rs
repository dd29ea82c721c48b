//! The functions that copy variables.

use super::template::fill;
use crate::identifiers::raw;
use crate::plan::Variable;

/// Returns the functions that copy a variable from the device and, unless C++ forbids that, to it.
pub(super) fn access(variable: &Variable) -> String {
    let Variable { name, rust, cpp, element, count, is_array, is_constant, is_const } = variable;
    let zero = format!("<{element} as ::core::default::Default>::default()");
    let (value, zero, as_mut, as_ref) = if *is_array {
        (format!("[{element}; {count}]"), format!("[{zero}; {count}]"), "&mut value", "value")
    } else {
        let (as_mut, as_ref) =
            ("::core::slice::from_mut(&mut value)", "::core::slice::from_ref(value)");
        (element.clone(), zero, as_mut, as_ref)
    };
    let values = [
        ("kind", if *is_constant { "constant" } else { "device" }),
        ("cpp", cpp),
        ("name", name),
        ("raw", &raw(rust)),
        ("rust", rust),
        ("value", &value),
        ("zero", &zero),
        ("as_mut", as_mut),
        ("as_ref", as_ref),
    ];
    let read = fill(include_str!("templates/read.txt"), &values);
    match is_const {
        true => read,
        false => read + &fill(include_str!("templates/write.txt"), &values),
    }
}
