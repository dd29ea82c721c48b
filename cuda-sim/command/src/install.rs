//! Where the libraries are: the program contains them, and writes them once to the user's cache.

use std::env;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::folder::{self, FILE};

/// The files, by their names; none in a program of a debug build.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/libraries.rs"));

/// Names a folder that `cuda-sim folder` wrote, to be used instead.
pub(crate) const VARIABLE: &str = "CUDA_SIM_LIBRARIES";

/// Returns the folder of the libraries, written if it isn't there yet.
pub(crate) fn folder() -> Result<PathBuf> {
    let folder = written()?;
    // The loader's lists have them between folders, and before words such as $ORIGIN.
    if folder.as_os_str().as_bytes().iter().any(|byte| b":;$".contains(byte)) {
        bail!(
            "{} has a character that the loader's lists can't have, `:`, `;` or `$`: set \
             XDG_CACHE_HOME or {VARIABLE} to another folder",
            folder.display()
        );
    }
    Ok(folder)
}

fn written() -> Result<PathBuf> {
    if let Some(folder) = env::var_os(VARIABLE).filter(|folder| !folder.is_empty()) {
        let folder = std::path::absolute(&folder)?;
        if !folder.join(FILE).is_file() {
            bail!(
                "{VARIABLE} is {}, which has no {FILE}: `cuda-sim folder DIR` writes one",
                folder.display()
            );
        }
        return Ok(folder);
    }
    let cache = cache()?;
    let folder = cache.join(env!("LIBRARIES_HASH"));
    if folder.is_dir() {
        // Whoever empties caches may have left a part of it.
        let is_whole = |(name, content): &(&str, &[u8])| {
            let file = fs::metadata(folder.join(name));
            file.is_ok_and(|file| file.len() == content.len() as u64)
        };
        if !FILES.iter().all(is_whole) {
            write(&folder)?;
        }
        return Ok(folder);
    }
    let made = fs::create_dir_all(&cache).and_then(|()| tempfile::tempdir_in(&cache));
    let new = made.with_context(|| {
        format!(
            "{} can't be written: set XDG_CACHE_HOME to another folder, or {VARIABLE} to one that \
             `cuda-sim folder DIR` wrote",
            cache.display()
        )
    })?;
    write(new.path())?;
    // It is complete now; another process may have done the same.
    match fs::rename(new.path(), &folder) {
        Err(error) if !folder.is_dir() => {
            Err(error).with_context(|| format!("making {}", folder.display()))
        }
        _ => Ok(folder),
    }
}

/// Writes the libraries into a folder.
pub(crate) fn write(folder: &Path) -> Result<()> {
    if FILES.is_empty() {
        bail!(
            "this cuda-sim has no libraries, because it wasn't built with optimization: use \
             `cargo run --release`, or set {VARIABLE}"
        );
    }
    let written = || {
        fs::create_dir_all(folder)?;
        for (name, content) in FILES {
            folder::replace(&folder.join(name), content)?;
        }
        folder::complete(folder)
    };
    written().with_context(|| format!("writing the libraries into {}", folder.display()))
}

/// Returns the folder for what can be written again, of the user alone.
fn cache() -> Result<PathBuf> {
    let absolute = |it: &PathBuf| it.is_absolute();
    let cache = env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(absolute);
    // Without the variable HOME, that of the user's entry, as for jobs of cron.
    let cache = cache.or_else(|| Some(env::home_dir().filter(absolute)?.join(".cache")));
    Ok(cache.with_context(|| format!("set HOME, XDG_CACHE_HOME or {VARIABLE}"))?.join("cuda-sim"))
}
