//! Graphs that are built node by node.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use cuda_driver::{
    Error, ErrorCode, Launch, Module,
    graph::{
        CopyNode, DotFlags, EmptyNode, EventRecordNode, EventWaitNode, GraphNodeType, HostNode,
        KernelNode, MemsetNode,
    },
    launch::LaunchLimit,
    stream::wait_for_deferred,
};

use crate::device::{TestDevice, on_every_driver};

on_every_driver! {
    fn nodes_run_after_the_nodes_that_they_depend_on(device) {
        let stream = &device.stream;
        let (mut x, mut y) = (stream.alloc::<f32>(64).unwrap(), stream.alloc::<f32>(64).unwrap());
        stream.synchronize().unwrap();
        let scale = kernels(device).function("scale").unwrap();
        let calls = Arc::new(AtomicUsize::new(0));
        let counted = calls.clone();
        let mut result = vec![0.0f32; 64];

        let mut graph = device.context.create_graph().unwrap();
        // SAFETY: the buffers and `result` outlive the graph, and only its launches use them meanwhile.
        let ones = unsafe { MemsetNode::new(&mut x, 1.0f32) }.unwrap();
        let ones = graph.add_node(&[], ones).unwrap();
        let join = graph.add_node(&[ones], EmptyNode).unwrap();
        // SAFETY: as above; scale(const float *, float *, size_t).
        let twice = unsafe { KernelNode::new(&scale, Launch::elements(64, 32), (&x, &mut y, 64usize)) };
        let twice = graph.add_node(&[join], twice).unwrap();
        // SAFETY: as above.
        let copy = unsafe { CopyNode::download(&y, &mut result, 64) }.unwrap();
        let copy = graph.add_node(&[twice], copy).unwrap();
        graph.add_node(&[copy], HostNode::new(move || _ = counted.fetch_add(1, Ordering::Relaxed))).unwrap();
        let exec = graph.instantiate().unwrap();
        for _ in 0..3 {
            // SAFETY: as above.
            unsafe { exec.launch(stream) }.unwrap();
        }
        stream.synchronize().unwrap();
        assert_eq!(result, [2.0; 64]);
        assert_eq!(calls.load(Ordering::Relaxed), 3);
    }

    fn a_changed_node_does_something_else_from_the_next_launch_on(device) {
        let stream = &device.stream;
        let (mut x, mut y) = (stream.alloc::<u32>(8).unwrap(), stream.alloc::<u32>(8).unwrap());
        stream.synchronize().unwrap();
        let mut graph = device.context.create_graph().unwrap();
        // SAFETY: the buffers outlive the graph, and only its launches use them meanwhile, here and below.
        let set = graph.add_node(&[], unsafe { MemsetNode::new(&mut x, 1u32) }.unwrap()).unwrap();
        // SAFETY: as above.
        let copy = unsafe { CopyNode::new(&x, &mut y, 8) }.unwrap();
        let copy = graph.add_node(&[set], copy).unwrap();
        let mut exec = graph.instantiate().unwrap();
        // SAFETY: as above.
        exec.set_node(set, unsafe { MemsetNode::new(&mut x, 2u32) }.unwrap()).unwrap();
        // SAFETY: as above.
        unsafe { exec.launch(stream) }.unwrap();
        assert_eq!(y.to_vec().unwrap(), [2; 8]);

        // The graph itself is as it was, until it is changed.
        let again = graph.instantiate().unwrap();
        // SAFETY: as above.
        unsafe { again.launch(stream) }.unwrap();
        assert_eq!(y.to_vec().unwrap(), [1; 8]);
        // SAFETY: as above.
        graph.set_node(set, unsafe { MemsetNode::new(&mut x, 3u32) }.unwrap()).unwrap();
        let again = graph.instantiate().unwrap();
        // SAFETY: as above.
        unsafe { again.launch(stream) }.unwrap();
        assert_eq!(y.to_vec().unwrap(), [3; 8]);

        // SAFETY: as above.
        let refused = exec.set_node(copy, unsafe { MemsetNode::new(&mut x, 2u32) }.unwrap());
        assert_eq!(code(refused), ErrorCode::INVALID_VALUE);
    }

    fn a_kernel_node_is_changed_in_the_graph_and_in_the_executable_graph(device) {
        let stream = &device.stream;
        let x = stream.upload(&[1.0f32; 8]).unwrap();
        let mut y = stream.alloc_zeroed::<f32>(8).unwrap();
        stream.synchronize().unwrap();
        let scale = kernels(device).function("scale").unwrap();
        let launch = Launch::elements(8, 32);
        let mut graph = device.context.create_graph().unwrap();
        // SAFETY: scale(const float *, float *, size_t); the buffers outlive the graph, here and below.
        let node = unsafe { KernelNode::new(&scale, launch, (&x, &mut y, 1usize)) };
        let node = graph.add_node(&[], node).unwrap();
        let mut exec = graph.instantiate().unwrap();
        // SAFETY: as above.
        exec.set_node(node, unsafe { KernelNode::new(&scale, launch, (&x, &mut y, 3usize)) }).unwrap();
        // SAFETY: as above.
        unsafe { exec.launch(stream) }.unwrap();
        assert_eq!(y.to_vec().unwrap(), [2.0, 2.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        // SAFETY: as above.
        graph.set_node(node, unsafe { KernelNode::new(&scale, launch, (&x, &mut y, 5usize)) }).unwrap();
        let exec = graph.instantiate().unwrap();
        // SAFETY: as above.
        unsafe { exec.launch(stream) }.unwrap();
        assert_eq!(y.to_vec().unwrap(), [2.0, 2.0, 2.0, 2.0, 2.0, 0.0, 0.0, 0.0]);
    }

    fn a_node_of_another_graph_is_refused(device) {
        let mut graph = device.context.create_graph().unwrap();
        let mut other = device.context.create_graph().unwrap();
        let (node, foreign) = (
            graph.add_node(&[], EmptyNode).unwrap(),
            other.add_node(&[], EmptyNode).unwrap(),
        );
        assert!(matches!(graph.add_node(&[foreign], EmptyNode), Err(Error::NotInGraph)));
        assert!(matches!(graph.add_edges([(node, foreign)]), Err(Error::NotInGraph)));
        assert!(matches!(graph.remove_edges([(foreign, node)]), Err(Error::NotInGraph)));
        assert!(matches!(graph.node_type(foreign), Err(Error::NotInGraph)));
        assert!(matches!(graph.destroy_node(foreign), Err(Error::NotInGraph)));
        assert_eq!(graph.nodes().unwrap(), [node]);
    }

    fn a_destroyed_node_is_refused_even_if_its_handle_is_used_again(device) {
        let mut graph = device.context.create_graph().unwrap();
        let mut gone = Vec::new();
        for _ in 0..100 {
            let node = graph.add_node(&[], EmptyNode).unwrap();
            graph.destroy_node(node).unwrap();
            gone.push(node);
        }
        let last = graph.add_node(&[], EmptyNode).unwrap();
        for node in gone {
            assert_ne!(node, last);
            assert!(matches!(graph.node_type(node), Err(Error::NotInGraph)));
        }
        assert_eq!(graph.node_type(last).unwrap(), GraphNodeType::EMPTY);
    }

    fn the_nodes_of_a_destroyed_graph_are_refused_by_its_executable_graph(device) {
        let mut x = device.stream.alloc::<u32>(8).unwrap();
        let mut graph = device.context.create_graph().unwrap();
        // SAFETY: the graph is never launched.
        let params = unsafe { MemsetNode::new(&mut x, 1u32) }.unwrap();
        let node = graph.add_node(&[], params).unwrap();
        let mut exec = graph.instantiate().unwrap();
        drop(graph);
        assert!(matches!(exec.set_node(node, params), Err(Error::NotInGraph)));
    }

    fn a_cycle_is_found_when_the_graph_is_instantiated(device) {
        let mut graph = device.context.create_graph().unwrap();
        let first = graph.add_node(&[], EmptyNode).unwrap();
        let second = graph.add_node(&[first], EmptyNode).unwrap();
        assert_eq!(code(graph.add_edges([(first, second)])), ErrorCode::INVALID_VALUE);
        graph.add_edges([(second, first)]).unwrap();
        graph.instantiate().unwrap_err();
        graph.remove_edges([(second, first)]).unwrap();
        graph.instantiate().unwrap();
    }

    fn a_captured_graph_lists_its_nodes(device) {
        let scale = kernels(device).function("scale").unwrap();
        let x = device.stream.upload(&[1.0f32; 8]).unwrap();
        let mut y = device.stream.alloc::<f32>(8).unwrap();
        let capture = device.context.capture().unwrap();
        // SAFETY: the graph is never launched.
        unsafe { capture.fill(&mut y, 0.0) }.unwrap();
        // SAFETY: as above.
        unsafe { capture.launch(&scale, Launch::elements(8, 32), (&x, &mut y, 8usize)) }.unwrap();
        let mut graph = capture.finish().unwrap();
        let nodes = graph.nodes().unwrap();
        let mut types: Vec<_> = nodes.iter().map(|node| graph.node_type(*node).unwrap()).collect();
        types.sort_by_key(|node_type| node_type.as_raw().0);
        assert_eq!(types, [GraphNodeType::KERNEL, GraphNodeType::MEMSET]);
        // More can be added.
        graph.add_node(&nodes, EmptyNode).unwrap();
        assert_eq!(graph.nodes().unwrap().len(), 3);
    }

    fn events_are_recorded_and_waited_for_by_nodes(device) {
        let event = device.context.event().unwrap();
        let mut graph = device.context.create_graph().unwrap();
        let record = graph.add_node(&[], EventRecordNode::new(&event)).unwrap();
        graph.add_node(&[record], EventWaitNode::new(&event)).unwrap();
        let exec = graph.instantiate().unwrap();
        // SAFETY: the graph keeps the event.
        unsafe { exec.launch(&device.stream) }.unwrap();
        device.stream.synchronize().unwrap();
        assert!(event.query().unwrap());
    }

    fn what_a_host_node_captured_is_dropped_with_the_last_executable_graph(device) {
        let node_owner = Arc::new(());
        let captured = node_owner.clone();
        let mut graph = device.context.create_graph().unwrap();
        graph.add_node(&[], HostNode::new(move || _ = &captured)).unwrap();
        let exec = graph.instantiate().unwrap();
        drop(graph);
        wait_for_deferred();
        assert_eq!(Arc::strong_count(&node_owner), 2);
        // SAFETY: the graph uses nothing else.
        unsafe { exec.launch(&device.stream) }.unwrap();
        device.stream.synchronize().unwrap();
        drop(exec);
        // The driver may release it a little later.
        while Arc::strong_count(&node_owner) > 1 {
            wait_for_deferred();
            std::thread::yield_now();
        }
    }

    fn a_value_that_a_node_cannot_set_is_an_error(device) {
        let mut x = device.stream.alloc::<[u32; 2]>(8).unwrap();
        // SAFETY: the parameters aren't used.
        let refused = unsafe { MemsetNode::new(&mut x, [1u32, 2]) };
        assert!(matches!(refused, Err(Error::MemsetValue { size: 8 })));
        // SAFETY: as above.
        unsafe { MemsetNode::new(&mut x, [7u32, 7]) }.unwrap();
    }

    fn a_kernel_node_that_exceeds_a_limit_says_which(device) {
        let count = kernels(device).function("count").unwrap();
        let mut graph = device.context.create_graph().unwrap();
        // SAFETY: count() takes no arguments.
        let node = unsafe { KernelNode::new(&count, Launch::grid(1).block(4096), ()) };
        match graph.add_node(&[], node) {
            Err(Error::Launch(refused)) => {
                assert!(matches!(refused.exceeded, LaunchLimit::Block { .. }), "{refused}");
            }
            other => panic!("{other:?}"),
        }
        assert!(graph.nodes().unwrap().is_empty());
    }

    fn a_path_that_cannot_be_written_is_an_error(device) {
        let graph = device.context.create_graph().unwrap();
        assert!(matches!(graph.write_dot("a\0b", DotFlags::empty()), Err(Error::Name(_))));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("none").join("graph.dot");
        assert!(matches!(graph.write_dot(path.to_str().unwrap(), DotFlags::empty()), Err(Error::Driver(_))));
    }

    fn nodes_without_elements_and_edges_that_no_graph_has_are_errors(device) {
        let mut x = device.stream.alloc::<u32>(8).unwrap();
        let mut graph = device.context.create_graph().unwrap();
        // SAFETY: the graph is never launched, here and below.
        let nothing = unsafe { MemsetNode::new(x.slice_mut(..0).unwrap(), 1u32) }.unwrap();
        assert_eq!(code(graph.add_node(&[], nothing).map(drop)), ErrorCode::INVALID_VALUE);
        assert!(graph.nodes().unwrap().is_empty());
        let [a, b] = [(); 2].map(|()| graph.add_node(&[], EmptyNode).unwrap());
        assert_eq!(code(graph.add_node(&[a, a], EmptyNode).map(drop)), ErrorCode::INVALID_VALUE);
        assert_eq!(code(graph.add_edges([(a, a)])), ErrorCode::INVALID_VALUE);
        assert_eq!(code(graph.remove_edges([(a, b)])), ErrorCode::INVALID_VALUE);
        graph.add_edges([(a, b); 0]).unwrap();
        assert_eq!(graph.edges().unwrap(), []);
    }

    fn a_graph_is_written_as_dot(device) {
        let mut graph = device.context.create_graph().unwrap();
        let first = graph.add_node(&[], EmptyNode).unwrap();
        graph.add_node(&[first], EmptyNode).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("graph.dot");
        graph.write_dot(path.to_str().unwrap(), DotFlags::VERBOSE).unwrap();
        let text = std::fs::read_to_string(path).unwrap();
        assert!(text.starts_with("digraph") && text.contains("->"), "{text}");
    }
}

fn code(result: Result<(), Error>) -> ErrorCode {
    result.unwrap_err().result().unwrap().code()
}

fn kernels(device: &TestDevice) -> Module {
    let kernels = include_str!("../../cuda-driver/tests/kernels.ptx");
    device.context.load_ptx(kernels).unwrap()
}
