//! Modifiers of floating-point instructions.

/// In [`Inst::y`](crate::code::Inst::y): no modifiers; results are rounded to the nearest.
pub const NEAREST: u32 = 0;
/// In [`Inst::y`](crate::code::Inst::y), above the three bits of the rounding direction: `.ftz`
pub const FTZ: u32 = 8;
/// In [`Inst::y`](crate::code::Inst::y): `.sat`
pub const SAT: u32 = 16;
/// In [`Inst::y`](crate::code::Inst::y): `.relu`
pub const RELU: u32 = 32;
/// In [`Inst::y`](crate::code::Inst::y): `.NaN`
pub const NAN: u32 = 64;
/// In [`Inst::y`](crate::code::Inst::y): `.xorsign.abs`
pub const XORSIGN: u32 = 128;
/// In [`Inst::y`](crate::code::Inst::y): `.abs` of three inputs
pub const ABS: u32 = 256;
