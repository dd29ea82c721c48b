use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};

use cuda_driver_sys::{CUresult, CUstream_st};
use parking_lot::{Condvar, Mutex, MutexGuard};

use super::capture::Capturing;
use super::error::*;
use super::executor;
use super::handles::Object;
use super::outcome::Outcome;
use super::system::System;
use super::work::Work;
use crate::engine::Fault;

/// How a stream stands to the legacy default stream of its context.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// It is that stream: it waits for the blocking ones, and they for it.
    Legacy,
    /// A thread's default stream, which is a blocking one.
    PerThread,
    /// Made without `CU_STREAM_NON_BLOCKING`.
    Blocking,
    /// Made with it.
    NonBlocking,
}

impl Role {
    /// Returns `true` if work of this stream waits for the work given before to that one.
    fn waits_for(self, other: Self) -> bool {
        match self {
            Self::Legacy => matches!(other, Self::PerThread | Self::Blocking),
            Self::PerThread | Self::Blocking => other == Self::Legacy,
            Self::NonBlocking => false,
        }
    }
}

/// A stream: work that is done in order, beside that of other streams.
#[derive(Debug)]
pub(super) struct Stream {
    /// Its handle; 1 and 2 are default streams, as in C.
    pub handle: usize,
    /// A number that no other stream of the process has or had.
    pub id: u64,
    /// The handle of its context.
    pub context: usize,
    pub role: Role,
    pub flags: u32,
    pub priority: i32,
    /// Attributes that were set, by number.
    pub attributes: Mutex<BTreeMap<u32, [u8; 64]>>,
    /// What is being captured instead of done.
    pub capturing: Mutex<Option<Capturing>>,
    order: Weak<Order>,
    queue: Mutex<Queue>,
    changed: Condvar,
}

impl Object for Stream {
    type Raw = CUstream_st;
    const KIND: &'static str = "stream";

    fn context(&self) -> usize {
        self.context
    }
}

#[derive(Debug, Default)]
struct Queue {
    waiting: VecDeque<Item>,
    /// How many items were given, and how many are done.
    submitted: u64,
    completed: u64,
    turn: Turn,
    /// Whether a thread that was called is still on its way.
    called: bool,
}

/// Who does a queue's work.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// There is none.
    #[default]
    Nobody,
    /// A thread that was called, unless another that waits for the work begins before it.
    WhoComesFirst,
    /// A thread is busy with it.
    Busy,
}

#[derive(Debug)]
struct Item {
    after: Vec<Ticket>,
    work: Work,
}

/// A piece of a stream's work, to wait for.
#[derive(Debug, Clone)]
pub(super) struct Ticket {
    stream: Arc<Stream>,
    number: u64,
}

impl Ticket {
    pub(super) fn is_done(&self) -> bool {
        self.stream.queue.lock().completed >= self.number
    }

    /// Waits until it is done.
    fn wait(&self) {
        let mut queue = self.stream.queue.lock();
        while queue.completed < self.number {
            self.stream.changed.wait(&mut queue);
        }
    }

    /// Waits until it is done; does what the stream has to do before it, if it hasn't begun.
    ///
    /// Waking up another thread takes longer than a small launch, and this one has nothing else to do.
    pub(super) fn help(&self, system: &'static System) {
        let mut queue = self.stream.queue.lock();
        while queue.completed < self.number {
            if queue.may_be_helped() {
                queue.turn = Turn::Busy;
                drop(queue);
                self.stream.work(system, Some(self.number));
                queue = self.stream.queue.lock();
            } else {
                self.stream.changed.wait(&mut queue);
            }
        }
    }
}

impl Queue {
    /// Returns `true` if a thread of the program may do the next work: it hasn't begun, and it doesn't run functions
    /// of the program, which may ask what thread they are on.
    fn may_be_helped(&self) -> bool {
        let next = self.waiting.front();
        self.turn == Turn::WhoComesFirst && next.is_some_and(|item| !item.work.runs_host_code())
    }
}

/// What became of work that was given to a stream.
pub(super) enum Submitted {
    Queued(Ticket),
    Captured,
}

/// The streams of a context. Work is given under its lock, so that all streams agree on what came first.
#[derive(Debug, Default)]
pub(super) struct Order {
    /// The green context that they are of.
    pub green: Option<GreenPart>,
    streams: Mutex<Vec<Arc<Stream>>>,
    /// What streams that are still to be made have to wait for.
    gate: Mutex<Vec<Ticket>>,
}

/// What a stream of a green context is told by.
#[derive(Debug, Clone, Copy)]
pub(super) struct GreenPart {
    /// The handle of the green context, and of the context that it is converted to.
    pub handle: usize,
    pub multiprocessors: u32,
}

impl Order {
    /// That of a green context.
    pub(super) fn of_green(part: GreenPart) -> Self {
        Self {
            green: Some(part),
            ..Self::default()
        }
    }

