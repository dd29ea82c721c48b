//! Results of an H200 for special operands: NaNs, subnormal numbers, positions beyond the last bit.

use crate::device::{Device, args};
use cuda_sim_engine::Program;

/// Returns the results of `instruction` for each triple: 64-bit words in `%a`, `%b`, `%c`, their lower words in `%ra`,
/// `%rb`, `%rc`, and their lower halves in `%ha` and `%hb`; the result is in `%d`, or `%r` or `%h` for narrower ones.
fn results(instruction: &str, operands: &[[u64; 3]]) -> Vec<u64> {
    let ptx = format!(
        ".version 8.6\n.target sm_90\n.address_size 64\n\
         .visible .entry k(.param .u64 in, .param .u64 out)\n{{\n\
         .reg .pred %p, %q;\n.reg .b16 %h, %ha, %hb;\n.reg .b32 %t, %r, %ra, %rb, %rc;\n\
         .reg .b64 %in, %out, %at, %a, %b, %c, %d, %e;\n\
         ld.param.u64 %in, [in];\nld.param.u64 %out, [out];\nmov.u32 %t, %tid.x;\n\
         mul.wide.u32 %at, %t, 24;\nadd.u64 %in, %in, %at;\nmul.wide.u32 %at, %t, 8;\n\
         add.u64 %out, %out, %at;\nld.global.u64 %a, [%in];\nld.global.u64 %b, [%in+8];\n\
         ld.global.u64 %c, [%in+16];\ncvt.u32.u64 %ra, %a;\ncvt.u32.u64 %rb, %b;\ncvt.u32.u64 %rc, %c;\n\
         cvt.u16.u64 %ha, %a;\ncvt.u16.u64 %hb, %b;\nsetp.ne.u32 %q, %rc, 0;\n\
         mov.u64 %d, 0;\nmov.u32 %r, 0;\nmov.u16 %h, 0;\n{instruction}\n\
         cvt.u64.u32 %e, %r;\nor.b64 %d, %d, %e;\ncvt.u64.u16 %e, %h;\nor.b64 %d, %d, %e;\n\
         st.global.u64 [%out], %d;\nret;\n}}\n"
    );
    let device = Device::load(&ptx);
    let input = device.upload(operands);
    let out = device.zeroed::<u64>(operands.len());
    let threads = operands.len() as u32;
    device.run("k", 1, threads, args().buffer(&input).buffer(&out));
    out.read()
}

/// Checks rows of operands and the recorded result.
pub fn assert_recorded(instruction: &str, rows: &[([u64; 3], u64)]) {
    let operands: Vec<[u64; 3]> = rows.iter().map(|row| row.0).collect();
    for (row, actual) in rows.iter().zip(results(instruction, &operands)) {
        assert_eq!(
            actual, row.1,
            "{instruction} of {:x?}: {actual:#x}, recorded {:#x}",
            row.0, row.1
        );
    }
}

const SIGNALLING: u64 = 0x7ff0_0000_0000_0001;
const NEGATIVE_SIGNALLING: u64 = 0xfff0_0000_0000_0005;
const QUIET: u64 = 0x7ff8_0000_0000_0123;
const INFINITY: u64 = 0x7ff0_0000_0000_0000;
const MINUS_INFINITY: u64 = 0xfff0_0000_0000_0000;
const INVALID: u64 = 0xfff8_0000_0000_0000;
const ONE: u64 = 0x3ff0_0000_0000_0000;
/// The bit that makes a NaN quiet.
const MADE_QUIET: u64 = 1 << 51;

