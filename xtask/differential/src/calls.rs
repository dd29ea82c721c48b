//! Random driver calls: valid, stale, null and wrong arguments for every entry point, which must neither crash nor hang.

use std::any::type_name;
use std::collections::HashMap;
use std::env;
use std::ffi::*;
use std::fs::{self, File};
use std::io::{Seek, Write};
use std::mem::{MaybeUninit, size_of};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use cuda_driver_sys::*;

/// Which calls.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The seeds, such as 0..100: each is a process of its own
    #[arg(long, value_name = "A..B", value_parser = crate::seeds)]
    seeds: std::ops::Range<u64>,
    /// How many calls each makes
    #[arg(long, default_value_t = 20_000)]
    count: u64,
    /// Seconds that a process may take
    #[arg(long, default_value_t = 60)]
    limit: u64,
}

/// What one process is told.
#[derive(clap::Args)]
pub(crate) struct Work {
    seed: u64,
    count: u64,
    /// Where the name of the call that is made stands
    place: PathBuf,
}

/// Calls that wait for others, take files, or read as many elements through pointers as something else says.
const LEFT_OUT: [&str; 33] = [
    "StreamWaitValue",
    "BatchMemOp",
    "Coredump",
    "Checkpoint",
    "GetExportTable",
    "Memcpy3D",
    "GraphAddBatch",
    "Multicast",
    "ProfilerInitialize",
    "LinkAddFile",
    "ModuleLoadFatBinary",
    "LibraryLoadFromFile",
    "BatchDecompress",
    "MemcpyBatch",
    "PrefetchBatch",
    "DiscardBatch",
    "DiscardAndPrefetch",
    "DebugDotPrint",
    "External",
    "Import",
    "UserObjectCreate",
    "KernelNodeSetParams",
    "GraphAddKernelNode",
    "GraphAddNode",
    "NodeSetParams",
    "EGL",
    "cuGL",
    "LogsDump",
    "VDPAU",
    "NvSci",
    "MultiDevice",
    "GetProcAddress",
    "cuLaunchKernelEx",
];

const PTX: &CStr = c".version 8.0\n.target sm_80\n.address_size 64\n.global .u32 gvar[16];\n\
    .visible .entry ka(.param .u64 p, .param .u32 n)\n{\n.reg .b32 %r<3>;\nmov.u32 %r0, %tid.x;\n\
    ld.global.u32 %r1, [gvar];\nadd.u32 %r1, %r1, %r0;\nst.global.u32 [gvar], %r1;\nret;\n}\n\
    .visible .entry kb()\n{\nret;\n}\n";

const NAMES: [&CStr; 6] = [c"ka", c"kb", c"gvar", c"", c"nothing", c"0000:00:00.0"];

/// Bytes of each piece of memory that calls are given.
const PIECE: usize = 1 << 16;

/// Where arguments come from.
struct Chance {
    state: u64,
    /// Handles by the name of what they point to.
    handles: HashMap<&'static str, Vec<u64>>,
    /// Device memory.
    memory: Vec<u64>,
    /// Memory of the host; what calls write is found in it.
    pieces: Vec<Box<[u64]>>,
    next: usize,
    /// The pieces into which handles of these names may be written by the call that is made, and those for addresses.
    results: Vec<(usize, Option<&'static str>)>,
}

impl Chance {
    fn new(seed: u64) -> Chance {
        Chance {
            state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
            handles: HashMap::new(),
            memory: Vec::new(),
            pieces: (0..32).map(|_| vec![0; PIECE / 8].into()).collect(),
            next: 0,
            results: Vec::new(),
        }
    }

    fn below(&mut self, end: u64) -> u64 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        (self.state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % end
    }

    fn small(&mut self) -> u64 {
        match self.below(12) {
            0 => u64::MAX,
            _ => self.below(9),
        }
    }

    /// Memory for the next argument, all zeros: its number.
    fn piece(&mut self) -> usize {
        self.next = (self.next + 1) % self.pieces.len();
        self.pieces[self.next].fill(0);
        self.next
    }

    fn address(&self, piece: usize) -> u64 {
        self.pieces[piece].as_ptr() as u64
    }

