use cuda_driver::{Launch, Stream, context::ContextFlags, event::EventFlags, stream::StreamFlags};

use crate::device::on_every_driver;
use crate::kernels;

on_every_driver! {
    fn work_on_a_stream_is_done_in_order(device) {
        let Some(slow) = kernels::kernel(&device.context, "slow_add") else { return };
        let mut value = device.stream.upload(&[1i32]).unwrap();
        for _ in 0..3 {
            // SAFETY: slow_add(int *, int), one element.
            unsafe { device.stream.launch(&slow, Launch::grid(1), (&mut value, 1i32)) }.unwrap();
        }
        assert_eq!(value.to_vec().unwrap(), [40]);
        assert!(device.stream.query().unwrap());
    }

    fn a_stream_waits_for_an_event_of_another(device) {
        let Some(slow) = kernels::kernel(&device.context, "slow_add") else { return };
        let other = device.context.stream().unwrap();
        let mut value = device.stream.upload(&[0i32]).unwrap();
        // SAFETY: slow_add(int *, int), one element.
        unsafe { device.stream.launch(&slow, Launch::grid(1), (&mut value, 1_000_000i32)) }.unwrap();
        let event = device.context.event_with(EventFlags::DISABLE_TIMING).unwrap();
        device.stream.record(&event).unwrap();
        other.wait_event(&event).unwrap();
        value.move_to(&other).unwrap();
        let after = value.to_vec().unwrap();
        assert!(event.query().unwrap());
        assert_ne!(after, [0]);
    }

    fn a_stream_can_wait_for_its_own_event(device) {
        let Some(slow) = kernels::kernel(&device.context, "slow_add") else { return };
        let event = device.context.event_with(EventFlags::DISABLE_TIMING).unwrap();
        let mut value = device.stream.upload(&[0i32]).unwrap();
        // The event completes before, during and after the wait.
        for iterations in 0..5_000i32 {
            // SAFETY: slow_add(int *, int), one element.
            unsafe { device.stream.launch(&slow, Launch::grid(1), (&mut value, iterations % 50)) }.unwrap();
            device.stream.record(&event).unwrap();
            device.stream.wait_event(&event).unwrap();
        }
        device.stream.synchronize().unwrap();
    }

    fn streams_of_two_contexts_can_wait_for_each_other(device) {
        let other = device.context.device().create_context(ContextFlags::empty()).unwrap();
        let streams = [device.stream.clone(), other.stream().unwrap()];
        let events = streams.each_ref().map(|stream| stream.context().event().unwrap());
        std::thread::scope(|scope| {
            for (stream, events) in [(&streams[0], [&events[0], &events[1]]), (&streams[1], [&events[1], &events[0]])] {
                scope.spawn(move || {
                    for _ in 0..5_000 {
                        stream.record(events[0]).unwrap();
                        stream.wait_event(events[1]).unwrap();
                    }
                });
            }
        });
        for stream in &streams {
            stream.synchronize().unwrap();
        }
    }

    fn the_default_stream_works_from_a_thread_without_a_context(device) {
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let stream = device.context.default_stream();
                let buffer = stream.upload(&[5u16, 6]).unwrap();
                assert_eq!(buffer.to_vec().unwrap(), [5, 6]);
                // Other tests' streams may keep it busy.
                stream.query().unwrap();
                buffer.destroy().unwrap();
                stream.destroy().unwrap();
            });
        });
    }

    fn hashes_tell_streams_and_contexts_apart(device) {
        use std::hash::{BuildHasher, RandomState};
        let state = RandomState::new();
        let streams: Vec<_> = (0..20).map(|_| device.context.stream().unwrap()).collect();
        let mut hashes: Vec<_> = streams.iter().map(|stream| state.hash_one(stream)).collect();
        let again: Vec<_> = streams.iter().map(|stream| state.hash_one(stream.clone())).collect();
        assert_eq!(hashes, again);
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), streams.len());
        let other = device.driver.device(0).unwrap().create_context(ContextFlags::empty()).unwrap();
        assert_ne!(state.hash_one(&other), state.hash_one(&device.context));
    }

    fn a_stream_converts_to_a_raw_handle_and_back(device) {
        let stream = device.context.stream_with(StreamFlags::empty(), 0).unwrap();
        let clone = stream.clone();
        assert!(clone.into_raw().is_err(), "another clone lives");
        let handle = stream.into_raw().unwrap();
        // SAFETY: the handle is a stream of the context that no other code has.
        let stream = unsafe { Stream::from_raw(&device.context, handle) };
        stream.synchronize().unwrap();
        stream.destroy().unwrap();
    }

    fn a_borrowed_stream_is_not_destroyed(device) {
        // SAFETY: the test's stream outlives the borrowed one.
        let borrowed = unsafe { Stream::borrow_raw(&device.context, device.stream.as_raw()) };
        assert_eq!(borrowed, device.stream);
        assert!(borrowed.into_raw().is_err(), "it isn't owned");
        device.stream.synchronize().unwrap();
    }
}
