//! Types that may be sent to, or shared with, other threads. `tests/compile_fail` has those that must not.

use std::panic::{RefUnwindSafe, UnwindSafe};

use cuda_driver::{
    ArgumentList, Context, CuResult, Device, DeviceBuffer, DeviceSlice, DeviceSliceMut, Driver,
    Error, Event, Function, Kernel, LaunchAttribute, Library, Module, PinnedBuffer, Scope, Stream,
    array::{Array, MipmappedArray},
    diagnostics::{Coredump, CoredumpCallback, Log, LogCallback, NotificationCallback, Profiling},
    graph::{
        BatchMemOpNode, Condition, CopyNode, Edge, EventRecordNode, EventWaitNode, FreeNode, Graph,
        GraphBuilder, GraphExec, GraphMemory, GraphNode, HostNode, KernelNode, MemsetNode,
        Recorder,
    },
    green::GreenContext,
    memory::{MemOpBatch, MemoryPool},
    module::{LinkedImage, Linker},
    sys::CU_STREAM_PER_THREAD,
    texture::{Surface, Texture},
    virtual_memory::{Mapping, PhysicalMemory, Reservation},
};

const _: () = {
    const fn is_send_and_sync<T: Send + Sync>() {}

    is_send_and_sync::<Driver>();
    is_send_and_sync::<Device>();
    is_send_and_sync::<DeviceBuffer<f32>>();
    is_send_and_sync::<DeviceSlice<'static, f32>>();
    is_send_and_sync::<DeviceSliceMut<'static, f32>>();
    is_send_and_sync::<PinnedBuffer<f32>>();
    is_send_and_sync::<Scope<'static, 'static>>();
    is_send_and_sync::<LaunchAttribute>();
    is_send_and_sync::<ArgumentList>();
    is_send_and_sync::<MemOpBatch<'static>>();
    is_send_and_sync::<Log>();
    is_send_and_sync::<GraphBuilder<'static>>();
    is_send_and_sync::<Recorder>();
    is_send_and_sync::<GraphNode>();
    is_send_and_sync::<Edge>();
    is_send_and_sync::<Condition>();
    is_send_and_sync::<GraphMemory<f32>>();
    is_send_and_sync::<KernelNode<'static, Function, (GraphMemory<f32>, Condition, u32)>>();
    is_send_and_sync::<CopyNode>();
    is_send_and_sync::<MemsetNode>();
    is_send_and_sync::<FreeNode>();
    is_send_and_sync::<BatchMemOpNode>();
    is_send_and_sync::<HostNode<fn()>>();
    is_send_and_sync::<EventRecordNode>();
    is_send_and_sync::<EventWaitNode>();
    is_send_and_sync::<CuResult>();
    is_send_and_sync::<Error>();
};

const _: () = {
    const fn is_an_object<T: Send + Sync + UnwindSafe + RefUnwindSafe>() {}

    is_an_object::<Context>();
    is_an_object::<GreenContext>();
    is_an_object::<Stream>();
    is_an_object::<Event>();
    is_an_object::<Module>();
    is_an_object::<Function>();
    is_an_object::<Library>();
    is_an_object::<Kernel>();
    is_an_object::<Linker>();
    is_an_object::<LinkedImage>();
    is_an_object::<Graph>();
    is_an_object::<GraphExec>();
    is_an_object::<Array>();
    is_an_object::<MipmappedArray>();
    is_an_object::<Texture>();
    is_an_object::<Surface>();
    is_an_object::<MemoryPool>();
    is_an_object::<PhysicalMemory>();
    is_an_object::<Reservation>();
    is_an_object::<Mapping>();
    is_an_object::<Coredump>();
    is_an_object::<CoredumpCallback>();
    is_an_object::<LogCallback>();
    is_an_object::<NotificationCallback>();
    is_an_object::<Profiling>();
};

crate::device::on_every_driver! {
    fn streams_of_one_context_are_used_by_many_threads(device) {
        std::thread::scope(|threads| {
            for seed in 0..8u32 {
                threads.spawn(move || {
                    for round in 0..20 {
                        let stream = device.context.stream().unwrap();
                        let values: Vec<u32> = (0..1000).map(|i| i * seed + round).collect();
                        let buffer = stream.upload(&values).unwrap();
                        let mut copy = stream.alloc::<u32>(1000).unwrap();
                        stream.copy(&buffer, &mut copy).unwrap();
                        assert_eq!(copy.to_vec().unwrap(), values);
                    }
                });
            }
        });
    }

    fn default_streams_of_two_threads_are_different_streams(device) {
        for is_null in [false, true] {
            let borrow = || {
                let handle = if is_null { std::ptr::null_mut() } else { CU_STREAM_PER_THREAD };
                // SAFETY: each value is used on the thread that borrows it; the buffer is only read elsewhere.
                unsafe { Stream::borrow_raw(&device.context, handle) }
            };
            let borrowed = borrow();
            assert_eq!(borrowed, borrow());
            assert_eq!(borrowed, borrowed.clone());
            let source = borrowed.upload(&[1u32, 2, 3]).unwrap();
            let mut target = borrowed.alloc::<u32>(3).unwrap();
            borrow().copy(&source, &mut target).unwrap();
            std::thread::scope(|threads| {
                threads.spawn(|| {
                    let theirs = borrow();
                    assert_ne!(borrowed, theirs);
                    let mut target = theirs.alloc::<u32>(3).unwrap();
                    let error = theirs.copy(&source, &mut target).unwrap_err();
                    assert!(matches!(error, Error::OtherStream), "{error}");
                });
            });
        }
        // All threads share this one.
        let default_stream = device.context.default_stream();
        std::thread::scope(|threads| {
            threads.spawn(|| assert_eq!(default_stream, device.context.default_stream()));
        });
    }

    fn one_stream_is_shared_by_many_threads(device) {
        std::thread::scope(|threads| {
            for value in 0..8u8 {
                threads.spawn(move || {
                    for _ in 0..20 {
                        let mut buffer = device.stream.alloc::<u8>(4096).unwrap();
                        device.stream.fill(&mut buffer, value).unwrap();
                        assert!(buffer.to_vec().unwrap().iter().all(|byte| *byte == value));
                    }
                });
            }
        });
    }
}
