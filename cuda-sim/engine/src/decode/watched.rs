//! Programs that are checked for races: an instruction before, and sometimes after, each access and synchronization
//! tells the detector about it.

use crate::code::Inst;
use crate::code::function::Constant;
use crate::code::place::SourcePlace;
use crate::code::watch::{Access, AccessKind, Action, Address, OnBarrier, Scope, Watch, Where};
use crate::decode::body::{Body, blank};
use crate::decode::facts::{First, RaceEvent, facts};
use crate::decode::refusal::Decoded;
use crate::decode::registers::words;
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
        let Some(facts) = facts(i) else {
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
            RaceEvent::GridWait => Some(Action::GridWait),
            RaceEvent::LaunchDependents => Some(Action::LaunchDependents),
            RaceEvent::Mbarrier => self.on_mbarrier(i)?,
            RaceEvent::Copy => self.copied(i)?,
            RaceEvent::WritesShared => Some(Action::WritesShared),
            RaceEvent::Rows => self.rows(i, facts.first)?,
        })
    }

    /// `ldmatrix`, `stmatrix`
    fn rows(&mut self, i: &Instruction<'a>, first: First) -> Decoded<Option<Action>> {
        let has = |word: &str| i.modifiers.contains(&word);
        let (at, kind) = match first {
            First::Written => (1, AccessKind::Read),
            _ => (0, AccessKind::Write),
        };
        let Some(memory) = i.operands.get(at) else {
            return Ok(None);
        };
        let lanes = match () {
            () if has("x4") || has("m16n16") && has("x2") => 32,
            () if has("x2") || has("m16n16") => 16,
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
        let load = i.opcode != "st";
        let [first, second, ..] = i.operands.as_slice() else {
            return Ok(None);
        };
        let (data, memory) = if load { (first, second) } else { (second, first) };
        let has = |word: &str| i.modifiers.contains(&word);
        let (Some(address), Some(ty)) = (self.watched_address(memory, space_of(i))?, type_of(i))
        else {
            return Ok(None);
        };
        let strong = ["volatile", "relaxed", "acquire", "release", "mmio"];
        let otherwise = if has("volatile") { Scope::System } else { Scope::Device };
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
            acquires: has("acquire"),
            releases: has("release"),
            values,
            value_size: ty.size(),
            compared: None,
        }))
    }

    /// `atom`, `red`
    fn updated(&mut self, i: &Instruction<'a>) -> Decoded<Option<Access>> {
        let operands = match i.opcode {
            "red" => &i.operands[..],
            _ => i.operands.get(1..).unwrap_or(&[]),
        };
        let has = |word: &str| i.modifiers.contains(&word);
        let (Some(memory), Some(ty)) = (operands.first(), type_of(i)) else {
            return Ok(None);
        };
        let Some(address) = self.watched_address(memory, space_of(i))? else {
            return Ok(None);
        };
        let compared = match operands {
            [_, compared, stored] if has("cas") && ty != Type::B128 => {
                Some((self.source(compared, ty)?, self.source(stored, ty)?, words(ty)))
            }
            _ => None,
        };
        let both = has("acq_rel");
        Ok(Some(Access {
            address,
            size: ty.size() * vector_of(i),
            kind: AccessKind::Update,
            returns: i.opcode == "atom",
            scope: Some(Scope::of(&i.modifiers, Scope::Device)),
            acquires: both || has("acquire"),
            releases: both || has("release"),
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
            updates: i.opcode == "red",
            barrier,
        }))
    }

    /// `bar`, `barrier`
    fn synchronized(&mut self, i: &Instruction<'a>) -> Decoded<Option<Action>> {
        let has = |word: &str| i.modifiers.contains(&word);
        if has("warp") {
            let Some(members) = i.operands.first() else {
                return Ok(None);
            };
            let members = self.source(members, Type::U32)?;
            return Ok(Some(Action::WarpSync { members }));
        }
        if has("cluster") {
            let relaxed = has("relaxed");
            return Ok(Some(if has("arrive") {
                Action::ClusterArrive { releases: !relaxed }
            } else {
                Action::ClusterWait { acquires: !relaxed }
            }));
        }
        let mut operands = i.operands.as_slice();
        if has("red")
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
            waits: !has("arrive"),
            count,
            aligned: i.opcode == "bar" || has("aligned"),
        }))
    }

    /// `mbarrier`
    fn on_mbarrier(&mut self, i: &Instruction<'a>) -> Decoded<Option<Action>> {
        let has = |word: &str| i.modifiers.contains(&word);
        let waits = has("test_wait") || has("try_wait");
        let scope = (!has("relaxed")).then(|| Scope::of(&i.modifiers, Scope::Block));
        let operation = match () {
            () if has("pending_count") => return Ok(None),
            () if has("init") || has("inval") => OnBarrier::Reset,
            () if has("arrive") || has("arrive_drop") => OnBarrier::Arrive(scope),
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
        let has = |word: &str| i.modifiers.contains(&word);
        let bulk = has("bulk");
        if has("commit_group") {
            return Ok(Some(Action::Commit { bulk }));
        }
        if has("wait_all") || has("wait_group") {
            let left = match i.operands.first() {
                Some(Operand::Integer(left)) => *left as u32,
                _ => u32::MAX,
            };
            let reads = has("read");
            return Ok(Some(Action::WaitGroups { bulk, left, reads }));
        }
        if has("mbarrier") {
            let Some(memory) = i.operands.first() else {
                return Ok(None);
            };
            let address = self.watched_address(memory, space_of(i))?;
            return Ok(address.map(|address| Action::Mbarrier {
                address,
                operation: OnBarrier::ArriveAfterCopies,
            }));
        }
        if has("tensor") || has("prefetch") || !has("async") {
            return Ok(None);
        }
        let mut spaces = i.modifiers.iter().filter_map(|word| StateSpace::from_name(word));
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
        let counted = has("mbarrier::complete_tx::bytes");
        let barrier = match rest.first() {
            Some(barrier) if counted => self.watched_address(barrier, StateSpace::Shared)?,
            _ => None,
        };
        let blocks = match rest.get(1) {
            Some(mask) if has("multicast::cluster") => Some(self.source(mask, Type::U16)?),
            _ => None,
        };
        let size = self.source(size, Type::U32)?;
        Ok(Some(Action::CopyBulk { to, from, size, updates: has("reduce"), barrier, blocks }))
    }
}

/// `membar`, `fence`
fn fenced(i: &Instruction<'_>) -> Option<Action> {
    let has = |word: &str| i.modifiers.contains(&word);
    if has("proxy") {
        let is_async = i.modifiers.iter().any(|word| word.starts_with("async"));
        return is_async.then_some(Action::ProxyFence);
    }
    let scope =
        if has("mbarrier_init") { Scope::Cluster } else { Scope::of(&i.modifiers, Scope::Device) };
    Some(Action::Fence { scope, acquires: !has("release"), releases: !has("acquire") })
}

fn space_of(i: &Instruction<'_>) -> StateSpace {
    let found = i.modifiers.iter().find_map(|word| StateSpace::from_name(word));
    found.unwrap_or(StateSpace::Generic)
}

fn type_of(i: &Instruction<'_>) -> Option<Type> {
    i.modifiers.iter().find_map(|word| Type::from_name(word))
}

fn vector_of(i: &Instruction<'_>) -> u32 {
    let sizes = [("v2", 2), ("v4", 4), ("v8", 8)];
    let found = sizes.iter().find(|(word, _)| i.modifiers.contains(word));
    found.map_or(1, |(_, count)| *count)
}
