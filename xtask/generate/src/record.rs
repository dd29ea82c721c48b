//! The record of NCCL's headers in `xtask/nccl`. The headers themselves are only in its wheels, eight of up to 300 MB.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use xtask::headers::Release;

const FOLDER: &str = "xtask/nccl";
const HEADERS: &str = "headers.toml";
const BINDINGS: &str = "bindings.rs";
const WRITTEN: &str = "Written by `cargo xtask generate --nccl-wheels`. Do not edit.";

/// The contents of the record.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The releases whose headers were read, the oldest first.
    pub releases: Vec<String>,
    /// The first release with each function or result, as NCCL's number, unless it is the oldest.
    pub since: BTreeMap<String, u32>,
    /// The macros of the newest header.
    pub macros: BTreeMap<String, String>,
    /// The newest header as bindgen's output.
    #[serde(skip)]
    pub bindings: String,
}

impl Record {
    /// Reads the record of a workspace, which must contain exactly `releases`.
    pub fn read(workspace: &Path, releases: &[Release]) -> Result<Self> {
        let folder = workspace.join(FOLDER);
        let read = |file| {
            let path = folder.join(file);
            std::fs::read_to_string(&path)
                .with_context(|| format!("cannot read {}", path.display()))
        };
        let mut record: Self = toml::from_str(&read(HEADERS)?)
            .with_context(|| format!("{FOLDER}/{HEADERS} isn't as it was written"))?;
        record.bindings = read(BINDINGS)?;
        let pinned: Vec<String> = releases.iter().map(Release::to_string).collect();
        ensure!(
            record.releases == pinned,
            "xtask/headers.toml pins NCCL {}, and {FOLDER} is the record of {}: run `cargo xtask generate --nccl-wheels`",
            pinned.join(", "),
            record.releases.join(", ")
        );
        Ok(record)
    }

    /// Returns the record's files, by their paths in the workspace.
    pub fn files(&self) -> Result<BTreeMap<PathBuf, String>> {
        let mut text = format!("releases = {:?}\n\n[since]\n", self.releases);
        for (name, release) in &self.since {
            text += &format!("{name} = {release}\n");
        }
        text += "\n[macros]\n";
        for (name, value) in &self.macros {
            text += &format!("{name} = {value:?}\n");
        }
        let bindings =
            syn::parse_file(&self.bindings).context("bindgen wrote text that is not Rust")?;
        let bindings = prettyplease::unparse(&bindings);
        let file = |name: &str, text| (Path::new(FOLDER).join(name), text);
        Ok(BTreeMap::from([
            file(HEADERS, format!("# {WRITTEN}\n\n{text}")),
            file(BINDINGS, format!("// {WRITTEN}\n\n{bindings}")),
        ]))
    }
}

#[cfg(test)]
mod tests {
    use xtask::headers::Headers;

    use super::*;

    fn workspace() -> &'static Path {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        folder.ancestors().nth(2).unwrap()
    }

    #[test]
    fn the_record_has_the_pinned_releases_and_is_up_to_date() {
        let releases = Headers::pinned().unwrap().nccl_releases().unwrap();
        let record = Record::read(workspace(), &releases).unwrap();
        for (path, text) in record.files().unwrap() {
            let stands = std::fs::read_to_string(workspace().join(&path)).unwrap();
            assert!(stands == text, "{} is written otherwise", path.display());
        }
    }

    #[test]
    fn pins_that_differ_from_the_record_are_an_error_with_a_remedy() {
        let newer = ["2.18.3", "2.99.1"].map(|release| release.parse().unwrap());
        let error = Record::read(workspace(), &newer).unwrap_err().to_string();
        assert!(error.contains("2.18.3, 2.99.1"), "{error}");
        assert!(error.contains("--nccl-wheels"), "{error}");
    }
}
