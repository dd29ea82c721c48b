//! Fat binaries and machine code. The software device executes only PTX, so what it says of others is an error, which reads
//! no more than there is.

use cuda_arch::{ObjectCode, ObjectKind};
use cuda_driver::module::JitInputType;

use crate::software::context;

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
    link(JitInputType::FATBINARY, &whole);
    // Its length isn't given to a driver otherwise.
    let len = (whole.len() - HEADER) as u64;
    whole[8..HEADER].copy_from_slice(&len.to_le_bytes());
    load(&whole);
}

/// Machine code, linked and loaded.
pub(crate) fn machine_code(input: &[u8]) {
    let mut whole = b"\x7fELF".to_vec();
    whole.extend(input);
    link(JitInputType::CUBIN, &whole);
    load(&whole);
}

fn link(kind: JitInputType, bytes: &[u8]) {
    let mut linker = context().linker().unwrap();
    // SAFETY: the software device reads nothing beyond the bytes, whatever they are.
    if unsafe { linker.add_data(kind, "input", bytes) }.is_ok() {
        let _ = linker.complete();
    }
}

fn load(bytes: &[u8]) {
    let kind = ObjectKind::of(bytes).unwrap();
    // SAFETY: as above; a fat binary's header has its length.
    let object = unsafe { ObjectCode::new(kind, bytes.to_vec()) }.unwrap();
    let _ = object.kernels();
    let loaded = context().load(&object);
    assert!(kind == ObjectKind::Fatbin || loaded.is_err(), "machine code was loaded");
}
