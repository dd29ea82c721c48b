use core::fmt;

/// The size of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Size {
    /// The length of a vector.
    Vector(usize),
    /// The rows and columns of a matrix, and the number of matrices.
    Matrix(usize, usize, usize),
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Vector(len) => write!(f, "{len}"),
            Self::Matrix(rows, columns, 1) => write!(f, "{rows} × {columns}"),
            Self::Matrix(rows, columns, len) => write!(f, "{len} times {rows} × {columns}"),
        }
    }
}
