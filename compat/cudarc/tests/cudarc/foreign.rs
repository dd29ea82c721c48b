//! Types of other crates that implement cudarc's traits, which are safe to implement: whatever they answer, memory of the host
//! is neither written beyond its end, nor used by the device after a call that borrowed it, with delays of the software device.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use cudarc::curand::CudaRng;
use cudarc::driver::sys::{CUdeviceptr, CUgraphInstantiate_flags, CUresult, CUstreamCaptureMode};
use cudarc::driver::{
    CudaContext, CudaSlice, CudaStream, DevicePtr, DevicePtrMut, DeviceRepr, DeviceSlice,
    DriverError, HostSlice, PinnedHostSlice, SyncOnDrop, UnifiedSlice, UnifiedView,
    ValidAsZeroBits,
};

use crate::chosen;
use crate::failing::{failing, with_failing_calls};

const LEN: usize = 1 << 14;
const ROUNDS: usize = 20;
const INVALID: DriverError = DriverError(CUresult::CUDA_ERROR_INVALID_VALUE);
const RELAXED: CUstreamCaptureMode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;

/// Runs the tests below with the delays of several seeds.
#[test]
fn with_delays() {
    for seed in [1, 2] {
        chosen::run(module_path!(), 12, |folder| {
            let mut variables = with_failing_calls(folder);
            variables.push(("CUDA_SIM_DELAY_SEED", seed.to_string().into()));
            // With failing calls, another library stands where cuRAND's names lead to.
            let called = variables.iter().find(|(name, _)| *name == "CALLED_DRIVER");
            let curand = called.map_or(folder.into(), |(_, called)| called.clone());
            variables.push(("CUDA_CURAND", curand));
            variables
        });
    }
}

fn stream() -> Arc<CudaStream> {
    CudaContext::new(0).unwrap().new_stream().unwrap()
}

fn is(stream: &Arc<CudaStream>, slice: &CudaSlice<u32>, value: u32) -> bool {
    stream.clone_dtoh(slice).unwrap().iter().all(|number| *number == value)
}

/// Memory that has other lengths each time that it is asked.
struct ChangingLength<M> {
    memory: M,
    /// The last one stays.
    lengths: Vec<usize>,
    asked: AtomicUsize,
    bytes: usize,
}

impl<M> ChangingLength<M> {
    fn new(memory: M, lengths: &[usize], bytes: usize) -> Self {
        Self { memory, lengths: lengths.to_vec(), asked: AtomicUsize::new(0), bytes }
    }

    fn next(&self) -> usize {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        self.lengths[asked.min(self.lengths.len() - 1)]
    }
}

impl<T, M: DeviceSlice<T>> DeviceSlice<T> for ChangingLength<M> {
    fn len(&self) -> usize {
        self.next()
    }

    fn num_bytes(&self) -> usize {
        self.bytes
    }

    fn is_empty(&self) -> bool {
        false
    }

    fn stream(&self) -> &Arc<CudaStream> {
        self.memory.stream()
    }
}

impl<T, M: DevicePtr<T>> DevicePtr<T> for ChangingLength<M> {
    fn device_ptr<'a>(&'a self, stream: &'a CudaStream) -> (CUdeviceptr, SyncOnDrop<'a>) {
        self.memory.device_ptr(stream)
    }
}

impl<T, M: DevicePtrMut<T>> DevicePtrMut<T> for ChangingLength<M> {
    fn device_ptr_mut<'a>(&'a mut self, stream: &'a CudaStream) -> (CUdeviceptr, SyncOnDrop<'a>) {
        self.memory.device_ptr_mut(stream)
    }
}

impl<T> HostSlice<T> for ChangingLength<Vec<T>> {
    fn len(&self) -> usize {
        self.next()
    }

    fn is_empty(&self) -> bool {
        true
    }

    unsafe fn stream_synced_slice<'a>(
        &'a self,
        stream: &'a CudaStream,
    ) -> (&'a [T], SyncOnDrop<'a>) {
        // SAFETY: the caller passes it on.
        unsafe { self.memory.stream_synced_slice(stream) }
    }

    unsafe fn stream_synced_mut_slice<'a>(
        &'a mut self,
        stream: &'a CudaStream,
    ) -> (&'a mut [T], SyncOnDrop<'a>) {
        // SAFETY: the caller passes it on.
        unsafe { self.memory.stream_synced_mut_slice(stream) }
    }
}

