//! A library's merged headers, read from the module that was generated of them.
//!
//! What is read is written again as it was, so that the generator can be changed without the headers: first what writes
//! a file, then what reads it.

use std::path::Path;

use anyhow::{Context, Result};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, FnArg, Ident, Item, LitInt, LitStr, ReturnType, Token, Type};

use crate::parse::{Enumeration, Function, Header, Parameter};

/// Reads the files of a module in this folder.
pub fn read(folder: &Path) -> Result<Header> {
    let mut header = Header::default();
    for name in ["constants.rs", "enums.rs", "types.rs", "functions.rs"] {
        let path = folder.join(name);
        if name == "constants.rs" && !path.exists() {
            continue;
        }
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        add(&mut header, &text)
            .with_context(|| format!("{} isn't as generated", path.display()))?;
    }
    Ok(header)
}

fn add(header: &mut Header, text: &str) -> Result<()> {
    for item in syn::parse_file(text)?.items {
        match item {
            Item::Macro(item) => add_rows(header, &item)?,
            // Another name of an enumeration.
            Item::Type(item) => {
                let name = item.ty.to_token_stream().to_string();
                let of = header.enums.iter_mut().find(|enumeration| enumeration.name == name);
                let of = of.with_context(|| format!("{name} is no enumeration"))?;
                of.aliases.push(item.ident.to_string());
            }
            _ => {}
        }
    }
    Ok(())
}

fn add_rows(header: &mut Header, item: &syn::ItemMacro) -> Result<()> {
    let name = item.mac.path.segments.last().context("no macro")?.ident.to_string();
    let tokens = item.mac.tokens.clone();
    match name.as_str() {
        "constants" => {
            let rows = Punctuated::<Constant, Token![;]>::parse_terminated.parse2(tokens)?;
            // Bindgen reads those that are numbers; the others follow from the texts of the macros.
            let numbers = rows.into_iter().filter(|row| is_number(&row.value));
            header.constants.extend(numbers.map(
                |Constant { name, ty, value }| syn::parse_quote!(pub const #name: #ty = #value;),
            ));
        }
        "open_enum" | "flags_enum" | "closed_enum" | "result_enum" => {
            let rows: Rows<EnumerationRow> = syn::parse2(tokens)?;
            header.enums.extend(rows.0.into_iter().map(|row| row.0));
        }
        "aliases" => {
            let rows: Rows<Alias> = syn::parse2(tokens)?;
            header.types.extend(rows.0.into_iter().map(|row| row.0));
        }
        "structs" => {
            let rows: Rows<Item> = syn::parse2(tokens)?;
            header.types.extend(rows.0);
        }
        "opaque" => {
            let names = Punctuated::<Ident, Token![,]>::parse_terminated.parse2(tokens)?;
            header.types.extend(
                names.into_iter().map(|name| -> Item {
                    syn::parse_quote!(pub struct #name { _unused: [u8; 0] })
                }),
            );
        }
        "macro_rules" => {
            let list = list_of_functions(tokens).context("a macro without a list")?;
            let rows: Rows<FunctionRow> = syn::parse2(list)?;
            header.functions.extend(rows.0.into_iter().map(|row| row.0));
        }
        _ => {}
    }
    Ok(())
}

/// Returns the tokens after those of `$first` in what a macro calls `$then` with.
fn list_of_functions(tokens: TokenStream) -> Option<TokenStream> {
    let last_group = |tokens: TokenStream, delimiter| {
        let groups = tokens.into_iter().filter_map(|token| match token {
            TokenTree::Group(group) if group.delimiter() == delimiter => Some(group.stream()),
            _ => None,
        });
        groups.last()
    };
    let rule = last_group(tokens, Delimiter::Brace)?;
    let call = last_group(rule, Delimiter::Brace)?;
    let is_end =
        |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == '?');
    Some(call.into_iter().skip_while(|token| !is_end(token)).skip(1).collect())
}

fn is_number(value: &Expr) -> bool {
    match value {
        Expr::Lit(_) => true,
        Expr::Unary(value) => is_number(&value.expr),
        _ => false,
    }
}

/// The rows of a macro, after the address of their documentation if they have one.
struct Rows<T>(Vec<T>);

impl<T: Parse> Parse for Rows<T> {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let _page: Option<LitStr> = input.parse()?;
        let mut rows = Vec::new();
        while !input.is_empty() {
            rows.push(input.parse()?);
        }
        Ok(Self(rows))
    }
}

