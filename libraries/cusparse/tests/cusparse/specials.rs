//! What isn't finite: real numbers are multiplied and divided as such, by IEEE 754.

use cublas::{Fill, Matrix, MatrixMut};
use cuda_driver::Stream;
use cusparse::{Cusparse, Format, Operation, Parts, SparseMatrix};
use fastrand::Rng;

use crate::device::{context_and_stream, cusparse};

const NONE: Operation = Operation::None;
const INF: f64 = f64::INFINITY;

/// A number that is finite or not.
fn number(rng: &mut Rng) -> f64 {
    match rng.u8(..8) {
        0 => INF,
        1 => -INF,
        2 => f64::NAN,
        3 => 0.0,
        _ => f64::from(rng.i8(-9..10)),
    }
}

fn numbers(rng: &mut Rng, len: usize) -> Vec<f64> {
    (0..len).map(|_| number(rng)).collect()
}

/// A sparse matrix by rows, with what isn't stored as `None`.
struct Host(Vec<Vec<Option<f64>>>);

impl Host {
    fn random(rng: &mut Rng, rows: usize, columns: usize) -> Self {
        let mut row = || (0..columns).map(|_| rng.bool().then(|| number(rng))).collect();
        Self((0..rows).map(|_| row()).collect())
    }

    fn upload(&self, cusparse: Cusparse, stream: &Stream) -> SparseMatrix<f64> {
        let (mut offsets, mut indices, mut values) = (vec![0], Vec::new(), Vec::new());
        for row in &self.0 {
            for (column, value) in row.iter().enumerate() {
                if let Some(value) = value {
                    indices.push(column as i32);
                    values.push(*value);
                }
            }
            offsets.push(indices.len() as i32);
        }
        let parts = Parts { offsets: &*offsets, indices: &*indices, values: &*values };
        cusparse.upload(stream, Format::Csr, (self.0.len(), self.0[0].len()), parts).unwrap()
    }

    fn times(&self, x: &[f64]) -> Vec<f64> {
        let products = |row: &Vec<Option<f64>>| -> f64 {
            row.iter().zip(x).filter_map(|(value, x)| Some((*value)? * x)).sum()
        };
        self.0.iter().map(products).collect()
    }
}

#[track_caller]
fn assert_same(found: &[f64], expected: &[f64], label: &str) {
    let is_same = |(a, b): (&f64, &f64)| a == b || a.is_nan() && b.is_nan();
    assert!(found.iter().zip(expected).all(is_same), "{label}: {found:?} instead of {expected:?}");
}

#[test]
fn products_of_real_numbers_that_are_not_finite_are_those_of_ieee_754() {
    let (context, stream) = context_and_stream();
    let mut handle = cusparse().handle(&context).unwrap();
    let mut sparse = handle.on(&stream);
    let mut rng = Rng::with_seed(cuda_rust::options::number("seed", 5));
    for _ in 0..100 {
        let (m, n) = (rng.usize(1..5), rng.usize(1..5));
        let host = Host::random(&mut rng, m, n);
        let a = host.upload(sparse.cusparse(), &stream);
        let (x, y) = (numbers(&mut rng, n), numbers(&mut rng, m));
        let on_x = stream.upload(&x).unwrap();
        let products = host.times(&x);
        // With a factor of 0, the result isn't read.
        for beta in [0.0, 1.0, 2.0] {
            let expected: Vec<f64> = products
                .iter()
                .zip(&y)
                .map(|(sum, y)| if beta == 0.0 { 3.0 * sum } else { 3.0 * sum + beta * y })
                .collect();
            let mut on_y = stream.upload(&y).unwrap();
            sparse.spmv(NONE, 3.0, &a, &on_x, beta, &mut on_y).unwrap();
            assert_same(&on_y.to_vec().unwrap(), &expected, "spmv");
            let mut on_y = stream.upload(&y).unwrap();
            let b = cublas::Matrix::new(&on_x, n, 1).unwrap();
            let c = MatrixMut::new(&mut on_y, m, 1).unwrap();
            sparse.spmm(NONE, 3.0, &a, b, beta, c).unwrap();
            assert_same(&on_y.to_vec().unwrap(), &expected, "spmm");
        }
        let mut whole = stream.alloc::<f64>(m * n).unwrap();
        sparse.to_dense(&a, MatrixMut::new(&mut whole, m, n).unwrap()).unwrap();
        let dense: Vec<f64> = host.0.iter().flatten().map(|value| value.unwrap_or(0.0)).collect();
        assert_same(&whole.to_vec().unwrap(), &dense, "to_dense");
        // With itself, at the places of a product.
        let square = Host::random(&mut rng, n, n);
        let on_square = square.upload(sparse.cusparse(), &stream);
        let mut product = sparse.product(&on_square, &on_square).unwrap();
        sparse.spgemm(1.0, &on_square, &on_square, 0.0, &mut product).unwrap();
        let host = product.result().to_host().unwrap();
        for row in 0..n {
            for at in host.offsets[row] as usize..host.offsets[row + 1] as usize {
                let column = host.indices[at] as usize;
                let terms = (0..n).filter_map(|i| Some(square.0[row][i]? * square.0[i][column]?));
                assert_same(&[host.values[at]], &[terms.sum()], "spgemm");
            }
        }
    }
}

