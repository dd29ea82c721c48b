use cuda_driver::{Error, ErrorCode, Event, Launch, context::ContextFlags, event::EventFlags};

use crate::device::on_every_driver;
use crate::kernels;

on_every_driver! {
    fn time_passes_between_two_events(device) {
        let Some(slow) = kernels::kernel(&device.context, "slow_add") else { return };
        let (begin, end) = (device.context.event().unwrap(), device.context.event().unwrap());
        let mut value = device.stream.upload(&[1i32]).unwrap();
        device.stream.record(&begin).unwrap();
        // SAFETY: slow_add(int *, int), one element.
        unsafe { device.stream.launch(&slow, Launch::grid(1), (&mut value, 100_000i32)) }.unwrap();
        device.stream.record(&end).unwrap();
        end.synchronize().unwrap();
        assert!(!begin.elapsed(&end).unwrap().is_zero());
        assert_eq!(end.elapsed(&begin), Err(Error::Reversed));
    }

    fn an_event_without_timing_has_no_time(device) {
        let (with, without) = (device.context.event().unwrap(), device.context.event_with(EventFlags::DISABLE_TIMING).unwrap());
        device.stream.record(&with).unwrap();
        device.stream.record(&without).unwrap();
        device.stream.synchronize().unwrap();
        assert_eq!(with.elapsed(&without), Err(Error::TimingDisabled));
    }

    fn an_event_that_was_not_recorded_has_no_time(device) {
        let (begin, end) = (device.context.event().unwrap(), device.context.event().unwrap());
        assert!(end.query().unwrap(), "an event that was never recorded is past");
        end.synchronize().unwrap();
        assert_eq!(begin.elapsed(&end), Err(Error::NotRecorded));
    }

    fn events_of_different_contexts_are_not_reported_as_never_recorded(device) {
        let other = device.context.device().create_context(ContextFlags::empty()).unwrap();
        let (begin, end) = (device.context.event().unwrap(), other.event().unwrap());
        let error = begin.elapsed(&end).unwrap_err();
        assert_eq!(error.result().map(|error| error.code()), Some(ErrorCode::INVALID_HANDLE), "{error}");
        device.stream.record(&begin).unwrap();
        other.stream().unwrap().record(&end).unwrap();
        begin.synchronize().unwrap();
        end.synchronize().unwrap();
        assert!(!matches!(begin.elapsed(&end), Err(Error::NotRecorded)));
    }

    fn an_event_that_is_still_pending_has_no_time(device) {
        let Some(slow) = kernels::kernel(&device.context, "slow_add") else { return };
        let (begin, end) = (device.context.event().unwrap(), device.context.event().unwrap());
        let mut value = device.stream.upload(&[1i32]).unwrap();
        // Other tests keep the host busy, so the kernel may be done before the query.
        let seen = (0..20).any(|_| {
            device.stream.record(&begin).unwrap();
            // SAFETY: slow_add(int *, int), one element.
            unsafe { device.stream.launch(&slow, Launch::grid(1), (&mut value, 10_000_000i32)) }.unwrap();
            device.stream.record(&end).unwrap();
            let (elapsed, passed, idle) = (begin.elapsed(&end), end.query().unwrap(), device.stream.query().unwrap());
            end.synchronize().unwrap();
            elapsed == Err(Error::NotComplete) && !passed && !idle
        });
        assert!(seen);
        assert!(!begin.elapsed(&end).unwrap().is_zero());
    }

    fn an_event_converts_to_a_raw_handle_and_back(device) {
        let handle = device.context.event().unwrap().into_raw().unwrap();
        // SAFETY: the handle is an event of the context that no other code has.
        let event = unsafe { Event::from_raw(&device.context, handle, EventFlags::empty()) };
        device.stream.record(&event).unwrap();
        event.synchronize().unwrap();
        event.destroy().unwrap();
    }
}