#[test]
fn double_precision_arithmetic_propagates_the_last_of_several_nans() {
    for rounding in ["rn", "rz", "rm", "rp"] {
        for operation in ["add", "sub", "mul"] {
            let instruction = format!("{operation}.{rounding}.f64 %d, %a, %b;");
            assert_recorded(
                &instruction,
                &[
                    ([QUIET, SIGNALLING, 0], SIGNALLING | MADE_QUIET),
                    ([SIGNALLING, NEGATIVE_SIGNALLING, 0], NEGATIVE_SIGNALLING | MADE_QUIET),
                    ([NEGATIVE_SIGNALLING, ONE, 0], NEGATIVE_SIGNALLING | MADE_QUIET),
                    ([ONE, SIGNALLING, 0], SIGNALLING | MADE_QUIET),
                ],
            );
        }
        assert_recorded(
            &format!("fma.{rounding}.f64 %d, %a, %b, %c;"),
            &[
                ([QUIET, SIGNALLING, 0], SIGNALLING | MADE_QUIET),
                ([QUIET, SIGNALLING, NEGATIVE_SIGNALLING], SIGNALLING | MADE_QUIET),
                ([QUIET, ONE, NEGATIVE_SIGNALLING], NEGATIVE_SIGNALLING | MADE_QUIET),
                ([INFINITY, 0, 0], INVALID),
            ],
        );
        assert_recorded(
            &format!("add.{rounding}.f64 %d, %a, %b;"),
            &[([MINUS_INFINITY, INFINITY, 0], INVALID)],
        );
        assert_recorded(
            &format!("sub.{rounding}.f64 %d, %a, %b;"),
            &[([INFINITY, INFINITY, 0], INVALID)],
        );
        assert_recorded(&format!("mul.{rounding}.f64 %d, %a, %b;"), &[([0, INFINITY, 0], INVALID)]);
        assert_recorded(&format!("div.{rounding}.f64 %d, %a, %b;"), &[([0, 0, 0], INVALID)]);
    }
}

#[test]
fn the_smaller_of_two_nans_of_double_precision_is_the_second() {
    for operation in ["min", "max"] {
        assert_recorded(
            &format!("{operation}.f64 %d, %a, %b;"),
            &[
                ([QUIET, SIGNALLING, 0], SIGNALLING | MADE_QUIET),
                ([QUIET, NEGATIVE_SIGNALLING, 0], NEGATIVE_SIGNALLING | MADE_QUIET),
                ([QUIET, ONE, 0], ONE),
            ],
        );
    }
}

#[test]
fn an_atomic_addition_leaves_a_nan_as_it_is() {
    assert_recorded(
        "st.global.u64 [%out], %b;\natom.global.add.f64 %d, [%out], %a;\nld.global.u64 %d, [%out];",
        &[
            ([SIGNALLING, ONE, 0], SIGNALLING),
            ([ONE, NEGATIVE_SIGNALLING, 0], NEGATIVE_SIGNALLING),
            ([QUIET, SIGNALLING, 0], QUIET),
            ([SIGNALLING, QUIET, 0], SIGNALLING),
        ],
    );
}

#[test]
fn an_atomic_addition_in_shared_memory_makes_a_nan_quiet() {
    assert_recorded(
        ".shared .b64 s[4];\nmov.u32 %t, %tid.x;\nshl.b32 %t, %t, 3;\nmov.u32 %r, s;\nadd.u32 %t, %t, %r;\n\
         mov.u32 %r, 0;\nst.shared.u64 [%t], %a;\nred.shared.add.f64 [%t], %b;\nld.shared.u64 %d, [%t];",
        &[
            ([ONE, SIGNALLING, 0], SIGNALLING | MADE_QUIET),
            ([SIGNALLING, ONE, 0], SIGNALLING | MADE_QUIET),
            ([QUIET, SIGNALLING, 0], SIGNALLING | MADE_QUIET),
            ([ONE, ONE, 0], 0x4000_0000_0000_0000),
        ],
    );
}

