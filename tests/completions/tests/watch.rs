//! `cuda-driver`'s part that waits for work, on a device that is a few lines of this file. CI runs it under Miri.
#![allow(missing_docs)]
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "../../../cuda-driver/src/stream/completion/pace.rs"]
mod pace;
#[path = "../../../cuda-driver/src/stream/completion/sync.rs"]
mod sync;
#[allow(dead_code)]
#[path = "../../../cuda-driver/src/stream/completion/watch.rs"]
mod watch;

use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex, mpsc};
use std::task::{Poll, Wake, Waker};
use std::thread;
use std::time::{Duration, Instant};

use pace::{BRIEF, History, MAX_PAUSE, pause};
use watch::{Answer, Lane, Mark, MarkPosition, Wait, Watcher};

/// The number of pending marks where it should be large.
const MANY: usize = if cfg!(miri) { 100 } else { 100_000 };

/// A device that has done its first `done` marks.
#[derive(Default)]
struct Device {
    done: AtomicUsize,
    /// From this mark on, work fails.
    fails_at: Option<usize>,
    questions: AtomicUsize,
    marks: AtomicUsize,
}

struct Event {
    device: Arc<Device>,
    number: usize,
    is_unclear: bool,
}

impl Mark for Event {
    type Error = &'static str;

    fn ask(&mut self) -> Answer<&'static str> {
        self.device.questions.fetch_add(1, SeqCst);
        if self.is_unclear {
            Answer::Unclear
        } else if self.device.done.load(SeqCst) < self.number {
            Answer::NotYet
        } else if self.device.fails_at.is_some_and(|at| at <= self.number) {
            Answer::Failed("fault")
        } else {
            Answer::Reached
        }
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        self.device.marks.fetch_sub(1, SeqCst);
    }
}

fn place(lane: &Arc<Lane<Event>>, device: &Arc<Device>, number: usize) -> MarkPosition<Event> {
    device.marks.fetch_add(1, SeqCst);
    let event = Event { device: device.clone(), number, is_unclear: false };
    // Work that is no longer brief.
    let Ok(place) = MarkPosition::new(lane, Instant::now, || Ok::<_, Infallible>(event));
    place
}

fn later() -> Instant {
    Instant::now() + Duration::from_secs(1)
}

struct Count(AtomicUsize);

impl Wake for Count {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, SeqCst);
    }
}

fn waker() -> (Arc<Count>, Waker) {
    let count = Arc::new(Count(AtomicUsize::new(0)));
    (count.clone(), Waker::from(count))
}

#[test]
fn only_the_oldest_work_of_a_lane_is_asked_about() {
    let (device, watcher, lane) = (Arc::<Device>::default(), Watcher::new(), Lane::new());
    let (woken, waker) = waker();
    let mut waits: Vec<_> =
        (1..=MANY).map(|number| Wait::new(place(&lane, &device, number))).collect();
    for wait in &mut waits {
        assert!(wait.poll(|| Some(&watcher), &waker, later).is_pending());
    }
    // The first one asked for itself; the others knew that older work is awaited.
    assert_eq!(device.questions.swap(0, SeqCst), 1);
    assert!(lane.visit(later, 1).is_some());
    assert_eq!(device.questions.swap(0, SeqCst), 1);
    device.done.store(3, SeqCst);
    assert!(lane.visit(later, 1).is_some());
    assert_eq!(device.questions.load(SeqCst), 4);
    assert_eq!(woken.0.load(SeqCst), 3);
    device.done.store(MANY, SeqCst);
    assert!(lane.visit(later, 1).is_none());
    assert_eq!(woken.0.load(SeqCst), MANY);
    for wait in &mut waits {
        assert_eq!(wait.poll(|| Some(&watcher), &waker, later), Poll::Ready(Some(Ok(()))));
    }
    assert_eq!(device.marks.load(SeqCst), 0);
}

#[test]
fn work_is_asked_about_in_the_order_of_its_marks_whoever_waits_first() {
    let (device, watcher, lane) = (Arc::<Device>::default(), Watcher::new(), Lane::new());
    let (woken, waker) = waker();
    let mut first = Wait::new(place(&lane, &device, 1));
    let mut second = Wait::new(place(&lane, &device, 2));
    assert!(second.poll(|| Some(&watcher), &waker, later).is_pending());
    assert!(first.poll(|| Some(&watcher), &waker, later).is_pending());
    device.done.store(1, SeqCst);
    assert!(lane.visit(later, 1).is_some());
    assert_eq!(woken.0.load(SeqCst), 1);
    assert!(first.poll(|| Some(&watcher), &waker, later).is_ready());
    assert!(second.poll(|| Some(&watcher), &waker, later).is_pending());
}

