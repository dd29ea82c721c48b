//! Captures that begin and end while other threads use, drop and allocate memory of their streams.

use std::future::Future;
use std::hint::spin_loop;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier, Mutex, mpsc};
use std::task;

use cuda_driver::{
    Context, DeviceBuffer, ErrorCode, Stream,
    context::ContextFlags,
    driver::Symbol,
    graph::{Capture, CaptureMode, ChildNode, EmptyNode, FreeNode, Graph, GraphNodeType},
    memory::{
        KeepAlive, MemoryPool, PinnedFlags, PinnedPool, RegisterFlags,
        resource::{CachingResource, CountingResource, DeferredResource, MemoryResource},
    },
    stream::{StreamFlags, wait_for_deferred},
    sys::{CU_STREAM_PER_THREAD, CUstreamCaptureMode},
};

use crate::costs::instrumented;
use crate::device::{TestDevice, alone, with_device};
use crate::owners::PATIENCE;

/// Enough for each of the interleavings to happen.
const ROUNDS: usize = 200;

fn record(stream: &Stream) -> Capture {
    // SAFETY: no other code captures the stream, and each test keeps the memory until the graph is gone.
    unsafe { stream.capture(CaptureMode::RELAXED) }.unwrap()
}

/// Runs `test` with a context and a pool of its own, and checks that nothing of the pool is left afterwards.
fn check(test: impl Fn(&TestDevice, &MemoryPool)) {
    with_device(None, |device| {
        let device = alone(device);
        let pool = device.context.device().create_pool().unwrap();
        test(&device, &pool);
        let (sender, done) = mpsc::channel();
        std::thread::spawn(move || {
            wait_for_deferred();
            sender.send(())
        });
        (done.recv_timeout(PATIENCE)).expect("what was dropped is released");
        device.context.synchronize().unwrap();
        assert_eq!(pool.used().unwrap(), 0, "memory is left");
    });
}

/// In each round, another thread makes a value, and uses it up while this one begins and ends a capture.
fn race<V: Send>(
    make: impl Fn() -> V + Send + Sync,
    use_up: impl Fn(V) + Send + Sync,
    capture: impl Fn(&dyn Fn()),
) {
    let barrier = Barrier::new(2);
    std::thread::scope(|threads| {
        threads.spawn(|| {
            for _ in 0..ROUNDS {
                let value = make();
                barrier.wait();
                use_up(value);
                barrier.wait();
            }
        });
        for round in 0..ROUNDS {
            let wait = || {
                barrier.wait();
                (0..round % 50 * 40).for_each(|_| spin_loop());
            };
            capture(&wait);
            barrier.wait();
        }
    });
}

/// Both moments at which a capture can race: its beginning, and its end.
fn at_begin_and_end(stream: &Stream, wait: &dyn Fn(), is_end: bool) -> Graph {
    if !is_end {
        wait();
    }
    let capture = record(stream);
    if is_end {
        wait();
    }
    let ended = capture.finish();
    ended.expect("a drop invalidates no capture")
}

/// What another thread does with a stream that is captured meanwhile.
fn drops_of_another_thread(capturing: &Stream, dropping: &Stream, pool: &MemoryPool, is_end: bool) {
    let context: &Context = dropping.context();
    let capture = |wait: &dyn Fn()| drop(at_begin_and_end(capturing, wait, is_end));
    let alloc = || dropping.alloc_from::<u32>(pool, 64).ok();
    race(alloc, drop, capture);
    race(
        || alloc().map(DeviceBuffer::into_shared),
        |shared| drop((shared.clone(), shared)),
        capture,
    );
    let map = || {
        let pinned = context.pinned_with::<u32>(16, PinnedFlags::DEVICE_MAP).unwrap();
        dropping.map(pinned).ok()
    };
    race(map, drop, capture);
    let value = Arc::new(());
    race(|| value.clone(), |value| dropping.drop_after(value).unwrap(), capture);
    wait_for_deferred();
    assert_eq!(Arc::strong_count(&value), 1);
}

