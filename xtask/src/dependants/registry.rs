//! What building with cudarc of the registry needs, and this workspace's doesn't.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use xtask::nvrtc;

use super::TARGET;

/// The release of CUDA that it is built for.
const RELEASE: (&str, &str) = ("CUDARC_CUDA_VERSION", "13000");

/// Where linkers look for libraries.
const LIBRARY_PATH: &str = "LIBRARY_PATH";

/// Where the loader looks for them.
const LD_LIBRARY_PATH: &str = "LD_LIBRARY_PATH";

/// Returns the variables for builds in `folder`, with the release, and with the folders of the libraries that it is linked with, by names without
/// versions.
pub(crate) fn environment(
    folder: &Path,
    environment: &[(String, OsString)],
) -> Result<Vec<(String, OsString)>> {
    let links = folder.join("links");
    // It loads NVRTC from where the loader finds it, with the library beside it that NVRTC loads.
    let mut loaded = vec![links.clone()];
    if let Some(nvrtc) = value(environment, nvrtc::VARIABLE).map(Path::new) {
        link_nvrtc(nvrtc, &links)?;
        loaded
            .push(if nvrtc.is_dir() { nvrtc } else { nvrtc.parent().unwrap_or(nvrtc) }.to_owned());
    }
    // On the software device, the first of these folders has its cuBLAS and cuRAND.
    let folders_of = |name| value(environment, name).into_iter().flat_map(env::split_paths);
    let linked =
        [links].into_iter().chain(folders_of(LD_LIBRARY_PATH)).chain(folders_of(LIBRARY_PATH));
    let linked = env::join_paths(linked)?;
    loaded.splice(0..0, folders_of(LD_LIBRARY_PATH));
    let is_other = |name: &str| ![LIBRARY_PATH, LD_LIBRARY_PATH, TARGET].contains(&name);
    let mut all: Vec<_> =
        (environment.iter().filter(|(name, _)| is_other(name))).cloned().collect();
    // Where cust looks for a toolkit.
    if let Some(toolkit) = value(environment, "CUDA_PATH") {
        all.push(("CUDA_LIBRARY_PATH".to_owned(), toolkit.clone()));
    }
    all.push((LIBRARY_PATH.to_owned(), linked));
    all.push((LD_LIBRARY_PATH.to_owned(), env::join_paths(loaded)?));
    all.push((RELEASE.0.to_owned(), RELEASE.1.into()));
    all.push((TARGET.to_owned(), folder.join("target").into()));
    Ok(all)
}

/// Links NVRTC by the name without a version, which linkers look for.
fn link_nvrtc(found: &Path, links: &Path) -> Result<()> {
    let is_it = |path: &PathBuf| {
        let name = path.file_name().and_then(OsStr::to_str);
        name.is_some_and(|name| name.starts_with("libnvrtc.so"))
    };
    let mut files = vec![found.to_owned()];
    if found.is_dir() {
        let entries =
            fs::read_dir(found).with_context(|| format!("reading {}", found.display()))?;
        files = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    }
    let Some(file) = files.into_iter().find(is_it) else {
        bail!("{} isn't a libnvrtc.so, and has none", found.display());
    };
    fs::create_dir_all(links).with_context(|| format!("making {}", links.display()))?;
    let link = links.join("libnvrtc.so");
    if fs::read_link(&link).is_ok_and(|to| to == file) {
        return Ok(());
    }
    let _ = fs::remove_file(&link);
    #[cfg(unix)]
    std::os::unix::fs::symlink(&file, &link)
        .with_context(|| format!("making {}", link.display()))?;
    Ok(())
}

fn value<'a>(environment: &'a [(String, OsString)], name: &str) -> Option<&'a OsString> {
    environment.iter().find(|(key, _)| key == name).map(|(_, value)| value)
}
