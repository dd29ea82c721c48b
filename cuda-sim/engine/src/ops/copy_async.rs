//! `cp.async`: copies from global to shared memory.

use crate::code::Inst;
use crate::device::fault_kind::Access;
use crate::numbers::lane::{Elem, Word};
use crate::ops::memory::{Regular, regular};
use crate::ops::op::Op;
use crate::state::core::{CONTINUE, Core, Next, STOP};
use crate::state::space::{Global, Shared};
use std::marker::PhantomData;

/// `cp.async`: copies `z` bytes from address `b` to shared address `a`; `c`, unless `u32::MAX`, is how many of them are
/// read, and the rest is zero; `y` the site. The copy is immediate, so waiting for it does nothing.
pub struct CopyAsync<A, B>(PhantomData<(A, B)>);

impl<A: Elem, B: Elem> Op for CopyAsync<A, B> {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        if copy_together::<A, B>(core, inst) {
            return CONTINUE;
        }
        let size = inst.z as usize;
        for lane in core.active() {
            let to = core
                .lane::<A::W>(inst.a, lane)
                .wide()
                .wrapping_add_signed(i64::from(inst.x as u32 as i32));
            let to = A::W::cut(to).wide();
            let from = core
                .lane::<B::W>(inst.b, lane)
                .wide()
                .wrapping_add_signed(i64::from((inst.x >> 32) as i32));
            let wanted =
                if inst.c == u32::MAX { size } else { core.lane::<u32>(inst.c, lane) as usize }
                    .min(size);
            let mut from_place = std::ptr::null();
            if wanted > 0 {
                let aligned = from & (u64::from(inst.z) - 1) == 0;
                let end = from.wrapping_add(inst.z.into());
                let known = aligned && end > from && core.reaches(inst.y, from, end, false);
                let place = if known {
                    Some(from as *mut u8)
                } else {
                    core.resolve::<Global>(lane, from, inst.z, Access::Load)
                };
                let Some(place) = place else { return STOP };
                from_place = place.cast_const();
            }
            let aligned = to & (u64::from(inst.z) - 1) == 0;
            let place = match aligned.then(|| core.shared_place(to, inst.z)).flatten() {
                Some(place) => Some(place),
                None => core.resolve::<Shared>(lane, to, inst.z, Access::Store),
            };
            let Some(place) = place else { return STOP };
            // SAFETY: `size` bytes were found writable there, and readable at the source if any are read. They don't
            // overlap, because only one is shared memory.
            unsafe {
                match (wanted == size, size) {
                    (true, 4) => place.cast::<[u8; 4]>().write(from_place.cast::<[u8; 4]>().read()),
                    (true, 8) => place.cast::<[u8; 8]>().write(from_place.cast::<[u8; 8]>().read()),
                    (true, 16) => {
                        place.cast::<[u8; 16]>().write(from_place.cast::<[u8; 16]>().read())
                    }
                    _ => {
                        std::ptr::write_bytes(place, 0, size);
                        std::ptr::copy_nonoverlapping(from_place, place, wanted);
                    }
                }
            }
        }
        CONTINUE
    }
}

/// Copies for all lanes at once if all are active, and both their sources and their destinations are consecutive.
#[inline(always)]
fn copy_together<A: Elem, B: Elem>(core: &Core<'_>, inst: &Inst) -> bool {
    if core.mask != u32::MAX {
        return false;
    }
    if inst.c != u32::MAX {
        // If a size is given, it is usually that of the copy.
        let wanted = core.plane::<u32>(inst.c);
        if !wanted.iter().fold(true, |all, &bytes| all & (bytes >= inst.z)) {
            return false;
        }
    }
    let size = u64::from(inst.z);
    let offset = |bits: u64| i64::from(bits as u32 as i32) as u64;
    let to = Inst { x: offset(inst.x), ..*inst };
    let from = Inst { a: inst.b, x: offset(inst.x >> 32), ..*inst };
    let Some(Regular::Consecutive(from)) = regular::<Global, B>(core, &from, size, false) else {
        return false;
    };
    let Some(Regular::Consecutive(to)) = regular::<Shared, A>(core, &to, size, true) else {
        return false;
    };
    // SAFETY: all 32 lanes' sources were found readable and their destinations writable; only one is shared memory, so
    // they don't overlap.
    unsafe {
        std::ptr::copy_nonoverlapping(from as *const u8, to as *mut u8, 32 * size as usize);
    }
    true
}
