//! Memory shared with other processes.

use std::sync::Arc;

use cuda_arrow::arrow_array::{ArrayRef, Int32Array, RecordBatch};
use cuda_arrow::{
    Buffer, DeviceArray, DeviceRecordBatch, Dictionaries, Error, ExportedBuffer, IpcMemHandle,
    MemoryManager, Message, MutableBuffer, ShareError, SharedMemory, StreamSchema,
};

use crate::device::{TestDevice, on_every_driver};

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

on_every_driver! {
    fn a_handle_has_72_bytes(device) {
        let _ = device;
        let handle = cuda_driver::ipc::IpcMemHandle::from_bytes([7; 64]);
        let bytes = IpcMemHandle::new(1000, handle).to_bytes();
        assert_eq!((bytes.len(), &bytes[..10]), (72, &[0xe8, 3, 0, 0, 0, 0, 0, 0, 7, 7][..]));
        assert_eq!(IpcMemHandle::from_bytes(&bytes).unwrap(), IpcMemHandle::new(1000, handle));
        assert_eq!(IpcMemHandle::new(0, handle).to_bytes(), [0; 8]);
        assert_eq!(IpcMemHandle::from_bytes(&[0; 8]).unwrap().size(), 0);
        for len in (0..8).chain(9..72).chain([73, 112]) {
            let mut bytes = bytes.clone();
            bytes.resize(len, 0);
            let Err(ShareError::Length { found, .. }) = IpcMemHandle::from_bytes(&bytes) else { panic!("{len}") };
            assert_eq!(found, len);
        }
        let mut negative = bytes.clone();
        negative[7] = 0x80;
        assert!(matches!(IpcMemHandle::from_bytes(&negative), Err(ShareError::Size { .. })));
        assert!(matches!(IpcMemHandle::from_bytes(&[0; 72]), Err(ShareError::Length { expected: 8, .. })));
    }

    fn only_shareable_memory_is_exported(device) {
        let manager = MemoryManager::new(&device.stream);
        for buffer in [manager.copy_from_host(&[1; 10]).unwrap(), manager.allocate(0).unwrap().freeze()] {
            assert!(matches!(buffer.export(), Err(Error::Share(ShareError::NotShareable))));
        }
        // An empty buffer needs no handle.
        let nothing = manager.allocate_shareable(0).unwrap().freeze().export().unwrap();
        assert_eq!(nothing.shared().to_arrow_bytes().unwrap(), [0; 8]);
        assert!(SharedMemory::from_bytes(&nothing.shared().to_bytes()).unwrap().is_empty());
        let shareable = manager.allocate_shareable(1000).unwrap().freeze();
        let part = shareable.slice(100..300).unwrap();
        let exported = match part.export() {
            Ok(exported) => exported,
            Err(Error::Share(ShareError::Ipc(error))) => return cuda_rust::skip(format!("this device shares no memory: {error}")),
            Err(error) => panic!("{error}"),
        };
        let shared = exported.shared().clone();
        assert_eq!((shared.offset(), shared.len(), shared.process()), (100, 200, u64::from(std::process::id())));
        assert_eq!(shared.to_arrow(), None);
        let bytes = shared.to_bytes();
        assert_eq!((&bytes[..8], bytes.len()), (&b"CARW\x01\0\0\0"[..], 112));
        assert_eq!(SharedMemory::from_bytes(&bytes).unwrap(), shared);
        for len in [0, 72, 111, 113] {
            let mut bytes = bytes.to_vec();
            bytes.resize(len, 0);
            assert!(matches!(SharedMemory::from_bytes(&bytes), Err(ShareError::Length { .. })));
        }
        let mut wrong = bytes;
        wrong[4] = 2;
        assert!(matches!(SharedMemory::from_bytes(&wrong), Err(ShareError::Begin(_))));
        let mut wrong = bytes;
        wrong[32..48].fill(0xff);
        assert!(matches!(SharedMemory::from_bytes(&wrong), Err(ShareError::Size { .. })));
        // Dropping it leaks the memory; reclaiming it doesn't.
        drop(shareable);
        assert_eq!(manager.bytes_allocated(), 1000);
        // SAFETY: no process has opened it.
        drop(unsafe { exported.reclaim() });
        assert_eq!(manager.bytes_allocated(), 0);
    }

    fn the_exporting_process_cannot_open(device) {
        let manager = MemoryManager::new(&device.stream);
        let exported = match manager.allocate_shareable(1000).unwrap().freeze().export() {
            Ok(exported) => exported,
            Err(Error::Share(ShareError::Ipc(error))) => return cuda_rust::skip(format!("this device shares no memory: {error}")),
            Err(error) => panic!("{error}"),
        };
        // SAFETY: the handle is rejected.
        let error = unsafe { manager.open_shared(exported.shared()) }.unwrap_err();
        assert!(matches!(error, Error::Share(ShareError::OwnProcess { .. })), "{error}");
        let handle = exported.shared().to_arrow().unwrap();
        assert_eq!(handle.size(), 1000);
        assert_eq!(exported.shared().to_arrow_bytes().unwrap(), handle.to_bytes());
        // SAFETY: as above.
        let error = unsafe { manager.open(&handle) }.unwrap_err();
        assert!(matches!(error, Error::Share(ShareError::Ipc(_))), "{error}");
        // SAFETY: no memory is opened.
        assert!(unsafe { manager.open(&IpcMemHandle::from_bytes(&[0; 8]).unwrap()) }.unwrap().is_empty());
        // SAFETY: no process has opened it.
        drop(unsafe { exported.reclaim() });
    }
}

