//! State spaces, vectors, parameters and system calls of kernels.

use crate::device::{Device, args, floats, numbers};
use crate::texts::{on_every_ptx, on_every_ptx_with};
use cuda_sim_engine::ErrorCode;

#[test]
fn constants_and_globals_hold_their_initial_values() {
    on_every_ptx("constmem", |device| {
        let x = floats(32, 20, -0.5, 0.5);
        let (dx, dy) = (device.upload(&x), device.zeroed::<f32>(64));
        device.run("cm", 2, 32, args().buffer(&dx).buffer(&dy).value(64i32));
        let table = [3f32, 1.0, 4.0, 1.0];
        let values = [1f32, 2.0, 3.0];
        let of_thread = |i: usize, polynomial: f32| {
            polynomial + table[i & 3] + values.get(i & 15).copied().unwrap_or(0.0)
        };
        let expected: Vec<f32> = (0..64).map(|i| of_thread(i, 0.0)).collect();
        assert_eq!(dy.read(), expected);
        assert_eq!(device.global::<i32>("gctr").read()[0], 7 + 64);

        let coefficients = floats(64, 28, -1.0, 1.0);
        device.global("coef").write(&coefficients);
        device.run("cm", 2, 32, args().buffer(&dx).buffer(&dy).value(64i32));
        let polynomial = |x: f32| coefficients.iter().fold(0f32, |s, c| s.mul_add(x, *c));
        let expected: Vec<f32> = (0..64).map(|i| of_thread(i, polynomial(x[i & 31]))).collect();
        assert_eq!(dy.read(), expected);
        assert_eq!(device.global::<i32>("gctr").read()[0], 7 + 2 * 64);
    });
}

#[test]
fn dynamic_shared_memory_follows_its_alignment() {
    on_every_ptx("dynshared", |device| {
        let input = floats(64, 21, 0.0, 4.0);
        let (a, o) = (device.upload(&input), device.zeroed::<f32>(64));
        device.dynamic_shared = 64 * 12;
        device.run("ds", 1, 64, args().buffer(&a).buffer(&o).value(64i32));
        let expected: Vec<f32> =
            (0..64).map(|t| input[63 - t] + (f64::from(input[63 - t]) * 2.0) as f32).collect();
        assert_eq!(o.read(), expected);
    });
}

#[test]
fn each_thread_has_its_own_local_arrays() {
    on_every_ptx("localarr", |device| {
        let input: Vec<i32> = numbers(1024, 22).into_iter().map(|n| (n % 1000) as i32).collect();
        let (a, o) = (device.upload(&input), device.zeroed::<i32>(64));
        device.run("la", 1, 64, args().buffer(&a).buffer(&o).value(64i32));
        let expected: Vec<i32> = (0..64)
            .map(|t| {
                let mut sorted: Vec<i32> = (0..64).map(|i| input[(i * t) & 1023]).collect();
                sorted.sort_unstable();
                sorted.iter().fold(0i32, |sum, value| sum.wrapping_mul(31).wrapping_add(*value))
            })
            .collect();
        assert_eq!(o.read(), expected);
    });
}

#[test]
fn structures_are_passed_by_value() {
    #[repr(C)]
    #[derive(Clone, Copy)]
    struct SmallStructure {
        a: f32,
        b: f64,
        c: [i32; 5],
        d: i8,
        o: u64,
        q: [i16; 2],
    }
    on_every_ptx("structparam", |device| {
        let o = device.zeroed::<f32>(256);
        let small =
            SmallStructure { a: 1.5, b: 2.25, c: [1, 2, 3, 4, 5], d: -3, o: o.address, q: [7, -2] };
        device.run("sp", 1, 32, args().value(small).value(small));
        let expected: Vec<f32> = (0..32)
            .map(|i| 1.5 + 2.25 + small.c[i % 5] as f32 - 3.0 - 14.0 + small.c[i % 5] as f32)
            .collect();
        assert_eq!(o.read()[..32], expected);
        let m: [f32; 256] = std::array::from_fn(|i| i as f32);
        device.run("big", 1, 256, args().value(m).buffer(&o));
        assert_eq!(o.read(), m);
        device.run("sret", 1, 1, args().value(small).value(2i32));
        assert_eq!(o.read()[0], 3.0 + 4.0);
    });
}

