//! The platform that a library is compiled for, if it isn't this one.

use std::env;
use std::path::{Path, PathBuf};

use cuda_pathfinder::{Environment, Os, Search};

/// Another platform than the one that compiles.
pub(crate) struct Target {
    /// Its name, such as `aarch64-unknown-linux-gnu`.
    pub(crate) name: String,
    host: String,
}

/// The libraries of a platform on which this machine's can't be used.
pub(crate) struct CrossLibraries {
    pub(crate) target: String,
    /// Where they are in toolkits.
    pub(crate) folders: Vec<PathBuf>,
}

impl Target {
    /// Returns the platform that Cargo names, if it isn't the one that the build script runs on.
    pub(crate) fn other() -> Option<Self> {
        let (name, host) = (env::var("TARGET").ok()?, env::var("HOST").ok()?);
        (name != host).then_some(Self { name, host })
    }

    /// Returns where its libraries are in nvcc's toolkit and in the one that `CUDA_PATH` names; `None` if this machine's are
    /// for it, too.
    pub(crate) fn foreign(&self, nvcc_root: Option<&Path>) -> Option<CrossLibraries> {
        let system = |name: &str| (processor(name).to_owned(), name.contains("linux"));
        if system(&self.name) == system(&self.host) {
            return None;
        }
        let names = match processor(&self.name) {
            // Servers, and up to CUDA 12 the devices with a toolkit of their own.
            "aarch64" => vec!["sbsa-linux".to_owned(), "aarch64-linux".to_owned()],
            other => vec![format!("{other}-linux")],
        };
        let mut roots: Vec<PathBuf> = nvcc_root.map(Path::to_owned).into_iter().collect();
        let named = ["CUDA_PATH", "CUDA_HOME"].into_iter().filter_map(env::var_os);
        roots.extend(named.filter(|value| !value.is_empty()).map(PathBuf::from));
        let in_root = |root: &PathBuf| -> Vec<PathBuf> {
            let folders = names.iter().map(|name| root.join("targets").join(name).join("lib"));
            folders.collect()
        };
        let target = self.name.clone();
        let folders = roots.iter().flat_map(in_root).collect();
        Some(CrossLibraries { target, folders })
    }
}

impl CrossLibraries {
    /// Returns a search of its folders alone.
    pub(crate) fn search(&self) -> Search {
        // What is elsewhere on this machine is for itself.
        let nothing = Environment::simulated(Os::current(), "/nowhere");
        let search = Search::with_environment(nothing);
        self.folders.iter().fold(search, Search::folder)
    }
}

/// Returns the processor in the name of a platform.
pub(crate) fn processor(name: &str) -> &str {
    name.split('-').next().unwrap_or(name)
}
