//! Events.

use core::ffi::c_uint;
use std::sync::Arc;

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::calls::external::ipc::shared_event;
use crate::state::graph::node::NodeEvent;
use crate::state::{
    activity::{self, WaitKind},
    context::Context,
    error::*,
    event::Event,
    graph::node::NodeKind,
    outcome::{Out, Outcome},
    stream::Role,
    work::Work,
};

impl Call {
    /// Returns an event for a query or wait by the host, which fails if an active capture forbids it.
    fn waitable(&self, event: CUevent) -> Result<Arc<Event>, CUresult> {
        let event = self.system.events.get(event)?;
        event.refuse_captured()?;
        self.refuse_while_capturing()?;
        Ok(event)
    }

    pub(crate) fn cuEventCreate(&self, phEvent: Out<CUevent>, Flags: c_uint) -> Outcome {
        use CUevent_flags as F;
        let context = self.usable_context()?;
        let allowed =
            F::CU_EVENT_BLOCKING_SYNC.0 | F::CU_EVENT_DISABLE_TIMING.0 | F::CU_EVENT_INTERPROCESS.0;
        let is_timed = Flags & F::CU_EVENT_DISABLE_TIMING.0 == 0;
        if phEvent.is_null()
            || Flags & !allowed != 0
            || Flags & F::CU_EVENT_INTERPROCESS.0 != 0 && is_timed
        {
            return Err(INVALID_VALUE);
        }
        let shared = shared_event(Flags);
        let event =
            self.system.events.insert(|handle| Event::new(handle, context.handle, Flags, shared));
        phEvent.store(event.handle as CUevent)
    }

    pub(crate) fn cuEventDestroy_v2(&self, hEvent: CUevent) -> Outcome {
        self.system.check()?;
        self.system.events.remove(hEvent).map(drop)
    }

    pub(crate) fn cuEventDestroy(&self, hEvent: CUevent) -> Outcome {
        self.cuEventDestroy_v2(hEvent)
    }

    pub(crate) fn cuEventRecord(&self, hEvent: CUevent, hStream: CUstream) -> Outcome {
        let event = self.system.events.get(hEvent);
        let stream = match event {
            // Of an event that ended with its context, the stream is looked at first.
            Err(code) if code != CONTEXT_IS_DESTROYED => return Err(code),
            _ => self.stream(hStream)?,
        };
        let event = event?;
        if event.context != stream.context {
            return Err(INVALID_HANDLE);
        }
        event.record(self.system, &stream)
    }

    pub(crate) fn cuEventRecordWithFlags(
        &self,
        hEvent: CUevent,
        hStream: CUstream,
        flags: c_uint,
    ) -> Outcome {
        match CUevent_record_flags(flags) {
            CUevent_record_flags::CU_EVENT_RECORD_DEFAULT => self.cuEventRecord(hEvent, hStream),
            CUevent_record_flags::CU_EVENT_RECORD_EXTERNAL
                if self.stream(hStream)?.capturing.lock().is_none() =>
            {
                Err(ILLEGAL_STATE)
            }
            CUevent_record_flags::CU_EVENT_RECORD_EXTERNAL => {
                let event = self.system.events.get(hEvent)?;
                self.add_captured(hStream, NodeKind::Record(event))
            }
            _ => Err(INVALID_VALUE),
        }
    }

    /// Records all work submitted so far to the streams of a context.
    pub(in crate::calls) fn record_context(&self, context: &Context, event: CUevent) -> Outcome {
        let event = self.system.events.get(event)?;
        if event.context != context.handle {
            return Err(INVALID_HANDLE);
        }
        context.refuse_captures()?;
        let stream = context.order.stream(0, context.handle, Role::NonBlocking, 0);
        for ticket in self.system.pending(context) {
            stream.submit(self.system, Work::Nothing, Some(ticket))?;
        }
        event.record(self.system, &stream)
    }

    /// Makes all later work of a context's streams wait for an event.
    pub(in crate::calls) fn hold_context(&self, context: &Context, event: CUevent) -> Outcome {
        let event = self.system.events.get(event)?;
        event.refuse_captured().map_err(|_| STREAM_CAPTURE_UNSUPPORTED)?;
        context.refuse_captures()?;
        for stream in context.order.all() {
            event.hold(self.system, &stream)?;
        }
        event.ticket().into_iter().for_each(|ticket| context.order.close(ticket));
        Ok(())
    }

    pub(crate) fn cuEventQuery(&self, hEvent: CUevent) -> Outcome {
        self.waitable(hEvent)?.query(self.system)
    }

    pub(crate) fn cuEventSynchronize(&self, hEvent: CUevent) -> Outcome {
        let event = self.waitable(hEvent)?;
        activity::wait(WaitKind::HostForEvent, (0, event.context), || {
            event.synchronize(self.system)
        })
    }

    pub(crate) fn cuEventElapsedTime_v2(
        &self,
        pMilliseconds: Out<f32>,
        hStart: CUevent,
        hEnd: CUevent,
    ) -> Outcome {
        if pMilliseconds.is_null() {
            return Err(INVALID_HANDLE);
        }
        let (start, end) = (self.system.events.get(hStart)?, self.system.events.get(hEnd)?);
        pMilliseconds.store(start.elapsed(&end, self.system)?)
    }

    pub(crate) fn cuEventElapsedTime(
        &self,
        pMilliseconds: Out<f32>,
        hStart: CUevent,
        hEnd: CUevent,
    ) -> Outcome {
        self.cuEventElapsedTime_v2(pMilliseconds, hStart, hEnd)
    }
}
