//! Single instructions for which PTX specifies special results, in hand-written PTX: on a GPU, and on the software
//! device.

use std::ffi::CString;

use cuda_driver::{Launch, Version};
use cuda_rust::skip;

use crate::device::{TestDevice, with_device};

/// Returns a kernel with `body` for this architecture.
fn kernel(target: u32, globals: &str, body: &str) -> CString {
    kernel_with("", target, globals, body)
}

/// The same with attributes, such as the shape of its clusters.
fn kernel_with(attributes: &str, target: u32, globals: &str, body: &str) -> CString {
    let text = format!(
        ".version 8.6\n.target sm_{target}\n.address_size 64\n{globals}
        .visible .entry k(.param .u64 out) {attributes}
        {{
            .reg .b32 %r<12>; .reg .b64 %d<8>; .reg .f32 %f<8>; .reg .f64 %g<4>; .reg .b16 %h<8>; .reg .pred %p<8>;
            .shared .align 16 .b8 memory[1024];
            ld.param.u64 %d0, [out];
            ld.volatile.global.u32 %r11, [%d0+252];
            cvt.u64.u32 %d7, %r11; cvt.u16.u32 %h7, %r11;
            mov.u32 %r0, 0xdead;
            {body}
            st.global.u32 [%d0], %r0;
            ret;
        }}"
    );
    CString::new(text).unwrap()
}

/// Returns what `body` leaves in `%r0` of a kernel's last thread.
fn result(device: &TestDevice, threads: u32, globals: &str, body: &str) -> Result<u32, String> {
    let module = device.context.load_ptx(&kernel(90, globals, body));
    let module = module.map_err(|error| error.to_string())?;
    let kernel = module.function(c"k").unwrap();
    let mut out = device.stream.alloc_zeroed::<u32>(64).unwrap();
    // SAFETY: k(.u64), which writes within 256 bytes of its argument.
    unsafe { device.stream.launch(&kernel, Launch::grid(1).block(threads), (&mut out,)) }.unwrap();
    Ok(out.to_vec().unwrap()[0])
}

/// Runs `test` if the instructions are available: with a GPU of compute capability 9.0, and a driver for PTX 8.6.
fn on_hopper(test: impl FnOnce(&TestDevice)) {
    with_device(None, |device| {
        let gpu = device.driver.device(0).unwrap();
        if gpu.compute_capability().unwrap().major < 9 {
            return skip("the GPU is older than compute capability 9.0");
        }
        if device.driver.version() < Version::new(12, 8) {
            return skip("the driver is older than CUDA 12.8");
        }
        test(device);
    });
}

