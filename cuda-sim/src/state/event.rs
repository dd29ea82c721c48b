use std::sync::Arc;

use cuda_driver_sys::{CUevent_flags, CUevent_st, CUresult};
use parking_lot::Mutex;

use crate::state::devices::Devices;
use crate::state::error::*;
use crate::state::graph::edge::Edge;
use crate::state::graph::node::NodeEvent;
use crate::state::handles::Object;
use crate::state::outcome::Outcome;
use crate::state::shared_event::SharedEvent;
use crate::state::stream::capture::Capture;
use crate::state::stream::{Role, Stream, Submission};
use crate::state::ticket::{Mark, Ticket, Trigger};
use crate::state::work::Work;

/// An event: a point in a stream's work.
#[derive(Debug)]
pub(crate) struct Event {
    pub handle: usize,
    pub context: usize,
    pub flags: u32,
    /// The state that it shares with other processes.
    pub shared: Option<Arc<SharedEvent>>,
    /// Whether another process created it.
    pub is_imported: bool,
    state: Mutex<EventState>,
}

impl Object for Event {
    type Raw = CUevent_st;
    const KIND: &'static str = "event";
    const ENDED: CUresult = CONTEXT_IS_DESTROYED;

    fn context(&self) -> usize {
        self.context
    }
}

#[derive(Debug, Clone, Default)]
enum EventState {
    #[default]
    Unrecorded,
    Recorded(Recording),
    /// Recorded in a capture, after these nodes.
    Captured(Arc<Capture>, Vec<Edge>),
}

/// When and where an event was last recorded.
#[derive(Debug, Clone)]
struct Recording {
    ticket: Ticket,
    mark: Arc<Mark>,
}

impl NodeEvent for Event {
    fn handle(&self) -> usize {
        self.handle
    }

    fn mark(&self) -> Arc<Mark> {
        Mark::new(self.shared.as_ref(), Trigger::End)
    }

    fn record_in_graph(&self, mark: Arc<Mark>) {
        *self.state.lock() =
            EventState::Recorded(Recording { ticket: Ticket::Node(mark.clone()), mark });
    }

    fn ticket(&self) -> Option<Ticket> {
        let recording = self.recording().ok().flatten()?;
        Some(recording.ticket).filter(Ticket::matters)
    }
}

impl Event {
    pub(crate) fn new(
        handle: usize,
        context: usize,
        flags: u32,
        shared: Option<Arc<SharedEvent>>,
    ) -> Self {
        Self { handle, context, flags, shared, is_imported: false, state: Mutex::default() }
    }

    /// Returns `true` if it records no time.
    pub(crate) fn is_untimed(&self) -> bool {
        self.flags & CUevent_flags::CU_EVENT_DISABLE_TIMING.0 != 0
    }

    /// Records the work submitted to `stream` so far.
    pub(crate) fn record(&self, devices: &'static Devices, stream: &Arc<Stream>) -> Outcome {
        self.record_at(Trigger::End, devices, stream)
    }

    /// The same, but for what the kernel before does after it triggers the event.
    pub(crate) fn record_at(
        &self,
        trigger: Trigger,
        devices: &'static Devices,
        stream: &Arc<Stream>,
    ) -> Outcome {
        while !self.record_captured(stream)? {
            devices.delays.pause();
            let mark = Mark::new(self.shared.as_ref(), trigger);
            let submitted = stream
                .submit(devices, Work::Record(mark.clone()), None)
                // Nothing must wait for an event that isn't recorded.
                .inspect_err(|_| mark.set())?;
            if let Submission::Queued(ticket) = submitted {
                let ticket = match trigger {
                    Trigger::End => ticket,
                    _ => Ticket::Node(mark.clone()),
                };
                *self.state.lock() = EventState::Recorded(Recording { ticket, mark });
                return Ok(());
            }
            // A capture has begun meanwhile.
            mark.set();
        }
        Ok(())
    }

    /// Records it in the stream's capture; returns whether there is one.
    fn record_captured(&self, stream: &Stream) -> Result<bool, CUresult> {
        let capturing = stream.capturing.lock();
        let Some(capturing) = &*capturing else {
            return Ok(false);
        };
        capturing.capture.check()?;
        if self.shared.is_some() {
            // A graph's work can't complete an event of several processes.
            return Err(STREAM_CAPTURE_UNSUPPORTED);
        }
        *self.state.lock() =
            EventState::Captured(capturing.capture.clone(), capturing.after.clone());
        Ok(true)
    }

    /// Returns the last recording if another process made it: the event and the number.
    fn recorded_elsewhere(&self) -> Option<(&Arc<SharedEvent>, u64)> {
        let event = self.shared.as_ref()?;
        let last = event.last()?;
        match &*self.state.lock() {
            EventState::Recorded(Recording { mark, .. }) if mark.is_shared_as(last) => None,
            _ => Some((event, last)),
        }
    }

