//! Calls that are refused, and what happens when a function fails: with a stand-in, everywhere.

use cuda_driver::Stream;
use cuda_driver::graph::CaptureMode;
use cuda_rust::device::{alone, context};
use cudss::sys::cudssPhase_t;
use cudss::{CallError, Error, Kind, Options, Pivoting, Solver, Verdict};
use cusparse::cublas::{Fill, Matrix, MatrixMut};
use cusparse::{Format, Parts, SparseMatrix};

use crate::device::cusparse;
use crate::stand_in::{CALLED, change, cudss, state};
use crate::systems::System;

const NEWEST: u32 = 10_000;

fn matrix(stream: &Stream) -> SparseMatrix<f64> {
    System::laplacian([3]).upload(stream)
}

fn solver(stream: &Stream, kind: Kind) -> Solver<f64> {
    cudss(NEWEST).analyze(matrix(stream), kind, &Options::default()).unwrap()
}

#[test]
fn a_phase_that_is_missing_is_an_error_with_its_name() {
    let stream = context().stream().unwrap();
    let mut solver = solver(&stream, Kind::General);
    let (b, mut x) = (stream.alloc(3).unwrap(), stream.alloc(3).unwrap());
    let values = stream.upload(&[1.0; 7]).unwrap();
    let is_of = |result: Result<(), Error>, name| {
        let error = result.unwrap_err();
        let Error::Phase { call, needed: "factorize" } = error else { panic!("{error}") };
        assert_eq!(call, name);
    };
    is_of(solver.solve(&b, &mut x), "solve");
    is_of(solver.refactorize(&values), "refactorize");
    is_of(solver.inertia().map(drop), "inertia");
    is_of(solver.perturbed_pivots().map(drop), "perturbed_pivots");
    solver.factorize().unwrap();
    assert_eq!(state().phase, cudssPhase_t::CUDSS_PHASE_FACTORIZATION.0 as i32);
    solver.solve(&b, &mut x).unwrap();
    assert_eq!(state().phase, cudssPhase_t::CUDSS_PHASE_SOLVE.0 as i32);
    stream.copy(&values, solver.values_mut()).unwrap();
    is_of(solver.solve(&b, &mut x), "solve");
    solver.refactorize(&values).unwrap();
    assert_eq!(state().phase, cudssPhase_t::CUDSS_PHASE_REFACTORIZATION.0 as i32);
    solver.solve(&b, &mut x).unwrap();
    change(|state| state.fails = Some(cudss::sys::Symbol::cudssExecute));
    solver.factorize().unwrap_err();
    change(|state| state.fails = None);
    is_of(solver.solve(&b, &mut x), "solve");
}

#[test]
fn operands_that_do_not_fit_are_refused_with_the_rule() {
    let stream = context().stream().unwrap();
    let other = stream.context().stream().unwrap();
    let mut solver = solver(&stream, Kind::General);
    solver.factorize().unwrap();
    let (b, mut x) = (stream.alloc::<f64>(6).unwrap(), stream.alloc::<f64>(6).unwrap());
    let (far, mut foreign) = (other.alloc::<f64>(7).unwrap(), other.alloc::<f64>(3).unwrap());
    let part = || b.slice(..3).unwrap();
    let view = |rows, columns| Matrix::new(&b, rows, columns).unwrap();
    macro_rules! refused {
        ($($call:expr => $part:literal;)*) => {$(
            let error = $call.unwrap_err().to_string();
            assert!(error.contains($part), "{error}");
        )*};
    }
    refused! {
        solver.solve(&b, &mut x) => "solve isn't possible with Csr of 3 × 3 with 7 values, b of 6 × 1, x of 6 × 1: b and x have a row";
        solver.solve(part(), &mut x) => "as many columns";
        solver.solve(part(), &mut foreign) => "solve's x belongs to another stream";
        solver.refactorize(&far) => "refactorize's values belongs to another stream";
        solver.refactorize(&b) => "there are as many values";
        solver.solve_columns(view(3, 2), MatrixMut::new(&mut x, 2, 3).unwrap().t()) => "can't take b as it is in memory: its columns have to be contiguous";
        solver.solve_columns(view(2, 3).t(), MatrixMut::new(&mut x, 3, 2).unwrap()) => "can't take x as it is in memory";
        solver.solve_columns(Matrix::batch(&b, 2, 1, 3).unwrap().t(), MatrixMut::new(&mut x, 2, 3).unwrap().t()) => "one matrix, and no conjugate";
        solver.solve_columns(view(1, 3).t(), MatrixMut::new(&mut x, 2, 3).unwrap().t()) => "as many columns";
    }
    // What was refused changed nothing. One column is the same by rows and by columns.
    solver.solve_columns(view(3, 1), MatrixMut::new(&mut x, 3, 1).unwrap()).unwrap();
}

