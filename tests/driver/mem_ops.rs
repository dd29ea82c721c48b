//! Numbers in memory that streams write and wait for.

use std::sync::atomic::{AtomicU32, Ordering};

use cuda_driver::{
    DeviceAttribute, DeviceBuffer, Error, ErrorCode, Stream,
    driver::Symbol,
    graph::{CaptureMode, GraphNodeType},
    memory::{AtomicReduction, Element, MemOpBatch, MemoryBarrier, PinnedFlags, WaitValue},
};

use crate::allocations;
use crate::costs::instrumented;
use crate::device::{TestDevice, alone, is_software, on_every_driver};

/// Returns whether the driver has the operations. The old functions need an option of NVIDIA's kernel module.
fn has(device: &TestDevice) -> bool {
    let table = device.driver.raw().table();
    let attribute = DeviceAttribute::CAN_USE_STREAM_MEM_OPS_V1;
    let has = is_software()
        || table.cuStreamWriteValue32_v2.is_some()
        || device.context.device().attribute(attribute) == Ok(1);
    if !has {
        cuda_rust::skip("the driver's first stream memory operations are disabled");
    }
    has
}

/// Allocates numbers outside of pools, which drivers refuse to write or to wait for.
fn numbers<T: Element>(stream: &Stream, len: usize) -> DeviceBuffer<T> {
    uploaded(stream, &vec![T::zeroed(); len])
}

/// Uploads numbers to such memory.
fn uploaded<T: Element>(stream: &Stream, values: &[T]) -> DeviceBuffer<T> {
    let mut numbers = stream.alloc_unpooled(values.len()).unwrap();
    stream.upload_into(values, &mut numbers).unwrap();
    numbers
}

