//! `cargo xtask interface --cudarc`: what cudarc of the registry has outside its modules `sys` that `compat/cudarc` lacks, or has
//! with another signature. `compat/cudarc/tests/cudarc/names.rs` has the names of `sys`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use xtask_print::print_line;

use super::{Source, TARGET, document, list};
use crate::cargo;

const VERSION: &str = "0.19.10";
const FEATURES: &str = "cuda-13000,f16,cudnn,nccl,cupti,cusparse,cusolver,cusolvermg,cufile,nvtx,cutensor,cufft,runtime";

/// Functions of traits, which the trait determines, and what types do that hold something else.
const DETERMINED: [&str; 12] = [
    "drop",
    "clone",
    "eq",
    "fmt",
    "hash",
    "cmp",
    "partial_cmp",
    "default",
    "from",
    "try_from",
    "source",
    "into_scaling_parameter",
];
const AUTOMATIC: [&str; 4] = ["Send", "Sync", "Drop", "StructuralPartialEq"];

/// What is implemented for more types here.
const BROADER: [&str; 2] =
    ["impl<T: Clone> Clone for UnifiedView<T>", "impl<T: Copy> Copy for UnifiedView<T>"];

pub(super) fn compare() -> Result<()> {
    let folder = cargo::metadata()?.target_directory.join("interface");
    let theirs = folder.join("cudarc");
    fs::create_dir_all(theirs.join("src"))
        .with_context(|| format!("making {}", theirs.display()))?;
    let features = FEATURES.replace(',', "\", \"");
    let manifest = format!(
        "[workspace]\n[package]\nname = \"listed\"\nedition = \"2024\"\n[dependencies]\n\
         cudarc = {{ version = \"={VERSION}\", features = [\"{features}\"] }}\n"
    );
    let manifest_path = theirs.join("Cargo.toml");
    fs::write(&manifest_path, manifest)?;
    fs::write(theirs.join("src/lib.rs"), "")?;
    document([&"cudarc"].into_iter(), &theirs, &Source::Manifest(&manifest_path))?;
    document([&"cudarc"].into_iter(), &folder, &Source::Features(FEATURES))?;
    let items = |folder: &Path| -> Result<BTreeSet<String>> {
        let list = list(&folder.join(format!("{TARGET}/doc/cudarc.json")))?;
        Ok(list.lines().filter(|line| is_compared(line)).map(plain).collect())
    };
    let (theirs, ours) = (items(&theirs)?, items(&folder)?);
    let missing: Vec<&String> =
        theirs.difference(&ours).filter(|name| !BROADER.contains(&name.as_str())).collect();
    for line in &missing {
        print_line(format_args!("- {line}"))?;
    }
    print_line(format_args!("{} of {} items are missing", missing.len(), theirs.len()))?;
    ensure!(
        missing.is_empty(),
        "compat/cudarc lacks items of cudarc {VERSION}, or has them otherwise"
    );
    Ok(())
}

/// Returns `true` for an item outside `sys`, or an `impl` of a trait for a type outside it.
fn is_compared(line: &str) -> bool {
    if let Some(of) = line.strip_prefix("impl") {
        let Some((of_trait, of)) = of.rsplit_once(" for ") else {
            return false;
        };
        return !of.contains("sys::") && !AUTOMATIC.iter().any(|name| of_trait.ends_with(name));
    }
    let item = line.split('(').next().unwrap_or(line);
    let last = item.rsplit("::").next().unwrap_or(item);
    let name = last.split(['<', ' ']).next().unwrap_or(last);
    !line.contains("#[repr") && !item.contains("::sys") && !DETERMINED.contains(&name)
}

/// Returns a line with the item's path, but without the paths of types, lifetimes' names and bounds that a `where` may have
/// instead, and with types by one name: C's tags and aliases differ from it by their ends. Types are where they are defined,
/// which isn't where programs find them.
fn plain(line: &str) -> String {
    let line = line.replace("Arc<cudarc::cudnn::Cudnn>", "Arc<Self>");
    let path =
        line.find("cudarc::").filter(|&at| !line.starts_with("impl") && !line[..at].contains("::"));
    let is_type = |name: &str| name.starts_with(char::is_uppercase);
    if let Some(start) = path
        && let length = line[start..].find(['(', '<', ' ']).unwrap_or(line.len() - start)
        && let (item, rest) = line.split_at(start + length)
        // What a type has, has one of the type's paths, any of them.
        && !item.rsplit("::").nth(1).is_some_and(is_type)
        && !(line[..start].ends_with("fn ") && item.rsplit("::").next().is_some_and(is_type))
    {
        return item.to_owned() + &without_paths(rest);
    }
    without_paths(&line)
}

fn without_paths(line: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut plain = String::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(length.max(first.len_utf8()));
        rest = after;
        let is_module = word.starts_with(|c: char| c.is_ascii_lowercase() || c == '_');
        if is_module && let Some(after) = rest.strip_prefix("::") {
            rest = after;
        } else if plain.ends_with('\'') {
            plain.push('_');
        } else if word != "'_" {
            plain.push_str(stem(word));
        }
    }
    let plain = plain.replace("<'_>", "").replace("'_ ", "").replace("'_, ", "");
    // A type that is generic by itself, and an array's length.
    match plain.split_once("const ") {
        Some((before, _)) if plain.starts_with("impl<") => {
            format!(
                "impl of arrays: {}",
                before.contains("DeviceRepr") || plain.contains("DeviceRepr")
            )
        }
        _ => plain,
    }
}

/// Returns a type's name without the ends that make it a tag or an alias.
fn stem(word: &str) -> &str {
    let ends = ["_enum", "_st", "_union", "_t", "_v1", "_v2", "Struct"];
    let mut stem = word;
    while let Some(shorter) = ends.iter().find_map(|end| stem.strip_suffix(end)) {
        stem = shorter;
    }
    match stem {
        "cuFloatComplex" => "float2",
        "cuDoubleComplex" => "double2",
        "cudaError" => "CUresult",
        stem => stem,
    }
}
