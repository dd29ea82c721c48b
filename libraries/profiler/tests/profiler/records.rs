//! What is recorded.

use cuda_driver::{DeviceAttribute, Launch};
use cuda_profiler::{Activity, CopyKind, MemoryKind, MemoryOperation, SynchronizationKind};

use crate::device::{device, function};

#[test]
fn two_launches_and_one_copy_of_4_kib_are_just_these() {
    let (_guard, context, profiler) = device();
    let stream = context.stream().unwrap();
    let increment = function(&context, "increment");
    let host = vec![41u32; 1024];
    let mut buffer = stream.alloc::<u32>(1024).unwrap();
    let ((), trace) = profiler
        .profile(&context, || {
            stream.upload_into(&host, &mut buffer).unwrap();
            for _ in 0..2 {
                // SAFETY: increment(unsigned *), of as many elements as there are threads.
                unsafe { stream.launch(&increment, Launch::elements(1024, 128), (&mut buffer,)) }
                    .unwrap();
            }
            stream.synchronize().unwrap();
        })
        .unwrap();
    assert_eq!(buffer.to_vec().unwrap(), vec![43; 1024]);

    assert_eq!((trace.kernels.len(), trace.launches("increment")), (2, 2));
    for kernel in &trace.kernels {
        assert_eq!((kernel.grid, kernel.block), ([8, 1, 1], [128, 1, 1]));
        assert!(kernel.registers > 0);
        assert_eq!(kernel.shared(), 0);
        assert_eq!(kernel.place.graph_node, None);
        assert!(trace.time.start <= kernel.time.start && kernel.time.end <= trace.time.end);
    }
    assert!(trace.kernels[0].time.end <= trace.kernels[1].time.start);
    let [copy] = &trace.copies[..] else {
        panic!("{:?}", trace.copies);
    };
    assert_eq!((copy.kind, copy.bytes), (CopyKind::HostToDevice, 4096));
    assert_eq!((copy.from, copy.to), (MemoryKind::Pageable, MemoryKind::Device));
    assert!(copy.bandwidth() > 0.0);
    assert_eq!((trace.fills.len(), trace.memory.len()), (0, 0));
    assert_eq!((trace.dropped, trace.incomplete), (0, 0));

    // Work has the number of the call that submitted it, and its stream.
    let call = |number| trace.calls.iter().find(|call| call.correlation == number);
    let launch = call(trace.kernels[1].correlation).unwrap();
    assert!(launch.name.starts_with("cuLaunchKernel"), "{launch:?}");
    assert_eq!(launch.result, 0);
    assert!(call(copy.correlation).unwrap().name.starts_with("cuMemcpy"));
    let streams: Vec<u32> = trace.kernels.iter().map(|kernel| kernel.place.stream).collect();
    assert_eq!(streams, [copy.place.stream; 2]);

    let waits: Vec<_> =
        trace.synchronizations.iter().map(|synchronization| synchronization.kind).collect();
    // The copy waits, too.
    assert_eq!(waits, [SynchronizationKind::Stream; 2]);
    assert_eq!(trace.synchronizations[0].stream, Some(copy.place.stream));
    assert_eq!(trace.synchronizations[0].context, copy.place.context);
    assert!(copy.place.context != 0 && copy.place == trace.kernels[0].place);
    assert_eq!(trace.calls_of("cuStreamSynchronize"), 2);
    assert_eq!(trace.calls_of("cuCtxSynchronize"), 0);
}

