use std::collections::BTreeMap;
use std::fmt::Write;

use anyhow::{Result, ensure};

use super::{HEAD, type_text};
use crate::parse::Function;

/// The version that introduced a function, and the first version without it, if any.
#[derive(Debug, Clone, Copy, Default)]
pub struct Span {
    pub since: u32,
    pub until: Option<u32>,
}

/// Returns `functions.rs`: the macro from which the table of the library called `title` is made.
pub fn functions(title: &str, functions: &[Function], spans: &BTreeMap<String, Span>) -> String {
    let mut text = format!(
        "{HEAD}/// Calls the macro `$then` with every function of {title}, in the order of the table.\n\
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

/// The files that are the same for every library except for names, in its crate's `generated` folder.
const TEMPLATES: [(&str, &str); 5] = [
    (
        "function.rs",
        include_str!("../../templates/library/function.rs"),
    ),
    ("table.rs", include_str!("../../templates/library/table.rs")),
    ("load.rs", include_str!("../../templates/library/load.rs")),
    (
        "result.rs",
        include_str!("../../templates/library/result.rs"),
    ),
    (
        "by_name.rs",
        include_str!("../../templates/library/by_name.rs"),
    ),
];

const ERROR_STRING: &str = include_str!("../../templates/library/error_string.rs");
const VERSION_OF_ONE_NUMBER: &str =
    include_str!("../../templates/library/version_of_one_number.rs");
const VERSION_OF_TWO_NUMBERS: &str =
    include_str!("../../templates/library/version_of_two_numbers.rs");

/// Returns the files of [`TEMPLATES`], with each `%word%` replaced by its value in `words`.
pub fn templates(
    words: &[(&str, String)],
    has_error_string: bool,
    tells_one_number: bool,
) -> Result<Vec<(&'static str, String)>> {
    let fill = |(file, template): (&'static str, &str)| {
        let tail = match file {
            "by_name.rs" if has_error_string => ERROR_STRING,
            "load.rs" if tells_one_number => VERSION_OF_ONE_NUMBER,
            "load.rs" => VERSION_OF_TWO_NUMBERS,
            _ => "",
        };
        let text = words
            .iter()
            .fold(format!("{template}{tail}"), |text, (word, value)| {
                text.replace(&format!("%{word}%"), value)
            });
        ensure!(
            !text.contains('%'),
            "{file} has a word that nothing replaces"
        );
        Ok((file, head(&text)))
    };
    TEMPLATES.into_iter().map(fill).collect()
}

/// Returns the text after the line with its origin, to be inserted below the module's documentation.
fn head(text: &str) -> String {
    const LINE: &str = "// Written by `cargo xtask generate` from a template. Do not edit.\n\n";
    let lines = text.lines().take_while(|line| line.starts_with("//!"));
    let documentation: usize = lines.map(|line| line.len() + 1).sum();
    let (documentation, rest) = text.split_at(documentation);
    let rest = rest.trim_start_matches('\n');
    match documentation {
        "" => format!("{LINE}{rest}"),
        _ => format!("{documentation}\n{LINE}{rest}"),
    }
}
