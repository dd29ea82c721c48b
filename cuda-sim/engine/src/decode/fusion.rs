//! Instructions that are executed together with the one after them: comparisons with branches, addresses of array
//! elements with accesses, and the two of a division of 64 bits by a constant.

use crate::code::function::Varies;
use crate::code::level::Level;
use crate::code::{Handler, Inst};
use crate::decode::body::Body;
use crate::ops::{self, Index};
use crate::ptx::{Instruction, Operand, StateSpace, Type};
use crate::state::space::{Generic, Global, Shared, Space};

/// An instruction that can also perform the next one.
pub struct Fusible {
    /// Its index.
    pub inst: usize,
    /// The handler that performs both.
    pub fused: Handler,
}

/// A `mad.wide` that computes the address of an array element for a single instruction.
pub struct Element {
    /// Its index.
    pub inst: usize,
    /// Whether the index is signed.
    pub signed: bool,
    /// The size of an element in bytes.
    pub size: u64,
}

impl<'a> Body<'_, 'a> {
    /// Combines the comparison with a following branch on the predicate at `place`, if possible, and returns its index.
    pub(super) fn fuse_comparison(&mut self, place: u32) -> Option<usize> {
        let comparison = self.comparison.take()?;
        let is_next = comparison.inst + 1 == self.next_inst();
        let inst = self.parts.insts.get_mut(comparison.inst)?;
        if !is_next || inst.d != place {
            return None;
        }
        inst.run = comparison.fused;
        Some(comparison.inst)
    }

    /// Combines the upper half of a product with the shift `i`, whose result is at `d`, if only the shift reads it.
    pub(super) fn fuse_shift(&mut self, i: &Instruction<'a>, d: u32) {
        let Some((half, register)) = self.half.take() else {
            return;
        };
        if let [_, Operand::Register(source), Operand::Integer(by @ 0..64)] = i.operands.as_slice()
            && source.id == register.id
            && i.guard.is_none()
            && half + 1 == self.next_inst()
            && self.mentions.are_single(register)
            && let Some(product) = self.parts.insts.get_mut(half)
        {
            product.run = self.level.of::<ops::MulHiShr>();
            product.c = d;
            product.z = *by as u32;
        }
    }

    /// Returns the element whose address a `mad.wide` with factors of type `ty` computes, if all lanes share the array
    /// and only one instruction reads the address.
    pub(super) fn element_of(&self, i: &Instruction<'a>, ty: Type) -> Option<Element> {
        let [
            Operand::Register(to),
            Operand::Register(_),
            Operand::Integer(size),
            Operand::Register(base),
        ] = i.operands.as_slice()
        else {
            return None;
        };
        let base = self.constant_registers.get(&base.id)?;
        let fits = i.guard.is_none()
            && matches!(ty, Type::U32 | Type::S32)
            && base.varies() == Varies::Never
            && self.mentions.are_single(*to);
        fits.then(|| Element { inst: self.next_inst(), signed: ty == Type::S32, size: *size })
    }

    /// Combines the `mad.wide` before `access` with it, if it computes the address of an element of type `ty`.
    pub(super) fn fuse_element(&mut self, access: &Inst, load: bool, space: StateSpace, ty: Type) {
        let Some(element) = self.element.take() else {
            return;
        };
        let Some(fused) = handler(self.level, load, space, element.signed, ty) else {
            return;
        };
        if element.inst + 1 != self.next_inst() || element.size != u64::from(ty.size()) {
            return;
        }
        if let Some(address) = self.parts.insts.last_mut()
            && address.d == access.a
        {
            address.run = fused;
            address.x = access.x;
            address.y = access.y;
            address.z = access.d;
        }
    }
}

/// Returns the handler of an access to an element in a space, with an index of this type.
fn of_space<S: Space, I: Index>(level: Level, load: bool, ty: Type) -> Option<Handler> {
    match (load, ty.size(), ty.is_signed()) {
        (true, 1, false) => level.specialized::<ops::LoadElement<S, I, u8, u32>>(),
        (true, 1, true) => level.specialized::<ops::LoadElement<S, I, i8, u32>>(),
        (true, 4, _) => level.specialized::<ops::LoadElement<S, I, u32, u32>>(),
        (true, 8, _) => level.specialized::<ops::LoadElement<S, I, u64, u64>>(),
        (false, 1, _) => level.specialized::<ops::StoreElement<S, I, u8, u32>>(),
        (false, 4, _) => level.specialized::<ops::StoreElement<S, I, u32, u32>>(),
        (false, 8, _) => level.specialized::<ops::StoreElement<S, I, u64, u64>>(),
        _ => None,
    }
}

fn handler(level: Level, load: bool, space: StateSpace, signed: bool, ty: Type) -> Option<Handler> {
    match (space, signed) {
        (StateSpace::Global | StateSpace::Const, false) => of_space::<Global, u32>(level, load, ty),
        (StateSpace::Global | StateSpace::Const, true) => of_space::<Global, i32>(level, load, ty),
        (StateSpace::Shared | StateSpace::SharedCluster, false) => {
            of_space::<Shared, u32>(level, load, ty)
        }
        (StateSpace::Shared | StateSpace::SharedCluster, true) => {
            of_space::<Shared, i32>(level, load, ty)
        }
        (StateSpace::Generic, false) => of_space::<Generic, u32>(level, load, ty),
        (StateSpace::Generic, true) => of_space::<Generic, i32>(level, load, ty),
        _ => None,
    }
}
