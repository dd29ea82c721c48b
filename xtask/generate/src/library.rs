//! The libraries beside the driver, one row each: they differ in names, and their crates come from one template.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use xtask::headers::HeaderSets;

use crate::api::{Api, LibraryNotes};
use crate::emit;
use crate::generate::{Set, first_seen, read, stubs};
use crate::parse::{self, Function, Header, TARGETS};
use crate::text;

/// A library that has a header and a `-sys` crate of its own.
pub struct Library {
    /// The name for people.
    title: &'static str,
    /// The same as part of a Rust type's name.
    type_name: &'static str,
    /// What the names of its functions begin with, and, in capitals, its enumerators and its row of cuda-pathfinder.
    prefix: &'static str,
    /// Its header.
    pub header: &'static str,
    /// What must be defined before the header is read.
    defines: &'static [&'static str],
    /// The folder of its crate.
    folder: &'static str,
    /// NVIDIA's page.
    page: &'static str,
    /// The type of its results, and the code of success.
    result: (&'static str, &'static str),
    /// Whose numbers its versions are.
    versions: Versions,
    /// The functions that every one of it has, by which it is known; they are named without the prefix.
    required: &'static [&'static str],
    /// The function, of those, that a table's library is told by.
    create: &'static str,
    /// The versions, newest first, that export functions only as `__name_12_0`.
    numbered: &'static [(u32, u32)],
    notes: fn(&Api) -> &LibraryNotes,
}

/// How a library counts its versions, and tells its own.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Versions {
    /// As CUDA, of which it is a part: 13000 for 13.0, told as two numbers.
    Cuda,
    /// As NCCL: 23007 for 2.30.7, told as that number.
    Own,
}

/// Every library that has a crate made from the template.
pub const LIBRARIES: [Library; 4] = [
    Library {
        title: "NVRTC",
        type_name: "Nvrtc",
        prefix: "nvrtc",
        result: ("nvrtcResult", "NVRTC_SUCCESS"),
        versions: Versions::Cuda,
        header: "nvrtc.h",
        defines: &[],
        folder: "nvrtc-sys",
        page: "https://docs.nvidia.com/cuda/nvrtc/index.html",
        required: &["Version", "CreateProgram", "CompileProgram"],
        create: "CreateProgram",
        numbered: &[],
        notes: |api| &api.nvrtc,
    },
    Library {
        title: "nvJitLink",
        type_name: "NvJitLink",
        prefix: "nvJitLink",
        result: ("nvJitLinkResult", "NVJITLINK_SUCCESS"),
        versions: Versions::Cuda,
        header: "nvJitLink.h",
        // Else the header defines its functions inline, and calls those with a number.
        defines: &["NVJITLINK_NO_INLINE"],
        folder: "nvjitlink-sys",
        page: "https://docs.nvidia.com/cuda/nvjitlink/index.html",
        required: &["Create", "AddData", "Complete"],
        create: "Create",
        numbered: &[(12, 2), (12, 1), (12, 0)],
        notes: |api| &api.nvjitlink,
    },
    Library {
        title: "nvFatbin",
        type_name: "NvFatbin",
        prefix: "nvFatbin",
        result: ("nvFatbinResult", "NVFATBIN_SUCCESS"),
        versions: Versions::Cuda,
        header: "nvFatbin.h",
        defines: &[],
        folder: "nvfatbin-sys",
        page: "https://docs.nvidia.com/cuda/nvfatbin/index.html",
        required: &["Version", "Create", "Get"],
        create: "Create",
        numbered: &[],
        notes: |api| &api.nvfatbin,
    },
    Library {
        title: "NCCL",
        type_name: "Nccl",
        prefix: "nccl",
        result: ("ncclResult_t", "ncclSuccess"),
        versions: Versions::Own,
        header: "nccl.h",
        // Else it has no ncclResetDebugInit from 2.30 on, which the library still has.
        defines: &["NCCL_OS_LINUX"],
        folder: "nccl-sys",
        page: "https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/api.html",
        required: &["GetVersion", "GetUniqueId", "CommInitRankConfig"],
        create: "CommInitRank",
        numbered: &[],
        notes: |api| &api.nccl,
    },
];

/// What the header sets tell of a library.
struct Found {
    /// The newest header.
    newest: Header,
    /// The functions of all headers, those of the newest first.
    functions: Vec<Function>,
    spans: BTreeMap<String, emit::Span>,
}

