//! cudarc of the registry and `cuda-driver` in one process.

mod device;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use cuda_driver::stream::wait_for_deferred;
use cuda_driver::{DeviceBuffer, Error};
use cudarc::driver::{
    CudaContext, CudaFunction, CudaSlice, CudaStream, DevicePtr, DevicePtrMut, DriverError,
    LaunchConfig, PushKernelArg, sys::CUresult,
};
use cudarc::nvrtc::Ptx;
use device::{ADD, Gate, LEN, Ours};
use side_by_side::cudarc::{borrow, give, lend, stream, take};

/// cudarc's context, two of its streams, and the kernel.
struct Theirs {
    stream: Arc<CudaStream>,
    other: Arc<CudaStream>,
    add: CudaFunction,
}

impl Theirs {
    fn new() -> Self {
        let context = CudaContext::new(0).unwrap();
        let module = context.load_module(Ptx::from_src(ADD)).unwrap();
        let theirs = Self {
            stream: context.new_stream().unwrap(),
            other: context.new_stream().unwrap(),
            add: module.load_function("add").unwrap(),
        };
        let mut memory = theirs.ones();
        theirs.add(&theirs.stream, &mut memory, 1);
        assert_eq!(theirs.stream.clone_dtoh(&memory).unwrap(), [2; LEN]);
        theirs
    }

    fn ones(&self) -> CudaSlice<u32> {
        self.stream.clone_htod(&[1u32; LEN]).unwrap()
    }

    fn add(&self, stream: &Arc<CudaStream>, memory: &mut impl DevicePtrMut<u32>, value: u32) {
        let len = memory.len() as u32;
        let (pointer, _uses) = memory.device_ptr_mut(stream);
        let mut launch = stream.launch_builder(&self.add);
        launch.arg(&pointer).arg(&value).arg(&len);
        // SAFETY: add(unsigned *, unsigned, unsigned), so many elements.
        unsafe { launch.launch(LaunchConfig::for_num_elems(len)) }.unwrap();
    }
}

/// Closes a gate on a stream of cudarc's.
fn gate(ours: &Ours, theirs: &Arc<CudaStream>) -> Gate {
    // SAFETY: nothing captures the stream.
    Gate::new(&unsafe { stream(&ours.context, theirs) }.unwrap())
}

#[test]
fn memory_taken_from_cudarc_is_the_same_and_freed_by_cudarc() {
    let (ours, theirs) = (Ours::new(), Theirs::new());
    let memory = theirs.ones();
    let address = memory.device_ptr(&theirs.stream).0;
    let count = Arc::strong_count(&theirs.stream);
    // SAFETY: nothing captures the stream.
    let mut buffer = unsafe { take(&ours.stream, memory) }.unwrap();
    assert_eq!((buffer.as_raw(), buffer.len()), (address, LEN));
    ours.add(&mut buffer, 4);
    assert_eq!(buffer.to_vec().unwrap(), [5; LEN]);
    wait_for_deferred();
    assert_eq!(Arc::strong_count(&theirs.stream), count);
    drop(buffer);
    wait_for_deferred();
    assert_eq!(Arc::strong_count(&theirs.stream), count - 1);
    theirs.stream.context().check_err().unwrap();
}

#[test]
fn our_work_waits_for_the_work_of_all_of_cudarcs_streams_on_the_memory_taken() {
    let (ours, theirs) = (Ours::new(), Theirs::new());
    let mut memory = theirs.ones();
    let gate = gate(&ours, &theirs.other);
    theirs.add(&theirs.other, &mut memory, 1);
    // SAFETY: nothing captures the stream.
    let mut buffer = unsafe { take(&ours.stream, memory) }.unwrap();
    ours.add(&mut buffer, 4);
    gate.open_before(&ours.stream);
    assert_eq!(buffer.to_vec().unwrap(), [6; LEN]);
}

#[test]
fn memory_taken_from_cudarc_outlives_our_work_on_it() {
    let (ours, theirs) = (Ours::new(), Theirs::new());
    let count = Arc::strong_count(&theirs.stream);
    // SAFETY: nothing captures the stream.
    let mut buffer = unsafe { take(&ours.stream, theirs.ones()) }.unwrap();
    let gate = Gate::new(&ours.stream);
    ours.add(&mut buffer, 4);
    drop(buffer);
    assert_eq!(Arc::strong_count(&theirs.stream), count + 1);
    gate.open_before(&ours.stream);
    wait_for_deferred();
    assert_eq!(Arc::strong_count(&theirs.stream), count);
}

