//! What a search is after: the one form that libraries and headers share.

use crate::{HeaderSet, Library, Os, Scope, Soname};

/// The files to look for and the folders in which they usually lie.
#[derive(Debug)]
pub(crate) struct Wanted {
    pub(crate) title: &'static str,
    /// Newest first.
    pub(crate) accepted: Vec<Soname>,
    /// Known, but newer than the caller takes.
    pub(crate) too_new: Vec<Soname>,
    pub(crate) newest: Option<u32>,
    pub(crate) kind: Kind,
    /// Under `site-packages/nvidia`.
    pub(crate) wheels: &'static [&'static str],
    /// Under a toolkit or a conda environment.
    pub(crate) folders: &'static [&'static str],
    /// Under the root of the file system.
    pub(crate) system: &'static [&'static str],
    pub(crate) help: String,
}

/// Whether files are loaded or only looked at.
#[derive(Debug)]
pub(crate) enum Kind {
    Library {
        variable: &'static str,
        scope: Scope,
    },
    Headers,
}

impl Wanted {
    pub(crate) fn library(library: &Library, os: Os, newest: Option<u32>) -> Self {
        let is_too_new = |soname: &Soname| {
            soname
                .major
                .zip(newest)
                .is_some_and(|(major, newest)| major > newest)
        };
        let (too_new, accepted) = library.sonames.on(os).iter().copied().partition(is_too_new);
        let (folders, system): (&[_], &[_]) = match os {
            Os::Linux => (
                &["lib64", "lib", "targets/*/lib"],
                &["usr/lib/*-linux-gnu", "usr/lib64", "usr/lib/wsl/lib"],
            ),
            Os::Windows => (&["bin/x64", "bin"], &[]),
        };
        Self {
            title: library.title,
            accepted,
            too_new,
            newest,
            kind: Kind::Library {
                variable: library.variable,
                scope: library.scope,
            },
            wheels: library.wheels.on(os),
            folders,
            system,
            help: library.help.text(newest),
        }
    }

    pub(crate) fn headers(set: &HeaderSet, os: Os, newest: Option<u32>) -> Self {
        Self {
            title: set.title,
            accepted: vec![Soname {
                file: set.header,
                major: None,
                companion: None,
            }],
            too_new: Vec::new(),
            newest,
            kind: Kind::Headers,
            wheels: set.wheels,
            folders: set.folders,
            system: match os {
                Os::Linux => &["usr/include"],
                Os::Windows => &[],
            },
            help: set.help.text(newest),
        }
    }

    /// "none of them", in words that fit the number of files.
    pub(crate) fn none(&self) -> String {
        match self.accepted.as_slice() {
            [only] => format!("no {}", only.file),
            _ => "none of them".to_owned(),
        }
    }
}