#[test]
#[ignore = "run by `with_delays`"]
fn a_vector_has_the_length_that_it_was_allocated_with() {
    let stream = stream();
    let source = || stream.clone_htod(&[7u32; LEN]).unwrap();
    for (lengths, bytes) in [(&[4][..], LEN * 4), (&[4, LEN], 16), (&[4, 1, LEN], 4), (&[4], 0)] {
        let vector = stream.clone_dtoh(&ChangingLength::new(source(), lengths, bytes)).unwrap();
        assert_eq!(vector, [7; 4], "{lengths:?}, {bytes}");
    }
    let too_many = DriverError(CUresult::CUDA_ERROR_OUT_OF_MEMORY);
    for len in [usize::MAX, usize::MAX / 4, isize::MAX as usize / 4] {
        let vector = stream.clone_dtoh(&ChangingLength::new(source(), &[len], 16));
        assert_eq!(vector, Err(too_many), "{len}");
    }
}

#[test]
#[ignore = "run by `with_delays`"]
fn a_copy_to_the_host_has_the_length_that_was_checked() {
    let stream = stream();
    let source = ChangingLength::new(stream.clone_htod(&[7u32; LEN]).unwrap(), &[4, LEN], LEN * 4);
    let mut target = vec![1u32; 8];
    stream.memcpy_dtoh(&source, &mut target).unwrap();
    assert_eq!(target, [7, 7, 7, 7, 1, 1, 1, 1]);
}

#[test]
#[ignore = "run by `with_delays`"]
fn a_copy_on_the_device_has_the_length_that_was_checked() {
    let stream = stream();
    let memory = || stream.clone_htod(&[7u32; 8]).unwrap();
    let mut target = stream.clone_htod(&[1u32; 8]).unwrap();
    let mut part = target.slice_mut(..4);
    stream.memcpy_dtod(&ChangingLength::new(memory(), &[4, 8], 32), &mut part).unwrap();
    assert_eq!(stream.clone_dtoh(&target).unwrap(), [7, 7, 7, 7, 1, 1, 1, 1]);
    for lengths in [[8, 4], [8, 9]] {
        let copy = stream.clone_dtod(&ChangingLength::new(memory(), &lengths, 16)).unwrap();
        assert_eq!(stream.clone_dtoh(&copy).unwrap(), [7; 8]);
    }
    let mut zeroed = ChangingLength::new(target.slice_mut(..2), &[2], 32);
    stream.memset_zeros(&mut zeroed).unwrap();
    assert_eq!(stream.clone_dtoh(&target).unwrap(), [0, 0, 7, 7, 1, 1, 1, 1]);
    let mut huge = ChangingLength::new(target.slice_mut(..2), &[usize::MAX], 32);
    assert_eq!(stream.memset_zeros(&mut huge), Err(INVALID));
    let huge = ChangingLength::new(target.slice(..2), &[usize::MAX / 4 + 2], 32);
    let mut all = ChangingLength::new(memory(), &[usize::MAX], 32);
    assert_eq!(stream.memcpy_dtod(&huge, &mut all), Err(INVALID));
}

#[test]
#[ignore = "run by `with_delays`"]
fn a_new_slice_has_all_elements_of_the_host() {
    let stream = stream();
    let whole = ChangingLength::new(vec![7u32; 4], &[4, 0], 0);
    let slice = stream.clone_htod(&whole).unwrap();
    assert_eq!(stream.clone_dtoh(&slice).unwrap(), [7; 4]);
    for elements in [2, 8] {
        let other = ChangingLength::new(vec![7u32; elements], &[4], 0);
        assert_eq!(stream.clone_htod(&other).err(), Some(INVALID));
    }
}

/// Pinned memory whose uses nobody ends.
struct UnendedPinned(PinnedHostSlice<u32>);

impl UnendedPinned {
    fn new(context: &Arc<CudaContext>, value: u32) -> Self {
        // SAFETY: the elements are written before they are read.
        let mut pinned = unsafe { context.alloc_pinned::<u32>(LEN) }.unwrap();
        pinned.as_mut_slice().unwrap().fill(value);
        Self(pinned)
    }
}

