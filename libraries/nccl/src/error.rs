use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use cuda_driver::CuResult;
use cuda_libraries_sys::nccl::{LoadError, Symbol, ncclResult_t};
use thiserror::Error;

use crate::version::Version;

use cuda_driver::debug_as_display;

/// An error of NCCL or this crate.
#[derive(Error)]
#[non_exhaustive]
pub enum Error {
    /// No NCCL could be loaded.
    #[error(transparent)]
    Load(Box<LoadError>),
    /// The NCCL that was found is too old.
    #[error(
        "NCCL {found} is too old: this crate works with {} and newer{}",
        Version::OLDEST,
        LibraryPath(path)
    )]
    TooOld {
        /// Its release.
        found: Version,
        /// Its file, if known.
        path: Option<PathBuf>,
    },
    /// This NCCL lacks a function, or a field of its configuration.
    #[error("NCCL {found} has no {name}, which was introduced in {since}")]
    Absent {
        /// The function or the field, by its name in C.
        name: &'static str,
        /// The release that introduced it.
        since: Version,
        /// The release that is loaded.
        found: Version,
    },
    /// NCCL returned an error.
    #[error(transparent)]
    Nccl(Box<Failure>),
    /// The driver returned an error.
    #[error(transparent)]
    Driver(#[from] CuResult),
    /// Memory could not be allocated.
    #[error(transparent)]
    Memory(#[from] cuda_driver::Error),
    /// A rank, root or peer that doesn't exist.
    #[error("there is no rank {rank} among {nranks}: ranks count from 0")]
    NoSuchRank {
        /// The given rank.
        rank: usize,
        /// The number of ranks.
        nranks: usize,
    },
    /// A rank or a device is in a list twice.
    #[error("{kind} {index} is in the list twice")]
    Twice {
        /// `rank` or `device`.
        kind: &'static str,
        /// Its index.
        index: usize,
    },
    /// NCCL returned success, but no communicator: a call within a group that other code started, for example.
    #[error(
        "{function} returned success, but no communicator: no other code may have started a group in this thread"
    )]
    NoCommunicator {
        /// The function.
        function: &'static str,
    },
    /// A color is larger than NCCL's largest.
    #[error("color {color} is too large: colors go up to {}", i32::MAX)]
    Color {
        /// The color.
        color: u32,
    },
    /// A rank would exclude itself.
    #[error("rank {rank} excludes itself: only the remaining ranks may call shrink")]
    ExcludesItself {
        /// The calling rank.
        rank: usize,
    },
    /// A communicator wouldn't have more ranks after growing.
    #[error("a communicator of {from} ranks can't grow to {to}: there must be more")]
    NotLarger {
        /// The number of ranks it has.
        from: usize,
        /// The requested number.
        to: usize,
    },
    /// The context isn't its device's primary one.
    #[error(
        "NCCL chooses devices by number, and so their primary contexts: this context of device {device} isn't one. Use Device::primary_context"
    )]
    NotPrimary {
        /// The number of the device.
        device: usize,
    },
    /// A buffer has the wrong number of elements for the operation.
    #[error("the {buffer} has {found} elements, and the operation takes {expected}")]
    Length {
        /// `sender` or `receiver`.
        buffer: &'static str,
        /// The required number.
        expected: usize,
        /// The number that it has.
        found: usize,
    },
    /// Bytes aren't whole and aligned elements of the type that the operator reduces.
    #[error(
        "{bytes} bytes of the {buffer} at {address:#x} can't be elements of {each} bytes: the number and the address must \
         be multiples of {each}"
    )]
    NotElements {
        /// `sender` or `receiver`.
        buffer: &'static str,
        /// Its address.
        address: u64,
        /// The number of bytes to reduce.
        bytes: usize,
        /// The size of an element in bytes.
        each: usize,
    },
    /// A buffer can't be divided evenly among the ranks.
    #[error("the {buffer} has {len} elements, which {nranks} ranks can't share evenly")]
    Uneven {
        /// `sender` or `receiver`.
        buffer: &'static str,
        /// Its number of elements.
        len: usize,
        /// The number of ranks.
        nranks: usize,
    },
    /// The root has no buffer, or another rank has one that only the root has.
    #[error("rank {rank} {} a {buffer}, which only the root, rank {root}, has", if rank == root { "needs" } else { "was given" })]
    RootBuffer {
        /// `sender` or `receiver`.
        buffer: &'static str,
        /// The calling rank.
        rank: usize,
        /// The root.
        root: usize,
    },
    /// A buffer of another stream than the operation's.
    #[error(
        "the {buffer} belongs to another stream than the operation: move it (DeviceBuffer::move_to), or use its stream"
    )]
    OtherStream {
        /// `sender` or `receiver`.
        buffer: &'static str,
    },
    /// A stream of a context that doesn't [share memory](cuda_driver::Context::shares_memory_with) with the
    /// communicator's.
    #[error(
        "the stream belongs to another context than the communicator, which is on device {device}"
    )]
    OtherContext {
        /// The communicator's device.
        device: usize,
    },
    /// An operator, or an object, of another communicator.
    #[error("the {object} belongs to another communicator")]
    OtherCommunicator {
        /// The kind of the object.
        object: &'static str,
    },
    /// The arguments of the ranks of a clique differ.
    #[error("rank {rank} of the clique {text}")]
    Unequal {
        /// The first rank that differs from rank 0.
        rank: usize,
        /// The difference.
        text: String,
    },
    /// A stream is being captured, which cliques don't support.
    #[error(
        "the stream of rank {rank} is being captured: several devices of one process in one capture can hang. Use Communicator"
    )]
    Captured {
        /// The rank.
        rank: usize,
    },
    /// The communicator was aborted before, by an error or a deadline.
    #[error("the communicator was aborted")]
    Aborted,
    /// The deadline passed. The communicator was aborted.
    #[error("{operation} was not done within {waited:?}, and the communicator was aborted")]
    TimedOut {
        /// The call or the work that wasn't completed.
        operation: &'static str,
        /// The time waited.
        waited: Duration,
    },
    /// The communicator wasn't destroyed within twice its deadline. A thread continues to destroy it, for which
    /// [`wait_for_dropped`](crate::shutdown::wait_for_dropped) waits.
    #[error(
        "the communicator was not destroyed within {waited:?}; another thread continues, and `wait_for_dropped` waits for it"
    )]
    NotDestroyed {
        /// The time waited.
        waited: Duration,
    },
    /// No thread could be started to destroy the communicator, which therefore still exists.
    #[error(
        "no thread could be started to destroy the communicator, which was leaked: {0}; `abort` needs no thread"
    )]
    NoThread(#[source] std::io::Error),
    /// A name contains a zero byte.
    #[error("{name:?} has a zero byte inside")]
    Name {
        /// The name.
        name: String,
    },
    /// A string isn't a unique id.
    #[error("a unique id is 256 hexadecimal digits, and this has {found}")]
    UniqueId {
        /// The number of hexadecimal digits at its beginning.
        found: usize,
    },
}

