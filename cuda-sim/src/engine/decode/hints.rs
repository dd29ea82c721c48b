//! Cache policies, of which the software device has none: they are checked, and change nothing.

use super::super::code::Inst;
use super::super::function::Constant;
use super::super::ops;
use super::body::{Body, Decoded, blank};
use super::modifiers::Modifiers;
use crate::ptx::{Instruction, Type};

impl<'a> Body<'_, 'a> {
    /// Returns the instruction without the policy that is its last operand, as `.L2::cache_hint` says; `None` if that
    /// doesn't exist.
    pub fn without_hint(&mut self, i: &Instruction<'a>) -> Decoded<Option<Instruction<'a>>> {
        const HINT: &str = "L2::cache_hint";
        if !i.modifiers.contains(&HINT) {
            return Ok(None);
        }
        let [operands @ .., policy] = i.operands.as_slice() else {
            return Err("a cache policy is wanted".into());
        };
        if !matches!(i.opcode, "ld" | "st" | "atom" | "red" | "cp") {
            return Err(format!("{} has no cache policy", i.opcode));
        }
        if i.modifiers.iter().any(|word| word.starts_with("shared")) && i.opcode != "cp" {
            self.invalid = true;
            return Err("shared memory has no cache policy".into());
        }
        self.source(policy, Type::B64)?;
        Ok(Some(i.without(&[HINT], operands)))
    }

    /// `createpolicy`
    pub fn create_policy(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        let m = &mut mods;
        let counts = m.choice(&[("fractional", [1, 2]), ("range", [4, 4]), ("cvt", [2, 2])]);
        let counts = counts.ok_or("a policy is .fractional, .range or .cvt")?;
        for word in [
            "L2",
            "global",
            "L2::evict_last",
            "L2::evict_normal",
            "L2::evict_first",
            "L2::evict_unchanged",
        ] {
            m.flag(word);
        }
        let ty = m.need_ty()?;
        mods.finish()?;
        if !counts.contains(&i.operands.len()) {
            return Err(format!(
                "{} operands are too few or too many",
                i.operands.len()
            ));
        }
        let d = self.destination(&i.operands[0], ty)?;
        let a = self.constant(Constant::Value(0), 2);
        let run = self.level.of::<ops::Copy<u64>>();
        self.emit(Inst { d, a, ..blank(run) });
        Ok(())
    }
}
