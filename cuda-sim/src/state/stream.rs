pub(crate) mod capture;
pub(crate) mod recapture;

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, Weak};
use std::time::{Duration, Instant};

use cuda_driver_sys::{CUlaunchAttributeID, CUresult, CUstream_st};
use cuda_sim_engine::{ItemClock, WorkPlace};
use parking_lot::{Condvar, Mutex, MutexGuard};

use crate::state::activity::{self, Origin};
use crate::state::delay::Source;
use crate::state::devices::Devices;
use crate::state::error::*;
use crate::state::executor;
use crate::state::graph::Graph;
use crate::state::graph::schedule::GraphLaunch;
use crate::state::handles::Object;
use crate::state::outcome::Outcome;
use crate::state::stream::capture::StreamCapture;
use crate::state::ticket::{InOrder, Ticket, Trigger};
use crate::state::trace::{PositionClock, Trace};
use crate::state::work::{Attributes, Work};

/// The relation of a stream to the legacy default stream of its context.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// The legacy default stream: it waits for blocking streams, and they wait for it.
    Legacy,
    /// A thread's default stream, which is a blocking stream.
    PerThread,
    /// Created without `CU_STREAM_NON_BLOCKING`.
    Blocking,
    /// Created with it.
    NonBlocking,
}

impl Role {
    /// Returns `true` if work of this stream waits for earlier work of the other one.
    fn waits_for(self, other: Self) -> bool {
        match self {
            Self::Legacy => matches!(other, Self::PerThread | Self::Blocking),
            Self::PerThread | Self::Blocking => other == Self::Legacy,
            Self::NonBlocking => false,
        }
    }
}

/// A stream: work that is executed in order, concurrently with other streams.
#[derive(Debug)]
pub(crate) struct Stream {
    /// Its handle; 1 and 2 are default streams, as in C.
    pub handle: usize,
    /// A number that is unique in the process.
    pub id: u64,
    /// The handle of its context.
    pub context: usize,
    pub role: Role,
    pub flags: u32,
    /// The priority with which it was created.
    priority: i32,
    /// The attributes that were set, by number.
    pub attributes: Mutex<Attributes>,
    /// The capture that its work is added to.
    pub capturing: Mutex<Option<StreamCapture>>,
    order: Weak<Order>,
    /// Where the delays of its work are drawn from.
    delays: Source,
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
    /// The numbers of submitted and of completed items.
    submitted: u64,
    completed: u64,
    /// The number of the last item that the stream's synchronization waits for.
    counted: u64,
    /// The number of the last item that something waits for.
    wanted: u64,
    execution: Execution,
    /// What is known after the completed work, after the submitted work, and after the last that counts, if races are looked for.
    reached: PositionClock,
    last: Option<Arc<OnceLock<ItemClock>>>,
    last_counted: Option<Arc<OnceLock<ItemClock>>>,
    /// Whether a thread was requested and hasn't started yet.
    called: bool,
}

/// The thread that executes a queue.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Execution {
    /// None.
    #[default]
    Idle,
    /// A requested thread, unless one that waits for the work starts first.
    Requested,
    /// A running thread.
    Running,
}

#[derive(Debug)]
struct Item {
    after: Vec<Ticket>,
    task: Task,
    /// Who submitted it.
    origin: Origin,
    /// Its place in the order of all work, if races are looked for.
    point: Option<Point>,
}

/// What the host knew when work was submitted, and what is known after it.
#[derive(Debug)]
struct Point {
    host: ItemClock,
    after: Arc<OnceLock<ItemClock>>,
}

impl Item {
    /// Executes it after what the stream did before, and returns what is known then.
    fn run(
        &self,
        devices: &'static Devices,
        stream: usize,
        reached: PositionClock,
    ) -> PositionClock {
        activity::from(self.origin, || self.execute(devices, stream, reached))
    }

