//! A program and its launch.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::hash::hash;

/// A program, from a line of a manifest.
///
/// Its kernel takes pointers to the input, to the output and to zeroed memory, and the first 64 bytes of the input by
/// value.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// Its name: `c17` is random control flow with seed 17.
    pub(crate) name: String,
    /// The file with its PTX.
    pub(crate) ptx: String,
    pub(crate) kernel: String,
    pub(crate) grid: [u32; 3],
    pub(crate) block: [u32; 3],
    /// The size of dynamic shared memory in bytes.
    pub(crate) shared: u32,
    /// The number of blocks of a cluster; 1 for none.
    pub(crate) cluster: u32,
    pub(crate) cooperative: bool,
    /// The file with its input.
    pub(crate) input: String,
    /// The size of the output in bytes.
    pub(crate) output: usize,
    /// The size of the zeroed memory in bytes.
    pub(crate) zeroed: usize,
    /// Whether that memory is also compared.
    pub(crate) compares_zeroed: bool,
    /// Whether it uses instructions whose result PTX specifies only within an error bound.
    pub(crate) approximate: bool,
}

impl Case {
    fn parse(line: &str) -> Option<Case> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [name, ptx, kernel, rest @ ..] = words.as_slice() else {
            return None;
        };
        let [gx, gy, gz, bx, by, bz, shared, cluster, cooperative, input, output, zeroed, flags] =
            rest
        else {
            return None;
        };
        let three =
            |x: &str, y: &str, z: &str| Some([x.parse().ok()?, y.parse().ok()?, z.parse().ok()?]);
        Some(Case {
            name: (*name).to_owned(),
            ptx: (*ptx).to_owned(),
            kernel: (*kernel).to_owned(),
            grid: three(gx, gy, gz)?,
            block: three(bx, by, bz)?,
            shared: shared.parse().ok()?,
            cluster: cluster.parse().ok()?,
            cooperative: *cooperative == "1",
            input: (*input).to_owned(),
            output: output.parse().ok()?,
            zeroed: zeroed.parse().ok()?,
            compares_zeroed: !flags.contains("noaux"),
            approximate: flags.contains("approx"),
        })
    }

    /// Returns its line of a manifest.
    pub(crate) fn line(&self) -> String {
        let ([gx, gy, gz], [bx, by, bz]) = (self.grid, self.block);
        let precision = if self.approximate { "approx" } else { "exact" };
        let uncompared = if self.compares_zeroed { "" } else { "-noaux" };
        format!(
            "{} {} {} {gx} {gy} {gz} {bx} {by} {bz} {} {} {} {} {} {} {precision}{uncompared}\n",
            self.name,
            self.ptx,
            self.kernel,
            self.shared,
            self.cluster,
            u8::from(self.cooperative),
            self.input,
            self.output,
            self.zeroed,
        )
    }
}

/// Returns the programs of a folder: all lines of its manifests, `*.man`, ordered by file name.
pub(crate) fn read(folder: &Path) -> Result<Vec<Case>> {
    let mut manifests = Vec::new();
    let listing = fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))?;
    for entry in listing {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "man") {
            manifests.push(path);
        }
    }
    manifests.sort();
    let mut cases = Vec::new();
    for path in manifests {
        for line in fs::read_to_string(&path)?.lines() {
            let case = Case::parse(line)
                .with_context(|| format!("{}: {line:?} isn't a program", path.display()))?;
            cases.push(case);
        }
    }
    Ok(cases)
}

/// Returns a mark for each program, by its name: a hash of its text, input and launch.
pub(crate) fn marks(folder: &Path, cases: &[Case]) -> Result<BTreeMap<String, u32>> {
    let mut inputs = HashMap::new();
    let mut marks = BTreeMap::new();
    let read = |name: &str| {
        let path = folder.join(name);
        fs::read(&path).with_context(|| format!("reading {}", path.display()))
    };
    for case in cases {
        let mut text = read(&case.ptx)?;
        let input = match inputs.get(&case.input) {
            Some(input) => *input,
            None => *inputs.entry(&case.input).or_insert(hash(&read(&case.input)?)),
        };
        let unnamed = Case { name: String::new(), ptx: String::new(), ..case.clone() };
        text.extend_from_slice(unnamed.line().as_bytes());
        text.extend_from_slice(&input.to_le_bytes());
        marks.insert(case.name.clone(), hash(&text) as u32);
    }
    Ok(marks)
}
