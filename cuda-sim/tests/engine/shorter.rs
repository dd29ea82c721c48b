//! Integer arithmetic that the decoder simplifies, with unchanged results.

use crate::device::{Device, args, model, numbers};
use cuda_sim_engine::Program;

/// A kernel that reads two words of each thread to `%r2` and `%r3`, and writes `%rd20` after `body`.
fn kernel(body: &str) -> String {
    format!(
        ".version 8.3\n.target sm_80\n.address_size 64\n\
         .visible .entry k(.param .u64 in, .param .u64 out)\n{{\n\
         .reg .pred %p<8>;\n.reg .b32 %r<24>;\n.reg .b64 %rd<32>;\n\
         ld.param.u64 %rd1, [in];\nld.param.u64 %rd2, [out];\nmov.u32 %r1, %tid.x;\n\
         mul.wide.u32 %rd3, %r1, 8;\nadd.s64 %rd4, %rd1, %rd3;\nadd.s64 %rd5, %rd2, %rd3;\n\
         ld.global.u32 %r2, [%rd4];\nld.global.u32 %r3, [%rd4+4];\n\
         {body}\nst.global.u64 [%rd5], %rd20;\nret;\n}}\n"
    )
}

/// Returns two words of each of 64 threads, and `%rd20` after `body`.
fn results(body: &str) -> Vec<(u32, u32, u64)> {
    let edges = [0, 1, 2, 3, 31, 0x7fff_ffff, 0x8000_0000, 0x8000_0001, u32::MAX];
    let mut input = numbers(128, 11);
    for (place, edge) in input.iter_mut().skip(1).step_by(5).zip(edges) {
        *place = edge;
    }
    // Some have two equal words.
    for thread in 50..60 {
        input[2 * thread] = input[2 * thread + 1];
    }
    let device = Device::load(&kernel(body));
    let (from, to) = (device.upload(&input), device.zeroed::<u64>(64));
    device.run("k", 1, 64, args().buffer(&from).buffer(&to));
    let pairs = input.chunks(2).zip(to.read());
    pairs.map(|(pair, result)| (pair[0], pair[1], result)).collect()
}

/// Asserts that `body` computes `expected` from each thread's words.
fn check(body: &str, expected: impl Fn(u32, u32) -> u64) {
    for (a, b, result) in results(body) {
        assert_eq!(result, expected(a, b), "of {a:#x} and {b:#x}:\n{body}");
    }
}