    fn execute(
        &self,
        devices: &'static Devices,
        stream: usize,
        mut reached: PositionClock,
    ) -> PositionClock {
        let Some(point) = &self.point else {
            self.task.run(devices, None);
            return reached;
        };
        reached.join(&point.host, None);
        self.after.iter().for_each(|ticket| ticket.join_to(&mut reached));
        let place = WorkPlace { stream: stream as u64, ..WorkPlace::default() };
        // An event that the launch before triggers.
        let of_launch =
            matches!(&self.task, Task::Work(Work::Record(mark)) if mark.trigger != Trigger::End);
        let mut trace = Trace::after(reached.sure().clone(), place);
        if let Task::Work(Work::Launch(launch)) = &self.task {
            let starts_early = reached.lets_next_start && launch.starts_early();
            let early = reached.early.take().filter(|_| starts_early);
            trace.early = early.or_else(|| reached.sure.clone());
            trace.clock.clone_from(&reached.clock);
        } else if of_launch {
            trace.early.clone_from(&reached.early);
            trace.lets_next_start = reached.lets_next_start;
        }
        self.task.run(devices, Some(&mut trace));
        let _ = point.after.set(trace.clock.clone());
        if self.task.is_mark() {
            PositionClock { early: reached.early.filter(|_| of_launch), ..reached }
        } else {
            trace.reached()
        }
    }
}

/// What a stream executes.
#[derive(Debug)]
pub(crate) enum Task {
    Work(Work),
    Graph(Arc<GraphLaunch>),
}

impl Task {
    /// Returns `true` if it does nothing but mark a place in the stream.
    fn is_mark(&self) -> bool {
        match self {
            Self::Work(work) => work.is_mark(),
            Self::Graph(launch) => launch.is_empty(),
        }
    }

    /// Returns `true` if it takes no longer than waking another thread.
    fn is_brief(&self) -> bool {
        match self {
            Self::Work(work) => work.is_brief(),
            Self::Graph(_) => false,
        }
    }

    /// Returns `true` if it calls functions of the program, or waits for the program.
    fn runs_host_code(&self) -> bool {
        match self {
            Self::Work(work) => work.runs_host_code(),
            Self::Graph(launch) => launch.runs_host_code(),
        }
    }

    fn run(&self, devices: &'static Devices, trace: Option<&mut Trace>) {
        match self {
            Self::Work(work) => work.run(devices, trace),
            Self::Graph(launch) => launch.run(devices, trace),
        }
    }
}

impl InOrder for Stream {
    fn is_done(&self, number: u64) -> bool {
        self.queue.lock().completed >= number
    }

    fn wait(&self, number: u64) {
        let mut queue = self.queue.lock();
        self.want(&mut queue, number);
        while queue.completed < number {
            self.changed.wait(&mut queue);
        }
    }

    fn wait_or_execute(self: Arc<Self>, devices: &'static Devices, number: u64) {
        let mut queue = self.queue.lock();
        self.want(&mut queue, number);
        while queue.completed < number {
            if queue.may_be_executed_here() {
                queue.execution = Execution::Running;
                drop(queue);
                self.work(devices, Some(number));
                queue = self.queue.lock();
            } else {
                self.changed.wait(&mut queue);
            }
        }
    }
}

impl Queue {
    /// Returns `true` if a thread of the program may execute the next work: no thread has started on it, and it doesn't
    /// call functions of the program, which may depend on the thread.
    fn may_be_executed_here(&self) -> bool {
        let next = self.waiting.front();
        self.execution == Execution::Requested
            && next.is_some_and(|item| !item.task.runs_host_code())
    }
}

/// The result of submitting work to a stream.
pub(crate) enum Submission {
    Queued(Ticket),
    Captured,
}

impl Submission {
    /// Returns what waits for the work; nothing for work that was captured.
    pub(crate) fn ticket(self) -> Option<Ticket> {
        match self {
            Self::Queued(ticket) => Some(ticket),
            Self::Captured => None,
        }
    }
}

