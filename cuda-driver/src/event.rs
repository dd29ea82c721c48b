use cuda_driver_sys::{CUevent, CUresult, Symbol};

use crate::error::{says, takes};
use crate::{Context, CuResult, Raw};

bitflags::bitflags! {
    /// How an event behaves: [`Context::event_with`].
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub struct EventFlags: u32 {
        /// A thread that synchronizes with the event blocks instead of spinning.
        const BLOCKING_SYNC = 0x1;
        /// The event tells order alone and no time, which is cheaper.
        const DISABLE_TIMING = 0x2;
        /// The event can be shared with another process; needs `DISABLE_TIMING`.
        const INTERPROCESS = 0x4;
    }
}

/// An event: a place in a stream's work that others can wait for, and that has a time.
#[derive(Debug)]
pub struct Event {
    handle: CUevent,
    flags: EventFlags,
    owned: bool,
    context: Context,
}

// SAFETY: an event is no thread's, and the driver locks what needs locking.
unsafe impl Send for Event {}
// SAFETY: as above.
unsafe impl Sync for Event {}

/// Why no time can be told between two events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ElapsedError {
    /// One of the events was made without timing.
    TimingDisabled,
    /// One of the events was never recorded.
    NotRecorded,
    /// The device has not come to one of the events.
    NotComplete,
    /// The driver said something else.
    Driver(CuResult),
}

says!(ElapsedError {
    Self::TimingDisabled => "an event made with DISABLE_TIMING has no time; create both with `Context::event`";
    Self::NotRecorded => "an event that was never recorded has no time; record both with `Stream::record` first";
    Self::NotComplete => "the device has not come to both events yet; synchronize with the later one first";
    Self::Driver(error) => "{error}";
});

takes!(ElapsedError { Driver(CuResult), });

impl Event {
    pub(crate) fn create(context: &Context, flags: EventFlags) -> Result<Self, CuResult> {
        let _bound = context.bind()?;
        // SAFETY: the context is current.
        let handle = unsafe { context.raw().cuEventCreate(flags.bits()) }?;
        Ok(Self {
            handle,
            flags,
            owned: true,
            context: context.clone(),
        })
    }

    /// Takes over an event: it is destroyed when dropped.
    ///
    /// # Safety
    /// - `handle` is an event of `context` that was created with `flags`.
    /// - Nobody else destroys it.
    #[must_use]
    pub unsafe fn from_raw(context: &Context, handle: CUevent, flags: EventFlags) -> Self {
        Self {
            handle,
            flags,
            owned: true,
            context: context.clone(),
        }
    }

    /// Uses somebody else's event: it is never destroyed by this crate.
    ///
    /// # Safety
    /// `handle` is an event of `context` that was created with `flags`, and lives longer than the value.
    #[must_use]
    pub unsafe fn borrow_raw(context: &Context, handle: CUevent, flags: EventFlags) -> Self {
        Self {
            handle,
            flags,
            owned: false,
            context: context.clone(),
        }
    }

    /// The handle, for calls of [`Driver::raw`](crate::Driver::raw).
    #[inline]
    #[must_use]
    pub fn as_raw(&self) -> CUevent {
        self.handle
    }

    /// Gives the event away: the caller destroys it.
    #[must_use]
    pub fn into_raw(mut self) -> CUevent {
        self.owned = false;
        self.handle
    }

    /// The context that the event is of.
    #[must_use]
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// Waits until the device has come to the event. An event that was never recorded is past.
    ///
    /// [`cuEventSynchronize`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EVENT.html#group__CUDA__EVENT_1g9e520d34e51af7f5375610bca4add99c)
    ///
    /// # Errors
    /// Also those of earlier, asynchronous work.
    #[doc(alias = "cuEventSynchronize")]
    pub fn synchronize(&self) -> Result<(), CuResult> {
        // SAFETY: the event is alive.
        self.context.retry(self.context.raw(), |raw| unsafe {
            raw.cuEventSynchronize(self.handle)
        })
    }

    /// Whether the device has come to the event. An event that was never recorded is past.
    ///
    /// [`cuEventQuery`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EVENT.html#group__CUDA__EVENT_1g6f0704d755066b0ee705749ae911deef)
    ///
    /// # Errors
    /// Also those of earlier, asynchronous work.
    #[doc(alias = "cuEventQuery")]
    pub fn query(&self) -> Result<bool, CuResult> {
        // SAFETY: the event is alive.
        match self.context.retry(self.context.raw(), |raw| unsafe {
            raw.cuEventQuery(self.handle)
        }) {
            Ok(()) => Ok(true),
            Err(error) if error.code() == CUresult::CUDA_ERROR_NOT_READY => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// The time from `self` to `end`, in milliseconds, to about half a microsecond.
    ///
    /// [`cuEventElapsedTime`](https://docs.nvidia.com/cuda/cuda-driver-api/group__CUDA__EVENT.html#group__CUDA__EVENT_1gdfb1178807353bbcaa9e245da497cf97)
    ///
    /// # Errors
    /// An [`ElapsedError`] that tells apart what the driver answers with the same code.
    #[doc(alias = "cuEventElapsedTime")]
    pub fn elapsed(&self, end: &Event) -> Result<f32, ElapsedError> {
        if (self.flags | end.flags).contains(EventFlags::DISABLE_TIMING) {
            return Err(ElapsedError::TimingDisabled);
        }
        end.check_driver(self.context.raw(), Symbol::cuEventElapsedTime)?;
        // SAFETY: both events are alive, and the same driver's.
        let elapsed = self.context.retry(self.context.raw(), |raw| unsafe {
            raw.cuEventElapsedTime(self.handle, end.handle)
        });
        elapsed.map_err(|error| match error.code() {
            CUresult::CUDA_ERROR_INVALID_HANDLE => ElapsedError::NotRecorded,
            CUresult::CUDA_ERROR_NOT_READY => ElapsedError::NotComplete,
            _ => ElapsedError::Driver(error),
        })
    }

    /// Destroys the event and says what the driver answered; dropping does the same in silence.
    ///
    /// # Errors
    /// What the driver answers.
    #[doc(alias = "cuEventDestroy")]
    pub fn destroy(mut self) -> Result<(), CuResult> {
        self.release()
    }

    /// Refuses to give the event to another driver than its own, which knows nothing of the handle.
    #[inline]
    pub(crate) fn check_driver(&self, raw: Raw, call: Symbol) -> Result<(), CuResult> {
        if self.context.raw() == raw {
            Ok(())
        } else {
            raw.check(call, CUresult::CUDA_ERROR_INVALID_HANDLE)
        }
    }

    fn release(&mut self) -> Result<(), CuResult> {
        if !core::mem::take(&mut self.owned) {
            return Ok(());
        }
        // SAFETY: the event is this value's own, and `owned` was true for the last time.
        self.context.retry(self.context.raw(), |raw| unsafe {
            raw.cuEventDestroy(self.handle)
        })
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        // Nobody is there to hear of it: `destroy` is for those who want to know.
        let _ = self.release();
    }
}
