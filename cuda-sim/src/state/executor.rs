//! Threads that execute streams' work: one for each stream with work, none for idle ones.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, ThreadId};
use std::time::Duration;

use parking_lot::Mutex;

type Job = Box<dyn FnOnce() + Send>;

/// How long a thread waits for another job before it ends.
const IDLE_TIMEOUT: Duration = Duration::from_secs(10);

/// Idle threads. Code that removes one from the list sends it a job.
static IDLE: Mutex<Vec<(ThreadId, Sender<Job>)>> = Mutex::new(Vec::new());

/// Runs `job` on an idle thread, or on a new one.
pub(crate) fn spawn(job: impl FnOnce() + Send + 'static) {
    let mut job: Job = Box::new(job);
    let idle = IDLE.lock().pop();
    if let Some((_, thread)) = idle {
        match thread.send(job) {
            Ok(()) => return,
            Err(refused) => job = refused.0,
        }
    }
    let job = Arc::new(Mutex::new(Some(job)));
    let taken = job.clone();
    let thread = thread::Builder::new().name("cuda-sim stream".to_owned()).spawn(move || {
        let job = taken.lock().take();
        job.into_iter().for_each(work);
    });
    if thread.is_err() {
        // If there are no more threads, the calling one runs it.
        let job = job.lock().take();
        job.into_iter().for_each(|job| job());
    }
}

fn work(first: Job) {
    let (sender, jobs) = channel();
    let mut job = first;
    loop {
        job();
        IDLE.lock().push((thread::current().id(), sender.clone()));
        job = match next(&jobs) {
            Some(job) => job,
            None => return,
        };
    }
}

fn next(jobs: &Receiver<Job>) -> Option<Job> {
    if let Ok(job) = jobs.recv_timeout(IDLE_TIMEOUT) {
        return Some(job);
    }
    let me = thread::current().id();
    let mut idle = IDLE.lock();
    match idle.iter().position(|(id, _)| *id == me) {
        Some(index) => {
            idle.remove(index);
            None
        }
        // A job was just assigned to this thread, and will arrive.
        None => {
            drop(idle);
            jobs.recv().ok()
        }
    }
}
