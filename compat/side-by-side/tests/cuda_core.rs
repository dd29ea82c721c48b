//! NVIDIA's `cuda-core` and `cuda-driver` in one process.

mod device;

use std::sync::Arc;

use cuda_core::{DeviceBuffer as TheirBuffer, DriverError};
use cuda_driver::stream::wait_for_deferred;
use cuda_driver::{DeviceBuffer, Error};
use device::{Gate, LEN, Ours};
use side_by_side::cuda_core::{context, give, stream, stream_of, take};

/// cuda-core's context and two of its streams.
struct Theirs {
    stream: Arc<cuda_core::Stream>,
    other: Arc<cuda_core::Stream>,
}

impl Theirs {
    fn new() -> Self {
        let context = cuda_core::Context::new(0).unwrap();
        Self { stream: context.new_stream().unwrap(), other: context.new_stream().unwrap() }
    }

    fn ones(&self) -> TheirBuffer<u32> {
        TheirBuffer::from_host(&self.stream, &[1; LEN]).unwrap()
    }
}

/// Returns cuda-core's stream as one of ours.
fn as_ours(ours: &Ours, theirs: &Arc<cuda_core::Stream>) -> cuda_driver::Stream {
    // SAFETY: nothing captures the stream.
    unsafe { stream(&ours.context, theirs) }.unwrap()
}

#[test]
fn memory_taken_from_cuda_core_is_the_same_and_released_once() {
    let (ours, theirs) = (Ours::new(), Theirs::new());
    let memory = theirs.ones();
    let storage = memory.storage().clone();
    // SAFETY: nothing captures the stream, and `storage` isn't used while the buffer lives.
    let mut buffer = unsafe { take(&ours.stream, &theirs.stream, memory) }.unwrap();
    assert_eq!((buffer.as_raw(), buffer.len()), (storage.cu_deviceptr(), LEN));
    ours.add(&mut buffer, 4);
    assert_eq!(buffer.to_vec().unwrap(), [5; LEN]);
    assert!(!storage.is_unique());
    // cuda-core refuses the memory to its other streams meanwhile.
    assert!(storage.acquire(&theirs.other, false, false).is_err());
    drop(buffer);
    wait_for_deferred();
    assert!(storage.is_unique());
    assert!(storage.acquire(&theirs.other, true, false).is_ok());
}

#[test]
fn our_work_waits_for_cuda_cores_on_the_memory_taken() {
    let (ours, theirs) = (Ours::new(), Theirs::new());
    let mut memory = theirs.ones();
    let gate = Gate::new(&as_ours(&ours, &theirs.stream));
    memory.zero_async(&theirs.stream).unwrap();
    // SAFETY: nothing captures the stream.
    let mut buffer = unsafe { take(&ours.stream, &theirs.stream, memory) }.unwrap();
    ours.add(&mut buffer, 4);
    gate.open_before(&ours.stream);
    assert_eq!(buffer.to_vec().unwrap(), [4; LEN]);
}

#[test]
fn memory_on_which_another_stream_of_cuda_core_works_is_refused() {
    let (ours, theirs) = (Ours::new(), Theirs::new());
    let mut memory = theirs.ones();
    let of_other = as_ours(&ours, &theirs.other);
    let gate = Gate::new(&of_other);
    memory.zero_async(&theirs.other).unwrap();
    // SAFETY: nothing captures the stream.
    let error = unsafe { take(&ours.stream, &theirs.stream, memory) }.unwrap_err();
    assert!(error.is::<DriverError>(), "{error}");
    gate.open_before(&of_other);
}

#[test]
fn memory_taken_from_cuda_core_outlives_our_work_on_it() {
    let (ours, theirs) = (Ours::new(), Theirs::new());
    let memory = theirs.ones();
    let storage = memory.storage().clone();
    // SAFETY: nothing captures the stream, and `storage` isn't used while the buffer lives.
    let mut buffer = unsafe { take(&ours.stream, &theirs.stream, memory) }.unwrap();
    let gate = Gate::new(&ours.stream);
    ours.add(&mut buffer, 4);
    drop(buffer);
    assert!(!storage.is_unique());
    gate.open_before(&ours.stream);
    wait_for_deferred();
    assert!(storage.is_unique());
}

