//! Memory and semaphores of other APIs. The other API is the driver's virtual memory, which is exported and imported in
//! the same process; `examples/vulkan` does the same with Vulkan.
#![cfg(target_os = "linux")]

use std::io::Read;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::time::Duration;

use cuda_driver::{
    DeviceAttribute, DeviceSlice, DeviceSliceMut, Error, ErrorCode, Stream,
    array::{ArrayDescriptor, ArrayFlags},
    driver::Symbol,
    error::DestroyError,
    external::{
        ExternalMemory, ExternalMemoryFlags, ExternalMemoryHandle, ExternalSemaphore,
        ExternalSemaphoreHandle, SemaphoreSignals, SemaphoreWaits, Win32Handle,
    },
    graph::CaptureMode,
    memory::{HandleTypes, MemAccessFlags},
    stream::wait_for_deferred,
    virtual_memory::{Mapping, MemAllocationGranularity, PhysicalMemory, PhysicalProperties},
};

use crate::costs::instrumented;
use crate::device::{TestDevice, alone, is_software, on_every_driver, process, with_device};
use crate::pairs;

/// Memory that the other API has mapped.
pub struct ExportedMemory {
    memory: PhysicalMemory,
    mapping: Mapping,
}

impl ExportedMemory {
    pub fn new(device: &TestDevice) -> Self {
        let gpu = device.context.device();
        let properties =
            PhysicalProperties::new(gpu).handle_types(HandleTypes::POSIX_FILE_DESCRIPTOR);
        let step =
            properties.granularity(device.driver, MemAllocationGranularity::MINIMUM).unwrap();
        let memory = device.driver.create_memory(step, &properties).unwrap();
        let mut mapping = device.driver.reserve(step).unwrap().map(0, &memory).unwrap();
        mapping.set_access(gpu, MemAccessFlags::READWRITE).unwrap();
        Self { memory, mapping }
    }

    fn descriptor(&self) -> OwnedFd {
        self.memory.export_descriptor().unwrap()
    }

    /// Imports it; `None` if the driver refuses its own memory as external.
    pub fn import(&self, device: &TestDevice) -> Option<ExternalMemory> {
        let handle = ExternalMemoryHandle::OpaqueFd(self.descriptor());
        let (bytes, flags) = (self.memory.bytes(), ExternalMemoryFlags::empty());
        // SAFETY: it is a descriptor of memory of that many bytes.
        match unsafe { device.context.import_external_memory(handle, bytes, flags) } {
            Ok(memory) => Some(memory),
            Err(error) => {
                cuda_rust::skip(format!(
                    "the driver doesn't import its own memory as external memory: {error}"
                ));
                None
            }
        }
    }

    /// Imports it as a timeline semaphore, whose value is its first number; `None` if the driver has other semaphores.
    pub fn semaphore(&self, device: &TestDevice) -> Option<ExternalSemaphore> {
        self.import_semaphore(device, ExternalSemaphoreHandle::TimelineSemaphoreFd)
    }

    fn import_semaphore(
        &self,
        device: &TestDevice,
        handle_of: fn(OwnedFd) -> ExternalSemaphoreHandle<'static>,
    ) -> Option<ExternalSemaphore> {
        if !is_software() {
            // A driver imports memory as a binary semaphore, too, and isn't asked what it does with that.
            cuda_rust::skip(
                "only the software device has semaphores in memory; `examples/vulkan` has real ones",
            );
            return None;
        }
        // The number is 0, unless a test changes it.
        self.write(&device.stream, &[0u64]);
        let handle = handle_of(self.descriptor());
        // SAFETY: it is a descriptor of a semaphore, and tests signal and wait in pairs.
        Some(unsafe { device.context.import_external_semaphore(handle) }.unwrap())
    }

