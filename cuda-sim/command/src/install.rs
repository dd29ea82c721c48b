//! Where the libraries are: the program contains them, and writes them once to the user's cache.

use std::fs::{self, DirBuilder, File, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::{env, process};

use anyhow::{Context, Result, bail};
use rustix::fs::{
    CWD, FlockOperation, Mode, RenameFlags, StatVfsMountFlags, flock, renameat_with, statvfs,
};
use rustix::io::Errno;
use rustix::process::{geteuid, umask};

use crate::folder::{self, FILE};
use crate::note::print_wait;
use crate::state::{self, Files, WRITTEN_BY_OTHERS};

/// The files, by their names; none in a program of a debug build.
const FILES: &Files = include!(concat!(env!("OUT_DIR"), "/libraries.rs"));

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
    let mount = statvfs(&folder);
    if mount.is_ok_and(|mount| mount.f_flag.contains(StatVfsMountFlags::NOEXEC)) {
        bail!(
            "{} is on a file system from which nothing is executed (noexec), so the loader refuses the libraries: set \
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
    check_build()?;
    installed(&cache()?, FILES)
}

/// Returns the folder of these files in a cache, where they are whole.
pub(crate) fn installed(cache: &Path, files: &'static Files) -> Result<PathBuf> {
    let folder = cache.join(env!("LIBRARIES_HASH"));
    if !(is_private(cache)? && is_private(&folder)? && state::is_whole(&folder, files)) {
        install(cache, &folder, files).with_context(|| {
            format!(
                "{} can't be made whole: set XDG_CACHE_HOME to another folder, or {VARIABLE} to \
                 one that `cuda-sim folder DIR` wrote",
                folder.display()
            )
        })?;
    }
    Ok(folder)
}

/// Returns whether a folder is there. If another user's files could be in it, they would be loaded as this user's.
fn is_private(folder: &Path) -> Result<bool> {
    let found = match fs::metadata(folder) {
        Ok(found) => found,
        // A link to nothing is no folder either: making one fails.
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error).with_context(|| format!("reading {}", folder.display())),
    };
    let folder = folder.display();
    let user = geteuid().as_raw();
    if !found.is_dir() {
        bail!("{folder} is no folder: remove it, or set XDG_CACHE_HOME to another folder");
    }
    if found.uid() != user {
        bail!(
            "{folder} belongs to the user {}, and this is the user {user}, for whom its libraries \
             could be anything: set XDG_CACHE_HOME to another folder",
            found.uid()
        );
    }
    if found.mode() & WRITTEN_BY_OTHERS != 0 {
        bail!(
            "{folder} can be written by others (its mode is {:o}), whose libraries would be loaded: remove it, and it is \
             made again, or set XDG_CACHE_HOME to another folder",
            found.mode() & 0o7777
        );
    }
    Ok(true)
}

/// What the names of unfinished folders begin with.
const UNFINISHED: &str = ".new";

/// Writes the libraries into the cache, alone among all processes.
fn install(cache: &Path, folder: &Path, files: &'static Files) -> Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(cache)?;
    // Another user may have been faster.
    is_private(cache)?;
    let lock = File::create(cache.join("lock"))?;
    let is_alone = match flock(&lock, FlockOperation::NonBlockingLockExclusive) {
        Err(Errno::WOULDBLOCK) => {
            print_wait("waiting for another process that writes the libraries");
            flock(&lock, FlockOperation::LockExclusive).is_ok()
        }
        // Some file systems have no locks: then several write, each for itself.
        locked => locked.is_ok(),
    };
    if is_private(folder)? && state::is_whole(folder, files) {
        return Ok(());
    }
    if is_alone {
        remove_unfinished(cache)?;
    }
    print_wait(format_args!("writing the libraries into {}, once", folder.display()));
    let permissions = Permissions::from_mode(0o755);
    let new =
        tempfile::Builder::new().prefix(UNFINISHED).permissions(permissions).tempdir_in(cache)?;
    // Whatever the user lets others do with files, these are the user's alone.
    let mask = umask(Mode::WGRP | Mode::WOTH);
    let written = write_files(new.path(), files).and_then(|()| Ok(state::note(new.path())?));
    umask(mask);
    written?;
    // It is complete now, and takes the place of what isn't; programs keep the files that they have opened.
    let exchanged = renameat_with(CWD, new.path(), CWD, folder, RenameFlags::EXCHANGE);
    if exchanged.is_err() && fs::rename(new.path(), folder).is_err() {
        // There is one, on a file system that can't exchange them.
        fs::rename(folder, cache.join(format!("{UNFINISHED}-old-{}", process::id())))?;
        fs::rename(new.path(), folder)?;
    }
    Ok(())
}

/// Removes what processes left that were ended.
fn remove_unfinished(cache: &Path) -> io::Result<()> {
    for entry in fs::read_dir(cache)? {
        let entry = entry?;
        if entry.file_name().as_bytes().starts_with(UNFINISHED.as_bytes()) {
            // What can't be removed only takes space.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
    Ok(())
}

/// Writes the libraries into a folder.
pub(crate) fn write(folder: &Path) -> Result<()> {
    check_build()?;
    write_files(folder, FILES)
}

fn write_files(folder: &Path, files: &Files) -> Result<()> {
    let written = || {
        fs::create_dir_all(folder)?;
        for (name, content) in files {
            folder::replace(&folder.join(name), content)?;
        }
        folder::complete(folder)
    };
    written().with_context(|| format!("writing the libraries into {}", folder.display()))
}

fn check_build() -> Result<()> {
    if FILES.is_empty() {
        bail!(
            "this cuda-sim has no libraries, because it wasn't built with optimization: use \
             `cargo run --release`, or set {VARIABLE}"
        );
    }
    Ok(())
}

/// Returns the folder for what can be written again, of the user alone.
fn cache() -> Result<PathBuf> {
    let absolute = |path: &PathBuf| path.is_absolute();
    let cache = env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(absolute);
    // Without the variable HOME, that of the user's entry, as for jobs of cron.
    let cache = cache.or_else(|| Some(env::home_dir().filter(absolute)?.join(".cache")));
    Ok(cache.with_context(|| format!("set HOME, XDG_CACHE_HOME or {VARIABLE}"))?.join("cuda-sim"))
}
