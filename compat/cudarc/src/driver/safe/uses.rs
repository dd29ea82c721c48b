use core::mem::ManuallyDrop;
use std::sync::{Mutex, MutexGuard, PoisonError};

use cuda_driver::Context;
use cuda_driver::event::{Event, EventFlags};
use cuda_driver::stream::{CaptureEpoch, CaptureStatus, StreamIdentity};

use super::others::StreamUses;
use super::{CudaEvent, CudaStream};
use crate::driver::result::OrCode as _;
use crate::driver::{DriverError, sys};

/// Ends a use of memory when it is dropped: work that was submitted before is ordered before later uses.
#[must_use]
#[derive(Debug)]
pub enum SyncOnDrop<'a> {
    /// An event is recorded in the stream.
    Record(Option<(&'a CudaEvent, &'a CudaStream)>),
    /// The host waits for the stream.
    Sync(Option<&'a CudaStream>),
    /// The memory notes the use.
    #[doc(hidden)]
    Note(NotedUse<'a>),
}

impl<'a> SyncOnDrop<'a> {
    pub fn record_event(event: &'a Option<CudaEvent>, stream: &'a CudaStream) -> Self {
        Self::Record(event.as_ref().map(|event| (event, stream)))
    }

    pub fn sync_stream(stream: &'a CudaStream) -> Self {
        Self::Sync(Some(stream))
    }
}

impl SyncOnDrop<'_> {
    /// Returns the error with which the use began, which isn't recorded any more. Work that is submitted nevertheless may not
    /// wait for earlier uses.
    pub(super) fn begun(&self) -> Result<(), DriverError> {
        match self {
            Self::Note(noted) => {
                noted.begun.inspect_err(|error| noted.stream.context().take_err(*error))
            }
            Self::Record(_) | Self::Sync(_) => Ok(()),
        }
    }

    /// Ends the use, and returns the error that dropping it would record.
    pub(super) fn end(self) -> Result<(), DriverError> {
        // The variants have references and numbers, which needn't be dropped.
        ManuallyDrop::new(self).ended().0
    }

    /// Ends the use, and returns the stream whose context an error is recorded in.
    fn ended(&self) -> (Result<(), DriverError>, Option<&CudaStream>) {
        match self {
            Self::Record(Some((event, stream))) => (event.record(stream), Some(stream)),
            Self::Sync(Some(stream)) => (synchronize(stream), Some(stream)),
            Self::Note(noted) => (noted.end(), Some(noted.stream)),
            Self::Record(None) | Self::Sync(None) => (Ok(()), None),
        }
    }
}

impl Drop for SyncOnDrop<'_> {
    fn drop(&mut self) {
        if let (ended, Some(stream)) = self.ended() {
            stream.context().record_err(ended);
        }
    }
}

/// Begins a use of memory on a stream. An error is recorded, for who doesn't ask for it.
pub(super) fn begin(mut noted: NotedUse<'_>) -> SyncOnDrop<'_> {
    noted.begun = noted.begin();
    noted.stream.context().record_err(noted.begun);
    SyncOnDrop::Note(noted)
}

/// A use of memory on a stream.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct NotedUse<'a> {
    by: NotedBy<'a>,
    stream: &'a CudaStream,
    /// Why the stream may not use the memory, and later, why its work may not wait for earlier uses.
    begun: Result<(), DriverError>,
    // When it began:
    /// How many uses the stream has waited for.
    after: u64,
    captures: CaptureEpoch,
    identity: StreamIdentity,
}

/// What notes the uses of memory.
#[derive(Debug, Clone, Copy)]
pub(super) enum NotedBy<'a> {
    /// A slice of `owner`, or `None` for memory that no slice owns.
    Slice { uses: Option<&'a StreamUses>, owner: &'a CudaStream, writes: bool },
    /// Unified memory, pinned memory and that of other APIs.
    Last(&'a Last),
    /// Nothing: the host waits when the use ends, unless it began in a capture and that has the use.
    Waiting { is_recorded: bool },
}

