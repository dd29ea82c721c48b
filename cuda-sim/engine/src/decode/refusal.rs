//! Why an instruction can't be decoded.

use crate::error::CompileErrorKind;

/// A decoded item, or the reason why it can't be decoded.
pub type Decoded<T> = Result<T, Refusal>;

/// Why an instruction can't be decoded. A mere text says that the PTX is invalid.
pub struct Refusal {
    /// Whether the PTX is invalid, or only unsupported here.
    pub kind: CompileErrorKind,
    /// The reason, without the instruction's name.
    pub message: String,
}

impl Refusal {
    /// Returns the refusal of valid PTX that the software device doesn't support.
    pub fn unsupported(message: impl Into<String>) -> Refusal {
        Refusal {
            kind: CompileErrorKind::Unsupported,
            message: message.into(),
        }
    }
}

impl From<String> for Refusal {
    fn from(message: String) -> Refusal {
        Refusal {
            kind: CompileErrorKind::InvalidPtx,
            message,
        }
    }
}

impl From<&str> for Refusal {
    fn from(message: &str) -> Refusal {
        message.to_owned().into()
    }
}
