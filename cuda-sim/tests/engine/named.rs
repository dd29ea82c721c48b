//! Accesses without a state space to variables by their names, whose addresses are generic.

use crate::device::{Device, args};

const ACCESSES: &[(&str, [u32; 2])] = &[
    ("st.shared.u32 [own+4], 77; ld.u32 %x, [own+4];", [77, 0]),
    ("st.u32 [own+4], 78; ld.shared.u32 %x, [own+4];", [78, 0]),
    ("st.u32 own[1], 78; ld.u32 %x, own[1];", [78, 0]),
    ("st.shared.u32 [outer], 79; ld.volatile.u32 %x, [outer];", [79, 0]),
    ("st.shared.u32 [dynamic+8], 80; ld.relaxed.gpu.u32 %x, [dynamic+8];", [80, 0]),
    ("mov.u32 %x, 5; mov.u32 %y, 6; st.v2.u32 [own], {%x, %y}; ld.v2.u32 {%y, %x}, [own];", [6, 5]),
    ("st.shared.u32 [own], 5; atom.add.u32 %x, [own], 2; ld.shared.u32 %y, [own];", [5, 7]),
    ("st.shared.u32 [own], 5; atom.cas.b32 %x, [own], 5, 9; ld.shared.u32 %y, [own];", [5, 9]),
    ("st.shared.u32 [own], 5; red.add.u32 [own], 2; ld.shared.u32 %x, [own];", [7, 0]),
    (
        "st.local.u32 [near+4], 79; ld.u32 %x, [near+4]; st.u32 [near], 80; ld.local.u32 %y, [near];",
        [79, 80],
    ),
    ("st.u32 [far+4], 3; ld.global.u32 %x, [far+4]; ld.u32 %y, [far];", [3, 1]),
    (
        "mbarrier.init.b64 [own], 1; mbarrier.arrive.b64 %s, [own]; mbarrier.test_wait.b64 %p, [own], %s; selp.u32 %x, 1, 2, %p;",
        [1, 0],
    ),
    (
        "mbarrier.init.b64 [own], 1; cp.async.mbarrier.arrive.noinc.b64 [own]; ld.shared.v2.u32 {%x, %y}, [own]; mov.u32 %x, 0; mov.u32 %y, 0;",
        [0, 0],
    ),
];

fn kernel(code: &str) -> String {
    format!(
        ".version 8.0\n.target sm_90\n.address_size 64\n.shared .b32 outer;\n.extern .shared .align 8 .b32 dynamic[];\n\
         .global .u32 far[2] = {{1, 2}};\n.visible .entry k(.param .u64 out)\n{{\n\
         .reg .u64 %out, %s; .reg .u32 %x, %y; .reg .pred %p;\n.shared .align 8 .b32 own[4]; .local .align 8 .b32 near[4];\n\
         ld.param.u64 %out, [out]; mov.u32 %x, 0; mov.u32 %y, 0;\n{code}\nst.global.v2.u32 [%out], {{%x, %y}};\nret;\n}}\n"
    )
}

#[test]
fn the_name_of_a_variable_is_a_generic_address_where_no_space_is_given() {
    for (code, expected) in ACCESSES {
        let mut device = Device::load(&kernel(code));
        device.dynamic_shared = 64;
        let out = device.upload(&[0u32; 2]);
        device.run("k", 1, 1, args().buffer(&out));
        assert_eq!(out.read(), expected, "{code}");
    }
}
