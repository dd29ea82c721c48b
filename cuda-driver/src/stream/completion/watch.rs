//! Who waits for which work, what is asked about when, and who is told. It calls no CUDA and starts no thread:
//! `tests/completions` runs it with other locks, in every order of its steps.

use core::fmt;
use core::mem;
use core::task::{Poll, Waker};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use super::pace::{History, MAX_PAUSE, MAX_VISIT, pause, share_of};
use super::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// A mark in some work, such as an event in a stream.
pub(crate) trait Mark: Send + 'static {
    /// Why the work failed.
    type Error: Copy + Send;

    /// Asks whether the mark was reached. It must be quick, must not wait, and calls nothing of this module.
    fn ask(&mut self) -> Answer<Self::Error>;
}

/// The answer about a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer<E> {
    Reached,
    /// Nor were those behind it in its lane.
    NotYet,
    Failed(E),
    /// Those behind it in its lane may have been reached.
    Unclear,
}

/// What is called when a mark was reached or has failed. It is given the mark, too, to drop it where that may be slow.
type Action<M> = Box<dyn FnOnce(Result<(), <M as Mark>::Error>, M) + Send>;

/// Work whose marks are reached in the order in which they were set, such as that of a stream.
pub struct Lane<M: Mark> {
    /// The number of marks set so far. It is locked while one is set, so that their numbers are in the work's order.
    turns: Mutex<u64>,
    pending: Mutex<PendingMarks<M>>,
}

struct PendingMarks<M: Mark> {
    /// Those who wait, in the order of the numbers of their marks.
    waiting: VecDeque<(u64, Arc<Waiter<M>>)>,
    /// Whether a watcher has the lane.
    is_watched: bool,
    history: History,
}

/// A mark, and where it is.
pub struct MarkPosition<M: Mark> {
    pub mark: M,
    lane: Arc<Lane<M>>,
    turn: u64,
    since: Instant,
}

/// Somebody who waits. It owns the mark, so that when it has gone, nobody asks any more.
struct Waiter<M: Mark> {
    slot: Mutex<WaiterState<M>>,
    since: Instant,
}

enum WaiterState<M: Mark> {
    Future(M, Waker),
    Action(M, Action<M>),
    /// For the future to take.
    Result(M, Result<(), M::Error>),
    /// The future was dropped, or the action called.
    Gone,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<M: Mark> fmt::Debug for Lane<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lane").finish_non_exhaustive()
    }
}

impl<M: Mark> Lane<M> {
    pub fn new() -> Arc<Self> {
        Arc::new(Self {
            turns: Mutex::new(0),
            pending: Mutex::new(PendingMarks {
                waiting: VecDeque::new(),
                is_watched: false,
                history: History::default(),
            }),
        })
    }

    /// Asks about the oldest mark, and if it was reached, about the next. Returns the pause before the next visit, or
    /// `None` if nobody waits any more; the caller then no longer has the lane.
    pub fn visit(&self, now: impl Fn() -> Instant, lanes: usize) -> Option<Duration> {
        let (begin, longest) = (now(), share_of(MAX_VISIT, lanes));
        let (mut from, mut is_oldest) = (0, true);
        loop {
            let pending = lock(&self.pending);
            let next = pending.waiting.get(pending.place(from)).cloned();
            drop(pending);
            let Some((turn, interest)) = next else { break };
            match interest.ask() {
                Step::Wait => {
                    let (mut pending, at) = (lock(&self.pending), now());
                    if !is_oldest {
                        break;
                    }
                    pending.history.note_question(at);
                    let age = pending.history.age(interest.since, at);
                    // Other lanes wait meanwhile.
                    if !pending.history.is_ending(age) || at - begin > longest {
                        break;
                    }
                    drop(pending);
                    core::hint::spin_loop();
                }
                Step::Skip => (from, is_oldest) = (turn + 1, false),
                Step::Remove(notification) => {
                    let mut pending = lock(&self.pending);
                    let removed = pending.remove(turn);
                    if notification.is_some() {
                        pending.history.note_end(interest.since, now());
                    }
                    drop(pending);
                    drop(removed);
                    if let Some(notification) = notification {
                        notification.notify();
                    }
                }
            }
        }
        let mut pending = lock(&self.pending);
        let Some((_, oldest)) = pending.waiting.front() else {
            pending.is_watched = false;
            return None;
        };
        let age = pending.history.age(oldest.since, now());
        Some(pause(age, pending.history.expected(), lanes))
    }
}

