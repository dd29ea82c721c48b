use std::fmt::Write;

use super::{HEAD, packed, tokens, type_text};
use crate::parse::{Header, is_opaque};

/// Returns `types.rs`: structs, unions and aliases.
///
/// If `documentation` has pages for structs, each links to its own, and otherwise all to `page`. Structs of a library have
/// their fields in few lines, because its record, which is reviewed, has one on a line.
pub fn types(
    header: &Header,
    documentation: Option<&str>,
    page: &str,
    is_recorded: bool,
) -> String {
    let link = |name: &str| match header.named.types.get(name) {
        Some(nested) => {
            let outer = &nested.outer;
            let url = url(header, documentation, page, outer);
            format!("`{}` of [`{outer}`]({url})", nested.path)
        }
        None => format!("[`{name}`]({})", url(header, documentation, page, name)),
    };
    let (mut aliases, mut foreign, mut structs) = (String::new(), String::new(), String::new());
    let mut opaque = Vec::new();
    for item in &header.types {
        match item {
            syn::Item::Struct(item) if is_opaque(item) => opaque.push(item.ident.to_string()),
            syn::Item::Struct(syn::ItemStruct { ident, .. })
            | syn::Item::Union(syn::ItemUnion { ident, .. }) => {
                let link = link(&ident.to_string());
                let _ = write!(
                    structs,
                    "    /// {link}\n{}",
                    declaration(item, is_recorded)
                );
            }
            syn::Item::Type(item) => {
                let (name, ty) = (item.ident.to_string(), type_text(&item.ty));
                let _ = match graphics_api(&name) {
                    Some(api) => writeln!(foreign, "/// A type of {api}.\npub type {name} = {ty};"),
                    None if aliases.is_empty() => {
                        writeln!(aliases, "    {page:?}\n    {name} = {ty};")
                    }
                    None => writeln!(aliases, "    {name} = {ty};"),
                };
            }
            _ => {}
        }
    }
    let mut text = format!("{HEAD}use core::ffi::*;\n\nuse super::enums::*;\n");
    let sections = [
        ("aliases", aliases),
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
fn declaration(item: &syn::Item, is_recorded: bool) -> String {
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
        attributes
            .iter()
            .map(tokens)
            .filter_map(|attribute| match attribute.as_str() {
                "# [repr (C)]" | "# [derive (Copy , Clone)]" => None,
                "# [derive (Debug , Copy , Clone)]" => Some("#[derive(Debug)] ".to_owned()),
                other => Some(other.replace(' ', "") + " "),
            });
    let head = format!("    {}pub {kind} {name} {{", attributes.collect::<String>());
    let fields = fields.named.iter().map(|field| {
        let name = field.ident.as_ref().map(ToString::to_string);
        format!("pub {}: {}", name.unwrap_or_default(), type_text(&field.ty))
    });
    let fields: Vec<String> = fields.collect();
    let one_line = format!("{head} {} }}\n", fields.join(", "));
    if one_line.len() <= 121 {
        return one_line;
    }
    if is_recorded {
        return format!("{head}\n{}\n    }}\n", packed("        ", &fields));
    }
    let fields: String = fields.iter().map(|it| format!("        {it},\n")).collect();
    format!("{head}\n{fields}    }}\n")
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
