//! Compiling and loading in separate processes, without and with a cache entry.

use std::env;
use std::error::Error;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use cuda_rust::measured::median;
use cuda_sim::choice;
use nvrtc_cache::Cache;

use crate::saxpy;

/// Medians in milliseconds.
pub struct CacheTimes {
    pub device: String,
    /// Loading NVRTC, compiling and loading the program.
    pub cold: f64,
    /// With the program from the cache.
    pub warm: f64,
    /// The ratio of both, over the rounds.
    pub faster: f64,
}

pub fn measure(rounds: u32) -> Result<CacheTimes, Box<dyn Error>> {
    let (mut cold, mut warm) = (Vec::new(), Vec::new());
    let mut device = String::new();
    for _ in 0..rounds {
        let folder = tempfile::tempdir()?;
        for times in [&mut cold, &mut warm] {
            let (name, time) = once(folder.path())?;
            device = name;
            times.push(time);
        }
    }
    let ratios: Vec<f64> = cold.iter().zip(&warm).map(|(cold, warm)| cold / warm).collect();
    Ok(CacheTimes { device, cold: median(&cold), warm: median(&warm), faster: median(&ratios) })
}

fn once(folder: &Path) -> Result<(String, f64), Box<dyn Error>> {
    let output = Command::new(env::current_exe()?).arg("--once").arg(folder).output()?;
    let text = String::from_utf8(output.stdout)?;
    match text.trim().split_once('\n') {
        Some((device, time)) if output.status.success() => Ok((device.to_owned(), time.parse()?)),
        _ => Err(String::from_utf8_lossy(&output.stderr).into()),
    }
}

/// Prints the device, and the milliseconds for compiling and loading.
pub fn print(folder: &Path) -> Result<(), Box<dyn Error>> {
    // For the PTX of any NVRTC.
    cuda_sim::set_driver_version(13, 5)?;
    let driver = choice::choose()?.driver()?;
    let device = driver.device(0)?;
    let context = device.primary_context()?;
    let begin = Instant::now();
    let ptx = Cache::at(folder).compile_ptx(&saxpy())?;
    let module = context.load(&ptx)?;
    let time = begin.elapsed();
    module.function(c"saxpy")?;
    cuda_rust::print_line(format_args!("{}\n{}", device.name()?, time.as_secs_f64() * 1e3))?;
    Ok(())
}