impl<M: Mark> PendingMarks<M> {
    /// Returns the index of the first that waits for the mark of this number or a later one.
    fn place(&self, turn: u64) -> usize {
        self.waiting.partition_point(|(other, _)| *other < turn)
    }

    /// Removes the one that waits for a mark.
    fn remove(&mut self, turn: u64) -> Option<Arc<Waiter<M>>> {
        let place = self.place(turn);
        match self.waiting.get(place) {
            Some((found, _)) if *found == turn => {}
            _ => return None,
        }
        // The queue's own functions for places in its middle are 900 lines of LLVM's code.
        let last = self.waiting.len() - 1;
        let removed = if place <= last / 2 {
            for at in 0..place {
                self.waiting.swap(place - at, place - at - 1);
            }
            self.waiting.pop_front()
        } else {
            for at in place..last {
                self.waiting.swap(at, at + 1);
            }
            self.waiting.pop_back()
        };
        removed.map(|(_, watched)| watched)
    }

    /// Adds one that waits for a mark, in order: most are the last.
    fn add(&mut self, turn: u64, interest: Arc<Waiter<M>>) {
        let place = self.place(turn);
        let mut at = self.waiting.len();
        self.waiting.push_back((turn, interest));
        while at > place {
            self.waiting.swap(at, at - 1);
            at -= 1;
        }
    }
}

impl<M: Mark> MarkPosition<M> {
    /// Sets a mark behind the lane's work so far.
    pub fn new<E>(
        lane: &Arc<Lane<M>>,
        now: impl Fn() -> Instant,
        set: impl FnOnce() -> Result<M, E>,
    ) -> Result<Self, E> {
        let mut turns = lock(&lane.turns);
        let mark = set()?;
        *turns += 1;
        Ok(Self { mark, lane: lane.clone(), turn: *turns, since: now() })
    }

    /// Calls `action` on the watcher's thread once the mark was reached or has failed.
    pub fn then(
        self,
        watcher: &Watcher<M>,
        action: impl FnOnce(Result<(), M::Error>, M) + Send + 'static,
    ) {
        self.then_boxed(watcher, Box::new(action));
    }

    fn then_boxed(self, watcher: &Watcher<M>, action: Action<M>) {
        let slot = WaiterState::Action(self.mark, action);
        watcher.add(&self.lane, self.turn, &Waiter::new(slot, self.since));
    }

    /// Asks about the mark: several times if the work is brief, and not if other work before it isn't done.
    fn ask_briefly(&mut self, now: &impl Fn() -> Instant) -> Option<Result<(), M::Error>> {
        let is_first = || {
            let pending = lock(&self.lane.pending);
            let older = pending.waiting.front();
            older.is_none_or(|(turn, _)| *turn > self.turn)
        };
        if !is_first() {
            return None;
        }
        loop {
            let answer = self.mark.ask();
            let at = now();
            let mut pending = lock(&self.lane.pending);
            match answer {
                Answer::Reached => {
                    pending.history.note_end(self.since, at);
                    return Some(Ok(()));
                }
                Answer::Failed(error) => return Some(Err(error)),
                Answer::Unclear => return None,
                Answer::NotYet => pending.history.note_question(at),
            }
            let age = pending.history.age(self.since, at);
            if !pending.history.is_brief(age) {
                return None;
            }
            drop(pending);
            core::hint::spin_loop();
        }
    }
}

impl<M: Mark> Waiter<M> {
    fn new(slot: WaiterState<M>, since: Instant) -> Arc<Self> {
        Arc::new(Self { slot: Mutex::new(slot), since })
    }

