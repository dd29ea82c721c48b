//! Dot products and SIMD video instructions.

use crate::code::Inst;
use crate::code::operands::Second;
use crate::code::operands::VideoKind;
use crate::code::operands::VideoPlan;
use crate::ops::op::{Op, map3};
use crate::state::core::{CONTINUE, Core, Next};

/// `dp4a`: `y` bit 0: `a` is signed, bit 1: `b` is.
pub struct Dp4a;
impl Op for Dp4a {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        map3::<u32, u32, u32, u32>(core, inst, |a, b, c| {
            (0..4).fold(c, |sum, i| {
                let byte = |v: u32, signed: bool| {
                    let byte = (v >> (8 * i)) as u8;
                    if signed { i32::from(byte as i8) } else { i32::from(byte) }
                };
                sum.wrapping_add(
                    byte(a, inst.y & 1 != 0).wrapping_mul(byte(b, inst.y & 2 != 0)) as u32
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
                let half = if inst.y & 1 != 0 { i32::from(half as i16) } else { i32::from(half) };
                let byte = (b >> (first + 8 * i)) as u8;
                let byte = if inst.y & 2 != 0 { i32::from(byte as i8) } else { i32::from(byte) };
                sum.wrapping_add(half.wrapping_mul(byte) as u32)
            })
        })
    }
}

/// Returns [`Inst::y`] of a video instruction: bits 0 to 2 the kind, 3 `a` signed, 4 `b` signed, 5 `d` signed, 6
/// `.sat`, 7 `.add` (sums the parts and `c`), 8 parts of 16 bits.
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

/// `vadd2`, `vsub4`, `vabsdiff4` and similar, without byte masks or selectors.
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
                    if signed && raw >> (bits - 1) != 0 { raw - mask - 1 } else { raw }
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
                    let (low, high) = if flag(5) { (-(mask + 1) / 2, mask / 2) } else { (0, mask) };
                    value = value.clamp(low, high);
                }
                sum += value;
                packed |= ((value & mask) as u32) << (bits * part);
            }
            if flag(7) { sum as u32 } else { packed }
        })
    }
}

/// Returns `bits` bits of `word`, starting at `low`, as a number.
fn field(word: u64, (low, bits): (u32, u32), signed: bool) -> i128 {
    let unused = 64 - bits;
    let raw = word >> low << unused;
    if signed { i128::from(raw as i64 >> unused) } else { i128::from(raw >> unused) }
}

/// Returns the range of a number of `bits` bits.
fn range(bits: u32, signed: bool) -> (i128, i128) {
    if signed { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) }
}

impl VideoPlan {
    fn one(&self, x: i128, y: i128) -> i128 {
        match self.kind {
            VideoKind::Add => x + y,
            VideoKind::Sub => x - y,
            VideoKind::AbsDiff => (x - y).abs(),
            VideoKind::Min => x.min(y),
            VideoKind::Max => x.max(y),
            VideoKind::Avrg => (x + y + i128::from(x + y >= 0)) >> 1,
            VideoKind::ShiftLeft | VideoKind::ShiftRight => {
                let by = if self.wrap { y & 31 } else { y.min(32) };
                if self.kind == VideoKind::ShiftLeft { x << by } else { x >> by }
            }
            VideoKind::Multiply => x * y,
            VideoKind::Compare => i128::from(match self.relation {
                0 => x == y,
                1 => x != y,
                2 => x < y,
                3 => x <= y,
                4 => x > y,
                _ => x >= y,
            }),
        }
    }

    /// `vmad`: words are signed, regardless of their type.
    fn product(&self, x: i64, y: i64, c: u32) -> u32 {
        let [a, b, of_c] = self.negated;
        let signed = self.signed[0] || self.signed[1] || a != b || of_c;
        let mut product = x.wrapping_mul(y);
        let mut c = i64::from(c as i32);
        if self.plus_one {
            product = product.wrapping_add(1);
        } else if a != b {
            product = product.wrapping_neg();
        } else if of_c {
            c = -c;
        }
        let sum = product.wrapping_add(c);
        if !self.saturate {
            return (sum >> self.scale) as u32;
        }
        let scaled = if signed { sum >> self.scale } else { (sum as u64 >> self.scale) as i64 };
        let (low, high) = range(32, signed);
        scaled.clamp(low as i64, high as i64) as u32
    }