#[test]
fn a_fault_tells_everybody() {
    let device = Arc::new(Device { fails_at: Some(2), ..Device::default() });
    let (watcher, lane, (woken, waker)) = (Watcher::new(), Lane::new(), waker());
    let (sender, receiver) = mpsc::channel();
    let mut wait = Wait::new(place(&lane, &device, 1));
    let mut failed = Wait::new(place(&lane, &device, 2));
    assert!(wait.poll(|| Some(&watcher), &waker, later).is_pending());
    assert!(failed.poll(|| Some(&watcher), &waker, later).is_pending());
    place(&lane, &device, 3).then(&watcher, move |result, _| sender.send(result).unwrap());
    device.done.store(3, SeqCst);
    assert!(lane.visit(later, 1).is_none());
    assert_eq!(woken.0.load(SeqCst), 2);
    assert_eq!(wait.poll(|| None, &waker, later), Poll::Ready(Some(Ok(()))));
    assert_eq!(failed.poll(|| None, &waker, later), Poll::Ready(Some(Err("fault"))));
    // Polling it again is harmless.
    assert_eq!(failed.poll(|| None, &waker, later), Poll::Ready(Some(Err("fault"))));
    assert_eq!(receiver.recv().unwrap(), Err("fault"));
}

#[test]
fn an_unclear_answer_does_not_hold_up_those_behind_it() {
    let (device, watcher, lane) = (Arc::<Device>::default(), Watcher::new(), Lane::new());
    let mut unclear = place(&lane, &device, 1);
    unclear.mark.is_unclear = true;
    let (sender, receiver) = mpsc::channel();
    unclear.then(&watcher, |_, _| {});
    place(&lane, &device, 2).then(&watcher, move |result, _| sender.send(result).unwrap());
    device.done.store(2, SeqCst);
    assert!(lane.visit(later, 1).is_some());
    assert_eq!(receiver.try_recv().unwrap(), Ok(()));
}

#[test]
fn a_dropped_future_drops_its_mark_and_its_waker() {
    let (device, watcher, lane) = (Arc::<Device>::default(), Watcher::new(), Lane::new());
    let (count, waker) = waker();
    let mut wait = Wait::new(place(&lane, &device, 1));
    assert!(wait.poll(|| Some(&watcher), &waker, later).is_pending());
    drop(waker);
    assert_eq!(device.marks.load(SeqCst), 1);
    drop(wait);
    assert_eq!(device.marks.load(SeqCst), 0);
    assert_eq!(Arc::strong_count(&count), 1);
    assert!(lane.visit(later, 1).is_none());
    assert_eq!(device.questions.load(SeqCst), 1);
}

#[test]
fn a_cancelled_wait_can_become_an_action() {
    let (device, watcher, lane) = (Arc::<Device>::default(), Watcher::new(), Lane::new());
    let mut wait = Wait::new(place(&lane, &device, 1));
    assert!(wait.poll(|| Some(&watcher), Waker::noop(), later).is_pending());
    let (sender, receiver) = mpsc::channel();
    let place = wait.cancel().unwrap();
    assert!(matches!(wait.cancel(), Err(None)));
    place.then(&watcher, move |result, _| sender.send(result).unwrap());
    device.done.store(1, SeqCst);
    assert!(lane.visit(later, 1).is_none());
    assert_eq!(receiver.try_recv().unwrap(), Ok(()));
}

#[test]
fn brief_work_is_asked_about_until_it_is_done_and_nobody_is_told() {
    struct TenthTime(usize);
    impl Mark for TenthTime {
        type Error = ();
        fn ask(&mut self) -> Answer<()> {
            self.0 += 1;
            if self.0 < 10 { Answer::NotYet } else { Answer::Reached }
        }
    }
    let begin = Instant::now();
    let Ok(place) = MarkPosition::new(&Lane::new(), || begin, || Ok::<_, Infallible>(TenthTime(0)));
    let mut wait = Wait::new(place);
    let watched = || -> Option<&Watcher<TenthTime>> { panic!("it should have been done") };
    let polled = wait.poll(watched, Waker::noop(), || begin + BRIEF / 2);
    assert_eq!(polled, Poll::Ready(Some(Ok(()))));
}

