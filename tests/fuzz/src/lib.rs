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
mod exchange;
mod graph_calls;
mod memory;
mod panics;
mod pathfinder;
mod ptx;
mod ragged;
mod software;

pub use panics::stop_on_panics;

/// The variable with the name of the target that the program runs.
pub const VARIABLE: &str = "CUDA_FUZZ_TARGET";

/// What is given an input.
#[derive(Debug)]
pub struct Target {
    /// Its name, and that of its folders in `corpus` and `found`.
    pub name: &'static str,
    /// The most bytes that the host may be asked for at once.
    limit: usize,
    run: fn(&[u8]),
}

/// All targets, by name.
pub static TARGETS: &[Target] = &[
    target("arrow-body", 64 << 20, arrow::bodies),
    target("arrow-file", 64 << 20, arrow::files),
    target("arrow-stream", 64 << 20, arrow::streams),
    target("cache", 64 << 20, cache::files),
    target("calls", 64 << 20, calls::run),
    target("cubin", 64 << 20, code::machine_code),
    target("dlpack", 64 << 20, exchange::tensors),
    target("fatbin", 64 << 20, code::fat_binaries),
    target("feather", 64 << 20, arrow::files),
    target("headers", 64 << 20, pathfinder::headers),
    target("interface", 64 << 20, exchange::dictionaries),
    target("libraries", 64 << 20, pathfinder::libraries),
    target("parquet", 64 << 20, arrow::parquet),
    target("ptx", 64 << 20, ptx::compile),
    target("ptx-launch", 64 << 20, ptx::launch),
    target("ragged", 64 << 20, ragged::arrays),
];

const fn target(name: &'static str, limit: usize, run: fn(&[u8])) -> Target {
    Target { name, limit, run }
}

impl Target {
    /// Runs it on an input.
    ///
    /// # Panics
    /// If something isn't as the target promises.
    pub fn check(&self, input: &[u8]) {
        memory::forget_peak();
        (self.run)(input);
        let (peak, limit) = (memory::peak(), self.limit);
        assert!(peak <= limit, "{peak} bytes at once for an input of {}", input.len());
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
