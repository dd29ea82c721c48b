//! Programs with CUDA's headers, compiled and from the cache, each in a separate process.

use std::env;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use cuda_rust::measured::{median, rounded};
use nvrtc::{Arch, Nvrtc, Program, Standard};
use nvrtc_cache::Cache;
use serde::Serialize;

/// An include, and the time that a program with it takes.
#[derive(Serialize)]
pub struct Headers {
    pub include: String,
    /// The number of files that are checked for a hit.
    pub files: usize,
    pub miss_ms: f64,
    /// The first act of a new process.
    pub hit_ms: f64,
    /// A second hit in the same process.
    pub hit_again_ms: f64,
}

const INCLUDES: [&str; 3] =
    ["cuda_fp16.h", "cooperative_groups.h", "cub/block/block_radix_sort.cuh"];

/// How many processes request a program after each miss: a hit is short, and varies more.
const HITS: u32 = 7;

fn program(include: &str, folders: &Path) -> Program<'static> {
    let source =
        format!("#include <{include}>\nextern \"C\" __global__ void k(int *x) {{ *x = 1; }}");
    let program = Program::new("k.cu", source).arch(Arch::compute(7, 5)).std(Standard::Cpp17);
    program.include_dir(folders.join("cccl")).include_dir(folders)
}

/// Returns the folder in `CUDA_HEADERS` with the headers of NVRTC's own version.
fn folders() -> Option<PathBuf> {
    let version = Nvrtc::load().ok()?.version().to_string();
    let folder = Path::new(&env::var_os("CUDA_HEADERS")?).join(version).join("include");
    folder.is_dir().then_some(folder)
}

/// Measures nothing if there are no headers.
pub fn measure(rounds: u32) -> Result<Vec<Headers>, Box<dyn Error>> {
    let Some(folders) = folders() else {
        return Ok(Vec::new());
    };
    let mut all = Vec::new();
    for include in INCLUDES {
        let (mut misses, mut hits, mut again) = (Vec::new(), Vec::new(), Vec::new());
        let mut is_there = true;
        for _ in 0..rounds {
            let cache = tempfile::tempdir()?;
            let Some([miss, _]) = once(include, &folders, cache.path())? else {
                is_there = false;
                break;
            };
            misses.push(miss);
            for _ in 0..HITS {
                let hit = once(include, &folders, cache.path())?.ok_or("it compiled before")?;
                hits.push(hit[0]);
                again.push(hit[1]);
            }
        }
        if is_there {
            let files = nvrtc_cache::included_files(&program(include, &folders))?;
            all.push(Headers {
                include: include.to_owned(),
                files: files.len(),
                miss_ms: rounded(median(&misses)),
                hit_ms: rounded(median(&hits)),
                hit_again_ms: rounded(median(&again)),
            });
        }
    }
    Ok(all)
}

/// Returns the milliseconds of the first time in a new process, and of the second; `None` if the header is missing.
fn once(include: &str, folders: &Path, cache: &Path) -> Result<Option<[f64; 2]>, Box<dyn Error>> {
    let mut command = Command::new(env::current_exe()?);
    command.arg("--headers").arg(include).arg(folders).arg(cache);
    let output = command.output()?;
    if !output.status.success() {
        eprintln!("{include}: {}", String::from_utf8_lossy(&output.stderr));
        return Ok(None);
    }
    let text = String::from_utf8(output.stdout)?;
    let mut times = text.split_whitespace().map(str::parse);
    let mut next = || times.next().ok_or("a time is missing");
    Ok(Some([next()??, next()??]))
}

/// Gets the program twice, compiling it or from the cache, and prints the milliseconds.
pub fn print(arguments: &[PathBuf]) -> Result<(), Box<dyn Error>> {
    let [include, folders, cache] = arguments else {
        return Err("--headers takes a header, its folder and the cache".into());
    };
    let program = program(&include.to_string_lossy(), folders);
    let cache = Cache::at(cache);
    for _ in 0..2 {
        let begin = Instant::now();
        cache.compile_ptx(&program)?;
        cuda_rust::print_line(begin.elapsed().as_secs_f64() * 1e3)?;
    }
    if let Some(bypass) = cache.last_bypass() {
        return Err(bypass.into());
    }
    Ok(())
}
