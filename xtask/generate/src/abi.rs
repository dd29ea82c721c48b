//! Determines which exported symbol is which version of which function.
//!
//! `cudaTypedefs.h` defines a type `PFN_cuMemAlloc_v3020` for each ABI of each function, and `cuda.h` declares the
//! exported symbols. Sorted within a name by version and by symbol suffix, they pair up, and the signatures of each
//! pair must agree.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail, ensure};
use quote::ToTokens;

use crate::parse::{Function, Header, Parameter};
use crate::text::Declaration;

/// One ABI of one function.
#[derive(Debug, Clone)]
pub struct EntryPoint {
    /// The exported symbol, `cuMemAlloc_v2`.
    pub symbol: String,
    /// The name that `cuGetProcAddress` knows, `cuMemAlloc`.
    pub name: String,
    /// The CUDA version with which `cuGetProcAddress` returns this ABI, 3020.
    pub since: u32,
    /// The symbol and version of the per-thread default stream variant.
    pub per_thread: Option<(String, u32)>,
    pub parameters: Vec<Parameter>,
    /// The declaration in cuda.h, if this is the newest ABI.
    pub newest: Option<Declaration>,
    /// NVIDIA's page and the anchor on it.
    pub page: String,
    pub anchor: String,
    /// The header that declares it.
    pub header: &'static str,
}

/// `cuMemcpyHtoD_v2_ptds` → (`cuMemcpyHtoD`, 2, per-thread).
fn split_symbol(symbol: &str) -> (&str, u32, bool) {
    let (stem, per_thread) =
        match symbol.strip_suffix("_ptds").or_else(|| symbol.strip_suffix("_ptsz")) {
            Some(stem) => (stem, true),
            None => (symbol, false),
        };
    match stem.rsplit_once("_v") {
        Some((name, digits)) => match digits.parse() {
            Ok(suffix) => (name, suffix, per_thread),
            Err(_) => (stem, 1, per_thread),
        },
        None => (stem, 1, per_thread),
    }
}

type ByName<'a> = BTreeMap<(&'a str, bool), Vec<(u32, &'a Function)>>;

fn by_name<'a>(functions: &'a [Function], prefix: &str) -> ByName<'a> {
    let mut map = ByName::new();
    for function in functions {
        let Some(symbol) = function.name.strip_prefix(prefix) else {
            continue;
        };
        let (name, version, per_thread) = split_symbol(symbol);
        map.entry((name, per_thread)).or_default().push((version, function));
    }
    for versions in map.values_mut() {
        versions.sort_by_key(|(version, _)| *version);
    }
    map
}

/// Returns the version of each symbol, whose pointer has the same signature.
fn versions<'h>(
    internal: &Header,
    symbols: &ByName<'h>,
    pointers: &ByName<'_>,
) -> Result<BTreeMap<&'h str, u32>> {
    let aliases = aliases(internal);
    let mut versions: BTreeMap<&str, u32> = BTreeMap::new();
    for (key, symbols) in symbols {
        let pointers = &pointers[key];
        ensure!(
            symbols.len() == pointers.len(),
            "{key:?}: {} symbols but {} PFN types",
            symbols.len(),
            pointers.len()
        );
        for ((_, symbol), (version, pointer)) in symbols.iter().zip(pointers) {
            let (a, b) = (signature(symbol, &aliases), signature(pointer, &aliases));
            ensure!(a == b, "{} and {} differ:\n  {a}\n  {b}", symbol.name, pointer.name);
            versions.insert(&symbol.name, *version);
        }
    }
    Ok(versions)
}

