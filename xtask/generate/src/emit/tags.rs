use std::collections::BTreeMap;

use super::{HEAD, packed};

/// Returns a `use` of each type by its tag in C, for `compat/cudarc`: other than an alias, it also has the enumerators.
pub fn tags(tags: &BTreeMap<String, String>) -> String {
    let names: Vec<String> = tags.iter().map(|(tag, name)| format!("{name} as {tag}")).collect();
    format!("{HEAD}pub use self::{{\n{}\n}};\n", packed("    ", &names))
}
