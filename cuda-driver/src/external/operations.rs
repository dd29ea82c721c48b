use core::ffi::{c_uint, c_void};
use core::fmt;
use core::time::Duration;

use cuda_driver_sys::{
    CUDA_EXT_SEM_SIGNAL_NODE_PARAMS, CUDA_EXT_SEM_WAIT_NODE_PARAMS,
    CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS, CUDA_EXTERNAL_SEMAPHORE_SIGNAL_SKIP_NVSCIBUF_MEMSYNC,
    CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS, CUDA_EXTERNAL_SEMAPHORE_WAIT_SKIP_NVSCIBUF_MEMSYNC,
    CUexternalSemaphore, Symbol,
};

use super::ExternalSemaphore;
use crate::driver::Raw;
use crate::error::CuResult;
use crate::opaque::Opaque;
use crate::stream::Stream;

/// Semaphores that a stream signals, each with its value: [`Stream::signal_external_semaphores`].
///
/// ```no_run
/// # use cuda_driver::{external::{ExternalSemaphore, SemaphoreSignals}, CuResult, Stream};
/// # fn signal(stream: &Stream, drawn: &ExternalSemaphore, free: &ExternalSemaphore) -> Result<(), CuResult> {
/// stream.signal_external_semaphores(&SemaphoreSignals::new().fence(drawn, 7).fence(free, 3))?;
/// # Ok(()) }
/// ```
#[derive(Clone, Default)]
#[doc(alias = "CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS")]
pub struct SemaphoreSignals {
    semaphores: Vec<ExternalSemaphore>,
    handles: Vec<Opaque<CUexternalSemaphore>>,
    parameters: Vec<Opaque<CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS>>,
}

/// Semaphores that a stream waits for, each with its value: [`Stream::wait_external_semaphores`].
#[derive(Clone, Default)]
#[doc(alias = "CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS")]
pub struct SemaphoreWaits {
    semaphores: Vec<ExternalSemaphore>,
    handles: Vec<Opaque<CUexternalSemaphore>>,
    parameters: Vec<Opaque<CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS>>,
}

impl SemaphoreSignals {
    /// Creates an empty list.
    #[must_use]
    #[inline]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the semaphores.
    #[must_use]
    #[inline]
    pub fn semaphores(&self) -> &[ExternalSemaphore] {
        &self.semaphores
    }

    /// Returns the parameters, for calls of [`Driver::raw`](crate::driver::Driver::raw). They point into the list.
    #[must_use]
    pub fn as_raw(&self) -> CUDA_EXT_SEM_SIGNAL_NODE_PARAMS {
        CUDA_EXT_SEM_SIGNAL_NODE_PARAMS {
            extSemArray: self.handles.as_ptr().cast_mut().cast(),
            paramsArray: self.parameters.as_ptr().cast(),
            numExtSems: count(self.handles.len()),
            ..CUDA_EXT_SEM_SIGNAL_NODE_PARAMS::default()
        }
    }

    fn with(
        mut self,
        semaphore: &ExternalSemaphore,
        parameters: CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS,
    ) -> Self {
        self.semaphores.push(semaphore.clone());
        self.handles.push(Opaque(semaphore.as_raw()));
        self.parameters.push(Opaque(parameters));
        self
    }
}

impl fmt::Debug for SemaphoreSignals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SemaphoreSignals").field(&self.semaphores).finish()
    }
}

impl SemaphoreWaits {
    /// Creates an empty list.
    #[must_use]
    #[inline]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the semaphores.
    #[must_use]
    #[inline]
    pub fn semaphores(&self) -> &[ExternalSemaphore] {
        &self.semaphores
    }

    /// Returns the parameters, for calls of [`Driver::raw`](crate::driver::Driver::raw). They point into the list.
    #[must_use]
    pub fn as_raw(&self) -> CUDA_EXT_SEM_WAIT_NODE_PARAMS {
        CUDA_EXT_SEM_WAIT_NODE_PARAMS {
            extSemArray: self.handles.as_ptr().cast_mut().cast(),
            paramsArray: self.parameters.as_ptr().cast(),
            numExtSems: count(self.handles.len()),
            ..CUDA_EXT_SEM_WAIT_NODE_PARAMS::default()
        }
    }

