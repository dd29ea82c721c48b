//! What an assembler refuses although it could be executed: types and modifiers that an instruction doesn't have.
//!
//! Recorded from ptxas: `cuda-sim/tests/engine/forms.tsv`. PTX before 2.0 is older than these rules.

use super::body::Decoded;
use crate::ptx::{Instruction, Operand, Type};

/// Whether the instruction's types and modifiers go with each other.
pub fn check(i: &Instruction<'_>) -> Decoded<()> {
    let has = |word: &str| i.modifiers.contains(&word);
    let any = |words: &[&str]| words.iter().any(|word| has(word));
    let types: Vec<Type> = i
        .modifiers
        .iter()
        .filter_map(|word| Type::from_name(word))
        .collect();
    let Some(&ty) = types.first() else {
        return untyped(i, &has);
    };
    let is_half = matches!(ty, Type::F16 | Type::F16x2 | Type::Bf16 | Type::Bf16x2);
    let is_f16 = matches!(ty, Type::F16 | Type::F16x2);
    let is_bits = matches!(
        ty,
        Type::B8 | Type::B16 | Type::B32 | Type::B64 | Type::B128
    );
    let is_unsigned = !ty.is_float() && !ty.is_signed() && !is_bits && ty != Type::Pred;
    let rounds = any(&["rn", "rz", "rm", "rp"]);
    let wrong = |condition: bool, what: &str| match condition {
        true => Err(format!("{} has no {what} for {ty:?}", i.opcode)),
        false => Ok(()),
    };
    let lacks = |condition: bool, what: &str| match condition {
        true => Err(format!("{} wants {what} for {ty:?}", i.opcode)),
        false => Ok(()),
    };
    match i.opcode {
        "add" | "sub" | "mul" | "fma" | "mad" | "div" | "rcp" | "sqrt" | "min" | "max" | "neg"
        | "abs"
            if is_bits =>
        {
            wrong(true, "form")?;
        }
        "and" | "or" | "xor" | "not" | "cnot" | "shl" => {
            wrong(!is_bits && ty != Type::Pred, "form")?;
        }
        "popc" | "clz" | "brev" | "bfi" => wrong(!matches!(ty, Type::B32 | Type::B64), "form")?,
        "bfind" | "bfe" => wrong(is_bits, "form")?,
        "prmt" => wrong(ty != Type::B32, "form")?,
        "selp" => wrong(ty == Type::Pred, "form")?,
        _ => {}
    }
    match i.opcode {
        "add" | "sub" | "mul" | "fma" | "mad" if ty.is_float() => {
            wrong(
                is_half && any(&["rz", "rm", "rp"]),
                "rounding but to the nearest",
            )?;
            wrong(has("sat") && !is_f16 && ty != Type::F32, ".sat")?;
            wrong(
                has("ftz") && !is_f16 && !matches!(ty, Type::F32 | Type::F32x2),
                ".ftz",
            )?;
            wrong(has("relu") && !(is_half && i.opcode == "fma"), ".relu")?;
            wrong(has("ftz") && types.len() > 1, ".ftz with halves")?;
            lacks(matches!(i.opcode, "fma" | "mad") && !rounds, "a rounding")?;
        }
        "add" | "sub" | "mad" => {
            wrong(has("sat") && ty != Type::S32, ".sat")?;
            wrong(
                i.opcode == "sub" && matches!(ty, Type::U16x2 | Type::S16x2),
                "form",
            )?;
        }
        "div" | "rcp" | "sqrt" if ty.is_float() => {
            wrong(is_half, "form")?;
            wrong(any(&["sat", "relu"]), "such modifier")?;
            lacks(
                !rounds && !any(&["approx", "full"]),
                "a rounding or .approx",
            )?;
            lacks(ty == Type::F64 && has("approx") && !has("ftz"), ".ftz")?;
        }
        "div" => wrong(has("sat"), ".sat")?,
        "sin" | "cos" | "lg2" => wrong(ty != Type::F32, "form")?,
        "ex2" => lacks(
            matches!(ty, Type::Bf16 | Type::Bf16x2) && !has("ftz"),
            ".ftz",
        )?,
        "tanh" => wrong(has("ftz"), ".ftz")?,
        "min" | "max" => wrong(
            has("relu") && !matches!(ty, Type::S32 | Type::S16x2),
            ".relu",
        )?,
        "neg" | "abs" => wrong(is_unsigned, "form")?,
        "setp" | "set" => {
            let compared = types.last().copied().unwrap_or(ty);
            let bits = matches!(compared, Type::B16 | Type::B32 | Type::B64);
            let unsigned = matches!(compared, Type::U16 | Type::U32 | Type::U64);
            let ordered = any(&["lt", "le", "gt", "ge", "lo", "ls", "hi", "hs"]);
            wrong(bits && ordered, "order")?;
            wrong(
                any(&["lo", "ls", "hi", "hs"]) && !unsigned,
                "unsigned comparison",
            )?;
        }
        "dp2a" => lacks(!any(&["lo", "hi"]), ".lo or .hi")?,
        "redux" => {
            wrong(is_bits && any(&["add", "min", "max"]), "form")?;
        }
        "mbarrier" => {
            wrong(has("test_wait") && i.operands.len() > 3, "time to wait")?;
        }
        "cvt" if types.len() == 2 && !has("pack") => conversion(i, &types, rounds)?,
        "ld" | "st" | "ldu" => access(i)?,
        "atom" | "red" if !has("async") => atomic(i, ty)?,
        "red" => wrong(ty.is_float(), "form")?,
        "cp" if has("reduce") => {
            wrong(
                is_half && any(&["add"]) && !has("noftz"),
                "form without .noftz",
            )?;
            wrong(ty == Type::S64 && any(&["add"]), "addition")?;
            wrong(any(&["and", "or", "xor"]) && !is_bits, "logic")?;
        }
        _ => {}
    }
    Ok(())
}