/// What the decoder combines or leaves out is fewer instructions.
#[test]
fn rewritten_code_has_as_few_instructions_as_it_can() {
    let count = |body: &str| Program::compile(kernel(body), &model()).unwrap().instruction_count();
    let empty = count("");
    let cases = [
        // Products in sums and differences, unless the product has another reader or a factor changes.
        ("mul.lo.s32 %r10, %r2, %r3;\nadd.s32 %r11, %r10, %r2;\nmov.b64 %rd20, {%r11, %r11};", 2),
        ("mul.lo.s32 %r10, %r2, %r3;\nadd.s32 %r11, %r10, %r2;\nmov.b64 %rd20, {%r10, %r11};", 3),
        (
            "mul.lo.s32 %r10, %r2, %r3;\nadd.s32 %r2, %r2, 1;\nadd.s32 %r11, %r10, %r2;\nmov.b64 %rd20, {%r11, %r11};",
            4,
        ),
        // A choice of what was compared.
        (
            "setp.gt.s32 %p1, %r2, %r3;\nselp.b32 %r10, %r2, %r3, %p1;\nmov.b64 %rd20, {%r10, %r10};",
            2,
        ),
        (
            "setp.gt.s32 %p1, %r2, %r3;\nselp.b32 %r10, %r2, %r3, %p1;\n@%p1 add.s32 %r10, %r10, 1;\nmov.b64 %rd20, {%r10, %r10};",
            5,
        ),
        // A division by a constant.
        (
            "mul.wide.u32 %rd10, %r2, -1431655765;\nshr.u64 %rd11, %rd10, 33;\ncvt.u32.u64 %r10, %rd11;\nmov.b64 %rd20, {%r10, %r10};",
            3,
        ),
        // The address of an element, and the access.
        ("mul.wide.u32 %rd10, %r2, 8;\nadd.s64 %rd20, %rd1, %rd10;", 1),
        ("cvt.u64.u32 %rd10, %r2;\nshl.b64 %rd11, %rd10, 3;\nadd.s64 %rd20, %rd1, %rd11;", 1),
        ("cvt.u64.u32 %rd2, %r2;\nshl.b64 %rd2, %rd2, 3;\nadd.s64 %rd20, %rd1, %rd2;", 4),
        (
            "mul.wide.u32 %rd10, %r1, 8;\nadd.s64 %rd11, %rd1, %rd10;\nld.global.u64 %rd20, [%rd11];",
            2,
        ),
        (
            "mul.wide.u32 %rd10, %r1, 8;\nadd.s64 %rd11, %rd1, %rd10;\nld.global.u64 %rd12, [%rd11];\nadd.s64 %rd20, %rd11, %rd12;",
            3,
        ),
        (
            "mul.wide.u32 %rd10, %r1, 8;\nadd.s64 %rd11, %rd1, %rd10;\nld.global.u32 %r10, [%rd11];\nld.global.u32 %r11, [%rd11+4];\nmov.b64 %rd20, {%r10, %r11};",
            4,
        ),
        // A comparison and its branch.
        (
            "setp.gt.s32 %p1, %r2, %r3;\n@%p1 bra L;\nadd.s32 %r2, %r2, 1;\nL:\nmov.b64 %rd20, {%r2, %r3};",
            5,
        ),
        (
            "setp.gt.s32 %p1, %r2, %r3;\n@%p1 bra L;\nbra M;\nL:\nadd.s32 %r2, %r2, 1;\nM:\nmov.b64 %rd20, {%r2, %r3};",
            5,
        ),
        // Registers that never change.
        (
            "mov.u64 %rd10, 7;\nmov.u32 %r10, %ntid.x;\ncvt.u64.u32 %rd11, %r10;\nadd.s64 %rd20, %rd10, %rd11;",
            1,
        ),
    ];
    let found = cases.map(|(body, _)| (body, count(body) - empty));
    assert_eq!(found, cases);
}

#[test]
fn a_division_by_a_constant_is_the_upper_half_of_a_product() {
    for (factor, by) in [(-1431655765i32, 33), (0x3333_3334, 35), (-1, 63), (1, 33), (7, 40)] {
        let body = format!(
            "mul.wide.u32 %rd10, %r2, {factor};\nshr.u64 %rd11, %rd10, {by};\n\
             cvt.u32.u64 %r10, %rd11;\nmul.lo.s32 %r11, %r10, 3;\nsub.s32 %r12, %r2, %r11;\n\
             mov.b64 %rd20, {{%r10, %r12}};"
        );
        check(&body, |a, _| {
            let quotient = ((u64::from(a) * u64::from(factor as u32)) >> by) as u32;
            let rest = a.wrapping_sub(quotient.wrapping_mul(3));
            u64::from(rest) << 32 | u64::from(quotient)
        });
    }
    // The product has another reader.
    check(
        "mul.wide.u32 %rd10, %r2, 77;\nshr.u64 %rd11, %rd10, 33;\ncvt.u32.u64 %r10, %rd11;\n\
         cvt.u64.u32 %rd12, %r10;\nadd.s64 %rd20, %rd10, %rd12;",
        |a, _| u64::from(a) * 77 + ((u64::from(a) * 77) >> 33),
    );
}

