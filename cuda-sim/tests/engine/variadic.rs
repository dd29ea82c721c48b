//! Functions with a parameter that is an array without a size, as C's `...` becomes.

use crate::device::{Device, args};

/// Returns the words that a kernel stores, whose threads are even or odd.
fn run(functions: &str, body: &str) -> Vec<u32> {
    let device = Device::load(&format!(
        ".version 8.0\n.target sm_90\n.address_size 64\n{functions}\n\
         .visible .entry k(.param .u64 out)\n{{\n.reg .b64 %out, %f; .reg .b32 %x, %y, %t; .reg .pred %odd;\n\
         .param .b32 n; .param .align 8 .b8 two[8]; .param .align 8 .b8 six[24]; .param .b32 q; .param .b32 after;\n\
         ld.param.u64 %out, [out]; mov.u32 %t, %tid.x; mad.wide.u32 %out, %t, 8, %out;\n\
         and.b32 %x, %t, 1; setp.eq.u32 %odd, %x, 1; st.param.b32 [after], 77;\n\
         st.param.b32 [two], 5; st.param.b32 [two+4], 6; st.param.v2.b32 [six], {{%t, %t}};\n\
         st.param.v2.b32 [six+8], {{%t, %t}}; st.param.b32 [six+16], 8; st.param.b32 [six+20], 9;\n\
         {body}\nst.global.v2.u32 [%out], {{%x, %y}};\nret;\n}}\n"
    ));
    let out = device.upload(&[0u32; 8]);
    device.run("k", 1, 4, args().buffer(&out));
    out.read()
}

/// Returns the last of `n` words.
const LAST: &str = ".func (.param .b32 r) last(.param .b32 n, .param .align 8 .b8 rest[])\n{\n\
    .reg .b32 %n, %x; .reg .b64 %at, %o; .local .b32 own[2]; mov.b32 %n, -1;\n\
    st.local.b32 [own], %n; st.local.b32 [own+4], %n;\n\
    ld.param.b32 %n, [n]; mov.b64 %at, rest; mad.wide.s32 %at, %n, 4, %at;\n\
    cvta.local.u64 %o, %at; ld.u32 %x, [%o+-4]; st.param.b32 [r], %x; ret;\n}";

#[test]
fn a_variadic_function_reads_as_many_arguments_as_a_call_passes() {
    let calls = "st.param.b32 [n], 2; call.uni (q), last, (n, two); ld.param.b32 %x, [q];\n\
        st.param.b32 [n], 6; call.uni (q), last, (n, six); ld.param.b32 %y, [q];";
    assert_eq!(run(LAST, calls), [6, 9].repeat(4));
}

#[test]
fn lanes_pass_different_numbers_of_arguments() {
    let calls = "mov.u32 %y, %t;\n@%odd bra ODD;\n\
        st.param.b32 [n], 2; call (q), last, (n, two); bra DONE;\n\
        ODD: st.param.b32 [n], 4; call (q), last, (n, six);\nDONE: ld.param.b32 %x, [q];";
    assert_eq!(run(LAST, calls), [6, 0, 1, 1, 6, 2, 3, 3]);
}

#[test]
fn a_variadic_function_is_called_by_its_address() {
    let calls = "mov.u64 %f, last; st.param.b32 [n], 5;\n\
        p: .callprototype (.param .b32 _) _ (.param .b32 _, .param .align 8 .b8 _[]);\n\
        t: .calltargets last;\n\
        call (q), %f, (n, six), p; ld.param.b32 %x, [q];\n\
        st.param.b32 [n], 1; call (q), %f, (n, two), t; ld.param.b32 %y, [q];";
    assert_eq!(run(LAST, calls), [8, 5].repeat(4));
}

#[test]
fn arguments_are_read_by_the_parameter_s_name_and_may_be_left_out() {
    let second = ".func (.param .b32 r) second(.param .b32 n, .param .align 8 .b8 rest[])\n{\n\
        .reg .b32 %x; .reg .pred %p; ld.param.b32 %x, [n]; setp.eq.u32 %p, %x, 0;\n\
        @!%p ld.param.b32 %x, [rest+4]; st.param.b32 [r], %x; ret;\n}";
    let calls = "st.param.b32 [n], 2; call.uni (q), second, (n, two); ld.param.b32 %x, [q];\n\
        st.param.b32 [n], 0; call.uni (q), second, (n); ld.param.b32 %y, [q];";
    assert_eq!(run(second, calls), [6, 0].repeat(4));
}
