//! Lanes that act together, and lanes that diverge.

use crate::device::{Device, args, numbers};
use crate::texts::on_every_ptx;

#[test]
fn shuffles_move_values_within_their_segments() {
    on_every_ptx("shfl", |device| {
        let input: Vec<i32> = (0..32).map(|i| i * i).collect();
        let doubles: Vec<f64> = (0..32).map(|i| f64::from(i) * 0.5).collect();
        let floats: Vec<f32> = (0..32).map(|i| i as f32).collect();
        let (a, o) = (device.upload(&input), device.zeroed::<i32>(32));
        let (d, e, f) = (device.upload(&doubles), device.zeroed::<f64>(1), device.upload(&floats));
        device.run("sh", 1, 32, args().buffer(&a).buffer(&o).buffer(&d).buffer(&e).buffer(&f));
        assert_eq!(e.read()[0], doubles.iter().sum::<f64>());
        let swapped: Vec<f32> = (0..32).map(|i| (i ^ 1) as f32).collect();
        assert_eq!(f.read(), swapped);
        let mut v = input;
        v = v.iter().map(|x| x + v[3]).collect();
        v = (0..32).map(|i| v[i] + v[if i >= 1 { i - 1 } else { i }]).collect();
        v = (0..32).map(|i| v[i] + v[if i % 16 + 2 < 16 { i + 2 } else { i }]).collect();
        v = (0..32).map(|i| v[i] + v[if (i ^ 4) / 8 <= i / 8 { i ^ 4 } else { i }]).collect();
        assert_eq!(o.read(), v);
    });
}

/// What `shfl` gives lane `lane`: the lane that it takes the value of, and its predicate.
fn source(mode: &str, lane: u32, by: u32, control: u32) -> (u32, bool) {
    let (by, clamp, segment) = (by & 31, control & 31, control >> 8 & 31);
    let (least, most) = (lane & segment, lane & segment | clamp & !segment);
    let (from, found) = match mode {
        "up" => (lane.wrapping_sub(by), lane as i32 - by as i32 >= most as i32),
        "down" => (lane + by, lane + by <= most),
        "bfly" => (lane ^ by, lane ^ by <= most),
        _ => (least | by & !segment, (least | by & !segment) <= most),
    };
    (if found { from } else { lane }, found)
}

#[test]
fn each_lane_of_a_shuffle_has_its_own_source_and_segment() {
    for (mode, only) in ["up", "down", "bfly", "idx"]
        .iter()
        .flat_map(|mode| [(mode, u32::MAX), (mode, 0x8fff_7ef0)])
    {
        let device = Device::load(&format!(
            ".version 8.3\n.target sm_80\n.address_size 64\n\
             .visible .entry k(.param .u64 in, .param .u64 out)\n{{\n\
             .reg .pred %p<4>;\n.reg .b32 %r<12>;\n.reg .b64 %rd<8>;\n\
             ld.param.u64 %rd1, [in];\nld.param.u64 %rd2, [out];\nmov.u32 %r1, %tid.x;\n\
             mad.wide.u32 %rd3, %r1, 12, %rd1;\nmad.wide.u32 %rd4, %r1, 8, %rd2;\n\
             ld.global.u32 %r2, [%rd3];\nld.global.u32 %r3, [%rd3+4];\nld.global.u32 %r4, [%rd3+8];\n\
             shr.u32 %r5, {only}, %r1;\nand.b32 %r5, %r5, 1;\nsetp.eq.u32 %p1, %r5, 0;\n@%p1 bra END;\n\
             shfl.sync.{mode}.b32 %r6|%p2, %r2, %r3, %r4, {only};\nselp.u32 %r7, 1, 0, %p2;\n\
             st.global.u32 [%rd4], %r6;\nst.global.u32 [%rd4+4], %r7;\nEND:\nret;\n}}\n"
        ));
        for seed in 0..50 {
            let mut input = numbers(96, seed);
            if seed < 25 {
                // Most programs name the same for all lanes.
                let (by, control) = (input[1], input[2]);
                input.chunks_mut(3).for_each(|lane| (lane[1], lane[2]) = (by, control));
            }
            let (from, to) = (device.upload(&input), device.zeroed::<u32>(64));
            device.run("k", 1, 32, args().buffer(&from).buffer(&to));
            for (lane, result) in to.read().chunks(2).enumerate() {
                if only >> lane & 1 == 0 {
                    continue;
                }
                let (from, found) =
                    source(mode, lane as u32, input[3 * lane + 1], input[3 * lane + 2]);
                // An H200 reads zero of lanes that aren't there.
                let is_there = only >> (from & 31) & 1 != 0;
                let expected = if is_there { input[3 * from as usize] } else { 0 };
                assert_eq!(result[0], expected, "{mode} {only:#x} {seed}, lane {lane}");
                assert_eq!(result[1], u32::from(found), "{mode} {only:#x} {seed}, lane {lane}");
            }
        }
    }
}

