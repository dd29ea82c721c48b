//! What a transform calls, and what happens when a function fails.

use std::cell::Cell;
use std::ffi::{c_int, c_void};

use cuda_driver::Stream;
use cuda_driver::driver::Symbol;
use cuda_driver::stream::wait_for_deferred;
use cuda_rust::device::TestDevice;
use cuda_rust::failing::{Answer, Replaceable, each_function_fails, replace};
use cufft::sys::{CufftTable, cufftHandle, cufftResult};
use cufft::{Complex, Cufft, Error, Workspace};

use crate::allocations::cost;
use crate::device::{context_and_stream, copy_of_table, table};

struct InternalError;

impl Answer for InternalError {
    type Status = cufftResult;
    const STATUS: cufftResult = cufftResult::CUFFT_INTERNAL_ERROR;
}

fn fail<F: Replaceable<InternalError>>(slot: &mut Option<F>) {
    replace::<InternalError, F>(slot);
}

cuda_rust::failing! {
    fail, CufftTable:
    cufftCreate cufftSetAutoAllocation cufftXtMakePlanMany cufftSetStream cufftSetWorkArea cufftXtExec
}

cuda_rust::counted! {
    table: CufftTable, cufftResult::CUFFT_SUCCESS;
    cufftCreate(created: *mut cufftHandle) cufftDestroy(cufftHandle);
}

#[test]
fn each_function_that_fails_is_named_and_nothing_is_leaked() {
    let counting = || {
        let mut table = copy_of_table();
        count(&mut table);
        table
    };
    let work = |table, stream: &Stream| -> Result<(), Error> {
        let mut plans = Cufft::from_table(table).plans(stream.context(), 2);
        let x = stream.upload(&[1.0_f64; 5003])?;
        let mut y = stream.alloc(2502)?;
        plans.get::<f64, Complex<f64>>(5003)?.on(stream).forward(&x, &mut y)?;
        plans.get::<Complex<f64>, Complex<f64>>(2502)?.on(stream).inverse_in_place(&mut y)
    };
    each_function_fails(FUNCTIONS, counting, work, |error| match error {
        Error::Cufft(failure) => Some(failure.function),
        _ => None,
    });
}

#[test]
fn a_missing_function_is_an_error_that_names_it_and_the_release() {
    let (context, _) = context_and_stream();
    let mut table = copy_of_table();
    table.cufftXtMakePlanMany = None;
    let cufft = Cufft::from_table(Box::leak(Box::new(table)));
    let error = cufft.plan::<f32, Complex<f32>>(&context, 8).unwrap_err().to_string();
    assert!(error.starts_with("this cuFFT has no cufftXtMakePlanMany: it is 1"), "{error}");
}

thread_local! {
    /// The calls of functions that do nothing else.
    static CALLS: Cell<[u32; 3]> = const { Cell::new([0; 3]) };
}

fn called(index: usize) -> cufftResult {
    let mut calls = CALLS.get();
    calls[index] += 1;
    CALLS.set(calls);
    cufftResult::CUFFT_SUCCESS
}

/// Returns a cuFFT whose transforms do nothing.
fn doing_nothing() -> Cufft {
    unsafe extern "C" fn exec(
        _: cufftHandle,
        _: *mut c_void,
        _: *mut c_void,
        _: c_int,
    ) -> cufftResult {
        called(0)
    }
    unsafe extern "C" fn set_stream<S>(_: cufftHandle, _: S) -> cufftResult {
        called(1)
    }
    unsafe extern "C" fn set_area(_: cufftHandle, _: *mut c_void) -> cufftResult {
        called(2)
    }
    let mut table = copy_of_table();
    table.cufftXtExec = Some(exec);
    table.cufftSetStream = Some(set_stream);
    table.cufftSetWorkArea = Some(set_area);
    Cufft::from_table(Box::leak(Box::new(table)))
}

