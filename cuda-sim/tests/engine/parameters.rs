//! What functions and kernels find in small parameters, and calls in small results.

use crate::device::{Device, args};

/// What `prepare` passes to `f` by a call's operands, and what `body` makes of it in `%x`.
struct Case {
    /// The parameters and results of `f`: `results; parameters`.
    formals: &'static str,
    body: &'static str,
    prepare: &'static str,
    /// Those of the call.
    operands: &'static str,
    after: &'static str,
    /// `%x` after the call, and what `f` leaves in `found`.
    expected: [u64; 2],
}

/// Reads a table of cases, in columns between bars.
fn cases(table: &'static str) -> Vec<Case> {
    let rows = table.lines().filter(|line| !line.is_empty() && !line.starts_with("//"));
    rows.map(|row| {
        let columns: Vec<&str> = row.split('|').map(str::trim).collect();
        let &[formals, body, prepare, operands, after, expected] = columns.as_slice() else {
            panic!("{row:?} isn't of six columns");
        };
        let number = |text: &str| match text.strip_prefix('-') {
            Some(text) => text.parse::<u64>().unwrap().wrapping_neg(),
            None => u64::from_str_radix(text.trim_start_matches("0x"), 16).unwrap(),
        };
        let numbers: Vec<u64> = expected.split_whitespace().map(number).collect();
        let expected = numbers.try_into().unwrap();
        Case { formals, body, prepare, operands, after, expected }
    })
    .collect()
}

const REGISTERS: &str = ".reg .b8 %c<4>; .reg .b16 %h<8>; .reg .f16 %e<4>; .reg .s16 %t<4>; .reg .b32 %r<8>; \
    .reg .f32 %f<4>; .reg .b64 %x, %y, %d<8>; .reg .f64 %g<4>; .reg .pred %p<4>;";

fn run(case: &Case) -> [u64; 2] {
    let (results, params) = case.formals.split_once(';').unwrap();
    let results = match results.trim() {
        "" => String::new(),
        some => format!("({some})"),
    };
    let (outs, arguments) = case.operands.split_once(';').unwrap();
    let outs = match outs.trim() {
        "" => String::new(),
        some => format!("({some}), "),
    };
    let device = Device::load(&format!(
        ".version 8.8\n.target sm_90\n.address_size 64\n.global .align 8 .b64 found;\n\
         .func {results} f({params})\n{{\n{REGISTERS}\nmov.b64 %x, 0;\n{}\nst.global.b64 [found], %x;\nret;\n}}\n\
         .visible .entry k(.param .b64 out)\n{{\n{REGISTERS}\n.reg .b64 %out; ld.param.b64 %out, [out];\n\
         mov.b64 %x, 0; {}\ncall {outs}f, ({arguments});\n{}\nst.global.b64 [%out], %x;\n\
         ld.global.b64 %x, [found]; st.global.b64 [%out+8], %x;\nret;\n}}\n",
        case.body, case.prepare, case.after
    ));
    let out = device.upload(&[0u64; 2]);
    device.run("k", 1, 1, args().buffer(&out));
    out.read().try_into().unwrap()
}

