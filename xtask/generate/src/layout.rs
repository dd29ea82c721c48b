//! The layouts for the ABI test: each name that C code can use, and the header sets that have it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Result, ensure};
use xtask::Version;

use crate::api::Api;
use crate::parse::{self, Header, TARGETS, is_opaque};
use crate::sources::{DRIVER_HEADERS, INTERNAL, inclusion, read, stubs};
use crate::unnamed::{NamedTypes, PADDING};

/// The types and enumerators of one header set.
pub struct Layout {
    pub types: Vec<Type>,
    pub enums: Vec<Enum>,
}

/// A struct, a union, an enumeration, or an alias of one of them, of a handle or of a number.
pub struct Type {
    pub name: String,
    /// The fields, including those of unnamed and nested types; empty for types other than structs and unions.
    pub fields: Vec<Field>,
}

/// A field, by its path in C and in Rust.
#[derive(Clone)]
pub struct Field {
    pub c: String,
    pub rust: String,
}

pub struct Enum {
    pub name: String,
    pub enumerators: Vec<String>,
}

/// One line of the C table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Row {
    Type(String),
    Field(String, String),
    Enumerator(String),
}

/// The sets that have a row: those of `since` and newer, if not all, without those of `until` and newer.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    pub since: Option<Version>,
    pub until: Option<Version>,
}

impl Layout {
    /// Reads the headers of a set.
    pub fn read(include: &Path, api: &Api) -> Result<Self> {
        // Only the newest pinned set has cudaProfiler.h, and older sets lack newer libraries.
        let libraries = ["nvrtc.h", "nvJitLink.h", "nvFatbin.h"];
        let headers = DRIVER_HEADERS
            .into_iter()
            .chain(libraries)
            .filter(|header| include.join(header).exists());
        let mut text = String::new();
        let mut all = String::new();
        for header in headers {
            text.push_str(&read(include, header)?);
            all.push_str(&inclusion(header, false));
        }
        let chosen = &api.driver.unnamed;
        let header = parse::parse(include, &stubs(), &all, &[INTERNAL], TARGETS[0], chosen)?;
        Ok(Self::new(&header, &text))
    }

    /// Reads what `header` declares; `text` is its source, which shows the names that exist in C.
    pub fn new(header: &Header, text: &str) -> Self {
        let words: BTreeSet<&str> =
            text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        let types = Types::new(header, words);
        let enums = header.enums.iter().flat_map(|e| [&e.name].into_iter().chain(&e.aliases));
        Self {
            types: header
                .types
                .iter()
                .filter_map(name_of)
                .filter(|name| types.is_named_in_c(name))
                .map(|name| Type { fields: types.fields(&name), name })
                .chain(enums.map(|name| Type { name: name.clone(), fields: Vec::new() }))
                .collect(),
            enums: header
                .enums
                .iter()
                .map(|e| Enum {
                    name: e.name.clone(),
                    enumerators: e.enumerators.iter().map(|(name, _)| name.clone()).collect(),
                })
                .collect(),
        }
    }

    fn rows(&self) -> impl Iterator<Item = Row> {
        let types = self.types.iter().flat_map(|t| {
            let fields = t.fields.iter().map(|f| Row::Field(t.name.clone(), f.c.clone()));
            [Row::Type(t.name.clone())].into_iter().chain(fields)
        });
        types.chain(
            self.enums.iter().flat_map(|e| e.enumerators.iter().cloned().map(Row::Enumerator)),
        )
    }
}

