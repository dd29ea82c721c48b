//! Fat binaries and machine code. The software device executes only PTX, so what it says of others is an error, which reads
//! no more than there is.

use std::sync::Once;

use cuda_arch::{ObjectCode, ObjectKind};
use cuda_driver::module::JitInputType;

use crate::device::software;

/// The first bytes of a fat binary, and how many its header has.
const MAGIC: [u8; 4] = [0x50, 0xed, 0x55, 0xba];
const HEADER: usize = 16;

/// Fat binaries, linked and loaded.
pub(crate) fn fat_binaries(input: &[u8]) {
    let mut whole = input.to_vec();
    if whole.len() < HEADER {
        return;
    }
    whole[..4].copy_from_slice(&MAGIC);
    link(&whole);
    // Its length isn't given to a driver otherwise.
    let len = (whole.len() - HEADER) as u64;
    whole[8..HEADER].copy_from_slice(&len.to_le_bytes());
    load(whole);
}

/// The headers of machine code, in which the names of its kernels are. The software device refuses all of it.
pub(crate) fn machine_code(input: &[u8]) {
    let mut whole = b"\x7fELF".to_vec();
    whole.extend(input);
    // SAFETY: no driver of a GPU gets it.
    let object = unsafe { ObjectCode::new(ObjectKind::Cubin, whole) }.unwrap();
    let names = object.kernels().unwrap_or_default();
    assert!(names.iter().all(|name| name.len() < input.len()), "{names:?}");
    static REFUSED: Once = Once::new();
    REFUSED.call_once(|| assert!(software().load(&object).is_err(), "machine code was loaded"));
}

fn link(bytes: &[u8]) {
    let mut linker = software().linker().unwrap();
    // SAFETY: the software device reads nothing beyond the bytes, whatever they are.
    let added = unsafe { linker.add_data(JitInputType::FATBINARY, "input", bytes) };
    if added.is_ok() {
        let _ = linker.complete();
    }
}

fn load(bytes: Vec<u8>) {
    // SAFETY: as above; the header has the length.
    let object = unsafe { ObjectCode::new(ObjectKind::Fatbin, bytes) }.unwrap();
    let _ = software().load(&object);
}
