use std::fmt::Write;

use super::{HEAD, on_one_line, packed, short};
use crate::parse::{Header, is_opaque};

/// Returns `types.rs`: structs, unions and aliases.
///
/// If `documentation` has pages for structs, each links to its own, and otherwise all to `page`.
pub fn types(header: &Header, documentation: Option<&str>, page: &str) -> String {
    let link = |name: &str| match header.named.types.get(name) {
        Some(nested) => {
            let outer = &nested.outer;
            let url = url(header, documentation, page, outer);
            format!("`{}` of [`{outer}`]({url})", nested.path)
        }
        None => format!("[`{name}`]({})", url(header, documentation, page, name)),
    };
    let mut text = format!("{HEAD}use core::ffi::*;\n\nuse super::enums::*;\n\n");
    let (mut opaque, mut zeroed) = (Vec::new(), Vec::new());
    for item in &header.types {
        let (link, is_alias) = match item {
            syn::Item::Struct(item) if is_opaque(item) => {
                opaque.push(item.ident.to_string());
                continue;
            }
            syn::Item::Struct(syn::ItemStruct { ident, .. })
            | syn::Item::Union(syn::ItemUnion { ident, .. }) => {
                let name = ident.to_string();
                zeroed.push(name.clone());
                (link(&name), false)
            }
            syn::Item::Type(item) => {
                let name = item.ident.to_string();
                let link = match graphics_api(&name) {
                    Some(api) => format!("A type of {api}."),
                    None => format!("[`{name}`]({page})"),
                };
                (link, true)
            }
            _ => continue,
        };
        let code = prettyplease::unparse(&syn::parse_quote!(#item));
        let code = match is_alias {
            true => on_one_line(&code) + "\n",
            false => short(&code).replace("]\n#[derive", "] #[derive"),
        };
        let _ = write!(text, "/// {link}\n{code}");
    }
    let _ = write!(
        text,
        "\nopaque! {{\n{}\n}}\n\nzero_default! {{\n{}\n}}\n",
        packed("    ", &opaque),
        packed("    ", &zeroed)
    );
    text
}

/// Returns the graphics API that a type belongs to, if it isn't CUDA's.
fn graphics_api(name: &str) -> Option<&'static str> {
    let apis = [
        ("GL", "OpenGL"),
        ("HGPUNV", "OpenGL on Windows"),
        ("EGL", "EGL"),
        ("Vdp", "VDPAU"),
    ];
    let is_of = |(prefix, _): &&(&str, &str)| name.starts_with(prefix);
    apis.iter().find(is_of).map(|(_, api)| *api)
}

/// Returns NVIDIA's page of a struct or union.
fn url(header: &Header, documentation: Option<&str>, page: &str, name: &str) -> String {
    let Some(documentation) = documentation else {
        return page.to_string();
    };
    let is_union = |item: &syn::Item| matches!(item, syn::Item::Union(item) if item.ident == name);
    let kind = if header.types.iter().any(is_union) {
        "union"
    } else {
        "struct"
    };
    format!("{documentation}{kind}{}.html", name.replace('_', "__"))
}
