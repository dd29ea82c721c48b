use core::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::error::{CuResult, debug_as_display};

/// An image, or a link, that the driver rejected.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{result}{}", ImageFile(path.as_deref()), Details(explanation.as_deref(), log))]
#[non_exhaustive]
pub struct RefusedImage {
    /// The file that the image was read from, if it was.
    pub path: Option<PathBuf>,
    /// The driver's result.
    #[source]
    pub result: CuResult,
    /// What the result means for this image and this driver, if known.
    pub explanation: Option<String>,
    /// The log of the driver's compiler; empty for machine code.
    pub log: String,
}

/// The file of a message about an image.
struct ImageFile<'a>(Option<&'a Path>);

impl fmt::Display for ImageFile<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(path) => write!(f, "cannot load {}: ", path.display()),
            None => Ok(()),
        }
    }
}

/// An explanation and a log, on separate lines.
struct Details<'a>(Option<&'a str>, &'a str);

impl fmt::Display for Details<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(explanation, log) = self;
        if let Some(explanation) = explanation {
            write!(f, "\n  {explanation}")?;
        }
        for line in log.lines() {
            write!(f, "\n  {line}")?;
        }
        Ok(())
    }
}

/// A file that could not be read.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("cannot read {}: {text}", path.display())]
#[non_exhaustive]
pub struct UnreadableFile {
    /// The file.
    pub path: PathBuf,
    /// The kind of the error.
    pub kind: io::ErrorKind,
    /// The operating system's error message.
    pub text: String,
}

/// The name of a kernel that a module doesn't have.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("the module has no kernel {name:?}; {}", Kernels { asked: name, kernels })]
pub struct FunctionNotFound {
    /// The requested name.
    pub name: String,
    /// The kernels that the module has; `None` if the driver is older than CUDA 12.4 and can't list them.
    pub kernels: Option<Vec<String>>,
}

/// The kernels that a module has, and what the requested name should have been, as text.
struct Kernels<'a> {
    asked: &'a str,
    kernels: &'a Option<Vec<String>>,
}

impl fmt::Display for Kernels<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const TEMPLATE: &str = "; a C++ template becomes a kernel by `Program::name_expression`";
        // Bytes, because a search for a character is compiled with all that one for text needs.
        let is_instance = self.asked.as_bytes().contains(&b'<');
        let kernels = self.kernels.as_deref();
        match kernels {
            None => f.write_str("declare it `extern \"C\"`, or look it up by its mangled name")?,
            Some([]) => f.write_str("it has no kernels at all")?,
            Some(kernels) => {
                for (index, kernel) in kernels.iter().enumerate() {
                    let before = if index == 0 { "it has " } else { ", " };
                    write!(f, "{before}{kernel}")?;
                }
            }
        }
        match kernels {
            _ if is_instance => {
                f.write_str(TEMPLATE)?;
                f.write_str(", and is looked up by the name that `Ptx::lowered_name` returns")
            }
            Some([]) => f.write_str(TEMPLATE),
            Some(kernels) if kernels.iter().any(|kernel| kernel.starts_with("_Z")) => {
                f.write_str("; names with `_Z` are mangled C++ names: declare a kernel `extern \"C\"`, or look it up by the lowered name of its name expression")
            }
            _ => Ok(()),
        }
    }
}

/// What is wrong with the use of a global variable.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidGlobal {
    /// The module has no variable of this name.
    #[error(
        "the module has no global variable {name:?}; declare it `__device__` or `__constant__`, not `static`, and, in a \
         namespace, `extern \"C\"`, or look it up by its mangled name"
    )]
    NotFound {
        /// The requested name.
        name: String,
    },
    /// The variable has another size.
    #[error(
        "the global variable {name:?} has {bytes} bytes, and {len} elements of {size} bytes were given"
    )]
    Size {
        /// The name of the variable.
        name: String,
        /// Its size, in bytes.
        bytes: usize,
        /// The number of elements requested.
        len: usize,
        /// The size of an element, in bytes.
        size: usize,
    },
    /// The variable isn't aligned for elements that the host accesses.
    #[error(
        "the global variable {name:?} isn't aligned to {align} bytes, as its elements must be; declare it `__align__({align})`"
    )]
    Alignment {
        /// The name of the variable.
        name: String,
        /// The alignment of an element, in bytes.
        align: usize,
    },
}

debug_as_display!(RefusedImage, UnreadableFile, FunctionNotFound, InvalidGlobal);
