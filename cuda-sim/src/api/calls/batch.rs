//! Copies by the batch, and with attributes.

use core::ffi::c_ulonglong;

use cuda_driver_sys::*;

use super::Call;
use super::copy::{Side, When};
use crate::api::error::*;
use crate::api::outcome::{Outcome, store_if_asked};
use crate::api::transfer::{Copy, Place};

/// Flags of a copy.
const FLAGS: u32 = CUmemcpyFlags::CU_MEMCPY_FLAG_PREFER_OVERLAP_WITH_COMPUTE.0;

/// One copy of a batch, and the memory that its sides are in.
type Checked = (Copy, Side, Side);

fn check_order(order: CUmemcpySrcAccessOrder, flags: u32) -> Outcome {
    use CUmemcpySrcAccessOrder as O;
    let is_known = matches!(
        order,
        O::CU_MEMCPY_SRC_ACCESS_ORDER_STREAM
            | O::CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL
            | O::CU_MEMCPY_SRC_ACCESS_ORDER_ANY
    );
    match is_known && flags & !FLAGS == 0 {
        true => Ok(()),
        false => Err(INVALID_VALUE),
    }
}

/// Checks that each of `count` copies has attributes.
unsafe fn check_attributes(
    attributes: *const CUmemcpyAttributes,
    firsts: *const usize,
    kinds: usize,
    count: usize,
) -> Outcome {
    if attributes.is_null() || firsts.is_null() || kinds == 0 || kinds > count || *firsts != 0 {
        return Err(INVALID_VALUE);
    }
    for kind in 0..kinds {
        let first = *firsts.add(kind);
        if first >= count || kind > 0 && first <= *firsts.add(kind - 1) {
            return Err(INVALID_VALUE);
        }
        let attributes = &*attributes.add(kind);
        check_order(attributes.srcAccessOrder, attributes.flags)?;
    }
    Ok(())
}

impl Call {
    /// Hints and the order of access change nothing here; a batch on a default stream is refused.
    fn check_batch_stream(&self, stream: CUstream) -> Outcome {
        self.stream(stream)?;
        match (stream as usize, self.default_stream) {
            (0, DefaultStream::Legacy) | (1, _) => Err(INVALID_VALUE),
            _ => Ok(()),
        }
    }

    fn check_copy(&self, copy: Copy, to: Side, from: Side) -> Result<Checked, CUresult> {
        self.check_side(&copy, copy.to, to)?;
        self.check_side(&copy, copy.from, from)?;
        Ok((copy, to, from))
    }

    /// Does all copies of a batch, once all are checked.
    fn do_all(&self, copies: Vec<Checked>, stream: CUstream) -> Outcome {
        for (copy, to, from) in copies {
            self.copy(copy, to, from, When::On(stream))?;
        }
        Ok(())
    }

    unsafe fn copy_batch(
        &self,
        targets: *const CUdeviceptr,
        sources: *const CUdeviceptr,
        sizes: *const usize,
        count: usize,
        stream: CUstream,
    ) -> Outcome {
        let mut copies = Vec::with_capacity(count);
        for i in 0..count {
            let size = *sizes.add(i) as u64;
            if size == 0 {
                return Err(INVALID_VALUE);
            }
            let copy = Copy::linear(*targets.add(i), *sources.add(i), size);
            copies.push(self.check_copy(copy, Side::Unified, Side::Unified)?);
        }
        self.do_all(copies, stream)
    }

    pub(in crate::api) unsafe fn cuMemcpyBatchAsync_v2(
        &self,
        dsts: *mut CUdeviceptr,
        srcs: *mut CUdeviceptr,
        sizes: *mut usize,
        count: usize,
        attrs: *mut CUmemcpyAttributes,
        attrsIdxs: *mut usize,
        numAttrs: usize,
        hStream: CUstream,
    ) -> Outcome {
        if count == 0 || dsts.is_null() || srcs.is_null() || sizes.is_null() {
            return Err(INVALID_VALUE);
        }
        self.check_batch_stream(hStream)?;
        check_attributes(attrs, attrsIdxs, numAttrs, count)?;
        self.copy_batch(dsts, srcs, sizes, count, hStream)
    }

    pub(in crate::api) unsafe fn cuMemcpyBatchAsync(
        &self,
        dsts: *mut CUdeviceptr,
        srcs: *mut CUdeviceptr,
        sizes: *mut usize,
        count: usize,
        attrs: *mut CUmemcpyAttributes,
        attrsIdxs: *mut usize,
        numAttrs: usize,
        failIdx: *mut usize,
        hStream: CUstream,
    ) -> Outcome {
        // Which copy failed isn't known, as the real driver answers for most failures.
        store_if_asked(failIdx, usize::MAX);
        self.cuMemcpyBatchAsync_v2(
            dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, hStream,
        )
    }

