//! Copies of bytes to and from arrays, row after row, which CUDA 10.1 deprecated.

use core::ffi::c_void;

use cuda_driver_sys::{CUDA_ARRAY3D_DESCRIPTOR, CUarray};
use cuda_libraries_sys::cudart::{cudaError_t, cudaMemcpyKind};

use crate::api::{Api, Outcome};
use crate::array::element_size;
use crate::copy::{CopyTime, Side, check_direction, memory_types};
use crate::memory::pointer;

/// Returns whether it is one of the directions: without one, copies of an array's bytes do nothing, as NVIDIA's.
fn is_direction(kind: cudaMemcpyKind) -> bool {
    memory_types(kind).is_ok()
}

impl Api {
    /// Copies bytes to or from an array, row after row from a position on.
    pub(crate) fn copy_linear(
        &self,
        array: CUarray,
        (x, y): (usize, usize),
        memory: *const c_void,
        count: usize,
        (kind, to_array, when): (cudaMemcpyKind, bool, CopyTime),
    ) -> Outcome {
        if count == 0 || !is_direction(kind) {
            return self.ready();
        }
        check_direction(kind, to_array)?;
        let row = self.bytes_of_row(array)?;
        if row == 0 || x > row {
            return Err(cudaError_t::cudaErrorInvalidValue);
        }
        let mut start = memory;
        for (x, y, width, height) in rows_of((x, y), row, count) {
            let memory = (Side::Memory { start, pitch: row, rows: 0 }, (0, 0));
            let array = (Side::Array(array), (x, y));
            let (target, source) = if to_array { (array, memory) } else { (memory, array) };
            self.copy_rows(target, source, (width, height), kind, when)?;
            start = start.wrapping_byte_add(width * height);
        }
        Ok(())
    }

    fn bytes_of_row(&self, array: CUarray) -> Outcome<usize> {
        let mut description = CUDA_ARRAY3D_DESCRIPTOR::default();
        cu!(self, cuArray3DGetDescriptor_v2(&raw mut description, array))?;
        Ok(description.Width.saturating_mul(element_size(&description)))
    }

    entry! { cudaMemcpyArrayToArray(
        self, dst, wOffsetDst, hOffsetDst, src, wOffsetSrc, hOffsetSrc, count, kind,
    ) => {
        if count == 0 {
            return self.ready();
        }
        check_direction(kind, true)?;
        check_direction(kind, false)?;
        // By memory in between, as in NVIDIA's runtime: so that the two may be parts of one array.
        let mut between = 0;
        cu!(self, cuMemAlloc_v2(&raw mut between, count))?;
        let (from, to) = (src.cast_mut().cast(), dst.cast());
        let how = |to_array| (cudaMemcpyKind::cudaMemcpyDeviceToDevice, to_array, CopyTime::Now);
        let copied = self
            .copy_linear(from, (wOffsetSrc, hOffsetSrc), pointer(between), count, how(false))
            .and_then(|()| {
                self.copy_linear(to, (wOffsetDst, hOffsetDst), pointer(between), count, how(true))
            });
        let freed = cu!(self, cuMemFree_v2(between));
        copied.and(freed)
    } }
}

/// Returns the parts of so many bytes of an array from a position on: the rest of the first row, if that has begun, whole rows,
/// and the beginning of the last. Each has a position, a width, and a height.
fn rows_of(
    (x, y): (usize, usize),
    row: usize,
    count: usize,
) -> impl Iterator<Item = (usize, usize, usize, usize)> {
    let (first, next) = if x == 0 { (0, y) } else { (count.min(row - x), y.saturating_add(1)) };
    let whole = (count - first) / row;
    let parts = [
        (x, y, first, 1),
        (0, next, row, whole),
        (0, next.saturating_add(whole), (count - first) % row, 1),
    ];
    parts.into_iter().filter(|(_, _, width, height)| *width > 0 && *height > 0)
}
