//! Locks of every usual form: each critical section excludes all others.

use crate::device::{Device, args};

/// How a lock is acquired and released: `{a}` is the space and `{lock}` the address of two words, of which the second
/// one is that of tickets.
const FORMS: [(&str, &str); 9] = [
    // `atomicCAS` and `atomicExch` with `__threadfence()`.
    (
        "LOCK:\natom{a}.cas.b32 %r4, [{lock}], 0, 1;\nsetp.ne.u32 %p1, %r4, 0;\n@%p1 bra LOCK;\nmembar.gl;",
        "membar.gl;\natom{a}.exch.b32 %r6, [{lock}], 0;",
    ),
    // With operands that differ between lanes.
    (
        "add.u32 %r7, %r2, 1;\nLOCK:\natom{a}.cas.b32 %r4, [{lock}], 0, %r7;\nsetp.ne.u32 %p1, %r4, 0;\n\
         @%p1 bra LOCK;\nmembar.gl;",
        "membar.gl;\nred{a}.and.b32 [{lock}], 0;",
    ),
    (
        "LOCK:\natom{a}.exch.b32 %r4, [{lock}], 1;\nsetp.ne.u32 %p1, %r4, 0;\n@%p1 bra LOCK;\nmembar.gl;",
        "membar.gl;\nst.volatile{a}.u32 [{lock}], 0;",
    ),
    // `cuda::atomic_ref` with acquire and release, and sequentially consistent.
    (
        "LOCK:\natom.cas.acquire.gpu{a}.b32 %r4, [{lock}], 0, 1;\nsetp.ne.s32 %p1, %r4, 0;\n@%p1 bra LOCK;",
        "st.release.gpu{a}.b32 [{lock}], 0;",
    ),
    (
        "LOCK:\nfence.sc.gpu;\natom.exch.acquire.gpu{a}.b32 %r4, [{lock}], 1;\nsetp.ne.s32 %p1, %r4, 0;\n@%p1 bra LOCK;",
        "fence.sc.gpu;\nst.relaxed.gpu{a}.b32 [{lock}], 0;",
    ),
    // With fences that only acquire and release.
    (
        "LOCK:\natom{a}.or.b32 %r4, [{lock}], 1;\nand.b32 %r4, %r4, 1;\nsetp.ne.u32 %p1, %r4, 0;\n@%p1 bra LOCK;\n\
         fence.acq_rel.gpu;",
        "fence.acq_rel.gpu;\natom{a}.exch.b32 %r6, [{lock}], 0;",
    ),
    // Tickets.
    (
        "atom{a}.add.u32 %r7, [{lock}+4], 1;\nLOCK:\nld.volatile{a}.u32 %r4, [{lock}];\nsetp.ne.u32 %p1, %r4, %r7;\n\
         @%p1 bra LOCK;\nmembar.gl;",
        "membar.gl;\natom{a}.add.u32 %r6, [{lock}], 1;",
    ),
    (
        "atom.add.relaxed.gpu{a}.u32 %r7, [{lock}+4], 1;\nLOCK:\nld.acquire.gpu{a}.u32 %r4, [{lock}];\n\
         setp.ne.u32 %p1, %r4, %r7;\n@%p1 bra LOCK;",
        "add.u32 %r7, %r7, 1;\nst.release.gpu{a}.u32 [{lock}], %r7;",
    ),
    // A loop with the critical section inside.
    (
        "LOCK:\natom{a}.cas.b32 %r4, [{lock}], 0, 1;\nsetp.ne.u32 %p1, %r4, 0;\n@%p1 bra AGAIN;\nmembar.gl;",
        "membar.gl;\natom{a}.exch.b32 %r6, [{lock}], 0;\nsetp.eq.u32 %p1, %r6, 0;\nAGAIN:\n@%p1 bra LOCK;",
    ),
];

/// Where a lock is.
#[derive(Debug)]
struct LockPlace {
    space: &'static str,
    lock: &'static str,
    /// Each block has its own, in shared memory.
    own: bool,
}

/// A kernel in which each thread with a number that is a multiple of `%r8` adds it to a sum, and counts, `turns` times,
/// within a lock. The lock is in global memory, at an address that all lanes know to be the same, or may not, or in
/// shared memory, with a sum for each block.
fn locked(acquire: &str, release: &str, place: &LockPlace, turns: u32) -> String {
    let LockPlace { space, lock, own } = *place;
    let form = |text: &str| text.replace("{a}", space).replace("{lock}", lock);
    let (acquire, release) = (form(acquire), form(release));
    // Its value is zero, which the decoder doesn't know.
    let nothing = "shr.u32 %r9, %r2, 20;\ncvt.u64.u32 %rd5, %r9;";
    format!(
        ".version 8.3\n.target sm_80\n.address_size 64\n\
         .visible .entry k(.param .u64 words, .param .u64 sums, .param .u32 every)\n{{\n\
         .shared .align 8 .b32 own[2];\n.reg .pred %p<4>;\n.reg .b32 %r<16>;\n.reg .b64 %rd<10>;\n\
         ld.param.u64 %rd1, [words];\nld.param.u64 %rd2, [sums];\nld.param.u32 %r8, [every];\n\
         mov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %tid.x;\n{nothing}\nadd.s64 %rd3, %rd1, %rd5;\n\
         mov.u64 %rd4, own;\ncvta.shared.u64 %rd6, %rd4;\nst.shared.u32 [own], %r9;\nst.shared.u32 [own+4], %r9;\n\
         bar.sync 0;\nmul.wide.u32 %rd7, %r1, {};\nadd.s64 %rd2, %rd2, %rd7;\nmov.u32 %r10, 0;\n\
         rem.u32 %r11, %r2, %r8;\nsetp.ne.u32 %p2, %r11, 0;\n@%p2 bra END;\nTURN:\n{acquire}\n\
         ld.global.u32 %r12, [%rd2];\nadd.u32 %r12, %r12, %r2;\nst.global.u32 [%rd2], %r12;\n\
         ld.global.u32 %r12, [%rd2+4];\nadd.u32 %r12, %r12, 1;\nst.global.u32 [%rd2+4], %r12;\n{release}\n\
         add.u32 %r10, %r10, 1;\nsetp.lt.u32 %p3, %r10, {turns};\n@%p3 bra TURN;\nEND:\nret;\n}}\n",
        if own { 8 } else { 0 },
    )
}

