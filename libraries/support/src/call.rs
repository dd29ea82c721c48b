use cuda_driver::stream::CaptureStatus;
use cuda_driver::{Context, CuResult, Stream};

use crate::error::CallError;

/// A call of a library, which is submitted to a stream.
#[derive(Clone, Copy, Debug)]
pub struct StreamCall<'a> {
    /// The method, in errors.
    pub name: &'static str,
    /// The stream that it is submitted to.
    pub stream: &'a Stream,
    /// The context that the library's handle was created in.
    pub context: &'a Context,
    /// Whether it becomes a part of a graph, whose author orders the uses of memory.
    pub is_recorded: bool,
}

/// Memory that a call reads or writes.
#[derive(Clone, Copy, Debug)]
pub struct Operand<'a> {
    /// Its name in errors.
    pub name: &'static str,
    /// The stream that it belongs to.
    pub stream: &'a Stream,
    /// Its address.
    pub address: u64,
    /// The multiple of bytes that its address must be, a power of two.
    pub alignment: usize,
}

impl<'a> Operand<'a> {
    /// Creates an operand.
    #[must_use]
    #[inline]
    pub fn new(name: &'static str, stream: &'a Stream, address: u64, alignment: usize) -> Self {
        Self { name, stream, address, alignment }
    }
}

impl StreamCall<'_> {
    /// Checks that the operands may be used by the call.
    ///
    /// # Errors
    /// [`OtherContext`](CallError::OtherContext), [`OtherStream`](CallError::OtherStream),
    /// [`Misaligned`](CallError::Misaligned), [`Captured`](CallError::Captured) or
    /// [`NotRecording`](CallError::NotRecording); the driver's error.
    #[inline]
    pub fn check<'o, E: From<CallError> + From<CuResult>>(
        &self,
        operands: impl IntoIterator<Item = Operand<'o>>,
    ) -> Result<(), E> {
        if !self.stream.context().shares_memory_with(self.context) {
            return Err(self.other_context().into());
        }
        for operand in operands {
            self.check_stream(operand.name, operand.stream)?;
            if operand.address & (operand.alignment as u64 - 1) != 0 {
                return Err(self.misaligned(&operand).into());
            }
        }
        self.check_capture()
    }

    /// Checks that memory of `stream` may be used by the call.
    ///
    /// # Errors
    /// [`OtherContext`](CallError::OtherContext) or [`OtherStream`](CallError::OtherStream).
    #[inline]
    pub fn check_stream(&self, operand: &'static str, stream: &Stream) -> Result<(), CallError> {
        if stream == self.stream {
            return Ok(());
        }
        // First: what is of another context is of another stream, too.
        if !stream.context().shares_memory_with(self.context) {
            Err(self.other_context())
        } else if self.is_recorded {
            Ok(())
        } else {
            Err(CallError::OtherStream { call: self.name, operand })
        }
    }

    /// Checks that the call may wait, or allocate memory that is freed after it: that the stream isn't captured.
    ///
    /// # Errors
    /// [`Captured`](CallError::Captured), or the driver's error.
    pub fn check_not_captured<E: From<CallError> + From<CuResult>>(&self) -> Result<(), E> {
        match self.stream.capture_status()? {
            CaptureStatus::NONE => Ok(()),
            _ => Err(CallError::Captured { call: self.name }.into()),
        }
    }

    /// Checks that the stream is captured if and only if the call is to be recorded.
    #[inline]
    fn check_capture<E: From<CallError> + From<CuResult>>(&self) -> Result<(), E> {
        if self.is_recorded {
            return match self.stream.capture_status()? {
                CaptureStatus::ACTIVE => Ok(()),
                _ => Err(CallError::NotRecording { call: self.name }.into()),
            };
        }
        // A stream that this workspace's crates record is the concern of the one who began that, which was unsafe.
        if self.stream.is_capturable() { self.check_not_captured() } else { Ok(()) }
    }

    #[cold]
    fn other_context(&self) -> CallError {
        CallError::OtherContext { call: self.name }
    }

    #[cold]
    fn misaligned(&self, operand: &Operand<'_>) -> CallError {
        let &Operand { name: operand, address, alignment, .. } = operand;
        CallError::Misaligned { call: self.name, operand, address, alignment }
    }
}
