//! Instructions on bits and bytes, compared with what PTX defines, bit by bit.

use crate::device::{Device, args, numbers};

/// Values at which shifts, lengths and signs change.
const EDGES: [u32; 12] = [0, 1, 2, 7, 16, 31, 32, 33, 64, 255, 0x8000_0001, u32::MAX];

/// Asserts that each instruction computes its result `D` of the sources `A`, `B` and `C`.
fn check(instruction: &str, expected: impl Fn(u32, u32, u32) -> u32) {
    let text = ["A", "B", "C", "D"]
        .into_iter()
        .zip(2..)
        .fold(instruction.to_owned(), |text, (name, at)| text.replace(name, &format!("%r{at}")));
    let ptx = format!(
        ".version 8.3\n.target sm_80\n.address_size 64\n\
         .visible .entry k(.param .u64 in, .param .u64 out)\n{{\n\
         .reg .b32 %r<16>;\n.reg .b64 %rd<8>;\n\
         ld.param.u64 %rd1, [in];\nld.param.u64 %rd2, [out];\n\
         mov.u32 %r8, %tid.x;\nmov.u32 %r9, %ctaid.x;\nmad.lo.u32 %r8, %r9, 256, %r8;\n\
         mul.wide.u32 %rd3, %r8, 12;\nadd.s64 %rd3, %rd1, %rd3;\n\
         mul.wide.u32 %rd4, %r8, 4;\nadd.s64 %rd4, %rd2, %rd4;\n\
         ld.global.u32 %r2, [%rd3];\nld.global.u32 %r3, [%rd3+4];\nld.global.u32 %r4, [%rd3+8];\n\
         {text}\nst.global.u32 [%rd4], %r5;\nret;\n}}\n"
    );
    let mut input = numbers(3 * 2048, 77);
    let edges = EDGES
        .iter()
        .flat_map(|a| EDGES.iter().flat_map(move |b| EDGES.iter().flat_map(move |c| [*a, *b, *c])));
    for (place, edge) in input.iter_mut().zip(edges) {
        *place = edge;
    }
    // Any bits, at any place of a word.
    for triple in input[3 * 1728..].chunks_mut(3) {
        (triple[1], triple[2]) = (triple[1] & 63, triple[2] & 63);
    }
    let device = Device::load(&ptx);
    let (from, to) = (device.upload(&input), device.zeroed::<u32>(2048));
    device.run("k", 8, 256, args().buffer(&from).buffer(&to));
    for (triple, result) in input.chunks(3).zip(to.read()) {
        let [a, b, c] = *triple else { unreachable!() };
        assert_eq!(result, expected(a, b, c), "{instruction} of {a:#x}, {b:#x} and {c:#x}");
    }
}

fn bit(word: u32, at: u32) -> bool {
    at < 32 && word >> at & 1 == 1
}

/// The word whose bits these are.
fn word(bit: impl Fn(u32) -> bool) -> u32 {
    (0..32).filter(|at| bit(*at)).map(|at| 1 << at).sum()
}

fn bytes(word: u32) -> [i64; 4] {
    word.to_le_bytes().map(i64::from)
}

fn signed_bytes(word: u32) -> [i64; 4] {
    word.to_le_bytes().map(|byte| i64::from(byte as i8))
}

#[test]
fn fields_of_bits_are_extracted_and_inserted() {
    check("bfe.u32 D, A, B, C;", |a, b, c| {
        let (start, len) = (b & 255, c & 255);
        word(|at| at < len && bit(a, start + at))
    });
    check("bfe.s32 D, A, B, C;", |a, b, c| {
        let (start, len) = (b & 255, c & 255);
        let sign = len > 0 && bit(a, (start + len - 1).min(31));
        word(|at| if at < len && start + at < 32 { bit(a, start + at) } else { sign })
    });
    for len in [0, 1, 9, 31, 32, 40] {
        check(&format!("bfi.b32 D, A, B, C, {len};"), |a, b, c| {
            let start = c & 255;
            word(|at| if at >= start && at - start < len { bit(a, at - start) } else { bit(b, at) })
        });
    }
}

