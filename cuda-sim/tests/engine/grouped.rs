//! Loads from shared memory with one address register, which are performed together.

use crate::device::{Device, args, numbers};

/// Threads, one of whose warps has only some lanes.
const THREADS: usize = 80;

/// A kernel that copies 512 words to shared memory and sums up, in an order that the sum shows, what `body` loads to
/// `%a0` to `%a9`. `%rd3` and `%r3` are the address of the word with the number `index`, given the thread's number
/// `%r1`.
fn kernel(index: &str, body: &str) -> String {
    let sum: String = (0..10).map(|at| format!("mad.lo.u32 %r8, %r8, 31, %a{at};\n")).collect();
    let none: String = (0..10).map(|at| format!("mov.u32 %a{at}, 0;\n")).collect();
    format!(
        ".version 8.3\n.target sm_80\n.address_size 64\n\
         .visible .entry k(.param .u64 in, .param .u64 out)\n{{\n\
         .shared .align 16 .b8 words[2048];\n.reg .pred %p<4>;\n.reg .b32 %a<10>, %r<12>;\n.reg .b64 %rd<8>;\n\
         ld.param.u64 %rd1, [in];\nld.param.u64 %rd2, [out];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, %r1;\nmov.u64 %rd4, words;\n\
         COPY:\nmul.wide.u32 %rd5, %r2, 4;\nadd.s64 %rd6, %rd1, %rd5;\nld.global.u32 %r4, [%rd6];\n\
         add.s64 %rd6, %rd4, %rd5;\nst.shared.u32 [%rd6], %r4;\nadd.u32 %r2, %r2, {THREADS};\n\
         setp.lt.u32 %p1, %r2, 512;\n@%p1 bra COPY;\nbar.sync 0;\n\
         {index}\nmul.wide.u32 %rd3, %r3, 4;\nadd.s64 %rd3, %rd4, %rd3;\ncvt.u32.u64 %r3, %rd3;\nmov.u32 %r8, 0;\n\
         {none}{body}\n{sum}\
         mul.wide.u32 %rd5, %r1, 4;\nadd.s64 %rd6, %rd2, %rd5;\nst.global.u32 [%rd6], %r8;\nret;\n}}\n"
    )
}

