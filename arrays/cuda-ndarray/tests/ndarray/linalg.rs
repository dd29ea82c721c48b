//! Linear algebra of arrays in any layout: what it returns is put together again on the host.

use cublas::Cublas;
use cuda_driver::Stream;
use cuda_driver::context::ContextFlags;
use cuda_ndarray::cusolver::{Cusolver, Handle};
use cuda_ndarray::{DeviceArray, Error, MakeArrays, linalg};
use fastrand::Rng;
use ndarray::{Array1, Array2, Array3, ArrayD, Ix2, IxDyn, ShapeBuilder, array, s};
use num_complex::Complex;

use crate::device::{context, is_software, with_others};

type C64 = Complex<f64>;

fn stream_and_handles() -> (Stream, Handle, cublas::Handle) {
    let context = context();
    let (cusolver, cublas) = if is_software() {
        (
            Cusolver::from_table(cuda_sim_libraries::cusolver::table()),
            Cublas::from_table(cuda_sim_libraries::cublas::table()),
        )
    } else {
        (Cusolver::load().unwrap(), Cublas::load().unwrap())
    };
    let handles = (cusolver.handle(&context).unwrap(), cublas.handle(&context).unwrap());
    (context.stream().unwrap(), handles.0, handles.1)
}

fn random(rng: &mut Rng, rows: usize, columns: usize) -> Array2<C64> {
    let mut number = || rng.f64() * 2.0 - 1.0;
    Array2::from_shape_simple_fn((rows, columns).set_f(rows.is_multiple_of(2)), || {
        C64::new(number(), number())
    })
}

/// Every second column, of an array on the device.
fn spread(stream: &Stream, host: &Array2<C64>) -> DeviceArray<C64, Ix2> {
    let mut wide = Array2::from_elem((host.nrows(), 2 * host.ncols()), C64::ZERO);
    wide.slice_mut(s![.., ..;2]).assign(host);
    stream.to_device(&wide).unwrap()
}

#[track_caller]
fn assert_near(found: &Array2<C64>, expected: &Array2<C64>) {
    assert_eq!(found.shape(), expected.shape());
    let far = (found - expected).iter().map(|value| value.norm()).fold(0.0, f64::max);
    assert!(far < 1e-10, "{found} instead of {expected}");
}

fn adjoint(a: &Array2<C64>) -> Array2<C64> {
    a.t().mapv(|value| value.conj())
}

fn diagonal(values: &[f64]) -> Array2<C64> {
    Array2::from_diag(&values.iter().map(|value| C64::new(*value, 0.0)).collect::<Array1<_>>())
}

#[test]
fn results_of_views_in_any_layout_are_those_of_their_elements() {
    let _turn = with_others();
    let (stream, mut handle, mut blas) = stream_and_handles();
    let (solver, blas) = (&mut handle.on(&stream), &mut blas.on(&stream));
    let mut rng = Rng::with_seed(2);
    for n in 1..7 {
        let square = random(&mut rng, n, n) + diagonal(&vec![3.0; n]);
        let b = random(&mut rng, n, 2);
        let wide = spread(&stream, &square);
        let a = wide.slice(s![.., ..;2]).unwrap();
        let on_b = stream.to_device(&b).unwrap();
        assert_near(&square.dot(&linalg::solve(&a, &on_b, solver).unwrap().to_host().unwrap()), &b);
        let one = linalg::solve(&a, on_b.slice(s![.., 1]).unwrap(), solver).unwrap();
        assert_near(
            &square.dot(&one.to_host().unwrap().insert_axis(ndarray::Axis(1))),
            &b.slice(s![.., 1..]).to_owned(),
        );
        assert_near(
            &square.dot(&linalg::inv(a, solver).unwrap().to_host().unwrap()),
            &diagonal(&vec![1.0; n]),
        );
        let transposed = linalg::inv(a.t(), solver).unwrap().to_host().unwrap();
        assert_near(&square.t().dot(&transposed), &diagonal(&vec![1.0; n]));

        let positive = square.dot(&adjoint(&square));
        let on = stream.to_device(&positive).unwrap();
        let l = linalg::cholesky(&on, solver).unwrap().to_host().unwrap();
        assert!(
            l.indexed_iter().all(|((row, column), value)| row >= column || *value == C64::ZERO)
        );
        assert_near(&l.dot(&adjoint(&l)), &positive);
        let (values, vectors) = linalg::eigh(&on, solver).unwrap();
        let (values, v) = (values.to_host().unwrap(), vectors.to_host().unwrap());
        assert_near(&v.dot(&diagonal(&values.to_vec())).dot(&adjoint(&v)), &positive);

        let m = 1 + rng.usize(..6);
        let host = random(&mut rng, m, n);
        let wide = spread(&stream, &host);
        let a = wide.slice(s![.., ..;2]).unwrap();
        let svd = linalg::svd(a, solver).unwrap();
        let (u, vh) = (svd.u.to_host().unwrap(), svd.vh.to_host().unwrap());
        let values = svd.values.to_host().unwrap().to_vec();
        assert_near(&u.dot(&diagonal(&values)).dot(&vh), &host);
        let (q, r) = linalg::qr(a, solver).unwrap();
        let (q, r) = (q.to_host().unwrap(), r.to_host().unwrap());
        assert!(
            r.indexed_iter().all(|((row, column), value)| row <= column || *value == C64::ZERO)
        );
        assert_near(&q.dot(&r), &host);
        assert_near(&adjoint(&q).dot(&q), &diagonal(&vec![1.0; m.min(n)]));
        // What remains is orthogonal to the columns.
        let b = random(&mut rng, m, 3);
        let on_b = stream.to_device(&b).unwrap();
        let found = linalg::lstsq(&a, &on_b, None, solver, blas).unwrap();
        assert_eq!((found.rank, found.values), (m.min(n), values));
        let rest = host.dot(&found.solution.to_host().unwrap()) - &b;
        assert_near(&adjoint(&host).dot(&rest), &Array2::zeros((n, 3)));
    }
}