#[test]
fn masks_have_bits_from_a_place_on() {
    check("bmsk.clamp.b32 D, A, B;", |a, b, _| {
        word(|at| at >= a && u64::from(at) < u64::from(a) + u64::from(b))
    });
    check("bmsk.wrap.b32 D, A, B;", |a, b, _| word(|at| at >= a & 31 && at < (a & 31) + (b & 31)));
}

#[test]
fn the_lower_bits_are_extended_by_their_sign_or_by_zeros() {
    for (mode, len) in [("wrap", (|b| b & 31) as fn(u32) -> u32), ("clamp", |b| b.min(32))] {
        check(&format!("szext.{mode}.u32 D, A, B;"), |a, b, _| {
            word(|at| at < len(b) && bit(a, at))
        });
        check(&format!("szext.{mode}.s32 D, A, B;"), |a, b, _| {
            let len = len(b);
            word(|at| len > 0 && bit(a, at.min(len - 1)))
        });
    }
}

#[test]
fn a_set_bit_is_found_by_its_number() {
    let find = |mask: u32, base: u32, offset: i32| {
        let mut order: Vec<u32> = match offset {
            0 => return if bit(mask, base) { base } else { u32::MAX },
            1.. => (base..32).collect(),
            _ => (0..=base).rev().collect(),
        };
        order.retain(|at| bit(mask, *at));
        let number = offset.unsigned_abs() as usize - 1;
        order.get(number).copied().unwrap_or(u32::MAX)
    };
    // A place from which to count is below 32.
    check("and.b32 %r10, B, 31;\nfns.b32 D, A, %r10, C;", |a, b, c| find(a, b & 31, c as i32));
    for offset in [-33, -3, -1, 0, 1, 5, 32] {
        check(&format!("and.b32 %r10, B, 31;\nfns.b32 D, A, %r10, {offset};"), |a, b, _| {
            find(a, b & 31, offset)
        });
    }
    let highest = |word: u32| (0..32).rev().find(|at| bit(word, *at));
    let of_sign = |word: u32| if bit(word, 31) { !word } else { word };
    check("bfind.u32 D, A;", |a, _, _| highest(a).unwrap_or(u32::MAX));
    check("bfind.s32 D, A;", |a, _, _| highest(of_sign(a)).unwrap_or(u32::MAX));
    check("bfind.shiftamt.u32 D, A;", |a, _, _| highest(a).map_or(u32::MAX, |at| 31 - at));
    check("bfind.shiftamt.s32 D, A;", |a, _, _| highest(of_sign(a)).map_or(u32::MAX, |at| 31 - at));
    check("cnot.b32 D, A;", |a, _, _| u32::from(a == 0));
}

#[test]
fn bytes_are_chosen_in_every_mode() {
    let pair = |a: u32, b: u32, at: u32| [a.to_le_bytes(), b.to_le_bytes()].concat()[at as usize];
    check("prmt.b32 D, A, B, C;", |a, b, c| {
        u32::from_le_bytes([0, 1, 2, 3].map(|at| {
            let (choice, sign) = (c >> (4 * at) & 7, c >> (4 * at) & 8 != 0);
            let byte = pair(a, b, choice);
            if sign { ((byte as i8) >> 7) as u8 } else { byte }
        }))
    });
    // The bytes of the result, from the highest to the lowest, for each of the four controls.
    for (mode, choices) in [
        ("f4e", [[3, 2, 1, 0], [4, 3, 2, 1], [5, 4, 3, 2], [6, 5, 4, 3]]),
        ("b4e", [[5, 6, 7, 0], [6, 7, 0, 1], [7, 0, 1, 2], [0, 1, 2, 3]]),
        ("rc8", [[0, 0, 0, 0], [1, 1, 1, 1], [2, 2, 2, 2], [3, 3, 3, 3]]),
        ("ecl", [[3, 2, 1, 0], [3, 2, 1, 1], [3, 2, 2, 2], [3, 3, 3, 3]]),
        ("ecr", [[0, 0, 0, 0], [1, 1, 1, 0], [2, 2, 1, 0], [3, 2, 1, 0]]),
        ("rc16", [[1, 0, 1, 0], [3, 2, 3, 2], [1, 0, 1, 0], [3, 2, 3, 2]]),
    ] {
        check(&format!("prmt.b32.{mode} D, A, B, C;"), |a, b, c| {
            u32::from_be_bytes(choices[(c & 3) as usize].map(|at| pair(a, b, at)))
        });
    }
}