/// The index of each thread's word: as text, and as a function.
type Index = (&'static str, fn(u32) -> u32);
const INDICES: [Index; 5] = [
    ("mov.u32 %r3, 100;", |_| 100),
    ("add.u32 %r3, %r1, 64;", |thread| thread + 64),
    ("shr.u32 %r3, %r1, 4;\nmad.lo.u32 %r3, %r3, 20, 64;", |thread| thread / 16 * 20 + 64),
    ("mad.lo.u32 %r3, %r1, 3, 64;", |thread| thread * 3 + 64),
    ("mul.lo.u32 %r3, %r1, 37;\nand.b32 %r3, %r3, 255;\nadd.u32 %r3, %r3, 64;", |thread| {
        ((thread * 37) & 255) + 64
    }),
];

/// Runs `body` for each kind of index; `loaded` returns the expected ten numbers, given the words and the thread's
/// index.
fn check(body: &str, loaded: impl Fn(&[u32], u32, usize) -> [u32; 10]) {
    let words = numbers(512, 11);
    for (index, of) in INDICES {
        let device = Device::load(&kernel(index, body));
        let (input, output) = (device.upload(&words), device.zeroed::<u32>(THREADS));
        device.run("k", 1, THREADS as u32, args().buffer(&input).buffer(&output));
        for (thread, found) in output.read().into_iter().enumerate() {
            let numbers = loaded(&words, thread as u32, of(thread as u32) as usize);
            let expected =
                numbers.iter().fold(0u32, |sum, &number| sum.wrapping_mul(31).wrapping_add(number));
            assert_eq!(found, expected, "thread {thread} with {index} and\n{body}");
        }
    }
}

#[test]
fn loads_with_other_instructions_in_between_have_their_values() {
    for base in ["%rd3", "%r3"] {
        // Both directions, more than one group has, and a sum of those before.
        let loads: String = (0..9i32)
            .map(|at| {
                let offset = 4 * (at - 4) * at;
                format!("ld.shared.u32 %a{at}, [{base}+{offset}];\nadd.u32 %a9, %a9, %a{at};\n")
            })
            .collect();
        check(&loads, |words, _, index| {
            let mut all = [0u32; 10];
            for at in 0..9 {
                let offset = (at as i32 - 4) * at as i32;
                all[at] = words[index.wrapping_add_signed(offset as isize)];
                all[9] = all[9].wrapping_add(all[at]);
            }
            all
        });
    }
}

#[test]
fn a_store_and_a_barrier_stay_between_the_loads_around_them() {
    let body = "ld.shared.u32 %a0, [%rd3];\nld.shared.u32 %a1, [%rd3+4];\nld.shared.u32 %a2, [%rd3+8];\n\
                bar.sync 0;\nst.shared.u32 [words+2000], 5;\nst.volatile.shared.u32 [%rd3], 7;\n\
                ld.shared.u32 %a3, [%rd3];\nld.shared.u32 %a4, [%rd3];\nld.shared.u32 %a5, [%rd3];\nbar.sync 0;";
    check(body, |words, _, index| {
        let mut all = [0; 10];
        all[..3].copy_from_slice(&words[index..index + 3]);
        all[3..6].fill(7);
        all
    });
}

#[test]
fn a_register_is_loaded_after_its_last_use() {
    let body = "mov.u32 %a3, 9;\nld.shared.u32 %a0, [%rd3];\nld.shared.u32 %a1, [%rd3+4];\nld.shared.u32 %a2, [%rd3+8];\n\
                add.u32 %a4, %a3, 1;\nld.shared.u32 %a3, [%rd3+12];\nmov.u32 %a5, %a0;\nld.shared.u32 %a0, [%rd3+16];\n\
                add.s64 %rd3, %rd3, 4;\nld.shared.u32 %a6, [%rd3];\nld.shared.u32 %a7, [%rd3+4];\nld.shared.u32 %a8, [%rd3+8];";
    check(body, |words, _, index| {
        let word = |at| words[index + at];
        [word(4), word(1), word(2), word(3), 10, word(0), word(1), word(2), word(3), 0]
    });
}

#[test]
fn a_branch_between_loads_skips_those_before_its_target() {
    let body = "setp.lt.u32 %p2, %r1, 40;\nmov.u32 %a9, %r1;\n@%p2 bra PART;\n\
                ld.shared.u32 %a0, [%rd3];\nld.shared.u32 %a1, [%rd3+4];\n\
                PART:\nld.shared.u32 %a2, [%rd3+8];\nld.shared.u32 %a3, [%rd3+12];\nld.shared.u32 %a4, [%rd3+16];\n\
                @%p2 ld.shared.u32 %a5, [%rd3+20];";
    check(body, |words, thread, index| {
        let mut all = [0; 10];
        let from = if thread < 40 { 2 } else { 0 };
        let to = if thread < 40 { 6 } else { 5 };
        all[from..to].copy_from_slice(&words[index + from..index + to]);
        all[9] = thread;
        all
    });
}

#[test]
fn an_address_in_the_upper_half_whose_offset_wraps_around_is_valid() {
    let body = "add.u32 %r5, %r3, -2147483648;\nld.shared.u32 %a0, [%r5+-2147483648];\n\
                ld.shared.u32 %a1, [%r5+-2147483644];\nld.shared.u32 %a2, [%r5+-2147483640];";
    check(body, |words, _, index| {
        let mut all = [0; 10];
        all[..3].copy_from_slice(&words[index..index + 3]);
        all
    });
}

#[test]
fn the_load_that_is_outside_of_shared_memory_is_reported() {
    for (index, offset, is_valid) in [
        ("mov.u32 %r3, 100;", 2048 - 404, true),
        ("mov.u32 %r3, 100;", 2048 - 400, false),
        ("mov.u32 %r3, 100;", -404, false),
        ("add.u32 %r3, %r1, 64;", 2048 - 4 * 143 - 4, true),
        ("add.u32 %r3, %r1, 64;", 2048 - 4 * 143, false),
    ] {
        let body = format!(
            "ld.shared.u32 %a0, [%rd3];\nld.shared.u32 %a1, [%rd3+4];\nld.shared.u32 %a2, [%rd3+{offset}];"
        );
        let text = kernel(index, &body);
        let device = Device::load(&text);
        let (input, output) = (device.zeroed::<u32>(512), device.zeroed::<u32>(THREADS));
        let arguments = args().buffer(&input).buffer(&output);
        let found = device.try_run("k", 1, THREADS as u32, arguments);
        assert_eq!(found.is_ok(), is_valid, "{index} {offset}");
        if let Err(fault) = found {
            let line = text.lines().position(|line| line.contains("%a2, [%rd3")).unwrap();
            let report = fault.report;
            assert!(
                report.contains(&format!("line {}", line + 1)),
                "{report}, not of line {}",
                line + 1
            );
        }
    }
}
