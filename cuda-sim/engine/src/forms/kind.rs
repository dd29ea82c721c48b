//! Kinds of instructions, as they are counted.

/// Kinds of PTX instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum InstructionKind {
    /// Arithmetic, logic and comparisons of integers and predicates.
    Integer,
    /// Arithmetic and comparisons of floating-point numbers.
    Float,
    /// `cvt`
    Conversion,
    /// Copies between registers, and selections: `mov`, `selp`, `cvta`.
    Move,
    /// Loads, stores, copies and atomic operations, of any state space.
    Memory,
    /// `tex`, and operations on surfaces.
    Texture,
    /// `mma` and its like.
    Matrix,
    /// Branches, calls and exits.
    Control,
    /// Barriers and fences.
    Synchronization,
    /// Exchanges between the lanes of a warp: `shfl`, `vote`.
    Warp,
    /// Any other.
    Other,
}

impl InstructionKind {
    /// All kinds.
    pub const ALL: [InstructionKind; 11] = [
        Self::Integer,
        Self::Float,
        Self::Conversion,
        Self::Move,
        Self::Memory,
        Self::Texture,
        Self::Matrix,
        Self::Control,
        Self::Synchronization,
        Self::Warp,
        Self::Other,
    ];
}
