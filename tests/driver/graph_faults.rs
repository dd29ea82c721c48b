//! Every driver call of building, changing, updating and launching graphs fails in turn, and nothing is left; and nothing
//! is left of a graph that is captured again and again.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use cuda_driver::{
    Context, DeviceBuffer, Driver, Error, Function, Launch, LaunchAttribute, Stream, Version,
    driver::Symbol,
    graph::{
        ChildNode, EmptyNode, EventRecordNode, EventWaitNode, FreeNode, Graph, GraphBuilder,
        GraphExec, GraphNode, HostNode, KernelNode, MemsetNode,
    },
    stream::wait_for_deferred,
    sys::{CUresult, instrument::Instrument},
};
use cuda_rust::options;

use crate::costs::instrumented;
use crate::device::{TestDevice, on_every_driver};
use crate::owners::PATIENCE;
use crate::pairs;

on_every_driver! {
    fn each_call_of_building_and_updating_graphs_can_fail(device) {
        let instrument = instrumented(device);
        // SAFETY: the table wraps that of the device.
        let driver = unsafe { Driver::from_table(instrument.table()) }.unwrap();
        let right = on_a_new_thread(driver, &Arc::default()).unwrap();
        let codes = [CUresult::CUDA_ERROR_OUT_OF_MEMORY, CUresult::CUDA_ERROR_INVALID_CONTEXT];
        for (part, code) in codes.into_iter().enumerate() {
            let mut errors = 0;
            for nth in 1.. {
                if !options::runs(nth as usize, part, codes.len()) {
                    continue;
                }
                wait_for_deferred();
                let node_owner = Arc::default();
                instrument.reset();
                instrument.fail_any(nth, code);
                match on_a_new_thread(driver, &node_owner) {
                    Ok(result) => assert_eq!(result, right, "call {nth} failing with {code:?}"),
                    Err(error) => {
                        errors += 1;
                        let text = error.to_string();
                        assert!(text.contains(&code.0.to_string()), "{text}");
                    }
                }
                nothing_is_left(&instrument, &node_owner, || format!("call {nth} failing with {code:?}"));
                // The number of calls isn't always the same, because a thread asks whether launches have completed.
                if instrument.failed().is_none() {
                    break;
                }
            }
            assert!(errors > 25, "{errors} failures were noticed for {code:?}");
        }
    }

    fn no_graph_is_destroyed_twice_if_a_capture_into_it_or_a_move_fails(device) {
        let instrument = instrumented(device);
        // SAFETY: the table wraps that of the device.
        let driver = unsafe { Driver::from_table(instrument.table()) }.unwrap();
        if driver.version() < Version::new(12, 9) {
            return;
        }
        for nth in 1.. {
            wait_for_deferred();
            let node_owner = Arc::default();
            instrument.reset();
            instrument.fail_any(nth, CUresult::CUDA_ERROR_OUT_OF_MEMORY);
            std::thread::scope(|scope| {
                let moved = scope.spawn(|| captured_into_and_moved(driver, &node_owner));
                let _ = moved.join().expect("no failure is a panic");
            });
            let until = Instant::now() + PATIENCE;
            while Arc::strong_count(&node_owner) > 1 && !instrument.failed().is_some_and(leaves_a_graph) {
                wait_for_deferred();
                assert!(Instant::now() < until, "call {nth}, {:?}", instrument.failed());
            }
            let failed = instrument.failed();
            let destroy = Symbol::cuGraphDestroy;
            let refused = instrument.calls(destroy) - instrument.successes(destroy);
            assert_eq!(refused, u64::from(failed == Some(destroy)), "call {nth}, {failed:?}");
            if failed.is_none() {
                break;
            }
        }
    }

    fn an_event_that_was_recorded_in_a_capture_is_not_reused(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let mut x = device.stream.alloc_zeroed::<u32>(1).unwrap();
        drop(device.stream.record_pooled().unwrap());
        instrument.reset();
        // Within a capture, and a pooled event in any other way.
        let capture = device.context.capture().unwrap();
        // SAFETY: the graph isn't launched.
        unsafe { capture.fill(&mut x, 1) }.unwrap();
        // SAFETY: nothing else uses the stream, whose graph isn't launched.
        let stream = unsafe { capture.stream() };
        // One that joins the capture without this crate being told.
        let joined = device.context.stream().unwrap();
        let records: [&dyn Fn(); 4] = [
            &|| drop(stream.record_pooled().unwrap()),
            &|| stream.record(&device.context.pooled_event().unwrap()).unwrap(),
            &|| {
                joined.wait_stream(stream).unwrap();
            },
            &|| {
                stream.wait_stream(&joined).unwrap();
            },
        ];
        for (count, record) in (1..).zip(records) {
            record();
            assert_eq!(instrument.successes(Symbol::cuEventDestroy_v2), count);
        }
        capture.finish().unwrap();
        let before = instrument.calls(Symbol::cuEventCreate);
        drop(device.stream.record_pooled().unwrap());
        drop(device.stream.record_pooled().unwrap());
        assert!(instrument.calls(Symbol::cuEventCreate) <= before + 1);
        assert_eq!(instrument.successes(Symbol::cuEventDestroy_v2), 4);
    }

    fn what_was_added_in_part_is_never_launched(device) {
        if device.driver.version() < Version::new(12, 4) {
            return;
        }
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let add = device.context.load_ptx(ADD).unwrap().function(c"add").unwrap();
        let sum = device.stream.alloc_zeroed::<u32>(1).unwrap();
        device.stream.synchronize().unwrap();
        let attributes = [LaunchAttribute::priority(0)];
        let address = sum.as_raw();
        let add_in_part = |graph: &mut GraphBuilder<'_>, after: &[GraphNode]| {
            let symbol = Symbol::cuGraphKernelNodeSetAttribute;
            instrument.reset();
            instrument.fail(symbol, 1, CUresult::CUDA_ERROR_OUT_OF_MEMORY);
            // SAFETY: add(unsigned *, unsigned); the memory outlives the graphs, and nothing else uses it.
            let node = unsafe { KernelNode::new(&add, once().attributes(&attributes), (address, 1u32)) };
            graph.add_node(after, node).unwrap_err();
        };
        // A driver removes it from a graph, but not from one that allocates or that is recorded.
        let mut plain = device.context.create_graph().unwrap();
        add_in_part(&mut plain, &[]);
        launch(&plain.instantiate().unwrap(), &device.stream).unwrap();
        let mut allocating = device.context.create_graph().unwrap();
        let (_, memory) = allocating.alloc::<u32>(&[], 1).unwrap();
        allocating.add_node(&[], FreeNode::new(memory)).unwrap();
        add_in_part(&mut allocating, &[]);
        let capture = device.context.capture().unwrap();
        capture.edit(|graph, last| {
            add_in_part(graph, last);
            Ok(last.to_vec())
        }).unwrap();
        let recorded = capture.finish();
        let raw = device.driver.raw();
        let looping = device.context.capture().unwrap();
        let refused = looping.edit(|graph, last| {
            let condition = graph.condition(Some(1))?;
            let failed = raw.check(Symbol::cuGraphAddNode, CUresult::CUDA_ERROR_UNKNOWN);
            Ok(vec![graph.while_loop(last, condition, |_| Ok(failed?))?])
        });
        assert!(refused.is_err());
        for graph in [Ok(allocating), recorded, looping.finish()] {
            let exec = graph.map_err(Error::from).and_then(|graph| graph.instantiate());
            assert!(exec.is_err(), "what was added in part would be launched");
        }
        assert_eq!(sum.to_vec().unwrap(), [0]);
    }

    fn nothing_is_left_of_graphs_that_are_captured_and_updated_a_thousand_times(device) {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let stream = &device.stream;
        let node_owner = Arc::new(AtomicU32::new(0));
        let mut x = stream.alloc::<u32>(4).unwrap();
        stream.synchronize().unwrap();
        let mut graph = |value: u32| {
            let mut capture = device.context.capture().unwrap();
            // SAFETY: the buffer outlives the graphs, and only their launches use it.
            unsafe { capture.fill(&mut x, value) }.unwrap();
            capture.edit(|graph, last| Ok(vec![graph.add_node(last, counting(&node_owner))?])).unwrap();
            capture.keep(node_owner.clone());
            capture.finish().unwrap()
        };
        wait_for_deferred();
        instrument.reset();
        let mut exec = graph(0).instantiate().unwrap();
        for value in 1..=1000 {
            exec.update(&graph(value)).unwrap();
            launch(&exec, stream).unwrap();
        }
        stream.synchronize().unwrap();
        drop(exec);
        nothing_is_left(&instrument, &node_owner, || "all calls succeeded".to_owned());
        assert_eq!(instrument.calls(Symbol::cuUserObjectCreate), 2 * 1001);
        assert_eq!(node_owner.load(Ordering::Relaxed), 1000);
        assert_eq!(x.to_vec().unwrap(), [1000; 4]);
    }
}