#[test]
fn a_zero_on_the_diagonal_gives_infinite_numbers() {
    let (context, stream) = context_and_stream();
    let mut handle = cusparse().handle(&context).unwrap();
    let mut sparse = handle.on(&stream);
    let mut rng = Rng::with_seed(cuda_rust::options::number("seed", 6));
    for _ in 0..50 {
        let n = rng.usize(1..5);
        let mut host = Host::random(&mut rng, n, n);
        for row in 0..n {
            (0..n).for_each(|column| host.0[row][column] = Some(f64::from(rng.i8(1..9))));
        }
        let place = rng.usize(..n);
        host.0[place][place] = Some(0.0);
        let x: Vec<f64> = (0..n).map(|_| f64::from(rng.i8(-9..10))).collect();
        let mut expected = x.clone();
        for row in 0..n {
            let sum: f64 = (0..row).map(|at| host.0[row][at].unwrap_or(0.0) * expected[at]).sum();
            expected[row] = (x[row] - sum) / host.0[row][row].unwrap_or(0.0);
        }
        let is_alike = |found: &[f64]| {
            // Rounded otherwise.
            let near = |a: f64, b: f64| (a - b).abs() <= 1e-9 * b.abs();
            found
                .iter()
                .zip(&expected)
                .all(|(a, b)| a == b || a.is_nan() && b.is_nan() || near(*a, *b))
        };
        let a = host.upload(sparse.cusparse(), &stream);
        let mut triangle = sparse.triangular(NONE, a, Fill::Lower, false).unwrap();
        let (on_x, mut y) = (stream.upload(&x).unwrap(), stream.alloc::<f64>(n).unwrap());
        sparse.spsv(1.0, &mut triangle, &on_x, &mut y).unwrap();
        let found = y.to_vec().unwrap();
        assert!(is_alike(&found), "spsv: {found:?} instead of {expected:?}");
        let a = host.upload(sparse.cusparse(), &stream);
        let mut triangle = sparse.triangular_columns(NONE, a, Fill::Lower, false, 1).unwrap();
        let b = cublas::Matrix::new(&on_x, n, 1).unwrap();
        sparse.spsm(1.0, &mut triangle, b, MatrixMut::new(&mut y, n, 1).unwrap()).unwrap();
        let found = y.to_vec().unwrap();
        assert!(is_alike(&found), "spsm: {found:?} instead of {expected:?}");
    }
}