/// The streams of a context. Work is submitted under its lock, so that all streams agree on the order.
#[derive(Debug, Default)]
pub(crate) struct Order {
    /// The green context of the streams.
    pub green: Option<GreenPart>,
    streams: Mutex<Vec<Arc<Stream>>>,
    /// What streams created later must wait for.
    gate: Mutex<Vec<Ticket>>,
}

/// The identity of a green context.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GreenPart {
    /// The handle of the green context, and of the context that it is converted to.
    pub handle: usize,
    pub multiprocessors: u32,
}

impl Order {
    /// Creates that of a green context.
    pub(crate) fn of_green(part: GreenPart) -> Self {
        Self { green: Some(part), ..Self::default() }
    }

    /// Creates a stream of this context.
    pub(crate) fn stream(
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
            delays: Source::new(),
            queue: Mutex::default(),
            changed: Condvar::new(),
        });
        let mut streams = self.streams.lock();
        // Streams without other references were destroyed, or their thread has ended.
        streams.retain(|stream| {
            let matters = |ticket: Ticket| !ticket.is_done() || ticket.is_unknown_to_host();
            Arc::strong_count(stream) > 1 || stream.pending().is_some_and(matters)
        });
        streams.push(stream.clone());
        stream
    }

    /// Returns the pending work of all streams.
    pub(crate) fn pending(&self) -> Vec<Ticket> {
        self.streams.lock().iter().filter_map(Stream::pending).collect()
    }

    /// Returns the capturing streams.
    pub(crate) fn capturing(&self) -> Vec<Arc<Stream>> {
        self.streams
            .lock()
            .iter()
            .filter(|stream| stream.capturing.lock().is_some())
            .cloned()
            .collect()
    }

    /// Returns all streams, including default streams.
    pub(crate) fn all(&self) -> Vec<Arc<Stream>> {
        self.streams.lock().clone()
    }

    /// Makes streams created later wait for `ticket`.
    pub(crate) fn close(&self, ticket: Ticket) {
        let mut gate = self.gate.lock();
        gate.retain(Ticket::matters);
        gate.push(ticket);
    }

    /// Returns what a new stream must wait for.
    pub(crate) fn gate(&self) -> Vec<Ticket> {
        let mut gate = self.gate.lock();
        gate.retain(Ticket::matters);
        gate.clone()
    }

    /// Removes the streams, which reference each other through their work.
    pub(crate) fn clear(&self) {
        self.streams.lock().clear();
    }
}

impl Stream {
    /// Returns its priority, which an attribute may have changed.
    pub(crate) fn priority(&self) -> i32 {
        let set = CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_PRIORITY.0;
        match self.attributes.lock().get(&set) {
            Some(&[a, b, c, d, ..]) => i32::from_ne_bytes([a, b, c, d]),
            None => self.priority,
        }
    }

    pub(crate) fn is_capturing(&self) -> bool {
        self.capturing.lock().is_some()
    }

    /// Returns the green context of the stream.
    pub(crate) fn green(&self) -> Result<Option<GreenPart>, CUresult> {
        Ok(self.order.upgrade().ok_or(CONTEXT_IS_DESTROYED)?.green)
    }

    /// Returns the last submitted work, if it is pending.
    fn pending(self: &Arc<Self>) -> Option<Ticket> {
        let queue = self.queue.lock();
        (queue.completed < queue.submitted || queue.last.is_some())
            .then(|| Ticket::Item(self.clone(), queue.submitted, queue.last.clone()))
    }

    /// Returns the work of other streams that newly submitted work must wait for.
    fn dependencies(&self, streams: &[Arc<Self>]) -> Result<Vec<Ticket>, CUresult> {
        let others = streams.iter().filter(|other| self.role.waits_for(other.role));
        let mut tickets = Vec::new();
        for other in others {
            if let Some(capturing) = &*other.capturing.lock() {
                // A dependency between captured and executed work.
                capturing.capture.invalidate();
                return Err(STREAM_CAPTURE_IMPLICIT);
            }
            tickets.extend(other.pending());
        }
        Ok(tickets)
    }