impl NotedBy<'_> {
    pub(super) const WAITING: Self = Self::Waiting { is_recorded: false };
}

impl<'a> NotedUse<'a> {
    pub(super) fn new(by: NotedBy<'a>, stream: &'a CudaStream) -> Self {
        let identity = stream.stream().identity();
        let captures = stream.stream().capture_epoch();
        Self { by, stream, begun: Ok(()), after: 0, captures, identity }
    }

    /// A use that doesn't begin if the stream may not use the memory.
    pub(super) fn if_allowed(self, allowed: Result<(), DriverError>) -> Self {
        Self { begun: allowed, ..self }
    }

    pub(super) fn of_slice(
        uses: Option<&'a StreamUses>,
        owner: &'a CudaStream,
        stream: &'a CudaStream,
        writes: bool,
    ) -> Self {
        Self::new(NotedBy::Slice { uses, owner, writes }, stream)
    }

    /// Whether the use began in a capture, if it waits.
    pub(super) const fn is_recorded(&self) -> bool {
        matches!(self.by, NotedBy::Waiting { is_recorded: true })
    }

    fn is_tracking(&self) -> bool {
        self.stream.context().is_event_tracking()
    }

    /// Lets work that is submitted from now on wait for earlier uses.
    pub(super) fn begin(&mut self) -> Result<(), DriverError> {
        let allowed = self.begun;
        *self = Self::new(self.by, self.stream).if_allowed(allowed);
        let waited = match self.by {
            NotedBy::Slice { uses: Some(uses), owner, writes } if self.is_tracking() => {
                uses.wait(owner, self.stream, writes)
            }
            NotedBy::Last(last) => last.begin(self.stream).map(|after| self.after = after),
            NotedBy::Waiting { .. } => {
                let is_recorded = is_captured(self.stream)?;
                self.by = NotedBy::Waiting { is_recorded };
                Ok(())
            }
            NotedBy::Slice { .. } => Ok(()),
        };
        allowed.and(waited)
    }

    /// Lets later uses wait for the work that was submitted.
    pub(super) fn end(&self) -> Result<(), DriverError> {
        // The handle of a thread's own default stream means another stream here, if the use was moved to this thread. The
        // work of the shared default stream is after that of all these.
        let shared = (!self.identity.is_of(self.stream.stream()))
            .then(|| self.stream.context().default_stream());
        let stream = shared.as_deref().unwrap_or(self.stream);
        let is_known = || !self.stream.stream().is_recorded_since(self.captures);
        match self.by {
            NotedBy::Slice { uses: Some(uses), owner, writes } if self.is_tracking() => {
                let noted = uses.note(owner, stream, writes);
                if noted.is_err() {
                    // The memory may be used or freed next, and nothing else waits for this work.
                    synchronize(stream)?;
                }
                noted
            }
            NotedBy::Last(last) => last.end(stream, self.after, is_known),
            NotedBy::Waiting { is_recorded } => {
                if is_recorded && is_known() && is_captured(stream) == Ok(true) {
                    // The memory is used whenever the graph is launched, which is the program's concern.
                    return Ok(());
                }
                let last = Last::default();
                last.end(stream, 0, || true)?;
                last.synchronize()?;
                is_known().then_some(()).ok_or(CAPTURED)
            }
            NotedBy::Slice { .. } => Ok(()),
        }
    }
}

/// The uses of memory that are waited for before the host uses or frees it.
#[doc(hidden)]
#[derive(Debug, Default)]
pub struct Last(Mutex<LastUses>);

#[derive(Debug, Default)]
struct LastUses {
    /// Events after uses, but those that a later use has waited for, with the uses' numbers and streams.
    events: Vec<(u64, StreamIdentity, Event)>,
    next: u64,
    /// Why there may be a use without an event: the host may not use or free the memory any more.
    missing: Option<DriverError>,
}