#[test]
fn names_of_cplusplus_are_readable_and_shapes_are_those_of_the_launch() {
    let (_guard, context, profiler) = device();
    let stream = context.stream().unwrap();
    let empty = function(&context, "_Z5emptyv");
    let launch = Launch::grid((3, 2, 1)).block((32, 2, 2)).shared_memory(1024);
    let ((), trace) = profiler
        .profile(&context, || {
            // SAFETY: it has no parameters.
            unsafe { stream.launch(&empty, launch, ()) }.unwrap();
        })
        .unwrap();
    let [kernel] = &trace.kernels[..] else {
        panic!("{:?}", trace.kernels);
    };
    assert_eq!((&*kernel.name, &*kernel.symbol), ("empty()", "_Z5emptyv"));
    assert_eq!((kernel.grid, kernel.block), ([3, 2, 1], [32, 2, 2]));
    assert_eq!((kernel.static_shared, kernel.dynamic_shared), (256, 1024));
    assert_eq!(trace.launches("empty()"), 1);
}

#[test]
fn occupancy_is_what_the_driver_says_of_the_function() {
    let (_guard, context, profiler) = device();
    let stream = context.stream().unwrap();
    let empty = function(&context, "_Z5emptyv");
    let shapes = [(1, 0), (32, 0), (96, 0), (1024, 0), (64, 10_000), (128, 20_000), (256, 40_000)];
    let ((), trace) = profiler
        .profile(&context, || {
            for (threads, shared) in shapes {
                let launch = Launch::grid(1).block(threads).shared_memory(shared);
                // SAFETY: it has no parameters.
                unsafe { stream.launch(&empty, launch, ()) }.unwrap();
            }
        })
        .unwrap();
    let most = DeviceAttribute::MAX_THREADS_PER_MULTIPROCESSOR;
    let warps = context.device().attribute(most).unwrap() as u32 / 32;
    for ((threads, shared), kernel) in shapes.into_iter().zip(&trace.kernels) {
        let blocks = empty.max_active_blocks(threads, shared as usize).unwrap();
        let expected = (blocks * threads.div_ceil(32)) as f32 / warps as f32;
        assert_eq!(kernel.occupancy, Some(expected), "{threads}, {shared}");
    }
    assert_eq!(trace.kernels[3].occupancy, Some(1.0), "{trace}");
}

#[test]
fn allocations_fills_and_releases_are_recorded_with_their_sizes() {
    let (_guard, context, profiler) = device();
    let stream = context.stream().unwrap();
    let ((), trace) = profiler
        .profile(&context, || {
            let mut buffer = stream.alloc::<u32>(1000).unwrap();
            stream.fill(&mut buffer, 7).unwrap();
            let pinned = context.pinned::<u8>(64).unwrap();
            drop((buffer, pinned));
        })
        .unwrap();
    let memory_records = |operation, kind| {
        let all = trace.memory.iter();
        let records = all.filter(|record| (record.operation, record.kind) == (operation, kind));
        records.map(|record| (record.bytes, record.address)).collect::<Vec<_>>()
    };
    let allocated = memory_records(MemoryOperation::Allocation, MemoryKind::Device);
    assert_eq!(allocated.len(), 1, "{:?}", trace.memory);
    assert_eq!(allocated[0].0, 4000);
    assert_eq!(memory_records(MemoryOperation::Release, MemoryKind::Device), allocated);
    let pinned = memory_records(MemoryOperation::Allocation, MemoryKind::Pinned);
    assert_eq!(pinned.len(), 1, "{:?}", trace.memory);
    assert_eq!(pinned[0].0, 64);
    let [fill] = &trace.fills[..] else {
        panic!("{:?}", trace.fills);
    };
    assert_eq!((fill.bytes, fill.value, fill.to), (4000, 7, MemoryKind::Device));
}

