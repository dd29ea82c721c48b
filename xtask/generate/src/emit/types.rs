use std::fmt::Write;

use super::{HEAD, braced, filled, packed, tokens, type_text};
use crate::parse::{Header, is_opaque};
use crate::unnamed::PADDING;

/// Returns `types.rs`: structs, unions and aliases.
///
/// If `documentation` has pages for structs, each links to its own, and otherwise all to `page`.
pub fn types(header: &Header, documentation: Option<&str>, page: &str) -> String {
    let link = |name: &str, folder: &str| match header.named.types.get(name) {
        Some(nested) => {
            let outer = &nested.outer;
            let url = url(header, folder, outer);
            format!("`{}` of [`{outer}`]({url})", nested.path)
        }
        None => format!("[`{name}`]({})", url(header, folder, name)),
    };
    let (mut foreign, mut structs) = (String::new(), String::new());
    let (mut aliases, mut opaque) = (Vec::new(), Vec::new());
    for item in &header.types {
        match item {
            syn::Item::Struct(item) if is_opaque(item) => opaque.push(item.ident.to_string()),
            syn::Item::Struct(syn::ItemStruct { ident, .. })
            | syn::Item::Union(syn::ItemUnion { ident, .. }) => {
                if let Some(folder) = documentation {
                    let _ = writeln!(structs, "    /// {}", link(&ident.to_string(), folder));
                } else if structs.is_empty() {
                    let _ = writeln!(structs, "    {page:?}");
                }
                structs.push_str(&declaration(item));
            }
            syn::Item::Type(item) => {
                let (name, ty) = (item.ident.to_string(), type_text(&item.ty));
                if let Some(api) = graphics_api(&name) {
                    let _ = writeln!(foreign, "/// A type of {api}.\npub type {name} = {ty};");
                } else {
                    aliases.push(format!("{name} = {ty}"));
                }
            }
            _ => {}
        }
    }
    let mut text = format!("{HEAD}use core::ffi::*;\n\nuse super::enums::*;\n");
    let sections = [
        (
            "aliases",
            if aliases.is_empty() {
                String::new()
            } else {
                format!("    {page:?}\n{}\n", filled("    ", &aliases, ";"))
            },
        ),
        ("structs", structs),
        ("opaque", packed("    ", &opaque) + "\n"),
    ];
    for (name, rows) in sections.iter().filter(|(_, rows)| !rows.trim().is_empty()) {
        let _ = write!(text, "\n{name}! {{\n{rows}}}\n");
    }
    if !foreign.is_empty() {
        let _ = write!(text, "\n{foreign}");
    }
    text
}

/// Returns a struct or union without what `structs!` adds: on one line if it fits.
fn declaration(item: &syn::Item) -> String {
    let (attributes, kind, name, fields) = match item {
        syn::Item::Struct(syn::ItemStruct {
            attrs,
            ident,
            fields: syn::Fields::Named(fields),
            ..
        }) => (attrs, "struct", ident, fields),
        syn::Item::Union(item) => (&item.attrs, "union", &item.ident, &item.fields),
        _ => return String::new(),
    };
    let attributes =
        attributes.iter().map(tokens).filter_map(|attribute| match attribute.as_str() {
            "# [repr (C)]" | "# [derive (Copy , Clone)]" => None,
            "# [derive (Debug , Copy , Clone)]" => Some("#[derive(Debug)] ".to_owned()),
            other => Some(other.replace(' ', "") + " "),
        });
    let head = format!("{}pub {kind} {name}", attributes.collect::<String>());
    let fields = fields.named.iter().map(|field| {
        let name = field.ident.as_ref().map(ToString::to_string).unwrap_or_default();
        // Where padding needs no name, compat/cudarc knows it by this.
        let hidden = if name.starts_with(PADDING) { "#[doc(hidden)] " } else { "" };
        format!("{hidden}pub {name}: {}", type_text(&field.ty))
    });
    let fields: Vec<String> = fields.collect();
    braced(&head, &fields)
}

/// Returns the graphics API that a type belongs to, if it isn't CUDA's.
fn graphics_api(name: &str) -> Option<&'static str> {
    let apis =
        [("GL", "OpenGL"), ("HGPUNV", "OpenGL on Windows"), ("EGL", "EGL"), ("Vdp", "VDPAU")];
    let is_of = |(prefix, _): &&(&str, &str)| name.starts_with(prefix);
    apis.iter().find(is_of).map(|(_, api)| *api)
}

/// Returns NVIDIA's page of a struct or union.
fn url(header: &Header, documentation: &str, name: &str) -> String {
    let is_union = |item: &syn::Item| matches!(item, syn::Item::Union(item) if item.ident == name);
    let kind = if header.types.iter().any(is_union) { "union" } else { "struct" };
    format!("{documentation}{kind}{}.html", name.replace('_', "__"))
}
