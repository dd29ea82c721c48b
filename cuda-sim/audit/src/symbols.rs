//! The symbols that a library has for others, in memory: where one is changed, whoever asks the
//! loader for it gets the other address, in whichever way and order: a program that is linked with
//! the library, lazily or at once, by a call or by a pointer, and one that opens it.

use core::ffi::{CStr, c_char, c_int, c_uint, c_void};
use core::slice;

/// What the loader says of a library, as far as it is public.
#[repr(C)]
pub struct LinkMap {
    /// What is added to the addresses in the file.
    base: usize,
    pub(crate) name: *const c_char,
    dynamic: *const Entry,
}

/// An entry of a library's dynamic section.
#[repr(C)]
#[derive(Clone, Copy)]
struct Entry {
    tag: isize,
    value: usize,
}

/// The kinds of entries: the end, and where what is said of symbols is.
const END: isize = 0;
const NAMES: isize = 5;
const SYMBOLS: isize = 6;
const HASHES: isize = 0x6fff_fef5;
const VERSIONS: isize = 0x6fff_fff0;

/// A symbol of a 64-bit file.
#[repr(C)]
pub(crate) struct Symbol {
    name: u32,
    info: u8,
    other: u8,
    section: u16,
    value: usize,
    size: u64,
}

/// The type of a symbol that is a function.
const FUNCTION: u8 = 2;

/// What a version says of a symbol that only programs find that were linked with an older library.
const HIDDEN: u16 = 1 << 15;

/// A segment of a 64-bit file, and its kind if it is to be in memory.
#[repr(C)]
struct Segment {
    kind: u32,
    flags: u32,
    offset: u64,
    start: usize,
    physical: u64,
    in_file: u64,
    size: usize,
    align: u64,
}
const LOAD: u32 = 1;

/// The protection of memory.
const READ: c_int = 1;
const WRITE: c_int = 2;
const EXECUTE: c_int = 4;

/// The symbols of a library.
pub(crate) struct Symbols {
    base: usize,
    names: *const c_char,
    symbols: *mut Symbol,
    versions: *const u16,
    count: usize,
}

impl Symbols {
    /// Returns those of a library, if it has a table of their hashes as the GNU linker writes it.
    ///
    /// # Safety
    /// The library is in memory as long as this.
    pub(crate) unsafe fn of(map: &LinkMap) -> Option<Self> {
        let (mut names, mut symbols, mut hashes, mut versions) = (0, 0, 0, 0);
        if map.dynamic.is_null() {
            return None;
        }
        for at in 0.. {
            // SAFETY: the section is in memory, as the caller promises, and this was not its last.
            let Entry { tag, value } = unsafe { *map.dynamic.add(at) };
            // The loader may have added the base.
            let address = if value < map.base { map.base + value } else { value };
            match tag {
                END => break,
                NAMES => names = address,
                SYMBOLS => symbols = address,
                HASHES => hashes = address,
                VERSIONS => versions = address,
                _ => {}
            }
        }
        if [names, symbols, hashes].contains(&0) {
            return None;
        }
        // SAFETY: the entry says where the table is.
        let count = unsafe { count(hashes as *const u32) };
        let (names, symbols) = (names as *const c_char, symbols as *mut Symbol);
        Some(Self { base: map.base, names, symbols, versions: versions as *const u16, count })
    }

    /// The functions, each with its name and where it is: those that only older programs find, or
    /// the others.
    fn functions(&self, are_hidden: bool) -> impl Iterator<Item = (&CStr, usize, *mut Symbol)> {
        (0..self.count).filter_map(move |index| {
            // SAFETY: the table has so many symbols, and a version of each, if any; the names are
            // strings.
            unsafe {
                let symbol = self.symbols.add(index);
                let Symbol { name, info, section, value, .. } = symbol.read();
                let is_hidden = !self.versions.is_null() && *self.versions.add(index) & HIDDEN != 0;
                let is_function = info & 15 == FUNCTION && section != 0;
                (is_function && is_hidden == are_hidden).then(|| {
                    let name = CStr::from_ptr(self.names.add(name as usize));
                    (name, self.base.wrapping_add(value), symbol)
                })
            }
        })
    }

