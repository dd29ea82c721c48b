//! Waiting for a stream's work where continuing before its end would be unsound.

use std::io::Write;
use std::thread::sleep;
use std::time::Duration;

use crate::context::capture_mode::relaxed;
use crate::error::{CuResult, ErrorCode};
use crate::event::PooledEvent;
use crate::stream::recording::{CAPTURES, Recording, StructureLock};
use crate::stream::{CaptureStatus, Stream, is_capture};

/// The number of times that the driver is queried about work whose state it doesn't report.
const ATTEMPTS: u32 = 10;

/// The longest pause between two attempts.
const MAX_PAUSE: Duration = Duration::from_millis(50);

/// Evidence, besides the stream itself, that the relevant work is over.
#[derive(Debug)]
pub(crate) enum Proof {
    /// There is none.
    None,
    /// There was no such work.
    NoWork,
    /// The device reaches the event after it.
    Event(PooledEvent),
}

/// Waits until the device can no longer access memory that was passed to the stream.
///
/// It returns an error only once the relevant work is over or its context is lost. Captures of other streams aren't
/// affected.
pub(crate) fn quiesce(stream: &Stream, proof: &Proof) -> Result<(), CuResult> {
    relaxed(stream.context().raw(), || {
        let Err(error) = stream.synchronize() else {
            return Ok(());
        };
        if error.is_context_lost() {
            return Err(error);
        }
        // A capture of another stream keeps the default stream from being waited for, but not the event, which tells enough.
        let is_of_another = error.code() == ErrorCode::STREAM_CAPTURE_IMPLICIT;
        if is_of_another && proof.synchronize().is_some_and(is_over) {
            return Err(error);
        }
        quiesce_slowly(stream, proof, error);
        Err(error)
    })
}

impl Proof {
    /// Waits for the work; `None` without a proof.
    fn synchronize(&self) -> Option<Result<(), CuResult>> {
        match self {
            Self::None => None,
            Self::NoWork => Some(Ok(())),
            Self::Event(event) => Some(event.synchronize()),
        }
    }
}

/// Returns `true` if a wait with this result tells that the work is over.
fn is_over(waited: Result<(), CuResult>) -> bool {
    waited.map_or_else(CuResult::is_context_lost, |()| true)
}

/// Waits until the work of a stream is over, after synchronizing with it has failed.
#[cold]
fn quiesce_slowly(stream: &Stream, proof: &Proof, error: CuResult) {
    // The context may have been current, and destroyed, on this thread.
    let _bound = stream.context().bind();
    let (mut pause, mut attempts, mut is_told) = (Duration::from_micros(50), 0, false);
    loop {
        // The stream's captured work must never run: it would use memory that is no longer borrowed.
        stream.abandon_capture();
        if proof.synchronize().is_some_and(is_over) || is_over(stream.synchronize_abandoned()) {
            return;
        }
        if stream.is_captured_now() {
            if !is_told && pause == MAX_PAUSE {
                is_told = true;
                report(format_args!(
                    "waiting for the end of a capture that prevents waiting for a stream ({error})"
                ));
            }
        } else {
            attempts += 1;
            if attempts == ATTEMPTS {
                report(format_args!(
                    "aborting, because the driver does not report whether the device still uses memory that is about to \
                     be freed ({error})"
                ));
                std::process::abort();
            }
        }
        sleep(pause);
        pause = (pause * 2).min(MAX_PAUSE);
    }
}

/// Writes a line to standard error. It doesn't use `eprintln!`, which panics if standard error is closed.
fn report(line: core::fmt::Arguments<'_>) {
    let _ = writeln!(std::io::stderr(), "cuda-driver: {line}");
}

impl Stream {
    /// Ends what keeps this thread from waiting for the stream: the capture of this crate that the stream takes part in, those
    /// that the default stream would have to wait for, or a capture of other code that the stream began. The
    /// graph is destroyed. A capture of other code that it joined is invalidated.
    fn abandon_capture(&self) {
        if let Some(recording) = self.recording() {
            return recording.abandon();
        }
        match self.capture_status() {
            Ok(CaptureStatus::NONE) => return,
            Ok(_) => {}
            Err(error) if CAPTURES && error.code() == ErrorCode::STREAM_CAPTURE_IMPLICIT => {
                return Recording::abandon_of_blocking_streams(self.context());
            }
            Err(_) => return,
        }
        let _structure = StructureLock::lock();
        // SAFETY: the stream is alive.
        let ended = self.submit(move |raw, stream| unsafe { raw.cuStreamEndCapture(stream) });
        if let Ok(graph) = ended
            && !graph.is_null()
        {
            // SAFETY: ending the capture created the graph, and no other code has it.
            let _ = self.submit(move |raw, _| unsafe { raw.cuGraphDestroy(graph) });
        }
    }

    /// Waits for the stream's work, also while it takes part in a capture that is abandoned.
    fn synchronize_abandoned(&self) -> Result<(), CuResult> {
        match self.recording() {
            // SAFETY: the stream is alive.
            Some(_) => self.submit(|raw, stream| unsafe { raw.cuStreamSynchronize(stream) }),
            None => self.synchronize(),
        }
    }

    /// Returns `true` if the driver says that the stream captures, or can't do work because of a capture.
    fn is_captured_now(&self) -> bool {
        match self.capture_status() {
            Ok(status) => status != CaptureStatus::NONE,
            Err(error) => is_capture(error.code()),
        }
    }
}
