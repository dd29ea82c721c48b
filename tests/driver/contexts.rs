use std::cell::RefCell;
use std::sync::mpsc;

use cuda_driver::{
    ArgumentList, Context, Error, ErrorCode, Launch, Stream, Version,
    context::{ContextFlags, CurrentContext, FuncCache, Limit, SharedConfig},
    error::DestroyError,
    sys::{CUcontext, CUfunc_cache, CUlimit, CUsharedconfig},
};
use fastrand::Rng;

use crate::device::{TestDevice, on_every_driver};

/// Returns the context that is current on this thread.
fn current(device: &TestDevice) -> CUcontext {
    // SAFETY: the driver is initialized.
    unsafe { device.driver.raw().cuCtxGetCurrent() }.unwrap()
}

/// Runs `test` on a thread without a current context.
fn on_a_new_thread(test: impl FnOnce() + Send) {
    std::thread::scope(|scope| {
        let name = std::thread::current().name().map(str::to_string);
        let thread = std::thread::Builder::new().name(name.unwrap_or_default());
        thread.spawn_scoped(scope, test).unwrap().join().unwrap();
    });
}

/// On a driver that does nothing, because the software device forgets a thread's contexts when the thread ends.
#[test]
fn contexts_are_made_current_while_a_thread_ends() {
    struct AtTheEnd(Context, mpsc::Sender<[bool; 2]>);

    impl Drop for AtTheEnd {
        fn drop(&mut self) {
            let is_current = self.0.make_current().is_ok();
            let ran = self.0.with_current(|| true) == Ok(true);
            let _ = self.1.send([is_current, ran]);
        }
    }

    thread_local! {
        static FIRST: RefCell<Option<AtTheEnd>> = const { RefCell::new(None) };
        static LAST: RefCell<Option<AtTheEnd>> = const { RefCell::new(None) };
    }

    let context = TestDevice::new(cuda_rust::stub::table()).context;
    let (sender, results) = mpsc::channel();
    // Whichever order the platform has, one is dropped after the crate's own list.
    let thread = std::thread::spawn(move || {
        FIRST.set(Some(AtTheEnd(context.clone(), sender.clone())));
        drop(context.make_current().unwrap());
        LAST.set(Some(AtTheEnd(context, sender)));
    });
    thread.join().unwrap();
    assert_eq!(results.iter().collect::<Vec<_>>(), [[true; 2]; 2]);
}

