//! Events that a context keeps for reuse.

use cuda_driver_sys::CUevent;

use super::{Event, EventFlags};
use crate::context::Context;
use crate::driver::Raw;
use crate::error::{CuResult, ErrorCode};
use crate::fork::is_forked;
use crate::opaque::Opaque;

/// The maximum number of unused events that a context keeps.
///
/// It is for programs that have many fences in flight at once. Beyond it, an event is created and destroyed each time,
/// which takes 157 ns: few programs would notice.
const MAX_SPARE: usize = 256;

/// An event without timing that belongs to the context and returns to it when dropped, so that marking a place in a
/// stream rarely creates an event.
///
/// The driver copies an event's state when a wait is submitted, so the event may be recorded again immediately.
#[derive(Debug)]
pub(crate) struct PooledEvent {
    handle: Opaque<CUevent>,
    /// Whether it was recorded in a capture.
    is_captured: bool,
    context: Context,
}

impl Context {
    /// Returns an event without timing that returns to the context with the last clone, to be reused: making one rarely
    /// calls the driver.
    ///
    /// Record it before it is waited for or queried: until then it stands for what it marked before, for any user.
    ///
    /// A context keeps up to 256 unused events. [`Stream::record_pooled`](crate::Stream::record_pooled) records one.
    ///
    /// [`cuEventCreate`](Raw::cuEventCreate)
    ///
    /// # Errors
    /// Returns the driver's error.
    #[doc(alias = "cuEventCreate")]
    #[inline]
    pub fn pooled_event(&self) -> Result<Event, CuResult> {
        Ok(Event::pooled(self, self.take_event()?))
    }

    /// Returns an event that no other code uses.
    pub(crate) fn spare_event(&self) -> Result<PooledEvent, CuResult> {
        Ok(PooledEvent {
            handle: Opaque(self.take_event()?),
            is_captured: false,
            context: self.clone(),
        })
    }

    fn take_event(&self) -> Result<CUevent, CuResult> {
        let spare = self.spare_events().pop();
        match spare {
            Some(Opaque(handle)) => Ok(handle),
            None => {
                let _bound = self.bind()?;
                // SAFETY: the context is current.
                unsafe { self.raw().cuEventCreate(EventFlags::DISABLE_TIMING.bits()) }
            }
        }
    }

    /// Keeps an event for reuse, or destroys it.
    ///
    /// # Safety
    /// The event is one of the context's without timing, and no other code uses it.
    pub(crate) unsafe fn give_back_event(&self, handle: CUevent) {
        let mut spares = self.spare_events();
        if spares.len() < MAX_SPARE {
            spares.push(Opaque(handle));
            return;
        }
        drop(spares);
        // Errors are ignored, as in every `Drop`.
        // SAFETY: the caller gives up the event.
        let _ = self.retry(self.raw(), |raw| unsafe { raw.cuEventDestroy(handle) });
    }
}

impl PooledEvent {
    /// Returns the event's driver.
    pub(crate) fn raw(&self) -> Raw {
        self.context.raw()
    }

    pub(crate) fn as_raw(&self) -> CUevent {
        self.handle.0
    }

    /// Notes that it was recorded in a capture. It refers to the graph from then on, and isn't reused: an H100's driver
    /// (580.159.04) crashes if it is recorded again while another thread destroys the graph.
    pub(crate) const fn set_captured(&mut self) {
        self.is_captured = true;
    }

    pub(crate) fn context(&self) -> &Context {
        &self.context
    }

    /// Returns whether the device has reached the event.
    pub(crate) fn query(&self) -> Result<bool, CuResult> {
        let handle = self.as_raw();
        // SAFETY: the event is alive.
        let query = |raw: Raw| unsafe { raw.cuEventQuery(handle) };
        match self.context.retry_despite_captures(query) {
            Ok(()) => Ok(true),
            Err(error) if error.code() == ErrorCode::NOT_READY => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Waits until the device has reached the event.
    pub(crate) fn synchronize(&self) -> Result<(), CuResult> {
        // SAFETY: the event is alive.
        (self.context)
            .retry_despite_captures(|raw| unsafe { raw.cuEventSynchronize(self.as_raw()) })
    }
}

impl Drop for PooledEvent {
    fn drop(&mut self) {
        if is_forked() {
            return;
        }
        if self.is_captured {
            // SAFETY: this value owned the event.
            let destroy = |raw: Raw| unsafe { raw.cuEventDestroy(self.as_raw()) };
            let _ = self.context.retry(self.raw(), destroy);
            return;
        }
        // SAFETY: this value owned the event.
        unsafe { self.context.give_back_event(self.as_raw()) };
    }
}
