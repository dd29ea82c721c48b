//! The order of work of several streams: each rule once kept, which is no race, and once broken, which is one, whatever ran first.

use core::ffi::{CStr, c_void};
use core::ptr::null_mut;

use cuda_driver::sys::{
    CUdeviceptr, CUevent, CUfunction, CUgraphEdgeData, CUlaunchAttribute, CUlaunchAttributeID,
    CUlaunchConfig, CUstream, CUstreamCaptureMode,
};

use crate::kernels::load;
use crate::{TestDevice, run_alone};

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
    sim: TestDevice,
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
        let sim = TestDevice::new();
        let module = load(sim.raw, KERNELS);
        let function = |name: &CStr| call!(sim.raw, cuModuleGetFunction(module, name)).unwrap();
        let put = function(c"put");
        let get = function(c"get");
        let put_and_let_start = function(c"put_and_let_start");
        let wait_and_get = function(c"wait_and_get");
        let streams = [(); 3].map(|()| sim.stream(1));
        let [p, q] = [(); 2].map(|()| call!(sim.raw, cuMemAlloc(BYTES)).unwrap());
        let [a, b, c] = streams;
        Self { put, get, put_and_let_start, wait_and_get, a, b, c, p, q, right, sim }
    }

    fn run(&self, kernel: CUfunction, mut at: CUdeviceptr, stream: CUstream) {
        let mut pointers = [(&raw mut at).cast::<c_void>()];
        let pointer = pointers.as_mut_ptr();
        call!(
            self.sim.raw,
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
        let event = call!(self.sim.raw, cuEventCreate(2)).unwrap();
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
        call!(self.sim.raw, cuLaunchKernelEx(&raw const config, kernel, pointer, null_mut()))
            .unwrap();
    }

    fn put(&self, at: CUdeviceptr, stream: CUstream) {
        self.run(self.put, at, stream);
    }

    fn get(&self, at: CUdeviceptr, stream: CUstream) {
        self.run(self.get, at, stream);
    }

    fn event(&self) -> CUevent {
        call!(self.sim.raw, cuEventCreate(0)).unwrap()
    }

    fn record(&self, stream: CUstream) -> CUevent {
        let event = self.event();
        call!(self.sim.raw, cuEventRecord(event, stream)).unwrap();
        event
    }

    fn wait(&self, stream: CUstream, event: CUevent) {
        call!(self.sim.raw, cuStreamWaitEvent(stream, event, 0)).unwrap();
    }

    /// Returns once what `put` writes is there: the host sees it, and neither waits nor asks for the stream.
    fn see(&self, at: CUdeviceptr, stream: CUstream) {
        let memory = call!(self.sim.raw, cuMemAllocManaged(BYTES, 1)).unwrap();
        let last = (memory as *mut u32).wrapping_add(63);
        // SAFETY: managed memory of this many elements, which nothing else uses yet.
        unsafe { last.write_volatile(0) };
        call!(self.sim.raw, cuMemcpyDtoDAsync(memory, at, BYTES, stream)).unwrap();
        // SAFETY: the same memory.
        while unsafe { last.read_volatile() } != 63 {
            std::thread::yield_now();
        }
    }

    /// Returns memory that a graph on the first stream has allocated, for the second one, too; the graph is gone.
    fn allocate_in_a_graph(&self) -> CUdeviceptr {
        call!(self.sim.raw, cuStreamBeginCapture(self.a, RELAXED)).unwrap();
        let memory = call!(self.sim.raw, cuMemAllocAsync(BYTES, self.a)).unwrap();
        self.launch(false);
        let allocated = self.record(self.a);
        self.wait(self.b, allocated);
        memory
    }

    /// Launches the graph that the first stream captures, and destroys it, once it is done or before.
    fn launch(&self, waits: bool) {
        let graph = call!(self.sim.raw, cuStreamEndCapture(self.a)).unwrap();
        let exec = call!(self.sim.raw, cuGraphInstantiate(graph, 0)).unwrap();
        call!(self.sim.raw, cuGraphLaunch(exec, self.a)).unwrap();
        if waits {
            self.put(self.p, self.a);
            self.see(self.p, self.a);
        }
        call!(self.sim.raw, cuGraphExecDestroy(exec)).unwrap();
        call!(self.sim.raw, cuGraphDestroy(graph)).unwrap();
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
    ("an event", |case| {
        case.put(case.p, case.a);
        case.order(case.a, case.b);
        case.get(case.p, case.b);
    }),
    ("an event before a write of what was read", |case| {
        case.get(case.p, case.a);
        case.order(case.a, case.b);
        case.put(case.p, case.b);
    }),
    ("an event of work that was done before the wait", |case| {
        case.put(case.p, case.a);
        let event = case.record(case.a);
        case.see(case.p, case.a);
        if case.right {
            case.wait(case.b, event);
        }
        case.get(case.p, case.b);
    }),
    ("an event that is recorded after the work", |case| {
        let before = case.record(case.a);
        case.put(case.p, case.a);
        let after = case.record(case.a);
        case.wait(case.b, if case.right { after } else { before });
        case.get(case.p, case.b);
    }),
    ("two events in turn", |case| {
        case.put(case.p, case.a);
        case.order(case.a, case.b);
        let event = case.record(case.b);
        case.wait(case.c, event);
        case.get(case.p, case.c);
    }),
    ("a copy of what a kernel wrote", |case| {
        case.put(case.p, case.a);
        case.order(case.a, case.b);
        call!(case.sim.raw, cuMemcpyDtoDAsync(case.q, case.p, BYTES, case.b)).unwrap();
    }),
    ("a kernel that reads what was copied", |case| {
        call!(case.sim.raw, cuMemcpyDtoDAsync(case.q, case.p, BYTES, case.a)).unwrap();
        case.order(case.a, case.b);
        case.get(case.q, case.b);
    }),
    ("a kernel that reads what was filled", |case| {
        call!(case.sim.raw, cuMemsetD8Async(case.p, 1, BYTES, case.a)).unwrap();
        case.order(case.a, case.b);
        case.get(case.p, case.b);
    }),
    ("two fills", |case| {
        call!(case.sim.raw, cuMemsetD8Async(case.p, 1, BYTES, case.a)).unwrap();
        case.order(case.a, case.b);
        call!(case.sim.raw, cuMemsetD8Async(case.p + 100, 2, 1, case.b)).unwrap();
    }),
    ("synchronization of the stream", |case| {
        case.put(case.p, case.a);
        let stream = if case.right { case.a } else { case.c };
        call!(case.sim.raw, cuStreamSynchronize(stream)).unwrap();
        case.get(case.p, case.b);
    }),
    ("synchronization of an event", |case| {
        let before = case.record(case.a);
        case.put(case.p, case.a);
        let after = case.record(case.a);
        let event = if case.right { after } else { before };
        call!(case.sim.raw, cuEventSynchronize(event)).unwrap();
        case.get(case.p, case.b);
    }),
    ("synchronization of the context", |case| {
        case.put(case.p, case.a);
        if case.right {
            call!(case.sim.raw, cuCtxSynchronize()).unwrap();
        }
        case.get(case.p, case.b);
    }),
    ("a query that says that the stream is done", |case| {
        case.put(case.p, case.a);
        let stream = if case.right { case.a } else { case.c };
        while call!(case.sim.raw, cuStreamQuery(stream)).is_err() {
            std::thread::yield_now();
        }
        case.get(case.p, case.b);
    }),
    ("the legacy stream, before a blocking one", |case| {
        case.put(case.p, null_mut());
        let stream = case.sim.stream(u32::from(!case.right));
        case.get(case.p, stream);
    }),
    ("the legacy stream, after a blocking one", |case| {
        let stream = case.sim.stream(u32::from(!case.right));
        case.put(case.p, stream);
        case.get(case.p, null_mut());
    }),
    ("a synchronous copy, after a blocking stream", |case| {
        let stream = case.sim.stream(u32::from(!case.right));
        case.put(case.p, stream);
        case.sim.read(case.p);
    }),
    ("two copies of one place in host memory", |case| {
        let host = call!(case.sim.raw, cuMemAllocHost(BYTES)).unwrap();
        call!(case.sim.raw, cuMemcpyDtoHAsync(host, case.p, BYTES, case.a)).unwrap();
        case.order(case.a, case.b);
        call!(case.sim.raw, cuMemcpyHtoDAsync(case.q, host, BYTES, case.b)).unwrap();
    }),
    ("memory that is freed after its use", |case| {
        let memory = call!(case.sim.raw, cuMemAllocAsync(BYTES, case.a)).unwrap();
        let allocated = case.record(case.a);
        case.wait(case.b, allocated);
        case.put(memory, case.b);
        case.see(memory, case.b);
        case.order(case.b, case.a);
        call!(case.sim.raw, cuMemFreeAsync(memory, case.a)).unwrap();
    }),
    ("memory that is used after its allocation", |case| {
        let memory = call!(case.sim.raw, cuMemAllocAsync(BYTES, case.a)).unwrap();
        case.order(case.a, case.b);
        case.put(memory, case.b);
        call!(case.sim.raw, cuCtxSynchronize()).unwrap();
        call!(case.sim.raw, cuMemFreeAsync(memory, case.a)).unwrap();
    }),
    ("memory that a graph frees after its use", |case| {
        let memory = case.allocate_in_a_graph();
        case.put(memory, case.b);
        case.see(memory, case.b);
        case.order(case.b, case.a);
        call!(case.sim.raw, cuMemFreeAsync(memory, case.a)).unwrap();
    }),
    ("memory that was a graph's, for another stream", |case| {
        call!(case.sim.raw, cuStreamBeginCapture(case.a, RELAXED)).unwrap();
        let memory = call!(case.sim.raw, cuMemAllocAsync(BYTES, case.a)).unwrap();
        case.put(memory, case.a);
        call!(case.sim.raw, cuMemFreeAsync(memory, case.a)).unwrap();
        case.launch(true);
        // With `CUDA_SIM_REUSE`, it has the same address.
        let memory = call!(case.sim.raw, cuMemAllocAsync(BYTES, case.b)).unwrap();
        case.put(memory, case.b);
        case.order(case.b, case.c);
        case.get(memory, case.c);
    }),
    ("memory that was freed, for another stream", |case| {
        let memory = call!(case.sim.raw, cuMemAlloc(BYTES)).unwrap();
        case.put(memory, case.a);
        call!(case.sim.raw, cuMemFree(memory)).unwrap();
        // With `CUDA_SIM_REUSE`, these have the same address, too.
        let memory = call!(case.sim.raw, cuMemAllocAsync(BYTES, case.b)).unwrap();
        case.put(memory, case.b);
        call!(case.sim.raw, cuMemFreeAsync(memory, case.b)).unwrap();
        case.put(case.p, case.b);
        case.see(case.p, case.b);
        let memory = call!(case.sim.raw, cuMemAllocAsync(BYTES, case.a)).unwrap();
        case.put(memory, case.a);
        case.order(case.a, case.c);
        case.get(memory, case.c);
    }),
    ("a kernel that starts early", |case| {
        case.run(case.put_and_let_start, case.p, case.a);
        let kernel = if case.right { case.wait_and_get } else { case.get };
        case.run_early(kernel, case.p, case.a);
    }),
    ("a kernel that starts early, as the one before it", |case| {
        case.run(case.put_and_let_start, case.p, case.a);
        case.run_early(case.put_and_let_start, case.q, case.a);
        let kernel = if case.right { case.wait_and_get } else { case.get };
        case.run_early(kernel, case.p, case.a);
    }),
    ("a kernel that lets none start early", |case| {
        let kernel = if case.right { case.put } else { case.put_and_let_start };
        case.run(kernel, case.p, case.a);
        case.run_early(case.get, case.p, case.a);
    }),
    ("a kernel that starts as usual", |case| {
        case.run(case.put_and_let_start, case.p, case.a);
        if case.right { case.get(case.p, case.a) } else { case.run_early(case.get, case.p, case.a) }
    }),
    ("an event that a kernel triggers", |case| {
        case.run_and_trigger(case.put_and_let_start, case.p);
        case.run(if case.right { case.wait_and_get } else { case.get }, case.p, case.b);
    }),
    ("an event that a kernel triggers at its end", |case| {
        case.run_and_trigger(if case.right { case.put } else { case.put_and_let_start }, case.p);
        case.get(case.p, case.b);
    }),
    ("an event that a kernel triggers, before a copy", |case| {
        case.run_and_trigger(case.put_and_let_start, case.p);
        case.order(case.a, case.b);
        call!(case.sim.raw, cuMemcpyDtoDAsync(case.q, case.p, BYTES, case.b)).unwrap();
    }),
    ("an event that a kernel triggers, for the host", |case| {
        let event = case.run_and_trigger(case.put_and_let_start, case.p);
        if case.right {
            call!(case.sim.raw, cuStreamSynchronize(case.a)).unwrap()
        } else {
            call!(case.sim.raw, cuEventSynchronize(event)).unwrap()
        }
        case.get(case.p, case.c);
    }),
    ("an event of a kernel's start", |case| {
        let event = call!(case.sim.raw, cuEventCreate(2)).unwrap();
        case.run_with(case.put, case.p, case.a, |attribute| {
            attribute.id = CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT;
            attribute.value.launchCompletionEvent.event = event;
        });
        case.wait(case.b, event);
        case.order(case.a, case.b);
        case.get(case.p, case.b);
    }),
    ("an edge of a graph", |case| {
        call!(case.sim.raw, cuStreamBeginCapture(case.a, RELAXED)).unwrap();
        let before = case.record(case.a);
        case.put(case.p, case.a);
        let after = case.record(case.a);
        case.wait(case.b, if case.right { after } else { before });
        case.get(case.p, case.b);
        let end = case.record(case.b);
        case.wait(case.a, end);
        let graph = call!(case.sim.raw, cuStreamEndCapture(case.a)).unwrap();
        let exec = call!(case.sim.raw, cuGraphInstantiate(graph, 0)).unwrap();
        call!(case.sim.raw, cuGraphLaunch(exec, case.a)).unwrap();
        call!(case.sim.raw, cuGraphLaunch(exec, case.a)).unwrap();
    }),
    ("a programmatic edge of a graph", |case| {
        call!(case.sim.raw, cuStreamBeginCapture(case.a, RELAXED)).unwrap();
        case.run(case.put_and_let_start, case.p, case.a);
        let kernel = if case.right { case.wait_and_get } else { case.get };
        case.run_early(kernel, case.p, case.a);
        let graph = call!(case.sim.raw, cuStreamEndCapture(case.a)).unwrap();
        let exec = call!(case.sim.raw, cuGraphInstantiate(graph, 0)).unwrap();
        call!(case.sim.raw, cuGraphLaunch(exec, case.a)).unwrap();
        call!(case.sim.raw, cuGraphLaunch(exec, case.a)).unwrap();
    }),
    ("an edge from the start of a kernel", |case| {
        call!(case.sim.raw, cuStreamBeginCapture(case.a, RELAXED)).unwrap();
        case.put(case.p, case.a);
        let graph = call!(case.sim.raw, cuStreamEndCapture(case.a)).unwrap();
        let (mut first, mut count) = (null_mut(), 1);
        call!(case.sim.raw, cuGraphGetNodes(graph, &raw mut first, &raw mut count)).unwrap();
        let from_port = if case.right { 0 } else { 2 };
        let data = CUgraphEdgeData { from_port, ..CUgraphEdgeData::default() };
        call!(
            case.sim.raw,
            cuStreamBeginCaptureToGraph(
                case.a,
                graph,
                &raw const first,
                &raw const data,
                1,
                RELAXED
            )
        )
        .unwrap();
        case.get(case.p, case.a);
        case.launch(false);
    }),
    ("an event after a graph", |case| {
        call!(case.sim.raw, cuStreamBeginCapture(case.a, RELAXED)).unwrap();
        case.put(case.p, case.a);
        let graph = call!(case.sim.raw, cuStreamEndCapture(case.a)).unwrap();
        let exec = call!(case.sim.raw, cuGraphInstantiate(graph, 0)).unwrap();
        call!(case.sim.raw, cuGraphLaunch(exec, case.a)).unwrap();
        case.order(case.a, case.b);
        case.get(case.p, case.b);
    }),
    ("a function of the host that waits", |case| {
        unsafe extern "C" fn nothing(_: *mut c_void) {}
        case.put(case.p, case.a);
        if case.right {
            call!(case.sim.raw, cuLaunchHostFunc(case.a, Some(nothing), null_mut())).unwrap();
            while call!(case.sim.raw, cuStreamQuery(case.a)).is_err() {
                std::thread::yield_now();
            }
        }
        case.get(case.p, case.b);
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
            call!(case.sim.raw, cuCtxSynchronize()).unwrap();
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
