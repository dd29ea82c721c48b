//! `xtask/api.toml`: what headers don't say.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;
use serde::de::IgnoredAny;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Api {
    pub driver: Driver,
    pub nvrtc: Nvrtc,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Driver {
    /// Result code → what it means.
    pub results: BTreeMap<String, String>,
    /// Function as cuda.h names it → how its parameters are passed.
    pub functions: BTreeMap<String, Passing>,
    /// What newer headers changed; only the ABI test reads it.
    #[serde(rename = "layout")]
    _layout: IgnoredAny,
}

/// How the parameters of one function are passed, where the rules don't tell.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Passing {
    /// Returned, though the documentation does not say so in words that the rule knows.
    pub out: Vec<String>,
    /// Passed as the pointer that it is.
    pub pass: Vec<String>,
    /// Pointer and number of elements.
    pub slices: Vec<(String, String)>,
    /// Strings that may be null.
    pub nullable: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nvrtc {
    pub results: BTreeMap<String, String>,
}

impl Api {
    pub fn read(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        toml::from_str(&text).with_context(|| path.display().to_string())
    }
}