impl HostSlice<u32> for UnendedPinned {
    fn len(&self) -> usize {
        LEN
    }

    unsafe fn stream_synced_slice<'a>(&'a self, _: &'a CudaStream) -> (&'a [u32], SyncOnDrop<'a>) {
        (self.0.as_slice().unwrap(), SyncOnDrop::Sync(None))
    }

    unsafe fn stream_synced_mut_slice<'a>(
        &'a mut self,
        _: &'a CudaStream,
    ) -> (&'a mut [u32], SyncOnDrop<'a>) {
        (self.0.as_mut_slice().unwrap(), SyncOnDrop::Record(None))
    }
}

#[test]
#[ignore = "run by `with_delays`"]
fn a_copy_of_others_pinned_memory_is_over_when_it_returns() {
    let stream = stream();
    let context = stream.context();
    for _ in 0..ROUNDS {
        let mut pinned = UnendedPinned::new(context, 7);
        let mut target = stream.alloc_zeros::<u32>(LEN).unwrap();
        stream.memcpy_htod(&pinned, &mut target).unwrap();
        pinned.0.as_mut_slice().unwrap().fill(8);
        let second = stream.clone_htod(&pinned).unwrap();
        pinned.0.as_mut_slice().unwrap().fill(9);
        assert!(is(&stream, &target, 7) && is(&stream, &second, 8));
        stream.memcpy_dtoh(&target, &mut pinned).unwrap();
        assert!(pinned.0.as_slice().unwrap().iter().all(|number| *number == 7));
        assert_eq!(context.check_err(), Ok(()));
    }
}

#[test]
#[ignore = "run by `with_delays`"]
fn a_copy_of_others_pinned_memory_is_captured() {
    let stream = stream();
    let context = stream.context();
    let (mut pinned, mut own) = (UnendedPinned::new(context, 7), UnendedPinned::new(context, 7).0);
    let slice = own.as_mut_slice().unwrap();
    let mut targets = [(); 2].map(|()| stream.alloc_zeros::<u32>(LEN).unwrap());
    stream.synchronize().unwrap();
    stream.begin_capture(RELAXED).unwrap();
    stream.memcpy_htod(&pinned, &mut targets[0]).unwrap();
    stream.memcpy_dtoh(&targets[0], slice).unwrap();
    stream.memcpy_htod(slice, &mut targets[1]).unwrap();
    let graph = stream.end_capture(CUgraphInstantiate_flags(0)).unwrap().unwrap();
    assert_eq!(context.check_err(), Ok(()));
    pinned.0.as_mut_slice().unwrap().fill(9);
    graph.launch().unwrap();
    stream.synchronize().unwrap();
    assert!(is(&stream, &targets[1], 9));
    assert_eq!(context.check_err(), Ok(()));
}

/// Unified memory whose uses end before there is work.
struct EndedUnified<T>(UnifiedSlice<T>);

impl<T: DeviceRepr + ValidAsZeroBits + Copy + PartialEq> EndedUnified<T> {
    fn new(context: &Arc<CudaContext>, value: T) -> Self {
        // SAFETY: the elements are written before they are read.
        let mut unified = unsafe { context.alloc_unified::<T>(LEN, true) }.unwrap();
        unified.as_mut_slice().unwrap().fill(value);
        Self(unified)
    }

    fn is(&self, value: T) -> bool {
        self.0.as_slice().unwrap().iter().all(|number| *number == value)
    }

    fn fill(&mut self, value: T) {
        self.0.as_mut_slice().unwrap().fill(value);
    }
}

impl<T> DeviceSlice<T> for EndedUnified<T> {
    fn len(&self) -> usize {
        LEN
    }

    fn stream(&self) -> &Arc<CudaStream> {
        DeviceSlice::stream(&self.0)
    }
}

impl<T> DevicePtr<T> for EndedUnified<T> {
    fn device_ptr<'a>(&'a self, stream: &'a CudaStream) -> (CUdeviceptr, SyncOnDrop<'a>) {
        let (address, until) = self.0.device_ptr(stream);
        drop(until);
        (address, SyncOnDrop::Record(None))
    }
}

