use std::error::Error;

use cuda_driver::{DeviceBuffer, Function, Launch};

use super::{Kernel, PreparedKernel, stretches};
use crate::device::SoftwareDevice;

const PTX: &str = include_str!("../../../cuda-sim/tests/kernels/ptx/matmul.75.ptx");

pub const KERNEL: Kernel = Kernel {
    name: "matmul",
    size: 512,
    small: 32,
    prepare: |device, size| Ok(Box::new(Matmul::new(device, size)?)),
};

#[cfg(c_twin)]
unsafe extern "C" {
    fn twin_matmul(a: *const f32, b: *const f32, c: *mut f32, n: i32);
    fn twin_matmul_tiled(a: *const f32, b: *const f32, c: *mut f32, n: i32);
}

/// The side of a tile.
const TILE: usize = 16;

struct Matmul {
    function: Function,
    side: usize,
    host: [Vec<f32>; 3],
    device: [DeviceBuffer<f32>; 3],
}

impl Matmul {
    fn new(device: &SoftwareDevice, side: usize) -> Result<Self, Box<dyn Error>> {
        let numbers =
            |most: usize| -> Vec<f32> { (0..side * side).map(|i| (i % most) as f32).collect() };
        let host = [numbers(17), numbers(13), numbers(1)];
        let [a, b, c] = &host;
        let stream = &device.stream;
        Ok(Self {
            function: device.load(PTX)?.function(c"mm")?,
            side,
            device: [stream.upload(a)?, stream.upload(b)?, stream.upload(c)?],
            host,
        })
    }
}

impl PreparedKernel for Matmul {
    fn run(&mut self, device: &SoftwareDevice) -> Result<f64, Box<dyn Error>> {
        let blocks = (self.side / TILE) as u32;
        let shape = Launch::grid((blocks, blocks)).block((TILE as u32, TILE as u32));
        let [a, b, c] = &mut self.device;
        // SAFETY: mm(const float *, const float *, float *, int), matrices of that side.
        unsafe { device.time(&self.function, shape, (&*a, &*b, c, self.side as i32)) }
    }

    fn twins(&self) -> &'static [&'static str] {
        &["three loops", "in tiles, which gcc makes vectors of"]
    }

    fn run_twin(&mut self, twin: usize) {
        #[cfg(c_twin)]
        {
            let in_c = if twin == 0 { twin_matmul } else { twin_matmul_tiled };
            let [a, b, c] = &mut self.host;
            // SAFETY: the matrices have that side, which is a multiple of a tile's.
            unsafe { in_c(a.as_ptr(), b.as_ptr(), c.as_mut_ptr(), self.side as i32) };
        }
        #[cfg(not(c_twin))]
        let _ = twin;
    }

    fn differences(&self) -> Result<usize, Box<dyn Error>> {
        let result = self.device[2].to_vec()?;
        // Small integers, so that nothing is rounded.
        Ok(result.iter().zip(&self.host[2]).filter(|(device, host)| device != host).count())
    }

    fn instructions(&self) -> Result<f64, Box<dyn Error>> {
        let [before, round, after] = stretches(PTX, "mm")[..] else {
            return Err("the kernel's PTX has an unexpected structure".into());
        };
        let rounds = (self.side / TILE) as f64;
        Ok((before + round * rounds + after) * (self.side * self.side) as f64)
    }

    fn bytes(&self) -> usize {
        6 * size_of_val(&*self.host[0])
    }
}