impl Library {
    /// Returns the generated files of the library's crate, by their paths in the workspace.
    pub fn files(&self, sets: &HeaderSets, api: &Api) -> Result<BTreeMap<PathBuf, String>> {
        let sets = self.sets(sets);
        let no_sets = || format!("no header set has {}", self.header);
        let oldest = sets.first().with_context(no_sets)?;
        let include = &sets.last().with_context(no_sets)?.include;
        let found = self.find(&sets, api)?;
        let result = self.result.0;
        let codes = found
            .newest
            .enums
            .iter()
            .find(|e| e.name == result)
            .with_context(|| format!("no {result}"))?;
        let texts = &(self.notes)(api).results;
        let since = first_seen(&sets, self.header, &codes.enumerators)?;
        let macros = text::macros(&read(include, self.header)?);
        let mut files = vec![
            ("macros.rs", emit::MACROS.to_string()),
            ("enums.rs", emit::enums(&found.newest.enums, self.page)),
            ("types.rs", emit::types(&found.newest, None, self.page)),
            (
                "functions.rs",
                emit::functions(self.title, &found.functions, &found.spans),
            ),
            (
                "results.rs",
                emit::results(codes, &oldest.name, self.whose(), texts, &since, api)?,
            ),
        ];
        if !macros.is_empty() {
            let constants = emit::constants(&found.newest, &macros)?;
            files.push(("constants.rs", constants));
        }
        let example = codes.enumerators.iter().find(|(_, value)| *value == 3);
        let example = example.map_or("", |(name, _)| name);
        let meaning = texts.get(example).map_or("", String::as_str);
        let words = self.words(&oldest.name, &format!("{example} (3): {meaning}"));
        let has_error_string = found
            .functions
            .iter()
            .any(|f| f.name == format!("{}GetErrorString", self.prefix));
        files.extend(emit::templates(
            &words,
            has_error_string,
            self.versions == Versions::Own,
        )?);
        let folder = Path::new(self.folder).join("src/generated");
        let in_folder = |(file, text): (&str, String)| (folder.join(file), text);
        Ok(files.into_iter().map(in_folder).collect())
    }

    /// Returns the sets that have the library's header, the oldest first.
    fn sets(&self, sets: &HeaderSets) -> Vec<Set> {
        let sets = match self.versions {
            Versions::Cuda => Set::of_cuda(&sets.cuda),
            Versions::Own => Set::of_nccl(&sets.nccl),
        };
        let sets = sets.into_iter();
        sets.filter(|set| set.include.join(self.header).exists())
            .collect()
    }

