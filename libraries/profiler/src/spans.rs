//! Spans of the crate `tracing`, on CUPTI's clock.

use std::cell::RefCell;

use tracing::span::Id;
use tracing::{Metadata, Subscriber};
use tracing_subscriber::layer::{Context, Layer};
use tracing_subscriber::registry::LookupSpan;

use crate::session::{has_recorded, session};
use crate::trace::{Marker, Span};

/// A layer of the crate `tracing-subscriber` that adds the program's spans to the recording that runs: a [`Marker`] of the
/// domain "tracing" for each time that a span is entered and left meanwhile. Without a recording it does nothing.
///
/// ```
/// use tracing_subscriber::prelude::*;
///
/// tracing_subscriber::registry().with(cuda_profiler::SpanLayer).init();
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct SpanLayer;

thread_local! {
    /// The spans that this thread entered while something was recorded, and when.
    static ENTERED: RefCell<Vec<(Id, u64)>> = const { RefCell::new(Vec::new()) };
}

impl<S: Subscriber + for<'a> LookupSpan<'a>> Layer<S> for SpanLayer {
    fn on_enter(&self, id: &Id, _: Context<'_, S>) {
        if let Some(now) = now() {
            // Without effect where the thread's values are gone: its last ones may have spans.
            let _ = ENTERED.try_with(|all| all.borrow_mut().push((id.clone(), now)));
        }
    }

    fn on_exit(&self, id: &Id, context: Context<'_, S>) {
        let left = ENTERED.try_with(|all| {
            let mut all = all.borrow_mut();
            let at = all.iter().rposition(|span| span.0 == *id)?;
            Some(all.remove(at).1)
        });
        let name = context.metadata(id).map(Metadata::name);
        let (Ok(Some(start)), Some(end), Some(name)) = (left, now(), name) else {
            return;
        };
        if let Some(reader) = session().as_mut() {
            reader.mark(Marker {
                name: name.into(),
                domain: Some("tracing".into()),
                thread: Some(thread()),
                time: Span { start, end },
            });
        }
    }
}

/// Returns the time of the CUPTI that records.
fn now() -> Option<u64> {
    // In a forked process, a thread that isn't there may have locked the recording.
    if !has_recorded() {
        return None;
    }
    let get = session().as_ref()?.table.cuptiGetTimestamp?;
    let mut now = 0;
    // SAFETY: the pointer is to a live number.
    let _ = unsafe { get(&raw mut now) };
    Some(now).filter(|time| *time != 0)
}

/// Returns the id by which CUPTI calls this thread.
fn thread() -> u32 {
    #[cfg(unix)]
    {
        unsafe extern "C" {
            safe fn pthread_self() -> usize;
        }
        pthread_self() as u32
    }
    #[cfg(windows)]
    {
        unsafe extern "system" {
            safe fn GetCurrentThreadId() -> u32;
        }
        GetCurrentThreadId()
    }
}
