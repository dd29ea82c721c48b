//! Captures into graphs that exist, and nodes that are added to graphs while they are captured.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use cuda_driver::{
    DeviceBuffer, Error, ErrorCode, Launch, Stream, Version,
    graph::{
        CaptureMode, EmptyNode, GraphExec, GraphNodeType, GraphRecaptureStatus, HostNode,
        KernelNode, MemsetNode,
    },
    stream::wait_for_deferred,
};

use crate::device::{alone, on_every_driver};

on_every_driver! {
    fn nodes_are_added_to_a_graph_while_it_is_captured(device) {
        let stream = &device.stream;
        let (mut x, mut y) = (buffer(stream), buffer(stream));
        let calls = Arc::new(AtomicUsize::new(0));
        let count = calls.clone();
        let capture = device.context.capture().unwrap();
        // SAFETY: the buffers outlive the graph, and only its launches use them, here and below.
        unsafe { capture.fill(&mut x, 1) }.unwrap();
        let mut host = None;
        capture.edit(|graph, last| {
            assert_eq!(last.len(), 1);
            assert_eq!(graph.node_type(last[0])?, GraphNodeType::MEMSET);
            let node = HostNode::new(move || _ = count.fetch_add(1, Ordering::Relaxed));
            let node = graph.add_node(last, node)?;
            host = Some(node);
            Ok(vec![node])
        }).unwrap();
        // SAFETY: as above.
        unsafe { capture.copy(&x, &mut y) }.unwrap();
        let graph = capture.finish().unwrap();
        let host = host.unwrap();
        // The node is known to the finished graph.
        assert_eq!(graph.node_type(host).unwrap(), GraphNodeType::HOST);
        assert_eq!((graph.dependencies(host).unwrap().len(), graph.dependents(host).unwrap().len()), (1, 1));
        assert_eq!(graph.nodes().unwrap().len(), 3);
        launch(&graph.instantiate().unwrap(), stream);
        assert_eq!(y.to_vec().unwrap(), [1; 4]);
        assert_eq!(calls.load(Ordering::Relaxed), 1);
    }

    fn a_recorded_launch_is_changed_in_the_executable_graph(device) {
        let stream = &device.stream;
        let module = device.context.load_ptx(include_str!("../../cuda-driver/tests/kernels.ptx")).unwrap();
        let scale = module.function("scale").unwrap();
        let x = stream.upload(&[1.0f32; 4]).unwrap();
        let mut y = stream.alloc_zeroed::<f32>(4).unwrap();
        stream.synchronize().unwrap();
        let shape = Launch::elements(4, 32);
        let capture = device.context.capture().unwrap();
        // SAFETY: scale(const float *, float *, size_t); the buffers and the code outlive the graph, whose launches alone use
        // them, here and below.
        unsafe { capture.launch(&scale, shape, (&x, &mut y, 1usize)) }.unwrap();
        let mut node = None;
        capture.edit(|_, last| {
            node = Some(last[0]);
            Ok(last.to_vec())
        }).unwrap();
        let graph = capture.finish().unwrap();
        let mut exec = graph.instantiate().unwrap();
        for len in 1..=3usize {
            // SAFETY: as above.
            exec.set_node(node.unwrap(), unsafe { KernelNode::new(&scale, shape, (&x, &mut y, len)) }).unwrap();
            launch(&exec, stream);
        }
        assert_eq!(y.to_vec().unwrap(), [2.0, 2.0, 2.0, 0.0]);
    }

    fn a_capture_goes_on_as_before_if_the_edit_fails(device) {
        let mut x = buffer(&device.stream);
        let mut other = device.context.create_graph().unwrap();
        let foreign = other.add_node(&[], EmptyNode).unwrap();
        let capture = device.context.capture().unwrap();
        // SAFETY: the buffer outlives the graph, and only its launches use it, here and below.
        unsafe { capture.fill(&mut x, 1) }.unwrap();
        let refused = capture.edit(|_, _| Ok(vec![foreign]));
        assert!(matches!(refused, Err(Error::NotInGraph)));
        let refused = capture.edit(|graph, _| graph.add_node(&[foreign], EmptyNode).map(|node| vec![node]));
        assert!(matches!(refused, Err(Error::NotInGraph)));
        // SAFETY: as above.
        unsafe { capture.fill(&mut x, 2) }.unwrap();
        let graph = capture.finish().unwrap();
        assert_eq!((graph.nodes().unwrap().len(), graph.edges().unwrap().len()), (2, 1));
    }

    fn the_streams_of_a_capture_have_its_number(device) {
        // compute-sanitizer invalidates captures of a context in which other tests work.
        let device = &alone(device);
        let (first, second) = (device.context.capture().unwrap(), device.context.capture().unwrap());
        let branch = first.branch().unwrap();
        assert_eq!(first.id().unwrap(), branch.id().unwrap());
        assert_ne!(first.id().unwrap(), second.id().unwrap());
        let late = first.branch().unwrap();
        let mut x = buffer(&device.stream);
        // SAFETY: the graph is never launched.
        unsafe { late.fill(&mut x, 1) }.unwrap();
        first.join(branch).unwrap();
        first.finish().unwrap_err(); // `late` wasn't joined
        let ended = late.edit(|_, _| Ok(Vec::new())).unwrap_err();
        assert_eq!(ended.result().unwrap().code(), ErrorCode::STREAM_CAPTURE_INVALIDATED);
    }

    fn work_is_recorded_into_a_graph_that_exists(device) {
        if device.driver.version() < Version::new(12, 3) {
            return;
        }
        let stream = &device.stream;
        let (mut x, mut y) = (buffer(stream), buffer(stream));
        let mut graph = device.context.create_graph().unwrap();
        // SAFETY: the buffers outlive the graph, and only its launches use it, here and below.
        let first = graph.add_node(&[], unsafe { MemsetNode::new(&mut x, 3u32) }.unwrap()).unwrap();
        // SAFETY: as above; the captures end here, and no other thread uses the graph.
        let last = unsafe {
            let capture = graph.capture(&[first]).unwrap();
            let branch = capture.branch().unwrap();
            capture.copy(&x, &mut y).unwrap();
            branch.fill(&mut x, 4).unwrap();
            capture.join(branch).unwrap();
            capture.finish().unwrap()
        };
        assert_eq!(last.len(), 2);
        assert_eq!(graph.nodes().unwrap().len(), 3);
        assert_eq!(graph.dependents(first).unwrap().len(), 2);
        let end = graph.add_node(&last, EmptyNode).unwrap();
        assert_eq!(graph.dependencies(end).unwrap().len(), 2);

        // The stream of the program, too.
        let own_device = alone(device);
        let mut other = own_device.context.create_graph().unwrap();
        let mut z = buffer(&own_device.stream);
        // SAFETY: as above, and nothing else uses the stream meanwhile.
        let capture = unsafe { other.capture_on(&own_device.stream, &[], CaptureMode::THREAD_LOCAL) }.unwrap();
        own_device.stream.fill(&mut z, 7).unwrap();
        capture.finish().unwrap();
        launch(&other.instantiate().unwrap(), &own_device.stream);
        assert_eq!(z.to_vec().unwrap(), [7; 4]);
    }

    fn a_capture_into_a_graph_that_is_dropped_ends(device) {
        if device.driver.version() < Version::new(12, 3) {
            return;
        }
        let mut x = buffer(&device.stream);
        let mut graph = device.context.create_graph().unwrap();
        let mut other = device.context.create_graph().unwrap();
        let foreign = other.add_node(&[], EmptyNode).unwrap();
        // SAFETY: nothing is recorded.
        assert!(matches!(unsafe { graph.capture(&[foreign]) }, Err(Error::NotInGraph)));
        // SAFETY: the buffer outlives the graph, which is never launched.
        unsafe {
            let capture = graph.capture(&[]).unwrap();
            capture.fill(&mut x, 1).unwrap();
        }
        assert_eq!(graph.nodes().unwrap().len(), 1);
        let node_owner = Arc::new(());
        // SAFETY: as above.
        unsafe {
            let mut capture = graph.capture(&[]).unwrap();
            capture.keep(node_owner.clone()).unwrap();
            capture.finish().unwrap();
        }
        assert_eq!(Arc::strong_count(&node_owner), 2);
    }

    fn a_capture_is_recorded_again(device) {
        if device.driver.version() < Version::new(13, 3) {
            return;
        }
        let stream = &device.stream;
        let (mut x, mut y) = (buffer(stream), buffer(stream));
        let capture = device.context.capture().unwrap();
        // SAFETY: the buffers outlive the graph, and only its launches use it, here and below.
        unsafe {
            capture.fill(&mut x, 1).unwrap();
            capture.copy(&x, &mut y).unwrap();
        }
        let mut graph = capture.finish().unwrap();
        let mut exec = graph.instantiate().unwrap();
        let mut changed = Vec::new();
        // SAFETY: as above; the capture ends here, and no other thread uses the graph.
        unsafe {
            let capture = graph.recapture(|node, status| {
                changed.push((node as usize, status));
                true
            }).unwrap();
            capture.fill(&mut x, 2).unwrap();
            capture.copy(&x, &mut y).unwrap();
            capture.finish().unwrap();
        }
        assert_eq!(changed.len(), 1);
        assert_eq!(changed[0].1, GraphRecaptureStatus::ELIGIBLE_FOR_UPDATE);
        exec.update(&graph).unwrap();
        launch(&exec, stream);
        assert_eq!(y.to_vec().unwrap(), [2; 4]);

        // SAFETY: as above.
        unsafe {
            let capture = graph.recapture(|_, _| false).unwrap();
            capture.fill(&mut x, 3).unwrap_err();
        }
        // It is left in an undefined state.
        assert_eq!(graph.nodes().unwrap_err().code(), ErrorCode::INVALID_HANDLE);
        assert!(matches!(graph.instantiate(), Err(Error::Driver(_))));
        graph.destroy().unwrap();
    }

    fn what_a_graph_keeps_is_dropped_when_it_is_captured_again(device) {
        if device.driver.version() < Version::new(13, 3) {
            return;
        }
        let mut x = buffer(&device.stream);
        let [before, after] = [(); 2].map(|()| Arc::new(()));
        let mut capture = device.context.capture().unwrap();
        // SAFETY: the buffer outlives the graph, and only its launches use it, here and below.
        unsafe { capture.fill(&mut x, 1) }.unwrap();
        capture.keep(before.clone());
        let mut graph = capture.finish().unwrap();
        let exec = graph.instantiate().unwrap();
        // SAFETY: as above; the capture ends here, and no other thread uses the graph, which needs nothing that it kept.
        unsafe {
            let mut capture = graph.recapture(|_, _| true).unwrap();
            capture.fill(&mut x, 2).unwrap();
            capture.keep(after.clone()).unwrap();
            capture.finish().unwrap();
        }
        wait_for_deferred();
        assert_eq!(Arc::strong_count(&before), 2, "the executable graph keeps it");
        launch(&exec, &device.stream);
        assert_eq!(x.to_vec().unwrap(), [1; 4]);
        drop(exec);
        while Arc::strong_count(&before) > 1 {
            wait_for_deferred();
            std::thread::yield_now();
        }
        assert_eq!(Arc::strong_count(&after), 2);
        launch(&graph.instantiate().unwrap(), &device.stream);
        assert_eq!(x.to_vec().unwrap(), [2; 4]);
    }
}

fn buffer(stream: &Stream) -> DeviceBuffer<u32> {
    let buffer = stream.alloc_zeroed(4).unwrap();
    stream.synchronize().unwrap();
    buffer
}

fn launch(exec: &GraphExec, stream: &Stream) {
    // SAFETY: the tests' buffers outlive their graphs, and only their launches use them meanwhile.
    unsafe { exec.launch(stream) }.unwrap();
}
