//! Writes Rust from the results of [`crate::parse`] and [`crate::abi`]: one function for each generated file.

mod constants;
mod entry_points;
mod enums;
mod layout;
pub mod library;
mod raw;
mod results;
mod short_enums;
mod tags;
mod types;

pub use constants::{MacroValues, constants};
pub use entry_points::entry_points;
pub use enums::enums;
pub use layout::{layout_in_c, layout_in_rust, sets};
pub use raw::raw;
pub use results::{results, sticky};
pub use short_enums::short_enums;
pub use tags::tags;
pub use types::types;

use quote::ToTokens;

/// The start of every generated file.
pub const HEAD: &str =
    "// Written by `cargo xtask generate` from NVIDIA's headers. Do not edit.\n\n";

/// The macros of `cuda-driver-sys` that the generated files use.
pub const MACROS: &str = include_str!("../../../cuda-driver-sys/src/macros.rs");

/// Returns the attribute of what only builds with a feature have.
fn feature(room: Option<&str>) -> String {
    room.map_or_else(String::new, |room| format!("#[cfg(feature = \"{room}\")]\n"))
}

/// Formats Rust as a person would: names that the file imports lose their paths.
pub fn short(text: &str) -> String {
    text.replace(":: core :: ffi :: ", "")
        .replace("::core::ffi::", "")
        .replace(":: core :: option :: ", "")
        .replace("::core::option::", "")
}

/// Formats a type on one line.
pub fn type_text(ty: &syn::Type) -> String {
    let file: syn::File = syn::parse_quote!(type T = #ty;);
    let text = prettyplease::unparse(&file);
    let text = text.trim().trim_start_matches("type T =").trim_end_matches(';');
    on_one_line(text)
}

/// Formats what prettyplease wrote on one line.
pub fn on_one_line(text: &str) -> String {
    let one_line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    short(&one_line)
        .replace("( ", "(")
        .replace(",)", ")")
        .replace(", )", ")")
        .replace("< ", "<")
        .replace(", >", ">")
}

/// Returns a list in as few indented lines as fit, with a comma after each name.
pub fn packed(indentation: &str, names: &[String]) -> String {
    filled(indentation, names, ",")
}

/// Returns a list in as few indented lines as fit, with `end` after each name.
fn filled(indentation: &str, names: &[String], end: &str) -> String {
    let mut text = String::new();
    let mut width = usize::MAX;
    for name in names {
        let added = name.len() + end.len() + 1;
        if width.saturating_add(added) > 120 {
            text.push_str(if text.is_empty() { "" } else { "\n" });
            text.push_str(indentation);
            width = indentation.len();
        } else {
            text.push(' ');
        }
        width += added;
        text.push_str(name);
        text.push_str(end);
    }
    text
}

/// Returns a list in brackets after `head`: on one line if it fits, and in as few lines as fit otherwise.
pub fn list(head: &str, [open, close]: [&str; 2], names: &[String]) -> String {
    let one_line = format!("{head}{open}{}{close}\n", names.join(", "));
    if one_line.len() <= 121 {
        one_line
    } else {
        format!("{head}{open}\n{}\n{close}\n", packed("    ", names))
    }
}

/// Returns a list in braces after `head`: on one line if it fits, and in as few lines as fit otherwise.
fn braced(head: &str, names: &[String]) -> String {
    let one_line = format!("    {head} {{ {} }}\n", names.join(", "));
    if one_line.len() <= 121 {
        one_line
    } else {
        format!("    {head} {{\n{}\n    }}\n", packed("        ", names))
    }
}

/// Returns the text of any piece of syntax, for lookups.
pub fn tokens(item: &impl ToTokens) -> String {
    item.to_token_stream().to_string()
}
