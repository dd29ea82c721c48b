//! Merges the headers of a library's releases: one binary serves them all, so the bindings have every function, type and
//! enumerator of each.
//!
//! What has one name and one binary interface in all releases is one item. If a release changed it, the older form is an
//! item of its own, whose name ends with the last release that has it: `cudaDeviceProp_12_9`.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::Ident;
use syn::visit_mut::{self, VisitMut};

use crate::interface::{Interfaces, Layout};
use crate::parse::{Enumeration, Function, Header};

/// The version that introduced a function, and the first version without it, if any.
#[derive(Debug, Clone, Copy, Default)]
pub struct Span {
    pub since: u32,
    pub until: Option<u32>,
}

/// The header of one release.
#[derive(Debug)]
pub struct Release {
    /// The release as the library writes it, 130100 for cuBLAS 13.1.0.
    pub number: u32,
    /// The first number of its minor version, and the first after that.
    pub minor: (u32, u32),
    /// The release as text.
    pub name: String,
    pub header: Header,
}

/// The merged headers.
#[derive(Debug, Default)]
pub struct MergedHeaders {
    pub header: Header,
    /// Of each function.
    pub spans: BTreeMap<String, Span>,
    /// The exported name of each function whose binary interface changed: the same for its old and its new form.
    pub symbols: BTreeMap<String, String>,
    /// The first release with each enumerator of an enumeration; 0 for those of the oldest.
    pub enumerators: BTreeMap<(String, String), u32>,
}

/// Merges `releases`, the oldest first, which is not empty. The structs called `grown` may have new members at their ends:
/// programs have none of them in arrays, and libraries that are older only use the first bytes. An alias called so may be of
/// a newer struct in each release.
pub fn merge(releases: Vec<Release>, grown: &BTreeSet<String>) -> MergedHeaders {
    let oldest = releases.first().map_or(0, |release| release.number);
    let mut merged = MergedHeaders::default();
    let mut forms = KnownForms { grown: grown.clone(), ..KnownForms::default() };
    let mut later = None;
    for release in releases.into_iter().rev() {
        let since = if release.number == oldest { 0 } else { release.number };
        add(&mut merged, &mut forms, release, since, &mut later);
    }
    for name in merged.symbols.keys() {
        if let (Some(span), Some(minors)) = (merged.spans.get_mut(name), forms.minors.get(name)) {
            narrow(span, *minors);
        }
    }
    merged
}

/// Makes the span of a function with several forms that of the minor versions that were inspected: one between them may
/// have either form.
fn narrow(span: &mut Span, (first, after): (u32, u32)) {
    if span.since != 0 {
        span.since = first;
    }
    span.until = span.until.map(|until| until.min(after));
}

/// The forms of types and functions until now: their names, by the plain name and the binary interface.
#[derive(Debug, Default)]
struct KnownForms {
    types: BTreeMap<String, Vec<(String, Layout)>>,
    functions: BTreeMap<String, Vec<(String, String)>>,
    /// The types that may grow.
    grown: BTreeSet<String>,
    /// The first number of the oldest minor version with a function, and that after the newest one.
    minors: BTreeMap<String, (u32, u32)>,
}

/// Returns the name of the form of `plain` with this interface, and whether it is a new one.
fn form<T>(
    forms: &mut BTreeMap<String, Vec<(String, T)>>,
    plain: &str,
    interface: T,
    is_the_same: impl Fn(&T, &T) -> bool,
    release: &str,
) -> (String, bool) {
    let form_sizes = forms.entry(plain.to_owned()).or_default();
    if let Some((name, _)) =
        form_sizes.iter().find(|(_, form_sizes)| is_the_same(&interface, form_sizes))
    {
        return (name.clone(), false);
    }
    let name = if form_sizes.is_empty() {
        plain.to_owned()
    } else {
        format!("{plain}_{}", release.replace('.', "_"))
    };
    form_sizes.push((name.clone(), interface));
    (name, true)
}

