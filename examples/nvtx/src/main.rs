//! What a program does, as ranges in Nsight Systems.

use std::error::Error;

use nvtx::tracing::NvtxLayer;
use tracing_subscriber::prelude::*;

/// A kernel that does nothing.
const PTX: &str = "
.version 7.0
.target sm_70
.address_size 64
.visible .entry nothing() { ret; }
";

fn main() -> Result<(), Box<dyn Error>> {
    // The crate's spans are named after the driver's functions that take the time: cuModuleLoadDataEx, cuStreamSynchronize …
    tracing_subscriber::registry().with(NvtxLayer::default()).init();
    let driver = cuda_sim::gpu_or_software()?;
    let context = driver.device(0)?.primary_context()?;
    let profiling = context.start_profiler()?;
    let stream = context.stream()?;
    let nothing = {
        let _span = tracing::info_span!("compile").entered();
        context.load_ptx(PTX)?.function("nothing")?
    };
    for step in 0..3u64 {
        let _span = tracing::info_span!("step", payload = step).entered();
        // SAFETY: nothing()
        unsafe { stream.launch(&nothing, cuda_driver::Launch::grid(1), ()) }?;
        stream.synchronize()?;
    }
    profiling.stop()?;
    println!("done: the ranges are in the profile, if there is one");
    Ok(())
}
