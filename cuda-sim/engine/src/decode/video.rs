//! Decoding of video instructions.

use crate::code::Inst;
use crate::code::function::Constant;
use crate::code::operands::{Second, VideoKind, VideoPlan};
use crate::decode::body::{Body, blank};
use crate::decode::modifiers::Modifiers;
use crate::decode::refusal::{Decoded, Refusal};
use crate::forms::{Modifier, Opcode};
use crate::ops;
use crate::ops::rare;
use crate::ptx::{Instruction, Operand, Type};

/// Returns the parts that a selector names, the lowest first: the lowest bit and the width of each.
fn parts_of(selector: &str) -> Vec<(u32, u32)> {
    let bits = if selector.starts_with('h') { 16 } else { 8 };
    let digits = selector.bytes().skip(1).map(|digit| u32::from(digit - b'0'));
    digits.rev().map(|part| (part * bits, bits)).collect()
}

/// Returns what an instruction does, and on how many parts.
fn kind_and_parts(i: &Instruction<'_>) -> Decoded<(VideoKind, u32)> {
    use VideoKind::{AbsDiff, Add, Avrg, Compare, Max, Min, Multiply, ShiftLeft, ShiftRight, Sub};
    Ok(match i.opcode {
        Opcode::Vadd => (Add, 1),
        Opcode::Vadd2 => (Add, 2),
        Opcode::Vadd4 => (Add, 4),
        Opcode::Vsub => (Sub, 1),
        Opcode::Vsub2 => (Sub, 2),
        Opcode::Vsub4 => (Sub, 4),
        Opcode::Vabsdiff => (AbsDiff, 1),
        Opcode::Vabsdiff2 => (AbsDiff, 2),
        Opcode::Vabsdiff4 => (AbsDiff, 4),
        Opcode::Vmin => (Min, 1),
        Opcode::Vmin2 => (Min, 2),
        Opcode::Vmin4 => (Min, 4),
        Opcode::Vmax => (Max, 1),
        Opcode::Vmax2 => (Max, 2),
        Opcode::Vmax4 => (Max, 4),
        Opcode::Vavrg2 => (Avrg, 2),
        Opcode::Vavrg4 => (Avrg, 4),
        Opcode::Vshl => (ShiftLeft, 1),
        Opcode::Vshr => (ShiftRight, 1),
        Opcode::Vmad => (Multiply, 1),
        Opcode::Vset => (Compare, 1),
        Opcode::Vset2 => (Compare, 2),
        Opcode::Vset4 => (Compare, 4),
        _ => {
            return Err(Refusal::unsupported(format!(
                "the software device doesn't know {}",
                i.opcode
            )));
        }
    })
}

/// The modifiers of an instruction.
struct Chosen {
    /// The types of the result and of both operands.
    types: [Type; 3],
    relation: Option<usize>,
    plus_one: bool,
    saturate: bool,
    scale: u32,
    wrap: bool,
    second: Second,
}

fn chosen(i: &Instruction<'_>, kind: VideoKind) -> Decoded<Chosen> {
    let mut mods = Modifiers::new(&i.modifiers);
    // A comparison results in zero or one for all types.
    let d = if kind == VideoKind::Compare { Type::U32 } else { mods.need_ty()? };
    let (a, b) = (mods.need_ty()?, mods.need_ty()?);
    let relations =
        [Modifier::Eq, Modifier::Ne, Modifier::Lt, Modifier::Le, Modifier::Gt, Modifier::Ge];
    let seconds =
        [(Modifier::Add, Second::Add), (Modifier::Min, Second::Min), (Modifier::Max, Second::Max)];
    Ok(Chosen {
        types: [d, a, b],
        relation: relations.iter().position(|relation| i.has(*relation)),
        plus_one: i.has(Modifier::Po),
        saturate: i.has(Modifier::Sat),
        scale: mods.choice(&[(Modifier::Shr7, 7), (Modifier::Shr15, 15)]).unwrap_or(0),
        wrap: i.has(Modifier::Wrap),
        second: mods.choice(&seconds).unwrap_or(Second::Merge),
    })
}

