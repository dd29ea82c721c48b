/// The reason why an operation failed. Existing arrays are unchanged.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An axis that the array doesn't have.
    #[error("axis={axis} exceeds the depth of this array ({depth})")]
    Axis {
        /// The requested axis.
        axis: i64,
        /// The number of axes.
        depth: usize,
    },
    /// A position that doesn't exist.
    #[error(
        "index out of range in {operation}: position {position} was requested, but the length is {length}"
    )]
    Index {
        /// The operation.
        operation: &'static str,
        /// The requested position, or the list that doesn't have it.
        position: i64,
        /// The length.
        length: usize,
    },
    /// A slice that can't be taken.
    #[error("cannot slice: {0}")]
    Slice(String),
    /// Arrays whose structures don't match.
    #[error("{0}")]
    Broadcast(String),
    /// A field that doesn't exist.
    #[error("{0}")]
    Field(String),
    /// An operation that arrays of this type don't have.
    #[error("{0}")]
    Type(String),
    /// An argument that is invalid for the operation.
    #[error("{0}")]
    Value(String),
    /// A form and buffers that don't fit each other.
    #[error("buffers of node {node:?}: {reason}")]
    Buffers {
        /// The form key of the node.
        node: String,
        /// The problem.
        reason: String,
    },
    /// Arrays of different backends.
    #[error(
        "cannot operate on arrays with incompatible backends ({left} and {right}). Use `to_host` and `to_backend`, or `Array::on`, to coerce the arrays to the same backend"
    )]
    Backend {
        /// The backend of the first array.
        left: String,
        /// The backend of the other array.
        right: String,
    },
    /// The driver's error.
    #[error(transparent)]
    Driver(#[from] cuda_driver::Error),
    /// NVRTC's error, with its log.
    #[error(transparent)]
    Compile(#[from] nvrtc::NvrtcError),
    /// An operation or type that isn't supported.
    #[error("{0} is not supported")]
    Unsupported(String),
}

cuda_driver::debug_as_display!(Error);

impl Error {
    /// Returns the driver's error, if that was the cause.
    #[must_use]
    pub fn driver(&self) -> Option<&cuda_driver::Error> {
        match self {
            Self::Driver(error) => Some(error),
            _ => None,
        }
    }

    pub(crate) fn buffers(node: &str, reason: impl Into<String>) -> Self {
        Self::Buffers { node: node.to_owned(), reason: reason.into() }
    }
}

impl From<cuda_driver::CuResult> for Error {
    fn from(result: cuda_driver::CuResult) -> Self {
        Self::Driver(result.into())
    }
}

impl From<cuda_arrow::Error> for Error {
    fn from(error: cuda_arrow::Error) -> Self {
        match error {
            cuda_arrow::Error::Driver(error) => Self::Driver(error),
            cuda_arrow::Error::Compile(error) => Self::Compile(error),
            other => Self::Value(other.to_string()),
        }
    }
}

pub(crate) type Result<T> = core::result::Result<T, Error>;

/// Returns the error of a node that isn't what its parent says.
pub(crate) fn internal() -> Error {
    Error::Type("this node has no such entries".to_owned())
}
