//! Graphs that are built node by node.

use core::ffi::{CStr, c_void};
use core::ptr::{null, null_mut};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use cuda_driver::Raw;
use cuda_driver::sys::*;

use crate::kernels::load;
use crate::{TestDevice, code, run_alone};

const INVALID: CUresult = CUresult::CUDA_ERROR_INVALID_VALUE;
const RELAXED: CUstreamCaptureMode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;

const ADD: &CStr = c"
.version 7.0
.target sm_75
.address_size 64
.visible .entry add(.param .u64 to, .param .u32 summand)
{
    .reg .b64 %t;
    .reg .b32 %s;
    ld.param.u64 %t, [to];
    ld.param.u32 %s, [summand];
    red.global.add.u32 [%t], %s;
    ret;
}
.visible .entry nop() { ret; }
";

/// A kernel node's values, and its parameters.
struct Add {
    function: CUfunction,
    values: [u64; 2],
}

impl Add {
    fn new(sim: &TestDevice, to: u64, summand: u32) -> Self {
        let module = load(sim.raw, ADD);
        Self {
            function: call!(sim.raw, cuModuleGetFunction(module, c"add")).unwrap(),
            values: [to, summand.into()],
        }
    }

    fn with<R>(&mut self, make: impl FnOnce(*const CUDA_KERNEL_NODE_PARAMS) -> R) -> R {
        let mut pointers = self.values.each_mut().map(|value| (&raw mut *value).cast::<c_void>());
        let mut node = zeroed::<CUDA_KERNEL_NODE_PARAMS>();
        (node.gridDimX, node.gridDimY, node.gridDimZ) = (1, 1, 1);
        (node.blockDimX, node.blockDimY, node.blockDimZ) = (1, 1, 1);
        node.func = self.function;
        node.kernelParams = pointers.as_mut_ptr();
        make(&raw const node)
    }

    fn add(&mut self, raw: Raw, graph: CUgraph, after: &[CUgraphNode]) -> CUgraphNode {
        self.with(|node| call!(raw, cuGraphAddKernelNode(graph, after, node))).unwrap()
    }
}

fn zeroed<T: Copy>() -> T {
    // SAFETY: it is only used for C's plain data, for which zero is valid.
    unsafe { core::mem::zeroed() }
}

fn graph(sim: &TestDevice) -> CUgraph {
    call!(sim.raw, cuGraphCreate(0)).unwrap()
}

fn empty(sim: &TestDevice, graph: CUgraph, after: &[CUgraphNode]) -> CUgraphNode {
    call!(sim.raw, cuGraphAddEmptyNode(graph, after)).unwrap()
}

fn nodes(sim: &TestDevice, graph: CUgraph) -> Vec<CUgraphNode> {
    let mut count = 0;
    call!(sim.raw, cuGraphGetNodes(graph, null_mut(), &raw mut count)).unwrap();
    let mut nodes = vec![null_mut(); count];
    if count > 0 {
        call!(sim.raw, cuGraphGetNodes(graph, nodes.as_mut_ptr(), &raw mut count)).unwrap();
    }
    nodes
}

fn edges(sim: &TestDevice, graph: CUgraph) -> Vec<(CUgraphNode, CUgraphNode, [u8; 3])> {
    let mut count = 32;
    let (mut from, mut to) = ([null_mut(); 32], [null_mut(); 32]);
    let mut data = [zeroed::<CUgraphEdgeData>(); 32];
    let lists = (from.as_mut_ptr(), to.as_mut_ptr(), data.as_mut_ptr());
    call!(sim.raw, cuGraphGetEdges(graph, lists.0, lists.1, lists.2, &raw mut count)).unwrap();
    let kind = |data: &CUgraphEdgeData| [data.from_port, data.to_port, data.type_];
    (0..count).map(|i| (from[i], to[i], kind(&data[i]))).collect()
}

fn add_edge(
    sim: &TestDevice,
    graph: CUgraph,
    from: CUgraphNode,
    to: CUgraphNode,
) -> Result<(), cuda_driver::CuResult> {
    call!(sim.raw, cuGraphAddDependencies(graph, &raw const from, &raw const to, null(), 1))
}

fn host(
    function: unsafe extern "C" fn(*mut c_void),
    argument: *mut c_void,
) -> CUDA_HOST_NODE_PARAMS {
    CUDA_HOST_NODE_PARAMS { fn_: Some(function), userData: argument }
}

fn instantiate(sim: &TestDevice, graph: CUgraph) -> CUgraphExec {
    call!(sim.raw, cuGraphInstantiate(graph, 0)).unwrap()
}

fn memory(sim: &TestDevice) -> u64 {
    let p = call!(sim.raw, cuMemAlloc(64)).unwrap();
    call!(sim.raw, cuMemsetD32(p, 0, 16)).unwrap();
    p
}

/// A conditional node with one body, which adds 1 where a value decides; returns its condition, too.
fn decide(sim: &TestDevice, graph: CUgraph, value: u32, to: u64) -> u64 {
    let context = sim.context.as_raw();
    let handle = call!(
        sim.raw,
        cuGraphConditionalHandleCreate(graph, context, value, CU_GRAPH_COND_ASSIGN_DEFAULT)
    )
    .unwrap();
    let mut node = zeroed::<CUgraphNodeParams>();
    node.type_ = CUgraphNodeType::CU_GRAPH_NODE_TYPE_CONDITIONAL;
    node.params.conditional = CUDA_CONDITIONAL_NODE_PARAMS {
        handle,
        type_: CUgraphConditionalNodeType::CU_GRAPH_COND_TYPE_IF,
        size: 1,
        phGraph_out: null_mut(),
        ctx: context,
    };
    call!(sim.raw, cuGraphAddNode(graph, null(), null(), 0, &raw mut node)).unwrap();
    // SAFETY: the call wrote a list of one graph.
    let body = unsafe { node.params.conditional.phGraph_out.read() };
    Add::new(sim, to, 1).add(sim.raw, body, &[]);
    handle
}

fn allocation(sim: &TestDevice, graph: CUgraph, bytes: usize) -> (CUgraphNode, u64) {
    let mut node = zeroed::<CUDA_MEM_ALLOC_NODE_PARAMS>();
    node.poolProps.allocType = CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED;
    node.poolProps.location.type_ = CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE;
    node.bytesize = bytes;
    let added = call!(sim.raw, cuGraphAddMemAllocNode(graph, &[], &raw mut node)).unwrap();
    (added, node.dptr)
}