#[test]
fn vectors_are_loaded_and_stored_whole() {
    on_every_ptx("vec", |device| {
        let (a, b) = (floats(40 * 4, 23, 1.0, 2.0), floats(40 * 2, 24, 1.0, 2.0));
        let (da, db, o) = (device.upload(&a), device.upload(&b), device.zeroed::<f32>(40 * 4));
        device.run("v4", 2, 32, args().buffer(&da).buffer(&db).buffer(&o).value(40i32));
        let out = o.read();
        for i in 0..40 {
            let (x, y) = (&a[i * 4..], &b[i * 2..]);
            assert_eq!(out[i * 4..i * 4 + 4], [x[0] + y[0], x[1] * y[1], x[2] - y[0], x[3] / y[1]]);
        }
    });
}

#[test]
fn vectors_of_every_width_are_split() {
    on_every_ptx("vec", |device| {
        let a: Vec<u8> = numbers(32 * 4, 29).into_iter().map(|n| n as u8).collect();
        let b: Vec<i16> = numbers(32 * 4, 30).into_iter().map(|n| n as i16).collect();
        let high = numbers(32 * 2, 31).into_iter().map(u64::from);
        let c: Vec<u64> = high.map(|n| n << 33 | 0x1234_5678).collect();
        let v: Vec<i32> = (0..32).map(|i| i * 1000 - 7).collect();
        let (da, db) = (device.upload(&a), device.upload(&b));
        let (dc, dv) = (device.upload(&c), device.upload(&v));
        let o = device.zeroed::<i32>(32 * 4);
        let arguments = args().buffer(&da).buffer(&db).buffer(&dc);
        device.run("vu", 1, 32, arguments.buffer(&o).buffer(&dv));
        let expected: Vec<i32> = (0..32)
            .flat_map(|i| {
                let x: [i32; 4] = std::array::from_fn(|k| a[4 * i + k].into());
                let y: [i32; 4] = std::array::from_fn(|k| b[4 * i + k].into());
                let z = [c[2 * i], c[2 * i + 1]];
                [x[0] + y[0] + v[i], x[1] * y[1], (z[0] >> 3) as i32 + x[2], z[1] as i32 - y[3]]
            })
            .collect();
        assert_eq!(o.read(), expected);
    });
}

#[test]
fn cache_hints_do_not_change_the_loaded_or_stored_values() {
    on_every_ptx("vec", |device| {
        let (a, d) = (floats(128, 32, 0.0, 1.0), floats(64, 33, 0.0, 1.0));
        let d: Vec<f64> = d.into_iter().map(f64::from).collect();
        let (da, dd) = (device.upload(&a), device.upload(&d));
        let o = device.zeroed::<f32>(128);
        let arguments = args().buffer(&da).buffer(&o).buffer(&dd);
        device.run("cachehints", 1, 32, arguments);
        let sum = |i: usize| a[i] + a[i + 32] + a[i + 64] + a[i + 96] + d[2 * i] as f32;
        let sums = (0..32).map(sum);
        let ones = [1f32, 2.0, 3.0].into_iter().flat_map(|n| [n; 32]);
        assert_eq!(o.read(), sums.chain(ones).collect::<Vec<f32>>());
    });
}

#[test]
fn templates_of_every_width_multiply_and_add() {
    on_every_ptx("templ", |device| {
        let data = device.upload(&(0..32 * 4).map(|i| i as f32).collect::<Vec<_>>());
        device.run("_Z2tkIfLi4EEvPT_S0_", 1, 1, args().buffer(&data).value(2f32));
        assert_eq!(data.read()[0], 12.0);
        let bytes = device.upload(&(0..64).map(|i| i as u8 + 100).collect::<Vec<_>>());
        device.run("_Z2tkIhLi8EEvPT_S0_", 1, 1, args().buffer(&bytes).value(3u8));
        let expected = (0..8).fold(0u8, |sum, i| sum.wrapping_add((i + 100u8).wrapping_mul(3)));
        assert_eq!(bytes.read()[0], expected);
        let shorts = device.upload(&[-300i16, 200, 1, 1]);
        device.run("_Z2tkIsLi2EEvPT_S0_", 1, 1, args().buffer(&shorts).value(7i16));
        assert_eq!(shorts.read()[0], -700);
        let doubles = device.upload(&[0.5f64, 0.25, 1e300]);
        let arguments = args().buffer(&doubles).value(-4f64);
        device.run("_Z2tkIdLi3EEvPT_S0_", 1, 1, arguments);
        assert_eq!(doubles.read()[0], -4e300);
        let ints = device.upload(&[i32::MAX, 1, 2, 3, 4, 5, 6, 7]);
        let arguments = args().buffer(&ints).value(5i32);
        device.run("_Z2tkIiLi8EEvPT_S0_", 1, 1, arguments);
        assert_eq!(ints.read()[0], (i32::MAX.wrapping_add(28)).wrapping_mul(5));
        let longs = device.upload(&[1i64 << 40, -3]);
        let arguments = args().buffer(&longs).value(1i64 << 20);
        device.run("_Z2tkIxLi2EEvPT_S0_", 1, 1, arguments);
        assert_eq!(longs.read()[0], (1 << 60) - (3 << 20));
        let floats = device.upload(&[1.5f32, -2.0, 0.25]);
        device.run("lam", 1, 3, args().buffer(&floats).value(3i32));
        assert_eq!(floats.read(), [5.5, -5.0, 1.75]);
    });
}

