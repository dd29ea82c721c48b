//! Random arguments: usually valid ones, because invalid ones are rejected early.

use std::any::type_name;
use std::collections::HashMap;
use std::ffi::{CStr, c_void};
#[cfg(target_os = "linux")]
use std::ffi::{c_char, c_int, c_uint};
use std::mem::{MaybeUninit, size_of};

use cuda_driver_sys::CUdevResource;

/// The names of handles that are numbers.
const ALLOCATION: &str = "allocation";
const TEXTURE: &str = "texture";
const SURFACE: &str = "surface";
const RESERVED: &str = "reserved";
const MANAGED: &str = "managed";

/// The callback for host functions.
unsafe extern "C" fn nothing(_: *mut c_void) {}

const PTX: &CStr = c".version 8.0\n.target sm_80\n.address_size 64\n.global .u32 gvar[16];\n\
    .visible .entry ka(.param .u64 p, .param .u32 n)\n{\n.reg .b32 %r<3>;\nmov.u32 %r0, %tid.x;\n\
    ld.global.u32 %r1, [gvar];\nadd.u32 %r1, %r1, %r0;\nst.global.u32 [gvar], %r1;\nret;\n}\n\
    .visible .entry kb()\n{\nret;\n}\n";

const NAMES: [&CStr; 6] = [c"ka", c"kb", c"gvar", c"", c"nothing", c"ffff:00:00.0"];

/// The size in bytes of each piece of memory for calls.
const PIECE: usize = 1 << 16;

/// The number of elements of lists for calls; counts are smaller.
const ELEMENTS: usize = 64;

/// Mappings at reserved addresses consist of whole pages.
const PAGE: u64 = 2 << 20;

/// Host memory, aligned for any type.
#[repr(align(128))]
struct HostMemory([u64; PIECE / 8]);

/// Returns the descriptor of an anonymous file of a piece's size.
#[cfg(target_os = "linux")]
fn anonymous_file() -> Option<u32> {
    use std::fs::File;
    use std::os::fd::{FromRawFd, IntoRawFd};
    unsafe extern "C" {
        fn memfd_create(name: *const c_char, flags: c_uint) -> c_int;
    }
    // SAFETY: the name is null-terminated.
    let descriptor = unsafe { memfd_create(c"external".as_ptr(), 0) };
    if descriptor < 0 {
        return None;
    }
    // SAFETY: the call made the descriptor, which nothing else has.
    let file = unsafe { File::from_raw_fd(descriptor) };
    file.set_len(PIECE as u64).ok()?;
    file.into_raw_fd().try_into().ok()
}

#[cfg(not(target_os = "linux"))]
fn anonymous_file() -> Option<u32> {
    None
}

/// The source of arguments.
pub(super) struct Chance {
    state: u64,
    /// Handles, by the name of their type.
    handles: HashMap<&'static str, Vec<u64>>,
    /// Device memory.
    memory: Vec<u64>,
    /// Host memory, in which calls write results. It is never freed, because copies may run until the process ends.
    pieces: Vec<&'static mut HostMemory>,
    next: usize,
    /// The pieces to which the current call may write handles of these types, or addresses.
    results: Vec<(usize, Option<&'static str>)>,
    /// Parts of the device that calls returned.
    parts: Vec<CUdevResource>,
    /// The piece to which the call may write such a part.
    part: Option<usize>,
    /// The current call.
    call: String,
}

impl Chance {
    pub(super) fn new(seed: u64) -> Chance {
        Chance {
            state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
            handles: HashMap::new(),
            memory: Vec::new(),
            pieces: (0..32).map(|_| Box::leak(Box::new(HostMemory([0; PIECE / 8])))).collect(),
            next: 0,
            results: Vec::new(),
            parts: Vec::new(),
            part: None,
            call: String::new(),
        }
    }

    /// Starts a call.
    pub(super) fn begin(&mut self, call: &str) {
        self.results.clear();
        self.part = None;
        call.clone_into(&mut self.call);
    }

    pub(super) fn below(&mut self, end: u64) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % end
    }

    pub(super) fn small(&mut self) -> u64 {
        match self.below(12) {
            0 => u64::MAX,
            _ => self.below(9),
        }
    }

