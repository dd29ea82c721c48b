//! The binary interface of a type or a function: what a caller compiled against it depends on.

use std::collections::{BTreeMap, BTreeSet};

use crate::emit::{tokens, type_text};
use crate::parse::{Function, Header, is_opaque};
use crate::unnamed::PADDING;

/// The layout of a struct or a union in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    size: usize,
    align: usize,
    /// What lies at each offset, without reserved bytes. Members of a union lie at the same one.
    parts: BTreeSet<(usize, String)>,
}

impl Layout {
    /// Returns whether a program that was compiled with `newer` can use a library that was compiled with this.
    ///
    /// The newer one may have new members in bytes that were reserved, or in a union; and at its end, if it `may_grow`.
    pub fn is_compatible_with(&self, newer: &Self, may_grow: bool) -> bool {
        let fits = self.size == newer.size || (may_grow && self.size < newer.size);
        fits && self.align == newer.align && self.parts.is_subset(&newer.parts)
    }
}

/// Finds the layouts of a header's types, and the signatures of its functions.
///
/// An enumeration is an integer, a type that is only declared is like `void`, and C's `const` doesn't matter.
pub struct Interfaces<'a> {
    structs: BTreeMap<String, (&'a syn::Item, &'a syn::FieldsNamed)>,
    aliases: BTreeMap<String, &'a syn::Type>,
    /// `true` for enumerations, `false` for types that are only declared.
    simple: BTreeMap<String, bool>,
    /// The forms of structs and unions, by their names, where those differ.
    forms: BTreeMap<String, String>,
    /// The aliases that functions may take whatever they are of.
    grown: BTreeSet<String>,
}

impl<'a> Interfaces<'a> {
    /// Of the aliases called `grown`, only the name matters.
    pub fn new(header: &'a Header, grown: &BTreeSet<String>) -> Self {
        let mut interfaces = Self {
            structs: BTreeMap::new(),
            aliases: BTreeMap::new(),
            simple: BTreeMap::new(),
            forms: BTreeMap::new(),
            grown: grown.clone(),
        };
        for item in &header.types {
            match item {
                syn::Item::Struct(item) if is_opaque(item) => {
                    interfaces.simple.insert(item.ident.to_string(), false);
                }
                syn::Item::Struct(syn::ItemStruct {
                    ident,
                    fields: syn::Fields::Named(fields),
                    ..
                })
                | syn::Item::Union(syn::ItemUnion { ident, fields, .. }) => {
                    let structure = (item, fields);
                    interfaces.structs.insert(ident.to_string(), structure);
                }
                syn::Item::Type(item) => {
                    interfaces.aliases.insert(item.ident.to_string(), &item.ty);
                }
                _ => {}
            }
        }
        for enumeration in &header.enums {
            for name in [&enumeration.name].into_iter().chain(&enumeration.aliases) {
                interfaces.simple.insert(name.clone(), true);
            }
        }
        interfaces
    }

    /// Returns the names of structs and unions, each after those that it contains or points to, where possible.
    pub fn order(&self) -> Vec<String> {
        let mut order = Vec::new();
        let mut visited = BTreeSet::new();
        for name in self.structs.keys() {
            self.visit(name, &mut visited, &mut order);
        }
        order
    }

    fn visit(&self, name: &str, visited: &mut BTreeSet<String>, order: &mut Vec<String>) {
        if !visited.insert(name.to_owned()) {
            return;
        }
        if let Some(ty) = self.aliases.get(name) {
            identifiers(ty).for_each(|name| self.visit(&name, visited, order));
        }
        if let Some((_, fields)) = self.structs.get(name) {
            let types = fields.named.iter().map(|field| &field.ty);
            types.flat_map(identifiers).for_each(|name| self.visit(&name, visited, order));
            order.push(name.to_owned());
        }
    }

    /// Gives a struct or a union the name of its form, which those that contain it or point to it will mention.
    pub fn set_form(&mut self, name: &str, form: &str) {
        self.forms.insert(name.to_owned(), form.to_owned());
    }

    /// Returns the layout of a struct or a union.
    pub fn layout(&self, name: &str) -> Layout {
        let mut parts = BTreeSet::new();
        let (size, align) = self.add_named(name, 0, &mut parts);
        Layout { size, align, parts }
    }

    /// Returns the signature of a function.
    pub fn signature(&self, function: &Function) -> String {
        let parameters = function.parameters.iter().map(|parameter| &parameter.ty);
        let types = parameters.chain([&function.result]);
        let texts: Vec<String> = types.map(|ty| self.text(ty)).collect();
        texts.join(", ")
    }

