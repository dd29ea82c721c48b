//! What single instructions give where PTX says something particular, by hand-written PTX.

use core::ffi::c_void;
use core::ptr::null_mut;
use std::ffi::CString;

use crate::Own;
use crate::kernels::launch;

/// A kernel of `body`, for this architecture.
fn kernel(target: u32, globals: &str, body: &str) -> CString {
    let text = format!(
        ".version 8.0\n.target sm_{target}\n.address_size 64\n{globals}
        .visible .entry k(.param .u64 out)
        {{
            .reg .b32 %r<12>; .reg .b64 %d<8>; .reg .f32 %f<8>; .reg .f64 %g<4>; .reg .b16 %h<8>; .reg .pred %p<8>;
            .shared .align 16 .b8 memory[1024];
            ld.param.u64 %d0, [out];
            mov.u32 %r0, 0xdead;
            {body}
            st.global.u32 [%d0], %r0;
            ret;
        }}"
    );
    CString::new(text).unwrap()
}

/// What `body` leaves in `%r0` of a kernel's last thread.
fn result(own: &Own, threads: u32, globals: &str, body: &str) -> u32 {
    let text = kernel(90, globals, body);
    let module = call!(own.raw, cuModuleLoadData(text.as_ptr().cast::<c_void>()));
    let module = module.unwrap_or_else(|error| panic!("{error}: {body}"));
    let kernel = call!(own.raw, cuModuleGetFunction(module, c"k")).unwrap();
    let out = call!(own.raw, cuMemAlloc(256)).unwrap();
    launch(own.raw, kernel, 1, threads, null_mut(), &mut { out }).unwrap();
    let result = own.read(out);
    call!(own.raw, cuMemFree(out)).unwrap();
    call!(own.raw, cuModuleUnload(module)).unwrap();
    result
}

