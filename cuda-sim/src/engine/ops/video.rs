//! Dot products and SIMD video instructions.

use super::super::code::Inst;
use super::super::core::{Core, Next};
use super::{Op, map3};

/// `dp4a`: `y` bit 0: `a` is signed, bit 1: `b` is.
pub struct Dp4a;
impl Op for Dp4a {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        map3::<u32, u32, u32, u32>(core, inst, |a, b, c| {
            (0..4).fold(c, |sum, i| {
                let byte = |v: u32, signed: bool| {
                    let byte = (v >> (8 * i)) as u8;
                    if signed {
                        i32::from(byte as i8)
                    } else {
                        i32::from(byte)
                    }
                };
                sum.wrapping_add(
                    byte(a, inst.y & 1 != 0).wrapping_mul(byte(b, inst.y & 2 != 0)) as u32,
                )
            })
        })
    }
}

/// `dp2a`: as `dp4a`, and `y` bit 2: `.hi`.
pub struct Dp2a;
impl Op for Dp2a {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        map3::<u32, u32, u32, u32>(core, inst, |a, b, c| {
            let first = if inst.y & 4 != 0 { 16 } else { 0 };
            (0..2).fold(c, |sum, i| {
                let half = (a >> (16 * i)) as u16;
                let half = if inst.y & 1 != 0 {
                    i32::from(half as i16)
                } else {
                    i32::from(half)
                };
                let byte = (b >> (first + 8 * i)) as u8;
                let byte = if inst.y & 2 != 0 {
                    i32::from(byte as i8)
                } else {
                    i32::from(byte)
                };
                sum.wrapping_add(half.wrapping_mul(byte) as u32)
            })
        })
    }
}

/// What a SIMD video instruction does with each part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are PTX's own")]
pub enum VideoKind {
    Add,
    Sub,
    AbsDiff,
    Min,
    Max,
    Avrg,
}

/// [`Inst::y`] of a video instruction: bits 0 to 2 the kind, 3 `a` signed, 4 `b` signed, 5 `d` signed,
/// 6 `.sat`, 7 `.add` (sums the parts and `c`), 8 parts of 16 bits.
pub fn video_flags(kind: VideoKind, signed: [bool; 3], sat: bool, add: bool, halves: bool) -> u32 {
    let flag = |bit: u32, on: bool| u32::from(on) << bit;
    kind as u32
        | flag(3, signed[0])
        | flag(4, signed[1])
        | flag(5, signed[2])
        | flag(6, sat)
        | flag(7, add)
        | flag(8, halves)
}

/// `vadd2`, `vsub4`, `vabsdiff4` and their like, without byte masks or selectors.
pub struct Video;
impl Op for Video {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let flag = |bit: u32| inst.y >> bit & 1 != 0;
        let bits = if flag(8) { 16 } else { 8 };
        let mask = (1i64 << bits) - 1;
        map3::<u32, u32, u32, u32>(core, inst, |a, b, c| {
            let mut sum = c as i32 as i64;
            let mut packed = 0u32;
            for part in 0..32 / bits {
                let pick = |v: u32, signed: bool| {
                    let raw = i64::from(v >> (bits * part)) & mask;
                    if signed && raw >> (bits - 1) != 0 {
                        raw - mask - 1
                    } else {
                        raw
                    }
                };
                let (x, y) = (pick(a, flag(3)), pick(b, flag(4)));
                let mut value = match inst.y & 7 {
                    0 => x + y,
                    1 => x - y,
                    2 => (x - y).abs(),
                    3 => x.min(y),
                    4 => x.max(y),
                    _ => (x + y + i64::from(x + y >= 0)) >> 1,
                };
                if flag(6) {
                    let (low, high) = if flag(5) {
                        (-(mask + 1) / 2, mask / 2)
                    } else {
                        (0, mask)
                    };
                    value = value.clamp(low, high);
                }
                sum += value;
                packed |= ((value & mask) as u32) << (bits * part);
            }
            if flag(7) { sum as u32 } else { packed }
        })
    }
}
