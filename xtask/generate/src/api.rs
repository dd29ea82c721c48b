//! `xtask/api.toml`: information that the headers lack.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde::de::IgnoredAny;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Api {
    /// Whether the headers may differ from those for which the file was reviewed.
    #[serde(skip)]
    pub unreviewed: bool,
    pub driver: Driver,
    /// Of each module of `cuda-libraries-sys`: from libraries.toml.
    #[serde(skip)]
    pub libraries: BTreeMap<String, LibraryNotes>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Driver {
    /// The meaning of each result code.
    pub results: BTreeMap<String, String>,
    /// How the parameters of a function, by its name in cuda.h, are passed.
    pub functions: BTreeMap<String, ParameterPassing>,
    /// The codes after which every call fails.
    pub sticky: Vec<String>,
    pub rooms: Rooms,
    /// The names in `cuda-driver` of C enumerations.
    pub enums: BTreeMap<String, ShortEnum>,
    /// `Type.first`, an unnamed member by its own first member → the name to use instead of `first`.
    pub unnamed: BTreeMap<String, String>,
    /// Changes in newer headers, which only the ABI test reads.
    #[serde(rename = "layout")]
    _layout: IgnoredAny,
}

/// An enumeration with its own name.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShortEnum {
    /// The Rust type.
    pub name: String,
    /// The prefix of its constants' names in C.
    pub prefix: String,
    /// The names of constants for which removing the prefix isn't enough.
    #[serde(default)]
    pub names: BTreeMap<String, String>,
    /// Its description, as a sentence.
    pub is: String,
    /// The feature whose module has it; none if every build does.
    pub room: Option<String>,
}

/// Which functions of the driver only builds with a feature have.
#[derive(Debug, Deserialize)]
pub struct Rooms {
    /// Functions that every build has, whatever their page.
    pub always: Vec<String>,
    /// The pages of the documentation of each feature's functions, without `group__CUDA__`.
    #[serde(flatten)]
    pub pages: BTreeMap<String, Vec<String>>,
}

/// How the parameters of a function are passed, if the rules don't determine it.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ParameterPassing {
    /// Returned, although the rule doesn't recognize that in the documentation.
    pub out: Vec<String>,
    /// Passed as a pointer.
    pub pass: Vec<String>,
    /// Pairs of a pointer and the number of elements.
    pub slices: Vec<(String, String)>,
    /// Slices that the driver only reads, although the header has no `const`.
    pub reads: Vec<String>,
    /// Strings that may be null.
    pub nullable: Vec<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LibraryNotes {
    /// The meaning of each result code.
    #[serde(default)]
    pub results: BTreeMap<String, String>,
    /// The first version whose library exports a function, if that isn't the first header set with it.
    #[serde(default)]
    pub since: BTreeMap<String, u32>,
    /// The first version whose library no longer exports a function, if that isn't the first header set without it; 0 if
    /// all do.
    #[serde(default)]
    pub until: BTreeMap<String, u32>,
    /// The functions that headers declare and that no library exports.
    #[serde(default)]
    pub unexported: BTreeSet<String>,
    /// The functions by whose names older libraries export others, which their headers don't declare.
    #[serde(default)]
    pub replaced: BTreeSet<String>,
    /// The structs that got new members at their ends, which is harmless: programs pass a pointer to a single one, or have
    /// them in a union of constant size.
    #[serde(default)]
    pub grown: BTreeSet<String>,
}

impl Api {
    pub fn read(path: &Path) -> Result<Self> {
        let mut api: Self = read(path)?;
        api.libraries = read(&path.with_file_name("libraries.toml"))?;
        Ok(api)
    }

    /// Returns an error that says what must be reviewed; only prints a note if the headers differ from those for which
    /// the file was reviewed.
    pub fn demand(&self, reviewed: bool, demand: impl FnOnce() -> String) -> Result<()> {
        if reviewed {
            return Ok(());
        }
        if !self.unreviewed {
            bail!(demand());
        }
        xtask_print::print_note(format_args!("note: {}", demand()));
        Ok(())
    }
}

fn read<T: serde::de::DeserializeOwned>(path: &Path) -> Result<T> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    toml::from_str(&text).with_context(|| path.display().to_string())
}
