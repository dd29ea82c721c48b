//! PTX, compiled and launched by the engine.

use std::sync::{Arc, Mutex};

use cuda_sim_engine::{
    DeviceMemory, DeviceModel, Image, Kernel, Launch, Limits, Output, Program, Range, run,
};

/// Compiles it: that is an error, or a program.
pub(crate) fn compile(input: &[u8]) {
    if let Ok(text) = str::from_utf8(input) {
        let _ = Program::compile(text, &model());
    }
}

/// Launches all kernels of a program. Whether that succeeds doesn't matter, only that it ends.
pub(crate) fn launch(input: &[u8]) {
    let Some(program) =
        str::from_utf8(input).ok().and_then(|from_utf8| Program::compile(from_utf8, &model()).ok())
    else {
        return;
    };
    // The schedule and the kind of launch depend on the text alone.
    let seed =
        input.iter().fold(0u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(*byte)));
    let memory = Memory::default();
    let buffer = memory.allocate(BUFFER).unwrap_or(0);
    let program = Arc::new(program);
    let image = Image::new(program.clone(), program.globals().iter().map(|_| buffer).collect());
    for kernel in program.kernels().filter(is_small) {
        let mut params = vec![0u8; kernel.param_size as usize];
        for param in &kernel.params {
            let bytes = if param.size == 8 { buffer.to_le_bytes() } else { 64u64.to_le_bytes() };
            let size = (param.size as usize).min(8);
            params[param.offset as usize..][..size].copy_from_slice(&bytes[..size]);
        }
        let launch = Launch {
            image: &image,
            kernel,
            grid: [2, 1, 1],
            block: [64, 1, 1],
            cluster: [1; 3],
            dynamic_shared: 1024,
            params: &params,
            cooperative: seed & 1 == 0,
            limits: Limits { stack: 1024, fuel: Some(200_000), ..Limits::default() },
            schedule_seed: (seed & 2 == 0).then_some(seed),
            planned_fault: None,
            checks: Default::default(),
            races: None,
            counters: None,
            children: None,
        };
        let _ = run(&launch, &memory, &NullOutput);
    }
}

fn model() -> DeviceModel {
    DeviceModel { compute_capability: (10, 0), ptx_version: (9, 9), ..DeviceModel::default() }
}

/// A driver refuses the others.
fn is_small(kernel: &&Kernel) -> bool {
    kernel.param_size < 1 << 15 && kernel.shared_static < 228 << 10 && kernel.local < 1 << 16
}

/// Ignores what is printed.
struct NullOutput;

impl Output for NullOutput {
    fn print(&self, _: &[u8]) {}
}

/// The bytes that all parameters and variables refer to.
const BUFFER: u64 = 1 << 16;

/// The bytes that a kernel may allocate, in all.
const HEAP: u64 = 8 << 20;

/// The distance of allocations, so that accesses between them are outside of both.
const GAP: usize = 4096;

/// The memory that kernels may access.
#[derive(Default)]
struct Memory(Mutex<Vec<(u64, Vec<u128>)>>);

impl Memory {
    fn allocate(&self, size: u64) -> Option<u64> {
        let mut live = self.0.lock().unwrap();
        let used: u64 = live.iter().map(|(size, _)| size).sum();
        // Each has a gap on both sides, which counts as well.
        if live.len() > 256 || used.checked_add(size)? > HEAP {
            return None;
        }
        let words = vec![0u128; size.div_ceil(16) as usize + 2 * GAP / 16];
        let address = words.as_ptr() as u64 + GAP as u64;
        live.push((size, words));
        Some(address)
    }
}

/// Where an allocation starts.
fn start(words: &[u128]) -> u64 {
    words.as_ptr() as u64 + GAP as u64
}

// SAFETY: a range is that of a live vector, and while a kernel runs, only the kernel frees one.
unsafe impl DeviceMemory for Memory {
    fn find(&self, address: u64) -> Option<Range> {
        let live = self.0.lock().unwrap();
        live.iter().find_map(|(size, words)| {
            let start = start(words);
            let end = start + size;
            (start..end).contains(&address).then_some(Range { start, end, writable: true })
        })
    }

    fn describe(&self, _: u64) -> String {
        "outside".to_owned()
    }

    fn generation(&self) -> u64 {
        0
    }

    fn heap_allocate(&self, size: u64) -> Option<u64> {
        self.allocate(size.max(1))
    }

    fn heap_free(&self, address: u64) -> bool {
        let mut live = self.0.lock().unwrap();
        let index = live.iter().position(|(_, words)| start(words) == address);
        index.map(|index| live.swap_remove(index)).is_some()
    }
}
