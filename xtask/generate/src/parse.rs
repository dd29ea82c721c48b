//! Runs bindgen on a set of NVIDIA's headers and sorts its output.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};

use crate::unnamed::{self, NamedTypes};

/// The platforms whose bindings must be the same.
pub const TARGETS: [&str; 3] =
    ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu", "x86_64-pc-windows-msvc"];

/// The output of one bindgen run, sorted by kind, in the headers' order.
#[derive(Debug, Default, Clone)]
pub struct Header {
    /// Macros with a numeric value.
    pub constants: Vec<syn::ItemConst>,
    /// C enumerations.
    pub enums: Vec<Enumeration>,
    /// Structs, unions and type aliases.
    pub types: Vec<syn::Item>,
    /// Exported functions.
    pub functions: Vec<Function>,
    /// `PFN_…` function pointer types.
    pub pointers: Vec<Function>,
    /// The names given to items that have none in C.
    pub named: NamedTypes,
    /// The types whose names here aren't bindgen's, which are C's tags, by these.
    pub tags: BTreeMap<String, String>,
}

/// One C enumeration.
#[derive(Debug, Clone)]
pub struct Enumeration {
    pub name: String,
    /// Other names of the same type, including its tag.
    pub aliases: Vec<String>,
    /// Whether C gives it a signed type on Linux (it has a negative enumerator).
    pub signed: bool,
    pub enumerators: Vec<(String, i64)>,
}

/// The name and signature of a function or function pointer.
#[derive(Debug, Clone)]
pub struct Function {
    pub name: String,
    pub parameters: Vec<Parameter>,
    pub result: syn::Type,
}

/// One parameter of a [`Function`].
#[derive(Debug, Clone)]
pub struct Parameter {
    pub name: String,
    pub ty: syn::Type,
}

impl Function {
    fn new<'a>(
        name: String,
        parameters: impl Iterator<Item = (Option<String>, &'a syn::Type)>,
        result: &syn::ReturnType,
    ) -> Self {
        let parameters = parameters
            .enumerate()
            .map(|(index, (name, ty))| Parameter {
                name: name.unwrap_or_else(|| format!("arg{index}")),
                ty: ty.clone(),
            })
            .collect();
        let result = match result {
            syn::ReturnType::Default => syn::parse_quote!(()),
            syn::ReturnType::Type(_, ty) => (**ty).clone(),
        };
        Self { name, parameters, result }
    }

    /// Returns the function `name` with the signature of a pointer.
    pub fn of_pointer(name: String, pointer: &syn::TypeFnPtr) -> Self {
        let parameters = pointer
            .inputs
            .iter()
            .map(|arg| (arg.name.as_ref().map(|(name, _)| name.to_string()), &arg.ty));
        Self::new(name, parameters, &pointer.output)
    }
}

/// Parses the files that `text` includes from the folder `include`, for `target`. `chosen` names unnamed members, as in
/// [`unnamed::name`].
pub fn parse(
    include: &Path,
    stubs: &Path,
    text: &str,
    defines: &[&str],
    target: &str,
    chosen: &BTreeMap<String, String>,
) -> Result<Header> {
    read(&bindings(include, stubs, text, defines, target)?, chosen)
}

/// Returns bindgen's output for what `text` includes.
pub fn bindings(
    include: &Path,
    stubs: &Path,
    text: &str,
    defines: &[&str],
    target: &str,
) -> Result<String> {
    // Headers of graphics APIs, which the driver's headers for them include.
    let graphics = stubs.join("graphics");
    bindings_in("c", &[include, stubs, &graphics], text, defines, target)
}

