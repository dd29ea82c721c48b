//! Special registers, compared with an H200's.

use crate::device::{Device, args};
use crate::recorded::assert_recorded;

#[test]
fn sizes_of_shared_memory_count_reserved_memory_separately() {
    // With 16 KiB of the kernel's own; one KiB is reserved for the system, and little of it is used.
    for (register, expected) in [
        ("%total_smem_size", 0x4000),
        ("%dynamic_smem_size", 0),
        ("%aggr_smem_size", 0x4400),
        ("%reserved_smem_offset_begin", 0),
        ("%reserved_smem_offset_0", 0),
        ("%reserved_smem_offset_1", 0),
        ("%reserved_smem_offset_end", 0x120),
        ("%reserved_smem_offset_cap", 0x400),
    ] {
        let body = format!(
            ".shared .align 16 .b8 own[16384];\nmov.u32 %t, own;\nst.shared.u32 [%t], 7;\nmov.u32 %r, {register};"
        );
        assert_recorded(&body, &[([0; 3], expected)]);
    }
}

#[test]
fn counters_and_the_graph_that_runs_are_zero() {
    for body in [
        "mov.u32 %r, %pm0;",
        "mov.u32 %r, %pm7;",
        "mov.u64 %d, %pm3_64;",
        "mov.u64 %d, %current_graph_exec;",
    ] {
        assert_recorded(body, &[([0; 3], 0)]);
    }
}

#[test]
fn reserved_shared_memory_precedes_the_blocks_own() {
    let ptx = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 out)\n{\n\
         .reg .b32 %r<8>;\n.reg .b64 %rd<4>;\n.shared .align 4 .b8 own[64];\nld.param.u64 %rd1, [out];\n\
         mov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 4;\nadd.u64 %rd1, %rd1, %rd2;\n\
         mov.u32 %r2, %reserved_smem_offset_1;\nshl.b32 %r3, %r1, 2;\nadd.u32 %r4, %r2, %r3;\n\
         st.shared.u32 [%r4+160], %r1;\nst.shared.u32 [own], 7;\nst.shared.u32 [own+60], 7;\nbar.sync 0;\n\
         xor.b32 %r4, %r4, 4;\nld.shared.u32 %r5, [%r4+160];\nst.global.u32 [%rd1], %r5;\nret;\n}\n";
    let device = Device::load(ptx);
    let out = device.zeroed::<u32>(32);
    device.run("k", 2, 32, args().buffer(&out));
    assert_eq!(out.read(), (0..32).map(|lane| lane ^ 1).collect::<Vec<u32>>());
}

#[test]
fn a_launch_with_a_cluster_says_so_in_a_predicate() {
    // Predicates are 32 to a row of registers.
    let others: String = (2..40).map(|at| format!("setp.eq.u32 %p{at}, %r1, {at};\n")).collect();
    let sums: String = (2..40).map(|at| format!("@%p{at} add.u32 %r2, %r2, 2;\n")).collect();
    let ptx = format!(
        ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 out)\n{{\n\
         .reg .pred %p<40>;\n.reg .b32 %r<4>;\n.reg .b64 %rd<4>;\nld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\n\
         mul.wide.u32 %rd2, %r1, 4;\nadd.u64 %rd1, %rd1, %rd2;\n{others}mov.pred %p1, %is_explicit_cluster;\n\
         selp.u32 %r2, 1, 0, %p1;\n{sums}st.global.u32 [%rd1], %r2;\nret;\n}}\n"
    );
    for (cluster, expected) in [([1, 1, 1], 0), ([2, 1, 1], 1)] {
        let mut device = Device::load(&ptx);
        device.cluster = cluster;
        let out = device.zeroed::<u32>(32);
        device.run("k", 2, 32, args().buffer(&out));
        let each = (0..32).map(|lane| expected + if lane >= 2 { 2 } else { 0 });
        assert_eq!(out.read(), each.collect::<Vec<u32>>());
    }
}
