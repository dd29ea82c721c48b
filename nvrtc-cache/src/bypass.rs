use std::fmt;
use std::path::PathBuf;

/// Why a program is compiled each time.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Bypass {
    /// It holds the time, `__TIME__` or the like, or could paste it together.
    Time,
    /// It includes by a macro that takes parameters, or that the compiler defines.
    Computed {
        /// What stands behind `#include`, or in `__has_include`.
        text: String,
    },
    /// An option asks for more than an output, or takes what isn't looked at.
    Option {
        /// The option.
        option: String,
    },
    /// It could include what is neither a file nor a folder, such as a pipe.
    Special {
        /// Where that is.
        path: PathBuf,
    },
    /// There is no NVRTC, or it isn't known which file it is.
    Nvrtc,
}

/// The text, which is what `main` prints of an error that it returns.
impl fmt::Debug for Bypass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// In the middle of a sentence: "it holds the time".
impl fmt::Display for Bypass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time => f.write_str("it holds the time, or could paste it together"),
            Self::Computed { text } => {
                write!(
                    f,
                    "it includes `{text}`, whose name only the compiler can tell"
                )
            }
            Self::Option { option } => write!(
                f,
                "its option {option} does more than an output, or reads more"
            ),
            Self::Special { path } => write!(
                f,
                "it could include {}, which is no file whose contents stay",
                path.display()
            ),
            Self::Nvrtc => f.write_str("the file of its NVRTC is not known"),
        }
    }
}

impl std::error::Error for Bypass {}