    /// Submits `work` to the stream, to be executed after its earlier work and after `after`.
    pub(crate) fn submit(
        self: &Arc<Self>,
        devices: &'static Devices,
        work: Work,
        after: Option<Ticket>,
    ) -> Result<Submission, CUresult> {
        let mut capturing = self.capturing.lock();
        if let Some(part) = &mut *capturing {
            if let Work::Record(_) = work {
                // It isn't a node: the event notes the capture.
                return Ok(Submission::Captured);
            }
            let captured = part.add(devices, work)?;
            drop(capturing);
            captured.ask()?;
            return Ok(Submission::Captured);
        }
        drop(capturing);
        devices.check()?;
        let order = self.order.upgrade().ok_or(CONTEXT_IS_DESTROYED)?;
        let streams = order.streams.lock();
        let dependencies = self.dependencies(&streams)?;
        Ok(Submission::Queued(self.push(devices, dependencies, after, Task::Work(work))))
    }

    /// Submits the work that `make` returns, which can't be captured. After `make` has been called, the stream doesn't
    /// refuse the work, so it may change what the program sees, such as which memory is allocated.
    pub(crate) fn submit_uncaptured(
        self: &Arc<Self>,
        devices: &'static Devices,
        after: Option<Ticket>,
        make: impl FnOnce() -> Result<Task, CUresult>,
    ) -> Result<Ticket, CUresult> {
        devices.check()?;
        let order = self.order.upgrade().ok_or(CONTEXT_IS_DESTROYED)?;
        let streams = order.streams.lock();
        let dependencies = self.dependencies(&streams)?;
        // No capture begins until the work is made.
        let capturing = self.capturing.lock();
        if let Some(part) = &*capturing {
            part.capture.invalidate();
            return Err(STREAM_CAPTURE_UNSUPPORTED);
        }
        let task = make()?;
        drop(capturing);
        Ok(self.push(devices, dependencies, after, task))
    }

    /// Adds work, after that of other streams and after `after`.
    fn push(
        self: &Arc<Self>,
        devices: &'static Devices,
        mut others: Vec<Ticket>,
        after: Option<Ticket>,
        task: Task,
    ) -> Ticket {
        // As with an H200's driver, a mark waits for the legacy stream, but synchronization of its own stream doesn't wait
        // for the mark then.
        let after = after.filter(Ticket::matters);
        let point = devices
            .checks_order()
            .then(|| Point { host: devices.races.host(), after: Arc::default() });
        let delays = |ticket: &Ticket| point.is_none() || !ticket.is_done();
        let counts =
            after.as_ref().is_some_and(delays) || !others.iter().any(delays) || !task.is_mark();
        others.extend(after);
        let item = Item { after: others, task, origin: self.origin(true), point };
        let last = item.point.as_ref().map(|point| point.after.clone());
        // Checked before this stream's lock is taken, because tickets lock their streams, possibly this one.
        let waits_for_none = item.after.iter().all(Ticket::is_done);
        let is_next = item.task.is_brief() && waits_for_none;
        let mut queue = self.queue.lock();
        queue.submitted += 1;
        let number = queue.submitted;
        if counts {
            queue.counted = number;
            queue.last_counted.clone_from(&last);
        }
        queue.last.clone_from(&last);
        let is_at_once = || devices.delays.at_first(self.delays, number).is_zero();
        if queue.execution == Execution::Idle && is_next && is_at_once() {
            // This is cheaper than waking a thread, and nothing can come in between.
            let reached = std::mem::take(&mut queue.reached);
            queue.reached = item.run(devices, self.handle, reached);
            queue.completed = number;
        } else {
            if let Task::Work(Work::Launch(launch)) = &item.task
                && waits_for_none
                && queue.completed + 1 == number
            {
                launch.keep(devices);
            }
            queue.waiting.push_back(item);
            if queue.execution == Execution::Idle {
                self.call(devices, queue);
            }
        }
        Ticket::Item(self.clone(), number, last)
    }