    /// Returns the index of zeroed memory for the next argument.
    pub(super) fn piece(&mut self) -> usize {
        self.next = (self.next + 1) % self.pieces.len();
        self.pieces[self.next].0.fill(0);
        self.next
    }

    pub(super) fn address(&self, piece: usize) -> u64 {
        self.pieces[piece].0.as_ptr() as u64
    }

    pub(super) fn handle(&mut self, name: &'static str) -> u64 {
        let stream = name.ends_with("CUstream_st");
        match self.below(100) {
            0..20 if stream => self.below(3),
            0..80 => match self.handles.get(name).map_or(0, Vec::len) {
                0 => 0,
                count => {
                    let at = self.below(count as u64) as usize;
                    self.handles[name][at]
                }
            },
            80..88 => {
                // A handle of another type.
                let all: Vec<u64> = self.handles.values().flatten().copied().collect();
                match all.len() {
                    0 => 0,
                    count => all[self.below(count as u64) as usize],
                }
            }
            88..98 => 0,
            _ => self.below(5),
        }
    }

    /// Returns an address of device memory, or an invalid one. Copies that might use it as a host address get no random
    /// one, because the host would fault.
    pub(super) fn device_memory(&mut self, parameter: &str) -> u64 {
        let count = self.memory.len() as u64;
        match self.below(10) {
            0 => 0,
            1 if !matches!(parameter, "dst" | "src") => self.below(1 << 40),
            _ if count == 0 => 0,
            choice => {
                let at = self.below(count) as usize;
                self.memory[at] + if choice == 2 { self.below(1000) } else { 0 }
            }
        }
    }

    /// Returns the parts of the device that calls returned.
    pub(super) fn parts(&self) -> &[CUdevResource] {
        &self.parts
    }

    /// Returns the descriptor of an anonymous file for a call that may close it; the others stay open.
    pub(super) fn descriptor(&mut self) -> u64 {
        anonymous_file().map_or(u64::MAX, u64::from)
    }

    fn is_linking(&self) -> bool {
        self.call.contains("LinkAddData")
    }

    /// Returns `true` for calls about managed memory.
    fn is_managed(&self) -> bool {
        let words = ["MemAdvise", "Prefetch", "Discard", "MemRange"];
        words.iter().any(|word| self.call.contains(word)) && self.state & 0x700 != 0
    }

    /// Returns `true` for calls that reserve addresses, or map memory to them.
    fn is_mapping(&self) -> bool {
        let mapping = [
            "cuMemCreate",
            "cuMemMap",
            "cuMemUnmap",
            "cuMemSetAccess",
            "cuMemAddress",
            "cuMulticast",
        ];
        mapping.iter().any(|name| self.call.starts_with(name))
    }

    /// Writes as many structures as fit, and returns their number.
    fn structures(&mut self, name: &'static str, constant: bool, piece: usize) -> Option<usize> {
        if name.starts_with("CUdevResource_v") && self.parts.is_empty() {
            self.part = Some(piece);
            return Some(1);
        }
        let first = self.structure(name)?;
        let size = first.len();
        let count = ELEMENTS.min(PIECE / size.max(1));
        let mut bytes = vec![0; PIECE];
        let mut one = first;
        for at in 0..count {
            bytes[at * size..][..size].copy_from_slice(&one);
            // Eight kinds are enough, and each may need its own memory.
            if at < 7
                && let Some(next) = self.structure(name)
            {
                one = next;
            }
        }
        for (word, bytes) in self.pieces[piece].0.iter_mut().zip(bytes.chunks_exact(8)) {
            *word = bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        }
        if name.starts_with("CUdevResource_v") && !constant {
            self.part = Some(piece);
        }
        Some(count)
    }

