//! What tells the detector of races, and the counters, about other instructions.

use crate::code::Inst;
use crate::observe::count::count;
use crate::observe::observe;
use crate::ops::op::Op;
use crate::state::core::{CONTINUE, Core, Next, STOP};

/// Tells the detector about what `y` of [`Code::watches`](crate::code::Code::watches) says, before or after it is executed.
pub struct Watched<const AFTER: bool>;
impl<const AFTER: bool> Op for Watched<AFTER> {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        if !AFTER && core.chooser.is_some() && core.interleave_at(inst.y) != CONTINUE {
            return STOP;
        }
        observe(core, inst.y, AFTER)
    }
}

/// Counts what `y` of [`Code::counted`](crate::code::Code::counted) says.
pub struct Count;
impl Op for Count {
    fn run(core: &mut Core<'_>, inst: &Inst) -> Next {
        count(core, inst.y)
    }
}
