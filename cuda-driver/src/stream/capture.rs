//! Captures of a stream: by this crate, which then records safe calls, too, and by other code, whose graphs safe calls
//! never become part of.

use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use cuda_driver_sys::{CUresult, CUstream, CUstreamCaptureStatus, DriverTable, Symbol};

use crate::driver::Raw;
use crate::error::{CuResult, ErrorCode};
use crate::stream::CaptureStatus;
use crate::stream::Stream;

/// Who may capture a stream. Calls on one that nobody may, and that isn't recorded, need no further checks.
#[derive(Debug)]
pub(super) struct Captures(AtomicU8);

/// Other code may capture the stream, because it wasn't created here.
const FOREIGN: u8 = 1;

/// [`Stream::capture`] records the stream's work.
const RECORDED: u8 = 2;

/// The stream is a branch of a capture.
const BRANCH: u8 = 4;

/// How many captures of this crate are open in the process.
static OPEN: AtomicUsize = AtomicUsize::new(0);
/// The driver of each.
static DRIVERS: Mutex<Vec<Raw>> = Mutex::new(Vec::new());

fn drivers() -> MutexGuard<'static, Vec<Raw>> {
    DRIVERS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Captures {
    pub(super) const fn new(is_capturable: bool) -> Self {
        Self(AtomicU8::new(if is_capturable { FOREIGN } else { 0 }))
    }

    // Relaxed, because the flags guard nothing: who captures a stream orders that with its other uses.
    #[inline]
    fn flags(&self) -> u8 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Stream {
    /// Returns whether the stream captures, and whether its capture is still valid. The query doesn't affect the
    /// capture.
    ///
    /// ```
    /// # let context = cuda_sim::gpu_or_software()?.device(0)?.primary_context()?;
    /// # let stream = context.stream()?;
    /// use cuda_driver::stream::CaptureStatus;
    ///
    /// assert_eq!(stream.capture_status()?, CaptureStatus::NONE);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// [`cuStreamIsCapturing`](Raw::cuStreamIsCapturing)
    ///
    /// # Errors
    /// `CUDA_ERROR_STREAM_CAPTURE_IMPLICIT` (906) for the legacy default stream while a blocking stream of its context
    /// captures.
    #[doc(alias = "cuStreamIsCapturing")]
    #[inline]
    pub fn capture_status(&self) -> Result<CaptureStatus, CuResult> {
        // SAFETY: the stream is alive.
        self.submit(|raw, stream| unsafe { raw.cuStreamIsCapturing(stream) })
            .map(CaptureStatus::from_raw)
    }

    /// Returns `true` if other code may capture the stream, because it wasn't created by this crate: safe calls then
    /// ask first. While [`capture`](Self::capture) records the stream, they needn't.
    #[must_use]
    #[inline]
    pub fn is_capturable(&self) -> bool {
        self.object.captures.flags() == FOREIGN
    }

    /// Lets safe calls become part of a graph that other code captures, without asking first, as they do for a stream of
    /// this crate.
    ///
    /// # Safety
    /// What calls with the stream and its clones use while other code captures it, such as memory that they allocate or
    /// copy, lives and isn't used otherwise as long as that graph is launched.
    #[must_use]
    #[inline]
    pub unsafe fn without_capture_checks(self) -> Self {
        let flags = &self.object.captures.0;
        flags.fetch_and(!FOREIGN, Ordering::Relaxed);
        self
    }

    /// Returns `true` while a [`Capture`](crate::graph::Capture) records the stream's work.
    #[inline]
    pub(crate) fn is_recorded(&self) -> bool {
        self.object.captures.flags() & (RECORDED | BRANCH) != 0
    }

    /// Returns `true` while the stream's work may be recorded: it may have joined any open capture of its driver.
    #[inline]
    pub(crate) fn may_be_recorded(&self) -> bool {
        OPEN.load(Ordering::Relaxed) > 0 && (self.is_recorded() || drivers().contains(&self.raw()))
    }

    pub(crate) fn set_recorded(&self, is_recorded: bool) {
        let flags = &self.object.captures.0;
        let before = match is_recorded {
            true => flags.fetch_or(RECORDED, Ordering::Relaxed),
            false => flags.fetch_and(!RECORDED, Ordering::Relaxed),
        };
        match (before & RECORDED != 0, is_recorded) {
            (false, true) => {
                drivers().push(self.raw());
                OPEN.fetch_add(1, Ordering::Relaxed);
            }
            (true, false) => {
                let mut drivers = drivers();
                let at = drivers.iter().position(|driver| *driver == self.raw());
                at.map(|at| drivers.swap_remove(at));
                OPEN.fetch_sub(1, Ordering::Relaxed);
            }
            _ => {}
        }
    }

    /// Notes that the stream is a branch of a capture, for good: it is of no use afterwards.
    pub(crate) fn set_branch(&self) {
        let flags = &self.object.captures.0;
        flags.fetch_or(BRANCH, Ordering::Relaxed);
    }

    /// Returns `true` if the stream captures, or, if it is a default one, a stream that it would have to wait for does.
    /// The query doesn't affect the capture.
    pub(crate) fn is_captured(&self) -> bool {
        self.refuse_capture(Symbol::cuStreamIsCapturing)
            .is_err_and(|error| is_capture(error.code()))
    }

    /// Returns the error of `call` if the stream is captured.
    pub(crate) fn refuse_capture(&self, call: Symbol) -> Result<(), CuResult> {
        self.refuse_recording(call)?;
        let code = match self.capture_status() {
            Ok(CaptureStatus::NONE) => CUresult::CUDA_SUCCESS,
            Ok(_) => CUresult::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
            Err(error) if is_capture(error.code()) => error.code().as_raw(),
            Err(error) => return Err(error),
        };
        self.raw().check(call, code)
    }

    /// Returns the error of `call` if a capture of this crate records the stream. It makes no driver call, so the capture
    /// stays valid.
    pub(crate) fn refuse_recording(&self, call: Symbol) -> Result<(), CuResult> {
        let code = match self.is_recorded() {
            true => CUresult::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
            false => CUresult::CUDA_SUCCESS,
        };
        self.raw().check(call, code)
    }

    /// Returns `otherwise` as the error if the stream's capture status isn't `expected`.
    pub(crate) fn demand_capture_status(
        &self,
        expected: CUstreamCaptureStatus,
        otherwise: CUresult,
    ) -> Result<(), CuResult> {
        let code = match self.capture_status()?.as_raw() == expected {
            true => CUresult::CUDA_SUCCESS,
            false => otherwise,
        };
        self.raw().check(Symbol::cuStreamIsCapturing, code)
    }

    /// [`refuse_capture`](Self::refuse_capture), without a driver call for a stream that nobody may capture.
    #[inline]
    pub(crate) fn refuse_possible_capture(&self, call: Symbol) -> Result<(), CuResult> {
        match self.object.captures.flags() {
            0 => Ok(()),
            _ => self.refuse_capture(call),
        }
    }

    /// Returns an error if the stream is captured: that of the function that `call` would have called.
    // The closure's type is erased, or else this would be compiled for each of them.
    #[cold]
    fn refuse_captured_call<T>(
        &self,
        call: &dyn Fn(Raw, CUstream) -> Result<T, CuResult>,
    ) -> Result<(), CuResult> {
        let Err(error) = self.refuse_capture(Symbol::cuStreamIsCapturing) else {
            return Ok(());
        };
        // Without functions, it calls nothing, and returns which one is missing.
        match call(Raw::new(&NOTHING), self.as_raw()) {
            Err(missing) if missing.is_absent() && is_capture(error.code()) => {
                Err(self.raw().failed(missing.call(), error.code().as_raw()))
            }
            _ => Err(error),
        }
    }

    /// Makes a call whose work must be done, and must not become part of a graph: it happens once, or uses memory that
    /// lives no longer.
    #[inline]
    pub(crate) fn submit_uncaptured<T>(
        &self,
        call: impl Fn(Raw, CUstream) -> Result<T, CuResult>,
    ) -> Result<T, CuResult> {
        if self.object.captures.flags() != 0 {
            self.refuse_captured_call(&call)?;
        }
        self.submit(call)
    }

    /// Makes a call whose work may be recorded by a capture of this crate, but not by one of other code.
    #[inline]
    pub(crate) fn submit_recordable<T>(
        &self,
        call: impl Fn(Raw, CUstream) -> Result<T, CuResult>,
    ) -> Result<T, CuResult> {
        if self.is_capturable() {
            self.refuse_captured_call(&call)?;
        }
        self.submit(call)
    }

    /// Makes a call that copies, which may be recorded by a capture of this crate, but not by one of other code. If no
    /// context is current, drivers reject mapped memory and batches as if the addresses were wrong (1), so such a call
    /// is repeated with the context current.
    #[inline]
    pub(crate) fn submit_copy<T>(
        &self,
        call: impl Fn(Raw, CUstream) -> Result<T, CuResult>,
    ) -> Result<T, CuResult> {
        match self.submit_recordable(&call) {
            Err(error) if error.code() == ErrorCode::INVALID_VALUE => {
                self.submit_bound(Some(error), &call)
            }
            result => result,
        }
    }
}

/// A table without functions.
static NOTHING: LazyLock<DriverTable> = LazyLock::new(|| {
    // SAFETY: all pointers are null.
    unsafe { DriverTable::from_fn(0, |_| core::ptr::null()) }
});

/// Returns `true` if a call failed because of a capture.
fn is_capture(code: ErrorCode) -> bool {
    use ErrorCode as C;
    matches!(
        code,
        C::STREAM_CAPTURE_UNSUPPORTED
            | C::STREAM_CAPTURE_INVALIDATED
            | C::STREAM_CAPTURE_UNJOINED
            | C::STREAM_CAPTURE_IMPLICIT
    )
}
