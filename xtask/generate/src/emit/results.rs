use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use anyhow::Result;

use super::HEAD;
use crate::api::Api;
use crate::parse::Enumeration;

/// Returns `results.rs`: the text of each result code, and the CUDA version that introduced it.
pub fn results(
    codes: &Enumeration,
    oldest: &str,
    whose: &str,
    texts: &BTreeMap<String, String>,
    since: &BTreeMap<String, u32>,
    api: &Api,
) -> Result<String> {
    let mut rows: Vec<_> = codes.enumerators.iter().collect();
    rows.sort_by_key(|(_, value)| *value);
    for name in texts.keys() {
        let has_row = rows.iter().any(|(n, _)| n == name);
        api.demand(has_row, || {
            format!("api.toml has a text for {name}, which the headers don't know")
        })?;
    }
    let name = &codes.name;
    let mut text = format!(
        "{HEAD}use super::enums::{name};\n\n/// Every result code: its number, what it means, and the {whose} version whose headers first name it (0: {oldest} or before).\n\
         pub(crate) static RESULTS: [({name}, &str, u16); {}] = [\n",
        rows.len()
    );
    for (code, _) in rows {
        let words = texts.get(code).map(String::as_str).unwrap_or_default();
        api.demand(!words.is_empty(), || format!("api.toml has no text for {code}"))?;
        let _ = writeln!(
            text,
            "    ({name}::{code}, {words:?}, {}),",
            since.get(code).copied().unwrap_or_default()
        );
    }
    text.push_str("];\n");
    Ok(text)
}

/// Returns the part of `results.rs` with the codes after which every call fails: those in api.toml, which must agree
/// with the header's documentation.
pub fn sticky(codes: &Enumeration, documented: &BTreeSet<String>, api: &Api) -> Result<String> {
    let listed: BTreeSet<String> = api.driver.sticky.iter().cloned().collect();
    for code in documented.symmetric_difference(&listed) {
        let (holds, lacks) = if listed.contains(code) {
            ("api.toml's `sticky`", "the header's comment")
        } else {
            ("the header's comment", "api.toml's `sticky`")
        };
        api.demand(false, || {
            format!("{holds} says that every call fails after {code}, and {lacks} doesn't")
        })?;
    }
    let name = &codes.name;
    let numbers: BTreeSet<i64> = codes
        .enumerators
        .iter()
        .filter(|(code, _)| listed.contains(code))
        .map(|(_, number)| *number)
        .collect();
    let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
    Ok(format!(
        "\nimpl {name} {{\n    \
         /// Returns `true` if every later call fails with this code, too: the context, or the whole process, is lost.\n    \
         ///\n    \
         /// NVIDIA documents that for these codes. `CUDA_ERROR_EXTERNAL_DEVICE` (911) is one of them, although a\n    \
         /// single call can also return it.\n    \
         #[must_use]\n    pub const fn is_sticky(self) -> bool {{\n        matches!(self.0, {})\n    }}\n}}\n",
        numbers.join(" | ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sticky_text(documented: &[&str], listed: &str) -> Result<String> {
        let api = format!(
            "[driver]\nsticky = [{listed}]\nresults = {{}}\nfunctions = {{}}\nrooms = {{ always = [] }}\nenums = {{}}\nunnamed = {{}}\nlayout = {{}}\n"
        );
        let codes = Enumeration {
            name: "CUresult".to_string(),
            aliases: Vec::new(),
            signed: false,
            enumerators: vec![("LOST".to_string(), 700), ("OTHER".to_string(), 1)],
        };
        let documented = documented.iter().map(|code| code.to_string()).collect();
        sticky(&codes, &documented, &toml::from_str(&api)?)
    }

    #[test]
    fn codes_in_both_the_header_and_the_list_are_sticky() {
        let text = sticky_text(&["LOST"], "'LOST'").unwrap();
        assert!(text.contains("matches!(self.0, 700)"), "{text}");
    }

    #[test]
    fn a_sticky_code_missing_in_the_header_or_the_list_is_an_error_that_names_it() {
        for (documented, listed) in [(&["LOST", "NEW"][..], "'LOST'"), (&["LOST"], "'LOST', 'NEW'")]
        {
            let error = sticky_text(documented, listed).unwrap_err().to_string();
            assert!(error.contains("NEW"), "{error}");
        }
    }
}
