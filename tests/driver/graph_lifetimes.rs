//! What refers to a graph, a node or a condition that is gone, or to another driver's.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};

use cuda_driver::{
    DeviceBuffer, Error, ErrorCode, Launch, Stream, Version,
    driver::Symbol,
    graph::{
        CaptureMode, ChildNode, EmptyNode, EventRecordNode, EventWaitNode, GraphBuilder, GraphExec,
        HostNode, KernelNode,
    },
    stream::wait_for_deferred,
    sys::CUresult,
};

use crate::costs::instrumented;
use crate::device::{TestDevice, alone, is_software, on_every_driver};

on_every_driver! {
    fn a_recorded_graph_whose_capture_ends_meanwhile_is_refused(device) {
        let condition_of = |graph: &mut GraphBuilder<'_>| graph.condition(Some(0)).map(drop);
        let capture = device.context.capture().unwrap();
        let mut child = device.context.create_graph().unwrap();
        child.add_node(&[], EmptyNode).unwrap();
        let branch = capture.branch().unwrap();
        branch.edit(|graph, last| {
            let node = graph.add_node(last, ChildNode::new(&child))?;
            graph.edit_child(node, |inner| {
                inner.nodes()?;
                drop(capture);
                assert_eq!(code(inner.nodes()), ErrorCode::STREAM_CAPTURE_INVALIDATED);
                Ok(())
            })?;
            let is_gone = |found| assert_eq!(found, ErrorCode::STREAM_CAPTURE_INVALIDATED);
            is_gone(code(graph.nodes()));
            is_gone(code(graph.edges()));
            is_gone(code(condition_of(graph)));
            is_gone(code(graph.add_node(&[], EmptyNode)));
            is_gone(code(graph.set_node(node, ChildNode::new(&child))));
            is_gone(code(graph.node_type(node)));
            is_gone(code(graph.edit_child(node, |_| Ok(()))));
            Ok(vec![node])
        }).map_err(|error| assert_eq!(error.result().unwrap().code(), ErrorCode::STREAM_CAPTURE_INVALIDATED)).unwrap_err();
        assert_eq!(code(branch.id()), ErrorCode::STREAM_CAPTURE_INVALIDATED);
    }

    fn a_recorded_graph_whose_capture_becomes_invalid_meanwhile_is_refused(device) {
        let (first, second) = (device.context.capture().unwrap(), device.context.capture().unwrap());
        let branch = second.branch().unwrap();
        let refused = first.edit(|graph, last| {
            assert_eq!(code(first.join(branch)), ErrorCode::STREAM_CAPTURE_MERGE);
            assert_eq!(code(graph.nodes()), ErrorCode::STREAM_CAPTURE_INVALIDATED);
            Ok(last.to_vec())
        });
        assert_eq!(code(refused), ErrorCode::STREAM_CAPTURE_INVALIDATED);
        assert_eq!(code(second.edit(|_, last| Ok(last.to_vec()))), ErrorCode::STREAM_CAPTURE_INVALIDATED);
    }

    fn a_recorded_graph_keeps_its_nodes(device) {
        let mut x = buffer(&device.stream);
        let capture = device.context.capture().unwrap();
        // SAFETY: the buffer outlives the graph, and only its launches use it, here and below.
        unsafe { capture.fill(&mut x, 1) }.unwrap();
        let refused = capture.edit(|graph, last| {
            graph.destroy_node(last[0])?;
            Ok(last.to_vec())
        });
        assert_eq!(code(refused), ErrorCode::ILLEGAL_STATE);
        // SAFETY: as above.
        unsafe { capture.fill(&mut x, 2) }.unwrap();
        let mut graph = capture.finish().unwrap();
        assert_eq!((graph.nodes().unwrap().len(), graph.edges().unwrap().len()), (2, 1));
        launch(&graph.instantiate().unwrap(), &device.stream);
        assert_eq!(x.to_vec().unwrap(), [2; 4]);
        // Afterwards they can be removed.
        for node in graph.nodes().unwrap() {
            graph.destroy_node(node).unwrap();
        }
    }

    fn recorded_work_depends_on_no_node_that_may_be_removed(device) {
        if device.driver.version() < Version::new(12, 3) {
            return;
        }
        let capture = device.context.capture().unwrap();
        let refused = capture.edit(|graph, last| {
            let condition = graph.condition(Some(0))?;
            graph.if_then(last, condition, |_| {
                let refused = capture.edit(|graph, _| Ok(graph.nodes()?));
                assert!(matches!(refused, Err(Error::NotInGraph)));
                refused
            })?;
            Ok(last.to_vec())
        });
        assert!(matches!(refused, Err(Error::NotInGraph)));
        // An H100 doesn't remove the conditional node, which is refused from now on.
        capture.finish().unwrap();
    }

    fn a_body_that_panics_leaves_no_node(device) {
        if device.driver.version() < Version::new(12, 3) {
            return;
        }
        let mut graph = device.context.create_graph().unwrap();
        let condition = graph.condition(Some(0)).unwrap();
        let built = catch_unwind(AssertUnwindSafe(|| graph.while_loop(&[], condition, |body| {
            body.add_node(&[], EmptyNode)?;
            std::panic::resume_unwind(Box::new("not built"))
        })));
        built.unwrap_err();
        assert!(graph.nodes().unwrap().is_empty());
        graph.add_node(&[], EmptyNode).unwrap();
    }

    fn work_recorded_within_an_edit_runs_before_what_the_edit_returns_only_if_it_says_so(device) {
        let mut x = buffer(&device.stream);
        let capture = device.context.capture().unwrap();
        capture.edit(|graph, last| {
            let first = graph.add_node(last, EmptyNode)?;
            Ok(vec![first])
        }).unwrap();
        capture.edit(|graph, last| {
            assert_eq!(last.len(), 1);
            // SAFETY: the graph is never launched.
            unsafe { capture.fill(&mut x, 1) }?;
            assert_eq!(graph.nodes()?.len(), 2);
            Ok(last.to_vec())
        }).unwrap();
        let mut after = Vec::new();
        capture.edit(|graph, last| {
            after = graph.dependencies(last[0])?;
            Ok(last.to_vec())
        }).unwrap();
        assert_eq!(after, [], "the next work runs after the first node");
    }

    fn a_graph_is_gone_after_a_failed_capture_into_it(device) {
        if device.driver.version() < Version::new(12, 3) {
            return;
        }
        let device = &alone(device);
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let nothing = device.context.load_ptx(CODE).unwrap().function("nothing").unwrap();
        let node_owner = Arc::new(());
        let mut graph = device.context.create_graph().unwrap();
        let node = graph.add_node(&[], EmptyNode).unwrap();
        graph.keep(node_owner.clone()).unwrap();
        let mut exec = graph.instantiate().unwrap();
        let mut other = device.context.create_graph().unwrap();
        instrument.reset();
        // SAFETY: the capture ends here, and no other thread uses the graph.
        let left = unsafe {
            let capture = graph.capture(&[node]).unwrap();
            let branch = capture.branch().unwrap();
            // An H100 doesn't miss a branch to which nodes were only added.
            branch.launch(&nothing, Launch::grid(1), ()).unwrap();
            assert_eq!(code(capture.finish()), ErrorCode::STREAM_CAPTURE_UNJOINED);
            branch
        };
        let is_gone = |found| assert_eq!(found, ErrorCode::INVALID_HANDLE);
        is_gone(code(graph.nodes()));
        is_gone(code(graph.add_node(&[], EmptyNode)));
        is_gone(code(graph.instantiate()));
        is_gone(code(graph.try_clone()));
        is_gone(code(graph.keep(())));
        is_gone(code(other.add_node(&[], ChildNode::new(&graph))));
        is_gone(code(exec.update(&graph)));
        // SAFETY: no capture begins.
        is_gone(code(unsafe { graph.capture(&[]) }));
        assert!(matches!(exec.set_node(node, ChildNode::new(&other)), Err(Error::NotInGraph)));
        let graph = match other.move_child(&[], graph) {
            Err((graph, Error::NotOwned)) => graph,
            other => panic!("{other:?}"),
        };
        graph.into_raw().unwrap_err().destroy().unwrap();
        assert_eq!(instrument.calls(Symbol::cuGraphDestroy), 0);
        drop(left);
        // What was instantiated before lives on.
        launch(&exec, &device.stream);
        device.stream.synchronize().unwrap();
        assert_eq!(Arc::strong_count(&node_owner), 2);
        drop(exec);
        until(|| Arc::strong_count(&node_owner) == 1);
    }

    fn a_graph_that_was_captured_keeps_nothing_after_its_end(device) {
        let node_owner = Arc::new(());
        let nothing = device.context.load_ptx(CODE).unwrap().function("nothing").unwrap();
        for is_finished in [true, false] {
            let mut capture = device.context.capture().unwrap();
            capture.keep(node_owner.clone());
            let branch = capture.branch().unwrap();
            branch.edit(|graph, last| {
                let node_owner = node_owner.clone();
                Ok(vec![graph.add_node(last, HostNode::new(move || _ = &node_owner))?])
            }).unwrap();
            if is_finished {
                capture.join(branch).unwrap();
                assert_eq!(capture.finish().unwrap().nodes().unwrap().len(), 1);
            } else {
                // An H100 doesn't miss a branch to which nodes were only added.
                // SAFETY: nothing() takes no arguments, and its module outlives the graph.
                unsafe { branch.launch(&nothing, Launch::grid(1), ()) }.unwrap();
                assert_eq!(code(capture.finish()), ErrorCode::STREAM_CAPTURE_UNJOINED);
            }
            until(|| Arc::strong_count(&node_owner) == 1);
        }
    }

    fn a_graph_is_lost_with_a_body_into_which_a_capture_failed(device) {
        if device.driver.version() < Version::new(12, 3) {
            return;
        }
        let nothing = device.context.load_ptx(CODE).unwrap().function("nothing").unwrap();
        let mut graph = device.context.create_graph().unwrap();
        let condition = graph.condition(Some(1)).unwrap();
        let failed = graph.if_then(&[], condition, |body| {
            // SAFETY: the capture ends here, and no other thread uses the graph.
            let capture = unsafe { body.capture(&[]) }?;
            let branch = capture.branch()?;
            // SAFETY: nothing() takes no arguments, and its module outlives the graph.
            unsafe { branch.launch(&nothing, Launch::grid(1), ()) }?;
            assert_eq!(code(capture.finish()), ErrorCode::STREAM_CAPTURE_UNJOINED);
            body.nodes()?;
            Ok(())
        });
        assert!(failed.is_err());
        assert_eq!(code(graph.nodes()), ErrorCode::INVALID_HANDLE);
        assert_eq!(code(graph.instantiate()), ErrorCode::INVALID_HANDLE);
        assert_eq!(code(graph.add_node(&[], EmptyNode)), ErrorCode::INVALID_HANDLE);
    }

    fn a_condition_of_a_destroyed_graph_is_refused(device) {
        if device.driver.version() < Version::new(12, 3) {
            return;
        }
        let mut gone = Vec::new();
        for _ in 0..20 {
            let mut graph = device.context.create_graph().unwrap();
            gone.push(graph.condition(Some(0)).unwrap());
        }
        let mut graph = device.context.create_graph().unwrap();
        let condition = graph.condition(Some(0)).unwrap();
        for gone in gone {
            assert_ne!(gone, condition);
            assert!(matches!(graph.if_then(&[], gone, |_| Ok(())), Err(Error::NotInGraph)));
        }
        // So is one of a body that was removed.
        let mut inner = None;
        let node = graph.if_then(&[], condition, |body| {
            inner = Some(body.condition(Some(0))?);
            Ok(())
        }).unwrap();
        graph.destroy_node(node).unwrap();
        assert!(matches!(graph.if_then(&[], inner.unwrap(), |_| Ok(())), Err(Error::NotInGraph)));
    }

    fn a_number_of_bodies_that_no_node_has_is_an_error(device) {
        if device.driver.version() < Version::new(12, 8) {
            return;
        }
        let mut graph = device.context.create_graph().unwrap();
        let condition = graph.condition(Some(0)).unwrap();
        assert_eq!(code(graph.switch(&[], condition, 0, |_, _| Ok(()))), ErrorCode::INVALID_VALUE);
        assert!(graph.nodes().unwrap().is_empty());
        graph.switch(&[], condition, 1, |_, _| Ok(())).unwrap();
    }

    fn a_child_graph_has_no_bodies(device) {
        let child = device.context.create_graph().unwrap();
        let mut graph = device.context.create_graph().unwrap();
        let node = graph.add_node(&[], ChildNode::new(&child)).unwrap();
        graph.edit_child(node, |_| Ok(())).unwrap();
        assert_eq!(code(graph.edit_body(node, 0, |_| Ok(()))), ErrorCode::INVALID_VALUE);
    }

    fn nothing_of_another_driver_becomes_part_of_a_graph(device) {
        let instrument = instrumented(device);
        let foreign = TestDevice::new(instrument.table());
        let event = foreign.context.event().unwrap();
        let mut other = foreign.context.create_graph().unwrap();
        let node = other.add_node(&[], EmptyNode).unwrap();
        let empty = foreign.context.load_ptx(CODE).unwrap().function("nothing").unwrap();
        let mut graph = device.context.create_graph().unwrap();
        let record = graph.add_node(&[], EventRecordNode::new(&device.context.event().unwrap())).unwrap();
        let mut exec = graph.instantiate().unwrap();
        let is_foreign = |found| assert_eq!(found, ErrorCode::INVALID_HANDLE);
        is_foreign(code(graph.add_node(&[], ChildNode::new(&other))));
        is_foreign(code(graph.add_node(&[], EventRecordNode::new(&event))));
        is_foreign(code(graph.add_node(&[], EventWaitNode::new(&event))));
        is_foreign(code(graph.set_node(record, EventRecordNode::new(&event))));
        is_foreign(code(exec.set_node(record, EventRecordNode::new(&event))));
        is_foreign(code(exec.update(&other)));
        is_foreign(code(other.node_in_clone(node, &graph)));
        // SAFETY: nothing() takes no arguments, and isn't launched.
        is_foreign(code(graph.add_node(&[], unsafe { KernelNode::new(&empty, Launch::grid(1), ()) })));
        // SAFETY: no capture begins.
        is_foreign(code(unsafe { graph.capture_on(&foreign.stream, &[], CaptureMode::RELAXED) }));
        let refused = graph.move_child(&[], other);
        is_foreign(code(refused.map_err(|(_, error)| error)));
    }

    fn an_owner_that_cannot_be_kept_may_use_the_graph_when_it_is_dropped(device) {
        /// Uses a graph's instantiation when it is dropped.
        struct Uses(GraphExec, Arc<AtomicUsize>);
        impl Drop for Uses {
            fn drop(&mut self) {
                let _ = self.0.flags();
                self.1.fetch_add(1, Ordering::Relaxed);
            }
        }
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let dropped = Arc::new(AtomicUsize::new(0));
        for call in [Symbol::cuUserObjectCreate, Symbol::cuGraphRetainUserObject] {
            let mut graph = device.context.create_graph().unwrap();
            let exec = graph.instantiate().unwrap();
            instrument.reset();
            instrument.fail(call, 1, CUresult::CUDA_ERROR_OUT_OF_MEMORY);
            assert_eq!(code(graph.keep(Uses(exec, dropped.clone()))), ErrorCode::OUT_OF_MEMORY);
            until(|| Arc::strong_count(&dropped) == 1);
        }
        assert_eq!(dropped.load(Ordering::Relaxed), 2);
    }

    fn edges_may_come_from_an_iterator_that_uses_the_graph(device) {
        let mut graph = device.context.create_graph().unwrap();
        let nodes = [(); 3].map(|()| graph.add_node(&[], EmptyNode).unwrap());
        let exec = graph.instantiate().unwrap();
        let chain = nodes.windows(2).map(|pair| {
            let _ = exec.flags();
            (pair[0], pair[1])
        });
        graph.add_edges(chain.clone()).unwrap();
        graph.remove_edges(chain).unwrap();
        assert_eq!(graph.edges().unwrap(), []);
    }

    fn what_changed_nodes_need_lives_as_long_as_a_handle_that_was_given_away(device) {
        let calls = Arc::new(AtomicUsize::new(0));
        let mut graph = device.context.create_graph().unwrap();
        let node = graph.add_node(&[], HostNode::new(|| {})).unwrap();
        let mut exec = graph.instantiate().unwrap();
        exec.set_node(node, counting(&calls)).unwrap();
        let handle = exec.into_raw().unwrap();
        wait_for_deferred();
        // SAFETY: it was just given away.
        let exec = unsafe { GraphExec::from_raw(&device.context, handle) };
        launch(&exec, &device.stream);
        device.stream.synchronize().unwrap();
        assert_eq!(calls.load(Ordering::Relaxed), 1);
    }

    fn what_a_launch_calls_lives_until_it_has_completed_whatever_the_executable_graph_becomes(device) {
        let device = &alone(device);
        let counts: [Arc<AtomicUsize>; 4] = Default::default();
        let mut graph = device.context.create_graph().unwrap();
        let node = graph.add_node(&[], counting(&counts[0])).unwrap();
        let mut exec = graph.instantiate().unwrap();
        let streams = [(); 4].map(|()| device.context.stream().unwrap());
        // The first launch waits for this, and the others for the first, because they are of the same executable graph.
        let (open, gate) = mpsc::channel::<()>();
        streams[0].launch_host_func(move || _ = gate.recv()).unwrap();
        launch(&exec, &streams[0]);
        exec.set_node(node, counting(&counts[1])).unwrap();
        launch(&exec, &streams[1]);
        exec.set_node(node, counting(&counts[2])).unwrap();
        launch(&exec, &streams[2]);
        let mut other = device.context.create_graph().unwrap();
        other.add_node(&[], counting(&counts[3])).unwrap();
        exec.update(&other).unwrap();
        launch(&exec, &streams[3]);
        drop((graph, other, exec));
        assert!(counts.iter().all(|count| Arc::strong_count(count) == 2));
        drop(open);
        until(|| counts.iter().all(|count| Arc::strong_count(count) == 1));
        assert!(counts.iter().all(|count| count.load(Ordering::Relaxed) == 1));
    }

    fn memory_that_is_freed_after_its_graph_is_gone_stays_until_the_stream_reaches_the_free(device) {
        // Calls of NVIDIA's driver may wait for other tests' calls that wait for the stream.
        if !is_software() {
            return;
        }
        // A buffer that a launched graph has filled, and whose graph is gone once this returns it.
        let filled = |stream: &Stream, value: u32, before: &dyn Fn(&mut DeviceBuffer<u32>)| {
            // SAFETY: no other thread uses the stream, and the graph owns what it records.
            let capture = unsafe { stream.capture(CaptureMode::THREAD_LOCAL) }.unwrap();
            let mut x = stream.alloc::<u32>(64).unwrap();
            stream.fill(&mut x, value).unwrap();
            let exec = capture.finish().unwrap().instantiate().unwrap();
            launch(&exec, stream);
            before(&mut x);
            x
        };
        let [slow, other] = [(); 2].map(|()| device.context.stream().unwrap());
        let (open, gate) = mpsc::channel::<()>();
        let gate = std::sync::Mutex::new(Some(gate));
        let first = filled(&slow, 5, &|x| {
            let gate = gate.lock().unwrap().take().unwrap();
            slow.launch_host_func(move || _ = gate.recv()).unwrap();
            // The stream reaches this only once the others have taken their addresses.
            slow.fill(x, 7).unwrap();
        });
        let address = first.as_raw();
        drop(first);
        let others = [9, 10, 11].map(|value| filled(&other, value, &|_| ()));
        assert!(others.iter().all(|other| other.as_raw() != address));
        drop(open);
        slow.synchronize().unwrap();
        for (other, value) in others.iter().zip(9..) {
            assert_eq!(other.to_vec().unwrap(), [value; 64]);
        }
    }

    fn what_a_child_graph_keeps_is_kept_by_an_executable_graph_that_runs_it(device) {
        let counts: [Arc<AtomicUsize>; 2] = Default::default();
        let child = |index: usize| {
            let mut child = device.context.create_graph().unwrap();
            child.add_node(&[], counting(&counts[index])).unwrap();
            child
        };
        let mut graph = device.context.create_graph().unwrap();
        let node = graph.add_node(&[], ChildNode::new(&child(0))).unwrap();
        let mut exec = graph.instantiate().unwrap();
        exec.set_node(node, ChildNode::new(&child(1))).unwrap();
        wait_for_deferred();
        launch(&exec, &device.stream);
        device.stream.synchronize().unwrap();
        assert_eq!(counts.each_ref().map(|count| count.load(Ordering::Relaxed)), [0, 1]);
        exec.set_node(node, ChildNode::new(&child(0))).unwrap();
        until(|| Arc::strong_count(&counts[1]) == 1);
        drop((graph, exec));
        until(|| Arc::strong_count(&counts[0]) == 1);
    }

    fn the_nodes_of_a_moved_child_are_known_and_its_instantiations_live_on(device) {
        if device.driver.version() < Version::new(12, 9) {
            return;
        }
        let counts: [Arc<AtomicUsize>; 3] = Default::default();
        let mut child = device.context.create_graph().unwrap();
        let host = child.add_node(&[], counting(&counts[0])).unwrap();
        let mut before = child.instantiate().unwrap();
        let mut graph = device.context.create_graph().unwrap();
        let node = graph.move_child(&[], child).map_err(|(_, error)| error).unwrap();
        assert!(matches!(graph.node_type(host), Err(Error::NotInGraph)));
        graph.edit_child(node, |child| child.set_node(host, counting(&counts[1]))).unwrap();
        let after = graph.instantiate().unwrap();
        launch(&before, &device.stream);
        launch(&after, &device.stream);
        device.stream.synchronize().unwrap();
        let calls = || counts.each_ref().map(|count| count.load(Ordering::Relaxed));
        assert_eq!(calls(), [1, 1, 0]);
        before.set_node(host, counting(&counts[2])).unwrap();
        launch(&before, &device.stream);
        device.stream.synchronize().unwrap();
        assert_eq!(calls(), [1, 1, 1]);
        graph.destroy_node(node).unwrap();
        assert!(matches!(before.set_node(host, counting(&counts[2])), Err(Error::NotInGraph)));
        drop((graph, before, after));
        until(|| counts.iter().all(|count| Arc::strong_count(count) == 1));
    }

    fn threads_move_graphs_into_each_other_while_others_use_their_instantiations(device) {
        if device.driver.version() < Version::new(12, 9) {
            return;
        }
        for _ in 0..20 {
            let mut graphs: Vec<_> = (0..4).map(|_| device.context.create_graph().unwrap()).collect();
            let nodes: Vec<_> = graphs.iter_mut().map(|graph| graph.add_node(&[], EmptyNode).unwrap()).collect();
            let execs: Vec<_> = graphs.iter().map(|graph| graph.instantiate().unwrap()).collect();
            let other = device.context.create_graph().unwrap();
            std::thread::scope(|threads| {
                for (exec, node) in execs.into_iter().zip(nodes) {
                    let other = &other;
                    threads.spawn(move || {
                        let mut exec = exec;
                        for _ in 0..20 {
                            exec.update(other).unwrap_err();
                            exec.set_node(node, ChildNode::new(other)).unwrap_err();
                            let _ = exec.flags();
                        }
                    });
                }
                threads.spawn(|| {
                    let mut graphs = graphs.into_iter();
                    let mut outer = graphs.next().unwrap();
                    for mut graph in graphs {
                        graph.move_child(&[], outer).map_err(|(_, error)| error).unwrap();
                        outer = graph;
                    }
                    outer.instantiate().unwrap();
                });
            });
        }
    }
}

/// A kernel that does nothing.
const CODE: &str =
    ".version 7.0\n.target sm_52\n.address_size 64\n.visible .entry nothing() { ret; }";

fn counting(count: &Arc<AtomicUsize>) -> HostNode<impl Fn() + Send + Sync + 'static> {
    let count = count.clone();
    HostNode::new(move || _ = count.fetch_add(1, Ordering::Relaxed))
}

fn code<T>(result: Result<T, impl Into<Error>>) -> ErrorCode {
    let Err(error) = result else { panic!("it wasn't refused") };
    let error = error.into();
    match error.result() {
        Some(result) => result.code(),
        None => panic!("{error}"),
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

/// Waits until something that a thread drops is gone.
fn until(is_over: impl Fn() -> bool) {
    while !is_over() {
        wait_for_deferred();
        std::thread::yield_now();
    }
}
