//! Decoding of bulk copies of tensors, and of changes to tensor maps.

use crate::code::Inst;
use crate::code::function::Constant;
use crate::decode::atomic::OPERATIONS;
use crate::decode::body::{AddressOperand, Body, blank};
use crate::decode::modifiers::Modifiers;
use crate::decode::refusal::{Decoded, Refusal};
use crate::forms::Modifier;
use crate::ops;
use crate::ops::{Field, TensorForm, rare, tensor_part};
use crate::ptx::{Instruction, Operand, StateSpace, Type};

const RANKS: [(Modifier<'static>, u32); 5] = [
    (Modifier::Dim1d, 1),
    (Modifier::Dim2d, 2),
    (Modifier::Dim3d, 3),
    (Modifier::Dim4d, 4),
    (Modifier::Dim5d, 5),
];

impl<'a> Body<'_, 'a> {
    /// `cp.async.bulk.tensor`, `cp.reduce.async.bulk.tensor`, `cp.async.bulk.prefetch.tensor`
    pub fn copy_tensor(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        let m = &mut mods;
        for word in [Modifier::Async, Modifier::Bulk, Modifier::Tensor] {
            m.flag(word);
        }
        let prefetches = m.flag(Modifier::Prefetch) && m.flag(Modifier::L2);
        let reduces = m.flag(Modifier::Reduce);
        let rank = m.choice(&RANKS).ok_or("expected a number of dimensions")?;
        let to = if prefetches { StateSpace::Shared } else { m.space() };
        let from = m.space();
        let stores = to == StateSpace::Global;
        if from != (if stores { StateSpace::Shared } else { StateSpace::Global }) {
            return Err(
                "a tensor's tile must be copied from global to shared memory, or back".into()
            );
        }
        let operation = if reduces {
            let operation = m.choice(&OPERATIONS).filter(|choice| !matches!(choice, 1 | 2));
            operation.ok_or("the operation isn't known")? + 1
        } else {
            0
        };
        let im2col = m.flag(Modifier::Im2col) || m.flag(Modifier::Im2colNoOffs);
        if im2col && rank < 3 {
            return Err("images have three to five dimensions".into());
        }
        m.flag(Modifier::Tile);
        let multicast = m.flag(Modifier::MulticastCluster);
        m.flag(Modifier::MbarrierCompleteTxBytes);
        m.flag(Modifier::BulkGroup);
        mods.finish()?;
        let operands = i.operands.as_slice();
        let mut list = [u32::MAX; tensor_part::COUNT];
        let mut wide = [false; 3];
        let (map, shared, rest) = match (stores, prefetches, operands) {
            (true, _, [map, shared, rest @ ..]) => (map, Some(shared), rest),
            (false, true, [map, rest @ ..]) => (map, None, rest),
            (false, false, [shared, map, rest @ ..]) => (map, Some(shared), rest),
            _ => return Err("operands are missing".into()),
        };
        let Operand::Parts(parts) = map else {
            return Err("expected a tensor map and coordinates in brackets".into());
        };
        let [base, Operand::Vector(given)] = parts.as_slice() else {
            return Err("expected a tensor map and coordinates in braces".into());
        };
        if given.len() != rank as usize {
            return Err(format!("expected {rank} coordinates, not {}", given.len()).into());
        }
        let target = self.address(base)?;
        (list[tensor_part::MAP], wide[1]) = self.place_of(target);
        for (index, operand) in given.iter().enumerate() {
            list[tensor_part::AT + index] = self.source(operand, Type::S32)?;
        }
        let mut rest = rest;
        if let Some(shared) = shared {
            let target = self.address(shared)?;
            (list[tensor_part::SHARED], wide[0]) = self.place_of(target);
            if !stores {
                let [barrier, more @ ..] = rest else {
                    return Err("expected a barrier".into());
                };
                let target = self.address(barrier)?;
                (list[tensor_part::BARRIER], wide[2]) = self.place_of(target);
                rest = more;
            }
        }
        if im2col && !stores {
            let [Operand::Vector(offsets), more @ ..] = rest else {
                return Err("expected offsets in braces".into());
            };
            if offsets.len() != rank as usize - 2 {
                let (expected, given) = (rank - 2, offsets.len());
                return Err(format!("expected {expected} offsets, not {given}").into());
            }
            for (index, operand) in offsets.iter().enumerate() {
                list[tensor_part::OFFSET + index] = self.source(operand, Type::U16)?;
            }
            rest = more;
        }
        if multicast {
            let [mask, more @ ..] = rest else {
                return Err("expected a mask of blocks".into());
            };
            list[tensor_part::BLOCKS] = self.source(mask, Type::U16)?;
            rest = more;
        }
        if !rest.is_empty() {
            return Err("too many operands".into());
        }
        let form = TensorForm { rank, im2col, stores, prefetches, operation, wide };
        let z = self.parts.lists.len() as u32;
        self.parts.lists.push(Box::new(list));
        self.emit(Inst { z, y: form.pack(), ..blank(rare::<ops::CopyTensor>()) });
        Ok(())
    }

    /// Returns the register of an address with its offset added, and whether it has 64 bits.
    fn place_of(&mut self, target: AddressOperand) -> (u32, bool) {
        let target = self.summed(target);
        (target.at, target.wide)
    }

    /// `tensormap.replace`, `tensormap.cp_fenceproxy`
    pub fn tensor_map(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        const FIELDS: [(Modifier<'static>, Field); 11] = [
            (Modifier::GlobalAddress, Field::Address),
            (Modifier::Rank, Field::Rank),
            (Modifier::BoxDim, Field::Tile),
            (Modifier::GlobalDim, Field::Extent),
            (Modifier::GlobalStride, Field::Stride),
            (Modifier::ElementStride, Field::Step),
            (Modifier::Elemtype, Field::Type),
            (Modifier::InterleaveLayout, Field::Interleave),
            (Modifier::SwizzleMode, Field::Swizzle),
            (Modifier::SwizzleAtomicity, Field::Atomicity),
            (Modifier::FillMode, Field::Fill),
        ];
        let mut mods = Modifiers::new(&i.modifiers);
        let m = &mut mods;
        if i.has(Modifier::CpFenceproxy) {
            let [first, second, _] = i.operands.as_slice() else {
                return Err("expected two addresses and 128".into());
            };
            let (first, second) = (self.address(first)?, self.address(second)?);
            let ((a, wide), (b, from_wide)) = (self.place_of(first), self.place_of(second));
            if !wide {
                return Err(Refusal::unsupported("a global address must have 64 bits"));
            }
            self.emit(Inst { a, b, y: u32::from(from_wide), ..blank(rare::<ops::CopyMap>()) });
            return Ok(());
        }
        let field = m.choice(&FIELDS).ok_or("this field of a tensor map can't be changed")?;
        let space = m.space();
        let is_wide = matches!(field, Field::Address | Field::Stride);
        let ty = if is_wide { Type::B64 } else { Type::B32 };
        let dimensions = match field {
            Field::Stride => 4,
            Field::Tile | Field::Extent | Field::Step => 5,
            _ => 0,
        };
        let (map, dimension, value) = match i.operands.as_slice() {
            [map, value] if dimensions == 0 => (map, 0, value),
            [map, Operand::Integer(dimension), value] if *dimension < dimensions => {
                (map, *dimension, value)
            }
            _ => {
                return Err(match dimensions {
                    0 => "expected an address and a value".to_owned(),
                    _ => format!("expected an address, a dimension below {dimensions} and a value"),
                }
                .into());
            }
        };
        let target = self.address(map)?;
        let (a, wide) = self.place_of(target);
        let b = match value {
            Operand::Integer(value) => {
                self.constant(Constant::Value(*value), if ty.size() == 8 { 2 } else { 1 })
            }
            value => self.source(value, ty)?,
        };
        let shared = matches!(space, StateSpace::Shared | StateSpace::SharedCluster);
        self.emit(Inst {
            a,
            b,
            z: field as u32,
            x: dimension,
            y: u32::from(shared) | u32::from(wide) << 1 | u32::from(ty.size() == 8) << 2,
            ..blank(rare::<ops::ReplaceInMap>())
        });
        Ok(())
    }
}
