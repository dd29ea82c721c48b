//! Atomic operations by many threads on one address.

use crate::device::{Device, args, numbers};

/// A kernel that stores what `body` leaves in each thread's `%r2`; `%a` is the address of a zero in memory of the
/// space.
fn module(space: &str, body: &str) -> String {
    let address = match space {
        "global" => "ld.param.u64 %a, [cell];\n",
        // Generic addresses of shared memory.
        "" => "mov.u64 %a, word;\ncvta.shared.u64 %a, %a;\n",
        _ => "mov.u64 %a, word;\n",
    };
    format!(
        ".version 8.3\n.target sm_80\n.address_size 64\n\
         .visible .entry k(.param .u64 out, .param .u64 cell)\n{{\n\
         .shared .align 8 .b64 word;\n.reg .pred %p<4>;\n.reg .b32 %r<8>;\n.reg .b64 %a, %rd<4>;\n\
         ld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\nmov.u32 %r5, %ctaid.x;\nmov.u32 %r6, %ntid.x;\n\
         mad.lo.u32 %r5, %r5, %r6, %r1;\nmul.wide.u32 %rd2, %r5, 4;\nadd.s64 %rd1, %rd1, %rd2;\n\
         mov.u32 %r2, 99;\nst.shared.u64 [word], 0;\nbar.sync 0;\n{address}{body}\n\
         st.global.u32 [%rd1], %r2;\nret;\n}}\n"
    )
}

/// Returns the results of 32 threads, and the final value of the global cell.
fn warp(space: &str, body: &str) -> (Vec<u32>, u64) {
    let mut device = Device::load(&module(space, body));
    device.checks.schedules = false; // what was there depends on the order
    let (out, cell) = (device.zeroed::<u32>(32), device.zeroed::<u64>(1));
    device.run("k", 1, 32, args().buffer(&out).buffer(&cell));
    (out.read(), cell.read()[0])
}

#[test]
fn fences_around_atomic_operations_and_results_that_nothing_reads_change_no_result() {
    for (space, name) in [("global", ".global"), ("shared", ".shared"), ("", "")] {
        for fence in ["fence.sc.gpu;", "membar.gl;", "@%p1 fence.sc.gpu;"] {
            // The first result is read nowhere, and a branch goes between the last fence and its operation.
            let body = format!(
                "setp.ne.u32 %p1, %r1, 3;\n{fence}\natom{name}.add.u32 %r3, [%a], 3;\n{fence}\n\
                 @%p1 bra ON;\n{fence}\natom{name}.add.u32 %r2, [%a], 4;\n{fence}\nON:\n\
                 atom{name}.max.u32 %r2, [%a], 1;\n{fence}"
            );
            let (old, _) = warp(space, &body);
            assert_eq!(old, [100; 32], "{space} {fence}");
        }
    }
}

#[test]
fn a_loop_that_begins_after_a_fence_repeats_its_atomic_operation() {
    for (space, name) in [("global", ".global"), ("shared", ".shared"), ("", "")] {
        for fence in ["fence.sc.gpu;", "membar.gl;", "@%p1 fence.sc.gpu;"] {
            let body = format!(
                "setp.ne.u32 %p1, %r1, 3;\n{fence}\nAGAIN:\natom{name}.add.u32 %r2, [%a], 1;\n\
                 setp.lt.u32 %p2, %r2, 100;\n@%p2 bra AGAIN;"
            );
            let mut device = Device::load(&module(space, &body));
            device.limits.fuel = Some(1_000_000);
            let (out, cell) = (device.zeroed::<u32>(32), device.zeroed::<u64>(1));
            device.run("k", 1, 32, args().buffer(&out).buffer(&cell));
            // In the fourth turn the first four lanes still find numbers below 100.
            let expected = (0..32).map(|lane| lane + if lane < 4 { 128 } else { 96 });
            assert_eq!(out.read(), expected.collect::<Vec<u32>>(), "{space} {fence}");
        }
    }
}

