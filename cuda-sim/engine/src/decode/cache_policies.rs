//! Cache policies, which have no effect here: they are only checked.

use crate::code::Inst;
use crate::code::function::Constant;
use crate::decode::body::{Body, blank};
use crate::decode::refusal::Decoded;
use crate::forms::{Modifier, Opcode};
use crate::ops;
use crate::ptx::{Instruction, StateSpace, Type};

impl<'a> Body<'_, 'a> {
    /// Returns the instruction without its last operand, the policy of `.L2::cache_hint`; `None` if it has no hint.
    pub fn without_hint(&mut self, i: &Instruction<'a>) -> Decoded<Option<Instruction<'a>>> {
        if !i.has(Modifier::L2CacheHint) {
            return Ok(None);
        }
        let [operands @ .., policy] = i.operands.as_slice() else {
            return Err("expected a cache policy".into());
        };
        if !i.facts().is_some_and(|facts| facts.takes_policy) {
            return Err(format!("{} doesn't accept a cache policy", i.opcode).into());
        }
        if i.modifiers.iter().any(|modifier| is_shared(*modifier)) && i.opcode != Opcode::Cp {
            return Err("a cache policy isn't allowed for shared memory".into());
        }
        self.source(policy, Type::B64)?;
        Ok(Some(i.without(&[Modifier::L2CacheHint], operands)))
    }

    /// `createpolicy`
    pub fn create_policy(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let d = self.destination(&i.operands[0], Type::B64)?;
        let a = self.constant(Constant::Value(0), 2);
        let run = self.level.of::<ops::Copy<u64>>();
        self.emit(Inst { d, a, ..blank(run) });
        Ok(())
    }
}

fn is_shared(modifier: Modifier<'_>) -> bool {
    let space = StateSpace::of(modifier);
    matches!(space, Some(StateSpace::Shared | StateSpace::SharedCluster))
}