debug_as_display!(Error);

/// NCCL's result and messages.
#[doc(alias("ncclGetErrorString", "ncclGetLastError"))]
#[derive(Clone, Error)]
#[error("{function}: {result}{}", Messages(text, last))]
#[non_exhaustive]
pub struct Failure {
    /// The function that failed, or whose work failed.
    pub function: &'static str,
    /// Its result.
    pub result: ncclResult_t,
    /// NCCL's text for it.
    pub text: String,
    /// NCCL's last message in this thread or of this communicator, which may be empty.
    pub last: String,
}

debug_as_display!(Failure);

struct Messages<'a>(&'a str, &'a str);

impl fmt::Display for Messages<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(text, last) = self;
        write!(f, "\n  NCCL says  {text}")?;
        match last.trim() {
            "" => Ok(()),
            last => write!(f, "\n  last       {last}"),
        }
    }
}

struct LibraryPath<'a>(&'a Option<PathBuf>);

impl fmt::Display for LibraryPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(path) => write!(f, " ({})", path.display()),
            None => Ok(()),
        }
    }
}

impl Error {
    /// Returns NCCL's result, if the error has one.
    #[must_use]
    pub fn result(&self) -> Option<ncclResult_t> {
        match self {
            Self::Nccl(failure) => Some(failure.result),
            _ => None,
        }
    }
}

impl Error {
    /// Returns the error for a call that succeeded without creating a communicator.
    pub(crate) fn no_communicator(symbol: Symbol) -> Self {
        Self::NoCommunicator { function: symbol.function().name }
    }

    /// Returns `true` if nothing was started: it is this crate's error, or NCCL rejected the arguments.
    pub(crate) fn is_refusal(&self) -> bool {
        match self {
            Self::Nccl(failure) => matches!(
                failure.result,
                ncclResult_t::ncclInvalidArgument | ncclResult_t::ncclInvalidUsage
            ),
            Self::Driver(_) | Self::TimedOut { .. } | Self::NotDestroyed { .. } => false,
            _ => true,
        }
    }
}

impl From<LoadError> for Error {
    fn from(error: LoadError) -> Self {
        Self::Load(Box::new(error))
    }
}