/// Returns bindgen's output for what `text` includes, in `language`, from the first of `folders` that has a header.
pub fn bindings_in(
    language: &str,
    folders: &[&Path],
    text: &str,
    defines: &[&str],
    target: &str,
) -> Result<String> {
    let first = folders.first().context("no folder of headers")?;
    let bindings = bindgen::Builder::default()
        .header_contents("all.h", text)
        .clang_args(["-nostdinc", "-x", language, &format!("--target={target}")])
        // For Windows, cudaEGLTypedefs.h has the convention of calls in a place without effect.
        .clang_arg("-Wno-ignored-attributes")
        .clang_args(folders.iter().map(|folder| format!("-I{}", folder.display())))
        .clang_args(defines.iter().map(|name| format!("-D{name}")))
        .default_enum_style(bindgen::EnumVariation::NewType {
            is_bitfield: false,
            is_global: false,
        })
        .prepend_enum_name(false)
        .generate_comments(false)
        .layout_tests(false)
        .derive_default(false)
        .explicit_padding(true)
        .use_core()
        .generate()
        .with_context(|| format!("bindgen failed on the headers of {}", first.display()))?;
    Ok(bindings.to_string())
}

/// Sorts bindgen's output.
pub fn read(bindings: &str, chosen: &BTreeMap<String, String>) -> Result<Header> {
    let mut file = syn::parse_file(bindings).context("bindgen wrote text that is not Rust")?;
    file.items.retain(|item| !is_of_bitfields(item));
    Bitfields.visit_file_mut(&mut file);
    let renamed = rename_tags(&mut file);
    let named = unnamed::name(&mut file, chosen)?;
    let mut tags = renamed.clone();
    for (name, nested) in &named.types {
        let (outer, rest) = split(&nested.bindgen);
        let tag = renamed.iter().find(|(_, name)| *name == outer);
        let outer = tag.map_or(outer, |(tag, _)| tag);
        tags.insert(format!("{outer}{rest}"), name.clone());
    }
    Ok(Header { named, tags, ..sort(file)? })
}

/// Returns `true` for bindgen's own type of bit fields, and for what reads and writes them.
fn is_of_bitfields(item: &syn::Item) -> bool {
    match item {
        syn::Item::Struct(item) => item.ident == "__BindgenBitfieldUnit",
        syn::Item::Impl(item) => {
            let is_method = |item: &syn::ImplItem| matches!(item, syn::ImplItem::Fn(_));
            item.trait_.is_none() && item.items.iter().all(is_method)
        }
        _ => false,
    }
}

/// Makes bytes of bit fields.
struct Bitfields;

impl VisitMut for Bitfields {
    fn visit_fields_named_mut(&mut self, fields: &mut syn::FieldsNamed) {
        let named = core::mem::take(&mut fields.named);
        let is_alignment = |field: &syn::Field| {
            field.ident.as_ref().is_some_and(|name| name.to_string().starts_with("_bitfield_align"))
        };
        fields.named = named.into_iter().filter(|field| !is_alignment(field)).collect();
        visit_mut::visit_fields_named_mut(self, fields);
    }

    fn visit_type_mut(&mut self, ty: &mut syn::Type) {
        let bytes = match ty {
            syn::Type::Path(path) => path.path.segments.last().and_then(|last| {
                let syn::PathArguments::AngleBracketed(of) = &last.arguments else {
                    return None;
                };
                match (last.ident == "__BindgenBitfieldUnit", of.args.first()) {
                    (true, Some(syn::GenericArgument::Type(bytes))) => Some(bytes.clone()),
                    _ => None,
                }
            }),
            _ => None,
        };
        if let Some(bytes) = bytes {
            *ty = bytes;
        }
        visit_mut::visit_type_mut(self, ty);
    }
}