#[test]
fn drops_on_other_threads_invalidate_no_capture_and_are_done() {
    check(|device, pool| {
        let stream = &device.stream;
        drops_of_another_thread(stream, stream, pool, false);
        drops_of_another_thread(stream, stream, pool, true);
    });
}

#[test]
fn drops_of_the_default_stream_invalidate_no_capture_of_a_blocking_stream() {
    check(|device, pool| {
        let blocking = device.context.stream_with(StreamFlags::empty(), 0).unwrap();
        drops_of_another_thread(&blocking, &device.context.default_stream(), pool, false);
        // SAFETY: it outlives everything.
        let null = unsafe { Stream::borrow_raw(&device.context, std::ptr::null_mut()) };
        drops_of_another_thread(&blocking, &null, pool, false);
    });
}

#[test]
fn a_free_that_a_capture_of_another_stream_keeps_from_its_stream_is_not_forgotten() {
    check(|device, pool| {
        let blocking = device.context.stream_with(StreamFlags::empty(), 0).unwrap();
        let default = device.context.default_stream();
        let is_over = AtomicBool::new(false);
        std::thread::scope(|threads| {
            threads.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    drop(record(&blocking));
                    std::thread::yield_now();
                }
            });
            for _ in 0..20 * ROUNDS {
                drop(default.alloc_from::<u8>(pool, 512));
            }
            is_over.store(true, Ordering::Relaxed);
        });
    });
}

/// Allocates on another thread while a capture begins, and checks whose memory it is.
fn allocates_meanwhile(device: &TestDevice, resource: &impl MemoryResource) {
    let (stream, other) = (&device.stream, device.context.stream().unwrap());
    let result = Mutex::new(None);
    race(
        || (),
        |()| *result.lock().unwrap() = Some(stream.alloc_from::<u32>(resource, 64).unwrap()),
        |wait| {
            wait();
            let capture = record(stream);
            // It may be recorded only until here.
            while result.lock().unwrap().is_none() {
                std::thread::yield_now();
            }
            let graph = capture.finish().unwrap();
            let buffer = result.lock().unwrap().take().unwrap();
            let is_recorded = !graph.nodes().unwrap().is_empty();
            drop(graph);
            // The address may be that of another graph's memory now.
            let capture = record(&other);
            let mut live = other.alloc::<u32>(64).unwrap();
            other.fill(&mut live, 7).unwrap();
            let exec = capture.finish().unwrap().instantiate().unwrap();
            // SAFETY: the buffer outlives the launch, which alone uses it.
            unsafe { exec.launch(&other) }.unwrap();
            other.synchronize().unwrap();
            drop(buffer);
            stream.synchronize().unwrap();
            assert_eq!(live.to_vec().unwrap(), [7; 64], "{is_recorded}");
            // What a resource keeps exists.
            let mut again = stream.alloc_from::<u32>(resource, 64).unwrap();
            stream.fill(&mut again, 8).unwrap();
            assert_eq!(again.to_vec().unwrap(), [8; 64], "{is_recorded}");
        },
    );
}

#[test]
fn memory_that_another_thread_allocates_is_the_graphs_or_not() {
    check(|device, pool| {
        allocates_meanwhile(device, pool);
        allocates_meanwhile(device, &CachingResource::new(pool.clone(), 1 << 20));
        allocates_meanwhile(device, &DeferredResource::new(pool.clone()));
        allocates_meanwhile(device, &CountingResource::new(pool.clone()));
    });
}

