//! Programs that are checked for races: an instruction before, and sometimes after, each access and synchronization
//! tells the detector about it.

use crate::code::Inst;
use crate::code::function::Constant;
use crate::code::place::SourcePlace;
use crate::code::watch::{Access, AccessKind, Action, Address, OnBarrier, Scope, Watch, Where};
use crate::decode::body::{Body, blank};
use crate::decode::refusal::Decoded;
use crate::decode::registers::words;
use crate::forms::{First, Modifier, Opcode, RaceEvent};
use crate::ops;
use crate::ops::rare;
use crate::ptx::{Instruction, Operand, StateSpace, Type};

impl<'a> Body<'_, 'a> {
    /// Adds the instruction that tells the detector about `i` before it is executed, if the program is checked and `i`
    /// matters. Returns the index for [`Body::watch_after`].
    pub(super) fn watch(
        &mut self,
        i: &Instruction<'a>,
        place: SourcePlace,
        text: impl Fn() -> String,
    ) -> Decoded<Option<u32>> {
        if !self.parts.observers.races {
            return Ok(None);
        }
        let Some(action) = self.action(i)? else {
            return Ok(None);
        };
        let index = self.parts.watches.len() as u32;
        let has_after = action.has_after();
        self.parts.watches.push(Watch { action, place, text: text() });
        self.emit(Inst { y: index, ..blank(rare::<ops::Watched<false>>()) });
        Ok(has_after.then_some(index))
    }

    /// Adds the instruction that tells the detector that an instruction was executed.
    pub(super) fn watch_after(&mut self, index: Option<u32>) {
        if let Some(index) = index {
            self.emit(Inst { y: index, ..blank(rare::<ops::Watched<true>>()) });
        }
    }

    /// Returns what an instruction does to memory or to the order of accesses. What the decoder doesn't accept, it says later.
    pub(super) fn action(&mut self, i: &Instruction<'a>) -> Decoded<Option<Action>> {
        let Some(facts) = i.facts() else {
            return Ok(None);
        };
        Ok(match facts.race_event {
            RaceEvent::Nothing | RaceEvent::Unseen => None,
            RaceEvent::Access => self.accessed(i)?.map(Action::Access),
            RaceEvent::Update => self.updated(i)?.map(Action::Access),
            RaceEvent::StoreAsync => self.stored_async(i)?,
            RaceEvent::Fence => fenced(i),
            RaceEvent::Barrier => self.synchronized(i)?,
            RaceEvent::Collective => match i.operands.last() {
                Some(members) => {
                    let members = self.source(members, Type::U32)?;
                    Some(Action::Collective { members })
                }
                None => None,
            },
            RaceEvent::GridDependency if i.has(Modifier::Wait) => Some(Action::GridWait),
            RaceEvent::GridDependency => Some(Action::LaunchDependents),
            RaceEvent::Mbarrier => self.on_mbarrier(i)?,
            RaceEvent::Copy => self.copied(i)?,
            RaceEvent::WritesShared => Some(Action::WritesShared),
            RaceEvent::Rows => self.rows(i, facts.first)?,
        })
    }

    /// `ldmatrix`, `stmatrix`
    fn rows(&mut self, i: &Instruction<'a>, first: First) -> Decoded<Option<Action>> {
        let has = |modifier| i.has(modifier);
        let (at, kind) = match first {
            First::Written => (1, AccessKind::Read),
            _ => (0, AccessKind::Write),
        };
        let Some(memory) = i.operands.get(at) else {
            return Ok(None);
        };
        let lanes = match () {
            () if has(Modifier::X4) || has(Modifier::M16n16) && has(Modifier::X2) => 32,
            () if has(Modifier::X2) || has(Modifier::M16n16) => 16,
            () => 8,
        };
        let address = self.watched_address(memory, space_of(i))?;
        Ok(address.map(|address| Action::Rows { address, lanes, kind }))
    }

    /// An address in memory that several threads may access.
    fn watched_address(
        &mut self,
        operand: &Operand<'a>,
        space: StateSpace,
    ) -> Decoded<Option<Address>> {
        let Operand::Address(_) = operand else {
            return Ok(None);
        };
        let target = self.address(operand)?;
        let space = match space {
            StateSpace::Shared | StateSpace::SharedCluster => Where::Shared,
            StateSpace::Global => Where::Global,
            StateSpace::Generic if !target.wide => Where::Shared,
            StateSpace::Generic => Where::Generic,
            StateSpace::Local | StateSpace::Const | StateSpace::Param => return Ok(None),
        };
        Ok(Some(Address { at: target.at, wide: target.wide, offset: target.offset as u64, space }))
    }

    /// `ld`, `ldu`, `st`
    fn accessed(&mut self, i: &Instruction<'a>) -> Decoded<Option<Access>> {
        let load = i.opcode != Opcode::St;
        let [first, second, ..] = i.operands.as_slice() else {
            return Ok(None);
        };
        let (data, memory) = if load { (first, second) } else { (second, first) };
        let has = |modifier| i.has(modifier);
        let (Some(address), Some(ty)) = (self.watched_address(memory, space_of(i))?, type_of(i))
        else {
            return Ok(None);
        };
        let strong = [
            Modifier::Volatile,
            Modifier::Relaxed,
            Modifier::Acquire,
            Modifier::Release,
            Modifier::Mmio,
        ];
        let otherwise = if has(Modifier::Volatile) { Scope::System } else { Scope::Device };
        let scope = strong.into_iter().any(has).then(|| Scope::of(&i.modifiers, otherwise));
        let mut values = Vec::new();
        if !load {
            let parts = match data {
                Operand::Vector(list) => list.as_slice(),
                operand => std::slice::from_ref(operand),
            };
            for part in parts {
                values.push(match part {
                    Operand::Register(register) => (self.register(*register)?, words(register.ty)),
                    _ => {
                        let constant = self.immediate(part, ty)?;
                        (self.constant(constant, words(ty) as u8), words(ty))
                    }
                });
            }
            // Wider ones aren't compared.
            values.retain(|(_, words)| (1..=2).contains(words));
        }
        Ok(Some(Access {
            address,
            size: ty.size() * vector_of(i),
            kind: if load { AccessKind::Read } else { AccessKind::Write },
            returns: load,
            scope,
            acquires: has(Modifier::Acquire),
            releases: has(Modifier::Release),
            values,
            value_size: ty.size(),
            compared: None,
        }))
    }

    /// `atom`, `red`
    fn updated(&mut self, i: &Instruction<'a>) -> Decoded<Option<Access>> {
        let operands = match i.opcode {
            Opcode::Red => &i.operands[..],
            _ => i.operands.get(1..).unwrap_or(&[]),
        };
        let has = |modifier| i.has(modifier);
        let (Some(memory), Some(ty)) = (operands.first(), type_of(i)) else {
            return Ok(None);
        };
        let Some(address) = self.watched_address(memory, space_of(i))? else {
            return Ok(None);
        };
        let compared = match operands {
            [_, compared, stored] if has(Modifier::Cas) && ty != Type::B128 => {
                Some((self.source(compared, ty)?, self.source(stored, ty)?, words(ty)))
            }
            _ => None,
        };
        let both = has(Modifier::AcqRel);
        Ok(Some(Access {
            address,
            size: ty.size() * vector_of(i),
            kind: AccessKind::Update,
            returns: i.opcode == Opcode::Atom,
            scope: Some(Scope::of(&i.modifiers, Scope::Device)),
            acquires: both || has(Modifier::Acquire),
            releases: both || has(Modifier::Release),
            values: Vec::new(),
            value_size: ty.size(),
            compared,
        }))
    }

    /// `st.async`, `red.async`
    fn stored_async(&mut self, i: &Instruction<'a>) -> Decoded<Option<Action>> {
        let [memory, _, rest @ ..] = i.operands.as_slice() else {
            return Ok(None);
        };
        let (Some(to), Some(ty)) = (self.watched_address(memory, space_of(i))?, type_of(i)) else {
            return Ok(None);
        };
        let barrier = match rest {
            [barrier] => self.watched_address(barrier, StateSpace::Shared)?,
            _ => None,
        };
        Ok(Some(Action::StoreAsync {
            to,
            size: ty.size() * vector_of(i),
            updates: i.opcode == Opcode::Red,
            barrier,
        }))
    }

    /// `bar`, `barrier`
    fn synchronized(&mut self, i: &Instruction<'a>) -> Decoded<Option<Action>> {
        let has = |modifier| i.has(modifier);
        if has(Modifier::Warp) {
            let Some(members) = i.operands.first() else {
                return Ok(None);
            };
            let members = self.source(members, Type::U32)?;
            return Ok(Some(Action::WarpSync { members }));
        }
        if has(Modifier::Cluster) {
            let relaxed = has(Modifier::Relaxed);
            return Ok(Some(if has(Modifier::Arrive) {
                Action::ClusterArrive { releases: !relaxed }
            } else {
                Action::ClusterWait { acquires: !relaxed }
            }));
        }
        let mut operands = i.operands.as_slice();
        if has(Modifier::Red)
            && let [_, middle @ .., _] = operands
        {
            operands = middle;
        }
        let id = match operands.first() {
            Some(operand) => self.source(operand, Type::U32)?,
            None => self.constant(Constant::Value(0), 1),
        };
        let count = match operands.get(1) {
            Some(operand) => self.source(operand, Type::U32)?,
            None => u32::MAX,
        };
        Ok(Some(Action::Barrier {
            id,
            waits: !has(Modifier::Arrive),
            count,
            aligned: i.opcode == Opcode::Bar || has(Modifier::Aligned),
        }))
    }

    /// `mbarrier`
    fn on_mbarrier(&mut self, i: &Instruction<'a>) -> Decoded<Option<Action>> {
        let has = |modifier| i.has(modifier);
        let waits = has(Modifier::TestWait) || has(Modifier::TryWait);
        let scope = (!has(Modifier::Relaxed)).then(|| Scope::of(&i.modifiers, Scope::Block));
        let operation = match () {
            () if has(Modifier::PendingCount) => return Ok(None),
            () if has(Modifier::Init) || has(Modifier::Inval) => OnBarrier::Reset,
            () if has(Modifier::Arrive) || has(Modifier::ArriveDrop) => OnBarrier::Arrive(scope),
            () if waits => {
                let Some(truth) = i.operands.first() else {
                    return Ok(None);
                };
                OnBarrier::Wait(self.destination(truth, Type::Pred)?, scope)
            }
            () => OnBarrier::Count,
        };
        let memory = i.operands.iter().find(|operand| matches!(operand, Operand::Address(_)));
        let Some(memory) = memory else {
            return Ok(None);
        };
        let address = self.watched_address(memory, space_of(i))?;
        Ok(address.map(|address| Action::Mbarrier { address, operation }))
    }

    /// `cp.async`, `cp.async.bulk` and what belongs to them.
    fn copied(&mut self, i: &Instruction<'a>) -> Decoded<Option<Action>> {
        let has = |modifier| i.has(modifier);
        let bulk = has(Modifier::Bulk);
        if has(Modifier::CommitGroup) {
            return Ok(Some(Action::Commit { bulk }));
        }
        if has(Modifier::WaitAll) || has(Modifier::WaitGroup) {
            let left = match i.operands.first() {
                Some(Operand::Integer(left)) => *left as u32,
                _ => u32::MAX,
            };
            let reads = has(Modifier::Read);
            return Ok(Some(Action::WaitGroups { bulk, left, reads }));
        }
        if has(Modifier::Mbarrier) {
            let Some(memory) = i.operands.first() else {
                return Ok(None);
            };
            let address = self.watched_address(memory, space_of(i))?;
            return Ok(address.map(|address| Action::Mbarrier {
                address,
                operation: OnBarrier::ArriveAfterCopies,
            }));
        }
        if has(Modifier::Tensor) || has(Modifier::Prefetch) || !has(Modifier::Async) {
            return Ok(None);
        }
        let mut spaces = i.modifiers.iter().filter_map(|word| StateSpace::of(*word));
        let (Some(to_space), Some(from_space)) = (spaces.next(), spaces.next()) else {
            return Ok(None);
        };
        let [to, from, size, rest @ ..] = i.operands.as_slice() else {
            return Ok(None);
        };
        let (to, from) =
            (self.watched_address(to, to_space)?, self.watched_address(from, from_space)?);
        let (Some(to), Some(from)) = (to, from) else {
            return Ok(None);
        };
        if !bulk {
            let Operand::Integer(size) = size else {
                return Ok(None);
            };
            let read = match rest {
                // A predicate that makes it read nothing: all is said to be read.
                [Operand::Register(register)] if register.ty != Type::Pred => {
                    self.register(*register)?
                }
                [operand @ Operand::Integer(_)] => self.source(operand, Type::U32)?,
                _ => u32::MAX,
            };
            return Ok(Some(Action::CopyAsync { to, from, size: *size as u32, read }));
        }
        let counted = has(Modifier::MbarrierCompleteTxBytes);
        let barrier = match rest.first() {
            Some(barrier) if counted => self.watched_address(barrier, StateSpace::Shared)?,
            _ => None,
        };
        let blocks = match rest.get(1) {
            Some(mask) if has(Modifier::MulticastCluster) => Some(self.source(mask, Type::U16)?),
            _ => None,
        };
        let size = self.source(size, Type::U32)?;
        Ok(Some(Action::CopyBulk {
            to,
            from,
            size,
            updates: has(Modifier::Reduce),
            barrier,
            blocks,
        }))
    }
}