/// Checks that selectors name parts that the result and registers have.
fn check_selectors(plan: &VideoPlan) -> Decoded<()> {
    let (parts, bits) = (plan.parts, 32 / plan.parts);
    // An unmerged result uses the whole register.
    let fits = |&(low, bits): &(u32, u32)| low + bits <= 32 && (parts == 1 || bits == 32 / parts);
    let ordered = plan.written.windows(2).all(|two| two[0].0 < two[1].0);
    if !plan.written.iter().all(fits) || !ordered || parts == 1 && plan.written.len() != 1 {
        return Err("a selector names a part that the result doesn't have".into());
    }
    if plan.selected.iter().flatten().any(|&(low, width)| {
        let most = if parts == 1 { 32 } else { 64 };
        low + width > most || parts > 1 && width != bits && width != 32
    }) {
        return Err("a selector names a part that a register doesn't have".into());
    }
    Ok(())
}

impl<'a> Body<'_, 'a> {
    /// Decodes `vadd` and similar: scalar, and of two or four parts.
    pub fn video(&mut self, i: &Instruction<'a>) -> Decoded<()> {
        let (kind, parts) = kind_and_parts(i)?;
        let Chosen { types: [d, a, b], relation, plus_one, saturate, scale, wrap, second } =
            chosen(i, kind)?;
        let multiplies = kind == VideoKind::Multiply;
        let merges = matches!(i.operands.first(), Some(Operand::Part(..)));
        if merges && (multiplies || parts == 1 && second != Second::Merge) {
            return Err("a selector isn't allowed for this result".into());
        }
        if parts > 1 || multiplies || merges || second != Second::Merge {
            self.count(i, 4)?;
        }
        let selects =
            |operand: &Operand<'_>| matches!(operand, Operand::Part(..) | Operand::Minus(_));
        if !multiplies && i.operands.iter().any(|operand| matches!(operand, Operand::Minus(_))) {
            return Err("only the operands of vmad can be negated".into());
        }
        let simple = parts > 1
            && kind != VideoKind::Compare
            && matches!(second, Second::Merge | Second::Add)
            && i.operands.len() == 4
            && !i.operands.iter().any(selects);
        // The third operand of a comparison has the first one's type.
        let third = if kind == VideoKind::Compare { a } else { d };
        let signed = [a.is_signed(), b.is_signed(), third.is_signed()];
        if simple {
            let y = ops::video_flags(kind, signed, saturate, second == Second::Add, parts == 2);
            let mut inst = Inst { y, ..blank(rare::<ops::Video>()) };
            inst.d = self.destination(&i.operands[0], Type::B32)?;
            let slots = [&mut inst.a, &mut inst.b, &mut inst.c];
            for (slot, operand) in slots.into_iter().zip(&i.operands[1..]) {
                *slot = self.source(operand, Type::B32)?;
            }
            self.emit(inst);
            return Ok(());
        }
        let bits = 32 / parts;
        let whole: Vec<(u32, u32)> = (0..parts).map(|part| (part * bits, bits)).collect();
        let mut plan = VideoPlan {
            kind,
            parts,
            signed,
            selected: [[(0, 32); 4]; 2],
            written: whole.clone(),
            saturate,
            second,
            wrap,
            relation: relation.unwrap_or(0) as u32,
            negated: [false; 3],
            plus_one,
            scale,
        };
        let mut inst = blank(rare::<ops::VideoAny>());
        inst.d = match &i.operands[0] {
            Operand::Part(register, selector) => {
                plan.written = parts_of(selector);
                self.destination(&Operand::Register(*register), Type::B32)?
            }
            operand => self.destination(operand, Type::B32)?,
        };
        let mut places = [0; 3];
        for (at, operand) in i.operands[1..].iter().enumerate() {
            let (operand, negated) = match operand {
                Operand::Minus(inner) => (&**inner, true),
                operand => (operand, false),
            };
            plan.negated[at] = negated;
            let mut chosen = match at {
                0 | 2 => whole.clone(),
                _ if parts == 1 => whole.clone(),
                _ => whole.iter().map(|&(low, bits)| (low + 32, bits)).collect(),
            };
            places[at] = match operand {
                Operand::Part(register, selector) if at < 2 => {
                    chosen = parts_of(selector);
                    self.source(&Operand::Register(*register), Type::B32)?
                }
                operand => self.source(operand, Type::B32)?,
            };
            if at < 2 {
                if chosen.len() != parts as usize {
                    return Err("a selector has the wrong number of parts".into());
                }
                plan.selected[at][..chosen.len()].copy_from_slice(&chosen);
            }
        }
        if i.operands.len() == 3 {
            places[2] = self.constant(Constant::Value(0), 1);
        }
        check_selectors(&plan)?;
        [inst.a, inst.b, inst.c] = places;
        inst.z = self.parts.videos.len() as u32;
        self.parts.videos.push(plan);
        self.emit(inst);
        Ok(())
    }
}
