//! PTX from a file, compiled by the driver with options, and its global variables: written, used by a kernel, read back.

use std::error::Error;
use std::slice;

use cuda_driver::{Driver, Launch, module::JitOptions};

const PTX: &str = "
.version 7.0
.target sm_52
.address_size 64
.visible .global .align 4 .u32 calls;
.visible .global .align 4 .u32 weights[3];
.visible .entry count() {
    .reg .b32 %r<3>;
    .reg .b64 %rd<3>;
    mov.u64 %rd1, calls;
    mov.u64 %rd2, weights;
    ld.global.u32 %r1, [%rd2+8];
    atom.global.add.u32 %r2, [%rd1], %r1;
    ret;
}
";

fn main() -> Result<(), Box<dyn Error>> {
    run(&cuda_sim::gpu_or_software()?)
}

/// Adds the last weight once for each thread.
pub fn run(driver: &Driver) -> Result<(), Box<dyn Error>> {
    let context = driver.device(0)?.primary_context()?;
    let stream = context.stream()?;
    let file = tempfile::NamedTempFile::new()?;
    std::fs::write(&file, PTX)?;
    let options = JitOptions::new().max_registers(32).verbose(true).wall_time();
    let module = context.loader(&options).load_ptx_file(&file)?;
    let log = module.log();
    // The software device has no compiler of its own: its log is empty, and its time is zero.
    println!("compiled in {:?}\n{}", log.wall_time, log.info);

    module.write_global(&stream, "calls", &[100u32])?;
    module.write_global(&stream, "weights", &[1u32, 2, 3])?;
    let count = module.function("count")?;
    // SAFETY: it takes no arguments, and uses only the module's variables.
    unsafe { stream.launch(&count, Launch::grid(4).block(32), ()) }?;
    let mut calls = 0u32;
    module.read_global(&stream, "calls", slice::from_mut(&mut calls))?;
    println!("{calls} after 128 threads");
    match (calls, log.wall_time) {
        (484, Some(_)) => Ok(()),
        _ => Err("the threads were counted wrong, or the time is missing".into()),
    }
}
