//! Fat binaries: files of nvcc with PTX and machine code for several GPUs. A driver compiles the PTX for the newest GPU that
//! is no newer than its own, unless there is machine code for it.

use core::ffi::c_void;
use std::io::Read;

use ruzstd::decoding::StreamingDecoder;

/// The first bytes of a fat binary, and of the struct with its address that compilers put into programs.
const MAGIC: u32 = 0xBA55_ED50;
const MAGIC_OF_ADDRESS: u32 = 0x4662_43B1;

/// The number after them: the version of the format, and the size of its header.
const VERSION: u32 = 0x0010_0001;

/// The version of that struct in a program whose files were compiled separately.
const LINKED: u32 = 2;

/// The size of the header, which ends with that of the entries.
const HEADER: usize = 16;

/// What an entry contains.
const PTX: u16 = 1;

/// How an entry is compressed.
const LZ4: u64 = 0x2000;
const ZSTD: u64 = 0x8000;

/// The largest PTX that is decompressed; there is none of a hundredth of it.
const MOST: u64 = 1 << 30;

/// How many bytes a byte of LZ4 is at most.
const LZ4_RATIO: u64 = 255;

/// Why a fat binary has no PTX for the device.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum MissingPtx {
    /// It isn't what it begins as.
    Damaged,
    /// It has machine code alone, or PTX for newer GPUs, of which the oldest is of this compute capability.
    NoPtx(Option<u32>),
}

/// Returns the bytes of a fat binary in memory; `None` if it is something else.
///
/// # Safety
/// `image` is a fat binary, the struct with its address, or null-terminated.
pub(super) unsafe fn of_image<'a>(image: *const c_void) -> Option<&'a [u8]> {
    let is = |image: *const c_void, magic: u32| {
        let bytes = magic.to_le_bytes();
        // SAFETY: what is null-terminated has a byte after each that isn't zero, and none of these is.
        (0..4).all(|index| unsafe { image.cast::<u8>().add(index).read() } == bytes[index])
    };
    let mut start = image;
    if is(start, MAGIC_OF_ADDRESS) {
        // SAFETY: it is the struct.
        start = unsafe { field(image, 8) };
        if start.is_null() {
            return None;
        }
    }
    if !is(start, MAGIC) {
        return None;
    }
    let version = VERSION.to_le_bytes();
    // SAFETY: null-terminated text has a byte after each that isn't zero; a fat binary has a whole header.
    if (0..4).any(|at| unsafe { start.cast::<u8>().add(4 + at).read() } != version[at]) {
        return None;
    }
    // SAFETY: it is a fat binary, whose header says how long it is.
    unsafe {
        let size = start.cast::<u8>().add(8).cast::<u64>().read_unaligned();
        let len = HEADER.checked_add(usize::try_from(size).ok()?)?;
        Some(core::slice::from_raw_parts(start.cast(), len))
    }
}

/// Reads an address in the struct that compilers put into programs: two numbers, the address of the fat binary, and another.
///
/// # Safety
/// `image` is that struct, or a list of addresses that is longer than `at`.
unsafe fn field(image: *const c_void, at: usize) -> *const c_void {
    // SAFETY: the caller promises it.
    unsafe { image.cast::<u8>().add(at).cast::<*const c_void>().read_unaligned() }
}

/// Returns the fat binaries that are to be linked; `None` if it isn't the struct of a program whose files were compiled
/// separately. What nvcc linked is machine code, so its own fat binary has none.
///
/// # Safety
/// As for [`of_image`].
pub(super) unsafe fn separate<'a>(image: *const c_void) -> Option<Vec<&'a [u8]>> {
    let expected = [MAGIC_OF_ADDRESS, LINKED].map(u32::to_le_bytes);
    let same = |(index, byte): (usize, &u8)| {
        // SAFETY: what is null-terminated has a byte after each that isn't zero; of the struct's numbers, all four bytes exist.
        unsafe { image.cast::<u8>().add(index).read() == *byte }
    };
    if !expected.as_flattened().iter().enumerate().all(same) {
        return None;
    }
    // SAFETY: it is the struct, whose last field is a list of fat binaries that ends with null.
    unsafe {
        let list = field(image, 16);
        let mut all = Vec::new();
        while !list.is_null() {
            let next = field(list, 8 * all.len());
            if next.is_null() {
                break;
            }
            all.push(of_image(next)?);
        }
        Some(all)
    }
}

