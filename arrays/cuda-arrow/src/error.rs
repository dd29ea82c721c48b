//! What is wrong with memory, an array, a message or an exchange.

pub mod ipc;
pub mod share;

use arrow_schema::{ArrowError, DataType, Schema};

use self::ipc::IpcError;
use self::share::ShareError;
use crate::layout::contains;

use cuda_driver::debug_as_display;

/// The reason why memory, an array, a message or an exchange could not be made or used.
///
/// Messages begin like those of `pyarrow.cuda` for the same error; the values follow.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A driver call failed.
    #[error(transparent)]
    Driver(#[from] cuda_driver::Error),
    /// An address that kernels can't use.
    #[error("kernels of this context can't use the address {address:#x}: {error}")]
    Address {
        /// The address.
        address: cuda_driver::sys::CUdeviceptr,
        /// The driver's error.
        #[source]
        error: cuda_driver::Error,
    },
    /// A range of bytes, or of entries for [`OutOfRange::Entries`], that doesn't exist. Nothing was copied.
    #[error("{operation}: {len} {} from {start} on were requested, and there are {available}", operation.unit())]
    OutOfRange {
        /// The operation.
        operation: OutOfRange,
        /// The first requested byte or entry.
        start: usize,
        /// The requested number of bytes or entries.
        len: usize,
        /// The number of bytes or entries available.
        available: usize,
    },
    /// The array has another type than the requested one.
    #[error("the array is of {found}, and was requested as {expected}")]
    Type {
        /// The requested type.
        expected: &'static str,
        /// The type of the array.
        found: DataType,
    },
    /// An array whose parts don't match.
    #[error("an array of {data_type} with {len} entries{}: {reason}", from(*offset))]
    Invalid {
        /// The array's type.
        data_type: DataType,
        /// The number of entries.
        len: usize,
        /// The first of them.
        offset: usize,
        /// The problem.
        reason: String,
    },
    /// Bytes that aren't a message, or an incomplete message.
    #[error(transparent)]
    Ipc(#[from] IpcError),
    /// An error of arrow-rs.
    #[error(transparent)]
    Arrow(#[from] ArrowError),
    /// An array, a schema or a stream that was released or moved before.
    #[error(
        "Cannot import released {object}: it was imported, moved or released before; export it again"
    )]
    Released {
        /// `ArrowArray`, `ArrowSchema` or a stream.
        object: &'static str,
    },
    /// An invalid array of the C Device interface or of another library.
    #[error("{0}")]
    Imported(String),
    /// Memory of another device, or of another context of the same device.
    #[error("the memory is of {found}, and this is {expected}; copy it with `copy_to`")]
    Device {
        /// The device and context of the work.
        expected: String,
        /// The device and context of the memory.
        found: String,
    },
    /// Memory can't be shared with another process.
    #[error(transparent)]
    Share(#[from] ShareError),
    /// An error of `cuda-ndarray`.
    #[cfg(feature = "ndarray")]
    #[error(transparent)]
    Ndarray(#[from] cuda_ndarray::Error),
    /// NVRTC's error, with its log.
    #[cfg(feature = "expressions")]
    #[error(transparent)]
    Compile(#[from] nvrtc::NvrtcError),
    /// An operation that isn't supported for this type.
    #[error("{operation} of {data_type}{} is not supported: {types}", named(column.as_deref()))]
    Unsupported {
        /// The array's type.
        data_type: DataType,
        /// The operation.
        operation: &'static str,
        /// The name of the table's column, if it is one.
        column: Option<String>,
        /// The types that the operation supports.
        types: &'static str,
    },
}

debug_as_display!(Error);

/// The operation whose range is out of bounds, in the words of Arrow's errors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum OutOfRange {
    /// A slice begins past the end.
    #[error("offset argument is out-of-range")]
    Offset,
    /// A range whose end is before its start.
    #[error("the range ends before it starts")]
    Reversed,
    /// A slice ends past the end.
    #[error("requested larger slice than available in device buffer")]
    Slice,
    /// A copy begins past the end.
    #[error("position argument is out-of-range")]
    Position,
    /// A copy reads past the end of device memory.
    #[error("requested more to copy than available from device buffer")]
    Source,
    /// A copy writes past the end of device memory.
    #[error("requested more to copy than available in device buffer")]
    Target,
    /// A copy writes past the end of host memory.
    #[error("requested copy does not fit into host buffer")]
    Host,
    /// A reader or a writer is positioned past the end.
    #[error("Seek out of bounds")]
    Seek,
    /// A reader has fewer bytes left than requested.
    #[error("Cuda buffer too short")]
    Read,
    /// A writer has less room than the write needs.
    #[error("Copy would overflow buffer")]
    Write,
    /// A slice of an array or a batch goes beyond its entries.
    #[error("offset argument is out-of-range")]
    Entries,
}

debug_as_display!(OutOfRange);

impl OutOfRange {
    /// Returns the unit of positions and lengths.
    fn unit(self) -> &'static str {
        match self {
            Self::Entries => "entries",
            _ => "bytes",
        }
    }

    /// Returns the error for `len` bytes from `start` on of `available`.
    pub(crate) fn error(self, start: usize, len: usize, available: usize) -> Error {
        Error::OutOfRange { operation: self, start, len, available }
    }
}

fn from(offset: usize) -> String {
    if offset == 0 { String::new() } else { format!(" from {offset} on") }
}

fn named(column: Option<&str>) -> String {
    column.map(|name| format!(", the column {name:?},")).unwrap_or_default()
}

/// An operation, and the types that it supports.
pub(crate) type Operation = (&'static str, &'static str);

/// The types whose values have an order.
pub(crate) const ORDERED: &str = "it takes numbers, booleans, decimals, texts, bytes, dates, times, timestamps, durations, \
    and dictionaries of these";

impl Error {
    pub(crate) fn unsupported(data_type: &DataType, (operation, types): Operation) -> Self {
        Self::Unsupported { data_type: data_type.clone(), operation, column: None, types }
    }

    /// Names the column whose type isn't supported: the first that has it, of a table's columns with these names.
    pub(crate) fn naming<'a>(
        mut self,
        schema: &Schema,
        names: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        if let Self::Unsupported { data_type, column: column @ None, .. } = &mut self {
            let fields = schema.fields();
            let has_it = |name: &&str| {
                fields
                    .iter()
                    .any(|field| field.name() == name && contains(field.data_type(), data_type))
            };
            *column = names.into_iter().find(has_it).map(str::to_owned);
        }
        self
    }

    /// Returns the driver's error, if a driver call failed.
    #[must_use]
    pub fn driver(&self) -> Option<&cuda_driver::Error> {
        match self {
            Self::Driver(error) | Self::Address { error, .. } => Some(error),
            _ => None,
        }
    }
}

impl From<cuda_driver::CuResult> for Error {
    fn from(result: cuda_driver::CuResult) -> Self {
        Self::Driver(result.into())
    }
}

impl From<Error> for std::io::Error {
    fn from(error: Error) -> Self {
        let kind = match &error {
            Error::OutOfRange { .. } => std::io::ErrorKind::InvalidInput,
            _ => std::io::ErrorKind::Other,
        };
        Self::new(kind, error)
    }
}