    /// Returns who submits work to this stream.
    fn origin(&self, is_async: bool) -> Origin {
        Origin {
            stream: self.id as u32,
            context: self.context as u32,
            is_async,
            ..activity::origin()
        }
    }

    /// Requests a thread for the queue, unless one has been requested.
    fn call(self: &Arc<Self>, devices: &'static Devices, mut queue: MutexGuard<'_, Queue>) {
        queue.execution = Execution::Requested;
        if std::mem::replace(&mut queue.called, true) {
            return;
        }
        // If there are no more threads, this one executes it.
        drop(queue);
        let stream = self.clone();
        executor::spawn(move || {
            let mut queue = stream.queue.lock();
            if queue.execution == Execution::Requested {
                let number = queue.completed + 1;
                let delay = devices.delays.at_first(stream.delays, number);
                stream.leave(&mut queue, number, delay);
            }
            queue.called = false;
            if queue.execution == Execution::Requested {
                queue.execution = Execution::Running;
                drop(queue);
                stream.work(devices, None);
            }
        });
    }

    /// Executes the queue: all of it, or for a waiting thread, up to the item it waits for.
    fn work(self: &Arc<Self>, devices: &'static Devices, until: Option<u64>) {
        loop {
            let item = {
                let mut queue = self.queue.lock();
                if until.is_none() && !queue.waiting.is_empty() {
                    let number = queue.completed + 1;
                    let delay = devices.delays.between(self.delays, number);
                    self.leave(&mut queue, number, delay);
                }
                let Some(next) = queue.waiting.front() else {
                    queue.execution = Execution::Idle;
                    return;
                };
                if until.is_some_and(|until| queue.completed >= until || next.task.runs_host_code())
                {
                    self.call(devices, queue);
                    return;
                }
                queue.waiting.pop_front()
            };
            let Some(item) = item else { return };
            for ticket in &item.after {
                ticket.wait();
            }
            let reached = std::mem::take(&mut self.queue.lock().reached);
            let reached = item.run(devices, self.handle, reached);
            let mut queue = self.queue.lock();
            queue.reached = reached;
            if item.task.runs_host_code() {
                let number = queue.completed + 1;
                let delay = devices.delays.between(self.delays, !number);
                self.leave(&mut queue, number, delay);
            }
            queue.completed += 1;
            drop(queue);
            self.changed.notify_all();
        }
    }

    /// Notes that something waits for an item, which isn't delayed then.
    fn want(&self, queue: &mut Queue, number: u64) {
        if queue.wanted < number {
            queue.wanted = number;
            if queue.completed < number {
                self.changed.notify_all();
            }
        }
    }

    /// Waits for a while, or until something waits for the item.
    fn leave(&self, queue: &mut MutexGuard<'_, Queue>, number: u64, delay: Duration) {
        if delay.is_zero() {
            return;
        }
        let end = Instant::now() + delay;
        while queue.wanted < number && !self.changed.wait_until(queue, end).timed_out() {}
    }

    /// Fails for the legacy stream while a stream that waits for it captures, without affecting the capture.
    pub(crate) fn refuse_as_legacy(&self) -> Outcome {
        let order = self.order.upgrade().ok_or(CONTEXT_IS_DESTROYED)?;
        let streams = order.streams.lock();
        let captures =
            |other: &Arc<Self>| self.role.waits_for(other.role) && other.capturing.lock().is_some();
        if self.role == Role::Legacy && streams.iter().any(captures) {
            Err(STREAM_CAPTURE_IMPLICIT)
        } else {
            Ok(())
        }
    }

    /// Fails, and invalidates the capture, while a stream captures that this one would have to wait for.
    pub(crate) fn refuse_during_captures(&self) -> Outcome {
        let order = self.order.upgrade().ok_or(CONTEXT_IS_DESTROYED)?;
        let streams = order.streams.lock();
        self.dependencies(&streams).map(drop)
    }