/// In hexadecimal, or in decimal with a sign. What a constant leaves is in ptxas's machine code.
const CASES: &str = "
// a variable holds the bytes that were stored, and a load extends them by its own type
; .param .b8 q | ld.param.s8 %x, [q]; | .param .b8 Q; mov.b16 %h1, 0x1ff; st.param.b8 [Q], %h1; | ; Q | | 0 -1
; .param .b8 q | ld.param.u8 %x, [q]; | .param .b8 Q; mov.b16 %h1, 0x1ff; st.param.b8 [Q], %h1; | ; Q | | 0 ff
; .param .b8 q | ld.param.b8 %x, [q]; | .param .s8 Q; mov.b32 %r1, 0x12380; st.param.s8 [Q], %r1; | ; Q | | 0 80
; .param .b8 q | ld.param.s8 %r1, [q]; cvt.u64.u32 %x, %r1; | .param .b8 Q; st.param.b8 [Q], 128; | ; Q | | 0 ffffff80
; .param .b8 q | ld.param.s8 %h1, [q]; cvt.u64.u16 %x, %h1; | .param .b8 Q; st.param.b8 [Q], -2; | ; Q | | 0 fffe
; .param .b16 q | ld.param.s16 %x, [q]; | .param .b16 Q; mov.b32 %r1, 0x18765; st.param.b16 [Q], %r1; | ; Q | | 0 -30875
; .param .b16 q | ld.param.u8 %x, [q+1]; | .param .u16 Q; mov.b64 %d1, 0x18765; st.param.u16 [Q], %d1; | ; Q | | 0 87
; .param .f16 q | ld.param.b16 %x, [q]; | .param .b16 Q; mov.b16 %e1, 0x3c00; st.param.b16 [Q], %e1; | ; Q | | 0 3c00
; .param .align 1 .b32 q | ld.param.s16 %x, [q+2]; | .param .b32 Q; st.param.b32 [Q], 0x80017fff; | ; Q | | 0 -32767
// arrays and vectors
; .param .b8 q[4] | ld.param.s8 %x, [q+3]; | .param .b8 Q[4]; st.param.b8 [Q+3], 0xfe; | ; Q | | 0 -2
; .param .align 4 .b8 q[4] | ld.param.b32 %x, [q]; | .param .align 4 .b8 Q[4]; mov.b16 %h1, 1; mov.b16 %h2, 0x2ff; st.param.v4.b8 [Q], {%h1, %h2, %h1, %h2}; | ; Q | | 0 ff01ff01
; .param .align 4 .b8 q[4] | ld.param.v2.s16 {%x, %y}, [q]; | .param .align 4 .u32 Q[1]; st.param.b32 [Q], 0x7fff8000; | ; Q | | 0 -32768
; .param .align 4 .b8 q[4] | ld.param.v4.s8 {%r1, %r2, %r3, %r4}, [q]; cvt.s64.s32 %x, %r2; | .param .align 4 .b32 Q[1]; st.param.b32 [Q], 0x01028004; | ; Q | | 0 -128
; .param .align 8 .b8 q[8] | ld.param.v8.s8 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, [q]; cvt.s64.s32 %x, %r6; | .param .align 8 .b8 Q[8]; mov.b16 %h0, 7; mov.b16 %h6, 0xf9; st.param.v8.b8 [Q], {%h0, %h0, %h0, %h0, %h0, %h0, %h6, %h0}; | ; Q | | 0 -7
; .param .b8 q[] | ld.param.u8 %x, [q+2]; | .param .u8 Q[3]; st.param.u8 [Q+2], 9; | ; Q | | 0 9
// registers and constants
; .param .b8 q | ld.param.s8 %x, [q]; | cvt.u8.u32 %c1, 0x1fe; | ; %c1 | | 0 -2
; .param .b16 q | ld.param.s16 %x, [q]; | mov.b16 %h1, 0xfffd; | ; %h1 | | 0 -3
; .param .b16 q | ld.param.u16 %x, [q]; | mov.s16 %t1, -3; | ; %t1 | | 0 fffd
; .param .f16 q | ld.param.b16 %x, [q]; | mov.b16 %e1, 0x4200; | ; %e1 | | 0 4200
; .reg .b8 q | cvt.s64.s8 %x, q; | cvt.u8.u32 %c1, 0x1fe; | ; %c1 | | 0 -2
; .reg .b16 q | cvt.s64.s16 %x, q; | .param .u16 Q; st.param.u16 [Q], 0x8001; | ; Q | | 0 -32767
; .reg .f16 q | mov.b16 %h1, q; cvt.u64.u16 %x, %h1; | mov.b16 %e1, 0x4400; | ; %e1 | | 0 4400
; .param .b8 q | ld.param.b8 %x, [q]; | | ; 300 | | 0 2c
; .param .b8 q | ld.param.s8 %x, [q]; | | ; -1 | | 0 -1
; .param .b16 q | ld.param.b16 %x, [q]; | | ; 70000 | | 0 1170
; .param .b16 q | ld.param.b16 %x, [q]; | | ; 1.1 | | 0 0
; .param .f16 q | ld.param.b16 %x, [q]; | | ; 0f3f812345 | | 0 0
; .reg .b8 q | cvt.u64.u8 %x, q; | | ; 257 | | 0 1
; .reg .f32 q | mov.b32 %r1, q; cvt.u64.u32 %x, %r1; | | ; 1.1 | | 0 3f8ccccd
; .reg .f16x2 q | mov.b32 %r1, q; cvt.u64.u32 %x, %r1; | | ; 0f3f812345 | | 0 0
; .param .b32 q | ld.param.b32 %x, [q]; | | ; 1.1 | | 0 9999999a
; .param .b32 q | ld.param.b32 %x, [q]; | | ; 0f3f812345 | | 0 3f812345
; .param .b64 q | ld.param.b64 %x, [q]; | | ; 1.5 | | 0 3ff8000000000000
; .param .f64 q | ld.param.b64 %x, [q]; | | ; 0f3fc00000 | | 0 3fc00000
; .param .b64 q | ld.param.b64 %x, [q]; | | ; -1 | | 0 -1
// results
.param .b8 o; .param .b8 q | st.param.b8 [o], 0x1f3; | .param .b8 O; | O; 1 | ld.param.u8 %x, [O]; | f3 0
.param .b8 o; .param .b8 q | ld.param.b8 %h1, [q]; st.param.b8 [o], %h1; | .param .b8 O; | O; 200 | ld.param.s8 %x, [O]; | -56 0
.param .b16 o; .param .b8 q | mov.b32 %r1, 0x59876; st.param.b16 [o], %r1; | .param .u16 O; | O; 1 | ld.param.s16 %x, [O]; | -26506 0
.param .b8 o[3]; .param .b8 q | st.param.b8 [o+2], 0x85; | .param .b8 O[3]; | O; 1 | ld.param.s8 %x, [O+2]; | -123 0
.reg .b8 o; .reg .b8 q | cvt.u8.u32 o, 0x7fe; | | %c1; 1 | cvt.s64.s8 %x, %c1; | -2 0
.reg .b16 o; .reg .b16 q | add.s16 o, q, -5; | | %h1; 3 | cvt.s64.s16 %x, %h1; | -2 0
.reg .f16 o; .reg .f16 q | mov.b16 %h1, q; add.u16 %h1, %h1, 1; mov.b16 o, %h1; | mov.b16 %e1, 0x3c00; | %e1; %e1 | mov.b16 %h1, %e1; cvt.u64.u16 %x, %h1; | 3c01 0
.reg .b16 o; .param .b8 q | mov.b16 o, 0x8001; | .param .s16 O; | O; 1 | ld.param.s16 %x, [O]; | -32767 0
.reg .b16 o; .param .b8 q | mov.b64 %x, 5; mov.b16 o, 1; | | _; 1 | | 0 5
// several results, with which parameters may be of all types
.reg .u8 o, .reg .s16 p; .reg .u8 q, .param .s16 t | cvt.u64.u8 %x, q; ld.param.s16 p, [t]; cvt.u8.u32 o, 0x203; | .reg .u8 %u<2>; cvt.u8.u32 %u1, 0x155; | %u0, %t1; %u1, -7 | cvt.s64.s16 %x, %t1; cvt.u64.u8 %y, %u0; mad.lo.s64 %x, %x, 100, %y; | -697 55
.reg .pred o, .reg .b8 p; .reg .pred q | not.pred o, q; cvt.u8.u32 p, 0x1ff; | setp.eq.u32 %p1, 1, 2; | %p2, %c1; %p1 | selp.b64 %x, 1, 2, %p2; cvt.u64.u8 %y, %c1; add.u64 %x, %x, %y; | 100 0
";