    /// Returns the address of the first function of a name that is accepted.
    pub(crate) fn find(&self, accepts: impl Fn(&CStr) -> bool) -> Option<usize> {
        self.functions(false).find(|(name, ..)| accepts(name)).map(|(_, address, _)| address)
    }

    /// Gives functions other addresses, which are found by a function's name and its own address.
    /// Those of older programs, of which packages have some, come first: what is found last counts
    /// for all of a name.
    pub(crate) fn replace(&self, other: impl Fn(&CStr, usize) -> Option<usize>) {
        for (name, address, symbol) in self.functions(true).chain(self.functions(false)) {
            let Some(other) = other(name, address) else { continue };
            // SAFETY: the symbol is in memory, in the copy of the file that is this process's.
            unsafe {
                writable(self.base, symbol, || {
                    (&raw mut (*symbol).value).write(other.wrapping_sub(self.base));
                });
            }
        }
    }
}

/// Returns how many symbols a table of hashes is for.
///
/// # Safety
/// There is one.
unsafe fn count(hashes: *const u32) -> usize {
    // SAFETY: the table has four words, a filter of so many words of 64 bits, so many buckets,
    // which name their first symbol, and a word for each symbol from the first of all, which is odd
    // for the last of a bucket.
    unsafe {
        let [buckets, first, filter] = [0, 1, 2].map(|at| *hashes.add(at) as usize);
        let bucket = hashes.add(4 + 2 * filter);
        let all = slice::from_raw_parts(bucket, buckets);
        let mut last = all.iter().copied().max().unwrap_or_default() as usize;
        if last < first {
            return first;
        }
        let chain = bucket.add(buckets);
        while *chain.add(last - first) & 1 == 0 {
            last += 1;
        }
        last + 1
    }
}

/// Runs what writes a symbol, whose memory can be written meanwhile, unless the system refuses that.
///
/// # Safety
/// The symbol is in a library's segment, and the file's header is at the library's base: the first
/// segment begins with it, at 0, in whatever linkers make.
unsafe fn writable(base: usize, symbol: *mut Symbol, write: impl FnOnce()) {
    unsafe extern "C" {
        fn mprotect(start: *mut c_void, length: usize, protection: c_int) -> c_int;
        safe fn getpagesize() -> c_int;
    }
    let header = base as *const u8;
    // SAFETY: the caller's promise; a header has the place of the segments and their number there.
    let segments = unsafe {
        if slice::from_raw_parts(header, 4) != b"\x7fELF" {
            return;
        }
        let place = header.add(32).cast::<usize>().read();
        let number = header.add(56).cast::<u16>().read();
        slice::from_raw_parts(header.add(place).cast::<Segment>(), usize::from(number))
    };
    let at = (symbol as usize).wrapping_sub(base);
    let holds =
        |segment: &&Segment| segment.kind == LOAD && at.wrapping_sub(segment.start) < segment.size;
    let Some(segment) = segments.iter().find(holds) else { return };
    // A segment's flags are in another order.
    let bits = [(4, READ), (2, WRITE), (1, EXECUTE)];
    let bit = |(flag, bit): &(c_uint, c_int)| if segment.flags & flag != 0 { *bit } else { 0 };
    let protection = bits.iter().map(bit).sum();
    let page = getpagesize() as usize;
    let start = symbol as usize / page * page;
    let length = symbol as usize + size_of::<Symbol>() - start;
    // SAFETY: the pages of the symbol are the library's, and have their protection again after
    // this. A private copy of them is made, as for those that the loader itself changes.
    unsafe {
        if protection & WRITE != 0 {
            write();
        } else if mprotect(start as *mut c_void, length, READ | WRITE) == 0 {
            write();
            mprotect(start as *mut c_void, length, protection);
        }
    }
}
