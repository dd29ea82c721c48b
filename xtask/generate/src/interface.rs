//! The binary interface of a type or a function: what a caller compiled against it depends on.

use std::collections::BTreeMap;

use crate::emit::type_text;
use crate::parse::{Function, Header, is_opaque};

/// Writes binary interfaces as text, so that two releases can be compared.
///
/// An enumeration is an integer, a type that is only declared is like `void`, and C's `const` doesn't matter.
pub struct Interfaces<'a> {
    structs: BTreeMap<String, (&'static str, &'a syn::FieldsNamed)>,
    aliases: BTreeMap<String, &'a syn::Type>,
    /// `true` for enumerations, `false` for types that are only declared.
    simple: BTreeMap<String, bool>,
}

impl<'a> Interfaces<'a> {
    pub fn new(header: &'a Header) -> Self {
        let mut interfaces = Self {
            structs: BTreeMap::new(),
            aliases: BTreeMap::new(),
            simple: BTreeMap::new(),
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
                }) => {
                    interfaces
                        .structs
                        .insert(ident.to_string(), ("struct", fields));
                }
                syn::Item::Union(item) => {
                    let of_union = ("union", &item.fields);
                    interfaces.structs.insert(item.ident.to_string(), of_union);
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

    /// Returns the interface of the type called `name`.
    pub fn of_type(&self, name: &str) -> String {
        self.named(name, &mut Vec::new())
    }

    /// Returns the interface of a function.
    pub fn of_function(&self, function: &Function) -> String {
        let parameters = function.parameters.iter().map(|parameter| &parameter.ty);
        let types = parameters.chain([&function.result]);
        let texts: Vec<String> = types.map(|ty| self.ty(ty, &mut Vec::new())).collect();
        texts.join(", ")
    }

    fn ty(&self, ty: &syn::Type, outer: &mut Vec<String>) -> String {
        match ty {
            syn::Type::Ptr(pointer) => format!("*{}", self.ty(&pointer.elem, outer)),
            syn::Type::Array(array) => {
                format!(
                    "[{}; {}]",
                    self.ty(&array.elem, outer),
                    crate::emit::tokens(&array.len)
                )
            }
            syn::Type::Path(path) => match path.path.segments.last() {
                Some(segment) if segment.arguments.is_none() => {
                    self.named(&segment.ident.to_string(), outer)
                }
                // An optional function pointer.
                Some(syn::PathSegment {
                    arguments: syn::PathArguments::AngleBracketed(arguments),
                    ..
                }) => match arguments.args.first() {
                    Some(syn::GenericArgument::Type(ty)) => self.ty(ty, outer),
                    _ => type_text(ty),
                },
                _ => type_text(ty),
            },
            syn::Type::BareFn(function) => {
                let parameters = function
                    .inputs
                    .iter()
                    .map(|input| self.ty(&input.ty, outer));
                let parameters: Vec<String> = parameters.collect();
                let result = match &function.output {
                    syn::ReturnType::Default => "()".to_owned(),
                    syn::ReturnType::Type(_, ty) => self.ty(ty, outer),
                };
                format!("fn({}) -> {result}", parameters.join(", "))
            }
            other => type_text(other),
        }
    }

    fn named(&self, name: &str, outer: &mut Vec<String>) -> String {
        if outer.iter().any(|it| it == name) {
            return format!("outer {name}");
        }
        match self.simple.get(name) {
            Some(true) => return "i32".to_owned(),
            Some(false) => return "void".to_owned(),
            None => {}
        }
        if let Some(ty) = self.aliases.get(name) {
            return self.ty(ty, outer);
        }
        let Some((kind, fields)) = self.structs.get(name) else {
            return primitive(name).to_owned();
        };
        outer.push(name.to_owned());
        let fields = fields.named.iter().map(|field| self.ty(&field.ty, outer));
        let fields: Vec<String> = fields.collect();
        outer.pop();
        format!("{kind} {{{}}}", fields.join(", "))
    }
}

/// Returns one name for the integers of a size, whatever their sign.
fn primitive(name: &str) -> &str {
    match name {
        "c_int" | "c_uint" | "u32" | "i32" => "i32",
        "c_longlong" | "c_ulonglong" | "u64" | "i64" | "usize" | "isize" => "i64",
        "c_char" | "c_uchar" | "c_schar" | "u8" | "i8" | "bool" => "i8",
        "c_short" | "c_ushort" | "u16" | "i16" => "i16",
        "c_void" => "void",
        other => other,
    }
}
