//! Merges the headers of a library's releases: one binary serves them all, so the bindings have every function, type and
//! enumerator of each.
//!
//! What has one name and one binary interface in all releases is one item. If a release changed it, the older form is an
//! item of its own, whose name ends with the last release that has it: `cudaDeviceProp_12_9`.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::Ident;
use syn::visit_mut::{self, VisitMut};

use crate::emit::Span;
use crate::interface::Interfaces;
use crate::parse::{Enumeration, Function, Header};

/// The header of one release.
#[derive(Debug)]
pub struct Release {
    /// The release as the library writes it, 130100 for cuBLAS 13.1.0.
    pub number: u32,
    /// The release as text.
    pub name: String,
    pub header: Header,
}

/// The merged headers.
#[derive(Debug, Default)]
pub struct Merged {
    pub header: Header,
    /// Of each function.
    pub spans: BTreeMap<String, Span>,
    /// The exported name of each function whose binary interface changed: the same for its old and its new form.
    pub symbols: BTreeMap<String, String>,
    /// The first release with each enumerator of an enumeration; 0 for those of the oldest.
    pub enumerators: BTreeMap<(String, String), u32>,
}

/// Merges `releases`, the oldest first, which is not empty.
pub fn merge(releases: Vec<Release>) -> Merged {
    let oldest = releases.first().map_or(0, |release| release.number);
    let mut merged = Merged::default();
    let mut forms = Forms::default();
    let mut later = None;
    for release in releases.into_iter().rev() {
        let since = match release.number == oldest {
            true => 0,
            false => release.number,
        };
        add(&mut merged, &mut forms, release, since, &mut later);
    }
    merged
}

/// The forms of types and functions until now: their names, by the plain name and the binary interface.
#[derive(Debug, Default)]
struct Forms {
    types: BTreeMap<String, Vec<(String, String)>>,
    functions: BTreeMap<String, Vec<(String, String)>>,
}

impl Forms {
    /// Returns the name of the form of `plain` with this interface, and whether it is a new one.
    fn name(
        forms: &mut BTreeMap<String, Vec<(String, String)>>,
        plain: &str,
        interface: String,
        release: &str,
    ) -> (String, bool) {
        let known = forms.entry(plain.to_owned()).or_default();
        if let Some((name, _)) = known.iter().find(|(_, it)| *it == interface) {
            return (name.clone(), false);
        }
        let name = match known.is_empty() {
            true => plain.to_owned(),
            false => format!("{plain}_{}", release.replace('.', "_")),
        };
        known.push((name.clone(), interface));
        (name, true)
    }
}

/// Adds an older release to the merged ones. `later` is the number of the release after it.
fn add(
    merged: &mut Merged,
    forms: &mut Forms,
    release: Release,
    since: u32,
    later: &mut Option<u32>,
) {
    let Release {
        number,
        name: release,
        header,
    } = release;
    let interfaces = Interfaces::new(&header);
    let mut names = BTreeMap::new();
    let mut new = BTreeSet::new();
    for item in &header.types {
        let Some(plain) = name_of(item) else { continue };
        let interface = interfaces.of_type(&plain);
        let (name, is_new) = Forms::name(&mut forms.types, &plain, interface, &release);
        if is_new {
            new.insert(plain.clone());
        }
        if name != plain {
            names.insert(plain, name);
        }
    }
    let functions: Vec<(String, bool)> = header
        .functions
        .iter()
        .map(|function| {
            let interface = interfaces.of_function(function);
            Forms::name(&mut forms.functions, &function.name, interface, &release)
        })
        .collect();
    let mut rename = Rename(&names);
    for mut item in header.types {
        if name_of(&item).is_some_and(|name| new.contains(&name)) {
            rename.visit_item_mut(&mut item);
            merged.header.types.push(item);
        }
    }
    for (mut function, (name, is_new)) in header.functions.into_iter().zip(functions) {
        let span = merged.spans.entry(name.clone()).or_insert(Span {
            since,
            until: *later,
        });
        span.since = since;
        if name != function.name {
            let symbols = &mut merged.symbols;
            symbols.insert(function.name.clone(), function.name.clone());
            symbols.insert(name.clone(), function.name.clone());
        }
        if is_new {
            for parameter in &mut function.parameters {
                rename.visit_type_mut(&mut parameter.ty);
            }
            rename.visit_type_mut(&mut function.result);
            merged.header.functions.push(Function { name, ..function });
        }
    }
    for enumeration in header.enums {
        add_enumeration(merged, enumeration, &release, since);
    }
    let known: BTreeSet<String> = merged
        .header
        .constants
        .iter()
        .map(|it| it.ident.to_string())
        .collect();
    let constants = header.constants.into_iter();
    merged
        .header
        .constants
        .extend(constants.filter(|it| !known.contains(&it.ident.to_string())));
    let named = &mut merged.header.named;
    for (name, nested) in header.named.types {
        named
            .types
            .entry(names.get(&name).cloned().unwrap_or(name))
            .or_insert(nested);
    }
    named.fields.extend(header.named.fields);
    *later = Some(number);
}

fn add_enumeration(merged: &mut Merged, older: Enumeration, release: &str, since: u32) {
    let enums = &mut merged.header.enums;
    let index = enums
        .iter()
        .position(|it| it.name == older.name)
        .unwrap_or_else(|| {
            enums.push(Enumeration {
                enumerators: Vec::new(),
                ..older.clone()
            });
            enums.len() - 1
        });
    let known = &mut enums[index];
    known.signed |= older.signed;
    for (name, value) in older.enumerators {
        let name = match known.enumerators.iter().find(|(it, _)| *it == name) {
            Some((_, newer)) if *newer == value => name,
            Some(_) => format!("{name}_{}", release.replace('.', "_")),
            None => name,
        };
        if !known.enumerators.iter().any(|(it, _)| *it == name) {
            known.enumerators.push((name.clone(), value));
        }
        merged.enumerators.insert((known.name.clone(), name), since);
    }
}

/// Returns the name of a struct, a union or an alias.
pub fn name_of(item: &syn::Item) -> Option<String> {
    match item {
        syn::Item::Struct(item) => Some(item.ident.to_string()),
        syn::Item::Union(item) => Some(item.ident.to_string()),
        syn::Item::Type(item) => Some(item.ident.to_string()),
        _ => None,
    }
}

/// Gives types the names of their forms.
struct Rename<'a>(&'a BTreeMap<String, String>);

impl VisitMut for Rename<'_> {
    fn visit_ident_mut(&mut self, ident: &mut Ident) {
        if let Some(name) = self.0.get(&ident.to_string()) {
            *ident = Ident::new(name, ident.span());
        }
        visit_mut::visit_ident_mut(self, ident);
    }
}
