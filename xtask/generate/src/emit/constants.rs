use std::collections::BTreeMap;

use anyhow::{Result, bail};

use super::{HEAD, filled, tokens};
use crate::parse::Header;

/// Returns `constants.rs`: every macro of the header that has a value, including those that bindgen can't read.
///
/// `macros` are those in the header's text; a macro that is neither a value nor an alias of a function is an error, so
/// that none is lost.
pub fn constants(header: &Header, macros: &BTreeMap<String, String>) -> Result<String> {
    let values = MacroValues::of(header);
    let mut rows = Vec::new();
    let text = format!(
        "{HEAD}use core::ffi::c_void;\n\nuse super::enums::*;\nuse super::types::*;\n\nconstants! {{\n"
    );
    for (name, value) in macros.iter().filter(|(_, value)| !is_initializer(value)) {
        let (ty, value) = match values.get(name, value) {
            Some(found) => found,
            None if is_renaming(name, value) || values.constants.is_empty() => continue,
            None => bail!(
                "the macro {name} = {value} is neither a value nor a renaming: add support for it to the generator"
            ),
        };
        let value = if value.ends_with(&format!(" as {ty}"))
            && !ty.starts_with('*')
            && !ty.to_lowercase().contains("stream")
        {
            value.trim_end_matches(&format!(" as {ty}")).to_string()
        } else {
            value
        };
        rows.push(format!("{name}: {ty} = {}", value.replace("- ", "-")));
    }
    Ok(text + &filled("    ", &rows, ";") + "\n}\n")
}

/// What the macros of a header can be made of.
pub struct MacroValues<'a> {
    /// The type and the value of each macro that bindgen can read.
    constants: BTreeMap<String, (String, String)>,
    /// The enumeration of each enumerator.
    owner: BTreeMap<&'a str, &'a str>,
}

impl<'a> MacroValues<'a> {
    pub fn of(header: &'a Header) -> Self {
        let constants = header
            .constants
            .iter()
            .map(|c| (c.ident.to_string(), (tokens(&c.ty), tokens(&c.expr))))
            .collect();
        let owner = header
            .enums
            .iter()
            .flat_map(|e| e.enumerators.iter().map(|(n, _)| (n.as_str(), e.name.as_str())))
            .collect();
        Self { constants, owner }
    }

    /// Returns `true` for the type and the value of a cast, which is of a number or of another macro.
    fn is_cast(&self, (ty, value): (&str, &str)) -> bool {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let is_number = value.starts_with(|c: char| c == '-' || c.is_ascii_digit());
        (ty == "void*" || ty.chars().all(is_word))
            && (is_number || self.constants.contains_key(value))
    }

    /// Returns the type and the value of a macro; `None` if it isn't a value.
    pub fn get(&self, name: &str, value: &str) -> Option<(String, String)> {
        let bare = value.trim_start_matches('(').trim_end_matches(')');
        let found = if bare == "~0u" {
            ("u32".to_string(), "u32::MAX".to_string())
        } else if let Some(known) = self.constants.get(name) {
            known.clone()
        } else if let Some(owner) = self.owner.get(value) {
            (owner.to_string(), format!("{owner}::{value}"))
        } else if bare == "size_t)-1" {
            ("usize".to_string(), "usize::MAX".to_string())
        } else if let Some((ty, value)) = bare.split_once(')').filter(|cast| self.is_cast(*cast)) {
            let ty = match ty {
                "void*" => "*mut c_void",
                "int" => "i32",
                ty => ty,
            };
            (ty.to_string(), format!("{} as {ty}", value.replace("0x0", "0x")))
        } else if let Some((ty, version)) = struct_version(value) {
            ("u32".to_string(), format!("size_of::<{ty}>() as u32 | {version} << 24"))
        } else if bare == "NULL" {
            let null = "core::ptr::null_mut()".to_string();
            ("*mut c_void".to_string(), null)
        } else if bare == "INT_MIN" {
            ("i32".to_string(), "i32::MIN".to_string())
        } else if let Some(number) = bare.strip_suffix('f').filter(|digits| digits.contains('.')) {
            ("f32".to_string(), number.to_string())
        } else {
            return None;
        };
        Some(found)
    }
}

/// Returns the struct and the number of a version of NVML's: `NVML_STRUCT_VERSION(Memory, 2)` is that of `nvmlMemory_v2_t`.
fn struct_version(value: &str) -> Option<(String, &str)> {
    let arguments = value.strip_prefix("NVML_STRUCT_VERSION(")?.strip_suffix(')')?;
    let (name, version) = arguments.split_once(',')?;
    let version = version.trim();
    Some((format!("nvml{name}_v{version}_t"), version))
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
