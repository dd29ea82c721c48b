//! Calls that are refused, or fail.

use cuda_driver::Stream;
use curand::sys::{Symbol, curandGenerator_t};
use curand::{
    CallError, Curand, DirectionVectors, Error, Mt19937, Mtgp32, Ordering, Sobol32, Sobol64, Xorwow,
};

use crate::device::{
    LAST, alone, context, curand, failing_order, lives, software, with, without_kinds,
};

#[test]
fn dimensions_out_of_range_are_an_error_with_the_range() {
    let context = context();
    for dimensions in [0, 20_001] {
        let error = curand().generator(&context, Sobol64::dimensions(dimensions)).unwrap_err();
        assert!(matches!(error, Error::Dimensions(found) if found == dimensions), "{error}");
        assert!(error.to_string().contains("1 to 20000"), "{error}");
    }
    assert!(curand().generator(&context, Sobol32::dimensions(20_000)).is_ok());
}

#[test]
fn a_part_of_a_point_is_an_error_with_the_sizes() {
    let context = context();
    let stream = context.stream().unwrap();
    let mut generator = curand().generator(&context, Sobol32::dimensions(3)).unwrap();
    let mut buffer = stream.alloc::<f32>(10).unwrap();
    let error = generator.uniform(&stream, &mut buffer).unwrap_err();
    let Error::NotWhole { len: 10, dimensions: 3 } = error else {
        panic!("{error}");
    };
    assert!(error.to_string().contains("10 numbers aren't whole points of 3"), "{error}");
}

#[test]
fn pairs_at_an_odd_place_are_refused_before_a_kernel_faults() {
    let context = context();
    let stream = context.stream().unwrap();
    let mut buffer = stream.alloc::<f32>(100).unwrap();
    let mut generator = curand().generator(&context, Xorwow::seed(1)).unwrap();
    for end in [3, 4] {
        let part = buffer.slice_mut(1..end).unwrap();
        let error = generator.normal(&stream, part, 0.0, 1.0).unwrap_err();
        assert!(matches!(error, Error::Misaligned { bytes: 8, .. }), "{error}");
    }
    let mut doubles = stream.alloc::<f64>(100).unwrap();
    let part = doubles.slice_mut(1..).unwrap();
    let error = generator.log_normal(&stream, part, 0.0, 1.0).unwrap_err();
    assert!(matches!(error, Error::Misaligned { bytes: 16, .. }), "{error}");
    // None, or one, which is copied there.
    for end in [1, 2] {
        let part = buffer.slice_mut(1..end).unwrap();
        generator.normal(&stream, part, 0.0, 1.0).unwrap();
    }
    let part = buffer.slice_mut(2..).unwrap();
    generator.normal(&stream, part, 0.0, 1.0).unwrap();
    stream.synchronize().unwrap();
}

#[test]
fn a_mean_that_no_distribution_has_is_refused() {
    let context = context();
    let stream = context.stream().unwrap();
    let mut generator = curand().generator(&context, Xorwow::seed(1)).unwrap();
    let mut buffer = stream.alloc::<u32>(4).unwrap();
    // The last one would never end.
    for lambda in [0.0, -1.0, 400_001.0, f64::INFINITY, f64::NAN] {
        let error = generator.poisson(&stream, &mut buffer, lambda).unwrap_err();
        assert!(matches!(error, Error::Lambda(_)), "{error}");
        let error = curand().poisson_distribution(&context, lambda).unwrap_err();
        assert!(matches!(error, Error::Lambda(_)), "{error}");
    }
    generator.poisson(&stream, &mut buffer, 400_000.0).unwrap();
}

#[test]
fn buffers_and_generators_of_another_stream_or_context_are_refused() {
    let context = context();
    let (stream, other) = (context.stream().unwrap(), context.stream().unwrap());
    let mut generator = curand().generator(&context, Mtgp32::seed(1)).unwrap();
    let mut buffer = other.alloc::<u32>(4).unwrap();
    let error = generator.bits(&stream, &mut buffer).unwrap_err();
    assert!(matches!(error, Error::Call(CallError::OtherStream { .. })), "{error}");
    let device = context.driver().device(0).unwrap();
    let elsewhere = device.create_context(Default::default()).unwrap();
    let stream = elsewhere.stream().unwrap();
    let mut buffer = stream.alloc::<u32>(4).unwrap();
    let error = generator.bits(&stream, &mut buffer).unwrap_err();
    assert!(matches!(error, Error::Call(CallError::OtherContext { .. })), "{error}");
}

