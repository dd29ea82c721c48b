use std::fmt;
use std::path::PathBuf;

/// The reason why a program is compiled each time.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Bypass {
    /// It contains `__TIME__` or a similar macro, or could paste one together.
    Time,
    /// It has an `#include` with a macro that takes parameters or that the compiler could define, or uses `__has_include`
    /// in a macro.
    Computed {
        /// The text after `#include`, or that uses `__has_include`.
        text: String,
    },
    /// An option may produce more than the output, or make it depend on more than the contents of files that the cache
    /// checks, such as on their times.
    Option {
        /// The option.
        option: String,
    },
    /// It could include something that is neither a file nor a folder, such as a pipe, or a file that can't be read, that
    /// the system makes up, or that is written just now.
    Special {
        /// The path.
        path: PathBuf,
    },
    /// A variable of the environment is set that adds options or changes what NVRTC writes. NVRTC may have read it before.
    Variable {
        /// Its name.
        name: &'static str,
    },
    /// There is no NVRTC, or its file isn't known, or was replaced after it was loaded.
    Nvrtc,
}

/// Writes the message, because `main` prints an error that it returns with `Debug`.
impl fmt::Debug for Bypass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Formats the reason as a clause: "it uses `__TIME__` or a similar macro, or could paste one together".
impl fmt::Display for Bypass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time => {
                f.write_str("it uses `__TIME__` or a similar macro, or could paste one together")
            }
            Self::Computed { text } => {
                write!(f, "it includes or asks for `{text}`, whose name only the compiler knows")
            }
            Self::Option { option } => write!(
                f,
                "its option {option} may write other files, or make the output depend on more than the cache checks"
            ),
            Self::Special { path } => {
                write!(
                    f,
                    "it could include {}, which isn't a regular file, changes, or can't be read",
                    path.display()
                )
            }
            Self::Variable { name } => {
                write!(f, "the variable {name} is set, which changes what NVRTC writes")
            }
            Self::Nvrtc => {
                f.write_str("the file of its NVRTC is not known, or is another one than was loaded")
            }
        }
    }
}

impl std::error::Error for Bypass {}