impl Last {
    fn get(&self) -> MutexGuard<'_, LastUses> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn give_up(&self, error: DriverError) {
        self.get().missing.get_or_insert(error);
    }

    /// Waits for all uses so far.
    pub(super) fn synchronize(&self) -> Result<(), DriverError> {
        // Not while it is locked, because their work may wait for a thread that begins another use.
        let (events, missing) = {
            let ends = self.get();
            (ends.events.clone(), ends.missing)
        };
        missing.map_or(Ok(()), Err)?;
        events.iter().try_for_each(|(_, _, event)| {
            despite_captures(event.context(), || event.synchronize().or_code())
        })
    }

    /// Lets work that a stream is given from now on wait for all uses so far, whose number it returns.
    fn begin(&self, stream: &CudaStream) -> Result<u64, DriverError> {
        if let Err(error) = not_captured(stream) {
            self.give_up(error);
            return Ok(0);
        }
        let (events, next) = {
            let ends = self.get();
            (ends.events.clone(), ends.next)
        };
        let mut others = events.iter().filter(|(_, of, _)| !of.is_of(stream.stream()));
        others.try_for_each(|(_, _, event)| stream.stream().wait_event(event).or_code())?;
        Ok(next)
    }

    /// Adds the work of a stream so far, a use that began after the first `after` ones, and in no capture if `is_known`.
    fn end(
        &self,
        stream: &CudaStream,
        after: u64,
        is_known: impl FnOnce() -> bool,
    ) -> Result<(), DriverError> {
        let flags = EventFlags::BLOCKING_SYNC | EventFlags::DISABLE_TIMING;
        let mark = || {
            not_captured(stream)?;
            let event = stream.stream().context().event_with(flags).or_code()?;
            stream.stream().record(&event).or_code()?;
            is_known().then_some(event).ok_or(CAPTURED)
        };
        match mark() {
            Ok(event) => {
                let mut ends = self.get();
                let before = ends.events.extract_if(.., |(number, ..)| *number < after);
                let before: Vec<_> = before.collect();
                let number = ends.next;
                ends.next += 1;
                ends.events.push((number, stream.stream().identity(), event));
                // Dropping the last event of a context may wait, too.
                drop(ends);
                drop(before);
                Ok(())
            }
            Err(CAPTURED) => {
                self.give_up(CAPTURED);
                Ok(())
            }
            Err(error) => {
                // Nothing else waits for this work.
                synchronize(stream).inspect_err(|error| self.give_up(*error))?;
                Err(error)
            }
        }
    }
}

/// The error of memory that a graph may use, whenever that is launched.
pub(super) const CAPTURED: DriverError = DriverError(sys::CUresult::CUDA_ERROR_CAPTURED_EVENT);

/// Returns [`CAPTURED`] if a stream's work isn't done, but becomes part of a graph, or if it can't be known.
pub(super) fn not_captured(stream: &CudaStream) -> Result<(), DriverError> {
    // The driver knows the captures of all values of a stream, and of other code.
    match stream.stream().capture_status().or_code() {
        Ok(CaptureStatus::NONE) => Ok(()),
        Ok(_) | Err(DriverError(sys::CUresult::CUDA_ERROR_STREAM_CAPTURE_IMPLICIT)) => {
            Err(CAPTURED)
        }
        Err(error) => Err(error),
    }
}

/// Whether a stream's work becomes part of a graph.
pub(super) fn is_captured(stream: &CudaStream) -> Result<bool, DriverError> {
    match not_captured(stream) {
        Ok(()) => Ok(false),
        Err(CAPTURED) => Ok(true),
        Err(error) => Err(error),
    }
}

/// Makes a call that waits, which neither fails because of captures of other streams nor invalidates them.
pub(super) fn despite_captures<T>(
    context: &Context,
    call: impl FnOnce() -> Result<T, DriverError>,
) -> Result<T, DriverError> {
    context.with_current_relaxed(call).or_code().and_then(|result| result)
}

/// Waits for a stream's work, also if an error was recorded: memory may be freed next.
pub(super) fn synchronize(stream: &CudaStream) -> Result<(), DriverError> {
    let stream = stream.stream();
    despite_captures(stream.context(), || stream.synchronize().or_code())
}
