//! The bindings of libraries, from their headers or their records.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use xtask::headers::{self, Headers};
use xtask::{Version, Wheels};

use crate::agree::must_agree;
use crate::api::{Api, LibraryNotes};
use crate::layout::Layout;
use crate::library::{FOLDER, LIBRARIES, Library};
use crate::merge::{self, MergedHeaders, Release};
use crate::parse::{self, Function, Header, TARGETS};
use crate::record::Record;
use crate::sources::{read, stubs};
use crate::{emit, text};

/// The folder of the rows that the package's tests compare with C.
const TESTS: &str = "cuda-libraries-sys/tests/libraries/generated";

/// The headers of one release.
struct HeaderSet {
    parts: [u32; 3],
    include: PathBuf,
}

/// What the record has of each library, or what the headers say.
pub type Records = BTreeMap<&'static str, Record>;

/// Reads the records, except of the libraries in `fetched`, whose headers are read.
pub fn records(
    workspace: &Path,
    pinned: &Headers,
    wheels: &Wheels,
    cuda: &BTreeMap<Version, PathBuf>,
    fetched: &[String],
    api: &Api,
) -> Result<Records> {
    let mut records = Records::new();
    for library in &LIBRARIES {
        let record = if library.is_recorded() && !library.is_fetched(fetched) {
            Record::read(workspace, library, &pinned.releases(library.pins)?)?
        } else {
            library.read_headers(
                &library.sets(pinned, wheels, cuda)?,
                pinned,
                wheels,
                cuda,
                &records,
                api,
            )?
        };
        records.insert(library.module, record);
    }
    Ok(records)
}

/// Returns the generated files of all libraries, by their paths in the workspace, with the records of the fetched ones.
pub fn files(
    records: &Records,
    fetched: &[String],
    cuda: &Path,
    api: &Api,
) -> Result<BTreeMap<PathBuf, String>> {
    let mut files = shared(cuda)?;
    for library in &LIBRARIES {
        let record = &records[library.module];
        files.extend(library.files(record, api)?);
        if library.is_recorded() && library.is_fetched(fetched) {
            files.extend([record.file(library)]);
        }
    }
    Ok(files)
}

/// Returns the files with the types that all libraries share.
fn shared(cuda: &Path) -> Result<BTreeMap<PathBuf, String>> {
    let header = shared_header(cuda)?;
    let folder = Path::new(FOLDER);
    let page = "https://docs.nvidia.com/cuda/cuda-runtime-api/group__CUDART__TYPES.html";
    Ok(BTreeMap::from([
        (
            folder.join("macros.rs"),
            emit::HEAD.to_owned()
                + &emit::MACROS.replace("crate::macros", "crate::generated::macros"),
        ),
        (folder.join("shared/enums.rs"), emit::enums(&header, page, "", false)),
        (folder.join("shared/types.rs"), emit::types(&header, None, page)),
        (Path::new("compat/cudarc/src/generated/shared_tags.rs").into(), emit::tags(&header.tags)),
    ]))
}

/// Reads the types that all libraries share.
fn shared_header(cuda: &Path) -> Result<Header> {
    let text = "#include <cuda_runtime.h>\n#include <cuda_fp16.h>\n#include <cuda_bf16.h>\n#include <stdio.h>\n";
    let bindings = parse::bindings_in("c", &folders(&[], cuda), text, &[], TARGETS[0])?;
    parse::read(&bindings, &BTreeMap::new())
}

/// Returns the folders of headers: a library's own, stubs, and CUDA's for `library_types.h`.
fn folders<'a>(include_folders: &[&'a Path], cuda: &'a Path) -> Vec<&'a Path> {
    static STUBS: std::sync::OnceLock<[PathBuf; 2]> = std::sync::OnceLock::new();
    let stubs = STUBS.get_or_init(|| [stubs().join("libraries"), stubs()]);
    let stubs = stubs.iter().map(PathBuf::as_path);
    include_folders.iter().copied().chain(stubs).chain([cuda]).collect()
}

