//! What executable graphs become, and why a graph can't become one.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use cuda_driver::{
    Driver, Error, ErrorCode, Version,
    graph::{
        CaptureMode, ChildNode, EmptyNode, EventRecordNode, EventWaitNode, GraphExec,
        GraphExecUpdateResult, GraphInstantiateResult, GraphNode, GraphNodeType, HostNode,
        InstantiateFlags, MemsetNode, RefusedUpdate,
    },
    stream::wait_for_deferred,
};

use crate::costs::instrumented;
use crate::device::on_every_driver;

on_every_driver! {
    fn an_executable_graph_becomes_what_another_graph_is(device) {
        let stream = &device.stream;
        let mut x = stream.alloc::<u32>(8).unwrap();
        stream.synchronize().unwrap();
        let mut graph = |value: u32| {
            let mut graph = device.context.create_graph().unwrap();
            // SAFETY: the buffer outlives the graphs, and only their launches use it.
            let node = unsafe { MemsetNode::new(&mut x, value) }.unwrap();
            let node = graph.add_node(&[], node).unwrap();
            (graph, node)
        };
        let (first, node) = graph(1);
        let (second, _) = graph(2);
        let (third, _) = graph(3);
        let mut exec = first.instantiate().unwrap();
        exec.update(&second).unwrap();
        drop(second);
        launch(&exec, stream);
        // SAFETY: as above.
        let fourth = unsafe { MemsetNode::new(&mut x, 4u32) }.unwrap();
        assert_eq!(x.to_vec().unwrap(), [2; 8]);
        // Its nodes are still known as those of the first.
        exec.set_node(node, fourth).unwrap();
        launch(&exec, stream);
        assert_eq!(x.to_vec().unwrap(), [4; 8]);
        exec.update(&third).unwrap();
        launch(&exec, stream);
        assert_eq!(x.to_vec().unwrap(), [3; 8]);
    }

    fn a_refused_update_names_the_reason_and_the_node_and_changes_nothing(device) {
        let stream = &device.stream;
        let mut x = stream.alloc::<u32>(8).unwrap();
        stream.synchronize().unwrap();
        let mut graph = device.context.create_graph().unwrap();
        // SAFETY: the buffer outlives the graphs, and only their launches use it, here and below.
        let ones = graph.add_node(&[], unsafe { MemsetNode::new(&mut x, 1u32) }.unwrap()).unwrap();
        let mut exec = graph.instantiate().unwrap();
        let mut other = device.context.create_graph().unwrap();
        other.add_node(&[], HostNode::new(|| {})).unwrap();
        let refused = refused_update(exec.update(&other));
        assert_eq!(refused.reason, GraphExecUpdateResult::ERROR_NODE_TYPE_CHANGED);
        assert_eq!(refused.result.code(), ErrorCode::GRAPH_EXEC_UPDATE_FAILURE);
        assert!(refused.to_string().contains("another type"), "{refused}");

        graph.add_node(&[ones], EmptyNode).unwrap();
        let refused = refused_update(exec.update(&graph));
        let expected = if device.driver.version() < Version::new(12, 0) {
            GraphExecUpdateResult::ERROR_NOT_SUPPORTED
        } else {
            GraphExecUpdateResult::ERROR_TOPOLOGY_CHANGED
        };
        assert_eq!(refused.reason, expected);
        assert_says_each_reason(refused, ones);
        launch(&exec, stream);
        assert_eq!(x.to_vec().unwrap(), [1; 8]);
    }

    fn what_the_other_graph_keeps_is_kept_after_an_update(device) {
        let stream = &device.stream;
        let counts: [Arc<AtomicUsize>; 2] = Default::default();
        let graph = |index: usize| {
            let count = counts[index].clone();
            let mut graph = device.context.create_graph().unwrap();
            graph.add_node(&[], HostNode::new(move || _ = count.fetch_add(1, Ordering::Relaxed))).unwrap();
            graph
        };
        let mut exec = graph(0).instantiate().unwrap();
        launch(&exec, stream);
        exec.update(&graph(1)).unwrap();
        launch(&exec, stream);
        stream.synchronize().unwrap();
        assert_eq!(counts.each_ref().map(|count| count.load(Ordering::Relaxed)), [1, 1]);
        until(|| Arc::strong_count(&counts[0]) == 1);
        assert_eq!(Arc::strong_count(&counts[1]), 2);
        drop(exec);
        until(|| Arc::strong_count(&counts[1]) == 1);
    }

    fn a_graph_that_cannot_run_says_why(device) {
        if device.driver.version() < Version::new(12, 0) {
            return;
        }
        let mut graph = device.context.create_graph().unwrap();
        let first = graph.add_node(&[], EmptyNode).unwrap();
        let second = graph.add_node(&[first], EmptyNode).unwrap();
        graph.add_edges([(second, first)]).unwrap();
        match graph.instantiate() {
            Err(Error::Graph(refused)) => {
                assert_eq!(refused.reason, GraphInstantiateResult::INVALID_STRUCTURE);
                assert!(refused.to_string().contains("cycle"), "{refused}");
                use GraphInstantiateResult as R;
                let mut other = *refused;
                for (reason, text) in [
                    (R::MULTIPLE_CTXS_NOT_SUPPORTED, "instantiated: its nodes belong to several contexts; "),
                    (R::CONDITIONAL_HANDLE_UNUSED, "instantiated: no node uses one of its conditions; "),
                    (R::ERROR, "instantiated: the driver gives no reason; "),
                ] {
                    (other.reason, other.node) = (reason, None);
                    assert!(other.to_string().contains(text), "{other}");
                }
            }
            other => panic!("{other:?}"),
        }
        let mut graph = device.context.create_graph().unwrap();
        let host = graph.add_node(&[], HostNode::new(|| {})).unwrap();
        match graph.instantiate_with(InstantiateFlags::DEVICE_LAUNCH) {
            Err(Error::Graph(refused)) => {
                assert_eq!(refused.reason, GraphInstantiateResult::NODE_OPERATION_NOT_SUPPORTED);
                assert_eq!(refused.node, Some((host, GraphNodeType::HOST)));
                assert!(refused.to_string().contains("HOST"), "{refused}");
            }
            other => panic!("{other:?}"),
        }
    }

    fn a_disabled_node_does_nothing_until_it_is_enabled(device) {
        if device.driver.version() < Version::new(11, 6) {
            return;
        }
        let stream = &device.stream;
        let mut x = stream.alloc_zeroed::<u32>(8).unwrap();
        stream.synchronize().unwrap();
        let mut graph = device.context.create_graph().unwrap();
        // SAFETY: the buffer outlives the graph, and only its launches use it.
        let params = unsafe { MemsetNode::new(&mut x, 1u32) }.unwrap();
        let node = graph.add_node(&[], params).unwrap();
        let mut exec = graph.instantiate().unwrap();
        assert!(exec.is_enabled(node).unwrap());
        exec.set_enabled(node, false).unwrap();
        assert!(!exec.is_enabled(node).unwrap());
        launch(&exec, stream);
        assert_eq!(x.to_vec().unwrap(), [0; 8]);
        // Also if it is changed.
        exec.set_node(node, params).unwrap();
        exec.update(&graph).unwrap();
        launch(&exec, stream);
        assert_eq!(x.to_vec().unwrap(), [0; 8]);
        exec.set_enabled(node, true).unwrap();
        launch(&exec, stream);
        assert_eq!(x.to_vec().unwrap(), [1; 8]);
        drop(graph);
        assert!(matches!(exec.set_enabled(node, false), Err(Error::NotInGraph)));
    }

    fn a_clone_is_a_graph_of_its_own(device) {
        let stream = &device.stream;
        let (kept, calls) = (Arc::new(()), Arc::new(AtomicUsize::new(0)));
        let (captured, count) = (kept.clone(), calls.clone());
        let mut graph = device.context.create_graph().unwrap();
        let node = HostNode::new(move || {
            let _ = &captured;
            count.fetch_add(1, Ordering::Relaxed);
        });
        let node = graph.add_node(&[], node).unwrap();
        let mut clone = graph.try_clone().unwrap();
        let other = graph.node_in_clone(node, &clone).unwrap();
        assert_ne!(node, other);
        assert_eq!(clone.nodes().unwrap(), [other]);
        assert!(matches!(clone.node_type(node), Err(Error::NotInGraph)));
        assert!(matches!(graph.node_type(other), Err(Error::NotInGraph)));
        assert!(matches!(clone.node_in_clone(node, &graph), Err(Error::NotInGraph)));
        clone.add_node(&[other], EmptyNode).unwrap();
        let late = graph.add_node(&[node], EmptyNode).unwrap();
        assert!(matches!(graph.node_in_clone(late, &clone), Err(Error::Driver(_))));
        graph.destroy_node(node).unwrap();
        drop(graph);
        launch(&clone.instantiate().unwrap(), stream);
        stream.synchronize().unwrap();
        assert_eq!(calls.load(Ordering::Relaxed), 1);
        assert_eq!(Arc::strong_count(&kept), 2);
        drop(clone);
        until(|| Arc::strong_count(&kept) == 1);
    }

    fn what_belongs_to_another_driver_is_refused_before_the_driver_sees_it(device) {
        let instrument = instrumented(device);
        // SAFETY: the table wraps that of the device.
        let driver = unsafe { Driver::from_table(instrument.table()) }.unwrap();
        let context = driver.device(0).unwrap().primary_context().unwrap();
        let (event, stream) = (context.event().unwrap(), context.stream().unwrap());
        let foreign = context.create_graph().unwrap();
        let mut graph = device.context.create_graph().unwrap();
        let node = graph.add_node(&[], EmptyNode).unwrap();
        let mut exec = graph.instantiate().unwrap();
        let code = |refused: Result<_, Error>| refused.unwrap_err().result().unwrap().code();
        let expected = ErrorCode::INVALID_HANDLE;
        assert_eq!(code(graph.add_node(&[], EventRecordNode::new(&event)).map(drop)), expected);
        assert_eq!(code(graph.add_node(&[], EventWaitNode::new(&event)).map(drop)), expected);
        assert_eq!(code(graph.add_node(&[], ChildNode::new(&foreign)).map(drop)), expected);
        assert_eq!(code(graph.set_node(node, EventWaitNode::new(&event))), expected);
        assert_eq!(code(exec.set_node(node, EventWaitNode::new(&event))), expected);
        assert_eq!(code(exec.update(&foreign)), expected);
        assert_eq!(code(graph.node_in_clone(node, &foreign).map(drop)), expected);
        // SAFETY: the call is refused.
        let refused = unsafe { graph.capture_on(&stream, &[], CaptureMode::RELAXED) };
        assert_eq!(code(refused.map(drop)), expected);
        let (foreign, refused) = graph.move_child(&[], foreign).unwrap_err();
        assert_eq!(code(Err(refused)), expected);
        drop(foreign);
    }

    fn graphs_have_numbers(device) {
        if device.driver.version() < Version::new(13, 1) {
            let graph = device.context.create_graph().unwrap();
            assert!(graph.id().unwrap_err().is_absent());
            return;
        }
        let mut graph = device.context.create_graph().unwrap();
        let [first, second] = [(); 2].map(|()| graph.add_node(&[], EmptyNode).unwrap());
        let other = device.context.create_graph().unwrap();
        assert_ne!(graph.id().unwrap(), other.id().unwrap());
        assert_ne!(graph.local_id(first).unwrap(), graph.local_id(second).unwrap());
        assert_ne!(graph.tools_id(first).unwrap(), graph.tools_id(second).unwrap());
        graph.instantiate().unwrap().id().unwrap();
    }
}

