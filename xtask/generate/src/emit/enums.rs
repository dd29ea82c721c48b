use std::fmt::Write;

use super::{HEAD, packed};
use crate::parse::Enumeration;

/// Returns `enums.rs`: C enumerations as open newtypes, with their aliases. Those of a library have their enumerators in few
/// lines, because its record, which is reviewed, has one on a line.
pub fn enums(enums: &[Enumeration], page: &str, is_recorded: bool) -> String {
    let mut text =
        format!("{HEAD}use core::ffi::{{c_int, c_uint}};\n\nopen_enum! {{\n    {page:?}\n");
    for e in enums {
        let repr = if e.signed { "c_int" } else { "c_uint" };
        for alias in &e.aliases {
            let _ = writeln!(text, "    #[doc(alias = \"{alias}\")]");
        }
        let _ = writeln!(text, "    {}: {repr} {{", e.name);
        let enumerators = e.enumerators.iter();
        let enumerators: Vec<String> = enumerators
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        if is_recorded {
            let _ = writeln!(text, "{}", packed("        ", &enumerators));
        } else {
            for enumerator in enumerators {
                let _ = writeln!(text, "        {enumerator},");
            }
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