    /// Writes lists of numbers and addresses, selected by the parameter's name.
    fn list(&mut self, parameter: &str, piece: usize) -> bool {
        for at in 0..ELEMENTS {
            let value = match parameter {
                "dsts" | "srcs" if self.below(3) == 0 => {
                    let other = (piece + 1 + self.below(4) as usize) % self.pieces.len();
                    self.address(other)
                }
                "dptrs" if self.is_managed() => self.handle(MANAGED),
                "dsts" | "srcs" | "dptrs" => self.device_memory("dst"),
                "sizes" => self.below(300),
                "attrsIdxs" | "prefetchLocIdxs" => at as u64,
                "globalDim" => 1 + self.below(64),
                "globalStrides" => 256 << (2 * at.min(8)),
                _ => break,
            };
            self.pieces[piece].0[at] = value;
        }
        let word = |value: u64| value | value << 32;
        match parameter {
            "dsts" | "srcs" | "dptrs" | "sizes" | "attrsIdxs" | "prefetchLocIdxs" | "globalDim"
            | "globalStrides" => true,
            "boxDim" => {
                let side = 1 << self.below(6);
                self.pieces[piece].0[..4].fill(word(side));
                true
            }
            "attributes" => {
                for at in 0..ELEMENTS / 2 {
                    self.pieces[piece].0[at] = (1 + self.below(20)) | (1 + self.below(20)) << 32;
                }
                true
            }
            "elementStrides" => {
                let stride = 1 + self.below(8) / 7;
                self.pieces[piece].0[..4].fill(word(stride));
                true
            }
            _ => false,
        }
    }

    fn pointer(&mut self, to: &'static str, constant: bool, parameter: &str) -> u64 {
        if to.ends_with("_st") && !to.starts_with('*') {
            return self.handle(to);
        }
        if self.below(20) == 0 {
            return 0;
        }
        let last = to.rsplit("::").next().unwrap_or(to);
        if parameter == "addr" && self.call == "cuMemRetainAllocationHandle" {
            return self.handle(RESERVED);
        }
        if parameter == "globalAddress" {
            return self.device_memory("dst") & !0x7f;
        }
        if self.call.contains("ImportFromShareableHandle") && last == "c_void" {
            return self.descriptor();
        }
        if last == "c_void" && !to.starts_with('*') {
            let code = ["image", "code", "data"];
            if (constant || self.is_linking()) && code.contains(&parameter) {
                return PTX.as_ptr() as u64;
            }
            let piece = self.piece();
            return self.address(piece);
        }
        if to == "i8" && constant {
            let at = self.below(NAMES.len() as u64) as usize;
            return NAMES[at].as_ptr() as u64;
        }
        let piece = self.piece();
        if let Some(count) = self.structures(last, constant, piece) {
            // Most calls use one element; the others are for calls that take a list.
            debug_assert!(count > 0);
        } else if self.list(parameter, piece) {
        } else if let Some(inner) = to.strip_prefix("*mut ").or_else(|| to.strip_prefix("*const "))
        {
            if inner.ends_with("_st") {
                for at in 0..64 {
                    self.pieces[piece].0[at] = self.handle(inner);
                }
                self.results.push((piece, Some(inner)));
            } else if inner.ends_with("c_void") {
                // Arguments of kernels, and values of options: each points to zeros.
                if parameter == "extra" {
                    return 0;
                }
                let zeros = self.piece();
                for at in 0..64 {
                    self.pieces[piece].0[at] = self.address(zeros);
                }
            } else if inner == "i8" {
                self.pieces[piece].0[..64].fill(NAMES[0].as_ptr() as u64);
            }
        } else if to == "u64" {
            let name = match parameter {
                "handle" | "mcHandle" => Some(ALLOCATION),
                "pTexObject" => Some(TEXTURE),
                "pSurfObject" => Some(SURFACE),
                _ if self.call.contains("AddressReserve") => Some(RESERVED),
                _ if self.call == "cuMemAllocManaged" => Some(MANAGED),
                _ => None,
            };
            self.results.push((piece, name));
        } else if ["usize", "u32", "i32"].contains(&to) {
            self.pieces[piece].0[0] = self.below(64);
        }
        self.address(piece)
    }

