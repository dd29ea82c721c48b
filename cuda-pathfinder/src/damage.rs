//! Detects files that would crash the process if the loader mapped them.
//!
//! When glibc's loader maps a truncated file, the process dies of SIGBUS, whether the file was opened by path, found by
//! name, or is a dependency. So this module searches the loader's folders and checks the files first.

use std::ffi::{CStr, OsStr};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::elf;
use crate::files::{bytes_of, is_file, part, real_path};

/// Returns the problem with the file at a path, or with one of its dependencies.
pub(crate) fn of_file(path: &Path) -> Option<String> {
    check_with_dependencies(path, &mut Vec::new())
}

/// Returns the problem with the file that the loader would find by a bare name, if it finds one.
pub(crate) fn of_name(name: &Path) -> Option<String> {
    check_with_dependencies(&by_name(name.as_os_str(), &[])?, &mut Vec::new())
}

/// Returns the file that the loader would find by a bare name.
pub(crate) fn found_by_name(name: &Path) -> Option<PathBuf> {
    by_name(name.as_os_str(), &[])
}

/// Returns the problem with the file at a path, without its dependencies.
pub(crate) fn of_this_file(path: &Path) -> Option<String> {
    let shown = path.display();
    if let Some((promised, present)) = elf::truncation(path) {
        return Some(format!("{shown}: cut off, has {present} of {promised} bytes"));
    }
    let machine = elf::foreign_machine(path)?;
    Some(format!("{shown}: {machine}"))
}

fn check_with_dependencies(path: &Path, seen: &mut Vec<PathBuf>) -> Option<String> {
    if let Some(problem) = of_this_file(path) {
        return Some(problem);
    }
    let shown = path.display();
    if !cfg!(target_os = "linux") || seen.iter().any(|done| done == path) {
        return None;
    }
    seen.push(path.to_owned());
    let dynamic = elf::dynamic(path)?;
    let origin = real_path(path);
    let origin = origin.as_deref().and_then(Path::parent)?;
    let run_path = dynamic.run_path.as_deref().map(|list| expanded(list, origin));
    for needed in &dynamic.needed {
        let found = by_name(needed, run_path.as_deref().unwrap_or_default());
        if let Some(problem) = found.and_then(|found| check_with_dependencies(&found, seen)) {
            return Some(format!("{shown}: it needs {problem}"));
        }
    }
    None
}

/// Returns the folders of a `DT_RUNPATH` of a library in `origin`.
fn expanded(list: &OsStr, origin: &Path) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    for folder in std::env::split_paths(list) {
        let mut parts = folder.components();
        folders.push(match parts.next() {
            Some(first) if is_origin(first.as_os_str()) => origin.join(parts.as_path()),
            _ => folder,
        });
    }
    folders
}

fn is_origin(part: &OsStr) -> bool {
    part == "$ORIGIN" || part == "${ORIGIN}"
}

/// Returns the file that the loader uses for a name: the first for this machine in `LD_LIBRARY_PATH`, in the run path
/// of the library that depends on it, in the loader's cache, and in the usual folders.
#[inline(never)]
fn by_name(name: &OsStr, run_path: &[PathBuf]) -> Option<PathBuf> {
    // The loader skips files for another machine.
    let is_it = |path: &Path| is_file(path) && elf::foreign_machine(path).is_none();
    for folders in &[library_path(), run_path] {
        for folder in *folders {
            let path = folder.join(name);
            if is_it(&path) {
                return Some(path);
            }
        }
    }
    for (known, path) in cached() {
        if known == name && elf::foreign_machine(path).is_none() {
            if is_file(path) {
                return Some(path.clone());
            }
            break;
        }
    }
    for folder in &["/lib64", "/usr/lib64", "/lib", "/usr/lib"] {
        let path = Path::new(folder).join(name);
        if is_it(&path) {
            return Some(path);
        }
    }
    None
}