    fn with(
        mut self,
        semaphore: &ExternalSemaphore,
        parameters: CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS,
    ) -> Self {
        self.semaphores.push(semaphore.clone());
        self.handles.push(Opaque(semaphore.as_raw()));
        self.parameters.push(Opaque(parameters));
        self
    }
}

impl fmt::Debug for SemaphoreWaits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SemaphoreWaits").field(&self.semaphores).finish()
    }
}

impl SemaphoreSignals {
    /// Adds a fence or a timeline semaphore, whose value becomes `value`. A binary semaphore is signaled, whatever the
    /// value.
    #[must_use]
    pub fn fence(self, semaphore: &ExternalSemaphore, value: u64) -> Self {
        let mut parameters = CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS::default();
        parameters.params.fence.value = value;
        self.with(semaphore, parameters)
    }

    /// Adds a keyed mutex of Direct3D, which is released for whoever waits with `key`.
    #[must_use]
    pub fn keyed_mutex(self, semaphore: &ExternalSemaphore, key: u64) -> Self {
        let mut parameters = CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS::default();
        parameters.params.keyedMutex.key = key;
        self.with(semaphore, parameters)
    }

    /// Adds an `NvSciSyncObj`, whose fence is written to `fence`, an `NvSciSyncFence`. With `skip_memsync`, memory of
    /// `NvSciBuf` isn't made coherent for the waiter.
    ///
    /// # Safety
    /// `fence` is such a fence, and lives until the list was submitted for the last time.
    #[must_use]
    pub unsafe fn nv_sci_sync(
        self,
        semaphore: &ExternalSemaphore,
        fence: *mut c_void,
        skip_memsync: bool,
    ) -> Self {
        let mut parameters = CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS::default();
        parameters.params.nvSciSync.fence = fence;
        if skip_memsync {
            parameters.flags = CUDA_EXTERNAL_SEMAPHORE_SIGNAL_SKIP_NVSCIBUF_MEMSYNC;
        }
        self.with(semaphore, parameters)
    }
}

impl SemaphoreWaits {
    /// Adds a fence or a timeline semaphore, whose value must be at least `value`. For a binary semaphore, the value has
    /// no meaning, and the wait unsignals it.
    #[must_use]
    pub fn fence(self, semaphore: &ExternalSemaphore, value: u64) -> Self {
        let mut parameters = CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS::default();
        parameters.params.fence.value = value;
        self.with(semaphore, parameters)
    }

    /// Adds a keyed mutex of Direct3D, which is acquired once it is released with `key`, and for which the stream waits no
    /// longer than `timeout`, in whole milliseconds, or forever.
    #[must_use]
    pub fn keyed_mutex(
        self,
        semaphore: &ExternalSemaphore,
        key: u64,
        timeout: Option<Duration>,
    ) -> Self {
        let mut parameters = CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS::default();
        parameters.params.keyedMutex.key = key;
        parameters.params.keyedMutex.timeoutMs = milliseconds(timeout);
        self.with(semaphore, parameters)
    }

    /// Adds an `NvSciSyncObj` with the fence to wait for, an `NvSciSyncFence`. With `skip_memsync`, memory of `NvSciBuf`
    /// isn't made coherent for the stream.
    ///
    /// # Safety
    /// `fence` is such a fence, and lives until the list was submitted for the last time.
    #[must_use]
    pub unsafe fn nv_sci_sync(
        self,
        semaphore: &ExternalSemaphore,
        fence: *mut c_void,
        skip_memsync: bool,
    ) -> Self {
        let mut parameters = CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS::default();
        parameters.params.nvSciSync.fence = fence;
        if skip_memsync {
            parameters.flags = CUDA_EXTERNAL_SEMAPHORE_WAIT_SKIP_NVSCIBUF_MEMSYNC;
        }
        self.with(semaphore, parameters)
    }
}

