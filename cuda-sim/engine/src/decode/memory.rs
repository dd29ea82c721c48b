//! Decoding of loads, stores and asynchronous copies.

use crate::code::level::Level;
use crate::code::{Handler, Inst};
use crate::decode::body::{AddressOperand, Body, blank, shown};
use crate::decode::modifiers::Modifiers;
use crate::decode::refusal::{Decoded, Refusal};
use crate::decode::registers::words;
use crate::forms::{Modifier, Opcode};
use crate::numbers::lane::{Elem, Word};
use crate::ops;
use crate::ops::{Cell, Op, WideKind, rare};
use crate::ptx::{Instruction, Operand, StateSpace, Type};
use crate::state::space::{Generic, Global, Local, Shared, Space};

/// A load or a store: an instruction for each space, address, cell and word of a register.
trait Access {
    type Op<S: Space, A: Elem, C: Cell, W: Word>: Op;
}

struct Load;
impl Access for Load {
    type Op<S: Space, A: Elem, C: Cell, W: Word> = ops::Load<S, A, C, W>;
}

struct Store;
impl Access for Store {
    type Op<S: Space, A: Elem, C: Cell, W: Word> = ops::Store<S, A, C, W>;
}

struct LoadVector;
impl Access for LoadVector {
    type Op<S: Space, A: Elem, C: Cell, W: Word> = ops::LoadVector<S, A, C, W>;
}

struct StoreVector;
impl Access for StoreVector {
    type Op<S: Space, A: Elem, C: Cell, W: Word> = ops::StoreVector<S, A, C, W>;
}

/// Returns the handler of an access in a space, with 64-bit addresses if `wide`.
fn by_space<O: Access, C: Cell, W: Word>(
    level: Level,
    space: StateSpace,
    wide: bool,
) -> Decoded<Handler> {
    Ok(match (space, wide) {
        (StateSpace::Shared | StateSpace::SharedCluster, true) => {
            level.of::<O::Op<Shared, u64, C, W>>()
        }
        (StateSpace::Shared | StateSpace::SharedCluster, false) => {
            level.of::<O::Op<Shared, u32, C, W>>()
        }
        (StateSpace::Local, true) => rare::<O::Op<Local, u64, C, W>>(),
        (StateSpace::Local, false) => rare::<O::Op<Local, u32, C, W>>(),
        (StateSpace::Generic, true) => level.of::<O::Op<Generic, u64, C, W>>(),
        (_, true) => level.of::<O::Op<Global, u64, C, W>>(),
        _ => return Err("a 32-bit register holds no address of this space".into()),
    })
}

/// Returns the handler of a load or a store of a type.
fn by_type<L: Access, S: Access>(
    level: Level,
    load: bool,
    space: StateSpace,
    wide: bool,
    ty: Type,
) -> Decoded<Handler> {
    match (ty.size(), load, ty.is_signed()) {
        (1, true, false) => by_space::<L, u8, u32>(level, space, wide),
        (1, true, true) => by_space::<L, i8, u32>(level, space, wide),
        (1, false, _) => by_space::<S, u8, u32>(level, space, wide),
        (2, true, false) => by_space::<L, u16, u32>(level, space, wide),
        (2, true, true) => by_space::<L, i16, u32>(level, space, wide),
        (2, false, _) => by_space::<S, u16, u32>(level, space, wide),
        (4, true, _) => by_space::<L, u32, u32>(level, space, wide),
        (4, false, _) => by_space::<S, u32, u32>(level, space, wide),
        (8, true, _) => by_space::<L, u64, u64>(level, space, wide),
        (8, false, _) => by_space::<S, u64, u64>(level, space, wide),
        _ => Err(Refusal::unsupported(format!(
            "the software device can't access {ty:?} in memory at once"
        ))),
    }
}

