//! The order of work of several streams: each rule once kept, which is no race, and once broken, which is one, whatever ran first.

use core::ffi::{CStr, c_void};
use core::ptr::null_mut;

use cuda_driver::sys::{
    CUdeviceptr, CUevent, CUfunction, CUgraphEdgeData, CUlaunchAttribute, CUlaunchAttributeID,
    CUlaunchConfig, CUstream, CUstreamCaptureMode,
};

use crate::kernels::load;
use crate::{Own, run_alone};

/// Each thread writes its element, or reads it.
const KERNELS: &CStr = c"
.version 7.8
.target sm_90
.address_size 64
.visible .entry put(.param .u64 p)
{
    .reg .b32 %r<3>; .reg .b64 %d<4>;
    ld.param.u64 %d1, [p];
    mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2;
    cvt.u64.u32 %d2, %r2; add.u64 %d3, %d1, %d2;
    st.global.u32 [%d3], %r1;
    ret;
}
.visible .entry get(.param .u64 p)
{
    .reg .b32 %r<3>; .reg .b64 %d<4>;
    ld.param.u64 %d1, [p];
    mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2;
    cvt.u64.u32 %d2, %r2; add.u64 %d3, %d1, %d2;
    ld.global.u32 %r2, [%d3];
    ret;
}
.visible .entry put_and_let_start(.param .u64 p)
{
    .reg .b32 %r<3>; .reg .b64 %d<4>;
    ld.param.u64 %d1, [p];
    mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2;
    cvt.u64.u32 %d2, %r2; add.u64 %d3, %d1, %d2;
    st.global.u32 [%d3], %r1;
    griddepcontrol.launch_dependents;
    ret;
}
.visible .entry wait_and_get(.param .u64 p)
{
    .reg .b32 %r<3>; .reg .b64 %d<4>;
    ld.param.u64 %d1, [p];
    mov.u32 %r1, %tid.x; shl.b32 %r2, %r1, 2;
    cvt.u64.u32 %d2, %r2; add.u64 %d3, %d1, %d2;
    griddepcontrol.wait;
    ld.global.u32 %r2, [%d3];
    ret;
}
";
const BYTES: usize = 256;
const RELAXED: CUstreamCaptureMode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;

struct Case {
    own: Own,
    put: CUfunction,
    get: CUfunction,
    put_and_let_start: CUfunction,
    wait_and_get: CUfunction,
    a: CUstream,
    b: CUstream,
    c: CUstream,
    p: CUdeviceptr,
    q: CUdeviceptr,
    /// Whether the rule is kept.
    right: bool,
}

impl Case {
    fn new(right: bool) -> Self {
        let own = Own::new();
        let module = load(own.raw, KERNELS);
        let function = |name: &CStr| call!(own.raw, cuModuleGetFunction(module, name)).unwrap();
        let put = function(c"put");
        let get = function(c"get");
        let put_and_let_start = function(c"put_and_let_start");
        let wait_and_get = function(c"wait_and_get");
        let streams = [(); 3].map(|()| own.stream(1));
        let [p, q] = [(); 2].map(|()| call!(own.raw, cuMemAlloc(BYTES)).unwrap());
        let [a, b, c] = streams;
        Self { put, get, put_and_let_start, wait_and_get, a, b, c, p, q, right, own }
    }

    fn run(&self, kernel: CUfunction, mut at: CUdeviceptr, stream: CUstream) {
        let mut pointers = [(&raw mut at).cast::<c_void>()];
        let pointer = pointers.as_mut_ptr();
        call!(
            self.own.raw,
            cuLaunchKernel(kernel, 1, 1, 1, 64, 1, 1, 0, stream, pointer, null_mut())
        )
        .unwrap();
    }

    /// Runs a kernel that may start before the one in front of it has ended.
    fn run_early(&self, kernel: CUfunction, at: CUdeviceptr, stream: CUstream) {
        self.run_with(kernel, at, stream, |attribute| {
            attribute.id =
                CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
            attribute.value.programmaticStreamSerializationAllowed = 1;
        });
    }

    /// Runs a kernel in the first stream that triggers an event, and lets the second one wait for it.
    fn run_and_trigger(&self, kernel: CUfunction, at: CUdeviceptr) -> CUevent {
        let event = call!(self.own.raw, cuEventCreate(2)).unwrap();
        self.run_with(kernel, at, self.a, |attribute| {
            attribute.id = CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT;
            attribute.value.programmaticEvent.event = event;
        });
        self.wait(self.b, event);
        event
    }