/// Returns `true` if something is left when a call fails, because it would have destroyed a graph, or have told whether one
/// still runs: the graph, and what it keeps, such as events, and so a context.
fn leaves_a_graph(failed: Symbol) -> bool {
    [
        Symbol::cuGraphDestroy,
        Symbol::cuGraphExecDestroy,
        Symbol::cuGraphDestroyNode,
        Symbol::cuStreamEndCapture,
        Symbol::cuUserObjectRelease,
        Symbol::cuEventQuery,
    ]
    .contains(&failed)
}

/// Asserts that all objects are destroyed, and that no graph keeps an owner, unless a call failed that leaves some.
fn nothing_is_left(instrument: &Instrument, owner: &Arc<AtomicU32>, case: impl Fn() -> String) {
    let until = Instant::now() + PATIENCE;
    loop {
        wait_for_deferred();
        let left = pairs::left(instrument);
        let owners = Arc::strong_count(owner) - 1;
        // A thread that drops what was kept may have made the call.
        let failed = instrument.failed();
        if left.is_none() && owners == 0 || failed.is_some_and(leaves_a_graph) {
            return;
        }
        assert!(Instant::now() < until, "{left:?}, {owners} owners, {failed:?}: {}", case());
        std::thread::yield_now();
    }
}

/// On a new thread, because a failed call may leave a context current.
fn on_a_new_thread(driver: Driver, owner: &Arc<AtomicU32>) -> Result<Vec<u32>, Error> {
    std::thread::scope(|scope| {
        scope.spawn(|| graphs(driver, owner)).join().expect("no failure is a panic")
    })
}

