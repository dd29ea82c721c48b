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

/// How long a launch runs on one thread before it wakes helpers, which takes about as long.
const SINGLE_THREAD_TIME: Duration = Duration::from_micros(3);
/// How long a thread spins before it sleeps, while it waits for a launch or for helpers to leave one: about as long as
/// waking it would take.
const SPIN_TIME: Duration = Duration::from_micros(50);

/// The threads that execute one launch: the launching thread, and helpers if the launch takes long enough.
///
/// The launch doesn't wait for a helper that wakes up too late, so a small launch takes no longer.
pub struct WorkerPool<'w> {
    /// The function that each helper calls.
    work: &'w (dyn Fn() + Sync),
    /// The maximum number of helpers.
    helpers: usize,
    begin: Instant,
    job: Cell<Option<Arc<Job>>>,
}

/// A launch that helpers can join until it is closed.
struct Job {
    work: Work,
    state: Mutex<PoolState>,
    /// The number of threads that joined and have not left. It changes while `state` is locked.
    joined: AtomicUsize,
    left: Condvar,
}

#[derive(Default)]
struct PoolState {
    closed: bool,
    panic: Option<Box<dyn Any + Send>>,
}

/// A pointer to the work, because threads may outlive it.
#[derive(Clone, Copy)]
struct Work(*const (dyn Fn() + Sync + 'static));

// SAFETY: its target is `Sync`, and threads dereference it only as `Job` allows.
unsafe impl Send for Work {}
// SAFETY: as above.
unsafe impl Sync for Work {}

/// The helper threads, which live as long as the process.
struct Helpers {
    /// The number of threads.
    count: usize,
    /// The open jobs, each as many times as helpers are requested for it.
    jobs: Mutex<VecDeque<Arc<Job>>>,
    /// The length of `jobs`, which spinning threads read without the lock.
    queued: AtomicUsize,
    added: Condvar,
}

/// Spins while `is_waiting` returns `true`, for at most [`SPIN_TIME`].
fn spin_while(is_waiting: impl Fn() -> bool) {
    let begin = Instant::now();
    while is_waiting() && begin.elapsed() < SPIN_TIME {
        std::hint::spin_loop();
    }
}

/// Returns the maximum number of threads that execute a launch, including the launching thread.
pub fn size() -> usize {
    Helpers::get().count + 1
}

impl<'w> WorkerPool<'w> {
    /// Creates a pool of up to `helpers` threads in addition to the calling thread.
    pub fn new(helpers: usize, work: &'w (dyn Fn() + Sync)) -> WorkerPool<'w> {
        WorkerPool { work, helpers, begin: Instant::now(), job: Cell::new(None) }
    }

    /// Wakes the helpers if the launch has run long enough; returns `true` if it needn't be called again.
    pub fn wake_if_worthwhile(&self) -> bool {
        if self.helpers == 0 {
            return true;
        }
        if self.begin.elapsed() < SINGLE_THREAD_TIME {
            return false;
        }
        // SAFETY: only the lifetime differs. A thread uses the work only between joining and leaving, and `wait` closes
        // the job and waits for all joined threads while the work is still borrowed.
        let work = Work(unsafe {
            std::mem::transmute::<*const (dyn Fn() + Sync + 'w), *const (dyn Fn() + Sync + 'static)>(
                self.work,
            )
        });
        let job = Arc::new(Job {
            work,
            state: Mutex::default(),
            joined: AtomicUsize::new(0),
            left: Condvar::new(),
        });
        Helpers::get().request(&job, self.helpers);
        self.job.set(Some(job));
        true
    }

    /// Waits for the threads that joined, and propagates the first panic.
    pub fn finish(self) {
        if let Some(panic) = self.wait() {
            resume_unwind(panic);
        }
    }

    fn wait(&self) -> Option<Box<dyn Any + Send>> {
        let job = self.job.take()?;
        Helpers::get().remove(&job);
        job.state.lock().closed = true;
        let is_running = || job.joined.load(Ordering::Acquire) > 0;
        spin_while(is_running);
        let mut state = job.state.lock();
        while is_running() {
            job.left.wait(&mut state);
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

impl Job {
    /// Joins the launch, unless it is closed, and does the work.
    fn join(&self) {
        {
            let state = self.state.lock();
            if state.closed {
                return;
            }
            self.joined.fetch_add(1, Ordering::Relaxed);
        }
        // SAFETY: the work lives at least until the job is closed and all threads have left.
        let work = unsafe { &*self.work.0 };
        let result = catch_unwind(AssertUnwindSafe(work));
        let mut state = self.state.lock();
        if let Err(panic) = result {
            state.panic.get_or_insert(panic);
        }
        if self.joined.fetch_sub(1, Ordering::Release) == 1 {
            self.left.notify_all();
        }
    }
}

impl Helpers {
    /// Returns the helper threads: one for each core except that of the launching thread.
    fn get() -> &'static Helpers {
        static HELPERS: OnceLock<Helpers> = OnceLock::new();
        static STARTED: OnceLock<()> = OnceLock::new();
        let helpers = HELPERS.get_or_init(|| Helpers {
            // Querying this takes longer than a small launch.
            count: thread::available_parallelism().map_or(0, |cores| cores.get() - 1),
            jobs: Mutex::default(),
            queued: AtomicUsize::new(0),
            added: Condvar::new(),
        });
        STARTED.get_or_init(|| {
            for _ in 0..helpers.count {
                // If a thread can't be started, launches only take longer.
                let _ = thread::Builder::new()
                    .name("cuda-sim blocks".to_owned())
                    .spawn(|| helpers.serve());
            }
        });
        helpers
    }

    fn request(&self, job: &Arc<Job>, times: usize) {
        let mut jobs = self.jobs.lock();
        jobs.extend((0..times).map(|_| job.clone()));
        self.queued.store(jobs.len(), Ordering::Release);
        drop(jobs);
        for _ in 0..times {
            self.added.notify_one();
        }
    }

    fn remove(&self, job: &Arc<Job>) {
        let mut jobs = self.jobs.lock();
        jobs.retain(|other| !Arc::ptr_eq(other, job));
        self.queued.store(jobs.len(), Ordering::Release);
    }

    /// The main loop of a thread.
    fn serve(&self) {
        loop {
            spin_while(|| self.queued.load(Ordering::Acquire) == 0);
            self.next().join();
        }
    }

    /// Waits for an open job, and removes it from the list.
    fn next(&self) -> Arc<Job> {
        let mut jobs = self.jobs.lock();
        loop {
            if let Some(job) = jobs.pop_front() {
                self.queued.store(jobs.len(), Ordering::Release);
                return job;
            }
            self.added.wait(&mut jobs);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wakes the helpers, however short the launch is.
    fn wake(worker_pool: &WorkerPool<'_>) {
        while !worker_pool.wake_if_worthwhile() {
            std::hint::spin_loop();
        }
    }

    #[test]
    fn finish_waits_for_all_helpers() {
        for _ in 0..200 {
            let working = AtomicUsize::new(0);
            let work = || {
                working.fetch_add(1, Ordering::SeqCst);
                thread::yield_now();
                working.fetch_sub(1, Ordering::SeqCst);
            };
            let worker_pool = WorkerPool::new(3, &work);
            wake(&worker_pool);
            worker_pool.finish();
            assert_eq!(working.load(Ordering::SeqCst), 0);
        }
    }

    #[test]
    fn a_pool_without_helpers_wakes_none() {
        let work = || panic!("no helper is woken");
        let worker_pool = WorkerPool::new(0, &work);
        assert!(worker_pool.wake_if_worthwhile());
        worker_pool.finish();
    }

    #[test]
    fn a_panic_of_a_helper_is_propagated_to_the_launching_thread() {
        if Helpers::get().count == 0 {
            return;
        }
        let started = AtomicUsize::new(0);
        let work = || {
            started.fetch_add(1, Ordering::SeqCst);
            panic!("in a helper");
        };
        let worker_pool = WorkerPool::new(1, &work);
        wake(&worker_pool);
        while started.load(Ordering::SeqCst) == 0 {
            thread::yield_now();
        }
        let result = catch_unwind(AssertUnwindSafe(|| worker_pool.finish()));
        let panic = result.expect_err("the panic is propagated");
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"in a helper"));
        // The threads are still available for the next launch.
        let started = AtomicUsize::new(0);
        let work = || {
            started.fetch_add(1, Ordering::SeqCst);
        };
        let worker_pool = WorkerPool::new(1, &work);
        wake(&worker_pool);
        while started.load(Ordering::SeqCst) == 0 {
            thread::yield_now();
        }
    }
}