#[test]
fn conversions_flush_what_an_h200_flushes() {
    assert_recorded(
        "cvt.rm.ftz.f16.f32 %h, %ra;",
        &[([0x8000_0001, 0, 0], 0x8001), ([1, 0, 0], 0)],
    );
    assert_recorded("cvt.rp.ftz.f16.f32 %h, %ra;", &[([0x007f_ffff, 0, 0], 1)]);
    assert_recorded(
        "cvt.ftz.f64.f32 %d, %ra;",
        &[
            ([0x7fc0_0000, 0, 0], 0x7fff_ffff_e000_0000),
            ([0xff81_2345, 0, 0], 0x7fff_ffff_e000_0000),
        ],
    );
    assert_recorded("cvt.ftz.f32.bf16 %r, %ha;", &[([0x7fc0, 0, 0], 0x7fff_ffff)]);
    assert_recorded(
        "cvt.rna.satfinite.tf32.f32 %r, %ra;",
        &[
            ([0x7f80_0001, 0, 0], 0x7f7f_e000),
            ([0x7fbf_ffff, 0, 0], 0x7fbf_c000),
            ([0xffdd_189d, 0, 0], 0xffdc_e000),
        ],
    );
}

#[test]
fn bit_fields_of_64_bits_use_all_bits_of_position_and_length() {
    let ones = u64::MAX;
    assert_recorded(
        "bfe.u64 %d, %a, %rb, %rc;",
        &[([ones, 257, 1], 0), ([ones, 0, 256], ones), ([ones, 63, u64::from(u32::MAX)], 1)],
    );
    assert_recorded(
        "bfe.s64 %d, %a, %rb, %rc;",
        &[([1 << 63, 256, 1], ones), ([2, 1, 1 << 31], 1)],
    );
    assert_recorded("bfi.b64 %d, %a, %b, %rc, 8;", &[([ones, 0, 257], 0), ([ones, 0, 4], 0xff0)]);
    assert_recorded("bfe.u32 %r, %ra, %rb, %rc;", &[([7, 257, 1], 1)]);
}

#[test]
fn a_remainder_of_16_bits_by_zero_is_all_ones() {
    for ty in ["u16", "s16"] {
        assert_recorded(
            &format!("rem.{ty} %h, %ha, %hb;"),
            &[([0xd0, 0, 0], 0xffff), ([7, 4, 0], 3)],
        );
    }
}

#[test]
fn printf_formats_as_on_an_h200() {
    let double = f64::to_bits;
    for (format, value, expected) in [
        ("%#.0E", double(1e-5), "1.E-05"),
        ("%+#g", double(1e5), "+100000."),
        ("%#.1g", double(1e10), "1.e+10"),
        ("%#.0A", double(2.5), "0X1.P+1"),
        ("%#a", double(2.0), "0x1.p+1"),
        ("%#01.3o", 42, "052"),
        ("%#.0o", 0, "0"),
        ("%#5o", 42, "  052"),
        ("%+014a", double(2.5), "+0x000001.4p+1"),
        ("%014.1A", double(2.5), "0X0000001.4P+1"),
        ("%.*f", 2, "%.*f"),
        ("%zu", 42, "%zu"),
        ("%td", 42, "%td"),
        ("%jd", 42, "%jd"),
        ("%Lf", double(2.5), "%Lf"),
        ("%qd", 42, "%qd"),
        ("%5%", 0, "%5%"),
        ("%lld", 1 << 40, "1099511627776"),
        ("%08.3s|", 0, "        |"),
        ("%012p", 0, "       (nil)"),
    ] {
        let bytes: Vec<String> = format.bytes().chain([0]).map(|byte| byte.to_string()).collect();
        let ptx = format!(
            ".version 8.0\n.target sm_90\n.address_size 64\n.global .b8 text[] = {{{}}};\n\
             .global .b64 value[2] = {{{value}, 0}};\n\
             .extern .func (.param .b32 q) vprintf(.param .b64 f, .param .b64 v);\n\
             .visible .entry k(.param .u64 p)\n{{\n.reg .b64 %a;\n\
             {{ .param .b64 f; .param .b64 v; .param .b32 q;\nmov.u64 %a, text;\ncvta.global.u64 %a, %a;\n\
             st.param.b64 [f], %a;\nmov.u64 %a, value;\ncvta.global.u64 %a, %a;\nst.param.b64 [v], %a;\n\
             call (q), vprintf, (f, v); }}\nret;\n}}\n",
            bytes.join(", ")
        );
        let device = Device::load(&ptx);
        device.run("k", 1, 1, args().value(0u64));
        assert_eq!(device.printed(), expected, "{format}");
    }
}

