use std::fmt::Write;

use super::{HEAD, type_text};
use crate::abi::EntryPoint;

/// Returns `entry_points.rs`: the macro from which every table, function and wrapper of the crate is made.
pub fn entry_points(entries: &[EntryPoint]) -> String {
    let mut text = format!(
        "{HEAD}/// Calls the macro `$then` with every entry point, in the order of the table.\n\
         ///\n\
         /// Each is `symbol: \"name\" version, (\"per-thread symbol\" version), \"header\" \"page\" \"anchor\", (parameter: type, …);`,\n\
         /// with `()` where no variant has the thread's own default stream. A macro that matches the two groups as `tt` compiles\n\
         /// several times faster than one with a repetition in them: rustc copies what it matched so far for each of those.\n\
         #[macro_export]\n\
         macro_rules! for_each_entry_point {{\n    ($then:path) => {{\n        $then! {{\n"
    );
    for e in entries {
        let per_thread = match &e.per_thread {
            Some((symbol, since)) => format!("\"{symbol}\" {since}"),
            None => String::new(),
        };
        let parameters: Vec<String> =
            e.parameters.iter().map(|p| format!("{}: {}", p.name, type_text(&p.ty))).collect();
        let _ = writeln!(
            text,
            "            {}: \"{}\" {}, ({per_thread}), \"{}\" \"{}\" \"{}\", ({});",
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
