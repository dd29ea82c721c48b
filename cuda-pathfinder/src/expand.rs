//! Expands paths that contain `*`, newest first.

use std::cmp::Ordering;
use std::path::{Path, PathBuf};

use crate::files::{cut, exists, names_in, parts};

/// Returns the existing paths under `base` that match `pattern`, in which each component may contain one `*`.
///
/// Within a component, the newest come first: `cuda-13.0` before `cuda-9.2`.
pub(crate) fn expand(base: &Path, pattern: &str) -> Vec<PathBuf> {
    let mut found = vec![base.to_owned()];
    for part in parts(pattern, "/") {
        let mut matching = Vec::new();
        for folder in &found {
            matches_in(folder, part, &mut matching);
        }
        found = matching;
    }
    found
}

/// Returns the existing paths under `base` that match the patterns, pattern by pattern.
pub(crate) fn expand_each(base: &Path, patterns: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for pattern in patterns {
        found.append(&mut expand(base, pattern));
    }
    found
}

#[inline(never)]
fn matches_in(folder: &Path, part: &str, paths: &mut Vec<PathBuf>) {
    let Some((before, after)) = cut(part, "*") else {
        let path = folder.join(part);
        if exists(&path) {
            paths.push(path);
        }
        return;
    };
    // There are few, so an insertion sort is enough; the standard library's sort takes long to compile.
    let mut names: Vec<String> = Vec::new();
    for name in names_in(folder) {
        if let Some(rest) = name.strip_prefix(before)
            && rest.len() >= after.len()
            && rest.ends_with(after)
        {
            let mut at = 0;
            while at < names.len() && newest_first(&names[at], &name).is_lt() {
                at += 1;
            }
            names.insert(at, name);
        }
    }
    for name in &names {
        paths.push(folder.join(name));
    }
}

/// Orders names by the numbers in them, in descending order.
fn newest_first(a: &str, b: &str) -> Ordering {
    numbers(b).cmp(&numbers(a)).then_with(|| a.cmp(b))
}

fn numbers(name: &str) -> Vec<u64> {
    let mut numbers: Vec<u64> = Vec::new();
    let mut is_digit = false;
    for byte in name.bytes() {
        let was_digit = is_digit;
        is_digit = byte.is_ascii_digit();
        let digit = u64::from(byte.wrapping_sub(b'0'));
        match numbers.last_mut() {
            Some(last) if is_digit && was_digit => {
                *last = last.saturating_mul(10).saturating_add(digit);
            }
            _ if is_digit => numbers.push(digit),
            _ => {}
        }
    }
    numbers
}
