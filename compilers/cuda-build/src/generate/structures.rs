//! Constants and structures that C++ and Rust share.

use super::template::fill;
use crate::identifiers::raw;
use crate::input::Constant;
use crate::plan::{BuildPlan, Field, Structure};
use crate::probe::OFFSET;
use crate::structure::StructureForm;

/// Returns the constants, in a module that is reexported: attributes of the module are those of each.
pub(super) fn constants(plan: &BuildPlan) -> String {
    let BuildPlan { type_name, source, constants, .. } = plan;
    if constants.is_empty() {
        return String::new();
    }
    let list = constants.iter().map(|Constant { name, rust, cpp, value }| {
        format!("    {cpp:?} => pub const {}: {rust} = {value};\n", raw(name))
    });
    fill(
        include_str!("templates/constants.txt"),
        &[
            ("module", &format!("{}_constants", type_name.to_lowercase())),
            ("source", &format!("{source:?}")),
            ("constants", &list.collect::<String>()),
        ],
    )
}

/// Returns the types of structures that are generated, and for all what asserts that they have the compiler's layout.
pub(super) fn structures(plan: &BuildPlan) -> String {
    let structures = plan.structures.iter();
    let text = structures.map(|structure| match &structure.written {
        Some(written) => definition(structure, written, &plan.source),
        None => layout(structure, &plan.source),
    });
    text.collect()
}

/// Returns the type of a structure, with its layout and traits.
fn definition(structure: &Structure, written: &StructureForm, source: &str) -> String {
    let Structure { cpp, rust, size, alignment, fields, .. } = structure;
    let align = written.alignment.map(|alignment| format!(", align({alignment})"));
    let fields = fields.iter().map(|Field { name, offset, rust, .. }| {
        format!("{}: {} = {offset},", raw(name), rust.as_deref().unwrap_or_default())
    });
    fill(
        include_str!("templates/structure.txt"),
        &[
            ("cpp", &format!("{cpp:?}")),
            ("source", &format!("{source:?}")),
            ("align", align.as_deref().unwrap_or_default()),
            ("rust", rust),
            ("fields", &lines("    ", fields)),
            ("size", &size.to_string()),
            ("alignment", &alignment.to_string()),
        ],
    )
}

/// Returns what asserts that a type of the crate has the compiler's layout, and the types of the fields that are named.
fn layout(structure: &Structure, source: &str) -> String {
    let Structure { cpp, rust, size, alignment, fields, .. } = structure;
    let mut text = String::new();
    for Field { name, offset, rust: kind, cpp: kind_in_cpp } in fields {
        let field = raw(name);
        text += &format!(
            "    assert!(::core::mem::offset_of!({rust}, {field}) == {offset}, \"{rust}::{name} is not at byte {offset}, where {cpp}::{name} is\");\n"
        );
        if let Some(kind) = kind {
            let message = format!(
                "`{rust}::{name}` is `{{Self}}` in Rust, but `{cpp}::{name}` of {source} is `{kind_in_cpp}`, which is `{kind}`"
            );
            let note = format!(
                "correct the field `{name}` of `{rust}`, or what the build script says: Structure::new({cpp:?}, {rust:?})"
            );
            text += &fill(
                include_str!("templates/field.txt"),
                &[
                    ("message", &format!("{message:?}")),
                    ("label", &format!("{:?}", format!("expected `{kind}`, which C++ has"))),
                    ("note", &format!("{note:?}")),
                    ("kind", kind),
                    ("rust", rust),
                    ("field", &field),
                ],
            );
        }
    }
    fill(
        include_str!("templates/layout.txt"),
        &[
            ("rust", rust),
            ("cpp", cpp),
            ("size", &size.to_string()),
            ("alignment", &alignment.to_string()),
            ("fields", &text),
        ],
    )
}

/// Returns the assertions of the structures' layouts, and of the constants' values, in C++.
pub(super) fn assertions(plan: &BuildPlan) -> String {
    if plan.structures.is_empty() && plan.constants.is_empty() {
        return String::new();
    }
    let constants = plan.constants.iter().map(|Constant { cpp, value, .. }| {
        // As the compiler sees it: all bits, as in an unsigned number.
        let bits = *value as u64;
        format!("CUDA_BUILD_VALUE({bits}ull, {cpp})")
    });
    let structures = plan.structures.iter().map(|structure| {
        let Structure { cpp, size, alignment, fields, .. } = structure;
        let class = format!("CUDA_BUILD_CLASS({size}, {alignment}, {cpp})");
        let fields = fields.iter();
        let fields = fields
            .map(|Field { name, offset, .. }| format!("CUDA_BUILD_FIELD({name}, {offset}, {cpp})"));
        lines("", [class].into_iter().chain(fields))
    });
    fill(
        include_str!("templates/assertions.txt"),
        &[
            ("offset", OFFSET),
            ("constants", &lines("", constants)),
            ("structures", &structures.collect::<String>()),
        ],
    )
}

/// Returns the same for a source without kernels.
pub(super) fn assertions_alone(plan: &BuildPlan) -> String {
    let text = assertions(plan).replace("\n    /// ", "\n/// ");
    text.replace("\n    pub const", "\n#[allow(dead_code)]\npub const")
        .replace("&'static str", "&str")
}

/// Returns the parts in lines of up to 120 characters that begin with `indent`.
fn lines(indent: &str, parts: impl Iterator<Item = String>) -> String {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut().filter(|line| line.len() + 1 + part.len() <= 120) {
            Some(line) => *line += &format!(" {part}"),
            None => lines.push(format!("{indent}{part}")),
        }
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}