#[test]
fn direct_calls_need_no_larger_stack() {
    let function = |name: &str, bytes: u32, call: &str| {
        format!(
            ".func (.param .b32 q) {name}(.param .b32 a)\n{{\n.local .align 4 .b8 room[{bytes}];\n\
             .reg .b32 %r<4>;\nld.param.b32 %r1, [a];\nst.local.u32 [room+{}], %r1;\n{call}\n\
             ld.local.u32 %r2, [room+{}];\nadd.u32 %r1, %r1, %r2;\nst.param.b32 [q], %r1;\nret;\n}}\n",
            bytes - 4,
            bytes - 4
        )
    };
    let call = |name: &str| {
        format!(
            "{{ .param .b32 b; .param .b32 c; st.param.b32 [b], %r1;\ncall (c), {name}, (b);\n\
             ld.param.b32 %r1, [c]; }}"
        )
    };
    let ptx = format!(
        ".version 8.0\n.target sm_90\n.address_size 64\n{}{}.visible .entry k(.param .u64 out)\n{{\n\
         .reg .b32 %r<4>;\n.reg .b64 %rd<4>;\nld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\n\
         mul.wide.u32 %rd2, %r1, 4;\nadd.u64 %rd1, %rd1, %rd2;\n{}\nst.global.u32 [%rd1], %r1;\nret;\n}}\n",
        function("inner", 12_000, ""),
        function("outer", 6_000, &call("inner")),
        call("outer"),
    );
    let mut device = Device::load(&ptx);
    device.limits.stack = 1024;
    let out = device.zeroed::<u32>(32);
    device.run("k", 1, 32, args().buffer(&out));
    assert_eq!(out.read(), (0..32).map(|lane| 3 * lane).collect::<Vec<u32>>());
    let program = Program::compile(&ptx, &crate::device::model()).unwrap();
    assert_eq!(program.kernels().next().unwrap().local, 18_000);
}

/// Returns the rows and columns of the elements of `lane`, in the order of its registers, for a row-major matrix with
/// `columns` columns.
fn fragment(load: &str, bits: u32, registers: u32, columns: u32, lane: usize) -> Vec<(u32, u32)> {
    let list = (0..registers).map(|at| format!("%f{at}")).collect::<Vec<_>>().join(", ");
    let stores: Vec<String> =
        (0..registers).map(|at| format!("st.global.u32 [%out+{}], %f{at};", at * 4)).collect();
    let ptx = format!(
        ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 in, .param .u64 out)\n{{\n\
         .reg .b32 %f<8>, %t;\n.reg .b64 %in, %out, %at;\nld.param.u64 %in, [in];\nld.param.u64 %out, [out];\n\
         mov.u32 %t, %tid.x;\nmul.wide.u32 %at, %t, 32;\nadd.u64 %out, %out, %at;\n\
         wmma.load.{load} {{{list}}}, [%in], {columns};\n{}\nret;\n}}\n",
        stores.join("\n")
    );
    let device = Device::load(&ptx);
    let words: Vec<u32> = (0..1024 * bits / 32)
        .map(|word| match bits {
            16 => (word * 2) | ((word * 2 + 1) << 16),
            _ => word,
        })
        .collect();
    let (input, out) = (device.upload(&words), device.zeroed::<u32>(32 * 8));
    device.run("k", 1, 32, args().buffer(&input).buffer(&out));
    let all = out.read();
    let fragment = &all[lane * 8..][..registers as usize];
    let elements = fragment.iter().flat_map(|word| match bits {
        16 => vec![word & 0xffff, word >> 16],
        _ => vec![*word],
    });
    elements.map(|element| (element / columns, element % columns)).collect()
}

