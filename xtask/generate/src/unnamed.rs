//! Names items that have no name in C: nested types, unnamed members, padding. Bindgen numbers them, so a change in a
//! header could rename them; these names depend only on the position.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, ensure};
use proc_macro2::Ident;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};

/// The prefix of a padding field's name; the preceding field's name follows.
pub const PADDING: &str = "_padding_after_";

/// A type that C has no name for.
#[derive(Debug, Clone)]
pub struct NestedType {
    /// The named type that contains it.
    pub outer: String,
    /// Its path from there, `info.overBudget`.
    pub path: String,
    /// Its name in bindgen's output.
    pub bindgen: String,
}

/// The names that were given.
#[derive(Debug, Default, Clone)]
pub struct NamedTypes {
    /// The types, by their names.
    pub types: BTreeMap<String, NestedType>,
    /// The fields that C has no name for, as `type.field`.
    pub fields: BTreeSet<String>,
    /// The used entries of `chosen`.
    pub used: BTreeSet<String>,
}

/// Names all such items. The type of `clusterDim` of `CUlaunchAttributeValue` becomes
/// `CUlaunchAttributeValue_clusterDim`.
///
/// An unnamed member gets the name of its own first member, which is unique within the outer type, or the entry
/// `Outer.first` of `chosen`.
pub fn name(file: &mut syn::File, chosen: &BTreeMap<String, String>) -> Result<NamedTypes> {
    let fields: BTreeMap<String, syn::FieldsNamed> = file
        .items
        .iter()
        .filter_map(|item| Some((ident(item)?.to_string(), fields(item)?.clone())))
        .collect();
    let mut names = TypeNames {
        fields: &fields,
        chosen,
        types: BTreeMap::new(),
        renamed: BTreeMap::new(),
        named: NamedTypes::default(),
    };
    for name in fields.keys().filter(|name| !is_generated(name)) {
        names.visit(name, name, name, "")?;
    }
    let TypeNames { types, renamed, named, .. } = names;
    for item in &mut file.items {
        let Some(owner) = ident(item).map(ToString::to_string) else {
            continue;
        };
        let fields = match item {
            syn::Item::Struct(syn::ItemStruct { fields: syn::Fields::Named(fields), .. })
            | syn::Item::Union(syn::ItemUnion { fields, .. }) => fields,
            _ => continue,
        };
        for field in &mut fields.named {
            if let Some(new) = renamed.get(&(owner.clone(), text(field))) {
                field.ident = Some(Ident::new(new, proc_macro2::Span::call_site()));
            }
        }
    }
    Rename(&types).visit_file_mut(file);
    let mut left = RemainingNames(BTreeSet::new());
    left.visit_file(file);
    ensure!(left.0.is_empty(), "the generator has no names for {:?}: add rules for them", left.0);
    Ok(named)
}

struct TypeNames<'a> {
    /// The fields of each struct and union, by bindgen's names.
    fields: &'a BTreeMap<String, syn::FieldsNamed>,
    chosen: &'a BTreeMap<String, String>,
    /// The new name for each of bindgen's type names.
    types: BTreeMap<String, String>,
    /// The new name of a field, by bindgen's names of its type and the field.
    renamed: BTreeMap<(String, String), String>,
    named: NamedTypes,
}

impl TypeNames<'_> {
    /// Names the contents of the type that bindgen calls `old` and that is now `new`, a part of `outer`.
    fn visit(&mut self, old: &str, new: &str, outer: &str, path: &str) -> Result<()> {
        let all = self.fields;
        let Some(fields) = all.get(old) else {
            return Ok(());
        };
        let named_types: BTreeSet<String> = fields.named.iter().map(text).collect();
        let mut before = String::new();
        for field in &fields.named {
            let was = text(field);
            let mut types = RemainingNames(BTreeSet::new());
            types.visit_type(&field.ty);
            let is = if was.starts_with("__bindgen_padding_") {
                format!("{PADDING}{}", before.trim_matches('_'))
            } else if was.starts_with("__bindgen_anon_") {
                let (key, is) = self.unnamed(new, types.0.first())?;
                ensure!(
                    !named_types.contains(&is),
                    "{new} has a field {is}: name {key} otherwise in api.toml"
                );
                self.named.fields.insert(format!("{new}.{is}"));
                is
            } else {
                was.clone()
            };
            before.clone_from(&is);
            let path = match path {
                "" => is.clone(),
                path => format!("{path}.{is}"),
            };
            for ty in types.0 {
                if self.types.contains_key(&ty) {
                    continue;
                }
                let name = format!("{new}_{}", is.trim_matches('_'));
                let nested = NestedType {
                    outer: outer.to_string(),
                    path: path.clone(),
                    bindgen: ty.clone(),
                };
                ensure!(
                    !all.contains_key(&name)
                        && self.named.types.insert(name.clone(), nested).is_none(),
                    "{path} of {outer} would be a second {name}"
                );
                self.types.insert(ty.clone(), name.clone());
                self.visit(&ty, &name, outer, &path)?;
            }
            if is != was {
                self.renamed.insert((old.to_string(), was), is);
            }
        }
        Ok(())
    }

    /// Returns the name of an unnamed member of `outer`, and the key of the entry that could change it.
    fn unnamed(&mut self, outer: &str, ty: Option<&String>) -> Result<(String, String)> {
        let first = ty
            .and_then(|ty| self.fields.get(ty)?.named.first())
            .map(text)
            .filter(|first| !is_generated(first))
            .with_context(|| format!("nothing names an unnamed member of {outer}"))?;
        let key = format!("{outer}.{first}");
        let chosen = self.chosen.get(&key).cloned();
        if chosen.is_some() {
            self.named.used.insert(key.clone());
        }
        Ok((key, chosen.unwrap_or(first)))
    }
}

