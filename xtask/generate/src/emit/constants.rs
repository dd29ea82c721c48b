use std::collections::BTreeMap;
use std::fmt::Write;

use anyhow::{Result, bail};

use super::{HEAD, tokens};
use crate::parse::Header;

/// Returns `constants.rs`: every macro of the header that has a value, including those that bindgen can't read.
///
/// `macros` are those in the header's text; a macro that is neither a value nor an alias of a function is an error, so
/// that none is lost.
pub fn constants(header: &Header, macros: &BTreeMap<String, String>) -> Result<String> {
    let known: BTreeMap<String, (String, String)> = header
        .constants
        .iter()
        .map(|c| (c.ident.to_string(), (tokens(&c.ty), tokens(&c.expr))))
        .collect();
    let owner: BTreeMap<&str, &str> = header
        .enums
        .iter()
        .flat_map(|e| {
            e.enumerators
                .iter()
                .map(|(n, _)| (n.as_str(), e.name.as_str()))
        })
        .collect();
    let mut text =
        format!("{HEAD}use core::ffi::c_void;\n\nuse super::enums::*;\nuse super::types::*;\n\n");
    for (name, value) in macros.iter().filter(|(_, value)| !is_initializer(value)) {
        let bare = value.trim_start_matches('(').trim_end_matches(')');
        let (ty, value) = if bare == "~0u" {
            ("u32".to_string(), "u32::MAX".to_string())
        } else if let Some(known) = known.get(name) {
            known.clone()
        } else if let Some(owner) = owner.get(value.as_str()) {
            (owner.to_string(), format!("{owner}::{value}"))
        } else if let Some((ty, value)) = bare.split_once(')') {
            let ty = if ty == "void*" { "*mut c_void" } else { ty };
            (
                ty.to_string(),
                format!("{} as {ty}", value.replace("0x0", "0x")),
            )
        } else if bare == "NULL" {
            let null = "core::ptr::null_mut()".to_string();
            ("*mut c_void".to_string(), null)
        } else if bare == "INT_MIN" {
            ("i32".to_string(), "i32::MIN".to_string())
        } else if let Some(number) = bare.strip_suffix('f').filter(|it| it.contains('.')) {
            ("f32".to_string(), number.to_string())
        } else if is_renaming(name, value) || known.is_empty() {
            continue;
        } else {
            bail!(
                "the macro {name} = {value} is neither a value nor a renaming: add support for it to the generator"
            );
        };
        let value = if value.ends_with(&format!(" as {ty}"))
            && !ty.starts_with('*')
            && !ty.ends_with("stream")
            && !ty.ends_with("Stream")
        {
            value.trim_end_matches(&format!(" as {ty}")).to_string()
        } else {
            value
        };
        let _ = writeln!(
            text,
            "/// `{name}`, a macro of the header.\npub const {name}: {ty} = {};",
            value.replace("- ", "-")
        );
    }
    Ok(text)
}

/// Returns `true` for a macro that renames a function, or marks its calling convention.
fn is_renaming(name: &str, value: &str) -> bool {
    (name.starts_with("cu") && (value.starts_with("cu") || value.starts_with("__CUDA_API_")))
        || matches!(name, "CUDAAPI" | "CUDA_CB" | "__CUDA_DEPRECATED")
}

/// Returns `true` for a macro that initializes a struct: Rust has functions for that.
fn is_initializer(value: &str) -> bool {
    value.starts_with('{')
}
