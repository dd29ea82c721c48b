//! The cost of a block, in grids of a hundred to ten million.

use std::error::Error;

use cuda_driver::Launch;
use cuda_rust::measured::median;

use crate::device::SoftwareDevice;

/// Each thread increments its own number among those of that many blocks.
const PTX: &str = "
.version 7.0
.target sm_75
.address_size 64
.visible .entry count(.param .u64 numbers)
{
    .reg .b32 %r<6>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [numbers];
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %ntid.x;
    mov.u32 %r3, %tid.x;
    and.b32 %r1, %r1, 1023;
    mad.lo.s32 %r4, %r1, %r2, %r3;
    mul.wide.u32 %rd2, %r4, 4;
    add.s64 %rd3, %rd1, %rd2;
    ld.global.u32 %r5, [%rd3];
    add.s32 %r5, %r5, 1;
    st.global.u32 [%rd3], %r5;
    ret;
}
";

pub const NAME: &str = "blocks";

const THREADS: u32 = 256;

/// A grid, and medians in nanoseconds.
pub struct Blocks {
    pub blocks: u32,
    pub launch: f64,
}

impl Blocks {
    /// Returns the nanoseconds per block.
    pub fn each(&self) -> f64 {
        self.launch / f64::from(self.blocks)
    }
}

/// Measures grids of one block, of 100, and ten times more each up to `most`.
pub fn measure(
    device: &SoftwareDevice,
    most: u32,
    rounds: u32,
) -> Result<Vec<Blocks>, Box<dyn Error>> {
    let function = device.load(PTX)?.function(c"count")?;
    let mut numbers = device.stream.alloc_zeroed::<u32>(1024 * THREADS as usize)?;
    let sizes = [1].into_iter().chain((2..).map(|power| 10u32.pow(power)));
    let mut all = Vec::new();
    for blocks in sizes.take_while(|&blocks| blocks <= most) {
        // Many launches of small grids, so that all take about as long.
        let launches = (100_000 / blocks).clamp(1, 300) * rounds;
        let mut times = Vec::new();
        for _ in 0..launches {
            // SAFETY: count(unsigned *) with a number for each thread of 1,024 blocks.
            let time = unsafe {
                device.time(&function, Launch::grid(blocks).block(THREADS), (&mut numbers,))
            };
            times.push(time?);
        }
        all.push(Blocks { blocks, launch: median(&times) });
    }
    Ok(all)
}
