//! Streams.

mod attribute;
mod capture;
mod value;

use core::ffi::{c_int, c_uint, c_ulonglong, c_void};
use std::sync::Arc;

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::state::outcome::Outcome;
use crate::state::{
    activity::{self, WaitKind},
    context::Context,
    error::*,
    graph::node::NodeKind,
    outcome::Out,
    stream::{Role, Stream, capture::Capture},
    work::Work,
};

impl Call {
    pub(crate) fn cuStreamCreate(&self, phStream: Out<CUstream>, Flags: c_uint) -> Outcome {
        self.cuStreamCreateWithPriority(phStream, Flags, 0)
    }

    pub(crate) fn cuStreamCreateWithPriority(
        &self,
        phStream: Out<CUstream>,
        flags: c_uint,
        priority: c_int,
    ) -> Outcome {
        let context = self.usable_context()?;
        let role = match CUstream_flags(flags) {
            CUstream_flags::CU_STREAM_DEFAULT => Role::Blocking,
            CUstream_flags::CU_STREAM_NON_BLOCKING => Role::NonBlocking,
            _ => return Err(INVALID_VALUE),
        };
        phStream.not_null()?;
        let stream = self.create_stream(&context, role, priority)?;
        phStream.store(stream.handle as CUstream)
    }

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

    pub(crate) fn cuStreamDestroy_v2(&self, hStream: CUstream) -> Outcome {
        self.system.check()?;
        // Streams of a destroyed green context still exist, but are invalid here.
        self.system.streams.get(hStream)?.green()?;
        // Submitted work is still executed; only the handle ends now.
        let stream = self.system.streams.remove(hStream)?;
        Capture::handle_destruction(&stream);
        Ok(())
    }

    pub(crate) fn cuStreamDestroy(&self, hStream: CUstream) -> Outcome {
        self.cuStreamDestroy_v2(hStream)
    }

    pub(crate) fn cuStreamSynchronize(&self, hStream: CUstream) -> Outcome {
        let stream = self.stream(hStream)?;
        stream.refuse_while_capturing()?;
        self.refuse_during_captures(&stream)?;
        activity::wait(WaitKind::HostForStream, (stream.id, stream.context), || {
            stream.synchronize(self.system)
        })
    }

    pub(crate) fn cuStreamQuery(&self, hStream: CUstream) -> Outcome {
        let stream = self.stream(hStream)?;
        stream.refuse_while_capturing()?;
        self.refuse_during_captures(&stream)?;
        stream.query(self.system)
    }

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

    pub(crate) fn cuStreamGetPriority(&self, hStream: CUstream, priority: Out<c_int>) -> Outcome {
        priority.store(self.asked_outside_lost_captures(hStream)?.priority())
    }

    pub(crate) fn cuStreamGetFlags(&self, hStream: CUstream, flags: Out<c_uint>) -> Outcome {
        flags.store(self.asked_outside_captures(hStream)?.flags)
    }

    pub(crate) fn cuStreamGetId(&self, hStream: CUstream, streamId: Out<c_ulonglong>) -> Outcome {
        streamId.store(self.asked_outside_captures(hStream)?.id)
    }

    pub(crate) fn cuStreamGetDevice(&self, hStream: CUstream, device: Out<CUdevice>) -> Outcome {
        let context = self.asked_outside_captures(hStream)?.context as CUcontext;
        device.store(self.system.contexts.device(context)? as CUdevice)
    }

    pub(crate) fn cuStreamGetCtx(&self, hStream: CUstream, pctx: Out<CUcontext>) -> Outcome {
        let stream = self.asked_outside_lost_captures(hStream)?;
        let context = stream.green()?.map_or(stream.context, |part| part.handle);
        pctx.store(context as CUcontext)
    }

    pub(crate) fn cuStreamGetCtx_v2(
        &self,
        hStream: CUstream,
        pCtx: Out<CUcontext>,
        pGreenCtx: Out<CUgreenCtx>,
    ) -> Outcome {
        let stream = self.asked_outside_lost_captures(hStream)?;
        let green = stream.green()?.map_or(0, |part| part.handle);
        if pCtx.is_null() && pGreenCtx.is_null() {
            return Err(INVALID_VALUE);
        }
        pCtx.store_optional(stream.context as CUcontext);
        pGreenCtx.store_optional(green as CUgreenCtx);
        Ok(())
    }

    pub(crate) fn cuStreamWaitEvent(
        &self,
        hStream: CUstream,
        hEvent: CUevent,
        Flags: c_uint,
    ) -> Outcome {
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
    }

    pub(crate) unsafe fn cuStreamAddCallback(
        &self,
        hStream: CUstream,
        callback: CUstreamCallback,
        userData: *mut c_void,
        flags: c_uint,
    ) -> Outcome {
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
    }

    pub(crate) unsafe fn cuLaunchHostFunc(
        &self,
        hStream: CUstream,
        fn_: CUhostFn,
        userData: *mut c_void,
    ) -> Outcome {
        let stream = self.stream(hStream)?;
        let function = fn_.ok_or(INVALID_VALUE)?;
        stream.submit(self.system, Work::HostFunction(function, userData as usize), None).map(drop)
    }
}
