//! Actions after a stream's work.

use std::future::Future;
use std::sync::mpsc;
use std::task::{Context as TaskContext, Waker};
use std::thread;

use cuda_driver::{
    Event, Launch, Stream,
    context::ContextFlags,
    driver::Symbol,
    event::EventFlags,
    stream::wait_for_deferred,
    sys::{CUresult, CUstreamCaptureMode},
};
use cuda_rust::block_on;

use crate::costs::instrumented;
use crate::device::{TestDevice, alone, on_every_driver};
use crate::kernels;
use crate::owners::PATIENCE;

/// Panics when it is dropped.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("again");
    }
}

/// Polls a future that isn't ready.
fn poll_in_vain(future: &mut (impl Future<Output: std::fmt::Debug> + Unpin)) {
    let mut context = TaskContext::from_waker(Waker::noop());
    let polled = std::pin::Pin::new(future).poll(&mut context);
    assert!(polled.is_pending(), "{polled:?}");
}

/// Blocks a stream of a context of the test's own until the returned value is dropped.
fn hold(stream: &Stream) -> mpsc::Sender<()> {
    let (held, released) = mpsc::channel();
    stream.launch_host_func(move || _ = released.recv_timeout(PATIENCE)).unwrap();
    held
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
        let context = device.context.device().create_context(ContextFlags::empty()).unwrap();
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

    fn many_futures_of_many_streams_are_ready_in_any_order(device) {
        let device = &alone(device);
        let streams = [(); 4].map(|()| device.context.stream().unwrap());
        let held = hold(&streams[0]);
        for stream in &streams[1..] {
            stream.wait_stream(&streams[0]).unwrap();
        }
        let mut futures = Vec::new();
        for number in 0..200 {
            let mut done = streams[number % 4].done().unwrap();
            poll_in_vain(&mut done);
            futures.push(done);
        }
        // Some are dropped, and the newest are awaited first.
        let mut number = 0;
        futures.retain(|_| {
            number += 1;
            number % 3 != 0
        });
        drop(held);
        for done in futures.into_iter().rev() {
            block_on(done).unwrap();
        }
    }

    fn a_future_uses_its_event_until_it_is_ready_or_dropped(device) {
        let instrument = instrumented(device);
        let device = &alone(&TestDevice::new(instrument.table()));
        let flags = EventFlags::DISABLE_TIMING;
        // SAFETY: the context is current.
        let raw = device.context.with_current(|| unsafe { device.driver.raw().cuEventCreate(flags.bits()) }).unwrap().unwrap();
        // SAFETY: the event is of the context, and is destroyed at the end.
        let event = unsafe { Event::borrow_raw(&device.context, raw, flags) };
        let held = hold(&device.stream);
        device.stream.record(&event).unwrap();
        let mut dropped = event.done();
        poll_in_vain(&mut dropped);
        drop(dropped);
        let event = match event.destroy() {
            Ok(()) => {
                // SAFETY: as above.
                unsafe { Event::borrow_raw(&device.context, raw, flags) }
            }
            Err(error) => panic!("{error}"),
        };
        let mut ready = event.done();
        poll_in_vain(&mut ready);
        drop(held);
        block_on(&mut ready).unwrap();
        // Though the future still exists.
        event.destroy().unwrap();
        // SAFETY: nothing uses it any more.
        unsafe { device.driver.raw().cuEventDestroy(raw) }.unwrap();
        drop(ready);
    }

    fn nothing_that_waits_uses_the_stream(device) {
        let instrument = instrumented(device);
        let device = &alone(&TestDevice::new(instrument.table()));
        let owner = device.context.stream().unwrap();
        // SAFETY: the stream is of the context, and outlives the values made here.
        let stream = unsafe { Stream::borrow_raw(&device.context, owner.as_raw()) };
        let held = hold(&stream);
        let (sender, receiver) = mpsc::channel();
        let mut done = stream.done().unwrap();
        poll_in_vain(&mut done);
        let mut dropped = stream.done().unwrap();
        poll_in_vain(&mut dropped);
        stream.on_done(move |result| sender.send(result).unwrap()).unwrap();
        stream.drop_after(vec![1]).unwrap();
        // No clone is hidden.
        stream.destroy().unwrap();
        instrument.reset();
        drop(dropped);
        drop(held);
        block_on(done).unwrap();
        assert_eq!(receiver.recv_timeout(PATIENCE).unwrap(), Ok(()));
        wait_for_deferred();
        for (symbol, _) in instrument.called() {
            let uses_events = [Symbol::cuEventQuery, Symbol::cuThreadExchangeStreamCaptureMode];
            assert!(uses_events.contains(&symbol), "{symbol}");
        }
        owner.destroy().unwrap();
    }

    fn a_host_function_runs_once_in_the_order_of_its_stream(device) {
        let mut buffer = device.stream.upload(&[1u32]).unwrap();
        let (sender, receiver) = mpsc::channel();
        let mut seen = Box::new([0u32; 2]);
        let pointer = seen.as_mut_ptr().addr();
        // SAFETY: the memory lives until the stream was synchronized, and only the copies and the function use it.
        unsafe {
            let [first, second] = &mut *seen;
            device.stream.download_async(&buffer, std::slice::from_mut(first)).unwrap();
            let calls = sender.clone();
            device.stream.launch_host_func(move || {
                calls.send(*(pointer as *const u32)).unwrap();
                *(pointer as *mut u32) = 7;
            }).unwrap();
            device.stream.fill(&mut buffer, 3).unwrap();
            device.stream.download_async(&buffer, std::slice::from_mut(second)).unwrap();
        }
        device.stream.launch_host_func(move || sender.send(2).unwrap()).unwrap();
        device.stream.synchronize().unwrap();
        assert_eq!(*seen, [7, 3]);
        wait_for_deferred();
        assert_eq!(receiver.iter().collect::<Vec<_>>(), [1, 2]);
    }

    fn a_host_function_may_panic(device) {
        device.stream.launch_host_func(|| panic!("on purpose")).unwrap();
        device.stream.launch_host_func(|| std::panic::panic_any(Bomb)).unwrap();
        let (sender, receiver) = mpsc::channel();
        let bomb = Bomb;
        device.stream.launch_host_func(move || { let _captured = &bomb; }).unwrap();
        device.stream.launch_host_func(move || sender.send(()).unwrap()).unwrap();
        device.stream.synchronize().unwrap();
        receiver.recv_timeout(PATIENCE).unwrap();
        wait_for_deferred();
    }

    fn what_a_host_function_captured_is_dropped_where_cuda_may_be_called(device) {
        struct Uses(Stream, mpsc::Sender<(Vec<u8>, thread::ThreadId)>);
        impl Drop for Uses {
            fn drop(&mut self) {
                let bytes = self.0.upload(&[5u8]).unwrap().to_vec().unwrap();
                self.1.send((bytes, thread::current().id())).unwrap();
            }
        }
        let ((sender, receiver), (caller, called)) = (mpsc::channel(), mpsc::channel());
        let uses = Uses(device.context.stream().unwrap(), sender);
        device.stream.launch_host_func(move || {
            let _captured = &uses;
            caller.send(thread::current().id()).unwrap();
        }).unwrap();
        let (bytes, dropped_by) = receiver.recv_timeout(PATIENCE).unwrap();
        assert_eq!(bytes, [5]);
        assert_ne!(dropped_by, called.recv_timeout(PATIENCE).unwrap());
    }

    fn a_host_function_that_is_not_launched_is_dropped_and_does_not_run(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let attempt = |symbol, code| {
            let (sender, receiver) = mpsc::channel::<()>();
            instrument.reset();
            instrument.fail(symbol, 1, code);
            let launched = device.stream.launch_host_func(move || sender.send(()).unwrap());
            instrument.reset();
            wait_for_deferred();
            (launched, receiver.recv_timeout(PATIENCE))
        };
        let gone = Err(mpsc::RecvTimeoutError::Disconnected);
        for code in [CUresult::CUDA_ERROR_UNKNOWN, CUresult::CUDA_ERROR_ILLEGAL_ADDRESS, CUresult::CUDA_ERROR_NOT_SUPPORTED] {
            let (launched, called) = attempt(Symbol::cuLaunchHostFunc, code);
            assert_eq!(launched.unwrap_err().code().as_raw(), code);
            assert_eq!(called, gone);
        }
        // It was launched, and only its end can't be seen.
        let (launched, called) = attempt(Symbol::cuEventRecord, CUresult::CUDA_ERROR_UNKNOWN);
        assert_eq!((launched, called), (Ok(()), Ok(())));
    }

    fn a_context_keeps_few_unused_events(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let record_events = |number| (0..number).map(|_| device.stream.record_pooled().unwrap()).collect::<Vec<_>>();
        let events = record_events(1000);
        drop(events);
        assert_eq!(instrument.calls(Symbol::cuEventDestroy_v2), 1000 - 256);
        instrument.reset();
        drop(record_events(256));
        assert_eq!(instrument.calls(Symbol::cuEventCreate), 0);
        assert_eq!(instrument.calls(Symbol::cuEventDestroy_v2), 0);
        // `destroy` and `into_raw` do what they say.
        let mut events = record_events(2);
        events.pop().unwrap().destroy().unwrap();
        assert_eq!(instrument.calls(Symbol::cuEventDestroy_v2), 1);
        let raw = events.pop().unwrap().into_raw().unwrap();
        // SAFETY: nothing else uses the event.
        unsafe { device.driver.raw().cuEventDestroy(raw) }.unwrap();
        drop(record_events(254));
        assert_eq!(instrument.calls(Symbol::cuEventCreate), 0);
    }
}
