use std::fmt::Write;

use super::{HEAD, braced};
use crate::parse::Enumeration;

/// Returns `enums.rs`: C enumerations as open newtypes, with their aliases.
pub fn enums(enums: &[Enumeration], page: &str) -> String {
    let mut text =
        format!("{HEAD}use core::ffi::{{c_int, c_uint}};\n\nopen_enum! {{\n    {page:?}\n");
    for e in enums {
        let repr = if e.signed { "c_int" } else { "c_uint" };
        for alias in &e.aliases {
            let _ = writeln!(text, "    #[doc(alias = \"{alias}\")]");
        }
        let enumerators = e.enumerators.iter();
        let enumerators: Vec<String> =
            enumerators.map(|(name, value)| format!("{name} = {value}")).collect();
        text.push_str(&braced(&format!("{}: {repr}", e.name), &enumerators));
    }
    text.push_str("}\n\n");
    for e in enums {
        for alias in &e.aliases {
            let _ = writeln!(text, "/// The same as [`{0}`].\npub type {alias} = {0};", e.name);
        }
    }
    text
}