/// Waits in a host function until the flag at `argument` is set, at most a minute.
unsafe extern "C" fn await_flag(argument: *mut c_void) {
    // SAFETY: the argument is a flag of a test, which lives as long as the program.
    let flag = unsafe { &*argument.cast::<AtomicBool>() };
    let begin = Instant::now();
    while !flag.load(Ordering::Acquire) && begin.elapsed() < Duration::from_secs(60) {
        std::thread::yield_now();
    }
}

fn flag() -> &'static AtomicBool {
    Box::leak(Box::new(AtomicBool::new(false)))
}

fn argument(flag: &'static AtomicBool) -> *mut c_void {
    (&raw const *flag).cast_mut().cast()
}

#[test]
fn handles_of_nodes_stay_the_same_when_others_are_destroyed() {
    let sim = TestDevice::new();
    let graph = graph(&sim);
    let a = empty(&sim, graph, &[]);
    let b = empty(&sim, graph, &[a]);
    let c = empty(&sim, graph, &[b]);
    call!(sim.raw, cuGraphDestroyNode(b)).unwrap();
    assert_eq!(nodes(&sim, graph), [a, c]);
    assert_eq!(edges(&sim, graph), []);
    let d = empty(&sim, graph, &[c]);
    assert_eq!(edges(&sim, graph), [(c, d, [0; 3])]);
    assert_eq!(code(call!(sim.raw, cuGraphDestroyNode(b))), INVALID);
    assert_eq!(code(call!(sim.raw, cuGraphAddEmptyNode(graph, &[b]))), INVALID);
    call!(sim.raw, cuGraphDestroy(graph)).unwrap();
    assert_eq!(code(call!(sim.raw, cuGraphNodeGetType(c))), INVALID);
}

#[test]
fn a_cycle_is_refused_when_the_graph_is_instantiated() {
    let sim = TestDevice::new();
    let graph = graph(&sim);
    let a = empty(&sim, graph, &[]);
    let b = empty(&sim, graph, &[a]);
    add_edge(&sim, graph, b, a).unwrap();
    let mut parameters = zeroed::<CUDA_GRAPH_INSTANTIATE_PARAMS>();
    let refused = call!(sim.raw, cuGraphInstantiateWithParams(graph, &raw mut parameters));
    assert_eq!(code(refused), INVALID);
    let why = CUgraphInstantiateResult::CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE;
    assert_eq!(parameters.result_out, why);
    assert!([a, b].contains(&parameters.hErrNode_out));
    let clone = call!(sim.raw, cuGraphClone(graph)).unwrap();
    assert_eq!(code(call!(sim.raw, cuGraphInstantiate(clone, 0))), INVALID);
    // It can still be described.
    call!(sim.raw, cuGraphDebugDotPrint(graph, c"/dev/null", 1)).unwrap();
}

#[test]
fn captured_work_is_readable_as_nodes() {
    let sim = TestDevice::new();
    let p = memory(&sim);
    let stream = sim.stream(1);
    let add = Add::new(&sim, p, 3);
    let (mut to, mut summand) = (p, 3u32);
    let mut pointers: [*mut c_void; 2] = [(&raw mut to).cast(), (&raw mut summand).cast()];
    call!(sim.raw, cuStreamBeginCapture(stream, RELAXED)).unwrap();
    call!(sim.raw, cuMemsetD32Async(p, 7, 4, stream)).unwrap();
    call!(sim.raw, cuMemcpyDtoDAsync(p + 32, p, 16, stream)).unwrap();
    call!(
        sim.raw,
        cuLaunchKernel(
            add.function,
            2,
            1,
            1,
            8,
            1,
            1,
            0,
            stream,
            pointers.as_mut_ptr(),
            null_mut()
        )
    )
    .unwrap();
    call!(sim.raw, cuLaunchHostFunc(stream, Some(await_flag), argument(flag()))).unwrap();
    let graph = call!(sim.raw, cuStreamEndCapture(stream)).unwrap();
    let nodes = nodes(&sim, graph);
    let fill = call!(sim.raw, cuGraphMemsetNodeGetParams(nodes[0])).unwrap();
    assert_eq!((fill.dst, fill.value, fill.elementSize, fill.width), (p, 7, 4, 4));
    let copy = call!(sim.raw, cuGraphMemcpyNodeGetParams(nodes[1])).unwrap();
    assert_eq!((copy.srcDevice, copy.dstDevice, copy.WidthInBytes), (p, p + 32, 16));
    let kernel = call!(sim.raw, cuGraphKernelNodeGetParams(nodes[2])).unwrap();
    assert_eq!((kernel.func, kernel.gridDimX, kernel.blockDimX), (add.function, 2, 8));
    // SAFETY: the call returned pointers to the values of two parameters.
    let values = unsafe {
        let pointers = core::slice::from_raw_parts(kernel.kernelParams, 2);
        (pointers[0].cast::<u64>().read(), pointers[1].cast::<u32>().read())
    };
    assert_eq!(values, (p, 3));
    let function = call!(sim.raw, cuGraphHostNodeGetParams(nodes[3])).unwrap();
    assert!(function.fn_.is_some());
    assert_eq!(code(call!(sim.raw, cuGraphHostNodeGetParams(nodes[2]))), INVALID);
}

/// Every field of a copy's description, with addresses relative to `p`.
fn described(copy: &CUDA_MEMCPY3D, p: u64) -> [u64; 17] {
    let from = if copy.srcMemoryType == CUmemorytype::CU_MEMORYTYPE_HOST {
        copy.srcHost as u64
    } else {
        copy.srcDevice
    };
    [
        copy.srcMemoryType.0.into(),
        from.wrapping_sub(p),
        copy.srcXInBytes as u64,
        copy.srcY as u64,
        copy.srcZ as u64,
        copy.srcPitch as u64,
        copy.srcHeight as u64,
        copy.dstMemoryType.0.into(),
        copy.dstDevice.wrapping_sub(p),
        copy.dstXInBytes as u64,
        copy.dstY as u64,
        copy.dstZ as u64,
        copy.dstPitch as u64,
        copy.dstHeight as u64,
        copy.WidthInBytes as u64,
        copy.Height as u64,
        copy.Depth as u64,
    ]
}

