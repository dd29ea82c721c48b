use std::fmt::Write;

use super::HEAD;
use crate::parse::Enumeration;

/// Returns `enums.rs`: C enumerations as open newtypes, with their aliases.
pub fn enums(enums: &[Enumeration], page: &str) -> String {
    let mut text = format!("{HEAD}use core::ffi::{{c_int, c_uint}};\n\nopen_enum! {{\n");
    for e in enums {
        let repr = if e.signed { "c_int" } else { "c_uint" };
        let _ = writeln!(text, "    /// [`{}`]({page})", e.name);
        for alias in &e.aliases {
            let _ = writeln!(text, "    #[doc(alias = \"{alias}\")]");
        }
        let _ = writeln!(text, "    {}: {repr} {{", e.name);
        for (name, value) in &e.enumerators {
            let _ = writeln!(text, "        {name} = {value},");
        }
        text.push_str("    }\n");
    }
    text.push_str("}\n\n");
    for e in enums {
        for alias in &e.aliases {
            let _ = writeln!(
                text,
                "/// The same as [`{0}`].\npub type {alias} = {0};",
                e.name
            );
        }
    }
    text
}
