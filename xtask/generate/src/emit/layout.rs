use std::collections::BTreeMap;
use std::fmt::Write;

use xtask::Version;

use super::{HEAD, filled, packed};
use crate::layout::{Layout, Row, Span, Type};
use crate::sources::number;

/// Returns `sets.rs`: the header sets for the ABI test, the newest last.
pub fn sets<'a>(versions: impl Iterator<Item = &'a Version>) -> String {
    let versions: Vec<String> = versions.map(|version| format!("\"{version}\"")).collect();
    format!(
        "{HEAD}/// The header sets, the newest last.\npub const SETS: [&str; {}] = [{}];\n",
        versions.len(),
        versions.join(", ")
    )
}

/// Returns `rows.rs`: every name, with the paths of each field in C and Rust, for a macro that measures them.
pub fn layout_in_rust(layout: &Layout) -> String {
    let mut text = format!("{HEAD}rows! {{\n{}    enums {{\n", types(layout));
    let enums: Vec<String> =
        layout.enums.iter().map(|enumeration| enumeration.name.clone()).collect();
    let _ = writeln!(text, "{}\n    }}\n}}", packed("        ", &enums));
    text
}

/// Returns the rows of the types, first those without fields.
pub fn types(layout: &Layout) -> String {
    let (plain, others): (Vec<&Type>, Vec<&Type>) =
        layout.types.iter().partition(|ty| ty.fields.is_empty());
    let plain: Vec<String> = plain.iter().map(|ty| format!("{} {{}}", ty.name)).collect();
    let mut text = format!("    types {{\n{}\n", filled("        ", &plain, ""));
    for ty in others {
        let fields = ty.fields.iter();
        let fields: Vec<String> =
            fields.map(|field| format!("{:?} {},", field.c, field.rust)).collect();
        let _ = writeln!(text, "        {} {{{}}}", ty.name, fields.join(" "));
    }
    text + "    }\n"
}

/// Returns what is measured as calls of macros, by their words. Those of fields and enumerators take up to four.
fn words(rows: &[Row]) -> Vec<String> {
    let kind = |row: &Row| match row {
        Row::Type(name) => ("TYPE", None, name.clone()),
        Row::Field(owner, field) => ("FIELDS", Some(owner.clone()), field.clone()),
        Row::Enumerator(name) => ("ENUMERATORS", None, name.clone()),
    };
    let rows: Vec<_> = rows.iter().map(kind).collect();
    let mut words = Vec::new();
    for same in rows.chunk_by(|a, b| (a.0, &a.1) == (b.0, &b.1)) {
        let (name, owner, _) = &same[0];
        for some in same.chunks(if *name == "TYPE" { 1 } else { 4 }) {
            let count = if *name == "TYPE" { String::new() } else { format!("_{}", some.len()) };
            let names = owner.iter().chain(some.iter().map(|(.., name)| name));
            let call = names.map(String::as_str).collect::<Vec<_>>().join(", ");
            words.extend(format!("{name}{count}({call}),").split(' ').map(str::to_owned));
        }
    }
    words
}

/// Returns `layout.c`: the same measured by a C compiler, for the header set in its include path.
pub fn layout_in_c(spans: &BTreeMap<Span, Vec<Row>>) -> String {
    let mut text = format!("{HEAD}#include \"../layout.h\"\n\nconst struct row LAYOUT[] = {{\n");
    for (span, rows) in spans {
        let since = span.since.map(|version| format!("CUDA_VERSION >= {}", number(version)));
        let until = span.until.map(|version| format!("CUDA_VERSION < {}", number(version)));
        let condition: Vec<String> = since.into_iter().chain(until).collect();
        if !condition.is_empty() {
            let _ = writeln!(text, "#if {}", condition.join(" && "));
        }
        text.push_str(&filled("    ", &words(rows), ""));
        text.push('\n');
        if !condition.is_empty() {
            text.push_str("#endif\n");
        }
    }
    text.push_str("    END\n};\n");
    text
}
