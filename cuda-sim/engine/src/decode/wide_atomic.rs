//! Decoding of atomic operations on 128 bits.

use crate::code::Inst;
use crate::decode::body::{AddressOperand, Body, blank};
use crate::decode::refusal::{Decoded, Refusal};
use crate::ops;
use crate::ops::{WideKind, rare};
use crate::ptx::{Operand, StateSpace, Type};
use crate::state::space::{Generic, Global, Shared};

impl<'a> Body<'_, 'a> {
    /// Decodes an atomic operation on 128 bits at `target`; `operands` are those after the address.
    pub fn wide_atomic(
        &mut self,
        kind: WideKind,
        space: StateSpace,
        target: AddressOperand,
        result: Option<&Operand<'a>>,
        operands: &[Operand<'a>],
    ) -> Decoded<()> {
        let AddressOperand { at, wide, offset } = target;
        let run = match (space, wide) {
            (StateSpace::Shared | StateSpace::SharedCluster, true) => {
                rare::<ops::WideAtomic<Shared, u64>>()
            }
            (StateSpace::Shared | StateSpace::SharedCluster, false) => {
                rare::<ops::WideAtomic<Shared, u32>>()
            }
            (StateSpace::Global, true) => rare::<ops::WideAtomic<Global, u64>>(),
            (StateSpace::Generic, true) => rare::<ops::WideAtomic<Generic, u64>>(),
            _ => return Err("an atomic operation needs global or shared memory".into()),
        };
        let d = match result {
            Some(operand) => self.optional_destination(operand, Type::B128)?,
            None => u32::MAX,
        };
        let mut places = [0; 2];
        for (place, operand) in places.iter_mut().zip(operands) {
            let Operand::Register(_) = operand else {
                return Err(Refusal::unsupported("128 bits must be in a register"));
            };
            *place = self.source(operand, Type::B128)?;
        }
        self.emit(Inst {
            d,
            a: at,
            b: places[0],
            c: places[1],
            y: kind as u32,
            x: offset as u64,
            ..blank(run)
        });
        Ok(())
    }
}