    /// Makes later work of `stream` wait for the event; in a capture, the stream joins it.
    pub(crate) fn hold(&self, devices: &'static Devices, stream: &Arc<Stream>) -> Outcome {
        stream.refuse_in_lost_capture()?;
        // A clone, because what follows takes locks of streams, whose holders may need this one.
        let state = self.state.lock().clone();
        if let Some((event, number)) = self.recorded_elsewhere() {
            if stream.invalidate_capture() {
                return Err(STREAM_CAPTURE_ISOLATION);
            }
            let work = Work::WaitShared(event.clone(), number);
            return stream.submit(devices, work, None).map(drop);
        }
        match &state {
            // The node that it stood for belongs to a finished graph.
            EventState::Captured(capture, _) if capture.has_ended() => {
                stream.invalidate_capture();
                Err(INVALID_VALUE)
            }
            EventState::Captured(capture, _) if stream.role == Role::Legacy => {
                capture.invalidate();
                Err(STREAM_CAPTURE_IMPLICIT)
            }
            EventState::Captured(capture, _) if capture.is_over() && !stream.is_capturing() => {
                Err(INVALID_VALUE)
            }
            EventState::Captured(capture, after) => capture.join(stream, after),
            // Captured work can't wait for work outside of the capture.
            EventState::Recorded(_) if stream.invalidate_capture() => Err(STREAM_CAPTURE_ISOLATION),
            EventState::Unrecorded => stream.refuse_during_captures(),
            EventState::Recorded(recording) if !recording.ticket.matters() => {
                stream.refuse_during_captures()
            }
            EventState::Recorded(recording) => {
                stream.submit(devices, Work::Nothing, Some(recording.ticket.clone())).map(|_| ())
            }
        }
    }

    /// Returns `true` if the event was recorded in a capture that has ended since: its node belongs to a finished graph.
    pub(crate) fn is_of_ended_capture(&self) -> bool {
        matches!(&*self.state.lock(), EventState::Captured(capture, _) if capture.has_ended())
    }

    /// Fails if the event was recorded in a capture, which the query invalidates.
    pub(crate) fn refuse_captured(&self) -> Outcome {
        self.recording().map(drop)
    }

    fn recording(&self) -> Result<Option<Recording>, CUresult> {
        match &*self.state.lock() {
            EventState::Unrecorded => Ok(None),
            EventState::Recorded(recording) => Ok(Some(recording.clone())),
            EventState::Captured(capture, _) if capture.is_over() => Err(INVALID_VALUE),
            EventState::Captured(capture, _) => {
                capture.invalidate();
                Err(CAPTURED_EVENT)
            }
        }
    }

    /// Returns whether it has completed; one that was never recorded has.
    pub(crate) fn query(&self, devices: &Devices) -> Outcome {
        let recording = self.recording()?;
        devices.check()?;
        if let Some((event, number)) = self.recorded_elsewhere() {
            return if event.is_complete(number) { Ok(()) } else { Err(NOT_READY) };
        }
        match recording {
            Some(recording) if !recording.ticket.is_done() => Err(NOT_READY),
            Some(recording) => {
                devices.host_waited(recording.ticket.known());
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Waits until it has completed.
    pub(crate) fn synchronize(&self, devices: &'static Devices) -> Outcome {
        if let Some(recording) = self.recording()? {
            recording.ticket.wait_or_execute(devices);
            devices.host_waited(recording.ticket.known());
        }
        if let Some((event, number)) = self.recorded_elsewhere() {
            event.wait(number, devices);
        }
        devices.flush_printed();
        devices.check()
    }

    /// Returns the milliseconds from this event to `end`.
    pub(crate) fn elapsed(&self, end: &Self, devices: &Devices) -> Result<f32, CUresult> {
        let is_captured = |event: &Self| matches!(&*event.state.lock(), EventState::Captured(capture, _) if !capture.is_over());
        if is_captured(self) || is_captured(end) {
            return Err(CAPTURED_EVENT);
        }
        if self.is_untimed() || end.is_untimed() || self.context != end.context {
            return Err(INVALID_HANDLE);
        }
        let recording = |event: &Self| match &*event.state.lock() {
            EventState::Unrecorded => Err(INVALID_HANDLE),
            EventState::Recorded(recording) => Ok(recording.clone()),
            // Unlike a query, this leaves the capture as it is.
            EventState::Captured(capture, _) if capture.is_over() => Err(INVALID_VALUE),
            EventState::Captured(..) => Err(CAPTURED_EVENT),
        };
        let (from, to) = (recording(self)?, recording(end)?);
        devices.check()?;
        if !from.ticket.is_done() || !to.ticket.is_done() {
            return Err(NOT_READY);
        }
        let (from, to) = (from.mark.time().ok_or(NOT_READY)?, to.mark.time().ok_or(NOT_READY)?);
        let forward = to.saturating_duration_since(from).as_secs_f64();
        let backward = from.saturating_duration_since(to).as_secs_f64();
        Ok(((forward - backward) * 1e3) as f32)
    }
}
