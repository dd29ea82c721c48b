//! A header as text, one declaration a line, in Rust's words; an enumeration is followed by lines of its enumerators.
//!
//! ```text
//! enum cublasFillMode_t c_uint
//!     CUBLAS_FILL_MODE_LOWER 0, CUBLAS_FILL_MODE_UPPER 1,
//! pub type cublasHandle_t = *mut cublasContext;
//! fn cublasGetVersion_v2(handle: cublasHandle_t, version: *mut c_int) -> cublasStatus_t;
//! ```

use std::fmt::Write;

use anyhow::{Context, Result, bail};
use proc_macro2::Ident;
use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};

use crate::emit;
use crate::parse::{Enumeration, Function, Header};

const SIGNED: &str = "c_int";
const UNSIGNED: &str = "c_uint";

/// Writes a header such that reading it returns the same.
pub fn write(header: &Header) -> String {
    let mut text = String::new();
    for item in &header.constants {
        text.push_str(&line(item));
    }
    for enumeration in &header.enums {
        let number = if enumeration.signed { SIGNED } else { UNSIGNED };
        let names = [&enumeration.name].into_iter().chain(&enumeration.aliases);
        let names: Vec<&str> = names.map(String::as_str).collect();
        let _ = writeln!(text, "enum {} {number}", names.join(" "));
        let each = enumeration.enumerators.iter().map(|(name, value)| format!("{name} {value}"));
        let each: Vec<String> = each.collect();
        if !each.is_empty() {
            text.push_str(&emit::packed("    ", &each));
            text.push('\n');
        }
    }
    for item in &header.types {
        text.push_str(&line(item));
    }
    for function in &header.functions {
        let parameters = function.parameters.iter();
        let parameters: Vec<String> = parameters
            .map(|parameter| format!("{}: {}", parameter.name, emit::type_text(&parameter.ty)))
            .collect();
        let result = emit::type_text(&function.result);
        let _ = writeln!(text, "fn {}({}) -> {result};", function.name, parameters.join(", "));
    }
    text
}

/// Reads what [`write`](fn@write) wrote.
pub fn read(text: &str) -> Result<Header> {
    let mut header = Header::default();
    for line in text.lines() {
        add(&mut header, line).with_context(|| format!("a record has the line `{line}`"))?;
    }
    Ok(header)
}

fn add(header: &mut Header, line: &str) -> Result<()> {
    if let Some(line) = line.strip_prefix("    ") {
        let enumeration = header.enums.last_mut().context("no enumeration")?;
        for enumerator in line.trim_end_matches(',').split(", ") {
            let (name, value) = enumerator.split_once(' ').context("no value")?;
            enumeration.enumerators.push((name.to_owned(), value.parse()?));
        }
        return Ok(());
    }
    if let Some(line) = line.strip_prefix("enum ") {
        let (names, number) = line.rsplit_once(' ').context("no type")?;
        let mut names = names.split(' ').map(str::to_owned);
        header.enums.push(Enumeration {
            name: names.next().unwrap_or_default(),
            aliases: names.collect(),
            signed: number == SIGNED,
            enumerators: Vec::new(),
        });
        return Ok(());
    }
    if let Some(line) = line.strip_prefix("fn ") {
        let (name, signature) = line.split_once('(').context("no parameters")?;
        let signature = signature.trim_end_matches(';');
        let mut pointer: syn::TypeFnPtr = syn::parse_str(&format!("fn({signature}"))?;
        LongPaths.visit_type_fn_ptr_mut(&mut pointer);
        let function = Function::of_pointer(name.to_owned(), &pointer);
        header.functions.push(function);
        return Ok(());
    }
    let mut item = syn::parse_str(line)?;
    LongPaths.visit_item_mut(&mut item);
    match item {
        syn::Item::Const(item) => header.constants.push(item),
        syn::Item::Struct(_) | syn::Item::Union(_) | syn::Item::Type(_) => header.types.push(item),
        _ => bail!("expected a constant, a struct, a union or an alias"),
    }
    Ok(())
}

/// Returns an item on a line, with short paths.
fn line(item: &impl ToTokens) -> String {
    let text = prettyplease::unparse(&syn::parse_quote!(#item));
    emit::on_one_line(&text) + "\n"
}

/// Gives the types of `core::ffi`, and `Option`, the paths that bindgen writes.
struct LongPaths;

impl VisitMut for LongPaths {
    fn visit_path_mut(&mut self, path: &mut syn::Path) {
        visit_mut::visit_path_mut(self, path);
        let [first] = path.segments.iter().collect::<Vec<_>>()[..] else {
            return;
        };
        let module = match first.ident.to_string().as_str() {
            "Option" => "option",
            name if name.starts_with("c_") => "ffi",
            _ => return,
        };
        let module = Ident::new(module, first.ident.span());
        *path = syn::parse_quote!(::core::#module::#path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_no_declaration_is_an_error_that_shows_it() {
        for wrong in ["    A 1", "enum E", "fn f", "pub fn f() {}", "x"] {
            let error = read(wrong).unwrap_err().to_string();
            assert!(error.contains(wrong), "{error}");
        }
        assert!(read("enum E c_int\n    A one").is_err());
    }

    #[test]
    fn what_is_written_is_read_as_bindgen_writes_it() {
        let header = read("enum E T c_int\n    A -1, B 2,\n    C 3,\nfn f(a: *const c_int, b: Option<unsafe extern \"C\" fn(c: E)>) -> E;").unwrap();
        assert_eq!(header.enums[0].aliases, ["T"]);
        let enumerators = [("A", -1), ("B", 2), ("C", 3)];
        assert_eq!(
            header.enums[0].enumerators,
            enumerators.map(|(name, value)| (name.to_owned(), value))
        );
        let types = header.functions[0].parameters.iter();
        let types: Vec<String> =
            types.map(|parameter| emit::tokens(&parameter.ty).replace(' ', "")).collect();
        let expected =
            ["*const::core::ffi::c_int", "::core::option::Option<unsafeextern\"C\"fn(c:E)>"];
        assert_eq!(types, expected);
        assert_eq!(write(&read(&write(&header)).unwrap()), write(&header));
    }
}
