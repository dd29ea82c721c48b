//! The kernels of this crate, and the functions that launch them.

// `CUDA_NDARRAY_UPDATE=1 cargo test -p cuda-ndarray --test kernels` writes it: what is the same for all sizes of units.
#[rustfmt::skip]
mod copy_1;
mod plan;
#[cfg(feature = "cufft")]
mod scale;
#[cfg(feature = "cusolver")]
mod triangle;

use cuda_driver::{
    DeviceSlice, DeviceSliceMut, Element, Launch, Stream,
    launch::{AnyKernel, Argument, EmbeddedKernels},
    sys::CUdeviceptr,
};
use ndarray::Dimension;

#[cfg(feature = "cufft")]
pub(crate) use scale::{ScaleElement, scale};
#[cfg(feature = "cusolver")]
pub(crate) use triangle::clear;

use crate::error::Error;
use crate::layout::Layout;
use copy_1::{
    Fill, Kernels, NdarrayCopy, NdarrayFill, NdarrayTranspose, THREADS, UNITS_OF_A_BLOCK,
};
use plan::{Plan, Step, Way};

/// The kernels for units of 1, 2, 4, 8 and 16 bytes, compiled from `copy.cu`.
static KERNELS: [EmbeddedKernels<3>; 5] = [
    kernels(Kernels::IMAGE),
    kernels(include_str!("kernels/copy_2.ptx")),
    kernels(include_str!("kernels/copy_4.ptx")),
    kernels(include_str!("kernels/copy_8.ptx")),
    kernels(include_str!("kernels/copy_16.ptx")),
];

const fn kernels(ptx: &'static str) -> EmbeddedKernels<3> {
    EmbeddedKernels::new(ptx, [NdarrayCopy::NAME, NdarrayFill::NAME, NdarrayTranspose::NAME])
}

/// Returns the kernels for units of `unit` bytes.
fn kernels_for(stream: &Stream, unit: usize) -> Result<&'static [AnyKernel; 3], Error> {
    Ok(KERNELS[unit.trailing_zeros().min(4) as usize].on(stream)?)
}

/// # Safety
/// As [`Stream::launch`].
unsafe fn launch(
    stream: &Stream,
    kernel: &AnyKernel,
    blocks: u32,
    argument: impl Argument,
) -> Result<(), Error> {
    let launch = Launch::grid(blocks).block(THREADS);
    // SAFETY: the caller guarantees that the arguments match the kernel, and that its accesses are valid.
    Ok(unsafe { stream.launch(kernel, launch, (argument,)) }?)
}

/// Memory, and the layout of elements in it. The address is that of the memory, not of the element of index 0.
#[derive(Debug)]
pub(crate) struct StridedMemory<'l, D> {
    pub address: CUdeviceptr,
    pub layout: &'l Layout<D>,
}

impl<D> Clone for StridedMemory<'_, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D> Copy for StridedMemory<'_, D> {}

impl<D: Dimension> StridedMemory<'_, D> {
    /// Returns the address of the element of index 0.
    fn first(&self, size: usize) -> CUdeviceptr {
        let offset = self.layout.offset().wrapping_mul(size);
        self.address.wrapping_add(offset as CUdeviceptr)
    }
}

/// Returns the plan of a copy. Strides in bytes don't overflow, because the elements are in memory; those of axes of
/// length one may, and aren't used.
fn plan<D: Dimension>(
    to: StridedMemory<'_, D>,
    from: StridedMemory<'_, D>,
    size: usize,
) -> Option<Plan> {
    let bytes = |stride: isize| (stride as i64).wrapping_mul(size as i64);
    let axes = to.layout.axes().zip(from.layout.strides());
    let steps =
        axes.map(|((len, to), from)| Step { len: len as u64, to: bytes(to), from: bytes(*from) });
    Plan::new(to.first(size), from.first(size), size, steps)
}

