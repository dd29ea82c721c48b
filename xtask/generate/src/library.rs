//! The libraries other than the driver, one row each: they differ only in names, and their crates are generated from
//! one template.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use xtask::headers::{HeaderSets, Release};

use crate::api::{Api, LibraryNotes};
use crate::generate::{Set, first_seen, read, stubs};
use crate::parse::{self, Enumeration, Function, Header, TARGETS};
use crate::record::Record;
use crate::{emit, text};

/// A library with a header and a `-sys` crate.
pub struct Library {
    /// Its name in text.
    title: &'static str,
    /// Its name as part of a Rust type's name.
    type_name: &'static str,
    /// The prefix of its functions, and, in capitals, of its enumerators and its row in cuda-pathfinder.
    prefix: &'static str,
    /// Its header.
    pub header: &'static str,
    /// The macros to define before the header is parsed.
    defines: &'static [&'static str],
    /// The folder of its crate.
    folder: &'static str,
    /// NVIDIA's page.
    page: &'static str,
    /// The type of its results, and the success code.
    result: (&'static str, &'static str),
    /// Which version numbers it uses.
    versions: Versions,
    /// The functions that every version has, by which it is recognized, without the prefix.
    required: &'static [&'static str],
    /// The function among them by which a table's library is found.
    create: &'static str,
    /// The versions, newest first, that only export functions as `__name_12_0`.
    numbered: &'static [(u32, u32)],
    notes: fn(&Api) -> &LibraryNotes,
}

/// A library's version numbers, and how it reports its own.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Versions {
    /// CUDA's version, for a part of the toolkit: 13000 for 13.0, reported as two numbers.
    Cuda,
    /// The library's own version: 23007 for 2.30.7, reported as that number.
    Own,
}

/// Every library whose crate is made from the template.
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
        // Without this macro, the header defines inline functions that call those with a number.
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
        // Without this macro, the header from 2.30 on lacks ncclResetDebugInit, which the library still has.
        defines: &["NCCL_OS_LINUX"],
        folder: "nccl-sys",
        page: "https://docs.nvidia.com/deeplearning/nccl/user-guide/docs/api.html",
        required: &["GetVersion", "GetUniqueId", "CommInitRankConfig"],
        create: "CommInitRank",
        numbered: &[],
        notes: |api| &api.nccl,
    },
];

/// The information about a library from the header sets.
struct Found {
    /// The versions of the sets, as the library writes them, the oldest first.
    versions: Vec<u32>,
    /// The oldest as text.
    oldest: String,
    /// The newest header.
    newest: Header,
    /// Its macros.
    macros: BTreeMap<String, String>,
    /// The functions of all headers, first those of the newest.
    functions: Vec<Function>,
    spans: BTreeMap<String, emit::Span>,
    /// The first version that has each result; 0 for those of the oldest.
    results: BTreeMap<String, u32>,
}

