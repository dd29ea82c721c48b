//! Atomic operations on 128 bits.

use super::Op;
use crate::code::Inst;
use crate::core::{CONTINUE, Core, Next, STOP};
use crate::fault_kind::Access;
use crate::lane::{Elem, Word};
use crate::space::Space;
use parking_lot::Mutex;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};

/// Held while 128 bits are read or changed at once, which not every CPU can do.
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

fn wide(core: &Core<'_>, at: u32, lane: usize) -> [u64; 2] {
    [core.lane::<u64>(at, lane), core.lane::<u64>(at + 64, lane)]
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
            let place = place.cast::<u64>();
            // SAFETY: `resolve` found 16 aligned bytes of live memory, which others may only use with atomic
            // operations.
            let halves = unsafe { [0, 1].map(|half| AtomicU64::from_ptr(place.add(half))) };
            let alone = LOCK.lock();
            let old = halves.map(|half| half.load(Ordering::Acquire));
            let new = if is(WideKind::Load) {
                None
            } else if is(WideKind::CompareAndSwap) {
                (old == wide(core, inst.b, lane)).then(|| wide(core, inst.c, lane))
            } else {
                Some(wide(core, inst.b, lane))
            };
            if let Some(new) = new {
                halves[0].store(new[0], Ordering::Release);
                halves[1].store(new[1], Ordering::Release);
            }
            drop(alone);
            if inst.d != u32::MAX {
                core.set_lane(inst.d, lane, old[0]);
                core.set_lane(inst.d + 64, lane, old[1]);
            }
        }
        CONTINUE
    }
}
