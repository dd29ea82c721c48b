use core::ffi::c_void;

use cuda_driver::{CuResult, DeviceBuffer, Error, Stream};

use crate::call::{Operand, StreamCall};
use crate::error::CallError;

/// The multiple of bytes at which a workspace begins.
const ALIGNMENT: usize = 256;

/// Device memory that calls of a library may use while they run.
///
/// A workspace is for graphs, and for programs that allocate once. What a call does without one is where it is passed.
#[derive(Debug)]
pub struct Workspace {
    buffer: DeviceBuffer<u8>,
}

impl Workspace {
    /// Allocates `len` bytes, which belong to `stream`.
    ///
    /// # Errors
    /// The driver's error if there isn't enough memory.
    pub fn new(stream: &Stream, len: usize) -> Result<Self, Error> {
        Ok(Self { buffer: stream.alloc(len)? })
    }

    /// Returns the number of bytes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.buffer.len()
    }

    /// Returns `true` if it has no bytes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.buffer.is_empty()
    }
}

impl From<DeviceBuffer<u8>> for Workspace {
    /// Takes memory of any source. It must begin at a multiple of 256 bytes, as the driver's does.
    fn from(buffer: DeviceBuffer<u8>) -> Self {
        Self { buffer }
    }
}

/// The bytes of a [`Workspace`] that was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WorkspaceRange {
    /// The address.
    pub address: u64,
    /// The number of bytes.
    pub len: usize,
}

/// The memory of a call: its workspace, or memory of the stream, in whose order it is freed.
#[derive(Debug)]
#[non_exhaustive]
pub struct CallMemory {
    /// The address; 0 if there are no bytes.
    pub address: u64,
    /// The number of bytes.
    pub len: usize,
    /// What was allocated for the call.
    allocated: Option<DeviceBuffer<u8>>,
}

impl CallMemory {
    /// Returns the address, null if there are no bytes.
    #[must_use]
    pub fn pointer(&self) -> *mut c_void {
        self.address as *mut c_void
    }

    /// Returns `true` if it was allocated for the call.
    #[must_use]
    pub fn is_allocated(&self) -> bool {
        self.allocated.is_some()
    }
}

impl StreamCall<'_> {
    /// Checks that later calls on the stream may use a workspace.
    ///
    /// # Errors
    /// As [`check`](Self::check).
    pub fn workspace<E: From<CallError> + From<CuResult>>(
        &self,
        workspace: &mut Workspace,
    ) -> Result<WorkspaceRange, E> {
        let memory = workspace.buffer.as_slice_mut();
        let (stream, address) = (memory.stream(), memory.as_raw());
        self.check::<E>([Operand::new("memory", stream, address, ALIGNMENT)])?;
        Ok(WorkspaceRange { address, len: memory.len() })
    }

    /// Returns memory of `needed` bytes for the call: the workspace, or else memory of the stream.
    ///
    /// # Errors
    /// [`Workspace`](CallError::Workspace) if that is too small, or absent in a call that is recorded;
    /// [`Captured`](CallError::Captured); the driver's error.
    pub fn memory<E: From<CallError> + From<CuResult> + From<Error>>(
        &self,
        workspace: Option<WorkspaceRange>,
        needed: usize,
    ) -> Result<CallMemory, E> {
        let found = workspace.map_or(0, |workspace| workspace.len);
        match workspace {
            _ if needed == 0 => Ok(CallMemory { address: 0, len: 0, allocated: None }),
            Some(WorkspaceRange { address, len }) if len >= needed => {
                Ok(CallMemory { address, len, allocated: None })
            }
            // What a graph uses must be there when it is launched.
            None if !self.is_recorded => {
                self.check_not_captured::<E>()?;
                let buffer = self.stream.alloc::<u8>(needed)?;
                Ok(CallMemory { address: buffer.as_raw(), len: needed, allocated: Some(buffer) })
            }
            _ => Err(CallError::Workspace { call: self.name, needed, found }.into()),
        }
    }
}
