use core::fmt;
use core::marker::PhantomData;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cuda_driver_sys::CUdeviceptr;

use crate::error::{CuResult, Error};
use crate::event::PooledEvent;
use crate::fork::is_forked;
use crate::memory::{DeviceBuffer, DeviceMemory, DeviceSlice};
use crate::stream::Stream;
use crate::stream::recording::Recording;

/// Device memory that several values share to read it, on any streams of its context, as an `Arc` does on the host.
/// Cloning it copies nothing.
///
/// Each value belongs to a stream. [`on`](Self::on) returns one for another stream. When the last value of a stream is
/// dropped, an event is recorded there, and the stream is forgotten: nothing keeps it, or uses its handle later. The
/// last value of all releases the memory in the order of its stream, which first waits for these events.
///
/// ```
/// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
/// # let stream = context.stream()?;
/// let shared = stream.upload(&[1u32, 2, 3])?.into_shared();
/// let other = context.stream()?;
/// let there = shared.on(&other)?; // the same memory, on another stream
/// drop((shared, stream));
/// assert_eq!(there.as_slice().to_vec()?, [1, 2, 3]);
/// let mut buffer = there.into_buffer().expect("nothing else shares it"); // to write to it again
/// other.fill(&mut buffer, 7)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct SharedBuffer<T> {
    reader: Arc<Reader>,
    pointer: CUdeviceptr,
    len: usize,
    elements: PhantomData<T>,
}

/// A stream that reads the memory: what the values that belong to it share.
struct Reader {
    stream: Stream,
    /// The memory; `None` once the last value has given it away.
    shared: Option<Arc<SharedMemory>>,
    /// Whether the stream's work on the memory is known to be over.
    is_over: bool,
}

/// Memory that is only read, after the work that wrote it.
struct SharedMemory {
    memory: DeviceMemory,
    /// The number of the capture that allocated it, if one did.
    captured_in: Option<u64>,
    /// The ends of earlier readers' work.
    ended: Mutex<EndEvents>,
}

#[derive(Default)]
struct EndEvents {
    events: Vec<PooledEvent>,
    /// Those in the capture that allocated the memory.
    recorded: Vec<(PooledEvent, Arc<Recording>)>,
    /// How many events there may be before those that the device has reached are given back.
    limit: usize,
}

/// The number of events that are kept without looking whether the device has reached them.
const FEW: usize = 16;

impl EndEvents {
    #[inline]
    fn push(&mut self, event: PooledEvent) {
        if self.events.len() >= self.limit {
            self.events.retain(|event| match event.query() {
                Ok(is_over) => !is_over,
                Err(error) => !error.is_context_lost(),
            });
            // Doubled, so that each event is queried only a few times, however many there are.
            self.limit = FEW.max(2 * self.events.len());
        }
        self.events.push(event);
    }
}

impl SharedMemory {
    #[inline]
    fn ended(&self) -> MutexGuard<'_, EndEvents> {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes `stream` wait for the readers that have ended.
    #[inline]
    fn order_before(&self, stream: &Stream) -> Result<(), CuResult> {
        let ended = self.ended();
        let within = stream.recording();
        for (event, recording) in &ended.recorded {
            // Outside of the capture, the memory is used in the order of a launch, so they are over.
            if within.as_ref().is_some_and(|recorded| Arc::ptr_eq(recorded, recording)) {
                stream.wait_recorded(event, recording)?;
            }
        }
        ended.events.iter().try_for_each(|event| stream.wait_pooled(event))
    }

    /// Waits on the host for the readers that have ended. Returns whether they can no longer access the memory.
    #[inline]
    fn is_unread(&self) -> bool {
        self.ended().events.iter().all(|event| {
            let reached = event.synchronize();
            reached.map_or_else(CuResult::is_context_lost, |()| true)
        })
    }
}

impl Reader {
    /// Ends this stream's use of the memory.
    #[inline]
    fn end(&mut self, mut shared: Arc<SharedMemory>) {
        let is_last = Arc::get_mut(&mut shared).is_some();
        if !is_last && !self.is_over {
            match self.stream.recording() {
                Some(recording) if shared.captured_in == Some(recording.number()) => {
                    match self.stream.fence() {
                        Ok((Some(recording), event)) => {
                            shared.ended().recorded.push((event, recording));
                        }
                        Ok((None, event)) => shared.ended().push(event),
                        // If it can't be recorded, there will be no graph, and so no memory.
                        Err(_) => {}
                    }
                }
                _ => match self.stream.mark() {
                    Ok(event) => shared.ended().push(event),
                    Err(_) => return self.end_later(shared),
                },
            }
        }
        let Some(last) = Arc::into_inner(shared) else {
            return;
        };
        match last.order_before(&self.stream) {
            Err(error) if !error.is_context_lost() => {
                if !self.is_over {
                    return self.end_later(Arc::new(last));
                }
                if !last.is_unread() {
                    return; // It is leaked, because a reader may still use it.
                }
            }
            _ => {}
        }
        // SAFETY: all readers' work is ordered before this stream's, or is over.
        let _ = unsafe { last.memory.release(&self.stream) };
    }

    /// Ends it once the stream's work is over: now no event can be recorded or waited for, such as in a stream that
    /// other code captures.
    #[cold]
    #[inline]
    fn end_later(&self, shared: Arc<SharedMemory>) {
        // If the context is lost, this is dropped immediately, and if there is no way to know when the work is over, it is
        // leaked.
        let _ = self.stream.drop_after(Self {
            stream: self.stream.clone(),
            shared: Some(shared),
            is_over: true,
        });
    }
}

impl Drop for Reader {
    #[inline]
    fn drop(&mut self) {
        if let Some(shared) = self.shared.take()
            && !is_forked()
        {
            self.end(shared);
        }
    }
}