#[test]
fn a_matrix_without_a_result_is_an_error_and_one_of_less_rank_has_the_shortest_solution() {
    let _turn = with_others();
    let (stream, mut handle, mut blas) = stream_and_handles();
    let (solver, blas) = (&mut handle.on(&stream), &mut blas.on(&stream));
    let a = stream.to_device(&array![[1.0_f64, 2.0], [2.0, 4.0]]).unwrap();
    let b = stream.to_device(&array![1.0_f64, 2.0]).unwrap();
    let error = linalg::inv(&a, solver).unwrap_err();
    assert!(
        matches!(error, Error::Solve(_)) && error.to_string().contains("its pivot 1 is 0"),
        "{error}"
    );
    assert!(matches!(linalg::solve(&a, &b, solver).unwrap_err(), Error::Solve(_)));
    let found = linalg::lstsq(&a, &b, None, solver, blas).unwrap();
    let x = found.solution.to_host().unwrap();
    assert_eq!(found.rank, 1);
    assert!((x[0] - 0.2).abs() < 1e-12 && (x[1] - 0.4).abs() < 1e-12, "{x}");
}

#[test]
fn qr_of_a_batch_is_that_of_each_matrix() {
    let _turn = with_others();
    let (stream, mut handle, _) = stream_and_handles();
    let solver = &mut handle.on(&stream);
    let mut rng = Rng::with_seed(4);
    for round in 0..40 {
        let (len, m, n) = (rng.usize(..4), rng.usize(..6), rng.usize(..6));
        let mut host = Array3::from_shape_simple_fn((len, m, n), || {
            C64::new(rng.f64() - 0.5, rng.f64() - 0.5)
        });
        if round % 4 == 0 && n > 1 {
            // Of less rank.
            host.slice_mut(s![.., .., 1]).fill(C64::ZERO);
        }
        // In any layout: the batch in the middle, and reversed rows.
        let array = stream.to_device(&host.view().permuted_axes([1, 0, 2]).to_owned()).unwrap();
        let a = array.view().permuted_axes([1, 0, 2]).unwrap();
        let (a, host) = match round % 2 {
            0 => (a, host),
            _ => (a.slice(s![.., ..;-1, ..]).unwrap(), host.slice(s![.., ..;-1, ..]).to_owned()),
        };
        let (q, r) = linalg::qr(a, solver).unwrap();
        let (q, r) = (q.to_host().unwrap(), r.to_host().unwrap());
        let k = m.min(n);
        assert_eq!((q.shape(), r.shape()), (&[len, m, k][..], &[len, k, n][..]));
        for at in 0..len {
            let (q, r) = (q.index_axis(ndarray::Axis(0), at), r.index_axis(ndarray::Axis(0), at));
            assert!(
                r.indexed_iter().all(|((row, column), value)| row <= column || *value == C64::ZERO)
            );
            let (q, r) = (q.to_owned(), r.to_owned());
            assert_near(&q.dot(&r), &host.index_axis(ndarray::Axis(0), at).to_owned());
            assert_near(&adjoint(&q).dot(&q), &diagonal(&vec![1.0; k]));
        }
    }
    // Of more axes, of real numbers.
    let host = ArrayD::from_shape_fn(IxDyn(&[2, 3, 4, 3]), |at| {
        (at[0] * 7 + at[1] * 5 + at[2] * at[2] * 3 + at[3] * at[2]) as f32 % 11.0
    });
    let (q, r) = linalg::qr(&stream.to_device(&host).unwrap(), solver).unwrap();
    let (q, r) = (q.to_host().unwrap(), r.to_host().unwrap());
    for (place, a) in [[0, 0], [0, 2], [1, 1]].map(|at| (at, host.slice(s![at[0], at[1], .., ..])))
    {
        let [q, r] = [&q, &r].map(|stack| {
            stack
                .slice(s![place[0], place[1], .., ..])
                .to_owned()
                .into_dimensionality::<Ix2>()
                .unwrap()
        });
        let far = (&q.dot(&r) - &a).iter().fold(0.0_f32, |most, value| most.max(value.abs()));
        assert!(far < 1e-4, "{place:?}: {far}");
    }
}

