//! What a call costs, and what happens when a function fails.

use std::cell::Cell;

use cublas::{Fill, MatrixMut, Side};
use cuda_driver::driver::Symbol;
use cuda_driver::{DeviceBuffer, Stream};
use cuda_rust::device::TestDevice;
use cuda_rust::failing::{Answer, FailCase, Replaceable, each_function_fails, replace};
use cusolver::sys::{
    CusolverTable, cusolverDnHandle_t, cusolverDnParams_t, cusolverStatus_t, gesvdjInfo_t,
};
use cusolver::{Cusolver, Error, Pivots, Vectors, Workspace};
use num_complex::Complex;

use crate::allocations::cost;
use crate::device::{copy_of_table, table};

struct InternalError;

impl Answer for InternalError {
    type Status = cusolverStatus_t;
    const STATUS: cusolverStatus_t = cusolverStatus_t::CUSOLVER_STATUS_INTERNAL_ERROR;
}

fn fail<F: Replaceable<InternalError>>(slot: &mut Option<F>) {
    replace::<InternalError, F>(slot);
}

cuda_rust::failing! {
    fail, CusolverTable:
    cusolverDnCreate cusolverDnCreateParams cusolverDnSetStream cusolverDnXgetrf_bufferSize cusolverDnXgetrf cusolverDnXgetrs
    cusolverDnXpotrf_bufferSize cusolverDnXpotrf cusolverDnXpotrs cusolverDnDpotrfBatched cusolverDnXgeqrf_bufferSize
    cusolverDnXgeqrf cusolverDnDormqr_bufferSize cusolverDnDormqr cusolverDnDorgqr_bufferSize cusolverDnDorgqr
    cusolverDnXsyevd_bufferSize cusolverDnXsyevd cusolverDnXsyevBatched_bufferSize cusolverDnXsyevBatched
    cusolverDnDpotrsBatched cusolverDnCreateGesvdjInfo cusolverDnDgesvdjBatched_bufferSize cusolverDnDgesvdjBatched
    cusolverDnXgeev_bufferSize cusolverDnXgeev cusolverDnXgesvd_bufferSize cusolverDnXgesvd
}

cuda_rust::counted! {
    table: CusolverTable, cusolverStatus_t::CUSOLVER_STATUS_SUCCESS;
    cusolverDnCreate(created: *mut cusolverDnHandle_t) cusolverDnDestroy(cusolverDnHandle_t);
    cusolverDnCreateParams(created: *mut cusolverDnParams_t) cusolverDnDestroyParams(cusolverDnParams_t);
    cusolverDnCreateGesvdjInfo(created: *mut gesvdjInfo_t) cusolverDnDestroyGesvdjInfo(gesvdjInfo_t);
}

fn counting() -> CusolverTable {
    let mut table = copy_of_table();
    count(&mut table);
    table
}

#[test]
fn what_could_not_be_destroyed_is_not_created() {
    let without: [FailCase<CusolverTable>; 2] = [
        ("cusolverDnDestroy", |table| table.cusolverDnDestroy = None),
        ("cusolverDnDestroyParams", |table| table.cusolverDnDestroyParams = None),
    ];
    let work =
        |table, stream: &Stream| Cusolver::from_table(table).handle(stream.context()).map(drop);
    each_function_fails(&without, counting, work, |error| match error {
        Error::Absent(absent) => Some(absent.function),
        _ => None,
    });
}

#[test]
fn each_function_that_fails_is_named_and_nothing_is_leaked() {
    let work = |table, stream: &Stream| -> Result<(), Error> {
        let mut handle = Cusolver::from_table(table).handle(stream.context())?;
        let mut solver = handle.on(stream);
        let numbers = [4.0_f64, 1.0, 1.0, 3.0, 4.0, 1.0, 1.0, 3.0];
        let mut a = stream.upload(&numbers)?;
        let mut b = stream.upload(&[1.0_f64, 2.0])?;
        let mut values = stream.alloc::<f64>(4)?;
        fn view(buffer: &mut DeviceBuffer<f64>) -> MatrixMut<'_, f64> {
            MatrixMut::new(buffer, 2, 2).unwrap()
        }
        solver.solve(view(&mut a), MatrixMut::new(&mut b, 2, 1).unwrap())?;
        let mut a = stream.upload(&numbers)?;
        solver.cholesky(view(&mut a), Fill::Lower)?;
        let factor = view(&mut a);
        solver.cholesky_solve(
            factor.as_view(),
            Fill::Lower,
            MatrixMut::new(&mut b, 2, 1).unwrap(),
        )?;
        let mut a = stream.upload(&numbers)?;
        solver.cholesky(MatrixMut::batch(&mut a, 2, 2, 2).unwrap(), Fill::Upper)?;
        let factors = MatrixMut::batch(&mut a, 2, 2, 2).unwrap();
        let mut right = stream.upload(&[1.0_f64; 4])?;
        let of_batch = MatrixMut::batch(&mut right, 2, 2, 1).unwrap();
        solver.cholesky_solve(factors.as_view(), Fill::Upper, of_batch)?;
        solver.svd_batched(view(&mut a).t(), &mut values, None)?;
        solver.qr(view(&mut a).t(), &mut values)?;
        let tau = values.slice(..2)?;
        solver.q_product(
            Side::Left,
            true,
            view(&mut a).t().as_view(),
            tau,
            MatrixMut::new(&mut b, 2, 1).unwrap(),
        )?;
        solver.q(view(&mut a).t(), tau)?;
        let mut a = stream.upload(&numbers)?;
        solver.eigh(view(&mut a), Fill::Lower, Vectors::No, &mut values)?;
        solver.eigh(
            MatrixMut::batch(&mut a, 2, 2, 2).unwrap(),
            Fill::Lower,
            Vectors::No,
            &mut values,
        )?;
        let mut c = stream.upload(&numbers.map(|number| Complex::new(number, 0.0)))?;
        let mut of_c = stream.alloc(2)?;
        solver.eig(MatrixMut::new(&mut c, 2, 2).unwrap(), &mut of_c, None)?;
        solver.svd(view(&mut a), &mut values, None, None)
    };
    each_function_fails(FUNCTIONS, counting, work, |error| match error {
        Error::Cusolver(failure) => Some(failure.function),
        _ => None,
    });
}