#[test]
fn matrices_that_have_no_factors_are_given_back() {
    let stream = context().stream().unwrap();
    let make = |format, rows, columns, offsets: &[i32], indices: &[i32]| -> SparseMatrix<f64> {
        let values = vec![1.0; indices.len()];
        let parts = Parts { offsets, indices, values: &*values };
        cusparse().upload(&stream, format, (rows, columns), parts).unwrap()
    };
    let matrices = [
        make(Format::Csr, 0, 0, &[0], &[]),
        make(Format::Csr, 2, 2, &[0, 0, 0], &[]),
        make(Format::Csr, 1, 2, &[0, 1], &[0]),
        make(Format::Csc, 1, 1, &[0, 1], &[0]),
        make(Format::Coo, 1, 1, &[0], &[0]),
    ];
    for matrix in matrices {
        let (format, shape) = (matrix.format(), matrix.shape());
        let refused =
            cudss(NEWEST).analyze(matrix, Kind::General, &Options::default()).unwrap_err();
        assert!(matches!(refused.error(), Error::Shapes { call: "analyze", .. }), "{refused}");
        let matrix = refused.into_value();
        assert_eq!((matrix.format(), matrix.shape()), (format, shape));
    }
    assert_eq!(state().objects, 0);
}

#[test]
fn a_stream_that_is_captured_is_refused() {
    alone("errors::a_stream_that_is_captured_is_refused", || {
        let context = context();
        let stream = context.stream().unwrap();
        // SAFETY: the stream is alive, and lives longer.
        let foreign = unsafe { Stream::borrow_raw(&context, stream.as_raw()) };
        let mut solver = solver(&foreign, Kind::General);
        solver.factorize().unwrap();
        let (b, mut x) = (foreign.alloc(3).unwrap(), foreign.alloc(3).unwrap());
        let values = foreign.upload(&[1.0; 7]).unwrap();
        let matrix = matrix(&foreign);
        let driver = context.driver().raw();
        let mode = CaptureMode::THREAD_LOCAL.as_raw();
        // SAFETY: the stream is alive, and the capture ends below.
        unsafe { driver.cuStreamBeginCapture(foreign.as_raw(), mode) }.unwrap();
        let refused = cudss(NEWEST).analyze(matrix, Kind::General, &Options::default());
        let errors = [
            solver.factorize().unwrap_err(),
            solver.refactorize(&values).unwrap_err(),
            solver.solve(&b, &mut x).unwrap_err(),
            solver.factor_nnz().unwrap_err(),
        ];
        // SAFETY: as above.
        let graph = unsafe { driver.cuStreamEndCapture(foreign.as_raw()) }.unwrap();
        // SAFETY: nothing else knows the graph.
        unsafe { driver.cuGraphDestroy(graph) }.unwrap();
        for error in errors.into_iter().chain([refused.unwrap_err().into()]) {
            assert!(matches!(error, Error::Call(CallError::Captured { .. })), "{error}");
        }
        // The factors are as they were.
        solver.solve(&b, &mut x).unwrap();
    });
}

#[test]
fn a_release_before_0_8_is_refused_with_the_one_that_is_needed() {
    let stream = context().stream().unwrap();
    let options = Options::default();
    let refused = cudss(701).analyze(matrix(&stream), Kind::General, &options).unwrap_err();
    let Error::Absent(absent) = refused.error() else { panic!("{refused}") };
    assert!(absent.to_string().ends_with("it is 0.7.1, and 0.8.0 or newer is needed"), "{absent}");
    // 0.8 has the function with another type for the same numbers.
    let mut solver = cudss(800).analyze(matrix(&stream), Kind::General, &options).unwrap();
    solver.factorize().unwrap();
}

#[test]
fn numbers_without_factors_are_an_error_with_the_row() {
    let stream = context().stream().unwrap();
    let values = stream.upload(&[1.0; 7]).unwrap();
    let verdict = |result: Result<(), Error>| {
        let error = result.unwrap_err();
        let Error::Numbers { verdict, .. } = error else { panic!("{error}") };
        verdict
    };
    let mut definite = solver(&stream, Kind::PositiveDefinite(Fill::Lower));
    change(|state| state.info = 2);
    assert_eq!(verdict(definite.factorize()), Verdict::NotPositiveDefinite { row: 1 });
    // What cuDSS remembers is reset.
    definite.refactorize(&values).unwrap();
    let mut general = solver(&stream, Kind::General);
    change(|state| state.info = 3);
    assert_eq!(verdict(general.factorize()), Verdict::Singular { row: 2 });
    change(|state| state.pivots = 4);
    assert_eq!(verdict(general.factorize()), Verdict::Perturbed { pivots: 4 });
    let options = Options::default().pivot_epsilon(1e-9);
    let mut permitted = cudss(NEWEST).analyze(matrix(&stream), Kind::General, &options).unwrap();
    permitted.factorize().unwrap();
    assert_eq!(permitted.perturbed_pivots().unwrap(), 4);
    change(|state| state.pivots = 0);
}

#[test]
fn each_function_that_fails_is_named_and_nothing_is_leaked() {
    let stream = context().stream().unwrap();
    for symbol in CALLED {
        change(|state| state.fails = Some(symbol));
        let options = Options::default().pivoting(Pivoting::None);
        let run = || -> Result<(), Error> {
            let mut solver = cudss(NEWEST).analyze(matrix(&stream), Kind::General, &options)?;
            solver.factorize()
        };
        let error = run().unwrap_err();
        let Error::Cudss(failure) = error else { panic!("{error}") };
        assert_eq!(failure.function, symbol.function().name);
        assert_eq!(state().objects, 0, "{}", failure.function);
    }
    change(|state| state.fails = None);
    drop(solver(&stream, Kind::General));
    assert_eq!(state().objects, 0);
}
