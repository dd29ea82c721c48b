//! Comparison, selection and predicates.

use super::super::code::Inst;
use super::super::core::{CONTINUE, Core, Next};
use super::super::lane::{Elem, Paired, Two, Word, from_fn};
use super::{Op, map3, test2};
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

/// A comparison of two values of one type.
pub trait Relation<T> {
    /// Returns `true` if it holds.
    fn holds(a: T, b: T) -> bool;
}

macro_rules! relations {
    ($($(#[$doc:meta])* $name:ident: |$a:ident, $b:ident| $body:expr;)*) => { $(
        $(#[$doc])*
        pub struct $name;
        impl<T: PartialOrd> Relation<T> for $name {
            #[inline(always)]
            #[allow(clippy::double_comparisons, reason = "NaN is neither less, equal nor greater")]
            fn holds($a: T, $b: T) -> bool { $body }
        }
    )* };
}

relations! {
    /// `eq`
    Eq: |a, b| a == b;
    /// `ne`, false for NaN
    Ne: |a, b| a < b || a > b;
    /// `lt`
    Lt: |a, b| a < b;
    /// `le`
    Le: |a, b| a <= b;
    /// `gt`
    Gt: |a, b| a > b;
    /// `ge`
    Ge: |a, b| a >= b;
    /// `equ`: or one is NaN
    Equ: |a, b| !(a < b || a > b);
    /// `neu`
    Neu: |a, b| a != b;
    /// `ltu`
    Ltu: |a, b| a.partial_cmp(&b) != Some(std::cmp::Ordering::Greater) && a != b;
    /// `leu`
    Leu: |a, b| a.partial_cmp(&b) != Some(std::cmp::Ordering::Greater);
    /// `gtu`
    Gtu: |a, b| a.partial_cmp(&b) != Some(std::cmp::Ordering::Less) && a != b;
    /// `geu`
    Geu: |a, b| a.partial_cmp(&b) != Some(std::cmp::Ordering::Less);
    /// `num`: neither is NaN
    Num: |a, b| a == b || a < b || a > b;
    /// `nan`
    Nan: |a, b| a.partial_cmp(&b).is_none();
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

/// `setp`: to predicate `d`, and the negated comparison to `z` unless that is `u32::MAX`; for `y` see `combine`.
pub struct Setp<R, T>(PhantomData<(R, T)>);
impl<R: Relation<T>, T: Elem> Op for Setp<R, T> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let bits = test2::<T, T>(core, inst, R::holds);
        if inst.y == 0 && inst.z == u32::MAX {
            core.set_pred(inst.d, bits);
        } else {
            let (yes, no) = (combine(core, inst, bits), combine(core, inst, !bits));
            if inst.d != u32::MAX {
                core.set_pred(inst.d, yes);
            }
            if inst.z != u32::MAX {
                core.set_pred(inst.z, no);
            }
        }
        CONTINUE
    }
}

/// `set`: all bits of a 32-bit register, or the number one when `z` is its bits.
pub struct Set<R, T>(PhantomData<(R, T)>);
impl<R: Relation<T>, T: Elem> Op for Set<R, T> {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let bits = test2::<T, T>(core, inst, R::holds);
        let bits = combine(core, inst, bits);
        let plane: [u32; 32] = from_fn(|lane| if bits >> lane & 1 != 0 { inst.z } else { 0 });
        core.merge_plane(inst.d, &plane);
        CONTINUE
    }
}

/// Returns the lanes whose lower and whose upper halves satisfy the comparison, combined with the predicate.
fn halves<R: Relation<T>, T: Paired<Both = u32>>(core: &Core<'_>, inst: &Inst) -> (u32, u32) {
    let low = test2::<Two<T>, Two<T>>(core, inst, |a, b| R::holds(a.0, b.0));
    let high = test2::<Two<T>, Two<T>>(core, inst, |a, b| R::holds(a.1, b.1));
    (combine(core, inst, low), combine(core, inst, high))
}

/// `set` of two halves at once; `z` is the true value of one half.
pub struct SetTwo<R, T>(PhantomData<(R, T)>);
impl<R: Relation<T>, T: Paired<Both = u32>> Op for SetTwo<R, T> {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let (low, high) = halves::<R, T>(core, inst);
        let truth = |bits: u32, lane: usize| {
            if bits >> lane & 1 != 0 {
                inst.z & 0xffff
            } else {
                0
            }
        };
        let plane: [u32; 32] = from_fn(|lane| truth(low, lane) | truth(high, lane) << 16);
        core.merge_plane(inst.d, &plane);
        CONTINUE
    }
}

/// `setp` of two halves, to `d` and `z`.
pub struct SetpTwo<R, T>(PhantomData<(R, T)>);
impl<R: Relation<T>, T: Paired<Both = u32>> Op for SetpTwo<R, T> {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let (low, high) = halves::<R, T>(core, inst);
        if inst.d != u32::MAX {
            core.set_pred(inst.d, low);
        }
        if inst.z != u32::MAX {
            core.set_pred(inst.z, high);
        }
        CONTINUE
    }
}

/// `selp`: `c` is a predicate.
pub struct Selp<W>(PhantomData<W>);
impl<W: Word + Elem<W = W>> Op for Selp<W> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
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
