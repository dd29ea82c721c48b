//! Operands that are the sum of a register and a constant, outside of addresses. An H200's results.

use crate::device::{Device, args};

/// Instructions, and the 64 bits that they leave in `%o0`, or in memory. `%r1`, `%d1` and `%h1` are 12, 12 and 65,535,
/// `%r2` is 1, `%n` all ones.
const SUMS: &[(&str, u64)] = &[
    ("mov.u32 %r0, %r1+-3; cvt.u64.u32 %o0, %r0;", 9),
    ("mov.u32 %r0, %r1+2*3; cvt.u64.u32 %o0, %r0;", 18),
    ("mov.u32 %r0, %r1+1?2:3; cvt.u64.u32 %o0, %r0;", 14),
    ("mov.u32 %r0, %r1+0x100000001; cvt.u64.u32 %o0, %r0;", 13),
    ("mov.u64 %o0, %d1+5;", 17),
    ("mov.b64 %d1, 0xfffffffff; mov.u32 %r0, %d1+1; cvt.u64.u32 %o0, %r0;", 0),
    ("mov.b64 %d1, 0xfffffffff; add.u32 %r0, %d1+3, %r1; cvt.u64.u32 %o0, %r0;", 14),
    ("mov.b64 %d1, -1; cvt.u32.u64 %r0, %d1+2; cvt.u64.u32 %o0, %r0;", 1),
    ("mov.b64 %d1, 0x1ff; st.global.u8 [%out], %d1+2; ld.global.u64 %o0, [%out];", 1),
    ("mov.u32 %r0, %h1+1; cvt.u64.u32 %o0, %r0;", 0),
    ("mov.b32 %r1, 5; mov.u64 %o0, %r1+0x100000001;", 6),
    ("mov.u64 %o0, %n+1;", 0),
    ("mov.u64 %o0, %laneid+7;", 7),
    ("mov.b16 %h0, %h1+2; cvt.u64.u16 %o0, %h0;", 1),
    ("add.u32 %r0, %r1+3, %r1; cvt.u64.u32 %o0, %r0;", 27),
    ("add.u32 %r0, %r1+1, %r1+2; cvt.u64.u32 %o0, %r0;", 27),
    ("sub.u32 %r0, 3, %r1+1; cvt.u64.u32 %o0, %r0;", 0xffff_fff6),
    ("neg.s32 %r0, %r1+1; cvt.u64.u32 %o0, %r0;", 0xffff_fff3),
    ("shl.b32 %r0, %r1+1, %r2+1; cvt.u64.u32 %o0, %r0;", 52),
    ("mul.wide.u32 %o0, %r1+1, %r2+1;", 26),
    ("cvt.u64.u32 %o0, %n+1;", 0),
    ("mov.b32 %r0, 0x7fffffff; cvt.s64.s32 %o0, %r0+1;", 0xffff_ffff_8000_0000),
    ("cvt.u32.u16 %r0, %h1+1; cvt.u64.u32 %o0, %r0;", 0),
    ("cvt.u32.u8 %r0, %n+1; cvt.u64.u32 %o0, %r0;", 0),
    ("mov.u32 %r0, %laneid+7; cvt.u64.u32 %o0, %r0;", 7),
    ("add.u32 %r0, %laneid+7, %r1; cvt.u64.u32 %o0, %r0;", 19),
    ("shfl.sync.idx.b32 %r0, %r1+5, 0, 31, 1; cvt.u64.u32 %o0, %r0;", 17),
    ("mov.b64 {%r0, %r3}, %d1+5; cvt.u64.u32 %o0, %r0;", 17),
    ("selp.u32 %r0, %r1+1, %r1, %p1; cvt.u64.u32 %o0, %r0;", 13),
    ("@%p1 mov.u64 %o0, %d1+1;", 13),
    ("@!%p1 mov.u64 %o0, %d1+1;", 99),
    ("bra M;\nL: mov.u64 %o0, %d1+1; bra N;\nM: bra L;\nN:", 13),
    ("st.global.u64 [%out], %d1+1; ld.global.u64 %o0, [%out];", 13),
    ("st.global.u8 [%out], %r1+0x101; ld.global.u64 %o0, [%out];", 13),
    ("atom.global.add.u32 %r0, [%out], %r1+1; ld.global.u64 %o0, [%out];", 13),
    ("red.global.add.u32 [%out], %r1+1; ld.global.u64 %o0, [%out];", 13),
];

#[test]
fn a_register_and_a_constant_are_added_wherever_a_value_is_read() {
    for (code, expected) in SUMS {
        let device = Device::load(&format!(
            ".version 8.8\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 out)\n{{\n\
             .reg .b32 %r<4>, %n; .reg .b64 %out, %o0, %d1; .reg .b16 %h<2>; .reg .pred %p1;\n\
             ld.param.u64 %out, [out]; mov.b32 %r1, 12; mov.b32 %r2, 1; mov.b32 %n, -1; mov.b64 %d1, 12;\n\
             mov.b16 %h1, 65535; mov.b64 %o0, 99; setp.eq.u32 %p1, %r2, 1;\n\
             {code}\nst.global.u64 [%out], %o0;\nret;\n}}\n"
        ));
        let out = device.upload(&[0u64]);
        device.run("k", 1, 1, args().buffer(&out));
        assert_eq!(out.read(), [*expected], "{code}");
    }
}
