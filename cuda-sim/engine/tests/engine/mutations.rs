//! Broken PTX is rejected or faults; it neither panics nor hangs.

use crate::device::{HostMemory, model};
use cuda_sim_engine::{Image, Launch, Limits, Output, Program, run};
use std::sync::Arc;

struct Nowhere;
impl Output for Nowhere {
    fn print(&self, _: &[u8]) {}
}

/// The number of broken texts.
const TEXTS: usize = 1500;

fn texts() -> Vec<String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels/ptx");
    let files = std::fs::read_dir(folder).expect("the test data is there");
    let mut paths: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    paths.sort();
    let texts = paths.iter().map(|path| std::fs::read_to_string(path).expect("the PTX is text"));
    texts.filter(|text| text.len() < 12_000).collect()
}

fn mutate(text: &str, words: &[&str], random: &mut fastrand::Rng) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..random.usize(1..4) {
        let at = random.usize(..bytes.len().max(1)).min(bytes.len().saturating_sub(1));
        match random.u8(..5) {
            0 => bytes[at] = random.u8(..),
            1 => bytes.truncate(at.max(1)),
            2 => {
                let end = (at + random.usize(..20)).min(bytes.len() - 1);
                bytes.drain(at..end);
            }
            3 => {
                let word = words[random.usize(..words.len())];
                bytes.splice(at..at, word.bytes());
            }
            _ => {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                let mut lines: Vec<&str> = text.lines().collect();
                let (a, b) = (random.usize(..lines.len()), random.usize(..lines.len()));
                lines.swap(a, b);
                bytes = lines.join("\n").into_bytes();
            }
        }
        if bytes.is_empty() {
            bytes.push(b' ');
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn mutated_ptx_neither_panics_nor_hangs() {
    let texts = texts();
    let words: Vec<&str> = texts.iter().flat_map(|text| text.split_whitespace()).collect();
    let mut random = fastrand::Rng::with_seed(20);
    let mut compiled = 0;
    for _ in 0..TEXTS {
        let text = mutate(&texts[random.usize(..texts.len())], &words, &mut random);
        let Ok(program) = Program::compile(&text, &model()) else {
            continue;
        };
        compiled += 1;
        let memory = HostMemory::default();
        let buffer = memory.allocate(1 << 16);
        let program = Arc::new(program);
        let addresses = program.globals().iter().map(|_| buffer).collect();
        let image = Image::new(program.clone(), addresses);
        for kernel in program.kernels().filter(|kernel| {
            kernel.param_size < 1 << 16 && kernel.shared_static < 1 << 20 && kernel.local < 1 << 16
        }) {
            let mut params = vec![0u8; kernel.param_size as usize];
            for param in &kernel.params {
                let bytes =
                    if param.size == 8 { buffer.to_le_bytes() } else { 64u64.to_le_bytes() };
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
                cooperative: random.bool(),
                limits: Limits { stack: 1024, fuel: Some(200_000), ..Limits::default() },
                schedule_seed: random.bool().then(|| random.u64(..)),
                planned_fault: None,
                checks: Default::default(),
                races: None,
                counters: None,
                children: None,
            };
            // Whether it succeeds doesn't matter, only that it ends.
            let _ = run(&launch, &memory, &Nowhere);
        }
    }
    assert!(compiled > 20, "only {compiled} texts still compiled: the mutations test nothing");
}