#[test]
fn fragments_of_wmma_have_an_h200s_layout() {
    let m16n16 = fragment("a.sync.aligned.row.m16n16k16.global.f16", 16, 8, 16, 1);
    let once = [(0, 2), (0, 3), (8, 2), (8, 3), (0, 10), (0, 11), (8, 10), (8, 11)];
    assert_eq!(m16n16, [once, once].concat());
    let b = fragment("b.sync.aligned.row.m16n16k16.global.bf16", 16, 4, 16, 4);
    assert_eq!(b, [(0, 1), (1, 1), (8, 1), (9, 1), (0, 9), (1, 9), (8, 9), (9, 9)]);
    let c = fragment("c.sync.aligned.row.m16n16k16.global.f32", 32, 8, 16, 16);
    assert_eq!(c, [(4, 0), (4, 1), (12, 0), (12, 1), (4, 8), (4, 9), (12, 8), (12, 9)]);
    let wide = fragment("b.sync.aligned.row.m8n32k16.global.f16", 16, 8, 32, 1);
    let left = [(2, 0), (3, 0), (2, 8), (3, 8), (10, 0), (11, 0), (10, 8), (11, 8)];
    assert_eq!(wide, [left, left.map(|(row, column)| (row, column + 16))].concat());
    let c = fragment("c.sync.aligned.row.m8n32k16.global.s32", 32, 8, 32, 16);
    assert_eq!(c, [(0, 4), (1, 4), (0, 12), (1, 12), (0, 20), (1, 20), (0, 28), (1, 28)]);
    let tall = fragment("a.sync.aligned.row.m32n8k16.global.bf16", 16, 8, 16, 4);
    let top = [(1, 0), (1, 1), (9, 0), (9, 1), (1, 8), (1, 9), (9, 8), (9, 9)];
    assert_eq!(tall, [top, top.map(|(row, column)| (row + 16, column))].concat());
    let c = fragment("c.sync.aligned.row.m32n8k16.global.f32", 32, 8, 8, 1);
    assert_eq!(c, [(0, 2), (0, 3), (8, 2), (8, 3), (16, 2), (16, 3), (24, 2), (24, 3)]);
    let a = fragment("a.sync.aligned.row.m16n16k8.global.tf32", 32, 4, 8, 1);
    assert_eq!(a, [(0, 1), (8, 1), (0, 5), (8, 5)]);
    let b = fragment("b.sync.aligned.row.m16n16k8.global.tf32", 32, 4, 16, 4);
    assert_eq!(b, [(0, 1), (4, 1), (0, 9), (4, 9)]);
}

#[test]
fn a_sum_of_24_bit_products_saturates_and_fields_of_two_bits_are_packed() {
    assert_recorded(
        "mad24.hi.sat.s32 %r, %ra, %rb, %rc;",
        &[
            ([0x7f_ffff, 0x7f_ffff, 0x7fff_0000], 0x7fff_ffff),
            ([0x80_0000, 0x7f_ffff, 0x8000_0010], 0x8000_0000),
            ([0x1_0000, 0x1_0000, 5], 0x1_0005),
        ],
    );
    assert_recorded(
        "cvt.pack.sat.u2.s32.b32 %r, %ra, %rb, %rc;",
        &[([2, 1, 0xf], 0xf9), ([9, 0xffff_ffff, 1], 0x1c)],
    );
    assert_recorded(
        "cvt.pack.sat.s2.s32.b32 %r, %ra, %rb, %rc;",
        &[([2, 0xffff_ffff, 0], 0x7), ([0x8000_0000, 0, 1], 0x18)],
    );
}