    /// Returns an argument of type `T`.
    pub(super) fn argument<T: Copy>(&mut self, parameter: &str) -> T {
        let name = type_name::<T>();
        let counts = ["num", "count", "len", "size_", "dependencies"];
        let is_count = counts.iter().any(|word| parameter.to_lowercase().contains(word));
        let value = if name.ends_with("fn(*mut core::ffi::c_void)>") {
            let function: unsafe extern "C" fn(*mut c_void) = nothing;
            function as usize as u64 * (self.below(8) & 1)
        } else if name.contains("fn(") || size_of::<T>() > 8 {
            0
        } else if let Some(to) = name.strip_prefix("*mut ") {
            self.pointer(to, false, parameter)
        } else if let Some(to) = name.strip_prefix("*const ") {
            self.pointer(to, true, parameter)
        } else if self.is_mapping() && parameter == "size" {
            match self.below(8) {
                0 => self.below(2 * PAGE),
                1 => 2 * PAGE,
                _ => PAGE,
            }
        } else if self.is_mapping() && ["offset", "alignment", "addr"].contains(&parameter) {
            [0, 0, 0, 0, PAGE, 4096, 1][self.below(7) as usize]
        } else if self.is_linking() && parameter == "size" && self.below(4) != 0 {
            PTX.to_bytes_with_nul().len() as u64
        } else if name == "usize" && !is_count {
            match self.below(8) {
                0 => 0,
                1 => 1,
                2 => self.below(4096),
                _ => self.below(300),
            }
        } else if name == "u64" {
            match parameter {
                "handle" | "mcHandle" | "memHandle" => self.handle(ALLOCATION),
                "texObject" => self.handle(TEXTURE),
                "surfObject" => self.handle(SURFACE),
                "flags" => self.small() & 7 & self.below(2).wrapping_neg(),
                "ptr" if self.is_mapping() => self.handle(RESERVED),
                "devPtr" | "dptr" if self.is_managed() => self.handle(MANAGED),
                _ => self.device_memory(parameter),
            }
        } else if parameter == "tensorRank" {
            self.below(6)
        } else if parameter.ends_with("tensorDataType") {
            self.below(16)
        } else if parameter.starts_with("grid") || parameter.starts_with("block") {
            self.below(4)
        } else if parameter.starts_with("dev") || is_count {
            match self.below(10) {
                0 => self.small() % 64,
                _ if is_count => self.below(5),
                _ => 0,
            }
        } else if name.contains("::") {
            // A value that these calls accept, or otherwise one of the first values of most enumerations.
            match self.below(4) {
                0 => self.below(40),
                _ if ["CUdevResourceType", "CUjitInputType"]
                    .iter()
                    .any(|ty| name.ends_with(ty)) =>
                {
                    1
                }
                _ if self.call.contains("TensorMap") => self.below(9) / 6,
                _ => self.below(6),
            }
        } else {
            self.small()
        };
        let mut argument = MaybeUninit::<T>::zeroed();
        let bytes = value.to_le_bytes();
        let length = size_of::<T>().min(8);
        // SAFETY: the number of copied bytes is that of both; parameters are numbers, enumerations that accept any
        // number, pointers, and structures of these, for which every bit pattern is valid.
        unsafe {
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), argument.as_mut_ptr().cast(), length);
            argument.assume_init()
        }
    }

    /// Keeps handles that a successful call may have created.
    pub(super) fn keep(&mut self) {
        let call = self.call.as_str();
        let makes = [
            "Create",
            "Get",
            "Load",
            "Alloc",
            "Retain",
            "Instantiate",
            "Add",
            "Capture",
            "Clone",
            "Split",
            "Generate",
            "Reserve",
        ];
        if !makes.iter().any(|word| call.contains(word)) {
            return;
        }
        if let Some(piece) = self.part
            && self.parts.len() < 16
        {
            // SAFETY: a piece is large enough, and zeros are also a valid part.
            self.parts
                .push(unsafe { self.pieces[piece].0.as_ptr().cast::<CUdevResource>().read() });
        }
        if self.call == "cuMemAllocManaged" {
            // It is also device memory.
            let pieces = self.results.iter().map(|(piece, _)| self.pieces[*piece].0[0]);
            self.memory.extend(pieces.filter(|address| *address > 4096));
            self.memory.truncate(16);
        }
        for (piece, name) in std::mem::take(&mut self.results) {
            let value = self.pieces[piece].0[0];
            let slot = match name {
                Some(name) => self.handles.entry(name).or_default(),
                None if call.contains("Alloc") || call.contains("GetGlobal") => &mut self.memory,
                None => continue,
            };
            let least = match name {
                Some(ALLOCATION | TEXTURE | SURFACE) => 1,
                _ => 4097,
            };
            if value >= least && !slot.contains(&value) {
                slot.push(value);
                if slot.len() > 16 {
                    slot.remove(0);
                }
            }
        }
    }
}