    fn handle(&mut self, name: &'static str) -> u64 {
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
                // A handle of something else.
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

    /// An address of device memory, or a wrong one. What a copy may take for the host's isn't wild: the host would fault.
    fn device_memory(&mut self, parameter: &str) -> u64 {
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

    fn pointer(&mut self, to: &'static str, constant: bool, parameter: &str) -> u64 {
        if to.ends_with("_st") && !to.starts_with('*') {
            return self.handle(to);
        }
        if self.below(20) == 0 {
            return 0;
        }
        let last = to.rsplit("::").next().unwrap_or(to);
        if last == "c_void" && !to.starts_with('*') {
            let code = ["image", "code", "data"];
            if constant && code.contains(&parameter) {
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
        if let Some(inner) = to
            .strip_prefix("*mut ")
            .or_else(|| to.strip_prefix("*const "))
        {
            if inner.ends_with("_st") {
                for at in 0..64 {
                    self.pieces[piece][at] = self.handle(inner);
                }
                self.results.push((piece, Some(inner)));
            } else if inner.ends_with("c_void") {
                // Arguments of kernels, values of options: each points to zeros.
                if parameter == "extra" {
                    return 0;
                }
                let zeros = self.piece();
                for at in 0..64 {
                    self.pieces[piece][at] = self.address(zeros);
                }
            } else if inner == "i8" {
                self.pieces[piece][..64].fill(NAMES[0].as_ptr() as u64);
            }
        } else if to == "u64" {
            self.results.push((piece, None));
        } else if ["usize", "u32", "i32"].contains(&to) {
            self.pieces[piece][0] = self.below(64);
        }
        self.address(piece)
    }

    /// An argument of type `T`.
    fn argument<T: Copy>(&mut self, parameter: &str) -> T {
        let name = type_name::<T>();
        let counts = ["num", "count", "len", "size_", "dependencies"];
        let is_count = counts
            .iter()
            .any(|word| parameter.to_lowercase().contains(word));
        let value = if name.contains("fn(") || size_of::<T>() > 8 {
            0
        } else if let Some(to) = name.strip_prefix("*mut ") {
            self.pointer(to, false, parameter)
        } else if let Some(to) = name.strip_prefix("*const ") {
            self.pointer(to, true, parameter)
        } else if name == "usize" && !is_count {
            match self.below(8) {
                0 => 0,
                1 => 1,
                2 => self.below(4096),
                _ => self.below(300),
            }
        } else if name == "u64" {
            self.device_memory(parameter)
        } else if parameter.starts_with("grid") || parameter.starts_with("block") {
            self.below(4)
        } else if parameter.starts_with("dev") || is_count {
            match self.below(10) {
                0 => self.small() % 64,
                _ if is_count => self.below(5),
                _ => 0,
            }
        } else if name.contains("::") {
            self.below(40)
        } else {
            self.small()
        };
        let mut argument = MaybeUninit::<T>::zeroed();
        let bytes = value.to_le_bytes();
        let length = size_of::<T>().min(8);
        // SAFETY: as many bytes are copied as both have; parameters are numbers, enumerations that take any number,
        // pointers, and structures of these, of which all bytes are a value.
        unsafe {
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), argument.as_mut_ptr().cast(), length);
            argument.assume_init()
        }
    }

    /// Keeps what a call that succeeded may have made.
    fn keep(&mut self, call: &str) {
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
        ];
        if !makes.iter().any(|word| call.contains(word)) {
            return;
        }
        for (piece, name) in std::mem::take(&mut self.results) {
            let value = self.pieces[piece][0];
            let kept = match name {
                Some(name) => self.handles.entry(name).or_default(),
                None if call.contains("Alloc") || call.contains("GetGlobal") => &mut self.memory,
                None => continue,
            };
            if value > 4096 && !kept.contains(&value) {
                kept.push(value);
                if kept.len() > 16 {
                    kept.remove(0);
                }
            }
        }
    }
}

macro_rules! define {
    ($($(#[$attribute:meta])* $symbol:ident: $name:literal $since:literal,
       $(per_thread($twin:literal $twin_since:literal),)?
       $header:literal $page:literal $anchor:literal, ($($parameter:ident: $ty:ty),*);)*) => {
        /// Calls an entry point with random arguments.
        #[allow(unused_variables, reason = "some have no parameters")]
        fn call(table: &DriverTable, symbol: Symbol, chance: &mut Chance) -> Option<CUresult> {
            match symbol {
                $(Symbol::$symbol => {
                    $(let $parameter = chance.argument::<$ty>(stringify!($parameter));)*
                    // SAFETY: pointers are null or to memory as large as any call takes, and it is promised that the
                    // driver refuses handles that aren't any.
                    table.$symbol.map(|function| unsafe { function($($parameter),*) })
                })*
            }
        }
    };
}

for_each_entry_point!(define);

/// Makes calls on the software device, in this process.
pub(crate) fn work(options: &Work) -> Result<ExitCode> {
    let table = cuda_sim::driver_table();
    let mut chance = Chance::new(options.seed);
    let mut place = File::create(&options.place)?;
    let usual = [
        Symbol::cuInit,
        Symbol::cuDevicePrimaryCtxRetain,
        Symbol::cuCtxSetCurrent,
        Symbol::cuMemAlloc_v2,
        Symbol::cuStreamCreate,
        Symbol::cuEventCreate,
        Symbol::cuModuleLoadData,
        Symbol::cuModuleGetFunction,
        Symbol::cuLaunchKernel,
        Symbol::cuMemcpyHtoDAsync_v2,
        Symbol::cuEventRecord,
    ];
    let taken: Vec<Symbol> = Symbol::ALL
        .into_iter()
        .filter(|symbol| {
            !LEFT_OUT
                .iter()
                .any(|part| symbol.to_string().contains(part))
        })
        .collect();
    let (mut made, mut good) = (0, 0);
    for number in 0..options.count {
        let symbol = match number {
            0..11 => usual[number as usize],
            _ if chance.below(3) == 0 => usual[chance.below(11) as usize],
            _ => taken[chance.below(taken.len() as u64) as usize],
        };
        // What takes everything away happens seldom, or nothing else would.
        let name = symbol.to_string();
        let ends = ["Destroy", "Reset", "Release", "PopCurrent", "Detach"];
        if name.contains("Ctx") && ends.iter().any(|end| name.contains(end)) && chance.below(8) != 0
        {
            continue;
        }
        place.rewind()?;
        write!(place, "{number:8} {name:64}")?;
        chance.results.clear();
        let result = call(table, symbol, &mut chance);
        made += u64::from(result.is_some());
        if result == Some(CUresult::CUDA_SUCCESS) {
            good += 1;
            chance.keep(&name);
        }
    }
    println!("{made} calls, {good} of them successful");
    Ok(ExitCode::SUCCESS)
}

/// Makes calls in processes of their own, and tells which of these crashed or hung.
pub(crate) fn run(options: &Options) -> Result<ExitCode> {
    let scratch = tempfile::tempdir()?;
    let mut code = ExitCode::SUCCESS;
    for seed in options.seeds.clone() {
        let place = scratch.path().join(format!("place{seed}"));
        let mut child = Command::new(env::current_exe()?)
            .args(["call", &seed.to_string(), &options.count.to_string()])
            .arg(&place)
            .env("CUDA_SIM_MEMORY", "256M")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("starting a process that makes calls")?;
        let begun = Instant::now();
        let ended = loop {
            if let Some(status) = child.try_wait()? {
                break Some(status);
            }
            if begun.elapsed() > Duration::from_secs(options.limit) {
                child.kill()?;
                break None;
            }
            thread::sleep(Duration::from_millis(10));
        };
        let output = child.wait_with_output()?;
        let said = String::from_utf8_lossy(&output.stdout);
        let last = || fs::read_to_string(&place).unwrap_or_default();
        match ended {
            Some(status) if status.success() => print!("seed {seed}: {said}"),
            Some(status) => {
                code = ExitCode::FAILURE;
                println!("seed {seed}: {status} in call {}", last().trim());
            }
            None => {
                code = ExitCode::FAILURE;
                println!("seed {seed}: hung in call {}", last().trim());
            }
        }
    }
    Ok(code)
}