/// Groups the rows of all sets by the sets that have them.
pub fn spans(sets: &BTreeMap<Version, Layout>) -> Result<BTreeMap<Span, Vec<Row>>> {
    let mut versions: BTreeMap<Row, Vec<Version>> = BTreeMap::new();
    let mut order = Vec::new();
    for (version, layout) in sets.iter().rev() {
        for row in layout.rows() {
            let row_versions = versions.entry(row.clone()).or_default();
            if row_versions.is_empty() {
                order.push(row);
            }
            row_versions.push(*version);
        }
    }
    let mut spans: BTreeMap<Span, Vec<Row>> = BTreeMap::new();
    for row in order {
        let row_versions = &versions[&row];
        let (newest, oldest) = (row_versions[0], row_versions[row_versions.len() - 1]);
        let between = sets.range(oldest..=newest).count();
        ensure!(
            row_versions.len() == between,
            "{} was removed and added again, which the generator doesn't support yet",
            row.name()
        );
        let since = sets.keys().any(|version| *version < oldest).then_some(oldest);
        let until = sets.keys().copied().find(|version| *version > newest);
        spans.entry(Span { since, until }).or_default().push(row);
    }
    Ok(spans)
}

impl Row {
    fn name(&self) -> String {
        match self {
            Row::Type(name) | Row::Enumerator(name) => name.clone(),
            Row::Field(owner, field) => format!("{owner}.{field}"),
        }
    }
}

/// The structs, unions and aliases of a header, to look up the contents of fields.
struct Types<'a> {
    words: BTreeSet<&'a str>,
    named: &'a NamedTypes,
    structs: BTreeMap<String, &'a syn::FieldsNamed>,
    aliases: BTreeMap<String, String>,
}

impl<'a> Types<'a> {
    fn new(header: &'a Header, words: BTreeSet<&'a str>) -> Self {
        let mut structs = BTreeMap::new();
        let mut aliases = BTreeMap::new();
        for item in &header.types {
            match item {
                syn::Item::Struct(syn::ItemStruct {
                    ident,
                    fields: syn::Fields::Named(fields),
                    ..
                })
                | syn::Item::Union(syn::ItemUnion { ident, fields, .. }) => {
                    structs.insert(ident.to_string(), fields);
                }
                syn::Item::Type(item) => {
                    aliases.extend(path(&item.ty).map(|target| (item.ident.to_string(), target)));
                }
                _ => {}
            }
        }
        Self { words, named: &header.named, structs, aliases }
    }

    /// Returns `true` if C has a type with this name; otherwise bindgen named it.
    fn is_named_in_c(&self, name: &str) -> bool {
        self.words.contains(name) && !self.named.types.contains_key(name)
    }

    fn fields(&self, name: &str) -> Vec<Field> {
        match (self.structs.get(name), self.aliases.get(name)) {
            (Some(fields), _) => {
                fields.named.iter().flat_map(|field| self.field(name, field)).collect()
            }
            (None, Some(target)) => self.fields(target),
            (None, None) => Vec::new(),
        }
    }

    /// Returns the field, and those of its type if that has no name in C.
    fn field(&self, owner: &str, field: &syn::Field) -> Vec<Field> {
        let rust = field.ident.as_ref().map(ToString::to_string).unwrap_or_default();
        // Bit fields have no offset in C.
        if rust.starts_with(PADDING) || rust.starts_with("_bitfield") {
            return Vec::new();
        }
        let unnamed = self.named.fields.contains(&format!("{owner}.{rust}"));
        let c = c_field_name(&rust);
        let nested = path(&field.ty)
            .filter(|ty| !self.is_named_in_c(ty))
            .map(|ty| self.fields(&ty))
            .unwrap_or_default();
        let nested = nested.into_iter().map(|inner| Field {
            c: if unnamed { inner.c } else { format!("{c}.{}", inner.c) },
            rust: format!("{rust}.{}", inner.rust),
        });
        let itself = Field { c: c.to_string(), rust: rust.clone() };
        (!unnamed).then_some(itself).into_iter().chain(nested).collect()
    }
}

/// Returns the name of a sized type.
fn name_of(item: &syn::Item) -> Option<String> {
    match item {
        syn::Item::Struct(item) => (!is_opaque(item)).then(|| item.ident.to_string()),
        syn::Item::Union(item) => Some(item.ident.to_string()),
        syn::Item::Type(item) => Some(item.ident.to_string()),
        _ => None,
    }
}

