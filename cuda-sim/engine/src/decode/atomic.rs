//! Decoding of atomic operations and reductions.

use crate::code::operands::Reduction;
use crate::code::{Handler, Inst};
use crate::decode::body::{AddressOperand, Body, blank};
use crate::decode::modifiers::Modifiers;
use crate::decode::refusal::{Decoded, Refusal};
use crate::forms::{Modifier, Opcode};
use crate::ops;
use crate::ops::{AtomicPlace, WideKind, rare};
use crate::ptx::{Instruction, Operand, StateSpace, Type};
use std::marker::PhantomData;

impl<'a> Body<'_, 'a> {
    /// Decodes `atom` and `red`.
    pub fn atomic(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        let m = &mut mods;
        let operation = m.choice(&OPERATIONS).ok_or("the operation isn't known")?;
        let space = m.space();
        m.skip_order();
        m.flag(Modifier::Noftz);
        let vector = m.vector();
        let ty = m.need_ty()?;
        mods.finish()?;
        if vector != 1 || ty.is_float() && matches!(operation, 3 | 4) {
            check_vector(operation, space, vector, ty)?;
        }
        let reduction = i.opcode == Opcode::Red;
        let operands = if reduction { &i.operands[..] } else { i.operands.get(1..).unwrap_or(&[]) };
        let expected = if operation == 2 { 3 } else { 2 };
        if operands.len() != expected {
            return Err(format!("expected {expected} operands, found {}", operands.len()).into());
        }
        if ty == Type::B128 {
            let kind = match operation {
                1 => WideKind::Exchange,
                2 => WideKind::CompareAndSwap,
                _ => return Err("only .exch and .cas are available for 128 bits".into()),
            };
            let target = self.address(&operands[0])?;
            let result = i.operands.first().filter(|_| !reduction);
            return self.wide_atomic(kind, space, target, result, &operands[1..]);
        }
        let AddressOperand { at, wide, offset } = self.address(&operands[0])?;
        // A 32-bit address without a space is one in shared memory, of `red.async`.
        let space = match space {
            StateSpace::Generic if !wide => StateSpace::SharedCluster,
            space => space,
        };
        let kind = operation_of(operation, ty)?;
        let (run, kind) = match usual(operation, ty) {
            Some(run) => (run, 0),
            None => (selected(kind.size), AtomicPlace::with_operation(self.add_reduction(kind))),
        };
        let place = AtomicPlace::of(space, wide)
            .ok_or("an atomic operation works on global or shared memory")?;
        // Element by element; unused old values go to a scratch register.
        let mut old = Vec::new();
        let targets = if reduction { None } else { Some(elements(&i.operands[0], vector)?) };
        let flag = |holds: bool, flag| if holds { flag } else { 0 };
        let mut fence = self.take_fence(i);
        for (index, b) in elements(&operands[1], vector)?.iter().enumerate() {
            let mut d = match targets {
                None => u32::MAX,
                Some(targets) => self.wanted_destination(&targets[index], ty)?,
            };
            if vector > 1 && d != u32::MAX {
                let copy = self.temporary(1);
                old.push((d, copy));
                d = copy;
            }
            let b = self.source(b, ty)?;
            let c = if operation == 2 { self.source(&operands[2], ty)? } else { b };
            let site = self.site();
            let same_operands = self.is_alike(b) && self.is_alike(c);
            let z = place as u32
                | kind
                | flag(std::mem::take(&mut fence), AtomicPlace::IS_FENCE)
                | flag(self.is_alike(at), AtomicPlace::SAME_ADDRESS)
                | flag(same_operands, AtomicPlace::SAME_OPERANDS);
            self.order_by_atomic(i, place, self.next_inst());
            self.emit(Inst {
                d,
                a: at,
                b,
                c,
                y: site,
                z,
                x: (offset + index as i64 * i64::from(ty.size())) as u64,
                ..blank(run)
            });
        }
        for (d, a) in old {
            let run = self.level.of::<ops::Copy<u32>>();
            self.emit(Inst { d, a, ..blank(run) });
        }
        Ok(())
    }
}

