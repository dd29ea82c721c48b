//! Two green contexts: each has a part of the multiprocessors, and a kernel runs on both concurrently.

use std::error::Error;

use cuda_driver::{
    Driver, Launch,
    green::{DevResourceDesc, GreenContextFlags, SmResource, SmSplitFlags},
};

/// Writes a number to each of `n` elements.
const PTX: &str = ".version 7.0\n.target sm_70\n.address_size 64\n
.visible .entry fill(.param .u64 out, .param .u32 value, .param .u32 n) {
    .reg .u32 %r<6>; .reg .u64 %a<3>; .reg .pred %p;
    mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x; mad.lo.u32 %r1, %r1, %r2, %r3;
    ld.param.u32 %r4, [n]; setp.ge.u32 %p, %r1, %r4; @%p ret;
    ld.param.u64 %a1, [out]; cvta.to.global.u64 %a1, %a1; mul.wide.u32 %a2, %r1, 4; add.u64 %a1, %a1, %a2;
    ld.param.u32 %r5, [value]; st.global.u32 [%a1], %r5; ret;
}";
const N: usize = 1 << 16;

fn main() -> Result<(), Box<dyn Error>> {
    run(&cuda_sim::gpu_or_software()?)
}

/// Splits the device in two, and fills a buffer in each part.
pub fn run(driver: &Driver) -> Result<(), Box<dyn Error>> {
    let device = driver.device(0)?;
    // Green contexts are parts of it; held here, it isn't recreated for each.
    let _primary = device.primary_context()?;
    let all: SmResource = device.resource()?;
    let split = all.split_by_count(2, all.count() / 4, SmSplitFlags::empty())?;
    let mut buffers = Vec::new();
    for group in &split.groups {
        let desc = DevResourceDesc::new(device, &[group])?;
        let green = desc.create_green_context(GreenContextFlags::default())?;
        let stream = green.context().stream()?;
        let fill = green.context().load_ptx(PTX)?.function("fill")?;
        let mut buffer = stream.alloc::<u32>(N)?;
        let launch = Launch::elements(N, 256);
        // SAFETY: fill(unsigned *out, unsigned value, unsigned n) writes n elements.
        unsafe { stream.launch(&fill, launch, (&mut buffer, group.count(), N as u32)) }?;
        // The function keeps its code loaded until the kernel has run.
        buffers.push((buffer, fill, group.count()));
    }
    for (buffer, _, count) in buffers {
        println!("a green context of {count} multiprocessors has filled its buffer");
        if buffer.to_vec()?.iter().any(|value| *value != count) {
            return Err("the kernel did not fill the buffer".into());
        }
    }
    Ok(())
}