    fn ask(&self) -> Step<M> {
        let mut slot = lock(&self.slot);
        let (WaiterState::Future(mark, _) | WaiterState::Action(mark, _)) = &mut *slot else {
            return Step::Remove(None);
        };
        let result = match mark.ask() {
            Answer::Reached => Ok(()),
            Answer::Failed(error) => Err(error),
            Answer::NotYet => return Step::Wait,
            Answer::Unclear => return Step::Skip,
        };
        Step::Remove(match mem::replace(&mut *slot, WaiterState::Gone) {
            WaiterState::Future(mark, waker) => {
                *slot = WaiterState::Result(mark, result);
                Some(Notification::Waker(waker))
            }
            WaiterState::Action(mark, action) => Some(Notification::Action(action, result, mark)),
            WaiterState::Result(..) | WaiterState::Gone => None,
        })
    }
}

/// What to do after asking about a mark.
enum Step<M: Mark> {
    Wait,
    /// Ask about the next one.
    Skip,
    /// Nobody waits for this one any more, once this one is told.
    Remove(Option<Notification<M>>),
}

/// Somebody who is to be told, without any lock held.
enum Notification<M: Mark> {
    Waker(Waker),
    Action(Action<M>, Result<(), M::Error>, M),
}

impl<M: Mark> Notification<M> {
    fn notify(self) {
        contained(|| match self {
            Self::Waker(waker) => waker.wake(),
            Self::Action(action, result, mark) => action(result, mark),
        });
    }
}

/// Calls code from outside this crate, whose panics end here.
fn contained(call: impl FnOnce()) {
    // Dropping what was thrown may panic again. What that throws is leaked.
    if let Err(thrown) = catch_unwind(AssertUnwindSafe(call))
        && let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(thrown)))
    {
        mem::forget(again);
    }
}

/// A future's wait for a mark. Dropping it, or taking its result, ends all use of the mark.
pub struct Wait<M: Mark>(WaitState<M>);

enum WaitState<M: Mark> {
    /// Nobody was told about it yet.
    Idle(MarkPosition<M>),
    Pending {
        lane: Arc<Lane<M>>,
        turn: u64,
        interest: Arc<Waiter<M>>,
    },
    /// `None` if there was nobody to watch it.
    Over(Option<Result<(), M::Error>>),
}

impl<M: Mark> Wait<M> {
    pub fn new(place: MarkPosition<M>) -> Self {
        Self(WaitState::Idle(place))
    }

    /// Returns the mark, if this was never polled.
    pub fn mark(&self) -> Option<&M> {
        match &self.0 {
            WaitState::Idle(place) => Some(&place.mark),
            _ => None,
        }
    }

    /// Returns the result, or arranges that `waker` is woken; `None` if there is nobody to watch it.
    pub fn poll<'a>(
        &mut self,
        watcher: impl FnOnce() -> Option<&'a Watcher<M>>,
        waker: &Waker,
        now: impl Fn() -> Instant,
    ) -> Poll<Option<Result<(), M::Error>>> {
        // Code from outside this crate, which may panic, and so runs before the state is taken and not under a lock.
        let waker = waker.clone();
        match mem::replace(&mut self.0, WaitState::Over(None)) {
            WaitState::Idle(mut place) => {
                if let Some(result) = place.ask_briefly(&now) {
                    return self.end(Some(result));
                }
                let Some(watcher) = watcher() else {
                    return self.end(None);
                };
                let MarkPosition { mark, lane, turn, since } = place;
                let interest = Waiter::new(WaiterState::Future(mark, waker), since);
                watcher.add(&lane, turn, &interest);
                self.0 = WaitState::Pending { lane, turn, interest };
                Poll::Pending
            }
            WaitState::Pending { lane, turn, interest } => {
                let mut slot = lock(&interest.slot);
                let before = match mem::replace(&mut *slot, WaiterState::Gone) {
                    WaiterState::Future(mark, before) => {
                        *slot = WaiterState::Future(mark, waker);
                        before
                    }
                    WaiterState::Result(mark, result) => {
                        drop(slot);
                        drop(mark);
                        return self.end(Some(result));
                    }
                    WaiterState::Action(..) | WaiterState::Gone => return self.end(None),
                };
                drop(slot);
                self.0 = WaitState::Pending { lane, turn, interest };
                // As above.
                drop(before);
                Poll::Pending
            }
            WaitState::Over(result) => self.end(result),
        }
    }

    fn end(&mut self, result: Option<Result<(), M::Error>>) -> Poll<Option<Result<(), M::Error>>> {
        self.0 = WaitState::Over(result);
        Poll::Ready(result)
    }

    /// Ends the wait, and returns the place if it isn't over, or else the result. That is `None` if nobody knows whether
    /// the mark was reached: there was nobody to watch it, or a poll has panicked.
    pub fn cancel(&mut self) -> Result<MarkPosition<M>, Option<Result<(), M::Error>>> {
        match mem::replace(&mut self.0, WaitState::Over(None)) {
            WaitState::Idle(place) => Ok(place),
            WaitState::Pending { lane, turn, interest } => {
                let slot = mem::replace(&mut *lock(&interest.slot), WaiterState::Gone);
                let removed = lock(&lane.pending).remove(turn);
                drop(removed);
                let mark = match slot {
                    WaiterState::Future(mark, waker) => {
                        // It is code from outside this crate, and a panic would drop what waits for the end of the work.
                        contained(|| drop(waker));
                        mark
                    }
                    WaiterState::Result(mark, _) => mark,
                    WaiterState::Action(..) | WaiterState::Gone => return Err(None),
                };
                let since = interest.since;
                Ok(MarkPosition { mark, lane, turn, since })
            }
            WaitState::Over(result) => {
                self.0 = WaitState::Over(result);
                Err(result)
            }
        }
    }
}

