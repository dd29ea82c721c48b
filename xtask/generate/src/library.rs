//! The libraries whose bindings are the modules of `cuda-libraries-sys`, one row each.

mod rows;

pub use rows::LIBRARIES;

/// The folder of the modules.
pub const FOLDER: &str = "cuda-libraries-sys/src/generated";

/// A library, and the module with its bindings.
#[derive(Debug)]
pub struct Library {
    /// Its name in text.
    pub title: &'static str,
    /// The name of the module and its feature.
    pub module: &'static str,
    /// The name of its pins in `headers.toml`.
    pub pins: &'static str,
    /// Its headers.
    pub headers: &'static [&'static str],
    /// Whether some functions are only declared for C++.
    pub is_cplusplus: bool,
    /// Whether there is none for Windows.
    pub is_for_linux_alone: bool,
    /// The macros to define before they are parsed.
    pub defines: &'static [&'static str],
    /// The modules whose types it uses.
    pub uses: &'static [&'static str],
    /// Those of them whose functions it exports, too.
    pub repeats: &'static [&'static str],
    /// Its type with a slot for each function.
    pub table: &'static str,
    /// Its row in cuda-pathfinder.
    pub row: &'static str,
    /// NVIDIA's page.
    pub page: &'static str,
    /// The type of its results, and the success code.
    pub result: (&'static str, &'static str),
    /// What the parts of a release count in its version number; 0 for parts that don't.
    pub units: [u32; 3],
    /// How it reports its version.
    pub reports: Reports,
    /// The functions that every release has, by which it is recognized.
    pub required: &'static [&'static str],
    /// The versions, newest first, that only export functions as `__name_12_0`.
    pub numbered: &'static [(u32, u32)],
}

/// The name of the pins of CUDA's header sets.
const CUDA: &str = "cuda";

/// How a library reports its version.
#[derive(Clone, Copy, Debug)]
pub enum Reports {
    /// In parts, as properties.
    Property(&'static str),
    /// As a number that it writes through a pointer.
    Written(&'static str),
    /// As a number that it writes through a pointer; the result code is a part of what it returns.
    WrittenOr(&'static str),
    /// As the member `version` of a struct that it writes through a pointer.
    Member(&'static str),
    /// As a number that it returns.
    Returned(&'static str),
    /// As a number of its interface that it writes through a pointer; its module knows the release.
    Interface(&'static str),
    /// As two numbers that it writes through pointers.
    Pair(&'static str),
    /// Not at all.
    Nothing,
}

impl Library {
    /// Returns the name of a release, with the parts that its number has.
    pub fn name(&self, parts: [u32; 3]) -> String {
        let parts = parts.iter().zip(self.units);
        let parts: Vec<String> =
            parts.filter(|part| part.1 != 0).map(|part| part.0.to_string()).collect();
        parts.join(".")
    }

    /// Returns the number of a release.
    pub fn number(&self, parts: [u32; 3]) -> u32 {
        parts.iter().zip(self.units).map(|(part, unit)| part * unit).sum()
    }

    /// Returns whether its headers are recorded: those of CUDA are always there.
    pub fn is_recorded(&self) -> bool {
        self.pins != CUDA
    }

    /// Returns whether its headers are among those that were fetched.
    pub fn is_fetched(&self, fetched: &[String]) -> bool {
        fetched.iter().any(|name| name == self.module || name == "all")
    }
}
