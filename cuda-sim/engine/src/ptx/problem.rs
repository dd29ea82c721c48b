//! What is wrong with a text.

use crate::ptx::ast::Position;

/// Something wrong with a program, with its position in the PTX.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The line, from 1 on.
    pub line: u32,
    /// The column, from 1 on.
    pub column: u32,
    /// What is wrong there.
    pub message: String,
    /// Whether a symbol isn't defined, which another module may define that is linked.
    pub is_undefined_symbol: bool,
}

impl Problem {
    pub(crate) fn new(position: Position, message: String) -> Problem {
        Problem {
            line: position.line,
            column: position.column,
            message,
            is_undefined_symbol: false,
        }
    }
}

/// What was read, or why the text is no PTX.
pub(super) type ParseResult<T> = Result<T, Problem>;
