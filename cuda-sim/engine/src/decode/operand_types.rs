//! Rejects registers and constants whose types don't fit the instruction's, as ptxas does
//! ([operand type checking](https://docs.nvidia.com/cuda/parallel-thread-execution/#operand-type-checking)).

use super::body::{Decoded, shown};
use crate::ptx::{Instruction, Operand, Type};

/// The type that an operand must have.
#[derive(Clone, Copy)]
enum Expected {
    /// This type.
    Exactly(Type),
    /// This type; a register can be wider.
    AtLeast(Type),
}

/// Checks the operands of an instruction.
pub fn check(i: &Instruction<'_>) -> Decoded<()> {
    let mut types = i.modifiers.iter().filter_map(|word| Type::from_name(word));
    let (Some(ty), second) = (types.next(), types.next()) else {
        return Ok(());
    };
    for (index, operand) in i.operands.iter().enumerate() {
        let Some(expected) = expected(i, index, ty, second) else {
            continue;
        };
        match operand {
            Operand::Vector(elements) if matches!(i.opcode, "ld" | "ldu" | "st") => {
                let expected = expected_in(elements, ty).unwrap_or(expected);
                elements.iter().try_for_each(|each| fits(each, expected))?;
            }
            operand => fits(operand, expected)?,
        }
    }
    Ok(())
}

/// Returns the type that the operand at `index` must have; `None` if it isn't checked here.
fn expected(i: &Instruction<'_>, index: usize, ty: Type, second: Option<Type>) -> Option<Expected> {
    let has = |word: &str| i.modifiers.contains(&word);
    let expected = match (i.opcode, index) {
        ("mul" | "mad", 0 | 3) if has("wide") => doubled(ty)?,
        (
            "add" | "sub" | "mul" | "mad" | "fma" | "div" | "rem" | "min" | "max" | "neg" | "abs"
            | "sad" | "addc" | "subc" | "madc" | "mul24" | "mad24" | "rcp" | "sqrt" | "rsqrt"
            | "sin" | "cos" | "lg2" | "ex2" | "tanh" | "copysign" | "and" | "or" | "xor" | "not"
            | "cnot" | "brev" | "mov",
            _,
        )
        | ("selp", 0..=2)
            if second.is_none() =>
        {
            ty
        }
        ("setp", 1 | 2) => ty,
        // Integer registers are also accepted.
        ("set", 0) if ty == Type::Bf16 => Type::U16,
        ("set", 0) if ty == Type::Bf16x2 => Type::B32,
        ("set" | "slct", 0) => ty,
        ("set", 1 | 2) | ("slct", 3) => second?,
        ("slct", 1 | 2) => ty,
        ("shl" | "shr", 2) => Type::U32,
        ("shl" | "shr", _) => ty,
        ("popc" | "clz" | "bfind", 0) => Type::U32,
        ("popc" | "clz" | "bfind", 1) => ty,
        ("bfe", 2 | 3) | ("bfi", 3 | 4) => Type::U32,
        ("bfe" | "bfi", _) => ty,
        // Without a second type, one of the two isn't known here.
        ("cvt", 0 | 1) if !has("pack") => {
            let second = second?;
            return Some(Expected::AtLeast(if index == 0 { ty } else { second }));
        }
        ("ld" | "ldu", 0) | ("st", 1) if second.is_none() => return Some(Expected::AtLeast(ty)),
        ("atom", 0 | 2) | ("red", 1) if !has("async") => ty,
        ("atom", 3) if has("cas") => ty,
        _ => return None,
    };
    Some(Expected::Exactly(expected))
}

/// Returns what a vector's elements must be where ptxas only compares sizes; `None` if they are checked as other
/// operands.
fn expected_in(elements: &[Operand<'_>], ty: Type) -> Option<Expected> {
    let found = |element: &Operand<'_>| match element {
        Operand::Register(register) => kind(register.ty).map(|kind| (kind, register.ty.size())),
        Operand::Special(_) => Some((Kind::Integer, 4)),
        Operand::Single(_) if ty.size() == 4 => Some((Kind::Float, 4)),
        _ => None,
    };
    let mut all = elements.iter().filter_map(found);
    let (first, size) = all.next()?;
    let mixed = all.any(|(kind, _)| kind != first);
    let as_float = first == Kind::Integer && kind(ty) == Some(Kind::Float) && size == ty.size();
    (mixed || as_float).then_some(Expected::AtLeast(match ty.size() {
        1 => Type::B8,
        2 => Type::B16,
        4 => Type::B32,
        8 => Type::B64,
        _ => return None,
    }))
}

/// The type of the product of two values.
fn doubled(ty: Type) -> Option<Type> {
    Some(match ty {
        Type::U16 => Type::U32,
        Type::S16 => Type::S32,
        Type::U32 => Type::U64,
        Type::S32 => Type::S64,
        _ => return None,
    })
}

/// The kinds of types, by the registers that can hold them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Bits,
    Integer,
    Float,
    /// Only in registers of bits.
    Packed,
}

/// Returns the kind of the types that are checked.
fn kind(ty: Type) -> Option<Kind> {
    Some(match ty {
        Type::B8 | Type::B16 | Type::B32 | Type::B64 | Type::B128 => Kind::Bits,
        Type::U8 | Type::U16 | Type::U32 | Type::U64 => Kind::Integer,
        Type::S8 | Type::S16 | Type::S32 | Type::S64 => Kind::Integer,
        Type::F16 | Type::F16x2 | Type::Bf16 | Type::Bf16x2 | Type::F32 | Type::F64 => Kind::Float,
        Type::U16x2 | Type::S16x2 | Type::Tf32 => Kind::Packed,
        _ => return None,
    })
}

fn fits(operand: &Operand<'_>, expected: Expected) -> Decoded<()> {
    let (Expected::Exactly(ty) | Expected::AtLeast(ty)) = expected;
    let Some(expected_kind) = kind(ty) else {
        return Ok(());
    };
    let fits = match operand {
        Operand::Register(register) => {
            let Some(found) = kind(register.ty) else {
                return Ok(());
            };
            let (size, least) = (register.ty.size(), ty.size());
            // ptxas treats registers of two halves as bits.
            let found = match register.ty {
                Type::F16x2 if ty != Type::F32 => Kind::Bits,
                _ => found,
            };
            let same = found == expected_kind || found == Kind::Bits || expected_kind == Kind::Bits;
            let wider = matches!(expected, Expected::AtLeast(_))
                && size > least
                && (expected_kind != Kind::Float || found == Kind::Bits);
            (size == least || wider) && same
        }
        Operand::Integer(_) | Operand::Special(_) | Operand::Variable(..) | Operand::Symbol(..) => {
            expected_kind != Kind::Float
        }
        Operand::Single(_) => expected_kind != Kind::Integer,
        Operand::Double(_) => match expected_kind {
            Kind::Bits => ty.size() >= 8,
            Kind::Float => true,
            Kind::Integer | Kind::Packed => false,
        },
        _ => true,
    };
    let found = match operand {
        _ if fits => return Ok(()),
        Operand::Register(register) => format!("a register of type {:?}", register.ty),
        Operand::Integer(_) => "an integer".to_owned(),
        Operand::Single(_) | Operand::Double(_) => "a floating-point number".to_owned(),
        other => shown(other).to_owned(),
    };
    let least = match expected {
        Expected::Exactly(_) => "",
        Expected::AtLeast(_) => " or wider",
    };
    Err(format!("expected an operand of type {ty:?}{least}, found {found}").into())
}