#[test]
fn locks_of_every_form_exclude_the_lanes_of_a_warp_and_other_blocks() {
    const BLOCKS: u32 = 6;
    const THREADS: u32 = 70;
    let places = [
        (".global", "%rd1", false),
        (".global", "%rd3", false),
        ("", "%rd1", false),
        ("", "%rd3", false),
        (".shared", "own", true),
        ("", "%rd6", true),
    ]
    .map(|(space, lock, own)| LockPlace { space, lock, own });
    for (acquire, release) in FORMS {
        for place in &places {
            let mut device = Device::load(&locked(acquire, release, place, 3));
            for (every, cooperative, seed) in
                [(1, false, None), (8, false, None), (1, true, None), (1, false, Some(1))]
            {
                (device.cooperative, device.seed) = (cooperative, seed);
                let (words, sums) =
                    (device.zeroed::<u32>(2), device.zeroed::<u32>(2 * BLOCKS as usize));
                let arguments = args().buffer(&words).buffer(&sums).value(every);
                device.run("k", BLOCKS, THREADS, arguments);
                let threads = || (0..THREADS).step_by(every as usize);
                let one = [3 * threads().sum::<u32>(), 3 * threads().count() as u32];
                let expected = if place.own {
                    one.repeat(BLOCKS as usize)
                } else {
                    [&one.map(|sum| sum * BLOCKS)[..], &[0; 2 * BLOCKS as usize - 2]].concat()
                };
                assert_eq!(
                    sums.read(),
                    expected,
                    "{acquire} {release} {place:?} {every} {cooperative} {seed:?}"
                );
            }
        }
    }
}

#[test]
fn blocks_look_back_at_those_before_them_in_every_order() {
    // Several times as many blocks as run at once. Each waits for the sum up to the one before it, and publishes its own.
    const BLOCKS: u32 = 1000;
    // By the block's index, and by a ticket.
    for number in ["mov.u32 %r3, %r1;", "atom.global.add.u32 %r3, [%rd1], 1;"] {
        let mut device = Device::load(&format!(
            ".version 8.3\n.target sm_80\n.address_size 64\n\
             .visible .entry k(.param .u64 ticket, .param .u64 flags, .param .u64 sums)\n{{\n\
             .shared .b32 own;\n.reg .pred %p<4>;\n.reg .b32 %r<16>;\n.reg .b64 %rd<8>;\n\
             ld.param.u64 %rd1, [ticket];\nld.param.u64 %rd2, [flags];\nld.param.u64 %rd3, [sums];\n\
             mov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %tid.x;\nsetp.ne.u32 %p1, %r2, 0;\n@%p1 bra WAIT;\n\
             {number}\nst.shared.u32 [own], %r3;\nWAIT:\nbar.sync 0;\n@%p1 bra END;\nld.shared.u32 %r3, [own];\n\
             mul.wide.u32 %rd4, %r3, 4;\nadd.s64 %rd5, %rd2, %rd4;\nadd.s64 %rd6, %rd3, %rd4;\nmov.u32 %r5, 0;\n\
             setp.eq.u32 %p2, %r3, 0;\n@%p2 bra SET;\n\
             BACK:\nld.volatile.global.u32 %r4, [%rd5+-4];\nsetp.eq.u32 %p3, %r4, 0;\n@%p3 bra BACK;\nmembar.gl;\n\
             ld.global.u32 %r5, [%rd6+-4];\nSET:\nmad.lo.u32 %r6, %r3, %r3, %r5;\nst.global.u32 [%rd6], %r6;\n\
             membar.gl;\nst.volatile.global.u32 [%rd5], 1;\nEND:\nret;\n}}\n"
        ));
        let expected = (0..BLOCKS).scan(0u32, |sum, number| {
            *sum = sum.wrapping_add(number.wrapping_mul(number));
            Some(*sum)
        });
        let expected: Vec<u32> = expected.collect();
        for seed in std::iter::once(None).chain((0..6).map(Some)) {
            device.seed = seed;
            let ticket = device.zeroed::<u32>(1);
            let (flags, sums) =
                (device.zeroed::<u32>(BLOCKS as usize), device.zeroed::<u32>(BLOCKS as usize));
            device.run("k", BLOCKS, 64, args().buffer(&ticket).buffer(&flags).buffer(&sums));
            assert_eq!(sums.read(), expected, "{number} {seed:?}");
        }
    }
}
