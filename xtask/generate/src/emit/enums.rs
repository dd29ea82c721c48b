use std::collections::BTreeSet;
use std::fmt::Write;

use syn::visit::{self, Visit};

use super::{HEAD, braced, filled};
use crate::parse::{Enumeration, Header};

/// Enumerations that calls write, and that programs for cudarc import by `use …::*`, match without a wildcard or cast with `as`.
/// cuDNN 9 adds nothing to those of its older interface.
const CLOSED: [&str; 7] = [
    "CUpointer_attribute",
    "CUstreamCaptureMode",
    "CUfunc_cache",
    "cudnnConvolutionBwdDataAlgo_t",
    "cudnnConvolutionBwdFilterAlgo_t",
    "cudnnConvolutionFwdAlgo_t",
    "cudnnMathType_t",
];

/// Enumerations that calls write behind a pointer to `void`, as values of attributes.
const WRITTEN: [&str; 12] = [
    "CUDA_POINTER_ATTRIBUTE_ACCESS_FLAGS",
    "CUpti_DeviceAttributeDeviceClass",
    "CUpti_EventCategory",
    "CUpti_EventCollectionMethod",
    "CUpti_EventProfilingScope",
    "CUpti_MetricCategory",
    "CUpti_MetricEvaluationMode",
    "cudnnBackendAttributeName_t",
    "cudnnBackendBehaviorNote_t",
    "cudnnBackendKnobType_t",
    "cudnnBackendLayoutType_t",
    "cudnnBackendNumericalNote_t",
];

/// Sets of flags in cudarc.
const FLAGS: [&str; 2] = ["CUgraphInstantiate_flags", "CUmemAllocationHandleType"];

/// Returns `enums.rs`: C enumerations as open newtypes, with their aliases. The result codes and those that no call hands
/// out are apart, because they can be enums of Rust: in compat/cudarc, they are.
pub fn enums(header: &Header, page: &str, result: &str, are_closed: bool) -> String {
    let returned = ReturnedTypes::of(header);
    let kind = |enumeration: &Enumeration| {
        let name = enumeration.name.as_str();
        if name == result {
            "result_enum"
        } else if FLAGS.contains(&name) {
            "flags_enum"
        } else if CLOSED.contains(&name) {
            "closed_enum"
        } else if WRITTEN.contains(&name) || !are_closed || returned.has(enumeration) {
            "open_enum"
        } else {
            "closed_enum"
        }
    };
    let mut text = format!("{HEAD}use core::ffi::{{c_int, c_uint}};\n");
    for macro_name in ["open_enum", "flags_enum", "closed_enum", "result_enum"] {
        let mut rows = String::new();
        for e in header.enums.iter().filter(|enumeration| kind(enumeration) == macro_name) {
            rows.push_str(&row(e));
        }
        if !rows.is_empty() {
            let _ = write!(text, "\n{macro_name}! {{\n    {page:?}\n{rows}}}\n");
        }
    }
    text.push('\n');
    for e in &header.enums {
        for alias in &e.aliases {
            let _ = writeln!(text, "/// The same as [`{0}`].\npub type {alias} = {0};", e.name);
        }
    }
    text
}

/// Returns an enumeration; second names of values are last, because an enum of Rust has none.
fn row(e: &Enumeration) -> String {
    let repr = if e.signed { "c_int" } else { "c_uint" };
    let aliases: String =
        e.aliases.iter().map(|alias| format!("    #[doc(alias = \"{alias}\")]\n")).collect();
    let mut values = BTreeSet::new();
    let (first, second): (Vec<_>, Vec<_>) =
        e.enumerators.iter().partition(|(_, value)| values.insert(*value));
    let written = |enumerators: Vec<&(String, i64)>| -> Vec<String> {
        enumerators.into_iter().map(|(name, value)| format!("{name} = {value}")).collect()
    };
    let (first, second) = (written(first), written(second));
    let head = format!("{}: {repr}", e.name);
    if second.is_empty() {
        return aliases + &braced(&head, &first);
    }
    let packed = filled("        ", &first, ",");
    let second = filled("        ", &second, ",");
    let (first, second) = (packed.trim_end_matches(','), second.trim_end_matches(','));
    format!("{aliases}    {head} {{\n{first};\n{second}\n    }}\n")
}

/// The names of types whose values C hands out: in a result, behind a pointer that isn't to `const`, to a callback, or in
/// a structure of these. Also in a structure that no function names, as CUPTI's records: it is behind a pointer to `void`.
struct ReturnedTypes(BTreeSet<String>);

impl ReturnedTypes {
    fn of(header: &Header) -> Self {
        let (mut all, mut named) = (Self(BTreeSet::new()), Self(BTreeSet::new()));
        for function in &header.functions {
            all.visit_type(&function.result);
            named.visit_type(&function.result);
            for parameter in &function.parameters {
                PointeeVisitor(&mut all).visit_type(&parameter.ty);
                named.visit_type(&parameter.ty);
            }
        }
        named.add_parts(header);
        for item in &header.types {
            // Callbacks, also those that are members.
            PointeeVisitor(&mut all).visit_item(item);
            if let syn::Item::Struct(syn::ItemStruct { ident, .. })
            | syn::Item::Union(syn::ItemUnion { ident, .. }) = item
                && !named.0.contains(&ident.to_string())
            {
                all.0.insert(ident.to_string());
            }
        }
        all.add_parts(header);
        all
    }

    /// Adds the types of the members of these, and what aliases are.
    fn add_parts(&mut self, header: &Header) {
        loop {
            let before = self.0.len();
            for item in &header.types {
                let name = match item {
                    syn::Item::Struct(item) => &item.ident,
                    syn::Item::Union(item) => &item.ident,
                    syn::Item::Type(item) => &item.ident,
                    _ => continue,
                };
                if self.0.contains(&name.to_string()) {
                    self.visit_item(item);
                }
            }
            if self.0.len() == before {
                return;
            }
        }
    }

    fn has(&self, e: &Enumeration) -> bool {
        [&e.name].into_iter().chain(&e.aliases).any(|name| self.0.contains(name))
    }
}

impl Visit<'_> for ReturnedTypes {
    fn visit_path_segment(&mut self, segment: &syn::PathSegment) {
        self.0.insert(segment.ident.to_string());
        visit::visit_path_segment(self, segment);
    }
}

/// Finds what is behind a pointer that isn't to `const`, and what a callback takes.
struct PointeeVisitor<'a>(&'a mut ReturnedTypes);

impl Visit<'_> for PointeeVisitor<'_> {
    fn visit_type_ptr(&mut self, pointer: &syn::TypePtr) {
        match pointer.mutability {
            syn::PointerMutability::Mut(_) => self.0.visit_type(&pointer.elem),
            syn::PointerMutability::Const(_) => self.visit_type(&pointer.elem),
        }
    }

    fn visit_type_fn_ptr(&mut self, function: &syn::TypeFnPtr) {
        function.inputs.iter().for_each(|input| self.0.visit_type(&input.ty));
    }
}
