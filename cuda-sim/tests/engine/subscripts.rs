//! Elements of arrays whose index is in a register.

use crate::device::{Device, args};

const INDICES: [u64; 8] =
    [0, 3, 0xffff_ffff, 0x1_0000_0001, 0x2000_0000, 0x8000, 0x7fff_ffff, 0xffff_ffff_8000_0000];

/// Returns how far an element is from the array's begin, for each of the indices.
fn offsets(array: &str, subscript: &str) -> Vec<u64> {
    let device = Device::load(&format!(
        ".version 8.0\n.target sm_90\n.address_size 64\n{array}\n\
         .visible .entry k(.param .u64 out, .param .u64 i)\n{{\n.reg .u64 %rd<6>; .reg .s64 %l; .reg .u32 %r; .reg .s32 %s;\n\
         .reg .s16 %h; .reg .u16 %u; .reg .u8 %c; .reg .b32 %b;\n\
         ld.param.u64 %rd1, [out]; ld.param.u64 %rd5, [i]; ld.param.s64 %l, [i]; ld.param.u32 %r, [i]; ld.param.s32 %s, [i];\n\
         ld.param.s16 %h, [i]; ld.param.u16 %u, [i]; ld.param.u8 %c, [i]; ld.param.b32 %b, [i];\n\
         mov.u64 %rd2, table[{subscript}]; mov.u64 %rd3, table; sub.u64 %rd2, %rd2, %rd3; st.global.u64 [%rd1], %rd2;\nret;\n}}\n"
    ));
    let out = device.zeroed::<u64>(1);
    let offset = |index: u64| {
        device.run("k", 1, 1, args().buffer(&out).value(index));
        out.read()[0]
    };
    INDICES.into_iter().map(offset).collect()
}

#[test]
fn an_index_in_a_register_counts_elements_in_32_bits() {
    const TABLE: &str = ".global .align 8 .u64 table[4] = {1, 2, 3, 4};";
    // As recorded on an H200.
    for (subscript, expected) in [
        ("%r", [0, 0x18, 0xffff_fff8, 8, 0, 0x4_0000, 0xffff_fff8, 0]),
        ("%s", [0, 0x18, 0xffff_fff8, 8, 0, 0x4_0000, 0xffff_fff8, 0]),
        ("%b", [0, 0x18, 0xffff_fff8, 8, 0, 0x4_0000, 0xffff_fff8, 0]),
        ("%rd5", [0, 0x18, 0xffff_fff8, 8, 0, 0x4_0000, 0xffff_fff8, 0]),
        ("%l", [0, 0x18, 0xffff_fff8, 8, 0, 0x4_0000, 0xffff_fff8, 0]),
        ("%h", [0, 0x18, 0xffff_fff8, 8, 0, 0xfffc_0000, 0xffff_fff8, 0]),
        ("%u", [0, 0x18, 0x7_fff8, 8, 0, 0x4_0000, 0x7_fff8, 0]),
        ("%c", [0, 0x18, 0x7f8, 8, 0, 0, 0x7f8, 0]),
        ("%r+1", [8, 0x20, 0, 0x10, 8, 0x4_0008, 0, 8]),
        (
            "%rd5+-1",
            [0xffff_fff8, 0x10, 0xffff_fff0, 0, 0xffff_fff8, 0x3_fff8, 0xffff_fff0, 0xffff_fff8],
        ),
        (
            "%s+-2",
            [
                0xffff_fff0,
                8,
                0xffff_ffe8,
                0xffff_fff8,
                0xffff_fff0,
                0x3_fff0,
                0xffff_ffe8,
                0xffff_fff0,
            ],
        ),
        ("%h+3", [0x18, 0x30, 0x10, 0x20, 0x18, 0xfffc_0018, 0x10, 0x18]),
    ] {
        assert_eq!(offsets(TABLE, subscript), expected, "{subscript}");
    }
    // The parts of vectors, and of rows, are the elements.
    for (array, size) in [
        (".global .v4 .u32 table[3];", 4),
        (".global .v2 .f64 table[3];", 8),
        (".global .u16 table[3][5];", 2),
        (".shared .u32 table[3];", 4),
        (".const .u8 table[3] = {1, 2, 3};", 1),
    ] {
        assert_eq!(offsets(array, "%r")[1], 3 * size, "{array}");
    }
}

#[test]
fn loads_and_stores_access_the_element() {
    let device = Device::load(
        ".version 8.0\n.target sm_90\n.address_size 64\n.global .align 8 .u64 table[4] = {17, 34, 51, 68};\n\
         .visible .entry k(.param .u64 out, .param .b32 p[4])\n{\n.reg .u64 %rd<6>; .reg .u32 %r<6>; .reg .pred %p;\n\
         .local .u64 own[4]; .shared .u64 shared[40];\n\
         ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 32; add.u64 %rd1, %rd1, %rd2;\n\
         and.b32 %r2, %r1, 3; setp.ne.u32 %p, %r2, 1;\n\
         ld.global.u64 %rd3, table[%r2]; st.global.u64 [%rd1], %rd3;\n\
         mov.u64 %rd4, 0; st.local.u64 own[0], %rd4; st.local.u64 own[1], %rd4; st.local.u64 own[2], %rd4; st.local.u64 own[3], %rd4;\n\
         @%p st.local.u64 own[%r2], %rd3; ld.local.u64 %rd4, own[%r2]; st.global.u64 [%rd1+8], %rd4;\n\
         st.shared.u64 shared[%laneid+8], %rd3; bar.sync 0; xor.b32 %r3, %r1, 1; ld.shared.u64 %rd4, shared[%r3+8];\n\
         st.global.u64 [%rd1+16], %rd4;\n\
         ld.param.b32 %r4, p[%r2]; cvt.u64.u32 %rd4, %r4; st.global.u64 [%rd1+24], %rd4;\nret;\n}\n",
    );
    let out = device.zeroed::<u64>(4 * 32);
    device.run("k", 1, 32, args().buffer(&out).value([5u32, 6, 7, 8]));
    let of_thread = |thread: u64| {
        let (index, other) = (thread % 4, (thread ^ 1) % 4);
        let value = 17 * (index + 1);
        [value, if index == 1 { 0 } else { value }, 17 * (other + 1), 5 + index]
    };
    assert_eq!(out.read(), (0..32).flat_map(of_thread).collect::<Vec<_>>());
}

#[test]
fn an_element_beyond_its_array_is_a_fault() {
    let device = Device::load(
        ".version 8.0\n.target sm_90\n.address_size 64\n.global .align 8 .u64 table[4];\n\
         .visible .entry k(.param .u32 i)\n{\n.reg .u64 %rd; .reg .u32 %r; ld.param.u32 %r, [i];\n\
         ld.global.u64 %rd, table[%r]; st.global.u64 table[0], %rd;\nret;\n}\n",
    );
    device.run("k", 1, 1, args().value(3u32));
    device.run("k", 1, 1, args().value(0x2000_0000u32));
    for index in [0x0fff_ffff, u32::MAX] {
        device.try_run("k", 1, 1, args().value(index)).expect_err("a fault");
    }
}
