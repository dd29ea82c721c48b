//! Programs that are counted: an instruction before each one counts it.

use crate::code::Inst;
use crate::code::counts::Counted;
use crate::code::counts::InstructionKind;
use crate::code::place::Place;
use crate::decode::body::{Body, blank};
use crate::decode::refusal::Decoded;
use crate::ops;
use crate::ops::rare;
use crate::ptx::{Instruction, Type};

impl<'a> Body<'_, 'a> {
    /// Adds the instruction that counts `i` before it is executed or skipped, if the program is counted.
    pub(super) fn count_next(&mut self, i: &Instruction<'a>, place: Place) -> Decoded<()> {
        if !self.parts.observers.counters {
            return Ok(());
        }
        let guard = match i.guard {
            Some((register, negated)) => Some((self.register(register)?, negated)),
            None => None,
        };
        let action = self.action(i)?;
        let index = self.parts.counted.len() as u32;
        self.parts.counted.push(Counted { place, kind: kind_of(i), guard, action });
        self.emit(Inst { y: index, ..blank(rare::<ops::Count>()) });
        // Without the guard, because those that skip the instruction count, too.
        for inst in std::mem::take(&mut self.pending) {
            self.parts.push(inst, place);
        }
        Ok(())
    }
}

fn kind_of(i: &Instruction<'_>) -> InstructionKind {
    use InstructionKind::*;
    let has = |word: &str| i.modifiers.contains(&word);
    let of_type = || {
        let mut types = i.modifiers.iter().filter_map(|word| Type::from_name(word));
        // `set.s32.lt.f32` compares its last type.
        match types.next_back() {
            Some(ty) if ty.is_float() => Float,
            _ => Integer,
        }
    };
    match i.opcode {
        "cvt" => Conversion,
        "mov" | "selp" | "slct" | "cvta" | "movmatrix" => Move,
        "cp" if has("commit_group") || has("wait_group") || has("wait_all") || has("mbarrier") => {
            Synchronization
        }
        "ld" | "ldu" | "st" | "atom" | "red" | "cp" | "prefetch" | "prefetchu" | "discard"
        | "applypriority" | "ldmatrix" | "stmatrix" | "multimem" | "tensormap" => Memory,
        "wmma" if has("load") || has("store") => Memory,
        "wgmma" if !has("mma_async") => Synchronization,
        "mma" | "wmma" | "wgmma" | "tcgen05" => Matrix,
        "tex" | "tld4" | "txq" | "suld" | "sust" | "sured" | "suq" => Texture,
        "bra" | "brx" | "call" | "ret" | "exit" | "trap" | "brkpt" => Control,
        "bar" | "barrier" | "membar" | "fence" | "mbarrier" | "nanosleep" | "griddepcontrol" => {
            Synchronization
        }
        "shfl" | "vote" | "match" | "redux" | "activemask" | "elect" => Warp,
        "createpolicy"
        | "pmevent"
        | "setmaxnreg"
        | "isspacep"
        | "mapa"
        | "getctarank"
        | "istypep"
        | "alloca"
        | "stacksave"
        | "stackrestore"
        | "clusterlaunchcontrol" => Other,
        "rcp" | "sqrt" | "rsqrt" | "sin" | "cos" | "lg2" | "ex2" | "tanh" | "copysign"
        | "testp" => Float,
        _ => of_type(),
    }
}
