//! What the run did, as a table.

use std::error::Error;

use cuda_driver::Driver;

/// Runs `work`, and prints its profile.
#[cfg(feature = "profile")]
pub fn run<T>(
    driver: Driver,
    work: impl FnOnce() -> Result<T, Box<dyn Error>>,
) -> Result<T, Box<dyn Error>> {
    use cuda_profiler::Profiler;

    let profiler = if cuda_sim::choice::choose()?.is_software() {
        Profiler::from_table(cuda_sim_libraries::cupti::table())
    } else {
        Profiler::load_for(driver)?
    };
    let recording = profiler.start()?;
    let result = work()?;
    let mut trace = recording.stop()?;
    trace.set_occupancy(driver)?;
    crate::report::print(&format!("\n{trace}"))?;
    Ok(result)
}

/// Says what is missing.
#[cfg(not(feature = "profile"))]
pub fn run<T>(
    _: Driver,
    _: impl FnOnce() -> Result<T, Box<dyn Error>>,
) -> Result<T, Box<dyn Error>> {
    Err("--profile needs the feature `profile`, which `cargo xtask saxpy --profile` turns on"
        .into())
}