    /// Returns one text for all types that are passed alike.
    fn text(&self, ty: &syn::Type) -> String {
        match ty {
            syn::Type::Ptr(pointer) => format!("*{}", self.text(&pointer.elem)),
            syn::Type::Array(array) => format!("[{}; {}]", self.text(&array.elem), length(array)),
            syn::Type::FnPtr(function) => {
                let parameters = function.inputs.iter().map(|input| self.text(&input.ty));
                let parameters: Vec<String> = parameters.collect();
                let result = match &function.output {
                    syn::ReturnType::Default => "()".to_owned(),
                    syn::ReturnType::Type(_, ty) => self.text(ty),
                };
                format!("fn({}) -> {result}", parameters.join(", "))
            }
            syn::Type::Path(path) => match (optional(path), path.path.segments.last()) {
                (Some(ty), _) => self.text(ty),
                (None, Some(segment)) => self.name(&segment.ident.to_string()),
                (None, None) => type_text(ty),
            },
            other => type_text(other),
        }
    }

    fn name(&self, name: &str) -> String {
        match (self.simple.get(name), self.aliases.get(name)) {
            (Some(true), _) => "i32".to_owned(),
            (Some(false), _) => "void".to_owned(),
            (None, Some(_)) if self.grown.contains(name) => name.to_owned(),
            (None, Some(ty)) => self.text(ty),
            (None, None) => match self.forms.get(name) {
                Some(form) => form.clone(),
                None => primitive(name).0.to_owned(),
            },
        }
    }

    /// Adds the parts of a type at `offset`, and returns its size and alignment.
    fn add(
        &self,
        ty: &syn::Type,
        offset: usize,
        parts: &mut BTreeSet<(usize, String)>,
    ) -> (usize, usize) {
        match ty {
            syn::Type::Array(array) => {
                let (mut size, mut align) = (0, 1);
                for index in 0..length(array) {
                    (size, align) = self.add(&array.elem, offset + index * size, parts);
                }
                (size * length(array), align)
            }
            syn::Type::Path(path) if optional(path).is_none() => {
                let name = path.path.segments.last().map(|segment| segment.ident.to_string());
                self.add_named(&name.unwrap_or_default(), offset, parts)
            }
            pointer => {
                parts.insert((offset, self.text(pointer)));
                (8, 8)
            }
        }
    }

    fn add_named(
        &self,
        name: &str,
        offset: usize,
        parts: &mut BTreeSet<(usize, String)>,
    ) -> (usize, usize) {
        if let Some(ty) = self.aliases.get(name) {
            return self.add(ty, offset, parts);
        }
        let Some((item, fields)) = self.structs.get(name) else {
            let name = self.name(name);
            let (text, size) = primitive(&name);
            parts.insert((offset, text.to_owned()));
            return (size, size);
        };
        let (mut end, mut align) = (0_usize, explicit_alignment(item));
        let is_union = matches!(item, syn::Item::Union(_));
        for field in &fields.named {
            let name = field.ident.as_ref().map(ToString::to_string).unwrap_or_default();
            let mut ignored = BTreeSet::new();
            let (size, alignment) = self.add(&field.ty, 0, &mut ignored);
            let start = if is_union { 0 } else { end.next_multiple_of(alignment.max(1)) };
            if !is_reserved(&name) {
                self.add(&field.ty, offset + start, parts);
            }
            end = end.max(start + size);
            align = align.max(alignment);
        }
        (end.next_multiple_of(align.max(1)), align)
    }
}

/// Returns the type within an `Option`, the form of a function pointer.
fn optional(path: &syn::TypePath) -> Option<&syn::Type> {
    let syn::PathArguments::AngleBracketed(arguments) = &path.path.segments.last()?.arguments
    else {
        return None;
    };
    match arguments.args.first()? {
        syn::GenericArgument::Type(ty) => Some(ty),
        _ => None,
    }
}

/// Returns the names in a type.
fn identifiers(ty: &syn::Type) -> impl Iterator<Item = String> + use<> {
    let text = tokens(ty);
    let words: Vec<String> =
        text.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_owned).collect();
    words.into_iter()
}

fn length(array: &syn::TypeArray) -> usize {
    let text = tokens(&array.len);
    text.trim_end_matches("usize").trim().parse().unwrap_or(0)
}

/// Returns the alignment that an attribute requires; 1 if none does.
fn explicit_alignment(item: &syn::Item) -> usize {
    let attributes = match item {
        syn::Item::Struct(item) => &item.attrs,
        syn::Item::Union(item) => &item.attrs,
        _ => return 1,
    };
    let alignment = |attribute: &syn::Attribute| {
        let text = tokens(attribute).replace(' ', "");
        let (_, rest) = text.split_once("align(")?;
        rest.split(')').next()?.parse().ok()
    };
    attributes.iter().find_map(alignment).unwrap_or(1)
}

