//! Every driver call fails in turn: nothing panics, and each object is destroyed exactly once.

use cuda_driver::{
    Driver,
    managed::MemAttachFlags,
    memory::{
        PinnedFlags,
        resource::{CountingResource, DeferredResource, DevicePool, UnpooledResource},
    },
    stream::wait_for_deferred,
    sys::CUresult,
};
use cuda_ndarray::dlpack::{ConsumerStream, ExportOptions};
use cuda_ndarray::ndarray::{Array2, Ix1, Ix2, s};
use cuda_ndarray::{
    DeviceArray, Error, HostArrays, MakeArrays, ManagedArrays, MapArrays, ScopedArrays,
};
use cuda_rust::faults::each_call_fails;

use crate::device::on_every_driver;
use crate::views::counted;

/// A little of each operation.
fn work(driver: Driver, counting: &CountingResource<DevicePool>) -> Result<Array2<f32>, Error> {
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
    let mut owned = pinned.to_owned();
    stream.with_mapped(&mut [&mut owned], |views| views[0].slice_mut(s![0, ..])?.fill(5.0))?;

    context.with_pinned(&mut [&mut owned], |pinned| {
        stream.try_scope(|scope| scope.to_host(&array, &mut pinned[0]))
    })?;
    owned.fill(5.0);
    let mut mapped =
        context.mapped_array::<f32, Ix2>((4, 5), PinnedFlags::empty())?.map(&stream)?;
    mapped.view_mut()?.slice_mut(s![.., ..;2])?.fill(2.0)?;
    assert_eq!(mapped.unmap()?.sum(), 24.0);
    let mut managed = stream.managed_array::<f32, Ix1>(6, MemAttachFlags::GLOBAL)?;
    managed.view_mut()?.slice_mut(s![..;2])?.fill(3.0)?;
    managed.view_mut()?.slice_mut(s![1..;2])?.fill(4.0)?;
    assert_eq!(managed.host()?.sum(), 21.0);

    let other = context.stream()?;
    let own_again = stream.with_resource(counting).to_device(&owned)?;
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

    let deferred = DeferredResource::new(UnpooledResource).count(0);
    let mut last: DeviceArray<f32, Ix2> = other.with_resource(&deferred).zeros((20, 60))?;
    last.assign(&total)?;
    let result = last.to_host()?;
    drop(last);
    drop(total);
    assert_eq!(owned.row(0).sum(), 150.0);
    Ok(result)
}

on_every_driver! {
    fn every_driver_call_fails_in_turn_and_nothing_leaks(device) {
        let (instrument, warm) = device.instrumented();
        let work = || {
            let counting = CountingResource::new(DevicePool);
            let result = work(warm.driver, &counting);
            wait_for_deferred();
            assert_eq!(counting.counts().live, 0);
            result
        };
        // Each call fails with each code.
        for code in [CUresult::CUDA_ERROR_OUT_OF_MEMORY, CUresult::CUDA_ERROR_INVALID_CONTEXT, CUresult(12345)] {
            each_call_fails(&instrument, &[code], 1, &[], work);
        }
    }
}