    /// Whose versions the crate's documentation speaks of.
    fn whose(&self) -> &'static str {
        match self.versions {
            Versions::Cuda => "CUDA",
            Versions::Own => self.title,
        }
    }

    /// What the words of the template stand for.
    fn words(&self, oldest: &str, code: &str) -> Vec<(&'static str, String)> {
        let symbol = |function: &&str| format!("Symbol::{}{function}", self.prefix);
        let required: Vec<String> = self.required.iter().map(symbol).collect();
        let numbered: Vec<String> = self.numbered.iter().map(|v| format!("{v:?}")).collect();
        let (number, numbers, gone, asked) = match self.versions {
            Versions::Cuda => (
                "12090 for 12.9",
                "13000 for 13.0, 12040 for 12.4",
                "13000 for 13.0",
                "",
            ),
            Versions::Own => (
                "22803 for 2.28.3",
                "23007 for 2.30.7",
                "23007 for 2.30.7",
                "Get",
            ),
        };
        vec![
            ("title", self.title.to_owned()),
            ("Type", self.type_name.to_owned()),
            ("Table", format!("{}Table", self.type_name)),
            ("Result", self.result.0.to_owned()),
            ("SUCCESS", self.result.1.to_owned()),
            ("whose", self.whose().to_owned()),
            ("number", number.to_owned()),
            ("numbers", numbers.to_owned()),
            ("gone", gone.to_owned()),
            ("asked", asked.to_owned()),
            ("prefix", self.prefix.to_owned()),
            ("STATIC", self.prefix.to_uppercase()),
            ("create", format!("{}{}", self.prefix, self.create)),
            ("crate", self.folder.replace('-', "_")),
            ("page", self.page.to_owned()),
            ("oldest", oldest.to_string()),
            ("code", code.to_owned()),
            ("required_count", required.len().to_string()),
            ("required", required.join(", ")),
            ("numbered_count", numbered.len().to_string()),
            ("numbered", numbered.join(", ")),
        ]
    }

    /// Reads the headers, the newest first.
    fn find(&self, sets: &[Set], api: &Api) -> Result<Found> {
        let mut newest = None;
        let mut functions: Vec<Function> = Vec::new();
        let mut spans: BTreeMap<String, emit::Span> = BTreeMap::new();
        for (index, set) in sets.iter().enumerate().rev() {
            let (version, include) = (&set.name, &set.include);
            let text = format!("#include <{}>", self.header);
            let header = parse::parse(
                include,
                &stubs(),
                &text,
                self.defines,
                TARGETS[0],
                &BTreeMap::new(),
            )?;
            let declared = self.plain(&header.functions);
            let later = sets.get(index + 1).map(|set| set.number);
            for function in declared {
                if let Some(newer) = functions.iter().find(|f| f.name == function.name) {
                    let (old, new) = (signature(&function), signature(newer));
                    ensure!(
                        old == new,
                        "{} of {version} has another signature than a newer one:\n  {old}\n  {new}",
                        function.name
                    );
                }
                let span = spans.entry(function.name.clone()).or_insert_with(|| {
                    functions.push(function.clone());
                    emit::Span {
                        since: 0,
                        until: later,
                    }
                });
                span.since = set.number;
            }
            newest.get_or_insert(header);
        }
        let oldest = sets.first().map(|set| set.number);
        for span in spans.values_mut().filter(|s| Some(s.since) == oldest) {
            span.since = 0;
        }
        self.correct(&mut spans, sets, api)?;
        Ok(Found {
            newest: newest.context("no header sets")?,
            functions,
            spans,
        })
    }

    /// Puts in the versions that were seen in the libraries themselves, between two header sets.
    fn correct(
        &self,
        spans: &mut BTreeMap<String, emit::Span>,
        sets: &[Set],
        api: &Api,
    ) -> Result<()> {
        for (name, since) in &(self.notes)(api).since {
            let span = spans.get_mut(name);
            let older = sets.iter().rev().map(|set| set.number);
            let fits = span.as_ref().is_some_and(|span| {
                let older = older.clone().find(|older| *older < span.since);
                *since < span.since && older.is_some_and(|older| older < *since)
            });
            api.demand(fits, || {
                format!("api.toml says that {name} came with {since}, which the headers deny")
            })?;
            if let Some(span) = span {
                span.since = *since;
            }
        }
        Ok(())
    }

    /// Returns `true` if a function is another one under a name for profilers: `pncclSend`.
    fn is_twin(&self, name: &str) -> bool {
        name.strip_prefix('p')
            .is_some_and(|name| name.starts_with(self.prefix))
    }

    /// Each function once, by the name that has no number: a header has it under both or under either.
    fn plain(&self, functions: &[Function]) -> Vec<Function> {
        let names: BTreeSet<&str> = functions.iter().map(|f| f.name.as_str()).collect();
        functions
            .iter()
            .filter(|function| !self.is_twin(&function.name))
            .filter_map(|function| {
                let Some(plain) = without_number(&function.name) else {
                    return Some(function.clone());
                };
                (!names.contains(plain)).then(|| Function {
                    name: plain.to_owned(),
                    ..function.clone()
                })
            })
            .collect()
    }
}

/// What the callers of a function must agree on. Whether C promises not to write is no part of it: headers
/// changed that.
fn signature(function: &Function) -> String {
    let parameters = function.parameters.iter().map(|p| &p.ty);
    let types: Vec<String> = parameters
        .chain([&function.result])
        .map(|ty| emit::type_text(ty).replace("*const", "*mut"))
        .collect();
    types.join(", ")
}

/// `nvJitLinkCreate` of `__nvJitLinkCreate_12_0`.
fn without_number(name: &str) -> Option<&str> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let (rest, minor) = name.strip_prefix("__")?.rsplit_once('_')?;
    let (plain, major) = rest.rsplit_once('_')?;
    (is_number(major) && is_number(minor)).then_some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_with_a_number_is_known_by_its_plain_name() {
        assert_eq!(
            without_number("__nvJitLinkCreate_12_0"),
            Some("nvJitLinkCreate")
        );
        for plain in ["nvJitLinkCreate", "nvrtcGetPTX", "__nvJitLinkAPI", "__a_b"] {
            assert_eq!(without_number(plain), None, "{plain}");
        }
    }
}