impl<T> DevicePtrMut<T> for EndedUnified<T> {
    fn device_ptr_mut<'a>(&'a mut self, stream: &'a CudaStream) -> (CUdeviceptr, SyncOnDrop<'a>) {
        self.device_ptr(stream)
    }
}

#[test]
#[ignore = "run by `with_delays`"]
fn work_on_others_unified_memory_is_over_when_the_call_returns() {
    let stream = stream();
    let context = stream.context();
    for _ in 0..ROUNDS {
        let mut unified = EndedUnified::new(context, 7);
        let mut pinned = UnendedPinned::new(context, 1).0;
        let mut target = stream.alloc_zeros::<u32>(LEN).unwrap();
        stream.memcpy_dtod(&unified, &mut target).unwrap();
        unified.fill(8);
        let copy = stream.clone_dtod(&unified).unwrap();
        unified.fill(6);
        stream.memcpy_dtoh(&unified, &mut pinned).unwrap();
        unified.fill(9);
        assert!(is(&stream, &target, 7) && is(&stream, &copy, 8));
        assert!(pinned.as_slice().unwrap().iter().all(|number| *number == 6));
        stream.memset_zeros(&mut unified).unwrap();
        assert!(unified.is(0));
        stream.memcpy_htod(&[5; LEN], &mut unified).unwrap();
        assert!(unified.is(5));
        stream.memcpy_dtod(&target, &mut unified).unwrap();
        assert!(unified.is(7));
        assert_eq!(context.check_err(), Ok(()));
    }
}

#[test]
#[ignore = "run by `with_delays`"]
fn random_numbers_are_there_when_the_call_returns() {
    let stream = stream();
    let generator = CudaRng::new(1, stream.clone()).unwrap();
    for _ in 0..ROUNDS {
        let mut unified = EndedUnified::new(stream.context(), 0.0f32);
        generator.fill_with_uniform(&mut unified).unwrap();
        // They are greater than 0.
        assert!(unified.0.as_slice().unwrap().iter().all(|number| *number > 0.0));
        unified.fill(0.0);
        generator.fill_with_normal(&mut unified, 100.0, 1.0).unwrap();
        assert!(unified.0.as_slice().unwrap().iter().all(|number| *number > 50.0));
        unified.fill(0.0);
        generator.fill_with_log_normal(&mut unified, 1.0, 1.0).unwrap();
        assert!(unified.0.as_slice().unwrap().iter().all(|number| *number > 0.0));
    }
    assert_eq!(stream.context().check_err(), Ok(()));
}

/// An element of this program, which can therefore implement traits for types of cudarc.
#[derive(Debug, Clone, Copy, PartialEq)]
#[repr(transparent)]
struct OwnElement(u32);

// SAFETY: it is a number.
unsafe impl DeviceRepr for OwnElement {}
// SAFETY: as above.
unsafe impl ValidAsZeroBits for OwnElement {}

impl DevicePtrMut<OwnElement> for UnifiedView<'_, OwnElement> {
    fn device_ptr_mut<'a>(&'a mut self, stream: &'a CudaStream) -> (CUdeviceptr, SyncOnDrop<'a>) {
        let (address, until) = self.device_ptr(stream);
        drop(until);
        (address, SyncOnDrop::Record(None))
    }
}

#[test]
#[ignore = "run by `with_delays`"]
fn traits_that_others_implement_for_types_of_cudarc_are_others() {
    let stream = stream();
    let context = stream.context();
    for _ in 0..ROUNDS {
        // SAFETY: the elements are written before they are read.
        let mut unified = unsafe { context.alloc_unified::<OwnElement>(LEN, true) }.unwrap();
        unified.as_mut_slice().unwrap().fill(OwnElement(7));
        stream.memset_zeros(&mut unified.as_view()).unwrap();
        assert!(unified.as_slice().unwrap().iter().all(|number| *number == OwnElement(0)));
    }
}

/// Memory of the device, whose uses its type ends.
struct Device(CudaSlice<u32>);

impl DeviceSlice<u32> for Device {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn stream(&self) -> &Arc<CudaStream> {
        self.0.stream()
    }
}