fn access_handler(
    level: Level,
    load: bool,
    vector: bool,
    space: StateSpace,
    wide: bool,
    ty: Type,
) -> Decoded<Handler> {
    #[cfg(target_arch = "x86_64")]
    if level == Level::Avx2 && ty.size() == 4 && !vector {
        match (space, wide, load) {
            (StateSpace::Shared | StateSpace::SharedCluster, true, true) => {
                return Ok(ops::load32::<Shared, true>);
            }
            (StateSpace::Shared | StateSpace::SharedCluster, true, false) => {
                return Ok(ops::store32::<Shared, true>);
            }
            (StateSpace::Shared | StateSpace::SharedCluster, false, true) => {
                return Ok(ops::load32::<Shared, false>);
            }
            (StateSpace::Shared | StateSpace::SharedCluster, false, false) => {
                return Ok(ops::store32::<Shared, false>);
            }
            (StateSpace::Generic, true, true) => return Ok(ops::load32::<Generic, true>),
            (StateSpace::Generic, true, false) => return Ok(ops::store32::<Generic, true>),
            (StateSpace::Global | StateSpace::Const | StateSpace::Param, true, true) => {
                return Ok(ops::load32::<Global, true>);
            }
            (StateSpace::Global | StateSpace::Const | StateSpace::Param, true, false) => {
                return Ok(ops::store32::<Global, true>);
            }
            _ => {}
        }
    }
    if vector {
        by_type::<LoadVector, StoreVector>(level, load, space, wide, ty)
    } else {
        by_type::<Load, Store>(level, load, space, wide, ty)
    }
}