#[test]
fn what_does_not_fit_is_an_error_of_the_call_with_both_shapes() {
    let _turn = with_others();
    let (stream, mut handle, mut blas) = stream_and_handles();
    let (solver, blas) = (&mut handle.on(&stream), &mut blas.on(&stream));
    let other = stream.context().stream().unwrap();
    let array = |shape: &[usize]| stream.to_device(&ArrayD::<f64>::ones(IxDyn(shape))).unwrap();
    let matrix = |rows, columns| stream.to_device(&Array2::<f64>::ones((rows, columns))).unwrap();
    let square = stream.to_device(&array![[2.0, 1.0], [1.0, 4.0]]).unwrap();
    let tall = matrix(12, 5);
    let foreign = other.to_device(&array![[2.0, 1.0], [1.0, 4.0]]).unwrap();
    let mut errors: Vec<(&str, String, String)> = Vec::new();
    let mut told = |name, parts: &str, error: Option<Error>| {
        let error = error.unwrap_or_else(|| panic!("{name} took {parts}"));
        errors.push((name, parts.to_owned(), error.to_string()));
    };
    for shape in [&[3][..], &[3, 2], &[1, 12, 1], &[]] {
        let b = array(shape);
        let shapes = |a: &str| format!(" isn't possible with a of {a}, b of {shape:?}: ");
        told("solve", &shapes("[2, 2]"), linalg::solve(&square, &b, solver).err());
        told("solve", &shapes("[12, 5]"), linalg::solve(&tall, &b, solver).err());
        told("lstsq", &shapes("[12, 5]"), linalg::lstsq(&tall, &b, None, solver, blas).err());
    }
    let alone = " isn't possible with a of [12, 5]: ";
    told("inv", alone, linalg::inv(&tall, solver).err());
    told("cholesky", alone, linalg::cholesky(&tall, solver).err());
    told("eigh", alone, linalg::eigh(&tall, solver).err());
    told("qr", " isn't possible with a of [3]: ", linalg::qr(&array(&[3]), solver).err());
    // Products.
    let (a, b) = (matrix(3, 4), matrix(5, 2));
    told("dot", " isn't possible with a of 3 × 4, b of 5 × 2: ", a.dot(&b, blas).err());
    told("matmul", " isn't possible with a of 3 × 4, b of 5 × 2: ", a.matmul(&b, blas).err());
    let vectors = [3, 4].map(|len| stream.to_device(&Array1::<f64>::ones(len)).unwrap());
    told("dot", " isn't possible with x of 3", vectors[0].dot(&vectors[1], blas).err());
    told("matmul", " isn't possible with x of 3", vectors[0].matmul(&vectors[1], blas).err());
    // Singular.
    let singular = matrix(2, 2);
    told("solve", " has no result", linalg::solve(&singular, &square, solver).err());
    told("inv", " has no result", linalg::inv(&singular, solver).err());
    told("cholesky", " has no result", linalg::cholesky(&singular, solver).err());
    // Of another stream.
    told("solve", "'s ", linalg::solve(&foreign, &foreign, solver).err());
    told("inv", "'s ", linalg::inv(&foreign, solver).err());
    told("cholesky", "'s ", linalg::cholesky(&foreign, solver).err());
    told("qr", "'s ", linalg::qr(&foreign, solver).err());
    told("eigh", "'s ", linalg::eigh(&foreign, solver).err());
    told("svd", "'s ", linalg::svd(&foreign, solver).err());
    told("lstsq", "'s ", linalg::lstsq(&foreign, &square, None, solver, blas).err());
    told("lstsq", "'s ", linalg::lstsq(&square, &foreign, None, solver, blas).err());
    told("dot", "'s ", square.dot(&foreign, blas).err());
    told("matmul", "'s ", square.matmul(&foreign, blas).err());
    for (name, parts, message) in errors {
        assert!(
            message.starts_with(&format!("{name}{parts}")),
            "{name}{parts} expected: {message}"
        );
    }
}