impl Library {
    /// Returns the include folders of its releases, with the parts of their numbers, the oldest first.
    fn sets(
        &self,
        pinned: &Headers,
        wheels: &Wheels,
        cuda: &BTreeMap<Version, PathBuf>,
    ) -> Result<Vec<HeaderSet>> {
        if self.is_recorded() {
            let sets = pinned.provision_library(self.pins, wheels)?;
            let set = |(release, include): (headers::Release, PathBuf)| HeaderSet {
                parts: release.parts(),
                include,
            };
            return Ok(sets.into_iter().map(set).collect());
        }
        let sets = cuda.iter();
        let has_headers =
            |include: &Path| self.headers.iter().any(|header| include.join(header).exists());
        let sets = sets.filter(|(_, include)| has_headers(include));
        let set = |(version, include): (&Version, &PathBuf)| HeaderSet {
            parts: [version.major, version.minor, 0],
            include: include.clone(),
        };
        Ok(sets.map(set).collect())
    }

    /// Reads the headers of all releases.
    fn read_headers(
        &self,
        sets: &[HeaderSet],
        pinned: &Headers,
        wheels: &Wheels,
        cuda: &BTreeMap<Version, PathBuf>,
        records: &Records,
        api: &Api,
    ) -> Result<Record> {
        let (_, cuda) = cuda.last_key_value().context("no header sets")?;
        let mut used = Vec::new();
        let mut items = ItemNames::of(&shared_header(cuda)?);
        for module in self.uses {
            let Some(library) = LIBRARIES.iter().find(|library| library.module == *module) else {
                continue;
            };
            let mut header = records[module].header.clone();
            if self.repeats.contains(module) {
                header.functions.clear();
            }
            items.extend(ItemNames::of(&header));
            let notes = api.libraries.get(*module);
            items
                .extend(ItemNames(notes.map(|notes| notes.unexported.clone()).unwrap_or_default()));
            used.push(pinned.provision_newest(library.pins, wheels)?);
        }
        let text = |include: &Path| -> String {
            let headers = self.headers.iter().filter(|header| include.join(header).exists());
            headers.map(|header| format!("#include <{header}>\n")).collect()
        };
        let language = if self.is_cplusplus { "c++" } else { "c" };
        let mut releases = Vec::new();
        for set in sets {
            let [major, minor, _] = set.parts;
            let include = &set.include;
            let mut include_folders = vec![include.as_path()];
            include_folders.extend(used.iter().map(PathBuf::as_path));
            let folders = folders(&include_folders, cuda);
            let header_for = |target| -> Result<Header> {
                let text = text(include);
                let bindings = parse::bindings_in(language, &folders, &text, self.defines, target)?;
                let mut header = parse::read(&bindings, &BTreeMap::new())?;
                self.use_plain_names(&mut header.functions);
                items.remove(&mut header);
                header.types.retain(|item| {
                    !merge::name_of(item).is_some_and(|name| is_vector_of_long(&name))
                });
                Ok(header)
            };
            let header = header_for(TARGETS[0])?;
            let is_newest = sets.last().is_some_and(|newest| newest.parts == set.parts);
            for target in TARGETS[1..].iter().filter(|_| is_newest) {
                if !(self.is_for_linux_alone && target.contains("windows")) {
                    let other = header_for(target)?;
                    must_agree(&header, &other, target).with_context(|| self.title)?;
                }
            }
            releases.push(Release {
                number: self.number(set.parts),
                minor: (self.number([major, minor, 0]), self.number([major, minor + 1, 0])),
                name: self.name(set.parts),
                header,
            });
        }
        let no_pins = || format!("no pins of {}", self.pins);
        let newest = &sets.last().with_context(no_pins)?.include;
        let mut macros = BTreeMap::new();
        for header in self.headers.iter().filter(|header| newest.join(header).exists()) {
            macros.extend(text::macros(&read(newest, header)?));
        }
        let names = sets.iter().map(|set| self.name(set.parts)).collect();
        let layout = releases.last().map(|newest_header| {
            Layout::new(&newest_header.header, &self.texts(newest).unwrap_or_default())
        });
        let none = BTreeSet::new();
        let grown = api.libraries.get(self.module).map_or(&none, |notes| &notes.grown);
        let merged = merge::merge(releases, grown);
        let rows = layout.map(|layout| emit::library::layout(self, &layout, &merged.header));
        let values = emit::MacroValues::of(&merged.header);
        macros.retain(|name, value| {
            *value = value.split("//").next().unwrap_or_default().trim_end().to_owned();
            !value.starts_with('{') && values.get(name, value).is_some()
        });
        Ok(Record::new(names, merged, macros, rows, self.result.0))
    }