#[test]
fn two_words_are_shifted_as_one() {
    let pair = |low: u32, high: u32| u64::from(high) << 32 | u64::from(low);
    for (mode, by) in [("wrap", (|c| c & 31) as fn(u32) -> u32), ("clamp", |c| c.min(32))] {
        check(&format!("shf.l.{mode}.b32 D, A, B, C;"), |a, b, c| {
            ((u128::from(pair(a, b)) << by(c)) >> 32) as u32
        });
        check(&format!("shf.r.{mode}.b32 D, A, B, C;"), |a, b, c| (pair(a, b) >> by(c)) as u32);
    }
}

#[test]
fn a_table_decides_each_bit() {
    for table in [0x00u32, 0x96, 0xe8, 0xca, 0x6a, 0x1b, 0xfe, 0xff, 0x35, 0x80] {
        check(&format!("lop3.b32 D, A, B, C, {table};"), |a, b, c| {
            word(|at| {
                let row = u32::from(bit(a, at)) << 2 | u32::from(bit(b, at)) << 1;
                bit(table, row | u32::from(bit(c, at)))
            })
        });
    }
}

#[test]
fn products_of_bytes_and_of_24_bits_are_summed() {
    for (of_a, of_b) in [("u32", "u32"), ("u32", "s32"), ("s32", "u32"), ("s32", "s32")] {
        let parts = |ty: &str, word| match ty {
            "u32" => bytes(word),
            _ => signed_bytes(word),
        };
        check(&format!("dp4a.{of_a}.{of_b} D, A, B, C;"), |a, b, c| {
            let products = parts(of_a, a).into_iter().zip(parts(of_b, b));
            products.fold(c, |sum, (x, y)| sum.wrapping_add((x * y) as u32))
        });
        for (half, first) in [("lo", 0), ("hi", 2)] {
            check(&format!("dp2a.{half}.{of_a}.{of_b} D, A, B, C;"), |a, b, c| {
                let words = [a & 0xffff, a >> 16].map(|half| match of_a {
                    "u32" => i64::from(half),
                    _ => i64::from(half as i16),
                });
                let chosen = parts(of_b, b).into_iter().skip(first);
                let products = words.into_iter().zip(chosen);
                products.fold(c, |sum, (x, y)| sum.wrapping_add((x * y) as u32))
            });
        }
    }
    let low = |word: u32, is_signed: bool| {
        if is_signed { i64::from((word << 8) as i32 >> 8) } else { i64::from(word & 0xff_ffff) }
    };
    for (ty, is_signed) in [("u32", false), ("s32", true)] {
        let product = |a, b| low(a, is_signed) * low(b, is_signed);
        check(&format!("mul24.lo.{ty} D, A, B;"), |a, b, _| product(a, b) as u32);
        check(&format!("mul24.hi.{ty} D, A, B;"), |a, b, _| (product(a, b) >> 16) as u32);
        check(&format!("mad24.lo.{ty} D, A, B, C;"), |a, b, c| {
            (product(a, b) as u32).wrapping_add(c)
        });
    }
    check("sad.u32 D, A, B, C;", |a, b, c| c.wrapping_add(a.abs_diff(b)));
    check("sad.s32 D, A, B, C;", |a, b, c| c.wrapping_add((a as i32).abs_diff(b as i32)));
}