#[test]
fn instructions_follow_the_ptx_manual() {
    let cases: &[(&str, u32)] = &[
        // Atomic additions flush subnormal numbers in global memory, but not in shared memory.
        ("mov.u32 %r1, 1; st.global.u32 [%d0+128], %r1; mov.b32 %f1, %r1;
          atom.global.add.f32 %f2, [%d0+128], %f1; ld.global.u32 %r0, [%d0+128];", 0),
        ("mov.u32 %r1, 1; st.global.u32 [%d0+128], %r1; mov.b32 %f1, %r1;
          red.add.f32 [%d0+128], %f1; ld.global.u32 %r0, [%d0+128];", 0),
        ("mov.u32 %r1, 1; st.shared.u32 [memory], %r1; mov.b32 %f1, %r1;
          atom.shared.add.f32 %f2, [memory], %f1; ld.shared.u32 %r0, [memory];", 2),
        ("mov.u32 %r1, 1; st.shared.u32 [memory], %r1; mov.b32 %f1, %r1; mov.u64 %d1, memory; cvta.shared.u64 %d1, %d1;
          atom.add.f32 %f2, [%d1], %f1; ld.shared.u32 %r0, [memory];", 2),
        // `.ftz` of a conversion only affects single precision.
        ("mov.u16 %h1, 1; cvt.ftz.f32.f16 %f1, %h1; mov.b32 %r0, %f1;", 0x3380_0000),
        ("mov.f32 %f1, 0f33800000; cvt.rn.ftz.f16.f32 %h1, %f1; cvt.u32.u16 %r0, %h1;", 1),
        ("mov.f32 %f1, 0f00000001; cvt.rpi.ftz.u32.f32 %r0, %f1;", 0),
        // Zero is a normal number.
        ("mov.f32 %f1, 0f80000000; testp.normal.f32 %p1, %f1; selp.u32 %r0, 1, 0, %p1;", 1),
        ("mov.f64 %g1, 0d0000000000000000; testp.normal.f64 %p1, %g1; selp.u32 %r0, 1, 0, %p1;", 1),
        ("mov.f32 %f1, 0f00000001; testp.normal.f32 %p1, %f1; selp.u32 %r0, 1, 0, %p1;", 0),
        // Comparisons with `.ftz`, in every type that has it.
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
        // A divisor whose reciprocal is zero.
        ("mov.f32 %f1, 0f3f800000; mov.f32 %f2, 0f7f000001; div.approx.f32 %f3, %f1, %f2; mov.b32 %r0, %f3;", 0),
        ("mov.f32 %f1, 0f7f800000; mov.f32 %f2, 0f7f000000; div.approx.f32 %f3, %f1, %f2;
          testp.notanumber.f32 %p1, %f3; selp.u32 %r0, 1, 0, %p1;", 1),
        ("mov.f32 %f1, 0f7e800000; mov.f32 %f2, 0f7e800000; div.approx.f32 %f3, %f1, %f2; mov.b32 %r0, %f3;", 0x3f80_0000),
        ("mov.f32 %f1, 0f7f000001; mov.f32 %f2, 0f7f000001; div.full.f32 %f3, %f1, %f2; mov.b32 %r0, %f3;", 0x3f80_0000),
        // Offsets before an address.
        ("mov.u32 %r1, 77; st.global.u32 [%d0+128], %r1; add.u64 %d1, %d0, 160; mov.u32 %r2, memory; add.u32 %r2, %r2, 32;
          cp.async.ca.shared.global [%r2+-16], [%d1+-32], 4; cp.async.wait_all; ld.shared.u32 %r0, [memory+16];", 77),
        // Vectors, element by element; the old values may overwrite the operands.
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
        ("fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster; mov.u32 %r0, 1;", 1),
    ];
    on_hopper(|device| {
        let mut wrong = Vec::new();
        for (body, expected) in cases {
            match result(device, 1, "", body) {
                Ok(found) if found == *expected => {}
                Ok(found) => wrong.push(format!("{found:#x} instead of {expected:#x}: {body}")),
                Err(error) => wrong.push(format!("{error}: {body}")),
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    });
}

#[test]
fn a_matrix_load_may_overwrite_its_addresses() {
    // Each lane writes its row of 16 bytes; loading to the register of the addresses gives the same result.
    let body = "mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 4; mov.u32 %r3, memory; add.u32 %r3, %r3, %r2;
        st.shared.v4.u32 [%r3], {%r1, %r2, %r1, %r2}; bar.warp.sync 0xffffffff;
        ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r4, %r5, %r6, %r7}, [%r3];
        ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r3, %r8, %r9, %r10}, [%r3];
        xor.b32 %r3, %r3, %r4; xor.b32 %r8, %r8, %r5; xor.b32 %r9, %r9, %r6; xor.b32 %r10, %r10, %r7;
        or.b32 %r3, %r3, %r8; or.b32 %r9, %r9, %r10; or.b32 %r3, %r3, %r9;
        setp.eq.u32 %p1, %r3, 0; vote.sync.all.pred %p2, %p1, 0xffffffff; selp.u32 %r0, 1, 0, %p2;";
    on_hopper(|device| assert_eq!(result(device, 32, "", body), Ok(1)));
}

#[test]
fn instructions_have_the_recorded_results_of_a_gpu() {
    const RECORD: &str = include_str!("instructions.tsv");
    on_hopper(|device| {
        let mut wrong = Vec::new();
        for line in RECORD.lines().filter(|line| !line.starts_with('#')) {
            let [globals, body, expected] = line.split('\t').collect::<Vec<_>>()[..] else {
                panic!("{line:?} isn't of three parts");
            };
            let found = match result(device, 1, globals, body) {
                Ok(found) => format!("{found:#x}"),
                Err(_) => "refused".to_owned(),
            };
            if found != expected {
                wrong.push(format!("{found} instead of {expected}: {globals} {body}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    });
}

#[test]
fn blocks_of_a_cluster_store_into_each_other_and_barriers_count_the_bytes() {
    let body = "mov.u32 %r8, %cluster_ctarank; mad.wide.u32 %d0, %r8, 4, %d0; xor.b32 %r9, %r8, 1;
        mov.u32 %r6, memory; mapa.shared::cluster.u32 %r1, %r6, %r9;
        mov.u32 %r2, 0; st.shared.v4.u32 [memory+16], {%r2, %r2, %r2, %r2};
        mbarrier.init.shared.b64 [memory+512], 1; fence.mbarrier_init.release.cluster;
        mbarrier.arrive.expect_tx.shared.b64 _, [memory+512], 12;
        barrier.cluster.arrive; barrier.cluster.wait;
        add.u32 %r2, %r8, 5; mov.u32 %r3, 7;
        st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.u32 [%r1+16], {%r2, %r3}, [%r1+512];
        red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r1+24], %r2, [%r1+512];
        WAIT: mbarrier.try_wait.parity.shared.b64 %p1, [memory+512], 0; @!%p1 bra WAIT;
        ld.shared.v4.u32 {%r2, %r3, %r4, %r5}, [memory+16];
        mad.lo.u32 %r0, %r3, 10, %r2; mad.lo.u32 %r0, %r4, 100, %r0;
        barrier.cluster.arrive; barrier.cluster.wait;";
    on_hopper(|device| {
        let text = kernel_with(".reqnctapercluster 2, 1, 1", 90, "", body);
        let kernel = device.context.load_ptx(&text).unwrap().function(c"k").unwrap();
        let mut out = device.stream.alloc_zeroed::<u32>(64).unwrap();
        // SAFETY: k(.u64), each of whose two blocks writes within 256 bytes of its argument.
        unsafe { device.stream.launch(&kernel, Launch::grid(2), (&mut out,)) }.unwrap();
        // Each has the sum of the other's rank and 5, then 7, and the same added to zero.
        assert_eq!(out.to_vec().unwrap()[..2], [6 + 70 + 600, 5 + 70 + 500]);
    });
}

#[test]
fn nonexistent_forms_are_rejected() {
    let cases = [
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
        (90, "cp.reduce.async.bulk.global.shared::cta.bulk_group.exch.b32 [%d0], [%r0], 16;"),
        (90, "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.b8 [%d0], [%r0], 16;"),
        (90, "st.async.weak.shared::cluster.u32 [%r0], %r1, [%r2];"),
        (90, "ld.global.L2::cache_hint.u32 %r0, [%d0];"),
        (90, "ld.global.L2::cache_hint.u32 %r0, [%d0], %r1;"),
        (90, "mov.L2::cache_hint.u32 %r0, %r1, %d0;"),
        (75, "createpolicy.fractional.L2::evict_last.b64 %d2, 0.5;"),
        (90, "createpolicy.range.global.L2::evict_last.b64 %d2, 0.5;"),
        (90, "fma.rn.f32x2 %d1, %d2, %d3, %d4;"),
        (90, "max.f32 %f0, %f1, %f2, %f3;"),
        (90, "add.f32.f16 %f0, %h1, %f2;"),
    ];
    on_hopper(|device| {
        let loads = |target, body: &str| device.context.load_ptx(&kernel(target, "", body)).is_ok();
        let vector = "red.global.add.v4.f32 [%d0], {%f0, %f1, %f2, %f3};";
        assert!(loads(90, vector));
        let taken = cases.iter().filter(|(target, body)| loads(*target, body));
        let taken: Vec<_> = taken.collect();
        assert!(taken.is_empty(), "{taken:#?}");
    });
}
