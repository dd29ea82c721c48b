//! Captures of a stream: by this crate, which then records safe calls, too, and by other code, whose graphs safe calls
//! never become part of.

use core::ptr;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, LazyLock, Mutex};

use cuda_driver_sys::{CU_STREAM_PER_THREAD, CUresult, CUstream, DriverTable, Symbol};

use crate::driver::Raw;
use crate::error::{CuResult, ErrorCode};
use crate::exclusive::lock;
use crate::stream::CaptureStatus;
use crate::stream::Stream;
use crate::stream::gate::{GateReadGuard, GateWriteGuard, index, read, write};
use crate::stream::recording::{CAPTURES, Recording};

/// Who may capture a stream, or does. Calls on one that nobody may capture and no capture of this crate records need no
/// further checks.
#[derive(Debug)]
pub(super) struct Captures {
    flags: AtomicU8,
    /// The capture of this crate that the stream takes part in, if it is [`RECORDED`].
    recording: Mutex<Option<Arc<Recording>>>,
}

/// Other code may capture the stream, because it wasn't created here.
const FOREIGN: u8 = 1;

/// A capture of this crate records the stream's work: it began on the stream, or the stream has waited for its work. The
/// flag may remain when the capture has ended.
const RECORDED: u8 = 2;

impl Captures {
    pub(super) const fn new(is_capturable: bool) -> Self {
        Self {
            flags: AtomicU8::new(if is_capturable { FOREIGN } else { 0 }),
            recording: Mutex::new(None),
        }
    }

    // Relaxed, because the flags guard nothing: who captures a stream orders that with its other uses.
    #[inline]
    fn flags(&self) -> u8 {
        self.flags.load(Ordering::Relaxed)
    }

    /// Returns the capture of this crate that the stream takes part in, until the program ends it.
    #[cold]
    #[inline]
    fn recording(&self) -> Option<Arc<Recording>> {
        let mut recording = lock(&self.recording);
        if recording.as_ref().is_some_and(|recording| !recording.is_begun()) {
            *recording = None;
            self.flags.fetch_and(!RECORDED, Ordering::Relaxed);
        }
        recording.clone()
    }

    #[inline]
    fn set_recording(&self, new_recording: &Arc<Recording>) {
        let mut recording = lock(&self.recording);
        *recording = Some(new_recording.clone());
        self.flags.fetch_or(RECORDED, Ordering::Relaxed);
    }
}

