use cuda_driver_sys::CUevent;

use crate::context::Context;
use crate::driver::Raw;
use crate::error::{CuResult, ErrorCode};
use crate::event::EventFlags;

/// An event without timing that belongs to the context and returns to it when dropped, so that marking a place in a
/// stream rarely creates an event.
///
/// The driver copies an event's state when a wait is submitted, so the event may be recorded again immediately.
#[derive(Debug)]
pub(crate) struct PooledEvent {
    handle: CUevent,
    context: Context,
}

// SAFETY: an event isn't bound to a thread, and the driver is thread-safe.
unsafe impl Send for PooledEvent {}
// SAFETY: as above.
unsafe impl Sync for PooledEvent {}

impl Context {
    /// Returns an event that no other code uses.
    pub(crate) fn pooled_event(&self) -> Result<PooledEvent, CuResult> {
        let spare = self.spare_events().pop();
        let handle = match spare {
            Some(spare) => spare.0,
            None => {
                let _bound = self.bind()?;
                // SAFETY: the context is current.
                unsafe { self.raw().cuEventCreate(EventFlags::DISABLE_TIMING.bits()) }?
            }
        };
        Ok(PooledEvent {
            handle,
            context: self.clone(),
        })
    }
}

impl PooledEvent {
    /// Returns the event's driver.
    pub(crate) fn raw(&self) -> Raw {
        self.context.raw()
    }

    pub(crate) fn as_raw(&self) -> CUevent {
        self.handle
    }

    /// Returns whether the device has reached the event.
    pub(crate) fn query(&self) -> Result<bool, CuResult> {
        // SAFETY: the event is alive.
        match (self.context).retry_despite_captures(|raw| unsafe { raw.cuEventQuery(self.handle) })
        {
            Ok(()) => Ok(true),
            Err(error) if error.code() == ErrorCode::NOT_READY => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Waits until the device has reached the event.
    pub(crate) fn synchronize(&self) -> Result<(), CuResult> {
        // SAFETY: the event is alive.
        (self.context).retry_despite_captures(|raw| unsafe { raw.cuEventSynchronize(self.handle) })
    }
}

impl Drop for PooledEvent {
    fn drop(&mut self) {
        self.context.spare_events().push(SpareEvent(self.handle));
    }
}

/// An unused event.
#[derive(Debug)]
pub(crate) struct SpareEvent(pub(crate) CUevent);

// SAFETY: as for `PooledEvent`.
unsafe impl Send for SpareEvent {}
