use std::error::Error;

use cuda_driver::{DeviceBuffer, Function, Launch};

use super::{Kernel, PreparedKernel, stretches};
use crate::device::SoftwareDevice;

const PTX: &str = include_str!("../../../cuda-sim/tests/kernels/ptx/saxpy.75.ptx");

pub const KERNEL: Kernel = Kernel {
    name: "saxpy",
    size: 1 << 24,
    small: 1 << 12,
    prepare: |device, size| Ok(Box::new(Saxpy::new(device, size)?)),
};

#[cfg(c_twin)]
unsafe extern "C" {
    fn twin_saxpy(a: f32, x: *const f32, y: *mut f32, n: usize);
}

struct Saxpy {
    function: Function,
    host: (Vec<f32>, Vec<f32>),
    device: (DeviceBuffer<f32>, DeviceBuffer<f32>),
}

const A: f32 = 2.0;

impl Saxpy {
    fn new(device: &SoftwareDevice, size: usize) -> Result<Self, Box<dyn Error>> {
        let numbers =
            |from: usize| -> Vec<f32> { (from..from + size).map(|i| (i % 251) as f32).collect() };
        let host = (numbers(0), numbers(7));
        Ok(Self {
            function: device.load(PTX)?.function(c"saxpy")?,
            device: (device.stream.upload(&host.0)?, device.stream.upload(&host.1)?),
            host,
        })
    }
}

impl PreparedKernel for Saxpy {
    fn run(&mut self, device: &SoftwareDevice) -> Result<f64, Box<dyn Error>> {
        let n = self.host.0.len();
        let (x, y) = &mut self.device;
        // SAFETY: saxpy(float, const float *, float *, size_t), n elements each.
        unsafe { device.time(&self.function, Launch::elements(n, 512), (A, &*x, y, n)) }
    }

    fn twins(&self) -> &'static [&'static str] {
        &["a loop"]
    }

    fn run_twin(&mut self, _: usize) {
        #[cfg(c_twin)]
        {
            let (x, y) = &mut self.host;
            // SAFETY: both have that many elements.
            unsafe { twin_saxpy(A, x.as_ptr(), y.as_mut_ptr(), x.len()) };
        }
    }

    fn differences(&self) -> Result<usize, Box<dyn Error>> {
        let result = self.device.1.to_vec()?;
        // Small integers, so that nothing is rounded.
        Ok(result.iter().zip(&self.host.1).filter(|(device, host)| device != host).count())
    }

    fn instructions(&self) -> Result<f64, Box<dyn Error>> {
        Ok(stretches(PTX, "saxpy").iter().sum::<f64>() * self.host.0.len() as f64)
    }

    fn bytes(&self) -> usize {
        4 * size_of_val(&*self.host.0)
    }
}
