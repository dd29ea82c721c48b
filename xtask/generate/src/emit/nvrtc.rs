use std::collections::BTreeMap;
use std::fmt::Write;

use super::{HEAD, type_text};
use crate::parse::Function;

/// When a function of NVRTC came and, where it is gone, the first version without it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Span {
    pub since: u32,
    pub until: Option<u32>,
}

/// `functions.rs` of nvrtc-sys: the macro that its table comes from.
pub fn functions(functions: &[Function], spans: &BTreeMap<String, Span>) -> String {
    let mut text = format!(
        "{HEAD}/// Calls the macro `$then` with every function of NVRTC, in the order of the table.\n\
         ///\n\
         /// Each is `name: since, until(version), (parameter: type, …) -> result;`.\n\
         #[macro_export]\n\
         macro_rules! for_each_function {{\n    ($then:path) => {{\n        $then! {{\n"
    );
    for f in functions {
        let span = spans.get(&f.name).copied().unwrap_or_default();
        let until = span
            .until
            .map(|v| format!("until({v}), "))
            .unwrap_or_default();
        let parameters: Vec<String> = f
            .parameters
            .iter()
            .map(|p| format!("{}: {}", p.name, type_text(&p.ty)))
            .collect();
        let _ = writeln!(
            text,
            "            {}: {}, {until}({}) -> {};",
            f.name,
            span.since,
            parameters.join(", "),
            type_text(&f.result)
        );
    }
    text.push_str("        }\n    };\n}\n");
    text
}