#[test]
fn sums_and_products_carry() {
    let wide = |a: u32, b: u32| u64::from(a) * u64::from(b);
    check("add.cc.u32 %r10, A, B;\naddc.u32 D, C, 0;", |a, b, c| {
        c.wrapping_add(u32::from(a.checked_add(b).is_none()))
    });
    check("sub.cc.u32 %r10, A, B;\nsubc.u32 D, C, 0;", |a, b, c| c.wrapping_sub(u32::from(a < b)));
    check("mad.lo.cc.u32 %r10, A, B, C;\nmadc.hi.u32 D, A, B, 0;", |a, b, c| {
        ((wide(a, b) + u64::from(c)) >> 32) as u32
    });
    check("add.cc.u32 %r10, A, B;\naddc.cc.u32 %r10, C, -1;\naddc.u32 D, 0, 0;", |a, b, c| {
        let carry = u32::from(a.checked_add(b).is_none());
        u32::from(u64::from(c) + u64::from(u32::MAX) + u64::from(carry) > u64::from(u32::MAX))
    });
}

/// Asserts that a `mov` with these registers between braces moves the bits of active threads alone, both ways.
fn check_braces(whole: u32, part: u32) {
    let (count, bytes) = (whole / part, whole / 8);
    let parts: Vec<String> = (0..count).map(|at| format!("%p{at}")).collect();
    let parts = format!("{{{}}}", parts.join(", "));
    let kernel = |name: &str, [from, to]: [&str; 2], [ty, other]: [&str; 2]| {
        format!(
            ".visible .entry {name}(.param .u64 in, .param .u64 out)\n{{\n\
             .reg .pred %q;\n.reg .b32 %r<4>;\n.reg .b64 %rd<4>;\n\
             .reg .b{whole} %w;\n.reg .b{part} %p<{count}>;\n\
             ld.param.u64 %rd1, [in];\nld.param.u64 %rd2, [out];\n\
             mov.u32 %r1, %tid.x;\nmul.wide.u32 %rd3, %r1, {bytes};\n\
             add.s64 %rd1, %rd1, %rd3;\nadd.s64 %rd2, %rd2, %rd3;\n\
             and.b32 %r2, %r1, 5;\nsetp.ne.u32 %q, %r2, 1;\n\
             ld.global.{other} {from}, [%rd1];\nld.global.{ty} {to}, [%rd2];\n\
             @%q mov.b{whole} {to}, {from};\nst.global.{ty} [%rd2], {to};\nret;\n}}\n"
        )
    };
    let (all, each) = (format!("b{whole}"), format!("v{count}.b{part}"));
    let ptx = format!(
        ".version 8.3\n.target sm_80\n.address_size 64\n{}{}",
        kernel("pack", [&parts, "%w"], [&all, &each]),
        kernel("unpack", ["%w", &parts], [&each, &all]),
    );
    let device = Device::load(&ptx);
    // The second warp has 13 threads.
    let len = 45 * bytes as usize;
    let random = |seed| numbers(len, seed).into_iter().map(|n| n as u8).collect::<Vec<_>>();
    let (new, old) = (random(5), random(6));
    let is_active = |at: usize| (at / bytes as usize) & 5 != 1;
    let expected: Vec<u8> =
        (0..len).map(|at| if is_active(at) { new[at] } else { old[at] }).collect();
    for name in ["pack", "unpack"] {
        let (from, to) = (device.upload(&new), device.upload(&old));
        device.run(name, 1, 45, args().buffer(&from).buffer(&to));
        assert_eq!(to.read(), expected, "{name} of {count} times {part} bits");
    }
}

#[test]
fn registers_are_packed_and_unpacked_in_active_threads_alone() {
    for (whole, part) in [(16, 8), (32, 8), (32, 16), (64, 16), (64, 32), (128, 64)] {
        check_braces(whole, part);
    }
}
