//! Comparison, selection and predicates.

use crate::code::Inst;
#[cfg(target_arch = "x86_64")]
use crate::code::level::Level;
use crate::numbers::lane::{Elem, Packed2, Paired, Word, from_fn};
use crate::ops::op::{Op, map3, test2, with_vectors};
use crate::ops::relation::{Compared, Relation};
#[cfg(target_arch = "x86_64")]
use crate::ops::{vector, vector_float};
use crate::state::core::{CONTINUE, Core, Next};
use std::cmp::Ordering;
use std::marker::PhantomData;

/// `and`, `or` and `not` of predicates: `a & b`, where `z`, `c` and `y` are all ones if `a`, `b` and the result are
/// negated.
pub struct PredAnd;
impl Op for PredAnd {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let (a, b) = (core.pred(inst.a) ^ inst.z, core.pred(inst.b) ^ inst.c);
        core.set_pred(inst.d, a & b ^ inst.y);
        CONTINUE
    }
}

/// `xor` of predicates; `y` is all ones if the result is negated.
pub struct PredXor;
impl Op for PredXor {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let bits = core.pred(inst.a) ^ core.pred(inst.b) ^ inst.y;
        core.set_pred(inst.d, bits);
        CONTINUE
    }
}

/// Returns the lanes in which relation `R` holds between `a` and `b`.
#[inline(always)]
pub fn test<R: Relation<T>, T: Compared>(core: &Core<'_>, inst: &Inst) -> u32 {
    #[cfg(target_arch = "x86_64")]
    if core.level == Level::Avx2 {
        // SAFETY: the CPU has AVX2.
        return unsafe { vector_float::test::<R, T>(core, inst) };
    }
    test2::<T, T>(core, inst, R::holds)
}

/// Combines the result of `setp` with a predicate: bits 0 and 1 of `y` select none, and, or, xor; bit 2 negates the
/// predicate.
pub fn combine(core: &Core<'_>, inst: &Inst, bits: u32) -> u32 {
    let other = || core.pred(inst.c) ^ 0u32.wrapping_sub(inst.y >> 2 & 1);
    match inst.y & 3 {
        0 => bits,
        1 => bits & other(),
        2 => bits | other(),
        _ => bits ^ other(),
    }
}

/// Writes the lanes in which a comparison holds to predicate `d`, and the others to `z`, each unless that is
/// `u32::MAX`, combined as `y` says.
#[inline(always)]
fn set_preds(core: &mut Core<'_>, inst: &Inst, bits: u32) {
    if inst.y == 0 && inst.z == u32::MAX {
        core.set_pred(inst.d, bits);
        return;
    }
    let (yes, no) = (combine(core, inst, bits), combine(core, inst, !bits));
    if inst.d != u32::MAX {
        core.set_pred(inst.d, yes);
    }
    if inst.z != u32::MAX {
        core.set_pred(inst.z, no);
    }
}

/// `setp`: to predicate `d`, and the negated comparison to `z` unless that is `u32::MAX`; for `y` see `combine`.
pub struct Setp<R, T>(PhantomData<(R, T)>);
impl<R: Relation<T>, T: Compared> Op for Setp<R, T> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let bits = test::<R, T>(core, inst);
        set_preds(core, inst, bits);
        CONTINUE
    }
}

/// Returns `true` if how `a` compares to `b` is one of `outcomes`: bit 0 less, 1 equal, 2 greater, 3 unordered.
#[inline(always)]
fn is_among<T: PartialOrd>(outcomes: u64, a: T, b: T) -> bool {
    let outcome = match a.partial_cmp(&b) {
        Some(Ordering::Less) => 0,
        Some(Ordering::Equal) => 1,
        Some(Ordering::Greater) => 2,
        None => 3,
    };
    outcomes >> outcome & 1 != 0
}

/// [`Setp`] for all relations of a rarely compared type; `x` has the outcomes that hold, as in `is_among`.
pub struct SetpAny<T>(PhantomData<T>);
impl<T: Elem + PartialOrd> Op for SetpAny<T> {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let bits = test2::<T, T>(core, inst, |a, b| is_among(inst.x, a, b));
        set_preds(core, inst, bits);
        CONTINUE
    }
}

/// The same for two halves, the lower to `d` and the upper to `z`.
pub struct SetpTwo<T>(PhantomData<T>);
impl<T: Paired<Both = u32> + PartialOrd> Op for SetpTwo<T> {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let low = test2::<Packed2<T>, Packed2<T>>(core, inst, |a, b| is_among(inst.x, a.0, b.0));
        let high = test2::<Packed2<T>, Packed2<T>>(core, inst, |a, b| is_among(inst.x, a.1, b.1));
        let (low, high) = (combine(core, inst, low), combine(core, inst, high));
        if inst.d != u32::MAX {
            core.set_pred(inst.d, low);
        }
        if inst.z != u32::MAX {
            core.set_pred(inst.z, high);
        }
        CONTINUE
    }
}

/// `set`, after the comparison: `y` where predicate `a` holds, or zero, and the same with `z` and `b`.
pub struct Truth;
impl Op for Truth {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let (a, b) = (core.pred(inst.a), core.pred(inst.b));
        let value =
            |bits: u32, lane: usize, value: u32| 0u32.wrapping_sub(bits >> lane & 1) & value;
        let plane: [u32; 32] = from_fn(|lane| value(a, lane, inst.y) | value(b, lane, inst.z));
        core.merge_plane(inst.d, &plane);
        CONTINUE
    }
}

/// `selp`: `c` is a predicate.
pub struct Selp<W>(PhantomData<W>);
impl<W: Word + Elem<W = W>> Op for Selp<W> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        with_vectors!(core, inst, vector::selp::<W>);
        let bits = core.pred(inst.c);
        for chunk in 0..4 {
            let (a, b) = (core.load::<W>(inst.a, chunk), core.load::<W>(inst.b, chunk));
            let part = bits >> (chunk * 8);
            let d: [W; 8] = from_fn(|lane| {
                let lanes = 0u32.wrapping_sub(part >> lane & 1);
                a[lane].blend(b[lane], lanes)
            });
            if core.mask == u32::MAX {
                core.store(inst.d, chunk, d)
            } else {
                core.merge(inst.d, chunk, d)
            }
        }
        CONTINUE
    }
}

/// `slct`: `a` where `c` is not negative; `C` is `i32` or `f32`.
pub struct Slct<W, C>(PhantomData<(W, C)>);
impl<W: Word + Elem<W = W>, C: Elem + PartialOrd + Default> Op for Slct<W, C> {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        map3::<W, W, C, W>(core, inst, |a, b, c| if c >= C::default() { a } else { b })
    }
}

/// `selp` of predicates, for forms of `setp` and `mov`: `d = y bit 0 negated a`.
pub struct CopyPred;
impl Op for CopyPred {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let bits = core.pred(inst.a) ^ 0u32.wrapping_sub(inst.y);
        core.set_pred(inst.d, bits);
        CONTINUE
    }
}
