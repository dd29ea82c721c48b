//! Graphs of more and more kernels, one after the other. A sample has a single graph, and its calls are its nodes.

use core::ptr;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::Result;
use cuda_driver::graph::{Graph, GraphExec, KernelNode};
use cuda_driver::sys::{
    CUDA_KERNEL_NODE_PARAMS, CUgraph, CUgraphExec, CUgraphExecUpdateResultInfo,
};
use cuda_driver::{Context, CuResult, Function, Launch, Raw, Stream};

use super::{RAW, SUBJECT, kernel, work};
use crate::work::{Bench, Group, Way, Work};

type Ways = fn(&Bench) -> Result<Vec<Way>>;

const fn sizes(names: [&'static str; 4], does: &'static str, ways: Ways) -> [Work; 4] {
    [
        work::<1>(Group::Nodes, names[0], does, ways),
        work::<100>(Group::Nodes, names[1], does, ways),
        work::<10_000>(Group::Nodes, names[2], does, ways),
        work::<100_000>(Group::Nodes, names[3], does, ways),
    ]
}

pub static BUILDS: [Work; 4] = sizes(
    ["build, 1 node", "build, 100 nodes", "build, 10,000 nodes", "build, 100,000 nodes"],
    "a graph of so many empty kernels is built and destroyed, per node",
    |bench| ways(bench, build_raw, build),
);

pub static INSTANCES: [Work; 4] = sizes(
    [
        "instantiate, 1 node",
        "instantiate, 100 nodes",
        "instantiate, 10,000 nodes",
        "instantiate, 100,000 nodes",
    ],
    "a graph of so many kernels is instantiated, and the instance destroyed, per node",
    |bench| ways(bench, instantiate_raw, instantiate),
);

pub static UPDATES: [Work; 4] = sizes(
    ["update, 1 node", "update, 100 nodes", "update, 10,000 nodes", "update, 100,000 nodes"],
    "an executable graph of so many kernels is updated from the same graph, per node",
    |bench| ways(bench, update_raw, update),
);

pub static LAUNCHES: [Work; 4] = sizes(
    [
        "graph launch, 1 node",
        "graph launch, 100 nodes",
        "graph launch, 10,000 nodes",
        "graph launch, 100,000 nodes",
    ],
    "a graph of so many empty kernels is launched, host time per node",
    |bench| ways(bench, launch_raw, launch),
);

/// What graphs are made of.
struct GraphParts {
    raw: Raw,
    context: Context,
    stream: Stream,
    function: Function,
}

/// A graph, and its instance once one is needed.
type BenchGraph = (Graph, Option<GraphExec>);

fn ways(
    bench: &Bench,
    raw: fn(&GraphParts, &mut BenchGraph, u32) -> Result<Duration>,
    subject: fn(&GraphParts, &mut BenchGraph, u32) -> Result<Duration>,
) -> Result<Vec<Way>> {
    let parts = Rc::new(GraphParts {
        raw: bench.raw(),
        context: bench.context.clone(),
        stream: bench.stream.clone(),
        function: kernel(&bench.context)?,
    });
    let way = |name, measure: fn(&GraphParts, &mut BenchGraph, u32) -> Result<Duration>| {
        let parts = Rc::clone(&parts);
        let mut graph = None;
        Way::new(name, move |nodes| {
            let graph = match &mut graph {
                Some(graph) => graph,
                none => none.insert((parts.graph(nodes)?, None)),
            };
            parts.stream.synchronize()?;
            let time = measure(&parts, graph, nodes)?;
            parts.stream.synchronize()?;
            Ok(time.as_secs_f64())
        })
    };
    Ok(vec![way(RAW, raw), way(SUBJECT, subject)])
}

fn timed<T>(work: impl FnOnce() -> Result<T>) -> Result<Duration> {
    let begin = Instant::now();
    drop(work()?);
    Ok(begin.elapsed())
}

impl GraphParts {
    fn graph(&self, nodes: u32) -> Result<Graph> {
        let mut graph = self.context.create_graph()?;
        let mut last = None;
        for _ in 0..nodes {
            let launch = Launch::grid(1).block(1);
            // SAFETY: the kernel has no arguments, and these parts outlive the graph.
            let node = unsafe { KernelNode::new(&self.function, launch, ()) };
            last = Some(graph.add_node(last.as_slice(), node)?);
        }
        Ok(graph)
    }

    /// # Safety
    /// The context is current; the caller destroys the graph before these parts.
    unsafe fn raw_graph(&self, nodes: u32) -> Result<CUgraph, CuResult> {
        // SAFETY: the context is current.
        let graph = unsafe { self.raw.cuGraphCreate(0) }?;
        let params = CUDA_KERNEL_NODE_PARAMS {
            func: self.function.as_raw(),
            gridDimX: 1,
            gridDimY: 1,
            gridDimZ: 1,
            blockDimX: 1,
            blockDimY: 1,
            blockDimZ: 1,
            ctx: self.context.as_raw(),
            ..CUDA_KERNEL_NODE_PARAMS::default()
        };
        let mut last = None;
        for _ in 0..nodes {
            let after = last.as_slice();
            // SAFETY: all are alive, and the kernel has no arguments.
            let node = unsafe { self.raw.cuGraphAddKernelNode(graph, after, &raw const params) }?;
            last = Some(node);
        }
        Ok(graph)
    }
}

fn build(parts: &GraphParts, _: &mut BenchGraph, nodes: u32) -> Result<Duration> {
    timed(|| parts.graph(nodes))
}

fn build_raw(parts: &GraphParts, _: &mut BenchGraph, nodes: u32) -> Result<Duration> {
    // SAFETY: the context is current, and the graph isn't used any more.
    timed(|| Ok(unsafe { parts.raw.cuGraphDestroy(parts.raw_graph(nodes)?) }?))
}

fn instantiate(_: &GraphParts, bench_graph: &mut BenchGraph, _: u32) -> Result<Duration> {
    timed(|| Ok(bench_graph.0.instantiate()?))
}

fn instantiate_raw(parts: &GraphParts, bench_graph: &mut BenchGraph, _: u32) -> Result<Duration> {
    let (raw, graph) = (parts.raw, bench_graph.0.as_raw());
    // SAFETY: the graph is alive, and its instance isn't used any more.
    timed(|| Ok(unsafe { raw.cuGraphExecDestroy(raw.cuGraphInstantiate(graph, 0)?) }?))
}

fn exec(bench_graph: &mut BenchGraph) -> Result<(&Graph, &mut GraphExec)> {
    let (graph, exec) = bench_graph;
    let exec = match exec {
        Some(exec) => exec,
        none => none.insert(graph.instantiate()?),
    };
    Ok((graph, exec))
}

fn raw_exec(bench_graph: &mut BenchGraph) -> Result<(CUgraph, CUgraphExec)> {
    let (graph, exec) = exec(bench_graph)?;
    Ok((graph.as_raw(), exec.as_raw()))
}

fn update(_: &GraphParts, bench_graph: &mut BenchGraph, _: u32) -> Result<Duration> {
    let (graph, exec) = exec(bench_graph)?;
    timed(|| Ok(exec.update(graph)?))
}

fn update_raw(parts: &GraphParts, bench_graph: &mut BenchGraph, _: u32) -> Result<Duration> {
    let (graph, exec) = raw_exec(bench_graph)?;
    let mut info = CUgraphExecUpdateResultInfo {
        errorNode: ptr::null_mut(),
        errorFromNode: ptr::null_mut(),
        ..CUgraphExecUpdateResultInfo::default()
    };
    let info = &raw mut info;
    // SAFETY: both are alive and not in use.
    timed(|| Ok(unsafe { parts.raw.cuGraphExecUpdate(exec, graph, info) }?))
}

fn launch(parts: &GraphParts, bench_graph: &mut BenchGraph, _: u32) -> Result<Duration> {
    let (_, exec) = exec(bench_graph)?;
    // SAFETY: the kernels use no memory.
    timed(|| Ok(unsafe { exec.launch(&parts.stream) }?))
}

fn launch_raw(parts: &GraphParts, bench_graph: &mut BenchGraph, _: u32) -> Result<Duration> {
    let (_, exec) = raw_exec(bench_graph)?;
    // SAFETY: both are alive, and the kernels use no memory.
    timed(|| Ok(unsafe { parts.raw.cuGraphLaunch(exec, parts.stream.as_raw()) }?))
}