#[test]
fn votes_see_the_predicates_of_all_named_lanes() {
    on_every_ptx("votes", |device| {
        let input: Vec<i32> = (0..32).map(|i| (i * 7) % 11).collect();
        let (a, o) = (device.upload(&input), device.zeroed::<u32>(256));
        device.run("vt", 1, 32, args().buffer(&a).buffer(&o));
        let out = o.read();
        let ballot = (0..32).filter(|&i| input[i] > 5).fold(0u32, |mask, i| mask | 1 << i);
        assert!((0..32).all(|t| out[t] == ballot
            && out[t + 32] == 1
            && out[t + 96] == u32::MAX
            && out[t + 200] == 0));
        // For the first eight lanes, which are the only members.
        assert!(input[0] <= 5 && (0..8).all(|t| out[t + 64] == 0));
        for t in (0..32).filter(|&t| input[t] > 5) {
            assert_eq!(out[t + 128], (ballot & ((1 << t) - 1)).count_ones());
            assert_eq!(out[t + 160], ballot & 0xaaaa_aaaa);
        }
    });
}

#[test]
fn reductions_and_matches_work_over_the_warp() {
    on_every_ptx("redux", |device| {
        let input: Vec<i32> = (0..32).map(|i| (i % 5) * 3 - 4).collect();
        let (a, o) = (device.upload(&input), device.zeroed::<i32>(192));
        device.run("rd", 1, 32, args().buffer(&a).buffer(&o));
        let out = o.read();
        if device.arch >= (8, 0) {
            assert_eq!(out[0], input.iter().sum::<i32>());
            assert_eq!(out[32], *input.iter().max().unwrap());
            assert_eq!(out[64], input.iter().fold(0, |a, b| a | b));
            assert_eq!(out[96] as u32, input.iter().map(|v| *v as u32).min().unwrap());
        }
        for t in 0..32 {
            let alike =
                (0..32).filter(|&i| input[i] == input[t]).fold(0u32, |mask, i| mask | 1 << i);
            assert_eq!(out[128 + t] as u32, alike);
            assert_eq!(out[160 + t], 0);
        }
    });
}

#[test]
fn every_lane_of_a_diverged_warp_follows_its_own_branch() {
    on_every_ptx("divergence", |device| {
        let input: Vec<i32> = numbers(64, 13).into_iter().map(|n| (n % 1000) as i32).collect();
        let (o, a) = (device.upload(&[-7i32; 64]), device.upload(&input));
        device.run("dv", 1, 64, args().buffer(&o).buffer(&a));
        let way = |t: usize| -> Option<i32> {
            let mut v = input[t];
            match v & 15 {
                0 => v += 1,
                1 => v = v.wrapping_mul(3),
                2 => v ^= 7,
                3 => v -= input[(v & 31) as usize],
                4 => v <<= 2,
                5 => v = (0..t).fold(v, |v, i| v.wrapping_add(input[i])),
                6 => v /= 3,
                7 => v = -v,
                8 => v = !v + 100,
                9 => v += 100,
                _ => v = 0,
            }
            while v > 100 {
                v = if v & 1 != 0 { v.wrapping_mul(3).wrapping_add(1) } else { v >> 1 };
                if v == 77 {
                    break;
                }
                if v == 55 {
                    return None;
                }
            }
            Some(v)
        };
        let expected: Vec<i32> = (0..64).map(|t| way(t).unwrap_or(-7)).collect();
        assert_eq!(o.read(), expected);
    });
}

