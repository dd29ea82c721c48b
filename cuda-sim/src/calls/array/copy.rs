//! Copies between arrays and linear memory.

use core::ffi::c_void;
use cuda_driver_sys::*;

use crate::calls::Call;
use crate::calls::memory::copy::{CopyTime, Side};
use crate::state::{
    error::*,
    outcome::Outcome,
    transfer::{Copy, PitchedPlace},
};

/// The source or destination of such a copy.
enum End {
    Memory(u64, Side),
    /// An array, and a byte offset in it.
    Array(CUarray, usize),
}

impl Call {
    /// Returns the position of that many bytes. In an array they must be in the first row.
    fn end_of(&self, end: &End, bytes: usize) -> Result<(u64, Side), CUresult> {
        let (array, offset) = match *end {
            End::Memory(address, side) => return Ok((address, side)),
            End::Array(array, offset) => (self.system.array_to_copy(array)?, offset as u64),
        };
        let fits = offset.checked_add(bytes as u64).is_some_and(|end| end <= array.pitch());
        if !fits {
            return Err(INVALID_VALUE);
        }
        Ok((array.address + offset, Side::Device))
    }

    fn copy_array(&self, to: End, from: End, bytes: usize, when: CopyTime) -> Outcome {
        self.usable_context()?;
        if bytes == 0 {
            return Ok(());
        }
        let (to, to_side) = self.end_of(&to, bytes)?;
        let (from, from_side) = self.end_of(&from, bytes)?;
        let copy = Copy {
            from: PitchedPlace::linear(from),
            to: PitchedPlace::linear(to),
            width: bytes as u64,
            height: 1,
            depth: 1,
        };
        self.copy(copy, to_side, from_side, when)
    }

    pub(crate) fn cuMemcpyDtoA_v2(
        &self,
        dstArray: CUarray,
        dstOffset: usize,
        srcDevice: CUdeviceptr,
        ByteCount: usize,
    ) -> Outcome {
        let from = End::Memory(srcDevice, Side::Device);
        self.copy_array(End::Array(dstArray, dstOffset), from, ByteCount, CopyTime::Now)
    }

    pub(crate) fn cuMemcpyAtoD_v2(
        &self,
        dstDevice: CUdeviceptr,
        srcArray: CUarray,
        srcOffset: usize,
        ByteCount: usize,
    ) -> Outcome {
        let to = End::Memory(dstDevice, Side::Device);
        self.copy_array(to, End::Array(srcArray, srcOffset), ByteCount, CopyTime::Now)
    }

    pub(crate) unsafe fn cuMemcpyHtoA_v2(
        &self,
        dstArray: CUarray,
        dstOffset: usize,
        srcHost: *const c_void,
        ByteCount: usize,
    ) -> Outcome {
        let from = End::Memory(srcHost as u64, Side::Host);
        self.copy_array(End::Array(dstArray, dstOffset), from, ByteCount, CopyTime::Now)
    }

    pub(crate) unsafe fn cuMemcpyHtoAAsync_v2(
        &self,
        dstArray: CUarray,
        dstOffset: usize,
        srcHost: *const c_void,
        ByteCount: usize,
        hStream: CUstream,
    ) -> Outcome {
        let from = End::Memory(srcHost as u64, Side::Host);
        let to = End::Array(dstArray, dstOffset);
        self.copy_array(to, from, ByteCount, CopyTime::On(hStream))
    }

    pub(crate) unsafe fn cuMemcpyAtoH_v2(
        &self,
        dstHost: *mut c_void,
        srcArray: CUarray,
        srcOffset: usize,
        ByteCount: usize,
    ) -> Outcome {
        let to = End::Memory(dstHost as u64, Side::Host);
        self.copy_array(to, End::Array(srcArray, srcOffset), ByteCount, CopyTime::Now)
    }

    pub(crate) unsafe fn cuMemcpyAtoHAsync_v2(
        &self,
        dstHost: *mut c_void,
        srcArray: CUarray,
        srcOffset: usize,
        ByteCount: usize,
        hStream: CUstream,
    ) -> Outcome {
        let to = End::Memory(dstHost as u64, Side::Host);
        let from = End::Array(srcArray, srcOffset);
        self.copy_array(to, from, ByteCount, CopyTime::On(hStream))
    }

    pub(crate) fn cuMemcpyAtoA_v2(
        &self,
        dstArray: CUarray,
        dstOffset: usize,
        srcArray: CUarray,
        srcOffset: usize,
        ByteCount: usize,
    ) -> Outcome {
        let (to, from) = (End::Array(dstArray, dstOffset), End::Array(srcArray, srcOffset));
        self.copy_array(to, from, ByteCount, CopyTime::Now)
    }
}