impl<'a> Body<'_, 'a> {
    /// Adds an operation for an instruction that looks it up, and returns its index.
    pub(super) fn reduction(&mut self, operation: u32, ty: Type) -> Decoded<u32> {
        Ok(self.add_reduction(operation_of(operation, ty)?))
    }

    fn add_reduction(&mut self, reduction: Reduction) -> u32 {
        self.parts.reductions.push(reduction);
        self.parts.reductions.len() as u32 - 1
    }

    /// A destination that is `u32::MAX` where nothing reads it.
    fn wanted_destination(&mut self, operand: &Operand<'a>, ty: Type) -> Decoded<u32> {
        let place = self.optional_destination(operand, ty)?;
        Ok(match operand {
            Operand::Register(register) if !self.mentions.has_reader(*register) => u32::MAX,
            _ => place,
        })
    }
}

/// Returns the elements of an operand, `count` of them.
fn elements<'o, 'a>(operand: &'o Operand<'a>, count: usize) -> Decoded<&'o [Operand<'a>]> {
    match operand {
        _ if count == 1 => Ok(std::slice::from_ref(operand)),
        Operand::Vector(elements) if elements.len() == count => Ok(elements),
        _ => Err(format!("expected a vector of {count} in braces").into()),
    }
}

/// Checks the type and space of a vector: only 32-bit floats, which are added, and halves, in global memory.
fn check_vector(operation: u32, space: StateSpace, count: usize, ty: Type) -> Decoded<()> {
    let (most, operations) = match ty {
        Type::F32 => (4, &[0][..]),
        Type::F16 | Type::Bf16 => (8, &[0, 3, 4][..]),
        Type::F16x2 | Type::Bf16x2 => (4, &[0, 3, 4][..]),
        _ => (0, &[][..]),
    };
    if !(2..=most).contains(&count) || !operations.contains(&operation) {
        return Err(Refusal::unsupported(format!(
            "there is no such atomic operation on {count} times {ty:?}"
        )));
    }
    if !matches!(space, StateSpace::Global | StateSpace::Generic) {
        return Err("an atomic operation on a vector requires global memory".into());
    }
    Ok(())
}

/// Atomic operations, each with its number for [`Reduction::by_type`].
pub(super) const OPERATIONS: [(Modifier<'static>, u32); 10] = [
    (Modifier::Add, 0),
    (Modifier::Exch, 1),
    (Modifier::Cas, 2),
    (Modifier::Min, 3),
    (Modifier::Max, 4),
    (Modifier::And, 5),
    (Modifier::Or, 6),
    (Modifier::Xor, 7),
    (Modifier::Inc, 8),
    (Modifier::Dec, 9),
];

/// Returns the handler of an operation that programs use most, which is compiled for it.
fn usual(operation: u32, ty: Type) -> Option<Handler> {
    fn of<K: ops::AtomicKind>() -> Option<Handler> {
        Some(rare::<ops::Atomic<PhantomData<K>>>())
    }
    match (operation, ty) {
        (0, Type::F32) => of::<ops::AtomAddFloat<f32>>(),
        (0, Type::U32 | Type::B32 | Type::S32) => of::<ops::AtomAdd<u32>>(),
        (0, Type::U64 | Type::B64 | Type::S64) => of::<ops::AtomAdd<u64>>(),
        (1, Type::U32 | Type::B32 | Type::S32) => of::<ops::AtomExch<u32>>(),
        (2, Type::U32 | Type::B32 | Type::S32) => of::<ops::AtomCas<u32>>(),
        (2, Type::U64 | Type::B64 | Type::S64) => of::<ops::AtomCas<u64>>(),
        _ => None,
    }
}

/// Returns the handler of all others with a size, which call the operation.
fn selected(size: u32) -> Handler {
    match size {
        2 => rare::<ops::Atomic<ops::Selected<u16>>>(),
        4 => rare::<ops::Atomic<ops::Selected<u32>>>(),
        _ => rare::<ops::Atomic<ops::Selected<u64>>>(),
    }
}

/// Returns an operation on a type.
fn operation_of(operation: u32, ty: Type) -> Decoded<Reduction> {
    Reduction::by_type(operation, ty).ok_or_else(|| {
        Refusal::unsupported(format!("this atomic operation isn't supported for {ty:?}"))
    })
}