#[test]
fn a_transform_is_one_call_and_no_allocation() {
    let (instrument, device) = TestDevice::of_tests().instrumented();
    let (context, stream) = (&device.context, &device.stream);
    let other = context.stream().unwrap();
    let mut plans = doing_nothing().plans(context, 2);
    for (n, needs_area) in [(1024, false), (5003, true)] {
        let x = stream.upload(&vec![1.0_f32; n]).unwrap();
        let mut y = stream.alloc(n / 2 + 1).unwrap();
        let mut elsewhere = other.alloc(n / 2 + 1).unwrap();
        let plan = plans.get::<f32, Complex<f32>>(n).unwrap();
        let mut workspace = Workspace::new(stream, plan.workspace_len().max(1)).unwrap();
        assert_eq!(plan.workspace_len() > 0, needs_area);
        let calls = |work: &mut dyn FnMut()| {
            CALLS.take();
            let measured = context.with_current(|| cost(&instrument, work)).unwrap();
            let (driver, allocations) = measured;
            let driver: Vec<_> = driver.into_iter().map(|call| call.0).collect();
            (CALLS.take(), driver, allocations)
        };
        let area = u32::from(needs_area);
        let current = || vec![Symbol::cuCtxGetCurrent];
        let mut run = || {
            let plan = plans.get::<f32, Complex<f32>>(n).unwrap();
            let mut fft = plan.on(stream).workspace(&mut workspace).unwrap();
            fft.forward(&x, &mut y).unwrap();
        };
        assert_eq!(calls(&mut run), ([1, 1, area], current(), 0), "the first, of {n}");
        assert_eq!(calls(&mut run), ([1, 0, 0], current(), 0), "the others, of {n}");
        // Without a workspace it is allocated and freed on the stream.
        let of_memory = [Symbol::cuMemAllocAsync, Symbol::cuMemFreeAsync];
        let mut run = || {
            let plan = plans.get::<f32, Complex<f32>>(n).unwrap();
            plan.on(stream).forward(&x, &mut y).unwrap();
        };
        assert_eq!(calls(&mut run).0, [1, 0, area]);
        let found = calls(&mut run).1.into_iter().filter(|symbol| of_memory.contains(symbol));
        assert_eq!(found.count(), if needs_area { 2 } else { 0 });
        // Another stream is set, once.
        let there = other.upload(&vec![1.0_f32; n]).unwrap();
        let mut workspace = Workspace::new(&other, 1 << 20).unwrap();
        let mut run = || {
            let plan = plans.get::<f32, Complex<f32>>(n).unwrap();
            let mut fft = plan.on(&other).workspace(&mut workspace).unwrap();
            fft.forward(&there, &mut elsewhere).unwrap();
        };
        assert_eq!(calls(&mut run).0, [1, 1, area]);
        assert_eq!(calls(&mut run).0, [1, 0, 0]);
        // What was set by others may be anything.
        let _ = plans.get::<f32, Complex<f32>>(n).unwrap().as_raw();
        let mut run = || {
            let plan = plans.get::<f32, Complex<f32>>(n).unwrap();
            let mut workspace = Workspace::new(stream, 1 << 20).unwrap();
            plan.on(stream).workspace(&mut workspace).unwrap().forward(&x, &mut y).unwrap();
        };
        assert_eq!(calls(&mut run).0, [1, 1, 1]);
    }
    wait_for_deferred();
}

#[test]
fn plans_are_kept_by_types_and_shape_and_the_last_used_ones_stay() {
    let (context, _) = context_and_stream();
    let mut plans = doing_nothing().plans(&context, 2);
    let raw = plans.get::<f32, Complex<f32>>(8).unwrap().as_raw();
    let inverse = plans.get::<Complex<f32>, f32>(8).unwrap().as_raw();
    assert_ne!(raw, inverse);
    assert_eq!(plans.get::<f32, Complex<f32>>(8).unwrap().as_raw(), raw);
    let other = plans.get::<f32, Complex<f32>>([8, 8]).unwrap().as_raw();
    assert_eq!((plans.len(), plans.get::<f32, Complex<f32>>(8).unwrap().as_raw()), (2, raw));
    // cuFFT may give the number of the plan that had to go again.
    let again = plans.get::<Complex<f32>, f32>(8).unwrap().as_raw();
    assert!(again != raw && other != raw);
    assert_eq!(format!("{plans:?}"), r#"["8", "8"]"#);
    plans.clear();
    assert!(plans.is_empty());
}