#[test]
fn fences_order_stores_before_later_loads_next_to_atomic_operations() {
    // A thread counts in each of two clusters, in its own word, and records for each number which one of the other it
    // then saw.
    const TURNS: u32 = 10_000;
    // Blocks seldom run at the same time on a busy computer: turns are repeated until one saw so many changes.
    const CHANGES: usize = 4_000;
    const MOST_RUNS: usize = 16;
    // Stores to memory that no cache has take long, and those after them wait for them.
    const FAR: u32 = 1 << 23;
    let apart = "add.u32 %r7, %r6, 1;";
    let one = |atom: &str| [1, 32].map(|lanes| (format!("{atom}\n{apart}\nmembar.gl;"), lanes, 1));
    let mut orders = vec![
        ("fence.sc.gpu;".to_owned(), 1, 1),
        ("membar.gl;".to_owned(), 1, 1),
        (format!("membar.sys;\n{apart}\natom.add.u32 %r6, [%rd6], 1;"), 1, 1),
        (format!("membar.sys;\n{apart}\natom.add.u32 %r6, [%rd6], 1;"), 32, 1),
    ];
    for atom in [
        "atom.global.add.u32 %r6, [%rd1+1024], 1;",
        // At generic addresses of global and of shared memory, and at an address of shared memory.
        "atom.add.u32 %r6, [%rd1+1024], 1;",
        "atom.add.u32 %r6, [%rd6], 1;",
        "atom.shared.add.u32 %r6, [%rd7], 1;",
        "atom.cas.b32 %r6, [%rd6], 1, %r8;",
        // One that fails.
        "atom.global.cas.b32 %r6, [%rd1+1024], 1, 2;",
        // At an address of each lane.
        "atom.add.u32 %r6, [%rd8], 1;",
        // At another name of this block's memory in half of the lanes.
        "atom.add.u32 %r6, [%rd9], 1;",
    ] {
        orders.extend(one(atom));
    }
    // In another block's shared memory in half of the lanes.
    for lanes in [2, 32] {
        orders.push((format!("atom.add.u32 %r6, [%rd9], 1;\n{apart}\nmembar.gl;"), lanes, 2));
    }
    for (order, lanes, cluster) in orders {
        let mut device = Device::load(&format!(
            ".version 8.3\n.target sm_90\n.address_size 64\n\
             .visible .entry k(.param .u64 words, .param .u64 seen, .param .u64 far)\n{{\n.shared .b32 word[32];\n\
             .reg .pred %p<4>;\n.reg .b32 %r<12>;\n.reg .b64 %rd<12>;\n\
             ld.param.u64 %rd1, [words];\nld.param.u64 %rd2, [seen];\nld.param.u64 %rd10, [far];\nmov.u32 %r1, %clusterid.x;\n\
             mov.u64 %rd7, word;\ncvta.shared.u64 %rd6, %rd7;\n\
             mov.u32 %r8, %tid.x;\nmul.wide.u32 %rd8, %r8, 4;\nadd.s64 %rd8, %rd6, %rd8;\n\
             mov.u32 %r9, %cluster_nctarank;\nsub.u32 %r9, %r9, 1;\nmapa.u64 %rd9, %rd8, %r9;\n\
             and.b32 %r10, %r8, 1;\nsetp.ne.u32 %p3, %r10, 0;\nselp.b64 %rd9, %rd8, %rd9, %p3;\n\
             mov.u32 %r11, %cluster_ctarank;\nsetp.ne.u32 %p0, %r11, 0;\n@%p0 bra END;\n\
             mul.wide.u32 %rd3, %r1, 256;\nadd.s64 %rd3, %rd1, %rd3;\nxor.b32 %r2, %r1, 1;\n\
             mul.wide.u32 %rd4, %r2, 256;\nadd.s64 %rd4, %rd1, %rd4;\n\
             mul.wide.u32 %rd11, %r1, {FAR};\nadd.s64 %rd11, %rd10, %rd11;\nmul.wide.u32 %rd5, %r1, {bytes};\nadd.s64 %rd5, %rd2, %rd5;\n\
             atom.global.add.u32 %r3, [%rd1+512], 1;\n\
             BOTH:\nld.relaxed.gpu.global.u32 %r3, [%rd1+512];\nsetp.lt.u32 %p1, %r3, {both};\n@%p1 bra BOTH;\n\
             mov.u32 %r4, 0;\natom.global.add.u32 %r3, [%rd1+768], 1;\n\
             TURN:\n{order}\nld.relaxed.gpu.global.u32 %r5, [%rd4];\nst.global.u32 [%rd5], %r5;\n\
             add.s64 %rd5, %rd5, 4;\nadd.u32 %r4, %r4, 1;\nmul.lo.u32 %r10, %r4, 4160;\nand.b32 %r10, %r10, {inside};\ncvt.u64.u32 %rd10, %r10;\n\
             add.s64 %rd10, %rd11, %rd10;\nst.global.u32 [%rd10], %r4;\n\
             st.relaxed.gpu.global.u32 [%rd3], %r4;\n\
             setp.lt.u32 %p2, %r4, {TURNS};\n@%p2 bra TURN;\n\
             END:\nbarrier.cluster.arrive;\nbarrier.cluster.wait;\nret;\n}}\n",
            bytes = 4 * TURNS,
            inside = FAR - 64,
            both = 2 * lanes,
        ));
        device.cluster = [cluster, 1, 1];
        let far = device.zeroed::<u32>(2 * FAR as usize / 4);
        let mut changes = 0;
        for _ in 0..MOST_RUNS {
            let (words, seen) =
                (device.zeroed::<u32>(512), device.zeroed::<u32>(2 * TURNS as usize));
            device.run("k", 2 * cluster, lanes, args().buffer(&words).buffer(&seen).buffer(&far));
            let seen = seen.read();
            let (first, second) = seen.split_at(TURNS as usize);
            for (number, &other) in first.iter().enumerate() {
                // The first block had not seen the next number of the second one, which must then have seen this one.
                if let Some(&back) = second.get(other as usize + 1) {
                    assert!(back as usize >= number, "{order} {lanes} {number} {other} {back}");
                }
            }
            changes += first.windows(2).filter(|pair| pair[0] != pair[1]).count();
            if changes >= CHANGES {
                break;
            }
        }
    }
}