#[test]
fn without_a_watcher_a_wait_ends() {
    let device = Arc::<Device>::default();
    let mut wait = Wait::new(place(&Lane::new(), &device, 1));
    assert_eq!(wait.poll(|| None, Waker::noop(), later), Poll::Ready(None));
    assert_eq!(device.marks.load(SeqCst), 0);
}

#[test]
fn a_panic_of_a_waker_or_an_action_keeps_nobody_else_waiting() {
    struct Panics;
    impl Wake for Panics {
        fn wake(self: Arc<Self>) {
            panic!("on purpose");
        }
    }
    let (device, watcher, lane) = (Arc::<Device>::default(), Watcher::new(), Lane::new());
    let mut wait = Wait::new(place(&lane, &device, 1));
    let panics = Waker::from(Arc::new(Panics));
    assert!(wait.poll(|| Some(&watcher), &panics, later).is_pending());
    place(&lane, &device, 2).then(&watcher, |_, _| panic!("on purpose"));
    let told = Arc::new(Mutex::new(None));
    let tells = told.clone();
    place(&lane, &device, 3).then(&watcher, move |result, _| *tells.lock().unwrap() = Some(result));
    device.done.store(3, SeqCst);
    assert!(lane.visit(later, 1).is_none());
    assert_eq!(*told.lock().unwrap(), Some(Ok(())));
}

#[test]
fn a_thread_that_attends_tells_everybody() {
    let (device, watcher) = (Arc::<Device>::default(), Watcher::new());
    let (is_over, (sender, receiver)) = (AtomicBool::new(false), mpsc::channel());
    thread::scope(|threads| {
        threads.spawn(|| watcher.attend(|| !is_over.load(SeqCst)));
        let lanes = [(); 3].map(|()| Lane::new());
        let add = |number| {
            let sender = sender.clone();
            let place = place(&lanes[number % 3], &device, number);
            place.then(&watcher, move |result, _| sender.send(result).unwrap());
        };
        (1..=30).for_each(add);
        for number in 1..=30 {
            device.done.store(number, SeqCst);
            assert_eq!(receiver.recv().unwrap(), Ok(()));
        }
        assert!(receiver.try_recv().is_err());
        is_over.store(true, SeqCst);
        // It ends the thread's wait.
        add(1);
    });
}

#[test]
fn a_result_is_late_by_at_most_an_eighth_of_the_time() {
    for micros in [100, 1000, 10_000, 1_000_000] {
        let age = Duration::from_micros(micros);
        assert!(pause(age, None, 1) <= age / 8, "{age:?}");
        assert!(pause(age, None, 1) <= MAX_PAUSE);
        // Also if the guess was wrong.
        for guess in [age * 2, age * 100] {
            let late = pause(age, Some(guess), 1);
            assert!(late <= (age / 2).max(guess / 8), "{age:?}");
            assert!(late <= MAX_PAUSE);
        }
    }
}

#[test]
fn work_that_takes_as_long_as_before_is_asked_about_rarely_and_then_at_its_end() {
    let took = Duration::from_millis(1);
    let mut history = History::default();
    let mut begin = Instant::now();
    let mut run = |history: &mut History| {
        begin += Duration::from_secs(1);
        let (mut age, mut questions) = (BRIEF, 0);
        while age < took {
            history.note_question(begin + age);
            age += if history.is_ending(age) {
                Duration::from_micros(1)
            } else {
                pause(age, history.expected(), 1)
            };
            questions += u32::from(!history.is_ending(age));
        }
        history.note_end(begin, begin + age);
        (questions, age - took)
    };
    let first = run(&mut history);
    assert_eq!(history.expected(), None);
    run(&mut history);
    assert!(history.expected().is_some());
    for _ in 0..10 {
        run(&mut history);
    }
    let (questions, late) = run(&mut history);
    assert!(questions < first.0 / 2, "{questions} {first:?}");
    assert!(late <= Duration::from_micros(1), "{late:?}");
}

