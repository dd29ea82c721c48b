//! Every driver call fails in turn: nothing panics, and each object is destroyed exactly once.

use cuda_driver::{
    Driver,
    driver::Symbol,
    managed::MemAttachFlags,
    memory::{
        PinnedFlags,
        resource::{Counting, Deferred, DevicePool, Unpooled},
    },
    stream::wait_for_deferred,
    sys::{CUresult, instrument::Instrument},
};
use cuda_ndarray::dlpack::{ConsumerStream, ExportOptions};
use cuda_ndarray::ndarray::{Array2, Ix1, Ix2, s};
use cuda_ndarray::{
    DeviceArray, Error, HostArrays, MakeArrays, ManagedArrays, MapArrays, ScopedArrays,
};

use crate::device::on_every_driver;
use crate::views::counted;

/// Calls that make something, and those that destroy it.
const PAIRS: [(&[Symbol], &[Symbol]); 8] = [
    (&[Symbol::cuDevicePrimaryCtxRetain], &[Symbol::cuDevicePrimaryCtxRelease_v2]),
    (&[Symbol::cuCtxPushCurrent_v2], &[Symbol::cuCtxPopCurrent_v2]),
    (&[Symbol::cuStreamCreate], &[Symbol::cuStreamDestroy_v2]),
    (&[Symbol::cuEventCreate], &[Symbol::cuEventDestroy_v2]),
    (
        &[Symbol::cuMemAllocAsync, Symbol::cuMemAlloc_v2, Symbol::cuMemAllocManaged],
        &[Symbol::cuMemFreeAsync, Symbol::cuMemFree_v2],
    ),
    (&[Symbol::cuMemHostAlloc], &[Symbol::cuMemFreeHost]),
    (&[Symbol::cuMemHostRegister_v2], &[Symbol::cuMemHostUnregister]),
    (&[Symbol::cuModuleLoadDataEx], &[Symbol::cuModuleUnload]),
];

/// A little of each operation.
fn work(driver: Driver, counting: &Counting<DevicePool>) -> Result<Array2<f32>, Error> {
    let context = driver.device(0)?.primary_context()?;
    let stream = context.stream()?;
    let host = counted(20, 30);
    let mut array = stream.with_resource(counting).to_device(&host)?;
    let strided = array.slice(s![..;2, 1..])?.to_standard_layout()?;
    array.slice_mut(s![1..;2, ..29])?.assign(&strided)?;
    array.slice_mut(s![.., ..;7])?.fill(1.0)?;
    let transposed = array.t().to_standard_layout()?;
    let mut pinned = context.pinned_array::<f32, Ix2>((20, 30))?;
    stream.try_scope(|scope| scope.to_host(transposed.t(), &mut pinned))?;
    let mut own = pinned.to_owned();
    stream.with_mapped(&mut [&mut own], |views| views[0].slice_mut(s![0, ..])?.fill(5.0))?;

    context.with_pinned(&mut [&mut own], |pinned| {
        stream.try_scope(|scope| scope.to_host(&array, &mut pinned[0]))
    })?;
    own.fill(5.0);
    let mut mapped =
        context.mapped_array::<f32, Ix2>((4, 5), PinnedFlags::empty())?.map(&stream)?;
    mapped.view_mut()?.slice_mut(s![.., ..;2])?.fill(2.0)?;
    assert_eq!(mapped.unmap()?.sum(), 24.0);
    let mut managed = stream.managed_array::<f32, Ix1>(6, MemAttachFlags::GLOBAL)?;
    managed.view_mut()?.slice_mut(s![..;2])?.fill(3.0)?;
    managed.view_mut()?.slice_mut(s![1..;2])?.fill(4.0)?;
    assert_eq!(managed.host()?.sum(), 21.0);

    let other = context.stream()?;
    let own_again = stream.with_resource(counting).to_device(&own)?;
    let interface = own_again.cuda_array_interface();
    // SAFETY: the owner keeps the memory, which nothing writes.
    let read = unsafe { interface.into_shared::<f32, Ix2>(own_again, &other) }?;
    assert_eq!(read.get((1, 1))?, 5.0);
    // SAFETY: the streams are of one context, and the legacy one is ordered.
    let legacy = unsafe {
        stream
            .with_resource(counting)
            .zeros::<f32, Ix1>(5)?
            .into_dlpack_legacy(ExportOptions::new(ConsumerStream::Handle(other.as_raw())))
    }?;
    // SAFETY: the tensor was just made for that stream.
    drop(unsafe { legacy.into_array::<f32, Ix1>(&other) }?);
    let shared = array.into_shared();
    let sum = shared.on(&other)?.to_owned()?;
    // SAFETY: the stream is of this context, and waits for the array's.
    let tensor =
        unsafe { shared.into_dlpack(ExportOptions::new(ConsumerStream::Handle(other.as_raw()))) }?;
    // SAFETY: nothing writes the array.
    let back = unsafe { tensor.into_shared::<f32, Ix2>(&other) }?;
    let mut total: DeviceArray<f32, Ix2> = other.zeros((20, 60))?;
    total.slice_mut(s![.., ..30])?.assign(&back)?;
    total.slice_mut(s![.., 30..])?.assign(&sum)?;
    drop(back);

    let deferred = Deferred::new(Unpooled).count(0);
    let mut last: DeviceArray<f32, Ix2> = other.with_resource(&deferred).zeros((20, 60))?;
    last.assign(&total)?;
    let result = last.to_host()?;
    drop(last);
    drop(total);
    assert_eq!(own.row(0).sum(), 150.0);
    Ok(result)
}