#[test]
fn a_graph_knows_what_it_frees_although_another_thread_drops_it() {
    check(|device, _| {
        let (stream, raw) = (&device.stream, device.context.driver().raw());
        for is_end in [false, true] {
            let slot = Mutex::new(None::<DeviceBuffer<u32>>);
            race(
                || (),
                |()| {
                    // The other thread gives it before each of its captures.
                    drop(slot.lock().unwrap().take());
                },
                |wait| {
                    let capture = record(stream);
                    let buffer = stream.alloc::<u32>(64).unwrap();
                    let exec = capture.finish().unwrap().instantiate().unwrap();
                    // SAFETY: nothing is recorded but the allocation.
                    unsafe { exec.launch(stream) }.unwrap();
                    let pointer = buffer.as_raw();
                    *slot.lock().unwrap() = Some(buffer);
                    let graph = at_begin_and_end(stream, wait, is_end);
                    while slot.lock().unwrap().is_some() {
                        std::thread::yield_now();
                    }
                    let is_freed_by_graph = !graph.nodes().unwrap().is_empty();
                    let frees = graph.instantiate().unwrap();
                    // SAFETY: all that it does is to free the buffer, if that.
                    unsafe { frees.launch(stream) }.unwrap();
                    if is_freed_by_graph {
                        // SAFETY: as above; it is refused, because the memory may be another's by now.
                        let again = unsafe { frees.launch(stream) }.unwrap_err();
                        assert_eq!(again.code(), ErrorCode::INVALID_VALUE);
                    }
                    wait_for_deferred();
                    // SAFETY: as above. It allocates what has been freed, and frees it with the graph.
                    unsafe { exec.launch(stream) }.unwrap();
                    // SAFETY: as above; the buffer is gone.
                    unsafe { raw.cuMemFreeAsync(pointer, stream.as_raw()) }.unwrap();
                },
            );
        }
    });
}

#[test]
fn a_graph_frees_nothing_of_one_that_is_destroyed_meanwhile() {
    check(|device, _| {
        let stream = &device.stream;
        let slot = Mutex::new(None::<DeviceBuffer<u32>>);
        race(
            || (),
            |()| drop(slot.lock().unwrap().take()),
            |wait| {
                let capture = record(stream);
                *slot.lock().unwrap() = Some(stream.alloc::<u32>(64).unwrap());
                let exec = capture.finish().unwrap().instantiate().unwrap();
                let capture = record(stream);
                wait();
                drop(exec);
                // It may have the address of the other.
                let mut buffer = stream.alloc::<u32>(64).unwrap();
                while slot.lock().unwrap().is_some() {
                    std::thread::yield_now();
                }
                stream.fill(&mut buffer, 7).unwrap();
                drop(buffer);
                drop(capture.finish().unwrap());
            },
        );
    });
}

#[test]
fn a_wait_for_the_default_stream_ends_a_capture_that_a_blocking_stream_has_joined() {
    check(|device, _| {
        let context = &device.context;
        let default = context.default_stream();
        let blocking = context.stream_with(StreamFlags::empty(), 0).unwrap();
        // SAFETY: it is used on this thread only.
        let own_stream = unsafe { Stream::borrow_raw(context, CU_STREAM_PER_THREAD) };
        for joining in [&blocking, &own_stream] {
            let mut buffer = device.stream.alloc::<u32>(4).unwrap();
            let origin = context.stream().unwrap();
            let mut capture = None;
            let forked = device.stream.fork(|fork| {
                let lent = fork.lend(&default, &mut buffer)?;
                default.fill(lent, 3)?;
                capture = Some(record(&origin));
                joining.wait_event(&origin.record_pooled()?)?;
                Ok(())
            });
            let refused = forked.unwrap_err().result().unwrap();
            assert_eq!(refused.code(), ErrorCode::STREAM_CAPTURE_IMPLICIT);
            let ended = capture.unwrap().finish().unwrap_err();
            assert_eq!(ended.code(), ErrorCode::STREAM_CAPTURE_INVALIDATED);
            assert_eq!(buffer.to_vec().unwrap(), [3; 4]);
        }
    });
}

