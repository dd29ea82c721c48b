//! A context's memory beside NVML's view of the same GPU.
//!
//! ```text
//! NVIDIA H200, GPU-accb315c-86ae-1276-aac3-d7b270bb831a
//! used, in MiB               cuMemGetInfo           NVML
//! a context                           526            526
//! and a buffer of 256 MiB             782            782
//! without the buffer                  782            782
//! and its pool trimmed                526            526
//! 40 °C, 86 W, processes that compute: 1, this one among them
//! ```
//!
//! Both count the whole GPU, with the memory of other processes, contexts and the driver. Memory of `Stream::alloc` comes from a
//! pool, which keeps what is freed: both see it until the pool is trimmed.

use std::error::Error;

use cuda_driver::Context;
use nvml::{Device, Nvml};

const MIB: usize = 1 << 20;

fn main() -> Result<(), Box<dyn Error>> {
    let chosen = cuda_sim::choice::choose()?;
    let driver = chosen.driver()?;
    let nvml = if chosen.is_software() {
        Nvml::from_table(cuda_sim_libraries::nvml::table())?
    } else {
        Nvml::load()?
    };
    for device in driver.devices()? {
        let monitor = nvml.device_of(device)?;
        println!("{}, {}", monitor.name()?, monitor.uuid()?);
        let context = device.primary_context()?;
        let stream = context.stream()?;
        println!("{:24} {:>14} {:>14}", "used, in MiB", "cuMemGetInfo", "NVML");
        line("a context", &context, &monitor)?;
        let buffer = stream.alloc_zeroed::<u8>(256 * MIB)?;
        stream.synchronize()?;
        line("and a buffer of 256 MiB", &context, &monitor)?;
        drop(buffer);
        // The freed memory stays in the stream's pool, for both of them.
        stream.synchronize()?;
        line("without the buffer", &context, &monitor)?;
        device.default_pool()?.trim(0)?;
        line("and its pool trimmed", &context, &monitor)?;
        // The software device has neither.
        if let (Ok(degrees), Ok(milliwatts)) = (monitor.temperature(), monitor.power_usage()) {
            print!("{degrees} °C, {} W, ", milliwatts / 1000);
        }
        let processes = monitor.compute_processes()?;
        let is_seen = processes.iter().any(|process| process.pid == std::process::id());
        let seen = if is_seen { ", this one among them" } else { "" };
        println!("processes that compute: {}{seen}", processes.len());
    }
    Ok(())
}

/// Prints what the driver and NVML say is in use, by all processes.
fn line(moment: &str, context: &Context, monitor: &Device) -> Result<(), Box<dyn Error>> {
    let (free, total) = context.memory_info()?;
    // Without what the driver and the firmware keep for themselves.
    let used = monitor.memory_info()?.used / MIB as u64;
    println!("{moment:24} {:>14} {used:>14}", (total - free) / MIB);
    Ok(())
}
