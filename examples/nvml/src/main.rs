//! A context's memory beside NVML's view of the same GPU.

use std::error::Error;

use cuda_driver::{Context, Device};
use nvml_wrapper::Nvml;

const MIB: usize = 1 << 20;

fn main() -> Result<(), Box<dyn Error>> {
    let driver = cuda_sim::gpu_or_software()?;
    let nvml = match Nvml::init() {
        Ok(nvml) => Some(nvml),
        Err(error) => {
            eprintln!("no NVML, whose columns stay empty: {error}");
            None
        }
    };
    for device in driver.devices()? {
        println!("{}, {}", device.name()?, device.uuid()?);
        let context = device.primary_context()?;
        let stream = context.stream()?;
        println!("{:24} {:>14} {:>14}", "used, in MiB", "cuMemGetInfo", "NVML");
        line("a context", &context, nvml.as_ref())?;
        let buffer = stream.alloc_zeroed::<u8>(256 * MIB)?;
        stream.synchronize()?;
        line("and a buffer of 256 MiB", &context, nvml.as_ref())?;
        drop(buffer);
        // The freed memory stays in the stream's pool, for both of them.
        stream.synchronize()?;
        line("without the buffer", &context, nvml.as_ref())?;
        device.default_pool()?.trim(0)?;
        line("and its pool trimmed", &context, nvml.as_ref())?;
        if let Some(nvml) = &nvml {
            processes(nvml, &device)?;
        }
    }
    Ok(())
}

/// Prints what the driver and NVML say is in use, by all processes.
fn line(moment: &str, context: &Context, nvml: Option<&Nvml>) -> Result<(), Box<dyn Error>> {
    let (free, total) = context.memory_info()?;
    let used = (total - free) / MIB;
    let other = match nvml {
        // NVML's indexes are its own: neither CUDA_VISIBLE_DEVICES nor the order of CUDA's devices matters to them.
        Some(nvml) => {
            let uuid = context.device().uuid()?.to_string();
            let memory = nvml.device_by_uuid(uuid)?.memory_info()?;
            (memory.used / MIB as u64).to_string()
        }
        None => String::new(),
    };
    println!("{moment:24} {used:>14} {other:>14}");
    Ok(())
}

/// Prints the temperature, the power, and whether NVML sees this process.
fn processes(nvml: &Nvml, device: &Device) -> Result<(), Box<dyn Error>> {
    use nvml_wrapper::enum_wrappers::device::TemperatureSensor::Gpu;
    let other = nvml.device_by_uuid(device.uuid()?.to_string())?;
    let processes = other.running_compute_processes()?;
    let is_seen = processes.iter().any(|process| process.pid == std::process::id());
    println!(
        "{} °C, {:.0} W, driver {}, processes that compute: {}{}",
        other.temperature(Gpu)?,
        f64::from(other.power_usage()?) / 1000.0,
        nvml.sys_driver_version()?,
        processes.len(),
        if is_seen { ", this one among them" } else { "" },
    );
    Ok(())
}