#[test]
fn instructions_give_what_ptx_says() {
    let cases: &[(&str, u32)] = &[
        // Atomic additions flush subnormal numbers in global memory, and not in shared memory.
        ("mov.u32 %r1, 1; st.global.u32 [%d0+128], %r1; mov.b32 %f1, %r1;
          atom.global.add.f32 %f2, [%d0+128], %f1; ld.global.u32 %r0, [%d0+128];", 0),
        ("mov.u32 %r1, 1; st.global.u32 [%d0+128], %r1; mov.b32 %f1, %r1;
          red.add.f32 [%d0+128], %f1; ld.global.u32 %r0, [%d0+128];", 0),
        ("mov.u32 %r1, 1; st.shared.u32 [memory], %r1; mov.b32 %f1, %r1;
          atom.shared.add.f32 %f2, [memory], %f1; ld.shared.u32 %r0, [memory];", 2),
        ("mov.u32 %r1, 1; st.shared.u32 [memory], %r1; mov.b32 %f1, %r1; mov.u64 %d1, memory; cvta.shared.u64 %d1, %d1;
          atom.add.f32 %f2, [%d1], %f1; ld.shared.u32 %r0, [memory];", 2),
        // `.ftz` of a conversion is about single precision alone.
        ("mov.u16 %h1, 1; cvt.ftz.f32.f16 %f1, %h1; mov.b32 %r0, %f1;", 0x3380_0000),
        ("mov.f32 %f1, 0f33800000; cvt.rn.ftz.f16.f32 %h1, %f1; cvt.u32.u16 %r0, %h1;", 1),
        ("mov.u16 %h1, 1; cvt.rpi.ftz.u32.f16 %r0, %h1;", 1),
        ("mov.f32 %f1, 0f00000001; cvt.rpi.ftz.u32.f32 %r0, %f1;", 0),
        // Zero is a normal number.
        ("mov.f32 %f1, 0f80000000; testp.normal.f32 %p1, %f1; selp.u32 %r0, 1, 0, %p1;", 1),
        ("mov.f64 %g1, 0d0000000000000000; testp.normal.f64 %p1, %g1; selp.u32 %r0, 1, 0, %p1;", 1),
        ("mov.f32 %f1, 0f00000001; testp.normal.f32 %p1, %f1; selp.u32 %r0, 1, 0, %p1;", 0),
        // Comparisons with `.ftz`, of every type that has it.
        ("mov.u16 %h1, 1; mov.u16 %h2, 0; setp.eq.ftz.f16 %p1, %h1, %h2; selp.u32 %r0, 1, 0, %p1;", 1),
        ("mov.u16 %h1, 1; mov.u16 %h2, 0; setp.eq.f16 %p1, %h1, %h2; selp.u32 %r0, 1, 0, %p1;", 0),
        ("mov.u32 %r1, 0x00010001; mov.u32 %r2, 0; set.eq.ftz.f16x2.f16x2 %r0, %r1, %r2;", 0x3c00_3c00),
        ("mov.f32 %f1, 0f80000001; slct.ftz.u32.f32 %r0, 1, 2, %f1;", 1),
        ("mov.f32 %f1, 0f80000001; slct.u32.f32 %r0, 1, 2, %f1;", 2),
        // `set` of two halves, and a predicate.
        ("setp.ne.u32 %p1, 0, 0; mov.u32 %r1, 0; mov.u32 %r2, 0x3c003c00;
          set.lt.and.f16x2.f16x2 %r0, %r1, %r2, %p1;", 0),
        ("setp.eq.u32 %p1, 0, 0; mov.u32 %r1, 0x3c000000; mov.u32 %r2, 0x3c003c00;
          set.lt.and.f16x2.f16x2 %r0, %r1, %r2, %p1;", 0x0000_3c00),
        // Packed additions that saturate.
        ("mov.u32 %r1, 0xffffffff; mov.u32 %r2, 0x00010001; add.sat.u16x2 %r0, %r1, %r2;", 0xffff_ffff),
        ("mov.u32 %r1, 0x7fff7fff; mov.u32 %r2, 0x00010001; add.sat.s16x2 %r0, %r1, %r2;", 0x7fff_7fff),
        ("mov.u32 %r1, 0x00000005; mov.u32 %r2, 0x00010001; sub.sat.u16x2 %r0, %r1, %r2;", 0x0000_0004),
        // A divisor whose reciprocal is zero.
        ("mov.f32 %f1, 0f3f800000; mov.f32 %f2, 0f7f000001; div.approx.f32 %f3, %f1, %f2; mov.b32 %r0, %f3;", 0),
        ("mov.f32 %f1, 0f7f800000; mov.f32 %f2, 0f7f000000; div.approx.f32 %f3, %f1, %f2;
          testp.notanumber.f32 %p1, %f3; selp.u32 %r0, 1, 0, %p1;", 1),
        ("mov.f32 %f1, 0f7e800000; mov.f32 %f2, 0f7e800000; div.approx.f32 %f3, %f1, %f2; mov.b32 %r0, %f3;", 0x3f80_0000),
        ("mov.f32 %f1, 0f7f000001; mov.f32 %f2, 0f7f000001; div.full.f32 %f3, %f1, %f2; mov.b32 %r0, %f3;", 0x3f80_0000),
        // Offsets before an address.
        ("mov.u32 %r1, 77; st.global.u32 [%d0+128], %r1; add.u64 %d1, %d0, 160; mov.u32 %r2, memory; add.u32 %r2, %r2, 32;
          cp.async.ca.shared.global [%r2+-16], [%d1+-32], 4; cp.async.wait_all; ld.shared.u32 %r0, [memory+16];", 77),
        // Vectors, each element for itself; what was there may go where the operands came from.
        ("mov.f32 %f1, 0f41200000; mov.f32 %f2, 0f41a00000; mov.f32 %f3, 0f3f800000; mov.f32 %f4, 0f40000000;
          st.global.v2.f32 [%d0+128], {%f3, %f4};
          atom.global.add.v2.f32 {%f1, %f2}, [%d0+128], {%f2, %f1}; ld.global.v2.f32 {%f3, %f4}, [%d0+128];
          mov.f32 %f5, 0f42c80000; fma.rn.f32 %f1, %f2, %f5, %f1; fma.rn.f32 %f3, %f4, %f5, %f3;
          fma.rn.f32 %f1, %f3, 0f461c4000, %f1; cvt.rni.u32.f32 %r0, %f1;", 12_210_201),
        ("mov.u32 %r1, 0x3c003c00; mov.u32 %r2, 0x40004200; st.global.v2.u32 [%d0+128], {%r1, %r1};
          red.gpu.global.max.noftz.v2.f16x2 [%d0+128], {%r1, %r2}; ld.global.u32 %r0, [%d0+132];", 0x4000_4200),
        ("mov.u32 %r1, 0x3f803f80; st.global.v2.u32 [%d0+128], {%r1, %r1}; mov.u16 %h1, 0x4000;
          atom.global.add.noftz.v4.bf16 {%h2, _, %h3, _}, [%d0+128], {%h1, %h1, %h1, %h1};
          ld.global.u32 %r0, [%d0+132]; cvt.u32.u16 %r1, %h3; xor.b32 %r0, %r0, %r1;", 0x4040_4040 ^ 0x3f80),
        // A bulk copy to global memory, and waiting for it.
        ("mov.u32 %r1, 77; st.shared.u32 [memory+16], %r1; add.u64 %d1, %d0, 128; mov.u32 %r2, memory;
          fence.proxy.async.shared::cta; cp.async.bulk.global.shared::cta.bulk_group [%d1], [%r2], 32;
          cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 0; ld.global.u32 %r0, [%d0+144];", 77),
        // Cache policies, which change nothing.
        ("createpolicy.fractional.L2::evict_last.L2::evict_unchanged.b64 %d2, 0.5; mov.u32 %r1, 5;
          createpolicy.range.global.L2::evict_first.b64 %d3, [%d0], 64, 128; createpolicy.cvt.L2.b64 %d4, %d3;
          st.global.L2::cache_hint.u32 [%d0+128], %r1, %d2; red.global.add.L2::cache_hint.u32 [%d0+128], %r1, %d3;
          atom.global.add.L2::cache_hint.u32 %r2, [%d0+128], %r1, %d4; ld.global.nc.L2::cache_hint.u32 %r0, [%d0+128], %d2;", 15),
        // A bulk reduction in global memory.
        ("mov.u32 %r1, 3; mov.u32 %r2, 4; st.shared.v4.u32 [memory], {%r1, %r2, %r1, %r2};
          st.global.v4.u32 [%d0+128], {%r1, %r1, %r1, %r1}; add.u64 %d1, %d0, 128; mov.u32 %r3, memory;
          cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%d1], [%r3], 16;
          cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; ld.global.v4.u32 {%r1, %r2, %r4, %r5}, [%d0+128];
          mad.lo.u32 %r0, %r1, 100, %r2; add.u32 %r0, %r0, %r4; add.u32 %r0, %r0, %r5;", 620),
        ("mov.u32 %r1, 0x3c003c00; mov.u32 %r2, 0x40004200; st.shared.v4.u32 [memory], {%r2, %r2, %r2, %r2};
          st.global.v4.u32 [%d0+128], {%r1, %r1, %r1, %r1}; add.u64 %d1, %d0, 128; mov.u32 %r3, memory;
          cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.f16 [%d1], [%r3], 16;
          ld.global.u32 %r0, [%d0+140];", 0x4200_4400),
        // Stores that a barrier counts; the last arrival waits for their bytes.
        ("mov.u32 %r1, memory; mbarrier.init.shared.b64 [memory+512], 1; mov.u32 %r2, 9; mov.u32 %r3, 8;
          mbarrier.arrive.expect_tx.shared.b64 _, [memory+512], 12;
          st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.u32 [%r1+16], {%r2, %r3}, [%r1+512];
          mbarrier.test_wait.parity.shared.b64 %p1, [memory+512], 0;
          red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r1+20], %r2, [%r1+512];
          mbarrier.test_wait.parity.shared.b64 %p2, [memory+512], 0; selp.u32 %r4, 1000, 0, %p1; selp.u32 %r5, 100, 0, %p2;
          ld.shared.u32 %r0, [memory+20]; add.u32 %r0, %r0, %r4; add.u32 %r0, %r0, %r5;", 117),
        ("fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster; mov.u32 %r0, 1;", 1),
    ];
    let own = Own::new();
    for (body, wanted) in cases {
        let found = result(&own, 1, "", body);
        assert_eq!(found, *wanted, "{found:#x} instead of {wanted:#x}: {body}");
    }
}

#[test]
fn a_matrix_may_be_loaded_over_its_own_addresses() {
    let own = Own::new();
    // Each lane writes its row of 16 bytes; what is loaded over the addresses is what is loaded elsewhere.
    let body = "mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 4; mov.u32 %r3, memory; add.u32 %r3, %r3, %r2;
        st.shared.v4.u32 [%r3], {%r1, %r2, %r1, %r2}; bar.warp.sync 0xffffffff;
        ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r4, %r5, %r6, %r7}, [%r3];
        ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r3, %r8, %r9, %r10}, [%r3];
        xor.b32 %r3, %r3, %r4; xor.b32 %r8, %r8, %r5; xor.b32 %r9, %r9, %r6; xor.b32 %r10, %r10, %r7;
        or.b32 %r3, %r3, %r8; or.b32 %r9, %r9, %r10; or.b32 %r3, %r3, %r9;
        setp.eq.u32 %p1, %r3, 0; vote.sync.all.pred %p2, %p1, 0xffffffff; selp.u32 %r0, 1, 0, %p2;";
    assert_eq!(result(&own, 32, "", body), 1);
}

#[test]
fn inner_braces_fill_an_element_of_the_dimension_outside() {
    let own = Own::new();
    let element = |globals: &str, at: u32| {
        let body = format!("ld.global.u32 %r0, [g+{}];", at * 4);
        result(&own, 1, globals, &body)
    };
    let elements = |globals: &str| [0, 1, 2, 3].map(|at| element(globals, at));
    let nested = ".global .u32 g[2][2] = { {1}, {2, 3} };";
    assert_eq!(elements(nested), [1, 0, 2, 3]);
    assert_eq!(
        elements(".global .u32 g[2][2] = { 1, 2, 3 };"),
        [1, 2, 3, 0]
    );
    assert_eq!(
        elements(".global .u32 g[4] = { {1}, {2}, 3 };"),
        [1, 2, 3, 0]
    );

    let wrong =
        c".version 8.0\n.target sm_90\n.address_size 64\n.global .u32 g[2][2] = { {1, 2, 3} };";
    let refused = call!(own.raw, cuModuleLoadData(wrong.as_ptr().cast::<c_void>()));
    assert!(refused.is_err());
}

#[test]
fn forms_that_there_are_not_are_refused() {
    let own = Own::new();
    let loads = |target, body: &str| {
        let text = kernel(target, "", body);
        call!(own.raw, cuModuleLoadData(text.as_ptr().cast::<c_void>())).is_ok()
    };
    assert!(loads(
        90,
        "red.global.add.v4.f32 [%d0], {%f0, %f1, %f2, %f3};"
    ));
    for (target, body) in [
        (80, "red.global.add.v4.f32 [%d0], {%f0, %f1, %f2, %f3};"),
        (90, "red.global.add.v4.f32 [%d0], {%f0, %f1, %f2};"),
        (90, "red.global.add.v4.f32 [%d0], %f0;"),
        (90, "red.global.add.v2.f64 [%d0], {%g0, %g1};"),
        (90, "red.global.add.v2.u32 [%d0], {%r0, %r1};"),
        (90, "red.global.max.v2.f32 [%d0], {%f0, %f1};"),
        (90, "red.shared.add.v2.f32 [memory], {%f0, %f1};"),
        (90, "atom.global.add.v2.f32 %f0, [%d0], {%f0, %f1};"),
        (90, "red.global.min.noftz.f16 [%d0], %h0;"),
        (90, "red.global.max.f32 [%d0], %f0;"),
        (
            90,
            "cp.reduce.async.bulk.global.shared::cta.bulk_group.exch.b32 [%d0], [%r0], 16;",
        ),
        (
            90,
            "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.b8 [%d0], [%r0], 16;",
        ),
        (90, "st.async.weak.shared::cluster.u32 [%r0], %r1, [%r2];"),
        (
            90,
            "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r0], %r1;",
        ),
        (90, "ld.global.L2::cache_hint.u32 %r0, [%d0];"),
        (90, "ld.global.L2::cache_hint.u32 %r0, [%d0], %r1;"),
        (90, "mov.L2::cache_hint.u32 %r0, %r1, %d0;"),
        (75, "createpolicy.fractional.L2::evict_last.b64 %d2, 0.5;"),
        (90, "createpolicy.range.global.L2::evict_last.b64 %d2, 0.5;"),
    ] {
        assert!(!loads(target, body), "{body} for sm_{target}");
    }
}
