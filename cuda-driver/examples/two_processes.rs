//! Memory and an event that two processes share: this program starts itself again, and the second process returns its
//! result in the same memory.

use std::{env, error::Error, process::Command};

use cuda_driver::{Driver, event::EventFlags};

/// The variable with the handles for the second process.
const HANDLES: &str = "TWO_PROCESSES_HANDLES";
/// The number of shared elements.
const LEN: usize = 1000;

fn main() -> Result<(), Box<dyn Error>> {
    let other = Command::new(env::current_exe()?);
    run(&cuda_sim::gpu_or_software()?, other)
}

/// Shares memory with `other`, a process that calls this function, too; or is that process.
pub fn run(driver: &Driver, other: Command) -> Result<(), Box<dyn Error>> {
    match env::var(HANDLES) {
        Ok(handles) => answer(driver, &handles),
        Err(_) => ask(driver, other),
    }
}

fn ask(driver: &Driver, mut other: Command) -> Result<(), Box<dyn Error>> {
    let stream = driver.device(0)?.primary_context()?.stream()?;
    let flags = EventFlags::INTERPROCESS | EventFlags::DISABLE_TIMING;
    let event = stream.context().event_with(flags)?;
    let mut memory = stream.alloc_unpooled::<u8>(LEN)?;
    let (ours, its) = (memory.ipc_handle()?, event.ipc_handle()?);
    stream.fill(&mut memory, 1)?;
    stream.record(&event)?;
    other.env(HANDLES, text(ours.as_bytes()) + &text(its.as_bytes()));
    let output = other.output()?;
    assert!(output.status.success(), "{output:?}");
    stream.wait_event(&event)?;
    let sum: u32 = memory.to_vec()?.into_iter().map(u32::from).sum();
    println!("the other process answered in {LEN} bytes, whose sum is {sum}");
    assert_eq!(sum, 2000);
    Ok(())
}

fn text(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte} ")).collect()
}

fn answer(driver: &Driver, handles: &str) -> Result<(), Box<dyn Error>> {
    let numbers = handles.split_whitespace().map(str::parse);
    let bytes: Vec<u8> = numbers.collect::<Result<_, _>>()?;
    let (memory, event) = bytes.split_at_checked(64).ok_or("these are no handles")?;
    let stream = driver.device(0)?.primary_context()?.stream()?;
    let event = stream.context().open_ipc_event(&event.try_into()?)?;
    stream.wait_event(&event)?;
    // SAFETY: the first process allocated as many bytes, and doesn't use them until this one ends.
    let mut memory = unsafe { stream.open_ipc::<u8>(&memory.try_into()?, LEN) }?;
    let sum: u32 = memory.to_vec()?.into_iter().map(u32::from).sum();
    stream.fill(&mut memory, if sum == 1000 { 2 } else { 0 })?;
    stream.record(&event)?;
    Ok(stream.synchronize()?)
}
