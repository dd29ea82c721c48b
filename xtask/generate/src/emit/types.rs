use std::fmt::Write;

use super::{HEAD, short};
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
    let mut items = header.types.clone();
    let mut zeroed = Vec::new();
    for item in &mut items {
        let (attributes, link) = match item {
            syn::Item::Struct(item) => {
                let name = item.ident.to_string();
                if is_opaque(item) {
                    (
                        &mut item.attrs,
                        "An opaque type behind a handle; only the library knows its fields."
                            .to_string(),
                    )
                } else {
                    zeroed.push(name.clone());
                    (&mut item.attrs, link(&name))
                }
            }
            syn::Item::Union(item) => {
                let name = item.ident.to_string();
                zeroed.push(name.clone());
                (&mut item.attrs, link(&name))
            }
            syn::Item::Type(item) => {
                let name = item.ident.to_string();
                let link = match graphics_api(&name) {
                    Some(api) => format!("A type of {api}."),
                    None => format!("[`{name}`]({page})"),
                };
                (&mut item.attrs, link)
            }
            _ => continue,
        };
        let link = format!(" {link}");
        attributes.insert(0, syn::parse_quote!(#[doc = #link]));
    }
    let file = syn::File {
        shebang: None,
        attrs: Vec::new(),
        items,
    };
    let mut text = format!("{HEAD}use core::ffi::*;\n\nuse super::enums::*;\n\n");
    text.push_str(&short(&prettyplease::unparse(&file)));
    text.push_str("\nzero_default! {\n");
    for name in zeroed {
        let _ = writeln!(text, "    {name},");
    }
    text.push_str("}\n");
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
