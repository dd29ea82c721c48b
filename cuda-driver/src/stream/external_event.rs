//! Events that a graph records or waits for, as seen from outside of it.

use cuda_driver_sys::{CUevent_record_flags, CUevent_wait_flags, Symbol};

use crate::error::CuResult;
use crate::event::Event;
use crate::stream::Stream;

impl Stream {
    /// Lets the graph that the stream is [captured](Self::capture) into record `event` at each of its launches, where others
    /// can wait for it. [`record`](Self::record) would only order the captured work.
    ///
    /// [`cuEventRecordWithFlags`](crate::driver::Raw::cuEventRecordWithFlags)
    ///
    /// # Errors
    /// `CUDA_ERROR_ILLEGAL_STATE` (401) if the stream isn't captured, or another error of the driver.
    ///
    /// # Safety
    /// The event lives until the graph and everything instantiated from it are destroyed, and their last launch has
    /// completed.
    #[doc(alias = "cuEventRecordWithFlags")]
    #[inline]
    pub unsafe fn record_external(&self, event: &Event) -> Result<(), CuResult> {
        event.check_driver(self.raw(), Symbol::cuEventRecordWithFlags)?;
        event.set_captured();
        let flags = CUevent_record_flags::CU_EVENT_RECORD_EXTERNAL.0;
        // SAFETY: both are alive, and belong to the same driver; the caller keeps the event alive for the graph.
        self.submit_recordable(|raw, stream| unsafe {
            raw.cuEventRecordWithFlags(event.as_raw(), stream, flags)
        })
    }

    /// Lets the graph that the stream is [captured](Self::capture) into wait for `event` at each of its launches: for its
    /// last [`record`](Self::record) before the launch. [`wait_event`](Self::wait_event) would wait for a record of the same capture.
    ///
    /// [`cuStreamWaitEvent`](crate::driver::Raw::cuStreamWaitEvent)
    ///
    /// # Errors
    /// `CUDA_ERROR_ILLEGAL_STATE` (401) if the stream isn't captured, or another error of the driver.
    ///
    /// # Safety
    /// As [`record_external`](Self::record_external).
    #[doc(alias = "cuStreamWaitEvent")]
    #[inline]
    pub unsafe fn wait_event_external(&self, event: &Event) -> Result<(), CuResult> {
        event.check_driver(self.raw(), Symbol::cuStreamWaitEvent)?;
        let flags = CUevent_wait_flags::CU_EVENT_WAIT_EXTERNAL.0;
        // SAFETY: both are alive, and belong to the same driver; the caller keeps the event alive for the graph.
        self.submit_recordable(|raw, stream| unsafe {
            raw.cuStreamWaitEvent(stream, event.as_raw(), flags)
        })
    }
}
