//! Copies of rows and slices.

use core::ffi::{c_int, c_void};

use cuda_driver_sys::*;

use crate::calls::Call;
use crate::calls::memory::copy::{CopyTime, Side};
use crate::state::{
    error::*,
    outcome::{In, Outcome},
    plain::of_fields,
    transfer::{Copy, PitchedPlace},
};
use crate::system::System;

/// The maximum distance between rows.
const MAX_PITCH: u64 = c_int::MAX as u64;

/// Returns the description of a copy, of any of CUDA's three types, with the fields that all have and others. Those for
/// other kinds of memory are zero: the caller may leave them unset.
macro_rules! described {
    ($c:ident: $($field:ident)*; $($from:ident)*; $($to:ident)*) => {{
        use CUmemorytype as M;
        let mut copy = of_fields!(
            CUDA_MEMCPY3D of $c: $($field)* srcXInBytes srcY srcMemoryType dstXInBytes dstY
            dstMemoryType WidthInBytes Height
        );
        match $c.srcMemoryType {
            M::CU_MEMORYTYPE_HOST => copy.srcHost = $c.srcHost,
            M::CU_MEMORYTYPE_ARRAY => copy.srcArray = $c.srcArray,
            _ => copy.srcDevice = $c.srcDevice,
        }
        match $c.dstMemoryType {
            M::CU_MEMORYTYPE_HOST => copy.dstHost = $c.dstHost,
            M::CU_MEMORYTYPE_ARRAY => copy.dstArray = $c.dstArray,
            _ => copy.dstDevice = $c.dstDevice,
        }
        if $c.srcMemoryType != M::CU_MEMORYTYPE_ARRAY {
            $(copy.$from = $c.$from;)*
        }
        if $c.dstMemoryType != M::CU_MEMORYTYPE_ARRAY {
            $(copy.$to = $c.$to;)*
        }
        copy
    }};
}

/// The source or destination of a strided copy, as its C structs describe it.
struct Description {
    kind: CUmemorytype,
    host: *const c_void,
    device: CUdeviceptr,
    array: CUarray,
    pitch: usize,
    /// The number of rows of a slice; 0 for that of the copy.
    height: usize,
    x: usize,
    y: usize,
    z: usize,
}

impl Description {
    /// Returns the position at which the copy begins.
    fn place(
        &self,
        system: &System,
        [width, height, depth]: [u64; 3],
    ) -> Result<(PitchedPlace, Side), CUresult> {
        let (base, side) = match self.kind {
            CUmemorytype::CU_MEMORYTYPE_HOST => (self.host as u64, Side::Host),
            CUmemorytype::CU_MEMORYTYPE_DEVICE => (self.device, Side::Device),
            CUmemorytype::CU_MEMORYTYPE_UNIFIED => (self.device, Side::Unified),
            CUmemorytype::CU_MEMORYTYPE_ARRAY => {
                let array = system.array_to_copy(self.array)?;
                let at = [self.x as u64, self.y as u64, self.z as u64];
                return Ok((array.place(at, [width, height, depth])?, Side::Device));
            }
            _ => return Err(INVALID_VALUE),
        };
        let (row, column) = (
            width.checked_add(self.x as u64).ok_or(INVALID_VALUE)?,
            height.checked_add(self.y as u64).ok_or(INVALID_VALUE)?,
        );
        // A pitch of zero means the smallest possible one.
        let tight = |given: usize, least: u64| if given == 0 { least } else { given as u64 };
        let (pitch, rows) = (tight(self.pitch, row), tight(self.height, column));
        let is_flat = column == 1 && depth == 1 && self.z == 0;
        if base == 0 || row > pitch || column > rows || pitch > MAX_PITCH && !is_flat {
            return Err(INVALID_VALUE);
        }
        let slice = pitch.checked_mul(rows).ok_or(INVALID_VALUE)?;
        let offset = (self.z as u64).checked_mul(slice).and_then(|z| {
            let y = (self.y as u64).checked_mul(pitch)?;
            z.checked_add(y)?.checked_add(self.x as u64)
        });
        let address = offset.and_then(|offset| base.checked_add(offset)).ok_or(INVALID_VALUE)?;
        Ok((PitchedPlace { address, pitch, slice }, side))
    }
}

/// Returns the destination and the source of a copy.
fn sides(c: &CUDA_MEMCPY3D) -> (Description, Description) {
    let to = Description {
        kind: c.dstMemoryType,
        host: c.dstHost,
        device: c.dstDevice,
        array: c.dstArray,
        pitch: c.dstPitch,
        height: c.dstHeight,
        x: c.dstXInBytes,
        y: c.dstY,
        z: c.dstZ,
    };
    let from = Description {
        kind: c.srcMemoryType,
        host: c.srcHost,
        device: c.srcDevice,
        array: c.srcArray,
        pitch: c.srcPitch,
        height: c.srcHeight,
        x: c.srcXInBytes,
        y: c.srcY,
        z: c.srcZ,
    };
    (to, from)
}

