//! A fault of the device ends all waits. It is the only test of its program, because the device can't be used afterwards.
#![allow(missing_docs)]
#![allow(clippy::unwrap_used)]

use std::sync::mpsc;
use std::time::Duration;

use cuda_driver::stream::wait_for_deferred;
use cuda_driver::{Context, CuResult, Launch};
use futures_lite::future;

/// How long to wait for what must happen.
const PATIENCE: Duration = Duration::from_secs(60);

/// Writes to an address that no memory has.
const FAULT: &std::ffi::CStr = c"
.version 7.0
.target sm_52
.address_size 64
.visible .entry fault()
{
    .reg .b64 %rd<2>;
    mov.u64 %rd1, 64;
    st.global.u32 [%rd1], 1;
    ret;
}
";

struct NotifyOnDrop(mpsc::Sender<&'static str>, &'static str);

impl Drop for NotifyOnDrop {
    fn drop(&mut self) {
        let _ = self.0.send(self.1);
    }
}

fn context() -> Context {
    let driver = cuda_sim::gpu_or_software().unwrap();
    driver.device(0).unwrap().primary_context().unwrap()
}

#[test]
fn a_fault_ends_all_waits_and_drops_all_that_was_kept() {
    let context = context();
    let fault = context.load_ptx(FAULT).unwrap().function("fault").unwrap();
    let (stream, other) = (context.stream().unwrap(), context.stream().unwrap());
    let (held, released) = mpsc::channel::<()>();
    stream.launch_host_func(move || _ = released.recv()).unwrap();
    other.wait_stream(&stream).unwrap();
    // SAFETY: fault() takes no arguments; it makes the context unusable.
    unsafe { stream.launch(&fault, Launch::grid(1), ()) }.unwrap();
    other.wait_stream(&stream).unwrap();

    let ((results, called), (drops, dropped)) = (mpsc::channel(), mpsc::channel());
    let mut futures = Vec::new();
    for stream in [&stream, &other] {
        for _ in 0..10 {
            let mut done = stream.done().unwrap();
            assert!(future::block_on(future::poll_once(&mut done)).is_none());
            futures.push(done);
        }
        let results = results.clone();
        stream.on_done(move |result| results.send(result).unwrap()).unwrap();
        let notifier = NotifyOnDrop(drops.clone(), "kept");
        stream.drop_after(notifier).unwrap();
        let captured = NotifyOnDrop(drops.clone(), "captured");
        stream
            .launch_host_func(move || {
                let _ = &captured;
            })
            .unwrap();
    }
    drop((results, drops, held));

    let is_lost = |result: Result<(), CuResult>| result.is_err_and(|error| error.is_context_lost());
    for done in futures {
        assert!(is_lost(future::block_on(done)));
    }
    for _ in 0..2 {
        assert!(is_lost(called.recv_timeout(PATIENCE).unwrap()));
    }
    wait_for_deferred();
    let mut dropped: Vec<_> = dropped.iter().collect();
    dropped.sort_unstable();
    assert_eq!(dropped, ["captured", "captured", "kept", "kept"]);
    // Nothing begins any more, and nothing is leaked either.
    let (sender, receiver) = mpsc::channel::<()>();
    let launched = stream.launch_host_func(move || sender.send(()).unwrap());
    assert!(is_lost(launched));
    wait_for_deferred();
    assert!(receiver.recv_timeout(PATIENCE).is_err());
}
