//! The costs of operations, in driver calls and heap allocations.

use cuda_driver::{driver::Symbol, sys::instrument::Instrument};
use cuda_ndarray::dlpack::{ConsumerStream, ExportOptions};
use cuda_ndarray::ndarray::{Array2, Axis, Ix2, Ix6, IxDyn, Order, s};
use cuda_ndarray::{DeviceArray, MakeArrays};

use crate::allocations::{allocations, cost};
use crate::device::on_every_driver;
use crate::views::counted;

/// The calls that wait at the end of a copy from or to the host, on a stream that was made here.
const WAIT: [(Symbol, u64); 3] = [
    (Symbol::cuStreamIsCapturing, 1),
    (Symbol::cuStreamSynchronize, 1),
    (Symbol::cuThreadExchangeStreamCaptureMode, 2),
];

fn with_wait(calls: &[(Symbol, u64)]) -> Vec<(Symbol, u64)> {
    sorted(calls.iter().chain(&WAIT).copied().collect())
}

fn sorted(mut calls: Vec<(Symbol, u64)>) -> Vec<(Symbol, u64)> {
    calls.sort_by_key(|(symbol, _)| symbol.to_string());
    calls
}

/// Returns the driver calls of `work`, which allocates nothing on the heap. The software device allocates on this
/// thread itself.
fn calls(instrument: &Instrument, work: impl FnOnce()) -> Vec<(Symbol, u64)> {
    let (calls, allocated) = cost(instrument, work);
    if !crate::device::is_software() {
        assert_eq!(allocated, 0);
    }
    calls
}