    /// Returns what a call that uses this stream synchronously must wait for.
    fn everything_before(self: &Arc<Self>) -> Result<Vec<Ticket>, CUresult> {
        let order = self.order.upgrade().ok_or(CONTEXT_IS_DESTROYED)?;
        let streams = order.streams.lock();
        let mut tickets = self.dependencies(&streams)?;
        tickets.extend(self.pending());
        Ok(tickets)
    }

    /// Returns what the stream's synchronization waits for, and its query reports: not work of the legacy stream unless own
    /// work waits for it, as with an H200's driver.
    fn own_work(self: &Arc<Self>) -> Result<Vec<Ticket>, CUresult> {
        let tickets = self.everything_before()?;
        if self.role == Role::Legacy {
            return Ok(tickets);
        }
        let queue = self.queue.lock();
        let is_pending = queue.completed < queue.counted || queue.last_counted.is_some();
        Ok(is_pending
            .then(|| Ticket::Item(self.clone(), queue.counted, queue.last_counted.clone()))
            .into_iter()
            .collect())
    }

    /// Returns `true` if the stream's work is being added to `graph`.
    pub(crate) fn captures_into(&self, graph: &Arc<Graph>) -> bool {
        let capturing = self.capturing.lock();
        capturing.as_ref().is_some_and(|part| Arc::ptr_eq(&part.capture.graph, graph))
    }

    /// Invalidates the stream's capture; returns whether there is one.
    pub(crate) fn invalidate_capture(&self) -> bool {
        let capturing = self.capturing.lock();
        if let Some(part) = &*capturing {
            part.capture.invalidate();
        }
        capturing.is_some()
    }

    /// Fails, and invalidates the capture, while this stream captures.
    pub(crate) fn refuse_while_capturing(&self) -> Outcome {
        if self.invalidate_capture() { Err(STREAM_CAPTURE_UNSUPPORTED) } else { Ok(()) }
    }

    /// Fails while a capture of this stream is invalid.
    pub(crate) fn refuse_in_lost_capture(&self) -> Outcome {
        let capturing = self.capturing.lock();
        capturing.as_ref().map_or(Ok(()), |part| part.capture.check())
    }

    /// Runs `work` on the calling thread, once the stream has reached it.
    pub(crate) fn run_now(self: &Arc<Self>, devices: &'static Devices, work: &Work) -> Outcome {
        self.refuse_while_capturing()?;
        let before = self.everything_before()?;
        before.iter().for_each(|ticket| ticket.wait_or_execute(devices));
        devices.host_waited(before.iter().filter_map(Ticket::known));
        devices.flush_printed();
        devices.check()?;
        let mut trace = devices.checks_order().then(|| {
            let place = WorkPlace { stream: self.handle as u64, ..WorkPlace::default() };
            Trace::after(devices.races.host(), place)
        });
        activity::from(self.origin(false), || work.run(devices, trace.as_mut()));
        if let Some(trace) = trace {
            devices.host_waited([trace.clock.clone()]);
        }
        devices.check()
    }

    /// Waits until its own submitted work is done.
    pub(crate) fn synchronize(self: &Arc<Self>, devices: &'static Devices) -> Outcome {
        self.refuse_while_capturing()?;
        let before = self.own_work()?;
        before.iter().for_each(|ticket| ticket.wait_or_execute(devices));
        devices.host_waited(before.iter().filter_map(Ticket::known));
        devices.flush_printed();
        devices.check()
    }

    /// Returns whether its own submitted work is done.
    pub(crate) fn query(self: &Arc<Self>, devices: &Devices) -> Outcome {
        self.refuse_while_capturing()?;
        let before = self.own_work()?;
        let done = before.iter().all(Ticket::is_done);
        if done {
            devices.host_waited(before.iter().filter_map(Ticket::known));
        }
        devices.check()?;
        if done { Ok(()) } else { Err(NOT_READY) }
    }
}
