//! Decoding of warp-wide instructions, barriers and other synchronization.

use crate::code::Inst;
use crate::code::function::Constant;
use crate::code::level::Level;
use crate::decode::body::{Body, NEXT, blank};
use crate::decode::modifiers::Modifiers;
use crate::decode::refusal::Decoded;
use crate::decode::registers::words;
use crate::forms::{Modifier, Opcode};
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

    /// Returns `true` if the instruction has `.sync`, which recent PTX for recent architectures requires.
    fn synchronizes(&self, i: &Instruction<'a>, mods: &mut Modifiers<'_>) -> Decoded<bool> {
        let sync = mods.flag(Modifier::Sync);
        if !sync && self.symbols.target >= 70 && self.symbols.version >= (6, 4) {
            return Err(format!("{} needs .sync from sm_70 on", i.opcode).into());
        }
        Ok(sync)
    }

    /// `shfl`
    pub fn shuffle(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        let sync = self.synchronizes(i, &mut mods)?;
        let mode = mods
            .choice(&[
                (Modifier::Up, 0),
                (Modifier::Down, 1),
                (Modifier::Bfly, 2),
                (Modifier::Idx, 3),
            ])
            .ok_or("shfl has no mode")?;
        let ty = mods.need_ty()?;
        mods.finish()?;
        let count = if sync { 5 } else { 4 };
        if i.operands.len() != count {
            return Err(format!("expected {count} operands, found {}", i.operands.len()).into());
        }
        let (mut d, p) = self.pair(&i.operands[0], ty)?;
        if d == u32::MAX {
            d = self.temporary(1);
        }
        let a = self.source(&i.operands[1], ty)?;
        let (b, c) =
            (self.source(&i.operands[2], Type::U32)?, self.source(&i.operands[3], Type::U32)?);
        let z = if sync { self.source(&i.operands[4], Type::U32)? } else { u32::MAX };
        let run = match self.level {
            Level::Plain => rare::<ops::Shfl>(),
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => ops::shuffle,
        };
        self.waits = true;
        self.emit(Inst { d, a, b, c, y: mode, z, x: ops::Collective::Shfl.with(p), ..blank(run) });
        Ok(())
    }

    /// `vote`
    pub fn vote(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        let sync = self.synchronizes(i, &mut mods)?;
        let mode = mods
            .choice(&[
                (Modifier::All, 0),
                (Modifier::Any, 1),
                (Modifier::Uni, 2),
                (Modifier::Ballot, 3),
            ])
            .ok_or("vote has no mode")?;
        let ty = mods.need_ty()?;
        mods.finish()?;
        let [to, from, rest @ ..] = i.operands.as_slice() else {
            return Err("operands are missing".into());
        };
        let d = self.destination(to, ty)?;
        let (a, b) = self.predicate(from)?;
        let z = match rest {
            [members] if sync => self.source(members, Type::U32)?,
            [] if !sync => u32::MAX,
            _ => return Err("unexpected number of operands".into()),
        };
        self.waits = true;
        self.emit(Inst {
            d,
            a,
            b,
            y: mode,
            z,
            x: ops::Collective::Vote.with(u32::MAX),
            ..blank(self.level.of::<ops::Vote>())
        });
        Ok(())
    }

    /// `match`, `redux`, `activemask`, `elect`.
    pub fn warp_wide(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        let m = &mut mods;
        if !m.flag(Modifier::Sync) && i.opcode != Opcode::Activemask {
            return Err(format!("{} needs .sync", i.opcode).into());
        }
        self.waits = true;
        match i.opcode {
            Opcode::Activemask => {
                m.need_ty()?;
                mods.finish()?;
                let d =
                    self.destination(i.operands.first().ok_or("operands are missing")?, Type::B32)?;
                self.emit(Inst { d, ..blank(rare::<ops::ActiveMask>()) });
            }
            Opcode::Elect => {
                mods.finish()?;
                let [to, members] = i.operands.as_slice() else {
                    return Err("expected two operands".into());
                };
                let (d, p) = self.pair(to, Type::B32)?;
                if p == u32::MAX {
                    return Err("the second result of elect is a predicate".into());
                }
                let z = self.source(members, Type::U32)?;
                self.emit(Inst {
                    d,
                    z,
                    x: ops::Collective::Elect.with(p),
                    ..blank(rare::<ops::Elect>())
                });
            }
            Opcode::Match => {
                let all = m
                    .choice(&[(Modifier::Any, 0), (Modifier::All, 1)])
                    .ok_or("match needs .any or .all")?;
                let ty = m.need_ty()?;
                mods.finish()?;
                let [to, value, members] = i.operands.as_slice() else {
                    return Err("expected three operands".into());
                };
                let (d, p) = self.pair(to, Type::B32)?;
                if p != u32::MAX && all == 0 {
                    return Err("match.any has one result".into());
                }
                let d = if d == u32::MAX && all == 0 { self.temporary(1) } else { d };
                let (a, z) = (self.source(value, ty)?, self.source(members, Type::U32)?);
                let (run, collective) = if words(ty) == 2 {
                    (self.level.of::<ops::Match<u64>>(), ops::Collective::Match64)
                } else {
                    (self.level.of::<ops::Match<u32>>(), ops::Collective::Match32)
                };
                self.emit(Inst { d, a, y: all, z, x: collective.with(p), ..blank(run) });
            }
            _ => {
                let operation = m.choice(&[
                    (Modifier::Add, 0),
                    (Modifier::Min, 1),
                    (Modifier::Max, 2),
                    (Modifier::And, 5),
                    (Modifier::Or, 6),
                    (Modifier::Xor, 7),
                ]);
                let operation: u32 = operation.ok_or("redux has no operation")?;
                let (abs, nan) = (m.flag(Modifier::Abs), m.flag(Modifier::NaN));
                let ty = m.need_ty()?;
                mods.finish()?;
                let [to, value, members] = i.operands.as_slice() else {
                    return Err("expected three operands".into());
                };
                let d = self.destination(to, ty)?;
                let (a, z) = (self.source(value, ty)?, self.source(members, Type::U32)?);
                if ty == Type::F32 {
                    let y = u32::from(operation == 2) | u32::from(abs) << 1 | u32::from(nan) << 2;
                    self.emit(Inst {
                        d,
                        a,
                        y,
                        z,
                        x: ops::Collective::ReduxFloat.with(u32::MAX),
                        ..blank(rare::<ops::ReduxFloat>())
                    });
                    return Ok(());
                }
                let signed = ty == Type::S32 && matches!(operation, 1 | 2);
                self.emit(Inst {
                    d,
                    a,
                    y: operation + if signed { 2 } else { 0 },
                    z,
                    x: ops::Collective::Redux.with(u32::MAX),
                    ..blank(self.level.of::<ops::Redux>())
                });
            }
        }
        Ok(())
    }

    /// `bar`, `barrier`.
    pub fn barrier(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        let m = &mut mods;
        self.waits = true;
        if m.flag(Modifier::Warp) {
            m.flag(Modifier::Sync);
            mods.finish()?;
            let members = i.operands.first().ok_or("operands are missing")?;
            let z = self.source(members, Type::U32)?;
            self.emit(Inst {
                z,
                x: ops::Collective::SyncWarp.with(u32::MAX),
                ..blank(self.level.of::<ops::SyncWarp>())
            });
            return Ok(());
        }
        if m.flag(Modifier::Cluster) {
            let arrive = m.flag(Modifier::Arrive);
            let wait = m.flag(Modifier::Wait);
            for word in [Modifier::Release, Modifier::Relaxed, Modifier::Acquire, Modifier::Aligned]
            {
                m.flag(word);
            }
            mods.finish()?;
            if arrive == wait || !i.operands.is_empty() {
                return Err("a cluster's barrier needs .arrive or .wait, and no operands".into());
            }
            let run =
                if arrive { rare::<ops::ClusterArrive>() } else { rare::<ops::ClusterWait>() };
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

    /// Decodes `membar`, `fence`, `nanosleep`, `prefetch`, `isspacep`, `mapa` and others that don't affect control
    /// flow.
    pub fn system(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        let m = &mut mods;
        match i.opcode {
            _ if i.modifiers.is_empty() && matches!(i.opcode, Opcode::Membar | Opcode::Fence) => {
                return Err(format!("{} needs a scope, such as .gpu", i.opcode).into());
            }
            Opcode::Membar | Opcode::Fence => {
                for word in [
                    Modifier::Gl,
                    Modifier::Proxy,
                    Modifier::Alias,
                    Modifier::Async,
                    Modifier::TensormapGeneric,
                    Modifier::MbarrierInit,
                    Modifier::SyncRestrictSharedCta,
                    Modifier::SyncRestrictSharedCluster,
                    Modifier::Global,
                    Modifier::SharedCta,
                    Modifier::SharedCluster,
                ] {
                    m.flag(word);
                }
                m.flag(Modifier::AsyncGeneric);
                m.skip_order();
                mods.finish()?;
                self.fence(i);
            }
            Opcode::Nanosleep => {
                let [duration] = i.operands.as_slice() else {
                    return Err("nanosleep takes a duration".into());
                };
                self.waits = true;
                let (a, d) = (self.source(duration, Type::U32)?, self.temporary(2));
                self.emit(Inst { a, d, x: NEXT, ..blank(rare::<ops::Sleep>()) });
            }
            Opcode::Prefetch | Opcode::Prefetchu | Opcode::Discard | Opcode::Applypriority => {
                m.space();
                for word in [
                    Modifier::L1,
                    Modifier::L2,
                    Modifier::L2EvictLast,
                    Modifier::L2EvictNormal,
                    Modifier::Tensormap,
                ] {
                    m.flag(word);
                }
                mods.finish()?;
                match i.operands.as_slice() {
                    [line] | [line, Operand::Integer(128)] => self.address(line)?,
                    _ => return Err("expected an address, and 128 bytes".into()),
                };
            }
            Opcode::Griddepcontrol => {
                if !m.flag(Modifier::Wait) && !m.flag(Modifier::LaunchDependents) {
                    return Err("griddepcontrol needs .wait or .launch_dependents".into());
                }
                mods.finish()?;
            }
            Opcode::Pmevent | Opcode::Brkpt => {
                m.flag(Modifier::Mask);
                mods.finish()?;
            }
            Opcode::Isspacep => self.is_in_space(i, mods)?,
            _ => self.mapa(i, mods)?,
        }
        Ok(())
    }

    fn is_in_space(&mut self, i: &Instruction<'a>, mut mods: Modifiers<'_>) -> Decoded<()> {
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
        let kind = mods.choice(&kinds).ok_or("isspacep has no space")?;
        mods.finish()?;
        let [to, from] = i.operands.as_slice() else {
            return Err("expected two operands".into());
        };
        let d = self.destination(to, Type::Pred)?;
        let a = match self.loose_source(from, Type::U64)? {
            (a, 1) => self.widened_word(a),
            (a, _) => a,
        };
        self.emit(Inst { d, a, y: kind, ..blank(rare::<ops::Isspacep>()) });
        Ok(())
    }

    /// `mapa` and `getctarank`.
    fn mapa(&mut self, i: &Instruction<'a>, mut mods: Modifiers<'_>) -> Decoded<()> {
        let shared = mods.flag(Modifier::SharedCluster);
        let ty = mods.need_ty()?;
        mods.finish()?;
        let y = u32::from(!shared) | u32::from(words(ty) == 1) << 1;
        let run = match (i.opcode == Opcode::Mapa, words(ty)) {
            (true, 1) => self.level.of::<ops::Mapa<u32>>(),
            (true, _) => self.level.of::<ops::Mapa<u64>>(),
            (false, _) => rare::<ops::Getctarank>(),
        };
        let result = if i.opcode == Opcode::Mapa { ty } else { Type::U32 };
        let [to, from, rest @ ..] = i.operands.as_slice() else {
            return Err("operands are missing".into());
        };
        let (d, a) = (self.destination(to, result)?, self.source(from, ty)?);
        let b = match rest.first() {
            Some(rank) => self.source(rank, Type::U32)?,
            None => 0,
        };
        self.emit(Inst { d, a, b, y, ..blank(run) });
        Ok(())
    }
}