#[test]
fn least_squares_of_the_smallest_and_largest_values_are_numpys() {
    let _turn = with_others();
    let (stream, mut handle, mut blas) = stream_and_handles();
    let (solver, blas) = (&mut handle.on(&stream), &mut blas.on(&stream));
    let mut solved = |a: Array2<f64>, b: Array1<f64>, rcond| {
        let (a, b) = (stream.to_device(&a).unwrap(), stream.to_device(&b).unwrap());
        let found = linalg::lstsq(&a, &b, rcond, solver, blas).unwrap();
        (found.solution.to_host().unwrap(), found.rank)
    };
    let assert_near = |(found, rank): (Array1<f64>, usize), expected: &[f64]| {
        assert_eq!(rank, expected.len(), "{found}");
        let is_near = |(found, expected): (&f64, &f64)| (found - expected).abs() < 1e-9 * expected;
        assert!(found.iter().zip(expected).all(is_near), "{found} instead of {expected:?}");
    };
    assert_near(solved(array![[2e-310]], array![4e-308], None), &[200.0]);
    let tall = array![[2e-310, 0.0], [0.0, 4e-310], [0.0, 0.0]];
    assert_near(solved(tall, array![4e-308, 6e-310, 0.0], None), &[200.0, 1.5]);
    assert_near(solved(array![[1e308]], array![3e307], None), &[0.3]);
    // One is scaled, and the other isn't.
    let mixed = array![[1.0, 0.0], [0.0, 5e-310]];
    assert_near(solved(mixed, array![3.0, 1e-309], Some(1e-320)), &[3.0, 2.0]);
    // What doesn't count isn't scaled, either.
    let (found, rank) = solved(array![[1.0, 0.0], [0.0, 5e-310]], array![3.0, 1e308], None);
    assert_eq!((found, rank), (array![3.0, 0.0], 1));
    // A negative one is the precision.
    let (found, rank) = solved(array![[1.0, 1.0], [1.0, 1.0]], array![1.0, 2.0], Some(-1.0));
    assert!((found - 0.75).iter().all(|error| error.abs() < 1e-12) && rank == 1);
    let a = stream.to_device(&array![[2e-39f32]]).unwrap();
    let b = stream.to_device(&array![4e-37f32]).unwrap();
    let found = linalg::lstsq(&a, &b, None, solver, blas).unwrap().solution.to_host().unwrap();
    assert!((found[0] - 199.99995).abs() < 1e-3, "{found}");
    let error = linalg::lstsq(&a, &b, Some(f64::NAN), solver, blas).unwrap_err().to_string();
    let expected = "lstsq isn't possible with a of [1, 1], b of [1], rcond = NaN: ";
    assert!(error.starts_with(expected), "{error}");
}

#[test]
fn matrices_of_another_context_are_said_to_be_of_another_context() {
    let _turn = with_others();
    let (stream, mut handle, mut blas) = stream_and_handles();
    let (solver, blas) = (&mut handle.on(&stream), &mut blas.on(&stream));
    let other = stream.context().device().create_context(ContextFlags::default()).unwrap();
    let host = array![[2.0, 1.0], [1.0, 4.0]];
    let matrix = stream.to_device(&host).unwrap();
    let foreign = other.stream().unwrap().to_device(&host).unwrap();
    for (call, error) in [
        ("inv", linalg::inv(&foreign, solver).err()),
        ("solve", linalg::solve(&matrix, &foreign, solver).err()),
        ("lstsq", linalg::lstsq(&matrix, &foreign, None, solver, blas).err()),
        ("matmul", matrix.matmul(&foreign, blas).err()),
        ("dot", foreign.dot(&matrix, blas).err()),
    ] {
        let error = error.expect(call).to_string();
        let expected = format!("the stream or the memory of {call} is of another context");
        assert!(error.starts_with(&expected), "{call}: {error}");
    }
}
