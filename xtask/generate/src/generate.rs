//! Generates the text of every file from the header sets.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context, Result};
use xtask::headers::Headers;
use xtask::{Version, Wheels};

use crate::agree::must_agree;
use crate::api::Api;
use crate::layout::Layout;
use crate::parse::{self, Header, TARGETS};
use crate::sources::{DRIVER_HEADERS, INTERNAL, inclusion, number, read, stubs};
use crate::{abi, emit, layout, libraries, text};

const DRIVER_DOCUMENTATION: &str = "https://docs.nvidia.com/cuda/cuda-driver-api/";

/// Returns every generated file, by its path in the workspace. The headers of libraries come from their records, except
/// those of the libraries in `fetched`.
pub fn files(
    workspace: &Path,
    newest: Option<&Path>,
    fetched: &[String],
) -> Result<BTreeMap<PathBuf, String>> {
    let wheels = Wheels::of_this_machine()?;
    let pinned = Headers::pinned()?;
    let mut sets = pinned.provision(&wheels)?;
    let libclang = pinned.provision_libclang(&wheels)?;
    // SAFETY: no other thread is running yet.
    unsafe { std::env::set_var("LIBCLANG_PATH", &libclang) };
    if let Some(folder) = newest {
        let version = version_of(folder)?;
        sets.insert(version, folder.to_path_buf());
        sets.retain(|v, _| *v <= version);
    }
    let mut api = Api::read(&workspace.join("xtask/api.toml"))?;
    api.unreviewed = newest.is_some();
    let (_, newest) = sets.last_key_value().context("no header sets")?;
    let records = libraries::records(workspace, &pinned, &wheels, &sets, fetched, &api)?;
    let (sets, api) = (&sets, &api);
    // Each takes several seconds, so they run in parallel. The records stay on this thread, because tokens aren't `Send`.
    thread::scope(|scope| {
        let parts = [scope.spawn(|| driver(sets, api)), scope.spawn(|| layouts(sets, api))];
        let mut files = libraries::files(&records, fetched, newest, api)?;
        for part in parts {
            let part = part.join();
            files.extend(part.unwrap_or_else(|panic| resume_unwind(panic))?);
        }
        Ok(files)
    })
}

/// Returns the version in a folder's `cuda.h`.
fn version_of(folder: &Path) -> Result<Version> {
    let text = read(folder, "cuda.h")?;
    let number =
        text::macros(&text).remove("CUDA_VERSION").context("cuda.h defines no CUDA_VERSION")?;
    number
        .parse()
        .ok()
        .and_then(Version::from_cuda)
        .with_context(|| format!("CUDA_VERSION is {number}"))
}

/// Returns the files in `tests/abi/generated`.
fn layouts(sets: &BTreeMap<Version, PathBuf>, api: &Api) -> Result<BTreeMap<PathBuf, String>> {
    let layouts: BTreeMap<Version, Layout> = sets
        .iter()
        .map(|(version, include)| Ok((*version, Layout::read(include, api)?)))
        .collect::<Result<_>>()?;
    let (_, newest) = layouts.last_key_value().context("no header sets")?;
    let folder = Path::new("tests/abi/generated");
    Ok(BTreeMap::from([
        (folder.join("sets.rs"), emit::sets(sets.keys())),
        (folder.join("rows.rs"), emit::layout_in_rust(newest)),
        (folder.join("layout.c"), emit::layout_in_c(&layout::spans(&layouts)?)),
    ]))
}

fn driver(sets: &BTreeMap<Version, PathBuf>, api: &Api) -> Result<BTreeMap<PathBuf, String>> {
    let (_, include) = sets.last_key_value().context("no header sets")?;
    let headers =
        DRIVER_HEADERS.into_iter().filter(|h| include.join(h).exists()).collect::<Vec<_>>();
    let with_typedefs: String = headers.iter().map(|h| inclusion(h, true)).collect();
    let plain: String = headers.iter().map(|h| inclusion(h, false)).collect();
    let chosen = &api.driver.unnamed;
    let internal = parse_alike(include, &with_typedefs, &[INTERNAL], chosen)?;
    for entry in chosen.keys() {
        api.demand(internal.named.used.contains(entry), || {
            format!("api.toml names {entry}, which is no unnamed member of the headers")
        })?;
    }
    let plain = parse::parse(include, &stubs(), &plain, &[], TARGETS[0], chosen)?;

    let mut documented = Vec::new();
    let mut macros = BTreeMap::new();
    for header in headers {
        let text = read(include, header)?;
        documented.extend(text::declarations(header, &text, "CUDAAPI")?);
        macros.extend(text::macros(&text));
    }
    let entries = abi::entry_points(&internal, &plain, &documented)?;
    let codes = internal.enums.iter().find(|e| e.name == "CUresult").context("no CUresult")?;
    let oldest = sets.keys().next().copied().context("no header sets")?;
    let since = first_seen(sets, "cuda.h", &codes.enumerators)?;

    let sticky = text::sticky(&text::enumerators(&read(include, "cuda.h")?, "CUresult")?);

    let types_page = format!("{DRIVER_DOCUMENTATION}group__CUDA__TYPES.html");
    let folder = Path::new("cuda-driver-sys/src/generated");
    Ok(BTreeMap::from([
        (folder.join("enums.rs"), emit::enums(&internal, &types_page, "CUresult", true)),
        (folder.join("types.rs"), emit::types(&internal, Some(DRIVER_DOCUMENTATION), &types_page)),
        (folder.join("constants.rs"), emit::constants(&internal, &macros)?),
        (folder.join("entry_points.rs"), emit::entry_points(&entries)),
        (
            folder.join("results.rs"),
            emit::results(codes, &oldest.to_string(), "CUDA", &api.driver.results, &since, api)?
                + &emit::sticky(codes, &sticky, api)?,
        ),
        (
            Path::new("cuda-driver/src/generated/enums.rs").into(),
            emit::short_enums(&internal.enums, &types_page, api)?,
        ),
        (
            Path::new("compat/cudarc/src/driver/generated/tags.rs").into(),
            emit::tags(&internal.tags),
        ),
        (
            Path::new("cuda-driver/src/generated/raw.rs").into(),
            emit::raw(&entries, &internal, api)?,
        ),
    ]))
}

/// Parses for every target, and requires the results to agree, except for the sign of C enumerations.
fn parse_alike(
    include: &Path,
    text: &str,
    defines: &[&str],
    chosen: &BTreeMap<String, String>,
) -> Result<Header> {
    let first = parse::parse(include, &stubs(), text, defines, TARGETS[0], chosen)?;
    for target in &TARGETS[1..] {
        let other = parse::parse(include, &stubs(), text, defines, target, chosen)?;
        must_agree(&first, &other, target)?;
    }
    Ok(first)
}

/// Returns the first pinned version whose header names each code; 0 for those of the oldest set.
fn first_seen(
    sets: &BTreeMap<Version, PathBuf>,
    header: &str,
    codes: &[(String, i64)],
) -> Result<BTreeMap<String, u32>> {
    let mut seen = BTreeMap::new();
    for (index, (version, include)) in sets.iter().enumerate() {
        let text = read(include, header)?;
        let words: BTreeSet<&str> =
            text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        for (code, _) in codes.iter().filter(|(code, _)| words.contains(code.as_str())) {
            let since = if index == 0 { 0 } else { number(*version) };
            seen.entry(code.clone()).or_insert(since);
        }
    }
    Ok(seen)
}