    /// Creates a stream of this context.
    pub(super) fn stream(
        self: &Arc<Self>,
        handle: usize,
        context: usize,
        role: Role,
        priority: i32,
    ) -> Arc<Stream> {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let stream = Arc::new(Stream {
            handle,
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            context,
            role,
            flags: u32::from(role == Role::NonBlocking),
            priority,
            attributes: Mutex::default(),
            capturing: Mutex::default(),
            order: Arc::downgrade(self),
            queue: Mutex::default(),
            changed: Condvar::new(),
        });
        let mut streams = self.streams.lock();
        // Streams without other references were destroyed, or their thread ended.
        streams.retain(|stream| Arc::strong_count(stream) > 1 || stream.pending().is_some());
        streams.push(stream.clone());
        stream
    }

    /// Everything that was given to any stream and is not done.
    pub(super) fn pending(&self) -> Vec<Ticket> {
        self.streams
            .lock()
            .iter()
            .filter_map(Stream::pending)
            .collect()
    }

    /// Returns the streams whose work is being captured.
    pub(super) fn capturing(&self) -> Vec<Arc<Stream>> {
        self.streams
            .lock()
            .iter()
            .filter(|stream| stream.capturing.lock().is_some())
            .cloned()
            .collect()
    }

    /// Returns all streams, default ones too.
    pub(super) fn all(&self) -> Vec<Arc<Stream>> {
        self.streams.lock().clone()
    }

    /// Makes streams of later wait for `ticket`.
    pub(super) fn close(&self, ticket: Ticket) {
        let mut gate = self.gate.lock();
        gate.retain(|ticket| !ticket.is_done());
        gate.push(ticket);
    }

    /// What a new stream has to wait for.
    pub(super) fn gate(&self) -> Vec<Ticket> {
        let mut gate = self.gate.lock();
        gate.retain(|ticket| !ticket.is_done());
        gate.clone()
    }

    /// Forgets the streams, which hold each other through their work.
    pub(super) fn clear(&self) {
        self.streams.lock().clear();
    }
}

impl Stream {
    /// Returns the green context that the stream is of.
    pub(super) fn green(&self) -> Result<Option<GreenPart>, CUresult> {
        Ok(self.order.upgrade().ok_or(CONTEXT_IS_DESTROYED)?.green)
    }

    /// Returns the last piece of work that was given, if it is not done.
    fn pending(self: &Arc<Self>) -> Option<Ticket> {
        let queue = self.queue.lock();
        (queue.completed < queue.submitted).then(|| Ticket {
            stream: self.clone(),
            number: queue.submitted,
        })
    }

    /// What work given now has to wait for in other streams.
    fn dependencies(&self, streams: &[Arc<Self>]) -> Result<Vec<Ticket>, CUresult> {
        let others = streams
            .iter()
            .filter(|other| self.role.waits_for(other.role));
        let mut tickets = Vec::new();
        for other in others {
            if let Some(capturing) = &*other.capturing.lock() {
                // A dependency between captured work and work that is done.
                capturing.capture.invalidate();
                return Err(STREAM_CAPTURE_IMPLICIT);
            }
            tickets.extend(other.pending());
        }
        Ok(tickets)
    }

    /// Gives `work` to the stream, to be done after what it was given before and after `after`.
    pub(super) fn submit(
        self: &Arc<Self>,
        system: &'static System,
        work: Work,
        after: Option<Ticket>,
    ) -> Result<Submitted, CUresult> {
        if let Some(capturing) = &mut *self.capturing.lock() {
            capturing.add(work)?;
            return Ok(Submitted::Captured);
        }
        system.check()?;
        let order = self.order.upgrade().ok_or(CONTEXT_IS_DESTROYED)?;
        let streams = order.streams.lock();
        let mut dependencies = self.dependencies(&streams)?;
        dependencies.extend(after);
        Ok(Submitted::Queued(self.push(
            system,
            Item {
                after: dependencies,
                work,
            },
        )))
    }

    fn push(self: &Arc<Self>, system: &'static System, item: Item) -> Ticket {
        // Asked before this stream's lock is taken: the tickets take those of their streams, this one's perhaps.
        let is_next = item.work.is_brief() && item.after.iter().all(Ticket::is_done);
        let mut queue = self.queue.lock();
        queue.submitted += 1;
        let number = queue.submitted;
        if queue.turn == Turn::Nobody && is_next {
            // Cheaper than waking a thread, and nothing can come between.
            item.work.run(system);
            queue.completed = number;
        } else {
            queue.waiting.push_back(item);
            if queue.turn == Turn::Nobody {
                self.call(system, queue);
            }
        }
        Ticket {
            stream: self.clone(),
            number,
        }
    }

