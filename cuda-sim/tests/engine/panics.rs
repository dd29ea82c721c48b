//! A panic in a launch, here of its output, ends it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

use crate::device::{HostMemory, model};
use cuda_sim_engine::{Image, Launch, Limits, Output, Program, run};

struct Panics;

impl Output for Panics {
    fn print(&self, _: &[u8]) {
        panic!("as the test requests");
    }
}

/// The last block prints once all others have started, and they wait for what it writes afterwards.
const WAITS: &str = "
.version 7.0
.target sm_75
.address_size 64
.extern .func (.param .b32 result) vprintf(.param .b64 format, .param .b64 arguments);
.visible .entry waits(.param .u64 p)
{
    .reg .pred %p; .reg .b64 %d<3>; .reg .b32 %r<6>;
    ld.param.u64 %d1, [p];
    mov.u32 %r1, %ctaid.x; mov.u32 %r2, %nctaid.x;
    atom.global.add.u32 %r3, [%d1], 1;
    sub.u32 %r4, %r2, 1;
    setp.eq.u32 %p, %r1, %r4;
    @%p bra PRINTS;
WAIT:
    ld.volatile.global.u32 %r3, [%d1+4];
    setp.eq.u32 %p, %r3, 0;
    @%p bra WAIT;
    ret;
PRINTS:
    ld.volatile.global.u32 %r3, [%d1];
    setp.lt.u32 %p, %r3, %r2;
    @%p bra PRINTS;
    {
        .param .b64 format; st.param.b64 [format], %d1;
        .param .b64 arguments; st.param.b64 [arguments], %d1;
        .param .b32 result;
        call.uni (result), vprintf, (format, arguments);
        ld.param.b32 %r5, [result];
    }
    st.volatile.global.u32 [%d1+4], 1;
    ret;
}
";

#[test]
fn a_panic_ends_blocks_that_wait_for_the_one_that_panicked() {
    for cooperative in [false, true] {
        let (done, is_done) = channel();
        std::thread::spawn(move || {
            let program = Arc::new(Program::compile(WAITS, &model()).unwrap());
            let memory = HostMemory::default();
            let params = memory.allocate(8).to_le_bytes();
            let image = Image::new(program.clone(), Vec::new());
            let launch = Launch {
                image: &image,
                kernel: program.kernels().next().unwrap(),
                grid: [32, 1, 1],
                block: [32, 1, 1],
                cluster: [1; 3],
                dynamic_shared: 0,
                params: &params,
                cooperative,
                limits: Limits::default(),
                schedule_seed: None,
                planned_fault: None,
                checks: Default::default(),
                races: None,
                counters: None,
                children: None,
            };
            let result = catch_unwind(AssertUnwindSafe(|| run(&launch, &memory, &Panics)));
            let _ = done.send(result.is_err());
        });
        let panicked = is_done.recv_timeout(Duration::from_secs(100));
        assert_eq!(panicked, Ok(true), "cooperative: {cooperative}");
    }
}