/// Adds an older release to the merged ones. `later` is the number of the release after it.
fn add(
    merged: &mut MergedHeaders,
    forms: &mut KnownForms,
    release: Release,
    since: u32,
    later: &mut Option<u32>,
) {
    let Release { number, minor, name: release, header } = release;
    let mut interfaces = Interfaces::new(&header, &forms.grown);
    let is_alias = |name: &str| {
        let mut types = merged.header.types.iter();
        types.any(|item| matches!(item, syn::Item::Type(item) if item.ident == name))
    };
    let mut names = BTreeMap::new();
    let mut new = BTreeSet::new();
    for plain in interfaces.order() {
        let layout = interfaces.layout(&plain);
        let may_grow = forms.grown.contains(&plain);
        // A newer release has a struct of another name, and this as its alias.
        if may_grow && is_alias(&plain) {
            continue;
        }
        let is_the_same = |old: &Layout, new: &Layout| old.is_compatible_with(new, may_grow);
        let (name, is_new) = form(&mut forms.types, &plain, layout, is_the_same, &release);
        interfaces.set_form(&plain, &name);
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
            let signature = interfaces.signature(function);
            form(&mut forms.functions, &function.name, signature, String::eq, &release)
        })
        .collect();
    let type_names: BTreeSet<String> = merged.header.types.iter().filter_map(name_of).collect();
    let mut rename = Rename(&names);
    for mut item in header.types {
        // Aliases and types that are only declared have no layout of their own.
        if name_of(&item).is_some_and(|name| new.contains(&name) || !type_names.contains(&name)) {
            rename.visit_item_mut(&mut item);
            merged.header.types.push(item);
        }
    }
    for (mut function, (name, is_new)) in header.functions.into_iter().zip(functions) {
        let span = merged.spans.entry(name.clone()).or_insert(Span { since, until: *later });
        span.since = since;
        forms.minors.entry(name.clone()).or_insert(minor).0 = minor.0;
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
    let constant_names: BTreeSet<String> =
        merged.header.constants.iter().map(|constant| constant.ident.to_string()).collect();
    let constants = header.constants.into_iter();
    let new = constants.filter(|constant| !constant_names.contains(&constant.ident.to_string()));
    merged.header.constants.extend(new);
    let named = &mut merged.header.named;
    for (name, nested) in header.named.types {
        let name = names.get(&name).cloned().unwrap_or(name);
        named.types.entry(name).or_insert(nested);
    }
    named.fields.extend(header.named.fields);
    *later = Some(number);
}

fn add_enumeration(merged: &mut MergedHeaders, older: Enumeration, release: &str, since: u32) {
    let enums = &mut merged.header.enums;
    let index =
        enums.iter().position(|enumeration| enumeration.name == older.name).unwrap_or_else(|| {
            enums.push(Enumeration { enumerators: Vec::new(), ..older.clone() });
            enums.len() - 1
        });
    let newest_enum = &mut enums[index];
    newest_enum.signed |= older.signed;
    for (name, value) in older.enumerators {
        let name =
            match newest_enum.enumerators.iter().find(|(newest_enum, _)| *newest_enum == name) {
                Some((_, newer)) if *newer == value || is_limit(&name) => name,
                Some(_) => format!("{name}_{}", release.replace('.', "_")),
                None => name,
            };
        if !newest_enum.enumerators.iter().any(|(newest_enum, _)| *newest_enum == name) {
            newest_enum.enumerators.push((name.clone(), value));
        }
        merged.enumerators.insert((newest_enum.name.clone(), name), since);
    }
}