/// Instructions without a type.
fn untyped(i: &Instruction<'_>, has: &impl Fn(&str) -> bool) -> Decoded<()> {
    let fail = |what: &str| Err(what.to_owned());
    match i.opcode {
        "bar" | "barrier" if !has("warp") => match i.operands.as_slice() {
            [Operand::Integer(number), ..] if *number > 15 => fail("there are barriers 0 to 15"),
            [_, Operand::Integer(threads)] if !threads.is_multiple_of(32) => {
                fail("a number of threads is a multiple of 32")
            }
            [_] if has("arrive") => fail("an arrival says how many threads are awaited"),
            _ => Ok(()),
        },
        "cp" if has("cg") && !has("bulk") => match i.operands.get(2) {
            Some(Operand::Integer(16)) | None => Ok(()),
            _ => fail("cp.async.cg copies 16 bytes"),
        },
        "cp" if has("wait_group") && !matches!(i.operands.as_slice(), [Operand::Integer(_)]) => {
            fail("a number of groups is wanted")
        }
        "cp" if has("bulk")
            && !has("prefetch")
            && !has("commit_group")
            && !has("wait_group")
            && has("bulk_group") == has("mbarrier::complete_tx::bytes") =>
        {
            fail("a bulk copy is counted by a barrier, or is of a group")
        }
        "cp" if has("bulk_group")
            && !has("global.shared::cta")
            && i.modifiers.get(2) != Some(&"global") =>
        {
            fail("a copy to shared memory is counted by a barrier")
        }
        _ => Ok(()),
    }
}

/// `cvt` between two types.
fn conversion(i: &Instruction<'_>, types: &[Type], rounds: bool) -> Decoded<()> {
    let (to, from) = (types[0], types[1]);
    let has = |word: &str| i.modifiers.contains(&word);
    let integral = ["rni", "rzi", "rmi", "rpi"].into_iter().any(has);
    let rounds = rounds || has("rna") || has("rs");
    let fail = |what: &str| Err(format!("cvt from {from:?} to {to:?} {what}"));
    // Bits of precision of what can be rounded to.
    let digits = |ty| match ty {
        Type::F64 => 53,
        Type::F32 => 24,
        Type::F16 => 11,
        Type::Bf16 => 8,
        _ => 0,
    };
    let scalar = |ty| digits(ty) > 0;
    match (from.is_float(), to.is_float()) {
        (false, true) if scalar(to) && !rounds => return fail("wants a rounding"),
        (false, true) if integral => return fail("has another rounding"),
        (true, false) if !integral => return fail("wants a rounding to an integer"),
        (true, true) if scalar(from) && scalar(to) && digits(to) < digits(from) && !rounds => {
            return fail("wants a rounding");
        }
        (true, true) if from == to && rounds && !matches!(from, Type::F16 | Type::Bf16) => {
            return fail("has no rounding but to an integer");
        }
        (true, true)
            if scalar(from)
                && scalar(to)
                && digits(to) > digits(from)
                && rounds
                && from != Type::Bf16 =>
        {
            return fail("is exact");
        }
        _ => {}
    }
    if has("ftz") && from != Type::F32 && to != Type::F32 {
        return fail("has no .ftz");
    }
    if has("relu") && matches!(to, Type::F32 | Type::F64) {
        return fail("has no .relu");
    }
    if matches!(to, Type::E4m3x2 | Type::E5m2x2) && !has("satfinite") {
        return fail("wants .satfinite");
    }
    Ok(())
}

/// `ld`, `ldu`, `st`.
fn access(i: &Instruction<'_>) -> Decoded<()> {
    let has = |word: &str| i.modifiers.contains(&word);
    let scoped = ["cta", "cluster", "gpu", "sys"].into_iter().any(has);
    let ordered = ["relaxed", "acquire", "release"].into_iter().any(has);
    let fail = |what: &str| Err(what.to_owned());
    if ordered && !scoped && !has("async") {
        return fail("an order of memory wants a scope, such as .gpu");
    }
    if has("nc") && (i.opcode != "ld" || !has("global")) {
        return fail(".nc goes with ld.global");
    }
    if i.opcode == "ldu"
        && !has("global")
        && i.modifiers.iter().any(|word| word.starts_with("shared"))
    {
        return fail("ldu loads from global memory");
    }
    Ok(())
}

/// `atom`, `red`.
fn atomic(i: &Instruction<'_>, ty: Type) -> Decoded<()> {
    let has = |word: &str| i.modifiers.contains(&word);
    let is_half = matches!(ty, Type::F16 | Type::F16x2 | Type::Bf16 | Type::Bf16x2);
    let fits = if has("add") {
        matches!(
            ty,
            Type::U32 | Type::S32 | Type::U64 | Type::F32 | Type::F64
        ) || is_half
    } else if has("min") || has("max") {
        matches!(ty, Type::U32 | Type::S32 | Type::U64 | Type::S64) || is_half
    } else if has("exch") {
        i.opcode == "atom" && matches!(ty, Type::B32 | Type::B64 | Type::B128)
    } else if has("cas") {
        i.opcode == "atom" && matches!(ty, Type::B16 | Type::B32 | Type::B64 | Type::B128)
    } else if has("inc") || has("dec") {
        ty == Type::U32
    } else {
        matches!(ty, Type::B32 | Type::B64)
    };
    if !fits || is_half && !has("noftz") {
        return Err(format!("{} has no such form for {ty:?}", i.opcode));
    }
    Ok(())
}
