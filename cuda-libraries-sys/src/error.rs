use core::fmt;
use std::path::PathBuf;

use cuda_pathfinder::NotFound;

/// The reason why there is no library to use.
#[derive(Clone)]
#[non_exhaustive]
pub enum LoadError {
    /// No library by one of the file names could be loaded.
    NotFound(NotFound),
    /// A file was loaded that isn't the library: it lacks a function that all of its releases have.
    Other {
        /// The library that was searched for, such as `cuBLAS`.
        library: &'static str,
        /// The variable that names the library to use, such as `CUDA_CUBLAS`.
        variable: &'static str,
        /// The file that was loaded, if known.
        path: Option<PathBuf>,
        /// The missing function.
        symbol: &'static str,
    },
    /// The library did not report its version.
    Version {
        /// The library that was searched for, such as `cuBLAS`.
        library: &'static str,
        /// The file that was loaded, if known.
        path: Option<PathBuf>,
        /// The function that reports the version, and its result.
        result: String,
    },
}

/// The libraries that `cuda-sim-libraries` has for the software device: their names, and its modules.
const OF_SOFTWARE_DEVICE: [(&str, &str); 9] = [
    ("cublas", "cublas"),
    ("cublasLt", "cublaslt"),
    ("cudnn", "cudnn"),
    ("cufft", "cufft"),
    ("cupti", "cupti"),
    ("curand", "curand"),
    ("cusolver", "cusolver"),
    ("cusparse", "cusparse"),
    ("nvml", "nvml"),
];

impl LoadError {
    /// Returns the error of a search. On the software device, no installed library works, so it says what does.
    pub(crate) fn not_found(error: NotFound, name: &str) -> Self {
        let library_row = OF_SOFTWARE_DEVICE.iter().find(|(library, _)| *library == name);
        Self::NotFound(match library_row {
            None => error,
            Some((_, module)) => {
                let help = &error.report().help;
                let help = format!(
                    "{help}\n         on the software device, without a GPU: pass \
                     `cuda_sim_libraries::{module}::table()` to `from_table` instead"
                );
                error.with_help(help)
            }
        })
    }
}

/// Shows the path, or a note if it is unknown.
struct PathOrNote<'a>(&'a Option<PathBuf>, &'a str);

impl fmt::Display for PathOrNote<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(path) => path.display().fmt(f),
            None => write!(f, "the library loaded as {}", self.1),
        }
    }
}

/// Writes the error's message, because `main` prints an error that it returns with `Debug`.
impl fmt::Debug for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound(error) => error.fmt(f),
            Self::Other { library, variable, path, symbol } => write!(
                f,
                "{} is not {library}: it has no {symbol}. Point {variable} at {library}'s library, or at the folder \
                 that holds it",
                PathOrNote(path, library),
            ),
            Self::Version { library, path, result } => {
                write!(f, "{} did not report its version: {result}", PathOrNote(path, library))
            }
        }
    }
}

impl std::error::Error for LoadError {}
