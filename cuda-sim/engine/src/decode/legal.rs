//! Rejects what ptxas rejects although it could be executed: types and modifiers that an instruction doesn't have.
//!
//! The rules were recorded from ptxas: `tests/engine/forms.tsv`. PTX before 2.0 is exempt.

use super::body::Decoded;
use crate::ptx::{Instruction, Operand, Type};

/// Checks that the instruction's types and modifiers can be combined.
pub fn check(i: &Instruction<'_>) -> Decoded<()> {
    let has = |word: &str| i.modifiers.contains(&word);
    let any = |words: &[&str]| words.iter().any(|word| has(word));
    let mut types = i.modifiers.iter().filter_map(|word| Type::from_name(word));
    let (first, second) = (types.next(), types.next());
    let Some(ty) = first else {
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
    let refuse_if = |condition: bool, what: &str| -> Decoded<()> {
        match condition {
            true => Err(format!("{} {what} for {ty:?}", i.opcode).into()),
            false => Ok(()),
        }
    };
    match i.opcode {
        "add" | "sub" | "mul" | "fma" | "mad" | "div" | "rcp" | "sqrt" | "min" | "max" | "neg"
        | "abs" => refuse_if(is_bits, "has no form")?,
        "and" | "or" | "xor" | "not" | "cnot" | "shl" => {
            refuse_if(!is_bits && ty != Type::Pred, "has no form")?;
        }
        "popc" | "clz" | "brev" | "bfi" => {
            refuse_if(!matches!(ty, Type::B32 | Type::B64), "has no form")?;
        }
        "bfind" | "bfe" => refuse_if(is_bits, "has no form")?,
        "prmt" => refuse_if(ty != Type::B32, "has no form")?,
        "selp" => refuse_if(matches!(ty, Type::Pred | Type::B128), "has no form")?,
        _ => {}
    }
    match i.opcode {
        "add" | "sub" | "mul" | "fma" | "mad" if ty.is_float() => {
            refuse_if(
                is_half && any(&["rz", "rm", "rp"]),
                "only rounds to the nearest",
            )?;
            refuse_if(has("sat") && !is_f16 && ty != Type::F32, "has no .sat")?;
            let flushes = is_f16 || matches!(ty, Type::F32 | Type::F32x2);
            refuse_if(has("ftz") && (!flushes || second.is_some()), "has no .ftz")?;
            let relu = is_half && i.opcode == "fma";
            refuse_if(has("relu") && !relu, "has no .relu")?;
            let fused = matches!(i.opcode, "fma" | "mad");
            refuse_if(fused && !rounds, "wants a rounding")?;
        }
        "add" | "sub" | "mad" => {
            refuse_if(has("sat") && ty != Type::S32, "has no .sat")?;
            let packed = matches!(ty, Type::U16x2 | Type::S16x2);
            refuse_if(i.opcode == "sub" && packed, "has no form")?;
        }
        "div" | "rcp" | "sqrt" if ty.is_float() => {
            refuse_if(is_half, "has no form")?;
            refuse_if(any(&["sat", "relu"]), "has no such modifier")?;
            let exactness = rounds || any(&["approx", "full"]);
            refuse_if(!exactness, "needs a rounding or .approx")?;
            let approximate = ty == Type::F64 && has("approx");
            refuse_if(approximate && !has("ftz"), "wants .ftz")?;
        }
        "div" => refuse_if(has("sat"), "has no .sat")?,
        "sin" | "cos" | "lg2" => refuse_if(ty != Type::F32, "has no form")?,
        "ex2" => {
            let flushes = matches!(ty, Type::Bf16 | Type::Bf16x2);
            refuse_if(flushes && !has("ftz"), "wants .ftz")?;
        }
        "tanh" => refuse_if(has("ftz"), "has no .ftz")?,
        "min" | "max" => {
            let relu = matches!(ty, Type::S32 | Type::S16x2);
            refuse_if(has("relu") && !relu, "has no .relu")?;
        }
        "neg" | "abs" => refuse_if(is_unsigned, "has no form")?,
        "setp" | "set" => {
            let compared = second.unwrap_or(ty);
            let bits = matches!(compared, Type::B16 | Type::B32 | Type::B64);
            let unsigned = matches!(compared, Type::U16 | Type::U32 | Type::U64);
            let as_unsigned = any(&["lo", "ls", "hi", "hs"]);
            let ordered = as_unsigned || any(&["lt", "le", "gt", "ge"]);
            refuse_if(bits && ordered, "has no order")?;
            refuse_if(as_unsigned && !unsigned, "has no unsigned comparison")?;
            let two = matches!(i.operands.first(), Some(Operand::Pair(..)));
            let scalar = matches!(compared, Type::F16 | Type::Bf16);
            refuse_if(two && scalar, "has one result")?;
        }
        "bar" | "barrier" => barrier(i)?,
        "dp2a" => refuse_if(!any(&["lo", "hi"]), "wants .lo or .hi")?,
        "cvt" if !has("pack") => {
            if let Some(from) = second {
                conversion(i, ty, from, rounds)?;
            }
        }
        "ld" | "st" | "ldu" => access(i)?,
        "atom" | "red" if !has("async") => atomic(i, ty)?,
        "red" => refuse_if(ty.is_float() || has("exch"), "has no form")?,
        "cp" if has("reduce") => {
            refuse_if(is_half && has("add") && !has("noftz"), "wants .noftz")?;
            let packed = matches!(ty, Type::F16x2 | Type::Bf16x2);
            refuse_if(packed || !reduces(i, ty), "isn't available")?;
        }
        _ => {}
    }
    Ok(())
}

/// Instructions without a type.
fn untyped(i: &Instruction<'_>, has: &impl Fn(&str) -> bool) -> Decoded<()> {
    let fail = |what: &str| Err(what.into());
    match i.opcode {
        "bar" | "barrier" => barrier(i),
        "cp" if has("cg") && !has("bulk") => match i.operands.get(2) {
            Some(Operand::Integer(16)) | None => Ok(()),
            _ => fail("cp.async.cg copies 16 bytes"),
        },
        "cp" if has("wait_group") && !matches!(i.operands.as_slice(), [Operand::Integer(_)]) => {
            fail("expected a number of groups")
        }
        "cp" if has("bulk")
            && !has("prefetch")
            && !has("commit_group")
            && !has("wait_group")
            && has("bulk_group") == has("mbarrier::complete_tx::bytes") =>
        {
            fail("a bulk copy needs a barrier or a group")
        }
        "cp" if has("bulk_group") && i.modifiers.get(2) != Some(&"global") && !has("tensor") => {
            fail("a copy to shared memory needs a barrier")
        }
        _ => Ok(()),
    }
}

/// `bar`, `barrier`: the numbers of the barrier and of threads, after the result and before the predicate of a reduction.
fn barrier(i: &Instruction<'_>) -> Decoded<()> {
    let has = |word: &str| i.modifiers.contains(&word);
    let numbers = match i.operands.as_slice() {
        _ if has("warp") => return Ok(()),
        [_, numbers @ .., _] if has("red") => numbers,
        numbers => numbers,
    };
    match numbers {
        [Operand::Integer(number), ..] if *number > 15 => {
            Err("a barrier must be from 0 to 15".into())
        }
        [_, Operand::Integer(threads)] if !threads.is_multiple_of(32) => {
            Err("the number of threads must be a multiple of 32".into())
        }
        _ => Ok(()),
    }
}

/// `cvt` between two types.
fn conversion(i: &Instruction<'_>, to: Type, from: Type, rounds: bool) -> Decoded<()> {
    let has = |word: &str| i.modifiers.contains(&word);
    let integral = ["rni", "rzi", "rmi", "rpi"].into_iter().any(has);
    let rounds = rounds || has("rna") || has("rs");
    let fail = |what: &str| Err(format!("cvt from {from:?} to {to:?} {what}").into());
    // The precision of types that can be rounded to, in bits.
    let digits = |ty| match ty {
        Type::F64 => 53,
        Type::F32 => 24,
        Type::F16 => 11,
        Type::Bf16 => 8,
        _ => 0,
    };
    let scalar = |ty| digits(ty) > 0;
    // The smallest and largest integers, as powers of two.
    let range = |ty: Type| {
        let bits = 8 * ty.size();
        match ty.is_signed() {
            true => (bits, bits - 1),
            false => (0, bits),
        }
    };
    match (from.is_float(), to.is_float()) {
        (false, false)
            if has("sat") && range(from).0 <= range(to).0 && range(from).1 <= range(to).1 =>
        {
            return fail("never saturates");
        }
        (false, true) if to == Type::Bf16 && from.size() == 1 => return fail("has no form"),
        (false, true) if scalar(to) && !rounds => return fail("wants a rounding"),
        (false, true) if integral => return fail("has another rounding"),
        (true, false) if !integral => return fail("needs a rounding to an integer"),
        (true, true) if scalar(from) && scalar(to) && digits(to) < digits(from) && !rounds => {
            return fail("wants a rounding");
        }
        (true, true) if from == to && rounds && !matches!(from, Type::F16 | Type::Bf16) => {
            return fail("can only round to an integer");
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
    let fail = |what: &str| Err(what.into());
    if ordered && !scoped && !has("async") {
        return fail("a memory order needs a scope, such as .gpu");
    }
    if has("const") && i.opcode == "st" {
        return fail("constant memory can't be written");
    }
    if has("nc") && (i.opcode != "ld" || !has("global")) {
        return fail(".nc is only allowed with ld.global");
    }
    if i.opcode == "ldu"
        && !has("global")
        && i.modifiers.iter().any(|word| word.starts_with("shared"))
    {
        return fail("ldu only loads from global memory");
    }
    let mut types = i.modifiers.iter().filter_map(|word| Type::from_name(word));
    let Some(ty) = types.next() else {
        return Ok(());
    };
    let is_small = matches!(ty, Type::B1 | Type::U4 | Type::S4 | Type::Pred);
    let is_number = !ty.is_float() || matches!(ty, Type::F32 | Type::F64);
    let is_packed = matches!(ty, Type::U16x2 | Type::S16x2);
    if is_small || is_packed || !is_number {
        return Err(format!("{} has no form for {ty:?}", i.opcode).into());
    }
    Ok(())
}

/// `atom`, `red`.
fn atomic(i: &Instruction<'_>, ty: Type) -> Decoded<()> {
    let has = |word: &str| i.modifiers.contains(&word);
    let is_half = matches!(ty, Type::F16 | Type::F16x2 | Type::Bf16 | Type::Bf16x2);
    let fits = if has("exch") {
        i.opcode == "atom" && matches!(ty, Type::B32 | Type::B64 | Type::B128)
    } else if has("cas") {
        i.opcode == "atom" && matches!(ty, Type::B16 | Type::B32 | Type::B64 | Type::B128)
    } else {
        reduces(i, ty)
    };
    if has("const") {
        return Err("constant memory can't be written".into());
    }
    if !fits || is_half && !has("noftz") {
        return Err(format!("{} isn't available for {ty:?}", i.opcode).into());
    }
    Ok(())
}

/// Returns `true` if values of type `ty` can be added, compared or combined in memory, as the instruction does.
fn reduces(i: &Instruction<'_>, ty: Type) -> bool {
    let has = |word: &str| i.modifiers.contains(&word);
    let is_half = matches!(ty, Type::F16 | Type::F16x2 | Type::Bf16 | Type::Bf16x2);
    let is_number = matches!(ty, Type::U32 | Type::S32 | Type::U64) || is_half;
    if has("add") {
        is_number || matches!(ty, Type::F32 | Type::F64)
    } else if has("min") || has("max") {
        is_number || ty == Type::S64
    } else if has("inc") || has("dec") {
        ty == Type::U32
    } else {
        matches!(ty, Type::B32 | Type::B64)
    }
}
