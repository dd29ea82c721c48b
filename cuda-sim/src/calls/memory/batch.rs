//! Batches of copies, and copies with attributes.

use core::ffi::c_ulonglong;

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::calls::memory::copy::{CopyTime, Side};
use crate::state::{
    error::*,
    outcome::{Outcome, store_optional},
    transfer::{Copy, PitchedPlace},
};

/// The flags of a copy.
const FLAGS: u32 = CUmemcpyFlags::CU_MEMCPY_FLAG_PREFER_OVERLAP_WITH_COMPUTE.0;

/// A copy of a batch, the kinds of memory of its destination and source, and when its source is read.
type BatchCopy = (Copy, Side, Side, CUmemcpySrcAccessOrder);

fn check_order(order: CUmemcpySrcAccessOrder, flags: u32) -> Outcome {
    use CUmemcpySrcAccessOrder as O;
    let is_known = matches!(
        order,
        O::CU_MEMCPY_SRC_ACCESS_ORDER_STREAM
            | O::CU_MEMCPY_SRC_ACCESS_ORDER_DURING_API_CALL
            | O::CU_MEMCPY_SRC_ACCESS_ORDER_ANY
    );
    if is_known && flags & !FLAGS == 0 { Ok(()) } else { Err(INVALID_VALUE) }
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
    /// Checks the stream of a batch. Hints have no effect here; a batch is rejected on a default stream, and on a capturing
    /// one, without affecting the capture.
    fn check_batch_stream(&self, stream: CUstream) -> Outcome {
        let is_captured = self.stream(stream)?.capturing.lock().is_some();
        match (stream as usize, self.default_stream) {
            (0, DefaultStream::Legacy) | (1, _) => Err(INVALID_VALUE),
            _ if is_captured => Err(STREAM_CAPTURE_UNSUPPORTED),
            _ => Ok(()),
        }
    }

    /// Rejects a batch on the null stream, before anything is written.
    fn refuse_null_stream(&self, stream: CUstream) -> Outcome {
        if stream.is_null() && self.default_stream == DefaultStream::Legacy {
            Err(INVALID_VALUE)
        } else {
            Ok(())
        }
    }

    fn check_copy(&self, checked: BatchCopy) -> Result<BatchCopy, CUresult> {
        let (copy, to, from, _) = checked;
        self.check_side(&copy, copy.to, to)?;
        self.check_side(&copy, copy.from, from)?;
        Ok(checked)
    }

    /// Performs all copies of a batch, after all were checked.
    fn do_all(&self, copies: Vec<BatchCopy>, stream: CUstream) -> Outcome {
        for (copy, to, from, order) in copies {
            self.copy(copy, to, from, CopyTime::Ordered(stream, order))?;
        }
        Ok(())
    }

    /// Performs a batch; the error has the index of the copy that caused it, if any.
    unsafe fn copy_batch(
        &self,
        [targets, sources]: [*const CUdeviceptr; 2],
        (sizes, count): (*const usize, usize),
        (attributes, firsts, kinds): (*const CUmemcpyAttributes, *const usize, usize),
        failed: &mut usize,
        stream: CUstream,
    ) -> Outcome {
        if count == 0 || targets.is_null() || sources.is_null() || sizes.is_null() {
            return Err(INVALID_VALUE);
        }
        self.check_batch_stream(stream)?;
        check_attributes(attributes, firsts, kinds, count)?;
        let mut copies = Vec::with_capacity(count);
        for i in 0..count {
            let copy = Copy::linear(*targets.add(i), *sources.add(i), *sizes.add(i) as u64);
            *failed = i;
            if copy.width == 0 {
                return Err(INVALID_VALUE);
            }
            // Each attribute applies from its first copy to the next one's.
            let kind = (0..kinds).rev().find(|kind| *firsts.add(*kind) <= i);
            let order = (*attributes.add(kind.unwrap_or(0))).srcAccessOrder;
            copies.push(self.check_copy((copy, Side::Unified, Side::Unified, order))?);
        }
        *failed = usize::MAX;
        self.do_all(copies, stream)
    }

    pub(crate) unsafe fn cuMemcpyBatchAsync_v2(
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
        let mut failed = usize::MAX;
        let attributes = (attrs.cast_const(), attrsIdxs.cast_const(), numAttrs);
        self.copy_batch([dsts, srcs], (sizes, count), attributes, &mut failed, hStream)
    }

    pub(crate) unsafe fn cuMemcpyBatchAsync(
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
        self.refuse_null_stream(hStream)?;
        let mut failed = usize::MAX;
        let attributes = (attrs.cast_const(), attrsIdxs.cast_const(), numAttrs);
        let outcome =
            self.copy_batch([dsts, srcs], (sizes, count), attributes, &mut failed, hStream);
        store_optional(failIdx, failed);
        outcome
    }

    /// Returns the source or destination of a region with elements of `unit` bytes.
    unsafe fn operand(
        &self,
        operand: &CUmemcpy3DOperand,
        extent: &CUextent3D,
        unit: u64,
    ) -> Result<(PitchedPlace, Side), CUresult> {
        let (width, height, depth) =
            (extent.width as u64, extent.height as u64, extent.depth as u64);
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
        if side.ptr == 0 {
            return Err(INVALID_VALUE);
        }
        let pitch = match row {
            0 => bytes,
            row => row.checked_mul(unit).ok_or(INVALID_VALUE)?,
        };
        let rows = if rows == 0 { height } else { rows };
        Ok((
            PitchedPlace {
                address: side.ptr,
                pitch,
                slice: pitch.checked_mul(rows).ok_or(INVALID_VALUE)?,
            },
            Side::Unified,
        ))
    }

    /// Checks a copy, except for the positions of its source and destination.
    unsafe fn check_extent_and_rows(op: &CUDA_MEMCPY3D_BATCH_OP) -> Outcome {
        use CUmemcpy3DOperandType as T;
        check_order(op.srcAccessOrder, op.flags)?;
        let extent = &op.extent;
        if extent.width == 0 || extent.height == 0 || extent.depth == 0 {
            return Err(INVALID_VALUE);
        }
        for side in [&op.src, &op.dst] {
            match side.type_ {
                T::CU_MEMCPY_OPERAND_TYPE_ARRAY => {}
                T::CU_MEMCPY_OPERAND_TYPE_POINTER => {
                    let (row, rows) = (side.op.ptr.rowLength, side.op.ptr.layerHeight);
                    if row != 0 && row < extent.width || rows != 0 && rows < extent.height {
                        return Err(INVALID_VALUE);
                    }
                }
                _ => return Err(INVALID_VALUE),
            }
        }
        Ok(())
    }

    unsafe fn check_region(&self, op: &CUDA_MEMCPY3D_BATCH_OP) -> Result<BatchCopy, CUresult> {
        let extent = &op.extent;
        let mut unit = None;
        for side in [&op.src, &op.dst] {
            if side.type_ == CUmemcpy3DOperandType::CU_MEMCPY_OPERAND_TYPE_ARRAY {
                let element = self.system.array_to_copy(side.op.array.array)?.element();
                if unit.is_some_and(|unit| unit != element) {
                    return Err(INVALID_VALUE);
                }
                unit = Some(element);
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
        self.check_copy((copy, to_side, from_side, op.srcAccessOrder))
    }

    /// Performs a batch of regions; the error has the index of the copy with an invalid shape, if any.
    unsafe fn copy_regions(
        &self,
        (list, count): (*const CUDA_MEMCPY3D_BATCH_OP, usize),
        flags: c_ulonglong,
        failed: &mut usize,
        stream: CUstream,
    ) -> Outcome {
        if count == 0 || list.is_null() || flags != 0 {
            return Err(INVALID_VALUE);
        }
        self.check_batch_stream(stream)?;
        for i in 0..count {
            *failed = i;
            Self::check_extent_and_rows(&*list.add(i))?;
        }
        *failed = usize::MAX;
        let mut copies = Vec::with_capacity(count);
        for i in 0..count {
            copies.push(self.check_region(&*list.add(i))?);
        }
        self.do_all(copies, stream)
    }

    pub(crate) unsafe fn cuMemcpy3DBatchAsync_v2(
        &self,
        numOps: usize,
        opList: *mut CUDA_MEMCPY3D_BATCH_OP,
        flags: c_ulonglong,
        hStream: CUstream,
    ) -> Outcome {
        let mut failed = usize::MAX;
        self.copy_regions((opList, numOps), flags, &mut failed, hStream)
    }

    pub(crate) unsafe fn cuMemcpy3DBatchAsync(
        &self,
        numOps: usize,
        opList: *mut CUDA_MEMCPY3D_BATCH_OP,
        failIdx: *mut usize,
        flags: c_ulonglong,
        hStream: CUstream,
    ) -> Outcome {
        self.refuse_null_stream(hStream)?;
        let mut failed = usize::MAX;
        let outcome = self.copy_regions((opList, numOps), flags, &mut failed, hStream);
        store_optional(failIdx, failed);
        outcome
    }

    pub(crate) unsafe fn cuMemcpyWithAttributesAsync(
        &self,
        dst: CUdeviceptr,
        src: CUdeviceptr,
        size: usize,
        attr: *mut CUmemcpyAttributes,
        hStream: CUstream,
    ) -> Outcome {
        let attributes = attr.as_ref().ok_or(INVALID_VALUE)?;
        let order = attributes.srcAccessOrder;
        check_order(order, attributes.flags)?;
        let when = CopyTime::Ordered(hStream, order);
        self.linear([dst, src], [Side::Unified; 2], size, when)
    }

    pub(crate) unsafe fn cuMemcpy3DWithAttributesAsync(
        &self,
        op: *mut CUDA_MEMCPY3D_BATCH_OP,
        flags: c_ulonglong,
        hStream: CUstream,
    ) -> Outcome {
        let op = op.as_ref().filter(|_| flags == 0).ok_or(INVALID_VALUE)?;
        self.stream(hStream)?;
        Self::check_extent_and_rows(op)?;
        let (copy, to, from, order) = self.check_region(op)?;
        self.copy(copy, to, from, CopyTime::Ordered(hStream, order))
    }
}