fn refused_update(updated: Result<(), Error>) -> RefusedUpdate {
    match updated {
        Err(Error::Update(refused)) => *refused,
        other => panic!("{other:?}"),
    }
}

fn assert_says_each_reason(mut refused: RefusedUpdate, node: GraphNode) {
    use GraphExecUpdateResult as R;
    for (reason, text) in [
        (R::ERROR_TOPOLOGY_CHANGED, "the nodes and edges of the graphs differ"),
        (R::ERROR_NODE_TYPE_CHANGED, "a node has another type"),
        (R::ERROR_FUNCTION_CHANGED, "a node launches a function of another module"),
        (R::ERROR_PARAMETERS_CHANGED, "a node has parameters that can't be changed"),
        (R::ERROR_NOT_SUPPORTED, "they differ in what can't be updated"),
        (R::ERROR_UNSUPPORTED_FUNCTION_CHANGE, "a function that can't replace its present one"),
        (R::ERROR_ATTRIBUTES_CHANGED, "a node has attributes that can't be changed"),
        (R::ERROR, "the driver gives no reason"),
    ] {
        refused.reason = reason;
        assert!(refused.to_string().contains(text), "{refused}");
    }
    let (memset, host) = ((node, GraphNodeType::MEMSET), (node, GraphNodeType::HOST));
    for (from, node, text) in [
        (None, None, "no reason; instantiate"),
        (None, Some(memset), "no reason (at a node of type MEMSET); instantiate"),
        (Some(memset), None, "no reason; instantiate"),
        (
            Some(memset),
            Some(host),
            "no reason (at the edge from a node of type MEMSET to one of HOST); instantiate",
        ),
    ] {
        (refused.from, refused.node) = (from, node);
        assert!(refused.to_string().contains(text), "{refused}");
    }
}

fn launch(exec: &GraphExec, stream: &cuda_driver::Stream) {
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
