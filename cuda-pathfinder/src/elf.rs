//! Whether an ELF file is all there.
//!
//! The loader of glibc maps a file that was cut off and dies of SIGBUS on the first page that isn't
//! there: an interrupted download would end the process. So its own headers are asked first.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

/// How many bytes `path` lacks of what its program headers promise, as (promised, present).
///
/// `None` for a whole file, and for all that isn't 64-bit little-endian ELF: the loader judges those.
pub(crate) fn cut_off(path: &Path) -> Option<(u64, u64)> {
    let mut file = File::open(path).ok()?;
    let present = file.metadata().ok()?.len();
    let promised = promised(&mut file).ok().flatten()?;
    (present < promised).then_some((promised, present))
}

/// Where the last segment ends.
fn promised(file: &mut File) -> io::Result<Option<u64>> {
    const CLASS_64_LITTLE_ENDIAN: [u8; 6] = *b"\x7fELF\x02\x01";
    let mut header = [0; 64];
    file.read_exact(&mut header)?;
    if !header.starts_with(&CLASS_64_LITTLE_ENDIAN) {
        return Ok(None);
    }
    // e_phoff, e_phentsize and e_phnum of Elf64_Ehdr; p_offset and p_filesz of Elf64_Phdr.
    let table = u64_at(&header, 32);
    let (size, count) = (
        u64::from(u16_at(&header, 54)),
        u64::from(u16_at(&header, 56)),
    );
    let mut end = table.saturating_add(size * count);
    for index in 0..count {
        let mut segment = [0; 40];
        file.seek(SeekFrom::Start(table.saturating_add(index * size)))?;
        if file.read_exact(&mut segment).is_err() {
            break;
        }
        end = end.max(u64_at(&segment, 8).saturating_add(u64_at(&segment, 32)));
    }
    Ok(Some(end))
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    let mut value = [0; 8];
    value.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(value)
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}
