//! Decoding of warp-wide instructions, barriers and other synchronization.

use crate::code::Inst;
use crate::code::function::Constant;
use crate::code::level::Level;
use crate::decode::body::{Body, NEXT, blank};
use crate::decode::modifiers::Modifiers;
use crate::decode::refusal::Decoded;
use crate::decode::registers::words;
use crate::forms::Modifier;
use crate::ops;
use crate::ops::rare;
use crate::ptx::{Instruction, Operand, Register, Type};

impl<'a> Body<'_, 'a> {
    fn pair(&mut self, operand: &Operand<'a>, ty: Type) -> Decoded<(u32, u32)> {
        match operand {
            Operand::Pair(first, second) => {
                let mut place = |register: &Option<Register>, ty: Type| match register {
                    Some(register) => self.destination(&Operand::Register(*register), ty),
                    None => Ok(u32::MAX),
                };
                Ok((place(first, ty)?, place(second, Type::Pred)?))
            }
            operand => Ok((self.optional_destination(operand, ty)?, u32::MAX)),
        }
    }

    /// `shfl`
    pub fn shuffle(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        let modes =
            [(Modifier::Up, 0), (Modifier::Down, 1), (Modifier::Bfly, 2), (Modifier::Idx, 3)];
        let y = mods.choice(&modes).ok_or("shfl has no mode")?;
        let ty = mods.need_ty()?;
        let [to, value, lane, clamp, members @ ..] = i.operands.as_slice() else {
            return Err("operands are missing".into());
        };
        let (mut d, p) = self.pair(to, ty)?;
        if d == u32::MAX {
            d = self.temporary(1);
        }
        let (a, b) = (self.source(value, ty)?, self.source(lane, Type::U32)?);
        let c = self.source(clamp, Type::U32)?;
        let z = self.members(members)?;
        let run = match self.level {
            Level::Plain => rare::<ops::Shfl>(),
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => ops::shuffle,
        };
        self.waits = true;
        self.emit(Inst { d, a, b, c, y, z, x: ops::Collective::Shfl.with(p), ..blank(run) });
        Ok(())
    }

    /// Returns the place of the members of a `.sync`, which the others don't have.
    fn members(&mut self, operands: &[Operand<'a>]) -> Decoded<u32> {
        match operands {
            [members] => self.source(members, Type::U32),
            _ => Ok(u32::MAX),
        }
    }

    /// `vote`
    pub fn vote(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        let modes =
            [(Modifier::All, 0), (Modifier::Any, 1), (Modifier::Uni, 2), (Modifier::Ballot, 3)];
        let y = mods.choice(&modes).ok_or("vote has no mode")?;
        let ty = mods.need_ty()?;
        let [to, from, members @ ..] = i.operands.as_slice() else {
            return Err("operands are missing".into());
        };
        let d = self.destination(to, ty)?;
        let (a, b) = self.predicate(from)?;
        let z = self.members(members)?;
        let run = self.level.of::<ops::Vote>();
        self.waits = true;
        self.emit(Inst { d, a, b, y, z, x: ops::Collective::Vote.with(u32::MAX), ..blank(run) });
        Ok(())
    }

    /// `activemask`
    pub fn active_mask(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let d = self.destination(&i.operands[0], Type::B32)?;
        self.waits = true;
        self.emit(Inst { d, ..blank(rare::<ops::ActiveMask>()) });
        Ok(())
    }

    /// `elect`
    pub fn elect(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let (d, p) = self.pair(&i.operands[0], Type::B32)?;
        let z = self.source(&i.operands[1], Type::U32)?;
        self.waits = true;
        let x = ops::Collective::Elect.with(p);
        self.emit(Inst { d, z, x, ..blank(rare::<ops::Elect>()) });
        Ok(())
    }

    /// `match`
    pub fn match_lanes(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let all = i.has(Modifier::All);
        let ty = Modifiers::new(&i.modifiers).need_ty()?;
        let [to, value, members] = i.operands.as_slice() else {
            return Err("expected three operands".into());
        };
        let (d, p) = self.pair(to, Type::B32)?;
        if p != u32::MAX && !all {
            return Err("match.any has one result".into());
        }
        let d = if d == u32::MAX && !all { self.temporary(1) } else { d };
        let (a, z) = (self.source(value, ty)?, self.source(members, Type::U32)?);
        let (run, collective) = if words(ty) == 2 {
            (self.level.of::<ops::Match<u64>>(), ops::Collective::Match64)
        } else {
            (self.level.of::<ops::Match<u32>>(), ops::Collective::Match32)
        };
        self.waits = true;
        self.emit(Inst { d, a, y: u32::from(all), z, x: collective.with(p), ..blank(run) });
        Ok(())
    }

    /// `redux`
    pub fn redux(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        let operations = [
            (Modifier::Add, 0),
            (Modifier::Min, 1),
            (Modifier::Max, 2),
            (Modifier::And, 5),
            (Modifier::Or, 6),
            (Modifier::Xor, 7),
        ];
        let operation = mods.choice(&operations).ok_or("redux has no operation")?;
        let ty = mods.need_ty()?;
        let d = self.destination(&i.operands[0], ty)?;
        let a = self.source(&i.operands[1], ty)?;
        let z = self.source(&i.operands[2], Type::U32)?;
        let (run, y, collective) = if ty == Type::F32 {
            let (abs, nan) = (i.has(Modifier::Abs), i.has(Modifier::NaN));
            let y = u32::from(operation == 2) | u32::from(abs) << 1 | u32::from(nan) << 2;
            (rare::<ops::ReduxFloat>(), y, ops::Collective::ReduxFloat)
        } else {
            let signed = ty == Type::S32 && matches!(operation, 1 | 2);
            let y = operation + if signed { 2 } else { 0 };
            (self.level.of::<ops::Redux>(), y, ops::Collective::Redux)
        };
        self.waits = true;
        self.emit(Inst { d, a, y, z, x: collective.with(u32::MAX), ..blank(run) });
        Ok(())
    }

    /// `bar`, `barrier`.
    pub fn barrier(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        let m = &mut mods;
        self.waits = true;
        if i.has(Modifier::Warp) {
            let members = i.operands.first().ok_or("operands are missing")?;
            let z = self.source(members, Type::U32)?;
            self.emit(Inst {
                z,
                x: ops::Collective::SyncWarp.with(u32::MAX),
                ..blank(self.level.of::<ops::SyncWarp>())
            });
            return Ok(());
        }
        if i.has(Modifier::Cluster) {
            let run = if i.has(Modifier::Arrive) {
                rare::<ops::ClusterArrive>()
            } else {
                rare::<ops::ClusterWait>()
            };
            self.emit(Inst { x: NEXT, ..blank(run) });
            return Ok(());
        }
        m.flag(Modifier::Cta);
        m.flag(Modifier::Aligned);
        let operation = m
            .choice(&[(Modifier::Sync, 0), (Modifier::Arrive, 1), (Modifier::Red, 2)])
            .ok_or("a barrier needs .sync, .arrive or .red")?;
        let reduction = m.choice(&[(Modifier::Popc, 0), (Modifier::And, 1), (Modifier::Or, 2)]);
        let ty = m.ty();
        mods.finish()?;
        let mut operands = i.operands.as_slice();
        let mut inst = Inst { b: u32::MAX, x: NEXT, ..blank(rare::<ops::BarSync>()) };
        if operation == 2 {
            let reduction = reduction.ok_or("a barrier's reduction needs .popc, .and or .or")?;
            let [to, middle @ .., predicate] = operands else {
                return Err("operands are missing".into());
            };
            inst.run = rare::<ops::BarRed>();
            inst.d = self.destination(to, ty.unwrap_or(Type::Pred))?;
            let (c, negated) = self.predicate(predicate)?;
            inst.c = c;
            inst.y = reduction | negated << 2;
            operands = middle;
        } else if operation == 1 {
            inst.run = rare::<ops::BarArrive>();
        }
        inst.a = match operands.first() {
            Some(operand) => self.source(operand, Type::U32)?,
            None => self.constant(Constant::Value(0), 1),
        };
        if let Some(operand) = operands.get(1) {
            inst.b = self.source(operand, Type::U32)?;
        }
        self.emit(inst);
        Ok(())
    }

    /// `nanosleep`
    pub fn sleep(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        self.waits = true;
        let (a, d) = (self.source(&i.operands[0], Type::U32)?, self.temporary(2));
        self.emit(Inst { a, d, x: NEXT, ..blank(rare::<ops::Sleep>()) });
        Ok(())
    }

    /// `prefetch` and the like, which have no effect here but that their address must exist.
    pub fn prefetch(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let line = i.operands.first().ok_or("operands are missing")?;
        self.address(line).map(|_| ())
    }

    /// `isspacep`
    pub fn is_in_space(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let kinds = [
            (Modifier::Global, 0),
            (Modifier::Shared, 1),
            (Modifier::SharedCta, 1),
            (Modifier::Local, 2),
            (Modifier::Const, 3),
            (Modifier::Param, 4),
            (Modifier::ParamEntry, 4),
            (Modifier::SharedCluster, 5),
        ];
        let y = Modifiers::new(&i.modifiers).choice(&kinds).ok_or("isspacep has no space")?;
        let [to, from] = i.operands.as_slice() else {
            return Err("expected two operands".into());
        };
        let d = self.destination(to, Type::Pred)?;
        let a = match self.loose_source(from, Type::U64)? {
            (a, 1) => self.widened_word(a),
            (a, _) => a,
        };
        self.emit(Inst { d, a, y, ..blank(rare::<ops::Isspacep>()) });
        Ok(())
    }

    /// `mapa` and `getctarank`.
    pub fn map_address(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let ty = Modifiers::new(&i.modifiers).need_ty()?;
        let y = u32::from(!i.has(Modifier::SharedCluster)) | u32::from(words(ty) == 1) << 1;
        let a = self.source(&i.operands[1], ty)?;
        let (run, result, b) = match i.operands.get(2) {
            Some(rank) => {
                let run = match words(ty) {
                    1 => self.level.of::<ops::Mapa<u32>>(),
                    _ => self.level.of::<ops::Mapa<u64>>(),
                };
                (run, ty, self.source(rank, Type::U32)?)
            }
            None => (rare::<ops::Getctarank>(), Type::U32, 0),
        };
        let d = self.destination(&i.operands[0], result)?;
        self.emit(Inst { d, a, b, y, ..blank(run) });
        Ok(())
    }
}