    fn run_with(
        &self,
        kernel: CUfunction,
        mut at: CUdeviceptr,
        stream: CUstream,
        set: impl FnOnce(&mut CUlaunchAttribute),
    ) {
        // SAFETY: it is plain data, for which zero is valid.
        let mut attribute: CUlaunchAttribute = unsafe { core::mem::zeroed() };
        set(&mut attribute);
        let mut config = CUlaunchConfig::default();
        (config.gridDimX, config.gridDimY, config.gridDimZ) = (1, 1, 1);
        (config.blockDimX, config.blockDimY, config.blockDimZ) = (64, 1, 1);
        config.hStream = stream;
        (config.attrs, config.numAttrs) = (&raw mut attribute, 1);
        let mut pointers = [(&raw mut at).cast::<c_void>()];
        let pointer = pointers.as_mut_ptr();
        call!(self.own.raw, cuLaunchKernelEx(&raw const config, kernel, pointer, null_mut()))
            .unwrap();
    }

    fn put(&self, at: CUdeviceptr, stream: CUstream) {
        self.run(self.put, at, stream);
    }

    fn get(&self, at: CUdeviceptr, stream: CUstream) {
        self.run(self.get, at, stream);
    }

    fn event(&self) -> CUevent {
        call!(self.own.raw, cuEventCreate(0)).unwrap()
    }

    fn record(&self, stream: CUstream) -> CUevent {
        let event = self.event();
        call!(self.own.raw, cuEventRecord(event, stream)).unwrap();
        event
    }

    fn wait(&self, stream: CUstream, event: CUevent) {
        call!(self.own.raw, cuStreamWaitEvent(stream, event, 0)).unwrap();
    }

    /// Returns once what `put` writes is there: the host sees it, and neither waits nor asks for the stream.
    fn see(&self, at: CUdeviceptr, stream: CUstream) {
        let memory = call!(self.own.raw, cuMemAllocManaged(BYTES, 1)).unwrap();
        let last = (memory as *mut u32).wrapping_add(63);
        // SAFETY: managed memory of this many elements, which nothing else uses yet.
        unsafe { last.write_volatile(0) };
        call!(self.own.raw, cuMemcpyDtoDAsync(memory, at, BYTES, stream)).unwrap();
        // SAFETY: the same memory.
        while unsafe { last.read_volatile() } != 63 {
            std::thread::yield_now();
        }
    }

    /// Returns memory that a graph on the first stream has allocated, for the second one, too; the graph is gone.
    fn allocate_in_a_graph(&self) -> CUdeviceptr {
        call!(self.own.raw, cuStreamBeginCapture(self.a, RELAXED)).unwrap();
        let memory = call!(self.own.raw, cuMemAllocAsync(BYTES, self.a)).unwrap();
        self.launch(false);
        let allocated = self.record(self.a);
        self.wait(self.b, allocated);
        memory
    }

    /// Launches the graph that the first stream captures, and destroys it, once it is done or before.
    fn launch(&self, waits: bool) {
        let graph = call!(self.own.raw, cuStreamEndCapture(self.a)).unwrap();
        let exec = call!(self.own.raw, cuGraphInstantiate(graph, 0)).unwrap();
        call!(self.own.raw, cuGraphLaunch(exec, self.a)).unwrap();
        if waits {
            self.put(self.p, self.a);
            self.see(self.p, self.a);
        }
        call!(self.own.raw, cuGraphExecDestroy(exec)).unwrap();
        call!(self.own.raw, cuGraphDestroy(graph)).unwrap();
    }

    /// Makes one stream wait for the other, if the rule is to be kept.
    fn order(&self, from: CUstream, to: CUstream) {
        if self.right {
            let event = self.record(from);
            self.wait(to, event);
        }
    }
}

