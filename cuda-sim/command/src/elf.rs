//! [`Elf`]: what the header of a program's file says of how it is loaded.

use std::ffi::OsStr;
use std::fs::File;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;

/// A program's file, as far as the kernel and the loader look at it.
pub(crate) struct Elf {
    /// Whether its addresses have 32 bits.
    pub(crate) is_32_bit: bool,
    /// Whether it is for this machine, or one that has the same instructions in 32 bits.
    pub(crate) is_foreign: bool,
    /// Whether no loader takes part.
    pub(crate) is_static: bool,
    /// The loader.
    pub(crate) interpreter: Option<PathBuf>,
}

const LITTLE_ENDIAN: u8 = 1;
/// Types of files.
const EXECUTABLE: u16 = 2;
const SHARED: u16 = 3;
/// Types of segments.
const DYNAMIC: u32 = 2;
const INTERPRETER: u32 = 3;
/// An entry of the dynamic section, and its bit of a program that is loaded anywhere.
const FLAGS_1: u64 = 0x6fff_fffb;
const POSITION_INDEPENDENT: u64 = 0x0800_0000;

/// The machines whose programs run here: of this word size, and of the other.
const MACHINES: &[u16] = if cfg!(target_arch = "x86_64") { &[62, 3] } else { &[183, 40] };

impl Elf {
    /// Reads the header of a file; nothing of one that is no program, or has another order of bytes.
    pub(crate) fn read(file: &File) -> Option<Self> {
        let mut header = [0; 64];
        let length = file.read_at(&mut header, 0).ok()?;
        let is_32_bit = header[4] == 1;
        if length < 52 || !header.starts_with(b"\x7fELF") || header[5] != LITTLE_ENDIAN {
            return None;
        }
        let mut elf = Self {
            is_32_bit,
            is_foreign: !MACHINES.contains(&(number(&header, 18, 2) as u16)),
            is_static: false,
            interpreter: None,
        };
        let kind = number(&header, 16, 2) as u16;
        // The table of segments: where it is, the size of an entry, and how many there are.
        let (table, size, count) = if is_32_bit {
            (number(&header, 28, 4), number(&header, 42, 2), number(&header, 44, 2))
        } else {
            (number(&header, 32, 8), number(&header, 54, 2), number(&header, 56, 2))
        };
        let mut is_program = kind == EXECUTABLE;
        for index in 0..count {
            let mut entry = [0; 56];
            let length = if is_32_bit { 32 } else { 56 };
            file.read_exact_at(&mut entry[..length], table + index * size).ok()?;
            let (start, bytes) = if is_32_bit {
                (number(&entry, 4, 4), number(&entry, 16, 4))
            } else {
                (number(&entry, 8, 8), number(&entry, 32, 8))
            };
            match number(&entry, 0, 4) as u32 {
                INTERPRETER => elf.interpreter = name(file, start, bytes),
                // A loader has no interpreter either, and isn't marked as a program.
                DYNAMIC if kind == SHARED => {
                    is_program |= is_position_independent(file, start, bytes, is_32_bit);
                }
                _ => {}
            }
        }
        elf.is_static = is_program && elf.interpreter.is_none();
        Some(elf)
    }
}

/// Returns a number of a few bytes.
fn number(bytes: &[u8], start: usize, length: usize) -> u64 {
    let bytes = bytes.get(start..start + length).unwrap_or_default();
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// Returns the loader's path, which ends with a null byte.
fn name(file: &File, start: u64, bytes: u64) -> Option<PathBuf> {
    let mut text = vec![0; usize::try_from(bytes.min(4096)).ok()?];
    file.read_exact_at(&mut text, start).ok()?;
    let text = text.split(|byte| *byte == 0).next()?;
    Some(OsStr::from_bytes(text).into())
}

/// Returns whether the dynamic section says that the file is a program.
fn is_position_independent(file: &File, start: u64, bytes: u64, is_32_bit: bool) -> bool {
    let word = if is_32_bit { 4 } else { 8 };
    let mut section = vec![0; bytes.min(65_536) as usize];
    if file.read_exact_at(&mut section, start).is_err() {
        return false;
    }
    section.chunks_exact(2 * word).any(|entry| {
        number(entry, 0, word) == FLAGS_1 && number(entry, word, word) & POSITION_INDEPENDENT != 0
    })
}