/// Copies elements of `size` bytes from one layout to another of the same shape, in the stream's order.
///
/// # Safety
/// - Both are memory of the stream that contains the layouts, and they don't overlap.
/// - Nothing else accesses the written elements; no two indices of `to` refer to the same element.
pub(crate) unsafe fn copy<D: Dimension>(
    stream: &Stream,
    to: StridedMemory<'_, D>,
    from: StridedMemory<'_, D>,
    size: usize,
) -> Result<(), Error> {
    debug_assert_eq!(to.layout.shape(), from.layout.shape());
    let Some(plan) = plan(to, from, size) else {
        return Ok(());
    };
    match plan.way() {
        Way::Bytes(bytes) => {
            // SAFETY: that many bytes are contiguous on both sides; the caller guarantees the memory.
            let (from, to) = unsafe {
                (
                    DeviceSlice::<u8>::from_raw_parts(stream, plan.from, bytes),
                    DeviceSliceMut::<u8>::from_raw_parts(stream, plan.to, bytes),
                )
            };
            return Ok(stream.copy(from, to)?);
        }
        Way::Transpose => {
            if let Some((transpose, blocks)) = plan.transpose() {
                let [_, _, kernel] = kernels_for(stream, plan.unit)?;
                // SAFETY: it is the kernel's argument, and made from layouts within their memory.
                return unsafe { launch(stream, kernel, blocks, transpose) };
            }
        }
        Way::Strided => {}
    }
    let [kernel, ..] = kernels_for(stream, plan.unit)?;
    plan.launches(|copy| {
        let blocks = copy.count.div_ceil(UNITS_OF_A_BLOCK);
        // SAFETY: it is the kernel's argument, and made from layouts within their memory.
        unsafe { launch(stream, kernel, blocks, copy) }
    })
}

/// Sets every element of a layout to `value`, in the stream's order.
///
/// # Safety
/// The place is memory of the stream that contains its layout, and that nothing else accesses.
pub(crate) unsafe fn fill<A: Element, D: Dimension>(
    stream: &Stream,
    to: StridedMemory<'_, D>,
    value: A,
) -> Result<(), Error> {
    let size = size_of::<A>();
    let dense = to.layout.dense_like();
    if to.layout.is_empty() || size == 0 {
        return Ok(());
    }
    let range = to.layout.range();
    if dense.range().len() == range.len() && !to.layout.overlaps() {
        let start = to.address + (range.start * size) as CUdeviceptr;
        // SAFETY: the layout fills its range, which is memory of the stream that nothing else accesses.
        let slice = unsafe { DeviceSliceMut::from_raw_parts(stream, start, range.len()) };
        return Ok(stream.fill(slice, value)?);
    }
    let nowhere = Layout::from_parts(to.layout.raw_dim(), D::zeros(to.layout.ndim()), 0);
    let plan = plan(to, StridedMemory { address: 0, layout: &nowhere }, size);
    match plan {
        Some(plan) if plan.unit == size => {
            let mut unit = [0u8; 16];
            unit[..size].copy_from_slice(bytemuck::bytes_of(&value));
            let [_, kernel, _] = kernels_for(stream, plan.unit)?;
            plan.launches(|copy| {
                let blocks = copy.count.div_ceil(UNITS_OF_A_BLOCK);
                let fill = Fill { value: bytemuck::cast(unit), copy, unused: 0 };
                // SAFETY: it is the kernel's argument, and made from a layout within its memory.
                unsafe { launch(stream, kernel, blocks, fill) }
            })
        }
        _ => {
            // A value larger than a unit is read from memory repeatedly.
            let mut source = stream.alloc::<u8>(size)?;
            let bytes = bytemuck::bytes_of(&value).to_vec();
            drop(stream.upload_owned(bytes, &mut source)?);
            let from = StridedMemory { address: source.as_raw(), layout: &nowhere };
            // SAFETY: every index of the source refers to its only element; the caller guarantees the target.
            unsafe { copy(stream, to, from, size) }
        }
    }
}