    /// Returns the text of all headers in a folder, and in its folders for this library.
    fn texts(&self, include: &Path) -> Result<String> {
        let mut text = String::new();
        for entry in std::fs::read_dir(include)? {
            let path = entry?.path();
            let is_header = path.extension().is_some_and(|extension| extension == "h");
            let has_headers = || {
                let of_this = |header: &&str| {
                    header.rsplit_once('/').is_some_and(|(folder, _)| path.ends_with(folder))
                };
                path.join("types.h").exists() || self.headers.iter().any(of_this)
            };
            if path.is_dir() && has_headers() {
                text.push_str(&self.texts(&path)?);
            } else if path.is_file() && is_header {
                let bytes = std::fs::read(&path).with_context(|| path.display().to_string())?;
                text.push_str(&String::from_utf8_lossy(&bytes));
            }
        }
        Ok(text)
    }

    /// Removes functions that only are other names of others: those for profilers, `pncclSend`, and those with a number
    /// next to the plain name.
    fn use_plain_names(&self, functions: &mut Vec<Function>) {
        let names: BTreeSet<String> =
            functions.iter().map(|function| function.name.clone()).collect();
        functions.retain(|function| {
            function.name.strip_prefix('p').is_none_or(|name| !names.contains(name))
        });
        if self.numbered.is_empty() {
            return;
        }
        functions.retain_mut(|function| {
            let Some(plain) = without_number(&function.name).map(str::to_owned) else {
                return true;
            };
            function.name = plain;
            !names.contains(&function.name)
        });
    }

    /// Inserts what the libraries themselves export, where that differs from what their headers declare. What isn't exported
    /// is only there if the headers were read.
    fn correct(
        &self,
        merged: &mut MergedHeaders,
        notes: &LibraryNotes,
        api: &Api,
        is_read: bool,
    ) -> Result<()> {
        let functions = &mut merged.header.functions;
        for name in &notes.unexported {
            let declared = functions.iter().position(|function| function.name == *name);
            api.demand(declared.is_some() == is_read, || {
                format!(
                    "libraries.toml says that no library exports {name}, which no header declares, or the module still has: run \
                     `cargo xtask generate --wheels {}`",
                    self.module
                )
            })?;
            declared.map(|index| functions.remove(index));
        }
        for name in &notes.replaced {
            let is_newer = merged.spans.get(name).is_some_and(|span| span.since != 0);
            api.demand(is_newer, || {
                format!("libraries.toml says that {name} replaced another function, which no header introduces")
            })?;
            merged.symbols.insert(name.clone(), name.clone());
        }
        for (name, since) in &notes.since {
            let span = merged.spans.get_mut(name).filter(|span| *since != span.since);
            api.demand(span.is_some(), || {
                format!("libraries.toml says that {since} introduced {name}, which is no news, or no header declares it")
            })?;
            span.into_iter().for_each(|span| span.since = *since);
        }
        for (name, until) in &notes.until {
            let is_other =
                |span: &&mut merge::Span| span.until.is_some_and(|removal| removal != *until);
            let span = merged.spans.get_mut(name).filter(is_other);
            api.demand(span.is_some(), || {
                format!("libraries.toml says that {until} removed {name}, which is no news, or the newest header declares it")
            })?;
            span.into_iter()
                .for_each(|span| span.until = Some(*until).filter(|removal| *removal != 0));
        }
        Ok(())
    }

    /// Returns the files of the library's module, by their paths in the workspace.
    fn files(&self, record: &Record, api: &Api) -> Result<BTreeMap<PathBuf, String>> {
        let mut merged = record.merged();
        let none = LibraryNotes::default();
        let notes = api.libraries.get(self.module).unwrap_or(&none);
        // The generated module hasn't what isn't exported.
        let is_read = record.rows.is_some();
        self.correct(&mut merged, notes, api, is_read)?;
        let constants = emit::library::constants(self, &merged.header, record)?;
        // A library may use the result codes of another one.
        let mut enums = merged.header.enums.iter();
        let codes = enums.find(|enumeration| enumeration.name == self.result.0);
        let results = codes
            .map(|codes| emit::library::results(self, codes, &merged, &notes.results, api))
            .transpose()?;
        let mut files = vec![
            ("enums.rs", emit::enums(&merged.header, self.page, self.result.0, true)),
            ("types.rs", emit::library::types(self, &merged)),
            ("functions.rs", emit::library::functions(self, &merged)),
        ];
        files.extend(constants.map(|text| ("constants.rs", text)));
        files.extend(results.map(|text| ("results.rs", text)));
        let folder = Path::new(FOLDER);
        let list = emit::library::list(files.iter().map(|(file, _)| *file));
        let list = (folder.join(format!("{}.rs", self.module)), list);
        let rows = Path::new(TESTS).join(format!("{}.rs", self.module));
        let rows = record.rows.iter().map(|text| (rows.clone(), text.clone()));
        let in_folder = |(file, text): (&str, String)| (folder.join(self.module).join(file), text);
        Ok(files.into_iter().map(in_folder).chain([list]).chain(rows).collect())
    }
}