#[test]
fn a_captured_copy_has_the_parameters_that_the_program_gave() {
    let sim = TestDevice::new();
    let (raw, stream) = (sim.raw, sim.stream(1));
    let p = call!(raw, cuMemAlloc(256)).unwrap();
    let capture = |copy: &dyn Fn()| {
        call!(raw, cuStreamBeginCapture(stream, RELAXED)).unwrap();
        copy();
        let graph = call!(raw, cuStreamEndCapture(stream)).unwrap();
        let node = nodes(&sim, graph)[0];
        let params = call!(raw, cuGraphMemcpyNodeGetParams(node)).unwrap();
        call!(raw, cuGraphDestroy(graph)).unwrap();
        described(&params, p)
    };
    const UNIFIED: u64 = CUmemorytype::CU_MEMORYTYPE_UNIFIED.0 as u64;
    const DEVICE: u64 = CUmemorytype::CU_MEMORYTYPE_DEVICE.0 as u64;
    let linear = |kind| {
        let mut expected = [0; 17];
        (expected[0], expected[7], expected[8]) = (kind, kind, 32);
        expected[14..].copy_from_slice(&[16, 1, 1]);
        expected
    };
    let any = capture(&|| call!(raw, cuMemcpyAsync(p + 32, p, 16, stream)).unwrap());
    assert_eq!(any, linear(UNIFIED));
    let device = capture(&|| call!(raw, cuMemcpyDtoDAsync(p + 32, p, 16, stream)).unwrap());
    assert_eq!(device, linear(DEVICE));
    // Base addresses, positions, pitches and heights stay apart, also those that are zero.
    let mut flat = zeroed::<CUDA_MEMCPY2D>();
    (flat.srcMemoryType, flat.dstMemoryType) =
        (CUmemorytype::CU_MEMORYTYPE_UNIFIED, CUmemorytype::CU_MEMORYTYPE_DEVICE);
    (flat.srcDevice, flat.srcXInBytes, flat.srcY) = (p, 4, 1);
    (flat.dstDevice, flat.dstPitch) = (p + 64, 16);
    (flat.WidthInBytes, flat.Height) = (4, 2);
    let found = capture(&|| call!(raw, cuMemcpy2DAsync(&raw const flat, stream)).unwrap());
    let expected = [UNIFIED, 0, 4, 1, 0, 0, 0, DEVICE, 64, 0, 0, 0, 16, 0, 4, 2, 1];
    assert_eq!(found, expected);
    let mut deep = zeroed::<CUDA_MEMCPY3D>();
    (deep.srcMemoryType, deep.dstMemoryType) =
        (CUmemorytype::CU_MEMORYTYPE_DEVICE, CUmemorytype::CU_MEMORYTYPE_DEVICE);
    (deep.srcDevice, deep.srcZ, deep.srcPitch, deep.srcHeight) = (p, 1, 8, 2);
    (deep.dstDevice, deep.dstPitch) = (p + 64, 8);
    (deep.WidthInBytes, deep.Height, deep.Depth) = (8, 2, 2);
    let found = capture(&|| call!(raw, cuMemcpy3DAsync(&raw const deep, stream)).unwrap());
    let expected = [DEVICE, 0, 0, 0, 1, 8, 2, DEVICE, 64, 0, 0, 0, 8, 0, 8, 2, 2];
    assert_eq!(found, expected);
}

#[test]
fn of_an_executable_copy_in_several_dimensions_no_field_can_change() {
    let sim = TestDevice::new();
    let raw = sim.raw;
    let p = call!(raw, cuMemAlloc(256)).unwrap();
    let context = call!(raw, cuCtxGetCurrent()).unwrap();
    type Change = fn(&mut CUDA_MEMCPY3D);
    let changes: [(Change, bool); 4] = [
        (|copy| copy.dstDevice += 4, true),
        (|copy| copy.srcDevice += 4, true),
        (|copy| copy.srcHost = copy.srcDevice as *const c_void, true),
        (|_| {}, false),
    ];
    for height in [1, 2] {
        let mut params = zeroed::<CUDA_MEMCPY3D>();
        (params.srcMemoryType, params.dstMemoryType) =
            (CUmemorytype::CU_MEMORYTYPE_DEVICE, CUmemorytype::CU_MEMORYTYPE_DEVICE);
        (params.srcDevice, params.srcPitch) = (p, 16);
        (params.dstDevice, params.dstPitch) = (p + 64, 16);
        (params.WidthInBytes, params.Height, params.Depth) = (8, height, 1);
        let graph = graph(&sim);
        let node = call!(raw, cuGraphAddMemcpyNode(graph, &[], &raw const params, context));
        let node = node.unwrap();
        for (change, is_change) in changes {
            let exec = instantiate(&sim, graph);
            let mut changed = params;
            change(&mut changed);
            let set =
                call!(raw, cuGraphExecMemcpyNodeSetParams(exec, node, &raw const changed, context));
            assert_eq!(set.is_err(), height > 1 && is_change);
            if let Err(error) = set {
                assert_eq!(error.code().as_raw(), INVALID);
            }
        }
    }
}

#[test]
fn attributes_of_a_kernel_node_have_ranges() {
    let sim = TestDevice::new();
    let (raw, p) = (sim.raw, memory(&sim));
    let graph = graph(&sim);
    let node = Add::new(&sim, p, 1).add(raw, graph, &[]);
    use CUlaunchAttributeID as A;
    let set = |id, number: u32| {
        let mut value = zeroed::<CUlaunchAttributeValue>();
        value.priority = number.cast_signed();
        let value = &raw const value;
        call!(raw, cuGraphKernelNodeSetAttribute(node, id, value.cast())).is_ok()
    };
    for (id, right, wrong) in [
        (A::CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN, 1, 2),
        // Two bytes, each below 4.
        (A::CU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP, 0x303, 0x400),
        (A::CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, 100, 101),
        (A::CU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, 0, u32::MAX),
        (A::CU_LAUNCH_ATTRIBUTE_NVLINK_UTIL_CENTRIC_SCHEDULING, 1, 2),
    ] {
        assert!(set(id, right), "{id:?}");
        assert!(!set(id, wrong), "{id:?}");
    }
    let updatable = A::CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE;
    assert!(set(updatable, 0) && !set(updatable, 1) && !set(updatable, 2));
}