/// Returns the last segment of a type that is a path.
fn path(ty: &syn::Type) -> Option<String> {
    let syn::Type::Path(path) = ty else {
        return None;
    };
    path.path.segments.last().map(|segment| segment.ident.to_string())
}

/// Returns a field's name in C: bindgen writes `type_` for `type`, a reserved word in Rust, and `str_` for the name of a type.
fn c_field_name(field: &str) -> &str {
    match field.strip_suffix('_') {
        Some(word) if word == "str" || syn::parse_str::<syn::Ident>(word).is_err() => word,
        _ => field,
    }
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;
    use crate::unnamed;

    /// A type `Outer` with unnamed and nested members.
    fn layout() -> Layout {
        let mut file = parse_quote! {
            pub struct Outer { pub type_: u16, pub str_: u16, pub __bindgen_padding_0: [u8; 4], pub __bindgen_anon_1: Outer__bindgen_ty_1, pub handle: Handle }
            pub union Outer__bindgen_ty_1 { pub value: u64, pub win32: Outer__bindgen_ty_1__bindgen_ty_1 }
            pub struct Outer__bindgen_ty_1__bindgen_ty_1 { pub name_: u64 }
            pub type Other = Outer;
            pub type Handle = *mut Handle_st;
            pub struct Handle_st { _unused: [u8; 0] }
        };
        let named = unnamed::name(&mut file, &BTreeMap::new()).unwrap();
        let header = Header { types: file.items, named, ..Header::default() };
        Layout::new(&header, "Outer Other Handle Handle_st")
    }

    #[test]
    fn fields_of_unnamed_and_nested_types_have_paths_in_c_and_rust() {
        let layout = layout();
        let paths = |ty: &Type| {
            ty.fields.iter().map(|f| format!("{} = {}", f.c, f.rust)).collect::<Vec<_>>()
        };
        let of_outer = [
            "type = type_",
            "str = str_",
            "value = value.value",
            "win32 = value.win32",
            "win32.name_ = value.win32.name_",
            "handle = handle",
        ];
        assert_eq!(paths(&layout.types[0]), of_outer);
        assert_eq!(
            (layout.types[1].name.as_str(), paths(&layout.types[1])),
            ("Other", paths(&layout.types[0]))
        );
    }

    #[test]
    fn only_types_that_c_can_name_and_measure_are_listed() {
        let names: Vec<_> = layout().types.into_iter().map(|ty| ty.name).collect();
        assert_eq!(names, ["Outer", "Other", "Handle"]);
    }

    fn sets(rows: [&[&str]; 3]) -> BTreeMap<Version, Layout> {
        let layout = |names: &[&str]| Layout {
            types: names
                .iter()
                .map(|name| Type { name: (*name).to_owned(), fields: Vec::new() })
                .collect(),
            enums: Vec::new(),
        };
        (11..).map(|major| Version::new(major, 0)).zip(rows.map(layout)).collect()
    }

    #[test]
    fn rows_are_grouped_by_the_sets_that_have_them() {
        let spans = spans(&sets([&["all", "old"], &["all"], &["new", "all"]])).unwrap();
        let spans: Vec<_> = spans
            .into_iter()
            .map(|(span, rows)| (span.since, span.until, rows[0].name()))
            .collect();
        let expected = [
            (None, None, "all".to_owned()),
            (None, Some(Version::new(12, 0)), "old".to_owned()),
            (Some(Version::new(13, 0)), None, "new".to_owned()),
        ];
        assert_eq!(spans, expected);
    }

    #[test]
    fn a_name_that_reappears_is_an_error_that_names_it() {
        let error = spans(&sets([&["Again"], &[], &["Again"]])).unwrap_err().to_string();
        assert!(error.contains("Again"), "{error}");
    }
}
