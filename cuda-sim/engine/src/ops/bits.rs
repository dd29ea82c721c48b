//! Bits: fields, counts, permutations.

use crate::code::Inst;
use crate::numbers::lane::{Elem, Word, from_fn};
use crate::ops::op::{Op, map1, map2, map3, with_vectors};
#[cfg(target_arch = "x86_64")]
use crate::ops::vector;
use crate::state::core::{CONTINUE, Core, Next};
use std::marker::PhantomData;

/// `popc`; the result is 32 bits wide.
pub struct Popc<W>(PhantomData<W>);
impl<W: Word + Elem<W = W>> Op for Popc<W> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        map1::<W, u32>(core, inst, W::count_ones)
    }
}

/// `clz`
pub struct Clz<W>(PhantomData<W>);
impl<W: Word + Elem<W = W>> Op for Clz<W> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        map1::<W, u32>(core, inst, W::leading_zeros)
    }
}

/// `brev`
pub struct Brev<W>(PhantomData<W>);
impl<W: Word + Elem<W = W>> Op for Brev<W> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        map1::<W, W>(core, inst, W::reverse_bits)
    }
}

/// `bfind`: the highest bit that differs from the sign; `y` bit 0 is `.shiftamt`, bit 1 means that the type is signed.
pub struct Bfind<W>(PhantomData<W>);
impl<W: Word + Elem<W = W>> Op for Bfind<W> {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let bits = size_of::<W>() as u32 * 8;
        map1::<W, u32>(core, inst, |a| {
            let unused = 64 - bits;
            let mut value = a.wide();
            if inst.y & 2 != 0 && value >> (bits - 1) != 0 {
                value = !value << unused >> unused;
            }
            if value == 0 {
                return u32::MAX;
            }
            let at = 63 - value.leading_zeros();
            if inst.y & 1 != 0 { bits - 1 - at } else { at }
        })
    }
}

/// `bfe`: `y` 1 when the type is signed.
pub struct Bfe<W>(PhantomData<W>);
impl<W: Word + Elem<W = W>> Op for Bfe<W> {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let bits = size_of::<W>() as u32 * 8;
        map3::<W, u32, u32, W>(core, inst, |a, start, count| {
            // For 64 bits, position and length are used completely; for 32 bits, only the lowest eight bits.
            let used = if bits == 64 { u32::MAX } else { 0xff };
            let (start, count) = (start & used, count & used);
            if count == 0 {
                return W::cut(0);
            }
            let value = a.wide();
            let signed = inst.y == 1;
            let last = start.saturating_add(count - 1).min(bits - 1);
            let sign = if signed && value >> last & 1 != 0 { u64::MAX } else { 0 };
            let field = if start < 64 { value >> start } else { 0 };
            let width = count.min(bits.saturating_sub(start));
            let mask = if width == 0 { 0 } else { u64::MAX >> (64 - width) };
            W::cut(field & mask | sign & !mask)
        })
    }
}

/// `bfi`: register `z` holds the length.
pub struct Bfi<W>(PhantomData<W>);
impl<W: Word + Elem<W = W>> Op for Bfi<W> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let bits = size_of::<W>() as u32 * 8;
        let used = if bits == 64 { u32::MAX } else { 0xff };
        for chunk in 0..4 {
            let (a, b) = (core.load::<W>(inst.a, chunk), core.load::<W>(inst.b, chunk));
            let (starts, counts) =
                (core.load::<u32>(inst.c, chunk), core.load::<u32>(inst.z, chunk));
            let values = from_fn(|lane| {
                let start = starts[lane] & used;
                let count = (counts[lane] & used).min(bits.saturating_sub(start));
                let ones = u64::MAX >> ((64 - count) & 63);
                let (field, mask) = match count {
                    0 => (0, 0),
                    _ => (a[lane].wide() << (start & 63), ones << (start & 63)),
                };
                W::cut(field & mask | b[lane].wide() & !mask)
            });
            core.merge::<W>(inst.d, chunk, values);
        }
        CONTINUE
    }
}

/// `bmsk`: `y` 1 for `.clamp`.
pub struct Bmsk;
impl Op for Bmsk {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        // Without `.clamp`, only five bits are used.
        let mask = if inst.y == 1 { u32::MAX } else { 31 };
        map2::<u32, u32, u32>(core, inst, |start, count| {
            let (start, count) = (start & mask, count & mask);
            let ones = if count < 32 { !(u32::MAX << (count & 31)) } else { u32::MAX };
            if start < 32 { ones << (start & 31) } else { 0 }
        })
    }
}

/// `lop3`: `z` is the table.
pub struct Lop3;
impl Op for Lop3 {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let table: [u32; 8] = from_fn(|bit| 0u32.wrapping_sub(inst.z >> bit & 1));
        with_vectors!(core, inst, |core, inst| vector::lop3(core, inst, table));
        map3::<u32, u32, u32, u32>(core, inst, |a, b, c| {
            !a & !b & !c & table[0]
                | !a & !b & c & table[1]
                | !a & b & !c & table[2]
                | !a & b & c & table[3]
                | a & !b & !c & table[4]
                | a & !b & c & table[5]
                | a & b & !c & table[6]
                | a & b & c & table[7]
        })
    }
}

