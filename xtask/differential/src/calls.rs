//! Random driver calls: valid, stale, null and wrong arguments for every entry point, which must neither crash nor
//! hang.

mod arguments;
mod structures;

use std::collections::BTreeMap;
use std::env;
use std::ffi::*;
use std::fs::{self, File};
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use cuda_driver_sys::*;
use xtask_print::{print, print_line};

use self::arguments::Chance;

/// The calls to make.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The seeds, such as 0..100, each run in its own process
    #[arg(long, value_name = "A..B", value_parser = crate::seeds)]
    seeds: std::ops::Range<u64>,
    /// The number of calls of each process
    #[arg(long, default_value_t = 20_000)]
    count: u64,
    /// The time limit of a process, in seconds
    #[arg(long, default_value_t = 60)]
    limit: u64,
    /// Print for each entry point how many calls were made, and how many succeeded
    #[arg(long)]
    each: bool,
}

/// The numbers of calls of each entry point: all, and successful ones.
type Tally = BTreeMap<String, [u64; 2]>;

/// Returns the file with a process's counts.
fn counts_file(place: &Path) -> PathBuf {
    place.with_extension("tally")
}

/// The arguments of one process.
#[derive(clap::Args)]
pub(crate) struct Work {
    seed: u64,
    count: u64,
    /// The file with the name of the current call
    place: PathBuf,
}

/// Calls that wait for others: for a value that another call writes or a signal, or for another process.
const LEFT_OUT: [&str; 3] = ["StreamWaitValue", "WaitExternalSemaphores", "Checkpoint"];

/// Calls that write files.
const WRITING: [&str; 3] = ["DebugDotPrint", "LogsDumpToFile", "Coredump"];

macro_rules! define {
    ($($symbol:ident: $name:literal $since:literal, $per_thread:tt,
       $header:literal $page:literal $anchor:literal, ($($parameter:ident: $ty:ty),*);)*) => {
        /// Calls an entry point with random arguments.
        #[allow(unused_variables, reason = "some have no parameters")]
        fn call(table: &DriverTable, symbol: Symbol, chance: &mut Chance) -> Option<CUresult> {
            match symbol {
                $(Symbol::$symbol => {
                    $(let $parameter = chance.argument::<$ty>(stringify!($parameter));)*
                    // SAFETY: pointers are null or point to memory that is large enough for any call, and the driver
                    // promises to reject invalid handles.
                    table.$symbol.map(|function| unsafe { function($($parameter),*) })
                })*
                // The macro lists every entry point.
                _ => None,
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
        .iter()
        .copied()
        .filter(|symbol| {
            let name = symbol.to_string();
            let mut parts = LEFT_OUT.iter().chain(&WRITING);
            !parts.any(|part| name.contains(part))
        })
        .collect();
    let mut tally = Tally::new();
    for number in 0..options.count {
        let symbol = match number {
            0..11 => usual[number as usize],
            _ if chance.below(3) == 0 => usual[chance.below(11) as usize],
            _ => taken[chance.below(taken.len() as u64) as usize],
        };
        // Calls that destroy many objects are rare, so that other calls have objects to use.
        let name = symbol.to_string();
        let ends = ["Destroy", "Reset", "Release", "PopCurrent", "Detach"];
        if name.contains("Ctx") && ends.iter().any(|end| name.contains(end)) && chance.below(8) != 0
        {
            continue;
        }
        place.rewind()?;
        write!(place, "{number:8} {name:64}")?;
        chance.begin(&name);
        let result = call(table, symbol, &mut chance);
        let counts = tally.entry(name).or_default();
        counts[0] += u64::from(result.is_some());
        if result == Some(CUresult::CUDA_SUCCESS) {
            counts[1] += 1;
            chance.keep();
        }
    }
    let sum = |which: usize| tally.values().map(|counts| counts[which]).sum::<u64>();
    print_line(format_args!("{} calls, {} of them successful", sum(0), sum(1)))?;
    fs::write(counts_file(&options.place), serde_json::to_vec(&tally)?)?;
    Ok(ExitCode::SUCCESS)
}

/// Makes calls in separate processes, and reports which of them crashed or hung.
pub(crate) fn run(options: &Options) -> Result<ExitCode> {
    let scratch = tempfile::tempdir()?;
    let mut code = ExitCode::SUCCESS;
    let mut tally = Tally::new();
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
        let text = String::from_utf8_lossy(&output.stdout);
        let last = || fs::read_to_string(&place).unwrap_or_default();
        match ended {
            Some(status) if status.success() => {
                print(format_args!("seed {seed}: {text}"))?;
                let counted: Tally = serde_json::from_slice(&fs::read(counts_file(&place))?)?;
                for (name, counts) in counted {
                    let sums = tally.entry(name).or_default();
                    *sums = [sums[0] + counts[0], sums[1] + counts[1]];
                }
            }
            Some(status) => {
                code = ExitCode::FAILURE;
                print_line(format_args!("seed {seed}: {status} in call {}", last().trim()))?;
            }
            None => {
                code = ExitCode::FAILURE;
                print_line(format_args!("seed {seed}: hung in call {}", last().trim()))?;
            }
        }
    }
    if options.each {
        for (name, [made, good]) in &tally {
            print_line(format_args!("{made:>8} {good:>8} {name}"))?;
        }
    }
    Ok(code)
}
