//! Programs with little arithmetic, each compared with two C versions on one thread: plain C, and C with the kernel's
//! work.
//!
//! They run in two other processes. One is pinned to one core, and only its CPU time counts, because their threads wait
//! for each other, and other processes may run. The other may use all cores, and the elapsed time counts.

use std::env;
use std::error::Error;
use std::process::Command;

#[cfg(c_programs)]
use std::time::Instant;

#[cfg(c_programs)]
use cuda_driver::{Launch, LaunchAttribute};
#[cfg(c_programs)]
use cuda_rust::measured::{median, rounded};
use serde::{Deserialize, Serialize};

#[cfg(c_programs)]
use crate::device::SoftwareDevice;

#[cfg(c_programs)]
const PTX: &str = include_str!("programs/programs.ptx");

#[cfg(c_programs)]
macro_rules! twins {
    ($($plain:ident $fair:ident;)*) => {
        unsafe extern "C" {
            $(
                fn $plain(input: *const u32, output: *mut u32, n: u32);
                fn $fair(input: *const u32, output: *mut u32, n: u32);
            )*
            fn twin_processor_time() -> f64;
            fn twin_stay() -> i32;
        }
    };
}
#[cfg(c_programs)]
twins! {
    plain_smith_waterman fair_smith_waterman;
    plain_histogram fair_histogram;
    plain_cluster_histogram fair_cluster_histogram;
    plain_device_malloc fair_device_malloc;
    plain_pipeline fair_pipeline;
    plain_barrier_copy fair_barrier_copy;
    plain_cub_histogram fair_cub_histogram;
    plain_cub_reduce fair_cub_reduce;
    plain_atomic_ref fair_atomic_ref;
    plain_mutex fair_mutex;
    plain_scan_hillis_steele fair_scan_hillis_steele;
    plain_scan_blelloch fair_scan_blelloch;
    plain_coop_reduce fair_coop_reduce;
}

#[cfg(c_programs)]
type Twin = unsafe extern "C" fn(*const u32, *mut u32, u32);

/// A kernel of `programs/programs.cu`, all of which have the same parameters.
#[cfg_attr(not(c_programs), allow(dead_code))]
struct Program {
    name: &'static str,
    blocks: u32,
    threads: u32,
    /// The numbers of input and output words for each block.
    words: (u32, u32),
    /// The number of output words that don't depend on the blocks, which add to them.
    sums: u32,
    /// The bits to keep of each random word.
    mask: u32,
    /// The part of the kernel's work that only the fair version does.
    fair: &'static str,
    launch: LaunchKind,
    #[cfg(c_programs)]
    twins: [Twin; 2],
}

/// How a program is launched.
#[cfg_attr(not(c_programs), allow(dead_code))]
enum LaunchKind {
    /// As one grid.
    Once,
    /// As a grid of the kernel and one of another kernel.
    AndThen(&'static str),
    /// As a cooperative grid.
    Cooperative,
}

/// The cores that programs may use.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Cores {
    One,
    All,
}