/// `membar`, `fence`
fn fenced(i: &Instruction<'_>) -> Option<Action> {
    let has = |modifier| i.has(modifier);
    if has(Modifier::Proxy) {
        let is_async = has(Modifier::Async) || has(Modifier::AsyncGeneric);
        return is_async.then_some(Action::ProxyFence);
    }
    let scope = if has(Modifier::MbarrierInit) {
        Scope::Cluster
    } else {
        Scope::of(&i.modifiers, Scope::Device)
    };
    Some(Action::Fence {
        scope,
        acquires: !has(Modifier::Release),
        releases: !has(Modifier::Acquire),
    })
}

fn space_of(i: &Instruction<'_>) -> StateSpace {
    let found = i.modifiers.iter().find_map(|word| StateSpace::of(*word));
    found.unwrap_or(StateSpace::Generic)
}

fn type_of(i: &Instruction<'_>) -> Option<Type> {
    i.modifiers.iter().find_map(|word| Type::of(*word))
}

fn vector_of(i: &Instruction<'_>) -> u32 {
    let sizes = [(Modifier::V2, 2), (Modifier::V4, 4), (Modifier::V8, 8)];
    let found = sizes.iter().find(|(word, _)| i.modifiers.contains(word));
    found.map_or(1, |(_, count)| *count)
}