#[test]
fn a_captured_stream_is_refused_and_another_waits_for_its_last_call() {
    alone("errors::a_captured_stream_is_refused_and_another_waits_for_its_last_call", || {
        let context = context();
        let (stream, other) = (context.stream().unwrap(), context.stream().unwrap());
        let mut generator = curand().generator(&context, Xorwow::seed(1)).unwrap();
        let mut buffer = stream.alloc::<u32>(4).unwrap();
        let mut elsewhere = other.alloc::<u32>(4).unwrap();
        generator.bits(&stream, &mut buffer).unwrap();
        let driver = context.driver().raw();
        let mode = cuda_driver::sys::CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;
        // SAFETY: the stream is alive, and the capture ends below.
        unsafe { driver.cuStreamBeginCapture(stream.as_raw(), mode) }.unwrap();
        let same = generator.bits(&stream, &mut buffer).unwrap_err();
        generator.bits(&other, &mut elsewhere).unwrap();
        // SAFETY: as above.
        let graph = unsafe { driver.cuStreamEndCapture(stream.as_raw()) }.unwrap();
        // SAFETY: nothing else knows the graph.
        unsafe { driver.cuGraphDestroy(graph) }.unwrap();
        assert!(matches!(same, Error::Call(CallError::Captured { .. })), "{same}");
        let mut expected = curand().generator(&context, Xorwow::seed(1)).unwrap();
        let mut both = stream.alloc::<u32>(8).unwrap();
        let (first, second) = both.as_slice_mut().split_at_mut(4).unwrap();
        expected.bits(&stream, first).unwrap();
        expected.bits(&stream, second).unwrap();
        let found = [buffer.to_vec().unwrap(), elsewhere.to_vec().unwrap()];
        assert_eq!(found.concat(), both.to_vec().unwrap());
    });
}

#[test]
fn a_generator_does_not_keep_a_borrowed_stream() {
    let context = context();
    let mut generator = curand().generator(&context, Xorwow::seed(1)).unwrap();
    let other = context.stream().unwrap();
    let mut buffer = other.alloc::<u32>(4).unwrap();
    for _ in 0..3 {
        let theirs = context.stream().unwrap().into_raw().unwrap();
        {
            // SAFETY: it outlives the value and the buffer.
            let stream = unsafe { Stream::borrow_raw(&context, theirs) };
            let mut there = stream.alloc::<u32>(4).unwrap();
            generator.bits(&stream, &mut there).unwrap();
            stream.synchronize().unwrap();
        }
        // SAFETY: it is a stream of the context, and no value of it is left.
        drop(unsafe { Stream::from_raw(&context, theirs) });
        generator.bits(&other, &mut buffer).unwrap();
    }
    generator.generate_seeds(&other).unwrap();
    drop(generator);
    other.synchronize().unwrap();
}

#[test]
fn an_order_that_a_kind_lacks_is_an_error_with_the_function_and_the_kind() {
    let kind = Mt19937::seed(1).ordering(Ordering::Seeded);
    let error = curand().generator(&context(), kind).unwrap_err().to_string();
    for part in [
        "curandSetGeneratorOrdering returned CURAND_STATUS_OUT_OF_RANGE (104)",
        "Mt19937 { seed: 1, ordering: Seeded }",
    ] {
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn a_kind_that_the_device_lacks_is_an_error_with_the_kind() {
    let kind = Sobol32::dimensions(2);
    let error = without_kinds().generator(&software(), kind).unwrap_err();
    let error = error.to_string();
    let expected = "curandCreateGenerator returned CURAND_STATUS_ARCH_MISMATCH (204)";
    assert!(error.contains(expected) && error.contains("dimensions: 2"), "{error}");
}

#[test]
fn a_missing_function_is_an_error_that_names_it() {
    let curand = with(Symbol::curandGenerateUniformDouble, std::ptr::null());
    let context = software();
    let stream = context.stream().unwrap();
    let mut generator = curand.generator(&context, Xorwow::seed(1)).unwrap();
    let mut buffer = stream.alloc::<f64>(4).unwrap();
    let error = generator.uniform(&stream, &mut buffer).unwrap_err();
    assert!(matches!(error, Error::Absent(_)), "{error}");
    assert!(error.to_string().contains("has no curandGenerateUniformDouble"), "{error}");
}

#[test]
fn a_dropped_generator_is_destroyed_also_if_it_was_not_finished() {
    let context = software();
    let curand = Curand::from_table(cuda_sim_libraries::curand::table());
    let mut generator = curand.generator(&context, Xorwow::seed(1)).unwrap();
    let raw = generator.as_raw();
    assert!(lives(raw));
    drop(generator);
    assert!(!lives(raw));
    let kind = Xorwow::seed(1).ordering(Ordering::Legacy);
    assert!(failing_order().generator(&context, kind).is_err());
    let raw = LAST.load(std::sync::atomic::Ordering::Relaxed);
    assert_ne!(raw, 0);
    assert!(!lives(raw as curandGenerator_t));
}

#[test]
fn direction_vectors_are_there_for_every_dimension() {
    let short = curand().direction_vectors_32(DirectionVectors::Plain).unwrap();
    let long = curand().direction_vectors_64(DirectionVectors::Plain).unwrap();
    assert_eq!((short.len(), long.len()), (20_000, 20_000));
    assert_eq!(short[1][..4], [1 << 31, 3 << 30, 5 << 29, 15 << 28]);
    for (short, long) in short.iter().zip(long) {
        assert!(short.iter().zip(long).all(|(short, long)| u64::from(*short) == long >> 32));
    }
}