/// `NAME: type = value`
struct Constant {
    name: Ident,
    ty: Type,
    value: Expr,
}

impl Parse for Constant {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = input.parse()?;
        input.parse::<Token![:]>()?;
        let ty = input.parse()?;
        input.parse::<Token![=]>()?;
        Ok(Self { name, ty, value: input.parse()? })
    }
}

/// `name: c_int { FIRST = 0, SECOND = 1; ALIAS = 0 }`
struct EnumerationRow(Enumeration);

impl Parse for EnumerationRow {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        input.call(Attribute::parse_outer)?;
        let name: Ident = input.parse()?;
        input.parse::<Token![:]>()?;
        let number: Ident = input.parse()?;
        let values;
        syn::braced!(values in input);
        let mut enumerators = Vec::new();
        while !values.is_empty() {
            let name: Ident = values.parse()?;
            values.parse::<Token![=]>()?;
            let is_negative = values.parse::<Option<Token![-]>>()?.is_some();
            let value: i64 = values.parse::<LitInt>()?.base10_parse()?;
            enumerators.push((name.to_string(), if is_negative { -value } else { value }));
            values.parse::<Option<Token![,]>>()?;
            values.parse::<Option<Token![;]>>()?;
        }
        Ok(Self(Enumeration {
            name: name.to_string(),
            aliases: Vec::new(),
            signed: number == "c_int",
            enumerators,
        }))
    }
}

/// `name = type;`
struct Alias(Item);

impl Parse for Alias {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name: Ident = input.parse()?;
        input.parse::<Token![=]>()?;
        let ty: Type = input.parse()?;
        input.parse::<Token![;]>()?;
        Ok(Self(syn::parse_quote!(pub type #name = #ty;)))
    }
}

/// `name: since until "exported name", (parameter: type, …) -> result;`
struct FunctionRow(Function);

impl Parse for FunctionRow {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name: Ident = input.parse()?;
        input.parse::<Token![:]>()?;
        input.parse::<LitInt>()?;
        input.parse::<LitInt>()?;
        input.parse::<LitStr>()?;
        input.parse::<Token![,]>()?;
        let arguments;
        syn::parenthesized!(arguments in input);
        let arguments = Punctuated::<FnArg, Token![,]>::parse_terminated(&arguments)?;
        let parameters = arguments.into_iter().filter_map(|argument| match argument {
            FnArg::Typed(argument) => Some(Parameter {
                name: argument.pat.to_token_stream().to_string(),
                ty: *argument.ty,
            }),
            FnArg::Receiver(_) => None,
        });
        let parameters = parameters.collect();
        let result = match input.parse()? {
            ReturnType::Default => syn::parse_quote!(()),
            ReturnType::Type(_, ty) => *ty,
        };
        input.parse::<Token![;]>()?;
        Ok(Self(Function { name: name.to_string(), parameters, result }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_that_is_written_otherwise_is_an_error() {
        for wrong in [
            "open_enum! { \"page\" E: c_int { A 1 } }",
            "constants! { A: u32 }",
            "aliases! { \"page\" T = *mut U }",
            "pub type T = Other;",
            "macro_rules! list { () => {} }",
            "macro_rules! list { ($then:path) => { $then! { $($first)*? f: 0 0, () -> i32; } } }",
        ] {
            assert!(add(&mut Header::default(), wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_is_written_is_read_as_it_is_in_the_headers() {
        let mut header = Header::default();
        let text = "open_enum! { \"page\" E: c_int { A = -1, B = 2; C = -1 } } pub type T = E;\
            constants! { N: u32 = 3; P: *mut c_void = core::ptr::null_mut(); }\
            structs! { \"page\" #[derive(Debug)] pub struct S { pub a: u8 } } opaque! { O, }";
        add(&mut header, text).unwrap();
        let [enumeration] = &header.enums[..] else { panic!("{:?}", header.enums) };
        assert_eq!((enumeration.aliases.concat().as_str(), enumeration.signed), ("T", true));
        let enumerators =
            [("A", -1), ("B", 2), ("C", -1)].map(|(name, value)| (name.to_owned(), value));
        assert_eq!(enumeration.enumerators, enumerators);
        assert_eq!((header.constants.len(), header.types.len()), (1, 2));
    }
}
