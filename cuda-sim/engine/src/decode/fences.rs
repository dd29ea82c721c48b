//! Removes fences that an atomic operation next to them makes superfluous.

use super::body::{Body, blank};
use crate::ops::{self, EXCHANGES_ARE_FENCES, rare};
use crate::ptx::Instruction;

impl<'a> Body<'_, 'a> {
    /// Adds a fence, unless all earlier accesses are ordered already.
    pub(super) fn fence(&mut self, i: &Instruction<'a>) {
        if self.ordered {
            return;
        }
        self.emit(blank(rare::<ops::Fence>()));
        if i.guard.is_none() {
            self.last_fence = Some(self.parts.insts.len());
        }
    }

    /// Removes the fence directly before atomic operation `i`, which then does the fence's work. Returns `true` if there
    /// was one.
    pub(super) fn take_fence(&mut self, i: &Instruction<'a>) -> bool {
        let last = self.parts.insts.len().checked_sub(1);
        let found = EXCHANGES_ARE_FENCES && i.guard.is_none() && last.is_some();
        let found = found && self.last_fence.take() == last;
        if found {
            self.parts.insts.pop();
            self.parts.places.pop();
        }
        found
    }

    /// Records whether all accesses are ordered after `i`: they are if memory wasn't accessed after the last atomic
    /// operation on global memory.
    pub(super) fn order_after(&mut self, i: &Instruction<'a>) {
        let (global, wide) = (
            i.modifiers.contains(&"global"),
            i.modifiers.contains(&"b128"),
        );
        self.ordered = match i.opcode {
            "atom" | "red" => EXCHANGES_ARE_FENCES && global && !wide && i.guard.is_none(),
            "setp" | "selp" | "mov" | "bra" | "membar" | "fence" => self.ordered,
            _ => false,
        };
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::EXCHANGES_ARE_FENCES;
    use crate::DeviceModel;
    use crate::decode::decode;

    /// Returns the number of instructions of a kernel with this body.
    fn length(body: &str) -> usize {
        let ptx = format!(
            ".version 8.3\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 word)\n{{\n\
             .reg .pred %p<2>;\n.reg .b32 %r<4>;\n.reg .b64 %rd<2>;\nld.param.u64 %rd1, [word];\n{body}\nret;\n}}\n"
        );
        let decoded = decode(&ptx, &DeviceModel::default()).unwrap();
        decoded.code.insts.len()
    }

    #[test]
    fn a_fence_is_only_removed_next_to_an_atomic_operation() {
        let atom = "atom.global.add.u32 %r1, [%rd1], 1;";
        let load = "ld.global.u32 %r2, [%rd1];";
        let repeat = "setp.lt.u32 %p1, %r1, 9;\n@%p1 bra AGAIN;";
        for (before, after, is_removed) in [
            ("", atom.to_owned(), true),
            (atom, String::new(), true),
            (atom, load.to_owned(), true),
            ("", format!("{load}\n{atom}"), false),
            (load, String::new(), false),
            ("", format!("AGAIN:\n{atom}\n{repeat}"), false),
            ("AGAIN:", format!("{atom}\n{repeat}"), true),
            (
                &format!("{atom}\nAGAIN:"),
                format!("{load}\n{repeat}"),
                false,
            ),
        ] {
            let with = length(&format!("{before}\nmembar.gl;\n{after}"));
            let without = length(&format!("{before}\n{after}"));
            let added = usize::from(!is_removed || !EXCHANGES_ARE_FENCES);
            assert_eq!(with - without, added, "{before} {after}");
        }
    }
}
