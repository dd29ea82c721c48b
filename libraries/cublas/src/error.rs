use core::fmt;

use cuda_driver::{CuResult, debug_as_display};
use cuda_libraries_sys::LoadError;
use cuda_libraries_sys::cublas::cublasStatus_t;
use cuda_library_support::{AbsentFunction, CallError, Release};
use thiserror::Error;

use crate::size::Size;

/// An error of cuBLAS or this crate.
#[derive(Error)]
#[non_exhaustive]
pub enum Error {
    /// No cuBLAS could be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// This cuBLAS lacks a function.
    #[error(transparent)]
    Absent(#[from] AbsentFunction),
    /// cuBLAS returned an error.
    #[error(transparent)]
    Cublas(#[from] Box<Failure>),
    /// The call isn't possible with its stream, operands or workspace.
    #[error(transparent)]
    Call(#[from] CallError),
    /// The driver returned an error.
    #[error(transparent)]
    Driver(#[from] CuResult),
    /// Memory could not be allocated or copied.
    #[error(transparent)]
    Memory(#[from] cuda_driver::Error),
    /// A view exceeds its slice, or elements of it are the same.
    #[error("{0}")]
    NotInBounds(Box<NotInBounds>),
    /// A row or column that a matrix doesn't have.
    #[error("there is no row or column {index}: the matrix has {count}")]
    Index {
        /// The index.
        index: usize,
        /// How many there are.
        count: usize,
    },
    /// A row or column of a matrix that is conjugated.
    #[error(
        "a row or column of a matrix that is conjugated isn't a vector in memory: take it before `h`, or copy the matrix with `copy_matrix`"
    )]
    Conjugated,
    /// Operands don't fit each other.
    #[error("{0}")]
    Shapes(Box<Shapes>),
    /// cuBLAS can't use a matrix as it is in memory.
    #[error("{call} can't take {operand} as it is in memory: {reason}. Copy it with `copy_matrix`")]
    Layout {
        /// The routine.
        call: &'static str,
        /// The matrix.
        operand: &'static str,
        /// What it can't be.
        reason: &'static str,
    },
    /// A size doesn't fit into what this cuBLAS takes.
    #[error("{function} takes sizes and distances up to {most}, and one is {value}{}", match needs {
        Some(needs) => format!(": cuBLAS {needs} or newer takes more, this is {found}"),
        None => String::new(),
    })]
    TooLarge {
        /// The function, by its name in C.
        function: &'static str,
        /// The size.
        value: usize,
        /// The limit.
        most: u64,
        /// The release that takes more, if one does.
        needs: Option<Release>,
        /// The release that is loaded.
        found: Release,
    },
    /// An algorithm is for another product, or needs more workspace.
    #[cfg(feature = "lt")]
    #[error(
        "the algorithm isn't for this product: it needs the same types, shapes, distances, epilogue, device and release, no \
         less aligned addresses, and a workspace of {needed} bytes (there are {found})"
    )]
    OtherProblem {
        /// The bytes of workspace that it needs.
        needed: usize,
        /// Those that there are.
        found: usize,
    },
}

/// Takes the number of a release apart: 11.5.1 is 11501, and 12.4.5 is 120405.
pub(crate) const fn release(number: u32) -> Release {
    if number < 100_000 { Release::from_short(number) } else { Release::from_long(number) }
}

impl Error {
    /// Returns the error as that of the call that was made, of which the one that failed is a part.
    #[doc(hidden)]
    #[must_use]
    pub fn in_call(mut self, name: &'static str) -> Self {
        match &mut self {
            Self::Call(error) => return error.clone().in_call(name).into(),
            Self::Shapes(shapes) => shapes.call = name,
            Self::Layout { call, .. } => *call = name,
            _ => {}
        }
        self
    }
}

/// An error of a function of cuBLAS.
#[derive(Error)]
#[non_exhaustive]
#[error("{function} returned {status}{}", OperandList(", for ", operands))]
pub struct Failure {
    /// The function, by its name in C.
    pub function: &'static str,
    /// The code.
    pub status: cublasStatus_t,
    /// The names and sizes of what it was called with.
    pub operands: Vec<(&'static str, Size)>,
}

impl Failure {
    /// Returns whether cuBLAS has no kernel for the call, and did nothing.
    pub(crate) fn is_unsupported(&self) -> bool {
        self.status == cublasStatus_t::CUBLAS_STATUS_NOT_SUPPORTED
    }
}

/// Operands that don't fit each other.
#[derive(Error, Clone, PartialEq, Eq)]
#[non_exhaustive]
#[error("{call} isn't possible{}: {rule}", OperandList(" with ", operands))]
pub struct Shapes {
    /// The routine.
    pub call: &'static str,
    /// The names and sizes of its operands.
    pub operands: Vec<(&'static str, Size)>,
    /// What must hold.
    pub rule: &'static str,
}

/// Operands, after some words if there are any.
struct OperandList<'a>(&'static str, &'a [(&'static str, Size)]);

impl fmt::Display for OperandList<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, size)) in self.1.iter().enumerate() {
            f.write_str(if index == 0 { self.0 } else { ", " })?;
            write!(f, "{name} of {size}")?;
        }
        Ok(())
    }
}

/// A view that exceeds its slice, or that has elements twice.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotInBounds {
    /// The number of rows; of elements, for a vector.
    pub rows: usize,
    /// The number of columns; one, for a vector.
    pub columns: usize,
    /// The distance of two rows, in elements.
    pub row_stride: usize,
    /// The number of matrices.
    pub batch: usize,
    /// The distance of two matrices, in elements.
    pub batch_stride: usize,
    /// The number of elements that are needed; `None` if it exceeds the address space.
    pub needed: Option<usize>,
    /// The number of elements in the slice.
    pub len: usize,
    /// Whether rows overlap, or matrices that are to be written.
    pub overlap: bool,
}

impl fmt::Display for NotInBounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rows, columns, row_stride, batch, batch_stride, needed, len, overlap } = self;
        if *overlap && row_stride < columns {
            return write!(
                f,
                "the rows of a matrix of {rows} × {columns} overlap: the distance of two rows is {row_stride}, and must be \
                 at least {columns}"
            );
        }
        if *overlap {
            return write!(
                f,
                "{batch} matrices of {rows} × {columns} that are to be written overlap: the distance of two rows is \
                 {row_stride}, and of two matrices {batch_stride}"
            );
        }
        write!(f, "a matrix of {rows} × {columns}")?;
        if *batch != 1 {
            write!(f, ", {batch} times,")?;
        }
        match needed {
            Some(needed) => write!(f, " needs {needed} elements, and the slice has {len}"),
            None => write!(f, " exceeds the address space, and the slice has {len} elements"),
        }
    }
}

impl std::error::Error for NotInBounds {}

debug_as_display!(Error, Failure, NotInBounds, Shapes);
