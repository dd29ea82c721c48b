//! Why an instruction can't be decoded.

use crate::device::error::CompileErrorKind;
use crate::ptx::{Position, Problem, Type};

/// A decoded item, or the reason why it can't be decoded.
pub type Decoded<T> = Result<T, Refusal>;

/// Why an instruction can't be decoded. A mere text says that the PTX is invalid.
pub struct Refusal {
    /// Whether the PTX is invalid, or only unsupported here.
    pub kind: CompileErrorKind,
    /// The reason, without the instruction's name.
    message: String,
    /// Whether a symbol isn't defined.
    is_undefined_symbol: bool,
}

impl Refusal {
    /// Returns the refusal of valid PTX that the software device doesn't support.
    pub fn unsupported(message: impl Into<String>) -> Refusal {
        Refusal { kind: CompileErrorKind::Unsupported, ..message.into().into() }
    }

    /// Returns the refusal of PTX that lacks the definition of a symbol, which another module may have.
    pub fn undefined(message: String) -> Refusal {
        Refusal { is_undefined_symbol: true, ..Refusal::unsupported(message) }
    }

    /// Returns the problem that it is at a position.
    pub fn at(self, position: Position) -> Problem {
        Problem {
            is_undefined_symbol: self.is_undefined_symbol,
            ..Problem::new(position, self.message)
        }
    }
}

impl From<String> for Refusal {
    fn from(message: String) -> Refusal {
        Refusal { kind: CompileErrorKind::InvalidPtx, message, is_undefined_symbol: false }
    }
}

impl From<&str> for Refusal {
    fn from(message: &str) -> Refusal {
        message.to_owned().into()
    }
}

/// Refuses a type that the instruction may have.
pub fn unsupported_type<T>(ty: Type) -> Decoded<T> {
    Err(Refusal::unsupported(format!(
        "the software device doesn't have this instruction for {ty:?}"
    )))
}
