//! The files of one module of `cuda-libraries-sys`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use anyhow::Result;

use super::{HEAD, type_text};
use crate::api::Api;
use crate::layout::Layout;
use crate::library::{Library, Reports};
use crate::merge::{self, MergedHeaders};
use crate::parse::{Enumeration, Header};
use crate::record::Record;

/// Returns `functions.rs`: the list of functions, and the call of the macro that makes the table and everything else.
pub fn functions(library: &Library, merged: &MergedHeaders) -> String {
    let mut text = format!("{HEAD}use core::ffi::*;\n\n{}", imports(library));
    // A struct with a result code has its own answer.
    let has_code = |item: &syn::Item| super::tokens(item).contains(library.result.0);
    let structs = merged
        .header
        .types
        .iter()
        .filter(|item| matches!(item, syn::Item::Struct(_)) && !has_code(item));
    let enums = merged.header.enums.iter().map(|enumeration| enumeration.name.clone());
    let plain: BTreeSet<String> = structs.filter_map(merge::name_of).chain(enums).collect();
    let zero: BTreeSet<String> = merged
        .header
        .functions
        .iter()
        .map(|function| type_text(&function.result))
        .filter(|result| *result != library.result.0 && plain.contains(result))
        .collect();
    if !zero.is_empty() {
        let zero: Vec<&str> = zero.iter().map(String::as_str).collect();
        let _ = writeln!(
            text,
            "#[cfg(feature = \"functions\")]\ncrate::absent::absent_is_zero!({});\n",
            zero.join(", ")
        );
    }
    let quoted: Vec<String> = library.required.iter().map(|name| format!("{name:?}")).collect();
    let numbered: Vec<String> = library.numbered.iter().map(|name| format!("{name:?}")).collect();
    let (how, version) = match library.reports {
        Reports::Property(function) => {
            let units = library.units.iter().filter(|unit| **unit != 0);
            let units: Vec<String> = units.map(u32::to_string).collect();
            ("property", format!("{function} {}", units.join(" ")))
        }
        Reports::Written(function) => ("written", function.to_owned()),
        Reports::WrittenOr(function) => ("written_or", function.to_owned()),
        Reports::Member(function) => ("member", function.to_owned()),
        Reports::Interface(function) => ("interface", function.to_owned()),
        Reports::Returned(function) => ("returned", function.to_owned()),
        Reports::Pair(function) => ("pair", function.to_owned()),
        Reports::Nothing => ("none", String::new()),
    };
    let (result, success) = library.result;
    let list = format!("for_each_{}_function", library.module);
    let _ = writeln!(
        text,
        "/// Calls the macro `$then` with every function of {}, in the order of the table, after the tokens of `$first`.\n\
         ///\n\
         /// Each is `name: since until \"exported name\", (parameter: type, …) -> result;`.\n\
         #[macro_export]\nmacro_rules! {list} {{\n    ($then:path $(, $($first:tt)*)?) => {{\n        $then! {{\n            $($($first)*)?",
        library.title,
    );
    for f in &merged.header.functions {
        let span = merged.spans.get(&f.name).copied().unwrap_or_default();
        let symbol = merged.symbols.get(&f.name).map_or("", String::as_str);
        let parameters: Vec<String> =
            f.parameters.iter().map(|p| format!("{}: {}", p.name, type_text(&p.ty))).collect();
        let _ = writeln!(
            text,
            "            {}: {} {} {symbol:?}, ({}) -> {};",
            f.name,
            span.since,
            span.until.unwrap_or_default(),
            parameters.join(", "),
            type_text(&f.result)
        );
    }
    let _ = writeln!(
        text,
        "        }}\n    }};\n}}\n\n{list}! {{\n    library,\n    {:?} {} {} {result} {success} {:?}\n    \
         required [{}] numbered [{}] version {how} ({version})\n}}",
        library.title,
        library.row,
        library.table,
        library.page,
        quoted.join(", "),
        numbered.join(", ")
    );
    text
}

