use core::fmt;

use cuda_driver::{CuResult, debug_as_display};
use cuda_libraries_sys::cublas::{Function, LoadError, cublasStatus_t};
use thiserror::Error;

/// An error of cuBLAS or this crate.
#[derive(Error)]
#[non_exhaustive]
pub enum Error {
    /// No cuBLAS could be loaded.
    #[error(transparent)]
    Load(Box<LoadError>),
    /// This cuBLAS lacks a function.
    #[error(
        "this cuBLAS has no {}: it is {found}, and {} or newer is needed (two digits each for the last two parts)",
        function.name,
        function.since
    )]
    Absent {
        /// The function.
        function: &'static Function,
        /// The release that is loaded.
        found: u32,
    },
    /// cuBLAS returned an error.
    #[error(transparent)]
    Cublas(Box<Failure>),
    /// The driver returned an error.
    #[error(transparent)]
    Driver(#[from] CuResult),
    /// Memory could not be allocated.
    #[error(transparent)]
    Memory(#[from] cuda_driver::Error),
    /// A matrix exceeds its slice, or its rows overlap.
    #[error(transparent)]
    NotInBounds(Box<NotInBounds>),
    /// Matrices don't fit each other.
    #[error(
        "{0} isn't possible: a must have as many columns as b has rows, c the rows of a and the columns of b, and a and b \
         one matrix or as many as c"
    )]
    Shapes(Box<Shapes>),
    /// A size doesn't fit into what this cuBLAS takes.
    #[error("{what} is {value}, and this cuBLAS takes at most {most}")]
    TooLarge {
        /// The size.
        what: &'static str,
        /// Its value.
        value: usize,
        /// The limit.
        most: u64,
    },
    /// A buffer belongs to another stream.
    #[error(
        "the matrix {matrix} belongs to another stream than the one of the product: take it there with its own stream's methods first"
    )]
    OtherStream {
        /// `a`, `b` or `c`.
        matrix: &'static str,
    },
    /// The stream is of another context than the handle.
    #[error("the stream is of another context than the handle: create a handle for each context")]
    OtherContext,
    /// The stream is being captured.
    #[error(
        "the stream is captured, and a graph could run when the matrices are gone: call cuBLAS by `Cublas::raw` there, and keep them"
    )]
    Captured,
}

/// An error of a function of cuBLAS.
#[derive(Error)]
#[non_exhaustive]
#[error("{function} returned {status}{}", .shapes.as_ref().map_or_else(String::new, |it| format!(", for {it}")))]
pub struct Failure {
    /// The function, by its name in C.
    pub function: &'static str,
    /// The code.
    pub status: cublasStatus_t,
    /// The product that was asked for.
    pub shapes: Option<Shapes>,
}

/// A matrix that exceeds its slice, or whose rows overlap.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotInBounds {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The distance of two rows, in elements.
    pub row_stride: usize,
    /// The number of matrices.
    pub batch: usize,
    /// The number of elements that are needed; `None` if it exceeds the address space.
    pub needed: Option<usize>,
    /// The number of elements in the slice.
    pub len: usize,
}

impl fmt::Display for NotInBounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            rows,
            columns,
            row_stride,
            batch,
            needed,
            len,
        } = self;
        if row_stride < columns {
            return write!(
                f,
                "the rows of a matrix of {rows} × {columns} overlap: the distance of two rows is {row_stride}, and must be \
                 at least {columns}"
            );
        }
        write!(f, "a matrix of {rows} × {columns}")?;
        if *batch != 1 {
            write!(f, ", {batch} times,")?;
        }
        match needed {
            Some(needed) => write!(f, " needs {needed} elements, and the slice has {len}"),
            None => write!(
                f,
                " exceeds the address space, and the slice has {len} elements"
            ),
        }
    }
}

impl std::error::Error for NotInBounds {}

/// The rows and columns of the matrices of a product `c = a b`, and how many there are of each.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shapes {
    /// Rows, columns and number of the first factors.
    pub a: (usize, usize, usize),
    /// Rows, columns and number of the second factors.
    pub b: (usize, usize, usize),
    /// Rows, columns and number of the products.
    pub c: (usize, usize, usize),
}

impl fmt::Display for Shapes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |(rows, columns, len): (usize, usize, usize)| match len {
            1 => format!("{rows} × {columns}"),
            len => format!("{len} of {rows} × {columns}"),
        };
        write!(
            f,
            "a product of {} and {} into {}",
            shown(self.a),
            shown(self.b),
            shown(self.c)
        )
    }
}

impl From<LoadError> for Error {
    fn from(error: LoadError) -> Self {
        Self::Load(Box::new(error))
    }
}

debug_as_display!(Error, Failure, NotInBounds);
