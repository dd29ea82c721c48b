//! What the kernels and variables to write are found in, and the Rust types that it gives to those of C++.

use crate::debug_info::DebugInfo;
use crate::probe::ProbedTypes;
use crate::ptx::Contents;
use crate::types::{Type, number, vector};

/// The input of a plan.
pub(crate) struct Input<'i> {
    pub(crate) type_name: &'i str,
    pub(crate) source_name: &'i str,
    pub(crate) contents: &'i Contents,
    pub(crate) probed: &'i ProbedTypes,
    /// The C++ names of structures, each with its Rust type.
    pub(crate) structures: &'i [(String, String)],
    /// Names in the PTX, each with its name in Rust.
    pub(crate) chosen: &'i [(String, String)],
    pub(crate) constants: &'i [Constant],
    pub(crate) declared: &'i DebugInfo,
    pub(crate) is_embedded: bool,
}

/// A constant with the compiler's value.
#[derive(Clone, Debug)]
pub(crate) struct Constant {
    pub(crate) name: String,
    pub(crate) rust: String,
    pub(crate) cpp: String,
    pub(crate) value: i128,
}

/// The type that `size_t` is an alias of.
pub(crate) const SIZE: &str = if cfg!(windows) { "unsigned long long" } else { "unsigned long" };

/// Returns the Rust type that the caller named for a structure.
pub(crate) fn named(input: &Input<'_>, cpp: &str) -> Option<String> {
    let layouts = input.probed.structures.iter();
    let cpp_names = layouts.filter(|layout| layout.name == cpp).map(|layout| &layout.cpp);
    let (_, rust) = input
        .structures
        .iter()
        .find(|(known, _)| known == cpp || cpp_names.clone().any(|cpp| cpp == known))?;
    Some(rust.clone())
}

/// Returns the Rust type of elements in memory, for which every bit pattern must be valid.
pub(crate) fn element_of(input: &Input<'_>, kind: &Type) -> Option<String> {
    match kind {
        Type::Named(name) => named(input, name)
            .or_else(|| match name.as_str() {
                "void" | "bool" => Some("u8".to_owned()),
                _ => number(name).map(|(rust, _)| rust.to_owned()),
            })
            .or_else(|| vector(name).map(|(rust, count)| format!("[{rust}; {count}]"))),
        // A device address.
        Type::Pointer { .. } => Some("u64".to_owned()),
        Type::Array { of, lengths } => {
            let mut rust = element_of(input, of)?;
            for length in lengths.iter().rev() {
                rust = format!("[{rust}; {length}]");
            }
            Some(rust)
        }
        Type::Other(_) => None,
    }
}