/// Returns whether a field is one that programs don't use.
fn is_reserved(field: &str) -> bool {
    let plain = field.trim_start_matches('_').to_lowercase();
    field.starts_with(PADDING)
        || ["reserved", "pad", "unused"].iter().any(|prefix| plain.starts_with(prefix))
}

/// Returns one name for the integers of a size, whatever their sign, and the size.
fn primitive(name: &str) -> (&str, usize) {
    match name {
        "c_char" | "c_uchar" | "c_schar" | "u8" | "i8" | "bool" => ("i8", 1),
        "c_short" | "c_ushort" | "u16" | "i16" => ("i16", 2),
        "c_int" | "c_uint" | "u32" | "i32" => ("i32", 4),
        "c_longlong" | "c_ulonglong" | "u64" | "i64" | "usize" | "isize" => ("i64", 8),
        // On Linux.
        "c_long" | "c_ulong" => ("long", 8),
        "c_void" => ("void", 1),
        "f32" | "c_float" => ("f32", 4),
        "f64" | "c_double" => ("f64", 8),
        other => (other, 8),
    }
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    fn header(file: syn::File) -> Header {
        Header { types: file.items, ..Header::default() }
    }

    /// Returns the layout of the struct `S`.
    fn layout(file: syn::File) -> Layout {
        Interfaces::new(&header(file), &BTreeSet::new()).layout("S")
    }

    #[test]
    fn sizes_and_alignments_are_those_of_c() {
        let layout = layout(parse_quote! {
            pub struct S { pub a: u8, pub b: Inner, pub c: [c_ushort; 3usize], pub d: *mut S, pub e: U }
            #[repr(C)] #[repr(align(16))] pub struct Inner { pub x: f64, pub y: f64 }
            pub union U { pub small: u8, pub large: [u32; 3usize] }
        });
        assert_eq!((layout.size, layout.align), (64, 16));
        let offsets: Vec<usize> = layout.parts.iter().map(|(offset, _)| *offset).collect();
        assert_eq!(offsets, [0, 16, 24, 32, 34, 36, 40, 48, 48, 52, 56]);
    }

    #[test]
    fn reserved_bytes_may_become_members_and_others_may_not_change() {
        let old = layout(parse_quote! { pub struct S { pub a: u32, pub reserved: [u32; 3usize] } });
        let used =
            layout(parse_quote! { pub struct S { pub a: u32, pub b: u64, pub _reserved2: u32 } });
        let split = layout(
            parse_quote! { pub struct S { pub a: u32, pub b: u32, pub reserved: [u32; 2usize] } },
        );
        let changed =
            layout(parse_quote! { pub struct S { pub a: u64, pub reserved: [u32; 2usize] } });
        assert!(old.is_compatible_with(&split, false));
        assert!(!split.is_compatible_with(&old, false), "a member is gone");
        assert!(!old.is_compatible_with(&used, false), "the size differs");
        assert!(!old.is_compatible_with(&changed, false));
    }

    #[test]
    fn only_a_struct_that_may_grow_may_have_new_members_at_its_end() {
        let old = layout(parse_quote! { pub struct S { pub a: u64 } });
        let new = layout(parse_quote! { pub struct S { pub a: u64, pub b: u64 } });
        assert!(old.is_compatible_with(&new, true));
        assert!(!old.is_compatible_with(&new, false));
        assert!(!new.is_compatible_with(&old, true));
    }

    #[test]
    fn signatures_differ_only_in_what_a_caller_depends_on() {
        let header = header(parse_quote! {
            pub type Handle = *mut Opaque;
            pub struct Opaque { _unused: [u8; 0] }
            pub type Callback = Option<unsafe extern "C" fn(data: *mut c_void)>;
        });
        let interfaces = Interfaces::new(&header, &BTreeSet::new());
        let text = |ty: syn::Type| interfaces.text(&ty);
        assert_eq!(text(parse_quote!(Handle)), text(parse_quote!(*const c_void)));
        assert_eq!(text(parse_quote!(c_int)), text(parse_quote!(u32)));
        assert_eq!(text(parse_quote!(Callback)), "fn(*void) -> ()");
        assert_ne!(text(parse_quote!(usize)), text(parse_quote!(c_int)));
        assert_ne!(text(parse_quote!(f32)), text(parse_quote!(c_int)));
    }
}