#[test]
fn a_graph_for_kernels_to_launch_does_not_free_what_it_allocates() {
    let sim = TestDevice::new();
    let (raw, p) = (sim.raw, memory(&sim));
    let graph = graph(&sim);
    Add::new(&sim, p, 1).add(raw, graph, &[]);
    let (auto_free, device) = (1, 4);
    for (flags, is_right) in [(auto_free, true), (device, true), (auto_free | device, false)] {
        let exec = call!(raw, cuGraphInstantiate(graph, flags));
        assert_eq!(exec.is_ok(), is_right, "{flags}");
    }
}

#[test]
fn parameters_of_a_graph_and_of_its_executables_are_separate() {
    let sim = TestDevice::new();
    let p = memory(&sim);
    let graph = graph(&sim);
    let mut add = Add::new(&sim, p, 1);
    let node = add.add(sim.raw, graph, &[]);
    let exec = instantiate(&sim, graph);
    add.values[1] = 10;
    add.with(|params| call!(sim.raw, cuGraphKernelNodeSetParams(node, params))).unwrap();
    call!(sim.raw, cuGraphLaunch(exec, null_mut())).unwrap();
    assert_eq!(sim.read(p), 1);
    let other = instantiate(&sim, graph);
    call!(sim.raw, cuGraphLaunch(other, null_mut())).unwrap();
    assert_eq!(sim.read(p), 11);
    add.values[1] = 100;
    add.with(|params| call!(sim.raw, cuGraphExecKernelNodeSetParams(exec, node, params))).unwrap();
    call!(sim.raw, cuGraphLaunch(exec, null_mut())).unwrap();
    call!(sim.raw, cuGraphLaunch(other, null_mut())).unwrap();
    assert_eq!(sim.read(p), 121);
    // A launch keeps what it was submitted with.
    let (stream, go) = (sim.stream(1), flag());
    call!(sim.raw, cuLaunchHostFunc(stream, Some(await_flag), argument(go))).unwrap();
    call!(sim.raw, cuGraphLaunch(exec, stream)).unwrap();
    add.values[1] = 1000;
    add.with(|params| call!(sim.raw, cuGraphExecKernelNodeSetParams(exec, node, params))).unwrap();
    go.store(true, Ordering::Release);
    call!(sim.raw, cuStreamSynchronize(stream)).unwrap();
    assert_eq!(sim.read(p), 221);
}

#[test]
fn a_node_in_a_child_of_an_executable_graph_can_be_changed() {
    let sim = TestDevice::new();
    let p = memory(&sim);
    let (inner, outer) = (graph(&sim), graph(&sim));
    let mut add = Add::new(&sim, p, 1);
    add.add(sim.raw, inner, &[]);
    let child = call!(sim.raw, cuGraphAddChildGraphNode(outer, &[], inner)).unwrap();
    let copy = call!(sim.raw, cuGraphChildGraphNodeGetGraph(child)).unwrap();
    let node = nodes(&sim, copy)[0];
    let exec = instantiate(&sim, outer);
    add.values[1] = 5;
    add.with(|params| call!(sim.raw, cuGraphExecKernelNodeSetParams(exec, node, params))).unwrap();
    call!(sim.raw, cuGraphLaunch(exec, null_mut())).unwrap();
    assert_eq!(sim.read(p), 5);
    call!(sim.raw, cuGraphNodeSetEnabled(exec, node, 0)).unwrap();
    call!(sim.raw, cuGraphLaunch(exec, null_mut())).unwrap();
    assert_eq!(sim.read(p), 5);
}

#[test]
fn branches_run_concurrently() {
    static INSIDE: AtomicU32 = AtomicU32::new(0);
    /// Returns once all eight are in it at the same time.
    unsafe extern "C" fn meet(_: *mut c_void) {
        INSIDE.fetch_add(1, Ordering::SeqCst);
        let begin = Instant::now();
        while INSIDE.load(Ordering::SeqCst) < 8 && begin.elapsed() < Duration::from_secs(60) {
            std::thread::yield_now();
        }
    }
    let sim = TestDevice::new();
    let p = memory(&sim);
    let graph = graph(&sim);
    let first = empty(&sim, graph, &[]);
    let node = host(meet, null_mut());
    let mut add = Add::new(&sim, p, 1);
    let mut ends = Vec::new();
    for _ in 0..8 {
        let kernel = add.add(sim.raw, graph, &[first]);
        let meets = call!(sim.raw, cuGraphAddHostNode(graph, &[kernel], &raw const node)).unwrap();
        ends.push(add.add(sim.raw, graph, &[meets]));
    }
    add.add(sim.raw, graph, &ends);
    let exec = instantiate(&sim, graph);
    let begin = Instant::now();
    call!(sim.raw, cuGraphLaunch(exec, null_mut())).unwrap();
    call!(sim.raw, cuCtxSynchronize()).unwrap();
    assert!(begin.elapsed() < Duration::from_secs(60), "they didn't meet");
    assert_eq!(sim.read(p), 17);
}

#[test]
fn a_wide_graph_executes_every_node_once() {
    let sim = TestDevice::new();
    let p = memory(&sim);
    let graph = graph(&sim);
    let mut add = Add::new(&sim, p, 1);
    let roots: Vec<CUgraphNode> = (0..1000).map(|_| add.add(sim.raw, graph, &[])).collect();
    let all = empty(&sim, graph, &roots);
    for _ in 0..1000 {
        add.add(sim.raw, graph, &[all]);
    }
    let exec = instantiate(&sim, graph);
    for _ in 0..3 {
        call!(sim.raw, cuGraphLaunch(exec, null_mut())).unwrap();
    }
    assert_eq!(sim.read(p), 6000);
}

