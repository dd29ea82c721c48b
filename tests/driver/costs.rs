//! The costs of operations, in driver calls and heap allocations.

use cuda_driver::{
    ArgumentList, Driver, Launch, Version,
    copy::{CopyBatch, RegionBatch},
    driver::Symbol,
    sys::instrument::Instrument,
};

use crate::allocations::{self, allocations};
use crate::device::{TestDevice, is_software, on_every_driver};
use crate::kernels;
use crate::saxpy::saxpy;

/// Wraps the driver of `device` for counting.
pub fn instrumented(device: &TestDevice) -> Instrument {
    let instrument = Instrument::over(device.driver.raw().table())
        .expect("there is a slot for each driver that tests have");
    // Another test may have had the slot; what it dropped is released through the same table, perhaps only now.
    cuda_driver::stream::wait_for_deferred();
    instrument
}

/// Returns the driver calls of `work`, and its heap allocations except those that the driver makes on this thread.
fn cost(instrument: &Instrument, work: impl FnOnce()) -> (Vec<(Symbol, u64)>, u64) {
    let (calls, allocated) = allocations::cost(instrument, work);
    (calls, if is_software() { 0 } else { allocated })
}

/// On a driver that does nothing, so that every allocation is the crate's.
#[test]
fn nothing_is_allocated_that_the_driver_does_not_allocate() {
    let device = TestDevice::new(cuda_rust::stub::table());
    let (context, stream) = (&device.context, &device.stream);
    let kernel = context.load_ptx(c"the stub takes anything").unwrap().function(c"kernel").unwrap();
    let event = context.event().unwrap();
    let (mut a, mut b) = (stream.alloc::<u32>(64).unwrap(), stream.alloc::<u32>(64).unwrap());
    let mut list = ArgumentList::new();
    list.extend([1u32; 17]);
    let mut list = list.reset();
    let launch = Launch::grid(1);
    let before = allocations();
    // SAFETY: the stub runs no kernel and follows no pointer.
    unsafe {
        stream.launch(&kernel, launch, ()).unwrap();
        stream.launch(&kernel, launch, (1.0f32, &a, &b, a.as_slice(), 64usize)).unwrap();
        stream
            .launch(&kernel, launch, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, &b))
            .unwrap();
        list.push(1u32).push(&a).extend([1u32; 15]);
        stream.launch(&kernel, launch, &list).unwrap();
        list = list.reset();
        let mut fresh = ArgumentList::new();
        fresh.push(&a).push(&b).push_bytes(&[0; 184]);
        fresh.extend([1u32; 13]);
        stream.launch(&kernel, launch, &fresh).unwrap();
        stream.upload_into_async(&[0; 64], &mut a).unwrap();
    }
    list.push(2u64).push(&b);
    drop(list.reset());
    stream.copy(&a, &mut b).unwrap();
    stream.record(&event).unwrap();
    stream.query().unwrap();
    stream.synchronize().unwrap();
    drop(stream.alloc::<u8>(256).unwrap());
    assert_eq!(allocations() - before, 0);
}

