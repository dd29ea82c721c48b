//! The threads that execute a launch.

use parking_lot::{Condvar, Mutex};
use std::any::Any;
use std::cell::Cell;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

/// How long a launch runs on one thread: waking others takes about as long.
const ALONE: Duration = Duration::from_micros(3);
/// How long a thread spins, waiting for a launch or for the others to leave one, before it sleeps: about as long as
/// waking it would take.
const LOOK_OUT: Duration = Duration::from_micros(50);

/// The thread that launched, and others that help if there is much to do.
///
/// A thread that wakes up too late isn't waited for, so a small launch takes no longer.
pub struct WorkerPool<'w> {
    /// The work of each of the others.
    work: &'w (dyn Fn() + Sync),
    /// The maximum number of others.
    others: usize,
    begin: Instant,
    door: Cell<Option<Arc<Door>>>,
}

/// Where other threads join a launch while it is open.
struct Door {
    work: Work,
    state: Mutex<State>,
    /// The number of threads that joined and have not left. It changes while `state` is locked.
    inside: AtomicUsize,
    left: Condvar,
}

#[derive(Default)]
struct State {
    closed: bool,
    panic: Option<Box<dyn Any + Send>>,
}

/// The work, as a pointer because threads may outlive it.
#[derive(Clone, Copy)]
struct Work(*const (dyn Fn() + Sync + 'static));

// SAFETY: its target is `Sync`, and threads dereference it only as `Door` allows.
unsafe impl Send for Work {}
// SAFETY: as above.
unsafe impl Sync for Work {}

/// The helper threads, which live as long as the process.
struct Others {
    /// The number of threads.
    count: usize,
    /// The open doors, each as many times as threads are requested.
    doors: Mutex<VecDeque<Arc<Door>>>,
    /// The number of doors in the list, for spinning threads.
    wanted: AtomicUsize,
    opened: Condvar,
}

/// Spins while `is_waiting`, but only for [`LOOK_OUT`].
fn spin_while(is_waiting: impl Fn() -> bool) {
    let begin = Instant::now();
    while is_waiting() && begin.elapsed() < LOOK_OUT {
        std::hint::spin_loop();
    }
}

/// Threads that may work on a launch at the same time, with the one that launches.
pub fn size() -> usize {
    Others::get().count + 1
}

impl<'w> WorkerPool<'w> {
    /// Creates a pool of up to `others` threads in addition to this one.
    pub fn new(others: usize, work: &'w (dyn Fn() + Sync)) -> WorkerPool<'w> {
        WorkerPool {
            work,
            others,
            begin: Instant::now(),
            door: Cell::new(None),
        }
    }

    /// Calls the others if the launch has run long enough; returns whether no further call is needed.
    pub fn call_if_worthwhile(&self) -> bool {
        if self.others == 0 {
            return true;
        }
        if self.begin.elapsed() < ALONE {
            return false;
        }
        // SAFETY: only the lifetime differs. A thread uses the work only between joining and leaving, and `wait` closes
        // the door and waits for all joined threads while the work is still borrowed.
        let work = Work(unsafe {
            std::mem::transmute::<*const (dyn Fn() + Sync + 'w), *const (dyn Fn() + Sync + 'static)>(
                self.work,
            )
        });
        let door = Arc::new(Door {
            work,
            state: Mutex::default(),
            inside: AtomicUsize::new(0),
            left: Condvar::new(),
        });
        Others::get().call(&door, self.others);
        self.door.set(Some(door));
        true
    }

    /// Waits for the threads that joined, and propagates the first panic.
    pub fn finish(self) {
        if let Some(panic) = self.wait() {
            resume_unwind(panic);
        }
    }

    fn wait(&self) -> Option<Box<dyn Any + Send>> {
        let door = self.door.take()?;
        Others::get().forget(&door);
        door.state.lock().closed = true;
        let is_occupied = || door.inside.load(Ordering::Acquire) > 0;
        spin_while(is_occupied);
        let mut state = door.state.lock();
        while is_occupied() {
            door.left.wait(&mut state);
        }
        state.panic.take()
    }
}

impl Drop for WorkerPool<'_> {
    /// Waits for the threads that joined, before the work and its borrows end.
    fn drop(&mut self) {
        drop(self.wait());
    }
}

impl Door {
    /// Joins, if the door is still open, and does the work.
    fn pass(&self) {
        {
            let state = self.state.lock();
            if state.closed {
                return;
            }
            self.inside.fetch_add(1, Ordering::Relaxed);
        }
        // SAFETY: the work lives at least until the door is closed and all threads have left.
        let work = unsafe { &*self.work.0 };
        let result = catch_unwind(AssertUnwindSafe(work));
        let mut state = self.state.lock();
        if let Err(panic) = result {
            state.panic.get_or_insert(panic);
        }
        if self.inside.fetch_sub(1, Ordering::Release) == 1 {
            self.left.notify_all();
        }
    }
}

impl Others {
    /// Returns the helper threads: one for each core except that of the launching thread.
    fn get() -> &'static Others {
        static OTHERS: OnceLock<Others> = OnceLock::new();
        static STARTED: OnceLock<()> = OnceLock::new();
        let others = OTHERS.get_or_init(|| Others {
            // Querying this takes longer than a small launch.
            count: thread::available_parallelism().map_or(0, |cores| cores.get() - 1),
            doors: Mutex::default(),
            wanted: AtomicUsize::new(0),
            opened: Condvar::new(),
        });
        STARTED.get_or_init(|| {
            for _ in 0..others.count {
                // Without threads launches only take longer.
                let _ = thread::Builder::new()
                    .name("cuda-sim blocks".to_owned())
                    .spawn(|| others.serve());
            }
        });
        others
    }

    fn call(&self, door: &Arc<Door>, times: usize) {
        let mut doors = self.doors.lock();
        doors.extend((0..times).map(|_| door.clone()));
        self.wanted.store(doors.len(), Ordering::Release);
        drop(doors);
        for _ in 0..times {
            self.opened.notify_one();
        }
    }

    fn forget(&self, door: &Arc<Door>) {
        let mut doors = self.doors.lock();
        doors.retain(|other| !Arc::ptr_eq(other, door));
        self.wanted.store(doors.len(), Ordering::Release);
    }

    /// The main loop of a thread.
    fn serve(&self) {
        loop {
            spin_while(|| self.wanted.load(Ordering::Acquire) == 0);
            self.next().pass();
        }
    }

    /// Waits for an open door.
    fn next(&self) -> Arc<Door> {
        let mut doors = self.doors.lock();
        loop {
            if let Some(door) = doors.pop_front() {
                self.wanted.store(doors.len(), Ordering::Release);
                return door;
            }
            self.opened.wait(&mut doors);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Calls the others, however short the launch is.
    fn call(worker_pool: &WorkerPool<'_>) {
        while !worker_pool.call_if_worthwhile() {
            std::hint::spin_loop();
        }
    }

    #[test]
    fn no_worker_continues_after_the_launch_has_ended() {
        for _ in 0..200 {
            let working = AtomicUsize::new(0);
            let work = || {
                working.fetch_add(1, Ordering::SeqCst);
                thread::yield_now();
                working.fetch_sub(1, Ordering::SeqCst);
            };
            let worker_pool = WorkerPool::new(3, &work);
            call(&worker_pool);
            worker_pool.finish();
            assert_eq!(working.load(Ordering::SeqCst), 0);
        }
    }

    #[test]
    fn a_launch_of_one_block_calls_no_worker() {
        let work = || panic!("no worker is called");
        let worker_pool = WorkerPool::new(0, &work);
        assert!(worker_pool.call_if_worthwhile());
        worker_pool.finish();
    }

    #[test]
    fn a_panic_of_another_is_the_leader_s() {
        if Others::get().count == 0 {
            return;
        }
        let came = AtomicUsize::new(0);
        let work = || {
            came.fetch_add(1, Ordering::SeqCst);
            panic!("of another");
        };
        let worker_pool = WorkerPool::new(1, &work);
        call(&worker_pool);
        while came.load(Ordering::SeqCst) == 0 {
            thread::yield_now();
        }
        let result = catch_unwind(AssertUnwindSafe(|| worker_pool.finish()));
        let panic = result.expect_err("the panic is propagated");
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"of another"));
        // The threads are still available for the next launch.
        let came = AtomicUsize::new(0);
        let work = || {
            came.fetch_add(1, Ordering::SeqCst);
        };
        let worker_pool = WorkerPool::new(1, &work);
        call(&worker_pool);
        while came.load(Ordering::SeqCst) == 0 {
            thread::yield_now();
        }
    }
}