impl Call {
    /// Returns the copy between both sides of a description that isn't empty, and where the target and the source are.
    fn placed(&self, c: &CUDA_MEMCPY3D) -> Result<(Copy, Side, Side), CUresult> {
        let shape = [c.WidthInBytes as u64, c.Height as u64, c.Depth as u64];
        let (to, from) = sides(c);
        let (from, from_side) = from.place(self.system, shape)?;
        let (to, to_side) = to.place(self.system, shape)?;
        let [width, height, depth] = shape;
        let copy = Copy { from, to, width, height, depth };
        Ok((copy, to_side, from_side))
    }

    /// Checks a copy for a node of a graph, which is executed later.
    pub(in crate::calls) fn copy_of_node(&self, c: &CUDA_MEMCPY3D) -> Result<Copy, CUresult> {
        if [c.WidthInBytes, c.Height, c.Depth].contains(&0) {
            return Err(INVALID_VALUE);
        }
        let (copy, to_side, from_side) = self.placed(c)?;
        let (to, from) = (copy.to, copy.from);
        self.check_later(&copy, to, to_side)?;
        self.check_later(&copy, from, from_side)?;
        if self.system.memory.may_write(to.address) { Ok(copy) } else { Err(INVALID_VALUE) }
    }

    fn copy_2d(&self, pCopy: In<CUDA_MEMCPY2D>, when: CopyTime) -> Outcome {
        if matches!(when, CopyTime::Now) {
            self.current()?;
        }
        let c = pCopy.borrow()?;
        let flat = described!(c: ; srcPitch; dstPitch);
        self.copy_of(&CUDA_MEMCPY3D { Depth: 1, ..flat }, when)
    }

    fn copy_3d(&self, pCopy: In<CUDA_MEMCPY3D>, when: CopyTime) -> Outcome {
        if matches!(when, CopyTime::Now) {
            self.current()?;
        }
        let c = pCopy.borrow()?;
        let copy = described!(
            c: srcZ srcLOD dstZ dstLOD Depth; srcPitch srcHeight; dstPitch dstHeight
        );
        self.copy_of(&copy, when)
    }

    fn copy_of(&self, c: &CUDA_MEMCPY3D, when: CopyTime) -> Outcome {
        if [c.WidthInBytes, c.Height, c.Depth].contains(&0) {
            return self.usable_context().map(drop);
        }
        let (copy, to_side, from_side) = self.placed(c)?;
        self.copy_described(copy, to_side, from_side, when, Some(c))
    }

    fn copy_3d_peer(&self, pCopy: In<CUDA_MEMCPY3D_PEER>, when: CopyTime) -> Outcome {
        if matches!(when, CopyTime::Now) {
            self.current()?;
        }
        let c = pCopy.borrow()?;
        self.system.contexts.get_or_current(c.srcContext)?;
        self.system.contexts.get_or_current(c.dstContext)?;
        let copy = described!(c: srcZ dstZ Depth; srcPitch srcHeight; dstPitch dstHeight);
        self.copy_of(&copy, when)
    }

    pub(crate) fn cuMemcpy2D_v2(&self, pCopy: In<CUDA_MEMCPY2D>) -> Outcome {
        self.copy_2d(pCopy, CopyTime::Now)
    }

    pub(crate) fn cuMemcpy2DUnaligned_v2(&self, pCopy: In<CUDA_MEMCPY2D>) -> Outcome {
        self.copy_2d(pCopy, CopyTime::Now)
    }

    pub(crate) fn cuMemcpy2DAsync_v2(
        &self,
        pCopy: In<CUDA_MEMCPY2D>,
        hStream: CUstream,
    ) -> Outcome {
        self.copy_2d(pCopy, CopyTime::On(hStream))
    }

    pub(crate) fn cuMemcpy3D_v2(&self, pCopy: In<CUDA_MEMCPY3D>) -> Outcome {
        self.copy_3d(pCopy, CopyTime::Now)
    }

    pub(crate) fn cuMemcpy3DAsync_v2(
        &self,
        pCopy: In<CUDA_MEMCPY3D>,
        hStream: CUstream,
    ) -> Outcome {
        self.copy_3d(pCopy, CopyTime::On(hStream))
    }

    pub(crate) fn cuMemcpy3DPeer(&self, pCopy: In<CUDA_MEMCPY3D_PEER>) -> Outcome {
        self.copy_3d_peer(pCopy, CopyTime::Now)
    }

    pub(crate) fn cuMemcpy3DPeerAsync(
        &self,
        pCopy: In<CUDA_MEMCPY3D_PEER>,
        hStream: CUstream,
    ) -> Outcome {
        self.stream(hStream)?.refuse_while_capturing()?;
        self.copy_3d_peer(pCopy, CopyTime::On(hStream))
    }
}
