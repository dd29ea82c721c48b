//! Nodes that contain graphs, allocate memory, or need something alive.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cuda_driver::{
    Context, DeviceBuffer, Error, ErrorCode, Function, Launch, LaunchAttribute, Module, Stream,
    Version,
    graph::{
        BatchMemOpNode, ChildNode, CopyNode, Edge, EmptyNode, EventRecordNode, EventWaitNode,
        FreeNode, Graph, GraphBuilder, GraphExec, GraphMemAttribute, GraphNode, GraphNodeParams,
        GraphNodeType, HostNode, KernelNode, MemsetNode,
    },
    launch::LaunchAttributeId,
    memory::{MemOpBatch, WaitValue},
    stream::wait_for_deferred,
};

use crate::device::on_every_driver;

on_every_driver! {
    fn edges_are_listed_from_both_ends(device) {
        let mut graph = device.context.create_graph().unwrap();
        let [a, b, c] = [(); 3].map(|()| graph.add_node(&[], EmptyNode).unwrap());
        graph.add_edges([(a, b), (a, c)]).unwrap();
        graph.add_edges([Edge::new(b, c)]).unwrap();
        let sorted = |mut edges: Vec<Edge>| {
            edges.sort_by_key(|edge| [a, b, c].map(|node| (edge.from == node, edge.to == node)));
            edges
        };
        let all = [Edge::new(a, b), Edge::new(a, c), Edge::new(b, c)];
        assert_eq!(sorted(graph.edges().unwrap()), sorted(all.to_vec()));
        assert_eq!(graph.root_nodes().unwrap(), [a]);
        assert_eq!(graph.dependencies(a).unwrap(), []);
        assert_eq!(sorted(graph.dependencies(c).unwrap()), sorted(all[1..].to_vec()));
        assert_eq!(sorted(graph.dependents(a).unwrap()), sorted(all[..2].to_vec()));
        graph.remove_edges([(a, c)]).unwrap();
        assert_eq!(graph.dependencies(c).unwrap(), [Edge::new(b, c)]);
        graph.destroy_node(b).unwrap();
        assert_eq!(graph.edges().unwrap(), []);
    }

    fn a_programmatic_edge_is_between_kernels(device) {
        if device.driver.version() < Version::new(12, 3) {
            return;
        }
        let add = add(&device.context);
        let mut sum = zero(&device.stream);
        let mut graph = device.context.create_graph().unwrap();
        let nodes = [1, 10].map(|value| add_to(&mut graph, &[], &add, &mut sum, value));
        let edge = Edge::programmatic(nodes[0], nodes[1]);
        graph.add_edges([edge]).unwrap();
        assert_eq!(graph.edges().unwrap(), [edge]);
        assert_eq!(graph.dependents(nodes[0]).unwrap(), [edge]);
        assert_ne!(edge, Edge::new(nodes[0], nodes[1]));
        let empty = graph.add_node(&[], EmptyNode).unwrap();
        assert_eq!(code(graph.add_edges([Edge::programmatic(empty, nodes[0])])), ErrorCode::INVALID_VALUE);
        graph.remove_edges([edge]).unwrap();
        assert_eq!(graph.edges().unwrap(), []);
    }

    fn a_child_graph_is_copied_and_can_be_changed_in_the_executable_graph(device) {
        let stream = &device.stream;
        let add = add(&device.context);
        let mut sum = zero(stream);
        let mut child = device.context.create_graph().unwrap();
        add_to(&mut child, &[], &add, &mut sum, 1);
        let mut graph = device.context.create_graph().unwrap();
        let node = graph.add_node(&[], ChildNode::new(&child)).unwrap();
        // The copy stays as it was.
        add_to(&mut child, &[], &add, &mut sum, 10);
        let mut exec = graph.instantiate().unwrap();
        launch(&exec, stream);
        assert_eq!(sum.to_vec().unwrap(), [1]);

        let mut other = device.context.create_graph().unwrap();
        add_to(&mut other, &[], &add, &mut sum, 100);
        exec.set_node(node, ChildNode::new(&other)).unwrap();
        drop(other);
        launch(&exec, stream);
        assert_eq!(sum.to_vec().unwrap(), [101]);
        // Graphs with other nodes can't replace it.
        exec.set_node(node, ChildNode::new(&child)).unwrap_err();

        graph.edit_child(node, |child| {
            let inner = child.nodes()?[0];
            assert_eq!(child.node_type(inner)?, GraphNodeType::KERNEL);
            child.destroy_node(inner)
        }).unwrap();
        launch(&graph.instantiate().unwrap(), stream);
        assert_eq!(sum.to_vec().unwrap(), [101]);
    }

    fn a_graph_and_its_child_have_nodes_of_their_own(device) {
        let child = {
            let mut child = device.context.create_graph().unwrap();
            child.add_node(&[], EmptyNode).unwrap();
            child
        };
        let mut graph = device.context.create_graph().unwrap();
        let node = graph.add_node(&[], ChildNode::new(&child)).unwrap();
        let inner = graph.edit_child(node, |child| Ok(child.nodes()?[0])).unwrap();
        assert!(matches!(graph.node_type(inner), Err(Error::NotInGraph)));
        assert!(matches!(graph.add_edges([(node, inner)]), Err(Error::NotInGraph)));
        graph.edit_child(node, |child| {
            assert!(matches!(child.node_type(node), Err(Error::NotInGraph)));
            child.node_type(inner)
        }).unwrap();
        graph.destroy_node(node).unwrap();
        let again = graph.add_node(&[], ChildNode::new(&child)).unwrap();
        graph.edit_child(again, |child| {
            assert!(matches!(child.node_type(inner), Err(Error::NotInGraph)));
            Ok(())
        }).unwrap();
        let empty = graph.add_node(&[], EmptyNode).unwrap();
        assert_eq!(code(graph.edit_child(empty, |_| Ok(()))), ErrorCode::INVALID_VALUE);
    }

    fn a_moved_child_may_allocate(device) {
        if device.driver.version() < Version::new(12, 9) {
            let child = device.context.create_graph().unwrap();
            let mut graph = device.context.create_graph().unwrap();
            let (mut child, error) = graph.move_child(&[], child).unwrap_err();
            assert_eq!(error.result().unwrap().code(), ErrorCode::NOT_SUPPORTED);
            child.add_node(&[], EmptyNode).unwrap();
            assert!(graph.nodes().unwrap().is_empty());
            return;
        }
        let mut sum = zero(&device.stream);
        let add = add(&device.context);
        let mut child = device.context.create_graph().unwrap();
        let (alloc, memory) = child.alloc::<u32>(&[], 1).unwrap();
        // SAFETY: the node runs after the allocation, and before the free.
        let node = unsafe { MemsetNode::new(memory.slice_mut(&device.stream), 7u32) }.unwrap();
        let fill = child.add_node(&[alloc], node).unwrap();
        let last = add_to(&mut child, &[fill], &add, &mut sum, 5);
        child.add_node(&[last], FreeNode::new(memory)).unwrap();
        let mut graph = device.context.create_graph().unwrap();
        let refused = graph.add_node(&[], ChildNode::new(&child));
        assert_eq!(code(refused), ErrorCode::NOT_SUPPORTED);
        let node = graph.move_child(&[], child).map_err(|(_, error)| error).unwrap();
        launch(&graph.instantiate().unwrap(), &device.stream);
        assert_eq!(sum.to_vec().unwrap(), [5]);
        assert_eq!(graph.node_type(node).unwrap(), GraphNodeType::GRAPH);
    }

    fn a_condition_chooses_a_body(device) {
        if device.driver.version() < Version::new(12, 8) {
            return;
        }
        let stream = &device.stream;
        let module = conditions(&device.context);
        let (choose, add) = (module.function("choose").unwrap(), module.function("add").unwrap());
        let mut value = stream.alloc_unpooled::<u32>(1).unwrap();
        let mut sums: Vec<_> = (0..6).map(|_| zero(stream)).collect();
        stream.synchronize().unwrap();
        let mut graph = device.context.create_graph().unwrap();
        let [a, b, c] = [(); 3].map(|()| graph.condition(None).unwrap());
        let mut before = Vec::new();
        for condition in [a, b, c] {
            // SAFETY: choose(const unsigned *, handle); the memory outlives the graph, and only its launches use it.
            let node = unsafe { KernelNode::new(&choose, Launch::grid(1).block(1), (&value, condition)) };
            before.push(graph.add_node(&[], node).unwrap());
        }
        let [then, yes, no, cases @ ..] = &mut sums[..] else { unreachable!() };
        graph.if_then(&before, a, |body| {
            add_to(body, &[], &add, then, 1);
            Ok(())
        }).unwrap();
        graph.if_else(&before, b, |body| {
            add_to(body, &[], &add, yes, 1);
            Ok(())
        }, |body| {
            add_to(body, &[], &add, no, 1);
            Ok(())
        }).unwrap();
        graph.switch(&before, c, 3, |index, body| {
            add_to(body, &[], &add, &mut cases[index as usize], 1);
            Ok(())
        }).unwrap();
        let exec = graph.instantiate().unwrap();
        for chosen in [0u32, 1, 2, 3] {
            stream.write_value(&mut value, chosen).unwrap();
            launch(&exec, stream);
        }
        let sums: Vec<_> = sums.iter().map(|sum| sum.to_vec().unwrap()[0]).collect();
        assert_eq!(sums, [3, 3, 1, 1, 1, 1]);
    }

    fn a_body_runs_as_long_as_the_condition_holds(device) {
        let _one = one_loop_at_a_time();
        if device.driver.version() < Version::new(12, 3) {
            return;
        }
        let stream = &device.stream;
        let module = conditions(&device.context);
        let (count_down, add) = (module.function("count_down").unwrap(), module.function("add").unwrap());
        let (mut outer, mut sum) = (stream.alloc_unpooled::<u32>(1).unwrap(), zero(stream));
        stream.fill(&mut outer, 5).unwrap();
        let mut graph = device.context.create_graph().unwrap();
        let is_left = graph.condition(Some(1)).unwrap();
        let node = graph.while_loop(&[], is_left, |body| {
            let first = add_to(body, &[], &add, &mut sum, 2);
            // SAFETY: count_down(unsigned *, handle); the memory outlives the graph, and only its launches use it.
            let node = unsafe { KernelNode::new(&count_down, Launch::grid(1).block(1), (&mut outer, is_left)) };
            body.add_node(&[first], node).map(drop)
        }).unwrap();
        let exec = graph.instantiate().unwrap();
        launch(&exec, stream);
        assert_eq!((outer.to_vec().unwrap(), sum.to_vec().unwrap()), (vec![0], vec![10]));

        // The body can be changed later.
        graph.edit_body(node, 0, |body| {
            let nodes = body.nodes()?;
            add_to(body, &nodes, &add, &mut sum, 100);
            Ok(())
        }).unwrap();
        assert_eq!(code(graph.edit_body(node, 1, |_| Ok(()))), ErrorCode::INVALID_VALUE);
        stream.write_value(&mut outer, 2u32).unwrap();
        drop(exec); // the driver instantiates such a graph once at a time
        launch(&graph.instantiate().unwrap(), stream);
        assert_eq!(sum.to_vec().unwrap(), [214]);
    }

    fn loops_nest(device) {
        let _one = one_loop_at_a_time();
        if device.driver.version() < Version::new(12, 3) {
            return;
        }
        let stream = &device.stream;
        let module = conditions(&device.context);
        let [count_down, choose, add] = ["count_down", "choose", "add"].map(|name| module.function(name).unwrap());
        let (mut outer, mut inner, mut sum) = (stream.upload(&[3u32]).unwrap(), zero(stream), zero(stream));
        let once = Launch::grid(1).block(1);
        let mut graph = device.context.create_graph().unwrap();
        let is_left = graph.condition(Some(1)).unwrap();
        graph.while_loop(&[], is_left, |body| {
            // SAFETY: the buffers outlive the graph, and only its launches use them, here and below.
            let four = body.add_node(&[], unsafe { MemsetNode::new(&mut inner, 4u32) }?)?;
            // A condition has its default at each launch, not at each run of a body.
            let is_inner_left = body.condition(None)?;
            // SAFETY: as above; choose(const unsigned *, handle).
            let node = unsafe { KernelNode::new(&choose, once, (&inner, is_inner_left)) };
            let four = body.add_node(&[four], node)?;
            let loop_ = body.while_loop(&[four], is_inner_left, |body| {
                let first = add_to(body, &[], &add, &mut sum, 1);
                // SAFETY: as above; count_down(unsigned *, handle).
                let node = unsafe { KernelNode::new(&count_down, once, (&mut inner, is_inner_left)) };
                body.add_node(&[first], node).map(drop)
            })?;
            // SAFETY: as above.
            let node = unsafe { KernelNode::new(&count_down, once, (&mut outer, is_left)) };
            body.add_node(&[loop_], node).map(drop)
        }).unwrap();
        launch(&graph.instantiate().unwrap(), stream);
        assert_eq!(sum.to_vec().unwrap(), [12]);
    }

    fn a_body_that_fails_leaves_no_node(device) {
        if device.driver.version() < Version::new(12, 3) {
            return;
        }
        let mut graph = device.context.create_graph().unwrap();
        let mut other = device.context.create_graph().unwrap();
        let foreign = other.add_node(&[], EmptyNode).unwrap();
        let condition = graph.condition(Some(0)).unwrap();
        let refused = graph.if_then(&[], condition, |body| body.add_node(&[foreign], EmptyNode).map(drop));
        assert!(matches!(refused, Err(Error::NotInGraph)));
        assert!(graph.nodes().unwrap().is_empty());
    }

    fn a_condition_belongs_to_one_node_and_one_graph(device) {
        if device.driver.version() < Version::new(12, 3) {
            return;
        }
        let mut graph = device.context.create_graph().unwrap();
        let condition = graph.condition(Some(0)).unwrap();
        match graph.instantiate() {
            Err(Error::Graph(refused)) => assert!(refused.to_string().contains("condition"), "{refused}"),
            other => panic!("{other:?}"),
        }
        graph.if_then(&[], condition, |_| Ok(())).unwrap();
        let twice = graph.if_then(&[], condition, |_| Ok(()));
        assert_eq!(code(twice), ErrorCode::INVALID_VALUE);
        let mut other = device.context.create_graph().unwrap();
        assert!(matches!(other.if_then(&[], condition, |_| Ok(())), Err(Error::NotInGraph)));
        graph.instantiate().unwrap();
    }

    fn a_graph_allocates_at_each_launch_and_frees(device) {
        if device.driver.version() < Version::new(11, 4) {
            return;
        }
        let stream = &device.stream;
        let mut out = stream.alloc::<u32>(1000).unwrap();
        stream.synchronize().unwrap();
        let mut graph = device.context.create_graph().unwrap();
        let (alloc, memory) = graph.alloc::<u32>(&[], 1000).unwrap();
        assert_eq!((memory.len(), memory.is_empty()), (1000, false));
        // SAFETY: the nodes run between the allocation and the free, and `out` outlives the graph.
        let (fill, copy) = unsafe {
            let node = MemsetNode::new(memory.slice_mut(stream), 9u32).unwrap();
            let fill = graph.add_node(&[alloc], node).unwrap();
            let node = CopyNode::new(memory.slice(stream), &mut out, 1000).unwrap();
            (fill, graph.add_node(&[fill], node).unwrap())
        };
        let free = graph.add_node(&[copy], FreeNode::new(memory)).unwrap();
        assert!(matches!(graph.node_params(alloc), Ok(GraphNodeParams::MemAlloc(params)) if params.bytesize >= 4000));
        assert!(matches!(graph.node_params(free), Ok(GraphNodeParams::MemFree(address)) if address == memory.as_raw()));
        let exec = graph.instantiate().unwrap();
        for _ in 0..3 {
            launch(&exec, stream);
        }
        assert_eq!(out.to_vec().unwrap(), [9; 1000]);
        assert!(matches!(graph.add_node(&[], FreeNode::new(memory)), Err(Error::Driver(_))));
        // The driver instantiates it once at a time, and copies it never.
        graph.instantiate().unwrap_err();
        graph.try_clone().unwrap_err();
        // It doesn't remove what allocates either, nor any other node.
        graph.destroy_node(alloc).unwrap_err();
        graph.destroy_node(fill).unwrap_err();
        assert_eq!(graph.node_type(alloc).unwrap(), GraphNodeType::MEM_ALLOC);
    }

    fn memory_that_a_graph_leaves_is_freed_as_a_buffer(device) {
        if device.driver.version() < Version::new(11, 4) {
            return;
        }
        // The attributes are those of all graphs of the device.
        static ALONE: Mutex<()> = Mutex::new(());
        let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        let stream = &device.stream;
        let gpu = device.context.device();
        let mut graph = device.context.create_graph().unwrap();
        let (alloc, memory) = graph.alloc::<u32>(&[], 100).unwrap();
        // SAFETY: the node runs after the allocation.
        let node = unsafe { MemsetNode::new(memory.slice_mut(stream), 3u32) }.unwrap();
        graph.add_node(&[alloc], node).unwrap();
        let exec = graph.instantiate().unwrap();
        for _ in 0..2 {
            launch(&exec, stream);
            // SAFETY: the launch allocated it, on this stream, and nothing else frees it.
            let buffer = unsafe { memory.into_buffer(stream) };
            assert_eq!(buffer.to_vec().unwrap(), [3; 100]);
            assert!(gpu.graph_memory(GraphMemAttribute::USED_MEM_CURRENT).unwrap() >= 400);
        }
        stream.synchronize().unwrap();
        drop((exec, graph));
        assert!(gpu.graph_memory(GraphMemAttribute::USED_MEM_HIGH).unwrap() >= 400);
        gpu.reset_graph_memory(GraphMemAttribute::USED_MEM_HIGH).unwrap();
        gpu.reset_graph_memory(GraphMemAttribute::USED_MEM_CURRENT).unwrap_err();
        gpu.trim_graph_memory().unwrap();
    }

    fn a_batch_of_memory_operations_is_a_node(device) {
        if device.driver.version() < Version::new(11, 7) {
            return;
        }
        let stream = &device.stream;
        let (mut a, mut b) = (stream.alloc_unpooled::<u32>(1).unwrap(), stream.alloc_unpooled::<u64>(1).unwrap());
        let batch = |a: u32, b: u64, memory: (&mut _, &mut _)| {
            let mut batch = MemOpBatch::new(stream);
            batch.write(memory.0, a).unwrap().write(memory.1, b).unwrap();
            // SAFETY: the memory outlives the graph, and only its launches use it.
            unsafe { BatchMemOpNode::new(&batch) }
        };
        let mut graph = device.context.create_graph().unwrap();
        let node = graph.add_node(&[], batch(1, 2, (&mut a, &mut b))).unwrap();
        let mut exec = graph.instantiate().unwrap();
        launch(&exec, stream);
        assert_eq!((a.to_vec().unwrap(), b.to_vec().unwrap()), (vec![1], vec![2]));
        exec.set_node(node, batch(3, 4, (&mut a, &mut b))).unwrap();
        launch(&exec, stream);
        assert_eq!((a.to_vec().unwrap(), b.to_vec().unwrap()), (vec![3], vec![4]));
        graph.set_node(node, batch(5, 6, (&mut a, &mut b))).unwrap();
        match graph.node_params(node).unwrap() {
            GraphNodeParams::BatchMemOp(operations) => assert_eq!(operations.len(), 2),
            other => panic!("{other:?}"),
        }
        let mut wait = MemOpBatch::new(stream);
        wait.wait(&a, WaitValue::geq(3)).unwrap();
        // SAFETY: as above; the value is there.
        let wait = unsafe { BatchMemOpNode::new(&wait) };
        graph.add_node(&[node], wait).unwrap();
        launch(&graph.instantiate().unwrap(), stream);
        assert_eq!((a.to_vec().unwrap(), b.to_vec().unwrap()), (vec![5], vec![6]));
    }

    fn a_host_node_is_changed_and_each_function_is_dropped_when_nothing_calls_it(device) {
        let stream = &device.stream;
        let counts: [Arc<AtomicUsize>; 3] = Default::default();
        let node = |index: usize| {
            let count = counts[index].clone();
            HostNode::new(move || _ = count.fetch_add(1, Ordering::Relaxed))
        };
        let calls = || counts.each_ref().map(|count| count.load(Ordering::Relaxed));
        let is_kept = |index: usize| Arc::strong_count(&counts[index]) > 1;
        let mut graph = device.context.create_graph().unwrap();
        let host = graph.add_node(&[], node(0)).unwrap();
        let mut exec = graph.instantiate().unwrap();
        launch(&exec, stream);
        exec.set_node(host, node(1)).unwrap();
        launch(&exec, stream);
        exec.set_node(host, node(2)).unwrap();
        launch(&exec, stream);
        stream.synchronize().unwrap();
        assert_eq!(calls(), [1, 1, 1]);
        until(|| !is_kept(1));
        assert!(is_kept(0) && is_kept(2));

        graph.set_node(host, node(1)).unwrap();
        assert!(is_kept(0), "the executable graph was instantiated with it");
        let other = graph.instantiate().unwrap();
        launch(&other, stream);
        stream.synchronize().unwrap();
        assert_eq!(calls(), [1, 2, 1]);
        drop(exec);
        until(|| !is_kept(0) && !is_kept(2));
        graph.destroy_node(host).unwrap();
        launch(&other, stream);
        stream.synchronize().unwrap();
        assert_eq!(calls(), [1, 3, 1]);
        drop((other, graph));
        until(|| !is_kept(1));
    }

    fn event_nodes_are_changed(device) {
        let [first, second, third] = [(); 3].map(|()| device.context.event().unwrap());
        let mut graph = device.context.create_graph().unwrap();
        let record = graph.add_node(&[], EventRecordNode::new(&first)).unwrap();
        let wait = graph.add_node(&[record], EventWaitNode::new(&first)).unwrap();
        let mut exec = graph.instantiate().unwrap();
        exec.set_node(record, EventRecordNode::new(&second)).unwrap();
        exec.set_node(wait, EventWaitNode::new(&second)).unwrap();
        device.stream.record(&second).unwrap();
        graph.set_node(record, EventRecordNode::new(&third)).unwrap();
        graph.set_node(wait, EventWaitNode::new(&third)).unwrap();
        assert!(matches!(graph.node_params(record), Ok(GraphNodeParams::EventRecord(event)) if event == third.as_raw()));
        assert!(matches!(graph.node_params(wait), Ok(GraphNodeParams::WaitEvent(event)) if event == third.as_raw()));
        drop((first, third));
        launch(&exec, &device.stream);
        launch(&graph.instantiate().unwrap(), &device.stream);
        device.stream.synchronize().unwrap();
        assert!(second.query().unwrap());
    }

    fn a_launch_with_a_changed_host_node_cannot_be_captured(device) {
        let mut graph = device.context.create_graph().unwrap();
        let host = graph.add_node(&[], HostNode::new(|| {})).unwrap();
        let mut exec = graph.instantiate().unwrap();
        exec.set_node(host, HostNode::new(|| {})).unwrap();
        let capture = device.context.capture().unwrap();
        // SAFETY: the call is refused.
        let refused = unsafe { exec.launch(capture.stream()) };
        assert_eq!(refused.unwrap_err().code(), ErrorCode::STREAM_CAPTURE_UNSUPPORTED);
        capture.finish().unwrap();
    }

    fn kernel_nodes_have_attributes(device) {
        if device.driver.version() < Version::new(11, 8) {
            return;
        }
        let add = add(&device.context);
        let mut sum = zero(&device.stream);
        let mut graph = device.context.create_graph().unwrap();
        let [first, second] = [1, 2].map(|value| add_to(&mut graph, &[], &add, &mut sum, value));
        let (least, greatest) = device.context.stream_priority_range().unwrap();
        let priority = |graph: &Graph, node| {
            let attribute = graph.launch_attribute(node, LaunchAttributeId::PRIORITY).unwrap();
            // SAFETY: this is the value of the attribute.
            unsafe { attribute.as_raw().value.priority }
        };
        graph.set_launch_attribute(first, LaunchAttribute::priority(greatest)).unwrap();
        assert_eq!((priority(&graph, first), priority(&graph, second)), (greatest, 0));
        graph.copy_launch_attributes(first, second).unwrap();
        assert_eq!(priority(&graph, second), greatest);
        graph.set_launch_attribute(second, LaunchAttribute::priority(least)).unwrap();
        let empty = graph.add_node(&[], EmptyNode).unwrap();
        assert_eq!(code(graph.launch_attribute(empty, LaunchAttributeId::PRIORITY)), ErrorCode::INVALID_VALUE);
        launch(&graph.instantiate().unwrap(), &device.stream);
        assert_eq!(sum.to_vec().unwrap(), [3]);
    }

    fn what_nodes_do_can_be_read(device) {
        let mut x = device.stream.alloc::<u32>(8).unwrap();
        let add = add(&device.context);
        let mut graph = device.context.create_graph().unwrap();
        // SAFETY: the graph isn't launched.
        let set = unsafe { MemsetNode::new(&mut x, 7u32) }.unwrap();
        let set = graph.add_node(&[], set).unwrap();
        let kernel = add_to(&mut graph, &[], &add, &mut x, 1);
        let host = graph.add_node(&[], HostNode::new(|| {})).unwrap();
        let empty = graph.add_node(&[], EmptyNode).unwrap();
        match graph.node_params(set).unwrap() {
            GraphNodeParams::Memset(params) => {
                assert_eq!((params.dst, params.value, params.width), (x.as_raw(), 7, 8));
            }
            other => panic!("{other:?}"),
        }
        match graph.node_params(kernel).unwrap() {
            GraphNodeParams::Kernel(params) => {
                assert_eq!((params.gridDimX, params.blockDimX), (1, 1));
                assert_eq!(params.func, add.as_raw());
            }
            other => panic!("{other:?}"),
        }
        assert!(matches!(graph.node_params(host), Ok(GraphNodeParams::Host(Some(_), _))));
        assert!(matches!(graph.node_params(empty), Ok(GraphNodeParams::Empty)));
    }
}