/// Returns `true` if bindgen generated the name.
fn is_generated(name: &str) -> bool {
    name.contains("bindgen")
}

fn ident(item: &syn::Item) -> Option<&Ident> {
    match item {
        syn::Item::Struct(item) => Some(&item.ident),
        syn::Item::Union(item) => Some(&item.ident),
        _ => None,
    }
}

fn fields(item: &syn::Item) -> Option<&syn::FieldsNamed> {
    match item {
        syn::Item::Struct(syn::ItemStruct { fields: syn::Fields::Named(fields), .. })
        | syn::Item::Union(syn::ItemUnion { fields, .. }) => Some(fields),
        _ => None,
    }
}

fn text(field: &syn::Field) -> String {
    field.ident.as_ref().map(ToString::to_string).unwrap_or_default()
}

/// Collects the remaining generated names.
struct RemainingNames(BTreeSet<String>);

impl Visit<'_> for RemainingNames {
    fn visit_ident(&mut self, ident: &Ident) {
        let text = ident.to_string();
        if is_generated(&text) {
            self.0.insert(text);
        }
        visit::visit_ident(self, ident);
    }
}

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

    fn outer() -> syn::File {
        syn::parse_quote! {
            pub struct Outer { pub type_: u32, pub __bindgen_padding_0: [u8; 4], pub __bindgen_anon_1: Outer__bindgen_ty_1, pub rows: [Outer__bindgen_ty_2; 2] }
            pub union Outer__bindgen_ty_1 { pub value: u64, pub win32: Outer__bindgen_ty_1__bindgen_ty_1 }
            pub struct Outer__bindgen_ty_1__bindgen_ty_1 { pub name: u64 }
            pub struct Outer__bindgen_ty_2 { pub row: u64 }
        }
    }

    #[test]
    fn items_without_a_name_in_c_are_named_by_position() {
        let mut file = outer();
        let named = name(&mut file, &BTreeMap::new()).unwrap();
        let expected: syn::File = syn::parse_quote! {
            pub struct Outer { pub type_: u32, pub _padding_after_type: [u8; 4], pub value: Outer_value, pub rows: [Outer_rows; 2] }
            pub union Outer_value { pub value: u64, pub win32: Outer_value_win32 }
            pub struct Outer_value_win32 { pub name: u64 }
            pub struct Outer_rows { pub row: u64 }
        };
        assert_eq!(prettyplease::unparse(&file), prettyplease::unparse(&expected));
        let inner = &named.types["Outer_value_win32"];
        assert_eq!((&*inner.outer, &*inner.path), ("Outer", "value.win32"));
        assert!(named.fields.contains("Outer.value"));
    }

    #[test]
    fn an_entry_names_an_unnamed_member() {
        let chosen = BTreeMap::from([("Outer.value".to_string(), "content".to_string())]);
        let named = name(&mut outer(), &chosen).unwrap();
        assert!(named.types.contains_key("Outer_content_win32"));
        assert_eq!(named.used, BTreeSet::from(["Outer.value".to_string()]));
    }

    #[test]
    fn a_chosen_name_that_is_taken_is_an_error_that_names_it() {
        let chosen = BTreeMap::from([("Outer.value".to_string(), "rows".to_string())]);
        let error = name(&mut outer(), &chosen).unwrap_err().to_string();
        assert!(error.contains("rows"), "{error}");
    }

    #[test]
    fn an_unnamed_member_that_begins_with_another_is_an_error_that_names_its_type() {
        let mut file = syn::parse_quote! {
            pub struct Outer { pub __bindgen_anon_1: Outer__bindgen_ty_1 }
            pub union Outer__bindgen_ty_1 { pub __bindgen_anon_1: Outer__bindgen_ty_1__bindgen_ty_1 }
            pub struct Outer__bindgen_ty_1__bindgen_ty_1 { pub name: u64 }
        };
        let error = name(&mut file, &BTreeMap::new()).unwrap_err().to_string();
        assert!(error.contains("Outer"), "{error}");
    }

    #[test]
    fn no_names_generated_by_bindgen_are_left() {
        let mut file = syn::parse_quote! { pub type Other = Lost__bindgen_ty_7; };
        let error = name(&mut file, &BTreeMap::new()).unwrap_err().to_string();
        assert!(error.contains("Lost__bindgen_ty_7"), "{error}");
    }
}
