//! The same headers for other targets.

use anyhow::{Result, ensure};

use crate::emit;
use crate::parse::{self, Header};

/// Requires the headers for `target` to declare the same as those for the first one, except for the sign of C enumerations.
pub fn must_agree(first: &Header, other: &Header, target: &str) -> Result<()> {
    let plain = |text: &str| text.replace("c_ulonglong", "u64").replace("c_uint", "u32");
    let types = |header: &Header| -> Vec<String> {
        let types = header.types.iter().map(emit::tokens);
        types.map(|text| plain(&emit::short(&text))).collect()
    };
    let functions = |header: &Header| -> Vec<String> {
        let functions = header.functions.iter();
        let text = |function: &parse::Function| {
            format!("{} {}", function.name, plain(&abi_text(function)))
        };
        functions.map(text).collect()
    };
    for (a, b) in [(types(first), types(other)), (functions(first), functions(other))] {
        for (a, b) in a.iter().zip(&b) {
            ensure!(a == b, "{target} differs:\n  {a}\n  {b}");
        }
        let (a, b) = (a.len(), b.len());
        ensure!(a == b, "{target} has {b} types or functions, not {a}");
    }
    let enumerators = |h: &Header| {
        h.enums
            .iter()
            .flat_map(|e| e.enumerators.clone())
            .map(|(n, v)| (n, v as u32))
            .collect::<Vec<_>>()
    };
    ensure!(enumerators(first) == enumerators(other), "{target} has other enumerators");
    Ok(())
}

/// Returns the types of a function's parameters and of its result.
fn abi_text(function: &parse::Function) -> String {
    let parameters = function.parameters.iter().map(|parameter| &parameter.ty);
    let types = parameters.chain([&function.result]);
    types.map(emit::type_text).collect::<Vec<_>>().join(", ")
}