/// Keeps other tests from running loops meanwhile, which an H100's driver doesn't endure (`GraphBuilder::while_loop`).
pub fn one_loop_at_a_time() -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::new(());
    ONE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn conditions(context: &Context) -> Module {
    let kernels = include_str!("../../cuda-driver/tests/conditions.ptx");
    context.load_ptx(kernels).unwrap()
}

/// `add(unsigned *sum, unsigned value)`, in a module that old drivers load, too.
fn add(context: &Context) -> Function {
    let ptx = "
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
}
";
    context.load_ptx(ptx).unwrap().function("add").unwrap()
}

fn zero(stream: &Stream) -> DeviceBuffer<u32> {
    let sum = stream.alloc_zeroed(1).unwrap();
    stream.synchronize().unwrap();
    sum
}

/// Adds a node that adds `value` to `sum`.
fn add_to(
    graph: &mut GraphBuilder<'_>,
    after: &[GraphNode],
    add: &Function,
    sum: &mut DeviceBuffer<u32>,
    value: u32,
) -> GraphNode {
    // SAFETY: add(unsigned *, unsigned); the tests' buffers outlive their graphs, and only the launches use them.
    let node = unsafe { KernelNode::new(add, Launch::grid(1).block(1), (sum, value)) };
    graph.add_node(after, node).unwrap()
}

fn launch(exec: &GraphExec, stream: &Stream) {
    // SAFETY: the tests' buffers outlive their graphs, and only their launches use them meanwhile.
    unsafe { exec.launch(stream) }.unwrap();
}

/// Waits until something that a thread drops is gone.
fn until(is_over: impl Fn() -> bool) {
    while !is_over() {
        wait_for_deferred();
        std::thread::yield_now();
    }
}

fn code<T: std::fmt::Debug>(result: Result<T, Error>) -> ErrorCode {
    result.unwrap_err().result().unwrap().code()
}
