//! `cas` of a warp's lanes on one cell, as a single update.

use crate::code::Inst;
use crate::code::level::Level;
use crate::numbers::lane::Bits;
use crate::numbers::lane::Word;
use crate::ops::atomic_kind::AtomicCell;
use crate::ops::atomic_place::AtomicPlace;
#[cfg(target_arch = "x86_64")]
use crate::ops::vector;
use crate::state::core::Core;

/// Performs `cas` of all active lanes on one cell as a single update. Returns `false` if too many lanes exchange
/// different values, and does nothing then.
///
/// # Safety
/// As for [`AtomicCell::update`]; if `global` is false, no other thread uses the cell.
#[inline(never)]
pub(super) unsafe fn compare_together<C: AtomicCell>(
    core: &mut Core<'_>,
    inst: &Inst,
    cell: *mut u8,
    global: bool,
) -> bool {
    // SAFETY: the caller's promise, and the CPU has the level.
    unsafe {
        match core.level {
            Level::Plain => compare_all::<C>(core, Level::Plain, inst, cell, global),
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => compare_avx2::<C>(core, inst, cell, global),
        }
    }
}

/// # Safety
/// As for [`compare_together`], and the CPU has AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn compare_avx2<C: AtomicCell>(
    core: &mut Core<'_>,
    inst: &Inst,
    cell: *mut u8,
    global: bool,
) -> bool {
    // SAFETY: the caller's promise.
    unsafe { compare_all::<C>(core, Level::Avx2, inst, cell, global) }
}

/// A lane finds what the lane before it left, so between two that exchange the value, all find the same.
///
/// # Safety
/// As for [`compare_together`], and the CPU has the level.
#[inline(always)]
unsafe fn compare_all<C: AtomicCell>(
    core: &mut Core<'_>,
    level: Level,
    inst: &Inst,
    cell: *mut u8,
    global: bool,
) -> bool {
    if inst.z & AtomicPlace::SAME_OPERANDS != 0 {
        // SAFETY: the caller's promise.
        unsafe { compare_alike::<C>(core, level, inst, cell, global) };
        return true;
    }
    // What is found, and by which lanes.
    let mut found = [(C::W::default(), 0); 4];
    let mut steps;
    // SAFETY: the caller's promise.
    let mut first = unsafe { C::load(cell) };
    loop {
        let (mut now, mut rest) = (first, core.mask);
        // SAFETY: the caller's promise.
        let mut equal = rest & unsafe { matching(core, level, inst.b, now) };
        steps = 0;
        loop {
            let Some(step) = found.get_mut(steps) else {
                return false;
            };
            let lane = equal.trailing_zeros();
            let until = rest & ((2u64 << lane) - 1) as u32;
            *step = (now, until);
            steps += 1;
            if equal == 0 {
                break;
            }
            let (before, alike) = (now, equal == rest);
            now = core.lane(inst.c, lane as usize);
            rest &= !until;
            equal = if !alike {
                // SAFETY: the caller's promise.
                rest & unsafe { matching(core, level, inst.b, now) }
            } else if now == before {
                // The others expect what this lane did.
                rest
            } else {
                0
            };
            if now == before {
                // Such an exchange changes nothing, so what other lanes find doesn't depend on it.
                // SAFETY: the caller's promise.
                equal &= !unsafe { matching(core, level, inst.c, now) };
            }
            if rest == 0 {
                break;
            }
        }
        if !global {
            // SAFETY: the caller's promise.
            unsafe { C::update_exclusive(cell, |_| now) };
            break;
        }
        // SAFETY: the caller's promise.
        match unsafe { C::exchange(cell, first, now) } {
            Ok(()) => break,
            Err(other) => first = other,
        }
    }
    if inst.d != u32::MAX {
        // SAFETY: the caller's promise.
        unsafe { write_found(core, level, inst.d, &found[..steps]) };
    }
    true
}

/// [`compare_all`] if all lanes have the same operands: only the first may exchange the value.
///
/// # Safety
/// As for [`compare_all`].
#[inline(always)]
unsafe fn compare_alike<C: AtomicCell>(
    core: &mut Core<'_>,
    level: Level,
    inst: &Inst,
    cell: *mut u8,
    global: bool,
) {
    let first = core.first_lane();
    let (wanted, new): (C::W, C::W) =
        (core.lane(inst.b, first as usize), core.lane(inst.c, first as usize));
    let next = |old| if old == wanted { new } else { old };
    // SAFETY: the caller's promise.
    let old =
        unsafe { if global { C::update(cell, next) } else { C::update_exclusive(cell, next) } };
    if inst.d != u32::MAX {
        let found = [(next(old), core.mask), (old, 1 << first)];
        // SAFETY: the caller's promise.
        unsafe { write_found(core, level, inst.d, &found) };
    }
}

/// Returns the lanes whose word at `at` is `word`.
///
/// # Safety
/// The CPU has the level.
#[inline(always)]
unsafe fn matching<W: Word>(core: &Core<'_>, level: Level, at: u32, word: W) -> u32 {
    match level {
        Level::Plain => Bits(u32::MAX)
            .filter(|&lane| core.lane::<W>(at, lane) == word)
            .fold(0, |lanes, lane| lanes | 1 << lane),
        // SAFETY: the caller's promise.
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => unsafe { vector::matching(core, at, word) },
    }
}

/// Writes each word to its lanes of the plane at `at`.
///
/// # Safety
/// The CPU has the level.
#[inline(always)]
unsafe fn write_found<W: Word>(core: &mut Core<'_>, level: Level, at: u32, found: &[(W, u32)]) {
    match level {
        Level::Plain => {
            for &(word, lanes) in found {
                Bits(lanes).for_each(|lane| core.set_lane(at, lane, word));
            }
        }
        // SAFETY: the caller's promise.
        #[cfg(target_arch = "x86_64")]
        Level::Avx2 => unsafe { vector::write_found(core, at, found) },
    }
}