fn batch() -> RecordBatch {
    let values =
        Arc::new(Int32Array::from_iter((0..1000).map(|at| (at % 3 > 0).then_some(at)))) as ArrayRef;
    RecordBatch::try_from_iter([("x", values)]).unwrap()
}

/// Names the bytes of the shared memory, in hexadecimal, to the process that opens it.
const SHARED: &str = "CUDA_TEST_CHILD";

#[test]
fn a_shared_slice_opens_at_its_offset() {
    let _turn = crate::device::with_others();
    let device = TestDevice::of_tests();
    let manager = MemoryManager::new(&device.stream);
    let message = manager.serialize_host(&batch()).unwrap();
    let mut shareable = manager.allocate_shareable(message.len() + 640).unwrap();
    shareable.copy_from(512, &message).unwrap();
    manager.stream().synchronize().unwrap();
    let part = shareable.freeze().slice(512..512 + message.len()).unwrap();
    let exported = match part.export() {
        Ok(exported) => exported,
        Err(error) => return cuda_rust::skip(format!("this device shares no memory: {error}")),
    };
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "--ignored", "--nocapture", "sharing::the_other_process"])
        .env(SHARED, hex(&exported.shared().to_bytes()))
        .output()
        .unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stdout}\n{errors}");
    assert!(stdout.contains("the other process read 1000 rows"), "{stdout}\n{errors}");
    // SAFETY: the other process has ended.
    drop(unsafe { exported.reclaim() });
}

#[test]
#[ignore = "`a_shared_slice_opens_at_its_offset` runs it"]
fn the_other_process() {
    let text = std::env::var(SHARED).unwrap();
    let digits = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).unwrap();
    let bytes: Vec<u8> = (0..text.len()).step_by(2).map(digits).collect();
    let device = TestDevice::of_tests();
    let manager = MemoryManager::new(&device.stream);
    let shared = SharedMemory::from_bytes(&bytes).unwrap();
    // SAFETY: the other process waits for this one, and the memory isn't written.
    let (opened, again) =
        unsafe { (manager.open_shared(&shared).unwrap(), manager.open_shared(&shared).unwrap()) };
    assert_eq!((opened.len() as u64, manager.bytes_allocated()), (shared.len(), 0));
    assert_eq!(opened.as_raw(), again.as_raw());
    // The bytes around it weren't shared.
    assert!(opened.parent().is_none());
    let mut longer = bytes.clone();
    longer[40..48].copy_from_slice(&(1u64 << 40).to_le_bytes());
    let longer = SharedMemory::from_bytes(&longer).unwrap();
    // SAFETY: the memory isn't that large, which is detected.
    let error = unsafe { manager.open_shared(&longer) }.unwrap_err();
    assert!(error.to_string().contains("the handle is of 1099511628288 bytes"), "{error}");
    drop(again);
    opened.clone().into_mutable().unwrap_err();
    let schema = StreamSchema::new(&batch().schema()).unwrap();
    let read = Message::read(&opened).unwrap().record_batch(&schema, &Dictionaries::new()).unwrap();
    assert_eq!(read.to_host().unwrap(), batch());
    println!("the other process read {} rows", read.num_rows());
}

#[test]
fn every_type_can_be_sent_to_other_threads() {
    fn both<T: Send + Sync>() {}
    both::<MemoryManager>();
    both::<Buffer>();
    both::<MutableBuffer>();
    both::<DeviceArray>();
    both::<DeviceRecordBatch>();
    both::<ExportedBuffer>();
    both::<Error>();
    fn sent<T: Send>() {}
    sent::<cuda_arrow::DeviceReader>();
    sent::<cuda_arrow::DeviceWriter>();
    sent::<cuda_arrow::DeviceStreamReader<'static>>();
    sent::<cuda_arrow::ffi::FFI_ArrowDeviceArray>();
    sent::<cuda_arrow::ffi::DeviceArrayStream>();
    sent::<cuda_arrow::HostBuffer>();
}
