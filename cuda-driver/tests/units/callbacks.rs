//! Functions that the driver calls: also while they are removed, and later.

use core::ffi::c_void;
use core::ptr::null_mut;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, mpsc};
use std::thread::{self, ThreadId};

use cuda_driver::diagnostics::{LogCallback, Notification};
use cuda_driver::stream::wait_for_deferred;
use cuda_driver::sys::{
    CUasyncNotificationInfo, CUasyncNotificationInfo_info, CUasyncNotificationInfo_info_overBudget,
    CUasyncNotificationType, CUlogLevel,
};

use crate::driver::{LOG_CALLBACK, NOTIFICATION_CALLBACK, driver};

/// Calls what this thread registered last, as the driver does for a message, with an argument.
fn log(argument: *mut c_void) {
    let function = LOG_CALLBACK.get().0.unwrap();
    let text = "message";
    // SAFETY: the text has this length, and is only read.
    unsafe {
        function(
            argument,
            CUlogLevel::CU_LOG_LEVEL_ERROR,
            text.as_ptr().cast_mut().cast(),
            text.len(),
        );
    }
}

#[test]
fn a_closure_is_called_until_it_is_removed() {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let callback = driver().on_log(|entry| {
        assert_eq!(entry.message(), "message");
        CALLS.fetch_add(1, Ordering::Relaxed);
    });
    let argument = LOG_CALLBACK.get().1;
    log(argument);
    // Of no closure.
    log(core::ptr::without_provenance_mut(usize::MAX));
    drop(callback.unwrap());
    log(argument);
    assert_eq!(CALLS.load(Ordering::Relaxed), 1);
}

#[test]
fn a_closure_that_is_removed_while_it_runs_is_dropped_by_another_thread() {
    static DROPPED_BY: OnceLock<ThreadId> = OnceLock::new();
    static IS_RUN: AtomicBool = AtomicBool::new(false);
    struct DropRecorder;
    impl Drop for DropRecorder {
        fn drop(&mut self) {
            DROPPED_BY.set(thread::current().id()).unwrap();
        }
    }
    let log_callback: Arc<Mutex<Option<LogCallback>>> = Arc::default();
    let (dropped, callback) = (DropRecorder, log_callback.clone());
    let registered = driver().on_log(move |_| {
        let _dropped = &dropped;
        drop(callback.lock().unwrap().take());
        assert!(DROPPED_BY.get().is_none(), "it is still running");
        IS_RUN.store(true, Ordering::Relaxed);
    });
    *log_callback.lock().unwrap() = Some(registered.unwrap());
    log(LOG_CALLBACK.get().1);
    assert!(IS_RUN.load(Ordering::Relaxed));
    wait_for_deferred();
    assert_ne!(*DROPPED_BY.get().unwrap(), thread::current().id());
}

#[test]
fn panics_of_closures_are_caught() {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let _callback = driver().on_log(|_| {
        if CALLS.fetch_add(1, Ordering::Relaxed) == 0 {
            resume_unwind(Box::new(()));
        }
    });
    let argument = LOG_CALLBACK.get().1;
    log(argument);
    log(argument);
    assert_eq!(CALLS.load(Ordering::Relaxed), 2);
}

#[test]
fn a_notification_that_is_newer_than_this_crate_is_ignored() {
    let (sender, receiver) = mpsc::channel();
    let device = driver().device(0).unwrap();
    let callback =
        device.on_notification(move |notification| _ = sender.send(notification)).unwrap();
    let (function, argument) = NOTIFICATION_CALLBACK.get();
    for kind in [7, 1] {
        let mut info = CUasyncNotificationInfo {
            type_: CUasyncNotificationType(kind),
            _padding_after_type: [0; 4],
            info: CUasyncNotificationInfo_info {
                overBudget: CUasyncNotificationInfo_info_overBudget { bytesOverBudget: 42 },
            },
        };
        // SAFETY: it is a notification.
        unsafe { function.unwrap()(&raw mut info, argument, null_mut()) };
    }
    drop(callback);
    let found: Vec<_> = receiver.iter().collect();
    assert_eq!(found, [Notification::OverBudget { bytes: 42 }]);
}
