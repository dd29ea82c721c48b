//! Random calls about graphs, with valid handles and with invalid ones, by several threads: each returns, and work that
//! was submitted ends. The option `rounds` sets how often all of it is repeated.

use core::ffi::c_void;
use core::ptr::{null, null_mut};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, RwLock};
use std::time::{Duration, Instant};

use cuda_driver::Raw;
use cuda_driver::sys::*;
use fastrand::Rng;

use crate::{TestDevice, code};

const RELAXED: CUstreamCaptureMode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED;
const THREADS: usize = 3;
const STREAMS: usize = 3;

fn zeroed<T: Copy>() -> T {
    // SAFETY: it is only used for C's plain data, for which zero is valid.
    unsafe { core::mem::zeroed() }
}

static HOST_CALLS: AtomicU64 = AtomicU64::new(0);

unsafe extern "C" fn count(_: *mut c_void) {
    HOST_CALLS.fetch_add(1, Ordering::Relaxed);
}

/// The handles that threads know, living or not.
#[derive(Default)]
struct GraphHandles {
    graphs: Mutex<Vec<usize>>,
    nodes: Mutex<Vec<usize>>,
    execs: Mutex<Vec<usize>>,
    conditions: Mutex<Vec<u64>>,
    addresses: Mutex<Vec<u64>>,
    /// Held for writing by what destroys nodes, because the lists that their parameters refer to end with them.
    destruction: RwLock<()>,
}

impl GraphHandles {
    /// Destroys all that is left.
    fn destroy(self, raw: Raw) {
        for exec in self.execs.into_inner().unwrap() {
            let _ = call!(raw, cuGraphExecDestroy(exec as CUgraphExec));
        }
        for graph in self.graphs.into_inner().unwrap() {
            let _ = call!(raw, cuGraphDestroy(graph as CUgraph));
        }
        for address in self.addresses.into_inner().unwrap() {
            let _ = call!(raw, cuMemFree(address));
        }
        for node in self.nodes.into_inner().unwrap() {
            let gone = call!(raw, cuGraphNodeGetType(node as CUgraphNode));
            assert_eq!(code(gone), CUresult::CUDA_ERROR_INVALID_VALUE);
        }
    }
}

/// Returns one that is known, or rarely an invalid one.
fn any<T: Copy>(handles: &Mutex<Vec<T>>, random: &mut Rng, invalid: T) -> T {
    let handles = handles.lock().unwrap();
    match handles.len() {
        0 => invalid,
        _ if random.u32(..50) == 0 => invalid,
        // Mostly new ones, which live more probably.
        count => handles[count - 1 - random.usize(..count.min(12))],
    }
}

fn record<T, E>(handles: &Mutex<Vec<T>>, outcome: Result<T, E>) {
    handles.lock().unwrap().extend(outcome);
}

struct Caller<'a> {
    raw: Raw,
    context: CUcontext,
    memory: u64,
    event: CUevent,
    streams: &'a [usize],
    handles: &'a GraphHandles,
    random: Rng,
}