#[test]
fn one_lane_changes_its_own_register_alone() {
    for (space, name) in [("global", ".global"), ("shared", ".shared"), ("", "")] {
        for lane in [0, 7, 8, 23, 31] {
            for ty in ["u32", "u64"] {
                let (register, move_) = match ty {
                    "u64" => ("%rd3", "cvt.u32.u64 %r2, %rd3;"),
                    _ => ("%r3", "mov.u32 %r2, %r3;"),
                };
                let result = |access: &str| {
                    let body = format!(
                        "cvt.u64.u32 %rd3, %r1;\nmov.u32 %r3, %r1;\nst{name}.{ty} [%a], 77;\nbar.sync 0;\n\
                         setp.eq.u32 %p1, %r1, {lane};\n@%p1 {access}\n{move_}"
                    );
                    warp(space, &body).0
                };
                let mut expected: Vec<u32> = (0..32).collect();
                expected[lane] = 77;
                for access in [
                    format!("atom{name}.add.{ty} {register}, [%a], 5;"),
                    format!("ld{name}.{ty} {register}, [%a];"),
                    format!("ld.volatile{name}.{ty} {register}, [%a];"),
                ] {
                    assert_eq!(result(&access), expected, "{access} {lane}");
                }
            }
        }
    }
}

#[test]
fn lanes_at_one_address_get_the_results_of_the_lanes_before_them() {
    for (space, name) in [("global", ".global"), ("shared", ".shared"), ("", "")] {
        let (old, _) = warp(space, &format!("atom{name}.add.u32 %r2, [%a], 3;"));
        assert_eq!(old, (0..32).map(|lane| lane * 3).collect::<Vec<_>>());
        let (old, _) = warp(space, &format!("atom{name}.inc.u32 %r2, [%a], 4;"));
        assert_eq!(old, (0..32).map(|lane| lane % 5).collect::<Vec<_>>());
        // The first lane finds the expected value, the second one what the first stored, and so on up to lane 5.
        let swap = "min.u32 %r3, %r1, 5;\nadd.u32 %r4, %r3, 1;\n";
        let (old, _) = warp(space, &format!("{swap}atom{name}.cas.b32 %r2, [%a], %r3, %r4;"));
        assert_eq!(old, (0..32).map(|lane| lane.min(6)).collect::<Vec<_>>());
        // Only odd lanes; the upper half of the word doesn't change.
        let odd = "and.b32 %r3, %r1, 1;\nsetp.eq.u32 %p1, %r3, 1;\n";
        let (old, _) = warp(space, &format!("{odd}@%p1 atom{name}.exch.b32 %r2, [%a+4], %r1;"));
        let expected = (0..32).map(|lane| match lane {
            1 => 0,
            lane if lane % 2 == 1 => lane - 2,
            _ => 99,
        });
        assert_eq!(old, expected.collect::<Vec<u32>>());
    }
}

