use cuda_driver::{DeviceBuffer, DeviceSliceMut, Stream};

use crate::error::Error;

/// The multiple of bytes at which it must begin.
pub(crate) const ALIGNMENT: usize = 256;

/// Device memory that routines may use while they run.
///
/// Without one, a call allocates what its algorithm needs on the stream, and frees it there. A workspace is for programs that
/// allocate once, and limits what algorithms may need.
#[doc(alias("cudnnGetReductionIndicesSize", "cudnnGetReductionWorkspaceSize"))]
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

    pub(crate) fn slice(&mut self) -> DeviceSliceMut<'_, u8> {
        self.buffer.as_slice_mut()
    }
}

impl From<DeviceBuffer<u8>> for Workspace {
    /// Takes memory of any source. It must begin at a multiple of 256 bytes, as the driver's does.
    fn from(buffer: DeviceBuffer<u8>) -> Self {
        Self { buffer }
    }
}