    fn write<T: cuda_driver::Element>(&self, stream: &Stream, values: &[T]) {
        // SAFETY: it is mapped until the test's end, and the stream's work is waited for.
        let mut all = unsafe {
            DeviceSliceMut::<T>::from_raw_parts(stream, self.mapping.as_raw(), values.len())
        };
        stream.upload_into(values, &mut all).unwrap();
        stream.synchronize().unwrap();
    }

    fn read<T: cuda_driver::Element>(&self, stream: &Stream, len: usize) -> Vec<T> {
        let mut values = vec![T::zeroed(); len];
        // SAFETY: as above.
        let all = unsafe { DeviceSlice::<T>::from_raw_parts(stream, self.mapping.as_raw(), len) };
        stream.download(all, &mut values).unwrap();
        values
    }
}

#[test]
#[ignore = "run in a separate process, which counts its descriptors"]
fn counts_descriptors_of_imports() {
    let count = || std::fs::read_dir("/proc/self/fd").unwrap().count();
    with_device(None, |device| {
        let theirs = ExportedMemory::new(device);
        let import = || {
            let Some(memory) = theirs.import(device) else {
                return;
            };
            // SAFETY: nothing uses the memory.
            let buffer = unsafe { memory.buffer::<u32>(&device.stream, 0, 16) }.unwrap();
            drop((memory, buffer));
            wait_for_deferred();
            let handle = ExternalMemoryHandle::OpaqueFd(UnixStream::pair().unwrap().0.into());
            // SAFETY: the driver refuses it.
            let refused = unsafe {
                (device.context).import_external_memory(handle, 64, ExternalMemoryFlags::empty())
            };
            refused.unwrap_err();
        };
        (0..10).for_each(|_| import());
        let before = count();
        (0..100).for_each(|_| import());
        assert!(count() < before + 50, "{before} and {}", count());
    });
}

#[test]
fn imports_leak_no_descriptors() {
    let output = process("external::counts_descriptors_of_imports").output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("1 passed"), "{text}");
}

