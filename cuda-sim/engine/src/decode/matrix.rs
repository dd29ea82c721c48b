//! Decoding of matrix instructions.

use crate::code::Inst;
use crate::code::function::Constant;
use crate::code::operands::{Element, MatrixShape, QuadMatrix, Sparse};
use crate::decode::body::{Body, blank};
use crate::decode::modifiers::Modifiers;
use crate::decode::refusal::{Decoded, Refusal};
use crate::decode::registers::words;
use crate::forms::{Modifier, Opcode};
use crate::numbers::rounding::Rounding;
use crate::ops;
use crate::ops::rare;
use crate::ptx::{Instruction, Operand, StateSpace, Type};

/// Returns the element of a matrix of `ty`.
pub(super) fn cell(ty: Type) -> Decoded<Element> {
    Ok(match ty {
        Type::F16 => Element::F16,
        Type::Bf16 => Element::Bf16,
        Type::Tf32 => Element::Tf32,
        Type::F32 => Element::F32,
        Type::F64 => Element::F64,
        Type::S8 => Element::S8,
        Type::U8 => Element::U8,
        Type::S4 => Element::S4,
        Type::U4 => Element::U4,
        Type::B1 => Element::B1,
        Type::S32 => Element::S32,
        Type::E4m3 => Element::E4m3,
        Type::E5m2 => Element::E5m2,
        _ => {
            return Err(Refusal::unsupported(format!("matrices of {ty:?} aren't supported")));
        }
    })
}

