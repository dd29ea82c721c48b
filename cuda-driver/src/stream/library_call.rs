use crate::context::Context;
use crate::error::CuResult;

use super::{CaptureStatus, Stream};

/// Where a call of a library runs, and what its operands have to be of: for the crates of libraries that submit to streams.
#[derive(Clone, Copy, Debug)]
pub struct LibraryCall<'a> {
    /// The stream that it is submitted to.
    pub stream: &'a Stream,
    /// The context that the library's handle was created in.
    pub context: &'a Context,
    /// Whether it becomes a part of a graph, whose author orders the uses of memory.
    pub is_recorded: bool,
}

/// An operand of a library's call.
#[derive(Clone, Copy, Debug)]
pub struct Operand<'a> {
    /// Its name in errors.
    pub name: &'static str,
    /// The stream that its memory belongs to.
    pub stream: &'a Stream,
    /// Its address.
    pub address: u64,
    /// The multiple of bytes that its address must be, a power of two.
    pub alignment: usize,
}

impl<'a> Operand<'a> {
    /// Creates one of these.
    #[must_use]
    pub fn new(name: &'static str, stream: &'a Stream, address: u64, alignment: usize) -> Self {
        Self { name, stream, address, alignment }
    }
}

/// The reason why a library's call isn't possible with its stream and operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LibraryCallError {
    /// The stream, or an operand, is of another context than the handle, with other memory.
    OtherContext,
    /// An operand belongs to another stream.
    OtherStream {
        /// The operand.
        operand: &'static str,
    },
    /// An operand's address isn't a multiple of its alignment.
    Misaligned {
        /// The operand.
        operand: &'static str,
        /// Its address.
        address: u64,
        /// The multiple that it must be.
        alignment: usize,
    },
    /// Other code captures the stream.
    Captured,
    /// The call is to be recorded, and the capture has ended or is invalid.
    NotRecording,
    /// The driver returned an error.
    Driver(CuResult),
}

impl From<CuResult> for LibraryCallError {
    fn from(error: CuResult) -> Self {
        Self::Driver(error)
    }
}

impl LibraryCall<'_> {
    /// Checks that the operands may be used by a call.
    ///
    /// # Errors
    /// The first reason why not.
    #[inline]
    pub fn check<'o>(
        &self,
        operands: impl IntoIterator<Item = Operand<'o>>,
    ) -> Result<(), LibraryCallError> {
        if !self.stream.context().shares_memory_with(self.context) {
            return Err(LibraryCallError::OtherContext);
        }
        for Operand { name: operand, stream, address, alignment } in operands {
            self.check_stream(operand, stream)?;
            if address & (alignment as u64 - 1) != 0 {
                return Err(LibraryCallError::Misaligned { operand, address, alignment });
            }
        }
        self.check_capture()
    }

    /// Checks that memory of `stream` may be used by a call.
    ///
    /// # Errors
    /// [`OtherContext`](LibraryCallError::OtherContext) or [`OtherStream`](LibraryCallError::OtherStream).
    #[inline]
    pub fn check_stream(
        &self,
        operand: &'static str,
        stream: &Stream,
    ) -> Result<(), LibraryCallError> {
        if stream == self.stream {
            return Ok(());
        }
        // First: what is of another context is of another stream, too.
        if !stream.context().shares_memory_with(self.context) {
            Err(LibraryCallError::OtherContext)
        } else if self.is_recorded {
            Ok(())
        } else {
            Err(LibraryCallError::OtherStream { operand })
        }
    }

    /// Checks that the stream is captured if and only if the call is to be recorded.
    #[inline]
    fn check_capture(&self) -> Result<(), LibraryCallError> {
        if self.is_recorded {
            return match self.stream.capture_status()? {
                CaptureStatus::ACTIVE => Ok(()),
                _ => Err(LibraryCallError::NotRecording),
            };
        }
        // A stream that this workspace's crates record is the concern of the one who began that, which was unsafe.
        if self.stream.is_capturable() { self.check_waits() } else { Ok(()) }
    }

    /// Checks that the call may wait, or allocate memory that is freed after it.
    ///
    /// # Errors
    /// [`Captured`](LibraryCallError::Captured), or the driver's error.
    pub fn check_waits(&self) -> Result<(), LibraryCallError> {
        match self.stream.capture_status()? {
            CaptureStatus::NONE => Ok(()),
            _ => Err(LibraryCallError::Captured),
        }
    }
}