impl Stream {
    /// Makes the recorded work from now on wait for an event of the same capture.
    #[inline]
    fn wait_recorded(
        &self,
        event: &PooledEvent,
        recording: &Arc<Recording>,
    ) -> Result<(), CuResult> {
        // SAFETY: both are alive, and belong to one driver.
        self.submit_wait(Some(recording.clone()), |raw, stream| unsafe {
            raw.cuStreamWaitEvent(stream, event.as_raw(), 0)
        })
    }

    /// Makes the work submitted from now on wait for an event.
    #[inline]
    pub(crate) fn wait_pooled(&self, event: &PooledEvent) -> Result<(), CuResult> {
        // SAFETY: both are alive, and belong to one driver.
        self.submit_uncaptured(|raw, stream| unsafe {
            raw.cuStreamWaitEvent(stream, event.as_raw(), 0)
        })
    }
}

impl<T> DeviceBuffer<T> {
    /// Converts to memory that several streams can read, and that is no longer written.
    #[must_use]
    pub fn into_shared(self) -> SharedBuffer<T> {
        let (pointer, len, stream) = (self.as_raw(), self.len(), self.stream().clone());
        let mut memory = self.into_memory();
        let shared = Arc::new(SharedMemory {
            captured_in: memory.captured_in(),
            memory,
            ended: Mutex::new(EndEvents { events: Vec::new(), recorded: Vec::new(), limit: FEW }),
        });
        SharedBuffer {
            reader: Arc::new(Reader { stream, shared: Some(shared), is_over: false }),
            pointer,
            len,
            elements: PhantomData,
        }
    }
}

impl<T> SharedBuffer<T> {
    /// Returns the number of elements.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns `true` if there are no elements.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the stream that this value belongs to.
    #[must_use]
    #[inline]
    pub fn stream(&self) -> &Stream {
        &self.reader.stream
    }

    /// Returns the elements, to read.
    #[must_use]
    #[inline]
    pub fn as_slice(&self) -> DeviceSlice<'_, T> {
        DeviceSlice::new(self.pointer, self.len, self.stream())
    }

    /// Returns a value for `stream`, whose later work waits for the work submitted to this value's stream so far. The host
    /// doesn't wait.
    ///
    /// It takes two driver calls; dropping the last value for a stream takes one, and another when the memory is
    /// released. Keep the value as long as the stream uses the memory.
    ///
    /// # Errors
    /// [`Error::OtherContext`], or the driver's error.
    pub fn on(&self, stream: &Stream) -> Result<Self, Error> {
        // Not if the handles are equal: the value keeps the stream that it was given, which may be another's to destroy.
        if self.stream().identity().is_of(stream) && !stream.is_per_thread() {
            return Ok(self.clone());
        }
        if !stream.context().shares_memory_with(self.stream().context()) {
            return Err(Error::OtherContext);
        }
        stream.wait_stream(self.stream())?;
        let reader = Arc::new(Reader {
            stream: stream.clone(),
            shared: self.reader.shared.clone(),
            is_over: false,
        });
        Ok(Self { reader, pointer: self.pointer, len: self.len, elements: PhantomData })
    }

    /// Returns `true` if both share the same memory.
    #[must_use]
    pub fn same_memory(&self, other: &Self) -> bool {
        let address = |memory: &Self| memory.reader.shared.as_ref().map(Arc::as_ptr);
        address(self) == address(other)
    }

    /// Returns `true` if no other value shares the memory.
    #[must_use]
    pub fn is_unique(&self) -> bool {
        let shared = self.reader.shared.as_ref();
        Arc::strong_count(&self.reader) == 1
            && shared.is_none_or(|shared| Arc::strong_count(shared) == 1)
    }

    /// Returns the memory as a buffer of this value's stream, which waits for all earlier readers.
    ///
    /// # Errors
    /// Returns the value if others share the memory, or if the stream can't be made to wait.
    pub fn into_buffer(mut self) -> Result<DeviceBuffer<T>, Self> {
        let Some(reader) = Arc::get_mut(&mut self.reader) else {
            return Err(self);
        };
        let unique = match reader.shared.as_mut().and_then(Arc::get_mut) {
            Some(shared) => shared.order_before(&reader.stream).is_ok(),
            None => false,
        };
        let shared = if unique { reader.shared.take().and_then(Arc::into_inner) } else { None };
        let Some(shared) = shared else {
            return Err(self);
        };
        // No other value shares the memory, and all earlier work on it is ordered before the stream's.
        Ok(shared.memory.elements(self.stream(), self.len))
    }

    /// Returns the device address of the first element; null for memory of no bytes.
    #[must_use]
    #[inline]
    pub fn as_raw(&self) -> CUdeviceptr {
        self.pointer
    }
}

impl<T> Clone for SharedBuffer<T> {
    fn clone(&self) -> Self {
        Self {
            reader: self.reader.clone(),
            pointer: self.pointer,
            len: self.len,
            elements: PhantomData,
        }
    }
}

impl<T> From<DeviceBuffer<T>> for SharedBuffer<T> {
    fn from(buffer: DeviceBuffer<T>) -> Self {
        buffer.into_shared()
    }
}

impl<'a, T> From<&'a SharedBuffer<T>> for DeviceSlice<'a, T> {
    fn from(buffer: &'a SharedBuffer<T>) -> Self {
        buffer.as_slice()
    }
}

impl<T> fmt::Debug for SharedBuffer<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedBuffer")
            .field("pointer", &format_args!("{:#x}", self.pointer))
            .field("len", &self.len)
            .field("element", &core::any::type_name::<T>())
            .finish_non_exhaustive()
    }
}