#[test]
fn calls_go_through_tables_virtual_functions_and_recursion() {
    on_every_ptx("funcptr", |device| {
        let choice: Vec<i32> = (0..32).map(|i| i * 5).collect();
        let (o, s) = (device.zeroed::<f32>(32), device.upload(&choice));
        device.run("fpk", 1, 32, args().buffer(&o).buffer(&s));
        let expected: Vec<f32> = (0..32)
            .map(|i| [i as f32 + 2.0, i as f32 * 2.0, i as f32 - 2.0][(choice[i] % 3) as usize])
            .collect();
        assert_eq!(o.read(), expected);
        device.run("virt", 1, 32, args().buffer(&o).value(0i32));
        let expected: Vec<f32> =
            (0..32).map(|i| if i & 1 != 0 { i as f32 * 3.0 } else { i as f32 + 1.0 }).collect();
        assert_eq!(o.read(), expected);
        let fib = device.zeroed::<i32>(16);
        device.run("rec", 1, 16, args().buffer(&fib));
        assert_eq!(fib.read(), [0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610]);
    });
}

#[test]
fn named_barriers_separate_producers_and_consumers() {
    on_every_ptx("namedbar", |device| {
        let o = device.zeroed::<i32>(256);
        device.run("nb", 1, 256, args().buffer(&o));
        let out = o.read();
        assert!((0..128).all(|t| out[t] == 127 - t as i32 + 128 + 1 + 1), "{out:?}");
        assert!((128..256).all(|t| out[t] == 130));
    });
}

#[test]
fn a_named_barrier_is_reused_by_pairs_of_warps() {
    on_every_ptx("namedbar", |device| {
        let o = device.upload(&(0..256).collect::<Vec<i32>>());
        device.run("bx", 1, 256, args().buffer(&o));
        assert_eq!(o.read(), (0..256).rev().collect::<Vec<i32>>());
    });
}

#[test]
fn coalesced_groups_know_their_members() {
    on_every_ptx("cggroups", |device| {
        let input: Vec<i32> = (0..64).collect();
        let (a, o) = (device.upload(&input), device.zeroed::<i32>(64));
        device.run("gg", 1, 64, args().buffer(&a).buffer(&o));
        let expected: Vec<i32> = (0..64)
            .map(|t| {
                let sum: i32 = (t / 16 * 16..t / 16 * 16 + 16).sum();
                // Sums of sixteen consecutive numbers are even, so no second group forms.
                sum + 32 + t / 16
            })
            .collect();
        assert_eq!(o.read(), expected);
    });
}