/// Returns whether bytes are a fat binary.
pub(crate) fn is_one(bytes: &[u8]) -> bool {
    bytes.starts_with([MAGIC, VERSION].map(u32::to_le_bytes).as_flattened())
}

/// Returns the PTX that a GPU of a compute capability, such as 90, compiles.
pub(super) fn ptx(bytes: &[u8], capability: u32) -> Result<String, MissingPtx> {
    let size = bytes.get(8..HEADER).and_then(|byte| byte.try_into().ok());
    let end =
        size.and_then(|size| HEADER.checked_add(usize::try_from(u64::from_le_bytes(size)).ok()?));
    let entries = end.and_then(|end| bytes.get(HEADER..end));
    let mut rest = entries.ok_or(MissingPtx::Damaged)?;
    let mut best: Option<(u32, Entry<'_>)> = None;
    let mut newer: Option<u32> = None;
    while !rest.is_empty() {
        let entry = Entry::first(rest).ok_or(MissingPtx::Damaged)?;
        rest = &rest[entry.len..];
        let is_newer = |best: &Option<(u32, Entry<'_>)>| {
            best.as_ref().is_none_or(|(known, _)| *known < entry.capability)
        };
        if entry.kind == PTX && entry.capability <= capability && is_newer(&best) {
            best = Some((entry.capability, entry));
        } else if entry.kind == PTX && entry.capability > capability {
            newer = Some(newer.map_or(entry.capability, |least| least.min(entry.capability)));
        }
    }
    let (_, entry) = best.ok_or(MissingPtx::NoPtx(newer))?;
    let text = entry.text().ok_or(MissingPtx::Damaged)?;
    let text = String::from_utf8_lossy(&text);
    Ok(text.trim_end_matches('\0').to_owned())
}

/// Returns whether an entry for any GPU contains a text, such as the name of a symbol.
pub(super) fn mentions(bytes: &[u8], text: &[u8]) -> bool {
    let mut rest = bytes.get(HEADER..).unwrap_or_default();
    while let Some(entry) = Entry::first(rest) {
        rest = &rest[entry.len..];
        let content = entry.text().unwrap_or_default();
        if content.windows(text.len()).any(|window| window == text) {
            return true;
        }
    }
    false
}

/// A part of a fat binary.
struct Entry<'b> {
    kind: u16,
    capability: u32,
    flags: u64,
    /// How long it is when it isn't compressed.
    whole: u64,
    data: &'b [u8],
    /// How long it is with its header and the bytes after it.
    len: usize,
}

impl<'b> Entry<'b> {
    /// Reads the one that begins here.
    fn first(bytes: &'b [u8]) -> Option<Self> {
        let word = |at: usize| -> Option<u64> {
            let word = bytes.get(at..at + 8)?;
            Some(u64::from_le_bytes(word.try_into().ok()?))
        };
        let half = |at: usize| word(at).map(|word| word as u32);
        let header = half(4)? as usize;
        let padded = usize::try_from(word(8)?).ok()?;
        let compressed = half(16)? as usize;
        let len = header.checked_add(padded)?;
        let data = bytes.get(header..len)?;
        (header >= 64).then_some(())?;
        let flags = word(40)?;
        let is_compressed = flags & (LZ4 | ZSTD) != 0;
        Some(Self {
            kind: half(0)? as u16,
            capability: half(28)?,
            flags,
            whole: word(56)?,
            data: if is_compressed { data.get(..compressed)? } else { data },
            len,
        })
    }