#[test]
fn an_event_of_a_node_completes_when_the_node_does() {
    let sim = TestDevice::new();
    let event = call!(sim.raw, cuEventCreate(2)).unwrap();
    let (go, graph) = (flag(), graph(&sim));
    let waits = host(await_flag, argument(go));
    call!(sim.raw, cuGraphAddHostNode(graph, &[], &raw const waits)).unwrap();
    call!(sim.raw, cuGraphAddEventRecordNode(graph, &[], event)).unwrap();
    let exec = instantiate(&sim, graph);
    let stream = sim.stream(1);
    call!(sim.raw, cuGraphLaunch(exec, stream)).unwrap();
    // The other branch is still waiting.
    call!(sim.raw, cuEventSynchronize(event)).unwrap();
    assert_eq!(code(call!(sim.raw, cuStreamQuery(stream))), CUresult::CUDA_ERROR_NOT_READY);
    go.store(true, Ordering::Release);
    call!(sim.raw, cuStreamSynchronize(stream)).unwrap();
}

#[test]
fn a_wait_node_waits_for_what_its_event_recorded_before_the_launch() {
    let sim = TestDevice::new();
    let p = memory(&sim);
    let event = call!(sim.raw, cuEventCreate(2)).unwrap();
    let graph = graph(&sim);
    let wait = call!(sim.raw, cuGraphAddEventWaitNode(graph, &[], event)).unwrap();
    Add::new(&sim, p, 1).add(sim.raw, graph, &[wait]);
    let exec = instantiate(&sim, graph);
    let (a, b, go) = (sim.stream(1), sim.stream(1), flag());
    call!(sim.raw, cuLaunchHostFunc(a, Some(await_flag), argument(go))).unwrap();
    call!(sim.raw, cuMemsetD32Async(p, 40, 1, a)).unwrap();
    call!(sim.raw, cuEventRecord(event, a)).unwrap();
    call!(sim.raw, cuGraphLaunch(exec, b)).unwrap();
    // What is recorded after the launch doesn't matter to it.
    call!(sim.raw, cuStreamWaitEvent(a, event, 0)).unwrap();
    call!(sim.raw, cuEventRecord(event, b)).unwrap();
    go.store(true, Ordering::Release);
    call!(sim.raw, cuStreamSynchronize(b)).unwrap();
    assert_eq!(sim.read(p), 41);
}

#[test]
fn an_update_says_what_differs_and_changes_nothing() {
    let sim = TestDevice::new();
    let p = memory(&sim);
    let (a, b) = (graph(&sim), graph(&sim));
    let mut add = Add::new(&sim, p, 1);
    add.add(sim.raw, a, &[]);
    let exec = instantiate(&sim, a);
    let update = |graph| {
        let mut info = zeroed::<CUgraphExecUpdateResultInfo>();
        let outcome = call!(sim.raw, cuGraphExecUpdate(exec, graph, &raw mut info));
        (outcome.is_ok(), info.result, info.errorNode)
    };
    let other = empty(&sim, b, &[]);
    use CUgraphExecUpdateResult as R;
    assert_eq!(update(b), (false, R::CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED, other));
    empty(&sim, b, &[]);
    assert_eq!(update(b), (false, R::CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED, null_mut()));
    call!(sim.raw, cuGraphLaunch(exec, null_mut())).unwrap();
    assert_eq!(sim.read(p), 1);
    let c = graph(&sim);
    add.values[1] = 20;
    add.add(sim.raw, c, &[]);
    assert_eq!(update(c), (true, R::CU_GRAPH_EXEC_UPDATE_SUCCESS, null_mut()));
    call!(sim.raw, cuGraphDestroy(c)).unwrap();
    call!(sim.raw, cuGraphLaunch(exec, null_mut())).unwrap();
    assert_eq!(sim.read(p), 21);
}

#[test]
fn an_update_takes_over_conditions_and_their_defaults() {
    let sim = TestDevice::new();
    let p = memory(&sim);
    let (no, yes) = (graph(&sim), graph(&sim));
    decide(&sim, no, 0, p);
    decide(&sim, yes, 1, p);
    let exec = instantiate(&sim, no);
    let launch = || {
        call!(sim.raw, cuGraphLaunch(exec, null_mut())).unwrap();
        sim.read(p)
    };
    assert_eq!(launch(), 0);
    let mut info = zeroed::<CUgraphExecUpdateResultInfo>();
    call!(sim.raw, cuGraphExecUpdate(exec, yes, &raw mut info)).unwrap();
    for graph in [no, yes] {
        call!(sim.raw, cuGraphDestroy(graph)).unwrap();
    }
    assert_eq!((launch(), launch()), (1, 2));
}

#[test]
fn nothing_is_removed_from_a_graph_with_memory() {
    let sim = TestDevice::new();
    let graph = graph(&sim);
    let (a, b) = (empty(&sim, graph, &[]), empty(&sim, graph, &[]));
    add_edge(&sim, graph, a, b).unwrap();
    allocation(&sim, graph, 64);
    let edge =
        call!(sim.raw, cuGraphRemoveDependencies(graph, &raw const a, &raw const b, null(), 1));
    let node = call!(sim.raw, cuGraphDestroyNode(b));
    for refused in [edge, node] {
        assert_eq!(code(refused), CUresult::CUDA_ERROR_NOT_SUPPORTED);
    }
    assert_eq!(nodes(&sim, graph).len(), 3);
    assert_eq!(edges(&sim, graph), [(a, b, [0; 3])]);
}

#[test]
fn graphs_allocate_managed_memory() {
    use CUmemAllocationType as T;
    let sim = TestDevice::new();
    let graph = graph(&sim);
    let mut node = zeroed::<CUgraphNodeParams>();
    node.type_ = CUgraphNodeType::CU_GRAPH_NODE_TYPE_MEM_ALLOC;
    let mut alloc = zeroed::<CUDA_MEM_ALLOC_NODE_PARAMS_v2>();
    alloc.bytesize = 64;
    alloc.poolProps.location.type_ = CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE;
    alloc.poolProps.allocType = T::CU_MEM_ALLOCATION_TYPE_MANAGED;
    node.params.alloc = alloc;
    call!(sim.raw, cuGraphAddNode(graph, null(), null(), 0, &raw mut node)).unwrap();
    // SAFETY: the parameters are of this kind.
    let p = unsafe { node.params.alloc.dptr };
    let exec = instantiate(&sim, graph);
    call!(sim.raw, cuGraphLaunch(exec, null_mut())).unwrap();
    assert!(crate::pools::is_managed(&sim, p));
    call!(sim.raw, cuMemsetD32(p, 7, 16)).unwrap();
    // SAFETY: the host reads managed memory that nothing uses.
    assert_eq!(unsafe { (p as *const u32).read() }, 7);
    call!(sim.raw, cuMemFree(p)).unwrap();
}

