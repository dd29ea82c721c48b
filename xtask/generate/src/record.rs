//! The record of a library's headers, which are only in its wheels, of up to 600 MB: the generated module itself has their
//! declarations, and `xtask/libraries` what else the releases tell.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::num::ParseIntError;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use xtask::headers::Release;

use crate::emit;
use crate::library::{self, Library};
use crate::merge::{MergedHeaders, Span};
use crate::parse::Header;

mod generated;

const FOLDER: &str = "xtask/libraries";
const WRITTEN: &str = "Written by `cargo xtask generate --wheels";

/// The number of each name. A file has a list of names for each number.
#[derive(Debug, Default, Deserialize)]
#[serde(try_from = "BTreeMap<String, Vec<String>>")]
struct NameNumbers(BTreeMap<String, u32>);

impl TryFrom<BTreeMap<String, Vec<String>>> for NameNumbers {
    type Error = ParseIntError;

    fn try_from(lists: BTreeMap<String, Vec<String>>) -> Result<Self, ParseIntError> {
        let mut numbers = BTreeMap::new();
        for (number, names) in lists {
            let number = number.parse()?;
            numbers.extend(names.into_iter().map(|name| (name, number)));
        }
        Ok(Self(numbers))
    }
}

impl NameNumbers {
    /// Writes the lines of a table.
    fn write(&self, text: &mut String) {
        let mut lists: BTreeMap<u32, Vec<String>> = BTreeMap::new();
        for (name, number) in &self.0 {
            lists.entry(*number).or_default().push(format!("{name:?}"));
        }
        for (number, names) in lists {
            text.push_str(&emit::list(&format!("{number} = "), ["[", "]"], &names));
        }
    }
}

/// The contents of the record of one library: its headers of all releases, merged.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The releases whose headers were read, the oldest first.
    pub releases: Vec<String>,
    /// The first release with each function, unless it is the oldest.
    since: NameNumbers,
    /// The first release without a function that a newer one lacks.
    until: NameNumbers,
    /// The exported names of the functions that have another form in another release. The file lacks those of the newest form,
    /// which are the same.
    symbols: BTreeMap<String, String>,
    /// The first release with each result code, by their enumeration, unless it is the oldest.
    enumerators: BTreeMap<String, NameNumbers>,
    /// The macros of the newest headers. The file lacks the texts of those that are numbers, which the module has.
    pub macros: BTreeMap<String, String>,
    /// The names in the newest headers, for the tests; only if the headers were read.
    #[serde(skip)]
    pub rows: Option<String>,
    /// The merged headers.
    #[serde(skip)]
    pub header: Header,
}

impl Record {
    pub fn new(
        releases: Vec<String>,
        merged: MergedHeaders,
        macros: BTreeMap<String, String>,
        rows: Option<String>,
        result: &str,
    ) -> Self {
        let spans = merged.spans.iter();
        let since = spans.clone().filter(|(_, span)| span.since != 0);
        let until = spans.filter_map(|(name, span)| Some((name.clone(), span.until?)));
        let mut enumerators: BTreeMap<String, NameNumbers> = BTreeMap::new();
        let codes = merged.enumerators.iter().filter(|((enumeration, _), _)| enumeration == result);
        for ((enumeration, name), since) in codes.filter(|code| *code.1 != 0) {
            let codes_since = enumerators.entry(enumeration.clone()).or_default();
            codes_since.0.insert(name.clone(), *since);
        }
        Self {
            releases,
            since: NameNumbers(since.map(|(name, span)| (name.clone(), span.since)).collect()),
            until: NameNumbers(until.collect()),
            symbols: merged.symbols,
            enumerators,
            macros,
            header: merged.header,
            rows,
        }
    }

    /// Reads the record of a library, which must contain exactly the pinned `releases`.
    pub fn read(workspace: &Path, library: &Library, releases: &[Release]) -> Result<Self> {
        let module = library.module;
        let record = Self::of_files(workspace, module)?;
        let pinned: Vec<String> =
            releases.iter().map(|release| library.name(release.parts())).collect();
        ensure!(
            record.releases == pinned,
            "xtask/headers.toml pins {} {}, and {FOLDER} has the record of {}: run `cargo xtask generate --wheels {module}`",
            library.title,
            pinned.join(", "),
            record.releases.join(", ")
        );
        Ok(record)
    }

    fn of_files(workspace: &Path, module: &str) -> Result<Self> {
        let path = workspace.join(FOLDER).join(format!("{module}.toml"));
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        let mut record: Self = toml::from_str(&text)
            .with_context(|| format!("{FOLDER}/{module}.toml isn't as it was written"))?;
        record.header = generated::read(&workspace.join(library::FOLDER).join(module))?;
        let plain: Vec<String> = record.symbols.values().cloned().collect();
        record.symbols.extend(plain.into_iter().map(|name| (name.clone(), name)));
        for constant in &record.header.constants {
            record.macros.entry(constant.ident.to_string()).or_default();
        }
        Ok(record)
    }

    /// Returns the record's file, with its path in the workspace.
    pub fn file(&self, library: &Library) -> (PathBuf, String) {
        let mut text = format!("# {WRITTEN} {}`. Do not edit.\n\n", library.module);
        let _ = writeln!(text, "releases = {:?}", self.releases);
        let numbers = |text: &mut String, table: &str, numbers: &NameNumbers| {
            let _ = writeln!(text, "\n[{table}]");
            numbers.write(text);
        };
        numbers(&mut text, "since", &self.since);
        numbers(&mut text, "until", &self.until);
        let mut texts = |table: &str, texts: &BTreeMap<String, String>| {
            let _ = writeln!(text, "\n[{table}]");
            for (name, value) in texts {
                let _ = writeln!(text, "{name} = {value:?}");
            }
        };
        let numbers_of: BTreeSet<String> =
            self.header.constants.iter().map(|constant| constant.ident.to_string()).collect();
        let mut macros = self.macros.clone();
        macros.retain(|name, _| !numbers_of.contains(name));
        let mut symbols = self.symbols.clone();
        symbols.retain(|name, symbol| name != symbol);
        texts("symbols", &symbols);
        texts("macros", &macros);
        text.push_str("\n[enumerators]\n");
        for (enumeration, of) in &self.enumerators {
            numbers(&mut text, &format!("enumerators.{enumeration}"), of);
        }
        (Path::new(FOLDER).join(format!("{}.toml", library.module)), text)
    }

    /// Returns everything that is recorded.
    pub fn merged(&self) -> MergedHeaders {
        let header = self.header.clone();
        let span = |name: &String| Span {
            since: self.since.0.get(name).copied().unwrap_or(0),
            until: self.until.0.get(name).copied(),
        };
        let functions = header.functions.iter();
        let spans =
            functions.map(|function| (function.name.clone(), span(&function.name))).collect();
        let enumerators = self.enumerators.iter().flat_map(|(enumeration, of)| {
            let names = of.0.iter();
            names.map(|(name, since)| ((enumeration.clone(), name.clone()), *since))
        });
        MergedHeaders {
            spans,
            symbols: self.symbols.clone(),
            enumerators: enumerators.collect(),
            header,
        }
    }
}
