use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use cuda_driver::Context;
use nccl_sys::{ncclComm_t, ncclResult_t};

use crate::config::Names;

/// A communicator that was dropped, and what destroys it.
pub(crate) struct Farewell {
    pub(crate) comm: ncclComm_t,
    pub(crate) function: Option<unsafe extern "C" fn(ncclComm_t) -> ncclResult_t>,
    pub(crate) context: Context,
    pub(crate) names: Arc<Names>,
}

// SAFETY: NCCL doesn't tie a communicator to a thread.
unsafe impl Send for Farewell {}

/// How many communicators are being destroyed.
static PENDING: Mutex<usize> = Mutex::new(0);
static NONE_LEFT: Condvar = Condvar::new();

fn count(change: impl FnOnce(&mut usize)) {
    let mut pending = PENDING.lock().unwrap_or_else(PoisonError::into_inner);
    change(&mut pending);
    if *pending == 0 {
        NONE_LEFT.notify_all();
    }
}

/// Destroys the communicator on a thread of its own: several of one process may wait for each other. Without a thread it is
/// leaked.
pub(crate) fn say(farewell: Farewell) {
    count(|pending| *pending += 1);
    let work = move || {
        // The whole of it, which may go to another thread.
        let Farewell {
            comm,
            function,
            context,
            names,
        } = { farewell };
        if let Some(function) = function {
            // SAFETY: the value was dropped, so that nobody has the handle any more, and it is destroyed once. Errors are for
            // `destroy` to return.
            let _ = context.with_current(|| unsafe { function(comm) });
        }
        drop(names);
        count(|pending| *pending -= 1);
    };
    let thread = thread::Builder::new().name("nccl farewell".to_owned());
    if thread.spawn(work).is_err() {
        count(|pending| *pending -= 1);
    }
}

/// Waits until the communicators that were dropped so far are destroyed. As [`Communicator::destroy`](crate::Communicator::destroy) it
/// may wait for other ranks.
pub fn wait_for_dropped() {
    let mut pending = PENDING.lock().unwrap_or_else(PoisonError::into_inner);
    while *pending > 0 {
        pending = NONE_LEFT
            .wait(pending)
            .unwrap_or_else(PoisonError::into_inner);
    }
}