    /// Calls a thread for the work of the queue, unless one is on its way.
    fn call(self: &Arc<Self>, system: &'static System, mut queue: MutexGuard<'_, Queue>) {
        queue.turn = Turn::WhoComesFirst;
        if std::mem::replace(&mut queue.called, true) {
            return;
        }
        // Where there are no more threads, this one comes at once.
        drop(queue);
        let stream = self.clone();
        executor::spawn(move || {
            let mut queue = stream.queue.lock();
            queue.called = false;
            if queue.turn == Turn::WhoComesFirst {
                queue.turn = Turn::Busy;
                drop(queue);
                stream.work(system, None);
            }
        });
    }

    /// Does the work of the queue: all, or for a thread that helps what it waits for.
    fn work(self: &Arc<Self>, system: &'static System, until: Option<u64>) {
        loop {
            let item = {
                let mut queue = self.queue.lock();
                let Some(next) = queue.waiting.front() else {
                    queue.turn = Turn::Nobody;
                    return;
                };
                if until.is_some_and(|until| queue.completed >= until || next.work.runs_host_code())
                {
                    self.call(system, queue);
                    return;
                }
                queue.waiting.pop_front()
            };
            let Some(item) = item else { return };
            for ticket in &item.after {
                ticket.wait();
            }
            if catch_unwind(AssertUnwindSafe(|| item.work.run(system))).is_err() {
                let report =
                    "the software device failed; please report what it said before this".to_owned();
                system.lose(Fault {
                    code: LAUNCH_FAILED,
                    report,
                });
            }
            self.queue.lock().completed += 1;
            self.changed.notify_all();
        }
    }

    /// Refuses a call for the legacy stream while a stream that waits for it captures; the capture goes on.
    pub(super) fn refuse_as_legacy(&self) -> Outcome {
        let order = self.order.upgrade().ok_or(CONTEXT_IS_DESTROYED)?;
        let streams = order.streams.lock();
        let captures =
            |other: &Arc<Self>| self.role.waits_for(other.role) && other.capturing.lock().is_some();
        match self.role == Role::Legacy && streams.iter().any(captures) {
            true => Err(STREAM_CAPTURE_IMPLICIT),
            false => Ok(()),
        }
    }

    /// Refuses, and spoils the capture, while a stream captures that this one would have to wait for.
    pub(super) fn refuse_beside_captures(&self) -> Outcome {
        let order = self.order.upgrade().ok_or(CONTEXT_IS_DESTROYED)?;
        let streams = order.streams.lock();
        self.dependencies(&streams).map(drop)
    }

    /// What a synchronous call on this stream has to wait for.
    fn everything_before(self: &Arc<Self>) -> Result<Vec<Ticket>, CUresult> {
        let order = self.order.upgrade().ok_or(CONTEXT_IS_DESTROYED)?;
        let streams = order.streams.lock();
        let mut tickets = self.dependencies(&streams)?;
        tickets.extend(self.pending());
        Ok(tickets)
    }

    /// Invalidates the capture that the stream is part of; returns whether there is one.
    pub(super) fn invalidate_capture(&self) -> bool {
        let capturing = self.capturing.lock();
        if let Some(part) = &*capturing {
            part.capture.invalidate();
        }
        capturing.is_some()
    }

    /// Refuses, and spoils the capture, while this stream captures.
    pub(super) fn refuse_while_capturing(&self) -> Outcome {
        if self.invalidate_capture() {
            Err(STREAM_CAPTURE_UNSUPPORTED)
        } else {
            Ok(())
        }
    }

    /// Does `work` on the calling thread, once the stream has come to it.
    pub(super) fn run_now(self: &Arc<Self>, system: &'static System, work: &Work) -> Outcome {
        self.refuse_while_capturing()?;
        self.everything_before()?
            .iter()
            .for_each(|ticket| ticket.help(system));
        system.show_printed();
        system.check()?;
        work.run(system);
        system.check()
    }

    /// Waits until all work that was given is done.
    pub(super) fn synchronize(self: &Arc<Self>, system: &'static System) -> Outcome {
        self.refuse_while_capturing()?;
        self.everything_before()?
            .iter()
            .for_each(|ticket| ticket.help(system));
        system.show_printed();
        system.check()
    }

    /// Returns whether all work that was given is done.
    pub(super) fn query(self: &Arc<Self>, system: &System) -> Outcome {
        self.refuse_while_capturing()?;
        let done = self.everything_before()?.iter().all(Ticket::is_done);
        system.check()?;
        if done { Ok(()) } else { Err(NOT_READY) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_may_wait_for_its_own_work_that_is_done() {
        let system = System::get().unwrap();
        let order = Arc::<Order>::default();
        let stream = order.stream(3, 1, Role::NonBlocking, 0);
        let submit = |after| match stream.submit(system, Work::Nothing, after).unwrap() {
            Submitted::Queued(ticket) => ticket,
            Submitted::Captured => panic!("nothing is captured"),
        };
        let first = submit(None);
        assert!(first.is_done());
        assert!(submit(Some(first)).is_done());
    }
}