/// Renames each struct, union and enum to its first typedef: users know `CUDA_MEMCPY2D_st` as `CUDA_MEMCPY2D_v2`. Returns the
/// new names by the tags. Of two names that both end with `_t`, the first is a typedef, too: bindgen's for what has no tag.
fn rename_tags(file: &mut syn::File) -> BTreeMap<String, String> {
    let mut tags = BTreeMap::new();
    for item in &file.items {
        match item {
            syn::Item::Struct(item) if !is_opaque(item) => {
                tags.insert(item.ident.to_string(), None);
            }
            syn::Item::Union(item) => {
                tags.insert(item.ident.to_string(), None);
            }
            _ => {}
        }
    }
    for item in &file.items {
        let (tag, name) = match item {
            syn::Item::Type(item) => {
                (item.ty.to_token_stream().to_string(), item.ident.to_string())
            }
            syn::Item::Use(item) => match alias_of(item) {
                Some((tag, name)) => (tag, name),
                None => continue,
            },
            _ => continue,
        };
        let is_typedef = tag.ends_with("_t") && name.ends_with("_t");
        if let Some(first @ None) = tags.get_mut(&tag).filter(|_| !is_typedef) {
            *first = Some(name);
        }
    }
    let names: BTreeMap<String, String> =
        tags.into_iter().filter_map(|(tag, name)| Some((tag, name?))).collect();
    file.items.retain(|item| match item {
        syn::Item::Type(item) => {
            names.get(&item.ty.to_token_stream().to_string()) != Some(&item.ident.to_string())
        }
        syn::Item::Use(item) => {
            alias_of(item).is_none_or(|(tag, name)| names.get(&tag) != Some(&name))
        }
        _ => true,
    });
    Rename { names: &names }.visit_file_mut(file);
    names
}

/// Splits bindgen's name for a nested type after the name of the type that it is in.
fn split(name: &str) -> (&str, &str) {
    name.split_at(name.find("__bindgen_ty_").unwrap_or(name.len()))
}

/// Returns `true` for bindgen's placeholder for a type that is only declared.
pub fn is_opaque(item: &syn::ItemStruct) -> bool {
    matches!(&item.fields, syn::Fields::Named(fields)
        if fields.named.first().is_some_and(|f| f.ident.as_ref().is_some_and(|i| i == "_unused")))
}

/// Returns the alias in `pub use self::tag as name`, bindgen's form of a typedef for an enumeration.
fn alias_of(item: &syn::ItemUse) -> Option<(String, String)> {
    let syn::UseTree::Path(path) = &item.tree else {
        return None;
    };
    let syn::UseTree::Rename(rename) = &*path.tree else {
        return None;
    };
    Some((rename.ident.to_string(), rename.rename.to_string()))
}

/// Renames tags everywhere, also as the first part of bindgen's names for nested types.
struct Rename<'a> {
    names: &'a BTreeMap<String, String>,
}

impl VisitMut for Rename<'_> {
    fn visit_ident_mut(&mut self, ident: &mut proc_macro2::Ident) {
        let text = ident.to_string();
        let (tag, rest) = split(&text);
        if let Some(name) = self.names.get(tag) {
            *ident = proc_macro2::Ident::new(&format!("{name}{rest}"), ident.span());
        }
        visit_mut::visit_ident_mut(self, ident);
    }
}

