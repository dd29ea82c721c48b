//! One buffer on several streams.

use std::panic::{AssertUnwindSafe, catch_unwind};

use cuda_driver::{Error, Launch, context::ContextFlags, driver::Symbol, stream::StreamFlags};

use crate::costs::instrumented;
use crate::device::{TestDevice, on_every_driver};
use crate::kernels;

on_every_driver! {
    fn readers_on_three_streams_wait_for_the_writing_kernel(device) {
        let Some(slow) = kernels::kernel(&device.context, "slow_add") else { return };
        let branches = [(); 3].map(|()| device.context.stream().unwrap());
        let mut value = device.stream.upload(&[0i32; 4]).unwrap();
        // SAFETY: slow_add(int *, int), one element.
        unsafe { device.stream.launch(&slow, Launch::grid(1), (&mut value, 1_000_000i32)) }.unwrap();
        let mut results = [0i32; 3];
        let mut outs = branches.each_ref().map(|branch| branch.alloc::<i32>(1).unwrap());
        device.stream.fork(|fork| {
            for (branch, out) in branches.iter().zip(&mut outs) {
                let value = fork.share(branch, value.slice(..1)?)?;
                branch.copy(value, out)?;
            }
            // The fork's own stream also reads.
            device.stream.copy(value.slice(..1)?, device.stream.alloc::<i32>(1)?.as_slice_mut())?;
            Ok(())
        }).unwrap();
        // After the fork, the memory is this stream's again.
        device.stream.fill(&mut value, -1).unwrap();
        for ((branch, out), result) in branches.iter().zip(&outs).zip(&mut results) {
            branch.download(out, std::slice::from_mut(result)).unwrap();
        }
        assert_ne!(results[0], 0);
        assert_eq!(results, [results[0]; 3]);
        assert_eq!(value.to_vec().unwrap(), [-1; 4]);
    }

    fn disjoint_parts_are_written_on_several_streams(device) {
        let branches = [(); 4].map(|()| device.context.stream().unwrap());
        let mut buffer = device.stream.alloc::<u32>(4000).unwrap();
        for round in 0..5 {
            device.stream.fork(|fork| {
                for ((index, part), branch) in (0u32..).zip(buffer.as_slice_mut().chunks_mut(1000)).zip(&branches) {
                    branch.fill(fork.lend(branch, part)?, round * 10 + index)?;
                }
                Ok(())
            }).unwrap();
            let values = buffer.to_vec().unwrap();
            assert!((0..4000).all(|i| values[i] == round * 10 + i as u32 / 1000), "round {round}");
        }
    }

    fn sharing_creates_events_only_once(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let branch = device.context.stream().unwrap();
        let buffer = device.stream.upload(&[1u32, 2]).unwrap();
        let mut out = branch.alloc::<u32>(2).unwrap();
        let mut round = || {
            instrument.reset();
            device.stream.fork(|fork| {
                let buffer = fork.share(&branch, &buffer)?;
                branch.copy(buffer, &mut out)
            }).unwrap();
            let mut called = instrument.called();
            called.sort();
            called
        };
        round();
        let mut expected = vec![(Symbol::cuEventRecord, 2), (Symbol::cuStreamWaitEvent, 2), (Symbol::cuMemcpyDtoDAsync_v2, 1)];
        expected.sort();
        assert_eq!(round(), expected);
    }

    fn a_fork_joins_even_if_it_fails_or_panics(device) {
        let Some(slow) = kernels::kernel(&device.context, "slow_add") else { return };
        let branch = device.context.stream().unwrap();
        let mut value = device.stream.upload(&[1i32]).unwrap();
        for panics in [false, true] {
            let done = catch_unwind(AssertUnwindSafe(|| device.stream.fork(|fork| -> Result<(), Error> {
                let mut value = fork.lend(&branch, &mut value)?;
                // SAFETY: slow_add(int *, int), one element.
                unsafe { branch.launch(&slow, Launch::grid(1), (&mut value, 1_000_000i32)) }?;
                if panics { panic!("on purpose") }
                Err(Error::OtherStream)
            })));
            assert_eq!(done.is_err(), panics);
            device.stream.fill(&mut value, 5).unwrap();
            assert_eq!(value.to_vec().unwrap(), [5], "the kernel ran after it");
        }
    }

    fn a_fork_accepts_closures_with_other_errors(device) {
        let error = device.stream.try_fork(|_| Err::<(), _>(Error::OtherStream)).unwrap_err();
        assert_eq!(error, Error::OtherStream);
    }

    fn memory_of_another_stream_or_context_is_not_shared(device) {
        let (branch, third) = (device.context.stream().unwrap(), device.context.stream().unwrap());
        let foreign = third.upload(&[1u8]).unwrap();
        let buffer = device.stream.upload(&[1u8]).unwrap();
        let context = device.context.device().create_context(ContextFlags::empty()).unwrap();
        let elsewhere = context.stream().unwrap();
        device.stream.fork(|fork| {
            assert_eq!(fork.share(&branch, &foreign).unwrap_err(), Error::OtherStream);
            assert_eq!(fork.share(&elsewhere, &buffer).unwrap_err(), Error::OtherContext);
            Ok(())
        }).unwrap();
    }

    fn a_stream_waits_for_another_stream(device) {
        let Some(slow) = kernels::kernel(&device.context, "slow_add") else { return };
        let other = device.context.stream().unwrap();
        let mut value = device.stream.upload(&[1i32]).unwrap();
        // SAFETY: slow_add(int *, int), one element.
        unsafe { device.stream.launch(&slow, Launch::grid(1), (&mut value, 1_000_000i32)) }.unwrap();
        other.wait_stream(&device.stream).unwrap();
        other.synchronize().unwrap();
        assert!(device.stream.query().unwrap());
        other.wait_stream(&other).unwrap();
    }

    fn memory_is_used_on_another_stream_by_assume_on(device) {
        let other = device.context.stream().unwrap();
        let buffer = std::sync::Arc::new(device.stream.upload(&[1u32, 2, 3]).unwrap());
        let mut copy = other.alloc::<u32>(3).unwrap();
        other.wait_stream(&device.stream).unwrap();
        // SAFETY: the other stream waits for what wrote the buffer, and this one waits for it below.
        other.copy(unsafe { buffer.as_slice().assume_on(&other) }, &mut copy).unwrap();
        device.stream.wait_stream(&other).unwrap();
        assert_eq!(copy.to_vec().unwrap(), [1, 2, 3]);
    }

    fn a_launch_reports_memory_of_another_stream(device) {
        let Some(count) = kernels::kernel(&device.context, "count") else { return };
        let other = device.context.stream().unwrap();
        let mut out = device.stream.alloc_zeroed::<u32>(1).unwrap();
        let mut list = cuda_driver::ArgumentList::new();
        list.push(&mut out);
        // SAFETY: count(unsigned *), one element; nothing else uses it.
        let by_list = unsafe { other.launch(&count, Launch::grid(1), &list) };
        drop(list);
        // SAFETY: as above.
        let launched = unsafe { other.launch(&count, Launch::grid(1), (&mut out,)) };
        other.synchronize().unwrap();
        assert_eq!(launched, Err(Error::ArgumentOfOtherStream { index: 0 }));
        assert_eq!(by_list, Err(Error::ArgumentOfOtherStream { index: 0 }));
        assert_eq!(out.to_vec().unwrap(), [0]);
    }

    fn a_launch_refuses_memory_of_a_stream_that_only_the_driver_orders_with_its_own(device) {
        let Some(count) = kernels::kernel(&device.context, "count") else { return };
        let default = device.context.default_stream();
        let blocking = device.context.stream_with(StreamFlags::empty(), 0).unwrap();
        let other = device.context.stream_with(StreamFlags::empty(), 0).unwrap();
        // The driver runs the work of the first pair in the order of the calls, but a wait for one stream returns beside work
        // of the other.
        for (owner, user) in [
            (&default, &blocking),
            (&blocking, &default),
            (&default, &device.stream),
            (&device.stream, &default),
            (&blocking, &other),
        ] {
            let mut out = owner.alloc_zeroed::<u32>(1).unwrap();
            let mut list = cuda_driver::ArgumentList::new();
            list.push(&mut out);
            // SAFETY: it is refused.
            let by_list = unsafe { user.launch(&count, Launch::grid(1).block(4), &list) };
            drop(list);
            // SAFETY: as above.
            let launched = unsafe { user.launch(&count, Launch::grid(1).block(4), (&mut out,)) };
            let refused = Err(Error::ArgumentOfOtherStream { index: 0 });
            assert_eq!((launched, by_list), (refused.clone(), refused));
            assert_eq!(out.to_vec().unwrap(), [0]);
        }
    }

    fn each_buffer_of_an_array_is_checked(device) {
        let Some(count) = kernels::kernel(&device.context, "count") else { return };
        let other = device.context.stream().unwrap();
        let (own, foreign) = (device.stream.alloc::<u32>(1).unwrap(), other.alloc::<u32>(1).unwrap());
        let (good, bad) = ([&own, &own], [&own, &foreign]);
        let mut list = cuda_driver::ArgumentList::new();
        list.push(good);
        list.push(bad);
        // SAFETY: they are refused.
        let launched = unsafe {
            [
                device.stream.launch(&count, Launch::grid(1), (good, bad)),
                device.stream.launch(&count, Launch::grid(1), ([good, bad], 1)),
                device.stream.launch(&count, Launch::grid(1), &list),
            ]
        };
        let refused = |index| Err(Error::ArgumentOfOtherStream { index });
        assert_eq!(launched, [refused(1), refused(0), refused(1)]);
    }

    fn a_list_names_the_first_argument_of_another_stream(device) {
        let Some(count) = kernels::kernel(&device.context, "count") else { return };
        let other = device.context.stream().unwrap();
        let (own, foreign) = (device.stream.alloc::<u32>(1).unwrap(), other.alloc::<u32>(1).unwrap());
        for (owners, index) in [([&own, &own, &foreign, &own], 2), ([&foreign, &own, &foreign, &own], 0)] {
            let mut list = cuda_driver::ArgumentList::new();
            for memory in owners {
                list.push(memory);
            }
            // SAFETY: it is refused.
            let launched = unsafe { device.stream.launch(&count, Launch::grid(1), &list) };
            assert_eq!(launched, Err(Error::ArgumentOfOtherStream { index }));
        }
    }

    fn memory_is_copied_between_streams_and_contexts(device) {
        let context = device.context.device().create_context(ContextFlags::empty()).unwrap();
        let source = device.stream.upload(&[1u32, 2, 3]).unwrap();
        for stream in [device.context.stream().unwrap(), context.stream().unwrap()] {
            let mut target = stream.alloc::<u32>(3).unwrap();
            stream.copy_peer(&source, &mut target).unwrap();
            assert_eq!(target.to_vec().unwrap(), [1, 2, 3]);
            let mut back = device.stream.alloc::<u32>(3).unwrap();
            device.stream.copy_peer(&target, &mut back).unwrap();
            assert_eq!(back.to_vec().unwrap(), [1, 2, 3]);
            let (other, hint) = if stream.context() == &device.context {
                (Error::OtherStream, "`Stream::fork`")
            } else {
                (Error::OtherContext, "`Stream::copy_peer`")
            };
            assert_eq!(device.stream.copy_peer(&source, &mut target).unwrap_err(), other);
            let error = device.stream.copy(&source, &mut target).unwrap_err();
            assert!(error == other && error.to_string().contains(hint), "{error}");
            assert_eq!(stream.copy(&source, &mut target).unwrap_err(), other);
            assert_eq!(stream.copy_region(&source, &mut target, 3).unwrap_err(), other);
            assert!(stream.copy_peer(source.slice(..2).unwrap(), &mut target).is_err());
        }
        let error = device.context.enable_peer_access(&context).unwrap_err();
        assert_eq!(error.code(), cuda_driver::ErrorCode::PEER_ACCESS_UNSUPPORTED, "a device isn't its own peer");
        let error = device.context.disable_peer_access(&context).unwrap_err();
        assert_eq!(error.code(), cuda_driver::ErrorCode::PEER_ACCESS_NOT_ENABLED);
        let gpu = device.context.device();
        assert!(!gpu.can_access_peer(gpu).unwrap());
        assert!(gpu.peer_attribute(gpu, cuda_driver::device::P2pAttribute::ACCESS_SUPPORTED).is_err());
    }
}