macro_rules! programs {
    ($($name:ident $plain:ident $fair:ident: $blocks:literal x $threads:literal, $read:literal => $written:literal + $sums:literal, $mask:literal, $work:literal, $how:expr;)*) => {
        const PROGRAMS: &[Program] = &[$(Program {
            name: stringify!($name),
            blocks: $blocks,
            threads: $threads,
            words: ($read, $written),
            sums: $sums,
            mask: $mask,
            fair: $work,
            launch: $how,
            #[cfg(c_programs)]
            twins: [$plain, $fair],
        }),*];
    };
}
programs! {
    smith_waterman plain_smith_waterman fair_smith_waterman: 512 x 256, 128 => 1 + 0, 0x0303_0303, "by diagonals, an atomic maximum", LaunchKind::Once;
    histogram plain_histogram fair_histogram: 512 x 256, 4096 => 0 + 256, 0x7f3f_1fff, "atomic operations, each block's own counts", LaunchKind::Once;
    cluster_histogram plain_cluster_histogram fair_cluster_histogram: 512 x 256, 8192 => 0 + 2048, 0xffff_ffff, "atomic operations, each cluster's own counts", LaunchKind::Once;
    device_malloc plain_device_malloc fair_device_malloc: 512 x 256, 256 => 256 + 0, 0xffff_ffff, "a warp's pieces at the same time", LaunchKind::Once;
    pipeline plain_pipeline fair_pipeline: 512 x 256, 4096 => 4096 + 0, 0xffff_ffff, "copies, two atomic arrivals a thread", LaunchKind::Once;
    barrier_copy plain_barrier_copy fair_barrier_copy: 512 x 256, 4096 => 4096 + 0, 0xffff_ffff, "copies, two atomic arrivals a thread", LaunchKind::Once;
    cub_histogram plain_cub_histogram fair_cub_histogram: 4096 x 128, 256 => 256 + 0, 0x3f3f_3f3f, "CUB's sort with counters of each thread", LaunchKind::Once;
    cub_reduce plain_cub_reduce fair_cub_reduce: 4096 x 192, 192 => 2 + 0, 0xffff_ffff, "the trees of the warps", LaunchKind::Once;
    atomic_ref plain_atomic_ref fair_atomic_ref: 1024 x 128, 1024 => 0 + 5, 0xffff_ffff, "atomic operations", LaunchKind::Once;
    mutex plain_mutex fair_mutex: 2048 x 64, 64 => 0 + 2, 0xffff_ffff, "the lock and its fences", LaunchKind::Once;
    scan_hillis_steele plain_scan_hillis_steele fair_scan_hillis_steele: 512 x 1024, 1024 => 1024 + 0, 0xffff_ffff, "ten steps in which all add", LaunchKind::Once;
    scan_blelloch plain_scan_blelloch fair_scan_blelloch: 512 x 512, 1024 => 1025 + 0, 0xffff_ffff, "the trees, a sum of blocks' sums for each thread", LaunchKind::AndThen("scan_blelloch_add");
    coop_reduce plain_coop_reduce fair_coop_reduce: 128 x 256, 32768 => 0 + 1, 0xffff_ffff, "a sum for each thread, warp and block", LaunchKind::Cooperative;
}

/// A program's times in milliseconds; medians, and for ratios medians over the rounds.
#[derive(Serialize, Deserialize)]
pub struct ProgramFigures {
    pub program: String,
    /// The number of threads of each of its grids.
    pub threads: u32,
    /// The part of the kernel's work that the fair version does.
    pub fair_does: String,
    pub ms: f64,
    pub c_ms: f64,
    pub fair_c_ms: f64,
    pub over_c: f64,
    pub over_fair_c: f64,
}