/// Adds to four numbers with graphs of all kinds of nodes.
fn graphs(driver: Driver, owner: &Arc<AtomicU32>) -> Result<Vec<u32>, Error> {
    let context = driver.device(0)?.primary_context()?;
    let stream = context.stream()?;
    let add = context.load_ptx(ADD)?.function(c"add")?;
    let mut sums = (0..4).map(|_| stream.alloc_zeroed::<u32>(1)).collect::<Result<Vec<_>, _>>()?;
    let steps = [built, captured, allocating, conditional];
    let mut outcome = Ok(());
    for (step, sum) in steps.into_iter().zip(&mut sums) {
        outcome = outcome.and_then(|()| step(&context, &stream, &add, sum, owner));
    }
    // One of them may be the call that fails.
    let _ = (stream.synchronize(), stream.synchronize());
    outcome?;
    let values = sums.iter().map(|sum| Ok(sum.to_vec()?[0]));
    values.collect()
}

fn built(
    context: &Context,
    stream: &Stream,
    add: &Function,
    sum: &mut DeviceBuffer<u32>,
    owner: &Arc<AtomicU32>,
) -> Result<(), Error> {
    let event = context.event()?;
    let mut child = context.create_graph()?;
    child.add_node(&[], counting(owner))?;
    child.keep(owner.clone())?;
    let mut graph = context.create_graph()?;
    // SAFETY: the memory outlives the graphs' launches, and only these use it, here and below.
    let zero = graph.add_node(&[], unsafe { MemsetNode::new(&mut *sum, 1u32) }?)?;
    // SAFETY: as above; add(unsigned *, unsigned).
    let kernel = |sum: &DeviceBuffer<u32>, value: u32| unsafe {
        KernelNode::new(add, once(), (sum.as_raw(), value))
    };
    let added = graph.add_node(&[zero], kernel(sum, 10))?;
    let host = graph.add_node(&[added], counting(owner))?;
    let record = graph.add_node(&[host], EventRecordNode::new(&event))?;
    let wait = graph.add_node(&[], EventWaitNode::new(&event))?;
    graph.add_edges([(record, wait)])?;
    let run = graph.add_node(&[wait], ChildNode::new(&child))?;
    graph.edit_child(run, |child| {
        let node = child.nodes()?[0];
        child.set_node(node, counting(owner))
    })?;
    graph.set_node(host, counting(owner))?;
    let last = graph.add_node(&[run], EmptyNode)?;
    graph.destroy_node(last)?;
    let mut exec = graph.instantiate()?;
    launch(&exec, stream)?;
    exec.set_node(host, counting(owner))?;
    exec.set_node(record, EventRecordNode::new(&context.event()?))?;
    exec.set_node(run, ChildNode::new(&child))?;
    exec.set_node(added, kernel(sum, 100))?;
    launch(&exec, stream)?;
    let clone = graph.try_clone()?;
    clone.node_in_clone(host, &graph).unwrap_err();
    graph.node_in_clone(host, &clone)?;
    drop(graph);
    exec.update(&clone)?;
    drop(clone);
    launch(&exec, stream)?;
    Ok(exec.destroy()?)
}

