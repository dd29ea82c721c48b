use cuda_driver::sys::CUlimit;
use cuda_driver::{Context, ContextFlags, DestroyError, ErrorCode, Limit, Stream};

use crate::device::{TestDevice, on_every_driver};

/// The context that is current on this thread.
fn current(device: &TestDevice) -> cuda_driver::sys::CUcontext {
    // SAFETY: the driver is initialised.
    unsafe { device.driver.raw().cuCtxGetCurrent() }.unwrap()
}

/// Runs `test` with no context current on its thread.
fn on_a_new_thread(test: impl FnOnce() + Send) {
    std::thread::scope(|scope| {
        let name = std::thread::current().name().map(str::to_string);
        let thread = std::thread::Builder::new().name(name.unwrap_or_default());
        thread.spawn_scoped(scope, test).unwrap().join().unwrap();
    });
}

on_every_driver! {
    fn a_context_is_current_for_the_work_alone(device) {
        on_a_new_thread(|| {
            assert!(current(device).is_null());
            let inside = device.context.with_current(|| {
                device.context.with_current(|| assert_eq!(current(device), device.context.as_raw())).unwrap();
                current(device)
            });
            assert_eq!(inside.unwrap(), device.context.as_raw());
            assert!(current(device).is_null());
        });
    }

    fn making_things_leaves_the_threads_context_alone(device) {
        on_a_new_thread(|| {
            let own = Context::create(device.context.device(), ContextFlags::SCHED_SPIN).unwrap();
            assert!(current(device).is_null());
            own.with_current(|| {
                let stream = device.context.stream().unwrap();
                let event = device.context.event().unwrap();
                let pinned = device.context.pinned::<u8>(100).unwrap();
                let buffer = stream.upload(&[1u8, 2, 3]).unwrap();
                stream.record(&event).unwrap();
                drop((buffer, pinned, event, stream));
                device.context.default_stream().synchronize().unwrap();
                device.context.memory_info().unwrap();
                device.context.synchronize().unwrap();
                assert_eq!(current(device), own.as_raw());
            })
            .unwrap();
        });
    }

    fn a_context_can_be_given_away_and_taken_back(device) {
        let context = Context::create(device.context.device(), ContextFlags::empty()).unwrap();
        let clone = context.clone();
        assert!(clone.into_raw().is_err(), "another clone lives");
        let handle = context.into_raw().unwrap();
        // SAFETY: the handle is a context of the device that nobody else has.
        let context = unsafe { Context::from_raw(device.context.device(), handle) };
        context.synchronize().unwrap();
        context.destroy().unwrap();
    }

    fn a_context_serves_every_thread(device) {
        on_a_new_thread(|| {
            let buffer = device.stream.upload(&[1u32, 2, 3]).unwrap();
            on_a_new_thread(|| assert_eq!(buffer.to_vec().unwrap(), [1, 2, 3]));
        });
    }

    fn a_context_that_is_shared_is_not_destroyed_but_given_back(device) {
        let context = Context::create(device.context.device(), ContextFlags::empty()).unwrap();
        assert_ne!(context, device.context);
        let stream = context.stream().unwrap();
        let context = match context.destroy() {
            Err(DestroyError::Shared(context)) => context,
            other => panic!("{other:?}"),
        };
        assert_eq!(stream.upload(&[7i64]).unwrap().to_vec().unwrap(), [7]);
        stream.destroy().unwrap();
        context.destroy().unwrap();
    }

    fn the_current_context_is_found_if_it_is_a_primary_one(device) {
        on_a_new_thread(|| {
            assert!(Context::current(device.driver).unwrap().is_none());
            let found = device.context.with_current(|| Context::current(device.driver)).unwrap().unwrap();
            assert_eq!(found.unwrap(), device.context);
            let own = Context::create(device.context.device(), ContextFlags::empty()).unwrap();
            let error = own.with_current(|| Context::current(device.driver)).unwrap().unwrap_err();
            assert_eq!(error.code(), ErrorCode::INVALID_CONTEXT);
        });
    }

    fn a_borrowed_context_stays(device) {
        // SAFETY: the test's context outlives the borrowed one.
        let borrowed = unsafe { Context::borrow_raw(device.context.device(), device.context.as_raw()) };
        assert_eq!(borrowed, device.context);
        borrowed.destroy().unwrap();
        device.context.synchronize().unwrap();
    }

    fn a_buffer_is_not_moved_to_another_context(device) {
        let other = Context::create(device.context.device(), ContextFlags::empty()).unwrap();
        let stream: Stream = other.stream().unwrap();
        let mut buffer = device.stream.upload(&[1u8]).unwrap();
        let error = buffer.move_to(&stream).unwrap_err();
        assert!(error.to_string().contains("another context"), "{error}");
    }

    fn limits_can_be_read_and_set(device) {
        let limit = Limit::PRINTF_FIFO_SIZE;
        let before = device.context.limit(limit).unwrap();
        device.context.set_limit(limit, before).unwrap();
        assert_eq!(device.context.limit(limit).unwrap(), before);
        let error = device.context.limit(Limit::from_raw(CUlimit(10_000))).unwrap_err();
        assert!(error.to_string().starts_with("cuCtxGetLimit: "), "{error}");
    }

    fn the_highest_priority_is_the_smallest_number(device) {
        let (least, greatest) = device.context.stream_priority_range().unwrap();
        assert!(greatest <= least);
        let stream = device.context.stream_with(cuda_driver::StreamFlags::NON_BLOCKING, greatest).unwrap();
        // SAFETY: the stream is alive.
        assert_eq!(unsafe { device.driver.raw().cuStreamGetPriority(stream.as_raw()) }.unwrap(), greatest);
    }
}