/// Returns the folders of `LD_LIBRARY_PATH` as they were when the process started: the loader reads it once.
#[inline(never)]
fn library_path() -> &'static [PathBuf] {
    static FOLDERS: OnceLock<Vec<PathBuf>> = OnceLock::new();
    FOLDERS.get_or_init(|| {
        let at_the_start = bytes_of(Path::new("/proc/self/environ")).unwrap_or_default();
        let mut value: &[u8] = b"";
        let mut rest = Some(&at_the_start[..]);
        while let Some(variable) = part(&mut rest, b"\0") {
            if let Some(first) = variable.strip_prefix(b"LD_LIBRARY_PATH=") {
                value = first;
                break;
            }
        }
        let mut folders = Vec::new();
        if value.is_empty() {
            return folders;
        }
        let mut rest = Some(value);
        while let Some(folder) = part(&mut rest, b":;") {
            // The loader takes an empty one for the working folder.
            let folder = path_of(folder).unwrap_or_else(|| PathBuf::from("."));
            for version in
                &["glibc-hwcaps/x86-64-v4", "glibc-hwcaps/x86-64-v3", "glibc-hwcaps/x86-64-v2", ""]
            {
                folders.push(folder.join(version));
            }
        }
        folders
    })
}

/// Returns the path of these bytes; `None` for an empty one.
fn path_of(bytes: &[u8]) -> Option<PathBuf> {
    #[cfg(unix)]
    let text: Option<&OsStr> = Some(std::os::unix::ffi::OsStrExt::from_bytes(bytes));
    #[cfg(not(unix))]
    let text = str::from_utf8(bytes).ok().map(OsStr::new);
    let text = text.filter(|text| !text.is_empty())?;
    Some(PathBuf::from(text))
}

/// Returns the libraries for this machine in `/etc/ld.so.cache`, by name.
fn cached() -> &'static [(std::ffi::OsString, PathBuf)] {
    static LISTED: OnceLock<Vec<(std::ffi::OsString, PathBuf)>> = OnceLock::new();
    LISTED.get_or_init(|| {
        let bytes = bytes_of(Path::new("/etc/ld.so.cache")).unwrap_or_default();
        listed(&bytes).unwrap_or_default()
    })
}

/// Reads the cache in the format of glibc 2.32 and newer, which older versions write after another format.
fn listed(bytes: &[u8]) -> Option<Vec<(std::ffi::OsString, PathBuf)>> {
    const MAGIC: &[u8] = b"glibc-ld.so.cache1.1";
    const HEADER: usize = 48;
    const ENTRY: usize = 24;
    let start = bytes.windows(MAGIC.len()).position(|part| part == MAGIC)?;
    let bytes = &bytes[start..];
    let number = |at: usize| -> Option<usize> {
        let four: [u8; 4] = bytes.get(at..at + 4)?.try_into().ok()?;
        usize::try_from(u32::from_le_bytes(four)).ok()
    };
    let text = |at: usize| -> Option<PathBuf> {
        let rest = bytes.get(at..)?;
        path_of(CStr::from_bytes_until_nul(rest).ok()?.to_bytes())
    };
    let count = number(MAGIC.len())?;
    let mut all = Vec::new();
    for entry in 0..count.min(bytes.len() / ENTRY) {
        let at = HEADER + entry * ENTRY;
        let (name, path) = (text(number(at + 4)?)?, text(number(at + 8)?)?);
        all.push((name.into_os_string(), path));
    }
    Some(all)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_loaders_cache_is_read() {
        let Ok(bytes) = std::fs::read("/etc/ld.so.cache") else {
            return;
        };
        let listed = listed(&bytes).unwrap_or_default();
        assert!(!listed.is_empty());
        assert!(listed.iter().all(|(name, path)| path.is_absolute() && path.ends_with(name)));
    }

    #[test]
    fn origin_expands_to_the_folder_of_the_library() {
        let folders = expanded(OsStr::new("$ORIGIN/../lib:${ORIGIN}:/opt"), Path::new("/a/b"));
        let target = ["/a/b/../lib", "/a/b", "/opt"].map(PathBuf::from);
        assert_eq!(folders, target);
    }
}