#[test]
fn a_spin_lock_between_blocks_and_every_atomic_operation_end_right() {
    on_every_ptx("atomics", |device| {
        let count = device.zeroed::<i32>(1);
        device.run("spin", 50, 32, args().buffer(&count));
        assert_eq!(count.read()[0], 50);
        let (a, u) = (device.zeroed::<i32>(100), device.upload(&[u32::MAX; 100]));
        let (l, f, d) =
            (device.zeroed::<u64>(64), device.zeroed::<f32>(64), device.zeroed::<f64>(64));
        device.run("at", 1, 32, args().buffer(&a).buffer(&u).buffer(&l).buffer(&f).buffer(&d));
        let (a, u, l) = (a.read(), u.read(), l.read());
        assert_eq!([a[0], a[1], a[2], a[3], a[8], a[9]], [496, -496, 31, -31, 32, 32]);
        assert_eq!([u[0], u[1], u[2]], [!31, u32::MAX, u32::MAX]);
        assert_eq!([l[0], l[1], l[3], l[4]], [496, 31, 5, 0]);
        let (f, d) = (f.read(), d.read());
        assert_eq!((f[0], f[1], d[0]), (48.0, 2.0, 80.0));
        // The order of the lanes is undefined, but not the set of old values and the final value.
        let sorted = |values: &[u32]| {
            let mut values = values.to_vec();
            values.sort_unstable();
            values
        };
        // The first one wraps numbers that are too large, and the others count cyclically.
        let circle =
            |first: u32| sorted(&[&[first], &[0, 1, 2, 3, 4, 5, 6, 7].repeat(4)[..]].concat());
        assert_eq!(sorted(&[&u[20..52], &[u[3]]].concat()), circle(u32::MAX));
        assert_eq!(sorted(&[&u[60..92], &[u[4]]].concat()), circle(u32::MAX));
        let exchanged: Vec<u32> = a[10..42].iter().chain(&[a[4]]).map(|v| *v as u32).collect();
        assert_eq!(sorted(&exchanged), [&[0], &(0..32).collect::<Vec<_>>()[..]].concat());
        // The first number other than zero remains.
        assert!((1..32).contains(&a[5]) && a[50..82].iter().all(|v| [0, a[5]].contains(v)));
        assert!((1..32).contains(&l[2]) && l[10..42].iter().all(|v| [0, l[2]].contains(v)));
        let mut found = [f[5..37].to_vec(), d[5..37].iter().map(|d| *d as f32).collect()];
        found.iter_mut().for_each(|found| found.sort_unstable_by(f32::total_cmp));
        let steps = |step: f32| (0..32).map(|i| i as f32 * step).collect::<Vec<_>>();
        assert_eq!(found, [steps(1.5), steps(2.5)]);
        let s = device.zeroed::<i32>(32);
        device.checks.schedules = false; // a maximum between sums depends on the order
        device.run("sat", 1, 32, args().buffer(&s));
        assert_eq!(s.read(), [8 + 32; 32]);
    });
}

#[test]
fn matrix_fragments_multiply_what_they_were_loaded_with() {
    on_every_ptx("wmma", |device| {
        let half = |n: u32| half::f16::from_f32((n % 7) as f32 - 3.0);
        let a: Vec<half::f16> = numbers(16 * 64, 14).into_iter().map(half).collect();
        let b: Vec<half::f16> = numbers(16 * 64, 15).into_iter().map(half).collect();
        let (da, db, dc) = (device.upload(&a), device.upload(&b), device.zeroed::<f32>(256));
        device.run("wm", 1, 32, args().buffer(&da).buffer(&db).buffer(&dc));
        let at = |m: &[half::f16], row: usize, k: usize| m[row * 64 + k].to_f32();
        let expected: Vec<f32> = (0..256)
            .map(|i| (0..64).map(|k| at(&a, i / 16, k) * at(&b, i % 16, k)).sum())
            .collect();
        assert_eq!(dc.read(), expected);
    });
}

#[test]
fn lanes_outside_of_a_group_do_not_match() {
    for (mask, members) in [(0x00ff_0000u32, 16..24), (0x8000_0001, 31..32), (0x7ffe, 1..15)] {
        let ptx = format!(
            ".version 8.3\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 out)\n{{\n\
             .reg .pred %p<4>;\n.reg .b32 %r<8>;\n.reg .b64 %rd<4>;\nld.param.u64 %rd1, [out];\n\
             mov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 4;\nadd.u64 %rd1, %rd1, %rd2;\n\
             mov.u32 %r2, 1;\nshl.b32 %r2, %r2, %r1;\nand.b32 %r2, %r2, {mask};\nsetp.ne.u32 %p1, %r2, 0;\n\
             selp.u32 %r3, 77, %r1, %p1;\nmov.u32 %r4, 0;\n@!%p1 bra DONE;\n\
             match.all.sync.b32 %r4|%p2, %r3, {mask};\n@%p2 add.u32 %r4, %r4, 0;\nDONE:\n\
             st.global.u32 [%rd1], %r4;\nret;\n}}\n"
        );
        let device = Device::load(&ptx);
        let out = device.zeroed::<u32>(32);
        device.run("k", 1, 32, args().buffer(&out));
        let found = out.read();
        for lane in members {
            assert_eq!(found[lane], mask, "lane {lane} of {mask:#x}");
        }
    }
}