fn captured(
    context: &Context,
    stream: &Stream,
    add: &Function,
    sum: &mut DeviceBuffer<u32>,
    owner: &Arc<AtomicU32>,
) -> Result<(), Error> {
    let capture_it = |value: u32| -> Result<Graph, Error> {
        let mut capture = context.capture()?;
        let branch = capture.branch()?;
        // SAFETY: as above.
        unsafe { branch.launch(add, once(), (&*sum, value)) }?;
        capture.edit(|graph, last| {
            let node = graph.add_node(last, counting(owner))?;
            Ok(vec![node])
        })?;
        capture.join(branch)?;
        // SAFETY: as above.
        unsafe { capture.launch(add, once(), (&*sum, value)) }?;
        capture.keep(owner.clone());
        Ok(capture.finish()?)
    };
    let mut exec = capture_it(1)?.instantiate()?;
    launch(&exec, stream)?;
    exec.update(&capture_it(2)?)?;
    launch(&exec, stream)
}

fn captured_into_and_moved(driver: Driver, owner: &Arc<AtomicU32>) -> Result<(), Error> {
    let context = driver.device(0)?.primary_context()?;
    let stream = context.stream()?;
    let mut sum = stream.alloc_zeroed::<u32>(1)?;
    stream.synchronize()?;
    let mut graph = context.create_graph()?;
    let first = graph.add_node(&[], counting(owner))?;
    // SAFETY: the capture ends here, and the memory outlives the graph, which isn't launched.
    unsafe {
        let mut capture = graph.capture(&[first])?;
        let branch = capture.branch()?;
        capture.keep(owner.clone())?;
        branch.fill(&mut sum, 1)?;
        branch.edit(|graph, last| Ok(vec![graph.add_node(last, counting(owner))?]))?;
        capture.join(branch)?;
        capture.finish()?;
    }
    let exec = graph.instantiate()?;
    let mut outer = context.create_graph()?;
    let node = match outer.move_child(&[], graph) {
        Ok(node) => node,
        Err((graph, error)) => {
            assert_eq!(graph.nodes()?.len(), 3);
            return Err(error);
        }
    };
    outer.edit_child(node, |child| child.set_node(first, counting(owner)))?;
    let outer = outer.instantiate()?;
    drop((exec, outer));
    Ok(())
}

fn allocating(
    context: &Context,
    stream: &Stream,
    add: &Function,
    sum: &mut DeviceBuffer<u32>,
    owner: &Arc<AtomicU32>,
) -> Result<(), Error> {
    let mut graph = context.create_graph()?;
    let (alloc, memory) = graph.alloc::<u32>(&[], 100)?;
    // SAFETY: the node runs while the memory is allocated.
    let fill = unsafe { MemsetNode::new(memory.slice_mut(stream), 5u32) }?;
    let fill = graph.add_node(&[alloc], fill)?;
    // SAFETY: as above.
    let node = unsafe { KernelNode::new(add, once(), (&*sum, 7u32)) };
    let node = graph.add_node(&[fill], node)?;
    graph.add_node(&[node], FreeNode::new(memory))?;
    graph.keep(owner.clone())?;
    let exec = graph.instantiate()?;
    launch(&exec, stream)?;
    launch(&exec, stream)
}

fn conditional(
    context: &Context,
    stream: &Stream,
    add: &Function,
    sum: &mut DeviceBuffer<u32>,
    owner: &Arc<AtomicU32>,
) -> Result<(), Error> {
    if context.driver().version() < Version::new(12, 3) {
        return Ok(());
    }
    let mut graph = context.create_graph()?;
    let condition = graph.condition(Some(1))?;
    let inner = graph.condition(Some(0))?;
    graph.if_then(&[], condition, |body| {
        // SAFETY: as above.
        let node = unsafe { KernelNode::new(add, once(), (&*sum, 3u32)) };
        let node = body.add_node(&[], node)?;
        body.while_loop(&[node], inner, |_| Ok(())).map(drop)
    })?;
    graph.keep(owner.clone())?;
    launch(&graph.instantiate()?, stream)
}

fn once() -> Launch<'static> {
    Launch::grid(1)
}

/// `add(unsigned *sum, unsigned value)`
const ADD: &str = "
.version 7.0
.target sm_52
.address_size 64
.visible .entry add(.param .u64 sum, .param .u32 value)
{
    .reg .b32 %v, %old;
    .reg .b64 %p;
    ld.param.u64 %p, [sum];
    ld.param.u32 %v, [value];
    atom.global.add.u32 %old, [%p], %v;
    ret;
}";

fn counting(count: &Arc<AtomicU32>) -> HostNode<impl Fn() + Send + Sync + 'static> {
    let count = count.clone();
    HostNode::new(move || _ = count.fetch_add(1, Ordering::Relaxed))
}

fn launch(exec: &GraphExec, stream: &Stream) -> Result<(), Error> {
    // SAFETY: the memory outlives the launch, and only launches on this stream use it.
    Ok(unsafe { exec.launch(stream) }?)
}