on_every_driver! {
    fn external_memory_is_the_other_apis_memory(device) {
        let theirs = ExportedMemory::new(device);
        let Some(memory) = theirs.import(device) else { return };
        assert_eq!(memory.bytes(), theirs.memory.bytes());
        theirs.write(&device.stream, &[1u32, 2, 3]);
        // SAFETY: all uses are in the order of one stream.
        let mut ours = unsafe { memory.buffer::<u32>(&device.stream, 0, 3) }.unwrap();
        assert_eq!(ours.to_vec().unwrap(), [1, 2, 3]);
        device.stream.fill(&mut ours, 7).unwrap();
        assert_eq!(theirs.read::<u32>(&device.stream, 4)[..3], [7; 3]);
    }

    fn a_buffer_begins_at_its_offset(device) {
        let theirs = ExportedMemory::new(device);
        let Some(memory) = theirs.import(device) else { return };
        let values: Vec<u32> = (0..4096).collect();
        theirs.write(&device.stream, &values);
        for first in [64usize, 1024, 2048] {
            // SAFETY: nothing writes to the memory.
            let part = unsafe { memory.buffer::<u32>(&device.stream, 4 * first, 100) }.unwrap();
            assert_eq!(part.to_vec().unwrap(), values[first..first + 100]);
        }
    }

    fn buffers_of_the_same_memory_are_the_same_memory(device) {
        let theirs = ExportedMemory::new(device);
        let Some(memory) = theirs.import(device) else { return };
        // SAFETY: all uses are in the order of one stream.
        let (mut a, b) = unsafe {(
            memory.buffer::<u32>(&device.stream, 0, 100).unwrap(),
            memory.buffer::<u32>(&device.stream, 0, 100).unwrap(),
        )};
        device.stream.fill(&mut a, 5).unwrap();
        assert_eq!(b.to_vec().unwrap(), [5; 100]);
        drop(a);
        wait_for_deferred();
        assert_eq!(b.to_vec().unwrap(), [5; 100], "the other buffer is still mapped");
    }

    fn a_mapping_beyond_the_memory_is_an_error_with_its_size(device) {
        let theirs = ExportedMemory::new(device);
        let Some(memory) = theirs.import(device) else { return };
        let bytes = memory.bytes();
        for (offset, len) in [(bytes, 1), (bytes - 4, 2), (usize::MAX - 3, 1)] {
            // SAFETY: nothing is mapped.
            let error = unsafe { memory.buffer::<u32>(&device.stream, offset, len) }.unwrap_err();
            assert!(matches!(error, Error::OutOfExternalMemory(_)), "{error}");
            assert!(error.to_string().contains(&bytes.to_string()), "{error}");
        }
        let descriptor = ArrayDescriptor::new::<f32>((64, 64));
        // SAFETY: as above.
        let error = unsafe { memory.mipmapped_array(&device.stream, bytes, &descriptor, 1) }.unwrap_err();
        assert!(matches!(error, Error::OutOfExternalMemory(_)), "{error}");
        // SAFETY: as above.
        let error = unsafe { memory.buffer::<u32>(&device.stream, 0, usize::MAX) }.unwrap_err();
        assert!(matches!(error, Error::TooLarge(_)), "{error}");
        // SAFETY: as above.
        let error = unsafe { memory.buffer::<u32>(&device.stream, 2, 1) }.unwrap_err();
        assert!(matches!(error, Error::Alignment { .. } | Error::Driver(_)), "{error}");
        // SAFETY: as above.
        let nothing = unsafe { memory.buffer::<u32>(&device.stream, bytes, 0) }.unwrap();
        assert!(nothing.is_empty() && nothing.to_vec().unwrap().is_empty());
    }

    fn a_stream_of_another_context_has_no_external_memory(device) {
        let theirs = ExportedMemory::new(device);
        let Some(memory) = theirs.import(device) else { return };
        let other = alone(device);
        // SAFETY: nothing is mapped.
        let error = unsafe { memory.buffer::<u32>(&other.stream, 0, 1) }.unwrap_err();
        assert_eq!(error, Error::OtherContext);
    }

    fn mappings_keep_external_memory_alive_and_are_unmapped_after_the_streams_work(device) {
        let instrument = instrumented(device);
        let counted = TestDevice::new(instrument.table());
        let theirs = ExportedMemory::new(&counted);
        let Some(memory) = theirs.import(&counted) else { return };
        instrument.reset();
        // SAFETY: all uses are in the order of one stream.
        let mut buffer = unsafe { memory.buffer::<u32>(&counted.stream, 0, 1000) }.unwrap();
        let Err(DestroyError::Shared(memory)) = memory.destroy() else {
            panic!("the buffer needs the memory");
        };
        counted.stream.fill(&mut buffer, 1).unwrap();
        drop(buffer);
        wait_for_deferred();
        assert_eq!(instrument.successes(Symbol::cuMemFree_v2), 1);
        assert_eq!(theirs.read::<u32>(&counted.stream, 1000), [1; 1000]);
        memory.destroy().unwrap();
        assert_eq!(instrument.successes(Symbol::cuDestroyExternalMemory), 1);
        drop(theirs);
        assert_eq!(instrument.calls(Symbol::cuCtxSynchronize), 0);
    }

    fn an_image_in_external_memory_is_a_mipmapped_array(device) {
        let instrument = instrumented(device);
        let counted = TestDevice::new(instrument.table());
        let theirs = ExportedMemory::new(&counted);
        let Some(memory) = theirs.import(&counted) else { return };
        let stream = &counted.stream;
        let descriptor = ArrayDescriptor::new::<f32>((64, 64)).flags(ArrayFlags::SURFACE_LDST);
        // SAFETY: the other API has no image, and all uses are in the order of one stream.
        let (image, same) = unsafe {(
            memory.mipmapped_array(stream, 0, &descriptor, 2).unwrap(),
            memory.mipmapped_array(stream, 0, &descriptor, 2).unwrap(),
        )};
        let texels: Vec<f32> = (0u16..32 * 32).map(f32::from).collect();
        let level = image.level(1).unwrap();
        stream.upload_region(&texels, &level, (32, 32)).unwrap();
        let mut found = vec![0.0f32; 32 * 32];
        stream.download_region(&same.level(1).unwrap(), &mut found, (32, 32)).unwrap();
        assert_eq!(found, texels);
        drop((image, same));
        let Err(DestroyError::Shared(memory)) = memory.destroy() else {
            panic!("the level needs the memory");
        };
        drop(level);
        wait_for_deferred();
        assert_eq!(instrument.successes(Symbol::cuMipmappedArrayDestroy), 2);
        memory.destroy().unwrap();
        drop(theirs);
    }

    fn a_descriptor_that_is_refused_is_closed(device) {
        let (mut ours, theirs) = UnixStream::pair().unwrap();
        let handle = ExternalMemoryHandle::OpaqueFd(theirs.into());
        // SAFETY: the driver refuses a socket.
        let error = unsafe {
            device.context.import_external_memory(handle, 4096, ExternalMemoryFlags::empty())
        }.unwrap_err();
        assert!(matches!(error, Error::Driver(_)), "{error}");
        assert!(error.to_string().starts_with("cuImportExternalMemory: "), "{error}");
        assert_eq!(ours.read(&mut [0]).unwrap(), 0, "the other end is closed");
        for of in [ExternalSemaphoreHandle::OpaqueFd, ExternalSemaphoreHandle::TimelineSemaphoreFd] {
            let (mut ours, theirs) = UnixStream::pair().unwrap();
            // SAFETY: as above.
            let error = unsafe { device.context.import_external_semaphore(of(theirs.into())) }.unwrap_err();
            assert!(error.to_string().starts_with("cuImportExternalSemaphore: "), "{error}");
            assert_eq!(ours.read(&mut [0]).unwrap(), 0, "the other end is closed");
        }
    }

    fn handles_of_another_system_are_an_error(device) {
        let context = &device.context;
        let handles = [
            ExternalMemoryHandle::OpaqueWin32(Win32Handle::Name("shared")),
            ExternalMemoryHandle::D3d12Resource(Win32Handle::Handle(core::ptr::null_mut())),
            ExternalMemoryHandle::D3d11ResourceKmt(core::ptr::null_mut()),
        ];
        for handle in handles {
            let handle_type = handle.handle_type();
            // SAFETY: the driver refuses it.
            let error = unsafe { context.import_external_memory(handle, 4096, ExternalMemoryFlags::DEDICATED) };
            assert!(matches!(error.unwrap_err(), Error::Driver(_)), "{handle_type:?}");
        }
        let name = ExternalSemaphoreHandle::D3d12Fence(Win32Handle::Name("a\0b"));
        // SAFETY: it isn't passed to the driver.
        let error = unsafe { context.import_external_semaphore(name) }.unwrap_err();
        assert!(matches!(error, Error::Name(_)), "{error}");
        let mutex = ExternalSemaphoreHandle::D3d11KeyedMutex(Win32Handle::Handle(core::ptr::null_mut()));
        // SAFETY: the driver refuses it.
        let error = unsafe { context.import_external_semaphore(mutex) }.unwrap_err();
        assert!(matches!(error, Error::Driver(_)), "{error}");
    }

    fn a_wait_ends_when_another_stream_signals(device) {
        let theirs = ExportedMemory::new(device);
        let Some(semaphore) = theirs.semaphore(device) else { return };
        let other = device.context.stream().unwrap();
        let mut buffer = device.stream.alloc_zeroed::<u32>(1).unwrap();
        device.stream.wait_external_semaphores(&SemaphoreWaits::new().fence(&semaphore, 2)).unwrap();
        device.stream.fill(&mut buffer, 9).unwrap();
        other.signal_external_semaphores(&SemaphoreSignals::new().fence(&semaphore, 1)).unwrap();
        other.synchronize().unwrap();
        assert!(!device.stream.query().unwrap(), "the value is 1, and 2 is waited for");
        other.signal_external_semaphores(&SemaphoreSignals::new().fence(&semaphore, 3)).unwrap();
        assert_eq!(buffer.to_vec().unwrap(), [9]);
        assert_eq!(theirs.read::<u64>(&device.stream, 1), [3]);
    }

    fn the_device_says_that_it_has_timeline_semaphores(device) {
        let attribute = DeviceAttribute::TIMELINE_SEMAPHORE_INTEROP_SUPPORTED;
        assert_eq!(device.context.device().attribute(attribute), Ok(1));
    }

    fn a_wait_ends_when_the_other_api_signals(device) {
        let theirs = ExportedMemory::new(device);
        let Some(semaphore) = theirs.semaphore(device) else { return };
        device.stream.wait_external_semaphores(&SemaphoreWaits::new().fence(&semaphore, 5)).unwrap();
        assert!(!device.stream.query().unwrap());
        theirs.write(&device.context.stream().unwrap(), &[5u64]);
        device.stream.synchronize().unwrap();
    }

    fn a_wait_resets_a_binary_semaphore(device) {
        let theirs = ExportedMemory::new(device);
        let Some(semaphore) = theirs.import_semaphore(device, ExternalSemaphoreHandle::OpaqueFd) else { return };
        device.stream.signal_external_semaphores(&SemaphoreSignals::new().fence(&semaphore, 0)).unwrap();
        assert_eq!(theirs.read::<u64>(&device.stream, 1), [1]);
        device.stream.wait_external_semaphores(&SemaphoreWaits::new().fence(&semaphore, 0)).unwrap();
        assert_eq!(theirs.read::<u64>(&device.stream, 1), [0]);
    }

    fn several_semaphores_are_signaled_in_one_call(device) {
        let instrument = instrumented(device);
        let counted = TestDevice::new(instrument.table());
        let (a, b) = (ExportedMemory::new(&counted), ExportedMemory::new(&counted));
        let (Some(first), Some(second)) = (a.semaphore(&counted), b.semaphore(&counted)) else { return };
        instrument.reset();
        let signals = SemaphoreSignals::new().fence(&first, 4).fence(&second, 8);
        assert_eq!(signals.semaphores().len(), 2);
        counted.stream.signal_external_semaphores(&signals).unwrap();
        let waits = SemaphoreWaits::new().fence(&first, 4).fence(&second, 8);
        counted.stream.wait_external_semaphores(&waits).unwrap();
        assert_eq!(instrument.calls(Symbol::cuSignalExternalSemaphoresAsync), 1);
        assert_eq!(instrument.calls(Symbol::cuWaitExternalSemaphoresAsync), 1);
        assert_eq!((a.read::<u64>(&counted.stream, 1), b.read::<u64>(&counted.stream, 1)), (vec![4], vec![8]));
        drop((signals, waits, first, second));
        wait_for_deferred();
        assert_eq!(instrument.successes(Symbol::cuDestroyExternalSemaphore), 2);
    }

    fn a_semaphore_lives_until_its_waits_are_over(device) {
        let theirs = ExportedMemory::new(device);
        let Some(semaphore) = theirs.semaphore(device) else { return };
        device.stream.wait_external_semaphores(&SemaphoreWaits::new().fence(&semaphore, 1)).unwrap();
        let Err(DestroyError::Shared(semaphore)) = semaphore.destroy() else {
            panic!("the stream waits for it");
        };
        theirs.write(&device.context.stream().unwrap(), &[1u64]);
        device.stream.synchronize().unwrap();
        wait_for_deferred();
        semaphore.destroy().unwrap();
    }

    fn an_empty_list_of_semaphores_makes_no_call(device) {
        let instrument = instrumented(device);
        let counted = TestDevice::new(instrument.table());
        instrument.reset();
        counted.stream.signal_external_semaphores(&SemaphoreSignals::new()).unwrap();
        counted.stream.wait_external_semaphores(&SemaphoreWaits::new()).unwrap();
        assert_eq!(instrument.calls(Symbol::cuSignalExternalSemaphoresAsync), 0);
        assert_eq!(instrument.calls(Symbol::cuWaitExternalSemaphoresAsync), 0);
    }

    fn a_semaphore_of_another_driver_is_an_error(device) {
        let theirs = ExportedMemory::new(device);
        let Some(semaphore) = theirs.semaphore(device) else { return };
        let other = instrumented(device);
        let other = TestDevice::new(other.table());
        let error = other.stream.signal_external_semaphores(&SemaphoreSignals::new().fence(&semaphore, 1)).unwrap_err();
        assert_eq!(error.code(), ErrorCode::INVALID_HANDLE);
        let mutex = SemaphoreWaits::new().keyed_mutex(&semaphore, 1, Some(Duration::from_millis(1)));
        assert_eq!(other.stream.wait_external_semaphores(&mutex).unwrap_err().code(), ErrorCode::INVALID_HANDLE);
        assert_eq!(theirs.read::<u64>(&device.stream, 1), [0]);
    }

    fn signals_and_waits_are_never_recorded(device) {
        let theirs = ExportedMemory::new(device);
        let Some(semaphore) = theirs.semaphore(device) else { return };
        // SAFETY: nothing else uses the stream, and nothing is recorded.
        let capture = unsafe { device.stream.capture(CaptureMode::RELAXED) }.unwrap();
        let error = device.stream.signal_external_semaphores(&SemaphoreSignals::new().fence(&semaphore, 1)).unwrap_err();
        assert_eq!(error.code(), ErrorCode::STREAM_CAPTURE_UNSUPPORTED);
        let graph = capture.finish().unwrap();
        assert!(graph.nodes().unwrap().is_empty());
        assert_eq!(theirs.read::<u64>(&device.stream, 1), [0]);
    }

    fn every_failed_call_of_an_import_leaves_nothing_behind(device) {
        let instrument = instrumented(device);
        let counted = TestDevice::new(instrument.table());
        let theirs = ExportedMemory::new(&counted);
        if theirs.import(&counted).is_none() {
            return;
        }
        let calls = [
            Symbol::cuImportExternalMemory,
            Symbol::cuExternalMemoryGetMappedBuffer,
            Symbol::cuExternalMemoryGetMappedMipmappedArray,
        ];
        for call in calls {
            instrument.reset();
            instrument.fail(call, 1, ErrorCode::OUT_OF_MEMORY.as_raw());
            // It keeps events for reuse until it is gone.
            let own_device = alone(&counted);
            let handle = ExternalMemoryHandle::OpaqueFd(theirs.descriptor());
            let (bytes, flags) = (theirs.memory.bytes(), ExternalMemoryFlags::empty());
            let descriptor = ArrayDescriptor::new::<f32>((64, 64));
            // SAFETY: it is a descriptor of memory of that many bytes, which nothing uses.
            let imported = (|| unsafe {
                let memory = own_device.context.import_external_memory(handle, bytes, flags)?;
                let buffer = memory.buffer::<u32>(&own_device.stream, 0, 16)?;
                let array = memory.mipmapped_array(&own_device.stream, 0, &descriptor, 1)?;
                Ok::<_, Error>((memory, buffer, array))
            })();
            assert_eq!(imported.unwrap_err().result().unwrap().call(), call);
            drop(own_device);
            wait_for_deferred();
            pairs::all_was_destroyed_once(&instrument, || format!("{call} failed"));
        }
    }
}