#[test]
fn cudarcs_work_waits_for_ours_on_memory_that_was_borrowed() {
    let (ours, theirs) = (Ours::new(), Theirs::new());
    let mut memory = theirs.ones();
    let gate = Gate::new(&ours.stream);
    // SAFETY: nothing captures the stream.
    unsafe {
        borrow(&ours.stream, &mut memory, |memory| {
            ours.add(memory, 4);
            Ok(())
        })
    }
    .unwrap();
    // cudarc orders its other streams after that one.
    theirs.add(&theirs.other, &mut memory, 1);
    // SAFETY: nothing captures the stream.
    gate.open_before(&unsafe { stream(&ours.context, &theirs.other) }.unwrap());
    assert_eq!(theirs.stream.clone_dtoh(&memory).unwrap(), [6; LEN]);
}

#[test]
fn cudarcs_work_waits_for_ours_on_memory_given_to_it() {
    let (ours, theirs) = (Ours::new(), Theirs::new());
    let mut buffer = ours.stream.upload(&[1u32; LEN]).unwrap();
    let address = buffer.as_raw();
    let gate = Gate::new(&ours.stream);
    ours.add(&mut buffer, 4);
    // SAFETY: nothing captures the stream.
    let mut memory = unsafe { give(buffer, &theirs.stream) }.unwrap();
    theirs.add(&theirs.stream, &mut memory, 1);
    assert_eq!(memory.device_ptr(&theirs.stream).0, address);
    // SAFETY: nothing captures the stream.
    gate.open_before(&unsafe { stream(&ours.context, &theirs.stream) }.unwrap());
    assert_eq!(theirs.stream.clone_dtoh(&memory).unwrap(), [6; LEN]);
    drop(memory);
    theirs.stream.synchronize().unwrap();
    theirs.stream.context().check_err().unwrap();
}

#[test]
fn memory_goes_to_cudarc_and_comes_back() {
    let (ours, theirs) = (Ours::new(), Theirs::new());
    let buffer = ours.stream.upload(&[1u32; LEN]).unwrap();
    // SAFETY: nothing captures the stream.
    let mut memory = unsafe { give(buffer, &theirs.stream) }.unwrap();
    theirs.add(&theirs.stream, &mut memory, 1);
    // SAFETY: nothing captures the stream.
    let buffer = unsafe { take(&ours.stream, memory) }.unwrap();
    assert_eq!(buffer.to_vec().unwrap(), [2; LEN]);
}

#[test]
fn our_work_waits_for_cudarcs_on_memory_that_was_lent() {
    let (ours, theirs) = (Ours::new(), Theirs::new());
    let mut buffer = ours.stream.upload(&[1u32; LEN]).unwrap();
    let gate = gate(&ours, &theirs.other);
    // SAFETY: nothing captures the stream.
    unsafe {
        lend(&mut buffer, &theirs.stream, |mut memory| {
            theirs.add(&theirs.other, &mut memory, 1);
        })
    }
    .unwrap();
    ours.add(&mut buffer, 4);
    gate.open_before(&ours.stream);
    assert_eq!(buffer.to_vec().unwrap(), [6; LEN]);
}

#[test]
fn a_part_can_be_lent() {
    let (ours, theirs) = (Ours::new(), Theirs::new());
    let mut buffer = ours.stream.upload(&[1u32; LEN]).unwrap();
    let part = buffer.slice_mut(10..20).unwrap();
    // SAFETY: nothing captures the stream.
    unsafe { lend(part, &theirs.stream, |mut slice| theirs.add(&theirs.stream, &mut slice, 1)) }
        .unwrap();
    let mut expected = [1; LEN];
    expected[10..20].fill(2);
    assert_eq!(buffer.to_vec().unwrap(), expected);
}

#[test]
fn memory_stays_ours_if_the_work_with_it_panics() {
    let (ours, theirs) = (Ours::new(), Theirs::new());
    let mut buffer = ours.stream.upload(&[1u32; LEN]).unwrap();
    let gate = gate(&ours, &theirs.other);
    let work = || {
        // SAFETY: nothing captures the stream.
        unsafe {
            lend(&mut buffer, &theirs.stream, |mut memory| {
                theirs.add(&theirs.other, &mut memory, 1);
                panic!("on purpose");
            })
        }
        .unwrap();
    };
    assert!(catch_unwind(AssertUnwindSafe(work)).is_err());
    ours.add(&mut buffer, 4);
    gate.open_before(&ours.stream);
    assert_eq!(buffer.to_vec().unwrap(), [6; LEN]);
}

