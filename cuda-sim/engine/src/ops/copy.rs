//! Copies of registers.

use crate::code::Inst;
use crate::numbers::lane::{Elem, Word};
use crate::ops::op::{Op, map1, with_vectors};
#[cfg(target_arch = "x86_64")]
use crate::ops::vector;
use crate::state::core::{Core, Next};

/// Copies a plane.
pub struct Copy<W>(std::marker::PhantomData<W>);

impl<W: Word + Elem<W = W>> Op for Copy<W> {
    #[inline(always)]
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        with_vectors!(core, inst, vector::copy::<W>);
        map1::<W, W>(core, inst, |a| a)
    }
}
