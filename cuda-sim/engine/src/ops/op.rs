//! Handlers: how the function of an instruction is compiled, and the loops over its lanes.

use crate::code::level::Level;
use crate::code::{Handler, Inst};
use crate::numbers::lane::{Elem, Word, collect, from_fn};
use crate::state::core::{CONTINUE, Core, Next};
use std::hint::assert_unchecked;

/// An instruction, from which its handler is made.
pub trait Op {
    /// Executes it for the active lanes.
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next;
}

/// # Safety
/// As for [`Handler`].
#[inline(never)]
unsafe fn any<O: Op>(core: &mut Core<'_>, inst: &Inst) -> Next {
    O::run(core, inst)
}

/// # Safety
/// As for [`Handler`]; this is the code's level.
#[inline(never)]
unsafe fn plain<O: Op>(core: &mut Core<'_>, inst: &Inst) -> Next {
    // With this, the compiler removes the code for other levels.
    // SAFETY: the caller's promise.
    unsafe { assert_unchecked(core.level == Level::Plain) };
    O::run(core, inst)
}

/// # Safety
/// As for [`Handler`]; this is the code's level, so the CPU has AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma,bmi1,bmi2,lzcnt,popcnt")]
#[inline(never)]
unsafe fn avx2<O: Op>(core: &mut Core<'_>, inst: &Inst) -> Next {
    // SAFETY: the caller's promise.
    unsafe { assert_unchecked(core.level == Level::Avx2) };
    O::run(core, inst)
}

impl Level {
    /// Returns the handler of `O` for this CPU.
    pub fn of<O: Op>(self) -> Handler {
        match self {
            Level::Plain => plain::<O>,
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => avx2::<O>,
        }
    }

    /// Returns the handler of `O`, a faster replacement for other handlers; `None` on x86-64 CPUs without AVX2. These
    /// are from before 2013, or low-end models, and specialized handlers for them would take long to compile.
    pub fn specialized<O: Op>(self) -> Option<Handler> {
        match self {
            #[cfg(target_arch = "x86_64")]
            Level::Plain => None,
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => Some(avx2::<O>),
            #[cfg(not(target_arch = "x86_64"))]
            Level::Plain => Some(plain::<O>),
        }
    }
}

/// Returns the handler of an instruction that doesn't benefit from the CPU's features.
pub fn rare<O: Op>() -> Handler {
    any::<O>
}

/// Executes `O` in a separate function, so that the caller needs few registers.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub fn out_of_line<O: Op>(core: &mut Core<'_>, inst: &Inst) -> Next {
    // SAFETY: the level is the code's, and the instruction is the one that runs.
    unsafe { core.level.of::<O>()(core, inst) }
}

/// Executes `O` in a separate function, as part of a handler that [`Level::specialized`] returned.
///
/// # Safety
/// Only such handlers call it.
#[inline(always)]
pub unsafe fn specialized_out_of_line<O: Op>(core: &mut Core<'_>, inst: &Inst) -> Next {
    #[cfg(target_arch = "x86_64")]
    debug_assert_eq!(core.level, Level::Avx2);
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the caller runs, so the CPU has AVX2, and the instruction is the one that runs.
    unsafe {
        avx2::<O>(core, inst)
    }
    #[cfg(not(target_arch = "x86_64"))]
    // SAFETY: there is only this level, and the instruction is the one that runs.
    unsafe {
        plain::<O>(core, inst)
    }
}

/// Executes an instruction with vectors and returns, in a handler that is compiled for AVX2: `$run` is a function of
/// `vector` or `vector_float`.
macro_rules! with_vectors {
    ($core:ident, $inst:ident, $run:expr) => {
        #[cfg(target_arch = "x86_64")]
        if $core.level == $crate::code::level::Level::Avx2 {
            // SAFETY: the CPU has AVX2.
            return unsafe { $run($core, $inst) };
        }
    };
}
pub(super) use with_vectors;

