//! Operations with graphs.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use cuda_driver::{
    Context, Error, Launch, Version,
    graph::{
        ChildNode, CopyNode, EmptyNode, EventRecordNode, EventWaitNode, FreeNode, Graph, HostNode,
        InstantiateFlags, KernelNode, MemsetNode,
    },
};
use fastrand::Rng;

use super::operations::{left, same};
use super::{ADDED, Outcome, SharedState};

/// Returns a graph that all threads instantiate and copy.
pub fn shared_graph(context: &Context) -> Result<Graph, Error> {
    let mut child = context.create_graph()?;
    child.add_node(&[], HostNode::new(|| {}))?;
    let mut graph = context.create_graph()?;
    let first = graph.add_node(&[], HostNode::new(|| {}))?;
    let second = graph.add_node(&[first], ChildNode::new(&child))?;
    graph.add_node(&[first, second], EmptyNode)?;
    Ok(graph)
}

/// Returns a function that counts its calls.
fn counting(calls: &Arc<AtomicUsize>) -> HostNode<impl Fn() + Send + Sync + 'static> {
    let calls = calls.clone();
    HostNode::new(move || _ = calls.fetch_add(1, Ordering::Relaxed))
}

pub fn built_graphs(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let (context, function) = shared.context(rng);
    let stream = context.stream()?;
    let (mut x, mut y) = (stream.alloc::<u32>(100)?, stream.alloc::<u32>(100)?);
    let event = context.event()?;
    stream.synchronize()?;
    let before = Arc::new(AtomicUsize::new(0));
    let mut child = context.create_graph()?;
    child.add_node(&[], counting(&before))?;
    let mut graph = context.create_graph()?;
    let launch = Launch::elements(100, 32);
    // SAFETY: fill(unsigned *, unsigned, unsigned), as in `graphs`; the buffers and the function outlive the launches, and
    // nothing else uses the buffers meanwhile, here and below.
    let fill = unsafe { KernelNode::new(function, launch, (&mut x, 4u32, 100u32)) };
    let fill = graph.add_node(&[], fill)?;
    // SAFETY: as above.
    let copy = graph.add_node(&[fill], unsafe { CopyNode::new(&x, &mut y, 100) }?)?;
    let host = graph.add_node(&[copy], counting(&before))?;
    let run = graph.add_node(&[copy], ChildNode::new(&child))?;
    let record = graph.add_node(&[host, run], EventRecordNode::new(&event))?;
    graph.add_node(&[record], EventWaitNode::new(&event))?;
    let mut exec = graph.instantiate()?;
    // SAFETY: as above.
    unsafe { exec.launch(&stream) }?;
    stream.synchronize()?;
    same(before.load(Ordering::Relaxed), 2)?;

    // Its nodes, or those of the graph, are changed while a launch is in flight.
    let after = Arc::new(AtomicUsize::new(0));
    // SAFETY: as above.
    unsafe { exec.launch(&stream) }?;
    if rng.bool() {
        let mut other = context.create_graph()?;
        other.add_node(&[], counting(&after))?;
        exec.set_node(run, ChildNode::new(&other))?;
        exec.set_node(host, counting(&after))?;
    } else {
        graph.edit_child(run, |child| child.set_node(child.nodes()?[0], counting(&after)))?;
        graph.set_node(host, counting(&after))?;
        if rng.bool() {
            exec.update(&graph)?;
        } else {
            exec = graph.try_clone()?.instantiate()?;
        }
    }
    drop(graph);
    // SAFETY: as above.
    unsafe { exec.launch(&stream) }?;
    same(y.to_vec()?, vec![4 + ADDED; 100])?;
    let calls = [&before, &after].map(|calls| calls.load(Ordering::Relaxed));
    same(calls, [4, 2])?;
    Ok(left((exec, x, y)))
}

pub fn updated_graphs(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let context = shared.context(rng).0;
    let stream = context.stream()?;
    let mut x = stream.alloc::<u32>(10)?;
    stream.synchronize()?;
    let calls = Arc::new(AtomicUsize::new(0));
    let mut captured = |value: u32| -> Result<Graph, Error> {
        let mut capture = context.capture()?;
        let branch = capture.branch()?;
        // SAFETY: the buffer outlives the launches, and nothing else uses it meanwhile.
        unsafe { capture.fill(&mut x, value) }?;
        branch.edit(|graph, last| Ok(vec![graph.add_node(last, counting(&calls))?]))?;
        capture.join(branch)?;
        capture.keep(calls.clone());
        Ok(capture.finish()?)
    };
    let mut exec = captured(0)?.instantiate()?;
    let launches = rng.u32(1..10);
    for value in 1..=launches {
        exec.update(&captured(value)?)?;
        // SAFETY: as above.
        unsafe { exec.launch(&stream) }?;
    }
    same(x.to_vec()?, vec![launches; 10])?;
    same(calls.load(Ordering::Relaxed), launches as usize)?;
    Ok(left((exec, x)))
}