/// Pairs `internal`, the headers parsed with every ABI visible, with the declarations that users see.
pub fn entry_points(
    internal: &Header,
    plain: &Header,
    documented: &[Declaration],
) -> Result<Vec<EntryPoint>> {
    let symbols = by_name(&internal.functions, "");
    let pointers = by_name(&internal.pointers, "PFN_");
    ensure!(
        symbols.keys().eq(pointers.keys()),
        "cuda.h and cudaTypedefs.h name different functions: {:?}",
        symbols
            .keys()
            .filter(|k| !pointers.contains_key(*k))
            .chain(pointers.keys().filter(|k| !symbols.contains_key(*k)))
            .collect::<Vec<_>>()
    );
    let versions = versions(internal, &symbols, &pointers)?;
    ensure!(
        plain.functions.len() == documented.len(),
        "bindgen sees {} functions, the text has {}",
        plain.functions.len(),
        documented.len()
    );
    let newest: BTreeMap<&str, &Declaration> =
        plain.functions.iter().zip(documented).map(|(f, d)| (f.name.as_str(), d)).collect();

    let mut found = Vec::new();
    for (function, declaration) in plain.functions.iter().zip(documented) {
        let (name, ..) = split_symbol(&function.name);
        let (written, ..) = split_symbol(&declaration.name);
        ensure!(
            name == written || name == "cuGraphInstantiateWithFlags",
            "bindgen has {} where the text has {}",
            function.name,
            declaration.name
        );
        // The newest ABI, followed by those that it superseded; per-thread variants have their own entries.
        let mut abis = symbols[&(name, false)].clone();
        abis.reverse();
        for (_, abi) in abis {
            let is_newest = abi.name == function.name;
            if found.iter().any(|e: &EntryPoint| e.symbol == abi.name)
                || (!is_newest && newest.contains_key(abi.name.as_str()))
            {
                continue;
            }
            let mut entry = entry_point(abi, name, declaration, is_newest, &versions)?;
            if is_newest {
                // The same types, with the documentation's parameter names.
                entry.parameters = function.parameters.clone();
            }
            found.push(entry);
        }
    }
    // A name that only superseded ABIs have: cuda.h maps cuGraphInstantiate to another function.
    for ((name, per_thread), abis) in &symbols {
        for (_, abi) in abis {
            if !per_thread && !found.iter().any(|e| e.symbol == abi.name) {
                let declaration = documented
                    .iter()
                    .find(|d| d.name == *name)
                    .with_context(|| format!("{name} is not documented"))?;
                found.push(entry_point(abi, name, declaration, false, &versions)?);
            }
        }
    }
    for entry in &mut found {
        for suffix in ["_ptds", "_ptsz"] {
            let variant = format!("{}{suffix}", entry.symbol);
            if let Some(version) = versions.get(variant.as_str()) {
                entry.per_thread = Some((variant, *version));
            }
        }
    }
    let variants = symbols
        .iter()
        .filter(|((_, per_thread), _)| *per_thread)
        .map(|(_, abis)| abis.len())
        .sum::<usize>();
    let paired = found.iter().filter(|e| e.per_thread.is_some()).count();
    if variants != paired {
        bail!("{variants} per-thread variants, but only {paired} belong to an entry point");
    }
    Ok(found)
}

fn entry_point(
    abi: &Function,
    name: &str,
    declaration: &Declaration,
    newest: bool,
    versions: &BTreeMap<&str, u32>,
) -> Result<EntryPoint> {
    Ok(EntryPoint {
        symbol: abi.name.clone(),
        name: name.to_string(),
        since: *versions
            .get(abi.name.as_str())
            .with_context(|| format!("{} has no version", abi.name))?,
        per_thread: None,
        parameters: abi.parameters.clone(),
        newest: newest.then(|| declaration.clone()),
        page: format!("group__{}", declaration.group.replace('_', "__")),
        anchor: declaration.anchor(),
        header: declaration.header,
    })
}

pub fn aliases(header: &Header) -> BTreeMap<String, String> {
    header
        .types
        .iter()
        .filter_map(|item| match item {
            syn::Item::Type(item) => {
                Some((item.ident.to_string(), item.ty.to_token_stream().to_string()))
            }
            _ => None,
        })
        .chain(
            header.enums.iter().flat_map(|e| e.aliases.iter().map(|a| (a.clone(), e.name.clone()))),
        )
        .collect()
}

fn signature(function: &Function, aliases: &BTreeMap<String, String>) -> String {
    let result = function.result.to_token_stream().to_string();
    format!("{} -> {result}", parameter_types(&function.parameters, aliases))
}

/// Returns the types of parameters with every alias resolved, so that `CUdevice_v1` equals `CUdevice`.
pub fn parameter_types(parameters: &[Parameter], aliases: &BTreeMap<String, String>) -> String {
    let mut words: Vec<String> =
        parameters.iter().map(|p| p.ty.to_token_stream().to_string()).collect();
    loop {
        let resolved: Vec<String> = words
            .iter()
            .map(|text| {
                text.split(' ')
                    .map(|w| aliases.get(w).map_or(w, String::as_str))
                    .collect::<Vec<_>>()
                    .join(" ")
            })
            .collect();
        if resolved == words {
            return words.join(", ");
        }
        words = resolved;
    }
}
