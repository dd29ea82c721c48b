//! Addresses of elements that several accesses share. The product and the sum are repeated before each access and
//! executed together with it: the addresses themselves needn't be computed.

use crate::decode::registers::words;
use crate::decode::special::special;
use crate::decode::strength_reduction::{Rewriting, replace_body};
use crate::forms::{Modifier, Opcode};
use crate::ptx::{
    Address, Base, Function, FunctionKind, Instruction, Operand, Register, StateSpace, Type,
};

/// Repeats the addresses of elements before the accesses to them in `function`.
pub fn rematerialize(function: &mut Function<'_>) {
    let is_kernel = function.kind == FunctionKind::Entry;
    let mut rewriting = Rewriting::new(function);
    let mut before: Vec<Option<Instruction<'_>>> = rewriting.body.iter().map(|_| None).collect();
    let mut fresh = rewriting.first_free();
    for at in 0..rewriting.body.len() {
        let Some(readers) = rewriting.readers_of_address(at, is_kernel) else {
            continue;
        };
        let Some(product) = rewriting.body[at].take() else {
            continue;
        };
        for reader in readers {
            let register = Register { id: fresh, ty: Type::B64 };
            fresh += 1;
            if let Some(access) = &mut rewriting.body[reader] {
                read_from(access, register);
                let mut operands = product.operands.clone();
                operands[0] = Operand::Register(register);
                before[reader] = Some(Instruction {
                    form: product.form,
                    ..access.with(product.opcode, &product.modifiers, operands)
                });
            }
        }
    }
    let body = before.into_iter().zip(rewriting.body);
    replace_body(function, body.map(|(product, own)| product.into_iter().chain(own)));
}

/// Makes `register` the base of an access's address.
fn read_from(access: &mut Instruction<'_>, register: Register) {
    for operand in &mut access.operands {
        if let Operand::Address(Address { base, .. }) = operand {
            *base = Base::Register(register);
        }
    }
}

/// Returns `true` for a load or store of one element of `size` bytes that uses `address` as its base and for nothing
/// else.
fn accesses(instruction: &Instruction<'_>, address: Register, size: u64) -> bool {
    let (data, memory) = match (instruction.opcode, instruction.operands.as_slice()) {
        (Opcode::Ld, [data, memory]) | (Opcode::St, [memory, data]) => (data, memory),
        _ => return false,
    };
    let Operand::Address(Address { base: Base::Register(base), .. }) = memory else {
        return false;
    };
    let spaces = [Modifier::Local, Modifier::Param, Modifier::ParamFunc, Modifier::ParamEntry];
    let ty = instruction.modifiers.last().copied();
    let Some(ty) = ty.and_then(Type::of) else {
        return false;
    };
    let fits = match data {
        Operand::Register(data) => data.id != address.id && words(data.ty) == words(ty),
        Operand::Integer(_) | Operand::Single(_) | Operand::Double(_) => true,
        _ => false,
    };
    fits && base.id == address.id
        && u64::from(ty.size()) == size
        && instruction.guard.is_none()
        && !spaces.iter().any(|space| instruction.modifiers.contains(space))
}

impl Rewriting<'_> {
    /// Returns the accesses that read the address of an element that the instruction at `at` computes, if nothing else
    /// reads it and each can compute it again.
    fn readers_of_address(&self, at: usize, is_kernel: bool) -> Option<Vec<usize>> {
        let product = self.parts(at)?;
        let (Opcode::Mad, [Modifier::Wide, Modifier::U32 | Modifier::S32]) =
            (product.opcode, product.modifiers)
        else {
            return None;
        };
        let &[
            Operand::Register(index),
            Operand::Integer(size @ (1 | 4 | 8)),
            Operand::Register(base),
        ] = product.sources
        else {
            return None;
        };
        let (&[_], readers) = self.mentions(product.to) else {
            return None;
        };
        let fits = |reader: usize| {
            let access = self.body[reader].as_ref();
            access.is_some_and(|access| accesses(access, product.to, size))
                && (self.is_constant(index, is_kernel) || self.still_holds(index, at, reader))
        };
        let wanted = !readers.is_empty()
            && (readers != [at + 1] || self.begins_basic_block(at + 1))
            && words(product.to.ty) == 2
            && self.is_constant(base, is_kernel)
            && !readers.contains(&at)
            && readers.iter().all(|&reader| fits(reader));
        wanted.then(|| readers.to_vec())
    }

    /// Returns `true` if a register has one value throughout a launch, since its only write.
    fn is_constant(&self, mut register: Register, is_kernel: bool) -> bool {
        // Invalid programs convert a register to itself.
        const CONVERSIONS: usize = 4;
        for _ in 0..=CONVERSIONS {
            let (&[written], _) = self.mentions(register) else {
                return false;
            };
            let Some(parts) = self.parts(written) else {
                return false;
            };
            return match (parts.opcode, parts.modifiers, parts.sources) {
                (Opcode::Mov, [_], [Operand::Special(name)]) => special(name).is_some(),
                (Opcode::Mov, [_], [source]) => matches!(
                    source,
                    Operand::Variable(..) | Operand::Symbol(..) | Operand::Integer(_)
                ),
                (Opcode::Ld, [space, _], [Operand::Address(address)]) => {
                    is_kernel
                        && StateSpace::of(*space) == Some(StateSpace::Param)
                        && matches!(address.base, Base::Variable(_))
                }
                (
                    Opcode::Cvta,
                    [Modifier::To, Modifier::Global | Modifier::Const, _],
                    &[Operand::Register(from)],
                ) => {
                    register = from;
                    continue;
                }
                _ => false,
            };
        }
        false
    }
}