    /// One side of a region, with elements of `unit` bytes.
    unsafe fn operand(
        &self,
        operand: &CUmemcpy3DOperand,
        extent: &CUextent3D,
        unit: u64,
    ) -> Result<(Place, Side), CUresult> {
        let (width, height, depth) = (
            extent.width as u64,
            extent.height as u64,
            extent.depth as u64,
        );
        let bytes = width.checked_mul(unit).ok_or(INVALID_VALUE)?;
        if operand.type_ == CUmemcpy3DOperandType::CU_MEMCPY_OPERAND_TYPE_ARRAY {
            let side = operand.op.array;
            let array = self.system.array_to_copy(side.array)?;
            let at = [
                (side.offset.x as u64).saturating_mul(unit),
                side.offset.y as u64,
                side.offset.z as u64,
            ];
            return Ok((array.place(at, [bytes, height, depth])?, Side::Device));
        }
        let side = operand.op.ptr;
        let (row, rows) = (side.rowLength as u64, side.layerHeight as u64);
        if side.ptr == 0 || row != 0 && row < width || rows != 0 && rows < height {
            return Err(INVALID_VALUE);
        }
        let pitch = match row {
            0 => bytes,
            row => row.checked_mul(unit).ok_or(INVALID_VALUE)?,
        };
        let rows = if rows == 0 { height } else { rows };
        Ok((
            Place {
                address: side.ptr,
                pitch,
                slice: pitch.checked_mul(rows).ok_or(INVALID_VALUE)?,
            },
            Side::Unified,
        ))
    }

    unsafe fn check_region(&self, op: &CUDA_MEMCPY3D_BATCH_OP) -> Result<Checked, CUresult> {
        use CUmemcpy3DOperandType as T;
        check_order(op.srcAccessOrder, op.flags)?;
        let extent = &op.extent;
        if extent.width == 0 || extent.height == 0 || extent.depth == 0 {
            return Err(INVALID_VALUE);
        }
        let mut unit = None;
        for side in [&op.src, &op.dst] {
            match side.type_ {
                T::CU_MEMCPY_OPERAND_TYPE_POINTER => {}
                T::CU_MEMCPY_OPERAND_TYPE_ARRAY => {
                    let element = self.system.array_to_copy(side.op.array.array)?.element();
                    if unit.is_some_and(|unit| unit != element) {
                        return Err(INVALID_VALUE);
                    }
                    unit = Some(element);
                }
                _ => return Err(INVALID_VALUE),
            }
        }
        let unit = unit.unwrap_or(1);
        let (to, to_side) = self.operand(&op.dst, extent, unit)?;
        let (from, from_side) = self.operand(&op.src, extent, unit)?;
        let copy = Copy {
            from,
            to,
            width: extent.width as u64 * unit,
            height: extent.height as u64,
            depth: extent.depth as u64,
        };
        self.check_copy(copy, to_side, from_side)
    }

    pub(in crate::api) unsafe fn cuMemcpy3DBatchAsync_v2(
        &self,
        numOps: usize,
        opList: *mut CUDA_MEMCPY3D_BATCH_OP,
        flags: c_ulonglong,
        hStream: CUstream,
    ) -> Outcome {
        if numOps == 0 || opList.is_null() || flags != 0 {
            return Err(INVALID_VALUE);
        }
        self.check_batch_stream(hStream)?;
        let mut copies = Vec::with_capacity(numOps);
        for i in 0..numOps {
            copies.push(self.check_region(&*opList.add(i))?);
        }
        self.do_all(copies, hStream)
    }

    pub(in crate::api) unsafe fn cuMemcpy3DBatchAsync(
        &self,
        numOps: usize,
        opList: *mut CUDA_MEMCPY3D_BATCH_OP,
        failIdx: *mut usize,
        flags: c_ulonglong,
        hStream: CUstream,
    ) -> Outcome {
        store_if_asked(failIdx, usize::MAX);
        self.cuMemcpy3DBatchAsync_v2(numOps, opList, flags, hStream)
    }

    pub(in crate::api) unsafe fn cuMemcpyWithAttributesAsync(
        &self,
        dst: CUdeviceptr,
        src: CUdeviceptr,
        size: usize,
        attr: *mut CUmemcpyAttributes,
        hStream: CUstream,
    ) -> Outcome {
        let attributes = attr.as_ref().ok_or(INVALID_VALUE)?;
        check_order(attributes.srcAccessOrder, attributes.flags)?;
        self.cuMemcpyAsync(dst, src, size, hStream)
    }

    pub(in crate::api) unsafe fn cuMemcpy3DWithAttributesAsync(
        &self,
        op: *mut CUDA_MEMCPY3D_BATCH_OP,
        flags: c_ulonglong,
        hStream: CUstream,
    ) -> Outcome {
        let op = op.as_ref().filter(|_| flags == 0).ok_or(INVALID_VALUE)?;
        self.stream(hStream)?;
        let (copy, to, from) = self.check_region(op)?;
        self.copy(copy, to, from, When::On(hStream))
    }
}