/// One graph, which all threads use at the same time.
pub fn instantiations(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let graph = &shared.graph;
    let stream = graph.context().stream()?;
    let nodes = graph.nodes()?;
    same((nodes.len(), graph.edges()?.len()), (3, 3))?;
    let mut exec = graph.instantiate()?;
    if rng.bool() {
        let clone = graph.try_clone()?;
        let found = graph.node_in_clone(nodes[0], &clone)?;
        same(clone.node_type(found)?, graph.node_type(nodes[0])?)?;
        exec.update(&clone)?;
    }
    let calls = Arc::new(AtomicUsize::new(0));
    let host = graph.root_nodes()?[0];
    if rng.bool() {
        exec.set_node(host, counting(&calls))?;
        // SAFETY: the graph uses no memory.
        unsafe { exec.launch(&stream) }?;
        stream.synchronize()?;
        same(calls.load(Ordering::Relaxed), 1)?;
    }
    exec.upload(&stream)?;
    // SAFETY: as above.
    unsafe { exec.launch(&stream) }?;
    Ok(left(exec))
}

pub fn conditional_graphs(shared: &SharedState, rng: &mut Rng) -> Outcome {
    if shared.driver.version() < Version::new(12, 3) {
        return Ok(None);
    }
    let context = shared.context(rng).0;
    let stream = context.stream()?;
    let mut x = stream.alloc_zeroed::<u32>(10)?;
    stream.synchronize()?;
    let mut graph = context.create_graph()?;
    let is_wanted = rng.bool();
    let condition = graph.condition(Some(is_wanted.into()))?;
    let never = graph.condition(Some(0))?;
    if rng.bool() {
        let failed = graph.if_then(&[], condition, |body| {
            body.add_node(&[], EmptyNode)?;
            Err(Error::NotInGraph)
        });
        same(failed.is_err() && graph.nodes()?.is_empty(), true)?;
        return Ok(left(graph));
    }
    // SAFETY: the buffer outlives the launch, and nothing else uses it meanwhile.
    let fill = unsafe { MemsetNode::new(&mut x, 6u32) }?;
    graph.if_then(&[], condition, |body| {
        let fill = body.add_node(&[], fill)?;
        body.while_loop(&[fill], never, |_| Ok(())).map(drop)
    })?;
    let exec = graph.instantiate()?;
    // SAFETY: as above.
    unsafe { exec.launch(&stream) }?;
    same(x.to_vec()?, vec![u32::from(is_wanted) * 6; 10])?;
    Ok(left((exec, graph)))
}

pub fn graph_memory(shared: &SharedState, rng: &mut Rng) -> Outcome {
    let context = shared.context(rng).0;
    let stream = context.stream()?;
    let len = rng.usize(1..5000);
    let mut out = stream.alloc::<u32>(len)?;
    stream.synchronize()?;
    let mut graph = context.create_graph()?;
    let (alloc, memory) = graph.alloc::<u32>(&[], len)?;
    // SAFETY: the node runs after the allocation, and before a free.
    let fill = unsafe { MemsetNode::new(memory.slice_mut(&stream), 8u32) }?;
    let fill = graph.add_node(&[alloc], fill)?;
    // SAFETY: as above, and the buffer outlives the launches, which alone use it.
    let copy = unsafe { CopyNode::new(memory.slice(&stream), &mut out, len) }?;
    let copy = graph.add_node(&[fill], copy)?;
    let kind = rng.u8(..3);
    let flags = match kind {
        0 => InstantiateFlags::AUTO_FREE_ON_LAUNCH,
        _ => InstantiateFlags::empty(),
    };
    if kind == 1 {
        graph.add_node(&[copy], FreeNode::new(memory))?;
    }
    let exec = graph.instantiate_with(flags)?;
    // Another graph frees what the launches leave.
    let mut freeing = None;
    let mut free = || -> Result<(), Error> {
        let exec = match &freeing {
            Some(exec) => exec,
            None => {
                let mut graph = context.create_graph()?;
                graph.add_node(&[], FreeNode::new(memory))?;
                freeing.insert(graph.instantiate()?)
            }
        };
        // SAFETY: the last launch allocated it, and nothing else frees it.
        Ok(unsafe { exec.launch(&stream) }?)
    };
    for _ in 0..rng.usize(1..4) {
        // SAFETY: as above.
        unsafe { exec.launch(&stream) }?;
        if kind == 2 {
            free()?;
        }
    }
    if kind == 0 {
        free()?;
    }
    same(out.to_vec()?, vec![8; len])?;
    Ok(left((exec, out)))
}
