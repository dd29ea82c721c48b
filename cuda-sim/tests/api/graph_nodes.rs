//! Graphs that are built node by node.

use core::ffi::{CStr, c_void};
use core::ptr::{null, null_mut};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use cuda_driver::Raw;
use cuda_driver::sys::*;

use crate::kernels::load;
use crate::{Own, code, run_alone};

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
    fn new(own: &Own, to: u64, summand: u32) -> Self {
        let module = load(own.raw, ADD);
        Self {
            function: call!(own.raw, cuModuleGetFunction(module, c"add")).unwrap(),
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

fn graph(own: &Own) -> CUgraph {
    call!(own.raw, cuGraphCreate(0)).unwrap()
}

fn empty(own: &Own, graph: CUgraph, after: &[CUgraphNode]) -> CUgraphNode {
    call!(own.raw, cuGraphAddEmptyNode(graph, after)).unwrap()
}

fn nodes(own: &Own, graph: CUgraph) -> Vec<CUgraphNode> {
    let mut count = 0;
    call!(own.raw, cuGraphGetNodes(graph, null_mut(), &raw mut count)).unwrap();
    let mut nodes = vec![null_mut(); count];
    if count > 0 {
        call!(own.raw, cuGraphGetNodes(graph, nodes.as_mut_ptr(), &raw mut count)).unwrap();
    }
    nodes
}

fn edges(own: &Own, graph: CUgraph) -> Vec<(CUgraphNode, CUgraphNode, [u8; 3])> {
    let mut count = 32;
    let (mut from, mut to) = ([null_mut(); 32], [null_mut(); 32]);
    let mut data = [zeroed::<CUgraphEdgeData>(); 32];
    let lists = (from.as_mut_ptr(), to.as_mut_ptr(), data.as_mut_ptr());
    call!(own.raw, cuGraphGetEdges(graph, lists.0, lists.1, lists.2, &raw mut count)).unwrap();
    let kind = |data: &CUgraphEdgeData| [data.from_port, data.to_port, data.type_];
    (0..count).map(|i| (from[i], to[i], kind(&data[i]))).collect()
}

fn add_edge(
    own: &Own,
    graph: CUgraph,
    from: CUgraphNode,
    to: CUgraphNode,
) -> Result<(), cuda_driver::CuResult> {
    call!(own.raw, cuGraphAddDependencies(graph, &raw const from, &raw const to, null(), 1))
}

fn host(
    function: unsafe extern "C" fn(*mut c_void),
    argument: *mut c_void,
) -> CUDA_HOST_NODE_PARAMS {
    CUDA_HOST_NODE_PARAMS { fn_: Some(function), userData: argument }
}

fn instantiate(own: &Own, graph: CUgraph) -> CUgraphExec {
    call!(own.raw, cuGraphInstantiate(graph, 0)).unwrap()
}

fn memory(own: &Own) -> u64 {
    let p = call!(own.raw, cuMemAlloc(64)).unwrap();
    call!(own.raw, cuMemsetD32(p, 0, 16)).unwrap();
    p
}

/// A conditional node with one body, which adds 1 where a value decides; returns its condition, too.
fn decide(own: &Own, graph: CUgraph, value: u32, to: u64) -> u64 {
    let context = own.context.as_raw();
    let handle = call!(
        own.raw,
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
    call!(own.raw, cuGraphAddNode(graph, null(), null(), 0, &raw mut node)).unwrap();
    // SAFETY: the call wrote a list of one graph.
    let body = unsafe { node.params.conditional.phGraph_out.read() };
    Add::new(own, to, 1).add(own.raw, body, &[]);
    handle
}

fn allocation(own: &Own, graph: CUgraph, bytes: usize) -> (CUgraphNode, u64) {
    let mut node = zeroed::<CUDA_MEM_ALLOC_NODE_PARAMS>();
    node.poolProps.allocType = CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED;
    node.poolProps.location.type_ = CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE;
    node.bytesize = bytes;
    let added = call!(own.raw, cuGraphAddMemAllocNode(graph, &[], &raw mut node)).unwrap();
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
    let own = Own::new();
    let graph = graph(&own);
    let a = empty(&own, graph, &[]);
    let b = empty(&own, graph, &[a]);
    let c = empty(&own, graph, &[b]);
    call!(own.raw, cuGraphDestroyNode(b)).unwrap();
    assert_eq!(nodes(&own, graph), [a, c]);
    assert_eq!(edges(&own, graph), []);
    let d = empty(&own, graph, &[c]);
    assert_eq!(edges(&own, graph), [(c, d, [0; 3])]);
    assert_eq!(code(call!(own.raw, cuGraphDestroyNode(b))), INVALID);
    assert_eq!(code(call!(own.raw, cuGraphAddEmptyNode(graph, &[b]))), INVALID);
    call!(own.raw, cuGraphDestroy(graph)).unwrap();
    assert_eq!(code(call!(own.raw, cuGraphNodeGetType(c))), INVALID);
}

#[test]
fn a_cycle_is_refused_when_the_graph_is_instantiated() {
    let own = Own::new();
    let graph = graph(&own);
    let a = empty(&own, graph, &[]);
    let b = empty(&own, graph, &[a]);
    add_edge(&own, graph, b, a).unwrap();
    let mut parameters = zeroed::<CUDA_GRAPH_INSTANTIATE_PARAMS>();
    let refused = call!(own.raw, cuGraphInstantiateWithParams(graph, &raw mut parameters));
    assert_eq!(code(refused), INVALID);
    let why = CUgraphInstantiateResult::CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE;
    assert_eq!(parameters.result_out, why);
    assert!([a, b].contains(&parameters.hErrNode_out));
    let clone = call!(own.raw, cuGraphClone(graph)).unwrap();
    assert_eq!(code(call!(own.raw, cuGraphInstantiate(clone, 0))), INVALID);
    // It can still be described.
    call!(own.raw, cuGraphDebugDotPrint(graph, c"/dev/null", 1)).unwrap();
}

#[test]
fn captured_work_is_readable_as_nodes() {
    let own = Own::new();
    let p = memory(&own);
    let stream = own.stream(1);
    let add = Add::new(&own, p, 3);
    let (mut to, mut summand) = (p, 3u32);
    let mut pointers: [*mut c_void; 2] = [(&raw mut to).cast(), (&raw mut summand).cast()];
    call!(own.raw, cuStreamBeginCapture(stream, RELAXED)).unwrap();
    call!(own.raw, cuMemsetD32Async(p, 7, 4, stream)).unwrap();
    call!(own.raw, cuMemcpyDtoDAsync(p + 32, p, 16, stream)).unwrap();
    call!(
        own.raw,
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
    call!(own.raw, cuLaunchHostFunc(stream, Some(await_flag), argument(flag()))).unwrap();
    let graph = call!(own.raw, cuStreamEndCapture(stream)).unwrap();
    let nodes = nodes(&own, graph);
    let fill = call!(own.raw, cuGraphMemsetNodeGetParams(nodes[0])).unwrap();
    assert_eq!((fill.dst, fill.value, fill.elementSize, fill.width), (p, 7, 4, 4));
    let copy = call!(own.raw, cuGraphMemcpyNodeGetParams(nodes[1])).unwrap();
    assert_eq!((copy.srcDevice, copy.dstDevice, copy.WidthInBytes), (p, p + 32, 16));
    let kernel = call!(own.raw, cuGraphKernelNodeGetParams(nodes[2])).unwrap();
    assert_eq!((kernel.func, kernel.gridDimX, kernel.blockDimX), (add.function, 2, 8));
    // SAFETY: the call returned pointers to the values of two parameters.
    let values = unsafe {
        let pointers = core::slice::from_raw_parts(kernel.kernelParams, 2);
        (pointers[0].cast::<u64>().read(), pointers[1].cast::<u32>().read())
    };
    assert_eq!(values, (p, 3));
    let function = call!(own.raw, cuGraphHostNodeGetParams(nodes[3])).unwrap();
    assert!(function.fn_.is_some());
    assert_eq!(code(call!(own.raw, cuGraphHostNodeGetParams(nodes[2]))), INVALID);
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
    let own = Own::new();
    let (raw, stream) = (own.raw, own.stream(1));
    let p = call!(raw, cuMemAlloc(256)).unwrap();
    let capture = |copy: &dyn Fn()| {
        call!(raw, cuStreamBeginCapture(stream, RELAXED)).unwrap();
        copy();
        let graph = call!(raw, cuStreamEndCapture(stream)).unwrap();
        let node = nodes(&own, graph)[0];
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
    let own = Own::new();
    let raw = own.raw;
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
        let graph = graph(&own);
        let node = call!(raw, cuGraphAddMemcpyNode(graph, &[], &raw const params, context));
        let node = node.unwrap();
        for (change, is_change) in changes {
            let exec = instantiate(&own, graph);
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
    let own = Own::new();
    let (raw, p) = (own.raw, memory(&own));
    let graph = graph(&own);
    let node = Add::new(&own, p, 1).add(raw, graph, &[]);
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
    let own = Own::new();
    let (raw, p) = (own.raw, memory(&own));
    let graph = graph(&own);
    Add::new(&own, p, 1).add(raw, graph, &[]);
    let (auto_free, device) = (1, 4);
    for (flags, is_right) in [(auto_free, true), (device, true), (auto_free | device, false)] {
        let exec = call!(raw, cuGraphInstantiate(graph, flags));
        assert_eq!(exec.is_ok(), is_right, "{flags}");
    }
}

#[test]
fn parameters_of_a_graph_and_of_its_executables_are_separate() {
    let own = Own::new();
    let p = memory(&own);
    let graph = graph(&own);
    let mut add = Add::new(&own, p, 1);
    let node = add.add(own.raw, graph, &[]);
    let exec = instantiate(&own, graph);
    add.values[1] = 10;
    add.with(|params| call!(own.raw, cuGraphKernelNodeSetParams(node, params))).unwrap();
    call!(own.raw, cuGraphLaunch(exec, null_mut())).unwrap();
    assert_eq!(own.read(p), 1);
    let other = instantiate(&own, graph);
    call!(own.raw, cuGraphLaunch(other, null_mut())).unwrap();
    assert_eq!(own.read(p), 11);
    add.values[1] = 100;
    add.with(|params| call!(own.raw, cuGraphExecKernelNodeSetParams(exec, node, params))).unwrap();
    call!(own.raw, cuGraphLaunch(exec, null_mut())).unwrap();
    call!(own.raw, cuGraphLaunch(other, null_mut())).unwrap();
    assert_eq!(own.read(p), 121);
    // A launch keeps what it was submitted with.
    let (stream, go) = (own.stream(1), flag());
    call!(own.raw, cuLaunchHostFunc(stream, Some(await_flag), argument(go))).unwrap();
    call!(own.raw, cuGraphLaunch(exec, stream)).unwrap();
    add.values[1] = 1000;
    add.with(|params| call!(own.raw, cuGraphExecKernelNodeSetParams(exec, node, params))).unwrap();
    go.store(true, Ordering::Release);
    call!(own.raw, cuStreamSynchronize(stream)).unwrap();
    assert_eq!(own.read(p), 221);
}

#[test]
fn a_node_in_a_child_of_an_executable_graph_can_be_changed() {
    let own = Own::new();
    let p = memory(&own);
    let (inner, outer) = (graph(&own), graph(&own));
    let mut add = Add::new(&own, p, 1);
    add.add(own.raw, inner, &[]);
    let child = call!(own.raw, cuGraphAddChildGraphNode(outer, &[], inner)).unwrap();
    let copy = call!(own.raw, cuGraphChildGraphNodeGetGraph(child)).unwrap();
    let node = nodes(&own, copy)[0];
    let exec = instantiate(&own, outer);
    add.values[1] = 5;
    add.with(|params| call!(own.raw, cuGraphExecKernelNodeSetParams(exec, node, params))).unwrap();
    call!(own.raw, cuGraphLaunch(exec, null_mut())).unwrap();
    assert_eq!(own.read(p), 5);
    call!(own.raw, cuGraphNodeSetEnabled(exec, node, 0)).unwrap();
    call!(own.raw, cuGraphLaunch(exec, null_mut())).unwrap();
    assert_eq!(own.read(p), 5);
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
    let own = Own::new();
    let p = memory(&own);
    let graph = graph(&own);
    let first = empty(&own, graph, &[]);
    let node = host(meet, null_mut());
    let mut add = Add::new(&own, p, 1);
    let mut ends = Vec::new();
    for _ in 0..8 {
        let kernel = add.add(own.raw, graph, &[first]);
        let meets = call!(own.raw, cuGraphAddHostNode(graph, &[kernel], &raw const node)).unwrap();
        ends.push(add.add(own.raw, graph, &[meets]));
    }
    add.add(own.raw, graph, &ends);
    let exec = instantiate(&own, graph);
    let begin = Instant::now();
    call!(own.raw, cuGraphLaunch(exec, null_mut())).unwrap();
    call!(own.raw, cuCtxSynchronize()).unwrap();
    assert!(begin.elapsed() < Duration::from_secs(60), "they didn't meet");
    assert_eq!(own.read(p), 17);
}

#[test]
fn a_wide_graph_executes_every_node_once() {
    let own = Own::new();
    let p = memory(&own);
    let graph = graph(&own);
    let mut add = Add::new(&own, p, 1);
    let roots: Vec<CUgraphNode> = (0..1000).map(|_| add.add(own.raw, graph, &[])).collect();
    let all = empty(&own, graph, &roots);
    for _ in 0..1000 {
        add.add(own.raw, graph, &[all]);
    }
    let exec = instantiate(&own, graph);
    for _ in 0..3 {
        call!(own.raw, cuGraphLaunch(exec, null_mut())).unwrap();
    }
    assert_eq!(own.read(p), 6000);
}

#[test]
fn an_event_of_a_node_completes_when_the_node_does() {
    let own = Own::new();
    let event = call!(own.raw, cuEventCreate(2)).unwrap();
    let (go, graph) = (flag(), graph(&own));
    let waits = host(await_flag, argument(go));
    call!(own.raw, cuGraphAddHostNode(graph, &[], &raw const waits)).unwrap();
    call!(own.raw, cuGraphAddEventRecordNode(graph, &[], event)).unwrap();
    let exec = instantiate(&own, graph);
    let stream = own.stream(1);
    call!(own.raw, cuGraphLaunch(exec, stream)).unwrap();
    // The other branch is still waiting.
    call!(own.raw, cuEventSynchronize(event)).unwrap();
    assert_eq!(code(call!(own.raw, cuStreamQuery(stream))), CUresult::CUDA_ERROR_NOT_READY);
    go.store(true, Ordering::Release);
    call!(own.raw, cuStreamSynchronize(stream)).unwrap();
}

#[test]
fn a_wait_node_waits_for_what_its_event_recorded_before_the_launch() {
    let own = Own::new();
    let p = memory(&own);
    let event = call!(own.raw, cuEventCreate(2)).unwrap();
    let graph = graph(&own);
    let wait = call!(own.raw, cuGraphAddEventWaitNode(graph, &[], event)).unwrap();
    Add::new(&own, p, 1).add(own.raw, graph, &[wait]);
    let exec = instantiate(&own, graph);
    let (a, b, go) = (own.stream(1), own.stream(1), flag());
    call!(own.raw, cuLaunchHostFunc(a, Some(await_flag), argument(go))).unwrap();
    call!(own.raw, cuMemsetD32Async(p, 40, 1, a)).unwrap();
    call!(own.raw, cuEventRecord(event, a)).unwrap();
    call!(own.raw, cuGraphLaunch(exec, b)).unwrap();
    // What is recorded after the launch doesn't matter to it.
    call!(own.raw, cuStreamWaitEvent(a, event, 0)).unwrap();
    call!(own.raw, cuEventRecord(event, b)).unwrap();
    go.store(true, Ordering::Release);
    call!(own.raw, cuStreamSynchronize(b)).unwrap();
    assert_eq!(own.read(p), 41);
}

#[test]
fn an_update_says_what_differs_and_changes_nothing() {
    let own = Own::new();
    let p = memory(&own);
    let (a, b) = (graph(&own), graph(&own));
    let mut add = Add::new(&own, p, 1);
    add.add(own.raw, a, &[]);
    let exec = instantiate(&own, a);
    let update = |graph| {
        let mut info = zeroed::<CUgraphExecUpdateResultInfo>();
        let outcome = call!(own.raw, cuGraphExecUpdate(exec, graph, &raw mut info));
        (outcome.is_ok(), info.result, info.errorNode)
    };
    let other = empty(&own, b, &[]);
    use CUgraphExecUpdateResult as R;
    assert_eq!(update(b), (false, R::CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED, other));
    empty(&own, b, &[]);
    assert_eq!(update(b), (false, R::CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED, null_mut()));
    call!(own.raw, cuGraphLaunch(exec, null_mut())).unwrap();
    assert_eq!(own.read(p), 1);
    let c = graph(&own);
    add.values[1] = 20;
    add.add(own.raw, c, &[]);
    assert_eq!(update(c), (true, R::CU_GRAPH_EXEC_UPDATE_SUCCESS, null_mut()));
    call!(own.raw, cuGraphDestroy(c)).unwrap();
    call!(own.raw, cuGraphLaunch(exec, null_mut())).unwrap();
    assert_eq!(own.read(p), 21);
}

#[test]
fn an_update_takes_over_conditions_and_their_defaults() {
    let own = Own::new();
    let p = memory(&own);
    let (no, yes) = (graph(&own), graph(&own));
    decide(&own, no, 0, p);
    decide(&own, yes, 1, p);
    let exec = instantiate(&own, no);
    let launch = || {
        call!(own.raw, cuGraphLaunch(exec, null_mut())).unwrap();
        own.read(p)
    };
    assert_eq!(launch(), 0);
    let mut info = zeroed::<CUgraphExecUpdateResultInfo>();
    call!(own.raw, cuGraphExecUpdate(exec, yes, &raw mut info)).unwrap();
    for graph in [no, yes] {
        call!(own.raw, cuGraphDestroy(graph)).unwrap();
    }
    assert_eq!((launch(), launch()), (1, 2));
}

#[test]
fn nothing_is_removed_from_a_graph_with_memory() {
    let own = Own::new();
    let graph = graph(&own);
    let (a, b) = (empty(&own, graph, &[]), empty(&own, graph, &[]));
    add_edge(&own, graph, a, b).unwrap();
    allocation(&own, graph, 64);
    let edge =
        call!(own.raw, cuGraphRemoveDependencies(graph, &raw const a, &raw const b, null(), 1));
    let node = call!(own.raw, cuGraphDestroyNode(b));
    for refused in [edge, node] {
        assert_eq!(code(refused), CUresult::CUDA_ERROR_NOT_SUPPORTED);
    }
    assert_eq!(nodes(&own, graph).len(), 3);
    assert_eq!(edges(&own, graph), [(a, b, [0; 3])]);
}

#[test]
fn graphs_allocate_managed_memory() {
    use CUmemAllocationType as T;
    let own = Own::new();
    let graph = graph(&own);
    let mut node = zeroed::<CUgraphNodeParams>();
    node.type_ = CUgraphNodeType::CU_GRAPH_NODE_TYPE_MEM_ALLOC;
    let mut alloc = zeroed::<CUDA_MEM_ALLOC_NODE_PARAMS_v2>();
    alloc.bytesize = 64;
    alloc.poolProps.location.type_ = CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE;
    alloc.poolProps.allocType = T::CU_MEM_ALLOCATION_TYPE_MANAGED;
    node.params.alloc = alloc;
    call!(own.raw, cuGraphAddNode(graph, null(), null(), 0, &raw mut node)).unwrap();
    // SAFETY: the parameters are of this kind.
    let p = unsafe { node.params.alloc.dptr };
    let exec = instantiate(&own, graph);
    call!(own.raw, cuGraphLaunch(exec, null_mut())).unwrap();
    assert!(crate::pools::is_managed(&own, p));
    call!(own.raw, cuMemsetD32(p, 7, 16)).unwrap();
    // SAFETY: the host reads managed memory that nothing uses.
    assert_eq!(unsafe { (p as *const u32).read() }, 7);
    call!(own.raw, cuMemFree(p)).unwrap();
}

#[test]
fn graph_memory_is_free_or_allocated_from_the_call_on() {
    let own = Own::new();
    let graph = graph(&own);
    let (_, p) = allocation(&own, graph, 256);
    let exec = instantiate(&own, graph);
    let free_async = |stream| call!(own.raw, cuMemFreeAsync(p, stream));
    let (stream, go) = (own.stream(1), flag());
    assert_eq!(code(call!(own.raw, cuMemFree(p))), INVALID);
    assert_eq!(code(call!(own.raw, cuMemsetD8(p, 0, 1))), INVALID);
    call!(own.raw, cuLaunchHostFunc(stream, Some(await_flag), argument(go))).unwrap();
    call!(own.raw, cuGraphLaunch(exec, stream)).unwrap();
    assert_eq!(code(call!(own.raw, cuGraphLaunch(exec, stream))), INVALID);
    free_async(stream).unwrap();
    assert_eq!(code(free_async(stream)), INVALID);
    call!(own.raw, cuGraphLaunch(exec, stream)).unwrap();
    go.store(true, Ordering::Release);
    call!(own.raw, cuStreamSynchronize(stream)).unwrap();
    call!(own.raw, cuMemsetD8(p, 1, 256)).unwrap();
    call!(own.raw, cuMemFree(p)).unwrap();
    assert_eq!(code(call!(own.raw, cuMemFree(p))), INVALID);
    assert_eq!(code(call!(own.raw, cuGraphClone(graph))), CUresult::CUDA_ERROR_NOT_SUPPORTED);
    assert_eq!(
        code(call!(own.raw, cuGraphInstantiate(graph, 0))),
        CUresult::CUDA_ERROR_NOT_SUPPORTED
    );
}

#[test]
fn graph_memory_counts_from_its_first_launch_until_it_is_trimmed() {
    let own = Own::alone();
    let graph = graph(&own);
    let trim = || call!(own.raw, cuDeviceGraphMemTrim(0)).unwrap();
    trim();
    let free = || call!(own.raw, cuMemGetInfo()).unwrap().0;
    let before = free();
    let (_, p) = allocation(&own, graph, 100);
    let exec = instantiate(&own, graph);
    assert_eq!(free(), before);
    for _ in 0..2 {
        call!(own.raw, cuGraphLaunch(exec, null_mut())).unwrap();
        trim();
        assert_eq!(before - free(), 32 << 20);
        call!(own.raw, cuMemFree(p)).unwrap();
        assert_eq!(before - free(), 32 << 20);
    }
    call!(own.raw, cuGraphExecDestroy(exec)).unwrap();
    call!(own.raw, cuGraphDestroy(graph)).unwrap();
    assert_eq!(before - free(), 32 << 20);
    trim();
    assert_eq!(free(), before);
}

#[test]
fn a_launch_without_enough_memory_fails_and_allocates_nothing() {
    let own = Own::alone();
    call!(own.raw, cuDeviceGraphMemTrim(0)).unwrap();
    let (free, total) = call!(own.raw, cuMemGetInfo()).unwrap();
    let graph = graph(&own);
    let (_, small) = allocation(&own, graph, 64);
    let (_, large) = allocation(&own, graph, total);
    let exec = instantiate(&own, graph);
    let launched = call!(own.raw, cuGraphLaunch(exec, null_mut()));
    assert_eq!(code(launched), CUresult::CUDA_ERROR_OUT_OF_MEMORY);
    for p in [small, large] {
        assert_eq!(code(call!(own.raw, cuMemFree(p))), INVALID);
    }
    assert_eq!(call!(own.raw, cuMemGetInfo()).unwrap().0, free);
}

#[test]
fn nodes_use_memory_that_is_allocated_when_they_run() {
    let own = Own::new();
    let graph = graph(&own);
    let (node, p) = allocation(&own, graph, 64);
    let mut write = zeroed::<CUstreamBatchMemOpParams>();
    write.operation = CUstreamBatchMemOpType::CU_STREAM_MEM_OP_WRITE_VALUE_32;
    write.writeValue.address = p;
    write.writeValue.value.value64 = 7;
    let mut batch = zeroed::<CUDA_BATCH_MEM_OP_NODE_PARAMS>();
    (batch.ctx, batch.count, batch.paramArray) = (own.context.as_raw(), 1, &raw mut write);
    let written =
        call!(own.raw, cuGraphAddBatchMemOpNode(graph, &[node], &raw const batch)).unwrap();
    Add::new(&own, p, 1).add(own.raw, graph, &[written]);
    let exec = instantiate(&own, graph);
    let on_a_stream = call!(own.raw, cuStreamWriteValue32(null_mut(), p, 1, 0));
    assert_eq!(code(on_a_stream), INVALID);
    call!(own.raw, cuGraphLaunch(exec, null_mut())).unwrap();
    assert_eq!(own.read(p), 8);
    call!(own.raw, cuStreamWriteValue32(null_mut(), p, 1, 0)).unwrap();
    assert_eq!(own.read(p), 1);
    call!(own.raw, cuMemFree(p)).unwrap();
}

#[test]
fn memory_that_a_graph_allocated_outlives_it() {
    let own = Own::new();
    let graph = graph(&own);
    let (_, p) = allocation(&own, graph, 256);
    let exec = instantiate(&own, graph);
    call!(own.raw, cuGraphLaunch(exec, null_mut())).unwrap();
    call!(own.raw, cuGraphExecDestroy(exec)).unwrap();
    call!(own.raw, cuGraphDestroy(graph)).unwrap();
    call!(own.raw, cuMemsetD8(p, 1, 256)).unwrap();
    call!(own.raw, cuMemFree(p)).unwrap();
    assert_eq!(code(call!(own.raw, cuMemsetD8(p, 1, 256))), INVALID);
}

#[test]
fn a_graph_inside_another_belongs_to_its_node() {
    let own = Own::new();
    let (inner, outer) = (graph(&own), graph(&own));
    empty(&own, inner, &[]);
    let node = call!(own.raw, cuGraphAddChildGraphNode(outer, &[], inner)).unwrap();
    let copy = call!(own.raw, cuGraphChildGraphNodeGetGraph(node)).unwrap();
    assert_ne!(copy, inner);
    assert_eq!(code(call!(own.raw, cuGraphDestroy(copy))), INVALID);
    empty(&own, copy, &[]);
    assert_eq!((nodes(&own, copy).len(), nodes(&own, inner).len()), (2, 1));
    call!(own.raw, cuGraphDestroyNode(node)).unwrap();
    let mut count = 0;
    let gone = call!(own.raw, cuGraphGetNodes(copy, null_mut(), &raw mut count));
    assert_eq!(code(gone), INVALID);
    assert_eq!(code(call!(own.raw, cuGraphAddChildGraphNode(outer, &[], outer))), INVALID);
}

#[test]
fn a_moved_graph_keeps_its_memory_nodes() {
    let own = Own::new();
    let (inner, outer) = (graph(&own), graph(&own));
    let (_, p) = allocation(&own, inner, 64);
    let mut node = zeroed::<CUgraphNodeParams>();
    node.type_ = CUgraphNodeType::CU_GRAPH_NODE_TYPE_GRAPH;
    node.params.graph.graph = inner;
    node.params.graph.ownership =
        CUgraphChildGraphNodeOwnership::CU_GRAPH_CHILD_GRAPH_OWNERSHIP_MOVE;
    call!(own.raw, cuGraphAddNode(outer, null(), null(), 0, &raw mut node)).unwrap();
    assert_eq!(code(call!(own.raw, cuGraphDestroy(inner))), INVALID);
    node.params.graph.graph = outer;
    let inside_itself = call!(own.raw, cuGraphAddNode(inner, null(), null(), 0, &raw mut node));
    assert_eq!(code(inside_itself), INVALID);
    let exec = instantiate(&own, outer);
    call!(own.raw, cuGraphLaunch(exec, null_mut())).unwrap();
    call!(own.raw, cuMemFree(p)).unwrap();
}

#[test]
fn graphs_in_graphs_have_a_limited_depth() {
    let own = Own::new();
    let mut outer = graph(&own);
    let refused = (0..1000).find_map(|_| {
        let next = graph(&own);
        let mut node = zeroed::<CUgraphNodeParams>();
        node.type_ = CUgraphNodeType::CU_GRAPH_NODE_TYPE_GRAPH;
        node.params.graph.graph = outer;
        node.params.graph.ownership =
            CUgraphChildGraphNodeOwnership::CU_GRAPH_CHILD_GRAPH_OWNERSHIP_MOVE;
        let added = call!(own.raw, cuGraphAddNode(next, null(), null(), 0, &raw mut node));
        let before = core::mem::replace(&mut outer, next);
        added.is_err().then_some((before, added))
    });
    let (deep, refused) = refused.unwrap();
    assert_eq!(code(refused), CUresult::CUDA_ERROR_NOT_SUPPORTED);
    let exec = instantiate(&own, deep);
    call!(own.raw, cuGraphLaunch(exec, null_mut())).unwrap();
    call!(own.raw, cuCtxSynchronize()).unwrap();
    call!(own.raw, cuGraphDestroy(deep)).unwrap();
}

#[test]
fn a_capture_continues_a_graph_and_its_dependencies_can_be_changed() {
    let own = Own::new();
    let p = memory(&own);
    let (stream, graph) = (own.stream(1), graph(&own));
    let a = empty(&own, graph, &[]);
    let b = empty(&own, graph, &[]);
    call!(own.raw, cuStreamBeginCaptureToGraph(stream, graph, &raw const a, null(), 1, RELAXED))
        .unwrap();
    call!(own.raw, cuMemsetD32Async(p, 1, 1, stream)).unwrap();
    let fill = nodes(&own, graph)[2];
    let (_, _, _, after, _, count) = call!(own.raw, cuStreamGetCaptureInfo(stream)).unwrap();
    // SAFETY: the call returned a list of that many nodes.
    assert_eq!(unsafe { core::slice::from_raw_parts(after, count) }, [fill]);
    let mut only = b;
    call!(own.raw, cuStreamUpdateCaptureDependencies(stream, &raw mut only, null(), 1, 1)).unwrap();
    call!(own.raw, cuMemsetD32Async(p + 4, 1, 1, stream)).unwrap();
    let mut also = a;
    call!(own.raw, cuStreamUpdateCaptureDependencies(stream, &raw mut also, null(), 1, 0)).unwrap();
    call!(own.raw, cuMemsetD32Async(p + 8, 1, 1, stream)).unwrap();
    call!(own.raw, cuStreamEndCapture(stream)).unwrap();
    let all = nodes(&own, graph);
    let plain = [0; 3];
    assert_eq!(
        edges(&own, graph),
        [(a, fill, plain), (a, all[4], plain), (b, all[3], plain), (all[3], all[4], plain)]
    );
}

#[test]
fn captured_external_events_become_nodes() {
    let own = Own::new();
    let (stream, event) = (own.stream(1), call!(own.raw, cuEventCreate(2)).unwrap());
    call!(own.raw, cuStreamBeginCapture(stream, RELAXED)).unwrap();
    call!(own.raw, cuEventRecordWithFlags(event, stream, 1)).unwrap();
    call!(own.raw, cuStreamWaitEvent(stream, event, 1)).unwrap();
    let graph = call!(own.raw, cuStreamEndCapture(stream)).unwrap();
    let nodes = nodes(&own, graph);
    assert_eq!(call!(own.raw, cuGraphEventRecordNodeGetEvent(nodes[0])).unwrap(), event);
    assert_eq!(call!(own.raw, cuGraphEventWaitNodeGetEvent(nodes[1])).unwrap(), event);
    // It waits for the node before it.
    let exec = instantiate(&own, graph);
    for _ in 0..3 {
        call!(own.raw, cuGraphLaunch(exec, stream)).unwrap();
    }
    call!(own.raw, cuStreamSynchronize(stream)).unwrap();
    call!(own.raw, cuEventQuery(event)).unwrap();
}

#[test]
fn a_captured_programmatic_launch_depends_on_the_kernels_port() {
    let own = Own::new();
    let stream = own.stream(1);
    let module = load(own.raw, ADD);
    let nop = call!(own.raw, cuModuleGetFunction(module, c"nop")).unwrap();
    let mut attribute = zeroed::<CUlaunchAttribute>();
    attribute.id = CUlaunchAttributeID::CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
    attribute.value.programmaticStreamSerializationAllowed = 1;
    let mut config = zeroed::<CUlaunchConfig>();
    (config.gridDimX, config.gridDimY, config.gridDimZ) = (1, 1, 1);
    (config.blockDimX, config.blockDimY, config.blockDimZ) = (1, 1, 1);
    config.hStream = stream;
    call!(own.raw, cuStreamBeginCapture(stream, RELAXED)).unwrap();
    call!(own.raw, cuLaunchKernelEx(&raw const config, nop, null_mut(), null_mut())).unwrap();
    (config.attrs, config.numAttrs) = (&raw mut attribute, 1);
    call!(own.raw, cuLaunchKernelEx(&raw const config, nop, null_mut(), null_mut())).unwrap();
    let graph = call!(own.raw, cuStreamEndCapture(stream)).unwrap();
    assert_eq!(edges(&own, graph)[0].2, [1, 0, 1]);
    let mut count = 1;
    let (mut from, mut to) = (null_mut(), null_mut());
    let without = call!(
        own.raw,
        cuGraphGetEdges(graph, &raw mut from, &raw mut to, null_mut(), &raw mut count)
    );
    assert_eq!(code(without), CUresult::CUDA_ERROR_LOSSY_QUERY);
    let exec = instantiate(&own, graph);
    call!(own.raw, cuGraphLaunch(exec, stream)).unwrap();
    call!(own.raw, cuStreamSynchronize(stream)).unwrap();
}

#[test]
fn threads_may_build_and_launch_at_the_same_time() {
    let own = Own::new();
    let p = memory(&own);
    let graph = graph(&own) as usize;
    let context = own.context.as_raw() as usize;
    let raw = own.raw;
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
    call!(own.raw, cuCtxSynchronize()).unwrap();
}

#[test]
#[ignore = "it makes the device unusable"]
fn freed_memory_of_a_node() {
    let own = Own::new();
    let p = memory(&own);
    let graph = graph(&own);
    let event = call!(own.raw, cuEventCreate(2)).unwrap();
    let fill =
        CUDA_MEMSET_NODE_PARAMS { dst: p, pitch: 0, value: 1, elementSize: 4, width: 1, height: 1 };
    let first =
        call!(own.raw, cuGraphAddMemsetNode(graph, &[], &raw const fill, null_mut())).unwrap();
    call!(own.raw, cuGraphAddEventRecordNode(graph, &[first], event)).unwrap();
    let exec = instantiate(&own, graph);
    call!(own.raw, cuMemFree(p)).unwrap();
    call!(own.raw, cuGraphLaunch(exec, null_mut())).unwrap();
    let fault = CUresult::CUDA_ERROR_ILLEGAL_ADDRESS;
    assert_eq!(code(call!(own.raw, cuCtxSynchronize())), fault);
    // Nothing waits forever for what the graph would have recorded.
    assert_eq!(code(call!(own.raw, cuEventSynchronize(event))), fault);
}

#[test]
#[ignore = "it makes the device unusable"]
fn unloaded_kernel_of_a_node() {
    let own = Own::new();
    let module = load(own.raw, ADD);
    let nop = call!(own.raw, cuModuleGetFunction(module, c"nop")).unwrap();
    let graph = graph(&own);
    Add { function: nop, values: [0; 2] }.add(own.raw, graph, &[]);
    let exec = instantiate(&own, graph);
    call!(own.raw, cuGraphLaunch(exec, null_mut())).unwrap();
    call!(own.raw, cuCtxSynchronize()).unwrap();
    // It waits for what runs, and graphs don't keep it. On an H200 (580.159.04), the launch succeeds, too.
    call!(own.raw, cuModuleUnload(module)).unwrap();
    call!(own.raw, cuGraphLaunch(exec, null_mut())).unwrap();
    assert_eq!(code(call!(own.raw, cuCtxSynchronize())), CUresult::CUDA_ERROR_ILLEGAL_ADDRESS);
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