impl<M: Mark> Drop for Wait<M> {
    fn drop(&mut self) {
        drop(self.cancel());
    }
}

/// The lanes in which somebody waits. One thread visits them.
pub struct Watcher<M: Mark> {
    /// Those that it hasn't visited yet.
    fresh: Mutex<Vec<Arc<Lane<M>>>>,
    news: Condvar,
}

impl<M: Mark> Watcher<M> {
    pub fn new() -> Self {
        Self { fresh: Mutex::new(Vec::new()), news: Condvar::new() }
    }

    fn add(&self, lane: &Arc<Lane<M>>, turn: u64, interest: &Arc<Waiter<M>>) {
        let mut pending = lock(&lane.pending);
        pending.add(turn, interest.clone());
        if !mem::replace(&mut pending.is_watched, true) {
            drop(pending);
            lock(&self.fresh).push(lane.clone());
            self.news.notify_one();
        }
    }

    /// Returns the lanes in which somebody began to wait. It waits for one, for at most `limit` if there is one.
    pub fn receive(&self, limit: Option<Duration>) -> Vec<Arc<Lane<M>>> {
        let mut fresh = lock(&self.fresh);
        match limit {
            None => {
                while fresh.is_empty() {
                    fresh = self.news.wait(fresh).unwrap_or_else(PoisonError::into_inner);
                }
            }
            Some(limit) if fresh.is_empty() && !limit.is_zero() => {
                let waited = self.news.wait_timeout(fresh, limit);
                fresh = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
            Some(_) => {}
        }
        mem::take(&mut *fresh)
    }

    /// Visits the lanes, each when it is due, for as long as `goes_on` returns `true`.
    pub fn attend(&self, goes_on: impl Fn() -> bool) {
        let now = Instant::now;
        let begin = now();
        // When each is due; the soonest is the last.
        let mut due: Vec<(Instant, Arc<Lane<M>>)> = Vec::new();
        while goes_on() {
            let limit = (due.last()).map(|(at, _)| at.saturating_duration_since(now()));
            for lane in self.receive(limit) {
                due.push((begin, lane));
            }
            let round = now();
            while let Some((_, lane)) = due.pop_if(|(at, _)| *at <= round) {
                if let Some(pause) = lane.visit(now, due.len() + 1) {
                    let at = together(begin, now(), pause);
                    due.insert(due.partition_point(|(other, _)| *other > at), (at, lane));
                }
            }
        }
    }
}

/// Returns when a pause ends. Longer ones end on whole milliseconds, and the longest on multiples of themselves, so that
/// the thread wakes up once for several lanes.
fn together(begin: Instant, now: Instant, pause: Duration) -> Instant {
    let at = now + pause;
    let step = match pause {
        pause if pause >= MAX_PAUSE => MAX_PAUSE,
        pause if pause >= Duration::from_millis(1) => Duration::from_millis(1),
        _ => return at,
    };
    let beyond = at.saturating_duration_since(begin).as_nanos() % step.as_nanos();
    at - Duration::from_nanos(u64::try_from(beyond).unwrap_or(0))
}
