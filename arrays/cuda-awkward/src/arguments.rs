//! Kernel arguments: indexes of any width, and words that kernels write and the host reads.

use cuda_arrow::{Buffer, MutableBuffer};
use cuda_driver::sys::CUdeviceptr;

use crate::layout::dtype::{Dtype, IndexType};
use crate::layout::node::Index;

/// An index, with the layout that kernels expect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub(crate) struct Ix {
    pub(crate) p: CUdeviceptr,
    pub(crate) a: i64,
    pub(crate) b: i64,
    pub(crate) kind: i32,
    pub(crate) unused: i32,
}

impl Ix {
    /// Creates the index `a + b * i`, which needs no memory.
    pub(crate) fn affine(a: i64, b: i64) -> Self {
        let (p, kind, unused) = (0, 0, 0);
        Self { p, a, b, kind, unused }
    }

    /// The index of which each entry is its position.
    pub(crate) const IOTA: Self = Self { p: 0, a: 0, b: 1, kind: 0, unused: 0 };

    pub(crate) fn of_buffer(buffer: &Buffer, dtype: Dtype) -> Self {
        let kind = match dtype {
            Dtype::Int8 => 1,
            Dtype::Bool | Dtype::UInt8 => 2,
            Dtype::Int16 => 3,
            Dtype::UInt16 => 4,
            Dtype::Int32 => 5,
            Dtype::UInt32 => 6,
            _ => 7,
        };
        Self { p: buffer.as_raw(), kind, ..Self::affine(0, 0) }
    }

    /// Returns the kind as a constant of kernels, which are compiled for the usual ones.
    pub(crate) fn kind(&self) -> i32 {
        match self.kind {
            0 | 5 | 6 | 7 => self.kind,
            _ => -1,
        }
    }

    /// Creates an index of the bits of a mask.
    pub(crate) fn of_bits(buffer: &Buffer, lsb_order: bool) -> Self {
        Self { p: buffer.as_raw(), b: i64::from(!lsb_order), kind: 8, ..Self::affine(0, 0) }
    }

    /// Returns the index without its first `count` entries.
    pub(crate) fn skip(mut self, count: i64) -> Self {
        let size = match self.kind {
            1 | 2 => 1,
            3 | 4 => 2,
            5 | 6 => 4,
            7 => 8,
            _ => 0,
        };
        match self.kind {
            0 => self.a += self.b * count,
            8 => self.a += count,
            _ => self.p += (count * size) as CUdeviceptr,
        }
        self
    }
}

impl Index<Buffer> {
    pub(crate) fn ix(&self) -> Ix {
        Ix::of_buffer(&self.data, self.ty.dtype())
    }

    pub(crate) fn i64(data: Buffer) -> Self {
        let ty = IndexType::I64;
        Self { ty, data }
    }
}

/// The arguments of most kernels that change structure.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub(crate) struct Args {
    pub(crate) a: Ix,
    pub(crate) b: Ix,
    pub(crate) c: Ix,
    pub(crate) d: Ix,
    pub(crate) e: Ix,
    pub(crate) f: Ix,
    pub(crate) p: i64,
    pub(crate) q: i64,
    pub(crate) r: i64,
    pub(crate) s: i64,
    pub(crate) o0: CUdeviceptr,
    pub(crate) o1: CUdeviceptr,
    pub(crate) o2: CUdeviceptr,
    pub(crate) o3: CUdeviceptr,
    pub(crate) report: CUdeviceptr,
    pub(crate) n: i64,
    pub(crate) total: i64,
    pub(crate) offsets: Ix,
}

impl Default for Args {
    fn default() -> Self {
        let ix = Ix::affine(0, 0);
        let (a, b, c, d, e, f, offsets) = (ix, ix, ix, ix, ix, ix, ix);
        let (p, q, r, s, n, total) = (0, 0, 0, 0, 0, 0);
        let (o0, o1, o2, o3, report) = (0, 0, 0, 0, 0);
        Self { a, b, c, d, e, f, p, q, r, s, o0, o1, o2, o3, report, n, total, offsets }
    }
}

cuda_driver::kernel_argument!(Ix, Args);

/// Words that kernels write and the host reads, all zero at first.
pub(crate) struct Report {
    pub(crate) words: MutableBuffer,
}

impl Report {
    pub(crate) fn address(&self) -> CUdeviceptr {
        self.words.as_raw()
    }

    pub(crate) fn word(&self, number: usize) -> CUdeviceptr {
        self.address() + (number * 8) as CUdeviceptr
    }
}

/// Decodes the first invalid position from a word.
pub(crate) fn first_wrong(word: i64) -> Option<usize> {
    match word {
        0 => None,
        word => usize::try_from(!word).ok(),
    }
}
