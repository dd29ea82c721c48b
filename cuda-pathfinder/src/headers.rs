//! The description of a set of headers.

use crate::library::Help;

/// A set of CUDA's headers that share a folder.
///
/// ```
/// use cuda_pathfinder::{Search, header_set_of};
///
/// let set = header_set_of("cuda/std/atomic").ok_or("no known set has this header")?;
/// match Search::new().headers(set) {
///     Ok(folder) => println!("{folder:?}"),
///     Err(missing) => println!("{missing}"),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct HeaderSet {
    /// The short name, as in `cccl`.
    pub name: &'static str,
    /// The display name.
    pub title: &'static str,
    /// The file that identifies the folder, relative to it.
    pub header: &'static str,
    /// The headers that a program includes from it, such as `cuda/*` (`*` matches any text).
    pub brings: &'static [&'static str],
    /// The macro in [`header`](Self::header) that defines the version of CUDA, as 13050 for 13.5.
    pub version: Option<&'static str>,
    /// The environment variables that name the folder of the product that it belongs to, as
    /// `CUDNN_PATH` does.
    pub roots: &'static [&'static str],
    /// The folders of NVIDIA's Python wheels, relative to `site-packages`.
    pub wheels: &'static [&'static str],
    /// The folders within a toolkit, a conda environment or the folder of its product (`*` stands for
    /// any text).
    pub folders: &'static [&'static str],
    /// On Linux, the folders of a distribution, relative to the root of the file system.
    pub system: &'static [&'static str],
    /// On Windows, the folders of its product below `Program Files`.
    pub program_files: &'static [&'static str],
    /// How to install them.
    pub help: Help,
}

impl HeaderSet {
    /// Defines a custom set: headers whose folder has the file `header`, in the usual folders of a toolkit, of conda
    /// and of a distribution.
    pub const fn custom(name: &'static str, header: &'static str) -> Self {
        Self {
            name,
            title: name,
            header,
            brings: &[],
            version: None,
            roots: &[],
            wheels: &[],
            folders: &["include", "targets/*/include"],
            system: &["usr/include", "usr/include/*-linux-gnu", "usr/local/include"],
            program_files: &[],
            help: Help::Sentence(""),
        }
    }

    /// Sets the variables that name the folder of its product.
    pub const fn with_roots(mut self, roots: &'static [&'static str]) -> Self {
        self.roots = roots;
        self
    }

    /// Sets the folders of Python wheels, relative to `site-packages`.
    pub const fn in_wheels(mut self, wheels: &'static [&'static str]) -> Self {
        self.wheels = wheels;
        self
    }

    /// Sets how to install it.
    pub const fn with_help(mut self, help: Help) -> Self {
        self.help = help;
        self
    }
}