on_every_driver! {
    fn slicing_six_axes_allocates_nothing(device) {
        let (instrument, device) = device.instrumented();
        let array = device.stream.zeros::<f32, Ix6>((3, 4, 5, 2, 2, 2)).unwrap();
        cuda_driver::stream::wait_for_deferred();
        instrument.reset();
        let before = allocations();
        let view = array.slice(s![1.., ..;-1, 2..4, .., ..;2, -1..]).unwrap();
        let fewer = array.slice(s![0, .., 1, .., .., ..]).unwrap();
        let permuted = view.permuted_axes([5, 4, 3, 2, 1, 0]).unwrap();
        let wide = fewer.insert_axis(Axis(0)).unwrap();
        let (left, right) = permuted.split_at(Axis(2), 1).unwrap();
        let cast = array.cast::<u32>().unwrap();
        let flat = array.flatten_view(Order::C).unwrap();
        assert_eq!(allocations() - before, 0);
        assert_eq!(instrument.all_calls(), 0);
        assert_eq!((view.ndim(), wide.ndim(), flat.ndim(), cast.ndim()), (6, 5, 1, 6));
        assert_eq!(left.len() + right.len(), view.len());
    }

    fn a_copy_to_or_from_the_host_is_one_call_in_addition_to_its_memory(device) {
        let (instrument, device) = device.instrumented();
        let host = counted(20, 30);
        let array = device.stream.to_device(&host).unwrap();
        instrument.reset();
        let again = device.stream.to_device(&host).unwrap();
        assert_eq!(sorted(instrument.called()), with_wait(&[(Symbol::cuMemAllocAsync, 1), (Symbol::cuMemcpyHtoDAsync_v2, 1)]));
        instrument.reset();
        array.to_host().unwrap();
        assert_eq!(sorted(instrument.called()), with_wait(&[(Symbol::cuMemcpyDtoHAsync_v2, 1)]));
        let mut target = Array2::<f32>::zeros((20, 30));
        instrument.reset();
        array.copy_to(&mut target).unwrap();
        assert_eq!(sorted(instrument.called()), with_wait(&[(Symbol::cuMemcpyDtoHAsync_v2, 1)]));
        let mut array = again;
        instrument.reset();
        array.assign(&host).unwrap();
        assert_eq!(sorted(instrument.called()), with_wait(&[(Symbol::cuMemcpyHtoDAsync_v2, 1)]));
    }

    fn a_strided_copy_is_one_launch(device) {
        let (instrument, device) = device.instrumented();
        let array = device.stream.to_device(&counted(64, 64)).unwrap();
        let mut target = device.stream.zeros::<f32, Ix2>((64, 64)).unwrap();
        // The first launch of a kernel asks for its parameters.
        target.assign(array.t()).unwrap();
        target.slice_mut(s![..;2, ..;2]).unwrap().fill(0.0).unwrap();
        target.slice_mut(s![..;2, ..;2]).unwrap().assign(array.slice(s![..32, ..32]).unwrap()).unwrap();
        // Without a current context, the driver rejects a library's kernel once, and the call is repeated.
        device.context.with_current(|| {
            let launch = [(Symbol::cuLaunchKernel, 1)];
            assert_eq!(calls(&instrument, || target.assign(array.t()).unwrap()), launch);
            let fill = || target.slice_mut(s![..;2, ..;2]).unwrap().fill(1.0).unwrap();
            assert_eq!(calls(&instrument, fill), launch);
            let assign = || {
                let source = array.slice(s![..32, ..32]).unwrap();
                target.slice_mut(s![..;2, ..;2]).unwrap().assign(source).unwrap();
            };
            assert_eq!(calls(&instrument, assign), launch);
            let copied = calls(&instrument, || target.assign(&array).unwrap());
            assert_eq!(copied, [(Symbol::cuMemcpyDtoDAsync_v2, 1)]);
            let filled = calls(&instrument, || target.fill(0.0).unwrap());
            assert_eq!(filled, [(Symbol::cuMemsetD32Async, 1)]);
        }).unwrap();
    }

    fn export_and_import_make_at_most_two_calls_each(device) {
        let (instrument, device) = device.instrumented();
        let consumer = device.context.stream().unwrap();
        let options = ExportOptions::new(ConsumerStream::Handle(consumer.as_raw()));
        let mut array: DeviceArray<f32, Ix2> = device.stream.zeros((20, 30)).unwrap();
        for round in 0..3 {
            // Another thread queries whether the dropped memory's work is complete.
            cuda_driver::stream::wait_for_deferred();
            instrument.reset();
            // SAFETY: the stream is of this context.
            let tensor = unsafe { array.into_dlpack(options) }.unwrap();
            if round > 0 {
                assert_eq!(sorted(instrument.called()), [(Symbol::cuEventRecord, 1), (Symbol::cuStreamWaitEvent, 1)]);
            }
            // Without a current context, the driver doesn't know the address, and the call is repeated. A tensor of another type
            // of array is imported as any library's.
            let back: DeviceArray<f32, IxDyn> = device.context.with_current(|| {
                instrument.reset();
                // SAFETY: nothing else uses the memory.
                let back = unsafe { tensor.into_array(&device.stream) }.unwrap();
                assert_eq!(instrument.called(), [(Symbol::cuMemGetAddressRange_v2, 1)]);
                back
            }).unwrap();
            let owned = back.into_dimensionality::<Ix2>().unwrap().to_owned().unwrap();
            // SAFETY: as above.
            let tensor = unsafe { owned.into_dlpack(options) }.unwrap();
            cuda_driver::stream::wait_for_deferred();
            instrument.reset();
            // SAFETY: as above.
            array = unsafe { tensor.into_array(&device.stream) }.unwrap();
            assert_eq!(instrument.called(), []);
        }
    }

    fn a_small_array_costs_as_much_as_its_memory(device) {
        let (instrument, device) = device.instrumented();
        drop(device.stream.alloc::<f32>(16).unwrap());
        let buffer = calls(&instrument, || drop(device.stream.alloc::<f32>(16).unwrap()));
        let array = calls(&instrument, || {
            let array: DeviceArray<f32, Ix2> = device.stream.alloc_array((4, 4)).unwrap();
            drop(array);
        });
        assert_eq!(array, buffer);
    }
}
