use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use anyhow::{Context, Result};

use super::{HEAD, packed};
use crate::parse::Enumeration;

/// The enumerations that programs for cudarc import by `use …::*`, or match without a wildcard.
const NAMES: [&str; 22] = [
    "CUresult",
    "CUdevice_attribute",
    "CUtensorMapDataType",
    "CUtensorMapInterleave",
    "CUtensorMapSwizzle",
    "CUtensorMapL2promotion",
    "CUtensorMapFloatOOBfill",
    "CUtensorMapIm2ColWideMode",
    "CUstream_flags",
    "CUevent_flags",
    "CUevent_wait_flags",
    "CUevent_record_flags",
    "CUctx_flags",
    "CUmemAttach_flags",
    "CUoccupancy_flags",
    "CUstreamCaptureMode",
    "CUfunction_attribute",
    "CUlimit",
    "CUpointer_attribute",
    "CUmem_advise",
    "CUmemPool_attribute",
    "CUfunc_cache",
];

/// Returns C enumerations as enums of Rust, for `compat/cudarc`.
pub fn rust_enums(enums: &[Enumeration]) -> Result<String> {
    let mut text = format!("{HEAD}enums! {{\n");
    for name in NAMES {
        let found = enums.iter().find(|it| it.name == name);
        let Enumeration { enumerators, .. } =
            found.with_context(|| format!("the headers have no enumeration {name}"))?;
        // Rust has no second name for a value.
        let mut values = BTreeSet::new();
        let first = enumerators.iter().filter(|(_, value)| values.insert(*value));
        let names: Vec<String> = first.map(|(name, _)| name.clone()).collect();
        let names = packed("        ", &names);
        let _ = writeln!(text, "    {name} {{\n{names}\n    }}");
    }
    text.push_str("}\n");
    Ok(text)
}

/// Returns a `use` of each type by its tag in C, for `compat/cudarc`: other than an alias, it also has the enumerators.
pub fn tags(tags: &BTreeMap<String, String>) -> String {
    let names: Vec<String> = tags.iter().map(|(tag, name)| format!("{name} as {tag}")).collect();
    format!("{HEAD}pub use self::{{\n{}\n}};\n", packed("    ", &names))
}