#[test]
fn graph_memory_is_free_or_allocated_from_the_call_on() {
    let sim = TestDevice::new();
    let graph = graph(&sim);
    let (_, p) = allocation(&sim, graph, 256);
    let exec = instantiate(&sim, graph);
    let free_async = |stream| call!(sim.raw, cuMemFreeAsync(p, stream));
    let (stream, go) = (sim.stream(1), flag());
    assert_eq!(code(call!(sim.raw, cuMemFree(p))), INVALID);
    assert_eq!(code(call!(sim.raw, cuMemsetD8(p, 0, 1))), INVALID);
    call!(sim.raw, cuLaunchHostFunc(stream, Some(await_flag), argument(go))).unwrap();
    call!(sim.raw, cuGraphLaunch(exec, stream)).unwrap();
    assert_eq!(code(call!(sim.raw, cuGraphLaunch(exec, stream))), INVALID);
    free_async(stream).unwrap();
    assert_eq!(code(free_async(stream)), INVALID);
    call!(sim.raw, cuGraphLaunch(exec, stream)).unwrap();
    go.store(true, Ordering::Release);
    call!(sim.raw, cuStreamSynchronize(stream)).unwrap();
    call!(sim.raw, cuMemsetD8(p, 1, 256)).unwrap();
    call!(sim.raw, cuMemFree(p)).unwrap();
    assert_eq!(code(call!(sim.raw, cuMemFree(p))), INVALID);
    assert_eq!(code(call!(sim.raw, cuGraphClone(graph))), CUresult::CUDA_ERROR_NOT_SUPPORTED);
    assert_eq!(
        code(call!(sim.raw, cuGraphInstantiate(graph, 0))),
        CUresult::CUDA_ERROR_NOT_SUPPORTED
    );
}

#[test]
fn graph_memory_counts_from_its_first_launch_until_it_is_trimmed() {
    let sim = TestDevice::alone();
    let graph = graph(&sim);
    let trim = || call!(sim.raw, cuDeviceGraphMemTrim(0)).unwrap();
    trim();
    let free = || call!(sim.raw, cuMemGetInfo()).unwrap().0;
    let before = free();
    let (_, p) = allocation(&sim, graph, 100);
    let exec = instantiate(&sim, graph);
    assert_eq!(free(), before);
    for _ in 0..2 {
        call!(sim.raw, cuGraphLaunch(exec, null_mut())).unwrap();
        trim();
        assert_eq!(before - free(), 32 << 20);
        call!(sim.raw, cuMemFree(p)).unwrap();
        assert_eq!(before - free(), 32 << 20);
    }
    call!(sim.raw, cuGraphExecDestroy(exec)).unwrap();
    call!(sim.raw, cuGraphDestroy(graph)).unwrap();
    assert_eq!(before - free(), 32 << 20);
    trim();
    assert_eq!(free(), before);
}

#[test]
fn a_launch_without_enough_memory_fails_and_allocates_nothing() {
    let sim = TestDevice::alone();
    call!(sim.raw, cuDeviceGraphMemTrim(0)).unwrap();
    let (free, total) = call!(sim.raw, cuMemGetInfo()).unwrap();
    let graph = graph(&sim);
    let (_, small) = allocation(&sim, graph, 64);
    let (_, large) = allocation(&sim, graph, total);
    let exec = instantiate(&sim, graph);
    let launched = call!(sim.raw, cuGraphLaunch(exec, null_mut()));
    assert_eq!(code(launched), CUresult::CUDA_ERROR_OUT_OF_MEMORY);
    for p in [small, large] {
        assert_eq!(code(call!(sim.raw, cuMemFree(p))), INVALID);
    }
    assert_eq!(call!(sim.raw, cuMemGetInfo()).unwrap().0, free);
}

#[test]
fn nodes_use_memory_that_is_allocated_when_they_run() {
    let sim = TestDevice::new();
    let graph = graph(&sim);
    let (node, p) = allocation(&sim, graph, 64);
    let mut write = zeroed::<CUstreamBatchMemOpParams>();
    write.operation = CUstreamBatchMemOpType::CU_STREAM_MEM_OP_WRITE_VALUE_32;
    write.writeValue.address = p;
    write.writeValue.value.value64 = 7;
    let mut batch = zeroed::<CUDA_BATCH_MEM_OP_NODE_PARAMS>();
    (batch.ctx, batch.count, batch.paramArray) = (sim.context.as_raw(), 1, &raw mut write);
    let written =
        call!(sim.raw, cuGraphAddBatchMemOpNode(graph, &[node], &raw const batch)).unwrap();
    Add::new(&sim, p, 1).add(sim.raw, graph, &[written]);
    let exec = instantiate(&sim, graph);
    let on_a_stream = call!(sim.raw, cuStreamWriteValue32(null_mut(), p, 1, 0));
    assert_eq!(code(on_a_stream), INVALID);
    call!(sim.raw, cuGraphLaunch(exec, null_mut())).unwrap();
    assert_eq!(sim.read(p), 8);
    call!(sim.raw, cuStreamWriteValue32(null_mut(), p, 1, 0)).unwrap();
    assert_eq!(sim.read(p), 1);
    call!(sim.raw, cuMemFree(p)).unwrap();
}

#[test]
fn memory_that_a_graph_allocated_outlives_it() {
    let sim = TestDevice::new();
    let graph = graph(&sim);
    let (_, p) = allocation(&sim, graph, 256);
    let exec = instantiate(&sim, graph);
    call!(sim.raw, cuGraphLaunch(exec, null_mut())).unwrap();
    call!(sim.raw, cuGraphExecDestroy(exec)).unwrap();
    call!(sim.raw, cuGraphDestroy(graph)).unwrap();
    call!(sim.raw, cuMemsetD8(p, 1, 256)).unwrap();
    call!(sim.raw, cuMemFree(p)).unwrap();
    assert_eq!(code(call!(sim.raw, cuMemsetD8(p, 1, 256))), INVALID);
}