#[test]
fn a_scope_of_the_default_stream_leaves_the_capture_of_another_thread_valid() {
    check(|device, _| {
        let default = device.context.default_stream();
        let blocking = device.context.stream_with(StreamFlags::empty(), 0).unwrap();
        let mut of_graph = blocking.alloc::<u32>(4).unwrap();
        let (values, mut buffer) = ([1, 2, 3, 4], default.alloc::<u32>(4).unwrap());
        let barrier = Barrier::new(2);
        std::thread::scope(|threads| {
            threads.spawn(|| {
                barrier.wait();
                let capture = record(&blocking);
                barrier.wait();
                barrier.wait();
                blocking.fill(&mut of_graph, 1).unwrap();
                assert_eq!(capture.finish().unwrap().nodes().unwrap().len(), 1);
                barrier.wait();
            });
            let copied = default.scope(|scope| {
                scope.upload_into(&values, &mut buffer)?;
                barrier.wait();
                barrier.wait();
                Ok(())
            });
            barrier.wait();
            let refused = copied.unwrap_err().result().unwrap();
            assert_eq!(refused.code(), ErrorCode::STREAM_CAPTURE_IMPLICIT);
            barrier.wait();
        });
        assert_eq!(buffer.to_vec().unwrap(), values);
    });
}

#[test]
fn what_is_attempted_in_the_background_is_dropped_where_it_may_wait() {
    /// Waits in its `Drop`, as a library does before it destroys its stream.
    struct Owner(Stream, mpsc::Sender<bool>);
    impl Drop for Owner {
        fn drop(&mut self) {
            let (sender, done) = mpsc::channel();
            self.0.on_done(move |_| sender.send(()).unwrap()).unwrap();
            self.1.send(done.recv_timeout(PATIENCE).is_ok()).unwrap();
        }
    }
    check(|device, _| {
        let (context, raw) = (&device.context, device.context.driver().raw());
        let (sender, waited) = mpsc::channel();
        let theirs = context.stream().unwrap();
        let handle = theirs.as_raw();
        // SAFETY: it is a stream of the context, and lives as long as the owner.
        let stream = unsafe { Stream::from_owner(context, handle, Owner(theirs, sender)) };
        let buffer = stream.alloc::<u32>(16).unwrap();
        // SAFETY: the stream is alive, and no call is made meanwhile but the drops.
        unsafe {
            raw.cuStreamBeginCapture(handle, CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED)
        }
        .unwrap();
        drop(buffer);
        drop(stream);
        // SAFETY: as above; nothing else has the graph.
        unsafe { raw.cuGraphDestroy(raw.cuStreamEndCapture(handle).unwrap()) }.unwrap();
        assert!(waited.recv().unwrap(), "its own work is over");
    });
}

/// The wrapped functions of a driver, and how many of their calls are being made.
mod overlaps {
    use core::ffi::c_uint;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    use cuda_driver::sys::{
        CUDA_MEM_ALLOC_NODE_PARAMS, CUdeviceptr, CUevent, CUgraph, CUgraphNode, CUresult, CUstream,
        DriverTable,
    };

    static ORIGINAL: OnceLock<&'static DriverTable> = OnceLock::new();
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    pub static IS_COUNTING: AtomicBool = AtomicBool::new(false);
    pub static SEEN: AtomicUsize = AtomicUsize::new(0);

    fn count(call: impl FnOnce(&DriverTable) -> CUresult) -> CUresult {
        let original = ORIGINAL.get().unwrap();
        if !IS_COUNTING.load(Ordering::SeqCst) {
            return call(original);
        }
        if CALLS.fetch_add(1, Ordering::SeqCst) > 0 {
            SEEN.fetch_add(1, Ordering::SeqCst);
        }
        std::thread::yield_now();
        let code = call(original);
        std::thread::yield_now();
        CALLS.fetch_sub(1, Ordering::SeqCst);
        code
    }