#[test]
fn kernels_of_a_graph_have_the_ids_of_their_nodes() {
    let (_guard, context, profiler) = device();
    let stream = context.stream().unwrap();
    let empty = function(&context, "_Z5emptyv");
    let capture = context.capture().unwrap();
    for _ in 0..2 {
        // SAFETY: it has no parameters.
        unsafe { capture.launch(&empty, Launch::grid(1).block(32), ()) }.unwrap();
    }
    let graph = capture.finish().unwrap().instantiate().unwrap();
    let ((), trace) = profiler
        .profile(&context, || {
            for _ in 0..3 {
                // SAFETY: the kernels have no parameters.
                unsafe { graph.launch(&stream) }.unwrap();
            }
        })
        .unwrap();
    assert_eq!(trace.kernels.len(), 6);
    let nodes: Vec<u64> =
        trace.kernels.iter().map(|kernel| kernel.place.graph_node.unwrap()).collect();
    assert!(nodes[0] != nodes[1] && nodes[..2] == nodes[2..4] && nodes[2..4] == nodes[4..]);
    assert_eq!(trace.calls_of("cuGraphLaunch"), 3);
    assert_eq!(trace.kernels[0].correlation, trace.kernels[1].correlation);
}

#[test]
fn work_of_several_threads_and_streams_is_told_apart() {
    let (_guard, context, profiler) = device();
    let empty = function(&context, "_Z5emptyv");
    // A thread or stream may have the number of one that has ended.
    let streams = [context.stream().unwrap(), context.stream().unwrap()];
    let both = std::sync::Barrier::new(2);
    let ((), trace) = profiler
        .profile(&context, || {
            std::thread::scope(|scope| {
                for stream in &streams {
                    scope.spawn(|| {
                        both.wait();
                        for _ in 0..50 {
                            // SAFETY: it has no parameters.
                            unsafe { stream.launch(&empty, Launch::grid(1).block(32), ()) }
                                .unwrap();
                        }
                        stream.synchronize().unwrap();
                    });
                }
            });
        })
        .unwrap();
    assert_eq!(trace.launches("_Z5emptyv"), 100);
    let mut streams: Vec<u32> = trace.kernels.iter().map(|kernel| kernel.place.stream).collect();
    streams.sort_unstable();
    streams.dedup();
    assert_eq!(streams.len(), 2);
    let launches = trace.calls.iter().filter(|call| call.name.starts_with("cuLaunchKernel"));
    let mut threads: Vec<u32> = launches.map(|call| call.thread).collect();
    threads.sort_unstable();
    threads.dedup();
    assert_eq!(threads.len(), 2);
    let mut numbers: Vec<u32> = trace.kernels.iter().map(|kernel| kernel.correlation).collect();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), 100);
}

#[test]
fn more_records_than_a_buffer_has_are_all_there() {
    let (_guard, context, profiler) = device();
    let stream = context.stream().unwrap();
    let empty = function(&context, "_Z5emptyv");
    let profiler = profiler.activities(&[Activity::Kernels]);
    let ((), trace) = profiler
        .profile(&context, || {
            for _ in 0..10_000 {
                // SAFETY: it has no parameters.
                unsafe { stream.launch(&empty, Launch::grid(1).block(1), ()) }.unwrap();
            }
        })
        .unwrap();
    assert_eq!((trace.kernels.len(), trace.dropped), (10_000, 0));
    // What wasn't chosen isn't recorded.
    assert_eq!((trace.calls.len(), trace.synchronizations.len()), (0, 0));
}

#[test]
fn a_recording_has_nothing_from_before_or_after_it() {
    let (_guard, context, profiler) = device();
    let stream = context.stream().unwrap();
    let empty = function(&context, "_Z5emptyv");
    let launch = || {
        // SAFETY: it has no parameters.
        unsafe { stream.launch(&empty, Launch::grid(1).block(32), ()) }.unwrap();
        stream.synchronize().unwrap();
    };
    // One that is dropped leaves nothing to the next.
    let dropped = profiler.start().unwrap();
    launch();
    drop(dropped);
    launch();
    let recording = profiler.start().unwrap();
    launch();
    let trace = recording.stop().unwrap();
    launch();
    assert_eq!(trace.kernels.len(), 1);
    let recording = profiler.start().unwrap();
    let trace = recording.stop().unwrap();
    assert_eq!((trace.kernels.len(), trace.calls.len()), (0, 0));
}