/// What a rule is, and work that keeps or breaks it.
type Rule = (&'static str, fn(&Case));

const RULES: &[Rule] = &[
    ("an event", |it| {
        it.put(it.p, it.a);
        it.order(it.a, it.b);
        it.get(it.p, it.b);
    }),
    ("an event before a write of what was read", |it| {
        it.get(it.p, it.a);
        it.order(it.a, it.b);
        it.put(it.p, it.b);
    }),
    ("an event of work that was done before the wait", |it| {
        it.put(it.p, it.a);
        let event = it.record(it.a);
        it.see(it.p, it.a);
        if it.right {
            it.wait(it.b, event);
        }
        it.get(it.p, it.b);
    }),
    ("an event that is recorded after the work", |it| {
        let before = it.record(it.a);
        it.put(it.p, it.a);
        let after = it.record(it.a);
        it.wait(it.b, if it.right { after } else { before });
        it.get(it.p, it.b);
    }),
    ("two events in turn", |it| {
        it.put(it.p, it.a);
        it.order(it.a, it.b);
        let event = it.record(it.b);
        it.wait(it.c, event);
        it.get(it.p, it.c);
    }),
    ("a copy of what a kernel wrote", |it| {
        it.put(it.p, it.a);
        it.order(it.a, it.b);
        call!(it.own.raw, cuMemcpyDtoDAsync(it.q, it.p, BYTES, it.b)).unwrap();
    }),
    ("a kernel that reads what was copied", |it| {
        call!(it.own.raw, cuMemcpyDtoDAsync(it.q, it.p, BYTES, it.a)).unwrap();
        it.order(it.a, it.b);
        it.get(it.q, it.b);
    }),
    ("a kernel that reads what was filled", |it| {
        call!(it.own.raw, cuMemsetD8Async(it.p, 1, BYTES, it.a)).unwrap();
        it.order(it.a, it.b);
        it.get(it.p, it.b);
    }),
    ("two fills", |it| {
        call!(it.own.raw, cuMemsetD8Async(it.p, 1, BYTES, it.a)).unwrap();
        it.order(it.a, it.b);
        call!(it.own.raw, cuMemsetD8Async(it.p + 100, 2, 1, it.b)).unwrap();
    }),
    ("synchronization of the stream", |it| {
        it.put(it.p, it.a);
        let stream = if it.right { it.a } else { it.c };
        call!(it.own.raw, cuStreamSynchronize(stream)).unwrap();
        it.get(it.p, it.b);
    }),
    ("synchronization of an event", |it| {
        let before = it.record(it.a);
        it.put(it.p, it.a);
        let after = it.record(it.a);
        let event = if it.right { after } else { before };
        call!(it.own.raw, cuEventSynchronize(event)).unwrap();
        it.get(it.p, it.b);
    }),
    ("synchronization of the context", |it| {
        it.put(it.p, it.a);
        if it.right {
            call!(it.own.raw, cuCtxSynchronize()).unwrap();
        }
        it.get(it.p, it.b);
    }),
    ("a query that says that the stream is done", |it| {
        it.put(it.p, it.a);
        let stream = if it.right { it.a } else { it.c };
        while call!(it.own.raw, cuStreamQuery(stream)).is_err() {
            std::thread::yield_now();
        }
        it.get(it.p, it.b);
    }),
    ("the legacy stream, before a blocking one", |it| {
        it.put(it.p, null_mut());
        let stream = it.own.stream(u32::from(!it.right));
        it.get(it.p, stream);
    }),
    ("the legacy stream, after a blocking one", |it| {
        let stream = it.own.stream(u32::from(!it.right));
        it.put(it.p, stream);
        it.get(it.p, null_mut());
    }),
    ("a synchronous copy, after a blocking stream", |it| {
        let stream = it.own.stream(u32::from(!it.right));
        it.put(it.p, stream);
        it.own.read(it.p);
    }),
    ("two copies of one place in host memory", |it| {
        let host = call!(it.own.raw, cuMemAllocHost(BYTES)).unwrap();
        call!(it.own.raw, cuMemcpyDtoHAsync(host, it.p, BYTES, it.a)).unwrap();
        it.order(it.a, it.b);
        call!(it.own.raw, cuMemcpyHtoDAsync(it.q, host, BYTES, it.b)).unwrap();
    }),
    ("memory that is freed after its use", |it| {
        let memory = call!(it.own.raw, cuMemAllocAsync(BYTES, it.a)).unwrap();
        let allocated = it.record(it.a);
        it.wait(it.b, allocated);
        it.put(memory, it.b);
        it.see(memory, it.b);
        it.order(it.b, it.a);
        call!(it.own.raw, cuMemFreeAsync(memory, it.a)).unwrap();
    }),
    ("memory that is used after its allocation", |it| {
        let memory = call!(it.own.raw, cuMemAllocAsync(BYTES, it.a)).unwrap();
        it.order(it.a, it.b);
        it.put(memory, it.b);
        call!(it.own.raw, cuCtxSynchronize()).unwrap();
        call!(it.own.raw, cuMemFreeAsync(memory, it.a)).unwrap();
    }),
    ("memory that a graph frees after its use", |it| {
        let memory = it.allocate_in_a_graph();
        it.put(memory, it.b);
        it.see(memory, it.b);
        it.order(it.b, it.a);
        call!(it.own.raw, cuMemFreeAsync(memory, it.a)).unwrap();
    }),
    ("memory that was a graph's, for another stream", |it| {
        call!(it.own.raw, cuStreamBeginCapture(it.a, RELAXED)).unwrap();
        let memory = call!(it.own.raw, cuMemAllocAsync(BYTES, it.a)).unwrap();
        it.put(memory, it.a);
        call!(it.own.raw, cuMemFreeAsync(memory, it.a)).unwrap();
        it.launch(true);
        // With `CUDA_SIM_REUSE`, it has the same address.
        let memory = call!(it.own.raw, cuMemAllocAsync(BYTES, it.b)).unwrap();
        it.put(memory, it.b);
        it.order(it.b, it.c);
        it.get(memory, it.c);
    }),
    ("memory that was freed, for another stream", |it| {
        let memory = call!(it.own.raw, cuMemAlloc(BYTES)).unwrap();
        it.put(memory, it.a);
        call!(it.own.raw, cuMemFree(memory)).unwrap();
        // With `CUDA_SIM_REUSE`, these have the same address, too.
        let memory = call!(it.own.raw, cuMemAllocAsync(BYTES, it.b)).unwrap();
        it.put(memory, it.b);
        call!(it.own.raw, cuMemFreeAsync(memory, it.b)).unwrap();
        it.put(it.p, it.b);
        it.see(it.p, it.b);
        let memory = call!(it.own.raw, cuMemAllocAsync(BYTES, it.a)).unwrap();
        it.put(memory, it.a);
        it.order(it.a, it.c);
        it.get(memory, it.c);
    }),
    ("a kernel that starts early", |it| {
        it.run(it.put_and_let_start, it.p, it.a);
        let kernel = if it.right { it.wait_and_get } else { it.get };
        it.run_early(kernel, it.p, it.a);
    }),
    ("a kernel that starts early, as the one before it", |it| {
        it.run(it.put_and_let_start, it.p, it.a);
        it.run_early(it.put_and_let_start, it.q, it.a);
        let kernel = if it.right { it.wait_and_get } else { it.get };
        it.run_early(kernel, it.p, it.a);
    }),
    ("a kernel that lets none start early", |it| {
        let kernel = if it.right { it.put } else { it.put_and_let_start };
        it.run(kernel, it.p, it.a);
        it.run_early(it.get, it.p, it.a);
    }),
    ("a kernel that starts as usual", |it| {
        it.run(it.put_and_let_start, it.p, it.a);
        match it.right {
            true => it.get(it.p, it.a),
            false => it.run_early(it.get, it.p, it.a),
        }
    }),
    ("an event that a kernel triggers", |it| {
        it.run_and_trigger(it.put_and_let_start, it.p);
        it.run(if it.right { it.wait_and_get } else { it.get }, it.p, it.b);
    }),
    ("an event that a kernel triggers at its end", |it| {
        it.run_and_trigger(if it.right { it.put } else { it.put_and_let_start }, it.p);
        it.get(it.p, it.b);
    }),
    ("an event that a kernel triggers, before a copy", |it| {
        it.run_and_trigger(it.put_and_let_start, it.p);
        it.order(it.a, it.b);
        call!(it.own.raw, cuMemcpyDtoDAsync(it.q, it.p, BYTES, it.b)).unwrap();
    }),
    ("an event that a kernel triggers, for the host", |it| {
        let event = it.run_and_trigger(it.put_and_let_start, it.p);
        match it.right {
            true => call!(it.own.raw, cuStreamSynchronize(it.a)).unwrap(),
            false => call!(it.own.raw, cuEventSynchronize(event)).unwrap(),
        }
        it.get(it.p, it.c);
    }),
    ("an event of a kernel's start", |it| {
        let event = call!(it.own.raw, cuEventCreate(2)).unwrap();
        it.run_with(it.put, it.p, it.a, |attribute| {
            attribute.id = CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT;
            attribute.value.launchCompletionEvent.event = event;
        });
        it.wait(it.b, event);
        it.order(it.a, it.b);
        it.get(it.p, it.b);
    }),
    ("an edge of a graph", |it| {
        call!(it.own.raw, cuStreamBeginCapture(it.a, RELAXED)).unwrap();
        let before = it.record(it.a);
        it.put(it.p, it.a);
        let after = it.record(it.a);
        it.wait(it.b, if it.right { after } else { before });
        it.get(it.p, it.b);
        let end = it.record(it.b);
        it.wait(it.a, end);
        let graph = call!(it.own.raw, cuStreamEndCapture(it.a)).unwrap();
        let exec = call!(it.own.raw, cuGraphInstantiate(graph, 0)).unwrap();
        call!(it.own.raw, cuGraphLaunch(exec, it.a)).unwrap();
        call!(it.own.raw, cuGraphLaunch(exec, it.a)).unwrap();
    }),
    ("a programmatic edge of a graph", |it| {
        call!(it.own.raw, cuStreamBeginCapture(it.a, RELAXED)).unwrap();
        it.run(it.put_and_let_start, it.p, it.a);
        let kernel = if it.right { it.wait_and_get } else { it.get };
        it.run_early(kernel, it.p, it.a);
        let graph = call!(it.own.raw, cuStreamEndCapture(it.a)).unwrap();
        let exec = call!(it.own.raw, cuGraphInstantiate(graph, 0)).unwrap();
        call!(it.own.raw, cuGraphLaunch(exec, it.a)).unwrap();
        call!(it.own.raw, cuGraphLaunch(exec, it.a)).unwrap();
    }),
    ("an edge from the start of a kernel", |it| {
        call!(it.own.raw, cuStreamBeginCapture(it.a, RELAXED)).unwrap();
        it.put(it.p, it.a);
        let graph = call!(it.own.raw, cuStreamEndCapture(it.a)).unwrap();
        let (mut first, mut count) = (null_mut(), 1);
        call!(it.own.raw, cuGraphGetNodes(graph, &raw mut first, &raw mut count)).unwrap();
        let from_port = if it.right { 0 } else { 2 };
        let data = CUgraphEdgeData { from_port, ..CUgraphEdgeData::default() };
        call!(
            it.own.raw,
            cuStreamBeginCaptureToGraph(it.a, graph, &raw const first, &raw const data, 1, RELAXED)
        )
        .unwrap();
        it.get(it.p, it.a);
        it.launch(false);
    }),
    ("an event after a graph", |it| {
        call!(it.own.raw, cuStreamBeginCapture(it.a, RELAXED)).unwrap();
        it.put(it.p, it.a);
        let graph = call!(it.own.raw, cuStreamEndCapture(it.a)).unwrap();
        let exec = call!(it.own.raw, cuGraphInstantiate(graph, 0)).unwrap();
        call!(it.own.raw, cuGraphLaunch(exec, it.a)).unwrap();
        it.order(it.a, it.b);
        it.get(it.p, it.b);
    }),
    ("a function of the host that waits", |it| {
        unsafe extern "C" fn nothing(_: *mut c_void) {}
        it.put(it.p, it.a);
        if it.right {
            call!(it.own.raw, cuLaunchHostFunc(it.a, Some(nothing), null_mut())).unwrap();
            while call!(it.own.raw, cuStreamQuery(it.a)).is_err() {
                std::thread::yield_now();
            }
        }
        it.get(it.p, it.b);
    }),
];

#[test]
fn work_that_nothing_orders_is_a_race_whatever_ran_first() {
    run_alone("orders::alone", &[("CUDA_SIM_CHECK", "races")]);
    run_alone("orders::alone", &[("CUDA_SIM_CHECK", "races"), ("CUDA_SIM_DELAY_SEED", "3")]);
    run_alone("orders::alone", &[("CUDA_SIM_CHECK", "races"), ("CUDA_SIM_REUSE", "1")]);
}

#[test]
#[ignore = "run in a separate process by the test above"]
fn alone() {
    let mut failures = Vec::new();
    for (name, rule) in RULES {
        for right in [true, false] {
            let case = Case::new(right);
            rule(&case);
            call!(case.own.raw, cuCtxSynchronize()).unwrap();
            let races = cuda_sim::races();
            if right != races.is_empty() {
                let found: Vec<_> = races.iter().map(ToString::to_string).collect();
                failures.push(format!("{name}, right: {right}: {found:?}"));
            }
            for race in &races {
                let reason = &race.reason;
                let expected = ["no event or wait orders", "no edges", "no griddepcontrol.wait"];
                if !expected.into_iter().any(|text| reason.contains(text)) {
                    failures.push(format!("{name} says {race}"));
                }
            }
            let _ = std::panic::catch_unwind(|| cuda_sim::assert_no_races(false));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
