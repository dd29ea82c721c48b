//! `cuda-driver`'s part that waits for work, with loom's locks and threads: each test runs in every order of its steps.
#![allow(missing_docs)]
#![allow(clippy::unwrap_used)]

mod sync {
    pub use loom::sync::{Arc, Condvar, Mutex, MutexGuard};
    pub use std::sync::PoisonError;
}
#[allow(dead_code)]
#[path = "../../../cuda-driver/src/stream/completion/pace.rs"]
mod pace;
#[allow(dead_code)]
#[path = "../../../cuda-driver/src/stream/completion/watch.rs"]
mod watch;

use std::convert::Infallible;
use std::sync::OnceLock;
use std::sync::atomic::AtomicU64;
use std::task::{Poll, Wake, Waker};
use std::time::{Duration, Instant};

use loom::sync::atomic::{AtomicBool, Ordering::SeqCst};
use loom::sync::{Arc, Notify};
use loom::thread;

use watch::{Answer, Lane, Mark, MarkPosition, Wait, Watcher};

/// A mark of a device that other threads control.
#[derive(Clone)]
struct Event {
    is_reached: Arc<AtomicBool>,
    is_destroyed: Arc<AtomicBool>,
}

impl Event {
    fn new() -> Self {
        Self {
            is_reached: Arc::new(AtomicBool::new(false)),
            is_destroyed: Arc::new(AtomicBool::new(false)),
        }
    }
}

impl Mark for Event {
    type Error = ();

    fn ask(&mut self) -> Answer<()> {
        assert!(!self.is_destroyed.load(SeqCst), "a destroyed event was queried");
        if self.is_reached.load(SeqCst) { Answer::Reached } else { Answer::NotYet }
    }
}

/// Each question about the time is a second later, so that no work is brief.
fn now() -> Instant {
    static BEGIN: OnceLock<Instant> = OnceLock::new();
    static SECONDS: AtomicU64 = AtomicU64::new(0);
    *BEGIN.get_or_init(Instant::now) + Duration::from_secs(SECONDS.fetch_add(1, SeqCst))
}

fn place(lane: &Arc<Lane<Event>>, event: &Event) -> MarkPosition<Event> {
    let Ok(place) = MarkPosition::new(lane, now, || Ok::<_, Infallible>(event.clone()));
    place
}

struct Unpark(Notify);

impl Wake for Unpark {
    fn wake(self: std::sync::Arc<Self>) {
        self.0.notify();
    }
}

fn block_on(mut wait: Wait<Event>, watcher: &Watcher<Event>) -> Option<Result<(), ()>> {
    let unpark = std::sync::Arc::new(Unpark(Notify::new()));
    let waker = Waker::from(unpark.clone());
    loop {
        match wait.poll(|| Some(watcher), &waker, now) {
            Poll::Ready(result) => return result,
            Poll::Pending => unpark.0.wait(),
        }
    }
}

/// Visits lanes until `is_over` is set by an action.
fn attend(watcher: &Watcher<Event>, is_over: &AtomicBool) {
    while !is_over.load(SeqCst) {
        let mut lanes = watcher.receive(None);
        while !lanes.is_empty() {
            lanes.retain(|lane| lane.visit(now, 1).is_some());
            thread::yield_now();
        }
    }
}

/// Ends `attend`.
fn end(watcher: &Watcher<Event>, is_over: &Arc<AtomicBool>) {
    let (event, is_over) = (Event::new(), is_over.clone());
    event.is_reached.store(true, SeqCst);
    place(&Lane::new(), &event).then(watcher, move |_, _| is_over.store(true, SeqCst));
}

/// Runs `work` in every order of its steps with those of the thread that attends, with up to two preemptions, or as many
/// as `LOOM_MAX_PREEMPTIONS` says.
fn in_every_order(work: impl Fn(&Arc<Watcher<Event>>) + Sync + Send + 'static) {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = model.preemption_bound.or(Some(2));
    model.check(move || {
        let watcher = Arc::new(Watcher::new());
        let is_over = Arc::new(AtomicBool::new(false));
        let thread = thread::spawn({
            let (watcher, is_over) = (watcher.clone(), is_over.clone());
            move || attend(&watcher, &is_over)
        });
        work(&watcher);
        end(&watcher, &is_over);
        thread.join().unwrap();
    });
}

