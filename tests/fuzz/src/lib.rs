//! Targets for fuzzing: each gives bytes from outside to what reads them. Whatever the bytes are, that returns, and neither
//! panics nor allocates without bound; what a target promises beyond that is in its file.
//!
//! `cargo xtask fuzz` runs a target under libFuzzer; `tests/replay.rs` runs all on the inputs in `corpus` and `found`.
// A target that isn't as promised panics: that is a finding.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod arrow;
mod cache;
mod calls;
mod code;
mod device;
mod exchange;
mod graph_calls;
mod memory;
mod panics;
mod pathfinder;
mod ptx;
mod ragged;

pub use panics::stop_on_panics;

/// The variable with the name of the target that the program runs.
pub const VARIABLE: &str = "CUDA_FUZZ_TARGET";

/// What is given an input.
#[derive(Debug)]
pub struct Target {
    /// Its name, and that of its own folders in `corpus` and `found`.
    pub name: &'static str,
    /// How many changed seeds its test tries.
    pub rounds: u64,
    memory: Memory,
    run: fn(&[u8]),
}

/// All targets, by name; those that take longer are tried less often.
pub static TARGETS: &[Target] = &[
    target("arrow-body", 60, PACKED, arrow::bodies),
    target("arrow-file", 60, PACKED, arrow::files),
    target("arrow-stream", 300, PACKED, arrow::streams),
    target("cache", 40, PLAIN, cache::files),
    target("calls", 300, PLAIN, calls::run),
    target("cubin", 1000, PLAIN, code::machine_code),
    target("dlpack", 1000, PLAIN, exchange::tensors),
    target("fatbin", 1000, PACKED, code::fat_binaries),
    target("feather", 60, PACKED, arrow::files),
    target("headers", 300, PLAIN, pathfinder::headers),
    target("interface", 3000, PLAIN, exchange::dictionaries),
    target("libraries", 300, PLAIN, pathfinder::libraries),
    target("parquet", 600, PACKED, arrow::parquet),
    target("ptx", 1500, PLAIN, ptx::compile),
    target("ptx-launch", 1000, PLAIN, ptx::launch),
    target("ragged", 300, PLAIN, ragged::arrays),
];

/// The most bytes that the host may be asked for at once: in all, and for each byte of the input.
#[derive(Debug, Clone, Copy)]
struct Memory {
    any: usize,
    each: usize,
}

const PLAIN: Memory = Memory { any: 64 << 20, each: 0 };

/// Zstandard's decoders have a buffer of at most 128 MiB, and four bytes can mean 128 KiB.
const PACKED: Memory = Memory { any: 128 << 20, each: 32 << 10 };

const fn target(name: &'static str, rounds: u64, memory: Memory, run: fn(&[u8])) -> Target {
    Target { name, rounds, memory, run }
}

impl Target {
    /// The names of its folders in `corpus` and `found`: its own, and the one that it shares with targets whose names begin
    /// alike.
    pub fn folders(&self) -> impl Iterator<Item = &'static str> {
        let shared = self.name.split_once('-').map(|(shared, _)| shared);
        std::iter::once(self.name).chain(shared)
    }

    /// Runs it on an input.
    ///
    /// # Panics
    /// If something isn't as the target promises.
    pub fn check(&self, input: &[u8]) {
        memory::forget_peak();
        (self.run)(input);
        let peak = memory::peak();
        let most = self.memory.any + self.memory.each * input.len();
        assert!(peak <= most, "{peak} bytes at once for an input of {}", input.len());
    }
}

/// Returns the target that [`VARIABLE`] names.
///
/// # Panics
/// If it names none.
pub fn chosen() -> &'static Target {
    static CHOSEN: std::sync::OnceLock<&Target> = std::sync::OnceLock::new();
    CHOSEN.get_or_init(|| {
        let name = std::env::var(VARIABLE).unwrap_or_default();
        TARGETS.iter().find(|target| target.name == name).unwrap_or_else(|| {
            let names = TARGETS.iter().map(|target| target.name).collect::<Vec<_>>().join(", ");
            panic!("{VARIABLE} is {name:?}, which is none of {names}")
        })
    })
}
