//! Memory of a graph that another graph would free, and what becomes of that graph instead.

use cuda_driver::{
    ErrorCode, Stream, Version,
    graph::{CaptureMode, ChildNode, Graph, GraphExec},
    sys::CU_STREAM_PER_THREAD,
};

use crate::device::{TestDevice, alone, on_every_driver};

/// A graph that allocates memory, which its one launch has left allocated, and one that frees it.
fn graphs(stream: &Stream) -> (GraphExec, Graph) {
    // SAFETY: no other code captures the stream, and only the graphs use the memory, here and below.
    let record = || unsafe { stream.capture(CaptureMode::RELAXED) }.unwrap();
    let capture = record();
    let buffer = stream.alloc::<u32>(1024).unwrap();
    let allocates = capture.finish().unwrap().instantiate().unwrap();
    launch(&allocates, stream);
    let capture = record();
    drop(buffer);
    (allocates, capture.finish().unwrap())
}

fn launch(exec: &GraphExec, stream: &Stream) {
    // SAFETY: it uses only memory that it allocates.
    unsafe { exec.launch(stream) }.unwrap();
}

/// Checks that the memory is free: while it is allocated, the driver refuses to allocate it again.
fn check_free(allocates: &GraphExec, device: &TestDevice) {
    device.context.synchronize().unwrap();
    launch(allocates, &device.stream);
}

/// Checks that it is not.
fn check_allocated(allocates: &GraphExec, stream: &Stream) {
    // SAFETY: as above.
    let refused = unsafe { allocates.launch(stream) }.unwrap_err();
    assert_eq!(refused.code(), ErrorCode::INVALID_VALUE);
}

fn has_graph_memory(device: &TestDevice) -> bool {
    device.context.driver().version() >= Version::new(11, 4)
}

on_every_driver! {
    fn a_graph_frees_in_no_stream_that_the_program_borrowed(device) {
        let device = &alone(device);
        if !has_graph_memory(device) {
            return;
        }
        let owner = device.context.stream().unwrap();
        let handle = owner.as_raw();
        // SAFETY: the handle outlives the stream, its clones, and what was made with it.
        let (allocates, frees) = graphs(&unsafe { Stream::borrow_raw(&device.context, handle) });
        owner.synchronize().unwrap();
        drop(owner);
        check_allocated(&allocates, &device.stream);
        drop(frees);
        check_free(&allocates, device);
    }

    fn a_graph_frees_in_no_default_stream_of_another_thread(device) {
        let device = &alone(device);
        if !has_graph_memory(device) {
            return;
        }
        // SAFETY: the handle is always one of a stream.
        let thread_stream = unsafe { Stream::borrow_raw(&device.context, CU_STREAM_PER_THREAD) };
        let (allocates, frees) = graphs(&thread_stream);
        std::thread::scope(|threads| threads.spawn(move || drop(frees)).join().unwrap());
        check_free(&allocates, device);
    }

    fn a_node_that_frees_is_removed_from_a_recorded_graph(device) {
        let device = &alone(device);
        if !has_graph_memory(device) {
            return;
        }
        let stream = &device.stream;
        let (allocates, frees) = graphs(stream);
        let empty = device.context.create_graph().unwrap();
        // SAFETY: as above.
        let capture = unsafe { stream.capture(CaptureMode::RELAXED) }.unwrap();
        let mut left = None;
        capture.edit(|graph, last| {
            let node = graph.add_node(last, ChildNode::new(&empty))?;
            graph.edit_child(node, |inner| {
                match inner.move_child(&[], frees) {
                    // A driver need not remove it, but the call returns.
                    Ok(moved) => _ = inner.destroy_node(moved),
                    // The driver is older than such nodes.
                    Err((frees, _)) => left = Some(frees),
                }
                Ok(())
            })?;
            Ok(vec![node])
        }).unwrap();
        drop(capture);
        drop(left);
        check_free(&allocates, device);
    }

    fn a_buffer_of_a_graph_that_is_gone_with_a_node_within_a_node_frees_nothing(device) {
        let device = &alone(device);
        if !has_graph_memory(device) {
            return;
        }
        let (context, stream) = (&device.context, &device.stream);
        // SAFETY: as above, here and below.
        let record = || unsafe { stream.capture(CaptureMode::RELAXED) }.unwrap();
        let capture = record();
        let buffer = stream.alloc::<u32>(1024).unwrap();
        let innermost = capture.finish().unwrap();
        let (mut inner, mut outer) = (context.create_graph().unwrap(), context.create_graph().unwrap());
        // Older drivers have no such nodes.
        let Ok(innermost) = inner.move_child(&[], innermost) else {
            return;
        };
        let inner = outer.move_child(&[], inner).map_err(|(_, error)| error).unwrap();
        // A driver need not remove it.
        if outer.edit_child(inner, |inner| inner.destroy_node(innermost)).is_err() {
            return;
        }
        let capture = record();
        let next = stream.alloc::<u32>(1024).unwrap();
        drop(buffer);
        assert_eq!(capture.finish().unwrap().nodes().unwrap().len(), 1, "the other one is allocated");
        drop(next);
    }

    fn what_a_raw_graph_frees_is_freed_by_nothing_else(device) {
        let device = &alone(device);
        if !has_graph_memory(device) {
            return;
        }
        let stream = &device.stream;
        let raw = device.context.driver().raw();
        let (allocates, frees) = graphs(stream);
        let exec = frees.instantiate().unwrap();
        let handle = frees.into_raw().unwrap();
        check_allocated(&allocates, stream);
        let exec = exec.into_raw().unwrap();
        check_allocated(&allocates, stream);
        // SAFETY: both are this code's.
        unsafe {
            raw.cuGraphLaunch(exec, stream.as_raw()).unwrap();
            raw.cuGraphExecDestroy(exec).unwrap();
            raw.cuGraphDestroy(handle).unwrap();
        }
        check_free(&allocates, device);
    }

    fn a_later_capture_frees_what_its_graph_allocates_until_that_is_instantiated(device) {
        let device = &alone(device);
        let stream = &device.stream;
        for is_late in [false, true] {
            let mut graph = device.context.create_graph().unwrap();
            // SAFETY: as above.
            let capture = match unsafe { graph.capture_on(stream, &[], CaptureMode::RELAXED) } {
                Ok(capture) => capture,
                // The driver is older than captures into graphs.
                Err(refused) => return assert!(refused.result().unwrap().is_absent(), "{refused}"),
            };
            let buffer = stream.alloc::<u32>(1024).unwrap();
            capture.finish().unwrap();
            if is_late {
                launch(&graph.instantiate().unwrap(), stream);
            }
            let last = graph.nodes().unwrap();
            // SAFETY: as above.
            let capture = unsafe { graph.capture_on(stream, &last, CaptureMode::RELAXED) }.unwrap();
            drop(buffer);
            capture.finish().unwrap();
            // What was launched before is free, in any case.
            let exec = graph.instantiate().unwrap();
            check_free(&exec, device);
            if is_late {
                check_allocated(&exec, stream);
            } else {
                check_free(&exec, device);
            }
        }
    }
}