#[test]
fn cuda_cores_work_waits_for_ours_on_memory_given_to_it() {
    let (ours, theirs) = (Ours::new(), Theirs::new());
    let mut buffer = ours.stream.upload(&[1u32; LEN]).unwrap();
    let address = buffer.as_raw();
    let gate = Gate::new(&ours.stream);
    ours.add(&mut buffer, 4);
    // SAFETY: nothing captures the stream, and the elements were uploaded.
    let memory: TheirBuffer<u32> = unsafe { give(buffer, &theirs.stream) }.unwrap();
    assert_eq!((memory.cu_deviceptr(), memory.len()), (address, LEN));
    // Its other streams may not use it before.
    let other = cuda_core::Context::new(0).unwrap().new_stream().unwrap();
    assert!(memory.to_host_vec(&other).is_err());
    gate.open_before(&as_ours(&ours, &theirs.stream));
    assert_eq!(memory.to_host_vec(&theirs.stream).unwrap(), [5; LEN]);
}

#[test]
fn memory_given_to_cuda_core_is_freed_after_its_work() {
    let (ours, theirs) = (Ours::new(), Theirs::new());
    let (sender, dropped) = std::sync::mpsc::channel();
    let lower = ours.stream.upload(&[1u32; LEN]).unwrap();
    let (pointer, owner) = (lower.as_raw(), Signal(sender));
    let release = move |stream: &cuda_driver::Stream| {
        stream.synchronize()?;
        drop((lower, owner));
        Ok(())
    };
    // SAFETY: it is the memory of `lower`, which the closure owns.
    let buffer = unsafe { DeviceBuffer::<u32>::from_owner(&ours.stream, pointer, LEN, release) };
    // SAFETY: nothing captures the stream, and the elements were uploaded.
    let mut memory = unsafe { give(buffer, &theirs.stream) }.unwrap();
    let of_theirs = as_ours(&ours, &theirs.stream);
    let gate = Gate::new(&of_theirs);
    memory.zero_async(&theirs.stream).unwrap();
    drop(memory);
    assert!(dropped.try_recv().is_err(), "released before cuda-core's work was complete");
    gate.open_before(&of_theirs);
    dropped.recv_timeout(std::time::Duration::from_secs(60)).unwrap();
}

/// Says when it is dropped.
struct Signal(std::sync::mpsc::Sender<()>);

impl Drop for Signal {
    fn drop(&mut self) {
        self.0.send(()).unwrap();
    }
}

#[test]
fn memory_goes_to_cuda_core_and_comes_back() {
    let (ours, theirs) = (Ours::new(), Theirs::new());
    let buffer = ours.stream.upload(&[1u32; LEN]).unwrap();
    // SAFETY: nothing captures the stream, and the elements were uploaded.
    let mut memory = unsafe { give(buffer, &theirs.stream) }.unwrap();
    memory.zero_async(&theirs.stream).unwrap();
    // SAFETY: nothing captures the stream.
    let mut buffer = unsafe { take(&ours.stream, &theirs.stream, memory) }.unwrap();
    ours.add(&mut buffer, 4);
    assert_eq!(buffer.to_vec().unwrap(), [4; LEN]);
}

#[test]
fn our_stream_is_one_of_cuda_cores() {
    let ours = Ours::new();
    let theirs = stream_of(&ours.stream);
    assert_eq!(context(&ours.context), *theirs.context());
    assert_eq!(*theirs.context(), cuda_core::Context::new(0).unwrap());
    let memory = TheirBuffer::from_host(&theirs, &[1u32; LEN]).unwrap();
    // SAFETY: nothing captures the stream.
    let mut buffer = unsafe { take(&ours.stream, &theirs, memory) }.unwrap();
    ours.add(&mut buffer, 4);
    assert_eq!(buffer.to_vec().unwrap(), [5; LEN]);
}

#[test]
fn our_stream_lives_as_long_as_cuda_cores() {
    let theirs = stream_of(&Ours::new().stream);
    let memory = TheirBuffer::from_host(&theirs, &[1u32; LEN]).unwrap();
    assert_eq!(memory.to_host_vec(&theirs).unwrap(), [1; LEN]);
}

#[test]
fn streams_and_memory_of_other_contexts_are_refused() {
    let (ours, theirs) = (Ours::new(), Theirs::new());
    let other = ours.other_context();
    let elsewhere = other.stream().unwrap();
    let is_other = |error: &(dyn std::error::Error + 'static)| {
        matches!(error.downcast_ref(), Some(Error::OtherContext))
    };
    let buffer = elsewhere.upload(&[1u32; LEN]).unwrap();
    // SAFETY: nothing captures the streams.
    unsafe {
        assert!(is_other(&stream(&other, &theirs.stream).unwrap_err()));
        assert!(is_other(&*take(&elsewhere, &theirs.stream, theirs.ones()).unwrap_err()));
        assert!(is_other(&*give(buffer, &theirs.stream).err().unwrap()));
        // Their check: memory of one context, and a stream of the other.
        let memory = theirs.ones();
        assert!(take(&ours.stream, &stream_of(&elsewhere), memory).is_err());
    }
}