/// Writes `f(lane)` to the plane at `d`, for every active lane.
///
/// x86-64 CPUs without AVX2 compute one by one: chunks, which others compile to vectors, would take a tenth of the time
/// that this crate takes to compile.
#[inline(always)]
pub(super) fn one_by_one<W: Word>(
    core: &mut Core<'_>,
    d: u32,
    f: impl Fn(&Core<'_>, usize) -> W,
) -> Next {
    for lane in core.active() {
        let value = f(core, lane);
        core.set_lane(d, lane, value);
    }
    CONTINUE
}

/// Computes `d = f(a)` in every active lane.
#[inline(always)]
pub fn map1<A: Elem, D: Elem>(core: &mut Core<'_>, inst: &Inst, f: impl Fn(A) -> D) -> Next {
    if core.level.is_slow() {
        return one_by_one(core, inst.d, |core, lane| f(A::get(core.lane(inst.a, lane))).put());
    }
    let full = core.mask == u32::MAX;
    for chunk in 0..4 {
        let a = core.load::<A::W>(inst.a, chunk);
        let d: [D::W; 8] = from_fn(|lane| f(A::get(a[lane])).put());
        if full { core.store(inst.d, chunk, d) } else { core.merge(inst.d, chunk, d) }
    }
    CONTINUE
}

/// Computes `d = f(a, b)` in every active lane.
#[inline(always)]
pub fn map2<A: Elem, B: Elem, D: Elem>(
    core: &mut Core<'_>,
    inst: &Inst,
    f: impl Fn(A, B) -> D,
) -> Next {
    if core.level.is_slow() {
        return one_by_one(core, inst.d, |core, lane| {
            f(A::get(core.lane(inst.a, lane)), B::get(core.lane(inst.b, lane))).put()
        });
    }
    let full = core.mask == u32::MAX;
    for chunk in 0..4 {
        let (a, b) = (core.load::<A::W>(inst.a, chunk), core.load::<B::W>(inst.b, chunk));
        let d: [D::W; 8] = from_fn(|lane| f(A::get(a[lane]), B::get(b[lane])).put());
        if full { core.store(inst.d, chunk, d) } else { core.merge(inst.d, chunk, d) }
    }
    CONTINUE
}

/// Computes `d = f(a, b, c)` in every active lane.
#[inline(always)]
pub fn map3<A: Elem, B: Elem, C: Elem, D: Elem>(
    core: &mut Core<'_>,
    inst: &Inst,
    f: impl Fn(A, B, C) -> D,
) -> Next {
    if core.level.is_slow() {
        return one_by_one(core, inst.d, |core, lane| {
            f(
                A::get(core.lane(inst.a, lane)),
                B::get(core.lane(inst.b, lane)),
                C::get(core.lane(inst.c, lane)),
            )
            .put()
        });
    }
    let full = core.mask == u32::MAX;
    for chunk in 0..4 {
        let (a, b) = (core.load::<A::W>(inst.a, chunk), core.load::<B::W>(inst.b, chunk));
        let c = core.load::<C::W>(inst.c, chunk);
        let d: [D::W; 8] =
            from_fn(|lane| f(A::get(a[lane]), B::get(b[lane]), C::get(c[lane])).put());
        if full { core.store(inst.d, chunk, d) } else { core.merge(inst.d, chunk, d) }
    }
    CONTINUE
}

/// Returns the lanes in which `f(a, b)` holds.
#[inline(always)]
pub fn test2<A: Elem, B: Elem>(core: &Core<'_>, inst: &Inst, f: impl Fn(A, B) -> bool) -> u32 {
    collect(from_fn(|chunk| {
        let (a, b) = (core.load::<A::W>(inst.a, chunk), core.load::<B::W>(inst.b, chunk));
        from_fn(|lane| f(A::get(a[lane]), B::get(b[lane])))
    }))
}