#[test]
fn a_missing_function_is_an_error_that_names_it_and_the_release() {
    let context = crate::device::context();
    let stream = context.stream().unwrap();
    let mut table = copy_of_table();
    table.cusolverDnXgetrf = None;
    let mut handle = Cusolver::from_table(Box::leak(Box::new(table))).handle(&context).unwrap();
    let mut a = stream.upload(&[1.0_f32]).unwrap();
    let mut pivots = Pivots::new(&stream, 1).unwrap();
    let a = MatrixMut::new(&mut a, 1, 1).unwrap();
    let error = handle.on(&stream).lu(a, &mut pivots).unwrap_err().to_string();
    assert!(error.starts_with("this cuSOLVER has no cusolverDnXgetrf: it is 1"), "{error}");
}

thread_local! {
    /// The calls of functions that do nothing else: of the size, of the factorization, and of the stream.
    static CALLS: Cell<[u32; 3]> = const { Cell::new([0; 3]) };
    /// The bytes of host memory that they ask for, and where the last one had them.
    static HOST: Cell<(usize, usize)> = const { Cell::new((0, 0)) };
}

fn called(index: usize) -> cusolverStatus_t {
    let mut calls = CALLS.get();
    calls[index] += 1;
    CALLS.set(calls);
    cusolverStatus_t::CUSOLVER_STATUS_SUCCESS
}

/// Returns a cuSOLVER whose Cholesky factorizations do nothing.
fn doing_nothing() -> Cusolver {
    unsafe extern "C" fn size<A, B, C, D>(
        _: cusolverDnHandle_t,
        _: cusolverDnParams_t,
        _: A,
        _: i64,
        _: B,
        _: C,
        _: i64,
        _: D,
        device: *mut usize,
        host: *mut usize,
    ) -> cusolverStatus_t {
        // SAFETY: the crate passes pointers to numbers.
        unsafe {
            device.write(64);
            host.write(HOST.get().0);
        }
        called(0)
    }
    unsafe extern "C" fn factorize<A, B, C, D, F>(
        _: cusolverDnHandle_t,
        _: cusolverDnParams_t,
        _: A,
        _: i64,
        _: B,
        _: C,
        _: i64,
        _: D,
        _: *mut core::ffi::c_void,
        _: usize,
        host: *mut core::ffi::c_void,
        _: usize,
        _: F,
    ) -> cusolverStatus_t {
        HOST.set((HOST.get().0, host as usize));
        called(1)
    }
    unsafe extern "C" fn set_stream<S>(_: cusolverDnHandle_t, _: S) -> cusolverStatus_t {
        called(2)
    }
    let mut table = copy_of_table();
    table.cusolverDnXpotrf_bufferSize = Some(size);
    table.cusolverDnXpotrf = Some(factorize);
    table.cusolverDnSetStream = Some(set_stream);
    Cusolver::from_table(Box::leak(Box::new(table)))
}

#[test]
fn a_call_with_its_memory_is_two_calls_and_no_allocation() {
    let (instrument, device) = TestDevice::of_tests().instrumented();
    let (context, stream) = (&device.context, &device.stream);
    let mut handle = doing_nothing().handle(context).unwrap();
    let mut a = stream.upload(&[1.0_f64]).unwrap();
    let mut info = stream.upload(&[0]).unwrap();
    let mut workspace = Workspace::new(stream, 64).unwrap();
    for sets_stream in [1, 0] {
        CALLS.take();
        let run = || {
            let solver = handle.on(stream).workspace(&mut workspace).unwrap();
            let mut solver = solver.info(&mut info).unwrap();
            solver.cholesky(MatrixMut::new(&mut a, 1, 1).unwrap(), Fill::Lower).unwrap();
        };
        let (driver, allocations) = context.with_current(|| cost(&instrument, run)).unwrap();
        assert_eq!((CALLS.take(), allocations), ([1, 1, sets_stream], 0));
        assert!(driver.iter().all(|call| call.0 == Symbol::cuCtxGetCurrent), "{driver:?}");
    }
}

#[test]
fn a_call_has_the_host_memory_that_it_asks_for() {
    let context = crate::device::context();
    let stream = context.stream().unwrap();
    let mut handle = doing_nothing().handle(&context).unwrap();
    let (mut a, mut info) = (stream.upload(&[1.0_f64]).unwrap(), stream.upload(&[0]).unwrap());
    for bytes in [0, 64, 1 << 20, 1] {
        HOST.set((bytes, 0));
        let mut solver = handle.on(&stream).info(&mut info).unwrap();
        solver.cholesky(MatrixMut::new(&mut a, 1, 1).unwrap(), Fill::Lower).unwrap();
        let (_, address) = HOST.take();
        assert!((address != 0) == (bytes != 0) && address.is_multiple_of(8), "{address:#x}");
    }
}
