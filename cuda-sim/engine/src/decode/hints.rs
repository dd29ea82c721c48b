//! Cache policies, which have no effect here: they are only checked.

use crate::code::Inst;
use crate::code::function::Constant;
use crate::decode::body::{Body, blank};
use crate::decode::facts::facts;
use crate::decode::modifiers::Modifiers;
use crate::decode::refusal::Decoded;
use crate::ops;
use crate::ptx::{Instruction, Type};

impl<'a> Body<'_, 'a> {
    /// Returns the instruction without its last operand, the policy of `.L2::cache_hint`; `None` if it has no hint.
    pub fn without_hint(&mut self, i: &Instruction<'a>) -> Decoded<Option<Instruction<'a>>> {
        const HINT: &str = "L2::cache_hint";
        if !i.modifiers.contains(&HINT) {
            return Ok(None);
        }
        let [operands @ .., policy] = i.operands.as_slice() else {
            return Err("expected a cache policy".into());
        };
        if !facts(i).is_some_and(|facts| facts.takes_policy) {
            return Err(format!("{} doesn't accept a cache policy", i.opcode).into());
        }
        if i.modifiers.iter().any(|word| word.starts_with("shared")) && i.opcode != "cp" {
            return Err("a cache policy isn't allowed for shared memory".into());
        }
        self.source(policy, Type::B64)?;
        Ok(Some(i.without(&[HINT], operands)))
    }

    /// `createpolicy`
    pub fn create_policy(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        let m = &mut mods;
        let kind = m.choice(&[("fractional", ()), ("range", ()), ("cvt", ())]);
        kind.ok_or("a policy is .fractional, .range or .cvt")?;
        for word in [
            "L2",
            "global",
            "L2::evict_last",
            "L2::evict_normal",
            "L2::evict_first",
            "L2::evict_unchanged",
        ] {
            // Both priorities may be the same.
            while m.flag(word) {}
        }
        let ty = m.need_ty()?;
        mods.finish()?;
        let d = self.destination(&i.operands[0], ty)?;
        let a = self.constant(Constant::Value(0), 2);
        let run = self.level.of::<ops::Copy<u64>>();
        self.emit(Inst { d, a, ..blank(run) });
        Ok(())
    }
}