on_every_driver! {
    fn numbers_in_memory_of_a_pool_are_refused(device) {
        if !has(device) { return }
        let stream = &device.stream;
        let mut pooled = stream.alloc_zeroed::<u32>(1).unwrap();
        let error = stream.write_value(&mut pooled, 1).unwrap_err();
        assert_eq!(error.result().unwrap().code(), ErrorCode::INVALID_VALUE);
        assert!(stream.wait_value(&pooled, WaitValue::eq(0)).is_err());
        assert_eq!(pooled.to_vec().unwrap(), [0]);
    }

    fn a_written_value_is_seen_by_later_work(device) {
        if !has(device) { return }
        let mut narrow = numbers::<u32>(&device.stream, 3);
        let mut wide = numbers::<u64>(&device.stream, 3);
        device.stream.write_value(narrow.slice_mut(1..2).unwrap(), u32::MAX).unwrap();
        device.stream.write_value(wide.slice_mut(2..3).unwrap(), 1 << 40).unwrap();
        assert_eq!(narrow.to_vec().unwrap(), [0, u32::MAX, 0]);
        assert_eq!(wide.to_vec().unwrap(), [0, 0, 1 << 40]);
    }

    fn a_stream_waits_until_the_host_changes_the_number(device) {
        if !has(device) { return }
        let device = &alone(device);
        let mut pinned = device.context.pinned_with::<u32>(1, PinnedFlags::DEVICE_MAP).unwrap();
        pinned[0] = 1;
        let host = pinned.as_mut_ptr();
        let gate = device.stream.map(pinned).unwrap();
        let mut after = device.stream.alloc_zeroed::<u32>(1).unwrap();
        device.stream.wait_value(gate.as_device(), WaitValue::geq(2)).unwrap();
        device.stream.fill(&mut after, 9).unwrap();
        assert!(!device.stream.query().unwrap());
        // SAFETY: it is the aligned, mapped memory, which lives until the end.
        unsafe { AtomicU32::from_ptr(host) }.store(2, Ordering::Release);
        assert_eq!(after.to_vec().unwrap(), [9]);
        assert_eq!(gate.unmap().unwrap()[0], 2);
    }

    fn each_condition_is_met_as_documented(device) {
        if !has(device) { return }
        let stream = &device.stream;
        // It would hang if one weren't met.
        let number = uploaded(stream, &[0b1010u32]);
        for condition in [
            WaitValue::eq(0b1010),
            WaitValue::geq(0b1010),
            WaitValue::geq(0b1001),
            // The difference is taken as a signed number.
            WaitValue::geq(u32::MAX),
            WaitValue::and(0b0010),
            WaitValue::nor(0b0101),
        ] {
            stream.wait_value(&number, condition).unwrap();
        }
        let number = uploaded(stream, &[1u64 << 40]);
        for condition in [WaitValue::eq(1 << 40), WaitValue::geq(1 << 39), WaitValue::geq(u64::MAX), WaitValue::and(3 << 40)] {
            stream.wait_value(&number, condition).unwrap();
        }
        stream.synchronize().unwrap();
    }

    fn streams_are_ordered_by_a_number(device) {
        if !has(device) { return }
        let device = &alone(device);
        let (stream, other) = (&device.stream, device.context.stream().unwrap());
        let mut counter = numbers::<u32>(stream, 1);
        let mut data = numbers::<u32>(stream, 1000);
        stream.synchronize().unwrap();
        stream.fill(&mut data, 3).unwrap();
        stream.write_value(&mut counter, 1).unwrap();
        // SAFETY: it is of the same context, and is freed after the wait, because the data is moved back.
        let seen = unsafe { counter.as_slice().assume_on(&other) };
        other.wait_value(seen, WaitValue::eq(1)).unwrap();
        let mut copy = other.alloc::<u32>(1000).unwrap();
        // SAFETY: the wait orders it after the fill.
        other.copy(unsafe { data.as_slice().assume_on(&other) }, &mut copy).unwrap();
        assert_eq!(copy.to_vec().unwrap(), [3; 1000]);
    }

    fn an_operation_is_on_one_element_of_the_stream(device) {
        let (stream, other) = (&device.stream, device.context.stream().unwrap());
        let mut several = numbers::<u32>(stream, 4);
        let mut theirs = numbers::<u32>(&other, 1);
        let none = numbers::<u64>(stream, 0);
        assert_eq!(stream.write_value(&mut several, 1), Err(Error::NotOneElement { len: 4 }));
        assert_eq!(stream.wait_value(&none, WaitValue::eq(0)), Err(Error::NotOneElement { len: 0 }));
        assert_eq!(stream.write_value(&mut theirs, 1), Err(Error::OtherStream));
        assert_eq!(stream.wait_value(&theirs, WaitValue::eq(0)), Err(Error::OtherStream));
        let mut batch = MemOpBatch::new(stream);
        assert_eq!(batch.write(&mut theirs, 1).unwrap_err(), Error::OtherStream);
        assert_eq!(batch.wait(&several, WaitValue::eq(1)).unwrap_err(), Error::NotOneElement { len: 4 });
        assert!(batch.is_empty());
        batch.run().unwrap();
        drop(batch);
        assert_eq!(several.to_vec().unwrap(), [0; 4]);
    }

    fn a_batch_does_its_operations_in_order_and_can_be_run_again(device) {
        if !has(device) { return }
        let stream = &device.stream;
        let (mut a, mut b) = (numbers::<u32>(stream, 2), numbers::<u64>(stream, 1));
        let ready = uploaded(stream, &[4u32]);
        let (first, second) = a.as_slice_mut().split_at_mut(1).unwrap();
        let mut batch = MemOpBatch::new(stream);
        batch.wait(&ready, WaitValue::and(4)).unwrap().write(first, 1).unwrap();
        batch.write(second, 2).unwrap().write(&mut b, 1 << 35).unwrap();
        assert_eq!(batch.len(), 4);
        batch.run().unwrap();
        batch.run().unwrap();
        drop(batch);
        assert_eq!((a.to_vec().unwrap(), b.to_vec().unwrap()), (vec![1, 2], vec![1 << 35]));
    }

    fn a_batch_has_barriers_from_11_7_on(device) {
        if device.driver.raw().table().cuStreamBatchMemOp_v2.is_none() { return }
        let stream = &device.stream;
        let mut value = numbers::<u32>(stream, 1);
        let mut batch = MemOpBatch::new(stream);
        batch.barrier(MemoryBarrier::Gpu).barrier(MemoryBarrier::System);
        batch.write(&mut value, 3).unwrap();
        batch.run().unwrap();
        drop(batch);
        assert_eq!(value.to_vec().unwrap(), [3]);
    }

    fn a_batch_changes_numbers_atomically_from_13_5_on(device) {
        // Limited tables have the same function.
        let (stream, driver) = (&device.stream, device.driver.version());
        if driver < cuda_driver::Version::new(13, 5) { return }
        let (mut a, mut b) = (uploaded(stream, &[0b1100u32; 3]), uploaded(stream, &[u64::MAX]));
        let (first, rest) = a.as_slice_mut().split_at_mut(1).unwrap();
        let (second, third) = rest.split_at_mut(1).unwrap();
        let mut batch = MemOpBatch::new(stream);
        batch.reduce(first, AtomicReduction::Or, 0b0110).unwrap();
        batch.reduce(second, AtomicReduction::And, 0b0110).unwrap();
        batch.reduce(third, AtomicReduction::Add, 0b0110).unwrap();
        batch.reduce(&mut b, AtomicReduction::Add, 3).unwrap();
        batch.run().unwrap();
        drop(batch);
        assert_eq!((a.to_vec().unwrap(), b.to_vec().unwrap()), (vec![0b1110, 0b0100, 0b10010], vec![2]));
    }

    fn a_batch_that_is_refused_does_nothing(device) {
        if !has(device) { return }
        let stream = &device.stream;
        let mut value = numbers::<u32>(stream, 1);
        let flushes = device.context.device().attribute(DeviceAttribute::CAN_FLUSH_REMOTE_WRITES) == Ok(1);
        let mut batch = MemOpBatch::new(stream);
        batch.write(&mut value, 1).unwrap();
        if !flushes {
            batch.flush_remote_writes();
            assert_eq!(batch.run().unwrap_err().code(), ErrorCode::NOT_SUPPORTED);
        }
        for _ in 0..255 {
            batch.barrier(MemoryBarrier::Gpu);
        }
        assert!(batch.len() >= 256);
        assert_eq!(batch.run().unwrap_err().code(), ErrorCode::INVALID_VALUE);
        drop(batch);
        assert_eq!(value.to_vec().unwrap(), [0]);
    }

    fn a_captured_batch_is_one_node(device) {
        if !has(device) { return }
        let device = &alone(device);
        let stream = &device.stream;
        let (mut a, mut b) = (numbers::<u32>(stream, 1), numbers::<u32>(stream, 1));
        let mut batch = MemOpBatch::new(stream);
        batch.write(&mut a, 1).unwrap().write(&mut b, 2).unwrap();
        // SAFETY: the buffers outlive the graph, and only its launches use them meanwhile.
        let capture = unsafe { stream.capture(CaptureMode::THREAD_LOCAL) }.unwrap();
        batch.run().unwrap();
        drop(batch);
        let graph = capture.finish().unwrap();
        let nodes = graph.nodes().unwrap();
        let types: Vec<_> = nodes.iter().map(|node| graph.node_type(*node).unwrap()).collect();
        assert_eq!(types, [GraphNodeType::BATCH_MEM_OP]);
        let exec = graph.instantiate().unwrap();
        assert_eq!(a.to_vec().unwrap(), [0]);
        // SAFETY: as recorded.
        unsafe { exec.launch(stream) }.unwrap();
        assert_eq!((a.to_vec().unwrap(), b.to_vec().unwrap()), (vec![1], vec![2]));
    }

    fn an_operation_is_one_call_and_no_allocation(device) {
        if !has(device) { return }
        let instrument = instrumented(device);
        let device = TestDevice::new(instrument.table());
        let stream = &device.stream;
        let is_new = device.driver.raw().table().cuStreamWriteValue32_v2.is_some();
        let symbol = |new, old| if is_new { new } else { old };
        let (mut a, mut b) = (numbers::<u32>(stream, 1), numbers::<u32>(stream, 1));
        let one_call = |symbol, work: &mut dyn FnMut()| {
            let (calls, allocated) = allocations::cost(&instrument, work);
            let allocated = if is_software() { 0 } else { allocated };
            assert_eq!((calls, allocated), (vec![(symbol, 1)], 0));
        };
        let write = symbol(Symbol::cuStreamWriteValue32_v2, Symbol::cuStreamWriteValue32);
        one_call(write, &mut || stream.write_value(&mut a, 1).unwrap());
        let wait = symbol(Symbol::cuStreamWaitValue32_v2, Symbol::cuStreamWaitValue32);
        one_call(wait, &mut || stream.wait_value(&a, WaitValue::eq(1)).unwrap());
        let mut batch = MemOpBatch::new(stream);
        batch.wait(&a, WaitValue::eq(1)).unwrap().write(&mut b, 1).unwrap();
        let all = symbol(Symbol::cuStreamBatchMemOp_v2, Symbol::cuStreamBatchMemOp);
        one_call(all, &mut || batch.run().unwrap());
    }
}