    /// Applies `.sat` to a scalar result that is written to `bits` bits.
    fn saturated(&self, value: i64, bits: u32) -> i64 {
        let signed = self.signed[2];
        let (low, high) = range(32, signed);
        match self.kind {
            // GPUs keep 34 bits of a shifted value, and saturate to a word.
            VideoKind::ShiftLeft | VideoKind::ShiftRight => {
                (value << 30 >> 30).clamp(low as i64, high as i64)
            }
            // A negative value counts as more than a part can hold.
            _ if bits < 32 => {
                let most = range(bits, signed).1 as i64;
                if value < 0 { most } else { value.min(most) }
            }
            _ if signed => value.clamp(low as i64, high as i64),
            // Unsigned words wrap at the upper end.
            _ => value.max(0),
        }
    }

    /// Returns `true` if a scalar result is greater than `c`.
    ///
    /// GPUs compare one bit more or less than a result has, depending on the operands' types.
    fn exceeds(&self, value: i64, c: u32) -> bool {
        let [a, b, signed] = self.signed;
        let word = value as u32;
        let shift = matches!(self.kind, VideoKind::ShiftLeft | VideoKind::ShiftRight);
        let below_zero = match self.kind {
            VideoKind::Add | VideoKind::Sub => true,
            VideoKind::Min => a || b,
            VideoKind::Max => a && b,
            _ => shift && !signed && self.saturate,
        };
        match (signed, below_zero) {
            (true, true) => word as i32 > c as i32,
            (true, false) => value > i64::from(c as i32),
            (false, true) => (word as i32) < 0 || word > c,
            (false, false) => value as u64 > u64::from(c),
        }
    }

    /// Executes a scalar instruction as an H200 does, which in some cases differs from the PTX documentation.
    fn scalar(&self, a: u32, b: u32, c: u32) -> u32 {
        let [x, y] = [(a, 0), (b, 1)].map(|(word, side)| {
            let selected = self.selected[side][0];
            let whole_product = self.kind == VideoKind::Multiply && selected.1 == 32;
            field(word.into(), selected, self.signed[side] || whole_product)
        });
        if self.kind == VideoKind::Multiply {
            return self.product(x as i64, y as i64, c);
        }
        let (low, bits) = self.written[0];
        let mut value = self.one(x, y) as i64;
        if self.saturate {
            value = self.saturated(value, bits);
        }
        let word = value as u32;
        match self.second {
            Second::Merge => {
                // The upper half of a register receives the upper half of the result.
                let placed = if bits == 16 && low == 16 { word } else { word << low };
                let mask = (((1u64 << bits) - 1) << low) as u32;
                c & !mask | placed & mask
            }
            Second::Add => word.wrapping_add(c),
            Second::Min if self.exceeds(value, c) => c,
            Second::Max if !self.exceeds(value, c) => c,
            Second::Min | Second::Max => word,
        }
    }

    fn run(&self, a: u32, b: u32, c: u32) -> u32 {
        if self.parts == 1 {
            return self.scalar(a, b, c);
        }
        // The parts of a SIMD instruction come from both operands.
        let both = u64::from(b) << 32 | u64::from(a);
        let mut result = c;
        let mut sum = field(c.into(), (0, 32), self.signed[2]);
        for &(low, bits) in &self.written {
            let part = (low / (32 / self.parts)) as usize % 4;
            let [x, y] =
                [0, 1].map(|side| field(both, self.selected[side][part], self.signed[side]));
            let mut value = self.one(x, y);
            if self.saturate {
                let (least, most) = range(bits, self.signed[2]);
                value = value.clamp(least, most);
            }
            // The second operation uses a word, without the overflow.
            let word = field(value as u64, (0, 32), self.signed[2]);
            match self.second {
                Second::Merge => {}
                Second::Add => sum += value,
                Second::Min => sum = sum.min(word),
                Second::Max => sum = sum.max(word),
            }
            let mask = (((1u64 << bits) - 1) << low) as u32;
            result = result & !mask | ((value as u32) << low) & mask;
        }
        if self.second == Second::Merge { result } else { sum as u32 }
    }
}

/// Any video instruction: plan `z`.
pub struct VideoAny;
impl Op for VideoAny {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let plan = &core.code.videos[inst.z as usize];
        for lane in core.active() {
            let word = |at: u32| core.lane::<u32>(at, lane);
            let result = plan.run(word(inst.a), word(inst.b), word(inst.c));
            core.set_lane(inst.d, lane, result);
        }
        CONTINUE
    }
}
