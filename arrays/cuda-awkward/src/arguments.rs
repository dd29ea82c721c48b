//! Kernel arguments: indexes of any width, and words that kernels write and the host reads. The structures and numbers that both
//! sides know are those of `kernels/arguments.cuh`.

// `CUDA_AWKWARD_UPDATE=1 cargo test -p cuda-awkward --test kernels` writes it.
#[path = "kernels/arguments.rs"]
#[rustfmt::skip]
mod generated;

use cuda_arrow::{Buffer, MutableBuffer};
use cuda_driver::sys::CUdeviceptr;

use crate::layout::dtype::{Dtype, IndexType};
use crate::layout::node::Index;

pub(crate) use self::generated::*;

impl Ix {
    /// Creates the index `a + b * i`, which needs no memory.
    pub(crate) fn affine(a: i64, b: i64) -> Self {
        Self { p: 0, a, b, kind: AFFINE, unused: 0 }
    }

    /// The index of which each entry is its position.
    pub(crate) const IOTA: Self = Self { p: 0, a: 0, b: 1, kind: AFFINE, unused: 0 };

    pub(crate) fn of_buffer(buffer: &Buffer, dtype: Dtype) -> Self {
        let kind = match dtype {
            Dtype::Int8 => INT_8,
            Dtype::Bool | Dtype::UInt8 => UINT_8,
            Dtype::Int16 => INT_16,
            Dtype::UInt16 => UINT_16,
            Dtype::Int32 => INT_32,
            Dtype::UInt32 => UINT_32,
            _ => INT_64,
        };
        Self { p: buffer.as_raw(), kind, ..Self::affine(0, 0) }
    }

    /// Returns the kind as a constant of kernels, which are compiled for the usual ones.
    pub(crate) fn kind(&self) -> i32 {
        match self.kind {
            AFFINE | INT_32 | UINT_32 | INT_64 => self.kind,
            _ => -1,
        }
    }

    /// Creates an index of the bits of a mask.
    pub(crate) fn of_bits(buffer: &Buffer, lsb_order: bool) -> Self {
        Self { p: buffer.as_raw(), b: i64::from(!lsb_order), kind: BIT, ..Self::affine(0, 0) }
    }

    /// Returns the index without its first `count` entries.
    pub(crate) fn skip(mut self, count: i64) -> Self {
        let size = match self.kind {
            INT_8 | UINT_8 => 1,
            INT_16 | UINT_16 => 2,
            INT_32 | UINT_32 => 4,
            INT_64 => 8,
            _ => 0,
        };
        match self.kind {
            AFFINE => self.a += self.b * count,
            BIT => self.a += count,
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
