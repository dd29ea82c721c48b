//! Atomic operations on 128 bits.

use crate::code::Inst;
use crate::device::fault_kind::Access;
use crate::numbers::lane::{Elem, Word};
use crate::ops::op::Op;
use crate::ops::several_words::{read_whole, write_whole};
use crate::state::core::{CONTINUE, Core, Next, STOP};
use crate::state::space::Space;
use parking_lot::Mutex;
use std::marker::PhantomData;

/// Held while 128 bits are compared and replaced, where the CPU has no instruction for it.
static LOCK: Mutex<()> = Mutex::new(());

/// An operation on 128 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum WideKind {
    /// `ld` with a memory order.
    Load,
    /// `st` with a memory order.
    Store,
    /// `atom.exch`
    Exchange,
    /// `atom.cas`
    CompareAndSwap,
}

/// `atom`, and `ld` and `st` with a memory order, of 128 bits: address `a`, operands `b` and `c`, old value to `d`
/// unless that is `u32::MAX`; `y` the [`WideKind`]. A register consists of two planes, the lower half first.
pub struct WideAtomic<S, A>(PhantomData<(S, A)>);

fn wide(core: &Core<'_>, at: u32, lane: usize) -> u128 {
    let half = |at| u128::from(core.lane::<u64>(at, lane));
    half(at + 64) << 64 | half(at)
}

impl<S: Space, A: Elem> Op for WideAtomic<S, A> {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        let is = |kind: WideKind| inst.y == kind as u32;
        let access = if is(WideKind::Load) {
            Access::Load
        } else if is(WideKind::Store) {
            Access::Store
        } else {
            Access::Atomic
        };
        for lane in core.active() {
            let base = core.lane::<A::W>(inst.a, lane).wide();
            let address = A::W::cut(base.wrapping_add(inst.x)).wide();
            let Some(place) = core.resolve::<S>(lane, address, 16, access) else {
                return STOP;
            };
            let mut old;
            if is(WideKind::CompareAndSwap) {
                old = replace(place, wide(core, inst.b, lane), wide(core, inst.c, lane));
            } else {
                old = load(place);
            }
            if is(WideKind::Store) || is(WideKind::Exchange) {
                let new = wide(core, inst.b, lane);
                loop {
                    let found = replace(place, old, new);
                    if found == old {
                        break;
                    }
                    old = found;
                }
            }
            if inst.d != u32::MAX {
                core.set_lane(inst.d, lane, old as u64);
                core.set_lane(inst.d + 64, lane, (old >> 64) as u64);
            }
        }
        CONTINUE
    }
}

fn whole(place: *mut u8) -> u128 {
    let [low, high] = read_whole::<u64, 2>(place as u64);
    u128::from(high) << 64 | u128::from(low)
}

/// Whether the CPU compares and replaces 16 bytes at once.
fn has_instruction() -> bool {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    return is_x86_feature_detected!("cmpxchg16b");
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    false
}

/// Reads 16 bytes that were checked.
fn load(place: *mut u8) -> u128 {
    let _alone = (!has_instruction()).then(|| LOCK.lock());
    whole(place)
}

/// Writes 16 bytes that were checked if they are `old`; returns what they were.
fn replace(place: *mut u8, old: u128, new: u128) -> u128 {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if has_instruction() {
        let (low, high): (u64, u64);
        // SAFETY: `resolve` found 16 aligned bytes of live, writable memory, and the CPU has the instruction. Its `rbx`,
        // which the compiler keeps for itself, is exchanged twice; only the operand that it is exchanged with may be
        // `rbx`, too, and the others have registers of their own. The intrinsic isn't used because LLVM inlines it into
        // functions without the feature, where it becomes a call of a function that doesn't exist.
        unsafe {
            std::arch::asm!(
                "xchg {low}, rbx",
                "lock cmpxchg16b [rdi]",
                "mov rbx, {low}",
                low = inout(reg) new as u64 => _,
                in("rdi") place,
                in("rcx") (new >> 64) as u64,
                inout("rax") old as u64 => low,
                inout("rdx") (old >> 64) as u64 => high,
                options(nostack),
            );
        }
        return u128::from(high) << 64 | u128::from(low);
    }
    let _alone = LOCK.lock();
    let found = whole(place);
    if found == old {
        write_whole(place as u64, [new as u64, (new >> 64) as u64]);
    }
    found
}