/// Tests whether register `a` isn't zero, and combines that with predicate `c` (`y` 1: and, 2: or). Bit 2 of `y`
/// negates the result, which goes to predicate `d`.
pub struct TestZero;
impl Op for TestZero {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let other = core.pred(inst.c) ^ 0u32.wrapping_sub(inst.y >> 2 & 1);
        let values = core.plane::<u32>(inst.a);
        let truth = (0..32).fold(0, |bits, lane| bits | u32::from(values[lane] != 0) << lane);
        let bits = match inst.y & 3 {
            1 => truth & other,
            _ => truth | other,
        };
        core.set_pred(inst.d, bits);
        CONTINUE
    }
}

/// `shf`: `y` bit 0 is right, bit 1 `.wrap`; `a` the lower word, `b` the upper.
pub struct Shf;
impl Op for Shf {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let (right, wrap) = (inst.y & 1 != 0, inst.y & 2 != 0);
        map3::<u32, u32, u32, u32>(core, inst, |a, b, by| {
            let by = if wrap { by & 31 } else { by.min(32) };
            let both = u64::from(b) << 32 | u64::from(a);
            if right { (both >> by) as u32 } else { (both << by >> 32) as u32 }
        })
    }
}

/// `prmt`: `y` is the mode: 0 default, then f4e, b4e, rc8, ecl, ecr, rc16.
pub struct Prmt;
impl Op for Prmt {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        if inst.y == 0 {
            with_vectors!(core, inst, vector::permute);
            return map3::<u32, u32, u32, u32>(core, inst, |a, b, control| {
                let both = u64::from(a) | u64::from(b) << 32;
                (0..4).fold(0, |picked, place| {
                    let selector = control >> (4 * place);
                    let byte = (both >> (8 * u64::from(selector & 7))) as u32 & 0xff;
                    // Replicate the sign if the selector's fourth bit is set.
                    let signs = (byte >> 7) * 0xff;
                    let wanted = 0u32.wrapping_sub(selector >> 3 & 1);
                    picked | (signs & wanted | byte & !wanted) << (8 * place)
                })
            });
        }
        map3::<u32, u32, u32, u32>(core, inst, |a, b, control| {
            let bytes = (u64::from(a) | u64::from(b) << 32).to_le_bytes();
            let low = (control & 3) as usize;
            let picked: [u8; 4] = from_fn(|i| match inst.y {
                1 => bytes[(low + i) & 7],
                2 => bytes[(low + 8 - i) & 7],
                3 => bytes[low],
                4 => bytes[low.max(i)],
                5 => bytes[low.min(i)],
                _ => bytes[(low & 1) * 2 + (i & 1)],
            });
            u32::from_le_bytes(picked)
        })
    }
}

/// `szext`, `.wrap` or `.clamp` in `y` bit 1, signed in bit 0.
pub struct Szext;
impl Op for Szext {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        map2::<u32, u32, u32>(core, inst, |a, count| {
            let count = if inst.y & 2 != 0 { count.min(32) } else { count & 31 };
            if count == 0 {
                return 0;
            }
            let unused = 32 - count;
            if inst.y & 1 != 0 {
                ((a << unused) as i32 >> unused) as u32
            } else {
                a << unused >> unused
            }
        })
    }
}

/// `fns`: the `c`-th set bit of `a`, counted from bit `b`.
pub struct Fns;
impl Op for Fns {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        map3::<u32, u32, u32, u32>(core, inst, |mask, base, offset| {
            let offset = offset as i32;
            if base > 31 {
                return u32::MAX;
            }
            let (mut at, mut left) = (base as i32, offset.unsigned_abs());
            let step = if offset >= 0 { 1 } else { -1 };
            if offset == 0 {
                return if mask >> at & 1 != 0 { at as u32 } else { u32::MAX };
            }
            while (0..32).contains(&at) {
                if mask >> at & 1 != 0 {
                    left -= 1;
                    if left == 0 {
                        return at as u32;
                    }
                }
                at += step;
            }
            u32::MAX
        })
    }
}

/// `mov` that packs two registers of 32 bits.
pub struct PackWords;
impl Op for PackWords {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        with_vectors!(core, inst, vector::pack_words);
        map2::<u32, u32, u64>(core, inst, |a, b| u64::from(a) | u64::from(b) << 32)
    }
}

/// `mov` that unpacks the upper of two registers of 32 bits.
pub struct UpperWord;
impl Op for UpperWord {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        with_vectors!(core, inst, vector::half::<true>);
        map1::<u64, u32>(core, inst, |a| (a >> 32) as u32)
    }
}