#[test]
fn lop3_combines_its_result_with_a_predicate() {
    let rows = |and: u64, or: u64, and_not: u64| [and, or, and_not];
    // The result is 3 ^ 1 ^ c, which is zero only for c = 2; %q is true if c isn't zero.
    for (c, expected) in [(2, rows(0, 1, 0)), (0, rows(0, 1, 1)), (5, rows(1, 1, 0))] {
        for (operation, predicate, expected) in
            [("and", "%q", expected[0]), ("or", "%q", expected[1]), ("and", "!%q", expected[2])]
        {
            assert_recorded(
                &format!(
                    "lop3.{operation}.b32 _|%p, %ra, %rb, %rc, 0x96, {predicate};\nselp.u32 %r, 1, 0, %p;"
                ),
                &[([3, 1, c], expected)],
            );
        }
    }
    assert_recorded("lop3.or.b32 %r|%p, %ra, %rb, %rc, 0x96, %q;", &[([3, 1, 4], 6)]);
}

#[test]
fn alloca_memory_is_private_until_the_function_returns() {
    // Each lane allocates its own number of bytes, fills them, calls a function that does the same, and adds up.
    let function = "\
        .func (.param .b32 q) g(.param .b32 n)\n{\n.reg .pred %p;\n.reg .b32 %r<8>;\n.reg .b64 %a<6>;\n\
        ld.param.b32 %r1, [n];\nmul.wide.u32 %a1, %r1, 4;\nadd.u64 %a1, %a1, 4;\nstacksave.u64 %a4;\n\
        alloca.u64 %a2, %a1, 16;\nmov.u32 %r2, 0;\nFILL:\nmul.wide.u32 %a3, %r2, 4;\nadd.u64 %a3, %a2, %a3;\n\
        st.local.u32 [%a3], %r2;\nadd.u32 %r2, %r2, 1;\nsetp.le.u32 %p, %r2, %r1;\n@%p bra FILL;\n\
        mov.u32 %r3, 0;\nsetp.eq.u32 %p, %r1, 0;\n@%p bra SUM;\nsub.u32 %r4, %r1, 1;\n\
        { .param .b32 b; .param .b32 c; st.param.b32 [b], %r4;\ncall (c), g, (b);\nld.param.b32 %r3, [c]; }\n\
        SUM:\nmov.u32 %r2, 0;\nADD:\nmul.wide.u32 %a3, %r2, 4;\nadd.u64 %a3, %a2, %a3;\nld.local.u32 %r5, [%a3];\n\
        add.u32 %r3, %r3, %r5;\nadd.u32 %r2, %r2, 1;\nsetp.le.u32 %p, %r2, %r1;\n@%p bra ADD;\n\
        stackrestore.u64 %a4;\nst.param.b32 [q], %r3;\nret;\n}\n";
    let ptx = format!(
        ".version 8.0\n.target sm_90\n.address_size 64\n{function}.visible .entry k(.param .u64 out)\n{{\n\
         .reg .b32 %r<4>;\n.reg .b64 %rd<4>;\nld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\n\
         mul.wide.u32 %rd2, %r1, 4;\nadd.u64 %rd1, %rd1, %rd2;\nand.b32 %r1, %r1, 7;\n\
         {{ .param .b32 b; .param .b32 c; st.param.b32 [b], %r1;\ncall (c), g, (b);\nld.param.b32 %r2, [c]; }}\n\
         st.global.u32 [%rd1], %r2;\nret;\n}}\n"
    );
    let device = Device::load(&ptx);
    let out = device.zeroed::<u32>(32);
    device.run("k", 1, 32, args().buffer(&out));
    let sum = |n: u32| (0..=n).map(|n| n * (n + 1) / 2).sum::<u32>();
    assert_eq!(out.read(), (0..32).map(|lane| sum(lane % 8)).collect::<Vec<u32>>());
}

