//! The NVRTC that programs load on this machine.

use std::fmt;
use std::path::Path;

use nvrtc::{Nvrtc, Version};
use serde::Serialize;

#[derive(Serialize)]
#[serde(untagged)]
pub enum Compiler {
    Loaded {
        version: String,
        path: Option<String>,
        builtins: Option<String>,
        architectures: Vec<String>,
        /// The reason why there are no architectures.
        #[serde(skip_serializing_if = "Option::is_none")]
        architectures_error: Option<String>,
        #[serde(skip)]
        number: Version,
    },
    Absent {
        error: String,
    },
}

impl Compiler {
    pub fn collect() -> Self {
        match Nvrtc::load() {
            Ok(nvrtc) => Self::describe(nvrtc),
            Err(error) => Self::Absent { error: error.to_string() },
        }
    }

    fn describe(nvrtc: Nvrtc) -> Self {
        let shown = |path: &Path| path.display().to_string();
        let library = nvrtc::sys::library_of(nvrtc.table());
        let (architectures, architectures_error) = match nvrtc.supported_archs() {
            Ok(architectures) => (architectures.iter().map(ToString::to_string).collect(), None),
            Err(error) => (Vec::new(), Some(error.to_string())),
        };
        Self::Loaded {
            version: nvrtc.version().to_string(),
            path: nvrtc.path().map(shown),
            builtins: library.and_then(|library| library.companion()).map(shown),
            architectures,
            architectures_error,
            number: nvrtc.version(),
        }
    }

    /// Returns its version as CUDA writes it, 13000 for 13.0.
    pub fn version(&self) -> Option<u32> {
        match self {
            Self::Loaded { number, .. } => Some(number.number()),
            Self::Absent { .. } => None,
        }
    }
}

impl fmt::Display for Compiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Loaded {
                version, path, builtins, architectures, architectures_error, ..
            } => {
                let path = path.as_deref().unwrap_or("path unknown");
                write!(f, "NVRTC          {version}, {path}")?;
                if let Some(builtins) = builtins {
                    write!(f, "\nbuiltins       {builtins}")?;
                }
                match (architectures.as_slice(), architectures_error) {
                    ([oldest, .., newest], _) => {
                        write!(
                            f,
                            "\ncompiles for   {oldest} to {newest}, {} architectures",
                            architectures.len()
                        )
                    }
                    ([only], _) => write!(f, "\ncompiles for   {only}"),
                    ([], Some(error)) => write!(f, "\ncompiles for   unknown: {error}"),
                    ([], None) => Ok(()),
                }
            }
            // The table of libraries says how to install it.
            Self::Absent { error } => {
                write!(f, "NVRTC          {}", error.lines().next().unwrap_or("none"))
            }
        }
    }
}
