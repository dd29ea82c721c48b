//! Decoding of textures and surfaces.

use crate::code::Inst;
use crate::decode::atomic::OPERATIONS;
use crate::decode::body::{Body, blank, missing};
use crate::decode::modifiers::Modifiers;
use crate::decode::refusal::{Decoded, Refusal};
use crate::forms::{Modifier, Opcode};
use crate::ops;
use crate::ops::{Form, part, rare};
use crate::ptx::{Base, Instruction, Operand, Type};
use crate::state::space::Global;
use crate::texture::{Boundary, Geometry, Query};

/// The geometries, and whether they have layers.
const GEOMETRIES: [(Modifier<'static>, (Geometry, bool)); 7] = [
    (Modifier::Dim1d, (Geometry::D1, false)),
    (Modifier::Dim2d, (Geometry::D2, false)),
    (Modifier::Dim3d, (Geometry::D3, false)),
    (Modifier::A1d, (Geometry::D1, true)),
    (Modifier::A2d, (Geometry::D2, true)),
    (Modifier::Cube, (Geometry::Cube, false)),
    (Modifier::Acube, (Geometry::Cube, true)),
];

const BOUNDARIES: [(Modifier<'static>, Boundary); 3] = [
    (Modifier::Trap, Boundary::Trap),
    (Modifier::Clamp, Boundary::Clamp),
    (Modifier::Zero, Boundary::Zero),
];

/// Returns how many coordinates a geometry has, without layers.
fn coordinates(geometry: Geometry) -> usize {
    match geometry {
        Geometry::D1 => 1,
        Geometry::D2 => 2,
        Geometry::D3 | Geometry::Cube => 3,
    }
}

fn elements<'o, 'a>(operand: &'o Operand<'a>) -> &'o [Operand<'a>] {
    match operand {
        Operand::Vector(list) => list,
        operand => std::slice::from_ref(operand),
    }
}

/// Returns an empty set of registers.
fn registers() -> [u32; part::COUNT] {
    [u32::MAX; part::COUNT]
}

fn form(geometry: Geometry, layered: bool) -> Form {
    Form {
        geometry,
        layered,
        integer: false,
        halves: false,
        mode: 0,
        bytes: 0,
        boundary: Boundary::Trap,
    }
}

impl<'a> Body<'_, 'a> {
    /// `tex`, `tld4`, `txq`, `suld`, `sust`, `sured`, `suq`, `istypep`
    pub fn image(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        match i.opcode {
            Opcode::Tex | Opcode::Tld4 => self.sample(i),
            Opcode::Txq | Opcode::Suq => self.query(i),
            Opcode::Istypep => self.is_image(i),
            _ => self.surface(i),
        }
    }

    /// Returns the handle of `[image, …]`, and the operands after it.
    fn handle<'o>(&mut self, operand: &'o Operand<'a>) -> Decoded<(u32, &'o [Operand<'a>])> {
        let (first, rest): (&Operand<'a>, &[Operand<'a>]) = match operand {
            Operand::Parts(parts) => match parts.as_slice() {
                [first, rest @ ..] => (first, rest),
                [] => return Err("operands are missing".into()),
            },
            operand => (operand, &[]),
        };
        let target = self.address(first)?;
        if !target.wide || target.offset != 0 {
            return Err("expected a 64-bit handle".into());
        }
        let is_register =
            matches!(first, Operand::Address(address) if matches!(address.base, Base::Register(_)));
        if is_register {
            return Ok((target.at, rest));
        }
        // A reference is a variable that contains the handle of its bound texture.
        let (d, y) = (self.temporary(2), self.site());
        let run = rare::<ops::Load<Global, u64, u64, u64>>();
        self.emit(Inst { d, a: target.at, y, ..blank(run) });
        Ok((d, rest))
    }

    /// Adds the coordinates of a geometry to `list`.
    fn coordinates(
        &mut self,
        list: &mut [u32; part::COUNT],
        given: &[Operand<'a>],
        (geometry, layered): (Geometry, bool),
    ) -> Decoded<()> {
        let [given] = given else {
            return Err("expected coordinates".into());
        };
        let mut given = elements(given);
        if !matches!(given.len(), 1 | 2 | 4) {
            return Err(format!("expected 1, 2 or 4 coordinates, not {}", given.len()).into());
        }
        if layered {
            let [layer, rest @ ..] = given else {
                return Err("expected a layer".into());
            };
            list[part::LAYER] = self.source(layer, Type::B32)?;
            given = rest;
        }
        let count = coordinates(geometry);
        if given.len() < count {
            return Err(format!("expected {count} coordinates, not {}", given.len()).into());
        }
        for (index, operand) in given[..count].iter().enumerate() {
            list[part::AT + index] = self.source(operand, Type::B32)?;
        }
        Ok(())
    }

    fn three(
        &mut self,
        list: &mut [u32; part::COUNT],
        first: usize,
        given: &Operand<'a>,
        (expected, most): (usize, usize),
    ) -> Decoded<()> {
        let given = match given {
            Operand::Vector(given) if (expected..=most).contains(&given.len()) => given,
            given if expected == 1 => std::slice::from_ref(given),
            _ => return Err(format!("expected a vector of {expected} in braces").into()),
        };
        for (index, operand) in given.iter().take(3).enumerate() {
            list[first + index] = self.source(operand, Type::B32)?;
        }
        Ok(())
    }

    fn sample(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        let m = &mut mods;
        let mode = if i.opcode == Opcode::Tld4 {
            m.choice(&[(Modifier::R, 4), (Modifier::G, 5), (Modifier::B, 6), (Modifier::A, 7)])
                .ok_or("tld4 needs .r, .g, .b or .a")?
        } else {
            m.choice(&[(Modifier::Level, 1), (Modifier::Grad, 2), (Modifier::Base, 0)]).unwrap_or(0)
        };
        if m.flag(Modifier::Dim2dms) || m.flag(Modifier::A2dms) {
            self.emit(missing(0));
            return Ok(());
        }
        let (geometry, layered) = m.choice(&GEOMETRIES).ok_or("expected a geometry")?;
        let plane = matches!(geometry, Geometry::D2 | Geometry::Cube);
        if i.opcode == Opcode::Tld4 && !plane {
            return Err("tld4 needs two dimensions or a cube".into());
        }
        let vector = m.vector();
        let (to, from) = (m.need_ty()?, m.need_ty()?);
        mods.finish()?;
        let halves = to == Type::F16x2;
        if !halves && !matches!(to, Type::F32 | Type::S32 | Type::U32 | Type::F16)
            || vector != if halves { 2 } else { 4 }
        {
            return Err(format!("a result can't be {vector} times {to:?}").into());
        }
        let mut form = form(geometry, layered);
        form.mode = mode;
        form.halves = halves;
        // Each half has its own register.
        form.bytes = if to == Type::F16 { 2 } else { 0 };
        form.integer = match from {
            Type::F32 => false,
            Type::S32 if i.opcode == Opcode::Tex && geometry != Geometry::Cube => true,
            Type::S32 => return Err("the coordinates must be .f32".into()),
            _ => return Err(format!("coordinates are s32 or f32, not {from:?}").into()),
        };
        let [results, at, rest @ ..] = i.operands.as_slice() else {
            return Err("operands are missing".into());
        };
        let mut list = registers();
        let (given, present) = match elements(results) {
            [given @ .., Operand::Register(last)] if last.ty == Type::Pred => (given, Some(*last)),
            given => (given, None),
        };
        if given.len() != vector {
            return Err(format!("expected {vector} results, not {}", given.len()).into());
        }
        for (index, operand) in given.iter().enumerate() {
            let word = if to == Type::F16 { Type::B16 } else { Type::B32 };
            list[part::DATA + index] = self.optional_destination(operand, word)?;
        }
        if let Some(register) = present {
            list[part::PRESENT] = self.register(register)?;
        }
        let (a, given) = self.handle(at)?;
        let given = match given {
            [sampler, coordinates] => {
                let target = match sampler {
                    Operand::Register(_) => self.source(sampler, Type::B64)?,
                    _ => self.handle(sampler)?.0,
                };
                list[part::SAMPLER] = target;
                std::slice::from_ref(coordinates)
            }
            given => given,
        };
        self.coordinates(&mut list, given, (geometry, layered))?;
        let mut rest = rest;
        let size = coordinates(geometry).next_power_of_two();
        match (mode, rest) {
            (1, [level, more @ ..]) => {
                list[part::LEVEL] = self.source(level, Type::B32)?;
                rest = more;
            }
            (2, [dx, dy, more @ ..]) => {
                self.three(&mut list, part::DX, dx, (size, size))?;
                self.three(&mut list, part::DY, dy, (size, size))?;
                rest = more;
            }
            (1 | 2, _) => return Err("operands are missing".into()),
            _ => {}
        }
        match rest {
            [] => {}
            [offset @ Operand::Vector(_)] => {
                self.three(&mut list, part::OFFSET, offset, (size, 4))?;
            }
            _ => {
                self.emit(missing(1));
                return Ok(());
            }
        }
        self.emit_image(Inst { a, ..blank(self.level.of::<ops::Sample>()) }, list, form);
        Ok(())
    }

    fn emit_image(&mut self, inst: Inst, list: [u32; part::COUNT], form: Form) {
        let z = self.parts.lists.len() as u32;
        self.parts.lists.push(Box::new(list));
        self.emit(Inst { z, y: form.pack(), ..inst });
    }

    /// `suld`, `sust`, `sured`
    fn surface(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        let m = &mut mods;
        let formatted = m
            .choice(&[(Modifier::B, false), (Modifier::P, true)])
            .filter(|formatted| !formatted || i.opcode != Opcode::Suld)
            .ok_or("a surface instruction needs .b, or .p if it writes")?;
        let operation = match i.opcode {
            Opcode::Sured => {
                let known = m.choice(&OPERATIONS).filter(|choice| matches!(choice, 0 | 3..=6));
                Some(known.ok_or("a surface can be reduced by .add, .min, .max, .and and .or")?)
            }
            _ => None,
        };
        let (geometry, layered) = m.choice(&GEOMETRIES).ok_or("expected a geometry")?;
        if geometry == Geometry::Cube {
            return Err("a cube is accessed as a surface of layers, .a2d".into());
        }
        m.skip_order();
        let vector = match operation {
            None => m.vector(),
            Some(_) => 1,
        };
        let ty = m.need_ty()?;
        let is_bits = matches!(ty, Type::B32 | Type::B64);
        let combines = matches!(operation, Some(5 | 6));
        if operation.is_some() && !formatted && is_bits != combines {
            return Err(format!("this operation isn't available for {ty:?}").into());
        }
        let mut form = form(geometry, layered);
        form.integer = true;
        form.boundary =
            m.choice(&BOUNDARIES).ok_or("a surface instruction needs .trap, .clamp or .zero")?;
        mods.finish()?;
        let [first, second] = i.operands.as_slice() else {
            return Err("expected two operands".into());
        };
        let loads = i.opcode == Opcode::Suld;
        let (data, at) = if loads { (first, second) } else { (second, first) };
        let mut list = registers();
        let given = elements(data);
        if given.len() != vector {
            return Err(format!("{} registers don't fit a vector of {vector}", given.len()).into());
        }
        let word = if ty.size() == 8 { Type::B64 } else { Type::B32 };
        for (index, operand) in given.iter().enumerate() {
            list[part::DATA + index] = if loads {
                self.optional_destination(operand, word)?
            } else {
                self.source(operand, word)?
            };
        }
        let (a, given) = self.handle(at)?;
        self.coordinates(&mut list, given, (geometry, layered))?;
        form.mode = vector as u32;
        form.bytes = if formatted { 0 } else { ty.size() };
        let mut x = 0;
        let run = match operation {
            Some(operation) => {
                form.halves = formatted;
                // `sured.p` always uses unsigned words.
                let ty = match ty {
                    Type::B32 => Type::U32,
                    Type::B64 => Type::U64,
                    ty => ty,
                };
                x = self.reduction(operation, ty)?.into();
                rare::<ops::ReduceSurface>()
            }
            None if loads => rare::<ops::LoadSurface>(),
            None => rare::<ops::StoreSurface>(),
        };
        self.emit_image(Inst { a, x, ..blank(run) }, list, form);
        Ok(())
    }

    fn query(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        const QUERIES: [(Modifier<'static>, Query); 15] = [
            (Modifier::Width, Query::Width),
            (Modifier::Height, Query::Height),
            (Modifier::Depth, Query::Depth),
            (Modifier::ArraySize, Query::ArraySize),
            (Modifier::NumMipmapLevels, Query::Levels),
            (Modifier::NumSamples, Query::Samples),
            (Modifier::NormalizedCoords, Query::Normalized),
            (Modifier::ChannelDataType, Query::DataType),
            (Modifier::ChannelOrder, Query::Order),
            (Modifier::MemoryLayout, Query::Layout),
            (Modifier::FilterMode, Query::Filter),
            (Modifier::AddrMode0, Query::Address0),
            (Modifier::AddrMode1, Query::Address1),
            (Modifier::AddrMode2, Query::Address2),
            (Modifier::ForceUnnormalizedCoords, Query::Unnormalized),
        ];
        let mut mods = Modifiers::new(&i.modifiers);
        let at_level = mods.flag(Modifier::Level);
        let query = mods.choice(&QUERIES).ok_or("unknown query")?;
        let is_size = matches!(query, Query::Width | Query::Height | Query::Depth);
        if i.opcode == Opcode::Suq && !is_size {
            // ptxas takes it.
            return Err(Refusal::unsupported(
                "a driver only loads queries of a surface's width, height and depth",
            ));
        }
        mods.need_ty()?;
        mods.finish()?;
        let [result, image, rest @ ..] = i.operands.as_slice() else {
            return Err("operands are missing".into());
        };
        let d = self.destination(result, Type::B32)?;
        let (a, _) = self.handle(image)?;
        let b = match rest {
            [level] if at_level => self.source(level, Type::B32)?,
            [] if !at_level => u32::MAX,
            _ => return Err("unexpected number of operands".into()),
        };
        self.emit(Inst { d, a, b, y: query as u32, ..blank(rare::<ops::QueryImage>()) });
        Ok(())
    }

    fn is_image(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let mut mods = Modifiers::new(&i.modifiers);
        // A handle is never only a sampler's.
        let kind = mods
            .choice(&[(Modifier::Texref, 0), (Modifier::Surfref, 1), (Modifier::Samplerref, 2)])
            .ok_or("expected .texref, .samplerref or .surfref")?;
        mods.finish()?;
        self.count(i, 2)?;
        let d = self.destination(&i.operands[0], Type::Pred)?;
        let a = self.source(&i.operands[1], Type::B64)?;
        self.emit(Inst { d, a, y: kind, ..blank(rare::<ops::IsImage>()) });
        Ok(())
    }
}
