use std::sync::Arc;

use cuda_driver::event::EventFlags;
use cuda_driver::{Error, Event};

use super::{CudaContext, CudaStream};
use crate::driver::result::OrCode as _;
use crate::driver::{DriverError, sys};

/// A point in the work of a stream.
#[derive(Debug)]
pub struct CudaEvent {
    event: Event,
    context: Arc<CudaContext>,
}

impl CudaContext {
    /// Creates an event; without `flags`, one without timing.
    pub fn new_event(
        self: &Arc<Self>,
        flags: Option<sys::CUevent_flags>,
    ) -> Result<CudaEvent, DriverError> {
        let flags = match flags {
            Some(flags) => EventFlags::from_bits_retain(flags as u32),
            None => EventFlags::DISABLE_TIMING,
        };
        Ok(CudaEvent { event: self.context().event_with(flags).or_code()?, context: self.clone() })
    }
}

impl CudaEvent {
    pub fn cu_event(&self) -> sys::CUevent {
        self.event.as_raw()
    }

    pub fn context(&self) -> &Arc<CudaContext> {
        &self.context
    }

    pub fn record(&self, stream: &CudaStream) -> Result<(), DriverError> {
        stream.stream().record(&self.event).or_code()
    }

    pub fn synchronize(&self) -> Result<(), DriverError> {
        self.event.synchronize().or_code()
    }

    /// Returns the milliseconds from this event to `end`, after both; negative ones, if `end` was first.
    pub fn elapsed_ms(&self, end: &Self) -> Result<f32, DriverError> {
        self.synchronize()?;
        end.synchronize()?;
        let (time, sign) = match self.event.elapsed(&end.event) {
            Err(Error::Reversed) => (end.event.elapsed(&self.event), -1000.0),
            time => (time, 1000.0),
        };
        Ok(time.or_code()?.as_secs_f32() * sign)
    }

    pub fn is_complete(&self) -> bool {
        self.try_is_complete().unwrap_or(false)
    }

    pub fn try_is_complete(&self) -> Result<bool, DriverError> {
        self.event.query().or_code()
    }

    pub(super) const fn event(&self) -> &Event {
        &self.event
    }
}
