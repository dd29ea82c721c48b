//! The attributes of streams, and events as seen from outside of graphs.

use cuda_driver::{
    DeviceAttribute, ErrorCode,
    context::ContextFlags,
    event::EventFlags,
    graph::CaptureMode,
    launch::{AccessPolicyWindow, LaunchMemSyncDomain},
    stream::{AccessProperty, SynchronizationPolicy},
};

use crate::device::{alone, on_every_driver};

on_every_driver! {
    fn a_stream_has_an_access_policy_window_only_if_one_was_set(device) {
        let stream = &device.stream;
        let memory = stream.alloc_zeroed::<u32>(1024).unwrap();
        assert_eq!(stream.access_policy_window().unwrap(), None);
        let window = AccessPolicyWindow::new(&memory).hit_ratio(0.5).miss(AccessProperty::STREAMING);
        stream.set_access_policy_window(Some(window)).unwrap();
        assert_eq!(stream.access_policy_window().unwrap(), Some(window));
        stream.set_access_policy_window(None).unwrap();
        assert_eq!(stream.access_policy_window().unwrap(), None);
    }

    fn an_invalid_access_policy_window_is_an_error_and_changes_nothing(device) {
        let stream = &device.stream;
        let memory = stream.alloc_zeroed::<u32>(16).unwrap();
        let window = AccessPolicyWindow::new(&memory);
        stream.set_access_policy_window(Some(window)).unwrap();
        for invalid in [window.hit_ratio(1.5), window.hit_ratio(-1.0), window.miss(AccessProperty::PERSISTING)] {
            let refused = stream.set_access_policy_window(Some(invalid)).unwrap_err();
            assert_eq!(refused.code(), ErrorCode::INVALID_VALUE, "{invalid:?}");
        }
        assert_eq!(stream.access_policy_window().unwrap(), Some(window));
    }

    fn a_stream_has_a_synchronization_policy_only_if_one_was_set(device) {
        let stream = &device.stream;
        assert_eq!(stream.synchronization_policy().unwrap(), None);
        for policy in [SynchronizationPolicy::SPIN, SynchronizationPolicy::YIELD, SynchronizationPolicy::BLOCKING_SYNC] {
            stream.set_synchronization_policy(policy).unwrap();
            assert_eq!(stream.synchronization_policy().unwrap(), Some(policy));
            stream.fill(&mut stream.alloc::<u8>(64).unwrap(), 1).unwrap();
            stream.synchronize().unwrap();
        }
    }

    fn memory_sync_domains_are_set_and_read(device) {
        let stream = &device.stream;
        assert_eq!(stream.memory_sync_domain().unwrap(), LaunchMemSyncDomain::DEFAULT);
        stream.set_memory_sync_domain(LaunchMemSyncDomain::REMOTE).unwrap();
        assert_eq!(stream.memory_sync_domain().unwrap(), LaunchMemSyncDomain::REMOTE);
        let count = device.context.device().attribute(DeviceAttribute::MEM_SYNC_DOMAIN_COUNT).unwrap();
        let last = u8::try_from(count - 1).unwrap();
        stream.set_memory_sync_domain_map(last, 0).unwrap();
        assert_eq!(stream.memory_sync_domain_map().unwrap(), (last, 0));
        let refused = stream.set_memory_sync_domain_map(0, last + 1).unwrap_err();
        assert_eq!(refused.code(), ErrorCode::INVALID_VALUE);
    }

    fn the_priority_of_a_stream_can_be_changed(device) {
        let (lowest, highest) = device.context.stream_priority_range().unwrap();
        for (set, expected) in [(highest, highest), (highest - 1, highest), (lowest + 1, lowest)] {
            device.stream.set_priority(set).unwrap();
            assert_eq!(device.stream.priority().unwrap(), expected);
        }
    }

    fn all_attributes_are_copied_to_another_stream(device) {
        let (from, to) = (&device.stream, device.context.stream().unwrap());
        let memory = from.alloc_zeroed::<u32>(16).unwrap();
        let window = AccessPolicyWindow::new(&memory).hit_ratio(0.25);
        from.set_access_policy_window(Some(window)).unwrap();
        from.set_synchronization_policy(SynchronizationPolicy::SPIN).unwrap();
        to.copy_attributes(from).unwrap();
        assert_eq!(to.access_policy_window().unwrap(), Some(window));
        assert_eq!(to.synchronization_policy().unwrap(), Some(SynchronizationPolicy::SPIN));
    }

    fn attributes_of_a_stream_of_another_context_are_not_copied(device) {
        let other = device.context.device().create_context(ContextFlags::empty()).unwrap();
        for (to, from) in [
            (device.stream.clone(), other.stream().unwrap()),
            (device.context.default_stream(), other.default_stream()),
        ] {
            let refused = to.copy_attributes(&from).unwrap_err();
            assert_eq!(refused.code(), ErrorCode::INVALID_HANDLE);
        }
    }

    fn the_default_stream_has_attributes_on_a_thread_without_a_context(device) {
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let stream = device.context.default_stream();
                assert_eq!(stream.access_policy_window().unwrap(), None);
                stream.copy_attributes(&stream).unwrap();
            });
        });
    }

    fn a_graph_records_an_external_event_at_each_launch(device) {
        let device = &alone(device);
        let (stream, other) = (&device.stream, device.context.stream().unwrap());
        let event = device.context.event_with(EventFlags::DISABLE_TIMING).unwrap();
        let (source, mut target) = (stream.upload(&[5u32]).unwrap(), stream.alloc_zeroed::<u32>(1).unwrap());
        // SAFETY: the buffers and the event outlive the graph, and only its launches use them meanwhile.
        let capture = unsafe { stream.capture(CaptureMode::THREAD_LOCAL) }.unwrap();
        stream.copy(&source, &mut target).unwrap();
        // SAFETY: as above.
        unsafe { stream.record_external(&event) }.unwrap();
        let exec = capture.finish().unwrap().instantiate().unwrap();
        for _ in 0..2 {
            // SAFETY: as recorded.
            unsafe { exec.launch(stream) }.unwrap();
            other.wait_event(&event).unwrap();
            target.move_to(&other).unwrap();
            assert_eq!(target.to_vec().unwrap(), [5]);
            other.fill(&mut target, 0).unwrap();
            target.move_to(stream).unwrap();
        }
    }

    fn a_graph_waits_for_an_external_event(device) {
        let device = &alone(device);
        let (stream, other) = (&device.stream, device.context.stream().unwrap());
        let event = device.context.event_with(EventFlags::DISABLE_TIMING).unwrap();
        let mut target = stream.alloc_zeroed::<u32>(1).unwrap();
        // SAFETY: as above.
        let capture = unsafe { stream.capture(CaptureMode::THREAD_LOCAL) }.unwrap();
        // SAFETY: as above.
        unsafe { stream.wait_event_external(&event) }.unwrap();
        stream.fill(&mut target, 7).unwrap();
        let exec = capture.finish().unwrap().instantiate().unwrap();
        other.record(&event).unwrap();
        // SAFETY: as recorded.
        unsafe { exec.launch(stream) }.unwrap();
        assert_eq!(target.to_vec().unwrap(), [7]);
    }

    fn an_external_record_needs_a_capture(device) {
        let event = device.context.event().unwrap();
        // SAFETY: there is no graph.
        let refused = unsafe { device.stream.record_external(&event) }.unwrap_err();
        assert_eq!(refused.code(), ErrorCode::ILLEGAL_STATE);
        // SAFETY: as above.
        let refused = unsafe { device.stream.wait_event_external(&event) }.unwrap_err();
        assert_eq!(refused.code(), ErrorCode::ILLEGAL_STATE);
        assert!(device.stream.query().is_ok());
    }
}