// Who captures a stream is asked in several ways:
//
// | | answers | asks the driver |
// |---|---|---|
// | `has_recording` | whether a capture of this crate records the stream, or one has, which has ended | no |
// | `is_recorded`, `recording` | whether, and which, capture of this crate records it | no |
// | `is_capturable` | whether other code may capture it now | no |
// | `is_foreign` | the same, also while a capture of this crate records it | no |
// | `may_be_captured` | whether it is recorded or foreign: otherwise it can't be captured | no |
// | `is_recorded_since` | whether one has begun to record it since a time | no |
// | `is_captured`, `refuse_capture` | whether any capture keeps it from work, which is then an error | yes |
//
// Between an answer and a call that depends on it, the stream's gate is held.
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
        match self.object.captures.flags() {
            0 => false,
            FOREIGN => true,
            flags => flags & FOREIGN != 0 && !self.is_recorded(),
        }
    }

    /// Returns `true` if other code may capture the stream, also while a capture of this crate records it.
    pub(crate) fn is_foreign(&self) -> bool {
        self.object.captures.flags() & FOREIGN != 0
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
        let flags = &self.object.captures.flags;
        flags.fetch_and(!FOREIGN, Ordering::Relaxed);
        self
    }

    /// Returns the capture of this crate that records the stream's work, until the program ends it.
    #[inline]
    pub(crate) fn recording(&self) -> Option<Arc<Recording>> {
        if !self.has_recording() {
            return None;
        }
        // On another thread, the handle of a per-thread default stream means another stream.
        let recording = self.object.captures.recording();
        recording.filter(|recording| !self.is_per_thread() || recording.is_of_this_thread())
    }

    /// Returns `true` while a [`Capture`](crate::graph::Capture) records the stream's work: it began on the stream, or the
    /// stream has waited for work that it records. It makes no driver call, and knows only captures of this crate.
    #[must_use]
    #[inline]
    pub fn is_recorded(&self) -> bool {
        self.recording().is_some()
    }

    /// Returns `true` if the stream is recorded, or other code may capture it.
    #[inline]
    pub(crate) fn may_be_captured(&self) -> bool {
        match self.object.captures.flags() {
            0 => false,
            FOREIGN => true,
            flags => flags & FOREIGN != 0 || self.is_recorded(),
        }
    }

    /// Begins a capture of this crate, by a call.
    #[cfg(feature = "graph")]
    pub(crate) fn begin_recording(
        &self,
        begin: impl Fn(Raw, CUstream) -> Result<(), CuResult>,
    ) -> Result<Arc<Recording>, CuResult> {
        let _closed = self.close_gate()?;
        // Of a capture that this crate has ended, the driver knows nothing.
        if let Some(recording) = self.recording().filter(|recording| !recording.is_open()) {
            return Err(self.refuse_lost(&recording, &begin));
        }
        self.submit(begin)?;
        let recording = Recording::new(self);
        self.object.captures.set_recording(&recording);
        self.note_capture();
        Ok(recording)
    }

    /// Makes the stream wait, by a call, for work that `recording` records, if any, so that it records this stream's, too.
    pub(crate) fn submit_wait(
        &self,
        recording: Option<Arc<Recording>>,
        wait: impl Fn(Raw, CUstream) -> Result<(), CuResult>,
    ) -> Result<(), CuResult> {
        let recording = match recording {
            Some(recording) if CAPTURES => recording,
            _ => return self.submit_recordable(wait),
        };
        let _closed = self.close_gate()?;
        match self.recording() {
            // The driver refuses to make one capture of two.
            Some(own) if !Arc::ptr_eq(&own, &recording) => {
                let waited = recording.while_both_open(&own, || self.submit(&wait));
                waited.unwrap_or_else(|| Err(self.refuse_lost(&recording, &wait)))?;
                self.note_capture();
            }
            Some(_) => self.submit_while_open(&recording, &wait)?,
            None => {
                if self.is_capturable() {
                    self.refuse_captured_call(&wait)?;
                }
                self.submit_while_open(&recording, &wait)?;
                self.note_capture();
            }
        }
        recording.join(self);
        self.object.captures.set_recording(&recording);
        Ok(())
    }

    /// Does `work`, unless the stream is captured, in which case it returns `None`. No capture of this crate begins
    /// meanwhile, so that threads of this crate can submit what was deferred because of a capture. `work` has the
    /// [gate](Self::gate).
    pub(crate) fn outside_captures<T>(&self, work: impl FnOnce() -> T) -> Option<T> {
        let _gate = self.gate();
        match self.refuse_possible_capture(Symbol::cuStreamIsCapturing) {
            Err(error) if is_capture(error.code()) => None,
            _ => Some(work()),
        }
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
        let code = if self.is_recorded() {
            CUresult::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED
        } else {
            CUresult::CUDA_SUCCESS
        };
        self.raw().check(call, code)
    }

    /// [`refuse_capture`](Self::refuse_capture), without a driver call for a stream that nobody may capture.
    #[inline]
    pub(crate) fn refuse_possible_capture(&self, call: Symbol) -> Result<(), CuResult> {
        if self.may_be_captured() { self.refuse_capture(call) } else { Ok(()) }
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
    /// lives no longer. It doesn't wait for work.
    #[inline]
    pub(crate) fn submit_uncaptured<T>(
        &self,
        call: impl Fn(Raw, CUstream) -> Result<T, CuResult>,
    ) -> Result<T, CuResult> {
        let _gate = self.gate();
        self.submit_unrecorded(call)
    }

    /// [`submit_uncaptured`](Self::submit_uncaptured) for a call that waits, or who has the [gate](Self::gate). A capture of this
    /// crate may begin between the question and a call without it.
    #[inline]
    pub(crate) fn submit_unrecorded<T>(
        &self,
        call: impl Fn(Raw, CUstream) -> Result<T, CuResult>,
    ) -> Result<T, CuResult> {
        if self.may_be_captured() {
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
        match self.object.captures.flags() {
            0 => {}
            FOREIGN => self.refuse_captured_call(&call)?,
            _ if CAPTURES => return self.submit_recorded_or(&call, Self::refuse_captured_call),
            _ => {}
        }
        self.submit(call)
    }

    /// Makes a call that may become part of any graph. If the stream takes part in a capture of this crate that is lost, the
    /// call would do its work, with memory that the graph would have allocated; so that is an error.
    #[inline]
    pub(crate) fn submit_recorded<T>(
        &self,
        call: &dyn Fn(Raw, CUstream) -> Result<T, CuResult>,
    ) -> Result<T, CuResult> {
        if self.has_recording() {
            self.submit_recorded_or(call, |_, _| Ok(()))
        } else {
            self.submit(call)
        }
    }

    /// Returns `true` if a capture of this crate records the stream's work, or has done so.
    #[inline]
    pub(crate) fn has_recording(&self) -> bool {
        CAPTURES && self.object.captures.flags() & RECORDED != 0
    }

    /// Makes a call that is recorded, or if the stream isn't, one that `check` may refuse because of other code's capture.
    #[cold]
    fn submit_recorded_or<T>(
        &self,
        call: &dyn Fn(Raw, CUstream) -> Result<T, CuResult>,
        check: impl Fn(&Self, &dyn Fn(Raw, CUstream) -> Result<T, CuResult>) -> Result<(), CuResult>,
    ) -> Result<T, CuResult> {
        let Some(recording) = self.recording() else {
            if self.is_capturable() {
                check(self, call)?;
            }
            return self.submit(call);
        };
        self.submit_while_open(&recording, call)
    }

    /// Makes a call that a capture records, unless that is lost.
    fn submit_while_open<T>(
        &self,
        recording: &Recording,
        call: &dyn Fn(Raw, CUstream) -> Result<T, CuResult>,
    ) -> Result<T, CuResult> {
        let recorded = recording.while_open(|| self.submit(call));
        recorded.unwrap_or_else(|| Err(self.refuse_lost(recording, call)))
    }

    /// Returns the error of a call that a capture doesn't record any more.
    #[cold]
    fn refuse_lost<T>(
        &self,
        recording: &Recording,
        call: &dyn Fn(Raw, CUstream) -> Result<T, CuResult>,
    ) -> CuResult {
        // Without functions, it calls nothing, and returns which one is missing.
        recording.refuse(match call(Raw::new(&NOTHING), self.as_raw()) {
            Err(missing) if missing.is_absent() => missing.call(),
            _ => Symbol::cuStreamIsCapturing,
        })
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

/// The gates that have to be closed for a capture.
struct GateWriteGuards {
    _guards: (GateWriteGuard, Option<GateWriteGuard>),
}

impl Stream {
    /// Keeps captures of this crate from beginning, of all values with the stream's handle; for a legacy default stream, those of
    /// the blocking streams of its context. Meanwhile, the thread makes only driver calls that don't wait for work, calls no code
    /// of others, and takes no other gate.
    #[inline]
    pub(crate) fn gate(&self) -> GateReadGuard {
        if cfg!(feature = "graph") { read(self.gate_index()) } else { GateReadGuard::none() }
    }

    /// Waits for those who keep captures from beginning, and keeps others from doing so.
    #[inline]
    fn close_gate(&self) -> Result<GateWriteGuards, CuResult> {
        let own_index = self.gate_index();
        let legacy = index(self.context().as_raw().addr());
        let other = (!self.is_non_blocking() && legacy != own_index).then_some(legacy);
        // In one order, so that no two threads wait for each other.
        let (first, second) = match other {
            Some(other) => (own_index.min(other), Some(own_index.max(other))),
            None => (own_index, None),
        };
        let close = |index| write(index).ok_or_else(|| self.unordered());
        Ok(GateWriteGuards { _guards: (close(first)?, second.map(close).transpose()?) })
    }

    /// The error of a capture without an order with the calls of other threads.
    #[cold]
    fn unordered(&self) -> CuResult {
        let code = CUresult::CUDA_ERROR_NOT_PERMITTED;
        self.raw().failed(Symbol::cuStreamBeginCapture_v2, code).with(
            "a filter of system calls, set up since the first call of the driver, refuses `membarrier`: allow it, or set the \
             filter up first"
                .to_owned(),
        )
    }

    #[inline]
    fn gate_index(&self) -> usize {
        thread_local!(static OWN: u64 = const { 0 });
        let handle = self.as_raw();
        index(if !self.object.is_default {
            handle.addr()
        } else if handle == CU_STREAM_PER_THREAD {
            // Only its thread can capture it.
            OWN.with(|marker| ptr::from_ref(marker).addr())
        } else {
            // Null may mean either.
            self.context().as_raw().addr()
        })
    }
}

/// A table without functions.
static NOTHING: LazyLock<Box<DriverTable>> = LazyLock::new(|| {
    // SAFETY: all pointers are null.
    Box::new(unsafe { DriverTable::from_fn(0, |_| ptr::null()) })
});

/// Returns `true` if a call failed because of a capture.
pub(crate) fn is_capture(code: ErrorCode) -> bool {
    use ErrorCode as C;
    matches!(
        code,
        C::STREAM_CAPTURE_UNSUPPORTED
            | C::STREAM_CAPTURE_INVALIDATED
            | C::STREAM_CAPTURE_UNJOINED
            | C::STREAM_CAPTURE_IMPLICIT
    )
}
