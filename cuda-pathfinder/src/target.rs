//! The target of a search, in the form that libraries and headers share.

use crate::headers::HeaderSet;
use crate::library::{Library, Os, Scope, Soname};

/// The files to look for and the folders in which they usually are.
#[derive(Debug)]
pub(crate) struct Target {
    pub(crate) title: &'static str,
    /// The accepted file names, newest first.
    pub(crate) accepted: Vec<Soname>,
    /// The known file names that are newer than the caller accepts.
    pub(crate) too_new: Vec<Soname>,
    pub(crate) newest: Option<u32>,
    pub(crate) kind: TargetKind,
    /// Variables that name the folder of the product.
    pub(crate) roots: &'static [&'static str],
    /// The folders under `site-packages`.
    pub(crate) wheels: &'static [&'static str],
    /// The folders under a toolkit or a conda environment.
    pub(crate) folders: &'static [&'static str],
    /// The folders under the root of the file system.
    pub(crate) system: &'static [&'static str],
    /// The folders under `Program Files`.
    pub(crate) program_files: &'static [&'static str],
    pub(crate) help: String,
}

/// Whether files are loaded or only checked.
#[derive(Debug)]
pub(crate) enum TargetKind {
    Library { variable: &'static str, scope: Scope },
    Headers,
}

/// The folders in which distributions keep libraries.
const LIBRARY_FOLDERS: [&str; 3] = ["usr/lib/*-linux-gnu", "usr/lib64", "usr/lib/wsl/lib"];

/// The folders of a driver that the loader doesn't find itself: on NixOS, in WSL, in containers, on Jetson (the last since
/// JetPack 6).
const DRIVER_FOLDERS: [&str; 6] = [
    "run/opengl-driver/lib",
    "usr/lib/wsl/lib",
    "usr/local/nvidia/lib64",
    "usr/local/nvidia/lib",
    "usr/lib/*-linux-gnu/tegra",
    "usr/lib/*-linux-gnu/nvidia",
];

impl Target {
    #[inline(never)]
    pub(crate) fn library(library: &Library, os: Os, newest: Option<u32>) -> Self {
        let sonames = library.sonames.on(os);
        let (mut too_new, mut accepted) = (Vec::new(), Vec::new());
        for soname in sonames {
            match (soname.major, newest) {
                (Some(major), Some(newest)) if major > newest => too_new.push(*soname),
                _ => accepted.push(*soname),
            }
        }
        let help = match library.help.text(newest) {
            _ if sonames.is_empty() => format!("there is no {} for {os}", library.title),
            Some(help) => help,
            None => format!("{} began with a later CUDA", library.title),
        };
        Self {
            title: library.title,
            accepted,
            too_new,
            newest,
            kind: TargetKind::Library { variable: library.variable, scope: library.scope },
            roots: library.roots,
            wheels: library.wheels.on(os),
            folders: library.folders.on(os),
            system: match (os, library.scope) {
                (Os::Linux, Scope::Everywhere) => &LIBRARY_FOLDERS,
                (Os::Linux, Scope::Driver) => &DRIVER_FOLDERS,
                (Os::Windows, _) => &[],
            },
            program_files: library.program_files,
            help,
        }
    }

    #[inline]
    pub(crate) fn headers(set: &HeaderSet, os: Os, newest: Option<u32>) -> Self {
        Self {
            title: set.title,
            accepted: vec![Soname { file: set.header, major: None, companion: None }],
            too_new: Vec::new(),
            newest,
            kind: TargetKind::Headers,
            roots: set.roots,
            wheels: set.wheels,
            folders: set.folders,
            system: match os {
                Os::Linux => set.system,
                Os::Windows => &[],
            },
            program_files: set.program_files,
            help: set
                .help
                .text(newest)
                .unwrap_or_else(|| format!("{} began with a later CUDA", set.title)),
        }
    }

    /// Returns `true` if it is a library that comes with the driver, not with a toolkit.
    pub(crate) fn is_driver_library(&self) -> bool {
        matches!(self.kind, TargetKind::Library { scope: Scope::Driver, .. })
    }

    /// Returns the file names that are acceptable.
    pub(crate) fn files(&self) -> Vec<&'static str> {
        let mut files = Vec::new();
        for soname in &self.accepted {
            files.push(soname.file);
        }
        files
    }

    /// Returns "none of them", or the equivalent for one file.
    pub(crate) fn none(&self) -> String {
        match self.accepted.as_slice() {
            [only] => format!("no {}", only.file),
            _ => "none of them".to_owned(),
        }
    }
}
