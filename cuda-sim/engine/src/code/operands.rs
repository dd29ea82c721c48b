//! Operands of instructions that have more than their fields hold.

use crate::numbers::rounding::Rounding;

/// A call site: the values to copy between the frames.
#[derive(Clone, Debug, Default)]
pub struct CallSite {
    /// The function; `None` for an indirect call, whose handle is in register `a`.
    pub function: Option<u32>,
    /// The offsets and sizes of the arguments in the caller's local memory.
    pub arguments: Vec<(u32, u32)>,
    /// The offsets and sizes of the return values in the caller's local memory.
    pub results: Vec<(u32, u32)>,
    /// The index of the caller.
    pub caller: u32,
    /// Whether it is of `cudaGraphLaunch`.
    pub launches_graph: bool,
}

/// An atomic operation that is selected at run time.
#[derive(Clone, Copy)]
pub struct Reduction {
    /// The size of its cell in bytes.
    pub size: u32,
    /// Returns the new value of the old one, given the operands, each of which is a word.
    pub new: fn(u64, u64, u64) -> u64,
    /// The same in global memory.
    pub new_in_global: fn(u64, u64, u64) -> u64,
}

/// The element type of a matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are PTX's own")]
pub enum Element {
    F16,
    Bf16,
    Tf32,
    F32,
    F64,
    S8,
    U8,
    S4,
    U4,
    B1,
    S32,
    E4m3,
    E5m2,
}

/// A matrix instruction's shape, types and registers.
#[derive(Clone, Debug)]
pub struct MatrixShape {
    /// Rows of the result.
    pub m: u32,
    /// Columns of the result.
    pub n: u32,
    /// The depth: the number of products in each sum.
    pub k: u32,
    /// The types of the factors, the addend and the result.
    pub cells: [Element; 4],
    /// The registers of a, b, c and d.
    pub registers: [Vec<u32>; 4],
    /// `.satfinite`
    pub saturate: bool,
    /// Whether it is `wmma`, whose fragments are those of the `mma` that a GPU executes for it.
    pub fragments: bool,
    /// How products of double-precision numbers are rounded.
    pub rounding: Rounding,
    /// Whether single bits use `.and.popc` rather than `.xor.popc`.
    pub bit_and: bool,
    /// The positions of a sparse `a`'s elements.
    pub sparse: Option<Sparse>,
    /// Row and column of the elements of each matrix, first the 32 lanes' first ones and so on; empty until
    /// [`MatrixShape::tabulated`].
    pub places: [Vec<(u16, u16)>; 4],
}

/// The metadata of a matrix of which only every other element is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sparse {
    /// The register with the metadata.
    pub register: u32,
    /// Which of four lanes has it.
    pub selector: u32,
}

/// `mma.m8n8k4` of halves: its types and registers.
#[derive(Clone, Debug)]
pub struct QuadMatrix {
    /// Whether `a` and `b` are column-major.
    pub column_major: [bool; 2],
    /// The types of the addend and the result.
    pub cells: [Element; 2],
    /// The registers of a, b, c and d.
    pub registers: [Vec<u32>; 4],
}

/// `wgmma.mma_async`
#[derive(Clone, Debug)]
pub struct WarpGroupMatrix {
    /// One warp's part: 16 rows.
    pub shape: MatrixShape,
    /// Whether `a` and `b` are stored along the rows or columns of the result, rather than along the depth.
    pub transposed: [bool; 2],
    /// Whether `a` and `b` are negated.
    pub negated: [bool; 2],
}

/// A video instruction of any form.
#[derive(Clone, Debug)]
pub struct VideoPlan {
    /// The operation on each part.
    pub kind: VideoKind,
    /// The number of parts of a register: 1 for a scalar instruction.
    pub parts: u32,
    /// Whether `a`, `b` and `d` are signed.
    pub signed: [bool; 3],
    /// The parts of `a` and `b` for each part of the result: lowest bit and width. In SIMD instructions, bits from 32
    /// on are those of the other operand.
    pub selected: [[(u32, u32); 4]; 2],
    /// The parts that are written: lowest bit and width. The others are those of `c`.
    pub written: Vec<(u32, u32)>,
    /// `.sat`
    pub saturate: bool,
    /// The operation on `c`.
    pub second: Second,
    /// Whether a shift by more than 31 wraps.
    pub wrap: bool,
    /// The index of the relation in eq, ne, lt, le, gt, ge.
    pub relation: u32,
    /// Whether `a`, `b` and `c` are negated.
    pub negated: [bool; 3],
    /// `.po`: adds one to the product.
    pub plus_one: bool,
    /// How far a product is shifted right.
    pub scale: u32,
}

/// A SIMD video instruction's operation on each part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are PTX's own")]
pub enum VideoKind {
    Add,
    Sub,
    AbsDiff,
    Min,
    Max,
    Avrg,
    ShiftLeft,
    ShiftRight,
    Multiply,
    Compare,
}

/// The second operation of a video instruction, on its result and its third operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are PTX's own")]
pub enum Second {
    /// None; a part of the result is merged into the third operand.
    Merge,
    Add,
    Min,
    Max,
}