#[test]
fn a_future_is_woken_whenever_its_work_is_done() {
    in_every_order(|watcher| {
        let event = Event::new();
        let wait = Wait::new(place(&Lane::new(), &event));
        let device = thread::spawn(move || event.is_reached.store(true, SeqCst));
        assert_eq!(block_on(wait, watcher), Some(Ok(())));
        device.join().unwrap();
    });
}

#[test]
fn a_lane_that_nobody_waits_for_any_more_is_watched_again() {
    in_every_order(|watcher| {
        let lane = Lane::new();
        for _ in 0..2 {
            let event = Event::new();
            let mut wait = Wait::new(place(&lane, &event));
            assert!(wait.poll(|| Some(watcher), Waker::noop(), now).is_pending());
            event.is_reached.store(true, SeqCst);
            assert_eq!(block_on(wait, watcher), Some(Ok(())));
        }
    });
}

#[test]
fn nothing_asks_about_an_event_after_its_future_was_dropped() {
    in_every_order(|watcher| {
        let event = Event::new();
        let mut wait = Wait::new(place(&Lane::new(), &event));
        assert!(wait.poll(|| Some(watcher), Waker::noop(), now).is_pending());
        drop(wait);
        event.is_destroyed.store(true, SeqCst);
    });
}

#[test]
fn nothing_asks_about_an_event_after_its_future_was_ready() {
    in_every_order(|watcher| {
        let event = Event::new();
        let wait = Wait::new(place(&Lane::new(), &event));
        let reached = event.is_reached.clone();
        let device = thread::spawn(move || reached.store(true, SeqCst));
        assert_eq!(block_on(wait, watcher), Some(Ok(())));
        event.is_destroyed.store(true, SeqCst);
        device.join().unwrap();
    });
}

#[test]
fn a_dropped_future_does_not_hold_up_those_behind_it() {
    in_every_order(|watcher| {
        let (lane, first, second) = (Lane::new(), Event::new(), Event::new());
        let mut dropped = Wait::new(place(&lane, &first));
        let wait = Wait::new(place(&lane, &second));
        assert!(dropped.poll(|| Some(watcher), Waker::noop(), now).is_pending());
        let dropping = thread::spawn(move || {
            drop(dropped);
            first.is_destroyed.store(true, SeqCst);
            second.is_reached.store(true, SeqCst);
        });
        assert_eq!(block_on(wait, watcher), Some(Ok(())));
        dropping.join().unwrap();
    });
}

/// The device reaches the second mark only after the first thread was told of the first one.
#[test]
fn threads_that_mark_one_lane_are_told_in_the_order_of_their_marks() {
    in_every_order(|watcher| {
        let (lane, events) = (Lane::new(), [Event::new(), Event::new()]);
        events[0].is_reached.store(true, SeqCst);
        let set = Arc::new(loom::sync::Mutex::new(0));
        let mark = {
            let watcher = watcher.clone();
            move || {
                let Ok(place) = MarkPosition::new(&lane, now, || {
                    let mut set = set.lock().unwrap();
                    *set += 1;
                    Ok::<_, Infallible>(events[*set - 1].clone())
                });
                let is_first = Arc::ptr_eq(&place.mark.is_reached, &events[0].is_reached);
                assert_eq!(block_on(Wait::new(place), &watcher), Some(Ok(())));
                if is_first {
                    events[1].is_reached.store(true, SeqCst);
                }
            }
        };
        let thread = thread::spawn(mark.clone());
        mark();
        thread.join().unwrap();
    });
}

#[test]
fn an_action_is_called_once() {
    in_every_order(|watcher| {
        let event = Event::new();
        let calls = Arc::new(loom::sync::atomic::AtomicUsize::new(0));
        let called = calls.clone();
        let place = place(&Lane::new(), &event);
        place.then(watcher, move |result, _| {
            assert_eq!(result, Ok(()));
            called.fetch_add(1, SeqCst);
        });
        event.is_reached.store(true, SeqCst);
        while calls.load(SeqCst) == 0 {
            thread::yield_now();
        }
        assert_eq!(calls.load(SeqCst), 1);
    });
}