/// Returns whether an enumerator only says how many there are: every release has its own.
fn is_limit(name: &str) -> bool {
    const ENDINGS: [&str; 8] =
        ["_END", "_MAX", "Max", "_COUNT", "_COUNTS", "Count", "_MAX_ERROR", "_MAX_VALUE"];
    name.starts_with("ncclNum") || ENDINGS.iter().any(|ending| name.ends_with(ending))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    fn release(minor: u32, bindings: &str) -> Release {
        Release {
            number: 12_000 + minor * 10,
            minor: (12_000 + minor * 10, 12_010 + minor * 10),
            name: format!("12.{minor}"),
            header: parse::read(bindings, &BTreeMap::new()).unwrap(),
        }
    }

    fn merged(releases: [&str; 3]) -> MergedHeaders {
        let minors = [0, 4, 9].into_iter();
        let releases = minors.zip(releases).map(|(minor, library)| release(minor, library));
        merge(releases.collect(), &BTreeSet::new())
    }

    fn functions(merged: &MergedHeaders) -> Vec<(&str, u32, Option<u32>)> {
        let functions = merged.header.functions.iter();
        let span = |function: &Function| merged.spans[&function.name];
        functions
            .map(|function| (function.name.as_str(), span(function).since, span(function).until))
            .collect()
    }

    #[test]
    fn each_function_has_the_first_release_with_it_and_the_first_without() {
        let merged = merged([
            r#"extern "C" { pub fn old(a: c_int); pub fn all(); }"#,
            r#"extern "C" { pub fn all(); pub fn new(); }"#,
            r#"extern "C" { pub fn new(); pub fn all(); }"#,
        ]);
        let expected = [("new", 12_040, None), ("all", 0, None), ("old", 0, Some(12_040))];
        assert_eq!(functions(&merged), expected);
        assert!(merged.symbols.is_empty());
    }

    #[test]
    fn a_changed_signature_makes_two_forms_that_hold_for_the_minor_versions_that_were_inspected() {
        let merged = merged([
            r#"extern "C" { pub fn f(a: c_int); }"#,
            r#"extern "C" { pub fn f(a: c_int); }"#,
            r#"extern "C" { pub fn f(a: usize); }"#,
        ]);
        let expected = [("f", 12_090, None), ("f_12_4", 0, Some(12_050))];
        assert_eq!(functions(&merged), expected);
        assert_eq!(merged.symbols["f_12_4"], "f");
        assert_eq!(merged.symbols["f"], "f");
    }

    #[test]
    fn a_changed_struct_and_all_that_uses_it_have_two_forms() {
        let old = r#"
            pub struct P { pub a: u32 }
            pub struct Q { pub p: *mut P }
            extern "C" { pub fn f(q: *mut Q); pub fn g(a: u32); }"#;
        let merged = merged([old, old, &old.replace("a: u32 }", "a: u64 }")]);
        let types: Vec<String> = merged.header.types.iter().filter_map(name_of).collect();
        assert_eq!(types, ["P", "Q", "P_12_4", "Q_12_4"]);
        let expected = [("f", 12_090, None), ("g", 0, None), ("f_12_4", 0, Some(12_050))];
        assert_eq!(functions(&merged), expected);
        let q = crate::emit::tokens(&merged.header.types[3]);
        assert!(q.contains("* mut P_12_4"), "{q}");
    }

    #[test]
    fn an_alias_that_may_grow_is_of_the_newest_struct_and_no_function_has_two_forms() {
        let release = |minor, structs: &str| {
            let text = format!("{structs} extern \"C\" {{ pub fn f(p: *mut T_t); }}");
            release(minor, &text)
        };
        let old = "pub struct T_t { pub version: u32 }";
        let newer = "pub struct T2_t { pub version: u32, pub a: u32 } pub type T_t = T2_t;";
        let newest = "pub struct T2_t { pub version: u32, pub a: u32 } \
            pub struct T3_t { pub version: u32, pub a: u32, pub b: u32 } pub type T_t = T3_t;";
        let releases = vec![release(0, old), release(4, newer), release(9, newest)];
        let merged = merge(releases, &BTreeSet::from(["T_t".to_owned()]));
        let types: Vec<String> = merged.header.types.iter().filter_map(name_of).collect();
        assert_eq!(types, ["T2_t", "T3_t", "T_t"]);
        assert_eq!(functions(&merged), [("f", 0, None)]);
    }

    #[test]
    fn enumerators_of_all_releases_are_kept_and_a_changed_value_gets_a_name() {
        let source =
            |enumerators: &str| format!("pub struct E(pub c_uint); impl E {{ {enumerators} }}");
        let merged = merged([
            &source(
                "pub const OLD: E = E(1); pub const A: E = E(2); pub const COUNT_MAX: E = E(3);",
            ),
            &source("pub const A: E = E(5);"),
            &source("pub const A: E = E(5); pub const COUNT_MAX: E = E(6);"),
        ]);
        let names: Vec<(&str, i64)> = merged.header.enums[0]
            .enumerators
            .iter()
            .map(|(name, value)| (name.as_str(), *value))
            .collect();
        assert_eq!(names, [("A", 5), ("COUNT_MAX", 6), ("OLD", 1), ("A_12_0", 2)]);
        let since = |name: &str| merged.enumerators[&("E".to_owned(), name.to_owned())];
        assert_eq!((since("A"), since("A_12_0"), since("OLD")), (12_040, 0, 0));
    }
}
