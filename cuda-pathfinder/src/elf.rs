//! Checks whether an ELF file is complete.
//!
//! When glibc's loader maps a truncated file, such as an interrupted download, the process dies of SIGBUS on the first
//! missing page. So the file's headers are checked first.

use std::ffi::OsString;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

const CLASS_64_LITTLE_ENDIAN: [u8; 6] = *b"\x7fELF\x02\x01";

/// Returns the size that the program headers of a truncated file require, and its actual size.
///
/// `None` for a complete file, and for everything that isn't 64-bit little-endian ELF, which the loader checks itself.
pub(crate) fn truncation(path: &Path) -> Option<(u64, u64)> {
    let mut file = File::open(path).ok()?;
    let present = file.metadata().ok()?.len();
    let promised = promised(&mut file)?;
    (present < promised).then_some((promised, present))
}

/// The size of the part of an `Elf64_Phdr` that is read.
const SEGMENT: usize = 40;
/// The maximum number of bytes to read, which is more than any library's headers have: a garbage file could claim more.
const MOST: u64 = 1 << 20;

/// Reads bytes of a file, fewer if it ends before.
fn read(file: &mut File, at: u64, length: u64) -> Option<Vec<u8>> {
    let mut bytes = vec![0; usize::try_from(length.min(MOST)).ok()?];
    file.seek(SeekFrom::Start(at)).ok()?;
    let mut filled = 0;
    while filled < bytes.len() {
        match file.read(&mut bytes[filled..]).ok()? {
            0 => break,
            more => filled += more,
        }
    }
    bytes.truncate(filled);
    Some(bytes)
}

/// Reads the header of a file that begins with these bytes.
fn header(file: &mut File, begins: &[u8]) -> Option<Vec<u8>> {
    read(file, 0, 64).filter(|header| header.len() == 64 && header.starts_with(begins))
}

/// Returns the end of the last segment.
fn promised(file: &mut File) -> Option<u64> {
    let header = header(file, &CLASS_64_LITTLE_ENDIAN)?;
    // e_phoff, e_phentsize and e_phnum of Elf64_Ehdr; p_offset and p_filesz of Elf64_Phdr.
    let table = u64_at(&header, 32);
    let (size, count) = (u64::from(u16_at(&header, 54)), u64::from(u16_at(&header, 56)));
    let mut end = table.saturating_add(size * count);
    let segments = read(file, table, size * count)?;
    let size = usize::try_from(size).unwrap_or_default().max(SEGMENT);
    for segment in segments.chunks(size).filter(|s| s.len() >= SEGMENT) {
        end = end.max(u64_at(segment, 8).saturating_add(u64_at(segment, 32)));
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
    let mut file = File::open(path).ok()?;
    let mut at = BEGINS.len() as u64;
    read(&mut file, 0, at).filter(|bytes| bytes == BEGINS)?;
    // Names and symbols come before the objects.
    for _ in 0..8 {
        let member = read(&mut file, at, HEADER as u64 + 20)?;
        let (header, object) = member.split_at_checked(HEADER)?;
        if object.len() == 20 && object.starts_with(b"\x7fELF") {
            let machine = u16_at(object, 18);
            return MACHINES.iter().find(|(number, ..)| *number == machine).map(|it| it.1);
        }
        let size: u64 = core::str::from_utf8(header.get(48..58)?).ok()?.trim().parse().ok()?;
        at = at.checked_add(HEADER as u64)?.checked_add(size)?.checked_next_multiple_of(2)?;
    }
    None
}

/// Returns the name of the machine that `path` is for, if it is an ELF file for another machine.
pub(crate) fn foreign_machine(path: &Path) -> Option<String> {
    let header = header(&mut File::open(path).ok()?, b"\x7fELF")?;
    let machine = u16_at(&header, 18);
    let own = MACHINES.iter().find(|(_, arch, _)| *arch == std::env::consts::ARCH)?;
    if machine == own.0 && header.starts_with(&CLASS_64_LITTLE_ENDIAN) {
        return None;
    }
    let known = MACHINES.iter().find(|(number, ..)| *number == machine);
    let name =
        known.map_or_else(|| format!("ELF machine {machine}"), |(_, _, name)| (*name).to_owned());
    Some(format!("it is for {name}, and this machine is {}", own.2))
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
    let mut file = File::open(path).ok()?;
    let header = header(&mut file, &CLASS_64_LITTLE_ENDIAN)?;
    let (table, size) = (u64_at(&header, 32), u64::from(u16_at(&header, 54)));
    let count = u64::from(u16_at(&header, 56));
    // Type, offset, address and size in the file of each segment.
    let mut segments = Vec::new();
    for index in 0..count {
        let at = table.checked_add(index * size)?;
        let segment = read(&mut file, at, 40).filter(|segment| segment.len() == 40)?;
        let kind = u32::from_le_bytes([segment[0], segment[1], segment[2], segment[3]]);
        segments.push((kind, u64_at(&segment, 8), u64_at(&segment, 16), u64_at(&segment, 32)));
    }
    let (_, at, _, length) = *segments.iter().find(|(kind, ..)| *kind == PT_DYNAMIC)?;
    let section = read(&mut file, at, length)?;
    let (mut needed, mut run_path, mut strings) = (Vec::new(), None, None);
    for entry in section.chunks_exact(16) {
        match (u64_at(entry, 0), u64_at(entry, 8)) {
            (0, _) => break,
            (1, name) => needed.push(name),
            (5, address) => strings = Some(address),
            // A DT_RUNPATH takes precedence over a DT_RPATH.
            (15, path) => _ = run_path.get_or_insert(path),
            (29, path) => run_path = Some(path),
            _ => {}
        }
    }
    let strings = strings?;
    let (_, offset, address, _) = *segments.iter().find(|(kind, _, address, length)| {
        *kind == PT_LOAD && (*address..address.saturating_add(*length)).contains(&strings)
    })?;
    let strings = (strings - address).checked_add(offset)?;
    let mut text = |at: u64| -> Option<OsString> {
        let bytes = read(&mut file, strings.checked_add(at)?, 4096)?;
        let end = bytes.iter().position(|byte| *byte == 0)?;
        os_text(bytes[..end].to_vec())
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

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    let mut value = [0; 8];
    value.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(value)
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}
