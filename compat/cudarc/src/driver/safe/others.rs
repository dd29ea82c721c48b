use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use cuda_driver::Event;
use cuda_driver::stream::StreamIdentity;

use super::CudaStream;
use crate::driver::DriverError;
use crate::driver::result::OrCode as _;

/// Uses of memory by other streams than its own.
#[derive(Debug, Default)]
pub(super) struct StreamUses {
    others: Mutex<OtherUses>,
    /// Whether there are any, so that memory of one stream isn't locked.
    any: AtomicBool,
}

#[derive(Debug, Default)]
struct OtherUses {
    /// The last use of each stream, and those that threads noted at the same time.
    last: Vec<OtherUse>,
    next: u64,
}

/// A use of another stream, and an event after it.
#[derive(Debug, Clone)]
struct OtherUse {
    number: u64,
    stream: StreamIdentity,
    event: Event,
    /// Whether this use or one before it wrote.
    wrote: bool,
}

impl StreamUses {
    fn get(&self) -> MutexGuard<'_, OtherUses> {
        self.others.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets work on `stream`, which reads or writes the memory of a slice of `owner`, wait for uses by other streams.
    pub(super) fn wait(
        &self,
        owner: &CudaStream,
        stream: &CudaStream,
        writes: bool,
    ) -> Result<(), DriverError> {
        // Before the stream joins that of the owner: uses that are missing by then are those that it has waited for.
        let uses: Vec<OtherUse> = if self.any.load(Ordering::Acquire) {
            self.get().last.iter().filter(|last| writes || last.wrote).cloned().collect()
        } else {
            Vec::new()
        };
        // The calls are made while it isn't locked: one may wait until a thread has noted another use.
        if stream != owner {
            stream.join(owner)?;
        }
        for other in uses.iter().filter(|other| !other.stream.is_of(stream.stream())) {
            stream.stream().wait_event(&other.event).or_code()?;
        }
        // What its own stream has waited for needs no further wait: others wait for that stream. A use that was noted
        // meanwhile has another number, also if it replaced one of these.
        if stream == owner && !uses.is_empty() {
            let mut others = self.get();
            others.last.retain(|other| uses.iter().all(|waited| waited.number != other.number));
            self.any.store(!others.last.is_empty(), Ordering::Release);
        }
        Ok(())
    }

    /// Notes a use on another stream that was submitted.
    pub(super) fn note(
        &self,
        owner: &CudaStream,
        stream: &CudaStream,
        writes: bool,
    ) -> Result<(), DriverError> {
        if stream == owner {
            return Ok(());
        }
        let stream = stream.stream();
        let after = self.get().next;
        let event = stream.record_pooled().or_code()?;
        let mut others = self.get();
        // The event is after those of the same stream that were noted before it was recorded. One that another thread has noted
        // meanwhile may be the later one.
        let before = others
            .last
            .extract_if(.., |previous| previous.number < after && previous.stream.is_of(stream));
        let before: Vec<OtherUse> = before.collect();
        let wrote = writes || before.iter().any(|previous| previous.wrote);
        let number = others.next;
        others.next += 1;
        others.last.push(OtherUse { number, stream: stream.identity(), event, wrote });
        self.any.store(true, Ordering::Release);
        // Dropping the last event of a context may wait, too.
        drop(others);
        drop(before);
        Ok(())
    }
}