/// Returns the imports of the types that a library's functions name.
fn imports(library: &Library) -> String {
    let mut text = "use super::enums::*;\nuse super::types::*;\n".to_owned();
    for other in library.uses {
        let _ = writeln!(text, "use crate::{other}::*;");
    }
    text.push('\n');
    text
}

/// Returns `types.rs`, whose types may be of other modules.
pub fn types(library: &Library, merged: &MergedHeaders) -> String {
    let types = super::types(&merged.header, None, library.page);
    with_others(library, &types)
}

/// Returns `results.rs`: the text of each result code, and the release that introduced it.
pub fn results(
    library: &Library,
    codes: &Enumeration,
    merged: &MergedHeaders,
    texts: &BTreeMap<String, String>,
    api: &Api,
) -> Result<String> {
    // A code may have several names.
    let mut rows: Vec<&(String, i64)> = codes.enumerators.iter().collect();
    rows.sort_by_key(|(_, value)| *value);
    rows.dedup_by_key(|(_, value)| *value);
    for name in texts.keys() {
        let is_enumerator = codes.enumerators.iter().any(|(enumerator, _)| enumerator == name);
        api.demand(is_enumerator, || {
            format!("libraries.toml has a text for {name}, which no header knows")
        })?;
    }
    let result = library.result.0;
    let mut text = format!(
        "{HEAD}use super::enums::{result};\n\nresults! {{\n    {:?} {result} {{\n",
        library.title
    );
    for (code, _) in rows {
        let words = texts.get(code).map(String::as_str).unwrap_or_default();
        api.demand(!words.is_empty(), || {
            format!("libraries.toml has no text for {code} of {}", library.title)
        })?;
        let since = merged.enumerators.get(&(codes.name.clone(), code.clone()));
        let _ = writeln!(text, "        {code} {} {words:?},", since.copied().unwrap_or_default());
    }
    text.push_str("    }\n}\n");
    Ok(text)
}

/// Returns the module's list of files.
pub fn list<'a>(files: impl Iterator<Item = &'a str>) -> String {
    let mut modules: Vec<&str> = files.map(|file| file.trim_end_matches(".rs")).collect();
    modules.sort_unstable();
    let line = |module: &&str| match *module {
        "results" => "mod results;\n".to_owned(),
        module => format!("pub mod {module};\n"),
    };
    let lines: Vec<String> = modules.iter().map(line).collect();
    format!("{HEAD}{}", lines.concat())
}

/// Returns `constants.rs`: the macros that are values; `None` if there are none.
pub fn constants(library: &Library, header: &Header, record: &Record) -> Result<Option<String>> {
    if record.macros.is_empty() {
        return Ok(None);
    }
    let text = super::constants(header, &record.macros)?;
    Ok(Some(with_others(library, &text)))
}

/// Inserts the imports of the modules whose types a library uses.
fn with_others(library: &Library, text: &str) -> String {
    const OWN: &str = "use super::enums::*;\n";
    let others = library.uses.iter().map(|module| format!("use crate::{module}::*;\n"));
    let others: String = others.collect();
    text.replacen(OWN, &format!("{OWN}{others}"), 1)
}

/// Returns the names in a library's newest headers, for a macro that compares them with C: of enumerations, those that only
/// older headers have.
pub fn layout(library: &Library, layout: &Layout, all: &Header) -> String {
    let headers: Vec<String> = library.headers.iter().map(|header| format!("{header:?}")).collect();
    let mut text = format!(
        "{HEAD}rows! {{ {} [{}]\n{}    enumerators {{\n",
        library.module,
        headers.join(", "),
        super::layout::types(layout)
    );
    for e in &layout.enums {
        let merged = all.enums.iter().filter(|merged| merged.name == e.name);
        let names = merged.flat_map(|merged| merged.enumerators.iter().map(|(name, _)| &**name));
        let missing: Vec<_> =
            names.filter(|name| e.enumerators.iter().all(|newest| newest != name)).collect();
        let _ = writeln!(text, "        {} {{{}}}", e.name, missing.join(", "));
    }
    text.push_str("    }\n}\n");
    text
}
