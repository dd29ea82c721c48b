use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use anyhow::{Context, Result, ensure};

use super::{HEAD, braced, feature};
use crate::api::{Api, ShortEnum};
use crate::parse::Enumeration;

/// Returns `enums.rs` of cuda-driver: the enumerations in api.toml, with their own names, and with constants that don't
/// repeat the type's name.
pub fn short_enums(enums: &[Enumeration], page: &str, api: &Api) -> Result<String> {
    let mut rooms: BTreeMap<Option<&str>, String> = BTreeMap::new();
    let listed = &api.driver.enums;
    for name in listed.keys() {
        let has_enum = enums.iter().any(|e| e.name == *name);
        api.demand(has_enum, || {
            format!("api.toml has a name for {name}, which the headers don't know")
        })?;
    }
    for e in enums {
        let Some(entry) = listed.get(&e.name) else {
            continue;
        };
        let shorts =
            entry.shorts(e).with_context(|| format!("the constants of {} in api.toml", e.name))?;
        let odd: Vec<String> = shorts
            .iter()
            .filter(|(c, short)| c.strip_prefix(&entry.prefix) != Some(short))
            .map(|(c, short)| format!("{c:?} = {short:?}"))
            .collect();
        let text = rooms.entry(entry.room.as_deref()).or_default();
        let head = format!(
            "{1}: {0} {0:?}, {2:?} ({3})",
            e.name,
            entry.name,
            entry.prefix,
            odd.join(", ")
        );
        let constants = shorts.iter().zip(&e.enumerators);
        let constants: Vec<String> =
            constants.map(|((c, short), (_, value))| format!("{short} = {value} {c:?}")).collect();
        let _ = write!(text, "    /// {}\n{}", entry.is, braced(&head, &constants));
    }
    let mut text =
        format!("{HEAD}use core::fmt;\n\nuse super::{{debug, short}};\nuse crate::sys;\n");
    for (room, enumerations) in &rooms {
        let _ =
            write!(text, "\n{}enumerations! {{\n    {page:?}\n{enumerations}}}\n", feature(*room));
    }
    Ok(text)
}

impl ShortEnum {
    /// Returns each enumerator's name in C with its short name.
    fn shorts<'a>(&self, e: &'a Enumeration) -> Result<Vec<(&'a str, String)>> {
        let mut unused: BTreeSet<&str> = self.names.keys().map(String::as_str).collect();
        let mut seen: BTreeMap<String, &str> = BTreeMap::new();
        let mut shorts = Vec::new();
        for (c, _) in &e.enumerators {
            unused.remove(c.as_str());
            let short = match self.names.get(c) {
                Some(short) => short.clone(),
                None => self.short(c)?,
            };
            if let Some(other) = seen.insert(short.clone(), c) {
                anyhow::bail!("{c} and {other} would both be {short}");
            }
            shorts.push((c.as_str(), short));
        }
        ensure!(unused.is_empty(), "these do not exist: {unused:?}");
        Ok(shorts)
    }

    /// Returns the name without the prefix, or with its last word if the rest alone isn't a valid name.
    fn short(&self, c: &str) -> Result<String> {
        let is_name =
            |text: &str| syn::parse_str::<syn::Ident>(text).is_ok() && text.to_uppercase() == text;
        let rest = c
            .strip_prefix(&self.prefix)
            .with_context(|| format!("{c} doesn't begin with {}: name it", self.prefix))?;
        if is_name(rest) {
            return Ok(rest.to_string());
        }
        let word = self.prefix.trim_end_matches('_').rsplit('_').next();
        let longer = format!("{}_{rest}", word.unwrap_or_default());
        ensure!(
            !rest.is_empty() && is_name(&longer),
            "{rest} of {c} isn't a valid name of a constant: give it another one"
        );
        Ok(longer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(names: &[(&str, &str)]) -> ShortEnum {
        let names = names.iter().map(|(c, short)| (c.to_string(), short.to_string()));
        ShortEnum {
            name: "Swizzle".to_string(),
            prefix: "CU_MAP_SWIZZLE_".to_string(),
            names: names.collect(),
            is: String::new(),
            room: None,
        }
    }

    fn enumeration(names: &[&str]) -> Enumeration {
        Enumeration {
            name: "CUswizzle".to_string(),
            aliases: Vec::new(),
            signed: false,
            enumerators: names.iter().map(|name| (name.to_string(), 0)).collect(),
        }
    }

    #[test]
    fn the_last_word_of_the_prefix_is_kept_if_the_rest_is_not_a_valid_name() {
        let e = enumeration(&["CU_MAP_SWIZZLE_NONE", "CU_MAP_SWIZZLE_128B", "CU_MAP_OTHER"]);
        let shorts = entry(&[("CU_MAP_OTHER", "OTHER")]).shorts(&e).unwrap();
        let shorts: Vec<&str> = shorts.iter().map(|(_, short)| short.as_str()).collect();
        assert_eq!(shorts, ["NONE", "SWIZZLE_128B", "OTHER"]);
    }

    #[test]
    fn a_constant_with_an_invalid_or_duplicate_short_name_is_an_error_that_names_it() {
        let other = enumeration(&["CU_MAP_OTHER"]);
        let none = entry(&[]).shorts(&other);
        assert!(none.unwrap_err().to_string().contains("CU_MAP_OTHER"));
        let twice = enumeration(&["CU_MAP_SWIZZLE_NONE", "CU_MAP_NONE"]);
        let twice = entry(&[("CU_MAP_NONE", "NONE")]).shorts(&twice);
        assert!(twice.unwrap_err().to_string().contains("CU_MAP_NONE"));
        let empty = enumeration(&[]);
        let gone = entry(&[("CU_MAP_GONE", "GONE")]).shorts(&empty);
        assert!(gone.unwrap_err().to_string().contains("CU_MAP_GONE"));
    }
}
