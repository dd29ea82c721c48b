//! Memory that was released, and that a resource keeps.

use crate::context::{Context, capture_mode::relaxed};
use crate::device::Device;
use crate::error::CuResult;
use crate::event::PooledEvent;
use crate::memory::DeviceMemory;
use crate::stream::{Stream, StreamIdentity};

/// Memory that was released, with the end of the work on it. It doesn't keep the stream of that work.
#[derive(Debug)]
pub(super) struct FreedMemory {
    memory: DeviceMemory,
    end: PooledEvent,
    context: Context,
    stream: StreamIdentity,
}

impl FreedMemory {
    /// Creates one for memory that only earlier work of `stream` uses.
    ///
    /// # Errors
    /// Returns the memory if no event can be recorded, such as in a stream that other code captures.
    #[inline]
    pub(super) fn new(memory: DeviceMemory, stream: &Stream) -> Result<Self, DeviceMemory> {
        match stream.mark() {
            Ok(end) => Ok(Self {
                memory,
                end,
                context: stream.context().clone(),
                stream: stream.identity(),
            }),
            Err(_) => Err(memory),
        }
    }

    pub(super) fn is_in(&self, context: &Context) -> bool {
        self.context == *context
    }

    pub(super) fn bytes(&self) -> usize {
        self.memory.bytes()
    }

    pub(super) fn as_raw(&self) -> u64 {
        self.memory.as_raw()
    }

    pub(super) fn device(&self) -> Device {
        self.context.device()
    }

    /// Returns whether later work of `stream` may use the memory without waiting: it is the stream that used it last, on
    /// any thread.
    #[inline]
    pub(super) fn is_of(&self, stream: &Stream) -> bool {
        self.stream.is_of(stream) && !stream.is_per_thread()
    }

    /// Returns whether the device is done with the memory.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.end.query() == Ok(true)
    }

    #[inline]
    pub(super) fn into_memory(self) -> DeviceMemory {
        self.memory
    }
}

/// Releases memory after the work on it, in the order of a new stream, because its own may no longer exist.
///
/// # Errors
/// Returns the driver's error; what wasn't released is left in `all`.
#[inline]
pub(super) fn release(
    all: &mut Vec<FreedMemory>,
    how: &dyn Fn(DeviceMemory, &Stream),
) -> Result<(), CuResult> {
    let mut stream: Option<Stream> = None;
    while let Some(context) = all.last().map(|freed| freed.context.clone()) {
        relaxed(context.raw(), || {
            let current = match stream.take().filter(|stream| *stream.context() == context) {
                Some(stream) => stream,
                None => context.stream()?,
            };
            if let Some(freed) = all.pop() {
                if let Err(error) = current.wait_pooled(&freed.end) {
                    all.push(freed);
                    return Err(error);
                }
                how(freed.memory, &current);
            }
            stream = Some(current);
            Ok(())
        })?;
    }
    Ok(())
}