/// On a new thread, because a failed call may leave a context current on it.
fn on_a_new_thread(driver: Driver, counting: &Counting<DevicePool>) -> Result<Array2<f32>, Error> {
    let result = std::thread::scope(|scope| {
        let thread = scope.spawn(|| work(driver, counting));
        thread.join().expect("no failure is a panic")
    });
    wait_for_deferred();
    result
}

fn everything_was_destroyed_once(instrument: &Instrument, nth: u32, code: CUresult) {
    let failed = instrument.failed();
    for (make, destroy) in PAIRS {
        let calls = |of: &[Symbol]| of.iter().map(|it| instrument.calls(*it)).sum::<u64>();
        let is_of = |of: &[Symbol]| u64::from(failed.is_some_and(|it| of.contains(&it)));
        let made = calls(make) - is_of(make);
        let destroyed = calls(destroy);
        // A call that needs a current context is repeated with it.
        let most = made + is_of(destroy);
        let text = format!(
            "{make:?} {made}, {destroy:?} {destroyed}, call {nth} ({failed:?}) failing with {code:?}"
        );
        match failed {
            None => assert_eq!(destroyed, made, "{text}"),
            Some(_) => assert!((made..=most).contains(&destroyed), "{text}"),
        }
    }
}

on_every_driver! {
    fn every_driver_call_fails_in_turn_and_nothing_leaks(device) {
        // This loads the kernels, and they stay loaded.
        let (instrument, warm) = device.instrumented();
        let counting = Counting::new(DevicePool);
        let right = on_a_new_thread(warm.driver, &counting).unwrap();
        instrument.reset();
        assert_eq!(on_a_new_thread(warm.driver, &counting).unwrap(), right);
        let calls = instrument.all_calls();
        everything_was_destroyed_once(&instrument, 0, CUresult::CUDA_SUCCESS);
        assert_eq!(counting.counts().live, 0);
        for code in [CUresult::CUDA_ERROR_OUT_OF_MEMORY, CUresult::CUDA_ERROR_INVALID_CONTEXT, CUresult(12345)] {
            let mut errors = 0;
            for nth in 1..=u32::try_from(calls).unwrap() {
                instrument.reset();
                instrument.fail_any(nth, code);
                let counting = Counting::new(DevicePool);
                match on_a_new_thread(warm.driver, &counting) {
                    // The failure came in a drop, which returns no error, or was recovered from.
                    Ok(result) => assert_eq!(result, right, "call {nth} failing with {code:?}"),
                    Err(error) => {
                        errors += 1;
                        assert!(error.to_string().contains(&code.0.to_string()), "{error}");
                    }
                }
                everything_was_destroyed_once(&instrument, nth, code);
                assert_eq!(counting.counts().live, 0, "call {nth}, {:?}, failing with {code:?}", instrument.failed());
            }
            assert!(errors > 0, "no failure was noticed for {code:?}");
            instrument.reset();
            let counting = Counting::new(DevicePool);
            assert_eq!(on_a_new_thread(warm.driver, &counting).unwrap(), right);
        }
    }
}