    /// Returns what it contains.
    fn text(&self) -> Option<Vec<u8>> {
        if self.flags & (LZ4 | ZSTD) == 0 {
            return Some(self.data.to_vec());
        }
        if self.whole > MOST {
            return None;
        }
        // A damaged one can say any length, so no memory is taken for that alone. The buffer of Zstandard's decoder is at
        // most 128 MiB.
        if self.flags & LZ4 != 0 {
            let most = (self.data.len() as u64).saturating_mul(LZ4_RATIO);
            let mut text = vec![0; self.whole.min(most) as usize];
            let len = lz4_flex::block::decompress_into(self.data, &mut text).ok()?;
            text.truncate(len);
            return Some(text);
        }
        let decoder = StreamingDecoder::new(self.data).ok()?;
        let mut text = Vec::new();
        let len = decoder.take(self.whole).read_to_end(&mut text).ok()?;
        (len as u64 == self.whole).then_some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of nvcc 13.0, `-compress-mode=speed` and `balance`: PTX for 7.5, 9.0 and 10.0.
    const COMPRESSED: [&[u8]; 2] =
        [include_bytes!("fat_binary/lz4.fatbin"), include_bytes!("fat_binary/zstd.fatbin")];

    /// A fat binary of entries: their kinds, capabilities and contents.
    fn made(entries: &[(u16, u32, &[u8])]) -> Vec<u8> {
        let mut all = Vec::new();
        for (kind, capability, data) in entries {
            let mut header = [0; 64];
            header[..2].copy_from_slice(&kind.to_le_bytes());
            header[4] = 64;
            header[8..16].copy_from_slice(&(data.len() as u64).to_le_bytes());
            header[28..32].copy_from_slice(&capability.to_le_bytes());
            all.extend(header);
            all.extend(*data);
        }
        let mut whole = MAGIC.to_le_bytes().to_vec();
        whole.extend([1, 0, 16, 0]);
        whole.extend((all.len() as u64).to_le_bytes());
        whole.extend(all);
        whole
    }

    #[test]
    fn the_newest_ptx_that_the_gpu_can_compile_is_chosen() {
        for bytes in COMPRESSED {
            for (capability, target) in [
                (75, ".target sm_75"),
                (80, ".target sm_75"),
                (90, ".target sm_90"),
                (100, ".target sm_100"),
                (120, ".target sm_100"),
            ] {
                let text = ptx(bytes, capability).unwrap();
                assert!(text.contains(&format!("{target}\n")), "{text}");
                assert!(
                    text.contains(".entry twice(") && text.trim_end().ends_with('}'),
                    "{text:?}"
                );
            }
            assert_eq!(ptx(bytes, 70), Err(MissingPtx::NoPtx(Some(75))));
        }
    }

    #[test]
    fn a_text_is_found_in_any_entry() {
        for bytes in COMPRESSED {
            assert!(mentions(bytes, b".entry twice("));
            assert!(!mentions(bytes, b".entry thrice("));
        }
        let code = made(&[(2, 90, b"\x7fELF"), (2, 100, b"\x7fELF name")]);
        assert!(mentions(&code, b"name"));
        assert!(!mentions(&code[..8], b"name"));
    }

    #[test]
    fn machine_code_is_no_ptx() {
        let code = made(&[(2, 90, b"\x7fELF")]);
        assert_eq!(ptx(&code, 90), Err(MissingPtx::NoPtx(None)));
        let both = made(&[(2, 90, b"\x7fELF"), (1, 80, b"text\0\0"), (1, 120, b"new")]);
        assert_eq!(ptx(&both, 90).as_deref(), Ok("text"));
    }

    #[test]
    fn what_is_cut_off_is_damaged() {
        for bytes in COMPRESSED {
            for len in 4..bytes.len() {
                assert_eq!(ptx(&bytes[..len], 90), Err(MissingPtx::Damaged), "{len}");
            }
        }
    }

    #[test]
    fn a_list_of_those_to_be_linked_is_found() {
        let list: Vec<*const u8> = COMPRESSED.iter().map(|image| image.as_ptr()).collect();
        let list = [list[0], list[1], core::ptr::null()];
        let text_list = |version: u64, list: *const *const u8| {
            [
                u64::from(MAGIC_OF_ADDRESS) | version << 32,
                COMPRESSED[0].as_ptr() as u64,
                list as u64,
            ]
        };
        let found = |image: [u64; 3]| {
            // SAFETY: it is the struct.
            unsafe { separate(image.as_ptr().cast()) }
        };
        assert_eq!(found(text_list(2, list.as_ptr())), Some(COMPRESSED.to_vec()));
        assert_eq!(found(text_list(2, core::ptr::null())), Some(Vec::new()));
        assert_eq!(found(text_list(1, list.as_ptr())), None);
        // SAFETY: they are null-terminated.
        assert_eq!(unsafe { separate(c"".as_ptr().cast()) }, None);
    }

    #[test]
    fn one_is_found_by_its_address_or_by_the_struct_with_it() {
        let bytes = COMPRESSED[0];
        let address = bytes.as_ptr().cast::<c_void>();
        let wrapped: [u64; 3] = [u64::from(MAGIC_OF_ADDRESS) | 1 << 32, address as u64, 0];
        for image in [address, wrapped.as_ptr().cast()] {
            // SAFETY: both are what it expects.
            assert_eq!(unsafe { of_image(image) }, Some(bytes));
        }
        for other in [c".version 9.0", c"", c"P\xed"] {
            // SAFETY: they are null-terminated.
            assert_eq!(unsafe { of_image(other.as_ptr().cast()) }, None);
        }
    }
}
