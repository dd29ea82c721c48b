//! Actions after a stream's work.

use std::future::Future;
use std::pin::pin;
use std::sync::{Arc, mpsc};
use std::task::{Context as TaskContext, Poll, Wake, Waker};
use std::thread::{self, Thread};

use cuda_driver::{Context, Launch, context::ContextFlags, sys::CUstreamCaptureMode};

use crate::device::on_every_driver;
use crate::kernels;
use crate::owners::PATIENCE;

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

/// Runs a future on this thread, as an async runtime would.
fn block_on<F: Future>(future: F) -> F::Output {
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let (mut future, mut context) = (pin!(future), TaskContext::from_waker(&waker));
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(output) => return output,
            Poll::Pending => thread::park(),
        }
    }
}

on_every_driver! {
    fn a_future_is_ready_when_the_work_is_done(device) {
        let Some(slow) = kernels::kernel(&device.context, "slow_add") else { return };
        let mut value = device.stream.upload(&[1i32]).unwrap();
        let event = device.context.event().unwrap();
        // SAFETY: slow_add(int *, int), one element.
        unsafe { device.stream.launch(&slow, Launch::grid(1), (&mut value, 3_000_000i32)) }.unwrap();
        device.stream.record(&event).unwrap();
        block_on(device.stream.done().unwrap()).unwrap();
        assert!(event.query().unwrap());
        block_on(event.done()).unwrap();
        let memory = block_on(async { device.stream.download_owned(&value, vec![0i32; 1]).unwrap().await }).unwrap();
        assert_ne!(memory, [1]);
    }

    fn an_action_runs_when_the_work_is_done_and_may_use_the_driver(device) {
        let (sender, receiver) = mpsc::channel();
        let stream = device.stream.clone();
        device.stream.on_done(move |result| {
            let value = stream.upload(&[5u8]).unwrap().to_vec().unwrap();
            sender.send((result, value)).unwrap();
        }).unwrap();
        assert_eq!(receiver.recv_timeout(PATIENCE).unwrap(), (Ok(()), vec![5]));
    }

    fn an_action_that_panics_does_not_keep_others_from_running(device) {
        let (sender, receiver) = mpsc::channel();
        device.stream.on_done(|_| panic!("on purpose")).unwrap();
        device.stream.on_done(move |result| sender.send(result).unwrap()).unwrap();
        assert_eq!(receiver.recv_timeout(PATIENCE).unwrap(), Ok(()));
    }

    fn a_panic_that_panics_when_it_is_dropped_ends_nothing_else(device) {
        struct Bomb;
        impl Drop for Bomb {
            fn drop(&mut self) {
                panic!("again");
            }
        }
        let (sender, receiver) = mpsc::channel();
        let mut buffer = device.stream.alloc::<u8>(1 << 20).unwrap();
        let transfer = device.stream.upload_owned(vec![1u8; 1 << 20], &mut buffer).unwrap();
        device.stream.on_done(|_| std::panic::panic_any(Bomb)).unwrap();
        device.stream.drop_after(Bomb).unwrap();
        device.stream.on_done(move |result| sender.send(result).unwrap()).unwrap();
        drop(transfer);
        assert_eq!(receiver.recv_timeout(PATIENCE).unwrap(), Ok(()));
    }

    fn a_value_is_dropped_when_the_work_is_done(device) {
        struct NotifyOnDrop(mpsc::Sender<()>);
        impl Drop for NotifyOnDrop {
            fn drop(&mut self) {
                let _ = self.0.send(());
            }
        }
        let (sender, receiver) = mpsc::channel();
        device.stream.drop_after(NotifyOnDrop(sender)).unwrap();
        receiver.recv_timeout(PATIENCE).unwrap();
    }

    fn the_wait_for_a_future_does_not_disturb_a_capture(device) {
        let context = Context::create(device.context.device(), ContextFlags::empty()).unwrap();
        let (stream, captured) = (context.stream().unwrap(), context.stream().unwrap());
        let buffer = stream.upload(&[1u8, 2]).unwrap();
        let mode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;
        // SAFETY: the stream is alive, and no other code uses it.
        unsafe { device.driver.raw().cuStreamBeginCapture(captured.as_raw(), mode) }.unwrap();
        assert_eq!(buffer.to_vec().unwrap(), [1, 2]);
        block_on(stream.done().unwrap()).unwrap();
        let memory = stream.download_owned(&buffer, vec![0u8; 2]).unwrap().wait().unwrap();
        assert_eq!(memory, [1, 2]);
        // SAFETY: as above; ending the capture made the graph.
        unsafe {
            let graph = device.driver.raw().cuStreamEndCapture(captured.as_raw()).unwrap();
            device.driver.raw().cuGraphDestroy(graph).unwrap();
        }
    }
}
