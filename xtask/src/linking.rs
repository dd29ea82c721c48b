//! The versions of nvJitLink, nvFatbin, libNVVM and CUDA's runtime for tests.

use std::env;
use std::path::PathBuf;

use anyhow::{Context, Result};
use cuda_pathfinder::{NVFATBIN, NVJITLINK, NVVM};
use serde::Deserialize;

use crate::wheel::{PinnedRelease, Platform};
use crate::wheels::{WheelPart, Wheels};

/// The releases in `xtask/linking.toml`, the newest of each library last.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Releases {
    nvjitlink: Vec<PinnedRelease>,
    nvfatbin: Vec<PinnedRelease>,
    nvvm: Vec<PinnedRelease>,
    runtime: Vec<PinnedRelease>,
}

/// An environment variable for the tests, and its value.
pub type Variable = (&'static str, PathBuf);

/// Fetches the libraries, and returns the variables by which tests find them: `CUDA_NVJITLINK` and so on for the newest,
/// unless they are set, and, if `every` version is requested, the lists `CUDA_NVJITLINK_SETS` and so on, and
/// `CUDA_RUNTIME_SETS`.
pub fn provision(wheels: &Wheels, every: bool) -> Result<Vec<Variable>> {
    let Releases { nvjitlink, nvfatbin, nvvm, runtime } = Releases::pinned()?;
    let libraries = [
        (NVJITLINK.variable(), "CUDA_NVJITLINK_SETS", nvjitlink),
        (NVFATBIN.variable(), "CUDA_NVFATBIN_SETS", nvfatbin),
        (NVVM.variable(), "CUDA_NVVM_SETS", nvvm),
    ];
    let mut variables = Vec::new();
    for (newest, sets, releases) in libraries {
        let first = if every { 0 } else { releases.len() - 1 };
        let folders = fetch(wheels, &releases[first..])?;
        let chosen = env::var_os(newest).filter(|value| !value.is_empty());
        let chosen = chosen.map(PathBuf::from).or(folders.last().cloned());
        variables.extend(chosen.map(|folder| (newest, folder)));
        if every {
            let list = env::join_paths(&folders).context("a folder of the cache")?;
            variables.push((sets, list.into()));
        }
    }
    if every {
        let list = env::join_paths(fetch(wheels, &runtime)?).context("a folder of the cache")?;
        variables.push(("CUDA_RUNTIME_SETS", list.into()));
    }
    Ok(variables)
}

/// Returns the folder of each release that exists for this machine.
fn fetch(wheels: &Wheels, releases: &[PinnedRelease]) -> Result<Vec<PathBuf>> {
    let platform = Platform::of_this_machine()?;
    let wheels_of_platform = releases.iter().filter_map(|release| release.wheel(platform));
    wheels_of_platform
        .map(|wheel| {
            let name = format!("linking/{}-{}-{platform}", wheel.name, wheel.version);
            wheels.folder(name, WheelPart::Libraries, &[wheel])
        })
        .collect()
}

impl Releases {
    /// Returns the releases of `xtask/linking.toml`.
    pub fn pinned() -> Result<Self> {
        toml::from_str(include_str!("../linking.toml")).context("xtask/linking.toml")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::headers::Headers;

    #[test]
    fn headers_and_libraries_are_pinned_to_the_same_files() {
        let Releases { nvjitlink, nvfatbin, runtime, .. } = Releases::pinned().unwrap();
        let libraries: Vec<_> = nvjitlink
            .iter()
            .chain(&nvfatbin)
            .map(|release| release.wheel(Platform::LinuxX86_64).unwrap())
            .collect();
        let of_headers: Vec<_> = Headers::pinned()
            .unwrap()
            .wheels()
            .filter(|wheel| wheel.name.contains("nvjitlink") || wheel.name.contains("nvfatbin"))
            .collect();
        assert_eq!((nvjitlink.len(), nvfatbin.len(), runtime.len()), (5, 4, 4));
        assert_eq!(of_headers.len(), nvjitlink.len() + nvfatbin.len());
        for wheel in of_headers {
            assert!(libraries.contains(&wheel), "{wheel}");
        }
        let pinned = Headers::pinned().unwrap();
        for release in runtime {
            let wheel = release.wheel(Platform::LinuxX86_64).unwrap();
            assert!(pinned.wheels().any(|of_headers| of_headers == wheel), "{wheel}");
        }
    }
}
