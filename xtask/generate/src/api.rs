//! `xtask/api.toml`: what headers don't say.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde::de::IgnoredAny;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Api {
    /// Whether the headers may be others than those that the file was reviewed for.
    #[serde(skip)]
    pub unreviewed: bool,
    pub driver: Driver,
    pub nvrtc: LibraryNotes,
    pub nvjitlink: LibraryNotes,
    pub nvfatbin: LibraryNotes,
    pub nccl: LibraryNotes,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Driver {
    /// Result code → what it means.
    pub results: BTreeMap<String, String>,
    /// Function as cuda.h names it → how its parameters are passed.
    pub functions: BTreeMap<String, Passing>,
    /// The codes after which no call works any more.
    pub sticky: Vec<String>,
    /// Enumeration in C → what `cuda-driver` calls it.
    pub enums: BTreeMap<String, ShortEnum>,
    /// `Type.first`, a member without a name by its own first member → the name it gets instead of `first`.
    pub unnamed: BTreeMap<String, String>,
    /// What newer headers changed; only the ABI test reads it.
    #[serde(rename = "layout")]
    _layout: IgnoredAny,
}

/// An enumeration under a name of its own.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShortEnum {
    /// The Rust type.
    pub name: String,
    /// What its constants' names in C begin with.
    pub prefix: String,
    /// Constants whose names are no rest behind the prefix.
    #[serde(default)]
    pub names: BTreeMap<String, String>,
    /// What it is, as a sentence.
    pub is: String,
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
    /// Slices that the driver only reads, though the header has no `const`.
    pub reads: Vec<String>,
    /// Strings that may be null.
    pub nullable: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LibraryNotes {
    /// Result code → what it means.
    pub results: BTreeMap<String, String>,
    /// Function → the first version whose library exports it, where that is between two header sets.
    #[serde(default)]
    pub since: BTreeMap<String, u32>,
}

impl Api {
    pub fn read(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        toml::from_str(&text).with_context(|| path.display().to_string())
    }

    /// An error that says what is to be reviewed; only a note where the headers are others than those
    /// that the file was reviewed for.
    pub fn demand(&self, reviewed: bool, what: impl FnOnce() -> String) -> Result<()> {
        match (reviewed, self.unreviewed) {
            (true, _) => Ok(()),
            (false, true) => {
                eprintln!("note: {}", what());
                Ok(())
            }
            (false, false) => bail!(what()),
        }
    }
}