#[test]
fn a_graph_inside_another_belongs_to_its_node() {
    let sim = TestDevice::new();
    let (inner, outer) = (graph(&sim), graph(&sim));
    empty(&sim, inner, &[]);
    let node = call!(sim.raw, cuGraphAddChildGraphNode(outer, &[], inner)).unwrap();
    let copy = call!(sim.raw, cuGraphChildGraphNodeGetGraph(node)).unwrap();
    assert_ne!(copy, inner);
    assert_eq!(code(call!(sim.raw, cuGraphDestroy(copy))), INVALID);
    empty(&sim, copy, &[]);
    assert_eq!((nodes(&sim, copy).len(), nodes(&sim, inner).len()), (2, 1));
    call!(sim.raw, cuGraphDestroyNode(node)).unwrap();
    let mut count = 0;
    let gone = call!(sim.raw, cuGraphGetNodes(copy, null_mut(), &raw mut count));
    assert_eq!(code(gone), INVALID);
    assert_eq!(code(call!(sim.raw, cuGraphAddChildGraphNode(outer, &[], outer))), INVALID);
}

#[test]
fn a_moved_graph_keeps_its_memory_nodes() {
    let sim = TestDevice::new();
    let (inner, outer) = (graph(&sim), graph(&sim));
    let (_, p) = allocation(&sim, inner, 64);
    let mut node = zeroed::<CUgraphNodeParams>();
    node.type_ = CUgraphNodeType::CU_GRAPH_NODE_TYPE_GRAPH;
    node.params.graph.graph = inner;
    node.params.graph.ownership =
        CUgraphChildGraphNodeOwnership::CU_GRAPH_CHILD_GRAPH_OWNERSHIP_MOVE;
    call!(sim.raw, cuGraphAddNode(outer, null(), null(), 0, &raw mut node)).unwrap();
    assert_eq!(code(call!(sim.raw, cuGraphDestroy(inner))), INVALID);
    node.params.graph.graph = outer;
    let inside_itself = call!(sim.raw, cuGraphAddNode(inner, null(), null(), 0, &raw mut node));
    assert_eq!(code(inside_itself), INVALID);
    let exec = instantiate(&sim, outer);
    call!(sim.raw, cuGraphLaunch(exec, null_mut())).unwrap();
    call!(sim.raw, cuMemFree(p)).unwrap();
}

#[test]
fn graphs_in_graphs_have_a_limited_depth() {
    let sim = TestDevice::new();
    let mut outer = graph(&sim);
    let refused = (0..1000).find_map(|_| {
        let next = graph(&sim);
        let mut node = zeroed::<CUgraphNodeParams>();
        node.type_ = CUgraphNodeType::CU_GRAPH_NODE_TYPE_GRAPH;
        node.params.graph.graph = outer;
        node.params.graph.ownership =
            CUgraphChildGraphNodeOwnership::CU_GRAPH_CHILD_GRAPH_OWNERSHIP_MOVE;
        let added = call!(sim.raw, cuGraphAddNode(next, null(), null(), 0, &raw mut node));
        let before = core::mem::replace(&mut outer, next);
        added.is_err().then_some((before, added))
    });
    let (deep, refused) = refused.unwrap();
    assert_eq!(code(refused), CUresult::CUDA_ERROR_NOT_SUPPORTED);
    let exec = instantiate(&sim, deep);
    call!(sim.raw, cuGraphLaunch(exec, null_mut())).unwrap();
    call!(sim.raw, cuCtxSynchronize()).unwrap();
    call!(sim.raw, cuGraphDestroy(deep)).unwrap();
}

#[test]
fn a_capture_continues_a_graph_and_its_dependencies_can_be_changed() {
    let sim = TestDevice::new();
    let p = memory(&sim);
    let (stream, graph) = (sim.stream(1), graph(&sim));
    let a = empty(&sim, graph, &[]);
    let b = empty(&sim, graph, &[]);
    call!(sim.raw, cuStreamBeginCaptureToGraph(stream, graph, &raw const a, null(), 1, RELAXED))
        .unwrap();
    call!(sim.raw, cuMemsetD32Async(p, 1, 1, stream)).unwrap();
    let fill = nodes(&sim, graph)[2];
    let (_, _, _, after, _, count) = call!(sim.raw, cuStreamGetCaptureInfo(stream)).unwrap();
    // SAFETY: the call returned a list of that many nodes.
    assert_eq!(unsafe { core::slice::from_raw_parts(after, count) }, [fill]);
    let mut only = b;
    call!(sim.raw, cuStreamUpdateCaptureDependencies(stream, &raw mut only, null(), 1, 1)).unwrap();
    call!(sim.raw, cuMemsetD32Async(p + 4, 1, 1, stream)).unwrap();
    let mut also = a;
    call!(sim.raw, cuStreamUpdateCaptureDependencies(stream, &raw mut also, null(), 1, 0)).unwrap();
    call!(sim.raw, cuMemsetD32Async(p + 8, 1, 1, stream)).unwrap();
    call!(sim.raw, cuStreamEndCapture(stream)).unwrap();
    let all = nodes(&sim, graph);
    let plain = [0; 3];
    assert_eq!(
        edges(&sim, graph),
        [(a, fill, plain), (a, all[4], plain), (b, all[3], plain), (all[3], all[4], plain)]
    );
}

#[test]
fn captured_external_events_become_nodes() {
    let sim = TestDevice::new();
    let (stream, event) = (sim.stream(1), call!(sim.raw, cuEventCreate(2)).unwrap());
    call!(sim.raw, cuStreamBeginCapture(stream, RELAXED)).unwrap();
    call!(sim.raw, cuEventRecordWithFlags(event, stream, 1)).unwrap();
    call!(sim.raw, cuStreamWaitEvent(stream, event, 1)).unwrap();
    let graph = call!(sim.raw, cuStreamEndCapture(stream)).unwrap();
    let nodes = nodes(&sim, graph);
    assert_eq!(call!(sim.raw, cuGraphEventRecordNodeGetEvent(nodes[0])).unwrap(), event);
    assert_eq!(call!(sim.raw, cuGraphEventWaitNodeGetEvent(nodes[1])).unwrap(), event);
    // It waits for the node before it.
    let exec = instantiate(&sim, graph);
    for _ in 0..3 {
        call!(sim.raw, cuGraphLaunch(exec, stream)).unwrap();
    }
    call!(sim.raw, cuStreamSynchronize(stream)).unwrap();
    call!(sim.raw, cuEventQuery(event)).unwrap();
}

