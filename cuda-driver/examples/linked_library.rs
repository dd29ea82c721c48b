//! Two PTX texts, linked by the driver and loaded as a library, whose kernel is launched without `unsafe`.
use std::error::Error;

use cuda_driver::{DeviceBuffer, Driver, Launch};

/// A kernel that calls a function from elsewhere: `out[i] = scaled(i)`, with an element for each thread of the block.
const CALLER: &str = "
.version 7.0
.target sm_52
.address_size 64
.extern .func (.param .b32 r) scaled(.param .b32 x);
.visible .entry fill(.param .u64 out) {
    .reg .b32 %i, %r; .reg .b64 %p;
    mov.u32 %i, %tid.x;
    { .param .b32 x; .param .b32 r; st.param.b32 [x], %i; call (r), scaled, (x); ld.param.b32 %r, [r]; }
    ld.param.u64 %p, [out];
    mad.wide.u32 %p, %i, 4, %p;
    st.u32 [%p], %r;
    ret;
}";

/// The function, and the variable that it multiplies by.
const CALLED: &str = "
.version 7.0
.target sm_52
.address_size 64
.visible .global .align 4 .u32 factor = 3;
.visible .func (.param .b32 r) scaled(.param .b32 x) {
    .reg .b32 %x, %f;
    ld.param.b32 %x, [x];
    ld.global.u32 %f, [factor];
    mul.lo.u32 %x, %x, %f;
    st.param.b32 [r], %x;
    ret;
}";

fn main() -> Result<(), Box<dyn Error>> {
    run(&cuda_sim::gpu_or_software()?)
}

/// Links, loads, checks the kernel's signature, and launches it.
pub fn run(driver: &Driver) -> Result<(), Box<dyn Error>> {
    let context = driver.device(0)?.primary_context()?;
    let stream = context.stream()?;
    let mut linker = context.linker()?;
    linker.add_ptx("caller", CALLER)?;
    linker.add_ptx("called", CALLED)?;
    let library = driver.load_library(&linker.complete()?)?;
    let fill = library.kernel("fill")?;
    // SAFETY: fill(unsigned *out) writes an element for each thread of a block, one after the other in x.
    let fill = unsafe {
        fill.typed_if::<(&mut DeviceBuffer<u32>,), _>(|launch, (out,)| {
            launch.block_dim().x as usize <= out.len()
        })
    }?;
    let mut out = stream.alloc_zeroed::<u32>(64)?;
    fill.launch(&stream, Launch::grid(1).block(64), (&mut out,))?;
    let mut factor = [0u32];
    library.read_global(&stream, "factor", &mut factor)?;
    assert_eq!(out.to_vec()?, (0..64).map(|i| i * factor[0]).collect::<Vec<_>>());
    Ok(())
}