/// Measures the programs that have `filter` in their name, in a separate process. Returns none without the C versions.
pub fn measure(
    cores: Cores,
    filter: &str,
    trial: bool,
    rounds: u32,
) -> Result<Vec<ProgramFigures>, Box<dyn Error>> {
    let expected = PROGRAMS.iter().filter(|program| program.name.contains(filter));
    if !cfg!(c_programs) || expected.count() == 0 {
        return Ok(Vec::new());
    }
    let mut command = Command::new(env::current_exe()?);
    let on = match cores {
        Cores::One => "one",
        Cores::All => "all",
    };
    command.args([filter, "--programs", on, "--rounds", &rounds.to_string()]);
    if !trial {
        command.arg("--bench");
    }
    if crate::device::FINDS_RACES.load(std::sync::atomic::Ordering::Relaxed) {
        command.arg("--races");
    }
    let output = command.output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// Measures them in this process, and prints the input for [`measure`].
#[cfg(c_programs)]
pub fn print(cores: Cores, filter: &str, trial: bool, rounds: u32) -> Result<(), Box<dyn Error>> {
    if cores == Cores::One {
        // SAFETY: it has no requirements. Without it, the figures are those of several cores.
        unsafe { twin_stay() };
    }
    let device = SoftwareDevice::new()?;
    let expected = PROGRAMS.iter().filter(|program| program.name.contains(filter));
    let figures = expected.map(|program| of(program, &device, cores, trial, rounds));
    let figures = figures.collect::<Result<Vec<_>, _>>()?;
    serde_json::to_writer(std::io::stdout(), &figures)?;
    Ok(())
}

#[cfg(not(c_programs))]
pub fn print(_: Cores, _: &str, _: bool, _: u32) -> Result<(), Box<dyn Error>> {
    Err("there is no C version to compare with".into())
}

#[cfg(c_programs)]
fn of(
    program: &Program,
    device: &SoftwareDevice,
    cores: Cores,
    trial: bool,
    rounds: u32,
) -> Result<ProgramFigures, Box<dyn Error>> {
    let blocks = program.blocks;
    let mut random = fastrand::Rng::with_seed(7);
    let input: Vec<u32> =
        (0..blocks * program.words.0).map(|_| random.u32(..) & program.mask).collect();
    let written = (blocks * program.words.1 + program.sums) as usize;
    let mut output = vec![0; written];
    let n = input.len() as u32;
    let module = device.load(PTX)?;
    let kernel = |name| -> Result<_, Box<dyn Error>> {
        Ok(module.function(&std::ffi::CString::new(name)?)?)
    };
    let function = kernel(program.name)?;
    let second = match program.launch {
        LaunchKind::AndThen(name) => Some(kernel(name)?),
        _ => None,
    };
    let cooperative = [LaunchAttribute::cooperative()];
    let on_device = device.stream.upload(&input)?;
    let shape = || {
        let grid = Launch::grid(blocks).block(program.threads);
        match program.launch {
            LaunchKind::Cooperative => grid.attributes(&cooperative),
            _ => grid,
        }
    };
    let started = Instant::now();
    let clock = || match cores {
        // SAFETY: it has no requirements.
        Cores::One => unsafe { twin_processor_time() },
        Cores::All => started.elapsed().as_secs_f64() * 1e9,
    };
    let time = |work: &mut dyn FnMut() -> Result<(), Box<dyn Error>>| {
        let begin = clock();
        work()?;
        Ok::<_, Box<dyn Error>>((clock() - begin) / 1e6)
    };
    let (mut times, mut twins) = (Vec::new(), [Vec::new(), Vec::new()]);
    for round in 0..=rounds {
        let mut results = device.stream.upload(&vec![0u32; written])?;
        device.stream.synchronize()?;
        let interpreted = time(&mut || {
            for kernel in [Some(&function), second.as_ref()].into_iter().flatten() {
                // SAFETY: the kernels of `programs.cu` read and write as much as the table specifies.
                unsafe { device.time(kernel, shape(), (&on_device, &mut results, n)) }?;
            }
            Ok(())
        })?;
        let expected = results.to_vec()?;
        let mut of_twins = [0.0; 2];
        for (twin, run) in program.twins.iter().enumerate() {
            output.fill(0);
            of_twins[twin] = time(&mut || {
                // SAFETY: the C versions read and write as much as the kernels.
                unsafe { run(input.as_ptr(), output.as_mut_ptr(), n) };
                Ok(())
            })?;
            if expected != output {
                let which = ["plain", "fair"][twin];
                return Err(
                    format!("{}: the results aren't those of {which} C", program.name).into()
                );
            }
        }
        // The first round warms up; in a trial, it is the only one.
        if round > 0 || trial {
            times.push(interpreted);
            twins.iter_mut().zip(of_twins).for_each(|(twin, time)| twin.push(time));
        }
        if trial {
            break;
        }
    }
    let over = |twin: &[f64]| {
        let ratios: Vec<f64> = times.iter().zip(twin).map(|(own, c)| own / c).collect();
        rounded(median(&ratios))
    };
    let middle = |times: &[f64]| rounded(median(times));
    Ok(ProgramFigures {
        program: program.name.to_owned(),
        threads: blocks * program.threads,
        fair_does: program.fair.to_owned(),
        ms: middle(&times),
        c_ms: middle(&twins[0]),
        fair_c_ms: middle(&twins[1]),
        over_c: over(&twins[0]),
        over_fair_c: over(&twins[1]),
    })
}
