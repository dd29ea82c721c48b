//! Memory and events shared by two processes: the second one is this program, running one of the ignored tests.

use std::process::{Child, Stdio};

use cuda_driver::{
    Error, Event,
    event::EventFlags,
    ipc::{IpcEventHandle, IpcMemHandle},
};
#[cfg(unix)]
use cuda_driver::{
    ipc::PoolPointer,
    memory::{HandleTypes, PoolProperties},
};

use cuda_driver::sys::CUresult;

use crate::device::{TestDevice, on_every_driver, process, with_device};

/// The variable with which the parent passes handles to the child.
const HANDLES: &str = "CUDA_TEST_CHILD";

/// The number of shared elements.
const LEN: usize = 1000;

fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the parent's handles, 64 bytes each.
fn handles() -> Vec<[u8; 64]> {
    let text = std::env::var(HANDLES).unwrap();
    let digits: Vec<u8> = text
        .as_bytes()
        .chunks(2)
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap())
        .collect();
    digits.chunks(64).map(|chunk| chunk.try_into().unwrap()).collect()
}

/// Runs a test of this file in a separate process.
fn another_process(test: &str, handles: &[&[u8; 64]], input: Stdio) -> Child {
    let handles: String = handles.iter().map(|handle| to_hex(*handle)).collect();
    process(&format!("ipc::{test}"))
        .env(HANDLES, handles)
        .stdin(input)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn succeeds(child: Child) {
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"), "{text}");
}

/// Returns an event that other processes may open; `None` if the device doesn't support them.
fn shared_event(device: &TestDevice) -> Option<Event> {
    let supported = cuda_driver::DeviceAttribute::IPC_EVENT_SUPPORTED;
    // Drivers before 12.0 don't know the attribute.
    if let Ok(0) = device.context.device().attribute(supported) {
        return None;
    }
    let flags = EventFlags::INTERPROCESS | EventFlags::DISABLE_TIMING;
    Some(device.context.event_with(flags).unwrap())
}

#[test]
#[ignore = "run in a separate process"]
fn adds_one_after_the_event() {
    with_device(None, |device| {
        let handles = handles();
        let event = IpcEventHandle::from_bytes(handles[1]);
        let event = device.context.open_ipc_event(&event).unwrap();
        device.stream.wait_event(&event).unwrap();
        let handle = IpcMemHandle::from_bytes(handles[0]);
        // SAFETY: the other process allocated as many elements, and waits for this one to end.
        let mut shared = unsafe { device.stream.open_ipc::<u32>(&handle, LEN) }.unwrap();
        let values = shared.to_vec().unwrap();
        assert_eq!(values, [41; LEN]);
        device.stream.fill(&mut shared, 42).unwrap();
        device.stream.record(&event).unwrap();
        drop(shared);
        event.synchronize().unwrap();
        cuda_driver::stream::wait_for_deferred();
    });
}

#[test]
#[ignore = "run in a separate process"]
fn opens_twice_and_closes_twice() {
    with_device(None, |device| {
        let handle = IpcMemHandle::from_bytes(handles()[0]);
        // SAFETY: the other process allocated as many elements, and waits for this one to end; nothing writes to them.
        let open = || unsafe { device.stream.open_ipc::<u32>(&handle, LEN) }.unwrap();
        for _ in 0..3 {
            let (first, second) = (open(), open());
            assert_eq!(first.as_raw(), second.as_raw());
            drop(first);
            cuda_driver::stream::wait_for_deferred();
            assert_eq!(second.to_vec().unwrap(), [41; LEN]);
        }
        cuda_driver::stream::wait_for_deferred();
        let mut foreign = *handle.as_bytes();
        foreign.reverse();
        for foreign in [foreign, [0; 64], [0xff; 64]] {
            let foreign = IpcMemHandle::from_bytes(foreign);
            // SAFETY: the handle is invalid.
            let error = unsafe { device.stream.open_ipc::<u32>(&foreign, LEN) }.unwrap_err();
            assert!(matches!(error, Error::UnknownHandle(_) | Error::Driver(_)), "{error}");
        }
    });
}

#[test]
#[ignore = "run in a separate process"]
#[cfg(unix)]
fn imports_a_pool_from_its_input() {
    with_device(None, |device| {
        let pool = device.context.import_pool(std::io::stdin()).unwrap();
        let error = device.stream.alloc_from::<u8>(&pool, 1).unwrap_err();
        assert!(error.result().is_some(), "{error}");
        let pointer = PoolPointer::from_bytes(handles()[0]);
        // SAFETY: the other process allocated as many elements, and waits for this one to end; no other thread uses the
        // stream.
        let mut shared =
            unsafe { device.stream.import_pointer::<u32>(&pool, &pointer, LEN) }.unwrap();
        assert_eq!(shared.to_vec().unwrap(), [41; LEN]);
        device.stream.fill(&mut shared, 42).unwrap();
        shared.destroy().unwrap();
        device.stream.synchronize().unwrap();
        // SAFETY: no other thread uses the stream.
        unsafe { pool.destroy() }.unwrap();
    });
}

#[test]
#[ignore = "run in a separate process, which counts its descriptors"]
#[cfg(target_os = "linux")]
fn counts_descriptors() {
    let count = || std::fs::read_dir("/proc/self/fd").unwrap().count();
    with_device(None, |device| {
        let export = || {
            let buffer = device.stream.alloc_unpooled::<u32>(LEN).unwrap();
            buffer.ipc_handle().unwrap();
            buffer.ipc_handle().unwrap();
            buffer.destroy().unwrap();
            let Some(event) = shared_event(device) else {
                return;
            };
            event.ipc_handle().unwrap();
            event.destroy().unwrap();
        };
        // Descriptors that the driver opens once.
        (0..10).for_each(|_| export());
        let before = count();
        (0..300).for_each(|_| export());
        assert!(count() < before + 100, "{before} and {} descriptors", count());
    });
}

#[test]
#[cfg(target_os = "linux")]
fn exports_leak_no_descriptors() {
    succeeds(another_process("counts_descriptors", &[], Stdio::null()));
}

#[test]
fn a_handle_of_another_length_is_rejected() {
    let error = IpcMemHandle::try_from(&[1u8; 63][..]).unwrap_err();
    assert_eq!(error, Error::HandleLength { found: 63 });
    assert_eq!(error.to_string(), "a handle has 64 bytes, not 63");
    let handle = IpcEventHandle::try_from(&[1u8; 64][..]).unwrap();
    assert_eq!(handle.as_bytes(), &[1; 64]);
    assert_eq!(IpcEventHandle::from_raw(handle.as_raw()), handle);
}

#[test]
fn an_event_for_one_process_has_a_handle_of_zeros() {
    with_device(None, |device| {
        let event = device.context.event().unwrap();
        let mut handle = IpcEventHandle::try_from(&[1; 64][..]).unwrap().as_raw();
        let get = device.driver.raw().table().cuIpcGetEventHandle.unwrap();
        // SAFETY: the event lives, and the handle is a value of this function's.
        let mut get = || unsafe { get(&raw mut handle, event.as_raw()) };
        assert_eq!(get(), CUresult::CUDA_ERROR_INVALID_CONTEXT);
        let status = device.context.with_current(get).unwrap();
        assert_eq!(status, CUresult::CUDA_ERROR_INVALID_HANDLE);
        assert_eq!(IpcEventHandle::from_raw(handle).as_bytes(), &[0; 64]);
    });
}

on_every_driver! {
    fn two_processes_share_memory_ordered_by_an_event(device) {
        let Some(event) = shared_event(device) else { return };
        let mut shared = device.stream.alloc_unpooled::<u32>(LEN).unwrap();
        let handle = shared.ipc_handle().unwrap();
        device.stream.fill(&mut shared, 41).unwrap();
        device.stream.record(&event).unwrap();
        let event_handle = event.ipc_handle().unwrap();
        let handles = [handle.as_bytes(), event_handle.as_bytes()];
        succeeds(another_process("adds_one_after_the_event", &handles, Stdio::null()));
        device.stream.wait_event(&event).unwrap();
        assert_eq!(shared.to_vec().unwrap(), [42; LEN]);
    }

    fn memory_opened_twice_is_closed_with_the_last_handle(device) {
        let shared = device.stream.upload(&[41u32; LEN]).unwrap();
        let mut unpooled = device.stream.alloc_unpooled::<u32>(LEN).unwrap();
        device.stream.copy(&shared, &mut unpooled).unwrap();
        device.stream.synchronize().unwrap();
        let handle = unpooled.ipc_handle().unwrap();
        succeeds(another_process("opens_twice_and_closes_twice", &[handle.as_bytes()], Stdio::null()));
    }

    fn a_handle_is_not_opened_in_its_own_process(device) {
        let buffer = device.stream.alloc_unpooled::<u32>(LEN).unwrap();
        let handle = buffer.ipc_handle().unwrap();
        // SAFETY: it is not opened.
        let error = unsafe { device.stream.open_ipc::<u32>(&handle, LEN) }.unwrap_err();
        assert!(matches!(error, Error::OwnProcess(_)), "{error}");
        let Some(event) = shared_event(device) else { return };
        let error = device.context.open_ipc_event(&event.ipc_handle().unwrap()).unwrap_err();
        assert!(error.result().is_some(), "{error}");
    }

    fn memory_that_cannot_be_shared_is_an_error_with_a_remedy(device) {
        let pooled = device.stream.alloc::<u32>(LEN).unwrap();
        let error = pooled.ipc_handle().unwrap_err();
        assert!(matches!(error, Error::NotShareable(_)), "{error}");
        assert!(error.to_string().contains("alloc_unpooled"), "{error}");
        let error = device.context.event().unwrap().ipc_handle().unwrap_err();
        assert_eq!(error, Error::NotInterprocess);
        assert!(pooled.export_pointer().is_err());
        // SAFETY: nothing is opened.
        let error = unsafe { device.stream.open_ipc::<u32>(&IpcMemHandle::from_bytes([0; 64]), usize::MAX) };
        assert!(matches!(error.unwrap_err(), Error::TooLarge(_)));
    }

    #[cfg(unix)]
    fn a_pool_is_shared_with_another_process_by_a_descriptor(device) {
        let properties = PoolProperties::new(device.context.device())
            .handle_types(HandleTypes::POSIX_FILE_DESCRIPTOR);
        let pool = device.driver.create_pool(&properties).unwrap();
        let mut shared = device.stream.alloc_from::<u32>(&pool, LEN).unwrap();
        device.stream.fill(&mut shared, 41).unwrap();
        device.stream.synchronize().unwrap();
        let descriptor = pool.export_descriptor().unwrap();
        let pointer = shared.export_pointer().unwrap();
        let child = another_process(
            "imports_a_pool_from_its_input",
            &[pointer.as_bytes()],
            descriptor.into(),
        );
        succeeds(child);
        assert_eq!(shared.to_vec().unwrap(), [42; LEN]);
    }

    #[cfg(unix)]
    fn a_descriptor_of_another_file_is_not_a_pool(device) {
        let file = std::fs::File::open("/dev/null").unwrap();
        assert!(device.context.import_pool(&file).is_err());
        let plain = device.context.device().create_pool().unwrap();
        assert!(plain.export_descriptor().is_err());
        assert!(plain.export_fabric().is_err());
    }
}