const SHAPES: &[(Modifier<'static>, (u32, u32, u32))] = &[
    (Modifier::M16n16k16, (16, 16, 16)),
    (Modifier::M32n8k16, (32, 8, 16)),
    (Modifier::M8n32k16, (8, 32, 16)),
    (Modifier::M16n16k8, (16, 16, 8)),
    (Modifier::M8n8k4, (8, 8, 4)),
    (Modifier::M8n8k16, (8, 8, 16)),
    (Modifier::M8n8k32, (8, 8, 32)),
    (Modifier::M8n8k128, (8, 8, 128)),
    (Modifier::M16n8k4, (16, 8, 4)),
    (Modifier::M16n8k8, (16, 8, 8)),
    (Modifier::M16n8k16, (16, 8, 16)),
    (Modifier::M16n8k32, (16, 8, 32)),
    (Modifier::M16n8k64, (16, 8, 64)),
    (Modifier::M16n8k128, (16, 8, 128)),
    (Modifier::M16n8k256, (16, 8, 256)),
];

/// Returns `true` for shapes of matrices with elements of four bits or one.
fn small_shape(shape: (u32, u32, u32)) -> bool {
    matches!(shape, (8, 8, 32 | 128))
}

impl<'a> Body<'_, 'a> {
    /// Returns the registers of a fragment.
    pub(super) fn fragment(
        &mut self,
        operand: Option<&Operand<'a>>,
        cell: Element,
    ) -> Decoded<Vec<u32>> {
        let expected = if cell == Element::F64 { 2 } else { 1 };
        let single;
        let list: &[Operand<'a>] = match operand {
            Some(Operand::Vector(list)) => list,
            Some(operand) => {
                single = [operand.clone()];
                &single
            }
            None => return Err("operands are missing".into()),
        };
        let mut places = Vec::new();
        for operand in list {
            let Operand::Register(register) = operand else {
                return Err(Refusal::unsupported("a fragment must consist of registers"));
            };
            if words(register.ty) != expected {
                return Err("a fragment's register has the wrong width".into());
            }
            places.push(self.register(*register)?);
        }
        Ok(places)
    }

    fn check(shape: &MatrixShape) -> Decoded<()> {
        let sizes = [
            (shape.m * shape.k) >> u32::from(shape.sparse.is_some()),
            shape.k * shape.n,
            shape.m * shape.n,
            shape.m * shape.n,
        ];
        let parts = sizes.into_iter().zip(shape.cells).zip(&shape.registers);
        for (part, ((size, cell), registers)) in parts.enumerate() {
            let held = registers.len() as u32
                * (if cell == Element::F64 { 1 } else { 32 / cell.bits() })
                * 32;
            // Several lanes have the same halves.
            let repeats = shape.fragments && part < 2 && cell == Element::F16;
            let fits = if repeats { registers.len() == 8 } else { held == size };
            if !registers.is_empty() && !fits {
                return Err("a fragment has the wrong number of registers for its shape".into());
            }
        }
        Ok(())
    }

    /// `mma`
    pub fn mma(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        let m = &mut mods;
        self.waits = true;
        m.flag(Modifier::Sync);
        m.flag(Modifier::Aligned);
        let sparse = m.flag(Modifier::Sp) || m.flag(Modifier::SpOrderedMetadata);
        let (rows, columns, depth) = m
            .choice(SHAPES)
            .ok_or_else(|| Refusal::unsupported("this shape of mma isn't supported"))?;
        while m.flag(Modifier::Row) || m.flag(Modifier::Col) {}
        let majors: Vec<bool> = i
            .modifiers
            .iter()
            .filter(|word| matches!(*word, Modifier::Row | Modifier::Col))
            .map(|word| *word == Modifier::Col)
            .collect();
        let &[of_a, of_b] = majors.as_slice() else {
            return Err("mma needs .row or .col for two matrices".into());
        };
        let saturate = m.flag(Modifier::Satfinite);
        let rounding = Rounding::from_bits(m.rounding().unwrap_or(0));
        let bit_and = m.flag(Modifier::And);
        m.flag(Modifier::Xor);
        m.flag(Modifier::Popc);
        let (d, a, b, c) = (m.need_ty()?, m.need_ty()?, m.need_ty()?, m.need_ty()?);
        mods.finish()?;
        self.count(i, if sparse { 6 } else { 4 })?;
        if (rows, columns, depth) == (8, 8, 4) && a == Type::F16 {
            return self.quad_mma(i, [of_a, of_b], [d, c]);
        }
        if of_a || !of_b {
            return Err(Refusal::unsupported("only .row.col is supported for this mma"));
        }
        let sparse = match &i.operands[4..] {
            [metadata, selector] => {
                Some(self.sparse((rows, columns, depth), a, metadata, selector)?)
            }
            _ => None,
        };
        let cells = [cell(a)?, cell(b)?, cell(c)?, cell(d)?];
        let registers = [
            self.fragment(i.operands.get(1), cells[0])?,
            self.fragment(i.operands.get(2), cells[1])?,
            self.fragment(i.operands.get(3), cells[2])?,
            self.fragment(i.operands.first(), cells[3])?,
        ];
        self.matrix(MatrixShape {
            m: rows,
            n: columns,
            k: depth,
            cells,
            registers,
            saturate,
            fragments: false,
            rounding,
            bit_and,
            sparse,
            places: Default::default(),
        })
    }

    /// Returns the metadata of a sparse matrix of this shape, and the selector of the lanes that have it.
    fn sparse(
        &mut self,
        (rows, columns, depth): (u32, u32, u32),
        ty: Type,
        metadata: &Operand<'a>,
        selector: &Operand<'a>,
    ) -> Decoded<Sparse> {
        // The number of lanes in four that have the metadata of a row and of the one eight below.
        let lanes = match (ty, depth) {
            (Type::F16 | Type::Bf16, 16) | (Type::Tf32, 8) => 1,
            (Type::F16 | Type::Bf16, 32) | (Type::Tf32, 16) => 2,
            (Type::S8 | Type::U8, 32) | (Type::S4 | Type::U4, 64) => 2,
            (Type::S8 | Type::U8 | Type::E4m3 | Type::E5m2, 64) => 4,
            (Type::S4 | Type::U4, 128) => 4,
            _ => 0,
        };
        if lanes == 0 || (rows, columns) != (16, 8) {
            return Err(format!("there is no sparse mma of {ty:?} with this shape").into());
        }
        let &Operand::Integer(selector) = selector else {
            return Err("the selector of a sparse mma must be a constant".into());
        };
        if selector >= 4 / lanes {
            return Err(format!(
                "selector {selector} is too large: the maximum is {}",
                4 / lanes - 1
            )
            .into());
        }
        Ok(Sparse { register: self.source(metadata, Type::B32)?, selector: selector as u32 })
    }

    /// Decodes `mma.m8n8k4` of halves: four products of eight lanes each.
    fn quad_mma(
        &mut self,
        i: &Instruction<'a>,
        column_major: [bool; 2],
        [d, c]: [Type; 2],
    ) -> Decoded<()> {
        let (cell_c, cell_d) = (cell(c)?, cell(d)?);
        let registers = [
            self.fragment(i.operands.get(1), Element::F16)?,
            self.fragment(i.operands.get(2), Element::F16)?,
            self.fragment(i.operands.get(3), cell_c)?,
            self.fragment(i.operands.first(), cell_d)?,
        ];
        let expected = |cell| if cell == Element::F32 { 8 } else { 4 };
        let counts = registers.each_ref().map(Vec::len);
        if counts != [2, 2, expected(cell_c), expected(cell_d)] {
            return Err("a fragment has the wrong number of registers for its shape".into());
        }
        let z = self.parts.quads.len() as u32;
        self.parts.quads.push(QuadMatrix { column_major, cells: [cell_c, cell_d], registers });
        self.emit(Inst { z, ..blank(rare::<ops::QuadMma>()) });
        Ok(())
    }

    fn matrix(&mut self, shape: MatrixShape) -> Decoded<()> {
        Self::check(&shape)?;
        let z = self.parts.shapes.len() as u32;
        self.parts.shapes.push(shape.tabulated());
        self.emit(Inst { z, ..blank(self.level.of::<ops::Mma>()) });
        Ok(())
    }

    /// `wmma`
    pub fn wmma(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        let m = &mut mods;
        self.waits = true;
        let operation = m
            .choice(&[(Modifier::Load, 0), (Modifier::Store, 1), (Modifier::Mma, 2)])
            .ok_or("wmma needs .load, .store or .mma")?;
        m.flag(Modifier::Sync);
        m.flag(Modifier::Aligned);
        let (rows, columns, depth) = m
            .choice(SHAPES)
            .ok_or_else(|| Refusal::unsupported("this shape of wmma isn't supported"))?;
        if operation == 2 {
            return self.wmma_mma(i, (rows, columns, depth), mods);
        }
        let part: u32 = m
            .choice(&[(Modifier::A, 0), (Modifier::B, 1), (Modifier::C, 2), (Modifier::D, 3)])
            .ok_or("wmma has no matrix")?;
        let column_major = m
            .choice(&[(Modifier::Row, false), (Modifier::Col, true)])
            .ok_or("wmma needs .row or .col")?;
        let space = m.space();
        let ty = m.need_ty()?;
        mods.finish()?;
        if i.operands.len() != 3 {
            self.count(i, 2)?;
        }
        let (fragment, memory) = if operation == 0 { (0, 1) } else { (1, 0) };
        let cell = cell(ty)?;
        let registers = self.fragment(i.operands.get(fragment), cell)?;
        let target = self.address(i.operands.get(memory).ok_or("operands are missing")?)?;
        let stride = match i.operands.get(2) {
            Some(operand) => self.source(operand, Type::U32)?,
            None => {
                let (high, wide) =
                    [(rows, depth), (depth, columns), (rows, columns), (rows, columns)]
                        [part as usize];
                self.constant(Constant::Value(u64::from(if column_major { high } else { wide })), 1)
            }
        };
        let mut shape = MatrixShape {
            m: rows,
            n: columns,
            k: depth,
            cells: [cell; 4],
            registers: Default::default(),
            saturate: false,
            // Elements of less than a byte have the fragments of `mma`, and so have their sums.
            fragments: !small_shape((rows, columns, depth)),
            rounding: Rounding::Nearest,
            bit_and: false,
            sparse: None,
            places: Default::default(),
        };
        shape.registers[part as usize] = registers;
        Self::check(&shape)?;
        let z = self.parts.shapes.len() as u32;
        self.parts.shapes.push(shape.tabulated());
        let shared = matches!(space, StateSpace::Shared | StateSpace::SharedCluster);
        let run = if target.wide {
            rare::<ops::WmmaMemory<u64>>()
        } else {
            rare::<ops::WmmaMemory<u32>>()
        };
        let y = part | u32::from(column_major) << 2 | u32::from(operation == 1) << 3;
        self.emit(Inst {
            a: target.at,
            b: stride,
            c: u32::from(shared),
            x: target.offset as u64,
            y,
            z,
            ..blank(run)
        });
        Ok(())
    }

    fn wmma_mma(
        &mut self,
        i: &Instruction<'a>,
        (m, n, k): (u32, u32, u32),
        mut mods: Modifiers<'_>,
    ) -> Decoded<()> {
        while mods.flag(Modifier::Row) || mods.flag(Modifier::Col) {}
        let saturate = mods.flag(Modifier::Satfinite);
        let rounding = Rounding::from_bits(mods.rounding().unwrap_or(0));
        let bit_and = mods.flag(Modifier::And);
        mods.flag(Modifier::Xor);
        mods.flag(Modifier::Popc);
        let mut types = Vec::new();
        while let Some(ty) = mods.ty() {
            types.push(ty);
        }
        mods.finish()?;
        // For f16 only the types of d and c are given, otherwise all four.
        let (d, a, b, c) = match types.as_slice() {
            [d, c] => (*d, Type::F16, Type::F16, *c),
            [d, a, b, c] => (*d, *a, *b, *c),
            _ => return Err("wmma.mma needs two or four types".into()),
        };
        self.count(i, 4)?;
        let cells = [cell(a)?, cell(b)?, cell(c)?, cell(d)?];
        let registers = [
            self.fragment(i.operands.get(1), cells[0])?,
            self.fragment(i.operands.get(2), cells[1])?,
            self.fragment(i.operands.get(3), cells[2])?,
            self.fragment(i.operands.first(), cells[3])?,
        ];
        self.matrix(MatrixShape {
            m,
            n,
            k,
            cells,
            registers,
            saturate,
            fragments: !small_shape((m, n, k)),
            rounding,
            bit_and,
            sparse: None,
            places: Default::default(),
        })
    }

    /// `ldmatrix`, `stmatrix`, `movmatrix`.
    pub fn row_matrix(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        let m = &mut mods;
        self.waits = true;
        m.flag(Modifier::Sync);
        m.flag(Modifier::Aligned);
        let bytes = i.opcode == Opcode::Ldmatrix && m.flag(Modifier::M16n16);
        if !bytes && !m.flag(Modifier::M8n8) {
            return Err(Refusal::unsupported(format!(
                "{} isn't supported with this shape",
                i.opcode
            )));
        }
        let count = m.choice(&[(Modifier::X1, 1), (Modifier::X2, 2), (Modifier::X4, 4)]);
        let transposed = m.flag(Modifier::Trans);
        let space = m.space();
        m.need_ty()?;
        mods.finish()?;
        if i.opcode == Opcode::Movmatrix {
            if !transposed {
                return Err("movmatrix needs .trans".into());
            }
            let [to, from] = i.operands.as_slice() else {
                return Err("expected two operands".into());
            };
            let (d, a) = (self.destination(to, Type::B32)?, self.source(from, Type::B32)?);
            self.emit(Inst { d, a, ..blank(rare::<ops::MoveMatrix>()) });
            return Ok(());
        }
        let count = count.ok_or("the number of matrices is .x1, .x2 or .x4")?;
        let store = i.opcode == Opcode::Stmatrix;
        let (fragment, memory) = if store { (1, 0) } else { (0, 1) };
        let registers = self.fragment(i.operands.get(fragment), Element::S32)?;
        if registers.len() != count * (1 + usize::from(bytes)) {
            return Err(format!("{} registers don't fit {count} matrices", registers.len()).into());
        }
        let target = self.address(i.operands.get(memory).ok_or("operands are missing")?)?;
        let z = self.parts.lists.len() as u32;
        self.parts.lists.push(registers.into());
        let run = match (bytes, target.wide) {
            (false, true) => rare::<ops::RowMatrix<u64>>(),
            (false, false) => rare::<ops::RowMatrix<u32>>(),
            (true, true) => rare::<ops::ByteMatrix<u64>>(),
            (true, false) => rare::<ops::ByteMatrix<u32>>(),
        };
        let shared = matches!(space, StateSpace::Shared | StateSpace::SharedCluster);
        let y = u32::from(transposed) | u32::from(store) << 1;
        self.emit(Inst {
            a: target.at,
            x: target.offset as u64,
            c: u32::from(shared),
            y,
            z,
            ..blank(run)
        });
        Ok(())
    }
}