impl Library {
    /// Returns the generated files of the library's crate, by their paths in the workspace. Headers that aren't in
    /// `sets` come from the record.
    pub fn files(
        &self,
        sets: &HeaderSets,
        record: &Record,
        api: &Api,
    ) -> Result<BTreeMap<PathBuf, String>> {
        let sets = self.sets(sets);
        let mut found = match self.versions {
            Versions::Own if sets.is_empty() => self.read_record(record)?,
            _ => self.find(&sets)?,
        };
        self.correct(&mut found, api)?;
        let codes = self.codes(&found.newest)?;
        let texts = &(self.notes)(api).results;
        let (since, macros, oldest) = (&found.results, &found.macros, &found.oldest);
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
                emit::results(codes, oldest, self.whose(), texts, since, api)?,
            ),
        ];
        if !macros.is_empty() {
            let constants = emit::constants(&found.newest, macros)?;
            files.push(("constants.rs", constants));
        }
        let example = codes.enumerators.iter().find(|(_, value)| *value == 3);
        let example = example.map_or("", |(name, _)| name);
        let meaning = texts.get(example).map_or("", String::as_str);
        let words = self.words(oldest, &format!("{example} (3): {meaning}"));
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
            Versions::Cuda => Set::from_cuda(&sets.cuda),
            Versions::Own => Set::from_nccl(&sets.nccl),
        };
        let sets = sets.into_iter();
        sets.filter(|set| set.include.join(self.header).exists())
            .collect()
    }

    /// Returns the name of the product whose versions the crate's documentation mentions.
    fn whose(&self) -> &'static str {
        match self.versions {
            Versions::Cuda => "CUDA",
            Versions::Own => self.title,
        }
    }

    /// Returns the replacements for the template's words.
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

    /// Returns the enumeration of the results.
    fn codes<'h>(&self, header: &'h Header) -> Result<&'h Enumeration> {
        let result = self.result.0;
        let mut enums = header.enums.iter();
        enums
            .find(|e| e.name == result)
            .with_context(|| format!("no {result}"))
    }

    /// Returns the recorded information, as if the headers were read.
    fn read_record(&self, record: &Record) -> Result<Found> {
        let newest = parse::read(&record.bindings, &BTreeMap::new())?;
        let since = |name: &String| record.since.get(name).copied().unwrap_or(0);
        let functions = self.plain(&newest.functions);
        let span = |function: &Function| {
            let since = since(&function.name);
            (function.name.clone(), emit::Span { since, until: None })
        };
        let releases = record.releases.iter().map(|release| release.parse());
        let releases: Vec<Release> = releases.collect::<Result<_>>()?;
        let codes = self.codes(&newest)?.enumerators.iter();
        Ok(Found {
            versions: releases.iter().map(|release| release.number()).collect(),
            oldest: record.releases.first().cloned().unwrap_or_default(),
            spans: functions.iter().map(span).collect(),
            results: codes.map(|(code, _)| (code.clone(), since(code))).collect(),
            macros: record.macros.clone(),
            functions,
            newest,
        })
    }

    /// Returns the record for the headers; `None` for a library whose headers are always read.
    pub fn record(&self, sets: &HeaderSets) -> Result<Option<Record>> {
        if self.versions != Versions::Own {
            return Ok(None);
        }
        let sets = self.sets(sets);
        let newest = sets.last().context("no header sets")?;
        let found = self.find(&sets)?;
        let gone = found.spans.iter().find(|(_, span)| span.until.is_some());
        if let Some((name, _)) = gone {
            bail!(
                "{name} is no longer in the newest header, which the record can't represent: extend its format"
            );
        }
        let spans = found.spans.iter().map(|(name, span)| (name, span.since));
        let results = found.results.iter().map(|(name, since)| (name, *since));
        let since = spans.chain(results).filter(|(_, since)| *since != 0);
        let text = format!("#include <{}>", self.header);
        let mut bindings: syn::File = syn::parse_str(&parse::bindings(
            &newest.include,
            &stubs(),
            &text,
            self.defines,
            TARGETS[0],
        )?)?;
        bindings.items.retain_mut(|item| {
            let syn::Item::ForeignMod(block) = item else {
                return true;
            };
            block.items.retain(|item| {
                !matches!(item, syn::ForeignItem::Fn(item) if self.is_profiler_alias(&item.sig.ident.to_string()))
            });
            !block.items.is_empty()
        });
        Ok(Some(Record {
            releases: sets.iter().map(|set| set.name.clone()).collect(),
            since: since.map(|(name, since)| (name.clone(), since)).collect(),
            macros: found.macros.iter().filter_map(recorded).collect(),
            bindings: prettyplease::unparse(&bindings),
        }))
    }

    /// Reads the headers, the newest first.
    fn find(&self, sets: &[Set]) -> Result<Found> {
        let no_sets = || format!("no header set has {}", self.header);
        let include = &sets.last().with_context(no_sets)?.include;
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
        let newest = newest.with_context(no_sets)?;
        let codes = &self.codes(&newest)?.enumerators;
        Ok(Found {
            versions: sets.iter().map(|set| set.number).collect(),
            oldest: sets.first().with_context(no_sets)?.name.clone(),
            results: first_seen(sets, self.header, codes)?,
            macros: text::macros(&read(include, self.header)?),
            newest,
            functions,
            spans,
        })
    }

    /// Inserts the versions that were found in the libraries themselves, between two header sets.
    fn correct(&self, found: &mut Found, api: &Api) -> Result<()> {
        for (name, since) in &(self.notes)(api).since {
            let span = found.spans.get_mut(name);
            let mut older = found.versions.iter().rev();
            let fits = span.as_ref().is_some_and(|span| {
                let older = older.find(|older| **older < span.since);
                *since < span.since && older.is_some_and(|older| older < since)
            });
            api.demand(fits, || {
                format!(
                    "api.toml says that {since} introduced {name}, which contradicts the headers"
                )
            })?;
            if let Some(span) = span {
                span.since = *since;
            }
        }
        Ok(())
    }

    /// Returns `true` if a function is another one's alias for profilers: `pncclSend`.
    fn is_profiler_alias(&self, name: &str) -> bool {
        name.strip_prefix('p')
            .is_some_and(|name| name.starts_with(self.prefix))
    }

    /// Returns each function once, by the name without a number: a header has one or both.
    fn plain(&self, functions: &[Function]) -> Vec<Function> {
        let names: BTreeSet<&str> = functions.iter().map(|f| f.name.as_str()).collect();
        functions
            .iter()
            .filter(|function| !self.is_profiler_alias(&function.name))
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

/// Returns a macro without its trailing comment; `None` for struct initializers, which aren't used.
fn recorded((name, value): (&String, &String)) -> Option<(String, String)> {
    let value = value.split("//").next()?.trim_end();
    (!value.starts_with('{')).then(|| (name.clone(), value.to_owned()))
}

/// Returns the part of a signature that callers depend on. C's `const` isn't part of it, because headers changed it.
fn signature(function: &Function) -> String {
    let parameters = function.parameters.iter().map(|p| &p.ty);
    let types: Vec<String> = parameters
        .chain([&function.result])
        .map(|ty| emit::type_text(ty).replace("*const", "*mut"))
        .collect();
    types.join(", ")
}

/// Returns `nvJitLinkCreate` for `__nvJitLinkCreate_12_0`.
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
    fn the_number_is_removed_from_the_name_of_a_function() {
        assert_eq!(
            without_number("__nvJitLinkCreate_12_0"),
            Some("nvJitLinkCreate")
        );
        for plain in ["nvJitLinkCreate", "nvrtcGetPTX", "__nvJitLinkAPI", "__a_b"] {
            assert_eq!(without_number(plain), None, "{plain}");
        }
    }
}