impl Caller<'_> {
    fn graph(&mut self) -> CUgraph {
        any(&self.handles.graphs, &mut self.random, 0x77) as CUgraph
    }

    fn node(&mut self) -> CUgraphNode {
        any(&self.handles.nodes, &mut self.random, 0x77) as CUgraphNode
    }

    fn exec(&mut self) -> CUgraphExec {
        any(&self.handles.execs, &mut self.random, 0x77) as CUgraphExec
    }

    fn stream(&mut self) -> CUstream {
        self.streams[self.random.usize(..self.streams.len())] as CUstream
    }

    fn fill(&mut self) -> CUDA_MEMSET_NODE_PARAMS {
        CUDA_MEMSET_NODE_PARAMS {
            dst: self.memory,
            pitch: 256,
            value: 1,
            elementSize: 1 << self.random.u32(..4),
            width: self.random.usize(..20),
            height: self.random.usize(..3),
        }
    }

    fn copy(&mut self) -> CUDA_MEMCPY3D {
        let mut copy = zeroed::<CUDA_MEMCPY3D>();
        copy.srcMemoryType = CUmemorytype::CU_MEMORYTYPE_DEVICE;
        copy.dstMemoryType = CUmemorytype::CU_MEMORYTYPE_DEVICE;
        (copy.srcDevice, copy.dstDevice) = (self.memory, self.memory + 1024);
        (copy.WidthInBytes, copy.Height, copy.Depth) =
            (self.random.usize(..600), 1, self.random.usize(..3));
        copy
    }

    /// Returns parameters of a random kind.
    fn parameters(&mut self) -> CUgraphNodeParams {
        use CUgraphNodeType as T;
        let mut node = zeroed::<CUgraphNodeParams>();
        let kind = self.random.u32(..12);
        node.type_ = match kind {
            0 => {
                node.params.memset = CUDA_MEMSET_NODE_PARAMS_v2 {
                    dst: self.memory,
                    pitch: 0,
                    value: 3,
                    elementSize: 4,
                    width: 4,
                    height: 1,
                    ctx: self.context,
                };
                T::CU_GRAPH_NODE_TYPE_MEMSET
            }
            1 => {
                node.params.memcpy = CUDA_MEMCPY_NODE_PARAMS {
                    flags: 0,
                    reserved: 0,
                    copyCtx: self.context,
                    copyParams: self.copy(),
                };
                T::CU_GRAPH_NODE_TYPE_MEMCPY
            }
            2 => {
                node.params.host.fn_ = Some(count);
                T::CU_GRAPH_NODE_TYPE_HOST
            }
            3 => {
                use CUgraphChildGraphNodeOwnership as O;
                let moves = self.random.u32(..3) == 0;
                node.params.graph.graph = self.graph();
                node.params.graph.ownership = if moves {
                    O::CU_GRAPH_CHILD_GRAPH_OWNERSHIP_MOVE
                } else {
                    O::CU_GRAPH_CHILD_GRAPH_OWNERSHIP_CLONE
                };
                T::CU_GRAPH_NODE_TYPE_GRAPH
            }
            4 => {
                node.params.eventRecord.event = self.event;
                T::CU_GRAPH_NODE_TYPE_EVENT_RECORD
            }
            5 => {
                node.params.eventWait.event = self.event;
                T::CU_GRAPH_NODE_TYPE_WAIT_EVENT
            }
            6 => {
                let alloc = CUDA_MEM_ALLOC_NODE_PARAMS_v2 {
                    bytesize: self.random.usize(..100),
                    ..zeroed()
                };
                node.params.alloc = alloc;
                // SAFETY: the variant was just written.
                let properties = unsafe { &mut node.params.alloc.poolProps };
                properties.allocType = CUmemAllocationType::CU_MEM_ALLOCATION_TYPE_PINNED;
                properties.location.type_ = CUmemLocationType::CU_MEM_LOCATION_TYPE_DEVICE;
                T::CU_GRAPH_NODE_TYPE_MEM_ALLOC
            }
            7 => {
                node.params.free.dptr = any(&self.handles.addresses, &mut self.random, 64);
                T::CU_GRAPH_NODE_TYPE_MEM_FREE
            }
            8 => {
                // Not a loop, which might never end.
                use CUgraphConditionalNodeType as C;
                let kinds = [C::CU_GRAPH_COND_TYPE_IF, C::CU_GRAPH_COND_TYPE_SWITCH];
                node.params.conditional = CUDA_CONDITIONAL_NODE_PARAMS {
                    handle: any(&self.handles.conditions, &mut self.random, 0),
                    type_: kinds[self.random.usize(..2)],
                    size: self.random.u32(..4),
                    phGraph_out: null_mut(),
                    ctx: self.context,
                };
                T::CU_GRAPH_NODE_TYPE_CONDITIONAL
            }
            9 => T::CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL,
            10 => CUgraphNodeType(self.random.u32(..20)),
            _ => T::CU_GRAPH_NODE_TYPE_EMPTY,
        };
        node
    }

    /// Lets children and bodies be found, too.
    fn learn_graphs_of(&mut self, node: CUgraphNode, parameters: &CUgraphNodeParams) {
        if let Ok(child) = call!(self.raw, cuGraphChildGraphNodeGetGraph(node)) {
            self.handles.graphs.lock().unwrap().push(child as usize);
        }
        match parameters.type_ {
            CUgraphNodeType::CU_GRAPH_NODE_TYPE_MEM_ALLOC => {
                // SAFETY: the parameters are of this kind.
                let address = unsafe { parameters.params.alloc.dptr };
                self.handles.addresses.lock().unwrap().push(address);
            }
            CUgraphNodeType::CU_GRAPH_NODE_TYPE_CONDITIONAL => {
                // SAFETY: the parameters are of this kind, and nothing destroys the node now.
                let body = unsafe { parameters.params.conditional.phGraph_out.read() };
                self.handles.graphs.lock().unwrap().push(body as usize);
            }
            _ => {}
        }
    }

    #[expect(clippy::too_many_lines, reason = "a row for each call")]
    fn step(&mut self) {
        let raw = self.raw;
        let handles = self.handles;
        let nodes = |node: Result<CUgraphNode, _>| {
            record(&handles.nodes, node.map(|handle| handle as usize))
        };
        match self.random.u32(..30) {
            0..2 => {
                record(&handles.graphs, call!(raw, cuGraphCreate(0)).map(|handle| handle as usize))
            }
            2..9 => {
                let graph = self.graph();
                let after: Vec<CUgraphNode> =
                    (0..self.random.usize(..3)).map(|_| self.node()).collect();
                let mut parameters = self.parameters();
                let list = (after.as_ptr(), after.len());
                let _alive = handles.destruction.read().unwrap();
                let outcome =
                    call!(raw, cuGraphAddNode(graph, list.0, null(), list.1, &raw mut parameters));
                if let Ok(node) = outcome {
                    nodes(outcome);
                    self.learn_graphs_of(node, &parameters);
                }
            }
            9 => {
                let (graph, fill) = (self.graph(), self.fill());
                nodes(call!(raw, cuGraphAddMemsetNode(graph, &[], &raw const fill, self.context)));
            }
            10..12 => {
                let (graph, from, to) = (self.graph(), self.node(), self.node());
                let _ = call!(
                    raw,
                    cuGraphAddDependencies(graph, &raw const from, &raw const to, null(), 1)
                );
            }
            12 => {
                let (graph, from, to) = (self.graph(), self.node(), self.node());
                let _ = call!(
                    raw,
                    cuGraphRemoveDependencies(graph, &raw const from, &raw const to, null(), 1)
                );
            }
            13 => {
                let _alone = handles.destruction.write().unwrap();
                let _ = call!(raw, cuGraphDestroyNode(self.node()));
            }
            14 => record(
                &handles.graphs,
                call!(raw, cuGraphClone(self.graph())).map(|handle| handle as usize),
            ),
            15..18 => {
                let flags = [0, 0, 0, 1, 4, 8, 64][self.random.usize(..7)];
                let graph = self.graph();
                record(
                    &handles.execs,
                    call!(raw, cuGraphInstantiate(graph, flags)).map(|handle| handle as usize),
                );
            }
            18..22 => {
                let (exec, stream) = (self.exec(), self.stream());
                let _ = call!(raw, cuGraphLaunch(exec, stream));
            }
            22 => {
                let mut info = zeroed::<CUgraphExecUpdateResultInfo>();
                let (exec, graph) = (self.exec(), self.graph());
                let _ = call!(raw, cuGraphExecUpdate(exec, graph, &raw mut info));
            }
            23 => {
                let (exec, node, mut parameters) = (self.exec(), self.node(), self.parameters());
                let _ = call!(raw, cuGraphExecNodeSetParams(exec, node, &raw mut parameters));
                let _ = call!(raw, cuGraphNodeSetParams(node, &raw mut parameters));
                let _ = call!(raw, cuGraphNodeSetEnabled(exec, node, self.random.u32(..2)));
            }
            24 => {
                let graph = self.graph();
                let condition = call!(
                    raw,
                    cuGraphConditionalHandleCreate(graph, self.context, self.random.u32(..4), 1)
                );
                record(&handles.conditions, condition);
            }
            25 => {
                let graph = self.graph();
                let _ = call!(
                    raw,
                    cuGraphDebugDotPrint(graph, c"/dev/null", self.random.u32(..1 << 16))
                );
                let mut count = 0;
                let _ = call!(
                    raw,
                    cuGraphGetEdges(graph, null_mut(), null_mut(), null_mut(), &raw mut count)
                );
                let _ = call!(raw, cuGraphGetRootNodes(graph, null_mut(), &raw mut count));
            }
            26 => {
                let (stream, graph) = (self.stream(), self.graph());
                if call!(
                    raw,
                    cuStreamBeginCaptureToGraph(stream, graph, null(), null(), 0, RELAXED)
                )
                .is_ok()
                {
                    let _ = call!(raw, cuMemsetD32Async(self.memory, 4, 4, stream));
                    let address = call!(raw, cuMemAllocAsync(16, stream));
                    record(&handles.addresses, address);
                    let _ = call!(raw, cuStreamEndCapture(stream));
                }
            }
            27 => {
                let address = any(&handles.addresses, &mut self.random, 64);
                let _ = if self.random.bool() {
                    call!(raw, cuMemFreeAsync(address, self.stream()))
                } else {
                    call!(raw, cuMemFree(address))
                };
                let _ = call!(raw, cuDeviceGraphMemTrim(0));
            }
            28 => {
                let _ = call!(raw, cuGraphExecDestroy(self.exec()));
            }
            _ => {
                let _alone = handles.destruction.write().unwrap();
                let _ = call!(raw, cuGraphDestroy(self.graph()));
            }
        }
    }
}