#[test]
fn lanes_at_one_address_exchange_what_they_expect_in_turn() {
    // Few values, so that several lanes find what they expect.
    for (values, active) in [(2, u32::MAX), (3, u32::MAX), (3, 0x6db6_0ff0), (9, 0xffff_fffe)] {
        let words = numbers(64, values).into_iter().map(|n| n % values as u32);
        let words: Vec<u32> = words.collect();
        for (space, name) in [("global", ".global"), ("shared", ".shared"), ("", "")] {
            for (ty, register) in [("b32", "%r"), ("b64", "%rd")] {
                let (b, c) = match ty {
                    "b32" => ("%r3", "%r4"),
                    _ => ("%rd2", "%rd3"),
                };
                let mut body = format!(
                    "shr.u32 %r5, {active}, %r1;\nand.b32 %r5, %r5, 1;\nsetp.ne.u32 %p1, %r5, 0;\n"
                );
                // Each lane's words, as the digits of numbers.
                for (target, part) in [("%r3", &words[..32]), ("%r4", &words[32..])] {
                    body += &format!("mov.u32 {target}, 0;\n");
                    for (lane, word) in part.iter().enumerate() {
                        body += &format!(
                            "setp.eq.u32 %p2, %r1, {lane};\n@%p2 mov.u32 {target}, {word};\n"
                        );
                    }
                }
                body += "cvt.u64.u32 %rd2, %r3;\ncvt.u64.u32 %rd3, %r4;\n";
                body += &match register {
                    "%r" => format!("@%p1 atom{name}.cas.{ty} %r2, [%a], {b}, {c};"),
                    _ => format!(
                        "@%p1 atom{name}.cas.{ty} %rd3, [%a], {b}, {c};\n@%p1 cvt.u32.u64 %r2, %rd3;"
                    ),
                };
                let mut now = 0;
                let expected = (0..32).map(|lane| {
                    if active >> lane & 1 == 0 {
                        return 99;
                    }
                    let old = now;
                    if words[lane] == old {
                        now = words[32 + lane];
                    }
                    old
                });
                let expected: Vec<u32> = expected.collect();
                let (old, cell) = warp(space, &body);
                assert_eq!(old, expected, "{values} {active:#x} {space} {ty}");
                let left = if space == "global" { u64::from(now) } else { 0 };
                assert_eq!(cell, left, "{values} {active:#x} {space} {ty}");
            }
        }
    }
}

#[test]
fn halves_at_one_address_are_added_one_after_the_other() {
    let one = "mov.u32 %r3, 0x3c003c00;\n";
    let body = format!("{one}atom.global.add.noftz.f16x2 %r2, [%a], %r3;");
    let (old, cell) = warp("global", &body);
    let counts = (0..32u32).map(|lane| half::f16::from_f32(lane as f32).to_bits());
    let expected = counts.map(|half| u32::from(half) << 16 | u32::from(half));
    assert_eq!(old, expected.collect::<Vec<_>>());
    assert_eq!(cell, 0x5000_5000);
}

#[test]
fn local_memory_keeps_subnormal_sums_however_many_lanes_add() {
    let local_variable = ".local .align 8 .b64 own;\nst.local.u64 [own], 0;\nmov.u64 %a, own;\ncvta.local.u64 %a, %a;";
    for lanes in [1, 2, 32] {
        for add in ["red.add.f32", "atom.add.f32 %r4,"] {
            let body = format!(
                "{local_variable}\nsetp.lt.u32 %p1, %r1, {lanes};\nmov.u32 %r3, 5;\n@%p1 {add} [%a], %r3;\nld.u32 %r2, [%a];"
            );
            let expected =
                std::array::from_fn::<u32, 32, _>(|lane| if lane < lanes { 5 } else { 0 });
            assert_eq!(warp("", &body).0, expected, "{add} {lanes}");
        }
    }
}

#[test]
fn no_addition_of_blocks_at_one_address_is_lost() {
    let swap = "LOOP:\nld.volatile.global.u32 %r3, [%a];\nadd.u32 %r4, %r3, 1;\n\
         atom.global.cas.b32 %r7, [%a], %r3, %r4;\nsetp.ne.u32 %p1, %r7, %r3;\n@%p1 bra LOOP;\n\
         red.global.add.u32 [%a+4], 2;\n";
    let device = Device::load(&module("global", swap));
    let (blocks, threads) = (32, 256);
    let out = device.zeroed::<u32>(blocks * threads);
    let cell = device.zeroed::<u32>(2);
    device.run("k", blocks as u32, threads as u32, args().buffer(&out).buffer(&cell));
    let all = (blocks * threads) as u32;
    assert_eq!(cell.read(), [all, 2 * all]);
}