    macro_rules! wrap {
        ($($function:ident($($argument:ident: $type:ty),*);)*) => {
            mod wrapped {
                use super::*;
                $(#[allow(non_snake_case, reason = "they are CUDA's names")]
                pub unsafe extern "C" fn $function($($argument: $type),*) -> CUresult {
                    // SAFETY: as the caller of this function promises.
                    count(|original| unsafe { original.$function.unwrap()($($argument),*) })
                })*
            }

            /// Returns the functions of a driver, with those that record into captures wrapped.
            pub fn table(original: &'static DriverTable) -> &'static DriverTable {
                ORIGINAL.set(original).unwrap();
                let mut table = original.capped(original.version());
                $(table.$function = Some(wrapped::$function);)*
                Box::leak(Box::new(table))
            }
        };
    }

    wrap! {
        cuMemAllocAsync(pointer: *mut CUdeviceptr, bytes: usize, stream: CUstream);
        cuMemFreeAsync(pointer: CUdeviceptr, stream: CUstream);
        cuStreamWaitEvent(stream: CUstream, event: CUevent, flags: c_uint);
        cuGraphAddMemAllocNode(
            node: *mut CUgraphNode,
            graph: CUgraph,
            after: *const CUgraphNode,
            length: usize,
            params: *mut CUDA_MEM_ALLOC_NODE_PARAMS
        );
        cuGraphAddMemFreeNode(
            node: *mut CUgraphNode,
            graph: CUgraph,
            after: *const CUgraphNode,
            length: usize,
            pointer: CUdeviceptr
        );
    }
}

#[test]
fn one_thread_at_a_time_records_into_a_capture() {
    with_device(None, |device| {
        let device = TestDevice::new(overlaps::table(device.driver.raw().table()));
        let (context, stream) = (&device.context, &device.stream);
        let capture = record(stream);
        overlaps::IS_COUNTING.store(true, Ordering::SeqCst);
        std::thread::scope(|threads| {
            threads.spawn(|| (0..ROUNDS).for_each(|_| drop(stream.alloc::<u32>(16))));
            for _ in 0..ROUNDS {
                capture
                    .edit(|graph, last| {
                        let (node, memory) = graph.alloc::<u32>(last, 16)?;
                        Ok(vec![graph.add_node(&[node], FreeNode::new(memory))?])
                    })
                    .unwrap();
                capture.join(capture.branch().unwrap()).unwrap();
                let other = context.stream().unwrap();
                other.wait_stream(stream).unwrap();
                stream.wait_stream(&other).unwrap();
            }
        });
        overlaps::IS_COUNTING.store(false, Ordering::SeqCst);
        drop(capture);
        assert_eq!(overlaps::SEEN.load(Ordering::SeqCst), 0);
    });
}

/// A buffer of a graph is dropped in a capture while `end` ends what has its address, which becomes that of the next one.
fn the_next_one_is_freed_by_its_owner_alone<T>(
    prepare: impl Fn(Graph) -> T,
    end: impl Fn(T, &Graph),
) {
    check(|device, _| {
        let stream = &device.stream;
        let allocating = || {
            let capture = record(stream);
            let buffer = stream.alloc::<u32>(64).unwrap();
            (buffer, capture.finish().unwrap())
        };
        for _ in 0..ROUNDS {
            let (buffer, graph) = allocating();
            let (_other, another) = allocating();
            let address = buffer.as_raw();
            let holder = prepare(graph);
            let capture = record(stream);
            let (barrier, is_dropped) = (Barrier::new(2), AtomicBool::new(false));
            let has_its_address = std::thread::scope(|threads| {
                threads.spawn(|| {
                    barrier.wait();
                    drop(buffer);
                    is_dropped.store(true, Ordering::SeqCst);
                });
                barrier.wait();
                end(holder, &another);
                let mut next = stream.alloc::<u32>(64).unwrap();
                while !is_dropped.load(Ordering::SeqCst) {
                    spin_loop();
                }
                stream.fill(&mut next, 7).unwrap();
                next.as_raw() == address
            });
            let recorded = capture.finish().unwrap();
            let order = in_order(&recorded);
            let place = |of| order.iter().position(|node| *node == of);
            let allocated = place(GraphNodeType::MEM_ALLOC).unwrap();
            let filled = place(GraphNodeType::MEMSET).unwrap();
            let is_freed = order[allocated..filled].contains(&GraphNodeType::MEM_FREE);
            assert!(!(has_its_address && is_freed), "{order:?}");
        }
    });
}

/// Returns the types of the nodes of a chain.
fn in_order(graph: &Graph) -> Vec<GraphNodeType> {
    let (nodes, edges) = (graph.nodes().unwrap(), graph.edges().unwrap());
    let is_first = |node: &&_| edges.iter().all(|edge| edge.to != **node);
    let mut next = nodes.iter().find(is_first).copied();
    let mut order = Vec::new();
    while let Some(node) = next {
        order.push(graph.node_type(node).unwrap());
        next = (edges.iter()).find(|edge| edge.from == node).map(|edge| edge.to);
    }
    assert_eq!(order.len(), nodes.len());
    order
}

#[test]
fn what_has_the_address_of_a_destroyed_graphs_memory_is_freed_by_its_owner_alone() {
    the_next_one_is_freed_by_its_owner_alone(|graph| graph, |graph, _| drop(graph));
    let prepare = |graph: Graph| graph.instantiate().unwrap();
    the_next_one_is_freed_by_its_owner_alone(prepare, |exec, _| drop(exec));
}

#[test]
fn what_has_the_address_of_an_updated_graphs_memory_is_freed_by_its_owner_alone() {
    let prepare = |graph: Graph| graph.instantiate().unwrap();
    the_next_one_is_freed_by_its_owner_alone(prepare, |mut exec, another| {
        // A driver may refuse it, and then has the address as before.
        _ = exec.update(another);
    });
}

#[test]
fn what_a_graph_would_free_is_freed_if_it_is_never_launched() {
    with_device(None, |device| {
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let stream = &device.stream;
        let frees = || {
            let called = instrument.called();
            let frees = called.iter().find(|call| call.0 == Symbol::cuMemFreeAsync);
            frees.map_or(0, |call| call.1)
        };
        let capture = record(stream);
        let buffer = stream.alloc::<u32>(64).unwrap();
        let exec = capture.finish().unwrap().instantiate().unwrap();
        // SAFETY: only the graph's memory is used, in order, here and below.
        unsafe { exec.launch(stream) }.unwrap();
        let frees_it = |buffer| {
            let capture = record(stream);
            drop::<DeviceBuffer<u32>>(buffer);
            capture.finish().unwrap().instantiate().unwrap()
        };
        instrument.reset();
        let other = frees_it(buffer);
        assert_eq!(frees(), 1, "recorded");
        drop(other);
        assert_eq!(frees(), 2, "freed");
        // SAFETY: as above; the memory can be allocated again.
        unsafe { exec.launch(stream) }.unwrap();
    });
}

/// A driver that answers late whether a stream captures: once another thread is done, or has waited for this one.
mod late_answer {
    use std::cell::Cell;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicBool, Ordering};