/// How many calls a thread makes until everything is destroyed.
const ROUND: usize = 3000;

#[test]
fn random_calls_return_and_the_work_ends() {
    let sim = TestDevice::alone();
    let memory = call!(sim.raw, cuMemAlloc(4096)).unwrap();
    let event = call!(sim.raw, cuEventCreate(2)).unwrap() as usize;
    let streams: Vec<usize> = (0..STREAMS).map(|_| sim.stream(1) as usize).collect();
    let context = sim.context.as_raw() as usize;
    let rounds = crate::options::number("rounds", 1);
    let before = cuda_sim::live_objects();
    for round in 0..rounds {
        let handles = GraphHandles::default();
        std::thread::scope(|scope| {
            for thread in 0..THREADS as u64 {
                let (sim, streams, handles) = (&sim, &streams, &handles);
                let raw = sim.raw;
                scope.spawn(move || {
                    let context = context as CUcontext;
                    call!(raw, cuCtxSetCurrent(context)).unwrap();
                    let mut caller = Caller {
                        raw,
                        context,
                        memory,
                        event: event as CUevent,
                        streams,
                        handles,
                        random: Rng::with_seed(round * THREADS as u64 + thread),
                    };
                    (0..ROUND).for_each(|_| caller.step());
                });
            }
        });
        call!(sim.raw, cuCtxSynchronize()).unwrap();
        handles.destroy(sim.raw);
        // Threads let go of what they executed a little after it is done.
        let deadline = Instant::now() + Duration::from_secs(60);
        while cuda_sim::live_objects() != before {
            let left = cuda_sim::live_objects();
            assert!(Instant::now() < deadline, "round {round}: {left:?}");
            std::thread::yield_now();
        }
    }
}
