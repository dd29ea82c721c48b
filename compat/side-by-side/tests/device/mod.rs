//! The device, a kernel, and a gate that holds a stream until a test opens it.

#![allow(dead_code, reason = "not every test program uses all of it")]

use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use cuda_driver::{Context, Driver, Function, Launch, Stream};

/// The number of elements.
pub const LEN: usize = 1000;

/// `add(unsigned *data, unsigned value, unsigned len)`.
pub const ADD: &str = "
.version 7.0
.target sm_70
.address_size 64
.visible .entry add(.param .u64 data, .param .u32 value, .param .u32 len)
{
    .reg .pred %p;
    .reg .b32 %r<7>;
    .reg .b64 %d<4>;
    ld.param.u64 %d0, [data];
    ld.param.u32 %r0, [value];
    ld.param.u32 %r1, [len];
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ntid.x;
    mov.u32 %r4, %tid.x;
    mad.lo.u32 %r5, %r2, %r3, %r4;
    setp.ge.u32 %p, %r5, %r1;
    @%p bra done;
    cvta.to.global.u64 %d1, %d0;
    mul.wide.u32 %d2, %r5, 4;
    add.u64 %d3, %d1, %d2;
    ld.global.u32 %r6, [%d3];
    add.u32 %r6, %r6, %r0;
    st.global.u32 [%d3], %r6;
done:
    ret;
}
";

/// The primary context, a stream of ours, and the kernel.
pub struct Ours {
    pub context: Context,
    pub stream: Stream,
    add: Function,
    /// One test at a time: a call of another one may wait for the device, which waits for a gate.
    _alone: MutexGuard<'static, ()>,
}

impl Ours {
    pub fn new() -> Self {
        static ALONE: Mutex<()> = Mutex::new(());
        let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        let context = Driver::load().unwrap().device(0).unwrap().primary_context().unwrap();
        let add = context.load_ptx(ADD).unwrap().function("add").unwrap();
        let stream = context.stream().unwrap();
        let ours = Self { context, stream, add, _alone };
        // The driver may load a kernel when it is first launched, and that waits for the device.
        let mut memory = ours.stream.alloc_zeroed::<u32>(LEN).unwrap();
        ours.add(&mut memory, 1);
        assert_eq!(memory.to_vec().unwrap(), [1; LEN]);
        ours
    }

    /// Adds a value to each element, on the stream of the memory.
    pub fn add<'a>(&self, memory: impl Into<cuda_driver::DeviceSliceMut<'a, u32>>, value: u32) {
        let memory = memory.into();
        let len = memory.len();
        let shape = Launch::elements(len, 128);
        // SAFETY: add(unsigned *, unsigned, unsigned), so many elements.
        unsafe { memory.stream().launch(&self.add, shape, (memory, value, len as u32)) }.unwrap();
    }

    /// Another context of the device.
    pub fn other_context(&self) -> Context {
        self.context.device().create_context(Default::default()).unwrap()
    }
}

/// What a stream waits for until it is opened.
pub struct Gate(Sender<()>);

impl Gate {
    pub fn new(stream: &Stream) -> Self {
        let (open, opened) = channel();
        let wait = move || _ = opened.recv_timeout(Duration::from_secs(60));
        stream.launch_host_func(wait).unwrap();
        Self(open)
    }

    /// Asserts that the work of `stream` isn't complete while the gate is closed, and opens it.
    pub fn open_before(self, stream: &Stream) {
        // If nothing ordered the work after the gate, it would be complete after other work.
        let other = stream.context().stream().unwrap();
        other.upload(&[1u32; LEN]).unwrap().to_vec().unwrap();
        assert!(!stream.query().unwrap(), "the work doesn't wait");
        self.0.send(()).unwrap();
    }
}
