//! Multiplying numbers by a factor.

use cuda_driver::launch::{Argument, EmbeddedKernels};
use cuda_driver::{DeviceSliceMut, Element, Launch};

use crate::error::Error;

static KERNELS: EmbeddedKernels<2> =
    EmbeddedKernels::new(include_str!("scale.ptx"), [c"ndarray_scale_f32", c"ndarray_scale_f64"]);

/// The threads of a block, and the most blocks, whose threads have several numbers.
const THREADS: usize = 256;
const BLOCKS: usize = 4096;

/// A real number that has a kernel.
pub trait ScaleElement: Element + Argument + crate::sealed::Sealed {
    #[doc(hidden)]
    const KERNEL: usize;
    #[doc(hidden)]
    fn from_f64(value: f64) -> Self;
}

impl ScaleElement for f32 {
    const KERNEL: usize = 0;
    fn from_f64(value: f64) -> Self {
        value as Self
    }
}

impl ScaleElement for f64 {
    const KERNEL: usize = 1;
    fn from_f64(value: f64) -> Self {
        value
    }
}

/// Multiplies numbers by a factor, in the stream's order.
pub(crate) fn scale<T: ScaleElement>(
    numbers: DeviceSliceMut<'_, T>,
    factor: f64,
) -> Result<(), Error> {
    let (stream, len) = (numbers.stream(), numbers.len());
    if len == 0 {
        return Ok(());
    }
    let kernel = &KERNELS.on(stream)?[T::KERNEL];
    let blocks = len.div_ceil(THREADS).min(BLOCKS) as u32;
    let launch = Launch::grid(blocks).block(THREADS as u32);
    // SAFETY: it takes an address, the number of elements there, which are borrowed, and a factor.
    Ok(unsafe { stream.launch(kernel, launch, (numbers, len as u64, T::from_f64(factor))) }?)
}
