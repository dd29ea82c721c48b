//! Checks whether an ELF file is complete.
//!
//! When glibc's loader maps a truncated file, such as an interrupted download, the process dies of SIGBUS on the first
//! missing page. So the file's headers are checked first.

use std::ffi::{CStr, OsString};
use std::fs::File;
use std::path::Path;

use crate::files::{open, read, size_of};

const CLASS_64_LITTLE_ENDIAN: [u8; 6] = *b"\x7fELF\x02\x01";

/// Returns the size that the program headers of a truncated file require, and its actual size.
///
/// `None` for a complete file, and for everything that isn't 64-bit little-endian ELF, which the loader checks itself.
pub(crate) fn truncation(path: &Path) -> Option<(u64, u64)> {
    let mut file = open(path)?;
    let present = size_of(&file)?;
    let promised = promised(&mut file)?;
    (present < promised).then_some((promised, present))
}

/// The size of the part of an `Elf64_Phdr` that is read.
const SEGMENT: usize = 40;

/// Reads the header of a file that begins with these bytes.
fn header(file: &mut File, begins: &[u8]) -> Option<Vec<u8>> {
    read(file, 0, 64).filter(|header| header.len() == 64 && header.starts_with(begins))
}

/// A segment, as its program header describes it.
struct Segment {
    kind: u32,
    offset: u64,
    address: u64,
    length: u64,
}

/// Returns the segments whose program headers are there, and where these end.
fn segments(file: &mut File, header: &[u8]) -> Option<(Vec<Segment>, u64)> {
    // e_phoff, e_phentsize and e_phnum of Elf64_Ehdr.
    let (table, size, count) = (u64_at(header, 32), u16_at(header, 54), u16_at(header, 56));
    let length = u64::from(size) * u64::from(count);
    let bytes = read(file, table, length)?;
    let (mut segments, mut rest) = (Vec::new(), &bytes[..]);
    while let Some(first) = rest.get(..SEGMENT) {
        segments.push(Segment {
            kind: u64_at(first, 0) as u32,
            offset: u64_at(first, 8),
            address: u64_at(first, 16),
            length: u64_at(first, 32),
        });
        rest = rest.get(SEGMENT.max(size.into())..).unwrap_or_default();
    }
    Some((segments, table.saturating_add(length)))
}

/// Returns the end of the last segment.
fn promised(file: &mut File) -> Option<u64> {
    let header = header(file, &CLASS_64_LITTLE_ENDIAN)?;
    let (segments, mut end) = segments(file, &header)?;
    for segment in segments {
        end = end.max(segment.offset.saturating_add(segment.length));
    }
    Some(end)
}

/// Machines, by the numbers in files; as Rust names them, and as texts do.
const MACHINES: [(u16, &str, &str); 5] = [
    (62, "x86_64", "x86-64"),
    (183, "aarch64", "AArch64"),
    (243, "riscv64", "RISC-V"),
    (21, "powerpc64", "POWER"),
    (3, "x86", "32-bit x86"),
];

/// Returns the processor of the first object of a static library, as Rust names it.
#[cfg(feature = "tools")]
pub(crate) fn processor_of_archive(path: &Path) -> Option<&'static str> {
    const BEGINS: &[u8] = b"!<arch>\n";
    const HEADER: usize = 60;
    let mut file = open(path)?;
    let mut at = BEGINS.len() as u64;
    read(&mut file, 0, at).filter(|bytes| bytes == BEGINS)?;
    // Names and symbols come before the objects.
    for _ in 0..8 {
        let member = read(&mut file, at, HEADER as u64 + 20)?;
        let (header, object) = member.split_at_checked(HEADER)?;
        if object.len() == 20 && object.starts_with(b"\x7fELF") {
            let machine = u16_at(object, 18);
            return MACHINES
                .iter()
                .find(|(number, ..)| *number == machine)
                .map(|machine| machine.1);
        }
        let size: u64 = core::str::from_utf8(header.get(48..58)?).ok()?.trim().parse().ok()?;
        at = at.checked_add(HEADER as u64)?.checked_add(size)?.checked_next_multiple_of(2)?;
    }
    None
}

/// Returns the name of the machine that `path` is for, if it is an ELF file for another machine.
pub(crate) fn foreign_machine(path: &Path) -> Option<String> {
    let header = header(&mut open(path)?, b"\x7fELF")?;
    let machine = u16_at(&header, 18);
    let (mut own, mut known) = (None, None);
    for entry in &MACHINES {
        if entry.1 == std::env::consts::ARCH {
            own = Some(entry);
        }
        if entry.0 == machine {
            known = Some(entry.2);
        }
    }
    let elf_class = own?;
    if machine == elf_class.0 && header.starts_with(&CLASS_64_LITTLE_ENDIAN) {
        return None;
    }
    let name = match known {
        Some(name) => name.to_owned(),
        None => format!("ELF machine {machine}"),
    };
    Some(format!("it is for {name}, and this machine is {}", elf_class.2))
}

/// The dependencies of a library, and where it expects them.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Dynamic {
    /// `DT_NEEDED`, in order.
    pub(crate) needed: Vec<OsString>,
    /// `DT_RPATH` or `DT_RUNPATH`, unexpanded.
    pub(crate) run_path: Option<OsString>,
}

/// Reads the dynamic section of a whole file; `None` if there is none, or the file isn't 64-bit ELF.
#[inline(never)]
pub(crate) fn dynamic(path: &Path) -> Option<Dynamic> {
    const PT_LOAD: u32 = 1;
    const PT_DYNAMIC: u32 = 2;
    let mut file = open(path)?;
    let header = header(&mut file, &CLASS_64_LITTLE_ENDIAN)?;
    let (segments, _) = segments(&mut file, &header)?;
    let dynamic = segments.iter().find(|segment| segment.kind == PT_DYNAMIC)?;
    let section = read(&mut file, dynamic.offset, dynamic.length)?;
    let (mut needed, mut run_path, mut strings) = (Vec::new(), None, None);
    for entry in section.chunks_exact(16) {
        match (u64_at(entry, 0), u64_at(entry, 8)) {
            (0, _) => break,
            (1, name) => needed.push(name),
            (5, address) => strings = Some(address),
            // A DT_RUNPATH takes precedence over a DT_RPATH.
            (15, path) if run_path.is_none() => run_path = Some(path),
            (29, path) => run_path = Some(path),
            _ => {}
        }
    }
    let strings = strings?;
    let loaded = segments.iter().find(|segment| {
        segment.kind == PT_LOAD
            && strings >= segment.address
            && strings - segment.address < segment.length
    })?;
    let strings = (strings - loaded.address).checked_add(loaded.offset)?;
    let mut text = |at: u64| -> Option<OsString> {
        let bytes = read(&mut file, strings.checked_add(at)?, 4096)?;
        os_text(CStr::from_bytes_until_nul(&bytes).ok()?.to_bytes().to_vec())
    };
    let mut names = Vec::new();
    for name in needed {
        if let Some(name) = text(name) {
            names.push(name);
        }
    }
    Some(Dynamic { needed: names, run_path: run_path.and_then(text) })
}

#[cfg(unix)]
fn os_text(bytes: Vec<u8>) -> Option<OsString> {
    Some(std::os::unix::ffi::OsStringExt::from_vec(bytes))
}

#[cfg(not(unix))]
fn os_text(bytes: Vec<u8>) -> Option<OsString> {
    String::from_utf8(bytes).ok().map(Into::into)
}

#[inline(never)]
fn u64_at(bytes: &[u8], at: usize) -> u64 {
    let mut value = [0; 8];
    value.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(value)
}

#[inline(never)]
fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}
