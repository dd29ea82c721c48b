//! Which registers and constants hold values of a type
//! ([operand type checking](https://docs.nvidia.com/cuda/parallel-thread-execution/#operand-type-checking)).

use crate::ptx::{Operand, Type};

/// Nothing, or why an operand doesn't fit; an empty text if nothing more is known than that.
pub type Checked = Result<(), String>;

/// Refuses an operand.
pub fn mismatch() -> Checked {
    Err(String::new())
}

/// The type that an operand must have.
#[derive(Clone, Copy)]
pub struct Expected<'t> {
    /// Its name.
    pub ty: &'t str,
    /// Whether a register may be wider.
    pub wider: bool,
}

/// Returns what a vector's elements must be where ptxas only compares sizes; `None` if they are checked as other
/// operands.
pub fn by_size(elements: &[Operand<'_>], ty: &str) -> Option<&'static str> {
    let (expected, width) = shape(ty)?;
    let found = |element: &Operand<'_>| match element {
        Operand::Register(register) => {
            of_register(register.ty).map(|kind| (kind, register.ty.size()))
        }
        Operand::Special(_) => Some((RegisterKind::Integer, 4)),
        Operand::Single(_) if width == 4 => Some((RegisterKind::Float, 4)),
        _ => None,
    };
    let mut all = elements.iter().filter_map(found);
    let (first, size) = all.next()?;
    let mixed = all.any(|(kind, _)| kind != first);
    let as_float =
        first == RegisterKind::Integer && expected == RegisterKind::Float && size == width;
    (mixed || as_float).then_some(match width {
        1 => "b8",
        2 => "b16",
        4 => "b32",
        8 => "b64",
        _ => return None,
    })
}

/// The kinds of types, by the registers that can hold them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum RegisterKind {
    Bits,
    Integer,
    Float,
    /// Only in registers of bits.
    Packed,
}

/// Returns the kind and the size of a type in bytes.
pub fn shape(ty: &str) -> Option<(RegisterKind, u32)> {
    Some(match ty {
        "b8" => (RegisterKind::Bits, 1),
        "b16" => (RegisterKind::Bits, 2),
        "b32" => (RegisterKind::Bits, 4),
        "b64" => (RegisterKind::Bits, 8),
        "b128" => (RegisterKind::Bits, 16),
        "u8" | "s8" => (RegisterKind::Integer, 1),
        "u16" | "s16" => (RegisterKind::Integer, 2),
        "u32" | "s32" => (RegisterKind::Integer, 4),
        "u64" | "s64" => (RegisterKind::Integer, 8),
        "f16" => (RegisterKind::Float, 2),
        "f32" => (RegisterKind::Float, 4),
        "f64" => (RegisterKind::Float, 8),
        "bf16" | "e4m3x2" | "e5m2x2" => (RegisterKind::Packed, 2),
        "f16x2" | "bf16x2" | "tf32" | "u16x2" | "s16x2" => (RegisterKind::Packed, 4),
        "f32x2" => (RegisterKind::Packed, 8),
        _ => return None,
    })
}

/// Returns the kind of a register; `None` for a predicate.
pub fn of_register(ty: Type) -> Option<RegisterKind> {
    Some(match ty {
        Type::B8 | Type::B16 | Type::B32 | Type::B64 | Type::B128 => RegisterKind::Bits,
        // ptxas treats registers of two halves as bits.
        Type::F16x2 => RegisterKind::Bits,
        Type::U8 | Type::U16 | Type::U32 | Type::U64 => RegisterKind::Integer,
        Type::S8 | Type::S16 | Type::S32 | Type::S64 => RegisterKind::Integer,
        Type::F16 | Type::F32 | Type::F64 => RegisterKind::Float,
        _ => return None,
    })
}

/// Checks a register or a constant.
pub fn fits(operand: &Operand<'_>, expected: Expected<'_>) -> Checked {
    let Expected { ty, wider } = expected;
    let wider_allowed = wider;
    let Some((kind, size)) = shape(ty) else {
        return match operand {
            Operand::Register(register) if (ty == "pred") != (register.ty == Type::Pred) => {
                mismatch()
            }
            _ => Ok(()),
        };
    };
    let fits = match operand {
        Operand::Register(register) => {
            let Some(found) = of_register(register.ty) else {
                return mismatch();
            };
            let found_size = register.ty.size();
            let halves = register.ty == Type::F16x2 && (ty == "f32" || ty == "bf16x2");
            let same = found == kind || found == RegisterKind::Bits || kind == RegisterKind::Bits;
            let wider = wider
                && found_size > size
                && (!matches!(kind, RegisterKind::Float | RegisterKind::Packed)
                    || found == RegisterKind::Bits)
                && register.ty != Type::F16x2
                || wider
                    && found_size > size
                    && kind != RegisterKind::Float
                    && kind != RegisterKind::Packed;
            (found_size == size || wider) && same && !halves
        }
        Operand::Integer(_) | Operand::Special(_) | Operand::Variable(..) | Operand::Symbol(..) => {
            matches!(kind, RegisterKind::Bits | RegisterKind::Integer)
        }
        Operand::Single(_) => match kind {
            RegisterKind::Bits => size == 4,
            RegisterKind::Float => size >= 4,
            _ => false,
        },
        Operand::Double(_) => match kind {
            RegisterKind::Bits => size >= 8,
            RegisterKind::Float => size >= 4,
            _ => false,
        },
        _ => true,
    };
    let found = match operand {
        _ if fits => return Ok(()),
        Operand::Register(register) => format!("a register of type .{}", register.ty.name()),
        Operand::Integer(_) => "an integer".to_owned(),
        Operand::Single(_) | Operand::Double(_) => "a floating-point number".to_owned(),
        _ => "a symbol or a special register".to_owned(),
    };
    let or_wider = if wider_allowed { " or wider" } else { "" };
    Err(format!("expected an operand of type .{ty}{or_wider}, found {found}"))
}