#[test]
fn an_index_may_be_overwritten_by_what_is_computed_from_it() {
    for (scale, factor) in [
        ("shl.b64 %rd2, %rd2, 3;", 8),
        ("mul.lo.s64 %rd2, %rd2, 12;", 12),
        ("mad.lo.s64 %rd2, %rd2, 12, %rd2;", 13),
        ("add.s64 %rd2, %rd2, %rd2;", 2),
    ] {
        for (ty, signed) in [("s32", true), ("u32", false)] {
            let body = format!(
                "cvt.{}64.{ty} %rd2, %r2;\n{scale}\nadd.s64 %rd10, %rd2, %rd3;\nshl.b64 %rd11, %rd2, 1;\n\
                 sub.s64 %rd12, %rd10, %rd3;\nadd.s64 %rd20, %rd12, %rd11;",
                &ty[..1]
            );
            check(&body, |a, _| {
                let index = if signed { a as i32 as u64 } else { u64::from(a) };
                index.wrapping_mul(factor).wrapping_mul(3)
            });
        }
    }
}

#[test]
fn an_index_that_a_loop_changes_is_the_one_that_was_converted() {
    let body = "mov.u32 %r10, %r2;\ncvt.s64.s32 %rd10, %r10;\nmov.u64 %rd20, 0;\nmov.u32 %r11, 3;\nL:\n\
         shl.b64 %rd11, %rd10, 3;\nadd.s64 %rd20, %rd20, %rd11;\nadd.s32 %r10, %r10, 5;\n\
         sub.s32 %r11, %r11, 1;\nsetp.ne.s32 %p1, %r11, 0;\n@%p1 bra L;";
    check(body, |a, _| (a as i32 as u64).wrapping_mul(3 * 8));
}

#[test]
fn a_product_in_a_sum_wraps_around() {
    check(
        "mul.lo.s32 %r10, %r2, %r3;\nadd.s32 %r11, %r2, %r10;\nmul.lo.u32 %r12, %r3, -5;\n\
         sub.s32 %r13, %r11, %r12;\nmov.b64 %rd20, {%r11, %r13};",
        |a, b| {
            let sum = a.wrapping_add(a.wrapping_mul(b));
            let rest = sum.wrapping_sub(b.wrapping_mul(5u32.wrapping_neg()));
            u64::from(rest) << 32 | u64::from(sum)
        },
    );
    // A minuend isn't combined, nor is a factor that changes in between.
    check(
        "mul.lo.s32 %r10, %r2, 3;\nsub.s32 %r11, %r10, %r3;\nmul.lo.s32 %r12, %r2, 7;\n\
         add.s32 %r2, %r2, 1;\nadd.s32 %r13, %r12, %r2;\nmov.b64 %rd20, {%r11, %r13};",
        |a, b| {
            let first = a.wrapping_mul(3).wrapping_sub(b);
            let second = a.wrapping_mul(7).wrapping_add(a.wrapping_add(1));
            u64::from(second) << 32 | u64::from(first)
        },
    );
}

#[test]
fn a_choice_of_what_was_compared_is_the_larger_or_the_smaller() {
    let expected = |relation: &str, signed: bool, a: u32, b: u32| {
        let (x, y) = if signed {
            (i64::from(a as i32), i64::from(b as i32))
        } else {
            (i64::from(a), i64::from(b))
        };
        match relation {
            "gt" => x > y,
            "ge" => x >= y,
            "lt" => x < y,
            _ => x <= y,
        }
    };
    for relation in ["gt", "ge", "lt", "le"] {
        for ty in ["s32", "u32"] {
            let body = format!(
                "setp.{relation}.{ty} %p1, %r2, %r3;\nselp.b32 %r10, %r2, %r3, %p1;\n\
                 setp.{relation}.{ty} %p2, %r2, %r3;\nselp.b32 %r11, %r3, %r2, %p2;\n\
                 mov.b64 %rd20, {{%r10, %r11}};"
            );
            check(&body, |a, b| {
                let holds = expected(relation, ty == "s32", a, b);
                let (first, second) = if holds { (a, b) } else { (b, a) };
                u64::from(second) << 32 | u64::from(first)
            });
        }
    }
}