    use cuda_driver::sys::{CUresult, CUstream, CUstreamCaptureStatus, DriverTable};

    static ORIGINAL: OnceLock<&'static DriverTable> = OnceLock::new();
    pub static IS_ASKED: AtomicBool = AtomicBool::new(false);
    pub static IS_DONE: AtomicBool = AtomicBool::new(false);
    thread_local!(pub static IS_LATE: Cell<bool> = const { Cell::new(false) });

    unsafe extern "C" fn is_capturing(
        stream: CUstream,
        status: *mut CUstreamCaptureStatus,
    ) -> CUresult {
        let original = ORIGINAL.get().unwrap().cuStreamIsCapturing.unwrap();
        // SAFETY: as the caller of this function promises.
        let code = unsafe { original(stream, status) };
        if IS_LATE.take() {
            IS_ASKED.store(true, Ordering::SeqCst);
            let mut turns = 0..100_000;
            while !IS_DONE.load(Ordering::SeqCst) && turns.next().is_some() {
                std::thread::yield_now();
            }
        }
        code
    }

    pub fn table(original: &'static DriverTable) -> &'static DriverTable {
        ORIGINAL.set(original).unwrap();
        let mut table = original.capped(original.version());
        table.cuStreamIsCapturing = Some(is_capturing);
        Box::leak(Box::new(table))
    }
}

#[test]
fn a_node_isnt_removed_after_another_thread_has_ended_the_capture() {
    with_device(None, |device| {
        let instrument = instrumented(device);
        let device = alone(&TestDevice::new(late_answer::table(instrument.table())));
        let (context, stream) = (&device.context, &device.stream);
        let branch = context.stream().unwrap();
        let x = stream.alloc::<u32>(16).unwrap();
        let mut y = branch.alloc::<u32>(16).unwrap();
        stream.synchronize().unwrap();
        branch.synchronize().unwrap();
        let mut child = context.create_graph().unwrap();
        child.add_node(&[], EmptyNode).unwrap();
        let capture = record(stream);
        std::thread::scope(|threads| {
            threads.spawn(|| {
                while !late_answer::IS_ASKED.load(Ordering::SeqCst) {
                    std::thread::yield_now();
                }
                let forked = stream.fork(|fork| {
                    branch.copy(fork.share(&branch, &x)?, &mut y)?;
                    // It invalidates every capture of its context, so that the end of the fork ends this one.
                    context.synchronize().unwrap_err();
                    Ok(())
                });
                forked.unwrap_err();
                late_answer::IS_DONE.store(true, Ordering::SeqCst);
            });
            let edited = capture.edit(|graph, last| {
                let node = graph.add_node(last, ChildNode::new(&child))?;
                graph.edit_child(node, |inner| {
                    let node = inner.nodes()?[0];
                    late_answer::IS_LATE.set(true);
                    // It is removed before the end, or not at all.
                    _ = inner.destroy_node(node);
                    Ok(())
                })?;
                Ok(vec![node])
            });
            _ = edited;
        });
        assert!(late_answer::IS_DONE.load(Ordering::SeqCst));
        capture.finish().unwrap_err();
        let symbol = Symbol::cuGraphDestroyNode;
        assert_eq!(instrument.successes(symbol), instrument.calls(symbol));
    });
}

#[cfg(target_os = "linux")]
mod forked {
    use core::ffi::c_int;

