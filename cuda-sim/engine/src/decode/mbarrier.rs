//! Decoding of memory barriers (`mbarrier`) and bulk copies.

use crate::code::Inst;
use crate::code::function::Constant;
use crate::decode::atomic::OPERATIONS;
use crate::decode::body::{AddressOperand, Body, blank};
use crate::decode::fences::Ordered;
use crate::decode::modifiers::Modifiers;
use crate::decode::refusal::Decoded;
use crate::forms::{Modifier, Opcode};
use crate::ops;
use crate::ops::{MbarrierKind, rare};
use crate::ptx::{Instruction, Operand, StateSpace, Type};

impl<'a> Body<'_, 'a> {
    /// `mbarrier`
    pub fn mbarrier(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        if i.has(Modifier::PendingCount) {
            return self.pending_count(i);
        }
        let words = [
            (Modifier::Init, MbarrierKind::Init),
            (Modifier::Inval, MbarrierKind::Invalidate),
            (Modifier::ArriveDrop, MbarrierKind::ArriveDrop),
            (Modifier::Arrive, MbarrierKind::Arrive),
            (Modifier::ExpectTx, MbarrierKind::Expect),
            (Modifier::CompleteTx, MbarrierKind::Complete),
            (Modifier::TestWait, MbarrierKind::Wait),
            (Modifier::TryWait, MbarrierKind::Wait),
        ];
        let kind = mods.choice(&words).ok_or("unknown operation on barriers")?;
        let kind = match kind {
            MbarrierKind::Arrive if i.has(Modifier::ExpectTx) => MbarrierKind::ArriveExpect,
            MbarrierKind::ArriveDrop if i.has(Modifier::ExpectTx) => MbarrierKind::ArriveDropExpect,
            MbarrierKind::Wait if i.has(Modifier::Parity) => MbarrierKind::WaitParity,
            kind => kind,
        };
        let space = mods.space();
        let mut operands = i.operands.as_slice();
        let mut inst = Inst {
            b: u32::MAX,
            d: u32::MAX,
            y: kind as u32,
            ..blank(self.level.of::<ops::Mbarrier<u64>>())
        };
        let waits = matches!(kind, MbarrierKind::Wait | MbarrierKind::WaitParity);
        if let [first, rest @ ..] = operands
            && !matches!(first, Operand::Address(_))
        {
            inst.d = if waits {
                self.destination(first, Type::Pred)?
            } else {
                self.optional_destination(first, Type::B64)?
            };
            operands = rest;
        }
        let [memory, rest @ ..] = operands else {
            return Err("operands are missing".into());
        };
        let target = self.address(memory)?;
        match (kind, rest) {
            (MbarrierKind::Wait, [state, ..]) => inst.c = self.source(state, Type::B64)?,
            (MbarrierKind::WaitParity, [parity, ..]) => inst.c = self.source(parity, Type::U32)?,
            (_, [count]) => inst.b = self.source(count, Type::U32)?,
            (_, []) if !waits => {}
            _ => return Err("unexpected number of operands".into()),
        }
        if waits && inst.d == u32::MAX {
            return Err("the result of a wait must be a predicate".into());
        }
        self.at_barrier(&mut inst, &target, space)?;
        self.waits = waits;
        self.emit(inst);
        Ok(())
    }

    /// Decodes `mbarrier.pending_count`, which returns the lowest bits of a state.
    fn pending_count(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let d = self.destination(&i.operands[0], Type::U32)?;
        let state = self.source(&i.operands[1], Type::B64)?;
        let a = self.lower_word(state);
        let b = self.constant(Constant::Value(ops::PENDING), 1);
        let run = self.level.of::<ops::And<u32>>();
        self.emit(Inst { d, a, b, ..blank(run) });
        Ok(())
    }

    fn at_barrier(
        &self,
        inst: &mut Inst,
        target: &AddressOperand,
        space: StateSpace,
    ) -> Decoded<()> {
        inst.a = target.at;
        inst.x = target.offset as u64;
        inst.z = u32::from(space == StateSpace::Generic);
        if !target.wide {
            inst.run = self.level.of::<ops::Mbarrier<u32>>();
        }
        match space {
            StateSpace::Generic | StateSpace::Shared | StateSpace::SharedCluster => Ok(()),
            _ => Err("a barrier must be in shared memory".into()),
        }
    }

    /// Adds the offset to an address.
    pub(super) fn summed(&mut self, target: AddressOperand) -> AddressOperand {
        if target.offset == 0 {
            return target;
        }
        let (words, run) = if target.wide {
            (2, self.level.of::<ops::Add<u64>>())
        } else {
            (1, self.level.of::<ops::Add<u32>>())
        };
        let d = self.temporary(words);
        let b = self.constant(Constant::Value(target.offset as u64), words as u8);
        self.emit(Inst { d, a: target.at, b, ..blank(run) });
        AddressOperand { at: d, offset: 0, ..target }
    }

    /// `cp.async.bulk`, `cp.reduce.async.bulk`
    pub fn copy_bulk(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        let m = &mut mods;
        let (to, from) = (m.space(), m.space());
        let counted = i.has(Modifier::MbarrierCompleteTxBytes);
        let mut reduction = 0;
        if i.has(Modifier::Reduce) {
            let operation = m.choice(&OPERATIONS).filter(|operation| !matches!(operation, 1 | 2));
            let operation = operation
                .ok_or("a bulk reduction needs .add, .min, .max, .and, .or, .xor, .inc or .dec")?;
            reduction = self.reduction(operation, m.need_ty()?)? + 1;
        }
        let multicast = i.has(Modifier::MulticastCluster);
        let (a, b) = (self.address(&i.operands[0])?, self.address(&i.operands[1])?);
        let c = self.source(&i.operands[2], Type::U32)?;
        let barrier = if counted { Some(self.address(&i.operands[3])?) } else { None };
        let (a, b) = (self.summed(a), self.summed(b));
        let barrier = barrier.map(|target| self.summed(target));
        let shared =
            |space| u32::from(matches!(space, StateSpace::Shared | StateSpace::SharedCluster));
        let barrier_wide = barrier.as_ref().is_some_and(|target| target.wide);
        let y = shared(to)
            | shared(from) << 1
            | u32::from(a.wide) << 2
            | u32::from(b.wide) << 3
            | u32::from(barrier_wide) << 4
            | u32::from(multicast) << 5;
        let x = match i.operands.get(4) {
            Some(mask) => self.source(mask, Type::U16)?.into(),
            None => 0,
        };
        let d = barrier.map_or(u32::MAX, |target| target.at);
        self.emit(Inst {
            a: a.at,
            b: b.at,
            c,
            d,
            y,
            z: reduction,
            x,
            ..blank(rare::<ops::CopyBulk>())
        });
        Ok(())
    }

    /// Decodes `st.async` and `red.async`: the same as without `.async`, and a barrier counts the bytes.
    pub fn store_async(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        const ASYNC: [Modifier<'static>; 2] = [Modifier::Async, Modifier::MbarrierCompleteTxBytes];
        let counted = i.modifiers.contains(&ASYNC[1]);
        let [memory, value, rest @ ..] = i.operands.as_slice() else {
            return Err("operands are missing".into());
        };
        let plain = i.without(&ASYNC, &[memory.clone(), value.clone()]);
        if i.opcode == Opcode::St {
            self.access(&plain)?;
        } else {
            self.atomic(&plain)?;
            // The barrier is in memory, too.
            self.ordered = Ordered::Unknown;
        }
        let [barrier] = rest else {
            return Ok(());
        };
        // Nothing counts it.
        if !counted {
            return self.address(barrier).map(|_| ());
        }
        let mut mods = Modifiers::new(&plain.modifiers);
        let (space, vector, ty) = (mods.space(), mods.vector(), mods.need_ty()?);
        let bytes = Constant::Value(vector as u64 * u64::from(ty.size()));
        let target = self.address(barrier)?;
        let mut inst = Inst {
            b: self.constant(bytes, 1),
            d: u32::MAX,
            y: MbarrierKind::Complete as u32,
            ..blank(self.level.of::<ops::Mbarrier<u64>>())
        };
        self.at_barrier(&mut inst, &target, space)?;
        self.emit(inst);
        Ok(())
    }

    /// `cp.async.mbarrier.arrive`
    pub fn arrive_after_copies(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        // With .noinc, this is one of the expected arrivals; without it, the number of expected arrivals is first
        // incremented.
        let kind =
            if i.has(Modifier::Noinc) { MbarrierKind::Arrive } else { MbarrierKind::Nothing };
        let space = Modifiers::new(&i.modifiers).space();
        let target = self.address(i.operands.first().ok_or("operands are missing")?)?;
        let mut inst = Inst {
            b: u32::MAX,
            d: u32::MAX,
            y: kind as u32,
            ..blank(self.level.of::<ops::Mbarrier<u64>>())
        };
        self.at_barrier(&mut inst, &target, space)?;
        self.emit(inst);
        Ok(())
    }
}
