use std::collections::BTreeMap;
use std::fmt::Write;

use anyhow::Result;
use xtask::Version;

use super::HEAD;
use crate::api::Api;
use crate::parse::Enumeration;

/// `results.rs`: for each result code its text and the CUDA version that brought it.
pub fn results(
    codes: &Enumeration,
    oldest: Version,
    texts: &BTreeMap<String, String>,
    since: &BTreeMap<String, u32>,
    api: &Api,
) -> Result<String> {
    let mut rows: Vec<_> = codes.enumerators.iter().collect();
    rows.sort_by_key(|(_, value)| *value);
    for name in texts.keys() {
        let known = rows.iter().any(|(n, _)| n == name);
        api.demand(known, || {
            format!("api.toml has a text for {name}, which the headers don't know")
        })?;
    }
    let name = &codes.name;
    let mut text = format!(
        "{HEAD}use super::enums::{name};\n\n/// Every result code: its number, what it means, and the CUDA version whose headers first name it (0: {oldest} or before).\n\
         pub(crate) static RESULTS: [({name}, &str, u16); {}] = [\n",
        rows.len()
    );
    for (code, _) in rows {
        let words = texts.get(code).map(String::as_str).unwrap_or_default();
        api.demand(!words.is_empty(), || {
            format!("api.toml has no text for {code}")
        })?;
        let _ = writeln!(
            text,
            "    ({name}::{code}, {words:?}, {}),",
            since.get(code).copied().unwrap_or_default()
        );
    }
    text.push_str("];\n");
    Ok(text)
}