#[test]
fn the_default_streams_can_be_used() {
    let ours = Ours::new();
    let context = CudaContext::new(0).unwrap();
    for theirs in [context.default_stream(), context.per_thread_stream()] {
        let memory = theirs.clone_htod(&[1u32; LEN]).unwrap();
        // SAFETY: nothing captures the streams, and all is on this thread.
        let mut buffer = unsafe { take(&ours.stream, memory) }.unwrap();
        ours.add(&mut buffer, 4);
        // SAFETY: as above.
        let sum = unsafe { lend(&mut buffer, &theirs, |slice| theirs.clone_dtoh(&slice)) }.unwrap();
        assert_eq!(sum.unwrap(), [5; LEN]);
        // It is dropped on another thread, where no context is current.
        drop(buffer);
        wait_for_deferred();
        context.check_err().unwrap();
    }
}

#[test]
fn all_of_cudarcs_streams_wait_for_ours_on_memory_that_is_given_or_lent() {
    let (ours, theirs) = (Ours::new(), Theirs::new());
    // SAFETY: nothing captures the stream.
    let other = unsafe { stream(&ours.context, &theirs.other) }.unwrap();
    let mut buffer = ours.stream.upload(&[1u32; LEN]).unwrap();
    let gate = Gate::new(&ours.stream);
    ours.add(&mut buffer, 4);
    // SAFETY: as above.
    let lent = unsafe {
        lend(&mut buffer, &theirs.stream, |mut memory| {
            theirs.add(&theirs.other, &mut memory, 1);
        })
    };
    lent.unwrap();
    gate.open_before(&other);
    let gate = Gate::new(&ours.stream);
    ours.add(&mut buffer, 4);
    // SAFETY: as above.
    let mut memory = unsafe { give(buffer, &theirs.stream) }.unwrap();
    theirs.add(&theirs.other, &mut memory, 1);
    gate.open_before(&other);
    assert_eq!(theirs.stream.clone_dtoh(&memory).unwrap(), [11; LEN]);
}

#[test]
fn memory_without_elements_is_given() {
    let (ours, theirs) = (Ours::new(), Theirs::new());
    let buffer = ours.stream.alloc::<u32>(0).unwrap();
    // SAFETY: nothing captures the stream.
    let memory = unsafe { give(buffer, &theirs.stream) }.unwrap();
    assert!(memory.is_empty());
}

#[test]
fn an_error_that_cudarc_recorded_is_returned() {
    let (ours, theirs) = (Ours::new(), Theirs::new());
    let memory = theirs.ones();
    let failed: Result<(), _> = Err(DriverError(CUresult::CUDA_ERROR_INVALID_VALUE));
    theirs.stream.context().record_err(failed);
    // SAFETY: nothing captures the stream.
    let error = unsafe { take(&ours.stream, memory) }.unwrap_err();
    let error = error.downcast_ref::<DriverError>().unwrap();
    assert_eq!(error.0, CUresult::CUDA_ERROR_INVALID_VALUE);
}

#[test]
fn streams_and_memory_of_other_contexts_are_refused() {
    let (ours, theirs) = (Ours::new(), Theirs::new());
    let other = ours.other_context();
    let elsewhere = other.stream().unwrap();
    let is_other = |error: Error| matches!(error, Error::OtherContext);
    let is_boxed =
        |error: Box<dyn std::error::Error + Send + Sync>| is_other(*error.downcast().unwrap());
    let buffer = || elsewhere.upload(&[1u32; LEN]).unwrap();
    let mut memory = theirs.ones();
    // SAFETY: nothing captures the streams.
    unsafe {
        assert!(is_other(stream(&other, &theirs.stream).unwrap_err()));
        assert!(is_boxed(take(&elsewhere, theirs.ones()).unwrap_err()));
        assert!(is_boxed(borrow(&elsewhere, &mut memory, |_| Ok(())).unwrap_err()));
        assert!(is_other(lend(&mut buffer(), &theirs.stream, |_| ()).unwrap_err()));
        assert!(is_boxed(give(buffer(), &theirs.stream).unwrap_err()));
    }
}

#[test]
fn memory_that_the_driver_cannot_free_is_not_given_away() {
    let (ours, theirs) = (Ours::new(), Theirs::new());
    // SAFETY: nothing captures the streams.
    let buffer: DeviceBuffer<u32> = unsafe { take(&ours.stream, theirs.ones()) }.unwrap();
    // SAFETY: as above.
    let error = unsafe { give(buffer, &theirs.stream) }.unwrap_err();
    assert!(error.to_string().contains("has an owner"), "{error}");
}
