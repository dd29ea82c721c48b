//! Handles of memory for other processes.

use cuda_arrow::{IpcMemHandle, ShareError};
use cuda_rust::cases::Outcome;
use serde_json::Value;

fn bytes(value: &Value) -> Vec<u8> {
    let text = value.as_str().unwrap();
    (0..text.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap())
        .collect()
}

pub fn run(case: &Value) -> Outcome {
    for key in case.as_object().unwrap().keys() {
        let allowed_keys = [
            "name",
            "tier",
            "memory_size",
            "cu_ipc_mem_handle",
            "serialized",
            "error",
            "expect",
            "note",
            "upstream",
        ];
        assert!(allowed_keys.contains(&key.as_str()), "unknown key {key}");
    }
    let read = IpcMemHandle::from_bytes(&bytes(&case["serialized"]));
    let error =
        case.get("error").or_else(|| case.get("expect").and_then(|expected| expected.get("error")));
    if let Some(error) = error {
        let found = match read.unwrap_err() {
            ShareError::Length { .. } => "length",
            ShareError::Size { .. } => "size",
            other => panic!("{other}"),
        };
        assert_eq!(found, error.as_str().unwrap());
        return Outcome::Passed;
    }
    let size = case["memory_size"].as_u64().unwrap() as usize;
    let handle: [u8; 64] = bytes(&case["cu_ipc_mem_handle"]).try_into().unwrap();
    let ipc_handle = IpcMemHandle::new(size, cuda_driver::ipc::IpcMemHandle::from_bytes(handle));
    assert_eq!(ipc_handle.to_bytes(), bytes(&case["serialized"]));
    let read = read.unwrap();
    assert_eq!(read.size(), size);
    if size > 0 {
        assert_eq!(read, ipc_handle);
        assert_eq!(read.handle().as_bytes(), &handle);
    }
    assert_eq!(read.to_bytes(), ipc_handle.to_bytes());
    Outcome::Passed
}
