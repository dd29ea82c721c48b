//! Clearing one side of the diagonal of a matrix.

use cuda_driver::launch::EmbeddedKernels;
use cuda_driver::{Element, Launch};
use ndarray::Ix2;

use crate::error::Error;
use crate::view::DeviceArrayViewMut;

static KERNELS: EmbeddedKernels<3> = EmbeddedKernels::new(
    include_str!("triangle.ptx"),
    [c"ndarray_clear_4", c"ndarray_clear_8", c"ndarray_clear_16"],
);

/// The threads of a block, and the most blocks, whose threads have several elements.
const THREADS: usize = 256;
const BLOCKS: usize = 4096;

/// Sets the elements above the diagonal, or those below it, to 0, in the stream's order. They have 4, 8 or 16 bytes.
pub(crate) fn clear<A: Element>(
    matrix: DeviceArrayViewMut<'_, A, Ix2>,
    is_above: bool,
) -> Result<(), Error> {
    const { assert!(size_of::<A>() == 4 || size_of::<A>() == 8 || size_of::<A>() == 16) };
    let (stream, shape) = (matrix.stream(), matrix.shape());
    let [rows, columns] = [shape[0] as u64, shape[1] as u64];
    let [row, column] = [matrix.strides()[0] as i64, matrix.strides()[1] as i64];
    if matrix.is_empty() {
        return Ok(());
    }
    let kernel = &KERNELS.on(stream)?[(size_of::<A>() / 8).min(2)];
    let launch =
        Launch::grid(matrix.len().div_ceil(THREADS).min(BLOCKS) as u32).block(THREADS as u32);
    let first = matrix.device_pointer();
    // SAFETY: it takes the address of the first element, the lengths and strides of the view's layout, which is exclusive, and a
    // choice; elements have the kernel's size.
    Ok(unsafe {
        stream.launch(kernel, launch, (first, rows, columns, row, column, u32::from(is_above)))
    }?)
}
