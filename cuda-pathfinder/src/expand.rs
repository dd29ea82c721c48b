//! Expands paths that contain `*`, newest first.

use std::cmp::Ordering;
use std::path::{Path, PathBuf};

/// Returns the existing paths under `base` that match `pattern`, in which each component may contain one `*`.
///
/// Within a component, the newest come first: `cuda-13.0` before `cuda-9.2`.
pub(crate) fn expand(base: &Path, pattern: &str) -> Vec<PathBuf> {
    let mut found = vec![base.to_owned()];
    for part in pattern.split('/') {
        let mut matching = Vec::new();
        for folder in &found {
            matching.extend(matches_in(folder, part));
        }
        found = matching;
    }
    found
}

/// Returns the existing paths under `base` that match the patterns, pattern by pattern.
pub(crate) fn expand_each(base: &Path, patterns: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for pattern in patterns {
        found.extend(expand(base, pattern));
    }
    found
}

fn matches_in(folder: &Path, part: &str) -> Vec<PathBuf> {
    let Some((before, after)) = part.split_once('*') else {
        let path = folder.join(part);
        return if path.exists() {
            vec![path]
        } else {
            Vec::new()
        };
    };
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    // There are few, so an insertion sort is enough; the standard library's sort takes long to compile.
    let mut names: Vec<String> = Vec::new();
    for entry in entries.flatten() {
        if let Ok(name) = entry.file_name().into_string()
            && let Some(rest) = name.strip_prefix(before)
            && rest.len() >= after.len()
            && rest.ends_with(after)
        {
            let at = names.partition_point(|other| newest_first(other, &name).is_lt());
            names.insert(at, name);
        }
    }
    names.into_iter().map(|name| folder.join(name)).collect()
}

/// Orders names by the numbers in them, in descending order.
fn newest_first(a: &str, b: &str) -> Ordering {
    numbers(b).cmp(numbers(a)).then_with(|| a.cmp(b))
}

fn numbers(name: &str) -> impl Iterator<Item = u64> {
    name.split(|c: char| !c.is_ascii_digit())
        .filter_map(|digits| digits.parse().ok())
}
