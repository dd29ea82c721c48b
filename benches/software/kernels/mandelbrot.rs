use std::error::Error;

use cuda_driver::{DeviceBuffer, Function, Launch};

use super::{Kernel, PreparedKernel, stretches};
use crate::device::SoftwareDevice;

const PTX: &str = include_str!("../../../cuda-sim/tests/kernels/ptx/mandelbrot.75.ptx");

pub const KERNEL: Kernel = Kernel {
    name: "mandelbrot",
    size: 1024,
    small: 32,
    prepare: |device, size| Ok(Box::new(Mandelbrot::new(device, size)?)),
};

#[cfg(c_twin)]
unsafe extern "C" {
    #[allow(clippy::too_many_arguments, reason = "they are the kernel's")]
    fn twin_mandelbrot(
        out: *mut i32,
        w: i32,
        h: i32,
        most: i32,
        x0: f32,
        y0: f32,
        dx: f32,
        dy: f32,
    );
}

struct Mandelbrot {
    function: Function,
    side: usize,
    host: Vec<i32>,
    device: DeviceBuffer<i32>,
}

const MOST: i32 = 256;
const CORNER: (f32, f32) = (-2.0, -1.25);

impl Mandelbrot {
    fn new(device: &SoftwareDevice, side: usize) -> Result<Self, Box<dyn Error>> {
        Ok(Self {
            function: device.load(PTX)?.function(c"mandel")?,
            side,
            host: vec![0; side * side],
            device: device.stream.alloc_zeroed(side * side)?,
        })
    }

    fn step(&self) -> f32 {
        2.5 / self.side as f32
    }
}

impl PreparedKernel for Mandelbrot {
    fn run(&mut self, device: &SoftwareDevice) -> Result<f64, Box<dyn Error>> {
        let (side, step) = (self.side as i32, self.step());
        let blocks = self.side as u32 / 16;
        let shape = Launch::grid((blocks, blocks)).block((16, 16));
        let arguments = (&mut self.device, side, side, MOST, CORNER.0, CORNER.1, step, step);
        // SAFETY: mandel(int *, int, int, int, float, float, float, float), a number for each of side² points.
        unsafe { device.time(&self.function, shape, arguments) }
    }

    fn twins(&self) -> &'static [&'static str] {
        &["three loops"]
    }

    fn run_twin(&mut self, _: usize) {
        #[cfg(c_twin)]
        {
            let (side, step) = (self.side as i32, self.step());
            let out = self.host.as_mut_ptr();
            // SAFETY: there is a number for each of side² points.
            unsafe { twin_mandelbrot(out, side, side, MOST, CORNER.0, CORNER.1, step, step) };
        }
    }

    fn differences(&self) -> Result<usize, Box<dyn Error>> {
        let result = self.device.to_vec()?;
        let differences =
            result.iter().zip(&self.host).filter(|(device, host)| device != host).count();
        // Fused operations change the iterations of points at the edge of the set by a few.
        Ok(differences.saturating_sub(result.len() / 20))
    }

    fn instructions(&self) -> Result<f64, Box<dyn Error>> {
        let iterations: f64 = self.device.to_vec()?.iter().map(|&count| f64::from(count)).sum();
        let [before, round, after, end] = stretches(PTX, "mandel")[..] else {
            return Err("the kernel's PTX has an unexpected structure".into());
        };
        Ok((before + after + end) * self.host.len() as f64 + round * iterations)
    }

    fn bytes(&self) -> usize {
        2 * size_of_val(&*self.host)
    }
}