/// Returns a number of semaphores as the driver is passed it. No list has more, because each of them needs memory.
fn count(semaphores: usize) -> c_uint {
    c_uint::try_from(semaphores).unwrap_or(c_uint::MAX)
}

/// Returns a timeout in milliseconds, rounded up; Windows has a number for one that never ends.
fn milliseconds(timeout: Option<Duration>) -> c_uint {
    const INFINITE: c_uint = c_uint::MAX;
    let Some(timeout) = timeout else {
        return INFINITE;
    };
    let rounded = timeout.as_nanos().div_ceil(1_000_000);
    c_uint::try_from(rounded).map_or(INFINITE - 1, |milliseconds| milliseconds.min(INFINITE - 1))
}

impl Stream {
    /// Signals semaphores of other APIs once the work submitted to the stream so far is done. An empty list does nothing.
    ///
    /// The semaphores live until that has happened: [`drop_after`](Self::drop_after) keeps them.
    ///
    /// [`cuSignalExternalSemaphoresAsync`](crate::driver::Raw::cuSignalExternalSemaphoresAsync)
    ///
    /// # Errors
    /// Returns the driver's error; `CUDA_ERROR_INVALID_HANDLE` (400) for a semaphore of another driver.
    #[doc(alias = "cuSignalExternalSemaphoresAsync")]
    pub fn signal_external_semaphores(&self, signals: &SemaphoreSignals) -> Result<(), CuResult> {
        let list = signals.as_raw();
        if list.numExtSems == 0 {
            return Ok(());
        }
        let call = Symbol::cuSignalExternalSemaphoresAsync;
        check_semaphores(&signals.semaphores, self.raw(), call)?;
        // SAFETY: stream and semaphores are alive and of one driver, and the list has as many parameters.
        self.submit_uncaptured(|raw, stream| unsafe {
            raw.cuSignalExternalSemaphoresAsync(
                list.extSemArray,
                list.paramsArray,
                list.numExtSems,
                stream,
            )
        })?;
        self.drop_after(signals.semaphores.clone())
    }

    /// Makes the work submitted to the stream from now on wait for semaphores of other APIs. The host doesn't wait. An
    /// empty list does nothing.
    ///
    /// Until the semaphores are signaled the stream's work doesn't run, and whoever waits for the stream waits, too:
    /// forever, if nothing signals them. So submit first what signals them, also in the other API.
    ///
    /// The semaphores live until the wait is over: [`drop_after`](Self::drop_after) keeps them.
    ///
    /// [`cuWaitExternalSemaphoresAsync`](crate::driver::Raw::cuWaitExternalSemaphoresAsync)
    ///
    /// # Errors
    /// As [`signal_external_semaphores`](Self::signal_external_semaphores).
    #[doc(alias = "cuWaitExternalSemaphoresAsync")]
    pub fn wait_external_semaphores(&self, waits: &SemaphoreWaits) -> Result<(), CuResult> {
        let list = waits.as_raw();
        if list.numExtSems == 0 {
            return Ok(());
        }
        let call = Symbol::cuWaitExternalSemaphoresAsync;
        check_semaphores(&waits.semaphores, self.raw(), call)?;
        // SAFETY: as for `signal_external_semaphores`.
        self.submit_uncaptured(|raw, stream| unsafe {
            raw.cuWaitExternalSemaphoresAsync(
                list.extSemArray,
                list.paramsArray,
                list.numExtSems,
                stream,
            )
        })?;
        self.drop_after(waits.semaphores.clone())
    }
}

/// Rejects semaphores of another driver.
pub(crate) fn check_semaphores(
    semaphores: &[ExternalSemaphore],
    raw: Raw,
    call: Symbol,
) -> Result<(), CuResult> {
    let check = |semaphore: &ExternalSemaphore| raw.check_same(semaphore.context().raw(), call);
    semaphores.iter().try_for_each(check)
}
