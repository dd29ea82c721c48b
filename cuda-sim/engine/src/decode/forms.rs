//! The types and the numbers of operands of instructions that have few forms.
//!
//! The table was recorded from ptxas: `tests/engine/refusals.tsv`.

use super::refusal::Decoded;
use crate::ptx::{Instruction, Type};

/// Forms of an instruction.
struct Form {
    opcode: &'static str,
    /// The modifiers that select them.
    with: &'static [&'static str],
    /// The types that they have, in order; each begins with a dot.
    types: &'static [&'static str],
    /// The fewest and the most operands.
    operands: (usize, usize),
}

macro_rules! forms {
    ($($opcode:literal $(. $with:literal)* : $($types:literal)|+, $least:literal $(to $most:literal)?;)*) => { &[$(
        Form {
            opcode: $opcode,
            with: &[$($with),*],
            types: &[$($types),+],
            operands: ($least, { let most = $least; $(let most = most + $most - $least;)? most }),
        },
    )*] };
}

/// The forms of each instruction; a form with more modifiers comes first.
const FORMS: &[Form] = forms! {
    "activemask": ".b32", 1;
    "applypriority": "", 2;
    "bar"."warp": "", 1;
    "bar"."red"."popc": ".u32", 3 to 4;
    "bar"."red": ".pred", 3 to 4;
    "bar"."arrive": "", 2;
    "bar"."sync": "", 1 to 2;
    "barrier"."cluster": "", 0;
    "barrier"."red"."popc": ".u32", 3 to 4;
    "barrier"."red": ".pred", 3 to 4;
    "barrier"."arrive": "", 2;
    "barrier"."sync": "", 1 to 2;
    "bmsk": ".b32", 3;
    "brkpt": "", 0;
    "cp"."async"."commit_group": "", 0;
    "cp"."async"."mbarrier": ".b64", 1;
    "cp"."async"."wait_all": "", 0;
    "cp"."async"."wait_group": "", 1;
    "createpolicy"."cvt": ".b64", 2;
    "createpolicy"."fractional": ".b64", 1 to 2;
    "createpolicy"."range": ".b64", 4;
    "cvt"."pack"."s2": ".s32.b32", 4;
    "cvt"."pack"."u2": ".s32.b32", 4;
    "cvt"."pack": ".u16.s32" | ".s16.s32", 3;
    "cvt"."pack": ".u8.s32.b32" | ".s8.s32.b32" | ".u4.s32.b32" | ".s4.s32.b32", 4;
    "cvta": ".u32" | ".u64", 2;
    "discard": "", 2;
    "dp2a": ".u32.u32" | ".u32.s32" | ".s32.u32" | ".s32.s32", 4;
    "dp4a": ".u32.u32" | ".u32.s32" | ".s32.u32" | ".s32.s32", 4;
    "elect": "", 2;
    "exit": "", 0;
    "fence"."acquire"."tensormap::generic": "", 2;
    "fence": "", 0;
    "fns": ".b32", 4;
    "getctarank": ".u32" | ".u64", 2;
    "griddepcontrol": "", 0;
    "isspacep": "", 2;
    "istypep": "", 2;
    "ldmatrix"."m8n8": ".b16", 2;
    "lop3"."and": ".b32", 6;
    "lop3"."or": ".b32", 6;
    "lop3": ".b32", 5;
    "mad24": ".u32" | ".s32", 4;
    "mapa": ".u32" | ".u64", 3;
    "match": ".b32" | ".b64", 3;
    "mbarrier"."arrive"."expect_tx": ".b64", 3;
    "mbarrier"."arrive": ".b64", 2 to 3;
    "mbarrier"."arrive_drop": ".b64", 2 to 3;
    "mbarrier"."complete_tx": ".b64", 2;
    "mbarrier"."expect_tx": ".b64", 2;
    "mbarrier"."init": ".b64", 2;
    "mbarrier"."inval": ".b64", 1;
    "mbarrier"."pending_count": ".b64", 2;
    "mbarrier"."test_wait": ".b64", 3;
    "mbarrier"."try_wait": ".b64", 3 to 4;
    "membar": "", 0;
    "movmatrix": ".b16", 2;
    "mul24": ".u32" | ".s32", 3;
    "nanosleep": ".u32", 1;
    "pmevent": "", 1;
    "prefetch": "", 1;
    "prefetchu": "", 1;
    "redux"."add": ".u32" | ".s32", 3;
    "redux"."and": ".b32", 3;
    "redux"."max": ".u32" | ".s32" | ".f32", 3;
    "redux"."min": ".u32" | ".s32" | ".f32", 3;
    "redux"."or": ".b32", 3;
    "redux"."xor": ".b32", 3;
    "ret": "", 0;
    "shf": ".b32", 4;
    "shfl"."sync": ".b32", 5;
    "shfl": ".b32", 4;
    "stmatrix"."m8n8": ".b16", 2;
    "suld"."b": ".b8" | ".b16" | ".b32" | ".b64", 2;
    "suq": ".b32", 2;
    "sured"."b": ".u32" | ".s32" | ".b32" | ".u64" | ".s64" | ".b64", 2;
    "sured"."p": ".b32" | ".b64", 2;
    "sust"."b": ".b8" | ".b16" | ".b32" | ".b64", 2;
    "sust"."p": ".b32", 2;
    "szext": ".u32" | ".s32", 3;
    "trap": "", 0;
    "txq"."level": ".b32", 3;
    "txq": ".b32", 2;
    "vote"."ballot"."sync": ".b32", 3;
    "vote"."ballot": ".b32", 2;
    "vote"."sync": ".pred", 3;
    "vote": ".pred", 2;
};

/// Checks that an instruction of the table has one of its forms. Others pass, and so do those whose modifiers select no
/// form: their decoders say what is missing.
pub fn check(i: &Instruction<'_>) -> Decoded<()> {
    let begins = FORMS.partition_point(|form| form.opcode < i.opcode);
    let own = FORMS[begins..]
        .iter()
        .take_while(|form| form.opcode == i.opcode);
    let fits = |form: &&Form| form.with.iter().all(|word| i.modifiers.contains(word));
    let mut selected = own.clone().filter(fits);
    let Some(first) = selected.next() else {
        return Ok(());
    };
    let mut types = String::new();
    for word in &i.modifiers {
        if Type::from_name(word).is_some() {
            types.push('.');
            types.push_str(word);
        }
    }
    let alike = std::iter::once(first).chain(selected.filter(|form| form.with == first.with));
    let mut typed = alike.filter(|form| form.types.contains(&types.as_str()));
    let Some(form) = typed.next() else {
        return Err(match types.as_str() {
            "" => format!("{} needs a type, {}", i.opcode, first.types.join(" or ")),
            _ => format!("{} isn't available for {types}", i.opcode),
        }
        .into());
    };
    let ((least, most), found) = (form.operands, i.operands.len());
    if (least..=most).contains(&found) {
        return Ok(());
    }
    let expected = match least == most {
        true => format!("expected {least} operands"),
        false => format!("expected {least} or {most} operands"),
    };
    Err(format!("{expected}, found {found}").into())
}
