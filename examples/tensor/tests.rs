// In a test, an unexpected error is a failure.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use cuda_driver::{context::ContextFlags, driver::Symbol, sys::instrument::Instrument};
use cuda_sim::choice;

use super::*;

/// Two streams of the device that the tests are for, whose driver calls are counted, and a backend; nothing where no NVRTC is there.
fn with_streams(test: impl FnOnce(&Instrument, &[Stream; 2], &Backend)) {
    if let Err(error) = nvrtc::Nvrtc::load() {
        return cuda_rust::skip(error);
    }
    let chosen = choice::choose().unwrap();
    if chosen.is_software() {
        // Its PTX is that of any NVRTC. Another test may have said so before.
        let _ = cuda_sim::set_driver_version(13, 5);
    }
    let instrument = Instrument::over(chosen.table()).unwrap();
    // Another test may have had the slot; what it dropped is released through the same table, perhaps only now.
    cuda_driver::stream::wait_for_deferred();
    // SAFETY: the table is that of a driver, counted, and failing as a driver may.
    let driver = unsafe { Driver::from_table(instrument.table()) }.unwrap();
    let context = driver.device(0).unwrap().primary_context().unwrap();
    let streams = [context.stream().unwrap(), context.stream().unwrap()];
    let backend = Backend::default();
    test(&instrument, &streams, &backend);
    assert_eq!(backend.allocator.live(), 0, "every buffer came back");
}

fn counted<const N: usize>(
    backend: &Backend,
    stream: &Stream,
    shape: [usize; N],
) -> Tensor<f32, N> {
    let elements: Vec<f32> = (0..shape.iter().product()).map(|i: usize| i as f32).collect();
    backend.tensor(stream, &elements, shape).unwrap()
}

#[test]
fn memory_is_reused_in_stream_order() {
    with_streams(|_, [stream, _], backend| {
        let mut tensor = counted(backend, stream, [100]);
        for _ in 0..20 {
            tensor = tensor.zip(Op::Add, &tensor).unwrap();
        }
        assert_eq!(tensor.to_vec().unwrap()[99], 99.0 * 1_048_576.0);
        assert_eq!(backend.allocator.allocations(), 2, "two buffers take turns");
        assert_eq!(backend.allocator.live(), 1);
    });
}

#[test]
fn views_share_their_storage() {
    with_streams(|_, [stream, _], backend| {
        let matrix = counted(backend, stream, [2, 3]);
        let column = matrix.slice(1, 1..2).unwrap();
        let turned = matrix.transpose();
        let line = matrix.reshape([6]).unwrap();
        assert_eq!(column.to_vec().unwrap(), [1.0, 4.0]);
        assert_eq!(turned.to_vec().unwrap(), [0.0, 3.0, 1.0, 4.0, 2.0, 5.0]);
        assert_eq!(line.slice(0, 2..4).unwrap().to_vec().unwrap(), [2.0, 3.0]);
        for storage in [&column.storage, &turned.storage, &line.storage] {
            assert!(storage.same_memory(&matrix.storage));
        }
        drop(matrix);
        assert_eq!(backend.allocator.live(), 1, "the views keep it");
    });
}

#[test]
fn two_streams_read_one_tensor_at_the_same_time() {
    with_streams(|_, streams, backend| {
        let matrix = counted(backend, &streams[0], [64, 16]);
        for _ in 0..10 {
            let halves = normalize(&matrix, streams).unwrap();
            for row in
                halves.iter().flat_map(|half| half.to_vec().unwrap()).collect::<Vec<_>>().chunks(16)
            {
                let mean: f32 = row.iter().sum::<f32>() / 16.0;
                let variance: f32 = row.iter().map(|x| x * x).sum::<f32>() / 16.0;
                assert!(mean.abs() < 1e-4 && (variance - 1.0).abs() < 1e-4, "{row:?}");
            }
        }
    });
}

#[test]
fn memory_is_reused_after_reads_on_other_streams() {
    with_streams(|_, [home, reader], backend| {
        for round in 0..20 {
            let tensor = backend.tensor(home, &vec![round; 10_000], [10_000]).unwrap();
            let elsewhere = tensor.on(reader).unwrap();
            drop(tensor);
            let sum = elsewhere.zip(Op::Add, &elsewhere).unwrap();
            drop(elsewhere);
            // It may take the memory of the first one, after the reader's work.
            let next = backend.tensor(home, &vec![-1; 10_000], [10_000]).unwrap();
            assert_eq!(sum.to_vec().unwrap(), vec![2 * round; 10_000]);
            assert_eq!(next.to_vec().unwrap(), vec![-1; 10_000]);
        }
        assert!(backend.allocator.allocations() < 10, "most are reused");
    });
}

#[test]
fn one_result_is_computed_on_several_streams() {
    with_streams(|_, streams, backend| {
        let stream = streams[0].context().stream().unwrap();
        let (a, b) = (counted(backend, &stream, [7, 11]), counted(backend, &stream, [7, 11]));
        for op in [Op::Add, Op::Subtract, Op::Multiply] {
            let together = a.zip_on(op, &b.transpose().transpose(), streams).unwrap();
            assert_eq!(together.to_vec().unwrap(), a.zip(op, &b).unwrap().to_vec().unwrap());
        }
        let table =
            a.slice(0, 0..1).unwrap().zip_on(Op::Add, &b.slice(1, 0..1).unwrap(), streams).unwrap();
        assert_eq!(table.shape(), [7, 11]);
        assert_eq!(table.to_vec().unwrap()[76], 10.0 + 66.0);
    });
}

#[test]
fn mismatched_shapes_are_errors_that_name_both() {
    with_streams(|_, [stream, _], backend| {
        let (a, b) = (counted(backend, stream, [2, 3]), counted(backend, stream, [4, 5]));
        let names_both = |error: Option<Error>, shapes: [&str; 2]| {
            let text = error.unwrap().to_string();
            assert!(shapes.iter().all(|shape| text.contains(shape)), "{text}");
        };
        names_both(a.zip(Op::Add, &b).err(), ["[2, 3]", "[4, 5]"]);
        names_both(a.reshape([7]).err(), ["[2, 3]", "[7]"]);
        names_both(backend.tensor(stream, &[1, 2], [3]).err(), ["[2]", "[3]"]);
        names_both(a.transpose().reshape([6]).err(), ["[3, 2]", "[1, 3]"]);
        names_both(a.slice(1, 2..4).err(), ["2..4", "[2, 3]"]);
    });
}

#[test]
fn a_stream_of_another_context_is_rejected() {
    with_streams(|_, [stream, _], backend| {
        let other = stream.context().device().create_context(ContextFlags::empty()).unwrap();
        let refused = counted(backend, stream, [2]).on(&other.stream().unwrap());
        let text = refused.err().unwrap().to_string();
        assert!(text.contains("another context"), "{text}");
    });
}

#[test]
fn dropping_the_last_view_orders_the_free_after_the_reader() {
    with_streams(|instrument, [home, reader], backend| {
        let tensor = counted(backend, home, [10]);
        let elsewhere = tensor.on(reader).unwrap();
        instrument.reset();
        assert_eq!(elsewhere.on(reader).unwrap().to_vec().unwrap()[9], 9.0);
        drop(tensor);
        assert_eq!(instrument.calls(Symbol::cuStreamWaitEvent), 0);
        drop(elsewhere);
        assert_eq!(instrument.calls(Symbol::cuStreamWaitEvent), 1);
    });
}