on_every_driver! {
    fn a_context_is_current_until_the_value_is_dropped(device) {
        let raw = device.driver.raw();
        // SAFETY: the driver is initialized.
        let current = || unsafe { raw.cuCtxGetCurrent() }.unwrap();
        let before = current();
        let other = device.context.device().create_context(ContextFlags::empty()).unwrap();
        let outer = device.context.make_current().unwrap();
        assert_eq!(current(), device.context.as_raw());
        let inner = other.make_current().unwrap();
        assert_eq!(current(), other.as_raw());
        // Another thread has a current context of its own.
        std::thread::scope(|threads| {
            threads.spawn(|| {
                assert!(current().is_null());
                let _current = device.context.make_current().unwrap();
                assert_eq!(current(), device.context.as_raw());
            });
        });
        // In another order than they were made: the inner one stays current.
        drop(outer);
        assert_eq!(current(), other.as_raw());
        let handle = other.as_raw();
        // It keeps the context alive.
        drop(other);
        assert_eq!(current(), handle);
        drop(inner);
        assert_eq!(current(), before);
    }

    fn values_of_current_contexts_are_dropped_in_every_order(device) {
        on_a_new_thread(|| {
            let create = |_| device.context.device().create_context(ContextFlags::empty()).unwrap();
            let contexts: [Context; 2] = std::array::from_fn(create);
            // Each is a digit of `order`: which of those that are left is dropped next.
            for order in 0..4 * 3 * 2 {
                let stack: Vec<_> = [0, 1, 1, 0].map(|index: usize| &contexts[index]).into();
                let mut left: Vec<_> = stack.iter().map(|context| (context.as_raw(), context.make_current().unwrap())).collect();
                let (mut digits, mut radix) = (order, 4);
                while !left.is_empty() {
                    drop(left.remove(digits % radix));
                    (digits, radix) = (digits / radix, radix - 1);
                    let last = left.last().map_or(std::ptr::null_mut(), |(handle, _)| *handle);
                    assert_eq!(current(device), last, "order {order}");
                }
            }
        });
    }

    fn a_context_made_current_may_outlive_a_call_with_another(device) {
        on_a_new_thread(|| {
            let create = || device.context.device().create_context(ContextFlags::empty()).unwrap();
            let (outer, inner) = (create(), create());
            for is_current in [false, true] {
                let before = is_current.then(|| outer.make_current().unwrap());
                let escaped = outer.with_current(|| inner.make_current().unwrap()).unwrap();
                assert_eq!(current(device), inner.as_raw());
                drop(before);
                assert_eq!(current(device), inner.as_raw());
                drop(escaped);
                assert!(current(device).is_null());
            }
            // Both are on the driver's stack, and so alive, until then.
            let escaped = outer.with_current(|| inner.make_current().unwrap()).unwrap();
            let outer = match outer.destroy() {
                Err(DestroyError::Shared(outer)) => outer,
                other => panic!("{other:?}"),
            };
            drop(escaped);
            outer.destroy().unwrap();
            inner.destroy().unwrap();
        });
    }

    fn a_context_stays_current_in_a_call_that_ends_an_earlier_one(device) {
        on_a_new_thread(|| {
            let other = device.context.device().create_context(ContextFlags::empty()).unwrap();
            for context in [&device.context, &other] {
                let before = other.make_current().unwrap();
                context.with_current(|| {
                    drop(before);
                    assert_eq!(current(device), context.as_raw());
                }).unwrap();
                assert!(current(device).is_null());
            }
        });
    }

    fn calls_and_values_of_current_contexts_nest_in_any_way(device) {
        /// Makes, drops and calls at random; `expected` are the contexts that are current, and are over if `None`.
        fn nest(device: &TestDevice, contexts: &[Context], random: &mut Rng, values: &mut Vec<(usize, CurrentContext)>, expected: &mut Vec<Option<CUcontext>>, depth: usize) {
            for _ in 0..random.usize(1..5) {
                let context = random.choice(contexts).unwrap();
                match random.u8(0..3) {
                    0 => {
                        values.push((expected.len(), context.make_current().unwrap()));
                        expected.push(Some(context.as_raw()));
                    }
                    1 if !values.is_empty() => {
                        let (index, value) = values.swap_remove(random.usize(0..values.len()));
                        drop(value);
                        expected[index] = None;
                    }
                    _ if depth < 4 => {
                        let index = expected.len();
                        expected.push(Some(context.as_raw()));
                        context.with_current(|| {
                            assert_eq!(current(device), context.as_raw());
                            nest(device, contexts, random, values, expected, depth + 1);
                        }).unwrap();
                        expected[index] = None;
                    }
                    _ => {}
                }
                // Those that are over stay below others, which are found by their positions.
                while expected.pop_if(|over| over.is_none()).is_some() {}
                let last = expected.last().copied().flatten();
                assert_eq!(current(device), last.unwrap_or(std::ptr::null_mut()), "{expected:?}");
                let found = Context::current(device.driver).unwrap();
                assert_eq!(found.map(|context| context.as_raw()), last, "{expected:?}");
            }
        }

        on_a_new_thread(|| {
            let create = |_| device.context.device().create_context(ContextFlags::empty()).unwrap();
            let contexts: [Context; 2] = std::array::from_fn(create);
            for seed in 0..200 {
                let (mut values, mut expected) = (Vec::new(), Vec::new());
                nest(device, &contexts, &mut Rng::with_seed(seed), &mut values, &mut expected, 0);
                drop(values);
                assert!(current(device).is_null(), "seed {seed}");
            }
        });
    }

    fn the_ordinal_of_a_device_is_the_number_that_it_is_opened_by(device) {
        for (ordinal, gpu) in device.driver.devices().unwrap().into_iter().enumerate() {
            assert_eq!(gpu.ordinal().unwrap(), ordinal);
        }
        assert_eq!(device.driver.device(device.context.device().ordinal().unwrap()).unwrap(), device.context.device());
    }

    fn a_context_is_current_only_during_calls(device) {
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

    fn creating_objects_does_not_change_the_threads_context(device) {
        on_a_new_thread(|| {
            let own_context = device.context.device().create_context(ContextFlags::SCHED_SPIN).unwrap();
            assert!(current(device).is_null());
            own_context.with_current(|| {
                let stream = device.context.stream().unwrap();
                let event = device.context.event().unwrap();
                let pinned = device.context.pinned::<u8>(100).unwrap();
                let buffer = stream.upload(&[1u8, 2, 3]).unwrap();
                stream.record(&event).unwrap();
                drop((buffer, pinned, event, stream));
                device.context.default_stream().synchronize().unwrap();
                device.context.memory_info().unwrap();
                device.context.synchronize().unwrap();
                assert_eq!(current(device), own_context.as_raw());
            })
            .unwrap();
        });
    }

    fn a_context_converts_to_a_raw_handle_and_back(device) {
        let context = device.context.device().create_context(ContextFlags::empty()).unwrap();
        let clone = context.clone();
        assert!(clone.into_raw().is_err(), "another clone lives");
        let handle = context.into_raw().unwrap();
        // SAFETY: the handle is a context of the device that no other code has.
        let context = unsafe { Context::from_raw(device.context.device(), handle) };
        context.synchronize().unwrap();
        context.destroy().unwrap();
    }

    fn a_context_can_be_used_from_every_thread(device) {
        on_a_new_thread(|| {
            let buffer = device.stream.upload(&[1u32, 2, 3]).unwrap();
            on_a_new_thread(|| assert_eq!(buffer.to_vec().unwrap(), [1, 2, 3]));
        });
    }

    fn destroying_a_shared_context_returns_it(device) {
        let context = device.context.device().create_context(ContextFlags::empty()).unwrap();
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

    fn the_current_context_is_a_clone_of_the_value_that_made_it_current(device) {
        on_a_new_thread(|| {
            let current = || Context::current(device.driver);
            assert!(current().unwrap().is_none());
            let own_context = device.context.device().create_context(ContextFlags::empty()).unwrap();
            let found = device.context.with_current(|| {
                assert_eq!(current().unwrap().unwrap(), device.context);
                let found = own_context.with_current(current).unwrap().unwrap().unwrap();
                let inner = own_context.make_current().unwrap();
                assert_eq!(current().unwrap().unwrap(), own_context);
                drop(inner);
                assert_eq!(current().unwrap().unwrap(), device.context);
                found
            });
            assert!(current().unwrap().is_none());
            // It keeps the context alive.
            let own_context = match own_context.destroy() {
                Err(DestroyError::Shared(own_context)) => own_context,
                other => panic!("{other:?}"),
            };
            drop(found.unwrap());
            own_context.destroy().unwrap();
        });
    }

    fn a_call_finds_its_context_whatever_was_current_within_it(device) {
        on_a_new_thread(|| {
            let own_context = device.context.device().create_context(ContextFlags::empty()).unwrap();
            let other = device.context.device().create_context(ContextFlags::empty()).unwrap();
            let current = || Context::current(device.driver).unwrap().unwrap();
            let within = own_context.with_current(|| {
                drop(other.make_current().unwrap());
                assert_eq!(current(), own_context);
                let guard = other.make_current().unwrap();
                // SAFETY: it is alive, and popped again.
                unsafe { device.driver.raw().cuCtxPushCurrent(own_context.as_raw()) }.unwrap();
                assert_eq!(current(), own_context);
                // SAFETY: it was pushed above.
                unsafe { device.driver.raw().cuCtxPopCurrent() }.unwrap();
                assert_eq!(current(), other);
                guard
            });
            assert_eq!(current(), other);
            drop(within);
            assert!(Context::current(device.driver).unwrap().is_none());
            // The call's context stayed only as long as one above it did.
            own_context.destroy().unwrap();
            other.destroy().unwrap();
        });
    }

    fn a_borrowed_context_is_not_found_as_its_clone(device) {
        on_a_new_thread(|| {
            let own_context = device.context.device().create_context(ContextFlags::empty()).unwrap();
            let borrow = |context: &Context| {
                // SAFETY: the context outlives the borrowed one, and no clone of that is found.
                unsafe { Context::borrow_raw(context.device(), context.as_raw()) }
            };
            let found = borrow(&own_context).with_current(|| Context::current(device.driver)).unwrap();
            assert_eq!(found.unwrap_err().code(), ErrorCode::INVALID_CONTEXT);
            // Its owner has made it current, too.
            let current = own_context.make_current().unwrap();
            let found = borrow(&own_context).with_current(|| Context::current(device.driver)).unwrap();
            drop(current);
            let own_context = own_context.destroy().unwrap_err();
            drop(found.unwrap());
            assert!(matches!(own_context, DestroyError::Shared(_)));
            // A primary one is retained.
            let found = borrow(&device.context).with_current(|| Context::current(device.driver));
            let found = found.unwrap().unwrap().unwrap();
            assert!(found.into_raw().is_ok());
            // SAFETY: the line above took it over.
            unsafe { device.driver.raw().cuDevicePrimaryCtxRelease(device.context.device().as_raw()) }.unwrap();
        });
    }

    fn a_context_that_other_code_made_current_is_found_if_it_is_a_primary_one(device) {
        on_a_new_thread(|| {
            let own_context = device.context.device().create_context(ContextFlags::empty()).unwrap();
            // Within a call that makes another one current, too.
            let outer = own_context.with_current(|| {
                // SAFETY: both contexts are alive, and the first one is current again below.
                unsafe { device.driver.raw().cuCtxSetCurrent(device.context.as_raw()) }.unwrap();
                let found = Context::current(device.driver).unwrap().unwrap();
                // SAFETY: as above.
                unsafe { device.driver.raw().cuCtxSetCurrent(own_context.as_raw()) }.unwrap();
                found
            });
            assert_eq!(outer.unwrap(), device.context);
            // SAFETY: as above; none is current before and after.
            unsafe { device.driver.raw().cuCtxSetCurrent(own_context.as_raw()) }.unwrap();
            let error = Context::current(device.driver).unwrap_err();
            assert_eq!(error.code(), ErrorCode::INVALID_CONTEXT);
            // SAFETY: as above.
            unsafe { device.driver.raw().cuCtxSetCurrent(core::ptr::null_mut()) }.unwrap();
        });
    }

    fn a_borrowed_context_is_not_destroyed(device) {
        // SAFETY: the test's context outlives the borrowed one.
        let borrowed = unsafe { Context::borrow_raw(device.context.device(), device.context.as_raw()) };
        assert_eq!(borrowed, device.context);
        borrowed.destroy().unwrap();
        device.context.synchronize().unwrap();
    }

    fn a_buffer_is_not_moved_to_another_context(device) {
        let other = device.context.device().create_context(ContextFlags::empty()).unwrap();
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
        let stream = device.context.stream_with(cuda_driver::stream::StreamFlags::NON_BLOCKING, greatest).unwrap();
        // SAFETY: the stream is alive.
        assert_eq!(unsafe { device.driver.raw().cuStreamGetPriority(stream.as_raw()) }.unwrap(), greatest);
    }

    fn a_context_reports_its_flags(device) {
        let context = device.context.device().create_context(ContextFlags::SCHED_SPIN).unwrap();
        assert_eq!(context.flags().unwrap(), ContextFlags::SCHED_SPIN);
        match context.set_flags(ContextFlags::SCHED_YIELD) {
            Ok(()) => assert!(context.flags().unwrap().contains(ContextFlags::SCHED_YIELD)),
            Err(error) => {
                assert!(device.driver.version() < Version::new(12, 1), "{error}");
                assert!(error.to_string().contains("12.1"), "{error}");
            }
        }
        assert!(context.set_flags(ContextFlags::SCHED_SPIN | ContextFlags::SCHED_YIELD).is_err());
    }

    fn two_contexts_have_different_ids(device) {
        let context = device.context.device().create_context(ContextFlags::empty()).unwrap();
        match context.id() {
            Ok(id) => assert_ne!(id, device.context.id().unwrap()),
            Err(error) => {
                assert!(device.driver.version() < Version::new(12, 0), "{error}");
                assert!(error.to_string().contains("12.0"), "{error}");
            }
        }
        assert_eq!(context.api_version().unwrap(), Version::new(3, 2));
    }

    fn the_cache_configuration_is_a_hint(device) {
        let context = device.context.device().create_context(ContextFlags::empty()).unwrap();
        assert_eq!(context.cache_config().unwrap(), FuncCache::PREFER_NONE);
        context.set_cache_config(FuncCache::PREFER_L1).unwrap();
        context.cache_config().unwrap();
        let unknown = FuncCache::from_raw(CUfunc_cache(99));
        assert_eq!(context.set_cache_config(unknown).unwrap_err().code(), ErrorCode::INVALID_VALUE);
        context.reset_persisting_l2_cache().unwrap();
    }

    fn a_stack_limit_is_rounded_up(device) {
        let context = device.context.device().create_context(ContextFlags::empty()).unwrap();
        context.set_limit(Limit::STACK_SIZE, 2041).unwrap();
        assert_eq!(context.limit(Limit::STACK_SIZE).unwrap(), 2048);
        assert!(context.set_limit(Limit::STACK_SIZE, 1 << 40).is_err());
        assert_eq!(context.limit(Limit::STACK_SIZE).unwrap(), 2048, "a rejected value changes nothing");
    }

    fn a_context_records_the_work_of_all_its_streams(device) {
        let context = device.context.device().create_context(ContextFlags::empty()).unwrap();
        let streams = [context.stream().unwrap(), context.stream().unwrap()];
        let event = context.event().unwrap();
        if let Err(error) = context.record(&event) {
            assert!(device.driver.version() < Version::new(12, 5), "{error}");
            assert!(error.to_string().contains("12.5"), "{error}");
            return;
        }
        let buffers = streams.each_ref().map(|stream| {
            let mut buffer = stream.alloc::<u32>(1 << 16).unwrap();
            stream.fill(&mut buffer, 7).unwrap();
            buffer
        });
        context.record(&event).unwrap();
        device.context.wait_event(&event).unwrap();
        event.synchronize().unwrap();
        assert!(streams.iter().all(|stream| stream.query().unwrap()));
        assert_eq!(buffers[0].to_vec().unwrap()[0], 7);
        let other = device.context.event().unwrap();
        let error = context.record(&other).unwrap_err();
        assert_eq!(error.code(), ErrorCode::INVALID_HANDLE);
        assert!(error.to_string().ends_with("the event belongs to another context; use one of the same context"), "{error}");
    }

    fn an_object_of_another_context_is_named(device) {
        let other = device.context.device().create_context(ContextFlags::empty()).unwrap();
        let (stream, event) = (other.stream().unwrap(), other.event().unwrap());
        let named = |error: &dyn std::fmt::Display, object: &str| {
            let text = error.to_string();
            assert!(text.contains(object) && text.contains("another context"), "{text}");
        };
        named(&device.stream.record(&event).unwrap_err(), "the event");
        named(&stream.copy_attributes(&device.stream).unwrap_err(), "the other stream");
        stream.record(&event).unwrap();
        let begin = device.context.event().unwrap();
        device.stream.record(&begin).unwrap();
        begin.synchronize().unwrap();
        event.synchronize().unwrap();
        // Drivers differ in whether they can tell the time between two contexts.
        if let Err(error) = begin.elapsed(&event) {
            named(&error, "the second event");
        }
        const CODE: &str = ".version 7.0\n.target sm_52\n.address_size 64\n.visible .entry nothing() { ret; }\n";
        let function = device.context.load_ptx(CODE).unwrap().function("nothing").unwrap();
        // SAFETY: nothing()
        let launched = unsafe { stream.launch(&function, Launch::grid(1), ()) };
        assert_eq!(launched, Err(Error::FunctionOfOtherContext));
        let foreign = stream.upload(&[1.0f32; 4]).unwrap();
        // SAFETY: it isn't launched.
        let launched = unsafe { device.stream.launch(&function, Launch::grid(1), (1_u32, &foreign)) };
        assert_eq!(launched, Err(Error::ArgumentOfOtherContext { index: 1 }));
        let mut list = ArgumentList::new();
        list.push(1_u32).push(&foreign);
        // SAFETY: it isn't launched.
        let launched = unsafe { device.stream.launch(&function, Launch::grid(1), &list) };
        assert_eq!(launched, Err(Error::ArgumentOfOtherContext { index: 1 }));
        assert_eq!(device.stream.download(&foreign, &mut [0.0; 4]), Err(Error::OtherContext));
        stream.synchronize().unwrap();
    }

    fn a_stream_reports_its_properties(device) {
        let (_, greatest) = device.context.stream_priority_range().unwrap();
        let stream = device.context.stream_with(cuda_driver::stream::StreamFlags::empty(), greatest).unwrap();
        assert_eq!(stream.priority().unwrap(), greatest);
        assert_eq!(stream.flags().unwrap(), cuda_driver::stream::StreamFlags::empty());
        assert_eq!(device.stream.flags().unwrap(), cuda_driver::stream::StreamFlags::NON_BLOCKING);
        assert_eq!(stream.origin().unwrap().context, device.context.as_raw());
        match stream.id() {
            Ok(id) => assert_ne!(id, device.stream.id().unwrap()),
            Err(error) => assert!(error.to_string().contains("12.0"), "{error}"),
        }
        match stream.device() {
            Ok(gpu) => assert_eq!(gpu, device.context.device()),
            Err(error) => assert!(error.to_string().contains("12.8"), "{error}"),
        }
    }
}

#[allow(deprecated)]
mod deprecated {
    use super::*;

    on_every_driver! {
        fn banks_of_shared_memory_have_four_bytes(device) {
            let config = device.context.shared_memory_config().unwrap();
            assert_eq!(config, SharedConfig::FOUR_BYTE_BANK_SIZE);
            device.context.set_shared_memory_config(config).unwrap();
            let unknown = SharedConfig::from_raw(CUsharedconfig(99));
            assert_eq!(device.context.set_shared_memory_config(unknown).unwrap_err().code(), ErrorCode::INVALID_VALUE);
        }
    }
}