#[test]
fn asynchronous_copies_have_arrived_after_the_wait() {
    let g = floats(128 * 4, 25, 0.0, 1.0);
    on_every_ptx_with("cpasync", "ca", |device| {
        let (from, to) = (device.upload(&g), device.zeroed::<f32>(128 * 4));
        device.run("ca", 1, 128, args().buffer(&from).buffer(&to));
        let expected: Vec<f32> =
            (0..128).rev().flat_map(|i| g[i * 4..i * 4 + 4].to_vec()).collect();
        assert_eq!(to.read(), expected);
    });
    on_every_ptx_with("cpasync", "cap", |device| {
        let (from, to) = (device.upload(&g), device.zeroed::<f32>(128));
        device.run("cap", 1, 128, args().buffer(&from).buffer(&to));
        let expected: Vec<f32> = (0..128).rev().map(|i| g[i]).collect();
        assert_eq!(to.read(), expected);
    });
}

#[test]
fn kernels_allocate_and_free_memory() {
    on_every_ptx("dynmalloc", |device| {
        let (p, o) = (device.zeroed::<u64>(64), device.zeroed::<i32>(64));
        device.run("dm", 1, 32, args().buffer(&p).value(4i32));
        let addresses = p.read();
        assert!(addresses.iter().all(|&address| address != 0));
        device.run("df", 1, 32, args().buffer(&p).buffer(&o));
        // After the values read from each thread's memory: zeros, and the first two of the list of pointers. The kernel
        // leaves the fifth element undefined.
        let mut expected: Vec<i32> = (1..=32).collect();
        expected[8..24].fill(0);
        let words = addresses[..2].iter().flat_map(|a| [*a as i32, (*a >> 32) as i32]);
        expected.extend(words);
        expected.resize(64, 0);
        let mut out = o.read();
        (out[5], expected[5]) = (0, 0);
        assert_eq!(out, expected);
        let fault = device
            .try_run("df", 1, 1, args().buffer(&p).buffer(&o))
            .expect_err("freed memory is read");
        assert!(fault.report.contains("out of bounds"), "{fault}");
    });
}

#[test]
fn printf_formats_as_c_does() {
    on_every_ptx("printf", |device| {
        device.run("pf", 1, 2, args().value(7i32).value(1.5f64).value(0u64));
        let expected =
            "hello 7 from 0: 1.500000 str 60129542144\nhello 7 from 1: 1.500000 str 60129542144\n";
        assert_eq!(device.printed(), expected);
        let fault = device
            .try_run("pf", 1, 1, args().value(-1i32).value(1.5f64).value(0u64))
            .expect_err("a negative number is a trap");
        assert_eq!(fault.code, ErrorCode::CUDA_ERROR_LAUNCH_FAILED, "{fault}");
    });
}

#[test]
fn a_failed_assertion_is_printed_and_stops_the_kernel() {
    on_every_ptx("printf", |device| {
        device.run("as", 1, 32, args().value(5i32));
        assert_eq!(device.printed(), "");
        let fault =
            device.try_run("as", 1, 1, args().value(0i32)).expect_err("the assertion doesn't hold");
        assert_eq!(fault.code, ErrorCode::CUDA_ERROR_ASSERT, "{fault}");
        let line = "f:3: g: block: [0,0,0], thread: [0,0,0] Assertion `n>0` failed.";
        assert_eq!(device.printed(), "");
        assert_eq!(device.complaints().trim_end(), line);
        let fault = device.try_run("as", 1, 1, args().value(99i32)).expect_err("99 is a trap");
        assert_eq!(fault.code, ErrorCode::CUDA_ERROR_LAUNCH_FAILED, "{fault}");
    });
}