#[test]
fn the_time_of_work_counts_from_the_end_of_the_work_before_it() {
    let begin = Instant::now();
    let after = |millis| begin + Duration::from_millis(millis);
    let mut history = History::default();
    assert_eq!(history.expected(), None);
    assert_eq!(history.age(begin, after(4)), Duration::from_millis(4));
    history.note_question(after(4));
    history.note_end(begin, after(4));
    assert_eq!(history.age(begin, after(6)), Duration::from_millis(2));
    history.note_question(after(8));
    history.note_end(begin, after(8));
    assert_eq!(history.expected(), Some(Duration::from_millis(4)));
    // What was done when it was first asked about tells nothing.
    history.note_end(begin, after(8));
    assert_eq!(history.expected(), Some(Duration::from_millis(4)));
    // It ended at some time between the question and the answer.
    history.note_question(after(11));
    history.note_end(begin, after(13));
    assert_eq!(history.expected(), Some(Duration::from_millis(4)));
    history.note_question(after(25));
    history.note_end(begin, after(25));
    assert_eq!(history.expected(), None);
}

/// A waker that panics when it is cloned.
fn panics_when_cloned() -> Waker {
    use std::task::{RawWaker, RawWakerVTable};

    static TABLE: RawWakerVTable =
        RawWakerVTable::new(|_| panic!("on purpose"), |_| {}, |_| {}, |_| {});
    // SAFETY: the functions don't use the pointer.
    unsafe { Waker::from_raw(RawWaker::new(std::ptr::null(), &TABLE)) }
}

#[test]
fn a_waker_that_panics_when_it_is_cloned_leaves_the_wait_as_it_was() {
    let (device, watcher, lane) = (Arc::<Device>::default(), Watcher::new(), Lane::new());
    let mut wait = Wait::new(place(&lane, &device, 1));
    let waker = panics_when_cloned();
    let poll = |wait: &mut Wait<Event>| {
        let poll = || wait.poll(|| Some(&watcher), &waker, later);
        catch_unwind(AssertUnwindSafe(poll)).unwrap_err();
    };
    poll(&mut wait);
    assert_eq!(device.marks.load(SeqCst), 1, "before it is watched");
    assert!(wait.poll(|| Some(&watcher), Waker::noop(), later).is_pending());
    poll(&mut wait);
    device.done.store(1, SeqCst);
    assert!(lane.visit(later, 1).is_none());
    let polled = wait.poll(|| Some(&watcher), Waker::noop(), later);
    assert_eq!(polled, Poll::Ready(Some(Ok(()))));
}

/// A waker whose last drop panics.
struct PanicsWhenDropped;

impl Wake for PanicsWhenDropped {
    fn wake(self: Arc<Self>) {
        std::mem::forget(self);
    }
}

impl Drop for PanicsWhenDropped {
    fn drop(&mut self) {
        panic!("on purpose");
    }
}

#[test]
fn a_waker_that_panics_when_it_is_dropped_does_not_end_the_wait_for_the_work() {
    let (device, watcher, lane) = (Arc::<Device>::default(), Watcher::new(), Lane::new());
    let mut wait = Wait::new(place(&lane, &device, 1));
    let waker = Waker::from(Arc::new(PanicsWhenDropped));
    assert!(wait.poll(|| Some(&watcher), &waker, later).is_pending());
    drop(waker);
    // The wait has the last clone.
    let Ok(place) = wait.cancel() else {
        panic!("the work isn't over");
    };
    assert_eq!(device.marks.load(SeqCst), 1);
    let told = Arc::new(AtomicUsize::new(0));
    let tells = told.clone();
    place.then(&watcher, move |result, _| {
        tells.fetch_add(usize::from(result.is_ok()), SeqCst);
    });
    device.done.store(1, SeqCst);
    assert!(lane.visit(later, 1).is_none());
    assert_eq!(told.load(SeqCst), 1);
}

#[test]
fn a_wait_that_is_over_tells_whether_the_work_is() {
    let (device, watcher, lane) = (Arc::<Device>::default(), Watcher::new(), Lane::new());
    device.done.store(1, SeqCst);
    let mut done = Wait::new(place(&lane, &device, 1));
    assert!(done.poll(|| Some(&watcher), Waker::noop(), later).is_ready());
    assert!(matches!(done.cancel(), Err(Some(Ok(())))));
    // Nobody watched it.
    let mut unknown = Wait::new(place(&lane, &device, 2));
    assert!(unknown.poll(|| None, Waker::noop(), later).is_ready());
    assert!(matches!(unknown.cancel(), Err(None)));
}
