//! Streams.

mod attribute;
mod capture;
mod value;

use core::ffi::c_int;
use std::sync::Arc;

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::state::{
    activity::{self, WaitKind},
    context::Context,
    error::*,
    graph::node::NodeKind,
    outcome::{store, store_optional},
    stream::{Role, Stream, capture::Capture},
    work::Work,
};

impl Call {
    entry!(cuStreamCreate, |self, phStream, Flags| {
        self.cuStreamCreateWithPriority(phStream, Flags, 0)
    });

    entry!(cuStreamCreateWithPriority, |self, phStream, flags, priority| {
        let context = self.usable_context()?;
        let role = match CUstream_flags(flags) {
            CUstream_flags::CU_STREAM_DEFAULT => Role::Blocking,
            CUstream_flags::CU_STREAM_NON_BLOCKING => Role::NonBlocking,
            _ => return Err(INVALID_VALUE),
        };
        if phStream.is_null() {
            return Err(INVALID_VALUE);
        }
        let stream = self.create_stream(&context, role, priority)?;
        store(phStream, stream.handle as CUstream)
    });

    /// Creates a stream of a context.
    pub(in crate::calls) fn create_stream(
        &self,
        context: &Context,
        role: Role,
        priority: c_int,
    ) -> Result<Arc<Stream>, CUresult> {
        let order = &context.order;
        let stream = self
            .system
            .streams
            .add(|handle| order.stream(handle, context.handle, role, priority.clamp(-5, 0)));
        for ticket in order.gate() {
            stream.submit(self.system, Work::Nothing, Some(ticket))?;
        }
        Ok(stream)
    }

    entry!(cuStreamDestroy_v2, |self, hStream| {
        self.system.check()?;
        // Streams of a destroyed green context still exist, but are invalid here.
        self.system.streams.get(hStream)?.green()?;
        // Submitted work is still executed; only the handle ends now.
        let stream = self.system.streams.remove(hStream)?;
        Capture::handle_destruction(&stream);
        Ok(())
    });

    entry!(cuStreamDestroy, |self, hStream| { self.cuStreamDestroy_v2(hStream) });

    entry!(cuStreamSynchronize, |self, hStream| {
        let stream = self.stream(hStream)?;
        stream.refuse_while_capturing()?;
        self.refuse_during_captures(&stream)?;
        activity::wait(WaitKind::HostForStream, (stream.id, stream.context), || {
            stream.synchronize(self.system)
        })
    });

    entry!(cuStreamQuery, |self, hStream| {
        let stream = self.stream(hStream)?;
        stream.refuse_while_capturing()?;
        self.refuse_during_captures(&stream)?;
        stream.query(self.system)
    });

    /// Returns a stream whose properties are requested, which a capture may forbid for the legacy stream.
    pub(in crate::calls) fn asked(&self, stream: CUstream) -> Result<Arc<Stream>, CUresult> {
        let stream = self.stream(stream)?;
        stream.refuse_during_captures()?;
        Ok(stream)
    }

    /// Returns a stream for a request that fails once a capture on it is invalid.
    pub(in crate::calls) fn asked_outside_lost_captures(
        &self,
        stream: CUstream,
    ) -> Result<Arc<Stream>, CUresult> {
        let stream = self.asked(stream)?;
        stream.refuse_in_lost_capture()?;
        Ok(stream)
    }

    /// Returns a stream for a request that a capture on it forbids.
    fn asked_outside_captures(&self, stream: CUstream) -> Result<Arc<Stream>, CUresult> {
        let stream = self.asked(stream)?;
        stream.refuse_while_capturing()?;
        Ok(stream)
    }

    entry!(cuStreamGetPriority, |self, hStream, priority| {
        store(priority, self.asked_outside_lost_captures(hStream)?.priority())
    });

    entry!(cuStreamGetFlags, |self, hStream, flags| {
        store(flags, self.asked_outside_captures(hStream)?.flags)
    });

    entry!(cuStreamGetId, |self, hStream, streamId| {
        store(streamId, self.asked_outside_captures(hStream)?.id)
    });

    entry!(cuStreamGetDevice, |self, hStream, device| {
        let context = self.asked_outside_captures(hStream)?.context as CUcontext;
        store(device, self.system.contexts.device(context)? as CUdevice)
    });

    entry!(cuStreamGetCtx, |self, hStream, pctx| {
        let stream = self.asked_outside_lost_captures(hStream)?;
        let context = stream.green()?.map_or(stream.context, |part| part.handle);
        store(pctx, context as CUcontext)
    });

    entry!(cuStreamGetCtx_v2, |self, hStream, pCtx, pGreenCtx| {
        let stream = self.asked_outside_lost_captures(hStream)?;
        let green = stream.green()?.map_or(0, |part| part.handle);
        if pCtx.is_null() && pGreenCtx.is_null() {
            return Err(INVALID_VALUE);
        }
        store_optional(pCtx, stream.context as CUcontext);
        store_optional(pGreenCtx, green as CUgreenCtx);
        Ok(())
    });

    entry!(cuStreamWaitEvent, |self, hStream, hEvent, Flags| {
        let stream = self.stream(hStream)?;
        let event = self.system.events.get(hEvent)?;
        match CUevent_wait_flags(Flags) {
            CUevent_wait_flags::CU_EVENT_WAIT_EXTERNAL if event.is_of_ended_capture() => {
                stream.invalidate_capture();
                Err(INVALID_VALUE)
            }
            CUevent_wait_flags::CU_EVENT_WAIT_DEFAULT => {
                activity::wait(WaitKind::StreamForEvent, (stream.id, stream.context), || {
                    event.hold(self.system, &stream)
                })
            }
            CUevent_wait_flags::CU_EVENT_WAIT_EXTERNAL if stream.capturing.lock().is_none() => {
                Err(ILLEGAL_STATE)
            }
            CUevent_wait_flags::CU_EVENT_WAIT_EXTERNAL => {
                self.add_captured(hStream, NodeKind::Wait(event))
            }
            _ => Err(INVALID_VALUE),
        }
    });

    entry!(cuStreamAddCallback, |self, hStream, callback, userData, flags| {
        let stream = self.stream(hStream)?;
        let callback = callback.filter(|_| flags == 0).ok_or(INVALID_VALUE)?;
        if stream.invalidate_capture() {
            return Err(STREAM_CAPTURE_UNSUPPORTED);
        }
        stream
            .submit(
                self.system,
                Work::Callback(callback, hStream as usize, userData as usize),
                None,
            )
            .map(drop)
    });

    entry!(cuLaunchHostFunc, |self, hStream, fn_, userData| {
        let stream = self.stream(hStream)?;
        let function = fn_.ok_or(INVALID_VALUE)?;
        stream.submit(self.system, Work::HostFunction(function, userData as usize), None).map(drop)
    });
}
