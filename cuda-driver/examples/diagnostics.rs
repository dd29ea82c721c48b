//! What the driver tells beyond result codes: its log after a failed call, and where core dumps go.

use std::error::Error;

use cuda_driver::{Driver, diagnostics::CoredumpFlags};

fn main() -> Result<(), Box<dyn Error>> {
    run(&cuda_sim::gpu_or_software()?)
}

/// Makes a call that fails, and prints what the driver logs about it.
pub fn run(driver: &Driver) -> Result<(), Box<dyn Error>> {
    let context = driver.device(0)?.primary_context()?;
    // A kernel's exception writes this file, without the memory of the device, and doesn't end the process.
    let coredump = context.coredump();
    match coredump.set_generation_flags(CoredumpFlags::LIGHTWEIGHT | CoredumpFlags::SKIP_ABORT) {
        Err(error) if error.is_absent() => println!("{error}"),
        result => {
            result?;
            println!("core dumps go to {}", coredump.file()?.display());
        }
    }
    // Each new entry of the log, while the value lives, from the thread that makes the failing call.
    let listener = driver.on_log(|entry| println!("the driver says: {}", entry.message()));
    // Profilers that wait for it (`nsys profile --capture-range=cudaProfilerApi`) see only this part.
    let profiling = context.start_profiler()?;
    let log = driver.log();
    let Err(refused) = context.stream()?.alloc::<u8>(1 << 60) else {
        return Err("the driver allocated an exbibyte".into());
    };
    profiling.stop()?;
    println!("{refused}");
    if listener.is_err_and(|error| !error.is_absent()) {
        return Err("the driver refused a callback".into());
    }
    match log {
        Err(error) if error.is_absent() => println!("{error}"),
        log => {
            for entry in log?.read()? {
                println!("  {:?}: {}", entry.level(), entry.message());
            }
        }
    }
    Ok(())
}
