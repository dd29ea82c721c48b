//! Batches of copies, and copies with attributes.

use core::ffi::c_ulonglong;

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::calls::memory::copy::{CopyTime, Side};
use crate::state::{
    error::*,
    outcome::{In, Out, Outcome},
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
///
/// # Safety
/// Both arrays are null or have `kinds` elements.
unsafe fn check_attributes(
    attributes: *const CUmemcpyAttributes,
    firsts: *const usize,
    kinds: usize,
    count: usize,
) -> Outcome {
    if attributes.is_null() || firsts.is_null() || kinds == 0 || kinds > count {
        return Err(INVALID_VALUE);
    }
    let mut before = None;
    for kind in 0..kinds {
        // SAFETY: the caller guarantees that there are `kinds`.
        let (first, attributes) = unsafe { (*firsts.add(kind), *attributes.add(kind)) };
        if first >= count || before.map_or(first != 0, |before| first <= before) {
            return Err(INVALID_VALUE);
        }
        before = Some(first);
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
    ///
    /// # Safety
    /// The arrays are null or have `count` elements, those of attributes `kinds`.
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
        // SAFETY: the caller guarantees the arrays' lengths.
        unsafe { check_attributes(attributes, firsts, kinds, count)? };
        let mut copies = Vec::with_capacity(count);
        for i in 0..count {
            // SAFETY: `i` is below the arrays' length.
            let (to, from, size) = unsafe { (*targets.add(i), *sources.add(i), *sizes.add(i)) };
            let copy = Copy::linear(to, from, size as u64);
            *failed = i;
            if copy.width == 0 {
                return Err(INVALID_VALUE);
            }
            // Each attribute applies from its first copy to the next one's.
            // SAFETY: `kind` is below their arrays' length.
            let kind = (0..kinds).rev().find(|kind| unsafe { *firsts.add(*kind) } <= i);
            // SAFETY: as above.
            let order = unsafe { *attributes.add(kind.unwrap_or(0)) }.srcAccessOrder;
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
        // SAFETY: the program's arrays have these lengths.
        unsafe { self.copy_batch([dsts, srcs], (sizes, count), attributes, &mut failed, hStream) }
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
        failIdx: Out<usize>,
        hStream: CUstream,
    ) -> Outcome {
        self.refuse_null_stream(hStream)?;
        let mut failed = usize::MAX;
        let attributes = (attrs.cast_const(), attrsIdxs.cast_const(), numAttrs);
        // SAFETY: the program's arrays have these lengths.
        let outcome = unsafe {
            self.copy_batch([dsts, srcs], (sizes, count), attributes, &mut failed, hStream)
        };
        failIdx.store_optional(failed);
        outcome
    }

    /// Returns the source or destination of a region with elements of `unit` bytes.
    fn operand(
        &self,
        operand: &CUmemcpy3DOperand,
        extent: &CUextent3D,
        unit: u64,
    ) -> Result<(PitchedPlace, Side), CUresult> {
        let (width, height, depth) =
            (extent.width as u64, extent.height as u64, extent.depth as u64);
        let bytes = width.checked_mul(unit).ok_or(INVALID_VALUE)?;
        if operand.type_ == CUmemcpy3DOperandType::CU_MEMCPY_OPERAND_TYPE_ARRAY {
            // SAFETY: the type is that of the union.
            let side = unsafe { operand.op.array };
            let array = self.system.array_to_copy(side.array)?;
            let at = [
                (side.offset.x as u64).saturating_mul(unit),
                side.offset.y as u64,
                side.offset.z as u64,
            ];
            return Ok((array.place(at, [bytes, height, depth])?, Side::Device));
        }
        // SAFETY: every bit pattern of its fields is a valid number.
        let side = unsafe { operand.op.ptr };
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
    fn check_extent_and_rows(op: &CUDA_MEMCPY3D_BATCH_OP) -> Outcome {
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
                    // SAFETY: the type is that of the union.
                    let side = unsafe { side.op.ptr };
                    let (row, rows) = (side.rowLength, side.layerHeight);
                    if row != 0 && row < extent.width || rows != 0 && rows < extent.height {
                        return Err(INVALID_VALUE);
                    }
                }
                _ => return Err(INVALID_VALUE),
            }
        }
        Ok(())
    }

    fn check_region(&self, op: &CUDA_MEMCPY3D_BATCH_OP) -> Result<BatchCopy, CUresult> {
        let extent = &op.extent;
        let mut unit = None;
        for side in [&op.src, &op.dst] {
            if side.type_ == CUmemcpy3DOperandType::CU_MEMCPY_OPERAND_TYPE_ARRAY {
                // SAFETY: the type is that of the union.
                let array = unsafe { side.op.array }.array;
                let element = self.system.array_to_copy(array)?.element();
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
    ///
    /// # Safety
    /// The list is null or has `count` elements.
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
            // SAFETY: the caller guarantees that there are `count`.
            Self::check_extent_and_rows(unsafe { &*list.add(i) })?;
        }
        *failed = usize::MAX;
        let mut copies = Vec::with_capacity(count);
        for i in 0..count {
            // SAFETY: as above.
            copies.push(self.check_region(unsafe { &*list.add(i) })?);
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
        // SAFETY: the program's list has that many.
        unsafe { self.copy_regions((opList, numOps), flags, &mut failed, hStream) }
    }

    pub(crate) unsafe fn cuMemcpy3DBatchAsync(
        &self,
        numOps: usize,
        opList: *mut CUDA_MEMCPY3D_BATCH_OP,
        failIdx: Out<usize>,
        flags: c_ulonglong,
        hStream: CUstream,
    ) -> Outcome {
        self.refuse_null_stream(hStream)?;
        let mut failed = usize::MAX;
        // SAFETY: the program's list has that many.
        let outcome = unsafe { self.copy_regions((opList, numOps), flags, &mut failed, hStream) };
        failIdx.store_optional(failed);
        outcome
    }

    pub(crate) fn cuMemcpyWithAttributesAsync(
        &self,
        dst: CUdeviceptr,
        src: CUdeviceptr,
        size: usize,
        attr: In<CUmemcpyAttributes>,
        hStream: CUstream,
    ) -> Outcome {
        let attributes = attr.read()?;
        let order = attributes.srcAccessOrder;
        check_order(order, attributes.flags)?;
        let when = CopyTime::Ordered(hStream, order);
        self.linear([dst, src], [Side::Unified; 2], size, when)
    }

    pub(crate) fn cuMemcpy3DWithAttributesAsync(
        &self,
        op: In<CUDA_MEMCPY3D_BATCH_OP>,
        flags: c_ulonglong,
        hStream: CUstream,
    ) -> Outcome {
        let op = op.get().filter(|_| flags == 0).ok_or(INVALID_VALUE)?;
        self.stream(hStream)?;
        Self::check_extent_and_rows(&op)?;
        let (copy, to, from, order) = self.check_region(&op)?;
        self.copy(copy, to, from, CopyTime::Ordered(hStream, order))
    }
}