    unsafe extern "C" {
        fn fork() -> c_int;
        fn waitpid(process: c_int, status: *mut c_int, options: c_int) -> c_int;
        fn alarm(seconds: u32) -> u32;
        fn _exit(code: c_int) -> !;
    }

    /// Returns what a process ends with that is forked within `work` and completes it, too: the number that `count` returns
    /// then, or the signal after some seconds.
    pub fn ends_there(work: impl FnOnce(&mut dyn FnMut()), count: impl Fn() -> u64) -> c_int {
        let (mut child, mut status) = (-1, 0);
        // SAFETY: the child completes the work, and ends, at the latest by the signal.
        unsafe {
            work(&mut || {
                child = fork();
                if child == 0 {
                    alarm(10);
                }
            });
            if child == 0 {
                _exit(count().min(100) as c_int);
            }
            waitpid(child, &raw mut status, 0);
        }
        status
    }

    /// The same of one that drops a value.
    pub fn drop_there(value: impl Send, count: impl Fn() -> u64) -> c_int {
        let drop_value = |fork: &mut dyn FnMut()| {
            fork();
            drop(value);
        };
        ends_there(drop_value, count)
    }
}

/// What makes a call when it is dropped.
#[cfg(target_os = "linux")]
struct Synchronizes(Context);

#[cfg(target_os = "linux")]
impl Drop for Synchronizes {
    fn drop(&mut self) {
        self.0.synchronize().unwrap();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_forked_process_drops_while_the_other_uses_the_same() {
    for test in ["drops_in_forked_processes", "drops_in_forked_processes_make_no_calls"] {
        let output = crate::device::process(&format!("capture_races::{test}")).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && text.contains("1 passed"), "{text}");
    }
}

/// Runs `other` again and again on another thread, while forked processes drop what `make` returns.
#[cfg(target_os = "linux")]
fn drop_in_forked_processes<V: Send>(other: impl Fn() + Sync, make: impl Fn() -> V) {
    let is_over = AtomicBool::new(false);
    std::thread::scope(|threads| {
        threads.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                other();
            }
        });
        let hung = (0..40).any(|_| forked::drop_there(make(), || 0) != 0);
        is_over.store(true, Ordering::Relaxed);
        assert!(!hung, "a child hung");
    });
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "it forks; another test runs it in a process of its own"]
fn drops_in_forked_processes() {
    with_device(None, |device| {
        // Some of them have the lock of the stream that is captured.
        let others: Vec<_> = (0..100).map(|_| device.context.stream().unwrap()).collect();
        let capture = || {
            let capture = record(&device.stream);
            for _ in 0..20 {
                drop(device.stream.alloc::<u32>(16));
            }
            drop(capture);
            drop(device.context.capture());
        };
        drop_in_forked_processes(capture, || {
            let streams = others.iter().chain([&device.stream]);
            let memory = streams.map(|stream| stream.alloc::<u32>(16)).collect::<Vec<_>>();
            (memory, device.context.capture())
        });
        let (stream, busy) = (&device.stream, device.context.stream().unwrap());
        let keep = || _ = stream.drop_after(());
        drop_in_forked_processes(keep, || {
            // SAFETY: nothing uses the memory.
            unsafe { DeviceBuffer::<u32>::from_owner(stream, 4096, 1, KeepAlive(())) }
        });
        let (go, held) = mpsc::channel::<()>();
        busy.launch_host_func(move || _ = held.recv()).unwrap();
        // The crate's thread asks about the work meanwhile.
        drop_in_forked_processes(std::thread::yield_now, || {
            let mut done = busy.done().unwrap();
            let mut context = task::Context::from_waker(task::Waker::noop());
            assert!(Pin::new(&mut done).poll(&mut context).is_pending());
            done
        });
        drop(go);
    });
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "it forks; another test runs it in a process of its own"]
fn drops_in_forked_processes_make_no_calls() {
    with_device(None, |device| {
        let instrument = instrumented(device);
        let device = alone(&TestDevice::new(instrument.table()));
        let (context, stream) = (&device.context, &device.stream);
        let check = |name: &str, value: Box<dyn Send + '_>| {
            wait_for_deferred();
            instrument.reset();
            let status = forked::drop_there(value, || instrument.all_calls());
            assert_eq!(status, 0, "{name}");
        };
        check("stream", Box::new(context.stream()));
        check("event", Box::new(context.event()));
        check("pooled event", Box::new(stream.record_pooled()));
        check("buffer", Box::new(stream.alloc::<u32>(16)));
        check("shared buffer", {
            let shared = stream.alloc::<u32>(16).unwrap().into_shared();
            Box::new((shared.clone(), shared))
        });
        check("pool", Box::new(context.device().create_pool()));
        check("pinned", Box::new(context.pinned::<u32>(16)));
        check("registered", Box::new(context.register(vec![0_u8; 4096], RegisterFlags::empty())));
        check("transfer", {
            let memory = context.pinned::<u32>(16).unwrap();
            let mut target = stream.alloc::<u32>(16).unwrap();
            Box::new(stream.upload_owned(memory, &mut target))
        });
        check("capture", Box::new(context.capture()));
        check("graph", {
            let capture = record(stream);
            let memory = stream.alloc::<u32>(16);
            let graph = capture.finish().unwrap();
            Box::new((memory, graph.instantiate(), graph))
        });
        check("cache", {
            let cache = CachingResource::new(context.device().create_pool().unwrap(), 1 << 20);
            drop(stream.alloc_from::<u8>(&cache, 4096));
            Box::new(cache)
        });
        check("pinned pool", {
            let pool = PinnedPool::new(context);
            drop(pool.alloc::<u8>(16));
            Box::new(pool)
        });
        check("done", Box::new(stream.done()));
        // SAFETY: the stream outlives the other value.
        let foreign = |owner| unsafe { Stream::from_owner(context, stream.as_raw(), owner) };
        check("owner", Box::new(foreign(Synchronizes(context.clone()))));
        let within = |fork: &mut dyn FnMut()| {
            let other = context.device().create_context(ContextFlags::empty()).unwrap();
            let call = || {
                let inner = context.make_current().unwrap();
                instrument.reset();
                fork();
                drop(inner);
            };
            other.with_current(call).unwrap();
        };
        let status = forked::ends_there(within, || instrument.all_calls());
        assert_eq!(status, 0, "current contexts");
    });
}
