//! What Cargo watches, so that it runs the script again whenever a compiler would read something else.
//!
//! Cargo runs a script again if a watched file, or anything in a watched folder, is newer than the script's last run, and also
//! if a watched path doesn't exist: at each build, then. So a file that isn't there can't be watched itself, and the folder in
//! which it would appear may be that of the whole crate, with what each build writes.
//!
//! Instead, the script leaves a folder of links to what isn't there. Cargo ignores a link that leads nowhere; once it leads
//! somewhere, it counts the times of the link, which is newer than the run that made it, and of what it leads to: so a file
//! with an old time is noticed, too.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use nvrtc_cache::Dependencies;

use crate::script::changed;

/// The most files in a folder for which it is watched: Cargo looks at each of them at each build.
const MOST_FILES: usize = 5000;

/// Returns the lines that make Cargo watch `dependencies`; `name` is that of the output.
pub(crate) fn lines(dependencies: &Dependencies, name: &str) -> Vec<String> {
    let out = env::var_os("OUT_DIR").map(PathBuf::from);
    let is_watchable = |path: &Path| is_watchable(path, out.as_deref());
    let mut lines: Vec<String> = dependencies.files().map(changed).collect();
    let mut folders = BTreeSet::new();
    // A link that is replaced may lead to older files; the time of its folder shows it.
    folders.extend(dependencies.links().map(folder_of));
    let absent: Vec<&Path> = dependencies.absent().collect();
    match out.as_ref().map(|out| links(&out.join(format!("{name}.absent")), &absent)) {
        Some(Ok(folder)) => lines.extend(folder.map(|folder| changed(&folder))),
        // There are no links here, or this isn't a build script.
        _ => folders.extend(absent.into_iter().map(folder_of)),
    }
    lines.extend(folders.into_iter().filter(|path| is_watchable(path)).map(changed));
    lines
}

/// Leaves links to `absent` in a folder; returns it, unless there are none.
fn links(folder: &Path, absent: &[&Path]) -> io::Result<Option<PathBuf>> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    if absent.is_empty() {
        return Ok(None);
    }
    fs::create_dir_all(folder)?;
    let left = leave(folder, absent);
    if left.is_err() {
        // Otherwise its own time would count.
        fs::remove_dir_all(folder)?;
    }
    left.map(|()| Some(folder.to_owned()))
}

#[cfg(unix)]
fn leave(folder: &Path, absent: &[&Path]) -> io::Result<()> {
    let here = env::current_dir()?;
    for (at, path) in absent.iter().enumerate() {
        std::os::unix::fs::symlink(here.join(path), folder.join(at.to_string()))?;
    }
    // The folder itself is newer than this run of the script, which isn't a change.
    fs::File::open(folder)?.set_modified(std::time::UNIX_EPOCH)
}

/// Windows lets only some users make links.
#[cfg(not(unix))]
fn leave(_: &Path, _: &[&Path]) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
        Some(folder) => folder,
        None => path,
    }
}

/// Returns `true` if Cargo can watch a folder: nothing that a build writes is in it, and there isn't too much.
fn is_watchable(folder: &Path, out: Option<&Path>) -> bool {
    let real = |path: &Path| fs::canonicalize(path).ok();
    let has_output = real(folder).zip(out.and_then(real));
    if has_output.is_some_and(|(folder, out)| out.starts_with(folder)) {
        return false;
    }
    let (mut count, mut pending) = (0, vec![folder.to_owned()]);
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            count += 1;
            if count > MOST_FILES {
                return false;
            }
            // As Cargo does, through links.
            if entry.path().is_dir() {
                pending.push(entry.path());
            }
        }
    }
    true
}