/// `vprintf` with a format, with an argument or without, and a text at an address.
const POINTERS: &str = ".version 8.0\n.target sm_90\n.address_size 64\n\
    .extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n\
    .global .align 1 .b8 number[4] = {37, 100, 10, 0};\n.global .align 1 .b8 text[4] = {37, 115, 10, 0};\n\
    .visible .entry k(.param .u64 which, .param .u64 arguments, .param .u64 first)\n{\n\
    .reg .b64 %f, %a, %x, %n, %t; .reg .pred %p; .local .align 8 .b8 own[8];\n\
    .param .b64 f, a; .param .b32 r;\n\
    ld.param.u64 %x, [first]; st.local.u64 [own], %x; mov.u64 %a, own; cvta.local.u64 %a, %a;\n\
    ld.param.u64 %x, [arguments]; setp.ne.u64 %p, %x, 1; selp.b64 %a, %x, %a, %p;\n\
    ld.param.u64 %f, [which];\n\
    mov.u64 %n, number; cvta.global.u64 %n, %n; setp.eq.u64 %p, %f, 1; selp.b64 %f, %n, %f, %p;\n\
    mov.u64 %t, text; cvta.global.u64 %t, %t; setp.eq.u64 %p, %f, 2; selp.b64 %f, %t, %f, %p;\n\
    st.param.b64 [f], %f; st.param.b64 [a], %a; call (r), vprintf, (f, a); ret;\n}\n";

#[test]
fn printf_faults_at_a_pointer_to_nothing() {
    let run = |which: u64, arguments: u64, first: u64| {
        let device = Device::load(POINTERS);
        let values = args().value(which).value(arguments).value(first);
        let result = device.try_run("k", 1, 1, values);
        (device.printed(), result.err().map(|fault| (fault.code, fault.report)))
    };
    assert_eq!(run(1, 1, 5), ("5\n".to_owned(), None));
    assert_eq!(run(2, 1, 0), ("(null)\n".to_owned(), None));
    for ((which, arguments, first), message) in [
        ((16, 1, 5), "no format string at address 0x10"),
        ((1, 0, 0), "no argument 0 at address 0x0"),
        ((1, 24, 0), "no argument 0 at address 0x18"),
        ((2, 1, 32), "no text at address 0x20"),
    ] {
        let (printed, fault) = run(which, arguments, first);
        let (code, report) = fault.expect(message);
        assert_eq!(printed, "");
        assert_eq!(code, ErrorCode::CUDA_ERROR_ILLEGAL_ADDRESS, "{report}");
        assert!(report.contains(message), "{report}");
    }
}

#[test]
fn assertions_of_all_warps_are_printed() {
    let device = Device::load(
        ".version 8.0\n.target sm_90\n.address_size 64\n\
        .extern .func __assertfail(.param .b64 m, .param .b64 f, .param .b32 l, .param .b64 u, .param .b64 c);\n\
        .global .align 1 .b8 text[2] = {97, 0};\n\
        .visible .entry k(.param .u32 spins, .param .u32 waits)\n{\n\
        .reg .b64 %t; .reg .b32 %x, %s; .reg .pred %p, %q; .param .b64 a; .param .b32 l;\n\
        ld.param.u32 %s, [spins]; ld.param.u32 %x, [waits]; setp.eq.u32 %p, %x, 0; @%p bra GO;\n\
        mov.u32 %x, %tid.x; setp.ge.u32 %p, %x, 32; @!%p bra GO; bar.sync 0;\n\
        GO: mov.u32 %x, %tid.x; setp.ge.u32 %p, %x, 64; setp.ne.and.u32 %q, %s, 0, %p;\n\
        SPIN: @%q bra SPIN; mov.u64 %t, text; cvta.global.u64 %t, %t; st.param.b64 [a], %t; st.param.b32 [l], 7;\n\
        call __assertfail, (a, a, l, a, a); ret;\n}\n",
    );
    let mut before = 0;
    let mut lines = |grid, threads: u32, spins: u32, waits: u32| {
        let values = args().value(spins).value(waits);
        let fault = device.try_run("k", grid, threads, values).expect_err("assertions fail");
        assert_eq!(fault.code, ErrorCode::CUDA_ERROR_ASSERT, "{fault}");
        let all = device.complaints().lines().count();
        all - std::mem::replace(&mut before, all)
    };
    assert_eq!(lines(1, 96, 0, 0), 96);
    assert_eq!(lines(2, 96, 0, 0), 192);
    // A warp that never ends is stopped, and so are those that wait for one that has failed.
    assert_eq!(lines(1, 96, 1, 0), 64);
    assert_eq!(lines(1, 96, 0, 1), 32);
    // Other workers may be about to print.
    let many = lines(3000, 1, 0, 0);
    assert!((256..400).contains(&many), "{many}");
}
