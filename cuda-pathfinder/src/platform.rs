//! The platform that a build script compiles for, and which files of toolkits are for it.

use std::path::Path;

use crate::elf;
use crate::environment::Environment;
use crate::library::Os;

/// A platform, by the names of its folders in toolkits.
#[derive(Debug)]
pub(crate) struct Platform {
    /// As Cargo names it, such as `aarch64-unknown-linux-gnu`.
    name: String,
    /// Its folders of `targets`; the first that has a file counts.
    folders: Vec<String>,
}

impl Platform {
    /// Returns the platform that Cargo names in `TARGET`.
    pub(crate) fn of(environment: &Environment) -> Option<Self> {
        let name = environment.variable("TARGET")?.to_str()?.to_owned();
        let folders = match processor(&name) {
            _ if !name.contains("linux") => Vec::new(),
            // Servers, and up to CUDA 12 the devices with a toolkit of their own.
            "aarch64" => vec!["sbsa-linux".to_owned(), "aarch64-linux".to_owned()],
            "powerpc64le" => vec!["ppc64le-linux".to_owned()],
            other => vec![format!("{other}-linux")],
        };
        Some(Self { name, folders })
    }

    /// Returns the operating system, whose files have other names.
    pub(crate) fn os(&self) -> Os {
        if self.name.contains("windows") { Os::Windows } else { Os::Linux }
    }

    /// Returns the platform with each of its folders alone, in the order of preference.
    pub(crate) fn each(&self) -> Vec<Self> {
        let with_folders = |folders| Self { name: self.name.clone(), folders };
        match self.folders.len() {
            0 => vec![with_folders(Vec::new())],
            _ => self.folders.iter().map(|folder| with_folders(vec![folder.clone()])).collect(),
        }
    }

    /// Checks that a file may be for this platform, by its folder without links, and by the objects of an archive.
    pub(crate) fn check(&self, path: &Path) -> Result<(), String> {
        let wrong =
            |of: &str| Err(format!("{}: it is for {of}, not {}", path.display(), self.name));
        let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let names: Vec<&str> = whole.iter().filter_map(|name| name.to_str()).collect();
        let platform = names.windows(2).rev().find_map(|pair| match pair {
            ["targets", name] => Some((*name, self.folders.iter().any(|folder| folder == name))),
            ["lib" | "include", name] if name.ends_with("-linux-gnu") => {
                let same = processor(name) == processor(&self.name);
                Some((*name, same && self.name.contains("linux")))
            }
            _ => None,
        });
        if let Some((name, false)) = platform {
            return wrong(name);
        }
        match elf::processor_of_archive(path) {
            Some(found) if !processor(&self.name).starts_with(found) => wrong(found),
            _ => Ok(()),
        }
    }
}

/// Returns the processor in the name of a platform.
fn processor(name: &str) -> &str {
    name.split('-').next().unwrap_or(name)
}