on_every_driver! {
    fn a_launch_is_one_call_and_no_allocation(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let Some(module) = kernels::module(&device.context) else { return };
        let [nothing, four, sixteen] = ["nothing", "four", "sixteen"].map(|name| module.function(name).unwrap());
        let mut out = device.stream.alloc_zeroed::<i32>(1).unwrap();
        let one = Launch::grid(1);
        let launch = vec![(Symbol::cuLaunchKernel, 1)];
        // The first launch of each asks for its parameters, up to an index without one, for all handles of the kernel.
        if device.driver.version() >= Version::new(12, 4) {
            let asked = |parameters| vec![(Symbol::cuFuncGetParamInfo, parameters + 1)];
            for (kernel, parameters) in [(&nothing, 0u64), (&four, 4), (&sixteen, 16)] {
                assert_eq!(cost(&instrument, || { kernel.parameters().unwrap(); }).0, asked(parameters));
            }
        }
        let [nothing, four, sixteen] = ["nothing", "four", "sixteen"].map(|name| module.function(name).unwrap());
        // SAFETY: nothing()
        let cost_of_none = cost(&instrument, || unsafe { device.stream.launch(&nothing, one, ()) }.unwrap());
        assert_eq!(cost_of_none, (launch.clone(), 0));
        // SAFETY: four(int, int, int, int *)
        let cost_of_4 = cost(&instrument, || unsafe { device.stream.launch(&four, one, (1i32, 2i32, 3i32, &mut out)) }.unwrap());
        assert_eq!(cost_of_4, (launch.clone(), 0));
        assert_eq!(out.to_vec().unwrap(), [321]);
        let cost_of_16 = cost(&instrument, || {
            let arguments = (1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32, 9i32, 10i32, 11i32, 12i32, 13i32, 14i32, 15i32, &mut out);
            // SAFETY: sixteen(int × 15, int *)
            unsafe { device.stream.launch(&sixteen, one, arguments) }.unwrap();
        });
        assert_eq!(cost_of_16, (launch.clone(), 0));
        assert_eq!(out.to_vec().unwrap(), [120]);

        let mut list = ArgumentList::new();
        list.push(4i32).push(5i32).push(6i32).push(&mut out);
        // SAFETY: four(int, int, int, int *)
        let cost_of_list = cost(&instrument, || unsafe { device.stream.launch(&four, one, &list) }.unwrap());
        assert_eq!(cost_of_list, (launch, 0));
        let mut list = list.reset();
        assert_eq!(out.to_vec().unwrap(), [654]);
        let refilled = cost(&instrument, || {
            list.extend([1i32; 3]);
            list.push(&mut out);
        });
        assert_eq!(refilled, (vec![], 0));
    }

    fn each_small_operation_is_one_call_and_no_allocation(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let stream = &device.stream;
        let event = device.context.event().unwrap();
        let (mut a, mut b) = (stream.alloc_zeroed::<u32>(64).unwrap(), stream.alloc_zeroed::<u32>(64).unwrap());
        let mut host = [0u32; 64];
        let one_call = |symbol, work: &mut dyn FnMut()| {
            assert_eq!(cost(&instrument, work), (vec![(symbol, 1)], 0));
        };
        one_call(Symbol::cuMemcpyDtoDAsync_v2, &mut || stream.copy(&a, &mut b).unwrap());
        // SAFETY: the host's memory lives until the synchronize below.
        one_call(Symbol::cuMemcpyHtoDAsync_v2, &mut || unsafe { stream.upload_into_async(&host, &mut a) }.unwrap());
        // SAFETY: as above.
        one_call(Symbol::cuMemcpyDtoHAsync_v2, &mut || unsafe { stream.download_async(&b, &mut host) }.unwrap());
        one_call(Symbol::cuMemsetD32Async, &mut || stream.fill(&mut a, 7).unwrap());
        one_call(Symbol::cuMemcpy3DAsync_v2, &mut || stream.copy_region(&a, &mut b, (8, 8)).unwrap());
        // SAFETY: as above.
        one_call(Symbol::cuMemcpy3DAsync_v2, &mut || unsafe { stream.upload_region_async(&host, &mut a, (8, 8)) }.unwrap());
        let (mut c, mut d) = (stream.alloc_zeroed::<u32>(64).unwrap(), stream.alloc_zeroed::<u32>(64).unwrap());
        let (mut batch, mut regions) = (CopyBatch::new(stream), RegionBatch::new(stream));
        batch.push(&b, &mut c).unwrap();
        regions.push(&b, &mut d, (8, 8)).unwrap();
        // Warm up; the function may be absent.
        if batch.run().is_ok() {
            // Without a current context, an H200 initially rejects a batch.
            let batches = || {
                one_call(Symbol::cuMemcpyBatchAsync_v2, &mut || batch.run().unwrap());
                one_call(Symbol::cuMemcpy3DBatchAsync_v2, &mut || regions.run().unwrap());
            };
            device.context.with_current(batches).unwrap();
        }
        one_call(Symbol::cuEventRecord, &mut || stream.record(&event).unwrap());
        one_call(Symbol::cuStreamWaitEvent, &mut || stream.wait_event(&event).unwrap());
        one_call(Symbol::cuStreamSynchronize, &mut || stream.synchronize().unwrap());
        one_call(Symbol::cuStreamQuery, &mut || assert!(stream.query().unwrap()));
        one_call(Symbol::cuEventQuery, &mut || assert!(event.query().unwrap()));
        let mut allocated = None;
        one_call(Symbol::cuMemAllocAsync, &mut || allocated = Some(stream.alloc::<u8>(256).unwrap()));
        // Captures by other code aren't affected.
        let freed = vec![(Symbol::cuThreadExchangeStreamCaptureMode, 2), (Symbol::cuMemFreeAsync, 1)];
        let (mut called, allocations) = cost(&instrument, || drop(allocated.take()));
        called.sort_by_key(|(symbol, _)| *symbol != Symbol::cuThreadExchangeStreamCaptureMode);
        assert_eq!((called, allocations), (freed, 0));
    }

    fn a_call_with_a_current_context_allocates_nothing(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let context = &device.context;
        let sorted = |(mut calls, allocations): (Vec<(Symbol, u64)>, u64)| {
            calls.sort_by_key(|(symbol, _)| format!("{symbol:?}"));
            (calls, allocations)
        };
        let (queried, pushed, popped) = (Symbol::cuCtxGetCurrent, Symbol::cuCtxPushCurrent_v2, Symbol::cuCtxPopCurrent_v2);
        // From now on, the thread has a list.
        context.with_current(|| ()).unwrap();
        let alone = sorted(cost(&instrument, || context.with_current(|| ()).unwrap()));
        assert_eq!(alone, (vec![(queried, 1), (popped, 1), (pushed, 1)], 0));
        let _current = context.make_current().unwrap();
        let inside = cost(&instrument, || context.with_current(|| ()).unwrap());
        assert_eq!(inside, (vec![(queried, 1)], 0));
    }

    fn a_fence_between_streams_is_two_calls(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let (stream, other) = (&device.stream, device.context.stream().unwrap());
        // From now on, the context has an unused event.
        drop(device.context.pooled_event().unwrap());
        let two_calls = vec![(Symbol::cuEventRecord, 1), (Symbol::cuStreamWaitEvent, 1)];
        let sorted = |(mut calls, allocations): (Vec<_>, u64)| {
            calls.sort_by_key(|(symbol, _)| *symbol != Symbol::cuEventRecord);
            (calls, allocations)
        };
        let waits = cost(&instrument, || other.wait_stream(stream).unwrap());
        assert_eq!(sorted(waits), (two_calls.clone(), 0));
        // An event that is shared is an allocation.
        let fence = cost(&instrument, || other.wait_event(&stream.record_pooled().unwrap()).unwrap());
        let allocations = if is_software() { 0 } else { 1 };
        assert_eq!(sorted(fence), (two_calls, allocations));
    }

    fn a_future_is_one_call_and_one_query(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        drop(device.context.pooled_event().unwrap());
        // The first future of a stream allocates.
        drop(device.stream.done().unwrap());
        let mut done = None;
        let future_cost = cost(&instrument, || done = Some(device.stream.done().unwrap()));
        assert_eq!(future_cost, (vec![(Symbol::cuEventRecord, 1)], 0));
        device.stream.synchronize().unwrap();
        let (mut called, allocations) = cost(&instrument, || {
            let mut context = std::task::Context::from_waker(std::task::Waker::noop());
            let mut done = done.take().unwrap();
            let polled = std::pin::Pin::new(&mut done).poll(&mut context);
            assert_eq!(polled, std::task::Poll::Ready(Ok(())));
        });
        called.sort_by_key(|(symbol, _)| *symbol != Symbol::cuEventQuery);
        // Captures by other code aren't affected.
        let expected = vec![(Symbol::cuEventQuery, 1), (Symbol::cuThreadExchangeStreamCaptureMode, 2)];
        assert_eq!((called, allocations), (expected, 0));
    }

    fn a_scope_synchronizes_once(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let input = vec![1.0f32; 1000];
        let mut output = vec![0.0f32; 1000];
        let mut buffer = device.stream.alloc::<f32>(1000).unwrap();
        let (calls, _) = cost(&instrument, || {
            device.stream.scope(|scope| {
                scope.upload_into(&input, &mut buffer)?;
                scope.download(&buffer, &mut output)
            }).unwrap();
        });
        let expected = [
            (Symbol::cuStreamIsCapturing, 1),
            (Symbol::cuMemcpyHtoDAsync_v2, 1),
            (Symbol::cuMemcpyDtoHAsync_v2, 1),
            // Captures by other code aren't affected while waiting.
            (Symbol::cuThreadExchangeStreamCaptureMode, 2),
            (Symbol::cuStreamSynchronize, 1),
        ];
        assert_eq!(calls.len(), expected.len(), "{calls:?}");
        assert!(expected.iter().all(|call| calls.contains(call)), "{calls:?}");
        assert_eq!(output, input);
    }

    fn no_hidden_calls_are_made(device) {
        if kernels::ptx().is_none() { return }
        let instrument = instrumented(device);
        // SAFETY: the table wraps that of the device.
        let driver = unsafe { Driver::from_table(instrument.table()) }.unwrap();
        device.context.device().default_pool().unwrap().set_release_threshold(u64::MAX).unwrap();
        instrument.reset();
        std::thread::scope(|threads| threads.spawn(|| saxpy(driver, 1000)).join().unwrap()).unwrap();
        use Symbol as S;
        let expected = [
            (S::cuDeviceGet, 1),
            (S::cuDevicePrimaryCtxRetain, 1),
            (S::cuDevicePrimaryCtxRelease_v2, 1),
            // One stream, two events, a module and pinned memory are created with the context current.
            (S::cuCtxPushCurrent_v2, 5),
            (S::cuCtxPopCurrent_v2, 5),
            (S::cuCtxGetCurrent, 5),
            (S::cuModuleLoadDataEx, 1),
            (S::cuModuleUnload, 1),
            (S::cuModuleGetFunction, 1),
            (S::cuMemHostAlloc, 1),
            (S::cuMemFreeHost, 1),
            (S::cuMemcpyHtoDAsync_v2, 2),
            (S::cuMemcpyDtoHAsync_v2, 1),
            (S::cuMemsetD32Async, 1),
            (S::cuStreamCreate, 1),
            (S::cuStreamDestroy_v2, 1),
            // One for its own scope, one for the upload's.
            (S::cuStreamIsCapturing, 2),
            (S::cuStreamSynchronize, 2),
            // Two for the scopes; allocating, freeing and unloading, and the check of the pool, don't affect captures by other code, either.
            (S::cuThreadExchangeStreamCaptureMode, 18),
            // The first allocation of a context checks whether the pool keeps memory.
            (S::cuDeviceGetDefaultMemPool, 1),
            (S::cuMemPoolGetAttribute, 1),
            (S::cuMemAllocAsync, 3),
            (S::cuMemFreeAsync, 3),
            (S::cuEventCreate, 2),
            (S::cuEventRecord, 2),
            (elapsed_time(driver), 1),
            (S::cuEventDestroy_v2, 2),
            (S::cuLaunchKernel, 1),
        ];
        // The first launch asks for the five parameters, and once more.
        let asked = (S::cuFuncGetParamInfo, 6);
        let is_asked = driver.version() >= Version::new(12, 4);
        let mut called = instrument.called();
        let mut expected = expected.to_vec();
        expected.extend(is_asked.then_some(asked));
        called.sort();
        expected.sort();
        assert_eq!(called, expected);
    }
}

/// Returns the newest form of `cuEventElapsedTime` that the driver has.
fn elapsed_time(driver: Driver) -> Symbol {
    match driver.raw().table().cuEventElapsedTime_v2 {
        Some(_) => Symbol::cuEventElapsedTime_v2,
        None => Symbol::cuEventElapsedTime,
    }
}