fn sort(file: syn::File) -> Result<Header> {
    let mut header = Header::default();
    let mut enums: Vec<Enumeration> = Vec::new();
    let mut enumerators: BTreeMap<String, Vec<(String, i64)>> = BTreeMap::new();
    let mut aliases: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for item in file.items {
        match item {
            syn::Item::Const(item) => header.constants.push(item),
            syn::Item::Struct(item) if matches!(item.fields, syn::Fields::Unnamed(_)) => {
                let signed = item.fields.to_token_stream().to_string().contains("c_int");
                enums.push(Enumeration {
                    name: item.ident.to_string(),
                    aliases: Vec::new(),
                    signed,
                    enumerators: Vec::new(),
                });
            }
            syn::Item::Impl(item) => {
                let found =
                    enumerators.entry(item.self_ty.to_token_stream().to_string()).or_default();
                for constant in &item.items {
                    let syn::ImplItem::Const(constant) = constant else {
                        continue;
                    };
                    found.push((constant.ident.to_string(), value_of(&constant.expr)?));
                }
            }
            syn::Item::Use(item) => {
                if let Some((tag, name)) = alias_of(&item) {
                    aliases.entry(tag).or_default().push(name);
                }
            }
            syn::Item::ForeignMod(block) => {
                for item in block.items {
                    let syn::ForeignItem::Fn(item) = item else {
                        continue;
                    };
                    let parameters = item.sig.inputs.iter().filter_map(|input| match input {
                        syn::FnArg::Typed(arg) => {
                            Some((Some(arg.pat.to_token_stream().to_string()), &*arg.ty))
                        }
                        syn::FnArg::Receiver(_) => None,
                    });
                    header.functions.push(Function::new(
                        item.sig.ident.to_string(),
                        parameters,
                        &item.sig.output,
                    ));
                }
            }
            syn::Item::Type(item) if item.ident.to_string().starts_with("PFN_") => {
                if let Some(pointer) = pointer(&item) {
                    header.pointers.push(pointer);
                }
            }
            syn::Item::Struct(_) | syn::Item::Union(_) | syn::Item::Type(_) => {
                header.types.push(item)
            }
            other => anyhow::bail!(
                "an item of a kind the generator does not know: {}",
                other.to_token_stream()
            ),
        }
    }
    for e in &mut enums {
        e.enumerators = enumerators.remove(&e.name).unwrap_or_default();
        e.aliases = aliases.remove(&e.name).unwrap_or_default();
        ensure!(!e.enumerators.is_empty(), "the enumeration {} has no enumerators", e.name);
    }
    header.enums = enums;
    Ok(header)
}

/// Returns the value of `Name(-1)`, bindgen's form of an enumerator.
fn value_of(expr: &syn::Expr) -> Result<i64> {
    let text = expr.to_token_stream().to_string();
    let inner = text
        .split_once('(')
        .and_then(|(_, rest)| rest.rsplit_once(')'))
        .map(|(number, _)| number.replace([' ', ','], ""));
    inner
        .as_deref()
        .and_then(|number| number.parse().ok())
        .with_context(|| format!("cannot read the enumerator value `{text}`"))
}

/// Returns the signature of `Option<unsafe extern "C" fn(…) -> …>`; `None` for an alias of another pointer type.
fn pointer(item: &syn::ItemType) -> Option<Function> {
    let syn::Type::Path(path) = &*item.ty else {
        return None;
    };
    let syn::PathArguments::AngleBracketed(arguments) = &path.path.segments.last()?.arguments
    else {
        return None;
    };
    let Some(syn::GenericArgument::Type(syn::Type::FnPtr(pointer))) = arguments.args.first() else {
        return None;
    };
    Some(Function::of_pointer(item.ident.to_string(), pointer))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_listed_by_their_tags() {
        let bindings = "
            pub struct Outer_st { pub inner: Outer_st__bindgen_ty_1 }
            pub union Outer_st__bindgen_ty_1 { pub row: Outer_st__bindgen_ty_1__bindgen_ty_1 }
            pub struct Outer_st__bindgen_ty_1__bindgen_ty_1 { pub row: u64 }
            pub struct Kind_enum(pub ::core::ffi::c_uint);
            impl Kind_enum { pub const FIRST: Kind_enum = Kind_enum(0); }
            pub use self::Kind_enum as Kind;
            pub type Outer_v2 = Outer_st;
            pub type Outer = Outer_v2;
            pub struct Plain { pub row: u64 }
        ";
        let tags = read(bindings, &BTreeMap::new()).unwrap().tags;
        let tags: Vec<(&str, &str)> = tags.iter().map(|(tag, name)| (&**tag, &**name)).collect();
        let expected = [
            ("Kind_enum", "Kind"),
            ("Outer_st", "Outer_v2"),
            ("Outer_st__bindgen_ty_1", "Outer_v2_inner"),
            ("Outer_st__bindgen_ty_1__bindgen_ty_1", "Outer_v2_inner_row"),
        ];
        assert_eq!(tags, expected);
    }
}