impl DevicePtr<u32> for Device {
    fn device_ptr<'a>(&'a self, stream: &'a CudaStream) -> (CUdeviceptr, SyncOnDrop<'a>) {
        self.0.device_ptr(stream)
    }
}

impl DevicePtrMut<u32> for Device {
    fn device_ptr_mut<'a>(&'a mut self, stream: &'a CudaStream) -> (CUdeviceptr, SyncOnDrop<'a>) {
        self.0.device_ptr_mut(stream)
    }
}

#[test]
#[ignore = "run by `with_delays`"]
fn work_on_others_memory_of_the_device_is_not_waited_for() {
    let Some(fail) = failing() else { return cuda_rust::skip("a driver whose calls don't fail") };
    let stream = stream();
    let memory = || Device(stream.clone_htod(&[7u32; LEN]).unwrap());
    let (mut device, mut second, mut pinned) =
        (memory(), memory(), UnendedPinned::new(stream.context(), 1).0);
    stream.synchronize().unwrap();
    for call in ["cuStreamSynchronize", "cuEventSynchronize", "cuStreamIsCapturing"] {
        fail(call, 0, i64::MAX, CUresult::CUDA_ERROR_UNKNOWN);
        stream.memset_zeros(&mut device).unwrap();
        stream.memcpy_dtod(&second, &mut device).unwrap();
        stream.clone_dtod(&device).unwrap();
        stream.memcpy_htod(&[8; LEN], &mut second).unwrap();
        assert_eq!(fail("", 0, 0, CUresult::CUDA_SUCCESS), i64::MAX, "{call}");
    }
    stream.memcpy_dtoh(&device, &mut pinned).unwrap();
    assert_eq!(pinned.as_slice().unwrap(), [8; LEN]);
}

#[test]
#[ignore = "run by `with_delays`"]
fn own_types_are_not_looked_up() {
    let Some(fail) = failing() else { return cuda_rust::skip("a driver whose calls don't fail") };
    let stream = stream();
    let context = stream.context();
    let (mut pinned, mut unified) =
        (UnendedPinned::new(context, 1).0, EndedUnified::new(context, 7).0);
    let mut slice = stream.alloc_zeros::<u32>(LEN).unwrap();
    for call in ["cuPointerGetAttribute", "cuPointerGetAttributes"] {
        fail(call, 0, i64::MAX, CUresult::CUDA_ERROR_UNKNOWN);
        stream.memcpy_htod(&pinned, &mut slice).unwrap();
        stream.memcpy_htod(&unified, &mut slice.as_view_mut()).unwrap();
        stream.memcpy_dtod(&slice, &mut unified).unwrap();
        stream.memcpy_dtod(&slice.as_view(), &mut unified.as_view_mut()).unwrap();
        stream.memcpy_dtoh(&unified.as_view(), &mut pinned).unwrap();
        stream.memset_zeros(&mut unified).unwrap();
        stream.clone_dtod(&slice.as_view_mut()).unwrap();
        assert_eq!(fail("", 0, 0, CUresult::CUDA_SUCCESS), i64::MAX, "{call}");
    }
    assert_eq!(context.check_err(), Ok(()));
}

#[test]
#[ignore = "run by `with_delays`"]
fn memory_that_cannot_be_looked_up_is_waited_for() {
    let Some(fail) = failing() else { return cuda_rust::skip("a driver whose calls don't fail") };
    let stream = stream();
    let context = stream.context();
    let code = CUresult::CUDA_ERROR_INVALID_CONTEXT;
    for _ in 0..ROUNDS {
        let (mut pinned, mut unified) =
            (UnendedPinned::new(context, 7), EndedUnified::new(context, 7));
        let mut target = stream.alloc_zeros::<u32>(LEN).unwrap();
        fail("cuPointerGetAttribute", 0, 1, code);
        stream.memcpy_htod(&pinned, &mut target).unwrap();
        pinned.0.as_mut_slice().unwrap().fill(9);
        assert_eq!(context.check_err(), Err(DriverError(code)));
        assert!(is(&stream, &target, 7));
        fail("cuPointerGetAttributes", 0, 1, code);
        stream.memset_zeros(&mut unified).unwrap();
        assert!(unified.is(0));
        assert_eq!(context.check_err(), Err(DriverError(code)));
    }
}