#[test]
fn registers_of_128_bits_are_loaded_and_stored() {
    let ptx = ".version 8.3\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 in, .param .u64 out)\n{\n\
         .reg .b32 %r1;\n.reg .b64 %a, %b, %rd<4>;\n.reg .b128 %q;\nld.param.u64 %rd1, [in];\n\
         ld.param.u64 %rd2, [out];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd3, %r1, 16;\nadd.u64 %rd1, %rd1, %rd3;\n\
         add.u64 %rd2, %rd2, %rd3;\nld.global.b128 %q, [%rd1];\nmov.b128 {%a, %b}, %q;\nadd.u64 %a, %a, 1;\n\
         mov.b128 %q, {%b, %a};\nst.global.b128 [%rd2], %q;\nret;\n}\n";
    let device = Device::load(ptx);
    let words: Vec<u64> = (0..64).map(|word| word << 40 | word).collect();
    let (input, out) = (device.upload(&words), device.zeroed::<u64>(64));
    device.run("k", 1, 32, args().buffer(&input).buffer(&out));
    let expected: Vec<u64> = words.chunks(2).flat_map(|pair| [pair[1], pair[0] + 1]).collect();
    assert_eq!(out.read(), expected);
}

#[test]
fn what_ptxas_rejects_is_rejected() {
    let refused = |body: &str| {
        let ptx = format!(
            ".version 8.3\n.target sm_90\n.address_size 64\n.func f(.param .b32 own)\n{{\n.reg .pred %p, %q;\n\
             .reg .b16 %h<4>;\n.reg .b32 %r<4>;\n.reg .b64 %d;\n{body}\nret;\n}}\n"
        );
        Program::compile(&ptx, &crate::device::model()).is_err()
    };
    for body in [
        "cvt.sat.u32.u16 %r1, %h1;",
        "cvt.sat.s64.u32 %d, %r1;",
        "cvt.sat.s32.s32 %r1, %r2;",
        "cvt.rn.bf16.u8 %h1, %h2;",
        "cvt.rz.bf16.s8 %h1, %h2;",
        "setp.lt.f16 %p|%q, %h1, %h2;",
        "{ .param .b32 own; st.param.b32 [own], %r1; }",
        "mov.b32 %r1.h1, %r2;",
        "add.u32 %r1, %r2.b1, %r3;",
        "add.s32 %r1, -%r2, %r3;",
    ] {
        assert!(refused(body), "{body}");
    }
    for body in [
        "cvt.sat.u16.u32 %h1, %r1;",
        "cvt.sat.u32.s32 %r1, %r2;",
        "cvt.rn.bf16.u16 %h1, %h2;",
        "setp.lt.f32 %p|%q, %r1, %r2;",
        "mov.u32 %r1, %pm0;",
        "mov.u64 %d, %current_graph_exec;",
        "fence.proxy.tensormap::generic.release.gpu;",
        "{ .param .b32 other; st.param.b32 [other], %r1; }",
    ] {
        assert!(!refused(body), "{body}");
    }
}

#[test]
fn a_division_by_zero_has_the_quotient_and_the_remainder_of_all_ones() {
    let dividends = [5, -5i64 as u64, 0, 1 << 63, i64::MAX as u64, 1 << 31];
    for (ty, register, ones) in
        [("16", "h", u64::from(u16::MAX)), ("32", "r", u64::from(u32::MAX)), ("64", "d", u64::MAX)]
    {
        let source = |letter: &str| match register {
            "d" => letter.to_owned(),
            short => format!("{short}{letter}"),
        };
        let rows = dividends.map(|dividend| ([dividend, 0, 0], ones));
        for op in ["div.s", "div.u", "rem.s", "rem.u"] {
            let (a, b) = (source("a"), source("b"));
            assert_recorded(&format!("{op}{ty} %{register}, %{a}, %{b};"), &rows);
        }
    }
}
