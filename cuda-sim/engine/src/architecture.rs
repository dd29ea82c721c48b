//! The GPU architectures that PTX can target.

use crate::ptx::Instruction;

/// Returns the PTX version, major and minor, that introduced architecture `number` (90 for `sm_90`); `None` if there is
/// no such architecture.
pub fn since(number: u32) -> Option<(u32, u32)> {
    Some(match number {
        10 | 11 => (1, 0),
        12 | 13 => (1, 2),
        20 => (2, 0),
        21 | 30 => (3, 0),
        35 => (3, 1),
        32 | 50 => (4, 0),
        37 | 52 => (4, 1),
        53 => (4, 2),
        60..=62 => (5, 0),
        70 => (6, 0),
        72 => (6, 1),
        75 => (6, 3),
        80 => (7, 0),
        86 => (7, 1),
        87 => (7, 4),
        89 | 90 => (7, 8),
        100 | 101 => (8, 6),
        120 => (8, 7),
        103 | 121 => (8, 8),
        88 | 110 => (9, 0),
        _ => return None,
    })
}

/// Returns the first architecture that has an instruction, for instructions that not every architecture has.
pub fn first_with(instruction: &Instruction<'_>) -> u32 {
    let has = |modifier| instruction.modifiers.contains(&modifier);
    match instruction.opcode {
        "dp2a" | "dp4a" => 61,
        "match" | "nanosleep" | "bmsk" | "szext" | "wmma" | "mma" => 70,
        "tanh" | "ldmatrix" | "movmatrix" => 75,
        "redux" | "mbarrier" | "createpolicy" => 80,
        "elect" | "mapa" | "getctarank" | "stmatrix" | "griddepcontrol" | "setmaxnreg"
        | "wgmma" | "multimem" | "tensormap" => 90,
        "atom" | "red" if ["v2", "v4", "v8"].into_iter().any(has) => 90,
        "atom" | "red" if has("b128") => 90,
        "ld" | "st" | "mov" if has("b128") => 70,
        "tcgen05" | "clusterlaunchcontrol" => 100,
        // Pairs of single-precision numbers, addends wider than the factors, and three inputs.
        "add" | "sub" | "mul" | "fma" if has("f32x2") => 100,
        // Thirty-two bytes at a time.
        "ld" | "st"
            if has("v8") || has("v4") && ["b64", "u64", "s64", "f64"].into_iter().any(has) =>
        {
            100
        }
        "add" | "sub" | "fma" if has("f32") && (has("f16") || has("bf16")) => 100,
        "min" | "max" if has("f32") && instruction.operands.len() == 4 => 100,
        _ => 0,
    }
}