impl<'a> Body<'_, 'a> {
    /// Returns the space to access: the given one, except that parameters are in local or global memory.
    fn access_space(&self, space: StateSpace, operand: &Operand<'a>) -> StateSpace {
        if space != StateSpace::Param {
            return space;
        }
        let Operand::Address(address) = operand else {
            return space;
        };
        match address.base {
            crate::ptx::Base::Variable(index) if self.is_kernel_param(index) => StateSpace::Global,
            crate::ptx::Base::Variable(_) => StateSpace::Local,
            _ if self.is_kernel() => StateSpace::Global,
            _ => StateSpace::Local,
        }
    }

    pub fn site(&mut self) -> u32 {
        self.parts.sites += 1;
        self.parts.sites - 1
    }

    fn access_words(&self, operands: &[&Operand<'a>], ty: Type) -> u32 {
        let register = operands.iter().find_map(|operand| match operand {
            Operand::Register(register) => Some(words(register.ty)),
            _ => None,
        });
        register.unwrap_or(words(ty))
    }

    /// `ld`, `ldu`, `st`.
    pub fn access(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        let m = &mut mods;
        let space = m.space();
        while m.flag(Modifier::Volatile) {}
        m.skip_order();
        let vector = m.vector();
        let ty = m.need_ty()?;
        mods.finish()?;
        let load = i.opcode != Opcode::St;
        let [first, second] = i.operands.as_slice() else {
            return Err("expected a register and an address".into());
        };
        let (data, memory) = if load { (first, second) } else { (second, first) };
        let space = self.access_space(space, memory);
        let AddressOperand { mut at, mut wide, offset } = self.address(memory)?;
        if !wide && matches!(space, StateSpace::Const | StateSpace::Global) {
            at = self.widened_word(at);
            wide = true;
        }
        // A 32-bit address without a space is one in shared memory, of `st.async`.
        let space = match space {
            StateSpace::Generic if !wide => StateSpace::SharedCluster,
            space => space,
        };
        let parts: Vec<&Operand<'a>> = match data {
            Operand::Vector(list) => list.iter().collect(),
            operand => vec![operand],
        };
        if parts.len() != vector {
            return Err(
                format!("{} registers are given for a vector of {vector}", parts.len()).into()
            );
        }
        let to = self.access_words(&parts, ty);
        if ty == Type::B128 && vector == 1 && to == 4 {
            return self.access_halves(i, data, space, AddressOperand { at, wide, offset });
        }
        if ty == Type::B128 || to > 2 || to == 0 {
            return Err(Refusal::unsupported(
                "vectors of 128-bit registers aren't supported; access one after the other",
            ));
        }
        if to == 1 && ty.size() == 8 {
            return Err("64 bits don't fit a register of 32".into());
        }
        if ty.size() as usize * vector > 32 {
            return Err("a vector has at most 32 bytes".into());
        }
        let run = access_handler(self.level, load, vector > 1, space, wide, ty)?;
        // 64-bit registers of a narrower type are converted after a load, or before a store.
        let is_narrow = to == 2 && words(ty) == 1;
        let mut registers = Vec::new();
        let mut widened = Vec::new();
        for part in parts {
            let register = self.moved(part, load, vector > 1, (ty, to))?;
            registers.push(match (is_narrow && register != u32::MAX, load) {
                (false, _) => register,
                (true, false) => {
                    let narrow = self.scratch();
                    self.lower_word_to(narrow, register);
                    narrow
                }
                (true, true) => {
                    let narrow = self.scratch();
                    widened.push((register, narrow));
                    narrow
                }
            });
        }
        let site = self.site();
        let mut inst = Inst { a: at, x: offset as u64, y: site, ..blank(run) };
        if vector == 1 {
            inst.d = registers[0];
            if i.guard.is_none() && to == words(ty) {
                self.fuse_element(&inst, load, space, ty);
            }
        } else {
            inst.z = self.parts.lists.len() as u32;
            self.parts.lists.push(registers.into());
        }
        self.emit(inst);
        for (d, a) in widened {
            self.widen(d, a, ty);
        }
        Ok(())
    }

    /// The same of 128 bits in one register.
    fn access_halves(
        &mut self,
        i: &Instruction<'a>,
        data: &Operand<'a>,
        space: StateSpace,
        target: AddressOperand,
    ) -> Decoded<()> {
        let (load, ty) = (i.opcode != Opcode::St, Type::B128);
        let ordered = [Modifier::Volatile, Modifier::Relaxed, Modifier::Acquire, Modifier::Release];
        // Of a thread's own memory, nothing is seen by others.
        let is_shared = space != StateSpace::Local;
        if is_shared && i.modifiers.iter().any(|word| ordered.contains(word)) {
            return if load {
                self.wide_atomic(WideKind::Load, space, target, Some(data), &[])
            } else {
                let value = std::slice::from_ref(data);
                self.wide_atomic(WideKind::Store, space, target, None, value)
            };
        }
        let AddressOperand { at, wide, offset } = target;
        // It consists of two halves, which are a vector in memory.
        let run = access_handler(self.level, load, true, space, wide, Type::B64)?;
        let low = if load { self.destination(data, ty)? } else { self.source(data, ty)? };
        let z = self.parts.lists.len() as u32;
        self.parts.lists.push(Box::new([low, low + 64]));
        let y = self.site();
        self.emit(Inst { a: at, x: offset as u64, y, z, ..blank(run) });
        Ok(())
    }

    /// Returns the place of a register, or of a constant to store, of an access of `ty` by registers of `to` words.
    fn moved(
        &mut self,
        part: &Operand<'a>,
        load: bool,
        is_vector: bool,
        (ty, to): (Type, u32),
    ) -> Decoded<u32> {
        Ok(match part {
            Operand::Sink if load && is_vector => u32::MAX,
            Operand::Register(register) if words(register.ty) == to => self.register(*register)?,
            Operand::Register(_) => {
                return Err("the registers of a vector differ in width".into());
            }
            _ if load => {
                return Err(
                    format!("expected a register for the result, not {}", shown(part)).into()
                );
            }
            _ => {
                let constant = self.immediate(part, ty)?;
                self.constant(constant, to as u8)
            }
        })
    }

    /// `cp.async`, a copy that is performed when it is issued.
    pub fn copy_async(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let [to, from, Operand::Integer(size), rest @ ..] = i.operands.as_slice() else {
            return Err("expected three operands".into());
        };
        let (to, from) = (self.address(to)?, self.address(from)?);
        let c = match rest {
            [] => u32::MAX,
            [operand @ (Operand::Register(register) | Operand::Not(register)), ..]
                if register.ty == Type::Pred =>
            {
                let (at, negated) = self.predicate(operand)?;
                let (none, all) = (
                    self.constant(crate::code::function::Constant::Value(0), 1),
                    self.constant(crate::code::function::Constant::Value(*size), 1),
                );
                let d = self.temporary(1);
                let (a, b) = if negated == 1 { (all, none) } else { (none, all) };
                self.emit(Inst { d, a, b, c: at, ..blank(rare::<ops::Selp<u32>>()) });
                d
            }
            [operand, ..] => self.source(operand, Type::U32)?,
        };
        let run = match (to.wide, from.wide) {
            (false, true) => rare::<ops::CopyAsync<u32, u64>>(),
            (true, true) => rare::<ops::CopyAsync<u64, u64>>(),
            _ => return Err(Refusal::unsupported("a global address has 64 bits")),
        };
        let x = (to.offset as u32 as u64) | (from.offset as u32 as u64) << 32;
        let y = self.site();
        self.emit(Inst { a: to.at, b: from.at, c, y, z: *size as u32, x, ..blank(run) });
        Ok(())
    }
}
