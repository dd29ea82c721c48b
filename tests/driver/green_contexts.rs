use cuda_driver::{
    CuResult, Driver, ErrorCode, Launch, Version,
    driver::Symbol,
    error::DestroyError,
    green::{
        DevResourceDesc, GreenContext, GreenContextFlags, SmGroup, SmResource, SmSplit,
        SmSplitFlags, WorkqueueConfig,
    },
    stream::StreamFlags,
    sys::CUresult,
};

use crate::costs::instrumented;
use crate::device::{TestDevice, on_every_driver};
use crate::{kernels, pairs};

/// Returns the device's multiprocessors; `None` if the driver is too old, after checking the error.
fn processors(device: &TestDevice) -> Option<SmResource> {
    match device.context.device().resource::<SmResource>() {
        Ok(all) => Some(all),
        Err(error) => {
            assert!(device.driver.version() < Version::new(12, 4), "{error}");
            assert!(error.to_string().contains("12.4"), "{error}");
            None
        }
    }
}

/// Returns two equal parts.
fn halves(device: &TestDevice) -> Option<SmSplit> {
    let all = processors(device)?;
    let split = all.split_by_count(2, all.count() / 4, SmSplitFlags::empty()).unwrap();
    assert_eq!(split.groups.len(), 2);
    Some(split)
}

fn green(device: &TestDevice, part: &SmResource) -> GreenContext {
    let desc = DevResourceDesc::new(device.context.device(), &[part]).unwrap();
    desc.create_green_context(GreenContextFlags::default()).unwrap()
}

fn code<T: std::fmt::Debug>(result: Result<T, CuResult>) -> ErrorCode {
    result.unwrap_err().code()
}