#[test]
fn complex_quotients_are_right_at_every_scale() {
    use num_complex::Complex;
    let (context, stream) = context_and_stream();
    let mut handle = cusparse().handle(&context).unwrap();
    let mut sparse = handle.on(&stream);
    macro_rules! check {
        ($part:ty, $exponents:expr, $bound:literal) => {
            for exponent in $exponents {
                let number = |re: f64, im: f64| {
                    let scale = 10_f64.powi(exponent);
                    Complex::<$part>::new((re * scale) as $part, (im * scale) as $part)
                };
                let values = [number(3.0, 4.0), number(1.0, -2.0), number(0.5, 6.0)];
                let parts =
                    Parts { offsets: &[0, 1, 3][..], indices: &[0, 0, 1], values: &values[..] };
                let a = cusparse().upload(&stream, Format::Csr, (2, 2), parts).unwrap();
                // Times (1 + i, 2 - i).
                let x = stream.upload(&[number(-1.0, 7.0), number(10.0, 10.5)]).unwrap();
                let mut y = stream.alloc::<Complex<$part>>(2).unwrap();
                let mut triangle = sparse.triangular(NONE, a, Fill::Lower, false).unwrap();
                let one = Complex::<$part>::new(1.0, 0.0);
                sparse.spsv(one, &mut triangle, &x, &mut y).unwrap();
                let found = y.to_vec().unwrap();
                let expected = [Complex::new(1.0, 1.0), Complex::new(2.0, -1.0)];
                let far = found
                    .iter()
                    .zip(&expected)
                    .map(|(a, b)| (a - b).norm())
                    .fold(0.0, <$part>::max);
                assert!(far < $bound, "at 1e{exponent}: {found:?} instead of {expected:?}");
            }
        };
    }
    check!(f64, [-300, -250, -200, -160, 0, 155, 200, 250, 300], 1e-14);
    check!(f32, [-35, -30, -25, -20, 0, 19, 25, 30, 35], 1e-5);
}

#[test]
fn an_analyzed_triangle_is_still_a_matrix_that_is_multiplied() {
    let (context, stream) = context_and_stream();
    let mut handle = cusparse().handle(&context).unwrap();
    let mut sparse = handle.on(&stream);
    let parts = Parts {
        offsets: &[0, 2, 4][..],
        indices: &[0, 1, 0, 1],
        values: &[2.0_f32, 9.0, 1.0, 4.0][..],
    };
    let a = cusparse().upload(&stream, Format::Csr, (2, 2), parts).unwrap();
    let mut triangle = sparse.triangular(NONE, a, Fill::Lower, false).unwrap();
    let (x, mut y) = (stream.upload(&[1.0_f32, 2.0]).unwrap(), stream.alloc::<f32>(2).unwrap());
    sparse.spmv(NONE, 1.0, triangle.matrix(), &x, 0.0, &mut y).unwrap();
    assert_eq!(y.to_vec().unwrap(), [20.0, 9.0]);
    sparse.spsv(1.0, &mut triangle, &x, &mut y).unwrap();
    assert_eq!(y.to_vec().unwrap(), [0.5, 0.375]);
    let of_matrix = sparse.convert(triangle.matrix(), Format::Coo).unwrap();
    sparse.spmv(NONE, 1.0, &of_matrix, &x, 0.0, &mut y).unwrap();
    assert_eq!(y.to_vec().unwrap(), [20.0, 9.0]);
}

/// A factor of 0 leaves the product out, as cuBLAS does, and a factor of 0 of the result doesn't read it.
#[test]
fn operands_with_a_factor_of_0_are_not_read() {
    let (context, stream) = context_and_stream();
    let cusparse = cusparse();
    let mut handle = cusparse.handle(&context).unwrap();
    let mut sparse = handle.on(&stream);
    for number in [INF, f64::NAN] {
        for (value, x) in [(number, 1.0), (1.0, number)] {
            let a = Host(vec![vec![Some(value), None], vec![Some(1.0), Some(2.0)]]);
            let a = a.upload(cusparse, &stream);
            let x = stream.upload(&[x, 1.0]).unwrap();
            for (beta, y, expected) in
                [(0.0, number, [0.0, 0.0]), (1.0, 5.0, [5.0, 6.0]), (2.0, 5.0, [10.0, 12.0])]
            {
                let mut result = stream.upload(&[y, 6.0]).unwrap();
                sparse.spmv(NONE, 0.0, &a, &x, beta, &mut result).unwrap();
                assert_same(&result.to_vec().unwrap(), &expected, "alpha 0");
                let mut result = stream.upload(&[y, 6.0]).unwrap();
                let (columns, results) =
                    (Matrix::new(&x, 2, 1).unwrap(), MatrixMut::new(&mut result, 2, 1).unwrap());
                sparse.spmm(NONE, 0.0, &a, columns, beta, results).unwrap();
                assert_same(&result.to_vec().unwrap(), &expected, "alpha 0");
            }
        }
    }
}