#[test]
fn a_captured_programmatic_launch_depends_on_the_kernels_port() {
    let sim = TestDevice::new();
    let stream = sim.stream(1);
    let module = load(sim.raw, ADD);
    let nop = call!(sim.raw, cuModuleGetFunction(module, c"nop")).unwrap();
    let mut attribute = zeroed::<CUlaunchAttribute>();
    attribute.id = CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
    attribute.value.programmaticStreamSerializationAllowed = 1;
    let mut config = zeroed::<CUlaunchConfig>();
    (config.gridDimX, config.gridDimY, config.gridDimZ) = (1, 1, 1);
    (config.blockDimX, config.blockDimY, config.blockDimZ) = (1, 1, 1);
    config.hStream = stream;
    call!(sim.raw, cuStreamBeginCapture(stream, RELAXED)).unwrap();
    call!(sim.raw, cuLaunchKernelEx(&raw const config, nop, null_mut(), null_mut())).unwrap();
    (config.attrs, config.numAttrs) = (&raw mut attribute, 1);
    call!(sim.raw, cuLaunchKernelEx(&raw const config, nop, null_mut(), null_mut())).unwrap();
    let graph = call!(sim.raw, cuStreamEndCapture(stream)).unwrap();
    assert_eq!(edges(&sim, graph)[0].2, [1, 0, 1]);
    let mut count = 1;
    let (mut from, mut to) = (null_mut(), null_mut());
    let without = call!(
        sim.raw,
        cuGraphGetEdges(graph, &raw mut from, &raw mut to, null_mut(), &raw mut count)
    );
    assert_eq!(code(without), CUresult::CUDA_ERROR_LOSSY_QUERY);
    let exec = instantiate(&sim, graph);
    call!(sim.raw, cuGraphLaunch(exec, stream)).unwrap();
    call!(sim.raw, cuStreamSynchronize(stream)).unwrap();
}

#[test]
fn threads_may_build_and_launch_at_the_same_time() {
    let sim = TestDevice::new();
    let p = memory(&sim);
    let graph = graph(&sim) as usize;
    let context = sim.context.as_raw() as usize;
    let raw = sim.raw;
    let build = || {
        call!(raw, cuCtxSetCurrent(context as CUcontext)).unwrap();
        let graph = graph as CUgraph;
        let mut random = fastrand::Rng::new();
        let mut own_nodes = Vec::new();
        for _ in 0..300 {
            let after = own_nodes.last().copied().into_iter().collect::<Vec<_>>();
            let fill = CUDA_MEMSET_NODE_PARAMS {
                dst: p,
                pitch: 0,
                value: 1,
                elementSize: 4,
                width: 1,
                height: 1,
            };
            match random.u32(..5) {
                0 if !own_nodes.is_empty() => {
                    let node = own_nodes.swap_remove(random.usize(..own_nodes.len()));
                    call!(raw, cuGraphDestroyNode(node)).unwrap();
                }
                1 => {
                    let exec = call!(raw, cuGraphInstantiate(graph, 0)).unwrap();
                    call!(raw, cuGraphLaunch(exec, null_mut())).unwrap();
                    call!(raw, cuGraphExecDestroy(exec)).unwrap();
                }
                2 => {
                    let clone = call!(raw, cuGraphClone(graph)).unwrap();
                    call!(raw, cuGraphDestroy(clone)).unwrap();
                }
                _ => own_nodes.push(
                    call!(raw, cuGraphAddMemsetNode(graph, &after, &raw const fill, null_mut()))
                        .unwrap(),
                ),
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(build);
        }
    });
    call!(sim.raw, cuCtxSynchronize()).unwrap();
}

#[test]
#[ignore = "it makes the device unusable"]
fn freed_memory_of_a_node() {
    let sim = TestDevice::new();
    let p = memory(&sim);
    let graph = graph(&sim);
    let event = call!(sim.raw, cuEventCreate(2)).unwrap();
    let fill =
        CUDA_MEMSET_NODE_PARAMS { dst: p, pitch: 0, value: 1, elementSize: 4, width: 1, height: 1 };
    let first =
        call!(sim.raw, cuGraphAddMemsetNode(graph, &[], &raw const fill, null_mut())).unwrap();
    call!(sim.raw, cuGraphAddEventRecordNode(graph, &[first], event)).unwrap();
    let exec = instantiate(&sim, graph);
    call!(sim.raw, cuMemFree(p)).unwrap();
    call!(sim.raw, cuGraphLaunch(exec, null_mut())).unwrap();
    let fault = CUresult::CUDA_ERROR_ILLEGAL_ADDRESS;
    assert_eq!(code(call!(sim.raw, cuCtxSynchronize())), fault);
    // Nothing waits forever for what the graph would have recorded.
    assert_eq!(code(call!(sim.raw, cuEventSynchronize(event))), fault);
}

#[test]
#[ignore = "it makes the device unusable"]
fn unloaded_kernel_of_a_node() {
    let sim = TestDevice::new();
    let module = load(sim.raw, ADD);
    let nop = call!(sim.raw, cuModuleGetFunction(module, c"nop")).unwrap();
    let graph = graph(&sim);
    Add { function: nop, values: [0; 2] }.add(sim.raw, graph, &[]);
    let exec = instantiate(&sim, graph);
    call!(sim.raw, cuGraphLaunch(exec, null_mut())).unwrap();
    call!(sim.raw, cuCtxSynchronize()).unwrap();
    // It waits for what runs, and graphs don't keep it. On an H200 (580.159.04), the launch succeeds, too.
    call!(sim.raw, cuModuleUnload(module)).unwrap();
    call!(sim.raw, cuGraphLaunch(exec, null_mut())).unwrap();
    assert_eq!(code(call!(sim.raw, cuCtxSynchronize())), CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
}

#[test]
fn what_a_node_uses_and_is_gone_is_a_fault_with_a_report() {
    for (test, message) in [
        ("graph_nodes::freed_memory_of_a_node", "uses memory that was freed"),
        ("graph_nodes::unloaded_kernel_of_a_node", "kernel nop is of a module that was unloaded"),
    ] {
        let output = run_alone(test, &[]);
        let report = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(report.contains(message), "{report}");
    }
}