on_every_driver! {
    fn a_split_divides_the_multiprocessors(device) {
        let Some(all) = processors(device) else { return };
        let least = all.count() / 4;
        let most = all.groups_by_count(least, SmSplitFlags::empty()).unwrap();
        assert!(most >= 2, "{all:?} has {most} parts of {least}");
        let split = all.split_by_count(2, least, SmSplitFlags::empty()).unwrap();
        let sum: u32 = split.groups.iter().map(SmResource::count).sum();
        let rest = split.remaining.map_or(0, |rest| rest.count());
        assert_eq!(sum + rest, all.count());
        assert!(split.groups.iter().all(|group| group.count() >= least));
        let many = all.split_by_count(1000, least, SmSplitFlags::empty()).unwrap();
        assert_eq!(many.groups.len(), most, "no more than possible");
        assert!(all.split_by_count(1, all.count() + 1, SmSplitFlags::empty()).is_err());
        assert_eq!(code(all.split_by_count(1, 0, SmSplitFlags::all())), ErrorCode::INVALID_VALUE);
        assert!(all.split_by_count(0, 0, SmSplitFlags::empty()).is_err(), "no part");
    }

    fn a_split_returns_at_most_as_many_parts_as_possible(device) {
        let Some(all) = processors(device) else { return };
        let least = all.min_partition_size().unwrap_or(8);
        let most = all.groups_by_count(least, SmSplitFlags::empty()).unwrap();
        let split = all.split_by_count(usize::MAX, least, SmSplitFlags::empty()).unwrap();
        assert_eq!(split.groups.len(), most);
    }

    fn a_green_context_has_its_resources(device) {
        let Some(split) = halves(device) else { return };
        let part = split.groups[0];
        let green = green(device, &part);
        assert_eq!(green.resource::<SmResource>().unwrap().count(), part.count());
        assert_eq!(green.context().resource::<SmResource>().unwrap().count(), part.count());
        let all = device.context.resource::<SmResource>().unwrap();
        assert_eq!(all.count(), processors(device).unwrap().count(), "the primary context has all of them");
        assert_ne!(green.context(), &device.context);
        assert_eq!(green.context().device(), device.context.device());
        assert_eq!(green.context().as_green().as_ref(), Some(&green));
        assert!(device.context.as_green().is_none());
        let again = part.split_by_count(1, 1, SmSplitFlags::empty());
        assert!(again.is_err(), "only a green context's part can be split again");
    }

    fn kernels_run_in_a_green_context(device) {
        let Some(split) = halves(device) else { return };
        let mut running = Vec::new();
        for part in &split.groups {
            let green = green(device, part);
            let stream = green.context().stream().unwrap();
            let Some(count) = kernels::kernel(green.context(), "count") else { return };
            let out = stream.upload(&[0u32]).unwrap();
            // SAFETY: count(unsigned *out) adds one for each thread.
            unsafe { stream.launch(&count, Launch::grid(64).block(32), (&out,)) }.unwrap();
            running.push((count, out));
        }
        for (_, out) in running {
            assert_eq!(out.to_vec().unwrap(), [64 * 32]);
        }
    }

    fn a_stream_of_a_green_context_reports_it(device) {
        let Some(split) = halves(device) else { return };
        let green = green(device, &split.groups[0]);
        let stream = green.context().stream().unwrap();
        let origin = stream.origin().unwrap();
        assert_eq!(origin.green, green.as_raw());
        assert!(device.stream.origin().unwrap().green.is_null());
        assert_eq!(device.stream.origin().unwrap().context, device.context.as_raw());
        match stream.resource::<SmResource>() {
            Ok(part) => assert_eq!(part.count(), split.groups[0].count()),
            Err(error) => {
                assert!(device.driver.version() < Version::new(13, 1), "{error}");
                assert!(error.to_string().contains("13.1"), "{error}");
            }
        }
        if device.driver.version() >= Version::new(12, 5) {
            let error = green.context().stream_with(StreamFlags::empty(), 0);
            assert_eq!(code(error), ErrorCode::INVALID_VALUE, "its streams are non-blocking");
        }
    }

    fn objects_of_a_green_context_keep_it_alive(device) {
        let Some(split) = halves(device) else { return };
        let green = green(device, &split.groups[1]);
        let buffer = green.context().stream().unwrap().upload(&[1u8, 2, 3]).unwrap();
        let green = match green.destroy() {
            Err(DestroyError::Shared(green)) => green,
            other => panic!("{other:?}"),
        };
        assert_eq!(buffer.to_vec().unwrap(), [1, 2, 3]);
        drop(buffer);
        green.destroy().unwrap();
    }

    fn a_green_context_converts_to_a_raw_handle_and_back(device) {
        let Some(split) = halves(device) else { return };
        let gpu = device.context.device();
        let green = green(device, &split.groups[0]);
        assert!(green.context().clone().into_raw().is_err(), "the context isn't shared");
        let clone = green.clone();
        let green = green.into_raw().unwrap_err();
        drop(clone);
        let handle = green.into_raw().unwrap();
        // SAFETY: the handle is a green context of the device that no other code has.
        let green = unsafe { GreenContext::from_raw(gpu, handle) }.unwrap();
        // SAFETY: it outlives the borrowed one.
        let borrowed = unsafe { GreenContext::borrow_raw(gpu, handle) }.unwrap();
        assert_eq!(borrowed, green);
        let borrowed = borrowed.into_raw().unwrap_err();
        borrowed.destroy().unwrap();
        green.context().stream().unwrap().synchronize().unwrap();
        green.destroy().unwrap();
    }

    fn two_green_contexts_have_different_ids(device) {
        let Some(split) = halves(device) else { return };
        let [a, b] = [0, 1].map(|index| green(device, &split.groups[index]));
        assert_ne!(a, b);
        match a.id() {
            Ok(id) => assert_ne!(id, b.id().unwrap()),
            Err(error) => {
                assert!(device.driver.version() < Version::new(12, 9), "{error}");
                assert!(error.to_string().contains("12.9"), "{error}");
            }
        }
    }

    fn green_contexts_wait_for_each_other(device) {
        let Some(split) = halves(device) else { return };
        let [a, b] = [0, 1].map(|index| green(device, &split.groups[index]));
        let event = a.context().event().unwrap();
        let (from, to) = (a.context().stream().unwrap(), b.context().stream().unwrap());
        let mut buffer = from.alloc::<u32>(1 << 16).unwrap();
        from.fill(&mut buffer, 7).unwrap();
        a.record(&event).unwrap();
        b.wait_event(&event).unwrap();
        // Only later work waits.
        assert_eq!(to.upload(&[1u32]).unwrap().to_vec().unwrap(), [1]);
        assert!(event.query().unwrap(), "the second stream's work came after the event");
        assert_eq!(buffer.to_vec().unwrap(), vec![7; 1 << 16]);
    }

    fn a_green_context_can_be_used_from_every_thread(device) {
        let Some(split) = halves(device) else { return };
        let green = green(device, &split.groups[0]);
        std::thread::scope(|scope| {
            for number in 0..8u32 {
                let green = &green;
                scope.spawn(move || {
                    for round in 0..16 {
                        let stream = green.context().stream().unwrap();
                        let event = green.context().event().unwrap();
                        let buffer = stream.upload(&[number, round]).unwrap();
                        stream.record(&event).unwrap();
                        event.synchronize().unwrap();
                        assert_eq!(buffer.to_vec().unwrap(), [number, round]);
                    }
                });
            }
        });
        green.destroy().unwrap();
    }

    fn incompatible_resources_are_rejected(device) {
        let Some(split) = halves(device) else { return };
        let gpu = device.context.device();
        let part = &split.groups[0];
        let own_context = gpu.create_context(Default::default()).unwrap();
        DevResourceDesc::new(gpu, &[part, &split.groups[1]]).unwrap();
        let halves = part.split_by_count(1, 1, SmSplitFlags::empty());
        assert!(halves.is_err(), "a part can't be split again");
        assert!(DevResourceDesc::new(gpu, &[]).is_err(), "nothing");
        drop(own_context);
    }

    fn features_that_the_driver_lacks_are_errors(device) {
        let Some(all) = processors(device) else { return };
        let is_new = device.driver.version() >= Version::new(13, 1);
        let groups = all.split(&[SmGroup::of(all.count() / 4 / 2 * 2).coscheduled(2)]);
        let config = device.context.device().resource::<WorkqueueConfig>();
        if is_new {
            assert_eq!(groups.unwrap().groups[0].count(), all.count() / 4 / 2 * 2);
            assert!(config.unwrap().concurrency_limit() > 0);
            let mut found = [SmGroup::of(0)];
            all.discover(&mut found).unwrap();
            assert!(found[0].count() > 0);
            assert_eq!(code(all.split(&[SmGroup::of(3)])), ErrorCode::INVALID_VALUE);
        } else {
            let error = groups.unwrap_err();
            assert!(error.to_string().contains("13.1"), "{error}");
            // The actual driver may know them even if it is limited.
            assert!(config.is_ok() || config.unwrap_err().code() == ErrorCode::from_raw(CUresult::CUDA_ERROR_INVALID_RESOURCE_TYPE));
        }
    }

    fn a_split_into_nothing_is_rejected_without_a_driver_call(device) {
        if processors(device).is_none() { return }
        let instrument = instrumented(device);
        // SAFETY: the table wraps that of the device.
        let driver = unsafe { Driver::from_table(instrument.table()) }.unwrap();
        let all: SmResource = driver.device(0).unwrap().resource().unwrap();
        assert_eq!(code(all.split(&[])), ErrorCode::INVALID_VALUE);
        assert_eq!(code(all.discover(&mut [])), ErrorCode::INVALID_VALUE);
        assert_eq!(code(all.split_by_count(0, 1, SmSplitFlags::empty())), ErrorCode::INVALID_VALUE);
        for symbol in [Symbol::cuDevSmResourceSplit, Symbol::cuDevSmResourceSplitByCount] {
            assert_eq!(instrument.calls(symbol), 0, "{symbol:?}");
        }
    }

    fn each_failed_call_destroys_what_was_created(device) {
        if processors(device).is_none() { return }
        let instrument = instrumented(device);
        // SAFETY: the table wraps that of the device.
        let driver = unsafe { Driver::from_table(instrument.table()) }.unwrap();
        let make = || {
            let gpu = driver.device(0)?;
            let all: SmResource = gpu.resource()?;
            let split = all.split_by_count(1, 1, SmSplitFlags::empty())?;
            let desc = DevResourceDesc::new(gpu, &[&split.groups[0]])?;
            let green = desc.create_green_context(GreenContextFlags::default())?;
            green.context().stream()?.synchronize()?;
            Ok::<_, cuda_driver::Error>(())
        };
        instrument.reset();
        make().unwrap();
        let calls = u32::try_from(instrument.all_calls()).unwrap();
        for nth in 1..=calls {
            instrument.reset();
            instrument.fail_any(nth, CUresult::CUDA_ERROR_OUT_OF_MEMORY);
            let _ = make();
            pairs::all_was_destroyed_once(&instrument, || format!("call {nth}"));
        }
    }
}