/// Returns whether a type is a vector of `long`s, such as `ulong4_16a`: its layout isn't the same on all systems, and no
/// function takes one.
fn is_vector_of_long(name: &str) -> bool {
    let lanes = name.trim_start_matches('u').strip_prefix("long");
    lanes.is_some_and(|lanes| lanes.starts_with(|c: char| c.is_ascii_digit()))
}

/// Returns `nvJitLinkCreate` for `__nvJitLinkCreate_12_0`.
fn without_number(name: &str) -> Option<&str> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let (rest, minor) = name.strip_prefix("__")?.rsplit_once('_')?;
    let (plain, major) = rest.rsplit_once('_')?;
    (is_number(major) && is_number(minor)).then_some(plain)
}

/// The names of a header's items, which other headers include.
#[derive(Debug)]
struct ItemNames(BTreeSet<String>);

impl ItemNames {
    fn of(header: &Header) -> Self {
        let types = header.types.iter().filter_map(merge::name_of);
        let enums = header.enums.iter().flat_map(|enumeration| {
            let names = [enumeration.name.clone()].into_iter().chain(enumeration.aliases.clone());
            names.collect::<Vec<_>>()
        });
        let functions = header.functions.iter().map(|function| function.name.clone());
        let constants = header.constants.iter().map(|constant| constant.ident.to_string());
        Self(types.chain(enums).chain(functions).chain(constants).collect())
    }

    fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// Removes the items with these names.
    fn remove(&self, header: &mut Header) {
        let is_own = |name: &str| !self.0.contains(name);
        header.types.retain(|item| merge::name_of(item).is_none_or(|name| is_own(&name)));
        header.enums.retain(|enumeration| is_own(&enumeration.name));
        header.functions.retain(|function| is_own(&function.name));
        header.constants.retain(|constant| is_own(&constant.ident.to_string()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_is_removed_from_the_name_of_a_function() {
        assert_eq!(without_number("__nvJitLinkCreate_12_0"), Some("nvJitLinkCreate"));
        for plain in ["nvJitLinkCreate", "nvrtcGetPTX", "__nvJitLinkAPI", "__a_b"] {
            assert_eq!(without_number(plain), None, "{plain}");
        }
    }

    #[test]
    fn only_vectors_of_long_are_left_out() {
        for vector in ["long2", "ulong4_16a"] {
            assert!(is_vector_of_long(vector), "{vector}");
        }
        for other in ["longlong2", "int4", "ulonglong4", "long"] {
            assert!(!is_vector_of_long(other), "{other}");
        }
    }

    #[test]
    fn each_record_has_the_pinned_releases_and_what_is_read_is_written_as_it_was() {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
        let pinned = Headers::pinned().unwrap();
        let api = Api::read(&workspace.join("xtask/api.toml")).unwrap();
        for library in LIBRARIES.iter().filter(|library| library.is_recorded()) {
            let releases = pinned.releases(library.pins).unwrap();
            let record = Record::read(workspace, library, &releases).unwrap();
            let files = library.files(&record, &api).unwrap();
            for (path, text) in files.into_iter().chain([record.file(library)]) {
                let current = std::fs::read_to_string(workspace.join(&path)).unwrap();
                assert!(current == text, "{} is out of date", path.display());
            }
        }
    }

    #[test]
    fn pins_that_differ_from_the_record_are_an_error_with_a_remedy() {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap();
        let newer = ["11.11.3", "13.99.1"].map(|release| release.parse().unwrap());
        let error = Record::read(workspace, &LIBRARIES[0], &newer).unwrap_err();
        let error = error.to_string();
        assert!(error.contains("11.11.3, 13.99.1"), "{error}");
        assert!(error.contains("--wheels cublas"), "{error}");
    }
}