#[test]
fn lanes_with_one_address_and_operands_act_one_after_the_other() {
    // Each with its operation on 32 and 64 bits, and what a lane leaves of a number. Some change nothing.
    type Change = fn(u64) -> u64;
    let operations: [(&str, &str, Change); 9] = [
        ("cas.b", "0, 1", |old| if old == 0 { 1 } else { old }),
        ("cas.b", "0, 0", |old| old),
        ("cas.b", "5, 6", |old| old),
        ("cas.b", "1, 0", |old| if old == 1 { 0 } else { old }),
        ("exch.b", "7", |_| 7),
        ("add.u", "3", |old| old + 3),
        ("max.u", "9", |old| old.max(9)),
        ("or.b", "12", |old| old | 12),
        ("and.b", "6", |old| old & 6),
    ];
    for (space, name) in [("global", ".global"), ("shared", ".shared"), ("", "")] {
        for active in [u32::MAX, 0x8000_0001, 0x0ff0_1000, 0x10] {
            for bits in [32, 64] {
                for (operation, operands, change) in operations {
                    let result = if bits == 32 { "%r3" } else { "%rd3" };
                    let body = format!(
                        "shr.u32 %r5, {active}, %r1;\nand.b32 %r5, %r5, 1;\nsetp.ne.u32 %p1, %r5, 0;\n\
                         cvt.u64.u32 %rd3, %r1;\nmov.u32 %r3, %r1;\n@!%p1 bra END;\n\
                         atom{name}.{operation}{bits} {result}, [%a], {operands};\n\
                         END:\n{};",
                        match bits {
                            32 => "mov.u32 %r2, %r3",
                            _ => "cvt.u32.u64 %r2, %rd3",
                        }
                    );
                    let mut now = 0;
                    let expected = (0..32).map(|lane| {
                        if active >> lane & 1 == 0 {
                            return lane;
                        }
                        let old = now;
                        now = change(now);
                        old as u32
                    });
                    let expected: Vec<u32> = expected.collect();
                    let (old, cell) = warp(space, &body);
                    let case = format!("{space} {active:#x} {operation}{bits} {operands}");
                    assert_eq!(old, expected, "{case}");
                    let left = if space == "global" { now } else { 0 };
                    assert_eq!(cell, left, "{case}");
                }
            }
        }
    }
}

#[test]
fn many_lanes_that_exchange_a_number_for_itself_find_it() {
    let body = "and.b32 %r3, %r1, 3;\natom.global.cas.b32 %r2, [%a], %r3, %r3;";
    assert_eq!(warp("global", body), (vec![0; 32], 0));
    // The first lane that finds its number exchanges it for another, which those after it find.
    let body = "and.b32 %r3, %r1, 3;\nsetp.eq.u32 %p1, %r1, 12;\nselp.u32 %r4, 9, %r3, %p1;\n\
                atom.global.cas.b32 %r2, [%a], %r3, %r4;";
    let expected = (0..32).map(|lane| if lane <= 12 { 0 } else { 9 });
    assert_eq!(warp("global", body), (expected.collect(), 9));
    // A constant that differs between lanes.
    let body = "atom.global.cas.b32 %r2, [%a], 0, %r1;";
    let expected = (0..32).map(|lane| u32::from(lane > 1));
    assert_eq!(warp("global", body), (expected.collect(), 1));
}

#[test]
fn blocks_add_to_the_same_memory_in_bulk() {
    let ptx = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 out)\n{\n\
         .reg .pred %p<2>;\n.reg .b32 %r<4>;\n.reg .b64 %rd<4>;\n.shared .align 16 .b8 sm[16];\n\
         ld.param.u64 %rd1, [out];\nmov.u32 %r2, 1;\nmov.u32 %r3, sm;\n\
         st.shared.v4.u32 [%r3], {%r2, %r2, %r2, %r2};\nfence.proxy.async.shared::cta;\nbar.sync 0;\n\
         cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd1], [%r3], 16;\n\
         cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;\nret;\n}\n";
    let device = Device::load(ptx);
    let out = device.zeroed::<u32>(4);
    let blocks = 2000;
    device.run("k", blocks, 256, args().buffer(&out));
    assert_eq!(out.read(), [blocks * 256; 4]);
}
