use std::fmt::Write;

use super::{HEAD, type_text};
use crate::abi::EntryPoint;

/// `entry_points.rs`: the macro that every table, function and wrapper of the crate comes from.
pub fn entry_points(entries: &[EntryPoint]) -> String {
    let mut text = format!(
        "{HEAD}/// Calls the macro `$then` with every entry point, in the order of the table.\n\
         ///\n\
         /// Each is `#[attributes] symbol: \"name\" version, per_thread(\"symbol\" version), \"header\" \"page\" \"anchor\", (parameter: type, …);`.\n\
         #[macro_export]\n\
         macro_rules! for_each_entry_point {{\n    ($then:path) => {{\n        $then! {{\n"
    );
    for e in entries {
        let per_thread = match &e.per_thread {
            Some((symbol, since)) => format!("per_thread(\"{symbol}\" {since}), "),
            None => String::new(),
        };
        let parameters: Vec<String> = e
            .parameters
            .iter()
            .map(|p| format!("{}: {}", p.name, type_text(&p.ty)))
            .collect();
        if e.symbol != e.name {
            let _ = writeln!(text, "            #[doc(alias = \"{}\")]", e.name);
        }
        let _ = writeln!(
            text,
            "            {}: \"{}\" {}, {per_thread}\"{}\" \"{}\" \"{}\", ({});",
            e.symbol,
            e.name,
            e.since,
            e.header,
            e.page,
            e.anchor,
            parameters.join(", ")
        );
    }
    text.push_str("        }\n    };\n}\n");
    text
}