#[test]
fn what_a_call_passes_is_what_the_function_and_the_caller_find() {
    let mut otherwise = Vec::new();
    for case in cases(CASES) {
        let found = run(&case);
        if found != case.expected {
            otherwise.push(format!(
                "{} | {} | {}: {found:x?} instead of {:x?}",
                case.formals, case.body, case.operands, case.expected
            ));
        }
    }
    assert!(otherwise.is_empty(), "{}", otherwise.join("\n"));
}

#[test]
fn a_kernel_reads_small_parameters_of_any_alignment() {
    let device = Device::load(&format!(
        ".version 8.8\n.target sm_90\n.address_size 64\n\
         .visible .entry k(.param .b64 out, .param .s8 a, .param .align 1 .b16 b, .param .u8 c, .param .b8 d[3], \
         .param .align 1 .b32 e, .param .f16 f, .param .align 4 .b8 g, .param .align 4 .f16x2 h[1])\n\
         {{\n{REGISTERS}\n.reg .b64 %out; ld.param.b64 %out, [out];\n\
         ld.param.s8 %d0, [a]; ld.param.s16 %d1, [b]; ld.param.s8 %d2, [c]; ld.param.u8 %d3, [d+2];\n\
         ld.param.u32 %d4, [e]; ld.param.b16 %e1, [f]; mov.b16 %h1, %e1; cvt.u64.u16 %d5, %h1;\n\
         ld.param.s8 %d6, [g]; ld.param.b16 %d7, [h+2];\n\
         st.global.v2.b64 [%out], {{%d0, %d1}}; st.global.v2.b64 [%out+16], {{%d2, %d3}};\n\
         st.global.v2.b64 [%out+32], {{%d4, %d5}}; st.global.v2.b64 [%out+48], {{%d6, %d7}};\nret;\n}}\n"
    ));
    let out = device.upload(&[0u64; 8]);
    let values =
        args().buffer(&out).value(-5i8).value(0x8001u16).value(0xf0u8).value([1u8, 2, 0xfd]);
    let values = values.value(0x8000_0001u32).value(0x3c00u16).value(0xf9u32).value(0x1234_5678u32);
    device.run("k", 1, 1, values);
    let bits = |value: i64| value as u64;
    let expected = [bits(-5), bits(-32767), bits(-16), 0xfd, 0x8000_0001, 0x3c00, bits(-7), 0x1234];
    assert_eq!(out.read(), expected);
}
