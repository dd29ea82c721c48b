//! The description of a library.

use std::fmt;

/// One of CUDA's libraries: its names, the places where it may be, and how to install it.
///
/// ```no_run
/// use cuda_pathfinder::{Library, Search};
///
/// let cublas = Library::from_name("cublas").ok_or("no such library")?;
/// println!("{}", Search::new().explain(cublas));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Library {
    /// The short name, as in `nvrtc`.
    pub name: &'static str,
    /// The display name, such as `NVRTC`.
    pub title: &'static str,
    /// The file names to accept, newest first.
    pub(crate) sonames: PerOs<&'static [Soname]>,
    /// The environment variable that names the file, or the folder that holds it, and ends the search.
    pub(crate) variable: &'static str,
    /// The environment variables that name the folder of the product that it belongs to, as
    /// `CUDNN_PATH` does.
    pub roots: &'static [&'static str],
    /// The folders of NVIDIA's Python wheels, relative to `site-packages`.
    pub wheels: PerOs<&'static [&'static str]>,
    /// The folders within a toolkit, a conda environment or the folder of its product (`*` matches any text).
    pub folders: PerOs<&'static [&'static str]>,
    /// On Windows, the folders of its product below `Program Files`.
    pub program_files: &'static [&'static str],
    /// The libraries that are loaded before it, if they are found; those next to it first.
    pub needs: &'static [&'static Library],
    /// The extent of the search.
    pub scope: Scope,
    /// How to install it.
    pub help: Help,
}

/// A file name of a library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Soname {
    /// The file name, as in `libnvrtc.so.13`.
    pub file: &'static str,
    /// The major version of CUDA that it belongs to, the oldest if several have it under this name;
    /// `None` when its number isn't CUDA's.
    pub major: Option<u32>,
    /// A file that must be next to it (`*` matches any text), such as `libnvrtc-builtins.so.13.*`.
    pub companion: Option<&'static str>,
}

/// The extent of the search for a library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Scope {
    /// Already loaded, the override, the operating system's loader, and the few folders in which systems keep a driver
    /// that the loader doesn't find. This is for libraries that come with the driver, for which a copy elsewhere would
    /// be the wrong one.
    Driver,
    /// Every [`Place`](crate::place::Place).
    Everywhere,
}

/// Installation help for a missing library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Help {
    /// A sentence.
    Sentence(&'static str),
    /// Python packages that contain it, each with its major version of CUDA, newest first.
    Pip(&'static [(u32, &'static str)]),
}

/// The operating systems that CUDA runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Os {
    /// Linux, including WSL.
    Linux,
    /// Windows.
    Windows,
}

impl Os {
    /// Returns the one that this program was built for; anything but Windows counts as Linux.
    pub const fn current() -> Self {
        if cfg!(windows) { Self::Windows } else { Self::Linux }
    }
}

impl fmt::Display for Os {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Linux => "Linux",
            Self::Windows => "Windows",
        })
    }
}

/// A value for each operating system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PerOs<T> {
    /// The value on Linux.
    pub linux: T,
    /// The value on Windows.
    pub windows: T,
}

impl<T: Copy> PerOs<T> {
    /// Returns the value on `os`.
    pub const fn on(&self, os: Os) -> T {
        match os {
            Os::Linux => self.linux,
            Os::Windows => self.windows,
        }
    }
}

impl Soname {
    /// Creates a file name that belongs to any version of CUDA.
    pub const fn new(file: &'static str) -> Self {
        Self { file, major: None, companion: None }
    }
}

impl Library {
    /// Defines a custom library with these file names, in the usual folders of a toolkit and of conda, or named by
    /// `variable`.
    ///
    /// # Safety
    /// Libraries with these names are safe to load: their initializers have no requirements on the code that loads
    /// them, like those of NVIDIA's libraries. [`Search::load`](crate::search::Search::load) is a safe function.
    pub const unsafe fn custom(
        name: &'static str,
        variable: &'static str,
        sonames: PerOs<&'static [Soname]>,
    ) -> Self {
        Self {
            name,
            title: name,
            sonames,
            variable,
            roots: &[],
            wheels: PerOs { linux: &[], windows: &[] },
            folders: PerOs {
                linux: &["lib64", "lib", "targets/*/lib"],
                windows: &["bin/x64", "bin"],
            },
            program_files: &[],
            needs: &[],
            scope: Scope::Everywhere,
            help: Help::Sentence(""),
        }
    }

    /// Returns the file names to accept, newest first. They can't be changed, because they determine what
    /// [`Search::load`](crate::search::Search::load) loads.
    pub const fn sonames(&self) -> PerOs<&'static [Soname]> {
        self.sonames
    }

    /// Returns the environment variable that names the file, or the folder that holds it, and ends the search.
    pub const fn variable(&self) -> &'static str {
        self.variable
    }

    /// Sets the variables that name the folder of its product.
    pub const fn with_roots(mut self, roots: &'static [&'static str]) -> Self {
        self.roots = roots;
        self
    }

    /// Sets the folders of Python wheels, relative to `site-packages`.
    pub const fn in_wheels(mut self, wheels: PerOs<&'static [&'static str]>) -> Self {
        self.wheels = wheels;
        self
    }

    /// Sets the libraries that are loaded before it.
    pub const fn with_needs(mut self, needs: &'static [&'static Library]) -> Self {
        self.needs = needs;
        self
    }

    /// Sets how to install it.
    pub const fn with_help(mut self, help: Help) -> Self {
        self.help = help;
        self
    }
}

impl Help {
    /// Returns the command that installs it for the major version `newest` of CUDA, or for the newest one; `None` if
    /// that version has none.
    pub fn text(&self, newest: Option<u32>) -> Option<String> {
        match self {
            Self::Sentence(text) => Some((*text).to_owned()),
            Self::Pip(packages) => packages
                .iter()
                .find(|(major, _)| newest.is_none_or(|newest| *major <= newest))
                .map(|(_, package)| format!("pip install '{package}'")),
        }
    }
}