#[test]
fn an_index_is_widened_where_it_is_used() {
    check(
        "cvt.u64.u32 %rd10, %r2;\nmul.lo.s64 %rd11, %rd10, 2052;\nadd.s64 %rd12, %rd11, %rd1;\n\
         cvt.s64.s32 %rd13, %r3;\nadd.s64 %rd14, %rd13, %rd12;\ncvt.u64.u32 %rd15, %r3;\n\
         shl.b64 %rd16, %rd15, 31;\nadd.s64 %rd17, %rd14, %rd16;\nsub.s64 %rd20, %rd17, %rd1;",
        |a, b| {
            let sum = u64::from(a) * 2052 + (u64::from(b) << 31);
            sum.wrapping_add(i64::from(b as i32) as u64)
        },
    );
    // The index changes before it is used.
    check(
        "cvt.u64.u32 %rd10, %r2;\nadd.s32 %r2, %r2, 5;\nshl.b64 %rd11, %rd10, 2;\n\
         cvt.u64.u32 %rd12, %r2;\nadd.s64 %rd20, %rd11, %rd12;",
        |a, _| (u64::from(a) << 2) + u64::from(a.wrapping_add(5)),
    );
}

#[test]
fn an_index_that_changes_in_a_loop_is_widened_each_time() {
    let body = "mov.u64 %rd20, 0;\nmov.u32 %r10, 0;\nLOOP:\nadd.s32 %r11, %r10, %r2;\n\
         cvt.u64.u32 %rd10, %r11;\nsetp.ge.u32 %p1, %r10, %r1;\nadd.s32 %r10, %r10, 1;\n\
         @%p1 bra DONE;\nadd.s64 %rd20, %rd20, %rd10;\nmul.lo.s64 %rd11, %rd10, 3;\n\
         xor.b64 %rd20, %rd20, %rd11;\nbra LOOP;\nDONE:\nadd.s64 %rd20, %rd20, %rd10;";
    for (thread, (a, _, result)) in results(body).into_iter().enumerate() {
        let mut expected = 0u64;
        for turn in 0..=thread as u32 {
            let wide = u64::from(turn.wrapping_add(a));
            expected = expected.wrapping_add(wide);
            if turn < thread as u32 {
                expected ^= wide.wrapping_mul(3);
            }
        }
        assert_eq!(result, expected, "of {a:#x} in thread {thread}");
    }
}

#[test]
fn factors_that_become_negative_are_cut_off_to_32_bits() {
    for factor in [4_294_967_295u64, 2_147_483_648, 2_147_483_647, 0, 1] {
        let body = format!(
            "mul.lo.s32 %r10, %r2, {factor};\nsub.s32 %r11, %r3, %r10;\n\
             mul.lo.s64 %rd10, %rd1, {factor};\nsub.s64 %rd11, %rd10, %rd10;\n\
             cvt.u64.u32 %rd12, %r11;\nadd.s64 %rd20, %rd11, %rd12;"
        );
        check(&body, |a, b| u64::from(b.wrapping_sub(a.wrapping_mul(factor as u32))));
    }
}

#[test]
fn a_single_precision_selection_keeps_its_constants() {
    check(
        "setp.gt.s32 %p1, %r2, 5;\nselp.f32 %r10, %r2, 0f40A00000, %p1;\ncvt.u64.u32 %rd20, %r10;",
        |a, _| {
            let larger = a as i32 > 5;
            u64::from(if larger { a } else { 5f32.to_bits() })
        },
    );
}

#[test]
fn a_product_of_the_wrong_width_is_rejected() {
    for body in [
        "mul.lo.s32 %rd10, %rd1, 3;\nadd.s64 %rd11, %rd10, %rd1;",
        "mul.lo.s64 %r10, %r1, 3;\nadd.s32 %r11, %r10, %r1;",
        "setp.gt.s64 %p1, %r1, %r2;\nselp.b32 %r10, %r1, %r2, %p1;",
    ] {
        let ptx = format!(
            ".version 8.3\n.target sm_80\n.address_size 64\n.visible .entry k()\n{{\n\
             .reg .pred %p<4>;\n.reg .b32 %r<24>;\n.reg .b64 %rd<32>;\n{body}\nret;\n}}\n"
        );
        let compiled = Program::compile(&ptx, &model());
        assert!(compiled.is_err(), "compiled:\n{body}");
    }
}
