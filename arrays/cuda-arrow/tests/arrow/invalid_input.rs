//! Truncated and malicious messages return errors, and are never read out of bounds. `tests/fuzz` has changed ones.

use std::sync::atomic::Ordering;
use std::{fs, panic};

use cuda_arrow::{DeviceStreamReader, Error, MemoryManager};

use crate::PEAK;
use crate::device::on_every_driver;
use crate::messages::read_both;

/// Reads all that can be read of a stream, and everything that it says. Errors are fine.
fn read_all(manager: &MemoryManager, bytes: &[u8]) -> bool {
    let mut is_whole = true;
    for read in read_both(manager, bytes) {
        match read {
            Ok(batches) => {
                for batch in batches {
                    let is_valid = batch.to_host().is_ok();
                    is_whole &= is_valid;
                    // Memory that a wrong offset points to must not be accessed, either.
                    is_whole &= manager.serialize(&batch).is_ok();
                    drop(batch.to_string());
                    for column in batch.columns() {
                        is_whole &= column.null_count().is_ok();
                    }
                    if batch.num_rows() > 1 {
                        is_whole &= batch
                            .slice(1, batch.num_rows() - 1)
                            .and_then(|part| part.to_host())
                            .is_ok();
                    }
                    let (array, schema) = match batch.export() {
                        Ok(exported) if is_valid => exported,
                        _ => continue,
                    };
                    // SAFETY: it was just exported, and the contents of its buffers were checked.
                    let back = unsafe { manager.import(array, &schema) };
                    is_whole &= back.and_then(|batch| batch.to_host()).is_ok();
                }
            }
            Err(_) => is_whole = false,
        }
    }
    is_whole
}

/// The maximum memory, in bytes, that a message of a few kilobytes may allocate.
const LIMIT: usize = 64 << 20;

pub fn guarded(manager: &MemoryManager, bytes: &[u8], input: &dyn std::fmt::Debug) -> bool {
    PEAK.store(0, Ordering::SeqCst);
    let result = panic::catch_unwind(panic::AssertUnwindSafe(|| read_all(manager, bytes)));
    let peak = PEAK.load(Ordering::SeqCst);
    let answer = manager.stream().synchronize();
    assert!(answer.is_ok(), "{answer:?} for {input:?}");
    assert!(peak < LIMIT, "{peak} bytes at once for {input:?}");
    result.unwrap_or_else(|_| panic!("a panic for {input:?}"))
}

pub fn rounds() -> usize {
    cuda_rust::options::number("rounds", 600)
}

on_every_driver! {
    fn a_truncated_stream_is_an_error(device) {
        let manager = MemoryManager::new(&device.stream);
        let stream = fs::read("tests/data/arrow/text.arrows").unwrap();
        // The end-of-stream marker after the last batch may be missing.
        for len in 0..stream.len() - 8 {
            let bytes = &stream[..len];
            assert!(read_both(&manager, bytes).iter().any(|read| read.as_ref().is_ok_and(|batches| batches.len() == 1)).then_some(len).is_none());
            guarded(&manager, bytes, &len);
        }
    }

    fn a_length_beyond_the_message_allocates_no_memory(device) {
        let manager = MemoryManager::new(&device.stream);
        // Metadata of 2 GiB, of which only three bytes exist.
        let mut bytes = vec![0xff; 4];
        bytes.extend(i32::MAX.to_le_bytes());
        bytes.extend([1, 2, 3]);
        assert!(!guarded(&manager, &bytes, &"metadata"));
        let Err(Error::Ipc(error)) = DeviceStreamReader::from_host(&manager, &bytes[..]) else { panic!() };
        assert!(error.to_string().contains("needs 2147483647 bytes, and 3 are left"), "{error}");
    }
}
