//! What building with cudarc of the registry needs, and this workspace's doesn't.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use xtask::nvrtc;

/// The release of CUDA that it is built for.
const RELEASE: (&str, &str) = ("CUDARC_CUDA_VERSION", "13000");

/// Where linkers look for libraries.
const LIBRARY_PATH: &str = "LIBRARY_PATH";

/// Returns the variables with the release, and with the folders of the libraries that it is linked with, by names without
/// versions.
pub(super) fn environment(
    folder: &Path,
    environment: &[(String, OsString)],
) -> Result<Vec<(String, OsString)>> {
    let mut folders = vec![link_names(folder, environment)?];
    for name in ["LD_LIBRARY_PATH", LIBRARY_PATH] {
        folders.extend(
            value(environment, name)
                .into_iter()
                .flat_map(env::split_paths),
        );
    }
    let others = environment.iter().filter(|(name, _)| name != LIBRARY_PATH);
    let mut all: Vec<_> = others.cloned().collect();
    all.push((LIBRARY_PATH.to_owned(), env::join_paths(folders)?));
    all.push((RELEASE.0.to_owned(), RELEASE.1.into()));
    Ok(all)
}

/// Makes a folder in which NVRTC has the name that linkers look for.
fn link_names(folder: &Path, environment: &[(String, OsString)]) -> Result<PathBuf> {
    let links = folder.join("links");
    fs::create_dir_all(&links).with_context(|| format!("making {}", links.display()))?;
    let nvrtc = value(environment, nvrtc::VARIABLE).map_or(Path::new(""), Path::new);
    for entry in fs::read_dir(nvrtc).into_iter().flatten() {
        let entry = entry.with_context(|| format!("reading {}", nvrtc.display()))?;
        let name = entry.file_name();
        let link = links.join("libnvrtc.so");
        if name.to_string_lossy().starts_with("libnvrtc.so.")
            && fs::symlink_metadata(&link).is_err()
        {
            #[cfg(unix)]
            std::os::unix::fs::symlink(entry.path(), &link)
                .with_context(|| format!("making {}", link.display()))?;
        }
    }
    Ok(links)
}

fn value<'a>(environment: &'a [(String, OsString)], name: &str) -> Option<&'a OsString> {
    environment
        .iter()
        .find(|(it, _)| it == name)
        .map(|(_, value)| value)
}
